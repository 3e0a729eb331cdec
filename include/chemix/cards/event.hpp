// SPDX-License-Identifier: Apache-2.0
// Events: what happens at a card table, in a closed list of verbs that all games share.
#pragma once

#include "chemix/core/digest.hpp"
#include "chemix/core/player.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace chemix {

/// The zones in which cards or points lie.
enum class Zone : std::uint8_t {
  DrawPile,
  DiscardPile,
  Hand,
  /// Under the draw pile, in an order that everybody has seen.
  PileBottom,
  /// Cards left over from the deal, to be won by a player.
  Kitty,
  /// The cards that a player has won.
  Stack,
  /// The cards that a player has played, face up in front of that player.
  Tableau,
  /// Points that no player has.
  Supply,
  /// A player's points.
  Chips,
  /// Compound cards that lie face up for everybody.
  Display,
  /// The stacks of multipliers beside the display.
  MultiplierStacks,
  /// Out of the game.
  Removed,
  /// Face-up cards in the middle that belong to no compound.
  FreeArea,
  /// Small cards that lie face up to be swapped.
  Market,
  /// Cards put face down in the current action.
  Aside,
  /// Compound cards that nobody has seen yet.
  CompoundStack,
};

constexpr std::array<std::string_view, 16> names_of(Zone) {
  return {"draw_pile",
          "discard_pile",
          "hand",
          "pile_bottom",
          "kitty",
          "stack",
          "tableau",
          "supply",
          "chips",
          "display",
          "multiplier_stacks",
          "removed",
          "free_area",
          "market",
          "aside",
          "compound_stack"};
}

/// A zone, with its owner if every player has one.
struct Place {
  Zone zone = Zone::DrawPile;
  /// The owner; 0 for zones without an owner.
  std::uint8_t owner = 0;

  constexpr bool operator==(const Place&) const = default;
  [[nodiscard]] constexpr bool is_hand() const { return zone == Zone::Hand; }
  /// Whether every player has a place of this zone.
  [[nodiscard]] constexpr bool has_owner() const {
    return zone == Zone::Hand || zone == Zone::Stack || zone == Zone::Tableau ||
           zone == Zone::Chips;
  }
};

inline constexpr Place draw_pile{Zone::DrawPile};
inline constexpr Place discard_pile{Zone::DiscardPile};
inline constexpr Place pile_bottom{Zone::PileBottom};
inline constexpr Place kitty{Zone::Kitty};
inline constexpr Place supply{Zone::Supply};
inline constexpr Place display{Zone::Display};
inline constexpr Place multiplier_stacks{Zone::MultiplierStacks};
inline constexpr Place removed_pile{Zone::Removed};
inline constexpr Place free_area{Zone::FreeArea};
inline constexpr Place market{Zone::Market};
inline constexpr Place aside{Zone::Aside};
inline constexpr Place compound_stack{Zone::CompoundStack};
constexpr Place hand_of(Player player) { return {Zone::Hand, static_cast<std::uint8_t>(player)}; }
constexpr Place stack_of(Player player) { return {Zone::Stack, static_cast<std::uint8_t>(player)}; }
constexpr Place tableau_of(Player player) {
  return {Zone::Tableau, static_cast<std::uint8_t>(player)};
}
constexpr Place chips_of(Player player) { return {Zone::Chips, static_cast<std::uint8_t>(player)}; }

/// The kinds of events. Each comment names the fields that say what happened; an event that moves,
/// shows or names a card also has its `kind`, and `seen_by` if not everybody sees it.
enum class Verb : std::uint8_t {
  /// A card is dealt to `to`. The cards dealt to a hand enter it as a set; their order means
  /// nothing.
  Deal,
  /// A card moves from `from` to `to`.
  Move,
  /// `amount` cards from `from` are shuffled and become `to`.
  Shuffle,
  /// `player` shows that they hold none of the kinds that the table asks for.
  Lack,
  /// `player` says what the rules require (`amount` 1) or stays silent (0).
  Call,
  /// `player` names the kind `kind`, as a wish or a claim.
  Name,
  /// The counter with the number `index` becomes `amount`: a count, a seat, or 0 and 1 for no and
  /// yes.
  Set,
  /// The phase with the number `index` begins; up to `amount` cards will move in it, if not 0.
  Phase,
  /// The turn of `player` begins.
  Turn,
  /// A card in `from` is shown; `amount` cards of this kind have been shown so far.
  Show,
  /// `player` takes a sealed decision, about a card of the kind `kind` or about none; nobody else
  /// notices.
  Seal,
  /// The points of `player` become `amount`.
  Score,
  /// The total of `player` in a match becomes `amount`.
  Total,
  /// The next game of a match begins; `player` starts.
  Begin,
  /// `amount` points move from `from` to `to`.
  Pay,
  /// All `amount` face-up cards of `from` move to `to`.
  Sweep,
  /// `player` has finished in place `amount`, or has finished the element `kind`.
  Finish,
  /// `player` passes.
  Pass,
  /// `player` forms the compound `kind`, or takes that back (`amount` 0). For now, the compound
  /// card stays where it is.
  Form,
  /// `player` dissolves the compound `kind`, or restores it (`amount` 0). For now, the compound
  /// card stays where it is.
  Dissolve,
  /// `player` has a run of three numbers that begins with the element `kind`. Bits of `amount` mod
  /// 8, lowest first: which of the three cards are wild. `amount` / 8: the same before the event,
  /// or 7 for a new run.
  Run,
};

