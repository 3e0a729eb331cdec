// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4): a cryptographic hash, for commitments.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace chemix {

/// A byte sink that hashes its input, at most 2^61 − 1 bytes; allocates nothing.
class Sha256 {
 public:
  constexpr void put(std::uint8_t byte) {
    block_[static_cast<std::size_t>(size_++ % block_.size())] = byte;
    if (size_ % block_.size() == 0) mix_block();
  }
  constexpr void put_bytes(std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) put(byte);
  }
  constexpr void put_text(std::string_view text) {
    for (const char byte : text) put(static_cast<std::uint8_t>(byte));
  }
  /// The hash of all bytes put so far; more may be put afterwards.
  [[nodiscard]] constexpr std::array<std::uint8_t, 32> value() const {
    Sha256 padded = *this;
    padded.put(0x80);
    while (padded.size_ % block_.size() != block_.size() - 8) padded.put(0);
    const std::uint64_t bits = 8 * size_;
    for (int shift = 56; shift >= 0; shift -= 8) {
      padded.put(static_cast<std::uint8_t>(bits >> shift));
    }
    std::array<std::uint8_t, 32> hash{};
    for (std::size_t i = 0; i < hash.size(); ++i) {
      hash[i] = static_cast<std::uint8_t>(padded.hash_[i / 4] >> (24 - 8 * (i % 4)));
    }
    return hash;
  }

 private:
  // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  static constexpr std::array<std::uint32_t, 64> constants = {
      0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4,
      0xAB1C5ED5, 0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE,
      0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F,
      0x4A7484AA, 0x5CB0A9DC, 0x76F988DA, 0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7,
      0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967, 0x27B70A85, 0x2E1B2138, 0x4D2C6DFC,
      0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85, 0xA2BFE8A1, 0xA81A664B,
      0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070, 0x19A4C116,
      0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
      0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7,
      0xC67178F2};

  constexpr void mix_block() {
    std::array<std::uint32_t, 64> schedule{};
    for (std::size_t i = 0; i < block_.size(); ++i) {
      schedule[i / 4] = schedule[i / 4] << 8 | block_[i];
    }
    for (std::size_t i = 16; i < schedule.size(); ++i) {
      const std::uint32_t newer = schedule[i - 2];
      const std::uint32_t older = schedule[i - 15];
      schedule[i] = schedule[i - 16] + schedule[i - 7] +
                    (std::rotr(newer, 17) ^ std::rotr(newer, 19) ^ newer >> 10) +
                    (std::rotr(older, 7) ^ std::rotr(older, 18) ^ older >> 3);
    }
    auto [a, b, c, d, e, f, g, h] = hash_;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                  ((e & f) ^ (~e & g)) + constants[i] + schedule[i];
      const std::uint32_t second =
          (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + first;
      d = c;
      c = b;
      b = a;
      a = first + second;
    }
    const std::array<std::uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < hash_.size(); ++i) hash_[i] += mixed[i];
  }

  // The same for the square roots of the first 8 primes.
  std::array<std::uint32_t, 8> hash_ = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                        0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  std::array<std::uint8_t, 64> block_{};
  std::uint64_t size_ = 0;
};

}  // namespace chemix
