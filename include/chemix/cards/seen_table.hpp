// SPDX-License-Identifier: Apache-2.0
// The table as one viewer sees it: piles, the cards in them and all other values, for programs that
// show a game.
#pragma once

// All of it follows from the observation. Piles are the containers of `cards_at`, and bear the
// names of their fields; rules may add what `cards_at` does not say (core/contract.hpp).

#include "chemix/cards/card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/pile.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/cards/validation.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/contract.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/state.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

// ---- Building it ----

/// One pile of a table that is being built. Later ones must not be begun yet.
class SeenPile {
 public:
  SeenPile(std::vector<CardGroup>& cards, Pile& pile, int index)
      : cards_(cards), pile_(pile), index_(index), begin_(cards.size()) {}

  [[nodiscard]] std::string_view name() const { return pile_.name; }
  /// Precondition: the pile has an owner.
  [[nodiscard]] Player owner() const { return *pile_.owner; }

  CardGroup& add(std::optional<int> kind, int copies, Face face);
  /// Adds cards that the viewer does not see, unless there are none.
  void add_unseen(int copies);
  /// Adds the cards of a bag or list; those of a list with their positions if they have an order.
  template <class Cards>
  void add_all(const Cards& cards, Face face, bool is_ordered) {
    int position = 0;
    for_each_kind(cards, [&](Card card, int copies) {
      CardGroup& group = add(card.index, copies, face);
      if (is_ordered) group.position = position++;
    });
  }

  /// Makes this many cards of a kind, if they are here, a group of their own, and changes it.
  void change(Card card, int copies, FunctionRef<void(CardGroup&)> how);
  /// Removes all cards.
  void clear() { cards_.resize(begin_); }
  /// Says that the order of the cards means nothing.
  void forget_order();
  /// The groups added so far.
  [[nodiscard]] std::span<CardGroup> groups() { return std::span(cards_).subspan(begin_); }

 private:
  std::vector<CardGroup>& cards_;
  Pile& pile_;
  int index_;
  std::size_t begin_;
};

/// The cards of one container, whatever its type.
struct SeenCards {
  /// The field that holds them or their number.
  std::string_view field;
  const void* address;
  bool is_hidden;
  bool is_ordered;
  FunctionRef<void(SeenPile&)> add_to;
};

/// Builds a table.
class TableBuilder {
 public:
  /// Adds an empty pile.
  Pile& add_pile(Zone zone, std::optional<Player> owner, std::string_view name);
  /// Adds a pile, whose cards `fill` adds.
  void add_pile(Zone zone, std::optional<Player> owner, std::string_view name, bool is_ordered,
                FunctionRef<void(SeenPile&)> fill);
  /// The pile of this zone and owner; null if there is none.
  [[nodiscard]] Pile* pile_at(Place place);

  /// Adds a pile for a container unless there is one. Places with the same container share its
  /// pile, all those between two calls of `begin_places`.
  void begin_places() { found_.clear(); }
  void add_place(Place place, const SeenCards& cards);
  /// Adds the cards of a container to its pile, the first time that it is asked for.
  void fill(Place place, const SeenCards& cards, FunctionRef<void(SeenPile&)> describe);
  /// Leaves the other piles empty.
  void fill_others(FunctionRef<void(SeenPile&)> describe);
  /// The pile of a container in this place; null if there is none.
  [[nodiscard]] Pile* pile_of(Place place, std::string_view name);

  /// Counts the cards and brings all into order.
  [[nodiscard]] SeenTable finish();

 private:
  struct Found {
    const void* address;
    std::size_t pile;
  };
  std::vector<Pile> piles_;
  std::vector<CardGroup> cards_;
  std::vector<bool> filled_;
  std::vector<Found> found_;
};

/// The name of a pile by the field of its cards or of their number: without `_size`.
[[nodiscard]] std::string_view pile_name(std::string_view field);

/// Calls `visit(place, cards)` for every place, in no order, and every type of card there.
/// Containers come as often as they are found.
template <class R>
class SeenPlaces {
 public:
  using Visit = FunctionRef<void(Place, const SeenCards&)>;

  SeenPlaces(const R& rules, Observation<R>& view) : rules_(rules), view_(view) {}

