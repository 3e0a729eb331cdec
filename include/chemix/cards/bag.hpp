// SPDX-License-Identifier: Apache-2.0
// Bag: a packed multiset, with one lane of a machine word per kind.
#pragma once

#include "chemix/cards/card_set.hpp"
#include "chemix/cards/kind.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inline.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace chemix {

/// A 64-bit word aligned to 16 bits, so that bags leave no padding in a state.
class UnalignedWord {
 public:
  constexpr UnalignedWord(std::uint64_t word = 0)  // NOLINT: a word is a word
      : quarters_(chemix::bit_cast<Quarters>(word)) {}
  constexpr operator std::uint64_t() const {  // NOLINT
    return chemix::bit_cast<std::uint64_t>(quarters_);
  }

 private:
  using Quarters = std::array<std::uint16_t, 4>;

  Quarters quarters_;
};

/// A set of at most 64 / `Stride` kinds.
template <int Kinds, int Stride>
using KindSet = BitSet<Card, Kinds, Stride>;

/// A multiset of cards: a lane for each of `Lanes` kinds with at most 2^`Width` − 1 cards of each,
/// then one bit for each of `Compounds` kinds, of which a deck has one card. Lanes never straddle
/// words. It is a precondition violation to exceed the maximum of a lane or to remove a card that
/// is not there: decks are rejected at load time if a lane could not hold all copies (DK-4, DK-10).
template <int Lanes, int Width, int Compounds = 0>
class Bag {
  static_assert(Lanes >= 1 && Width >= 2 && Width <= 16 && Compounds <= 64);
  static_assert(Compounds == 0 || (Lanes == small_kind_count && Width == CardSet::small_stride));

 public:
  static constexpr int lane_count = Lanes;
  static constexpr int lane_width = Width;
  static constexpr int lanes_per_word = 64 / Width;
  /// The number of words with lanes; the compounds follow in a word of their own.
  static constexpr int lane_word_count = (Lanes + lanes_per_word - 1) / lanes_per_word;
  static constexpr int word_count = lane_word_count + (Compounds > 0 ? 1 : 0);
  static constexpr std::uint64_t lane_mask = lowest_bits(Width);

  using Counted = Bag<Lanes, Width>;
  using Words = std::array<std::uint64_t, static_cast<std::size_t>(word_count)>;
  /// Has the lanes of the bag if these fit a word, so that kinds need no compression.
  static constexpr int set_stride = lane_word_count == 1 ? Width : 1;
  using Set = std::conditional_t<(Compounds > 0), CardSet, KindSet<Lanes, set_stride>>;

  /// The maximum number of cards of a kind that a bag can hold.
  static constexpr int max_copies_in(Card card) {
    if (card.index < Lanes) return static_cast<int>(lane_mask);
    return card.index < Lanes + Compounds ? 1 : 0;
  }

  constexpr Bag() = default;
  constexpr Bag(const Counted& counted, std::uint64_t compounds) requires(Compounds > 0) {
    for (int i = 0; i < lane_word_count; ++i) words_[at(i)] = counted.word(i);
    words_.back() = compounds;
  }
  constexpr bool operator==(const Bag& rhs) const {
    for (int i = 0; i < lane_word_count; ++i) {
      if (word(i) != rhs.word(i)) return false;
    }
    return compounds() == rhs.compounds();
  }

  [[nodiscard]] constexpr int count(int lane) const {
    return static_cast<int>((word_of(lane) >> shift(lane)) & lane_mask);
  }
  constexpr void add(int lane, int copies = 1) {
    UnalignedWord& word = words_[word_index(lane)];
    word = word + (static_cast<std::uint64_t>(copies) << shift(lane));
  }
  constexpr void remove(int lane, int copies = 1) {
    UnalignedWord& word = words_[word_index(lane)];
    word = word - (static_cast<std::uint64_t>(copies) << shift(lane));
  }

  /// The number of cards of a kind; 0 for a kind that the bag cannot hold.
  [[nodiscard]] constexpr int count(Card card) const {
    if (card.index < Lanes) return count(int{card.index});
    if constexpr (Compounds == 0) return 0;
    return static_cast<int>(words_.back() >> (card.index - Lanes) & 1);
  }
  constexpr void add(Card card, int copies = 1) {
    if (Compounds == 0 || card.index < Lanes) return add(int{card.index}, copies);
    words_.back() = words_.back() | std::uint64_t{1} << (card.index - Lanes);
  }
  constexpr void remove(Card card, int copies = 1) {
    if (Compounds == 0 || card.index < Lanes) return remove(int{card.index}, copies);
    words_.back() = words_.back() & ~(std::uint64_t{1} << (card.index - Lanes));
  }

  /// The number of cards, copies counted.
  [[nodiscard]] constexpr int size() const { return counted_size() + popcount(compounds()); }
  [[nodiscard]] constexpr bool empty() const {
    std::uint64_t any = compounds();
    for (int i = 0; i < lane_word_count; ++i) any |= word(i);
    return any == 0;
  }

