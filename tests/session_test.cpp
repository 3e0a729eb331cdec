// SPDX-License-Identifier: Apache-2.0
// Sessions: whoever is next, policies, undo, saved sessions and their records.
#include "chemix/session.hpp"

#include "chemix/fair_deal.hpp"
#include "support/printing.hpp"
#include "support/session_play.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace chemix;
using namespace chemix::test;

namespace {

using Json = nlohmann::ordered_json;

std::uint64_t digest_of(const Session& session) { return session.game()->digest(session.state()); }

// All that a viewer sees, now and before each step.
std::vector<std::vector<std::byte>> views_of(const Session& session) {
  std::vector<std::vector<std::byte>> views;
  for (const Viewer viewer : viewers_of(*session.game())) {
    views.push_back(bytes_of(*session.game(), session.observation(viewer)));
    for (std::size_t seen = 0; seen <= session.seen_count(viewer); ++seen) {
      ObservationMemory view(*session.game());
      session.observe_at(viewer, seen, view.block());
      views.push_back(bytes_of(*session.game(), view.block()));
    }
  }
  return views;
}

void check_observations_current(const Session& session) {
  const AnyGame& game = *session.game();
  ObservationMemory view(game);
  for (const Viewer viewer : viewers_of(game)) {
    game.observe(session.state(), viewer, view.block());
    CHECK(bytes_of(game, session.observation(viewer)) == bytes_of(game, view.block()));
  }
}

std::string message_of(const Result<Session>& session) {
  return session ? "accepted" : session.error().message();
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("a session whose seats all have policies plays what play does") {
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const int players = described.max_players;
      const auto game = game_of(described.name, players);
      const std::shared_ptr<const Policy> policy = *make_policy("random");
      StateMemory state(*game);
      game->initial_state(players - 1, state.block());
      const std::int64_t steps = play(
          *game, state.block(),
          std::vector<std::shared_ptr<const Policy>>(static_cast<std::size_t>(players), policy),
          Seed(5));
      // Long matches repeat the same.
      if (steps > 3000) continue;
      auto session = *Session::begin(game, players - 1, key_of(5));
      for (Player seat = 0; seat < players; ++seat) automate(session, seat, "random");
      const auto done = session.advance();
      CHECK(done.steps == steps);
      CHECK(!done.is_stopped);
      CHECK(!session.next());
      CHECK(digest_of(session) == game->digest(state.block()));
      CHECK(std::all_of(session.log().begin(), session.log().end(), [](const SessionStep& entry) {
        return entry.by_policy != entry.step.actor.is_chance();
      }));
    }
  }

  TEST_CASE("policies may have a key of their own, and chance keeps its own") {
    const auto game = game_of("react", 3);
    const auto play_with = [&](std::uint64_t policy_seed) {
      auto session = *Session::begin(game, 0, key_of(5));
      session.set_policy_key(key_of(policy_seed));
      for (Player seat = 0; seat < 3; ++seat) automate(session, seat, "random");
      (void)session.advance(200);
      return session;
    };
    CHECK(digest_of(play_with(5)) == digest_of(play_with(5)));
    const Session one = play_with(6);
    const Session other = play_with(7);
    CHECK(digest_of(one) != digest_of(other));
    // The deal is the same.
    CHECK(one.log().front().step == other.log().front().step);
    // A key that is set later continues as if it had been there from the beginning.
    auto late = *Session::begin(game, 0, key_of(5));
    while (late.log().size() < 150) {
      const SessionStep& entry = one.log()[late.log().size()];
      if (entry.step.actor.is_chance()) {
        REQUIRE(late.advance(1).steps == 1);
      } else {
        REQUIRE(!late.act(entry.step.actor, entry.step.action));
      }
    }
    late.set_policy_key(key_of(6));
    for (Player seat = 0; seat < 3; ++seat) automate(late, seat, "random");
    (void)late.advance(static_cast<std::int32_t>(one.log().size() - late.log().size()));
    CHECK(digest_of(late) == digest_of(one));
  }

