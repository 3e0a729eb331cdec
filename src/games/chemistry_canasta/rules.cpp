// SPDX-License-Identifier: Apache-2.0
// Chemistry Canasta: making a game, hidden worlds, and validating tables and views (CN-1, CN-8).
#include "chemix/games/chemistry_canasta/rules.hpp"

#include "chemix/beliefs/log_validation.hpp"
#include "chemix/cards/validation.hpp"

#include <algorithm>
#include <utility>

namespace chemix::chemistry_canasta {

// ---- Making a game ----

Result<Rules> Rules::create(const std::shared_ptr<const ExpansionSet>& decks,
                            const Options& options, int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  const std::size_t count = decks->decks().size();
  const bool all = options.decks == Decks::Both;
  if (!all && count == 1) {
    return tl::unexpected(expansion::Table::no_choice(name_of(options.decks), "CN-1"));
  }
  auto in_play = decks->in_play(options.decks == Decks::Ionic ? 1 : 0, all ? count : 1, true);
  if (auto error = expansion::Table::deal_error(*in_play, players)) return tl::unexpected(*error);
  return Rules(std::move(in_play), options, players);
}

namespace {

// Counts the element cards of each run by its lowest element. A run uses at least one of them, so
// the count bounds the number of such runs.
struct CardsOfRuns {
  const PaymentBag& cards;

