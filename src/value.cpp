// SPDX-License-Identifier: Apache-2.0
// Plain data, and what is wrong with such that comes from outside.
#include "chemix/core/value.hpp"

#include <algorithm>

namespace chemix {

// Here, so that who only includes the header does not compile them. A copy is assigned: where
// memory runs out while a variant with texts is constructed as one, libstdc++ 12 destroys what is
// not there yet.
Value::Value() = default;
Value::Value(const Value& other) { kept_ = other.kept_; }
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value::Value(Truth truth) : kept_(truth.truth) {}
Value::Value(Number number) : kept_(number.number) {}
Value::Value(double number) : kept_(number) {}
Value::Value(std::string text) : kept_(std::move(text)) {}
Value::Value(std::string_view text) : kept_(std::string(text)) {}
Value::Value(const char* text) : kept_(std::string(text)) {}
Value::Value(List list) : kept_(std::move(list)) {}
Value::Value(Map map) : kept_(std::move(map)) {}

Value Value::list() { return List(); }
Value Value::map() { return Map(); }

bool operator==(const Value& lhs, const Value& rhs) { return lhs.kept_ == rhs.kept_; }

const Value* Value::find(std::string_view name) const {
  const Map* map = as<Map>();
  if (map == nullptr) return nullptr;
  for (const Field& field : *map) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

bool Value::contains(const Value& value) const {
  const List* list = as<List>();
  return list != nullptr && std::find(list->begin(), list->end(), value) != list->end();
}

Value& Value::add(std::string name, Value value) {
  std::get<Map>(kept_).push_back({std::move(name), std::move(value)});
  return *this;
}

void Value::push_back(Value value) { std::get<List>(kept_).push_back(std::move(value)); }

bool ValueReader::refuse(std::string reason, std::string rule) const {
  if (fault_) return false;
  fault_ =
      InputError{path_.empty() ? "values" : path_, shown(), std::move(reason), std::move(rule)};
  return false;
}

bool ValueReader::truth(bool& to) const {
  const bool* found = value_.as<bool>();
  if (found == nullptr) return refuse("must be a truth value");
  to = *found;
  return true;
}

bool ValueReader::number(std::int64_t& to, std::int64_t least, std::int64_t most) const {
  const auto* found = value_.as<std::int64_t>();
  if (found == nullptr || *found < least || *found > most) {
    return refuse("must be a whole number from " + std::to_string(least) + " to " +
                  std::to_string(most));
  }
  to = *found;
  return true;
}

bool ValueReader::text(std::string_view& to) const {
  const auto* found = value_.as<std::string>();
  if (found == nullptr) return refuse("must be a text");
  to = *found;
  return true;
}

ValueReader ValueReader::entry(const Value& value, std::size_t i) const {
  return {value, path_ + "[" + std::to_string(i) + "]", fault_};
}

ValueReader ValueReader::child(const Value::Field& field) const {
  return {field.value, path_.empty() ? field.name : path_ + "." + field.name, fault_};
}

std::string ValueReader::shown() const {
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

namespace value_schema {

Value of_type(const char* type) { return Value::map().add("type", type); }

Value number(std::int64_t least, std::int64_t most) {
  return of_type("integer").add("minimum", least).add("maximum", most);
}

Value one_of(Value list) { return Value::map().add("enum", std::move(list)); }

Value list(Value entry) { return of_type("array").add("items", std::move(entry)); }

Value list(Value entry, int size) {
  return list(std::move(entry)).add("minItems", size).add("maxItems", size);
}

Value or_null(Value schema) {
  Value either = Value::list();
  either.push_back(std::move(schema));
  either.push_back(of_type("null"));
  return Value::map().add("anyOf", std::move(either));
}

Value map(Value fields) {
  Value names = Value::list();
  for (const Value::Field& field : *fields.as<Value::Map>()) names.push_back(field.name);
  return of_type("object")
      .add("properties", std::move(fields))
      .add("required", std::move(names))
      .add("additionalProperties", false);
}

}  // namespace value_schema

}  // namespace chemix
