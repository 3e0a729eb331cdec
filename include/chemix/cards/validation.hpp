// SPDX-License-Identifier: Apache-2.0
// Validator: checks a state from an untrusted source. Used by the sources of the games.
//
// Validation keeps four promises. `// Promise:` above a check names the one that it serves, for all
// checks up to the next such comment or the end of the function:
//   memory          Numbers are in the range that arrays, limits and arithmetic rely on.
//   conserved       The cards of the game are there, once each, and stay so. So are the points.
//   playable        Every accepted state can be played to its end.
//   determinizable  Every accepted observation can be determinized into accepted states.
// A check that serves none of them is not needed: states that no game leads to are accepted.
#pragma once

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/game.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

/// Keeps the first of several validation errors.
class FirstError {
 public:
  /// Whether there has been no error so far; later checks may rely on it.
  [[nodiscard]] bool ok() const { return !first_; }
  [[nodiscard]] const std::optional<InputError>& error() const { return first_; }

  /// Adds the result of another check.
  void add(const std::optional<InputError>& error) {
    if (!first_) first_ = error;
  }

 protected:
  explicit FirstError(const AnyInPlay& rules) : rules_(rules) {}

  using Print = void (*)(std::string& text, const AnyInPlay& rules, const void* value);
  void require(bool fits, const char* field, Print print, const void* value, const char* reason,
               const char* rule);

 private:
  AnyInPlay rules_;
  std::optional<InputError> first_;
};

/// Appends a value, or a text as it is. Compiled once for all games that share a deck type.
template <class Value, class Deck>
void print_checked(std::string& text, const AnyInPlay& rules, const void* value) {
  if constexpr (std::is_convertible_v<Value, std::string_view>) {
    text += *static_cast<const Value*>(value);
  } else {
    Codec<Value>::print(text, rules.with<Deck>(), *static_cast<const Value*>(value));
  }
}

/// Performs checks one after another and keeps the first error.
template <class Rules>
class Validator : public FirstError {
 public:
  explicit Validator(const Rules& rules) : FirstError(in_play(rules)) {}

  /// Reports `field` as invalid with this value, reason and rule unless `fits`.
  template <class Value>
  void require(bool fits, const char* field, const Value& value, const char* reason,
               const char* rule) {
    using Deck = std::remove_cvref_t<decltype(std::declval<const Rules&>().deck())>;
    FirstError::require(fits, field, &print_checked<Value, Deck>, &value, reason, rule);
  }
};

/// Why a spectator's observation is invalid, or nothing: a spectator holds nothing. Promise:
/// determinizable.
template <class Rules>
std::optional<InputError> spectator_error(const Rules& rules,
                                          const typename Rules::Observation& seen) {
  Validator validator(rules);
  Rules::Private::visit_fields(
      seen.own, [&]<class Field>(const char* name, const Field& field, auto...) {
        validator.require(field == Field(), name, field, "must not be set for a spectator", "GN-9");
      });
  validator.require(seen.own_history == 0, "own_history", std::to_string(seen.own_history),
                    "must be 0 for a spectator", "GN-9");
  return validator.error();
}

// ---- Cards in their places ----

/// The name of the field of `value` that contains `address`; empty if there is none.
template <HasFields T>
std::string_view field_at(const T& value, const void* address) {
  std::string_view found;
  T::visit_fields(value, [&](const char* name, const auto& field, auto...) {
    const auto* begin = reinterpret_cast<const std::byte*>(&field);
    const auto* byte = static_cast<const std::byte*>(address);
    if (byte >= begin && byte < begin + sizeof field) found = name;
  });
  return found;
}
template <class Value, int Capacity>
std::string_view field_at(const PerPlayer<Value, Capacity>& values, const void* address) {
  for (Player p = 0; p < Capacity; ++p) {
    if (const auto name = field_at(values[p], address); !name.empty()) return name;
  }
  return {};
}

/// The name of the field of a table or an observation that contains `address`.
template <class Public, class Private, class Knowledge>
std::string field_in(const ObservationOf<Public, Private, Knowledge>& seen, const void* address) {
  const std::string_view name = field_at(seen.open, address);
  return std::string(name.empty() ? field_at(seen.own, address) : name);
}
template <class Public, class Private, class Hidden, int Capacity>
std::string field_in(const TableOf<Public, Private, Hidden, Capacity>& table, const void* address) {
  std::string_view name = field_at(table.open, address);
  if (name.empty()) name = field_at(table.own, address);
  return std::string(name.empty() ? field_at(table.hidden, address) : name);
}

