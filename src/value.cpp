// SPDX-License-Identifier: Apache-2.0
// Values, and errors of values from outside.
#include "chemix/core/value.hpp"

#include <algorithm>

namespace chemix {

std::optional<std::size_t> index_of(std::span<const std::string_view> names,
                                    std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

// Defined here, so that sources that include the header do not compile them. The copy constructor
// assigns: if memory runs out while a variant with texts is copy-constructed, libstdc++ 12 destroys
// an object that does not exist yet.
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

Value& Value::add(std::string_view name, Value value) {
  std::get<Map>(kept_).push_back({std::string(name), std::move(value)});
  return *this;
}

void Value::push_back(Value value) { std::get<List>(kept_).push_back(std::move(value)); }

bool ValueReader::refuse(std::string_view reason, std::string_view rule) const {
  if (error_) return false;
  error_ = InputError{path_.empty() ? "values" : path_, shown(), reason, rule};
  return false;
}

bool ValueReader::refuse_beyond(std::size_t most) const {
  return refuse("the list must have at most " + std::to_string(most) + " entries");
}

bool ValueReader::agrees(const Value& expected) const {
  return value_ == expected ||
         refuse("must be " + json_text(expected) + ", as follows from other fields");
}

bool ValueReader::truth(bool& to) const {
  const bool* found = value_.as<bool>();
  if (found == nullptr) return refuse("must be true or false");
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
  if (found == nullptr) return refuse("must be a string");
  to = *found;
  return true;
}

bool ValueReader::each(FunctionRef<bool(const ValueReader&)> take) const {
  const auto* list = value_.as<Value::List>();
  if (list == nullptr) return refuse("must be a list");
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!take(entry((*list)[i], i))) return false;
  }
  return true;
}

bool ValueReader::each_of(std::size_t size,
                          FunctionRef<bool(const ValueReader&, std::size_t)> take) const {
  const auto* list = value_.as<Value::List>();
  if (list == nullptr || list->size() != size) {
    return refuse("must be a list of " + std::to_string(size) + " entries");
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (!take(entry((*list)[i], i), i)) return false;
  }
  return true;
}

bool ValueReader::each_field(FunctionRef<bool(const ValueReader&, std::string_view)> take) const {
  const auto* map = value_.as<Value::Map>();
  if (map == nullptr) return refuse("must be a map");
  for (const Value::Field& field : *map) {
    const ValueReader reader = child(field);
    if (value_.find(field.name) != &field.value) return reader.refuse("given twice");
    if (!take(reader, field.name)) return false;
  }
  return true;
}

bool ValueReader::name(std::size_t& to, std::span<const std::string_view> names) const {
  std::string_view name;
  if (!text(name)) return false;
  if (const auto index = index_of(names, name)) {
    to = *index;
    return true;
  }
  std::string known;
  for (const std::string_view each : names) {
    known += (known.empty() ? "" : ", ") + std::string(each);
  }
  return refuse("must be one of " + known);
}

ValueReader ValueReader::entry(const Value& value, std::size_t i) const {
  return {value, path_ + "[" + std::to_string(i) + "]", error_};
}

ValueReader ValueReader::child(const Value::Field& field) const {
  return {field.value, path_.empty() ? field.name : path_ + "." + field.name, error_};
}

std::string ValueReader::shown() const {
  return value_.visit([&]<class T>(const T& kept) -> std::string {
    if constexpr (std::same_as<T, std::string>) return kept;
    if constexpr (std::same_as<T, Value::List>)
      return "a list of " + std::to_string(kept.size()) + " entries";
    if constexpr (std::same_as<T, Value::Map>) return "a map";
    return json_text(value_);
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
