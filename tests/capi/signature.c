/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the signature of all games through the C ABI. See tests/golden/signature.cpp. */
#include "chemix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static chemix_error error = CHEMIX_ERROR_INIT;

static void expect(chemix_status status) {
  if (status == CHEMIX_OK) return;
  fprintf(stderr, "%s: %s\n", chemix_status_name(status), error.message);
  exit(1);
}

static uint64_t play(const chemix_game* game, uint64_t seed) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  expect(chemix_game_limits(game, &limits, &error));
  void* state = malloc(limits.state_size);
  if (state == NULL) exit(1);
  char seed_text[24];
  snprintf(seed_text, sizeof seed_text, "%" PRIu64, seed);
  expect(chemix_state_init(game, 0, state, limits.state_size, &error));
  for (uint64_t decisions = 0;;) {
    expect(chemix_state_resolve(game, seed_text, state, limits.state_size, &error));
    uint32_t acting = 0;
    bool chance = false;
    expect(chemix_state_acting(game, state, limits.state_size, &acting, &chance, &error));
    if (acting == 0) break;
    int32_t player = 0;
    while ((acting >> player & 1) == 0) ++player;
    int32_t ids[256];
    size_t count = 0;
    expect(chemix_state_legal_actions(game, state, limits.state_size, player, ids, 256, &count,
                                      &error));
    const uint64_t nth = 7919 * decisions++ + 104729 * seed;
    expect(chemix_state_apply(game, player, ids[nth % count], state, limits.state_size, &error));
  }
  uint64_t digest = 0;
  expect(chemix_state_digest(game, state, limits.state_size, &digest, &error));
  free(state);
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
  char names[4096];
  size_t size = 0;
  expect(chemix_game_names(names, sizeof names, &size, &error));
  for (const char* name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
    char about[16384];
    int least = 0;
    int most = 0;
    expect(chemix_game_describe(name, about, sizeof about, &size, &error));
    if (sscanf(about, "players\t%d\t%d", &least, &most) != 2) return 2;
    for (int players = least; players <= most; ++players) {
      chemix_game* game = NULL;
      expect(chemix_game_create(name, players, "", NULL, &game, &error));
      for (uint64_t seed = 0; seed < 10; ++seed) {
        signature = signature * 1099511628211U + play(game, seed);
      }
      chemix_game_destroy(&game);
    }
  }
  char text[32];
  snprintf(text, sizeof text, "%016" PRIx64 "\n", signature);
  if (strcmp(text, golden) == 0) return 0;
  fprintf(stderr, "signature %sinstead of %s", text, golden);
  return 1;
}
