// SPDX-License-Identifier: Apache-2.0
// The ChaCha20 block function (RFC 8439).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// Returns sixteen words derived from the key, a counter and a nonce; unpredictable without the
/// key.
constexpr std::array<std::uint32_t, 16> chacha20_block(const std::array<std::uint32_t, 8>& key,
                                                       std::uint32_t counter,
                                                       const std::array<std::uint32_t, 3>& nonce) {
  const std::array<std::uint32_t, 16> start = {
      0x61707865, 0x3320646E, 0x79622D32, 0x6B206574,  // "expand 32-byte k"
      key[0],     key[1],     key[2],     key[3],     key[4],   key[5],
      key[6],     key[7],     counter,    nonce[0],   nonce[1], nonce[2]};
  std::array<std::uint32_t, 16> words = start;
  const auto quarter = [&words](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    words[a] += words[b];
    words[d] = std::rotl(words[d] ^ words[a], 16);
    words[c] += words[d];
    words[b] = std::rotl(words[b] ^ words[c], 12);
    words[a] += words[b];
    words[d] = std::rotl(words[d] ^ words[a], 8);
    words[c] += words[d];
    words[b] = std::rotl(words[b] ^ words[c], 7);
  };
  for (int round = 0; round < 10; ++round) {
    quarter(0, 4, 8, 12);
    quarter(1, 5, 9, 13);
    quarter(2, 6, 10, 14);
    quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15);
    quarter(1, 6, 11, 12);
    quarter(2, 7, 8, 13);
    quarter(3, 4, 9, 14);
  }
  for (std::size_t i = 0; i < words.size(); ++i) words[i] += start[i];
  return words;
}

}  // namespace chemix
