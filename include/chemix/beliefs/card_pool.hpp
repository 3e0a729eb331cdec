// SPDX-License-Identifier: Apache-2.0
// Card pools: the cards of one game, one bit each, so that beliefs about any deck are computed by
// the same code. Compiled for the bags of each game, that code would make the rules of Showdown,
// REACT! and Chip it 25 to 30 KB larger each.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/card_bits.hpp"
#include "chemix/core/bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// Cards of a `CardPool`, one bit each. A bag holds the lowest bits of each lane; a set of kinds
/// holds all bits of their lanes.
class PoolBag {
 public:
  using Set = PoolBag;
  static constexpr std::size_t word_count = std::tuple_size_v<CardBits>;
  static constexpr int bit_count = 64 * static_cast<int>(word_count);

  constexpr PoolBag() = default;
  constexpr explicit PoolBag(const CardBits& bits) : words_(bits) {}
  constexpr bool operator==(const PoolBag&) const = default;
  /// `cards` bits from `first` on.
  static constexpr PoolBag of_bits(int first, int cards) {
    PoolBag made;
    made.insert(first, cards);
    return made;
  }

  [[nodiscard]] constexpr const CardBits& words() const { return words_; }
  [[nodiscard]] constexpr CardBits& words() { return words_; }
  [[nodiscard]] constexpr int size() const { return popcount(words_[0], words_[1], words_[2]); }
  [[nodiscard]] constexpr bool empty() const { return (words_[0] | words_[1] | words_[2]) == 0; }
  [[nodiscard]] constexpr bool contains(const PoolBag& part) const {
    return (part - *this).empty();
  }
  [[nodiscard]] constexpr bool contains(int bit) const {
    return (words_[static_cast<std::size_t>(bit) / 64] >> (bit % 64) & 1) != 0;
  }
  /// Sets `cards` bits from `first` on.
  constexpr void insert(int first, int cards) {
    if (cards <= 0) return;
    const auto at = static_cast<std::size_t>(first) / 64;
    const int here = 64 - first % 64;
    words_[at] |= ~std::uint64_t{0} >> (std::max)(0, 64 - cards) << (first % 64);
    if (cards > here) insert(first + here, cards - here);
  }
  constexpr void flip(int bit) {
    words_[static_cast<std::size_t>(bit) / 64] ^= std::uint64_t{1} << (bit % 64);
  }
  /// The number of bits that are set from `bit` on, up to the first gap.
  [[nodiscard]] constexpr int run_from(int bit) const {
    auto at = static_cast<std::size_t>(bit) / 64;
    int run = std::countr_one(words_[at] >> (bit % 64));
    for (int end = 64 - bit % 64; run == end && ++at < word_count; end += 64) {
      run += std::countr_one(words_[at]);
    }
    return run;
  }
  /// The position of the `i`-th bit that is set; `i < size()`.
  [[nodiscard]] constexpr int nth_bit(int i) const {
    std::size_t at = 0;
    for (int here = popcount(words_[0]); i >= here && at + 1 < word_count;
         here = popcount(words_[at])) {
      i -= here;
      ++at;
    }
    return 64 * static_cast<int>(at) + nth_set_bit(words_[at], i);
  }
  constexpr void for_each_bit(auto&& visit) const {
    for (std::size_t i = 0; i < word_count; ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(64 * static_cast<int>(i) + std::countr_zero(rest));
      }
    }
  }

  friend constexpr PoolBag operator&(PoolBag lhs, const PoolBag& rhs) {
    for (std::size_t i = 0; i < word_count; ++i) lhs.words_[i] &= rhs.words_[i];
    return lhs;
  }
  friend constexpr PoolBag operator|(PoolBag lhs, const PoolBag& rhs) {
    for (std::size_t i = 0; i < word_count; ++i) lhs.words_[i] |= rhs.words_[i];
    return lhs;
  }
  friend constexpr PoolBag operator^(PoolBag lhs, const PoolBag& rhs) {
    for (std::size_t i = 0; i < word_count; ++i) lhs.words_[i] ^= rhs.words_[i];
    return lhs;
  }
  /// Without the bits of `rhs`: the kinds or, if `rhs` is a set of kinds, the cards of the others.
  friend constexpr PoolBag operator-(PoolBag lhs, const PoolBag& rhs) {
    for (std::size_t i = 0; i < word_count; ++i) lhs.words_[i] &= ~rhs.words_[i];
    return lhs;
  }
  /// An arbitrary order, in which a set comes after its subsets.
  friend constexpr bool operator<(const PoolBag& lhs, const PoolBag& rhs) {
    return std::lexicographical_compare(lhs.words_.rbegin(), lhs.words_.rend(), rhs.words_.rbegin(),
                                        rhs.words_.rend());
  }

 private:
  CardBits words_{};
};

