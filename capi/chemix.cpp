// SPDX-License-Identifier: Apache-2.0
// The C ABI of versions, decks, games and states. Each function validates its arguments, calls
// AnyGame and converts the result; `guarded` converts exceptions into statuses.
#include "chemix/cards/deck_file.hpp"
#include "chemix/values.hpp"
#include "internal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace chemix::capi;

namespace {

std::unique_ptr<chemix::WholeTurnList> turns_of(const AnyGame& game, ConstBlock state) {
  return accepted(game.whole_turns(state));
}

std::string describe(const char* what, const std::vector<chemix::OptionDescription>& options) {
  std::string text;
  for (const chemix::OptionDescription& option : options) {
    std::string choices;
    for (const std::string& choice : option.choices) {
      choices += (choices.empty() ? "" : " ") + choice;
    }
    text += std::string(what) + "\t" + option.name + "\t" + option.type + "\t" +
            std::to_string(option.least) + "\t" + std::to_string(option.most) + "\t" +
            option.default_value + "\t" + option.rule + "\t" + choices + "\t" + option.meaning +
            "\n";
  }
  return text;
}

std::string describe(const chemix::GameDescription& game) {
  return "players\t" + std::to_string(game.min_players) + "\t" + std::to_string(game.max_players) +
         "\ndeck\t" + game.default_deck + "\n" + describe("option", game.options) +
         describe("turn_weight", game.turn_weights);
}

}  // namespace

// ---- Version, status ----

uint32_t chemix_abi_version(void) { return CHEMIX_ABI_VERSION; }

const char* chemix_version(void) { return CHEMIX_VERSION; }

const char* chemix_status_name(chemix_status status) {
  switch (status) {
    case CHEMIX_OK:
      return "CHEMIX_OK";
    case CHEMIX_REFUSED:
      return "CHEMIX_REFUSED";
    case CHEMIX_NULL_ARGUMENT:
      return "CHEMIX_NULL_ARGUMENT";
    case CHEMIX_OUT_OF_RANGE:
      return "CHEMIX_OUT_OF_RANGE";
    case CHEMIX_INVALID_INPUT:
      return "CHEMIX_INVALID_INPUT";
    case CHEMIX_WRONG_MEMORY:
      return "CHEMIX_WRONG_MEMORY";
    case CHEMIX_BUFFER_TOO_SMALL:
      return "CHEMIX_BUFFER_TOO_SMALL";
    case CHEMIX_OUT_OF_MEMORY:
      return "CHEMIX_OUT_OF_MEMORY";
    case CHEMIX_INTERNAL_ERROR:
      return "CHEMIX_INTERNAL_ERROR";
    case CHEMIX_STOPPED:
      return "CHEMIX_STOPPED";
    default:
      return "unknown status";
  }
}

// ---- Stopping long calls ----

chemix_status chemix_stop_create(chemix_stop** out_stop, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_stop*& made = required(out_stop, "out_stop");
    made = new chemix_stop;
    return CHEMIX_OK;
  });
}

void chemix_stop_set(chemix_stop* stop) {
  if (stop != nullptr) stop->token.stop();
}

void chemix_stop_set_time_budget(chemix_stop* stop, int64_t milliseconds) {
  if (stop != nullptr) stop->token.set_time_budget(milliseconds);
}

void chemix_stop_destroy(chemix_stop** stop) {
  if (stop == nullptr) return;
  delete *stop;
  *stop = nullptr;
}

// ---- Decks ----

chemix_status chemix_deck_create(const char* text, size_t text_size, const char* file_name,
                                 chemix_deck** out_deck, chemix_error* out_error) {
  return guarded(out_error, [&] {
    required(out_deck, "out_deck");
    // Validate before copying, so that a text that exceeds the size limit is never copied.
    const std::string_view given(&required(text, "text"), text_size);
    const std::string file(required_text(file_name, "file_name"));
    if (auto error = chemix::deck_file_error(given, file)) fail(CHEMIX_INVALID_INPUT, *error);
    *out_deck = new chemix_deck{std::string(given), file};
    return CHEMIX_OK;
  });
}

void chemix_deck_destroy(chemix_deck** deck) {
  if (deck == nullptr) return;
  delete *deck;
  *deck = nullptr;
}

// ---- Games ----

chemix_status chemix_game_names(char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::string names;
    for (const auto& game : chemix::game_descriptions()) {
      names += (names.empty() ? "" : " ") + game.name;
    }
    return give_text(names, out, capacity, out_count);
  });
}