  TEST_CASE(
      "a policy chooses for a seat what it would play, and a session without a key has none") {
    const auto game = game_of("chemuno", 2);
    auto session = *Session::begin(game, 0, key_of(3));
    (void)session.advance();
    const Player seat = session.next()->player();
    CHECK(session.choose(seat).error().field == "policy");
    automate(session, seat, "random");
    const auto chosen = session.choose(seat);
    REQUIRE(chosen.has_value());
    const std::shared_ptr<const Policy> random = *make_policy("random");
    CHECK(session.choose(seat, random.get()) == chosen);
    CHECK(!session.choose(1 - seat, random.get()).has_value());
    const auto hint = session.hint(seat);
    REQUIRE(hint.has_value());
    CHECK((*hint)->choices > 0);
    const std::size_t before = session.log().size();
    (void)session.advance(1);
    CHECK(session.log()[before].step.action == **chosen);

    auto without = *Session::begin(game, 0);
    CHECK(without.set_policy(0, random, "random")->field == "policy");
    without.set_policy_key(key_of(1));
    CHECK(!without.set_policy(0, random, "random"));
    CHECK(without.policy_text(0) == "random");
    // The caller supplies chance.
    CHECK(without.advance().steps == 0);
    CHECK(without.next() == Actor::chance());
    CHECK(!without.act(Actor::chance(), game->chance_outcomes(without.state())[0].action));
  }

  TEST_CASE("advance takes at most so many steps, and stops when told to") {
    auto session = *Session::begin(game_of("chemuno", 2), 0, key_of(3));
    CHECK(session.advance(5).steps == 5);
    StopToken stop;
    stop.stop();
    const auto stopped = session.advance(0, &stop);
    CHECK(stopped.steps == 0);
    CHECK(stopped.is_stopped);
    CHECK(session.log().size() == 5);
    CHECK(session.advance().steps > 0);
    // A person is next, so that there is nothing to stop.
    CHECK(!session.advance(0, &stop).is_stopped);
    const Player seat = session.next()->player();
    automate(session, seat, "search iterations=1000000");
    session.set_move_time(1);
    CHECK(session.advance(1).steps == 1);
    CHECK(session
              .choose(session.next()->is_chance() ? seat : session.next()->player(),
                      make_policy("random")->get(), &stop)
              .value_or(std::nullopt) == std::nullopt);
  }

  TEST_CASE("in a sealed decision policies come first, then persons by seat") {
    bool is_found = false;
    for (const GameDescription& described : game_descriptions()) {
      const auto game = game_of(described.name, described.max_players);
      auto session = *Session::begin(game, 0, key_of(8));
      for (std::uint64_t i = 0; i < 400 && step(session, i); ++i) {
        const Acting acting = game->acting(session.state());
        if (acting.is_chance() || acting.players().size() < 2 ||
            !game->is_sealed(session.state())) {
          continue;
        }
        is_found = true;
        CHECK(session.next() == Actor(acting.players().lowest()));
        const Player last = acting.players().nth(acting.players().size() - 1);
        automate(session, last, "random");
        CHECK(session.next() == Actor(last));
        REQUIRE(!session.set_policy(last, nullptr, ""));
      }
    }
    CHECK(is_found);
  }

