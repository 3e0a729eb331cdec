// SPDX-License-Identifier: Apache-2.0
// Marginals: how likely each hidden place holds at least n cards of a kind, from exact world
// counts.
#pragma once

// A forward and a backward pass through the situations of a `DealCounter` give, for each class of
// interchangeable cards, the share of the worlds in which n of them lie in each place. The copies
// of one kind are distributed among them like drawn cards. A belief mixes its hypotheses, in each
// of which the subdeals are independent.

#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/hidden_places.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/seed.hpp"
#include "chemix/core/stop_token.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

/// For every place that is hidden from a viewer, every kind of card and every n from 1 to `most`:
/// the probability that the place holds at least n cards of the kind.
struct Marginals {
  /// Hands by seat, then piles.
  std::vector<Place> places;
  int kinds = 0;
  /// The maximum number of copies of a kind in the deck: the same for every observation of a game.
  int most = 0;
  /// By place, kind and n, from 0 to 1: `places.size() * kinds * most` values.
  std::vector<double> probabilities;

  /// The probability that the place holds at least `at_least` ≥ 1 cards of a kind. Precondition:
  /// `place` and `kind` are below their counts.
  [[nodiscard]] double at(std::size_t place, int kind, int at_least) const {
    return at_least > most ? 0 : probabilities[index(place, kind, at_least)];
  }
  [[nodiscard]] std::size_t index(std::size_t place, int kind, int at_least) const {
    const std::size_t row =
        place * static_cast<std::size_t>(kinds) + static_cast<std::size_t>(kind);
    return row * static_cast<std::size_t>(most) + static_cast<std::size_t>(at_least - 1);
  }
};

/// A distribution of a number of copies: weights of 0, 1, 2 … Initially all weights are 0.
class CopyChances {
 public:
  CopyChances() = default;
  static CopyChances surely(int copies) {
    CopyChances chances;
    chances.set(copies, 1);
    return chances;
  }

