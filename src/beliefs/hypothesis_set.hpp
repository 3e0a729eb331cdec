// SPDX-License-Identifier: Apache-2.0
// The weighted hypotheses of a filter: merges equal ones and bounds their number.
#pragma once

// Equal hypotheses are merged, and their weights add up. When there are too many, a distinction
// between them is forgotten, so that more of them become equal. Every world stays possible, but
// weights may become inexact; each time is counted as an approximation.

#include "beliefs/hypothesis.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

namespace chemix {

/// Weighted hypotheses about one set of cards.
class HypothesisSet {
 public:
  using UnseenBlock = Hypothesis::UnseenBlock;

  /// Maximum number of hypotheses; lowered to `few_hypotheses` once `max_work` has been spent.
  static constexpr std::size_t max_hypotheses = 64;
  static constexpr std::size_t few_hypotheses = 12;

  [[nodiscard]] const Hypotheses& hypotheses() const { return hypotheses_; }
  /// The latest source: the number of reshuffles so far.
  [[nodiscard]] std::size_t last_source() const { return source_; }
  /// How often a distinction was forgotten or weights were rounded; 0 if exact.
  [[nodiscard]] int approximations() const { return approximations_; }

  /// Calls `visit(block)` for all blocks of a place that holds `size` cards, the latest block last.
  /// Returns false if the known cards do not fit into it.
  bool for_each_block(const Hypothesis& hypothesis, int place, int size, auto&& visit) const {
    const int rest = others(hypothesis, place, size);
    if (rest < 0) return false;
    for (const UnseenBlock& block : hypothesis.blocks) {
      if (block.place == place) visit(block);
    }
    if (rest > 0) visit(latest(place, rest));
    return true;
  }
  /// A block of the latest source without excluded kinds: nothing is known of its cards.
  [[nodiscard]] UnseenBlock latest(int place, int size = 0) const {
    UnseenBlock block;
    block.place = static_cast<std::uint8_t>(place);
    block.source = source_;
    block.size = static_cast<std::uint8_t>(size);
    return block;
  }

  /// Merges equal hypotheses, and relaxes each one until `fits(hypothesis)` is true.
  void simplify(auto&& fits) {
    merge();
    for (Hypothesis& hypothesis : hypotheses_) {
      while (!fits(hypothesis)) relax(hypothesis);
    }
    if (is_dropped_) merge();
    for (Hypothesis& hypothesis : hypotheses_) (void)hypothesis.weight.integer();
  }

 protected:
  explicit HypothesisSet(const CardPool& pool) : pool_(pool) {}

  using UnseenBlocks = Hypothesis::UnseenBlocks;
  using Integer = Weight::Integer;
  static constexpr std::size_t max_blocks = Hypothesis::max_blocks;

  static constexpr std::size_t at(int place) { return Hypothesis::at(place); }

  // The size of a place's latest block; negative if the known cards do not fit.
  static int others(const Hypothesis& hypothesis, int place, int size) {
    return size - hypothesis.accounted_count[at(place)];
  }

  void drop(Hypothesis& hypothesis) {
    hypothesis.weight = 0;
    is_dropped_ = true;
  }
  // Splits a hypothesis by the choices that it leaves open. The first takes its place; the others
  // are appended.
  template <class Choice>
  void split(std::size_t i, auto&& for_each_choice, auto&& take) {
    Hypothesis& hypothesis = hypotheses_[i];
    std::optional<Choice> first;
    for_each_choice(hypothesis, [&](const Choice& choice) {
      if (!first) {
        first = choice;
      } else {
        take(hypotheses_.add(hypothesis), choice);
      }
    });
    if (!first) return drop(hypothesis);
    take(hypothesis, *first);
  }
  void add_seen(Hypothesis& hypothesis, int place, Card card) {
    seen_at_ |= 1U << place;
    hypothesis.add_seen(pool_, place, card);
  }
  // Excludes kinds from the stored blocks of a place.
  static void exclude(Hypothesis& hypothesis, int place, const PoolBag& kinds) {
    UnseenBlocks& blocks = hypothesis.blocks;
    const auto is_here = [&](const UnseenBlock& block) { return block.place == place; };
    UnseenBlock* const first = std::find_if(blocks.begin(), blocks.end(), is_here);
    UnseenBlock* const end = std::find_if_not(first, blocks.end(), is_here);
    bool any_changes = false;
    for (UnseenBlock* block = first; block != end; ++block) {
      if ((kinds - block->without).empty()) continue;
      any_changes = true;
      hypothesis.hash -= block->mark();
      block->exclude(kinds);
      hypothesis.hash += block->mark();
    }
    if (!any_changes || end - first < 2) return;
    sort_few(first, end);
    // Merge blocks that have become alike.
    UnseenBlock* kept = first;
    for (UnseenBlock* block = first; block != end; ++block) {
      if (kept != first && kept[-1].is_like(*block)) {
        hypothesis.hash -= block->mark() + kept[-1].mark();
        kept[-1].size = static_cast<std::uint8_t>(kept[-1].size + block->size);
        hypothesis.hash += kept[-1].mark();
      } else {
        *kept++ = *block;
      }
    }
    blocks.erase(kept, end);
  }

