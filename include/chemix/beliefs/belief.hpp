// SPDX-License-Identifier: Apache-2.0
// Beliefs: exact Bayesian filtering over deals. Each world, a deal of the hidden cards, is weighted
// by the number of histories that lead to it and show the viewer the same events.
#pragma once

// Counting tells copies of one kind apart, although states do not. A hypothesis is one way the
// unseen past may have gone, with an integer weight. It records which places hold cards that were
// seen to come there, and from which source pile each block of unseen cards is. A source pile is
// the cards from before the first reshuffle, or the draw pile that one reshuffle made.
//
// src/beliefs/ computes beliefs about cards of any deck, which are laid out in a `CardPool`; this
// header only converts. hypothesis_filter.hpp replays the observation log once. It splits a
// hypothesis where one of several cards may have moved; hypothesis_set.hpp merges equal ones and
// adds their weights. If too many remain, it forgets a distinction, which counts as an
// approximation: no world is lost.
//
// The worlds of a hypothesis are the deals of its source piles to its blocks. deal_counter.hpp
// counts them by dynamic programming over classes of interchangeable cards. Sampling proposes a
// deal block by block (block_assignment.hpp). Where blocks exclude kinds, the proposal over-counts,
// and impossible deals are rejected. After too many rejections, the worlds are counted exactly.

#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/hidden_places.hpp"
#include "chemix/beliefs/log_entry.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/stop_token.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace chemix {

/// Lower bounds on one hand: it holds `at_least` cards or more of each of these sets of kinds.
template <class Set>
struct SurelyHeldOf {
  struct Cards {
    Set kinds;
    int at_least = 0;
  };

  Player player = 0;
  InplaceVector<Cards, 40> cards;
};

/// A place of the log as it is now.
struct PlaceNow {
  /// Its number among the places of the deal problem, or −1 if it is not one of them.
  int place = -1;
  bool is_shown = false;
  /// Its cards, if they are shown.
  PoolBag shown;
};
using PlacesNow = std::array<PlaceNow, hidden_place_count>;

/// An entry of an observation log, as a belief reads it.
struct LoggedEntry : LogEntry {
  bool begins_reshuffle = false;
  /// If it begins a reshuffle, the previous draw pile. Otherwise the kinds that the card which
  /// moved unseen, or the hand that was seen to lack a kind, cannot be of.
  PoolBag cards;
};

/// A lower bound on a hand: it holds `at_least` cards or more of these kinds.
using HeldCards = SurelyHeldOf<PoolBag>::Cards;

/// All that the belief of a viewer depends on.
struct BeliefInput {
  explicit BeliefInput(const CardPool& cards) : pool(cards) {}

  const CardPool& pool;
  Viewer viewer{};
  /// The cards in the hidden places, and by place their number.
  PoolBag unseen{};
  InplaceVector<int, max_place_count> sizes{};
  PlacesNow now{};
  /// The number of hands that the log numbers.
  int hands = 0;
  InplaceVector<LoggedEntry, ObservationLog::capacity> log{};
  /// The last reshuffled draw pile.
  PoolBag pile{};
  /// Kinds that no hidden hand can hold.
  PoolBag unheld{};
  Player holder = 0;
  std::vector<HeldCards> held{};
};

/// The deal of one source pile (src/beliefs/block_assignment.hpp).
struct Subdeal;

/// The belief about cards of a pool: a weighted set of worlds. `BeliefOf` says more.
class PoolBelief {
 public:
  /// The pool must outlive the belief.
  static std::unique_ptr<PoolBelief> of(const BeliefInput& input);
  PoolBelief(const PoolBelief&) = delete;
  PoolBelief& operator=(const PoolBelief&) = delete;
  virtual ~PoolBelief() = default;

  [[nodiscard]] const CardPool& pool() const { return pool_; }
  /// Lets `stop` end later calls of `total_weight`, `count` and `for_each_hypothesis`, whose
  /// results then mean nothing. It must outlive the belief.
  void poll(StopPoll& stop) { stop_ = &stop; }
  virtual void count_hand(Player player, Card card, int cards) = 0;
  [[nodiscard]] virtual int approximations() const = 0;
  [[nodiscard]] virtual TotalWeight total_weight() const = 0;
  [[nodiscard]] virtual std::string count() const = 0;
  [[nodiscard]] virtual TotalWeight weight_of(const PoolWorld& world) const = 0;
  [[nodiscard]] virtual bool is_possible(const PoolWorld& world) const = 0;
  [[nodiscard]] virtual bool is_possible() const = 0;
  [[nodiscard]] virtual std::optional<PoolWorld> sample(RandomRef random) const = 0;

  /// Calls `visit(weight, seen, subdeals)` for each hypothesis and each distribution of surely held
  /// cards over the sources that has worlds. In `weight` ways, the places hold the cards `seen` to
  /// come there and what each subdeal deals to them.
  using VisitHypothesis = FunctionRef<void(const TotalWeight& weight, const PoolWorld& seen,
                                           const std::vector<Subdeal>& subdeals)>;
  virtual void for_each_hypothesis(VisitHypothesis visit) const = 0;

 protected:
  explicit PoolBelief(const CardPool& pool) : pool_(pool) {}
  bool ends_after(std::int64_t units) const { return stop_ != nullptr && stop_->spend(units); }

  const CardPool& pool_;
  StopPoll* stop_ = nullptr;
};

