// SPDX-License-Identifier: Apache-2.0
// Bags of a card pool, compared with bags that count by kind.
#include "chemix/beliefs/card_pool.hpp"

#include "chemix/cards/card_bits.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("card pool") {
  TEST_CASE("bags of a pool hold what counted bags hold, also in lanes longer than a word") {
    PaymentBag all;
    for (int kind = 0; kind < 54; ++kind) all.add(Card::of(kind));
    all.add(Card::of(3), 5);
    all.add(wild_card, 101);
    const CardPool pool(all);
    CHECK(pool.all().size() == 160);
    FastRandom random{SeedSequence(5)};
    PoolBag bag;
    PaymentBag counted;
    for (int i = 0; i < 4000; ++i) {
      const Card card = all.nth(static_cast<int>(random.below(160)));
      if (random.below(2) == 0) {
        pool.add(bag, card);
        if (counted.count(card) < all.count(card)) counted.add(card);
      } else {
        pool.remove(bag, card);
        if (counted.count(card) > 0) counted.remove(card);
      }
      REQUIRE(pool.count(bag, card) == counted.count(card));
      REQUIRE(bag.size() == counted.size());
      REQUIRE(pool.bag(counted) == bag);
      REQUIRE(pool.bag(bits_of(counted, all)) == bag);
      REQUIRE(pool.counted<PaymentBag>(bag) == counted);
      if (bag.empty()) continue;
      const int nth = static_cast<int>(random.below(static_cast<std::uint64_t>(bag.size())));
      REQUIRE(pool.nth(bag, nth) == counted.nth(nth));
    }
    PoolBag more = bag;
    pool.remove(more, bag);
    CHECK(more.empty());
    pool.add(more, pool.kind(wild_card));
    pool.remove(more, wild_card);
    pool.add(more, pool.bag(PaymentBag()));
    CHECK(pool.count(more, wild_card) == 100);
  }

  TEST_CASE("a set of kinds has all their cards, and kinds that the deck lacks are left out") {
    PaymentBag all;
    all.add(Card::of(1), 2);
    all.add(Card::of(7), 3);
    const CardPool pool(all);
    PaymentBag::Set kinds = PaymentBag::Set::of(Card::of(7));
    kinds.insert(Card::of(9));
    const PoolBag set = pool.set(kinds);
    CHECK(set == pool.kind(Card::of(7)));
    CHECK(pool.kind_count(set) == 1);
    CHECK(pool.contains(set, Card::of(7)));
    CHECK_FALSE(pool.contains(set, Card::of(1)));
    CHECK_FALSE(pool.contains(set, Card::of(9)));
    CHECK((pool.all() & set).size() == 3);
    PoolBag second;
    second.flip(4);
    CHECK(pool.kinds(second) == set);
    PoolBag none;
    pool.add(none, Card::of(9));
    CHECK(none.empty());
  }
}
