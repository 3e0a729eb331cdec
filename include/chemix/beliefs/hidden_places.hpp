// SPDX-License-Identifier: Apache-2.0
// Hidden places: the deal problem of an observation, and the tables that its worlds stand for.
#pragma once

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/cards/places.hpp"

#include <array>
#include <cstddef>
#include <type_traits>

namespace chemix {

/// The deal problem of an observation: its hidden places in the order of `for_each_place`, and the
/// cards among `all` that lie there. Calls `found(place, set, shown)` for every place whose cards
/// are hidden from some viewer: `set` is the place in the problem, or 0 if this viewer sees the
/// cards, which are `shown`. The rules must outlive the problem.
template <class Bag, class Rules, class Observation, class Found>
DealProblemOf<Bag> hidden_places(const Rules& rules, const Observation& seen, const Bag& all,
                                 Found&& found) {
  DealProblemOf<Bag> problem;
  Bag open;
  Observation view = seen;
  for_each_place(rules, view, [&]<class Cards>(Place place, Cards& cards, MayLie, Card) {
    if constexpr (is_hidden_cards<Cards>) {
      const auto* shown = cards.cards != nullptr ? cards.cards : cards.shown;
      if (shown != nullptr) add_cards(open, *shown);
      found(place, shown != nullptr ? PlaceSet{0} : problem.add_place(cards.size), shown);
    } else {
      add_cards(open, cards);
    }
  });
  problem.unseen = all - open;
  problem.pool = &rules.pool();
  return problem;
}

/// The table in which the hidden places hold `world` and the viewer of `seen` sees the same.
template <class Rules, class Observation, class World>
typename Rules::Table table_from_world(const Rules& rules, const Observation& seen,
                                       const World& world) {
  auto table = typename Rules::Table();
  table.open = seen.open;
  if (!seen.viewer.is_spectator()) table.own[seen.viewer.seat()] = seen.own;
  Observation view = seen;
  std::size_t hidden = 0;
  for_each_place(rules, view, [&]<class Cards>(Place place, Cards& cards, MayLie, Card card) {
    if constexpr (is_hidden_cards<Cards>) {
      if (cards.cards != nullptr) return;
      const auto put = [&](const auto& dealt) {
        rules.cards_at(table, place, card, [&]<class Kept>(Kept&& kept, auto...) {
          if constexpr (is_hidden_cards<std::remove_cvref_t<Kept>>) put_all(*kept.cards, dealt);
        });
      };
      if (cards.shown == nullptr) {
        put(world[hidden++]);
      } else if constexpr (std::is_same_v<decltype(cards.shown),
                                          const typename World::value_type*>) {
        put(*cards.shown);
      }
    }
  });
  return table;
}

/// The reverse of `table_from_world`: the cards of `table` in the hidden places of `seen`.
/// Precondition: the viewer of `seen` sees the same of `table`.
template <class Bag, class Rules, class Observation, class Table>
WorldOf<Bag> world_from_table(const Rules& rules, const Observation& seen, const Table& table) {
  std::array<bool, 64> is_hidden{};
  std::size_t places = 0;
  Observation view = seen;
  for_each_place(rules, view, [&]<class Cards>(Place, Cards& cards, MayLie, Card) {
    if constexpr (is_hidden_cards<Cards>) {
      is_hidden[places] = cards.cards == nullptr && cards.shown == nullptr;
    }
    ++places;
  });
  WorldOf<Bag> world;
  std::size_t hidden = 0;
  places = 0;
  Table whole = table;
  for_each_place(rules, whole, [&]<class Cards>(Place, Cards& cards, MayLie, Card) {
    if constexpr (is_hidden_cards<Cards>) {
      if (is_hidden[places]) add_cards(world[hidden++], *cards.cards);
    }
    ++places;
  });
  return world;
}

}  // namespace chemix
