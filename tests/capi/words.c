/* SPDX-License-Identifier: Apache-2.0 */
/* Texts for people: every game in every language, through functions that need no knowledge of the
 * game. Also bad input to these functions. */
#include "chemix.h"
#include "require.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[4096];
static size_t count = 0;

/* Whether the last call wrote a complete text. */
static bool said(chemix_status status) {
  return status == CHEMIX_OK && count > 0 && count == strlen(text) && strpbrk(text, "{}") == NULL;
}

typedef struct play {
  chemix_game* game;
  chemix_limits limits;
  void* state;
  void* seen;
  const char* language;
} play;

/* The texts of a step, for every viewer. */
static void tell_step(const play* p, int32_t actor, int32_t action) {
  static chemix_event events[256];
  REQUIRE(said(chemix_action_words(p->game, actor, action, p->language, NULL, text, sizeof text,
                                   &count, NULL)));
  for (int32_t viewer = CHEMIX_SPECTATOR; viewer < p->limits.players; ++viewer) {
    if (viewer == CHEMIX_CHANCE) continue;
    size_t event_count = 0;
    REQUIRE(chemix_state_events(p->game, p->state, p->limits.state_size, actor, action, viewer,
                                events, 256, &event_count, NULL) == CHEMIX_OK);
    for (size_t i = 0; i < event_count; ++i) {
      const chemix_status status = chemix_event_words(
          p->game, &events[i], p->language, "Ben\n\nAnna", text, sizeof text, &count, NULL);
      /* Some counters mean nothing to people. */
      REQUIRE(said(status) || (status == CHEMIX_OK && events[i].verb == CHEMIX_VERB_SET));
    }
  }
}

/* The prompt for every viewer, and the result. */
static void tell_state(const play* p) {
  for (int32_t viewer = CHEMIX_SPECTATOR; viewer < p->limits.players; ++viewer) {
    if (viewer == CHEMIX_CHANCE) continue;
    REQUIRE(chemix_state_observe(p->game, p->state, p->limits.state_size, viewer, p->seen,
                                 p->limits.observation_size, NULL) == CHEMIX_OK);
    REQUIRE(said(chemix_observation_words(p->game, p->seen, p->limits.observation_size, p->language,
                                          NULL, text, sizeof text, &count, NULL)));
  }
  REQUIRE(said(chemix_state_words(p->game, p->state, p->limits.state_size, p->language, NULL, text,
                                  sizeof text, &count, NULL)));
}

static void tell_refusal(const play* p, int32_t player, int32_t action) {
  chemix_error error = CHEMIX_ERROR_INIT;
  const chemix_status status =
      chemix_state_check(p->game, p->state, p->limits.state_size, player, action, &error);
  if (status != CHEMIX_REFUSED) return;
  REQUIRE(said(
      chemix_error_words(p->game, &error, p->language, NULL, text, sizeof text, &count, NULL)));
}

/* Takes a step of chance or a player. Returns false at the end of the game. */
static bool step(const play* p, int number) {
  static int32_t ids[256];
  uint32_t acting = 0;
  bool chance = false;
  int32_t action = 0;
  REQUIRE(chemix_state_acting(p->game, p->state, p->limits.state_size, &acting, &chance, NULL) ==
          CHEMIX_OK);
  if (!chance && acting == 0) return false;
  int32_t actor = CHEMIX_CHANCE;
  if (chance) {
    REQUIRE(chemix_state_draw(p->game, p->state, p->limits.state_size, "7", &action, NULL) ==
            CHEMIX_OK);
  } else {
    actor = 0;
    while (!(acting >> actor & 1)) ++actor;
    size_t legal = 0;
    REQUIRE(chemix_state_legal_actions(p->game, p->state, p->limits.state_size, actor, ids, 256,
                                       &legal, NULL) == CHEMIX_OK);
    action = ids[(size_t)number * 7 % legal];
    tell_refusal(p, actor, number % p->limits.action_count);
  }
  tell_step(p, actor, action);
  REQUIRE(chemix_state_apply(p->game, actor, action, p->state, p->limits.state_size, NULL) ==
          CHEMIX_OK);
  return true;
}

