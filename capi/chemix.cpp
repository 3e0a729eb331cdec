// SPDX-License-Identifier: Apache-2.0
// The C ABI over AnyGame: checks every argument, then calls; nothing thrown crosses it.
#include "chemix.h"

#include "chemix/agents/hint.hpp"
#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/catalogue.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/fair_deal.hpp"
#include "chemix/record.hpp"
#include "chemix/structured.hpp"
#include "chemix/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
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
  // What the arguments of every step are compared with, asked once.
  std::uint64_t key = game->key();
  std::size_t state_size = game->state_size();
  std::int32_t players = game->player_count();
  std::int32_t actions = game->action_count();
  std::int32_t chance_actions = game->chance_action_count();
};

struct chemix_turns {
  std::shared_ptr<const chemix::AnyGame> game;
  std::unique_ptr<chemix::WholeTurnList> list;
  // Found, and not given yet since it did not fit.
  std::optional<chemix::WholeTurn> found;
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
static_assert(CHEMIX_SECRET_SIZE == chemix::max_contribution_size);
static_assert(CHEMIX_SECRET_SIZE == sizeof(chemix::Bytes32));
static_assert(CHEMIX_ZONE_COMPOUND_STACK == static_cast<int>(chemix::Zone::CompoundStack));

// Without padding structures lie alike for all compilers, and a new field at the end is one that
// older callers have no room for.
template <class... Structs>
constexpr bool are_without_padding = (std::has_unique_object_representations_v<Structs> && ...);
static_assert(are_without_padding<chemix_error, chemix_limits, chemix_chance, chemix_event,
                                  chemix_place, chemix_step, chemix_contribution>);
static_assert(sizeof(chemix_judgement) == sizeof(double) + sizeof(int64_t) + 2 * sizeof(int32_t));

namespace {

using chemix::Actor;
using chemix::AnyGame;
using chemix::Block;
using chemix::ConstBlock;
using chemix::InputError;
using chemix::RuleError;
using chemix::tensor_layout_value;
using chemix::Viewer;

// Leaves a function with a status; caught by `guarded`, never seen outside.
struct Failure {
  chemix_status status;
  InputError error;
};

[[noreturn]] void fail(chemix_status status, InputError error) {
  throw Failure{status, std::move(error)};
}

template <std::size_t Size>
void copy_text(char (&to)[Size], std::string_view text) {
  std::size_t size = std::min(text.size(), Size - 1);
  // A cut text ends with a whole character.
  while (size < text.size() && size > 0 &&
         (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
    --size;
  }
  std::memcpy(to, text.data(), size);
  to[size] = '\0';
}

// The least that the size of a structure that grows may be: with nothing after it there is nothing
// to write, and the caller has not set it.
constexpr std::size_t least_size = 2 * sizeof(std::uint32_t);

// Writes a structure that grows: of an older caller what it has room for, of a newer one what is
// known here. Its size is the caller's.
template <class Grows>
void write_known(Grows& to, const Grows& known) {
  static_assert(std::is_trivially_copyable_v<Grows> && offsetof(Grows, size) == 0);
  constexpr std::size_t skipped = sizeof known.size;
  const std::size_t size = std::min<std::size_t>(to.size, sizeof known);
  std::memcpy(reinterpret_cast<std::byte*>(&to) + skipped,
              reinterpret_cast<const std::byte*>(&known) + skipped, size - skipped);
}

bool has_room(const chemix_error* error) { return error != nullptr && error->size >= least_size; }

void report(chemix_error* out_error, chemix_status status, std::string_view field,
            std::string_view message, std::string_view rule, const RuleError* refusal = nullptr) {
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

// An error that tells of an earlier call tells of nothing any more.
void clear(chemix_error* out_error) {
  if (!has_room(out_error) || out_error->status == CHEMIX_OK) return;
  write_known(*out_error, chemix_error CHEMIX_ERROR_INIT);
}

// What a function gives: a status, and of what does not fit how much there is. Sizes are asked for
// often, so it is no exception.
struct [[nodiscard]] Given {
  chemix_status status = CHEMIX_OK;
  std::size_t capacity = 0;
  std::size_t needed = 0;

  Given(chemix_status given) : status(given) {}  // NOLINT(google-explicit-constructor)
  Given(std::size_t room, std::size_t count)
      : status(room < count ? CHEMIX_BUFFER_TOO_SMALL : CHEMIX_OK), capacity(room), needed(count) {}
};

chemix_status failed(chemix_error* out_error, chemix_status status, const InputError& error) {
  try {
    report(out_error, status, error.field, error.message(), error.rule);
  } catch (...) {
    // Without room for the message the status still says what is wrong.
    report(out_error, status, "", "", "");
  }
  return status;
}

chemix_status too_small(chemix_error* out_error, const Given& given) {
  if (out_error == nullptr) return given.status;
  return failed(out_error, given.status,
                {"capacity", std::to_string(given.capacity),
                 "must be at least " + std::to_string(given.needed), ""});
}

inline chemix_status finished(chemix_error* out_error, const Given& given) {
  if (given.status == CHEMIX_BUFFER_TOO_SMALL) return too_small(out_error, given);
  if (given.status == CHEMIX_OK) clear(out_error);
  return given.status;
}

// What is being handled becomes a status.
chemix_status caught(chemix_error* out_error) {
  try {
    throw;
  } catch (const Failure& failure) {
    return failed(out_error, failure.status, failure.error);
  } catch (const std::bad_alloc&) {
    report(out_error, CHEMIX_OUT_OF_MEMORY, "", "out of memory", "");
    return CHEMIX_OUT_OF_MEMORY;
  } catch (...) {
    report(out_error, CHEMIX_INTERNAL_ERROR, "", "a fault of the library", "");
    return CHEMIX_INTERNAL_ERROR;
  }
}

// Runs a function of the ABI: whatever it throws becomes a status.
template <class Body>
chemix_status guarded(chemix_error* out_error, Body&& body) noexcept {
  try {
    return finished(out_error, body());
  } catch (...) {
    return caught(out_error);
  }
}

[[noreturn]] void fail_for_null(const char* name) {
  fail(CHEMIX_NULL_ARGUMENT, {name, "NULL", "must not be NULL", ""});
}

template <class T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) fail_for_null(name);
  return *pointer;
}

std::string_view required_text(const char* text, const char* name) { return &required(text, name); }

const AnyGame& game_of(const chemix_game* game) { return *required(game, "game").game; }

void expect_range(const char* name, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value >= least && value <= most) return;
  fail(CHEMIX_OUT_OF_RANGE,
       {name, std::to_string(value),
        "must be from " + std::to_string(least) + " to " + std::to_string(most), ""});
}

int seat(const AnyGame& game, const char* name, std::int32_t player) {
  expect_range(name, player, 0, game.player_count() - 1);
  return player;
}

Actor actor_of(const AnyGame& game, std::int32_t actor) {
  return actor == CHEMIX_CHANCE ? Actor::chance() : Actor(seat(game, "actor", actor));
}

Viewer viewer_of(const AnyGame& game, std::int32_t viewer) {
  return viewer == CHEMIX_SPECTATOR ? Viewer::spectator()
                                    : Viewer::player(seat(game, "viewer", viewer));
}

int action_of(const AnyGame& game, Actor actor, std::int32_t action) {
  const int count = actor.is_chance() ? game.chance_action_count() : game.action_count();
  expect_range("action", action, 0, count - 1);
  return action;
}

std::vector<chemix::RecordedStep> steps_of(const AnyGame& game, const chemix_step* steps,
                                           std::size_t count) {
  if (count > 0) required(steps, "steps");
  std::vector<chemix::RecordedStep> list;
  for (std::size_t i = 0; i < count; ++i) {
    const Actor who = actor_of(game, steps[i].actor);
    list.push_back({who, action_of(game, who, steps[i].action)});
  }
  return list;
}

ConstBlock state_of(const AnyGame& game, const void* state, std::size_t size,
                    const char* name = "state") {
  const ConstBlock block(&required(static_cast<const std::byte*>(state), name), size);
  if (auto wrong = game.expect_state(block)) {
    wrong->field = name;
    fail(CHEMIX_WRONG_MEMORY, *wrong);
  }
  return block;
}

// The same for what is called at every step: a game is asked only what is wrong, if anything is.

int seat(const chemix_game& game, const char* name, std::int32_t player) {
  return player >= 0 && player < game.players ? player : seat(*game.game, name, player);
}

Actor actor_of(const chemix_game& game, std::int32_t actor) {
  return actor == CHEMIX_CHANCE ? Actor::chance() : Actor(seat(game, "actor", actor));
}

int action_of(const chemix_game& game, Actor actor, std::int32_t action) {
  const std::int32_t count = actor.is_chance() ? game.chance_actions : game.actions;
  return action >= 0 && action < count ? action : action_of(*game.game, actor, action);
}

ConstBlock state_of(const chemix_game& game, const void* state, std::size_t size) {
  const ConstBlock block(static_cast<const std::byte*>(state), size);
  const bool has_key = state != nullptr && size == game.state_size &&
                       reinterpret_cast<std::uintptr_t>(state) % AnyGame::alignment == 0;
  std::uint64_t key = 0;
  if (has_key) std::memcpy(&key, state, sizeof key);
  return has_key && key == game.key ? block : state_of(*game.game, state, size);
}

template <class Value>
Value accepted(chemix::Result<Value> result) {
  if (!result) fail(CHEMIX_INVALID_INPUT, result.error());
  return std::move(*result);
}

std::unique_ptr<chemix::WholeTurnList> turns_of(const AnyGame& game, ConstBlock state) {
  return accepted(game.whole_turns(state));
}

ConstBlock observation_of(const AnyGame& game, const void* observation, std::size_t size) {
  const ConstBlock block(&required(static_cast<const std::byte*>(observation), "observation"),
                         size);
  if (auto wrong = game.expect_observation(block)) fail(CHEMIX_WRONG_MEMORY, *wrong);
  return block;
}

// An observation of which beliefs are asked.
ConstBlock possible_view_of(const AnyGame& game, const void* observation, std::size_t size) {
  const ConstBlock block = observation_of(game, observation, size);
  if (auto wrong = game.view_fault(block)) fail(CHEMIX_INVALID_INPUT, *wrong);
  return block;
}

// Memory to be written to: size and alignment must fit, what it holds does not matter.
Block memory(const char* name, void* data, std::size_t size, std::size_t needed) {
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

chemix::Decision decision_of(const AnyGame& game, const void* observation, std::size_t size) {
  return accepted(chemix::Decision::of(game, possible_view_of(game, observation, size)));
}

chemix::Seed seed_of(const char* text) {
  const auto seed = chemix::Seed::from_text(required_text(text, "seed"));
  if (!seed) {
    fail(CHEMIX_INVALID_INPUT,
         {"seed", text, "must be a whole number in decimal or 0x hexadecimal digits", ""});
  }
  return *seed;
}

chemix::Bytes32 secret_of(const uint8_t* secret, const char* name) {
  chemix::Bytes32 bytes{};
  std::copy_n(&required(secret, name), bytes.size(), bytes.begin());
  return bytes;
}

chemix::Contributions contributions_of(const chemix_contribution* given, std::size_t count) {
  if (count > 0) required(given, "contributions");
  expect_range("contribution_count", static_cast<std::int64_t>(count), 0, chemix::max_player_count);
  chemix::Contributions contributions;
  for (const chemix_contribution& one : std::span(given, count)) {
    expect_range("byte_count", one.byte_count, 0, CHEMIX_SECRET_SIZE);
    contributions.emplace_back(one.bytes, one.bytes + one.byte_count);
  }
  return contributions;
}

chemix_status give_acting(chemix::Acting acting, std::uint32_t* out_players, bool* out_chance) {
  required(out_players, "out_players");
  required(out_chance, "out_chance");
  *out_players = acting.players().bits();
  *out_chance = acting.is_chance();
  return CHEMIX_OK;
}

Given check_room(std::size_t capacity, std::size_t needed, const void* out, std::size_t* out_count,
                 std::size_t count) {
  required(out_count, "out_count") = count;
  if (capacity > 0) required(static_cast<const char*>(out), "out");
  return {capacity, needed};
}

Given give_text(std::string_view text, char* out, std::size_t capacity, std::size_t* out_count) {
  const Given given = check_room(capacity, text.size() + 1, out, out_count, text.size());
  if (given.status != CHEMIX_OK) return given;
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = '\0';
  return given;
}

Given give_json(const chemix::Value& value, char* out, std::size_t capacity,
                std::size_t* out_count) {
  return give_text(chemix::json_text(value), out, capacity, out_count);
}

// `write(span)` writes as many numbers as there are.
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

// `write(span)` writes what fits and returns how many there are.
template <class T, class Write>
Given give_written(Write&& write, T* out, std::size_t capacity, std::size_t* out_count) {
  required(out_count, "out_count");
  if (capacity > 0) required(out, "out");
  const std::size_t count = write(std::span<T>(out, capacity));
  *out_count = count;
  return {capacity, count};
}

chemix_status refused(const AnyGame& game, const RuleError& error, Actor actor,
                      chemix_error* out_error, std::string_view field = "action") {
  const std::string message = refusal_text(game, error, actor.is_chance());
  report(out_error, CHEMIX_REFUSED, field, message, error.rule.text(), &error);
  return CHEMIX_REFUSED;
}

chemix_event to_c(const chemix::Event& event) {
  const chemix::EventNumbers of = chemix::numbers_of(event);
  return {of.verb,   of.from_zone, of.from_owner, of.to_zone, of.to_owner,
          of.player, of.index,     of.kind,       of.amount,  of.seen_by};
}

chemix::Event from_c(const AnyGame& game, const chemix_event& event) {
  const auto made = chemix::event_of(
      game, {event.verb, event.from_zone, event.from_owner, event.to_zone, event.to_owner,
             event.player, event.index, event.kind, event.amount, event.seen_by});
  if (!made) fail(CHEMIX_OUT_OF_RANGE, made.error());
  return *made;
}

// What a refusal that was given to the caller says.
struct Refusal {
  std::string_view rule;
  int detail;
  std::array<std::int16_t, 3> arguments{};
};
Refusal refusal_of(const chemix_error* given) {
  const chemix_error& error = required(given, "error");
  // All that is read of it lies before its texts.
  if (error.size < offsetof(chemix_error, field)) {
    fail(CHEMIX_WRONG_MEMORY,
         {"error.size", std::to_string(error.size), "must be set by CHEMIX_ERROR_INIT", ""});
  }
  if (error.status != CHEMIX_REFUSED) {
    fail(CHEMIX_INVALID_INPUT,
         {"error.status", chemix_status_name(error.status), "must be CHEMIX_REFUSED", ""});
  }
  Refusal refusal{{error.rule, strnlen(error.rule, sizeof error.rule)}, error.detail, {}};
  for (std::size_t i = 0; i < refusal.arguments.size(); ++i) {
    expect_range("error.arguments", error.arguments[i], INT16_MIN, INT16_MAX);
    refusal.arguments[i] = static_cast<std::int16_t>(error.arguments[i]);
  }
  return refusal;
}

// How a language and names are given: see chemix.h.
chemix::Words words_of(const char* language, const char* players) {
  std::string_view tag = language == nullptr ? "en" : language;
  constexpr std::string_view aloud = " aloud";
  const bool is_aloud = tag.ends_with(aloud);
  if (is_aloud) tag.remove_suffix(aloud.size());
  chemix::Words words = accepted(chemix::Words::in(tag));
  if (is_aloud) words = words.aloud();
  std::vector<std::string> names;
  std::string_view rest = players == nullptr ? "" : players;
  while (!rest.empty()) names.emplace_back(chemix::split_off(rest, "\n"));
  return words.with_players(std::move(names));
}

std::string words_of(const chemix::Words& words, const chemix::GameDescription& game) {
  const auto line = [](std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) {
      if (!text.empty()) text += '\t';
      text += part;
    }
    return text + '\n';
  };
  std::string text =
      line({"title", words.title(game.name)}) + line({"score", words.score_meaning(game.name)});
  for (const chemix::OptionDescription& option : game.options) {
    text += line({"option", option.name, words.option(game.name, option.name)});
    for (const std::string& choice : option.choices) {
      text += line({"choice", option.name, choice, words.choice(game.name, option.name, choice)});
    }
  }
  for (const chemix::OptionDescription& weight : game.turn_weights) {
    text += line({"turn_weight", weight.name, words.turn_weight(game.name, weight.name)});
  }
  return text;
}

chemix::GameDescription description_of(std::string_view name) {
  auto found = chemix::game_description(name);
  if (!found) found.error().field = "name";
  return accepted(std::move(found));
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
    default:
      return "unknown status";
  }
}

