// SPDX-License-Identifier: Apache-2.0
// States and observations as type-erased parts. Bytes and text have the same fields in different
// orders.
#include "chemix/core/parts.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix {

namespace {

constexpr std::string_view separator = " |";

// Parts in the order of the bytes.
using InOrder = std::vector<const Fields*>;
InOrder in_order(const StateParts& parts) {
  InOrder order{&parts.open};
  for (const Fields& own : parts.own) order.push_back(&own);
  order.insert(order.end(), {&parts.hidden, &parts.knowledge, &parts.history, &parts.chance_count});
  return order;
}
InOrder in_order(const SeenParts& parts) {
  return {&parts.viewer, &parts.open, &parts.own, &parts.knowledge, &parts.history};
}

// Parts in the order of the text; several may follow one separator.
using Line = std::vector<InOrder>;
Line line_of(const StateParts& parts) {
  Line line{{&parts.open}};
  for (const Fields& own : parts.own) line.push_back({&own});
  line.push_back({&parts.hidden});
  line.push_back({&parts.knowledge, &parts.history, &parts.chance_count});
  return line;
}
Line line_of(const SeenParts& parts) {
  return {{&parts.viewer, &parts.history}, {&parts.open}, {&parts.own}, {&parts.knowledge}};
}

std::size_t write(std::span<std::byte> bytes, std::uint64_t key, const InOrder& order) {
  ByteWriter sink(bytes);
  sink.put(key, 8);
  for (const Fields* fields : order) fields->write(sink);
  return sink.size();
}

std::optional<InputError> read(std::span<const std::byte> bytes, std::uint64_t key,
                               const InOrder& order) {
  ByteReader source(bytes);
  if (auto error = key_error(source, key)) return error;
  for (const Fields* fields : order) {
    if (const auto wrong = fields->read(source)) return bad_bytes(source, *wrong);
  }
  return end_error(source);
}

std::string head(const GameName& game) { return std::string(game.name) + '#' + hex(game.key); }

std::string print(const GameName& game, const Line& line) {
  std::string text = head(game);
  for (const InOrder& together : line) {
    text += separator;
    for (const Fields* fields : together) fields->print(text);
  }
  return text;
}

// Removes `words` from the front of a text.
std::optional<InputError> expect(std::string_view& text, std::string_view words, const char* what) {
  if (!text.starts_with(words)) {
    return InputError{what, text.substr(0, words.size()), "must be " + std::string(words), ""};
  }
  text.remove_prefix(words.size());
  return std::nullopt;
}

std::optional<InputError> parse(std::string_view text, const GameName& game, const Line& line) {
  if (auto error = expect(text, head(game), "game")) return error;
  for (const InOrder& together : line) {
    if (auto error = expect(text, separator, "separator")) return error;
    for (const Fields* fields : together) {
      if (const auto wrong = fields->parse(text)) {
        return InputError{wrong->field, wrong->value, "not a valid value of this field", ""};
      }
    }
  }
  if (text.empty()) return std::nullopt;
  return InputError{"end", text, "nothing may follow the last field", ""};
}

Value map_of(std::initializer_list<const Fields*> parts) {
  Value map = Value::map();
  for (const Fields* fields : parts) fields->add_to(map);
  return map;
}

Value schema_of(std::initializer_list<const Fields*> parts) {
  Value fields = Value::map();
  for (const Fields* part : parts) part->add_schemas_to(fields);
  return value_schema::map(std::move(fields));
}

Value schema_head(const GameName& game) {
  const auto only = [](Value text) { return Value::map().add("const", std::move(text)); };
  return Value::map().add("game", only(game.name)).add("key", only(hex(game.key)));
}

}  // namespace

std::size_t write_parts(std::span<std::byte> bytes, std::uint64_t key, const StateParts& parts) {
  return write(bytes, key, in_order(parts));
}

std::size_t write_parts(std::span<std::byte> bytes, std::uint64_t key, const SeenParts& parts) {
  return write(bytes, key, in_order(parts));
}

std::optional<InputError> read_parts(std::span<const std::byte> bytes, std::uint64_t key,
                                     const StateParts& parts) {
  return read(bytes, key, in_order(parts));
}

