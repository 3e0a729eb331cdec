/* SPDX-License-Identifier: Apache-2.0 */
/* What a test of the C ABI requires; a program returns whether there were failures. */
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
