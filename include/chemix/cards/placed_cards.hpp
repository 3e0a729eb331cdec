// SPDX-License-Identifier: Apache-2.0
// PlacedCards: what somebody knows of how many cards of each kind lie in a few hidden places.
#pragma once

#include "chemix/cards/card.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// What everybody can count: how many cards lie in each place, and which cards lie in all of them.
struct PlacedCounts {
  std::array<int, 5> size{};
  SmallBag cards;
};

/// All kinds of small cards.
constexpr CardSet all_small_kinds() {
  CardSet kinds;
  for (int kind = 0; kind < small_kind_count; ++kind) kinds.insert(Card::of(kind));
  return kinds;
}

/// All kinds of noble gases.
constexpr CardSet noble_gas_kinds() {
  CardSet kinds;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    if (Card::of(kind).is_noble_gas()) kinds.insert(Card::of(kind));
  }
  return kinds;
}

/// Per place and small kind, how many cards lie there at least and at most, and how many noble
/// gases at least, from having seen where cards went (GN-9). Always true of the table; exact as
/// long as `weakened()` is 0. Places are numbered by the game; of the last one only upper bounds
/// are kept.
///
/// Cards that are seen to move shift bounds, which keeps them exact. A card that moves unseen may
/// be of any kind that can have moved: then each bound gives way by one card, and it is tested
/// whether they still say all (`is_all_told`).
class PlacedCards {
 public:
  static constexpr int place_count = 5;
  static constexpr int last_place = place_count - 1;
  /// A lower bound is this much at most.
  static constexpr int most_at_least = 3;
  /// An upper bound that says nothing; those below it are kept.
  static constexpr int no_limit = 3;

  constexpr bool operator==(const PlacedCards&) const = default;

  [[nodiscard]] constexpr int at_least(int place, Card kind) const {
    return place == last_place ? 0 : lane(place, kind) & 3;
  }
  [[nodiscard]] constexpr int at_most(int place, Card kind) const {
    const int closed = place == last_place ? last_[kind.index / 4U] >> kind.index % 4 * 2 & 3
                                           : lane(place, kind) >> 2;
    return no_limit - closed;
  }
  /// How many noble gases lie in a place at least, of whichever kinds; 0 where that follows from
  /// the bounds of the kinds.
  [[nodiscard]] constexpr int gases_at_least(int place) const {
    return place == last_place ? 0 : gases_ >> place * 2 & 3;
  }
  /// How often something seen could be kept only in part.
  [[nodiscard]] constexpr int weakened() const { return weakened_; }
  constexpr void set_weakened(std::uint16_t times) { weakened_ = times; }

  /// Precondition: 0 ≤ at_least ≤ 3, none for the last place; 0 ≤ at_most ≤ 3.
  constexpr void set(int place, Card kind, int at_least, int at_most) {
    const int closed = no_limit - at_most;
    if (place == last_place) {
      std::uint8_t& four = last_[kind.index / 4U];
      const int shift = kind.index % 4 * 2;
      four = static_cast<std::uint8_t>((four & ~(3 << shift)) | closed << shift);
    } else {
      std::uint16_t& places = bounds_[kind.index];
      const int shift = place * 4;
      places =
          static_cast<std::uint16_t>((places & ~(15 << shift)) | (at_least | closed << 2) << shift);
    }
  }

  /// Precondition: 0 ≤ at_least ≤ 3, none for the last place.
  constexpr void set_gases(int place, int at_least) {
    if (place == last_place) return;
    gases_ = static_cast<std::uint8_t>((gases_ & ~(3 << place * 2)) | at_least << place * 2);
  }

  /// A card of kind `kind` is seen to come to a place; there are `copies` of it in all places.
  constexpr void enter(int place, Card kind, int copies) {
    const int least = at_least(place, kind) + (place == last_place ? 0 : 1);
    const int most = at_most(place, kind);
    // A limit of three, or four cards in one place, has no room.
    if (least > most_at_least || (most == no_limit - 1 && copies > no_limit)) ++weakened_;
    set(place, kind, std::min(least, most_at_least), std::min(most + 1, no_limit));
    if (kind.is_noble_gas() && gases_at_least(place) > 0) {
      keep_gases(place, gases_at_least(place) + 1);
    }
  }