// ---- Decks ----

chemix_status chemix_deck_create(const char* text, size_t text_size, const char* file_name,
                                 chemix_deck** out_deck, chemix_error* out_error) {
  return guarded(out_error, [&] {
    required(out_deck, "out_deck");
    auto deck = std::make_unique<chemix_deck>();
    deck->text.assign(&required(text, "text"), text_size);
    deck->file_name = required_text(file_name, "file_name");
    if (auto fault = chemix::deck_file_fault(deck->text, deck->file_name)) {
      fail(CHEMIX_INVALID_INPUT, *fault);
    }
    *out_deck = deck.release();
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
    const auto game = description_of(required_text(name, "name"));
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
    *out_game = new chemix_game{accepted(chemix::make_game(request))};
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
    if (required(out_limits, "out_limits").size < least_size) {
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
    return give_json(tensor_layout_value(game_of(game).tensor_layout()), out, capacity, out_count);
  });
}

chemix_status chemix_game_information_state_tensor_layout(const chemix_game* game, char* out,
                                                          size_t capacity, size_t* out_count,
                                                          chemix_error* out_error) {
  return guarded(out_error, [&] {
    return give_json(tensor_layout_value(game_of(game).information_state_tensor_layout()), out,
                     capacity, out_count);
  });
}

chemix_status chemix_game_state_tensor_layout(const chemix_game* game, char* out, size_t capacity,
                                              size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    return give_json(tensor_layout_value(game_of(game).state_tensor_layout()), out, capacity,
                     out_count);
  });
}

