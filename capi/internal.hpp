// SPDX-License-Identifier: Apache-2.0
// Shared by all functions of the C ABI: handles, validation of arguments, results and errors.
// Inside the library errors are exceptions; `guarded` converts them into statuses, so none crosses
// the ABI.
#pragma once

#include "chemix.h"
#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/record.hpp"
#include "chemix/words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

struct chemix_deck {
  std::string text;
  std::string file_name;
};

struct chemix_game {
  std::shared_ptr<const chemix::AnyGame> game;
  // Cached, since every step validates its arguments against them.
  std::uint64_t key = game->key();
  std::size_t state_size = game->state_size();
  std::int32_t players = game->player_count();
  std::int32_t actions = game->action_count();
  std::int32_t chance_actions = game->chance_action_count();
};

struct chemix_turns {
  std::shared_ptr<const chemix::AnyGame> game;
  std::unique_ptr<chemix::WholeTurnList> list;
  // The turn that did not fit into the caller's buffer; the next call returns it.
  std::optional<chemix::WholeTurn> found;
};

struct chemix_stop {
  chemix::StopToken token;
};

struct chemix_policy {
  std::shared_ptr<const chemix::Policy> policy;
};

struct chemix_record {
  chemix::Replay replay;
};

struct chemix_seen_record {
  chemix::SeenReplay replay;
};

static_assert(CHEMIX_VERB_RUN == static_cast<int>(chemix::Verb::Run));
static_assert(CHEMIX_ZONE_COMPOUND_STACK == static_cast<int>(chemix::Zone::CompoundStack));

// Without padding, all compilers lay out these structures alike, and a field that is added at the
// end lies beyond the size that older callers pass.
template <class... Structs>
constexpr bool are_without_padding = (std::has_unique_object_representations_v<Structs> && ...);
static_assert(are_without_padding<chemix_error, chemix_limits, chemix_chance, chemix_event,
                                  chemix_place, chemix_step, chemix_contribution>);
static_assert(sizeof(chemix_action_value) ==
              sizeof(double) + sizeof(int64_t) + 2 * sizeof(int32_t));

