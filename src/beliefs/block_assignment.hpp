// SPDX-License-Identifier: Apache-2.0
// Block assignments: deals the source piles of one hypothesis to its blocks, and counts such deals.
#pragma once

#include "beliefs/deal_counter.hpp"
#include "beliefs/hypothesis.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace chemix {

/// The number of orders of `n` cards; n is at most `max_chosen_from`.
inline const TotalWeight& factorial(int n) {
  struct Products : std::array<TotalWeight, max_chosen_from + 1> {
    Products() {
      (*this)[0] = 1;
      for (std::size_t i = 1; i < this->size(); ++i) ((*this)[i] = (*this)[i - 1]) *= i;
    }
  };
  static const Products products;
  return products[static_cast<std::size_t>(n)];
}

// ---- Proposal for rejection sampling ----

/// A proposal: the blocks of a hypothesis in the order in which they are dealt. Blocks with
/// excluded kinds come first, in order of their number of candidate cards. The others follow: first
/// those of the hand that has lower bounds, then the rest, the largest last.
class Proposal {
 public:
  using UnseenBlock = Hypothesis::UnseenBlock;
  using SourcePiles = Hypothesis::SourcePiles;
  using PlacedBlocks = Hypothesis::PlacedBlocks;

  /// Returns nothing if some block cannot be dealt.
  static std::optional<Proposal> of(const PlacedBlocks& blocks, const SourcePiles& sources) {
    Proposal made;
    made.blocks_ = blocks;
    std::array<std::pair<int, const UnseenBlock*>, PlacedBlocks::capacity> order;
    std::size_t count = 0;
    for (const UnseenBlock& block : blocks) {
      const int most = !block.without.empty() ? cards_for(sources[block.source], block).size()
                       : block.is_held        ? 256
                                              : 256 + block.size;
      order[count++] = {most, &block};
      if (block.without.empty()) {
        made.rest_[block.source] += block.size;
      } else {
        ++made.bound_;
      }
    }
    sort_few(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      made.blocks_[i] = *order[i].second;
      if (made.blocks_[i].is_held) made.held_ = i + 1;
    }
    // Subtract the candidates that earlier blocks are sure to take.
    for (std::size_t i = 0; i < made.bound_; ++i) {
      const UnseenBlock& block = made.blocks_[i];
      int most = order[i].first;
      for (std::size_t earlier = 0; earlier < i; ++earlier) {
        const UnseenBlock& other = made.blocks_[earlier];
        if (other.source != block.source) continue;
        const int elsewhere = (cards_for(sources[block.source], other) & block.without).size();
        most -= std::max(0, other.size - elsewhere);
      }
      if (most < block.size) return std::nullopt;
      made.most_[i] = static_cast<std::uint8_t>(most);
    }
    return made;
  }

  /// The number of cards of a source in blocks without excluded kinds.
  [[nodiscard]] int rest(std::size_t source) const { return rest_[source]; }
  /// Multiplies `ways` by the number of deals that the proposal counts, leaving out a common
  /// factor: the last `least` cards of each source in blocks without excluded kinds.
  void multiply(TotalWeight& ways, const std::array<int, Hypothesis::source_count>& least,
                std::size_t sources) const {
    Multiplied product(ways);
    for (std::size_t nth = 0; nth < bound_; ++nth) {
      for (int card = 0; card < blocks_[nth].size; ++card) product.by(most_[nth] - card);
    }
    for (std::size_t source = 0; source < sources; ++source) {
      for (int cards = rest_[source]; cards > least[source]; --cards) product.by(cards);
    }
  }
  /// Deals the sources and adds the cards to `world`. Calls `holds()` once the hand that has lower
  /// bounds is dealt. Returns false if it does not hold, or if a card beyond the candidates was
  /// drawn: the deal is rejected, and `world` is incomplete.
  [[nodiscard]] bool deal(const CardPool& pool, SourcePiles sources, PoolWorld& world,
                          RandomRef random, auto&& holds) const {
    for (std::size_t i = 0;; ++i) {
      if (i == held_ && !holds()) return false;
      if (i == blocks_.size()) return true;
      const UnseenBlock& block = blocks_[i];
      PoolBag& source = sources[block.source];
      PoolBag& place = world[block.place];
      const bool is_bound = i < bound_;
      PoolBag cards = is_bound ? cards_for(source, block) : source;
      int left = cards.size();
      if (!is_bound && left == block.size) {
        pool.add(place, source);
        source = PoolBag();
        continue;
      }
      for (int card = 0; card < block.size; ++card, --left) {
        const int most = is_bound ? most_[i] - card : left;
        const auto nth = static_cast<int>(random.below(static_cast<std::uint64_t>(most)));
        if (nth >= left) return false;
        const Card drawn = pool.take_nth(cards, nth);
        pool.remove(source, drawn);
        pool.add(place, drawn);
      }
    }
  }

