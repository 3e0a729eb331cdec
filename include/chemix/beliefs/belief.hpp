// SPDX-License-Identifier: Apache-2.0
// Beliefs: exact Bayesian filtering over deals. Each world, a deal of the hidden cards, is weighted
// by the number of histories that lead to it and show the viewer the same events.
#pragma once

// Counting tells copies of one kind apart, although states do not. A hypothesis is one way the
// unseen past may have gone, with an integer weight. It records which places hold cards that were
// seen to come there, and from which source pile each block of unseen cards is. A source pile is
// the cards from before the first reshuffle, or the draw pile that one reshuffle made.
//
// hypothesis_filter.hpp replays the observation log once. It splits a hypothesis where one of
// several cards may have moved; hypothesis_set.hpp merges equal ones and adds their weights. If too
// many remain, it forgets a distinction, which counts as an approximation: no world is lost.
//
// The worlds of a hypothesis are the deals of its source piles to its blocks. deal_counter.hpp
// counts them by dynamic programming over classes of interchangeable cards. Sampling proposes a
// deal block by block (block_assignment.hpp). Where blocks exclude kinds, the proposal over-counts,
// and impossible deals are rejected. After too many rejections, the worlds are counted exactly.

#include "chemix/beliefs/block_assignment.hpp"
#include "chemix/beliefs/deal_counter.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/hidden_places.hpp"
#include "chemix/beliefs/hypothesis.hpp"
#include "chemix/beliefs/hypothesis_filter.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
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

/// One viewer's belief about hidden cards: a weighted set of worlds.
template <class BagType>
class BeliefOf {
 public:
  using Bag = BagType;
  using TotalWeight = TotalWeightOf<Bag>;
  using World = WorldOf<Bag>;
  using Set = typename Bag::Set;
  using SurelyHeld = SurelyHeldOf<Set>;

  /// The belief of the viewer of `seen` about the hidden places, given `log`. `all` are the cards
  /// of the game, `pile` those of the last reshuffled draw pile; `unheld` are kinds that no hidden
  /// hand can hold now; `held` are lower bounds on one hand.
  template <class Rules, class Observation, class Log>
  BeliefOf(const Rules& rules, const Observation& seen, const Log& log, const Bag& all,
           const Bag& pile = {}, const Set& unheld = {}, const SurelyHeld& held = {})
      : BeliefOf(Hidden(rules, seen, all),
                 {[&](Card kind) -> Set { return rules.lacked(kind); },
                  [&](LogEntry::Constraint among) -> Set { return rules.not_among(among); }},
                 seen.viewer, log, all, pile, unheld, held) {}

  /// Conditions on a count of the hand of `player`: it holds exactly `cards` copies of `card`.
  void count_hand(Player player, Card card, int cards) {
    const int number = now_[at(player)].place;
    if (number < 0) return;
    filter_.count_hand(player, problem_.size(number), card, cards);
    counted_[at(player)] = counted_[at(player)] | Set::of(card);
    simplify();
  }

  /// The hidden places, their sizes and the unseen cards.
  [[nodiscard]] const DealProblemOf<Bag>& places() const { return problem_; }
  /// How often a distinction was forgotten or weights were rounded; 0 if exact.
  [[nodiscard]] int approximations() const { return filter_.approximations(); }

  /// The sum of the weights of all worlds, as `weight_of` counts them.
  [[nodiscard]] TotalWeight total_weight() const {
    TotalWeight all;
    for (const Hypothesis& hypothesis : hypotheses()) all += weight_of(hypothesis);
    return all;
  }
  /// The number of worlds in decimal digits, each counted by its weight. A common factor of the
  /// hypotheses is divided out; the weights may still share a divisor. With a single hypothesis,
  /// this is the number of ways to choose individual cards for the places.
  [[nodiscard]] std::string count() const {
    TotalWeight all;
    TotalWeight common;
    for (const Hypothesis& hypothesis : hypotheses()) {
      const auto blocks = placed_blocks(hypothesis);
      const TotalWeight ways = weight_of(hypothesis);
      if (ways == TotalWeight()) continue;
      all += ways;
      TotalWeight unit(hypothesis.weight.integer());
      for (const UnseenBlock& block : *blocks) unit = unit * factorial<Bag>(block.size);
      common = common == TotalWeight() ? unit : TotalWeight::common_divisor(common, unit);
    }
    return all == TotalWeight() ? "0" : all.divided_by(common).text();
  }

