// SPDX-License-Identifier: Apache-2.0
// Shared by all fuzzers: readers of inputs, games by name, calls of the C ABI with their outputs,
// and the invariants of every accepted state and observation.
//
// Memory comes from vectors of exactly the size that a call needs, so that the address sanitizer
// sees every access beyond it.
#pragma once

#include "chemix.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fuzz {

using Bytes = std::vector<std::byte>;

[[noreturn]] inline void fail(std::string_view what, std::string_view detail = {}) {
  std::fprintf(stderr, "broken invariant: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

inline void require(bool holds, std::string_view what, std::string_view detail = {}) {
  if (!holds) fail(what, detail);
}

// ---- Inputs ----

/// Limits the CPU time of one input. Wall-clock time depends on the load of the machine.
class TimeLimit {
 public:
  TimeLimit() = default;
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
  ~TimeLimit() {
    require((std::clock() - begin_) / CLOCKS_PER_SEC < 2, "an input takes less than two seconds");
  }

 private:
  std::clock_t begin_ = std::clock();
};

/// Reads an input from its front. Past the end all numbers are 0.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  [[nodiscard]] bool is_empty() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] std::span<const std::byte> rest_bytes() const {
    return std::as_bytes(std::span(rest_));
  }
  std::string line() {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    return std::string(line);
  }
  template <class Number>
  Number number() {
    Number number = 0;
    const std::size_t size = std::min(sizeof number, rest_.size());
    std::memcpy(&number, rest_.data(), size);
    rest_.remove_prefix(size);
    return number;
  }
  std::uint8_t byte() { return number<std::uint8_t>(); }

 private:
  std::string_view rest_;
};

// ---- Calls ----

struct Error : chemix_error {
  Error() : chemix_error CHEMIX_ERROR_INIT {}

  [[nodiscard]] std::string told() const { return std::string(field) + ": " + message; }
  bool operator==(const Error& other) const {
    return std::memcmp(static_cast<const chemix_error*>(this),
                       static_cast<const chemix_error*>(&other), sizeof(chemix_error)) == 0;
  }
};

/// Whether a call succeeded. A failure must have an expected status and a message.
inline bool is_ok(chemix_status status, const Error& error) {
  require(error.status == status, "the error has the status that is returned", error.told());
  if (status == CHEMIX_OK) return true;
  require(status == CHEMIX_REFUSED || status == CHEMIX_OUT_OF_RANGE ||
              status == CHEMIX_INVALID_INPUT || status == CHEMIX_WRONG_MEMORY,
          chemix_status_name(status), error.told());
  require(error.message[0] != '\0', "an error has a message", error.told());
  return false;
}

inline void require_ok(chemix_status status, const Error& error, std::string_view what) {
  require(is_ok(status, error), what, error.told());
}

/// The list that `call(out, capacity, out_count, out_error)` writes, or nothing if it fails.
template <class T, class Call>
std::optional<std::vector<T>> list_of(Call&& call) {
  Error error;
  std::size_t count = 0;
  const chemix_status asked = call(static_cast<T*>(nullptr), std::size_t{0}, &count, &error);
  if (asked != CHEMIX_BUFFER_TOO_SMALL) {
    if (!is_ok(asked, error)) return std::nullopt;
    require(count == 0, "what fits in no room is empty");
    return std::vector<T>();
  }
  std::vector<T> list(count + (std::is_same_v<T, char> ? 1 : 0));
  std::size_t again = 0;
  const chemix_status given = call(list.data(), list.size(), &again, &error);
  require_ok(given, error, "what fits is written");
  require(again == count, "both calls count alike");
  return list;
}

template <class Call>
std::optional<std::string> text_of(Call&& call) {
  const auto list = list_of<char>(call);
  if (!list) return std::nullopt;
  require(!list->empty() && list->back() == '\0', "a text ends with NUL");
  return std::string(list->begin(), list->end() - 1);
}

template <class Call>
std::string sure_text(std::string_view what, Call&& call) {
  auto text = text_of(call);
  require(text.has_value(), what);
  return *std::move(text);
}

