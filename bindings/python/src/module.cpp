// SPDX-License-Identifier: Apache-2.0
// The module chemix._core: argument conversion, errors, and the list of bound classes.
#include "bindings.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>
#include <utility>

namespace chemix::python {
namespace {

// Raises an exception from chemix._errors. The exceptions are Python classes, so that they can have
// attributes and documentation. `name` is a class, or a function that returns an exception.
[[noreturn]] void raise_python(const char* name, const py::tuple& arguments) {
  const py::object value = py::module_::import("chemix._errors").attr(name)(*arguments);
  PyErr_SetObject(py::type::of(value).ptr(), value.ptr());
  throw py::error_already_set();
}

// With NumPy 2, pybind11 before 2.12 produces wrong arrays without an error.
void expect_numpy_that_fits() {
#if PYBIND11_VERSION_HEX < 0x020C0000
  const auto version = py::module_::import("numpy").attr("__version__").cast<std::string>();
  if (version.starts_with("1.")) return;
  throw py::import_error(
      formatted("chemix was built with pybind11 {}.{}, whose arrays do not work with numpy {}: "
                "install numpy < 2, or build chemix with pybind11 2.12 or later",
                PYBIND11_VERSION_MAJOR, PYBIND11_VERSION_MINOR, version));
#endif
}

}  // namespace

void Unlocked::lock() {
  try {
    PyEval_RestoreThread(thread_);
  } catch (...) {
    // Python unwinds the thread at shutdown. Never return: destructors would release Python objects
    // without the GIL.
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

// Often enough for people who press Ctrl-C, and rarely enough to leave the GIL to other threads.
constexpr std::chrono::milliseconds between_checks{20};

LongCall::LongCall(py::object stop, const py::object& time_budget)
    : stop_(std::move(stop)), next_check_(std::chrono::steady_clock::now() + between_checks) {
  if (!time_budget.is_none()) {
    const double seconds = PyFloat_AsDouble(time_budget.ptr());
    // -1 if it is not a number.
    PyErr_Clear();
    if (!(seconds >= 0)) {
      raise(InputError{"time_budget", shown(time_budget), "must be a number of seconds, 0 or more",
                       ""});
    }
    // More than a century is no limit.
    constexpr double most = 4e9;
    set_time_budget(static_cast<std::int64_t>(std::min(seconds, most) * 1000));
  }
  if (stop_.is_none()) return;
  if (!py::hasattr(stop_, "is_set")) {
    raise(InputError{"stop", shown(stop_), "must have is_set(), as a threading.Event has", ""});
  }
  if (is_set()) this->stop();
}

bool LongCall::is_set() const { return py::bool_(stop_.attr("is_set")()); }

void LongCall::on_poll(std::int64_t) {
  // An exception that is pending must not be followed by other calls of Python.
  if (is_stopped() || std::this_thread::get_id() != caller_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_check_ || unlocked_ == nullptr) return;
  unlocked_->while_locked([&] { check(); });
  if (next_check_ < now) next_check_ = std::chrono::steady_clock::now() + between_checks;
}

void LongCall::check() {
  try {
    if (PyErr_CheckSignals() != 0) {
      this->stop();
    } else if (!stop_.is_none()) {
      if (is_set()) this->stop();
    } else {
      const py::module_ threading = py::module_::import("threading");
      const bool is_main =
          threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"));
      if (!is_main) next_check_ = std::chrono::steady_clock::time_point::max();
    }
  } catch (py::error_already_set& error) {
    error.restore();
    this->stop();
  }
}

void LongCall::raise_stopped() { raise_python("Stopped", py::make_tuple()); }

void raise(const InputError& error) {
  // The bytes may be invalid UTF-8.
  const auto text = [](const std::string& bytes) {
    const auto size = static_cast<Py_ssize_t>(bytes.size());
    return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(bytes.data(), size, "replace"));
  };
  raise_python("input_error", py::make_tuple(text(error.message()), text(error.field),
                                             text(error.value), text(error.reason), error.rule));
}

void raise_choice(const py::object& policy, Player player, const py::object& chosen,
                  const py::object& error) {
  raise_python("wrong_choice", py::make_tuple(policy, player, chosen, error));
}

void raise(const GamePointer& game, const RuleError& error, bool by_chance) {
  const std::string action =
      by_chance ? game->chance_action_text(error.action) : game->action_text(error.action);
  raise_python(
      "RuleError",
      py::make_tuple(
          refusal_text(*game, error, by_chance), error.rule.text(), action, error.detail,
          py::make_tuple(error.arguments[0], error.arguments[1], error.arguments[2]),
          std::const_pointer_cast<AnyGame>(game),
          object_of(refusal_value(*game, by_chance ? Actor::chance() : Actor(0), error.action,
                                  error.rule.text(), error.detail, error.arguments))));
}

Words words_in(const std::string& language, bool aloud) {
  Words words = accepted(Words::in(language));
  return aloud ? words.aloud() : words;
}

Words words_in(const AnyGame& game, const std::string& language, bool aloud,
               const PlayerNames& players) {
  Words words = words_in(language, aloud);
  if (players.is_none()) return words;
  // A set has no order, and a text is a sequence of letters.
  if (!py::isinstance<py::sequence>(players) || py::isinstance<py::str>(players) ||
      py::isinstance<py::bytes>(players)) {
    raise(InputError{"players", shown(players), "must be a list of names, one for each seat", ""});
  }
  std::vector<std::string> names;
  for (const py::handle name : players) {
    names.push_back(text_of(name, formatted("players[{}]", names.size())));
  }
  const auto count = static_cast<std::size_t>(game.player_count());
  if (names.size() > count) {
    raise(InputError{"players", formatted("{} names", names.size()),
                     formatted("must be at most {}, one for each seat", count), "GN-1"});
  }
  return words.with_players(std::move(names));
}

std::string text_of(const py::handle& text, const std::string& field) {
  Py_ssize_t size = 0;
  if (!py::isinstance<py::str>(text)) raise(InputError{field, shown(text), "must be a string", ""});
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  raise(InputError{field, shown(text), "must not contain lone surrogates", ""});
}

std::string shown(const py::handle& value) {
  return py::module_::import("chemix._errors").attr("quoted")(value).cast<std::string>();
}

std::size_t length_of(const py::handle& sequence) {
  const Py_ssize_t length = PyObject_Size(sequence.ptr());
  if (length >= 0) return static_cast<std::size_t>(length);
  if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) throw py::error_already_set();
  PyErr_Clear();
  return std::numeric_limits<std::size_t>::max();
}

std::string type_of(const py::handle& value) {
  const py::object name = py::type::handle_of(value).attr("__name__");
  return py::module_::import("chemix._errors").attr("cut")(name).cast<std::string>();
}

void expect_no_larger_number(const py::handle& given, const char* argument) {
  if (PyIndex_Check(given.ptr()) == 0) return;
  using Int = std::numeric_limits<int>;
  raise(InputError{argument, shown(given),
                   formatted("must be a whole number from {} to {}", Int::min(), Int::max()), ""});
}

py::bytes copied(const py::buffer& given) {
  auto bytes = py::reinterpret_steal<py::bytes>(PyBytes_FromObject(given.ptr()));
  if (!bytes) throw py::error_already_set();
  return bytes;
}

Bytes32 bytes32_of(const py::bytes& bytes, const char* name) {
  const auto text = bytes.cast<std::string>();
  Bytes32 made{};
  if (text.size() != made.size()) {
    raise(InputError{name, std::to_string(text.size()) + " bytes", "must be 32 bytes", ""});
  }
  std::copy(text.begin(), text.end(), made.begin());
  return made;
}

Seed seed_of(const py::object& seed) {
  if (py::isinstance<py::bytes>(seed)) {
    return Seed::from_bytes(bytes32_of(seed.cast<py::bytes>(), "seed"));
  }
  if (py::hasattr(seed, "__index__") && !py::isinstance<py::bool_>(seed)) {
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(seed.ptr()));
    if (!number) throw py::error_already_set();
    const std::string text = py::str("{:#x}").format(number).cast<std::string>();
    if (const auto made = Seed::from_text(text)) return *made;
  }
  raise(InputError{"seed", shown(seed),
                   "must be a whole number that is not negative (at most 1,000 hexadecimal digits) "
                   "or 32 bytes",
                   ""});
}

