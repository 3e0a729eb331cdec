/* SPDX-License-Identifier: Apache-2.0 */
/* A client for each viewer follows a session of every game by messages alone, and asks its
 * observation for the acting players, the decision, the table and the scores. */
#include "games.h"

#include <stdio.h>

typedef struct play {
  chemix_game* game;
  chemix_limits limits;
  chemix_session* session;
  /* Clients by seat; the spectator's comes last. */
  chemix_client* clients[CHEMIX_MAX_SEATS + 1];
  /* The number of possible undos. */
  int undone;
} play;

static char text[1 << 20];

static int32_t viewer_at(const play* p, int32_t i) {
  return i == p->limits.players ? CHEMIX_SPECTATOR : i;
}

/* The groups of cards match the piles that they are in, and the same query by place. */
static void ask_table(const play* p, const chemix_observation* seen) {
  static chemix_pile piles[128];
  static chemix_card_group groups[4096];
  static chemix_card_group there[4096];
  static chemix_field fields[512];
  const chemix_count pile_count = chemix_observation_piles(seen, piles, 128, NULL);
  const chemix_count group_count =
      chemix_observation_cards(seen, CHEMIX_ANY, CHEMIX_ANY, groups, 4096, NULL);
  const chemix_count field_count = chemix_observation_fields(seen, fields, 512, NULL);
  REQUIRE(pile_count >= 0 && (uint32_t)pile_count <= p->limits.max_piles);
  REQUIRE(group_count >= 0 && (uint32_t)group_count <= p->limits.max_card_groups);
  REQUIRE(field_count >= 0 && (uint32_t)field_count <= p->limits.max_observation_fields);
  int32_t at = 0;
  for (int32_t i = 0; i < pile_count; ++i) {
    const chemix_place place = piles[i].place;
    int32_t cards = 0;
    int is_known = 1;
    const chemix_count of_place =
        chemix_observation_cards(seen, place.zone, place.owner, there, 4096, NULL);
    REQUIRE(of_place >= 0);
    for (; at < group_count && groups[at].pile == i; ++at) {
      const chemix_card_group* const group = &groups[at];
      REQUIRE(group->place.zone == place.zone && group->place.owner == place.owner);
      REQUIRE(group->copies > 0 && group->kind < p->limits.card_kind_count);
      if (group->kind == CHEMIX_UNSEEN) {
        is_known = 0;
        REQUIRE(group->face == CHEMIX_FACE_DOWN);
      }
      cards += group->copies;
      int found = 0;
      for (int32_t k = 0; k < of_place; ++k) {
        found |= memcmp(&there[k], group, sizeof *group) == 0;
      }
      REQUIRE(found);
    }
    REQUIRE(cards == piles[i].cards && (piles[i].is_known != 0) == is_known);
  }
  REQUIRE(at == group_count);
  for (int32_t i = 0; i < field_count; ++i) {
    REQUIRE(chemix_game_field_text(p->game, &fields[i], text, sizeof text, NULL) >= 0);
  }
}

