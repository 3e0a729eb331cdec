// SPDX-License-Identifier: Apache-2.0
#include "chemix/agents/hint.hpp"

#include "agents/policies.hpp"
#include "agents/turns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace chemix {
namespace {

// In how many worlds a turn is tried, and how many ways in each.
constexpr int worlds_of_gain = 4;
constexpr int tries_of_gain = 200;
// What is closer together is alike: words tell tenths.
constexpr double least_margin = 0.05;

double gain_of(const Decision& decision, int action, Generator& random) {
  const AnyGame& game = decision.game();
  Worlds worlds(decision);
  Turns turns(game);
  double gain = 0;
  for (int i = 0; i < worlds_of_gain && worlds.draw(random); ++i) {
    gain += (turns.best_after(action, worlds.table(), decision.player(), tries_of_gain) -
             lead(game, worlds.table(), decision.player())) /
            worlds_of_gain;
  }
  return gain;
}

}  // namespace

std::string_view name_of(HintReason reason) {
  constexpr std::array<std::string_view, 5> names = {"only", "alike", "points", "looked_ahead",
                                                     "solved"};
  return names[static_cast<std::size_t>(reason)];
}

Hint hint_of(const Policy& policy, const Decision& decision, Generator& random) {
  Hint hint;
  hint.action = decision.legal_actions().front();
  hint.choices = static_cast<int>(decision.legal_actions().size());
  if (hint.choices > 1) {
    const std::vector<Judgement> judged = policy.judge(decision, random);
    hint.action = judged.front().action;
    double next = -std::numeric_limits<double>::infinity();
    for (const Judgement& its : judged) {
      hint.visits += its.visits;
      // Of what was never looked at nothing is known.
      const bool is_known = its.visits > 0 || judged.front().visits == 0;
      if (its.action != hint.action && is_known) next = std::max(next, its.value);
    }
    const double margin = judged.front().value - next;
    hint.reason = margin < least_margin ? HintReason::Alike
                  : hint.visits > 0     ? HintReason::LookedAhead
                                        : policy.reason();
    if (hint.reason != HintReason::Alike) hint.margin = margin;
  }
  hint.gain = gain_of(decision, hint.action, random);
  return hint;
}

}  // namespace chemix