  TEST_CASE("a step that can be undone leads back to where it began") {
    int allowed = 0;
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const auto game = game_of(described.name, described.min_players);
      auto session = *Session::begin(game, 0, key_of(2));
      for (Player seat = 0; seat < described.min_players; ++seat) {
        CHECK(session.can_undo(seat) == Undo::Nothing);
      }
      StateMemory before(*game);
      for (std::uint64_t i = 0; i < 150; ++i) {
        const ConstBlock state = session.state();
        std::copy(state.begin(), state.end(), before.block().begin());
        const auto actor = session.next();
        const auto views = i % 25 == 0 ? views_of(session) : std::vector<std::vector<std::byte>>();
        if (!step(session, 7 * i)) break;
        if (actor->is_chance()) continue;
        const Player seat = actor->player();
        const RecordedStep taken = session.log().back().step;
        const std::uint64_t after = digest_of(session);
        const Undo undo = session.can_undo(seat);
        CHECK((undo == Undo::Allowed) ==
              (game->can_undo(before.block(), session.state(), seat) == Undo::Allowed &&
               !game->is_sealed(session.state())));
        for (Player other = 0; other < described.min_players; ++other) {
          if (other != seat) CHECK(session.undo(other) != Undo::Allowed);
        }
        CHECK(digest_of(session) == after);
        CHECK(session.undo(seat) == undo);
        if (undo != Undo::Allowed) continue;
        ++allowed;
        CHECK(game->equal(session.state(), before.block()));
        CHECK(session.next() == actor);
        if (!views.empty()) CHECK(views_of(session) == views);
        check_observations_current(session);
        REQUIRE(!session.act(taken.actor, taken.action));
        CHECK(digest_of(session) == after);
      }
    }
    CHECK(allowed > 10);
  }

  TEST_CASE("rewinding leads to every earlier state, across checkpoints") {
    const auto game = game_of("react", 3);
    auto session = *Session::begin(game, 1, key_of(4));
    std::vector<std::uint64_t> digests = {digest_of(session)};
    std::vector<std::optional<Actor>> next = {session.next()};
    for (std::uint64_t i = 0; digests.size() <= 200 && step(session, i); ++i) {
      digests.push_back(digest_of(session));
      next.push_back(session.next());
    }
    REQUIRE(digests.size() > 130);
    StateMemory state(*game);
    for (std::size_t i = 0; i < digests.size(); ++i) {
      session.state_at(i, state.block());
      CHECK(game->digest(state.block()) == digests[i]);
    }
    for (std::size_t i = digests.size(); i > 0; i -= std::min<std::size_t>(i, 13)) {
      session.rewind(i - 1);
      CHECK(session.log().size() == i - 1);
      CHECK(digest_of(session) == digests[i - 1]);
      CHECK(session.next() == next[i - 1]);
      check_observations_current(session);
    }
  }

  TEST_CASE("a session can be saved and loaded at every step") {
    auto session = *Session::begin(game_of("chemuno", 2, "hand_size=3 max_turns=20"), 1, key_of(9));
    REQUIRE(!session.set_player_name(0, "Ben \"\xC3\xA9\""));
    session.set_policy_key(key_of(10));
    session.set_move_time(5000);
    automate(session, 1, "random");
    std::uint64_t i = 0;
    do {
      const std::string text = session.save();
      auto loaded = Session::load(text);
      REQUIRE_MESSAGE(loaded.has_value(), message_of(loaded));
      CHECK(loaded->save() == text);
      CHECK(loaded->player_name(0) == session.player_name(0));
      CHECK(loaded->policy_text(1) == session.policy_text(1));
      CHECK(loaded->next() == session.next());
      if (session.log().size() % 8 == 0) CHECK(views_of(*loaded) == views_of(session));
      CHECK(std::equal(loaded->log().begin(), loaded->log().end(), session.log().begin(),
                       session.log().end(), [](const SessionStep& one, const SessionStep& other) {
                         return one.step == other.step && one.by_policy == other.by_policy &&
                                one.acting_count == other.acting_count;
                       }));
      if (i == 4) REQUIRE(!session.set_policy(1, nullptr, ""));
      if (i == 7) automate(session, 1, "random");
    } while (session.advance(1).steps == 1 || step(session, i++));
    CHECK(!session.next());
    session.set_step_time(3, 4321);
    CHECK(Session::load(session.save())->log()[3].milliseconds == 4321);
  }

  TEST_CASE("an invalid session is rejected, and no message shows a key") {
    auto session = *Session::begin(game_of("chemuno", 2), 0, key_of(9));
    (void)session.advance();
    const Json saved = Json::parse(session.save());
    const auto refused = [&](const char* field, const Json& value) {
      Json file = saved;
      file[field] = value;
      return message_of(Session::load(file.dump()));
    };
    const auto key = saved["chance_key"].get<std::string>();
    CHECK(refused("chance_key", saved["chance_key"]) == "accepted");
    CHECK(refused("chance_key", nullptr) == "accepted");
    for (const std::string& wrong : {key.substr(1), key + "0", key.substr(1) + "g"}) {
      CHECK(refused("chance_key", wrong) == "chance_key: must be 64 hexadecimal digits or null");
      CHECK(refused("policy_key", wrong) == "policy_key: must be 64 hexadecimal digits or null");
    }
    CHECK(refused("chemix_session", 2) == "chemix_session = 2: this library reads format 1");
    CHECK(refused("note", 2) == "note: is not a field of a session");
    CHECK(refused("move_time", -1).starts_with("move_time"));
    CHECK(refused("players", Json::parse(R"(["", "a\n"])")).starts_with("players[1]"));
    CHECK(refused("players", Json::parse(R"([""])")).starts_with("players"));
    CHECK(refused("policies", Json::parse(R"([null, "guess"])")).starts_with("policies[1]"));
    CHECK(refused("times", Json::array()).starts_with("times"));
    Json record = saved["record"];
    record["digest"] = std::string(16, '0');
    CHECK(refused("record", record).starts_with("record.digest"));
    for (const auto& [field, value] : saved.items()) {
      Json file = saved;
      file.erase(field);
      CHECK(message_of(Session::load(file.dump())) == field + ": is missing");
    }
    CHECK(message_of(Session::load("[]")) == "session: must be an object");
    CHECK(session.set_player_name(0, std::string(64, 'a'))->field == "name");
    CHECK(!session.set_player_name(0, std::string(63, 'a')));
  }

  TEST_CASE("the record of a session verifies as a deal, with handovers") {
    const Bytes32 seed = {1, 2, 3};
    const Bytes32 salt = {4, 5, 6};
    const Contributions contributions = {{7}, {8, 9}};
    const Key key = SeedSequence(Seed::from_bytes(*dealing_seed(seed, contributions))).key();
    for (const char* name : {"chemuno", "react", "showdown"}) {
      CAPTURE(name);
      const auto game = game_of(name, 2);
      const std::string commitment = commit(*game, 1, seed, salt);
      auto session = *Session::begin(game, 1, key);
      automate(session, 0, "random");
      for (std::uint64_t i = 0; i < 100; ++i) {
        if (session.advance(1).steps == 0 && !step(session, i)) break;
        if (i == 40) REQUIRE(!session.set_policy(0, nullptr, ""));
        if (i == 60) automate(session, 1, "random");
      }
      const Replay record = session.record();
      REQUIRE(record.handovers.size() == 3);
      CHECK(record.handovers[0] == Handover{0, 0, "random"});
      CHECK(record.handovers[1] == Handover{41, 0, ""});
      CHECK(record.handovers[2] == Handover{61, 1, "random"});
      const auto verified =
          verify_deal(commitment, {seed, salt, contributions}, write_replay(record));
      REQUIRE_MESSAGE(verified.has_value(), (verified ? "" : verified.error().message()));
      CHECK(verified->digest == digest_of(session));

      // A session of the record continues it, at first with persons.
      Session replayed = Session::replay(*verified, key);
      CHECK(write_replay(replayed.record()) == write_replay(record));
      CHECK(digest_of(replayed) == digest_of(session));
      CHECK(replayed.policy_text(1).empty());
      if (step(replayed, 0)) {
        CHECK(replayed.record().handovers.back() == Handover{record.steps.size(), 1, ""});
      }
      // Handovers are undone with the steps after them.
      session.rewind(61);
      CHECK(session.record().handovers.size() == 2);
      CHECK(session.policy_text(1) == "random");
      (void)step(session, 0);
      CHECK(session.record().handovers == record.handovers);
      session.rewind(30);
      CHECK(session.record().handovers.size() == 1);
    }
  }

  TEST_CASE("a session can continue from a state") {
    const auto game = game_of("showdown", 3);
    auto session = *Session::begin(game, 0, key_of(1));
    for (std::uint64_t i = 0; i < 60; ++i) (void)step(session, i);
    auto resumed = *Session::resume(game, session.state(), key_of(1));
    CHECK(digest_of(resumed) == digest_of(session));
    for (std::uint64_t i = 0; i < 30; ++i) (void)step(resumed, i);
    CHECK(message_of(Session::load(resumed.save())) == "accepted");
    CHECK(Session::load(resumed.save())->save() == resumed.save());
    CHECK(message_of(Session::begin(game, 3)).starts_with("start_player"));
    ObservationMemory other(*game_of("chemuno", 2));
    CHECK(message_of(Session::resume(game, other.block())) != "accepted");
  }
}
