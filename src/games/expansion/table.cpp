// SPDX-License-Identifier: Apache-2.0
// The table of the expansion decks: setup, beliefs about hidden cards, and validation of tables and
// views (CC-1 – CC-5, CC-7, CC-9).
#include "chemix/games/expansion/table.hpp"

#include "chemix/beliefs/log_validation.hpp"
#include "chemix/cards/validation.hpp"
#include "chemix/core/bits.hpp"

#include <algorithm>
#include <string>

namespace chemix::expansion {

namespace {

/// The first kind of which `part` has more cards than `all`.
std::optional<Card> surplus(const PaymentBag& part, const PaymentBag& all) {
  for (int kind = 0; kind < payment_kind_count; ++kind) {
    if (part.count(Card::of(kind)) > all.count(Card::of(kind))) return Card::of(kind);
  }
  return std::nullopt;
}

}  // namespace

// ---- Setting up ----

std::optional<InputError> Table::deal_error(const ExpansionSet& deck, int players) {
  const int needed = players * hand_size_at_start + 1;
  if (deck.all_cards().size() >= needed) return std::nullopt;
  return InputError{"deck", std::to_string(deck.all_cards().size()) + " element and wild cards",
                    std::to_string(players) + " players need at least " + std::to_string(needed),
                    "CC-2"};
}

InputError Table::no_choice(std::string_view chosen, const char* rule) {
  return {"decks", std::string(chosen),
          "selects one of the published decks, but this game uses a deck of its own", rule};
}

int Table::max_cost() const {
  const int wilds = deck_->all_cards().count(wild_card);
  return wild_cost * wilds + element_cost * (deck_->all_cards().size() - wilds);
}

void Table::set_up(Public& open, Hidden& hidden, Player start_player) const {
  open.current_player = Seat::of(start_player);
  open.draw_pile_size = static_cast<std::uint8_t>(all_cards_.size());
  hidden.draw_pile = all_cards_;
}

// ---- Beliefs about hidden cards ----

PaymentBag Table::face_down(const Public& open, const PaymentBag& laid) const {
  return deck_->all_cards() - laid - discarded(open);
}

// A player who has named wild cards for some kinds holds the element cards for the rest of these
// kinds. For the other kinds, the shortfall is at most the wild cards left: for every subset of
// them, its cards and the wild cards together suffice.
PaymentBelief::SurelyHeld Table::held_to_pay(const Public& open, const Price* price,
                                             const WildCounts& said) const {
  PaymentBelief::SurelyHeld held{open.current_player, {}};
  if (price == nullptr) return held;
  const auto add = [&](BagLayout::Set kinds, int at_least) {
    if (at_least > 0) held.cards.add({kinds, at_least});
  };
  int wilds = 0;
  bool element_used = false;
  for (int i = 0; i < said.size(); ++i) {
    wilds += said[i];
    element_used = element_used || said[i] < price->cards(i);
    add(BagLayout::Set::of(price->kind(i)), price->cards(i) - said[i]);
  }
  const int others = price->kind_count() - said.size();
  BagLayout::Set all;
  for (unsigned chosen = 0; chosen < 1U << others; ++chosen) {
    BagLayout::Set kinds = BagLayout::Set::of(wild_card);
    int needed = wilds;
    for (int i = 0; i < others; ++i) {
      const int kind = said.size() + i;
      all.insert(price->kind(kind));
      if ((chosen >> i & 1) == 0) continue;
      kinds.insert(price->kind(kind));
      needed += price->cards(kind);
    }
    add(kinds, needed);
  }
  if (!element_used) add(all, 1);  // MT-5
  return held;
}

void Table::deal_out(const Seen& seen, const WorldOf<PaymentBag>& world,
                     PerPlayer<Private, max_players>& own, Hidden& hidden) const {
  const BagLayout& layout = deck_->layout();
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    own[p].hand = seen.viewer.is(p) ? seen.own.hand : layout.packed(world[place++]);
  }
  hidden.draw_pile = layout.packed(world[place]);
}

WorldOf<PaymentBag> Table::world_from_table(const Seen& seen,
                                            const PerPlayer<Private, max_players>& own,
                                            const Hidden& hidden) const {
  const BagLayout& layout = deck_->layout();
  WorldOf<PaymentBag> world;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (!seen.viewer.is(p)) world[place++] = layout.counted(own[p].hand);
  }
  world[place] = layout.counted(hidden.draw_pile);
  return world;
}

// ---- Validation ----