  /// A card of kind `kind` is seen to leave a place.
  constexpr void leave(int place, Card kind) {
    const int most = at_most(place, kind);
    set(place, kind, std::max(0, at_least(place, kind) - 1),
        most == no_limit ? no_limit : std::max(0, most - 1));
    if (kind.is_noble_gas() && gases_at_least(place) > 0) {
      keep_gases(place, gases_at_least(place) - 1);
    }
  }

  /// A place is seen to hold `count` cards of kind `kind` at least.
  constexpr void show(int place, Card kind, int count) {
    if (count > most_at_least) ++weakened_;
    const int least = std::max(at_least(place, kind), std::min(count, most_at_least));
    set(place, kind, least, std::max(at_most(place, kind), least));
    keep_gases(place, gases_at_least(place));
  }

  /// A place is seen to hold no card of kind `kind`.
  constexpr void lack(int place, Card kind) { set(place, kind, 0, 0); }

  /// Adds what `others` know: of each bound the stronger.
  constexpr void add(const PlacedCards& others) {
    for (int place = 0; place < place_count; ++place) {
      for (int kind = 0; kind < small_kind_count; ++kind) {
        const Card card = Card::of(kind);
        set(place, card, std::max(at_least(place, card), others.at_least(place, card)),
            std::min(at_most(place, card), others.at_most(place, card)));
      }
      set_gases(place, std::max(gases_at_least(place), others.gases_at_least(place)));
    }
  }

  /// All cards of a place go to another one, which is empty.
  constexpr void move_all(int from, int to) {
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const Card card = Card::of(kind);
      set(to, card, at_least(from, card), at_most(from, card));
      set(from, card, 0, no_limit);
    }
    set_gases(to, gases_at_least(from));
    set_gases(from, 0);
  }

  /// A card of one of `kinds` goes from one place to another and is not seen; `counts` are those
  /// before. It is never a card that everybody sees to stay.
  constexpr void move_unseen(int from, int to, const CardSet& kinds, const PlacedCounts& counts);

 private:
  // The bounds of all places, as tight as each other, sizes and numbers of copies make them.
  struct Bounds {
    using Row = std::array<int, small_kind_count>;
    std::array<Row, place_count> least{};
    std::array<Row, place_count> most{};
    Row copies{};

    constexpr void tighten(const PlacedCounts& counts);
    [[nodiscard]] constexpr int sum(const Row& row) const {
      int total = 0;
      for (const int number : row) total += number;
      return total;
    }
    // How many of a kind lie in other places than these two at least, and at most.
    [[nodiscard]] constexpr int elsewhere(const std::array<Row, place_count>& rows, int one,
                                          int other, std::size_t kind) const {
      int total = 0;
      for (int place = 0; place < place_count; ++place) {
        if (place != one && place != other) total += rows[at(place)][kind];
      }
      return total;
    }
  };

  static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }
  [[nodiscard]] constexpr int lane(int place, Card kind) const {
    return bounds_[kind.index] >> place * 4 & 15;
  }
  [[nodiscard]] constexpr bool is_told_of(int place) const {
    if (place == last_place) return last_ != std::array<std::uint8_t, 5>{};
    int told = 0;
    for (const std::uint16_t places : bounds_) told |= places;
    return gases_at_least(place) > 0 || (told >> place * 4 & 15) != 0;
  }
  // How many noble gases the bounds of the kinds tell of.
  [[nodiscard]] constexpr int gases_by_kind(int place) const {
    int gases = 0;
    noble_gas_kinds().for_each([&](Card card) { gases += at_least(place, card); });
    return gases;
  }
  // Keeps that so many lie there, unless it follows.
  constexpr void keep_gases(int place, int count) {
    if (count <= gases_by_kind(place)) count = 0;
    if (count > most_at_least) ++weakened_;
    set_gases(place, std::min(count, most_at_least));
  }
  [[nodiscard]] constexpr bool is_all_told(const Bounds& before, int from, int to,
                                           const CardSet& moved, const PlacedCounts& then) const;
  constexpr void keep(const Bounds& bounds, const PlacedCounts& counts);

  // Four places of four bits each: the lower bound, and by how much the upper bound is below
  // `no_limit`. All is 0 where nothing is known.
  std::array<std::uint16_t, small_kind_count> bounds_{};
  // Two bits for each kind: the same of the last place.
  std::array<std::uint8_t, 5> last_{};
  // Two bits for each place but the last.
  std::uint8_t gases_ = 0;
  std::uint16_t weakened_ = 0;
};

