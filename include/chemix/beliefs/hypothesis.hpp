// SPDX-License-Identifier: Apache-2.0
// Hypotheses: each says where cards that were seen have come, and of which sources the others are.
#pragma once

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/hidden_places.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/cards/places.hpp"
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

/// A number of ways that is multiplied by small ones, several of them at once.
class Weight {
 public:
  using Integer = BigUnsigned<5>;
  /// It has so many bits at most where there are several hypotheses.
  static constexpr int most_bits = 192;

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
  /// Whether it has more bits than `most_bits`.
  [[nodiscard]] bool is_wide() {
    if (!integer_.is_wider_than(most_bits - 64)) return false;
    flush();
    return integer_.is_wider_than(most_bits);
  }
  /// The number itself.
  [[nodiscard]] Integer& integer() {
    flush();
    return integer_;
  }
  /// Precondition: it was asked for as a whole since it was changed.
  [[nodiscard]] const Integer& integer() const { return integer_; }

 private:
  void flush() {
    if (part_ != 1) integer_ *= std::exchange(part_, 1);
  }

  Integer integer_;
  std::uint64_t part_ = 1;
};

/// What may have happened unseen: cards that were seen to come where they are, of a bag each, and
/// blocks of others.
template <class Bag>
struct HypothesisOf {
  using Set = typename Bag::Set;

  /// The cards from before the first reshuffle, and those of the piles that were made since.
  static constexpr std::size_t most_piles = ObservationLog::most_reshuffles;
  static constexpr std::size_t source_count = most_piles + 1;
  using SourcePiles = InplaceVector<Bag, source_count>;

  /// Cards of a place that were not seen to come there: which source they are of, and which kinds
  /// they cannot be.
  struct UnseenBlock {
    Set without;
    /// A hash of `without`, which changes seldom.
    std::uint32_t hash = 0;
    std::uint8_t place = 0;
    /// 0: cards from before the first reshuffle, n: from the pile that the n-th made.
    std::uint8_t source = 0;
    std::uint8_t size = 0;
    /// In the end: whether it is of the hand that surely holds something.
    bool is_held = false;

    bool operator==(const UnseenBlock&) const = default;
    /// What it adds to the hash of a hypothesis.
    [[nodiscard]] std::uint64_t mark() const {
      // In the order of the bytes, so that it is loaded at once.
      const std::uint64_t word = hash | std::uint64_t{place} << 32 | std::uint64_t{source} << 40 |
                                 std::uint64_t{size} << 48 | std::uint64_t{is_held} << 56;
      const std::uint64_t product = word * 0x9E3779B97F4A7C15U;
      return product ^ product >> 29;
    }
    void exclude(const Set& kinds) {
      without = without | kinds;
      std::uint64_t words = 0;
      for (const std::uint64_t word : without.packed().words)
        words = (words + word) * 0x9E3779B97F4A7C15U;
      hash = static_cast<std::uint32_t>(words >> 32);
    }
    [[nodiscard]] bool is_like(const UnseenBlock& other) const {
      return place == other.place && source == other.source && without == other.without;
    }
    [[nodiscard]] bool operator<(const UnseenBlock& other) const {
      if (place != other.place) return place < other.place;
      if (source != other.source) return source < other.source;
      return without.packed() < other.without.packed();
    }
  };

  /// Those of six hands and the pile after three reshuffles, and some that cannot be a kind. After
  /// more reshuffles most hands have cards of few of the sources.
  static constexpr std::size_t max_blocks = 24;
  using UnseenBlocks = InplaceVector<UnseenBlock, max_blocks>;
  using PlacedBlocks = InplaceVector<UnseenBlock, max_blocks + max_place_count>;

  static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

  /// Of the cards seen and the blocks, a sum over all of them: so it changes with each of them,
  /// and need not be worked out when equal hypotheses are looked for.
  std::uint64_t hash = 0;
  /// Cards that were seen to come where they are.
  std::array<Bag, hidden_place_count> seen{};
  /// The other cards, by source.
  SourcePiles sources;
  /// In how many ways what was seen can have happened; 0: it cannot.
  Weight weight = 1;
  /// By place: how many cards were seen to come there or are of a block.
  std::array<std::uint8_t, hidden_place_count> known_count{};
  /// The blocks apart from those of cards that came last, of which nothing is known, in order.
  UnseenBlocks blocks;

  void add_seen(int place, Card card) {
    seen[at(place)].add(card);
    ++known_count[at(place)];
    hash += mark(place, card);
  }
  void remove_seen(int place, Card card) {
    seen[at(place)].remove(card);
    --known_count[at(place)];
    hash -= mark(place, card);
  }
  /// Changes the size of a block by some cards; what is left of one may be nothing.
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
  /// Changes several blocks at once.
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
    known_count[at(place)] = static_cast<std::uint8_t>(known_count[at(place)] + cards);
  }
  // A number of its own for each place and kind.
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

/// A place of a log as it is now.
template <class Bag>
struct PlaceNowOf {
  /// Its number among the places whose cards the viewer does not see, or −1 where there is none.
  int place = -1;
  bool is_shown = false;
  /// What lies there, if it is shown.
  Bag shown;
};

/// Hypotheses in order. Only pointers to them change places, since they are large; those behind the
/// last one are free. Their log is used again by the next belief of the thread.
template <class Hypothesis>
class HypothesesOf {
 public:
  HypothesesOf() { places_.swap(spare()); }
  HypothesesOf(const HypothesesOf& other) : HypothesesOf() {
    for (const Hypothesis& hypothesis : other) add(hypothesis);
  }
  HypothesesOf(HypothesesOf&& other) noexcept
      : places_(std::move(other.places_)), size_(std::exchange(other.size_, 0)) {}
  HypothesesOf& operator=(HypothesesOf other) noexcept {
    places_.swap(other.places_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~HypothesesOf() {
    if (places_.size() > spare().size()) places_.swap(spare());
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Hypothesis& operator[](std::size_t i) { return *places_[i]; }
  [[nodiscard]] const Hypothesis& operator[](std::size_t i) const { return *places_[i]; }
  [[nodiscard]] auto begin() { return Iterator<Hypothesis>{places_.data()}; }
  [[nodiscard]] auto end() { return Iterator<Hypothesis>{places_.data() + size_}; }
  [[nodiscard]] auto begin() const { return Iterator<const Hypothesis>{places_.data()}; }
  [[nodiscard]] auto end() const { return Iterator<const Hypothesis>{places_.data() + size_}; }

  /// Adds a copy; all stay where they are in log.
  Hypothesis& add(const Hypothesis& hypothesis) {
    if (size_ == places_.size()) places_.push_back(std::make_unique<Hypothesis>());
    Hypothesis& added = *places_[size_++];
    added = hypothesis;
    return added;
  }
  /// Keeps those of which `keep(hypothesis, i)` says so, `i` being how many were kept before.
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

  static Places& spare() {
    thread_local Places spare;
    return spare;
  }

  Places places_;
  std::size_t size_ = 0;
};

}  // namespace chemix
