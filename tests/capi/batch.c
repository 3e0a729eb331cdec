/* SPDX-License-Identifier: Apache-2.0 */
/* A batch does to many states what single calls do to each, or changes nothing. */
#include "chemix.h"
#include "games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 24
#define TURNS 120

typedef struct batch {
  chemix_game* game;
  chemix_limits limits;
  char* states;
  /* The same states, stepped by single calls. */
  char* single;
  size_t size;
} batch;

static char* single_of(const batch* b, size_t i) { return b->single + i * b->limits.state_size; }

static void expect_same(const batch* b) {
  const size_t size = b->limits.state_size;
  for (size_t i = 0; i < COUNT; ++i) {
    uint64_t digests[2];
    REQUIRE(chemix_state_digest(b->game, b->states + i * size, size, &digests[0], NULL) ==
            CHEMIX_OK);
    REQUIRE(chemix_state_digest(b->game, single_of(b, i), size, &digests[1], NULL) == CHEMIX_OK);
    REQUIRE(digests[0] == digests[1]);
  }
}

/* Resolves chance and takes a legal action of each acting player, in batches and single calls. */
static void step(const batch* b, size_t turn) {
  const size_t size = b->limits.state_size;
  uint64_t seeds[COUNT];
  uint32_t players[COUNT];
  bool chance[COUNT];
  int32_t actors[COUNT];
  int32_t actions[COUNT];
  for (size_t i = 0; i < COUNT; ++i) {
    seeds[i] = 100 * turn + i;
    char seed[24];
    (void)snprintf(seed, sizeof seed, "%zu", 100 * turn + i);
    REQUIRE(chemix_state_resolve(b->game, seed, single_of(b, i), size, NULL) == CHEMIX_OK);
  }
  REQUIRE(chemix_batch_resolve(b->game, seeds, b->states, b->size, COUNT, NULL) == CHEMIX_OK);
  expect_same(b);
  REQUIRE(chemix_batch_acting(b->game, b->states, b->size, COUNT, players, chance, NULL) ==
          CHEMIX_OK);
  const size_t row = (size_t)b->limits.action_count;
  uint8_t* const masks = malloc(COUNT * row);
  for (size_t i = 0; i < COUNT; ++i) {
    uint32_t who = 0;
    bool by_chance = true;
    REQUIRE(chemix_state_acting(b->game, single_of(b, i), size, &who, &by_chance, NULL) ==
            CHEMIX_OK);
    REQUIRE(who == players[i] && !by_chance && !chance[i]);
    actors[i] = CHEMIX_CHANCE;
    actions[i] = CHEMIX_NO_ACTION;
    for (int32_t p = 0; p < b->limits.players; ++p) {
      if ((who >> p & 1) != 0 && actors[i] == CHEMIX_CHANCE) actors[i] = p;
    }
  }
  size_t count = 0;
  REQUIRE(chemix_batch_legal_masks(b->game, b->states, b->size, COUNT, actors, masks, COUNT * row,
                                   &count, NULL) == CHEMIX_OK);
  REQUIRE(count == COUNT * row);
  for (size_t i = 0; i < COUNT; ++i) {
    static int32_t ids[256];
    size_t legal = 0;
    if (actors[i] != CHEMIX_CHANCE) {
      REQUIRE(chemix_state_legal_actions(b->game, single_of(b, i), size, actors[i], ids, 256,
                                         &legal, NULL) == CHEMIX_OK);
      actions[i] = ids[(turn + i) % legal];
    }
    size_t set = 0;
    for (size_t id = 0; id < row; ++id) set += masks[i * row + id];
    REQUIRE(set == legal);
    for (size_t k = 0; k < legal; ++k) REQUIRE(masks[i * row + (size_t)ids[k]] == 1);
  }
  free(masks);
  REQUIRE(chemix_batch_apply(b->game, actors, actions, b->states, b->size, COUNT, NULL) ==
          CHEMIX_OK);
  for (size_t i = 0; i < COUNT; ++i) {
    if (actions[i] == CHEMIX_NO_ACTION) continue;
    REQUIRE(chemix_state_apply(b->game, actors[i], actions[i], single_of(b, i), size, NULL) ==
            CHEMIX_OK);
  }
  expect_same(b);
}