/* All queries of a client's own observation. */
static void ask_client(const play* p, int32_t i) {
  const chemix_state* const state = chemix_session_state(p->session);
  const chemix_observation* const seen = chemix_client_observation(p->clients[i]);
  const int32_t viewer = viewer_at(p, i);
  int32_t whose = 99;
  REQUIRE(chemix_observation_viewer(seen, &whose, NULL) == CHEMIX_OK);
  REQUIRE(whose == viewer);
  REQUIRE(view_digest_of(seen) == view_digest_of(chemix_session_observation(p->session, viewer)));

  chemix_acting told = {CHEMIX_ASKED_NOBODY, 0};
  chemix_acting acting = {CHEMIX_ASKED_NOBODY, 0};
  const chemix_acting all = acting_in(state);
  REQUIRE(chemix_observation_acting(seen, &told, NULL) == CHEMIX_OK);
  REQUIRE(chemix_state_acting_seen(state, viewer, &acting, NULL) == CHEMIX_OK);
  REQUIRE(told.seats == acting.seats && told.asked == acting.asked && told.asked == all.asked);
  REQUIRE((all.seats & ~told.seats) == 0);
  REQUIRE(all.asked == CHEMIX_ASKED_SEALED || all.seats == told.seats);
  if (viewer >= 0) REQUIRE((all.seats >> viewer & 1) == (told.seats >> viewer & 1));

  chemix_phase phase = CHEMIX_PHASE_INIT;
  int32_t number = -1;
  int32_t number_told = -2;
  REQUIRE(chemix_state_phase(state, &number, NULL) == CHEMIX_OK);
  REQUIRE(chemix_observation_phase(seen, &number_told, NULL) == CHEMIX_OK);
  REQUIRE(number == number_told && number < p->limits.phase_count);
  REQUIRE(chemix_game_phase(p->game, number, &phase, NULL) == CHEMIX_OK);
  REQUIRE(phase.name[0] != '\0');

  int32_t scores[CHEMIX_MAX_SEATS];
  int32_t scores_told[CHEMIX_MAX_SEATS];
  double returns[CHEMIX_MAX_SEATS];
  double returns_told[CHEMIX_MAX_SEATS];
  const int32_t players = p->limits.players;
  REQUIRE(chemix_state_scores(state, scores, CHEMIX_MAX_SEATS, NULL) == players);
  REQUIRE(chemix_observation_scores(seen, scores_told, CHEMIX_MAX_SEATS, NULL) == players);
  REQUIRE(chemix_state_returns(state, returns, CHEMIX_MAX_SEATS, NULL) == players);
  REQUIRE(chemix_observation_returns(seen, returns_told, CHEMIX_MAX_SEATS, NULL) == players);
  for (int32_t seat = 0; seat < players; ++seat) {
    REQUIRE(returns_told[seat] == returns[seat]);
    if (scores_told[seat] == CHEMIX_ABSENT) {
      REQUIRE(seat != viewer);
    } else {
      REQUIRE(scores_told[seat] == scores[seat]);
    }
  }
}

/* Sends every client what its viewer has noticed. */
static void send_messages(const play* p) {
  for (int32_t i = 0; i <= p->limits.players; ++i) {
    const int32_t viewer = viewer_at(p, i);
    const chemix_count last = chemix_session_seen_count(p->session, viewer, NULL);
    int32_t seen = chemix_client_seen_count(p->clients[i], NULL);
    /* After an undo there are fewer. */
    if (seen > last) REQUIRE(chemix_client_rewind(p->clients[i], last, NULL) == CHEMIX_OK);
    for (; seen < last; ++seen) {
      const chemix_count size =
          chemix_session_message(p->session, viewer, seen, text, sizeof text, NULL);
      REQUIRE(size > 0);
      REQUIRE(chemix_client_receive(p->clients[i], text, (size_t)size, NULL) == CHEMIX_OK);
      /* The same message again is not the next one. */
      chemix_error error = CHEMIX_ERROR_INIT;
      REQUIRE(chemix_client_receive(p->clients[i], text, (size_t)size, &error) ==
              CHEMIX_INVALID_INPUT);
      REQUIRE(strcmp(error.field, "seen") == 0);
    }
    REQUIRE(chemix_client_seen_count(p->clients[i], NULL) == last);
    ask_client(p, i);
  }
}

/* Takes back the last step of a seat, if that is allowed, and repeats it. */
static void try_undo(play* p, int32_t actor, int32_t action) {
  const int is_sealed = acting_in(chemix_session_state(p->session)).asked == CHEMIX_ASKED_SEALED;
  for (int32_t seat = 0; seat < p->limits.players; ++seat) {
    chemix_undo undo = -1;
    REQUIRE(chemix_session_can_undo(p->session, seat, &undo, NULL) == CHEMIX_OK);
    if (seat != actor) REQUIRE(undo != CHEMIX_UNDO_ALLOWED);
    if (seat != actor || undo != CHEMIX_UNDO_ALLOWED) continue;
    REQUIRE(!is_sealed);
    ++p->undone;
    REQUIRE(chemix_session_undo(p->session, seat, &undo, NULL) == CHEMIX_OK);
    send_messages(p);
    REQUIRE(chemix_session_act(p->session, actor, action, NULL) == CHEMIX_OK);
    send_messages(p);
  }
}

