// SPDX-License-Identifier: Apache-2.0
// Failed assertions print cards, events, actions and states in notation instead of `{?}`. Values do
// not know the names of their cards: `InNotation` provides those of a game while it is in scope.
#pragma once

#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/formula.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/cards/unary_bag.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/fraction.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/id_list.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/value.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

namespace chemix::test {

namespace printing {

/// The names of cards, while an `InNotation` is in scope.
inline std::function<std::string(Card)> names;
/// How a value of a type that needs the rules is printed, while an `InNotation` is in scope.
template <class T>
inline std::function<std::string(const T&)> in_rules;

/// The value as a failed assertion prints it.
template <class T>
std::string text(const T& value) {
  if constexpr (NamedEnum<T>) {
    return std::string(name_of(value));
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    return std::string(std::string_view(value));
  } else {
    return doctest::toString(value).c_str();
  }
}

inline std::string name(Card card) {
  return names ? names(card) : "#" + std::to_string(card.index);
}
// Without a game: names that are the same in every deck whose cards this type holds.
template <class Cards>
std::string name_in(Card card) {
  if (names) return names(card);
  constexpr bool is_chemix =
      std::same_as<Cards, CardBag> || std::same_as<Cards, CardSet> || std::same_as<Cards, SmallBag>;
  constexpr bool has_elements = std::same_as<Cards, PaymentBag> ||
                                std::same_as<Cards, PaymentBag::Set> ||
                                std::same_as<Cards, BasicDeck::Bag>;
  if constexpr (is_chemix) {
    if (card.is_small()) return std::string(small_names[card.index]);
  } else if constexpr (has_elements) {
    if (card == wild_card) return "wild";
    if (card.index < elements.size()) return std::string(elements[card.index].symbol);
  } else if constexpr (std::same_as<Cards, ChipItDeck::Bag>) {
    return std::string(ChipItCards::name(card));
  }
  return name(card);
}

/// `-` for an empty list, as in notation.
inline std::string list(const std::vector<std::string>& items, const char* separator = ",",
                        const char* empty = "-") {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : separator) + item;
  return items.empty() ? empty : text;
}
template <class Values>
std::string braces(const Values& values) {
  std::vector<std::string> items;
  for (const auto& value : values) items.push_back(text(value));
  return "{" + list(items, ", ", "") + "}";
}
template <class Ids>
std::string ids(const Ids& ids) {
  std::vector<int> all;
  ids.for_each([&](int id) { all.push_back(id); });
  return braces(all);
}
template <class Set>
std::string kinds(const Set& set) {
  std::vector<std::string> cards;
  set.for_each([&](Card card) { cards.push_back(name_in<Set>(card)); });
  return list(cards);
}
template <class Bag>
std::string bag(const Bag& bag) {
  std::vector<std::string> cards;
  bag.kinds().for_each([&](Card card) {
    cards.insert(cards.end(), static_cast<std::size_t>(bag.count(card)), name_in<Bag>(card));
  });
  return list(cards);
}
template <class List>
std::string in_order(const List& cards) {
  std::vector<std::string> all;
  for (int i = 0; i < cards.size(); ++i) all.push_back(name(cards[i]));
  return list(all);
}
template <class T>
std::string fields(const T& value, bool is_named) {
  std::vector<std::string> all;
  T::visit_fields(value, [&](const char* name, const auto& field, auto&&...) {
    all.push_back(is_named ? name + ("=" + text(field)) : text(field));
  });
  return list(all, " ", "");
}

// ---- Sets of ids and players ----

template <int Count>
std::string print(const IdSet<Count>& set) {
  return ids(set);
}
template <int Capacity>
std::string print(const IdList<Capacity>& list) {
  return ids(list);
}
inline std::string print(PlayerSet players) {
  std::vector<int> seats;
  for (int i = 0; i < players.size(); ++i) seats.push_back(players.nth(i));
  return braces(seats);
}
inline std::string print(Seat seat) { return std::to_string(seat.index); }
inline std::string print(Viewer viewer) {
  return viewer.is_spectator() ? "spectator" : "player " + std::to_string(viewer.seat());
}
inline std::string print(ViewerSet viewers) {
  if (viewers.is_everyone()) return "everyone";
  return print(PlayerSet::of_first(
      max_player_count, [&](Player player) { return viewers.contains(Viewer::player(player)); }));
}
inline std::string print(Actor actor) {
  return actor.is_chance() ? "chance" : "player " + std::to_string(actor.player());
}
inline std::string print(const Acting& acting) {
  if (acting.is_chance()) return "chance";
  return acting.is_nobody() ? "nobody" : print(acting.players());
}
template <class T, int Capacity>
std::string print(const PerPlayer<T, Capacity>& values) {
  std::vector<std::string> all;
  for (Player p = 0; p < Capacity; ++p) all.push_back(text(values[p]));
  return list(all, "/");
}

// ---- Cards ----

inline std::string print(Card card) { return name(card); }
inline std::string print(SeenKind kind) { return kind ? name(Card::of(*kind)) : "?"; }
inline std::string print(const CardSet& set) { return kinds(set); }
template <int Kinds, int Stride>
std::string print(const KindSet<Kinds, Stride>& set) {
  return kinds(set);
}
template <int Lanes, int Width, int Compounds>
std::string print(const Bag<Lanes, Width, Compounds>& cards) {
  return bag(cards);
}
template <int Kinds, int Copies>
std::string print(const UnaryBag<Kinds, Copies>& cards) {
  return bag(cards);
}
template <int Capacity>
std::string print(const CardList<Capacity>& cards) {
  return in_order(cards);
}
// The bits of cards mean something only with the layout of their deck.
inline std::string print(const DeckBag& cards) {
  if (in_rules<DeckBag>) return in_rules<DeckBag>(cards);
  return "cards=" + std::to_string(cards.size());
}

// ---- Events and actions ----

inline std::string print(Place place) {
  std::string text(name_of(place.zone));
  if (place.has_owner()) text += "[" + std::to_string(place.owner) + "]";
  return text;
}
/// All fields that are not zero: two events that differ print differently.
inline std::string print(const Event& event) {
  const Event none;
  std::string text(name_of(event.verb));
  const bool moves = !(event.from == none.from && event.to == none.to);
  if (moves) text += " " + print(event.from) + " " + print(event.to);
  if (!moves || event.player != 0) text += " player=" + std::to_string(event.player);
  if (event.index != 0) text += " index=" + std::to_string(event.index);
  if (event.kind) text += " " + print(event.kind);
  if (event.amount != 0) text += " amount=" + std::to_string(event.amount);
  return text + " seen_by=" + print(event.seen_by);
}
template <class Kind>
requires requires { Kind::name; } && HasFields<Kind> std::string print(const Kind& action) {
  const std::string all = fields(action, false);
  return std::string(Kind::name) + (all.empty() ? "" : " " + all);
}
template <class... Kinds>
requires(requires { Kinds::name; } && ...) std::string print(const std::variant<Kinds...>& action) {
  return std::visit([](const auto& taken) { return print(taken); }, action);
}

// ---- States ----

template <class T>
requires HasFields<T> &&(!requires { T::name; })std::string print(const T& part) {
  return in_rules<T> ? in_rules<T>(part) : fields(part, true);
}
template <int Hands, std::size_t Capacity>
std::string print(const ObservationLogOf<Hands, Capacity>& log) {
  using Log = ObservationLogOf<Hands, Capacity>;
  if (in_rules<Log>) return in_rules<Log>(log);
  return "entries=" + std::to_string(log.size()) + "~" + std::to_string(log.forgotten());
}
template <class Public, class Private, class Hidden, int Capacity>
std::string print(const TableOf<Public, Private, Hidden, Capacity>& table) {
  std::string all = print(table.open);
  for (Player p = 0; p < Capacity; ++p) all += " | " + print(table.own[p]);
  return all + " | " + print(table.hidden);
}
template <class Table, class Knowledge, int Capacity>
std::string print(const StateOf<Table, Knowledge, Capacity>& state) {
  using State = StateOf<Table, Knowledge, Capacity>;
  if (in_rules<State>) return in_rules<State>(state);
  return print(state.table) + " | " + print(state.knowledge) + " | " + print(state.history) +
         " chance_count=" + std::to_string(state.chance_count);
}
template <class Public, class Private, class Knowledge>
std::string print(const ObservationOf<Public, Private, Knowledge>& seen) {
  using Observation = ObservationOf<Public, Private, Knowledge>;
  if (in_rules<Observation>) return in_rules<Observation>(seen);
  return print(seen.viewer) + " | " + print(seen.open) + " | " + print(seen.own) + " | " +
         print(seen.knowledge) + " | history=" + std::to_string(seen.history) +
         " own_history=" + std::to_string(seen.own_history);
}

// ---- Other values ----

inline std::string print(const Fraction& number) {
  const std::string numerator = std::to_string(number.numerator());
  return number.denominator() == 1 ? numerator
                                   : numerator + "/" + std::to_string(number.denominator());
}
template <int Words>
std::string print(const BigUnsigned<Words>& number) {
  return number.text();
}
inline std::string print(const RuleId& rule) { return rule.text(); }
inline std::string print(const InputError& error) { return error.message(); }
template <class T>
requires requires(const T& value) {
  T::visit_options(value, [](const auto&, auto&) {});
}
std::string print(const T& options) { return print_options(options); }
inline std::string print(const Value& value) { return json_text(value); }

// ---- Containers ----

template <class T>
std::string print(const std::optional<T>& value) {
  return value ? text(*value) : "-";
}
template <class First, class Second>
std::string print(const std::pair<First, Second>& both) {
  return "(" + text(both.first) + ", " + text(both.second) + ")";
}
template <class... Parts>
std::string print(const std::tuple<Parts...>& all) {
  const auto parts = [](const auto&... part) { return std::vector<std::string>{text(part)...}; };
  return "(" + list(std::apply(parts, all), ", ", "") + ")";
}
template <class T, class Allocator>
std::string print(const std::vector<T, Allocator>& values) {
  return braces(values);
}
template <class T, std::size_t Size>
std::string print(const std::array<T, Size>& values) {
  return braces(values);
}
template <class T, class Less>
std::string print(const std::set<T, Less>& values) {
  return braces(values);
}
template <class Key, class T, class Less>
std::string print(const std::map<Key, T, Less>& values) {
  return braces(values);
}

template <class T>
concept Printed = !std::is_arithmetic_v<T> && requires(const T& value) {
  { print(value) } -> std::same_as<std::string>;
};
// Also finds functions `print` beside the types of tests.
template <Printed T>
std::string printed(const T& value) {
  return print(value);
}

}  // namespace printing

