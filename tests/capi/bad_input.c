/* SPDX-License-Identifier: Apache-2.0 */
/* Bad input with a meaning: names, options, decks, texts, saved bytes, events and refusals. Each
 * call returns a status, names the argument, and changes nothing. Misuse that all functions treat
 * alike is in misuse.cpp. `make asan` runs this under the sanitizers. */
#include "games.h"

#include <stddef.h>

static void expect(int line, const char* what, chemix_status got, chemix_status wanted,
                   const chemix_error* error, const char* field) {
  const int names_field =
      error->status == wanted && error->message[0] != '\0' && strstr(error->field, field) != NULL;
  if (got == wanted && (wanted == CHEMIX_OK || names_field)) return;
  printf("line %d: %s: %s instead of %s for %s (%s: %s)\n", line, what,
         got > 0 ? "a count" : chemix_status_name(got), chemix_status_name(wanted), field,
         error->field, error->message);
  ++failures;
}

#define EXPECT(wanted, field, call)                          \
  do {                                                       \
    chemix_error error = CHEMIX_ERROR_INIT;                  \
    const chemix_status got = (call);                        \
    expect(__LINE__, #call, got, (wanted), &error, (field)); \
  } while (0)

typedef struct fixture {
  chemix_game* game;
  chemix_game* other;
  chemix_limits limits;
  chemix_state* state;
  chemix_state* foreign;
  chemix_state* target;
  chemix_observation* seen;
} fixture;

static char text[1 << 16];
static uint8_t bytes[1 << 14];

#define TEXT text, sizeof text, &error

static void set_up(fixture* f) {
  const chemix_limits limits = CHEMIX_LIMITS_INIT;
  f->limits = limits;
  f->game = open_game("chemuno", 3, &f->limits);
  EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 2, "", NULL, &f->other, &error));
  f->state = dealt(f->game, 7);
  f->foreign = dealt(f->other, 7);
  EXPECT(CHEMIX_OK, "", chemix_state_copy(f->state, &f->target, &error));
  f->seen = observed(f->state, 0);
}

static void clear_away(fixture* f) {
  chemix_observation_destroy(&f->seen);
  chemix_state_destroy(&f->target);
  chemix_state_destroy(&f->foreign);
  chemix_state_destroy(&f->state);
  chemix_game_destroy(&f->other);
  chemix_game_destroy(&f->game);
  REQUIRE(f->game == NULL && f->state == NULL && f->seen == NULL);
}

/* ---- Games and decks ---- */

static void test_games(void) {
  chemix_game* game = NULL;
  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_game_describe("poker", TEXT));
  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_game_create("poker", 3, "", NULL, &game, &error));
  const int32_t players[] = {-1, 1, 5, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof players / sizeof *players; ++i) {
    EXPECT(CHEMIX_INVALID_INPUT, "players",
           chemix_game_create("chemuno", players[i], "", NULL, &game, &error));
  }
  const char* const options[][2] = {{"speed=9", "options"},
                                    {"hand_size=11", "hand_size"},
                                    {"hand_size=07", "hand_size"},
                                    {"auto_call=maybe", "auto_call"},
                                    {"hand_size", "hand_size"},
                                    {"hand_size=3 hand_size=3", "hand_size"},
                                    {"max_turns=0", "max_turns"},
                                    {"hand_size=999999999999", "hand_size"},
                                    {"{\"speed\":9}", "options"},
                                    {"{\"hand_size\":11}", "hand_size"},
                                    {"{\"hand_size\":\"3\"", "options"},
                                    {"{\"hand_size\":[3]}", "hand_size"},
                                    {"{\"auto_call\":2}", "auto_call"}};
  for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
    EXPECT(CHEMIX_INVALID_INPUT, options[i][1],
           chemix_game_create("chemuno", 3, options[i][0], NULL, &game, &error));
  }
  REQUIRE(game == NULL);
  /* 0 players are the fewest; options are pairs or JSON. */
  const char* const same[] = {"hand_size=3 auto_call=yes",
                              "{\"auto_call\": true, \"hand_size\": 3}"};
  uint64_t keys[2];
  for (size_t i = 0; i < 2; ++i) {
    chemix_limits limits = CHEMIX_LIMITS_INIT;
    EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 0, same[i], NULL, &game, &error));
    EXPECT(CHEMIX_OK, "", chemix_game_limits(game, &limits, &error));
    REQUIRE(limits.players == limits.min_players);
    keys[i] = limits.game_key;
    chemix_game_destroy(&game);
  }
  REQUIRE(keys[0] == keys[1]);
}

