// SPDX-License-Identifier: Apache-2.0
// Seats: the cards of one hypothesis as they lie in hidden places, dealt and counted.
#pragma once

#include "chemix/cards/hypothesis.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/few_of.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace chemix {

/// A number of histories: there is room for all orders of the cards times the widest weight of an
/// hypothesis; what needs more is rounded.
template <class Bag>
using TotalWeightOf = BigUnsigned<max_world_cards<Bag> <= 96 ? 11 : 18>;

/// All orders of so many cards.
template <class Bag>
const TotalWeightOf<Bag>& factorial(int n) {
  using TotalWeight = TotalWeightOf<Bag>;
  struct Products : std::array<TotalWeight, max_world_cards<Bag> + 1> {
    Products() {
      (*this)[0] = 1;
      for (std::size_t i = 1; i < this->size(); ++i) ((*this)[i] = (*this)[i - 1]) *= i;
    }
  };
  static const Products products;
  return products[static_cast<std::size_t>(n)];
}

// ---- Dealing, with more ways than there are ----

/// The groups of a hypothesis in the order in which they are dealt: those with the fewest cards
/// that they can be come first, those that can be any last, among these the hand that surely holds
/// something first and the largest at the end.
template <class Bag>
class DealingOf {
 public:
  using Hypothesis = HypothesisOf<Bag>;
  using Group = typename Hypothesis::Group;
  using Pools = typename Hypothesis::Pools;
  using Seats = typename Hypothesis::Seats;
  using TotalWeight = TotalWeightOf<Bag>;
  using World = WorldOf<Bag>;

  /// Nothing if some group cannot be dealt.
  static std::optional<DealingOf> of(const Seats& seats, const Pools& pools) {
    DealingOf made;
    made.seats_ = seats;
    std::array<std::pair<int, const Group*>, Seats::capacity> order;
    std::size_t count = 0;
    for (const Group& group : seats) {
      const int most = !group.without.empty() ? cards_for(pools[group.pool], group).size()
                       : group.is_held        ? 256
                                              : 256 + group.size;
      order[count++] = {most, &group};
      if (group.without.empty()) {
        made.rest_[group.pool] += group.size;
      } else {
        ++made.bound_;
      }
    }
    sort_few(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      made.seats_[i] = *order[i].second;
      if (made.seats_[i].is_held) made.held_ = i + 1;
    }
    // Cards that earlier groups take away for certain.
    for (std::size_t i = 0; i < made.bound_; ++i) {
      const Group& group = made.seats_[i];
      int most = order[i].first;
      for (std::size_t earlier = 0; earlier < i; ++earlier) {
        const Group& other = made.seats_[earlier];
        if (other.pool != group.pool) continue;
        const int elsewhere = cards_for(pools[group.pool], other).only(group.without).size();
        most -= std::max(0, other.size - elsewhere);
      }
      if (most < group.size) return std::nullopt;
      made.most_[i] = static_cast<std::uint8_t>(most);
    }
    return made;
  }

  /// Cards of a pool that are of groups that can be any.
  [[nodiscard]] int rest(std::size_t pool) const { return rest_[pool]; }
  /// Multiplies by the ways to deal the groups, but for those of the `least` cards of each pool
  /// that can be any.
  void multiply(TotalWeight& ways, const std::array<int, Hypothesis::pool_count>& least,
                std::size_t pools) const {
    Multiplied product(ways);
    for (std::size_t nth = 0; nth < bound_; ++nth) {
      for (int card = 0; card < seats_[nth].size; ++card) product.by(most_[nth] - card);
    }
    for (std::size_t pool = 0; pool < pools; ++pool) {
      for (int cards = rest_[pool]; cards > least[pool]; --cards) product.by(cards);
    }
  }
  /// Deals the cards of the pools besides those of a world. Once the hand that surely holds
  /// something is dealt, `holds()` says whether it does. False when it does not, or when a card was
  /// dealt that is one too many: the world is none then.
  template <class Random>
  [[nodiscard]] bool deal(Pools pools, World& world, Random& random, auto&& holds) const {
    for (std::size_t i = 0;; ++i) {
      if (i == held_ && !holds()) return false;
      if (i == seats_.size()) return true;
      const Group& group = seats_[i];
      Bag& pool = pools[group.pool];
      Bag& place = world[group.place];
      const bool is_bound = i < bound_;
      Bag cards = is_bound ? cards_for(pool, group) : pool;
      int left = cards.size();
      if (!is_bound && left == group.size) {
        place += pool;
        pool = Bag();
        continue;
      }
      for (int card = 0; card < group.size; ++card, --left) {
        const int most = is_bound ? most_[i] - card : left;
        const auto nth = static_cast<int>(random.below(static_cast<std::uint64_t>(most)));
        if (nth >= left) return false;
        const Card drawn = cards.nth(nth);
        cards.remove(drawn);
        pool.remove(drawn);
        place.add(drawn);
      }
    }
  }

