// SPDX-License-Identifier: Apache-2.0
// Small decks for each game, with few enough cards to enumerate all worlds.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/core/options.hpp"
#include "chemix/games/classic/rules.hpp"
#include "chemix/games/react/rules.hpp"
#include "chemix/games/showdown/rules.hpp"
#include "support/part_of_deck.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix::laws {

/// A deck with few enough cards to enumerate all worlds.
template <class Deck>
std::shared_ptr<const Deck> small_deck();

/// Twelve cards, three of them compounds.
template <>
inline std::shared_ptr<const ChemixDeck> small_deck() {
  return test::part_of_deck({"H", "H", "C", "C", "O", "Na", "Cl", "He", "2"},
                            {"HCl", "NaCl", "CO"});
}

/// Eight elements.
template <>
inline std::shared_ptr<const BasicDeck> small_deck() {
  BasicDeck::Bag cards;
  for (const int kind : {0, 1, 5, 6, 7, 10, 16, 53}) cards.add(Card::of(kind));
  return BasicDeck::of(cards);
}

/// Twelve cards, some of them duplicates.
template <>
inline std::shared_ptr<const ChipItDeck> small_deck() {
  ChipItDeck::Bag cards;
  for (const int value : {2, 4, 4, 5, 9, 12, 21}) cards.add(ChipItCards::green(value));
  for (const int value : {2, 3, 3, 4, 11}) cards.add(ChipItCards::purple(value));
  return ChipItDeck::of(cards);
}

/// Sixteen element and wild cards of few kinds, enough for two players, and two compounds. The
/// basic deck has three consecutive elements.
template <>
inline std::shared_ptr<const ExpansionSet> small_deck() {
  ExpansionDeckContent content = (*builtin_deck<ExpansionDeck>("covalent"))->content();
  content.key = "small";
  content.copies = {};
  for (const auto& [number, copies] : {std::pair(1, 6), std::pair(3, 2), std::pair(8, 4)}) {
    content.copies[static_cast<std::size_t>(number - 1)] = copies;
  }
  content.wild_cards.resize(1);
  content.wild_cards[0].copies = 4;
  std::erase_if(content.compounds, [](const ExpansionCompound& compound) {
    return compound.formula != "H2O" && compound.formula != "H2O2";
  });
  BasicDeck::Bag basic;
  for (const int number : {1, 2, 3}) basic.add(element_card(number));
  return *ExpansionSet::create({*ExpansionDeck::create(content)}, basic);
}

/// Small decks for particular rules. Where noble gases matter: two or three of them, one or two
/// multipliers and four compounds. Where hands are refilled: more elements than are dealt to two
/// players, most of which no compound needs once it is formed.
template <class Rules>
std::shared_ptr<const typename Rules::Deck> small_deck_for() {
  if constexpr (std::is_same_v<Rules, showdown::Rules> || std::is_same_v<Rules, react::Rules>) {
    return test::part_of_deck({"H", "H", "C", "O", "Na", "Cl", "He", "Ne", "Ar", "2", "2"},
                              {"H2O", "NaCl", "CO", "HCl"});
  } else if constexpr (std::is_same_v<Rules, classic::Rules>) {
    return test::part_of_deck(
        {"H", "H", "H", "H", "C", "C", "O", "O", "O", "O", "Na", "Cl", "He", "Ne", "2"},
        {"H2", "NaCl", "CO", "HCl"});
  } else {
    return small_deck<typename Rules::Deck>();
  }
}

/// The options of small games.
template <class Options>
std::vector<std::string> small_options() {
  for (const OptionDescription& option : describe_options<Options>()) {
    if (option.name == "hand_size") return {"hand_size=1", "hand_size=2"};
    if (option.name == "ruleset" || option.name == "runs") {
      std::vector<std::string> each;
      for (const std::string& choice : option.choices) each.push_back(option.name + "=" + choice);
      return each;
    }
  }
  return {""};
}

}  // namespace chemix::laws
