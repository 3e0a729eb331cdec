/* SPDX-License-Identifier: Apache-2.0 */
/* Pins the constants of chemix.h and the layout of its structures, which compiled programs depend
 * on. Add what tools/make_api.py prints, but change nothing without a new CHEMIX_ABI_VERSION
 * (docs/stability.md). Compiling is the test, for 32 bits too. */
#include "chemix.h"

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
PIN(CHEMIX_ANY, -4);
PIN(CHEMIX_SECRET_SIZE, 32);
PIN(CHEMIX_MAX_SEATS, 8);
PIN(CHEMIX_NAME_SIZE, 64);
PIN(CHEMIX_IDENTIFIER_SIZE, 32);
PIN(CHEMIX_POLICY_SIZE, 128);
PIN(CHEMIX_OPTION_NUMBER, 0);
PIN(CHEMIX_OPTION_REAL, 1);
PIN(CHEMIX_OPTION_SWITCH, 2);
PIN(CHEMIX_OPTION_CHOICE, 3);
PIN(CHEMIX_ASKED_NOBODY, 0);
PIN(CHEMIX_ASKED_CHANCE, 1);
PIN(CHEMIX_ASKED_ONE, 2);
PIN(CHEMIX_ASKED_SEVERAL, 3);
PIN(CHEMIX_ASKED_SEALED, 4);
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
PIN(CHEMIX_FIELD_NUMBER, 0);
PIN(CHEMIX_FIELD_FLAG, 1);
PIN(CHEMIX_FIELD_SEAT, 2);
PIN(CHEMIX_FIELD_CARD, 3);
PIN(CHEMIX_FIELD_CHOICE, 4);
PIN(CHEMIX_ABSENT, INT32_MIN);
PIN(CHEMIX_UNSEEN, -1);
PIN(CHEMIX_NONE, -1);
PIN(CHEMIX_TENSOR_OBSERVATION, 0);
PIN(CHEMIX_TENSOR_INFORMATION_STATE, 1);
PIN(CHEMIX_TENSOR_STATE, 2);
PIN(CHEMIX_CARD_ELEMENT, 0);
PIN(CHEMIX_CARD_NOBLE_GAS, 1);
PIN(CHEMIX_CARD_MULTIPLIER, 2);
PIN(CHEMIX_CARD_COMPOUND, 3);
PIN(CHEMIX_CARD_WILD, 4);
PIN(CHEMIX_CARD_NUMBER, 5);
PIN(CHEMIX_COLOR_NONE, 0);
PIN(CHEMIX_COLOR_GREEN, 1);
PIN(CHEMIX_COLOR_PURPLE, 2);
PIN(CHEMIX_RECONSTRUCTED_FORMULA, 1);
PIN(CHEMIX_RECONSTRUCTED_POINTS, 2);
PIN(CHEMIX_RECONSTRUCTED_NAMES, 4);
PIN(CHEMIX_MAX_TOKENS, 32);
PIN(CHEMIX_MAX_ELEMENTS, 12);
PIN(CHEMIX_STYLE_PLAIN, 0);
PIN(CHEMIX_STYLE_UNICODE, 1);
PIN(CHEMIX_STYLE_MARKUP, 2);
PIN(CHEMIX_STYLE_ALOUD, 3);
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
PIN(CHEMIX_EVERYBODY, 255);
PIN(CHEMIX_UNDO_ALLOWED, 0);
PIN(CHEMIX_UNDO_NOTHING, 1);
PIN(CHEMIX_UNDO_OTHERS_ACTED, 2);
PIN(CHEMIX_UNDO_CHANCE_ACTED, 3);
PIN(CHEMIX_UNDO_SEALED, 4);
PIN(CHEMIX_UNDO_GAME_OVER, 5);
PIN(CHEMIX_UNDO_LEARNED, 6);
PIN(CHEMIX_FACE_DOWN, 0);
PIN(CHEMIX_FACE_OWN, 1);
PIN(CHEMIX_FACE_UP, 2);
PIN(CHEMIX_MARK_FORMED, 1);
PIN(CHEMIX_MARK_DISSOLVED, 2);
PIN(CHEMIX_MARK_LAID_OFF, 4);
PIN(CHEMIX_MARK_DRAWN, 8);
PIN(CHEMIX_MARK_CHOSEN, 16);
PIN(CHEMIX_OTHERS_DECIDED, 0);
PIN(CHEMIX_OTHERS_UNDECIDED, 1);
PIN(CHEMIX_HINT_ONLY, 0);
PIN(CHEMIX_HINT_ALIKE, 1);
PIN(CHEMIX_HINT_POINTS, 2);
PIN(CHEMIX_HINT_LOOKED_AHEAD, 3);
PIN(CHEMIX_HINT_SOLVED, 4);
PIN(CHEMIX_COMMITMENT_SIZE, 65);

