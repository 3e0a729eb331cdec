// SPDX-License-Identifier: Apache-2.0
// Perfect play where two players know everything that matters.
#pragma once

#include "chemix/agents/policy.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace chemix {

using Clock = std::chrono::steady_clock;
using Deadline = std::optional<Clock::time_point>;

/// The returns of a decision's legal actions under perfect play of both players, in the order of
/// ids. Returns nothing if they are unknown: if there are not exactly two players; if either player
/// does not know the whole table; if a sealed decision or an event that only one of them sees may
/// follow; if more than `positions` positions would have to be searched; or if the deadline passes
/// or `stop` ends the work.
/// Positions are identified by 64-bit digests.
std::optional<std::vector<ActionValue>> solve(const Decision& decision, int positions,
                                              Deadline deadline, StopPoll& stop);

}  // namespace chemix
