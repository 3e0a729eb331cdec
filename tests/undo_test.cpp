// SPDX-License-Identifier: Apache-2.0
// Undo: the search for the steps between two states, and what counts as learned. A step that taught
// somebody something cannot be undone.
#include "chemix/core/undo.hpp"

#include "chemix/core/id_list.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/stop_token.hpp"
#include "support/printing.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// ---- Steps in a graph of numbers ----

using Steps = std::map<int, std::vector<int>>;

// Searches for steps from `before` to `after`. The edges in `teaching` teach somebody.
Undo lead(const Steps& steps, int before, int after,
          const std::set<std::pair<int, int>>& teaching = {}) {
  const auto number = [](const void* state) { return *static_cast<const int*>(state); };
  const auto for_each_next = [&](const void* state, FunctionRef<bool(const void*)> visit) {
    const auto found = steps.find(number(state));
    if (found == steps.end()) return;
    for (const int next : found->second) {
      if (!visit(&next)) return;
    }
  };
  const auto are_equal = [&](const void* one, const void* other) {
    return number(one) == number(other);
  };
  const auto teaches = [&](const void* one, const void* next) {
    return teaching.count({number(one), number(next)}) > 0;
  };
  return undo::search({sizeof(int), for_each_next, are_equal, teaches}, &before, &after);
}

// ---- A game of rooms: each test defines the moves and what viewers know in each room ----

constexpr Player players = 3;

struct Rooms {
  struct Table {
    bool is_sealed = false;

    bool operator==(const Table&) const = default;
  };
  struct State {
    std::uint32_t chance_count = 0;
    Table table = {};
    int room = 0;

    bool operator==(const State&) const = default;
  };
  /// Cards as a bit mask.
  struct Cards {
    unsigned bits = 0;

    [[nodiscard]] bool contains(Cards others) const { return (others.bits & ~bits) == 0; }
  };
  struct Worlds {
    Cards unseen{0b111};
    int ways = 6;
    // The work of counting them.
    std::int64_t work = 1;
    StopPoll* stop = nullptr;

    [[nodiscard]] const Worlds& places() const { return *this; }
    void poll(StopPoll& poll) { stop = &poll; }
    [[nodiscard]] int count() const { return stop->spend(work) ? 0 : ways; }
  };
  struct Seen {
    Worlds worlds = {};
    int forgotten = 0;
  };
  struct Rules {
    [[nodiscard]] static int action_of(int id) { return id; }
    [[nodiscard]] static int forgotten(const Seen& seen) { return seen.forgotten; }
    [[nodiscard]] static Worlds belief_of(const Seen& seen) { return seen.worlds; }
  };

  Steps doors;
  // The players who act in a room. In rooms without an entry the game is over.
  std::map<int, Player> acts;
  // The knowledge of a viewer, by room and seat (−1: spectators). Without an entry: nothing.
  std::map<std::pair<int, Player>, Seen> seen = {};

  [[nodiscard]] static Rules rules() { return {}; }
  [[nodiscard]] static Player player_count() { return players; }
  [[nodiscard]] static bool is_sealed(const Table& table) { return table.is_sealed; }
  [[nodiscard]] Acting acting(const State& state) const {
    const auto found = acts.find(state.room);
    return found == acts.end() ? Acting::nobody() : Acting::one(found->second);
  }
  [[nodiscard]] IdList<4> legal_actions(const State& state, Player) const {
    IdList<4> ids;
    const auto found = doors.find(state.room);
    if (found == doors.end()) return ids;
    for (const int room : found->second) ids.push_back(room);
    return ids;
  }
  static void apply_unchecked(State& state, Player, int room) { state.room = room; }
  [[nodiscard]] Seen observation(const State& state, Viewer viewer) const {
    const auto found = seen.find({state.room, viewer.is_spectator() ? -1 : viewer.seat()});
    return found == seen.end() ? Seen{} : found->second;
  }
};

