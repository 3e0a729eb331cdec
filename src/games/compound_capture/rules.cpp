// SPDX-License-Identifier: Apache-2.0
// Compound Capture: making a game, and validating tables and views (CC-1, CC-8).
#include "chemix/games/compound_capture/rules.hpp"

#include "chemix/beliefs/log_validation.hpp"
#include "chemix/cards/validation.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace chemix::compound_capture {

// ---- Making a game ----

Result<Rules> Rules::create(const std::shared_ptr<const ExpansionSet>& decks,
                            const Options& options, int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  const bool chosen = options.decks == Decks::Covalent || options.decks == Decks::Ionic;
  if (chosen && decks->decks().size() == 1) {
    return tl::unexpected(expansion::Table::no_choice(name_of(options.decks), "CC-1"));
  }
  if (chosen && players > max_with_one_deck) {
    return tl::unexpected(InputError{"decks", std::string(name_of(options.decks)),
                                     "more than three players need both decks", "CC-1"});  // CC-1
  }
  const bool all = options.decks == Decks::Both || decks->decks().size() == 1 ||
                   (!chosen && players > max_with_one_deck);  // CC-1 (ruling)
  const std::size_t first = options.decks == Decks::Ionic ? 1 : 0;
  auto in_play = decks->in_play(first, all ? decks->decks().size() : 1, false);
  if (auto error = expansion::Table::deal_error(*in_play, players)) return tl::unexpected(*error);
  return Rules(std::move(in_play), options, players);
}

Rules::Rules(std::shared_ptr<const ExpansionSet> deck, const Options& options, int players)
    : TableRules(std::move(deck), options, players),
      stall_turns_(options.stall_turns > 0 ? options.stall_turns
                   : players == 1          ? stall_turns_alone
                                           : players) {
  number_actions();
}

// Discards of all kinds, and captures.
int Rules::max_legal_actions() const { return payment_kind_count + expansion::open_compounds; }

// Turning up and dealing. In a turn: two cards in two steps each, and a capture of five kinds with
// its top card and the next compound.
std::int64_t Rules::max_steps() const {
  const std::int64_t turns = std::int64_t{stall_turns_} * (deck_->compound_count() + 1);
  return expansion::open_compounds + deck_->all_cards().size() +
         turns * (2 * expansion::cards_drawn + Price::max_kinds + 3);  // CC-8 (ruling)
}

// ---- Validation ----

std::optional<InputError> Rules::validate(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  // Promise: playable. The round ends.
  validator.require(open.captured == (phase == Phase::Refill), "captured", open.captured,
                    "must be set exactly in phase refill", "CC-7");
  validator.require(open.idle_turns < stall_turns_ || phase == Phase::Over, "idle_turns",
                    open.idle_turns, "the round ends after so many turns without a capture",
                    "CC-8");
  validator.require((phase == Phase::Over) == has_ended(open), "phase", phase,
                    "must be over exactly when the round has ended", "CC-8");
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Table& table,
                                                  const Knowledge& knowledge) const {
  if (auto error = table_.validation_error(table.open, table.own, table.hidden, {})) return error;
  if (auto error = validate(table.open)) return error;
  if (auto error = points_error(table)) return error;
  return log_entry_error(*this, knowledge.log);
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  if (auto error = table_.validation_error(on_table(seen))) return error;
  if (seen.viewer.is_spectator()) {
    if (auto error = spectator_error(*this, seen)) return error;
  }
  if (auto error = validate(seen.open)) return error;
  if (auto error = points_error(seen)) return error;
  return log_error(*this, seen);
}

double Rules::heuristic_value(const Table& table, Player player) const {
  if (table.open.phase == Phase::Over) return 0;
  return table_.heuristic_value(table.open, table.own[player], player);
}

}  // namespace chemix::compound_capture