static void test_decks(void) {
  chemix_deck* deck = NULL;
  const char* const broken[] = {"",
                                "{",
                                "[]",
                                "null",
                                "\xff\xfe",
                                "{\"deck\":\"x\"}",
                                "{\"deck\":\"x\",\"title\":\"x\",\"elements\":3}"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
    chemix_error error = CHEMIX_ERROR_INIT;
    REQUIRE(chemix_deck_load(broken[i], strlen(broken[i]), "my.json", &deck, &error) ==
            CHEMIX_INVALID_INPUT);
    REQUIRE(strstr(error.message, "my.json") != NULL);
  }
  /* The field is valid UTF-8 even if the file name is not. */
  EXPECT(CHEMIX_INVALID_INPUT, "\xEF\xBF\xBD", chemix_deck_load("[]", 2, "\xFF", &deck, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_deck_open("poker", &deck, &error));
  REQUIRE(deck == NULL);
  const char* const tiny =
      "{\"deck\":\"tiny\",\"title\":\"Tiny\",\"elements\":[{\"symbol\":\"C\",\"copies\":2},"
      "{\"symbol\":\"O\",\"copies\":4}],\"noble_gases\":[],\"multipliers\":[],\"compounds\":["
      "{\"formula\":\"CO\",\"tokens\":[\"C\",\"O\"],\"points\":2,\"names\":{\"de\":\"a\","
      "\"fr\":\"b\",\"en\":\"c\"},\"marks\":{\"formula\":\"attested\",\"points\":\"attested\","
      "\"names\":\"attested\"}}]}";
  EXPECT(CHEMIX_OK, "", chemix_deck_load(tiny, strlen(tiny), "tiny.json", &deck, &error));
  chemix_game* game = NULL;
  EXPECT(CHEMIX_INVALID_INPUT, "hand_size",
         chemix_game_create("chemuno", 2, "", deck, &game, &error));
  EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 2, "hand_size=2", deck, &game, &error));
  /* A game keeps its deck. */
  chemix_deck_destroy(&deck);
  REQUIRE(deck == NULL);
  chemix_card card = CHEMIX_CARD_INIT;
  EXPECT(CHEMIX_OK, "", chemix_game_card(game, 17, &card, &error));
  REQUIRE(strcmp(card.name, "CO") == 0 && card.points == 2 && card.token_count == 2);
  EXPECT(CHEMIX_OUT_OF_RANGE, "kind", chemix_game_card(game, 18, &card, &error));
  int32_t kind = -9;
  EXPECT(CHEMIX_INVALID_INPUT, "name", chemix_game_find_card(game, "Gold", &kind, &error));
  REQUIRE(kind == -9);
  chemix_game_destroy(&game);
}

/* A file with wild cards is an expansion deck, and its errors are those of one. */
static void test_expansion_decks(void) {
  const char* const format =
      "{\"deck\":\"own\",\"title\":\"Own\",\"elements\":[{\"symbol\":\"C\",\"copies\":%s},"
      "{\"symbol\":\"O\",\"copies\":9}],\"wild_cards\":[{\"names\":{\"de\":\"a\",\"fr\":\"b\","
      "\"en\":\"c\"},\"copies\":4}],\"compounds\":[{\"formula\":\"%s\",\"requires\":{\"C\":1,"
      "\"O\":1},\"points\":25,\"names\":{\"de\":\"a\",\"fr\":\"b\",\"en\":\"c\"},\"marks\":{"
      "\"formula\":\"attested\",\"points\":\"attested\",\"names\":\"attested\"}}]}";
  const char* const broken[][3] = {
      {"0", "CO", "elements"}, {"60", "CO", "element C"}, {"9", "wild", "compound wild"}};
  char file[1024];
  chemix_deck* deck = NULL;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
    chemix_error error = CHEMIX_ERROR_INIT;
    (void)snprintf(file, sizeof file, format, broken[i][0], broken[i][1]);
    REQUIRE(chemix_deck_load(file, strlen(file), "my.json", &deck, &error) == CHEMIX_INVALID_INPUT);
    REQUIRE(strcmp(error.rule, "DK-10") == 0);
    REQUIRE(strstr(error.message, "my.json") != NULL);
    REQUIRE(strstr(error.field, broken[i][2]) != NULL);
  }
  REQUIRE(deck == NULL);
  (void)snprintf(file, sizeof file, format, "9", "CO");
  EXPECT(CHEMIX_OK, "", chemix_deck_load(file, strlen(file), "own.json", &deck, &error));
  chemix_game* game = NULL;
  chemix_card card = CHEMIX_CARD_INIT;
  EXPECT(CHEMIX_OK, "", chemix_game_create("compound_capture", 2, "", deck, &game, &error));
  EXPECT(CHEMIX_OK, "", chemix_game_card(game, 55, &card, &error));
  REQUIRE(strcmp(card.name, "CO") == 0);
  chemix_game_destroy(&game);
  EXPECT(CHEMIX_INVALID_INPUT, "deck",
         chemix_game_create("compound_capture", 4, "", deck, &game, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "own.json",
         chemix_game_create("chemuno", 2, "", deck, &game, &error));
  REQUIRE(game == NULL);
  chemix_deck_destroy(&deck);
}

