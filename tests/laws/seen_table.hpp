// SPDX-License-Identifier: Apache-2.0
// The laws of the table as a viewer sees it: piles, groups and fields say the same as plain data,
// and nothing that the viewer may not know.
#pragma once

#include "chemix/cards/seen_table.hpp"
#include "chemix/core/state_values.hpp"
#include "chemix/core/value.hpp"
#include "laws/run.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix::laws {

/// Plain data that is made again from what a viewer sees.
template <class Deck>
class DataAgain {
 public:
  DataAgain(const Deck& deck, Viewer viewer, const SeenTable& table,
            const std::vector<SeenField>& fields)
      : deck_(deck), viewer_(viewer), table_(table), fields_(fields) {}

  /// The value of a field that everybody sees, in the form of `like`.
  [[nodiscard]] Value open(std::string_view name, const Value& like) const {
    if (name == "formed") return cards(like, marked(CardMark::Formed));
    if (name == "dissolved") return cards(like, marked(CardMark::Dissolved));
    if (name == "laid_off") return cards(like, marked(CardMark::LaidOff));
    if (name == "top")
      return one(in("laid", [](const CardGroup& group) { return group.position == 0; }));
    if (name == "kitty_size") return kitty_size();
    if (name == "front_chips") return by_seat(piles("front"), &Pile::points);
    if (name == "runs") return runs();
    if (name == "compounds") {
      Value map = Value::map();
      for (const char* part : {"stack", "open", "captured"}) {
        map.add(part, content("compounds." + std::string(part), *like.find(part)));
      }
      return map;
    }
    const auto here = piles(pile_name(name));
    if (here.empty()) return field(name);
    if (name.ends_with("_size")) return by_seat(here, &Pile::cards);
    if (here.front()->zone == Zone::Supply || here.front()->zone == Zone::Chips) {
      return by_seat(here, &Pile::points);
    }
    return content(name, like);
  }
  /// The same for a field of the viewer's own part.
  [[nodiscard]] Value own(std::string_view name, const Value& like) const {
    if (name == "drawn") return one(marked(CardMark::Drawn));
    if (name == "aside") return cards(like, in("aside", is_own));
    if (name != "hand" && name != "shown") return field(name);
    return cards(like, in("hand", [&](const CardGroup& group) {
                   return is_own(group) && viewer_.is(*pile_of(group).owner) == (name == "hand");
                 }));
  }

 private:
  [[nodiscard]] const Pile& pile_of(const CardGroup& group) const {
    return table_.piles[static_cast<std::size_t>(group.pile)];
  }
  [[nodiscard]] Value name_of_kind(int kind) const { return deck_.name(Card::of(kind)); }
  static bool is_own(const CardGroup& group) { return group.face == Face::Own; }

  [[nodiscard]] std::vector<const Pile*> piles(std::string_view name) const {
    std::vector<const Pile*> found;
    for (const Pile& pile : table_.piles) {
      if (pile.name == name) found.push_back(&pile);
    }
    return found;
  }
  [[nodiscard]] static Value by_seat(const std::vector<const Pile*>& piles, int Pile::*number) {
    if (!piles.front()->owner) return piles.front()->*number;
    Value list = Value::list();
    for (const Pile* pile : piles) list.push_back(pile->*number);
    return list;
  }

  // Known cards of some groups, which are in order.
  using Groups = std::vector<const CardGroup*>;
  [[nodiscard]] Groups groups(auto&& has) const {
    Groups found;
    for (const CardGroup& group : table_.cards) {
      if (group.kind && has(group)) found.push_back(&group);
    }
    return found;
  }
  [[nodiscard]] Groups in(std::string_view name, auto&& has) const {
    return groups(
        [&](const CardGroup& group) { return pile_of(group).name == name && has(group); });
  }
  // By kind, also from several piles.
  [[nodiscard]] Groups marked(CardMark mark) const {
    Groups found = groups(
        [&](const CardGroup& group) { return (group.marks & static_cast<unsigned>(mark)) != 0; });
    std::stable_sort(found.begin(), found.end(),
                     [](const auto* lhs, const auto* rhs) { return lhs->kind < rhs->kind; });
    return found;
  }
  [[nodiscard]] Value one(const Groups& found) const {
    return found.empty() ? Value() : name_of_kind(*found.front()->kind);
  }
  [[nodiscard]] Value cards(const Value& like, const Groups& found) const {
    if (like.as<Value::List>() != nullptr) {
      Value list = Value::list();
      for (const CardGroup* group : found) {
        for (int i = 0; i < group->copies; ++i) list.push_back(name_of_kind(*group->kind));
      }
      return list;
    }
    std::map<int, int> counts;
    for (const CardGroup* group : found) counts[*group->kind] += group->copies;
    Value map = Value::map();
    for (const auto& [kind, copies] : counts) map.add(deck_.name(Card::of(kind)), copies);
    return map;
  }
  [[nodiscard]] Value content(std::string_view name, const Value& like) const {
    const auto* const parts = like.as<Value::List>();
    const auto here = piles(name);
    const bool is_flat = parts == nullptr || parts->empty() || parts->front().as<std::string>();
    if (is_flat || !here.front()->owner) {
      return cards(like, in(name, [](const CardGroup&) { return true; }));
    }
    Value list = Value::list();
    for (const Pile* pile : here) {
      const Value& part = (*parts)[static_cast<std::size_t>(*pile->owner)];
      list.push_back(cards(part, in(name, [&](const CardGroup& group) {
                             return pile_of(group).owner == pile->owner;
                           })));
    }
    return list;
  }

