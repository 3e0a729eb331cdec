// SPDX-License-Identifier: Apache-2.0
// Faults: what is wrong with a state that comes from outside. For the sources of games.
#pragma once

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace chemix {

/// Looks for faults one after another and keeps the first.
template <class Rules>
class Faults {
 public:
  explicit Faults(const Rules& rules) : rules_(rules) {}

  /// Whether nothing was wrong so far: what is looked at next may rely on it.
  [[nodiscard]] bool none() const { return !first_; }
  [[nodiscard]] const std::optional<InputError>& first() const { return first_; }

  /// Unless it `fits`, `field` is wrong with this value, for the reason that the rule gives.
  template <class Value>
  void unless(bool fits, const char* field, const Value& value, const char* reason,
              const char* rule) {
    if (fits || first_) return;
    std::string text;
    if constexpr (std::is_convertible_v<Value, std::string_view>) {
      text = value;
    } else {
      Codec<Value>::print(text, in_play(rules_), value);
    }
    first_ = InputError{field, std::move(text), reason, rule};
  }
  /// A fault that was found elsewhere, if it was.
  void add(const std::optional<InputError>& fault) {
    if (!first_) first_ = fault;
  }

 private:
  const Rules& rules_;
  std::optional<InputError> first_;
};

/// What makes a spectator's observation none, or nothing: a spectator holds nothing.
template <class Rules>
std::optional<InputError> spectator_fault(const Rules& rules,
                                          const typename Rules::Observation& seen) {
  Faults faults(rules);
  Rules::Private::visit_fields(seen.own, [&]<class Field>(const char* name, const Field& field) {
    faults.unless(field == Field(), name, field, "a spectator holds nothing", "GN-9");
  });
  faults.unless(seen.own_history == 0, "own_history", std::to_string(seen.own_history),
                "a spectator sees nothing alone", "GN-9");
  return faults.first();
}

// ---- Cards in their places ----

/// The name of the field of `value` that is kept at `address`, or nothing.
template <HasFields T>
std::string_view field_at(const T& value, const void* address) {
  std::string_view found;
  T::visit_fields(value, [&](const char* name, const auto& field) {
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

/// The name of the field of a table or an observation that is kept at `address`.
template <class View>
std::string field_in(const View& view, const void* address) {
  std::string_view name = field_at(view.open, address);
  if (name.empty()) name = field_at(view.own, address);
  if constexpr (requires { view.hidden; }) {
    if (name.empty()) name = field_at(view.hidden, address);
  }
  return std::string(name);
}

/// Calls `visit(card, copies)` for what is in a bag or a list.
template <class Bag>
void for_each_kind(const Bag& bag, auto&& visit) {
  bag.kinds().for_each([&](Card card) { visit(card, bag.count(card)); });
}
template <class List>
requires requires(const List& list) { list[0]; }
void for_each_kind(const List& list, auto&& visit) {
  for (int i = 0; i < list.size(); ++i) visit(list[i], 1);
}

/// What is wrong with where the cards lie that `view`, a table or an observation, shows: each may
/// lie in its place, hidden ones are as many as everybody sees, and together they are `all`. `rule`
/// says how they are laid out, `hidden_rule` how those are that lie face down or in hands.
template <class Rules, class View, class Bag>
std::optional<InputError> misplaced(const Rules& rules, const View& seen, const Bag& all,
                                    const char* rule, const char* hidden_rule) {
  std::optional<InputError> fault;
  const auto wrong = [&](std::string field, std::string value, std::string reason, const char* by) {
    if (!fault) fault = InputError{std::move(field), std::move(value), std::move(reason), by};
  };
  View view = seen;
  std::array<int, 256> found{};
  int found_count = 0;
  int hidden_count = 0;
  std::array<bool, 256> may_be_hidden{};
  std::string size_field;
  const auto find = [&](const auto& cards, MayLie may_lie, const char* by) {
    for_each_kind(cards, [&](Card card, int copies) {
      const std::string name(rules.deck().name(card));
      const bool lies = may_lie == nullptr || (card.*may_lie)();
      if (!lies) wrong(field_in(view, &cards), name, "cannot lie there", by);
      found[card.index] += copies;
      found_count += copies;
      if (found[card.index] > all.count(card)) {
        wrong(field_in(view, &cards), name, "lies there once too often", by);
      }
    });
  };
  // Places where the number that everybody sees is not that of the cards; what is wrong with the
  // first of them, if it is the number.
  int miscounted = 0;
  InputError wrong_size;
  InputError wrong_cards;
  const auto count = [&](const auto& cards, std::uint8_t size, const std::string& field) {
    if (cards.size() == size || ++miscounted > 1) return;
    wrong_size = {field, std::to_string(size), "must be " + std::to_string(cards.size()),
                  hidden_rule};
    wrong_cards = {field_in(view, &cards), std::to_string(cards.size()) + " cards",
                   "must be " + std::to_string(size), hidden_rule};
  };
  // Hands come last: what everybody sees is the surest.
  const auto find_in = [&](bool hands) {
    for_each_place(rules, view, [&]<class Cards>(Place place, Cards& cards, MayLie may_lie) {
      if (place.is_hand() != hands) return;
      if constexpr (is_hidden_cards<Cards>) {
        size_field = field_in(view, &cards.size);
        const auto* shown = cards.cards != nullptr ? cards.cards : cards.shown;
        if (shown == nullptr) {
          hidden_count += cards.size;
          for_each_kind(all, [&](Card card, int) {
            may_be_hidden[card.index] |= may_lie == nullptr || (card.*may_lie)();
          });
        } else {
          count(*shown, cards.size, size_field);
          find(*shown, may_lie, hidden_rule);
        }
      } else {
        find(cards, may_lie, rule);
      }
    });
  };
  find_in(false);
  find_in(true);
  const int missing = all.size() - found_count - hidden_count;
  // Where all cards are, one number alone is what is wrong.
  if (!fault && miscounted > 0) fault = missing == 0 && miscounted == 1 ? wrong_size : wrong_cards;
  if (fault || (missing == 0 && found_count == all.size())) return fault;
  if (hidden_count > 0 && missing != 0) {
    wrong(size_field, std::to_string(hidden_count),
          "all that lies face down must be " + std::to_string(hidden_count + missing), hidden_rule);
    return fault;
  }
  // A card that is nowhere, not even hidden, is missed where it lies before the deal.
  auto start = rules.initial_table(0);
  for_each_place(rules, start, [&]<class Cards>(Place, Cards& cards, MayLie) {
    const auto miss = [&](const auto& kept, const char* by) {
      for_each_kind(kept, [&](Card card, int) {
        if (found[card.index] == all.count(card) || may_be_hidden[card.index]) return;
        wrong(field_in(start, &kept), std::string(rules.deck().name(card)), "lies nowhere", by);
      });
    };
    if constexpr (is_hidden_cards<Cards>) {
      miss(*cards.cards, hidden_rule);
    } else {
      miss(cards, rule);
    }
  });
  return fault;
}
template <class Rules, class View, class Bag>
std::optional<InputError> misplaced(const Rules& rules, const View& seen, const Bag& all,
                                    const char* rule) {
  return misplaced(rules, seen, all, rule, rule);
}

template <class Rules, class Memory>
InputError memory_fault(const Rules& rules, const Memory& memory, const char* reason) {
  std::string text;
  Codec<Memory>::print(text, in_play(rules), memory);
  return {"memory", text, reason, "GN-9"};
}
/// Refuses what a viewer remembers of hidden cards when no table fits it.
template <class Rules>
std::optional<InputError> memory_fault(const Rules& rules,
                                       const typename Rules::Observation& seen) {
  if (!(rules.facts_of(seen.facts, seen.viewer) == seen.facts)) {
    return memory_fault(rules, seen.facts.memory, "says more than the viewer has seen");
  }
  // What the viewer holds is not looked at when worlds are drawn.
  for (std::size_t i = 0; i < seen.facts.memory.size(); ++i) {
    const Memo memo = seen.facts.memory[i];
    const bool is_among = memo.what != Memo::What::Move || !memo.kind ||
                          !rules.not_among(memo.among).contains(Card::of(*memo.kind));
    if (!is_among || memo.size > rules.deck().all_cards().size()) {
      return memory_fault(rules, seen.facts.memory, "tells of a card or of cards that cannot be");
    }
  }
  if (rules.worlds_of(seen).can_be()) return std::nullopt;
  return memory_fault(rules, seen.facts.memory, "no table fits it");
}
/// Refuses what is remembered of hidden cards when some viewer could not believe in the table. A
/// table that was drawn for a viewer comes with what that viewer remembers: where that belief is
/// approximated it is enough for it, as others may know better.
template <class Rules, class Table, class Facts>
std::optional<InputError> memory_fault(const Rules& rules, const Table& table, const Facts& facts) {
  bool is_true = true;
  bool is_as_believed = false;
  for (Player p = -1; p < rules.player_count(); ++p) {
    const Viewer viewer = p < 0 ? Viewer::spectator() : Viewer::player(p);
    typename Rules::Observation seen{viewer, table.open, {}, rules.facts_of(facts, viewer)};
    if (p >= 0) seen.own = table.own[p];
    const auto worlds = rules.worlds_of(seen);
    const bool can_be = worlds.can_be(rules.world_in(seen, table));
    is_true = is_true && can_be;
    is_as_believed = is_as_believed || (can_be && worlds.approximated() > 0 && seen.facts == facts);
  }
  if (is_true || is_as_believed) return std::nullopt;
  return memory_fault(rules, facts.memory, "not true of where the cards lie");
}

/// What is wrong with what a viewer sees and remembers of cards; `fault_of` finds it in what all
/// see and, with a player, in what that player holds.
template <class Rules, class Bag, class FaultOf>
std::optional<InputError> view_fault(const Rules& rules, const typename Rules::Observation& seen,
                                     const Bag& all, const char* rule, const char* hidden_rule,
                                     const FaultOf& fault_of) {
  Faults faults(rules);
  faults.add(misplaced(rules, seen, all, rule, hidden_rule));
  if (faults.none()) faults.add(fault_of(seen.open));
  if (!faults.none()) return faults.first();
  faults.add(seen.viewer.is_spectator() ? spectator_fault(rules, seen)
                                        : fault_of(seen.open, seen.own, seen.viewer.seat()));
  if (faults.none()) faults.add(memory_fault(rules, seen));
  return faults.first();
}

}  // namespace chemix
