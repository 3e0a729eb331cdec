// SPDX-License-Identifier: Apache-2.0
// Bit operations on machine words, fast also on baseline x86-64.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__BMI2__) || defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#endif

namespace chemix {

/// The packed form of a set or bag: equal for equal ones, with an arbitrary order. A separate type,
/// so that it is not mistaken for a mask of ids or kinds.
template <std::size_t Words>
struct PackedBits {
  std::array<std::uint64_t, Words> words{};

  constexpr bool operator==(const PackedBits&) const = default;
  friend constexpr bool operator<(const PackedBits& lhs, const PackedBits& rhs) {
    return lhs.words < rhs.words;
  }
};

/// std::bit_cast, which libc++ 13 lacks. Precondition: both types have the same size.
template <class To, class From>
constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

/// A mask of the `count` lowest bits; `count < 64`.
constexpr std::uint64_t lowest_bits(int count) { return (std::uint64_t{1} << count) - 1; }

/// A word with the lowest bit of each byte set.
inline constexpr std::uint64_t every_byte = 0x0101010101010101;

// Whether the target has a population count instruction. Portable x86-64 builds may not use it;
// there the compiler would call a function with a look-up table.
#if defined(__POPCNT__) || !defined(__x86_64__)
inline constexpr bool counts_bits_at_once = true;
#else
inline constexpr bool counts_bits_at_once = false;
#endif

/// The number of set bits in each group of four bits, without that instruction.
constexpr std::uint64_t bits_of_fours(std::uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  return (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
}
/// The number of set bits in each byte, without that instruction.
constexpr std::uint64_t bits_of_bytes(std::uint64_t word) {
  word = bits_of_fours(word);
  return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
}

/// The number of set bits.
constexpr int popcount(std::uint64_t word) {
  if constexpr (counts_bits_at_once) return std::popcount(word);
  return static_cast<int>(bits_of_bytes(word) * every_byte >> 56);
}

/// The number of set bits in three words.
constexpr int popcount(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  if constexpr (counts_bits_at_once) return std::popcount(a) + std::popcount(b) + std::popcount(c);
  const std::uint64_t fours = bits_of_fours(a) + bits_of_fours(b) + bits_of_fours(c);
  const std::uint64_t bytes = (fours & 0x0F0F0F0F0F0F0F0F) + (fours >> 4 & 0x0F0F0F0F0F0F0F0F);
  return static_cast<int>(bytes * every_byte >> 56);
}

/// The number of bytes that are at most `bound`. Precondition: all bytes and `bound` are below 128.
constexpr int bytes_at_most(std::uint64_t bytes, std::uint64_t bound) {
  // The top bit of a byte stays set if the byte is at most the bound.
  const std::uint64_t found = ((bound * every_byte | every_byte << 7) - bytes) & every_byte << 7;
  return static_cast<int>((found >> 7) * every_byte >> 56);
}

/// The position of the `i`-th set bit of `word`, counted from the lowest; `i < popcount(word)`.
constexpr int nth_set_bit(std::uint64_t word, int i) {
#if defined(__BMI2__)
  if (!std::is_constant_evaluated()) {
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << i, word));
  }
#endif
  // Without a loop, whose exit would be unpredictable: first the byte, then the bit within it.
  const auto nth = static_cast<std::uint64_t>(i);
  const std::uint64_t before = bits_of_bytes(word) * every_byte;
  const int place = 8 * bytes_at_most(before, nth);
  const std::uint64_t byte = word >> place & 0xFF;
  const std::uint64_t bits = (byte * every_byte & 0x8040201008040201) + every_byte * 127;
  const std::uint64_t sums = (bits >> 7 & every_byte) * every_byte;
  return place + bytes_at_most(sums, nth - (before << 8 >> place & 0xFF));
}

/// Compacts the bits at even positions. Precondition: no bit at an odd position is set.
constexpr std::uint64_t even_bits(std::uint64_t word) {
#if defined(__BMI2__)
  if (!std::is_constant_evaluated()) return _pext_u64(word, 0x5555555555555555);
#endif
  word = (word | word >> 1) & 0x3333333333333333;
  word = (word | word >> 2) & 0x0F0F0F0F0F0F0F0F;
  word = (word | word >> 4) & 0x00FF00FF00FF00FF;
  word = (word | word >> 8) & 0x0000FFFF0000FFFF;
  return (word | word >> 16) & 0x00000000FFFFFFFF;
}

/// A vector of bytes as wide as the target's instructions handle at once.
#if defined(__AVX2__)
using ByteVector [[gnu::vector_size(32)]] = std::uint8_t;
#else
using ByteVector [[gnu::vector_size(16)]] = std::uint8_t;
#endif

/// Subtracts byte by byte, saturating at 0.
inline ByteVector subtract_saturating(const ByteVector& bytes, const ByteVector& taken) {
#if defined(__AVX2__)
  return chemix::bit_cast<ByteVector>(
      _mm256_subs_epu8(chemix::bit_cast<__m256i>(bytes), chemix::bit_cast<__m256i>(taken)));
#elif defined(__SSE2__)
  return chemix::bit_cast<ByteVector>(
      _mm_subs_epu8(chemix::bit_cast<__m128i>(bytes), chemix::bit_cast<__m128i>(taken)));
#else
  return (bytes > taken ? bytes : taken) - taken;
#endif
}

/// One bit per byte. Precondition: every byte is all zeros or all ones.
inline std::uint32_t byte_mask(const ByteVector& bytes) {
#if defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(chemix::bit_cast<__m256i>(bytes)));
#elif defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_epi8(chemix::bit_cast<__m128i>(bytes)));
#else
  using Words = std::array<std::uint64_t, sizeof(ByteVector) / sizeof(std::uint64_t)>;
  const auto words = chemix::bit_cast<Words>(bytes);
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // The first byte in memory must be the lowest one.
    const bool reversed = std::endian::native == std::endian::big;
    const std::uint64_t word = reversed ? __builtin_bswap64(words[i]) : words[i];
    // One bit of each of eight bytes, gathered in the top byte.
    const std::uint64_t eight = (word & 0x0101010101010101) * 0x0102040810204080 >> 56;
    mask |= static_cast<std::uint32_t>(eight) << (8 * i);
  }
  return mask;
#endif
}

}  // namespace chemix
