// SPDX-License-Identifier: Apache-2.0
// REACT!: making a game, and validating tables and views (RX-1 – RX-3, DK-4).
#include "chemix/games/react/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/log_validation.hpp"
#include "chemix/cards/seen_table.hpp"
#include "chemix/cards/validation.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace chemix::react {

// ---- Making a game ----

Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                            int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  Rules rules(std::move(deck), options, players);
  const int market_size = rules.has_market() ? options.market_size : 0;
  const int needed = players * rules.hand_size_ + market_size;
  const int cards = rules.deck_->all_cards().small_cards().size();
  if (needed <= cards) return rules;
  return tl::unexpected(InputError{"deck", std::to_string(cards) + " small cards",
                                   "hands and market need at least " + std::to_string(needed),
                                   "DK-4"});  // DK-4 (ruling)
}

Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : CardRules(std::move(deck), options, players),
      matcher_(*deck_),
      hand_size_(options.hand_size > 0    ? options.hand_size
                 : players == max_players ? hand_size_of_four
                                          : hand_size_of_few) {
  for (const Compound& compound : deck_->compounds()) needs_.push_back(compound.needs());
  number_actions();
  for (Player player = 0; player < players_; ++player) {
    LegalActions& legal = exchanges_[static_cast<std::size_t>(player)];
    legal.insert(first_id<Nothing>());
    for (Player other = 0; other < players_; ++other) {
      if (other == player) continue;
      legal.insert(first_id<DrawFrom>() + other);
      for (int kind = 0; kind < small_kind_count; ++kind) {
        legal.insert(first_id<Ask>() + other * small_kind_count + kind);
      }
    }
  }
}

// Either every exchange action, or a claim on every compound, open or reserved, and claiming
// nothing.
int Rules::max_legal_actions() const {
  return std::max(1 + small_kind_count + (players_ - 1) * (1 + small_kind_count),
                  static_cast<int>(needs_.size()) + 1);
}

// Per exchange round, each player puts down at most three cards and draws or takes as many. It is
// followed by two play rounds, each with three compounds, a decision and a call of each player, and
// a closing.
std::int64_t Rules::max_steps() const {
  const std::int64_t deal = players_ * hand_size_ + (has_market() ? options_.market_size : 0);
  const std::int64_t exchange = std::int64_t{players_} * 2 * max_exchanged;
  const std::int64_t play = open_compounds + 2 * players_ + 1;
  return deal + options_.max_rounds * (exchange + 2 * play);
}

Table Rules::initial_table(Player start_player) const {
  const CardBag& cards = deck_->all_cards();
  auto table = Table();
  table.open.leader = Seat::of((start_player + players_ - 1) % players_);  // RX-3
  table.open.current_player = Seat::of(start_player);
  table.open.compound_pile = CardBag(SmallBag(), cards.compounds());  // RX-3
  table.hidden.draw_pile = CardBag(cards.small_cards(), 0);
  table.open.draw_pile_size = static_cast<std::uint8_t>(cards.small_cards().size());
  return table;
}

// ---- Hidden worlds ----

ObservationLog Rules::log_with_aside(ObservationLog log, const Public& open,
                                     const CardList<max_exchanged>& own) const {
  const int cards = open.aside_size;
  if (!has_market()) {
    log.set_aside(cards);
    return log;
  }
  const Player player = open.current_player;
  const Place hand = hand_of(player);
  for (int i = 0; i < cards; ++i) {
    Event put = Event::move(hand, aside, 0, ViewerSet::only(player));
    put.kind.reset();
    if (i < own.size()) put.kind = own[i].index;
    log.learn(put, hidden_place(hand), hidden_place(aside), size_at(open, hand) + cards - i);
  }
  return log;
}

int Rules::forgotten(const Observation& seen) const {
  const int forgotten = log_with_aside(seen.knowledge.log, seen.open).forgotten();
  const bool is_settled = forgotten == 0 || belief_of(seen).places().is_settled();
  return is_settled ? 0 : forgotten;
}

Belief Rules::belief_of(const Observation& seen) const {
  return {*this, seen, log_with_aside(seen.knowledge.log, seen.open, seen.own.aside),
          deck_->all_cards()};
}

// ---- Piles ----

