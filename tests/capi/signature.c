/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the signature of all games through the C ABI. See tests/golden/signature.cpp. Also
 * compiles as C++11. */
#include "chemix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static chemix_error error = CHEMIX_ERROR_INIT;

static int32_t expect(int32_t result) {
  if (result >= 0) return result;
  fprintf(stderr, "%s: %s\n", chemix_status_name(result), error.message);
  exit(1);
}

static uint64_t play(const chemix_game* game, uint64_t number) {
  chemix_state* state = NULL;
  chemix_seed seed;
  chemix_seed_init(&seed, number);
  expect(chemix_state_create(game, 0, &state, &error));
  for (uint64_t decisions = 0;;) {
    expect(chemix_state_resolve(state, &seed, &error));
    chemix_acting acting;
    expect(chemix_state_acting(state, &acting, &error));
    if (acting.asked == CHEMIX_ASKED_NOBODY) break;
    int32_t player = 0;
    while ((acting.seats >> player & 1) == 0) ++player;
    int32_t ids[256];
    const chemix_count count = expect(chemix_state_legal_actions(state, player, ids, 256, &error));
    const uint64_t nth = 7919 * decisions++ + 104729 * number;
    expect(chemix_state_apply(state, player, ids[nth % (uint64_t)count], &error));
  }
  uint64_t digest = 0;
  expect(chemix_state_digest(state, &digest, &error));
  chemix_state_destroy(&state);
  return digest;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: signature FILE\n");
    return 2;
  }
  char golden[32] = "";
  FILE* file = fopen(argv[1], "r");
  if (file == NULL || fgets(golden, sizeof golden, file) == NULL) return 2;
  fclose(file);

  uint64_t signature = 14695981039346656037U;
  const char* name = NULL;
  for (int32_t index = 0; (name = chemix_game_name_at(index)) != NULL; ++index) {
    chemix_limits limits = CHEMIX_LIMITS_INIT;
    /* With 0 players the game has the fewest. */
    int32_t players = 0;
    do {
      chemix_game* game = NULL;
      expect(chemix_game_create(name, players, NULL, NULL, &game, &error));
      expect(chemix_game_limits(game, &limits, &error));
      for (uint64_t seed = 0; seed < 10; ++seed) {
        signature = signature * 1099511628211U + play(game, seed);
      }
      chemix_game_destroy(&game);
      players = limits.players + 1;
    } while (players <= limits.max_players);
  }
  char text[32];
  snprintf(text, sizeof text, "%016" PRIx64 "\n", signature);
  if (strcmp(text, golden) == 0) return 0;
  fprintf(stderr, "signature %sinstead of %s", text, golden);
  return 1;
}
