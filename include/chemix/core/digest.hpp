// SPDX-License-Identifier: Apache-2.0
// Stable 64-bit hashes: the same on every compiler and platform.
#pragma once

#include <cstdint>
#include <string_view>

namespace chemix {

/// Spreads the bits of `word` over all 64 (the finaliser of SplitMix64); a bijection.
constexpr std::uint64_t mix(std::uint64_t word) {
  word ^= word >> 30;
  word *= 0xBF58476D1CE4E5B9U;
  word ^= word >> 27;
  word *= 0x94D049BB133111EBU;
  word ^= word >> 31;
  return word;
}

/// Chains `word` onto `hash`; the order of chained words matters.
constexpr std::uint64_t chain(std::uint64_t hash, std::uint64_t word) {
  return mix((hash + 0x9E3779B97F4A7C15U) ^ word);
}

/// A byte sink that hashes what is put into it: FNV-1a with 64 bits, spread at the end.
class Digest {
 public:
  /// Puts the lowest `bytes` bytes of `value`, lowest first.
  constexpr void put(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      hash_ = (hash_ ^ (value >> (8 * i) & 0xFF)) * 0x100000001B3U;
    }
  }
  constexpr void put_text(std::string_view text) {
    put(text.size(), 4);
    for (const char byte : text) put(static_cast<unsigned char>(byte), 1);
  }
  [[nodiscard]] constexpr std::uint64_t value() const { return mix(hash_); }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

}  // namespace chemix
