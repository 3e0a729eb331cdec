// SPDX-License-Identifier: Apache-2.0
// The catalogue of a game: everything that a frontend needs to know before the first card is dealt.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/value.hpp"

#include <string>
#include <string_view>

namespace chemix {

/// The metadata of a game as a value. Words are maps by language.
///   `name`, `title`, `revision`, `key`, `players`, `min_players`, `max_players`, `deck`
///   `options`        for each: its current `value` and its `default`; `least` and `most`, or the
///                    `choices`, that are valid for this deck and number of players while all
///                    other options keep their values; `rule`, `meaning`
///   `turn_weights`   the weights that whole turns accept
///   `phases`         who is `asked` (`chance`, `nobody`, `one` or `several` players), whether the
///                    decision is `sealed`, the kinds of `actions`, `words`
///   `actions`, `chance_actions`   kinds with `first_id`, `count`, `phases` and all values of their
///                    `fields`
///   `places`         the zones where cards or points lie: whether every player has one, and
///                    whether its cards are `hidden` from some viewers
///   `counters`, `verbs`           the names that events use; verbs with the fields of their data
///   `cards`          for each: `id`, `name`, `type`, `copies`, `points`, `value`, `atomic_number`,
///                    `elements`, `tokens`, `needs`, `color`, `names`, `marks`
///   `scores`         their `meaning`, whether the `most` or the `fewest` are `best`, and bounds of
///                    returns: `min_return`, `max_return`
///   `tensor`, `information_state_tensor`, `state_tensor`   their layouts, as returned by
///                    `tensor_layout_value`
///   `limits`         upper bounds for states, observations, steps, decisions and whole plays
/// Cost: proportional to the number of action ids; also makes one game per option value tried.
[[nodiscard]] Value catalogue(const AnyGame& game);

/// An upper bound on the bytes, with a final NUL, of a state or an observation as JSON on one line
/// or as text.
[[nodiscard]] std::int64_t max_json_size(const AnyGame& game);

// ---- Decks ----

/// A built-in deck file as a value; fails with the names of the built-in decks if there is none.
[[nodiscard]] Result<Value> deck_value(std::string_view name);
/// Converts the text of a deck file to a value; `file` names it in messages. Fails if it is
/// invalid.
[[nodiscard]] Result<Value> deck_value(std::string_view text, const std::string& file);
/// Converts a value to the text of a deck file, in lines. Fails if the deck is invalid.
[[nodiscard]] Result<std::string> deck_file_text(const Value& deck);

}  // namespace chemix
