/* SPDX-License-Identifier: Apache-2.0 */
/* Structures can grow: clients with an older header (shorter structures) or a newer one (longer
 * structures) get the fields that both sides know, and nothing else is written. An error describes
 * only the last call. */
#include "chemix.h"
#include "require.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Larger than today's structures, with room for the fields of a newer header. */
#define ROOM 512

/* A client's memory: a structure of `size` bytes, then memory that must stay untouched.
 */
typedef union memory {
  uint32_t size;
  chemix_error error;
  chemix_limits limits;
  unsigned char bytes[ROOM];
} memory;

static chemix_game* game = NULL;
static uint64_t state[512];
static size_t state_size = 0;
static int32_t refused = 0;
static int32_t legal = 0;

static memory client(uint32_t size) {
  memory m;
  memset(&m, 0x55, sizeof m);
  m.size = size;
  return m;
}

/* Whether the first `known` bytes equal the whole structure, except its size, and the rest is
 * untouched. */
static bool is_cut(const memory* cut, const memory* whole, size_t known) {
  for (size_t i = sizeof cut->size; i < sizeof cut->bytes; ++i) {
    if (cut->bytes[i] != (i < known ? whole->bytes[i] : 0x55)) return false;
  }
  return true;
}

/* Clients of other headers get the same as a client of this header, as far as they have room. */
static void require_grows(chemix_status (*call)(memory*), chemix_status wanted, size_t today) {
  memory whole = client((uint32_t)today);
  REQUIRE(call(&whole) == wanted);
  REQUIRE(whole.size == today);
  REQUIRE(is_cut(&whole, &whole, today));
  for (uint32_t size = 8; size <= ROOM; size += 4) {
    memory cut = client(size);
    REQUIRE(call(&cut) == wanted);
    REQUIRE(cut.size == size);
    REQUIRE(is_cut(&cut, &whole, size < today ? size : today));
  }
}

/* ---- Errors ---- */

static chemix_status fail_with_field(memory* m) {
  return chemix_game_create("chemuno", 9, "", NULL, &game, &m->error);
}

static chemix_status be_refused(memory* m) {
  return chemix_state_apply(game, 0, refused, state, state_size, &m->error);
}

static chemix_status have_no_room(memory* m) {
  char text[2];
  size_t count = 0;
  return chemix_game_names(text, sizeof text, &count, &m->error);
}

static chemix_status succeed(memory* m) {
  return chemix_state_check(game, state, state_size, 0, legal, &m->error);
}

static void test_errors(void) {
  require_grows(fail_with_field, CHEMIX_INVALID_INPUT, sizeof(chemix_error));
  require_grows(be_refused, CHEMIX_REFUSED, sizeof(chemix_error));
  require_grows(have_no_room, CHEMIX_BUFFER_TOO_SMALL, sizeof(chemix_error));
  require_grows(succeed, CHEMIX_OK, sizeof(chemix_error));
  /* A size without room for a status means that the client did not set it: nothing is written. */
  for (uint32_t size = 0; size < 8; ++size) {
    memory unset = client(size);
    REQUIRE(be_refused(&unset) == CHEMIX_REFUSED);
    REQUIRE(succeed(&unset) == CHEMIX_OK);
    REQUIRE(is_cut(&unset, &unset, 0));
  }
  memory refusal = client(sizeof(chemix_error));
  REQUIRE(be_refused(&refusal) == CHEMIX_REFUSED);
  REQUIRE(refusal.error.status == CHEMIX_REFUSED && refusal.error.action == refused);
  REQUIRE(refusal.error.rule[0] != '\0' && refusal.error.message[0] != '\0');
}