template <class T, class Call>
std::vector<T> sure_list(std::string_view what, Call&& call) {
  auto list = list_of<T>(call);
  require(list.has_value(), what);
  return *std::move(list);
}

/// Like `list_of` for functions that write bytes to void*.
template <class Call>
Bytes sure_bytes(std::string_view what, Call&& call) {
  return sure_list<std::byte>(
      what, [&](std::byte* out, auto... rest) { return call(static_cast<void*>(out), rest...); });
}

// ---- Games ----

struct Game {
  chemix_game* handle = nullptr;
  chemix_limits limits = CHEMIX_LIMITS_INIT;

  explicit Game(chemix_game* made) : handle(made) {
    Error error;
    require_ok(chemix_game_limits(handle, &limits, &error), error, "a game has limits");
  }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  ~Game() { chemix_game_destroy(&handle); }

  [[nodiscard]] Bytes state_memory() const { return Bytes(limits.state_size); }
  [[nodiscard]] Bytes observation_memory() const { return Bytes(limits.observation_size); }
  /// Seats, and last the spectator.
  [[nodiscard]] std::vector<std::int32_t> viewers() const {
    std::vector<std::int32_t> all;
    for (std::int32_t seat = 0; seat < limits.players; ++seat) all.push_back(seat);
    all.push_back(CHEMIX_SPECTATOR);
    return all;
  }
};

/// Makes a game from a line such as `chemuno 3 hand_size=5`; null where there is none.
inline std::shared_ptr<Game> make_game(const std::string& line, const chemix_deck* deck) {
  std::string name;
  int players = 0;
  int read = 0;
  char first[64] = "";
  if (std::sscanf(line.c_str(), "%63s %d%n", first, &players, &read) < 2) return nullptr;
  const char* const options = line.c_str() + read + (line[static_cast<std::size_t>(read)] == ' ');
  chemix_game* made = nullptr;
  Error error;
  if (!is_ok(chemix_game_create(first, players, options, deck, &made, &error), error)) {
    require(made == nullptr, "a refused game is not made");
    return nullptr;
  }
  return std::make_shared<Game>(made);
}

/// The game that the first line of an input names; a few are kept.
inline std::shared_ptr<Game> game_of(Input& input) {
  static std::map<std::string, std::shared_ptr<Game>> kept;
  const std::string line = input.line();
  if (const auto found = kept.find(line); found != kept.end()) return found->second;
  auto game = make_game(line, nullptr);
  if (game == nullptr) return nullptr;
  if (kept.size() == 64) kept.clear();
  kept.emplace(line, game);
  return game;
}

// ---- Observations ----

inline Bytes observed(const Game& game, const Bytes& state, std::int32_t viewer) {
  Bytes seen = game.observation_memory();
  Error error;
  require_ok(chemix_state_observe(game.handle, state.data(), state.size(), viewer, seen.data(),
                                  seen.size(), &error),
             error, "every viewer sees every state");
  return seen;
}

inline Bytes saved_observation(const Game& game, const Bytes& seen) {
  return sure_bytes("an observation is saved", [&](auto... out) {
    return chemix_observation_save(game.handle, seen.data(), seen.size(), out...);
  });
}

/// Everything that the library shows to a viewer.
struct View {
  Bytes saved;
  std::int32_t viewer = 0;
  std::string phase;
  std::uint32_t players = 0;
  bool is_chance = false;
  bool is_sealed = false;
  std::vector<std::int32_t> scores;
  std::vector<std::int32_t> legal;
  std::vector<float> tensor;
  std::vector<float> information;
  std::uint64_t digest = 0;
  std::string text;
  std::string json;
  std::string words;

  bool operator==(const View&) const = default;
};

