// SPDX-License-Identifier: Apache-2.0
// Hints: the action that a policy recommends, and why.
#pragma once

#include "chemix/agents/policy.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/stop_token.hpp"

#include <cstdint>
#include <optional>

namespace chemix {

struct Hint {
  int action = 0;
  HintReason reason = HintReason::Only;
  /// The number of legal actions, at least 1.
  int choices = 1;
  /// How much more the policy expects of the action than of the next best, in the policy's own
  /// unit: points of lead, or returns. 0 if another action is as good, or nearly.
  double margin = 0;
  /// By how many points the action can increase the player's lead by the end of the turn: the best
  /// case, averaged over sampled worlds.
  double gain = 0;
  /// The total number of simulated games.
  std::int64_t visits = 0;
};

/// The hint of a policy: any of its best actions, and the reason. Deterministic for a given
/// `random`. Returns nothing if `stop` is stopped; a time budget ends the search as in the policy.
[[nodiscard]] std::optional<Hint> hint_of(const Policy& policy, const Decision& decision,
                                          Generator& random, StopPoll& stop);
/// The same without an end.
[[nodiscard]] Hint hint_of(const Policy& policy, const Decision& decision, Generator& random);

}  // namespace chemix
