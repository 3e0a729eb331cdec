// SPDX-License-Identifier: Apache-2.0
// The published decks, and the rules that every deck must satisfy.
#include "chemix/cards/deck.hpp"

#include "chemix/cards/deck_file.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

std::string words(const std::string& formula) {
  const auto tokens = parse_formula(formula);
  if (!tokens) return tokens.error().reason;
  std::string text;
  for (const Card token : *tokens)
    text += (text.empty() ? "" : " ") + std::string(small_names[token.index]);
  return text;
}

const ChemixDeck& published() {
  static const auto deck = *builtin_deck<ChemixDeck>("chemix");
  return *deck;
}

int copies(const char* name) { return published().all_cards().count(*published().card(name)); }

// The error that a change of the published deck causes.
template <class Change>
InputError error_after(Change&& change) {
  ChemixDeckContent content = published().content();
  change(content);
  const auto deck = ChemixDeck::create(content);
  REQUIRE(!deck.has_value());
  return deck.error();
}

template <class Change>
InputError expansion_error_after(Change&& change) {
  ExpansionDeckContent content = (*builtin_deck<ExpansionDeck>("covalent"))->content();
  change(content);
  const auto deck = ExpansionDeck::create(content);
  REQUIRE(!deck.has_value());
  return deck.error();
}

}  // namespace

