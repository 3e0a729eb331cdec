// SPDX-License-Identifier: Apache-2.0
// 128-bit arithmetic: the portable functions against the compiler's type, where it has one.
#include "chemix/core/wide.hpp"

#include "support/printing.hpp"

#include <cstdint>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("128-bit arithmetic") {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  constexpr std::uint64_t numbers[] = {0,
                                       1,
                                       2,
                                       0x7FFFFFFF,
                                       0x80000000,
                                       0xFFFFFFFF,
                                       0x100000000,
                                       0x100000001,
                                       0x9E3779B97F4A7C15,
                                       0x7FFFFFFFFFFFFFFF,
                                       0x8000000000000000,
                                       0x8000000000000001,
                                       most - 1,
                                       most};

  TEST_CASE("the portable functions agree with those in use") {
    for (const std::uint64_t a : numbers) {
      for (const std::uint64_t b : numbers) {
        for (const std::uint64_t c : numbers) {
          const Number128 sum = multiply_add(a, b, c, most);
          const Number128 portable_sum = portable_multiply_add(a, b, c, most);
          CHECK(portable_sum.high == sum.high);
          CHECK(portable_sum.low == sum.low);
          if (a >= c) continue;
          const Divided divided = divide({a, b}, c);
          const Divided portable_divided = portable_divide({a, b}, c);
          CHECK(portable_divided.quotient == divided.quotient);
          CHECK(portable_divided.rest == divided.rest);
        }
      }
    }
  }

  TEST_CASE("the largest product and sum fit, and are divided again") {
    constexpr Number128 sum = portable_multiply_add(most, most, most, most);
    static_assert(sum.high == most && sum.low == most);
    constexpr Divided divided = portable_divide({most - 1, most}, most);
    static_assert(divided.quotient == most && divided.rest == most - 1);
  }
}
