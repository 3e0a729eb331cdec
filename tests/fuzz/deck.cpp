// SPDX-License-Identifier: Apache-2.0
// The first line names a game; the rest is a deck file. An accepted deck survives the round trip
// through a file, and can be played with unless the game rejects it.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const std::string line = input.line();
  chemix_deck* deck = nullptr;
  fuzz::Error error;
  if (!fuzz::is_ok(
          chemix_deck_create(input.rest().data(), input.rest().size(), line.c_str(), &deck, &error),
          error)) {
    fuzz::require(deck == nullptr, "a refused deck is not made");
    return 0;
  }
  const auto text_of = [](const chemix_deck* of) {
    return fuzz::sure_text("a deck is a text",
                           [&](auto... out) { return chemix_deck_text(of, out...); });
  };
  const std::string text = text_of(deck);
  chemix_deck* again = nullptr;
  fuzz::require_ok(chemix_deck_create(text.data(), text.size(), "again", &again, &error), error,
                   "the text of a deck is read");
  fuzz::require(text_of(again) == text, "a deck that is read again has the same text");
  const auto game = fuzz::make_game(line, deck);
  chemix_deck_destroy(&again);
  chemix_deck_destroy(&deck);
  if (game == nullptr) return 0;

  fuzz::Bytes state = game->state_memory();
  fuzz::require_ok(chemix_state_init(game->handle, 0, state.data(), state.size(), &error), error,
                   "a game begins");
  fuzz::sure_text("a catalogue",
                  [&](auto... out) { return chemix_game_catalogue(game->handle, out...); });
  fuzz::require_ok(chemix_state_resolve(game->handle, "7", state.data(), state.size(), &error),
                   error, "cards are dealt");
  fuzz::check_state(*game, state);
  std::int64_t steps = 0;
  fuzz::require_ok(
      chemix_state_playout(game->handle, "7", state.data(), state.size(), &steps, &error), error,
      "a game is played to its end");
  fuzz::require(steps <= game->limits.max_steps, "no play is longer than the limit");
  fuzz::check_state(*game, state);
  return 0;
}
