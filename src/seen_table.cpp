// SPDX-License-Identifier: Apache-2.0
// The table as one viewer sees it.
#include "chemix/cards/seen_table.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace chemix {

namespace {

// Numbers that are absent come last.
int or_last(std::optional<int> number) { return number.value_or(std::numeric_limits<int>::max()); }

auto order_of(const Pile& pile) {
  return std::tuple(pile.zone != Zone::Hand, pile.zone, or_last(pile.owner),
                    std::string_view(pile.name));
}

auto order_of(const CardGroup& group) {
  return std::tuple(group.pile, or_last(group.position), or_last(group.set), or_last(group.kind));
}

}  // namespace

CardGroup& SeenPile::add(std::optional<int> kind, int copies, Face face) {
  return cards_.emplace_back(
      CardGroup{.pile = index_, .kind = kind, .copies = copies, .face = face});
}

void SeenPile::add_unseen(int copies) {
  if (copies > 0) add(std::nullopt, copies, Face::Down);
}

void SeenPile::change(Card card, int copies, FunctionRef<void(CardGroup&)> how) {
  const auto here = groups();
  const auto group = std::find_if(here.begin(), here.end(),
                                  [&](const CardGroup& some) { return some.kind == card.index; });
  if (group == here.end()) return;
  CardGroup rest = *group;
  group->copies = std::min(copies, group->copies);
  rest.copies -= group->copies;
  how(*group);
  if (rest.copies > 0) cards_.push_back(rest);
}

void SeenPile::forget_order() {
  pile_.is_ordered = false;
  for (CardGroup& group : groups()) group.position.reset();
}

Pile& TableBuilder::add_pile(Zone zone, std::optional<Player> owner, std::string_view name) {
  filled_.push_back(false);
  return piles_.emplace_back(Pile{.zone = zone, .owner = owner, .name = std::string(name)});
}

void TableBuilder::add_pile(Zone zone, std::optional<Player> owner, std::string_view name,
                            bool is_ordered, FunctionRef<void(SeenPile&)> fill) {
  Pile& pile = add_pile(zone, owner, name);
  pile.is_ordered = is_ordered;
  SeenPile filled(cards_, pile, static_cast<int>(piles_.size()) - 1);
  fill(filled);
}

Pile* TableBuilder::pile_at(Place place) {
  const auto pile = std::find_if(piles_.begin(), piles_.end(), [&](const Pile& some) {
    return some.zone == place.zone && some.owner.has_value() == place.has_owner() &&
           (!some.owner || *some.owner == place.owner);
  });
  return pile == piles_.end() ? nullptr : &*pile;
}

Pile* TableBuilder::pile_of(Place place, std::string_view name) {
  const auto pile = std::find_if(piles_.begin(), piles_.end(), [&](const Pile& some) {
    return some.name == name && (!some.owner || *some.owner == place.owner);
  });
  return pile == piles_.end() ? nullptr : &*pile;
}

void TableBuilder::add_place(Place place, const SeenCards& cards) {
  const auto found = std::find_if(found_.begin(), found_.end(),
                                  [&](const Found& some) { return some.address == cards.address; });
  if (found != found_.end()) {
    Pile& pile = piles_[found->pile];
    if (pile.zone == place.zone && pile.owner && *pile.owner != place.owner) pile.owner.reset();
    return;
  }
  Pile* pile = pile_of(place, cards.field);
  if (pile == nullptr) {
    const std::optional<Player> owner =
        place.has_owner() ? std::optional<Player>(place.owner) : std::nullopt;
    pile = &add_pile(place.zone, owner, cards.field);
    pile->is_ordered = cards.is_ordered;
  }
  found_.push_back({cards.address, static_cast<std::size_t>(pile - piles_.data())});
}

void TableBuilder::fill(Place place, const SeenCards& cards,
                        FunctionRef<void(SeenPile&)> describe) {
  Pile* pile = pile_of(place, cards.field);
  if (pile == nullptr) return;
  const auto index = static_cast<std::size_t>(pile - piles_.data());
  if (filled_[index]) return;
  filled_[index] = true;
  SeenPile filled(cards_, *pile, static_cast<int>(index));
  cards.add_to(filled);
  describe(filled);
}

void TableBuilder::fill_others(FunctionRef<void(SeenPile&)> describe) {
  for (std::size_t i = 0; i < piles_.size(); ++i) {
    if (filled_[i]) continue;
    SeenPile empty(cards_, piles_[i], static_cast<int>(i));
    describe(empty);
  }
}

SeenTable TableBuilder::finish() {
  std::vector<std::size_t> order(piles_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t lhs, std::size_t rhs) {
    return order_of(piles_[lhs]) < order_of(piles_[rhs]);
  });
  SeenTable table;
  std::vector<int> index_of_pile(piles_.size());
  for (const std::size_t old : order) {
    index_of_pile[old] = static_cast<int>(table.piles.size());
    table.piles.push_back(std::move(piles_[old]));
  }
  for (CardGroup& group : cards_) {
    group.pile = index_of_pile[static_cast<std::size_t>(group.pile)];
    Pile& pile = table.piles[static_cast<std::size_t>(group.pile)];
    pile.cards += group.copies;
    if (!group.kind) pile.is_known = false;
  }
  // Insertion is stable and, unlike std::stable_sort, allocates nothing.
  for (auto group = cards_.begin(); group != cards_.end(); ++group) {
    const auto place = std::upper_bound(
        cards_.begin(), group, *group,
        [](const auto& lhs, const auto& rhs) { return order_of(lhs) < order_of(rhs); });
    std::rotate(place, group, group + 1);
  }
  for (const CardGroup& group : cards_) {
    if (!table.cards.empty()) {
      CardGroup same = table.cards.back();
      same.copies = group.copies;
      if (same == group) {
        table.cards.back().copies += group.copies;
        continue;
      }
    }
    table.cards.push_back(group);
  }
  return table;
}

std::string_view pile_name(std::string_view field) {
  constexpr std::string_view end = "_size";
  if (field.ends_with(end)) field.remove_suffix(end.size());
  return field;
}

FieldList::FieldList(int players, const std::vector<Pile>& piles,
                     std::span<const std::string_view> left_out,
                     std::span<const std::string_view> counters)
    : players_(players), piles_(piles), left_out_(left_out), counters_(counters) {}

void FieldList::add_number(std::string_view name, Card element, std::optional<int> number) {
  SeenField made = begin(name);
  made.element = element.index;
  made.value = number;
  fields_.push_back(made);
}

bool FieldList::is_left_out(std::string_view name) const {
  return name == "phase" ||
         std::find(left_out_.begin(), left_out_.end(), name) != left_out_.end() ||
         std::any_of(piles_.begin(), piles_.end(),
                     [&](const Pile& pile) { return pile.name == pile_name(name); });
}

SeenField FieldList::begin(std::string_view name) const {
  SeenField made;
  made.name = name;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    // The counter of a standing combination names its value.
    if (counters_[i] == name || std::string(counters_[i]) + "_value" == name) {
      made.counter = static_cast<int>(i);
    }
  }
  return made;
}

}  // namespace chemix
