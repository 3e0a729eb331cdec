// SPDX-License-Identifier: Apache-2.0
// Returns of games with a named winner and of games with scores (GN-7).
#pragma once

#include "chemix/core/fraction.hpp"
#include "chemix/core/player.hpp"

#include <cstdint>

namespace chemix {

/// The minimum and maximum number of points in one game.
struct PointsRange {
  int least;
  int most;
};

/// Whether the most or the fewest points win.
enum class BestScore : std::uint8_t { Most, Fewest };

/// The players with the most points; with `sign` −1, the fewest.
template <class Points, int Capacity>
constexpr PlayerSet with_most(const PerPlayer<Points, Capacity>& points, int players,
                              int sign = 1) {
  PlayerSet best;
  for (Player p = 0; p < players; ++p) {
    const int more = best.empty() ? 1 : sign * (points[p] - points[best.lowest()]);
    if (more > 0) best = PlayerSet();
    if (more >= 0) best.insert(p);
  }
  return best;
}

/// w winners of n players get (n−w)/(w(n−1)) each, the others −1/(n−1); 0 for everybody if all win.
template <int Capacity>
constexpr PerPlayer<Fraction, Capacity> win_share_returns(PlayerSet winners, int players) {
  PerPlayer<Fraction, Capacity> returns;
  const int count = winners.size();
  if (count == players) return returns;
  for (Player p = 0; p < players; ++p) {
    returns[p] = winners.contains(p)
                     ? Fraction(players - count, std::int64_t{count} * (players - 1))  // GN-7
                     : Fraction(-1, players - 1);
  }
  return returns;
}

/// Each player's points minus the mean of all; with one player, the points.
template <class Points, int Capacity>
constexpr PerPlayer<Fraction, Capacity> mean_centered_returns(
    const PerPlayer<Points, Capacity>& points, int players) {
  PerPlayer<Fraction, Capacity> returns;
  std::int64_t sum = 0;
  for (Player p = 0; p < players; ++p) sum += points[p];
  for (Player p = 0; p < players; ++p) {
    const std::int64_t own = points[p];
    returns[p] = players == 1 ? Fraction(own) : Fraction(own * players - sum, players);  // GN-7
  }
  return returns;
}

}  // namespace chemix