  /// The weight of a world; its probability is `weight_of(world) / total_weight()`.
  [[nodiscard]] TotalWeight weight_of(const World& world) const {
    TotalWeight all;
    for_each_weight_of(world, [&](const Hypothesis& hypothesis, const TotalWeight& ways) {
      all += TotalWeight(hypothesis.weight.integer()) * ways;
      return true;
    });
    return all;
  }
  /// Whether a world has a positive weight.
  [[nodiscard]] bool is_possible(const World& world) const {
    return !for_each_weight_of(world, [](const Hypothesis&, const TotalWeight&) { return false; });
  }
  /// Whether any world is possible.
  [[nodiscard]] bool is_possible() const {
    FastRandom generator(SeedSequence(0));
    RandomRef random(generator);
    return sample(random).has_value();
  }

  /// Calls `visit(weight, seen, subdeals)` for each hypothesis and each distribution of surely held
  /// cards over the sources that has worlds. In `weight` ways, the places hold the cards `seen` to
  /// come there and what each subdeal deals to them.
  void for_each_hypothesis(auto&& visit) const {
    for (const Hypothesis& hypothesis : hypotheses()) {
      const auto blocks = placed_blocks(hypothesis);
      if (!blocks) continue;
      std::vector<SubdealOf<Bag>> subdeals;
      const auto share = [&](auto& self, std::size_t source, const Needs& needs,
                             const TotalWeight& ways) -> void {
        if (source > last_source()) {
          if (needs.empty()) visit(ways, world_of(hypothesis), subdeals);
          return;
        }
        for_each_share(hypothesis, *blocks, source, needs,
                       [&](const Assignment& made, const Needs& left) {
                         const TotalWeight here = made.total_weight();
                         if (here == TotalWeight()) return;
                         const bool is_dealt = made.places.size() > 0;
                         if (is_dealt) subdeals.push_back(made.subdeal(*blocks, source));
                         self(self, source + 1, left, ways * here);
                         if (is_dealt) subdeals.pop_back();
                       });
      };
      share(share, 0, needs_besides(held_.cards, held_cards(hypothesis)),
            TotalWeight(hypothesis.weight.integer()));
    }
  }

  /// Samples a world by its probability; returns nothing if no world is possible.
  [[nodiscard]] std::optional<World> sample(RandomRef random) const {
    if (hypotheses().size() == 1) {
      const auto made = proposal_of(hypotheses()[0]);
      for (int i = 0; i < max_deals && made; ++i) {
        if (auto world = dealt(hypotheses()[0], *made, random)) return world;
      }
      return made ? sample_counted(random) : std::nullopt;
    }
    std::vector<Proposal> proposals;
    const Weights weights = proposal_weights(proposals);
    for (int i = 0; i < max_deals && !(weights.all == TotalWeight()); ++i) {
      const std::size_t nth = chosen(weights, random);
      if (auto world = dealt(hypotheses()[nth], proposals[nth], random)) return world;
    }
    return sample_counted(random);
  }

 private:
  struct Hidden;

  // The part of the constructor that depends on no game.
  template <class Log>
  BeliefOf(const Hidden& hidden, const RuledOut<Set>& ruled_out, Viewer viewer, const Log& log,
           const Bag& all, const Bag& pile, const Set& unheld, const SurelyHeld& held)
      : now_(hidden.now),
        problem_(hidden.problem),
        hands_(Log::hand_count),
        filter_(ruled_out, viewer, log, problem_.unseen, now_, all, pile),
        unheld_(unheld),
        held_(held) {
    // A visible hand needs no lower bounds.
    if (now_[at(held_.player)].place < 0) held_.cards.clear();
    simplify();
  }

  using Filter = HypothesisFilterOf<Bag>;
  using Hypothesis = typename Filter::Hypothesis;
  using Hypotheses = typename Filter::Hypotheses;
  using UnseenBlock = typename Hypothesis::UnseenBlock;
  using PlacedBlocks = typename Hypothesis::PlacedBlocks;
  using Proposal = ProposalOf<Bag>;
  using Assignment = BlockAssignmentOf<Bag>;
  using PlacesNow = typename Filter::PlacesNow;
  using Needs = decltype(SurelyHeld::cards);

  static constexpr std::size_t at(int place) { return Hypothesis::at(place); }

  [[nodiscard]] const Hypotheses& hypotheses() const { return filter_.hypotheses(); }
  [[nodiscard]] std::size_t last_source() const { return filter_.last_source(); }

  // The deal problem of a viewer, and all places that logs number.
  struct Hidden {
    PlacesNow now{};
    DealProblemOf<Bag> problem;

