// SPDX-License-Identifier: Apache-2.0
// What viewers know of hidden cards, as facts about places and kinds.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/player.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace chemix {

/// A set of hidden places, numbered by the game from 0: one bit per place.
using PlaceSet = std::uint16_t;

/// These places together hold at least so many and at most so many cards of these kinds.
/// The one form in which everything known of hidden cards is told.
template <class Set>
struct FactOf {
  PlaceSet places = 0;
  Set kinds;
  std::uint8_t at_least = 0;
  std::uint8_t at_most = no_limit;

  static constexpr std::uint8_t no_limit = 255;

  constexpr bool operator==(const FactOf&) const = default;
};

using Fact = FactOf<CardSet>;

/// What is known where nothing is to be remembered: all that was ever seen of a card shows from
/// where it lies.
struct NoFacts {
  constexpr bool operator==(const NoFacts&) const = default;
  static constexpr void visit_fields(auto&, auto&&) {}
};

/// What everybody knows of one hand because kinds were proved absent from it at some time: a card
/// of such a kind can only be one of the cards that came later.
///
/// Per kind c it keeps m(c), the number of newest held cards among which cards of kind c can be.
/// A hand fits what was seen iff for every m at most m of its cards are of kinds with m(c) ≤ m;
/// later draws and laid cards keep this exact, since the sets {c : m(c) ≤ m} are nested.
class NewestBounds {
 public:
  /// The bound of a kind that was never proved absent from any held card.
  static constexpr std::uint8_t unbounded = 255;
  /// Different bounds that are kept, the strongest, so that counting worlds stays bounded: four
  /// hands of them and two piles without some kinds are at most 64 facts.
  static constexpr int max_levels = 15;

  constexpr NewestBounds() { bounds_.fill(unbounded); }
  constexpr bool operator==(const NewestBounds&) const = default;

  [[nodiscard]] constexpr std::uint8_t of(Card card) const { return bounds_[card.index]; }
  constexpr void set(Card card, std::uint8_t bound) { bounds_[card.index] = bound; }

  /// The hand is seen to hold none of `kinds`.
  constexpr void exclude(const CardSet& kinds) {
    kinds.for_each([this](Card card) { bounds_[card.index] = 0; });
  }

  /// How many different bounds there are.
  [[nodiscard]] constexpr int level_count() const {
    std::array<bool, unbounded> seen{};
    int count = 0;
    for (const std::uint8_t bound : bounds_) {
      if (bound == unbounded || seen[bound]) continue;
      seen[bound] = true;
      ++count;
    }
    return count;
  }

  /// Forgets the weakest bounds, so that at most `max_levels` different ones are left; returns how
  /// many were forgotten.
  constexpr int forget_weakest() {
    int forgotten = 0;
    for (; level_count() > max_levels; ++forgotten) {
      std::uint8_t weakest = 0;
      for (const std::uint8_t bound : bounds_) {
        if (bound != unbounded && bound > weakest) weakest = bound;
      }
      for (std::uint8_t& bound : bounds_) {
        if (bound == weakest) bound = unbounded;
      }
    }
    return forgotten;
  }

  /// A card that nobody else saw came into the hand.
  constexpr void draw() {
    for (std::uint8_t& bound : bounds_) {
      bound = static_cast<std::uint8_t>(bound + (bound != unbounded));
    }
  }

  /// `card` left a hand that then holds `hand_size` cards; nobody saw when it had come.
  constexpr void play(Card card, int hand_size) {
    const std::uint8_t played = bounds_[card.index];
    const auto size = static_cast<std::uint8_t>(hand_size);
    for (std::uint8_t& bound : bounds_) {
      const auto left = static_cast<std::uint8_t>(bound - (bound >= played && bound != unbounded));
      bound = left >= size ? unbounded : left;
    }
  }

  /// The card drawn last left the hand at once.
  constexpr void play_newest() {
    for (std::uint8_t& bound : bounds_) {
      bound = static_cast<std::uint8_t>(bound - (bound != unbounded));
    }
  }

 private:
  // Padded to whole vector registers; the padding stays unbounded.
  std::array<std::uint8_t, 96> bounds_{};
  static_assert(max_card_kind_count <= 96);
};

/// A set of hidden places that a fact speaks of: the hands of the first four seats, then a pile.
using SeatSet = std::uint8_t;

/// These hands, of the first four seats, and the pile if it is among them together hold at least so
/// many cards of this kind.
class HeldFact {
 public:
  /// More cards than that are told as so many.
  static constexpr int most = 15;

