// SPDX-License-Identifier: Apache-2.0
// Perfect play where two players see all that matters.
#pragma once

#include "chemix/agents/policy.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace chemix {

using Clock = std::chrono::steady_clock;
using Deadline = std::optional<Clock::time_point>;

/// What the player of a decision gets in the end from each of the legal actions when both play
/// perfectly, in the order of ids; chance in the mean. Nothing where that is not known: with more
/// or fewer than two players, where one of them does not know the whole table, where a sealed
/// decision or something that only one of them sees can follow, where more than so many positions
/// would have to be looked at, and where it takes until a deadline. Positions are told apart by
/// digests of 64 bits.
std::optional<std::vector<ActionValue>> solve(const Decision& decision, int positions,
                                              Deadline deadline);

}  // namespace chemix
