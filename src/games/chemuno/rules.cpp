// SPDX-License-Identifier: Apache-2.0
// Chemuno: making a game, hidden worlds, and validating tables and views (CU-2, CU-5, CU-15, DK-4).
#include "chemix/games/chemuno/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/log_validation.hpp"
#include "chemix/cards/seen_table.hpp"
#include "chemix/cards/validation.hpp"

#include <algorithm>
#include <bit>

namespace chemix::chemuno {

// ---- Making a game ----

Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                            int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  if (players * options.hand_size > deck->size()) {
    return tl::unexpected(InputError{"hand_size", std::to_string(options.hand_size),
                                     std::to_string(players) + " hands need " +
                                         std::to_string(players * options.hand_size) +
                                         " cards but the deck has " + std::to_string(deck->size()),
                                     "DK-4"});  // DK-4 (ruling)
  }
  return Rules(std::move(deck), options, players);
}

Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : CardRules(std::move(deck), options, players) {
  const CardSet kinds = deck_->all_cards().kinds();
  CardSet noble_gases;
  kinds.for_each([&](Card card) {
    if (card.is_noble_gas()) noble_gases.insert(card);
    if (card.is_element()) wishes_.insert(card);
  });
  kinds.for_each([&](Card top) {
    max_penalty_ = std::max(max_penalty_, max_penalty(top));
    CardSet& fit = fit_[top.index];
    fit = noble_gases;  // CU-7
    kinds.for_each([&](Card card) {
      if (!(deck_->contents(top) & deck_->contents(card)).empty()) fit.insert(card);  // CU-4
    });
  });
  number_actions();
}

// Besides the deal, a turn has at most: a penalty taken and drawn, a draw, the question about it,
// the call, the cards for silence, and the wish. No draw brings more cards than the deck has.
std::int64_t Rules::max_steps() const {
  const std::int64_t cards = deck_->size();
  return cards + options_.max_turns * (1 + cards + 1 + 1 + 1 + 1 + silence_cost + 1);
}

Table Rules::initial_table(Player start_player) const {
  auto table = Table();
  table.open.current_player = Seat::of(start_player);
  table.open.draw_pile_size = static_cast<std::uint8_t>(deck_->size());
  table.hidden.draw_pile = deck_->all_cards();
  return table;
}

// ---- Hidden worlds ----

Belief Rules::belief_of(const Observation& seen) const {
  return {*this, seen, seen.knowledge.log, deck_->all_cards(), seen.knowledge.pile};
}

Table Rules::table_from_world(const Observation& seen, const World& world) const {
  auto table = Table();
  table.open = seen.open;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) {
      table.own[p] = seen.own;
      continue;
    }
    table.own[p].hand = world[place++];
    if (!holds_drawn(seen.open, p)) continue;
    table.own[p].drawn = world[place++].nth(0);
    table.own[p].hand.add(*table.own[p].drawn);
  }
  table.hidden.draw_pile = world[place];
  return table;
}

World Rules::world_from_table(const Observation& seen, const Table& table) const {
  World world;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    CardBag& hand = world[place++];
    hand = table.own[p].hand;
    if (!holds_drawn(seen.open, p)) continue;
    hand.remove(*table.own[p].drawn);
    world[place++].add(*table.own[p].drawn);
  }
  world[place] = table.hidden.draw_pile;
  return world;
}

// ---- Piles ----

void Rules::describe_pile(const Observation& seen, SeenPile& pile) {
  const std::optional<Card>& top = seen.open.top;
  const std::optional<Card>& drawn = seen.own.drawn;
  if (pile.name() == "laid" && top) {
    pile.change(*top, 1, [](auto& group) { group.position = 0; });
  }
  if (pile.name() == "hand" && seen.viewer.is(pile.owner()) && drawn) {
    pile.change(*drawn, 1, [](auto& group) { group.mark(CardMark::Drawn); });
  }
}

// ---- Validation ----

std::optional<InputError> Rules::validate(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  const bool before_lead = phase == Phase::Deal || phase == Phase::Lead;
  // Promise: memory. The cards that fit are looked up by the top card.
  validator.require(open.top.has_value() != before_lead, "top", open.top,
                    "must be set exactly when a card has been laid", "CU-3");
  // Promise: conserved. All laid cards but this one are shuffled back.
  validator.require(!open.top || open.laid.count(*open.top) > 0, "top", open.top,
                    "must be one of the laid cards", "CU-3");
  if (before_lead && validator.ok()) {
    const int hands = players_ * options_.hand_size;
    const int dealt = deck_->size() - open.draw_pile_size;
    // Promise: playable. With the deck, this leaves no card laid.
    for (Player p = 0; p < players_; ++p) {
      validator.require(open.hand_size[p] == dealt_to(p, open.current_player, dealt), "hand_size",
                        open.hand_size[p], "must match a deal in turn order", "CU-2");
    }
    validator.require(dealt < hands || phase == Phase::Lead, "phase", phase,
                      "all cards have been dealt", "CU-2");
    validator.require(dealt == hands || phase == Phase::Deal, "phase", phase,
                      "not all cards have been dealt", "CU-2");
    validator.require(open.turns == 0, "turns", open.turns,
                      "must be 0 before the first card is laid", "CU-3");
    validator.require(!open.wish, "wish", open.wish, "must be empty before the first card is laid",
                      "CU-8");
    validator.require(open.penalty == 0, "penalty", open.penalty,
                      "must be 0 before the first card is laid", "CU-10");
    validator.require(open.draws_due == 0, "draws_due", open.draws_due,
                      "must be 0 before the first card is laid", "CU-5");
    return validator.error();
  }
  if (validator.ok()) validator.add(turn_error(open));
  return validator.error();
}