  // ---- Blocks ----

  // Whether the card that moves may be from a block.
  [[nodiscard]] bool may_be_of(const Hypothesis& hypothesis, const UnseenBlock& block,
                               const LogEntry& entry) const {
    if (!entry.kind) return true;
    const Card card = Card::of(*entry.kind);
    return !pool_.contains(block.without, card) &&
           pool_.count(hypothesis.sources[block.source], card) > 0;
  }
  // Excludes kinds from all cards that were not seen to come to a place.
  void exclude_unseen(Hypothesis& hypothesis, int place, int size, const PoolBag& kinds) {
    const int rest = others(hypothesis, place, size);
    if (rest < 0) return drop(hypothesis);
    exclude(hypothesis, place, kinds);
    UnseenBlock last = latest(place);
    last.exclude(kinds);
    add_to_block(hypothesis, last, rest);
  }

  // Adds cards to a block. The latest block is implied and not stored.
  void add_to_block(Hypothesis& hypothesis, UnseenBlock like, int cards) {
    if (cards == 0 || like.is_like(latest(like.place))) return;
    auto& blocks = hypothesis.blocks;
    for (;;) {
      // Most blocks are of other places, so a linear search is faster than a binary one.
      UnseenBlock* const found =
          std::find_if(blocks.begin(), blocks.end(),
                       [&](const UnseenBlock& block) { return block.is_like(like); });
      if (found != blocks.end()) return hypothesis.resize(*found, cards);
      if (blocks.size() < max_blocks) break;
      relax(hypothesis);
      // Its source may have been merged into the next one.
      while (like.source < source_ && hypothesis.sources[like.source].empty()) ++like.source;
      if (like.is_like(latest(like.place))) return;
    }
    like.size = static_cast<std::uint8_t>(cards);
    hypothesis.insert(like);
  }
  // Forgets the excluded kinds of the block that excludes the fewest. If no block excludes any,
  // merges the oldest source into the next one.
  void relax(Hypothesis& hypothesis) {
    ++approximations_;
    UnseenBlock* loosest = nullptr;
    for (UnseenBlock& block : hypothesis.blocks) {
      if (block.without.empty()) continue;
      if (loosest == nullptr ||
          pool_.kind_count(block.without) < pool_.kind_count(loosest->without)) {
        loosest = &block;
      }
    }
    if (loosest == nullptr) return merge_sources(hypothesis, oldest_source(hypothesis));
    UnseenBlock any = *loosest;
    any.without = PoolBag();
    any.hash = 0;
    hypothesis.resize(*loosest, -any.size);
    add_to_block(hypothesis, any, any.size);
  }
  // The first source that has cards left.
  [[nodiscard]] std::size_t oldest_source(const Hypothesis& hypothesis) const {
    std::size_t source = 0;
    while (source < source_ && hypothesis.sources[source].empty()) ++source;
    return source;
  }
  // Merges a source into the next one. For the last source, discards all blocks instead.
  void merge_sources(Hypothesis& hypothesis, std::size_t source) const {
    hypothesis.rearrange_blocks([&] {
      if (source == source_) return hypothesis.blocks.clear();
      pool_.add(hypothesis.sources[source + 1], hypothesis.sources[source]);
      hypothesis.sources[source] = PoolBag();
      UnseenBlocks united;
      for (UnseenBlock block : hypothesis.blocks) {
        if (block.source == source) ++block.source;
        if (block.is_like(latest(block.place))) continue;
        UnseenBlock* const found =
            std::find_if(united.begin(), united.end(),
                         [&](const UnseenBlock& other) { return other.is_like(block); });
        if (found == united.end()) {
          united.add(block);
        } else {
          found->size = static_cast<std::uint8_t>(found->size + block.size);
        }
      }
      sort_few(united.begin(), united.end());
      hypothesis.blocks = united;
    });
  }

  // ---- Merging ----

