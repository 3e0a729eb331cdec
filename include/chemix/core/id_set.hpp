// SPDX-License-Identifier: Apache-2.0
// IdSet: the legal actions of a game with few ids.
#pragma once

#include "chemix/core/bits.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace chemix {

/// A set of kinds that fits a mask: kind k is bit k.
template <class Kinds>
concept HasKindMask = requires(const Kinds& kinds) {
  kinds.kind_mask();
};

/// An ordered set of ids below `Count`.
template <int Count>
class IdSet {
 public:
  /// The number of ids that fit; smaller than the number of actions, the set would lose some.
  static constexpr int id_count = Count;
  using Words = std::array<std::uint64_t, static_cast<std::size_t>(Count + 63) / 64>;

  /// The ids whose bits are set in `words`, the lowest 64 in the first.
  static constexpr IdSet of_words(const Words& words) {
    IdSet set;
    set.words_ = words;
    return set;
  }
  [[nodiscard]] constexpr const Words& words() const { return words_; }
  constexpr IdSet& operator|=(const IdSet& rhs) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= rhs.words_[i];
    return *this;
  }
  /// Intersects with `rhs`.
  constexpr IdSet& operator&=(const IdSet& rhs) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= rhs.words_[i];
    return *this;
  }
  [[nodiscard]] constexpr int size() const {
    int size = 0;
    for (const std::uint64_t word : words_) size += popcount(word);
    return size;
  }
  [[nodiscard]] constexpr bool empty() const { return words_ == Words{}; }
  /// Ignores an id out of range, which happens only for observations that were folded from
  /// impossible events.
  constexpr void insert(int id) {
    if (id >= 0 && id < Count) words_[word_of(id)] |= bit_of(id);
  }
  /// Inserts `first` + i for every bit i that is set in `bits`; ids out of range are ignored.
  constexpr void insert_bits(int first, std::uint64_t bits) {
    if (first < 0 || first >= Count) return;
    words_[word_of(first)] |= bits << (first % 64);
    const std::size_t next = word_of(first) + 1;
    if (first % 64 != 0 && next < words_.size()) words_[next] |= bits >> (64 - first % 64);
    if constexpr (Count % 64 != 0) words_.back() &= bit_of(Count) - 1;
  }
  /// Inserts `first` + k for every kind k of a set of kinds.
  constexpr void insert_kinds(int first, const auto& kinds) {
    if constexpr (HasKindMask<std::remove_cvref_t<decltype(kinds)>>) {
      insert_bits(first, kinds.kind_mask());
    } else {
      kinds.for_each([&](auto kind) { insert(first + kind.index); });
    }
  }
  /// Precondition: 0 ≤ id < Count.
  [[nodiscard]] constexpr bool contains(int id) const {
    return (words_[word_of(id)] & bit_of(id)) != 0;
  }

  /// The `i`-th id. Precondition: 0 ≤ i < size().
  [[nodiscard]] constexpr int operator[](int i) const {
    int first = 0;
    for (const std::uint64_t word : words_) {
      const int here = popcount(word);
      if (i < here) return first + nth_set_bit(word, i);
      i -= here;
      first += 64;
    }
    return first;
  }
  /// Calls `visit(id)` for every id, ascending.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    int first = 0;
    for (std::uint64_t word : words_) {
      for (; word != 0; word &= word - 1) visit(first + std::countr_zero(word));
      first += 64;
    }
  }

 private:
  static constexpr std::size_t word_of(int id) { return static_cast<std::size_t>(id) / 64; }
  static constexpr std::uint64_t bit_of(int id) { return std::uint64_t{1} << (id % 64); }

  Words words_{};
};

}  // namespace chemix