chemix_status chemix_game_describe(const char* name, char* out, size_t capacity, size_t* out_count,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto game = description_of(name);
    return give_text(describe(game), out, capacity, out_count);
  });
}

chemix_status chemix_game_create(const char* name, int32_t players, const char* options,
                                 const chemix_deck* deck, chemix_game** out_game,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    required(out_game, "out_game");
    chemix::GameRequest request;
    request.name = required_text(name, "name");
    request.players = players;
    request.options = required_text(options, "options");
    if (deck != nullptr) {
      request.deck_text = deck->text;
      request.deck_file = deck->file_name;
    }
    *out_game = new chemix_game{found_by_name(chemix::make_game(request), "game")};
    return CHEMIX_OK;
  });
}

void chemix_game_destroy(chemix_game** game) {
  if (game == nullptr) return;
  delete *game;
  *game = nullptr;
}

chemix_status chemix_game_limits(const chemix_game* game, chemix_limits* out_limits,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    if (required(out_limits, "out_limits").size < min_size) {
      fail(CHEMIX_WRONG_MEMORY, {"out_limits.size", std::to_string(out_limits->size),
                                 "must be set by CHEMIX_LIMITS_INIT", ""});
    }
    const auto size_of = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
    chemix_limits limits = CHEMIX_LIMITS_INIT;
    limits.players = of.player_count();
    limits.game_key = of.key();
    limits.action_count = of.action_count();
    limits.chance_action_count = of.chance_action_count();
    limits.max_legal_actions = of.max_legal_actions();
    limits.card_kind_count = of.card_kind_count();
    limits.max_steps = of.max_steps();
    limits.state_size = size_of(of.state_size());
    limits.observation_size = size_of(of.observation_size());
    limits.tensor_size = size_of(of.tensor_size());
    limits.information_state_tensor_size = size_of(of.information_state_tensor_size());
    limits.state_tensor_size = size_of(of.state_tensor_size());
    limits.max_copies = of.max_copies();
    write_known(*out_limits, limits);
    return CHEMIX_OK;
  });
}

chemix_status chemix_game_tensor_layout(const chemix_game* game, char* out, size_t capacity,
                                        size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    return give_json(chemix::tensor_layout_value(game_of(game).tensor_layout()), out, capacity,
                     out_count);
  });
}

chemix_status chemix_game_information_state_tensor_layout(const chemix_game* game, char* out,
                                                          size_t capacity, size_t* out_count,
                                                          chemix_error* out_error) {
  return guarded(out_error, [&] {
    return give_json(chemix::tensor_layout_value(game_of(game).information_state_tensor_layout()),
                     out, capacity, out_count);
  });
}

chemix_status chemix_game_state_tensor_layout(const chemix_game* game, char* out, size_t capacity,
                                              size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    return give_json(chemix::tensor_layout_value(game_of(game).state_tensor_layout()), out,
                     capacity, out_count);
  });
}

// ---- Texts ----

chemix_status chemix_action_text(const chemix_game* game, int32_t actor, int32_t action, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Actor who = actor_of(of, actor);
    const int id = action_of(of, who, action);
    return give_text(who.is_chance() ? of.chance_action_text(id) : of.action_text(id), out,
                     capacity, out_count);
  });
}

chemix_status chemix_action_parse(const chemix_game* game, int32_t actor, const char* text,
                                  int32_t* out_action, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Actor who = actor_of(of, actor);
    const std::string_view words = required_text(text, "text");
    required(out_action, "out_action");
    *out_action =
        accepted(who.is_chance() ? of.parse_chance_action(words) : of.parse_action(words));
    return CHEMIX_OK;
  });
}

chemix_status chemix_card_name(const chemix_game* game, int32_t kind, char* out, size_t capacity,
                               size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    expect_range("kind", kind, 0, of.card_kind_count() - 1);
    return give_text(of.card_name(kind), out, capacity, out_count);
  });
}

// ---- States ----

chemix_status chemix_state_init(const chemix_game* game, int32_t start_player, void* out_state,
                                size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const int start = seat(of, "start_player", start_player);
    of.initial_state(start, memory("out_state", out_state, state_size, of.state_size()));
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_acting(const chemix_game* game, const void* state, size_t state_size,
                                  uint32_t* out_players, bool* out_chance,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = required(game, "game");
    return give_acting(of.game->acting(state_of(of, state, state_size)), out_players, out_chance);
  });
}

