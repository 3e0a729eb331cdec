// SPDX-License-Identifier: Apache-2.0
// BigUnsigned: an exact unsigned integer of fixed width, for counting worlds.
#pragma once

#include "chemix/core/wide.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

namespace chemix {

/// An odd number and its inverse modulo 2^64.
struct OddDivisor {
  std::uint64_t number;
  std::uint64_t inverse;

  constexpr OddDivisor(std::uint64_t odd) : number(odd), inverse(odd) {  // NOLINT: a number is one
    // Newton's iteration: three bits are right at first, twice as many after each step.
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
  }
};

/// An unsigned integer of `Words` times 64 bits. Overflow is a precondition violation.
template <int Words>
class BigUnsigned {
 public:
  static constexpr std::size_t size = static_cast<std::size_t>(Words);

  constexpr BigUnsigned(std::uint64_t number = 0) : words_{number} {}  // NOLINT: a number is one
  /// Widens a number to more words.
  template <int Fewer>
  constexpr explicit BigUnsigned(const BigUnsigned<Fewer>& number) {
    static_assert(Fewer < Words);
    for (std::size_t i = 0; i < number.size; ++i) words_[i] = number.words_[i];
  }

  constexpr bool operator==(const BigUnsigned&) const = default;
  friend constexpr std::strong_ordering operator<=>(const BigUnsigned& lhs,
                                                    const BigUnsigned& rhs) {
    for (std::size_t i = size; i-- > 0;) {
      if (lhs.words_[i] != rhs.words_[i]) return lhs.words_[i] <=> rhs.words_[i];
    }
    return std::strong_ordering::equal;
  }

