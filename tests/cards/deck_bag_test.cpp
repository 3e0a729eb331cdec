// SPDX-License-Identifier: Apache-2.0
// Bags packed by the layout of a deck of up to 160 cards, compared with an array of counts.
#include "chemix/cards/deck_bag.hpp"

#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

using Counts = std::array<int, payment_kind_count>;

// The largest deck: two expansion decks and the basic deck, with some kinds absent.
Counts large_deck(FastRandom& random) {
  Counts counts{};
  for (int i = 0; i < max_payment_cards; ++i) {
    ++counts[3 * random.below(payment_kind_count / 3) + random.below(2)];
  }
  return counts;
}

PaymentBag bag_of(const Counts& counts) {
  PaymentBag cards;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] > 0) cards.add(Card::of(static_cast<int>(kind)), counts[kind]);
  }
  return cards;
}

}  // namespace

TEST_SUITE("deck bag") {
  TEST_CASE("a deck bag behaves like an array of counts") {
    FastRandom random{SeedSequence(1)};
    for (int deck = 0; deck < 20; ++deck) {
      const Counts all = large_deck(random);
      const BagLayout layout(bag_of(all));
      Counts counts{};
      DeckBag bag;
      for (int i = 0; i < 1000; ++i) {
        const auto kind = static_cast<std::size_t>(random.below(payment_kind_count));
        const Card card = Card::of(static_cast<int>(kind));
        // A bag ignores cards beyond those of the deck, and removals of absent cards.
        if (random.below(5) < 3) {
          layout.add(bag, card);
          if (counts[kind] < all[kind]) ++counts[kind];
        } else {
          layout.remove(bag, card);
          if (counts[kind] > 0) --counts[kind];
        }
        REQUIRE(layout.count(bag, card) == counts[kind]);
        if (i % 50 != 0) continue;
        std::vector<Card> cards;
        BagLayout::Set kinds;
        for (std::size_t k = 0; k < counts.size(); ++k) {
          if (counts[k] > 0) kinds.insert(Card::of(static_cast<int>(k)));
          for (int n = 0; n < counts[k]; ++n) cards.push_back(Card::of(static_cast<int>(k)));
        }
        REQUIRE(bag.size() == static_cast<int>(cards.size()));
        REQUIRE(bag.empty() == cards.empty());
        REQUIRE(layout.kinds(bag) == kinds);
        for (std::size_t n = 0; n < cards.size(); ++n) {
          REQUIRE(layout.nth(bag, static_cast<int>(n)) == cards[n]);
          REQUIRE(bag_of(counts).nth(static_cast<int>(n)) == cards[n]);
        }
        REQUIRE(layout.counted(bag) == bag_of(counts));
        REQUIRE(layout.packed(bag_of(counts)) == bag);
      }
    }
  }

  TEST_CASE("the intersection of two bags has the smaller count of each kind") {
    FastRandom random{SeedSequence(2)};
    const Counts all = large_deck(random);
    const BagLayout layout(bag_of(all));
    for (int i = 0; i < 200; ++i) {
      DeckBag one;
      DeckBag other;
      for (int n = 0; n < 60; ++n) {
        layout.add(one, Card::of(static_cast<int>(random.below(payment_kind_count))));
        layout.add(other, Card::of(static_cast<int>(random.below(payment_kind_count))));
      }
      bool contains = true;
      for (int kind = 0; kind < payment_kind_count; ++kind) {
        const Card card = Card::of(kind);
        const int lesser = std::min(layout.count(one, card), layout.count(other, card));
        REQUIRE(layout.count(one & other, card) == lesser);
        contains = contains && lesser == layout.count(other, card);
      }
      REQUIRE(one.contains(other) == contains);
      REQUIRE(one.contains(one & other));
    }
  }

  TEST_CASE("a bag ignores compounds") {
    Counts all{};
    all[0] = 2;
    const BagLayout layout(bag_of(all));
    const Card compound = Card::of(payment_kind_count);
    CHECK(!is_payment(compound));
    CHECK(is_payment(wild_card));
    DeckBag bag;
    layout.add(bag, compound);
    layout.remove(bag, compound);
    CHECK(bag.empty());
    CHECK(bag_of(all).count(compound) == 0);
  }

  TEST_CASE("a deck bag contains its parts, and subtraction undoes addition") {
    Counts some{};
    some[0] = 3;
    some[53] = 1;
    some[54] = 12;
    const PaymentBag part = bag_of(some);
    some[0] = 4;
    some[20] = 2;
    const PaymentBag whole = bag_of(some);
    CHECK(whole.contains(part));
    CHECK(!part.contains(whole));
    CHECK((whole - part) + part == whole);
    CHECK((whole - part).size() == 3);
    CHECK((whole - part).kinds().size() == 2);
    CHECK((whole - whole).empty());
  }

  TEST_CASE("restricting a bag to some kinds keeps all copies of these kinds") {
    Counts some{};
    some[0] = 3;
    some[20] = 2;
    some[54] = 12;
    const PaymentBag bag = bag_of(some);
    BagLayout::Set kinds;
    // An absent kind stays absent.
    for (const int kind : {0, 7, 54}) kinds.insert(Card::of(kind));
    some[20] = 0;
    CHECK(bag.only(kinds) == bag_of(some));
    CHECK(bag.only({}).empty());
  }
}
