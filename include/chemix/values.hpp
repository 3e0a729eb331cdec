// SPDX-License-Identifier: Apache-2.0
// Everything that a frontend is given, as plain data.
#pragma once

#include "chemix/agents/hint.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/value.hpp"
#include "chemix/record.hpp"
#include "chemix/words.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace chemix {

// States and observations are told by `AnyGame::state_value` and `observation_value`. Seats are
// numbers, cards and choices are names, what is absent is null, digests are 16 hexadecimal digits.

/// An action: `kind`, `id`, whether it is of `chance`, and its `fields`. Precondition: the id is of
/// the actor's id space.
[[nodiscard]] Value action_value(const AnyGame& game, Actor actor, int action);

/// An event as its viewer sees it: the `verb` and what the verb names. Places are maps of a `zone`
/// and the `player` whose it is, null where it is nobody's; a `card` that the viewer does not see
/// is null, `seen_by` is null when everybody sees it.
[[nodiscard]] Value event_value(const AnyGame& game, const Event& event);

/// A verb, with the `fields` of its data.
[[nodiscard]] Value verb_value(const AnyGame& game, Verb verb);

/// A refusal: `rule`, `detail`, `arguments` and the `action`. Precondition: the id is of the
/// actor's id space.
[[nodiscard]] Value refusal_value(const AnyGame& game, Actor actor, int action,
                                  std::string_view rule, int detail,
                                  const std::array<std::int16_t, 3>& arguments);
/// What is wrong with something else: `field`, `value`, `reason` and `rule`.
[[nodiscard]] Value error_value(const InputError& error);

/// What a game may be made with: `name`, `revision`, `min_players`, `max_players`, `deck`,
/// `options` and `turn_weights`.
[[nodiscard]] Value description_value(const GameDescription& game);

/// The policies that there are: a list of `name`, `meaning` and `parameters`.
[[nodiscard]] Value policies_value();

/// A hint: the `action` as text and its `id`, the `reason` by name, `choices`, `margin`, `gain` and
/// `visits`, and the `words` for it.
[[nodiscard]] Value hint_value(const AnyGame& game, const Hint& hint, const Words& words);

/// How a tensor is laid out: its `fields`, each with `name`, `offset`, `size`, `shape`, `labels`,
/// `low`, `high` and `meaning`, and what is `left_out`, by `name` and `reason`.
[[nodiscard]] Value tensor_layout_value(const TensorLayout& layout);

/// A record: what the game was made of, and its `steps` with who took them, null for chance.
[[nodiscard]] Value record_value(const Replay& replay);

/// What data looks like, as a JSON schema (draft 2020-12): `state` and `observation` of this game,
/// and `action`, `event`, `refusal`, `error`, `description`, `record`, `tensor_layout` and
/// `catalogue` of all games; refuses other names.
[[nodiscard]] Result<Value> schema_of(const AnyGame& game, std::string_view what);

}  // namespace chemix
