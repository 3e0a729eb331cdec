// SPDX-License-Identifier: Apache-2.0
// Shared by all functions of the C ABI: handles, blocks, validation of arguments, results and
// errors. Inside the library errors are exceptions; `guarded` converts them into statuses, so none
// crosses the ABI.
#pragma once

#include "chemix.h"
#include "chemix/agents/hint.hpp"
#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/seed.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/words.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
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

// Counted: handles, and the objects and blocks that the library makes, share one game.
struct chemix_game {
  explicit chemix_game(std::shared_ptr<const chemix::AnyGame> made) : game(std::move(made)) {}

  std::shared_ptr<const chemix::AnyGame> game;
  // Cached, since every step validates its arguments against them.
  std::uint64_t key = game->key();
  std::size_t state_size = game->state_size();
  std::size_t observation_size = game->observation_size();
  std::int32_t players = game->player_count();
  std::int32_t actions = game->action_count();
  std::int32_t chance_actions = game->chance_action_count();
  mutable std::atomic<std::size_t> references = 1;
};

struct chemix_stop {
  chemix::StopToken token;
};

struct chemix_policy {
  std::string text;
  std::shared_ptr<const chemix::Policy> policy;
};

static_assert(CHEMIX_VERB_RUN == static_cast<int>(chemix::Verb::Run));
static_assert(CHEMIX_VERB_RUN + 1 == chemix::names_of(chemix::Verb()).size());
static_assert(CHEMIX_ZONE_COMPOUND_STACK == static_cast<int>(chemix::Zone::CompoundStack));
static_assert(CHEMIX_ZONE_COMPOUND_STACK + 1 == chemix::names_of(chemix::Zone()).size());
static_assert(CHEMIX_MAX_SEATS >= chemix::max_player_count);
static_assert(CHEMIX_EVERYBODY == chemix::ViewerSet::everyone().bits());
static_assert(CHEMIX_SECRET_SIZE == sizeof(chemix::Key));

