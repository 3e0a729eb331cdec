// SPDX-License-Identifier: Apache-2.0
// Cards as values, for every type of deck.
#include "card_description.hpp"

#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/element.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Precondition: the card is a compound of the set.
const ExpansionCompound& compound_at(const ExpansionSet& deck, Card card) {
  // Compounds are numbered in the order of the list of all decks.
  auto compound = static_cast<std::size_t>(deck.compound_of(card));
  std::size_t part = 0;
  while (compound >= deck.decks()[part]->compounds().size()) {
    compound -= deck.decks()[part++]->compounds().size();
  }
  return deck.decks()[part]->compounds()[compound];
}

Value names_value(const Names& names) {
  if (names[0].empty()) return {};
  // By `Language`.
  return Value::map().add("de", names[0]).add("fr", names[1]).add("en", names[2]);
}

CardData::Reconstructed reconstructed(const Marks& marks) {
  const auto is = [](Mark mark) { return mark != Mark::Attested; };
  return {is(marks.formula), is(marks.points), is(marks.names)};
}

Value marks_value(const CardData::Reconstructed& reconstructed) {
  const auto word = [](bool is) { return is ? "reconstructed" : "attested"; };
  return Value::map()
      .add("formula", word(reconstructed.formula))
      .add("points", word(reconstructed.points))
      .add("names", word(reconstructed.names));
}

/// The data of a card that is not a compound.
template <class Deck>
CardData simple_data(const Deck& deck, Card card) {
  CardData data{describe_card(deck, card), deck.all_cards().count(card)};
  if (data.about.type == "element" || data.about.type == "noble_gas") {
    data.atomic_number = find_element(deck.name(card))->atomic_number;
    data.elements.push_back(card.index);
  }
  return data;
}

template <class Deck>
Value value_of_card(const Deck& deck, Card card) {
  const CardData data = card_data(deck, card);
  const std::string_view type = data.about.type;
  const bool is_compound = type == "compound";
  const bool is_colored = type == "green" || type == "purple";
  const bool has_value = is_colored || type == "multiplier";
  const auto name = [&](int kind) { return deck.name(Card::of(kind)); };
  Value elements = Value::list();
  Value tokens = Value::list();
  Value needs = Value::map();
  for (const int kind : data.elements) elements.push_back(name(kind));
  for (const int kind : data.tokens) tokens.push_back(name(kind));
  // The elements first, then the multipliers.
  std::vector<int> needed = is_compound ? data.elements : std::vector<int>();
  std::vector<int> sorted = data.tokens;
  std::sort(sorted.begin(), sorted.end());
  for (const int kind : sorted) {
    if (std::find(needed.begin(), needed.end(), kind) == needed.end()) needed.push_back(kind);
  }
  for (const int kind : needed) {
    needs.add(name(kind), std::count(sorted.begin(), sorted.end(), kind));
  }
  return Value::map()
      .add("id", card.index)
      .add("name", deck.name(card))
      .add("type", is_colored ? std::string_view("number") : type)
      .add("copies", data.copies)
      .add("points", is_compound ? Value(data.about.number) : Value())
      .add("value", has_value ? Value(data.about.number) : Value())
      .add("atomic_number", data.atomic_number != 0 ? Value(data.atomic_number) : Value())
      .add("elements", std::move(elements))
      .add("tokens", std::move(tokens))
      .add("needs", std::move(needs))
      .add("color", is_colored ? Value(type) : Value())
      .add("names", names_value(data.about.names))
      .add("marks", data.reconstructed ? marks_value(*data.reconstructed) : Value());
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
  const ExpansionCompound& compound = compound_at(deck, card);
  return {"compound", compound.points, compound.names};
}

CardDescription describe_card(const BasicDeck&, Card card) {
  return describe(elements[card.index]);
}

CardDescription describe_card(const ChipItDeck&, Card card) {
  return {ChipItCards::is_green(card) ? "green" : "purple", ChipItCards::value(card)};
}

CardData card_data(const ChemixDeck& deck, Card card) {
  CardData data = simple_data(deck, card);
  if (!card.is_compound()) return data;
  const Compound& compound = deck.compound(card);
  for (const Card token : compound.tokens) data.tokens.push_back(token.index);
  const SmallBag needs = compound.needs();
  for (int kind = 0; kind < small_kind_count; ++kind) {
    if (needs.count(kind) > 0 && Card::of(kind).is_element()) data.elements.push_back(kind);
  }
  data.reconstructed = reconstructed(compound.marks);
  return data;
}

CardData card_data(const ExpansionSet& deck, Card card) {
  if (is_payment(card)) return simple_data(deck, card);
  const ExpansionCompound& compound = compound_at(deck, card);
  CardData data{describe_card(deck, card), 1};
  for (const Requirement& need : compound.requires_cards) {
    const Card element = element_card(need.atomic_number);
    data.elements.push_back(element.index);
    data.tokens.insert(data.tokens.end(), static_cast<std::size_t>(need.cards), element.index);
  }
  data.reconstructed = reconstructed(compound.marks);
  return data;
}

CardData card_data(const BasicDeck& deck, Card card) { return simple_data(deck, card); }

CardData card_data(const ChipItDeck& deck, Card card) { return simple_data(deck, card); }

Value card_value(const ChemixDeck& deck, Card card) { return value_of_card(deck, card); }
Value card_value(const ExpansionSet& deck, Card card) { return value_of_card(deck, card); }
Value card_value(const BasicDeck& deck, Card card) { return value_of_card(deck, card); }
Value card_value(const ChipItDeck& deck, Card card) { return value_of_card(deck, card); }

}  // namespace chemix
