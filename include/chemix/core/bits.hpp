// SPDX-License-Identifier: Apache-2.0
// Bits of a machine word.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace chemix {

/// Names the position of the `i`-th set bit of `word`, counted from the lowest; `i <
/// popcount(word)`.
constexpr int nth_set_bit(std::uint64_t word, int i) {
#if defined(__BMI2__)
  if (!std::is_constant_evaluated()) {
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << i, word));
  }
#endif
  while (i-- > 0) word &= word - 1;
  return std::countr_zero(word);
}

}  // namespace chemix
