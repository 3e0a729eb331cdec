// SPDX-License-Identifier: Apache-2.0
// Deal constraints: bounds on the number of cards of some kinds in some hidden places.
#pragma once

#include "chemix/cards/card.hpp"

#include <cstdint>

namespace chemix {

/// A set of hidden places, numbered by the game from 0: one bit per place.
using PlaceSet = std::uint16_t;

/// These places together hold at least `at_least` and at most `at_most` cards of these kinds. All
/// knowledge about hidden cards is expressed in this form.
template <class Set>
struct DealConstraintOf {
  PlaceSet places = 0;
  Set kinds;
  std::uint8_t at_least = 0;
  std::uint8_t at_most = no_limit;

  static constexpr std::uint8_t no_limit = 255;

  constexpr bool operator==(const DealConstraintOf&) const = default;
};

using DealConstraint = DealConstraintOf<CardSet>;

}  // namespace chemix
