// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of Chemuno.
#pragma once

#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_tensor.hpp"
#include "chemix/games/chemuno/rules.hpp"

#include <algorithm>

namespace chemix::chemuno {

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const int cards = rules.deck().size();
  const int max_penalty = rules.max_penalty();
  const bool has_gases = rules.kinds_in_play().size(any_noble_gas) > 0;
  tensor.choice("phase", open.phase, "what is asked, or what chance does", [&](Phase phase) {
    switch (phase) {
      case Phase::Penalty:
      case Phase::DrawingPenalty:
        return max_penalty > 0;
      case Phase::Call:
      case Phase::DrawingForgotten:
        return !rules.options().auto_call;
      case Phase::Wish:
        return has_gases;
      default:
        return true;
    }
  });
  tensor.seat("current_player", open.current_player, "whose turn it is");
  tensor.number("draws_due", open.draws_due, (std::max)(max_penalty, silence_cost),
                "cards still to be drawn");
  tensor.number("penalty", open.penalty, max_penalty, "cards of the open penalty");
  if (has_gases) card_kind(tensor, "wish", open.wish, any_element, "the wished element");
  card_kind(tensor, "top", open.top, any_kind, "the card that lies open");
  tensor.flag("acted", open.acted, "a card was laid or drawn in this turn");
  tensor.number("idle_turns", open.idle_turns, tensor.players(), "turns in a row without a card");
  tensor.number("turns", open.turns, rules.options().max_turns, "turns completed");
  tensor.number("draw_pile_size", open.draw_pile_size, cards, "cards in the draw pile");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  card_counts(tensor, "laid", open.laid, any_kind, "cards laid, the top card too");
}

void encode_own(auto& tensor, const Private& own) {
  card_counts(tensor, "hand", own.hand, any_kind, "cards in the hand");
  card_kind(tensor, "drawn", own.drawn, any_kind, "the card just drawn, while it may be laid");
}

void encode_known(auto& tensor, const Knowledge& knowledge, const Public& open) {
  with_sure<SurelyLacking>(tensor, knowledge.log, [&](const SurelyLacking& sure) {
    surely_lacking(tensor, "log.lacking", sure, open.hand_size, any_kind);
  });
  card_counts(tensor, "pile", knowledge.pile, any_kind,
              "cards that the draw pile was last made of; none before the first time");
  tensor.leave_out("log", "a log: what is sure by it now is in log.lacking");
}

}  // namespace chemix::chemuno
