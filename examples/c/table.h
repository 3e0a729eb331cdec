/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the examples that show a table: buffers for queries, and an observation as text.
 * Nothing here is specific to a game. */
#ifndef CHEMIX_EXAMPLES_TABLE_H
#define CHEMIX_EXAMPLES_TABLE_H

#include <chemix.h>
#include <stdio.h>
#include <stdlib.h>

/* A session, the words of its game, and buffers of the largest sizes. */
typedef struct table {
  chemix_error error; /* all zeros work */
  const chemix_game* game;
  chemix_session* session;
  chemix_words* words;
  chemix_limits limits;
  char* text;
  chemix_pile* piles;
  chemix_card_group* cards;
  chemix_field* fields;
  chemix_event* events;
  int32_t* actions;
} table;

/* The last arguments of a function that writes a text; and such a call whose text is printed. */
#define TEXT t->text, t->limits.max_text_size, &t->error
#define SAY(call) (ok(t, (call)), puts(t->text))

/* Returns the result of a call; after an error, ends the program. */
static inline int32_t ok(const table* t, int32_t result) {
  if (result >= 0) return result;
  (void)fflush(stdout);
  (void)fprintf(stderr, "%s: %s\n", chemix_status_name(result), t->error.message);
  exit(EXIT_FAILURE);
}

static inline void* memory(void* old, size_t size) {
  void* const made = realloc(old, size);
  if (made == NULL) exit(EXIT_FAILURE);
  return made;
}

/* Makes words and buffers for a game, which the session or another object keeps. */
static inline void open_table(table* t, const chemix_game* game, const char* language) {
  t->game = game;
  ok(t, chemix_game_limits(game, &t->limits, &t->error));
  ok(t, chemix_words_create(game, language, &t->words, &t->error));
  t->text = memory(NULL, t->limits.max_text_size);
  t->piles = memory(NULL, t->limits.max_piles * sizeof *t->piles);
  t->cards = memory(NULL, t->limits.max_card_groups * sizeof *t->cards);
  t->fields = memory(NULL, t->limits.max_observation_fields * sizeof *t->fields);
  t->events = memory(NULL, t->limits.max_step_events * sizeof *t->events);
  t->actions = memory(NULL, t->limits.max_legal_actions * sizeof *t->actions);
}

static inline void close_table(table* t) {
  free(t->actions);
  free(t->events);
  free(t->fields);
  free(t->cards);
  free(t->piles);
  free(t->text);
  chemix_words_destroy(&t->words);
  chemix_session_destroy(&t->session);
}

static inline void print_group(table* t, const chemix_card_group* group) {
  if (group->kind == CHEMIX_UNSEEN) {
    printf(" [%d]", (int)group->copies);
    return;
  }
  ok(t, chemix_game_card_formula(t->game, group->kind, CHEMIX_STYLE_UNICODE, TEXT));
  if (group->face == CHEMIX_FACE_DOWN) printf(" (%s)", t->text);
  if (group->face != CHEMIX_FACE_DOWN) printf(" %s", t->text);
  if (group->copies > 1) printf("×%d", (int)group->copies);
}

/* Prints piles with their cards, other values, and scores. */
static inline void print_table(table* t, const chemix_observation* view) {
  const int32_t groups = ok(t, chemix_observation_cards(view, CHEMIX_ANY, CHEMIX_ANY, t->cards,
                                                        t->limits.max_card_groups, &t->error));
  int32_t count = ok(t, chemix_observation_piles(view, t->piles, t->limits.max_piles, &t->error));
  for (int32_t i = 0, card = 0; i < count; ++i) {
    const chemix_pile* const pile = &t->piles[i];
    if (pile->cards == 0 && pile->points == 0) continue;
    ok(t, chemix_words_pile(t->words, pile, TEXT));
    printf("  %s", t->text);
    if (pile->place.owner != CHEMIX_NOBODY) {
      ok(t, chemix_words_player(t->words, pile->place.owner, TEXT));
      printf(" (%s)", t->text);
    }
    printf(":");
    if (pile->points > 0) printf(" %d*", (int)pile->points);
    for (; card < groups && t->cards[card].pile == i; ++card) print_group(t, &t->cards[card]);
    printf("\n");
  }
  count = ok(
      t, chemix_observation_fields(view, t->fields, t->limits.max_observation_fields, &t->error));
  for (int32_t i = 0; i < count; ++i) {
    if (t->fields[i].value == CHEMIX_ABSENT || t->fields[i].value == 0) continue;
    if (ok(t, chemix_words_field_name(t->words, &t->fields[i], TEXT)) == 0) continue;
    printf("  %s: ", t->text);
    SAY(chemix_words_field_value(t->words, &t->fields[i], TEXT));
  }
  SAY(chemix_words_scores(t->words, view, TEXT));
}

/* Prints the steps that a viewer has noticed since `*told`, and counts them as told. */
static inline void print_news(table* t, int32_t viewer, int32_t* told) {
  const int32_t last = ok(t, chemix_session_seen_count(t->session, viewer, &t->error));
  /* After an undo there are fewer. */
  if (*told > last) *told = last;
  for (; *told < last; ++*told) {
    const int32_t count = ok(t, chemix_session_events(t->session, viewer, *told, t->events,
                                                      t->limits.max_step_events, &t->error));
    if (ok(t, chemix_words_events(t->words, t->events, count, TEXT)) > 0) puts(t->text);
  }
}

#endif
