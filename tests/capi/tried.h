/* SPDX-License-Identifier: Apache-2.0 */
/* Records which functions a test has tried, to find those that it misses. */
#ifndef CHEMIX_TESTS_TRIED_H
#define CHEMIX_TESTS_TRIED_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TRIED = 256, MAX_FUNCTION_NAME = 64 };

static char tried[MAX_TRIED][MAX_FUNCTION_NAME];
static size_t tried_count = 0;

static inline bool is_tried(const char* name) {
  for (size_t i = 0; i < tried_count; ++i) {
    if (strcmp(tried[i], name) == 0) return true;
  }
  return false;
}

/* Marks the library function in the text of a call. */
static inline void mark_tried(const char* call) {
  const char* const first = strstr(call, "chemix_");
  if (first == NULL || tried_count == MAX_TRIED) return;
  char name[MAX_FUNCTION_NAME] = "";
  const size_t size = strspn(first, "abcdefghijklmnopqrstuvwxyz_");
  if (size >= sizeof name) return;
  memcpy(name, first, size);
  if (!is_tried(name)) memcpy(tried[tried_count++], name, sizeof name);
}

/* The number of functions in a list (one per line) that were not tried. */
static inline int count_untried(const char* list) {
  FILE* const file = fopen(list, "r");
  if (file == NULL) {
    printf("%s cannot be read\n", list);
    return 1;
  }
  int untried = 0;
  char name[MAX_FUNCTION_NAME];
  while (fgets(name, sizeof name, file) != NULL) {
    name[strcspn(name, "\n")] = '\0';
    if (is_tried(name)) continue;
    printf("%s is not tried\n", name);
    ++untried;
  }
  fclose(file);
  return untried;
}

#endif
