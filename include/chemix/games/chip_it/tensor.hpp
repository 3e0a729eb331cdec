// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of Chip it.
#pragma once

#include "chemix/cards/card_tensor.hpp"
#include "chemix/games/chip_it/rules.hpp"

#include <algorithm>

namespace chemix::chip_it {

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const int cards = rules.deck().size();
  const int limit = rules.options().max_value;
  tensor.choice("phase", open.phase, "what is asked, or what chance does");
  tensor.seat("current_player", open.current_player, "whose turn it is");
  tensor.number("size", open.size, (std::min)(cards, largest_hand),
                "cards of the combination that stands or is being played");
  tensor.number("value", open.value, limit, "value of the combination that is being played");
  tensor.number("standing_value", open.standing_value, limit, "the value to be outbid");
  tensor.seat("standing_player", open.standing_player, "whose combination is to be outbid");
  tensor.number("turns", open.turns, rules.options().max_turns, "turns completed");
  tensor.number("idle_passes", open.idle_passes, rules.max_idle_passes(),
                "passes in a row in which nothing was given back and no combination stood");
  tensor.number("supply", open.supply, all_points, "points in the supply");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  tensor.numbers("chips", open.chips, all_points, "points of each");
  card_counts_by_seat(tensor, "front", open.front, any_kind, "cards in front of each");
  tensor.numbers("front_value", open.front_value, limit, "the value of these cards");
  tensor.numbers("front_chips", open.front_chips, all_points, "the points on them");
  tensor.numbers("place", open.place, tensor.players(),
                 "the place in which each has finished, 0 while in the game");
  tensor.number("removed_size", open.removed_size, cards, "cards that are not dealt");
  card_counts(tensor, "discard_pile", open.discard_pile, any_kind, "cards in the discard pile");
}

void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "removed", hidden.removed, any_kind, "cards that are not dealt");
}

}  // namespace chemix::chip_it
