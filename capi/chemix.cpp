// SPDX-License-Identifier: Apache-2.0
// The C ABI of versions, seeds, decks, games, states and events. Each function validates its
// arguments, calls AnyGame and converts the result; `guarded` converts exceptions into statuses.
#include "chemix/cards/deck_file.hpp"
#include "chemix/catalogue.hpp"
#include "chemix/core/options.hpp"
#include "chemix/record.hpp"
#include "internal.hpp"
#include "playout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace chemix::capi;

#define CHEMIX_TEXT_OF(number) #number
#define CHEMIX_TEXT(number) CHEMIX_TEXT_OF(number)
static_assert(std::string_view(CHEMIX_VERSION) ==
              CHEMIX_TEXT(CHEMIX_VERSION_MAJOR) "." CHEMIX_TEXT(
                  CHEMIX_VERSION_MINOR) "." CHEMIX_TEXT(CHEMIX_VERSION_PATCH));

// ---- Version ----

uint32_t chemix_version_number(void) { return CHEMIX_VERSION_NUMBER; }

const char* chemix_version(void) { return CHEMIX_VERSION; }

uint32_t chemix_abi_version(void) { return CHEMIX_ABI_VERSION; }

// ---- Results and errors ----

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
      return nullptr;
  }
}

void chemix_struct_init(void* structure, uint32_t size) {
  if (structure == nullptr || size < sizeof size) return;
  std::memset(structure, 0, size);
  std::memcpy(structure, &size, sizeof size);
}

// ---- Ending long calls ----

chemix_status chemix_stop_create(chemix_stop** out_stop, chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_object(out_stop, "out_stop", [] { return new chemix_stop; }); });
}

void chemix_stop_set(chemix_stop* stop) {
  if (stop != nullptr) stop->token.stop();
}

void chemix_stop_clear(chemix_stop* stop) {
  if (stop != nullptr) stop->token.clear();
}

void chemix_stop_set_time_budget(chemix_stop* stop, int64_t milliseconds) {
  if (stop != nullptr) stop->token.set_time_budget(milliseconds);
}

void chemix_stop_destroy(chemix_stop** stop) { destroy(stop); }

// ---- Seeds ----

namespace {

constexpr std::size_t max_seed_bytes = 512;

void give_seed(const chemix::SeedSequence& sequence, chemix_seed& seed) {
  const auto bytes = chemix::bytes_of(sequence.key());
  std::copy(bytes.begin(), bytes.end(), seed.key);
}

}  // namespace

void chemix_seed_init(chemix_seed* seed, uint64_t number) {
  if (seed != nullptr) give_seed(chemix::SeedSequence::of_number(number), *seed);
}

chemix_status chemix_seed_init_bytes(chemix_seed* seed, const uint8_t* bytes, size_t byte_count,
                                     chemix_error* out_error) {
  return guarded(out_error, [&] {
    required(seed, "seed");
    required(bytes, "bytes");
    // Errors omit the bytes, which may be a secret.
    if (byte_count > max_seed_bytes) {
      fail(CHEMIX_OUT_OF_RANGE, {"byte_count", std::to_string(byte_count),
                                 "must be at most " + std::to_string(max_seed_bytes), ""});
    }
    give_seed(chemix::SeedSequence(chemix::Seed::from_bytes(std::span(bytes, byte_count))), *seed);
    return CHEMIX_OK;
  });
}

void chemix_seed_spawn(chemix_seed* seed, const chemix_seed* parent, uint64_t index) {
  if (seed == nullptr || parent == nullptr) return;
  const chemix::Key key = chemix::key_of(parent->key);
  give_seed(chemix::SeedSequence::spawned(key, index), *seed);
}

// ---- Decks ----