  /// Whether every kind has at least as many cards as in `part` (MT-3).
  [[nodiscard]] constexpr bool contains(const Bag& part) const {
    for (int i = 0; i < lane_word_count; ++i) {
      if (!word_contains(word(i), part.word(i))) return false;
    }
    return (part.compounds() & ~compounds()) == 0;
  }

  /// The kinds of which the bag holds at least one card.
  [[nodiscard]] constexpr Set kinds() const { return kinds_in(words()); }
  /// The kinds whose part of `words`, which has the layout of `words()`, is not 0.
  [[nodiscard]] static constexpr Set kinds_in(const Words& words) {
    typename Set::Packed kinds;
    if constexpr (set_stride == Width) {
      kinds.words[0] = occupied(words[0]);
      if constexpr (Compounds > 0) kinds.words[1] = words[1];
    } else {
      for (int i = 0; i < lane_word_count; ++i) {
        for (std::uint64_t rest = occupied(words[at(i)]); rest != 0; rest &= rest - 1) {
          const int lane = std::countr_zero(rest) / Width;
          kinds.words[0] |= std::uint64_t{1} << (i * lanes_per_word + lane);
        }
      }
    }
    return Set::of_packed(kinds);
  }
  /// The cards of the given kinds.
  [[nodiscard]] constexpr Bag only(const Set& kinds) const {
    Bag kept;
    if constexpr (set_stride == Width) {
      kept.words_[0] = word(0) & kinds.word(0) * lane_mask;
      if constexpr (Compounds > 0) kept.words_[1] = word(1) & kinds.word(1);
    } else {
      kinds.for_each([&](Card card) { kept.add(card, count(card)); });
    }
    return kept;
  }

  /// The kind of the `i`-th card when all copies are laid out by ascending kind; `i < size()`.
  [[nodiscard]] CHEMIX_INLINE constexpr Card nth(int i) const {
    if constexpr (Compounds > 0) {
      const int counted = counted_size();
      if (i >= counted) return Card::of(Lanes + nth_set_bit(compounds(), i - counted));
    }
    return Card::of(nth_lane(i));
  }

  constexpr Bag& operator+=(const Bag& rhs) {
    for (int i = 0; i < lane_word_count; ++i) words_[at(i)] = word(i) + rhs.word(i);
    if constexpr (Compounds > 0) words_.back() = compounds() | rhs.compounds();
    return *this;
  }
  /// Precondition: contains(rhs).
  constexpr Bag& operator-=(const Bag& rhs) {
    for (int i = 0; i < lane_word_count; ++i) words_[at(i)] = word(i) - rhs.word(i);
    if constexpr (Compounds > 0) words_.back() = compounds() & ~rhs.compounds();
    return *this;
  }
  friend constexpr Bag operator+(Bag lhs, const Bag& rhs) { return lhs += rhs; }
  friend constexpr Bag operator-(Bag lhs, const Bag& rhs) { return lhs -= rhs; }

  /// The cards in lanes.
  [[nodiscard]] constexpr Counted small_cards() const {
    Counted counted;
    for (int i = 0; i < lane_word_count; ++i) counted.words_[at(i)] = words_[at(i)];
    return counted;
  }
  /// The compounds, one bit each in deck order.
  [[nodiscard]] constexpr std::uint64_t compounds() const {
    if constexpr (Compounds == 0) return 0;
    return words_.back();
  }
  /// The packed form, which distinguishes any two bags; for an arbitrary order.
  [[nodiscard]] constexpr Words words() const {
    Words words{};
    for (int i = 0; i < lane_word_count; ++i) words[at(i)] = word(i);
    if constexpr (Compounds > 0) words.back() = compounds();
    return words;
  }
  /// The `i`-th packed word, lowest lane in the lowest bits: for look-up tables, not for storage.
  [[nodiscard]] constexpr std::uint64_t word(int i) const { return words_[at(i)]; }

  /// Sets the lowest bit of every nonempty lane of `word`.
  static constexpr std::uint64_t occupied(std::uint64_t word) {
    std::uint64_t bits = word;
    for (int i = 1; i < Width; ++i) bits |= word >> i;
    return bits & every_lane();
  }

  /// Spreads the lowest eight lanes of a word into bytes.
  static constexpr std::uint64_t lanes_as_bytes(std::uint64_t word) {
#if defined(__BMI2__)
    if (!std::is_constant_evaluated()) return _pdep_u64(word, lane_mask * every_byte);
#endif
    word &= lowest_bits(8 * Width);
    word = (word | word << (32 - 4 * Width)) & lowest_bits(4 * Width) * 0x0000000100000001;
    word = (word | word << (16 - 2 * Width)) & lowest_bits(2 * Width) * 0x0001000100010001;
    return (word | word << (8 - Width)) & lane_mask * every_byte;
  }

