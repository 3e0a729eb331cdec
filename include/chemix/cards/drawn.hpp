// SPDX-License-Identifier: Apache-2.0
// Drawn: what chance does in every game of cards.
#pragma once

#include "chemix/cards/card.hpp"

#include <string_view>

namespace chemix {

/// Chance: the card that comes, dealt or drawn blindly (GN-2).
struct Drawn {
  Card card;
  static constexpr std::string_view name = "drawn";
  constexpr bool operator==(const Drawn&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};

}  // namespace chemix
