// SPDX-License-Identifier: Apache-2.0
// The table of the expansion decks: laying it out, what hidden cards can be, and refusing what is
// none (CC-1 – CC-5, CC-7, CC-9).
#include "chemix/cards/cards_left.hpp"
#include "chemix/cards/faults.hpp"
#include "chemix/games/expansion/table.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace chemix::expansion {

namespace {

PaymentBag discarded(const Public& open) {
  PaymentBag cards;
  for (int i = 0; i < open.discard_pile.size(); ++i) cards.add(open.discard_pile[i]);
  return cards;
}

/// The first kind of which a part has more cards than all.
std::optional<Card> surplus(const PaymentBag& part, const PaymentBag& all) {
  for (int kind = 0; kind < payment_kind_count; ++kind) {
    if (part.count(Card::of(kind)) > all.count(Card::of(kind))) return Card::of(kind);
  }
  return std::nullopt;
}

}  // namespace

// ---- Laying it out ----

std::optional<InputError> Table::deal_fault(const ExpansionSet& deck, int players) {
  const int needed = players * hand_size_at_start + 1;
  if (deck.all_cards().size() >= needed) return std::nullopt;
  return InputError{"deck", std::to_string(deck.all_cards().size()) + " element and wild cards",
                    std::to_string(players) + " players need " + std::to_string(needed), "CC-2"};
}

InputError Table::no_choice(std::string_view chosen, const char* rule) {
  return {"decks", std::string(chosen),
          "chooses among the published decks, but the game has one of its own", rule};
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

// ---- What is known of the cards that lie face down ----

void Table::reshuffle(Facts& facts, const Public& open) const {
  // The top card stays where it is.
  PaymentBag others = deck_->all_cards();
  for (int i = 1; i < open.discard_pile.size(); ++i) {
    if (others.count(open.discard_pile[i]) > 0) others.remove(open.discard_pile[i]);
  }
  int bounded = 0;
  const PaymentBag& all = deck_->all_cards();
  all.kinds().for_each([&](Card card) {
    const bool is_bounded = others.count(card) > 0 && others.count(card) < all.count(card);
    if (!is_bounded || ++bounded <= Facts::max_bounded_kinds) return;
    while (others.count(card) > 0) others.remove(card);
    ++facts.bounds_forgotten;
  });
  facts.pile_lacks = deck_->layout().packed(others);
  facts.drawn = {};
}

int Table::weakened(const Facts& facts, Viewer viewer) const {
  int times = facts.bounds_forgotten;
  for (Player p = 0; p < players_ && hidden_hands(viewer) > 1; ++p) {
    if (!viewer.is(p)) times += facts.draws_known_in_part[p];
  }
  return times;
}

PaymentBag Table::face_down(const Public& open, const PaymentBag& laid) const {
  return deck_->all_cards() - laid - discarded(open);
}

PaymentBag Table::most_in_pile(const Facts& facts) const {
  const BagLayout& layout = deck_->layout();
  PaymentBag most = deck_->all_cards() - layout.counted(facts.pile_lacks);
  for (Player p = 0; p < players_; ++p) most -= layout.counted(facts.drawn[p]);
  return most;
}

Table::FaceDown Table::face_down_to(const Seen& seen) const {
  const BagLayout& layout = deck_->layout();
  FaceDown cards;
  cards.unseen = face_down(seen.open, seen.laid) - layout.counted(seen.own.hand);
  Player hidden = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    hidden = p;
    cards.known[p] = layout.counted(seen.facts.known[p]);
    cards.unseen -= cards.known[p];
  }
  if (hidden_hands(seen.viewer) != 1 || seen.facts.pile_lacks.empty()) return cards;
  // What the draw pile cannot hold is in the only other place.
  const PaymentBag most = most_in_pile(seen.facts);
  cards.unseen.kinds().for_each([&](Card card) {
    const int surplus = cards.unseen.count(card) - most.count(card);
    if (surplus <= 0) return;
    cards.known[hidden].add(card, surplus);
    cards.unseen.remove(card, surplus);
  });
  return cards;
}

