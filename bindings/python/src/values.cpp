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

#include <fmt/format.h>

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
      map.add(name, read(value, path.empty() ? name : fmt::format("{}.{}", path, name), depth + 1));
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
      list.push_back(read(entry, fmt::format("{}[{}]", path, i), depth + 1));
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
          "What it is done with, by name: cards and choices are str, seats and numbers int.")
      .def(
          "to_dict", [](const Action& action) -> DictOf<"ActionDict"> {
            const Actor actor = action.is_chance ? Actor::chance() : Actor(0);
            return object_of(action_value(*action.game, actor, action.id));
          },
          "Make plain values: kind, id, chance and fields.");
  classes.event.def(
      "to_dict", [](const EventView& view) -> DictOf<"EventDict"> {
        return object_of(event_value(*view.game, view.event));
      },
      "Make plain values: the verb and what it names.\n\nPlaces are {'zone', 'player'}; a card "
      "that "
      "the viewer does not see is None.");
  classes.observation.def(
      "to_dict", [](const Observation& seen) -> DictOf<"ObservationDict"> {
        return object_of(seen.game->observation_value(seen.memory.block()));
      },
      "Make plain values: game, key, viewer, open (what all see), own (None for a spectator) and "
      "knowledge.\n\nHands and piles are {card: copies}, or lists from the top where their order "
      "is "
      "seen; seats are int, what is absent is None, digests are str.");
  classes.state.def(
      "to_dict", [](const State& state) -> DictOf<"StateDict"> {
        return object_of(state.game->state_value(state.block()));
      },
      "Make plain values: game, key, open (what all see), own (what each player holds), hidden, "
      "knowledge and chance_count; secret.\n\n`game.state_from_dict` is the reverse.");
  classes.game
      .def_property_readonly(
          "option_values",
          [](const AnyGame& game) -> py::dict { return object_of(game.options_value()); },
          "All options by name, as plain values.")
      .def_property_readonly(
          "catalogue",
          [](const AnyGame& game) -> DictOf<"CatalogueDict"> { return object_of(catalogue(game)); },
          "All that a frontend must know before the first card is dealt, as plain values: title, "
          "options with what they may be, phases, kinds of actions, places, counters, verbs, "
          "cards, "
          "scores, tensor fields and limits; words by language.\n\nMade anew each time.")
      .def(
          "state_from_dict",
          [](const std::shared_ptr<AnyGame>& game, const NamedValues& values) {
            State state{game, Memory(game->state_size()), nullptr};
            if (const auto wrong = game->read_state(value_of(values), state.memory.block())) {
              raise(*wrong);
            }
            return state;
          },
          py::arg("values"),
          "Set up a state from plain values like those of `state.to_dict`.\n\nWhat is not named "
          "follows: it is as before the deal, with the player of open.current_player as the one "
          "who "
          "begins; sizes are those of the cards; cards that are named nowhere lie where they lay "
          "before the deal, in most games in the draw pile. Nothing was seen before. Raises "
          "InputError with field, value and rule for what cannot be, TypeError for values that are "
          "not plain.")
      .def(
          "schema",
          [](const AnyGame& game, const std::string& what) -> py::dict {
            return object_of(accepted(schema_of(game, what)));
          },
          py::arg("what"),
          "Make the JSON schema of what to_dict makes of a 'state' or an 'observation' of this "
          "game, or of what all games have alike: 'action', 'event', 'refusal', 'error', "
          "'description', 'record', 'tensor_layout', 'catalogue'.\n\nRaises InputError for other "
          "names.");
  module.def(
      "decks", [] { return builtin_deck_names(); }, "List the names of the built-in deck files.");
  module.def(
      "read_deck",
      [](const std::string& name) -> py::dict { return object_of(accepted(deck_value(name))); },
      py::arg("name"), "Make plain values of a built-in deck; chemix.read_deck reads files too.");
  module.def(
      "read_deck_text",
      [](const std::string& text, const std::string& file) -> py::dict {
        return object_of(accepted(deck_value(text, file)));
      },
      py::arg("text"), py::arg("file"),
      "Make plain values of the text of a deck file; chemix.read_deck is the comfortable way.");
  module.def(
      "write_deck",
      [](const NamedValues& deck) { return accepted(deck_file_text(value_of(deck))); },
      py::arg("deck"),
      "Make the text of a deck file from plain values like those of read_deck.\n\nRaises "
      "InputError with field, value and rule for what is no deck, TypeError for values that are "
      "not plain.");
  module.def(
      "record_to_dict", [](const std::string& text) -> DictOf<"RecordDict"> {
        return object_of(record_value(accepted(read_record(text))));
      },
      py::arg("text"),
      "Read a record, replay and verify it; make plain values: what the game was made of, and its "
      "steps, each with its player (None for chance) and action.");
}

}  // namespace chemix::python