// ---- Words ----

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
    const AnyGame& of = game_of(game);
    return give_acting(of.acting(state_of(*game, state, state_size)), out_players, out_chance);
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
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(*game, state, state_size);
    const int who = seat(*game, "player", player);
    return give_written([&](std::span<int> ids) { return of.legal_actions(block, who, ids); }, out,
                        capacity, out_count);
  });
}

chemix_status chemix_state_check(const chemix_game* game, const void* state, size_t state_size,
                                 int32_t actor, int32_t action, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(*game, state, state_size);
    const Actor who = actor_of(*game, actor);
    const auto error = of.check(block, who, action_of(*game, who, action));
    return error ? refused(of, *error, who, out_error) : CHEMIX_OK;
  });
}

chemix_status chemix_state_apply(const chemix_game* game, int32_t actor, int32_t action,
                                 void* state, size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    state_of(*game, state, state_size);
    const Actor who = actor_of(*game, actor);
    const int id = action_of(*game, who, action);
    const auto error = of.apply({static_cast<std::byte*>(state), state_size}, who, id);
    return error ? refused(of, *error, who, out_error) : CHEMIX_OK;
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
      fail(CHEMIX_INVALID_INPUT, {"state", "", "chance does not act in it", "GN-2"});
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
    std::vector<double> returns;
    for (const auto& share : of.returns(state_of(of, state, state_size))) {
      returns.push_back(share.value());
    }
    return give_list(returns, out, capacity, out_count);
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
    const ConstBlock block = state_of(of, before, state_size);
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

// ---- What a viewer may know, for servers ----

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
    required(out_may, "out_may") = of.can_undo(first, last, who);
    return CHEMIX_OK;
  });
}