/// Displaying an observation must never fail, even if no state can have it.
inline View view_of(const Game& game, const Bytes& seen) {
  const auto in = [&](auto call) {
    return [&game, &seen, call](auto... out) {
      return call(game.handle, static_cast<const void*>(seen.data()), seen.size(), out...);
    };
  };
  View view;
  view.saved = saved_observation(game, seen);
  Error error;
  require_ok(in(chemix_observation_viewer)(&view.viewer, &error), error, "a viewer");
  view.phase = sure_text("a phase", in(chemix_observation_phase));
  require_ok(in(chemix_observation_acting)(&view.players, &view.is_chance, &view.is_sealed, &error),
             error, "who acts");
  view.scores = sure_list<std::int32_t>("scores", in(chemix_observation_scores));
  view.legal = sure_list<std::int32_t>("legal actions", in(chemix_observation_legal_actions));
  view.tensor = sure_list<float>("a tensor", in(chemix_observation_tensor));
  view.information = sure_list<float>("a tensor", in(chemix_observation_information_state_tensor));
  require_ok(in(chemix_observation_digest)(&view.digest, &error), error, "a digest");
  view.text = sure_text("a text", in(chemix_observation_text));
  view.json = sure_text("JSON", in(chemix_observation_json));
  view.words = sure_text("words", [&](auto... out) {
    return in(chemix_observation_words)("de aloud", "Anna\n\nBen", out...);
  });
  for (const float number : view.tensor) require(std::isfinite(number), "tensors are finite");
  return view;
}

/// Queries the belief, which may fail for an unreachable observation; `may_fail` tells whether it
/// may.
inline void ask_beliefs(const Game& game, const Bytes& seen, bool may_fail) {
  Error error;
  std::int32_t forgotten = 0;
  std::int32_t approximations = 0;
  const auto check = [&](bool holds, std::string_view what) {
    require(holds || may_fail, what, error.told());
  };
  check(is_ok(chemix_observation_exactness(game.handle, seen.data(), seen.size(), &forgotten,
                                           &approximations, &error),
              error),
        "how far the belief is exact");
  check(list_of<double>([&](auto... out) {
          return chemix_observation_returns(game.handle, seen.data(), seen.size(), out...);
        }).has_value(),
        "returns");
  check(list_of<chemix_place>([&](auto... out) {
          return chemix_observation_hidden_places(game.handle, seen.data(), seen.size(), out...);
        }).has_value(),
        "hidden places");
  check(text_of([&](auto... out) {
          return chemix_observation_count_worlds(game.handle, seen.data(), seen.size(), out...);
        }).has_value(),
        "how many worlds");
}

/// A state sampled for the viewer, or nothing if sampling fails.
inline std::optional<Bytes> drawn(const Game& game, const Bytes& seen, std::uint64_t draw,
                                  std::int32_t others) {
  Bytes state = game.state_memory();
  Error error;
  if (!is_ok(chemix_observation_determinize(game.handle, seen.data(), seen.size(), "11", draw,
                                            others, state.data(), state.size(), &error),
             error)) {
    return std::nullopt;
  }
  return state;
}

/// Saves, loads and saves an observation: the bytes must be the same.
inline void check_saved_observation(const Game& game, const Bytes& seen) {
  const Bytes saved = saved_observation(game, seen);
  Bytes loaded = game.observation_memory();
  Error error;
  require_ok(chemix_observation_load(game.handle, saved.data(), saved.size(), loaded.data(),
                                     loaded.size(), &error),
             error, "a saved observation is loaded");
  require(saved_observation(game, loaded) == saved, "a loaded observation is the saved one");
}

// ---- States ----

inline Bytes saved_state(const Game& game, const Bytes& state) {
  return sure_bytes("a state is saved", [&](auto... out) {
    return chemix_state_save(game.handle, state.data(), state.size(), out...);
  });
}

inline std::vector<std::int32_t> legal_actions(const Game& game, const Bytes& state,
                                               std::int32_t player) {
  return sure_list<std::int32_t>("legal actions", [&](auto... out) {
    return chemix_state_legal_actions(game.handle, state.data(), state.size(), player, out...);
  });
}

struct Acting {
  std::uint32_t players = 0;
  bool is_chance = false;
};

inline Acting acting(const Game& game, const Bytes& state) {
  Acting acting;
  Error error;
  require_ok(chemix_state_acting(game.handle, state.data(), state.size(), &acting.players,
                                 &acting.is_chance, &error),
             error, "who acts");
  return acting;
}

