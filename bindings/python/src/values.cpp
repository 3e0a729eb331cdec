// SPDX-License-Identifier: Apache-2.0
// Conversion between Value and JSON-like Python values.
#include "bindings.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/catalogue.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace chemix::python {
namespace {

constexpr int max_depth = 32;
// Bounds the expanded size: a list that contains the same list many times has few objects.
constexpr int max_values = 1'000'000;

/// Converts Python values; errors name the path of the field, such as `own[1].hand`.
class PlainReader {
 public:
  Value read(const py::handle& object, const std::string& path, int depth) {
    if (depth > max_depth) {
      raise(InputError{"values", "", "must not be nested deeper than 32 levels", ""});
    }
    if (++count_ > max_values) {
      raise(InputError{"values", "", "must be at most 1,000,000", ""});
    }
    if (object.is_none()) return {};
    if (py::isinstance<py::bool_>(object)) return object.cast<bool>();
    if (py::isinstance<py::int_>(object)) return number(object, path);
    if (py::isinstance<py::float_>(object)) return PyFloat_AS_DOUBLE(object.ptr());
    if (py::isinstance<py::str>(object)) return text_of(object, name_of(path));
    if (py::isinstance<py::dict>(object)) return map(object, path, depth);
    if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) {
      return list(object, path, depth);
    }
    // Integers of NumPy.
    if (PyIndex_Check(object.ptr()) != 0) {
      const auto index = checked(PyNumber_Index(object.ptr()));
      return number(index, path);
    }
    refuse_type(path, "values must be dict, list, str, int, float, bool or None");
  }

 private:
  static std::string name_of(const std::string& path) { return path.empty() ? "values" : path; }
  [[noreturn]] static void refuse_type(const std::string& path, const char* reason) {
    throw py::type_error(InputError{name_of(path), "", reason, ""}.message());
  }
  static py::object checked(PyObject* made) {
    if (made == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(made);
  }
  static Value number(const py::handle& object, const std::string& path) {
    int overflow = 0;
    const std::int64_t number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    if (overflow == 0) return number;
    raise(InputError{name_of(path), shown(object), "must fit in 64 bits", ""});
  }
  // Python methods of the values may modify their container while it is read. Dicts and lists are
  // therefore copied first, without calling overridden methods of derived classes.
  Value map(const py::handle& object, const std::string& path, int depth) {
    Value map = Value::map();
    const auto copy = checked(PyDict_Copy(object.ptr()));
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(copy)) {
      if (!py::isinstance<py::str>(key)) {
        refuse_type(path, "names of fields must be str");
      }
      const std::string name = text_of(key, name_of(path));
      map.add(name, read(value, path.empty() ? name : formatted("{}.{}", path, name), depth + 1));
    }
    return map;
  }
  Value list(const py::handle& object, const std::string& path, int depth) {
    Value list = Value::list();
    const bool is_list = py::isinstance<py::list>(object);
    const auto copy = checked(is_list ? PyList_GetSlice(object.ptr(), 0, PY_SSIZE_T_MAX)
                                      : PyTuple_GetSlice(object.ptr(), 0, PY_SSIZE_T_MAX));
    for (const auto& entry : py::reinterpret_borrow<py::sequence>(copy)) {
      const std::size_t i = list.as<Value::List>()->size();
      list.push_back(read(entry, formatted("{}[{}]", path, i), depth + 1));
    }
    return list;
  }

  int count_ = 0;
};

}  // namespace

py::object object_of(const Value& value) {
  return value.visit([]<class T>(const T& kept) -> py::object {
    if constexpr (std::is_same_v<T, std::monostate>) {
      return py::none();
    } else if constexpr (std::is_same_v<T, Value::List>) {
      py::list list(kept.size());
      for (std::size_t i = 0; i < kept.size(); ++i) list[i] = object_of(kept[i]);
      return list;
    } else if constexpr (std::is_same_v<T, Value::Map>) {
      py::dict map;
      for (const auto& field : kept) map[py::str(field.name)] = object_of(field.value);
      return map;
    } else {
      return py::cast(kept);
    }
  });
}

