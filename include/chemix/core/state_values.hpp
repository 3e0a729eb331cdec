// SPDX-License-Identifier: Apache-2.0
// Conversion of whole states and observations to plain data.
#pragma once

#include "chemix/core/game.hpp"
#include "chemix/core/parts.hpp"
#include "chemix/core/value.hpp"

namespace chemix {

// The parts of a state are maps of their fields: `open` is visible to everybody, `own` is what each
// player holds, `hidden` is visible to nobody, and `knowledge` is what is known. An observation has
// the same parts except those that it does not show. Both begin with the `game` and its `key`.

/// A state as plain data. Keep it secret, like the state.
template <class R>
Value value_of(const GameOf<R>& game, const State<R>& state) {
  return parts_value({game.name(), game.key()}, parts_of(game.rules(), state));
}
template <class R>
Value state_schema(const GameOf<R>& game) {
  const State<R> state;
  return parts_schema({game.name(), game.key()}, parts_of(game.rules(), state));
}

/// An observation as plain data: all that its `viewer` sees and knows. `viewer` is null for a
/// spectator, who has no own part.
template <class R>
Value value_of(const GameOf<R>& game, const Observation<R>& seen) {
  return parts_value({game.name(), game.key()}, parts_of(game.rules(), seen),
                     !seen.viewer.is_spectator());
}
template <class R>
Value observation_schema(const GameOf<R>& game) {
  const Observation<R> seen;
  return parts_schema({game.name(), game.key()}, parts_of(game.rules(), seen));
}

}  // namespace chemix