/* A successful call clears the error of an earlier failure. */
static void test_cleared(void) {
  const chemix_error clean = CHEMIX_ERROR_INIT;
  chemix_error error = CHEMIX_ERROR_INIT;
  uint32_t players = 0;
  bool chance = false;
  REQUIRE(chemix_state_check(game, state, state_size, 0, refused, &error) == CHEMIX_REFUSED);
  REQUIRE(error.status == CHEMIX_REFUSED);
  REQUIRE(chemix_state_acting(game, state, state_size, &players, &chance, &error) == CHEMIX_OK);
  REQUIRE(memcmp(&error, &clean, sizeof error) == 0);
  /* This holds after every kind of failure. */
  uint64_t foreign[512];
  memset(foreign, 0, sizeof foreign);
  char text[2];
  size_t count = 0;
  chemix_game* none = NULL;
  for (int failure = 0; failure < 5; ++failure) {
    switch (failure) {
      case 0:
        REQUIRE(chemix_state_acting(game, NULL, state_size, &players, &chance, &error) ==
                CHEMIX_NULL_ARGUMENT);
        break;
      case 1:
        REQUIRE(chemix_state_check(game, state, state_size, 2, 0, &error) == CHEMIX_OUT_OF_RANGE);
        break;
      case 2:
        REQUIRE(chemix_game_create("poker", 2, "", NULL, &none, &error) == CHEMIX_INVALID_INPUT);
        break;
      case 3:
        REQUIRE(chemix_state_acting(game, foreign, state_size, &players, &chance, &error) ==
                CHEMIX_WRONG_MEMORY);
        break;
      default:
        REQUIRE(chemix_game_names(text, sizeof text, &count, &error) == CHEMIX_BUFFER_TOO_SMALL);
        break;
    }
    REQUIRE(error.status != CHEMIX_OK && error.message[0] != '\0');
    REQUIRE(chemix_state_acting(game, state, state_size, &players, &chance, &error) == CHEMIX_OK);
    REQUIRE(memcmp(&error, &clean, sizeof error) == 0);
  }
  /* A failure clears the fields of an earlier one of another kind. */
  REQUIRE(chemix_state_check(game, state, state_size, 0, refused, &error) == CHEMIX_REFUSED);
  REQUIRE(chemix_game_names(NULL, 0, NULL, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(error.rule[0] == '\0' && error.action == 0 && error.detail == 0);
  REQUIRE(error.arguments[0] == 0);
}

/* An error passed as input must be large enough for the fields that are read. */
static void test_asked(void) {
  char text[512];
  size_t count = 0;
  memory refusal = client(sizeof(chemix_error));
  REQUIRE(be_refused(&refusal) == CHEMIX_REFUSED);
  const uint32_t least = offsetof(chemix_error, field);
  for (refusal.size = 0; refusal.size <= ROOM; ++refusal.size) {
    chemix_error error = CHEMIX_ERROR_INIT;
    const chemix_status wanted = refusal.size < least ? CHEMIX_WRONG_MEMORY : CHEMIX_OK;
    REQUIRE(chemix_error_words(game, &refusal.error, NULL, NULL, text, sizeof text, &count,
                               &error) == wanted);
    REQUIRE(strcmp(error.field, wanted == CHEMIX_OK ? "" : "error.size") == 0);
    REQUIRE(chemix_refusal_json(game, 0, &refusal.error, text, sizeof text, &count, &error) ==
            wanted);
  }
}

/* ---- Limits ---- */

static chemix_status ask_limits(memory* m) { return chemix_game_limits(game, &m->limits, NULL); }

static void test_limits(void) {
  require_grows(ask_limits, CHEMIX_OK, sizeof(chemix_limits));
  for (uint32_t size = 0; size < 8; ++size) {
    memory unset = client(size);
    REQUIRE(ask_limits(&unset) == CHEMIX_WRONG_MEMORY);
    REQUIRE(is_cut(&unset, &unset, 0));
  }
  memory limits = client(sizeof(chemix_limits));
  REQUIRE(ask_limits(&limits) == CHEMIX_OK);
  REQUIRE(limits.limits.players == 2 && limits.limits.state_size > 0);
  REQUIRE(limits.limits.max_copies > 0);
}

int main(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  size_t count = 0;
  int32_t ids[256];
  REQUIRE(chemix_game_create("chemuno", 2, "", NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_limits(game, &limits, NULL) == CHEMIX_OK);
  state_size = limits.state_size;
  REQUIRE(chemix_state_init(game, 0, state, state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "7", state, state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_legal_actions(game, state, state_size, 0, ids, 256, &count, NULL) ==
          CHEMIX_OK);
  legal = ids[0];
  REQUIRE(chemix_action_parse(game, 0, "lay He", &refused, NULL) == CHEMIX_OK);
  test_errors();
  test_cleared();
  test_asked();
  test_limits();
  chemix_game_destroy(&game);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
