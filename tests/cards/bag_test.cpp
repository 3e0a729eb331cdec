// SPDX-License-Identifier: Apache-2.0
// Multisets of cards packed into lanes of machine words, compared with a map.
#include "chemix/cards/bag.hpp"

#include "chemix/cards/card.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <map>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

template <class SomeBag>
bool model_contains(const std::map<int, int>& whole, const std::map<int, int>& part) {
  for (const auto& [lane, copies] : part) {
    const auto found = whole.find(lane);
    if ((found == whole.end() ? 0 : found->second) < copies) return false;
  }
  return true;
}

}  // namespace

TEST_SUITE("bag") {
  TEST_CASE_TEMPLATE("a bag behaves like a map from kinds to counts", SomeBag, SmallBag, PaymentBag,
                     Bag<21, 2>, Bag<13, 5>, Bag<40, 16>) {
    FastRandom random{SeedSequence(1)};
    const int lanes = SomeBag::lane_count;
    const int most = static_cast<int>(std::min<std::uint64_t>(SomeBag::lane_mask, 60));
    for (int i = 0; i < 2000; ++i) {
      SomeBag bags[2];
      std::map<int, int> models[2];
      for (int which = 0; which < 2; ++which) {
        for (int changes = 0; changes < 12; ++changes) {
          const int lane = static_cast<int>(random.below(static_cast<std::uint64_t>(lanes)));
          const int room = most - models[which][lane];
          const int copies = static_cast<int>(random.below(static_cast<std::uint64_t>(room) + 1));
          bags[which].add(lane, copies);
          models[which][lane] += copies;
          if (random.below(3) == 0 && models[which][lane] > 0) {
            bags[which].remove(lane);
            --models[which][lane];
          }
        }
      }
      int size = 0;
      for (int lane = 0; lane < lanes; ++lane) {
        REQUIRE(bags[0].count(lane) == models[0][lane]);
        size += models[0][lane];
      }
      REQUIRE(bags[0].size() == size);
      REQUIRE(bags[0].empty() == (size == 0));
      REQUIRE(bags[0].contains(bags[1]) == model_contains<SomeBag>(models[0], models[1]));
      REQUIRE(bags[0].contains(bags[0]));
      REQUIRE((bags[0] == bags[1]) == (bags[0].contains(bags[1]) && bags[1].contains(bags[0])));
      if (size > 0) {
        int nth = static_cast<int>(random.below(static_cast<std::uint64_t>(size)));
        const int lane = bags[0].nth(nth).index;
        for (int below = 0; below < lane; ++below) nth -= models[0][below];
        REQUIRE(nth >= 0);
        REQUIRE(nth < models[0][lane]);
      }
      if (bags[0].contains(bags[1])) REQUIRE((bags[0] - bags[1]) + bags[1] == bags[0]);
    }
  }

  TEST_CASE("a set of kinds lists them in ascending order") {
    CardSet set;
    for (int kind : {80, 0, 16, 17, 40}) set.insert(Card::of(kind));
    std::vector<int> listed;
    set.for_each([&](Card card) { listed.push_back(card.index); });
    CHECK(listed == std::vector<int>{0, 16, 17, 40, 80});
    for (int i = 0; i < set.size(); ++i) CHECK(set[i].index == listed[static_cast<std::size_t>(i)]);
    set.erase(Card::of(40));
    CHECK(!set.contains(Card::of(40)));
    CHECK(set.size() == 4);
  }

  TEST_CASE("a card bag counts small cards and holds each compound at most once") {
    CardBag bag;
    bag.add(Card::of(0));
    bag.add(Card::of(0));
    bag.add(Card::of_compound(3));
    CHECK(bag.size() == 3);
    CHECK(bag.count(Card::of(0)) == 2);
    CHECK(bag.nth(1) == Card::of(0));
    CHECK(bag.nth(2) == Card::of_compound(3));
    CHECK(bag.kinds().size() == 2);
    bag.remove(Card::of_compound(3));
    CHECK(bag.count(Card::of_compound(3)) == 0);
  }
}
