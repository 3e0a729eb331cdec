// SPDX-License-Identifier: Apache-2.0
// Seeds of up to 256 bits, and seed sequences compatible with NumPy.
#include "chemix/core/seed.hpp"

#include "support/printing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using chemix::Seed;
using chemix::SeedSequence;

TEST_SUITE("seed") {
  // Written by tools/make_seed_vectors.py: entropy, spawn key or '-', eight words.
  TEST_CASE("GN-2: seed sequences are bit for bit those of NumPy") {
    std::ifstream file(CHEMIX_TEST_DIR "/core/seed_vectors.txt");
    REQUIRE(file.is_open());
    std::string line;
    int count = 0;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      std::string entropy;
      std::string spawn;
      words >> entropy >> spawn;
      const auto seed = Seed::from_text(entropy);
      REQUIRE_MESSAGE(seed.has_value(), line);
      std::vector<std::uint64_t> spawn_key;
      if (spawn != "-") {
        std::istringstream numbers(spawn);
        std::string number;
        while (std::getline(numbers, number, ',')) spawn_key.push_back(std::stoull(number));
      }
      const auto state = SeedSequence(*seed, spawn_key).generate_state<8>();
      for (const std::uint32_t word : state) {
        std::uint32_t expected = 0;
        words >> expected;
        REQUIRE_MESSAGE(word == expected, line);
      }
      ++count;
    }
    CHECK(count >= 60);
  }

  TEST_CASE("a number, its text and its bytes are the same seed") {
    std::array<std::uint8_t, 32> bytes{};
    bytes[0] = 7;
    bytes[31] = 0x80;
    const auto from_bytes = Seed::from_bytes(bytes);
    const auto from_text =
        Seed::from_text("0x8000000000000000000000000000000000000000000000000000000000000007");
    REQUIRE(from_text.has_value());
    CHECK(from_bytes.words() == from_text->words());
    CHECK(Seed(18446744073709551615U).words() == Seed::from_text("18446744073709551615")->words());
    CHECK(Seed(0).words() == std::vector<std::uint32_t>{0});
    CHECK(Seed::from_text("000")->words() == Seed(0).words());
  }

  TEST_CASE("bytes of any length are a number, whatever zeros are on top") {
    std::vector<std::uint8_t> bytes(512);
    CHECK(Seed::from_bytes({}).words() == Seed(0).words());
    CHECK(Seed::from_bytes(bytes).words() == Seed(0).words());
    bytes[0] = 7;
    for (std::size_t count = 1; count <= bytes.size(); ++count) {
      CHECK(Seed::from_bytes(std::span(bytes).first(count)).words() == Seed(7).words());
    }
    bytes[511] = 1;
    std::vector<std::uint32_t> words(128);
    words.front() = 7;
    words.back() = 1U << 24;
    CHECK(Seed::from_bytes(bytes).words() == words);
  }

  TEST_CASE("the short ways to a key are the sequences that they stand for") {
    for (const std::uint64_t number : {0ULL, 7ULL, 1ULL << 32, ~0ULL}) {
      CHECK(SeedSequence::of_number(number).key() == SeedSequence(Seed(number)).key());
      for (const chemix::Key& parent : {chemix::Key{}, SeedSequence(Seed(3)).key()}) {
        const auto bytes = chemix::bytes_of(parent);
        CHECK(chemix::key_of(bytes) == parent);
        CHECK(SeedSequence::spawned(parent, number).key() ==
              SeedSequence(Seed::from_bytes(bytes), {number}).key());
      }
    }
    const chemix::Key key{0x03020100, 0x07060504};
    for (std::uint8_t i = 0; i < 8; ++i) CHECK(chemix::bytes_of(key)[i] == i);
  }

  TEST_CASE("text that is no number is rejected") {
    for (const char* text : {"", "-1", "1.5", "0x", "0xg", "12a", " 1", "1 "}) {
      CHECK_MESSAGE(!Seed::from_text(text).has_value(), text);
    }
    CHECK(!Seed::from_text(std::string(1001, '1')).has_value());
    CHECK(Seed::from_text(std::string(1000, '1')).has_value());
  }
}