std::string options_text(const py::dict& options) {
  std::string text;
  for (const auto& [key, value] : options) {
    const std::string name = text_of(key, "options");
    std::string word;
    if (py::isinstance<py::bool_>(value)) {
      word = value.cast<bool>() ? "yes" : "no";
    } else {
      // Containers are not option values, and may contain themselves.
      const bool is_word = py::isinstance<py::str>(value) || !py::hasattr(value, "__len__");
      const auto written =
          py::reinterpret_steal<py::object>(is_word ? PyObject_Str(value.ptr()) : nullptr);
      // Python refuses to format huge integers.
      if (!written && is_word && !py::isinstance<py::int_>(value)) throw py::error_already_set();
      PyErr_Clear();
      if (written) word = text_of(written, name);
    }
    if (word.empty() || word.find(' ') != std::string::npos) {
      raise(InputError{name, shown(value), "must be one word", ""});
    }
    text += (text.empty() ? "" : " ") + name + "=" + word;
  }
  return text;
}

Classes::Classes(py::module_& module)
    : game(module, "Game",
           "A game: rules, deck, options and number of players. Immutable."
           "\n\n>>> game = chemix.load('chemuno', players=3, hand_size=5)\n"
           ">>> game.name, game.players, game.deck, game.best_score\n"
           "('chemuno', 3, 'chemix', 'fewest')\n"
           ">>> game.option_values['hand_size'], game.max_return > 0 > game.min_return\n"
           "(5, True)\n"
           ">>> game == chemix.load('chemuno', players=3)\n"
           "False"),
      action(module, "Action",
             "An action of a player or of chance. An immutable value."
             "\n\n>>> action = chemix.load('chemuno').action('lay H2O')\n"
             ">>> action.kind, action.fields, action.is_chance\n"
             "('lay', {'card': 'H2O'}, False)\n"
             ">>> str(action), action == chemix.load('chemuno').action(action.id)\n"
             "('lay H2O', True)"),
      dealer(
          module, "Dealer",
          "Resolves chance from a seed. The i-th chance action of a game uses the i-th draw, "
          "whatever the dealer did before. An immutable value.\n\nA search must use seeds of its "
          "own: the dealer of the game would reveal future draws to it."
          "\n\nThe seed is a nonnegative integer of at most 1,000 hexadecimal digits, or 32 bytes. "
          "Raise InputError for any other."
          "\n\n>>> state = chemix.load('chemuno').initial_state()\n"
          ">>> state = chemix.Dealer(seed=7).resolve(state)\n"
          ">>> state == chemix.load('chemuno').deal(seed=7)\n"
          "True"),
      event(module, "Event",
            "An event at the table, as one viewer sees it. An immutable value."
            "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
            ">>> state = state.apply(state.legal_actions()[0])\n"
            ">>> event = state.events(1)[0]\n"
            ">>> event.verb, event.source, event.player\n"
            "('move', 'hand[0]', 0)"),
      observation(module, "Observation",
                  "Exactly what a viewer sees and knows. An immutable value."
                  "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
                  ">>> seen = state.observation(1)\n"
                  ">>> seen.viewer, seen.phase, seen.acting, seen.hidden_places\n"
                  "(1, 'lead', frozenset({0}), ['hand[0]', 'draw_pile'])\n"
                  ">>> seen.legal_actions(), seen == state.observation(0)\n"
                  "([], False)"),
      policy(module, "Policy",
             "A built-in policy, which chooses actions for a seat from this seat's observation "
             "alone. An immutable value.\n\nMade from a name and parameters, such as "
             "Policy('random') or Policy('search iterations=2000'); policies() lists them. Raise "
             "InputError for an unknown name or an invalid parameter."
             "\n\n>>> policy = chemix.Policy('search iterations=50')\n"
             ">>> policy, policy == chemix.Policy(policy.text)\n"
             "(Policy('search iterations=50'), True)\n"
             ">>> chemix.Policy('serch')\n"
             "Traceback (most recent call last):\n"
             "    ...\n"
             "chemix.InputError: policy = serch: must be one of random, greedy, heuristic, search, "
             "solver; did you mean search?"),
      state(module, "State",
            "The complete state of a game, hidden parts included. An immutable value. Keep it "
            "secret: show players only observations and events."
            "\n\n>>> game = chemix.load('chemuno')\n"
            ">>> state = game.deal(seed=7)\n"
            ">>> state.phase, state.current_player, state.acting, state.is_chance, "
            "state.is_terminal\n"
            "('lead', 0, frozenset({0}), False, False)\n"
            ">>> after = state.apply(state.legal_actions()[0])\n"
            ">>> after == state, state == game.deal(seed=7)\n"
            "(False, True)"),
      table(module, "Table",
            "A state without the players' knowledge: everything that the rules depend on, made by "
            "State.table, for search. An immutable value. Playing on from it is up to twice as "
            "fast as from the state; docs/search.md has figures.\n\nIt shows all cards. A player's "
            "search must use the table of a state from the player's belief, "
            "`observation.determinize(seed=...).table`, never that of the true state: it would act "
            "on cards that the player cannot see. A table has no observations or events, so that "
            "it is not mistaken for a player's view.\n\nEqual tables play identically, whatever "
            "led to them, and have equal hashes: a search may cache results by table. A table also "
            "counts the chance actions before it, which determine the next draw of a Dealer; "
            "equality ignores this count."
            "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
            ">>> table = state.observation().determinize(seed=1).table\n"
            ">>> table == state.observation().determinize(seed=1).table\n"
            "True\n"
            ">>> after = table.apply(table.legal_actions()[0])\n"
            ">>> after == table, after.is_terminal\n"
            "(False, False)"),
      whole_turn(module, "WholeTurn",
                 "A possible outcome of a turn, with actions that lead to it."
                 "\n\n>>> state = chemix.load('classic').deal(seed=7)\n"
                 ">>> turn, value = state.whole_turns().best()\n"
                 ">>> for action in turn.actions:\n"
                 "...     state = state.apply(action)\n"
                 ">>> len(turn.points)\n"
                 "2"),
      whole_turn_walk(module, "WholeTurnIterator", "An iterator over whole turns."),
      whole_turns(module, "WholeTurns",
                  "All possible outcomes of a turn, each once, enumerated during iteration. len() "
                  "returns their number."
                  "\n\n>>> turns = chemix.load('classic').deal(seed=7).whole_turns()\n"
                  ">>> len(turns) == len(list(turns)) > 0\n"
                  "True") {
  expect_made(dealer);
  expect_made(policy);
  for (const py::handle type :
       {py::handle(whole_turn), py::handle(whole_turn_walk), py::handle(whole_turns)}) {
    refuse_pickles(type);
  }
  // Classes that only the library instantiates have no constructor: Python could otherwise access
  // uninitialized memory.
  for (const py::handle type :
       {py::handle(game), py::handle(action), py::handle(event), py::handle(observation),
        py::handle(state), py::handle(whole_turn), py::handle(table), py::handle(whole_turn_walk),
        py::handle(whole_turns)}) {
    reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = nullptr;
  }
}