PIN_SIZE(chemix_status, 4);
PIN_SIZE(chemix_count, 4);

PIN_FIELD(chemix_error, size, 0, 4);
PIN_FIELD(chemix_error, status, 4, 4);
PIN_FIELD(chemix_error, actor, 8, 4);
PIN_FIELD(chemix_error, action, 12, 4);
PIN_FIELD(chemix_error, detail, 16, 4);
PIN_FIELD(chemix_error, arguments, 20, 12);
PIN_FIELD(chemix_error, needed, 32, 8);
PIN_FIELD(chemix_error, rule, 40, 16);
PIN_FIELD(chemix_error, field, 56, 64);
PIN_FIELD(chemix_error, value, 120, 64);
PIN_FIELD(chemix_error, message, 184, 256);
PIN_SIZE(chemix_error, 440);

PIN_FIELD(chemix_seed, key, 0, 32);
PIN_SIZE(chemix_seed, 32);

PIN_FIELD(chemix_limits, size, 0, 4);
PIN_FIELD(chemix_limits, players, 4, 4);
PIN_FIELD(chemix_limits, min_players, 8, 4);
PIN_FIELD(chemix_limits, max_players, 12, 4);
PIN_FIELD(chemix_limits, game_key, 16, 8);
PIN_FIELD(chemix_limits, state_size, 24, 4);
PIN_FIELD(chemix_limits, observation_size, 28, 4);
PIN_FIELD(chemix_limits, alignment, 32, 4);
PIN_FIELD(chemix_limits, max_state_bytes, 36, 4);
PIN_FIELD(chemix_limits, max_observation_bytes, 40, 4);
PIN_FIELD(chemix_limits, max_json_size, 44, 4);
PIN_FIELD(chemix_limits, max_text_size, 48, 4);
PIN_FIELD(chemix_limits, max_steps, 52, 4);
PIN_FIELD(chemix_limits, action_count, 56, 4);
PIN_FIELD(chemix_limits, chance_action_count, 60, 4);
PIN_FIELD(chemix_limits, max_legal_actions, 64, 4);
PIN_FIELD(chemix_limits, max_outcomes, 68, 4);
PIN_FIELD(chemix_limits, max_step_events, 72, 4);
PIN_FIELD(chemix_limits, max_action_fields, 76, 4);
PIN_FIELD(chemix_limits, max_observation_fields, 80, 4);
PIN_FIELD(chemix_limits, max_piles, 84, 4);
PIN_FIELD(chemix_limits, max_card_groups, 88, 4);
PIN_FIELD(chemix_limits, max_hidden_places, 92, 4);
PIN_FIELD(chemix_limits, card_kind_count, 96, 4);
PIN_FIELD(chemix_limits, max_copies, 100, 4);
PIN_FIELD(chemix_limits, phase_count, 104, 4);
PIN_FIELD(chemix_limits, option_count, 108, 4);
PIN_FIELD(chemix_limits, turn_weight_count, 112, 4);
PIN_FIELD(chemix_limits, tensor_size, 116, 4);
PIN_FIELD(chemix_limits, information_state_tensor_size, 120, 4);
PIN_FIELD(chemix_limits, state_tensor_size, 124, 4);
PIN_SIZE(chemix_limits, 128);