  [[nodiscard]] int count(Card lowest) const {
    int all = 0;
    for (int place = 0; place < run_length; ++place) {
      all += cards.count(Card::of(lowest.index + place));
    }
    return all;
  }
};

}  // namespace

Rules::Rules(std::shared_ptr<const ExpansionSet> deck, const Options& options, int players)
    : TableRules(std::move(deck), options, players),
      runs_in_play_(CardsOfRuns{deck_->all_cards()}, run_count) {
  for (int lowest = 1; lowest <= run_count; ++lowest) {
    run_prices_[static_cast<std::size_t>(lowest)] =
        Price({{lowest, 1}, {lowest + 1, 1}, {lowest + 2, 1}}, deck_->layout(),
              {lowest, lowest + 1, lowest + 2});
  }
  number_actions();
}

// Discards of all kinds, captures, runs, and a replacement for every wild card.
int Rules::max_legal_actions() const {
  return payment_kind_count + expansion::open_compounds + run_count +
         deck_->all_cards().count(wild_card);
}

// Turning up and dealing. In a turn: two cards in two steps each; a capture of five kinds with its
// top card and the next compound; a discard. A wild card is replaced at most once for each time it
// is laid, and runs lie to the end.
std::int64_t Rules::max_steps() const {
  const int cards = deck_->all_cards().size();
  return expansion::open_compounds + 2 * cards +
         std::int64_t{options_.max_turns} *
             (2 * expansion::cards_drawn + Price::max_kinds + 4);  // CN-8 (ruling)
}

// ---- Knowledge about hands ----

namespace {

// The cards in all runs.
PaymentBag laid(const Public& open) {
  PaymentBag cards;
  for_each_card(open.runs, [&](Card card) { cards.add(card); });
  return cards;
}

}  // namespace

// The fact that a hand could capture nothing when it began a run (CN-2) is not kept and counts as
// forgotten to the end of the round, because no bounds on cards can express it. For the same
// reason, a run from a hand that could have captured is no error.
int Rules::forgotten(const Observation& seen) const {
  const Public& open = seen.open;
  int times = TableRules::forgotten(seen);
  if (options_.runs == Runs::AnyTurn) return times;
  for (int i = 0; i < open.runs.size(); ++i) {
    times += seen.viewer.is(open.runs[i].owner()) ? 0 : 1;
  }
  const bool is_being_laid = open.run > 0 && !seen.viewer.is(open.current_player);
  return times + (is_being_laid ? 1 : 0);
}

expansion::Seen Rules::on_table(const Observation& seen) {
  return {seen.viewer, seen.open, seen.own, laid(seen.open)};
}

expansion::PaymentBelief::SurelyHeld Rules::held_to_pay(const Public& open) const {
  // No wild cards of a run have been named yet.
  if (open.run > 0) return table_.held_to_pay(open, &run_prices_[open.run], {});
  return TableRules::held_to_pay(open);
}

// ---- Validation ----

std::optional<InputError> Rules::validate(const Public& open) const {
  Validator validator(*this);
  const auto phase = open.phase;
  const bool main = phase == expansion::Phase::Main;
  const bool over = phase == expansion::Phase::Over;

  // Promise: conserved. A bag that overflows holds fewer cards than were added.
  validator.require(laid(open).size() == run_length * open.runs.size(), "runs", open.runs,
                    "must not contain more cards of a kind than the deck has", "CN-3");
  // Promise: playable. The capture or run of this turn.
  const bool refilling = phase == expansion::Phase::Refill;
  validator.require(refilling ? open.deed == Deed::Capture : main || open.deed == Deed::Nothing,
                    "deed", open.deed, "is not possible in this phase", "CN-2");
  validator.require(open.deed != Deed::Run || runs_of(open.runs, open.current_player) > 0, "deed",
                    open.deed, "the current player has laid no run", "CN-3");
  validator.require(open.run == 0 || (open.run <= run_count && main && open.deed == Deed::Nothing),
                    "run", open.run, "must be the number of the run being laid, or 0", "CN-3");

  // Promise: playable. Turns.
  if (expansion::Table::is_before_turns(open)) {
    validator.require(open.turns == 0, "turns", open.turns, "must be 0 before the first turn",
                      "CN-1");
    validator.require(!open.skipped, "skipped", open.skipped,
                      "must not be set before the first turn", "CN-1");
    validator.require(open.idle_turns == 0, "idle_turns", open.idle_turns,
                      "must be 0 before the first turn", "CN-1");
    validator.require(open.runs.size() == 0, "runs", open.runs,
                      "must be empty before the first turn", "CN-1");
    return validator.error();
  }
  validator.require(open.turns <= options_.max_turns && (over || open.turns < options_.max_turns),
                    "turns", open.turns, "the round ends after max_turns turns", "CN-8");
  validator.require(open.idle_turns <= std::min<int>(players_, open.turns), "idle_turns",
                    open.idle_turns, "must be at most turns and the number of players", "CN-8");
  // A stall is detected between turns; a skip in the running turn comes too late.
  validator.require(!is_won(open) || over, "phase", phase,
                    "must be over: all compounds are captured, or a hand is empty", "CN-6");
  const bool ended = has_ended(open) && (open.draws == 0 || is_won(open));
  validator.require(over == ended, "phase", phase, "must be over exactly when the round has ended",
                    "CN-8");
  return validator.error();
}

std::optional<InputError> Rules::validate(const Public& open, const Private& own) const {
  if (open.run == 0) return std::nullopt;
  Validator validator(*this);
  // Promise: playable. The player has a legal action.
  validator.require(run_prices_[open.run].is_payable(own.hand, table_.wilds_held(own)), "hand",
                    own.hand, "cannot complete the run being laid", "CN-3");
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Table& table,
                                                  const Knowledge& knowledge) const {
  const Public& open = table.open;
  if (auto error = table_.validation_error(open, table.own, table.hidden, laid(open))) return error;
  if (auto error = validate(open)) return error;
  if (auto error = validate(open, table.own[open.current_player])) return error;
  if (auto error = points_error(table)) return error;
  return log_entry_error(*this, knowledge.log);
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  if (auto error = table_.validation_error(on_table(seen))) return error;
  if (seen.viewer.is_spectator()) {
    if (auto error = spectator_error(*this, seen)) return error;
  }
  if (auto error = validate(seen.open)) return error;
  if (seen.viewer.is(seen.open.current_player)) {
    if (auto error = validate(seen.open, seen.own)) return error;
  }
  if (auto error = points_error(seen)) return error;
  return log_error(*this, seen);
}

}  // namespace chemix::chemistry_canasta