static void tell_game(const char* name, const char* language) {
  play p = {NULL, CHEMIX_LIMITS_INIT, NULL, NULL, language};
  for (int32_t players = 3; players >= 2 && p.game == NULL; --players) {
    chemix_game_create(name, players, "", NULL, &p.game, NULL);
  }
  if (p.game == NULL) {
    REQUIRE(p.game != NULL);
    return;
  }
  REQUIRE(said(chemix_game_words(name, language, text, sizeof text, &count, NULL)));
  chemix_game_limits(p.game, &p.limits, NULL);
  for (int32_t kind = 0; kind < p.limits.card_kind_count; ++kind) {
    REQUIRE(said(chemix_card_words(p.game, kind, language, text, sizeof text, &count, NULL)));
  }
  p.state = malloc(p.limits.state_size);
  p.seen = malloc(p.limits.observation_size);
  chemix_state_init(p.game, 0, p.state, p.limits.state_size, NULL);
  int number = 0;
  while (number < 300 && step(&p, number)) {
    tell_state(&p);
    ++number;
  }
  free(p.seen);
  free(p.state);
  chemix_game_destroy(&p.game);
}

static void test_sentences(void) {
  chemix_game* game = NULL;
  REQUIRE(chemix_game_create("chemuno", 2, "", NULL, &game, NULL) == CHEMIX_OK);
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  REQUIRE(chemix_game_limits(game, &limits, NULL) == CHEMIX_OK);
  int32_t action = 0;
  REQUIRE(chemix_action_parse(game, 0, "lay H2O", &action, NULL) == CHEMIX_OK);
  REQUIRE(said(chemix_action_words(game, 0, action, "de", NULL, text, sizeof text, &count, NULL)));
  REQUIRE(strcmp(text, "H2O legen") == 0);
  REQUIRE(said(
      chemix_action_words(game, 0, action, "en aloud", NULL, text, sizeof text, &count, NULL)));
  REQUIRE(strcmp(text, "lay H two O") == 0);
  const chemix_event turn = {CHEMIX_VERB_TURN, 0, 0, 0, 0, 1, 0, CHEMIX_UNSEEN, 0, 255};
  REQUIRE(
      said(chemix_event_words(game, &turn, NULL, "Ben\nAnna", text, sizeof text, &count, NULL)));
  REQUIRE(strcmp(text, "It is Anna’s turn.") == 0);
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_action_words(game, 0, 0, "it", NULL, text, sizeof text, &count, &error) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.message, "language = it: no such language; known: de, en, fr") == 0);
  REQUIRE(said(chemix_error_words(NULL, &error, "de", NULL, text, sizeof text, &count, NULL)));
  REQUIRE(strcmp(text, "Sprache = it: diese Sprache gibt es nicht; möglich sind: de, en, fr") == 0);
  REQUIRE(said(chemix_error_words(NULL, &error, NULL, NULL, text, sizeof text, &count, NULL)));
  REQUIRE(strcmp(text, error.message) == 0);
  /* Success and errors of memory have no texts. */
  chemix_error other = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_error_words(game, &other, NULL, NULL, text, sizeof text, &count, &error) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "error.status") == 0);
  REQUIRE(chemix_card_words(game, limits.card_kind_count, NULL, text, sizeof text, &count, NULL) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(chemix_game_words("whist", NULL, text, sizeof text, &count, NULL) ==
          CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_error_words(game, NULL, NULL, NULL, text, sizeof text, &count, NULL) ==
          CHEMIX_NULL_ARGUMENT);
  chemix_game_destroy(&game);
}

int main(void) {
  static char names[1024];
  static char languages[64];
  REQUIRE(chemix_game_names(names, sizeof names, &count, NULL) == CHEMIX_OK);
  for (char* name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
    const char* const tags[] = {"de", "en", "fr", "fr aloud", NULL};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; ++i) tell_game(name, tags[i]);
  }
  REQUIRE(chemix_word_languages(languages, sizeof languages, &count, NULL) == CHEMIX_OK);
  REQUIRE(strcmp(languages, "de en fr") == 0);
  test_sentences();
  if (failures == 0) puts("all games were told");
  return failures == 0 ? 0 : 1;
}
