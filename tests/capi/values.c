/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of every kind of object. States of every game survive the round trip. */
#include "chemix.h"
#include "games.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 18, WORDS = 512 };

static char text[TEXT];

static bool told(chemix_status status) { return status == CHEMIX_OK && strlen(text) > 1; }

static void expect_reads_back(const chemix_game* game, const uint64_t* state, size_t size) {
  uint64_t again[WORDS];
  uint64_t digest = 0;
  uint64_t digest_again = 1;
  size_t count = 0;
  REQUIRE(told(chemix_state_json(game, state, size, text, sizeof text, &count, NULL)));
  REQUIRE(chemix_state_from_json(game, text, count, again, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(game, state, size, &digest, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(game, again, size, &digest_again, NULL) == CHEMIX_OK);
  REQUIRE(digest == digest_again);
}

/* The JSON of a spectator's observation has no private parts. */
static void expect_told_to_viewers(const chemix_game* game, const chemix_limits* limits,
                                   const uint64_t* state) {
  uint64_t seen[WORDS];
  size_t count = 0;
  for (int32_t viewer = 0; viewer < limits->players; ++viewer) {
    REQUIRE(chemix_state_observe(game, state, limits->state_size, viewer, seen,
                                 limits->observation_size, NULL) == CHEMIX_OK);
    REQUIRE(told(chemix_observation_json(game, seen, limits->observation_size, text, sizeof text,
                                         &count, NULL)));
    REQUIRE(strstr(text, "\"own\":{") != NULL);
    REQUIRE(strstr(text, "\"hidden\"") == NULL);
  }
  REQUIRE(chemix_state_observe(game, state, limits->state_size, CHEMIX_SPECTATOR, seen,
                               limits->observation_size, NULL) == CHEMIX_OK);
  REQUIRE(told(chemix_observation_json(game, seen, limits->observation_size, text, sizeof text,
                                       &count, NULL)));
  REQUIRE(strstr(text, "\"viewer\":null") != NULL && strstr(text, "\"own\":null") != NULL);
}

static int32_t player_of(uint32_t players) {
  int32_t player = 0;
  while ((players >> player & 1) == 0) ++player;
  return player;
}

static void play(const char* name) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  uint64_t state[WORDS];
  const size_t size = limits.state_size;
  size_t count = 0;
  REQUIRE(chemix_state_init(game, 0, state, size, NULL) == CHEMIX_OK);
  for (int step = 0; step < 400; ++step) {
    uint32_t acting = 0;
    bool chance = false;
    REQUIRE(chemix_state_acting(game, state, size, &acting, &chance, NULL) == CHEMIX_OK);
    if (acting == 0 && !chance) break;
    const int32_t actor = chance ? CHEMIX_CHANCE : player_of(acting);
    int32_t ids[256] = {0};
    if (chance) {
      REQUIRE(chemix_state_draw(game, state, size, "3", ids, NULL) == CHEMIX_OK);
      count = 1;
    } else {
      REQUIRE(chemix_state_legal_actions(game, state, size, actor, ids, 256, &count, NULL) ==
              CHEMIX_OK);
    }
    const int32_t action = ids[(size_t)step % count];
    REQUIRE(told(chemix_action_json(game, actor, action, text, sizeof text, &count, NULL)));
    chemix_event events[256];
    REQUIRE(chemix_state_events(game, state, size, actor, action, CHEMIX_SPECTATOR, events, 256,
                                &count, NULL) == CHEMIX_OK);
    for (size_t i = 0, written = 0; i < count; ++i) {
      REQUIRE(told(chemix_event_json(game, &events[i], text, sizeof text, &written, NULL)));
      REQUIRE(strncmp(text, "{\"verb\":\"", 9) == 0);
    }
    if (step % 20 == 0) {
      expect_reads_back(game, state, size);
      expect_told_to_viewers(game, &limits, state);
    }
    REQUIRE(chemix_state_apply(game, actor, action, state, size, NULL) == CHEMIX_OK);
  }
  expect_reads_back(game, state, size);
  REQUIRE(told(chemix_game_description(name, text, sizeof text, &count, NULL)));
  REQUIRE(strstr(text, "\"min_players\":") != NULL);
  REQUIRE(told(chemix_game_catalogue(game, text, sizeof text, &count, NULL)));
  REQUIRE(strstr(text, name) != NULL);
  const char* const parts[] = {
      "title", "options", "phases", "actions", "chance_actions",          "places",
      "verbs", "cards",   "scores", "limits",  "information_state_tensor"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
    char key[32];
    (void)snprintf(key, sizeof key, "\"%s\":", parts[i]);
    REQUIRE(strstr(text, key) != NULL);
  }
  REQUIRE(told(chemix_game_schema(game, "state", text, sizeof text, &count, NULL)));
  REQUIRE(told(chemix_game_schema(game, "observation", text, sizeof text, &count, NULL)));
  REQUIRE(told(chemix_game_schema(game, "catalogue", text, sizeof text, &count, NULL)));
  REQUIRE(strstr(text, "\"$ref\":\"#/$defs/catalogue\"") != NULL);
  REQUIRE(chemix_game_schema(game, "hand", text, sizeof text, &count, NULL) ==
          CHEMIX_INVALID_INPUT);
  chemix_game_destroy(&game);
}

static void expect_field(const chemix_game* game, const char* json, size_t size,
                         const char* field) {
  uint64_t state[WORDS];
  memset(state, 7, sizeof state);
  uint64_t before[WORDS];
  memcpy(before, state, sizeof state);
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_state_from_json(game, json, strlen(json), state, size, &error) ==
          CHEMIX_INVALID_INPUT);
  if (strcmp(error.field, field) != 0) {
    printf("%s: %s: %s\n", json, error.field, error.message);
    ++failures;
  }
  REQUIRE(memcmp(state, before, sizeof state) == 0);
}

