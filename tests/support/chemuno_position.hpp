// SPDX-License-Identifier: Apache-2.0
// Positions of Chemuno in one line: what a test does not name is filled in consistently.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/games/chemuno.hpp"

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
  ChemixDeckContent content = (*builtin_deck<ChemixDeck>("chemix"))->content();
  content.key = "tiny";
  content.copies = {};
  for (const std::string& card : cards) ++content.copies[small_card(card)->index];
  std::erase_if(content.compounds, [&](const Compound& compound) {
    return std::find(formulas.begin(), formulas.end(), compound.formula) == formulas.end();
  });
  const auto deck = ChemixDeck::create(content);
  REQUIRE_MESSAGE(deck.has_value(), (deck ? "" : deck.error().message()));
  auto rules = chemuno::Rules::create(*deck, {.hand_size = 1}, players);
  REQUIRE_MESSAGE(rules.has_value(), (rules ? "" : rules.error().message()));
  return chemuno::Game(*rules);
}

/// A position; cards that stand nowhere are in the draw pile, or among the laid ones if `pile` says
/// what is in the draw pile.
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

/// Cards separated by commas in any order, `-` for none.
inline CardBag cards_of(const chemuno::Game& game, std::string_view text) {
  CardBag bag;
  if (text == "-") return bag;
  while (!text.empty()) {
    const std::string name(split_off(text, ","));
    const auto card = game.rules().deck().card(name);
    REQUIRE_MESSAGE(card.has_value(), name);
    bag.add(*card);
  }
  return bag;
}

inline std::string text_of(const chemuno::Game& game, const CardBag& bag) {
  std::string text;
  Codec<CardBag>::print(text, game.rules(), bag);
  return text;
}

/// Reads the position from its notation, so that every test goes through it.
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
  std::string line = "chemuno#" + hex(game.key()) + " | phase=" + position.phase +
                     " current_player=" + std::to_string(position.player) +
                     " draws_due=" + std::to_string(position.draws_due) +
                     " penalty=" + std::to_string(position.penalty) + " wish=" + position.wish +
                     " top=" + (led ? position.top : "-") +
                     " acted=no idle_turns=" + std::to_string(position.idle_turns) +
                     " turns=" + std::to_string(led ? position.turns : 0) +
                     " draw_pile_size=" + std::to_string(pile.size()) + " hand_size=" + sizes +
                     " laid=" + text_of(game, laid) + hands +
                     " | draw_pile=" + text_of(game, pile) + " | newest=";
  for (Player p = 0; p < game.player_count(); ++p) line += p == 0 ? "-" : "/-";
  line += " pile_lacks=- weakened=0 history=0 own_history=";
  for (Player p = 0; p < game.player_count(); ++p) line += p == 0 ? "0" : "/0";
  line += " chance_count=0";
  const auto state = parse_state(game, line);
  REQUIRE_MESSAGE(state.has_value(), (state ? line : state.error().message() + "\n" + line));
  return *state;
}

inline chemuno::Action action_of(const chemuno::Game& game, const std::string& text) {
  chemuno::Action action;
  REQUIRE_MESSAGE(parse_action(text, game.rules(), action), text);
  return action;
}

/// What the player on turn may do, as texts.
inline std::vector<std::string> legal_texts(const chemuno::Game& game,
                                            const chemuno::State& state) {
  std::vector<std::string> texts;
  const auto player = game.current_player(state);
  if (!player) return texts;
  game.legal_actions(state, *player).for_each([&](int id) {
    texts.push_back(print_action(game.rules(), game.rules().action_of(id)));
  });
  return texts;
}

/// The state after actions of the players on turn and, written `drawn H2O`, of chance.
inline chemuno::State after(const chemuno::Game& game, chemuno::State state,
                            const std::vector<std::string>& actions) {
  for (const std::string& text : actions) {
    if (game.acting(state).is_chance()) {
      chemuno::ChanceAction drawn;
      REQUIRE_MESSAGE(parse_action(text, game.rules(), drawn), text);
      const auto next = game.apply(state, drawn);
      REQUIRE_MESSAGE(next.has_value(), text);
      state = *next;
      continue;
    }
    const auto player = game.current_player(state);
    REQUIRE_MESSAGE(player.has_value(), text);
    const auto next = game.apply(state, *player, action_of(game, text));
    REQUIRE_MESSAGE(next.has_value(), text);
    state = *next;
  }
  return state;
}

/// The rule that refuses an action of the player on turn, or "" when it is legal.
inline std::string refusing_rule(const chemuno::Game& game, const chemuno::State& state,
                                 const std::string& action) {
  const auto error = game.check(state, *game.current_player(state), action_of(game, action));
  return error ? error->rule.text() : "";
}

inline std::string_view phase_of(const chemuno::State& state) {
  return name_of(state.table.open.phase);
}

}  // namespace chemix::test
