// SPDX-License-Identifier: Apache-2.0
// Whole turns in Python.
#include "bindings.hpp"

namespace chemix::python {

std::unique_ptr<WholeTurnList> WholeTurns::list() const {
  return accepted(game->whole_turns(memory.block()));
}

void bind_whole_turns(Classes& classes) {
  classes.state.def(
      "whole_turns",
      [](const State& state) {
        WholeTurns turns{state.game, state.memory};
        // Refuses at once what has none.
        (void)turns.list();
        return turns;
      },
      "Make the whole turns that can be taken now, each outcome once.\n\nOnly ChemiX Classic lists "
      "them. Raises InputError in other games and where no turn begins.");

  classes.whole_turns
      .def("__len__",
           [](const WholeTurns& turns) {
             const auto list = turns.list();
             const py::gil_scoped_release released;
             return list->count();
           })
      .def("__iter__",
           [](const WholeTurns& turns) {
             return WholeTurnWalk{turns.game, turns.list()};
           })
      .def(
          "best",
          [](const WholeTurns& turns, double points, double points_to_others, double cards_kept,
             double minus_cards, double noble_gases) {
            const classic::TurnWeights weights{points, points_to_others, cards_kept, minus_cards,
                                               noble_gases};
            const auto list = turns.list();
            const auto best = [&] {
              const py::gil_scoped_release released;
              return list->best(weights);
            }();
            return std::pair(WholeTurnView{turns.game, best.first}, best.second);
          },
          py::kw_only(), py::arg("points") = classic::TurnWeights().points,
          py::arg("points_to_others") = classic::TurnWeights().points_to_others,
          py::arg("cards_kept") = classic::TurnWeights().cards_kept,
          py::arg("minus_cards") = classic::TurnWeights().minus_cards,
          py::arg("noble_gases") = classic::TurnWeights().noble_gases,
          "Find the best turn by weights; give it and what it is worth.\n\nA turn is worth the sum "
          "of the changes of the own score and of those of the others, the cards in the hand, "
          "the cards that came to the own minus pile and the noble gases that are left, each "
          "times its weight.");

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
          "A shortest way to take it; the last action ends the turn or leads to where the hand is "
          "filled.")
      .def_property_readonly(
          "points", [](const WholeTurnView& view) { return view.turn.points; },
          "By how much the score of every seat changes.");
}

}  // namespace chemix::python