// Validates the public state from the first lay on.
std::optional<InputError> Rules::turn_error(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  const bool over = phase == Phase::Over;
  const bool gas_laid = open.top->is_noble_gas();
  const bool multiplier_laid = open.top->is_multiplier();
  // Promise: playable.
  int without_cards = 0;
  for (Player p = 0; p < players_; ++p) without_cards += open.hand_size[p] == 0 ? 1 : 0;
  validator.require(without_cards <= (over ? 1 : 0), "hand_size", open.hand_size,
                    "the game ends with the first empty hand", "CU-14");

  // Promise: playable. Cards due to be drawn.
  const bool drawing = chance_phases.contains(phase);
  const int max_due = phase == Phase::Drawing            ? 1
                      : phase == Phase::DrawingForgotten ? silence_cost
                      : drawing                          ? max_penalty(*open.top)
                                                         : 0;
  const char* due_by = phase == Phase::Drawing            ? "CU-5"
                       : phase == Phase::DrawingForgotten ? "CU-13"
                                                          : "CU-10";
  validator.require(open.draws_due <= max_due && (open.draws_due > 0) == drawing, "draws_due",
                    open.draws_due, "must be a number of cards that can be due in this phase",
                    due_by);
  validator.require(!drawing || open.draw_pile_size > 0, "draw_pile_size", open.draw_pile_size,
                    "must be above 0 while a card is drawn", "CU-15");
  const bool lays = phase == Phase::Call || phase == Phase::DrawingForgotten;
  const bool is_due = phase == Phase::Penalty || (lays && multiplier_laid);
  validator.require(
      (open.penalty > 0) == is_due && (!is_due || is_penalty(*open.top, open.penalty)), "penalty",
      open.penalty, "must be a penalty that the top card can cause", "CU-10");
  validator.require(phase != Phase::DrawingPenalty || multiplier_laid, "top", open.top,
                    "must be a multiplier while a penalty is drawn", "CU-10");

  // Promise: playable. The wish, and the call.
  const bool may_wish = gas_laid && !lays && phase != Phase::Wish;
  validator.require(over || open.wish.has_value() == may_wish, "wish", open.wish,
                    "must be set exactly while a noble gas is on top", "CU-8");
  validator.require(!open.wish || (wishes_.contains(*open.wish) && gas_laid), "wish", open.wish,
                    "must be an element of the deck, with a noble gas on top", "CU-8");
  validator.require(phase != Phase::Wish || gas_laid, "top", open.top,
                    "must be a noble gas in phase wish", "CU-8");
  const int own_cards = open.hand_size[open.current_player];
  validator.require(phase != Phase::Call || own_cards == 1, "hand_size", own_cards,
                    "must be 1 in phase call", "CU-13");
  validator.require(
      !(phase == Phase::Call || phase == Phase::DrawingForgotten) || !options_.auto_call, "phase",
      phase, "does not occur with auto_call", "CU-13");

  // Promise: playable. Turns.
  validator.require(open.turns < options_.max_turns + (over ? 1 : 0), "turns", open.turns,
                    "the game ends after max_turns turns", "CU-17");
  validator.require(open.idle_turns < players_ + (over ? 1 : 0), "idle_turns", open.idle_turns,
                    "must be below the number at which the game ends", "CU-16");
  validator.require(
      !over || without_cards > 0 || open.idle_turns == players_ || open.turns == options_.max_turns,
      "phase", phase, "no condition for the end of the game is met", "CU-14");
  return validator.error();
}

// Whether a penalty can have grown to this number of cards.
bool Rules::is_penalty(Card top, int cards) const {
  if (cards == 0 || cards > max_penalty(top) || cards % top.multiplier() != 0) return false;
  const auto times = static_cast<unsigned>(cards / top.multiplier());
  return options_.penalty_growth == PenaltyGrowth::Additive || std::has_single_bit(times);
}

int Rules::max_penalty(Card top) const {
  if (!top.is_multiplier()) return 0;
  const int number = top.multiplier();
  const int copies = deck_->all_cards().count(top);
  return options_.penalty_growth == PenaltyGrowth::Doubling ? number << (copies - 1)
                                                            : number * copies;
}

std::optional<InputError> Rules::validate(const Public& open, const Private& own,
                                          Player player) const {
  Validator validator(*this);
  const bool asked = holds_drawn(open, player);
  // Promise: determinizable.
  validator.require(own.drawn.has_value() == asked && (!asked || own.hand.count(*own.drawn) > 0),
                    "drawn", own.drawn,
                    "must be a card in the hand in phase drawn, and empty in others", "CU-6");
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Table& table,
                                                  const Knowledge& knowledge) const {
  const Public& open = table.open;
  Validator validator(*this);
  validator.add(card_location_error(*this, table, deck_->all_cards(), "CU-2"));
  if (validator.ok()) validator.add(validate(open));
  for (Player p = 0; p < players_ && validator.ok(); ++p) {
    validator.add(validate(open, table.own[p], p));
  }
  if (validator.ok()) validator.add(log_entry_error(*this, knowledge.log));
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  return observation_error(*this, seen, deck_->all_cards(), "CU-2", "CU-2",
                           [&](const auto&... part) { return validate(part...); });
}

}  // namespace chemix::chemuno