void Rules::describe_pile(const Observation&, SeenPile& pile) {
  if (pile.name() == "taken") pile.forget_order();
  if (pile.name() != "reserved") return;
  for (auto& group : pile.groups()) group.reserved_by = pile.owner();
}

// ---- Validation ----

// Validates the cards put down in the running action and those taken for them.
std::optional<InputError> Rules::put_error(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  const bool swapping = phase == Phase::Swap;
  const bool putting = phase == Phase::Put || phase == Phase::Draw || swapping;
  const char* const rule = has_market() ? "RX-7" : "RX-6";

  // Promise: playable. The action can be completed.
  validator.require(has_market() || open.taken.empty(), "taken", open.taken,
                    "must be empty with two players, who have no market", "RX-7");
  validator.require(!has_market() || open.discard_pile_size == 0, "discard_pile_size",
                    open.discard_pile_size, "must be 0 with a market", "RX-6");
  validator.require(phase != Phase::Draw || !has_market(), "phase", phase,
                    "does not occur with a market", "RX-6");
  validator.require(!swapping || has_market(), "phase", phase,
                    "does not occur with two players, who have no market", "RX-7");
  const int put = open.aside_size;
  const int taken = open.taken.size();
  validator.require((put > 0 || taken > 0) == putting && (put > 0 || phase != Phase::Draw),
                    "aside_size", open.aside_size,
                    "there must be cards in phases put, draw and swap, and none in others", rule);
  const int most = phase == Phase::Put ? max_put(open) - 1 : std::min(max_exchanged, hand_size_);
  validator.require(put <= most, "aside_size", open.aside_size, "more cards than can be put down",
                    rule);
  validator.require(taken <= max_put(open), "taken", open.taken, "more cards than can be put down",
                    "RX-7");
  for (int i = 1; i < taken; ++i) {
    validator.require(!(open.taken[i] < open.taken[i - 1]), "taken", open.taken,
                      "must be in ascending order", "RX-7");
  }
  validator.require(!swapping || taken < put, "taken", open.taken,
                    "must be fewer than the cards put down in phase swap", "RX-7");

  // The cards that are missing in hand.
  const int held = open.hand_size[open.current_player];
  const int drawn = held - (hand_size_ - put);
  validator.require(
      !putting || (phase == Phase::Draw ? drawn >= 0 && held < hand_size_ : drawn == 0),
      "hand_size", open.hand_size, "must be lower by the cards put down and not yet replaced",
      rule);
  validator.require(
      phase != Phase::Draw || (open.draw_pile_size > 0 &&
                               hand_size_ - held <= open.draw_pile_size + open.discard_pile_size),
      "draw_pile_size", open.draw_pile_size, "must be enough cards to draw", "RX-6");
  return validator.error();
}

std::optional<InputError> Rules::put_error(const Public& open, const Private& own,
                                           Player player) const {
  Validator validator(*this);
  const bool acts = open.current_player == player;
  // Promise: determinizable.
  validator.require(own.aside.size() == (acts ? open.aside_size : 0), "aside", own.aside,
                    "must contain aside_size cards for the current player, and none for others",
                    "RX-6");
  for (int i = 1; i < own.aside.size(); ++i) {
    validator.require(!(own.aside[i] < own.aside[i - 1]), "aside", own.aside,
                      "must be in ascending order", "RX-6");
  }
  return validator.error();
}