  void visit(Visit use) const {
    for (std::size_t i = 0; i < names_of(Zone()).size(); ++i) {
      Place place{static_cast<Zone>(i)};
      const int owners = place.has_owner() ? rules_.player_count() : 1;
      for (; place.owner < owners; ++place.owner) {
        for (const Card card : R::Deck::one_of_each_type) visit_at(place, card, use);
      }
    }
  }
  /// The same for cards like `card` in one place.
  void visit_at(Place place, Card card, Visit use) const {
    rules_.cards_at(view_, place, card, [&]<class Cards>(Cards&& cards, auto...) {
      using Kept = std::remove_cvref_t<Cards>;
      constexpr bool is_ordered = CardSequence<Kept>;
      const void* const address = address_of(cards);
      const auto add = [&](SeenPile& pile) {
        if constexpr (is_hidden_cards<Kept>) {
          const auto* const shown = cards.cards != nullptr ? cards.cards : cards.shown;
          if (shown != nullptr) pile.add_all(*shown, Face::Own, false);
          pile.add_unseen(cards.size - (shown == nullptr ? 0 : shown->size()));
        } else {
          const bool is_down = place.zone == Zone::DrawPile || place.zone == Zone::PileBottom;
          pile.add_all(cards, is_down ? Face::Down : Face::Up, is_ordered);
        }
      };
      use(place, {pile_name(field_at(view_.open, address)), address, is_hidden_cards<Kept>,
                  is_ordered, add});
    });
  }

 private:
  const R& rules_;
  Observation<R>& view_;
};

/// Adds the piles of the places of a game to `table`.
template <class R>
void add_places(const R& rules, TableBuilder& table) {
  auto view = Observation<R>();
  // Some places are only those of the current player.
  for (Player p = 0; p < rules.player_count(); ++p) {
    if constexpr (requires { view.open.current_player; }) view.open.current_player = Seat::of(p);
    table.begin_places();
    SeenPlaces<R>(rules, view).visit([&](Place place, const SeenCards& cards) {
      table.add_place(place, cards);
    });
  }
}

/// The table as the viewer of `seen` sees it. After impossible events, it shows what the
/// observation contains.
template <class R>
SeenTable seen_table(const R& rules, const Observation<R>& seen) {
  if constexpr (RulesOfMatch<R>) {
    return seen_table(rules.inner(), R::game_of(seen));
  } else {
    TableBuilder table;
    if constexpr (ListsPiles<R>) {
      rules.list_piles(seen, table);
    } else {
      add_places(rules, table);
      auto view = seen;
      const auto describe = [&]([[maybe_unused]] SeenPile& pile) {
        if constexpr (DescribesPiles<R>) rules.describe_pile(seen, pile);
      };
      SeenPlaces<R>(rules, view).visit([&](Place place, const SeenCards& cards) {
        table.fill(place, cards, describe);
      });
      table.fill_others(describe);
      if constexpr (KeepsPoints<R>) {
        const auto put_points = [&](Place place) {
          const std::uint8_t& points = rules.points_at(view.open, place);
          Pile* pile = table.pile_at(place);
          if (pile == nullptr) {
            const std::optional<Player> owner =
                place.has_owner() ? std::optional<Player>(place.owner) : std::nullopt;
            pile = &table.add_pile(place.zone, owner, field_at(view.open, &points));
          }
          pile->points = points;
        };
        put_points(supply);
        for (Player p = 0; p < rules.player_count(); ++p) {
          put_points(chips_of(p));
          put_points(tableau_of(p));
        }
      }
    }
    return table.finish();
  }
}

/// The index in `SeenTable::piles` of the pile in which cards of this kind lie at `place`; for an
/// absent kind, of the pile that hides its cards. Nothing if the game has no such pile.
template <class R>
std::optional<int> find_pile(const R& rules, Place place, std::optional<Card> kind) {
  if constexpr (RulesOfMatch<R>) {
    return find_pile(rules.inner(), place, kind);
  } else {
    const SeenTable table = seen_table(rules, Observation<R>());
    std::string name;
    if constexpr (ListsPiles<R>) {
      name = rules.pile_name_at(place, kind);
    } else {
      auto view = Observation<R>();
      if constexpr (requires { view.open.current_player; }) {
        if (place.has_owner()) view.open.current_player = Seat::of(place.owner);
      }
      const auto find = [&](Place, const SeenCards& cards) {
        if (name.empty() && (kind || cards.is_hidden)) name = cards.field;
      };
      const SeenPlaces<R> places(rules, view);
      if (kind) places.visit_at(place, *kind, find);
      for (const Card card : R::Deck::one_of_each_type) {
        if (!kind) places.visit_at(place, card, find);
      }
    }
    std::optional<int> only;
    for (std::size_t i = 0; i < table.piles.size(); ++i) {
      const Pile& pile = table.piles[i];
      if (pile.owner && *pile.owner != place.owner) continue;
      if (pile.name == name) return static_cast<int>(i);
      // Points lie where no card does.
      if (name.empty() && pile.zone == place.zone && !only) only = static_cast<int>(i);
    }
    return only;
  }
}

