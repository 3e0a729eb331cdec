// SPDX-License-Identifier: Apache-2.0
// One entry of the observation log: what was seen of hidden cards at one moment.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/core/player.hpp"

#include <cstdint>

namespace chemix {

/// Where cards lie that not everybody sees, as logs number it: hands from the first on, piles
/// from the last on.
using HiddenPlace = std::uint8_t;
inline constexpr int hidden_place_count = 7;
/// Cards laid away unseen, those of them that are kept apart, and the pile that is drawn from.
inline constexpr HiddenPlace place_set_aside = 4;
inline constexpr HiddenPlace place_discarded = 5;
inline constexpr HiddenPlace place_draw_pile = 6;
/// Where everybody sees the cards.
inline constexpr HiddenPlace place_public = 7;

/// One thing seen of hidden cards.
struct LogEntry {
  enum class Type : std::uint8_t {
    /// A card went from `from` to `to`.
    Move,
    /// `from` was shown to hold `amount` cards of the kind at least.
    Show,
    /// `from` was seen to hold no card of the kind.
    Lack,
    /// All cards of `from` went to `to`, which was empty.
    MoveAll,
    /// Cards that everybody knew were shuffled to be drawn from; `from` held older ones.
    Reshuffle,
    /// A part of the cards that the pile was made of before; a reshuffle follows.
    Pile,
  };

  /// What everybody knows of a card that moves, besides its kind.
  enum class Constraint : std::uint8_t {
    /// It can be any.
    None,
    NobleGas,
    /// It is no noble gas.
    NotNobleGas,
    /// It is not the card that everybody saw coming to `from` last.
    NotLast,
    /// It is the card that came to `from` last, which only its holder saw.
    Newest,
  };

  Type type = Type::Move;
  HiddenPlace from = place_public;
  HiddenPlace to = place_public;
  /// Absent for who did not see it.
  SeenKind kind;
  ViewerSet seen_by;
  /// How many cards `from` held just before, if it is hidden.
  std::uint8_t size = 0;
  /// Of a show: how many cards of the kind.
  std::uint8_t amount = 0;
  /// Of a move.
  Constraint constraint = Constraint::None;

  constexpr bool operator==(const LogEntry&) const = default;
};

}  // namespace chemix
