// SPDX-License-Identifier: Apache-2.0
// Good turns by trying: what may be done until somebody else decides, and what it leaves.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"
#include "state_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace chemix {

/// Chance takes one of its ways, each alike; returns which action that was.
int draw_chance(const AnyGame& game, Block table, FastRandom& random);

/// What a turn is judged by: the points alone, or what may be hoped for besides.
enum class Aim : std::uint8_t { Points, HeuristicValue };

/// Finds good turns of a game. The first way that is tried is by what furthers the game most, so
/// that a turn is a good one where not all can be tried. What chance brings at the end of a turn,
/// or within it, is drawn from `chance`, the same for each way. The game must outlive it.
class Turns {
 public:
  Turns(const AnyGame& game, Aim aim);

  /// Asks a state or a table what a player may do.
  void ask(ConstBlock table, Player player, std::vector<int>& legal) const;

  /// How much an action furthers the game, 0 to 3.
  [[nodiscard]] int preference(int action);
  /// Puts first what furthers the game most; of what does so alike, what has the lowest id.
  void sort(std::vector<int>& legal);

  /// What a player aims at in a table.
  [[nodiscard]] double value(ConstBlock table, Player player) const;
  /// The same after the best of so many ways to go on, at least one.
  double best(ConstBlock table, Player player, int tries, const FastRandom& chance);
  /// And after an action is done: what a whole turn that begins so is worth.
  double best_after(int action, ConstBlock table, Player player, int tries,
                    const FastRandom& chance);

  /// Plays so many turns on, of so many ways each; before one in eight something is done that
  /// only furthers the game.
  void play(Block table, int turns, int tries, FastRandom& random);

 private:
  static constexpr std::size_t most_steps = 16;
  // A turn brings no more cards; a deal does, and tells nothing of the turn before it.
  static constexpr int most_drawn = 10;

  double search(ConstBlock table, std::size_t depth);
  double search_after_chance(ConstBlock table, std::size_t depth);

  // What each step of a turn needs, kept for the next turn.
  struct Level {
    explicit Level(const AnyGame& game) : next(game) {}
    std::vector<int> legal;
    /// The best way from here, until chance acts.
    std::vector<int> way;
    TableMemory next;
  };

  const AnyGame& game_;
  Aim aim_;
  // By action; unknown until it is asked for.
  std::vector<std::int8_t> preferences_;
  std::vector<int> legal_;
  TableMemory after_;
  Player player_ = 0;
  int tries_ = 0;
  const FastRandom* chance_ = nullptr;
  // A deeper level moves none of those above.
  std::deque<Level> levels_;
};

}  // namespace chemix