 private:
  // The cards of a pool that a group can be.
  static Bag cards_for(const Bag& pool, const Group& group) {
    return pool.only(pool.kinds() - group.without);
  }

  // A number that is multiplied by small ones, several of them at once.
  class Multiplied {
   public:
    explicit Multiplied(TotalWeight& number) : number_(number) {}
    Multiplied(const Multiplied&) = delete;
    Multiplied& operator=(const Multiplied&) = delete;
    ~Multiplied() { number_ *= part_; }
    void by(int cards) {
      part_ *= static_cast<std::uint64_t>(cards);
      if (part_ >> 56 != 0) number_ *= std::exchange(part_, 1);
    }

   private:
    TotalWeight& number_;
    std::uint64_t part_ = 1;
  };

  Seats seats_;
  // Of each group that cannot be some kinds: how many cards at most the first of it can be.
  std::array<std::uint8_t, Seats::capacity> most_{};
  // How many groups these are.
  std::size_t bound_ = 0;
  // With so many groups the hand that surely holds something is dealt.
  std::size_t held_ = 0;
  std::array<int, Hypothesis::pool_count> rest_{};
};

// ---- Counting ----

/// Cards that are dealt apart from others to the places of `problem`, in each of which all seats
/// are alike: `seats[i][place]` of the `i`-th are of a place of the belief.
template <class Bag>
struct PackOf {
  WorldProblemOf<Bag> problem;
  std::array<std::array<std::uint8_t, max_place_count>, max_place_count> seats{};
};

/// The seats of one pool as a problem of its own: groups that cannot be the same kinds are one
/// place.
template <class Bag>
struct SeatingOf {
  using Hypothesis = HypothesisOf<Bag>;
  using Group = typename Hypothesis::Group;
  using Seats = typename Hypothesis::Seats;
  using TotalWeight = TotalWeightOf<Bag>;

  WorldProblemOf<Bag> problem;
  Seats places;
  /// Those of the hand that surely holds something.
  PlaceSet held = 0;

  SeatingOf(const Hypothesis& hypothesis, const Seats& seats, std::size_t pool)
      : places(places_of(seats, pool)) {
    std::array<int, Seats::capacity> sizes{};
    for (const Group& group : seats) {
      if (group.pool == pool) sizes[place_of(group)] += group.size;
    }
    problem.unseen = hypothesis.pools[pool];
    for (std::size_t place = 0; place < places.size(); ++place) {
      const PlaceSet set = problem.add_place(sizes[place]);
      const Group& group = places[place];
      if (!group.without.empty()) problem.add_fact({set, group.without, 0, 0});
      if (group.is_held) held = static_cast<PlaceSet>(held | set);
    }
  }

