// SPDX-License-Identifier: Apache-2.0
// The C++ code of docs/bindings.md plays every game to its end, and takes only legal actions.
#include "table.hpp"

#include <cstdio>

namespace {

void require(bool is_so, const char* what) {
  if (!is_so) throw std::runtime_error(what);
}

void play(const char* game) {
  ChemixTable table(game, 0, 7, "fr");
  table.let_play(table.players() - 1, "random");
  int steps = 0;
  int undone = 0;
  std::size_t told = 0;
  for (std::int32_t seat; (seat = table.advance()) != CHEMIX_NOBODY; ++steps) {
    const auto choices = table.choices(seat);
    require(!choices.empty(), "may not act");
    require(!table.prompt(seat).empty() && !table.table(seat).empty(), "sees nothing");
    const auto& choice = choices[static_cast<std::size_t>(7 * steps + 1) % choices.size()];
    require(!choice.words.empty(), "no words");
    require(table.act(seat, choice.action).empty(), "is refused");
    told += table.news(seat).size();
    // An undone action can be repeated.
    if (table.undo(seat)) {
      ++undone;
      require(table.act(seat, choice.action).empty(), "is refused again");
    }
    // A stored game continues.
    if (steps == 5) table.load(table.save());
    // A policy helps to an end.
    if (steps == 200) {
      for (std::int32_t other = 0; other < table.players(); ++other) {
        table.let_play(other, "random");
      }
    }
  }
  require(!table.act(0, 0).empty(), "continues after its end");
  std::printf("%s: %d steps, %d taken back, %zu told; %s\n", game, steps, undone, told,
              table.scores(0).c_str());
}

}  // namespace

int main() {
  try {
    const char* game = nullptr;
    for (std::int32_t i = 0; (game = chemix_game_name_at(i)) != nullptr; ++i) play(game);
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
  return 0;
}
