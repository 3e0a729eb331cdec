// SPDX-License-Identifier: Apache-2.0
// Breadth-first search for the steps between two states.
#include "chemix/core/undo.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

namespace chemix::undo {

Undo search(const Steps& steps, const void* before, const void* after) {
  struct Reached {
    std::unique_ptr<std::byte[]> state;
    /// The index of the preceding state.
    std::size_t from;
  };
  std::vector<Reached> reached;
  const auto reach = [&](const void* state, std::size_t from) {
    // operator new aligns for any state; states are copied as memory.
    Reached next{std::make_unique<std::byte[]>(steps.state_size), from};
    std::memcpy(next.state.get(), state, steps.state_size);
    reached.push_back(std::move(next));
  };
  reach(before, 0);
  bool is_found = false;
  bool is_given_up = false;
  for (std::size_t at = 0; at < reached.size() && !is_found && !is_given_up; ++at) {
    steps.for_each_next(reached[at].state.get(), [&](const void* next) {
      is_found = steps.are_equal(next, after);
      is_given_up = !is_found && reached.size() == max_undo_states;
      if (!is_given_up) reach(next, at);
      return !is_found && !is_given_up;
    });
  }
  if (is_given_up) return Undo::Learned;
  if (!is_found) return Undo::OthersActed;
  for (std::size_t at = reached.size() - 1; at != 0; at = reached[at].from) {
    if (steps.teaches(reached[reached[at].from].state.get(), reached[at].state.get())) {
      return Undo::Learned;
    }
  }
  return Undo::Allowed;
}

}  // namespace chemix::undo
