// SPDX-License-Identifier: Apache-2.0
// Showdown: making a game, and validating tables and views (SD-1 – SD-5, DK-4).
#include "chemix/games/showdown/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/log_validation.hpp"
#include "chemix/cards/validation.hpp"

#include <bit>
#include <string_view>

namespace chemix::showdown {

// ---- Making a game ----

Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                            int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  int gases = 0;
  deck->all_cards().kinds().for_each([&](Card card) { gases += card.is_noble_gas() ? 1 : 0; });
  if (gases < players) {
    return tl::unexpected(
        InputError{"deck", std::to_string(gases) + " noble gases",
                   "must be at least " + std::to_string(players) + ", one for each player",
                   "DK-4"});  // DK-4 (ruling)
  }
  Rules rules(std::move(deck), options, players);
  if (auto error = legal_action_limit_error(rules.max_legal_actions()))
    return tl::unexpected(*error);
  return rules;
}

Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : CardRules(std::move(deck), options, players), matcher_(*deck_), cards_(deck_->all_cards()) {
  CardSet removed;
  if (options_.simplified) {
    std::string_view symbols = name_of(options_.removed_elements);
    while (!symbols.empty()) removed.insert(*deck_->card(split_off(symbols, ",")));  // SD-4
  }
  deck_->all_cards().kinds().for_each([&](Card card) {
    const bool out = removed.contains(card) ||
                     (card.is_compound() && !(deck_->contents(card) & removed).empty());
    for (int i = deck_->all_cards().count(card); out && i > 0; --i) cards_.remove(card);
  });
  kinds_in_play_ = KindsInPlay(cards_, deck_->card_kind_count());
  pool_ = CardPool(cards_);
  for (const Compound& compound : deck_->compounds()) {
    const auto index = static_cast<int>(needs_.size());
    needs_.push_back(compound.needs());
    add_lay({Card::of_compound(index)});
    if (cards_.count(Card::of_compound(index)) == 0) continue;  // SD-18 (ruling)
    for (const Card token : compound.tokens) {
      if (token.is_element()) containing_[token.index] |= std::uint64_t{1} << index;
    }
  }
  for (std::size_t index = 0; index < needs_.size(); ++index) {
    const auto needed = [&](int number) {
      return static_cast<std::uint8_t>(needs_[index].count(Card::of_multiplier(number).index));
    };
    LegalActions& with_stacks = with_stacks_.emplace_back();
    for (std::uint8_t twos = 0; twos <= needed(2); ++twos) {
      for (std::uint8_t threes = 0; threes <= needed(3); ++threes) {
        for (std::uint8_t fours = 0; fours <= needed(4); ++fours) {
          if (twos + threes + fours == 0) continue;
          with_stacks.insert(lay_count());
          add_lay({Card::of_compound(static_cast<int>(index)), twos, threes, fours});
        }
      }
    }
    if (!with_stacks.empty()) with_multipliers_ |= std::uint64_t{1} << index;
  }
  number_actions();
}

void Rules::add_lay(const Lay& lay) {
  const std::array<int, multiplier_kind_count> of_stacks = {lay.twos, lay.threes, lay.fours};
  const SmallBag& needs = needs_[static_cast<std::size_t>(lay.compound.compound())];
  for (std::size_t i = 0; i < of_stacks.size(); ++i) {
    const int of_hand =
        needs.count(Card::of_multiplier(static_cast<int>(i) + 2).index) - of_stacks[i];
    for (std::size_t there = 0; there <= SmallBag::lane_mask; ++there) {
      if (of_stacks[i] <= static_cast<int>(there)) stacks_give_[i][there].insert(lay_count());
      if (of_hand <= static_cast<int>(there)) hand_gives_[i][there].insert(lay_count());
    }
  }
  lays_.push_back(lay);
}

// All rounds but two or three lay a compound. In each round everybody passes, and for each pass all
// others may be asked about a swap and take cards; then gases are given away.
std::int64_t Rules::max_steps() const {
  const auto compounds = static_cast<std::int64_t>(needs_.size());
  const std::int64_t rounds = compounds + last_patient_round + 1;
  const std::int64_t a_round = players_ * (1 + players_) + noble_gas_kind_count;
  return cards_.size() + 2 * compounds + element_kind_count + rounds * a_round;
}

Table Rules::initial_table(Player start_player) const {
  auto table = Table();
  Public& open = table.open;
  open.current_player = Seat::of(start_player);
  cards_.kinds().for_each([&](Card card) {
    CardBag& pile = card.is_element()     ? table.hidden.draw_pile
                    : card.is_noble_gas() ? open.gas_pile
                    : card.is_compound()  ? open.display
                                          : open.multipliers;  // SD-1
    for (int i = 0; i < cards_.count(card); ++i) pile.add(card);
  });
  open.draw_pile_size = static_cast<std::uint8_t>(table.hidden.draw_pile.size());
  return table;
}

