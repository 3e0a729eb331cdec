// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of Chemistry Battle.
#pragma once

#include "chemix/cards/card_tensor.hpp"
#include "chemix/games/chemistry_battle/rules.hpp"

namespace chemix::chemistry_battle {

// A view folded from impossible events may hold a card twice.
inline void add_once(BasicDeck::Bag& cards, Card card) {
  if (cards.count(card) == 0) cards.add(card);
}

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const int cards = rules.deck().size();
  const bool has_kitty = rules.kitty_at_start() > 0;
  tensor.choice("phase", open.phase, "what is asked, or what chance does",
                [&](Phase phase) { return phase != Phase::TurningUp || has_kitty; });
  tensor.seat("current_player", open.current_player, "whose turn it is");
  tensor.seat("leader", open.leader, "who plays first in this round");
  tensor.number("rounds", open.rounds, rules.options().max_rounds, "rounds completed");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  // Each kind has one card, which lies in front of at most one player.
  begin_kinds(tensor, "pile.owner", any_kind, tensor.players(),
              "cards that each has collected, or has played in this round");
  for (int i = 0; i < tensor.players(); ++i) {
    const Player p = tensor.seat(i);
    BasicDeck::Bag front;
    for (int j = 0; j < open.pile[p].size(); ++j) add_once(front, open.pile[p][j]);
    for (int j = 0; j < open.played[p].size(); ++j) add_once(front, open.played[p][j]);
    put_cards(tensor, any_kind, front);
  }
  CardPlaces<CardList<basic_deck_size>> places(rules, any_kind);
  BasicDeck::Bag played;
  for (Player p = 0; p < tensor.players(); ++p) {
    places.add(open.pile[p]);
    for (int j = 0; j < open.played[p].size(); ++j) add_once(played, open.played[p][j]);
  }
  places.put(tensor, "pile", any_kind,
             "the place of each card in the pile that it lies in, the next to be played first");
  card_counts(tensor, "played", played, any_kind, "cards played in this round");
  tensor.number("kitty_size", open.kitty_size, cards, "cards of the draw pile, then of the kitty");
  if (has_kitty) {
    tensor.seat("kitty_owner", open.kitty_owner, "whose pile the kitty lies in");
    tensor.number("above_kitty", open.above_kitty, cards, "cards that lie above it there");
  } else {
    tensor.leave_out("kitty_owner", "the cards are dealt out: there is no kitty");
    tensor.leave_out("above_kitty", "the cards are dealt out: there is no kitty");
  }
}

void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "kitty", hidden.kitty, any_kind, "cards of the draw pile, then of the kitty");
}

}  // namespace chemix::chemistry_battle
