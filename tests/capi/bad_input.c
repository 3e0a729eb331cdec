/* SPDX-License-Identifier: Apache-2.0 */
/* Bad input to every function of the ABI: each returns a status, names the argument in its message,
 * and changes nothing. Reports functions of the given list that are not tried. `make asan` runs
 * this under the sanitizers. */
#include "chemix.h"
#include "games.h"
#include "require.h"
#include "tried.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(int line, const char* what, chemix_status got, chemix_status wanted,
                   const chemix_error* error, const char* field) {
  const int names_field =
      error->status == wanted && error->message[0] != '\0' && strstr(error->field, field) != NULL;
  if (wanted != CHEMIX_OK) mark_tried(what);
  if (got == wanted && (wanted == CHEMIX_OK || names_field)) return;
  printf("line %d: %s: %s instead of %s for %s (%s: %s)\n", line, what, chemix_status_name(got),
         chemix_status_name(wanted), field, error->field, error->message);
  ++failures;
}

#define EXPECT(wanted, field, call)                          \
  do {                                                       \
    chemix_error error = CHEMIX_ERROR_INIT;                  \
    const chemix_status got = (call);                        \
    expect(__LINE__, #call, got, (wanted), &error, (field)); \
  } while (0)

/* For a function without a status: just calls it. */
#define EXPECT_FINE(call) \
  do {                    \
    call;                 \
    mark_tried(#call);    \
  } while (0)

#define WORDS 512

typedef struct fixture {
  chemix_game* game;
  chemix_game* other;
  chemix_limits limits;
  uint64_t state[WORDS];
  uint64_t foreign[WORDS];
  uint64_t seen[WORDS];
  size_t size;
  size_t seen_size;
  /* A legal chance action in the foreign state. */
  int32_t dealt;
} fixture;

static void set_up(fixture* f) {
  const chemix_limits limits = CHEMIX_LIMITS_INIT;
  f->limits = limits;
  EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 3, "", NULL, &f->game, &error));
  EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 2, "", NULL, &f->other, &error));
  EXPECT(CHEMIX_OK, "", chemix_game_limits(f->game, &f->limits, &error));
  f->size = f->limits.state_size;
  f->seen_size = f->limits.observation_size;
  EXPECT(CHEMIX_OK, "", chemix_state_init(f->game, 0, f->state, f->size, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_resolve(f->game, "7", f->state, f->size, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_init(f->other, 0, f->foreign, f->size, &error));
  EXPECT(CHEMIX_OK, "",
         chemix_state_observe(f->game, f->state, f->size, 0, f->seen, f->seen_size, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_draw(f->other, f->foreign, f->size, "7", &f->dealt, &error));
}

static void test_names_and_games(const fixture* f) {
  char text[4096];
  size_t count = 0;
  chemix_game* game = NULL;
  EXPECT(CHEMIX_OK, "", chemix_game_names(text, sizeof text, &count, &error));
  REQUIRE(strncmp(text, "chemuno ", 8) == 0 && count == strlen(text));
  const size_t all = count;
  EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity", chemix_game_names(text, 7, &count, &error));
  count = 0;
  EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity", chemix_game_names(NULL, 0, &count, &error));
  REQUIRE(count == all);
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_count", chemix_game_names(text, 8, NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out", chemix_game_names(NULL, 8, &count, &error));
  EXPECT(CHEMIX_OK, "", chemix_game_describe("chemuno", text, sizeof text, &count, &error));
  REQUIRE(strstr(text, "hand_size\tnumber\t1\t10\t7\tCU-2") != NULL);
  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_game_describe("poker", text, 9, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "name", chemix_game_describe(NULL, text, 9, &count, &error));

  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_game_create("poker", 3, "", NULL, &game, &error));
  const int32_t players[] = {-1, 0, 1, 5, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof players / sizeof *players; ++i) {
    EXPECT(CHEMIX_INVALID_INPUT, "players",
           chemix_game_create("chemuno", players[i], "", NULL, &game, &error));
  }
  const char* const options[] = {"speed=9",      "hand_size=11",
                                 "hand_size=07", "auto_call=maybe",
                                 "hand_size",    "hand_size=3 hand_size=3",
                                 "max_turns=0",  "hand_size=999999999999"};
  const char* const fields[] = {"options",   "hand_size", "hand_size", "auto_call",
                                "hand_size", "hand_size", "max_turns", "hand_size"};
  for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
    EXPECT(CHEMIX_INVALID_INPUT, fields[i],
           chemix_game_create("chemuno", 3, options[i], NULL, &game, &error));
  }
  EXPECT(CHEMIX_NULL_ARGUMENT, "name", chemix_game_create(NULL, 3, "", NULL, &game, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "options",
         chemix_game_create("chemuno", 3, NULL, NULL, &game, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_game",
         chemix_game_create("chemuno", 3, "", NULL, NULL, &error));
  REQUIRE(chemix_game_create("poker", 3, "", NULL, &game, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(game == NULL);

  chemix_limits unset = CHEMIX_LIMITS_INIT;
  EXPECT(CHEMIX_NULL_ARGUMENT, "game", chemix_game_limits(NULL, &unset, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_limits", chemix_game_limits(f->game, NULL, &error));
  unset.size = 4;
  EXPECT(CHEMIX_WRONG_MEMORY, "out_limits", chemix_game_limits(f->game, &unset, &error));
  EXPECT_FINE(chemix_game_destroy(NULL));
  EXPECT_FINE(chemix_game_destroy(&game));
  EXPECT_FINE(chemix_deck_destroy(NULL));
}

static void test_decks(void) {
  chemix_deck* deck = NULL;
  const char* const broken[] = {"",
                                "{",
                                "[]",
                                "null",
                                "\xff\xfe",
                                "{\"deck\":\"x\"}",
                                "{\"deck\":\"x\",\"title\":\"x\",\"elements\":3}"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
    chemix_error error = CHEMIX_ERROR_INIT;
    REQUIRE(chemix_deck_create(broken[i], strlen(broken[i]), "my.json", &deck, &error) ==
            CHEMIX_INVALID_INPUT);
    REQUIRE(strstr(error.message, "my.json") != NULL);
  }
  EXPECT(CHEMIX_NULL_ARGUMENT, "text", chemix_deck_create(NULL, 0, "my.json", &deck, &error));
  /* The field is valid UTF-8 even if the file name is not. */
  EXPECT(CHEMIX_INVALID_INPUT, "\xEF\xBF\xBD", chemix_deck_create("[]", 2, "\xFF", &deck, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "file_name", chemix_deck_create("{}", 2, NULL, &deck, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_deck", chemix_deck_create("{}", 2, "x", NULL, &error));
  REQUIRE(deck == NULL);
  const char* const tiny =
      "{\"deck\":\"tiny\",\"title\":\"Tiny\",\"elements\":[{\"symbol\":\"C\",\"copies\":2},"
      "{\"symbol\":\"O\",\"copies\":4}],\"noble_gases\":[],\"multipliers\":[],\"compounds\":["
      "{\"formula\":\"CO\",\"tokens\":[\"C\",\"O\"],\"points\":2,\"names\":{\"de\":\"a\","
      "\"fr\":\"b\",\"en\":\"c\"},\"marks\":{\"formula\":\"attested\",\"points\":\"attested\","
      "\"names\":\"attested\"}}]}";
  EXPECT(CHEMIX_OK, "", chemix_deck_create(tiny, strlen(tiny), "tiny.json", &deck, &error));
  chemix_game* game = NULL;
  EXPECT(CHEMIX_INVALID_INPUT, "hand_size",
         chemix_game_create("chemuno", 2, "", deck, &game, &error));
  EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 2, "hand_size=2", deck, &game, &error));
  chemix_deck_destroy(&deck);
  REQUIRE(deck == NULL);
  char name[16];
  size_t count = 0;
  EXPECT(CHEMIX_OK, "", chemix_card_name(game, 17, name, sizeof name, &count, &error));
  REQUIRE(strcmp(name, "CO") == 0);
  EXPECT(CHEMIX_OUT_OF_RANGE, "kind", chemix_card_name(game, 18, name, 16, &count, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "kind", chemix_card_name(game, -1, name, 16, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "game", chemix_card_name(NULL, 0, name, 16, &count, &error));
  chemix_game_destroy(&game);
}

/* A file with wild cards is an expansion deck, and its errors are those of one. */
static void test_expansion_decks(void) {
  const char* const text =
      "{\"deck\":\"own\",\"title\":\"Own\",\"elements\":[{\"symbol\":\"C\",\"copies\":%s},"
      "{\"symbol\":\"O\",\"copies\":9}],\"wild_cards\":[{\"names\":{\"de\":\"a\",\"fr\":\"b\","
      "\"en\":\"c\"},\"copies\":4}],\"compounds\":[{\"formula\":\"%s\",\"requires\":{\"C\":1,"
      "\"O\":1},\"points\":25,\"names\":{\"de\":\"a\",\"fr\":\"b\",\"en\":\"c\"},\"marks\":{"
      "\"formula\":\"attested\",\"points\":\"attested\",\"names\":\"attested\"}}]}";
  const char* const broken[][3] = {
      {"0", "CO", "elements"}, {"60", "CO", "element C"}, {"9", "wild", "compound wild"}};
  char file[1024];
  chemix_deck* deck = NULL;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
    chemix_error error = CHEMIX_ERROR_INIT;
    snprintf(file, sizeof file, text, broken[i][0], broken[i][1]);
    REQUIRE(chemix_deck_create(file, strlen(file), "my.json", &deck, &error) ==
            CHEMIX_INVALID_INPUT);
    REQUIRE(strcmp(error.rule, "DK-10") == 0);
    REQUIRE(strstr(error.message, "my.json") != NULL);
    REQUIRE(strstr(error.field, broken[i][2]) != NULL);
  }
  REQUIRE(deck == NULL);
  snprintf(file, sizeof file, text, "9", "CO");
  EXPECT(CHEMIX_OK, "", chemix_deck_create(file, strlen(file), "own.json", &deck, &error));
  chemix_game* game = NULL;
  EXPECT(CHEMIX_OK, "", chemix_game_create("compound_capture", 2, "", deck, &game, &error));
  char name[16];
  size_t count = 0;
  EXPECT(CHEMIX_OK, "", chemix_card_name(game, 55, name, sizeof name, &count, &error));
  REQUIRE(strcmp(name, "CO") == 0);
  chemix_game_destroy(&game);
  EXPECT(CHEMIX_INVALID_INPUT, "deck",
         chemix_game_create("compound_capture", 4, "", deck, &game, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "own.json",
         chemix_game_create("chemuno", 2, "", deck, &game, &error));
  REQUIRE(game == NULL);
  chemix_deck_destroy(&deck);
}

static bool is_untouched(const void* at, size_t size) {
  const unsigned char* const bytes = at;
  for (size_t i = 0; i < size; ++i) {
    if (bytes[i] != 0x55) return false;
  }
  return true;
}

/* A copy of a valid state or observation at a misaligned address. */
static char* misaligned(const void* right, size_t size) {
  static uint64_t copy[WORDS + 1];
  memcpy((char*)copy + 1, right, size);
  return (char*)copy + 1;
}

/* Tries all kinds of wrong memory in a call that uses `memory` and `size`. */
#define EXPECT_CHECKED(f, field, right, right_size, call)                          \
  do {                                                                             \
    char* memory = NULL;                                                           \
    size_t size = (right_size);                                                    \
    EXPECT(CHEMIX_NULL_ARGUMENT, field, call);                                     \
    memory = (char*)(right);                                                       \
    size = (right_size)-1;                                                         \
    EXPECT(CHEMIX_WRONG_MEMORY, field, call);                                      \
    size = 0;                                                                      \
    EXPECT(CHEMIX_WRONG_MEMORY, field, call);                                      \
    size = (right_size);                                                           \
    memory = misaligned(right, size);                                              \
    EXPECT(CHEMIX_WRONG_MEMORY, field, call);                                      \
    memory = (char*)(f)->foreign;                                                  \
    EXPECT(CHEMIX_WRONG_MEMORY, field, call);                                      \
    /* An observation is no state, and the reverse. */                             \
    memory = (char*)((void*)(right) == (void*)(f)->seen ? (f)->state : (f)->seen); \
    EXPECT(CHEMIX_WRONG_MEMORY, field, call);                                      \
  } while (0)
#define EXPECT_STATE_CHECKED(f, call) EXPECT_CHECKED(f, "state", (f)->state, (f)->size, call)
#define EXPECT_SEEN_CHECKED(f, call) \
  EXPECT_CHECKED(f, "observation", (f)->seen, (f)->seen_size, call)

static void test_memory(fixture* f) {
  chemix_game* game = f->game;
  char text[8192];
  int32_t ids[256];
  double returns[8];
  float numbers[2048];
  size_t count = 0;
  uint32_t players = 0;
  uint64_t digest = 0;
  uint64_t sample[WORDS];
  bool chance = false;
  chemix_chance ways[128];
  chemix_event events[32];
  bool sealed = false;
  chemix_place places[8];
  double shares[8];
  const chemix_event pass = {CHEMIX_VERB_PASS, 0, 0, 0, 0, 0, 0, CHEMIX_UNSEEN, 0, 255};
  EXPECT_STATE_CHECKED(f, chemix_state_acting(game, memory, size, &players, &chance, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_phase(game, memory, size, text, 64, &count, &error));
  EXPECT_STATE_CHECKED(f,
                       chemix_state_legal_actions(game, memory, size, 0, ids, 256, &count, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_check(game, memory, size, 0, 0, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_apply(game, 0, 0, memory, size, &error));
  EXPECT_STATE_CHECKED(f,
                       chemix_state_chance_outcomes(game, memory, size, ways, 128, &count, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_draw(game, memory, size, "7", ids, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_resolve(game, "7", memory, size, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_scores(game, memory, size, ids, 8, &count, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_returns(game, memory, size, returns, 8, &count, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_digest(game, memory, size, &digest, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_text(game, memory, size, text, 8192, &count, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_save(game, memory, size, text, 8192, &count, &error));
  EXPECT_STATE_CHECKED(f,
                       chemix_state_tensor(game, memory, size, 0, numbers, 2048, &count, &error));
  EXPECT_CHECKED(f, "before", f->state, f->size,
                 chemix_state_events(game, memory, size, 0, 0, 0, events, 32, &count, &error));
  EXPECT_STATE_CHECKED(f,
                       chemix_state_observe(game, memory, size, 0, f->seen, f->seen_size, &error));
  EXPECT_SEEN_CHECKED(
      f, chemix_observation_legal_actions(game, memory, size, ids, 256, &count, &error));
  EXPECT_STATE_CHECKED(f,
                       chemix_state_acting_seen(game, memory, size, 0, &players, &chance, &error));
  EXPECT_CHECKED(f, "before", f->state, f->size,
                 chemix_state_can_undo(game, memory, f->state, size, 0, &chance, &error));
  /* With a wrong size the error would name `before`, so the field is any with an "e". */
  EXPECT_CHECKED(f, "e", f->state, f->size,
                 chemix_state_can_undo(game, f->state, memory, size, 0, &chance, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_viewer(game, memory, size, ids, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_phase(game, memory, size, text, 64, &count, &error));
  EXPECT_SEEN_CHECKED(
      f, chemix_observation_acting(game, memory, size, &players, &chance, &sealed, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_scores(game, memory, size, ids, 8, &count, &error));
  EXPECT_SEEN_CHECKED(f,
                      chemix_observation_returns(game, memory, size, returns, 8, &count, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_fold(game, &pass, memory, size, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_check(game, memory, size, 0, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_digest(game, memory, size, &digest, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_text(game, memory, size, text, 8192, &count, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_save(game, memory, size, text, 8192, &count, &error));
  EXPECT_SEEN_CHECKED(f,
                      chemix_observation_tensor(game, memory, size, numbers, 2048, &count, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_information_state_tensor(game, memory, size, numbers,
                                                                     2048, &count, &error));
  EXPECT_SEEN_CHECKED(
      f, chemix_observation_determinize(game, memory, size, "7", 0, 0, sample, f->size, &error));

  EXPECT_SEEN_CHECKED(
      f, chemix_observation_count_worlds(game, memory, size, text, 64, &count, &error));
  EXPECT_SEEN_CHECKED(f, chemix_observation_exactness(game, memory, size, ids, ids + 1, &error));
  EXPECT_SEEN_CHECKED(
      f, chemix_observation_hidden_places(game, memory, size, places, 8, &count, &error));
  EXPECT_SEEN_CHECKED(
      f, chemix_observation_marginals(game, memory, size, NULL, shares, 8, &count, &error));

  EXPECT(CHEMIX_WRONG_MEMORY, "out_state", chemix_state_init(game, 0, f->state, 8, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_state", chemix_state_init(game, 0, NULL, f->size, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_observation",
         chemix_state_observe(game, f->state, f->size, 0, f->seen, 8, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_state",
         chemix_observation_determinize(game, f->seen, f->seen_size, "7", 0, 0, sample, 8, &error));
  EXPECT(CHEMIX_OK, "",
         chemix_observation_tensor(game, f->seen, f->seen_size, numbers, 2048, &count, &error));
  REQUIRE(count == f->limits.tensor_size);
  EXPECT(
      CHEMIX_BUFFER_TOO_SMALL, "capacity",
      chemix_observation_tensor(game, f->seen, f->seen_size, numbers, count - 1, &count, &error));
  REQUIRE(count == f->limits.tensor_size);
  EXPECT(CHEMIX_OK, "",
         chemix_observation_information_state_tensor(game, f->seen, f->seen_size, numbers, 2048,
                                                     &count, &error));
  REQUIRE(count == f->limits.information_state_tensor_size);
  EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity",
         chemix_observation_information_state_tensor(game, f->seen, f->seen_size, numbers,
                                                     f->limits.tensor_size, &count, &error));
  EXPECT(CHEMIX_OK, "",
         chemix_state_tensor(game, f->state, f->size, CHEMIX_SPECTATOR, numbers, 2048, &count,
                             &error));
  REQUIRE(count == f->limits.state_tensor_size);
  EXPECT(CHEMIX_OUT_OF_RANGE, "viewer",
         chemix_state_tensor(game, f->state, f->size, 99, numbers, 2048, &count, &error));
  EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity",
         chemix_game_information_state_tensor_layout(game, NULL, 0, &count, &error));
  EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity",
         chemix_game_tensor_layout(game, NULL, 0, &count, &error));
  char* layout = malloc(count + 1);
  EXPECT(CHEMIX_OK, "", chemix_game_tensor_layout(game, layout, count + 1, &count, &error));
  REQUIRE(strlen(layout) == count && strstr(layout, "\"left_out\"") != NULL);
  free(layout);
  EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity",
         chemix_game_state_tensor_layout(game, NULL, 0, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "game", chemix_game_tensor_layout(NULL, NULL, 0, &count, &error));
}

/* Tries misaligned output memory in a call that uses `out`. */
#define EXPECT_ALIGNED(field, call)           \
  do {                                        \
    static uint64_t room[WORDS + 1];          \
    memset(room, 0x55, sizeof room);          \
    void* const out = (char*)room + 4;        \
    EXPECT(CHEMIX_WRONG_MEMORY, field, call); \
    REQUIRE(is_untouched(room, sizeof room)); \
  } while (0)

static void test_alignment(const fixture* f) {
  const chemix_game* const game = f->game;
  const size_t size = f->size;
  const size_t seen_size = f->seen_size;
  const int32_t seats[] = {0};
  static char text[1 << 14];
  char bytes[4096];
  size_t count = 0;
  EXPECT_ALIGNED("out_state", chemix_state_init(game, 0, out, size, &error));
  EXPECT_ALIGNED("out_state", chemix_state_from_json(game, "{}", 2, out, size, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_text(game, f->state, size, text, sizeof text, &count, &error));
  EXPECT_ALIGNED("out_state", chemix_state_parse(game, text, out, size, &error));
  EXPECT(CHEMIX_OK, "",
         chemix_state_save(game, f->state, size, bytes, sizeof bytes, &count, &error));
  EXPECT_ALIGNED("out_state", chemix_state_load(game, bytes, count, out, size, &error));
  EXPECT_ALIGNED("out_state", chemix_observation_determinize(game, f->seen, seen_size, "7", 0, 0,
                                                             out, size, &error));
  EXPECT_ALIGNED("out_observation",
                 chemix_state_observe(game, f->state, size, 0, out, seen_size, &error));
  EXPECT(CHEMIX_OK, "",
         chemix_observation_save(game, f->seen, seen_size, bytes, sizeof bytes, &count, &error));
  EXPECT_ALIGNED("out_observation",
                 chemix_observation_load(game, bytes, count, out, seen_size, &error));
  EXPECT_ALIGNED("out_states", chemix_batch_init(game, seats, out, size, 1, &error));
  EXPECT_ALIGNED("out_observations",
                 chemix_batch_observe(game, f->state, size, 1, seats, out, seen_size, &error));
  chemix_record* record = NULL;
  EXPECT(CHEMIX_OK, "", chemix_record_write(game, 0, NULL, 0, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_OK, "", chemix_record_open(text, count, &record, &error));
  EXPECT_ALIGNED("out_state", chemix_record_start(record, out, size, &error));
  chemix_seen_record* seen = NULL;
  EXPECT(CHEMIX_OK, "", chemix_record_seen(record, 0, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_OK, "", chemix_seen_record_open(text, count, &seen, &error));
  EXPECT_ALIGNED("out_observation", chemix_seen_record_start(seen, out, seen_size, &error));
  chemix_seen_record_destroy(&seen);
  chemix_record_destroy(&record);
}

static void test_arguments(fixture* f) {
  chemix_game* game = f->game;
  void* const state = f->state;
  const size_t size = f->size;
  char text[64];
  int32_t ids[256];
  size_t count = 0;
  uint32_t players = 0;
  uint64_t digest = 0;
  uint64_t before = 0;
  bool chance = false;
  chemix_event events[32];
  EXPECT(CHEMIX_OK, "", chemix_state_digest(game, state, size, &before, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_players",
         chemix_state_acting(game, state, size, NULL, &chance, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_chance",
         chemix_state_acting(game, state, size, &players, NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_may",
         chemix_state_can_undo(game, state, state, size, 0, NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_viewer",
         chemix_observation_viewer(game, f->seen, f->seen_size, NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_sealed",
         chemix_observation_acting(game, f->seen, f->seen_size, &players, &chance, NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_forgotten",
         chemix_observation_exactness(game, f->seen, f->seen_size, NULL, ids, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_approximations",
         chemix_observation_exactness(game, f->seen, f->seen_size, ids, NULL, &error));
  uint64_t sample[WORDS];
  for (int32_t others = -1; others <= 2; others += 3) {
    EXPECT(CHEMIX_OUT_OF_RANGE, "others",
           chemix_observation_determinize(game, f->seen, f->seen_size, "7", 0, others, sample, size,
                                          &error));
  }
  EXPECT(CHEMIX_NULL_ARGUMENT, "event",
         chemix_observation_fold(game, NULL, f->seen, f->seen_size, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_digest", chemix_state_digest(game, state, size, NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "game", chemix_state_digest(NULL, state, size, &digest, &error));
  const int32_t seats[] = {3, -1, -2, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof seats / sizeof *seats; ++i) {
    EXPECT(CHEMIX_OUT_OF_RANGE, "player",
           chemix_state_legal_actions(game, state, size, seats[i], ids, 256, &count, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "player",
           chemix_state_can_undo(game, state, state, size, seats[i], &chance, &error));
    if (seats[i] != CHEMIX_SPECTATOR) {
      EXPECT(CHEMIX_OUT_OF_RANGE, "viewer",
             chemix_state_acting_seen(game, state, size, seats[i], &players, &chance, &error));
    }
    EXPECT(CHEMIX_OUT_OF_RANGE, "start_player",
           chemix_state_init(game, seats[i], state, size, &error));
    if (seats[i] == CHEMIX_CHANCE) continue;
    EXPECT(CHEMIX_OUT_OF_RANGE, "actor",
           chemix_state_apply(game, seats[i], 0, state, size, &error));
  }
  const int32_t wrong_ids[] = {-1, f->limits.action_count, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof wrong_ids / sizeof *wrong_ids; ++i) {
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_state_apply(game, 0, wrong_ids[i], state, size, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_state_check(game, state, size, CHEMIX_CHANCE, wrong_ids[i], &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_action_text(game, 0, wrong_ids[i], text, 64, &count, &error));
  }
  EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity",
         chemix_state_legal_actions(game, state, size, 0, ids, 1, &count, &error));
  REQUIRE(count == 7);
  EXPECT(CHEMIX_REFUSED, "action", chemix_state_apply(game, CHEMIX_CHANCE, 0, state, size, &error));
  EXPECT(CHEMIX_REFUSED, "action", chemix_state_apply(game, 1, 0, state, size, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "state", chemix_state_draw(game, state, size, "7", ids, &error));
  const char* const seeds[] = {"", "seven", "-7", "7 ", "0x", "1e9"};
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; ++i) {
    EXPECT(CHEMIX_INVALID_INPUT, "seed", chemix_state_resolve(game, seeds[i], state, size, &error));
  }
  /* The message does not repeat a seed, which may be secret. */
  chemix_error told = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_state_resolve(game, "12345 ", state, size, &told) == CHEMIX_INVALID_INPUT);
  REQUIRE(strstr(told.message, "12345") == NULL);
  /* A failed call does not write its count. */
  size_t untouched = 99;
  REQUIRE(chemix_state_text(game, state, size, NULL, 8, &untouched, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(untouched == 99);
  EXPECT(CHEMIX_NULL_ARGUMENT, "seed", chemix_state_resolve(game, NULL, state, size, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "viewer",
         chemix_state_events(game, state, size, 0, 0, 3, events, 32, &count, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "viewer",
         chemix_state_observe(game, state, size, -3, f->seen, f->seen_size, &error));

  EXPECT(CHEMIX_OK, "", chemix_state_digest(game, state, size, &digest, &error));
  REQUIRE(digest == before);
}

/* Player actions and chance actions have separate ids, and either range may be larger. */
static void test_id_spaces(const char* name) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  const size_t size = limits.state_size;
  uint64_t state[WORDS];
  static char text[1 << 14];
  size_t count = 0;
  EXPECT(CHEMIX_OK, "", chemix_state_init(game, 0, state, size, &error));
  for (int32_t actor = CHEMIX_CHANCE; actor <= 0; ++actor) {
    const int32_t ids = actor == CHEMIX_CHANCE ? limits.chance_action_count : limits.action_count;
    EXPECT(CHEMIX_OK, "",
           chemix_action_text(game, actor, ids - 1, text, sizeof text, &count, &error));
    REQUIRE(chemix_state_check(game, state, size, actor, ids - 1, NULL) != CHEMIX_OUT_OF_RANGE);
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_action_text(game, actor, ids, text, sizeof text, &count, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_action_json(game, actor, ids, text, sizeof text, &count, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_action_words(game, actor, ids, NULL, NULL, text, sizeof text, &count, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_state_check(game, state, size, actor, ids, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_state_apply(game, actor, ids, state, size, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_state_events(game, state, size, actor, ids, 0, NULL, 0, &count, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "actions[0]",
           chemix_batch_apply(game, &actor, &ids, state, size, 1, &error));
    const chemix_step step = {actor, ids};
    EXPECT(CHEMIX_OUT_OF_RANGE, "steps[0].action",
           chemix_record_write(game, 0, &step, 1, text, sizeof text, &count, &error));
  }
  chemix_game_destroy(&game);
}

/* An error has all arguments of a refusal's message, and its detail distinguishes refusals of a
 * rule. */
static void test_refusal_numbers(const fixture* f) {
  chemix_error refusal = CHEMIX_ERROR_INIT;
  /* The wrong phase; chance acts; another player acts. */
  int32_t wish = 0;
  REQUIRE(chemix_action_parse(f->game, 0, "wish Fe", &wish, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_check(f->game, f->state, f->size, 0, wish, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "GN-10") == 0 && refusal.detail == 0);
  REQUIRE(chemix_state_check(f->other, f->foreign, f->size, 0, 0, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "GN-10") == 0 && refusal.detail == 1);
  REQUIRE(chemix_state_check(f->game, f->state, f->size, 1, 0, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "GN-10") == 0 && refusal.detail == 2 && refusal.arguments[0] == 0);

  /* On an open penalty of four cards only a 2 may be laid. */
  const char* const json =
      "{\"open\":{\"phase\":\"penalty\",\"current_player\":0,\"top\":\"2\",\"penalty\":4,"
      "\"turns\":2,\"laid\":{\"2\":2}},\"own\":[{\"hand\":{\"C\":1}},{\"hand\":{\"O\":1}},"
      "{\"hand\":{\"O\":1}}]}";
  uint64_t state[WORDS];
  int32_t lay = 0;
  char text[256];
  size_t count = 0;
  EXPECT(CHEMIX_OK, "",
         chemix_state_from_json(f->game, json, strlen(json), state, f->size, &error));
  REQUIRE(chemix_action_parse(f->game, 0, "lay C", &lay, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_check(f->game, state, f->size, 0, lay, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "CU-11") == 0 && refusal.action == lay);
  REQUIRE(chemix_card_name(f->game, refusal.arguments[0], text, sizeof text, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(strcmp(text, "2") == 0 && refusal.arguments[1] == 4 && refusal.arguments[2] == 0);
  REQUIRE(chemix_error_words(f->game, &refusal, "en", NULL, text, sizeof text, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(strstr(text, "another 2") != NULL && strstr(text, "4 cards") != NULL);
}

static void test_refusal(const fixture* f) {
  chemix_error error = CHEMIX_ERROR_INIT;
  int32_t wish = 0;
  REQUIRE(chemix_action_parse(f->game, 0, "wish Fe", &wish, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_check(f->game, f->state, f->size, 0, wish, &error) == CHEMIX_REFUSED);
  REQUIRE(strcmp(error.rule, "GN-10") == 0 && error.action == wish);
  REQUIRE(strstr(error.message, "wish Fe") != NULL);
  /* A refusal of a card that is not in the hand has the kind of the card. */
  int32_t lay = 0;
  REQUIRE(chemix_action_parse(f->game, 0, "lay He", &lay, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_check(f->game, f->state, f->size, 0, lay, &error) == CHEMIX_REFUSED);
  char card[16];
  size_t count = 0;
  REQUIRE(strcmp(error.rule, "GN-11") == 0 && error.action == lay);
  REQUIRE(chemix_card_name(f->game, error.arguments[0], card, sizeof card, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(strcmp(card, "He") == 0 && error.arguments[1] == 0 && error.arguments[2] == 0);
}

/* The size of the UTF-8 character that begins with `first`, or 0 if none does. */
static size_t character_size(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 0;
}

static bool is_whole_utf8(const char* text) {
  const size_t end = strlen(text);
  size_t at = 0;
  while (at < end) {
    const size_t size = character_size((unsigned char)text[at]);
    if (size == 0) return false;
    at += size;
  }
  return at == end;
}

/* A truncated message or field ends at a character boundary. */
static void test_cut_texts(const fixture* f) {
  const char* const characters[] = {"\xC3\xA9", "\xE2\x82\x82", "\xF0\x9F\xA7\xAA"};
  for (size_t i = 0; i < sizeof characters / sizeof *characters; ++i) {
    const size_t size = strlen(characters[i]);
    for (size_t shift = 0; shift < size; ++shift) {
      char text[600] = "";
      memset(text, 'x', shift);
      while (strlen(text) + size < sizeof text) strcat(text, characters[i]);
      chemix_error error = CHEMIX_ERROR_INIT;
      int32_t action = 0;
      REQUIRE(chemix_action_parse(f->game, 0, text, &action, &error) == CHEMIX_INVALID_INPUT);
      REQUIRE(is_whole_utf8(error.message));
      /* A long value is truncated to leave room for the reason. */
      REQUIRE(strstr(error.message, "\xE2\x80\xA6: not an action of this game") != NULL);
      chemix_deck* deck = NULL;
      REQUIRE(chemix_deck_create("{", 1, text, &deck, &error) == CHEMIX_INVALID_INPUT);
      REQUIRE(is_whole_utf8(error.field));
      REQUIRE(strlen(error.field) > sizeof error.field - 1 - size);
      REQUIRE(is_whole_utf8(error.message));
      REQUIRE(strlen(error.message) > sizeof error.message - 1 - size);
    }
  }
}

/* A text needs room for its NUL. If the buffer is too small, nothing is written, and the error says
 * how much is needed. */
static void test_room(const fixture* f) {
  char text[64];
  char message[96];
  size_t count = 0;
  EXPECT(CHEMIX_OK, "", chemix_action_text(f->game, 0, 0, text, sizeof text, &count, &error));
  const size_t size = strlen(text);
  REQUIRE(count == size);
  for (size_t capacity = 0; capacity <= size; ++capacity) {
    memset(text, 0x55, sizeof text);
    count = 0;
    EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity",
           chemix_action_text(f->game, 0, 0, text, capacity, &count, &error));
    REQUIRE(count == size && is_untouched(text, sizeof text));
    chemix_error error = CHEMIX_ERROR_INIT;
    REQUIRE(chemix_action_text(f->game, 0, 0, text, capacity, &count, &error) ==
            CHEMIX_BUFFER_TOO_SMALL);
    (void)snprintf(message, sizeof message, "capacity = %zu: must be at least %zu", capacity,
                   size + 1);
    REQUIRE(strcmp(error.message, message) == 0);
  }
  EXPECT(CHEMIX_OK, "", chemix_action_text(f->game, 0, 0, text, size + 1, &count, &error));
  REQUIRE(strlen(text) == size && is_untouched(text + size + 1, sizeof text - size - 1));
}

/* Every field of an event has a range. */
static void test_event_fields(const fixture* f) {
  const chemix_event good = {CHEMIX_VERB_MOVE, 0, 0, 2, 1, 0, 0, 3, 1, 255};
  char text[64];
  size_t count = 0;
  for (int32_t seen_by = 0; seen_by < 8; ++seen_by) {
    chemix_event event = good;
    event.seen_by = seen_by;
    EXPECT(CHEMIX_OK, "", chemix_event_text(f->game, &event, text, sizeof text, &count, &error));
  }
  const struct {
    const char* field;
    size_t offset;
    int32_t values[4];
  } wrong[] = {
      {"event.verb", offsetof(chemix_event, verb), {-1, 99, INT32_MIN, INT32_MAX}},
      {"event.from_zone", offsetof(chemix_event, from_zone), {-1, 99, INT32_MIN, INT32_MAX}},
      {"event.from_owner", offsetof(chemix_event, from_owner), {-1, 3, INT32_MIN, INT32_MAX}},
      {"event.to_zone", offsetof(chemix_event, to_zone), {-1, 99, INT32_MIN, INT32_MAX}},
      {"event.to_owner", offsetof(chemix_event, to_owner), {-1, 3, INT32_MIN, INT32_MAX}},
      {"event.player", offsetof(chemix_event, player), {-1, 3, INT32_MIN, INT32_MAX}},
      {"event.index", offsetof(chemix_event, index), {-1, 1, INT32_MIN, INT32_MAX}},
      {"event.kind", offsetof(chemix_event, kind), {-2, 99, INT32_MIN, INT32_MAX}},
      {"event.amount", offsetof(chemix_event, amount), {-32769, 32768, INT32_MIN, INT32_MAX}},
      {"event.seen_by", offsetof(chemix_event, seen_by), {-1, 8, 254, 256}},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    for (size_t j = 0; j < 4; ++j) {
      chemix_event event = good;
      memcpy((char*)&event + wrong[i].offset, &wrong[i].values[j], sizeof(int32_t));
      EXPECT(CHEMIX_OUT_OF_RANGE, wrong[i].field,
             chemix_event_text(f->game, &event, text, sizeof text, &count, &error));
    }
  }
}

/* Some kinds of card are never drawn, so drawing them is no chance action. */
static void test_chance_texts(void) {
  chemix_game* game = NULL;
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  REQUIRE(chemix_game_create("showdown", 2, "", NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_limits(game, &limits, NULL) == CHEMIX_OK);
  int drawn = 0;
  int refused = 0;
  for (int32_t kind = 0; kind < limits.card_kind_count; ++kind) {
    char text[64] = "drawn ";
    size_t count = 0;
    int32_t action = -1;
    REQUIRE(chemix_card_name(game, kind, text + 6, sizeof text - 6, &count, NULL) == CHEMIX_OK);
    if (chemix_action_parse(game, CHEMIX_CHANCE, text, &action, NULL) == CHEMIX_OK) {
      REQUIRE(action >= 0 && action < limits.chance_action_count);
      ++drawn;
    } else {
      REQUIRE(action == -1);
      ++refused;
    }
  }
  REQUIRE(drawn == limits.chance_action_count && refused > 0);
  chemix_game_destroy(&game);
}

static void test_texts(const fixture* f) {
  int32_t action = 0;
  uint64_t target[WORDS];
  const char* const texts[] = {"", "lay", "lay Gold", "draw H2O", "Draw", "draw ", " draw", "\xff"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    EXPECT(CHEMIX_INVALID_INPUT, "action",
           chemix_action_parse(f->game, 0, texts[i], &action, &error));
    EXPECT(CHEMIX_INVALID_INPUT, "action",
           chemix_action_parse(f->game, CHEMIX_CHANCE, texts[i], &action, &error));
    EXPECT(CHEMIX_INVALID_INPUT, "",
           chemix_state_parse(f->game, texts[i], target, f->size, &error));
  }
  EXPECT(CHEMIX_NULL_ARGUMENT, "text", chemix_action_parse(f->game, 0, NULL, &action, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_action", chemix_action_parse(f->game, 0, "draw", NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "text", chemix_state_parse(f->game, NULL, target, f->size, &error));
}

/* Truncated bytes are rejected. Bytes with a flipped bit are either rejected or playable. */
static void test_bytes(const fixture* f) {
  chemix_game* game = f->game;
  char bytes[4096];
  int32_t ids[256];
  size_t count = 0;
  size_t legal = 0;
  uint64_t target[WORDS];
  uint64_t untouched[WORDS];
  uint64_t sample[WORDS];
  memset(untouched, 0xAA, sizeof untouched);
  memcpy(target, untouched, sizeof target);
  EXPECT(CHEMIX_OK, "",
         chemix_state_save(game, f->state, f->size, bytes, sizeof bytes, &count, &error));
  for (size_t cut = 0; cut < count; ++cut) {
    REQUIRE(chemix_state_load(game, bytes, cut, target, f->size, NULL) == CHEMIX_INVALID_INPUT);
  }
  EXPECT(CHEMIX_INVALID_INPUT, "bytes",
         chemix_state_load(game, bytes, count + 1, target, f->size, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "game key",
         chemix_state_load(f->other, bytes, count, target, f->size, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "bytes",
         chemix_state_load(game, NULL, count, target, f->size, &error));
  REQUIRE(memcmp(target, untouched, sizeof target) == 0);
  for (size_t bit = 0; bit < 8 * count; ++bit) {
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    if (chemix_state_load(game, bytes, count, target, f->size, NULL) == CHEMIX_OK) {
      EXPECT(CHEMIX_OK, "", chemix_state_resolve(game, "1", target, f->size, &error));
      EXPECT(CHEMIX_OK, "",
             chemix_state_legal_actions(game, target, f->size, 0, ids, 256, &legal, &error));
    }
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
  }
  EXPECT(CHEMIX_OK, "", chemix_state_load(game, bytes, count, target, f->size, &error));

  EXPECT(CHEMIX_OK, "",
         chemix_observation_save(game, f->seen, f->seen_size, bytes, sizeof bytes, &count, &error));
  for (size_t cut = 0; cut < count; ++cut) {
    REQUIRE(chemix_observation_load(game, bytes, cut, target, f->seen_size, NULL) ==
            CHEMIX_INVALID_INPUT);
  }
  EXPECT(CHEMIX_INVALID_INPUT, "bytes",
         chemix_observation_load(game, bytes, count + 1, target, f->seen_size, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "game key",
         chemix_observation_load(f->other, bytes, count, target, f->seen_size, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "bytes",
         chemix_observation_load(game, NULL, count, target, f->seen_size, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_observation",
         chemix_observation_load(game, bytes, count, target, 8, &error));
  for (size_t bit = 0; bit < 8 * count; ++bit) {
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    if (chemix_observation_load(game, bytes, count, target, f->seen_size, NULL) == CHEMIX_OK) {
      EXPECT(
          CHEMIX_OK, "",
          chemix_observation_legal_actions(game, target, f->seen_size, ids, 256, &legal, &error));
      (void)chemix_observation_determinize(game, target, f->seen_size, "1", 0, 1, sample, f->size,
                                           NULL);
    }
    bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
  }
}

/* Beliefs and policies reject an unreachable observation: here, one with more cards of a kind than
 * the deck has. */
static void test_impossible_view(const fixture* f) {
  const chemix_game* const game = f->game;
  const size_t size = f->seen_size;
  uint64_t view[WORDS];
  uint64_t sample[WORDS];
  char text[512];
  chemix_place places[8];
  static double shares[1 << 14];
  chemix_action_value values[256];
  int32_t numbers[2];
  size_t count = 0;
  int32_t kind = 0;
  while (kind < f->limits.card_kind_count) {
    REQUIRE(chemix_card_name(game, kind, text, sizeof text, &count, NULL) == CHEMIX_OK);
    if (strcmp(text, "H2O") == 0) break;
    ++kind;
  }
  const chemix_event draw = {
      CHEMIX_VERB_MOVE, CHEMIX_ZONE_DRAW_PILE, 0, CHEMIX_ZONE_HAND, 0, 0, 0, kind, 1, 255};
  memcpy(view, f->seen, size);
  for (int32_t i = 0; i <= f->limits.max_copies; ++i) {
    EXPECT(CHEMIX_OK, "", chemix_observation_fold(game, &draw, view, size, &error));
  }
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_determinize(game, view, size, "1", 0, 0, sample, f->size, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_count_worlds(game, view, size, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_exactness(game, view, size, numbers, numbers + 1, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_hidden_places(game, view, size, places, 8, &count, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_marginals(game, view, size, NULL, shares, 1 << 14, &count, &error));
  chemix_policy* policy = NULL;
  EXPECT(CHEMIX_OK, "", chemix_policy_create("random", &policy, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_policy_choose(policy, game, view, size, "1", NULL, numbers, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_policy_action_values(policy, game, view, size, "1", NULL, values, 256, &count,
                                     &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_policy_hint(policy, game, view, size, "1", NULL, NULL, NULL, text, sizeof text,
                            &count, &error));
  chemix_policy_destroy(&policy);
}

static void test_spectators(fixture* f) {
  int32_t ids[8];
  size_t count = 9;
  EXPECT(CHEMIX_OK, "",
         chemix_state_observe(f->game, f->state, f->size, CHEMIX_SPECTATOR, f->seen, f->seen_size,
                              &error));
  EXPECT(CHEMIX_OK, "",
         chemix_observation_legal_actions(f->game, f->seen, f->seen_size, ids, 8, &count, &error));
  REQUIRE(count == 0);
  EXPECT(CHEMIX_INVALID_INPUT, "observation",
         chemix_observation_check(f->game, f->seen, f->seen_size, 0, &error));
}

static void test_events_and_records(const fixture* f) {
  char text[4096];
  size_t count = 0;
  uint64_t digest = 0;
  chemix_event event = {CHEMIX_VERB_MOVE, 0, 0, 2, 1, 0, 0, 3, 1, 255};
  EXPECT(CHEMIX_OK, "", chemix_event_text(f->game, &event, text, sizeof text, &count, &error));
  REQUIRE(strcmp(text, "move draw_pile hand[1] O") == 0);
  event.verb = CHEMIX_VERB_PHASE;
  event.index = 77;
  EXPECT(CHEMIX_OUT_OF_RANGE, "event.index",
         chemix_event_text(f->game, &event, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "event",
         chemix_event_text(f->game, NULL, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "event",
         chemix_event_json(f->game, NULL, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "event",
         chemix_event_words(f->game, NULL, "en", NULL, text, sizeof text, &count, &error));

  /* The error names the wrong step: here one by a player while chance acts. */
  chemix_step step = {0, 0};
  EXPECT(CHEMIX_INVALID_INPUT, "steps[0]",
         chemix_record_write(f->game, 0, &step, 1, text, sizeof text, &count, &error));
  chemix_step steps[] = {{CHEMIX_CHANCE, f->dealt}, {7, 0}};
  EXPECT(CHEMIX_OUT_OF_RANGE, "steps[1].actor",
         chemix_record_write(f->other, 0, steps, 2, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "steps[1].actor",
         chemix_record_write_resumed(f->other, f->foreign, f->size, steps, 2, text, sizeof text,
                                     &count, &error));
  steps[1].actor = 0;
  steps[1].action = -1;
  EXPECT(CHEMIX_OUT_OF_RANGE, "steps[1].action",
         chemix_record_write(f->other, 0, steps, 2, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "steps",
         chemix_record_write(f->game, 0, NULL, 1, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_OK, "",
         chemix_record_write(f->game, 0, NULL, 0, text, sizeof text, &count, &error));
  EXPECT(CHEMIX_OK, "", chemix_record_verify(text, count, &digest, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "record", chemix_record_verify(text, count - 3, &digest, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "record", chemix_record_verify("[]", 2, &digest, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "text", chemix_record_verify(NULL, 0, &digest, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_digest", chemix_record_verify("{}", 2, NULL, &error));
  char* const revision = strstr(text, "\"revision\": 1");
  REQUIRE(revision != NULL);
  if (revision != NULL) revision[12] = '9';
  EXPECT(CHEMIX_INVALID_INPUT, "revision", chemix_record_verify(text, count, &digest, &error));
}

/* Tries all kinds of missing or small output buffers in a call that uses `out`, `capacity` and
 * `out_count`. */
#define EXPECT_ROOM_CHECKED(call)                      \
  do {                                                 \
    static uint64_t room[1];                           \
    size_t needed = 0;                                 \
    size_t* out_count = &needed;                       \
    size_t capacity = 0;                               \
    void* out = NULL;                                  \
    EXPECT(CHEMIX_BUFFER_TOO_SMALL, "capacity", call); \
    REQUIRE(needed > 0);                               \
    capacity = 1;                                      \
    EXPECT(CHEMIX_NULL_ARGUMENT, "out", call);         \
    out = room;                                        \
    out_count = NULL;                                  \
    EXPECT(CHEMIX_NULL_ARGUMENT, "out_count", call);   \
  } while (0)
/* The same, and a null game, in a call that also uses `game`. */
#define EXPECT_GIVEN_CHECKED(of, call)          \
  do {                                          \
    const chemix_game* game = (of);             \
    EXPECT_ROOM_CHECKED(call);                  \
    game = NULL;                                \
    size_t* out_count = NULL;                   \
    void* out = NULL;                           \
    const size_t capacity = 0;                  \
    EXPECT(CHEMIX_NULL_ARGUMENT, "game", call); \
  } while (0)
/* The output arguments of a text. */
#define GIVEN out, capacity, out_count, &error

static void test_what_is_given(const fixture* f) {
  const void* const state = f->state;
  const void* const seen = f->seen;
  const size_t size = f->size;
  const size_t seen_size = f->seen_size;
  const chemix_event event = {CHEMIX_VERB_MOVE, 0, 0, 2, 1, 0, 0, 3, 1, 255};
  chemix_error refusal = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_state_check(f->game, state, size, 1, 0, &refusal) == CHEMIX_REFUSED);

  EXPECT_ROOM_CHECKED(chemix_game_describe("chemuno", GIVEN));
  EXPECT_ROOM_CHECKED(chemix_game_description("chemuno", GIVEN));
  EXPECT_ROOM_CHECKED(chemix_game_words("chemuno", "de", GIVEN));
  EXPECT_ROOM_CHECKED(chemix_word_languages(GIVEN));
  EXPECT_ROOM_CHECKED(chemix_deck_names(GIVEN));
  EXPECT_ROOM_CHECKED(chemix_deck_json("chemix", GIVEN));
  EXPECT_ROOM_CHECKED(chemix_policy_list(GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_game_catalogue(game, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_game_schema(game, "state", GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_game_tensor_layout(game, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_game_information_state_tensor_layout(game, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_game_state_tensor_layout(game, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_card_name(game, 0, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_card_words(game, 0, NULL, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_action_text(game, 0, 0, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_action_json(game, 0, 0, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_action_words(game, 0, 0, NULL, NULL, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_event_text(game, &event, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_event_json(game, &event, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_event_words(game, &event, NULL, NULL, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_error_words(game, &refusal, NULL, NULL, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_refusal_json(game, 1, &refusal, GIVEN));

  EXPECT_GIVEN_CHECKED(f->game, chemix_state_phase(game, state, size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_legal_actions(game, state, size, 0, GIVEN));
  EXPECT_GIVEN_CHECKED(f->other, chemix_state_chance_outcomes(game, f->foreign, size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_scores(game, state, size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_returns(game, state, size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_tensor(game, state, size, 0, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_text(game, state, size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_save(game, state, size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_json(game, state, size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_state_words(game, state, size, NULL, NULL, GIVEN));
  EXPECT_GIVEN_CHECKED(
      f->other, chemix_state_events(game, f->foreign, size, CHEMIX_CHANCE, f->dealt, 0, GIVEN));

  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_phase(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_scores(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_returns(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_legal_actions(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_text(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_save(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_json(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_words(game, seen, seen_size, NULL, NULL, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_tensor(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game,
                       chemix_observation_information_state_tensor(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_count_worlds(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_hidden_places(game, seen, seen_size, GIVEN));
  EXPECT_GIVEN_CHECKED(f->game, chemix_observation_marginals(game, seen, seen_size, NULL, GIVEN));
}

static void test_words_and_data(const fixture* f) {
  uint64_t target[WORDS];
  const void* const state = f->state;
  const void* const seen = f->seen;
  const size_t seen_size = f->seen_size;
  void* const out = NULL;
  const size_t capacity = 0;
  size_t needed = 0;
  size_t* const out_count = &needed;
  EXPECT(CHEMIX_NULL_ARGUMENT, "name", chemix_game_description(NULL, GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_game_description("poker", GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "name", chemix_game_words(NULL, NULL, GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "language", chemix_game_words("chemuno", "xx", GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "language", chemix_card_words(f->game, 0, "xx", GIVEN));
  EXPECT(CHEMIX_OUT_OF_RANGE, "kind", chemix_card_words(f->game, 99, NULL, GIVEN));
  EXPECT(CHEMIX_OUT_OF_RANGE, "action", chemix_action_words(f->game, 0, -1, NULL, NULL, GIVEN));
  EXPECT(CHEMIX_OUT_OF_RANGE, "actor", chemix_action_json(f->game, 3, 0, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "error", chemix_error_words(f->game, NULL, NULL, NULL, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "error", chemix_refusal_json(f->game, 1, NULL, GIVEN));
  chemix_error unknown = CHEMIX_ERROR_INIT;
  unknown.status = CHEMIX_REFUSED;
  memcpy(unknown.rule, "XX-99", sizeof "XX-99");
  EXPECT(CHEMIX_INVALID_INPUT, "error.rule",
         chemix_error_words(f->game, &unknown, NULL, NULL, GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "error.rule", chemix_refusal_json(f->game, 1, &unknown, GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "players",
         chemix_state_words(f->game, state, f->size, NULL, "Ann\nB\xff\n", GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "name", chemix_deck_json(NULL, GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_deck_json("poker", GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "deck", chemix_deck_text(NULL, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "what", chemix_game_schema(f->game, NULL, GIVEN));
  EXPECT_STATE_CHECKED(f, chemix_state_json(f->game, memory, size, GIVEN));
  EXPECT_STATE_CHECKED(f, chemix_state_words(f->game, memory, size, NULL, NULL, GIVEN));
  EXPECT_SEEN_CHECKED(f, chemix_observation_json(f->game, memory, size, GIVEN));
  EXPECT_SEEN_CHECKED(f, chemix_observation_words(f->game, memory, size, NULL, NULL, GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "language",
         chemix_state_words(f->game, state, f->size, "xx", NULL, GIVEN));
  EXPECT(CHEMIX_INVALID_INPUT, "language",
         chemix_observation_words(f->game, seen, seen_size, "xx", NULL, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "text",
         chemix_state_from_json(f->game, NULL, 0, target, f->size, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "text",
         chemix_state_from_json(f->game, "{", 1, target, f->size, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "text",
         chemix_state_from_json(f->game, "{}\0 {", 5, target, f->size, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_state",
         chemix_state_from_json(f->game, "{}", 2, target, 8, &error));
}

static void test_policies(fixture* f) {
  const chemix_game* const game = f->game;
  int32_t action = 0;
  int64_t steps = 0;
  chemix_policy* policy = NULL;
  EXPECT(CHEMIX_NULL_ARGUMENT, "text", chemix_policy_create(NULL, &policy, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_policy", chemix_policy_create("random", NULL, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "policy", chemix_policy_create("lucky", &policy, &error));
  REQUIRE(policy == NULL);
  EXPECT_FINE(chemix_policy_destroy(NULL));
  EXPECT(CHEMIX_OK, "", chemix_policy_create("random", &policy, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_stop", chemix_stop_create(NULL, &error));
  EXPECT_FINE(chemix_stop_set(NULL));
  EXPECT_FINE(chemix_stop_set_time_budget(NULL, -1));
  EXPECT_FINE(chemix_stop_destroy(NULL));
  const void* const seen = f->seen;
  const size_t seen_size = f->seen_size;
  EXPECT_SEEN_CHECKED(f,
                      chemix_policy_choose(policy, game, memory, size, "1", NULL, &action, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "policy",
         chemix_policy_choose(NULL, game, seen, seen_size, "1", NULL, &action, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "seed",
         chemix_policy_choose(policy, game, seen, seen_size, NULL, NULL, &action, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_action",
         chemix_policy_choose(policy, game, seen, seen_size, "1", NULL, NULL, &error));
  EXPECT_ROOM_CHECKED(chemix_policy_action_values(policy, game, seen, seen_size, "1", NULL, GIVEN));
  EXPECT_ROOM_CHECKED(
      chemix_policy_hint(policy, game, seen, seen_size, "1", NULL, NULL, NULL, GIVEN));
  const chemix_policy* const policies[] = {policy, policy, NULL};
  EXPECT_STATE_CHECKED(
      f, chemix_state_play(game, policies, 3, "1", NULL, memory, size, &steps, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "policy_count",
         chemix_state_play(game, policies, 2, "1", NULL, f->state, f->size, &steps, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "policies[2]",
         chemix_state_play(game, policies, 3, "1", NULL, f->state, f->size, &steps, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "policies",
         chemix_state_play(game, NULL, 3, "1", NULL, f->state, f->size, &steps, &error));
  EXPECT_STATE_CHECKED(f, chemix_state_playout(game, "1", memory, size, &steps, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "seed",
         chemix_state_playout(game, NULL, f->state, f->size, &steps, &error));
  chemix_policy_destroy(&policy);
}

/* This game has no whole turns. */
static void test_turns(fixture* f) {
  const chemix_game* const game = f->game;
  int64_t turns = 0;
  chemix_turns* list = NULL;
  void* const out = NULL;
  const size_t capacity = 0;
  size_t needed = 0;
  size_t* const out_count = &needed;
  EXPECT_STATE_CHECKED(f, chemix_state_count_turns(game, memory, size, &turns, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "game",
         chemix_state_count_turns(game, f->state, f->size, &turns, &error));
  EXPECT(
      CHEMIX_INVALID_INPUT, "game",
      chemix_state_best_turn(game, f->state, f->size, "", out, capacity, out_count, NULL, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "game", chemix_turns_create(game, f->state, f->size, &list, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_turns",
         chemix_turns_create(game, f->state, f->size, NULL, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "turns", chemix_turns_next(list, NULL, GIVEN));
  EXPECT_FINE(chemix_turns_destroy(NULL));
}

static void test_opened_records(const fixture* f) {
  static char text[1 << 14];
  static char seen_text[1 << 14];
  size_t count = 0;
  size_t seen_count = 0;
  int32_t start = 0;
  uint64_t memory[WORDS];
  chemix_game* played = NULL;
  chemix_record* record = NULL;
  chemix_seen_record* seen = NULL;
  const chemix_step deal = {CHEMIX_CHANCE, f->dealt};
  EXPECT(CHEMIX_OK, "",
         chemix_record_write(f->other, 0, &deal, 1, text, sizeof text, &count, &error));
  EXPECT_GIVEN_CHECKED(f->other, chemix_record_write(game, 0, &deal, 1, GIVEN));
  EXPECT_GIVEN_CHECKED(f->other,
                       chemix_record_write_resumed(game, f->foreign, f->size, &deal, 1, GIVEN));
  EXPECT_ROOM_CHECKED(chemix_record_json(text, count, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "text", chemix_record_open(NULL, 0, &record, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_record", chemix_record_open(text, count, NULL, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "record", chemix_record_open(text, count - 3, &record, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "record", chemix_record_game(record, &played, &start, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "record", chemix_record_start(record, memory, f->size, &error));
  EXPECT(CHEMIX_OK, "", chemix_record_open(text, count, &record, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_game", chemix_record_game(record, NULL, &start, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_start_player",
         chemix_record_game(record, &played, NULL, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_state", chemix_record_start(record, memory, 8, &error));
  EXPECT_ROOM_CHECKED(chemix_record_steps(record, GIVEN));
  EXPECT_ROOM_CHECKED(chemix_record_seen(record, 0, GIVEN));
  EXPECT(CHEMIX_OUT_OF_RANGE, "viewer",
         chemix_record_seen(record, 2, seen_text, sizeof seen_text, &seen_count, &error));

  EXPECT(CHEMIX_OK, "",
         chemix_record_seen(record, 0, seen_text, sizeof seen_text, &seen_count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "text", chemix_seen_record_open(NULL, 0, &seen, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_record",
         chemix_seen_record_open(seen_text, seen_count, NULL, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "record", chemix_seen_record_open(text, count, &seen, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "record", chemix_seen_record_game(seen, &played, &count, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "record",
         chemix_seen_record_start(seen, memory, f->seen_size, &error));
  EXPECT(CHEMIX_OK, "", chemix_seen_record_open(seen_text, seen_count, &seen, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_game", chemix_seen_record_game(seen, NULL, &count, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_observation", chemix_seen_record_start(seen, memory, 8, &error));
  EXPECT_ROOM_CHECKED(chemix_seen_record_events(seen, 0, GIVEN));
  EXPECT(CHEMIX_OUT_OF_RANGE, "step", chemix_seen_record_events(seen, 1, NULL, 0, &count, &error));
  REQUIRE(played == NULL);
  EXPECT_FINE(chemix_record_destroy(NULL));
  EXPECT_FINE(chemix_seen_record_destroy(NULL));
  chemix_record_destroy(&record);
  chemix_seen_record_destroy(&seen);
}

static void test_deals(const fixture* f) {
  const uint8_t secret[CHEMIX_SECRET_SIZE] = {1};
  const chemix_contribution long_one = {CHEMIX_SECRET_SIZE + 1, {0}};
  uint64_t digest = 0;
  void* const out = NULL;
  const size_t capacity = 0;
  size_t needed = 0;
  size_t* const out_count = &needed;
  EXPECT(CHEMIX_NULL_ARGUMENT, "seed", chemix_deal_commit(f->game, 0, NULL, secret, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "salt", chemix_deal_commit(f->game, 0, secret, NULL, GIVEN));
  EXPECT(CHEMIX_OUT_OF_RANGE, "start_player",
         chemix_deal_commit(f->game, 3, secret, secret, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "seed", chemix_deal_seed(NULL, NULL, 0, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "contributions", chemix_deal_seed(secret, NULL, 1, GIVEN));
  EXPECT(CHEMIX_OUT_OF_RANGE, "byte_count", chemix_deal_seed(secret, &long_one, 1, GIVEN));
  EXPECT(CHEMIX_NULL_ARGUMENT, "text",
         chemix_deal_verify("", secret, secret, NULL, 0, NULL, 0, &digest, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "commitment",
         chemix_deal_verify(NULL, secret, secret, NULL, 0, "{}", 2, &digest, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_digest",
         chemix_deal_verify("", secret, secret, NULL, 0, "{}", 2, NULL, &error));
}

/* A batch of one state rejects it for everything that a single call does. */
static void test_batches(fixture* f) {
  const chemix_game* const game = f->game;
  const int32_t seats[] = {0};
  const int32_t wrong[] = {3};
  const uint64_t seeds[] = {7};
  uint32_t players = 0;
  bool chance = false;
  int64_t steps = 0;
  uint64_t views[WORDS];
  void* const state = f->state;
  const size_t one = f->size;
  const size_t row = f->seen_size;
  EXPECT(CHEMIX_NULL_ARGUMENT, "out_states", chemix_batch_init(game, seats, NULL, one, 1, &error));
  /* The memory must have exactly the size of the states. */
  const size_t wraps = SIZE_MAX / 8 + 1;
  const struct {
    size_t size;
    size_t count;
  } unequal[] = {{one, 2}, {one, 0}, {one + 8, 1}, {2 * one, 1}, {one, wraps}, {0, wraps}};
  for (size_t i = 0; i < sizeof unequal / sizeof *unequal; ++i) {
    EXPECT(CHEMIX_WRONG_MEMORY, "out_states",
           chemix_batch_init(game, NULL, state, unequal[i].size, unequal[i].count, &error));
    EXPECT(CHEMIX_WRONG_MEMORY, "states",
           chemix_batch_resolve(game, seeds, state, unequal[i].size, unequal[i].count, &error));
  }
  EXPECT(CHEMIX_OUT_OF_RANGE, "start_players[0]",
         chemix_batch_init(game, wrong, state, one, 1, &error));
  EXPECT_STATE_CHECKED(f, chemix_batch_acting(game, memory, size, 1, &players, &chance, &error));
  EXPECT_STATE_CHECKED(f, chemix_batch_apply(game, seats, seats, memory, size, 1, &error));
  EXPECT_STATE_CHECKED(f, chemix_batch_resolve(game, seeds, memory, size, 1, &error));
  EXPECT_STATE_CHECKED(f, chemix_batch_playout(game, seeds, NULL, memory, size, 1, &steps, &error));
  EXPECT_STATE_CHECKED(f, chemix_batch_observe(game, memory, size, 1, seats, views, row, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "actions",
         chemix_batch_apply(game, seats, NULL, state, one, 1, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "actors[0]",
         chemix_batch_apply(game, wrong, seats, state, one, 1, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "seeds", chemix_batch_resolve(game, NULL, state, one, 1, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "seeds",
         chemix_batch_playout(game, NULL, NULL, state, one, 1, &steps, &error));
  EXPECT(CHEMIX_NULL_ARGUMENT, "viewers",
         chemix_batch_observe(game, state, one, 1, NULL, views, row, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_observations",
         chemix_batch_observe(game, state, one, 1, seats, views, 8, &error));
  EXPECT(CHEMIX_WRONG_MEMORY, "out_observations",
         chemix_batch_observe(game, state, one, 1, seats, views, 2 * row, &error));
  EXPECT_ROOM_CHECKED(chemix_batch_legal_masks(game, state, one, 1, seats, GIVEN));
  EXPECT_ROOM_CHECKED(chemix_batch_tensors(game, state, one, 1, seats, GIVEN));
  EXPECT_ROOM_CHECKED(chemix_batch_returns(game, state, one, 1, GIVEN));
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: bad_input FUNCTIONS\n");
    return 2;
  }
  static fixture f;
  set_up(&f);
  test_names_and_games(&f);
  test_decks();
  test_expansion_decks();
  test_memory(&f);
  test_alignment(&f);
  test_arguments(&f);
  for_each_game(test_id_spaces);
  test_refusal(&f);
  test_refusal_numbers(&f);
  test_cut_texts(&f);
  test_room(&f);
  test_event_fields(&f);
  test_chance_texts();
  test_texts(&f);
  test_bytes(&f);
  test_impossible_view(&f);
  test_events_and_records(&f);
  test_what_is_given(&f);
  test_words_and_data(&f);
  test_policies(&f);
  test_turns(&f);
  test_opened_records(&f);
  test_deals(&f);
  test_batches(&f);
  test_spectators(&f);
  chemix_game_destroy(&f.game);
  chemix_game_destroy(&f.other);
  REQUIRE(f.game == NULL && f.other == NULL);
  REQUIRE(strcmp(chemix_status_name(12345), "unknown status") == 0);
  mark_tried("chemix_status_name");
  /* These take no arguments. */
  mark_tried("chemix_abi_version");
  mark_tried("chemix_version");
  failures += count_untried(argv[1]);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