  void set(int copies, double chance) {
    if (at(copies) >= chances_.size()) chances_.resize(at(copies) + 1);
    chances_[at(copies)] = chance;
  }
  /// The distribution of the sum with another, independent number.
  [[nodiscard]] CopyChances with(const CopyChances& others) const {
    CopyChances both;
    if (chances_.empty() || others.chances_.empty()) return both;
    both.chances_.resize(chances_.size() + others.chances_.size() - 1);
    for (std::size_t i = 0; i < chances_.size(); ++i) {
      for (std::size_t j = 0; j < others.chances_.size(); ++j) {
        both.chances_[i + j] += chances_[i] * others.chances_[j];
      }
    }
    return both;
  }
  /// Adds another distribution, multiplied by `weight`.
  void add(const CopyChances& others, double weight) {
    if (others.chances_.size() > chances_.size()) chances_.resize(others.chances_.size());
    for (std::size_t i = 0; i < others.chances_.size(); ++i) {
      chances_[i] += weight * others.chances_[i];
    }
  }
  /// One more than the largest possible number.
  [[nodiscard]] int end() const { return static_cast<int>(chances_.size()); }
  [[nodiscard]] double operator[](int copies) const { return chances_[at(copies)]; }
  [[nodiscard]] double at_least(int copies) const {
    double sum = 0;
    for (std::size_t i = chances_.size(); i-- > at(copies);) sum += chances_[i];
    return (std::min)(sum, 1.0);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  std::vector<double> chances_;
};

/// Receives the distribution of how many cards of a kind lie in `places[i]`. For each place and
/// each kind of the pool, the weights add up to 1.
using AddCopies =
    FunctionRef<void(std::size_t i, Card card, const CopyChances& chances, double weight)>;
/// Calls `add` for each place and each kind of the pool, unless `stop` ends the work.
void for_each_copies(const CardPool& pool, const PoolProblem& problem,
                     const std::vector<PlaceSet>& places, StopPoll& stop, AddCopies add);
/// The same for a belief (beliefs/belief.hpp), which `stop` ends too: a mixture of its hypotheses
/// by weight.
void for_each_copies(const PoolBelief& belief, const std::vector<PlaceSet>& places, StopPoll& stop,
                     AddCopies add);

template <class Bag>
void for_each_copies(const DealProblemOf<Bag>& problem, const Bag& all,
                     const std::vector<PlaceSet>& places, StopPoll& stop, AddCopies add) {
  const CardPool pool(all);
  for_each_copies(pool, problem.in(pool), places, stop, add);
}
template <class Bag>
void for_each_copies(BeliefOf<Bag>& belief, const Bag&, const std::vector<PlaceSet>& places,
                     StopPoll& stop, AddCopies add) {
  belief.poll(stop);
  for_each_copies(belief.pooled(), places, stop, add);
}

/// The maximum number of copies of a kind.
template <class Bag>
int max_copies_in(const Bag& cards) {
  int most = 0;
  cards.kinds().for_each([&](Card card) { most = (std::max)(most, cards.count(card)); });
  return most;
}

/// Whether deal constraints cannot express all that the viewer knows, so that the rules sample
/// deals themselves. For a match, this is about the running game.
template <class Rules, class Observation>
bool deals_itself([[maybe_unused]] const Rules& rules, [[maybe_unused]] const Observation& seen) {
  if constexpr (RulesOfMatch<Rules>) {
    return deals_itself(rules.inner(), rules.game_of(seen));
  } else if constexpr (DealerRules<Rules>) {
    return rules.forgotten(seen) > 0;
  } else {
    return false;
  }
}

/// The places that are hidden from the viewer of `seen`, hands by seat, then piles, each with the
/// set of its places in worlds.
template <class Rules, class Observation>
std::vector<std::pair<Place, PlaceSet>> unseen_in_worlds(const Rules& rules,
                                                         const Observation& seen) {
  std::vector<std::pair<Place, PlaceSet>> places;
  const auto& all = rules.deck().all_cards();
  const auto problem = rules.hidden_places(seen, all, [&](Place place, PlaceSet set, auto) {
    if (set != 0) places.emplace_back(place, set);
  });
  // A part of a place has a number of its own, after the rest of the place.
  auto next = static_cast<PlaceSet>(1U << problem.place_count());
  for (std::size_t i = places.size(); i-- > 0;) {
    const PlaceSet first = places[i].second;
    places[i].second = static_cast<PlaceSet>(next - first);
    next = first;
  }
  return places;
}
/// These places without the sets; in a match, those of the running game.
template <class Rules, class Observation>
std::vector<Place> unseen_places(const Rules& rules, const Observation& seen) {
  if constexpr (RulesOfMatch<Rules>) {
    return unseen_places(rules.inner(), rules.game_of(seen));
  } else {
    std::vector<Place> places;
    for (const auto& found : unseen_in_worlds(rules, seen)) {
      places.push_back(found.first);
    }
    return places;
  }
}

/// The number of samples where deal constraints cannot express all that is known.
inline constexpr int marginal_samples = 4096;
/// The work of one of them, in units of `StopPoll`.
inline constexpr int units_per_sample = 16;

/// The viewer's belief about every hidden place (docs/beliefs.md) as probabilities: shares of exact
/// world counts, rounded to doubles. Where deal constraints cannot express all that is known, and
/// the game samples deals itself (Chip it, while somebody says a combination), they are frequencies
/// of `marginal_samples` samples, the same each time. Cost: one count of the worlds and one pass
/// through it; allocates. If `stop` ends the work, the result means nothing.
template <class Rules, class Observation>
Marginals marginals_of(const Rules& rules, const Observation& seen, StopPoll& stop) {
  if constexpr (RulesOfMatch<Rules>) {
    return marginals_of(rules.inner(), rules.game_of(seen), stop);
  } else {
    auto worlds = rules.belief_of(seen);
    const auto& all = rules.deck().all_cards();
    Marginals made;
    made.kinds = rules.deck().card_kind_count();
    made.most = max_copies_in(all);
    std::vector<PlaceSet> places;
    for (const auto& [place, set] : unseen_in_worlds(rules, seen)) {
      made.places.push_back(place);
      places.push_back(set);
    }
    std::vector<CopyChances> chances(made.places.size() * static_cast<std::size_t>(made.kinds));
    const auto add = [&](std::size_t place, Card card, const CopyChances& copies, double weight) {
      chances[place * static_cast<std::size_t>(made.kinds) + card.index].add(copies, weight);
    };
    if (!deals_itself(rules, seen)) {
      for_each_copies(worlds, all, places, stop, add);
    } else if constexpr (DealerRules<Rules>) {
      typename Rules::Dealer dealer(rules, seen);
      FastRandom random(SeedSequence(0));
      for (int i = 0; i < marginal_samples && !stop.spend(units_per_sample); ++i) {
        const auto table = dealer.sample(random);
        if (!table) break;
        const auto world = rules.world_from_table(seen, *table);
        for (std::size_t place = 0; place < places.size(); ++place) {
          all.kinds().for_each([&](Card card) {
            add(place, card, CopyChances::surely(world[place].count(card)), 1.0 / marginal_samples);
          });
        }
      }
    }
    made.probabilities.resize(chances.size() * static_cast<std::size_t>(made.most));
    for (std::size_t place = 0; place < places.size(); ++place) {
      all.kinds().for_each([&](Card card) {
        CopyChances& here = chances[place * static_cast<std::size_t>(made.kinds) + card.index];
        for (int n = 1; n <= made.most; ++n) {
          made.probabilities[made.index(place, card.index, n)] = here.at_least(n);
        }
      });
    }
    return made;
  }
}
/// The same without an end.
template <class Rules, class Observation>
Marginals marginals_of(const Rules& rules, const Observation& seen) {
  StopPoll never;
  return marginals_of(rules, seen, never);
}

}  // namespace chemix
