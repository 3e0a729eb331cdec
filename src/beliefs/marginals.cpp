// SPDX-License-Identifier: Apache-2.0
// Marginals of deal problems and beliefs, from exact world counts.
#include "chemix/beliefs/marginals.hpp"

#include "beliefs/block_assignment.hpp"
#include "beliefs/deal_counter.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/core/binomials.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace chemix {

namespace {

// By place of a problem, how many of its interchangeable slots are selected.
using SlotShares = std::array<std::uint8_t, max_place_count>;

/// The distribution of the number of cards of a kind in the selected slots, over the worlds of a
/// problem. Cards of one class are interchangeable: where the worlds deal n of them, the copies of
/// one kind are distributed among them like drawn cards.
class CopiesInWorlds {
 public:
  CopiesInWorlds(const CardPool& pool, const PoolProblem& problem, StopPoll& stop)
      : pool_(&pool), stop_(&stop) {
    with_counter(pool, problem, stop_, [&](const auto& worlds) { add_classes(problem, worlds); });
  }

  /// Returns an empty distribution if there is no world.
  [[nodiscard]] CopyChances operator()(Card card, const SlotShares& shares) {
    if (classes_.empty()) return {};
    if (!(shares == shares_)) {
      shares_ = shares;
      taken_.clear();
    }
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const int copies = pool_->count(classes_[i].cards, card);
      if (copies == 0) continue;
      const auto [taken, is_new] = taken_.try_emplace(i);
      if (is_new) taken->second = taken_by(classes_[i]);
      CopyChances chances;
      for (int cards = 0; cards < taken->second.end(); ++cards) {
        const double chance = taken->second[cards];
        if (chance > 0) chances.add(drawn(classes_[i].size, copies, cards), chance);
      }
      return chances;
    }
    return CopyChances::surely(0);
  }

 private:
  struct Dealt {
    SlotShares deal;
    /// The share of all worlds.
    double share = 0;
  };
  struct Class {
    PoolBag cards;
    int size = 0;
    std::vector<Dealt> deals;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void add_classes(const PoolProblem& problem, const auto& worlds) {
    for (int place = 0; place < problem.place_count(); ++place) {
      const int stands_at = worlds.place_in_deals(place);
      stands_at_[at(place)] = static_cast<std::uint8_t>(stands_at);
      sizes_[at(stands_at)] += problem.size(place);
    }
    worlds.for_each_deal([&](const PoolBag& cards, const SlotShares& deal, double share) {
      if (classes_.empty() || !(classes_.back().cards == cards)) {
        classes_.push_back({cards, cards.size(), {}});
      }
      classes_.back().deals.push_back({deal, share});
    });
  }

  // The distribution of the number of cards of a class in the selected slots.
  [[nodiscard]] CopyChances taken_by(const Class& alike) const {
    std::array<int, max_place_count> slots{};
    for (std::size_t place = 0; place < max_place_count; ++place) {
      slots[stands_at_[place]] += shares_[place];
    }
    CopyChances taken;
    for (const Dealt& dealt : alike.deals) {
      if (stop_->spend()) break;
      CopyChances here = CopyChances::surely(0);
      for (std::size_t place = 0; place < max_place_count; ++place) {
        if (slots[place] == 0 || dealt.deal[place] == 0) continue;
        here = here.with(drawn(sizes_[place], dealt.deal[place], slots[place]));
      }
      taken.add(here, dealt.share);
    }
    return taken;
  }

  // Hypergeometric: how many of `copies` among `cards` cards are in a draw of `slots`.
  static CopyChances drawn(int cards, int copies, int slots) {
    CopyChances chances;
    for (int n = std::max(0, copies + slots - cards); n <= std::min(copies, slots); ++n) {
      chances.set(n, choose<double>(copies, n) * choose<double>(cards - copies, slots - n) /
                         choose<double>(cards, slots));
    }
    return chances;
  }

  const CardPool* pool_;
  StopPoll* stop_;
  std::vector<Class> classes_;
  // By place, its index in deals; by this index, how many cards lie there.
  SlotShares stands_at_{};
  std::array<int, max_place_count> sizes_{};
  // By class, for the slots `shares_`.
  SlotShares shares_{};
  std::map<std::size_t, CopyChances> taken_;
};

// The work of a kind in a place, in units of `StopPoll`.
constexpr int units_per_kind = 4;

// Selects all slots of some places of a problem.
SlotShares slots_of(const PoolProblem& problem, PlaceSet places) {
  SlotShares shares{};
  for (int place = 0; place < problem.place_count(); ++place) {
    if ((places >> place & 1) == 0) continue;
    shares[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(problem.size(place));
  }
  return shares;
}

}  // namespace

void for_each_copies(const CardPool& pool, const PoolProblem& problem,
                     const std::vector<PlaceSet>& places, StopPoll& stop, AddCopies add) {
  CopiesInWorlds copies(pool, problem, stop);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const SlotShares shares = slots_of(problem, places[i]);
    pool.for_each_kind(pool.all(),
                       [&](Card card, int) { add(i, card, copies(card, shares), 1.0); });
  }
}

void for_each_copies(const PoolBelief& belief, const std::vector<PlaceSet>& places, StopPoll& stop,
                     AddCopies add) {
  const CardPool& pool = belief.pool();
  const TotalWeight all = belief.total_weight();
  if (all == TotalWeight()) return;
  belief.for_each_hypothesis([&](const TotalWeight& ways, const PoolWorld& seen,
                                 const std::vector<Subdeal>& subdeals) {
    std::vector<CopiesInWorlds> copies;
    copies.reserve(subdeals.size());
    for (const Subdeal& subdeal : subdeals) copies.emplace_back(pool, subdeal.problem, stop);
    for (std::size_t i = 0; i < places.size() && !stop.is_ended(); ++i) {
      std::vector<SlotShares> shares(subdeals.size());
      PoolBag surely;
      for (std::size_t place = 0; place < max_place_count; ++place) {
        if ((places[i] >> place & 1) == 0) continue;
        pool.add(surely, seen[place]);
        for (std::size_t subdeal = 0; subdeal < subdeals.size(); ++subdeal) {
          for (std::size_t part = 0; part < max_place_count; ++part) {
            shares[subdeal][part] = static_cast<std::uint8_t>(shares[subdeal][part] +
                                                              subdeals[subdeal].slots[part][place]);
          }
        }
      }
      pool.for_each_kind(pool.all(), [&](Card card, int) {
        if (stop.spend(units_per_kind)) return;
        CopyChances chances = CopyChances::surely(pool.count(surely, card));
        for (std::size_t subdeal = 0; subdeal < subdeals.size(); ++subdeal) {
          chances = chances.with(copies[subdeal](card, shares[subdeal]));
        }
        add(i, card, chances, ways.share_of(all));
      });
    }
  });
}

}  // namespace chemix
