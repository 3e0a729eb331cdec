/* SPDX-License-Identifier: Apache-2.0 */
/* A program can unload the library and load a replacement. Unique symbols (STB_GNU_UNIQUE) and
 * destructors of thread-local variables would keep it in memory.
 *
 *   unload LIBRARY REPLACEMENT */
#include "require.h"

#include <chemix.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4
#define SHARES 65536

/* The functions that are called, without the prefix `chemix_`. */
/* clang-format off */
#define FUNCTIONS(_) \
  _(game_names) _(game_create) _(game_limits) _(game_destroy) \
  _(state_init) _(state_resolve) _(state_acting) _(state_apply) _(state_playout) _(state_digest) \
  _(state_observe) _(observation_marginals) _(state_json) \
  _(policy_create) _(policy_choose) _(policy_destroy)
/* clang-format on */

typedef struct library {
  void* handle;
#define DECLARE(name) __typeof__(&chemix_##name) name;
  FUNCTIONS(DECLARE)
} library;

/* Loads a library, or exits. */
static library opened(const char* path) {
  library made;
  made.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (made.handle == NULL) {
    printf("%s\n", dlerror());
    exit(2);
  }
#define FIND(name) *(void**)(&made.name) = dlsym(made.handle, "chemix_" #name);
  FUNCTIONS(FIND)
  return made;
}

static bool is_loaded(const char* path) {
  void* const handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  if (handle != NULL) dlclose(handle);
  return handle != NULL;
}

/* Plays a game to its end, with beliefs, a search, JSON and an error. Adds its digest. */
static void play(const library* chemix, const char* name, uint64_t* digests) {
  chemix_game* game = NULL;
  for (int32_t players = 1; game == NULL && players <= 6; ++players) {
    /* An error, if so few cannot play. */
    (void)chemix->game_create(name, players, "", NULL, &game, NULL);
  }
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  REQUIRE(chemix->game_limits(game, &limits, NULL) == CHEMIX_OK);
  void* const state = malloc(limits.state_size);
  void* const seen = malloc(limits.observation_size);
  double* const shares = malloc(SHARES * sizeof(double));
  size_t count = 0;
  REQUIRE(chemix->state_init(game, 0, state, limits.state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_resolve(game, "7", state, limits.state_size, NULL) == CHEMIX_OK);
  uint32_t acting = 0;
  bool chance = false;
  REQUIRE(chemix->state_acting(game, state, limits.state_size, &acting, &chance, NULL) ==
          CHEMIX_OK);
  int32_t player = 0;
  while ((acting >> player & 1) == 0) ++player;
  REQUIRE(chemix->state_observe(game, state, limits.state_size, player, seen,
                                limits.observation_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix->observation_marginals(game, seen, limits.observation_size, NULL, shares, SHARES,
                                        &count, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_json(game, state, limits.state_size, NULL, 0, &count, NULL) ==
          CHEMIX_BUFFER_TOO_SMALL);
  chemix_policy* search = NULL;
  int32_t action = -1;
  REQUIRE(chemix->policy_create("search iterations=20", &search, NULL) == CHEMIX_OK);
  REQUIRE(chemix->policy_choose(search, game, seen, limits.observation_size, "8", NULL, &action,
                                NULL) == CHEMIX_OK);
  chemix->policy_destroy(&search);
  REQUIRE(chemix->state_apply(game, player, action, state, limits.state_size, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_playout(game, "9", state, limits.state_size, NULL, NULL) == CHEMIX_OK);
  uint64_t digest = 0;
  REQUIRE(chemix->state_digest(game, state, limits.state_size, &digest, NULL) == CHEMIX_OK);
  *digests = *digests * 31 + digest;
  free(shares);
  free(seen);
  free(state);
  chemix->game_destroy(&game);
}

typedef struct work {
  const library* chemix;
  uint64_t digests;
} work;

static void* play_all(void* argument) {
  work* const all = argument;
  char names[4096];
  size_t count = 0;
  REQUIRE(all->chemix->game_names(names, sizeof names, &count, NULL) == CHEMIX_OK);
  char* rest = names;
  for (char* name; (name = strtok_r(rest, " ", &rest)) != NULL;) {
    play(all->chemix, name, &all->digests);
  }
  return NULL;
}

/* Plays every game on several threads at once. */
static uint64_t played(const library* chemix) {
  pthread_t threads[THREADS];
  work all[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    all[i] = (work){chemix, 0};
    REQUIRE(pthread_create(&threads[i], NULL, play_all, &all[i]) == 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    REQUIRE(pthread_join(threads[i], NULL) == 0);
    REQUIRE(all[i].digests == all[0].digests);
  }
  return all[0].digests;
}

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const char* const path = arguments[1];
  const char* const replacement = arguments[2];

  library chemix = opened(path);
  const uint64_t digests = played(&chemix);
  REQUIRE(is_loaded(path));
  REQUIRE(dlclose(chemix.handle) == 0);
  REQUIRE(!is_loaded(path));

  library other = opened(replacement);
  REQUIRE(!is_loaded(path));
  REQUIRE(played(&other) == digests);

  /* Two copies at once. */
  chemix = opened(path);
  REQUIRE(chemix.game_create != other.game_create);
  REQUIRE(dlclose(other.handle) == 0);
  REQUIRE(!is_loaded(replacement));
  REQUIRE(played(&chemix) == digests);
  REQUIRE(dlclose(chemix.handle) == 0);
  REQUIRE(!is_loaded(path));
  return failures;
}
