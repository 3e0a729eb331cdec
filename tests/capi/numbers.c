/* SPDX-License-Identifier: Apache-2.0 */
/* Pins the constants of chemix.h and the layout of its structures, which compiled programs depend
 * on. Add entries, but change none without a new CHEMIX_ABI_VERSION (docs/stability.md). Compiling
 * is the test, for 32 bits too; tests/packaging/numbers.sh checks that nothing is missing. */
#include "chemix.h"

#include <stddef.h>

#define PIN(name, number) _Static_assert((name) == (number), #name)
#define PIN_SIZE(type, size) PIN(sizeof(type), size)
/* A field, its offset and its size. */
#define PIN_FIELD(type, field, begin, size) \
  PIN(offsetof(type, field), begin);        \
  PIN(sizeof(((const type*)NULL)->field), (size))

PIN(CHEMIX_ABI_VERSION, 0);
PIN(CHEMIX_OK, 0);
PIN(CHEMIX_REFUSED, -1);
PIN(CHEMIX_NULL_ARGUMENT, -2);
PIN(CHEMIX_OUT_OF_RANGE, -3);
PIN(CHEMIX_INVALID_INPUT, -4);
PIN(CHEMIX_WRONG_MEMORY, -5);
PIN(CHEMIX_BUFFER_TOO_SMALL, -6);
PIN(CHEMIX_OUT_OF_MEMORY, -7);
PIN(CHEMIX_INTERNAL_ERROR, -8);
PIN(CHEMIX_STOPPED, -9);
PIN(CHEMIX_CHANCE, -1);
PIN(CHEMIX_SPECTATOR, -2);
PIN(CHEMIX_NOBODY, -3);

PIN(CHEMIX_VERB_DEAL, 0);
PIN(CHEMIX_VERB_MOVE, 1);
PIN(CHEMIX_VERB_SHUFFLE, 2);
PIN(CHEMIX_VERB_LACK, 3);
PIN(CHEMIX_VERB_CALL, 4);
PIN(CHEMIX_VERB_NAME, 5);
PIN(CHEMIX_VERB_SET, 6);
PIN(CHEMIX_VERB_PHASE, 7);
PIN(CHEMIX_VERB_TURN, 8);
PIN(CHEMIX_VERB_SHOW, 9);
PIN(CHEMIX_VERB_SEAL, 10);
PIN(CHEMIX_VERB_SCORE, 11);
PIN(CHEMIX_VERB_TOTAL, 12);
PIN(CHEMIX_VERB_BEGIN, 13);
PIN(CHEMIX_VERB_PAY, 14);
PIN(CHEMIX_VERB_SWEEP, 15);
PIN(CHEMIX_VERB_FINISH, 16);
PIN(CHEMIX_VERB_PASS, 17);
PIN(CHEMIX_VERB_FORM, 18);
PIN(CHEMIX_VERB_DISSOLVE, 19);
PIN(CHEMIX_VERB_RUN, 20);

PIN(CHEMIX_ZONE_DRAW_PILE, 0);
PIN(CHEMIX_ZONE_DISCARD_PILE, 1);
PIN(CHEMIX_ZONE_HAND, 2);
PIN(CHEMIX_ZONE_PILE_BOTTOM, 3);
PIN(CHEMIX_ZONE_KITTY, 4);
PIN(CHEMIX_ZONE_STACK, 5);
PIN(CHEMIX_ZONE_TABLEAU, 6);
PIN(CHEMIX_ZONE_SUPPLY, 7);
PIN(CHEMIX_ZONE_CHIPS, 8);
PIN(CHEMIX_ZONE_DISPLAY, 9);
PIN(CHEMIX_ZONE_MULTIPLIER_STACKS, 10);
PIN(CHEMIX_ZONE_REMOVED, 11);
PIN(CHEMIX_ZONE_FREE_AREA, 12);
PIN(CHEMIX_ZONE_MARKET, 13);
PIN(CHEMIX_ZONE_ASIDE, 14);
PIN(CHEMIX_ZONE_COMPOUND_STACK, 15);

