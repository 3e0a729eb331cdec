// SPDX-License-Identifier: Apache-2.0
// Seats, and the sets and roles built on them: viewers, actors and whose turn it is.
#pragma once

#include "chemix/core/bits.hpp"

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// A seat at the table, 0 to n−1; the next seat is `(p + 1) % n` (GN-1).
using Player = int;

/// The maximum number of seats of any game.
inline constexpr int max_player_count = 6;

/// A set of seats.
class PlayerSet {
 public:
  constexpr PlayerSet() = default;
  constexpr bool operator==(const PlayerSet&) const = default;

  /// Precondition: `player` is a seat; also for `insert` and `erase`.
  static constexpr PlayerSet of(Player player) { return PlayerSet(1U << player); }
  static constexpr PlayerSet first(int count) { return PlayerSet((1U << count) - 1); }
  /// Those of the first `count` seats for which `is(player)` returns true.
  static constexpr PlayerSet of_first(int count, auto&& is) {
    PlayerSet set;
    for (Player player = 0; player < count; ++player) {
      set.bits_ |= static_cast<std::uint32_t>(is(player)) << player;
    }
    return set;
  }

  [[nodiscard]] constexpr bool contains(Player player) const {
    return player >= 0 && player < max_player_count && (bits_ >> player & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return popcount(bits_); }
  /// The lowest seat. Precondition: not empty.
  [[nodiscard]] constexpr Player lowest() const { return std::countr_zero(bits_); }
  /// The first seat of the set to the left of `player`, who comes last. Precondition: not empty.
  [[nodiscard]] constexpr Player first_after(Player player) const {
    // Branchless: a branch would be unpredictable.
    const std::uint32_t above = bits_ >> (player + 1) << (player + 1);
    return std::countr_zero(above != 0 ? above : bits_);
  }
  /// The `i`-th seat of the set, ascending. Precondition: 0 ≤ i < size().
  [[nodiscard]] constexpr Player nth(int i) const { return nth_set_bit(bits_, i); }
  constexpr void insert(Player player) { bits_ |= 1U << player; }
  constexpr void erase(Player player) { bits_ &= ~(1U << player); }
  /// One bit per seat, seat 0 in the lowest.
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }

 private:
  explicit constexpr PlayerSet(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = 0;
};

/// A viewer of the game: a player, or a spectator, who sees only public information.
class Viewer {
 public:
  /// A spectator.
  constexpr Viewer() = default;
  constexpr bool operator==(const Viewer&) const = default;

  static constexpr Viewer spectator() { return {}; }
  /// The player at this seat. Precondition: a seat of the observed game (GN-1).
  static constexpr Viewer player(Player player) {
    Viewer viewer;
    viewer.seat_ = static_cast<std::uint8_t>(player);
    return viewer;
  }

  [[nodiscard]] constexpr bool is_spectator() const { return seat_ == spectator_seat; }
  [[nodiscard]] constexpr bool is(Player player) const { return seat_ == player; }
  /// The player's seat. Precondition: not a spectator.
  [[nodiscard]] constexpr Player seat() const { return seat_; }

 private:
  static constexpr std::uint8_t spectator_seat = 7;

  std::uint8_t seat_ = spectator_seat;
};

/// A set of viewers: those who see something happen.
class ViewerSet {
 public:
  constexpr ViewerSet() = default;
  constexpr bool operator==(const ViewerSet&) const = default;

  static constexpr ViewerSet everyone() { return ViewerSet(0xFF); }
  static constexpr ViewerSet nobody() { return {}; }
  static constexpr ViewerSet only(Player player) {
    return ViewerSet(static_cast<std::uint8_t>(1U << player));
  }
  static constexpr ViewerSet both(Player one, Player other) {
    return ViewerSet(static_cast<std::uint8_t>(1U << one | 1U << other));
  }

  [[nodiscard]] constexpr bool contains(Viewer viewer) const {
    return viewer.is_spectator() ? bits_ == 0xFF : (bits_ >> viewer.seat() & 1U) != 0;
  }
  [[nodiscard]] constexpr bool is_everyone() const { return bits_ == 0xFF; }
  [[nodiscard]] constexpr bool contains(ViewerSet others) const {
    return (others.bits_ & ~bits_) == 0;
  }
  [[nodiscard]] constexpr ViewerSet with(Viewer viewer) const {
    if (viewer.is_spectator()) return everyone();
    return ViewerSet(static_cast<std::uint8_t>(bits_ | 1U << viewer.seat()));
  }
  /// One bit per seat; all eight bits are set for everyone.
  [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }
  /// The set whose `bits()` are `bits`.
  static constexpr ViewerSet from_bits(std::uint8_t bits) { return ViewerSet(bits); }

 private:
  explicit constexpr ViewerSet(std::uint8_t bits) : bits_(bits) {}

  std::uint8_t bits_ = 0;
};

/// The taker of an action: a player or chance.
class Actor {
 public:
  static constexpr Actor chance() { return {}; }
  /// The player at this seat. Precondition: a seat of any game. Implicit, so that a seat can be
  /// passed where an actor is expected.
  constexpr Actor(Player player) : seat_(static_cast<std::int8_t>(player)) {}  // NOLINT
  constexpr bool operator==(const Actor&) const = default;

  [[nodiscard]] constexpr bool is_chance() const { return seat_ == chance_seat; }
  /// Precondition: not chance.
  [[nodiscard]] constexpr Player player() const { return seat_; }

 private:
  static constexpr std::int8_t chance_seat = -1;

  constexpr Actor() = default;

  std::int8_t seat_ = chance_seat;
};

/// The set of those who act in a state: one or several players, chance, or nobody once the game is
/// over.
class Acting {
 public:
  static constexpr Acting nobody() { return {}; }
  static constexpr Acting chance() {
    Acting acting;
    acting.chance_ = true;
    return acting;
  }
  static constexpr Acting one(Player player) { return players(PlayerSet::of(player)); }
  static constexpr Acting players(PlayerSet players) {
    Acting acting;
    acting.players_ = players;
    return acting;
  }
  constexpr bool operator==(const Acting&) const = default;

  [[nodiscard]] constexpr bool is_chance() const { return chance_; }
  [[nodiscard]] constexpr bool is_nobody() const { return !chance_ && players_.empty(); }
  [[nodiscard]] constexpr PlayerSet players() const { return players_; }
  [[nodiscard]] constexpr bool contains(Player player) const { return players_.contains(player); }

 private:
  bool chance_ = false;
  PlayerSet players_;
};

/// The number of cards a player receives when `dealt` cards are dealt one at a time, from `first`
/// on, round and round to `players` players.
constexpr int dealt_to(Player player, Player first, int dealt, int players) {
  const Player place = (player - first + players) % players;
  return dealt / players + (place < dealt % players ? 1 : 0);
}

/// One value per seat, for a game of at most `Capacity` players. Seats that are not in play hold
/// the default value, so that equal states compare equal.
template <class T, int Capacity>
class PerPlayer {
 public:
  using value_type = T;
  static constexpr int capacity = Capacity;

  constexpr bool operator==(const PerPlayer&) const = default;

  constexpr T& operator[](Player player) { return values_[static_cast<std::size_t>(player)]; }
  constexpr const T& operator[](Player player) const {
    return values_[static_cast<std::size_t>(player)];
  }

 private:
  std::array<T, static_cast<std::size_t>(Capacity)> values_{};
};

}  // namespace chemix
