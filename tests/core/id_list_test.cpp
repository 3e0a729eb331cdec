// SPDX-License-Identifier: Apache-2.0
// A list of action ids with fixed capacity, in order of insertion.
#include "chemix/core/id_list.hpp"

#include "support/printing.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("id list") {
  TEST_CASE("ids keep their order of insertion") {
    IdList<4> ids;
    CHECK(ids.empty());
    for (const int id : {0, 7, 600}) ids.push_back(id);
    CHECK(ids.size() == 3);
    CHECK(ids[1] == 7);
    CHECK(ids.contains(600));
    CHECK(!ids.contains(8));
    std::vector<int> visited;
    ids.for_each([&](int id) { visited.push_back(id); });
    CHECK(visited == std::vector<int>{0, 7, 600});
  }

  TEST_CASE("an id is added only if the condition holds") {
    IdList<3> ids;
    for (int id = 0; id < 5; ++id) ids.push_back_if(id % 2 == 1, id);
    CHECK(ids.size() == 2);
    CHECK(ids[0] == 1);
    CHECK(ids[1] == 3);
  }

  TEST_CASE("a full list ignores further ids") {
    IdList<2> ids;
    for (int id = 0; id < 5; ++id) ids.push_back(id);
    ids.push_back_if(true, 5);
    CHECK(ids.size() == 2);
    CHECK(!ids.contains(2));
  }
}
