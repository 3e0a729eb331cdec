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

#define THREADS 4
#define SHARES 65536

/* The functions that are called, without the prefix `chemix_`. */
/* clang-format off */
#define FUNCTIONS(_) \
  _(seed_init) _(game_name_at) _(game_create) _(game_destroy) \
  _(state_create) _(state_resolve) _(state_acting) _(state_apply) _(state_playout) \
  _(state_digest) _(state_observe) _(state_json) _(state_destroy) \
  _(observation_create) _(observation_marginals) _(observation_destroy) \
  _(policy_create) _(policy_choose) _(policy_destroy) \
  _(session_create) _(session_set_policy) _(session_advance) _(session_destroy)
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

static int is_loaded(const char* path) {
  void* const handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  if (handle != NULL) dlclose(handle);
  return handle != NULL;
}

/* Plays a game to its end, with beliefs, a search, JSON and an error. Adds its digest. */
static void play(const library* chemix, const char* name, uint64_t* digests) {
  chemix_game* game = NULL;
  chemix_seed seed;
  chemix_state* state = NULL;
  chemix_observation* seen = NULL;
  chemix_acting acting = {CHEMIX_ASKED_NOBODY, 0};
  double* const shares = malloc(SHARES * sizeof(double));
  chemix->seed_init(&seed, 7);
  REQUIRE(chemix->game_create(name, 0, NULL, NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_create(game, 0, &state, NULL) == CHEMIX_OK);
  REQUIRE(chemix->observation_create(game, &seen, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_resolve(state, &seed, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_acting(state, &acting, NULL) == CHEMIX_OK);
  int32_t player = 0;
  while ((acting.seats >> player & 1) == 0) ++player;
  REQUIRE(chemix->state_observe(state, player, seen, NULL) == CHEMIX_OK);
  REQUIRE(chemix->observation_marginals(seen, NULL, shares, SHARES, NULL) >= 0);
  char character = 0;
  REQUIRE(chemix->state_json(state, &character, 1, NULL) == CHEMIX_BUFFER_TOO_SMALL);
  chemix_policy* search = NULL;
  int32_t action = -1;
  REQUIRE(chemix->policy_create("search iterations=20", &search, NULL) == CHEMIX_OK);
  REQUIRE(chemix->policy_choose(search, seen, &seed, NULL, &action, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_apply(state, player, action, NULL) == CHEMIX_OK);
  REQUIRE(chemix->state_playout(state, &seed, NULL, NULL, NULL) == CHEMIX_OK);
  uint64_t digest = 0;
  REQUIRE(chemix->state_digest(state, &digest, NULL) == CHEMIX_OK);
  *digests = *digests * 31 + digest;
  chemix_session* session = NULL;
  REQUIRE(chemix->session_create(game, 0, &seed, &session, NULL) == CHEMIX_OK);
  REQUIRE(chemix->session_set_policy(session, player, search, NULL) == CHEMIX_OK);
  REQUIRE(chemix->session_advance(session, 200, NULL, NULL, NULL) > 0);
  chemix->session_destroy(&session);
  chemix->policy_destroy(&search);
  free(shares);
  chemix->observation_destroy(&seen);
  chemix->state_destroy(&state);
  chemix->game_destroy(&game);
}

typedef struct work {
  const library* chemix;
  uint64_t digests;
} work;

static void* play_all(void* argument) {
  work* const all = argument;
  const char* name = NULL;
  for (int32_t i = 0; (name = all->chemix->game_name_at(i)) != NULL; ++i) {
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