chemix_status chemix_state_phase(const chemix_game* game, const void* state, size_t state_size,
                                 char* out, size_t capacity, size_t* out_count,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.phase(state_of(of, state, state_size)), out, capacity, out_count);
  });
}

chemix_status chemix_state_legal_actions(const chemix_game* game, const void* state,
                                         size_t state_size, int32_t player, int32_t* out,
                                         size_t capacity, size_t* out_count,
                                         chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = required(game, "game");
    const ConstBlock block = state_of(of, state, state_size);
    const int who = seat(of, "player", player);
    return give_written([&](std::span<int> ids) { return of.game->legal_actions(block, who, ids); },
                        out, capacity, out_count);
  });
}

chemix_status chemix_state_check(const chemix_game* game, const void* state, size_t state_size,
                                 int32_t actor, int32_t action, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const chemix_game& of = required(game, "game");
    const ConstBlock block = state_of(of, state, state_size);
    const Actor who = actor_of(of, actor);
    const auto error = of.game->refusal(block, who, action_of(of, actor, action));
    return error ? refused(*of.game, *error, who, out_error) : CHEMIX_OK;
  });
}

chemix_status chemix_state_apply(const chemix_game* game, int32_t actor, int32_t action,
                                 void* state, size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const chemix_game& of = required(game, "game");
    state_of(of, state, state_size);
    const Actor who = actor_of(of, actor);
    const int id = action_of(of, actor, action);
    const auto error = of.game->apply({static_cast<std::byte*>(state), state_size}, who, id);
    return error ? refused(*of.game, *error, who, out_error) : CHEMIX_OK;
  });
}

chemix_status chemix_state_chance_outcomes(const chemix_game* game, const void* state,
                                           size_t state_size, chemix_chance* out, size_t capacity,
                                           size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    std::vector<chemix_chance> outcomes;
    for (const auto& way : of.chance_outcomes(state_of(of, state, state_size))) {
      outcomes.push_back({way.action, 0, way.weight});
    }
    return give_list(outcomes, out, capacity, out_count);
  });
}

chemix_status chemix_state_draw(const chemix_game* game, const void* state, size_t state_size,
                                const char* seed, int32_t* out_action, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    const chemix::Dealer dealer(seed_of(seed));
    required(out_action, "out_action");
    if (!of.acting(block).is_chance()) {
      fail(CHEMIX_INVALID_INPUT, {"state", "", "must be a state in which chance acts", "GN-2"});
    }
    *out_action = dealer.choose(of, block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_resolve(const chemix_game* game, const char* seed, void* state,
                                   size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const chemix::Dealer dealer(seed_of(seed));
    state_of(of, state, state_size);
    dealer.resolve(of, Block(static_cast<std::byte*>(state), state_size));
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_playout(const chemix_game* game, const char* seed, void* state,
                                   size_t state_size, int64_t* out_steps, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    chemix::FastRandom random(chemix::SeedSequence(seed_of(seed)));
    state_of(of, state, state_size);
    const std::int64_t steps =
        of.playout(Block(static_cast<std::byte*>(state), state_size), random);
    if (out_steps != nullptr) *out_steps = steps;
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_count_turns(const chemix_game* game, const void* state,
                                       size_t state_size, int64_t* out_count,
                                       chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto turns = turns_of(of, state_of(of, state, state_size));
    required(out_count, "out_count") = turns->count();
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_best_turn(const chemix_game* game, const void* state, size_t state_size,
                                     const char* weights, int32_t* out, size_t capacity,
                                     size_t* out_count, double* out_value,
                                     chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto turns = turns_of(of, state_of(of, state, state_size));
    const auto [turn, value] = accepted(turns->best(required_text(weights, "weights")));
    const Given given = give_list(turn.actions, out, capacity, out_count);
    if (given.status == CHEMIX_OK && out_value != nullptr) *out_value = value;
    return given;
  });
}

chemix_status chemix_turns_create(const chemix_game* game, const void* state, size_t state_size,
                                  chemix_turns** out_turns, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    required(out_turns, "out_turns");
    auto list = turns_of(of, state_of(of, state, state_size));
    *out_turns = new chemix_turns{game->game, std::move(list), std::nullopt};
    return CHEMIX_OK;
  });
}

chemix_status chemix_turns_next(chemix_turns* turns, int32_t* out_points, int32_t* out,
                                size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_turns& walk = required(turns, "turns");
    required(out_count, "out_count");
    if (!walk.found) walk.found = walk.list->next();
    const Given given =
        give_list(walk.found ? walk.found->actions : std::vector<int>(), out, capacity, out_count);
    if (given.status != CHEMIX_OK || !walk.found) return given;
    if (out_points != nullptr) {
      std::copy(walk.found->points.begin(), walk.found->points.end(), out_points);
    }
    walk.found.reset();
    return given;
  });
}

