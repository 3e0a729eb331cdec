// SPDX-License-Identifier: Apache-2.0
// Shared by all bound classes: value types over AnyGame, argument conversion, and errors as Python
// exceptions.
#pragma once

#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/batch.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/fair_deal.hpp"
#include "chemix/record.hpp"
#include "chemix/state_memory.hpp"
#include "chemix/values.hpp"
#include "chemix/words.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace chemix::python {

namespace py = pybind11;

using GamePointer = std::shared_ptr<const AnyGame>;

/// Releases the GIL for the lifetime of this object.
class Unlocked {
 public:
  Unlocked() : thread_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  /// Reacquires the GIL. Once the interpreter is shutting down a thread cannot get it any more, and
  /// waits here for the end of the process.
  ~Unlocked() { lock(); }

  /// Calls `use` with the GIL.
  template <class Use>
  void while_locked(Use&& use) {
    lock();
    use();
    thread_ = PyEval_SaveThread();
  }

 private:
  void lock();

  PyThreadState* thread_;
};

/// An argument that is an integer, without conversion from other numbers.
inline py::arg whole(const char* name) { return py::arg(name).noconvert(); }
/// An argument that is a game, and not None.
inline py::arg a_game() { return py::arg("game").none(false); }

[[noreturn]] void raise(const InputError& error);
[[noreturn]] void raise(const GamePointer& game, const RuleError& error, bool by_chance);
/// Raises InputError for an invalid choice of a policy; `error` is the reason.
[[noreturn]] void raise_choice(const py::object& policy, Player player, const py::object& chosen,
                               const py::object& error);

template <class Value>
Value accepted(Result<Value> result) {
  if (!result) raise(result.error());
  return std::move(*result);
}

/// The pattern with each "{}" replaced by the next argument, a text or an integer.
template <class... Arguments>
std::string formatted(std::string_view pattern, const Arguments&... arguments) {
  std::string text;
  const auto append = [&](const auto& argument) {
    const std::size_t end = pattern.find("{}");
    text += pattern.substr(0, end);
    pattern.remove_prefix(end + 2);
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(argument)>>) {
      text += std::to_string(argument);
    } else {
      text += argument;
    }
  };
  (append(arguments), ...);
  return text += pattern;
}

/// A copy of a buffer as bytes, in the order of its elements.
py::bytes copied(const py::buffer& given);

/// Exactly 32 bytes. The error otherwise names the argument but does not show the bytes.
Bytes32 bytes32_of(const py::bytes& bytes, const char* name);

/// A seed from a nonnegative Python integer, or from 32 bytes.
Seed seed_of(const py::object& seed);

/// A value as quoted in messages, at most 200 characters; never raises.
std::string shown(const py::handle& value);
/// The length of a sequence, or more than fits into memory if `len` overflows.
std::size_t length_of(const py::handle& sequence);
/// The class name of a value, for messages that must not show the value.
std::string type_of(const py::handle& value);

/// A string literal as a template argument.
template <std::size_t Size>
struct Name {
  // NOLINTNEXTLINE(google-explicit-constructor): names are written as literals
  constexpr Name(const char (&name)[Size]) { std::copy_n(name, Size, text); }
  char text[Size]{};
};

/// An integer argument. One that does not fit an int raises InputError with the argument's name.
template <Name Argument>
struct Whole {
  int number = 0;
  // NOLINTNEXTLINE(google-explicit-constructor): behaves like an int
  operator int() const { return number; }
};
/// Raises that InputError if the value is an integer.
void expect_no_larger_number(const py::handle& given, const char* argument);

/// A dict that signatures show as a TypedDict of chemix.values.
template <Name Class>
class DictOf : public py::dict {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): converts like the dict that it holds
  DictOf(py::object&& plain) : py::dict(std::move(plain)) {}
};
/// A mapping of names to JSON-like values.
class NamedValues : public py::dict {
 public:
  using py::dict::dict;
};

/// Converts a value to Python: dict, list, str, int, float, bool and None.
py::object object_of(const Value& value);
/// Converts back. Raises TypeError for other types, and InputError for integers of more than 64
/// bits, texts that UTF-8 cannot encode, and values that are nested too deeply or too many.
Value value_of(const py::handle& object);

