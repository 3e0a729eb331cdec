// SPDX-License-Identifier: Apache-2.0
// BigUnsigned: an exact unsigned integer of a few words, for counting worlds.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace chemix {

/// An unsigned integer of `Words` times 64 bits; results beyond that are a precondition violation.
template <int Words>
class BigUnsigned {
 public:
  static constexpr std::size_t size = static_cast<std::size_t>(Words);

  constexpr BigUnsigned(std::uint64_t number = 0) : words_{number} {}  // NOLINT: a number is one

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
        const Wide wide =
            static_cast<Wide>(lhs.words_[i]) * rhs.words_[j] + product.words_[i + j] + carry;
        product.words_[i + j] = static_cast<std::uint64_t>(wide);
        carry = static_cast<std::uint64_t>(wide >> 64);
      }
    }
    return product;
  }

  /// The number of bits without leading zeros.
  [[nodiscard]] constexpr int bit_width() const {
    for (std::size_t i = size; i-- > 0;) {
      if (words_[i] != 0)
        return static_cast<int>(64 * i) + static_cast<int>(std::bit_width(words_[i]));
    }
    return 0;
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

  /// An even choice from 0 to bound − 1, from 32-bit words of `random.below`, highest first;
  /// numbers that are too large are drawn anew. Precondition: bound ≥ 1.
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
  __extension__ using Wide = unsigned __int128;

  constexpr std::uint64_t divide(std::uint64_t divisor) {
    Wide rest = 0;
    for (std::size_t i = size; i-- > 0;) {
      rest = rest << 64 | words_[i];
      words_[i] = static_cast<std::uint64_t>(rest / divisor);
      rest %= divisor;
    }
    return static_cast<std::uint64_t>(rest);
  }
  std::array<std::uint64_t, size> words_{};
};

}  // namespace chemix
