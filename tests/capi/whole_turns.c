/* SPDX-License-Identifier: Apache-2.0 */
/* A game of ChemiX Classic in which each turn is the best whole turn. */
#include "chemix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int line, chemix_status got, chemix_status wanted) {
  if (got == wanted) return;
  printf("line %d: %s instead of %s\n", line, chemix_status_name(got), chemix_status_name(wanted));
  ++failures;
}

#define EXPECT(wanted, call) expect(__LINE__, (call), (wanted))

#define WORDS 512

/* Takes the best turn and fills the hand. */
static void take_turn(const chemix_game* game, uint64_t* state, size_t size, int32_t player) {
  int64_t turns = 0;
  EXPECT(CHEMIX_OK, chemix_state_count_turns(game, state, size, &turns, NULL));
  int32_t actions[64];
  size_t count = 0;
  double value = 0;
  double other = 0;
  const char* const twice =
      "points=2 points_to_others=-1 cards_kept=0.5 minus_cards=0 noble_gases=1";
  EXPECT(CHEMIX_OK,
         chemix_state_best_turn(game, state, size, twice, actions, 64, &count, &other, NULL));
  EXPECT(CHEMIX_OK,
         chemix_state_best_turn(game, state, size, "", actions, 64, &count, &value, NULL));
  if (turns < 1 || count < 1 || other != 2 * value) {
    printf("%d turns, %d actions, worth %f or %f\n", (int)turns, (int)count, value, other);
    ++failures;
  }
  EXPECT(CHEMIX_BUFFER_TOO_SMALL,
         chemix_state_best_turn(game, state, size, "", NULL, 0, &count, NULL, NULL));
  for (size_t i = 0; i < count; ++i) {
    EXPECT(CHEMIX_OK, chemix_state_apply(game, player, actions[i], state, size, NULL));
  }
  char phase[16];
  EXPECT(CHEMIX_OK, chemix_state_phase(game, state, size, phase, sizeof phase, &count, NULL));
  int32_t fill = 0;
  EXPECT(CHEMIX_OK, chemix_action_parse(game, player, "fill", &fill, NULL));
  if (strcmp(phase, "fill") == 0) {
    EXPECT(CHEMIX_OK, chemix_state_apply(game, player, fill, state, size, NULL));
  }
}

/* Rejected weights: unknown names, and values that are not numbers in range. */
static void expect_refused_weights(const chemix_game* game, const uint64_t* state, size_t size) {
  const char* const weights[][2] = {
      {"speed=1", "weights"},        {"points=much", "points"},
      {"points=1001", "points"},     {"noble_gases=nan", "noble_gases"},
      {"points", "points"},          {"points=1 points=2", "points"},
      {"ruleset=booklet", "weights"}};
  for (size_t i = 0; i < sizeof weights / sizeof *weights; ++i) {
    chemix_error error = CHEMIX_ERROR_INIT;
    size_t count = 0;
    EXPECT(CHEMIX_INVALID_INPUT,
           chemix_state_best_turn(game, state, size, weights[i][0], NULL, 0, &count, NULL, &error));
    if (strcmp(error.field, weights[i][1]) != 0) {
      printf("%s: %s: %s\n", weights[i][0], error.field, error.message);
      ++failures;
    }
  }
}

/* The description of a game has its turn weights. */
static void expect_described(void) {
  char text[4096];
  size_t count = 0;
  EXPECT(CHEMIX_OK, chemix_game_describe("classic", text, sizeof text, &count, NULL));
  const char* const line =
      "\nturn_weight\tpoints_to_others\treal\t-1000\t1000\t-0.5\t\t\tthe total";
  if (strstr(text, line) == NULL) {
    printf("%s\n", text);
    ++failures;
  }
  EXPECT(CHEMIX_OK, chemix_game_describe("chemuno", text, sizeof text, &count, NULL));
  if (strstr(text, "turn_weight") != NULL) {
    printf("%s\n", text);
    ++failures;
  }
}

int main(void) {
  chemix_game* game = NULL;
  chemix_game* chemuno = NULL;
  uint64_t state[WORDS];
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  int64_t count = 0;
  size_t size = 0;
  EXPECT(CHEMIX_OK, chemix_game_create("classic", 3, "", NULL, &game, NULL));
  EXPECT(CHEMIX_OK, chemix_game_limits(game, &limits, NULL));
  EXPECT(CHEMIX_OK, chemix_state_init(game, 0, state, limits.state_size, NULL));
  /* There are no whole turns before the deal. */
  EXPECT(CHEMIX_INVALID_INPUT,
         chemix_state_count_turns(game, state, limits.state_size, &count, NULL));
  int turns = 0;
  for (;; ++turns) {
    EXPECT(CHEMIX_OK, chemix_state_resolve(game, "5", state, limits.state_size, NULL));
    uint32_t acting = 0;
    bool chance = false;
    EXPECT(CHEMIX_OK, chemix_state_acting(game, state, limits.state_size, &acting, &chance, NULL));
    if (acting == 0 || failures > 0) break;
    int32_t player = 0;
    while ((acting >> player & 1) == 0) ++player;
    take_turn(game, state, limits.state_size, player);
  }
  EXPECT(CHEMIX_OK, chemix_state_init(game, 0, state, limits.state_size, NULL));
  EXPECT(CHEMIX_OK, chemix_state_resolve(game, "5", state, limits.state_size, NULL));
  expect_refused_weights(game, state, limits.state_size);
  EXPECT(CHEMIX_NULL_ARGUMENT,
         chemix_state_best_turn(game, state, limits.state_size, NULL, NULL, 0, &size, NULL, NULL));
  expect_described();
  EXPECT(CHEMIX_NULL_ARGUMENT,
         chemix_state_count_turns(game, state, limits.state_size, NULL, NULL));
  EXPECT(CHEMIX_OK, chemix_game_create("chemuno", 3, "", NULL, &chemuno, NULL));
  EXPECT(CHEMIX_OK, chemix_game_limits(chemuno, &limits, NULL));
  EXPECT(CHEMIX_OK, chemix_state_init(chemuno, 0, state, limits.state_size, NULL));
  EXPECT(CHEMIX_INVALID_INPUT,
         chemix_state_count_turns(chemuno, state, limits.state_size, &count, NULL));
  chemix_game_destroy(&chemuno);
  chemix_game_destroy(&game);
  if (turns < 6) {
    printf("over after %d turns\n", turns);
    ++failures;
  }
  return failures == 0 ? 0 : 1;
}
