// SPDX-License-Identifier: Apache-2.0
// Tensor fields that the games with expansion decks share.
#pragma once

#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_tensor.hpp"
#include "chemix/games/expansion/table.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace chemix::expansion {

// Begins a field with one number per compound, in `rows` rows if given.
void begin_compounds(auto& tensor, const char* name, std::optional<int> rows, const char* meaning) {
  const auto& deck = tensor.rules().deck();
  if (!tensor.describes()) return;
  tensor.begin(name, meaning, rows, [&](auto&& add) {
    for (int i = 0; i < deck.compound_count(); ++i) add(deck.name(deck.compound_card(i)));
  });
}

/// Encodes the public table, except the phase.
void encode_table(auto& tensor, const Public& open) {
  const auto& deck = tensor.rules().deck();
  const int cards = deck.all_cards().size();
  const int compounds = deck.compound_count();
  const int max_kinds = deck.max_kinds_in_price();
  tensor.seat("current_player", open.current_player, "whose turn it is; at first who begins");
  tensor.number("draws", open.draws, cards_drawn, "cards drawn or skipped in this turn");
  tensor.flag("took_discard", open.took_discard, "one of them was the top discard");
  begin_compounds(tensor, "chosen", {}, "the compound that is being captured");
  const auto all = static_cast<std::size_t>(compounds);
  tensor.put_one_hot(all, open.chosen > 0 ? open.chosen - std::size_t{1} : all);
  tensor.number("wilds.kinds", open.wilds.size(), max_kinds,
                "for how many of its kinds wild cards were said");
  tensor.begin("wilds", "how many they are, kind by kind", {}, [&](auto&& add) {
    for (int i = 1; i <= max_kinds; ++i) add(std::to_string(i));
  });
  for (int i = 0; i < max_kinds; ++i) {
    tensor.put(i < open.wilds.size() ? static_cast<double>(open.wilds[i]) / deck.max_of_kind() : 0);
  }
  tensor.number("draw_pile_size", open.draw_pile_size, cards, "cards in the draw pile");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  const auto put_place = [&](CompoundPlaces::Place place) {
    put_bits(tensor, open.compounds.at(place, deck.all_compounds()), all);
  };
  begin_compounds(tensor, "compounds.open", {},
                  "compounds that lie open; all others are in the "
                  "stack, or captured");
  put_place(CompoundPlaces::open);
  begin_compounds(tensor, "compounds.captured", tensor.players(), "compounds captured by each");
  for (int i = 0; i < tensor.players(); ++i) {
    put_place(CompoundPlaces::captured_by(tensor.seat(i)));
  }
  card_places(tensor, "discard_pile", open.discard_pile, any_kind,
              "the place of each card in the discard pile, the top card first");
  tensor.leave_out("points", "hands are counted when nothing is to be done any more");
}

void encode_own(auto& tensor, const Private& own) {
  card_counts(tensor, "hand", own.hand, any_kind, "cards in the hand");
}

void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "draw_pile", hidden.draw_pile, any_kind, "cards in the draw pile");
}

/// Encodes what a viewer knows of hidden cards.
void encode_known(auto& tensor, const Knowledge& knowledge, const Public&) {
  if (tensor.players() > 1) {
    with_sure<SurelyHeld>(tensor, knowledge.log, [&](const SurelyHeld& sure) {
      surely_held(tensor, "log.held", sure, any_kind);
    });
  } else {
    tensor.leave_out("log.held", "nobody else has a hand");
  }
  card_counts(tensor, "pile", knowledge.pile, any_kind,
              "cards that the draw pile was last made of; none before the first time");
  tensor.leave_out("log", "a log: what is sure by it now is in log.held");
}

}  // namespace chemix::expansion
