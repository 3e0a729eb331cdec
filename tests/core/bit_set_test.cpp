// SPDX-License-Identifier: Apache-2.0
// A set of action ids as a bit mask.
#include "chemix/core/bit_set.hpp"

#include "support/printing.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

template <int Count>
std::vector<int> ids(const IdSet<Count>& set) {
  std::vector<int> all;
  set.for_each([&](int id) { all.push_back(id); });
  return all;
}

}  // namespace

TEST_SUITE("bit set") {
  TEST_CASE("bits are inserted from a given id on, across words and up to the last id") {
    IdSet<150> set;
    set.insert_bits(0, 0b101);
    set.insert_bits(62, 0b111);
    set.insert_bits(148, ~std::uint64_t{0});
    CHECK(ids(set) == std::vector<int>{0, 2, 62, 63, 64, 148, 149});
    set.insert_bits(-1, 1);
    set.insert_bits(150, 1);
    CHECK(set.size() == 7);
    CHECK(set[4] == 64);
  }

  TEST_CASE("an id out of range is not inserted") {
    IdSet<70> set;
    for (const int id : {-1, 70, 1000}) set.insert(id);
    CHECK(set.empty());
  }

  TEST_CASE("the intersection of two sets has their common ids") {
    IdSet<100> set;
    IdSet<100> other;
    for (const int id : {1, 65, 99}) set.insert(id);
    for (const int id : {0, 65, 99}) other.insert(id);
    set &= other;
    CHECK(ids(set) == std::vector<int>{65, 99});
  }
}
