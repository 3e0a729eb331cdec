/* SPDX-License-Identifier: Apache-2.0 */
/* Replays from a seed at any state, iteration over records, and iteration over whole turns.
 */
#include "chemix.h"
#include "games.h"

#include <stdlib.h>
#include <string.h>

#define WORDS 512
#define STEPS 40000

static chemix_step steps[STEPS];
static chemix_step read[STEPS];
static char text[1 << 22];
static char seen_text[1 << 22];

/* Folding a viewer's record of the game gives the viewer's observation of the final state. */
static void follow(const chemix_game* game, const chemix_record* record, int32_t viewer,
                   const void* end, size_t state_size, size_t observation_size) {
  size_t length = 0;
  REQUIRE(chemix_record_seen(record, viewer, seen_text, sizeof seen_text, &length, NULL) ==
          CHEMIX_OK);
  chemix_seen_record* seen = NULL;
  REQUIRE(chemix_seen_record_open(seen_text, length, &seen, NULL) == CHEMIX_OK);
  chemix_game* played = NULL;
  size_t step_count = 0;
  REQUIRE(chemix_seen_record_game(seen, &played, &step_count, NULL) == CHEMIX_OK);
  static uint64_t view[WORDS];
  static uint64_t last[WORDS];
  REQUIRE(chemix_seen_record_start(seen, view, observation_size, NULL) == CHEMIX_OK);
  int32_t whose = 0;
  REQUIRE(chemix_observation_viewer(game, view, observation_size, &whose, NULL) == CHEMIX_OK);
  REQUIRE(whose == viewer);
  static chemix_event events[512];
  size_t count = 0;
  for (size_t step = 0; step < step_count; ++step) {
    REQUIRE(chemix_seen_record_events(seen, step, events, 512, &count, NULL) == CHEMIX_OK);
    REQUIRE(count > 0);
    for (size_t i = 0; i < count; ++i) {
      REQUIRE(chemix_observation_fold(played, &events[i], view, observation_size, NULL) ==
              CHEMIX_OK);
    }
  }
  REQUIRE(chemix_seen_record_events(seen, step_count, events, 512, &count, NULL) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(chemix_state_observe(game, end, state_size, viewer, last, observation_size, NULL) ==
          CHEMIX_OK);
  uint64_t digests[2];
  REQUIRE(chemix_observation_digest(game, view, observation_size, &digests[0], NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_digest(game, last, observation_size, &digests[1], NULL) == CHEMIX_OK);
  REQUIRE(digests[0] == digests[1]);
  chemix_game_destroy(&played);
  chemix_seen_record_destroy(&seen);
  REQUIRE(seen == NULL);

  /* A modified record does not match its digest. */
  seen_text[length - 8] = seen_text[length - 8] == '0' ? '1' : '0';
  REQUIRE(chemix_seen_record_open(seen_text, length, &seen, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(seen == NULL);
}

/* The record of a game that continues from a saved state. */
static void resume(const chemix_game* game, const void* middle, size_t size,
                   const chemix_step* later, size_t count, uint64_t end) {
  size_t length = 0;
  REQUIRE(chemix_record_write_resumed(game, middle, size, later, count, text, sizeof text, &length,
                                      NULL) == CHEMIX_OK);
  chemix_record* record = NULL;
  REQUIRE(chemix_record_open(text, length, &record, NULL) == CHEMIX_OK);
  chemix_game* played = NULL;
  int32_t start = 0;
  REQUIRE(chemix_record_game(record, &played, &start, NULL) == CHEMIX_OK);
  REQUIRE(start == CHEMIX_NOBODY);
  uint64_t state[WORDS];
  uint64_t digests[2];
  REQUIRE(chemix_record_start(record, state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(played, state, size, &digests[0], NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(game, middle, size, &digests[1], NULL) == CHEMIX_OK);
  REQUIRE(digests[0] == digests[1]);
  uint64_t digest = 0;
  REQUIRE(chemix_record_verify(text, length, &digest, NULL) == CHEMIX_OK);
  REQUIRE(digest == end);
  chemix_game_destroy(&played);
  chemix_record_destroy(&record);
}

/* Plays twice from the middle of a game with the same seed, then step by step to its end, and
 * iterates over its record. */
static void play(const char* name) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  const size_t size = limits.state_size;
  uint64_t state[WORDS];
  uint64_t other[WORDS];
  uint64_t middle[WORDS];
  uint32_t acting = 0;
  bool chance = false;
  size_t count = 0;
  static int32_t ids[256];
  REQUIRE(chemix_state_init(game, 0, state, size, NULL) == CHEMIX_OK);
  while (count < STEPS) {
    REQUIRE(chemix_state_acting(game, state, size, &acting, &chance, NULL) == CHEMIX_OK);
    if (!chance && acting == 0) break;
    chemix_step* const step = &steps[count];
    if (chance) {
      step->actor = CHEMIX_CHANCE;
      REQUIRE(chemix_state_draw(game, state, size, "3", &step->action, NULL) == CHEMIX_OK);
    } else {
      step->actor = 0;
      while ((acting >> step->actor & 1) == 0) ++step->actor;
      size_t legal = 0;
      REQUIRE(chemix_state_legal_actions(game, state, size, step->actor, ids, 256, &legal, NULL) ==
              CHEMIX_OK);
      step->action = ids[7 * count % legal];
    }
    REQUIRE(chemix_state_apply(game, step->actor, step->action, state, size, NULL) == CHEMIX_OK);
    if (++count == 30) {
      memcpy(middle, state, size);
      uint64_t digests[3];
      int64_t taken[3];
      const char* const seeds[] = {"5", "5", "6"};
      for (size_t i = 0; i < 3; ++i) {
        memcpy(other, state, size);
        REQUIRE(chemix_state_playout(game, seeds[i], other, size, &taken[i], NULL) == CHEMIX_OK);
        REQUIRE(chemix_state_acting(game, other, size, &acting, &chance, NULL) == CHEMIX_OK);
        REQUIRE(acting == 0 && !chance);
        REQUIRE(chemix_state_digest(game, other, size, &digests[i], NULL) == CHEMIX_OK);
      }
      REQUIRE(digests[0] == digests[1] && taken[0] == taken[1]);
      REQUIRE(digests[0] != digests[2]);
      REQUIRE(taken[0] > 0 && taken[0] <= limits.max_steps);
    }
  }

  size_t length = 0;
  REQUIRE(chemix_record_write(game, 0, steps, count, text, sizeof text, &length, NULL) ==
          CHEMIX_OK);
  chemix_record* record = NULL;
  REQUIRE(chemix_record_open(text, length, &record, NULL) == CHEMIX_OK);
  chemix_game* played = NULL;
  int32_t start = -1;
  REQUIRE(chemix_record_game(record, &played, &start, NULL) == CHEMIX_OK);
  REQUIRE(start == 0);
  size_t known = 0;
  REQUIRE(chemix_record_steps(record, NULL, 0, &known, NULL) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(known == count);
  REQUIRE(chemix_record_steps(record, read, STEPS, &known, NULL) == CHEMIX_OK);
  REQUIRE(memcmp(read, steps, count * sizeof *steps) == 0);
  REQUIRE(chemix_record_start(record, other, size, NULL) == CHEMIX_OK);
  for (int32_t viewer = 0; viewer < limits.players; ++viewer) {
    follow(game, record, viewer, state, size, limits.observation_size);
  }
  follow(game, record, CHEMIX_SPECTATOR, state, size, limits.observation_size);
  chemix_record_destroy(&record);
  REQUIRE(record == NULL);
  for (size_t i = 0; i < known; ++i) {
    REQUIRE(chemix_state_apply(played, read[i].actor, read[i].action, other, size, NULL) ==
            CHEMIX_OK);
  }
  uint64_t digest = 0;
  uint64_t again = 1;
  REQUIRE(chemix_state_digest(game, state, size, &digest, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(played, other, size, &again, NULL) == CHEMIX_OK);
  REQUIRE(digest == again);
  if (count > 30) resume(game, middle, size, steps + 30, count - 30, digest);
  chemix_game_destroy(&played);
  chemix_game_destroy(&game);
}

/* Iterates over all whole turns of a position and applies each. If the buffer is too small, the
 * next call returns the same turn. */
static void expect_turns(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("classic", 2, &limits);
  const size_t size = limits.state_size;
  uint64_t state[WORDS];
  REQUIRE(chemix_state_init(game, 0, state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "3", state, size, NULL) == CHEMIX_OK);
  int64_t all = 0;
  REQUIRE(chemix_state_count_turns(game, state, size, &all, NULL) == CHEMIX_OK);
  chemix_turns* turns = NULL;
  REQUIRE(chemix_turns_create(game, state, size, &turns, NULL) == CHEMIX_OK);
  int32_t actions[64];
  int32_t points[2];
  size_t count = 0;
  REQUIRE(chemix_turns_next(turns, points, NULL, 0, &count, NULL) == CHEMIX_BUFFER_TOO_SMALL);
  int64_t found = 0;
  for (;;) {
    REQUIRE(chemix_turns_next(turns, points, actions, 64, &count, NULL) == CHEMIX_OK);
    if (count == 0) break;
    ++found;
    uint64_t after[WORDS];
    memcpy(after, state, size);
    int32_t before[2];
    int32_t scores[2];
    size_t seats = 0;
    REQUIRE(chemix_state_scores(game, state, size, before, 2, &seats, NULL) == CHEMIX_OK);
    for (size_t i = 0; i < count; ++i) {
      REQUIRE(chemix_state_apply(game, 0, actions[i], after, size, NULL) == CHEMIX_OK);
    }
    REQUIRE(chemix_state_scores(game, after, size, scores, 2, &seats, NULL) == CHEMIX_OK);
    REQUIRE(scores[0] - before[0] == points[0] && scores[1] - before[1] == points[1]);
  }
  REQUIRE(found == all);
  chemix_turns_destroy(&turns);
  REQUIRE(turns == NULL);
  chemix_game_destroy(&game);
}

static void expect_refusals(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("chemuno", 2, &limits);
  const size_t size = limits.state_size;
  uint64_t state[WORDS];
  REQUIRE(chemix_state_init(game, 0, state, size, NULL) == CHEMIX_OK);
  chemix_turns* turns = NULL;
  size_t count = 0;
  int32_t start = 0;
  chemix_record* record = NULL;
  REQUIRE(chemix_state_playout(game, "x", state, size, NULL, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_state_playout(game, "1", state, size - 8, NULL, NULL) == CHEMIX_WRONG_MEMORY);
  REQUIRE(chemix_state_playout(game, "1", NULL, size, NULL, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_turns_create(game, state, size, &turns, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_turns_create(game, state, size, NULL, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(turns == NULL);
  REQUIRE(chemix_turns_next(NULL, NULL, NULL, 0, &count, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_record_open("{}", 2, &record, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_record_open("{}", 2, NULL, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(record == NULL);
  REQUIRE(chemix_record_game(NULL, &game, &start, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_record_steps(NULL, NULL, 0, &count, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_record_start(NULL, state, size, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_record_seen(NULL, 0, NULL, 0, &count, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_record_write_resumed(game, NULL, size, NULL, 0, NULL, 0, &count, NULL) ==
          CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_record_write_resumed(game, state, size - 8, NULL, 0, NULL, 0, &count, NULL) ==
          CHEMIX_WRONG_MEMORY);
  chemix_seen_record* seen = NULL;
  chemix_game* played = NULL;
  REQUIRE(chemix_seen_record_open("{}", 2, &seen, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_seen_record_open("{}", 2, NULL, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_seen_record_game(NULL, &played, &count, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_seen_record_start(NULL, state, size, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_seen_record_events(NULL, 0, NULL, 0, &count, NULL) == CHEMIX_NULL_ARGUMENT);
  chemix_seen_record_destroy(NULL);
  chemix_seen_record_destroy(&seen);
  chemix_turns_destroy(NULL);
  chemix_turns_destroy(&turns);
  chemix_record_destroy(NULL);
  chemix_record_destroy(&record);
  chemix_game_destroy(&game);
}

int main(void) {
  for_each_game(play);
  expect_turns();
  expect_refusals();
  return failures == 0 ? 0 : 1;
}
