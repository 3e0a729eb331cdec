/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the table of any game as text, as one player sees it, in three languages, and plays the
 * game through: draw_table [GAME] [SEED]; without a game, all of them. It knows no game: what it
 * shows are values by name, and the words of cards. */
#include <chemix.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 16, MOST_IDS = 256, MOST_EVENTS = 256, DRAWN_EVERY = 25 };

static const char* const languages[] = {"de", "en", "fr"};

static void check(chemix_status status, const chemix_error* error) {
  if (status == CHEMIX_OK) return;
  (void)fprintf(stderr, "%s: %s\n", chemix_status_name(status), error->message);
  exit(EXIT_FAILURE);
}

/* A game, and memory for what is asked of it. */
typedef struct table {
  chemix_game* game;
  chemix_limits limits;
  chemix_error error;
  void* state;
  void* seen;
  size_t count;
  char text[TEXT];
  char words[TEXT];
} table;

static void observe(table* t, int32_t viewer) {
  check(chemix_state_observe(t->game, t->state, t->limits.state_size, viewer, t->seen,
                             t->limits.observation_size, &t->error),
        &t->error);
}

/* ---- Values: JSON on one line, shown field by field ---- */

/* A name of a value, or what a card of this name is. */
static void show_name(table* t, const char* name, size_t size, const char* language) {
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

/* Shows the value that `at` begins with, and returns where it ends. */
static const char* show(table* t, const char* at, int depth, const char* language) {
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

/* Shows what the viewer sees, the scores and what the players are asked. */
static void draw(table* t, int32_t viewer, uint32_t acting, const char* language) {
  observe(t, viewer);
  check(chemix_observation_json(t->game, t->seen, t->limits.observation_size, t->text, TEXT,
                                &t->count, &t->error),
        &t->error);
  (void)show(t, t->text, 0, language);
  check(chemix_state_words(t->game, t->state, t->limits.state_size, language, NULL, t->words, TEXT,
                           &t->count, &t->error),
        &t->error);
  printf("\n  %s\n", t->words);
  for (int32_t player = 0; player < t->limits.players; ++player) {
    if ((acting >> player & 1U) == 0) continue;
    observe(t, player);
    check(chemix_observation_words(t->game, t->seen, t->limits.observation_size, language, NULL,
                                   t->words, TEXT, &t->count, &t->error),
          &t->error);
    printf("-> %s\n", t->words);
  }
}

/* ---- Playing ---- */

/* Takes one of the legal actions of a player who acts, and tells what the viewer sees of it. */
static void take_action(table* t, uint32_t acting, unsigned choice, int32_t viewer,
                        const char* language) {
  int32_t player = 0;
  while ((acting >> player & 1U) == 0) ++player;
  int32_t ids[MOST_IDS];
  check(chemix_state_legal_actions(t->game, t->state, t->limits.state_size, player, ids, MOST_IDS,
                                   &t->count, &t->error),
        &t->error);
  const int32_t action = ids[choice % t->count];
  chemix_event events[MOST_EVENTS];
  size_t event_count = 0;
  check(chemix_state_events(t->game, t->state, t->limits.state_size, player, action, viewer, events,
                            MOST_EVENTS, &event_count, &t->error),
        &t->error);
  for (size_t i = 0; i < event_count; ++i) {
    check(chemix_event_words(t->game, &events[i], language, NULL, t->words, TEXT, &t->count,
                             &t->error),
          &t->error);
    printf("  %s\n", t->words);
  }
  check(chemix_state_apply(t->game, player, action, t->state, t->limits.state_size, &t->error),
        &t->error);
}

static void play(const char* name, const char* seed) {
  static table t;
  t = (table){.limits = CHEMIX_LIMITS_INIT, .error = CHEMIX_ERROR_INIT};
  for (int32_t players = 1; t.game == NULL && players <= 6; ++players) {
    (void)chemix_game_create(name, players, "", NULL, &t.game, NULL);
  }
  check(chemix_game_limits(t.game, &t.limits, &t.error), &t.error);
  t.state = malloc(t.limits.state_size);
  t.seen = malloc(t.limits.observation_size);
  if (t.state == NULL || t.seen == NULL) exit(EXIT_FAILURE);
  printf("== %s\n", name);
  check(chemix_state_init(t.game, 0, t.state, t.limits.state_size, &t.error), &t.error);
  unsigned choice = 1;
  for (int decisions = 0;; ++decisions) {
    check(chemix_state_resolve(t.game, seed, t.state, t.limits.state_size, &t.error), &t.error);
    uint32_t acting = 0;
    bool chance = false;
    check(chemix_state_acting(t.game, t.state, t.limits.state_size, &acting, &chance, &t.error),
          &t.error);
    const char* const language = languages[decisions / DRAWN_EVERY % 3];
    if (decisions % DRAWN_EVERY == 0 || acting == 0) draw(&t, 0, acting, language);
    if (acting == 0) break;
    choice = choice * 1103515245U + 12345U;
    take_action(&t, acting, choice >> 16, 0, language);
  }
  free(t.seen);
  free(t.state);
  chemix_game_destroy(&t.game);
}

int main(int argc, char** argv) {
  const char* const seed = argc > 2 ? argv[2] : "7";
  if (argc > 1) {
    play(argv[1], seed);
    return EXIT_SUCCESS;
  }
  static char names[TEXT];
  size_t count = 0;
  chemix_error error = CHEMIX_ERROR_INIT;
  check(chemix_game_names(names, sizeof names, &count, &error), &error);
  for (char* name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) play(name, seed);
  return EXIT_SUCCESS;
}
