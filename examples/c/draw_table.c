/* SPDX-License-Identifier: Apache-2.0 */
/* Lets policies play any game at random and draws its table as text, as one player sees it, in
 * three languages: draw_table [GAME] [SEED]. Without a game, plays all of them. Nothing here is
 * specific to a game. */
#include "table.h"

enum { DRAWN_EVERY = 40 };

static void play(const char* name, uint64_t number) {
  static const char* const languages[] = {"de", "en", "fr"};
  static table the_table;
  table* const t = &the_table;
  chemix_game* game = NULL;
  chemix_policy* policy = NULL;
  chemix_seed seed;
  chemix_seed_init(&seed, number);
  ok(t, chemix_game_create(name, 0, NULL, NULL, &game, &t->error));
  ok(t, chemix_session_create(game, 0, &seed, &t->session, &t->error));
  ok(t, chemix_policy_create("random", &policy, &t->error));
  open_table(t, game, languages[0]);
  for (int32_t seat = 0; seat < t->limits.players; ++seat) {
    ok(t, chemix_session_set_policy(t->session, seat, policy, &t->error));
  }
  SAY((printf("== "), chemix_words_title(t->words, TEXT)));
  int32_t next = CHEMIX_CHANCE;
  int32_t told = 0;
  for (int part = 1; next != CHEMIX_NOBODY; ++part) {
    ok(t, chemix_session_advance(t->session, DRAWN_EVERY, NULL, &next, &t->error));
    print_news(t, 0, &told);
    const chemix_observation* const view = chemix_session_observation(t->session, 0);
    print_table(t, view);
    SAY((printf("-> "), chemix_words_prompt(t->words, view, TEXT)));
    chemix_words_destroy(&t->words);
    ok(t, chemix_words_create(game, languages[part % 3], &t->words, &t->error));
  }
  close_table(t);
  chemix_policy_destroy(&policy);
  chemix_game_destroy(&game);
}

int main(int argc, char** argv) {
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 7;
  if (argc > 1) {
    play(argv[1], seed);
    return EXIT_SUCCESS;
  }
  const char* name = NULL;
  for (int32_t i = 0; (name = chemix_game_name_at(i)) != NULL; ++i) play(name, seed);
  return EXIT_SUCCESS;
}
