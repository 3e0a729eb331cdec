// SPDX-License-Identifier: Apache-2.0
// Piles, groups of cards and fields: the table as one viewer sees it, for programs that show a
// game.
#pragma once

#include "chemix/cards/event.hpp"
#include "chemix/core/player.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// Cards or points that lie together.
struct Pile {
  Zone zone = Zone::DrawPile;
  /// Absent if all players share the pile.
  std::optional<Player> owner = {};
  /// As in plain data, such as `minus`.
  std::string name = {};
  int cards = 0;
  int points = 0;
  /// Whether the viewer knows the kinds of all cards.
  bool is_known = true;
  /// Whether the order of the known cards means something.
  bool is_ordered = false;

  bool operator==(const Pile&) const = default;
};

/// How cards lie. The kinds of cards that lie face down are known if everybody can work them out;
/// those of a viewer's own cards are not known to everybody.
enum class Face : std::uint8_t { Down, Own, Up };

/// Bits of `CardGroup::marks`.
enum class CardMark : std::uint8_t {
  /// Formed, dissolved or laid off in the running turn.
  Formed = 1,
  Dissolved = 2,
  LaidOff = 4,
  /// Drawn in the running turn, and may be laid.
  Drawn = 8,
  /// The compound that the decision is about.
  Chosen = 16
};

/// Equal cards that lie together.
struct CardGroup {
  /// The index of the pile.
  int pile = 0;
  /// Absent if the viewer does not know it.
  std::optional<int> kind = {};
  int copies = 0;
  Face face = Face::Up;
  /// The number of cards above or, in a display, of older cards; absent if it is not known.
  std::optional<int> position = {};
  std::optional<Player> reserved_by = {};
  /// Cards of one place with the same number belong together.
  std::optional<int> set = {};
  /// The kind of the element that a wild card stands for.
  std::optional<int> stands_for = {};
  unsigned marks = 0;

  bool operator==(const CardGroup&) const = default;
  void mark(CardMark added) { marks |= static_cast<unsigned>(added); }
};

/// The piles are the same for all observations of a game but for their numbers of cards and points:
/// hands by seat, then the other zones in their order. Groups are in the order of the piles; within
/// a pile by position, set and kind, unknown cards last.
struct SeenTable {
  std::vector<Pile> piles;
  std::vector<CardGroup> cards;
};

// ---- All other values ----

enum class FieldType : std::uint8_t { Number, Flag, Seat, Card, Choice };

/// A value of an observation that is no pile.
struct SeenField {
  std::string_view name = {};
  FieldType type = FieldType::Number;
  /// A number, 0 or 1, a seat, a kind of card, or the number of a choice; absent as in plain data,
  /// or if the viewer does not see it.
  std::optional<int> value = {};
  /// The seat or the kind of the element, for a field with a value for each.
  std::optional<Player> owner = {};
  std::optional<int> element = {};
  /// The number by which events refer to the field.
  std::optional<int> counter = {};
  /// The names of the choices.
  std::span<const std::string_view> choices = {};
};

}  // namespace chemix