/// Options as text, `name=value`, with bools as `yes` and `no`.
std::string options_text(const py::dict& options);

/// Validates a seat of the game; the error names the argument.
Player seat_of(const AnyGame& game, const char* name, int player);

/// Validates the id of a player action or chance action.
int expect_action(const AnyGame& game, int id, bool is_chance);

/// The card kind with this name.
int kind_of(const AnyGame& game, const std::string& card);

py::frozenset seats_in(PlayerSet players);

/// An optional seat; by default the only acting player.
using OptionalPlayer = std::optional<Whole<"player">>;

/// A viewer argument: a seat or `"spectator"`. Where it is optional the default is the only acting
/// player, so that omitting it never shows the view of a spectator or of another player.
template <Name Argument>
using ViewerWord = std::variant<Whole<Argument>, std::string>;
inline constexpr const char* spectator_word = "spectator";

/// Any object, with a distinct C++ type so that the signature can show the type for `Meant`.
template <class Meant>
class Given : public py::object {
 public:
  using py::object::object;
  static bool check_(py::handle) { return true; }
};

/// An object with `is_set`, such as a threading.Event, or None.
using StopArgument = py::object;
/// A number of seconds, or None.
using TimeBudget = Given<struct SecondsOrNone>;

/// Does long work without the GIL, and ends it early: by an exception of a signal handler, such as
/// KeyboardInterrupt, when `stop.is_set()`, or when the time budget is used up. Signals are handled
/// on the main thread only.
class LongCall : private StopToken {
 public:
  /// `stop` and `time_budget` are arguments as above; raises InputError for others.
  explicit LongCall(py::object stop = py::none(), const py::object& time_budget = py::none());

  /// Returns the value of `work(poll)`, an optional. Raises the exception of a signal handler, or
  /// Stopped if the work has no result.
  template <class Work>
  auto result_of(Work&& work) {
    auto result = without_gil([&] {
      StopPoll poll(this);
      return work(poll);
    });
    if (!result) raise_stopped();
    return *std::move(result);
  }
  /// Does `work(token)` on several threads, which poll `token`. The work returns whether it is
  /// complete; otherwise raises the same.
  template <class Work>
  void do_on_threads(Work&& work) {
    if (!without_gil([&] { return work(static_cast<StopToken&>(*this)); })) raise_stopped();
  }

 private:
  void on_poll(std::int64_t work) override;
  // Handles signals and reads `stop`, with the GIL.
  void check();
  [[nodiscard]] bool is_set() const;
  [[noreturn]] static void raise_stopped();

  template <class Work>
  auto without_gil(Work&& work) {
    struct Working {
      explicit Working(LongCall& call) : call_(call) { call_.unlocked_ = &unlocked; }
      ~Working() { call_.unlocked_ = nullptr; }
      Working(const Working&) = delete;
      Working& operator=(const Working&) = delete;
      LongCall& call_;
      Unlocked unlocked;
    };
    auto result = [&] {
      const Working working(*this);
      return work();
    }();
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return result;
  }

  py::object stop_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_check_;
  Unlocked* unlocked_ = nullptr;
};

/// Names of players, by seat.
using PlayerNames = Given<struct NamesOfPlayers>;
/// The words of a language; `aloud` spells them for reading aloud.
Words words_in(const std::string& language, bool aloud);
/// The same with the names of the players of a game.
Words words_in(const AnyGame& game, const std::string& language, bool aloud,
               const PlayerNames& players);

struct Action {
  GamePointer game;
  int id = 0;
  bool is_chance = false;

  [[nodiscard]] std::string text() const {
    return is_chance ? game->chance_action_text(id) : game->action_text(id);
  }
  [[nodiscard]] std::string kind() const {
    return std::string(is_chance ? game->chance_action_kind(id) : game->action_kind(id));
  }
  /// The repr, such as `Action('lay H2O')`.
  [[nodiscard]] std::string repr() const;
  bool operator==(const Action& rhs) const {
    return game->key() == rhs.game->key() && id == rhs.id && is_chance == rhs.is_chance;
  }
};

