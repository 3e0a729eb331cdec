// SPDX-License-Identifier: Apache-2.0
// Random numbers for dealers, samplers and playouts, outside the rules. See docs/randomness.md.
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

/// Independent streams of one seed. `Redraw` replaces the rejected words of `Deal`.
enum class Domain : std::uint32_t { Deal = 0, Agents = 1, Sampler = 2, Redraw = 3 };

/// Maps a uniform 64-bit word to a number below `bound`, or to nothing for the words that would
/// favor small numbers. Precondition: bound ≥ 1.
constexpr std::optional<std::uint64_t> bounded(std::uint64_t word, std::uint64_t bound) {
  // The topmost 2^64 mod bound words are surplus and rejected. They are fewer than `bound`, so one
  // division usually suffices.
  if (word >= 0 - bound) [[unlikely]] {
    const std::uint64_t excess = (0 - bound) % bound;
    if (excess != 0 && word >= 0 - excess) return std::nullopt;
  }
  return word % bound;
}

/// A sequence of uniform words: ChaCha20 with the domain and a 64-bit index as nonce.
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
  /// A uniform number from 0 to bound − 1. Precondition: bound ≥ 1.
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

/// Numbered draws from one seed, for dealing: draw i depends only on the key and i, so that
/// resuming and undoing need no generator state. Keeps a block of eight words, since chance mostly
/// acts several times in a row.
class DealStream {
 public:
  explicit DealStream(const Key& key) : key_(key) {}

  /// The `index`-th draw, from 0 to bound − 1. Precondition: bound ≥ 1.
  [[nodiscard]] std::uint64_t draw(std::uint64_t index, std::uint64_t bound) {
    const std::uint64_t block = index / 8;
    if (block != number_) {
      words_ = chacha20_block(
          key_, static_cast<std::uint32_t>(block),
          {static_cast<std::uint32_t>(Domain::Deal), static_cast<std::uint32_t>(block >> 32), 0});
      number_ = block;
    }
    const std::size_t word = 2 * (index % 8);
    const std::uint64_t high = words_[word + 1];
    if (const auto number = bounded(high << 32 | words_[word], bound)) [[likely]]
      return *number;
    return Generator(key_, Domain::Redraw, index).below(bound);
  }

 private:
  Key key_;
  std::array<std::uint32_t, 16> words_{};
  // The number of the block in `words_`; no draw is in the block ~0.
  std::uint64_t number_ = ~std::uint64_t{0};
};

/// A small fast generator for playouts (xoshiro256++): statistically good, but predictable.
class FastRandom {
 public:
  explicit FastRandom(const SeedSequence& sequence) : FastRandom(sequence.key()) {}
  explicit FastRandom(const Key& key) {
    for (std::size_t i = 0; i < 4; ++i) {
      state_[i] = static_cast<std::uint64_t>(key[2 * i + 1]) << 32 | key[2 * i];
    }
    // The all-zero state is a fixed point.
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
  /// A uniform number from 0 to bound − 1. Precondition: 1 ≤ bound ≤ 2^32.
  std::uint64_t below(std::uint64_t bound) {
    // Multiply and shift (D. Lemire), rejecting the words that would favor some numbers.
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

/// Refers to any random source, which must outlive it. For parameters of large functions that draw
/// few numbers, so that they are compiled once.
class RandomRef {
 public:
  template <class Random>
  requires(!std::same_as<Random, RandomRef>)
      RandomRef(Random& random)  // NOLINT: implicit, so that calls read as if it were one
      : random_(&random), below_([](void* from, std::uint64_t bound) {
          return static_cast<Random*>(from)->below(bound);
        }) {}

  /// The next number from the referenced source, with its preconditions.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) const { return below_(random_, bound); }

 private:
  void* random_;
  std::uint64_t (*below_)(void* random, std::uint64_t bound);
};

}  // namespace chemix