  // The kitty lies for itself until it is won.
  [[nodiscard]] Value kitty_size() const {
    int size = 0;
    for (const CardGroup& group : table_.cards) {
      const std::string& pile = pile_of(group).name;
      if (!group.kind && (pile == "kitty" || pile == "pile")) size += group.copies;
    }
    return size;
  }

  // Runs by owner and number; in each, the cards by the elements that they are or stand for.
  [[nodiscard]] Value runs() const {
    std::map<std::pair<Player, int>, std::map<int, int>> found;
    for (const CardGroup* group : in("runs", [](const CardGroup&) { return true; })) {
      const int element = group->stands_for.value_or(*group->kind);
      found[{*pile_of(*group).owner, *group->set}][element] = *group->kind;
    }
    Value list = Value::list();
    for (const auto& [key, run] : found) {
      Value names = Value::list();
      for (const auto& [element, kind] : run) names.push_back(name_of_kind(kind));
      list.push_back(Value::map()
                         .add("owner", key.first)
                         .add("lowest", name_of_kind(run.begin()->first))
                         .add("cards", std::move(names)));
    }
    return list;
  }

  [[nodiscard]] Value value(const SeenField& field) const {
    if (!field.value) return {};
    switch (field.type) {
      case FieldType::Flag:
        return *field.value != 0;
      case FieldType::Card:
        return name_of_kind(*field.value);
      case FieldType::Choice:
        return field.choices[static_cast<std::size_t>(*field.value)];
      default:
        return *field.value;
    }
  }
  [[nodiscard]] Value field(std::string_view name) const {
    Value list = Value::list();
    Value map = Value::map();
    bool is_absent = true;
    for (const SeenField& some : fields_) {
      if (some.name != name) continue;
      if (!some.owner && !some.element) return value(some);
      is_absent = is_absent && !some.value;
      if (some.owner) list.push_back(value(some));
      if (some.element) map.add(deck_.name(Card::of(*some.element)), value(some));
    }
    // Points that are not counted yet are null as a whole.
    if (name == "points" && is_absent) return {};
    return map == Value::map() ? list : map;
  }

  const Deck& deck_;
  Viewer viewer_;
  const SeenTable& table_;
  const std::vector<SeenField>& fields_;
};

