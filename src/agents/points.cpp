// SPDX-License-Identifier: Apache-2.0
// Policies that look at points at the end of a turn.
#include "agents/policies.hpp"
#include "agents/turns.hpp"

#include <vector>

namespace chemix {
namespace {

constexpr int most_tries = 200;

// What the best turn that begins with each of the legal actions is worth, in the mean of some
// worlds.
std::vector<Judgement> judged_turns(const Decision& decision, Aim aim, int worlds,
                                    double preference_weight, Generator& random) {
  const AnyGame& game = decision.game();
  std::vector<Judgement> judged;
  for (const int id : decision.legal_actions()) judged.push_back({id, 0, 0});
  Worlds drawn(decision);
  Turns turns(game, aim);
  for (int i = 0; i < worlds && drawn.draw(random); ++i) {
    const FastRandom chance(SeedSequence(Seed(random.next())));
    for (Judgement& its : judged) {
      its.value +=
          turns.best_after(its.action, drawn.table(), decision.player(), most_tries, chance) /
          worlds;
    }
  }
  for (Judgement& its : judged) its.value += preference_weight * turns.preference(its.action);
  sort_by_value(judged);
  return judged;
}

}  // namespace

std::vector<Judgement> GreedyPolicy::judge(const Decision& decision, Generator& random) const {
  return judged_turns(decision, Aim::Points, parameters_.worlds, 0, random);
}

std::vector<Judgement> HeuristicPolicy::judge(const Decision& decision, Generator& random) const {
  return judged_turns(decision, Aim::Prospects, parameters_.worlds, parameters_.preference, random);
}

}  // namespace chemix
