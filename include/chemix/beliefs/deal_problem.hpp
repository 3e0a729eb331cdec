// SPDX-License-Identifier: Apache-2.0
// Deal problem: the ways to deal unseen cards to hidden places so that every constraint holds.
// Worlds are counted exactly and sampled uniformly, with every card as an individual.
#pragma once

#include "chemix/beliefs/deal_constraint.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/random.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace chemix {

inline constexpr int max_place_count = 8;

template <class Bag>
concept HasMaxSize = requires {
  Bag::max_size;
};

/// The maximum number of cards in hidden places: `max_size` of the bag, if it has one.
template <class Bag>
inline constexpr int max_world_cards = [] {
  if constexpr (HasMaxSize<Bag>) {
    return Bag::max_size;
  } else {
    return 96;
  }
}();

/// A world: the cards in each place.
template <class Bag>
using WorldOf = std::array<Bag, max_place_count>;

/// A number of worlds. There are fewer than 2^208 deals of 72 cards to 8 places, and fewer than
/// 2^450 deals of 160 cards to 7 places.
template <class Bag>
using DealCountOf = BigUnsigned<8>;

/// Hidden places with their sizes, the cards that lie in them, and constraints on the deal.
template <class Bag>
class DealProblemOf {
 public:
  using DealConstraint = DealConstraintOf<typename Bag::Set>;
  static constexpr int max_constraint_count = 64;

  Bag unseen;

  /// Adds a place that holds `size` cards and returns the set of this place alone. Precondition:
  /// there are fewer than `max_place_count`.
  PlaceSet add_place(int size) {
    sizes_[static_cast<std::size_t>(place_count_)] = static_cast<std::uint8_t>(size);
    return static_cast<PlaceSet>(1U << place_count_++);
  }
  /// Adds a constraint. Precondition: there are fewer than `max_constraint_count`.
  void add_constraint(const DealConstraint& constraint) { constraints_.add(constraint); }

  [[nodiscard]] int place_count() const { return place_count_; }
  [[nodiscard]] int size(int place) const { return sizes_[static_cast<std::size_t>(place)]; }
  [[nodiscard]] int constraint_count() const { return static_cast<int>(constraints_.size()); }
  [[nodiscard]] const DealConstraint& constraint(int i) const {
    return constraints_[static_cast<std::size_t>(i)];
  }
  /// Whether at most one place holds cards, so that there is at most one world.
  [[nodiscard]] bool is_settled() const {
    return std::count(sizes_.begin(), sizes_.end(), 0) >= max_place_count - 1;
  }

  /// A problem describes its own places, and its worlds are counted exactly; see `BeliefOf`.
  [[nodiscard]] const DealProblemOf& places() const { return *this; }
  [[nodiscard]] static int approximations() { return 0; }

  /// Samples a world uniformly; returns nothing if there is none.
  [[nodiscard]] std::optional<WorldOf<Bag>> sample(RandomRef random) const;
  /// The number of worlds.
  [[nodiscard]] DealCountOf<Bag> total_weight() const;
  /// How many worlds equal this one by kinds: `sample` returns it with probability weight_of(world)
  /// / total_weight(). 0 if it is not a world of the problem.
  [[nodiscard]] DealCountOf<Bag> weight_of(const WorldOf<Bag>& world) const;
  /// `total_weight()` in decimal digits.
  [[nodiscard]] std::string count() const { return total_weight().text(); }

 private:
  // How many cards of the constraint's kinds lie in its places.
  [[nodiscard]] int found_in(const WorldOf<Bag>& world, const DealConstraint& constraint) const;
  // Calls `use(counter)` with a `DealCounter` whose numbers are wide enough.
  template <class Use>
  auto with_counter(Use&& use) const;

  std::array<std::uint8_t, max_place_count> sizes_{};
  InplaceVector<DealConstraint, max_constraint_count> constraints_;
  int place_count_ = 0;
};

using DealProblem = DealProblemOf<CardBag>;
using World = WorldOf<CardBag>;

/// Worlds weighted by observations. Include beliefs/belief.hpp to ask a game for worlds.
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
