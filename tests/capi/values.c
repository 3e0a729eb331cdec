/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of every kind of object, and the typed descriptions of games, cards and actions. States of
 * every game survive the round trip. */
#include "games.h"

static char text[1 << 20];

#define TEXT text, sizeof text, NULL

static int told(chemix_count count) { return count > 1 && (size_t)count == strlen(text); }

static void expect_reads_back(const chemix_state* state) {
  chemix_state* again = NULL;
  REQUIRE(chemix_state_create(chemix_state_game(state), 0, &again, NULL) == CHEMIX_OK);
  const chemix_count count = chemix_state_json(state, TEXT);
  REQUIRE(told(count));
  REQUIRE(chemix_state_load_json(again, text, (size_t)count, NULL) == CHEMIX_OK);
  REQUIRE(digest_of(again) == digest_of(state));
  chemix_state_destroy(&again);
}

static void expect_told_to_viewers(const chemix_state* state, int32_t players) {
  for (int32_t viewer = 0; viewer < players; ++viewer) {
    chemix_observation* seen = observed(state, viewer);
    REQUIRE(told(chemix_observation_json(seen, TEXT)));
    REQUIRE(strstr(text, "\"own\":{") != NULL);
    REQUIRE(strstr(text, "\"hidden\"") == NULL);
    chemix_observation_destroy(&seen);
  }
  chemix_observation* seen = observed(state, CHEMIX_SPECTATOR);
  REQUIRE(told(chemix_observation_json(seen, TEXT)));
  REQUIRE(strstr(text, "\"viewer\":null") != NULL && strstr(text, "\"own\":null") != NULL);
  chemix_observation_destroy(&seen);
}

/* The parts of an action: its kind first, all with names and texts. */
static void expect_action_fields(const chemix_game* game, const chemix_limits* limits,
                                 const chemix_step* step) {
  static chemix_field fields[64];
  char kind[64];
  char action[512];
  const chemix_count count =
      chemix_game_action_fields(game, step->actor, step->action, fields, 64, NULL);
  REQUIRE(count >= 1 && (uint32_t)count <= limits->max_action_fields);
  REQUIRE(strcmp(fields[0].name, "kind") == 0 && fields[0].type == CHEMIX_FIELD_CHOICE);
  REQUIRE((fields[0].owner == CHEMIX_CHANCE) == (step->actor == CHEMIX_CHANCE));
  REQUIRE(chemix_game_field_text(game, &fields[0], kind, sizeof kind, NULL) > 0);
  REQUIRE(chemix_game_action_text(game, step->actor, step->action, action, sizeof action, NULL) >
          0);
  REQUIRE(strncmp(action, kind, strlen(kind)) == 0);
  for (chemix_count i = 1; i < count; ++i) {
    REQUIRE(fields[i].name[0] != '\0');
    REQUIRE(chemix_game_field_text(game, &fields[i], TEXT) >= 0);
  }
}

static void expect_described(const char* name, const chemix_game* game,
                             const chemix_limits* limits) {
  chemix_option option = CHEMIX_OPTION_INIT;
  chemix_phase phase = CHEMIX_PHASE_INIT;
  chemix_card card = CHEMIX_CARD_INIT;
  REQUIRE(told(chemix_game_name(game, TEXT)) && strcmp(text, name) == 0);
  REQUIRE(limits->min_players <= limits->players && limits->players <= limits->max_players);
  for (int32_t i = 0; i < limits->option_count; ++i) {
    REQUIRE(chemix_game_option(game, i, &option, NULL) == CHEMIX_OK);
    REQUIRE(option.name[0] != '\0' && strcmp(option.value, option.default_value) == 0);
    REQUIRE((option.type == CHEMIX_OPTION_CHOICE) == (option.choice_count > 0));
    int found = option.choice_count == 0;
    for (int32_t choice = 0; choice < option.choice_count; ++choice) {
      REQUIRE(chemix_game_choice_name(game, i, choice, TEXT) > 0);
      found |= strcmp(text, option.value) == 0;
    }
    REQUIRE(found);
  }
  for (int32_t i = 0; i < limits->phase_count; ++i) {
    REQUIRE(chemix_game_phase(game, i, &phase, NULL) == CHEMIX_OK);
    REQUIRE(phase.name[0] != '\0');
  }
  for (int32_t kind = 0; kind < limits->card_kind_count; ++kind) {
    int32_t again = -1;
    REQUIRE(chemix_game_card(game, kind, &card, NULL) == CHEMIX_OK);
    REQUIRE(card.kind == kind && card.copies >= 0 && card.copies <= limits->max_copies);
    REQUIRE((card.type == CHEMIX_CARD_COMPOUND) == (card.token_count > 0));
    REQUIRE(chemix_game_find_card(game, card.name, &again, NULL) == CHEMIX_OK);
    REQUIRE(again == kind);
    for (chemix_style style = CHEMIX_STYLE_PLAIN; style <= CHEMIX_STYLE_MARKUP; ++style) {
      REQUIRE(chemix_game_card_formula(game, kind, style, TEXT) > 0);
      if (style == CHEMIX_STYLE_PLAIN && card.type == CHEMIX_CARD_COMPOUND) {
        REQUIRE(strcmp(text, card.name) == 0);
      }
    }
    REQUIRE(chemix_game_card_formula(game, kind, CHEMIX_STYLE_ALOUD, TEXT) < 0);
  }
}