namespace {

// Who has said some wild cards holds the rest of these kinds. Of the other kinds, what is short of
// any of them is not more than the wild cards that are left: for each choice of them, they and the
// wild cards are together enough.
void add_payment(WorldProblemOf<PaymentBag>& problem, PlaceSet place, const PaymentBag& known,
                 const Price& price, const WildCounts& said) {
  const auto add = [&](BagLayout::Set kinds, int at_least) {
    kinds.for_each([&](Card card) { at_least -= known.count(card); });
    if (at_least > 0) problem.add_fact({place, kinds, static_cast<std::uint8_t>(at_least)});
  };
  int wilds = 0;
  bool element_used = false;
  for (int i = 0; i < said.size(); ++i) {
    wilds += said[i];
    element_used = element_used || said[i] < price.cards(i);
    add(BagLayout::Set::of(price.kind(i)), price.cards(i) - said[i]);
  }
  const int others = price.kind_count() - said.size();
  BagLayout::Set all;
  for (unsigned chosen = 0; chosen < 1U << others; ++chosen) {
    BagLayout::Set kinds = BagLayout::Set::of(wild_card);
    int needed = wilds;
    for (int i = 0; i < others; ++i) {
      const int kind = said.size() + i;
      all.insert(price.kind(kind));
      if ((chosen >> i & 1) == 0) continue;
      kinds.insert(price.kind(kind));
      needed += price.cards(kind);
    }
    add(kinds, needed);
  }
  if (!element_used) add(all, 1);  // MT-5
}

// No more of a kind can be in the draw pile than `most` has.
void add_pile(WorldProblemOf<PaymentBag>& problem, PlaceSet pile, const PaymentBag& most) {
  BagLayout::Set lacking;
  problem.unseen.kinds().for_each([&](Card card) {
    const int limit = most.count(card);
    if (limit == 0) lacking.insert(card);
    if (limit == 0 || limit >= problem.unseen.count(card)) return;
    // Only facts from outside can be so many.
    if (problem.fact_count() + 1 == WorldProblemOf<PaymentBag>::max_fact_count) return;
    problem.add_fact({pile, BagLayout::Set::of(card), 0, static_cast<std::uint8_t>(limit)});
  });
  if (!lacking.empty()) problem.add_fact({pile, lacking, 0, 0});
}

}  // namespace

WorldProblemOf<PaymentBag> Table::worlds_of(const Seen& seen, const Price* price,
                                            const WildCounts& said) const {
  const Public& open = seen.open;
  const auto [known, unseen] = face_down_to(seen);
  WorldProblemOf<PaymentBag> problem;
  problem.unseen = unseen;
  PlaceSet paying = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    const PlaceSet place = problem.add_place(open.hand_size[p] - known[p].size());
    if (price != nullptr && open.current_player == p) paying = place;
  }
  const PlaceSet pile = problem.add_place(open.draw_pile_size);
  if (paying != 0) add_payment(problem, paying, known[open.current_player], *price, said);
  if (!seen.facts.pile_lacks.empty()) add_pile(problem, pile, most_in_pile(seen.facts));
  return problem;
}

void Table::deal_out(const Seen& seen, const WorldOf<PaymentBag>& world,
                     PerPlayer<Private, max_players>& own, Hidden& hidden) const {
  const BagLayout& layout = deck_->layout();
  const auto known = face_down_to(seen).known;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    own[p].hand = seen.viewer.is(p) ? seen.own.hand : layout.packed(known[p] + world[place++]);
  }
  hidden.draw_pile = layout.packed(world[place]);
}