struct EventView {
  GamePointer game;
  Event event;
};

struct Observation {
  GamePointer game;
  BlockMemory memory;
};

/// A state, with the step that led to it if known.
struct State {
  GamePointer game;
  BlockMemory memory;
  struct Step {
    BlockMemory before;
    Actor actor;
    int action;
  };
  std::shared_ptr<const Step> step;

  [[nodiscard]] ConstBlock block() const { return memory.block(); }
  [[nodiscard]] std::uint32_t chance_count() const { return game->chance_count(block()); }
};

/// A table, which is a state without knowledge, for search.
struct Table {
  GamePointer game;
  BlockMemory memory;
  /// The number of chance actions so far, which determines a dealer's next draw. Not compared by
  /// equality.
  std::uint32_t chances = 0;

  [[nodiscard]] ConstBlock block() const { return memory.block(); }
  [[nodiscard]] std::uint32_t chance_count() const { return chances; }
};

/// The repr of a value with hidden cards, such as `<State of chemuno, phase lead>`. It shows
/// neither cards nor the digest, by which a guessed state can be verified; `str` shows everything.
std::string shown_as(const char* type, const AnyGame& game, std::string_view phase);

/// A built-in policy, with the text that it was made from.
struct NativePolicy {
  std::string text;
  std::shared_ptr<const chemix::Policy> policy;
};

/// Makes a policy from its text; raises InputError for an invalid text.
NativePolicy policy_of(const std::string& text);
/// A hint as a dict, with its action as an Action.
py::dict hint_dict(const GamePointer& game, const Hint& hint, const Words& words);

/// A state in which a turn begins, for enumerating the outcomes of the turn.
struct WholeTurns {
  GamePointer game;
  BlockMemory memory;

  [[nodiscard]] std::unique_ptr<WholeTurnList> list() const;
};

/// An iterator over these outcomes.
struct WholeTurnWalk {
  GamePointer game;
  std::shared_ptr<WholeTurnList> list;
};

struct WholeTurnView {
  GamePointer game;
  WholeTurn turn;
};

/// An argument of `apply`: an action, its id, or its text. The id comes first, since trying to
/// convert an int to an Action would take longer than a step.
using ActionWord = std::variant<Whole<"action">, Action, std::string>;

/// A dealer with its seed, the only source of randomness of a game.
struct PyDealer {
  Seed seed;
  Dealer dealer{seed};
};

/// The policies of a playout: one for all players, or a list by seat with None for random play. A
/// policy is a built-in one, possibly given by its text, or a function that takes the player's
/// observation and a random generator and returns an action, its id or its text. A function wrapped
/// by chemix.full_state takes the state, the player and the generator.
class Policies {
 public:
  /// Raises InputError for anything else, and for a list whose length is not the number of players.
  Policies(const AnyGame& game, const py::object& given);
  /// Whether all players play at random.
  [[nodiscard]] bool are_none() const;
  /// The policy of a seat: built-in, a function, or neither for random play.
  struct Seated {
    std::shared_ptr<const chemix::Policy> native;
    py::object function;
    bool sees_state = false;
  };
  [[nodiscard]] const Seated& of(Player player) const {
    return by_seat_[static_cast<std::size_t>(player)];
  }
  /// The policies of all players if all are built-in; otherwise empty.
  [[nodiscard]] std::vector<std::shared_ptr<const chemix::Policy>> native() const;

 private:
  /// Holds no Python object except functions: playouts without the GIL may outlive the interpreter.
  std::vector<Seated> by_seat_;
};

/// Plays from `state` to the end. The seed determines chance and, where several players may act,
/// which one does. Without functions the playout is native and releases the GIL. `call` ends native
/// policies.
State played_on(State state, const py::object& seed, const Policies& policies, LongCall& call);

State initial_state(const GamePointer& game, int start_player);
State applied(const State& state, Actor actor, int action);
Table applied(const Table& table, Actor actor, int action);
Table table_of(const State& state);
/// Samples a state that is indistinguishable from the true one to the viewer. Precondition: the
/// observation is possible.
State determinized(const Observation& seen, const py::object& seed, const std::string& others);
/// A state with this table and without knowledge.
State forgetful(const Table& table);

