// SPDX-License-Identifier: Apache-2.0
// The lines of data files that say which game the lines after them are about:
//   deck CARDS COMPOUNDS         a small deck for the next game (optional)
//   game NAME PLAYERS OPTIONS
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/codec.hpp"
#include "support/part_of_deck.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace chemix::test {

inline std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (!text.empty()) parts.emplace_back(split_off(text, separator));
  return parts;
}

class GameLines {
 public:
  /// Reads a line that begins with `deck` or `game`; returns false for any other.
  bool read(std::string_view line) {
    const std::string_view kind = split_off(line, " ");
    if (kind == "deck") {
      const auto cards = split(split_off(line, " "), ",");
      deck_ = deck_text(*part_of_deck(cards, split(line, ",")));
    } else if (kind == "game") {
      GameRequest request;
      request.name = split_off(line, " ");
      request.players = std::stoi(std::string(split_off(line, " ")));
      request.options = line;
      request.deck_text = std::exchange(deck_, "");
      const auto game = make_game(request);
      REQUIRE_MESSAGE(game.has_value(), (game ? "" : game.error().message()));
      game_ = *game;
    } else {
      return false;
    }
    return true;
  }
  /// The game of the last line `game`.
  [[nodiscard]] const std::shared_ptr<const AnyGame>& game() const { return game_; }

 private:
  std::shared_ptr<const AnyGame> game_;
  std::string deck_;
};

/// The notation of a state or an observation with the name and key of its game.
inline std::string with_key(const AnyGame& game, std::string_view notation) {
  return std::string(game.name()) + "#" + hex(game.key()) + " | " + std::string(notation);
}

}  // namespace chemix::test
