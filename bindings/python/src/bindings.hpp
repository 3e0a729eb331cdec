// SPDX-License-Identifier: Apache-2.0
// What the bound classes share: values over AnyGame, and errors as Python exceptions.
#pragma once

#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/fair_deal.hpp"
#include "chemix/record.hpp"
#include "chemix/values.hpp"
#include "chemix/words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace chemix::python {

namespace py = pybind11;

using GamePointer = std::shared_ptr<const AnyGame>;

/// Python's lock is left to others as long as this lives.
class Unlocked {
 public:
  Unlocked() : thread_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  /// When the interpreter has begun to end, a thread does not get the lock any more, and waits here
  /// for the end of the process.
  ~Unlocked();

 private:
  PyThreadState* thread_;
};

/// An argument that is a whole number, and not something that could be cut to one.
inline py::arg whole(const char* name) { return py::arg(name).noconvert(); }
/// An argument that is a game, and not None.
inline py::arg a_game() { return py::arg("game").none(false); }

[[noreturn]] void raise(const InputError& error);
[[noreturn]] void raise(const GamePointer& game, const RuleError& error, bool by_chance);
/// Says which policy chose what, of which `error` says what is wrong.
[[noreturn]] void raise_choice(const py::object& policy, Player player, const py::object& chosen,
                               const py::object& error);

template <class Value>
Value accepted(Result<Value> result) {
  if (!result) raise(result.error());
  return std::move(*result);
}

/// A copy of what is like bytes, in the order of its elements.
py::bytes copied(const py::buffer& given);

/// 32 bytes, or an error that names the argument and does not show them.
Bytes32 bytes32_of(const py::bytes& bytes, const char* name);

/// A seed from a Python integer that is not negative, or from 32 bytes.
Seed seed_of(const py::object& seed);

/// A value as messages quote it, at most 200 characters; never raises.
std::string shown(const py::handle& value);
/// How long a sequence is; more than fits into memory where Python cannot count it.
std::size_t length_of(const py::handle& sequence);
/// The class of a value by name, for messages that must not show the value.
std::string type_of(const py::handle& value);

/// A name as a template argument.
template <std::size_t Size>
struct Name {
  // NOLINTNEXTLINE(google-explicit-constructor): names are written as literals
  constexpr Name(const char (&name)[Size]) { std::copy_n(name, Size, text); }
  char text[Size]{};
};

/// An argument that is a whole number: one that no int holds raises InputError, by the name.
template <Name Argument>
struct Whole {
  int number = 0;
  // NOLINTNEXTLINE(google-explicit-constructor): it is one
  operator int() const { return number; }
};
/// Raises that error, if it is a whole number.
void expect_no_larger_number(const py::handle& given, const char* argument);

/// A dict with the fields that a class of chemix.values names, which signatures tell.
template <Name Class>
class DictOf : public py::dict {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): plain data is given as what it is
  DictOf(py::object&& plain) : py::dict(std::move(plain)) {}
};
/// Any map of plain data by name.
class NamedValues : public py::dict {
 public:
  using py::dict::dict;
};

/// Plain data as Python values: dict, list, str, int, float, bool and None.
py::object object_of(const Value& value);
/// The reverse. Raises TypeError for other types, and InputError for numbers that need more than 64
/// bits, texts without UTF-8, and values that are nested too deep or too many.
Value value_of(const py::handle& object);

/// Options as `name=value`; `yes` and `no` stand for bools.
std::string options_text(const py::dict& options);

/// A seat of the game, or an error that names the argument.
Player seat_of(const AnyGame& game, const char* name, int player);

/// The id of an action of players or of chance, or an error.
int expect_action(const AnyGame& game, int id, bool is_chance);

/// A kind of card by its name.
int kind_of(const AnyGame& game, const std::string& card);

py::frozenset seats_in(PlayerSet players);

/// Who is meant: a seat, or by default whoever acts alone.
using OptionalPlayer = std::optional<Whole<"player">>;

/// Who is to see something: a seat, `"spectator"`, or by default whoever acts alone. Nobody becomes
/// a spectator, nor another player, by leaving it out.
template <Name Argument>
using ViewerWord = std::variant<Whole<Argument>, std::string>;
inline constexpr const char* spectator_word = "spectator";

/// Anything that is given, with a type of its own for the signature: that which `Meant` stands for.
template <class Meant>
class Given : public py::object {
 public:
  using py::object::object;
  static bool check_(py::handle) { return true; }
};

/// How words are asked for in Python: a language, whether they are to be read aloud, and what the
/// players are called.
using PlayerNames = Given<struct NamesOfPlayers>;
Words words_in(const std::string& language, bool aloud);
/// The same with what the players of a game are called.
Words words_in(const AnyGame& game, const std::string& language, bool aloud,
               const PlayerNames& players);

/// Memory for a state or an observation, a value.
class Memory {
 public:
  explicit Memory(std::size_t size) : words_((size + 7) / 8), size_(size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Block block() { return std::as_writable_bytes(std::span(words_)).first(size_); }
  [[nodiscard]] ConstBlock block() const { return std::as_bytes(std::span(words_)).first(size_); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_;
};

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
  Memory memory;
};

/// A state, and the step that led to it where that is known.
struct State {
  GamePointer game;
  Memory memory;
  struct Step {
    Memory before;
    Actor actor;
    int action;
  };
  std::shared_ptr<const Step> step;

  [[nodiscard]] ConstBlock block() const { return memory.block(); }
  [[nodiscard]] std::uint32_t chance_count() const { return game->chance_count(block()); }
};

/// The table of a state alone, for search.
struct Table {
  GamePointer game;
  Memory memory;
  /// How many chance actions led here: by them a dealer draws. What is equal may differ in it.
  std::uint32_t chances = 0;

