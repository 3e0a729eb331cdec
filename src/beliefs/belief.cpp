// SPDX-License-Identifier: Apache-2.0
// Beliefs about the cards of a pool: samples and counts the worlds of the hypotheses of a filter.
#include "chemix/beliefs/belief.hpp"

#include "beliefs/block_assignment.hpp"
#include "beliefs/deal_counter.hpp"
#include "beliefs/hypothesis.hpp"
#include "beliefs/hypothesis_filter.hpp"
#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/random.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemix {

namespace {

class Filtered final : public PoolBelief {
 public:
  explicit Filtered(const BeliefInput& input)
      : PoolBelief(input.pool),
        sizes_(input.sizes),
        hands_(input.hands),
        filter_(pool_, input),
        unheld_(input.unheld),
        holder_(input.holder) {
    for (std::size_t place = 0; place < number_.size(); ++place)
      number_[place] = input.now[place].place;
    // A visible hand needs no lower bounds.
    if (number_[at(holder_)] >= 0) held_ = input.held;
    simplify();
  }

  void count_hand(Player player, Card card, int cards) override {
    const int number = number_[at(player)];
    if (number < 0) return;
    filter_.count_hand(player, size_of(number), card, cards);
    counted_[at(player)] = counted_[at(player)] | pool_.kind(card);
    simplify();
  }

  [[nodiscard]] int approximations() const override { return filter_.approximations(); }

  [[nodiscard]] TotalWeight total_weight() const override {
    TotalWeight all;
    for (const Hypothesis& hypothesis : hypotheses()) all += weight_of(hypothesis);
    return all;
  }
  [[nodiscard]] std::string count() const override {
    TotalWeight all;
    TotalWeight common;
    for (const Hypothesis& hypothesis : hypotheses()) {
      const auto blocks = placed_blocks(hypothesis);
      const TotalWeight ways = weight_of(hypothesis);
      if (ways == TotalWeight()) continue;
      all += ways;
      TotalWeight unit(hypothesis.weight.integer());
      for (const UnseenBlock& block : *blocks) unit = unit * factorial(block.size);
      common = common == TotalWeight() ? unit : TotalWeight::common_divisor(common, unit);
    }
    return all == TotalWeight() ? "0" : all.divided_by(common).text();
  }

  [[nodiscard]] TotalWeight weight_of(const PoolWorld& world) const override {
    TotalWeight all;
    for_each_weight_of(world, [&](const Hypothesis& hypothesis, const TotalWeight& ways) {
      all += TotalWeight(hypothesis.weight.integer()) * ways;
      return true;
    });
    return all;
  }
  [[nodiscard]] bool is_possible(const PoolWorld& world) const override {
    return !for_each_weight_of(world, [](const Hypothesis&, const TotalWeight&) { return false; });
  }
  [[nodiscard]] bool is_possible() const override {
    FastRandom generator(SeedSequence(0));
    RandomRef random(generator);
    return sample(random).has_value();
  }

  void for_each_hypothesis(VisitHypothesis visit) const override {
    for (const Hypothesis& hypothesis : hypotheses()) {
      if (ends_after(1)) return;
      const auto blocks = placed_blocks(hypothesis);
      if (!blocks) continue;
      std::vector<Subdeal> subdeals;
      const auto share = [&](auto& self, std::size_t source, const Needs& needs,
                             const TotalWeight& ways) -> void {
        if (source > last_source()) {
          if (needs.empty()) visit(ways, world_of(hypothesis), subdeals);
          return;
        }
        for_each_share(hypothesis, *blocks, source, needs,
                       [&](const Assignment& made, const Needs& left) {
                         const TotalWeight here = made.total_weight(pool_, stop_);
                         if (here == TotalWeight()) return;
                         const bool is_dealt = made.places.size() > 0;
                         if (is_dealt) subdeals.push_back(made.subdeal(*blocks, source));
                         self(self, source + 1, left, ways * here);
                         if (is_dealt) subdeals.pop_back();
                       });
      };
      share(share, 0, needs_besides(held_, held_cards(hypothesis)),
            TotalWeight(hypothesis.weight.integer()));
    }
  }

