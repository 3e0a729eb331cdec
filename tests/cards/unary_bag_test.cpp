// SPDX-License-Identifier: Apache-2.0
// Bags in unary encoding, for decks with few copies of each card.
#include "chemix/cards/unary_bag.hpp"

#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("unary_bag") {
  TEST_CASE("a unary bag behaves like an array of counts") {
    using Few = UnaryBag<30, 2>;
    FastRandom random{SeedSequence(1)};
    std::array<int, 30> counts{};
    Few bag;
    for (int i = 0; i < 5000; ++i) {
      const auto kind = static_cast<std::size_t>(random.below(30));
      const Card card = Card::of(static_cast<int>(kind));
      if (random.below(2) == 0 && counts[kind] < 2) {
        bag.add(card);
        ++counts[kind];
      } else if (counts[kind] > 0) {
        bag.remove(card);
        --counts[kind];
      }
      std::vector<Card> cards;
      Few::Set kinds;
      for (std::size_t k = 0; k < counts.size(); ++k) {
        if (counts[k] > 0) kinds.insert(Card::of(static_cast<int>(k)));
        for (int n = 0; n < counts[k]; ++n) cards.push_back(Card::of(static_cast<int>(k)));
      }
      REQUIRE(bag.size() == static_cast<int>(cards.size()));
      REQUIRE(bag.count(card) == counts[kind]);
      REQUIRE(bag.kinds() == kinds);
      for (std::size_t n = 0; n < cards.size(); ++n)
        REQUIRE(bag.nth(static_cast<int>(n)) == cards[n]);
      if (!cards.empty()) REQUIRE(bag.highest() == cards.back());
      std::uint64_t numbers = 0;
      for (const Card held : cards) numbers |= std::uint64_t{1} << held.index;
      REQUIRE(bag.kinds().mask() == numbers);
      const Few some = bag.from(card);
      for (int k = 0; k < 30; ++k) {
        const Card other = Card::of(k);
        REQUIRE(some.count(other) == (other < card ? 0 : bag.count(other)));
        REQUIRE(Few::full().only(some.kinds()).count(other) == (some.count(other) > 0 ? 2 : 0));
      }
      REQUIRE(Few::full() - (Few::full() - bag) == bag);
    }
  }

  TEST_CASE("a unary bag contains its parts, and subtraction undoes addition") {
    using Few = UnaryBag<10, 3>;
    Few one;
    one.add(Card::of(0));
    one.add(Card::of(4));
    one.add(Card::of(4));
    Few more = one;
    more.add(Card::of(4));
    more.add(Card::of(9));
    CHECK(more.contains(one));
    CHECK(!one.contains(more));
    CHECK((more - one) + one == more);
    CHECK((more - one).count(Card::of(4)) == 1);
    CHECK(Few::full().size() == 30);
  }

  TEST_CASE("a set of kinds supports the operations of sets") {
    using Set = KindSet<10, 3>;
    const Set one = Set::of(Card::of(2)) | Set::of(Card::of(7));
    CHECK(one.size() == 2);
    CHECK(one[1] == Card::of(7));
    CHECK((one & Set::of(Card::of(7))) == Set::of(Card::of(7)));
    CHECK((one - Set::of(Card::of(7))) == Set::of(Card::of(2)));
    Set none = one;
    none.erase(Card::of(2));
    none.erase(Card::of(7));
    CHECK(none.empty());
    CHECK(!none.contains(Card::of(2)));
  }
}