PIN_SIZE(chemix_option_type, 4);

PIN_FIELD(chemix_option, size, 0, 4);
PIN_FIELD(chemix_option, type, 4, 4);
PIN_FIELD(chemix_option, least, 8, 4);
PIN_FIELD(chemix_option, most, 12, 4);
PIN_FIELD(chemix_option, choice_count, 16, 4);
PIN_FIELD(chemix_option, rule, 20, 16);
PIN_FIELD(chemix_option, name, 36, 32);
PIN_FIELD(chemix_option, default_value, 68, 32);
PIN_FIELD(chemix_option, value, 100, 32);
PIN_SIZE(chemix_option, 132);

PIN_SIZE(chemix_asked, 4);

PIN_FIELD(chemix_phase, size, 0, 4);
PIN_FIELD(chemix_phase, asked, 4, 4);
PIN_FIELD(chemix_phase, name, 8, 32);
PIN_SIZE(chemix_phase, 40);

PIN_SIZE(chemix_zone, 4);

PIN_FIELD(chemix_place, zone, 0, 4);
PIN_FIELD(chemix_place, owner, 4, 4);
PIN_SIZE(chemix_place, 8);

PIN_SIZE(chemix_field_type, 4);

PIN_FIELD(chemix_field, name, 0, 32);
PIN_FIELD(chemix_field, type, 32, 4);
PIN_FIELD(chemix_field, value, 36, 4);
PIN_FIELD(chemix_field, owner, 40, 4);
PIN_FIELD(chemix_field, element, 44, 4);
PIN_FIELD(chemix_field, counter, 48, 4);
PIN_FIELD(chemix_field, reserved, 52, 4);
PIN_SIZE(chemix_field, 56);

PIN_SIZE(chemix_tensor, 4);
PIN_SIZE(chemix_card_type, 4);
PIN_SIZE(chemix_color, 4);

PIN_FIELD(chemix_card, size, 0, 4);
PIN_FIELD(chemix_card, kind, 4, 4);
PIN_FIELD(chemix_card, type, 8, 4);
PIN_FIELD(chemix_card, copies, 12, 4);
PIN_FIELD(chemix_card, points, 16, 4);
PIN_FIELD(chemix_card, number, 20, 4);
PIN_FIELD(chemix_card, atomic_number, 24, 4);
PIN_FIELD(chemix_card, color, 28, 4);
PIN_FIELD(chemix_card, reconstructed, 32, 4);
PIN_FIELD(chemix_card, token_count, 36, 4);
PIN_FIELD(chemix_card, tokens, 40, 128);
PIN_FIELD(chemix_card, element_count, 168, 4);
PIN_FIELD(chemix_card, elements, 172, 48);
PIN_FIELD(chemix_card, name, 220, 96);
PIN_SIZE(chemix_card, 316);

PIN_SIZE(chemix_style, 4);

PIN_FIELD(chemix_step, actor, 0, 4);
PIN_FIELD(chemix_step, action, 4, 4);
PIN_SIZE(chemix_step, 8);

PIN_FIELD(chemix_acting, asked, 0, 4);
PIN_FIELD(chemix_acting, seats, 4, 4);
PIN_SIZE(chemix_acting, 8);

PIN_FIELD(chemix_outcome, weight, 0, 8);
PIN_FIELD(chemix_outcome, action, 8, 4);
PIN_FIELD(chemix_outcome, reserved, 12, 4);
PIN_SIZE(chemix_outcome, 16);

PIN_SIZE(chemix_verb, 4);

