// SPDX-License-Identifier: Apache-2.0
// The small games that the laws play, with few enough cards to enumerate all worlds.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/core/options.hpp"
#include "support/part_of_deck.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix::laws {

/// The small deck of a type.
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

/// A field of a tensor with numbers that hardly ever change in play, though they can.
struct RareField {
  std::string_view field;
  /// Some of its numbers, or all.
  enum class Rare { Some, All } rare;
  std::string_view reason;
};

/// Decks and options that the laws play besides the standard deck of a game. A game whose defaults
/// do not fit derives from them in tests/games/<game>/small_games.hpp.
template <class Rules>
struct DefaultGames {
  /// A deck with few enough cards to enumerate all worlds, and options that fit it.
  static std::shared_ptr<const typename Rules::Deck> deck() {
    return small_deck<typename Rules::Deck>();
  }
  static std::vector<std::string> options() { return small_options<typename Rules::Options>(); }

  /// The deck, options and number of games whose histories are counted; enough for 300 positions of
  /// most causes. Tables are few, and several copies of some kinds give them different weights.
  static std::shared_ptr<const typename Rules::Deck> belief_deck();
  static std::vector<std::string> belief_options();
  static constexpr int belief_games = 80;

  /// An upper bound on the numbers of a tensor.
  static constexpr std::size_t max_tensor_size = 1500;
  static constexpr std::array<RareField, 0> rare_fields{};
};
template <class Rules>
struct SmallGames : DefaultGames<Rules> {};

template <class Rules>
std::shared_ptr<const typename Rules::Deck> DefaultGames<Rules>::belief_deck() {
  return SmallGames<Rules>::deck();
}
template <class Rules>
std::vector<std::string> DefaultGames<Rules>::belief_options() {
  return SmallGames<Rules>::options();
}

}  // namespace chemix::laws
