/* SPDX-License-Identifier: Apache-2.0 */
/* Plays any game at random and draws its table as text, as one player sees it, in three languages:
 * draw_table [GAME] [SEED]. Without a game, plays all of them. Nothing here is specific to a game:
 * the program shows values by name, with the words of cards. */
#include "table.h"

enum { DRAWN_EVERY = 25 };

static const char* const languages[] = {"de", "en", "fr"};

/* Prints the viewer's observation, the scores and the prompts of the acting players. */
static void draw(table* t, int32_t viewer, uint32_t acting, const char* language) {
  observe(t, viewer);
  (void)show(t, view_json(t), 0, language);
  check(chemix_state_words(t->game, t->state, t->limits.state_size, language, NULL, t->words, TEXT,
                           &t->count, &t->error),
        &t->error);
  printf("\n  %s\n", t->words);
  for (int32_t player = 0; player < t->limits.players; ++player) {
    if ((acting >> player & 1U) == 0) continue;
    observe(t, player);
    printf("-> %s\n", prompt(t, language, NULL));
  }
}

/* ---- Playing ---- */

/* Applies a legal action of an acting player, and prints its events as the viewer sees them. */
static void take_action(table* t, uint32_t acting, unsigned choice, int32_t viewer,
                        const char* language) {
  int32_t player = 0;
  while ((acting >> player & 1U) == 0) ++player;
  check(chemix_state_legal_actions(t->game, t->state, t->limits.state_size, player, t->ids,
                                   (size_t)t->limits.max_legal_actions, &t->count, &t->error),
        &t->error);
  const int32_t action = t->ids[choice % t->count];
  chemix_event events[MOST_EVENTS];
  size_t event_count = 0;
  check(chemix_state_events(t->game, t->state, t->limits.state_size, player, action, viewer, events,
                            MOST_EVENTS, &event_count, &t->error),
        &t->error);
  tell(t, stdout, events, event_count, language, NULL);
  check(chemix_state_apply(t->game, player, action, t->state, t->limits.state_size, &t->error),
        &t->error);
}

static void play(const char* name, const char* seed) {
  static table t;
  chemix_game* game = NULL;
  for (int32_t players = 1; game == NULL && players <= 6; ++players) {
    (void)chemix_game_create(name, players, "", NULL, &game, NULL);
  }
  open_table(&t, game, 0);
  printf("== %s\n", name);
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
  close_table(&t);
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