// Validates the public part of the table.
std::optional<InputError> Table::validate(const Public& open, const PaymentBag& laid) const {
  Validator validator(*this);
  const PaymentBag& all = deck_->all_cards();
  const bool before_turns = is_before_turns(open);
  // Promise: conserved.
  int cards = open.draw_pile_size + open.discard_pile.size() + laid.size();
  for (Player p = 0; p < players_; ++p) cards += open.hand_size[p];
  validator.require(cards == all.size(), "draw_pile_size", open.draw_pile_size,
                    "hands, piles and laid cards must add up to the deck", "CC-2");
  for (int i = 0; i < open.discard_pile.size(); ++i) {
    validator.require(is_payment(open.discard_pile[i]), "discard_pile", open.discard_pile[i],
                      "must not contain compounds", "CC-4");
  }
  if (!validator.ok()) return validator.error();
  const PaymentBag lying = discarded(open) + laid;
  const auto extra = surplus(lying, all);
  // A bag that overflows holds fewer cards than were added.
  validator.require(!extra && lying.size() == open.discard_pile.size() + laid.size(),
                    "discard_pile", extra, "more copies lie face up than the deck has", "CC-2");
  if (before_turns) validator.add(deal_error(open));

  // Promise: playable. Chance and the player have something to choose from.
  const int turned_up = popcount(open_ones(open));
  const int left = popcount(in_stack(open));
  const int most = std::min(open_compounds, turned_up + left);
  validator.require(open.phase != Phase::Refill || left > 0, "phase", open.phase,
                    "no compound is left to turn up", "CC-7");
  const bool one_is_missing =
      open.phase == Phase::Refill || (open.phase == Phase::Over && turned_up != most);
  validator.require(
      open.phase == Phase::TurnUp ? turned_up < most : turned_up == most - (one_is_missing ? 1 : 0),
      "compounds", open.compounds, "must have six open compounds, or all that are left", "CC-7");
  const std::uint64_t captured = deck_->all_compounds() & ~(open_ones(open) | in_stack(open));
  validator.require(!before_turns || captured == 0, "compounds", open.compounds,
                    "none can be captured before the first turn", "CC-4");

  const bool drawing = open.phase == Phase::Source || open.phase == Phase::Drawing;
  const bool between_turns = before_turns || open.phase == Phase::Over;
  validator.require(
      drawing ? open.draws < cards_drawn : open.draws == (between_turns ? 0 : cards_drawn), "draws",
      open.draws, "must fit the phase: two cards are drawn in each turn", "CC-3");
  validator.require(!open.took_discard || open.draws > 0, "took_discard", open.took_discard,
                    "must not be set before a card is drawn", "CC-3");
  validator.require(open.phase != Phase::Drawing || open.draw_pile_size > 0, "draw_pile_size",
                    open.draw_pile_size, "must be above 0 while a card is drawn", "CC-9");
  // A player who has taken the only discard lays another one or goes out.
  validator.require(
      before_turns || open.took_discard || open.phase == Phase::Over || !open.discard_pile.empty(),
      "discard_pile", open.discard_pile, "must not be empty", "CC-2");
  if (validator.ok()) validator.add(capture_error(open));
  return validator.error();
}

// Validates the public part before the first turn.
std::optional<InputError> Table::deal_error(const Public& open) const {
  Validator validator(*this);
  // Promise: playable. The deal ends.
  validator.require(open.discard_pile.empty(), "discard_pile", open.discard_pile,
                    "must be empty until all cards are dealt", "CC-2");
  const int to_deal = players_ * hand_size_at_start;
  const int all = open.phase == Phase::TurnUp ? 0
                  : open.phase == Phase::Deal ? std::min(dealt(open), to_deal - 1)
                                              : to_deal;
  for (Player p = 0; p < players_; ++p) {
    validator.require(open.hand_size[p] == dealt_to(p, open.current_player, all, players_),
                      "hand_size", open.hand_size, "must match a deal in turn order", "CC-2");
  }
  return validator.error();
}

