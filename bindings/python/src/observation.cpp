// SPDX-License-Identifier: Apache-2.0
// Events and observations in Python.
#include "bindings.hpp"

#include <pybind11/numpy.h>

namespace chemix::python {
void bind_observation(Classes& classes) {
  classes.event
      .def_property_readonly(
          "verb", [](const EventView& view) { return std::string(name_of(view.event.verb)); },
          "What happens, such as 'deal', 'move' or 'turn'.")
      .def_property_readonly(
          "source", [](const EventView& view) { return place_text(view.event.from); },
          "Where cards or points come from, such as 'hand[1]'.")
      .def_property_readonly(
          "target", [](const EventView& view) { return place_text(view.event.to); },
          "Where cards or points go.")
      .def_property_readonly(
          "player", [](const EventView& view) { return view.event.player; },
          "Who does it, or whose it is.")
      .def_property_readonly(
          "card",
          [](const EventView& view) -> std::optional<std::string> {
            if (!view.event.kind) return std::nullopt;
            return std::string(view.game->card_name(*view.event.kind));
          },
          "The card, or None when the viewer does not see it.")
      .def_property_readonly(
          "amount", [](const EventView& view) { return view.event.amount; }, "How many.")
      .def(
          "words",
          [](const EventView& view, const std::string& language, bool aloud,
             const PlayerNames& players) {
            return words_in(language, aloud, players).event(*view.game, view.event);
          },
          py::arg("language") = "en", py::arg("aloud") = false, py::arg("players") = py::none(),
          "Say what happens, in a sentence.\n\n`players` are their names; `aloud` spells formulas.")
      .def("__str__", [](const EventView& view) { return view.game->event_text(view.event); })
      .def("__repr__", [](const EventView& view) {
        return "Event('" + view.game->event_text(view.event) + "')";
      });

  classes.observation
      .def_property_readonly(
          "game",
          [](const Observation& seen) { return std::const_pointer_cast<AnyGame>(seen.game); })
      .def_property_readonly(
          "viewer",
          [](const Observation& seen) -> std::optional<int> {
            const Viewer viewer = seen.game->viewer(seen.memory.block());
            if (viewer.is_spectator()) return std::nullopt;
            return viewer.seat();
          },
          "The seat, or None for a spectator.")
      .def(
          "legal_actions",
          [](const Observation& seen) {
            std::vector<int> ids(static_cast<std::size_t>(seen.game->max_legal_actions()));
            ids.resize(seen.game->legal_actions_seen(seen.memory.block(), ids));
            std::vector<Action> actions;
            for (const int id : ids) actions.push_back({seen.game, id, false});
            return actions;
          },
          "List what the viewer may do; empty when the viewer does not act.")
      .def(
          "fold",
          [](const Observation& seen, const EventView& view) {
            Observation next = seen;
            next.game->fold(next.memory.block(), view.event);
            return next;
          },
          py::arg("event"), "Make the observation that follows when the viewer sees an event.")
      .def(
          "tensor",
          [](const Observation& seen) {
            py::array_t<float> tensor(static_cast<py::ssize_t>(seen.game->tensor_size()));
            seen.game->tensor(seen.memory.block(),
                              {tensor.mutable_data(), static_cast<std::size_t>(tensor.size())});
            return tensor;
          },
          "Make a float32 array of shape (game.tensor_size,), own seat first, within the bounds "
          "that "
          "game.tensor_layout() tells.")
      .def(
          "prompt",
          [](const Observation& seen, const std::string& language, bool aloud,
             const PlayerNames& players) {
            return words_in(language, aloud, players).prompt(*seen.game, seen.memory.block());
          },
          py::arg("language") = "en", py::arg("aloud") = false, py::arg("players") = py::none(),
          "Say what the viewer is asked for, or who acts instead.")
      .def_property_readonly(
          "digest",
          [](const Observation& seen) {
            return seen.game->observation_digest(seen.memory.block());
          },
          "A 64-bit hash that viewer and server may compare.")
      .def(
          "count_worlds",
          [](const Observation& seen) {
            return py::int_(py::str(seen.game->count_worlds(seen.memory.block())));
          },
          "Count, exactly, the deals of the unseen cards that fit all that the viewer knows.")
      .def("__eq__",
           [](const Observation& seen, const py::object& other) {
             if (!py::isinstance<Observation>(other)) return false;
             const auto& rhs = other.cast<const Observation&>();
             return seen.game->key() == rhs.game->key() &&
                    seen.game->observation_text(seen.memory.block()) ==
                        rhs.game->observation_text(rhs.memory.block());
           })
      .def("__hash__",
           [](const Observation& seen) {
             return seen.game->observation_digest(seen.memory.block());
           })
      .def("__repr__", [](const Observation& seen) {
        return seen.game->observation_text(seen.memory.block());
      });
}

}  // namespace chemix::python
