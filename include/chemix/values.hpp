// SPDX-License-Identifier: Apache-2.0
// Values: actions, events, errors, layouts, records and schemas as data for frontends.
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

// `AnyGame::state_value` and `observation_value` return states and observations. Seats are numbers,
// cards and choices are names, absent fields are null, and digests are 16 hexadecimal digits.

/// An action: `kind`, `id`, whether it is of `chance`, and its `fields`. Precondition: `action` is
/// in the actor's id space.
[[nodiscard]] Value action_value(const AnyGame& game, Actor actor, int action);

/// An event as its viewer sees it: the `verb` and the fields that the verb uses. Places are maps of
/// a `zone` and its `player`, null if it belongs to nobody. A `card` that the viewer does not see
/// is null; `seen_by` is null if everybody sees the card.
[[nodiscard]] Value event_value(const AnyGame& game, const Event& event);

/// A verb with the `fields` of its data.
[[nodiscard]] Value verb_value(const AnyGame& game, Verb verb);

/// A refusal: `rule`, `detail`, `arguments` and the `action`. Precondition: `action` is in the
/// actor's id space.
[[nodiscard]] Value refusal_value(const AnyGame& game, Actor actor, int action,
                                  std::string_view rule, int detail,
                                  const std::array<std::int16_t, 3>& arguments);
/// An input error: `field`, `value`, `reason` and `rule`.
[[nodiscard]] Value error_value(const InputError& error);

/// A game and its valid parameters: `name`, `revision`, `min_players`, `max_players`, `deck`,
/// `options` and `turn_weights`.
[[nodiscard]] Value description_value(const GameDescription& game);

/// The built-in policies: a list of `name`, `meaning` and `parameters`.
[[nodiscard]] Value policies_value();

/// A hint: the `action` as text and its `id`, the `reason` by name, `choices`, `margin`, `gain` and
/// `visits`, and the `words` that express it.
[[nodiscard]] Value hint_value(const AnyGame& game, const Hint& hint, const Words& words);

/// A tensor layout: its `fields`, each with `name`, `offset`, `size`, `shape`, `labels`, `low`,
/// `high` and `meaning`; and the observation fields that are `left_out`, by `name` and `reason`.
[[nodiscard]] Value tensor_layout_value(const TensorLayout& layout);

/// A record: the parameters of its game, and its `steps`, whose player is null for chance.
[[nodiscard]] Value record_value(const Replay& replay);

/// The JSON schema (draft 2020-12) of a kind of value: `state` and `observation` of this game, or
/// `action`, `event`, `refusal`, `error`, `description`, `record`, `tensor_layout` and `catalogue`
/// of all games. Fails for other names.
[[nodiscard]] Result<Value> schema_of(const AnyGame& game, std::string_view what);

}  // namespace chemix
