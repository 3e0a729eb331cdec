// SPDX-License-Identifier: Apache-2.0
// Whole turns in Python.
#include "bindings.hpp"

namespace chemix::python {

std::unique_ptr<WholeTurnList> WholeTurns::list() const {
  return accepted(game->whole_turns(memory.block()));
}

namespace {

std::pair<WholeTurnView, double> best(const WholeTurns& turns, const py::kwargs& weights) {
  const std::string text = options_text(weights);
  const auto list = turns.list();
  auto found = [&] {
    const Unlocked unlocked;
    return list->best(text);
  }();
  const auto [turn, value] = accepted(std::move(found));
  return {WholeTurnView{turns.game, turn}, value};
}

}  // namespace

void bind_whole_turns(Classes& classes) {
  classes.state.def(
      "whole_turns",
      [](const State& state) {
        WholeTurns turns{state.game, state.memory};
        // Fails at once if the state has no whole turns.
        (void)turns.list();
        return turns;
      },
      "Return the possible outcomes of the turn that begins here, each once.\n\nRaise "
      "InputError if no turn begins here, and in games without turn weights; see describe."
      "\n\n>>> turns = chemix.load('classic').deal(seed=7).whole_turns()\n"
      ">>> len(turns) == len(list(turns))\n"
      "True\n"
      ">>> chemix.load('chemuno').deal(seed=7).whole_turns()\n"
      "Traceback (most recent call last):\n"
      "    ...\n"
      "chemix.InputError: game = chemuno: does not list whole turns");

  classes.whole_turns
      .def("__len__",
           [](const WholeTurns& turns) {
             const auto list = turns.list();
             const Unlocked unlocked;
             return list->count();
           })
      .def("__iter__", [](const WholeTurns& turns) {
        return WholeTurnWalk{turns.game, turns.list()};
      });
  {
    // The generated signature would lack the types of the keywords.
    py::options options;
    options.disable_function_signatures();
    classes.whole_turns.def(
        "best", &best,
        "best(self: chemix._core.WholeTurns, **weights: float) -> "
        "tuple[chemix._core.WholeTurn, float]\n\nReturn the best turn by weights, and its "
        "value.\n\nThe value is the sum of the amounts that turn_weights in the description of "
        "the game lists, each multiplied by its weight; omitted weights keep their default. "
        "Raise InputError for an unknown weight, and for one out of range."
        "\n\n>>> turns = chemix.load('classic').deal(seed=7).whole_turns()\n"
        ">>> turn, value = turns.best(points_to_others=-1)\n"
        ">>> turn in list(turns)\n"
        "True\n"
        ">>> turns.best(luck=1)\n"
        "Traceback (most recent call last):\n"
        "    ...\n"
        "chemix.InputError: weights = luck: no such weight; known: points, points_to_others, "
        "cards_kept, minus_cards, noble_gases");
  }

  classes.whole_turn_walk.def("__iter__", [](const WholeTurnWalk& walk) { return walk; })
      .def("__next__", [](const WholeTurnWalk& walk) {
        const auto turn = walk.list->next();
        if (!turn) throw py::stop_iteration();
        return WholeTurnView{walk.game, *turn};
      });

  classes.whole_turn
      .def_property_readonly(
          "actions",
          [](const WholeTurnView& view) {
            std::vector<Action> actions;
            for (const int id : view.turn.actions) actions.push_back({view.game, id, false});
            return actions;
          },
          "A shortest sequence of actions for this outcome; the last action ends the turn, or "
          "leads to the refilling of the hand.")
      .def_property_readonly(
          "points", [](const WholeTurnView& view) { return view.turn.points; },
          "The change of each seat's score.")
      .def("__repr__",
           [](const WholeTurnView& view) {
             return formatted("<WholeTurn of {} actions>", view.turn.actions.size());
           })
      .def("__eq__",
           [](const WholeTurnView& view, const py::object& other) {
             if (!py::isinstance<WholeTurnView>(other)) return false;
             const auto& that = other.cast<const WholeTurnView&>();
             return view.game->key() == that.game->key() && view.turn == that.turn;
           })
      .def("__hash__", [](const WholeTurnView& view) {
        return py::hash(py::tuple(py::cast(view.turn.actions)));
      });
}

}  // namespace chemix::python
