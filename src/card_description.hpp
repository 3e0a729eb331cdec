// SPDX-License-Identifier: Apache-2.0
// What the cards of the decks are.
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

}  // namespace chemix