// ---- Observations ----

chemix_status chemix_state_observe(const chemix_game* game, const void* state, size_t state_size,
                                   int32_t viewer, void* out_observation, size_t observation_size,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    const Viewer who = viewer_of(of, viewer);
    of.observe(block, who,
               memory("out_observation", out_observation, observation_size, of.observation_size()));
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_viewer(const chemix_game* game, const void* observation,
                                        size_t observation_size, int32_t* out_viewer,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Viewer viewer = of.viewer(observation_of(of, observation, observation_size));
    required(out_viewer, "out_viewer") =
        viewer.is_spectator() ? CHEMIX_SPECTATOR : static_cast<std::int32_t>(viewer.seat());
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_phase(const chemix_game* game, const void* observation,
                                       size_t observation_size, char* out, size_t capacity,
                                       size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.phase_seen(observation_of(of, observation, observation_size)), out,
                     capacity, out_count);
  });
}

chemix_status chemix_observation_acting(const chemix_game* game, const void* observation,
                                        size_t observation_size, uint32_t* out_players,
                                        bool* out_chance, bool* out_sealed,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    required(out_sealed, "out_sealed");
    give_acting(of.acting_seen(block), out_players, out_chance);
    *out_sealed = of.is_sealed_seen(block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_scores(const chemix_game* game, const void* observation,
                                        size_t observation_size, int32_t* out, size_t capacity,
                                        size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    std::vector<std::int32_t> scores;
    for (const auto& score : of.scores_seen(observation_of(of, observation, observation_size))) {
      scores.push_back(score.value_or(CHEMIX_UNKNOWN_SCORE));
    }
    return give_list(scores, out, capacity, out_count);
  });
}

chemix_status chemix_observation_fold(const chemix_game* game, const chemix_event* event,
                                      void* observation, size_t observation_size,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const chemix::Event seen = from_c(of, required(event, "event"));
    observation_of(of, observation, observation_size);
    of.fold({static_cast<std::byte*>(observation), observation_size}, seen);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_legal_actions(const chemix_game* game, const void* observation,
                                               size_t observation_size, int32_t* out,
                                               size_t capacity, size_t* out_count,
                                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_written([&](std::span<int> ids) { return of.legal_actions_seen(block, ids); }, out,
                        capacity, out_count);
  });
}

chemix_status chemix_observation_check(const chemix_game* game, const void* observation,
                                       size_t observation_size, int32_t action,
                                       chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    const Viewer who = of.viewer(block);
    if (who.is_spectator()) {
      fail(CHEMIX_INVALID_INPUT, {"observation", "", "is a spectator's, who never acts", ""});
    }
    const Actor actor(who.seat());
    const auto error = of.check_seen(block, action_of(of, actor, action));
    return error ? refused(of, *error, actor, out_error) : CHEMIX_OK;
  });
}

chemix_status chemix_observation_digest(const chemix_game* game, const void* observation,
                                        size_t observation_size, uint64_t* out_digest,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    required(out_digest, "out_digest") = of.observation_digest(block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_text(const chemix_game* game, const void* observation,
                                      size_t observation_size, char* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.observation_text(observation_of(of, observation, observation_size)), out,
                     capacity, out_count);
  });
}

chemix_status chemix_observation_save(const chemix_game* game, const void* observation,
                                      size_t observation_size, void* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_written(
        [&](std::span<std::byte> bytes) { return of.save_observation(block, bytes); },
        static_cast<std::byte*>(out), capacity, out_count);
  });
}

chemix_status chemix_observation_load(const chemix_game* game, const void* bytes, size_t byte_count,
                                      void* out_observation, size_t observation_size,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock saved(&required(static_cast<const std::byte*>(bytes), "bytes"), byte_count);
    const Block block =
        memory("out_observation", out_observation, observation_size, of.observation_size());
    if (auto wrong = of.load_observation(saved, block)) fail(CHEMIX_INVALID_INPUT, *wrong);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_tensor(const chemix_game* game, const void* observation,
                                        size_t observation_size, float* out, size_t capacity,
                                        size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_numbers(
        of.tensor_size(), [&](auto numbers) { of.tensor(block, numbers); }, out, capacity,
        out_count);
  });
}

