// SPDX-License-Identifier: Apache-2.0
// Options of a game as data: each has a type, a range, a default and a rule.
#pragma once

#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace chemix {

/// What an options structure says of one of its fields, in
/// `visit_options(self, visit)`: `visit(OptionField{…}, self.field)` for each.
/// Fields are `int` or `double` (with a range), `bool` or a named enumeration.
struct OptionField {
  const char* name;
  const char* rule;
  const char* meaning;
  int least = 0;
  int most = 0;
};

/// The options of a game that has none.
struct NoOptions {
  bool operator==(const NoOptions&) const = default;
  static constexpr void visit_options(auto&, auto&&) {}
};

/// One option, described for settings screens and messages.
struct OptionDescription {
  std::string name;
  /// `number` (a whole one), `real`, `switch` or `choice`.
  std::string type;
  /// The range of a `number` or a `real`.
  int least = 0;
  int most = 0;
  /// The values of a choice, `no` and `yes` of a switch.
  std::vector<std::string> choices;
  std::string default_value;
  std::string rule;
  std::string meaning;
};

namespace option_text {

template <class T>
inline constexpr bool has_range = std::is_same_v<T, int> || std::is_same_v<T, double>;

/// The name of the type of a field.
template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, int>) return "number";
  if constexpr (std::is_same_v<T, double>) return "real";
  if constexpr (std::is_same_v<T, bool>) return "switch";
  return "choice";
}

inline std::string print(int value) { return std::to_string(value); }
/// The shortest text that reads back as the same number.
inline std::string print(double value) {
  std::array<char, 32> text;
#if defined(__cpp_lib_to_chars)
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
#else
  // libc++ 13 has no such functions for real numbers.
  int digits = 6;
  do {
    std::snprintf(text.data(), text.size(), "%.*g", digits++, value);
  } while (std::strtod(text.data(), nullptr) != value);
  return text.data();
#endif
}
inline std::string print(bool value) { return value ? "yes" : "no"; }
template <NamedEnum T>
std::string print(T value) {
  return std::string(name_of(value));
}

inline bool parse(std::string_view text, int& value) { return parse_number(text, value); }
inline bool parse(std::string_view text, double& value) {
#if defined(__cpp_lib_to_chars)
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end;
#else
  const std::string copy(text);
  char* stop = nullptr;
  value = std::strtod(copy.c_str(), &stop);
  return !text.empty() && text[0] != '+' && stop == copy.c_str() + copy.size() &&
         text.find_first_not_of("-+.0123456789eE") == std::string_view::npos;
#endif
}
inline bool parse(std::string_view text, bool& value) {
  value = text == "yes";
  return value || text == "no";
}
template <NamedEnum T>
bool parse(std::string_view text, T& value) {
  return Codec<T>::parse(text, 0, value);
}

inline std::vector<std::string> choices(int) { return {}; }
inline std::vector<std::string> choices(double) { return {}; }
inline std::vector<std::string> choices(bool) { return {"no", "yes"}; }
template <NamedEnum T>
std::vector<std::string> choices(T) {
  std::vector<std::string> names;
  for (const std::string_view name : names_of(T{})) names.emplace_back(name);
  return names;
}

/// What values the option takes, in words.
template <class T>
std::string domain(const OptionField& field, T value) {
  if constexpr (has_range<T>) {
    return "must be from " + std::to_string(field.least) + " to " + std::to_string(field.most);
  } else {
    std::string words = "must be";
    const char* separator = " ";
    for (const std::string& choice : choices(value)) {
      words += separator + choice;
      separator = " or ";
    }
    return words;
  }
}

inline InputError unknown(const std::string& called, std::string_view name,
                          const std::string& known) {
  return {called + "s", std::string(name), "no such " + called + "; known: " + known, ""};
}

}  // namespace option_text

/// Describes all options of a game, in their order.
template <class Options>
std::vector<OptionDescription> describe_options() {
  std::vector<OptionDescription> all;
  Options defaults;
  Options::visit_options(defaults, [&](const OptionField& field, auto& value) {
    using Field = std::remove_cvref_t<decltype(value)>;
    all.push_back({field.name, option_text::type_name<Field>(), field.least, field.most,
                   option_text::choices(value), option_text::print(value), field.rule,
                   field.meaning});
  });
  return all;
}

/// What is wrong with the values of `options`, or nothing.
template <class Options>
std::optional<InputError> option_fault(const Options& options) {
  std::optional<InputError> fault;
  Options::visit_options(options, [&](const OptionField& field, const auto& value) {
    using Field = std::remove_cvref_t<decltype(value)>;
    bool valid = true;
    if constexpr (option_text::has_range<Field>) {
      valid = value >= field.least && value <= field.most;
    } else if constexpr (NamedEnum<Field>) {
      valid = static_cast<std::size_t>(value) < names_of(value).size();
    }
    if (valid || fault) return;
    fault = InputError{field.name, option_text::has_range<Field> ? option_text::print(value) : "",
                       option_text::domain(field, value), field.rule};
  });
  return fault;
}

/// What is wrong with a number of players that must be from `least` to `most`, or nothing.
inline std::optional<InputError> players_fault(int players, int least, int most) {
  if (players >= least && players <= most) return std::nullopt;
  return InputError{"players", std::to_string(players),
                    "must be from " + std::to_string(least) + " to " + std::to_string(most), ""};
}

/// Writes all options as `name=value`, separated by blanks.
template <class Options>
std::string print_options(const Options& options) {
  std::string text;
  Options::visit_options(options, [&](const OptionField& field, const auto& value) {
    if (!text.empty()) text += ' ';
    text += field.name;
    text += '=' + option_text::print(value);
  });
  return text;
}

/// Reads options as `print_options` writes them; options that are not named keep their default.
/// Refuses unknown and repeated names and every value outside its range; messages call each of
/// them `called`.
template <class Options>
Result<Options> parse_options(std::string_view text, const std::string& called = "option") {
  Options options;
  std::vector<std::string_view> seen;
  while (!text.empty()) {
    std::string_view word = split_off(text, " ");
    if (word.empty()) continue;
    const std::string_view name = split_off(word, "=");
    for (const std::string_view other : seen) {
      if (other == name) {
        return tl::unexpected(InputError{std::string(name), std::string(word), "given twice", ""});
      }
    }
    seen.push_back(name);
    bool known = false;
    std::string names;
    std::optional<InputError> fault;
    Options::visit_options(options, [&](const OptionField& field, auto& value) {
      names += (names.empty() ? "" : ", ") + std::string(field.name);
      if (name != field.name) return;
      known = true;
      if (!option_text::parse(word, value)) {
        fault = InputError{field.name, std::string(word), option_text::domain(field, value),
                           field.rule};
      }
    });
    if (!known) return tl::unexpected(option_text::unknown(called, name, names));
    if (fault) return tl::unexpected(*fault);
  }
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  return options;
}

}  // namespace chemix