    Hidden(const auto& rules, const auto& seen, const Bag& all)
        : problem(rules.hidden_places(seen, all, [&](Place place, PlaceSet set, const auto* shown) {
            const HiddenPlace number = rules.hidden_place(place);
            if (number >= hidden_place_count) return;
            PlaceNowOf<Bag>& here = now[number];
            if (set != 0) here.place = std::countr_zero(static_cast<unsigned>(set));
            here.is_shown = shown != nullptr;
            if (shown != nullptr) add_cards(here.shown, *shown);
          })) {}
  };

  // The counter has room for `most` places, one for each set of excluded kinds.
  void simplify() {
    constexpr std::size_t most = max_place_count;
    filter_.simplify([&](const Hypothesis& hypothesis) {
      if (hypothesis.blocks.size() + at(problem_.place_count()) <= most) return true;
      const auto blocks = placed_blocks(hypothesis);
      if (!blocks) return true;
      bool fits = true;
      for (std::size_t source = 0; source <= last_source(); ++source) {
        fits = fits && Assignment::places_of(*blocks, source).size() <= most;
      }
      return fits;
    });
  }

  // All blocks of a hypothesis by the problem's places; nothing if it does not fit them.
  [[nodiscard]] std::optional<PlacedBlocks> placed_blocks(const Hypothesis& hypothesis) const {
    PlacedBlocks blocks;
    std::array<bool, max_place_count> remembered{};
    std::array<int, Hypothesis::source_count> room{};
    const auto add = [&](const UnseenBlock& block) {
      blocks.add(block);
      room[block.source] += block.size;
    };
    for (int place = 0; place < hidden_place_count; ++place) {
      const int number = now_[at(place)].place;
      if (number < 0) continue;
      remembered[at(number)] = true;
      const bool is_hand = place < hands_;
      const Set unheld = is_hand ? unheld_ : Set();
      if (!unheld.empty() && !(hypothesis.seen[at(place)].kinds() & unheld).empty()) {
        return std::nullopt;
      }
      const Set lacked = unheld | counted_[at(place)];
      const int size = problem_.size(number);
      const bool fits = filter_.for_each_block(hypothesis, place, size, [&](UnseenBlock block) {
        block.place = static_cast<std::uint8_t>(number);
        if (!lacked.empty()) block.exclude(lacked);
        block.is_held = place == held_.player && !held_.cards.empty();
        add(block);
      });
      if (!fits) return std::nullopt;
    }
    for (int number = 0; number < problem_.place_count(); ++number) {
      if (remembered[at(number)] || problem_.size(number) == 0) continue;
      add(filter_.latest(number, problem_.size(number)));
    }
    for (std::size_t source = 0; source <= last_source(); ++source) {
      if (room[source] != hypothesis.sources[source].size()) return std::nullopt;
    }
    return blocks;
  }

  [[nodiscard]] bool holds(const World& world) const {
    return std::all_of(held_.cards.begin(), held_.cards.end(), [&](const auto& cards) {
      return missing(cards, world[at(now_[at(held_.player)].place)]) <= 0;
    });
  }
  // How many cards of `held.kinds` are needed besides `cards`.
  static int missing(const typename SurelyHeld::Cards& held, const Bag& cards) {
    int found = 0;
    held.kinds.for_each([&](Card card) { found += cards.count(card); });
    return held.at_least - found;
  }

  // ---- Proposal ----

  [[nodiscard]] std::optional<Proposal> proposal_of(const Hypothesis& hypothesis) const {
    const auto blocks = placed_blocks(hypothesis);
    return blocks ? Proposal::of(*blocks, hypothesis.sources) : std::nullopt;
  }
  // A world of the hypothesis, or nothing if the proposed deal is rejected.
  [[nodiscard]] std::optional<World> dealt(const Hypothesis& hypothesis, const Proposal& made,
                                           RandomRef random) const {
    World world = world_of(hypothesis);
    const bool is_world =
        made.deal(hypothesis.sources, world, random, [&] { return holds(world); });
    return is_world ? std::optional(world) : std::nullopt;
  }
  struct Weights {
    InplaceVector<TotalWeight, Filter::max_hypotheses> of;
    TotalWeight all;
  };

