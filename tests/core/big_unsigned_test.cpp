// SPDX-License-Identifier: Apache-2.0
// Fixed-width big integers, which count worlds exactly.
#include "chemix/core/big_unsigned.hpp"

#include "support/printing.hpp"

#include <cstdint>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

using Big = BigUnsigned<3>;

// 2^bits.
Big power_of_two(int bits) {
  Big power = 1;
  for (int i = 0; i < bits; ++i) power += power;
  return power;
}

}  // namespace

TEST_SUITE("big unsigned integers") {
  TEST_CASE("addition carries through a word of ones") {
    Big ones = power_of_two(128);
    ones -= 1;
    CHECK(ones.text() == "340282366920938463463374607431768211455");
    ones += 1;
    CHECK(ones == power_of_two(128));
    CHECK(ones.text() == "340282366920938463463374607431768211456");
  }

  TEST_CASE("a right shift takes bits from the word above") {
    Big shifted = power_of_two(66);
    shifted += 32;
    shifted.shift_right(4);
    CHECK(shifted.low() == (std::uint64_t{1} << 62) + 2);
    Big word = power_of_two(130);
    word.shift_right(128);
    CHECK(word == Big(4));
  }

  TEST_CASE("the common divisor is the greatest, including powers of two") {
    CHECK(Big::common_divisor(12, 18) == Big(6));
    CHECK(Big::common_divisor(8, 12) == Big(4));
    CHECK(Big::common_divisor(power_of_two(100), power_of_two(90)) == power_of_two(90));
    CHECK(Big::common_divisor(9, 16) == Big(1));
  }
}