constexpr void PlacedCards::Bounds::tighten(const PlacedCounts& counts) {
  // Twice is enough for what follows in one or two steps; more would still be true.
  for (int round = 0; round < 2; ++round) {
    for (std::size_t kind = 0; kind < copies.size(); ++kind) {
      int surely = 0;
      int possibly = 0;
      for (int place = 0; place < place_count; ++place) {
        surely += least[at(place)][kind];
        possibly += most[at(place)][kind];
      }
      const int free = copies[kind] - surely;
      const int spare = possibly - copies[kind];
      for (int place = 0; place < place_count; ++place) {
        int& low = least[at(place)][kind];
        int& high = most[at(place)][kind];
        const int before = low;
        if (place != last_place) low = std::max(low, high - spare);
        high = std::min(high, before + free);
      }
    }
    for (int place = 0; place < place_count; ++place) {
      const int free = counts.size[at(place)] - sum(least[at(place)]);
      const int spare = sum(most[at(place)]) - counts.size[at(place)];
      for (std::size_t kind = 0; kind < copies.size(); ++kind) {
        int& low = least[at(place)][kind];
        int& high = most[at(place)][kind];
        const int before = low;
        if (place != last_place) low = std::max(low, high - spare);
        high = std::min(high, before + free);
      }
    }
  }
}

constexpr void PlacedCards::move_unseen(int from, int to, const CardSet& kinds,
                                        const PlacedCounts& counts) {
  if (!is_told_of(from) && !is_told_of(to) && kinds == all_small_kinds()) return;

  Bounds before;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const auto row = static_cast<std::size_t>(kind);
    before.copies[row] = counts.cards.count(kind);
    for (int place = 0; place < place_count; ++place) {
      const int most = at_most(place, Card::of(kind));
      before.least[at(place)][row] = at_least(place, Card::of(kind));
      before.most[at(place)][row] = most == no_limit ? before.copies[row] : most;
    }
  }
  before.tighten(counts);

  CardSet moved;
  kinds.for_each([&](Card card) {
    if (card.is_small() && before.most[at(from)][card.index] > 0) moved.insert(card);
  });
  Bounds after = before;
  const bool is_known = moved.size() == 1;
  moved.for_each([&](Card card) {
    int& left = after.least[at(from)][card.index];
    left = std::max(0, left - 1);
    ++after.most[at(to)][card.index];
    if (!is_known) return;
    --after.most[at(from)][card.index];
    if (to != last_place) ++after.least[at(to)][card.index];
  });
  PlacedCounts then = counts;
  --then.size[at(from)];
  ++then.size[at(to)];
  const bool is_told = is_known && to != last_place;
  if (!is_told && !is_all_told(before, from, to, moved, then)) ++weakened_;
  const CardSet gases = noble_gas_kinds();
  const bool may_be_gas = !(moved & gases).empty();
  const bool is_gas = (moved - gases).empty();
  const int gases_from = std::max(gases_at_least(from), gases_by_kind(from));
  const int gases_to = std::max(gases_at_least(to), gases_by_kind(to));
  keep(after, then);
  keep_gases(from, gases_from - (may_be_gas ? 1 : 0));
  keep_gases(to, gases_to + (is_gas ? 1 : 0));
}