/// While it is in scope, failed assertions name cards as in `game`, which must outlive it, and
/// print its states and observations in notation.
template <class G>
class InNotation {
 public:
  explicit InNotation(const G& game) {
    using Rules = typename G::Rules;
    using State = typename G::State;
    using Observation = typename G::Observation;
    printing::names = [&game](Card card) { return std::string(game.rules().deck().name(card)); };
    printing::in_rules<State> = [&game](const State& state) { return notation(game, state); };
    printing::in_rules<Observation> = [&game](const Observation& seen) {
      return notation(game, seen);
    };
    if constexpr (requires(const Rules& rules) { rules.deck().layout(); }) {
      printing::in_rules<DeckBag> = [&game](const DeckBag& cards) {
        return printing::print(game.rules().deck().layout().counted(cards));
      };
    }
    if constexpr (requires(State state) { state.knowledge.log; }) {
      using Log = decltype(State::knowledge.log);
      printing::in_rules<Log> = [&game](const Log& log) {
        std::string text;
        Codec<Log>::print(text, game.rules(), log);
        return text;
      };
    }
  }
  ~InNotation() {
    printing::names = nullptr;
    printing::in_rules<typename G::State> = nullptr;
    printing::in_rules<typename G::Observation> = nullptr;
    printing::in_rules<DeckBag> = nullptr;
    if constexpr (requires(typename G::State state) { state.knowledge.log; }) {
      printing::in_rules<decltype(G::State::knowledge.log)> = nullptr;
    }
  }
  InNotation(const InNotation&) = delete;
  InNotation& operator=(const InNotation&) = delete;
};

}  // namespace chemix::test

template <class T>
requires chemix::test::printing::Printed<T>
struct doctest::StringMaker<T> {
  static String convert(const T& value) { return chemix::test::printing::printed(value).c_str(); }
};
