// SPDX-License-Identifier: Apache-2.0
// What many games consist of: a hand, a draw pile.
#pragma once

namespace chemix {

/// What a player holds, where it is nothing but a hand.
template <class Bag>
struct HandOf {
  Bag hand;

  constexpr bool operator==(const HandOf&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("hand", self.hand); }
};

/// What nobody sees, where it is nothing but a draw pile of unknown order.
template <class Bag>
struct DrawPileOf {
  Bag draw_pile;

  constexpr bool operator==(const DrawPileOf&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
  }
};

}  // namespace chemix
