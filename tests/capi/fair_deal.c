/* SPDX-License-Identifier: Apache-2.0 */
/* A game is dealt from a committed seed and verified, also with policies and handed-over seats. A
 * mismatch is rejected with the name of the field. */
#include "games.h"

#define TEXT 65536

static chemix_game* game = NULL;
static chemix_deal deal = CHEMIX_DEAL_INIT;
static char record[TEXT];
static size_t record_size = 0;

/* Plays a session with the seed of the deal to its end, writes the record and returns the digest.
 */
static uint64_t play(const char* policy_text) {
  uint8_t bytes[CHEMIX_SECRET_SIZE];
  chemix_seed seed;
  chemix_session* session = NULL;
  chemix_record* played = NULL;
  chemix_policy* policy = NULL;
  int32_t seat = 0;
  REQUIRE(chemix_deal_seed(&deal, bytes, NULL) == CHEMIX_OK);
  REQUIRE(chemix_seed_init_bytes(&seed, bytes, sizeof bytes, NULL) == CHEMIX_OK);
  REQUIRE(chemix_session_create(game, 1, &seed, &session, NULL) == CHEMIX_OK);
  REQUIRE(chemix_policy_create(policy_text, &policy, NULL) == CHEMIX_OK);
  for (int decision = 0; chemix_session_advance(session, 0, NULL, &seat, NULL) >= 0; ++decision) {
    int32_t ids[256];
    if (seat == CHEMIX_NOBODY) break;
    /* Player 1 leaves after a while. */
    if (decision == 9) {
      REQUIRE(chemix_session_set_policy(session, 1, policy, NULL) == CHEMIX_OK);
      continue;
    }
    const chemix_observation* const view = chemix_session_observation(session, seat);
    const chemix_count count = chemix_observation_legal_actions(view, ids, 256, NULL);
    REQUIRE(chemix_session_act(session, seat, ids[count - 1], NULL) == CHEMIX_OK);
  }
  const uint64_t digest = digest_of(chemix_session_state(session));
  REQUIRE(chemix_session_record(session, &played, NULL) == CHEMIX_OK);
  const chemix_count size = chemix_record_save(played, record, TEXT, NULL);
  REQUIRE(size > 0);
  record_size = (size_t)size;
  static chemix_handover handovers[4];
  REQUIRE(chemix_record_handovers(played, handovers, 4, NULL) == 1);
  REQUIRE(handovers[0].seat == 1 && strcmp(handovers[0].policy, policy_text) == 0);
  chemix_record_destroy(&played);
  chemix_policy_destroy(&policy);
  chemix_session_destroy(&session);
  return digest;
}

static chemix_status verify(uint64_t* digest, chemix_error* error) {
  return chemix_deal_verify(&deal, record, record_size, digest, error);
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
    deal.seed[bit / 8] ^= mask;
    refuses("commitment");
    deal.seed[bit / 8] ^= mask;
    deal.salt[bit / 8] ^= mask;
    refuses("commitment");
    deal.salt[bit / 8] ^= mask;
  }
  deal.contributions[1].bytes[0] ^= 1;
  refuses("steps[");
  deal.contributions[1].bytes[0] ^= 1;
  ++deal.contributions[1].byte_count;
  refuses("steps[");
  --deal.contributions[1].byte_count;
  deal.commitment[63] ^= 1;
  refuses("commitment");
  deal.commitment[63] ^= 1;
  /* Nothing proves handovers. */
  const char* const notes = strstr(record, "\"handovers\"");
  REQUIRE(notes != NULL);
  if (notes == NULL) return;
  const size_t begin = (size_t)(notes - record);
  const size_t end = begin + strcspn(notes, "]");
  for (size_t i = 0; i < record_size; i += 5) {
    if (i >= begin && i < end) continue;
    record[i] ^= 4;
    refuses("");
    record[i] ^= 4;
  }
}

static void test_misuse(void) {
  chemix_error error = CHEMIX_ERROR_INIT;
  uint8_t bytes[CHEMIX_SECRET_SIZE] = {0};
  uint64_t digest = 0;
  chemix_deal wrong = deal;
  REQUIRE(chemix_deal_commit(&wrong, game, 2, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "start_player") == 0);
  REQUIRE(memcmp(&wrong, &deal, sizeof deal) == 0);
  wrong.contributions[0].byte_count = CHEMIX_SECRET_SIZE + 1;
  REQUIRE(chemix_deal_seed(&wrong, bytes, &error) == CHEMIX_OUT_OF_RANGE);
  REQUIRE(strcmp(error.field, "contributions[0].byte_count") == 0);
  REQUIRE(chemix_deal_verify(&wrong, record, record_size, &digest, &error) == CHEMIX_OUT_OF_RANGE);
  wrong = deal;
  memset(wrong.commitment, 0, sizeof wrong.commitment);
  REQUIRE(chemix_deal_verify(&wrong, record, record_size, &digest, &error) == CHEMIX_INVALID_INPUT);
  REQUIRE(strcmp(error.field, "commitment") == 0);
  /* Not even a commitment without an end is read too far. */
  memset(wrong.commitment, 'a', sizeof wrong.commitment);
  REQUIRE(chemix_deal_verify(&wrong, record, record_size, &digest, &error) == CHEMIX_INVALID_INPUT);
}

int main(void) {
  uint64_t verified = 0;
  REQUIRE(chemix_game_create("chemuno", 2, NULL, NULL, &game, NULL) == CHEMIX_OK);
  for (int i = 0; i < CHEMIX_SECRET_SIZE; ++i) {
    deal.seed[i] = (uint8_t)(3 * i + 1);
    deal.salt[i] = (uint8_t)(200 - i);
  }
  deal.contributions[0].byte_count = 3;
  memcpy(deal.contributions[0].bytes, "two", 3);
  deal.contributions[1].byte_count = 5;
  memcpy(deal.contributions[1].bytes, "seven", 5);
  REQUIRE(chemix_deal_commit(&deal, game, 1, NULL) == CHEMIX_OK);
  REQUIRE(strlen(deal.commitment) == CHEMIX_COMMITMENT_SIZE - 1);
  const uint64_t digest = play("greedy worlds=1");
  REQUIRE(verify(&verified, NULL) == CHEMIX_OK);
  REQUIRE(verified == digest);
  test_flipped_bits();
  test_misuse();
  REQUIRE(verify(&verified, NULL) == CHEMIX_OK);
  chemix_game_destroy(&game);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