TEST_SUITE("deck") {
  TEST_CASE("DK-1: the deck has seventeen element cards") {
    int elements = 0;
    for (int kind = 0; kind < element_kind_count; ++kind) {
      elements += published().all_cards().count(Card::of(kind));
    }
    CHECK(elements == 17);
    CHECK(copies("H") == 4);
    CHECK(copies("O") == 4);
    CHECK(copies("C") == 2);
    for (const char* name : {"N", "Na", "P", "S", "Cl", "Ca", "Fe"}) CHECK(copies(name) == 1);
  }

  TEST_CASE("DK-2: the deck has four noble gas cards") {
    for (const char* name : {"He", "Ne", "Ar", "Rn"}) {
      CHECK(copies(name) == 1);
      CHECK(published().card(name)->is_noble_gas());
      CHECK(published().contents(*published().card(name)).empty());
    }
    CHECK(find_element("Rn")->atomic_number == 86);
  }

  TEST_CASE("DK-3: the deck has nine multiplier cards") {
    CHECK(copies("2") == 4);
    CHECK(copies("3") == 3);
    CHECK(copies("4") == 2);
    CHECK(published().card("4")->multiplier() == 4);
  }

  TEST_CASE("DK-4: the deck has forty-two compound cards and keeps the attested ones") {
    CHECK(published().compounds().size() == 42);
    CHECK(published().size() == 72);
    int attested = 0;
    for (const Compound& compound : published().compounds()) {
      attested += compound.marks.formula == Mark::Attested ? 1 : 0;
      for (const std::string& name : compound.names) CHECK(!name.empty());
    }
    CHECK(attested == 3);
    CHECK(published().compound(*published().card("H2O")).names[0] == "Wasser");
  }

  TEST_CASE("DK-5: a formula is an ordered sequence of card tokens") {
    CHECK(words("H2CO3") == "H 2 C O 3");
    CHECK(words("Ca(OH)2") == "Ca O H 2");
    CHECK(words("HCOOH") == "H C O O H");
    CHECK(words("Na2S2O3") == "Na 2 S 2 O 3");
    CHECK(published().compound(*published().card("H2CO3")).tokens.size() == 5);
  }

  TEST_CASE("DK-5: a malformed formula is rejected") {
    for (const char* formula :
         {"", "2H", "H5", "H22", "He2", "Xy", "h2", "(OH", "OH)2", "()2", "((O))", "H 2", "H0"}) {
      const auto tokens = parse_formula(formula);
      REQUIRE_MESSAGE(!tokens.has_value(), formula);
      CHECK(tokens.error().rule == "DK-5");
    }
  }

  TEST_CASE("DK-6: a compound whose tokens differ from its formula is rejected") {
    const auto error =
        error_after([](ChemixDeckContent& deck) { deck.compounds[0].tokens.pop_back(); });
    CHECK(error.rule == "DK-6");
    CHECK(error.field == "compound H2 tokens");
    CHECK(error.message() == "compound H2 tokens = H: must be H 2, as in the formula [DK-6]");
  }

  TEST_CASE("DK-6: a compound whose tokens are no cards is rejected") {
    const auto error =
        error_after([](ChemixDeckContent& deck) { deck.compounds[0].tokens = {Card::of(200)}; });
    CHECK(error.message() == "compound H2 tokens = ?: must be H 2, as in the formula [DK-6]");
  }

  TEST_CASE("DK-6: a compound that needs more cards than the deck has is rejected") {
    const auto error = error_after([](ChemixDeckContent& deck) { deck.copies[0] = 1; });
    CHECK(error.rule == "DK-6");
    CHECK(error.field == "compound HCOOH");
  }

  TEST_CASE("DK-6: a deck with a duplicate name or formula is rejected") {
    for (std::size_t language = 0; language < 3; ++language) {
      const auto name = error_after([&](ChemixDeckContent& deck) {
        deck.compounds[1].names[language] = deck.compounds[0].names[language];
      });
      CHECK(name.rule == "DK-6");
      CHECK(name.field == "compound O2 names");
      CHECK(name.reason == "is also the name of H2");
    }
    const auto formula = error_after([](ChemixDeckContent& deck) {
      deck.compounds[1].formula = deck.compounds[0].formula;
      deck.compounds[1].tokens = deck.compounds[0].tokens;
      deck.compounds[1].points = deck.compounds[0].points + 1;
    });
    CHECK(formula.field == "compound H2");
    CHECK(formula.reason == "is in the deck twice");
  }

  TEST_CASE("DK-6: a compound with points outside 1 to 20 is rejected") {
    for (int points : {0, 21, -3}) {
      const auto error =
          error_after([&](ChemixDeckContent& deck) { deck.compounds[2].points = points; });
      CHECK(error.rule == "DK-6");
      CHECK(error.value == std::to_string(points));
    }
  }

  TEST_CASE("DK-6: a deck without compounds or with more than 64 is rejected") {
    CHECK(error_after([](ChemixDeckContent& deck) { deck.compounds.clear(); }).field ==
          "compounds");
    CHECK(error_after([](ChemixDeckContent& deck) { deck.compounds.resize(65); }).value == "65");
  }

  TEST_CASE("DK-6: a deck may have 64 compounds") {
    ChemixDeckContent content = published().content();
    // Formulas of three or four atoms of hydrogen and oxygen fill the deck.
    for (const int length : {3, 4}) {
      for (unsigned atoms = 0; atoms < 1U << length && content.compounds.size() < 64; ++atoms) {
        Compound compound;
        for (int i = 0; i < length; ++i) compound.formula += (atoms >> i & 1U) != 0 ? 'O' : 'H';
        compound.tokens = *parse_formula(compound.formula);
        compound.names = {compound.formula, compound.formula, compound.formula};
        compound.points = 1;
        content.compounds.push_back(compound);
      }
    }
    REQUIRE(content.compounds.size() == 64);
    const auto deck = ChemixDeck::create(content);
    REQUIRE(deck.has_value());
    CHECK((*deck)->compounds().size() == 64);
  }

  TEST_CASE("DK-4, DK-6: a deck has at most as many copies of a small card as the published deck") {
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const auto i = static_cast<std::size_t>(kind);
      const int published_copies = published().content().copies[i];
      for (const int copies : {-1, published_copies + 1}) {
        const auto error = error_after([&](ChemixDeckContent& deck) { deck.copies[i] = copies; });
        CHECK(error.field == "card " + std::string(small_names[i]));
        CHECK(error.reason == "must be from 0 to " + std::to_string(published_copies));
        CHECK(error.rule == "DK-6");
      }
    }
  }

  TEST_CASE("DK-6: a deck with an element that occurs in no compound is rejected") {
    const auto error = error_after([](ChemixDeckContent& deck) {
      std::erase_if(deck.compounds, [](const Compound& compound) {
        return compound.formula.find("Fe") != std::string::npos;
      });
    });
    CHECK(error.field == "element Fe");
    CHECK(error.rule == "DK-6");
  }

  TEST_CASE("DK-7: the basic deck has the elements 1 to 54") {
    for (int number = 1; number <= basic_deck_size; ++number) {
      const Element& element = elements[static_cast<std::size_t>(number - 1)];
      CHECK(element.atomic_number == number);
      CHECK(find_element(element.symbol) == &element);
      for (const std::string_view name : element.names) CHECK(!name.empty());
    }
    CHECK(find_element("Xe")->atomic_number == 54);
    CHECK(find_element("Uuo") == nullptr);
  }

  TEST_CASE("DK-8: an expansion deck has 54 cards: compounds, elements and wild cards") {
    for (const char* name : {"covalent", "ionic"}) {
      const auto deck = *builtin_deck<ExpansionDeck>(name);
      CHECK(deck->size() == 54);
      CHECK(deck->compounds().size() == 12);
      CHECK(deck->small_cards().count(wild_lane) == 6);
    }
  }

  TEST_CASE("DK-9: a compound of an expansion deck needs a card for every atom") {
    const auto deck = *builtin_deck<ExpansionDeck>("covalent");
    for (const ExpansionCompound& compound : deck->compounds()) {
      if (compound.formula != "CO2") continue;
      CHECK(compound.needs().count(find_element("C")->atomic_number - 1) == 1);
      CHECK(compound.needs().count(find_element("O")->atomic_number - 1) == 2);
    }
  }

  TEST_CASE("DK-10: an expansion deck with any fault is rejected") {
    using Content = ExpansionDeckContent;
    const std::vector<InputError> errors = {
        expansion_error_after([](Content& deck) { deck.copies[0] = 40; }),
        expansion_error_after([](Content& deck) { deck.copies[5] = 0; }),
        expansion_error_after([](Content& deck) { deck.compounds[0].requires_cards[0].cards = 0; }),
        expansion_error_after(
            [](Content& deck) { deck.compounds[0].requires_cards[0].atomic_number = 55; }),
        expansion_error_after(
            [](Content& deck) { deck.compounds[1].names = deck.compounds[0].names; }),
        expansion_error_after(
            [](Content& deck) { deck.compounds[1].formula = deck.compounds[0].formula; }),
        expansion_error_after([](Content& deck) { deck.compounds.clear(); }),
        expansion_error_after([](Content& deck) { deck.compounds.resize(33); }),
        expansion_error_after([](Content& deck) { deck.compounds[0].requires_cards.clear(); }),
        expansion_error_after([](Content& deck) {
          deck.compounds[0].requires_cards = {{1, 9}};
        }),
        expansion_error_after([](Content& deck) {
          deck.compounds[0].requires_cards = {{1, 1}, {1, 1}};
        }),
        expansion_error_after([](Content& deck) { deck.compounds[0].points = 0; }),
        expansion_error_after([](Content& deck) { deck.compounds[0].points = 101; }),
        expansion_error_after([](Content& deck) { deck.wild_cards[0].copies = 0; }),
        expansion_error_after([](Content& deck) { deck.order[1] = deck.order[0]; }),
        expansion_error_after([](Content& deck) { deck.order[0] = 0; }),
        expansion_error_after([](Content& deck) { deck.order.push_back(55); }),
    };
    for (const InputError& error : errors) CHECK(error.rule == "DK-10");
    for (const char* formula : {"", "H", "Xe", "wild", "-", "H 2", "H,O", "H/O", "H|O", "\x7f"}) {
      const InputError error =
          expansion_error_after([&](Content& deck) { deck.compounds[0].formula = formula; });
      CHECK(error.rule == "DK-10");
      CHECK(error.field == std::string("compound ") + formula);
    }
    // A duplicate name in a single language is a fault.
    for (std::size_t language = 0; language < 3; ++language) {
      const InputError error = expansion_error_after([&](Content& deck) {
        deck.compounds[1].names[language] = deck.compounds[0].names[language];
      });
      CHECK(error.rule == "DK-10");
      CHECK(error.reason.find("is also the name of ") == 0);
    }
    CHECK(errors[0].value == "79 cards");
    CHECK(errors[1].field == "compound CO2 requires C");
  }

  TEST_CASE("DK-10: a compound requires a card for each atom of its formula") {
    const auto with_formula = [](const char* formula, std::vector<Requirement> needs) {
      auto content = (*builtin_deck<ExpansionDeck>("ionic"))->content();
      content.compounds.resize(1);
      content.compounds[0].formula = formula;
      content.compounds[0].requires_cards = std::move(needs);
      return ExpansionDeck::create(content);
    };
    CHECK(with_formula("CO", {{6, 1}, {8, 1}}).has_value());
    CHECK(with_formula("CO", {{8, 1}, {6, 1}}).has_value());
    CHECK(with_formula("CaOHCl", {{20, 1}, {8, 1}, {1, 1}, {17, 1}}).has_value());
    CHECK(with_formula("Al(OCl)2F", {{13, 1}, {8, 2}, {17, 2}, {9, 1}}).has_value());
    CHECK(with_formula("Na(O)", {{11, 1}, {8, 1}}).has_value());
    const auto refused = with_formula("CaO", {{8, 2}, {20, 1}});
    REQUIRE(!refused.has_value());
    CHECK(refused.error() == InputError{"compound CaO requires", "O 2, Ca 1",
                                        "must be O 1, Ca 1, as in the formula", "DK-10"});
    const std::pair<const char*, const char*> unreadable[] = {
        {"Rn2O", "Rn is not an element with an atomic number from 1 to 54"},
        {"NaCl2O10000", "its numbers must be from 2 to 99"},
        {"NaO1", "its numbers must be from 2 to 99"},
        {"NaO02", "its numbers must be from 2 to 99"},
        {"2NaO", "'2' is not allowed here"},
        {"Na()O", "')' is not allowed here"},
        {"Na(O(Cl))", "'(' is not allowed here"},
        {"NaO)", "')' is not allowed here"},
        {"Na(O", "its parenthesis is not closed"},
        {"NaO+", "'+' is not allowed here"},
    };
    for (const auto& [formula, reason] : unreadable) {
      const auto deck = with_formula(formula, {{8, 1}, {11, 1}});
      REQUIRE(!deck.has_value());
      CHECK(deck.error() == InputError{std::string("compound ") + formula, "", reason, "DK-10"});
    }
  }

  TEST_CASE("decks have the same content hash exactly if they play the same") {
    auto content = published().content();
    content.title = "Another title";
    content.compounds[0].names[0] = "Anders";
    content.compounds[0].marks.points = Mark::Attested;
    CHECK((*ChemixDeck::create(content))->content_hash() == published().content_hash());
    content.compounds[0].points = 3;
    CHECK((*ChemixDeck::create(content))->content_hash() != published().content_hash());
  }
}
