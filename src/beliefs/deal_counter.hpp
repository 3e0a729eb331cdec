// SPDX-License-Identifier: Apache-2.0
// Counts and samples the worlds of a deal problem exactly, by dynamic programming.
#pragma once

// Cards whose kinds are in the same constraints form a class of interchangeable cards; all places
// without constraints count as one. Classes are dealt in turn. A situation of the dynamic program
// is only the room left in each place and the progress of each open constraint, so there are few.
// Worlds are counted backwards; a sample is one walk forwards, each step weighted by the number of
// worlds behind it. Cards without constraints come last, in closed form. Nothing is rejected.

#include "chemix/beliefs/card_pool.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/stop_token.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace chemix {

/// The worlds of a problem, counted in `Count`. Time and memory grow with the number of situations,
/// which the limits of the constraints bound. The pool and the problem must outlive the counter. If
/// `stop` is not null, it is polled; a counter that it ends has no worlds.
template <class Count>
class DealCounter {
 public:
  using Constraint = PoolProblem::DealConstraint;

  DealCounter(const CardPool& pool, const PoolProblem& problem, StopPoll* stop = nullptr)
      : pool_(pool), problem_(problem), stop_(stop) {
    find_slack();
    make_classes();
    find_situations();
    count_backwards();
  }

  /// The exact number of worlds.
  [[nodiscard]] Count count() const {
    Count worlds = nodes_.front().worlds;
    // An impossible observation may have more room than `choose` has numbers for.
    if (worlds == Count()) return worlds;
    int left = nodes_.front().situation.room[at_place(slack_)];
    for (int place = 0; place < problem_.place_count(); ++place) {
      if ((slack_set_ >> place & 1) == 0 || left < problem_.size(place)) continue;
      worlds = worlds * choose<Count>(left, problem_.size(place));
      left -= problem_.size(place);
    }
    return worlds;
  }

  /// Samples a world uniformly; returns nothing if there is none. `random.below(bound)` must be
  /// uniform for bounds up to 2^32.
  [[nodiscard]] std::optional<PoolWorld> sample(RandomRef random) const {
    if (nodes_.front().worlds == Count()) return std::nullopt;
    PoolWorld world;
    // By place of the slack, the slots left.
    Deal free{};
    for (int place = 0; place < problem_.place_count(); ++place) {
      const bool is_slack = (slack_set_ >> place & 1) != 0;
      free[at_place(place)] = static_cast<std::uint8_t>(is_slack ? problem_.size(place) : 0);
    }
    std::size_t at = 0;
    for (const Class& cards : classes_) {
      Count nth = Count::below(nodes_[at].worlds, random);
      std::size_t edge = nodes_[at].first_edge;
      for (;; ++edge) {
        const Count ways = edges_[edge].ways * nodes_[edges_[edge].to].worlds;
        if (nth < ways) break;
        nth -= ways;
      }
      deal_out(world, free, cards.cards, edges_[edge].deal, random);
      at = edges_[edge].to;
    }
    deal_out(world, free, free_cards_, nodes_[at].situation.room, random);
    return world;
  }

  /// By place, how many cards of a class lie there. The cards of all places without constraints are
  /// counted at the first of these places.
  using Deal = std::array<std::uint8_t, max_place_count>;

  /// The index at which deals count the cards of `place`.
  [[nodiscard]] int place_in_deals(int place) const {
    return (slack_set_ >> place & 1) != 0 ? slack_ : place;
  }
  /// Calls `visit(cards, deal, share)` for every class of cards and every deal of it, with the
  /// share of the worlds that contain this deal. Does nothing if there is no world.
  void for_each_deal(
      FunctionRef<void(const PoolBag& cards, const Deal& deal, double share)> visit) const {
    const Count& all = nodes_.front().worlds;
    if (all == Count()) return;
    // By situation, the number of ways that lead to it.
    std::vector<Count> ways(nodes_.size());
    ways[0] = 1;
    std::size_t first = 0;
    std::size_t end = 1;
    for (const Class& cards : classes_) {
      for (std::size_t at = first; at < end; ++at) {
        for (std::size_t edge = nodes_[at].first_edge; edge < nodes_[at].end_edge; ++edge) {
          if (ends_after(1)) return;
          const Edge& dealt = edges_[edge];
          const Count through = ways[at] * dealt.ways;
          ways[dealt.to] += through;
          const Count& after = nodes_[dealt.to].worlds;
          if (after == Count()) continue;
          visit(cards.cards, dealt.deal, (through * after).share_of(all));
        }
      }
      first = end;
      while (end < nodes_.size() && !(ways[end] == Count())) ++end;
    }
    for (std::size_t at = first; at < end; ++at) {
      if (nodes_[at].worlds == Count()) continue;
      visit(free_cards_, nodes_[at].situation.room, (ways[at] * nodes_[at].worlds).share_of(all));
    }
  }

