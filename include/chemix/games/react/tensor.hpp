// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of REACT!.
#pragma once

#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_tensor.hpp"
#include "chemix/games/react/rules.hpp"

namespace chemix::react {

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const int cards = rules.deck().all_cards().small_cards().size();
  tensor.choice("phase", open.phase, "what is asked, or what chance does", [&](Phase phase) {
    if (phase == Phase::Market || phase == Phase::Swap) return rules.has_market();
    return phase != Phase::Draw || !rules.has_market();
  });
  tensor.seat("leader", open.leader, "the leader");
  tensor.seat("current_player", open.current_player,
              "whose exchange it is, or who gets the next card of the deal");
  tensor.seat("partner", open.partner, "who is drawn from or asked");
  card_kind(tensor, "asked", open.asked, any_small, "the kind that was asked for");
  tensor.number("rounds", open.rounds, rules.options().max_rounds, "exchange rounds completed");
  tensor.flag("second_try", open.second_try, "the second play round after an exchange round");
  tensor.flag("sweep_due", open.sweep_due,
              "the open compounds go under the compound pile after the exchange round");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  tensor.number("draw_pile_size", open.draw_pile_size, cards, "cards in the draw pile");
  if (rules.has_market()) {
    card_counts(tensor, "market", open.market, any_small, "cards in the market");
    card_slots(tensor, "taken", open.taken, any_small,
               "cards taken from the market in the running action, ascending");
    tensor.leave_out("discard_pile_size", "with a market there is no discard pile");
  } else {
    tensor.number("discard_pile_size", open.discard_pile_size, cards, "cards in the discard pile");
    for (const char* name : {"market", "taken"}) {
      tensor.leave_out(name, "two players have no market");
    }
  }
  tensor.number("aside_size", open.aside_size, max_exchanged,
                "cards put down face down in the running action");
  card_counts(tensor, "compound_pile", open.compound_pile, any_compound,
              "compounds of unknown order in the stack");
  card_places(tensor, "bottom", open.bottom, any_compound,
              "compounds below them in known order, the uppermost first");
  card_slots(tensor, "display", open.display, any_compound, "open compounds, the oldest first");
  card_counts_by_seat(tensor, "reserved", open.reserved, any_compound,
                      "compounds reserved by each");
  card_counts_by_seat(tensor, "won", open.won, any_compound, "compounds won by each");
  card_kind_by_seat(tensor, "claims", open.claims, any_compound, "the open claim of each");
  tensor.flags("passed", open.passed, "who claims nothing");
  tensor.flags("called", open.called, "whose call has been heard");
  tensor.seat("first_caller", open.first_caller, "who called first");
  tensor.flag("open_won", open.open_won, "an open compound was won in this play round");
}

// Encodes a short ordered list as one one-hot kind per slot.
template <int Capacity>
void card_slots(auto& tensor, const char* name, const CardList<Capacity>& list, const auto& kinds,
                const char* meaning) {
  begin_kinds(tensor, name, kinds, Capacity, meaning);
  for (int i = 0; i < Capacity; ++i) {
    put_kind(tensor, kinds, i < list.size() ? std::optional(list[i]) : std::nullopt);
  }
}

void encode_own(auto& tensor, const Private& own) {
  card_counts(tensor, "hand", own.hand, any_small, "cards in the hand");
  card_slots(tensor, "aside", own.aside, any_small,
             "cards put down face down in the running action, ascending");
  card_counts(tensor, "shown", own.shown, any_small,
              "the hand of who asked, while a card of it is chosen");
  tensor.flag("decided", own.decided, "a sealed decision waits for the others");
  card_kind(tensor, "claim", own.claim, any_compound, "the compound claimed in it");
}

void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "draw_pile", hidden.draw_pile, any_small, "cards in the draw pile");
  if (tensor.rules().has_market()) {
    tensor.leave_out("discard_pile", "with a market there is no discard pile");
  } else {
    card_counts(tensor, "discard_pile", hidden.discard_pile, any_small,
                "cards in the discard pile, face down");
  }
}

void encode_known(auto& tensor, const Knowledge& knowledge, const Public& open) {
  tensor.rules().with_current_log(knowledge.log, open, [&](const ObservationLog& log) {
    with_sure<SurelyHeld>(tensor, log, [&](const SurelyHeld& sure) {
      surely_held(tensor, "log.held", sure, any_small);
      with_sure<SurelyLacking>(tensor, log, [&](const SurelyLacking& lacking) {
        surely_lacking(tensor, "log.lacking", lacking, open.hand_size, any_small);
      });
      if (tensor.rules().has_market()) return;
      surely_held(tensor, "log.draw_pile", sure, place_draw_pile, any_small,
                  "cards surely in the draw pile, as a part of all");
      surely_held(tensor, "log.discard_pile", sure, place_discarded, any_small,
                  "cards surely in the discard pile, as a part of all");
    });
  });
  tensor.leave_out("log", "a log: what is sure by it now is in log.held and the like");
}

}  // namespace chemix::react
