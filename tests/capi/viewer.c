/* SPDX-License-Identifier: Apache-2.0 */
/* A client for each viewer follows every game by events alone, and queries its observation for the
 * acting players, the decision and the scores. Also undo. */
#include "chemix.h"
#include "require.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VIEWERS 7

typedef struct play {
  chemix_game* game;
  chemix_limits limits;
  size_t size;
  size_t seen_size;
  void* before;
  void* state;
  /* Observations by seat; the spectator's comes last. */
  void* clients[VIEWERS];
  void* fresh;
  /* The number of possible undos. */
  int undone;
} play;

static int32_t viewer_at(const play* p, int32_t i) {
  return i == p->limits.players ? CHEMIX_SPECTATOR : i;
}

static int same_view(const play* p, const void* one, const void* other) {
  static unsigned char first[4096];
  static unsigned char second[4096];
  size_t count = 0;
  size_t other_count = 0;
  REQUIRE(chemix_observation_save(p->game, one, p->seen_size, first, sizeof first, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(chemix_observation_save(p->game, other, p->seen_size, second, sizeof second, &other_count,
                                  NULL) == CHEMIX_OK);
  return count == other_count && memcmp(first, second, count) == 0;
}

/* All queries of a client's own observation. */
static void ask_client(const play* p, int32_t i) {
  void* const seen = p->clients[i];
  const int32_t viewer = viewer_at(p, i);
  int32_t whose = 99;
  REQUIRE(chemix_observation_viewer(p->game, seen, p->seen_size, &whose, NULL) == CHEMIX_OK);
  REQUIRE(whose == viewer);

  uint32_t told = 0;
  uint32_t acting = 0;
  uint32_t all = 0;
  bool chance = false;
  bool chance_told = false;
  bool sealed = false;
  REQUIRE(chemix_observation_acting(p->game, seen, p->seen_size, &told, &chance_told, &sealed,
                                    NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_acting_seen(p->game, p->state, p->size, viewer, &acting, &chance, NULL) ==
          CHEMIX_OK);
  REQUIRE(told == acting && chance_told == chance);
  REQUIRE(chemix_state_acting(p->game, p->state, p->size, &all, &chance, NULL) == CHEMIX_OK);
  REQUIRE((all & ~told) == 0 && (sealed || all == told));
  if (viewer >= 0) REQUIRE((all >> viewer & 1) == (told >> viewer & 1));

  char phase[64];
  char phase_told[64];
  size_t count = 0;
  REQUIRE(chemix_state_phase(p->game, p->state, p->size, phase, sizeof phase, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(chemix_observation_phase(p->game, seen, p->seen_size, phase_told, sizeof phase_told,
                                   &count, NULL) == CHEMIX_OK);
  REQUIRE(strcmp(phase, phase_told) == 0);

  int32_t scores[8];
  int32_t scores_told[8];
  REQUIRE(chemix_state_scores(p->game, p->state, p->size, scores, 8, &count, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_scores(p->game, seen, p->seen_size, scores_told, 8, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(count == (size_t)p->limits.players);
  for (int32_t seat = 0; seat < p->limits.players; ++seat) {
    if (scores_told[seat] == CHEMIX_UNKNOWN_SCORE) {
      REQUIRE(seat != viewer);
    } else {
      REQUIRE(scores_told[seat] == scores[seat]);
    }
  }

  double returns[8];
  double returns_told[8];
  REQUIRE(chemix_state_returns(p->game, p->state, p->size, returns, 8, &count, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_returns(p->game, seen, p->seen_size, returns_told, 8, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(count == (size_t)p->limits.players);
  for (int32_t seat = 0; seat < p->limits.players; ++seat) {
    REQUIRE(returns_told[seat] == returns[seat]);
  }
  if (all == 0 && !chance) {
    char result[512];
    char result_told[512];
    REQUIRE(chemix_state_words(p->game, p->state, p->size, NULL, NULL, result, sizeof result,
                               &count, NULL) == CHEMIX_OK);
    REQUIRE(chemix_observation_words(p->game, seen, p->seen_size, NULL, NULL, result_told,
                                     sizeof result_told, &count, NULL) == CHEMIX_OK);
    REQUIRE(strcmp(result, result_told) == 0);
  }
}

/* Sends every client its events of a step, before the step is taken. */
static void send_events(const play* p, int32_t actor, int32_t action) {
  static chemix_event events[256];
  for (int32_t i = 0; i <= p->limits.players; ++i) {
    size_t count = 0;
    REQUIRE(chemix_state_events(p->game, p->state, p->size, actor, action, viewer_at(p, i), events,
                                256, &count, NULL) == CHEMIX_OK);
    for (size_t at = 0; at < count; ++at) {
      REQUIRE(chemix_observation_fold(p->game, &events[at], p->clients[i], p->seen_size, NULL) ==
              CHEMIX_OK);
    }
  }
}

static void try_undo(play* p, int32_t actor) {
  bool sealed = false;
  uint32_t acting = 0;
  bool chance = false;
  REQUIRE(chemix_state_observe(p->game, p->before, p->size, CHEMIX_SPECTATOR, p->fresh,
                               p->seen_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_acting(p->game, p->fresh, p->seen_size, &acting, &chance, &sealed,
                                    NULL) == CHEMIX_OK);
  for (int32_t seat = 0; seat < p->limits.players; ++seat) {
    bool may = true;
    REQUIRE(chemix_state_can_undo(p->game, p->before, p->state, p->size, seat, &may, NULL) ==
            CHEMIX_OK);
    if (seat != actor || sealed) REQUIRE(!may);
    if (may) ++p->undone;
  }
}

/* Takes a step of chance or a player. Returns false at the end of the game. */
static bool step(play* p, int number) {
  static int32_t ids[256];
  uint32_t acting = 0;
  bool chance = false;
  int32_t action = 0;
  REQUIRE(chemix_state_acting(p->game, p->state, p->size, &acting, &chance, NULL) == CHEMIX_OK);
  if (!chance && acting == 0) return false;
  int32_t actor = CHEMIX_CHANCE;
  if (chance) {
    REQUIRE(chemix_state_draw(p->game, p->state, p->size, "7", &action, NULL) == CHEMIX_OK);
  } else {
    actor = 0;
    while (!(acting >> actor & 1)) ++actor;
    size_t legal = 0;
    REQUIRE(chemix_state_legal_actions(p->game, p->state, p->size, actor, ids, 256, &legal, NULL) ==
            CHEMIX_OK);
    action = ids[(size_t)number * 7 % legal];
  }
  send_events(p, actor, action);
  memcpy(p->before, p->state, p->size);
  REQUIRE(chemix_state_apply(p->game, actor, action, p->state, p->size, NULL) == CHEMIX_OK);
  for (int32_t i = 0; i <= p->limits.players; ++i) {
    REQUIRE(chemix_state_observe(p->game, p->state, p->size, viewer_at(p, i), p->fresh,
                                 p->seen_size, NULL) == CHEMIX_OK);
    REQUIRE(same_view(p, p->clients[i], p->fresh));
    ask_client(p, i);
  }
  if (number % 5 == 0) try_undo(p, actor);
  return true;
}

static int play_game(const char* name) {
  play p = {NULL, CHEMIX_LIMITS_INIT, 0, 0, NULL, NULL, {NULL}, NULL, 0};
  for (int32_t players = 3; players >= 2 && p.game == NULL; --players) {
    chemix_game_create(name, players, "", NULL, &p.game, NULL);
  }
  if (p.game == NULL) {
    REQUIRE(p.game != NULL);
    return 0;
  }
  REQUIRE(chemix_game_limits(p.game, &p.limits, NULL) == CHEMIX_OK);
  p.size = p.limits.state_size;
  p.seen_size = p.limits.observation_size;
  p.before = malloc(p.size);
  p.state = malloc(p.size);
  p.fresh = malloc(p.seen_size);
  REQUIRE(chemix_state_init(p.game, 0, p.state, p.size, NULL) == CHEMIX_OK);
  for (int32_t i = 0; i <= p.limits.players; ++i) {
    p.clients[i] = malloc(p.seen_size);
    REQUIRE(chemix_state_observe(p.game, p.state, p.size, viewer_at(&p, i), p.clients[i],
                                 p.seen_size, NULL) == CHEMIX_OK);
  }
  for (int number = 1; number <= 200; ++number) {
    if (!step(&p, number)) break;
  }
  for (int32_t i = 0; i <= p.limits.players; ++i) free(p.clients[i]);
  free(p.fresh);
  free(p.state);
  free(p.before);
  chemix_game_destroy(&p.game);
  return p.undone;
}

/* The offset of a field of the state tensor. */
static size_t offset_of(const char* layout, const char* field) {
  char name[64];
  size_t offset = 0;
  (void)snprintf(name, sizeof name, "\"name\":\"%s\",\"offset\":", field);
  const char* const found = strstr(layout, name);
  REQUIRE(found != NULL && sscanf(found + strlen(name), "%zu", &offset) == 1);
  return offset;
}

/* The tensor of a state begins with the given seat, followed by the others in turn order. Without a
 * seat it begins with seat 0. */
static void test_state_tensor(void) {
  enum { SEATS = 3, NUMBERS = 2048 };
  static uint64_t state[512];
  static char layout[1 << 16];
  static float from_first[NUMBERS];
  static float numbers[NUMBERS];
  chemix_game* game = NULL;
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  size_t count = 0;
  REQUIRE(chemix_game_create("chemuno", SEATS, "", NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_limits(game, &limits, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_state_tensor_layout(game, layout, sizeof layout, &count, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_init(game, 0, state, limits.state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(game, "7", state, limits.state_size, NULL) == CHEMIX_OK);
  const size_t hands[SEATS] = {offset_of(layout, "own[0].hand"), offset_of(layout, "own[1].hand"),
                               offset_of(layout, "own[2].hand")};
  const size_t hand_size = (size_t)limits.card_kind_count * sizeof *numbers;
  REQUIRE(chemix_state_tensor(game, state, limits.state_size, 0, from_first, NUMBERS, &count,
                              NULL) == CHEMIX_OK);
  REQUIRE(memcmp(from_first + hands[0], from_first + hands[1], hand_size) != 0);
  for (int32_t first = 0; first < SEATS; ++first) {
    REQUIRE(chemix_state_tensor(game, state, limits.state_size, first, numbers, NUMBERS, &count,
                                NULL) == CHEMIX_OK);
    for (int32_t i = 0; i < SEATS; ++i) {
      REQUIRE(memcmp(numbers + hands[i], from_first + hands[(first + i) % SEATS], hand_size) == 0);
    }
  }
  REQUIRE(chemix_state_tensor(game, state, limits.state_size, CHEMIX_SPECTATOR, numbers, NUMBERS,
                              &count, NULL) == CHEMIX_OK);
  REQUIRE(memcmp(numbers, from_first, count * sizeof *numbers) == 0);
  chemix_game_destroy(&game);
}

int main(void) {
  static char names[1024];
  size_t count = 0;
  int undone = 0;
  REQUIRE(chemix_game_names(names, sizeof names, &count, NULL) == CHEMIX_OK);
  for (char* name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
    undone += play_game(name);
  }
  REQUIRE(undone > 0);
  test_state_tensor();
  printf("%d failed; %d steps could be taken back\n", failures, undone);
  return failures == 0 ? 0 : 1;
}
