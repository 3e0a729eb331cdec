// SPDX-License-Identifier: Apache-2.0
// Play sessions of any game, and compare what viewers see.
#pragma once

#include "chemix/agents/policy.hpp"
#include "chemix/session.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace chemix::test {

inline Key key_of(std::uint64_t seed) { return SeedSequence(Seed(seed)).key(); }

inline std::shared_ptr<const AnyGame> game_of(std::string_view name, int players,
                                              std::string_view options = "") {
  const auto game =
      make_game({.name = std::string(name), .players = players, .options = std::string(options)});
  REQUIRE_MESSAGE(game.has_value(), (game ? "" : game.error().message()));
  return *game;
}

/// The canonical bytes of an observation. Blocks cannot be compared, since they have padding.
inline std::vector<std::byte> bytes_of(const AnyGame& game, ConstBlock observation) {
  std::vector<std::byte> bytes(game.save_observation(observation, {}));
  (void)game.save_observation(observation, bytes);
  return bytes;
}

inline std::vector<Viewer> viewers_of(const AnyGame& game) {
  std::vector<Viewer> viewers = {Viewer::spectator()};
  for (Player seat = 0; seat < game.player_count(); ++seat) viewers.push_back(Viewer::player(seat));
  return viewers;
}

/// One step: chance by the session, and of players, whoever is next takes a legal action that
/// `choice` selects. Returns whether anybody acted.
inline bool step(Session& session, std::uint64_t choice) {
  const auto actor = session.next();
  if (!actor) return false;
  if (actor->is_chance()) {
    REQUIRE(session.advance(1).steps == 1);
    return true;
  }
  const AnyGame& game = *session.game();
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  ids.resize(game.legal_actions(session.state(), actor->player(), ids));
  REQUIRE(!ids.empty());
  REQUIRE(!session.act(*actor, ids[choice % ids.size()]));
  return true;
}

/// Sets a policy by its text.
inline void automate(Session& session, Player seat, std::string_view text) {
  const auto policy = make_policy(text);
  REQUIRE_MESSAGE(policy.has_value(), (policy ? "" : policy.error().message()));
  const auto error = session.set_policy(seat, *policy, text);
  REQUIRE_MESSAGE(!error, (error ? error->message() : ""));
}

}  // namespace chemix::test