/* ---- Objects keep what they are made from, and blocks know their game ---- */

static void test_lifetimes(void) {
  chemix_game* game = NULL;
  chemix_game* twin = NULL;
  chemix_state* state = NULL;
  chemix_state* of_twin = NULL;
  EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 3, "", NULL, &game, &error));
  EXPECT(CHEMIX_OK, "", chemix_game_create("chemuno", 3, "", NULL, &twin, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_create(game, 0, &state, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_create(twin, 2, &of_twin, &error));
  chemix_game_destroy(&game);
  /* Games with equal keys may be mixed. */
  EXPECT(CHEMIX_OK, "", chemix_state_assign(state, of_twin, &error));
  REQUIRE(digest_of(state) == digest_of(of_twin));
  chemix_game_destroy(&twin);
  const chemix_seed seed = seed_of(7);
  EXPECT(CHEMIX_OK, "", chemix_state_playout(state, &seed, NULL, NULL, &error));
  REQUIRE(chemix_state_game(state) != NULL);
  EXPECT(CHEMIX_OK, "", chemix_game_name(chemix_state_game(state), TEXT) < 0 ? -1 : CHEMIX_OK);
  chemix_state_destroy(&of_twin);
  chemix_state_destroy(&state);
}

/* A block may be in the caller's memory, and be copied by memcpy. */
static void test_own_memory(const fixture* f) {
  uint64_t* const memory = malloc(2 * (size_t)f->limits.state_size);
  chemix_state* const own = (chemix_state*)memory;
  chemix_state* const copy = (chemix_state*)((char*)memory + f->limits.state_size);
  memset(memory, 0x55, 2 * (size_t)f->limits.state_size);
  EXPECT(CHEMIX_WRONG_MEMORY, "state", chemix_state_assign(own, f->state, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_init(own, f->game, 0, &error));
  EXPECT(CHEMIX_OK, "", chemix_state_assign(own, f->state, &error));
  memcpy(copy, own, f->limits.state_size);
  REQUIRE(digest_of(copy) == digest_of(f->state));
  EXPECT(CHEMIX_WRONG_MEMORY, "from", chemix_state_assign(own, f->foreign, &error));
  REQUIRE(chemix_state_game(copy) == f->game);
  free(memory);
}

/* ---- Seeds ---- */

static void test_seeds(void) {
  chemix_seed seed;
  chemix_seed other;
  uint8_t number[CHEMIX_SECRET_SIZE * 16 + 1] = {7};
  /* Zeros at the end change nothing. */
  chemix_seed_init(&seed, 7);
  EXPECT(CHEMIX_OK, "", chemix_seed_init_bytes(&other, number, 1, &error));
  REQUIRE(memcmp(&seed, &other, sizeof seed) == 0);
  EXPECT(CHEMIX_OK, "", chemix_seed_init_bytes(&other, number, 512, &error));
  REQUIRE(memcmp(&seed, &other, sizeof seed) == 0);
  EXPECT(CHEMIX_OUT_OF_RANGE, "byte_count",
         chemix_seed_init_bytes(&other, number, sizeof number, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "byte_count",
         chemix_seed_init_bytes(&other, number, SIZE_MAX, &error));
  /* Derived seeds differ from each other and from their parent. */
  chemix_seed derived[3];
  for (uint64_t i = 0; i < 3; ++i) {
    chemix_seed_spawn(&derived[i], &seed, i);
    REQUIRE(memcmp(&derived[i], &seed, sizeof seed) != 0);
    for (uint64_t k = 0; k < i; ++k) REQUIRE(memcmp(&derived[i], &derived[k], sizeof seed) != 0);
  }
  chemix_seed_spawn(&seed, &seed, 2);
  REQUIRE(memcmp(&seed, &derived[2], sizeof seed) == 0);
}

/* ---- Actions ---- */

/* Player actions and chance actions have separate ids, and either range may be larger. */
static void test_id_spaces(const char* name) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game(name, 0, &limits);
  chemix_state* state = NULL;
  chemix_record* record = NULL;
  chemix_event events[1];
  chemix_field fields[64];
  EXPECT(CHEMIX_OK, "", chemix_state_create(game, 0, &state, &error));
  EXPECT(CHEMIX_OK, "", chemix_record_create(game, 0, &record, &error));
  for (int32_t actor = CHEMIX_CHANCE; actor <= 0; ++actor) {
    const int32_t ids = actor == CHEMIX_CHANCE ? limits.chance_action_count : limits.action_count;
    const chemix_step step = {actor, ids};
    REQUIRE(chemix_game_action_text(game, actor, ids - 1, text, sizeof text, NULL) > 0);
    REQUIRE(chemix_state_check(state, actor, ids - 1, NULL) != CHEMIX_OUT_OF_RANGE);
    EXPECT(CHEMIX_OUT_OF_RANGE, "action", chemix_game_action_text(game, actor, ids, TEXT));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action", chemix_game_action_json(game, actor, ids, TEXT));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action",
           chemix_game_action_fields(game, actor, ids, fields, 64, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action", chemix_state_check(state, actor, ids, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action", chemix_state_apply(state, actor, ids, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "action", chemix_state_events(state, &step, 0, events, 1, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "actions[0]", chemix_batch_apply(state, 1, &actor, &ids, &error));
    EXPECT(CHEMIX_OUT_OF_RANGE, "steps[0].action", chemix_record_add(record, &step, 1, &error));
  }
  chemix_record_destroy(&record);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

/* An error has all arguments of a refusal's message, and its detail distinguishes refusals of a
 * rule. */
static void test_refusals(const fixture* f) {
  chemix_error refusal = CHEMIX_ERROR_INIT;
  chemix_card card = CHEMIX_CARD_INIT;
  /* The wrong phase; chance acts; another player acts. */
  int32_t wish = 0;
  chemix_state* fresh = NULL;
  EXPECT(CHEMIX_OK, "", chemix_state_create(f->game, 0, &fresh, &error));
  REQUIRE(chemix_game_find_action(f->game, 0, "wish Fe", &wish, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_check(f->state, 0, wish, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "GN-10") == 0 && refusal.detail == 0);
  REQUIRE(refusal.actor == 0 && refusal.action == wish);
  REQUIRE(strstr(refusal.message, "wish Fe") != NULL);
  REQUIRE(chemix_state_check(fresh, 0, 0, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "GN-10") == 0 && refusal.detail == 1);
  REQUIRE(chemix_state_check(f->state, 1, 0, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "GN-10") == 0 && refusal.detail == 2 && refusal.arguments[0] == 0);
  REQUIRE(refusal.actor == 1);
  REQUIRE(chemix_state_check(f->state, CHEMIX_CHANCE, 0, &refusal) == CHEMIX_REFUSED);
  REQUIRE(refusal.actor == CHEMIX_CHANCE);
  chemix_state_destroy(&fresh);

  /* A card that is not in the hand. */
  int32_t lay = 0;
  REQUIRE(chemix_game_find_action(f->game, 0, "lay He", &lay, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_check(f->state, 0, lay, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "GN-11") == 0 && refusal.action == lay);
  EXPECT(CHEMIX_OK, "", chemix_game_card(f->game, refusal.arguments[0], &card, &error));
  REQUIRE(strcmp(card.name, "He") == 0);
  REQUIRE(refusal.arguments[1] == 0 && refusal.arguments[2] == 0);

  /* On an open penalty of four cards only a 2 may be laid. */
  const char* const json =
      "{\"open\":{\"phase\":\"penalty\",\"current_player\":0,\"top\":\"2\",\"penalty\":4,"
      "\"turns\":2,\"laid\":{\"2\":2}},\"own\":[{\"hand\":{\"C\":1}},{\"hand\":{\"O\":1}},"
      "{\"hand\":{\"O\":1}}]}";
  EXPECT(CHEMIX_OK, "", chemix_state_load_json(f->target, json, strlen(json), &error));
  REQUIRE(chemix_game_find_action(f->game, 0, "lay C", &lay, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_check(f->target, 0, lay, &refusal) == CHEMIX_REFUSED);
  REQUIRE(strcmp(refusal.rule, "CU-11") == 0 && refusal.action == lay);
  EXPECT(CHEMIX_OK, "", chemix_game_card(f->game, refusal.arguments[0], &card, &error));
  REQUIRE(strcmp(card.name, "2") == 0 && refusal.arguments[1] == 4 && refusal.arguments[2] == 0);
  chemix_words* words = NULL;
  EXPECT(CHEMIX_OK, "", chemix_words_create(f->game, "en", &words, &error));
  REQUIRE(chemix_words_refusal(words, &refusal, NULL, text, sizeof text, NULL) > 0);
  REQUIRE(strstr(text, "another 2") != NULL && strstr(text, "4 cards") != NULL);
  chemix_words_destroy(&words);
}

/* The size of the UTF-8 character that begins with `first`, or 0 if none does. */
static size_t character_size(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 0;
}

static int is_whole_utf8(const char* of) {
  const size_t end = strlen(of);
  size_t at = 0;
  while (at < end) {
    const size_t size = character_size((unsigned char)of[at]);
    if (size == 0) return 0;
    at += size;
  }
  return at == end;
}

/* A truncated message, value or field ends at a character boundary. */
static void test_cut_texts(const fixture* f) {
  const char* const characters[] = {"\xC3\xA9", "\xE2\x82\x82", "\xF0\x9F\xA7\xAA"};
  for (size_t i = 0; i < sizeof characters / sizeof *characters; ++i) {
    const size_t size = strlen(characters[i]);
    for (size_t shift = 0; shift < size; ++shift) {
      char long_text[600] = "";
      memset(long_text, 'x', shift);
      while (strlen(long_text) + size < sizeof long_text) strcat(long_text, characters[i]);
      chemix_error error = CHEMIX_ERROR_INIT;
      int32_t action = 0;
      REQUIRE(chemix_game_find_action(f->game, 0, long_text, &action, &error) ==
              CHEMIX_INVALID_INPUT);
      REQUIRE(is_whole_utf8(error.message) && is_whole_utf8(error.value));
      REQUIRE(error.value[0] != '\0');
      /* A long value is truncated to leave room for the reason. */
      REQUIRE(strstr(error.message, "\xE2\x80\xA6: not an action of this game") != NULL);
      chemix_deck* deck = NULL;
      REQUIRE(chemix_deck_load("{", 1, long_text, &deck, &error) == CHEMIX_INVALID_INPUT);
      REQUIRE(is_whole_utf8(error.field));
      REQUIRE(strlen(error.field) > sizeof error.field - 1 - size);
      REQUIRE(is_whole_utf8(error.message));
      REQUIRE(strlen(error.message) > sizeof error.message - 1 - size);
    }
  }
}

/* Some kinds of card are never drawn, so drawing them is no chance action. */
static void test_chance_texts(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("showdown", 2, &limits);
  int drawn = 0;
  int refused = 0;
  for (int32_t kind = 0; kind < limits.card_kind_count; ++kind) {
    chemix_card card = CHEMIX_CARD_INIT;
    int32_t action = -1;
    REQUIRE(chemix_game_card(game, kind, &card, NULL) == CHEMIX_OK);
    (void)snprintf(text, sizeof text, "drawn %s", card.name);
    if (chemix_game_find_action(game, CHEMIX_CHANCE, text, &action, NULL) == CHEMIX_OK) {
      REQUIRE(action >= 0 && action < limits.chance_action_count);
      ++drawn;
    } else {
      REQUIRE(action == -1);
      ++refused;
    }
  }
  REQUIRE(drawn == limits.chance_action_count && refused > 0);
  chemix_game_destroy(&game);
}

static void test_texts(const fixture* f) {
  int32_t action = 0;
  const char* const texts[] = {"", "lay", "lay Gold", "draw H2O", "Draw", "draw ", " draw", "\xff"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    EXPECT(CHEMIX_INVALID_INPUT, "action",
           chemix_game_find_action(f->game, 0, texts[i], &action, &error));
    EXPECT(CHEMIX_INVALID_INPUT, "action",
           chemix_game_find_action(f->game, CHEMIX_CHANCE, texts[i], &action, &error));
    EXPECT(CHEMIX_INVALID_INPUT, "",
           chemix_state_load_text(f->target, texts[i], strlen(texts[i]), &error));
  }
}

/* ---- Saved bytes ---- */

/* Truncated bytes are rejected. Bytes with a flipped bit are either rejected or playable. */
static void test_state_bytes(const fixture* f) {
  const chemix_seed seed = seed_of(1);
  int32_t ids[256];
  const uint64_t before = digest_of(f->target);
  const chemix_count size = chemix_state_save(f->state, bytes, sizeof bytes, NULL);
  REQUIRE(size > 0 && (uint32_t)size <= f->limits.max_state_bytes);
  const size_t count = (size_t)size;
  for (size_t cut = 0; cut < count; ++cut) {
    REQUIRE(chemix_state_load(f->target, bytes, cut, NULL) == CHEMIX_INVALID_INPUT);
  }
  EXPECT(CHEMIX_INVALID_INPUT, "bytes", chemix_state_load(f->target, bytes, count + 1, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "game key", chemix_state_load(f->foreign, bytes, count, &error));
  REQUIRE(digest_of(f->target) == before);
  for (size_t bit = 0; bit < 8 * count; ++bit) {
    bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1 << bit % 8);
    if (chemix_state_load(f->target, bytes, count, NULL) == CHEMIX_OK) {
      EXPECT(CHEMIX_OK, "", chemix_state_resolve(f->target, &seed, &error));
      REQUIRE(chemix_state_legal_actions(f->target, 0, ids, 256, NULL) >= 0);
    }
    bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1 << bit % 8);
  }
  EXPECT(CHEMIX_OK, "", chemix_state_load(f->target, bytes, count, &error));
}

static void test_observation_bytes(const fixture* f) {
  const chemix_seed seed = seed_of(1);
  int32_t ids[256];
  chemix_observation* target = observed(f->state, 0);
  chemix_observation* foreign = observed(f->foreign, 0);
  const chemix_count size = chemix_observation_save(f->seen, bytes, sizeof bytes, NULL);
  REQUIRE(size > 0 && (uint32_t)size <= f->limits.max_observation_bytes);
  const size_t count = (size_t)size;
  for (size_t cut = 0; cut < count; ++cut) {
    REQUIRE(chemix_observation_load(target, bytes, cut, NULL) == CHEMIX_INVALID_INPUT);
  }
  EXPECT(CHEMIX_INVALID_INPUT, "bytes", chemix_observation_load(target, bytes, count + 1, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "game key", chemix_observation_load(foreign, bytes, count, &error));
  for (size_t bit = 0; bit < 8 * count; ++bit) {
    bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1 << bit % 8);
    if (chemix_observation_load(target, bytes, count, NULL) == CHEMIX_OK) {
      REQUIRE(chemix_observation_legal_actions(target, ids, 256, NULL) >= 0);
      (void)chemix_observation_determinize(target, &seed, 0, CHEMIX_OTHERS_UNDECIDED, f->target,
                                           NULL);
    }
    bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1 << bit % 8);
  }
  chemix_observation_destroy(&foreign);
  chemix_observation_destroy(&target);
}

/* ---- Events ---- */

static chemix_event drawn(int32_t player, int32_t kind) {
  chemix_event event = {0};
  event.verb = CHEMIX_VERB_MOVE;
  event.from = (chemix_place){CHEMIX_ZONE_DRAW_PILE, CHEMIX_NOBODY};
  event.to = (chemix_place){CHEMIX_ZONE_HAND, player};
  event.kind = kind;
  event.amount = 1;
  event.seen_by = CHEMIX_EVERYBODY;
  return event;
}

/* Every field of an event has a range. */
static void test_event_fields(const fixture* f) {
  const chemix_event good = drawn(1, 3);
  REQUIRE(chemix_game_event_text(f->game, &good, text, sizeof text, NULL) > 0);
  REQUIRE(strcmp(text, "move draw_pile hand[1] O") == 0);
  for (int32_t seen_by = 0; seen_by < 8; ++seen_by) {
    chemix_event event = good;
    event.seen_by = seen_by;
    REQUIRE(chemix_game_event_text(f->game, &event, text, sizeof text, NULL) > 0);
  }
  const struct {
    const char* field;
    size_t offset;
    int32_t values[4];
  } wrong[] = {
      {"verb", offsetof(chemix_event, verb), {-1, 99, INT32_MIN, INT32_MAX}},
      {"from.zone", offsetof(chemix_event, from.zone), {-1, 99, INT32_MIN, INT32_MAX}},
      {"from.owner", offsetof(chemix_event, from.owner), {-1, 3, INT32_MIN, INT32_MAX}},
      {"to.zone", offsetof(chemix_event, to.zone), {-1, 99, INT32_MIN, INT32_MAX}},
      {"to.owner", offsetof(chemix_event, to.owner), {-1, 3, INT32_MIN, INT32_MAX}},
      {"player", offsetof(chemix_event, player), {-1, 3, INT32_MIN, INT32_MAX}},
      {"index", offsetof(chemix_event, index), {-1, 1, INT32_MIN, INT32_MAX}},
      {"kind", offsetof(chemix_event, kind), {-2, 99, INT32_MIN, INT32_MAX}},
      {"amount", offsetof(chemix_event, amount), {-32769, 32768, INT32_MIN, INT32_MAX}},
      {"seen_by", offsetof(chemix_event, seen_by), {-1, 8, 254, 256}},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    for (size_t j = 0; j < 4; ++j) {
      chemix_event event = good;
      memcpy((char*)&event + wrong[i].offset, &wrong[i].values[j], sizeof(int32_t));
      EXPECT(CHEMIX_OUT_OF_RANGE, wrong[i].field, chemix_game_event_text(f->game, &event, TEXT));
    }
  }
  chemix_event phase = good;
  phase.verb = CHEMIX_VERB_PHASE;
  phase.index = 77;
  EXPECT(CHEMIX_OUT_OF_RANGE, "index", chemix_game_event_text(f->game, &phase, TEXT));
}

/* A list of events is folded as a whole or not at all. */
static void test_fold(const fixture* f) {
  chemix_observation* view = observed(f->state, 0);
  const uint64_t before = view_digest_of(view);
  chemix_event events[2] = {drawn(1, CHEMIX_UNSEEN), drawn(3, CHEMIX_UNSEEN)};
  REQUIRE(chemix_observation_fold(view, events, 2, NULL) < 0);
  REQUIRE(view_digest_of(view) == before);
  REQUIRE(chemix_observation_fold(view, events, -1, NULL) == CHEMIX_OUT_OF_RANGE);
  EXPECT(CHEMIX_OK, "", chemix_observation_fold(view, events, 0, &error));
  REQUIRE(view_digest_of(view) == before);
  EXPECT(CHEMIX_OK, "", chemix_observation_fold(view, events, 1, &error));
  REQUIRE(view_digest_of(view) != before);
  chemix_observation_destroy(&view);
}

/* Beliefs and policies reject an unreachable observation: here, one with more cards of a kind than
 * the deck has. */
static void test_impossible_view(const fixture* f) {
  chemix_observation* view = observed(f->state, 0);
  chemix_place places[8];
  static double shares[1 << 14];
  chemix_action_value values[256];
  int32_t numbers[2];
  chemix_hint hint = CHEMIX_HINT_INIT;
  const chemix_seed seed = seed_of(1);
  int32_t kind = 0;
  EXPECT(CHEMIX_OK, "", chemix_game_find_card(f->game, "H2O", &kind, &error));
  const chemix_event event = drawn(0, kind);
  for (int32_t i = 0; i <= f->limits.max_copies; ++i) {
    EXPECT(CHEMIX_OK, "", chemix_observation_fold(view, &event, 1, &error));
  }
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_determinize(view, &seed, 0, CHEMIX_OTHERS_DECIDED, f->target, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "", chemix_observation_count_worlds(view, TEXT));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_exactness(view, numbers, numbers + 1, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "", chemix_observation_hidden_places(view, places, 8, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_observation_marginals(view, NULL, shares, 1 << 14, &error));
  chemix_policy* policy = NULL;
  EXPECT(CHEMIX_OK, "", chemix_policy_create("random", &policy, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_policy_choose(policy, view, &seed, NULL, numbers, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "",
         chemix_policy_action_values(policy, view, &seed, NULL, values, 256, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "", chemix_policy_hint(policy, view, &seed, NULL, &hint, &error));
  chemix_policy_destroy(&policy);
  chemix_observation_destroy(&view);
}

static void test_spectators(const fixture* f) {
  int32_t ids[8];
  chemix_observation* seen = observed(f->state, CHEMIX_SPECTATOR);
  REQUIRE(chemix_observation_legal_actions(seen, ids, 8, NULL) == 0);
  EXPECT(CHEMIX_INVALID_INPUT, "observation", chemix_observation_check(seen, 0, &error));
  chemix_observation_destroy(&seen);
}

/* ---- Sessions and clients ---- */

static void test_sessions(const fixture* f) {
  const chemix_seed seed = seed_of(7);
  chemix_session* session = NULL;
  chemix_session* none = NULL;
  chemix_policy* policy = NULL;
  chemix_client* client = NULL;
  int32_t actor = 0;
  chemix_log_entry log[4];
  EXPECT(CHEMIX_OK, "", chemix_policy_create("random", &policy, &error));
  /* Without a seed the caller supplies chance, and there are no policies. */
  EXPECT(CHEMIX_OK, "", chemix_session_create(f->game, 0, NULL, &session, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "", chemix_session_set_policy(session, 0, policy, &error));
  EXPECT(CHEMIX_OK, "", chemix_session_advance(session, 0, NULL, &actor, &error));
  REQUIRE(actor == CHEMIX_CHANCE);
  chemix_session_destroy(&session);

  EXPECT(CHEMIX_OK, "", chemix_session_create(f->game, 0, &seed, &session, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "", chemix_session_act(session, CHEMIX_CHANCE, 0, &error));
  EXPECT(CHEMIX_REFUSED, "action", chemix_session_act(session, 1, 0, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "name",
         chemix_session_set_player(session, 0, "line\nbreak", &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "milliseconds", chemix_session_set_move_time(session, 0, &error));
  EXPECT(CHEMIX_OK, "", chemix_session_set_move_time(session, 1, &error));
  EXPECT(CHEMIX_OK, "", chemix_session_set_move_time(session, -1, &error));
  REQUIRE(chemix_session_advance(session, 2, NULL, &actor, NULL) == 2);
  REQUIRE(actor == CHEMIX_CHANCE && chemix_session_log(session, log, 4, NULL) == 2);
  REQUIRE(log[0].actor == CHEMIX_CHANCE && log[0].by_policy == 0);
  REQUIRE(chemix_session_advance(session, 0, NULL, &actor, NULL) > 0 && actor == 0);
  /* Nobody plays for the seat. */
  EXPECT(CHEMIX_INVALID_INPUT, "policy",
         chemix_session_choose(session, 0, NULL, NULL, &actor, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "step", chemix_session_rewind(session, 1000, &error));
  EXPECT(CHEMIX_OUT_OF_RANGE, "seen", chemix_session_observe_at(session, 0, 1000, f->seen, &error));

  /* Saved sessions are replayed by the rules. */
  const chemix_count size = chemix_session_save(session, text, sizeof text, NULL);
  REQUIRE(size > 0);
  EXPECT(CHEMIX_OK, "", chemix_session_load(text, (size_t)size, &none, &error));
  REQUIRE(digest_of(chemix_session_state(none)) == digest_of(chemix_session_state(session)));
  chemix_session_destroy(&none);
  for (size_t cut = 0; cut < (size_t)size; cut += 7) {
    REQUIRE(chemix_session_load(text, cut, &none, NULL) == CHEMIX_INVALID_INPUT);
  }
  REQUIRE(none == NULL);

  /* Messages of another viewer, or changed ones, change nothing. */
  const chemix_count seen = chemix_session_save_seen(session, 0, text, sizeof text, NULL);
  EXPECT(CHEMIX_OK, "", chemix_client_load(text, (size_t)seen, &client, &error));
  int32_t ids[256];
  REQUIRE(chemix_observation_legal_actions(chemix_client_observation(client), ids, 256, NULL) > 0);
  EXPECT(CHEMIX_OK, "", chemix_session_act(session, 0, ids[0], &error));
  const int32_t last = chemix_client_seen_count(client, NULL);
  const uint64_t before = view_digest_of(chemix_client_observation(client));
  const chemix_count length = chemix_session_message(session, 0, last, text, sizeof text, NULL);
  REQUIRE(length > 0);
  char* const digest = strstr(text, "\"digest\":");
  REQUIRE(digest != NULL);
  for (char* at = digest; at != NULL && *at != '\0'; ++at) {
    if (*at >= '0' && *at <= '9') {
      *at = *at == '0' ? '1' : '0';
      break;
    }
  }
  EXPECT(CHEMIX_INVALID_INPUT, "digest",
         chemix_client_receive(client, text, (size_t)length, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "", chemix_client_receive(client, "{}", 2, &error));
  EXPECT(CHEMIX_INVALID_INPUT, "", chemix_client_receive(client, "", 0, &error));
  REQUIRE(view_digest_of(chemix_client_observation(client)) == before);
  REQUIRE(chemix_client_seen_count(client, NULL) == last);
  EXPECT(CHEMIX_OUT_OF_RANGE, "seen", chemix_client_rewind(client, last + 1, &error));
  chemix_client_destroy(&client);
  chemix_policy_destroy(&policy);
  chemix_session_destroy(&session);
}

int main(void) {
  static fixture f;
  set_up(&f);
  test_games();
  test_decks();
  test_expansion_decks();
  test_lifetimes();
  test_own_memory(&f);
  test_seeds();
  for_each_game(test_id_spaces);
  test_refusals(&f);
  test_cut_texts(&f);
  test_chance_texts();
  test_texts(&f);
  test_state_bytes(&f);
  test_observation_bytes(&f);
  test_event_fields(&f);
  test_fold(&f);
  test_impossible_view(&f);
  test_spectators(&f);
  test_sessions(&f);
  clear_away(&f);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