void chemix_turns_destroy(chemix_turns** turns) {
  if (turns == nullptr) return;
  delete *turns;
  *turns = nullptr;
}

chemix_status chemix_state_scores(const chemix_game* game, const void* state, size_t state_size,
                                  int32_t* out, size_t capacity, size_t* out_count,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_list(of.scores(state_of(of, state, state_size)), out, capacity, out_count);
  });
}

chemix_status chemix_state_returns(const chemix_game* game, const void* state, size_t state_size,
                                   double* out, size_t capacity, size_t* out_count,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto returns = of.returns(state_of(of, state, state_size));
    return give_list(chemix::values_of(returns), out, capacity, out_count);
  });
}

chemix_status chemix_state_tensor(const chemix_game* game, const void* state, size_t state_size,
                                  int32_t viewer, float* out, size_t capacity, size_t* out_count,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    const Viewer first = viewer_of(of, viewer);
    return give_numbers(
        of.state_tensor_size(), [&](auto numbers) { of.state_tensor(block, first, numbers); }, out,
        capacity, out_count);
  });
}

chemix_status chemix_state_digest(const chemix_game* game, const void* state, size_t state_size,
                                  uint64_t* out_digest, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    required(out_digest, "out_digest") = of.digest(block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_text(const chemix_game* game, const void* state, size_t state_size,
                                char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.text(state_of(of, state, state_size)), out, capacity, out_count);
  });
}

chemix_status chemix_state_parse(const chemix_game* game, const char* text, void* out_state,
                                 size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const std::string_view line = required_text(text, "text");
    const Block block = memory("out_state", out_state, state_size, of.state_size());
    if (auto wrong = of.parse(line, block)) fail(CHEMIX_INVALID_INPUT, *wrong);
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_save(const chemix_game* game, const void* state, size_t state_size,
                                void* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    return give_written([&](std::span<std::byte> bytes) { return of.save(block, bytes); },
                        static_cast<std::byte*>(out), capacity, out_count);
  });
}

chemix_status chemix_state_load(const chemix_game* game, const void* bytes, size_t byte_count,
                                void* out_state, size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock saved(&required(static_cast<const std::byte*>(bytes), "bytes"), byte_count);
    const Block block = memory("out_state", out_state, state_size, of.state_size());
    if (auto wrong = of.load(saved, block)) fail(CHEMIX_INVALID_INPUT, *wrong);
    return CHEMIX_OK;
  });
}

// ---- Events ----

chemix_status chemix_state_events(const chemix_game* game, const void* before, size_t state_size,
                                  int32_t actor, int32_t action, int32_t viewer, chemix_event* out,
                                  size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, before, state_size, "before");
    const Actor who = actor_of(of, actor);
    const auto events = of.events(block, who, action_of(of, who, action), viewer_of(of, viewer));
    if (!events) return refused(of, events.error(), who, out_error);
    std::vector<chemix_event> list;
    for (const auto& event : *events) list.push_back(to_c(event));
    return give_list(list, out, capacity, out_count);
  });
}

chemix_status chemix_event_text(const chemix_game* game, const chemix_event* event, char* out,
                                size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.event_text(from_c(of, required(event, "event"))), out, capacity, out_count);
  });
}

// ---- For servers ----

chemix_status chemix_state_acting_seen(const chemix_game* game, const void* state,
                                       size_t state_size, int32_t viewer, uint32_t* out_players,
                                       bool* out_chance, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    return give_acting(of.acting_seen_by(block, viewer_of(of, viewer)), out_players, out_chance);
  });
}

chemix_status chemix_state_can_undo(const chemix_game* game, const void* before, const void* after,
                                    size_t state_size, int32_t player, bool* out_may,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock first = state_of(of, before, state_size, "before");
    const ConstBlock last = state_of(of, after, state_size, "after");
    const int who = seat(of, "player", player);
    required(out_may, "out_may") = of.can_undo(first, last, who) == chemix::Undo::Allowed;
    return CHEMIX_OK;
  });
}
