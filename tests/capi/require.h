/* SPDX-License-Identifier: Apache-2.0 */
/* REQUIRE for tests of the C ABI, which return the number of failures. */
#ifndef CHEMIX_TESTS_REQUIRE_H
#define CHEMIX_TESTS_REQUIRE_H

#include <stdio.h>

static int failures = 0;

#define REQUIRE(condition)                                   \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("line %d: not so: %s\n", __LINE__, #condition); \
      ++failures;                                            \
    }                                                        \
  } while (0)

#endif
