/* SPDX-License-Identifier: Apache-2.0 */
/* Policies: actions and hints from an observation alone, whole games played by policies, and ending
 * them early. */
#include "games.h"

enum { ACTIONS = 1024 };

static int32_t ids[ACTIONS];
static chemix_action_value values[ACTIONS];

static int is_among(chemix_count count, int32_t id) {
  for (chemix_count i = 0; i < count; ++i) {
    if (ids[i] == id) return 1;
  }
  return 0;
}

static void play(const char* name) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  chemix_state* state = dealt(game, 4);
  int32_t player = 0;
  while ((acting_in(state).seats >> player & 1) == 0) ++player;
  chemix_observation* seen = observed(state, player);
  const chemix_count legal = chemix_observation_legal_actions(seen, ids, ACTIONS, NULL);
  const chemix_seed seed = seed_of(8);

  static const char* const texts[] = {"random", "greedy worlds=2", "heuristic worlds=2",
                                      "search iterations=10 memory=1",
                                      "solver iterations=10 positions=100"};
  chemix_policy* policies[5] = {NULL, NULL, NULL, NULL, NULL};
  for (size_t i = 0; i < 5; ++i) {
    char text[CHEMIX_POLICY_SIZE];
    int32_t action = -1;
    int32_t again = -1;
    REQUIRE(chemix_policy_create(texts[i], &policies[i], NULL) == CHEMIX_OK);
    REQUIRE(chemix_policy_text(policies[i], text, sizeof text, NULL) > 0);
    REQUIRE(strcmp(text, texts[i]) == 0);
    REQUIRE(chemix_policy_choose(policies[i], seen, &seed, NULL, &action, NULL) == CHEMIX_OK);
    REQUIRE(chemix_policy_choose(policies[i], seen, &seed, NULL, &again, NULL) == CHEMIX_OK);
    REQUIRE(action == again && is_among(legal, action));
    REQUIRE(chemix_policy_action_values(policies[i], seen, &seed, NULL, values, ACTIONS, NULL) ==
            legal);
    for (chemix_count nth = 0; nth < legal; ++nth) {
      REQUIRE(is_among(legal, values[nth].action));
      if (nth == 0) continue;
      REQUIRE(values[nth].visits <= values[nth - 1].visits);
      if (values[nth].visits < values[nth - 1].visits) continue;
      REQUIRE(values[nth].value <= values[nth - 1].value);
    }
    chemix_hint hint = CHEMIX_HINT_INIT;
    REQUIRE(chemix_policy_hint(policies[i], seen, &seed, NULL, &hint, NULL) == CHEMIX_OK);
    REQUIRE(is_among(legal, hint.action) && hint.choices == legal);
    REQUIRE((hint.reason == CHEMIX_HINT_ONLY) == (legal == 1));
  }

  const chemix_policy* seats[CHEMIX_MAX_SEATS] = {NULL};
  for (int32_t i = 0; i < limits.players; ++i) seats[i] = policies[i % 2];
  uint64_t digests[2];
  chemix_state* other = NULL;
  REQUIRE(chemix_state_copy(state, &other, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < 2; ++i) {
    int32_t steps = 0;
    REQUIRE(chemix_state_assign(other, state, NULL) == CHEMIX_OK);
    REQUIRE(chemix_state_play(other, seats, &seed, NULL, &steps, NULL) == CHEMIX_OK);
    REQUIRE(steps > 0 && steps <= limits.max_steps);
    digests[i] = digest_of(other);
    REQUIRE(acting_in(other).asked == CHEMIX_ASKED_NOBODY);
  }
  REQUIRE(digests[0] == digests[1]);

  /* A viewer who has nothing to decide. */
  int32_t action = 0;
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_state_observe(state, CHEMIX_SPECTATOR, seen, NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_choose(policies[0], seen, &seed, NULL, &action, &error) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "observation") == 0);
  seats[limits.players - 1] = NULL;
  REQUIRE(chemix_state_play(other, seats, &seed, NULL, NULL, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(strncmp(error.field, "policies[", 9) == 0);
  for (size_t i = 0; i < 5; ++i) chemix_policy_destroy(&policies[i]);
  REQUIRE(policies[0] == NULL);
  chemix_state_destroy(&other);
  chemix_observation_destroy(&seen);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

/* The words of a hint use the names of players, and number players without a name. */
static void test_hint_names(void) {
  enum { SEEDS = 40 };
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("react", 2, &limits);
  chemix_state* state = dealt(game, 0);
  chemix_observation* seen = observed(state, 0);
  chemix_policy* policy = NULL;
  chemix_words* words = NULL;
  static char text[1024];
  int named = 0;
  REQUIRE(chemix_policy_create("random", &policy, NULL) == CHEMIX_OK);
  REQUIRE(chemix_words_create(game, "en", &words, NULL) == CHEMIX_OK);
  for (uint64_t i = 0; i < SEEDS; ++i) {
    const chemix_seed seed = seed_of(i);
    chemix_hint hint = CHEMIX_HINT_INIT;
    REQUIRE(chemix_policy_hint(policy, seen, &seed, NULL, &hint, NULL) == CHEMIX_OK);
    REQUIRE(chemix_game_action_text(game, 0, hint.action, text, sizeof text, NULL) > 0);
    if (strncmp(text, "ask 1 ", 6) != 0) continue;
    ++named;
    REQUIRE(chemix_words_set_player(words, 1, "Anna", NULL) == CHEMIX_OK);
    REQUIRE(chemix_words_hint(words, &hint, text, sizeof text, NULL) > 0);
    REQUIRE(strstr(text, "ask Anna for ") != NULL);
    REQUIRE(chemix_words_set_player(words, 1, NULL, NULL) == CHEMIX_OK);
    REQUIRE(chemix_words_hint(words, &hint, text, sizeof text, NULL) > 0);
    REQUIRE(strstr(text, "ask Player 2 for ") != NULL);
  }
  REQUIRE(named > 0);
  chemix_words_destroy(&words);
  chemix_policy_destroy(&policy);
  chemix_observation_destroy(&seen);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

/* Each seat has its own policy: the greedy one wins from any seat. */
static void test_seats(void) {
  enum { GAMES = 6 };
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("classic", 2, &limits);
  chemix_policy* greedy = NULL;
  chemix_policy* idle = NULL;
  chemix_state* state = NULL;
  REQUIRE(chemix_policy_create("greedy worlds=1", &greedy, NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_create("random", &idle, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_create(game, 0, &state, NULL) == CHEMIX_OK);
  for (int32_t good = 0; good < 2; ++good) {
    const chemix_policy* seats[] = {idle, idle};
    seats[good] = greedy;
    double lead = 0;
    for (uint64_t i = 0; i < GAMES; ++i) {
      const chemix_seed seed = seed_of(i);
      double returns[2];
      REQUIRE(chemix_state_init(state, game, 0, NULL) == CHEMIX_OK);
      REQUIRE(chemix_state_play(state, seats, &seed, NULL, NULL, NULL) == CHEMIX_OK);
      REQUIRE(chemix_state_returns(state, returns, 2, NULL) == 2);
      lead += returns[good] - returns[1 - good];
    }
    REQUIRE(lead > 0);
  }
  chemix_state_destroy(&state);
  chemix_policy_destroy(&idle);
  chemix_policy_destroy(&greedy);
  chemix_game_destroy(&game);
}

/* A stopped call changes nothing. When time is up, policies return the best so far, and other
 * functions are stopped. */
static void test_stop(void) {
  enum { SHARES = 1 << 14 };
  static double shares[SHARES];
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("chemuno", 2, &limits);
  chemix_state* state = dealt(game, 0);
  chemix_observation* seen = observed(state, 0);
  chemix_policy* search = NULL;
  chemix_stop* stop = NULL;
  chemix_session* session = NULL;
  const chemix_seed seed = seed_of(1);
  const uint64_t digest = digest_of(state);
  int32_t action = -1;
  chemix_hint hint = CHEMIX_HINT_INIT;
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_policy_create("search iterations=3", &search, NULL) == CHEMIX_OK);
  const chemix_policy* const seats[] = {search, search};
  REQUIRE(chemix_session_resume(state, &seed, &session, NULL) == CHEMIX_OK);
  for (int32_t seat = 0; seat < 2; ++seat) {
    REQUIRE(chemix_session_set_policy(session, seat, search, NULL) == CHEMIX_OK);
  }

  /* A stop object that is not set ends nothing. */
  REQUIRE(chemix_stop_create(&stop, NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_choose(search, seen, &seed, stop, &action, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_marginals(seen, stop, shares, SHARES, NULL) > 0);

  for (int is_set = 0; is_set < 2; ++is_set) {
    if (is_set) {
      chemix_stop_set(stop);
    } else {
      chemix_stop_set_time_budget(stop, 0);
    }
    const int stopped = is_set ? CHEMIX_STOPPED : CHEMIX_OK;
    REQUIRE(chemix_policy_choose(search, seen, &seed, stop, &action, NULL) == stopped);
    const chemix_count count =
        chemix_policy_action_values(search, seen, &seed, stop, values, ACTIONS, NULL);
    REQUIRE(is_set ? count == CHEMIX_STOPPED : count > 0);
    REQUIRE(chemix_policy_hint(search, seen, &seed, stop, &hint, NULL) == stopped);
    REQUIRE(chemix_session_choose(session, 0, NULL, stop, &action, NULL) == stopped);
    REQUIRE(chemix_state_play(state, seats, &seed, stop, NULL, &error) == CHEMIX_STOPPED);
    REQUIRE(strcmp(error.field, "stop") == 0);
    REQUIRE(chemix_state_playout(state, &seed, stop, NULL, NULL) == CHEMIX_STOPPED);
    REQUIRE(chemix_batch_playout(state, 1, &seed, stop, NULL, 0, NULL) == CHEMIX_STOPPED);
    REQUIRE(chemix_observation_marginals(seen, stop, shares, SHARES, NULL) == CHEMIX_STOPPED);
    REQUIRE(digest_of(state) == digest);
  }
  REQUIRE(chemix_session_advance(session, 0, stop, NULL, NULL) == CHEMIX_STOPPED);
  REQUIRE(digest_of(chemix_session_state(session)) == digest);
  /* Cleared, it can be used again. */
  chemix_stop_clear(stop);
  REQUIRE(chemix_session_advance(session, 1, stop, NULL, NULL) == 1);
  REQUIRE(chemix_state_playout(state, &seed, stop, NULL, NULL) == CHEMIX_OK);
  chemix_stop_destroy(&stop);
  REQUIRE(stop == NULL);
  chemix_session_destroy(&session);
  chemix_policy_destroy(&search);
  chemix_observation_destroy(&seen);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

static void test_descriptions(void) {
  static char text[1 << 14];
  const char* name = NULL;
  int found = 0;
  for (int32_t i = 0; (name = chemix_policy_name_at(i)) != NULL; ++i) {
    chemix_policy* policy = NULL;
    REQUIRE(chemix_policy_describe(name, text, sizeof text, NULL) > 0);
    REQUIRE(strstr(text, name) != NULL && strstr(text, "\"parameters\"") != NULL);
    REQUIRE(chemix_policy_create(name, &policy, NULL) == CHEMIX_OK);
    chemix_policy_destroy(&policy);
    if (strcmp(name, "search") == 0) found = strstr(text, "\"memory\"") != NULL;
  }
  REQUIRE(found);
  chemix_error error = CHEMIX_ERROR_INIT;
  chemix_policy* policy = NULL;
  REQUIRE(chemix_policy_create("genius", &policy, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(policy == NULL && strcmp(error.field, "policy") == 0);
  REQUIRE(chemix_policy_describe("genius", text, sizeof text, &error) == CHEMIX_INVALID_INPUT);
  /* A text fits into chemix_handover. */
  char long_text[CHEMIX_POLICY_SIZE + 32] = "search iterations=4";
  memset(long_text + 19, ' ', sizeof long_text - 20);
  REQUIRE(chemix_policy_create(long_text, &policy, &error) == CHEMIX_INVALID_INPUT);
}

int main(void) {
  for_each_game(play);
  test_hint_names();
  test_seats();
  test_stop();
  test_descriptions();
  return failures == 0 ? 0 : 1;
}
