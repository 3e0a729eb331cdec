// SPDX-License-Identifier: Apache-2.0
// Combinations of Chip it: what cards cost at a value, what a hand can play, and which hands can
// play it.
#pragma once

#include "chemix/cards/plain_deck.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/binomials.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/id_set.hpp"
#include "chemix/core/spare_vector.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace chemix::chip_it {

using Bag = ChipItDeck::Bag;
using Kinds = Bag::Set;
using Values = IdSet<128>;

inline constexpr int largest_hand = 15;    // CI-3
inline constexpr int lowest_value = 2;     // CI-1
inline constexpr int highest_value = 127;  // CI-8 (ruling)

/// The points that raise a card to a value; `cannot_have` when it never has it.
inline constexpr int cannot_have = 255;
constexpr int cost(Card card, int value) {
  const int printed = ChipItCards::value(card);
  if (value < printed) return cannot_have;
  if (ChipItCards::is_green(card)) return value - printed;          // CI-8
  return value % printed == 0 ? value / printed - 1 : cannot_have;  // CI-8
}

// ---- All values at once ----

/// One byte for each value from 0 to 127, in vectors that one instruction treats at once.
class ValueLanes {
 public:
  using Bytes = std::array<std::uint8_t, highest_value + 1>;

  /// Of no particular numbers.
  ValueLanes() = default;
  explicit ValueLanes(const Bytes& bytes) {
    static_assert(sizeof vectors_ == sizeof bytes);
    // Vector by vector: a copy of the whole would go through memory in other pieces, and wait.
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      Vector vector;
      std::memcpy(&vector, bytes.data() + i * sizeof vector, sizeof vector);
      vectors_[i] = vector;
    }
  }

  /// 0 at the values from `first` to `last`, 255 elsewhere.
  static ValueLanes only(int first, int last) {
    static constexpr Bytes numbers = [] {
      Bytes bytes{};
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
      return bytes;
    }();
    ValueLanes lanes(numbers);
    for (Vector& vector : lanes.vectors_) {
      vector =
          (vector < static_cast<std::uint8_t>(first)) | (vector > static_cast<std::uint8_t>(last));
    }
    return lanes;
  }

  /// Puts the lower numbers here and the higher ones there.
  void sort_with(ValueLanes& higher) {
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      const Vector one = vectors_[i];
      const Vector other = higher.vectors_[i];
      vectors_[i] = one < other ? one : other;
      higher.vectors_[i] = one > other ? one : other;
    }
  }
  /// Keeps the lower numbers.
  void lower_to(const ValueLanes& other) {
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      const Vector one = vectors_[i];
      const Vector two = other.vectors_[i];
      vectors_[i] = one < two ? one : two;
    }
  }
  /// Adds, and stays at 255 where the sum is more.
  void add(const ValueLanes& more) {
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      const Vector room = ~vectors_[i];
      vectors_[i] += more.vectors_[i] < room ? more.vectors_[i] : room;
    }
  }
  /// Whether any value has at most this number.
  [[nodiscard]] bool any_at_most(int number) const {
    Vector any{};
    for (const Vector& vector : vectors_) any |= vector <= static_cast<std::uint8_t>(number);
    return byte_mask(any) != 0;
  }
  /// The values with at most this number.
  [[nodiscard]] Values at_most(int number) const {
    Values::Words bits{};
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      const Vector found = vectors_[i] <= static_cast<std::uint8_t>(number);
      bits[i / per_word] |= std::uint64_t{byte_mask(found)} << (i % per_word * sizeof found);
    }
    return Values::of_words(bits);
  }

 private:
  using Vector = ByteVector;
  using Vectors = std::array<Vector, sizeof(Bytes) / sizeof(Vector)>;
  static constexpr std::size_t per_word = 64 / sizeof(Vector);

  Vectors vectors_;
};

/// What a card of each kind costs at each value.
inline constexpr std::array<ValueLanes::Bytes, ChipItCards::kind_count> costs_of_kind = [] {
  std::array<ValueLanes::Bytes, ChipItCards::kind_count> all{};
  for (int kind = 0; kind < ChipItCards::kind_count; ++kind) {
    for (int value = 0; value <= highest_value; ++value) {
      all[static_cast<std::size_t>(kind)][static_cast<std::size_t>(value)] =
          static_cast<std::uint8_t>(cost(Card::of(kind), value));
    }
  }
  return all;
}();