// Seat 1 moves from room 0 to 1, 2 or 3, and from 2 to 4. Seat 2 moves from 4 to 5.
Rooms rooms() {
  return {.doors = {{0, {1, 2, 3}}, {2, {4}}, {4, {5}}},
          .acts = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 2}, {5, 2}}};
}

Undo may(const Rooms& game, int before, int after, Player player = 1) {
  return can_undo(game, Rooms::State{.room = before}, Rooms::State{.room = after}, player);
}

}  // namespace

TEST_SUITE("undo") {
  TEST_CASE("a path is undone only if none of its steps teaches anything") {
    const Steps steps = {{0, {1}}, {1, {2}}, {2, {3}}};
    CHECK(lead(steps, 0, 1) == Undo::Allowed);
    CHECK(lead(steps, 0, 3) == Undo::Allowed);
    CHECK(lead(steps, 1, 3) == Undo::Allowed);
    for (int step = 0; step < 3; ++step) {
      CAPTURE(step);
      CHECK(lead(steps, 0, 3, {{step, step + 1}}) == Undo::Learned);
    }
  }

  TEST_CASE("only steps on the path matter") {
    const Steps steps = {{0, {7, 1, 8}}, {1, {7, 2, 8}}};
    CHECK(lead(steps, 0, 1) == Undo::Allowed);
    CHECK(lead(steps, 0, 2) == Undo::Allowed);
    CHECK(lead(steps, 0, 2, {{0, 7}, {0, 8}, {1, 7}, {1, 8}}) == Undo::Allowed);
    CHECK(lead(steps, 0, 2, {{0, 1}}) == Undo::Learned);
  }

  TEST_CASE("an unreachable state cannot be undone") {
    CHECK(lead({{0, {1}}, {1, {2}}}, 0, 3) == Undo::OthersActed);
    CHECK(lead({{0, {1}}, {1, {2}}}, 1, 0) == Undo::OthersActed);
    CHECK(lead({}, 0, 1) == Undo::OthersActed);
  }

  TEST_CASE("the search gives up after a fixed number of states") {
    // The start, the other successors and the goal together are the limit.
    Steps steps;
    const int most = static_cast<int>(max_undo_states);
    for (int next = 1; next < most; ++next) steps[0].push_back(next);
    steps[0].push_back(most);
    CHECK(lead(steps, 0, most) == Undo::Allowed);
    steps[0].push_back(most + 1);
    CHECK(lead(steps, 0, most + 1) == Undo::Learned);
  }

  TEST_CASE("a player may undo any of their own decisions, or several at once") {
    const Rooms game = rooms();
    for (const int room : {1, 2, 3}) CHECK(may(game, 0, room) == Undo::Allowed);
    CHECK(may(game, 0, 4) == Undo::Allowed);
    CHECK(may(game, 2, 4) == Undo::Allowed);
    CHECK(may(game, 1, 4) == Undo::OthersActed);
  }

  TEST_CASE("nobody can undo the decisions of others") {
    const Rooms game = rooms();
    for (const Player other : {0, 2}) {
      CHECK(may(game, 0, 1, other) == Undo::OthersActed);
      CHECK(may(game, 0, 4, other) == Undo::OthersActed);
    }
    CHECK(may(game, 4, 5, 2) == Undo::Allowed);
    CHECK(may(game, 4, 5, 1) == Undo::OthersActed);
    CHECK(may(game, 2, 5, 1) == Undo::OthersActed);
    CHECK(may(game, 2, 5, 2) == Undo::OthersActed);
  }

  TEST_CASE("without a step there is nothing to undo") {
    Rooms game = rooms();
    for (Player p = 0; p < players; ++p) CHECK(may(game, 0, 0, p) == Undo::Nothing);
    // Even if steps lead back to the same state, or the game is over.
    game.doors[1] = {0};
    CHECK(may(game, 0, 0) == Undo::Nothing);
    CHECK(may(game, 9, 9) == Undo::Nothing);
  }

  TEST_CASE("chance, sealed decisions and the end of the game cannot be undone") {
    Rooms game = rooms();
    using State = Rooms::State;
    REQUIRE(can_undo(game, State{}, State{.room = 1}, 1) == Undo::Allowed);
    CHECK(can_undo(game, State{}, State{.chance_count = 1, .room = 1}, 1) == Undo::ChanceActed);
    CHECK(can_undo(game, State{.chance_count = 1}, State{.chance_count = 1, .room = 1}, 1) ==
          Undo::Allowed);
    const Rooms::Table sealed{true};
    const State decided{.table = sealed, .room = 1};
    for (Player p = 0; p < players; ++p) {
      CHECK(can_undo(game, State{.table = sealed}, decided, p) == Undo::Sealed);
      CHECK(can_undo(game, State{.table = sealed}, State{.room = 1}, p) == Undo::Sealed);
      // Not even the step before it, once others may have decided.
      CHECK(can_undo(game, State{}, decided, p) == Undo::Sealed);
    }
    game.acts.erase(1);
    CHECK(may(game, 0, 1) == Undo::GameOver);
  }

  TEST_CASE("a step that taught anybody anything cannot be undone") {
    const std::map<std::string, Rooms::Seen> learned = {
        {"a card was seen", {.worlds = {{0b011}, 6}}},
        {"a card was seen and another one hidden", {.worlds = {{0b1011}, 6}}},
        {"fewer worlds", {.worlds = {{0b111}, 5}}},
        {"more worlds", {.worlds = {{0b111}, 7}}},
        {"not all that was seen is remembered", {.forgotten = 1}}};
    for (const auto& [name, seen] : learned) {
      const std::string& what = name;
      CAPTURE(what);
      for (Player who = -1; who < players; ++who) {
        CAPTURE(who);
        Rooms game = rooms();
        game.seen[{4, who}] = seen;
        CHECK(may(game, 0, 2) == Undo::Allowed);
        CHECK(may(game, 2, 4) == Undo::Learned);
        CHECK(may(game, 0, 4) == Undo::Learned);
        // The same if the knowledge is lost again later.
        game = rooms();
        game.seen[{2, who}] = seen;
        CHECK(may(game, 0, 4) == Undo::Learned);
      }
    }
  }

  TEST_CASE("a step cannot be undone if it takes too long to find out what it taught") {
    for (Player who = -1; who < players; ++who) {
      CAPTURE(who);
      Rooms game = rooms();
      // Before and after the step from room 0 to room 2.
      game.seen[{0, who}] = game.seen[{2, who}] = {.worlds = {.work = max_undo_work / 2 - 300}};
      CHECK(may(game, 0, 2) == Undo::Allowed);
      game.seen[{2, who}] = {.worlds = {.work = max_undo_work / 2 + 900}};
      CHECK(may(game, 0, 2) == Undo::Learned);
      // All steps count.
      game = rooms();
      game.seen[{0, who}] = {.worlds = {.work = max_undo_work / 2 + 900}};
      game.seen[{4, who}] = {.worlds = {.work = max_undo_work / 2 + 900}};
      CHECK(may(game, 0, 2) == Undo::Allowed);
      CHECK(may(game, 2, 4) == Undo::Allowed);
      CHECK(may(game, 0, 4) == Undo::Learned);
    }
  }

  TEST_CASE("earlier knowledge is not learned, unless some of it was forgotten") {
    for (Player who = -1; who < players; ++who) {
      CAPTURE(who);
      Rooms game = rooms();
      game.seen[{0, who}] = game.seen[{1, who}] = {.worlds = {{0b011}, 2}};
      CHECK(may(game, 0, 1) == Undo::Allowed);
      game.seen[{0, who}].forgotten = 1;
      CHECK(may(game, 0, 1) == Undo::Learned);
    }
  }
}