/// Converts a seat or 'spectator'; raises InputError, naming the argument, for anything else.
template <Name Argument>
Viewer viewer_of(const AnyGame& game, const ViewerWord<Argument>& asked) {
  if (const auto* seat = std::get_if<Whole<Argument>>(&asked)) {
    return Viewer::player(seat_of(game, Argument.text, *seat));
  }
  const auto& word = std::get<std::string>(asked);
  if (word == spectator_word) return Viewer::spectator();
  raise(InputError{Argument.text, word, "must be a seat or 'spectator'", ""});
}
/// All states of a record, the first before the deal or where the game was resumed.
std::vector<State> states_of(const Replay& replay);
py::bytes bytes_of(const State& state);
State state_of_bytes(const GamePointer& game, const py::buffer& bytes);

/// The function that restores a pickled value. It is in _shared.py, since pickle takes ten times as
/// long to find a pybind11 function.
py::object restored(const char* name);

/// The bound classes. They are declared before any function, so that signatures can name them.
struct Classes {
  explicit Classes(py::module_& module);

  py::class_<AnyGame, std::shared_ptr<AnyGame>> game;
  py::class_<Action> action;
  py::class_<PyDealer> dealer;
  py::class_<EventView> event;
  py::class_<Observation> observation;
  py::class_<NativePolicy> policy;
  py::class_<State> state;
  py::class_<Table> table;
  py::class_<WholeTurnView> whole_turn;
  py::class_<WholeTurnWalk> whole_turn_walk;
  py::class_<WholeTurns> whole_turns;
};

/// Makes `__reduce__`, and thus pickle and copy, raise TypeError.
void refuse_pickles(const py::handle& type);
/// Makes methods raise for an object made by `__new__` alone, which holds no value.
void expect_made(const py::handle& type);
/// Guards calls for which pybind11 would abort or produce an unbounded message. Call it after
/// everything is bound.
void guard_calls(const py::module_& module);
/// A text as UTF-8; raises InputError if it cannot be encoded.
std::string text_of(const py::handle& text, const std::string& field);

void bind_batch(py::module_& module);
void bind_fair_deal(py::module_& module);
void bind_game(py::module_& module, Classes& classes);
void bind_observation(Classes& classes);
void bind_pickles(py::module_& module, Classes& classes);
void bind_policies(py::module_& module, Classes& classes);
void bind_sessions(py::module_& module);
void bind_state(py::module_& module, Classes& classes);
void bind_table(Classes& classes);
void bind_values(py::module_& module, Classes& classes);
void bind_whole_turns(Classes& classes);

/// Returns an array of `count` numbers, filled by `write`.
template <class Write>
py::array_t<float> array_of(std::size_t count, Write&& write) {
  py::array_t<float> numbers(static_cast<py::ssize_t>(count));
  write(std::span<float>(numbers.mutable_data(), count));
  return numbers;
}

}  // namespace chemix::python

template <chemix::python::Name Argument>
struct pybind11::detail::type_caster<chemix::python::Whole<Argument>> {
  PYBIND11_TYPE_CASTER(chemix::python::Whole<Argument>, make_caster<int>::name);

  bool load(handle given, bool) {
    make_caster<int> number;
    // Reject bools, and never convert other numbers, even where other arguments are converted.
    if (isinstance<bool_>(given)) return false;
    if (!number.load(given, false)) {
      chemix::python::expect_no_larger_number(given, Argument.text);
      return false;
    }
    value.number = number;
    return true;
  }
};

template <chemix::python::Name Class>
struct pybind11::detail::handle_type_name<chemix::python::DictOf<Class>> {
  static constexpr auto name = const_name("chemix.values.") + const_name(Class.text);
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::TimeBudget> {
  static constexpr auto name = const_name("float | None");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::PlayerNames> {
  static constexpr auto name = const_name("collections.abc.Sequence[str] | None");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::NamedValues> {
  static constexpr auto name = const_name("collections.abc.Mapping[str, object]");
};
