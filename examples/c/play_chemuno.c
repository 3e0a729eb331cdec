/* SPDX-License-Identifier: Apache-2.0 */
/* Plays a whole game of Chemuno through the C ABI and narrates it as a spectator sees it.
 *
 *   play_chemuno [PLAYERS [SEED [RECORD_FILE]]]
 */
#include "chemix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const names[] = {"Ada", "Ben", "Cleo", "Dirk"};

typedef struct table {
  chemix_game* game;
  chemix_limits limits;
  void* state;
  int hand_size[4];
  char top[64];
  chemix_step* steps;
  size_t step_count;
  size_t step_capacity;
} table;

static void stop(const char* doing, chemix_status status, const chemix_error* error) {
  fprintf(stderr, "%s: %s: %s\n", doing, chemix_status_name(status), error->message);
  exit(1);
}

#define TRY(call)                                         \
  do {                                                    \
    chemix_error error = CHEMIX_ERROR_INIT;               \
    const chemix_status status = (call);                  \
    if (status != CHEMIX_OK) stop(#call, status, &error); \
  } while (0)

static const char* card_name(const table* t, int32_t kind) {
  static char name[64];
  size_t size = 0;
  TRY(chemix_card_name(t->game, kind, name, sizeof name, &size, &error));
  return name;
}

static void tell_move(table* t, const chemix_event* event) {
  if (event->to_zone == CHEMIX_ZONE_HAND) {
    ++t->hand_size[event->to_owner];
    /* A spectator does not see the card. */
    printf("    %s draws a card and holds %d.\n", names[event->to_owner],
           t->hand_size[event->to_owner]);
    return;
  }
  --t->hand_size[event->from_owner];
  const char* card = card_name(t, event->kind);
  if (t->top[0] == '\0') {
    printf("    %s begins with %s.\n", names[event->from_owner], card);
  } else {
    printf("    %s lays %s on %s.\n", names[event->from_owner], card, t->top);
  }
  snprintf(t->top, sizeof t->top, "%s", card);
}

static void tell(table* t, const chemix_event* event) {
  const char* name = names[event->player];
  switch (event->verb) {
    case CHEMIX_VERB_DEAL:
      ++t->hand_size[event->to_owner];
      break;
    case CHEMIX_VERB_MOVE:
      tell_move(t, event);
      break;
    case CHEMIX_VERB_SHUFFLE:
      printf("    The draw pile is empty: %d laid cards are shuffled.\n", event->amount);
      break;
    case CHEMIX_VERB_LACK:
      printf("    %s has nothing that fits.\n", name);
      break;
    case CHEMIX_VERB_CALL:
      printf("    %s %s\n", name, event->amount ? "calls: Cheee..." : "forgets to call!");
      break;
    case CHEMIX_VERB_NAME:
      printf("    %s wishes for %s.\n", name, card_name(t, event->kind));
      break;
    case CHEMIX_VERB_SET:
      if (event->amount > 0) printf("    The next player must draw %d cards.\n", event->amount);
      break;
    case CHEMIX_VERB_TURN:
      printf("%s, with %d card%s:\n", name, t->hand_size[event->player],
             t->hand_size[event->player] == 1 ? "" : "s");
      break;
    default:
      break;
  }
}

/* Records and applies an action, and prints its events. */
static void take(table* t, int32_t actor, int32_t action) {
  chemix_event events[32];
  size_t count = 0;
  TRY(chemix_state_events(t->game, t->state, t->limits.state_size, actor, action, CHEMIX_SPECTATOR,
                          events, 32, &count, &error));
  TRY(chemix_state_apply(t->game, actor, action, t->state, t->limits.state_size, &error));
  if (t->step_count == t->step_capacity) {
    t->step_capacity = 2 * t->step_capacity + 64;
    t->steps = realloc(t->steps, t->step_capacity * sizeof *t->steps);
    if (t->steps == NULL) exit(1);
  }
  t->steps[t->step_count].actor = actor;
  t->steps[t->step_count].action = action;
  ++t->step_count;
  for (size_t i = 0; i < count; ++i) tell(t, &events[i]);
}

/* Chooses an action: never forgets to call, never keeps a matching card, otherwise at random. */
static int32_t choose(const table* t, int32_t player, uint32_t* random) {
  int32_t ids[256];
  int32_t liked[256];
  size_t count = 0;
  size_t liked_count = 0;
  TRY(chemix_state_legal_actions(t->game, t->state, t->limits.state_size, player, ids, 256, &count,
                                 &error));
  for (size_t i = 0; i < count; ++i) {
    char text[64];
    size_t size = 0;
    TRY(chemix_action_text(t->game, player, ids[i], text, sizeof text, &size, &error));
    const int disliked = strcmp(text, "stay_silent") == 0 || strcmp(text, "keep") == 0;
    if (!disliked || count == 1) liked[liked_count++] = ids[i];
  }
  *random = *random * 1664525U + 1013904223U;
  return liked[(*random >> 16) % liked_count];
}

static void write_record(const table* t, const char* file_name) {
  size_t size = 0;
  /* Query the size first; CHEMIX_BUFFER_TOO_SMALL is expected here. */
  chemix_record_write(t->game, 0, t->steps, t->step_count, NULL, 0, &size, NULL);
  char* text = malloc(size + 1);
  if (text == NULL) exit(1);
  TRY(chemix_record_write(t->game, 0, t->steps, t->step_count, text, size + 1, &size, &error));
  uint64_t digest = 0;
  TRY(chemix_record_verify(text, size, &digest, &error));
  FILE* file = fopen(file_name, "wb");
  if (file == NULL || fwrite(text, 1, size, file) != size || fclose(file) != 0) {
    fprintf(stderr, "%s: cannot be written\n", file_name);
    exit(1);
  }
  printf("The record of %zu steps is in %s; it replays to %016" PRIx64 ".\n", t->step_count,
         file_name, digest);
  free(text);
}

int main(int argc, char** argv) {
  const int32_t players = argc > 1 ? atoi(argv[1]) : 3;
  const char* seed = argc > 2 ? argv[2] : "7";
  table t = {0};
  t.limits = (chemix_limits)CHEMIX_LIMITS_INIT;
  TRY(chemix_game_create("chemuno", players, "", NULL, &t.game, &error));
  TRY(chemix_game_limits(t.game, &t.limits, &error));
  t.state = malloc(t.limits.state_size);
  if (t.state == NULL) return 1;
  TRY(chemix_state_init(t.game, 0, t.state, t.limits.state_size, &error));

  printf("Chemuno for %d, seed %s. %s leads.\n", (int)players, seed, names[0]);
  uint32_t random = (uint32_t)strtoul(seed, NULL, 0);
  for (;;) {
    uint32_t acting = 0;
    bool chance = false;
    TRY(chemix_state_acting(t.game, t.state, t.limits.state_size, &acting, &chance, &error));
    if (chance) {
      int32_t action = 0;
      TRY(chemix_state_draw(t.game, t.state, t.limits.state_size, seed, &action, &error));
      take(&t, CHEMIX_CHANCE, action);
      continue;
    }
    if (acting == 0) break;
    int32_t player = 0;
    while ((acting >> player & 1U) == 0) ++player;
    take(&t, player, choose(&t, player, &random));
  }

  int32_t cards_left[4];
  double returns[4];
  size_t count = 0;
  TRY(chemix_state_scores(t.game, t.state, t.limits.state_size, cards_left, 4, &count, &error));
  TRY(chemix_state_returns(t.game, t.state, t.limits.state_size, returns, 4, &count, &error));
  printf("\n");
  for (size_t i = 0; i < count; ++i) {
    if (cards_left[i] == 0) printf("...miX! %s wins.\n", names[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    printf("%-5s %2d left  %+.2f\n", names[i], (int)cards_left[i], returns[i]);
  }
  if (argc > 3) write_record(&t, argv[3]);
  uint64_t digest = 0;
  TRY(chemix_state_digest(t.game, t.state, t.limits.state_size, &digest, &error));
  printf("digest %016" PRIx64 "\n", digest);
  free(t.steps);
  free(t.state);
  chemix_game_destroy(&t.game);
  return 0;
}
