// SPDX-License-Identifier: Apache-2.0
// Worlds: all ways to deal unseen cards to hidden places so that every fact holds; counted exactly
// and sampled uniformly, every card an individual.
#pragma once

// Cards whose kinds stand in the same facts form a class and are interchangeable. Classes are dealt
// one after another; what matters of the cards dealt so far is only the room left in each place and
// how far each fact has got (its progress). These few situations are counted backwards, and a world
// is one walk forwards, each step chosen by the number of worlds behind it. Cards that no fact
// speaks of come last, in closed form. Nothing is ever retried.

#include "chemix/cards/card.hpp"
#include "chemix/cards/knowledge.hpp"
#include "chemix/core/big_unsigned.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemix {

inline constexpr int max_place_count = 8;

/// Hidden places with their sizes, the cards that lie in them, and what is known of them.
class WorldProblem {
 public:
  static constexpr int max_fact_count = 56;

  CardBag unseen;

  /// Adds a place that holds `size` cards and returns the set of this place alone.
  /// Precondition: there are fewer than `max_place_count`.
  PlaceSet add_place(int size) {
    sizes_[static_cast<std::size_t>(place_count_)] = static_cast<std::uint8_t>(size);
    return static_cast<PlaceSet>(1U << place_count_++);
  }
  /// Adds what is known. Precondition: there are fewer than `max_fact_count`.
  void add_fact(const Fact& fact) { facts_[static_cast<std::size_t>(fact_count_++)] = fact; }

  [[nodiscard]] int place_count() const { return place_count_; }
  [[nodiscard]] int size(int place) const { return sizes_[static_cast<std::size_t>(place)]; }
  [[nodiscard]] int fact_count() const { return fact_count_; }
  [[nodiscard]] const Fact& fact(int i) const { return facts_[static_cast<std::size_t>(i)]; }

 private:
  std::array<std::uint8_t, max_place_count> sizes_{};
  std::array<Fact, max_fact_count> facts_{};
  int place_count_ = 0;
  int fact_count_ = 0;
};

/// A world: what lies in each place.
using World = std::array<CardBag, max_place_count>;

/// All worlds of a problem, counted. Work and memory grow with the number of situations, which
/// the facts' limits bound; the problem must outlive it.
class WorldCounter {
 public:
  explicit WorldCounter(const WorldProblem& problem) : problem_(problem) {
    choose_slack();
    make_classes();
    find_situations();
    count_backwards();
  }

  /// The number of worlds, exactly.
  [[nodiscard]] const BigUnsigned& count() const { return layers_.front().front().worlds; }

