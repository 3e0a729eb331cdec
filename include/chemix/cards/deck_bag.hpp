// SPDX-License-Identifier: Apache-2.0
// DeckBag: a multiset packed into one bit for each card of a deck. With a `PaymentBag` of 56 bytes
// instead of 24, a table of Chemistry Canasta would have 722 bytes instead of 498; 512 are allowed.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/card_bits.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/cards/unary_bag.hpp"
#include "chemix/core/bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace chemix {

/// The maximum number of cards in play: those of the basic deck and of two expansion decks with one
/// compound each.
inline constexpr int max_payment_cards = basic_deck_size + 2 * (ExpansionDeck::max_size - 1);

/// A multiset of element and wild cards of one deck, one bit per card: the cards of a kind are the
/// lowest bits of its lane. The deck's `BagLayout` defines the lanes.
class DeckBag {
 public:
  static constexpr std::size_t word_count = 3;
  static constexpr int bit_count = 64 * static_cast<int>(word_count);

  constexpr DeckBag() = default;
  constexpr bool operator==(const DeckBag& rhs) const {
    return word(0) == rhs.word(0) && word(1) == rhs.word(1) && word(2) == rhs.word(2);
  }

  [[nodiscard]] constexpr std::uint64_t word(std::size_t i) const { return words_[i]; }
  /// The 64 bits of the bag from `bit` on; zeros beyond the end.
  [[nodiscard]] constexpr std::uint64_t word_from(int bit) const {
    const std::size_t at = static_cast<std::size_t>(bit) / 64;
    const int shift = bit % 64;
    const std::uint64_t low = word(at) >> shift;
    const bool continues = shift > 0 && at + 1 < word_count;
    return continues ? low | word(at + 1) << (64 - shift) : low;
  }
  [[nodiscard]] constexpr int size() const { return popcount(word(0), word(1), word(2)); }
  [[nodiscard]] constexpr bool empty() const { return (word(0) | word(1) | word(2)) == 0; }
  [[nodiscard]] constexpr bool contains(const DeckBag& part) const {
    return (part & *this) == part;
  }

  /// The intersection: of each kind, the lower count.
  friend constexpr DeckBag operator&(const DeckBag& lhs, const DeckBag& rhs) {
    DeckBag both;
    for (std::size_t i = 0; i < word_count; ++i) both.words_[i] = lhs.word(i) & rhs.word(i);
    return both;
  }

  /// Adds or removes the card at this bit of the layout.
  constexpr void flip(int bit) {
    UnalignedWord& word = words_[static_cast<std::size_t>(bit) / 64];
    word = word ^ std::uint64_t{1} << (bit % 64);
  }

 private:
  std::array<UnalignedWord, word_count> words_{};
};

/// The packed bits themselves, since all cards of the deck are laid out by ascending kind.
constexpr CardBits bits_of(const DeckBag& cards, const PaymentBag&) {
  return {cards.word(0), cards.word(1), cards.word(2)};
}

/// The positions of the lanes of one deck in its bags.
class BagLayout {
 public:
  using Set = PaymentBag::Set;
  static_assert(max_payment_cards <= DeckBag::bit_count);

  BagLayout() = default;
  /// Precondition: at most `max_payment_cards` cards.
  explicit BagLayout(const PaymentBag& cards) {
    int bit = 0;
    for (int kind = 0; kind < payment_kind_count; ++kind) {
      Lane& lane = lanes_[static_cast<std::size_t>(kind)];
      lane.copies = cards.count(Card::of(kind));
      if (lane.copies > 0) {
        lane.first = bit;
        lowest_.flip(bit);
        kinds_from_[static_cast<std::size_t>(bit) / 64] |= std::uint64_t{1} << kind;
      }
      for (int i = 0; i < lane.copies; ++i) {
        kind_at_[static_cast<std::size_t>(bit++)] = static_cast<std::uint8_t>(kind);
      }
    }
  }

  [[nodiscard]] int count(const DeckBag& bag, Card card) const {
    // The adjacent lane may be full.
    return (std::min)(std::countr_one(bag.word_from(lane(card).first)), lane(card).copies);
  }
  /// Ignores a card for which there is no room, which happens only for observations that were
  /// folded from impossible events.
  void add(DeckBag& bag, Card card) const {
    if (!is_payment(card)) return;
    const int held = count(bag, card);
    if (held < lane(card).copies) bag.flip(lane(card).first + held);
  }
  /// Ignores a card that the bag does not hold.
  void remove(DeckBag& bag, Card card) const {
    if (!is_payment(card)) return;
    const int held = count(bag, card);
    if (held > 0) bag.flip(lane(card).first + held - 1);
  }
  /// Calls `visit(Card)` for every card, ascending.
  void for_each(const DeckBag& bag, auto&& visit) const {
    for (std::size_t i = 0; i < DeckBag::word_count; ++i) {
      for (std::uint64_t rest = bag.word(i); rest != 0; rest &= rest - 1) {
        visit(Card::of(kind_at_[64 * i + static_cast<std::size_t>(std::countr_zero(rest))]));
      }
    }
  }
  /// The kinds of which the bag holds at least one card.
  [[nodiscard]] Set kinds(const DeckBag& bag) const {
    std::uint64_t kinds = 0;
    for (std::size_t i = 0; i < DeckBag::word_count; ++i) {
#if defined(__BMI2__)
      kinds |= _pdep_u64(_pext_u64(bag.word(i), lowest_.word(i)), kinds_from_[i]);
#else
      for (std::uint64_t rest = bag.word(i) & lowest_.word(i); rest != 0; rest &= rest - 1) {
        const std::size_t bit = 64 * i + static_cast<std::size_t>(std::countr_zero(rest));
        kinds |= std::uint64_t{1} << kind_at_[bit];
      }
#endif
    }
    return Set::of_packed({{kinds}});
  }
  /// The kind of the `i`-th card when all cards are laid out by ascending kind; `i < size()`.
  [[nodiscard]] Card nth(const DeckBag& bag, int i) const {
    std::size_t at = 0;
    int here = popcount(bag.word(0));
    while (i >= here && at + 1 < DeckBag::word_count) {
      i -= here;
      here = popcount(bag.word(++at));
    }
    const int bit = nth_set_bit(bag.word(at), i);
    return Card::of(kind_at_[64 * at + static_cast<std::size_t>(bit)]);
  }

  /// The same cards, counted by kind.
  [[nodiscard]] PaymentBag counted(const DeckBag& bag) const {
    PaymentBag cards;
    kinds(bag).for_each([&](Card card) { cards.add(card, count(bag, card)); });
    return cards;
  }
  /// The same cards, packed. Precondition: the deck has them.
  [[nodiscard]] DeckBag packed(const PaymentBag& cards) const {
    DeckBag bag;
    cards.kinds().for_each([&](Card card) {
      for (int i = 0; i < cards.count(card); ++i) add(bag, card);
    });
    return bag;
  }

 private:
  struct Lane {
    int first = 0;
    int copies = 0;
  };

  [[nodiscard]] const Lane& lane(Card card) const { return lanes_[card.index]; }

  std::array<Lane, payment_kind_count> lanes_{};
  std::array<std::uint8_t, DeckBag::bit_count> kind_at_{};
  // The lowest card of every kind, and the kinds whose lowest card lies in each word.
  DeckBag lowest_;
  std::array<std::uint64_t, DeckBag::word_count> kinds_from_{};
};

}  // namespace chemix
