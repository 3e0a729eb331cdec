// SPDX-License-Identifier: Apache-2.0
// Plain data of whole states and observations.
#pragma once

#include "chemix/core/game.hpp"
#include "chemix/core/parts.hpp"
#include "chemix/core/value.hpp"

namespace chemix {

// The parts of a state are maps of their fields: `open` what all see, `own` what each player holds,
// `hidden` what nobody sees, `knowledge` what is known. Those of an observation are the same but
// for what it does not show. Both begin with the `game` and its `key`.

/// A state; secret, as the state is.
template <class R>
Value value_of(const GameOf<R>& game, const State<R>& state) {
  return parts_value({game.name(), game.key()}, parts_of(game.rules(), state));
}
template <class R>
Value state_schema(const GameOf<R>& game) {
  const State<R> state;
  return parts_schema({game.name(), game.key()}, parts_of(game.rules(), state));
}

/// An observation: all that its `viewer` (nothing for a spectator, who has no own part) sees and
/// knows.
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