std::optional<InputError> Table::capture_error(const Public& open) const {
  Validator validator(*this);
  const bool capturing = open.phase == Phase::Wilds || open.phase == Phase::Top;
  const bool chosen = open.chosen > 0 && open.chosen <= deck_->compound_count() &&
                      open.compounds.of(open.chosen - 1) == CompoundPlaces::open;
  // Promise: memory. The price of the compound is looked up.
  validator.require(capturing ? chosen : open.chosen == 0, "chosen", open.chosen,
                    "must be an open compound during a capture, and empty otherwise", "CC-4");
  validator.require(capturing || open.wilds.size() == 0, "wilds", open.wilds,
                    "must be empty outside a capture", "CC-4");
  if (!capturing || !validator.ok()) return validator.error();
  // Promise: playable. The capture can be completed.
  const Price& price = *price_of(open);
  const int said = open.wilds.size();
  const bool all_said = said == price.kind_count();
  bool payable = true;
  int elements_laid = 0;
  for (int i = 0; i < std::min(said, price.kind_count()); ++i) {
    payable = payable && open.wilds[i] <= price.cards(i);
    elements_laid += price.cards(i) - open.wilds[i];
  }
  validator.require(payable && (!all_said || elements_laid > 0), "wilds", open.wilds,
                    "must be a way to pay for the compound", "MT-5");
  if (open.phase == Phase::Wilds) {
    validator.require(said < price.kind_count(), "wilds", open.wilds,
                      "the wild cards for all kinds are already chosen", "CC-4");
  } else {
    validator.require(all_said && laid_kinds(open).size() > 1, "wilds", open.wilds,
                      "phase top needs the wild cards for all kinds, and a choice of top cards",
                      "CC-5");
  }
  return validator.error();
}

// Validates a player's hand against the public part.
std::optional<InputError> Table::hand_error(const Public& open, const Private& own,
                                            Player player) const {
  Validator validator(*this);
  // Promise: conserved.
  validator.require(own.hand.size() == open.hand_size[player], "hand", own.hand,
                    "must contain hand_size cards", "CC-2");
  const Price* price = price_of(open);
  if (price == nullptr || open.current_player != player) return validator.error();
  // Promise: playable. The capture can be completed.
  int wilds = wilds_held(own);
  bool holds = true;
  for (int i = 0; i < open.wilds.size(); ++i) {
    const int elements = deck_->layout().count(own.hand, price->kind(i));
    holds = holds && elements >= price->cards(i) - open.wilds[i];
    wilds -= open.wilds[i];
  }
  const WildRange range = wild_range(open, own);
  const bool continues = open.phase == Phase::Top || range.least <= range.most;
  validator.require(holds && wilds >= 0 && continues, "hand", own.hand,
                    "cannot complete the capture", "CC-4");
  return validator.error();
}

std::optional<InputError> Table::validation_error(const Public& open,
                                                  const PerPlayer<Private, max_players>& own,
                                                  const Hidden& hidden,
                                                  const PaymentBag& laid) const {
  if (auto error = validate(open, laid)) return error;
  Validator validator(*this);
  // Promise: conserved.
  const BagLayout& layout = deck_->layout();
  PaymentBag rest = face_down(open, laid);
  const auto find = [&](const char* field, const DeckBag& cards) {
    const PaymentBag found = layout.counted(cards);
    const auto extra = surplus(found, rest);
    validator.require(!extra, field, extra, "more copies than the deck has", "CC-2");
    if (!extra) rest -= found;
  };
  for (Player p = 0; p < players_; ++p) {
    validator.add(hand_error(open, own[p], p));
    find("hand", own[p].hand);
  }
  validator.require(hidden.draw_pile.size() == open.draw_pile_size, "draw_pile", hidden.draw_pile,
                    "must contain draw_pile_size cards", "CC-2");
  find("draw_pile", hidden.draw_pile);
  return validator.error();
}

std::optional<InputError> Table::points_error(const Public& open, int laid, Player player,
                                              const Private* own) const {
  Validator validator(*this);
  const bool is_counted = open.phase == Phase::Over;
  const int wilds = wilds_counted(open, laid, player);
  // Promise: determinizable. The belief derives the wild cards of a hand from its points.
  validator.require(is_counted || open.points[player] == 0, "points", open.points,
                    "must be 0 until the round is over", "CC-10");
  validator.require(!is_counted || wilds >= 0, "points", open.points,
                    "must be points that a hand of this size can cost", "CC-10");
  validator.require(!is_counted || own == nullptr || wilds == wilds_held(*own), "points",
                    open.points, "must be the points of the cards left in hand", "CC-10");
  return validator.error();
}

std::optional<InputError> Table::validation_error(const Seen& seen) const {
  if (auto error = validate(seen.open, seen.laid)) return error;
  Validator validator(*this);
  // Promise: conserved.
  const PaymentBag hand = deck_->layout().counted(seen.own.hand);
  validator.require(!surplus(hand, face_down(seen.open, seen.laid)), "hand", seen.own.hand,
                    "must not contain more copies of a card than are unseen", "CC-2");
  if (!seen.viewer.is_spectator()) {
    validator.add(hand_error(seen.open, seen.own, seen.viewer.seat()));
  }
  return validator.error();
}

}  // namespace chemix::expansion