std::optional<InputError> Rules::validate(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  const Player player = open.current_player;
  const bool dealing = phase == Phase::Deal || phase == Phase::Market;
  const bool putting = phase == Phase::Put || phase == Phase::Draw || phase == Phase::Swap;
  const bool asked = phase == Phase::ReserveAsked || phase == Phase::TakeBack;
  const bool has_drawn = phase == Phase::ReserveDrawn || phase == Phase::Give || asked;
  const bool pair = pair_phases.contains(phase);
  const bool playing = phase == Phase::TurnUp || phase == Phase::Claim || phase == Phase::Call;

  // Promise: playable. The market, and hands.
  validator.require(phase != Phase::Market || has_market(), "phase", phase,
                    "does not occur with two players, who have no market", "RX-2");
  int held = 0;
  for (Player p = 0; p < players_; ++p) held += open.hand_size[p];
  const int taken = open.taken.size();
  const bool market_lies =
      phase == Phase::Market
          ? open.market.size() < options_.market_size
          : open.market.size() ==
                (has_market() && phase != Phase::Deal ? options_.market_size - taken : 0);
  validator.require(market_lies, "market", open.market,
                    "has the wrong number of cards for this phase", "RX-2");
  validator.require(phase == Phase::Deal || putting || held == players_ * hand_size_, "hand_size",
                    open.hand_size, "all hands together must have the number of cards dealt",
                    "RX-1");
  validator.require(
      pair ? open.partner != player : open.partner == 0, "partner", open.partner,
      pair ? "must be another player" : "must be 0 unless a player is drawn from or asked",
      asked ? "RX-9" : "RX-8");
  for (Player p = 0; p < players_ && phase != Phase::Deal; ++p) {
    if (putting && p == player) continue;
    const int more = has_drawn ? (p == player ? 1 : 0) - (p == open.partner ? 1 : 0) : 0;
    validator.require(open.hand_size[p] == hand_size_ + more, "hand_size", open.hand_size,
                      "must match the cards moved by the current action",
                      asked       ? "RX-9"
                      : has_drawn ? "RX-8"
                                  : "RX-4");
  }
  validator.require(
      open.asked.has_value() == asked && (!asked || open.asked->is_small()), "asked", open.asked,
      "must be a small card in phases reserve_asked and take_back, and empty in others", "RX-9");
  validator.require(phase != Phase::ReserveAsked || (open.asked && open.asked->is_noble_gas()),
                    "asked", open.asked, "must be a noble gas in phase reserve_asked", "RX-10");

  // Promise: playable. Rounds.
  const bool over = phase == Phase::Over;
  validator.require(
      dealing || open.rounds < options_.max_rounds || (over && open.rounds == options_.max_rounds),
      "rounds", open.rounds, "the game ends after max_rounds rounds", "RX-22");
  validator.require(!dealing || open.rounds == 0, "rounds", open.rounds,
                    "must be 0 during the deal", "RX-4");
  if (dealing) {
    const Player first = next(open.leader);
    validator.require(open.discard_pile_size == 0, "discard_pile_size", open.discard_pile_size,
                      "must be 0 during the deal", "RX-6");
    for (Player p = 0; p < players_; ++p) {
      validator.require(open.hand_size[p] == dealt_to(p, first, held), "hand_size", open.hand_size,
                        "must match a deal in turn order", "RX-1");
    }
    validator.require(player == (first + held) % players_, "current_player", open.current_player,
                      "must be the next player in the deal", "RX-1");
    validator.require(phase == Phase::Market || held < players_ * hand_size_, "phase", phase,
                      "all hands have been dealt", "RX-1");
  }

  // Promise: playable. Compounds.
  const bool reserving =
      phase == Phase::ReserveDrawn || phase == Phase::ReserveGiven || phase == Phase::ReserveAsked;
  validator.require(!reserving || !open.display.empty(), "display", open.display,
                    "must contain a compound to reserve", "RX-10");
  validator.require(!open.second_try || playing || over, "second_try", open.second_try,
                    "must not be set outside play rounds", "RX-18");
  validator.require(
      !open.sweep_due || (!playing && !dealing && options_.sweep == Sweep::BeforeTurning),
      "sweep_due", open.sweep_due, "must not be set before the end of an exchange round", "RX-19");
  validator.require(open.rounds > 0 || open.compound_pile == initial_table(0).open.compound_pile,
                    "compound_pile", open.compound_pile,
                    "must be complete until the first exchange round is over", "RX-3");
  if (validator.ok()) validator.add(play_error(open));
  return validator.error();
}