  constexpr HeldFact() = default;
  constexpr HeldFact(SeatSet hands, Card kind, int at_least)
      : packed_(static_cast<std::uint16_t>(kind.index << 9 | (hands & 31) << 4 |
                                           std::clamp(at_least, 0, most))) {}
  constexpr bool operator==(const HeldFact&) const = default;
  constexpr bool operator<(const HeldFact& rhs) const { return packed_ < rhs.packed_; }

  [[nodiscard]] constexpr SeatSet hands() const { return packed_ >> 4 & 31; }
  [[nodiscard]] constexpr Card kind() const { return Card::of(packed_ >> 9); }
  [[nodiscard]] constexpr int at_least() const { return packed_ & 15; }
  [[nodiscard]] constexpr bool is_about(int place) const { return (hands() >> place & 1) != 0; }
  /// The same of `more` cards more.
  [[nodiscard]] constexpr HeldFact with(int more) const {
    return {hands(), kind(), at_least() + more};
  }

 private:
  // Two bytes, since every group of viewers keeps many.
  std::uint16_t packed_ = 0;
};

/// What somebody knows of the cards in hands and in `Piles` piles (none or one), from having seen
/// where cards went (GN-9): marks on single places and, after a card moved unseen, joint facts
/// about several. Always true of the table; exact as long as `weakened()` is 0. At most `Capacity`
/// facts.
template <int Piles, std::size_t Capacity>
class HeldCardsOf {
 public:
  static constexpr std::size_t capacity = Capacity;
  static constexpr int pile_count = Piles;
  /// The place of the pile, after those of the hands.
  static constexpr int pile = 4;
  static constexpr int place_count = pile + Piles;

  constexpr bool operator==(const HeldCardsOf&) const = default;

  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr const HeldFact& operator[](std::size_t i) const { return facts_[i]; }
  /// How often something seen could be kept only in part.
  [[nodiscard]] constexpr int weakened() const { return weakened_; }
  constexpr void set_weakened(std::uint16_t times) { weakened_ = times; }

  /// A card of kind `kind` is seen to come into a hand, or into the pile.
  constexpr void enter(int place, Card kind) {
    bool marked = false;
    const std::size_t begin = first_of(kind);
    for (std::size_t i = begin; is_of(i, kind); ++i) {
      if (!facts_[i].is_about(place)) continue;
      facts_[i] = facts_[i].with(1);
      marked = marked || facts_[i].hands() == set_of(place);
    }
    if (!marked) add({set_of(place), kind, 1});
    tidy(begin, kind);
  }

  /// A card of kind `kind` is seen to leave it.
  constexpr void leave(int place, Card kind) {
    const std::size_t begin = first_of(kind);
    for (std::size_t i = begin; is_of(i, kind); ++i) {
      if (facts_[i].is_about(place)) facts_[i] = facts_[i].with(-1);
    }
    tidy(begin, kind);
  }

  /// A card is seen to go from one place to another.
  constexpr void move(int from, int to, Card kind) {
    leave(from, kind);
    enter(to, kind);
  }

