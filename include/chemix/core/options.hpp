// SPDX-License-Identifier: Apache-2.0
// Options of a game as data: each has a type, a range, a default and a rule.
#pragma once

#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/value.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// The description of one field of an options structure, which passes it in `visit_options(self,
/// visit)`: `visit(OptionField{…}, self.field)` for each field. Fields are `int` or `double` (with
/// a range), `bool` or a named enumeration.
struct OptionField {
  const char* name;
  const char* rule;
  const char* meaning;
  int least = 0;
  int most = 0;
};

/// The options of a game without options.
struct NoOptions {
  bool operator==(const NoOptions&) const = default;
  static constexpr void visit_options(auto&, auto&&) {}
};

/// One option, described for settings screens and messages.
struct OptionDescription {
  std::string name;
  /// `number` (an integer), `real`, `switch` or `choice`.
  std::string type;
  /// The range of a `number` or a `real`.
  int least = 0;
  int most = 0;
  /// The values of a choice; `no` and `yes` for a switch.
  std::vector<std::string> choices;
  std::string default_value;
  std::string rule;
  std::string meaning;
};

/// Refers to an option of any type: its description, and the place of its value.
class OptionRef {
 public:
  OptionRef(const OptionField& field, int& value) : OptionRef(field, Type::Number, &value) {}
  OptionRef(const OptionField& field, double& value) : OptionRef(field, Type::Real, &value) {}
  OptionRef(const OptionField& field, bool& value) : OptionRef(field, Type::Switch, &value) {}
  template <NamedEnum T>
  OptionRef(const OptionField& field, T& value) : OptionRef(field, Type::Choice, &value) {
    static_assert(sizeof(T) == 1);
    names_ = names_in<T>;
  }

  [[nodiscard]] const OptionField& field() const { return field_; }
  [[nodiscard]] OptionDescription description() const;
  /// Why the value is invalid, or nothing.
  [[nodiscard]] std::optional<InputError> validation_error() const;
  /// The error for text that is not a valid value; its reason lists the valid ones.
  [[nodiscard]] InputError refuse(std::string_view given) const;
  /// The value as text.
  [[nodiscard]] std::string print() const;
  [[nodiscard]] bool parse(std::string_view text);
  /// The value as plain data.
  [[nodiscard]] Value value() const;
  /// All values for which `accepts()` returns true, as plain data; for a number, their range. Tries
  /// each value in turn and restores the original one.
  [[nodiscard]] Value accepted(FunctionRef<bool()> accepts);

 private:
  enum class Type : std::uint8_t { Number, Real, Switch, Choice };

  OptionRef(const OptionField& field, Type type, void* value)
      : field_(field), type_(type), value_(value) {}

  [[nodiscard]] bool is_valid() const;
  [[nodiscard]] bool has_range() const { return type_ == Type::Number || type_ == Type::Real; }
  [[nodiscard]] std::vector<std::string> choices() const;
  template <class T>
  [[nodiscard]] T& as() const {
    return *static_cast<T*>(value_);
  }

  OptionField field_;
  Type type_;
  void* value_;
  std::span<const std::string_view> names_;
};

/// References to the options of a structure, in order; the structure must outlive them.
template <class Options>
std::vector<OptionRef> options_in(Options& options) {
  std::vector<OptionRef> all;
  Options::visit_options(
      options, [&](const OptionField& field, auto& value) { all.emplace_back(field, value); });
  return all;
}

// Operations on the options of any structure.
std::vector<OptionDescription> describe_options(const std::vector<OptionRef>& options);
std::optional<InputError> option_error(const std::vector<OptionRef>& options);
std::string print_options(const std::vector<OptionRef>& options);
std::optional<InputError> parse_options(std::vector<OptionRef> options, std::string_view text,
                                        const std::string& called);
Value options_value(const std::vector<OptionRef>& options);

namespace option_text {

InputError unknown(const std::string& called, std::string_view name, const std::string& known);

}  // namespace option_text

/// Describes all options of a game, in order.
template <class Options>
std::vector<OptionDescription> describe_options() {
  Options defaults;
  return describe_options(options_in(defaults));
}

/// The first invalid value of `options`, or nothing.
template <class Options>
std::optional<InputError> option_error(Options options) {
  return option_error(options_in(options));
}

/// The error for a number of players outside `least` to `most`, or nothing.
std::optional<InputError> players_error(int players, int least, int most);

/// Writes all options as `name=value`, separated by blanks.
template <class Options>
std::string print_options(Options options) {
  return print_options(options_in(options));
}

/// Options as `name=value` pairs, given as such or as a JSON object: `{"hand_size": 5}`. Fails if
/// the object is invalid or a value cannot be one of an option.
/// `name` identifies the text in messages.
Result<std::string> option_pairs(std::string_view text, const std::string& name = "options");

/// Options as plain data: numbers, booleans and the names of choices.
template <class Options>
Value options_value(Options options) {
  return options_value(options_in(options));
}

/// Parses options in the form of `print_options`; options that are not named keep their defaults.
/// Rejects unknown and repeated names and every value outside its range. Messages refer to an
/// option as `called`.
template <class Options>
Result<Options> parse_options(std::string_view text, const std::string& called = "option") {
  Options options;
  if (auto error = parse_options(options_in(options), text, called)) return tl::unexpected(*error);
  return options;
}

}  // namespace chemix