  [[nodiscard]] std::optional<PoolWorld> sample(RandomRef random) const override {
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
  using UnseenBlock = Hypothesis::UnseenBlock;
  using PlacedBlocks = Hypothesis::PlacedBlocks;
  using Assignment = BlockAssignment;
  using Needs = std::vector<HeldCards>;

  static constexpr std::size_t at(int place) { return Hypothesis::at(place); }
  [[nodiscard]] int place_count() const { return static_cast<int>(sizes_.size()); }
  [[nodiscard]] int size_of(int number) const { return sizes_[at(number)]; }

  [[nodiscard]] const Hypotheses& hypotheses() const { return filter_.hypotheses(); }
  [[nodiscard]] std::size_t last_source() const { return filter_.last_source(); }

  // The counter has room for `most` places, one for each set of excluded kinds.
  void simplify() {
    constexpr std::size_t most = max_place_count;
    filter_.simplify([&](const Hypothesis& hypothesis) {
      if (hypothesis.blocks.size() + sizes_.size() <= most) return true;
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
      const int number = number_[at(place)];
      if (number < 0) continue;
      remembered[at(number)] = true;
      const bool is_hand = place < hands_;
      const PoolBag unheld = is_hand ? unheld_ : PoolBag();
      if (!(hypothesis.seen[at(place)] & unheld).empty()) return std::nullopt;
      const PoolBag lacked = unheld | counted_[at(place)];
      const int size = size_of(number);
      const bool fits = filter_.for_each_block(hypothesis, place, size, [&](UnseenBlock block) {
        block.place = static_cast<std::uint8_t>(number);
        if (!lacked.empty()) block.exclude(lacked);
        block.is_held = place == holder_ && !held_.empty();
        add(block);
      });
      if (!fits) return std::nullopt;
    }
    for (int number = 0; number < place_count(); ++number) {
      if (remembered[at(number)] || size_of(number) == 0) continue;
      add(filter_.latest(number, size_of(number)));
    }
    for (std::size_t source = 0; source <= last_source(); ++source) {
      if (room[source] != hypothesis.sources[source].size()) return std::nullopt;
    }
    return blocks;
  }

  [[nodiscard]] bool holds(const PoolWorld& world) const {
    return std::all_of(held_.begin(), held_.end(), [&](const auto& cards) {
      return missing(cards, world[at(number_[at(holder_)])]) <= 0;
    });
  }
  // How many cards of `held.kinds` are needed besides `cards`.
  static int missing(const HeldCards& held, const PoolBag& cards) {
    return held.at_least - (cards & held.kinds).size();
  }

  // ---- Proposal ----

  [[nodiscard]] std::optional<Proposal> proposal_of(const Hypothesis& hypothesis) const {
    const auto blocks = placed_blocks(hypothesis);
    return blocks ? Proposal::of(*blocks, hypothesis.sources) : std::nullopt;
  }
  // A world of the hypothesis, or nothing if the proposed deal is rejected.
  [[nodiscard]] std::optional<PoolWorld> dealt(const Hypothesis& hypothesis, const Proposal& made,
                                               RandomRef random) const {
    PoolWorld world = world_of(hypothesis);
    const bool is_world =
        made.deal(pool_, hypothesis.sources, world, random, [&] { return holds(world); });
    return is_world ? std::optional(world) : std::nullopt;
  }
  struct Weights {
    InplaceVector<TotalWeight, HypothesisFilter::max_hypotheses> of;
    TotalWeight all;
  };

  // Upper bounds of the hypotheses' weights, up to a common factor, and the proposals to match.
  [[nodiscard]] Weights proposal_weights(std::vector<Proposal>& proposals) const {
    Weights weights;
    proposals.clear();
    proposals.reserve(hypotheses().size());
    std::array<int, Hypothesis::source_count> least;
    least.fill(max_chosen_from);
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
  [[nodiscard]] PoolWorld world_of(const Hypothesis& hypothesis) const {
    PoolWorld world;
    for (int place = 0; place < hidden_place_count; ++place) {
      const int number = number_[at(place)];
      if (number >= 0 && filter_.is_hidden(place)) world[at(number)] = hypothesis.seen[at(place)];
    }
    return world;
  }

  // ---- Counting ----

  // The lower bounds that remain if the hand holds `cards`.
  static Needs needs_besides(const Needs& needs, const PoolBag& cards) {
    Needs left;
    for (const auto& need : needs) {
      const int more = missing(need, cards);
      if (more > 0) left.push_back({need.kinds, more});
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
    PoolBag kinds;
    for (const auto& need : needs) {
      kinds = kinds | need.kinds;
      const auto at_least = static_cast<std::uint8_t>(need.at_least);
      if (is_last) places.problem.add_constraint({places.held, need.kinds, at_least});
    }
    if (is_last) return visit(places, Needs());
    int room = 0;
    for (const UnseenBlock& block : blocks)
      room += block.is_held && block.source == source ? block.size : 0;
    const auto share = [&](auto& self, PoolBag cards, const PoolBag& part, int left) -> void {
      if (ends_after(1)) return;
      if (cards.empty()) {
        Assignment shared = places;
        pool_.for_each_kind(hypothesis.sources[source] & kinds, [&](Card card, int) {
          const auto count = static_cast<std::uint8_t>(pool_.count(part, card));
          shared.problem.add_constraint({places.held, pool_.kind(card), count, count});
        });
        return visit(shared, needs_besides(needs, part));
      }
      const Card card = pool_.nth(cards, 0);
      const int copies = pool_.count(cards, card);
      cards = cards - pool_.kind(card);
      PoolBag more = part;
      for (int i = 0; i <= std::min(copies, left); ++i) {
        self(self, cards, more, left - i);
        pool_.add(more, card);
      }
    };
    share(share, hypothesis.sources[source] & kinds, PoolBag(), room);
  }
  // The weight of all deals of the sources from `source` on.
  [[nodiscard]] TotalWeight weight_from(const Hypothesis& hypothesis, const PlacedBlocks& blocks,
                                        std::size_t source, const Needs& needs) const {
    if (source > last_source()) return needs.empty() ? 1 : 0;
    TotalWeight all;
    for_each_share(hypothesis, blocks, source, needs,
                   [&](const Assignment& places, const Needs& left) {
                     const TotalWeight ways = places.total_weight(pool_, stop_);
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
           weight_from(hypothesis, *blocks, 0, needs_besides(held_, held_cards(hypothesis)));
  }
  [[nodiscard]] const PoolBag& held_cards(const Hypothesis& hypothesis) const {
    return hypothesis.seen[at(holder_)];
  }

  // Samples by exact weights, without rejection.
  [[nodiscard]] std::optional<PoolWorld> sample_counted(RandomRef random) const {
    Weights weights;
    for (const Hypothesis& hypothesis : hypotheses()) {
      weights.of.add(weight_of(hypothesis));
      weights.all += weights.of[weights.of.size() - 1];
    }
    if (weights.all == TotalWeight()) return std::nullopt;
    const Hypothesis& hypothesis = hypotheses()[chosen(weights, random)];
    const auto blocks = *placed_blocks(hypothesis);
    PoolWorld world = world_of(hypothesis);
    Needs needs = needs_besides(held_, held_cards(hypothesis));
    for (std::size_t source = 0; source <= last_source(); ++source) {
      TotalWeight nth = TotalWeight::below(weight_from(hypothesis, blocks, source, needs), random);
      std::optional<Assignment> places;
      Needs rest;
      for_each_share(
          hypothesis, blocks, source, needs, [&](const Assignment& shared, const Needs& left) {
            if (places) return;
            const TotalWeight ways =
                shared.total_weight(pool_) * weight_from(hypothesis, blocks, source + 1, left);
            if (nth < ways) {
              places = shared;
              rest = left;
            } else {
              nth -= ways;
            }
          });
      needs = rest;
      auto dealt = *chemix::sample(pool_, places->problem, random);
      for (const UnseenBlock& block : blocks) {
        if (block.source != source) continue;
        PoolBag& cards = dealt[places->place_of(block)];
        for (int i = 0; i < block.size; ++i) {
          const auto at_card = random.below(static_cast<std::uint64_t>(cards.size()));
          pool_.add(world[block.place], pool_.take_nth(cards, static_cast<int>(at_card)));
        }
      }
    }
    return world;
  }

  // Calls `visit(hypothesis, ways)` for each hypothesis that leads to the world, in `ways` ways,
  // until it returns false. Returns whether it never did.
  bool for_each_weight_of(const PoolWorld& world, auto&& visit) const {
    for (int number = 0; number < place_count(); ++number) {
      if (world[at(number)].size() != size_of(number)) return true;
    }
    if (!holds(world)) return true;
    for (const Hypothesis& hypothesis : hypotheses()) {
      const auto blocks = placed_blocks(hypothesis);
      if (!blocks) continue;
      PoolWorld rest = world;
      bool fits = true;
      for (int place = 0; place < hidden_place_count; ++place) {
        const int number = number_[at(place)];
        if (number < 0 || !filter_.is_hidden(place)) continue;
        const PoolBag& seen = hypothesis.seen[at(place)];
        fits = fits && rest[at(number)].contains(seen);
        if (fits) pool_.remove(rest[at(number)], seen);
      }
      if (!fits) continue;
      const TotalWeight ways = AssignmentCounter(pool_).count(*blocks, hypothesis.sources, rest);
      if (!(ways == TotalWeight()) && !visit(hypothesis, ways)) return false;
    }
    return true;
  }

  // Proposals before the worlds are counted exactly.
  static constexpr int max_deals = 4096;

  // By place of the log, its number among the places of the deal problem, or −1.
  std::array<int, hidden_place_count> number_{};
  InplaceVector<int, max_place_count> sizes_;
  int hands_ = 0;
  HypothesisFilter filter_;
  PoolBag unheld_;
  // By hand, the kinds whose copies in it have all been found.
  std::array<PoolBag, hidden_place_count> counted_{};
  Player holder_ = 0;
  std::vector<HeldCards> held_;
};

}  // namespace

std::unique_ptr<PoolBelief> PoolBelief::of(const BeliefInput& input) {
  return std::make_unique<Filtered>(input);
}

}  // namespace chemix