namespace chemix::capi {

using chemix::Actor;
using chemix::AnyGame;
using chemix::Block;
using chemix::ConstBlock;
using chemix::InputError;
using chemix::RuleError;
using chemix::Viewer;

// Without padding, all compilers lay out these structures alike, and a field that is added at the
// end lies beyond the size that older callers pass.
template <class... Structs>
constexpr bool are_without_padding = (std::has_unique_object_representations_v<Structs> && ...);
static_assert(
    are_without_padding<chemix_error, chemix_limits, chemix_option, chemix_phase, chemix_card,
                        chemix_place, chemix_field, chemix_step, chemix_acting, chemix_outcome,
                        chemix_event, chemix_contribution, chemix_deal>);
static_assert(sizeof(chemix_action_value) ==
              sizeof(double) + sizeof(int64_t) + 2 * sizeof(int32_t));
static_assert(sizeof(chemix_hint) == 2 * sizeof(double) + sizeof(int64_t) + 4 * sizeof(int32_t));

// The size that an extensible structure had in the first release of this ABI. A structure whose
// `size` is 0 has these fields. Never change these numbers.
template <class Grows>
inline constexpr std::size_t first_size = 0;
template <>
inline constexpr std::size_t first_size<chemix_error> = 440;
template <>
inline constexpr std::size_t first_size<chemix_limits> = 128;
template <>
inline constexpr std::size_t first_size<chemix_option> = 132;
template <>
inline constexpr std::size_t first_size<chemix_phase> = 40;
template <>
inline constexpr std::size_t first_size<chemix_card> = 316;
template <>
inline constexpr std::size_t first_size<chemix_hint> = 40;
template <>
inline constexpr std::size_t first_size<chemix_deal> = 424;
static_assert(first_size<chemix_error> <= sizeof(chemix_error) &&
              first_size<chemix_limits> <= sizeof(chemix_limits) &&
              first_size<chemix_option> <= sizeof(chemix_option) &&
              first_size<chemix_phase> <= sizeof(chemix_phase) &&
              first_size<chemix_card> <= sizeof(chemix_card) &&
              first_size<chemix_hint> <= sizeof(chemix_hint) &&
              first_size<chemix_deal> <= sizeof(chemix_deal));

// ---- Errors ----

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

// The smallest `size` other than 0. A smaller one leaves no room for any other field, so the caller
// has not initialized the structure.
inline constexpr std::uint32_t min_size = 2 * sizeof(std::uint32_t);

// The bytes of an extensible structure that both the caller and this version know: an older caller
// lacks the last fields, a newer caller has more.
template <class Grows>
std::size_t known_size(const Grows& structure) {
  static_assert(std::is_trivially_copyable_v<Grows> && offsetof(Grows, size) == 0 &&
                first_size<Grows> != 0);
  const std::size_t size = structure.size == 0 ? first_size<Grows> : structure.size;
  return std::min(size, sizeof(Grows));
}

template <class Grows>
bool is_sized(const Grows& structure) {
  return structure.size == 0 || structure.size >= min_size;
}

// Writes all known fields but `size`, which stays as the caller set it.
template <class Grows>
void write_known(Grows& to, const Grows& known) {
  constexpr std::size_t skipped = sizeof known.size;
  std::memcpy(reinterpret_cast<std::byte*>(&to) + skipped,
              reinterpret_cast<const std::byte*>(&known) + skipped, known_size(to) - skipped);
}

// Returns a structure that is passed in, with 0 in the fields that its caller does not know.
template <class Grows>
Grows read_known(const Grows& from) {
  Grows known{};
  std::memcpy(&known, &from, known_size(from));
  return known;
}

inline bool has_room(const chemix_error* error) { return error != nullptr && is_sized(*error); }

inline std::int32_t number_of(Actor actor) {
  return actor.is_chance() ? CHEMIX_CHANCE : static_cast<std::int32_t>(actor.player());
}

struct Refused {
  const RuleError& error;
  Actor actor;
};

inline void report(chemix_error* out_error, chemix_status status, std::string_view field,
                   std::string_view value, std::string_view message, std::string_view rule,
                   const Refused* refused = nullptr, std::size_t needed = 0) {
  if (!has_room(out_error)) return;
  chemix_error error = CHEMIX_ERROR_INIT;
  error.status = status;
  copy_text(error.field, field);
  copy_text(error.value, value);
  copy_text(error.message, message);
  copy_text(error.rule, rule);
  error.needed = static_cast<std::int64_t>(needed);
  if (refused != nullptr) {
    error.actor = number_of(refused->actor);
    error.action = refused->error.action;
    error.detail = refused->error.detail;
    std::copy(refused->error.arguments.begin(), refused->error.arguments.end(), error.arguments);
  }
  write_known(*out_error, error);
}

// Resets an error left by an earlier call. Separate from `clear`, to keep the fast path small.
inline void write_nothing(chemix_error& error) {
  write_known(error, chemix_error CHEMIX_ERROR_INIT);
}
inline void clear(chemix_error* out_error) {
  if (out_error != nullptr && has_room(out_error) && out_error->status != CHEMIX_OK) {
    write_nothing(*out_error);
  }
}

inline chemix_status failed(chemix_error* out_error, chemix_status status,
                            const InputError& error) {
  try {
    report(out_error, status, chemix::as_utf8(error.field), chemix::as_utf8(error.value),
           error.message(), error.rule);
  } catch (...) {
    // If memory runs out while building the message, report the status alone.
    report(out_error, status, "", "", "", "");
  }
  return status;
}

inline chemix_status too_small(chemix_error* out_error, std::size_t capacity, std::size_t needed) {
  if (out_error == nullptr) return CHEMIX_BUFFER_TOO_SMALL;
  std::string given;
  std::string message;
  try {
    given = std::to_string(capacity);
    message =
        InputError("capacity", given, "must be at least " + std::to_string(needed), "").message();
  } catch (...) {
    message.clear();
  }
  report(out_error, CHEMIX_BUFFER_TOO_SMALL, "capacity", given, message, "", nullptr, needed);
  return CHEMIX_BUFFER_TOO_SMALL;
}

// Converts the exception that is being handled into a status.
inline chemix_status caught(chemix_error* out_error) {
  try {
    throw;
  } catch (const Failure& failure) {
    return failed(out_error, failure.status, failure.error);
  } catch (const std::bad_alloc&) {
    report(out_error, CHEMIX_OUT_OF_MEMORY, "", "", "out of memory", "");
    return CHEMIX_OUT_OF_MEMORY;
  } catch (...) {
    report(out_error, CHEMIX_INTERNAL_ERROR, "", "", "internal error: please report it", "");
    return CHEMIX_INTERNAL_ERROR;
  }
}

inline chemix_status refused(const AnyGame& game, const RuleError& error, Actor actor,
                             chemix_error* out_error, std::string_view field = "action") {
  const std::string message = refusal_text(game, error, actor.is_chance());
  const Refused about{error, actor};
  report(out_error, CHEMIX_REFUSED, field, "", message, error.rule.text(), &about);
  return CHEMIX_REFUSED;
}

// ---- Results ----

// The result of a function that writes a text or a list. An output that does not fit is returned
// rather than thrown, since callers often query the count this way.
struct [[nodiscard]] Given {
  chemix_count count = 0;
  // The capacity of the caller, and the one to pass; equal unless the output did not fit.
  std::size_t capacity = 0;
  std::size_t needed = 0;

