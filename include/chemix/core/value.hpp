// SPDX-License-Identifier: Apache-2.0
// Value: the plain data (JSON) that everything about a game can be converted to and read from, with
// precise errors for invalid input.
#pragma once

#include "chemix/core/error.hpp"
#include "chemix/core/function_ref.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace chemix {

/// The index of `name` in `names`, or nothing.
std::optional<std::size_t> index_of(std::span<const std::string_view> names, std::string_view name);

/// A field of a map.
template <class Kept>
struct NamedValue {
  std::string name;
  Kept value;

  friend bool operator==(const NamedValue& lhs, const NamedValue& rhs) {
    return lhs.name == rhs.name && lhs.value == rhs.value;
  }
};

/// Null, a boolean, a number, a text, a list, or a map with text keys that keeps insertion order.
class Value {
 public:
  // A template, since `Value` is incomplete here.
  using Field = NamedValue<Value>;
  using List = std::vector<Value>;
  using Map = std::vector<Field>;

  Value();
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();
  // Implicit, so that data reads naturally. Integers are signed 64-bit. Non-finite numbers become
  // null in JSON.
  template <class T>
  requires std::same_as<T, bool> Value(T truth) : Value(Truth{truth}) {}  // NOLINT
  template <std::integral T>
  requires(!std::same_as<T, bool>) Value(T number)  // NOLINT
      : Value(Number{static_cast<std::int64_t>(number)}) {}
  Value(double number);          // NOLINT
  Value(std::string text);       // NOLINT
  Value(std::string_view text);  // NOLINT
  Value(const char* text);       // NOLINT
  Value(List list);              // NOLINT
  Value(Map map);                // NOLINT

  /// An empty list and an empty map.
  static Value list();
  static Value map();
  /// A list of the elements of `values`.
  template <class Values>
  static Value list_of(const Values& values) {
    List list;
    for (const auto& value : values) list.emplace_back(value);
    return list;
  }

  friend bool operator==(const Value& lhs, const Value& rhs);

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(kept_); }
  /// The value as `bool`, `std::int64_t`, `double`, `std::string`, `List` or `Map`; null if it has
  /// another type.
  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&kept_);
  }
  /// Calls `use` with the value as one of these types, or with `std::monostate`.
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit(use, kept_);
  }

  /// The field of this name; null if there is none or the value is not a map.
  [[nodiscard]] const Value* find(std::string_view name) const;
  /// Whether the value is a list that contains `value`.
  [[nodiscard]] bool contains(const Value& value) const;
  /// Adds a field. Precondition: the value is a map without a field of this name.
  Value& add(std::string_view name, Value value);
  /// Appends to a list. Precondition: the value is a list.
  void push_back(Value value);

 private:
  // Tag types for the private constructors behind the templates for booleans and integers.
  struct Truth {
    bool truth;
  };
  struct Number {
    std::int64_t number;
  };
  explicit Value(Truth truth);
  explicit Value(Number number);

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map> kept_;
};

/// Reads a value from an untrusted source and keeps the first error, with its path: `own[1].hand`.
/// The reading functions return whether there was no error.
class ValueReader {
 public:
  /// `path` names the value in messages, empty for a whole one; `error` must outlive the reader.
  ValueReader(const Value& value, std::string path, std::optional<InputError>& error)
      : value_(value), path_(std::move(path)), error_(error) {}

  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] bool is_text() const { return value_.as<std::string>() != nullptr; }

  /// Reports the value as invalid; returns false.
  bool refuse(std::string_view reason, std::string_view rule = "") const;

  /// Reports the value as one entry too many in a list; returns false.
  bool refuse_beyond(std::size_t most) const;

  /// Refuses a value other than `expected`, which follows from other fields.
  bool agrees(const Value& expected) const;

  bool truth(bool& to) const;
  bool number(std::int64_t& to, std::int64_t least, std::int64_t most) const;
  /// The same for any integer type that can hold the range.
  template <std::integral Integer>
  bool number(Integer& to, std::int64_t least, std::int64_t most) const {
    std::int64_t wide = 0;
    if (!number(wide, least, most)) return false;
    to = static_cast<Integer>(wide);
    return true;
  }
  bool text(std::string_view& to) const;
  /// Reads one of several names, as its index.
  bool name(std::size_t& to, std::span<const std::string_view> names) const;
  /// Calls `take(reader)` for every entry of a list until it returns false.
  bool each(FunctionRef<bool(const ValueReader&)> take) const;
  /// Calls `take(reader, i)` for every entry of a list that must have `size` entries.
  bool each_of(std::size_t size, FunctionRef<bool(const ValueReader&, std::size_t)> take) const;
  /// Calls `take(reader, name)` for every field of a map until it returns false; rejects duplicate
  /// names.
  bool each_field(FunctionRef<bool(const ValueReader&, std::string_view)> take) const;

 private:
  [[nodiscard]] ValueReader entry(const Value& value, std::size_t i) const;
  [[nodiscard]] ValueReader child(const Value::Field& field) const;
  // The given value, shortened to fit into a message.
  [[nodiscard]] std::string shown() const;

  const Value& value_;
  std::string path_;
  std::optional<InputError>& error_;
};

// ---- Schemas: what values of a form look like, in the words of JSON Schema ----

namespace value_schema {

Value of_type(const char* type);
Value number(std::int64_t least, std::int64_t most);
/// One of several texts.
Value one_of(Value list);
Value list(Value entry);
/// A list of exactly `size` entries.
Value list(Value entry, int size);
Value or_null(Value schema);
/// A map with exactly these fields; `fields` are schemas by name.
Value map(Value fields);

}  // namespace value_schema

// ---- JSON ----

/// Data as JSON: on one line, or indented by `indent` blanks per level.
[[nodiscard]] std::string json_text(const Value& value, std::optional<int> indent = {});

/// Parses JSON; `name` identifies the source in messages. Rejects invalid JSON, text longer than
/// `max_bytes`, and nesting deeper than 32 levels. Numbers that are not integers are kept as such.
[[nodiscard]] Result<Value> read_json(std::string_view text, const std::string& name,
                                      std::size_t max_bytes = 1 << 20);
/// Parses a number in JSON syntax, whatever the locale; nothing if the text is not one.
[[nodiscard]] std::optional<double> read_real(std::string_view text);
/// The text with invalid UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace chemix
