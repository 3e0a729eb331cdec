// SPDX-License-Identifier: Apache-2.0
// Recorded games that the laws are tested on.
#pragma once

#include "chemix/core/game.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace chemix::laws {

/// An action of a player or of chance, by id.
struct Step {
  Actor actor = Actor::chance();
  int action = 0;
};

/// All viewers: the players, then a spectator.
inline std::vector<Viewer> viewers(int players) {
  std::vector<Viewer> all;
  for (Player p = 0; p < players; ++p) all.push_back(Viewer::player(p));
  all.push_back(Viewer::spectator());
  return all;
}

template <class G>
std::vector<int> ids_of(const typename G::LegalActions& legal) {
  std::vector<int> ids;
  legal.for_each([&](int id) { ids.push_back(id); });
  return ids;
}

/// Whether the viewer is the actor.
inline bool is_of(Viewer viewer, const Step& step) {
  return !step.actor.is_chance() && viewer.is(step.actor.player());
}

/// Calls `visit(step)` for every possible step on `table`.
template <class G, class Visit>
void for_each_step(const G& game, const typename G::Table& table, Visit&& visit) {
  game.for_each_chance_outcome(table, [&](const auto& outcome) {
    visit(Step{Actor::chance(), game.rules().chance_action_id(outcome.action)});
  });
  const Acting acting = game.acting(table);
  for (Player p = 0; p < game.player_count(); ++p) {
    if (!acting.contains(p)) continue;
    game.legal_actions(table, p).for_each([&](int id) { visit(Step{p, id}); });
  }
}

/// Chooses a step in `state`: chance by its weights, the acting player uniformly, and the action by
/// `choose`.
template <class G, class Choose = AnyLegal>
Step choose_step(const G& game, const typename G::State& state, FastRandom& random,
                 Choose choose = {}) {
  const Acting acting = game.acting(state);
  if (acting.is_chance()) {
    const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.table));
    const auto nth = static_cast<std::int64_t>(random.below(ways));
    return {Actor::chance(), game.rules().chance_action_id(game.chance_outcome(state.table, nth))};
  }
  const PlayerSet players = acting.players();
  const auto nth = static_cast<int>(random.below(static_cast<std::uint64_t>(players.size())));
  const Player player = players.nth(nth);
  return {player, choose(game, game.legal_actions(state, player), random)};
}

template <class G, class Position>
void apply(const G& game, Position& position, const Step& step) {
  if (step.actor.is_chance()) {
    game.apply_unchecked(position, game.rules().chance_action_of(step.action));
  } else {
    game.apply_unchecked(position, step.actor.player(), game.rules().action_of(step.action));
  }
}

template <class G>
typename G::Events events(const G& game, const typename G::Table& before, const Step& step,
                          Viewer viewer) {
  if (step.actor.is_chance()) {
    return game.events(before, game.rules().chance_action_of(step.action), viewer);
  }
  return game.events(before, step.actor.player(), game.rules().action_of(step.action), viewer);
}

template <class Events>
bool same(const Events& lhs, const Events& rhs) {
  if (lhs.size() != rhs.size()) return false;
  for (std::size_t i = 0; i < lhs.size(); ++i) {
    if (!(lhs[i] == rhs[i])) return false;
  }
  return true;
}

template <class G>
std::string bytes_of(const G& game, const auto& value) {
  ByteWriter size;
  game.write(size, value);
  std::string bytes(size.size(), '\0');
  ByteWriter writer(std::as_writable_bytes(std::span(bytes)));
  game.write(writer, value);
  return bytes;
}

/// A game played from its start by `choose`: steps[i] leads from states[i] to states[i + 1].
template <class G>
struct Run {
  std::vector<typename G::State> states;
  std::vector<Step> steps;
  /// The game did not end within `max_steps`.
  bool endless = false;

  template <class Choose>
  Run(const G& game, Player start_player, FastRandom& random, Choose choose) {
    states.push_back(game.initial_state(start_player));
    while (!game.is_terminal(states.back())) {
      if (static_cast<std::int64_t>(steps.size()) == game.max_steps()) {
        endless = true;
        return;
      }
      steps.push_back(choose_step(game, states.back(), random, choose));
      states.push_back(states.back());
      apply(game, states.back(), steps.back());
    }
  }
};

/// A pairwise cover: option texts that contain every pair of values of two options at least once.
/// Numeric options take their default and their extremes.
template <class Options>
std::vector<std::string> pairwise_options() {
  const auto options = describe_options<Options>();
  std::vector<std::vector<std::string>> values;
  for (const OptionDescription& option : options) {
    std::vector<std::string> some = option.choices;
    if (some.empty()) {
      some = {option.default_value, std::to_string(option.least), std::to_string(option.most)};
    }
    values.push_back(some);
  }
  struct Pair {
    std::size_t option, value, other, other_value;
  };
  std::vector<Pair> uncovered;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      for (std::size_t a = 0; a < values[i].size(); ++a) {
        for (std::size_t b = 0; b < values[j].size(); ++b) uncovered.push_back({i, a, j, b});
      }
    }
  }
  std::vector<std::string> rows = {""};
  // A single option is in no pair.
  if (options.size() == 1) {
    for (const std::string& value : values[0]) {
      if (value != options[0].default_value) rows.push_back(options[0].name + "=" + value);
    }
  }
  while (!uncovered.empty()) {
    std::vector<int> row(values.size(), -1);
    const auto fits = [&](const Pair& pair) {
      const auto allows = [&](std::size_t option, std::size_t value) {
        return row[option] < 0 || row[option] == static_cast<int>(value);
      };
      return allows(pair.option, pair.value) && allows(pair.other, pair.other_value);
    };
    for (const Pair& pair : uncovered) {
      if (!fits(pair)) continue;
      row[pair.option] = static_cast<int>(pair.value);
      row[pair.other] = static_cast<int>(pair.other_value);
    }
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto value = static_cast<std::size_t>(row[i] < 0 ? 0 : row[i]);
      row[i] = static_cast<int>(value);
      text += (i == 0 ? "" : " ") + options[i].name + "=" + values[i][value];
    }
    std::erase_if(uncovered, fits);
    rows.push_back(text);
  }
  return rows;
}

}  // namespace chemix::laws
