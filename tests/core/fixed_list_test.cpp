// SPDX-License-Identifier: Apache-2.0
// Lists with fixed capacity, compared with std::deque.
#include "chemix/core/fixed_list.hpp"

#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <deque>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("fixed list") {
  TEST_CASE("a list behaves like a deque of limited size") {
    constexpr int capacity = 6;
    FixedList<int, capacity> list;
    std::deque<int> expected;
    FastRandom random{SeedSequence(1)};
    for (int i = 0; i < 4000; ++i) {
      const int value = static_cast<int>(random.below(9));
      const bool room = expected.size() < capacity;
      CHECK(list.count(value) == std::count(expected.begin(), expected.end(), value));
      CHECK(list.contains(value) == (list.count(value) > 0));
      switch (random.below(4)) {
        case 0:
          list.push_front(value);
          if (room) expected.push_front(value);
          break;
        case 1:
          list.push_back(value);
          if (room) expected.push_back(value);
          break;
        case 2: {
          list.remove(value);
          const auto found = std::find(expected.begin(), expected.end(), value);
          if (found != expected.end()) expected.erase(found);
          break;
        }
        default:
          if (expected.empty()) break;
          REQUIRE(list.pop_front() == expected.front());
          expected.pop_front();
      }
      REQUIRE(std::equal(list.begin(), list.end(), expected.begin(), expected.end()));
      REQUIRE(list.empty() == expected.empty());
      // Equality ignores values that a list held before.
      FixedList<int, capacity> fresh;
      for (int k = 0; k < list.size(); ++k) fresh.push_back(list[k]);
      REQUIRE((list == fresh));
    }
  }

  TEST_CASE("values are inserted into a sorted list in order") {
    FixedList<int, 5> list;
    for (const int value : {3, 1, 4, 1, 5, 9}) list.insert_sorted(value);
    const std::deque<int> expected{1, 1, 3, 4, 5};
    CHECK(std::equal(list.begin(), list.end(), expected.begin(), expected.end()));
  }

  TEST_CASE("popping an empty list returns the default value and leaves it empty") {
    FixedList<int, 4> list;
    CHECK(list.pop_front() == 0);
    CHECK((list == FixedList<int, 4>()));
  }
}
