// SPDX-License-Identifier: Apache-2.0
#include "card_description.hpp"

#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/element.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace chemix {
namespace {

constexpr std::array<int, 6> noble_gases = {2, 10, 18, 36, 54, 86};

CardDescription describe(const Element& element) {
  const bool is_noble =
      std::find(noble_gases.begin(), noble_gases.end(), element.atomic_number) != noble_gases.end();
  CardDescription card{is_noble ? "noble_gas" : "element"};
  std::copy(element.names.begin(), element.names.end(), card.names.begin());
  return card;
}

}  // namespace

CardDescription describe_card(const ChemixDeck& deck, Card card) {
  if (card.is_multiplier()) return {"multiplier", card.multiplier()};
  if (card.is_small()) return describe(*find_element(deck.name(card)));
  const Compound& compound = deck.compound(card);
  return {"compound", compound.points, compound.names};
}

CardDescription describe_card(const ExpansionSet& deck, Card card) {
  if (card == wild_card) return {"wild"};
  if (is_payment(card)) return describe(elements[card.index]);
  // As they stand in the list of all decks.
  auto compound = static_cast<std::size_t>(deck.compound_of(card));
  for (const auto& part : deck.decks()) {
    const auto& compounds = part->compounds();
    if (compound < compounds.size()) {
      return {"compound", compounds[compound].points, compounds[compound].names};
    }
    compound -= compounds.size();
  }
  return {};
}

CardDescription describe_card(const BasicDeck&, Card card) {
  return describe(elements[card.index]);
}

CardDescription describe_card(const ChipItDeck&, Card card) {
  return {ChipItCards::is_green(card) ? "green" : "purple", ChipItCards::value(card)};
}

}  // namespace chemix