void refuse_pickles(const py::handle& type) {
  const auto refuse = [](const py::object& self) -> py::object {
    throw py::type_error(formatted("cannot pickle or copy a {}", type_of(self)));
  };
  py::setattr(type, "__reduce__",
              py::cpp_function(refuse, py::name("__reduce__"), py::is_method(type)));
}

void expect_made(const py::handle& type) {
  // pybind11 calls this for an argument that holds no value yet.
  py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(type.ptr()))->operator_new =
      [](std::size_t) -> void* {
    throw py::type_error("the object was made by __new__ alone: call the class instead");
  };
}

Player seat_of(const AnyGame& game, const char* name, int player) {
  if (player >= 0 && player < game.player_count()) return player;
  raise(InputError{name, std::to_string(player),
                   "must be from 0 to " + std::to_string(game.player_count() - 1), "GN-1"});
}

int expect_action(const AnyGame& game, int id, bool is_chance) {
  const int count = is_chance ? game.chance_action_count() : game.action_count();
  if (id >= 0 && id < count) return id;
  raise(InputError{"action", std::to_string(id), formatted("must be an id from 0 to {}", count - 1),
                   ""});
}

int kind_of(const AnyGame& game, const std::string& card) {
  for (int kind = 0; kind < game.card_kind_count(); ++kind) {
    if (game.card_name(kind) == card) return kind;
  }
  raise(InputError{"card", card, "is not a card of the deck", ""});
}

