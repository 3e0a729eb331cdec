// SPDX-License-Identifier: Apache-2.0
// Seeds: from user input to the words of a key, bit-equal to NumPy's SeedSequence.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace chemix {

/// A seed as given by a user: an integer, as a number, as text of at most 1,000 digits, or as
/// bytes. There is no default seed.
class Seed {
 public:
  // Implicit, so that a number can be passed as a seed.
  Seed(std::uint64_t number)  // NOLINT
      : words_{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)} {
    trim();
  }

  /// Interprets bytes as a number, lowest byte first; no bytes are 0.
  static Seed from_bytes(std::span<const std::uint8_t> bytes) {
    Seed seed(0);
    seed.words_.assign(bytes.size() / 4 + 1, 0);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      seed.words_[i / 4] |= static_cast<std::uint32_t>(bytes[i]) << (8 * (i % 4));
    }
    seed.trim();
    return seed;
  }

  /// Parses decimal digits, or hexadecimal ones after `0x`; at most 1,000 of them.
  static std::optional<Seed> from_text(std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    if (is_hex) text.remove_prefix(2);
    if (text.empty() || text.size() > 1000) return std::nullopt;
    Seed seed(0);
    for (const char sign : text) {
      const std::uint32_t digit = value_of(sign);
      const std::uint32_t base = is_hex ? 16 : 10;
      if (digit >= base) return std::nullopt;
      seed.multiply_add(base, digit);
    }
    return seed;
  }

  /// The number in 32-bit words, lowest first; 0 is one word.
  [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  static std::uint32_t value_of(char sign) {
    if (sign >= '0' && sign <= '9') return static_cast<std::uint32_t>(sign - '0');
    if (sign >= 'a' && sign <= 'f') return static_cast<std::uint32_t>(sign - 'a' + 10);
    if (sign >= 'A' && sign <= 'F') return static_cast<std::uint32_t>(sign - 'A' + 10);
    return 99;
  }
  void multiply_add(std::uint32_t factor, std::uint32_t summand) {
    std::uint64_t carry = summand;
    for (std::uint32_t& word : words_) {
      carry += static_cast<std::uint64_t>(word) * factor;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words_.push_back(static_cast<std::uint32_t>(carry));
  }
  void trim() {
    while (words_.size() > 1 && words_.back() == 0) words_.pop_back();
  }

  std::vector<std::uint32_t> words_;
};

/// A ChaCha20 key: all random numbers of a seed follow from these words of its `SeedSequence`.
using Key = std::array<std::uint32_t, 8>;

/// NumPy's `SeedSequence(entropy, spawn_key=…, pool_size=8)`: mixes the words of a seed and a spawn
/// key into a pool, and generates any number of words from it. The algorithm is M. E. O'Neill's
/// `seed_seq_fe`, as documented by numpy.random.
class SeedSequence {
 public:
  static constexpr std::size_t pool_size = 8;

  explicit SeedSequence(const Seed& entropy, std::initializer_list<std::uint64_t> spawn_key = {})
      : SeedSequence(entropy, std::span(spawn_key.begin(), spawn_key.size())) {}

  SeedSequence(const Seed& entropy, std::span<const std::uint64_t> spawn_key) {
    std::vector<std::uint32_t> words = entropy.words();
    // The padding keeps a spawn key distinct from additional entropy.
    if (!spawn_key.empty() && words.size() < pool_size) words.resize(pool_size, 0);
    for (const std::uint64_t number : spawn_key) {
      words.push_back(static_cast<std::uint32_t>(number));
      if (number >> 32 != 0) words.push_back(static_cast<std::uint32_t>(number >> 32));
    }
    mix_entropy(words);
  }

  /// The sequence of a number, without allocating memory.
  static SeedSequence of_number(std::uint64_t number) {
    // Up to `pool_size`, zeros on top make no difference.
    return SeedSequence(
        std::array{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)});
  }
  /// `SeedSequence(Seed::from_bytes(bytes_of(parent)), {index})`, without allocating memory.
  static SeedSequence spawned(const Key& parent, std::uint64_t index) {
    std::array<std::uint32_t, pool_size + 2> words{};
    std::copy(parent.begin(), parent.end(), words.begin());
    words[pool_size] = static_cast<std::uint32_t>(index);
    words[pool_size + 1] = static_cast<std::uint32_t>(index >> 32);
    const std::size_t count = words[pool_size + 1] != 0 ? words.size() : words.size() - 1;
    return SeedSequence(std::span<const std::uint32_t>(words).first(count));
  }

  [[nodiscard]] Key key() const { return generate_state<8>(); }
  /// The first `Count` words of the generated state.
  template <std::size_t Count>
  [[nodiscard]] std::array<std::uint32_t, Count> generate_state() const {
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

 private:
  static constexpr std::uint32_t init_a = 0x43B0D7E5;
  static constexpr std::uint32_t multiplier_a = 0x931E8875;
  static constexpr std::uint32_t init_b = 0x8B51F9DD;
  static constexpr std::uint32_t multiplier_b = 0x58F38DED;
  static constexpr std::uint32_t mix_left = 0xCA01F9DD;
  static constexpr std::uint32_t mix_right = 0x4973F715;

  explicit SeedSequence(std::span<const std::uint32_t> words) { mix_entropy(words); }

  void mix_entropy(std::span<const std::uint32_t> words) {
    std::uint32_t constant = init_a;
    const auto hash = [&constant](std::uint32_t word) {
      word ^= constant;
      constant *= multiplier_a;
      word *= constant;
      return word ^ word >> 16;
    };
    const auto mix = [](std::uint32_t left, std::uint32_t right) {
      const std::uint32_t word = mix_left * left - mix_right * right;
      return word ^ word >> 16;
    };
    for (std::size_t i = 0; i < pool_size; ++i) pool_[i] = hash(i < words.size() ? words[i] : 0);
    for (std::size_t from = 0; from < pool_size; ++from) {
      for (std::size_t to = 0; to < pool_size; ++to) {
        if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
      }
    }
    for (std::size_t from = pool_size; from < words.size(); ++from) {
      for (std::uint32_t& word : pool_) word = mix(word, hash(words[from]));
    }
  }

  std::array<std::uint32_t, pool_size> pool_{};
};

/// A key as bytes, each word with its lowest byte first.
inline std::array<std::uint8_t, 32> bytes_of(const Key& key) {
  std::array<std::uint8_t, 32> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(key[i / 4] >> (8 * (i % 4)));
  }
  return bytes;
}
/// The reverse.
inline Key key_of(std::span<const std::uint8_t, 32> bytes) {
  Key key{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    key[i / 4] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
  }
  return key;
}

}  // namespace chemix
