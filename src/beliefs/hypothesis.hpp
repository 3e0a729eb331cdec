// SPDX-License-Identifier: Apache-2.0
// A hypothesis: one way the unseen past may have gone. It records which cards were seen to come to
// each place, and from which source pile each block of unseen cards is.
#pragma once

#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/log_entry.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace chemix {

/// An integer weight. Small factors are collected and multiplied in together.
class Weight {
 public:
  using Integer = BigUnsigned<5>;
  /// The maximum number of bits while there are several hypotheses; wider weights are rounded.
  static constexpr int max_bits = 192;

  Weight(std::uint64_t number) : integer_(number) {}  // NOLINT: a number is one

  void multiply(std::uint64_t number) {
    if ((part_ | number) >> 32 != 0) {
      integer_ *= std::exchange(part_, 1);
      integer_ *= number;
    } else {
      part_ *= number;
    }
  }
  Weight& operator+=(Weight& other) {
    if (part_ != other.part_) {
      flush();
      other.flush();
    }
    integer_ += other.integer_;
    return *this;
  }
  [[nodiscard]] bool is_zero() const { return integer_ == Integer(); }
  /// Whether it is wider than `max_bits`.
  [[nodiscard]] bool is_wide() {
    if (!integer_.is_wider_than(max_bits - 64)) return false;
    flush();
    return integer_.is_wider_than(max_bits);
  }
  /// The value, with pending factors multiplied in.
  [[nodiscard]] Integer& integer() {
    flush();
    return integer_;
  }
  /// Precondition: the other overload was called after the last change.
  [[nodiscard]] const Integer& integer() const { return integer_; }

 private:
  void flush() {
    if (part_ != 1) integer_ *= std::exchange(part_, 1);
  }

  Integer integer_;
  std::uint64_t part_ = 1;
};

/// One way the unseen past may have gone: by place, the cards that were seen to come there, and
/// blocks of unseen cards.
struct Hypothesis {
  /// Source piles: the cards from before the first reshuffle, then the draw pile of each reshuffle.
  static constexpr std::size_t max_piles = ObservationLog::max_reshuffles;
  static constexpr std::size_t source_count = max_piles + 1;
  using SourcePiles = InplaceVector<PoolBag, source_count>;

  /// Cards of one place that were not seen to come there. All are from one source pile, and none is
  /// of the excluded kinds `without`.
  struct UnseenBlock {
    PoolBag without;
    /// A hash of `without`, cached because `without` seldom changes.
    std::uint32_t hash = 0;
    std::uint8_t place = 0;
    /// 0: cards from before the first reshuffle; n: the draw pile that the n-th reshuffle made.
    std::uint8_t source = 0;
    std::uint8_t size = 0;
    /// Set by `BeliefOf` only: whether it lies in the hand that has lower bounds (`SurelyHeldOf`).
    bool is_held = false;

    bool operator==(const UnseenBlock&) const = default;
    /// Its contribution to the hash of a hypothesis.
    [[nodiscard]] std::uint64_t mark() const {
      // In byte order, so that it compiles to one load.
      const std::uint64_t word = hash | std::uint64_t{place} << 32 | std::uint64_t{source} << 40 |
                                 std::uint64_t{size} << 48 | std::uint64_t{is_held} << 56;
      const std::uint64_t product = word * 0x9E3779B97F4A7C15U;
      return product ^ product >> 29;
    }
    void exclude(const PoolBag& kinds) {
      without = without | kinds;
      std::uint64_t words = 0;
      for (const std::uint64_t word : without.words()) words = (words + word) * 0x9E3779B97F4A7C15U;
      hash = static_cast<std::uint32_t>(words >> 32);
    }
    [[nodiscard]] bool is_like(const UnseenBlock& other) const {
      return place == other.place && source == other.source && without == other.without;
    }
    [[nodiscard]] bool operator<(const UnseenBlock& other) const {
      if (place != other.place) return place < other.place;
      if (source != other.source) return source < other.source;
      return without < other.without;
    }
  };

  /// Enough for six hands and the draw pile after three reshuffles, and some blocks with excluded
  /// kinds. After more reshuffles, most hands hold cards of few sources.
  static constexpr std::size_t max_blocks = 24;
  using UnseenBlocks = InplaceVector<UnseenBlock, max_blocks>;
  using PlacedBlocks = InplaceVector<UnseenBlock, max_blocks + max_place_count>;

  static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