  /// The places that the groups of a pool are.
  static Seats places_of(const Seats& seats, std::size_t pool) {
    Seats places;
    for (const Group& group : seats) {
      if (group.pool == pool && place_of(places, group) == places.size()) places.add(group);
    }
    return places;
  }
  [[nodiscard]] std::size_t place_of(const Group& group) const { return place_of(places, group); }
  [[nodiscard]] TotalWeight ways() const {
    TotalWeight all(WorldCounter<WaysOf<Bag>, Bag>(problem).count());
    for (int place = 0; place < problem.place_count(); ++place) {
      all = all * factorial<Bag>(problem.size(place));
    }
    return all;
  }
  [[nodiscard]] PackOf<Bag> pack(const Seats& seats, std::size_t pool) const {
    PackOf<Bag> made{problem, {}};
    for (const Group& group : seats) {
      if (group.pool != pool) continue;
      std::uint8_t& shared = made.seats[place_of(group)][group.place];
      shared = static_cast<std::uint8_t>(shared + group.size);
    }
    return made;
  }

 private:
  static std::size_t place_of(const Seats& places, const Group& group) {
    const auto* found = std::find_if(places.begin(), places.end(), [&](const Group& other) {
      return other.is_held == group.is_held && other.without == group.without;
    });
    return static_cast<std::size_t>(found - places.begin());
  }
};

// ---- Counting the ways to one world ----

/// The ways to seat cards so that the places hold those of one world: place by place and kind by
/// kind, so that few ways to have begun differ in what is left.
template <class Bag>
class WaysToSeatOf {
 public:
  using Hypothesis = HypothesisOf<Bag>;
  using Group = typename Hypothesis::Group;
  using Pools = typename Hypothesis::Pools;
  using Seats = typename Hypothesis::Seats;
  using TotalWeight = TotalWeightOf<Bag>;

  /// In how many ways the cards of the pools take all seats so that the places hold `cards`.
  static TotalWeight count(const Seats& seats, const Pools& pools, const WorldOf<Bag>& cards) {
    Seated begun{{}, pools};
    for (std::size_t i = 0; i < seats.size(); ++i) begun.room[i] = seats[i].size;
    TotalWeight orders = 1;
    for (const Bag& pool : pools) {
      pool.kinds().for_each([&](Card card) { orders = orders * factorial<Bag>(pool.count(card)); });
    }
    Ways found{{begun, orders}};
    for (std::size_t first = 0; first < seats.size();) {
      std::size_t end = first;
      while (end < seats.size() && seats[end].place == seats[first].place) ++end;
      const Bag& here = cards[seats[first].place];
      here.kinds().for_each([&](Card card) {
        Ways next;
        for (const auto& [seated, ways] : found) {
          seat(seats, first, end, card, here.count(card), seated, ways, next);
        }
        found = std::move(next);
      });
      first = end;
    }
    return found.empty() ? TotalWeight() : found.begin()->second;
  }

 private:
  // Of each group, how many seats are free; and what is left of the pools.
  struct Seated {
    std::array<std::uint8_t, Seats::capacity> room{};
    Pools pools;

    [[nodiscard]] bool operator<(const Seated& other) const {
      if (room != other.room) return room < other.room;
      for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        const auto here = pools[pool].words();
        const auto there = other.pools[pool].words();
        if (here != there) return here < there;
      }
      return false;
    }
  };
  using Ways = std::map<Seated, TotalWeight>;

  // Seats so many cards of a kind on groups from `nth` to `end`, in any order.
  static void seat(const Seats& seats, std::size_t nth, std::size_t end, Card card, int cards,
                   const Seated& seated, const TotalWeight& ways, Ways& found) {
    if (cards == 0) {
      found[seated] += ways;
      return;
    }
    if (nth == end) return;
    const Group& group = seats[nth];
    const int room = seated.room[nth];
    const bool may_be = !group.without.contains(card);
    const int most = may_be ? std::min({cards, room, seated.pools[group.pool].count(card)}) : 0;
    Seated more = seated;
    for (int number = 0; number <= most; ++number) {
      seat(seats, nth + 1, end, card, cards - number, more,
           number == 0 ? ways : ways * TotalWeight(choose_few(room, number)), found);
      if (number == most) return;
      --more.room[nth];
      more.pools[group.pool].remove(card);
    }
  }
};

}  // namespace chemix
