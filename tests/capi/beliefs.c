/* SPDX-License-Identifier: Apache-2.0 */
/* Beliefs about hidden cards, in every game: marginals that are consistent with each other and with
 * samples, samples during sealed decisions, and probabilities of chance outcomes. */
#include "games.h"

enum { SHARES = 1 << 16 };

typedef struct play {
  chemix_game* game;
  chemix_limits limits;
  chemix_state* state;
  chemix_observation* seen;
  chemix_state* sample;
} play;

/* Opens a game and deals it with a seed. */
static play begin(const char* name, int32_t players, uint64_t seed) {
  play p = {NULL, CHEMIX_LIMITS_INIT, NULL, NULL, NULL};
  p.game = open_game(name, players, &p.limits);
  p.state = dealt(p.game, seed);
  p.seen = observed(p.state, 0);
  REQUIRE(chemix_state_copy(p.state, &p.sample, NULL) == CHEMIX_OK);
  return p;
}

static void clear_away(play* p) {
  chemix_state_destroy(&p->sample);
  chemix_observation_destroy(&p->seen);
  chemix_state_destroy(&p->state);
  chemix_game_destroy(&p->game);
}

/* Checks the marginals of `viewer`: each is a probability, more cards are never likelier than
 * fewer, and the viewer's own hand is not a hidden place. */