chemix_status chemix_observation_information_state_tensor(const chemix_game* game,
                                                          const void* observation,
                                                          size_t observation_size, float* out,
                                                          size_t capacity, size_t* out_count,
                                                          chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_numbers(
        of.information_state_tensor_size(),
        [&](auto numbers) { of.information_state_tensor(block, numbers); }, out, capacity,
        out_count);
  });
}

chemix_status chemix_observation_determinize(const chemix_game* game, const void* observation,
                                             size_t observation_size, const char* seed,
                                             uint64_t draw, int32_t others, void* out_state,
                                             size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    const chemix::SeedSequence sequence(seed_of(seed));
    auto random = chemix::RandomStream(sequence, chemix::Domain::Sampler).generator(draw);
    expect_range("others", others, CHEMIX_OTHERS_DECIDED, CHEMIX_OTHERS_UNDECIDED);
    const Block state = memory("out_state", out_state, state_size, of.state_size());
    if (!of.determinize(block, random, static_cast<chemix::Others>(others), state)) {
      fail(CHEMIX_INVALID_INPUT, {"observation", "", "no deal of the unseen cards fits it", ""});
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_count_worlds(const chemix_game* game, const void* observation,
                                              size_t observation_size, char* out, size_t capacity,
                                              size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.count_worlds(possible_view_of(of, observation, observation_size)), out,
                     capacity, out_count);
  });
}

chemix_status chemix_observation_weakened(const chemix_game* game, const void* observation,
                                          size_t observation_size, int32_t* out_weakened,
                                          int32_t* out_approximated, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    required(out_weakened, "out_weakened");
    required(out_approximated, "out_approximated");
    *out_weakened = of.weakened(block);
    *out_approximated = of.approximated(block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_hidden_places(const chemix_game* game, const void* observation,
                                               size_t observation_size, chemix_place* out,
                                               size_t capacity, size_t* out_count,
                                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    std::vector<chemix_place> places;
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    for (const chemix::Place place : of.hidden_places(block)) {
      places.push_back({static_cast<std::int32_t>(place.zone), place.owner});
    }
    return give_list(places, out, capacity, out_count);
  });
}

chemix_status chemix_observation_marginals(const chemix_game* game, const void* observation,
                                           size_t observation_size, double* out, size_t capacity,
                                           size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    return give_list(of.marginals(block).probabilities, out, capacity, out_count);
  });
}

// ---- Words for people ----

chemix_status chemix_word_languages(char* out, size_t capacity, size_t* out_count,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::string all;
    for (const std::string& language : chemix::Words::languages()) {
      all += (all.empty() ? "" : " ") + language;
    }
    return give_text(all, out, capacity, out_count);
  });
}

chemix_status chemix_game_words(const char* name, const char* language, char* out, size_t capacity,
                                size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto game = description_of(required_text(name, "name"));
    return give_text(words_of(words_of(language, nullptr), game), out, capacity, out_count);
  });
}

chemix_status chemix_card_words(const chemix_game* game, int32_t kind, const char* language,
                                char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    expect_range("kind", kind, 0, of.card_kind_count() - 1);
    return give_text(words_of(language, nullptr).card(of, kind), out, capacity, out_count);
  });
}

chemix_status chemix_action_words(const chemix_game* game, int32_t actor, int32_t action,
                                  const char* language, const char* players, char* out,
                                  size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Actor by = actor_of(of, actor);
    const int id = action_of(of, by, action);
    const chemix::Words words = words_of(language, players);
    return give_text(by.is_chance() ? words.chance_action(of, id) : words.action(of, id), out,
                     capacity, out_count);
  });
}

chemix_status chemix_event_words(const chemix_game* game, const chemix_event* event,
                                 const char* language, const char* players, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const chemix::Event told = from_c(of, required(event, "event"));
    return give_text(words_of(language, players).event(of, told), out, capacity, out_count);
  });
}

chemix_status chemix_error_words(const chemix_game* game, const chemix_error* error,
                                 const char* language, const char* players, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Refusal refusal = refusal_of(error);
    const chemix::Words words = words_of(language, players);
    return give_text(words.refusal(of, refusal.rule, refusal.detail, refusal.arguments), out,
                     capacity, out_count);
  });
}

chemix_status chemix_observation_words(const chemix_game* game, const void* observation,
                                       size_t observation_size, const char* language,
                                       const char* players, char* out, size_t capacity,
                                       size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock seen = observation_of(of, observation, observation_size);
    return give_text(words_of(language, players).prompt(of, seen), out, capacity, out_count);
  });
}

chemix_status chemix_state_words(const chemix_game* game, const void* state, size_t state_size,
                                 const char* language, const char* players, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    return give_text(words_of(language, players).result(of, block), out, capacity, out_count);
  });
}

// ---- Plain data ----

chemix_status chemix_state_json(const chemix_game* game, const void* state, size_t state_size,
                                char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_json(of.state_value(state_of(of, state, state_size)), out, capacity, out_count);
  });
}

chemix_status chemix_state_from_json(const chemix_game* game, const char* text, size_t text_size,
                                     void* out_state, size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const std::string_view json(&required(text, "text"), text_size);
    const Block block = memory("out_state", out_state, state_size, of.state_size());
    if (auto wrong = of.read_state(accepted(chemix::read_json(json, "text")), block)) {
      fail(CHEMIX_INVALID_INPUT, *wrong);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_json(const chemix_game* game, const void* observation,
                                      size_t observation_size, char* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_json(of.observation_value(block), out, capacity, out_count);
  });
}

chemix_status chemix_action_json(const chemix_game* game, int32_t actor, int32_t action, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Actor who = actor_of(of, actor);
    return give_json(chemix::action_value(of, who, action_of(of, who, action)), out, capacity,
                     out_count);
  });
}

chemix_status chemix_event_json(const chemix_game* game, const chemix_event* event, char* out,
                                size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_json(chemix::event_value(of, from_c(of, required(event, "event"))), out, capacity,
                     out_count);
  });
}

chemix_status chemix_refusal_json(const chemix_game* game, int32_t actor, const chemix_error* error,
                                  char* out, size_t capacity, size_t* out_count,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Refusal refusal = refusal_of(error);
    const Actor who = actor_of(of, actor);
    return give_json(chemix::refusal_value(of, who, action_of(of, who, error->action), refusal.rule,
                                           refusal.detail, refusal.arguments),
                     out, capacity, out_count);
  });
}

