/* SPDX-License-Identifier: Apache-2.0 */
/* Structures can grow: clients with an older header (shorter structures) or a newer one (longer
 * structures) get the fields that both sides know, and nothing else is written. With size 0 they
 * have the fields of the first release. An error describes only the last call. */
#include "games.h"

/* Larger than today's structures, with room for the fields of a newer header. */
#define ROOM 1024

/* A client's memory: a structure of `size` bytes, then memory that must stay untouched. */
typedef union memory {
  uint32_t size;
  chemix_error error;
  chemix_limits limits;
  chemix_option option;
  chemix_phase phase;
  chemix_card card;
  chemix_hint hint;
  unsigned char bytes[ROOM];
} memory;

static chemix_game* game = NULL;
static chemix_state* state = NULL;
static chemix_observation* seen = NULL;
static chemix_policy* policy = NULL;
static chemix_words* words = NULL;
static chemix_seed seed;
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
static int is_cut(const memory* cut, const memory* whole, size_t known) {
  for (size_t i = sizeof cut->size; i < sizeof cut->bytes; ++i) {
    if (cut->bytes[i] != (i < known ? whole->bytes[i] : 0x55)) return 0;
  }
  return 1;
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
  /* A structure of zeros has the fields of the first release, which is this one. */
  memory zeros;
  memset(&zeros, 0, sizeof zeros);
  REQUIRE(call(&zeros) == wanted);
  REQUIRE(memcmp(zeros.bytes + sizeof zeros.size, whole.bytes + sizeof zeros.size,
                 today - sizeof zeros.size) == 0);
  for (size_t i = today; i < ROOM; ++i) REQUIRE(zeros.bytes[i] == 0);
}

/* ---- Outputs ---- */

static chemix_status ask_limits(memory* m) { return chemix_game_limits(game, &m->limits, NULL); }
static chemix_status ask_option(memory* m) { return chemix_game_option(game, 0, &m->option, NULL); }
static chemix_status ask_phase(memory* m) { return chemix_game_phase(game, 0, &m->phase, NULL); }
static chemix_status ask_card(memory* m) { return chemix_game_card(game, 0, &m->card, NULL); }
static chemix_status ask_hint(memory* m) {
  return chemix_policy_hint(policy, seen, &seed, NULL, &m->hint, NULL);
}

/* ---- Errors ---- */

static chemix_status fail_with_field(memory* m) {
  return chemix_game_create("chemuno", 9, "", NULL, &game, &m->error);
}

static chemix_status be_refused(memory* m) {
  return chemix_state_apply(state, 0, refused, &m->error);
}

static chemix_status have_no_room(memory* m) {
  char text[2];
  return chemix_game_name(game, text, sizeof text, &m->error);
}

static chemix_status succeed(memory* m) { return chemix_state_check(state, 0, legal, &m->error); }

static void test_errors(void) {
  require_grows(fail_with_field, CHEMIX_INVALID_INPUT, sizeof(chemix_error));
  require_grows(be_refused, CHEMIX_REFUSED, sizeof(chemix_error));
  require_grows(have_no_room, CHEMIX_BUFFER_TOO_SMALL, sizeof(chemix_error));
  require_grows(succeed, CHEMIX_OK, sizeof(chemix_error));
  memory refusal = client(sizeof(chemix_error));
  REQUIRE(be_refused(&refusal) == CHEMIX_REFUSED);
  REQUIRE(refusal.error.status == CHEMIX_REFUSED && refusal.error.action == refused);
  REQUIRE(refusal.error.actor == 0);
  REQUIRE(refusal.error.rule[0] != '\0' && refusal.error.message[0] != '\0');
}