// ---- All other values ----

/// Collects the fields of an observation.
class FieldList {
 public:
  /// `left_out` are fields that piles and marks show.
  FieldList(int players, const std::vector<Pile>& piles, std::span<const std::string_view> left_out,
            std::span<const std::string_view> counters);

  /// Adds a field with all its values, which are absent if `field` is null; leaves it out if it is
  /// shown otherwise or has a type that only cards have.
  template <class Field>
  void add(std::string_view name, const Field* field) {
    if (!is_left_out(name)) add_values(begin(name), field);
  }
  /// Adds a number for an element.
  void add_number(std::string_view name, Card element, std::optional<int> number);

  [[nodiscard]] std::vector<SeenField> take() { return std::move(fields_); }

 private:
  [[nodiscard]] bool is_left_out(std::string_view name) const;
  [[nodiscard]] SeenField begin(std::string_view name) const;

  template <class T>
  void add_values(SeenField made, const std::optional<T>* value) {
    add_values(made, value != nullptr && value->has_value() ? &**value : nullptr);
  }
  template <class T, int Capacity>
  void add_values(SeenField made, const PerPlayer<T, Capacity>* values) {
    for (Player p = 0; p < players_; ++p) {
      made.owner = p;
      add_values(made, values == nullptr ? nullptr : &(*values)[p]);
    }
  }
  template <class T>
  void add_values(SeenField made, const PerElement<T>* values) {
    for (int kind = 0; kind < element_kind_count; ++kind) {
      made.element = kind;
      add_values(made, values == nullptr ? nullptr : &(*values)[Card::of(kind)]);
    }
  }
  template <class T>
  void add_values([[maybe_unused]] SeenField made, [[maybe_unused]] const T* value) {
    const auto put = [&](FieldType type) {
      made.type = type;
      fields_.push_back(made);
    };
    if constexpr (std::same_as<T, Seat> || std::same_as<T, Card>) {
      if (value != nullptr) made.value = value->index;
      put(std::same_as<T, Seat> ? FieldType::Seat : FieldType::Card);
    } else if constexpr (NamedEnum<T>) {
      if (value != nullptr) made.value = static_cast<int>(*value);
      made.choices = names_in<T>;
      put(FieldType::Choice);
    } else if constexpr (std::integral<T>) {
      if (value != nullptr) made.value = static_cast<int>(*value);
      put(std::same_as<T, bool> ? FieldType::Flag : FieldType::Number);
    }
  }

  int players_;
  const std::vector<Pile>& piles_;
  std::span<const std::string_view> left_out_;
  std::span<const std::string_view> counters_;
  std::vector<SeenField> fields_;
};

/// All values of an observation but its phase and what `seen_table` shows. The fields and their
/// order are the same for all observations of a game.
template <class R>
std::vector<SeenField> seen_fields(const R& rules, const Observation<R>& seen) {
  const SeenTable table = seen_table(rules, Observation<R>());
  const auto& of_game = [&]() -> const auto& {
    if constexpr (RulesOfMatch<R>) {
      return rules.inner();
    } else {
      return rules;
    }
  }
  ();
  using Inner = std::remove_cvref_t<decltype(of_game)>;
  std::span<const std::string_view> left_out;
  if constexpr (HasMarkedFields<Inner>) left_out = Inner::marked_fields;
  FieldList fields(rules.player_count(), table.piles, left_out, names_in<typename R::Counter>);
  bool is_seen = true;
  const auto visit = [&]<class Field, class... Forms>(const char* name, const Field& field,
                                                      Forms... forms) {
    if constexpr (sizeof...(Forms) == 0) {
      fields.add(name, is_seen ? &field : nullptr);
    } else {
      const auto shown = data_of(in_play(rules), forms...);
      fields.add(name, is_seen ? &shown : nullptr);
    }
  };
  R::Public::visit_fields(seen.open, visit);
  is_seen = !seen.viewer.is_spectator();
  R::Private::visit_fields(seen.own, visit);
  if constexpr (ListsFields<Inner>) {
    if constexpr (RulesOfMatch<R>) {
      of_game.list_fields(R::game_of(seen), fields);
    } else {
      of_game.list_fields(seen, fields);
    }
  }
  return fields.take();
}

}  // namespace chemix
