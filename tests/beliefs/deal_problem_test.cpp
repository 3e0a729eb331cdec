// SPDX-License-Identifier: Apache-2.0
// Counting and uniform sampling of constrained deals, compared with brute-force enumeration and
// with closed formulas.
#include "chemix/beliefs/deal_problem.hpp"

#include "chemix/cards/deck_bag.hpp"
#include "chemix/core/random.hpp"
#include "support/chi_squared.hpp"
#include "support/printing.hpp"

#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// Brute force: enumerates the places of all individual cards.
template <class Bag>
struct Enumeration {
  const DealProblemOf<Bag>& problem;
  std::vector<Card> cards;
  std::vector<int> room;
  WorldOf<Bag> world{};
  std::map<std::string, int> worlds;
  std::uint64_t count = 0;

  explicit Enumeration(const DealProblemOf<Bag>& of) : problem(of) {
    of.unseen.kinds().for_each([&](Card card) {
      for (int i = 0; i < of.unseen.count(card); ++i) cards.push_back(card);
    });
    for (int place = 0; place < of.place_count(); ++place) room.push_back(of.size(place));
    deal(0);
  }

  static std::string key_of(const WorldOf<Bag>& world) {
    std::string key;
    for (const Bag& bag : world) {
      bag.kinds().for_each([&](Card card) {
        key += std::to_string(card.index) + "*" + std::to_string(bag.count(card)) + " ";
      });
      key += "|";
    }
    return key;
  }

  [[nodiscard]] bool holds(const typename DealProblemOf<Bag>::DealConstraint& constraint) const {
    int held = 0;
    for (int place = 0; place < problem.place_count(); ++place) {
      if ((constraint.places >> place & 1) == 0) continue;
      constraint.kinds.for_each(
          [&](Card card) { held += world[static_cast<std::size_t>(place)].count(card); });
    }
    return held >= constraint.at_least && held <= constraint.at_most;
  }