 private:
  struct Class {
    PoolBag cards;
    int size = 0;
    /// Bit i: constraint i counts the class.
    std::uint64_t constraints = 0;
    /// Places where the class may not lie.
    PlaceSet barred = 0;
    /// Constraints of which it is the last class.
    std::uint64_t closes = 0;
  };

  struct Situation {
    Deal room{};
    /// Cards counted by each open constraint.
    std::array<std::uint8_t, PoolProblem::max_constraint_count> progress{};
  };

  // A situation before a class is dealt, or after the last class.
  struct Node {
    Situation situation;
    Count worlds;
    /// The edges [first_edge, end_edge) are the ways to deal the next class.
    std::size_t first_edge = 0;
    std::size_t end_edge = 0;
  };

  struct Edge {
    Deal deal{};
    std::uint32_t to = 0;
    /// The number of ways to split the class like this, with cards as individuals.
    Count ways;
  };

  static constexpr std::size_t at_place(int place) { return static_cast<std::size_t>(place); }

  bool ends_after(std::int64_t units) const { return stop_ != nullptr && stop_->spend(units); }

  // The slack is all places without constraints or, if there is none, the largest place. It takes
  // what the other places leave, so that nothing needs to be enumerated for it.
  void find_slack() {
    PlaceSet spoken_of = 0;
    for (int i = 0; i < problem_.constraint_count(); ++i) {
      spoken_of = static_cast<PlaceSet>(spoken_of | problem_.constraint(i).places);
    }
    int largest = 0;
    for (int place = 0; place < problem_.place_count(); ++place) {
      if ((spoken_of >> place & 1) == 0)
        slack_set_ = static_cast<PlaceSet>(slack_set_ | 1U << place);
      if (problem_.size(place) > problem_.size(largest)) largest = place;
    }
    if (slack_set_ == 0) slack_set_ = static_cast<PlaceSet>(1U << largest);
    slack_ = std::countr_zero(static_cast<unsigned>(slack_set_));
    for (int place = 0; place < problem_.place_count(); ++place) {
      if ((slack_set_ >> place & 1) == 0) others_.add(place);
    }
  }

  void make_classes() {
    PoolBag spoken_of;
    for (int i = 0; i < problem_.constraint_count(); ++i) {
      spoken_of = spoken_of | problem_.constraint(i).kinds;
    }
    free_cards_ = problem_.unseen - spoken_of;
    pool_.for_each_kind(problem_.unseen & spoken_of, [&](Card card, int copies) {
      Class found;
      for (int i = 0; i < problem_.constraint_count(); ++i) {
        const Constraint& constraint = problem_.constraint(i);
        if (!pool_.contains(constraint.kinds, card)) continue;
        if (constraint.at_most == 0) {
          found.barred = static_cast<PlaceSet>(found.barred | constraint.places);
        } else {
          found.constraints |= std::uint64_t{1} << i;
        }
      }
      add_to_class(found, problem_.unseen & pool_.kind(card), copies);
    });
    // Constraints on few classes close soonest if their classes come first.
    sort_few(classes_.begin(), classes_.end(), [](const Class& lhs, const Class& rhs) {
      return std::pair(lhs.constraints, lhs.barred) > std::pair(rhs.constraints, rhs.barred);
    });
    for (int i = 0; i < problem_.constraint_count(); ++i) {
      close_with_last_class(i);
      if (problem_.constraint(i).at_most == Constraint::no_limit)
        unlimited_ |= std::uint64_t{1} << i;
    }
  }

  void add_to_class(const Class& like, const PoolBag& kind, int copies) {
    PoolBag* cards = &free_cards_;
    if (like.constraints != 0 || like.barred != 0) {
      auto same = std::find_if(classes_.begin(), classes_.end(), [&](const Class& other) {
        return other.constraints == like.constraints && other.barred == like.barred;
      });
      if (same == classes_.end()) same = classes_.insert(classes_.end(), like);
      same->size += copies;
      cards = &same->cards;
    }
    *cards = *cards | kind;
  }

  void close_with_last_class(int constraint) {
    const std::uint64_t bit = std::uint64_t{1} << constraint;
    for (std::size_t i = classes_.size(); i-- > 0;) {
      if ((classes_[i].constraints & bit) == 0) continue;
      classes_[i].closes |= bit;
      return;
    }
    // No unseen card is of these kinds, so the constraint holds only if it requires none.
    if (problem_.constraint(constraint).at_least > 0) impossible_ = true;
  }

