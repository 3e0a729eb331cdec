// SPDX-License-Identifier: Apache-2.0
// Notation: states and observations as one line of text that parses back.
#pragma once

#include "chemix/core/game.hpp"
#include "chemix/core/parts.hpp"

#include <string>
#include <string_view>

namespace chemix {

// A line begins with the game's name and key, `chemuno#0123456789abcdef`. Parts are separated by `
// |`. For a state: the public part, what each player holds, the hidden part, the knowledge and the
// number of chance actions. For an observation: the viewer, the public part, the own part and the
// knowledge. Each part lists all of its fields in order as `name=value`.

/// A state as a line. Keep it secret, like the state.
template <class R>
std::string notation(const GameOf<R>& game, const State<R>& state) {
  return print_parts({game.name(), game.key()}, parts_of(game.rules(), state));
}

/// An observation as a line: all that its viewer sees and knows.
template <class R>
std::string notation(const GameOf<R>& game, const Observation<R>& seen) {
  return print_parts({game.name(), game.key()}, parts_of(game.rules(), seen));
}

/// Parses a state, or returns what is wrong: an invalid field or an impossible state.
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

/// Parses an observation, or returns what is wrong.
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