  /// A card goes from one place to another, and is not seen, but that it is of none of the kinds
  /// `staying`. Whatever was known to be in `from` is then known to be in both together; of all
  /// that only one card can have left `from`.
  constexpr void move_unseen(int from, int to, const CardSet& staying = {}) {
    const HeldCardsOf before = *this;
    const auto is_left = [&](const HeldFact& fact) {
      return fact.is_about(from) && !fact.is_about(to) && !staying.contains(fact.kind());
    };
    CardSet left;
    bool crossed = false;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!is_left(facts_[i])) continue;
      left.insert(facts_[i].kind());
      facts_[i] = facts_[i].with(-1);
    }
    if (left.empty()) return;
    for (std::size_t i = 0; i < before.size_; ++i) {
      const HeldFact& fact = before.facts_[i];
      if (!is_left(fact)) continue;
      add({static_cast<SeatSet>(fact.hands() | set_of(to)), fact.kind(), fact.at_least()});
      for (std::size_t j = before.first_of(fact.kind()); before.is_of(j, fact.kind()); ++j) {
        const HeldFact& other = before.facts_[j];
        if (!other.is_about(to) || other.is_about(from)) continue;
        // Either the card was of this kind, and `to` got one more, or nothing left `from`.
        if ((other.hands() & fact.hands()) != 0) {
          crossed = true;
          continue;
        }
        add({static_cast<SeatSet>(fact.hands() | other.hands()), fact.kind(),
             fact.at_least() + other.at_least()});
      }
    }
    // That only one of several marked kinds can have left is not kept, nor what holds of two sets
    // of places that overlap.
    if (left.size() > 1 || crossed) ++weakened_;
    for (std::size_t i = 0; i < size_;) i = tidy(i, facts_[i].kind());
  }

  /// A place is seen to hold `count` cards of kind `kind` at least.
  constexpr void show(int place, Card kind, int count) {
    add({set_of(place), kind, count});
    tidy(first_of(kind), kind);
  }

  /// A place is seen to be empty: what is known of it and of others is known of the others.
  constexpr void empty(int place) {
    const HeldCardsOf before = *this;
    facts_ = {};
    size_ = 0;
    for (std::size_t i = 0; i < before.size_; ++i) {
      const HeldFact& fact = before.facts_[i];
      const auto hands = static_cast<SeatSet>(fact.hands() & ~set_of(place));
      if (hands != 0) add({hands, fact.kind(), fact.at_least()});
    }
    for (std::size_t i = 0; i < size_;) i = tidy(i, facts_[i].kind());
  }

  /// The first fact that is not true when place p holds `count(p, kind)` cards of a kind.
  template <class Count>
  [[nodiscard]] constexpr std::optional<HeldFact> first_untrue(Count&& count) const {
    for (std::size_t i = 0; i < size_; ++i) {
      int cards = 0;
      for (int p = 0; p < place_count; ++p) {
        if (facts_[i].is_about(p)) cards += count(p, facts_[i].kind());
      }
      if (cards < facts_[i].at_least()) return facts_[i];
    }
    return std::nullopt;
  }

  /// Adds a fact, or raises the one there is; the weakest is dropped when there is no room.
  constexpr void add(const HeldFact& added) {
    for (std::size_t i = first_of(added.kind()); is_of(i, added.kind()); ++i) {
      if (facts_[i].hands() != added.hands()) continue;
      if (facts_[i].at_least() < added.at_least()) facts_[i] = added;
      return;
    }
    std::size_t at = size_;
    if (size_ == capacity) {
      ++weakened_;
      at = weakest();
      if (hand_count(facts_[at]) < hand_count(added)) return;
    } else {
      ++size_;
    }
    // Facts stand in ascending order, so that those of a kind stand together and what is equal is
    // equal bytes.
    for (; at > 0 && added < facts_[at - 1]; --at) facts_[at] = facts_[at - 1];
    for (; at + 1 < size_ && facts_[at + 1] < added; ++at) facts_[at] = facts_[at + 1];
    facts_[at] = added;
  }

 private:
  static constexpr SeatSet set_of(int place) { return static_cast<SeatSet>(1U << place); }
  static constexpr int hand_count(const HeldFact& fact) { return std::popcount(fact.hands()); }

  // Where the facts about a kind begin.
  [[nodiscard]] constexpr std::size_t first_of(Card kind) const {
    std::size_t i = 0;
    while (i < size_ && facts_[i].kind() < kind) ++i;
    return i;
  }
  [[nodiscard]] constexpr bool is_of(std::size_t i, Card kind) const {
    return i < size_ && facts_[i].kind() == kind;
  }

  [[nodiscard]] constexpr std::size_t weakest() const {
    std::size_t found = 0;
    for (std::size_t i = 1; i < size_; ++i) {
      if (hand_count(facts_[i]) >= hand_count(facts_[found])) found = i;
    }
    return found;
  }

  // Whether stronger facts, of which those about its kind begin at `begin`, say all that it says.
  [[nodiscard]] constexpr bool is_implied(const HeldFact& fact, std::size_t begin) const {
    int marked = 0;
    for (std::size_t i = begin; is_of(i, fact.kind()); ++i) {
      const HeldFact& other = facts_[i];
      if (other.hands() == fact.hands() || (other.hands() & ~fact.hands()) != 0) continue;
      if (other.at_least() >= fact.at_least()) return true;
      if (hand_count(other) == 1) marked += other.at_least();
    }
    return marked >= fact.at_least();
  }

  // Drops facts about a kind, which begin at `begin`, that say nothing; returns where they end.
  constexpr std::size_t tidy(std::size_t begin, Card kind) {
    std::size_t i = begin;
    while (is_of(i, kind)) {
      if (facts_[i].at_least() > 0 && !is_implied(facts_[i], begin)) {
        ++i;
        continue;
      }
      for (std::size_t j = i + 1; j < size_; ++j) facts_[j - 1] = facts_[j];
      facts_[--size_] = HeldFact();
    }
    return i;
  }

  std::array<HeldFact, capacity> facts_{};
  std::uint8_t size_ = 0;
  std::uint16_t weakened_ = 0;
};

