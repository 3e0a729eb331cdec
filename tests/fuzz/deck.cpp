// SPDX-License-Identifier: Apache-2.0
// The first line names a game; the rest is a deck file. An accepted deck survives the round trip
// through a file, and can be played with unless the game rejects it.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const std::string line = input.line();
  fuzz::Deck deck;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_deck_load(input.rest().data(), input.rest().size(), line.c_str(),
                                    &deck.handle, &error),
                   error)) {
    fuzz::require(deck == nullptr, "a refused deck is not made");
    return 0;
  }
  const auto text_of = [](const chemix_deck* of) {
    return fuzz::sure_text("a deck is a text",
                           [&](auto... out) { return chemix_deck_json(of, out...); });
  };
  const std::string text = text_of(deck);
  fuzz::Deck again;
  fuzz::require_ok(chemix_deck_load(text.data(), text.size(), "again", &again.handle, &error),
                   error, "the text of a deck is read");
  fuzz::require(text_of(again) == text, "a deck that is read again has the same text");
  const auto game = fuzz::make_game(line, deck);
  if (game == nullptr) return 0;

  const chemix_seed seed = fuzz::seed_of(7);
  fuzz::State state = game->new_state();
  fuzz::sure_text("a catalogue",
                  [&](auto... out) { return chemix_game_catalogue(game->handle, out...); });
  for (std::int32_t kind = 0; kind < game->limits.card_kind_count; ++kind) {
    chemix_card card = CHEMIX_CARD_INIT;
    fuzz::require_ok(chemix_game_card(game->handle, kind, &card, &error), error, "a card");
    fuzz::sure_text("a formula", [&](auto... out) {
      return chemix_game_card_formula(game->handle, kind, CHEMIX_STYLE_MARKUP, out...);
    });
    fuzz::sure_text("a card in words",
                    [&](auto... out) { return chemix_words_card(game->words, kind, out...); });
  }
  fuzz::require_ok(chemix_state_resolve(state, &seed, &error), error, "cards are dealt");
  fuzz::check_state(*game, state);
  std::int32_t steps = 0;
  fuzz::require_ok(chemix_state_playout(state, &seed, nullptr, &steps, &error), error,
                   "a game is played to its end");
  fuzz::require(steps <= game->limits.max_steps, "no play is longer than the limit");
  fuzz::check_state(*game, state);
  return 0;
}
