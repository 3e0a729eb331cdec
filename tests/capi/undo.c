/* SPDX-License-Identifier: Apache-2.0 */
/* Undo: who may undo a decision, and which argument an error names. */
#include "chemix.h"
#include "games.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define WORDS 512

static chemix_game* game;
static size_t size;
static uint64_t before[WORDS];
static uint64_t after[WORDS];

static bool may(int32_t player) {
  bool answer = false;
  REQUIRE(chemix_state_can_undo(game, before, after, size, player, &answer, NULL) == CHEMIX_OK);
  return answer;
}

/* The player who decided may undo, even if the turn has passed on. */
static void expect_who_decided(const char* text, int32_t next) {
  int32_t action = -1;
  REQUIRE(chemix_action_parse(game, 1, text, &action, NULL) == CHEMIX_OK);
  memcpy(after, before, size);
  REQUIRE(chemix_state_apply(game, 1, action, after, size, NULL) == CHEMIX_OK);
  uint32_t acting = 0;
  bool chance = true;
  REQUIRE(chemix_state_acting(game, after, size, &acting, &chance, NULL) == CHEMIX_OK);
  REQUIRE(acting == 1U << next && !chance);
  REQUIRE(may(1));
  REQUIRE(!may(0));
}

static void expect_refusal(const void* one, const void* other, size_t given, chemix_status status,
                           const char* argument) {
  chemix_error error = CHEMIX_ERROR_INIT;
  bool answer = true;
  REQUIRE(chemix_state_can_undo(game, one, other, given, 1, &answer, &error) == status);
  REQUIRE(strncmp(error.message, argument, strlen(argument)) == 0);
  REQUIRE(answer);
}

int main(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  game = open_game("classic", 2, &limits);
  size = limits.state_size;
  REQUIRE(chemix_state_init(game, 0, before, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "7", before, size, NULL) == CHEMIX_OK);
  expect_who_decided("take 2", 1);
  expect_who_decided("done", 0);

  expect_refusal(NULL, after, size, CHEMIX_NULL_ARGUMENT, "before");
  expect_refusal(before, NULL, size, CHEMIX_NULL_ARGUMENT, "after");
  expect_refusal((const char*)before + 1, after, size, CHEMIX_WRONG_MEMORY, "before");
  expect_refusal(before, (const char*)after + 1, size, CHEMIX_WRONG_MEMORY, "after");
  expect_refusal(before, after, size - 1, CHEMIX_WRONG_MEMORY, "before");
  uint64_t nothing[WORDS] = {0};
  expect_refusal(nothing, after, size, CHEMIX_WRONG_MEMORY, "before");
  expect_refusal(before, nothing, size, CHEMIX_WRONG_MEMORY, "after");

  const int32_t no_seats[] = {2, 6, CHEMIX_SPECTATOR, CHEMIX_CHANCE, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof no_seats / sizeof *no_seats; ++i) {
    bool answer = true;
    REQUIRE(chemix_state_can_undo(game, before, after, size, no_seats[i], &answer, NULL) ==
            CHEMIX_OUT_OF_RANGE);
    REQUIRE(answer);
  }
  chemix_game_destroy(&game);
  return failures != 0;
}
