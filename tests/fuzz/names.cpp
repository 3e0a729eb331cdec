// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest is passed to every function that takes a short text:
// actions, cards, options, weights, policies, seeds, languages, names of players, games, decks and
// schemas.
#include "fuzz.hpp"

namespace {

void try_action(const fuzz::Game& game, std::int32_t actor, const char* text) {
  std::int32_t action = -1;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_game_find_action(game.handle, actor, text, &action, &error), error)) {
    return;
  }
  const auto told = [&](std::int32_t id) {
    return fuzz::sure_text("the text of an action", [&](auto... out) {
      return chemix_game_action_text(game.handle, actor, id, out...);
    });
  };
  std::int32_t again = -1;
  fuzz::require_ok(
      chemix_game_find_action(game.handle, actor, told(action).c_str(), &again, &error), error,
      "the text of an action is read");
  fuzz::require(again == action, "the text of an action is that of no other", text);
}

/// Search with its default effort takes too long for a fuzzer.
bool is_cheap(std::string_view policy) {
  if (policy.starts_with("search")) return false;
  std::size_t digits = 0;
  for (const char sign : policy) {
    digits = sign >= '0' && sign <= '9' ? digits + 1 : 0;
    if (digits > 1) return false;
  }
  return true;
}

void check_policy(const fuzz::Game& game, const fuzz::State& state, const char* text) {
  fuzz::Policy policy;
  fuzz::Error error;
  fuzz::text_of([&](auto... out) { return chemix_policy_describe(text, out...); });
  if (!fuzz::is_ok(chemix_policy_create(text, &policy.handle, &error), error)) return;
  fuzz::require(
      fuzz::sure_text("a policy has a text",
                      [&](auto... out) { return chemix_policy_text(policy, out...); }) == text,
      "a policy has the text that it was created from");
  fuzz::Record record;
  fuzz::require_ok(chemix_record_create(game.handle, 0, &record.handle, &error), error, "a record");
  fuzz::require_ok(chemix_record_hand_over(record, 0, text, &error), error,
                   "a seat is handed over");
  if (!is_cheap(text)) return;
  const chemix_seed seed = fuzz::seed_of(1);
  std::int32_t action = -1;
  fuzz::is_ok(
      chemix_policy_choose(policy, fuzz::observed(game, state, 0), &seed, nullptr, &action, &error),
      error);
}

/// Calls the functions that take one of a fixed set of names.
void ask_by_name(const fuzz::Game& game, const char* text) {
  fuzz::Error error;
  fuzz::Deck deck;
  fuzz::Words words;
  std::int32_t kind = -1;
  fuzz::text_of([&](auto... out) { return chemix_game_describe(text, out...); });
  fuzz::text_of([&](auto... out) { return chemix_game_schema(game.handle, text, out...); });
  fuzz::is_ok(chemix_deck_open(text, &deck.handle, &error), error);
  fuzz::is_ok(chemix_game_find_card(game.handle, text, &kind, &error), error);
  fuzz::is_ok(chemix_words_create(game.handle, text, &words.handle, &error), error);
}

/// A name of a player appears in texts as it was given.
void name_player(const fuzz::Game& game, const fuzz::State& state, const char* text) {
  fuzz::Error error;
  fuzz::Words words;
  const chemix_seed seed = fuzz::seed_of(1);
  fuzz::Session session;
  fuzz::require_ok(chemix_words_create(game.handle, "fr", &words.handle, &error), error, "words");
  fuzz::require_ok(chemix_session_create(game.handle, 0, &seed, &session.handle, &error), error,
                   "a session");
  const bool is_name = fuzz::is_ok(chemix_words_set_player(words, 0, text, &error), error);
  fuzz::require(fuzz::is_ok(chemix_session_set_player(session, 0, text, &error), error) == is_name,
                "a name is one everywhere");
  fuzz::require(std::strlen(text) < CHEMIX_NAME_SIZE || !is_name, "a name has a limit");
  if (!is_name) return;
  const std::string in_words =
      fuzz::sure_text("a name", [&](auto... out) { return chemix_words_player(words, 0, out...); });
  const std::string in_session = fuzz::sure_text(
      "a name", [&](auto... out) { return chemix_session_player(session, 0, out...); });
  fuzz::require(in_session == text && (in_words == text || *text == '\0'), "a name stays", text);
  for (chemix_style style = CHEMIX_STYLE_PLAIN; style <= CHEMIX_STYLE_ALOUD; ++style) {
    fuzz::require_ok(chemix_words_set_style(words, style, &error), error, "a style");
    const std::string told = fuzz::sure_text(
        "scores", [&](auto... out) { return chemix_words_state_scores(words, state, out...); });
    fuzz::require(told.size() < game.limits.max_text_size, "no text is longer than the limit");
    fuzz::require(style != CHEMIX_STYLE_MARKUP || told.find("<script") == std::string::npos,
                  "markup is escaped", text);
  }
}

void weigh_turns(const fuzz::State& state, const char* text) {
  fuzz::Turns turns;
  fuzz::Error error;
  double value = 0;
  if (!fuzz::is_ok(chemix_turns_create(state, &turns.handle, &error), error)) return;
  fuzz::is_ok(chemix_turns_find_best(turns, text, nullptr, &value, &error), error);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  const std::string owned(input.rest());
  const char* const text = owned.c_str();
  fuzz::Error error;
  fuzz::State state = game->new_state();
  const chemix_seed seed = fuzz::seed_of(7);
  fuzz::require_ok(chemix_state_resolve(state, &seed, &error), error, "cards are dealt");

  try_action(*game, 0, text);
  try_action(*game, CHEMIX_CHANCE, text);
  check_policy(*game, state, text);
  ask_by_name(*game, text);
  name_player(*game, state, text);
  weigh_turns(state, text);
  chemix_seed other;
  fuzz::is_ok(chemix_seed_init_bytes(&other, reinterpret_cast<const std::uint8_t*>(owned.data()),
                                     owned.size(), &error),
              error);
  fuzz::Words words;
  fuzz::is_ok(chemix_words_load(game->handle, owned.data(), owned.size(), "words.json",
                                &words.handle, &error),
              error);
  return 0;
}
