// SPDX-License-Identifier: Apache-2.0
// The part of a game's catalogue that is computed from its rules.
#pragma once

#include "action_numbers.hpp"
#include "card_description.hpp"
#include "chemix/any_game.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/state_values.hpp"
#include "chemix/core/value.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace chemix {

namespace catalogue_part {

/// Returns who decides in a phase: `chance`, `nobody`, `one` player or `several`.
template <class G>
std::string_view asked(const G& game, typename G::Rules::Phase phase, bool& sealed) {
  typename G::Table table;
  using Public = typename G::Rules::Public;
  Public::visit_fields(table.open, [&]<class Field>(std::string_view name, Field& field, auto...) {
    if constexpr (NamedEnum<Field>) {
      const auto number = static_cast<std::size_t>(phase);
      if (name == "phase" && number < names_of(Field()).size()) field = static_cast<Field>(number);
    }
  });
  // A phase that is shown by more than one field has one acting player.
  sealed = false;
  if (game.rules().phase_of(table.open) != phase) return "one";
  const Acting acting = game.rules().acting(table.open);
  sealed = game.is_sealed(table);
  if (acting.is_chance()) return "chance";
  if (acting.is_nobody()) return "nobody";
  return sealed || acting.players().size() > 1 ? "several" : "one";
}

/// A kind of action and a bit set of the phases in which it is legal.
struct ActionKind {
  std::string_view name;
  std::uint32_t phases = 0;
};

template <class Phase, class... Kinds>
constexpr std::array<ActionKind, sizeof...(Kinds)> kinds_of(
    std::type_identity<std::variant<Kinds...>>) {
  const auto phases_of = []<class Kind>(std::type_identity<Kind>) {
    std::uint32_t bits = 0;
    if constexpr (HasLegalPhases<Phase, Kind>) {
      for (std::size_t i = 0; i < names_of(Phase()).size(); ++i) {
        if (Kind::legal_phases.contains(static_cast<Phase>(i))) bits |= 1U << i;
      }
    }
    return bits;
  };
  return {{{Kinds::name, phases_of(std::type_identity<Kinds>())}...}};
}
template <class Phase, class Action>
inline constexpr auto action_kinds = kinds_of<Phase>(std::type_identity<Action>());

/// A zone where cards or points lie, and whether cards are hidden there.
struct UsedZone {
  Zone zone;
  bool hidden = false;
};

/// The data that rules contribute to the catalogue, independent of their type.
struct RulesData {
  Value options;
  std::vector<PhaseDescription> phases;
  std::span<const ActionKind> actions;
  std::span<const ActionKind> chance_actions;
  std::vector<UsedZone> zones;
  std::span<const Verb> verbs;
  bool is_match = false;
  std::span<const std::string_view> counters;
  Value cards;
  std::pair<double, double> returns;
};
Value rules_value(const AnyGame& game, RulesData knowledge);

/// For each option, its value in this game and the values that are valid while all others stay as
/// they are, with this deck and number of players.
template <class G>
Value options_of(const G& game, const std::shared_ptr<const typename G::Rules::Deck>& deck) {
  using Rules = typename G::Rules;
  typename Rules::Options options = game.rules().options();
  Value list = Value::list();
  for (OptionRef& option : options_in(options)) {
    list.push_back(option.accepted(
        [&] { return Rules::create(deck, options, game.player_count()).has_value(); }));
  }
  return list;
}

/// The rules of the game; for a match, those of its inner game.
const auto& rules_of_game(const auto& rules) {
  if constexpr (RulesOfMatch<std::remove_cvref_t<decltype(rules)>>) {
    return rules.inner();
  } else {
    return rules;
  }
}

/// The zones that the rules of a game use.
template <class R>
std::vector<UsedZone> zones_of(const R& rules) {
  const auto has = [](const auto& some, auto one) {
    return std::find(some.begin(), some.end(), one) != some.end();
  };
  std::vector<UsedZone> zones;
  for (std::size_t i = 0; i < names_of(Zone()).size(); ++i) {
    const Place place{static_cast<Zone>(i)};
    bool is_used = false;
    bool hidden = false;
    if constexpr (ZoneRules<R>) {
      hidden = has(R::hidden_zones, place.zone);
      is_used = hidden || has(R::open_zones, place.zone);
    } else {
      typename R::Table table;
      for (const Card card : R::Deck::one_of_each_type) {
        rules.cards_at(table, place, card, [&]<class Cards>(const Cards&, auto...) {
          is_used = true;
          hidden = hidden || is_hidden_cards<Cards>;
        });
      }
      const bool keeps_points = place.zone == Zone::Supply || place.zone == Zone::Chips;
      is_used = is_used || (keeps_points && has(R::verbs, Verb::Pay));
    }
    if (is_used) zones.push_back({place.zone, hidden});
  }
  return zones;
}

/// The bounds of any player's return: of mean-centered points if the rules state their range, else
/// of a share in winning or losing (GN-7).
template <class R>
std::pair<double, double> returns_of(const R& rules) {
  if constexpr (BoundedRules<R>) {
    const PointsRange points = rules.points_range();
    const int players = rules.player_count();
    if (players == 1) return {points.least, points.most};
    const double most = static_cast<double>(points.most - points.least) * (players - 1) / players;
    return {-most, most};
  } else {
    return {-1, 1};
  }
}

}  // namespace catalogue_part

