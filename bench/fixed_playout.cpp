// SPDX-License-Identifier: Apache-2.0
// Plays fixed games: fixed_playout GAME PLAYERS MODE GAMES. They are random in the modes `table`
// and `knowledge` and purposeful in `purposeful`, on tables. Prints the steps; without arguments,
// the games and numbers of players that there are.
#include "chemix/agents/purposeful.hpp"
#include "subject.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  using namespace chemix;
  if (argc == 1) {
    bench::for_each_game([](const auto& game) {
      std::printf("%s %d\n", std::string(game.name()).c_str(), game.player_count());
    });
    return 0;
  }
  const std::string mode = argc == 5 ? argv[3] : "";
  if (mode != "table" && mode != "knowledge" && mode != "purposeful") {
    std::fprintf(stderr, "usage: fixed_playout GAME PLAYERS table|knowledge|purposeful GAMES\n");
    return 2;
  }
  const std::string wanted = std::string(argv[1]) + "/" + argv[2];
  const long games = std::atol(argv[4]);
  long long steps = -1;
  bench::for_each_game([&](const auto& game) {
    if (bench::label(game) != wanted) return;
    FastRandom random(SeedSequence(5));
    steps = 0;
    const auto play = [&](auto position, auto choose) {
      return playout(game, position, random, choose).steps;
    };
    for (long i = 0; i < games; ++i) {
      if (mode == "purposeful") {
        steps += play(bench::start<false>(game), Purposeful());
      } else if (mode == "knowledge") {
        steps += play(bench::start<true>(game), AnyLegal());
      } else {
        steps += play(bench::start<false>(game), AnyLegal());
      }
    }
  });
  if (steps < 0) {
    std::fprintf(stderr, "no such game: %s\n", wanted.c_str());
    return 2;
  }
  std::printf("%lld\n", steps);
}
