// SPDX-License-Identifier: Apache-2.0
// The law that sampled worlds are playable: every state that follows from one is accepted, and so
// are the observations and beliefs of every viewer there.
#pragma once

#include "chemix/agents/guided.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/marginals.hpp"
#include "laws/calibration.hpp"
#include "laws/run.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

namespace chemix::laws {

/// The number of tested worlds, by exactness of their beliefs.
struct WorldsTried {
  int exact = 0;
  int inexact = 0;
};

/// Tests a viewer's operations on its observation of `state`; returns the first failure. `is_exact`
/// states that the state comes from exact beliefs only: then every viewer's log must be true.
template <class G>
std::string view_breach(const G& game, const typename G::State& state, Viewer viewer,
                        FastRandom& random, bool is_exact) {
  const auto seen = game.observation(state, viewer);
  const std::string bytes = bytes_of(game, seen);
  const auto loaded = game.read_observation(std::as_bytes(std::span(bytes)));
  if (!loaded) return "its view is refused: " + loaded.error().message();
  if (!(*loaded == seen)) return "its view is read otherwise than it was written";
  if (is_exact && !believes_in(game, seen, state.table)) return "its viewer excludes it";
  const auto sampled = game.determinize(seen, random, Others::Undecided);
  if (!sampled) return "no world of its view is found";
  if (!(game.observation(*sampled, viewer) == seen)) return "a world of its view looks otherwise";
  const std::string world = bytes_of(game, *sampled);
  const auto accepted = game.read_state(std::as_bytes(std::span(world)));
  if (!accepted) return "a world of its view is refused: " + accepted.error().message();
  if (game.count_worlds(seen) == "0") return "no world of its view is counted";
  (void)game.forgotten(seen);
  (void)game.approximations(seen);
  if (random.below(4) == 0) {
    const auto marginals = marginals_of(game.rules(), without_contradiction(game.rules(), seen));
    const auto& shares = marginals.probabilities;
    const auto in_bounds = [](double share) { return share >= 0 && share <= 1 + 1e-9; };
    if (!std::all_of(shares.begin(), shares.end(), in_bounds)) return "marginals are no shares";
  }
  return "";
}

template <class G>
std::string world_breach(const G& game, const typename G::State& state, FastRandom& random,
                         bool is_exact) {
  const std::string bytes = bytes_of(game, state);
  const auto loaded = game.read_state(std::as_bytes(std::span(bytes)));
  if (!loaded) return "it is refused: " + loaded.error().message();
  if (bytes_of(game, *loaded) != bytes) return "it is read otherwise than it was written";
  for (const Viewer viewer : viewers(game.player_count())) {
    std::string failure = view_breach(game, state, viewer, random, is_exact);
    if (failure.empty()) continue;
    return failure + " (viewer " + (viewer.is_spectator() ? "-" : std::to_string(viewer.seat())) +
           ")";
  }
  return "";
}

template <class G>
std::string text_of_step(const G& game, const Step& step) {
  const auto& rules = game.rules();
  return step.actor.is_chance() ? print_action(rules, rules.chance_action_of(step.action))
                                : std::to_string(step.actor.player()) + " " +
                                      print_action(rules, rules.action_of(step.action));
}

/// Samples a world for `viewer`, plays it on, tests the observations of all viewers there, and
/// continues with a world sampled for one of them.
template <class G>
std::string worlds_can_be_played_on(const G& game, typename G::State state, Viewer viewer,
                                    FastRandom& random, WorldsTried& tried) {
  bool is_exact = true;
  for (int round = 0; round < 2; ++round) {
    const auto seen = game.observation(state, viewer);
    is_exact = is_exact && game.forgotten(seen) == 0 && game.approximations(seen) == 0;
    ++(is_exact ? tried.exact : tried.inexact);
    const Others others = random.below(2) == 0 ? Others::Decided : Others::Undecided;
    const auto world = game.determinize(seen, random, others);
    if (!world) return "no world is found";
    state = *world;
    std::string steps;
    for (auto left = random.below(15);; --left) {
      if (left == 0 || random.below(4) == 0) {
        const std::string failure = world_breach(game, state, random, is_exact);
        if (!failure.empty()) {
          return (is_exact ? "a world of an exact belief, " : "a world of an inexact belief, ") +
                 (steps.empty() ? "as sampled" : "after" + steps) + ": " + failure;
        }
      }
      if (left == 0 || game.is_terminal(state)) break;
      const Step step = random.below(2) == 0 ? choose_step(game, state, random)
                                             : choose_step(game, state, random, Guided());
      steps += "; " + text_of_step(game, step);
      apply(game, state, step);
    }
    const auto all = viewers(game.player_count());
    viewer = all[random.below(all.size())];
  }
  return "";
}

}  // namespace chemix::laws