/// The same as `cost`, looked up; a value that is too high is one that no card has.
constexpr int known_cost(Card card, int value) {
  if (value > highest_value) return cannot_have;
  return costs_of_kind[card.index][static_cast<std::size_t>(value)];
}

/// For each value what the cheapest card of a hand costs. Precondition: the hand is not empty.
inline ValueLanes cheapest_cost(const Bag& hand) {
  ValueLanes lowest(costs_of_kind[hand.highest().index]);
  hand.for_each([&](Card card) { lowest.lower_to(ValueLanes(costs_of_kind[card.index])); });
  return lowest;
}

/// For each value the costs of the cheapest `cards` cards of a hand, in ascending order.
class CheapestCosts {
 public:
  CheapestCosts(const Bag& hand, int cards) : most_(cards) {
    hand.for_each([&](Card card) { insert(ValueLanes(costs_of_kind[card.index])); });
  }
  [[nodiscard]] const ValueLanes& operator[](int i) const {
    return costs_[static_cast<std::size_t>(i)];
  }

 private:
  void insert(const ValueLanes& cost) {
    ValueLanes higher = cost;
    const bool full = size_ == most_;
    const int sorted = full ? most_ - 1 : size_;
    for (int i = 0; i < sorted; ++i) costs_[static_cast<std::size_t>(i)].sort_with(higher);
    ValueLanes& last = costs_[static_cast<std::size_t>(sorted)];
    if (full) {
      // What is left over after the last is not needed.
      last.lower_to(higher);
    } else {
      last = higher;
      ++size_;
    }
  }

  int most_;
  int size_ = 0;
  std::array<ValueLanes, ChipItCards::card_count> costs_;
};

/// The values from `first` to `last` that `cards` cards of `hand` can have together for at most
/// `points`.
inline Values values_of(const Bag& hand, int cards, int points, int first, int last) {
  if (cards < 1 || cards > hand.size()) return {};
  ValueLanes sum = ValueLanes::only(first, last);
  if (cards == 1) {
    sum.add(cheapest_cost(hand));
    return sum.at_most(points);
  }
  const CheapestCosts costs(hand, cards);
  for (int i = 0; i < cards; ++i) sum.add(costs[i]);
  return sum.at_most(points);
}

/// The most cards of `hand` that can have a value up to `last` together for at most `points`.
inline int most_cards(const Bag& hand, int points, int last) {
  if (hand.empty()) return 0;
  const CheapestCosts costs(hand, hand.size());
  ValueLanes sum = ValueLanes::only(lowest_value, last);
  for (int cards = 0; cards < hand.size(); ++cards) {
    sum.add(costs[cards]);
    if (!sum.any_at_most(points)) return cards;
  }
  return hand.size();
}

// ---- One value ----

/// Up to `most` costs, the lowest, in ascending order.
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
  /// Whether there are as many as wanted, and cost at most `points`.
  [[nodiscard]] bool is_within(int points) const { return size_ == most_ && sum_ <= points; }

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  int most_;
  int size_ = 0;
  int sum_ = 0;
  // Of which the first `size_` are set.
  std::array<int, ChipItCards::card_count> costs_;
};

/// Whether `cards` cards of `hand` can have `value` together for at most `points`.
inline bool can_have(const Bag& hand, int cards, int value, int points) {
  LowestCosts lowest(cards);
  hand.for_each([&](Card card) { lowest.insert(known_cost(card, value)); });
  return lowest.is_within(points);
}

/// The kinds of `hand` that may be played next when `cards` are to be played in ascending order,
/// raised to `value` for at most `points`: none lower than `last`, and enough must follow.
inline Kinds next_cards(const Bag& hand, Card last, int cards, int value, int points) {
  // Those that can be paid for, gathered without a jump that nobody could predict.
  std::array<Card, ChipItCards::card_count> suiting;
  std::size_t count = 0;
  hand.for_each([&](Card card) {
    suiting[count] = card;
    if (card >= last && known_cost(card, value) <= points) ++count;
  });
  Kinds found;
  LowestCosts higher(cards - 1);
  while (count > 0) {
    const Card card = suiting[--count];
    const int each = known_cost(card, value);
    if (higher.is_within(points - each)) found.insert(card);
    higher.insert(each);
  }
  return found;
}

// ---- Hands that can complete a combination ----