  [[nodiscard]] std::size_t hypothesis_limit() const {
    return work_ < max_work ? max_hypotheses : few_hypotheses;
  }
  // Merges equal hypotheses, and forgets distinctions until few enough remain. No world is lost.
  void merge() {
    erase_dropped();
    unite();
    for (; hypotheses_.size() > hypothesis_limit(); ++approximations_) {
      forget();
      unite();
    }
    merged_ = hypotheses_.size();
    keep_weights_short();
  }
  // While few hypotheses have been added since the last merge, merging costs more than it saves.
  void merge_many() {
    erase_dropped();
    if (hypotheses_.size() > std::min(hypothesis_limit(), 2 * merged_ + 2)) return merge();
    keep_weights_short();
  }
  void erase_dropped() {
    if (!is_dropped_) return;
    hypotheses_.keep_if(
        [](const Hypothesis& hypothesis, std::size_t) { return !hypothesis.weight.is_zero(); });
    is_dropped_ = false;
  }
  void keep_if(auto&& holds) {
    for (Hypothesis& hypothesis : hypotheses_) {
      if (!holds(hypothesis)) drop(hypothesis);
    }
  }

  const CardPool& pool_;
  Hypotheses hypotheses_;
  // The number of reshuffles so far.
  std::uint8_t source_ = 0;
  // A bit set of the places where a hypothesis may have seen cards.
  unsigned seen_at_ = 0;
  // Hypotheses visited so far, for log entries and to find equal ones.
  std::size_t work_ = 0;
  bool is_dropped_ = false;
  int approximations_ = 0;

 private:
  // The work after which `few_hypotheses` applies.
  static constexpr std::size_t max_work = 800;

  // ---- Weights ----

  void keep_weights_short() {
    if (hypotheses_.size() == 1) hypotheses_[0].weight = 1;
    if (hypotheses_.size() < 2) return;
    for (Hypothesis& hypothesis : hypotheses_) {
      if (hypothesis.weight.is_wide()) return shorten();
    }
  }
  [[nodiscard]] int widest_weight() const {
    int widest = 0;
    for (const Hypothesis& hypothesis : hypotheses_) {
      widest = std::max(widest, hypothesis.weight.integer().bit_width());
    }
    return widest;
  }
  [[nodiscard]] bool divides_all(const OddDivisor& divisor) const {
    for (const Hypothesis& hypothesis : hypotheses_) {
      Integer weight = hypothesis.weight.integer();
      if (!weight.divide_exactly(divisor)) return false;
    }
    return true;
  }
  // Divides all weights by a common factor, and rounds them if they are still too wide.
  void shorten() {
    int twos = 64 * static_cast<int>(Integer::size);
    for (Hypothesis& hypothesis : hypotheses_) {
      twos = std::min(twos, hypothesis.weight.integer().trailing_zeros());
    }
    for (Hypothesis& hypothesis : hypotheses_) hypothesis.weight.integer().shift_right(twos);
    static constexpr std::array<OddDivisor, 5> odd_primes = {3U, 5U, 7U, 11U, 13U};
    for (const OddDivisor& prime : odd_primes) {
      while (divides_all(prime)) {
        for (Hypothesis& hypothesis : hypotheses_)
          hypothesis.weight.integer().divide_exactly(prime);
      }
    }
    const int widest = widest_weight();
    if (widest <= Weight::max_bits) return;
    for (Hypothesis& hypothesis : hypotheses_) {
      Integer& weight = hypothesis.weight.integer();
      weight.shift_right(widest - Weight::max_bits / 2);
      if (weight == Integer()) weight = 1;
    }
    ++approximations_;
  }

  // ---- Equal hypotheses ----