 private:
  // The cards of a source that a block may contain.
  static PoolBag cards_for(const PoolBag& source, const UnseenBlock& block) {
    return source - block.without;
  }

  // A number into which small factors are multiplied several at once.
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

  PlacedBlocks blocks_;
  // For each block with excluded kinds, the upper bound on candidates for its first card.
  std::array<std::uint8_t, PlacedBlocks::capacity> most_{};
  // The number of blocks with excluded kinds.
  std::size_t bound_ = 0;
  // The number of blocks after which the hand that has lower bounds is dealt.
  std::size_t held_ = 0;
  std::array<int, Hypothesis::source_count> rest_{};
};

// ---- Counting ----

/// The deal of one source, independent of the others. Each place of `problem` stands for all blocks
/// that are alike: `slots[i][place]` cards of the `i`-th lie in a place of the belief.
struct Subdeal {
  PoolProblem problem;
  std::array<std::array<std::uint8_t, max_place_count>, max_place_count> slots{};
};

/// The blocks of one source as a deal problem of its own, in which blocks that exclude the same
/// kinds share a place. Blocks of the hand that has lower bounds have places of their own.
struct BlockAssignment {
  using UnseenBlock = Hypothesis::UnseenBlock;
  using PlacedBlocks = Hypothesis::PlacedBlocks;

  PoolProblem problem;
  PlacedBlocks places;
  /// The places of the hand that has lower bounds.
  PlaceSet held = 0;

  BlockAssignment(const Hypothesis& hypothesis, const PlacedBlocks& blocks, std::size_t source)
      : places(places_of(blocks, source)) {
    std::array<int, PlacedBlocks::capacity> sizes{};
    for (const UnseenBlock& block : blocks) {
      if (block.source == source) sizes[place_of(block)] += block.size;
    }
    problem.unseen = hypothesis.sources[source];
    for (std::size_t place = 0; place < places.size(); ++place) {
      const PlaceSet set = problem.add_place(sizes[place]);
      const UnseenBlock& block = places[place];
      if (!block.without.empty()) problem.add_constraint({set, block.without, 0, 0});
      if (block.is_held) held = static_cast<PlaceSet>(held | set);
    }
  }

  /// One block for each place of the problem of a source.
  static PlacedBlocks places_of(const PlacedBlocks& blocks, std::size_t source) {
    PlacedBlocks places;
    for (const UnseenBlock& block : blocks) {
      if (block.source == source && place_of(places, block) == places.size()) places.add(block);
    }
    return places;
  }
  [[nodiscard]] std::size_t place_of(const UnseenBlock& block) const {
    return place_of(places, block);
  }
  [[nodiscard]] TotalWeight total_weight(const CardPool& pool, StopPoll* stop = nullptr) const {
    TotalWeight all(count(pool, problem, stop));
    for (int place = 0; place < problem.place_count(); ++place) {
      all = all * factorial(problem.size(place));
    }
    return all;
  }
  [[nodiscard]] Subdeal subdeal(const PlacedBlocks& blocks, std::size_t source) const {
    Subdeal made{problem, {}};
    for (const UnseenBlock& block : blocks) {
      if (block.source != source) continue;
      std::uint8_t& shared = made.slots[place_of(block)][block.place];
      shared = static_cast<std::uint8_t>(shared + block.size);
    }
    return made;
  }