/// The lanes of a deck in its `PoolBag`s: the cards are laid out by ascending kind, as in
/// `CardBits`. Cards that the deck does not have are ignored; they occur only in observations that
/// were folded from impossible events.
class CardPool {
 public:
  template <class Bag>
  explicit CardPool(const Bag& cards) {
    int bit = 0;
    cards.kinds().for_each([&](Card card) {
      const int copies = (std::min)(cards.count(card), PoolBag::bit_count - bit);
      if (copies <= 0) return;
      lanes_[card.index] = Lane(bit, copies);
      lowest_.flip(bit);
      for (int i = 0; i < copies; ++i) kind_at_[static_cast<std::size_t>(bit++)] = card;
    });
    all_ = PoolBag::of_bits(0, bit);
  }

  /// All cards, or all kinds.
  [[nodiscard]] const PoolBag& all() const { return all_; }
  /// The number of copies in the deck.
  [[nodiscard]] int copies(Card card) const { return lanes_[card.index].copies; }
  /// The kind as a set.
  [[nodiscard]] PoolBag kind(Card card) const {
    PoolBag made;
    insert(made, card, copies(card));
    return made;
  }
  [[nodiscard]] int kind_count(const PoolBag& kinds) const { return (kinds & lowest_).size(); }

  [[nodiscard, gnu::always_inline]] int count(const PoolBag& cards, Card card) const {
    const Lane& lane = lanes_[card.index];
    if (lane.is_split) return count_split(cards, lane);
    return std::countr_one((cards.words()[lane.word] & lane.mask) >> lane.shift);
  }
  /// Whether a set of kinds contains the kind.
  [[nodiscard, gnu::always_inline]] bool contains(const PoolBag& kinds, Card card) const {
    return copies(card) > 0 && kinds.contains(lanes_[card.index].first());
  }
  [[gnu::always_inline]] void add(PoolBag& cards, Card card) const {
    const Lane& lane = lanes_[card.index];
    if (lane.is_split) return add_split(cards, lane);
    // The carry sets the lowest bit that is not set; that of a full lane is masked.
    std::uint64_t& word = cards.words()[lane.word];
    word |= (word + (lane.mask & (0 - lane.mask))) & lane.mask;
  }
  [[gnu::always_inline]] void remove(PoolBag& cards, Card card) const {
    const Lane& lane = lanes_[card.index];
    if (lane.is_split) return remove_split(cards, lane);
    std::uint64_t& word = cards.words()[lane.word];
    const std::uint64_t held = word & lane.mask;
    word ^= held ^ (held >> 1 & lane.mask);
  }
  void add(PoolBag& cards, const PoolBag& more) const {
    if (cards.empty()) {
      cards = more;
    } else {
      more.for_each_bit([&](int bit) { add(cards, card_at(bit)); });
    }
  }
  /// Precondition: `cards` contains `part`.
  void remove(PoolBag& cards, const PoolBag& part) const {
    part.for_each_bit([&](int bit) { remove(cards, card_at(bit)); });
  }
  /// The `i`-th card in ascending order; `i < cards.size()`.
  [[nodiscard]] Card nth(const PoolBag& cards, int i) const { return card_at(cards.nth_bit(i)); }
  /// Removes that card.
  Card take_nth(PoolBag& cards, int i) const {
    const Card card = nth(cards, i);
    remove(cards, card);
    return card;
  }
  /// Calls `visit(card, copies)` for each kind of a bag, ascending.
  void for_each_kind(const PoolBag& cards, auto&& visit) const {
    (cards & lowest_).for_each_bit([&](int bit) {
      visit(card_at(bit), count(cards, card_at(bit)));
    });
  }
  /// The kinds of some cards.
  [[nodiscard]] PoolBag kinds(const PoolBag& cards) const {
    PoolBag kinds;
    cards.for_each_bit([&](int bit) { insert(kinds, card_at(bit), copies(card_at(bit))); });
    return kinds;
  }