  void unite() {
    if (hypotheses_.size() < 2) return;
    work_ += hypotheses_.size();
    // Hash table of the hypotheses kept: the hash above, the number from 1 on below.
    std::vector<std::uint64_t> index(std::bit_ceil(2 * hypotheses_.size()));
    const std::size_t slots = index.size() - 1;
    hypotheses_.keep_if([&](Hypothesis& hypothesis, std::size_t kept) {
      const auto hash = static_cast<std::uint32_t>(hypothesis.hash * 0x9E3779B97F4A7C15U >> 32);
      for (std::size_t slot = hash & slots;; slot = (slot + 1) & slots) {
        if (index[slot] == 0) {
          index[slot] = std::uint64_t{hash} << 32 | (kept + 1);
          return true;
        }
        if (index[slot] >> 32 != hash) continue;
        Hypothesis& other = hypotheses_[static_cast<std::uint32_t>(index[slot]) - 1];
        if (!are_alike(other, hypothesis)) continue;
        other.weight += hypothesis.weight;
        return false;
      }
    });
  }
  [[nodiscard]] bool are_alike(const Hypothesis& one, const Hypothesis& other) const {
    const auto first = static_cast<std::size_t>(std::countr_zero(seen_at_ | 1U << 31));
    const auto end = static_cast<std::size_t>(std::bit_width(seen_at_));
    // All hypotheses are about the same cards: the rest is in the last source of each.
    return one.blocks.size() == other.blocks.size() &&
           are_equal(one.seen.data(), other.seen.data(), first, end) &&
           are_equal(one.sources.begin(), other.sources.begin(), 0, source_) &&
           are_equal(one.blocks.begin(), other.blocks.begin(), 0, one.blocks.size());
  }
  // Compares bytes, since most are equal; large elements all at once.
  template <class T>
  static bool are_equal(const T* ones, const T* others, std::size_t first, std::size_t end) {
    static_assert(std::has_unique_object_representations_v<T>);
    if (first >= end) return true;
    if constexpr (sizeof(T) > sizeof(UnseenBlock)) {
      return std::memcmp(ones + first, others + first, (end - first) * sizeof(T)) == 0;
    }
    for (; first < end; ++first) {
      if (std::memcmp(ones + first, others + first, sizeof(T)) != 0) return false;
    }
    return true;
  }
  // Calls `visit(place)` for each place in `seen_at_`.
  void for_each_seen_at(auto&& visit) const {
    for (unsigned rest = seen_at_; rest != 0; rest &= rest - 1) {
      visit(static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }

  // ---- Too many hypotheses ----

  // By place, the kinds whose numbers of seen cards differ between hypotheses.
  using Varied = std::array<PoolBag, hidden_place_count>;
  [[nodiscard]] Varied varied() const {
    Varied varied;
    for_each_seen_at([&](std::size_t place) {
      const PoolBag& first = hypotheses_[0].seen[place];
      PoolBag differing;
      for (const Hypothesis& hypothesis : hypotheses_) {
        differing = differing | (hypothesis.seen[place] ^ first);
      }
      varied[place] = pool_.kinds(differing);
    });
    return varied;
  }
  // The kind about which hypotheses disagree most, if there is one.
  [[nodiscard]] std::optional<Card> kind_that_varies_most(const Varied& varied) const {
    PoolBag kinds;
    for (const PoolBag& here : varied) kinds = kinds | here;
    std::optional<Card> found;
    int most = 0;
    pool_.for_each_kind(kinds, [&](Card card, int) {
      // The counts in all places as one number; most places contribute the same to each.
      const auto part = [&](std::size_t place, const Hypothesis& hypothesis) {
        return static_cast<std::uint64_t>(pool_.count(hypothesis.seen[place], card))
               << (6 * (hidden_place_count - 1 - place));
      };
      std::uint64_t same = 0;
      int copies = 0;
      InplaceVector<std::size_t, hidden_place_count> places;
      for_each_seen_at([&](std::size_t place) {
        copies += pool_.count(hypotheses_[0].seen[place], card);
        if (pool_.contains(varied[place], card)) {
          places.add(place);
        } else {
          same |= part(place, hypotheses_[0]);
        }
      });
      // An upper bound: the ways to distribute all copies over these places and the rest.
      for (const PoolBag& source : hypotheses_[0].sources) copies += pool_.count(source, card);
      const auto shares = static_cast<int>(places.size());
      if (choose_few(copies + shares, shares) <= static_cast<std::uint64_t>(most)) return;
      // Estimates the number of distinct counts: sets one of 64 bits for each hypothesis sampled.
      const std::size_t stride = std::max<std::size_t>(1, hypotheses_.size() / few_hypotheses);
      std::uint64_t marks = 0;
      for (std::size_t i = 0; i < hypotheses_.size(); i += stride) {
        std::uint64_t counts = same;
        for (const std::size_t place : places) counts |= part(place, hypotheses_[i]);
        marks |= std::uint64_t{1} << (counts * 0x9E3779B97F4A7C15U >> 58);
      }
      if (popcount(marks) <= most) return;
      most = popcount(marks);
      found = card;
    });
    return found;
  }
  // Keeps only the cards that all hypotheses have seen of the kind about which they disagree most.
  // If there is no such kind, merges the oldest source into the next one.
  void forget() {
    const Varied varied = this->varied();
    const std::optional<Card> card = kind_that_varies_most(varied);
    if (!card) {
      std::size_t oldest = source_;
      for (const Hypothesis& hypothesis : hypotheses_)
        oldest = std::min(oldest, oldest_source(hypothesis));
      for (Hypothesis& hypothesis : hypotheses_) merge_sources(hypothesis, oldest);
      return;
    }
    for_each_seen_at([&](std::size_t place) {
      if (!pool_.contains(varied[place], *card)) return;
      int certain = pool_.count(hypotheses_[0].seen[place], *card);
      for (const Hypothesis& hypothesis : hypotheses_) {
        certain = std::min(certain, pool_.count(hypothesis.seen[place], *card));
      }
      for (Hypothesis& hypothesis : hypotheses_) {
        for (int more = pool_.count(hypothesis.seen[place], *card) - certain; more > 0; --more) {
          hypothesis.remove_seen(pool_, static_cast<int>(place), *card);
          pool_.add(hypothesis.sources[source_], *card);
        }
      }
    });
  }

  // The number of hypotheses after the last merge.
  std::size_t merged_ = 1;
};

}  // namespace chemix
