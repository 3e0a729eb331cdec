// SPDX-License-Identifier: Apache-2.0
// Hints: what a policy would do, and why.
#pragma once

#include "chemix/agents/policy.hpp"
#include "chemix/core/random.hpp"

#include <cstdint>

namespace chemix {

struct Hint {
  int action = 0;
  HintReason reason = HintReason::Only;
  /// How many actions are allowed, at least 1.
  int choices = 1;
  /// By how much the policy expects more of it than of the next best, in what it judges by: points
  /// of lead, or what the game pays. 0 where that is as good, or nearly.
  double margin = 0;
  /// By how many points the player's lead grows to the end of the turn with it, at best, in the
  /// mean of some worlds.
  double gain = 0;
  /// How many games were looked ahead in all.
  std::int64_t visits = 0;
};

/// What a policy would do, any of the best, and why; the same for the same `random`.
[[nodiscard]] Hint hint_of(const Policy& policy, const Decision& decision, Generator& random);

}  // namespace chemix