static void expect_views(const batch* b) {
  const size_t size = b->limits.observation_size;
  const size_t row = b->limits.tensor_size;
  int32_t viewers[COUNT];
  for (int32_t i = 0; i < COUNT; ++i) {
    viewers[i] = i % (b->limits.players + 1);
    if (viewers[i] == b->limits.players) viewers[i] = CHEMIX_SPECTATOR;
  }
  char* const seen = malloc(COUNT * size);
  char* const one = malloc(size);
  float* const tensors = malloc(COUNT * row * sizeof(float));
  float* const tensor = malloc(row * sizeof(float));
  size_t count = 0;
  REQUIRE(chemix_batch_observe(b->game, b->states, b->size, COUNT, viewers, seen, COUNT * size,
                               NULL) == CHEMIX_OK);
  REQUIRE(chemix_batch_tensors(b->game, b->states, b->size, COUNT, viewers, tensors, COUNT * row,
                               &count, NULL) == CHEMIX_OK);
  REQUIRE(count == COUNT * row);
  for (size_t i = 0; i < COUNT; ++i) {
    uint64_t digests[2];
    REQUIRE(chemix_state_observe(b->game, single_of(b, i), b->limits.state_size, viewers[i], one,
                                 size, NULL) == CHEMIX_OK);
    REQUIRE(chemix_observation_digest(b->game, one, size, &digests[0], NULL) == CHEMIX_OK);
    REQUIRE(chemix_observation_digest(b->game, seen + i * size, size, &digests[1], NULL) ==
            CHEMIX_OK);
    REQUIRE(digests[0] == digests[1]);
    REQUIRE(chemix_observation_tensor(b->game, one, size, tensor, row, &count, NULL) == CHEMIX_OK);
    REQUIRE(memcmp(tensor, tensors + i * row, row * sizeof(float)) == 0);
  }
  free(seen);
  free(one);
  free(tensors);
  free(tensor);
}

static void expect_ends(const batch* b) {
  uint64_t seeds[COUNT];
  int64_t steps[COUNT];
  double returns[COUNT * 6];
  for (size_t i = 0; i < COUNT; ++i) seeds[i] = i;
  REQUIRE(chemix_batch_playout(b->game, seeds, NULL, b->states, b->size, COUNT, steps, NULL) ==
          CHEMIX_OK);
  size_t count = 0;
  REQUIRE(chemix_batch_returns(b->game, b->states, b->size, COUNT, returns, COUNT * 6, &count,
                               NULL) == CHEMIX_OK);
  const size_t row = (size_t)b->limits.players;
  REQUIRE(count == COUNT * row);
  for (size_t i = 0; i < COUNT; ++i) {
    char seed[24];
    int64_t taken = -1;
    double shares[6];
    (void)snprintf(seed, sizeof seed, "%zu", i);
    REQUIRE(chemix_state_playout(b->game, seed, single_of(b, i), b->limits.state_size, &taken,
                                 NULL) == CHEMIX_OK);
    REQUIRE(taken == steps[i]);
    REQUIRE(chemix_state_returns(b->game, single_of(b, i), b->limits.state_size, shares, 6, &count,
                                 NULL) == CHEMIX_OK);
    REQUIRE(memcmp(shares, returns + i * row, row * sizeof(double)) == 0);
  }
  expect_same(b);
}