chemix_status chemix_record_json(const char* text, size_t text_size, char* out, size_t capacity,
                                 size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    return give_json(chemix::record_value(accepted(chemix::read_record(record))), out, capacity,
                     out_count);
  });
}

chemix_status chemix_game_catalogue(const chemix_game* game, char* out, size_t capacity,
                                    size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    return give_json(chemix::catalogue(game_of(game)), out, capacity, out_count);
  });
}

chemix_status chemix_game_description(const char* name, char* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto game = description_of(required_text(name, "name"));
    return give_json(chemix::description_value(game), out, capacity, out_count);
  });
}

chemix_status chemix_deck_names(char* out, size_t capacity, size_t* out_count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::string names;
    for (const std::string& name : chemix::builtin_deck_names()) {
      names += (names.empty() ? "" : " ") + name;
    }
    return give_text(names, out, capacity, out_count);
  });
}

chemix_status chemix_deck_json(const char* name, char* out, size_t capacity, size_t* out_count,
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto deck = accepted(chemix::deck_value(required_text(name, "name")));
    return give_json(deck, out, capacity, out_count);
  });
}

chemix_status chemix_deck_text(const chemix_deck* deck, char* out, size_t capacity,
                               size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const chemix_deck& of = required(deck, "deck");
    const auto data = accepted(chemix::deck_value(of.text, of.file_name));
    return give_text(accepted(chemix::deck_file_text(data)), out, capacity, out_count);
  });
}

chemix_status chemix_game_schema(const chemix_game* game, const char* what, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    return give_json(accepted(chemix::schema_of(of, required_text(what, "what"))), out, capacity,
                     out_count);
  });
}

// ---- Batches ----

namespace {

// An entry of a list, as messages call it.
std::string entry(const char* list, std::size_t i) {
  return list + ("[" + std::to_string(i) + "]");
}

// States or observations, one after another.
template <class Byte>
struct Blocks {
  Byte* first;
  std::size_t size;

  std::span<Byte> operator[](std::size_t i) const { return {first + i * size, size}; }
};

// Memory for `count` blocks of a size, whatever it holds.
template <class Void>
auto blocks_of(const char* name, Void* data, std::size_t size, std::size_t count, std::size_t one) {
  using Byte = std::conditional_t<std::is_const_v<Void>, const std::byte, std::byte>;
  if (count == 0 && size == 0) return Blocks<Byte>{nullptr, one};
  required(static_cast<Byte*>(data), name);
  if (size % one != 0 || size / one != count) {
    fail(CHEMIX_WRONG_MEMORY,
         {name, std::to_string(size) + " bytes",
          "must be " + std::to_string(count) + " times " + std::to_string(one), ""});
  }
  if (reinterpret_cast<std::uintptr_t>(data) % AnyGame::alignment != 0) {
    fail(CHEMIX_WRONG_MEMORY, {name, "", "must be aligned to 8 bytes", ""});
  }
  return Blocks<Byte>{static_cast<Byte*>(data), one};
}

template <class Void>
auto states_of(const AnyGame& game, Void* states, std::size_t size, std::size_t count) {
  const auto blocks = blocks_of("states", states, size, count, game.state_size());
  for (std::size_t i = 0; i < count; ++i) {
    if (auto wrong = game.expect_state(blocks[i])) {
      wrong->field = entry("states", i);
      fail(CHEMIX_WRONG_MEMORY, *wrong);
    }
  }
  return blocks;
}

// Refuses a list that names what is no seat, nor what may stand in its place.
void expect_seats(const AnyGame& game, const char* list, const std::int32_t* players,
                  std::size_t count, std::int32_t instead) {
  if (count > 0) required(players, list);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_seat = players[i] >= 0 && players[i] < game.player_count();
    // The name of an entry is made only where it is needed.
    if (!is_seat && players[i] != instead) seat(game, entry(list, i).c_str(), players[i]);
  }
}

}  // namespace