std::optional<InputError> read_parts(std::span<const std::byte> bytes, std::uint64_t key,
                                     const SeenParts& parts) {
  return read(bytes, key, in_order(parts));
}

std::string print_parts(const GameName& game, const StateParts& parts) {
  return print(game, line_of(parts));
}

std::string print_parts(const GameName& game, const SeenParts& parts) {
  return print(game, line_of(parts));
}

std::optional<InputError> parse_parts(std::string_view text, const GameName& game,
                                      const StateParts& parts) {
  return parse(text, game, line_of(parts));
}

std::optional<InputError> parse_parts(std::string_view text, const GameName& game,
                                      const SeenParts& parts) {
  return parse(text, game, line_of(parts));
}

Value parts_value(const GameName& game, const StateParts& parts) {
  Value own = Value::list();
  for (const Fields& fields : parts.own) own.push_back(map_of({&fields}));
  Value value = Value::map();
  value.add("game", game.name)
      .add("key", hex(game.key))
      .add("open", map_of({&parts.open}))
      .add("own", std::move(own))
      .add("hidden", map_of({&parts.hidden}))
      .add("knowledge", map_of({&parts.knowledge, &parts.history}));
  parts.chance_count.add_to(value);
  return value;
}

Value parts_value(const GameName& game, const SeenParts& parts, bool plays) {
  Value value = Value::map();
  value.add("game", game.name).add("key", hex(game.key));
  parts.viewer.add_to(value);
  value.add("open", map_of({&parts.open}))
      .add("own", plays ? map_of({&parts.own}) : Value())
      .add("knowledge", map_of({&parts.knowledge, &parts.history}));
  return value;
}

Value parts_schema(const GameName& game, const StateParts& parts) {
  Value fields = schema_head(game);
  fields.add("open", schema_of({&parts.open}))
      .add("own",
           value_schema::list(schema_of({&parts.own.front()}), static_cast<int>(parts.own.size())))
      .add("hidden", schema_of({&parts.hidden}))
      .add("knowledge", schema_of({&parts.knowledge, &parts.history}));
  parts.chance_count.add_schemas_to(fields);
  return value_schema::map(std::move(fields));
}

Value parts_schema(const GameName& game, const SeenParts& parts) {
  Value fields = schema_head(game);
  parts.viewer.add_schemas_to(fields);
  fields.add("open", schema_of({&parts.open}))
      .add("own", value_schema::or_null(schema_of({&parts.own})))
      .add("knowledge", schema_of({&parts.knowledge, &parts.history}));
  return value_schema::map(std::move(fields));
}

std::optional<InputError> read_named(const Value& value, const GameName& game,
                                     const StateParts& parts,
                                     FunctionRef<void(const void*, std::size_t)> named) {
  std::optional<InputError> error;
  const auto expect = [](const ValueReader& field, const std::string& expected) {
    std::string_view text;
    return field.text(text) && (text == expected || field.refuse("must be " + expected));
  };
  const auto read = [&](const ValueReader& part, const Fields& fields) {
    return part.each_field([&](const ValueReader& field, std::string_view name) {
      return fields.read_value(field, name, named);
    }) && part.each_field([&](const ValueReader& field, std::string_view name) {
      return fields.agrees(field, name);
    });
  };
  ValueReader(value, "", error).each_field([&](const ValueReader& field, std::string_view name) {
    if (name == "game") return expect(field, std::string(game.name));
    if (name == "key") return expect(field, hex(game.key));
    if (name == "open") return read(field, parts.open);
    if (name == "hidden") return read(field, parts.hidden);
    if (name == "own") {
      return field.each_of(parts.own.size(), [&](const ValueReader& part, std::size_t seat) {
        return read(part, parts.own[seat]);
      });
    }
    if (name != "knowledge") return parts.chance_count.read_value(field, name, named);
    return field.each_field([&](const ValueReader& known, std::string_view what) {
      const bool is_digest = what == "history" || what == "own_history";
      return (is_digest ? parts.history : parts.knowledge).read_value(known, what, named);
    });
  });
  return error;
}

}  // namespace chemix
