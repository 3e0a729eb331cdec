// SPDX-License-Identifier: Apache-2.0
// The law that nothing hidden leaks, tested by parallel walks from states that a viewer cannot
// distinguish.
#pragma once

#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/state_values.hpp"
#include "laws/run.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemix::laws {

template <class G>
std::vector<float> tensor_of(const G& game, const auto&... what) {
  TensorWriter size;
  game.encode(size, what...);
  std::vector<float> numbers(size.size());
  TensorWriter writer(numbers);
  game.encode(writer, what...);
  return numbers;
}

/// Describes how two states differ in anything that `viewer` can query.
template <class G>
std::string difference(const G& game, const typename G::State& one, const typename G::State& other,
                       Viewer viewer) {
  const auto seen = game.observation(one, viewer);
  const auto counterpart = game.observation(other, viewer);
  const auto tells = [&](bool differs, const char* what) {
    return differs ? std::string(what) + " differs" : std::string();
  };
  std::string found = tells(!(seen == counterpart), "observation");
  found += tells(bytes_of(game, seen) != bytes_of(game, counterpart), "size or bytes");
  found += tells(game.observation_digest(seen) != game.observation_digest(counterpart), "digest");
  found += tells(notation(game, seen) != notation(game, counterpart), "text");
  found += tells(!(value_of(game, seen) == value_of(game, counterpart)), "values");
  found += tells(tensor_of(game, seen) != tensor_of(game, counterpart), "tensor");
  found += tells(!(game.acting(seen) == game.acting(counterpart)), "who acts");
  found += tells(!(game.acting(one, viewer) == game.acting(other, viewer)), "who acts as seen");
  found += tells(!(game.scores(seen) == game.scores(counterpart)), "scores");
  const auto& rules = game.rules();
  found += tells(rules.phase_of(one.table.open) != rules.phase_of(other.table.open), "phase");
  // In a sealed decision nobody can tell who has decided; otherwise everybody sees who acts.
  if (!game.is_sealed(one.table))
    found += tells(!(game.acting(one) == game.acting(other)), "whose decision");
  if (viewer.is_spectator()) return found;
  const Player player = viewer.seat();
  const bool acts = game.acting(one).contains(player);
  found += tells(acts != game.acting(other).contains(player), "whether the viewer acts");
  if (acts) {
    found += tells(
        ids_of<G>(game.legal_actions(one, player)) != ids_of<G>(game.legal_actions(other, player)),
        "legal actions");
  }
  for (int id = 0; id < game.action_count(); ++id) {
    const auto action = rules.action_of(id);
    if (game.refusal(one, player, action) == game.refusal(other, player, action)) continue;
    return found + "refusal differs";
  }
  return found;
}

/// All possible steps of chance and of players other than `viewer`, in random order.
template <class G>
std::vector<Step> steps_of_others(const G& game, const typename G::State& state, Viewer viewer,
                                  FastRandom& random) {
  std::vector<Step> steps;
  for_each_step(game, state.table, [&](const Step& step) {
    if (!is_of(viewer, step)) steps.push_back(step);
  });
  for (std::size_t i = steps.size(); i > 1; --i) {
    std::swap(steps[i - 1], steps[random.below(i)]);
  }
  return steps;
}

/// Takes a step of others in `counterpart` that shows `viewer` exactly `shown`, preceded by as many
/// unnoticed steps as needed. Returns false if there is none.
template <class G>
bool follow(const G& game, typename G::State& counterpart, const typename G::Events& shown,
            Viewer viewer, FastRandom& random) {
  for (Player unnoticed = 0; unnoticed <= game.player_count(); ++unnoticed) {
    std::optional<Step> silent;
    for (const Step& step : steps_of_others(game, counterpart, viewer, random)) {
      const auto events = laws::events(game, counterpart.table, step, viewer);
      if (events.empty()) silent = step;
      if (events.empty() || !same(events, shown)) continue;
      apply(game, counterpart, step);
      return true;
    }
    if (!silent) return false;
    apply(game, counterpart, *silent);
  }
  return false;
}

/// Returns whether one of two worlds asks for a decision that the other does not: the events agree
/// until one list ends or changes phase or turn. If they differ first in anything else, the rules
/// reveal it, and everybody may draw conclusions.
template <class Events>
bool asks_otherwise(const Events& one, const Events& other) {
  std::size_t at = 0;
  while (at < one.size() && at < other.size() && one[at] == other[at]) ++at;
  if (at == one.size() && at == other.size()) return false;
  const auto asks = [&](const Events& events) {
    return at == events.size() || events[at].verb == Verb::Phase || events[at].verb == Verb::Turn;
  };
  return asks(one) || asks(other);
}

/// Starts from a state and a counterpart that `viewer` cannot distinguish from it, and plays both
/// on with independent hidden choices. As long as the viewer sees the same events, everything that
/// the viewer can query must be the same.
template <class G>
std::string no_leak(const G& game, const typename G::State& state, Viewer viewer,
                    FastRandom& random) {
  auto one = state;
  const auto sample = game.determinize(game.observation(state, viewer), random);
  if (!sample) return "no world fits what the viewer knows";
  auto counterpart = *sample;
  for (int i = 0;; ++i) {
    const std::string found = difference(game, one, counterpart, viewer);
    if (!found.empty()) return found + " after " + std::to_string(i) + " steps";
    if (i == 20 || game.is_terminal(one)) return "";
    const Step step = choose_step(game, one, random);
    const auto shown = events(game, one.table, step, viewer);
    if (is_of(viewer, step)) {
      const bool same_shown = same(shown, events(game, counterpart.table, step, viewer));
      apply(game, one, step);
      apply(game, counterpart, step);
      if (!same_shown) return "";
      continue;
    }
    if (!shown.empty() && !step.actor.is_chance() && !game.is_sealed(one.table) &&
        !game.refusal(counterpart, step.actor.player(), game.rules().action_of(step.action))) {
      if (asks_otherwise(shown, events(game, counterpart.table, step, viewer))) {
        return "a question is asked by a private fact (GN-3)";
      }
    }
    apply(game, one, step);
    if (!shown.empty() && !follow(game, counterpart, shown, viewer, random)) return "";
  }
}

}  // namespace chemix::laws