  // ---- Conversions ----

  [[nodiscard]] PoolBag bag(const CardBits& bits) const {
    PoolBag made;
    (PoolBag(bits) & all_).for_each_bit([&](int bit) { add(made, card_at(bit)); });
    return made;
  }
  template <class Bag>
  [[nodiscard]] PoolBag bag(const Bag& cards) const {
    PoolBag made;
    cards.kinds().for_each(
        [&](Card card) { insert(made, card, (std::min)(cards.count(card), copies(card))); });
    return made;
  }
  template <class Set>
  [[nodiscard]] PoolBag set(const Set& kinds) const {
    PoolBag made;
    kinds.for_each([&](Card card) { insert(made, card, copies(card)); });
    return made;
  }
  template <class Bag>
  [[nodiscard]] Bag counted(const PoolBag& cards) const {
    Bag made;
    for_each_kind(cards, [&](Card card, int copies) { made.add(card, copies); });
    return made;
  }

 private:
  struct Lane {
    /// Its bits of the word; 0 if it is split.
    std::uint64_t mask = 0;
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    std::uint8_t copies = 0;
    /// Whether it reaches the end of its word, or goes on in the next.
    bool is_split = false;

    Lane() = default;
    Lane(int first, int number)
        : word(static_cast<std::uint8_t>(first / 64)),
          shift(static_cast<std::uint8_t>(first % 64)),
          copies(static_cast<std::uint8_t>(number)),
          is_split(shift + number >= 64) {
      if (!is_split) mask = lowest_bits(number) << shift;
    }
    [[nodiscard]] int first() const { return 64 * word + shift; }
  };

  [[gnu::noinline]] static int count_split(const PoolBag& cards, const Lane& lane) {
    return std::min<int>(cards.run_from(lane.first()), lane.copies);
  }
  [[gnu::noinline]] static void add_split(PoolBag& cards, const Lane& lane) {
    const int held = count_split(cards, lane);
    if (held < lane.copies) cards.flip(lane.first() + held);
  }
  [[gnu::noinline]] static void remove_split(PoolBag& cards, const Lane& lane) {
    const int held = count_split(cards, lane);
    if (held > 0) cards.flip(lane.first() + held - 1);
  }
  // Sets the lowest `number` bits of a lane; `number <= copies(card)`.
  void insert(PoolBag& cards, Card card, int number) const {
    const Lane& lane = lanes_[card.index];
    if (lane.is_split) return cards.insert(lane.first(), number);
    cards.words()[lane.word] |= lowest_bits(number) << lane.shift;
  }
  [[nodiscard]] Card card_at(int bit) const { return kind_at_[static_cast<std::size_t>(bit)]; }

  std::array<Lane, 128> lanes_{};
  std::array<Card, PoolBag::bit_count> kind_at_{};
  PoolBag all_;
  // The lowest card of each kind.
  PoolBag lowest_;
};

}  // namespace chemix
