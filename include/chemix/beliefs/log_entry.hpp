// SPDX-License-Identifier: Apache-2.0
// One entry of the observation log: one observation of hidden cards.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/core/player.hpp"

#include <cstdint>

namespace chemix {

/// A place whose cards not everybody sees, as logs number it: hands from the first number up, piles
/// from the last number down.
using HiddenPlace = std::uint8_t;
inline constexpr int hidden_place_count = 7;
/// Discarded cards that are set aside, other cards that were discarded unseen, and the draw pile.
inline constexpr HiddenPlace place_set_aside = 4;
inline constexpr HiddenPlace place_discarded = 5;
inline constexpr HiddenPlace place_draw_pile = 6;
/// Any place whose cards everybody sees.
inline constexpr HiddenPlace place_public = 7;

/// One observation of hidden cards.
struct LogEntry {
  enum class Type : std::uint8_t {
    /// A card moved from `from` to `to`.
    Move,
    /// `from` was shown to hold at least `amount` cards of the kind.
    Show,
    /// `from` was seen to hold no card of the kind.
    Lack,
    /// All cards of `from` moved to `to`, which was empty.
    MoveAll,
    /// Cards that everybody knew became the draw pile by a shuffle; `from` held older cards.
    Reshuffle,
    /// A part of the cards of the previous draw pile; a reshuffle follows.
    Pile,
  };

  /// Public knowledge about a card that moves, besides its kind.
  enum class Constraint : std::uint8_t {
    AnyCard,
    NobleGas,
    /// Not a noble gas.
    NotNobleGas,
    /// Not the card that everybody last saw come to `from`.
    NotLast,
    /// The card that came to `from` last, which only its holder saw.
    Newest,
  };

  Type type = Type::Move;
  HiddenPlace from = place_public;
  HiddenPlace to = place_public;
  /// Absent for viewers who did not see it.
  SeenKind kind;
  ViewerSet seen_by;
  /// The number of cards in `from` just before, if it is hidden.
  std::uint8_t size = 0;
  /// For `Show`: the number of cards of the kind.
  std::uint8_t amount = 0;
  /// For `Move`.
  Constraint constraint = Constraint::AnyCard;

  constexpr bool operator==(const LogEntry&) const = default;
};

}  // namespace chemix
