// SPDX-License-Identifier: Apache-2.0
// ChaCha20 against the test vectors of RFC 8439, unbiased bounded numbers, and random streams that
// are the same on all platforms.
#include "chemix/core/random.hpp"

#include "support/printing.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// RFC 8439 prints states as bytes; words are little-endian.
std::array<std::uint32_t, 8> key_of(std::uint8_t first, std::uint8_t step) {
  std::array<std::uint32_t, 8> key{};
  for (std::uint32_t i = 0; i < 32; ++i) {
    key[i / 4] |= static_cast<std::uint32_t>((first + i * step) & 0xFF) << (8 * (i % 4));
  }
  return key;
}

}  // namespace

TEST_SUITE("random") {
  TEST_CASE("RFC 8439 section 2.3.2: the block of the worked example") {
    const auto block = chacha20_block(key_of(0, 1), 1, {0x09000000, 0x4A000000, 0});
    const std::array<std::uint32_t, 16> expected = {0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3,
                                                    0xC7F4D1C7, 0x0368C033, 0x9AAA2204, 0x4E6CD4C3,
                                                    0x466482D2, 0x09AA9F07, 0x05D7C214, 0xA2028BD9,
                                                    0xD19C12B5, 0xB94E16DE, 0xE883D0CB, 0x4E3C50A2};
    CHECK(block == expected);
  }

  TEST_CASE("RFC 8439 appendix A.1: test vectors 1 to 5") {
    const std::array<std::uint32_t, 8> zero{};
    const auto first_and_last = [](const std::array<std::uint32_t, 16>& block) {
      return std::pair(block[0], block[15]);
    };
    CHECK(first_and_last(chacha20_block(zero, 0, {})) == std::pair(0xADE0B876U, 0x8665EEB2U));
    CHECK(first_and_last(chacha20_block(zero, 1, {})) == std::pair(0xBEE7079FU, 0x6F4D794BU));
    auto last_byte = zero;
    last_byte[7] = 0x01000000;
    CHECK(chacha20_block(last_byte, 1, {})[0] == 0x2452EB3AU);
    auto second_byte = zero;
    second_byte[0] = 0x0000FF00;
    CHECK(chacha20_block(second_byte, 2, {})[0] == 0xFB4DD572U);
    CHECK(chacha20_block(zero, 0, {0, 0, 0x02000000})[0] == 0x374DC6C2U);
  }

  TEST_CASE("bounded numbers reject exactly the words that would cause a bias") {
    for (std::uint64_t bound : {1U, 2U, 3U, 5U, 6U, 7U, 64U, 72U, 100U}) {
      const std::uint64_t excess = (0 - bound) % bound;
      const std::uint64_t last = 0 - excess - 1;
      CHECK(bounded(last, bound) == bound - 1);
      if (excess != 0) CHECK(!bounded(last + 1, bound).has_value());
      CHECK(bounded(0, bound) == 0);
    }
  }

  TEST_CASE("a draw depends only on the seed, the domain and its number") {
    const SeedSequence sequence(7);
    DealStream deal(sequence.key());
    const std::uint64_t tenth = deal.draw(10, 1000000);
    for (std::uint64_t i = 0; i < 20; ++i) {
      CHECK(deal.draw(i, 1000000) == DealStream(sequence.key()).draw(i, 1000000));
    }
    CHECK(deal.draw(10, 1000000) == tenth);
    CHECK(deal.draw((std::uint64_t{1} << 35) + 10, 1000000) != tenth);
    CHECK(DealStream(SeedSequence(8).key()).draw(10, 1000000) != tenth);
  }

  TEST_CASE("draw i is word i mod 8 of block i div 8, or a word of its own stream") {
    const Key key = SeedSequence(7).key();
    DealStream deal(key);
    Generator words(key, Domain::Deal, 0);
    // More than half of all words are rejected for this bound.
    constexpr std::uint64_t large = (std::uint64_t{1} << 63) + 1;
    int rejected = 0;
    for (std::uint64_t i = 0; i < 40; ++i) {
      const std::uint64_t word = words.next();
      CHECK(deal.draw(i, 1000000) == word % 1000000);
      rejected += word >= large;
      const std::uint64_t redrawn = Generator(key, Domain::Redraw, i).below(large);
      CHECK(deal.draw(i, large) == (word < large ? word : redrawn));
    }
    CHECK(rejected > 10);
    constexpr std::uint64_t far = std::uint64_t{1} << 35;
    CHECK(deal.draw(far, 1000000) == Generator(key, Domain::Deal, 1).next() % 1000000);
  }

  TEST_CASE("a sequence and its key make the same numbers") {
    const SeedSequence sequence(7);
    const Key key = sequence.key();
    for (std::uint64_t i = 0; i < 8; ++i) {
      CHECK(DealStream(key).draw(i, 1000) == DealStream(sequence.key()).draw(i, 1000));
    }
    FastRandom by_key(key);
    FastRandom by_sequence(sequence);
    for (int i = 0; i < 8; ++i) CHECK(by_key.next() == by_sequence.next());
  }

  TEST_CASE("the first draws of seed 7 are the same on all platforms") {
    DealStream deal(SeedSequence(7).key());
    std::vector<std::uint64_t> draws;
    for (std::uint64_t i = 0; i < 8; ++i) draws.push_back(deal.draw(i, 72 - i));
    CHECK(draws == std::vector<std::uint64_t>{61, 59, 55, 26, 52, 27, 54, 14});
  }

  TEST_CASE("fast random numbers below a bound are uniform") {
    FastRandom random{SeedSequence(1)};
    std::array<int, 6> counts{};
    for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
    double chi_squared = 0;
    for (const int count : counts) chi_squared += (count - 10000.0) * (count - 10000.0) / 10000.0;
    CHECK(chi_squared < 20.5);  // p > 0.001 with 5 degrees of freedom
    CHECK(random.below(1) == 0);
  }
}