  /// A word with the lowest bit of every lane set.
  static constexpr std::uint64_t every_lane() {
    std::uint64_t bits = 0;
    for (int i = 0; i < lanes_per_word; ++i) bits |= std::uint64_t{1} << (i * Width);
    return bits;
  }

 private:
  template <int, int, int>
  friend class Bag;

  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
  // Looked up if finding it would need a division.
  static constexpr std::size_t word_index(int lane) {
    if constexpr (lane_word_count == 1) return 0;
    return lane_places[at(lane)].word;
  }
  static constexpr int shift(int lane) {
    if constexpr (lane_word_count == 1) return lane * Width;
    return lane_places[at(lane)].shift;
  }
  struct LanePlace {
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
  };
  static constexpr auto lane_places = [] {
    std::array<LanePlace, static_cast<std::size_t>(Lanes)> places{};
    for (int lane = 0; lane < Lanes; ++lane) {
      places[at(lane)] = {static_cast<std::uint8_t>(lane / lanes_per_word),
                          static_cast<std::uint8_t>(lane % lanes_per_word * Width)};
    }
    return places;
  }();
  [[nodiscard]] constexpr std::uint64_t word_of(int lane) const { return words_[word_index(lane)]; }

  [[nodiscard]] constexpr int counted_size() const {
    int total = 0;
    for (int i = 0; i < lane_word_count; ++i) total += word_size(word(i));
    return total;
  }
  [[nodiscard]] constexpr int nth_lane(int i) const {
    if constexpr (lane_word_count == 1 && Width <= 3 && Lanes <= 17) return nth_by_sums(i);
    int lane = 0;
    for (int size = 0; lane + lanes_per_word < Lanes; lane += lanes_per_word, i -= size) {
      size = word_size(word(lane / lanes_per_word));
      if (i < size) break;
    }
    for (; lane + 1 < Lanes; ++lane) {
      i -= count(lane);
      if (i < 0) return lane;
    }
    return Lanes - 1;
  }

  // Without a loop, whose exit would be unpredictable: counts the running sums that are at most i,
  // eight lanes to a word of bytes. The last lane needs no sum.
  [[nodiscard]] constexpr int nth_by_sums(int i) const {
    const std::uint64_t low = lanes_as_bytes(word(0)) * every_byte;
    const std::uint64_t high =
        lanes_as_bytes(word(0) >> (8 * Width)) * every_byte + (low >> 56) * every_byte;
    const auto bound = static_cast<std::uint64_t>(i);
    return bytes_at_most(low, bound) + bytes_at_most(high, bound);
  }

  // Every other lane, so that each has an empty neighbor to carry or borrow into.
  static constexpr std::uint64_t even_lanes(int width = Width) {
    std::uint64_t bits = 0;
    for (int at = 0; at < 64; at += 2 * width) bits |= lowest_bits(width) << at;
    return bits;
  }

  // Adds up all lanes of `Bits` bits: pairs, then pairs of pairs, and so on. For narrow lanes,
  // adding the population counts of their bits is faster, but only with a population count
  // instruction.
  template <int Bits>
  static constexpr std::uint64_t sum(std::uint64_t word) {
    if constexpr (Bits >= 64) {
      return word;
    } else {
      constexpr std::uint64_t even = even_lanes(Bits);
      return sum<2 * Bits>((word & even) + (word >> Bits & even));
    }
  }
  static constexpr int word_size(std::uint64_t word) {
    if constexpr (Width > 4 || !counts_bits_at_once) return static_cast<int>(sum<Width>(word));
    int total = 0;
    for (int bit = 0; bit < Width; ++bit) {
      total += popcount(word >> bit & every_lane()) << bit;
    }
    return total;
  }

  static constexpr bool word_contains(std::uint64_t whole, std::uint64_t part) {
    // Lanes have no guard bit. The two alternating halves are compared in turn, each using the
    // lanes of the other as guards.
    return half_contains(whole & even_lanes(), part & even_lanes()) &&
           half_contains(whole >> Width & even_lanes(), part >> Width & even_lanes());
  }
  static constexpr bool half_contains(std::uint64_t whole, std::uint64_t part) {
    constexpr std::uint64_t guards = guard_bits();
    // The topmost lane may have no room for a guard bit; the comparison detects a borrow out of it.
    return part <= whole && (((whole | guards) - part) & guards) == guards;
  }
  static constexpr std::uint64_t guard_bits() {
    std::uint64_t bits = 0;
    for (int i = 0; i < lanes_per_word; i += 2) {
      const int position = (i + 1) * Width;
      if (position < 64) bits |= std::uint64_t{1} << position;
    }
    return bits;
  }

  std::array<UnalignedWord, static_cast<std::size_t>(word_count)> words_{};
};

}  // namespace chemix