namespace {

// Names with static storage, each with a final NUL.
const std::vector<std::string>& deck_names() {
  static const std::vector<std::string> names = chemix::builtin_deck_names();
  return names;
}

// The name of an index; NULL beyond the last, and if memory runs out.
template <class Names>
const char* name_at(Names&& names, int32_t index) noexcept {
  try {
    const auto& all = names();
    if (index < 0 || static_cast<std::size_t>(index) >= all.size()) return nullptr;
    return all[static_cast<std::size_t>(index)].c_str();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

const char* chemix_deck_name_at(int32_t index) { return name_at(deck_names, index); }

chemix_status chemix_deck_open(const char* name, chemix_deck** out_deck, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view named = required_text(name, "name");
    required(out_deck, "out_deck");
    // Fails with the known names.
    (void)found_by_name(chemix::deck_value(named), "deck");
    const std::string text(chemix::builtin_deck_text(named));
    return give_object(out_deck, "out_deck", [&] {
      return new chemix_deck{text, std::string(named)};
    });
  });
}

chemix_status chemix_deck_load(const char* text, size_t text_size, const char* file_name,
                               chemix_deck** out_deck, chemix_error* out_error) {
  return guarded(out_error, [&] {
    // Validate before copying, so that a text that exceeds the size limit is never copied.
    const std::string_view given = required_text(text, text_size, "text");
    const std::string file(required_text(file_name, "file_name"));
    required(out_deck, "out_deck");
    expect_nothing(chemix::deck_file_error(given, file));
    return give_object(out_deck, "out_deck", [&] {
      return new chemix_deck{std::string(given), file};
    });
  });
}

chemix_count chemix_deck_json(const chemix_deck* deck, char* out, size_t capacity,
                              chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_deck& of = required(deck, "deck");
    const auto data = accepted(chemix::deck_value(of.text, of.file_name));
    return give_text(accepted(chemix::deck_file_text(data)), out, capacity);
  });
}

void chemix_deck_destroy(chemix_deck** deck) { destroy(deck); }

// ---- Games ----

const char* chemix_game_name_at(int32_t index) {
  return name_at(
      [] {
        static const std::vector<std::string> names = [] {
          std::vector<std::string> all;
          for (const auto& game : chemix::game_descriptions()) all.push_back(game.name);
          return all;
        }();
        return std::span(names);
      },
      index);
}

chemix_status chemix_game_create(const char* name, int32_t players, const char* options,
                                 const chemix_deck* deck, chemix_game** out_game,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix::GameRequest request;
    request.name = required_text(name, "name");
    required(out_game, "out_game");
    request.players = players != 0 ? players : description_of(name).min_players;
    if (options != nullptr) request.options = accepted(chemix::option_pairs(options));
    if (deck != nullptr) {
      request.deck_text = deck->text;
      request.deck_file = deck->file_name;
    }
    auto made = found_by_name(chemix::make_game(request), "game");
    return give_object(out_game, "out_game",
                       [&] { return GameRef::made(std::move(made)).taken(); });
  });
}

chemix_status chemix_game_copy(const chemix_game* game, chemix_game** out_game,
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    return give_object(out_game, "out_game", [&] { return GameRef(of).taken(); });
  });
}

void chemix_game_destroy(chemix_game** game) {
  if (game == nullptr) return;
  GameRef::release(*game);
  *game = nullptr;
}

chemix_count chemix_game_name(const chemix_game* game, char* out, size_t capacity,
                              chemix_error* out_error) {
  return guarded(out_error, [&] { return give_text(game_of(game).name(), out, capacity); });
}

// ---- States ----

chemix_status chemix_state_create(const chemix_game* game, int32_t start_player,
                                  chemix_state** out_state, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const int start = seat(of, "start_player", start_player);
    return give_object(out_state, "out_state", [&] {
      return new_block<StateTraits>(of, [&](Block block) { of.game->initial_state(start, block); });
    });
  });
}

chemix_status chemix_state_init(chemix_state* state, const chemix_game* game, int32_t start_player,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    void* const memory = required_memory<StateTraits>(state);
    const chemix_game& of = counted(game);
    const int start = seat(of, "start_player", start_player);
    of.game->initial_state(start, begin_block<StateTraits>(memory, of));
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_copy(const chemix_state* state, chemix_state** out_state,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State from = state_of(state);
    return give_object(out_state, "out_state", [&] {
      return new_block<StateTraits>(from.counted,
                                    [&](Block block) { copy_block(from.block, block); });
    });
  });
}