// Whether the bounds after a move say no less than that one card moved. Of a table that they allow
// one of the moved kinds must be such that, moved back, it gives a table that was allowed before. A
// kind *deviates* where the table is beyond a bound of before: then it is the one that moved, so
// two may not deviate at once, and it must be possible to move it back; where none deviates some
// kind must be possible to move back. `then` are the counts after the move.
constexpr bool PlacedCards::is_all_told(const Bounds& before, int from, int to,
                                        const CardSet& moved, const PlacedCounts& then) const {
  const Bounds::Row& from_least = before.least[at(from)];
  const Bounds::Row& from_most = before.most[at(from)];
  const Bounds::Row& to_least = before.least[at(to)];
  const Bounds::Row& to_most = before.most[at(to)];
  // How many cards may differ from the bounds in either place.
  const int to_room = then.size[at(to)] - before.sum(to_least);
  const int from_room = before.sum(from_most) - then.size[at(from)];
  const int from_free = then.size[at(from)] - before.sum(from_least);

  constexpr int never = 100;
  std::array<int, 2> to_costs = {never, never};
  std::array<int, 2> from_costs = {never, never};
  const auto note = [](std::array<int, 2>& costs, int cost) {
    if (cost < costs[0]) {
      costs = {cost, costs[0]};
    } else {
      costs[1] = std::min(costs[1], cost);
    }
  };
  const CardSet gases = noble_gas_kinds();
  const bool is_gas = (moved - gases).empty();
  const bool bounds_gases = gases_at_least(from) > 0 || gases_at_least(to) > 0;
  if (bounds_gases && !is_gas && !(moved & gases).empty()) return false;
  // How many cards, and how many noble gases, are in `to` that cannot be the one that moved, and
  // how many more there are than the bounds of kinds tell of.
  int others = 0;
  int other_gases = 0;
  const int gas_room =
      is_gas && to != last_place ? 1 + std::max(0, gases_at_least(to) - gases_by_kind(to)) : 0;
  const auto count_others = [&](std::size_t kind, int spare) {
    others += spare;
    if (Card::of(static_cast<int>(kind)).is_noble_gas()) other_gases += spare;
  };
  bool valid = true;
  for (std::size_t kind = 0; kind < to_least.size(); ++kind) {
    const int to_spare = to_most[kind] - to_least[kind];
    if (!moved.contains(Card::of(static_cast<int>(kind)))) {
      count_others(kind, to_spare);
      continue;
    }
    const int surely = before.elsewhere(before.least, from, to, kind);
    const int possibly = before.elsewhere(before.most, from, to, kind);
    int to_cost = never;
    int from_cost = never;
    // Fewer are left than there were at least: the others lie elsewhere.
    if (from_least[kind] > 0) {
      const int left = from_least[kind] - 1;
      const int came = std::max(0, before.copies[kind] - left - possibly - to_least[kind]);
      const int lost = from_most[kind] - left;
      if (came <= to_room && lost <= from_room) {
        valid = valid && came > 0;
        to_cost = came;
        from_cost = lost;
      }
    }
    // More lie there than there were at most. Where so many copies are not, that cannot be.
    const int over = to_most[kind] + 1;
    const int left = before.copies[kind] - over - surely;
    if (left >= 0 && over - to_least[kind] <= to_room) {
      const int lost = std::max(0, from_most[kind] - left);
      if (lost <= from_room) {
        valid = valid && left < from_most[kind];
        to_cost = std::min(to_cost, over - to_least[kind]);
        from_cost = std::min(from_cost, lost);
      }
    }
    if (to_cost < never) {
      note(to_costs, to_cost);
      note(from_costs, from_cost);
    }
    // Whether this kind can be moved back wherever there is a card of it to move.
    const int most_left =
        std::min(before.copies[kind] - to_least[kind] - 1 - surely, from_free + from_least[kind]);
    if (most_left >= from_most[kind]) count_others(kind, to_spare);
  }
  const bool two_deviate =
      to_costs[0] + to_costs[1] <= to_room && from_costs[0] + from_costs[1] <= from_room;
  const bool some_deviates = from_free < 0;
  const bool can_move_back = others < to_room || other_gases < gas_room;
  return valid && !two_deviate && (some_deviates || can_move_back);
}

// Keeps the bounds that do not follow from sizes and numbers of copies.
constexpr void PlacedCards::keep(const Bounds& bounds, const PlacedCounts& counts) {
  bool lost = false;
  for (int place = 0; place < place_count; ++place) {
    const Bounds::Row& least = bounds.least[at(place)];
    const Bounds::Row& most = bounds.most[at(place)];
    const int free = counts.size[at(place)] - bounds.sum(least);
    for (std::size_t kind = 0; kind < least.size(); ++kind) {
      const int elsewhere = bounds.elsewhere(bounds.least, place, place, kind);
      const int follows = std::min(bounds.copies[kind] - elsewhere, least[kind] + free);
      const bool is_kept = most[kind] < no_limit && most[kind] < follows;
      lost = lost || least[kind] > most_at_least || (!is_kept && most[kind] < follows);
      set(place, Card::of(static_cast<int>(kind)), std::clamp(least[kind], 0, most_at_least),
          is_kept ? std::max(0, most[kind]) : no_limit);
    }
  }
  if (lost) ++weakened_;
}

static_assert(sizeof(PlacedCards) == 42);

}  // namespace chemix
