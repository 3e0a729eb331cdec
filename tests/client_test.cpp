// SPDX-License-Identifier: Apache-2.0
// Clients: what a viewer receives from a session leads to what the session says that they see.
#include "chemix/client.hpp"

#include "support/printing.hpp"
#include "support/session_play.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace chemix;
using namespace chemix::test;

namespace {

// One client per viewer, fed with messages.
class Clients {
 public:
  explicit Clients(const Session& session) : session_(session) {
    for (const Viewer viewer : viewers_of(*session.game())) {
      clients_.push_back(
          *Client::of(session.game(), session.observation(viewer), session.seen_count(viewer)));
    }
  }

  std::vector<Client>& all() { return clients_; }
  void receive_all() {
    for_each([&](Viewer viewer, Client& client) {
      for (std::size_t seen = client.seen_count(); seen < session_.seen_count(viewer); ++seen) {
        const auto error = client.receive(session_.message(viewer, seen));
        REQUIRE_MESSAGE(!error, (error ? error->message() : ""));
      }
    });
  }
  void check_equal() {
    const AnyGame& game = *session_.game();
    for_each([&](Viewer viewer, Client& client) {
      CHECK(client.seen_count() == session_.seen_count(viewer));
      CHECK(bytes_of(game, client.observation()) == bytes_of(game, session_.observation(viewer)));
    });
  }
  void for_each(auto&& use) {
    std::size_t i = 0;
    for (const Viewer viewer : viewers_of(*session_.game())) use(viewer, clients_[i++]);
  }

 private:
  const Session& session_;
  std::vector<Client> clients_;
};

std::string message_of(const std::optional<InputError>& error) {
  return error ? error->message() : "accepted";
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("a client fed by messages sees what the session says, after every step") {
    for (const GameDescription& described : game_descriptions()) {
      CAPTURE(described.name);
      const auto game = game_of(described.name, described.max_players);
      auto session = *Session::begin(game, 0, key_of(6));
      Clients clients(session);
      for (std::uint64_t i = 0; i < 300 && step(session, 3 * i); ++i) {
        clients.receive_all();
        clients.check_equal();
      }
      // Each client has the same history, and can be saved.
      clients.for_each([&](Viewer viewer, Client& client) {
        CHECK(client.save() == session.save_seen(viewer));
        const auto loaded = Client::load(client.save());
        REQUIRE(loaded.has_value());
        CHECK(loaded->save() == client.save());
        ObservationMemory one(*game);
        ObservationMemory other(*game);
        for (std::size_t seen = 0; seen <= client.seen_count(); seen += 17) {
          session.observe_at(viewer, seen, one.block());
          client.observe_at(seen, other.block());
          CHECK(bytes_of(*game, one.block()) == bytes_of(*game, other.block()));
          if (seen < client.seen_count()) {
            CHECK(client.events(seen) == session.events(viewer, seen));
          }
        }
      });
    }
  }

  TEST_CASE("clients rewind with the session") {
    for (const char* name : {"chemuno", "react", "chemistry_battle"}) {
      CAPTURE(name);
      auto session = *Session::begin(game_of(name, 2), 0, key_of(6));
      Clients clients(session);
      for (std::uint64_t i = 0; i < 200 && step(session, i); ++i) {
        clients.receive_all();
        if (i % 19 != 18) continue;
        session.rewind(session.log().size() - i % 11);
        clients.for_each(
            [&](Viewer viewer, Client& client) { client.rewind(session.seen_count(viewer)); });
        clients.check_equal();
      }
      clients.check_equal();
      session.rewind(0);
      clients.for_each([](Viewer, Client& client) { client.rewind(0); });
      clients.check_equal();
    }
  }

  TEST_CASE("a client that joins later has no earlier events") {
    auto session = *Session::begin(game_of("chemuno", 2), 0, key_of(6));
    for (std::uint64_t i = 0; i < 40; ++i) (void)step(session, i);
    Clients clients(session);
    for (std::uint64_t i = 0; i < 90 && step(session, i); ++i) clients.receive_all();
    clients.check_equal();
    clients.for_each([](Viewer, Client& client) {
      CHECK(client.first_seen() > 0);
      const auto loaded = Client::load(client.save());
      REQUIRE(loaded.has_value());
      CHECK(loaded->first_seen() == client.first_seen());
      CHECK(loaded->seen_count() == client.seen_count());
      client.rewind(client.first_seen());
      CHECK(client.seen_count() == client.first_seen());
    });
  }

  TEST_CASE("a message that is not the next one, or leads elsewhere, changes nothing") {
    const Viewer viewer = Viewer::player(1);
    auto session = *Session::begin(game_of("chemuno", 2), 0, key_of(6));
    auto client = *Client::of(session.game(), session.observation(viewer));
    for (std::uint64_t i = 0; i < 30; ++i) (void)step(session, i);
    REQUIRE(!client.receive(session.message(viewer, 0)));
    const std::string before = client.save();
    CHECK(message_of(client.receive(session.message(viewer, 0))) ==
          "seen = 0: must be 1, the next step");
    CHECK(message_of(client.receive(session.message(viewer, 2))) ==
          "seen = 2: must be 1, the next step");
    auto message = nlohmann::ordered_json::parse(session.message(viewer, 1));
    const auto refused = [&](const char* field, const nlohmann::ordered_json& value) {
      auto other = message;
      other[field] = value;
      const auto error = client.receive(other.dump());
      return error ? error->field : "accepted";
    };
    CHECK(refused("digest", std::string(16, '0')) == "digest");
    CHECK(refused("digest", "0") == "digest");
    CHECK(refused("events", nlohmann::ordered_json::array()) == "events");
    CHECK(refused("events", {"0"}) == "events[0]");
    CHECK(refused("note", 1) == "note");
    message.erase("seen");
    CHECK(message_of(client.receive(message.dump())) == "seen: is missing");
    CHECK(message_of(client.receive("[]")) != "accepted");
    CHECK(message_of(client.fold({})) == "events: must contain an event");
    CHECK(client.save() == before);
    REQUIRE(!client.fold(session.events(viewer, 1)));
    REQUIRE(!client.receive(session.message(viewer, 2)));
    CHECK(!Client::load(before + "x").has_value());
  }
}
