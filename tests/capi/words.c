/* SPDX-License-Identifier: Apache-2.0 */
/* Texts for people: every game in every language, through functions that need no knowledge of the
 * game. Also bad input to these functions. */
#include "chemix.h"
#include "require.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 16];
static chemix_error error = CHEMIX_ERROR_INIT;

/* Whether a call wrote a complete text. */
static int said(chemix_count count) {
  return count > 0 && (size_t)count == strlen(text) && strpbrk(text, "{}") == NULL;
}

static int is(chemix_count count, const char* expected) {
  if (said(count) && strcmp(text, expected) == 0) return 1;
  printf("%ld: %s\n", (long)count, count < 0 ? error.message : text);
  return 0;
}

typedef struct play {
  chemix_game* game;
  chemix_words* words;
  chemix_state* state;
  chemix_observation* seen;
  int32_t players;
} play;

static void tell_game(const play* p, const chemix_limits* limits) {
  REQUIRE(said(chemix_words_language_name(p->words, text, sizeof text, NULL)));
  REQUIRE(said(chemix_words_title(p->words, text, sizeof text, NULL)));
  REQUIRE(said(chemix_words_scoring(p->words, text, sizeof text, NULL)));
  for (int32_t i = 0; i < limits->option_count; ++i) {
    chemix_option option = CHEMIX_OPTION_INIT;
    REQUIRE(said(chemix_words_option(p->words, i, text, sizeof text, NULL)));
    REQUIRE(chemix_game_option(p->game, i, &option, NULL) == CHEMIX_OK);
    for (int32_t choice = 0; choice < option.choice_count; ++choice) {
      REQUIRE(said(chemix_words_choice(p->words, i, choice, text, sizeof text, NULL)));
    }
  }
  for (int32_t i = 0; i < limits->turn_weight_count; ++i) {
    REQUIRE(said(chemix_words_turn_weight(p->words, i, text, sizeof text, NULL)));
  }
  for (int32_t i = 0; i < limits->phase_count; ++i) {
    REQUIRE(said(chemix_words_phase(p->words, i, text, sizeof text, NULL)));
  }
  for (int32_t kind = 0; kind < limits->card_kind_count; ++kind) {
    REQUIRE(said(chemix_words_card(p->words, kind, text, sizeof text, NULL)));
    REQUIRE(said(chemix_words_card_name(p->words, kind, text, sizeof text, NULL)));
  }
  for (int32_t seat = 0; seat < p->players; ++seat) {
    REQUIRE(said(chemix_words_player(p->words, seat, text, sizeof text, NULL)));
  }
  for (chemix_zone zone = 0; chemix_zone_name(zone) != NULL; ++zone) {
    REQUIRE(said(chemix_words_place(p->words, zone, CHEMIX_ANY, text, sizeof text, NULL)));
    REQUIRE(said(chemix_words_place(p->words, zone, CHEMIX_NOBODY, text, sizeof text, NULL)));
    REQUIRE(said(chemix_words_place(p->words, zone, 0, text, sizeof text, NULL)));
  }
  for (chemix_undo undo = CHEMIX_UNDO_ALLOWED; undo <= CHEMIX_UNDO_LEARNED; ++undo) {
    REQUIRE(said(chemix_words_undo(p->words, undo, text, sizeof text, NULL)));
  }
}

static void tell_fields(const play* p, const chemix_field* fields, chemix_count count) {
  for (chemix_count i = 0; i < count; ++i) {
    const chemix_count name =
        chemix_words_field_name(p->words, &fields[i], text, sizeof text, NULL);
    const chemix_count value =
        chemix_words_field_value(p->words, &fields[i], text, sizeof text, &error);
    REQUIRE(name >= 0 && value >= 0);
    REQUIRE((name > 0) == (value > 0));
  }
}

