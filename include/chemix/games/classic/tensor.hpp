// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of ChemiX Classic.
#pragma once

#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_tensor.hpp"
#include "chemix/games/classic/rules.hpp"

namespace chemix::classic {

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const bool simplified = rules.options().ruleset == Ruleset::Simplified;
  const int cards = cards_in_play(rules, any_token);
  const int elements = cards_in_play(rules, any_element);
  const auto compounds = static_cast<int>(rules.kinds_in_play().size(any_compound));
  tensor.choice("phase", open.phase, "what is asked, or what chance does");
  tensor.seat("current_player", open.current_player,
              "whose turn it is, or who gets the next card of a deal");
  tensor.number("passes", open.passes, tensor.players(), "turns in a row that were passes");
  tensor.flag("undone", open.undone, "the running turn was taken back");
  tensor.number("turns", open.turns, (2 * compounds + 1) * tensor.players(), "turns that are over");
  card_kind(tensor, "taken", open.taken, any_multiplier,
            "the multiplier taken from a stack in this turn");
  card_kind(tensor, "returned", open.returned, any_multiplier,
            "the multiplier returned to a stack in this turn");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  tensor.number("draw_pile_size", open.draw_pile_size, elements, "cards in the draw pile");
  card_counts_by_seat(tensor, "gases", open.gases, any_noble_gas, "noble gases of each");
  card_counts(tensor, "gas_pile", open.gas_pile, any_noble_gas, "noble gases that nobody got");
  card_counts(tensor, "display", open.display, any_compound,
              "compounds that nobody has laid, and those formed in this turn");
  card_counts(tensor, "formed", open.formed, any_compound, "compounds formed in this turn");
  card_counts(tensor, "multipliers", open.multipliers, any_multiplier,
              "multipliers on their stacks");
  card_counts(tensor, "free_cards", open.free_cards, any_token,
              "small cards of the free area that belong to no compound");
  card_counts_by_seat(tensor, "laid", open.laid, any_compound,
                      "compounds of the free area by owner");
  card_counts(tensor, "dissolved", open.dissolved, any_compound,
              "compounds dissolved in this turn");
  card_counts(tensor, "laid_cards", open.laid_cards, any_token,
              "small cards of all compounds that are whole");
  card_counts_by_seat(tensor, "won", open.won, any_compound, "compounds won by each");
  const auto lost = [&](const auto& kinds) {
    card_counts_by_seat(tensor, "minus", open.minus, kinds, "the minus pile of each");
    card_counts(tensor, "laid_off", open.laid_off, kinds,
                "what came to a minus pile in this turn and could be taken back");
  };
  if (simplified) {
    lost(any_element);
    card_counts(tensor, "discard_pile", open.discard_pile, any_element,
                "elements in the discard pile");
  } else {
    lost(any_token);
    tensor.leave_out("discard_pile", "the rules of the booklet have none");
  }
}

void encode_own(auto& tensor, const Private& own) {
  card_counts(tensor, "hand", own.hand, any_token, "cards in the hand");
}

void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "draw_pile", hidden.draw_pile, any_element, "cards in the draw pile");
}

void encode_known(auto& tensor, const Knowledge& knowledge, const Public&) {
  with_sure<SurelyHeld>(tensor, knowledge.log, [&](const SurelyHeld& sure) {
    surely_held(tensor, "log.held", sure, any_token);
    surely_held(tensor, "log.draw_pile", sure, place_draw_pile, any_element,
                "elements surely in the draw pile, as a part of all");
  });
  if (tensor.rules().options().ruleset == Ruleset::Simplified) {
    card_counts(tensor, "pile", knowledge.pile, any_element,
                "cards that the draw pile was last made of; none before the first time");
  } else {
    tensor.leave_out("pile", "by the rules of the booklet the draw pile is never made anew");
  }
  tensor.leave_out("log", "a log: what is sure by it now is in log.held and .draw_pile");
}

}  // namespace chemix::classic
