/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks know their game and keep it; counts, seeds and structures follow the rules at the head of
 * chemix.h. */
#include "chemix.h"
#include "require.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static chemix_error error = CHEMIX_ERROR_INIT;

static chemix_game* made(const char* name, int32_t players, const char* options) {
  chemix_game* game = NULL;
  REQUIRE(chemix_game_create(name, players, options, NULL, &game, &error) == CHEMIX_OK);
  return game;
}

static chemix_limits limits_of(const chemix_game* game) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  REQUIRE(chemix_game_limits(game, &limits, &error) == CHEMIX_OK);
  return limits;
}

/* Blocks from the library keep their game; those in the caller's memory do not. */
static void check_ownership(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  chemix_game* again = NULL;
  REQUIRE(chemix_game_copy(game, &again, &error) == CHEMIX_OK);
  REQUIRE(again == game);
  chemix_state* state = NULL;
  chemix_observation* seen = NULL;
  REQUIRE(chemix_state_create(game, 1, &state, &error) == CHEMIX_OK);
  REQUIRE(chemix_observation_create(game, &seen, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_game(state) == game);
  REQUIRE(chemix_observation_game(seen) == game);
  chemix_game_destroy(&game);
  chemix_game_destroy(&again);
  REQUIRE(game == NULL);
  chemix_game_destroy(&game);

  chemix_seed seed;
  chemix_seed_init(&seed, 7);
  REQUIRE(chemix_state_resolve(state, &seed, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_observe(state, 0, seen, &error) == CHEMIX_OK);
  int32_t viewer = -9;
  REQUIRE(chemix_observation_viewer(seen, &viewer, &error) == CHEMIX_OK && viewer == 0);
  chemix_state* copy = NULL;
  REQUIRE(chemix_state_copy(state, &copy, &error) == CHEMIX_OK);
  chemix_state_destroy(&state);
  REQUIRE(state == NULL);
  uint64_t digest = 0;
  REQUIRE(chemix_state_digest(copy, &digest, &error) == CHEMIX_OK && digest != 0);
  chemix_state_destroy(&copy);
  chemix_observation_destroy(&seen);
}

/* What is no block of this kind, or of another game, is refused; equal games may be mixed. */
static void check_kinds(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  chemix_game* equal = made("chemuno", 0, "{}");
  chemix_game* other = made("chemuno", 3, "");
  const chemix_limits limits = limits_of(game);
  REQUIRE(limits.alignment == 8 && limits.state_size % 8 == 0);
  uint64_t* memory = calloc(limits.state_size / 8 + 1, 8);
  chemix_state* state = (chemix_state*)(void*)memory;
  uint64_t digest = 0;
  REQUIRE(chemix_state_digest(state, &digest, &error) == CHEMIX_WRONG_MEMORY);
  REQUIRE(strcmp(error.field, "state") == 0);
  REQUIRE(chemix_state_game(state) == NULL && chemix_state_game(NULL) == NULL);
  REQUIRE(chemix_state_digest(NULL, &digest, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_state_init((chemix_state*)(void*)((char*)memory + 4), game, 0, &error) ==
          CHEMIX_WRONG_MEMORY);
  REQUIRE(chemix_state_init(state, game, 2, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(chemix_state_init(state, game, 0, &error) == CHEMIX_OK && error.status == CHEMIX_OK);
  REQUIRE(chemix_observation_digest((const chemix_observation*)(void*)memory, &digest, &error) ==
          CHEMIX_WRONG_MEMORY);

  chemix_state* same = NULL;
  chemix_state* foreign = NULL;
  REQUIRE(chemix_state_create(equal, 1, &same, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_create(other, 1, &foreign, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_assign(state, same, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_game(state) == game);
  uint64_t expected = 0;
  REQUIRE(chemix_state_digest(same, &expected, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(state, &digest, &error) == CHEMIX_OK && digest == expected);
  REQUIRE(chemix_state_assign(state, foreign, &error) == CHEMIX_WRONG_MEMORY);
  REQUIRE(strcmp(error.field, "from") == 0);
  chemix_observation* seen = NULL;
  REQUIRE(chemix_observation_create(equal, &seen, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_observe(state, 0, seen, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_observe(foreign, 0, seen, &error) == CHEMIX_WRONG_MEMORY);

  chemix_observation_destroy(&seen);
  chemix_state_destroy(&foreign);
  chemix_state_destroy(&same);
  free(memory);
  chemix_game_destroy(&game);
  chemix_game_destroy(&equal);
  chemix_game_destroy(&other);
}

static void check_counts(void) {
  chemix_game* game = made("chemuno", 2, "{\"hand_size\": 5}");
  char text[64];
  REQUIRE(chemix_game_name(game, NULL, 0, &error) == 7);
  REQUIRE(chemix_game_name(game, text, 7, &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(error.needed == 8 && strcmp(error.field, "capacity") == 0);
  REQUIRE(strcmp(error.value, "7") == 0);
  REQUIRE(chemix_game_name(game, text, 0, &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(chemix_game_name(game, NULL, 8, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_game_name(game, text, 8, &error) == 7 && strcmp(text, "chemuno") == 0);
  REQUIRE(error.status == CHEMIX_OK && error.needed == 0);
  chemix_state* state = NULL;
  REQUIRE(chemix_state_create(game, 0, &state, &error) == CHEMIX_OK);
  double returns[2] = {1, 1};
  REQUIRE(chemix_state_returns(state, returns, 1, &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(error.needed == 2);
  REQUIRE(chemix_state_returns(state, returns, 2, &error) == 2 && returns[0] == 0);
  /* Chance acts, so that there is nothing to list. */
  REQUIRE(chemix_state_legal_actions(state, 0, NULL, 0, &error) == 0);
  chemix_option option = CHEMIX_OPTION_INIT;
  REQUIRE(chemix_game_option(game, 0, &option, &error) == CHEMIX_OK);
  REQUIRE(strcmp(option.name, "hand_size") == 0 && strcmp(option.value, "5") == 0);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

static void check_seeds(void) {
  static const uint8_t zeros[600] = {7};
  chemix_seed seven;
  chemix_seed bytes;
  chemix_seed_init(&seven, 7);
  REQUIRE(chemix_seed_init_bytes(&bytes, zeros, 3, &error) == CHEMIX_OK);
  REQUIRE(memcmp(&seven, &bytes, sizeof seven) == 0);
  REQUIRE(chemix_seed_init_bytes(&bytes, zeros, 512, &error) == CHEMIX_OK);
  REQUIRE(memcmp(&seven, &bytes, sizeof seven) == 0);
  REQUIRE(chemix_seed_init_bytes(&bytes, zeros, 513, &error) == CHEMIX_OUT_OF_RANGE);
  chemix_seed child;
  chemix_seed_spawn(&child, &seven, 1);
  REQUIRE(memcmp(&child, &seven, sizeof child) != 0);
  chemix_seed_spawn(&bytes, &bytes, 1);
  REQUIRE(memcmp(&child, &bytes, sizeof child) == 0);
}

/* A structure of zeros has the fields of the first release. */
static void check_structures(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  chemix_limits zeros;
  memset(&zeros, 0, sizeof zeros);
  REQUIRE(chemix_game_limits(game, &zeros, NULL) == CHEMIX_OK);
  chemix_limits whole = limits_of(game);
  whole.size = 0;
  REQUIRE(memcmp(&zeros, &whole, sizeof whole) == 0);
  chemix_struct_init(&zeros, 16);
  REQUIRE(zeros.size == 16 && zeros.players == 0 && zeros.game_key != 0);
  REQUIRE(chemix_game_limits(game, &zeros, NULL) == CHEMIX_OK && zeros.players == 2);
  zeros.size = 4;
  REQUIRE(chemix_game_limits(game, &zeros, &error) == CHEMIX_WRONG_MEMORY);
  REQUIRE(strcmp(error.field, "out_limits.size") == 0);
  chemix_error none;
  memset(&none, 0, sizeof none);
  REQUIRE(chemix_game_name(NULL, NULL, 0, &none) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(none.size == 0 && none.status == CHEMIX_NULL_ARGUMENT);
  REQUIRE(strcmp(none.field, "game") == 0);
  chemix_game_destroy(&game);
}

/* A refusal names its actor, and may be passed back as out_error. */
static void check_refusals(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  chemix_state* state = NULL;
  chemix_seed seed;
  chemix_seed_init(&seed, 3);
  REQUIRE(chemix_state_create(game, 0, &state, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(state, &seed, &error) == CHEMIX_OK);
  chemix_acting acting;
  REQUIRE(chemix_state_acting(state, &acting, &error) == CHEMIX_OK);
  REQUIRE(acting.asked == CHEMIX_ASKED_ONE && acting.seats == 1);
  REQUIRE(chemix_state_apply(state, 1, 0, &error) == CHEMIX_REFUSED);
  REQUIRE(error.actor == 1 && error.action == 0 && error.rule[0] != 0);
  char json[1024];
  /* The refusal stays as it is, so that the size can be asked first. */
  const chemix_error refusal = error;
  const chemix_count size = chemix_game_refusal_json(game, &error, NULL, 0, &error);
  REQUIRE(size > 0);
  REQUIRE(chemix_game_refusal_json(game, &error, json, 1, &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(chemix_game_refusal_json(game, &error, json, sizeof json, &error) == size);
  REQUIRE(strstr(json, "\"rule\"") != NULL && memcmp(&error, &refusal, sizeof error) == 0);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

/* A playout that may be stopped plays the same game; one that is stopped changes nothing. */
static void check_playouts(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  chemix_state* one = NULL;
  chemix_state* two = NULL;
  chemix_stop* stop = NULL;
  chemix_seed seed;
  chemix_seed_init(&seed, 11);
  REQUIRE(chemix_stop_create(&stop, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_create(game, 0, &one, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_copy(one, &two, &error) == CHEMIX_OK);
  chemix_stop_set(stop);
  uint64_t before = 0;
  uint64_t digests[2] = {0, 0};
  int32_t steps[2] = {0, 0};
  REQUIRE(chemix_state_digest(two, &before, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_playout(two, &seed, stop, &steps[1], &error) == CHEMIX_STOPPED);
  REQUIRE(chemix_state_digest(two, &digests[1], &error) == CHEMIX_OK && digests[1] == before);
  chemix_stop_clear(stop);
  chemix_stop_set_time_budget(stop, -1);
  REQUIRE(chemix_state_playout(one, &seed, NULL, &steps[0], &error) == CHEMIX_OK);
  REQUIRE(chemix_state_playout(two, &seed, stop, &steps[1], &error) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(one, &digests[0], &error) == CHEMIX_OK);
  REQUIRE(chemix_state_digest(two, &digests[1], &error) == CHEMIX_OK);
  REQUIRE(digests[0] == digests[1] && steps[0] == steps[1] && steps[0] > 0);
  chemix_state_destroy(&one);
  chemix_state_destroy(&two);
  chemix_stop_destroy(&stop);
  chemix_game_destroy(&game);
}

/* The states of a batch lie state_size bytes apart. */
static void check_batches(void) {
  enum { count = 3 };
  chemix_game* game = made("chemuno", 2, NULL);
  const chemix_limits limits = limits_of(game);
  char* memory = malloc(count * limits.state_size);
  char* views = malloc(count * limits.observation_size);
  chemix_state* states = (chemix_state*)(void*)memory;
  chemix_observation* seen = (chemix_observation*)(void*)views;
  memset(memory, 0, count * limits.state_size);
  REQUIRE(chemix_batch_acting(states, count, NULL, 0, &error) == CHEMIX_WRONG_MEMORY);
  REQUIRE(chemix_batch_init(states, count, game, NULL, &error) == CHEMIX_OK);
  REQUIRE(chemix_batch_init_observations(seen, count, game, &error) == CHEMIX_OK);
  chemix_seed seeds[count];
  for (int i = 0; i < count; ++i) chemix_seed_init(&seeds[i], (uint64_t)i);
  REQUIRE(chemix_batch_resolve(states, count, seeds, &error) == CHEMIX_OK);
  chemix_acting acting[count];
  REQUIRE(chemix_batch_acting(states, count, acting, count - 1, &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(error.needed == count);
  REQUIRE(chemix_batch_acting(states, count, acting, count, &error) == CHEMIX_OK);
  REQUIRE(acting[2].asked == CHEMIX_ASKED_ONE);
  const int32_t viewers[count] = {0, 1, CHEMIX_SPECTATOR};
  REQUIRE(chemix_batch_observe(states, count, viewers, seen, &error) == CHEMIX_OK);
  int32_t viewer = 0;
  const chemix_observation* last =
      (const chemix_observation*)(void*)(views + 2 * limits.observation_size);
  REQUIRE(chemix_observation_viewer(last, &viewer, &error) == CHEMIX_OK);
  REQUIRE(viewer == CHEMIX_SPECTATOR);
  uint8_t* masks = malloc(count * (size_t)limits.action_count);
  const int32_t players[count] = {0, 0, 0};
  REQUIRE(chemix_batch_legal_masks(states, count, players, masks,
                                   count * (size_t)limits.action_count, &error) == CHEMIX_OK);
  int32_t actors[count];
  int32_t actions[count];
  for (int i = 0; i < count; ++i) {
    actors[i] = 0;
    actions[i] = CHEMIX_NONE;
    for (int32_t id = 0; id < limits.action_count && actions[i] < 0; ++id) {
      if (masks[i * limits.action_count + id] != 0) actions[i] = id;
    }
  }
  actors[1] = 1;
  REQUIRE(chemix_batch_apply(states, count, actors, actions, &error) == CHEMIX_REFUSED);
  REQUIRE(strcmp(error.field, "actions[1]") == 0 && error.actor == 1);
  actors[1] = 0;
  REQUIRE(chemix_batch_apply(states, count, actors, actions, &error) == CHEMIX_OK);
  int32_t steps[count];
  REQUIRE(chemix_batch_playout(states, count, seeds, NULL, steps, count, &error) == CHEMIX_OK);
  double returns[2 * count];
  REQUIRE(chemix_batch_returns(states, count, returns, 2 * count, &error) == CHEMIX_OK);
  REQUIRE(returns[0] + returns[1] == 0);
  memset(memory + limits.state_size, 0, 8);
  REQUIRE(chemix_batch_returns(states, count, returns, 2 * count, &error) == CHEMIX_WRONG_MEMORY);
  REQUIRE(strcmp(error.field, "states[1]") == 0);
  free(masks);
  free(views);
  free(memory);
  chemix_game_destroy(&game);
}

/* Every action has fields, every card a formula, and texts are found again. */
static void check_descriptions(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  const chemix_limits limits = limits_of(game);
  chemix_field fields[32];
  char text[256];
  REQUIRE(limits.max_action_fields <= 32);
  for (int32_t id = 0; id < limits.action_count; ++id) {
    int32_t found = -1;
    const chemix_count count = chemix_game_action_fields(game, 0, id, fields, 32, &error);
    REQUIRE(count >= 1 && count <= (chemix_count)limits.max_action_fields);
    REQUIRE(strcmp(fields[0].name, "kind") == 0 && fields[0].type == CHEMIX_FIELD_CHOICE);
    REQUIRE(chemix_game_field_text(game, &fields[0], text, sizeof text, &error) > 0);
    REQUIRE(chemix_game_action_text(game, 0, id, text, sizeof text, &error) > 0);
    REQUIRE(chemix_game_find_action(game, 0, text, &found, &error) == CHEMIX_OK && found == id);
  }
  REQUIRE(chemix_game_action_fields(game, CHEMIX_CHANCE, 0, fields, 32, &error) >= 1);
  REQUIRE(fields[0].owner == CHEMIX_CHANCE);
  for (int32_t kind = 0; kind < limits.card_kind_count; ++kind) {
    chemix_card card = CHEMIX_CARD_INIT;
    int32_t found = -1;
    REQUIRE(chemix_game_card(game, kind, &card, &error) == CHEMIX_OK && card.kind == kind);
    REQUIRE(chemix_game_find_card(game, card.name, &found, &error) == CHEMIX_OK && found == kind);
    REQUIRE(card.copies >= 0 && card.copies <= limits.max_copies);
  }
  int32_t water = -1;
  REQUIRE(chemix_game_find_card(game, "H2O", &water, &error) == CHEMIX_OK);
  REQUIRE(chemix_game_card_formula(game, water, CHEMIX_STYLE_MARKUP, text, sizeof text, &error) ==
          14);
  REQUIRE(strcmp(text, "H<sub>2</sub>O") == 0);
  chemix_card card = CHEMIX_CARD_INIT;
  REQUIRE(chemix_game_card(game, water, &card, &error) == CHEMIX_OK);
  REQUIRE(card.type == CHEMIX_CARD_COMPOUND && card.token_count == 3 && card.element_count == 2);
  for (int32_t phase = 0; phase < limits.phase_count; ++phase) {
    chemix_phase described = CHEMIX_PHASE_INIT;
    REQUIRE(chemix_game_phase(game, phase, &described, &error) == CHEMIX_OK);
    REQUIRE(described.name[0] != 0);
  }
  REQUIRE(strcmp(chemix_zone_name(CHEMIX_ZONE_HAND), "hand") == 0);
  REQUIRE(chemix_zone_name(-1) == NULL && chemix_zone_name(CHEMIX_ZONE_COMPOUND_STACK + 1) == NULL);
  REQUIRE(strcmp(chemix_verb_name(CHEMIX_VERB_RUN), "run") == 0);
  REQUIRE(chemix_verb_name(CHEMIX_VERB_RUN + 1) == NULL);
  chemix_game_destroy(&game);
}

/* A client that folds all events sees what the server shows. */
static void check_events(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  const chemix_limits limits = limits_of(game);
  chemix_event* events = malloc(limits.max_step_events * sizeof *events);
  int32_t* legal = malloc(limits.max_legal_actions * sizeof *legal);
  chemix_state* state = NULL;
  chemix_observation* client = NULL;
  chemix_observation* server = NULL;
  chemix_seed seed;
  chemix_seed_init(&seed, 5);
  REQUIRE(chemix_state_create(game, 0, &state, &error) == CHEMIX_OK);
  REQUIRE(chemix_observation_create(game, &client, &error) == CHEMIX_OK);
  REQUIRE(chemix_observation_create(game, &server, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_observe(state, 1, client, &error) == CHEMIX_OK);
  for (;;) {
    chemix_acting acting;
    REQUIRE(chemix_state_acting(state, &acting, &error) == CHEMIX_OK);
    chemix_step step = {CHEMIX_CHANCE, 0};
    if (acting.asked == CHEMIX_ASKED_NOBODY) break;
    if (acting.asked == CHEMIX_ASKED_CHANCE) {
      REQUIRE(chemix_state_draw_outcome(state, &seed, &step.action, &error) == CHEMIX_OK);
    } else {
      step.actor = (acting.seats & 1) != 0 ? 0 : 1;
      REQUIRE(chemix_state_legal_actions(state, step.actor, legal, limits.max_legal_actions,
                                         &error) > 0);
      step.action = legal[0];
    }
    const chemix_count count =
        chemix_state_events(state, &step, 1, events, limits.max_step_events, &error);
    REQUIRE(count >= 0);
    for (chemix_count i = 0; i < count; ++i) {
      const int is_hand = events[i].to.zone == CHEMIX_ZONE_HAND;
      if (events[i].verb == CHEMIX_VERB_DEAL) REQUIRE(is_hand == (events[i].to.owner >= 0));
    }
    REQUIRE(chemix_observation_fold(client, events, count, &error) == CHEMIX_OK);
    REQUIRE(chemix_state_apply(state, step.actor, step.action, &error) == CHEMIX_OK);
    REQUIRE(chemix_state_observe(state, 1, server, &error) == CHEMIX_OK);
    uint64_t seen[2] = {0, 1};
    REQUIRE(chemix_observation_digest(client, &seen[0], &error) == CHEMIX_OK);
    REQUIRE(chemix_observation_digest(server, &seen[1], &error) == CHEMIX_OK);
    REQUIRE(seen[0] == seen[1]);
    if (failures > 0) break;
  }
  /* All or none. */
  chemix_event pair[2] = {
      {CHEMIX_VERB_TURN, {0, CHEMIX_NOBODY}, {0, 0}, 1, 0, CHEMIX_UNSEEN, 0, CHEMIX_EVERYBODY},
      {99, {0, 0}, {0, 0}, 0, 0, 0, 0, 0}};
  uint64_t before = 0;
  uint64_t after = 1;
  REQUIRE(chemix_observation_digest(client, &before, &error) == CHEMIX_OK);
  REQUIRE(chemix_observation_fold(client, pair, 2, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "events[1].verb") == 0);
  REQUIRE(chemix_observation_digest(client, &after, &error) == CHEMIX_OK && before == after);
  chemix_state_destroy(&state);
  chemix_observation_destroy(&client);
  chemix_observation_destroy(&server);
  free(events);
  free(legal);
  chemix_game_destroy(&game);
}

static void check_policies(void) {
  chemix_game* game = made("chemuno", 2, NULL);
  chemix_policy* policy = NULL;
  chemix_state* state = NULL;
  chemix_observation* seen = NULL;
  chemix_seed seed;
  char text[CHEMIX_POLICY_SIZE];
  chemix_seed_init(&seed, 2);
  REQUIRE(chemix_policy_name_at(0) != NULL && chemix_policy_name_at(-1) == NULL);
  REQUIRE(chemix_policy_describe("search", NULL, 0, &error) > 0);
  REQUIRE(chemix_policy_describe("nobody", NULL, 0, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_policy_create("greedy", &policy, &error) == CHEMIX_OK);
  REQUIRE(chemix_policy_text(policy, text, sizeof text, &error) == 6);
  REQUIRE(strcmp(text, "greedy") == 0);
  REQUIRE(chemix_state_create(game, 0, &state, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_resolve(state, &seed, &error) == CHEMIX_OK);
  REQUIRE(chemix_observation_create(game, &seen, &error) == CHEMIX_OK);
  int32_t action = -1;
  REQUIRE(chemix_policy_choose(policy, seen, &seed, NULL, &action, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_state_observe(state, 0, seen, &error) == CHEMIX_OK);
  REQUIRE(chemix_policy_choose(policy, seen, &seed, NULL, &action, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_check(state, 0, action, &error) == CHEMIX_OK);
  REQUIRE(chemix_policy_action_values(policy, seen, &seed, NULL, NULL, 0, &error) >= 1);
  chemix_hint hint = CHEMIX_HINT_INIT;
  REQUIRE(chemix_policy_hint(policy, seen, &seed, NULL, &hint, &error) == CHEMIX_OK);
  REQUIRE(hint.choices >= 1);
  const chemix_policy* policies[2] = {policy, policy};
  int32_t steps = 0;
  REQUIRE(chemix_state_play(state, policies, &seed, NULL, &steps, &error) == CHEMIX_OK);
  REQUIRE(steps > 0);
  chemix_observation_destroy(&seen);
  chemix_state_destroy(&state);
  chemix_policy_destroy(&policy);
  chemix_game_destroy(&game);
}

static void check_turns(void) {
  chemix_game* game = made("classic", 2, NULL);
  chemix_state* state = NULL;
  chemix_turns* turns = NULL;
  chemix_stop* stop = NULL;
  chemix_seed seed;
  chemix_seed_init(&seed, 2);
  REQUIRE(chemix_stop_create(&stop, &error) == CHEMIX_OK);
  REQUIRE(chemix_state_create(game, 0, &state, &error) == CHEMIX_OK);
  REQUIRE(chemix_turns_create(state, &turns, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(chemix_state_resolve(state, &seed, &error) == CHEMIX_OK);
  REQUIRE(chemix_turns_create(state, &turns, &error) == CHEMIX_OK);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
  int32_t points[2];
  REQUIRE(chemix_turns_points(turns, points, 2, &error) == CHEMIX_INVALID_INPUT);
  int64_t count = 0;
  REQUIRE(chemix_turns_count(turns, stop, &count, &error) == CHEMIX_OK && count >= 1);
  int64_t walked = 0;
  while (chemix_turns_next(turns, &error) == 1) ++walked;
  REQUIRE(walked == count && error.status == CHEMIX_OK);
  double value = -1;
  REQUIRE(chemix_turns_find_best(turns, NULL, stop, &value, &error) == CHEMIX_OK);
  REQUIRE(chemix_turns_points(turns, points, 2, &error) == 2 &&
          chemix_turns_actions(turns, NULL, 0, &error) >= 1);
  REQUIRE(chemix_turns_find_best(turns, "{\"points\": 2}", stop, NULL, &error) == CHEMIX_OK);
  REQUIRE(chemix_turns_find_best(turns, "luck=2", stop, NULL, &error) == CHEMIX_INVALID_INPUT);
  chemix_stop_set(stop);
  REQUIRE(chemix_turns_count(turns, stop, &count, &error) == CHEMIX_STOPPED);
  REQUIRE(chemix_turns_find_best(turns, "", stop, NULL, &error) == CHEMIX_STOPPED);
  chemix_turns_destroy(&turns);
  chemix_stop_destroy(&stop);
}

static void check_decks(void) {
  chemix_deck* deck = NULL;
  chemix_game* game = NULL;
  int32_t count = 0;
  while (chemix_deck_name_at(count) != NULL) {
    REQUIRE(chemix_deck_open(chemix_deck_name_at(count++), &deck, &error) == CHEMIX_OK);
    REQUIRE(chemix_deck_json(deck, NULL, 0, &error) > 100);
    chemix_deck_destroy(&deck);
  }
  REQUIRE(count >= 3);
  REQUIRE(chemix_deck_open("none", &deck, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "name") == 0);
  REQUIRE(chemix_deck_open("chemix", &deck, &error) == CHEMIX_OK);
  REQUIRE(chemix_game_create("chemuno", 0, NULL, deck, &game, &error) == CHEMIX_OK);
  REQUIRE(limits_of(game).players == limits_of(game).min_players);
  chemix_game_destroy(&game);
  chemix_deck_destroy(&deck);
  REQUIRE(strcmp(chemix_game_name_at(0), "chemuno") == 0 && chemix_game_name_at(-1) == NULL);
}

int main(void) {
  REQUIRE(chemix_abi_version() == CHEMIX_ABI_VERSION);
  REQUIRE(chemix_version_number() == CHEMIX_VERSION_NUMBER);
  check_ownership();
  check_kinds();
  check_counts();
  check_seeds();
  check_structures();
  check_refusals();
  check_playouts();
  check_batches();
  check_descriptions();
  check_events();
  check_policies();
  check_turns();
  check_decks();
  return failures;
}
