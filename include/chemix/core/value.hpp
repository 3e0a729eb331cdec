// SPDX-License-Identifier: Apache-2.0
// Value: plain data, in which everything of a game can be told and read; and what is wrong with it.
#pragma once

#include "chemix/core/error.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace chemix {

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

  Value() = default;
  // Implicit, so that what is told reads as what it is.
  template <class T>
  requires std::same_as<T, bool> Value(T truth) : kept_(truth) {}  // NOLINT
  template <std::integral T>
  requires(!std::same_as<T, bool>) Value(T number)  // NOLINT
      : kept_(static_cast<std::int64_t>(number)) {}
  Value(double number) : kept_(number) {}                     // NOLINT
  Value(std::string text) : kept_(std::move(text)) {}         // NOLINT
  Value(std::string_view text) : kept_(std::string(text)) {}  // NOLINT
  Value(const char* text) : kept_(std::string(text)) {}       // NOLINT
  Value(List list) : kept_(std::move(list)) {}                // NOLINT
  Value(Map map) : kept_(std::move(map)) {}                   // NOLINT

  /// An empty list and an empty map.
  static Value list() { return List(); }
  static Value map() { return Map(); }
  /// A list of what `values` holds.
  template <class Values>
  static Value list_of(const Values& values) {
    List list;
    for (const auto& value : values) list.emplace_back(value);
    return list;
  }

  friend bool operator==(const Value& lhs, const Value& rhs) { return lhs.kept_ == rhs.kept_; }

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
  Value& add(std::string name, Value value);
  /// Adds to a list. Precondition: it is one.
  void push_back(Value value) { std::get<List>(kept_).push_back(std::move(value)); }

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map> kept_;
};

inline const Value* Value::find(std::string_view name) const {
  const Map* map = as<Map>();
  if (map == nullptr) return nullptr;
  for (const Field& field : *map) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

inline bool Value::contains(const Value& value) const {
  const List* list = as<List>();
  return list != nullptr && std::find(list->begin(), list->end(), value) != list->end();
}

inline Value& Value::add(std::string name, Value value) {
  std::get<Map>(kept_).push_back({std::move(name), std::move(value)});
  return *this;
}

/// Reads a value that comes from outside, and keeps the first thing that is wrong, with where it
/// stands: `own[1].hand`. What is read returns whether nothing was wrong.
class ValueReader {
 public:
  /// `path` is what messages call the value, empty for a whole one; `fault` outlives the reader.
  ValueReader(const Value& value, std::string path, std::optional<InputError>& fault)
      : value_(value), path_(std::move(path)), fault_(fault) {}

  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] bool is_text() const { return value_.as<std::string>() != nullptr; }

  /// Keeps that the value is wrong; false.
  bool refuse(std::string reason, std::string rule = "") const {
    if (fault_) return false;
    fault_ =
        InputError{path_.empty() ? "values" : path_, shown(), std::move(reason), std::move(rule)};
    return false;
  }

  bool truth(bool& to) const {
    const bool* found = value_.as<bool>();
    if (found == nullptr) return refuse("must be a truth value");
    to = *found;
    return true;
  }
  bool number(std::int64_t& to, std::int64_t least, std::int64_t most) const {
    const auto* found = value_.as<std::int64_t>();
    if (found == nullptr || *found < least || *found > most) {
      return refuse("must be a whole number from " + std::to_string(least) + " to " +
                    std::to_string(most));
    }
    to = *found;
    return true;
  }
  /// The same for any type of number that can hold them.
  template <std::integral Integer>
  bool number(Integer& to, std::int64_t least, std::int64_t most) const {
    std::int64_t wide = 0;
    if (!number(wide, least, most)) return false;
    to = static_cast<Integer>(wide);
    return true;
  }
  bool text(std::string_view& to) const {
    const auto* found = value_.as<std::string>();
    if (found == nullptr) return refuse("must be a text");
    to = *found;
    return true;
  }
  /// Calls `take(reader)` for every entry of a list until it returns false.
  template <class Take>
  bool each(Take&& take) const {
    const auto* list = value_.as<Value::List>();
    if (list == nullptr) return refuse("must be a list");
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (!take(entry((*list)[i], i))) return false;
    }
    return true;
  }
  /// Calls `take(reader, i)` for every entry of a list that must have `size` of them.
  template <class Take>
  bool each_of(std::size_t size, Take&& take) const {
    const auto* list = value_.as<Value::List>();
    if (list == nullptr || list->size() != size) {
      return refuse("must be a list of " + std::to_string(size));
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (!take(entry((*list)[i], i), i)) return false;
    }
    return true;
  }
  /// Calls `take(reader, name)` for every field of a map until it returns false; refuses a name
  /// that stands twice.
  template <class Take>
  bool each_field(Take&& take) const {
    const auto* map = value_.as<Value::Map>();
    if (map == nullptr) return refuse("must be a map");
    for (std::size_t i = 0; i < map->size(); ++i) {
      const ValueReader reader = child((*map)[i]);
      if (value_.find((*map)[i].name) != &(*map)[i].value) return reader.refuse("given twice");
      if (!take(reader, std::string_view((*map)[i].name))) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] ValueReader entry(const Value& value, std::size_t i) const {
    return {value, path_ + "[" + std::to_string(i) + "]", fault_};
  }
  [[nodiscard]] ValueReader child(const Value::Field& field) const {
    return {field.value, path_.empty() ? field.name : path_ + "." + field.name, fault_};
  }
  // What was given, as far as a message has room for it.
  [[nodiscard]] std::string shown() const {
    return value_.visit([]<class T>(const T& kept) -> std::string {
      if constexpr (std::same_as<T, std::monostate>) return "null";
      if constexpr (std::same_as<T, bool>) return kept ? "true" : "false";
      if constexpr (std::same_as<T, std::int64_t> || std::same_as<T, double>) {
        return std::to_string(kept);
      }
      if constexpr (std::same_as<T, std::string>) return kept;
      if constexpr (std::same_as<T, Value::List>) return "a list of " + std::to_string(kept.size());
      return std::same_as<T, Value::Map> ? "a map" : "";
    });
  }

  const Value& value_;
  std::string path_;
  std::optional<InputError>& fault_;
};

// ---- Schemas: what values of a form look like, in the words of JSON Schema ----

namespace value_schema {

inline Value of_type(const char* type) { return Value::map().add("type", type); }
inline Value number(std::int64_t least, std::int64_t most) {
  return of_type("integer").add("minimum", least).add("maximum", most);
}
/// One of some texts.
inline Value one_of(Value list) { return Value::map().add("enum", std::move(list)); }
inline Value list(Value entry) { return of_type("array").add("items", std::move(entry)); }
/// A list of exactly so many.
inline Value list(Value entry, int size) {
  return list(std::move(entry)).add("minItems", size).add("maxItems", size);
}
inline Value or_null(Value schema) {
  Value either = Value::list();
  either.push_back(std::move(schema));
  either.push_back(of_type("null"));
  return Value::map().add("anyOf", std::move(either));
}
/// A map that has all of these fields and no others; `fields` are schemas by name.
inline Value map(Value fields) {
  Value names = Value::list();
  for (const Value::Field& field : *fields.as<Value::Map>()) names.push_back(field.name);
  return of_type("object")
      .add("properties", std::move(fields))
      .add("required", std::move(names))
      .add("additionalProperties", false);
}

}  // namespace value_schema

}  // namespace chemix
