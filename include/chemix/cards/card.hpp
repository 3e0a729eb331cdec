// SPDX-License-Identifier: Apache-2.0
// Cards of a ChemiX deck: kinds, sets of kinds and multisets of cards.
#pragma once

#include "chemix/cards/bag.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inline.hpp"

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace chemix {

inline constexpr int element_kind_count = 10;    // DK-1
inline constexpr int noble_gas_kind_count = 4;   // DK-2
inline constexpr int multiplier_kind_count = 3;  // DK-3
inline constexpr int token_kind_count = element_kind_count + multiplier_kind_count;
inline constexpr int small_kind_count = token_kind_count + noble_gas_kind_count;
inline constexpr int max_compound_count = 64;  // DK-4
inline constexpr int max_card_kind_count = small_kind_count + max_compound_count;

/// A kind of card. Small kinds come first and are the same in every ChemiX deck: the elements H C N
/// O Na P S Cl Ca Fe (0–9), the noble gases He Ne Ar Rn (10–13) and the multipliers 2 3 4 (14–16).
/// The compounds of the deck follow in file order (17–80).
struct Card {
  std::uint8_t index = 0;

  constexpr auto operator<=>(const Card&) const = default;

  [[nodiscard]] constexpr bool is_element() const { return index < element_kind_count; }
  [[nodiscard]] constexpr bool is_noble_gas() const {
    return index >= element_kind_count && index < element_kind_count + noble_gas_kind_count;
  }
  [[nodiscard]] constexpr bool is_multiplier() const {
    return index >= element_kind_count + noble_gas_kind_count && index < small_kind_count;
  }
  [[nodiscard]] constexpr bool is_small() const { return index < small_kind_count; }
  /// Whether the card can be part of a formula: elements and multipliers, but not noble gases
  /// (DK-5).
  [[nodiscard]] constexpr bool is_token() const { return is_element() || is_multiplier(); }
  [[nodiscard]] constexpr bool is_compound() const { return index >= small_kind_count; }

  /// The printed number of a multiplier card: 2, 3 or 4.
  [[nodiscard]] constexpr int multiplier() const {
    return index - (element_kind_count + noble_gas_kind_count) + 2;
  }
  /// The index of a token among all tokens, from 0.
  [[nodiscard]] constexpr int token() const {
    return is_element() ? index : index - noble_gas_kind_count;
  }
  /// The index of a compound card in the deck's list, from 0.
  [[nodiscard]] constexpr int compound() const { return index - small_kind_count; }

  static constexpr Card of(int index) { return {static_cast<std::uint8_t>(index)}; }
  static constexpr Card of_multiplier(int number) {
    return of(element_kind_count + noble_gas_kind_count + number - 2);
  }
  static constexpr Card of_token(int token) {
    return of(token < element_kind_count ? token : token + noble_gas_kind_count);
  }
  static constexpr Card of_compound(int compound) { return of(small_kind_count + compound); }
};

/// A multiset of small cards. Three bits per kind hold the four copies that a deck may have (DK-4).
using SmallBag = Bag<small_kind_count, 3>;

/// A set of card kinds.
class CardSet {
 public:
  constexpr CardSet() = default;
  constexpr bool operator==(const CardSet&) const = default;

  static constexpr CardSet of(Card card) {
    CardSet set;
    set.insert(card);
    return set;
  }

  static constexpr CardSet of_packed(const PackedBits<2>& bits) {
    return {bits.words[0], bits.words[1]};
  }

  constexpr void insert(Card card) { word_of(card) |= bit_of(card); }
  constexpr void erase(Card card) { word_of(card) &= ~bit_of(card); }
  [[nodiscard]] constexpr bool contains(Card card) const {
    return ((card.is_small() ? small_ : compounds_) & bit_of(card)) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return (small_ | compounds_) == 0; }
  /// The compounds of the set, one bit each in deck order.
  [[nodiscard]] constexpr std::uint64_t compounds() const { return compounds_; }
  /// Two words: the small kinds, each a bit at the lowest position of its lane in a `SmallBag`, and
  /// the compounds.
  [[nodiscard]] constexpr PackedBits<2> packed() const { return {{small_, compounds_}}; }
  [[nodiscard]] constexpr int size() const { return popcount(small_) + popcount(compounds_); }

  /// The `i`-th kind in ascending order; `i < size()`.
  [[nodiscard]] constexpr Card nth(int i) const {
    const int smalls = popcount(small_);
    return i < smalls ? Card::of(nth_set_bit(small_, i) / SmallBag::lane_width)
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
      visit(Card::of(std::countr_zero(rest) / SmallBag::lane_width));
    }
    for (std::uint64_t rest = compounds_; rest != 0; rest &= rest - 1) {
      visit(Card::of_compound(std::countr_zero(rest)));
    }
  }

 private:
  friend class CardBag;

  constexpr CardSet(std::uint64_t small, std::uint64_t compounds)
      : small_(small), compounds_(compounds) {}

  static constexpr std::uint64_t bit_of(Card card) {
    return std::uint64_t{1} << (card.is_small() ? card.index * SmallBag::lane_width
                                                : card.compound());
  }
  constexpr std::uint64_t& word_of(Card card) { return card.is_small() ? small_ : compounds_; }

  // Each small kind is the lowest bit of its lane in a `SmallBag`, so that the kinds of a bag need
  // no compression.
  std::uint64_t small_ = 0;
  std::uint64_t compounds_ = 0;
};

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