// Validates the play round, or the absence of one, and the end of the game.
std::optional<InputError> Rules::play_error(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  const bool claiming = phase == Phase::Claim || phase == Phase::Call;
  const bool over = phase == Phase::Over;

  // Promise: playable. The play round ends.
  validator.require(phase != Phase::Call || options_.claims == Claims::Simultaneous, "phase", phase,
                    "does not occur with claims=realtime", "RX-13");
  int called = 0;
  bool open_won = false;
  bool all = true;
  for (Player p = 0; p < players_; ++p) {
    const auto& claim = open.claims[p];
    all = all && claim;
    called += open.called[p] ? 1 : 0;
    open_won = open_won || (open.called[p] && claim && open.won[p].count(*claim) > 0);
    validator.require(!claim || (claiming && !is_sealed(open) && claim->is_compound()), "claims",
                      open.claims, "must be empty unless compounds are claimed openly", "RX-12");
    validator.require(
        !open.passed[p] || (claiming && !is_sealed(open) && !claim), "passed", open.passed,
        "must not be set for players who have claimed, or outside open claims", "RX-13");
    validator.require(phase != Phase::Claim || !open.passed[p] || open.leader != p, "passed",
                      open.passed,
                      "must not be set for the lab leader, who closes the round instead", "RX-13");
    validator.require(
        phase == Phase::Claim ? open.called[p] == claim.has_value() : !open.called[p] || claim,
        "called", open.called, "players who have called must have a claim", "RX-13");
  }
  validator.require(open.first_caller.has_value() == (called > 0) &&
                        (!open.first_caller || open.called[*open.first_caller]),
                    "first_caller", open.first_caller,
                    "must be a player who has called, or empty if nobody has", "RX-16");
  validator.require(!open.open_won || open_won, "open_won", open.open_won,
                    "nobody who called has won a compound", "RX-14");
  validator.require(phase != Phase::Claim || !all, "claims", open.claims,
                    "the phase ends once all players have claimed", "RX-13");
  validator.require(phase != Phase::Call || !uncalled(open).empty(), "phase", phase,
                    "all claims have been called", "RX-13");

  for (Player p = 0; p < players_; ++p) {
    validator.require(phase != Phase::Call || open.claims[p] || open.passed[p], "passed",
                      open.passed, "all players must have claimed or passed", "RX-12");
  }

  // Promise: playable. Open compounds.
  const int shown = open.display.size();
  validator.require(phase != Phase::TurnUp || shown < open_compounds, "display", open.display,
                    "must have room for another open compound", "RX-11");
  validator.require(phase != Phase::TurnUp || !open.compound_pile.empty(), "compound_pile",
                    open.compound_pile, "must contain a compound to turn up", "RX-11");
  const int gone = open.open_won ? called : 0;
  validator.require(
      !claiming || (shown + gone > 0 && (shown + gone >= open_compounds || !has_stack(open))),
      "display", open.display, "more compounds must be turned up before claims", "RX-11");
  validator.require(!(claiming || phase == Phase::TurnUp) || open.current_player == open.leader,
                    "current_player", open.current_player, "must be the lab leader",
                    claiming ? "RX-13" : "RX-11");
  CardBag won;
  for (Player p = 0; p < players_; ++p) won += open.won[p];
  for (Player p = 0; p < players_; ++p) {
    const auto& claim = open.claims[p];
    if (!claim) continue;
    const bool lies = open.display.contains(*claim) || open.reserved[p].count(*claim) > 0;
    validator.require(won.count(*claim) > 0 || (lies && !open.called[p]), "claims", open.claims,
                      "must be compounds that are won, or that can still be won", "RX-14");
  }

  // Promise: playable. The end.
  validator.require(over || !has_winner(open) || called > 0, "won", open.won,
                    "the game ends once a player has won so many", "RX-20");
  validator.require(!over || open.rounds > 0, "rounds", open.rounds,
                    "must be above 0 once the game is over", "RX-22");
  validator.require(!over || has_winner(open) || open.rounds == options_.max_rounds ||
                        (open.display.empty() && !has_stack(open)),
                    "phase", phase, "no condition for the end of the game is met", "RX-20");
  return validator.error();
}

// Validates that the hand can build the compound that its player claimed.
std::optional<InputError> Rules::claim_error(const Public& open, const Private& own,
                                             Player player) const {
  Validator validator(*this);
  const auto& claim = open.claims[player];
  // Promise: conserved. The cards of the compound leave the hand.
  validator.require(
      !claim || (claim->is_compound() && own.hand.small_cards().contains(
                                             needs_[static_cast<std::size_t>(claim->compound())])),
      "claims", open.claims, "must be compounds that the hand can build", "RX-12");
  return validator.error();
}