chemix_status chemix_state_assign(chemix_state* state, const chemix_state* from,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const StateOut to = state_out(state);
    const State source = state_of(from, "from");
    expect_same_game(to.counted, source.counted, "from");
    copy_block(source.block, to.block);
    return CHEMIX_OK;
  });
}

void chemix_state_destroy(chemix_state** state) { destroy_block(state); }

const chemix_game* chemix_state_game(const chemix_state* state) {
  return game_in<StateTraits>(state);
}

chemix_status chemix_state_acting(const chemix_state* state, chemix_acting* out_acting,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    required(out_acting, "out_acting") =
        to_c(of.game.acting(of.block), [&] { return of.game.is_sealed(of.block); });
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_acting_seen(const chemix_state* state, int32_t viewer,
                                       chemix_acting* out_acting, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    const Viewer who = viewer_of(of.counted, viewer);
    required(out_acting, "out_acting") =
        to_c(of.game.acting_seen_by(of.block, who), [&] { return of.game.is_sealed(of.block); });
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_phase(const chemix_state* state, int32_t* out_phase,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    required(out_phase, "out_phase") = of.game.phase_number(of.block);
    return CHEMIX_OK;
  });
}

chemix_count chemix_state_legal_actions(const chemix_state* state, int32_t player, int32_t* out,
                                        size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    const int who = seat(of.counted, "player", player);
    return give_written(
        [&](std::span<int> ids) { return of.game.legal_actions(of.block, who, ids); }, out,
        capacity);
  });
}

chemix_status chemix_state_check(const chemix_state* state, int32_t actor, int32_t action,
                                 chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    const State of = state_of(state);
    const Actor who = actor_of(of.counted, actor);
    const auto error = of.game.refusal(of.block, who, action_of(of.counted, who, action));
    return error ? refused(of.game, *error, who, out_error) : CHEMIX_OK;
  });
}

chemix_status chemix_state_apply(chemix_state* state, int32_t actor, int32_t action,
                                 chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    const StateOut of = state_out(state);
    const Actor who = actor_of(of.counted, actor);
    const auto error = of.game.apply(of.block, who, action_of(of.counted, who, action));
    return error ? refused(of.game, *error, who, out_error) : CHEMIX_OK;
  });
}

namespace {

[[noreturn]] void fail_without_chance() {
  fail(CHEMIX_INVALID_INPUT, {"state", "", "must be a state in which chance acts", "GN-2"});
}

}  // namespace

chemix_count chemix_state_outcomes(const chemix_state* state, chemix_outcome* out, size_t capacity,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    std::vector<chemix_outcome> outcomes;
    for (const auto& way : of.game.chance_outcomes(of.block)) {
      outcomes.push_back({way.weight, way.action, 0});
    }
    return give_list(outcomes, out, capacity);
  });
}

chemix_status chemix_state_chance_weight(const chemix_state* state, int64_t* out_weight,
                                         chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    required(out_weight, "out_weight") = of.game.chance_weight(of.block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_chance_outcome(const chemix_state* state, int64_t nth,
                                          int32_t* out_action, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    required(out_action, "out_action");
    const std::int64_t weight = of.game.chance_weight(of.block);
    if (weight == 0) fail_without_chance();
    expect_range("nth", nth, 0, weight - 1);
    *out_action = of.game.chance_outcome(of.block, nth);
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_draw_outcome(const chemix_state* state, const chemix_seed* seed,
                                        int32_t* out_action, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    chemix::Dealer dealer(key_of(seed));
    required(out_action, "out_action");
    if (!of.game.acting(of.block).is_chance()) fail_without_chance();
    *out_action = dealer.choose(of.game, of.block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_resolve(chemix_state* state, const chemix_seed* seed,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const StateOut of = state_out(state);
    chemix::Dealer(key_of(seed)).resolve(of.game, of.block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_playout(chemix_state* state, const chemix_seed* seed, chemix_stop* stop,
                                   int32_t* out_steps, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const StateOut of = state_out(state);
    chemix::FastRandom random(key_of(seed));
    std::int64_t steps = 0;
    if (stop == nullptr) {
      steps = of.game.playout(of.block, random);
    } else {
      chemix::StopPoll poll = poll_of(stop);
      chemix::StateMemory copy(of.game);
      copy_block(of.block, copy.block());
      steps = unless_stopped(stoppable_playout(of.game, copy.block(), random, poll));
      copy_block(copy.block(), of.block);
    }
    if (out_steps != nullptr) *out_steps = static_cast<std::int32_t>(steps);
    return CHEMIX_OK;
  });
}

chemix_count chemix_state_scores(const chemix_state* state, int32_t* out, size_t capacity,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    return give_list(of.game.scores(of.block), out, capacity);
  });
}

chemix_count chemix_state_returns(const chemix_state* state, double* out, size_t capacity,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    return give_list(chemix::values_of(of.game.returns(of.block)), out, capacity);
  });
}

chemix_count chemix_state_tensor(const chemix_state* state, int32_t viewer, float* out,
                                 size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    const Viewer first = viewer_of(of.counted, viewer);
    return give_numbers(
        of.game.state_tensor_size(),
        [&](auto numbers) { of.game.state_tensor(of.block, first, numbers); }, out, capacity);
  });
}

