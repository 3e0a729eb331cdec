// SPDX-License-Identifier: Apache-2.0
// 128-bit products and quotients, also for compilers without a 128-bit type.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace chemix {

/// A 128-bit number.
struct Number128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
};
/// The result of a division.
struct Divided {
  std::uint64_t quotient;
  std::uint64_t rest;
};

/// multiply_add for compilers without a 128-bit type.
constexpr Number128 portable_multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                          std::uint64_t d) {
  constexpr std::uint64_t half = 0xFFFFFFFF;
  const std::uint64_t low = (a & half) * (b & half);
  const std::uint64_t first = (a >> 32) * (b & half) + (low >> 32);
  const std::uint64_t second = (a & half) * (b >> 32) + (first & half);
  Number128 sum{(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32),
                second << 32 | (low & half)};
  for (const std::uint64_t more : {c, d}) {
    sum.low += more;
    sum.high += sum.low < more ? 1 : 0;
  }
  return sum;
}
/// divide for compilers without a 128-bit type.
constexpr Divided portable_divide(Number128 number, std::uint64_t divisor) {
  std::uint64_t quotient = 0;
  std::uint64_t rest = number.high;
  for (int bit = 63; bit >= 0; --bit) {
    const bool carry = (rest >> 63) != 0;
    rest = rest << 1 | (number.low >> bit & 1);
    quotient <<= 1;
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
  }
  return {quotient, rest};
}

#ifdef __SIZEOF_INT128__

__extension__ using Uint128 = unsigned __int128;

/// a · b + c + d, which never overflows.
constexpr Number128 multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                 std::uint64_t d) {
  const Uint128 sum = static_cast<Uint128>(a) * b + c + d;
  return {static_cast<std::uint64_t>(sum >> 64), static_cast<std::uint64_t>(sum)};
}
/// Precondition: number.high < divisor.
constexpr Divided divide(Number128 number, std::uint64_t divisor) {
  const Uint128 whole = static_cast<Uint128>(number.high) << 64 | number.low;
  return {static_cast<std::uint64_t>(whole / divisor), static_cast<std::uint64_t>(whole % divisor)};
}

#else

constexpr Number128 multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                 std::uint64_t d) {
  return portable_multiply_add(a, b, c, d);
}
constexpr Divided divide(Number128 number, std::uint64_t divisor) {
  return portable_divide(number, divisor);
}

#endif

}  // namespace chemix
