// SPDX-License-Identifier: Apache-2.0
// Lists of type-erased fields as bytes, values and text.
#include "chemix/core/codec.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace chemix {

std::optional<InputError> key_error(ByteReader& source, std::uint64_t key) {
  const std::uint64_t found = source.take(8);
  if (!source.ok()) return InputError{"bytes", "", "too short: the game key is missing", ""};
  if (found == key) return std::nullopt;
  return InputError{"game key", hex(found), "belongs to another game; expected " + hex(key), ""};
}

InputError bad_bytes(const ByteReader& source, std::string_view field) {
  return {field, "", source.ok() ? "not a valid value of this field" : "the bytes end too early",
          ""};
}

std::optional<InputError> end_error(const ByteReader& source) {
  if (!source.ok()) return InputError{"bytes", "", "the bytes end too early", ""};
  if (source.left() == 0) return std::nullopt;
  return InputError{"bytes", "", std::to_string(source.left()) + " bytes follow the end", ""};
}

void Fields::add(const Field& field) { fields_.push_back(field); }

void Fields::write(ByteWriter& sink) const {
  for (const Field& field : fields_) field.forms->write(sink, rules_, field.at);
}

std::optional<std::string_view> Fields::read(ByteReader& source) const {
  for (const Field& field : fields_) {
    if (!field.forms->read(source, rules_, field.at)) return field.name;
  }
  return std::nullopt;
}

void Fields::add_to(Value& map) const {
  for (const Field& field : fields_)
    map.add(field.name, field.data->to_value(rules_, field.data_at));
}

Value Fields::value() const {
  Value map = Value::map();
  add_to(map);
  return map;
}

bool Fields::read_value(const ValueReader& source, std::string_view name,
                        FunctionRef<void(const void*, std::size_t)> named) const {
  for (const Field& field : fields_) {
    if (name != field.name) continue;
    named(field.at, field.size);
    return field.data->from_value(source, rules_, field.data_at);
  }
  return source.refuse("no such field");
}

bool Fields::agrees(const ValueReader& source, std::string_view name) const {
  for (const Field& field : fields_) {
    if (name != field.name || !field.has_form) continue;
    return source.agrees(field.data->to_value(rules_, field.data_at));
  }
  return true;
}

void Fields::add_schemas_to(Value& map) const {
  for (const Field& field : fields_) map.add(field.name, field.data->schema(rules_));
}

void Fields::print(std::string& text) const {
  for (const Field& field : fields_) {
    text += ' ';
    text += field.name;
    text += '=';
    field.forms->print(text, rules_, field.at);
  }
}

void Fields::print_words(std::string& text) const {
  for (const Field& field : fields_) {
    text += ' ';
    field.forms->print(text, rules_, field.at);
  }
}

bool Fields::parse_words(std::string_view text) const {
  for (const Field& field : fields_) {
    if (!field.forms->parse(split_off(text, " "), rules_, field.at)) return false;
  }
  return text.empty();
}

std::optional<FieldFault> Fields::parse(std::string_view& text) const {
  for (const Field& field : fields_) {
    std::string_view rest = text;
    if (rest.empty() || rest.front() != ' ') return FieldFault{field.name, ""};
    rest.remove_prefix(1);
    std::string_view word = rest.substr(0, rest.find(' '));
    const std::string_view found = split_off(word, "=");
    if (found != field.name || !field.forms->parse(word, rules_, field.at)) {
      return FieldFault{field.name, std::string(found == field.name ? word : found)};
    }
    text.remove_prefix(1 + found.size() + 1 + word.size());
  }
  return std::nullopt;
}

}  // namespace chemix