static int play_game(const char* name) {
  play p = {NULL, CHEMIX_LIMITS_INIT, NULL, {NULL}, 0};
  const chemix_seed seed = seed_of(7);
  p.game = open_game(name, 0, &p.limits);
  REQUIRE(chemix_session_create(p.game, 0, NULL, &p.session, NULL) == CHEMIX_OK);
  for (int32_t i = 0; i <= p.limits.players; ++i) {
    const chemix_observation* const first = chemix_session_observation(p.session, viewer_at(&p, i));
    REQUIRE(chemix_client_create(first, 0, &p.clients[i], NULL) == CHEMIX_OK);
  }
  chemix_step step;
  for (uint64_t number = 1; number <= 200; ++number) {
    if (!choose_step(chemix_session_state(p.session), &seed, 7 * number, &step)) break;
    REQUIRE(chemix_session_act(p.session, step.actor, step.action, NULL) == CHEMIX_OK);
    send_messages(&p);
    if (number % 5 == 0 && step.actor != CHEMIX_CHANCE) try_undo(&p, step.actor, step.action);
    if (number % 10 == 0) {
      for (int32_t i = 0; i <= p.limits.players; ++i) {
        ask_table(&p, chemix_client_observation(p.clients[i]));
      }
    }
  }
  for (int32_t i = 0; i <= p.limits.players; ++i) chemix_client_destroy(&p.clients[i]);
  chemix_session_destroy(&p.session);
  chemix_game_destroy(&p.game);
  return p.undone;
}

/* The offset of a field of the state tensor. */
static size_t offset_of(const char* layout, const char* field) {
  char name[64];
  size_t offset = 0;
  (void)snprintf(name, sizeof name, "\"name\":\"%s\",\"offset\":", field);
  const char* const found = strstr(layout, name);
  REQUIRE(found != NULL && sscanf(found + strlen(name), "%zu", &offset) == 1);
  return offset;
}

/* The tensor of a state begins with the given seat, followed by the others in turn order. Without a
 * seat it begins with seat 0. */
static void test_state_tensor(void) {
  enum { SEATS = 3, NUMBERS = 4096 };
  static float numbers[NUMBERS];
  static float from_first[NUMBERS];
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game* game = open_game("chemuno", SEATS, &limits);
  chemix_state* state = dealt(game, 7);
  REQUIRE(chemix_game_tensor_layout(game, CHEMIX_TENSOR_STATE, text, sizeof text, NULL) > 0);
  const size_t hands[SEATS] = {offset_of(text, "own[0].hand"), offset_of(text, "own[1].hand"),
                               offset_of(text, "own[2].hand")};
  const size_t hand_size = (size_t)limits.card_kind_count * sizeof *numbers;
  const chemix_count size = chemix_state_tensor(state, 0, from_first, NUMBERS, NULL);
  REQUIRE(size == (chemix_count)limits.state_tensor_size);
  REQUIRE(memcmp(from_first + hands[0], from_first + hands[1], hand_size) != 0);
  for (int32_t first = 0; first < SEATS; ++first) {
    REQUIRE(chemix_state_tensor(state, first, numbers, NUMBERS, NULL) == size);
    for (int32_t i = 0; i < SEATS; ++i) {
      REQUIRE(memcmp(numbers + hands[i], from_first + hands[(first + i) % SEATS], hand_size) == 0);
    }
  }
  REQUIRE(chemix_state_tensor(state, CHEMIX_SPECTATOR, numbers, NUMBERS, NULL) == size);
  REQUIRE(memcmp(numbers, from_first, (size_t)size * sizeof *numbers) == 0);
  /* An observation has tensors of two kinds. */
  chemix_observation* seen = observed(state, 1);
  REQUIRE(chemix_observation_tensor(seen, CHEMIX_TENSOR_OBSERVATION, numbers, NUMBERS, NULL) ==
          (chemix_count)limits.tensor_size);
  REQUIRE(chemix_observation_tensor(seen, CHEMIX_TENSOR_INFORMATION_STATE, numbers, NUMBERS,
                                    NULL) == (chemix_count)limits.information_state_tensor_size);
  REQUIRE(chemix_observation_tensor(seen, CHEMIX_TENSOR_STATE, numbers, NUMBERS, NULL) ==
          CHEMIX_OUT_OF_RANGE);
  chemix_observation_destroy(&seen);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

int main(void) {
  const char* name = NULL;
  int undone = 0;
  for (int32_t i = 0; (name = chemix_game_name_at(i)) != NULL; ++i) undone += play_game(name);
  REQUIRE(undone > 0);
  test_state_tensor();
  printf("%d failed; %d steps were taken back\n", failures, undone);
  return failures == 0 ? 0 : 1;
}