namespace chemix::capi {

using chemix::Actor;
using chemix::AnyGame;
using chemix::Block;
using chemix::ConstBlock;
using chemix::InputError;
using chemix::RuleError;
using chemix::Viewer;

// The exception that ends a function with a status. Only `guarded` catches it.
struct Failure {
  chemix_status status;
  InputError error;
};

[[noreturn]] inline void fail(chemix_status status, InputError error) {
  throw Failure{status, std::move(error)};
}

template <std::size_t Size>
void copy_text(char (&to)[Size], std::string_view text) {
  std::size_t size = std::min(text.size(), Size - 1);
  // Do not cut inside a UTF-8 sequence.
  while (size < text.size() && size > 0 &&
         (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
    --size;
  }
  std::memcpy(to, text.data(), size);
  to[size] = '\0';
}

// The minimum `size` of an extensible structure. A smaller one leaves no room for any other field,
// so the caller has not initialized it.
inline constexpr std::size_t min_size = 2 * sizeof(std::uint32_t);

// Writes the fields of an extensible structure that both the caller and this version know: an older
// caller lacks the last ones, a newer caller has more. `to.size` stays as the caller set it.
template <class Grows>
void write_known(Grows& to, const Grows& known) {
  static_assert(std::is_trivially_copyable_v<Grows> && offsetof(Grows, size) == 0);
  constexpr std::size_t skipped = sizeof known.size;
  const std::size_t size = std::min<std::size_t>(to.size, sizeof known);
  std::memcpy(reinterpret_cast<std::byte*>(&to) + skipped,
              reinterpret_cast<const std::byte*>(&known) + skipped, size - skipped);
}

inline bool has_room(const chemix_error* error) {
  return error != nullptr && error->size >= min_size;
}

inline void report(chemix_error* out_error, chemix_status status, std::string_view field,
                   std::string_view message, std::string_view rule,
                   const RuleError* refusal = nullptr) {
  if (!has_room(out_error)) return;
  chemix_error error = CHEMIX_ERROR_INIT;
  error.status = status;
  copy_text(error.field, field);
  copy_text(error.message, message);
  copy_text(error.rule, rule);
  if (refusal != nullptr) {
    error.detail = refusal->detail;
    error.action = refusal->action;
    std::copy(refusal->arguments.begin(), refusal->arguments.end(), error.arguments);
  }
  write_known(*out_error, error);
}

// Resets an error left by an earlier call. Separate from `clear`, to keep the fast path small.
inline void write_nothing(chemix_error& error) {
  write_known(error, chemix_error CHEMIX_ERROR_INIT);
}
inline void clear(chemix_error* out_error) {
  if (has_room(out_error) && out_error->status != CHEMIX_OK) write_nothing(*out_error);
}

// The result of a function: a status and, for output that does not fit, the size that it needs.
// Returned rather than thrown, since callers often query the size this way.
struct [[nodiscard]] Given {
  chemix_status status = CHEMIX_OK;
  std::size_t capacity = 0;
  std::size_t needed = 0;

  Given(chemix_status given) : status(given) {}  // NOLINT(google-explicit-constructor)
  Given(std::size_t room, std::size_t count)
      : status(room < count ? CHEMIX_BUFFER_TOO_SMALL : CHEMIX_OK), capacity(room), needed(count) {}
};

inline chemix_status failed(chemix_error* out_error, chemix_status status,
                            const InputError& error) {
  try {
    report(out_error, status, chemix::as_utf8(error.field), error.message(), error.rule);
  } catch (...) {
    // If memory runs out while building the message, report the status alone.
    report(out_error, status, "", "", "");
  }
  return status;
}

inline chemix_status too_small(chemix_error* out_error, std::size_t capacity, std::size_t needed) {
  if (out_error == nullptr) return CHEMIX_BUFFER_TOO_SMALL;
  return failed(
      out_error, CHEMIX_BUFFER_TOO_SMALL,
      {"capacity", std::to_string(capacity), "must be at least " + std::to_string(needed), ""});
}

inline chemix_status finished(chemix_error* out_error, const Given& given) {
  if (given.status == CHEMIX_BUFFER_TOO_SMALL) {
    return too_small(out_error, given.capacity, given.needed);
  }
  if (given.status == CHEMIX_OK) clear(out_error);
  return given.status;
}

// Converts the exception that is being handled into a status.
inline chemix_status caught(chemix_error* out_error) {
  try {
    throw;
  } catch (const Failure& failure) {
    return failed(out_error, failure.status, failure.error);
  } catch (const std::bad_alloc&) {
    report(out_error, CHEMIX_OUT_OF_MEMORY, "", "out of memory", "");
    return CHEMIX_OUT_OF_MEMORY;
  } catch (...) {
    report(out_error, CHEMIX_INTERNAL_ERROR, "", "internal error: please report it", "");
    return CHEMIX_INTERNAL_ERROR;
  }
}

// Runs the body of an ABI function, and converts any exception into a status.
template <class Body>
chemix_status guarded(chemix_error* out_error, Body&& body) noexcept {
  try {
    return finished(out_error, body());
  } catch (...) {
    return caught(out_error);
  }
}

[[noreturn]] inline void fail_for_null(const char* name) {
  fail(CHEMIX_NULL_ARGUMENT, {name, "NULL", "must not be NULL", ""});
}

template <class T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) fail_for_null(name);
  return *pointer;
}

inline std::string_view required_text(const char* text, const char* name) {
  return &required(text, name);
}

inline chemix::StopPoll poll_of(chemix_stop* stop) {
  return chemix::StopPoll(stop == nullptr ? nullptr : &stop->token);
}
[[noreturn]] inline void fail_stopped() {
  fail(CHEMIX_STOPPED, {"stop", "", "the call was stopped, or its time is up", ""});
}
// The result of a call that may be stopped.
template <class Result>
Result unless_stopped(std::optional<Result> result) {
  if (!result) fail_stopped();
  return *std::move(result);
}

inline const AnyGame& game_of(const chemix_game* game) { return *required(game, "game").game; }

// `instead` is appended to the message, and names other values that are allowed.
[[noreturn]] inline void fail_for_range(const char* name, std::int64_t value, std::int64_t least,
                                        std::int64_t most, const char* instead = "") {
  fail(CHEMIX_OUT_OF_RANGE,
       {name, std::to_string(value),
        "must be from " + std::to_string(least) + " to " + std::to_string(most) + instead, ""});
}

inline void expect_range(const char* name, std::int64_t value, std::int64_t least,
                         std::int64_t most, const char* instead = "") {
  if (value < least || value > most) fail_for_range(name, value, least, most, instead);
}

inline int seat(const AnyGame& game, const char* name, std::int32_t player,
                const char* instead = "") {
  expect_range(name, player, 0, game.player_count() - 1, instead);
  return player;
}

inline Actor actor_of(const AnyGame& game, std::int32_t actor) {
  return actor == CHEMIX_CHANCE ? Actor::chance()
                                : Actor(seat(game, "actor", actor, ", or CHEMIX_CHANCE"));
}

