// SPDX-License-Identifier: Apache-2.0
// The insertion sort for a few values, compared with the standard library.
#include "chemix/core/inplace_vector.hpp"

#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("inplace_vector") {
  TEST_CASE("a few values are sorted stably") {
    FastRandom random(SeedSequence(3));
    for (std::size_t size = 0; size < 40; ++size) {
      std::vector<std::pair<std::uint64_t, std::size_t>> values;
      for (std::size_t i = 0; i < size; ++i) values.emplace_back(random.below(9), i);
      auto expected = values;
      std::sort(expected.begin(), expected.end());
      sort_few(values.begin(), values.end(),
               [](const auto& one, const auto& other) { return one.first < other.first; });
      CHECK(values == expected);
    }
  }

  TEST_CASE("values are sorted by moves") {
    std::vector<std::string> names{"NaCl", "", "H2O", "CO2", "H2O"};
    sort_few(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{"", "CO2", "H2O", "H2O", "NaCl"});
  }
}
