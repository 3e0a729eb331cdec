// SPDX-License-Identifier: Apache-2.0
// The greedy and heuristic policies, which evaluate positions at the end of a turn.
#include "agents/policies.hpp"
#include "agents/turns.hpp"

#include <vector>

namespace chemix {
namespace {

constexpr int max_tries = 200;

// The value of the best turn that begins with each legal action, averaged over sampled worlds.
std::vector<ActionValue> turn_values(const Decision& decision, Aim aim, int worlds,
                                     double preference_weight, Generator& random) {
  const AnyGame& game = decision.game();
  std::vector<ActionValue> values;
  for (const int id : decision.legal_actions()) values.push_back({id, 0, 0});
  Worlds drawn(decision);
  Turns turns(game, aim);
  for (int i = 0; i < worlds && drawn.draw(random); ++i) {
    const FastRandom chance(SeedSequence(Seed(random.next())));
    for (ActionValue& its : values) {
      its.value +=
          turns.best_after(its.action, drawn.table(), decision.player(), max_tries, chance) /
          worlds;
    }
  }
  for (ActionValue& its : values) its.value += preference_weight * turns.preference(its.action);
  sort_by_value(values);
  return values;
}

}  // namespace

std::vector<ActionValue> GreedyPolicy::action_values(const Decision& decision,
                                                     Generator& random) const {
  return turn_values(decision, Aim::Points, parameters_.worlds, 0, random);
}

std::vector<ActionValue> HeuristicPolicy::action_values(const Decision& decision,
                                                        Generator& random) const {
  return turn_values(decision, Aim::HeuristicValue, parameters_.worlds, parameters_.preference,
                     random);
}

}  // namespace chemix
