/* SPDX-License-Identifier: Apache-2.0 */
/* Undo: who may undo a decision and why not, and which argument an error names. */
#include "games.h"

static chemix_game* game;
static chemix_state* before;
static chemix_state* after;

static chemix_undo answer(int32_t player) {
  chemix_undo undo = -1;
  REQUIRE(chemix_state_can_undo(before, after, player, &undo, NULL) == CHEMIX_OK);
  return undo;
}

/* The player who decided may undo, even if the turn has passed on. */
static void expect_who_decided(const char* text, int32_t next) {
  int32_t action = -1;
  REQUIRE(chemix_game_find_action(game, 1, text, &action, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_assign(after, before, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_apply(after, 1, action, NULL) == CHEMIX_OK);
  REQUIRE(acting_in(after).asked == CHEMIX_ASKED_ONE);
  REQUIRE(acting_in(after).seats == 1U << next);
  REQUIRE(answer(1) == CHEMIX_UNDO_ALLOWED);
  REQUIRE(answer(0) != CHEMIX_UNDO_ALLOWED);
}

/* In a session the log says who acted. Undoing restores the state. */
static void test_session(void) {
  const chemix_seed seed = seed_of(3);
  chemix_session* session = NULL;
  chemix_undo undo = -1;
  int32_t seat = 0;
  int32_t action = 0;
  REQUIRE(chemix_session_create(game, 0, &seed, &session, NULL) == CHEMIX_OK);
  REQUIRE(chemix_session_undo(session, 0, &undo, NULL) == CHEMIX_OK);
  REQUIRE(undo == CHEMIX_UNDO_NOTHING);
  REQUIRE(chemix_session_advance(session, 0, NULL, &seat, NULL) > 0);
  REQUIRE(seat == 1);
  REQUIRE(chemix_session_undo(session, seat, &undo, NULL) == CHEMIX_OK);
  REQUIRE(undo == CHEMIX_UNDO_NOTHING);
  const uint64_t digest = digest_of(chemix_session_state(session));
  REQUIRE(chemix_game_find_action(game, 1, "take 2", &action, NULL) == CHEMIX_OK);
  REQUIRE(chemix_session_act(session, 1, action, NULL) == CHEMIX_OK);
  REQUIRE(digest_of(chemix_session_state(session)) != digest);
  REQUIRE(chemix_session_can_undo(session, 1, &undo, NULL) == CHEMIX_OK);
  REQUIRE(undo == CHEMIX_UNDO_ALLOWED);
  REQUIRE(chemix_session_undo(session, 0, &undo, NULL) == CHEMIX_OK);
  REQUIRE(undo == CHEMIX_UNDO_NOTHING || undo == CHEMIX_UNDO_OTHERS_ACTED);
  REQUIRE(chemix_session_undo(session, 1, &undo, NULL) == CHEMIX_OK);
  REQUIRE(undo == CHEMIX_UNDO_ALLOWED);
  REQUIRE(digest_of(chemix_session_state(session)) == digest);
  REQUIRE(chemix_session_rewind(session, 0, NULL) == CHEMIX_OK);
  REQUIRE(chemix_session_log(session, NULL, 0, NULL) == 0);
  chemix_session_destroy(&session);
}

int main(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  game = open_game("classic", 2, &limits);
  before = dealt(game, 3);
  REQUIRE(chemix_state_copy(before, &after, NULL) == CHEMIX_OK);
  REQUIRE(answer(1) == CHEMIX_UNDO_NOTHING);
  expect_who_decided("take 2", 1);
  expect_who_decided("done", 0);
  const int32_t no_seats[] = {2, 6, CHEMIX_SPECTATOR, CHEMIX_CHANCE, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof no_seats / sizeof *no_seats; ++i) {
    chemix_undo undo = -1;
    REQUIRE(chemix_state_can_undo(before, after, no_seats[i], &undo, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(undo == -1);
  }
  test_session();
  chemix_state_destroy(&after);
  chemix_state_destroy(&before);
  chemix_game_destroy(&game);
  return failures != 0;
}
