/* SPDX-License-Identifier: Apache-2.0 */
/* Replays from a seed at any state, and records: steps, resumed games, and what each viewer saw. */
#include "games.h"

#define STEPS 40000

static chemix_step steps[STEPS];
static chemix_step read[STEPS];
static char text[1 << 22];
static char seen_text[1 << 22];

/* A client of the viewer's record ends with the viewer's observation of the final state. */
static void follow(const chemix_record* record, int32_t viewer, const chemix_state* end) {
  static chemix_event events[1024];
  const chemix_count length =
      chemix_record_save_seen(record, viewer, seen_text, sizeof seen_text, NULL);
  REQUIRE(length > 0);
  chemix_client* client = NULL;
  REQUIRE(chemix_client_load(seen_text, (size_t)length, &client, NULL) == CHEMIX_OK);
  int32_t whose = 0;
  chemix_observation* const last = observed(end, viewer);
  chemix_observation* view = observed(end, viewer);
  REQUIRE(chemix_observation_viewer(chemix_client_observation(client), &whose, NULL) == CHEMIX_OK);
  REQUIRE(whose == viewer);
  REQUIRE(view_digest_of(chemix_client_observation(client)) == view_digest_of(last));
  /* The same from the first observation and the events. */
  const chemix_count seen = chemix_client_seen_count(client, NULL);
  REQUIRE(seen > 0);
  REQUIRE(chemix_client_observe_at(client, 0, view, NULL) == CHEMIX_OK);
  for (int32_t step = 0; step < seen; ++step) {
    const chemix_count count = chemix_client_events(client, step, events, 1024, NULL);
    REQUIRE(count > 0);
    REQUIRE(chemix_observation_fold(view, events, count, NULL) == CHEMIX_OK);
  }
  REQUIRE(view_digest_of(view) == view_digest_of(last));
  REQUIRE(chemix_client_events(client, seen, events, 1024, NULL) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(chemix_client_observe_at(client, seen + 1, view, NULL) == CHEMIX_OUT_OF_RANGE);
  chemix_client_destroy(&client);

  /* A modified record does not match its digest. */
  char* const digit = &seen_text[length - 8];
  *digit = *digit == '0' ? '1' : '0';
  REQUIRE(chemix_client_load(seen_text, (size_t)length, &client, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(client == NULL);
  chemix_observation* done = last;
  chemix_observation_destroy(&done);
  chemix_observation_destroy(&view);
}

static chemix_record* reread(const chemix_record* record) {
  chemix_record* again = NULL;
  const chemix_count length = chemix_record_save(record, text, sizeof text, NULL);
  REQUIRE(length > 0);
  REQUIRE(chemix_record_load(text, (size_t)length, &again, NULL) == CHEMIX_OK);
  return again;
}

/* The record of a game that continues from a saved state. */
static void resume(const chemix_state* middle, const chemix_step* later, chemix_count count,
                   uint64_t end) {
  chemix_record* record = NULL;
  REQUIRE(chemix_record_resume(middle, &record, NULL) == CHEMIX_OK);
  REQUIRE(chemix_record_add(record, later, count, NULL) == CHEMIX_OK);
  chemix_record* again = reread(record);
  int32_t start = 0;
  uint64_t digest = 0;
  chemix_state* state = NULL;
  REQUIRE(chemix_record_start_player(again, &start, NULL) == CHEMIX_OK);
  REQUIRE(start == CHEMIX_NOBODY);
  REQUIRE(chemix_state_copy(middle, &state, NULL) == CHEMIX_OK);
  REQUIRE(chemix_record_state(again, 0, state, NULL) == CHEMIX_OK);
  REQUIRE(digest_of(state) == digest_of(middle));
  REQUIRE(chemix_record_digest(again, &digest, NULL) == CHEMIX_OK);
  REQUIRE(digest == end);
  chemix_state_destroy(&state);
  chemix_record_destroy(&again);
  chemix_record_destroy(&record);
}

/* Playouts depend on the seed alone. */
static void play_out(const chemix_state* middle, const chemix_limits* limits) {
  static const uint64_t numbers[] = {5, 5, 6};
  uint64_t digests[3];
  int32_t taken[3];
  chemix_state* other = NULL;
  REQUIRE(chemix_state_copy(middle, &other, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < 3; ++i) {
    const chemix_seed seed = seed_of(numbers[i]);
    REQUIRE(chemix_state_assign(other, middle, NULL) == CHEMIX_OK);
    REQUIRE(chemix_state_playout(other, &seed, NULL, &taken[i], NULL) == CHEMIX_OK);
    REQUIRE(acting_in(other).asked == CHEMIX_ASKED_NOBODY);
    digests[i] = digest_of(other);
  }
  REQUIRE(digests[0] == digests[1] && taken[0] == taken[1]);
  REQUIRE(digests[0] != digests[2]);
  REQUIRE(taken[0] > 0 && taken[0] <= limits->max_steps);
  chemix_state_destroy(&other);
}

static void play(const char* name) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  const chemix_seed seed = seed_of(3);
  chemix_state* state = NULL;
  chemix_state* middle = NULL;
  chemix_count count = 0;
  REQUIRE(chemix_state_create(game, 0, &state, NULL) == CHEMIX_OK);
  while (count < STEPS && choose_step(state, &seed, 7 * (uint64_t)count, &steps[count])) {
    REQUIRE(chemix_state_apply(state, steps[count].actor, steps[count].action, NULL) == CHEMIX_OK);
    if (++count == 30) REQUIRE(chemix_state_copy(state, &middle, NULL) == CHEMIX_OK);
  }
  if (middle != NULL) play_out(middle, &limits);

  chemix_record* record = NULL;
  REQUIRE(chemix_record_create(game, 0, &record, NULL) == CHEMIX_OK);
  /* One by one, then all others. */
  REQUIRE(chemix_record_add(record, steps, 1, NULL) == CHEMIX_OK);
  REQUIRE(chemix_record_add(record, steps + 1, count - 1, NULL) == CHEMIX_OK);
  chemix_record* again = reread(record);
  const chemix_game* played = chemix_record_game(again);
  int32_t start = -1;
  uint64_t digest = 0;
  REQUIRE(played != NULL && chemix_record_game(NULL) == NULL);
  REQUIRE(chemix_record_start_player(again, &start, NULL) == CHEMIX_OK);
  REQUIRE(start == 0);
  REQUIRE(chemix_record_steps(again, NULL, 0, NULL) == count);
  REQUIRE(chemix_record_steps(again, read, STEPS, NULL) == count);
  REQUIRE(memcmp(read, steps, (size_t)count * sizeof *steps) == 0);
  REQUIRE(chemix_record_digest(again, &digest, NULL) == CHEMIX_OK);
  REQUIRE(digest == digest_of(state));
  chemix_state* at = NULL;
  REQUIRE(chemix_state_create(played, 0, &at, NULL) == CHEMIX_OK);
  REQUIRE(chemix_record_state(again, count, at, NULL) == CHEMIX_OK);
  REQUIRE(digest_of(at) == digest);
  REQUIRE(chemix_record_state(again, count + 1, at, NULL) == CHEMIX_OUT_OF_RANGE);
  if (middle != NULL) {
    REQUIRE(chemix_record_state(again, 30, at, NULL) == CHEMIX_OK);
    REQUIRE(digest_of(at) == digest_of(middle));
    resume(middle, steps + 30, count - 30, digest);
  }
  for (int32_t viewer = 0; viewer < limits.players; ++viewer) follow(again, viewer, state);
  follow(again, CHEMIX_SPECTATOR, state);
  chemix_state_destroy(&at);
  chemix_state_destroy(&middle);
  chemix_state_destroy(&state);
  chemix_record_destroy(&again);
  chemix_record_destroy(&record);
  chemix_game_destroy(&game);
}

/* Steps are added all or none, and the error names the wrong one. */
static void expect_refusals(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("chemuno", 2, &limits);
  const chemix_seed seed = seed_of(7);
  chemix_state* state = NULL;
  chemix_record* record = NULL;
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_state_create(game, 0, &state, NULL) == CHEMIX_OK);
  REQUIRE(chemix_record_create(game, 0, &record, NULL) == CHEMIX_OK);
  REQUIRE(choose_step(state, &seed, 0, &steps[0]));
  /* A player acts while it is chance's turn. */
  steps[1] = (chemix_step){0, 0};
  REQUIRE(chemix_record_add(record, steps, 2, &error) == CHEMIX_REFUSED);
  REQUIRE(strncmp(error.field, "steps[1]", 8) == 0);
  steps[1] = (chemix_step){7, 0};
  REQUIRE(chemix_record_add(record, steps, 2, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "steps[1].actor") == 0);
  steps[1] = (chemix_step){0, -1};
  REQUIRE(chemix_record_add(record, steps, 2, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "steps[1].action") == 0);
  REQUIRE(chemix_record_steps(record, NULL, 0, NULL) == 0);
  REQUIRE(chemix_record_hand_over(record, 0, "two\nlines", &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "policy") == 0);

  const chemix_count length = chemix_record_save(record, text, sizeof text, NULL);
  chemix_record* none = NULL;
  REQUIRE(chemix_record_load(text, (size_t)length - 3, &none, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "record") == 0);
  REQUIRE(chemix_record_load("[]", 2, &none, &error) == CHEMIX_INVALID_INPUT);
  char* const revision = strstr(text, "\"revision\": 1");
  REQUIRE(revision != NULL);
  if (revision != NULL) revision[12] = '9';
  REQUIRE(chemix_record_load(text, (size_t)length, &none, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "revision") == 0);
  REQUIRE(none == NULL);
  chemix_record_destroy(&record);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

int main(void) {
  for_each_game(play);
  expect_refusals();
  return failures == 0 ? 0 : 1;
}
