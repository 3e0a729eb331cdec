// SPDX-License-Identifier: Apache-2.0
// Worlds: all ways to deal unseen cards to hidden places so that every constraint holds; counted
// exactly and sampled uniformly, every card an individual.
#pragma once

#include "chemix/beliefs/deal_constraint.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/recycled_vector.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemix {

inline constexpr int max_place_count = 8;

/// The most cards that can lie in hidden places: as many as a bag may hold, if it says so.
template <class Bag>
inline constexpr int max_world_cards = [] {
  if constexpr (requires { Bag::max_size; }) {
    return Bag::max_size;
  } else {
    return 96;
  }
}();

/// A world: what lies in each place.
template <class Bag>
using WorldOf = std::array<Bag, max_place_count>;

/// A number of worlds. The ways to deal 72 cards to 8 places are below 2^208, those to deal 160
/// cards to 7 below 2^450.
template <class Bag>
using DealCountOf = BigUnsigned<8>;

/// Hidden places with their sizes, the cards that lie in them, and what is known of them.
template <class Bag>
class DealProblemOf {
 public:
  using DealConstraint = DealConstraintOf<typename Bag::Set>;
  static constexpr int max_constraint_count = 64;

  Bag unseen;

  /// Adds a place that holds `size` cards and returns the set of this place alone.
  /// Precondition: there are fewer than `max_place_count`.
  PlaceSet add_place(int size) {
    sizes_[static_cast<std::size_t>(place_count_)] = static_cast<std::uint8_t>(size);
    return static_cast<PlaceSet>(1U << place_count_++);
  }
  /// Adds what is known. Precondition: there are fewer than `max_constraint_count`.
  void add_constraint(const DealConstraint& constraint) { constraints_.add(constraint); }

  [[nodiscard]] int place_count() const { return place_count_; }
  [[nodiscard]] int size(int place) const { return sizes_[static_cast<std::size_t>(place)]; }
  [[nodiscard]] int constraint_count() const { return static_cast<int>(constraints_.size()); }
  [[nodiscard]] const DealConstraint& constraint(int i) const {
    return constraints_[static_cast<std::size_t>(i)];
  }
  /// Whether there is one world at most, whatever is known: one place holds all cards.
  [[nodiscard]] bool is_settled() const {
    return std::count(sizes_.begin(), sizes_.end(), 0) >= max_place_count - 1;
  }

  /// One of the worlds, uniformly, or nothing when there is none.
  template <class Random>
  [[nodiscard]] std::optional<WorldOf<Bag>> sample(Random& random) const;
  /// The number of worlds.
  [[nodiscard]] DealCountOf<Bag> total_weight() const;
  /// How many of them are this one by kinds: `sample` gives it with the probability
  /// weight_of(world) / total_weight(). 0 when it is none.
  [[nodiscard]] DealCountOf<Bag> weight_of(const WorldOf<Bag>& world) const;
  /// The number of worlds, in decimal digits.
  [[nodiscard]] std::string count() const { return total_weight().text(); }

 private:
  // How many cards of the constraint's kinds lie in its places.
  [[nodiscard]] int found_in(const WorldOf<Bag>& world, const DealConstraint& constraint) const;
  // Calls `use(counter)` with all worlds, counted in numbers that are wide enough.
  template <class Use>
  auto with_counter(Use&& use) const;

  std::array<std::uint8_t, max_place_count> sizes_{};
  InplaceVector<DealConstraint, max_constraint_count> constraints_;
  int place_count_ = 0;
};

using DealProblem = DealProblemOf<CardBag>;
using World = WorldOf<CardBag>;

/// Worlds weighted by what was seen: beliefs/belief.hpp, which who asks a game for worlds includes.
template <class Bag>
class BeliefOf;
using Belief = BeliefOf<CardBag>;

template <class Bag>
DealCountOf<Bag> DealProblemOf<Bag>::weight_of(const WorldOf<Bag>& world) const {
  Bag cards;
  for (int place = 0; place < place_count_; ++place) {
    const Bag& here = world[static_cast<std::size_t>(place)];
    if (here.size() != size(place)) return {};
    cards += here;
  }
  if (!(cards == unseen)) return {};
  DealCountOf<Bag> ways(1);
  for (int i = 0; i < constraint_count(); ++i) {
    const int found = found_in(world, constraint(i));
    if (found < constraint(i).at_least || found > constraint(i).at_most) return {};
  }
  unseen.kinds().for_each([&](Card card) {
    int left = unseen.count(card);
    for (int place = 0; place < place_count_; ++place) {
      const int here = world[static_cast<std::size_t>(place)].count(card);
      ways = ways * choose<DealCountOf<Bag>>(left, here);
      left -= here;
    }
  });
  return ways;
}

template <class Bag>
int DealProblemOf<Bag>::found_in(const WorldOf<Bag>& world,
                                 const DealConstraint& constraint) const {
  int cards = 0;
  for (int place = 0; place < place_count_; ++place) {
    if ((constraint.places >> place & 1) == 0) continue;
    const Bag& here = world[static_cast<std::size_t>(place)];
    constraint.kinds.for_each([&](Card card) { cards += here.count(card); });
  }
  return cards;
}

}  // namespace chemix