Value value_of(const py::handle& object) { return PlainReader().read(object, "", 0); }

void bind_values(py::module_& module, Classes& classes) {
  classes.action
      .def_property_readonly(
          "fields",
          [](const Action& action) -> py::dict {
            return object_of(action.is_chance ? action.game->chance_action_fields(action.id)
                                              : action.game->action_fields(action.id));
          },
          "The arguments by name: cards and choices are str, seats and numbers int.")
      .def(
          "to_dict", [](const Action& action) -> DictOf<"ActionDict"> {
            const Actor actor = action.is_chance ? Actor::chance() : Actor(0);
            return object_of(action_value(*action.game, actor, action.id));
          },
          "Return JSON-compatible values: kind, id, chance and fields."
          "\n\n>>> action = chemix.load('chemuno').action('lay H2O').to_dict()\n"
          ">>> action['kind'], action['fields'], action['chance']\n"
          "('lay', {'card': 'H2O'}, False)");
  classes.event.def(
      "to_dict", [](const EventView& view) -> DictOf<"EventDict"> {
        return object_of(event_value(*view.game, view.event));
      },
      "Return JSON-compatible values: the verb and its arguments.\n\nPlaces are {'zone', "
      "'player'}; a card that the viewer does not see is None."
      "\n\n>>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')\n"
      ">>> event = state.events(0)[0].to_dict()\n"
      ">>> event['verb'], event['target'], event['card']\n"
      "('deal', {'zone': 'hand', 'player': 0}, 'H2O')\n"
      ">>> state.events(1)[0].to_dict()['card'] is None\n"
      "True");
  classes.observation.def(
      "to_dict", [](const Observation& seen) -> DictOf<"ObservationDict"> {
        return object_of(seen.game->observation_value(seen.memory.block()));
      },
      "Return JSON-compatible values: game, key, viewer, open (public), own (None for a "
      "spectator) and knowledge.\n\nHands and piles are {card: copies}, or lists from the "
      "top if their order is seen; seats are int, missing values None, digests str."
      "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation(1).to_dict()\n"
      ">>> seen['viewer'], seen['open']['hand_size']\n"
      "(1, [7, 7])\n"
      ">>> sum(seen['own']['hand'].values())\n"
      "7");
  classes.state.def(
      "to_dict", [](const State& state) -> DictOf<"StateDict"> {
        return object_of(state.game->state_value(state.block()));
      },
      "Return JSON-compatible values: game, key, open (public), own (by player), hidden, "
      "knowledge and chance_count. Keep them secret.\n\n`game.state_from_dict` is the "
      "inverse."
      "\n\n>>> game = chemix.load('chemuno')\n"
      ">>> state = game.deal(seed=7)\n"
      ">>> sorted(state.to_dict())\n"
      "['chance_count', 'game', 'hidden', 'key', 'knowledge', 'open', 'own']\n"
      ">>> game.state_from_dict(state.to_dict()) == state\n"
      "True");
  classes.game
      .def_property_readonly(
          "option_values",
          [](const AnyGame& game) -> py::dict { return object_of(game.options_value()); },
          "All options by name, as JSON-compatible values.")
      .def_property_readonly(
          "catalogue",
          [](const AnyGame& game) -> DictOf<"CatalogueDict"> { return object_of(catalogue(game)); },
          "Everything that a frontend needs before the first card is dealt, as JSON-compatible "
          "values: title, options with their allowed values, phases, kinds of actions, places, "
          "counters, verbs, cards, scores, tensor fields and limits; words by "
          "language.\n\nRecomputed on each access; cache it.")
      .def(
          "state_from_dict",
          [](const std::shared_ptr<AnyGame>& game, const NamedValues& values) {
            State state{game, BlockMemory(game->state_size()), nullptr};
            if (const auto wrong = game->read_state(value_of(values), state.memory.block())) {
              raise(*wrong);
            }
            return state;
          },
          py::arg("values"),
          "Make a state from JSON-compatible values like those of `state.to_dict`.\n\nOmitted "
          "fields keep their values from before the deal, where the player of "
          "open.current_player begins. Sizes follow from the cards. Cards that are not listed "
          "stay where they were before the deal, in most games in the draw pile. No player has "
          "seen anything before this state. Raise InputError with field, value and rule for an "
          "impossible state, and TypeError for values that JSON lacks."
          "\n\n>>> game = chemix.load('chemuno', hand_size=2)\n"
          ">>> hands = [{'hand': {'H': 1, 'O': 1}}, {'hand': {'H2O': 1, 'CO2': 1}}]\n"
          ">>> state = game.state_from_dict({'open': {'phase': 'lead'}, 'own': hands})\n"
          ">>> [str(action) for action in state.legal_actions()]\n"
          "['lay H', 'lay O']")
      .def(
          "schema",
          [](const AnyGame& game, const std::string& what) -> py::dict {
            return object_of(accepted(schema_of(game, what)));
          },
          py::arg("what"),
          "Return the JSON schema of values that to_dict returns: of a 'state' or an "
          "'observation' of this game, or of values that are alike in all games: 'action', "
          "'event', 'refusal', 'error', 'description', 'record', 'tensor_layout', "
          "'catalogue'.\n\nRaise InputError for any other name."
          "\n\n>>> schema = chemix.load('chemuno').schema('observation')\n"
          ">>> sorted(schema['properties'])\n"
          "['game', 'key', 'knowledge', 'open', 'own', 'viewer']");
  module.def(
      "decks", [] { return builtin_deck_names(); },
      "Return the names of the built-in deck files."
      "\n\n>>> chemix.decks()\n"
      "['chemix', 'covalent', 'ionic']");
  module.def(
      "read_deck",
      [](const std::string& name) -> py::dict { return object_of(accepted(deck_value(name))); },
      py::arg("name"),
      "Return a built-in deck as JSON-compatible values. Use chemix.read_deck instead, which "
      "also reads files.");
  module.def(
      "read_deck_text",
      [](const std::string& text, const std::string& file) -> py::dict {
        return object_of(accepted(deck_value(text, file)));
      },
      py::arg("text"), py::arg("file"),
      "Convert the text of a deck file to JSON-compatible values. Use chemix.read_deck "
      "instead.");
  module.def(
      "write_deck",
      [](const NamedValues& deck) { return accepted(deck_file_text(value_of(deck))); },
      py::arg("deck"),
      "Convert JSON-compatible values like those of read_deck to the text of a deck "
      "file.\n\nRaise InputError with field, value and rule for an invalid deck, and "
      "TypeError for values that JSON lacks."
      "\n\n>>> deck = chemix.small_deck(['H2', 'O2', 'H2O'])\n"
      ">>> text = chemix.write_deck(deck)\n"
      ">>> text.startswith(\"{\"), '\"H2O\"' in text\n"
      "(True, True)");
  module.def(
      "record_to_dict", [](const std::string& text) -> DictOf<"RecordDict"> {
        return object_of(record_value(accepted(read_record(text))));
      },
      py::arg("text"),
      "Replay and verify a record; return JSON-compatible values: the parameters of the "
      "game, and the steps, each with its player (None for chance) and action.\n\nRaise "
      "InputError if the record is invalid."
      "\n\n>>> record = chemix.Session(chemix.load('chemuno', players=3), seed=7).record()\n"
      ">>> data = chemix.record_to_dict(record)\n"
      ">>> data['game'], data['players'], data['steps']\n"
      "('chemuno', 3, [])");
}

}  // namespace chemix::python