  // Implicit, so that a status can be returned where a count is expected.
  Given(chemix_status status) : count(status) {}  // NOLINT(google-explicit-constructor)
  Given(std::size_t entries, std::size_t room, std::size_t size)
      : count(static_cast<chemix_count>(entries)), capacity(room), needed(size) {}
};

inline chemix_status finished(chemix_error* out_error, chemix_status status) {
  if (status == CHEMIX_OK) clear(out_error);
  return status;
}

inline chemix_count finished(chemix_error* out_error, const Given& given) {
  if (given.count == CHEMIX_BUFFER_TOO_SMALL) {
    return too_small(out_error, given.capacity, given.needed);
  }
  if (given.count >= 0) clear(out_error);
  return given.count;
}

// Runs the body of an ABI function, which returns a status or, for a count, `Given`; converts any
// exception into a status.
template <class Body>
std::int32_t guarded(chemix_error* out_error, Body&& body) noexcept {
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
inline std::string_view required_text(const char* text, std::size_t size, const char* name) {
  return {&required(text, name), size};
}

// Returns an extensible structure that is to be written.
template <class Grows>
Grows& required_structure(Grows* structure, const char* name) {
  if (!is_sized(required(structure, name))) {
    fail(CHEMIX_WRONG_MEMORY,
         {std::string(name) + ".size", std::to_string(structure->size),
          "must be 0 or the size of the structure, as its INIT macro sets it", ""});
  }
  return *structure;
}

// Where to report an error of a call about a refusal: nowhere if out_error is the refusal itself,
// so that the caller can ask again with a larger buffer.
inline chemix_error* out_error_beside(const chemix_error* refusal, chemix_error* out_error) {
  return out_error == refusal ? nullptr : out_error;
}

// Returns a copy of a refusal that is passed in.
inline chemix_error refusal_in(const chemix_error* error) {
  const chemix_error copy = read_known(required_structure(error, "error"));
  if (copy.status != CHEMIX_REFUSED) {
    const char* const name = chemix_status_name(copy.status);
    fail(CHEMIX_INVALID_INPUT,
         {"error.status", name != nullptr ? std::string(name) : std::to_string(copy.status),
          "must be CHEMIX_REFUSED", ""});
  }
  return copy;
}

template <class Value>
Value accepted(chemix::Result<Value> result) {
  if (!result) fail(CHEMIX_INVALID_INPUT, result.error());
  return std::move(*result);
}
inline void expect_nothing(const std::optional<InputError>& wrong) {
  if (wrong) fail(CHEMIX_INVALID_INPUT, *wrong);
}

// Returns the result of a lookup by the argument `name`. Errors of the library call this field by
// its `kind`, so rename it to that of the C function.
template <class Value>
Value found_by_name(chemix::Result<Value> found, std::string_view kind) {
  if (!found && found.error().field == kind) found.error().field = "name";
  return accepted(std::move(found));
}

// Whether an output of `count` entries, which need `needed`, is to be written: it fits. Otherwise
// `given` is the result.
inline bool has_room_for(std::size_t count, std::size_t needed, const void* out,
                         std::size_t capacity, Given& given) {
  if (out == nullptr && capacity > 0) fail_for_null("out");
  if (needed > static_cast<std::size_t>(std::numeric_limits<chemix_count>::max())) {
    throw std::bad_alloc();
  }
  given = Given(count, capacity, needed);
  if (out == nullptr) return false;
  if (capacity < needed) given.count = CHEMIX_BUFFER_TOO_SMALL;
  return capacity >= needed;
}

inline Given give_text(std::string_view text, char* out, std::size_t capacity) {
  Given given(CHEMIX_OK);
  if (has_room_for(text.size(), text.size() + 1, out, capacity, given)) {
    std::memcpy(out, text.data(), text.size());
    out[text.size()] = '\0';
  }
  return given;
}

inline Given give_json(const chemix::Value& value, char* out, std::size_t capacity) {
  return give_text(chemix::json_text(value), out, capacity);
}

// `write(span)` fills a span of `count` entries.
template <class T, class Write>
Given give_numbers(std::size_t count, Write&& write, T* out, std::size_t capacity) {
  Given given(CHEMIX_OK);
  if (has_room_for(count, count, out, capacity, given)) write(std::span(out, count));
  return given;
}

template <class List, class T>
Given give_list(const List& list, T* out, std::size_t capacity) {
  return give_numbers(
      list.size(), [&](auto entries) { std::copy(list.begin(), list.end(), entries.begin()); }, out,
      capacity);
}

// `write(span)` writes as many elements as fit, and returns their total number.
template <class T, class Write>
Given give_written(Write&& write, T* out, std::size_t capacity) {
  if (out == nullptr && capacity > 0) fail_for_null("out");
  const std::size_t count = write(std::span<T>(out, capacity));
  Given given(CHEMIX_OK);
  (void)has_room_for(count, count, out, capacity, given);
  return given;
}

// Makes an object for an out parameter with two stars.
template <class Object, class Make>
chemix_status give_object(Object** out, const char* name, Make&& make) {
  required(out, name);
  *out = make();
  return CHEMIX_OK;
}

template <class Object>
void destroy(Object** object) {
  if (object == nullptr) return;
  delete *object;
  *object = nullptr;
}

// ---- Numbers ----

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
// The same for an index of a list, which may be empty.
inline std::size_t index_in(const char* name, std::int32_t index, std::size_t count) {
  if (index >= 0 && static_cast<std::size_t>(index) < count) {
    return static_cast<std::size_t>(index);
  }
  fail(CHEMIX_OUT_OF_RANGE,
       {name, std::to_string(index), "must be from 0 on and below " + std::to_string(count), ""});
}

// Whether 0 <= value < count, in one comparison.
inline bool is_below(std::int32_t value, std::int32_t count) {
  return static_cast<std::uint32_t>(value) < static_cast<std::uint32_t>(count);
}

// These are called at every step. Errors are raised in cold functions that never return, so that
// the fast path saves few registers.

inline int seat(const chemix_game& game, const char* name, std::int32_t player,
                const char* instead = "") {
  if (!is_below(player, game.players)) fail_for_range(name, player, 0, game.players - 1, instead);
  return player;
}

inline Actor actor_of(const chemix_game& game, std::int32_t actor) {
  if (actor == CHEMIX_CHANCE) return Actor::chance();
  return seat(game, "actor", actor, ", or CHEMIX_CHANCE");
}

inline Viewer viewer_of(const chemix_game& game, std::int32_t viewer) {
  if (viewer == CHEMIX_SPECTATOR) return Viewer::spectator();
  return Viewer::player(seat(game, "viewer", viewer, ", or CHEMIX_SPECTATOR"));
}

inline int action_of(const chemix_game& game, Actor actor, std::int32_t action) {
  const std::int32_t count = actor.is_chance() ? game.chance_actions : game.actions;
  if (!is_below(action, count)) fail_for_range("action", action, 0, count - 1);
  return action;
}

inline int kind_of(const chemix_game& game, std::int32_t kind) {
  expect_range("kind", kind, 0, game.game->card_kind_count() - 1);
  return kind;
}

// ---- Games ----

// A counted reference to a game, for objects that keep it.
class GameRef {
 public:
  GameRef() = default;
  explicit GameRef(const chemix_game& game) : game_(&game) {
    game.references.fetch_add(1, std::memory_order_relaxed);
  }
  GameRef(const GameRef& other) : game_(other.game_) {
    if (game_ != nullptr) game_->references.fetch_add(1, std::memory_order_relaxed);
  }
  GameRef(GameRef&& other) noexcept : game_(std::exchange(other.game_, nullptr)) {}
  GameRef& operator=(GameRef other) noexcept {
    std::swap(game_, other.game_);
    return *this;
  }
  ~GameRef() { release(game_); }

  // Makes a new counted game.
  static GameRef made(std::shared_ptr<const AnyGame> game) {
    return adopted(new chemix_game(std::move(game)));
  }
  // Takes over a reference.
  static GameRef adopted(const chemix_game* game) {
    GameRef ref;
    ref.game_ = game;
    return ref;
  }
  // Hands over the reference; the caller must release it.
  [[nodiscard]] chemix_game* taken() && {
    return const_cast<chemix_game*>(std::exchange(game_, nullptr));
  }

  [[nodiscard]] const chemix_game& operator*() const { return *game_; }
  [[nodiscard]] const chemix_game* get() const { return game_; }

  static void release(const chemix_game* game) {
    if (game != nullptr && game->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete game;
    }
  }

 private:
  const chemix_game* game_ = nullptr;
};

inline const chemix_game& counted(const chemix_game* game) { return required(game, "game"); }
inline const AnyGame& game_of(const chemix_game* game) { return *counted(game).game; }

inline chemix::GameDescription description_of(std::string_view name) {
  return found_by_name(chemix::game_description(name), "game");
}

// ---- Blocks ----

// In front of the key and the value of AnyGame's block.
struct BlockHeader {
  std::uint64_t magic;
  // The address of the `chemix_game`.
  std::uint64_t game;
};
inline constexpr std::size_t header_size = sizeof(BlockHeader);
static_assert(header_size == 16 && header_size % AnyGame::alignment == 0);

// Blocks that the library allocates follow a counted reference to their game.
struct BlockPrefix {
  const chemix_game* game;
};
inline constexpr std::size_t prefix_size = 16;
static_assert(sizeof(BlockPrefix) <= prefix_size);

struct StateTraits {
  using Memory = chemix_state;
  static constexpr const char* name = "state";
  static constexpr std::uint64_t magic = 0x5E6D'A11C'57A7'E001;
  static std::size_t size(const chemix_game& game) { return game.state_size; }
  static std::uint64_t key(const chemix_game& game) { return game.key; }
};
struct ObservationTraits {
  using Memory = chemix_observation;
  static constexpr const char* name = "observation";
  static constexpr std::uint64_t magic = 0x5E6D'A11C'0B5E'4001;
  static std::size_t size(const chemix_game& game) { return game.observation_size; }
  // So that neither is taken for the other.
  static std::uint64_t key(const chemix_game& game) { return ~game.key; }
};

template <class Traits>
std::size_t whole_size(const chemix_game& game) {
  return header_size + Traits::size(game);
}

inline bool is_aligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % AnyGame::alignment == 0;
}

inline std::uint64_t word_at(const void* memory, std::size_t offset) {
  std::uint64_t word = 0;
  std::memcpy(&word, static_cast<const std::byte*>(memory) + offset, sizeof word);
  return word;
}

// The game of a block; null if the memory is no block of this kind.
template <class Traits>
const chemix_game* game_in(const typename Traits::Memory* memory) {
  if (memory == nullptr || !is_aligned(memory) || word_at(memory, 0) != Traits::magic) {
    return nullptr;
  }
  const auto* game = reinterpret_cast<const chemix_game*>(
      static_cast<std::uintptr_t>(word_at(memory, offsetof(BlockHeader, game))));
  return word_at(memory, header_size) == Traits::key(*game) ? game : nullptr;
}

template <class Traits>
[[noreturn]] void fail_for_block(const void* memory, const char* name) {
  if (memory == nullptr) fail_for_null(name);
  fail(CHEMIX_WRONG_MEMORY,
       {name, "",
        is_aligned(memory) ? std::string("must be an initialized ") + Traits::name
                           : "must be aligned to 8 bytes",
        ""});
}

template <class Traits, bool Constant>
struct Checked {
  const chemix_game& counted;
  const AnyGame& game;
  // The block of AnyGame.
  std::conditional_t<Constant, ConstBlock, Block> block;
};
using State = Checked<StateTraits, true>;
using StateOut = Checked<StateTraits, false>;
using Observation = Checked<ObservationTraits, true>;
using ObservationOut = Checked<ObservationTraits, false>;

// Inlined: as calls, these two would add 5 to 8 % to the instructions of a random game.
template <class Traits>
CHEMIX_INLINE Checked<Traits, true> checked(const typename Traits::Memory* memory,
                                            const char* name = Traits::name) {
  const chemix_game* game = game_in<Traits>(memory);
  if (game == nullptr) fail_for_block<Traits>(memory, name);
  return {*game,
          *game->game,
          {reinterpret_cast<const std::byte*>(memory) + header_size, Traits::size(*game)}};
}
template <class Traits>
CHEMIX_INLINE Checked<Traits, false> checked_out(typename Traits::Memory* memory,
                                                 const char* name = Traits::name) {
  const chemix_game* game = game_in<Traits>(memory);
  if (game == nullptr) fail_for_block<Traits>(memory, name);
  return {*game,
          *game->game,
          {reinterpret_cast<std::byte*>(memory) + header_size, Traits::size(*game)}};
}

inline State state_of(const chemix_state* state, const char* name = "state") {
  return checked<StateTraits>(state, name);
}
inline StateOut state_out(chemix_state* state, const char* name = "state") {
  return checked_out<StateTraits>(state, name);
}
inline Observation observation_of(const chemix_observation* observation,
                                  const char* name = "observation") {
  return checked<ObservationTraits>(observation, name);
}
inline ObservationOut observation_out(chemix_observation* observation,
                                      const char* name = "observation") {
  return checked_out<ObservationTraits>(observation, name);
}

[[noreturn]] inline void fail_for_game(const char* name) {
  fail(CHEMIX_WRONG_MEMORY, {name, "", "must be of a game with the same key", ""});
}
// Fails unless a second block is of a game with the same key.
inline void expect_same_game(const chemix_game& game, const chemix_game& other, const char* name) {
  if (game.key != other.key) fail_for_game(name);
}

// Returns an observation for queries of beliefs, which require that some state has it.
inline Observation possible_view_of(const chemix_observation* observation) {
  const Observation seen = observation_of(observation);
  expect_nothing(seen.game.observation_error(seen.block));
  return seen;
}

// Writes the header of a block in memory that is aligned. Returns AnyGame's block in it.
template <class Traits>
Block begin_block(void* memory, const chemix_game& game) {
  const BlockHeader header{Traits::magic,
                           static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&game))};
  std::memcpy(memory, &header, sizeof header);
  return {static_cast<std::byte*>(memory) + header_size, Traits::size(game)};
}

