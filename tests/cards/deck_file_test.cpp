// SPDX-License-Identifier: Apache-2.0
// Deck files as untrusted JSON: every fault is rejected with the file, the place in it and a
// reason.
#include "chemix/cards/deck_file.hpp"

#include "chemix/cards/plain_deck.hpp"
#include "support/printing.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace chemix;
using Json = nlohmann::ordered_json;

namespace {

std::string file_text(const std::string& name) {
  std::ifstream file(std::string(CHEMIX_DECK_DIR) + "/" + name);
  REQUIRE(file.is_open());
  return {std::istreambuf_iterator<char>(file), {}};
}

InputError chemix_error(const std::string& text) {
  const auto deck = read_deck<ChemixDeck>(text, "my.json");
  REQUIRE(!deck.has_value());
  return deck.error();
}

}  // namespace

TEST_SUITE("deck file") {
  // tests/cards/broken_decks.json has JSON patches that break a deck. tests/python/test_decks.py
  // checks which of them the JSON schema rejects too.
  TEST_CASE("DK-6: a deck file has at most a mebibyte") {
    std::string text = file_text("chemix.json");
    text.resize(max_deck_file_bytes, ' ');
    CHECK(read_deck<ChemixDeck>(text, "my.json").has_value());
    text += ' ';
    CHECK(chemix_error(text).rule == "DK-6");
  }

  TEST_CASE("DK-6: a broken ChemiX deck is rejected with file, place and reason") {
    const Json base = Json::parse(file_text("chemix.json"));
    const Json broken = Json::parse(std::ifstream(CHEMIX_TEST_DIR "/cards/broken_decks.json"));
    for (const Json& fault : broken.at("chemix")) {
      const std::string name = fault.at("name").get<std::string>();
      const auto error = chemix_error(base.patch(fault.at("patch")).dump());
      CHECK_MESSAGE(error.rule == "DK-6", name);
      CHECK_MESSAGE(error.message().find("my.json") != std::string::npos, name);
      const auto word = fault.at("message").get<std::string>();
      CHECK_MESSAGE(error.message().find(word) != std::string::npos, error.message());
    }
  }

  TEST_CASE("DK-10: a broken expansion deck is rejected with file, place and reason") {
    const Json base = Json::parse(file_text("covalent.json"));
    const Json broken = Json::parse(std::ifstream(CHEMIX_TEST_DIR "/cards/broken_decks.json"));
    for (const Json& fault : broken.at("expansion")) {
      const std::string name = fault.at("name").get<std::string>();
      const auto deck = read_deck<ExpansionDeck>(base.patch(fault.at("patch")).dump(), "my.json");
      REQUIRE_MESSAGE(!deck.has_value(), name);
      CHECK_MESSAGE(deck.error().rule == "DK-10", name);
      const auto word = fault.at("message").get<std::string>();
      CHECK_MESSAGE(deck.error().message().find(word) != std::string::npos, deck.error().message());
    }
  }

  TEST_CASE("DK-6: malformed JSON is rejected") {
    const std::string texts[] = {"",
                                 "{",
                                 "[]",
                                 "null",
                                 "42",
                                 "\"deck\"",
                                 std::string(100, '['),
                                 std::string(100000, '['),
                                 "{\"deck\":\"\xff\xfe\"}",
                                 std::string("{\0}", 3),
                                 "{\"deck\":1e999}",
                                 "{\"deck\":\"a\",\"deck\":\"b\"}",
                                 std::string(max_deck_file_bytes + 1, ' ')};
    for (const std::string& text : texts) {
      const auto error = chemix_error(text);
      CHECK(error.rule == "DK-6");
      CHECK(!error.reason.empty());
      // An error in the deck as a whole names the file.
      CHECK(!error.field.ends_with(": "));
    }
  }

  TEST_CASE("DK-6: a duplicate key in a deck file is rejected with its place") {
    const std::string text = file_text("chemix.json");
    const auto error_with = [&](const std::string& key, const std::string& again) {
      std::string repeated = text;
      repeated.insert(repeated.find(key), again + ", ");
      return chemix_error(repeated).message();
    };
    CHECK(error_with("\"title\"", "\"title\": \"Another\"") ==
          "title: given twice (in my.json) [DK-6]");
    CHECK(error_with("\"points\"", "\"points\": 7").find("compounds[0].points: given twice") !=
          std::string::npos);
  }

  TEST_CASE("DK-6, DK-10: each element of a deck file has at least one copy") {
    Json chemix = Json::parse(file_text("chemix.json"));
    chemix["elements"][0]["copies"] = 0;
    CHECK(chemix_error(chemix.dump()).message() ==
          "elements[0].copies = 0: must be at least 1 (in my.json) [DK-6]");
    Json covalent = Json::parse(file_text("covalent.json"));
    // No compound needs krypton, so only its number of copies is wrong.
    covalent["elements"].push_back({{"symbol", "Kr"}, {"copies", 0}});
    const auto deck = read_deck<ExpansionDeck>(covalent.dump(), "my.json");
    REQUIRE(!deck.has_value());
    CHECK(deck.error().field.find("].copies") != std::string::npos);
    CHECK(deck.error().reason == "must be at least 1 (in my.json)");
    CHECK(deck.error().rule == "DK-10");
  }

  TEST_CASE("DK-10: expansion decks are made of the elements 1 to 54") {
    Json deck = Json::parse(file_text("covalent.json"));
    deck["wild_cards"].erase(0);
    for (const char* symbol : {"Xe", "Rn"}) {
      Json changed = deck;
      changed["elements"].push_back({{"symbol", symbol}, {"copies", 1}});
      const auto read = read_deck<ExpansionDeck>(changed.dump(), "my.json");
      CHECK_MESSAGE(read.has_value() == (std::string(symbol) == "Xe"), symbol);
      if (read) CHECK((*read)->content().copies[53] == 1);
      if (!read) CHECK(read.error().value == "Rn");
    }
  }

  TEST_CASE("DK-10: a wild card has a mark for its names, with a known value") {
    const Json base = Json::parse(file_text("covalent.json"));
    const auto error_with = [&](const Json& marks) {
      Json deck = base;
      deck["wild_cards"][0]["marks"] = marks;
      const auto read = read_deck<ExpansionDeck>(deck.dump(), "my.json");
      return read ? std::string() : read.error().message();
    };
    CHECK(error_with({{"names", "attested"}}).empty());
    CHECK(error_with({{"names", "rumored"}}).find("wild_cards[0].marks.names = rumored") !=
          std::string::npos);
    CHECK(error_with({{"names", "attested"}, {"points", "attested"}})
              .find("wild_cards[0].marks.points: is not a key") != std::string::npos);
    CHECK(error_with(Json::object()).find("wild_cards[0].marks.names: is missing") !=
          std::string::npos);
  }

  TEST_CASE("a deck keeps its own sources and those of its compounds") {
    for (const char* file : {"chemix.json", "covalent.json"}) {
      Json json = Json::parse(file_text(file));
      json["sources"] = {"rulebook", "box"};
      json["compounds"][0]["sources"] = {"card"};
      const auto check = [&](const auto& deck) {
        REQUIRE(deck.has_value());
        const auto& content = (*deck)->content();
        CHECK(content.sources == std::vector<std::string>{"rulebook", "box"});
        CHECK(content.compounds[0].sources == std::vector<std::string>{"card"});
        CHECK(Json::parse(deck_text(**deck))["sources"] == json["sources"]);
      };
      if (std::string(file) == "chemix.json") {
        check(read_deck<ChemixDeck>(json.dump(), file));
      } else {
        check(read_deck<ExpansionDeck>(json.dump(), file));
      }
    }
  }

  TEST_CASE("a deck survives the round trip through a file") {
    const auto deck = *builtin_deck<ChemixDeck>("chemix");
    const auto back = read_deck<ChemixDeck>(deck_text(*deck), "copy");
    REQUIRE(back.has_value());
    CHECK((*back)->content() == deck->content());
  }

  TEST_CASE("built-in decks are the files of the repository") {
    CHECK(builtin_deck_names().size() == 3);
    for (const std::string& name : builtin_deck_names()) {
      CHECK(builtin_deck_text(name) == file_text(name + ".json"));
    }
  }

  TEST_CASE("an unknown built-in deck is rejected with a list of the known ones") {
    const auto deck = builtin_deck<ChemixDeck>("klassik");
    REQUIRE(!deck.has_value());
    CHECK(deck.error().field == "deck");
    CHECK(deck.error().reason == "no such built-in deck; known: chemix");
    CHECK(builtin_deck<ExpansionDeck>("klassik").error().reason ==
          "no such built-in deck; known: covalent, ionic");
    CHECK(builtin_deck<ExpansionSet>("klassik").error().reason ==
          "no such built-in deck; known: covalent, ionic, expansion");
    CHECK(!builtin_deck<ChemixDeck>("covalent").has_value());
    CHECK(!builtin_deck<ExpansionDeck>("chemix").has_value());
  }

  TEST_CASE("DK-6, DK-10: a deck of the wrong kind is rejected, and the error names its kind") {
    const auto expansion = builtin_deck<ChemixDeck>("covalent");
    REQUIRE(!expansion.has_value());
    CHECK(expansion.error() ==
          InputError{"covalent", "covalent", "is an expansion deck, not a ChemiX deck", "DK-6"});
    const auto chemix = read_deck<ExpansionSet>(builtin_deck_text("chemix"), "a.json");
    REQUIRE(!chemix.has_value());
    CHECK(chemix.error() ==
          InputError{"a.json", "chemix", "is a ChemiX deck, not an expansion deck", "DK-10"});
  }

  TEST_CASE("a deck that has no file format is rejected as a file") {
    CHECK(builtin_deck<ChipItDeck>("chip_it").has_value());
    const auto deck = read_deck<ChipItDeck>("{}", "chip_it");
    REQUIRE(!deck.has_value());
    CHECK(deck.error().field == "deck");
    CHECK(!read_deck<BasicDeck>("{}", "elements.json").has_value());
  }

  TEST_CASE("DK-7, CI-1: a game with a fixed deck rejects every other name") {
    const auto chip_it = builtin_deck<ChipItDeck>("basic");
    REQUIRE(!chip_it.has_value());
    CHECK(chip_it.error() ==
          InputError{"deck", "basic", "this game is played with the deck chip_it", "CI-1"});
    const auto basic = builtin_deck<BasicDeck>("chemix");
    REQUIRE(!basic.has_value());
    CHECK(basic.error() ==
          InputError{"deck", "chemix", "this game is played with the deck basic", "DK-7"});
    CHECK(builtin_deck<BasicDeck>("basic").has_value());
  }
}
