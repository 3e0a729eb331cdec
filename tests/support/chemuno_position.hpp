// SPDX-License-Identifier: Apache-2.0
// Chemuno positions for tests: fields that a test does not name get consistent values.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/games/chemuno/rules.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace chemix::test {

inline chemuno::Game chemuno_game(int players = 2, const chemuno::Options& options = {}) {
  auto rules = chemuno::Rules::create(*builtin_deck<ChemixDeck>("chemix"), options, players);
  REQUIRE_MESSAGE(rules.has_value(), (rules ? "" : rules.error().message()));
  return chemuno::Game(*rules);
}

/// A game with a small deck: one card for every name in `cards`, and these compounds.
inline chemuno::Game tiny_game(const std::vector<std::string>& cards,
                               const std::vector<std::string>& formulas, int players = 2) {
  auto rules = chemuno::Rules::create(part_of_deck(cards, formulas), {.hand_size = 1}, players);
  REQUIRE_MESSAGE(rules.has_value(), (rules ? "" : rules.error().message()));
  return chemuno::Game(*rules);
}

/// A position. Cards that it does not mention are in the draw pile, or laid if `pile` is given.
struct Position {
  std::string phase = "turn";
  int player = 0;
  std::string top = "H2O";
  std::vector<std::string> hands = {};
  std::string drawn = "-";
  std::string wish = "-";
  int penalty = 0;
  int draws_due = 0;
  std::string pile = {};
  int turns = 5;
  int idle_turns = 0;
};

/// Parses the position from its notation, so that every test covers the notation.
inline chemuno::State state_of(const chemuno::Game& game, const Position& position) {
  const bool led = position.phase != "deal" && position.phase != "lead";
  CardBag rest = game.rules().deck().all_cards();
  CardBag laid = led ? cards_of(game, position.top) : CardBag();
  rest -= laid;
  std::string sizes;
  std::string hands;
  for (Player p = 0; p < game.player_count(); ++p) {
    const CardBag hand = cards_of(game, position.hands.at(static_cast<std::size_t>(p)));
    rest -= hand;
    sizes += (p == 0 ? "" : "/") + std::to_string(hand.size());
    hands += " | hand=" + text_of(game, hand) +
             " drawn=" + (p == position.player ? position.drawn : "-");
  }
  CardBag pile = rest;
  if (!position.pile.empty()) {
    pile = cards_of(game, position.pile);
    rest -= pile;
    laid += rest;
  }
  // A turn lays at most one card. In these phases the player has already laid or drawn.
  const int turns = led ? std::max(position.turns, laid.size()) : 0;
  const bool acted =
      position.phase == "wish" || position.phase == "call" || position.phase == "drawn";
  std::string line =
      "chemuno#" + hex(game.key()) + " | phase=" + position.phase +
      " current_player=" + std::to_string(position.player) +
      " draws_due=" + std::to_string(position.draws_due) +
      " penalty=" + std::to_string(position.penalty) + " wish=" + position.wish +
      " top=" + (led ? position.top : "-") + " acted=" + (acted ? "yes" : "no") +
      " idle_turns=" + std::to_string(position.idle_turns) + " turns=" + std::to_string(turns) +
      " draw_pile_size=" + std::to_string(pile.size()) + " hand_size=" + sizes +
      " laid=" + text_of(game, laid) + hands + " | draw_pile=" + text_of(game, pile) +
      " | log=~0 pile=- history=0 own_history=";
  for (Player p = 0; p < game.player_count(); ++p) line += p == 0 ? "0" : "/0";
  line += " chance_count=0";
  const auto state = parse_state(game, line);
  REQUIRE_MESSAGE(state.has_value(), (state ? line : state.error().message() + "\n" + line));
  return *state;
}

}  // namespace chemix::test
