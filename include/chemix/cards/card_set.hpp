// SPDX-License-Identifier: Apache-2.0
// CardSet: a set of kinds of a ChemiX deck. As a `BitSet` of two words it makes Chemuno 8 % slower
// (row chemuno/3/table), since compilers do not keep an array in registers.
#pragma once

#include "chemix/cards/kind.hpp"
#include "chemix/core/bits.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// A set of card kinds.
class CardSet {
 public:
  /// The bits of a small kind: it is the lowest bit of its lane in a `SmallBag`, so that the kinds
  /// of a bag need no compression.
  static constexpr int small_stride = 3;
  static constexpr bool has_mask = false;
  using Packed = PackedBits<2>;

  constexpr CardSet() = default;
  constexpr bool operator==(const CardSet&) const = default;

  static constexpr CardSet of(Card card) {
    CardSet set;
    set.insert(card);
    return set;
  }
  static constexpr CardSet of_packed(const Packed& bits) { return {bits.words[0], bits.words[1]}; }
  /// Two words: the small kinds, and the compounds in deck order.
  [[nodiscard]] constexpr Packed packed() const { return {{small_, compounds_}}; }
  [[nodiscard]] constexpr std::uint64_t word(std::size_t i) const {
    return i == 0 ? small_ : compounds_;
  }
  /// The compounds of the set, one bit each in deck order.
  [[nodiscard]] constexpr std::uint64_t compounds() const { return compounds_; }

  constexpr void insert(Card card) { word_of(card) |= bit_of(card); }
  constexpr void erase(Card card) { word_of(card) &= ~bit_of(card); }
  [[nodiscard]] constexpr bool contains(Card card) const {
    return ((card.is_small() ? small_ : compounds_) & bit_of(card)) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return (small_ | compounds_) == 0; }
  [[nodiscard]] constexpr int size() const { return popcount(small_) + popcount(compounds_); }

  /// The `i`-th kind in ascending order; `i < size()`.
  [[nodiscard]] constexpr Card operator[](int i) const {
    const int smalls = popcount(small_);
    return i < smalls ? Card::of(nth_set_bit(small_, i) / small_stride)
                      : Card::of_compound(nth_set_bit(compounds_, i - smalls));
  }

  friend constexpr CardSet operator&(const CardSet& lhs, const CardSet& rhs) {
    return {lhs.small_ & rhs.small_, lhs.compounds_ & rhs.compounds_};
  }
  friend constexpr CardSet operator|(const CardSet& lhs, const CardSet& rhs) {
    return {lhs.small_ | rhs.small_, lhs.compounds_ | rhs.compounds_};
  }
  /// The kinds of `lhs` that are not in `rhs`.
  friend constexpr CardSet operator-(const CardSet& lhs, const CardSet& rhs) {
    return {lhs.small_ & ~rhs.small_, lhs.compounds_ & ~rhs.compounds_};
  }

  /// Calls `visit(Card)` for every kind in ascending order.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::uint64_t rest = small_; rest != 0; rest &= rest - 1) {
      visit(Card::of(std::countr_zero(rest) / small_stride));
    }
    for (std::uint64_t rest = compounds_; rest != 0; rest &= rest - 1) {
      visit(Card::of_compound(std::countr_zero(rest)));
    }
  }

 private:
  constexpr CardSet(std::uint64_t kinds, std::uint64_t compounds)
      : small_(kinds), compounds_(compounds) {}

  static constexpr std::uint64_t bit_of(Card card) {
    return std::uint64_t{1} << (card.is_small() ? card.index * small_stride : card.compound());
  }
  constexpr std::uint64_t& word_of(Card card) { return card.is_small() ? small_ : compounds_; }

  std::uint64_t small_ = 0;
  std::uint64_t compounds_ = 0;
};

}  // namespace chemix
