// SPDX-License-Identifier: Apache-2.0
// Value: plain data, in which everything of a game can be told and read; and what is wrong with it.
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

/// Where a name stands among others, if it does.
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

/// Nothing, a truth value, a number, a text, a list, or a map from texts in the order in which its
/// fields were added.
class Value {
 public:
  // A template, since it keeps what is not complete here.
  using Field = NamedValue<Value>;
  using List = std::vector<Value>;
  using Map = std::vector<Field>;

  Value();
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();
  // Implicit, so that what is told reads as what it is. Whole numbers fit into 64 bits with a sign;
  // those that are not finite are null in JSON.
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
  /// A list of what `values` holds.
  template <class Values>
  static Value list_of(const Values& values) {
    List list;
    for (const auto& value : values) list.emplace_back(value);
    return list;
  }

  friend bool operator==(const Value& lhs, const Value& rhs);

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(kept_); }
  /// The value as `bool`, `std::int64_t`, `double`, `std::string`, `List` or `Map` if it is that.
  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&kept_);
  }
  /// Calls `use` with what it is: one of these, or `std::monostate`.
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit(use, kept_);
  }

  /// The field of a map; nothing when there is none, or this is no map.
  [[nodiscard]] const Value* find(std::string_view name) const;
  /// Tells whether it is a list that has this value.
  [[nodiscard]] bool contains(const Value& value) const;
  /// Adds a field. Precondition: it is a map without a field of this name.
  Value& add(std::string_view name, Value value);
  /// Adds to a list. Precondition: it is one.
  void push_back(Value value);

 private:
  // What is made of a truth value and a number of any type.
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

/// Reads a value that comes from outside, and keeps the first thing that is wrong, with where it
/// stands: `own[1].hand`. What is read returns whether nothing was wrong.
class ValueReader {
 public:
  /// `path` is what messages call the value, empty for a whole one; `error` outlives the reader.
  ValueReader(const Value& value, std::string path, std::optional<InputError>& error)
      : value_(value), path_(std::move(path)), error_(error) {}

  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] bool is_text() const { return value_.as<std::string>() != nullptr; }

  /// Keeps that the value is wrong; false.
  bool refuse(std::string_view reason, std::string_view rule = "") const;

  bool truth(bool& to) const;
  bool number(std::int64_t& to, std::int64_t least, std::int64_t most) const;
  /// The same for any type of number that can hold them.
  template <std::integral Integer>
  bool number(Integer& to, std::int64_t least, std::int64_t most) const {
    std::int64_t wide = 0;
    if (!number(wide, least, most)) return false;
    to = static_cast<Integer>(wide);
    return true;
  }
  bool text(std::string_view& to) const;
  /// One of some names, by its index.
  bool name(std::size_t& to, std::span<const std::string_view> names) const;
  /// Calls `take(reader)` for every entry of a list until it returns false.
  bool each(FunctionRef<bool(const ValueReader&)> take) const;
  /// Calls `take(reader, i)` for every entry of a list that must have `size` of them.
  bool each_of(std::size_t size, FunctionRef<bool(const ValueReader&, std::size_t)> take) const;
  /// Calls `take(reader, name)` for every field of a map until it returns false; refuses a name
  /// that stands twice.
  bool each_field(FunctionRef<bool(const ValueReader&, std::string_view)> take) const;

 private:
  [[nodiscard]] ValueReader entry(const Value& value, std::size_t i) const;
  [[nodiscard]] ValueReader child(const Value::Field& field) const;
  // What was given, as far as a message has room for it.
  [[nodiscard]] std::string shown() const;

  const Value& value_;
  std::string path_;
  std::optional<InputError>& error_;
};

// ---- Schemas: what values of a form look like, in the words of JSON Schema ----

namespace value_schema {

Value of_type(const char* type);
Value number(std::int64_t least, std::int64_t most);
/// One of some texts.
Value one_of(Value list);
Value list(Value entry);
/// A list of exactly so many.
Value list(Value entry, int size);
Value or_null(Value schema);
/// A map that has all of these fields and no others; `fields` are schemas by name.
Value map(Value fields);

}  // namespace value_schema

// ---- JSON ----

/// Data as JSON on one line, or in lines that are indented by so many blanks a level.
[[nodiscard]] std::string json_text(const Value& value, std::optional<int> indent = {});

/// Data from JSON; `name` is what messages call it. Refuses what is no JSON, longer than
/// `most_bytes` or nested deeper than 32 levels. Numbers that are not whole stay so.
[[nodiscard]] Result<Value> read_json(std::string_view text, const std::string& name,
                                      std::size_t most_bytes = 1 << 20);
/// A number as JSON writes it, whatever the locale; nothing if the text is another.
[[nodiscard]] std::optional<double> read_real(std::string_view text);
/// The text with U+FFFD in the place of what is no UTF-8.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace chemix