/* The piles, fields, scores and the prompt of a viewer. */
static void tell_view(const play* p, int32_t viewer) {
  static chemix_pile piles[128];
  static chemix_field fields[512];
  REQUIRE(chemix_state_observe(p->state, viewer, p->seen, NULL) == CHEMIX_OK);
  REQUIRE(said(chemix_words_prompt(p->words, p->seen, text, sizeof text, NULL)));
  REQUIRE(said(chemix_words_scores(p->words, p->seen, text, sizeof text, NULL)));
  const chemix_count pile_count = chemix_observation_piles(p->seen, piles, 128, NULL);
  REQUIRE(pile_count > 0);
  for (chemix_count i = 0; i < pile_count; ++i) {
    REQUIRE(said(chemix_words_pile(p->words, &piles[i], text, sizeof text, NULL)));
  }
  const chemix_count field_count = chemix_observation_fields(p->seen, fields, 512, NULL);
  REQUIRE(field_count > 0);
  tell_fields(p, fields, field_count);
  /* As many lines as legal actions. */
  const chemix_count legal = chemix_observation_legal_actions(p->seen, NULL, 0, NULL);
  const chemix_count written =
      chemix_words_legal_actions(p->words, p->seen, text, sizeof text, NULL);
  chemix_count lines = written > 0 ? 1 : 0;
  for (const char* at = text; written > 0 && *at != '\0'; ++at) lines += *at == '\n' ? 1 : 0;
  REQUIRE(lines == legal);
}

static void tell_step(const play* p, const chemix_step* step) {
  static chemix_event events[512];
  static chemix_field fields[64];
  REQUIRE(said(chemix_words_action(p->words, step->actor, step->action, text, sizeof text, NULL)));
  tell_fields(p, fields,
              chemix_game_action_fields(p->game, step->actor, step->action, fields, 64, NULL));
  for (int32_t viewer = CHEMIX_SPECTATOR; viewer < p->players; ++viewer) {
    if (viewer == CHEMIX_CHANCE) continue;
    const chemix_count count = chemix_state_events(p->state, step, viewer, events, 512, NULL);
    REQUIRE(count >= 0);
    for (chemix_count i = 0; i < count; ++i) {
      const chemix_count written =
          chemix_words_event(p->words, &events[i], text, sizeof text, NULL);
      /* Some counters mean nothing to people. */
      REQUIRE(said(written) || (written == 0 && events[i].verb == CHEMIX_VERB_SET));
    }
    REQUIRE(chemix_words_events(p->words, events, count, text, sizeof text, NULL) >= 0);
  }
}

/* Takes a step of chance or a player. Returns 0 at the end of the game. */
static int step(const play* p, int32_t number, int32_t actions) {
  static int32_t ids[1 << 14];
  chemix_seed seed;
  chemix_seed_init(&seed, 7);
  chemix_acting acting = {0, 0};
  REQUIRE(chemix_state_acting(p->state, &acting, NULL) == CHEMIX_OK);
  if (acting.asked == CHEMIX_ASKED_NOBODY) return 0;
  chemix_step taken = {CHEMIX_CHANCE, 0};
  if (acting.asked == CHEMIX_ASKED_CHANCE) {
    REQUIRE(chemix_state_draw_outcome(p->state, &seed, &taken.action, NULL) == CHEMIX_OK);
  } else {
    taken.actor = 0;
    while (!(acting.seats >> taken.actor & 1)) ++taken.actor;
    const chemix_count legal =
        chemix_state_legal_actions(p->state, taken.actor, ids, 1 << 14, NULL);
    REQUIRE(legal > 0);
    taken.action = ids[number * 7 % legal];
    if (chemix_state_check(p->state, taken.actor, number % actions, &error) == CHEMIX_REFUSED) {
      REQUIRE(chemix_state_observe(p->state, taken.actor, p->seen, NULL) == CHEMIX_OK);
      REQUIRE(said(chemix_words_refusal(p->words, &error, p->seen, text, sizeof text, NULL)));
      const chemix_count size = chemix_words_refusal(p->words, &error, NULL, NULL, 0, &error);
      REQUIRE(chemix_words_refusal(p->words, &error, NULL, text, sizeof text, &error) == size);
      REQUIRE(said(size) && error.status == CHEMIX_REFUSED);
    }
  }
  tell_step(p, &taken);
  REQUIRE(chemix_state_apply(p->state, taken.actor, taken.action, NULL) == CHEMIX_OK);
  return 1;
}

