// SPDX-License-Identifier: Apache-2.0
// Constraints on deals: what is known of the cards in some hidden places.
#pragma once

#include "chemix/cards/card.hpp"

#include <cstdint>

namespace chemix {

/// A set of hidden places, numbered by the game from 0: one bit per place.
using PlaceSet = std::uint16_t;

/// These places together hold at least so many and at most so many cards of these kinds.
/// The one form in which everything known of hidden cards is told.
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
