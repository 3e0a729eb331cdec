/* SPDX-License-Identifier: Apache-2.0 */
/* A game of ChemiX Classic in which each turn is the best whole turn; and all turns of a position.
 */
#include "games.h"

#include <stdio.h>

/* Takes the best turn and fills the hand. */
static void take_turn(const chemix_game* game, chemix_state* state, int32_t player) {
  const char* const twice =
      "points=2 points_to_others=-1 cards_kept=0.5 minus_cards=0 noble_gases=1";
  chemix_turns* turns = NULL;
  int64_t all = 0;
  int32_t actions[64];
  double value = 0;
  double other = 0;
  REQUIRE(chemix_turns_create(state, &turns, NULL) == CHEMIX_OK);
  REQUIRE(chemix_turns_count(turns, NULL, &all, NULL) == CHEMIX_OK);
  REQUIRE(chemix_turns_find_best(turns, twice, NULL, &other, NULL) == CHEMIX_OK);
  REQUIRE(chemix_turns_find_best(turns, NULL, NULL, &value, NULL) == CHEMIX_OK);
  const chemix_count count = chemix_turns_actions(turns, actions, 64, NULL);
  REQUIRE(all >= 1 && count >= 1 && other == 2 * value);
  chemix_turns_destroy(&turns);
  for (chemix_count i = 0; i < count; ++i) {
    REQUIRE(chemix_state_apply(state, player, actions[i], NULL) == CHEMIX_OK);
  }
  chemix_phase phase = CHEMIX_PHASE_INIT;
  int32_t number = 0;
  int32_t fill = 0;
  REQUIRE(chemix_state_phase(state, &number, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_phase(game, number, &phase, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_find_action(game, player, "fill", &fill, NULL) == CHEMIX_OK);
  if (strcmp(phase.name, "fill") == 0) {
    REQUIRE(chemix_state_apply(state, player, fill, NULL) == CHEMIX_OK);
  }
}

/* Iterates over all whole turns of a position and applies each. */
static void expect_all_turns(const chemix_state* state) {
  chemix_turns* turns = NULL;
  int64_t all = 0;
  int64_t found = 0;
  int32_t actions[64];
  int32_t points[3];
  int32_t before[3];
  int32_t scores[3];
  chemix_state* after = NULL;
  REQUIRE(chemix_state_copy(state, &after, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_scores(state, before, 3, NULL) == 3);
  REQUIRE(chemix_turns_create(state, &turns, NULL) == CHEMIX_OK);
  REQUIRE(chemix_turns_actions(turns, actions, 64, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_turns_points(turns, points, 3, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_turns_count(turns, NULL, &all, NULL) == CHEMIX_OK);
  int32_t player = 0;
  while ((acting_in(state).seats >> player & 1) == 0) ++player;
  for (; chemix_turns_next(turns, NULL) == 1; ++found) {
    const chemix_count count = chemix_turns_actions(turns, actions, 64, NULL);
    REQUIRE(chemix_turns_points(turns, points, 3, NULL) == 3);
    REQUIRE(chemix_state_assign(after, state, NULL) == CHEMIX_OK);
    for (chemix_count i = 0; i < count; ++i) {
      REQUIRE(chemix_state_apply(after, player, actions[i], NULL) == CHEMIX_OK);
    }
    REQUIRE(chemix_state_scores(after, scores, 3, NULL) == 3);
    for (int i = 0; i < 3; ++i) REQUIRE(scores[i] - before[i] == points[i]);
  }
  REQUIRE(found == all && found > 0);
  REQUIRE(chemix_turns_next(turns, NULL) == 0);
  chemix_turns_destroy(&turns);
  chemix_state_destroy(&after);
}

/* Rejected weights: unknown names, and values that are not numbers in range. */
static void expect_refused_weights(const chemix_state* state) {
  const char* const weights[][2] = {
      {"speed=1", "weights"},        {"points=much", "points"},
      {"points=1001", "points"},     {"noble_gases=nan", "noble_gases"},
      {"points", "points"},          {"points=1 points=2", "points"},
      {"ruleset=booklet", "weights"}};
  chemix_turns* turns = NULL;
  double value = 0;
  REQUIRE(chemix_turns_create(state, &turns, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < sizeof weights / sizeof *weights; ++i) {
    chemix_error error = CHEMIX_ERROR_INIT;
    REQUIRE(chemix_turns_find_best(turns, weights[i][0], NULL, &value, &error) ==
            CHEMIX_INVALID_INPUT);
    REQUIRE(strcmp(error.field, weights[i][1]) == 0);
  }
  /* The same weights as pairs and as JSON. */
  double other = 0;
  REQUIRE(chemix_turns_find_best(turns, "points=3", NULL, &value, NULL) == CHEMIX_OK);
  REQUIRE(chemix_turns_find_best(turns, "{\"points\":3}", NULL, &other, NULL) == CHEMIX_OK);
  REQUIRE(value == other);
  chemix_stop* stop = NULL;
  int64_t all = 0;
  REQUIRE(chemix_stop_create(&stop, NULL) == CHEMIX_OK);
  chemix_stop_set(stop);
  REQUIRE(chemix_turns_count(turns, stop, &all, NULL) == CHEMIX_STOPPED);
  REQUIRE(chemix_turns_find_best(turns, NULL, stop, NULL, NULL) == CHEMIX_STOPPED);
  chemix_stop_destroy(&stop);
  chemix_turns_destroy(&turns);
}

/* A game describes its turn weights. */
static void expect_described(const chemix_game* game, const chemix_limits* limits) {
  chemix_option weight = CHEMIX_OPTION_INIT;
  int found = 0;
  for (int32_t i = 0; i < limits->turn_weight_count; ++i) {
    REQUIRE(chemix_game_turn_weight(game, i, &weight, NULL) == CHEMIX_OK);
    REQUIRE(weight.type == CHEMIX_OPTION_REAL && weight.least == -1000 && weight.most == 1000);
    if (strcmp(weight.name, "points_to_others") != 0) continue;
    REQUIRE(strcmp(weight.value, "-0.5") == 0);
    ++found;
  }
  REQUIRE(found == 1);
}

int main(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("classic", 3, &limits);
  const chemix_seed seed = seed_of(5);
  chemix_turns* none = NULL;
  chemix_state* state = NULL;
  /* There are no whole turns before the deal. */
  REQUIRE(chemix_state_create(game, 0, &state, NULL) == CHEMIX_OK);
  REQUIRE(chemix_turns_create(state, &none, NULL) == CHEMIX_INVALID_INPUT);
  int turns = 0;
  for (; failures == 0; ++turns) {
    REQUIRE(chemix_state_resolve(state, &seed, NULL) == CHEMIX_OK);
    const chemix_acting acting = acting_in(state);
    if (acting.asked == CHEMIX_ASKED_NOBODY) break;
    int32_t player = 0;
    while ((acting.seats >> player & 1) == 0) ++player;
    if (turns == 0) {
      expect_all_turns(state);
      expect_refused_weights(state);
    }
    take_turn(game, state, player);
  }
  REQUIRE(turns >= 6);
  expect_described(game, &limits);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);

  game = open_game("chemuno", 3, &limits);
  REQUIRE(limits.turn_weight_count == 0);
  state = dealt(game, 5);
  REQUIRE(chemix_turns_create(state, &none, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(none == NULL);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
  return failures == 0 ? 0 : 1;
}
