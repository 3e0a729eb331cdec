// SPDX-License-Identifier: Apache-2.0
// What a refusing rule says, in words.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/core/error.hpp"

#include <string>
#include <string_view>

namespace chemix {

/// The sentence for a refusal, by its rule and detail; where that detail has none of its own the
/// rule's general one. Empty for a rule that refuses no action.
[[nodiscard]] std::string_view rule_sentence(const RuleError& error, Language language);

/// A refusal in words, with the action and the ID of the rule:
/// `draw: There is no card left to draw. [CU-16]`. `by_chance` tells whose ids are meant.
[[nodiscard]] std::string refusal_text(const AnyGame& game, const RuleError& error,
                                       Language language, bool by_chance = false);

}  // namespace chemix