  // Upper bounds of the hypotheses' weights, up to a common factor, and the proposals to match.
  [[nodiscard]] Weights proposal_weights(std::vector<Proposal>& proposals) const {
    Weights weights;
    proposals.clear();
    proposals.reserve(Filter::max_hypotheses);
    std::array<int, Hypothesis::source_count> least;
    least.fill(max_world_cards<Bag>);
    for (const Hypothesis& hypothesis : hypotheses()) {
      const auto made = proposal_of(hypothesis);
      weights.of.add(made ? TotalWeight(hypothesis.weight.integer()) : TotalWeight());
      proposals.push_back(made.value_or(Proposal()));
      if (!made) continue;
      for (std::size_t source = 0; source <= last_source(); ++source) {
        least[source] = std::min(least[source], made->rest(source));
      }
    }
    for (std::size_t i = 0; i < hypotheses().size(); ++i) {
      if (weights.of[i] == TotalWeight()) continue;
      proposals[i].multiply(weights.of[i], least, last_source() + 1);
      weights.all += weights.of[i];
    }
    return weights;
  }
  static std::size_t chosen(const Weights& weights, RandomRef random) {
    TotalWeight nth = TotalWeight::below(weights.all, random);
    std::size_t i = 0;
    for (; !(nth < weights.of[i]); ++i) nth -= weights.of[i];
    return i;
  }
  // The cards that were seen to come to each place, by the problem's places.
  [[nodiscard]] World world_of(const Hypothesis& hypothesis) const {
    World world;
    for (int place = 0; place < hidden_place_count; ++place) {
      const int number = now_[at(place)].place;
      if (number >= 0 && filter_.is_hidden(place)) world[at(number)] = hypothesis.seen[at(place)];
    }
    return world;
  }

  // ---- Counting ----

  // The lower bounds that remain if the hand holds `cards`.
  static Needs needs_besides(const Needs& needs, const Bag& cards) {
    Needs left;
    for (const auto& need : needs) {
      const int more = missing(need, cards);
      if (more > 0) left.add({need.kinds, more});
    }
    return left;
  }
  // Calls `visit(assignment, left)` for each split of the needs between this source and later ones,
  // whose share is `left`. There is one split unless the hand has blocks of several sources.
  void for_each_share(const Hypothesis& hypothesis, const PlacedBlocks& blocks, std::size_t source,
                      const Needs& needs, auto&& visit) const {
    Assignment places(hypothesis, blocks, source);
    if (places.held == 0 || needs.empty()) return visit(places, needs);
    const bool is_last = std::none_of(blocks.begin(), blocks.end(), [&](const UnseenBlock& block) {
      return block.is_held && block.source > source;
    });
    Set kinds;
    for (const auto& need : needs) {
      kinds = kinds | need.kinds;
      const auto at_least = static_cast<std::uint8_t>(need.at_least);
      if (is_last) places.problem.add_constraint({places.held, need.kinds, at_least});
    }
    if (is_last) return visit(places, Needs());
    int room = 0;
    for (const UnseenBlock& block : blocks)
      room += block.is_held && block.source == source ? block.size : 0;
    const auto share = [&](auto& self, Bag cards, const Bag& part, int left) -> void {
      if (cards.empty()) {
        Assignment shared = places;
        (hypothesis.sources[source].kinds() & kinds).for_each([&](Card card) {
          const auto count = static_cast<std::uint8_t>(part.count(card));
          shared.problem.add_constraint({places.held, Set::of(card), count, count});
        });
        return visit(shared, needs_besides(needs, part));
      }
      const Card card = cards.nth(0);
      const int copies = cards.count(card);
      for (int i = 0; i < copies; ++i) cards.remove(card);
      Bag more = part;
      for (int i = 0; i <= std::min(copies, left); ++i) {
        self(self, cards, more, left - i);
        more.add(card);
      }
    };
    share(share, hypothesis.sources[source].only(kinds), Bag(), room);
  }
  // The weight of all deals of the sources from `source` on.
  [[nodiscard]] TotalWeight weight_from(const Hypothesis& hypothesis, const PlacedBlocks& blocks,
                                        std::size_t source, const Needs& needs) const {
    if (source > last_source()) return needs.empty() ? 1 : 0;
    TotalWeight all;
    for_each_share(hypothesis, blocks, source, needs,
                   [&](const Assignment& places, const Needs& left) {
                     const TotalWeight ways = places.total_weight();
                     if (!(ways == TotalWeight()))
                       all += ways * weight_from(hypothesis, blocks, source + 1, left);
                   });
    return all;
  }

