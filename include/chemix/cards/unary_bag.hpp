// SPDX-License-Identifier: Apache-2.0
// UnaryBag: a multiset with few copies per kind, one bit per card. Dealing 40 cards of the basic
// deck takes 3,200 instructions, with a `Bag` 20,200; of Chip it 3,600, with a `Bag` 7,800.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/core/bits.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace chemix {

/// A multiset of cards with at most `Copies` of each of `Kinds` kinds. The n copies of a kind are
/// the n lowest bits of its lane, so that sizes are bit counts and the n-th card is the n-th set
/// bit.
template <int Kinds, int Copies>
class UnaryBag {
  static_assert(Kinds * Copies <= 64);

 public:
  using Set = KindSet<Kinds, Copies>;
  static constexpr int kind_count = Kinds;
  static constexpr int max_copies = Copies;

  constexpr UnaryBag() = default;
  constexpr bool operator==(const UnaryBag&) const = default;

  /// All copies of all kinds.
  static constexpr UnaryBag full() {
    UnaryBag bag;
    bag.bits_ = ~std::uint64_t{0} >> (64 - Kinds * Copies);
    return bag;
  }

  [[nodiscard]] constexpr int count(Card card) const {
    return Copies == 1 ? static_cast<int>(lane(card)) : std::countr_one(lane(card));
  }
  /// Precondition: count(card) < Copies.
  constexpr void add(Card card) { set_lane(card, (lane(card) << 1 | 1) & lane_mask); }
  constexpr void add(Card card, int copies) {
    for (; copies > 0; --copies) add(card);
  }
  /// Precondition: count(card) > 0.
  constexpr void remove(Card card) { set_lane(card, lane(card) >> 1); }
  [[nodiscard]] constexpr int size() const { return popcount(bits_); }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool contains(const UnaryBag& part) const {
    return (part.bits_ & ~bits_) == 0;
  }

  /// The kinds of which the bag holds at least one card.
  [[nodiscard]] constexpr Set kinds() const { return Set::of_packed({{bits_ & every_lane()}}); }
  /// The cards of the given kinds.
  [[nodiscard]] constexpr UnaryBag only(Set kinds) const {
    UnaryBag kept;
    kept.bits_ = bits_ & kinds.word(0) * lane_mask;
    return kept;
  }
  /// The cards of kinds from `lowest` on.
  [[nodiscard]] constexpr UnaryBag from(Card lowest) const {
    UnaryBag kept;
    kept.bits_ = bits_ >> shift(lowest) << shift(lowest);
    return kept;
  }
  /// The kind of the `i`-th card when all cards are laid out by ascending kind; `i < size()`.
  [[nodiscard]] constexpr Card nth(int i) const { return Card::of(nth_set_bit(bits_, i) / Copies); }
  /// The highest kind. Precondition: not empty.
  [[nodiscard]] constexpr Card highest() const {
    return Card::of((63 - std::countl_zero(bits_)) / Copies);
  }

  /// One bit per card; the copies of a kind are adjacent.
  [[nodiscard]] constexpr PackedBits<1> packed() const { return {{bits_}}; }

  /// Calls `visit(Card)` for every card, ascending.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::uint64_t rest = bits_; rest != 0; rest &= rest - 1) {
      visit(Card::of(std::countr_zero(rest) / Copies));
    }
  }

  /// Precondition: there is room for all cards.
  constexpr UnaryBag& operator+=(const UnaryBag& rhs) {
    rhs.for_each([this](Card card) { add(card); });
    return *this;
  }
  /// Precondition: contains(rhs).
  constexpr UnaryBag& operator-=(const UnaryBag& rhs) {
    rhs.for_each([this](Card card) { remove(card); });
    return *this;
  }
  friend constexpr UnaryBag operator+(UnaryBag lhs, const UnaryBag& rhs) { return lhs += rhs; }
  friend constexpr UnaryBag operator-(UnaryBag lhs, const UnaryBag& rhs) { return lhs -= rhs; }

 private:
  static constexpr std::uint64_t lane_mask = lowest_bits(Copies);
  static constexpr int shift(Card card) { return card.index * Copies; }
  [[nodiscard]] constexpr std::uint64_t lane(Card card) const {
    return bits_ >> shift(card) & lane_mask;
  }
  constexpr void set_lane(Card card, std::uint64_t lane) {
    bits_ = (bits_ & ~(lane_mask << shift(card))) | lane << shift(card);
  }
  static constexpr std::uint64_t every_lane() {
    std::uint64_t bits = 0;
    for (int kind = 0; kind < Kinds; ++kind) bits |= std::uint64_t{1} << (kind * Copies);
    return bits;
  }

  std::uint64_t bits_ = 0;
};

}  // namespace chemix
