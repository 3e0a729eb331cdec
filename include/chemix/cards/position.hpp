// SPDX-License-Identifier: Apache-2.0
// Positions: a state set up from plain data that names only what differs from the start.
#pragma once

#include "chemix/cards/places.hpp"
#include "chemix/cards/validation.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemix {

namespace position {

/// The fields that the data named, by address.
class NamedFields {
 public:
  void add(const void* begin, std::size_t size) {
    const auto* byte = static_cast<const std::byte*>(begin);
    ranges_.push_back({byte, byte + size});
  }
  [[nodiscard]] bool contain(const void* address) const {
    const auto* byte = static_cast<const std::byte*>(address);
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const Range& range) { return byte >= range.begin && byte < range.end; });
  }

 private:
  struct Range {
    const std::byte* begin;
    const std::byte* end;
  };
  std::vector<Range> ranges_;
};

/// Refers to the parts of a table, in the form that rules accept.
template <class Public, class Private, class Hidden, int Capacity>
struct Parts {
  Public& open;
  PerPlayer<Private, Capacity>& own;
  Hidden& hidden;

  Private* shown(Player player) { return &own[player]; }
  Hidden* shown_hidden() { return &hidden; }
};

/// Rules whose `cards_at` does not cover all containers: `for_each_pile(rules, parts, visit)`
/// visits them as `for_each_bag` does.
template <class R, class Parts>
concept VisitsPiles = requires(const R& rules, Parts parts) {
  for_each_pile(rules, parts, [](auto&&...) {});
};

/// Calls `visit(cards, address, size)` once for every container of cards on a table: its address,
/// and the address of the public number of its cards, or null.
template <class R, class Public, class Private, class Hidden, int Capacity>
void for_each_bag(const R& rules, Parts<Public, Private, Hidden, Capacity> table, auto&& visit) {
  if constexpr (RulesOfMatch<R>) {
    using Inner = Parts<decltype(table.open.game), Private, Hidden, Capacity>;
    for_each_bag(rules.inner(), Inner{table.open.game, table.own, table.hidden}, visit);
  } else if constexpr (VisitsPiles<R, Parts<Public, Private, Hidden, Capacity>>) {
    for_each_pile(rules, table, visit);
  } else {
    for_each_place(rules, table, [&]<class Cards>(Place, Cards& cards, MayLie, Card) {
      if constexpr (is_hidden_cards<Cards>) {
        visit(*cards.cards, cards.cards, &cards.size);
      } else {
        visit(cards, &cards, nullptr);
      }
    });
  }
}
template <class R>
void for_each_bag(const R& rules, Table<R>& table, auto&& visit) {
  using All = Parts<typename R::Public, typename R::Private, typename R::Hidden, R::capacity>;
  for_each_bag(rules, All{table.open, table.own, table.hidden}, visit);
}

using Counts = std::array<int, 256>;

template <class R>
Counts counts_of(const R& rules, Table<R> table) {
  Counts counts{};
  for_each_bag(rules, table, [&](const auto& cards, const void*, std::uint8_t*) {
    for_each_kind(cards, [&](Card card, int copies) { counts[card.index] += copies; });
  });
  return counts;
}

int copies_of(const auto& cards, Card card) {
  int found = 0;
  for_each_kind(cards, [&](Card kind, int copies) { found += kind == card ? copies : 0; });
  return found;
}

/// Completes what was not named: cards that were named elsewhere are removed from their places
/// before the deal, and public sizes are set to the number of cards.
template <class R>
void fill_in(const R& rules, Table<R>& table, const Counts& all, const NamedFields& named) {
  Counts excess = counts_of(rules, table);
  for (std::size_t kind = 0; kind < all.size(); ++kind) excess[kind] -= all[kind];
  for_each_bag(rules, table, [&](auto& cards, const void* address, std::uint8_t* size) {
    if (!named.contain(address)) {
      for (std::size_t kind = 0; kind < excess.size(); ++kind) {
        const Card card = Card::of(static_cast<int>(kind));
        for (; excess[kind] > 0 && copies_of(cards, card) > 0; --excess[kind]) {
          cards.remove(card);
        }
      }
    }
    if (size != nullptr && !named.contain(size)) *size = static_cast<std::uint8_t>(cards.size());
  });
}

/// A clearer error than a size that does not fit, if the data names more copies of a card than
/// there are.
template <class R>
InputError explained(const R& rules, const Table<R>& table, const Counts& all, InputError error) {
  if (!error.field.ends_with("_size")) return error;
  const Counts counts = counts_of(rules, table);
  for (std::size_t kind = 0; kind < all.size(); ++kind) {
    if (counts[kind] <= all[kind]) continue;
    const Card card = Card::of(static_cast<int>(kind));
    return {"cards", rules.deck().name(card),
            "the game has " + std::to_string(all[kind]) + (all[kind] == 1 ? " copy" : " copies") +
                ", not " + std::to_string(counts[kind]),
            error.rule};
  }
  return error;
}

/// The player whose turn it is according to the data; 0 if the data names none.
template <class R>
Player current_player(const R& rules, const Value& value) {
  const Value* open = value.find("open");
  const Value* player = open == nullptr ? nullptr : open->find("current_player");
  const auto* seat = player == nullptr ? nullptr : player->as<std::int64_t>();
  if (seat == nullptr || *seat < 0 || *seat >= rules.player_count()) return 0;
  return static_cast<Player>(*seat);
}

}  // namespace position

/// Creates a state from plain data like that of `value_of`, or returns the error: the field, its
/// value and the rule.
///
/// Fields that are not named are as before the deal, with the player `open.current_player` as start
/// player. But cards that are named elsewhere are removed from where they lay then, and sizes that
/// are not named follow from the cards. So a position needs only its phase, whose turn it is, the
/// hands and the open cards. Unless the data names them, there is no knowledge about hidden cards
/// and no history.
template <class R>
Result<State<R>> state_from(const GameOf<R>& game, const Value& value) {
  const R& rules = game.rules();
  State<R> state = game.initial_state(position::current_player(rules, value));
  const position::Counts all = position::counts_of(rules, state.table);
  position::NamedFields named;
  if (auto error =
          read_named(value, {game.name(), game.key()}, parts_of(rules, state),
                     [&](const void* begin, std::size_t size) { named.add(begin, size); })) {
    return tl::unexpected(*error);
  }
  position::fill_in(rules, state.table, all, named);
  if (auto wrong = rules.validation_error(state.table, state.knowledge)) {
    return tl::unexpected(position::explained(rules, state.table, all, std::move(*wrong)));
  }
  return state;
}

}  // namespace chemix
