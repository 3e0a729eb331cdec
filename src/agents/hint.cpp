// SPDX-License-Identifier: Apache-2.0
// Hints: the best action by a policy's values, why it is best, and the points that it gains in this
// turn. Margins that are too small to matter count as ties.
#include "chemix/agents/hint.hpp"

#include "agents/policies.hpp"
#include "agents/turns.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace chemix {
namespace {

// The number of worlds in which a turn is searched, and of sequences tried in each.
constexpr int worlds_of_gain = 4;
constexpr int tries_of_gain = 200;
// Smaller margins count as ties. Texts show tenths; for points by the end of a turn, less than a
// quarter is only a heuristic preference.
constexpr double min_margin = 0.05;
constexpr double min_points = 0.25;

double gain_of(const Decision& decision, int action, Generator& random, StopPoll& stop) {
  const AnyGame& game = decision.game();
  Worlds worlds(decision);
  Turns turns(game, Aim::Points, stop);
  double gain = 0;
  int evaluated = 0;
  for (int i = 0; i < worlds_of_gain && worlds.draw(random); ++i) {
    const StopPoll::Patience patience(stop, i == 0);
    const FastRandom chance(SeedSequence(Seed(random.next())));
    const double more =
        (turns.best_after(action, worlds.table(), decision.player(), tries_of_gain, chance) -
         turns.value(worlds.table(), decision.player())) /
        worlds_of_gain;
    if (stop.is_ended()) break;
    gain += more;
    ++evaluated;
  }
  if (stop.is_ended() && evaluated > 0) gain *= static_cast<double>(worlds_of_gain) / evaluated;
  return gain;
}

}  // namespace

std::string_view name_of(HintReason reason) {
  constexpr std::array<std::string_view, 5> names = {"only", "alike", "points", "looked_ahead",
                                                     "solved"};
  return names[static_cast<std::size_t>(reason)];
}

std::optional<Hint> hint_of(const Policy& policy, const Decision& decision, Generator& random,
                            StopPoll& stop) {
  Hint hint;
  hint.action = decision.legal_actions().front();
  hint.choices = static_cast<int>(decision.legal_actions().size());
  if (hint.choices > 1) {
    const std::vector<ActionValue> values = policy.action_values(decision, random, stop);
    if (values.empty()) return std::nullopt;
    const ActionValue& best = values[0];
    const ActionValue& next = values[1];
    hint.action = best_of(values, random);
    for (const ActionValue& its : values) hint.visits += its.visits;
    hint.reason = hint.visits > 0 ? HintReason::LookedAhead : policy.reason();
    // An action that was never visited has no known value.
    const bool is_known = hint.visits == 0 || next.visits > 0;
    const double margin = is_known ? best.value - next.value : 0;
    const bool is_clear = margin >= (hint.reason == HintReason::Points ? min_points : min_margin);
    if (is_clear) {
      hint.margin = margin;
    } else {
      hint.reason = HintReason::Alike;
    }
  }
  hint.gain = gain_of(decision, hint.action, random, stop);
  if (stop.is_stopped()) return std::nullopt;
  return hint;
}

Hint hint_of(const Policy& policy, const Decision& decision, Generator& random) {
  StopPoll never;
  return *hint_of(policy, decision, random, never);
}

}  // namespace chemix
