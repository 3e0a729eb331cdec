// SPDX-License-Identifier: Apache-2.0
// Chemistry Battle: making a game, and validating tables and views (CB-1 – CB-6).
#include "chemix/games/chemistry_battle/rules.hpp"

#include "chemix/cards/seen_table.hpp"
#include "chemix/cards/validation.hpp"

#include <algorithm>

namespace chemix::chemistry_battle {

// ---- Making a game ----

Result<Rules> Rules::create(std::shared_ptr<const BasicDeck> deck, const Options& options,
                            int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  if (deck->size() < players) {
    return tl::unexpected(InputError{
        "deck", std::to_string(deck->size()) + " cards",
        "must be at least " + std::to_string(players) + ", one for each player", "CB-1"});
  }
  return Rules(std::move(deck), options, players);
}

Rules::Rules(std::shared_ptr<const BasicDeck> deck, const Options& options, int players)
    : CardRules(std::move(deck), options, players) {
  number_actions();
}

// The deal, the rounds, and a chance action for every card of the kitty.
std::int64_t Rules::max_steps() const {
  return deck_->size() + std::int64_t{options_.max_rounds} * players_;  // CB-6 (ruling)
}

Table Rules::initial_table(Player start_player) const {
  auto table = Table();
  table.open.leader = table.open.current_player = Seat::of(start_player);
  table.open.kitty_size = static_cast<std::uint8_t>(deck_->size());
  table.hidden.kitty = deck_->all_cards();
  return table;
}

// ---- Piles ----

// The kitty lies in the pile of the player who won it.
void Rules::describe_pile(const Observation& seen, SeenPile& pile) {
  const Public& open = seen.open;
  if (pile.name() == "kitty" && open.kitty_owner) pile.clear();
  if (pile.name() != "pile") return;
  const bool has_kitty = open.kitty_owner && *open.kitty_owner == pile.owner();
  for (auto& group : pile.groups()) {
    group.face = Face::Down;
    if (has_kitty && *group.position >= open.above_kitty) *group.position += open.kitty_size;
  }
  if (has_kitty && open.kitty_size > 0) {
    pile.add({}, open.kitty_size, Face::Down).position = open.above_kitty;
  }
}

// ---- Validation ----

// Validates the public state during the deal.
std::optional<InputError> Rules::deal_error(const Public& open) const {
  Validator validator(*this);
  const int dealt = deck_->size() - open.kitty_size;
  // Promise: playable.
  validator.require(dealt < players_ * dealt_each(), "phase", open.phase,
                    "all cards have been dealt", "CB-1");
  validator.require(open.leader == open.current_player, "leader", open.leader,
                    "must be current_player during the deal", "CB-2");
  validator.require(open.rounds == 0, "rounds", open.rounds, "must be 0 during the deal", "CB-2");
  // Promise: memory.
  validator.require(open.above_kitty == 0, "above_kitty", open.above_kitty,
                    "must be 0 during the deal", "CB-3");
  // Promise: playable. With the deck, this leaves no card in front of a player.
  for (Player p = 0; p < players_; ++p) {
    validator.require(open.hand_size[p] == dealt_to(p, open.leader, dealt), "hand_size",
                      open.hand_size, "must match a deal in turn order", "CB-1");
  }
  return validator.error();
}

std::optional<InputError> Rules::validate(const Public& open) const {
  if (open.phase == Phase::Deal) return deal_error(open);
  Validator validator(*this);
  const Phase phase = open.phase;
  const bool over = phase == Phase::Over;
  // Promise: playable.
  validator.require(open.rounds < options_.max_rounds + (over ? 1 : 0), "rounds", open.rounds,
                    "the game ends after max_rounds rounds", "CB-6");
  bool somebody_out = false;
  for (Player p = 0; p < players_; ++p) {
    somebody_out = somebody_out || (cards_of(open, p) == 0 && open.played[p].empty());
  }
  validator.require(over == (somebody_out || open.rounds == options_.max_rounds), "phase", phase,
                    "must be over exactly when a player has no cards left or all rounds are played",
                    "CB-5");

  // Promise: conserved. In each round every player plays one card.
  const int due = over ? 0 : (open.current_player - open.leader + players_) % players_;
  for (int i = 0; i < players_; ++i) {
    const Player player = (open.leader + i) % players_;
    validator.require(open.played[player].empty() == (i >= due), "played", open.played,
                      "cards must be played in turn order, starting with the leader", "CB-2");
  }
  // Promise: memory.
  const int lying = open.kitty_owner ? open.pile[*open.kitty_owner].size() : 0;
  validator.require(open.above_kitty <= lying, "above_kitty", open.above_kitty,
                    "must be at most the number of cards in the pile of kitty_owner", "CB-3");
  // Promise: playable.
  const Player player = open.current_player;
  validator.require(
      phase != Phase::TurningUp || (open.hand_size[player] == 0 && kitty_is_next(open, player)),
      "phase", phase, "the next card is not a card of the kitty", "CB-4");
  // Promise: memory. `max_legal_actions` relies on it.
  for (Player p = 0; p < players_; ++p) {
    const int cards = open.rounds + open.played[p].size();
    validator.require(open.hand_size[p] == std::max(0, dealt_each() - cards), "hand_size",
                      open.hand_size, "every player plays one card of the hand in each round",
                      "CB-4");
  }
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Table& table, const Knowledge&) const {
  const Public& open = table.open;
  Validator validator(*this);
  // Promise: conserved.
  int cards = open.kitty_size;
  for (Player p = 0; p < players_; ++p) {
    cards += open.hand_size[p] + open.played[p].size() + open.pile[p].size();
  }
  validator.require(cards >= deck_->size(), "kitty_size", open.kitty_size,
                    "all cards must add up to the deck: some are missing", "CB-1");
  if (!validator.ok()) return validator.error();
  if (auto error = card_location_error(*this, table, deck_->all_cards(), "CB-1")) return error;
  return validate(open);
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  if (auto error = card_location_error(*this, seen, deck_->all_cards(), "CB-1")) return error;
  if (auto error = validate(seen.open)) return error;
  if (seen.viewer.is_spectator()) return spectator_error(*this, seen);
  return std::nullopt;
}

}  // namespace chemix::chemistry_battle