constexpr std::array<std::string_view, 21> names_of(Verb) {
  return {"deal",  "move",  "shuffle", "lack", "call",  "name",     "set",
          "phase", "turn",  "show",    "seal", "score", "total",    "begin",
          "pay",   "sweep", "finish",  "pass", "form",  "dissolve", "run"};
}

/// The counter type of games without public counters.
enum class NoCounter : std::uint8_t {};
constexpr std::array<std::string_view, 0> names_of(NoCounter) { return {}; }

/// The kind of a card in an event; absent if the viewer does not see it.
class SeenKind {
 public:
  constexpr SeenKind() = default;
  constexpr SeenKind(std::uint8_t kind)
      : kind_plus_one_(static_cast<std::uint8_t>(kind + 1)) {}  // NOLINT
  constexpr bool operator==(const SeenKind&) const = default;

  [[nodiscard]] constexpr bool has_value() const { return kind_plus_one_ != 0; }
  constexpr explicit operator bool() const { return has_value(); }
  /// Precondition: has_value().
  constexpr std::uint8_t operator*() const { return static_cast<std::uint8_t>(kind_plus_one_ - 1); }
  [[nodiscard]] constexpr std::uint8_t value_or(std::uint8_t other) const {
    return has_value() ? **this : other;
  }
  constexpr void reset() { kind_plus_one_ = 0; }
  /// 0 if absent, else the kind + 1.
  [[nodiscard]] constexpr std::uint8_t packed() const { return kind_plus_one_; }

 private:
  // One byte, so that an event stays small; kinds are below 255.
  std::uint8_t kind_plus_one_ = 0;
};

/// One thing that happens, as one viewer may see it. Fields that the verb does not use are zero.
struct Event {
  Verb verb = Verb::Phase;
  Place from;
  Place to;
  std::uint8_t player = 0;
  /// The number of the game's counter, or of its phase.
  std::uint8_t index = 0;
  /// The kind of the card; absent if the viewer does not see it.
  SeenKind kind;
  /// The viewers who see the kind.
  ViewerSet seen_by;
  std::int16_t amount = 0;

  constexpr bool operator==(const Event&) const = default;

  static constexpr Event deal(Place from, Place to, std::uint8_t kind, ViewerSet seen_by) {
    return {Verb::Deal, from, to, 0, 0, kind, seen_by, 1};
  }
  static constexpr Event move(Place from, Place to, std::uint8_t kind, ViewerSet seen_by) {
    return {Verb::Move, from, to, 0, 0, kind, seen_by, 1};
  }
  static constexpr Event shuffle(Place from, Place to, int cards) {
    return {Verb::Shuffle, from, to, 0, 0, {}, ViewerSet::everyone(), int16(cards)};
  }
  static constexpr Event lack(Player player) { return of_player(Verb::Lack, player, {}, 0); }
  static constexpr Event call(Player player, bool called) {
    return of_player(Verb::Call, player, {}, called ? 1 : 0);
  }
  static constexpr Event name(Player player, std::uint8_t kind) {
    return of_player(Verb::Name, player, kind, 0);
  }
  template <class Counter>
  static constexpr Event set(Counter counter, int value) {
    return of_index(Verb::Set, static_cast<std::uint8_t>(counter), value);
  }
  template <class PhaseName>
  static constexpr Event phase(PhaseName phase, int cards = 0) {
    return of_index(Verb::Phase, static_cast<std::uint8_t>(phase), cards);
  }
  static constexpr Event turn(Player player) { return of_player(Verb::Turn, player, {}, 0); }
  static constexpr Event show(Place from, std::uint8_t kind, int shown, ViewerSet seen_by) {
    return {Verb::Show, from, {}, 0, 0, kind, seen_by, int16(shown)};
  }
  static constexpr Event seal(Player player, SeenKind kind) {
    return {Verb::Seal, {}, {}, static_cast<std::uint8_t>(player), 0, kind, ViewerSet::only(player),
            0};
  }
  static constexpr Event score(Player player, int points) {
    return of_player(Verb::Score, player, {}, points);
  }
  static constexpr Event total(Player player, int points) {
    return of_player(Verb::Total, player, {}, points);
  }
  static constexpr Event begin(Player start_player) {
    return of_player(Verb::Begin, start_player, {}, 0);
  }
  static constexpr Event pay(Place from, Place to, int points) {
    return {Verb::Pay, from, to, 0, 0, {}, ViewerSet::everyone(), int16(points)};
  }
  static constexpr Event sweep(Place from, Place to, int cards) {
    return {Verb::Sweep, from, to, 0, 0, {}, ViewerSet::everyone(), int16(cards)};
  }
  static constexpr Event finish(Player player, int place) {
    return of_player(Verb::Finish, player, {}, place);
  }
  static constexpr Event finish_element(Player player, std::uint8_t kind) {
    return of_player(Verb::Finish, player, kind, 0);
  }
  static constexpr Event form(Player player, std::uint8_t kind, bool formed) {
    return of_player(Verb::Form, player, kind, formed ? 1 : 0);
  }
  static constexpr Event dissolve(Player player, std::uint8_t kind, bool dissolved) {
    return of_player(Verb::Dissolve, player, kind, dissolved ? 1 : 0);
  }
  static constexpr Event pass(Player player) { return of_player(Verb::Pass, player, {}, 0); }
  static constexpr Event run(Player player, std::uint8_t lowest, int wilds_before, int wilds) {
    return of_player(Verb::Run, player, lowest, 8 * wilds_before + wilds);
  }

