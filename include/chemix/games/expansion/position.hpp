// SPDX-License-Identifier: Apache-2.0
// Card places of the games with expansion decks, for setting up positions.
#pragma once

#include "chemix/cards/deck_bag.hpp"
#include "chemix/core/player.hpp"

#include <cstdint>

namespace chemix::expansion {

/// A packed bag with the layout needed to read it.
struct PackedCards {
  DeckBag& bag;
  const BagLayout& layout;

  [[nodiscard]] auto kinds() const { return layout.kinds(bag); }
  [[nodiscard]] int count(Card card) const { return layout.count(bag, card); }
  [[nodiscard]] int size() const { return bag.size(); }
  void remove(Card card) { layout.remove(bag, card); }
};

/// See `chemix::position::for_each_bag`.
void for_each_pile(const auto& rules, auto table, auto&& visit) {
  const auto packed = [&](DeckBag& bag, std::uint8_t& size) {
    PackedCards cards{bag, rules.deck().layout()};
    visit(cards, &bag, &size);
  };
  for (Player p = 0; p < rules.player_count(); ++p) {
    packed(table.own[p].hand, table.open.hand_size[p]);
  }
  packed(table.hidden.draw_pile, table.open.draw_pile_size);
  visit(table.open.discard_pile, &table.open.discard_pile, nullptr);
}

}  // namespace chemix::expansion
