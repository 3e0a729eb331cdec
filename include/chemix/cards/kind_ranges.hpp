// SPDX-License-Identifier: Apache-2.0
// Ranges of action fields that are kinds of cards.
#pragma once

#include "chemix/cards/card.hpp"

namespace chemix {

/// The `kinds` kinds from `first` on.
struct KindsFrom {
  int first;
  int kinds;

  constexpr int count(const auto&) const { return kinds; }
  constexpr int number(const auto&, Card card) const { return card.index - first; }
  constexpr Card nth(const auto&, int n) const { return Card::of(first + n); }
};

inline constexpr KindsFrom small_kinds{0, small_kind_count};
inline constexpr KindsFrom element_kinds{0, element_kind_count};
inline constexpr KindsFrom multiplier_kinds{Card::of_multiplier(2).index, multiplier_kind_count};

/// The kinds that can be part of a formula (DK-5).
struct TokenKinds {
  static constexpr int count(const auto&) { return token_kind_count; }
  static constexpr int number(const auto&, Card card) {
    return card.is_token() ? card.token() : -1;
  }
  static constexpr Card nth(const auto&, int n) { return Card::of_token(n); }
};
inline constexpr TokenKinds token_kinds;

/// The compounds of the deck.
struct CompoundKinds {
  static int count(const auto& rules) { return static_cast<int>(rules.deck().compounds().size()); }
  static constexpr int number(const auto&, Card card) { return card.index - small_kind_count; }
  static constexpr Card nth(const auto&, int n) { return Card::of_compound(n); }
};
inline constexpr CompoundKinds compound_kinds;

/// All kinds of the deck.
struct AllKinds {
  static int count(const auto& rules) { return rules.deck().card_kind_count(); }
  static constexpr int number(const auto&, Card card) { return card.index; }
  static constexpr Card nth(const auto&, int n) { return Card::of(n); }
};
inline constexpr AllKinds all_kinds;

/// Base of an action with a single card, from the range `Kinds`.
template <auto Kinds>
struct OneCard {
  Card card;

  constexpr bool operator==(const OneCard&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card, Kinds); }
};

}  // namespace chemix
