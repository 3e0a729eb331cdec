// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest is passed to every function that takes a short text:
// actions, options, weights, policies, seeds, languages, names of players, games, decks and
// schemas.
#include "fuzz.hpp"

namespace {

void try_action(const fuzz::Game& game, std::int32_t actor, const char* text) {
  std::int32_t action = -1;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_action_parse(game.handle, actor, text, &action, &error), error)) return;
  const auto told = [&](std::int32_t id) {
    return fuzz::sure_text("the text of an action", [&](auto... out) {
      return chemix_action_text(game.handle, actor, id, out...);
    });
  };
  std::int32_t again = -1;
  fuzz::require_ok(chemix_action_parse(game.handle, actor, told(action).c_str(), &again, &error),
                   error, "the text of an action is read");
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

void check_policy(const fuzz::Game& game, const fuzz::Bytes& seen, const char* text) {
  chemix_policy* policy = nullptr;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_policy_create(text, &policy, &error), error)) return;
  std::int32_t action = -1;
  if (is_cheap(text)) {
    fuzz::is_ok(chemix_policy_choose(policy, game.handle, seen.data(), seen.size(), "1", nullptr,
                                     &action, &error),
                error);
  }
  chemix_policy_destroy(&policy);
}

/// Calls the functions that take one of a fixed set of names.
void ask_by_name(const fuzz::Game& game, const char* text) {
  fuzz::text_of([&](auto... out) { return chemix_game_describe(text, out...); });
  fuzz::text_of([&](auto... out) { return chemix_game_description(text, out...); });
  fuzz::text_of([&](auto... out) { return chemix_game_words(text, "en", out...); });
  fuzz::text_of([&](auto... out) { return chemix_game_words("react", text, out...); });
  fuzz::text_of([&](auto... out) { return chemix_deck_json(text, out...); });
  fuzz::text_of([&](auto... out) { return chemix_game_schema(game.handle, text, out...); });
}

void ask_in_words(const fuzz::Game& game, const fuzz::Bytes& state, const fuzz::Bytes& seen,
                  const char* text) {
  fuzz::text_of([&](auto... out) { return chemix_card_words(game.handle, 0, text, out...); });
  fuzz::text_of([&](auto... out) {
    return chemix_observation_words(game.handle, seen.data(), seen.size(), text, nullptr, out...);
  });
  fuzz::text_of([&](auto... out) {
    return chemix_observation_words(game.handle, seen.data(), seen.size(), "en", text, out...);
  });
  fuzz::text_of([&](auto... out) {
    return chemix_state_words(game.handle, state.data(), state.size(), "fr aloud", text, out...);
  });
  fuzz::text_of(
      [&](auto... out) { return chemix_action_words(game.handle, 0, 0, "de", text, out...); });
}

void draw_by_seed(const fuzz::Game& game, const char* text) {
  fuzz::Bytes state = game.state_memory();
  fuzz::Error error;
  std::int32_t drawn = -1;
  chemix_state_init(game.handle, 0, state.data(), state.size(), nullptr);
  if (!fuzz::is_ok(chemix_state_draw(game.handle, state.data(), state.size(), text, &drawn, &error),
                   error)) {
    return;
  }
  fuzz::require_ok(
      chemix_state_apply(game.handle, CHEMIX_CHANCE, drawn, state.data(), state.size(), &error),
      error, "what is drawn is possible");
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
  fuzz::Bytes state = game->state_memory();
  fuzz::require_ok(chemix_state_init(game->handle, 0, state.data(), state.size(), &error), error,
                   "a game begins");
  fuzz::require_ok(chemix_state_resolve(game->handle, "7", state.data(), state.size(), &error),
                   error, "cards are dealt");
  const fuzz::Bytes seen = fuzz::observed(*game, state, 0);

  try_action(*game, 0, text);
  try_action(*game, CHEMIX_CHANCE, text);
  check_policy(*game, seen, text);
  ask_by_name(*game, text);
  ask_in_words(*game, state, seen, text);
  draw_by_seed(*game, text);
  fuzz::list_of<std::int32_t>([&](auto* out, auto capacity, auto* count, auto* told) {
    double value = 0;
    return chemix_state_best_turn(game->handle, state.data(), state.size(), text, out, capacity,
                                  count, &value, told);
  });
  std::uint64_t digest = 0;
  const std::uint8_t secret[CHEMIX_SECRET_SIZE] = {};
  fuzz::is_ok(chemix_deal_verify(text, secret, secret, nullptr, 0, "{}", 2, &digest, &error),
              error);
  return 0;
}
