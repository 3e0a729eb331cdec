// SPDX-License-Identifier: Apache-2.0
// Batch: many episodes, stepped together on several threads. An episode is a game in progress.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/random.hpp"
#include "chemix/record.hpp"
#include "chemix/state_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace chemix {

/// Random draws from one stream of a seed. The number of words drawn is all that must be saved to
/// resume the stream.
class RandomDraws {
 public:
  RandomDraws(const Key& key, std::uint64_t stream) : words_(key, Domain::Agents, stream) {}
  RandomDraws(const Seed& seed, std::uint64_t stream)
      : RandomDraws(SeedSequence(seed).key(), stream) {}

  /// A uniform number from 0 to bound − 1. Precondition: bound ≥ 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      ++count_;
      if (const auto number = bounded(words_.next(), bound)) return *number;
    }
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  void skip_to(std::uint64_t count) {
    for (; count_ < count; ++count_) (void)words_.next();
  }

 private:
  Generator words_;
  std::uint64_t count_ = 0;
};

/// Separate streams, so that the choice of the acting player does not depend on drawn actions.
inline RandomDraws actions_drawn(const Seed& seed) { return {seed, 0}; }
inline RandomDraws players_drawn(const Seed& seed) { return {seed, 1}; }

/// The seed of episode `index` of a batch that has one seed: 64 bits of the SeedSequence that the
/// seed spawns for it. Batches with neighboring seeds share no episode, as they would with
/// `seed + index`.
[[nodiscard]] std::uint64_t spawned_seed(std::uint64_t seed, std::uint64_t index);
/// The seed with which an episode of this seed continues after an automatic reset.
[[nodiscard]] std::uint64_t next_seed(std::uint64_t seed);

/// A game in progress. Its seed alone determines chance, the acting player where several may act,
/// and random actions, independently of other episodes.
class Episode {
 public:
  Episode(std::shared_ptr<const AnyGame> game, std::uint64_t seed);
  /// Resumes from `state`, where `acting` decides next (nullopt if the game is over), after the
  /// given numbers of random words were drawn for actions and players.
  Episode(std::shared_ptr<const AnyGame> game, BlockMemory state, std::uint64_t seed,
          std::optional<Player> acting, std::uint64_t for_actions, std::uint64_t for_players);

  [[nodiscard]] const std::shared_ptr<const AnyGame>& game() const { return game_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] const BlockMemory& state() const { return state_; }
  /// The player who decides next; nullopt when the game is over.
  [[nodiscard]] const std::optional<Player>& acting() const { return acting_; }
  [[nodiscard]] bool is_over() const { return !acting_; }
  [[nodiscard]] const RandomDraws& actions() const { return actions_; }
  [[nodiscard]] const RandomDraws& players() const { return players_; }

  /// The ids of the legal actions, ascending; empty when the game is over. Cached, since they are
  /// used several times per decision.
  [[nodiscard]] std::span<const int> legal() const;
  [[nodiscard]] bool is_legal(std::int64_t action) const;
  /// A uniformly random legal action; −1 when the game is over.
  int random_action();
  /// Writes the tensor of a player, as many numbers as fit, and returns its full size.
  std::size_t write_tensor(Player player, std::span<float> numbers);
  /// Takes an action, and resolves chance up to the next decision. Precondition: it is legal.
  void step(int action);
  /// Starts again from the deal of a seed.
  void reset(std::uint64_t seed);

 private:
  void deal();
  void advance();

  std::shared_ptr<const AnyGame> game_;
  std::uint64_t seed_;
  Dealer dealer_;
  RandomDraws actions_;
  RandomDraws players_;
  BlockMemory state_;
  // By player.
  std::vector<TensorCache> notes_;
  std::optional<Player> acting_;
  mutable std::vector<int> legal_;
  mutable std::optional<std::size_t> legal_count_;
};

/// Episodes of one or several games. Not for several callers at once.
class Batch {
 public:
  /// With `auto_reset`, the step after the end of an episode resets it. Uses at most `threads`
  /// threads. Precondition: there is at least one episode and one thread.
  Batch(std::vector<Episode> episodes, bool auto_reset, int threads);

  [[nodiscard]] std::size_t size() const { return episodes_.size(); }
  [[nodiscard]] bool auto_reset() const { return auto_reset_; }
  [[nodiscard]] int threads() const { return threads_; }
  [[nodiscard]] const Episode& operator[](std::size_t i) const { return episodes_[i]; }
  /// The largest numbers of actions, of numbers in a tensor and of players of the games.
  [[nodiscard]] int max_action_count() const { return max_action_count_; }
  [[nodiscard]] std::size_t max_tensor_size() const { return max_tensor_size_; }
  [[nodiscard]] int max_player_count() const { return max_player_count_; }

  /// Calls `work(episode, i)` for every episode, in any order, on several threads.
  void for_each(FunctionRef<void(Episode&, std::size_t)> work);

  /// Applies `actions[i]` in each episode i for which `is_chosen(i)`. One that is over is reset if
  /// resets are automatic, with `next_seed`, and otherwise unchanged. Then calls
  /// `report(episode, i, has_ended)` for every episode: `has_ended` if this call ended it. If an
  /// action is illegal, nothing happens, and the number of the first such episode is returned.
  std::optional<std::size_t> step(std::span<const std::int64_t> actions,
                                  FunctionRef<bool(std::size_t)> is_chosen,
                                  FunctionRef<void(const Episode&, std::size_t, bool)> report);

 private:
  std::vector<Episode> episodes_;
  bool auto_reset_;
  int threads_;
  int max_action_count_ = 0;
  std::size_t max_tensor_size_ = 0;
  int max_player_count_ = 0;
};

}  // namespace chemix