/// A container of cards in a place, with its type erased.
struct KeptCards {
  Place place;
  MayLie may_lie;
  /// The public number of hidden cards, else null.
  const std::uint8_t* size;
  /// Null if the cards are hidden and the view does not contain them.
  const void* cards;
  /// Calls `visit(card, copies)` for the contents of `cards`.
  void (*for_each)(const void* cards, FunctionRef<void(Card, int)> visit);
};

/// The containers of a table or an observation, in the order of `for_each_place`; `view` must
/// outlive them.
template <class Rules, class View>
std::vector<KeptCards> kept_cards(const Rules& rules, View& view) {
  std::vector<KeptCards> all;
  all.reserve(32);
  const auto add = [&]<class Cards>(Place place, MayLie may_lie, const std::uint8_t* size,
                                    const Cards* cards) {
    all.push_back(
        {place, may_lie, size, cards, [](const void* kept, FunctionRef<void(Card, int)> visit) {
           for_each_kind(*static_cast<const Cards*>(kept), visit);
         }});
  };
  for_each_place(rules, view, [&]<class Cards>(Place place, Cards& cards, MayLie may_lie, Card) {
    if constexpr (is_hidden_cards<Cards>) {
      const auto* shown = cards.cards != nullptr ? cards.cards : cards.shown;
      add(place, may_lie, &cards.size, shown);
    } else {
      add(place, may_lie, nullptr, &cards);
    }
  });
  return all;
}

/// Promise: conserved. Checks the locations of cards: each kind is allowed in its place, hidden
/// cards match their public number, and together they are the cards of the deck.
class CardLocationValidator {
 public:
  using FieldOf = FunctionRef<std::string(const void* address)>;
  using NameOf = FunctionRef<std::string_view(Card)>;

  /// `rule` is the rule about the layout of the cards, `hidden_rule` that about cards face down or
  /// in hands. `name_of` must outlive the validator.
  CardLocationValidator(NameOf name_of, const char* rule, const char* hidden_rule)
      : name_of_(name_of), rule_(rule), hidden_rule_(hidden_rule) {}

  /// Expects `copies` more cards of a kind.
  void expect(Card card, int copies) {
    expected_[card.index] += copies;
    missing_ += copies;
    end_ = std::max<std::size_t>(end_, card.index + 1U);
  }
  /// Checks the cards of a view; `field_of` names its fields for messages.
  void find_in(const std::vector<KeptCards>& view, FieldOf field_of);
  /// Whether the only error is a missing card. If so, call `miss_in` with the containers before the
  /// deal, to name the field where the card belongs.
  [[nodiscard]] bool misses_cards() const { return !error_ && misses_cards_; }
  void miss_in(const std::vector<KeptCards>& start, FieldOf field_of);

  [[nodiscard]] const std::optional<InputError>& error() const { return error_; }

 private:
  void wrong(const std::string& field, std::string_view value, std::string_view reason,
             const char* rule);

  NameOf name_of_;
  const char* rule_;
  const char* hidden_rule_;
  std::array<int, 256> expected_{};
  std::array<int, 256> found_{};
  std::array<bool, 256> may_be_hidden_{};
  // One past the last expected kind.
  std::size_t end_ = 0;
  // The number of expected cards that are not found in a visible container.
  int missing_ = 0;
  bool misses_cards_ = false;
  std::optional<InputError> error_;
};

/// Why the locations of the cards in `seen`, a table or an observation, are invalid, or nothing:
/// each kind must be allowed in its place, hidden cards must match their public number, and
/// together the cards must be `all`. `rule` is the rule about the layout of the cards,
/// `hidden_rule` that about cards face down or in hands.
template <class Rules, class View, class Bag>
std::optional<InputError> card_location_error(const Rules& rules, const View& seen, const Bag& all,
                                              const char* rule, const char* hidden_rule) {
  const auto name_of = [&](Card card) { return rules.deck().name(card); };
  CardLocationValidator search(name_of, rule, hidden_rule);
  for_each_kind(all, [&](Card card, int copies) { search.expect(card, copies); });
  View view = seen;
  search.find_in(kept_cards(rules, view),
                 [&](const void* address) { return field_in(view, address); });
  if (search.misses_cards()) {
    auto start = rules.initial_table(0);
    search.miss_in(kept_cards(rules, start),
                   [&](const void* address) { return field_in(start, address); });
  }
  return search.error();
}
template <class Rules, class View, class Bag>
std::optional<InputError> card_location_error(const Rules& rules, const View& seen, const Bag& all,
                                              const char* rule) {
  return card_location_error(rules, seen, all, rule, rule);
}

}  // namespace chemix