/// The hands from which a combination can be completed, counted as individual cards: `cards` cards
/// of kinds from `first` on, raised to one of some values for at most `points`.
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

  /// One of the hands, each equally likely; nothing when there is none. A hand that several values
  /// suit is drawn for each of them, so it is kept once in so many times: as there are at most 126
  /// values, this takes no more tries than that on average.
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
  // There are fewer than 2^46 hands.
  using Number = std::uint64_t;

  // An even choice from 0 to bound − 1.
  template <class Random>
  static Number below(Number bound, Random& random) {
    return BigUnsigned<1>::below(bound, random).low();
  }

  struct Candidate {
    Card card;
    int copies = 0;
    int points = 0;
    // Cards that are neither this candidate nor one before it.
    int rest = 0;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  Number& ways(int candidate, int taken, int sum) {
    return ways_[at((candidate * cards_ + taken) * (points_ + 1) + sum)];
  }
  // What the cards taken so far may have cost, since none of those to come is cheaper.
  [[nodiscard]] int most_sum(int candidate, int taken) const {
    return points_ - (cards_ - taken) * candidates_[at(candidate)].points;
  }

  // The number of hands that can have `value`: candidates come from the cheapest on, and once the
  // cheapest so many cards are taken the rest of the hand is free.
  Number count(int value) {
    candidates_.clear();
    unseen_.kinds().for_each([&](Card card) {
      const int points = known_cost(card, value);
      if (card < first_ || points > points_) return;
      candidates_.push_back({card, unseen_.count(card), points, 0});
    });
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& lhs, const Candidate& rhs) {
                return std::pair(lhs.points, lhs.card) < std::pair(rhs.points, rhs.card);
              });
    int rest = unseen_.size();
    for (Candidate& candidate : candidates_) candidate.rest = rest -= candidate.copies;
    const int last = static_cast<int>(candidates_.size());
    ways_.resize(std::max(ways_.size(), at(last * cards_ * (points_ + 1))));
    for (int i = last; i-- > 0;) {
      for (int taken = 0; taken < cards_; ++taken) {
        Number* const all = &ways(i, taken, 0);
        const int most = most_sum(i, taken);
        for (int sum = 0; sum <= most; ++sum) all[sum] = 0;
        for (int copies = 0; copies <= candidates_[at(i)].copies; ++copies) {
          const Branch taking = branch(i, taken, copies);
          const int last_sum = std::min(most, taking.most);
          if (taking.then == nullptr) {
            for (int sum = 0; sum <= last_sum; ++sum) all[sum] += taking.ways;
          } else {
            for (int sum = 0; sum <= last_sum; ++sum) all[sum] += taking.ways * taking.then[sum];
          }
        }
      }
    }
    return last == 0 || most_sum(0, 0) < 0 ? 0 : ways(0, 0, 0);
  }

  // The hands with exactly so many copies of a candidate, for all sums at once.
  struct Branch {
    /// Of the candidate, and of the rest if no more cards are to be taken.
    Number ways = 0;
    /// Of a higher sum there are none.
    int most = -1;
    /// The ways to go on, by sum; nothing if no more cards are to be taken.
    const Number* then = nullptr;

    [[nodiscard]] Number operator[](int sum) const {
      if (sum > most) return 0;
      return then == nullptr ? ways : ways * then[sum];
    }
  };
  Branch branch(int i, int taken, int copies) {
    const Candidate& candidate = candidates_[at(i)];
    const int points = std::min(copies, cards_ - taken) * candidate.points;
    const int left = hand_size_ - taken - copies;
    if (left < 0) return {};
    const Number chosen = choose<Number>(candidate.copies, copies);
    if (taken + copies >= cards_) {
      if (left > candidate.rest) return {};
      return {chosen * choose<Number>(candidate.rest, left), points_ - points, nullptr};
    }
    if (i + 1 == static_cast<int>(candidates_.size())) return {};
    const int most = std::min(points_, most_sum(i + 1, taken + copies)) - points;
    if (most < 0) return {};
    return {chosen, most, &ways(i + 1, taken + copies, points)};
  }

  // A hand that can have `value`, each equally likely; there is one.
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
      sum += std::min(copies, cards_ - taken) * candidate.points;
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
  // By value, and all together.
  std::array<Number, highest_value + 1> hands_{};
  Number all_ = 0;
  SpareVector<Candidate> candidates_;
  // By candidate, cards taken and points for them.
  SpareVector<Number> ways_;
};

}  // namespace chemix::chip_it