/* A successful call clears the error of an earlier failure of any kind. */
static void test_cleared(void) {
  const chemix_error clean = CHEMIX_ERROR_INIT;
  chemix_error error = CHEMIX_ERROR_INIT;
  chemix_acting acting;
  chemix_game* none = NULL;
  char text[2];
  static uint64_t nothing[1 << 12];
  for (int failure = 0; failure < 6; ++failure) {
    switch (failure) {
      case 0:
        REQUIRE(chemix_state_acting(NULL, &acting, &error) == CHEMIX_NULL_ARGUMENT);
        break;
      case 1:
        REQUIRE(chemix_state_check(state, 2, 0, &error) == CHEMIX_OUT_OF_RANGE);
        break;
      case 2:
        REQUIRE(chemix_game_create("poker", 2, "", NULL, &none, &error) == CHEMIX_INVALID_INPUT);
        break;
      case 3:
        REQUIRE(chemix_state_acting((const chemix_state*)nothing, &acting, &error) ==
                CHEMIX_WRONG_MEMORY);
        break;
      case 4:
        REQUIRE(chemix_game_name(game, text, sizeof text, &error) == CHEMIX_BUFFER_TOO_SMALL);
        REQUIRE(error.needed == (int32_t)sizeof "chemuno");
        break;
      default:
        REQUIRE(chemix_state_check(state, 0, refused, &error) == CHEMIX_REFUSED);
        break;
    }
    REQUIRE(error.status != CHEMIX_OK && error.message[0] != '\0');
    REQUIRE(chemix_state_acting(state, &acting, &error) == CHEMIX_OK);
    REQUIRE(memcmp(&error, &clean, sizeof error) == 0);
  }
  /* Nothing of an earlier refusal remains in a later error. */
  REQUIRE(chemix_state_check(state, 0, refused, &error) == CHEMIX_REFUSED);
  REQUIRE(chemix_game_name(NULL, text, sizeof text, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(error.rule[0] == '\0' && error.action == 0 && error.detail == 0 && error.actor == 0);
  REQUIRE(error.arguments[0] == 0);
}

/* ---- Inputs ---- */

/* An error or a hint passed as input may be of another header too. */
static void test_asked(void) {
  char text[1024];
  memory refusal = client(sizeof(chemix_error));
  REQUIRE(be_refused(&refusal) == CHEMIX_REFUSED);
  const uint32_t least = offsetof(chemix_error, field);
  for (refusal.size = least; refusal.size <= ROOM; ++refusal.size) {
    REQUIRE(chemix_words_refusal(words, &refusal.error, NULL, text, sizeof text, NULL) > 0);
    REQUIRE(chemix_game_refusal_json(game, &refusal.error, text, sizeof text, NULL) > 0);
  }
  refusal.size = 0;
  REQUIRE(chemix_words_refusal(words, &refusal.error, NULL, text, sizeof text, NULL) > 0);
  memory hint = client(sizeof(chemix_hint));
  REQUIRE(ask_hint(&hint) == CHEMIX_OK);
  for (hint.size = sizeof(chemix_hint); hint.size <= ROOM; hint.size += 4) {
    REQUIRE(chemix_words_hint(words, &hint.hint, text, sizeof text, NULL) > 0);
  }
}

static void test_init(void) {
  memory m = client(0);
  chemix_struct_init(&m, sizeof(chemix_limits));
  REQUIRE(m.size == sizeof(chemix_limits));
  for (size_t i = sizeof m.size; i < ROOM; ++i) {
    REQUIRE(m.bytes[i] == (i < sizeof(chemix_limits) ? 0 : 0x55));
  }
}

int main(void) {
  int32_t ids[256];
  seed = seed_of(7);
  REQUIRE(chemix_game_create("chemuno", 2, "", NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_words_create(game, NULL, &words, NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_create("random", &policy, NULL) == CHEMIX_OK);
  state = dealt(game, 7);
  seen = observed(state, 0);
  REQUIRE(chemix_state_legal_actions(state, 0, ids, 256, NULL) > 0);
  legal = ids[0];
  REQUIRE(chemix_game_find_action(game, 0, "lay He", &refused, NULL) == CHEMIX_OK);
  require_grows(ask_limits, CHEMIX_OK, sizeof(chemix_limits));
  require_grows(ask_option, CHEMIX_OK, sizeof(chemix_option));
  require_grows(ask_phase, CHEMIX_OK, sizeof(chemix_phase));
  require_grows(ask_card, CHEMIX_OK, sizeof(chemix_card));
  require_grows(ask_hint, CHEMIX_OK, sizeof(chemix_hint));
  test_errors();
  test_cleared();
  test_asked();
  test_init();
  chemix_policy_destroy(&policy);
  chemix_words_destroy(&words);
  chemix_observation_destroy(&seen);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
