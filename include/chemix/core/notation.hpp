// SPDX-License-Identifier: Apache-2.0
// Notation: one line for a state or an observation that parses back.
#pragma once

#include "chemix/core/game.hpp"
#include "chemix/core/parts.hpp"

#include <string>
#include <string_view>

namespace chemix {

// A line begins with the game's name and key, `chemuno#0123456789abcdef`. Parts are separated by
// ` |`: for a state what all see, what each player holds, what nobody sees, what is known and how
// often chance acted; for an observation the viewer, what all see, the own part, what is known.
// All fields of a part stand there, in order, as `name=value`.

/// The line of a state; secret, as the state is.
template <class R>
std::string notation(const GameOf<R>& game, const State<R>& state) {
  return print_parts({game.name(), game.key()}, parts_of(game.rules(), state));
}

/// The line of an observation: all that its viewer sees and knows.
template <class R>
std::string notation(const GameOf<R>& game, const Observation<R>& seen) {
  return print_parts({game.name(), game.key()}, parts_of(game.rules(), seen));
}

/// The state of a line, or what is wrong with it: a field, or a state that cannot be.
template <class R>
Result<State<R>> parse_state(const GameOf<R>& game, std::string_view text) {
  auto state = State<R>();
  const StateParts parts = parts_of(game.rules(), state);
  if (auto error = parse_parts(text, {game.name(), game.key()}, parts)) {
    return tl::unexpected(*error);
  }
  if (auto error = game.rules().validation_error(state.table, state.knowledge)) {
    return tl::unexpected(*error);
  }
  return state;
}

/// The observation of a line, or what is wrong with it.
template <class R>
Result<Observation<R>> parse_observation(const GameOf<R>& game, std::string_view text) {
  auto seen = Observation<R>();
  const SeenParts parts = parts_of(game.rules(), seen);
  if (auto error = parse_parts(text, {game.name(), game.key()}, parts)) {
    return tl::unexpected(*error);
  }
  if (auto error = game.validation_error(seen)) return tl::unexpected(*error);
  return seen;
}

}  // namespace chemix
