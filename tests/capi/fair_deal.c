/* SPDX-License-Identifier: Apache-2.0 */
/* A game is dealt from a committed seed and verified. A mismatch is rejected with the name of the
 * field. */
#include "chemix.h"
#include "require.h"

#include <stdlib.h>
#include <string.h>

#define TEXT 65536
#define STEPS 1024

static chemix_game* game = NULL;
static size_t state_size = 0;

static uint8_t seed[CHEMIX_SECRET_SIZE];
static uint8_t salt[CHEMIX_SECRET_SIZE];
static chemix_contribution contributions[2];
static char commitment[65];
static char dealing_seed[67];
static char record[TEXT];
static size_t record_size = 0;

/* Plays the last legal action until the end, writes the record and returns the digest. */
static uint64_t play(void) {
  static chemix_step steps[STEPS];
  size_t count = 0;
  uint64_t digest = 0;
  uint64_t* const state = malloc(state_size);
  REQUIRE(chemix_state_init(game, 1, state, state_size, NULL) == CHEMIX_OK);
  while (count < STEPS) {
    uint32_t acting = 0;
    bool chance = false;
    REQUIRE(chemix_state_acting(game, state, state_size, &acting, &chance, NULL) == CHEMIX_OK);
    if (acting == 0 && !chance) break;
    chemix_step step = {CHEMIX_CHANCE, 0};
    if (chance) {
      REQUIRE(chemix_state_draw(game, state, state_size, dealing_seed, &step.action, NULL) ==
              CHEMIX_OK);
    } else {
      int32_t ids[256];
      size_t id_count = 0;
      step.actor = (acting & 1) != 0 ? 0 : 1;
      REQUIRE(chemix_state_legal_actions(game, state, state_size, step.actor, ids, 256, &id_count,
                                         NULL) == CHEMIX_OK);
      step.action = ids[id_count - 1];
    }
    REQUIRE(chemix_state_apply(game, step.actor, step.action, state, state_size, NULL) ==
            CHEMIX_OK);
    steps[count++] = step;
  }
  REQUIRE(chemix_state_digest(game, state, state_size, &digest, NULL) == CHEMIX_OK);
  REQUIRE(chemix_record_write(game, 1, steps, count, record, TEXT, &record_size, NULL) ==
          CHEMIX_OK);
  free(state);
  return digest;
}

static chemix_status verify(uint64_t* digest, chemix_error* error) {
  return chemix_deal_verify(commitment, seed, salt, contributions, 2, record, record_size, digest,
                            error);
}

