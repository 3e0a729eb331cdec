// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of ChemiX Showdown.
#pragma once

#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_tensor.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/games/showdown/rules.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace chemix::showdown {

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const int cards = cards_in_play(rules, any_token);
  const int elements = cards_in_play(rules, any_element);
  const int gases = cards_in_play(rules, any_noble_gas);
  const auto compounds = static_cast<int>(rules.kinds_in_play().size(any_compound));
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
  // Only compounds that contain the element can finish it.
  tensor.begin("finished_with", "the compound that finished each element", {}, [&](auto&& add) {
    for_each_kind(rules, any_element, [&](Card element, int) {
      for_each_kind(rules, any_compound, [&](Card compound, int) {
        if ((rules.compounds_with(element) >> compound.compound() & 1) == 0) return;
        add(std::string(rules.deck().name(element)) + " " +
            std::string(rules.deck().name(compound)));
      });
    });
  });
  // Zeros of unfinished elements are accumulated and written at once with the next finished one.
  std::size_t unfinished = 0;
  for_each_kind(rules, any_element, [&](Card element, int) {
    const std::uint64_t compounds = rules.compounds_with(element);
    const auto count = static_cast<std::size_t>(popcount(compounds));
    const std::optional<Card>& with = open.finished_with[element];
    if (!with || !with->is_compound() || (compounds >> with->compound() & 1) == 0) {
      unfinished += count;
      return;
    }
    const int before = popcount(compounds & lowest_bits(with->compound()));
    tensor.put_one_hot(unfinished + count, unfinished + static_cast<std::size_t>(before));
    unfinished = 0;
  });
  tensor.put_one_hot(unfinished, unfinished);
}

void encode_own(auto& tensor, const Private& own) {
  card_counts(tensor, "hand", own.hand, any_token, "cards in the hand");
  card_counts(tensor, "shown", own.shown, any_token,
              "the hand of who passed, while cards of it are chosen");
}

void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "draw_pile", hidden.draw_pile, any_element, "elements not dealt yet");
}

void encode_known(auto& tensor, const Knowledge& knowledge, const Public&) {
  with_sure<SurelyHeld>(tensor, knowledge.log, [&](const SurelyHeld& sure) {
    surely_held(tensor, "log.held", sure, any_token);
  });
  tensor.leave_out("log", "a log: what is sure by it now is in log.held");
}

}  // namespace chemix::showdown