template <class Traits>
void* required_memory(typename Traits::Memory* memory, const char* name = Traits::name) {
  required(reinterpret_cast<std::byte*>(memory), name);
  if (!is_aligned(memory)) fail_for_block<Traits>(memory, name);
  return memory;
}

// Allocates a block that keeps its game; `fill(block)` writes AnyGame's block.
template <class Traits, class Fill>
typename Traits::Memory* new_block(const chemix_game& game, Fill&& fill) {
  auto* memory = static_cast<std::byte*>(::operator new(prefix_size + whole_size<Traits>(game)));
  try {
    fill(begin_block<Traits>(memory + prefix_size, game));
  } catch (...) {
    ::operator delete(memory);
    throw;
  }
  new (memory) BlockPrefix{GameRef(game).taken()};
  return reinterpret_cast<typename Traits::Memory*>(memory + prefix_size);
}
template <class Memory>
void destroy_block(Memory** block) {
  if (block == nullptr || *block == nullptr) return;
  auto* memory = reinterpret_cast<std::byte*>(*block) - prefix_size;
  GameRef::release(std::launder(reinterpret_cast<BlockPrefix*>(memory))->game);
  ::operator delete(memory);
  *block = nullptr;
}

inline void copy_block(ConstBlock from, Block to) {
  std::memmove(to.data(), from.data(), from.size());
}

