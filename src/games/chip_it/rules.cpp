// SPDX-License-Identifier: Apache-2.0
// Chip it: making a game, knowledge about hands, validating tables and views, and the points of
// matches (CI-2 – CI-18).
#include "chemix/games/chip_it/rules.hpp"

#include "chemix/cards/validation.hpp"

#include <algorithm>

namespace chemix::chip_it {

// ---- Making a game ----

Result<Rules> Rules::create(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                            int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  // Three players get as many cards as four would.
  const int hands = std::max(players, 4);
  const int dealt_each = deck->size() / hands;  // CI-3
  if (dealt_each == 0) {
    return tl::unexpected(InputError{"deck", std::to_string(deck->size()) + " cards",
                                     "must be at least " + std::to_string(hands), "CI-3"});
  }
  return Rules(std::move(deck), options, players, dealt_each, start_points, start_points);
}

Result<Rules> Rules::create_duel(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                                 int second_player_points) {
  if (auto error = option_error(options)) return tl::unexpected(*error);
  const int dealt_each = deck->size() / 5;  // CI-17
  if (dealt_each == 0) {
    return tl::unexpected(
        InputError{"deck", std::to_string(deck->size()) + " cards", "must be at least 5", "CI-17"});
  }
  return Rules(std::move(deck), options, duel_players, dealt_each, duel_points,
               second_player_points);
}

Rules::Rules(std::shared_ptr<const ChipItDeck> deck, const Options& options, int players,
             int dealt_each, int first_points, int other_points)
    : CardRules(std::move(deck), options, players),
      dealt_each_(dealt_each),
      first_points_(first_points),
      other_points_(other_points) {
  number_actions();
}

// The deal; per turn, a size and a value; and the cards, each of which is played once.
std::int64_t Rules::max_steps() const {
  return std::int64_t{2} * (deck_->size() + options_.max_turns);  // CI-18 (ruling)
}

Table Rules::initial_table(Player start_player) const {
  auto table = Table();
  Public& open = table.open;
  open.current_player = Seat::of(start_player);
  open.supply = all_points;
  for (Player p = 0; p < players_; ++p) {
    open.chips[p] = static_cast<std::uint8_t>(p == start_player ? first_points_ : other_points_);
    open.supply = static_cast<std::uint8_t>(open.supply - open.chips[p]);
  }
  open.removed_size = static_cast<std::uint8_t>(deck_->size());
  table.hidden.removed = deck_->all_cards();
  return table;
}

// ---- Knowledge about hands ----

// A player who has announced a value holds at least the required number of cards that can have it.
// The deal problem cannot express that the supply pays for these cards together, or that the
// announced number of cards has a common value at all.
DealProblemOf<Bag> Rules::belief_of(const Observation& seen) const {
  const Public& open = seen.open;
  PlaceSet hand = 0;
  auto problem = hidden_places(seen, deck_->all_cards(), [&](Place place, PlaceSet set, auto) {
    if (place == hand_of(open.current_player)) hand = set;
  });
  if (open.phase != Phase::Cards || hand == 0) return problem;
  Kinds kinds;
  for (int kind = last_played(open).index; kind < ChipItCards::kind_count; ++kind) {
    if (cost(Card::of(kind), open.value) <= open.supply) kinds.insert(Card::of(kind));
  }
  problem.add_constraint({hand, kinds, static_cast<std::uint8_t>(cards_due(open))});
  return problem;
}

Rules::Dealer::Dealer(const Rules& rules, const Observation& seen) : rules_(rules), seen_(seen) {
  const Public& open = seen.open;
  if (!is_said(open) || seen.viewer.is(open.current_player)) return;
  const bool is_named = open.value > 0;
  hands_.emplace(rules.belief_of(seen).unseen, open.hand_size[open.current_player],
                 last_played(open), cards_due(open), open.supply,
                 CompletingHands::Values{is_named ? open.value : lowest_value,
                                         is_named ? open.value : rules.options_.max_value});
}

std::optional<Table> Rules::Dealer::sample(RandomRef random) {
  const Player player = seen_.open.current_player;
  Observation others = seen_;
  std::optional<Bag> hand;
  if (hands_) {
    hand = hands_->sample(random);
    if (!hand) return std::nullopt;
    // Treat the sampled hand as open cards, so that the other places are dealt freely.
    others.open.phase = Phase::Turn;
    others.open.hand_size[player] = 0;
    others.open.discard_pile += *hand;
  }
  const auto world = rules_.belief_of(others).sample(random);
  if (!world) return std::nullopt;
  Table table = rules_.table_from_world(seen_, *world);
  if (hand) table.own[player].hand = *hand;
  return table;
}

int Rules::forgotten(const Observation& seen) const {
  const Public& open = seen.open;
  if (seen.viewer.is(open.current_player)) return 0;
  if (open.phase == Phase::Value) return open.size > 1 ? 1 : 0;
  if (open.phase != Phase::Cards || cards_due(open) < 2) return 0;
  int dearest = 0;
  for (int kind = 0; kind < ChipItCards::kind_count; ++kind) {
    const int points = cost(Card::of(kind), open.value);
    if (points <= open.supply) dearest = std::max(dearest, points);
  }
  return cards_due(open) * dearest > open.supply ? 1 : 0;
}

// ---- Validation ----

// Validates points, including those that raise the cards in front.
std::optional<InputError> Rules::points_error(const Public& open) const {
  Validator validator(*this);
  // Promise: conserved.
  int points = open.supply;
  for (Player p = 0; p < players_; ++p) points += open.chips[p] + open.front_chips[p];
  validator.require(points == all_points, "supply", open.supply,
                    "all points in the game must add up to 108", "CI-2");
  for (Player p = 0; p < players_; ++p) {
    const Bag& front = open.front[p];
    const int value = open.front_value[p];
    int raised = 0;
    bool suits = value <= options_.max_value;
    front.for_each([&](Card card) {
      suits = suits && cost(card, value) != cannot_have;
      raised += cost(card, value);
    });
    validator.require(front.empty() == (value == 0), "front_value", open.front_value,
                      "must be above 0 for players with cards in front, and 0 for others", "CI-7");
    validator.require(suits, "front_value", open.front_value,
                      "the cards in front cannot take this value", "CI-8");
    validator.require(raised == open.front_chips[p], "front_chips", open.front_chips,
                      "must be the points that raise the cards in front to front_value", "CI-8");
  }
  return validator.error();
}

// Validates the order of finishing.
std::optional<InputError> Rules::places_error(const Public& open) const {
  Validator validator(*this);
  const bool dealing = open.phase == Phase::Deal;
  const int finished = finished_count(open);
  // Promise: playable. The next player has not finished. The returns are looked up by place.
  unsigned places = 0;
  for (Player p = 0; p < players_; ++p) {
    const bool is_last = options_.placements && finished == players_ && open.place[p] == players_;
    validator.require(
        has_finished(open, p) == (!dealing && is_out(open, p)) || is_last, "place", open.place,
        "must be given to players without cards and points, and to no others", "CI-13");
    if (open.place[p] <= players_) places |= 1U << open.place[p] & ~1U;
  }
  validator.require(places == ((1U << finished) - 1) << 1, "place", open.place,
                    "places must be given out once each, from 1 on", "CI-14");
  validator.require(options_.placements ? finished + 1 != players_ : finished <= 1, "place",
                    open.place, "the game ends before so many players finish", "CI-14");
  return validator.error();
}

// Validates the public state during the deal.
std::optional<InputError> Rules::deal_error(const Public& open) const {
  Validator validator(*this);
  const Public start = initial_table(open.current_player).open;
  const int dealt = deck_->size() - open.removed_size;
  // Promise: playable. With the deck, this leaves no card in front of a player or discarded.
  validator.require(dealt < players_ * dealt_each_, "removed_size", open.removed_size,
                    "all cards have been dealt", "CI-3");
  validator.require(open.size == 0, "size", open.size, "must be 0 during the deal", "CI-7");
  validator.require(open.value == 0, "value", open.value, "must be 0 during the deal", "CI-7");
  validator.require(open.standing_value == 0, "standing_value", open.standing_value,
                    "must be 0 during the deal", "CI-7");
  validator.require(open.standing_player == 0, "standing_player", open.standing_player,
                    "must be 0 during the deal", "CI-7");
  validator.require(open.turns == 0, "turns", open.turns, "must be 0 during the deal", "CI-4");
  validator.require(open.idle_passes == 0, "idle_passes", open.idle_passes,
                    "must be 0 during the deal", "CI-18");
  validator.require(open.chips == start.chips, "chips", open.chips,
                    "must be the starting points during the deal", "CI-3");
  for (Player p = 0; p < players_; ++p) {
    validator.require(open.hand_size[p] == dealt_to(p, open.current_player, dealt), "hand_size",
                      open.hand_size, "must match a deal in turn order", "CI-3");
  }
  return validator.error();
}

std::optional<InputError> Rules::validate(const Public& open) const {
  Validator validator(*this);
  // Promise: memory.
  for (Player p = 0; p < players_; ++p) {
    validator.require(open.hand_size[p] + open.front[p].size() <= dealt_each_, "hand_size",
                      open.hand_size, "a player has more cards than were dealt", "CI-3");
  }
  validator.add(points_error(open));
  validator.add(places_error(open));
  if (!validator.ok()) return validator.error();
  if (open.phase == Phase::Deal) return deal_error(open);
  const Phase phase = open.phase;
  const Player player = open.current_player;
  const bool over = phase == Phase::Over;
  const bool played = phase == Phase::Cards;
  const bool stands = open.standing_value > 0;
  // Promise: playable. All cards that can be played are in hands.
  validator.require(open.removed_size == deck_->size() - players_ * dealt_each_, "removed_size",
                    open.removed_size, "must be the number of cards left after the deal", "CI-3");

  // Promise: playable. Length of the game.
  validator.require(open.turns < options_.max_turns + (over ? 1 : 0), "turns", open.turns,
                    "the game ends after max_turns turns", "CI-18");
  validator.require(open.idle_passes < max_idle_passes() + (over ? 1 : 0), "idle_passes",
                    open.idle_passes, "the game ends before so many passes in a row", "CI-18");
  const bool ended = finished_count(open) > (options_.placements ? players_ - 1 : 0) ||
                     open.turns == options_.max_turns || open.idle_passes == max_idle_passes();
  validator.require(over == ended, "phase", phase, "must be over exactly when the game has ended",
                    options_.placements ? "CI-14" : "CI-13");

  // Promise: playable. The combination to be outbid.
  bool lies = !stands;
  for (Player p = 0; p < players_; ++p) lies = lies || open.front_value[p] == open.standing_value;
  validator.require(lies, "standing_value", open.standing_value,
                    "no player has a combination of this value", "CI-7");
  const Player standing = open.standing_player;
  validator.require(!stands || open.front_value[standing] == open.standing_value, "standing_player",
                    open.standing_player, "this player's combination has another value", "CI-7");
  validator.require(open.idle_passes == 0 || !stands, "idle_passes", open.idle_passes,
                    "must be 0 while a combination stands", "CI-18");
  validator.require(!stands || open.front[standing].size() == open.size, "size", open.size,
                    "must be the size of the combination to be outbid", "CI-7");
  validator.require(over || !stands || standing != player, "current_player", open.current_player,
                    "must not be the owner of the combination to be outbid", "CI-11");
  validator.require(over || !has_finished(open, player), "current_player", open.current_player,
                    "must be a player who has not finished", "CI-14");
  validator.require(over || played || open.front[player].empty(), "front", open.front,
                    "must be empty for the current player once the turn begins", "CI-5");
  for (Player p = 0; p < players_; ++p) {
    validator.require(stands || open.front[p].empty() || (played && p == player), "standing_value",
                      open.standing_value,
                      "must be set while a combination lies in front of another player", "CI-11");
  }
  // Promise: determinizable. No tensor or value shows this player.
  validator.require(stands || standing == 0, "standing_player", open.standing_player,
                    "must be 0 while no combination stands", "CI-7");

  // Promise: playable. The combination that is being played.
  const int front = open.front[player].size();
  const bool said = is_said(open);
  validator.require(phase != Phase::Value || !stands, "phase", phase,
                    "must not be value while a combination stands", "CI-7");
  validator.require(played ? open.value > open.standing_value &&
                                 (front == 0 || open.front_value[player] == open.value)
                           : open.value == 0,
                    "value", open.value,
                    "must be the value being played, above standing_value, and 0 in other phases",
                    "CI-7");
  validator.require(open.value <= options_.max_value, "value", open.value,
                    "must be at most max_value", "CI-8");
  validator.require(
      said ? open.size > (played ? front : 0) && open.size <= front + open.hand_size[player]
           : (open.size > 0) == stands,
      "size", open.size,
      "must be the number of cards of a combination that the player can complete", "CI-7");
  return validator.error();
}

// Validates that `hand` can complete a combination that has been begun.
std::optional<InputError> Rules::validate(const Public& open, const Bag& hand) const {
  Validator validator(*this);
  // Promise: playable. The player has a legal action.
  const bool can_say = open.phase != Phase::Value || !values_to_say(open, hand).empty();
  validator.require(can_say, "hand", hand,
                    "cannot form a combination of this size with a common value", "CI-7");
  if (open.phase != Phase::Cards) return validator.error();
  int suiting = 0;
  hand.for_each([&](Card card) {
    const bool suits = cost(card, open.value) != cannot_have && !(card < last_played(open));
    suiting += suits ? 1 : 0;
  });
  validator.require(suiting >= cards_due(open), "hand", hand,
                    "has too few cards to complete the combination", "CI-7");
  validator.require(!playable(open, hand).empty(), "hand", hand,
                    "cannot complete the combination with the points in the supply", "CI-8");
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Table& table, const Knowledge&) const {
  const Public& open = table.open;
  Validator validator(*this);
  // Promise: conserved.
  int cards = open.removed_size + open.discard_pile.size();
  for (Player p = 0; p < players_; ++p) cards += open.hand_size[p] + open.front[p].size();
  validator.require(cards >= deck_->size(), "removed_size", open.removed_size,
                    "all cards must add up to the deck: some are missing", "CI-3");
  if (!validator.ok()) return validator.error();
  if (auto error = card_location_error(*this, table, deck_->all_cards(), "CI-3")) return error;
  if (auto error = validate(open)) return error;
  return validate(open, table.own[open.current_player].hand);
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  if (auto error = card_location_error(*this, seen, deck_->all_cards(), "CI-3")) return error;
  if (auto error = validate(seen.open)) return error;
  if (seen.viewer.is_spectator()) return spectator_error(*this, seen);
  if (!seen.viewer.is(seen.open.current_player)) return std::nullopt;
  return validate(seen.open, seen.own.hand);
}

// ---- Matches ----

Result<Rules> Tournament::inner(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                                int players) {
  return Rules::create(std::move(deck), {options.max_value, true, options.max_turns}, players);
}

PerPlayer<int, max_players> Tournament::points(const Rules& rules, const Table& table) {
  const auto places = rules.places(table);
  PerPlayer<int, max_players> points;
  for (Player p = 0; p < rules.player_count(); ++p) {
    points[p] = by_place[static_cast<std::size_t>(places[p] - 1)];
  }
  return points;
}

PerPlayer<Fraction, max_players> Tournament::returns(const Rules& rules, const Totals& totals) {
  return mean_centered_returns(totals, rules.player_count());  // CI-16
}

Result<Rules> Duel::inner(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                          int players) {
  if (auto error = players_error(players, duel_players, duel_players)) {
    return tl::unexpected(*error);
  }
  if (auto error = option_error(options)) return tl::unexpected(*error);
  return Rules::create_duel(std::move(deck), {options.max_value, false, options.max_turns},
                            options.second_player_chips);
}

PerPlayer<int, chip_it::max_players> Duel::points(const Rules&, const Table& table) {
  PerPlayer<int, chip_it::max_players> points;
  for (Player p = 0; p < duel_players; ++p) {
    // A player who is out writes down nothing; if nobody is, both write down their own points
    // (CI-18).
    points[p] = points_a_card * table.open.hand_size[p] + table.open.chips[p] +
                table.open.front_chips[p];  // CI-17 (ruling)
  }
  return points;
}

PerPlayer<Fraction, chip_it::max_players> Duel::returns(const Rules&, const Totals& totals) {
  Totals negated;
  for (Player p = 0; p < duel_players; ++p) negated[p] = static_cast<std::int16_t>(-totals[p]);
  return mean_centered_returns(negated, duel_players);  // CI-17
}

}  // namespace chemix::chip_it