PIN(CHEMIX_UNSEEN, -1);
PIN(CHEMIX_UNKNOWN_SCORE, INT32_MIN);
PIN(CHEMIX_NO_ACTION, -1);
PIN(CHEMIX_OTHERS_DECIDED, 0);
PIN(CHEMIX_OTHERS_UNDECIDED, 1);
PIN(CHEMIX_SECRET_SIZE, 32);

/* These have the same layout for 32 and 64 bits: fixed-size fields and no padding. */

PIN_SIZE(chemix_status, 4);

PIN_FIELD(chemix_error, size, 0, 4);
PIN_FIELD(chemix_error, status, 4, 4);
PIN_FIELD(chemix_error, rule, 8, 8);
PIN_FIELD(chemix_error, detail, 16, 4);
PIN_FIELD(chemix_error, action, 20, 4);
PIN_FIELD(chemix_error, arguments, 24, 12);
PIN_FIELD(chemix_error, field, 36, 64);
PIN_FIELD(chemix_error, message, 100, 256);
PIN_SIZE(chemix_error, 356);

PIN_FIELD(chemix_chance, action, 0, 4);
PIN_FIELD(chemix_chance, reserved, 4, 4);
PIN_FIELD(chemix_chance, weight, 8, 8);
PIN_SIZE(chemix_chance, 16);

PIN_FIELD(chemix_event, verb, 0, 4);
PIN_FIELD(chemix_event, from_zone, 4, 4);
PIN_FIELD(chemix_event, from_owner, 8, 4);
PIN_FIELD(chemix_event, to_zone, 12, 4);
PIN_FIELD(chemix_event, to_owner, 16, 4);
PIN_FIELD(chemix_event, player, 20, 4);
PIN_FIELD(chemix_event, index, 24, 4);
PIN_FIELD(chemix_event, kind, 28, 4);
PIN_FIELD(chemix_event, amount, 32, 4);
PIN_FIELD(chemix_event, seen_by, 36, 4);
PIN_SIZE(chemix_event, 40);

PIN_FIELD(chemix_place, zone, 0, 4);
PIN_FIELD(chemix_place, owner, 4, 4);
PIN_SIZE(chemix_place, 8);

PIN_FIELD(chemix_step, actor, 0, 4);
PIN_FIELD(chemix_step, action, 4, 4);
PIN_SIZE(chemix_step, 8);

PIN_FIELD(chemix_action_value, value, 0, 8);
PIN_FIELD(chemix_action_value, visits, 8, 8);
PIN_FIELD(chemix_action_value, action, 16, 4);
PIN_FIELD(chemix_action_value, reserved, 20, 4);
PIN_SIZE(chemix_action_value, 24);

PIN_FIELD(chemix_contribution, byte_count, 0, 4);
PIN_FIELD(chemix_contribution, bytes, 4, 32);
PIN_SIZE(chemix_contribution, 36);

PIN_FIELD(chemix_limits, size, 0, 4);
PIN_FIELD(chemix_limits, players, 4, 4);
PIN_FIELD(chemix_limits, game_key, 8, 8);
PIN_FIELD(chemix_limits, action_count, 16, 4);
PIN_FIELD(chemix_limits, chance_action_count, 20, 4);
PIN_FIELD(chemix_limits, max_legal_actions, 24, 4);
PIN_FIELD(chemix_limits, card_kind_count, 28, 4);
PIN_FIELD(chemix_limits, max_steps, 32, 8);
PIN_FIELD(chemix_limits, state_size, 40, 4);
PIN_FIELD(chemix_limits, observation_size, 44, 4);
PIN_FIELD(chemix_limits, tensor_size, 48, 4);
PIN_FIELD(chemix_limits, information_state_tensor_size, 52, 4);
PIN_FIELD(chemix_limits, state_tensor_size, 56, 4);
PIN_FIELD(chemix_limits, max_copies, 60, 4);
PIN_SIZE(chemix_limits, 64);

int main(void) { return chemix_abi_version() == CHEMIX_ABI_VERSION ? 0 : 1; }