  /// The sum of the marks of all seen cards and blocks. Each change updates it, so that the search
  /// for equal hypotheses need not compute it.
  std::uint64_t hash = 0;
  /// By place, the cards that were seen to come there.
  std::array<PoolBag, hidden_place_count> seen{};
  /// By source, the cards that remain unseen.
  SourcePiles sources;
  /// Proportional to the number of histories that the hypothesis stands for, except where merging
  /// rounds weights; 0 if it is impossible.
  Weight weight = 1;
  /// By place, the number of cards that were seen to come there or are in a block.
  std::array<std::uint8_t, hidden_place_count> accounted_count{};
  /// Sorted. The blocks of the latest source without excluded kinds are implied and not stored.
  UnseenBlocks blocks;

  void add_seen(const CardPool& pool, int place, Card card) {
    pool.add(seen[at(place)], card);
    ++accounted_count[at(place)];
    hash += mark(place, card);
  }
  void remove_seen(const CardPool& pool, int place, Card card) {
    pool.remove(seen[at(place)], card);
    --accounted_count[at(place)];
    hash -= mark(place, card);
  }
  /// Changes the size of a block by `cards`; erases the block if it becomes empty.
  void resize(UnseenBlock& block, int cards) {
    hash -= block.mark();
    add_known(block.place, cards);
    block.size = static_cast<std::uint8_t>(block.size + cards);
    if (block.size == 0) return blocks.erase(&block);
    hash += block.mark();
  }
  void insert(const UnseenBlock& block) {
    blocks.insert(std::lower_bound(blocks.begin(), blocks.end(), block), block);
    add_known(block.place, block.size);
    hash += block.mark();
  }
  /// Calls `change()`, which may change any blocks, and updates counts and hash.
  void rearrange_blocks(auto&& change) {
    for (const UnseenBlock& block : blocks) {
      add_known(block.place, -block.size);
      hash -= block.mark();
    }
    change();
    for (const UnseenBlock& block : blocks) {
      add_known(block.place, block.size);
      hash += block.mark();
    }
  }
  void add_known(int place, int cards) {
    accounted_count[at(place)] = static_cast<std::uint8_t>(accounted_count[at(place)] + cards);
  }
  // A distinct number for each place and kind.
  static std::uint64_t mark(int place, Card card) {
    static constexpr auto marks = [] {
      std::array<std::uint64_t, 128> made{};
      for (std::size_t i = 0; i < made.size(); ++i) {
        const std::uint64_t word = (std::uint64_t{i} + 1) * 0x9E3779B97F4A7C15U;
        made[i] = (word ^ word >> 32) * 0xD1342543DE82EF95U;
      }
      return made;
    }();
    return std::rotl(marks[card.index], 8 * place);
  }
};

/// A sequence of hypotheses. They are large, so only pointers to them are moved, and those past the
/// end are kept for reuse.
class Hypotheses {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Hypothesis& operator[](std::size_t i) { return *places_[i]; }
  [[nodiscard]] const Hypothesis& operator[](std::size_t i) const { return *places_[i]; }
  [[nodiscard]] auto begin() { return Iterator<Hypothesis>{places_.data()}; }
  [[nodiscard]] auto end() { return Iterator<Hypothesis>{places_.data() + size_}; }
  [[nodiscard]] auto begin() const { return Iterator<const Hypothesis>{places_.data()}; }
  [[nodiscard]] auto end() const { return Iterator<const Hypothesis>{places_.data() + size_}; }

  /// Appends a copy. References to other elements stay valid.
  Hypothesis& add(const Hypothesis& hypothesis) {
    if (size_ == places_.size()) places_.push_back(std::make_unique<Hypothesis>());
    Hypothesis& added = *places_[size_++];
    added = hypothesis;
    return added;
  }
  /// Keeps the elements for which `keep(hypothesis, i)` is true, `i` being the number kept so far.
  void keep_if(auto&& keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!keep(*places_[i], kept)) continue;
      if (kept != i) std::swap(places_[kept], places_[i]);
      ++kept;
    }
    size_ = kept;
  }

 private:
  using Places = std::vector<std::unique_ptr<Hypothesis>>;

  template <class A>
  struct Iterator {
    const std::unique_ptr<Hypothesis>* at;

    bool operator==(const Iterator&) const = default;
    A& operator*() const { return **at; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
  };

  Places places_;
  std::size_t size_ = 0;
};

}  // namespace chemix