PIN_FIELD(chemix_event, verb, 0, 4);
PIN_FIELD(chemix_event, from, 4, 8);
PIN_FIELD(chemix_event, to, 12, 8);
PIN_FIELD(chemix_event, player, 20, 4);
PIN_FIELD(chemix_event, index, 24, 4);
PIN_FIELD(chemix_event, kind, 28, 4);
PIN_FIELD(chemix_event, amount, 32, 4);
PIN_FIELD(chemix_event, seen_by, 36, 4);
PIN_SIZE(chemix_event, 40);

PIN_SIZE(chemix_undo, 4);

PIN_FIELD(chemix_pile, place, 0, 8);
PIN_FIELD(chemix_pile, cards, 8, 4);
PIN_FIELD(chemix_pile, points, 12, 4);
PIN_FIELD(chemix_pile, is_known, 16, 4);
PIN_FIELD(chemix_pile, is_ordered, 20, 4);
PIN_FIELD(chemix_pile, name, 24, 32);
PIN_SIZE(chemix_pile, 56);

PIN_SIZE(chemix_face, 4);

PIN_FIELD(chemix_card_group, place, 0, 8);
PIN_FIELD(chemix_card_group, pile, 8, 4);
PIN_FIELD(chemix_card_group, kind, 12, 4);
PIN_FIELD(chemix_card_group, copies, 16, 4);
PIN_FIELD(chemix_card_group, face, 20, 4);
PIN_FIELD(chemix_card_group, position, 24, 4);
PIN_FIELD(chemix_card_group, reserved_by, 28, 4);
PIN_FIELD(chemix_card_group, set, 32, 4);
PIN_FIELD(chemix_card_group, stands_for, 36, 4);
PIN_FIELD(chemix_card_group, marks, 40, 4);
PIN_SIZE(chemix_card_group, 44);

PIN_SIZE(chemix_others, 4);

PIN_FIELD(chemix_action_value, value, 0, 8);
PIN_FIELD(chemix_action_value, visits, 8, 8);
PIN_FIELD(chemix_action_value, action, 16, 4);
PIN_FIELD(chemix_action_value, reserved, 20, 4);
PIN_SIZE(chemix_action_value, 24);

PIN_SIZE(chemix_hint_reason, 4);

PIN_FIELD(chemix_hint, size, 0, 4);
PIN_FIELD(chemix_hint, action, 4, 4);
PIN_FIELD(chemix_hint, reason, 8, 4);
PIN_FIELD(chemix_hint, choices, 12, 4);
PIN_FIELD(chemix_hint, margin, 16, 8);
PIN_FIELD(chemix_hint, gain, 24, 8);
PIN_FIELD(chemix_hint, visits, 32, 8);
PIN_SIZE(chemix_hint, 40);

PIN_FIELD(chemix_handover, step, 0, 4);
PIN_FIELD(chemix_handover, seat, 4, 4);
PIN_FIELD(chemix_handover, policy, 8, 128);
PIN_SIZE(chemix_handover, 136);

PIN_FIELD(chemix_contribution, byte_count, 0, 4);
PIN_FIELD(chemix_contribution, bytes, 4, 32);
PIN_SIZE(chemix_contribution, 36);

PIN_FIELD(chemix_deal, size, 0, 4);
PIN_FIELD(chemix_deal, commitment, 4, 65);
PIN_FIELD(chemix_deal, reserved, 69, 3);
PIN_FIELD(chemix_deal, seed, 72, 32);
PIN_FIELD(chemix_deal, salt, 104, 32);
PIN_FIELD(chemix_deal, contributions, 136, 288);
PIN_SIZE(chemix_deal, 424);

PIN_FIELD(chemix_log_entry, milliseconds, 0, 8);
PIN_FIELD(chemix_log_entry, actor, 8, 4);
PIN_FIELD(chemix_log_entry, action, 12, 4);
PIN_FIELD(chemix_log_entry, by_policy, 16, 4);
PIN_FIELD(chemix_log_entry, reserved, 20, 4);
PIN_SIZE(chemix_log_entry, 24);

int main(void) { return chemix_abi_version() == CHEMIX_ABI_VERSION ? 0 : 1; }
