// SPDX-License-Identifier: Apache-2.0
// Random numbers, outside the rules: for dealers, samplers and playouts. See docs/randomness.md.
#pragma once

#include "chemix/core/chacha20.hpp"
#include "chemix/core/seed.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace chemix {

/// Streams of one seed that never meet.
enum class Domain : std::uint32_t { Deal = 0, Agents = 1, Sampler = 2 };

/// Makes a number below `bound` of a word of 64 even bits, or nothing for the words that would
/// favour small numbers. Precondition: bound ≥ 1.
constexpr std::optional<std::uint64_t> bounded(std::uint64_t word, std::uint64_t bound) {
  // 2^64 mod bound words are too many: the topmost ones are refused.
  const std::uint64_t excess = (0 - bound) % bound;
  if (excess != 0 && word >= 0 - excess) return std::nullopt;
  return word % bound;
}

/// Block `number` of the words of a domain and an index: eight even words of 64 bits, made of the
/// ChaCha20 block with the domain and the index as nonce, lower halves first.
constexpr std::array<std::uint64_t, 8> random_block(const Key& key, Domain domain,
                                                    std::uint64_t index, std::uint32_t number) {
  const auto halves =
      chacha20_block(key, number,
                     {static_cast<std::uint32_t>(domain), static_cast<std::uint32_t>(index),
                      static_cast<std::uint32_t>(index >> 32)});
  std::array<std::uint64_t, 8> words{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = static_cast<std::uint64_t>(halves[2 * i + 1]) << 32 | halves[2 * i];
  }
  return words;
}

/// The words of a domain and an index in order, from block 0 on. A UniformRandomBitGenerator.
/// After 2^35 words it starts again from the first.
class Generator {
 public:
  using result_type = std::uint64_t;

  constexpr Generator(const Key& key, Domain domain, std::uint64_t index)
      : key_(key), domain_(domain), index_(index) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  constexpr result_type operator()() { return next(); }

  constexpr std::uint64_t next() {
    if (taken_ == block_.size()) {
      block_ = random_block(key_, domain_, index_, number_++);
      taken_ = 0;
    }
    return block_[taken_++];
  }
  /// A number from 0 to bound − 1, each equally likely: of the next word that `bounded` does not
  /// refuse. Precondition: bound ≥ 1.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      if (const auto number = bounded(next(), bound)) return *number;
    }
  }

 private:
  Key key_;
  Domain domain_;
  std::uint32_t number_ = 0;
  std::uint64_t index_;
  std::array<std::uint64_t, 8> block_{};
  std::size_t taken_ = 8;
};

/// Numbered draws from one seed: draw i depends on nothing but key, domain and i, so that
/// resuming and undoing need no generator state.
class RandomStream {
 public:
  constexpr RandomStream(const Key& key, Domain domain) : key_(key), domain_(domain) {}
  constexpr RandomStream(const SeedSequence& sequence, Domain domain)
      : RandomStream(sequence.generate_state<8>(), domain) {}

  /// The word that draw `index` tries at its `attempt`-th attempt, both counted from 0.
  /// Precondition: attempt < 2^35.
  [[nodiscard]] constexpr std::uint64_t word(std::uint64_t index, std::uint64_t attempt = 0) const {
    return random_block(key_, domain_, index, static_cast<std::uint32_t>(attempt / 8))[attempt % 8];
  }
  /// The `index`-th draw from 0 to bound − 1, each equally likely: of the first word of that draw
  /// that `bounded` does not refuse. Precondition: bound ≥ 1.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t index, std::uint64_t bound) const {
    return generator(index).below(bound);
  }
  /// The same as `below(index, bound)`, in a dealer's words.
  [[nodiscard]] constexpr std::uint64_t draw(std::uint64_t index, std::uint64_t bound) const {
    return below(index, bound);
  }
  /// Words for something that needs many of them, under one index.
  [[nodiscard]] constexpr Generator generator(std::uint64_t index) const {
    return {key_, domain_, index};
  }

 private:
  Key key_;
  Domain domain_;
};

/// A small fast generator for playouts (xoshiro256++); good for statistics, not for secrets.
class FastRandom {
 public:
  /// Starts from words of SplitMix64, as the authors of xoshiro advise for a seed of 64 bits.
  explicit constexpr FastRandom(std::uint64_t number) {
    for (std::uint64_t& word : state_) {
      number += 0x9E3779B97F4A7C15;
      word = number;
      word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
      word = (word ^ word >> 27) * 0x94D049BB133111EB;
      word ^= word >> 31;
    }
  }
  explicit constexpr FastRandom(const SeedSequence& sequence)
      : FastRandom(sequence.generate_state64<4>()) {}
  /// Starts from a state. All zeros, which it could never leave, count as 1, 0, 0, 0.
  explicit constexpr FastRandom(const std::array<std::uint64_t, 4>& state) : state_(state) {
    if ((state_[0] | state_[1] | state_[2] | state_[3]) == 0) state_[0] = 1;
  }

  [[gnu::always_inline]] constexpr std::uint64_t next() {
    const std::uint64_t word = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return word;
  }
  /// A number from 0 to bound − 1, each equally likely. Precondition: 1 ≤ bound ≤ 2^32.
  [[gnu::always_inline]] constexpr std::uint64_t below(std::uint64_t bound) {
    // Multiply and shift (D. Lemire); the words that would favour some numbers are refused.
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
      const std::uint64_t excess = (std::uint64_t{1} << 32) % bound;
      while (static_cast<std::uint32_t>(product) < excess) product = (next() >> 32) * bound;
    }
    return product >> 32;
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace chemix