WorldOf<PaymentBag> Table::world_in(const Seen& seen, const PerPlayer<Private, max_players>& own,
                                    const Hidden& hidden) const {
  const BagLayout& layout = deck_->layout();
  const auto known = face_down_to(seen).known;
  WorldOf<PaymentBag> world;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (!seen.viewer.is(p)) world[place++] = layout.counted(own[p].hand) - known[p];
  }
  world[place] = layout.counted(hidden.draw_pile);
  return world;
}

// ---- Refusing what is none ----

// What cannot lie there.
std::optional<InputError> Table::fault_of(const Public& open, const PaymentBag& laid) const {
  Faults faults(*this);
  const PaymentBag& all = deck_->all_cards();
  const bool before_turns = is_before_turns(open);
  int cards = open.draw_pile_size + open.discard_pile.size() + laid.size();
  for (Player p = 0; p < players_; ++p) cards += open.hand_size[p];
  faults.unless(cards == all.size(), "draw_pile_size", open.draw_pile_size,
                "hands, piles and cards laid do not add up to the deck", "CC-2");
  for (int i = 0; i < open.discard_pile.size(); ++i) {
    faults.unless(is_payment(open.discard_pile[i]), "discard_pile", open.discard_pile[i],
                  "a compound is never discarded", "CC-4");
  }
  if (!faults.none()) return faults.first();
  const PaymentBag lying = discarded(open) + laid;
  const auto extra = surplus(lying, all);
  // A bag that is too full holds less than it was given.
  faults.unless(!extra && lying.size() == open.discard_pile.size() + laid.size(), "discard_pile",
                extra, "lies open once too often", "CC-2");
  if (before_turns) faults.add(fault_of_deal(open));

  const int turned_up = std::popcount(open_ones(open));
  const int left = std::popcount(in_stack(open));
  const int most = std::min(open_compounds, turned_up + left);
  faults.unless(open.phase != Phase::Refill || left > 0, "phase", open.phase,
                "no compound is left to turn up", "CC-7");
  const bool one_is_missing =
      open.phase == Phase::Refill || (open.phase == Phase::Over && turned_up != most);
  faults.unless(
      open.phase == Phase::TurnUp ? turned_up < most : turned_up == most - (one_is_missing ? 1 : 0),
      "compounds", open.compounds, "six lie open while there are enough", "CC-7");
  const std::uint64_t captured = deck_->all_compounds() & ~(open_ones(open) | in_stack(open));
  faults.unless(!before_turns || captured == 0, "compounds", open.compounds,
                "nobody has captured one yet", "CC-4");

  const bool drawing = open.phase == Phase::Source || open.phase == Phase::Drawing;
  const bool between_turns = before_turns || open.phase == Phase::Over;
  faults.unless(
      drawing ? open.draws < cards_drawn : open.draws == (between_turns ? 0 : cards_drawn), "draws",
      open.draws, "two cards are drawn in a turn", "CC-3");
  faults.unless(!open.took_discard || open.draws > 0, "took_discard", open.took_discard,
                "no card was drawn yet", "CC-3");
  faults.unless(open.phase != Phase::Drawing || open.draw_pile_size > 0, "draw_pile_size",
                open.draw_pile_size, "there is no card to draw", "CC-9");
  // Who has taken the only discard lays another one, or goes out.
  faults.unless(
      before_turns || open.took_discard || open.phase == Phase::Over || !open.discard_pile.empty(),
      "discard_pile", open.discard_pile, "has a first card", "CC-2");
  if (faults.none()) faults.add(fault_of_capture(open));
  return faults.first();
}

// What cannot be before the first turn.
std::optional<InputError> Table::fault_of_deal(const Public& open) const {
  Faults faults(*this);
  faults.unless(open.discard_pile.empty(), "discard_pile", open.discard_pile,
                "begins when all cards are dealt", "CC-2");
  const int to_deal = players_ * hand_size_at_start;
  const int all = open.phase == Phase::TurnUp ? 0
                  : open.phase == Phase::Deal ? std::min(dealt(open), to_deal - 1)
                                              : to_deal;
  for (Player p = 0; p < players_; ++p) {
    faults.unless(open.hand_size[p] == dealt_to(p, open.current_player, all, players_), "hand_size",
                  open.hand_size, "not dealt in turn", "CC-2");
  }
  return faults.first();
}

