/* SPDX-License-Identifier: Apache-2.0 */
/* A batch does to many states what single calls do to each, or changes nothing. */
#include "games.h"

#include <stdio.h>

#define COUNT 24
#define TURNS 120

typedef struct batch {
  chemix_game* game;
  chemix_limits limits;
  chemix_state* states;
  size_t size;
  /* The same states, stepped by single calls. */
  chemix_state* single[COUNT];
} batch;

static const chemix_state* state_at(const batch* b, size_t i) {
  return (const chemix_state*)((const char*)b->states + i * b->limits.state_size);
}

static void expect_same(const batch* b) {
  for (size_t i = 0; i < COUNT; ++i) REQUIRE(digest_of(state_at(b, i)) == digest_of(b->single[i]));
}

/* Resolves chance and takes a legal action of each acting player, in batches and single calls. */
static void step(const batch* b, size_t turn) {
  static int32_t ids[1024];
  chemix_seed seeds[COUNT];
  chemix_acting actings[COUNT];
  int32_t actors[COUNT];
  int32_t actions[COUNT];
  for (size_t i = 0; i < COUNT; ++i) {
    seeds[i] = seed_of(100 * turn + i);
    REQUIRE(chemix_state_resolve(b->single[i], &seeds[i], NULL) == CHEMIX_OK);
  }
  REQUIRE(chemix_batch_resolve(b->states, COUNT, seeds, NULL) == CHEMIX_OK);
  expect_same(b);
  REQUIRE(chemix_batch_acting(b->states, COUNT, actings, COUNT, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < COUNT; ++i) {
    const chemix_acting acting = acting_in(b->single[i]);
    REQUIRE(acting.asked == actings[i].asked && acting.seats == actings[i].seats);
    REQUIRE(acting.asked != CHEMIX_ASKED_CHANCE);
    actors[i] = CHEMIX_CHANCE;
    actions[i] = CHEMIX_NONE;
    for (int32_t p = b->limits.players; p-- > 0;) {
      if ((acting.seats >> p & 1) != 0) actors[i] = p;
    }
  }
  const size_t row = (size_t)b->limits.action_count;
  uint8_t* const masks = malloc(COUNT * row);
  memset(masks, 0x55, COUNT * row);
  REQUIRE(chemix_batch_legal_masks(b->states, COUNT, actors, masks, COUNT * row, NULL) ==
          CHEMIX_OK);
  for (size_t i = 0; i < COUNT; ++i) {
    chemix_count legal = 0;
    if (actors[i] != CHEMIX_CHANCE) {
      legal = chemix_state_legal_actions(b->single[i], actors[i], ids, 1024, NULL);
      REQUIRE(legal > 0);
      actions[i] = ids[(turn + i) % (size_t)legal];
    }
    chemix_count set = 0;
    for (size_t id = 0; id < row; ++id) set += masks[i * row + id];
    REQUIRE(set == legal);
    for (chemix_count k = 0; k < legal; ++k) REQUIRE(masks[i * row + (size_t)ids[k]] == 1);
  }
  free(masks);
  REQUIRE(chemix_batch_apply(b->states, COUNT, actors, actions, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < COUNT; ++i) {
    if (actions[i] == CHEMIX_NONE) continue;
    REQUIRE(chemix_state_apply(b->single[i], actors[i], actions[i], NULL) == CHEMIX_OK);
  }
  expect_same(b);
}

static void expect_views(const batch* b) {
  const size_t row = b->limits.tensor_size;
  int32_t viewers[COUNT];
  for (int32_t i = 0; i < COUNT; ++i) {
    viewers[i] = i % (b->limits.players + 1);
    if (viewers[i] == b->limits.players) viewers[i] = CHEMIX_SPECTATOR;
  }
  char* const seen = malloc(COUNT * (size_t)b->limits.observation_size);
  float* const tensors = malloc(COUNT * row * sizeof(float));
  float* const tensor = malloc(row * sizeof(float));
  REQUIRE(chemix_batch_init_observations((chemix_observation*)seen, COUNT, b->game, NULL) ==
          CHEMIX_OK);
  REQUIRE(chemix_batch_observe(b->states, COUNT, viewers, (chemix_observation*)seen, NULL) ==
          CHEMIX_OK);
  REQUIRE(chemix_batch_tensors(b->states, COUNT, viewers, tensors, COUNT * row, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < COUNT; ++i) {
    chemix_observation* one = observed(b->single[i], viewers[i]);
    const chemix_observation* const other =
        (const chemix_observation*)(seen + i * b->limits.observation_size);
    REQUIRE(view_digest_of(one) == view_digest_of(other));
    REQUIRE(chemix_observation_tensor(one, CHEMIX_TENSOR_OBSERVATION, tensor, row, NULL) ==
            (chemix_count)row);
    REQUIRE(memcmp(tensor, tensors + i * row, row * sizeof(float)) == 0);
    chemix_observation_destroy(&one);
  }
  free(seen);
  free(tensors);
  free(tensor);
}

static void expect_ends(const batch* b) {
  chemix_seed seeds[COUNT];
  int32_t steps[COUNT];
  double returns[COUNT * CHEMIX_MAX_SEATS];
  const size_t row = (size_t)b->limits.players;
  for (size_t i = 0; i < COUNT; ++i) seeds[i] = seed_of(i);
  REQUIRE(chemix_batch_playout(b->states, COUNT, seeds, NULL, steps, COUNT, NULL) == CHEMIX_OK);
  REQUIRE(chemix_batch_returns(b->states, COUNT, returns, COUNT * row, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < COUNT; ++i) {
    int32_t taken = -1;
    double shares[CHEMIX_MAX_SEATS];
    REQUIRE(chemix_state_playout(b->single[i], &seeds[i], NULL, &taken, NULL) == CHEMIX_OK);
    REQUIRE(taken == steps[i]);
    REQUIRE(chemix_state_returns(b->single[i], shares, row, NULL) == (chemix_count)row);
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
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_batch_init(b->states, COUNT, b->game, NULL, NULL) == CHEMIX_OK);
  for (size_t i = 0; i < COUNT; ++i) {
    REQUIRE(chemix_state_assign(b->single[i], state_at(b, i), NULL) == CHEMIX_OK);
    actors[i] = CHEMIX_CHANCE;
    actions[i] = 0;
    while (chemix_state_check(b->single[i], CHEMIX_CHANCE, actions[i], NULL) != CHEMIX_OK) {
      ++actions[i];
    }
  }
  /* Wrong: a player acts while it is chance's turn, in the first, a middle and the last entry. */
  const size_t wrong[] = {0, 5, COUNT - 1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    char field[24];
    (void)snprintf(field, sizeof field, "actions[%zu]", wrong[i]);
    actors[wrong[i]] = 0;
    REQUIRE(chemix_batch_apply(b->states, COUNT, actors, actions, &error) == CHEMIX_REFUSED);
    REQUIRE(strcmp(error.field, field) == 0 && error.rule[0] != '\0');
    expect_same(b);
    actors[wrong[i]] = CHEMIX_CHANCE;
  }
  const int32_t good = actions[5];
  actors[5] = b->limits.players;
  REQUIRE(chemix_batch_apply(b->states, COUNT, actors, actions, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "actors[5]") == 0);
  actors[5] = CHEMIX_CHANCE;
  actions[5] = 100000;
  REQUIRE(chemix_batch_apply(b->states, COUNT, actors, actions, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "actions[5]") == 0);
  actions[5] = good;
  starts[7] = -1;
  REQUIRE(chemix_batch_init(b->states, COUNT, b->game, starts, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "start_players[7]") == 0);
  REQUIRE(chemix_batch_legal_masks(b->states, COUNT, actors, mask, 1, &error) ==
          CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(error.needed == COUNT * b->limits.action_count);
  expect_same(b);
  /* A state that is none. */
  char head[16];
  char* const third = (char*)b->states + 3 * (size_t)b->limits.state_size;
  const chemix_seed seeds[COUNT] = {{{0}}};
  memcpy(head, third, sizeof head);
  memset(third, 0, sizeof head);
  REQUIRE(chemix_batch_resolve(b->states, COUNT, seeds, &error) == CHEMIX_WRONG_MEMORY);
  REQUIRE(strcmp(error.field, "states[3]") == 0);
  memcpy(third, head, sizeof head);
  expect_same(b);
  REQUIRE(chemix_batch_resolve(b->states, 0, seeds, &error) == CHEMIX_OK);
}

static void play(const char* name) {
  batch b = {NULL, CHEMIX_LIMITS_INIT, NULL, 0, {NULL}};
  b.game = open_game(name, 0, &b.limits);
  b.size = COUNT * (size_t)b.limits.state_size;
  b.states = calloc(1, b.size);
  int32_t starts[COUNT];
  for (int32_t i = 0; i < COUNT; ++i) {
    starts[i] = i % b.limits.players;
    REQUIRE(chemix_state_create(b.game, starts[i], &b.single[i], NULL) == CHEMIX_OK);
  }
  REQUIRE(chemix_batch_init(b.states, COUNT, b.game, starts, NULL) == CHEMIX_OK);
  expect_same(&b);
  for (size_t turn = 0; turn < TURNS; ++turn) step(&b, turn);
  expect_views(&b);
  expect_ends(&b);
  expect_refusals(&b);
  for (size_t i = 0; i < COUNT; ++i) chemix_state_destroy(&b.single[i]);
  free(b.states);
  chemix_game_destroy(&b.game);
}

int main(void) {
  for_each_game(play);
  return failures == 0 ? 0 : 1;
}