 private:
  static std::size_t place_of(const PlacedBlocks& places, const UnseenBlock& block) {
    const auto* found = std::find_if(places.begin(), places.end(), [&](const UnseenBlock& other) {
      return other.is_held == block.is_held && other.without == block.without;
    });
    return static_cast<std::size_t>(found - places.begin());
  }
};

// ---- Counting the ways to one world ----

/// Counts the assignments of cards to blocks that lead to one world. It goes place by place and
/// kind by kind, so that few partial assignments differ in what is left.
class AssignmentCounter {
 public:
  using UnseenBlock = Hypothesis::UnseenBlock;
  using SourcePiles = Hypothesis::SourcePiles;
  using PlacedBlocks = Hypothesis::PlacedBlocks;

  explicit AssignmentCounter(const CardPool& pool) : pool_(pool) {}

  /// The number of ways to assign the cards of the sources to all blocks so that the places hold
  /// `cards`.
  [[nodiscard]] TotalWeight count(const PlacedBlocks& blocks, const SourcePiles& sources,
                                  const PoolWorld& cards) const {
    PartialAssignment begun{{}, sources};
    for (std::size_t i = 0; i < blocks.size(); ++i) begun.room[i] = blocks[i].size;
    TotalWeight orders = 1;
    for (const PoolBag& source : sources) {
      pool_.for_each_kind(source, [&](Card, int copies) { orders = orders * factorial(copies); });
    }
    Ways found{{begun, orders}};
    for (std::size_t first = 0; first < blocks.size();) {
      std::size_t end = first;
      while (end < blocks.size() && blocks[end].place == blocks[first].place) ++end;
      pool_.for_each_kind(cards[blocks[first].place], [&](Card card, int copies) {
        Ways next;
        for (const auto& [partial, ways] : found) {
          seat(blocks, first, end, card, copies, partial, ways, next);
        }
        found = std::move(next);
      });
      first = end;
    }
    return found.empty() ? TotalWeight() : found.begin()->second;
  }

 private:
  // The free slots of each block, and the cards left of the sources.
  struct PartialAssignment {
    std::array<std::uint8_t, PlacedBlocks::capacity> room{};
    SourcePiles sources;

    [[nodiscard]] bool operator<(const PartialAssignment& other) const {
      if (room != other.room) return room < other.room;
      return std::lexicographical_compare(sources.begin(), sources.end(), other.sources.begin(),
                                          other.sources.end());
    }
  };
  using Ways = std::map<PartialAssignment, TotalWeight>;

  // Assigns `cards` copies of a kind to the blocks from `nth` to `end`, in any order.
  void seat(const PlacedBlocks& blocks, std::size_t nth, std::size_t end, Card card, int cards,
            const PartialAssignment& partial, const TotalWeight& ways, Ways& found) const {
    if (cards == 0) {
      found[partial] += ways;
      return;
    }
    if (nth == end) return;
    const UnseenBlock& block = blocks[nth];
    const int room = partial.room[nth];
    const bool may_be = !pool_.contains(block.without, card);
    const int most =
        may_be ? std::min({cards, room, pool_.count(partial.sources[block.source], card)}) : 0;
    PartialAssignment more = partial;
    for (int number = 0; number <= most; ++number) {
      seat(blocks, nth + 1, end, card, cards - number, more,
           number == 0 ? ways : ways * TotalWeight(choose_few(room, number)), found);
      if (number == most) return;
      --more.room[nth];
      pool_.remove(more.sources[block.source], card);
    }
  }

  const CardPool& pool_;
};

}  // namespace chemix