  /// The event as `viewer` may see it.
  [[nodiscard]] constexpr Event as_seen_by(Viewer viewer) const {
    Event seen = *this;
    const bool sees = seen_by.contains(viewer);
    if (!sees) seen.kind.reset();
    if (!sees && verb == Verb::Show) seen.amount = 0;
    return seen;
  }
  /// Whether `viewer` notices that anything happens.
  [[nodiscard]] constexpr bool is_noticed_by(Viewer viewer) const {
    return verb != Verb::Seal || seen_by.contains(viewer);
  }
  /// Whether the kind is present but not public.
  [[nodiscard]] constexpr bool shows_secret() const { return !is_public() && kind.has_value(); }
  [[nodiscard]] constexpr bool is_public() const { return seen_by.is_everyone(); }
  /// Whether a new game begins, so that cards dealt before and after form different sets.
  [[nodiscard]] constexpr bool begins_game() const { return verb == Verb::Begin; }
  /// Whether the order among such events means nothing.
  [[nodiscard]] constexpr bool enters_as_set() const { return verb == Verb::Deal; }

  /// A number that distinguishes any two different events.
  [[nodiscard]] constexpr std::uint64_t packed() const {
    const auto place = [](Place where) {
      return static_cast<std::uint64_t>(where.zone) << 3 | where.owner;
    };
    return static_cast<std::uint64_t>(verb) | place(from) << 5 | place(to) << 13 |
           static_cast<std::uint64_t>(player) << 21 | static_cast<std::uint64_t>(index) << 24 |
           static_cast<std::uint64_t>(kind.packed()) << 32 |
           static_cast<std::uint64_t>(seen_by.bits()) << 40 |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(amount)) << 48;
  }

  /// The same for the event as everybody sees it.
  [[nodiscard]] constexpr std::uint64_t packed_public() const {
    constexpr std::uint64_t kind_bits = std::uint64_t{0xFF} << 32;
    constexpr std::uint64_t amount_bits = std::uint64_t{0xFFFF} << 48;
    if (is_public()) return packed();
    return packed() & ~(verb == Verb::Show ? kind_bits | amount_bits : kind_bits);
  }

  /// The inverse of `packed`. For a number that no event has, the fields may be meaningless.
  static constexpr Event unpacked(std::uint64_t number) {
    const auto bits = [&](int lowest, int count) {
      return static_cast<std::uint8_t>(number >> lowest & ((1U << count) - 1U));
    };
    const auto place = [&](int lowest) {
      return Place{static_cast<Zone>(bits(lowest + 3, 5)), bits(lowest, 3)};
    };
    Event event{static_cast<Verb>(bits(0, 5)),
                place(5),
                place(13),
                bits(21, 3),
                bits(24, 8),
                {},
                ViewerSet::from_bits(bits(40, 8)),
                static_cast<std::int16_t>(number >> 48)};
    if (const std::uint8_t kind = bits(32, 8); kind != 0) {
      event.kind = static_cast<std::uint8_t>(kind - 1);
    }
    return event;
  }

 private:
  static constexpr std::int16_t int16(int number) { return static_cast<std::int16_t>(number); }
  static constexpr Event of_player(Verb verb, Player player, SeenKind kind, int amount) {
    return {verb,         {}, {}, static_cast<std::uint8_t>(player), 0, kind, ViewerSet::everyone(),
            int16(amount)};
  }
  static constexpr Event of_index(Verb verb, std::uint8_t index, int amount) {
    return {verb, {}, {}, 0, index, {}, ViewerSet::everyone(), int16(amount)};
  }
};

static_assert(sizeof(Event) <= 16);

}  // namespace chemix