std::optional<InputError> Table::fault_of_capture(const Public& open) const {
  Faults faults(*this);
  const bool capturing = open.phase == Phase::Wilds || open.phase == Phase::Top;
  const bool chosen = open.chosen > 0 && open.chosen <= deck_->compound_count() &&
                      open.compounds.of(open.chosen - 1) == CompoundPlaces::open;
  faults.unless(capturing ? chosen : open.chosen == 0, "chosen", open.chosen,
                "must be an open compound while one is being captured", "CC-4");
  faults.unless(capturing || open.wilds.size() == 0, "wilds", open.wilds,
                "nothing is being captured", "CC-4");
  if (!capturing || !faults.none()) return faults.first();
  const Price& price = *price_of(open);
  const int said = open.wilds.size();
  const bool all_said = said == price.kind_count();
  bool payable = true;
  int elements_laid = 0;
  for (int i = 0; i < std::min(said, price.kind_count()); ++i) {
    payable = payable && open.wilds[i] <= price.cards(i);
    elements_laid += price.cards(i) - open.wilds[i];
  }
  faults.unless(payable && (!all_said || elements_laid > 0), "wilds", open.wilds,
                "not a way to pay for the compound", "MT-5");
  if (open.phase == Phase::Wilds) {
    faults.unless(said < price.kind_count(), "wilds", open.wilds, "no kind is left to say", "CC-4");
  } else {
    faults.unless(all_said && laid_kinds(open).size() > 1, "wilds", open.wilds,
                  "the top card is chosen among several kinds when all are said", "CC-5");
  }
  return faults.first();
}

// What cannot be in a player's hand.
std::optional<InputError> Table::fault_of_hand(const Public& open, const Private& own,
                                               Player player) const {
  Faults faults(*this);
  faults.unless(own.hand.size() == open.hand_size[player], "hand", own.hand,
                "is not of the size that everybody sees", "CC-2");
  const Price* price = price_of(open);
  if (price == nullptr || open.current_player != player) return faults.first();
  int wilds = wilds_held(own);
  bool holds = true;
  for (int i = 0; i < open.wilds.size(); ++i) {
    const int elements = deck_->layout().count(own.hand, price->kind(i));
    holds = holds && elements >= price->cards(i) - open.wilds[i];
    wilds -= open.wilds[i];
  }
  const WildRange range = wild_range(open, own);
  const bool goes_on = open.phase == Phase::Top || range.least <= range.most;
  faults.unless(holds && wilds >= 0 && goes_on, "hand", own.hand, "cannot complete the capture",
                "CC-4");
  return faults.first();
}