/// What is known of hands alone.
using HeldCards = HeldCardsOf<0, 19>;

/// What each group of viewers knows in common: every member knows it, and knows that the others
/// do. A group sees what all its members see. From it follows what one viewer knows, and what this
/// viewer knows that others know; no group's knowledge depends on what others saw. Secrets are seen
/// by at most `Sharers` players, one or two, so that a larger group knows what everybody does.
template <class Known, int Capacity, int Sharers = 2>
class CommonKnowledge {
  static_assert(Sharers == 1 || Sharers == 2);

 public:
  /// Group 0 is everybody, spectators too; then come the single seats, then the pairs of seats, if
  /// two may share a secret: 0 with 1, 0 with 2, 1 with 2, and so on.
  static constexpr std::size_t group_count =
      1 + Capacity + (Sharers > 1 ? Capacity * (Capacity - 1) / 2 : 0);

  constexpr bool operator==(const CommonKnowledge&) const = default;

  [[nodiscard]] constexpr const Known& operator[](std::size_t group) const { return known_[group]; }
  constexpr Known& operator[](std::size_t group) { return known_[group]; }
  /// What one viewer knows.
  [[nodiscard]] constexpr const Known& of(Viewer viewer) const {
    return known_[viewer.is_spectator() ? 0 : single(viewer.seat())];
  }
  /// What two players know in common.
  [[nodiscard]] constexpr const Known& of(Player one, Player other) const {
    return known_[pair(one, other)];
  }

  /// Calls `visit(known, members)` for every group of a game of `players`.
  template <class Visit>
  constexpr void for_each_group(int players, Visit&& visit) {
    visit_groups(*this, players, visit);
  }
  template <class Visit>
  constexpr void for_each_group(int players, Visit&& visit) const {
    visit_groups(*this, players, visit);
  }

  /// What `viewer` knows, and knows that others know.
  [[nodiscard]] constexpr CommonKnowledge as_known_to(Viewer viewer, int players) const {
    CommonKnowledge seen;
    const Player player = viewer.is_spectator() ? -1 : viewer.seat();
    seen.known_[0] = known_[0];
    for (Player p = 0; p < players; ++p) {
      const bool both = player >= 0 && p != player;
      seen.known_[single(p)] = known_[p == player ? single(p) : both ? pair(p, player) : 0];
      for (Player q = 0; Sharers > 1 && q < p; ++q) {
        seen.known_[pair(p, q)] = known_[p == player || q == player ? pair(p, q) : 0];
      }
    }
    return seen;
  }

 private:
  template <class Self>
  static constexpr void visit_groups(Self& self, int players, auto&& visit) {
    visit(self.known_[0], ViewerSet::everyone());
    for (Player p = 0; p < players; ++p) visit(self.known_[single(p)], ViewerSet::only(p));
    for (Player p = 0; Sharers > 1 && p < players; ++p) {
      for (Player q = 0; q < p; ++q) visit(self.known_[pair(p, q)], ViewerSet::both(p, q));
    }
  }

  static constexpr std::size_t single(Player player) {
    return 1 + static_cast<std::size_t>(player);
  }
  static constexpr std::size_t pair(Player one, Player other) {
    if constexpr (Sharers == 1) return 0;
    const auto high = static_cast<std::size_t>(std::max(one, other));
    const auto low = static_cast<std::size_t>(std::min(one, other));
    return 1 + Capacity + high * (high - 1) / 2 + low;
  }

  std::array<Known, group_count> known_{};
};

/// Refuses what some group knows of held cards that is not true when place p holds `count(p, kind)`
/// cards of a kind, which `deck` names.
template <class Known, int Capacity, int Sharers, class Count>
std::optional<InputError> held_fault(const CommonKnowledge<Known, Capacity, Sharers>& held,
                                     int players, const auto& deck, Count&& count) {
  std::optional<HeldFact> untrue;
  held.for_each_group(players, [&](const Known& known, ViewerSet) {
    if (!untrue) untrue = known.first_untrue(count);
  });
  if (!untrue) return std::nullopt;
  return InputError{"held", std::string(deck.name(untrue->kind())), "not true", "GN-9"};
}

}  // namespace chemix
