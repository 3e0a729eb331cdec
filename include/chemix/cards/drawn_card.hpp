// SPDX-License-Identifier: Apache-2.0
// DrawnCard: the chance action of every card game.
#pragma once

#include "chemix/cards/card.hpp"

#include <string_view>

namespace chemix {

/// The kinds that chance can draw: those below the count given by the rules.
struct DrawnKinds {
  static int count(const auto& rules) { return rules.drawn_kind_count(); }
  static constexpr int number(const auto&, Card card) { return card.index; }
  static constexpr Card nth(const auto&, int n) { return Card::of(n); }
};

/// The chance action: the card that is dealt or drawn blindly (GN-2).
struct DrawnCard {
  Card card;
  static constexpr std::string_view name = "drawn";
  constexpr bool operator==(const DrawnCard&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("card", self.card, DrawnKinds());
  }
};

}  // namespace chemix