  // The total weight of the worlds of a hypothesis.
  [[nodiscard]] TotalWeight weight_of(const Hypothesis& hypothesis) const {
    const auto blocks = placed_blocks(hypothesis);
    if (!blocks) return 0;
    return TotalWeight(hypothesis.weight.integer()) *
           weight_from(hypothesis, *blocks, 0, needs_besides(held_.cards, held_cards(hypothesis)));
  }
  [[nodiscard]] const Bag& held_cards(const Hypothesis& hypothesis) const {
    return hypothesis.seen[at(held_.player)];
  }

  // Samples by exact weights, without rejection.
  [[nodiscard]] std::optional<World> sample_counted(RandomRef random) const {
    Weights weights;
    for (const Hypothesis& hypothesis : hypotheses()) {
      weights.of.add(weight_of(hypothesis));
      weights.all += weights.of[weights.of.size() - 1];
    }
    if (weights.all == TotalWeight()) return std::nullopt;
    const Hypothesis& hypothesis = hypotheses()[chosen(weights, random)];
    const auto blocks = *placed_blocks(hypothesis);
    World world = world_of(hypothesis);
    Needs needs = needs_besides(held_.cards, held_cards(hypothesis));
    for (std::size_t source = 0; source <= last_source(); ++source) {
      TotalWeight nth = TotalWeight::below(weight_from(hypothesis, blocks, source, needs), random);
      std::optional<Assignment> places;
      Needs rest;
      for_each_share(
          hypothesis, blocks, source, needs, [&](const Assignment& shared, const Needs& left) {
            if (places) return;
            const TotalWeight ways =
                shared.total_weight() * weight_from(hypothesis, blocks, source + 1, left);
            if (nth < ways) {
              places = shared;
              rest = left;
            } else {
              nth -= ways;
            }
          });
      needs = rest;
      auto dealt = *places->problem.sample(random);
      for (const UnseenBlock& block : blocks) {
        if (block.source != source) continue;
        Bag& cards = dealt[places->place_of(block)];
        for (int i = 0; i < block.size; ++i) {
          const auto at_card = random.below(static_cast<std::uint64_t>(cards.size()));
          const Card card = cards.nth(static_cast<int>(at_card));
          cards.remove(card);
          world[block.place].add(card);
        }
      }
    }
    return world;
  }

  // Calls `visit(hypothesis, ways)` for each hypothesis that leads to the world, in `ways` ways,
  // until it returns false. Returns whether it never did.
  bool for_each_weight_of(const World& world, auto&& visit) const {
    for (int number = 0; number < problem_.place_count(); ++number) {
      if (world[at(number)].size() != problem_.size(number)) return true;
    }
    if (!holds(world)) return true;
    for (const Hypothesis& hypothesis : hypotheses()) {
      const auto blocks = placed_blocks(hypothesis);
      if (!blocks) continue;
      World rest = world;
      bool fits = true;
      for (int place = 0; place < hidden_place_count; ++place) {
        const int number = now_[at(place)].place;
        if (number < 0 || !filter_.is_hidden(place)) continue;
        const Bag& seen = hypothesis.seen[at(place)];
        fits = fits && rest[at(number)].contains(seen);
        if (fits) rest[at(number)] -= seen;
      }
      if (!fits) continue;
      const TotalWeight ways = AssignmentCounterOf<Bag>::count(*blocks, hypothesis.sources, rest);
      if (!(ways == TotalWeight()) && !visit(hypothesis, ways)) return false;
    }
    return true;
  }

  // Proposals before the worlds are counted exactly.
  static constexpr int max_deals = 4096;

  PlacesNow now_;
  DealProblemOf<Bag> problem_;
  int hands_ = 0;
  Filter filter_;
  Set unheld_;
  // By hand, the kinds whose copies in it have all been found.
  std::array<Set, hidden_place_count> counted_{};
  SurelyHeld held_;
};

// ---- Compiled in src/beliefs/belief.cpp ----

extern template class DealProblemOf<CardBag>;
extern template class DealProblemOf<PaymentBag>;
extern template class BeliefOf<CardBag>;
extern template class BeliefOf<PaymentBag>;
extern template BeliefOf<CardBag>::BeliefOf(const Hidden&, const RuledOut<CardBag::Set>&, Viewer,
                                            const ObservationLog&, const CardBag&, const CardBag&,
                                            const CardBag::Set&, const SurelyHeld&);
extern template BeliefOf<PaymentBag>::BeliefOf(const Hidden&, const RuledOut<PaymentBag::Set>&,
                                               Viewer, const LargeObservationLog&,
                                               const PaymentBag&, const PaymentBag&,
                                               const PaymentBag::Set&, const SurelyHeld&);

}  // namespace chemix