static void believe(const play* p, int32_t viewer) {
  static double shares[SHARES];
  static char text[4096];
  chemix_place places[16];
  int32_t forgotten = -1;
  int32_t approximations = -1;
  REQUIRE(chemix_state_observe(p->state, viewer, p->seen, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_exactness(p->seen, &forgotten, &approximations, NULL) == CHEMIX_OK);
  REQUIRE(forgotten >= 0 && approximations >= 0);
  REQUIRE(chemix_observation_count_worlds(p->seen, text, sizeof text, NULL) > 0);
  REQUIRE(text[0] >= '1' && text[0] <= '9');
  const chemix_count place_count = chemix_observation_hidden_places(p->seen, places, 16, NULL);
  REQUIRE(place_count >= 0 && (uint32_t)place_count <= p->limits.max_hidden_places);
  const chemix_count count = chemix_observation_marginals(p->seen, NULL, shares, SHARES, NULL);
  const int32_t most = p->limits.max_copies;
  REQUIRE(count == place_count * p->limits.card_kind_count * most);
  for (int32_t i = 0; i < count; ++i) {
    REQUIRE(shares[i] >= 0 && shares[i] <= 1);
    if (i % most > 0) REQUIRE(shares[i] <= shares[i - 1] + 1e-9);
  }
  for (int32_t i = 0; i < place_count; ++i) {
    REQUIRE(places[i].owner != viewer || places[i].zone != CHEMIX_ZONE_HAND);
    REQUIRE(places[i].owner == CHEMIX_NOBODY || places[i].owner < p->limits.players);
  }
}

/* The number of acting players in a sampled state. */
static int acting_in_sample(const play* p, chemix_others others) {
  const chemix_seed seed = seed_of(5);
  int count = 0;
  REQUIRE(chemix_observation_determinize(p->seen, &seed, 1, others, p->sample, NULL) == CHEMIX_OK);
  for (uint32_t acting = acting_in(p->sample).seats; acting != 0; acting &= acting - 1) ++count;
  return count;
}

/* Sampled states of a sealed decision, before anybody has decided. */
static void sample_sealed(const play* p) {
  const chemix_acting acting = acting_in(p->state);
  if (acting.asked != CHEMIX_ASKED_SEALED) return;
  if (acting.seats != (1U << p->limits.players) - 1) return;
  REQUIRE(chemix_state_observe(p->state, 0, p->seen, NULL) == CHEMIX_OK);
  REQUIRE(acting_in_sample(p, CHEMIX_OTHERS_DECIDED) == 1);
  REQUIRE(acting_in_sample(p, CHEMIX_OTHERS_UNDECIDED) == p->limits.players);
}

static void play_game(const char* name) {
  play p = begin(name, 0, 7);
  const chemix_seed seed = seed_of(7);
  chemix_step step;
  for (uint64_t number = 0; number < 120 && choose_step(p.state, &seed, 7 * number, &step);
       ++number) {
    REQUIRE(chemix_state_apply(p.state, step.actor, step.action, NULL) == CHEMIX_OK);
    sample_sealed(&p);
    if (number % 30 != 0) continue;
    for (int32_t viewer = 0; viewer < p.limits.players; ++viewer) believe(&p, viewer);
    believe(&p, CHEMIX_SPECTATOR);
  }
  clear_away(&p);
}

/* The weight of a card in the deal is its number of copies left. */
static void test_weights(void) {
  enum { WAYS = 256 };
  static chemix_outcome ways[WAYS];
  play p = begin("chemuno", 2, 7);
  int32_t hydrogen = 0;
  int64_t pile = 0;
  REQUIRE(chemix_state_init(p.state, p.game, 0, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_find_action(p.game, CHEMIX_CHANCE, "drawn H", &hydrogen, NULL) == CHEMIX_OK);
  chemix_count count = chemix_state_outcomes(p.state, ways, WAYS, NULL);
  REQUIRE(count > 0 && (uint32_t)count <= p.limits.max_outcomes);
  for (chemix_count i = 0; i < count; ++i) pile += ways[i].weight;
  /* The deck has four copies of H. */
  for (int64_t left = 4; left > 0; --left) {
    int64_t all = 0;
    int64_t weight = 0;
    count = chemix_state_outcomes(p.state, ways, WAYS, NULL);
    for (chemix_count i = 0; i < count; ++i) {
      if (i > 0) REQUIRE(ways[i].action > ways[i - 1].action);
      all += ways[i].weight;
      if (ways[i].action == hydrogen) weight = ways[i].weight;
    }
    REQUIRE(weight == left && all == pile - 4 + left);
    int64_t sum = 0;
    int64_t way = 0;
    REQUIRE(chemix_state_chance_weight(p.state, &sum, NULL) == CHEMIX_OK && sum == all);
    for (chemix_count i = 0; i < count; ++i) {
      for (int64_t end = way + ways[i].weight; way < end; ++way) {
        int32_t action = -1;
        REQUIRE(chemix_state_chance_outcome(p.state, way, &action, NULL) == CHEMIX_OK);
        REQUIRE(action == ways[i].action);
      }
    }
    REQUIRE(chemix_state_chance_outcome(p.state, way, &hydrogen, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_state_chance_outcome(p.state, -1, &hydrogen, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_state_apply(p.state, CHEMIX_CHANCE, hydrogen, NULL) == CHEMIX_OK);
  }
  REQUIRE(chemix_state_check(p.state, CHEMIX_CHANCE, hydrogen, NULL) == CHEMIX_REFUSED);
  clear_away(&p);
  /* After the deal a player acts. */
  p = begin("chemuno", 2, 7);
  int64_t none = -1;
  REQUIRE(chemix_state_chance_weight(p.state, &none, NULL) == CHEMIX_OK && none == 0);
  REQUIRE(chemix_state_chance_outcome(p.state, 0, &hydrogen, NULL) == CHEMIX_INVALID_INPUT);
  clear_away(&p);
}

/* The sample depends on its index, and the same index gives the same sample. */
static void test_samples(void) {
  enum { SAMPLES = 10 };
  uint64_t digests[2][SAMPLES];
  play p = begin("chemuno", 3, 7);
  const chemix_seed seed = seed_of(5);
  for (int time = 0; time < 2; ++time) {
    for (uint64_t index = 0; index < SAMPLES; ++index) {
      REQUIRE(chemix_observation_determinize(p.seen, &seed, index, CHEMIX_OTHERS_DECIDED, p.sample,
                                             NULL) == CHEMIX_OK);
      digests[time][index] = digest_of(p.sample);
    }
  }
  REQUIRE(memcmp(digests[0], digests[1], sizeof digests[0]) == 0);
  for (size_t i = 0; i < SAMPLES; ++i) {
    for (size_t k = 0; k < i; ++k) REQUIRE(digests[0][i] != digests[0][k]);
  }
  clear_away(&p);
}

/* An observation reports forgotten entries and approximations separately; two games have both. */
static void test_inexact(void) {
  int is_kept_in_part = 0;
  int is_left_out = 0;
  for (uint64_t number = 0; number < 20 && !(is_kept_in_part && is_left_out); ++number) {
    play p = begin("showdown", 3, number);
    const chemix_seed seed = seed_of(number);
    chemix_step step;
    for (uint64_t decision = 0; decision < 60; ++decision) {
      for (int32_t viewer = 0; decision >= 48 && viewer < p.limits.players; ++viewer) {
        int32_t forgotten = 0;
        int32_t approximations = 0;
        REQUIRE(chemix_state_observe(p.state, viewer, p.seen, NULL) == CHEMIX_OK);
        REQUIRE(chemix_observation_exactness(p.seen, &forgotten, &approximations, NULL) ==
                CHEMIX_OK);
        if (forgotten > 0 && approximations == 0) is_kept_in_part = 1;
        if (forgotten == 0 && approximations > 0) is_left_out = 1;
      }
      if (!choose_step(p.state, &seed, 7 * decision, &step)) break;
      REQUIRE(chemix_state_apply(p.state, step.actor, step.action, NULL) == CHEMIX_OK);
      REQUIRE(chemix_state_resolve(p.state, &seed, NULL) == CHEMIX_OK);
    }
    clear_away(&p);
  }
  REQUIRE(is_kept_in_part && is_left_out);
}

int main(void) {
  for_each_game(play_game);
  test_weights();
  test_samples();
  test_inexact();
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