  void deal(std::size_t i) {
    if (i == cards.size()) {
      for (int constraint = 0; constraint < problem.constraint_count(); ++constraint) {
        if (!holds(problem.constraint(constraint))) return;
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

// The maximum number of cards of a kind in a random problem.
int max_of(const CardBag&, Card card) { return card.is_compound() ? 1 : 4; }
int max_of(const PaymentBag&, Card) { return 4; }

template <class Bag>
DealProblemOf<Bag> random_problem(FastRandom& random) {
  DealProblemOf<Bag> problem;
  const int cards = 2 + static_cast<int>(random.below(6));
  for (int i = 0; i < cards; ++i) {
    // Few kinds, so that there are several cards of a kind.
    const Card card = Card::of(static_cast<int>(random.below(3)) * (random.below(3) == 0 ? 9 : 1));
    if (problem.unseen.count(card) < max_of(problem.unseen, card)) problem.unseen.add(card);
  }
  const int places = 2 + static_cast<int>(random.below(3));
  int left = problem.unseen.size();
  for (int place = 0; place + 1 < places; ++place) {
    const int size = static_cast<int>(random.below(static_cast<std::uint64_t>(left) + 1));
    problem.add_place(size);
    left -= size;
  }
  problem.add_place(left);
  for (std::uint64_t constraints = random.below(5); constraints > 0; --constraints) {
    typename DealProblemOf<Bag>::DealConstraint constraint;
    constraint.places = static_cast<PlaceSet>(1 + random.below((1U << places) - 1));
    problem.unseen.kinds().for_each([&](Card card) {
      if (random.below(2) == 0) constraint.kinds.insert(card);
    });
    constraint.at_least = static_cast<std::uint8_t>(random.below(4) == 0 ? 1 : 0);
    constraint.at_most = static_cast<std::uint8_t>(
        random.below(2) == 0 ? constraint.at_least + random.below(3) : DealConstraint::no_limit);
    problem.add_constraint(constraint);
  }
  return problem;
}

}  // namespace

TEST_SUITE("worlds") {
  TEST_CASE_TEMPLATE("counts and weights equal those of brute-force enumeration", Bag, CardBag,
                     PaymentBag) {
    FastRandom random{SeedSequence(1)};
    int impossible = 0;
    for (int i = 0; i < 3000; ++i) {
      const auto problem = random_problem<Bag>(random);
      const Enumeration<Bag> all(problem);
      REQUIRE(problem.count() == std::to_string(all.count));
      const auto sample = problem.sample(random);
      REQUIRE(sample.has_value() == (all.count > 0));
      impossible += all.count == 0 ? 1 : 0;
      REQUIRE(problem.total_weight().text() == problem.count());
      REQUIRE(problem.weight_of({}) == DealCount());
      if (!sample) continue;
      const auto found = all.worlds.find(all.key_of(*sample));
      REQUIRE(found != all.worlds.end());
      REQUIRE(problem.weight_of(*sample) == DealCount(static_cast<std::uint64_t>(found->second)));
    }
    CHECK(impossible > 100);
  }

  TEST_CASE("samples are uniform over deals of individual cards") {
    FastRandom random{SeedSequence(2)};
    for (int i = 0; i < 30; ++i) {
      const auto problem = random_problem<CardBag>(random);
      const Enumeration<CardBag> all(problem);
      if (all.worlds.size() < 2) continue;
      constexpr int samples = 20000;
      std::map<std::string, int> seen;
      for (int n = 0; n < samples; ++n) ++seen[all.key_of(*problem.sample(random))];
      double chi_squared = 0;
      for (const auto& [key, ways] : all.worlds) {
        const double expected = samples * (ways / static_cast<double>(all.count));
        chi_squared += (seen[key] - expected) * (seen[key] - expected) / expected;
      }
      CHECK(chi_squared < test::chi_squared_limit(static_cast<double>(all.worlds.size() - 1)));
    }
  }

  TEST_CASE("without constraints the number of worlds is a multinomial coefficient") {
    DealProblem problem;
    for (int i = 0; i < 60; ++i) problem.unseen.add(Card::of_compound(i));
    problem.add_place(10);
    problem.add_place(20);
    problem.add_place(30);
    // 60! / (10! 20! 30!)
    CHECK(problem.count() == "3553261127084984957001360");
  }

  TEST_CASE("extreme sizes do not overflow") {
    DealProblem problem;
    for (int i = 0; i < 64; ++i) problem.unseen.add(Card::of_compound(i));
    for (int i = 0; i < 8; ++i) problem.add_place(8);
    CHECK(problem.count() == "18165723931630806756964027928179555634194028454000000");
  }

  TEST_CASE("the largest decks do not overflow, with or without constraints") {
    DealProblemOf<PaymentBag> problem;
    for (int i = 0; i < max_payment_cards - 12; ++i) problem.unseen.add(Card::of(i % 54));
    problem.unseen.add(wild_card, 12);
    for (int i = 0; i < 6; ++i) problem.add_place(23);
    problem.add_place(22);
    // 160! / (23!^6 22!); then minus the deals with no wild card in the first place.
    CHECK(problem.count() ==
          "1405151261238998984261573890199576465549259881010490342093261921879697499999668820505511"
          "369449821158666694547223352115200000000000");
    problem.add_constraint({1, PaymentBag::Set::of(wild_card), 1});
    CHECK(problem.count() ==
          "1202291958290599128997389370728954538400982894701340466691459979383230475156639168384548"
          "376738084436459031020763340537856000000000");
    FastRandom random{SeedSequence(4)};
    for (int i = 0; i < 20; ++i) {
      const auto world = problem.sample(random);
      REQUIRE(world.has_value());
      CHECK((*world)[0].count(wild_card) > 0);
      PaymentBag all;
      for (const PaymentBag& cards : *world) all += cards;
      CHECK(all == problem.unseen);
    }
  }

  TEST_CASE("there is no world if the places do not hold exactly the unseen cards") {
    DealProblem problem;
    problem.unseen.add(Card::of(0));
    problem.add_place(2);
    FastRandom random{SeedSequence(3)};
    CHECK(problem.count() == "0");
    CHECK(!problem.sample(random).has_value());
  }
}
