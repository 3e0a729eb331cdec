// SPDX-License-Identifier: Apache-2.0
// The catalogue of a game: all that a frontend must know before the first card is dealt.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/value.hpp"

#include <string>
#include <string_view>

namespace chemix {

/// A game as plain data. Words are maps by language.
///   `name`, `title`, `revision`, `key`, `players`, `min_players`, `max_players`, `deck`
///   `options`        of each the `value` here and the `default`; `least` and `most` or the
///                    `choices` that this deck and so many players allow with all other options
///                    as they are; `rule`, `meaning`
///   `turn_weights`   what whole turns are weighed by
///   `phases`         who is `asked` (`chance`, `nobody`, `one` or `several` players), whether it
///                    is `sealed`, the kinds of `actions`, `words`
///   `actions`, `chance_actions`   kinds with `first_id`, `count`, `phases` and all values of their
///                    `fields`
///   `places`         the zones where cards or points lie: whether every player has one, and
///                    whether it is `hidden` from some which cards these are
///   `counters`, `verbs`           what events name and say: verbs with the fields of their data
///   `cards`          of each `id`, `name`, `type`, `copies`, `points`, `value`, `atomic_number`,
///                    `elements`, `tokens`, `needs`, `colour`, `names`, `marks`
///   `scores`         what they count (`meaning`), whether the `most` or the `fewest` are `best`,
///                    and bounds of returns: `least_return`, `most_return`
///   `tensor`, `information_state_tensor`, `state_tensor`   how they are laid out, as
///                    `tensor_layout_value` tells
///   `limits`         no state, observation, step, decision or play has more
/// As much work as there are ids of actions, and a game is made for every option that is tried.
[[nodiscard]] Value catalogue(const AnyGame& game);

// ---- Decks ----

/// A built-in deck file as plain data, or which there are.
[[nodiscard]] Result<Value> deck_value(std::string_view name);
/// The text of a deck file as plain data; `file` is what messages call it. Refuses what is none.
[[nodiscard]] Result<Value> deck_value(std::string_view text, const std::string& file);
/// Plain data as the text of a deck file, in lines. Refuses what is no deck.
[[nodiscard]] Result<std::string> deck_file_text(const Value& deck);

}  // namespace chemix
