// SPDX-License-Identifier: Apache-2.0
// The greedy and heuristic policies, which evaluate positions at the end of a turn.
#include "agents/policies.hpp"
#include "agents/turns.hpp"

#include <utility>
#include <vector>

namespace chemix {
namespace {

constexpr int max_tries = 200;

// The value of the best turn that begins with each legal action, averaged over sampled worlds. The
// first world is evaluated whatever the time budget, and none only in part.
std::vector<ActionValue> turn_values(const Decision& decision, Aim aim, int worlds,
                                     double preference_weight, Generator& random, StopPoll& stop) {
  const AnyGame& game = decision.game();
  std::vector<ActionValue> values;
  for (const int id : decision.legal_actions()) values.push_back({id, 0, 0});
  Worlds drawn(decision);
  Turns turns(game, aim, stop);
  int evaluated = 0;
  for (int i = 0; i < worlds && drawn.draw(random); ++i) {
    const StopPoll::Patience patience(stop, i == 0);
    const FastRandom chance(SeedSequence(Seed(random.next())));
    std::vector<ActionValue> next = values;
    for (ActionValue& its : next) {
      its.value +=
          turns.best_after(its.action, drawn.table(), decision.player(), max_tries, chance) /
          worlds;
    }
    if (stop.is_ended()) break;
    values = std::move(next);
    ++evaluated;
  }
  if (stop.is_stopped()) return {};
  if (stop.is_ended() && evaluated > 0) {
    for (ActionValue& its : values) its.value *= static_cast<double>(worlds) / evaluated;
  }
  for (ActionValue& its : values) its.value += preference_weight * turns.preference(its.action);
  sort_by_value(values);
  return values;
}

}  // namespace

std::vector<ActionValue> GreedyPolicy::action_values(const Decision& decision, Generator& random,
                                                     StopPoll& stop) const {
  return turn_values(decision, Aim::Points, parameters_.worlds, 0, random, stop);
}

std::vector<ActionValue> HeuristicPolicy::action_values(const Decision& decision, Generator& random,
                                                        StopPoll& stop) const {
  return turn_values(decision, Aim::HeuristicValue, parameters_.worlds, parameters_.preference,
                     random, stop);
}

}  // namespace chemix
