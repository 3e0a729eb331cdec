// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
TEST_SUITE("chemuno") {
  TEST_CASE("x") {}
}
