/* SPDX-License-Identifier: Apache-2.0 */
/* Policies: actions and hints from an observation alone, and whole games played by policies. */
#include "chemix.h"
#include "games.h"

#include <string.h>

#define WORDS 512

static bool is_among(const int32_t* ids, size_t count, int32_t id) {
  for (size_t i = 0; i < count; ++i) {
    if (ids[i] == id) return true;
  }
  return false;
}

static void play(const char* name) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  const size_t size = limits.state_size;
  static uint64_t state[WORDS];
  static uint64_t other[WORDS];
  static uint64_t seen[WORDS];
  static int32_t ids[256];
  static chemix_action_value values[256];
  REQUIRE(chemix_state_init(game, 0, state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "4", state, size, NULL) == CHEMIX_OK);
  uint32_t acting = 0;
  bool chance = false;
  REQUIRE(chemix_state_acting(game, state, size, &acting, &chance, NULL) == CHEMIX_OK);
  int32_t player = 0;
  while ((acting >> player & 1) == 0) ++player;
  size_t legal = 0;
  REQUIRE(chemix_state_legal_actions(game, state, size, player, ids, 256, &legal, NULL) ==
          CHEMIX_OK);
  REQUIRE(chemix_state_observe(game, state, size, player, seen, limits.observation_size, NULL) ==
          CHEMIX_OK);

  static const char* const texts[] = {"random", "greedy worlds=2", "heuristic worlds=2",
                                      "search iterations=10", "solver iterations=10 positions=100"};
  chemix_policy* policies[5] = {NULL, NULL, NULL, NULL, NULL};
  for (size_t i = 0; i < 5; ++i) {
    REQUIRE(chemix_policy_create(texts[i], &policies[i], NULL) == CHEMIX_OK);
    int32_t action = -1;
    int32_t again = -1;
    REQUIRE(chemix_policy_choose(policies[i], game, seen, limits.observation_size, "8", NULL,
                                 &action, NULL) == CHEMIX_OK);
    REQUIRE(chemix_policy_choose(policies[i], game, seen, limits.observation_size, "8", NULL,
                                 &again, NULL) == CHEMIX_OK);
    REQUIRE(action == again && is_among(ids, legal, action));
    size_t count = 0;
    REQUIRE(chemix_policy_action_values(policies[i], game, seen, limits.observation_size, "8", NULL,
                                        values, 256, &count, NULL) == CHEMIX_OK);
    REQUIRE(count == legal);
    for (size_t nth = 0; nth < count; ++nth) {
      REQUIRE(is_among(ids, legal, values[nth].action));
      if (nth == 0) continue;
      REQUIRE(values[nth].visits <= values[nth - 1].visits);
      if (values[nth].visits < values[nth - 1].visits) continue;
      REQUIRE(values[nth].value <= values[nth - 1].value);
    }
  }

  static char hint[1024];
  size_t length = 0;
  REQUIRE(chemix_policy_hint(policies[2], game, seen, limits.observation_size, "8", "fr", NULL,
                             NULL, hint, sizeof hint, &length, NULL) == CHEMIX_OK);
  REQUIRE(strstr(hint, "\"reason\"") != NULL && strstr(hint, "\"words\"") != NULL);
  REQUIRE(chemix_policy_hint(policies[2], game, seen, limits.observation_size, "8", "xx", NULL,
                             NULL, hint, sizeof hint, &length, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_policy_hint(NULL, game, seen, limits.observation_size, "8", NULL, NULL, NULL, hint,
                             sizeof hint, &length, NULL) == CHEMIX_NULL_ARGUMENT);

  const chemix_policy* seats[8];
  for (int32_t i = 0; i < limits.players; ++i) seats[i] = policies[i % 2];
  uint64_t digests[2];
  for (size_t i = 0; i < 2; ++i) {
    int64_t steps = 0;
    memcpy(other, state, size);
    REQUIRE(chemix_state_play(game, seats, (size_t)limits.players, "4", NULL, other, size, &steps,
                              NULL) == CHEMIX_OK);
    REQUIRE(steps > 0 && steps <= limits.max_steps);
    REQUIRE(chemix_state_digest(game, other, size, &digests[i], NULL) == CHEMIX_OK);
    REQUIRE(chemix_state_acting(game, other, size, &acting, &chance, NULL) == CHEMIX_OK);
    REQUIRE(acting == 0 && !chance);
  }
  REQUIRE(digests[0] == digests[1]);

  int32_t action = 0;
  size_t count = 0;
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_policy_choose(policies[0], game, state, size, "8", NULL, &action, NULL) ==
          CHEMIX_WRONG_MEMORY);
  REQUIRE(chemix_policy_choose(NULL, game, seen, limits.observation_size, "8", NULL, &action,
                               NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_policy_choose(policies[0], game, seen, limits.observation_size, "8", NULL, NULL,
                               NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_policy_choose(policies[0], game, seen, limits.observation_size, "x", NULL, &action,
                               NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_policy_action_values(policies[0], game, seen, limits.observation_size, "8", NULL,
                                      NULL, 0, &count, NULL) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(count == legal);
  REQUIRE(chemix_state_observe(game, state, size, CHEMIX_SPECTATOR, seen, limits.observation_size,
                               NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_choose(policies[0], game, seen, limits.observation_size, "8", NULL, &action,
                               &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "observation") == 0);
  REQUIRE(chemix_state_play(game, seats, (size_t)limits.players + 1, "4", NULL, state, size, NULL,
                            &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "policy_count") == 0);
  seats[0] = NULL;
  REQUIRE(chemix_state_play(game, seats, (size_t)limits.players, "4", NULL, state, size, NULL,
                            NULL) == CHEMIX_NULL_ARGUMENT);
  for (size_t i = 0; i < 5; ++i) chemix_policy_destroy(&policies[i]);
  REQUIRE(policies[0] == NULL);
  chemix_game_destroy(&game);
}

/* A hint uses the names of players, and numbers players without a name. */
static void test_hint_names(void) {
  enum { SEEDS = 40 };
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("react", 2, &limits);
  chemix_policy* policy = NULL;
  static uint64_t state[WORDS];
  static uint64_t seen[WORDS];
  static char hint[1024];
  size_t length = 0;
  int named = 0;
  REQUIRE(chemix_policy_create("random", &policy, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_init(game, 0, state, limits.state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "0", state, limits.state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_observe(game, state, limits.state_size, 0, seen, limits.observation_size,
                               NULL) == CHEMIX_OK);
  for (int i = 0; i < SEEDS; ++i) {
    char seed[24];
    (void)snprintf(seed, sizeof seed, "%d", i);
    REQUIRE(chemix_policy_hint(policy, game, seen, limits.observation_size, seed, "en", "Ben\nAnna",
                               NULL, hint, sizeof hint, &length, NULL) == CHEMIX_OK);
    if (strstr(hint, "\"action\":\"ask 1 ") == NULL) continue;
    ++named;
    REQUIRE(strstr(hint, "\"words\":\"ask Anna for ") != NULL);
    REQUIRE(chemix_policy_hint(policy, game, seen, limits.observation_size, seed, "en", NULL, NULL,
                               hint, sizeof hint, &length, NULL) == CHEMIX_OK);
    REQUIRE(strstr(hint, "\"words\":\"ask Player 2 for ") != NULL);
  }
  REQUIRE(named > 0);
  chemix_policy_destroy(&policy);
  chemix_game_destroy(&game);
}

/* Each seat has its own policy: the greedy one wins from any seat. */
static void test_seats(void) {
  enum { GAMES = 6 };
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("classic", 2, &limits);
  chemix_policy* greedy = NULL;
  chemix_policy* idle = NULL;
  static uint64_t state[WORDS];
  REQUIRE(chemix_policy_create("greedy worlds=1", &greedy, NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_create("random", &idle, NULL) == CHEMIX_OK);
  for (int32_t good = 0; good < 2; ++good) {
    const chemix_policy* seats[] = {idle, idle};
    seats[good] = greedy;
    double lead = 0;
    for (int i = 0; i < GAMES; ++i) {
      char seed[24];
      double returns[2];
      size_t count = 0;
      (void)snprintf(seed, sizeof seed, "%d", i);
      REQUIRE(chemix_state_init(game, 0, state, limits.state_size, NULL) == CHEMIX_OK);
      REQUIRE(chemix_state_play(game, seats, 2, seed, NULL, state, limits.state_size, NULL, NULL) ==
              CHEMIX_OK);
      REQUIRE(chemix_state_returns(game, state, limits.state_size, returns, 2, &count, NULL) ==
              CHEMIX_OK);
      lead += returns[good] - returns[1 - good];
    }
    REQUIRE(lead > 0);
  }
  chemix_policy_destroy(&idle);
  chemix_policy_destroy(&greedy);
  chemix_game_destroy(&game);
}

/* A stopped call changes nothing. When time is up, policies return the best so far, and other
 * functions are stopped. */
static void test_stop(void) {
  enum { ACTIONS = 256, SHARES = 1 << 14 };
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("chemuno", 2, &limits);
  const size_t size = limits.state_size;
  const size_t seen_size = limits.observation_size;
  chemix_policy* search = NULL;
  static uint64_t state[WORDS];
  static uint64_t other[WORDS];
  static uint64_t seen[WORDS];
  static chemix_action_value values[ACTIONS];
  static double shares[SHARES];
  static char hint[1024];
  const uint64_t seeds[] = {1};
  int32_t action = -1;
  size_t count = 0;
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_policy_create("search iterations=3", &search, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_init(game, 0, state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "0", state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_observe(game, state, size, 0, seen, seen_size, NULL) == CHEMIX_OK);
  memcpy(other, state, size);
  const chemix_policy* const seats[] = {search, search};

  /* A stop object that is not set ends nothing. */
  chemix_stop* stop = NULL;
  REQUIRE(chemix_stop_create(&stop, NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_choose(search, game, seen, seen_size, "8", stop, &action, NULL) ==
          CHEMIX_OK);
  REQUIRE(chemix_observation_marginals(game, seen, seen_size, stop, shares, SHARES, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(chemix_batch_playout(game, seeds, stop, other, size, 1, NULL, NULL) == CHEMIX_OK);
  REQUIRE(memcmp(other, state, size) != 0);
  memcpy(other, state, size);

  for (int is_set = 0; is_set < 2; ++is_set) {
    const chemix_status chosen = is_set ? CHEMIX_STOPPED : CHEMIX_OK;
    if (is_set) {
      chemix_stop_set(stop);
    } else {
      chemix_stop_set_time_budget(stop, 0);
    }
    REQUIRE(chemix_policy_choose(search, game, seen, seen_size, "8", stop, &action, NULL) ==
            chosen);
    REQUIRE(chemix_policy_action_values(search, game, seen, seen_size, "8", stop, values, ACTIONS,
                                        &count, NULL) == chosen);
    REQUIRE(chemix_policy_hint(search, game, seen, seen_size, "8", NULL, NULL, stop, hint,
                               sizeof hint, &count, NULL) == chosen);
    REQUIRE(chemix_state_play(game, seats, 2, "8", stop, state, size, NULL, &error) ==
            CHEMIX_STOPPED);
    REQUIRE(strcmp(error.field, "stop") == 0);
    REQUIRE(chemix_batch_playout(game, seeds, stop, state, size, 1, NULL, NULL) == CHEMIX_STOPPED);
    REQUIRE(chemix_observation_marginals(game, seen, seen_size, stop, shares, SHARES, &count,
                                         NULL) == CHEMIX_STOPPED);
    REQUIRE(memcmp(other, state, size) == 0);
  }
  REQUIRE(strcmp(chemix_status_name(CHEMIX_STOPPED), "CHEMIX_STOPPED") == 0);
  chemix_stop_destroy(&stop);
  REQUIRE(stop == NULL);
  chemix_policy_destroy(&search);
  chemix_game_destroy(&game);
}

int main(void) {
  for_each_game(play);
  test_hint_names();
  test_seats();
  test_stop();
  static char text[1 << 16];
  size_t count = 0;
  REQUIRE(chemix_policy_list(text, sizeof text, &count, NULL) == CHEMIX_OK);
  REQUIRE(strstr(text, "\"search\"") != NULL);
  chemix_error error = CHEMIX_ERROR_INIT;
  chemix_policy* policy = NULL;
  REQUIRE(chemix_policy_create("genius", &policy, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(policy == NULL && strcmp(error.field, "policy") == 0);
  REQUIRE(chemix_policy_create(NULL, &policy, NULL) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_policy_create("random", NULL, NULL) == CHEMIX_NULL_ARGUMENT);
  chemix_policy_destroy(NULL);
  chemix_policy_destroy(&policy);
  return failures == 0 ? 0 : 1;
}