/// A multiset of cards: counts of small cards and a set of compounds, each of which exists once
/// (MT-2).
class CardBag {
 public:
  using Set = CardSet;
  /// The maximum number of cards of a kind that a bag can hold.
  static constexpr int max_copies_in(Card card) {
    return card.is_small() ? static_cast<int>(SmallBag::lane_mask) : 1;
  }

  constexpr CardBag() = default;
  constexpr CardBag(const SmallBag& small, std::uint64_t compounds)
      : small_(small), compounds_(compounds) {}
  constexpr bool operator==(const CardBag& rhs) const {
    return small_ == rhs.small_ && compounds() == rhs.compounds();
  }

  [[nodiscard]] constexpr int count(Card card) const {
    return card.is_small() ? small_.count(card.index)
                           : static_cast<int>(compounds_ >> card.compound() & 1);
  }
  /// Precondition: the lane has room, as in `Bag`; a compound is not in the bag yet.
  constexpr void add(Card card) {
    if (card.is_small()) {
      small_.add(card.index);
    } else {
      compounds_ = compounds_ | std::uint64_t{1} << card.compound();
    }
  }
  /// Precondition: count(card) > 0.
  constexpr void remove(Card card) {
    if (card.is_small()) {
      small_.remove(card.index);
    } else {
      compounds_ = compounds_ & ~(std::uint64_t{1} << card.compound());
    }
  }
  [[nodiscard]] constexpr int size() const { return small_.size() + popcount(compounds()); }
  [[nodiscard]] constexpr bool empty() const { return (small_.word(0) | compounds()) == 0; }
  [[nodiscard]] constexpr bool contains(const CardBag& part) const {
    return small_.contains(part.small_) && (part.compounds_ & ~compounds_) == 0;
  }

  /// The kinds of which the bag holds at least one card.
  [[nodiscard]] constexpr CardSet kinds() const {
    return {SmallBag::occupied(small_.word(0)), compounds_};
  }

  /// The cards of the given kinds.
  [[nodiscard]] constexpr CardBag only(const CardSet& kinds) const {
    return {small_.only(kinds.small_), compounds_ & kinds.compounds_};
  }
  /// The kinds whose part of `words`, which has the layout of `words()`, is not 0.
  [[nodiscard]] static constexpr CardSet kinds_in(const std::array<std::uint64_t, 2>& words) {
    return {SmallBag::occupied(words[0]), words[1]};
  }

  /// The kind of the `i`-th card when all cards are laid out by ascending kind; `i < size()`.
  [[nodiscard]] CHEMIX_INLINE constexpr Card nth(int i) const {
    const int smalls = small_.size();
    return i < smalls ? Card::of(small_.nth(i))
                      : Card::of_compound(nth_set_bit(compounds_, i - smalls));
  }

  [[nodiscard]] constexpr const SmallBag& small() const { return small_; }
  [[nodiscard]] constexpr std::uint64_t compounds() const { return compounds_; }
  /// The packed form, which distinguishes any two bags; for an arbitrary order.
  [[nodiscard]] constexpr std::array<std::uint64_t, 2> words() const {
    return {small_.word(0), compounds_};
  }

  constexpr CardBag& operator+=(const CardBag& rhs) {
    small_ += rhs.small_;
    compounds_ = compounds_ | rhs.compounds_;
    return *this;
  }
  /// Precondition: contains(rhs).
  constexpr CardBag& operator-=(const CardBag& rhs) {
    small_ -= rhs.small_;
    compounds_ = compounds_ & ~rhs.compounds_;
    return *this;
  }
  friend constexpr CardBag operator+(CardBag lhs, const CardBag& rhs) { return lhs += rhs; }
  friend constexpr CardBag operator-(CardBag lhs, const CardBag& rhs) { return lhs -= rhs; }

 private:
  SmallBag small_;
  UnalignedWord compounds_;
};

static_assert(SmallBag::word_count == 1);

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
  for (std::uint64_t rest = bag.kinds().packed().words[0]; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t copies = bag.small().word(0) >> lane & SmallBag::lane_mask;
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
