// SPDX-License-Identifier: Apache-2.0
// Turn search: finds good sequences of actions until another player decides.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/state_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace chemix {

/// Draws and applies an outcome of chance, by weight; returns the id of its action.
int draw_chance(const AnyGame& game, Block table, FastRandom& random);

/// The objective of a turn: the points alone, or with a heuristic for future points.
enum class Aim : std::uint8_t { Points, HeuristicValue };

/// Searches for good turns of a game. Actions that advance the game most are tried first, so that a
/// turn is good even if not all can be tried. Chance within a turn or at its end is drawn from
/// `chance`, with the same draws for every sequence. If `stop` ends the work, results mean nothing.
/// The game and `stop` must outlive it.
class Turns {
 public:
  Turns(const AnyGame& game, Aim aim, StopPoll& stop);

  /// Writes the legal actions of a player in a state or a table to `legal`.
  void ask(ConstBlock table, Player player, std::vector<int>& legal) const;
  /// The same without those that only repeat a choice in another order.
  void ask_canonical(ConstBlock table, Player player, std::vector<int>& legal) const;

  /// How much an action advances the game, from 0 to 3.
  [[nodiscard]] int preference(int action);
  /// Sorts actions by descending preference, then by ascending id.
  void sort(std::vector<int>& legal);

  /// The player's objective in a table.
  [[nodiscard]] double value(ConstBlock table, Player player) const;
  /// The same after the best of at most `tries` further sequences, at least one.
  double best(ConstBlock table, Player player, int tries, const FastRandom& chance);
  /// The same after `action`: the value of the best turn that begins with it.
  double best_after(int action, ConstBlock table, Player player, int tries,
                    const FastRandom& chance);

  /// Plays `turns` turns in place, each the best of `tries` sequences. Before one turn in eight,
  /// plays a guided action instead.
  void play(Block table, int turns, int tries, FastRandom& random);

 private:
  static constexpr std::size_t max_steps = 16;
  // No turn draws this many cards. More draws are a new deal, which does not depend on the turn
  // before it.
  static constexpr int max_drawn = 10;

  double search(ConstBlock table, std::size_t depth);
  double search_after_chance(ConstBlock table, std::size_t depth);

  // Buffers of one depth, reused by later turns.
  struct Level {
    explicit Level(const AnyGame& game) : next(game) {}
    std::vector<int> legal;
    /// The best sequence from here, until chance acts.
    std::vector<int> way;
    TableMemory next;
  };

  const AnyGame& game_;
  Aim aim_;
  StopPoll& stop_;
  // By action; `unknown` until first requested.
  std::vector<std::int8_t> preferences_;
  std::vector<int> legal_;
  TableMemory after_;
  Player player_ = 0;
  int tries_ = 0;
  const FastRandom* chance_ = nullptr;
  // A deque, so that growing does not move shallower levels.
  std::deque<Level> levels_;
};

}  // namespace chemix
