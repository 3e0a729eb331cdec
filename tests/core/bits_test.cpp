// SPDX-License-Identifier: Apache-2.0
// Bit operations, compared with one-by-one loops: they have variants for different processors.
#include "chemix/core/bits.hpp"

#include "chemix/core/digest.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// Words with few, some and nearly all bits set, and with the lowest and highest bit.
std::vector<std::uint64_t> words() {
  std::vector<std::uint64_t> words = {0, 1, 0xFF, std::uint64_t{1} << 63, ~std::uint64_t{0}};
  for (std::uint64_t i = 1; i < 1000; ++i) {
    const std::uint64_t one = mix(i);
    const std::uint64_t other = mix(~i);
    words.insert(words.end(), {one, one & other, one | other});
  }
  return words;
}

}  // namespace

TEST_SUITE("bits") {
  TEST_CASE("set bits are counted and found in order") {
    for (const std::uint64_t word : words()) {
      CAPTURE(word);
      int found = 0;
      for (int place = 0; place < 64; ++place) {
        if ((word >> place & 1) == 0) continue;
        CHECK(nth_set_bit(word, found) == place);
        ++found;
      }
      CHECK(popcount(word) == found);
    }
  }

  TEST_CASE("the set bits of three words are counted in one call") {
    const auto all = words();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint64_t a = all[i];
      const std::uint64_t b = all[(i + 1) % all.size()];
      const std::uint64_t c = all[(i + 2) % all.size()];
      CHECK(popcount(a, b, c) == popcount(a) + popcount(b) + popcount(c));
    }
    CHECK(popcount(~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}) == 192);
  }

  TEST_CASE("the bits at even positions are gathered in order") {
    for (const std::uint64_t word : words()) {
      CAPTURE(word);
      std::uint64_t gathered = 0;
      for (int place = 0; place < 64; place += 2) gathered |= (word >> place & 1) << (place / 2);
      CHECK(even_bits(word & 0x5555555555555555) == gathered);
    }
  }

  TEST_CASE("subtraction of bytes saturates at 0") {
    for (int from = 0; from < 256; ++from) {
      for (int taken = 0; taken < 256; ++taken) {
        ByteVector bytes{};
        ByteVector others{};
        bytes[1] = static_cast<std::uint8_t>(from);
        others[1] = static_cast<std::uint8_t>(taken);
        const ByteVector left = subtract_saturating(bytes, others);
        REQUIRE(left[0] == 0);
        REQUIRE(left[1] == std::max(0, from - taken));
      }
    }
  }

  TEST_CASE("a byte mask has one bit for each byte") {
    for (std::size_t i = 0; i < sizeof(ByteVector); ++i) {
      ByteVector bytes{};
      bytes[i] = 0xFF;
      CHECK(byte_mask(bytes) == std::uint32_t{1} << i);
      CHECK(byte_mask(~bytes) == (lowest_bits(sizeof bytes) & ~(std::uint64_t{1} << i)));
    }
  }
}
