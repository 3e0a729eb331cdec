// SPDX-License-Identifier: Apache-2.0
// Plays fixed random games: fixed_playout GAME PLAYERS table|knowledge GAMES. Prints the steps;
// without arguments, the games and numbers of players that there are.
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
  if (argc != 5) {
    std::fprintf(stderr, "usage: fixed_playout GAME PLAYERS table|knowledge GAMES\n");
    return 2;
  }
  const std::string wanted = std::string(argv[1]) + "/" + argv[2];
  const bool knowledge = std::string(argv[3]) == "knowledge";
  const long games = std::atol(argv[4]);
  long long steps = -1;
  bench::for_each_game([&](const auto& game) {
    if (bench::label(game) != wanted) return;
    FastRandom random(SeedSequence(5));
    steps = 0;
    const auto play = [&](auto position) { return playout(game, position, random).steps; };
    for (long i = 0; i < games; ++i) {
      steps += knowledge ? play(bench::start<true>(game)) : play(bench::start<false>(game));
    }
  });
  if (steps < 0) {
    std::fprintf(stderr, "no such game: %s\n", wanted.c_str());
    return 2;
  }
  std::printf("%lld\n", steps);
}
