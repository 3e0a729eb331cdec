// SPDX-License-Identifier: Apache-2.0
// Deal problem: the ways to deal unseen cards to hidden places so that every constraint holds.
// Worlds are counted exactly and sampled uniformly, with every card as an individual.
#pragma once

#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_constraint.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/stop_token.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace chemix {

inline constexpr int max_place_count = 8;

/// A world: the cards in each place.
template <class Bag>
using WorldOf = std::array<Bag, max_place_count>;

/// A number of worlds. There are fewer than 2^208 deals of 72 cards to 8 places, and fewer than
/// 2^450 deals of 160 cards to 7 places.
using DealCount = BigUnsigned<8>;

/// A number of histories. It has room for all orders of the cards times the widest weight of a
/// hypothesis; anything larger is rounded.
using TotalWeight = BigUnsigned<18>;

/// Hidden places with their sizes, the cards that lie in them, and constraints on the deal.
template <class Bag>
class DealProblemOf {
 public:
  using DealConstraint = DealConstraintOf<typename Bag::Set>;
  static constexpr int max_constraint_count = 64;

  Bag unseen;
  /// Lays out the unseen cards, perhaps among others. Without one, each count and each sample makes
  /// its own.
  const CardPool* pool = nullptr;

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

  /// The same problem about the cards of a pool.
  [[nodiscard]] DealProblemOf<PoolBag> in(const CardPool& cards) const;

  /// Samples a world uniformly; returns nothing if there is none.
  [[nodiscard]] std::optional<WorldOf<Bag>> sample(RandomRef random) const;
  /// The number of worlds.
  [[nodiscard]] DealCount total_weight() const;
  /// How many worlds equal this one by kinds: `sample` returns it with probability weight_of(world)
  /// / total_weight(). 0 if it is not a world of the problem.
  [[nodiscard]] DealCount weight_of(const WorldOf<Bag>& world) const;
  /// As BeliefOf::poll; a single problem is counted too fast to be ended.
  void poll(StopPoll&) const {}
  /// `total_weight()` in decimal digits.
  [[nodiscard]] std::string count() const { return total_weight().text(); }

 private:
  // Calls `use(pool)`.
  auto with_pool(auto&& use) const { return pool != nullptr ? use(*pool) : use(CardPool(unseen)); }
  // How many cards of the constraint's kinds lie in its places.
  [[nodiscard]] int found_in(const WorldOf<Bag>& world, const DealConstraint& constraint) const;

  std::array<std::uint8_t, max_place_count> sizes_{};
  InplaceVector<DealConstraint, max_constraint_count> constraints_;
  int place_count_ = 0;
};

using DealProblem = DealProblemOf<CardBag>;
using World = WorldOf<CardBag>;
using PoolProblem = DealProblemOf<PoolBag>;
using PoolWorld = WorldOf<PoolBag>;

/// Samples a world of `problem` uniformly; returns nothing if there is none.
[[nodiscard]] std::optional<PoolWorld> sample(const CardPool& pool, const PoolProblem& problem,
                                              RandomRef random);
/// The number of worlds of `problem`; means nothing if `stop` ends the work.
[[nodiscard]] DealCount count(const CardPool& pool, const PoolProblem& problem,
                              StopPoll* stop = nullptr);

/// Worlds weighted by observations. Include beliefs/belief.hpp to ask a game for worlds.
template <class Bag>
class BeliefOf;
using Belief = BeliefOf<CardBag>;
class PoolBelief;

template <class Bag>
WorldOf<Bag> counted(const CardPool& pool, const PoolWorld& world) {
  WorldOf<Bag> made;
  for (std::size_t place = 0; place < world.size(); ++place) {
    made[place] = pool.counted<Bag>(world[place]);
  }
  return made;
}

template <class Bag>
PoolProblem DealProblemOf<Bag>::in(const CardPool& cards) const {
  PoolProblem problem;
  problem.unseen = cards.bag(unseen);
  for (int place = 0; place < place_count_; ++place) problem.add_place(size(place));
  for (const DealConstraint& constraint : constraints_) {
    problem.add_constraint(
        {constraint.places, cards.set(constraint.kinds), constraint.at_least, constraint.at_most});
  }
  return problem;
}

template <class Bag>
std::optional<WorldOf<Bag>> DealProblemOf<Bag>::sample(RandomRef random) const {
  return with_pool([&](const CardPool& cards) {
    const auto world = chemix::sample(cards, in(cards), random);
    return world ? std::optional(counted<Bag>(cards, *world)) : std::nullopt;
  });
}

template <class Bag>
DealCount DealProblemOf<Bag>::total_weight() const {
  return with_pool([&](const CardPool& cards) { return chemix::count(cards, in(cards)); });
}

template <class Bag>
DealCount DealProblemOf<Bag>::weight_of(const WorldOf<Bag>& world) const {
  Bag cards;
  for (int place = 0; place < place_count_; ++place) {
    const Bag& here = world[static_cast<std::size_t>(place)];
    if (here.size() != size(place)) return {};
    cards += here;
  }
  if (!(cards == unseen)) return {};
  DealCount ways(1);
  for (int i = 0; i < constraint_count(); ++i) {
    const int found = found_in(world, constraint(i));
    if (found < constraint(i).at_least || found > constraint(i).at_most) return {};
  }
  unseen.kinds().for_each([&](Card card) {
    int left = unseen.count(card);
    for (int place = 0; place < place_count_; ++place) {
      const int here = world[static_cast<std::size_t>(place)].count(card);
      ways = ways * choose<DealCount>(left, here);
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
