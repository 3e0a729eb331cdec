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
  chemix_session* session;
  int hand_size[4];
  char top[64];
  int32_t told;
} table;

static chemix_error error; /* all zeros work */

/* Returns the result of a call; after an error, ends the program. */
static int32_t ok(int32_t result) {
  if (result >= 0) return result;
  fprintf(stderr, "%s: %s\n", chemix_status_name(result), error.message);
  exit(1);
}

static const char* card_name(const table* t, int32_t kind) {
  static chemix_card card = CHEMIX_CARD_INIT;
  ok(chemix_game_card(chemix_session_game(t->session), kind, &card, &error));
  return card.name;
}

static void tell_move(table* t, const chemix_event* event) {
  if (event->to.zone == CHEMIX_ZONE_HAND) {
    ++t->hand_size[event->to.owner];
    /* A spectator does not see the card. */
    printf("    %s draws a card and holds %d.\n", names[event->to.owner],
           t->hand_size[event->to.owner]);
    return;
  }
  --t->hand_size[event->from.owner];
  const char* card = card_name(t, event->kind);
  if (t->top[0] == '\0') {
    printf("    %s begins with %s.\n", names[event->from.owner], card);
  } else {
    printf("    %s lays %s on %s.\n", names[event->from.owner], card, t->top);
  }
  snprintf(t->top, sizeof t->top, "%s", card);
}

static void tell(table* t, const chemix_event* event) {
  const char* name = names[event->player];
  switch (event->verb) {
    case CHEMIX_VERB_DEAL:
      ++t->hand_size[event->to.owner];
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

/* Prints the events of the steps since the last call. */
static void tell_news(table* t) {
  chemix_event events[32];
  const int32_t last = ok(chemix_session_seen_count(t->session, CHEMIX_SPECTATOR, &error));
  for (; t->told < last; ++t->told) {
    const int32_t count =
        ok(chemix_session_events(t->session, CHEMIX_SPECTATOR, t->told, events, 32, &error));
    for (int32_t i = 0; i < count; ++i) tell(t, &events[i]);
  }
}

/* Chooses an action: never forgets to call, never keeps a matching card, otherwise at random. */
static int32_t choose(const table* t, int32_t player, uint32_t* random) {
  int32_t ids[256];
  int32_t liked[256];
  uint32_t liked_count = 0;
  const int32_t count = ok(chemix_observation_legal_actions(
      chemix_session_observation(t->session, player), ids, 256, &error));
  for (int32_t i = 0; i < count; ++i) {
    char text[64];
    ok(chemix_game_action_text(chemix_session_game(t->session), player, ids[i], text, sizeof text,
                               &error));
    const int disliked = strcmp(text, "stay_silent") == 0 || strcmp(text, "keep") == 0;
    if (!disliked || count == 1) liked[liked_count++] = ids[i];
  }
  *random = *random * 1664525U + 1013904223U;
  return liked[(*random >> 16) % liked_count];
}

static void write_record(const table* t, const char* file_name) {
  chemix_record* record = NULL;
  uint64_t digest = 0;
  ok(chemix_session_record(t->session, &record, &error));
  /* Query the size first. */
  const size_t size = (size_t)ok(chemix_record_save(record, NULL, 0, &error)) + 1;
  char* text = malloc(size);
  if (text == NULL) exit(1);
  ok(chemix_record_save(record, text, size, &error));
  chemix_record_destroy(&record);
  FILE* file = fopen(file_name, "wb");
  if (file == NULL || fwrite(text, 1, size - 1, file) != size - 1 || fclose(file) != 0) {
    fprintf(stderr, "%s: cannot be written\n", file_name);
    exit(1);
  }
  ok(chemix_record_load(text, size - 1, &record, &error));
  ok(chemix_record_digest(record, &digest, &error));
  printf("The record of %d steps is in %s; it replays to %016" PRIx64 ".\n",
         (int)ok(chemix_record_steps(record, NULL, 0, &error)), file_name, digest);
  chemix_record_destroy(&record);
  free(text);
}

int main(int argc, char** argv) {
  const int32_t players = argc > 1 ? atoi(argv[1]) : 3;
  const uint64_t number = argc > 2 ? strtoull(argv[2], NULL, 10) : 7;
  table t = {0};
  chemix_game* game = NULL;
  chemix_seed seed;
  chemix_seed_init(&seed, number);
  ok(chemix_game_create("chemuno", players, NULL, NULL, &game, &error));
  ok(chemix_session_create(game, 0, &seed, &t.session, &error));
  chemix_game_destroy(&game);

  printf("Chemuno for %d, seed %" PRIu64 ". %s leads.\n", (int)players, number, names[0]);
  uint32_t random = (uint32_t)number;
  for (;;) {
    int32_t player = CHEMIX_NOBODY;
    ok(chemix_session_advance(t.session, 0, NULL, &player, &error));
    tell_news(&t);
    if (player == CHEMIX_NOBODY) break;
    ok(chemix_session_act(t.session, player, choose(&t, player, &random), &error));
    tell_news(&t);
  }

  const chemix_state* const end = chemix_session_state(t.session);
  int32_t cards_left[4];
  double returns[4];
  uint64_t digest = 0;
  const int32_t count = ok(chemix_state_scores(end, cards_left, 4, &error));
  ok(chemix_state_returns(end, returns, 4, &error));
  ok(chemix_state_digest(end, &digest, &error));
  printf("\n");
  for (int32_t i = 0; i < count; ++i) {
    if (cards_left[i] == 0) printf("...miX! %s wins.\n", names[i]);
  }
  for (int32_t i = 0; i < count; ++i) {
    printf("%-5s %2d left  %+.2f\n", names[i], (int)cards_left[i], returns[i]);
  }
  if (argc > 3) write_record(&t, argv[3]);
  printf("digest %016" PRIx64 "\n", digest);
  chemix_session_destroy(&t.session);
  return 0;
}
