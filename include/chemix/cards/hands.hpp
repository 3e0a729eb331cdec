// SPDX-License-Identifier: Apache-2.0
// Private and hidden parts that many games share: a hand, a draw pile.
#pragma once

namespace chemix {

/// A private part that consists of a hand only.
template <class Bag>
struct HandOf {
  Bag hand;

  constexpr bool operator==(const HandOf&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("hand", self.hand); }
};

/// A hidden part that consists only of a draw pile in unknown order.
template <class Bag>
struct DrawPileOf {
  Bag draw_pile;

  constexpr bool operator==(const DrawPileOf&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
  }
};

}  // namespace chemix
