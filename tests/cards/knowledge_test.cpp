// SPDX-License-Identifier: Apache-2.0
#include "chemix/cards/knowledge.hpp"

#include <doctest/doctest.h>

using namespace chemix;

namespace {

constexpr Card hydrogen = Card::of(0);
constexpr Card carbon = Card::of(1);

bool knows(const auto& held, int hands, Card kind, int at_least) {
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] == HeldFact(static_cast<SeatSet>(hands), kind, at_least)) return true;
  }
  return false;
}

}  // namespace

TEST_SUITE("knowledge") {
  TEST_CASE("a card that is seen is known where it lies until it leaves") {
    HeldCards held;
    held.enter(0, hydrogen);
    held.enter(0, hydrogen);
    CHECK(knows(held, 0b1, hydrogen, 2));
    held.move(0, 1, hydrogen);
    CHECK(knows(held, 0b1, hydrogen, 1));
    CHECK(knows(held, 0b10, hydrogen, 1));
    held.leave(0, hydrogen);
    held.leave(1, hydrogen);
    held.leave(1, carbon);
    CHECK(held == HeldCards());
  }

  TEST_CASE("a card that moves unseen leaves a joint fact") {
    HeldCards held;
    held.enter(0, hydrogen);
    held.enter(1, hydrogen);
    held.move_unseen(0, 1);
    CHECK(knows(held, 0b11, hydrogen, 2));
    CHECK(knows(held, 0b10, hydrogen, 1));
    CHECK(!knows(held, 0b1, hydrogen, 1));
    CHECK(held.weakened() == 0);
    // Seen to leave, one of the two is no longer in both.
    held.leave(1, hydrogen);
    CHECK(knows(held, 0b11, hydrogen, 1));
  }

  TEST_CASE("that only one of several kinds left is not kept and is counted") {
    HeldCards held;
    held.enter(0, hydrogen);
    held.enter(0, carbon);
    held.move_unseen(0, 1);
    CHECK(knows(held, 0b11, hydrogen, 1));
    CHECK(knows(held, 0b11, carbon, 1));
    CHECK(held.weakened() == 1);
  }

  TEST_CASE("nothing known is nothing lost") {
    HeldCards held;
    held.enter(1, hydrogen);
    held.move_unseen(0, 1);
    CHECK(knows(held, 0b10, hydrogen, 1));
    CHECK(held.weakened() == 0);
  }

  TEST_CASE("more cards than a fact can tell are told as the most it can") {
    HeldCards held;
    held.show(0, hydrogen, 1000);
    CHECK(knows(held, 0b1, hydrogen, HeldFact::most));
    held.show(1, hydrogen, -1);
    CHECK(held.size() == 1);
  }

  TEST_CASE("what lies in a pile is known until a card is drawn unseen") {
    using Held = HeldCardsOf<1, 8>;
    constexpr auto pile = static_cast<SeatSet>(1U << Held::pile);
    Held held;
    held.enter(Held::pile, hydrogen);
    held.enter(Held::pile, hydrogen);
    Held drawn = held;
    drawn.move_unseen(Held::pile, 1);
    CHECK(knows(drawn, pile, hydrogen, 1));
    CHECK(knows(drawn, pile | 0b10, hydrogen, 2));
    // Another player draws: of one kind all is still known.
    drawn.move_unseen(Held::pile, 0);
    CHECK(knows(drawn, pile | 0b10, hydrogen, 1));
    CHECK(knows(drawn, pile | 0b01, hydrogen, 1));
    CHECK(knows(drawn, pile | 0b11, hydrogen, 2));
    CHECK(drawn.weakened() == 0);
    // An empty pile holds nothing.
    drawn.empty(Held::pile);
    CHECK(knows(drawn, 0b10, hydrogen, 1));
    CHECK(knows(drawn, 0b01, hydrogen, 1));
    CHECK(drawn.size() == 2);
    // What was seen to stay is not among what may have been drawn.
    held.enter(Held::pile, carbon);
    held.move_unseen(Held::pile, 1, CardSet::of(carbon));
    CHECK(knows(held, pile, carbon, 1));
    CHECK(held.weakened() == 0);
  }

  TEST_CASE("what holds of places that overlap is not kept and is counted") {
    HeldCards held;
    held.add({0b101, hydrogen, 1});
    held.add({0b110, hydrogen, 1});
    held.move_unseen(0, 1);
    CHECK(held.weakened() == 1);
  }

  TEST_CASE("without room the weakest fact is dropped and counted") {
    HeldCards held;
    constexpr auto room = static_cast<int>(HeldCards::capacity);
    for (int kind = 0; kind < room; ++kind) held.enter(kind % 3, Card::of(kind));
    held.add({0b11, Card::of(room), 1});
    CHECK(held.size() == HeldCards::capacity);
    CHECK(held.weakened() == 1);
    for (int kind = 0; kind < room; ++kind) {
      CHECK(knows(held, 1 << kind % 3, Card::of(kind), 1));
    }
  }

  TEST_CASE("of too many bounds the weakest are forgotten and counted") {
    NewestBounds bounds;
    const int levels = NewestBounds::max_levels + 2;
    for (int i = 0; i < levels; ++i) bounds.set(Card::of(i), static_cast<std::uint8_t>(i));
    CHECK(bounds.forget_weakest() == 2);
    for (int i = 0; i < levels; ++i) {
      CHECK(bounds.of(Card::of(i)) == (i < NewestBounds::max_levels ? i : NewestBounds::unbounded));
    }
    CHECK(bounds.forget_weakest() == 0);
  }

  TEST_CASE("a group knows in common what all of it saw") {
    CommonKnowledge<HeldCards, 3> common;
    const auto see = [&](ViewerSet viewers) {
      common.for_each_group(3, [&](HeldCards& held, ViewerSet group) {
        if (viewers.contains(group)) held.enter(2, hydrogen);
      });
    };
    see(ViewerSet::both(0, 1));
    CHECK(common.of(Viewer::player(0)).size() == 1);
    CHECK(common.of(0, 1).size() == 1);
    CHECK(common.of(Viewer::player(2)).size() == 0);
    CHECK(common.of(Viewer::spectator()).size() == 0);
    // Player 2 knows nothing of it, player 0 knows that player 1 knows it.
    CHECK(common.as_known_to(Viewer::player(2), 3) == CommonKnowledge<HeldCards, 3>());
    CHECK(common.as_known_to(Viewer::player(0), 3).of(Viewer::player(1)).size() == 1);
    CHECK(common.as_known_to(Viewer::player(0), 3).of(Viewer::player(2)).size() == 0);
  }

  TEST_CASE("where one player alone sees a secret two have in common what all know") {
    CommonKnowledge<HeldCards, 3, 1> common;
    CHECK(common.group_count == 4);
    common.for_each_group(3, [&](HeldCards& held, ViewerSet group) {
      if (ViewerSet::only(1).contains(group)) held.enter(2, hydrogen);
    });
    CHECK(common.of(Viewer::player(1)).size() == 1);
    CHECK(common.of(0, 1).size() == 0);
    CHECK(common.as_known_to(Viewer::player(1), 3) == common);
    CHECK(common.as_known_to(Viewer::player(0), 3) == CommonKnowledge<HeldCards, 3, 1>());
  }
}
