// SPDX-License-Identifier: Apache-2.0
// Serialization of whole states as bytes, text and values (JSON): round trips, and rejection of
// truncated, extended or foreign input.
#include "chemix/core/parts.hpp"

#include "support/printing.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

struct NoDeck {};
const NoDeck no_deck;

struct Open {
  bool over = false;
  std::uint16_t pot = 0;

  bool operator==(const Open&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("over", self.over);
    visit("pot", self.pot);
  }
};
struct Own {
  std::uint8_t coins = 0;

  bool operator==(const Own&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("coins", self.coins); }
};
struct Nothing {
  static constexpr void visit_fields(auto&, auto&&) {}
};
struct HistoryDigests {
  std::uint64_t history = 0;

  bool operator==(const HistoryDigests&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("history", self.history); }
};

const GameName coins{"coins", 0x123456789abcdef0};
// The same game with other options.
const GameName other_coins{"coins", 0x123456789abcdef1};

// A state of a game for two players.
struct Position {
  Open open;
  std::vector<Own> own{2};
  Nothing hidden;
  HistoryDigests history;
  std::uint32_t chance_count = 0;

  bool operator==(const Position& other) const {
    return open == other.open && own == other.own && history == other.history &&
           chance_count == other.chance_count;
  }
  [[nodiscard]] StateParts parts() const {
    const InPlay<NoDeck> play(no_deck, 2);
    return {fields_in(play, open),    {fields_in(play, own[0]), fields_in(play, own[1])},
            fields_in(play, hidden),  fields_in(play, hidden),
            fields_in(play, history), fields_in(play, parts::ChanceCount{chance_count})};
  }
};

Position middle() {
  Position position;
  position.open = {false, 300};
  position.own[0].coins = 5;
  position.own[1].coins = 7;
  position.history.history = 99;
  position.chance_count = 4;
  return position;
}

std::string message_of(const std::optional<InputError>& error) {
  return error ? error->message() : "";
}

std::vector<std::byte> bytes_of(const Position& position) {
  std::vector<std::byte> bytes(100);
  bytes.resize(write_parts(bytes, coins.key, position.parts()));
  return bytes;
}
std::string refused_bytes(std::span<const std::byte> bytes) {
  const Position position;
  return message_of(read_parts(bytes, coins.key, position.parts()));
}
std::string refused_text(std::string_view text) {
  const Position position;
  return message_of(parse_parts(text, coins, position.parts()));
}
std::string refused_data(const Value& data) {
  const Position position;
  return message_of(read_named(data, coins, position.parts(), [](const void*, std::size_t) {}));
}

// The same map with another value of a field.
Value with(const Value& data, std::string_view name, Value value) {
  Value changed = Value::map();
  for (const Value::Field& field : *data.as<Value::Map>()) {
    changed.add(field.name, field.name == name ? std::move(value) : field.value);
  }
  return changed;
}

}  // namespace

TEST_SUITE("forms of states") {
  TEST_CASE("bytes, text and values survive the round trip") {
    const Position position = middle();
    Position again;
    CHECK(!read_parts(bytes_of(position), coins.key, again.parts()));
    CHECK(again == position);
    again = {};
    CHECK(!parse_parts(print_parts(coins, position.parts()), coins, again.parts()));
    CHECK(again == position);
    again = {};
    CHECK(!read_named(parts_value(coins, position.parts()), coins, again.parts(),
                      [](const void*, std::size_t) {}));
    CHECK(again == position);
  }

  TEST_CASE("truncated, extended or invalid bytes are rejected") {
    std::vector<std::byte> bytes = bytes_of(middle());
    const std::vector<std::pair<std::size_t, std::string>> begins = {
        {8, "over"}, {9, "pot"}, {11, "coins"}, {13, "history"}, {21, "chance_count"}};
    REQUIRE(bytes.size() == 25);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      std::string expected = "bytes: too short: the game key is missing";
      for (const auto& [begin, name] : begins) {
        if (size >= begin) expected = name + ": the bytes end too early";
      }
      CHECK(refused_bytes(std::span(bytes).first(size)) == expected);
    }
    bytes[8] = std::byte{2};
    CHECK(refused_bytes(bytes) == "over: not a valid value of this field");
    bytes[8] = std::byte{0};
    bytes.push_back(std::byte{0});
    CHECK(refused_bytes(bytes) == "bytes: 1 bytes follow the end");
  }

  TEST_CASE("truncated or extended text is rejected") {
    const std::string text = print_parts(coins, middle().parts());
    CHECK(text ==
          "coins#123456789abcdef0 | over=no pot=300 | coins=5 | coins=7 | |"
          " history=99 chance_count=4");
    CHECK(refused_text(text + " |") == "end =  |: nothing may follow the last field");
    CHECK(refused_text(text + " ") == "end =  : nothing may follow the last field");
    CHECK(refused_text(text + " history=99") ==
          "end =  history=99: nothing may follow the last field");
    CHECK(refused_text(text + "\n") != "");
    for (std::size_t size = 0; size < text.size(); ++size) {
      CHECK_MESSAGE(refused_text(text.substr(0, size)) != "", text.substr(0, size));
    }
  }

  TEST_CASE("bytes, text and values of a game with other options are rejected") {
    const Position position = middle();
    std::vector<std::byte> bytes = bytes_of(position);
    write_parts(bytes, other_coins.key, position.parts());
    CHECK(refused_bytes(bytes) ==
          "game key = 123456789abcdef1: belongs to another game; expected 123456789abcdef0");
    CHECK(refused_text(print_parts(other_coins, position.parts())) ==
          "game = coins#123456789abcdef1: must be coins#123456789abcdef0");
    CHECK(refused_data(parts_value(other_coins, position.parts())) ==
          "key = 123456789abcdef1: must be 123456789abcdef0");
    const Value data = parts_value(coins, position.parts());
    CHECK(refused_data(with(data, "key", 1)) == "key = 1: must be a string");
    CHECK(refused_data(with(data, "game", "coin")) == "game = coin: must be coins");
  }

  TEST_CASE("values have exactly one hand for each player") {
    const Value data = parts_value(coins, middle().parts());
    const Value::List own = *data.find("own")->as<Value::List>();
    CHECK(refused_data(data) == "");
    CHECK(refused_data(with(data, "own", Value::List{own[0]})) ==
          "own = a list of 1 entries: must be a list of 2 entries");
    CHECK(refused_data(with(data, "own", Value::List{own[0], own[1], own[1]})) ==
          "own = a list of 3 entries: must be a list of 2 entries");
    CHECK(refused_data(with(data, "own", own[0])) == "own = a map: must be a list of 2 entries");
  }
}
