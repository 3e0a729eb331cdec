// SPDX-License-Identifier: Apache-2.0
// Shared by all fuzzers: readers of inputs, games by name, calls of the C ABI with their outputs,
// and the invariants of every accepted state and observation.
//
// Memory comes from vectors of exactly the size that a call needs, so that the address sanitizer
// sees every access beyond it; states and observations are such memory too.
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
  [[nodiscard]] std::span<const std::uint8_t> rest_bytes() const {
    return {reinterpret_cast<const std::uint8_t*>(rest_.data()), rest_.size()};
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

/// Whether a call succeeded, with a status or a count. A failure must have an expected status and a
/// message.
inline bool is_ok(std::int32_t result, const Error& error) {
  require(error.status == std::min(result, 0), "the error has the status that is returned",
          error.told());
  if (result >= 0) return true;
  require(result == CHEMIX_REFUSED || result == CHEMIX_OUT_OF_RANGE ||
              result == CHEMIX_INVALID_INPUT || result == CHEMIX_WRONG_MEMORY,
          "a status that only misuse or a bug causes", std::to_string(result) + " " + error.told());
  require(error.message[0] != '\0', "an error has a message", error.told());
  return false;
}

inline void require_ok(std::int32_t result, const Error& error, std::string_view what) {
  require(is_ok(result, error), what, error.told());
}

/// The list that `call(out, capacity, out_error)` writes, or nothing if it fails.
template <class T, class Call>
std::optional<std::vector<T>> list_of(Call&& call) {
  Error error;
  const chemix_count count = call(static_cast<T*>(nullptr), std::size_t{0}, &error);
  if (!is_ok(count, error)) return std::nullopt;
  const std::size_t size = static_cast<std::size_t>(count) + (std::is_same_v<T, char> ? 1 : 0);
  if (size == 0) return std::vector<T>();
  std::vector<T> list(size);
  require(call(list.data(), size - 1, &error) == CHEMIX_BUFFER_TOO_SMALL || size == 1,
          "what does not fit is not written");
  const chemix_count again = call(list.data(), size, &error);
  require_ok(again, error, "what fits is written");
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

inline chemix_seed seed_of(std::uint64_t number) {
  chemix_seed seed;
  chemix_seed_init(&seed, number);
  return seed;
}

/// An object that is destroyed at the end of its scope.
template <class T, void (*destroy)(T**)>
struct Owned {
  T* handle = nullptr;

  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { destroy(&handle); }
  operator T*() const { return handle; }  // NOLINT: as in C
};
using Deck = Owned<chemix_deck, chemix_deck_destroy>;
using Stop = Owned<chemix_stop, chemix_stop_destroy>;
using Policy = Owned<chemix_policy, chemix_policy_destroy>;
using Words = Owned<chemix_words, chemix_words_destroy>;
using Turns = Owned<chemix_turns, chemix_turns_destroy>;
using Record = Owned<chemix_record, chemix_record_destroy>;
using Session = Owned<chemix_session, chemix_session_destroy>;
using Client = Owned<chemix_client, chemix_client_destroy>;

// ---- Games ----

/// A state or an observation in memory of exactly its size.
template <class T>
class Block {
 public:
  explicit Block(std::size_t size) : memory_(size) {}

  operator T*() { return reinterpret_cast<T*>(memory_.data()); }  // NOLINT: as in C
  operator const T*() const {                                     // NOLINT: as in C
    return reinterpret_cast<const T*>(memory_.data());
  }
  [[nodiscard]] const std::byte* data() const { return memory_.data(); }
  bool operator==(const Block&) const = default;

 private:
  Bytes memory_;
};
using State = Block<chemix_state>;
using Seen = Block<chemix_observation>;

struct Game {
  chemix_game* handle = nullptr;
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  Words words;

  explicit Game(chemix_game* made) : handle(made) {
    Error error;
    chemix_struct_init(&limits, sizeof limits);
    require_ok(chemix_game_limits(handle, &limits, &error), error, "a game has limits");
    require_ok(chemix_words_create(handle, "de", &words.handle, &error), error, "a game has words");
    require_ok(chemix_words_set_player(words, 0, "Anna", &error), error, "a player has a name");
  }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  ~Game() { chemix_game_destroy(&handle); }

  [[nodiscard]] State new_state(std::int32_t start_player = 0) const {
    State state(limits.state_size);
    Error error;
    require_ok(chemix_state_init(state, handle, start_player, &error), error, "a game begins");
    return state;
  }
  [[nodiscard]] Seen new_observation() const {
    Seen seen(limits.observation_size);
    Error error;
    require_ok(chemix_observation_init(seen, handle, &error), error, "nothing is seen yet");
    return seen;
  }
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
  int players = 0;
  int read = 0;
  char name[64] = "";
  if (std::sscanf(line.c_str(), "%63s %d%n", name, &players, &read) < 2) return nullptr;
  const char* const options = line.c_str() + read + (line[static_cast<std::size_t>(read)] == ' ');
  chemix_game* made = nullptr;
  Error error;
  if (!is_ok(chemix_game_create(name, players, options, deck, &made, &error), error)) {
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

inline Seen observed(const Game& game, const State& state, std::int32_t viewer) {
  Seen seen = game.new_observation();
  Error error;
  require_ok(chemix_state_observe(state, viewer, seen, &error), error,
             "every viewer sees every state");
  return seen;
}

/// What `call(block, out, capacity, out_error)` writes, as an argument of `sure_text` and others.
template <class Call, class T>
auto of(Call call, const Block<T>& block) {
  return [call, at = static_cast<const T*>(block)](auto... out) { return call(at, out...); };
}

inline std::vector<std::uint8_t> saved_observation(const Seen& seen) {
  return sure_list<std::uint8_t>("an observation is saved", of(chemix_observation_save, seen));
}

/// Everything that the library shows to a viewer.
struct View {
  std::vector<std::uint8_t> saved;
  std::int32_t viewer = 0;
  std::int32_t phase = 0;
  std::uint32_t seats = 0;
  chemix_asked asked = CHEMIX_ASKED_NOBODY;
  std::vector<std::int32_t> scores;
  std::vector<std::int32_t> legal;
  std::vector<float> tensor;
  std::vector<float> information;
  std::uint64_t digest = 0;
  std::string text;
  std::string json;
  std::string words;
  std::string table;

  bool operator==(const View&) const = default;
};

/// Piles, cards and fields with their words. Cards and piles must agree.
inline std::string table_of(const Game& game, const Seen& seen) {
  std::string all;
  const auto add = [&](auto call, auto... arguments) {
    all += sure_text("words of the table", [&](auto... out) { return call(arguments..., out...); });
    all += '\n';
  };
  const chemix_words* const words = game.words;
  const auto piles = sure_list<chemix_pile>("piles", of(chemix_observation_piles, seen));
  const auto groups = sure_list<chemix_card_group>("cards", [&](auto... out) {
    return chemix_observation_cards(seen, CHEMIX_ANY, CHEMIX_ANY, out...);
  });
  const auto fields = sure_list<chemix_field>("fields", of(chemix_observation_fields, seen));
  require(piles.size() <= game.limits.max_piles && groups.size() <= game.limits.max_card_groups &&
              fields.size() <= game.limits.max_observation_fields,
          "no list is longer than its limit");
  std::vector<std::int32_t> cards(piles.size());
  for (const chemix_card_group& group : groups) {
    require(
        group.copies > 0 && group.pile >= 0 && static_cast<std::size_t>(group.pile) < piles.size(),
        "cards lie in a pile");
    cards[static_cast<std::size_t>(group.pile)] += group.copies;
    all += std::to_string(group.kind) + " " + std::to_string(group.position) + " ";
  }
  for (std::size_t i = 0; i < piles.size(); ++i) {
    require(cards[i] == piles[i].cards, "a pile has its cards");
    add(chemix_words_pile, words, &piles[i]);
    add(chemix_words_place, words, piles[i].place.zone, piles[i].place.owner);
  }
  for (const chemix_field& field : fields) {
    add(chemix_words_field_name, words, &field);
    add(chemix_words_field_value, words, &field);
    add(chemix_game_field_text, static_cast<const chemix_game*>(game.handle), &field);
  }
  return all;
}

/// Displaying an observation must never fail, even if no state can have it.
inline View view_of(const Game& game, const Seen& seen) {
  View view;
  view.saved = saved_observation(seen);
  Error error;
  chemix_acting acting{};
  require_ok(chemix_observation_viewer(seen, &view.viewer, &error), error, "a viewer");
  require_ok(chemix_observation_phase(seen, &view.phase, &error), error, "a phase");
  require_ok(chemix_observation_acting(seen, &acting, &error), error, "who acts");
  view.seats = acting.seats;
  view.asked = acting.asked;
  view.scores = sure_list<std::int32_t>("scores", of(chemix_observation_scores, seen));
  view.legal = sure_list<std::int32_t>("legal actions", of(chemix_observation_legal_actions, seen));
  view.tensor = sure_list<float>("a tensor", [&](auto... out) {
    return chemix_observation_tensor(seen, CHEMIX_TENSOR_OBSERVATION, out...);
  });
  view.information = sure_list<float>("a tensor", [&](auto... out) {
    return chemix_observation_tensor(seen, CHEMIX_TENSOR_INFORMATION_STATE, out...);
  });
  require_ok(chemix_observation_digest(seen, &view.digest, &error), error, "a digest");
  view.text = sure_text("a text", of(chemix_observation_text, seen));
  view.json = sure_text("JSON", of(chemix_observation_json, seen));
  for (const auto call : {chemix_words_prompt, chemix_words_scores, chemix_words_legal_actions}) {
    view.words += sure_text("words", [&](auto... out) { return call(game.words, seen, out...); });
  }
  view.table = table_of(game, seen);
  for (const float number : view.tensor) require(std::isfinite(number), "tensors are finite");
  return view;
}

/// Queries the belief, which may fail for an unreachable observation; `may_fail` tells whether it
/// may.
inline void ask_beliefs(const Seen& seen, bool may_fail) {
  Error error;
  std::int32_t forgotten = 0;
  std::int32_t approximations = 0;
  const auto check = [&](bool holds, std::string_view what) {
    require(holds || may_fail, what, error.told());
  };
  check(is_ok(chemix_observation_exactness(seen, &forgotten, &approximations, &error), error),
        "how far the belief is exact");
  check(list_of<double>(of(chemix_observation_returns, seen)).has_value(), "returns");
  check(list_of<chemix_place>(of(chemix_observation_hidden_places, seen)).has_value(),
        "hidden places");
  check(text_of(of(chemix_observation_count_worlds, seen)).has_value(), "how many worlds");
}

/// A state sampled for the viewer, or nothing if sampling fails.
inline std::optional<State> drawn(const Game& game, const Seen& seen, std::uint64_t index,
                                  chemix_others others) {
  State state = game.new_state();
  const chemix_seed seed = seed_of(11);
  Error error;
  if (!is_ok(chemix_observation_determinize(seen, &seed, index, others, state, &error), error)) {
    return std::nullopt;
  }
  return state;
}

/// Saves, loads and saves an observation: the bytes must be the same.
inline void check_saved_observation(const Game& game, const Seen& seen) {
  const auto saved = saved_observation(seen);
  Seen loaded = game.new_observation();
  Error error;
  require_ok(chemix_observation_load(loaded, saved.data(), saved.size(), &error), error,
             "a saved observation is loaded");
  require(saved_observation(loaded) == saved, "a loaded observation is the saved one");
  Owned<chemix_observation, chemix_observation_destroy> copy;
  require_ok(chemix_observation_copy(seen, &copy.handle, &error), error, "a copy");
  require_ok(chemix_observation_assign(loaded, copy, &error), error, "a copy of the copy");
  require(saved_observation(loaded) == saved, "a copy is the same observation");
}

// ---- States ----

inline std::vector<std::uint8_t> saved_state(const State& state) {
  return sure_list<std::uint8_t>("a state is saved", of(chemix_state_save, state));
}

inline std::vector<std::int32_t> legal_actions(const State& state, std::int32_t player) {
  return sure_list<std::int32_t>("legal actions", [&](auto... out) {
    return chemix_state_legal_actions(state, player, out...);
  });
}

inline chemix_acting acting(const State& state) {
  chemix_acting acting{};
  Error error;
  require_ok(chemix_state_acting(state, &acting, &error), error, "who acts");
  return acting;
}

inline std::vector<chemix_outcome> outcomes(const State& state) {
  return sure_list<chemix_outcome>("what chance may do", of(chemix_state_outcomes, state));
}

inline std::vector<chemix_event> events_of(const State& before, const chemix_step& step,
                                           std::int32_t viewer) {
  return sure_list<chemix_event>(
      "events", [&](auto... out) { return chemix_state_events(before, &step, viewer, out...); });
}

inline std::uint64_t digest_of(const State& state) {
  std::uint64_t digest = 0;
  Error error;
  require_ok(chemix_state_digest(state, &digest, &error), error, "a digest");
  return digest;
}

/// Bytes, JSON and text of a state survive the round trip.
inline void check_forms(const Game& game, const State& state) {
  const auto saved = saved_state(state);
  State other = game.new_state();
  Error error;
  require_ok(chemix_state_load(other, saved.data(), saved.size(), &error), error,
             "a saved state is loaded");
  require(saved_state(other) == saved, "a loaded state is the saved one");
  Owned<chemix_state, chemix_state_destroy> copy;
  require_ok(chemix_state_copy(other, &copy.handle, &error), error, "a copy");
  require_ok(chemix_state_assign(other, copy, &error), error, "a copy of the copy");
  require(saved_state(other) == saved, "a copy is the same state");
  const std::string json = sure_text("a state is JSON", of(chemix_state_json, state));
  require_ok(chemix_state_load_json(other, json.data(), json.size(), &error), error,
             "JSON of a state is read");
  require(saved_state(other) == saved, "JSON holds the whole state");
  const std::string text = sure_text("a state is a text", of(chemix_state_text, state));
  require_ok(chemix_state_load_text(other, text.data(), text.size(), &error), error,
             "the text of a state is read");
  require(saved_state(other) == saved, "a text holds the whole state");
}

/// Checks that a viewer's queries of a state depend only on the viewer's observation.
inline void check_view(const Game& game, const State& state, std::int32_t viewer) {
  const View view = view_of(game, observed(game, state, viewer));
  require(view.viewer == viewer, "an observation tells whose it is");
  chemix_acting acting{};
  Error error;
  require_ok(chemix_state_acting_seen(state, viewer, &acting, &error), error,
             "who acts as far as is seen");
  require(acting.seats == view.seats && acting.asked == view.asked,
          "an observation tells who acts as the state does");
  if (viewer >= 0) {
    require(legal_actions(state, viewer) == view.legal,
            "an observation tells what may be done as the state does");
  }
}

/// Checks the invariants of every state that the library accepts.
inline void check_state(const Game& game, const State& state) {
  check_forms(game, state);
  const chemix_acting act = acting(state);
  const bool is_chance = act.asked == CHEMIX_ASKED_CHANCE;
  require((act.seats == 0) == (is_chance || act.asked == CHEMIX_ASKED_NOBODY),
          "chance acts alone, and nobody at the end");
  require(is_chance != outcomes(state).empty(), "chance may do something when it acts");
  for (std::int32_t seat = 0; seat < game.limits.players; ++seat) {
    const auto legal = legal_actions(state, seat);
    require(legal.empty() == ((act.seats >> seat & 1U) == 0),
            "whoever acts may do something, and nobody else");
    require(legal.size() <= game.limits.max_legal_actions,
            "no more may be done than the limit says");
    require(std::is_sorted(legal.begin(), legal.end()), "legal actions ascend");
  }
  Error error;
  std::int32_t phase = -1;
  require_ok(chemix_state_phase(state, &phase, &error), error, "a phase");
  require(phase >= 0 && phase < game.limits.phase_count, "a phase has a number");
  const auto scores = sure_list<std::int32_t>("scores", of(chemix_state_scores, state));
  const auto returns = sure_list<double>("returns", of(chemix_state_returns, state));
  const auto players = static_cast<std::size_t>(game.limits.players);
  require(scores.size() == players && returns.size() == players, "everybody has scores");
  sure_text("words",
            [&](auto... out) { return chemix_words_state_scores(game.words, state, out...); });
  for (const std::int32_t viewer : game.viewers()) {
    const auto tensor = sure_list<float>(
        "a tensor", [&](auto... out) { return chemix_state_tensor(state, viewer, out...); });
    for (const float number : tensor) require(std::isfinite(number), "tensors are finite");
    check_view(game, state, viewer);
  }
}

}  // namespace fuzz
