// SPDX-License-Identifier: Apache-2.0
// Stable 64-bit hashes: the same on every compiler and platform.
#pragma once

#include "chemix/core/wide.hpp"

#include <cstdint>
#include <string_view>

namespace chemix {

/// Spreads the bits of `word` over all 64 (the finalizer of SplitMix64); a bijection.
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

/// A byte sink that hashes its input eight bytes at a time. Words at even and at odd positions feed
/// separate hashes, so that neither waits for the other. The last word is padded with zeros, and
/// the number of bytes is hashed last.
class Digest {
 public:
  /// Puts the lowest `bytes` bytes of `value`, lowest first; 1 ≤ bytes ≤ 8.
  constexpr void put(std::uint64_t value, int bytes) {
    const int bits = 8 * bytes;
    value &= ~std::uint64_t{0} >> (64 - bits);
    word_ |= value << held_;
    // The part of the value that belongs to the next word.
    const std::uint64_t rest = value >> 1 >> (63 - held_);
    // Eight bytes complete one word and leave as many bits pending as before.
    if (bytes < 8) {
      held_ += bits;
      if (held_ < 64) return;
      held_ -= 64;
    }
    take(word_);
    word_ = rest;
  }
  constexpr void put_text(std::string_view text) {
    put(text.size(), 4);
    for (const char byte : text) put(static_cast<unsigned char>(byte), 1);
  }
  [[nodiscard]] constexpr std::uint64_t value() const {
    Digest whole = *this;
    if (held_ > 0) whole.take(word_);
    const std::uint64_t bytes = 8 * taken_ + static_cast<std::uint64_t>(held_) / 8;
    return chain(chain(mix(whole.next_), whole.last_), bytes);
  }

 private:
  // The two hashes swap with each word. Both halves of the product are used, so that every bit of
  // the word changes many bits, and another word is unlikely to cancel it.
  constexpr void take(std::uint64_t word) {
    const Number128 product = multiply_add(next_ ^ word, 0x9E3779B97F4A7C15U, 0, 0);
    next_ = last_;
    last_ = product.high ^ product.low;
    ++taken_;
  }

  std::uint64_t next_ = 0xBF58476D1CE4E5B9U;
  std::uint64_t last_ = 0x94D049BB133111EBU;
  std::uint64_t taken_ = 0;
  // The pending lowest bits of the next word, and their number.
  std::uint64_t word_ = 0;
  int held_ = 0;
};

}  // namespace chemix
