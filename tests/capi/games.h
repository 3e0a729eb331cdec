/* SPDX-License-Identifier: Apache-2.0 */
/* Games for tests of the C ABI. */
#ifndef CHEMIX_TESTS_GAMES_H
#define CHEMIX_TESTS_GAMES_H

#include "chemix.h"
#include "require.h"

#include <stdlib.h>
#include <string.h>

/* Creates a game with default options and reads its limits. With 0 players: the minimum number. */
static inline chemix_game* open_game(const char* name, int32_t players, chemix_limits* limits) {
  chemix_game* game = NULL;
  REQUIRE(chemix_game_create(name, players, NULL, NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_limits(game, limits, NULL) == CHEMIX_OK);
  return game;
}

static inline void for_each_game(void (*visit)(const char* name)) {
  const char* name = NULL;
  for (int32_t i = 0; (name = chemix_game_name_at(i)) != NULL; ++i) visit(name);
}

static inline chemix_seed seed_of(uint64_t number) {
  chemix_seed seed;
  chemix_seed_init(&seed, number);
  return seed;
}

/* A state in which chance has acted. */
static inline chemix_state* dealt(const chemix_game* game, uint64_t number) {
  chemix_state* state = NULL;
  const chemix_seed seed = seed_of(number);
  REQUIRE(chemix_state_create(game, 0, &state, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(state, &seed, NULL) == CHEMIX_OK);
  return state;
}

static inline chemix_observation* observed(const chemix_state* state, int32_t viewer) {
  chemix_observation* seen = NULL;
  REQUIRE(chemix_observation_create(chemix_state_game(state), &seen, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_observe(state, viewer, seen, NULL) == CHEMIX_OK);
  return seen;
}

static inline uint64_t digest_of(const chemix_state* state) {
  uint64_t digest = 0;
  REQUIRE(chemix_state_digest(state, &digest, NULL) == CHEMIX_OK);
  return digest;
}

static inline uint64_t view_digest_of(const chemix_observation* seen) {
  uint64_t digest = 0;
  REQUIRE(chemix_observation_digest(seen, &digest, NULL) == CHEMIX_OK);
  return digest;
}

static inline chemix_acting acting_in(const chemix_state* state) {
  chemix_acting acting = {CHEMIX_ASKED_NOBODY, 0};
  REQUIRE(chemix_state_acting(state, &acting, NULL) == CHEMIX_OK);
  return acting;
}

/* Writes a step: the outcome of a seed, or a legal action of the lowest seat that acts. Returns 0
 * at the end of the game. */
static inline int choose_step(const chemix_state* state, const chemix_seed* seed, uint64_t choice,
                              chemix_step* step) {
  static int32_t ids[1024];
  const chemix_acting acting = acting_in(state);
  step->actor = CHEMIX_CHANCE;
  if (acting.asked == CHEMIX_ASKED_NOBODY) return 0;
  if (acting.asked == CHEMIX_ASKED_CHANCE) {
    REQUIRE(chemix_state_draw_outcome(state, seed, &step->action, NULL) == CHEMIX_OK);
    return 1;
  }
  for (step->actor = 0; (acting.seats >> step->actor & 1) == 0;) ++step->actor;
  const chemix_count count = chemix_state_legal_actions(state, step->actor, ids, 1024, NULL);
  REQUIRE(count > 0);
  step->action = count > 0 ? ids[choice % (uint64_t)count] : 0;
  return count > 0;
}

#endif
