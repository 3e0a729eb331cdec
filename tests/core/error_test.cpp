// SPDX-License-Identifier: Apache-2.0
// Messages of input errors: `field = value: reason [rule]` in one line of valid UTF-8.
#include "chemix/core/error.hpp"

#include "support/printing.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace chemix;

TEST_CASE("a message has the field, the value, the reason and the rule, if present") {
  CHECK(InputError("hand_size", "11", "must be from 1 to 10", "CU-2").message() ==
        "hand_size = 11: must be from 1 to 10 [CU-2]");
  CHECK(InputError("deck", "", "is not valid JSON", "").message() == "deck: is not valid JSON");
}

TEST_CASE("a message is one line of valid UTF-8 for any input") {
  CHECK(InputError("game", "a\nb\x01\tc", "is none", "").message() == "game = a b  c: is none");
  CHECK(InputError("game", "a\xff\xfe", "is none", "").message() ==
        "game = a\xEF\xBF\xBD\xEF\xBF\xBD: is none");
  CHECK(InputError("game", "é…", "is none", "").message() == "game = é…: is none");
}

TEST_CASE("a message truncates a long value at a character boundary") {
  const std::string letters(199, 'x');
  CHECK(InputError("game", letters + "é", "is none", "").message() ==
        "game = " + letters + "…: is none");
  const InputError error("game", letters + "yé", "is none", "");
  CHECK(error.message() == "game = " + letters + "y…: is none");
  CHECK(error.value == letters + "yé");
  CHECK(InputError("game", letters + "y", "is none", "").message() ==
        "game = " + letters + "y: is none");
}