  /// One of the worlds, each equally likely, or nothing when there is none.
  /// `random.below(bound)` gives even numbers for bounds up to 2^32.
  template <class Random>
  [[nodiscard]] std::optional<World> sample(Random& random) const {
    if (count() == BigUnsigned()) return std::nullopt;
    World world;
    std::size_t at = 0;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      BigUnsigned nth = BigUnsigned::below(layers_[i][at].worlds, random);
      bool chosen = false;
      for_each_deal(
          layers_[i][at].situation, classes_[i], [&](const Deal& deal, const Situation& next) {
            if (chosen) return;
            const std::size_t to = find(i + 1, next);
            if (to == nowhere) return;
            const BigUnsigned ways = ways_of(deal, classes_[i].size) * layers_[i + 1][to].worlds;
            if (nth >= ways) {
              nth -= ways;
              return;
            }
            chosen = true;
            at = to;
            deal_out(world, classes_[i].cards, deal, random);
          });
    }
    Deal rest{};
    for (int place = 0; place < problem_.place_count(); ++place) {
      rest[at_place(place)] = layers_.back()[at].situation.room[at_place(place)];
    }
    deal_out(world, free_cards_, rest, random);
    return world;
  }

 private:
  using Deal = std::array<std::uint8_t, max_place_count>;

  struct Class {
    CardBag cards;
    int size = 0;
    /// Bit i: the class stands in fact i.
    std::uint64_t facts = 0;
    /// Places that it may not go to at all.
    PlaceSet barred = 0;
    /// Facts of which it is the last class.
    std::uint64_t closes = 0;
  };

  struct Situation {
    std::array<std::uint8_t, max_place_count> room{};
    /// Cards counted by each fact that is still open.
    std::array<std::uint8_t, WorldProblem::max_fact_count> progress{};

    bool operator==(const Situation&) const = default;
    [[nodiscard]] std::uint64_t hash() const {
      std::array<std::uint64_t, 8> words;
      static_assert(sizeof words == sizeof(Situation));
      std::memcpy(words.data(), this, sizeof words);
      std::uint64_t hash = 0;
      for (const std::uint64_t word : words) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };

  struct Counted {
    Situation situation;
    BigUnsigned worlds;
  };

  static constexpr std::size_t nowhere = ~std::size_t{0};

  static constexpr std::size_t at_place(int place) { return static_cast<std::size_t>(place); }

  // The largest place takes what the others leave, so that it needs no choice.
  void choose_slack() {
    for (int place = 1; place < problem_.place_count(); ++place) {
      if (problem_.size(place) > problem_.size(slack_)) slack_ = place;
    }
  }

  void make_classes() {
    problem_.unseen.kinds().for_each([&](Card card) {
      Class found;
      for (int i = 0; i < problem_.fact_count(); ++i) {
        const Fact& fact = problem_.fact(i);
        if (!fact.kinds.contains(card)) continue;
        if (fact.at_most == 0) {
          found.barred = static_cast<PlaceSet>(found.barred | fact.places);
        } else {
          found.facts |= std::uint64_t{1} << i;
        }
      }
      add_to_class(found, card, problem_.unseen.count(card));
    });
    // Facts of few classes close soonest when these come first.
    std::sort(classes_.begin(), classes_.end(), [](const Class& lhs, const Class& rhs) {
      return std::pair(lhs.facts, lhs.barred) > std::pair(rhs.facts, rhs.barred);
    });
    for (int i = 0; i < problem_.fact_count(); ++i) close_with_last_class(i);
  }

  void add_to_class(const Class& like, Card card, int copies) {
    CardBag* cards = &free_cards_;
    if (like.facts != 0 || like.barred != 0) {
      auto same = std::find_if(classes_.begin(), classes_.end(), [&](const Class& other) {
        return other.facts == like.facts && other.barred == like.barred;
      });
      if (same == classes_.end()) same = classes_.insert(classes_.end(), like);
      same->size += copies;
      cards = &same->cards;
    }
    for (int i = 0; i < copies; ++i) cards->add(card);
  }

  void close_with_last_class(int fact) {
    const std::uint64_t bit = std::uint64_t{1} << fact;
    for (std::size_t i = classes_.size(); i-- > 0;) {
      if ((classes_[i].facts & bit) == 0) continue;
      classes_[i].closes |= bit;
      return;
    }
    // No unseen card is of these kinds: the fact holds only if it asks for none.
    if (problem_.fact(fact).at_least > 0) impossible_ = true;
  }

  // Calls visit(deal, next) for every way to spread a class over the places by numbers.
  template <class Visit>
  void for_each_deal(const Situation& from, const Class& cards, Visit&& visit) const {
    Deal deal{};
    Situation next = from;
    spread(cards, 0, cards.size, deal, next, visit);
  }

  template <class Visit>
  void spread(const Class& cards, int place, int left, Deal& deal, Situation& next,
              Visit& visit) const {
    if (place == problem_.place_count()) {
      take(cards, slack_, left, deal, next, [&] { finish(cards, deal, next, visit); });
      return;
    }
    if (place == slack_) return spread(cards, place + 1, left, deal, next, visit);
    const int most = std::min<int>(left, next.room[at_place(place)]);
    for (int number = 0; number <= most; ++number) {
      const bool possible = take(cards, place, number, deal, next, [&] {
        spread(cards, place + 1, left - number, deal, next, visit);
      });
      if (!possible) return;
    }
  }

  // Deals `number` cards to `place` while `then` runs; false when a limit forbids it.
  template <class Then>
  bool take(const Class& cards, int place, int number, Deal& deal, Situation& next,
            Then&& then) const {
    if (number > next.room[at_place(place)]) return false;
    if (number > 0 && (cards.barred >> place & 1) != 0) return false;
    std::uint64_t counting = 0;
    if (number > 0) {
      for (std::uint64_t rest = cards.facts; rest != 0; rest &= rest - 1) {
        const int i = std::countr_zero(rest);
        const Fact& fact = problem_.fact(i);
        if ((fact.places >> place & 1) == 0) continue;
        if (next.progress[static_cast<std::size_t>(i)] + number > fact.at_most) return false;
        counting |= rest & (0 - rest);
      }
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

  static void count(Situation& situation, std::uint64_t facts, int number) {
    for (; facts != 0; facts &= facts - 1) {
      std::uint8_t& progress =
          situation.progress[static_cast<std::size_t>(std::countr_zero(facts))];
      progress = static_cast<std::uint8_t>(progress + number);
    }
  }

  // Facts whose last class is dealt must hold, and are forgotten.
  template <class Visit>
  void finish(const Class& cards, const Deal& deal, const Situation& dealt, Visit& visit) const {
    Situation next = dealt;
    for (std::uint64_t rest = cards.closes; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      std::uint8_t& progress = next.progress[static_cast<std::size_t>(i)];
      if (progress < problem_.fact(i).at_least) return;
      progress = 0;
    }
    visit(deal, next);
  }

  void find_situations() {
    Situation start;
    int room = 0;
    for (int place = 0; place < problem_.place_count(); ++place) {
      start.room[at_place(place)] = static_cast<std::uint8_t>(problem_.size(place));
      room += problem_.size(place);
    }
    if (room != problem_.unseen.size()) impossible_ = true;
    layers_.resize(classes_.size() + 1);
    indexes_.resize(classes_.size() + 1);
    add(0, start);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      for (std::size_t at = 0; at < layers_[i].size(); ++at) {
        const Situation situation = layers_[i][at].situation;
        for_each_deal(situation, classes_[i],
                      [&](const Deal&, const Situation& next) { add(i + 1, next); });
      }
    }
  }

  void count_backwards() {
    for (Counted& last : layers_.back()) {
      Deal rest{};
      for (std::size_t place = 0; place < rest.size(); ++place) {
        rest[place] = last.situation.room[place];
      }
      if (!impossible_) last.worlds = ways_of(rest, free_cards_.size());
    }
    for (std::size_t i = classes_.size(); i-- > 0;) {
      for (Counted& counted : layers_[i]) {
        for_each_deal(counted.situation, classes_[i], [&](const Deal& deal, const Situation& next) {
          counted.worlds +=
              ways_of(deal, classes_[i].size) * layers_[i + 1][find(i + 1, next)].worlds;
        });
      }
    }
  }

  // In how many ways `size` individuals split into parts of these numbers.
  static BigUnsigned ways_of(const Deal& deal, int size) {
    BigUnsigned ways(1);
    for (const std::uint8_t number : deal) {
      if (number > 0) ways = ways * choose(size, number);
      size -= number;
    }
    return ways;
  }

  static const BigUnsigned& choose(int n, int k) {
    static constexpr int most = 96;
    static const auto table = [] {
      std::array<std::array<BigUnsigned, most + 1>, most + 1> rows;
      for (std::size_t row = 0; row <= most; ++row) {
        rows[row][0] = 1;
        for (std::size_t i = 1; i <= row; ++i) {
          rows[row][i] = rows[row - 1][i - 1];
          if (i < row) rows[row][i] += rows[row - 1][i];
        }
      }
      return rows;
    }();
    return table[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
  }

  void add(std::size_t layer, const Situation& situation) {
    auto& index = indexes_[layer];
    if (2 * (layers_[layer].size() + 1) > index.size()) {
      index.assign(std::max<std::size_t>(16, 2 * index.size()), 0);
      for (std::size_t i = 0; i < layers_[layer].size(); ++i) {
        index[slot(layer, layers_[layer][i].situation)] = static_cast<std::uint32_t>(i + 1);
      }
    }
    std::uint32_t& entry = index[slot(layer, situation)];
    if (entry != 0) return;
    layers_[layer].push_back({situation, {}});
    entry = static_cast<std::uint32_t>(layers_[layer].size());
  }

  [[nodiscard]] std::size_t find(std::size_t layer, const Situation& situation) const {
    if (indexes_[layer].empty()) return nowhere;
    const std::uint32_t entry = indexes_[layer][slot(layer, situation)];
    return entry == 0 ? nowhere : entry - 1;
  }

  // Where `situation` stands or would stand in the open-addressed index of its layer.
  [[nodiscard]] std::size_t slot(std::size_t layer, const Situation& situation) const {
    const auto& index = indexes_[layer];
    std::size_t at = situation.hash() & (index.size() - 1);
    while (index[at] != 0 && layers_[layer][index[at] - 1].situation != situation) {
      at = (at + 1) & (index.size() - 1);
    }
    return at;
  }

  template <class Random>
  static void deal_out(World& world, CardBag cards, const Deal& deal, Random& random) {
    int left = cards.size();
    for (std::size_t place = 0; place < deal.size(); ++place) {
      for (int i = 0; i < deal[place]; ++i) {
        const auto nth = random.below(static_cast<std::uint64_t>(left--));
        const Card card = cards.nth(static_cast<int>(nth));
        cards.remove(card);
        world[place].add(card);
      }
    }
  }

  const WorldProblem& problem_;
  int slack_ = 0;
  bool impossible_ = false;
  std::vector<Class> classes_;
  CardBag free_cards_;
  // Layer i: the situations before class i is dealt, and an index into them.
  std::vector<std::vector<Counted>> layers_;
  std::vector<std::vector<std::uint32_t>> indexes_;
};

/// One world of the problem, uniformly, or nothing when there is none.
template <class Random>
std::optional<World> sample_world(const WorldProblem& problem, Random& random) {
  return WorldCounter(problem).sample(random);
}

/// The number of worlds of the problem, in decimal digits.
inline std::string count_worlds(const WorldProblem& problem) {
  return WorldCounter(problem).count().text();
}

}  // namespace chemix
