// SPDX-License-Identifier: Apache-2.0
// Events as each viewer sees them: secrets are removed, and the rest is kept.
#include "chemix/cards/event.hpp"

#include "support/printing.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

enum class Counter : std::uint8_t { First, Second };

const Viewer spectator = Viewer::spectator();

}  // namespace

TEST_SUITE("event") {
  TEST_CASE("only viewers who see a card learn its kind") {
    const ViewerSet both = ViewerSet::both(0, 2);
    for (const Event& event :
         {Event::deal(draw_pile, hand_of(0), 5, both), Event::move(hand_of(0), hand_of(2), 5, both),
          Event::show(hand_of(0), 5, 2, both)}) {
      for (const Player player : {0, 2}) CHECK(event.as_seen_by(Viewer::player(player)) == event);
      for (const Viewer viewer : {Viewer::player(1), spectator}) {
        const Event seen = event.as_seen_by(viewer);
        CHECK(!seen.kind.has_value());
        CHECK(!seen.shows_secret());
        // The number of cards shown is secret too. Everybody sees that a card moves.
        CHECK(seen.amount == (event.verb == Verb::Show ? 0 : 1));
        CHECK(seen.from == event.from);
        CHECK(seen.to == event.to);
        CHECK(seen.packed() == event.packed_public());
      }
    }
  }

  TEST_CASE("only the player who makes a sealed decision notices it") {
    const Event event = Event::seal(1, SeenKind(7));
    CHECK(event.is_noticed_by(Viewer::player(1)));
    CHECK(event.as_seen_by(Viewer::player(1)) == event);
    for (const Viewer viewer : {Viewer::player(0), Viewer::player(2), spectator}) {
      CHECK(!event.is_noticed_by(viewer));
      CHECK(!event.as_seen_by(viewer).kind.has_value());
    }
    CHECK(Event::turn(1).is_noticed_by(spectator));
  }

  TEST_CASE("an event survives the round trip through its packed number") {
    const std::vector<Event> events = {
        Event::deal(draw_pile, hand_of(5), 0, ViewerSet::only(5)),
        Event::move(hand_of(3), tableau_of(4), 7, ViewerSet::everyone()),
        Event::shuffle(discard_pile, draw_pile, 84),
        Event::name(2, 253),
        Event::set(Counter::Second, -3),
        Event::show(compound_stack, 1, 2, ViewerSet::both(0, 4)),
        Event::seal(1, {}),
        Event::seal(1, 9),
        Event::score(4, -120),
        Event::pay(chips_of(2), supply, 14),
        Event::run(3, 17, 7, 5),
    };
    for (const Event& event : events) {
      CHECK(Event::unpacked(event.packed()) == event);
      for (const Event& other : events) {
        CHECK((event.packed() == other.packed()) == (event == other));
      }
    }
  }

  TEST_CASE("hands, stacks, tableaus and chips have an owner, and other places have none") {
    for (const Place place : {hand_of(1), stack_of(1), tableau_of(1), chips_of(1)}) {
      CHECK(place.has_owner());
      CHECK(place.is_hand() == (place == hand_of(1)));
    }
    for (const Place place :
         {draw_pile, discard_pile, pile_bottom, kitty, supply, display, multiplier_stacks,
          removed_pile, free_area, market, aside, compound_stack}) {
      CHECK(!place.has_owner());
      CHECK(!place.is_hand());
    }
  }
}