chemix_status chemix_batch_init(const chemix_game* game, const int32_t* start_players,
                                void* out_states, size_t states_size, size_t count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = blocks_of("out_states", out_states, states_size, count, of.state_size());
    if (start_players != nullptr) expect_seats(of, "start_players", start_players, count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      of.initial_state(start_players == nullptr ? 0 : start_players[i], blocks[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_acting(const chemix_game* game, const void* states, size_t states_size,
                                  size_t count, uint32_t* out_players, bool* out_chance,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    if (count > 0) required(out_players, "out_players");
    if (count > 0) required(out_chance, "out_chance");
    for (std::size_t i = 0; i < count; ++i) {
      give_acting(of.acting(blocks[i]), out_players + i, out_chance + i);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_legal_masks(const chemix_game* game, const void* states,
                                       size_t states_size, size_t count, const int32_t* players,
                                       uint8_t* out, size_t capacity, size_t* out_count,
                                       chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "players", players, count, CHEMIX_CHANCE);
    const auto row = static_cast<std::size_t>(of.action_count());
    const Given given = check_room(capacity, count * row, out, out_count, count * row);
    if (given.status != CHEMIX_OK) return given;
    std::vector<int> ids(static_cast<std::size_t>(of.max_legal_actions()));
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t* const mask = out + i * row;
      std::fill_n(mask, row, std::uint8_t{0});
      if (players[i] == CHEMIX_CHANCE) continue;
      const std::size_t legal = of.legal_actions(blocks[i], players[i], ids);
      for (std::size_t k = 0; k < legal; ++k) mask[ids[k]] = 1;
    }
    return given;
  });
}

chemix_status chemix_batch_apply(const chemix_game* game, const int32_t* actors,
                                 const int32_t* actions, void* states, size_t states_size,
                                 size_t count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "actors", actors, count, CHEMIX_CHANCE);
    if (count > 0) required(actions, "actions");
    const auto actor = [&](std::size_t i) {
      return actors[i] == CHEMIX_CHANCE ? Actor::chance() : Actor(actors[i]);
    };
    for (std::size_t i = 0; i < count; ++i) {
      if (actions[i] == CHEMIX_NO_ACTION) continue;
      const Actor who = actor(i);
      const int ids = who.is_chance() ? of.chance_action_count() : of.action_count();
      if (actions[i] < 0 || actions[i] >= ids) {
        expect_range(entry("actions", i).c_str(), actions[i], 0, ids - 1);
      }
      if (const auto error = of.check(blocks[i], who, actions[i])) {
        return refused(of, *error, who, out_error, entry("actions", i));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (actions[i] != CHEMIX_NO_ACTION) of.apply(blocks[i], actor(i), actions[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_resolve(const chemix_game* game, const uint64_t* seeds, void* states,
                                   size_t states_size, size_t count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    if (count > 0) required(seeds, "seeds");
    // All are made before any state is touched: that is what may run out of memory.
    const std::vector<chemix::Dealer> dealers(seeds, seeds + count);
    for (std::size_t i = 0; i < count; ++i) {
      if (of.acting(blocks[i]).is_chance()) dealers[i].resolve(of, blocks[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_playout(const chemix_game* game, const uint64_t* seeds, void* states,
                                   size_t states_size, size_t count, int64_t* out_steps,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    if (count > 0) required(seeds, "seeds");
    std::vector<chemix::FastRandom> randoms;
    randoms.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      randoms.emplace_back(chemix::SeedSequence(chemix::Seed(seeds[i])));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t steps = of.playout(blocks[i], randoms[i]);
      if (out_steps != nullptr) out_steps[i] = steps;
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_observe(const chemix_game* game, const void* states, size_t states_size,
                                   size_t count, const int32_t* viewers, void* out_observations,
                                   size_t observations_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "viewers", viewers, count, CHEMIX_SPECTATOR);
    const auto seen = blocks_of("out_observations", out_observations, observations_size, count,
                                of.observation_size());
    for (std::size_t i = 0; i < count; ++i) {
      of.observe(blocks[i], viewer_of(of, viewers[i]), seen[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_tensors(const chemix_game* game, const void* states, size_t states_size,
                                   size_t count, const int32_t* viewers, float* out,
                                   size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "viewers", viewers, count, CHEMIX_SPECTATOR);
    const std::size_t row = of.tensor_size();
    const Given given = check_room(capacity, count * row, out, out_count, count * row);
    if (given.status != CHEMIX_OK) return given;
    for (std::size_t i = 0; i < count; ++i) {
      of.tensor(blocks[i], viewer_of(of, viewers[i]), std::span(out + i * row, row));
    }
    return given;
  });
}

chemix_status chemix_batch_returns(const chemix_game* game, const void* states, size_t states_size,
                                   size_t count, double* out, size_t capacity, size_t* out_count,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    const auto row = static_cast<std::size_t>(of.player_count());
    const Given given = check_room(capacity, count * row, out, out_count, count * row);
    if (given.status != CHEMIX_OK) return given;
    for (std::size_t i = 0; i < count; ++i) {
      for (const auto& share : of.returns(blocks[i])) *out++ = share.value();
    }
    return given;
  });
}

// ---- Policies ----

chemix_status chemix_policy_list(char* out, size_t capacity, size_t* out_count,
                                 chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_json(chemix::policies_value(), out, capacity, out_count); });
}

chemix_status chemix_policy_create(const char* text, chemix_policy** out_policy,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view named = required_text(text, "text");
    required(out_policy, "out_policy");
    *out_policy = new chemix_policy{accepted(chemix::make_policy(named))};
    return CHEMIX_OK;
  });
}

void chemix_policy_destroy(chemix_policy** policy) {
  if (policy == nullptr) return;
  delete *policy;
  *policy = nullptr;
}

chemix_status chemix_policy_choose(const chemix_policy* policy, const chemix_game* game,
                                   const void* observation, size_t observation_size,
                                   const char* seed, int32_t* out_action, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = *required(policy, "policy").policy;
    const auto decision = decision_of(game_of(game), observation, observation_size);
    required(out_action, "out_action");
    chemix::Generator random = chemix::PolicyStreams(seed_of(seed)).decision(0);
    *out_action = by.choose(decision, random);
    return CHEMIX_OK;
  });
}

chemix_status chemix_policy_judge(const chemix_policy* policy, const chemix_game* game,
                                  const void* observation, size_t observation_size,
                                  const char* seed, chemix_judgement* out, size_t capacity,
                                  size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = *required(policy, "policy").policy;
    const auto decision = decision_of(game_of(game), observation, observation_size);
    chemix::Generator random = chemix::PolicyStreams(seed_of(seed)).decision(0);
    const std::size_t count = decision.legal_actions().size();
    const Given given = check_room(capacity, count, out, out_count, count);
    if (given.status != CHEMIX_OK) return given;
    for (const auto& [action, value, visits] : by.judge(decision, random)) {
      *out++ = {value, visits, action, 0};
    }
    return given;
  });
}

chemix_status chemix_policy_hint(const chemix_policy* policy, const chemix_game* game,
                                 const void* observation, size_t observation_size, const char* seed,
                                 const char* language, const char* players, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = *required(policy, "policy").policy;
    const AnyGame& of = game_of(game);
    const auto decision = decision_of(of, observation, observation_size);
    const chemix::Words words = words_of(language, players);
    chemix::Generator random = chemix::PolicyStreams(seed_of(seed)).decision(0);
    return give_json(chemix::hint_value(of, chemix::hint_of(by, decision, random), words), out,
                     capacity, out_count);
  });
}

chemix_status chemix_state_play(const chemix_game* game, const chemix_policy* const* policies,
                                size_t policy_count, const char* seed, void* state,
                                size_t state_size, int64_t* out_steps, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    state_of(of, state, state_size);
    const Block block(static_cast<std::byte*>(state), state_size);
    if (policy_count != static_cast<size_t>(of.player_count())) {
      fail(CHEMIX_INVALID_INPUT,
           {"policy_count", std::to_string(policy_count),
            "must be one for each of the players: " + std::to_string(of.player_count()), "GN-1"});
    }
    required(policies, "policies");
    std::vector<std::shared_ptr<const chemix::Policy>> by_seat;
    for (size_t i = 0; i < policy_count; ++i) {
      by_seat.push_back(required(policies[i], "policies").policy);
    }
    const std::int64_t steps = chemix::play(of, block, by_seat, seed_of(seed));
    if (out_steps != nullptr) *out_steps = steps;
    return CHEMIX_OK;
  });
}