/// Implements `AnyGame::bounds`.
template <class G>
GameBounds bounds_of(const G& game) {
  using Rules = typename G::Rules;
  const Rules& rules = game.rules();
  GameBounds bounds;
  bounds.step_events = Rules::max_step_events;
  bounds.action_fields =
      (std::max)(max_action_numbers(std::type_identity<typename G::Action>()),
                 max_action_numbers(std::type_identity<typename G::ChanceAction>()));
  const auto players = static_cast<std::size_t>(game.player_count());
  // Each type of card may have a container of its own.
  for (const auto& zone : catalogue_part::zones_of(catalogue_part::rules_of_game(rules))) {
    if (!zone.hidden) continue;
    bounds.hidden_places +=
        (Place{zone.zone}.has_owner() ? players : 1) * Rules::Deck::one_of_each_type.size();
  }
  const std::size_t open = max_bytes<typename Rules::Public>(rules);
  const std::size_t own = max_bytes<typename Rules::Private>(rules);
  const std::size_t knowledge = max_bytes<typename Rules::Knowledge>(rules);
  // 8 bytes for the key; then the number of chance actions, or the viewer and two digests.
  bounds.state_bytes = 8 + open + players * own + max_bytes<typename Rules::Hidden>(rules) +
                       knowledge + max_bytes<HistoryDigests<Rules::capacity>>(rules) + 4;
  bounds.observation_bytes = 8 + 1 + open + own + knowledge + 16;
  return bounds;
}

/// Implements `AnyGame::rules_value` for the game behind `any`; `deck` is the deck it was made
/// with.
template <class G>
Value rules_value(const AnyGame& any, const G& game,
                  const std::shared_ptr<const typename G::Rules::Deck>& deck) {
  using Rules = typename G::Rules;
  using Phase = typename Rules::Phase;
  const Rules& rules = game.rules();
  catalogue_part::RulesData told;
  told.options = catalogue_part::options_of(game, deck);
  for (int phase = 0; phase < any.phase_count(); ++phase) {
    told.phases.push_back(any.phase_description(phase));
  }
  told.actions = catalogue_part::action_kinds<Phase, typename G::Action>;
  told.chance_actions = catalogue_part::action_kinds<Phase, typename G::ChanceAction>;
  const auto& game_rules = catalogue_part::rules_of_game(rules);
  told.zones = catalogue_part::zones_of(game_rules);
  told.verbs = game_rules.verbs;
  told.is_match = RulesOfMatch<Rules>;
  told.counters = names_in<typename Rules::Counter>;
  told.cards = Value::list();
  for (int kind = 0; kind < rules.deck().card_kind_count(); ++kind) {
    told.cards.push_back(card_value(rules.deck(), Card::of(kind)));
  }
  told.returns = catalogue_part::returns_of(rules);
  return catalogue_part::rules_value(any, std::move(told));
}

}  // namespace chemix