inline Viewer viewer_of(const AnyGame& game, std::int32_t viewer) {
  return viewer == CHEMIX_SPECTATOR
             ? Viewer::spectator()
             : Viewer::player(seat(game, "viewer", viewer, ", or CHEMIX_SPECTATOR"));
}

inline int action_of(const AnyGame& game, Actor actor, std::int32_t action) {
  const int count = actor.is_chance() ? game.chance_action_count() : game.action_count();
  expect_range("action", action, 0, count - 1);
  return action;
}

inline ConstBlock state_of(const AnyGame& game, const void* state, std::size_t size,
                           const char* name = "state") {
  const ConstBlock block(&required(static_cast<const std::byte*>(state), name), size);
  if (auto wrong = game.expect_state(block)) {
    wrong->field = name;
    fail(CHEMIX_WRONG_MEMORY, *wrong);
  }
  return block;
}

// Overloads for functions that are called at every step; they compare with the cached values of
// chemix_game. Errors are raised in cold functions that never return, so that the fast path saves
// few registers.

[[noreturn]] inline void fail_for_state(const chemix_game& game, const void* state,
                                        std::size_t size) {
  const ConstBlock block(&required(static_cast<const std::byte*>(state), "state"), size);
  fail(CHEMIX_WRONG_MEMORY, game.game->expect_state(block).value_or(InputError()));
}

// Whether 0 <= value < count, in one comparison.
inline bool is_below(std::int32_t value, std::int32_t count) {
  return static_cast<std::uint32_t>(value) < static_cast<std::uint32_t>(count);
}

inline int seat(const chemix_game& game, const char* name, std::int32_t player) {
  if (!is_below(player, game.players)) fail_for_range(name, player, 0, game.players - 1);
  return player;
}

inline Actor actor_of(const chemix_game& game, std::int32_t actor) {
  if (actor == CHEMIX_CHANCE) return Actor::chance();
  if (!is_below(actor, game.players)) {
    fail_for_range("actor", actor, 0, game.players - 1, ", or CHEMIX_CHANCE");
  }
  return actor;
}

inline int action_of(const chemix_game& game, std::int32_t actor, std::int32_t action) {
  const std::int32_t count = actor == CHEMIX_CHANCE ? game.chance_actions : game.actions;
  if (!is_below(action, count)) fail_for_range("action", action, 0, count - 1);
  return action;
}

inline ConstBlock state_of(const chemix_game& game, const void* state, std::size_t size) {
  std::uint64_t key = 0;
  const bool has_key = state != nullptr && size == game.state_size &&
                       reinterpret_cast<std::uintptr_t>(state) % AnyGame::alignment == 0;
  if (has_key) std::memcpy(&key, state, sizeof key);
  if (!has_key || key != game.key) fail_for_state(game, state, size);
  return {static_cast<const std::byte*>(state), size};
}

template <class Value>
Value accepted(chemix::Result<Value> result) {
  if (!result) fail(CHEMIX_INVALID_INPUT, result.error());
  return std::move(*result);
}

inline ConstBlock observation_of(const AnyGame& game, const void* observation, std::size_t size) {
  const ConstBlock block(&required(static_cast<const std::byte*>(observation), "observation"),
                         size);
  if (auto wrong = game.expect_observation(block)) fail(CHEMIX_WRONG_MEMORY, *wrong);
  return block;
}

// Returns an observation for queries of beliefs, which require that some state has it.
inline ConstBlock possible_view_of(const AnyGame& game, const void* observation, std::size_t size) {
  const ConstBlock block = observation_of(game, observation, size);
  if (auto wrong = game.observation_error(block)) fail(CHEMIX_INVALID_INPUT, *wrong);
  return block;
}

// Validates the size and alignment of an output block; its contents do not matter.
inline Block memory(const char* name, void* data, std::size_t size, std::size_t needed) {
  const Block block(&required(static_cast<std::byte*>(data), name), size);
  if (size != needed) {
    fail(CHEMIX_WRONG_MEMORY,
         {name, std::to_string(size) + " bytes", "must be " + std::to_string(needed), ""});
  }
  if (reinterpret_cast<std::uintptr_t>(data) % AnyGame::alignment != 0) {
    fail(CHEMIX_WRONG_MEMORY, {name, "", "must be aligned to 8 bytes", ""});
  }
  return block;
}

// Error messages omit the seed, since it may be the secret of a deal.
inline chemix::Seed seed_of(const char* text) {
  const auto seed = chemix::Seed::from_text(required_text(text, "seed"));
  if (!seed) {
    fail(CHEMIX_INVALID_INPUT,
         {"seed", "", "must be a whole number of at most 1000 decimal or 0x hexadecimal digits",
          ""});
  }
  return *seed;
}

