// SPDX-License-Identifier: Apache-2.0
// Regression tests: observations of real games whose beliefs were once hard to sample, to count or
// to play on from. A file in tests/positions has a line `NAME PLAYERS OPTIONS`, then the notation
// of the observation.
#include "chemix/any_game.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/state_memory.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace chemix {
namespace {

struct Position {
  std::shared_ptr<const AnyGame> game;
  BlockMemory seen{0};
};

Position position(const std::string& name) {
  std::ifstream file(CHEMIX_TEST_DIR "/positions/" + name + ".txt");
  std::string made;
  std::string notation;
  REQUIRE(std::getline(file, made));
  REQUIRE(std::getline(file, notation));
  std::string_view rest = made;
  GameRequest request;
  request.name = split_off(rest, " ");
  request.players = std::stoi(std::string(split_off(rest, " ")));
  request.options = rest;
  const auto game = make_game(request);
  REQUIRE(game.has_value());
  Position position{*game, BlockMemory((*game)->observation_size())};
  const auto refusal = position.game->parse_observation(notation, position.seen.block());
  REQUIRE_MESSAGE(!refusal, (refusal ? refusal->message() : ""));
  return position;
}

BlockMemory sampled(const AnyGame& game, ConstBlock seen, std::uint64_t seed) {
  Generator random(SeedSequence(seed).generate_state<8>(), Domain::Sampler, 0);
  BlockMemory state(game.state_size());
  REQUIRE(game.determinize(seen, random, Others::Decided, state.block()));
  return state;
}

// The state is valid, and so is the belief of every viewer.
void check_world(const AnyGame& game, ConstBlock state) {
  std::vector<std::byte> bytes(game.save(state, {}));
  game.save(state, bytes);
  BlockMemory loaded(game.state_size());
  const auto refusal = game.load(bytes, loaded.block());
  CHECK_MESSAGE(!refusal, (refusal ? refusal->message() : ""));
  BlockMemory view(game.observation_size());
  for (Player p = -1; p < game.player_count(); ++p) {
    CAPTURE(p);
    game.observe(state, p < 0 ? Viewer::spectator() : Viewer::player(p), view.block());
    const auto error = game.observation_error(view.block());
    CHECK_MESSAGE(!error, (error ? error->message() : ""));
    CHECK(game.count_worlds(view.block()) != "0");
    (void)sampled(game, view.block(), 1);
    const Marginals marginals = game.marginals(view.block());
    CHECK(std::all_of(marginals.probabilities.begin(), marginals.probabilities.end(),
                      [](double share) { return share >= 0 && share <= 1 + 1e-9; }));
  }
}

// The player's first legal action whose notation begins with `action`, or −1.
int action_of(const AnyGame& game, ConstBlock state, Player player, std::string_view action) {
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  ids.resize(game.legal_actions(state, player, ids));
  const auto found = std::find_if(ids.begin(), ids.end(),
                                  [&](int id) { return game.action_text(id).starts_with(action); });
  return found == ids.end() ? -1 : *found;
}

void take(const AnyGame& game, BlockMemory& state, Player player, std::string_view action) {
  CAPTURE(action);
  const int id = action_of(game, state.block(), player, action);
  REQUIRE(id >= 0);
  REQUIRE(!game.apply(state.block(), player, id));
}

// Applies the first chance outcome after which the acting player may take the action `then`.
void take_chance(const AnyGame& game, BlockMemory& state, std::string_view then) {
  const std::int64_t ways = game.chance_weight(state.block());
  for (std::int64_t nth = 0; nth < ways; ++nth) {
    BlockMemory next = state;
    REQUIRE(!game.apply(next.block(), Actor::chance(), game.chance_outcome(next.block(), nth)));
    const Player player = game.acting(next.block()).players().lowest();
    if (action_of(game, next.block(), player, then) < 0) continue;
    state = next;
    return;
  }
  FAIL("no outcome allows for " << then);
}

TEST_SUITE("worlds") {
  TEST_CASE("GN-9: a state sampled from an exact belief can be played on") {
    Position at = position("chemuno_four_players");
    const AnyGame& game = *at.game;
    CHECK(game.forgotten(at.seen.block()) == 0);
    CHECK(game.approximations(at.seen.block()) == 0);
    BlockMemory state = sampled(game, at.seen.block(), 29);
    check_world(game, state.block());
    take(game, state, 3, "draw");
    check_world(game, state.block());
    take_chance(game, state, "keep");
    take(game, state, 3, "keep");
    check_world(game, state.block());
    // Seat 0 lays the card that it has just drawn. The state sampled for seat 3 does not contain
    // seat 0's knowledge of earlier draws.
    take(game, state, 0, "draw");
    take_chance(game, state, "lay");
    check_world(game, state.block());
    take(game, state, 0, "lay");
    check_world(game, state.block());
    BlockMemory view(game.observation_size());
    for (Player p = 0; p < game.player_count(); ++p) {
      game.observe(state.block(), Viewer::player(p), view.block());
      CHECK(game.approximations(view.block()) == 0);
    }
  }

  TEST_CASE("GN-9: observations of real games can be sampled, counted and played on from") {
    for (const char* name : {"chemuno_many_hypotheses", "react_few_worlds", "react_one_world"}) {
      CAPTURE(name);
      Position at = position(name);
      CHECK(at.game->forgotten(at.seen.block()) == 0);
      for (std::uint64_t seed = 0; seed < 2; ++seed) {
        FastRandom random{SeedSequence(seed)};
        BlockMemory state = sampled(*at.game, at.seen.block(), seed);
        for (int step = 0; step < 8 && !at.game->acting(state.block()).is_nobody(); ++step) {
          if (step % 2 == 0) check_world(*at.game, state.block());
          const Acting acting = at.game->acting(state.block());
          if (acting.is_chance()) {
            const auto ways = static_cast<std::uint64_t>(at.game->chance_weight(state.block()));
            const auto nth = static_cast<std::int64_t>(random.below(ways));
            at.game->apply(state.block(), Actor::chance(),
                           at.game->chance_outcome(state.block(), nth));
            continue;
          }
          std::vector<int> ids(static_cast<std::size_t>(at.game->max_legal_actions()));
          const Player player = acting.players().lowest();
          ids.resize(at.game->legal_actions(state.block(), player, ids));
          at.game->apply(state.block(), player, ids[random.below(ids.size())]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace chemix