  void find_situations() {
    Node start;
    int room = 0;
    for (int place = 0; place < problem_.place_count(); ++place) {
      const bool is_slack = (slack_set_ >> place & 1) != 0;
      start.situation.room[at_place(is_slack ? slack_ : place)] = static_cast<std::uint8_t>(
          start.situation.room[at_place(is_slack ? slack_ : place)] + problem_.size(place));
      room += problem_.size(place);
    }
    if (room != problem_.unseen.size()) impossible_ = true;
    // Situations use only this many words.
    used_words_ = 1 + (static_cast<std::size_t>(problem_.constraint_count()) + 7) / 8;
    nodes_.push_back(start);
    std::size_t first = 0;
    for (const Class& cards : classes_) {
      const std::size_t end = nodes_.size();
      layer_ = end;
      index_.assign(index_.size(), 0);
      for (std::size_t at = first; at < end; ++at) {
        if (ends_after(0)) return;
        nodes_[at].first_edge = edges_.size();
        Deal deal{};
        Situation next = nodes_[at].situation;
        spread(cards, 0, cards.size, Count(1), deal, next);
        nodes_[at].end_edge = edges_.size();
      }
      first = end;
    }
    last_layer_ = first;
  }

  // Enumerates the ways to spread the rest of a class over the places from the `nth` other on.
  void spread(const Class& cards, std::size_t nth, int left, const Count& ways, Deal& deal,
              Situation& next) {
    if (ends_after(1)) return;
    if (nth == others_.size()) {
      take(cards, slack_, left, deal, next, [&] { finish(cards, ways, deal, next); });
      return;
    }
    const int place = others_[nth];
    const int most = std::min<int>(left, next.room[at_place(place)]);
    for (int number = 0; number <= most; ++number) {
      const bool possible = take(cards, place, number, deal, next, [&] {
        spread(cards, nth + 1, left - number,
               number == 0 ? ways : ways * choose<Count>(left, number), deal, next);
      });
      if (!possible) return;
    }
  }

  // Deals `number` cards to `place` while `then` runs; returns false if a limit forbids it.
  template <class Then>
  bool take(const Class& cards, int place, int number, Deal& deal, Situation& next,
            Then&& then) const {
    if (number > next.room[at_place(place)]) return false;
    if (number == 0) {
      then();
      return true;
    }
    if ((cards.barred >> place & 1) != 0) return false;
    std::uint64_t counting = 0;
    for (std::uint64_t rest = cards.constraints; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const Constraint& constraint = problem_.constraint(i);
      if ((constraint.places >> place & 1) == 0) continue;
      if (next.progress[static_cast<std::size_t>(i)] + number > constraint.at_most) return false;
      counting |= rest & (0 - rest);
    }
    count(next, counting, number);
    next.room[at_place(place)] = static_cast<std::uint8_t>(next.room[at_place(place)] - number);
    deal[at_place(place)] = static_cast<std::uint8_t>(number);
    then();
    deal[at_place(place)] = 0;
    next.room[at_place(place)] = static_cast<std::uint8_t>(next.room[at_place(place)] + number);
    count(next, counting, -number);
    return true;
  }

  static void count(Situation& situation, std::uint64_t constraints, int number) {
    for (; constraints != 0; constraints &= constraints - 1) {
      std::uint8_t& progress =
          situation.progress[static_cast<std::size_t>(std::countr_zero(constraints))];
      progress = static_cast<std::uint8_t>(progress + number);
    }
  }

  // Adds an edge. Constraints whose last class is dealt must hold; their progress is then dropped.
  void finish(const Class& cards, const Count& ways, const Deal& deal, const Situation& dealt) {
    Situation next = dealt;
    for (std::uint64_t rest = cards.closes; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      std::uint8_t& progress = next.progress[static_cast<std::size_t>(i)];
      if (progress < problem_.constraint(i).at_least) return;
      progress = 0;
    }
    // For a constraint without a limit, progress above its minimum makes no difference.
    for (std::uint64_t rest = cards.constraints & unlimited_; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      std::uint8_t& progress = next.progress[static_cast<std::size_t>(i)];
      progress = std::min(progress, problem_.constraint(i).at_least);
    }
    edges_.push_back({deal, find_or_add(next), ways});
  }

  void count_backwards() {
    for (std::size_t at = nodes_.size(); at-- > 0;) {
      Node& node = nodes_[at];
      if (ends_after(1 + static_cast<std::int64_t>(node.end_edge - node.first_edge))) return;
      if (at >= last_layer_) {
        if (!impossible_) node.worlds = weight_from(node.situation.room);
        continue;
      }
      for (std::size_t edge = node.first_edge; edge < node.end_edge; ++edge) {
        node.worlds += edges_[edge].ways * nodes_[edges_[edge].to].worlds;
      }
    }
  }