/* Verification fails with a field that begins with `field`, changes nothing and shows no secret. */
static void refuses(const char* field) {
  chemix_error error = CHEMIX_ERROR_INIT;
  uint64_t digest = 12345;
  REQUIRE(verify(&digest, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(digest == 12345);
  REQUIRE(strncmp(error.field, field, strlen(field)) == 0);
  REQUIRE(strstr(error.message, "0x") == NULL);
}

static void test_flipped_bits(void) {
  for (int bit = 0; bit < 8 * CHEMIX_SECRET_SIZE; ++bit) {
    const uint8_t mask = (uint8_t)(1 << bit % 8);
    seed[bit / 8] ^= mask;
    refuses("commitment");
    seed[bit / 8] ^= mask;
    salt[bit / 8] ^= mask;
    refuses("commitment");
    salt[bit / 8] ^= mask;
  }
  contributions[1].bytes[0] ^= 1;
  refuses("steps[");
  contributions[1].bytes[0] ^= 1;
  ++contributions[1].byte_count;
  refuses("steps[");
  --contributions[1].byte_count;
  commitment[63] ^= 1;
  refuses("commitment");
  commitment[63] ^= 1;
  for (size_t i = 0; i < record_size; i += 5) {
    record[i] ^= 4;
    refuses("");
    record[i] ^= 4;
  }
}

static void test_misuse(void) {
  chemix_error error = CHEMIX_ERROR_INIT;
  char text[128];
  size_t count = 0;
  uint64_t digest = 0;
  REQUIRE(chemix_deal_commit(NULL, 0, seed, salt, text, 128, &count, &error) ==
          CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_deal_commit(game, 2, seed, salt, text, 128, &count, &error) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "start_player") == 0);
  REQUIRE(chemix_deal_commit(game, 0, NULL, salt, text, 128, &count, &error) ==
          CHEMIX_NULL_ARGUMENT);
  REQUIRE(strcmp(error.field, "seed") == 0);
  REQUIRE(chemix_deal_commit(game, 0, seed, NULL, text, 128, &count, &error) ==
          CHEMIX_NULL_ARGUMENT);
  REQUIRE(strcmp(error.field, "salt") == 0);
  REQUIRE(chemix_deal_commit(game, 0, seed, salt, NULL, 0, &count, &error) ==
          CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(count == 64);
  REQUIRE(chemix_deal_seed(NULL, NULL, 0, text, 128, &count, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_deal_seed(seed, NULL, 1, text, 128, &count, &error) == CHEMIX_NULL_ARGUMENT);
  REQUIRE(strcmp(error.field, "contributions") == 0);
  REQUIRE(chemix_deal_seed(seed, contributions, 7, text, 128, &count, &error) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "contribution_count") == 0);
  REQUIRE(chemix_deal_seed(seed, contributions, SIZE_MAX, text, 128, &count, &error) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(chemix_deal_seed(seed, NULL, 0, NULL, 0, &count, &error) == CHEMIX_BUFFER_TOO_SMALL);
  REQUIRE(count == 66);
  contributions[0].byte_count = 33;
  REQUIRE(chemix_deal_seed(seed, contributions, 2, text, 128, &count, &error) ==
          CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "contributions[0].byte_count") == 0);
  contributions[0].byte_count = 3;
  REQUIRE(chemix_deal_verify(NULL, seed, salt, NULL, 0, record, record_size, &digest, &error) ==
          CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_deal_verify(commitment, seed, salt, NULL, 0, NULL, 0, &digest, &error) ==
          CHEMIX_NULL_ARGUMENT);
  REQUIRE(chemix_deal_verify(commitment, seed, salt, NULL, 0, record, record_size, NULL, &error) ==
          CHEMIX_NULL_ARGUMENT);
  REQUIRE(strcmp(error.field, "out_digest") == 0);
  REQUIRE(chemix_deal_verify("", seed, salt, contributions, 2, record, record_size, &digest,
                             &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(
      strcmp(error.message,
             "commitment = 0 characters: does not match the seed, the salt and the start of the "
             "record") == 0);
}

int main(void) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  size_t count = 0;
  REQUIRE(chemix_game_create("chemuno", 2, "", NULL, &game, NULL) == CHEMIX_OK);
  REQUIRE(chemix_game_limits(game, &limits, NULL) == CHEMIX_OK);
  state_size = limits.state_size;
  for (int i = 0; i < CHEMIX_SECRET_SIZE; ++i) {
    seed[i] = (uint8_t)(3 * i + 1);
    salt[i] = (uint8_t)(200 - i);
  }
  contributions[0].byte_count = 3;
  memcpy(contributions[0].bytes, "two", 3);
  contributions[1].byte_count = 5;
  memcpy(contributions[1].bytes, "seven", 5);
  REQUIRE(chemix_deal_commit(game, 1, seed, salt, commitment, sizeof commitment, &count, NULL) ==
          CHEMIX_OK);
  REQUIRE(count == 64);
  REQUIRE(chemix_deal_seed(seed, contributions, 2, dealing_seed, sizeof dealing_seed, &count,
                           NULL) == CHEMIX_OK);
  REQUIRE(count == 66);
  const uint64_t digest = play();
  uint64_t verified = 0;
  REQUIRE(verify(&verified, NULL) == CHEMIX_OK);
  REQUIRE(verified == digest);
  test_flipped_bits();
  test_misuse();
  REQUIRE(verify(&verified, NULL) == CHEMIX_OK);
  chemix_game_destroy(&game);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
