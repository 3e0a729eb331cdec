// SPDX-License-Identifier: Apache-2.0
// Places: a game declares once where its cards lie. Moving cards, validation and hiding are derived
// from that declaration.
#pragma once

// Rules define `cards_at(view, place, card, use)`, which calls `use(cards, may_lie)` with the
// container for cards like `card` in this place, or does not call it if there is none. The
// container is a bag, an ordered list or `HiddenCards`. `may_lie` restricts the kinds, such as
// `&Card::is_element`; omitted, it allows all.

#include "chemix/cards/card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/player.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace chemix {

/// Cards whose number everybody sees, but whose identity only some views contain.
template <class Cards>
struct HiddenCards {
  std::uint8_t& size;
  /// Null in a view that does not contain the cards.
  Cards* cards;
  /// Such a view's copy of the cards for a viewer who is being shown the hand; else null.
  const Cards* shown = nullptr;
};

template <class T>
inline constexpr bool is_hidden_cards = false;
template <class Cards>
inline constexpr bool is_hidden_cards<HiddenCards<Cards>> = true;

/// A predicate for the kinds that may lie in a place; null allows all kinds.
using MayLie = bool (Card::*)() const;

// ---- Moving a card ----

/// Removes a card from its container.
struct TakeOut {
  Card card;

  CHEMIX_INLINE constexpr void operator()(auto& bag, auto...) const { bag.remove(card); }
  template <class Cards>
  CHEMIX_INLINE constexpr void operator()(HiddenCards<Cards> hidden, auto...) const {
    --hidden.size;
    if (hidden.cards != nullptr) (*this)(*hidden.cards);
  }
};

/// Adds a card to its container.
struct PutIn {
  Card card;

  CHEMIX_INLINE constexpr void operator()(auto& bag, auto...) const { bag.add(card); }
  template <int Capacity>
  CHEMIX_INLINE constexpr void operator()(CardList<Capacity>& list, auto...) const {
    list.push_back(card);
  }
  template <class Cards>
  CHEMIX_INLINE constexpr void operator()(HiddenCards<Cards> hidden, auto...) const {
    ++hidden.size;
    if (hidden.cards != nullptr) (*this)(*hidden.cards);
  }
};

/// Moves the card of an event from its source to its destination.
template <class Rules, class View>
CHEMIX_INLINE constexpr void move_card(const Rules& rules, View& view, const Event& event) {
  const Card card = Card::of(event.kind.value_or(0));
  rules.cards_at(view, event.from, card, TakeOut{card});
  rules.cards_at(view, event.to, card, PutIn{card});
}

// ---- All places of a view ----

template <class Cards>
constexpr const void* address_of(const Cards& cards) {
  return &cards;
}
template <class Cards>
constexpr const void* address_of(const HiddenCards<Cards>& hidden) {
  return &hidden.size;
}

/// Visits all places of a view, zone by zone. Inlined, each zone is a constant, so that no code
/// remains for zones that a game does not have.
template <class Rules, class View, class Visit>
class EachPlace {
 public:
  EachPlace(const Rules& rules, View& view, Visit& visit)
      : rules_(rules), view_(view), visit_(visit) {}

  void visit() {
    for (Player p = 0; p < rules_.player_count(); ++p) visit_at(hand_of(p));
    visit_zones(std::make_index_sequence<names_of(Zone()).size()>());
  }

 private:
  static constexpr auto types = Rules::Deck::one_of_each_type;

  template <std::size_t... Zones>
  CHEMIX_INLINE void visit_zones(std::index_sequence<Zones...>) {
    (visit_zone(static_cast<Zone>(Zones)), ...);
  }
  CHEMIX_INLINE void visit_zone(Zone zone) {
    Place place{zone};
    if (place.is_hand()) return;
    const bool has_owner = place.has_owner();
    const int owners = has_owner ? rules_.player_count() : 1;
    count_ = unowned_;
    for (; place.owner < owners; ++place.owner) visit_at(place);
    if (!has_owner) unowned_ = count_;
  }
  CHEMIX_INLINE void visit_at(Place place) {
    visit_types(place, std::make_index_sequence<types.size()>());
  }
  template <std::size_t... Types>
  CHEMIX_INLINE void visit_types(Place place, std::index_sequence<Types...>) {
    (visit_at(place, types[Types]), ...);
  }
  CHEMIX_INLINE void visit_at(Place place, Card card) {
    rules_.cards_at(view_, place, card, [&](auto&& cards, auto... may_lie) {
      if (is_new(address_of(cards), place)) visit_(place, cards, MayLie{may_lie...}, card);
    });
  }
  // Whether the container at `address` has not been visited yet; marks it as visited.
  bool is_new(const void* address, Place place) {
    for (std::size_t i = place.has_owner() ? unowned_ : 0; i < count_; ++i) {
      if (visited_[i] == address) return false;
    }
    visited_[count_++] = address;
    return true;
  }

  const Rules& rules_;
  View& view_;
  Visit& visit_;
  // The visited containers. Those without an owner come first and are kept, since a pile may change
  // its zone; those of the current zone follow, such as everybody's stacks.
  std::array<const void*, 64> visited_;
  std::size_t unowned_ = 0;
  std::size_t count_ = 0;
};

/// Calls `visit(place, cards, may_lie, card)` for every container of `view` once: first the hands
/// by seat, then the other zones in their order. `card` is an example of the cards kept there.
template <class Rules, class View, class Visit>
void for_each_place(const Rules& rules, View& view, Visit&& visit) {
  EachPlace<Rules, View, std::remove_reference_t<Visit>>(rules, view, visit).visit();
}

// ---- Hidden places ----

/// Adds the cards of a bag or a list to a bag.
template <class Bag, class Cards>
void add_cards(Bag& to, const Cards& cards) {
  if constexpr (std::is_same_v<Bag, Cards>) {
    to += cards;
  } else {
    for (int i = 0; i < cards.size(); ++i) to.add(cards[i]);
  }
}

/// Fills an empty bag or list; cards enter a list in ascending order.
template <class Cards, class Bag>
void put_all(Cards& to, const Bag& cards) {
  if constexpr (std::is_same_v<Cards, Bag>) {
    to = cards;
  } else {
    for (int i = 0; i < cards.size(); ++i) PutIn{cards.nth(i)}(to);
  }
}

}  // namespace chemix