/* If any entry is wrong, the batch changes nothing, and the error names the entry. */
static void expect_refusals(const batch* b) {
  int32_t actors[COUNT];
  int32_t actions[COUNT];
  int32_t starts[COUNT] = {0};
  uint8_t mask[1];
  size_t count = 0;
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_batch_init(b->game, NULL, b->states, b->size, COUNT, NULL) == CHEMIX_OK);
  memcpy(b->single, b->states, b->size);
  for (size_t i = 0; i < COUNT; ++i) {
    actors[i] = CHEMIX_CHANCE;
    actions[i] = 0;
    for (;;) {
      const chemix_status status = chemix_state_check(
          b->game, single_of(b, i), b->limits.state_size, CHEMIX_CHANCE, actions[i], NULL);
      if (status == CHEMIX_OK) break;
      ++actions[i];
    }
  }
  /* Wrong: a player acts while it is chance's turn, in the first, a middle and the last entry. */
  const size_t wrong[] = {0, 5, COUNT - 1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    char field[24];
    (void)snprintf(field, sizeof field, "actions[%zu]", wrong[i]);
    actors[wrong[i]] = 0;
    REQUIRE(chemix_batch_apply(b->game, actors, actions, b->states, b->size, COUNT, &error) ==
            CHEMIX_REFUSED);
    REQUIRE(strcmp(error.field, field) == 0 && error.rule[0] != '\0');
    expect_same(b);
    actors[wrong[i]] = CHEMIX_CHANCE;
  }
  const int32_t good = actions[5];
  actors[5] = 6;
  REQUIRE(chemix_batch_apply(b->game, actors, actions, b->states, b->size, COUNT, &error) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "actors[5]") == 0);
  actors[5] = CHEMIX_CHANCE;
  actions[5] = 100000;
  REQUIRE(chemix_batch_apply(b->game, actors, actions, b->states, b->size, COUNT, &error) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "actions[5]") == 0);
  actions[5] = good;
  REQUIRE(chemix_batch_apply(b->game, actors, actions, b->states, b->size - 8, COUNT, &error) ==
          CHEMIX_WRONG_MEMORY);
  REQUIRE(chemix_batch_apply(b->game, actors, NULL, b->states, b->size, COUNT, &error) ==
          CHEMIX_NULL_ARGUMENT);
  starts[7] = -1;
  REQUIRE(chemix_batch_init(b->game, starts, b->states, b->size, COUNT, &error) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "start_players[7]") == 0);
  REQUIRE(chemix_batch_legal_masks(b->game, b->states, b->size, COUNT, actors, mask, 1, &count,
                                   &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(count == COUNT * (size_t)b->limits.action_count);
  expect_same(b);
  char first[8];
  memcpy(first, b->states + 3 * b->limits.state_size, sizeof first);
  memset(b->states + 3 * b->limits.state_size, 0, sizeof first);
  REQUIRE(chemix_batch_resolve(b->game, NULL, b->states, b->size, COUNT, &error) ==
          CHEMIX_WRONG_MEMORY);
  REQUIRE(strcmp(error.field, "states[3]") == 0);
  memcpy(b->states + 3 * b->limits.state_size, first, sizeof first);
  REQUIRE(chemix_batch_resolve(b->game, NULL, b->states, b->size, COUNT, &error) ==
          CHEMIX_NULL_ARGUMENT);
  expect_same(b);
  REQUIRE(chemix_batch_resolve(b->game, NULL, NULL, 0, 0, &error) == CHEMIX_OK);
}

static void play(const char* name) {
  batch b = {NULL, CHEMIX_LIMITS_INIT, NULL, NULL, 0};
  b.game = open_game(name, 0, &b.limits);
  b.size = COUNT * b.limits.state_size;
  b.states = calloc(1, b.size);
  b.single = calloc(1, b.size);
  int32_t starts[COUNT];
  for (int32_t i = 0; i < COUNT; ++i) {
    starts[i] = i % b.limits.players;
    REQUIRE(chemix_state_init(b.game, starts[i], single_of(&b, (size_t)i), b.limits.state_size,
                              NULL) == CHEMIX_OK);
  }
  REQUIRE(chemix_batch_init(b.game, starts, b.states, b.size, COUNT, NULL) == CHEMIX_OK);
  expect_same(&b);
  for (size_t turn = 0; turn < TURNS; ++turn) step(&b, turn);
  expect_views(&b);
  expect_ends(&b);
  expect_refusals(&b);
  free(b.states);
  free(b.single);
  chemix_game_destroy(&b.game);
}

int main(void) {
  for_each_game(play);
  return failures == 0 ? 0 : 1;
}