static void expect_refusals(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("chemuno", 2, &limits);
  const size_t size = limits.state_size;
  const char* const wrong[][2] = {
      {"", "text"},
      {"{", "text"},
      {"[]", "values"},
      {"{\"open\":{\"turns\":-1}}", "open.turns"},
      {"{\"open\":{\"turns\":1e3}}", "open.turns"},
      {"{\"open\":{\"turns\":99999999999999999999}}", "open.turns"},
      {"{\"open\":{\"turns\":1,\"turns\":1}}", "open.turns"},
      {"{\"own\":[{\"hand\":{\"H\":1,\"Gold\":1}},{}]}", "own[0].hand.Gold"},
      {"{\"open\":{\"phase\":\"turn\"}}", "top"},
      {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "text"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    expect_field(game, wrong[i][0], size, wrong[i][1]);
  }
  uint64_t state[WORDS];
  size_t count = 0;
  REQUIRE(chemix_state_from_json(game, NULL, 0, state, size, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_state_from_json(game, "{}", 2, state, size - 8, NULL) == CHEMIX_WRONG_MEMORY);
  REQUIRE(chemix_state_from_json(game, "{}", 2, state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_json(game, state, size, text, 4, &count, NULL) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(count > 100);
  REQUIRE(chemix_action_json(game, 0, -1, text, sizeof text, &count, NULL) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(chemix_event_json(game, NULL, text, sizeof text, &count, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_record_json("{}", 2, text, sizeof text, &count, NULL) == CHEMIX_INVALID_INPUT);

  static char record[TEXT];
  REQUIRE(chemix_record_write(game, 1, NULL, 0, record, sizeof record, &count, NULL) == CHEMIX_OK);
  REQUIRE(told(chemix_record_json(record, count, text, sizeof text, &count, NULL)));
  REQUIRE(strstr(text, "\"start_player\":1,\"start_state\":null,\"steps\":[]") != NULL);

  /* The JSON of a refusal. */
  chemix_error error = CHEMIX_ERROR_INIT;
  int32_t lay = 0;
  REQUIRE(chemix_action_parse(game, 0, "lay He", &lay, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "7", state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_refusal_json(game, 0, &error, text, sizeof text, &count, NULL) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_state_check(game, state, size, 0, lay, &error) == CHEMIX_REFUSED);
  REQUIRE(told(chemix_refusal_json(game, 0, &error, text, sizeof text, &count, NULL)));
  REQUIRE(strcmp(text,
                 "{\"rule\":\"GN-11\",\"detail\":0,\"arguments\":[10,0,0],\"action\":{\"kind\":"
                 "\"lay\",\"id\":10,\"chance\":false,\"fields\":{\"card\":\"He\"}}}") == 0);
  REQUIRE(chemix_refusal_json(game, 0, NULL, text, sizeof text, &count, NULL) ==
          CHEMIX_NULL_ARGUMENT);
  error.action = -1;
  REQUIRE(chemix_refusal_json(game, 0, &error, text, sizeof text, &count, NULL) ==
          CHEMIX_OUT_OF_RANGE);
  chemix_game_destroy(&game);
}

static void expect_decks(void) {
  static char names[256];
  size_t count = 0;
  REQUIRE(chemix_deck_names(names, sizeof names, &count, NULL) == CHEMIX_OK);
  for (char* name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
    REQUIRE(told(chemix_deck_json(name, text, sizeof text, &count, NULL)));
    REQUIRE(strstr(text, "\"compounds\":[") != NULL);
    static char file[TEXT];
    chemix_deck* deck = NULL;
    REQUIRE(chemix_deck_create(text, count, name, &deck, NULL) == CHEMIX_OK);
    REQUIRE(told(chemix_deck_text(deck, file, sizeof file, &count, NULL)));
    chemix_deck_destroy(&deck);
    /* The deck survives the round trip. */
    REQUIRE(chemix_deck_create(file, count, name, &deck, NULL) == CHEMIX_OK);
    chemix_deck_destroy(&deck);
  }
  REQUIRE(chemix_deck_text(NULL, text, sizeof text, &count, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_game_description("poker", text, sizeof text, &count, NULL) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_deck_json("poker", text, sizeof text, &count, NULL) == CHEMIX_INVALID_INPUT);
}

int main(void) {
  for_each_game(play);
  expect_refusals();
  expect_decks();
  return failures == 0 ? 0 : 1;
}