  // The number of ways in which the free cards fill the room left.
  [[nodiscard]] Count weight_from(const Deal& room) const {
    Count ways(1);
    int left = free_cards_.size();
    for (const int place : others_) {
      const int number = room[at_place(place)];
      if (number > left) return Count();
      if (number > 0) ways = ways * choose<Count>(left, number);
      left -= number;
    }
    return ways;
  }

  // Returns the node of `situation` in the current layer, and adds it if there is none.
  std::uint32_t find_or_add(const Situation& situation) {
    if (2 * (nodes_.size() - layer_ + 1) > index_.size()) {
      index_.assign(std::max<std::size_t>(64, 2 * index_.size()), 0);
      for (std::size_t at = layer_; at < nodes_.size(); ++at) {
        index_[slot(nodes_[at].situation)] = static_cast<std::uint32_t>(at);
      }
    }
    std::uint32_t& entry = index_[slot(situation)];
    if (entry == 0) {
      entry = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({situation, Count(), 0, 0});
    }
    return entry;
  }

  // The slot of `situation` in the open-addressed index of the layer. 0 marks a free slot, since
  // node 0 is in no later layer.
  [[nodiscard]] std::size_t slot(const Situation& situation) const {
    const std::size_t bytes = used_words_ * sizeof(std::uint64_t);
    std::size_t at = static_cast<std::size_t>(hash_of(situation)) & (index_.size() - 1);
    while (index_[at] != 0 && std::memcmp(&nodes_[index_[at]].situation, &situation, bytes) != 0) {
      at = (at + 1) & (index_.size() - 1);
    }
    return at;
  }

  [[nodiscard]] std::uint64_t hash_of(const Situation& situation) const {
    std::array<std::uint64_t, 9> words;
    static_assert(sizeof words == sizeof(Situation));
    std::memcpy(words.data(), &situation, sizeof words);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < used_words_; ++i) {
      hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29;
    }
    return hash;
  }

  // Deals individual cards: to each place its number, those of the slack to random slots of it.
  void deal_out(PoolWorld& world, Deal& free, PoolBag cards, const Deal& deal,
                RandomRef random) const {
    const bool is_shared = !std::has_single_bit(static_cast<unsigned>(slack_set_));
    int left = cards.size();
    int slots = std::accumulate(free.begin(), free.end(), 0);
    for (std::size_t place = 0; place < deal.size(); ++place) {
      for (int i = 0; i < deal[place]; ++i) {
        const auto nth = random.below(static_cast<std::uint64_t>(left--));
        const Card card = pool_.take_nth(cards, static_cast<int>(nth));
        std::size_t to = place;
        if (is_shared && to == at_place(slack_)) {
          // Each free slot is equally likely.
          auto slot = random.below(static_cast<std::uint64_t>(slots--));
          for (; slot >= free[to]; ++to) slot -= free[to];
          --free[to];
        }
        pool_.add(world[to], card);
      }
    }
  }

  const CardPool& pool_;
  const PoolProblem& problem_;
  StopPoll* stop_;
  PlaceSet slack_set_ = 0;
  int slack_ = 0;
  // All places but the slack.
  InplaceVector<int, max_place_count> others_;
  bool impossible_ = false;
  // Constraints without an upper limit.
  std::uint64_t unlimited_ = 0;
  std::vector<Class> classes_;
  PoolBag free_cards_;
  // Layer by layer, the situations before each class is dealt.
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  // The first node of the current layer, and an index into it.
  std::size_t layer_ = 0;
  std::vector<std::uint32_t> index_;
  std::size_t last_layer_ = 0;
  std::size_t used_words_ = 0;
};

extern template class DealCounter<DealCount>;
#ifndef CHEMIX_SMALL
extern template class DealCounter<BigUnsigned<2>>;
#endif

/// Calls `use(counter)` with a `DealCounter` whose numbers are wide enough.
auto with_counter(const CardPool& pool, const PoolProblem& problem, StopPoll* stop, auto&& use) {
#ifndef CHEMIX_SMALL
  // Two words nearly always suffice.
  DealCount ways(1);
  int left = problem.unseen.size();
  for (int place = 0; place < problem.place_count() && problem.size(place) <= left; ++place) {
    ways = ways * choose<DealCount>(left, problem.size(place));
    left -= problem.size(place);
  }
  if (ways.bit_width() < 128) return use(DealCounter<BigUnsigned<2>>(pool, problem, stop));
#endif
  return use(DealCounter<DealCount>(pool, problem, stop));
}

}  // namespace chemix