py::frozenset seats_in(PlayerSet players) {
  py::set seats;
  for (int i = 0; i < players.size(); ++i) seats.add(py::int_(players.nth(i)));
  return py::frozenset(seats);
}

std::string shown_as(const char* type, const AnyGame& game, std::string_view phase) {
  return formatted("<{} of {}, phase {}>", type, game.name(), phase);
}

std::string Action::repr() const {
  const std::string quoted = py::repr(py::str(text())).cast<std::string>();
  return formatted("Action({}{})", quoted, is_chance ? ", chance=True" : "");
}

}  // namespace chemix::python

// In a sub-interpreter, the PyInit__core that PYBIND11_MODULE defines waits forever for the GIL.
// Rename it, so that the interpreter can be checked first.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
#define PyInit__core chemix_init_core

// Free-threading (mod_gil_not_used) is not declared, since no test runs without the GIL.
PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  module.doc() = "Bindings of the chemix library; import chemix instead.";
  module.attr("__version__") = CHEMIX_VERSION;
  chemix::python::expect_numpy_that_fits();
  chemix::python::Classes classes(module);
  chemix::python::bind_fair_deal(module);
  chemix::python::bind_game(module, classes);
  chemix::python::bind_observation(classes);
  chemix::python::bind_pickles(module, classes);
  bind_policies(module, classes);
  chemix::python::bind_state(module, classes);
  chemix::python::bind_table(classes);
  chemix::python::bind_values(module, classes);
  chemix::python::bind_whole_turns(classes);
  chemix::python::bind_batch(module);
  chemix::python::bind_sessions(module);
  chemix::python::guard_calls(module);
}

#undef PyInit__core

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" PYBIND11_EXPORT PyObject* PyInit__core() {
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    PyErr_SetString(PyExc_ImportError,
                    "chemix cannot be imported in a sub-interpreter: import it in the main "
                    "interpreter, or use processes");
    return nullptr;
  }
  return chemix_init_core();
}
