/* SPDX-License-Identifier: Apache-2.0 */
/* Beliefs about hidden cards, in every game: marginals that are consistent with each other and with
 * samples, samples during sealed decisions, and probabilities of chance outcomes. */
#include "chemix.h"
#include "games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARES 65536

typedef struct play {
  chemix_game* game;
  chemix_limits limits;
  void* state;
  void* seen;
  void* sample;
} play;

/* Checks the marginals of `viewer`: each is a probability, more cards are never likelier than
 * fewer, and the viewer's own hand is not a hidden place. */
static void believe(const play* p, int32_t viewer) {
  static double shares[SHARES];
  static char text[1024];
  chemix_place places[16];
  size_t place_count = 0;
  size_t count = 0;
  int32_t forgotten = -1;
  int32_t approximations = -1;
  REQUIRE(chemix_state_observe(p->game, p->state, p->limits.state_size, viewer, p->seen,
                               p->limits.observation_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_exactness(p->game, p->seen, p->limits.observation_size, &forgotten,
                                       &approximations, NULL) == CHEMIX_OK);
  REQUIRE(forgotten >= 0 && approximations >= 0);
  REQUIRE(chemix_observation_count_worlds(p->game, p->seen, p->limits.observation_size, text,
                                          sizeof text, &count, NULL) == CHEMIX_OK);
  REQUIRE(count > 0 && text[0] >= '1' && text[0] <= '9');
  REQUIRE(chemix_observation_hidden_places(p->game, p->seen, p->limits.observation_size, places, 16,
                                           &place_count, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_marginals(p->game, p->seen, p->limits.observation_size, NULL, shares,
                                       SHARES, &count, NULL) == CHEMIX_OK);
  const size_t kinds = (size_t)p->limits.card_kind_count;
  const size_t most = (size_t)p->limits.max_copies;
  REQUIRE(count == place_count * kinds * most);
  for (size_t i = 0; i < count; ++i) {
    REQUIRE(shares[i] >= 0 && shares[i] <= 1);
    if (i % most > 0) REQUIRE(shares[i] <= shares[i - 1] + 1e-9);
  }
  for (size_t i = 0; i < place_count; ++i) {
    REQUIRE(places[i].owner != viewer || places[i].zone != CHEMIX_ZONE_HAND);
  }
}

/* The number of acting players in a sampled state. */
static int acting_in_sample(const play* p, int32_t others) {
  uint32_t acting = 0;
  bool chance = false;
  int count = 0;
  REQUIRE(chemix_observation_determinize(p->game, p->seen, p->limits.observation_size, "5", 1,
                                         others, p->sample, p->limits.state_size,
                                         NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_acting(p->game, p->sample, p->limits.state_size, &acting, &chance, NULL) ==
          CHEMIX_OK);
  for (; acting != 0; acting &= acting - 1) ++count;
  return count;
}

/* Sampled states of a sealed decision, before anybody has decided. */
static void sample_sealed(const play* p) {
  uint32_t acting = 0;
  bool chance = false;
  bool sealed = false;
  REQUIRE(chemix_state_observe(p->game, p->state, p->limits.state_size, 0, p->seen,
                               p->limits.observation_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_acting(p->game, p->seen, p->limits.observation_size, &acting, &chance,
                                    &sealed, NULL) == CHEMIX_OK);
  if (!sealed || acting != (1U << p->limits.players) - 1) return;
  REQUIRE(acting_in_sample(p, CHEMIX_OTHERS_DECIDED) == 1);
  REQUIRE(acting_in_sample(p, CHEMIX_OTHERS_UNDECIDED) == p->limits.players);
}

/* Takes a step of chance or a player. Returns false at the end of the game. */
static bool step(const play* p, int number) {
  static int32_t ids[256];
  uint32_t acting = 0;
  bool chance = false;
  int32_t action = 0;
  int32_t actor = CHEMIX_CHANCE;
  REQUIRE(chemix_state_acting(p->game, p->state, p->limits.state_size, &acting, &chance, NULL) ==
          CHEMIX_OK);
  if (!chance && acting == 0) return false;
  if (chance) {
    REQUIRE(chemix_state_draw(p->game, p->state, p->limits.state_size, "7", &action, NULL) ==
            CHEMIX_OK);
  } else {
    size_t legal = 0;
    actor = 0;
    while (!(acting >> actor & 1)) ++actor;
    REQUIRE(chemix_state_legal_actions(p->game, p->state, p->limits.state_size, actor, ids, 256,
                                       &legal, NULL) == CHEMIX_OK);
    action = ids[(size_t)number * 7 % legal];
  }
  REQUIRE(chemix_state_apply(p->game, actor, action, p->state, p->limits.state_size, NULL) ==
          CHEMIX_OK);
  return true;
}

static void play_game(const char* name) {
  play p = {NULL, CHEMIX_LIMITS_INIT, NULL, NULL, NULL};
  for (int32_t players = 3; players >= 2 && p.game == NULL; --players) {
    chemix_game_create(name, players, "", NULL, &p.game, NULL);
  }
  if (p.game == NULL) {
    REQUIRE(p.game != NULL);
    return;
  }
  REQUIRE(chemix_game_limits(p.game, &p.limits, NULL) == CHEMIX_OK);
  p.state = malloc(p.limits.state_size);
  p.seen = malloc(p.limits.observation_size);
  p.sample = malloc(p.limits.state_size);
  REQUIRE(chemix_state_init(p.game, 0, p.state, p.limits.state_size, NULL) == CHEMIX_OK);
  for (int number = 1; number <= 120; ++number) {
    if (!step(&p, number)) break;
    sample_sealed(&p);
    if (number % 30 != 0) continue;
    for (int32_t viewer = CHEMIX_SPECTATOR; viewer < p.limits.players; ++viewer) {
      if (viewer != CHEMIX_CHANCE) believe(&p, viewer);
    }
  }
  free(p.sample);
  free(p.seen);
  free(p.state);
  chemix_game_destroy(&p.game);
}

/* Opens a game and deals it with a seed. */
static play deal(const char* name, int32_t players, const char* seed) {
  play p = {NULL, CHEMIX_LIMITS_INIT, NULL, NULL, NULL};
  p.game = open_game(name, players, &p.limits);
  p.state = malloc(p.limits.state_size);
  p.seen = malloc(p.limits.observation_size);
  p.sample = malloc(p.limits.state_size);
  REQUIRE(chemix_state_init(p.game, 0, p.state, p.limits.state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(p.game, seed, p.state, p.limits.state_size, NULL) == CHEMIX_OK);
  return p;
}

static void clear_away(play* p) {
  free(p->sample);
  free(p->seen);
  free(p->state);
  chemix_game_destroy(&p->game);
}

/* The weight of a card in the deal is its number of copies left. */
static void test_weights(void) {
  enum { WAYS = 256 };
  static chemix_chance ways[WAYS];
  play p = deal("chemuno", 2, "7");
  const size_t size = p.limits.state_size;
  int32_t hydrogen = 0;
  size_t count = 0;
  REQUIRE(chemix_state_init(p.game, 0, p.state, size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_action_parse(p.game, CHEMIX_CHANCE, "drawn H", &hydrogen, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_chance_outcomes(p.game, p.state, size, ways, WAYS, &count, NULL) ==
          CHEMIX_OK);
  int64_t pile = 0;
  for (size_t i = 0; i < count; ++i) pile += ways[i].weight;
  /* The deck has four copies of H. */
  for (int64_t left = 4; left > 0; --left) {
    int64_t all = 0;
    int64_t weight = 0;
    REQUIRE(chemix_state_chance_outcomes(p.game, p.state, size, ways, WAYS, &count, NULL) ==
            CHEMIX_OK);
    for (size_t i = 0; i < count; ++i) {
      all += ways[i].weight;
      if (ways[i].action == hydrogen) weight = ways[i].weight;
    }
    REQUIRE(weight == left && all == pile - 4 + left);
    REQUIRE(chemix_state_apply(p.game, CHEMIX_CHANCE, hydrogen, p.state, size, NULL) == CHEMIX_OK);
  }
  REQUIRE(chemix_state_check(p.game, p.state, size, CHEMIX_CHANCE, hydrogen, NULL) ==
          CHEMIX_REFUSED);
  clear_away(&p);
}

/* The sample depends on the draw number, and the same number gives the same sample. */
static void test_draws(void) {
  enum { DRAWS = 10 };
  uint64_t digests[2][DRAWS];
  play p = deal("chemuno", 3, "7");
  const size_t size = p.limits.state_size;
  REQUIRE(chemix_state_observe(p.game, p.state, size, 0, p.seen, p.limits.observation_size, NULL) ==
          CHEMIX_OK);
  for (int time = 0; time < 2; ++time) {
    for (uint64_t draw = 0; draw < DRAWS; ++draw) {
      REQUIRE(chemix_observation_determinize(p.game, p.seen, p.limits.observation_size, "5", draw,
                                             CHEMIX_OTHERS_DECIDED, p.sample, size,
                                             NULL) == CHEMIX_OK);
      REQUIRE(chemix_state_digest(p.game, p.sample, size, &digests[time][draw], NULL) == CHEMIX_OK);
    }
  }
  REQUIRE(memcmp(digests[0], digests[1], sizeof digests[0]) == 0);
  for (size_t i = 0; i < DRAWS; ++i) {
    for (size_t k = 0; k < i; ++k) REQUIRE(digests[0][i] != digests[0][k]);
  }
  clear_away(&p);
}

/* An observation reports forgotten entries and approximations separately; two games have both. */
static void test_inexact(void) {
  const char* const seeds[] = {"0", "1"};
  bool is_kept_in_part = false;
  bool is_left_out = false;
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; ++i) {
    play p = deal("showdown", 3, seeds[i]);
    for (int number = 0; number < 60; ++number) {
      uint32_t acting = 0;
      bool chance = false;
      static int32_t ids[512];
      size_t legal = 0;
      int32_t actor = 0;
      for (int32_t viewer = 0; number >= 48 && viewer < p.limits.players; ++viewer) {
        int32_t forgotten = 0;
        int32_t approximations = 0;
        REQUIRE(chemix_state_observe(p.game, p.state, p.limits.state_size, viewer, p.seen,
                                     p.limits.observation_size, NULL) == CHEMIX_OK);
        REQUIRE(chemix_observation_exactness(p.game, p.seen, p.limits.observation_size, &forgotten,
                                             &approximations, NULL) == CHEMIX_OK);
        if (forgotten > 0 && approximations == 0) is_kept_in_part = true;
        if (forgotten == 0 && approximations > 0) is_left_out = true;
      }
      REQUIRE(chemix_state_acting(p.game, p.state, p.limits.state_size, &acting, &chance, NULL) ==
              CHEMIX_OK);
      if (acting == 0) break;
      while (!(acting >> actor & 1)) ++actor;
      REQUIRE(chemix_state_legal_actions(p.game, p.state, p.limits.state_size, actor, ids, 512,
                                         &legal, NULL) == CHEMIX_OK);
      REQUIRE(chemix_state_apply(p.game, actor, ids[(size_t)number * 7 % legal], p.state,
                                 p.limits.state_size, NULL) == CHEMIX_OK);
      REQUIRE(chemix_state_resolve(p.game, seeds[i], p.state, p.limits.state_size, NULL) ==
              CHEMIX_OK);
    }
    clear_away(&p);
  }
  REQUIRE(is_kept_in_part && is_left_out);
}

int main(void) {
  for_each_game(play_game);
  test_weights();
  test_draws();
  test_inexact();
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