chemix_status chemix_state_digest(const chemix_state* state, uint64_t* out_digest,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    required(out_digest, "out_digest") = of.game.digest(of.block);
    return CHEMIX_OK;
  });
}

chemix_count chemix_state_save(const chemix_state* state, uint8_t* out, size_t capacity,
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    return give_written([&](std::span<std::byte> bytes) { return of.game.save(of.block, bytes); },
                        reinterpret_cast<std::byte*>(out), capacity);
  });
}

chemix_status chemix_state_load(chemix_state* state, const uint8_t* bytes, size_t byte_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const StateOut of = state_out(state);
    required(bytes, "bytes");
    expect_nothing(of.game.load(std::as_bytes(std::span(bytes, byte_count)), of.block));
    return CHEMIX_OK;
  });
}

chemix_count chemix_state_text(const chemix_state* state, char* out, size_t capacity,
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    return give_text(of.game.text(of.block), out, capacity);
  });
}

chemix_status chemix_state_load_text(chemix_state* state, const char* text, size_t text_size,
                                     chemix_error* out_error) {
  return guarded(out_error, [&] {
    const StateOut of = state_out(state);
    expect_nothing(of.game.parse(required_text(text, text_size, "text"), of.block));
    return CHEMIX_OK;
  });
}

chemix_count chemix_state_json(const chemix_state* state, char* out, size_t capacity,
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    return give_json(of.game.state_value(of.block), out, capacity);
  });
}

chemix_status chemix_state_load_json(chemix_state* state, const char* text, size_t text_size,
                                     chemix_error* out_error) {
  return guarded(out_error, [&] {
    const StateOut of = state_out(state);
    const std::string_view json = required_text(text, text_size, "text");
    expect_nothing(of.game.read_state(accepted(chemix::read_json(json, "text")), of.block));
    return CHEMIX_OK;
  });
}

chemix_count chemix_state_events(const chemix_state* before, const chemix_step* step,
                                 int32_t viewer, chemix_event* out, size_t capacity,
                                 chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const State of = state_of(before, "before");
    const chemix_step& taken = required(step, "step");
    const Actor who = actor_of(of.counted, taken.actor);
    const auto events = of.game.events(of.block, who, action_of(of.counted, who, taken.action),
                                       viewer_of(of.counted, viewer));
    if (!events) return refused(of.game, events.error(), who, out_error);
    return give_list(to_c(*events), out, capacity);
  });
}

chemix_status chemix_state_can_undo(const chemix_state* before, const chemix_state* after,
                                    int32_t player, chemix_undo* out_undo,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State first = state_of(before, "before");
    const State last = state_of(after, "after");
    expect_same_game(first.counted, last.counted, "after");
    const int who = seat(first.counted, "player", player);
    required(out_undo, "out_undo") =
        static_cast<chemix_undo>(first.game.can_undo(first.block, last.block, who));
    return CHEMIX_OK;
  });
}