// ---- Records ----

chemix_status chemix_record_write(const chemix_game* game, int32_t start_player,
                                  const chemix_step* steps, size_t step_count, char* out,
                                  size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const int start = seat(of, "start_player", start_player);
    const auto list = steps_of(of, steps, step_count);
    return give_text(accepted(chemix::write_record(of, start, list)), out, capacity, out_count);
  });
}

chemix_status chemix_record_write_resumed(const chemix_game* game, const void* start,
                                          size_t state_size, const chemix_step* steps,
                                          size_t step_count, char* out, size_t capacity,
                                          size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock from = state_of(of, start, state_size);
    const auto list = steps_of(of, steps, step_count);
    return give_text(accepted(chemix::write_resumed_record(of, from, list)), out, capacity,
                     out_count);
  });
}

chemix_status chemix_record_open(const char* text, size_t text_size, chemix_record** out_record,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    required(out_record, "out_record");
    *out_record = new chemix_record{accepted(chemix::read_record(record))};
    return CHEMIX_OK;
  });
}

chemix_status chemix_record_game(const chemix_record* record, chemix_game** out_game,
                                 int32_t* out_start_player, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = required(record, "record").replay;
    required(out_game, "out_game");
    required(out_start_player, "out_start_player") = replay.start_player.value_or(CHEMIX_NOBODY);
    *out_game = new chemix_game{replay.game};
    return CHEMIX_OK;
  });
}

chemix_status chemix_record_start(const chemix_record* record, void* out_state, size_t state_size,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = required(record, "record").replay;
    const AnyGame& of = *replay.game;
    const Block block = memory("out_state", out_state, state_size, of.state_size());
    std::copy(replay.start.begin(), replay.start.end(), block.begin());
    return CHEMIX_OK;
  });
}

chemix_status chemix_record_steps(const chemix_record* record, chemix_step* out, size_t capacity,
                                  size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::vector<chemix_step> steps;
    for (const chemix::RecordedStep& step : required(record, "record").replay.steps) {
      steps.push_back({step.actor.is_chance() ? CHEMIX_CHANCE : step.actor.player(), step.action});
    }
    return give_list(steps, out, capacity, out_count);
  });
}

chemix_status chemix_record_seen(const chemix_record* record, int32_t viewer, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = required(record, "record").replay;
    return give_text(chemix::write_seen_record(replay, viewer_of(*replay.game, viewer)), out,
                     capacity, out_count);
  });
}

void chemix_record_destroy(chemix_record** record) {
  if (record == nullptr) return;
  delete *record;
  *record = nullptr;
}

chemix_status chemix_record_verify(const char* text, size_t text_size, uint64_t* out_digest,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    required(out_digest, "out_digest");
    *out_digest = accepted(chemix::read_record(record)).digest;
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_open(const char* text, size_t text_size,
                                      chemix_seen_record** out_record, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    required(out_record, "out_record");
    *out_record = new chemix_seen_record{accepted(chemix::read_seen_record(record))};
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_game(const chemix_seen_record* record, chemix_game** out_game,
                                      size_t* out_step_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::SeenReplay& replay = required(record, "record").replay;
    required(out_game, "out_game");
    required(out_step_count, "out_step_count") = replay.steps.size();
    *out_game = new chemix_game{replay.game};
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_start(const chemix_seen_record* record, void* out_observation,
                                       size_t observation_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::SeenReplay& replay = required(record, "record").replay;
    const AnyGame& of = *replay.game;
    const Block block =
        memory("out_observation", out_observation, observation_size, of.observation_size());
    std::copy(replay.start.begin(), replay.start.end(), block.begin());
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_events(const chemix_seen_record* record, size_t step,
                                        chemix_event* out, size_t capacity, size_t* out_count,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto& steps = required(record, "record").replay.steps;
    if (step >= steps.size()) {
      fail(CHEMIX_OUT_OF_RANGE,
           {"step", std::to_string(step), "must be below " + std::to_string(steps.size()), ""});
    }
    std::vector<chemix_event> list;
    for (const chemix::Event& event : steps[step]) list.push_back(to_c(event));
    return give_list(list, out, capacity, out_count);
  });
}

void chemix_seen_record_destroy(chemix_seen_record** record) {
  if (record == nullptr) return;
  delete *record;
  *record = nullptr;
}

chemix_status chemix_deal_commit(const chemix_game* game, int32_t start_player, const uint8_t* seed,
                                 const uint8_t* salt, char* out, size_t capacity, size_t* out_count,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(chemix::commit(of, seat(of, "start_player", start_player),
                                    secret_of(seed, "seed"), secret_of(salt, "salt")),
                     out, capacity, out_count);
  });
}

chemix_status chemix_deal_seed(const uint8_t* seed, const chemix_contribution* contributions,
                               size_t contribution_count, char* out, size_t capacity,
                               size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto dealing = accepted(chemix::dealing_seed(
        secret_of(seed, "seed"), contributions_of(contributions, contribution_count)));
    return give_text(chemix::seed_text(dealing), out, capacity, out_count);
  });
}

chemix_status chemix_deal_verify(const char* commitment, const uint8_t* seed, const uint8_t* salt,
                                 const chemix_contribution* contributions,
                                 size_t contribution_count, const char* text, size_t text_size,
                                 uint64_t* out_digest, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Reveal reveal{secret_of(seed, "seed"), secret_of(salt, "salt"),
                                contributions_of(contributions, contribution_count)};
    const std::string_view record(&required(text, "text"), text_size);
    const std::string_view committed = required_text(commitment, "commitment");
    required(out_digest, "out_digest");
    *out_digest = accepted(chemix::verify_deal(committed, reveal, record)).digest;
    return CHEMIX_OK;
  });
}