static void play(const char* name) {
  static chemix_event events[1024];
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  const chemix_seed seed = seed_of(3);
  chemix_state* state = NULL;
  chemix_step step;
  REQUIRE(chemix_state_create(game, 0, &state, NULL) == CHEMIX_OK);
  for (uint64_t number = 0; number < 400; ++number) {
    if (!choose_step(state, &seed, number, &step)) break;
    REQUIRE(told(chemix_game_action_json(game, step.actor, step.action, TEXT)));
    expect_action_fields(game, &limits, &step);
    const chemix_count count =
        chemix_state_events(state, &step, CHEMIX_SPECTATOR, events, 1024, NULL);
    for (chemix_count i = 0; i < count; ++i) {
      REQUIRE(told(chemix_game_event_json(game, &events[i], TEXT)));
      REQUIRE(strncmp(text, "{\"verb\":\"", 9) == 0);
      REQUIRE(chemix_verb_name(events[i].verb) != NULL);
    }
    if (number % 20 == 0) {
      expect_reads_back(state);
      expect_told_to_viewers(state, limits.players);
    }
    REQUIRE(chemix_state_apply(state, step.actor, step.action, NULL) == CHEMIX_OK);
  }
  expect_reads_back(state);
  expect_described(name, game, &limits);
  REQUIRE(told(chemix_game_describe(name, TEXT)));
  REQUIRE(strstr(text, "\"min_players\":") != NULL);
  REQUIRE(told(chemix_game_catalogue(game, TEXT)));
  REQUIRE(strstr(text, name) != NULL);
  const char* const parts[] = {
      "title", "options", "phases", "actions", "chance_actions",          "places",
      "verbs", "cards",   "scores", "limits",  "information_state_tensor"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
    char key[32];
    (void)snprintf(key, sizeof key, "\"%s\":", parts[i]);
    REQUIRE(strstr(text, key) != NULL);
  }
  REQUIRE(told(chemix_game_schema(game, "state", TEXT)));
  REQUIRE(told(chemix_game_schema(game, "observation", TEXT)));
  REQUIRE(told(chemix_game_schema(game, "catalogue", TEXT)));
  REQUIRE(strstr(text, "\"$ref\":\"#/$defs/catalogue\"") != NULL);
  REQUIRE(chemix_game_schema(game, "hand", TEXT) == CHEMIX_INVALID_INPUT);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

static void expect_field(chemix_state* state, const char* json, const char* field) {
  const uint64_t before = digest_of(state);
  chemix_error error = CHEMIX_ERROR_INIT;
  REQUIRE(chemix_state_load_json(state, json, strlen(json), &error) == CHEMIX_INVALID_INPUT);
  if (strcmp(error.field, field) != 0) {
    printf("%s: %s: %s\n", json, error.field, error.message);
    ++failures;
  }
  REQUIRE(digest_of(state) == before);
}

static void expect_refusals(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("chemuno", 2, &limits);
  const chemix_seed seed = seed_of(7);
  chemix_state* state = dealt(game, 7);
  const char* const wrong[][2] = {
      {"", "text"},
      {"{", "text"},
      {"[]", "values"},
      {"{\"open\":{\"turns\":-1}}", "open.turns"},
      {"{\"open\":{\"turns\":1e3}}", "open.turns"},
      {"{\"open\":{\"turns\":99999999999999999999}}", "open.turns"},
      {"{\"open\":{\"turns\":1,\"turns\":1}}", "open.turns"},
      {"{\"own\":[{\"hand\":{\"H\":1,\"Gold\":1}},{}]}", "own[0].hand.Gold"},
      {"{\"open\":{\"phase\":\"turn\"}}", "top"},
      {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "text"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    expect_field(state, wrong[i][0], wrong[i][1]);
  }
  REQUIRE(chemix_state_load_json(state, "{}\0 {", 5, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_state_load_json(state, "{}", 2, NULL) == CHEMIX_OK);

  /* An empty record. */
  chemix_record* record = NULL;
  REQUIRE(chemix_record_create(game, 1, &record, NULL) == CHEMIX_OK);
  REQUIRE(told(chemix_record_json(record, TEXT)));
  REQUIRE(strstr(text, "\"start_player\":1,\"start_state\":null,\"steps\":[]") != NULL);
  chemix_record_destroy(&record);

  /* The JSON of a refusal. */
  chemix_error error = CHEMIX_ERROR_INIT;
  int32_t lay = 0;
  REQUIRE(chemix_game_find_action(game, 0, "lay He", &lay, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(state, &seed, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_refusal_json(game, &error, TEXT) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_state_check(state, 0, lay, &error) == CHEMIX_REFUSED);
  REQUIRE(error.actor == 0 && error.action == lay);
  REQUIRE(told(chemix_game_refusal_json(game, &error, TEXT)));
  REQUIRE(strcmp(text,
                 "{\"rule\":\"GN-11\",\"detail\":0,\"arguments\":[10,0,0],\"action\":{\"kind\":"
                 "\"lay\",\"id\":10,\"chance\":false,\"fields\":{\"card\":\"He\"}}}") == 0);
  chemix_error same = error;
  REQUIRE(told(chemix_game_refusal_json(game, &same, text, sizeof text, &same)));
  REQUIRE(same.status == CHEMIX_REFUSED);
  error.action = -1;
  REQUIRE(chemix_game_refusal_json(game, &error, TEXT) == CHEMIX_OUT_OF_RANGE);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

static void expect_decks(void) {
  const char* name = NULL;
  chemix_deck* deck = NULL;
  for (int32_t i = 0; (name = chemix_deck_name_at(i)) != NULL; ++i) {
    REQUIRE(chemix_deck_open(name, &deck, NULL) == CHEMIX_OK);
    const chemix_count count = chemix_deck_json(deck, TEXT);
    REQUIRE(told(count) && strstr(text, "\"compounds\": [") != NULL);
    chemix_deck_destroy(&deck);
    /* The deck survives the round trip. */
    REQUIRE(chemix_deck_load(text, (size_t)count, name, &deck, NULL) == CHEMIX_OK);
    REQUIRE(chemix_deck_json(deck, TEXT) == count);
    chemix_deck_destroy(&deck);
  }
  REQUIRE(chemix_deck_open("poker", &deck, NULL) == CHEMIX_INVALID_INPUT);
  REQUIRE(deck == NULL);
  REQUIRE(chemix_game_describe("poker", TEXT) == CHEMIX_INVALID_INPUT);
}

static void expect_versions(void) {
  char version[32];
  const uint32_t number = chemix_version_number();
  (void)snprintf(version, sizeof version, "%u.%u.%u", (unsigned)(number / 1000000),
                 (unsigned)(number / 1000 % 1000), (unsigned)(number % 1000));
  REQUIRE(strcmp(version, chemix_version()) == 0);
  REQUIRE(number ==
          1000000 * CHEMIX_VERSION_MAJOR + 1000 * CHEMIX_VERSION_MINOR + CHEMIX_VERSION_PATCH);
  REQUIRE(strcmp(chemix_zone_name(CHEMIX_ZONE_DRAW_PILE), "draw_pile") == 0);
  REQUIRE(strcmp(chemix_verb_name(CHEMIX_VERB_MOVE), "move") == 0);
}

int main(void) {
  for_each_game(play);
  expect_refusals();
  expect_decks();
  expect_versions();
  return failures == 0 ? 0 : 1;
}
