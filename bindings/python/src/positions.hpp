// SPDX-License-Identifier: Apache-2.0
// Bindings shared by State and Table; a position is either of them.
#pragma once

#include "bindings.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/numpy.h>

namespace chemix::python {

template <class Position>
PlayerSet players_acting(const Position& position) {
  return position.game->acting(position.block()).players();
}

template <class Position>
std::optional<int> current_player(const Position& position) {
  const PlayerSet players = players_acting(position);
  if (players.size() != 1) return std::nullopt;
  return players.lowest();
}

/// The given player, or the only acting one; raises InputError if that is ambiguous.
template <class Position>
Player player_of(const Position& position, const OptionalPlayer& player) {
  if (player) return seat_of(*position.game, "player", *player);
  const auto current = current_player(position);
  if (current) return *current;
  const PlayerSet players = players_acting(position);
  if (players.empty()) {
    raise(InputError{"player", "", "must be given: no player acts now", "GN-10"});
  }
  std::string seats;
  for (int i = 0; i < players.size(); ++i) {
    seats += (i == 0 ? "" : ", ") + std::to_string(players.nth(i));
  }
  raise(InputError{"player", "", "must be given: players " + seats + " may act now", "GN-10"});
}

/// A bool for each action, true for the given ids.
inline py::array_t<bool> mask_of(const AnyGame& game, std::span<const int> ids) {
  py::array_t<bool> mask(static_cast<py::ssize_t>(game.action_count()));
  std::fill_n(mask.mutable_data(), mask.size(), false);
  for (const int id : ids) mask.mutable_data()[id] = true;
  return mask;
}

template <class Position>
std::vector<int> legal_ids(const Position& position, const OptionalPlayer& player) {
  if (!player && players_acting(position).empty()) return {};
  std::vector<int> ids(static_cast<std::size_t>(position.game->max_legal_actions()));
  ids.resize(position.game->legal_actions(position.block(), player_of(position, player), ids));
  return ids;
}

/// The id of an action given as id, text or Action; a chance action if `by_chance`.
int id_of(const AnyGame& game, const ActionWord& word, bool by_chance);

/// The position after an action; raises RuleError if a rule refuses it.
template <class Position>
Position apply(const Position& position, const ActionWord& word, const OptionalPlayer& player) {
  const bool by_chance = position.game->acting(position.block()).is_chance() && !player;
  const int id = id_of(*position.game, word, by_chance);
  if (by_chance) return applied(position, Actor::chance(), id);
  if (!player && players_acting(position).empty()) {
    raise(InputError{"state", "", "the game is over", "GN-10"});
  }
  return applied(position, player_of(position, player), id);
}

/// The dealer's next chance action. Precondition: chance acts.
template <class Position>
int chosen(Dealer& dealer, const Position& position) {
  return dealer.choose(*position.game, position.block(), position.chance_count());
}

/// Applies chance actions until a player acts or the game is over.
template <class Position>
Position resolved(Position position, Dealer& dealer) {
  while (position.game->acting(position.block()).is_chance()) {
    position = applied(position, Actor::chance(), chosen(dealer, position));
  }
  return position;
}

/// Binds the properties and methods that states and tables share.
template <class Position>
void bind_position(py::class_<Position>& type) {
  const auto player = whole("player") = py::none();
  type.def_property_readonly(
          "game",
          [](const Position& position) { return std::const_pointer_cast<AnyGame>(position.game); },
          "The game.")
      .def_property_readonly(
          "acting", [](const Position& position) { return seats_in(players_acting(position)); },
          "The seats that may act now; empty if chance acts or the game is over.\n\nDuring a "
          "sealed decision: the players who have not decided yet. Do not show this to players, "
          "since it reveals who has decided; use State.acting_seen_by.")
      .def_property_readonly("current_player", &current_player<Position>,
                             "The seat that acts if exactly one does, otherwise None; see acting.")
      .def_property_readonly(
          "is_chance",
          [](const Position& position) {
            return position.game->acting(position.block()).is_chance();
          },
          "Whether chance acts.")
      .def_property_readonly(
          "is_terminal",
          [](const Position& position) {
            return position.game->acting(position.block()).is_nobody();
          },
          "Whether the game is over.")
      .def_property_readonly(
          "is_sealed",
          [](const Position& position) { return position.game->is_sealed(position.block()); },
          "Whether the decision is sealed: choices, and who has already chosen, stay hidden "
          "until all players have chosen.")
      .def_property_readonly(
          "phase",
          [](const Position& position) {
            return std::string(position.game->phase(position.block()));
          },
          "The name of the phase.")
      .def(
          "legal_actions",
          [](const Position& position, const OptionalPlayer& who) {
            std::vector<Action> actions;
            for (const int id : legal_ids(position, who)) {
              actions.push_back({position.game, id, false});
            }
            return actions;
          },
          player,
          "Return a player's legal actions, by ascending id; empty if no player acts.\n\nThe "
          "player defaults to current_player. Raise InputError if several players may act and "
          "none is passed."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> {action.kind for action in state.legal_actions()}\n"
          "{'lay'}\n"
          ">>> state.legal_actions(1)\n"
          "[]")
      .def("legal_action_ids", &legal_ids<Position>, player,
           "Return the ids of a player's legal actions, ascending. For the default player, see "
           "legal_actions."
           "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
           ">>> state.legal_action_ids() == [action.id for action in state.legal_actions()]\n"
           "True")
      .def(
          "legal_action_mask",
          [](const Position& position, const OptionalPlayer& who) {
            return mask_of(*position.game, legal_ids(position, who));
          },
          player,
          "Return a bool array of shape (game.action_count,), true for a player's legal actions. "
          "For the default player, see legal_actions."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> mask = state.legal_action_mask()\n"
          ">>> mask.shape == (state.game.action_count,), mask.nonzero()[0].tolist() == "
          "state.legal_action_ids()\n"
          "(True, True)")
      .def(
          "chance_outcomes",
          [](const Position& position) {
            std::vector<std::pair<Action, double>> outcomes;
            const ConstBlock block = position.block();
            const auto total = static_cast<double>(position.game->chance_weight(block));
            for (const ChanceWay& way : position.game->chance_outcomes(block)) {
              outcomes.emplace_back(Action{position.game, way.action, true},
                                    static_cast<double>(way.weight) / total);
            }
            return outcomes;
          },
          "Return the outcomes of chance as (action, probability); empty if chance does not act."
          "\n\n>>> outcomes = chemix.load('chemuno').initial_state().chance_outcomes()\n"
          ">>> outcomes[0][0], round(sum(probability for _, probability in outcomes), 9)\n"
          "(Action('drawn H', chance=True), 1.0)")
      .def("apply", &apply<Position>, whole("action"), player,
           "Return the position after an action; this position is unchanged.\n\nThe action is an "
           "Action, its id or its text. It is an action of chance if chance acts and no player is "
           "passed; otherwise the player defaults to current_player. Raise RuleError if a rule "
           "refuses the action, and InputError if several players may act and none is passed."
           "\n\n>>> state = chemix.load('chemuno').initial_state()\n"
           ">>> state.apply('drawn H2O') == state\n"
           "False\n"
           ">>> chemix.load('chemuno').deal(seed=7).apply('pass')\n"
           "Traceback (most recent call last):\n"
           "    ...\n"
           "chemix.RuleError: pass: You cannot do that now; lay any card. [GN-10]")
      .def(
          "check",
          [](const Position& position, const ActionWord& word,
             const OptionalPlayer& who) -> std::optional<std::string> {
            const Player acts = player_of(position, who);
            const int id = id_of(*position.game, word, false);
            const auto refused = position.game->refusal(position.block(), acts, id);
            if (!refused) return std::nullopt;
            return refused->rule.text();
          },
          whole("action"), player,
          "Return the ID of the rule that refuses an action, or None if it is legal.\n\nThe "
          "player defaults to current_player. Raise InputError if no player is passed and not "
          "exactly one acts."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> state.check('pass'), state.check(state.legal_actions()[0])\n"
          "('GN-10', None)")
      .def(
          "state_tensor",
          [](const Position& position, const OptionalPlayer& who) {
            const AnyGame& game = *position.game;
            const Viewer from = Viewer::player(who ? seat_of(game, "player", *who) : 0);
            return array_of(game.state_tensor_size(), [&](std::span<float> numbers) {
              game.state_tensor(position.block(), from, numbers);
            });
          },
          player,
          "Return the table as a float32 array of shape (game.state_tensor_size,), for training "
          "with full information: all hands, from the player's seat on (by default from seat 0), "
          "and all piles. Keep it secret."
          "\n\nRaise InputError for a seat that does not exist."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> state.state_tensor().shape == (state.game.state_tensor_size,)\n"
          "True")
      .def(
          "returns",
          [](const Position& position) {
            return values_of(position.game->returns(position.block()));
          },
          "Return each player's return; 0 before the end."
          "\n\n>>> game = chemix.load('chemuno', players=3)\n"
          ">>> game.deal(seed=7).returns(), abs(sum(game.playout(seed=7).returns())) < 1e-9\n"
          "([0.0, 0.0, 0.0], True)")
      .def(
          "scores",
          [](const Position& position) { return position.game->scores(position.block()); },
          "Return each player's current score by the rulebook."
          "\n\n>>> chemix.load('classic', players=3).initial_state().scores()\n"
          "[0, 0, 0]")
      .def(
          "copy", [](const Position& position) { return position; },
          "Return a copy."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> state.copy() == state\n"
          "True")
      .def("__eq__", [](const Position& position, const py::object& other) {
        if (!py::isinstance<Position>(other)) return false;
        const auto& rhs = other.cast<const Position&>();
        return position.game->key() == rhs.game->key() &&
               position.game->equal(position.block(), rhs.block());
      });
}

}  // namespace chemix::python
