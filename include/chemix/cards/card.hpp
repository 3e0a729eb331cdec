// SPDX-License-Identifier: Apache-2.0
// Cards of a ChemiX deck: kinds, sets of kinds and multisets of cards.
#pragma once

#include "chemix/cards/bag.hpp"
#include "chemix/cards/kind.hpp"
#include "chemix/core/fixed_list.hpp"
#include "chemix/core/inline.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace chemix {

/// A multiset of small cards. Three bits per kind hold the four copies that a deck may have (DK-4).
using SmallBag = Bag<small_kind_count, 3>;

/// A multiset of small cards and compounds, each of which exists once (MT-2).
using CardBag = Bag<small_kind_count, 3, max_compound_count>;

/// All kinds of small cards.
consteval CardSet all_small_kinds() {
  CardSet kinds;
  for (int kind = 0; kind < small_kind_count; ++kind) kinds.insert(Card::of(kind));
  return kinds;
}

/// All kinds of noble gases.
consteval CardSet noble_gas_kinds() {
  CardSet kinds;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    if (Card::of(kind).is_noble_gas()) kinds.insert(Card::of(kind));
  }
  return kinds;
}

/// At most `Capacity` cards in an order that everybody has seen; the first is on top.
template <int Capacity>
using CardList = FixedList<Card, Capacity>;

/// Cards in an order.
template <class List>
concept CardSequence = requires(const List& list) {
  list[0];
};

/// Calls `visit(card, copies)` for the cards of a bag, kind by kind in ascending order, or of a
/// list.
template <class Bag>
constexpr void for_each_kind(const Bag& bag, auto&& visit) {
  bag.kinds().for_each([&](Card card) { visit(card, bag.count(card)); });
}
template <CardSequence List>
constexpr void for_each_kind(const List& list, auto&& visit) {
  for (int i = 0; i < list.size(); ++i) visit(list[i], 1);
}
/// Skips counting compounds, since each exists once.
CHEMIX_INLINE constexpr void for_each_kind(CardBag bag, auto&& visit) {
  for (std::uint64_t rest = bag.kinds().word(0); rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t copies = bag.word(0) >> lane & SmallBag::lane_mask;
    visit(Card::of(lane / SmallBag::lane_width), static_cast<int>(copies));
  }
  for (std::uint64_t rest = bag.compounds(); rest != 0; rest &= rest - 1) {
    visit(Card::of_compound(std::countr_zero(rest)), 1);
  }
}

/// Cards that are noted but lie elsewhere, such as those a player is being shown or has discarded.
struct NotedCards {
  CardBag cards;
  constexpr bool operator==(const NotedCards&) const = default;
};

/// One value per kind of element.
template <class T>
class PerElement {
 public:
  constexpr bool operator==(const PerElement&) const = default;

  /// Precondition: the card is an element.
  constexpr T& operator[](Card element) { return values_[element.index]; }
  constexpr const T& operator[](Card element) const { return values_[element.index]; }

 private:
  std::array<T, element_kind_count> values_{};
};

}  // namespace chemix