inline std::vector<chemix_chance> chances(const Game& game, const Bytes& state) {
  return sure_list<chemix_chance>("what chance may do", [&](auto... out) {
    return chemix_state_chance_outcomes(game.handle, state.data(), state.size(), out...);
  });
}

/// Bytes, JSON and text of a state survive the round trip.
inline void check_forms(const Game& game, const Bytes& state) {
  const Bytes saved = saved_state(game, state);
  Bytes other = game.state_memory();
  Error error;
  require_ok(chemix_state_load(game.handle, saved.data(), saved.size(), other.data(), other.size(),
                               &error),
             error, "a saved state is loaded");
  require(saved_state(game, other) == saved, "a loaded state is the saved one");
  const std::string json = sure_text("a state is JSON", [&](auto... out) {
    return chemix_state_json(game.handle, state.data(), state.size(), out...);
  });
  require_ok(chemix_state_from_json(game.handle, json.data(), json.size(), other.data(),
                                    other.size(), &error),
             error, "JSON of a state is read");
  require(saved_state(game, other) == saved, "JSON holds the whole state");
  const std::string text = sure_text("a state is a text", [&](auto... out) {
    return chemix_state_text(game.handle, state.data(), state.size(), out...);
  });
  require_ok(chemix_state_parse(game.handle, text.c_str(), other.data(), other.size(), &error),
             error, "the text of a state is read");
  require(saved_state(game, other) == saved, "a text holds the whole state");
}

/// Checks that a viewer's queries of a state depend only on the viewer's observation.
inline void check_view(const Game& game, const Bytes& state, std::int32_t viewer) {
  const Bytes seen = observed(game, state, viewer);
  const View view = view_of(game, seen);
  require(view.viewer == viewer, "an observation tells whose it is");
  std::uint32_t players = 0;
  bool is_chance = false;
  Error error;
  require_ok(chemix_state_acting_seen(game.handle, state.data(), state.size(), viewer, &players,
                                      &is_chance, &error),
             error, "who acts as far as is seen");
  require(players == view.players && is_chance == view.is_chance,
          "an observation tells who acts as the state does");
  if (viewer >= 0) {
    require(legal_actions(game, state, viewer) == view.legal,
            "an observation tells what may be done as the state does");
  }
}

/// Checks the invariants of every state that the library accepts.
inline void check_state(const Game& game, const Bytes& state) {
  const auto in = [&](auto call) {
    return [&game, &state, call](auto... out) {
      return call(game.handle, static_cast<const void*>(state.data()), state.size(), out...);
    };
  };
  check_forms(game, state);
  const Acting act = acting(game, state);
  require(!act.is_chance || act.players == 0, "chance acts alone");
  require(act.is_chance != chances(game, state).empty(), "chance may do something when it acts");
  for (std::int32_t seat = 0; seat < game.limits.players; ++seat) {
    const auto legal = legal_actions(game, state, seat);
    require(legal.empty() == ((act.players >> seat & 1U) == 0),
            "whoever acts may do something, and nobody else");
    require(legal.size() <= static_cast<std::size_t>(game.limits.max_legal_actions),
            "no more may be done than the limit says");
    require(std::is_sorted(legal.begin(), legal.end()), "legal actions ascend");
  }
  sure_text("a phase", in(chemix_state_phase));
  const auto scores = sure_list<std::int32_t>("scores", in(chemix_state_scores));
  const auto returns = sure_list<double>("returns", in(chemix_state_returns));
  const auto players = static_cast<std::size_t>(game.limits.players);
  require(scores.size() == players && returns.size() == players, "everybody has scores");
  sure_text("words", [&](auto... out) {
    return in(chemix_state_words)("fr", static_cast<const char*>(nullptr), out...);
  });
  for (const std::int32_t viewer : game.viewers()) {
    const auto tensor = sure_list<float>(
        "a tensor", [&](auto... out) { return in(chemix_state_tensor)(viewer, out...); });
    for (const float number : tensor) require(std::isfinite(number), "tensors are finite");
    check_view(game, state, viewer);
  }
}

}  // namespace fuzz