/// The wild cards that are said: plain data lists them in the order of the price, fields by
/// element.
inline Value without_order(std::string_view name, const Value& value) {
  if (name != "wilds") return value;
  std::vector<std::int64_t> numbers;
  if (const auto* const list = value.as<Value::List>()) {
    for (const Value& number : *list) numbers.push_back(*number.as<std::int64_t>());
  } else {
    for (const auto& field : *value.as<Value::Map>()) {
      if (!field.value.is_null()) numbers.push_back(*field.value.template as<std::int64_t>());
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return Value::list_of(numbers);
}

template <class G>
std::string table_breach(const G& game, const typename G::Observation& seen, int cards_in_game) {
  const auto& rules = game.rules();
  const auto& deck = rules.deck();
  const SeenTable table = seen_table(rules, seen);
  const std::vector<SeenField> fields = seen_fields(rules, seen);

  const SeenTable blank = seen_table(rules, typename G::Observation());
  if (table.piles.size() != blank.piles.size()) return "the piles are others than before the deal";
  std::vector<int> here(table.piles.size());
  std::vector<bool> is_known(table.piles.size(), true);
  std::map<int, int> known;
  for (const CardGroup& group : table.cards) {
    const auto at = static_cast<std::size_t>(group.pile);
    const Pile& pile = table.piles[at];
    here[at] += group.copies;
    if (group.copies < 1) return "a group without cards";
    if (!group.kind) {
      is_known[at] = false;
      if (group.face != Face::Down) return "an unseen card is not face down";
      continue;
    }
    known[*group.kind] += group.copies;
    const bool hides = pile.zone == Zone::Hand || pile.zone == Zone::Aside;
    if ((group.face == Face::Own) != hides) return "a face in " + pile.name;
    if (hides && seen.viewer.is_spectator()) return "a spectator sees into " + pile.name;
  }
  int total = 0;
  for (std::size_t i = 0; i < table.piles.size(); ++i) {
    const Pile& pile = table.piles[i];
    Pile same = blank.piles[i];
    same.cards = here[i];
    same.points = pile.points;
    same.is_known = is_known[i];
    if (!(pile == same)) return "the pile " + pile.name + " does not fit its cards";
    total += pile.cards;
  }
  if (total != cards_in_game) return "there are " + std::to_string(total) + " cards";
  // All but the compounds of some decks, which exist once.
  std::map<int, int> in_deck;
  for_each_kind(deck.all_cards(), [&](Card card, int copies) { in_deck[card.index] = copies; });
  for (const auto& [kind, copies] : known) {
    if (copies > std::max(1, in_deck[kind])) {
      return "too many cards " + std::string(deck.name(Card::of(kind)));
    }
  }

  const auto before = seen_fields(rules, typename G::Observation());
  const bool same_fields =
      std::equal(fields.begin(), fields.end(), before.begin(), before.end(),
                 [](const SeenField& lhs, const SeenField& rhs) {
                   return lhs.name == rhs.name && lhs.type == rhs.type && lhs.owner == rhs.owner &&
                          lhs.element == rhs.element && lhs.counter == rhs.counter;
                 });
  if (!same_fields) return "the fields are others than before the deal";

  const DataAgain again(deck, seen.viewer, table, fields);
  const Value data = value_of(game, seen);
  for (const char* part : {"open", "own"}) {
    const bool is_open = std::string_view(part) == "open";
    const auto* const map = data.find(part)->template as<Value::Map>();
    if (map == nullptr) continue;
    for (const auto& [name, value] : *map) {
      if (name == "phase") continue;
      const Value made = is_open ? again.open(name, value) : again.own(name, value);
      if (without_order(name, made) == without_order(name, value)) continue;
      return std::string(part) + "." + name + " is " + json_text(value) + ", not " +
             json_text(made);
    }
  }
  return "";
}

/// For every viewer, the table says the same as plain data, and cards are neither lost nor shown to
/// the wrong people.
template <class G>
std::string table_is_the_data(const G& game, const typename G::State& first,
                              const typename G::State& state) {
  int cards = 0;
  for (const Pile& pile : seen_table(game.rules(), game.observation(first, Viewer())).piles) {
    cards += pile.cards;
  }
  for (const Viewer viewer : viewers(game.player_count())) {
    std::string breach = table_breach(game, game.observation(state, viewer), cards);
    if (!breach.empty()) return breach;
  }
  return "";
}

/// Cards move between the piles that `find_pile` names.
template <class G>
std::string moves_find_piles(const G& game, const typename G::State& before, const Step& step,
                             const typename G::State& after) {
  const auto& rules = game.rules();
  for (const Viewer viewer : viewers(game.player_count())) {
    std::vector<Pile> piles = seen_table(rules, game.observation(before, viewer)).piles;
    bool moves_only = true;
    for (const auto& event : events(game, before.table, step, viewer)) {
      if (event.verb == Verb::Shuffle || event.verb == Verb::Sweep || event.verb == Verb::Begin ||
          event.verb == Verb::Run) {
        moves_only = false;
      }
      if (event.verb != Verb::Move && event.verb != Verb::Deal) continue;
      // After it is won, the kitty lies in a pile.
      if (event.from.zone == Zone::Kitty) moves_only = false;
      std::optional<Card> kind;
      if (event.kind) kind = Card::of(*event.kind);
      const auto from = find_pile(rules, event.from, kind);
      const auto to = find_pile(rules, event.to, kind);
      if (!from || !to) return "no pile for a move";
      --piles[static_cast<std::size_t>(*from)].cards;
      ++piles[static_cast<std::size_t>(*to)].cards;
    }
    const auto now = seen_table(rules, game.observation(after, viewer)).piles;
    for (std::size_t i = 0; moves_only && i < piles.size(); ++i) {
      if (piles[i].cards != now[i].cards) return "a card did not move to " + piles[i].name;
    }
  }
  return "";
}

}  // namespace chemix::laws
