// SPDX-License-Identifier: Apache-2.0
// Shared by the heuristics of several games: the expected value of compounds and runs that a player
// may still complete.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace chemix {

// The chance of completing something that lacks `lacking` cards.
template <std::size_t Count>
double chance_of(const std::array<double, Count>& chances, int lacking) {
  const auto at = static_cast<std::size_t>(lacking);
  return at < Count ? chances[at] : 0;
}

// The value of alternatives that share cards: the best in full, all others in part.
class ExpectedPoints {
 public:
  explicit ExpectedPoints(double share_of_others) : share_of_others_(share_of_others) {}

  void add(double hope) {
    best_ = std::max(best_, hope);
    sum_ += hope;
  }
  [[nodiscard]] double value() const { return best_ + share_of_others_ * (sum_ - best_); }

 private:
  double share_of_others_;
  double best_ = 0;
  double sum_ = 0;
};

}  // namespace chemix
