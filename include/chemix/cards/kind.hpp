// SPDX-License-Identifier: Apache-2.0
// The kinds of cards.
#pragma once

#include <compare>
#include <cstdint>

namespace chemix {

inline constexpr int element_kind_count = 10;    // DK-1
inline constexpr int noble_gas_kind_count = 4;   // DK-2
inline constexpr int multiplier_kind_count = 3;  // DK-3
inline constexpr int token_kind_count = element_kind_count + multiplier_kind_count;
inline constexpr int small_kind_count = token_kind_count + noble_gas_kind_count;
inline constexpr int max_compound_count = 64;  // DK-4
inline constexpr int max_card_kind_count = small_kind_count + max_compound_count;

/// A kind of card. Small kinds come first and are the same in every ChemiX deck: the elements H C N
/// O Na P S Cl Ca Fe (0–9), the noble gases He Ne Ar Rn (10–13) and the multipliers 2 3 4 (14–16).
/// The compounds of the deck follow in file order (17–80).
struct Card {
  std::uint8_t index = 0;

  constexpr auto operator<=>(const Card&) const = default;

  [[nodiscard]] constexpr bool is_element() const { return index < element_kind_count; }
  [[nodiscard]] constexpr bool is_noble_gas() const {
    return index >= element_kind_count && index < element_kind_count + noble_gas_kind_count;
  }
  [[nodiscard]] constexpr bool is_multiplier() const {
    return index >= element_kind_count + noble_gas_kind_count && index < small_kind_count;
  }
  [[nodiscard]] constexpr bool is_small() const { return index < small_kind_count; }
  /// Whether the card can be part of a formula: elements and multipliers, but not noble gases
  /// (DK-5).
  [[nodiscard]] constexpr bool is_token() const { return is_element() || is_multiplier(); }
  [[nodiscard]] constexpr bool is_compound() const { return index >= small_kind_count; }

  /// The printed number of a multiplier card: 2, 3 or 4.
  [[nodiscard]] constexpr int multiplier() const {
    return index - (element_kind_count + noble_gas_kind_count) + 2;
  }
  /// The index of a token among all tokens, from 0.
  [[nodiscard]] constexpr int token() const {
    return is_element() ? index : index - noble_gas_kind_count;
  }
  /// The index of a compound card in the deck's list, from 0.
  [[nodiscard]] constexpr int compound() const { return index - small_kind_count; }

  static constexpr Card of(int index) { return {static_cast<std::uint8_t>(index)}; }
  static constexpr Card of_multiplier(int number) {
    return of(element_kind_count + noble_gas_kind_count + number - 2);
  }
  static constexpr Card of_token(int token) {
    return of(token < element_kind_count ? token : token + noble_gas_kind_count);
  }
  static constexpr Card of_compound(int compound) { return of(small_kind_count + compound); }
};

}  // namespace chemix
