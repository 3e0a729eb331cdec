// SPDX-License-Identifier: Apache-2.0
// Seeds: from what a user gives to the words of a key, bit-equal to NumPy's SeedSequence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

namespace chemix {

/// What a user gives as a seed: a whole number below 2^2048, or 32 bytes. There is no default seed.
class Seed {
 public:
  static constexpr std::size_t max_words = 64;

  // Implicit, so that a number can be written where a seed is meant.
  constexpr Seed(std::uint64_t number) {  // NOLINT
    words_[0] = static_cast<std::uint32_t>(number);
    words_[1] = static_cast<std::uint32_t>(number >> 32);
    size_ = words_[1] == 0 ? 1 : 2;
  }

  /// 32 bytes are the number that they make, lowest byte first: bytes and that number are one seed.
  [[nodiscard]] static constexpr Seed from_bytes(std::span<const std::uint8_t, 32> bytes) {
    Seed seed(0);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      seed.words_[i / 4] |= static_cast<std::uint32_t>(bytes[i]) << (8 * (i % 4));
    }
    seed.size_ = bytes.size() / 4;
    while (seed.size_ > 1 && seed.words_[seed.size_ - 1] == 0) --seed.size_;
    return seed;
  }

  /// Reads decimal digits, or hexadecimal ones after `0x`. Nothing for any other text, blanks and
  /// signs included, and for a number of 2^2048 or more.
  [[nodiscard]] static constexpr std::optional<Seed> from_text(std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    if (is_hex) text.remove_prefix(2);
    if (text.empty()) return std::nullopt;
    const std::uint32_t base = is_hex ? 16 : 10;
    Seed seed(0);
    for (const char sign : text) {
      const std::uint32_t digit = value_of(sign);
      if (digit >= base || !seed.multiply_add(base, digit)) return std::nullopt;
    }
    return seed;
  }

  /// The number in words of 32 bits, lowest first, the highest not 0; 0 is one word. The words live
  /// as long as the seed.
  [[nodiscard]] constexpr std::span<const std::uint32_t> words() const {
    return std::span(words_).first(size_);
  }

  // Words beyond the number are 0, so that equal numbers are equal in all fields.
  constexpr bool operator==(const Seed&) const = default;

 private:
  static constexpr std::uint32_t value_of(char sign) {
    if (sign >= '0' && sign <= '9') return static_cast<std::uint32_t>(sign - '0');
    if (sign >= 'a' && sign <= 'f') return static_cast<std::uint32_t>(sign - 'a' + 10);
    if (sign >= 'A' && sign <= 'F') return static_cast<std::uint32_t>(sign - 'A' + 10);
    return 99;
  }
  // False if the number would not fit.
  constexpr bool multiply_add(std::uint32_t factor, std::uint32_t summand) {
    std::uint64_t carry = summand;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += static_cast<std::uint64_t>(words_[i]) * factor;
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry == 0) return true;
    if (size_ == max_words) return false;
    words_[size_++] = static_cast<std::uint32_t>(carry);
    return true;
  }

  std::array<std::uint32_t, max_words> words_{};
  std::size_t size_ = 1;
};

/// A key of ChaCha20.
using Key = std::array<std::uint32_t, 8>;

/// NumPy's `SeedSequence(entropy, spawn_key=…, pool_size=8)`: mixes the words of a seed and a spawn
/// key into a pool and draws as many words from it as one likes. The algorithm is that of
/// M. E. O'Neill's `seed_seq_fe`, as numpy.random documents it.
class SeedSequence {
 public:
  static constexpr std::size_t pool_size = 8;

  explicit constexpr SeedSequence(const Seed& entropy,
                                  std::initializer_list<std::uint64_t> spawn_key = {})
      : SeedSequence(entropy, std::span(spawn_key.begin(), spawn_key.size())) {}

  /// A number of the spawn key counts as one word below 2^32, else as two.
  constexpr SeedSequence(const Seed& entropy, std::span<const std::uint64_t> spawn_key) {
    Mixer mixer{pool_};
    for (const std::uint32_t word : entropy.words()) mixer.take(word);
    // A short seed is filled up with zeros, so that a spawn key is never taken for entropy.
    for (std::size_t i = entropy.words().size(); i < pool_size; ++i) mixer.take(0);
    for (const std::uint64_t number : spawn_key) {
      mixer.take(static_cast<std::uint32_t>(number));
      if (number >> 32 != 0) mixer.take(static_cast<std::uint32_t>(number >> 32));
    }
  }

  /// The first words of the state that the sequence generates; NumPy's `generate_state(Count)`.
  template <std::size_t Count>
  [[nodiscard]] constexpr std::array<std::uint32_t, Count> generate_state() const {
    std::array<std::uint32_t, Count> state{};
    std::uint32_t constant = init_b;
    for (std::size_t i = 0; i < Count; ++i) {
      std::uint32_t word = pool_[i % pool_size] ^ constant;
      constant *= multiplier_b;
      word *= constant;
      state[i] = word ^ word >> 16;
    }
    return state;
  }

  /// The same state in words of 64 bits, each of two words, the lower half first; NumPy's
  /// `generate_state(Count, numpy.uint64)`.
  template <std::size_t Count>
  [[nodiscard]] constexpr std::array<std::uint64_t, Count> generate_state64() const {
    const auto halves = generate_state<2 * Count>();
    std::array<std::uint64_t, Count> state{};
    for (std::size_t i = 0; i < Count; ++i) {
      state[i] = static_cast<std::uint64_t>(halves[2 * i + 1]) << 32 | halves[2 * i];
    }
    return state;
  }

 private:
  static constexpr std::uint32_t init_a = 0x43B0D7E5;
  static constexpr std::uint32_t multiplier_a = 0x931E8875;
  static constexpr std::uint32_t init_b = 0x8B51F9DD;
  static constexpr std::uint32_t multiplier_b = 0x58F38DED;
  static constexpr std::uint32_t mix_left = 0xCA01F9DD;
  static constexpr std::uint32_t mix_right = 0x4973F715;

  // Takes words one by one: the first ones fill the pool, later ones are mixed into all of it.
  class Mixer {
   public:
    explicit constexpr Mixer(std::array<std::uint32_t, pool_size>& pool) : pool_(pool) {}

    constexpr void take(std::uint32_t word) {
      if (taken_ == pool_size) {
        for (std::uint32_t& into : pool_) into = mix(into, hash(word));
        return;
      }
      pool_[taken_++] = hash(word);
      if (taken_ == pool_size) mix_pool();
    }

   private:
    constexpr void mix_pool() {
      for (std::size_t from = 0; from < pool_size; ++from) {
        for (std::size_t to = 0; to < pool_size; ++to) {
          if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
        }
      }
    }
    // The constant moves on with every word, so that equal words are not hashed alike.
    constexpr std::uint32_t hash(std::uint32_t word) {
      word ^= constant_;
      constant_ *= multiplier_a;
      word *= constant_;
      return word ^ word >> 16;
    }
    static constexpr std::uint32_t mix(std::uint32_t left, std::uint32_t right) {
      const std::uint32_t word = mix_left * left - mix_right * right;
      return word ^ word >> 16;
    }

    std::array<std::uint32_t, pool_size>& pool_;
    std::size_t taken_ = 0;
    std::uint32_t constant_ = init_a;
  };

  std::array<std::uint32_t, pool_size> pool_{};
};

}  // namespace chemix
