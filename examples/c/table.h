/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the examples that show a table: buffers for queries, and an observation as text.
 * Nothing here is specific to a game: values are shown by name, cards by their words. */
#ifndef CHEMIX_EXAMPLES_TABLE_H
#define CHEMIX_EXAMPLES_TABLE_H

#include <chemix.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 16, MOST_EVENTS = 256 };

static inline void check(chemix_status status, const chemix_error* error) {
  if (status == CHEMIX_OK) return;
  (void)fflush(stdout);
  (void)fprintf(stderr, "%s: %s\n", chemix_status_name(status), error->message);
  exit(EXIT_FAILURE);
}

/* Allocates memory; exits the program on failure. */
static inline void* memory(void* old, size_t size) {
  void* const made = realloc(old, size);
  if (made == NULL) {
    (void)fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
  }
  return made;
}

/* A game, with buffers for queries. */
typedef struct table {
  chemix_game* game;
  chemix_limits limits;
  chemix_error error;
  void* state;
  void* seen;
  /* Capacity for all legal actions. */
  int32_t* ids;
  size_t count;
  char text[TEXT];
  char words[TEXT];
} table;

/* Sets up a table for a game, and takes ownership of the game; deals nothing. */
static inline void open_table(table* t, chemix_game* game, int32_t start_player) {
  t->game = game;
  t->limits = (chemix_limits)CHEMIX_LIMITS_INIT;
  t->error = (chemix_error)CHEMIX_ERROR_INIT;
  check(chemix_game_limits(t->game, &t->limits, &t->error), &t->error);
  t->state = memory(NULL, t->limits.state_size);
  t->seen = memory(NULL, t->limits.observation_size);
  t->ids = memory(NULL, (size_t)t->limits.max_legal_actions * sizeof *t->ids);
  check(chemix_state_init(t->game, start_player, t->state, t->limits.state_size, &t->error),
        &t->error);
}

static inline void close_table(table* t) {
  free(t->ids);
  free(t->seen);
  free(t->state);
  chemix_game_destroy(&t->game);
}

static inline void observe(table* t, int32_t viewer) {
  check(chemix_state_observe(t->game, t->state, t->limits.state_size, viewer, t->seen,
                             t->limits.observation_size, &t->error),
        &t->error);
}

/* Writes the viewer's prompt to t->words: the pending decision, or who acts instead. */
static inline const char* prompt(table* t, const char* language, const char* players) {
  check(chemix_observation_words(t->game, t->seen, t->limits.observation_size, language, players,
                                 t->words, TEXT, &t->count, &t->error),
        &t->error);
  return t->words;
}

/* Prints events, one per line, without deals: dealt cards show in the hand. */
static inline void tell(table* t, FILE* to, const chemix_event* events, size_t count,
                        const char* language, const char* players) {
  for (size_t i = 0; i < count; ++i) {
    if (events[i].verb == CHEMIX_VERB_DEAL) continue;
    check(chemix_event_words(t->game, &events[i], language, players, t->words, TEXT, &t->count,
                             &t->error),
          &t->error);
    if (t->count > 0) (void)fprintf(to, "  %s\n", t->words);
  }
}

/* ---- Values: JSON on one line, shown field by field ---- */

/* Prints a name, or the words of the card with this name. */
static inline void show_name(table* t, const char* name, size_t size, const char* language) {
  char card[64];
  for (int32_t kind = 0; kind < t->limits.card_kind_count; ++kind) {
    check(chemix_card_name(t->game, kind, card, sizeof card, &t->count, &t->error), &t->error);
    if (t->count != size || strncmp(card, name, size) != 0) continue;
    check(chemix_card_words(t->game, kind, language, t->words, TEXT, &t->count, &t->error),
          &t->error);
    printf("%s", t->words);
    return;
  }
  printf("%.*s", (int)size, name);
}

/* Prints the value at the beginning of `at`, and returns its end. */
static inline const char* show(table* t, const char* at, int depth, const char* language) {
  const bool is_map = *at == '{';
  if (is_map || *at == '[') {
    const char end = is_map ? '}' : ']';
    const bool has_lines = is_map && depth < 2;
    ++at;
    if (*at == end && !has_lines) printf("-");
    while (*at != end) {
      if (has_lines) printf("\n%*s", 2 + 2 * depth, "");
      at = show(t, at, depth + 1, language);
      if (*at == ':') {
        printf(": ");
        at = show(t, at + 1, depth + 1, language);
      }
      if (*at == ',') {
        if (!has_lines) printf("; ");
        ++at;
      }
    }
    return at + 1;
  }
  if (*at == '"') {
    const size_t size = strcspn(at + 1, "\"");
    show_name(t, at + 1, size, language);
    return at + size + 2;
  }
  const size_t size = strcspn(at, ",]}");
  printf("%.*s", (int)size, at);
  return at + size;
}

/* Writes the observation in t->seen to t->text as JSON, and returns it. */
static inline const char* view_json(table* t) {
  check(chemix_observation_json(t->game, t->seen, t->limits.observation_size, t->text, TEXT,
                                &t->count, &t->error),
        &t->error);
  return t->text;
}

#endif
