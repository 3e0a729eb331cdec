// SPDX-License-Identifier: Apache-2.0
// Random numbers, outside the rules: for dealers, samplers and playouts. See docs/randomness.md.
#pragma once

#include "chemix/core/chacha20.hpp"
#include "chemix/core/seed.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace chemix {

/// Streams of one seed that never meet.
enum class Domain : std::uint32_t { Deal = 0, Agents = 1, Sampler = 2 };

/// Makes a number below `bound` of a word of 64 even bits, or nothing for the words that would
/// favour small numbers. Precondition: bound ≥ 1.
constexpr std::optional<std::uint64_t> bounded(std::uint64_t word, std::uint64_t bound) {
  // 2^64 mod bound words are too many: the topmost ones are refused. They are fewer than bound, so
  // that mostly one division does.
  if (word >= 0 - bound) [[unlikely]] {
    const std::uint64_t excess = (0 - bound) % bound;
    if (excess != 0 && word >= 0 - excess) return std::nullopt;
  }
  return word % bound;
}

/// Even words in order: ChaCha20 with the domain and a 64-bit index as nonce.
class Generator {
 public:
  Generator(const Key& key, Domain domain, std::uint64_t index)
      : key_(key),
        nonce_{static_cast<std::uint32_t>(domain), static_cast<std::uint32_t>(index),
               static_cast<std::uint32_t>(index >> 32)} {}

  [[nodiscard]] std::uint64_t next() {
    if (taken_ == 0) block_ = chacha20_block(key_, counter_++, nonce_);
    const std::uint64_t low = block_[2 * taken_];
    const std::uint64_t high = block_[2 * taken_ + 1];
    taken_ = (taken_ + 1) % 8;
    return high << 32 | low;
  }
  /// A number from 0 to bound − 1, each equally likely. Precondition: bound ≥ 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      if (const auto number = bounded(next(), bound)) return *number;
    }
  }

 private:
  Key key_;
  std::array<std::uint32_t, 3> nonce_;
  std::array<std::uint32_t, 16> block_{};
  std::uint32_t counter_ = 0;
  std::size_t taken_ = 0;
};

/// Numbered draws from one seed: draw i depends on nothing but key, domain and i, so that
/// resuming and undoing need no generator state.
class RandomStream {
 public:
  RandomStream(const SeedSequence& sequence, Domain domain)
      : key_(sequence.generate_state<8>()), domain_(domain) {}

  /// The `index`-th draw from 0 to bound − 1. Precondition: bound ≥ 1.
  [[nodiscard]] std::uint64_t draw(std::uint64_t index, std::uint64_t bound) const {
    return Generator(key_, domain_, index).below(bound);
  }
  /// Words for something that needs many of them, under one index.
  [[nodiscard]] Generator generator(std::uint64_t index) const { return {key_, domain_, index}; }

 private:
  Key key_;
  Domain domain_;
};

/// A small fast generator for playouts (xoshiro256++); good for statistics, not for secrets.
class FastRandom {
 public:
  explicit FastRandom(const SeedSequence& sequence) {
    const auto words = sequence.generate_state<8>();
    for (std::size_t i = 0; i < 4; ++i) {
      state_[i] = static_cast<std::uint64_t>(words[2 * i + 1]) << 32 | words[2 * i];
    }
    // The one state that it could not leave.
    if ((state_[0] | state_[1] | state_[2] | state_[3]) == 0) state_[0] = 1;
  }

  std::uint64_t next() {
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
  std::uint64_t below(std::uint64_t bound) {
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

/// Refers to any random numbers, which must outlive it; for parameters of what draws little of them
/// and is much code, so that it is compiled once.
class RandomRef {
 public:
  template <class Random>
  requires(!std::same_as<Random, RandomRef>)
      RandomRef(Random& random)  // NOLINT: implicit, so that calls read as if it were one
      : random_(&random), below_([](void* from, std::uint64_t bound) {
          return static_cast<Random*>(from)->below(bound);
        }) {}

  /// As the numbers that it refers to have it.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) const { return below_(random_, bound); }

 private:
  void* random_;
  std::uint64_t (*below_)(void* random, std::uint64_t bound);
};

}  // namespace chemix