std::optional<InputError> Rules::validate(const Public& open, const Private& own,
                                          Player player) const {
  Validator validator(*this);
  const bool acts = open.current_player == player;
  // Promise: playable. A player who drew or was given a noble gas holds one. A card asked for is
  // checked below.
  const bool got_gas = open.phase == Phase::ReserveGiven
                           ? open.partner == player
                           : open.phase == Phase::ReserveDrawn && acts;
  validator.require(!got_gas || !(own.hand.kinds() & noble_gas_kinds()).empty(), "hand", own.hand,
                    "must contain a noble gas", "RX-10");
  validator.require(!acts || !open.asked || own.hand.count(*open.asked) > 0, "asked", open.asked,
                    "must be in the hand of the player who asked", "RX-9");
  // Promise: determinizable.
  const bool looks = open.phase == Phase::TakeBack && open.partner == player;
  validator.require(own.shown.cards.size() == (looks ? open.hand_size[open.current_player] : 0),
                    "shown", own.shown, "must be the hand of the player who asked", "RX-9");
  validator.require(!looks || own.shown.cards.count(*open.asked) > 0, "asked", open.asked,
                    "must be in the hand of the player who asked", "RX-9");

  validator.require(!own.decided || is_sealed(open), "decided", own.decided,
                    "must not be set outside sealed decisions", "RX-12");
  validator.require(!own.claim || own.decided, "claim", own.claim,
                    "must be empty until decided is set", "RX-12");
  validator.require(
      !own.claim || (own.claim->is_compound() &&
                     (claimable(open, own, player) >> own.claim->compound() & 1) != 0),
      "claim", own.claim, "must be a compound that the player can claim", "RX-12");
  return validator.error();
}

bool Rules::is_consistent(const Table& table) const {
  for (Player p = 0; p < players_; ++p) {
    if (claim_error(table.open, table.own[p], p)) return false;
    if (validate(table.open, table.own[p], p)) return false;
  }
  return true;
}

// Returns the first violation found.
std::optional<InputError> Rules::validation_error(const Table& table,
                                                  const Knowledge& knowledge) const {
  const Public& open = table.open;
  Validator validator(*this);
  // Promise: conserved.
  validator.require(!has_market() || table.hidden.discard_pile.empty(), "discard_pile",
                    table.hidden.discard_pile, "must be empty with a market", "RX-6");
  validator.add(put_error(open));
  for (Player p = 0; p < players_; ++p) validator.add(put_error(open, table.own[p], p));
  validator.add(card_location_error(*this, table, deck_->all_cards(), "RX-3", "RX-1"));
  for (Player p = 0; p < players_ && validator.ok(); ++p) {
    validator.add(claim_error(open, table.own[p], p));
  }
  if (validator.ok()) validator.add(validate(open));
  bool all_decided = is_sealed(open);
  for (Player p = 0; p < players_ && validator.ok(); ++p) {
    validator.add(validate(open, table.own[p], p));
    all_decided = all_decided && table.own[p].decided;
  }
  if (!validator.ok()) return validator.error();
  // Promise: playable. Somebody can act.
  validator.require(!all_decided, "decided", "all",
                    "claims are revealed once all players have decided", "RX-12");
  // Promise: determinizable.
  const CardBag& shown = table.own[open.partner].shown.cards;
  validator.require(open.phase != Phase::TakeBack || shown == table.own[open.current_player].hand,
                    "shown", shown, "must be the hand of the player who asked", "RX-9");
  if (validator.ok()) validator.add(log_entry_error(*this, knowledge.log));
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  const Public& open = seen.open;
  const bool plays = !seen.viewer.is_spectator();
  const Player player = plays ? seen.viewer.seat() : 0;
  Validator validator(*this);
  validator.add(put_error(open));
  if (plays) validator.add(put_error(open, seen.own, player));
  validator.add(card_location_error(*this, seen, deck_->all_cards(), "RX-3", "RX-1"));
  if (plays && validator.ok()) validator.add(claim_error(open, seen.own, player));
  if (validator.ok()) validator.add(validate(open));
  if (validator.ok()) {
    validator.add(plays ? validate(open, seen.own, player) : spectator_error(*this, seen));
  }
  if (validator.ok()) validator.add(log_error(*this, seen));
  return validator.error();
}

}  // namespace chemix::react
