// SPDX-License-Identifier: Apache-2.0
// Weights that value a whole turn of ChemiX Classic.
#pragma once

#include "chemix/core/options.hpp"

namespace chemix::classic {

/// The value of an outcome to the player on turn is the sum of these amounts, each times its
/// weight.
struct TurnWeights {
  double points = 1;
  double points_to_others = -0.5;
  double cards_kept = 0.25;
  double minus_cards = 0;
  double noble_gases = 0.5;

  static constexpr void visit_options(auto& self, auto&& visit) {
    const auto weight = [&](const char* name, const char* meaning, auto& value) {
      visit(OptionField{name, "", meaning, -1000, 1000}, value);
    };
    weight("points", "the change of the player's score", self.points);
    weight("points_to_others", "the total change of the other players' scores",
           self.points_to_others);
    weight("cards_kept", "cards in the hand", self.cards_kept);
    weight("minus_cards", "cards added to the player's minus pile", self.minus_cards);
    weight("noble_gases", "noble gases that are left", self.noble_gases);
  }
};

}  // namespace chemix::classic
