// SPDX-License-Identifier: Apache-2.0
// Tables in Python: states without knowledge, for search.
#include "positions.hpp"

namespace chemix::python {

Table table_of(const State& state) {
  Table table{state.game, BlockMemory(state.game->table_size()), state.chance_count()};
  state.game->table_of(state.block(), table.memory.block());
  return table;
}

State forgetful(const Table& table) {
  State state{table.game, BlockMemory(table.game->state_size()), nullptr};
  table.game->state_of(table.block(), table.chances, state.memory.block());
  return state;
}

Table applied(const Table& table, Actor actor, int action) {
  Table next = table;
  if (const auto refused = next.game->apply_to_table(next.memory.block(), actor, action)) {
    raise(table.game, *refused, actor.is_chance());
  }
  if (actor.is_chance()) ++next.chances;
  return next;
}

void bind_table(Classes& classes) {
  bind_position(classes.table);
  classes.table
      .def_property_readonly(
          "digest", [](const Table& table) { return table.game->table_digest(table.block()); },
          "A 64-bit hash, equal to State.table_digest of a state with this table. Keep it secret: "
          "it depends on hidden cards.")
      .def(
          "playout",
          [](const Table& table, const py::object& seed, bool guided) {
            FastRandom random(SeedSequence(seed_of(seed)));
            Table end = table;
            const Unlocked unlocked;
            end.game->playout_table(end.memory.block(), random, guided);
            return end;
          },
          py::arg("seed"), py::kw_only(), py::arg("guided").noconvert() = false,
          "Play at random to the end, and return the final table. It is that of State.playout with "
          "the same seed. The call releases the GIL.\n\nWith guided=True, actions that advance the "
          "game are preferred, as in the playouts of the policy 'search'. Policies cannot be "
          "passed: they need an observation, and a table has none."
          "\n\nRaise InputError for an invalid seed; see Dealer."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> state.table.playout(seed=3) == state.playout(seed=3).table\n"
          "True")
      .def("__hash__", [](const Table& table) { return table.game->table_digest(table.block()); })
      .def("__str__",
           [](const Table& table) {
             const State state = forgetful(table);
             return state.game->text(state.block());
           })
      .def("__repr__", [](const Table& table) {
        return shown_as("Table", *table.game, table.game->phase(table.block()));
      });
}

}  // namespace chemix::python
