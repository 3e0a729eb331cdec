// SPDX-License-Identifier: Apache-2.0
// BitSet: the set type of ids and of kinds of cards.
#pragma once

#include "chemix/core/bits.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// An ordered set of numbers below `Count`, or of the kinds `T` with these indices. Each takes a
/// lane of `Stride` bits and uses the lowest, so that the kinds of a bag need no compression.
template <class T, int Count, int Stride = 1>
class BitSet {
 public:
  /// The number of values that fit; smaller than the number of actions, a set of ids would lose
  /// some.
  static constexpr int id_count = Count;
  static constexpr bool has_mask = Stride <= 2 && Count * Stride <= 64;
  static constexpr std::size_t word_count = (Count * Stride + 63) / 64;
  /// The packed form: distinguishes any two sets, with an arbitrary order.
  using Packed = PackedBits<word_count>;

  constexpr BitSet() = default;
  constexpr bool operator==(const BitSet&) const = default;

  static constexpr BitSet of(T value) {
    BitSet set;
    set.insert(value);
    return set;
  }
  static constexpr BitSet of_packed(const Packed& packed) {
    BitSet set;
    set.bits_ = packed;
    return set;
  }
  [[nodiscard]] constexpr const Packed& packed() const { return bits_; }
  /// The `i`-th word of the packed form.
  [[nodiscard]] constexpr std::uint64_t word(std::size_t i) const { return bits_.words[i]; }
  /// The values as a mask: value k is bit k.
  [[nodiscard]] constexpr std::uint64_t mask() const requires has_mask {
    return Stride == 1 ? word(0) : even_bits(word(0));
  }

  [[nodiscard]] constexpr int size() const {
    int size = 0;
    for (const std::uint64_t word : bits_.words) size += popcount(word);
    return size;
  }
  [[nodiscard]] constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : bits_.words) any |= word;
    return any == 0;
  }
  /// Ignores a number out of range, which happens only for observations that were folded from
  /// impossible events. Precondition: a kind is in range.
  constexpr void insert(T value) {
    if constexpr (std::integral<T>) {
      if (value < 0 || value >= Count) return;
    }
    word_of(*this, value) |= bit_of(value);
  }
  constexpr void erase(T value) { word_of(*this, value) &= ~bit_of(value); }
  /// Precondition: the value is in range.
  [[nodiscard]] constexpr bool contains(T value) const {
    return (word_of(*this, value) & bit_of(value)) != 0;
  }
  /// Inserts `first` + i for every bit i that is set in `bits`; numbers out of range are ignored.
  constexpr void insert_bits(int first, std::uint64_t bits) requires(std::integral<T>) {
    if (first < 0 || first >= Count) return;
    word_of(*this, first) |= bits << (first % 64);
    const std::size_t next = static_cast<std::size_t>(first) / 64 + 1;
    if (first % 64 != 0 && next < word_count) bits_.words[next] |= bits >> (64 - first % 64);
    if constexpr (Count % 64 != 0) bits_.words.back() &= bit_of(Count) - 1;
  }
  /// Inserts `first` + k for every kind k of a set of kinds.
  template <class Kinds>
  constexpr void insert_kinds(int first, const Kinds& kinds) {
    if constexpr (Kinds::has_mask) {
      insert_bits(first, kinds.mask());
    } else {
      kinds.for_each([&](auto kind) { insert(first + kind.index); });
    }
  }

  /// The `i`-th value, ascending. Precondition: 0 ≤ i < size().
  [[nodiscard]] constexpr T operator[](int i) const {
    std::size_t at = 0;
    for (; at + 1 < word_count; ++at) {
      const int here = popcount(word(at));
      if (i < here) break;
      i -= here;
    }
    return value_of((64 * static_cast<int>(at) + nth_set_bit(word(at), i)) / Stride);
  }
  /// Calls `visit(value)` for every value, ascending.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    int first = 0;
    for (std::uint64_t rest : bits_.words) {
      for (; rest != 0; rest &= rest - 1) {
        visit(value_of((first + std::countr_zero(rest)) / Stride));
      }
      first += 64;
    }
  }

  constexpr BitSet& operator|=(const BitSet& rhs) {
    for (std::size_t i = 0; i < word_count; ++i) bits_.words[i] |= rhs.word(i);
    return *this;
  }
  constexpr BitSet& operator&=(const BitSet& rhs) {
    for (std::size_t i = 0; i < word_count; ++i) bits_.words[i] &= rhs.word(i);
    return *this;
  }
  constexpr BitSet& operator-=(const BitSet& rhs) {
    for (std::size_t i = 0; i < word_count; ++i) bits_.words[i] &= ~rhs.word(i);
    return *this;
  }
  friend constexpr BitSet operator|(BitSet lhs, const BitSet& rhs) { return lhs |= rhs; }
  friend constexpr BitSet operator&(BitSet lhs, const BitSet& rhs) { return lhs &= rhs; }
  /// The values of `lhs` that are not in `rhs`.
  friend constexpr BitSet operator-(BitSet lhs, const BitSet& rhs) { return lhs -= rhs; }

 private:
  // A lane never straddles words, since there is only one or each lane has one bit.
  static_assert(word_count == 1 || Stride == 1);

  static constexpr T value_of(int index) {
    if constexpr (std::integral<T>) {
      return index;
    } else {
      return T::of(index);
    }
  }
  static constexpr int index_of(T value) {
    if constexpr (std::integral<T>) {
      return value;
    } else {
      return value.index;
    }
  }
  static constexpr std::uint64_t bit_of(T value) {
    return std::uint64_t{1} << (static_cast<unsigned>(index_of(value) * Stride) % 64);
  }
  static constexpr auto& word_of(auto& set, T value) {
    return set.bits_.words[static_cast<std::size_t>(index_of(value) * Stride) / 64];
  }

  Packed bits_;
};

/// A set of action ids.
template <int Count>
using IdSet = BitSet<int, Count>;

}  // namespace chemix
