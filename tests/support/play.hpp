// SPDX-License-Identifier: Apache-2.0
// Play any game by the notation of its actions, so that a test reads like a transcript.
#pragma once

#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/core/action.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace chemix::test {

/// Cards separated by commas in any order, `-` for none.
template <class G>
auto cards_of(const G& game, std::string_view text) {
  std::remove_cvref_t<decltype(game.rules().deck().all_cards())> bag;
  if (text == "-") return bag;
  while (!text.empty()) {
    const std::string name(split_off(text, ","));
    const auto card = game.rules().deck().card(name);
    REQUIRE_MESSAGE(card.has_value(), name);
    bag.add(*card);
  }
  return bag;
}

template <class G, class Bag>
std::string text_of(const G& game, const Bag& bag) {
  std::string text;
  Codec<Bag>::print(text, game.rules(), bag);
  return text;
}

template <class G>
typename G::Action action_of(const G& game, const std::string& text) {
  typename G::Action action;
  REQUIRE_MESSAGE(parse_action(text, game.rules(), action), text);
  return action;
}

/// The legal actions of the player on turn, as texts.
template <class G>
std::vector<std::string> legal_texts(const G& game, const typename G::State& state) {
  std::vector<std::string> texts;
  const auto player = game.current_player(state);
  if (!player) return texts;
  game.legal_actions(state, *player).for_each([&](int id) {
    texts.push_back(print_action(game.rules(), game.rules().action_of(id)));
  });
  return texts;
}

/// The state after a chance outcome, for instance `drawn H2O`.
template <class G>
typename G::State after_chance(const G& game, const typename G::State& state,
                               const std::string& text) {
  typename G::ChanceAction drawn;
  REQUIRE_MESSAGE(parse_action(text, game.rules(), drawn), text);
  const auto next = game.apply(state, drawn);
  REQUIRE_MESSAGE(next.has_value(), text);
  return *next;
}

/// The state after an action of a player.
template <class G>
typename G::State after_action(const G& game, const typename G::State& state, Player player,
                               const std::string& text) {
  const auto next = game.apply(state, player, action_of(game, text));
  REQUIRE_MESSAGE(next.has_value(),
                  text << (next ? "" : " is refused by " + next.error().rule.text()));
  return *next;
}

/// The state after actions of the players on turn and of chance.
template <class G>
typename G::State after(const G& game, typename G::State state,
                        const std::vector<std::string>& actions) {
  for (const std::string& text : actions) {
    if (game.acting(state).is_chance()) {
      state = after_chance(game, state, text);
      continue;
    }
    const auto player = game.current_player(state);
    REQUIRE_MESSAGE(player.has_value(), text);
    state = after_action(game, state, *player, text);
  }
  return state;
}

/// Deals the given hands (cards separated by commas), one card at a time from the start player on.
template <class G>
typename G::State dealt(const G& game, const std::vector<std::string>& hands,
                        Player start_player = 0) {
  std::vector<std::string_view> rest(hands.begin(), hands.end());
  auto state = game.initial_state(start_player);
  for (Player player = start_player; game.acting(state).is_chance();
       player = (player + 1) % game.player_count()) {
    const std::string card(split_off(rest[static_cast<std::size_t>(player)], ","));
    state = after(game, state, {"drawn " + card});
  }
  return state;
}

/// The rule that refuses an action of a player, or "" if it is legal.
template <class G>
std::string refusing_rule(const G& game, const typename G::State& state, Player player,
                          const std::string& action) {
  const auto error = game.refusal(state, player, action_of(game, action));
  return error ? error->rule.text() : "";
}

/// The same for the player on turn.
template <class G>
std::string refusing_rule(const G& game, const typename G::State& state,
                          const std::string& action) {
  return refusing_rule(game, state, *game.current_player(state), action);
}

template <class State>
std::string_view phase_of(const State& state) {
  return name_of(state.table.open.phase);
}

}  // namespace chemix::test
