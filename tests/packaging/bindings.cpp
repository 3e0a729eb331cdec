// SPDX-License-Identifier: Apache-2.0
// The C++ code of docs/bindings.md plays every game to its end, and takes only legal actions.
#include "table.hpp"

#include <algorithm>
#include <cstdio>

namespace {

int fewest_players(const std::string& game) {
  for (int players = 1;; ++players) {
    try {
      const ChemixTable table(game, players, "7", "en");
      return players;
    } catch (const std::runtime_error&) {
      if (players == 6) throw;
    }
  }
}

void play(const std::string& game) {
  ChemixTable table(game, fewest_players(game), "7", "fr");
  int steps = 0;
  int undone = 0;
  std::size_t told = 0;
  while (const std::uint32_t acting = table.acting()) {
    int player = 0;
    while ((acting >> player & 1U) == 0) ++player;
    const auto seen = table.acting_seen(player);
    const auto choices = table.choices(player);
    if ((seen.first >> player & 1U) == 0 || choices.empty())
      throw std::runtime_error("may not act");
    if (table.view(player).empty() || table.prompt(player).empty()) {
      throw std::runtime_error("sees nothing");
    }
    const auto& choice = choices[static_cast<std::size_t>(7 * steps + 1) % choices.size()];
    if (choice.words.empty()) throw std::runtime_error("no words");
    if (!table.play(player, choice.action).empty()) throw std::runtime_error("is refused");
    told += table.news(player).size();
    // An undone action can be repeated.
    if (table.undo()) {
      ++undone;
      if (!table.play(player, choice.action).empty()) throw std::runtime_error("refused again");
    }
    ++steps;
  }
  const std::string refusal = table.play(0, 0);
  if (refusal.empty()) throw std::runtime_error("goes on after its end");
  std::printf("%s: %d steps, %d taken back, %zu told; %s %s\n", game.c_str(), steps, undone, told,
              table.result().c_str(), refusal.c_str());
}

}  // namespace

int main() {
  char names[4096];
  std::size_t count = 0;
  if (chemix_game_names(names, sizeof names, &count, nullptr) != CHEMIX_OK) return 1;
  const std::string all = names;
  try {
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = std::min(all.find(' ', at), all.size());
      play(all.substr(at, end - at));
      at = end + 1;
    }
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
  return 0;
}
