// SPDX-License-Identifier: Apache-2.0
#include "chemix/batch.hpp"

#include "chemix/core/playout.hpp"
#include "chemix/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace chemix {
namespace {

std::uint64_t number_of(const SeedSequence& sequence) {
  const auto [low, high] = sequence.generate_state<2>();
  return std::uint64_t{high} << 32U | low;
}

}  // namespace

std::uint64_t spawned_seed(std::uint64_t seed, std::uint64_t index) {
  return number_of(SeedSequence(Seed(seed), {index}));
}
// A spawn key of its own, which no index has.
std::uint64_t next_seed(std::uint64_t seed) { return number_of(SeedSequence(Seed(seed), {0, 0})); }

Episode::Episode(std::shared_ptr<const AnyGame> game, std::uint64_t seed)
    : game_(std::move(game)),
      seed_(seed),
      dealer_(Seed(seed)),
      actions_(actions_drawn(seed)),
      players_(players_drawn(seed)),
      state_(game_->state_size()),
      notes_(static_cast<std::size_t>(game_->player_count())) {
  deal();
}

Episode::Episode(std::shared_ptr<const AnyGame> game, BlockMemory state, std::uint64_t seed,
                 std::optional<Player> acting, std::uint64_t for_actions, std::uint64_t for_players)
    : game_(std::move(game)),
      seed_(seed),
      dealer_(Seed(seed)),
      actions_(actions_drawn(seed)),
      players_(players_drawn(seed)),
      state_(std::move(state)),
      notes_(static_cast<std::size_t>(game_->player_count())),
      acting_(acting) {
  actions_.skip_to(for_actions);
  players_.skip_to(for_players);
}

std::span<const int> Episode::legal() const {
  if (!legal_count_) {
    // Allocates on the first call only.
    legal_.resize(static_cast<std::size_t>(game_->max_legal_actions()));
    legal_count_ = acting_ ? game_->legal_actions(state_.block(), *acting_, legal_) : 0;
  }
  return std::span(legal_).first(*legal_count_);
}

bool Episode::is_legal(std::int64_t action) const {
  return std::binary_search(legal().begin(), legal().end(), action);
}

int Episode::random_action() { return is_over() ? -1 : legal()[actions_.below(legal().size())]; }

std::size_t Episode::write_tensor(Player player, std::span<float> numbers) {
  return game_->tensor(state_.block(), Viewer::player(player), numbers,
                       &notes_[static_cast<std::size_t>(player)]);
}

void Episode::step(int action) {
  game_->apply_unchecked(state_.block(), Actor(*acting_), action);
  advance();
}

void Episode::reset(std::uint64_t seed) {
  seed_ = seed;
  dealer_ = Dealer(Seed(seed));
  actions_ = actions_drawn(seed);
  players_ = players_drawn(seed);
  deal();
}

void Episode::deal() {
  game_->initial_state(0, state_.block());
  advance();
}

void Episode::advance() {
  legal_count_.reset();
  dealer_.resolve(*game_, state_.block());
  const Acting now = game_->acting(state_.block());
  acting_.reset();
  if (!now.is_nobody()) acting_ = drawn_player(now.players(), players_);
}

Batch::Batch(std::vector<Episode> episodes, bool auto_reset, int threads)
    : episodes_(std::move(episodes)), auto_reset_(auto_reset), threads_(threads) {
  for (const Episode& episode : episodes_) {
    max_action_count_ = std::max(max_action_count_, episode.game()->action_count());
    max_tensor_size_ = std::max(max_tensor_size_, episode.game()->tensor_size());
    max_player_count_ = std::max(max_player_count_, episode.game()->player_count());
  }
}

void Batch::for_each(FunctionRef<void(Episode&, std::size_t)> work) {
  ThreadPool::of_process().share(episodes_.size(), static_cast<std::size_t>(threads_),
                                 [&](std::size_t i) { work(episodes_[i], i); });
}

std::optional<std::size_t> Batch::step(
    std::span<const std::int64_t> actions, FunctionRef<bool(std::size_t)> is_chosen,
    FunctionRef<void(const Episode&, std::size_t, bool)> report) {
  std::atomic<std::size_t> refused = episodes_.size();
  for_each([&](const Episode& episode, std::size_t i) {
    if (episode.is_over() || !is_chosen(i) || episode.is_legal(actions[i])) return;
    for (std::size_t first = refused; i < first && !refused.compare_exchange_weak(first, i);) {
    }
  });
  if (refused < episodes_.size()) return refused;
  for_each([&](Episode& episode, std::size_t i) {
    const bool is_stepped = is_chosen(i) && !episode.is_over();
    if (is_stepped) {
      episode.step(static_cast<int>(actions[i]));
    } else if (is_chosen(i) && auto_reset_) {
      episode.reset(next_seed(episode.seed()));
    }
    report(episode, i, is_stepped && episode.is_over());
  });
  return std::nullopt;
}

}  // namespace chemix
