// SPDX-License-Identifier: Apache-2.0
// Bits of a machine word.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__BMI2__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace chemix {

/// The `count` lowest bits; `count < 64`.
constexpr std::uint64_t lowest_bits(int count) { return (std::uint64_t{1} << count) - 1; }

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

/// 32 bytes that one instruction treats at once where there is one.
using ByteVector [[gnu::vector_size(32)]] = std::uint8_t;

/// One bit for each byte; every byte is all zeros or all ones.
inline std::uint32_t byte_mask(const ByteVector& bytes) {
#if defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(std::bit_cast<__m256i>(bytes)));
#else
  using Words = std::array<std::uint64_t, 4>;
  const auto words = std::bit_cast<Words>(bytes);
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // The first byte in memory is to be the lowest one.
    const bool reversed = std::endian::native == std::endian::big;
    const std::uint64_t word = reversed ? __builtin_bswap64(words[i]) : words[i];
    // A bit of each of eight bytes, gathered in the top byte.
    const std::uint64_t eight = (word & 0x0101010101010101) * 0x0102040810204080 >> 56;
    mask |= static_cast<std::uint32_t>(eight) << (8 * i);
  }
  return mask;
#endif
}

}  // namespace chemix
