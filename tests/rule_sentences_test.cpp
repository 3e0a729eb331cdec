// SPDX-License-Identifier: Apache-2.0
#include "chemix/rule_sentences.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("rule sentences") {
  TEST_CASE("GN-10: each reason has a sentence of its own in each language") {
    for (const Language language : {Language::De, Language::Fr, Language::En}) {
      std::set<std::string_view> sentences;
      for (std::uint8_t detail = 0; detail <= 4; ++detail) {
        const auto sentence = rule_sentence({"GN-10", detail}, language);
        CHECK(!sentence.empty());
        sentences.insert(sentence);
      }
      CHECK(sentences.size() == 5);
    }
    CHECK(rule_sentence({"GN-10", 3}, Language::De) == "Das Spiel ist zu Ende.");
    CHECK(rule_sentence({"GN-10", 3}, Language::Fr) == "La partie est terminée.");
    CHECK(rule_sentence({"GN-10", 3}, Language::En) == "The game is over.");
  }

  TEST_CASE("CF-8: too large a hand is told from a multiplier that is returned too early") {
    for (const Language language : {Language::De, Language::Fr, Language::En}) {
      CHECK(rule_sentence({"CF-8", 1}, language) != rule_sentence({"CF-8"}, language));
    }
  }

  TEST_CASE("CN-2: that one could capture is said in words of its own in each language") {
    for (const Language language : {Language::De, Language::Fr, Language::En}) {
      CHECK(rule_sentence({"CN-2", 1}, language) != rule_sentence({"CN-2"}, language));
    }
  }

  TEST_CASE("a detail without words of its own is said in general, and other rules are not") {
    CHECK(rule_sentence({"GN-10", 99}, Language::En) == rule_sentence({"GN-10"}, Language::En));
    CHECK(rule_sentence({"CU-11", 1}, Language::En) == rule_sentence({"CU-11"}, Language::En));
    CHECK(rule_sentence({"GN-1"}, Language::En).empty());
  }

  TEST_CASE("a refusal in words names the action, the reason and the rule") {
    const auto game = *make_game({.name = "chemuno", .players = 2});
    RuleError error{"GN-10", 2};
    error.action = static_cast<std::uint16_t>(*game->parse_action("lay Fe"));
    CHECK(refusal_text(*game, error, Language::En) == "lay Fe: It is not your turn. [GN-10]");
    CHECK(refusal_text(*game, error, Language::De) == "lay Fe: Du bist nicht am Zug. [GN-10]");
  }
}