// ---- Hidden worlds ----

Belief Rules::belief_of(const Observation& seen) const {
  return {*this, seen, seen.knowledge.log, cards_};
}

// ---- Validation ----

std::optional<InputError> Rules::validate(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  const Player player = open.current_player;
  const bool dealing = phase == Phase::DealGases || phase == Phase::Deal;
  const bool laying = phase == Phase::Lay || phase == Phase::Finish;
  const bool swapping = phase == Phase::Swap || phase == Phase::Take;

  // Promise: conserved. Finished elements, and the cards on the stacks.
  SmallBag on_stacks;
  for (int kind = 0; kind < element_kind_count; ++kind) {
    const Card element = Card::of(kind);
    const auto& by = open.finished_by[element];
    const auto& with = open.finished_with[element];
    const std::uint64_t compounds = containing_[static_cast<std::size_t>(kind)];
    const bool gone = compounds != 0 && (compounds & open.display.compounds()) == 0;
    validator.require(by.has_value() == gone, "finished_by", by,
                      "must be set exactly when no compound in the display contains the element",
                      "SD-16");
    const bool was_last = gone && with && by && with->is_compound() &&
                          (compounds >> with->compound() & 1) != 0 &&
                          (open.stacks[*by] + open.points[*by]).count(*with) > 0;
    validator.require(gone ? was_last : !with, "finished_with", with,
                      "must be a compound of the player who finished the element", "SD-16");
  }
  for (Player p = 0; p < players_; ++p) {
    open.points[p].kinds().for_each([&](Card card) {
      const bool set_aside = card.is_element() && open.finished_by[card] == Seat::of(p) &&
                             open.points[p].count(card) == 1;
      validator.require(card.is_compound() || set_aside, "points", open.points,
                        "must be compounds, and one card of each element that the player finished",
                        "SD-17");
    });
  }
  for (Player p = 0; p < players_ && validator.ok(); ++p) {
    open.stacks[p].kinds().for_each([&](Card compound) { on_stacks += on_stack(open, compound); });
  }
  if (!validator.ok()) return validator.error();
  validator.require(phase == Phase::Over || on_stacks == open.stack_cards.small_cards(),
                    "stack_cards", open.stack_cards,
                    "must be the cards of the compounds on the stacks", "SD-10");
  // Promise: playable. A noble gas that is given away is held, and another player has none.
  int gases = 0;
  for (Player p = 0; p < players_; ++p) {
    const int held = dealing ? 0 : open.gases[p].size();
    const int due = open.gases_due[p];
    gases += held;
    validator.require(open.passed[p] ? due <= held : due == held, "gases_due", open.gases_due[p],
                      "must be the noble gases held, or fewer for a player who has passed",
                      "SD-15");
  }
  validator.require(gases <= players_, "gases", open.gases,
                    "must be at most one for each player altogether", "SD-2");
  validator.require((phase == Phase::Finish) == open.asked.has_value(), "asked", open.asked,
                    "must be set exactly in phase finish", "SD-17");
  if (dealing) {
    validator.add(deal_error(open));
    return validator.error();
  }

  // Promise: determinizable. All cards that nobody sees are in hands.
  validator.require(open.draw_pile_size == 0, "draw_pile_size", open.draw_pile_size,
                    "must be 0 after the deal", "SD-3");
  // Promise: playable. All rounds but the last patient ones have laid a compound.
  const int laid = popcount(cards_.compounds() & ~open.display.compounds());
  validator.require(open.round > 0 && open.round <= laid + last_patient_round + 1, "round",
                    open.round, "must be above 0, and at most 3 more than the compounds laid",
                    "SD-5");
  bool all_passed = true;
  for (Player p = 0; p < players_; ++p) all_passed = all_passed && open.passed[p];
  validator.require(swapping || laying != all_passed, "passed", open.passed,
                    "a laying round ends once all players have passed", "SD-14");
  validator.require(laying || swapping || (phase == Phase::Over) == is_last_round(open), "phase",
                    phase, "must be over exactly when the last laying round has ended", "SD-19");
  validator.require(phase != Phase::Collect || any_stack(open), "stacks", open.stacks,
                    "must not be empty in phase collect", "SD-20");
  validator.require(phase == Phase::Over || open.last_player.has_value() == any_stack(open),
                    "last_player", open.last_player, "must be set exactly when there are stacks",
                    "SD-7");
  if (!validator.ok()) return validator.error();
  if (phase == Phase::Finish) {
    const bool asks = open.last_laid && open.stacks[player].count(*open.last_laid) > 0 &&
                      open.asked->is_element() &&
                      open.finished_with[*open.asked] == open.last_laid &&
                      open.points[player].count(*open.asked) == 0;
    validator.require(asks, "asked", open.asked, "must be an element that last_laid finished",
                      "SD-17");
  }
  if (swapping) {
    validator.require(
        open.passed[open.passer] && player != open.passer && open.hand_size[open.passer] > 0,
        "passer", open.passer, "must be another player who has passed and has cards", "SD-12");
    validator.require(!open.passed[player] && !open.gases[player].empty(), "current_player",
                      open.current_player,
                      "must be a player who has a noble gas to swap and has not passed", "SD-12");
  }
  validator.require(phase != Phase::Give || next_to_give(open) == player, "current_player",
                    open.current_player, "must be the next player who gives a noble gas", "SD-15");
  return validator.error();
}