inline chemix_status give_acting(chemix::Acting acting, std::uint32_t* out_players,
                                 bool* out_chance) {
  required(out_players, "out_players");
  required(out_chance, "out_chance");
  *out_players = acting.players().bits();
  *out_chance = acting.is_chance();
  return CHEMIX_OK;
}

inline Given check_room(std::size_t capacity, std::size_t needed, const void* out,
                        std::size_t* out_count, std::size_t count) {
  required(out_count, "out_count");
  if (capacity > 0) required(static_cast<const char*>(out), "out");
  *out_count = count;
  return {capacity, needed};
}

inline Given give_text(std::string_view text, char* out, std::size_t capacity,
                       std::size_t* out_count) {
  const Given given = check_room(capacity, text.size() + 1, out, out_count, text.size());
  if (given.status != CHEMIX_OK) return given;
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = '\0';
  return given;
}

inline Given give_json(const chemix::Value& value, char* out, std::size_t capacity,
                       std::size_t* out_count) {
  return give_text(chemix::json_text(value), out, capacity, out_count);
}

// `write(span)` fills a span of `count` numbers.
template <class Write>
Given give_numbers(std::size_t count, Write&& write, float* out, std::size_t capacity,
                   std::size_t* out_count) {
  const Given given = check_room(capacity, count, out, out_count, count);
  if (given.status == CHEMIX_OK) write(std::span(out, count));
  return given;
}

template <class T>
Given give_list(const std::vector<T>& list, T* out, std::size_t capacity, std::size_t* out_count) {
  const Given given = check_room(capacity, list.size(), out, out_count, list.size());
  if (given.status == CHEMIX_OK) std::copy(list.begin(), list.end(), out);
  return given;
}

// `write(span)` writes as many elements as fit, and returns their total number.
template <class T, class Write>
Given give_written(Write&& write, T* out, std::size_t capacity, std::size_t* out_count) {
  required(out_count, "out_count");
  if (out == nullptr && capacity > 0) fail_for_null("out");
  const std::size_t count = write(std::span<T>(out, capacity));
  *out_count = count;
  return {capacity, count};
}

inline chemix_status refused(const AnyGame& game, const RuleError& error, Actor actor,
                             chemix_error* out_error, std::string_view field = "action") {
  const std::string message = refusal_text(game, error, actor.is_chance());
  report(out_error, CHEMIX_REFUSED, field, message, error.rule.text(), &error);
  return CHEMIX_REFUSED;
}

inline chemix_event to_c(const chemix::Event& event) {
  const chemix::EventNumbers of = chemix::numbers_of(event);
  return {of.verb,   of.from_zone, of.from_owner, of.to_zone, of.to_owner,
          of.player, of.index,     of.kind,       of.amount,  of.seen_by};
}

inline chemix::Event from_c(const AnyGame& game, const chemix_event& event) {
  const auto made = chemix::event_of(
      game, {event.verb, event.from_zone, event.from_owner, event.to_zone, event.to_owner,
             event.player, event.index, event.kind, event.amount, event.seen_by});
  if (!made) fail(CHEMIX_OUT_OF_RANGE, made.error());
  return *made;
}

// Parses a language and the names of players; chemix.h describes their format.
inline chemix::Words words_of(const char* language, const char* players) {
  std::string_view tag = language == nullptr ? "en" : language;
  constexpr std::string_view aloud = " aloud";
  const bool is_aloud = tag.ends_with(aloud);
  if (is_aloud) tag.remove_suffix(aloud.size());
  chemix::Words words = accepted(chemix::Words::in(tag));
  if (is_aloud) words = words.aloud();
  std::vector<std::string> names;
  std::string_view rest = players == nullptr ? "" : players;
  while (!rest.empty()) {
    names.emplace_back(chemix::split_off(rest, "\n"));
    if (chemix::as_utf8(names.back()) != names.back()) {
      fail(CHEMIX_INVALID_INPUT, {"players", names.back(), "must be UTF-8", ""});
    }
  }
  return words.with_players(std::move(names));
}

// Returns the result of a lookup by the argument `name`. Errors of the library call this field by
// its `kind`, so rename it to that of the C function.
template <class Value>
Value found_by_name(chemix::Result<Value> found, std::string_view kind) {
  if (!found && found.error().field == kind) found.error().field = "name";
  return accepted(std::move(found));
}

inline chemix::GameDescription description_of(const char* name) {
  return found_by_name(chemix::game_description(required_text(name, "name")), "game");
}

}  // namespace chemix::capi
