// SPDX-License-Identifier: Apache-2.0
#include "chemix/cards/worlds.hpp"

#include "chemix/core/random.hpp"
#include "support/chi_squared.hpp"

#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// What each individual card went to, place by place.
struct Enumeration {
  const WorldProblem& problem;
  std::vector<Card> cards;
  std::vector<int> room;
  World world{};
  std::map<std::string, int> worlds;
  std::uint64_t count = 0;

  explicit Enumeration(const WorldProblem& of) : problem(of) {
    of.unseen.kinds().for_each([&](Card card) {
      for (int i = 0; i < of.unseen.count(card); ++i) cards.push_back(card);
    });
    for (int place = 0; place < of.place_count(); ++place) room.push_back(of.size(place));
    deal(0);
  }

  static std::string key_of(const World& world) {
    std::string key;
    for (const CardBag& bag : world) {
      bag.kinds().for_each([&](Card card) {
        key += std::to_string(card.index) + "*" + std::to_string(bag.count(card)) + " ";
      });
      key += "|";
    }
    return key;
  }

  [[nodiscard]] bool holds(const Fact& fact) const {
    int held = 0;
    for (int place = 0; place < problem.place_count(); ++place) {
      if ((fact.places >> place & 1) == 0) continue;
      fact.kinds.for_each(
          [&](Card card) { held += world[static_cast<std::size_t>(place)].count(card); });
    }
    return held >= fact.at_least && held <= fact.at_most;
  }

  void deal(std::size_t i) {
    if (i == cards.size()) {
      for (int fact = 0; fact < problem.fact_count(); ++fact) {
        if (!holds(problem.fact(fact))) return;
      }
      ++count;
      ++worlds[key_of(world)];
      return;
    }
    for (std::size_t place = 0; place < room.size(); ++place) {
      if (room[place] == 0) continue;
      --room[place];
      world[place].add(cards[i]);
      deal(i + 1);
      world[place].remove(cards[i]);
      ++room[place];
    }
  }
};

WorldProblem random_problem(FastRandom& random) {
  WorldProblem problem;
  const int cards = 2 + static_cast<int>(random.below(6));
  for (int i = 0; i < cards; ++i) {
    // Few kinds, so that there are several cards of a kind.
    const Card card = Card::of(static_cast<int>(random.below(3)) * (random.below(3) == 0 ? 9 : 1));
    if (card.is_compound() ? problem.unseen.count(card) == 0 : problem.unseen.count(card) < 4) {
      problem.unseen.add(card);
    }
  }
  const int places = 2 + static_cast<int>(random.below(3));
  int left = problem.unseen.size();
  for (int place = 0; place + 1 < places; ++place) {
    const int size = static_cast<int>(random.below(static_cast<std::uint64_t>(left) + 1));
    problem.add_place(size);
    left -= size;
  }
  problem.add_place(left);
  for (std::uint64_t facts = random.below(5); facts > 0; --facts) {
    Fact fact;
    fact.places = static_cast<PlaceSet>(1 + random.below((1U << places) - 1));
    problem.unseen.kinds().for_each([&](Card card) {
      if (random.below(2) == 0) fact.kinds.insert(card);
    });
    fact.at_least = static_cast<std::uint8_t>(random.below(4) == 0 ? 1 : 0);
    fact.at_most = static_cast<std::uint8_t>(random.below(2) == 0 ? fact.at_least + random.below(3)
                                                                  : Fact::no_limit);
    problem.add_fact(fact);
  }
  return problem;
}

}  // namespace

TEST_SUITE("worlds") {
  TEST_CASE("worlds are counted as an enumeration counts them") {
    FastRandom random{SeedSequence(1)};
    int impossible = 0;
    for (int i = 0; i < 3000; ++i) {
      const WorldProblem problem = random_problem(random);
      const Enumeration all(problem);
      REQUIRE(problem.count() == std::to_string(all.count));
      const auto sample = problem.sample(random);
      REQUIRE(sample.has_value() == (all.count > 0));
      if (sample) REQUIRE(all.worlds.contains(Enumeration::key_of(*sample)));
      impossible += all.count == 0 ? 1 : 0;
    }
    CHECK(impossible > 100);
  }

  TEST_CASE("samples are uniform over the worlds of individual cards") {
    FastRandom random{SeedSequence(2)};
    for (int i = 0; i < 30; ++i) {
      const WorldProblem problem = random_problem(random);
      const Enumeration all(problem);
      if (all.worlds.size() < 2) continue;
      constexpr int samples = 20000;
      std::map<std::string, int> seen;
      const WorldCounter<BigUnsigned<4>, CardBag> counter(problem);
      for (int n = 0; n < samples; ++n) ++seen[Enumeration::key_of(*counter.sample(random))];
      double chi_squared = 0;
      for (const auto& [key, ways] : all.worlds) {
        const double expected = samples * (ways / static_cast<double>(all.count));
        chi_squared += (seen[key] - expected) * (seen[key] - expected) / expected;
      }
      CHECK(chi_squared < test::chi_squared_limit(static_cast<double>(all.worlds.size() - 1)));
    }
  }

  TEST_CASE("without facts worlds are the multinomial number") {
    WorldProblem problem;
    for (int i = 0; i < 60; ++i) problem.unseen.add(Card::of_compound(i));
    problem.add_place(10);
    problem.add_place(20);
    problem.add_place(30);
    // 60! / (10! 20! 30!)
    CHECK(problem.count() == "3553261127084984957001360");
  }

  TEST_CASE("extreme sizes do not overflow") {
    WorldProblem problem;
    for (int i = 0; i < 64; ++i) problem.unseen.add(Card::of_compound(i));
    for (int i = 0; i < 8; ++i) problem.add_place(8);
    CHECK(problem.count() == "18165723931630806756964027928179555634194028454000000");
  }

  TEST_CASE("places that do not hold all cards have no world") {
    WorldProblem problem;
    problem.unseen.add(Card::of(0));
    problem.add_place(2);
    FastRandom random{SeedSequence(3)};
    CHECK(problem.count() == "0");
    CHECK(!problem.sample(random).has_value());
  }
}
