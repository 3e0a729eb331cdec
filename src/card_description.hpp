// SPDX-License-Identifier: Apache-2.0
// Descriptions of the cards of all decks.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/cards/plain_deck.hpp"

namespace chemix {

/// Precondition: the deck has this kind.
CardDescription describe_card(const ChemixDeck& deck, Card card);
CardDescription describe_card(const ExpansionSet& deck, Card card);
CardDescription describe_card(const BasicDeck& deck, Card card);
CardDescription describe_card(const ChipItDeck& deck, Card card);

CardData card_data(const ChemixDeck& deck, Card card);
CardData card_data(const ExpansionSet& deck, Card card);
CardData card_data(const BasicDeck& deck, Card card);
CardData card_data(const ChipItDeck& deck, Card card);

/// A card as a value: `id`, `name`, `type`, `copies`, `points`, `value`, `atomic_number`,
/// `elements`, `tokens`, `needs`, `color`, `names` by language and `marks`; null where a field
/// does not apply.
Value card_value(const ChemixDeck& deck, Card card);
Value card_value(const ExpansionSet& deck, Card card);
Value card_value(const BasicDeck& deck, Card card);
Value card_value(const ChipItDeck& deck, Card card);

}  // namespace chemix