// Validates the public state during the deal.
std::optional<InputError> Rules::deal_error(const Public& open) const {
  Validator validator(*this);
  const Table start = initial_table(0);
  const bool dealing_gases = open.phase == Phase::DealGases;
  // Promise: playable. With the deck, this leaves no card laid, collected or set aside.
  validator.require(open.round == 0, "round", open.round, "must be 0 during the deal", "SD-5");
  validator.require(open.display == start.open.display, "display", open.display,
                    "must be complete during the deal", "SD-1");
  const int dealt = start.open.draw_pile_size - open.draw_pile_size;
  int gases = 0;
  for (Player p = 0; p < players_; ++p) gases += open.gases[p].size();
  const Player first = dealing_gases ? Player{open.current_player} : next(open.beginner);
  for (int i = 0; i < players_; ++i) {
    const Player p = (first + i) % players_;
    validator.require(open.hand_size[p] == dealt_to(p, first, dealt), "hand_size",
                      open.hand_size[p], "must match a deal in turn order", "SD-3");
    // Gases are dealt in turn, so the last `gases` seats before the current player have one.
    const bool has_gas = !dealing_gases || i >= players_ - gases;
    validator.require(open.gases[p].size() == (has_gas ? 1 : 0), "gases", open.gases[p],
                      "noble gases must be dealt one to each player, in turn order", "SD-2");
  }
  if (dealing_gases) {
    validator.require(dealt == 0, "draw_pile_size", open.draw_pile_size,
                      "must be complete while noble gases are dealt", "SD-2");
    validator.require(gases < players_, "gases", open.gases, "all noble gases have been dealt",
                      "SD-2");
    validator.require(open.removed.empty(), "removed", open.removed,
                      "must be empty while noble gases are dealt", "SD-2");
    return validator.error();
  }
  validator.require(open.draw_pile_size > 0, "draw_pile_size", open.draw_pile_size,
                    "must be above 0 during the deal", "SD-3");
  validator.require(open.current_player == (first + dealt) % players_, "current_player",
                    open.current_player, "must be the next player in the deal", "SD-3");
  return validator.error();
}

std::optional<InputError> Rules::validate(const Public& open, const Private& own,
                                          Player player) const {
  // Promise: determinizable.
  const bool looks = open.phase == Phase::Take && open.current_player == player;
  if (own.shown.cards.size() == (looks ? open.hand_size[open.passer] : 0)) return std::nullopt;
  return InputError{"shown", std::to_string(own.shown.cards.size()) + " cards",
                    "must be the hand of the player who passed", "SD-12"};
}

std::optional<InputError> Rules::validation_error(const Table& table,
                                                  const Knowledge& knowledge) const {
  const Public& open = table.open;
  Validator validator(*this);
  validator.add(card_location_error(*this, table, cards_, "SD-1", "SD-3"));
  if (validator.ok()) validator.add(validate(open));
  for (Player p = 0; p < players_ && validator.ok(); ++p) {
    validator.add(validate(open, table.own[p], p));
  }
  if (!validator.ok()) return validator.error();
  // Promise: determinizable.
  const CardBag& shown = table.own[open.current_player].shown.cards;
  validator.require(open.phase != Phase::Take || shown == table.own[open.passer].hand, "shown",
                    shown, "must be the hand of the player who passed", "SD-12");
  if (validator.ok()) validator.add(log_entry_error(*this, knowledge.log));
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  return observation_error(*this, seen, cards_, "SD-1", "SD-3",
                           [&](const auto&... part) { return validate(part...); });
}

}  // namespace chemix::showdown
