// SPDX-License-Identifier: Apache-2.0
// Counts and samples the worlds of deal problems.
#include "beliefs/deal_counter.hpp"

#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/core/random.hpp"

#include <optional>

namespace chemix {

template class DealCounter<DealCount>;
#ifndef CHEMIX_SMALL
template class DealCounter<BigUnsigned<2>>;
#endif

std::optional<PoolWorld> sample(const CardPool& pool, const PoolProblem& problem,
                                RandomRef random) {
  return with_counter(pool, problem, nullptr,
                      [&](const auto& worlds) { return worlds.sample(random); });
}

DealCount count(const CardPool& pool, const PoolProblem& problem, StopPoll* stop) {
  return with_counter(pool, problem, stop,
                      [](const auto& worlds) { return DealCount(worlds.count()); });
}

}  // namespace chemix
