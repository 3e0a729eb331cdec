// SPDX-License-Identifier: Apache-2.0
// Combinations of Chip it: the cost of raising cards to a value, the combinations that a hand can
// play, and counting and sampling the hands that can complete one.
#pragma once

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix::chip_it {

using Bag = ChipItDeck::Bag;
using Kinds = Bag::Set;
using Values = IdSet<128>;

inline constexpr int largest_hand = 15;    // CI-3
inline constexpr int lowest_value = 2;     // CI-1
inline constexpr int highest_value = 127;  // CI-8 (ruling)

/// The points that raise a card to a value; `cannot_have` if the card can never have it.
inline constexpr int cannot_have = 255;
constexpr int cost(Card card, int value) {
  const int printed = ChipItCards::value(card);
  if (value < printed) return cannot_have;
  if (ChipItCards::is_green(card)) return value - printed;          // CI-8
  return value % printed == 0 ? value / printed - 1 : cannot_have;  // CI-8
}

// ---- Many values at once ----

using CostsByValue = std::array<std::uint8_t, highest_value + 1>;

/// The cost of each kind of card at each value.
inline constexpr std::array<CostsByValue, ChipItCards::kind_count> costs_of_kind = [] {
  std::array<CostsByValue, ChipItCards::kind_count> all{};
  for (int kind = 0; kind < ChipItCards::kind_count; ++kind) {
    for (int value = 0; value <= highest_value; ++value) {
      all[static_cast<std::size_t>(kind)][static_cast<std::size_t>(value)] =
          static_cast<std::uint8_t>(cost(Card::of(kind), value));
    }
  }
  return all;
}();

/// `cost` by table lookup; values above `highest_value` are unreachable.
constexpr int known_cost(Card card, int value) {
  if (value > highest_value) return cannot_have;
  return costs_of_kind[card.index][static_cast<std::size_t>(value)];
}

/// A knapsack over as many neighboring values as one vector instruction handles. For each value and
/// each number of cards from 0 to `Most`, it keeps the points left when that many cards of a hand
/// are raised to the value as cheaply as possible, plus one; 0 if that is impossible.
template <std::size_t Most>
class PointsLeft {
 public:
  /// The number of values handled at once.
  static constexpr int width = sizeof(ByteVector);

  /// Covers the values from `base` on; only those from `first` to `last` can be nonzero.
  PointsLeft(const Bag& hand, int points, int base, int first, int last) {
    ByteVector value;
    for (int i = 0; i < width; ++i) value[i] = static_cast<std::uint8_t>(i);
    value += static_cast<std::uint8_t>(base);
    const ByteVector within =
        (value >= static_cast<std::uint8_t>(first)) & (value <= static_cast<std::uint8_t>(last));
    left_[0] = within & static_cast<std::uint8_t>((std::min)(points + 1, cannot_have));
    hand.for_each([&](Card card) {
      ByteVector cost;
      std::memcpy(&cost, costs_of_kind[card.index].data() + base, sizeof cost);
      // Unrolled so that all vectors stay in registers.
      [&]<std::size_t... Fewer>(std::index_sequence<Fewer...>) {
        (add(left_[Most - 1 - Fewer], cost, left_[Most - Fewer]), ...);
      }
      (std::make_index_sequence<Most>());
    });
  }

  /// The values that this many cards can get, as a bit mask relative to `base`.
  [[nodiscard]] std::uint64_t values(int cards) const {
    return byte_mask(left_[static_cast<std::size_t>(cards)] != 0);
  }
  /// Maximum number of cards that can get any of the values.
  [[nodiscard]] int max_cards() const {
    int most = 0;
    for (int cards = 1; cards <= static_cast<int>(Most); ++cards)
      most += values(cards) != 0 ? 1 : 0;
    return most;
  }

 private:
  // Raises `more` to the points left when `fewer` is extended by one card of this cost.
  static void add(const ByteVector& fewer, const ByteVector& cost, ByteVector& more) {
    const ByteVector after = subtract_saturating(fewer, cost);
    const ByteVector other = more;
    more = other > after ? other : after;
  }

  std::array<ByteVector, Most + 1> left_{};
};

/// Calls `use(most)` with `cards`, or a slightly larger number, as a compile-time constant.
auto with_room_for([[maybe_unused]] int cards, auto&& use) {
#ifndef CHEMIX_SMALL
  if (cards <= 1) return use(std::integral_constant<std::size_t, 1>());
  if (cards <= 2) return use(std::integral_constant<std::size_t, 2>());
  if (cards <= 4) return use(std::integral_constant<std::size_t, 4>());
  if (cards <= 6) return use(std::integral_constant<std::size_t, 6>());
  if (cards <= 8) return use(std::integral_constant<std::size_t, 8>());
#endif
  return use(std::integral_constant<std::size_t, std::size_t{largest_hand}>());
}

/// Upper bound on the value that `cards` cards of `hand` can reach for `points`.
inline int highest_for(const Bag& hand, int cards, int points) {
  constexpr int green = ChipItCards::value(Card::of(ChipItCards::green_count - 1));
  constexpr int purple = ChipItCards::value(Card::of(ChipItCards::kind_count - 1));
  // The cheapest card costs no more than the mean, and neither does the cheapest of those that must
  // be green.
  const int greens = cards - hand.from(ChipItCards::purple(lowest_value)).size();
  if (greens > 0) return green + points / greens;
  const int mean = points / cards;
  return (std::max)(green + mean, purple * (mean + 1));
}

/// The values from `first` to `last` that `cards` cards of `hand` can have together for at most
/// `points`.
inline Values values_of(const Bag& hand, int cards, int points, int first, int last) {
  if (cards < 1 || cards > (std::min)(hand.size(), largest_hand)) return {};
  last = (std::min)(last, highest_for(hand, cards, points));
  return with_room_for(cards, [&](auto most) {
    using Left = PointsLeft<most()>;
    Values::Packed bits;
    for (int base = first - first % Left::width; base <= last; base += Left::width) {
      const Left left(hand, points, base, first, last);
      bits.words[static_cast<std::size_t>(base) / 64] |= left.values(cards) << base % 64;
    }
    return Values::of_packed(bits);
  });
}

/// Maximum number of cards of `hand` that can have a common value up to `last` for at most
/// `points`. At least 1 for a nonempty hand, since `last` is not below any printed value.
inline int max_cards(const Bag& hand, int points, int last) {
  if (hand.size() <= 1) return hand.size();
  // At any value, at most two green and two purple cards have the same cost.
  const int affordable = points < 1 ? 4 : points < 6 ? 8 : largest_hand;
  return with_room_for((std::min)(hand.size(), affordable), [&](auto most) {
    using Left = PointsLeft<most()>;
    int cards = 1;
    for (int base = 0; base <= last; base += Left::width) {
      cards = (std::max)(cards, Left(hand, points, base, lowest_value, last).max_cards());
      last = (std::min)(last, highest_for(hand, cards + 1, points));
    }
    return cards;
  });
}

// ---- One value ----

/// The `most` lowest of all inserted costs, in ascending order.
class LowestCosts {
 public:
  explicit LowestCosts(int most) : most_(most) {}

  void insert(int cost) {
    if (size_ == most_) {
      if (most_ == 0 || cost >= costs_[at(size_ - 1)]) return;
      sum_ -= costs_[at(--size_)];
    }
    sum_ += cost;
    int i = size_++;
    for (; i > 0 && costs_[at(i - 1)] > cost; --i) costs_[at(i)] = costs_[at(i - 1)];
    costs_[at(i)] = cost;
  }
  /// Whether `most` costs were inserted and their sum is at most `points`.
  [[nodiscard]] bool is_within(int points) const { return size_ == most_ && sum_ <= points; }

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  int most_;
  int size_ = 0;
  int sum_ = 0;
  // Only the first `size_` entries are set.
  std::array<int, ChipItCards::card_count> costs_;
};

/// Whether `cards` cards of `hand` can have `value` together for at most `points`.
inline bool can_have(const Bag& hand, int cards, int value, int points) {
  LowestCosts lowest(cards);
  hand.for_each([&](Card card) { lowest.insert(known_cost(card, value)); });
  return lowest.is_within(points);
}

/// The cost of each card at a value, indexed by the card's bit in a bag.
using CostsByCard = std::array<std::uint8_t, 64>;
inline constexpr std::array<CostsByCard, highest_value + 1> costs_at_value = [] {
  std::array<CostsByCard, highest_value + 1> all{};
  for (int value = 0; value <= highest_value; ++value) {
    for (int card = 0; card < ChipItCards::card_count; ++card) {
      all[static_cast<std::size_t>(value)][static_cast<std::size_t>(card)] =
          static_cast<std::uint8_t>(cost(Card::of(card / ChipItCards::copies), value));
    }
  }
  return all;
}();

/// The kinds that can have `value` for at most `points` each.
inline Kinds suiting(int value, int points) {
  if (value > highest_value) return {};
  const auto& costs = costs_at_value[static_cast<std::size_t>(value)];
  const auto most = static_cast<std::uint8_t>((std::min)(points, cannot_have));
  std::uint64_t bits = 0;
  for (std::size_t first = 0; first < costs.size(); first += sizeof(ByteVector)) {
    ByteVector some;
    std::memcpy(&some, costs.data() + first, sizeof some);
    bits |= std::uint64_t{byte_mask(some <= most)} << first;
  }
  return Bag::full().kinds() & Kinds::of_packed({{bits}});
}

/// The kinds of `hand` that may be played next when `cards` cards are still to be played in
/// ascending order, raised to `value` for at most `points`. They are not lower than `last`, and
/// enough cards can follow them.
inline Kinds next_cards(const Bag& hand, Card last, int cards, int value, int points) {
  Bag rest = hand.only(suiting(value, points)).from(last);
  if (cards == 1) return rest.kinds();
  Kinds found;
  LowestCosts higher(cards - 1);
  while (!rest.empty()) {
    const Card card = rest.highest();
    rest.remove(card);
    const int each = known_cost(card, value);
    if (higher.is_within(points - each)) found.insert(card);
    higher.insert(each);
  }
  return found;
}

// ---- Hands that can complete a combination ----

/// Counts and samples the hands from which a combination can be completed: `cards` cards of kinds
/// from `first` on, raised to one of some values for at most `points`. Hands are counted by
/// individual cards.
class CompletingHands {
 public:
  struct Values {
    int lowest;
    int highest;
  };

  CompletingHands(const Bag& unseen, int hand_size, Card first, int cards, int points,
                  Values values)
      : unseen_(unseen),
        hand_size_(hand_size),
        first_(first),
        cards_(cards),
        points_(points),
        values_(values) {
    for (int value = values.lowest; value <= values.highest; ++value) {
      hands_[at(value)] = count(value);
      all_ += hands_[at(value)];
    }
  }

  /// Samples a hand, each equally likely; returns nothing if there is none. A hand that suits
  /// several values is proposed once for each of them, so it is accepted with the inverse
  /// probability. With at most 126 values, the expected number of tries is at most 126.
  template <class Random>
  std::optional<Bag> sample(Random& random) {
    if (all_ == 0) return std::nullopt;
    for (;;) {
      Number nth = below(all_, random);
      int value = 0;
      while (!(nth < hands_[at(value)])) nth -= hands_[at(value++)];
      const Bag hand = sample(value, random);
      Bag high = hand;
      hand.kinds().for_each([&](Card card) {
        while (card < first_ && high.count(card) > 0) high.remove(card);
      });
      const int suiting = values_of(high, cards_, points_, values_.lowest, values_.highest).size();
      if (random.below(static_cast<std::uint64_t>(suiting)) == 0) return hand;
    }
  }

 private:
  // Sufficient, because there are fewer than 2^46 hands.
  using Number = std::uint64_t;

  // A uniform number from 0 to bound − 1.
  template <class Random>
  static Number below(Number bound, Random& random) {
    return BigUnsigned<1>::below(bound, random).low();
  }

  struct Candidate {
    Card card;
    int copies = 0;
    int points = 0;
    // Cards that are neither this candidate nor an earlier one.
    int rest = 0;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  Number& ways(int candidate, int taken, int sum) {
    return ways_[at((candidate * cards_ + taken) * (points_ + 1) + sum)];
  }
  // Upper bound on the cost of the cards taken so far: no later card is cheaper, and no earlier one
  // was dearer. Negative if this many cards cannot have been taken.
  [[nodiscard]] int max_sum(int candidate, int taken) const {
    const int affordable = points_ - (cards_ - taken) * candidates_[at(candidate)].points;
    if (taken == 0) return (std::min)(affordable, 0);
    return candidate == 0 ? -1
                          : (std::min)(affordable, taken * candidates_[at(candidate - 1)].points);
  }

  // Counts the hands that can have `value`. Candidates are taken in ascending order of cost; once
  // the cheapest `cards_` cards are taken, the rest of the hand is free.
  Number count(int value) {
    candidates_.clear();
    unseen_.kinds().for_each([&](Card card) {
      const int points = known_cost(card, value);
      if (card < first_ || points > points_) return;
      candidates_.push_back({card, unseen_.count(card), points, 0});
    });
    sort_few(candidates_.begin(), candidates_.end(),
             [](const Candidate& lhs, const Candidate& rhs) {
               return std::pair(lhs.points, lhs.card) < std::pair(rhs.points, rhs.card);
             });
    int rest = unseen_.size();
    for (Candidate& candidate : candidates_) candidate.rest = rest -= candidate.copies;
    const int last = static_cast<int>(candidates_.size());
    ways_.resize((std::max)(ways_.size(), at(last * cards_ * (points_ + 1))));
    for (int i = last; i-- > 0;) {
      for (int taken = 0; taken < cards_; ++taken) {
        Number* const all = &ways(i, taken, 0);
        const int most = max_sum(i, taken);
        if (most < 0) continue;
        std::fill_n(all, most + 1, Number{0});
        for (int copies = 0; copies <= candidates_[at(i)].copies; ++copies) {
          const Branch taking = branch(i, taken, copies);
          const int last_sum = (std::min)(most, taking.most);
          if (taking.then == nullptr) {
            for (int sum = 0; sum <= last_sum; ++sum) all[sum] += taking.ways;
          } else {
            // The factor is 1 or 2, so a shift replaces the multiplication and vectorizes well.
            const Number shift = taking.ways - 1;
            for (int sum = 0; sum <= last_sum; ++sum) all[sum] += taking.then[sum] << shift;
          }
        }
      }
    }
    return last == 0 || max_sum(0, 0) < 0 ? 0 : ways(0, 0, 0);
  }

  // The hands with an exact number of copies of a candidate, for all sums at once.
  struct Branch {
    /// Ways to choose the copies and, if no more cards are to be taken, the rest of the hand.
    Number ways = 0;
    /// There are no hands with a higher sum.
    int most = -1;
    /// Ways to continue, by sum; null if no more cards are to be taken.
    const Number* then = nullptr;

    [[nodiscard]] Number operator[](int sum) const {
      if (sum > most) return 0;
      return then == nullptr ? ways : ways * then[sum];
    }
  };
  Branch branch(int i, int taken, int copies) {
    const Candidate& candidate = candidates_[at(i)];
    const int points = (std::min)(copies, cards_ - taken) * candidate.points;
    const int left = hand_size_ - taken - copies;
    if (left < 0) return {};
    static_assert(ChipItCards::copies == 2);
    const auto chosen = static_cast<Number>(copies == 1 ? candidate.copies : 1);
    if (taken + copies >= cards_) {
      if (left > candidate.rest) return {};
      return {chosen * choose<Number>(candidate.rest, left), points_ - points, nullptr};
    }
    if (i + 1 == static_cast<int>(candidates_.size())) return {};
    const int most = max_sum(i + 1, taken + copies) - points;
    if (most < 0) return {};
    return {chosen, most, &ways(i + 1, taken + copies, points)};
  }

  // Samples a hand that can have `value`, each equally likely. Precondition: there is one.
  template <class Random>
  Bag sample(int value, Random& random) {
    count(value);
    Bag hand;
    Bag rest = unseen_;
    int taken = 0;
    int sum = 0;
    for (int i = 0; taken < cards_; ++i) {
      const Candidate& candidate = candidates_[at(i)];
      Number nth = below(ways(i, taken, sum), random);
      int copies = 0;
      for (Number here = branch(i, taken, copies)[sum]; !(nth < here);
           here = branch(i, taken, copies)[sum]) {
        nth -= here;
        ++copies;
      }
      sum += (std::min)(copies, cards_ - taken) * candidate.points;
      taken += copies;
      for (int n = 0; n < candidate.copies; ++n) rest.remove(candidate.card);
      for (int n = 0; n < copies; ++n) hand.add(candidate.card);
    }
    while (hand.size() < hand_size_) {
      const Card card =
          rest.nth(static_cast<int>(random.below(static_cast<std::uint64_t>(rest.size()))));
      rest.remove(card);
      hand.add(card);
    }
    return hand;
  }

  Bag unseen_;
  int hand_size_;
  Card first_;
  int cards_;
  int points_;
  Values values_;
  // Numbers of hands by value, and their sum.
  std::array<Number, highest_value + 1> hands_{};
  Number all_ = 0;
  std::vector<Candidate> candidates_;
  // Numbers of hands by candidate, cards taken and points paid for them.
  std::vector<Number> ways_;
};

}  // namespace chemix::chip_it
