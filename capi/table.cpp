// SPDX-License-Identifier: Apache-2.0
// The C ABI of the table as a viewer sees it. Every function here computes from an observation
// alone.
#include "internal.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

using namespace chemix::capi;

static_assert(CHEMIX_FACE_UP == static_cast<int>(chemix::Face::Up));
static_assert(CHEMIX_MARK_CHOSEN == static_cast<int>(chemix::CardMark::Chosen));
static_assert(CHEMIX_FIELD_CHOICE == static_cast<int>(chemix::FieldType::Choice));
static_assert(are_without_padding<chemix_pile, chemix_card_group, chemix_field>);

namespace {

chemix_place place_of(const chemix::Pile& pile) {
  return {static_cast<chemix_zone>(pile.zone), pile.owner.value_or(CHEMIX_NOBODY)};
}

}  // namespace

chemix_count chemix_observation_piles(const chemix_observation* observation, chemix_pile* out,
                                      size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    std::vector<chemix_pile> piles;
    for (const chemix::Pile& pile : of.game.piles(of.block)) {
      chemix_pile made{};
      made.place = place_of(pile);
      made.cards = pile.cards;
      made.points = pile.points;
      made.is_known = pile.is_known ? 1 : 0;
      made.is_ordered = pile.is_ordered ? 1 : 0;
      copy_text(made.name, pile.name);
      piles.push_back(made);
    }
    return give_list(piles, out, capacity);
  });
}

chemix_status chemix_game_find_pile(const chemix_game* game, const chemix_place* place,
                                    int32_t kind, int32_t* out_pile, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& kept = counted(game);
    const AnyGame& of = *kept.game;
    const chemix_place& at = required(place, "place");
    required(out_pile, "out_pile");
    constexpr auto zones = static_cast<int>(names_of(chemix::Zone()).size());
    expect_range("zone", at.zone, 0, zones - 1);
    chemix::Place asked{static_cast<chemix::Zone>(at.zone)};
    if (at.owner != CHEMIX_NOBODY) {
      asked.owner = static_cast<std::uint8_t>(seat(kept, "owner", at.owner, ", or CHEMIX_NOBODY"));
    }
    expect_range("kind", kind, CHEMIX_UNSEEN, of.card_kind_count() - 1);
    const auto pile =
        of.find_pile(asked, kind == CHEMIX_UNSEEN ? std::nullopt : std::optional<int>(kind));
    if (!pile) {
      fail(CHEMIX_INVALID_INPUT,
           {"place", chemix::place_text(asked), "has no pile for such cards in this game", ""});
    }
    *out_pile = *pile;
    return CHEMIX_OK;
  });
}

chemix_count chemix_observation_cards(const chemix_observation* observation, chemix_zone zone,
                                      int32_t owner, chemix_card_group* out, size_t capacity,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    const auto [piles, cards] = of.game.table_seen(of.block);
    std::vector<chemix_card_group> groups;
    for (const chemix::CardGroup& group : cards) {
      const chemix_place place = place_of(piles[static_cast<std::size_t>(group.pile)]);
      if (zone != CHEMIX_ANY && zone != place.zone) continue;
      if (owner != CHEMIX_ANY && owner != place.owner) continue;
      groups.push_back({place, group.pile, group.kind.value_or(CHEMIX_UNSEEN), group.copies,
                        static_cast<chemix_face>(group.face), group.position.value_or(CHEMIX_NONE),
                        group.reserved_by.value_or(CHEMIX_NOBODY), group.set.value_or(CHEMIX_NONE),
                        group.stands_for.value_or(CHEMIX_NONE), group.marks});
    }
    return give_list(groups, out, capacity);
  });
}

chemix_count chemix_observation_fields(const chemix_observation* observation, chemix_field* out,
                                       size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    std::vector<chemix_field> fields;
    for (const chemix::SeenField& field : of.game.fields(of.block)) {
      chemix_field made{};
      copy_text(made.name, field.name);
      made.type = static_cast<chemix_field_type>(field.type);
      made.value = field.value.value_or(CHEMIX_ABSENT);
      made.owner = field.owner.value_or(CHEMIX_NOBODY);
      made.element = field.element.value_or(CHEMIX_NONE);
      made.counter = field.counter.value_or(CHEMIX_NONE);
      fields.push_back(made);
    }
    return give_list(fields, out, capacity);
  });
}
