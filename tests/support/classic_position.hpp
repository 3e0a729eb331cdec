// SPDX-License-Identifier: Apache-2.0
// Games and positions of ChemiX Classic for tests.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/games/classic/rules.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace chemix::test {

using Texts = std::vector<std::string>;

inline classic::Game classic_game(int players = 2,
                                  classic::Ruleset ruleset = classic::Ruleset::Booklet) {
  return classic::Game(
      *classic::Rules::create(*builtin_deck<ChemixDeck>("chemix"), {ruleset}, players));
}

/// Two players and ten elements: carbon and oxygen are in CO alone, the only 2 is for H2.
inline classic::Game small_classic(classic::Ruleset ruleset = classic::Ruleset::Booklet) {
  const auto deck =
      part_of_deck({"H", "H", "H", "H", "C", "C", "O", "O", "Na", "Cl", "He", "Rn", "2"},
                   {"H2", "NaCl", "CO", "HCl"});
  return classic::Game(*classic::Rules::create(deck, {ruleset}, 2));
}

/// The same with a 3, which no compound needs.
inline classic::Game classic_with_spare_three() {
  const auto deck =
      part_of_deck({"H", "H", "H", "H", "C", "C", "O", "O", "Na", "Cl", "He", "Rn", "2", "3"},
                   {"H2", "NaCl", "CO", "HCl"});
  return classic::Game(*classic::Rules::create(deck, {}, 2));
}

/// Deals the given noble gases and hands.
inline classic::State dealt_state(const classic::Game& game, const Texts& gases,
                                  const Texts& hands) {
  std::vector<std::string_view> rest(hands.begin(), hands.end());
  auto state = game.initial_state();
  while (game.acting(state).is_chance()) {
    const auto seat = static_cast<std::size_t>(state.table.open.current_player.index);
    const std::string card =
        phase_of(state) == "deal_gases" ? gases[seat] : std::string(split_off(rest[seat], ","));
    state = after(game, state, {"drawn " + card});
  }
  return state;
}

/// The second turn of player 0 begins. Every player has a noble gas and the given hand; `owner` has
/// laid the given compounds. No player knows anything about other hands.
inline classic::State laid_out(const classic::Game& game, const Texts& hands, const Texts& formulas,
                               Player owner) {
  auto state = game.initial_state();
  auto& table = state.table;
  auto& open = table.open;
  open.phase = classic::Phase::Build;
  open.turns = static_cast<std::uint16_t>(game.player_count());
  for (Player p = 0; p < game.player_count(); ++p) {
    const Card gas = open.gas_pile.nth(0);
    open.gas_pile.remove(gas);
    open.gases[p].add(gas);
    table.own[p].hand = cards_of(game, hands[static_cast<std::size_t>(p)]);
    open.hand_size[p] = static_cast<std::uint8_t>(table.own[p].hand.size());
    table.own[p].hand.kinds().for_each([&](Card card) {
      for (int i = table.own[p].hand.count(card); i > 0; --i) {
        (card.is_element() ? table.hidden.draw_pile : open.multipliers).remove(card);
      }
    });
  }
  for (const std::string& formula : formulas) {
    const Card compound = *game.rules().deck().card(formula);
    open.display.remove(compound);
    open.laid[owner].add(compound);
    for (const Card token : game.rules().deck().compound(compound).tokens) {
      (token.is_element() ? table.hidden.draw_pile : open.multipliers).remove(token);
      open.laid_cards.add(token);
    }
  }
  open.draw_pile_size = static_cast<std::uint8_t>(table.hidden.draw_pile.size());
  const auto error = game.rules().validation_error(table, state.knowledge);
  REQUIRE_MESSAGE(!error, (error ? error->message() : ""));
  return state;
}

inline bool is_in(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

inline bool is_legal(const classic::Game& game, const classic::State& state,
                     const std::string& action) {
  return is_in(legal_texts(game, state), action);
}

}  // namespace chemix::test
