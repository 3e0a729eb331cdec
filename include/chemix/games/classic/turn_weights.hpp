// SPDX-License-Identifier: Apache-2.0
// What a whole turn of ChemiX Classic is worth, as a sum with weights.
#pragma once

namespace chemix::classic {

/// What an outcome is worth to the player on turn: a sum of these, each times how much there is.
struct TurnWeights {
  /// By how much the own score changes.
  double points = 1;
  /// By how much the scores of the others change, all together.
  double points_to_others = -0.5;
  /// Cards in the hand.
  double cards_kept = 0.25;
  /// Cards that came to the own minus pile.
  double minus_cards = 0;
  /// Noble gases that the player has then.
  double noble_gases = 0.5;
};

}  // namespace chemix::classic