// ---- Seeds and stops ----

inline chemix::Key key_of(const chemix_seed* seed, const char* name = "seed") {
  return chemix::key_of(
      std::span<const std::uint8_t, CHEMIX_SECRET_SIZE>(required(seed, name).key));
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

// ---- Values ----

chemix_acting to_c(chemix::Acting acting, auto&& is_sealed) {
  const std::uint32_t seats = acting.players().bits();
  if (acting.is_chance()) return {CHEMIX_ASKED_CHANCE, 0};
  if (seats == 0) return {CHEMIX_ASKED_NOBODY, 0};
  if (is_sealed()) return {CHEMIX_ASKED_SEALED, seats};
  // Counting the bits takes a call where the processor's instruction may not be used.
  return {(seats & (seats - 1)) == 0 ? CHEMIX_ASKED_ONE : CHEMIX_ASKED_SEVERAL, seats};
}

// The owner of a shared zone is 0 in the library, and CHEMIX_NOBODY in the ABI.
inline chemix_place to_c(chemix::Place place) {
  return {static_cast<std::int32_t>(place.zone),
          place.has_owner() ? static_cast<std::int32_t>(place.owner) : CHEMIX_NOBODY};
}

// Whether the zone of a number has an owner; false for numbers that are no zones.
inline bool has_owner(std::int32_t zone) {
  return zone >= 0 && zone <= CHEMIX_ZONE_COMPOUND_STACK &&
         chemix::Place{static_cast<chemix::Zone>(zone)}.has_owner();
}

inline chemix_event to_c(const chemix::Event& event) {
  const chemix::EventNumbers of = chemix::numbers_of(event);
  const auto place = [](int zone, int owner) -> chemix_place {
    return {zone, has_owner(zone) ? owner : CHEMIX_NOBODY};
  };
  return {of.verb,
          place(of.from_zone, of.from_owner),
          place(of.to_zone, of.to_owner),
          of.player,
          of.index,
          of.kind,
          of.amount,
          of.seen_by};
}

inline std::vector<chemix_event> to_c(const std::vector<chemix::Event>& events) {
  std::vector<chemix_event> list;
  list.reserve(events.size());
  for (const chemix::Event& event : events) list.push_back(to_c(event));
  return list;
}

inline chemix_hint to_c(const chemix::Hint& hint) {
  chemix_hint to = CHEMIX_HINT_INIT;
  to.action = hint.action;
  to.reason = static_cast<std::int32_t>(hint.reason);
  to.choices = hint.choices;
  to.margin = hint.margin;
  to.gain = hint.gain;
  to.visits = hint.visits;
  return to;
}

inline chemix::Event from_c(const AnyGame& game, const chemix_event& event) {
  // Places that the verb does not use are 0, so 0 is nobody too.
  const auto owner = [](const chemix_place& place) {
    return place.owner == CHEMIX_NOBODY && !has_owner(place.zone) ? 0 : place.owner;
  };
  auto made = chemix::event_of(
      game, {event.verb, event.from.zone, owner(event.from), event.to.zone, owner(event.to),
             event.player, event.index, event.kind, event.amount, event.seen_by});
  if (made) return *made;
  // The library names its own fields, such as `event.from_zone`.
  std::string& field = made.error().field;
  for (const std::string_view part : {"_zone", "_owner"}) {
    if (field.ends_with(part)) field[field.size() - part.size()] = '.';
  }
  fail(CHEMIX_OUT_OF_RANGE, made.error());
}

inline std::vector<chemix::Event> from_c(const AnyGame& game, const chemix_event* events,
                                         chemix_count count) {
  expect_range("event_count", count, 0, std::numeric_limits<chemix_count>::max());
  if (count > 0) required(events, "events");
  std::vector<chemix::Event> list;
  for (chemix_count i = 0; i < count; ++i) {
    try {
      list.push_back(from_c(game, events[i]));
    } catch (Failure& failure) {
      // `event.verb` becomes `events[2].verb`.
      failure.error.field.replace(0, std::string_view("event").size(),
                                  "events[" + std::to_string(i) + "]");
      throw;
    }
  }
  return list;
}

}  // namespace chemix::capi
