// SPDX-License-Identifier: Apache-2.0
// BigUnsigned: an exact unsigned integer of fixed width.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace chemix {

/// The product of two words, low word first.
constexpr std::array<std::uint64_t, 2> wide_product(std::uint64_t lhs, std::uint64_t rhs) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(lhs) * rhs;
  return {static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64)};
#else
  constexpr std::uint64_t low_half = 0xFFFFFFFF;
  const std::uint64_t low = (lhs & low_half) * (rhs & low_half);
  const std::uint64_t cross = (lhs >> 32) * (rhs & low_half) + (low >> 32);
  const std::uint64_t middle = (lhs & low_half) * (rhs >> 32) + (cross & low_half);
  const std::uint64_t high = (lhs >> 32) * (rhs >> 32) + (cross >> 32) + (middle >> 32);
  return {middle << 32 | (low & low_half), high};
#endif
}

/// An unsigned integer of 64·`Words` bits. It never grows: a result that does not fit is a
/// precondition violation and loses its high bits, as with the built-in unsigned types.
template <int Words>
class BigUnsigned {
  static_assert(Words >= 1);

 public:
  static constexpr int word_count = Words;

  constexpr BigUnsigned(std::uint64_t number = 0) : words_{number} {}  // NOLINT: a number is one
  /// Precondition: the number fits.
  template <int Other>
  constexpr explicit BigUnsigned(const BigUnsigned<Other>& number) {
    for (int i = 0; i < std::min(Words, Other); ++i) words_[at(i)] = number.word(i);
  }

  /// The `i`-th word, the lowest first; `i < word_count`.
  [[nodiscard]] constexpr std::uint64_t word(int i) const { return words_[at(i)]; }
  constexpr void set_word(int i, std::uint64_t word) { words_[at(i)] = word; }

  constexpr bool operator==(const BigUnsigned&) const = default;
  constexpr std::strong_ordering operator<=>(const BigUnsigned& rhs) const {
    for (int i = Words - 1; i > 0; --i) {
      if (word(i) != rhs.word(i)) return word(i) <=> rhs.word(i);
    }
    return word(0) <=> rhs.word(0);
  }

  constexpr BigUnsigned& operator+=(const BigUnsigned& rhs) {
    std::uint64_t carry = 0;
    for (int i = 0; i < Words; ++i) {
      const std::uint64_t sum = word(i) + rhs.word(i);
      const std::uint64_t total = sum + carry;
      carry = static_cast<std::uint64_t>(sum < word(i)) | static_cast<std::uint64_t>(total < sum);
      words_[at(i)] = total;
    }
    return *this;
  }
  /// Precondition: rhs ≤ *this.
  constexpr BigUnsigned& operator-=(const BigUnsigned& rhs) {
    std::uint64_t borrow = 0;
    for (int i = 0; i < Words; ++i) {
      const std::uint64_t difference = word(i) - rhs.word(i);
      const std::uint64_t total = difference - borrow;
      borrow = static_cast<std::uint64_t>(word(i) < rhs.word(i)) |
               static_cast<std::uint64_t>(difference < borrow);
      words_[at(i)] = total;
    }
    return *this;
  }
  constexpr BigUnsigned& operator*=(std::uint64_t factor) {
    BigUnsigned product;
    product.add_product(*this, factor);
    return *this = product;
  }
  friend constexpr BigUnsigned operator+(BigUnsigned lhs, const BigUnsigned& rhs) {
    return lhs += rhs;
  }
  friend constexpr BigUnsigned operator-(BigUnsigned lhs, const BigUnsigned& rhs) {
    return lhs -= rhs;
  }
  friend constexpr BigUnsigned operator*(BigUnsigned lhs, std::uint64_t rhs) { return lhs *= rhs; }

  /// Adds `factor · times`.
  constexpr void add_product(const BigUnsigned& factor, std::uint64_t times) {
    std::uint64_t carry = 0;
    for (int i = 0; i < Words; ++i) {
      auto [low, high] = wide_product(factor.word(i), times);
      low += carry;
      high += static_cast<std::uint64_t>(low < carry);
      low += word(i);
      high += static_cast<std::uint64_t>(low < word(i));
      words_[at(i)] = low;
      carry = high;
    }
  }

  /// Divides in place and returns the remainder. Precondition: divisor > 0.
  constexpr std::uint32_t divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (int i = Words - 1; i >= 0; --i) {
      const std::uint64_t high = rest << 32 | word(i) >> 32;
      const std::uint64_t low = high % divisor << 32 | (word(i) & 0xFFFFFFFF);
      words_[at(i)] = high / divisor << 32 | low / divisor;
      rest = low % divisor;
    }
    return static_cast<std::uint32_t>(rest);
  }

  /// The number of bits up to the highest one that is set; 0 for 0.
  [[nodiscard]] constexpr int bit_width() const {
    for (int i = Words - 1; i >= 0; --i) {
      if (word(i) != 0) return 64 * i + static_cast<int>(std::bit_width(word(i)));
    }
    return 0;
  }

  /// In decimal, without separators.
  [[nodiscard]] std::string text() const {
    constexpr std::uint32_t billion = 1'000'000'000;
    std::string reversed;
    BigUnsigned rest = *this;
    do {
      std::uint32_t digits = rest.divide(billion);
      const bool leading = rest == BigUnsigned();
      for (int i = 0; leading ? digits != 0 || reversed.empty() : i < 9; ++i) {
        reversed += static_cast<char>('0' + digits % 10);
        digits /= 10;
      }
    } while (rest != BigUnsigned());
    return {reversed.rbegin(), reversed.rend()};
  }

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  std::array<std::uint64_t, Words> words_{};
};

/// Draws a number below `bound`, all equally likely, from a source of bounded words: `random` has
/// `below(std::uint64_t)`. Draws 32 bits at a time, low bits first, until the number is below.
/// Precondition: bound > 0.
template <int Words, class Random>
BigUnsigned<Words> random_below(const BigUnsigned<Words>& bound, Random& random) {
  if (bound.bit_width() <= 64) return random.below(bound.word(0));
  const int bits = bound.bit_width();
  BigUnsigned<Words> number;
  do {
    number = BigUnsigned<Words>();
    for (int bit = 0; bit < bits; bit += 32) {
      const std::uint64_t part = random.below(std::uint64_t{1} << std::min(32, bits - bit));
      number.set_word(bit / 64, number.word(bit / 64) | part << bit % 64);
    }
  } while (number >= bound);
  return number;
}

}  // namespace chemix