  constexpr BigUnsigned& operator+=(const BigUnsigned& rhs) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t sum = words_[i] + rhs.words_[i];
      const std::uint64_t total = sum + carry;
      carry = static_cast<std::uint64_t>(sum < words_[i]) | static_cast<std::uint64_t>(total < sum);
      words_[i] = total;
    }
    return *this;
  }
  /// Precondition: rhs ≤ *this.
  constexpr BigUnsigned& operator-=(const BigUnsigned& rhs) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t difference = words_[i] - rhs.words_[i];
      const std::uint64_t total = difference - borrow;
      borrow = static_cast<std::uint64_t>(words_[i] < rhs.words_[i]) |
               static_cast<std::uint64_t>(difference < borrow);
      words_[i] = total;
    }
    return *this;
  }
  friend constexpr BigUnsigned operator*(const BigUnsigned& lhs, const BigUnsigned& rhs) {
    BigUnsigned product;
    for (std::size_t i = 0; i < size; ++i) {
      if (lhs.words_[i] == 0) continue;
      std::uint64_t carry = 0;
      for (std::size_t j = 0; i + j < size; ++j) {
        const Number128 wide =
            multiply_add(lhs.words_[i], rhs.words_[j], product.words_[i + j], carry);
        product.words_[i + j] = wide.low;
        carry = wide.high;
      }
    }
    return product;
  }

  constexpr BigUnsigned& operator*=(std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::uint64_t& word : words_) {
      const Number128 wide = multiply_add(word, factor, carry, 0);
      word = wide.low;
      carry = wide.high;
    }
    return *this;
  }
  /// Divides by a number and returns the remainder.
  constexpr std::uint64_t divide(std::uint64_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = size; i-- > 0;) {
      if (rest == 0 && words_[i] == 0) continue;
      const Divided part = chemix::divide({rest, words_[i]}, divisor);
      words_[i] = part.quotient;
      rest = part.rest;
    }
    return rest;
  }

  /// Divides by `divisor` and returns true if it divides without remainder; otherwise changes
  /// nothing and returns false.
  constexpr bool divide_exactly(const OddDivisor& divisor) {
    // Word by word from the lowest: each word of the quotient follows from the inverse.
    BigUnsigned quotient;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t word = (words_[i] - borrow) * divisor.inverse;
      quotient.words_[i] = word;
      const std::uint64_t high = multiply_add(word, divisor.number, 0, 0).high;
      borrow = high + static_cast<std::uint64_t>(words_[i] < borrow);
    }
    if (borrow != 0) return false;
    *this = quotient;
    return true;
  }

  /// Divides by 2^bits, rounding down.
  constexpr void shift_right(int bits) {
    const auto whole = static_cast<std::size_t>(bits / 64);
    const int part = bits % 64;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t low = i + whole < size ? words_[i + whole] : 0;
      const std::uint64_t high = i + whole + 1 < size ? words_[i + whole + 1] : 0;
      words_[i] = part == 0 ? low : low >> part | high << (64 - part);
    }
  }
  /// The number of zero bits below the lowest set bit. Precondition: not 0.
  [[nodiscard]] constexpr int trailing_zeros() const {
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<int>(64 * i) + std::countr_zero(words_[i]);
  }
  /// The greatest common divisor. Precondition: neither is 0.
  static constexpr BigUnsigned common_divisor(BigUnsigned one, BigUnsigned other) {
    BigUnsigned twos = 1;
    for (int i = (std::min)(one.trailing_zeros(), other.trailing_zeros()); i > 0; --i) twos += twos;
    one.shift_right(one.trailing_zeros());
    while (other != BigUnsigned()) {
      other.shift_right(other.trailing_zeros());
      if (other < one) std::swap(one, other);
      other -= one;
    }
    return one * twos;
  }
  /// The quotient. Precondition: `divisor` divides this number.
  [[nodiscard]] constexpr BigUnsigned divided_by(BigUnsigned divisor) const {
    BigUnsigned rest = *this;
    BigUnsigned quotient;
    const int most = bit_width() - divisor.bit_width();
    for (int i = 0; i < most; ++i) divisor += divisor;
    for (int i = most; i >= 0; --i) {
      quotient += quotient;
      if (!(rest < divisor)) {
        rest -= divisor;
        quotient += 1;
      }
      divisor.shift_right(1);
    }
    return quotient;
  }

  /// The lowest 64 bits.
  [[nodiscard]] constexpr std::uint64_t low() const { return words_[0]; }

  /// The number of bits without leading zeros.
  [[nodiscard]] constexpr int bit_width() const {
    for (std::size_t i = size; i-- > 0;) {
      if (words_[i] != 0)
        return static_cast<int>(64 * i) + static_cast<int>(std::bit_width(words_[i]));
    }
    return 0;
  }

  /// Whether `bit_width() > bits`, without examining all words.
  [[nodiscard]] constexpr bool is_wider_than(int bits) const {
    const auto whole = static_cast<std::size_t>(bits / 64);
    for (std::size_t i = whole + 1; i < size; ++i) {
      if (words_[i] != 0) return true;
    }
    return whole < size && words_[whole] >> (bits % 64) != 0;
  }

  /// This number divided by `whole`, accurate to double precision. Precondition: whole ≥ 1.
  [[nodiscard]] double share_of(const BigUnsigned& whole) const {
    const auto [bits, below] = leading();
    const auto [whole_bits, whole_below] = whole.leading();
    double share = static_cast<double>(bits) / static_cast<double>(whole_bits);
    // Without std::ldexp: <cmath> makes up a tenth of the compile time of including a game.
    int exponent = below - whole_below;
    for (; exponent <= -64; exponent += 64) share *= 0x1p-64;
    for (; exponent >= 64; exponent -= 64) share *= 0x1p64;
    const auto power = static_cast<double>(std::uint64_t{1} << std::abs(exponent));
    return exponent < 0 ? share / power : share * power;
  }

  /// The number in decimal digits.
  [[nodiscard]] std::string text() const {
    BigUnsigned rest = *this;
    std::string reversed;
    do {
      reversed += static_cast<char>('0' + rest.divide(10));
    } while (rest != BigUnsigned());
    return {reversed.rbegin(), reversed.rend()};
  }

  /// A uniform number from 0 to bound − 1, from 32-bit words of `random.below`, highest first;
  /// values that are too large are rejected and drawn again. Precondition: bound ≥ 1.
  template <class Random>
  static BigUnsigned below(const BigUnsigned& bound, Random& random) {
    BigUnsigned most = bound;
    most -= 1;
    const int bits = most.bit_width();
    for (;;) {
      BigUnsigned number;
      for (int word = (bits + 31) / 32; word-- > 0;) {
        std::uint64_t part = random.below(std::uint64_t{1} << 32);
        if (32 * word + 32 > bits) part &= (std::uint64_t{1} << (bits - 32 * word)) - 1;
        number.words_[static_cast<std::size_t>(word / 2)] |= part << (word % 2 * 32);
      }
      if (number <= most) return number;
    }
  }

 private:
  template <int>
  friend class BigUnsigned;

  // The 64 highest bits, and the number of bits below them.
  [[nodiscard]] constexpr std::pair<std::uint64_t, int> leading() const {
    const int below = (std::max)(0, bit_width() - 64);
    const auto at = static_cast<std::size_t>(below / 64);
    const int shift = below % 64;
    std::uint64_t bits = words_[at] >> shift;
    if (shift > 0) bits |= words_[at + 1] << (64 - shift);
    return {bits, below};
  }

  std::array<std::uint64_t, size> words_{};
};

}  // namespace chemix
