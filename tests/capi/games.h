/* SPDX-License-Identifier: Apache-2.0 */
/* Games for tests of the C ABI. */
#ifndef CHEMIX_TESTS_GAMES_H
#define CHEMIX_TESTS_GAMES_H

#include "chemix.h"
#include "require.h"

#include <string.h>

/* Creates a game with default options and reads its limits. With 0 players: the minimum number. */
static inline chemix_game* open_game(const char* name, int32_t players, chemix_limits* limits) {
  chemix_game* game = NULL;
  if (players > 0) {
    REQUIRE(chemix_game_create(name, players, "", NULL, &game, NULL) == CHEMIX_OK);
  }
  for (int32_t fewest = 1; game == NULL && fewest <= 6; ++fewest) {
    (void)chemix_game_create(name, fewest, "", NULL, &game, NULL);
  }
  REQUIRE(chemix_game_limits(game, limits, NULL) == CHEMIX_OK);
  return game;
}

static inline void for_each_game(void (*visit)(const char* name)) {
  static char names[4096];
  size_t count = 0;
  REQUIRE(chemix_game_names(names, sizeof names, &count, NULL) == CHEMIX_OK);
  for (char* name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) visit(name);
}

#endif