// What cannot be known, given what everybody sees.
std::optional<InputError> Table::fault_of_facts(const Public& open, const Facts& facts,
                                                const PaymentBag& laid) const {
  Faults faults(*this);
  const BagLayout& layout = deck_->layout();
  CardsLeft<PaymentBag> hands(face_down(open, laid));
  CardsLeft<PaymentBag> pile(deck_->all_cards());
  pile.take(layout.counted(facts.pile_lacks));
  const bool reshuffled = !facts.pile_lacks.empty();
  for (Player p = 0; p < players_; ++p) {
    const DeckBag& known = facts.known[p];
    hands.take(layout.counted(known));
    faults.unless(known.size() <= open.hand_size[p] && hands.had_all(), "known", known,
                  "cannot be in this hand", "GN-9");
    pile.take(layout.counted(facts.drawn[p]));
    faults.unless(facts.drawn[p].empty() || (reshuffled && pile.had_all()), "drawn", facts.drawn[p],
                  "were not in a draw pile that is known", "GN-9");
    faults.unless(facts.draws_known_in_part[p] == 0 || reshuffled, "draws_known_in_part",
                  facts.draws_known_in_part[p], "no draw pile is known yet", "GN-9");
  }
  int boundable = 0;
  deck_->all_cards().kinds().for_each(
      [&](Card card) { boundable += deck_->all_cards().count(card) > 1 ? 1 : 0; });
  faults.unless(facts.bounds_forgotten == 0 || (reshuffled && boundable > Facts::max_bounded_kinds),
                "bounds_forgotten", facts.bounds_forgotten, "all of the draw pile is kept", "GN-9");
  faults.unless(pile.left().size() >= open.draw_pile_size && !(reshuffled && is_before_turns(open)),
                "pile_lacks", facts.pile_lacks, "the draw pile has more other cards", "GN-9");
  return faults.first();
}

std::optional<InputError> Table::fault(const Public& open,
                                       const PerPlayer<Private, max_players>& own,
                                       const Hidden& hidden, const Facts& facts,
                                       const PaymentBag& laid) const {
  if (auto fault = fault_of(open, laid)) return fault;
  Faults faults(*this);
  const BagLayout& layout = deck_->layout();
  PaymentBag rest = face_down(open, laid);
  const auto find = [&](const char* field, const DeckBag& cards) {
    const PaymentBag found = layout.counted(cards);
    const auto extra = surplus(found, rest);
    faults.unless(!extra, field, extra, "lies there once too often", "CC-2");
    if (!extra) rest -= found;
  };
  for (Player p = 0; p < players_; ++p) {
    faults.add(fault_of_hand(open, own[p], p));
    find("hand", own[p].hand);
  }
  faults.unless(hidden.draw_pile.size() == open.draw_pile_size, "draw_pile", hidden.draw_pile,
                "is not of the size that everybody sees", "CC-2");
  find("draw_pile", hidden.draw_pile);
  if (faults.none()) faults.add(fault_of_facts(open, facts, laid));
  for (Player p = 0; p < players_; ++p) {
    faults.unless(own[p].hand.contains(facts.known[p]), "known", facts.known[p],
                  "is not in the hand", "GN-9");
  }
  if (!faults.none()) return faults.first();
  faults.unless(
      facts.pile_lacks.empty() || most_in_pile(facts).contains(layout.counted(hidden.draw_pile)),
      "pile_lacks", facts.pile_lacks, "is in the draw pile", "GN-9");
  return faults.first();
}

std::optional<InputError> Table::fault(const Seen& seen) const {
  if (auto fault = fault_of(seen.open, seen.laid)) return fault;
  Faults faults(*this);
  const BagLayout& layout = deck_->layout();
  CardsLeft<PaymentBag> rest(face_down(seen.open, seen.laid));
  rest.take(layout.counted(seen.own.hand));
  faults.unless(rest.had_all(), "hand", seen.own.hand, "more cards than the deck has", "CC-2");
  if (!seen.viewer.is_spectator()) {
    faults.add(fault_of_hand(seen.open, seen.own, seen.viewer.seat()));
  }
  faults.add(fault_of_facts(seen.open, seen.facts, seen.laid));
  for (Player p = 0; p < players_; ++p) {
    const DeckBag& known = seen.facts.known[p];
    if (seen.viewer.is(p)) {
      faults.unless(seen.own.hand.contains(known), "known", known, "is not in the hand", "GN-9");
    } else {
      rest.take(layout.counted(known));
      faults.unless(rest.had_all(), "known", known, "is seen elsewhere", "GN-9");
      faults.unless(seen.facts.drawn[p].empty(), "drawn", seen.facts.drawn[p],
                    "seen by another player only", "GN-9");
    }
  }
  return faults.first();
}

}  // namespace chemix::expansion