  [[nodiscard]] ConstBlock block() const { return memory.block(); }
  [[nodiscard]] std::uint32_t chance_count() const { return chances; }
};

/// What a message may show of a value, `<State of chemuno, phase lead, digest 0x…>`: no cards.
/// pybind11 puts it into its own messages about wrong arguments; `str` shows all.
std::string shown_as(const char* type, const AnyGame& game, std::string_view phase,
                     std::uint64_t digest);

/// A policy of the library, and what it was made of.
struct NativePolicy {
  std::string text;
  std::shared_ptr<const chemix::Policy> policy;
};

/// Raises InputError for a text that no policy is made of.
NativePolicy policy_of(const std::string& text);

/// A state in which a turn begins, for all that can come out of it.
struct WholeTurns {
  GamePointer game;
  Memory memory;

  [[nodiscard]] std::unique_ptr<WholeTurnList> list() const;
};

/// One after another of them.
struct WholeTurnWalk {
  GamePointer game;
  std::shared_ptr<WholeTurnList> list;
};

struct WholeTurnView {
  GamePointer game;
  WholeTurn turn;
};

/// What `apply` takes: an action, its id, or its text. The id is first: to look for an action where
/// there is none takes longer than a step.
using ActionWord = std::variant<Whole<"action">, Action, std::string>;

/// Deals with a seed: the only random thing that a game needs.
struct PyDealer {
  Seed seed;
  Dealer dealer{seed};
};

/// Policies of the library, also by their texts, or functions from a state and the player who acts
/// to an action, as `apply` takes it: one for all players, or a list by seat, with None for who
/// decides at random.
class Policies {
 public:
  /// Raises InputError for what is none of these, and for a list that is not as long as there are
  /// players.
  Policies(const AnyGame& game, const py::object& given);
  /// Whether everybody decides at random.
  [[nodiscard]] bool are_none() const;
  /// Who plays for a seat: a policy of the library or a function, or neither, at random.
  struct Seated {
    std::shared_ptr<const chemix::Policy> native;
    py::object function;
  };
  [[nodiscard]] const Seated& of(Player player) const {
    return by_seat_[static_cast<std::size_t>(player)];
  }
  /// Those of all players, when all are of the library; else none.
  [[nodiscard]] std::vector<std::shared_ptr<const chemix::Policy>> native() const;

 private:
  /// Nothing of Python but functions: what plays without its lock may end when Python does.
  std::vector<Seated> by_seat_;
};

/// Plays on from `state`, with chance and who of several decides by the seed, to the end; without
/// policies natively and without Python's lock.
State played_on(State state, const Seed& seed, const Policies& policies);

State initial_state(const GamePointer& game, int start_player);
State applied(const State& state, Actor actor, int action);
Table applied(const Table& table, Actor actor, int action);
Table table_of(const State& state);
/// A state that the viewer cannot tell from the true one. Precondition: the view is possible.
State determinized(const Observation& seen, const py::object& seed, const std::string& others);
/// A state with this table, in which nobody remembers anything.
State forgetful(const Table& table);
/// What is drawn from one stream of a seed for its players; how many words were is all that must be
/// kept to go on.
class RandomDraws {
 public:
  RandomDraws(const Seed& seed, std::uint64_t stream)
      : words_(RandomStream(SeedSequence(seed), Domain::Agents).generator(stream)) {}

  /// A number from 0 to bound − 1, each equally likely. Precondition: bound ≥ 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      ++count_;
      if (const auto number = bounded(words_.next(), bound)) return *number;
    }
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  void skip_to(std::uint64_t count) {
    for (; count_ < count; ++count_) (void)words_.next();
  }

 private:
  Generator words_;
  std::uint64_t count_ = 0;
};

/// Streams of their own, so that who is asked does not depend on how others choose.
inline RandomDraws actions_drawn(const Seed& seed) { return {seed, 0}; }
inline RandomDraws players_drawn(const Seed& seed) { return {seed, 1}; }

/// Who is meant: a seat or 'spectator'; raises InputError, naming the argument, for anything else.
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

/// What makes a value of a pickle again: a function in _shared.py, since pickle takes ten times as
/// long to find one of pybind11.
py::object restored(const char* name);

/// The bound classes, declared before any function so that signatures can name them.
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

/// Lets `__reduce__`, and with it pickle and copy, raise TypeError.
void refuse_pickles(const py::handle& type);
/// Lets methods refuse what was made by `__new__` alone, in which there is nothing.
void expect_made(const py::handle& type);
/// Makes calls safe that pybind11 answers with an abort or with an unbounded message; called once
/// everything is bound.
void guard_calls(const py::module_& module);
/// A text as UTF-8, or InputError for what is none.
std::string text_of(const py::handle& text, const std::string& field);

void bind_batch(py::module_& module);
void bind_fair_deal(py::module_& module);
void bind_game(py::module_& module, Classes& classes);
void bind_observation(Classes& classes);
void bind_pickles(py::module_& module, Classes& classes);
void bind_policies(py::module_& module, Classes& classes);
void bind_state(py::module_& module, Classes& classes);
void bind_table(Classes& classes);
void bind_values(py::module_& module, Classes& classes);
void bind_whole_turns(Classes& classes);

/// An array of `count` numbers that `write` fills.
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
    // True is no number, and nothing is cut to a whole one, also where other arguments are
    // converted.
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
struct pybind11::detail::handle_type_name<chemix::python::PlayerNames> {
  static constexpr auto name = const_name("collections.abc.Sequence[str] | None");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::NamedValues> {
  static constexpr auto name = const_name("collections.abc.Mapping[str, object]");
};