static void play_game(const char* name, const char* language, chemix_style style) {
  play p = {NULL, NULL, NULL, NULL, 0};
  for (int32_t players = 3; players >= 2 && p.game == NULL; --players) {
    chemix_game_create(name, players, NULL, NULL, &p.game, NULL);
  }
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  REQUIRE(chemix_game_limits(p.game, &limits, NULL) == CHEMIX_OK);
  p.players = limits.players;
  REQUIRE(chemix_words_create(p.game, language, &p.words, NULL) == CHEMIX_OK);
  REQUIRE(chemix_words_set_player(p.words, 0, "Ben", NULL) == CHEMIX_OK);
  REQUIRE(chemix_words_set_style(p.words, style, NULL) == CHEMIX_OK);
  tell_game(&p, &limits);
  REQUIRE(chemix_state_create(p.game, 0, &p.state, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_create(p.game, &p.seen, NULL) == CHEMIX_OK);
  int32_t number = 0;
  while (number < 300 && step(&p, number, limits.action_count)) {
    for (int32_t viewer = CHEMIX_SPECTATOR; viewer < p.players; ++viewer) {
      if (viewer != CHEMIX_CHANCE) tell_view(&p, viewer);
    }
    REQUIRE(said(chemix_words_state_scores(p.words, p.state, text, sizeof text, NULL)));
    ++number;
  }
  chemix_observation_destroy(&p.seen);
  chemix_state_destroy(&p.state);
  chemix_words_destroy(&p.words);
  REQUIRE(p.words == NULL);
  chemix_words_destroy(&p.words);
  chemix_words_destroy(NULL);
  chemix_game_destroy(&p.game);
}

static void test_sentences(void) {
  chemix_game* game = NULL;
  chemix_words* words = NULL;
  REQUIRE(chemix_game_create("chemuno", 2, NULL, NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_words_create(game, "de-AT", &words, NULL) == CHEMIX_OK);
  int32_t action = 0;
  REQUIRE(chemix_game_find_action(game, 0, "lay H2O", &action, NULL) == CHEMIX_OK);
  REQUIRE(is(chemix_words_action(words, 0, action, text, sizeof text, &error), "H2O legen"));
  chemix_words_destroy(&words);
  REQUIRE(chemix_words_create(game, NULL, &words, NULL) == CHEMIX_OK);
  /* The words keep the game. */
  chemix_game_destroy(&game);
  REQUIRE(is(chemix_words_action(words, 0, action, text, sizeof text, &error), "lay H2O"));
  REQUIRE(chemix_words_set_style(words, CHEMIX_STYLE_ALOUD, NULL) == CHEMIX_OK);
  REQUIRE(is(chemix_words_action(words, 0, action, text, sizeof text, &error), "lay H two O"));
  REQUIRE(chemix_words_set_style(words, CHEMIX_STYLE_UNICODE, NULL) == CHEMIX_OK);
  REQUIRE(
      is(chemix_words_action(words, 0, action, text, sizeof text, &error), "lay H\xE2\x82\x82O"));
  REQUIRE(chemix_words_set_style(words, CHEMIX_STYLE_MARKUP, NULL) == CHEMIX_OK);
  REQUIRE(
      is(chemix_words_action(words, 0, action, text, sizeof text, &error), "lay H<sub>2</sub>O"));
  REQUIRE(chemix_words_set_player(words, 1, "<b>", NULL) == CHEMIX_OK);
  REQUIRE(is(chemix_words_player(words, 1, text, sizeof text, &error), "&lt;b&gt;"));
  REQUIRE(is(chemix_words_player(words, 0, text, sizeof text, &error), "Player 1"));
  REQUIRE(chemix_words_set_player(words, 1, "Anna", NULL) == CHEMIX_OK);
  const chemix_event turn = {
      CHEMIX_VERB_TURN, {0, CHEMIX_NOBODY}, {0, CHEMIX_NOBODY}, 1, 0, CHEMIX_UNSEEN, 0, 255};
  REQUIRE(is(chemix_words_event(words, &turn, text, sizeof text, &error),
             "It is Anna\xE2\x80\x99s turn."));
  const chemix_event two[2] = {turn, turn};
  REQUIRE(is(chemix_words_events(words, two, 2, text, sizeof text, &error),
             "It is Anna\xE2\x80\x99s turn.\nIt is Anna\xE2\x80\x99s turn."));
  REQUIRE(chemix_words_events(words, NULL, 0, text, sizeof text, &error) == 0);
  REQUIRE(chemix_words_set_player(words, 1, NULL, NULL) == CHEMIX_OK);
  REQUIRE(is(chemix_words_player(words, 1, text, sizeof text, &error), "Player 2"));
  REQUIRE(is(chemix_words_place(words, CHEMIX_ZONE_HAND, 1, text, sizeof text, &error),
             "Player 2\xE2\x80\x99s hand"));
  chemix_field field = {"penalty",   CHEMIX_FIELD_NUMBER, 4, CHEMIX_NOBODY,
                        CHEMIX_NONE, CHEMIX_NONE,         0};
  REQUIRE(is(chemix_words_field_name(words, &field, text, sizeof text, &error), "penalty"));
  REQUIRE(is(chemix_words_field_value(words, &field, text, sizeof text, &error), "4 cards"));
  const chemix_hint hint = {sizeof hint, action, CHEMIX_HINT_ONLY, 1, 0, 0, 0};
  REQUIRE(said(chemix_words_hint(words, &hint, text, sizeof text, &error)));
  /* Only the size, and a buffer that is too small by one byte. */
  const chemix_count size = chemix_words_title(words, NULL, 0, &error);
  REQUIRE(size == (chemix_count)strlen("ChemiX Chemuno"));
  REQUIRE(chemix_words_title(words, text, (size_t)size, &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(error.needed == size + 1);
  REQUIRE(is(chemix_words_title(words, text, (size_t)size + 1, &error), "ChemiX Chemuno"));
  chemix_words_destroy(&words);
}

static void test_bad_input(void) {
  chemix_game* game = NULL;
  chemix_game* other = NULL;
  chemix_words* words = NULL;
  chemix_state* state = NULL;
  REQUIRE(chemix_game_create("chemuno", 2, NULL, NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_create("classic", 2, NULL, NULL, &other, NULL) == CHEMIX_OK);
  REQUIRE(chemix_words_create(game, "it", &words, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.message, "language = it: no such language; known: de, en, fr") == 0);
  REQUIRE(words == NULL);
  REQUIRE(chemix_words_create(NULL, NULL, &words, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_words_create(game, NULL, NULL, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_words_load(game, "{}", 2, "it.json", &words, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.message, "it.json: language: is missing") == 0);
  REQUIRE(chemix_words_create(game, NULL, &words, NULL) == CHEMIX_OK);

  char name[CHEMIX_NAME_SIZE + 1];
  memset(name, 'x', sizeof name);
  name[CHEMIX_NAME_SIZE] = '\0';
  REQUIRE(chemix_words_set_player(words, 0, name, &error) == CHEMIX_INVALID_INPUT);
  name[CHEMIX_NAME_SIZE - 1] = '\0';
  REQUIRE(chemix_words_set_player(words, 0, name, &error) == CHEMIX_OK);
  const char* const wrong[] = {"a\nb", "a\x7F", "a\xC2\x85", "\xFF"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    REQUIRE(chemix_words_set_player(words, 0, wrong[i], &error) == CHEMIX_INVALID_INPUT);
  }
  REQUIRE(is(chemix_words_player(words, 0, text, sizeof text, &error), name));
  const int32_t no_seats[] = {2, CHEMIX_CHANCE, CHEMIX_SPECTATOR, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof no_seats / sizeof *no_seats; ++i) {
    REQUIRE(chemix_words_set_player(words, no_seats[i], "", NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_player(words, no_seats[i], text, sizeof text, NULL) ==
            CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_place(words, CHEMIX_ZONE_HAND, no_seats[i], text, sizeof text, NULL) ==
            CHEMIX_OUT_OF_RANGE);
  }
  const int32_t no_numbers[] = {-1, 1000, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; ++i) {
    const int32_t no = no_numbers[i];
    REQUIRE(chemix_language_at(no) == NULL);
    REQUIRE(chemix_words_set_style(words, no, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_option(words, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_choice(words, no, 0, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_choice(words, 0, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_turn_weight(words, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_phase(words, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_card(words, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_card_name(words, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_action(words, 0, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_undo(words, no, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    REQUIRE(chemix_words_place(words, no, CHEMIX_ANY, text, sizeof text, NULL) ==
            CHEMIX_OUT_OF_RANGE);
    const chemix_hint hint = {sizeof hint, 0, no, 1, 0, 0, 0};
    REQUIRE(chemix_words_hint(words, &hint, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
    const chemix_field field = {"wish",      CHEMIX_FIELD_CARD, no, CHEMIX_NOBODY,
                                CHEMIX_NONE, CHEMIX_NONE,       0};
    REQUIRE(chemix_words_field_value(words, &field, text, sizeof text, NULL) ==
            (no == CHEMIX_ABSENT ? (chemix_count)strlen("none") : CHEMIX_OUT_OF_RANGE));
  }
  const chemix_hint hint = {sizeof hint, 0, CHEMIX_HINT_POINTS, 2, (double)NAN, 0, 0};
  REQUIRE(chemix_words_hint(words, &hint, text, sizeof text, NULL) == CHEMIX_OUT_OF_RANGE);
  /* Success and errors other than refusals have no texts. */
  chemix_error none = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_words_refusal(words, &none, NULL, text, sizeof text, &error) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "error.status") == 0);
  none.status = CHEMIX_REFUSED;
  strcpy(none.rule, "XX-1");
  REQUIRE(chemix_words_refusal(words, &none, NULL, text, sizeof text, &error) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "error.rule") == 0);
  REQUIRE(chemix_words_refusal(words, NULL, NULL, text, sizeof text, NULL) == CHEMIX_NULL_ARGUMENT);
  /* A state of another game. */
  REQUIRE(chemix_state_create(other, 0, &state, NULL) == CHEMIX_OK);
  REQUIRE(chemix_words_state_scores(words, state, text, sizeof text, NULL) == CHEMIX_WRONG_MEMORY);
  chemix_state_destroy(&state);
  chemix_words_destroy(&words);
  chemix_game_destroy(&other);
  chemix_game_destroy(&game);
}

int main(void) {
  for (int32_t i = 0; chemix_game_name_at(i) != NULL; ++i) {
    for (int32_t language = 0; chemix_language_at(language) != NULL; ++language) {
      play_game(chemix_game_name_at(i), chemix_language_at(language), language);
    }
    play_game(chemix_game_name_at(i), NULL, CHEMIX_STYLE_ALOUD);
  }
  REQUIRE(strcmp(chemix_language_at(0), "de") == 0);
  REQUIRE(strcmp(chemix_language_at(1), "en") == 0);
  REQUIRE(strcmp(chemix_language_at(2), "fr") == 0);
  test_sentences();
  test_bad_input();
  if (failures == 0) puts("all games were told");
  return failures == 0 ? 0 : 1;
}
