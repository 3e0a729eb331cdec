// SPDX-License-Identifier: Apache-2.0
// Ordered piles and lists of cards with fixed capacity, compared with std::deque.
#include "chemix/cards/card_list.hpp"

#include "chemix/core/random.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <deque>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// Whether a list or pile holds exactly these cards, from the top.
template <class Cards>
bool is(const Cards& cards, const std::deque<Card>& expected) {
  if (cards.size() != static_cast<int>(expected.size())) return false;
  if (cards.empty() != expected.empty()) return false;
  for (int i = 0; i < cards.size(); ++i) {
    if (cards[i] != expected[static_cast<std::size_t>(i)]) return false;
  }
  return true;
}

}  // namespace

TEST_SUITE("card list") {
  TEST_CASE("a pile takes cards at the top and the bottom and returns the top one") {
    constexpr int capacity = 6;
    CardPile<capacity> pile;
    std::deque<Card> expected;
    FastRandom random{SeedSequence(1)};
    for (int i = 0; i < 2000; ++i) {
      const Card card = Card::of(static_cast<int>(random.below(60)));
      const bool room = expected.size() < capacity;
      switch (random.below(3)) {
        case 0:
          pile.push_top(card);
          if (room) expected.push_front(card);
          break;
        case 1:
          pile.push_bottom(card);
          if (room) expected.push_back(card);
          break;
        default:
          if (expected.empty()) break;
          REQUIRE(pile.pop_top() == expected.front());
          expected.pop_front();
      }
      REQUIRE(is(pile, expected));
    }
  }

  TEST_CASE("equality ignores cards that a pile held before") {
    CardPile<4> pile;
    pile.push_top(Card::of(7));
    CardPile<4> other = pile;
    other.push_top(Card::of(9));
    CHECK(!(other == pile));
    CHECK(other.pop_top() == Card::of(9));
    CHECK(other == pile);
  }

  TEST_CASE("popping an empty pile returns the lowest kind and leaves it empty") {
    CardPile<4> pile;
    CHECK(pile.pop_top() == Card());
    CHECK(pile == CardPile<4>());
  }
}
