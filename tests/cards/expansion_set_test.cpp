// SPDX-License-Identifier: Apache-2.0
// One or two expansion decks as the deck of a game: kinds, decks in play, and prices of compounds.
#include "chemix/cards/expansion_set.hpp"

#include "chemix/cards/deck_file.hpp"
#include "support/printing.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

std::shared_ptr<const ExpansionSet> published() { return *builtin_deck<ExpansionSet>("expansion"); }

DeckBag bag_of(const ExpansionSet& set, const std::vector<std::string>& names) {
  DeckBag bag;
  for (const std::string& name : names) set.layout().add(bag, *set.card(name));
  return bag;
}

}  // namespace

TEST_SUITE("expansion set") {
  TEST_CASE("the kinds are the elements, the wild card, and the compounds of the decks in order") {
    const auto set = published();
    CHECK(set->card_kind_count() == 54 + 1 + 24);
    CHECK(set->compound_count() == 24);
    CHECK(set->name(Card::of(0)) == "H");
    CHECK(set->name(Card::of(53)) == "Xe");
    CHECK(set->name(wild_card) == "wild");
    int compound = 0;
    for (const auto& deck : set->decks()) {
      for (const ExpansionCompound& one : deck->compounds()) {
        CHECK(set->name(set->compound_card(compound)) == one.formula);
        CHECK(set->card(one.formula) == set->compound_card(compound));
        CHECK(set->compound_of(set->compound_card(compound)) == compound);
        CHECK(set->points(compound) == one.points);
        ++compound;
      }
    }
    CHECK(!set->card("Rn").has_value());
    CHECK(!set->card("").has_value());
  }

  TEST_CASE("the cards in play are those of the chosen decks, with or without the basic deck") {
    const auto set = published();
    CHECK(set->all_cards().size() == 2 * 42);
    CHECK(set->in_play(0, 1, false)->all_cards().size() == 42);
    CHECK(set->in_play(1, 1, false)->card("NaCl").has_value());
    CHECK(!set->in_play(1, 1, false)->card("H2O").has_value());
    CHECK(set->in_play(0, 2, true)->all_cards().size() == 2 * 42 + 54);
    CHECK(set->in_play(0, 2, true)->all_cards().count(wild_card) == 12);
  }

  TEST_CASE("sets have the same content hash exactly if they play the same") {
    const auto set = published();
    CHECK(set->in_play(0, 2, false)->content_hash() == set->content_hash());
    CHECK(set->in_play(0, 1, false)->content_hash() ==
          (*builtin_deck<ExpansionSet>("covalent"))->content_hash());
    CHECK(set->in_play(0, 1, false)->content_hash() != set->in_play(1, 1, false)->content_hash());
    ExpansionDeckContent content = (*builtin_deck<ExpansionDeck>("covalent"))->content();
    content.title = "Another title";
    content.wild_cards[0].names[0] = "Anders";
    const auto hash_of = [](const ExpansionDeckContent& deck) {
      return (*ExpansionSet::create({*ExpansionDeck::create(deck)}))->content_hash();
    };
    const auto same = hash_of(content);
    CHECK(same == (*builtin_deck<ExpansionSet>("covalent"))->content_hash());
    ExpansionDeckContent turned = content;
    std::swap(turned.order.front(), turned.order.back());
    CHECK(hash_of(turned) != same);
    content.compounds[0].points = 30;
    CHECK(hash_of(content) != same);
  }

  TEST_CASE("DK-10: decks with a common formula are rejected, and so is a set without decks") {
    const auto covalent = *builtin_deck<ExpansionDeck>("covalent");
    for (const auto& decks : {ExpansionSet::Decks{}, ExpansionSet::Decks{covalent, covalent},
                              ExpansionSet::Decks{covalent, covalent, covalent}}) {
      const auto set = ExpansionSet::create(decks);
      REQUIRE(!set.has_value());
      CHECK(set.error().rule == "DK-10");
    }
  }

  TEST_CASE("DK-10: three decks are rejected even if their compounds differ") {
    const auto covalent = *builtin_deck<ExpansionDeck>("covalent");
    const auto ionic = *builtin_deck<ExpansionDeck>("ionic");
    ExpansionDeckContent content = ionic->content();
    content.compounds.resize(1);
    content.compounds[0].formula = "ClNa";
    const auto third = *ExpansionDeck::create(content);
    REQUIRE(ExpansionSet::create({covalent, third}).has_value());
    const auto set = ExpansionSet::create({covalent, ionic, third});
    REQUIRE(!set.has_value());
    CHECK(set.error().rule == "DK-10");
  }

  TEST_CASE("a set of one deck survives the round trip through a file") {
    for (const char* name : {"covalent", "ionic"}) {
      const auto set = *builtin_deck<ExpansionSet>(name);
      const auto back = read_deck<ExpansionSet>(deck_text(*set), "copy");
      REQUIRE(back.has_value());
      CHECK((*back)->decks()[0]->content() == set->decks()[0]->content());
    }
    ExpansionDeckContent content = (*builtin_deck<ExpansionDeck>("covalent"))->content();
    std::swap(content.order.front(), content.order.back());
    const auto turned = *ExpansionDeck::create(content);
    CHECK((*read_deck<ExpansionDeck>(deck_text(*turned), "copy"))->content() == content);
  }

  TEST_CASE("MT-5: wild cards pay for missing elements, but never for all of them") {
    const auto set = published();
    const Price& water = set->price(set->compound_of(*set->card("H2O")));
    CHECK(water.kind_count() == 2);
    CHECK(water.size() == 3);
    CHECK(water.kind(0) == *set->card("H"));
    CHECK(water.cards(0) == 2);
    CHECK(water.is_payable(bag_of(*set, {"H", "H", "O"}), 0));
    CHECK(water.is_payable(bag_of(*set, {"H", "O"}), 1));
    CHECK(water.is_payable(bag_of(*set, {"O"}), 2));
    CHECK(!water.is_payable(bag_of(*set, {"H", "H", "H", "Na"}), 0));
    CHECK(!water.is_payable(bag_of(*set, {"H"}), 1));
    CHECK(!water.is_payable(bag_of(*set, {"Na"}), 3));
    CHECK(!water.is_payable(DeckBag(), 12));
  }
}