/// One viewer's belief about hidden cards: a weighted set of worlds.
template <class BagType>
class BeliefOf {
 public:
  using Bag = BagType;
  using TotalWeight = chemix::TotalWeight;
  using World = WorldOf<Bag>;
  using Set = typename Bag::Set;
  using SurelyHeld = SurelyHeldOf<Set>;

  /// The belief of the viewer of `seen` about the hidden places, given `log`. `all` are the cards
  /// of the game, which `rules.pool()` lays out, `pile` those of the last reshuffled draw pile;
  /// `unheld` are kinds that no hidden hand can hold now; `held` are lower bounds on one hand. The
  /// rules must outlive the belief.
  template <class Rules, class Observation, class Log>
  BeliefOf(const Rules& rules, const Observation& seen, const Log& log, const Bag& all,
           const Bag& pile = {}, const Set& unheld = {}, const SurelyHeld& held = {}) {
    const CardPool& pool = rules.pool();
    BeliefInput input(pool);
    input.viewer = seen.viewer;
    problem_ = rules.hidden_places(seen, all, [&](Place place, PlaceSet set, const auto* shown) {
      const HiddenPlace number = rules.hidden_place(place);
      if (number >= hidden_place_count) return;
      PlaceNow& here = input.now[number];
      if (set != 0) here.place = std::countr_zero(static_cast<unsigned>(set));
      here.is_shown = shown != nullptr;
      if (shown == nullptr) return;
      Bag cards;
      add_cards(cards, *shown);
      pool.add(here.shown, pool.bag(cards));
    });
    input.unseen = pool.bag(problem_.unseen);
    for (int place = 0; place < problem_.place_count(); ++place) {
      input.sizes.add(problem_.size(place));
    }
    input.hands = Log::hand_count;
    if (!(pile == Bag())) input.pile = pool.bag(pile);
    input.unheld = pool.set(unheld);
    input.holder = held.player;
    for (const auto& [kinds, at_least] : held.cards) {
      input.held.push_back({pool.set(kinds), at_least});
    }
    static_assert(Log::capacity <= decltype(input.log)::capacity);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const LogEntry::Type type = log.type(i);
      if (type == LogEntry::Type::Pile) continue;
      LoggedEntry& entry = input.log.add();
      static_cast<LogEntry&>(entry) = log[i];
      entry.begins_reshuffle = false;
      entry.cards = PoolBag();
      if (type == LogEntry::Type::Move) {
        if (entry.constraint == LogEntry::Constraint::AnyCard || entry.kind) continue;
        entry.cards = pool.set(rules.not_among(entry.constraint));
      } else if (type == LogEntry::Type::Lack) {
        entry.cards = pool.set(rules.lacked(Card::of(*entry.kind)));
      } else if (log.begins_reshuffle(i)) {
        entry.begins_reshuffle = true;
        entry.cards = pool.bag(log.pile_before(i));
      }
    }
    belief_ = PoolBelief::of(input);
  }

  /// Conditions on a count of the hand of `player`: it holds exactly `cards` copies of `card`.
  void count_hand(Player player, Card card, int cards) { belief_->count_hand(player, card, cards); }

  /// As PoolBelief::poll.
  void poll(StopPoll& stop) { belief_->poll(stop); }

  /// The hidden places, their sizes and the unseen cards.
  [[nodiscard]] const DealProblemOf<Bag>& places() const { return problem_; }
  /// The same belief about the cards of a pool.
  [[nodiscard]] const PoolBelief& pooled() const { return *belief_; }
  /// How often a distinction was forgotten or weights were rounded; 0 if exact.
  [[nodiscard]] int approximations() const { return belief_->approximations(); }

  /// The sum of the weights of all worlds, as `weight_of` counts them.
  [[nodiscard]] TotalWeight total_weight() const { return belief_->total_weight(); }
  /// The number of worlds in decimal digits, each counted by its weight. A common factor of the
  /// hypotheses is divided out; the weights may still share a divisor. With a single hypothesis,
  /// this is the number of ways to choose individual cards for the places.
  [[nodiscard]] std::string count() const { return belief_->count(); }

  /// The weight of a world; its probability is `weight_of(world) / total_weight()`.
  [[nodiscard]] TotalWeight weight_of(const World& world) const {
    const auto pooled = in_pool(world);
    return pooled ? belief_->weight_of(*pooled) : TotalWeight();
  }
  /// Whether a world has a positive weight.
  [[nodiscard]] bool is_possible(const World& world) const {
    const auto pooled = in_pool(world);
    return pooled && belief_->is_possible(*pooled);
  }
  /// Whether any world is possible.
  [[nodiscard]] bool is_possible() const { return belief_->is_possible(); }

  /// Samples a world by its probability; returns nothing if no world is possible.
  [[nodiscard]] std::optional<World> sample(RandomRef random) const {
    const auto world = belief_->sample(random);
    return world ? std::optional(counted<Bag>(belief_->pool(), *world)) : std::nullopt;
  }

 private:
  // Nothing if the game has no such cards.
  [[nodiscard]] std::optional<PoolWorld> in_pool(const World& world) const {
    PoolWorld made;
    for (std::size_t place = 0; place < world.size(); ++place) {
      made[place] = belief_->pool().bag(world[place]);
      if (made[place].size() != world[place].size()) return std::nullopt;
    }
    return made;
  }

  DealProblemOf<Bag> problem_;
  std::unique_ptr<PoolBelief> belief_;
};

}  // namespace chemix
