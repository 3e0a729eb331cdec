// SPDX-License-Identifier: Apache-2.0
// What a tensor of ChemiX Showdown holds.
#pragma once

#include "chemix/cards/card_tensor.hpp"
#include "chemix/games/showdown.hpp"

#include <string>

namespace chemix::showdown {

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  int cards = 0;
  int elements = 0;
  int gases = 0;
  int compounds = 0;
  for_each_kind(rules, any_kind, [&](Card card, int copies) {
    cards += card.is_token() ? copies : 0;
    elements += card.is_element() ? copies : 0;
    gases += card.is_noble_gas() ? copies : 0;
    compounds += card.is_compound() ? copies : 0;
  });
  tensor.choice("phase", open.phase, "what is asked, or what chance does");
  tensor.seat("current_player", open.current_player,
              "who decides, or gets the next card of a deal");
  tensor.seat("beginner", open.beginner, "who began the running round");
  tensor.number("round", open.round, compounds + last_patient_round + 1, "the laying round");
  tensor.seat("last_player", open.last_player, "the last to lay a compound or take a stack");
  tensor.seat("passer", open.passer, "who passed and may be asked for cards");
  card_kind(tensor, "last_laid", open.last_laid, any_compound, "the compound laid last");
  card_kind(tensor, "asked", open.asked, any_element, "the element that is asked about");
  tensor.flags("passed", open.passed, "who has passed in this round");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  tensor.numbers("gases_due", open.gases_due, gases,
                 "noble gases held as the round began, less those given away since");
  card_counts_by_seat(tensor, "gases", open.gases, any_noble_gas, "noble gases of each");
  tensor.number("draw_pile_size", open.draw_pile_size, elements, "elements not dealt yet");
  card_counts(tensor, "gas_pile", open.gas_pile, any_noble_gas, "noble gases not dealt yet");
  card_counts(tensor, "display", open.display, any_compound, "compounds that can be laid");
  card_counts(tensor, "multipliers", open.multipliers, any_multiplier,
              "multipliers on the stacks of the display");
  card_counts_by_seat(tensor, "stacks", open.stacks, any_compound,
                      "compounds on their stacks, by who laid them");
  card_counts(tensor, "stack_cards", open.stack_cards, any_token, "small cards on all stacks");
  card_counts_by_seat(
      tensor, "points", open.points,
      [](Card card) { return card.is_element() || card.is_compound(); },
      "compounds won, and elements set aside");
  finished_elements(tensor, open);
  if (gases > tensor.players()) {
    card_counts(tensor, "removed", open.removed, any_noble_gas,
                "noble gases that are out of the game");
  } else {
    tensor.leave_out("removed", "everybody gets a noble gas: none is out of the game");
  }
}

void finished_elements(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  begin_kinds(tensor, "finished_by", any_element, tensor.players(),
              "elements that each has finished");
  for (int i = 0; i < tensor.players(); ++i) {
    for_each_kind(rules, any_element, [&](Card element, int) {
      const auto& by = open.finished_by[element];
      tensor.put(by && *by == tensor.seat(i) ? 1 : 0);
    });
  }
  // Only compounds that hold the element can finish it.
  PerElement<CardSet> holding;
  for_each_kind(rules, any_compound, [&](Card compound, int) {
    rules.deck().contents(compound).for_each([&](Card token) {
      if (token.is_element()) holding[token].insert(compound);
    });
  });
  const auto for_each_pair = [&](auto&& use) {
    for_each_kind(rules, any_element, [&](Card element, int) {
      holding[element].for_each([&](Card compound) { use(element, compound); });
    });
  };
  tensor.begin("finished_with", "the compound that finished each element", {}, [&](auto&& add) {
    for_each_pair([&](Card element, Card compound) {
      add(std::string(rules.deck().name(element)) + " " + std::string(rules.deck().name(compound)));
    });
  });
  for_each_pair([&](Card element, Card compound) {
    tensor.put(open.finished_with[element] == compound ? 1 : 0);
  });
}

void encode_own(auto& tensor, const Private& own) {
  card_counts(tensor, "hand", own.hand, any_token, "cards in the hand");
  card_counts(tensor, "shown", own.shown, any_token,
              "the hand of who passed, while cards of it are chosen");
}

void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "draw_pile", hidden.draw_pile, any_element, "elements not dealt yet");
}

void encode_known(auto& tensor, const Facts& facts, const Public&) {
  const SureCards sure(tensor.rules(), facts.memory);
  surely_held(tensor, "memory.held", sure, any_token);
  tensor.leave_out("memory", "a log: what is sure by it now is in memory.held");
}

}  // namespace chemix::showdown
