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

Value marks_value(const Marks& marks) {
  const auto word = [](Mark mark) { return mark == Mark::Attested ? "attested" : "reconstructed"; };
  return Value::map()
      .add("formula", word(marks.formula))
      .add("points", word(marks.points))
      .add("names", word(marks.names));
}

/// The composition of a compound: its tokens in the order of the formula, and the number of each.
struct Parts {
  Value elements = Value::list();
  Value tokens = Value::list();
  Value needs = Value::map();
};

/// The fields that the cards of all decks have in common.
Value card_of(const CardDescription& card, Card kind, std::string_view name, int copies,
              Parts parts, Value marks) {
  const bool is_compound = card.type == "compound";
  const bool is_colored = card.type == "green" || card.type == "purple";
  const bool has_value = is_colored || card.type == "multiplier";
  const bool is_element = card.type == "element" || card.type == "noble_gas";
  return Value::map()
      .add("id", kind.index)
      .add("name", name)
      .add("type", is_colored ? std::string_view("number") : card.type)
      .add("copies", copies)
      .add("points", is_compound ? Value(card.number) : Value())
      .add("value", has_value ? Value(card.number) : Value())
      .add("atomic_number", is_element ? Value(find_element(name)->atomic_number) : Value())
      .add("elements", std::move(parts.elements))
      .add("tokens", std::move(parts.tokens))
      .add("needs", std::move(parts.needs))
      .add("color", is_colored ? Value(card.type) : Value())
      .add("names", names_value(card.names))
      .add("marks", std::move(marks));
}

/// The parts of a card that is not a compound: itself, if it is an element.
Parts parts_of(const CardDescription& card, std::string_view name) {
  Parts parts;
  if (card.type == "element" || card.type == "noble_gas") parts.elements.push_back(name);
  return parts;
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

Value card_value(const ChemixDeck& deck, Card card) {
  const CardDescription description = describe_card(deck, card);
  Parts parts = parts_of(description, deck.name(card));
  Value marks;
  if (card.is_compound()) {
    const Compound& compound = deck.compound(card);
    for (const Card token : compound.tokens) parts.tokens.push_back(deck.name(token));
    const SmallBag needs = compound.needs();
    for (int kind = 0; kind < small_kind_count; ++kind) {
      if (needs.count(kind) == 0) continue;
      const std::string name(deck.name(Card::of(kind)));
      if (Card::of(kind).is_element()) parts.elements.push_back(name);
      parts.needs.add(name, needs.count(kind));
    }
    marks = marks_value(compound.marks);
  }
  return card_of(description, card, deck.name(card), deck.all_cards().count(card), std::move(parts),
                 std::move(marks));
}

Value card_value(const ExpansionSet& deck, Card card) {
  const CardDescription description = describe_card(deck, card);
  Parts parts = parts_of(description, deck.name(card));
  if (is_payment(card)) {
    return card_of(description, card, deck.name(card), deck.all_cards().count(card),
                   std::move(parts), Value());
  }
  const ExpansionCompound& compound = compound_at(deck, card);
  for (const Requirement& need : compound.requires_cards) {
    const std::string name(deck.name(element_card(need.atomic_number)));
    parts.elements.push_back(name);
    for (int i = 0; i < need.cards; ++i) parts.tokens.push_back(name);
    parts.needs.add(name, need.cards);
  }
  return card_of(description, card, deck.name(card), 1, std::move(parts),
                 marks_value(compound.marks));
}

Value card_value(const BasicDeck& deck, Card card) {
  const CardDescription description = describe_card(deck, card);
  return card_of(description, card, deck.name(card), deck.all_cards().count(card),
                 parts_of(description, deck.name(card)), Value());
}

Value card_value(const ChipItDeck& deck, Card card) {
  return card_of(describe_card(deck, card), card, deck.name(card), deck.all_cards().count(card), {},
                 Value());
}

}  // namespace chemix
