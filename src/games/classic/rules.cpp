// SPDX-License-Identifier: Apache-2.0
// Classic: making a game, and validating tables and views (CL-1 – CL-22, CF-1 – CF-8, DK-4).
#include "chemix/games/classic/rules.hpp"

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/log_validation.hpp"
#include "chemix/cards/seen_table.hpp"
#include "chemix/cards/validation.hpp"

namespace chemix::classic {

// ---- Making a game ----

Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                            int players) {
  if (auto error = players_error(players, min_players, max_players)) return tl::unexpected(*error);
  if (auto error = option_error(options)) return tl::unexpected(*error);
  Rules rules(std::move(deck), options, players);
  const int gases = rules.start_.open.gas_pile.size();
  const int elements = rules.start_.open.draw_pile_size;
  if (gases < players) {
    return tl::unexpected(
        InputError{"deck", std::to_string(gases) + " noble gases",
                   "must be at least " + std::to_string(players) + ", one for each player",
                   "DK-4"});  // DK-4 (ruling)
  }
  const int needed = players * hand_limit;
  if (elements < needed) {
    return tl::unexpected(
        InputError{"deck", std::to_string(elements) + " elements",
                   "must be at least " + std::to_string(needed) + ", three for each player",
                   "DK-4"});  // DK-4 (ruling)
  }
  if (auto error = legal_action_limit_error(rules.max_legal_actions()))
    return tl::unexpected(*error);
  return rules;
}

Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : CardRules(std::move(deck), options, players), matcher_(*deck_) {
  deck_->all_cards().kinds().for_each([&](Card card) {
    if (card.is_token()) kinds_.insert(card);
    CardBag& pile = card.is_element()     ? start_.hidden.draw_pile  // CL-2
                    : card.is_noble_gas() ? start_.open.gas_pile
                    : card.is_compound()  ? start_.open.display  // CL-1
                                          : start_.open.multipliers;
    for (int i = 0; i < deck_->all_cards().count(card); ++i) pile.add(card);
  });
  start_.open.draw_pile_size = static_cast<std::uint8_t>(start_.hidden.draw_pile.size());
  for (const Compound& compound : deck_->compounds()) {
    const auto index = static_cast<int>(needs_.size());
    needs_.push_back(compound.needs());
    for (const Card token : compound.tokens) {
      containing_[token.index] |= std::uint64_t{1} << index;
    }
    number_forms(index);
  }
  max_legal_actions_ = count_legal_actions();
  number_actions();
}

// Numbers all ways to take some of a compound's cards from the hand.
void Rules::number_forms(int compound) {
  Strides strides{};
  int numbers = 1;
  kinds_.for_each([&](Card card) {
    strides[card.index] = static_cast<std::uint16_t>(numbers);
    numbers *= needs(compound).count(card.index) + 1;
  });
  first_number_.push_back(static_cast<std::uint32_t>(form_ids_.size()));
  strides_.push_back(strides);
  for (int number = 0; number < numbers; ++number) {
    Form form{Card::of_compound(compound), {}};
    int cards = 0;
    kinds_.for_each([&](Card card) {
      const int copies = number / strides[card.index] % (needs(compound).count(card.index) + 1);
      for (int i = 0; i < copies; ++i, ++cards) form.from_hand.push_back(card);
    });
    const bool fits = cards <= hand_limit;  // CL-3
    form_ids_.push_back(fits ? static_cast<std::uint16_t>(forms_.size()) : no_form);
    if (fits) forms_.push_back(form);
  }
}

// Maximum number of actions in step 1 over all hands; no other decision has more.
int Rules::count_legal_actions() const {
  const CardBag& all = deck_->all_cards();
  std::vector<Card> kinds;
  kinds_.for_each([&](Card card) { kinds.push_back(card); });
  auto most = static_cast<int>(needs_.size());
  const auto ways = [&](const SmallBag& hand) {
    int sum = 0;
    for (const SmallBag& needs : needs_) {
      int product = 1;
      for (const Card card : kinds) {
        const int held = hand.count(card.index);
        const int needed = needs.count(card.index);
        product *= std::min(needed, held) - std::max(0, needed - (all.count(card) - held)) + 1;
      }
      // A laid compound has one action instead, which dissolves it.
      sum += std::max(1, product);
    }
    return sum;
  };
  const auto add = [&](auto& self, const SmallBag& hand, std::size_t first, int size) -> void {
    most = std::max(most, ways(hand));
    for (std::size_t i = first; size < hand_limit && i < kinds.size(); ++i) {
      if (hand.count(kinds[i].index) == all.count(kinds[i])) continue;
      SmallBag larger = hand;
      larger.add(kinds[i].index);
      self(self, larger, i, size + 1);
    }
  };
  add(add, SmallBag(), 0, 0);
  // Take, Return from two sources, Done and Undo.
  return most + 3 * multiplier_kind_count + 2;
}

// Each compound keeps at most two turns from being passes, and n passes in a row end the game. In a
// turn, each compound is formed, or dissolved and restored, at most once; hand cards are laid off,
// both before and after an undo; in the simplified rule set, dead cards that are drawn leave the
// game for good.
std::int64_t Rules::max_steps() const {
  const auto compounds = static_cast<std::int64_t>(needs_.size());
  const std::int64_t turns = (2 * compounds + 1) * players_;  // CL-22 (ruling)
  const std::int64_t elements = deck_->all_cards().size() - compounds;
  const std::int64_t dealt = 1 + hand_limit;
  return players_ * dealt + elements + turns * (2 * compounds + 24);
}

Table Rules::initial_table(Player start_player) const {
  Table table = start_;
  table.open.current_player = Seat::of(start_player);
  return table;
}

// ---- Hidden worlds ----

// Kinds dead before the turn are in no hand: they were shown there, or when drawn (CF-4).
Belief Rules::belief_of(const Observation& seen) const {
  const CardSet buried = is_simplified() ? dead_before(seen.open) : CardSet();
  return {*this, seen, seen.knowledge.log, deck_->all_cards(), seen.knowledge.pile, buried};
}

// ---- Piles ----

void Rules::describe_pile(const Observation& seen, SeenPile& pile) {
  const Public& open = seen.open;
  const auto note = [&](Card card, int copies, CardMark mark) {
    pile.change(card, copies, [&](auto& group) { group.mark(mark); });
  };
  if (pile.name() == "display") {
    open.formed.for_each([&](Card card) { note(card, 1, CardMark::Formed); });
  } else if (pile.name() == "laid") {
    open.dissolved.for_each([&](Card card) { note(card, 1, CardMark::Dissolved); });
  } else if (pile.name() == "minus" && pile.owner() == open.current_player) {
    for_each_kind(open.laid_off.cards,
                  [&](Card card, int copies) { note(card, copies, CardMark::LaidOff); });
  }
}

// ---- Validation ----

int Rules::taken_from_hand(const Public& open, Card card) const {
  int cards = open.free_cards.count(card) + open.laid_off.cards.count(card);
  open.formed.for_each([&](Card c) { cards += needs(c.compound()).count(card.index); });
  open.dissolved.for_each([&](Card c) { cards -= needs(c.compound()).count(card.index); });
  return cards + (open.returned == card ? 1 : 0) - (open.taken == card ? 1 : 0);
}

// Validates the public state.
std::optional<InputError> Rules::validate(const Public& open) const {
  Validator validator(*this);
  CardSet laid;
  for (Player p = 0; p < players_; ++p) laid = laid | open.laid[p].kinds();
  // Promise: conserved. At the end of the turn, these compounds move.
  validator.require((open.formed - open.display.kinds()).empty(), "formed", open.formed,
                    "must be in the display until the turn is final", "CL-14");
  validator.require((open.dissolved - laid).empty(), "dissolved", open.dissolved,
                    "must have been laid in an earlier turn", "CL-5");
  if (!validator.ok()) return validator.error();
  if (open.phase == Phase::DealGases || open.phase == Phase::Deal) return deal_error(open);

  const bool is_over = open.phase == Phase::Over;
  // Promise: memory. The list of legal actions relies on it.
  for (Player p = 0; p < players_; ++p) {
    validator.require(p == open.current_player || open.hand_size[p] <= hand_limit, "hand_size",
                      open.hand_size[p], "must be at most 3", "CL-3");
  }
  const int max_turns = (2 * static_cast<int>(needs_.size()) + 1) * players_;
  validator.require(open.turns <= max_turns, "turns", open.turns,
                    "must not exceed the longest possible game", "CL-22");
  // Promise: playable.
  validator.require(open.passes <= players_, "passes", open.passes,
                    "must be at most the number of players", "CL-22");
  // Promise: conserved. Intact compounds have all their cards.
  SmallBag rest = open.laid_cards.small_cards();
  bool are_whole = true;
  ((laid - open.dissolved) | open.formed).for_each([&](Card compound) {
    const SmallBag& cards = needs(compound.compound());
    are_whole = are_whole && rest.contains(cards);
    if (are_whole) rest -= cards;
  });
  validator.require(are_whole && (is_over || rest.empty()), "laid_cards", open.laid_cards,
                    "must be exactly the cards of the intact compounds", "CL-8");
  if (validator.ok()) validator.add(turn_error(open));
  return validator.error();
}

// Validates the public state of the running turn.
std::optional<InputError> Rules::turn_error(const Public& open) const {
  Validator validator(*this);
  const Phase phase = open.phase;
  const Player player = open.current_player;
  const int hand = open.hand_size[player];
  const CardBag& free = open.free_cards;
  const CardBag& laid_off = open.laid_off.cards;
  const bool has_gas = !open.gases[player].empty();
  const auto by_ruleset = [&](const char* booklet, const char* simplified) {
    return is_simplified() ? simplified : booklet;
  };
  const auto asked = [&](bool is_asked, const char* reason, const char* rule) {
    validator.require(is_asked, "phase", phase, reason, rule);
  };

  // Promise: playable. The conditions of each phase, in which the player has a legal action.
  switch (phase) {
    case Phase::Build:
      validator.require(laid_off.empty(), "laid_off", open.laid_off, "must be empty in phase build",
                        by_ruleset("CL-11", "CF-4"));
      break;
    case Phase::Return:
      validator.require(!open.taken, "taken", open.taken, "must be empty in phase return",
                        by_ruleset("CL-9", "CF-8"));
      validator.require(!open.returned, "returned", open.returned, "must be empty in phase return",
                        by_ruleset("CL-9", "CF-8"));
      asked(is_simplified() || !(expired(open) & multipliers).empty(),
            "no kind of multiplier has expired", "CL-12");
      validator.require(is_simplified() || laid_off.empty(), "laid_off", open.laid_off,
                        "must be empty in phase return: expired cards leave later", "CL-12");
      break;
    case Phase::LayOff:
      asked(!is_simplified(),
            "does not occur with ruleset=simplified, where dead cards leave at once", "CF-4");
      asked(!expired(open).empty(), "no kind of card has expired", "CL-12");
      asked((free.kinds() & expired(open)).empty(), "expired free cards must leave first", "CL-11");
      break;
    case Phase::Gas:
      asked(is_simplified() ? hand > hand_limit
                            : !free.empty() && (has_gas || hand + free.size() > hand_limit),
            "the player cannot use a noble gas", by_ruleset("CL-16", "CF-2"));
      asked(has_gas || can_undo(open), "the player has no noble gas and cannot undo the turn",
            by_ruleset("CL-13", "CF-8"));
      validator.require(is_simplified() || (free.kinds() & expired(open)).empty(), "free_cards",
                        free, "must not contain expired cards, which leave first", "CL-11");
      break;
    case Phase::Restore:
      asked(!is_simplified(), "does not occur with ruleset=simplified", "CF-2");
      asked(restorable(open) != 0, "no compound can be restored from the free cards", "CL-17");
      asked(has_gas, "the player has no noble gas", "CL-16");
      validator.require((free.kinds() & expired(open)).empty(), "free_cards", free,
                        "must not contain expired cards, which have left", "CL-11");
      break;
    case Phase::Give:
      asked(has_gas, "the player has no noble gas to give", by_ruleset("CL-19", "CF-2"));
      validator.require(free.empty(), "free_cards", free, "must be empty in phase give",
                        by_ruleset("CL-18", "CF-2"));
      validator.require(!is_simplified() || hand == 0, "hand_size", open.hand_size[player],
                        "must be 0 in phase give", "CF-2");
      break;
    case Phase::Fill:
      asked(!is_simplified(), "does not occur with ruleset=simplified, where hands must be filled",
            "CF-1");
      asked(hand < hand_limit && open.draw_pile_size > 0, "no card can be drawn", "CL-15");
      break;
    case Phase::Draw:
      asked(hand < hand_limit && open.draw_pile_size > 0, "no card can be drawn",
            by_ruleset("CL-15", "CF-1"));
      break;
    default:
      asked(is_last_turn(open), "no condition for the end of the game is met",
            by_ruleset("CL-22", "CF-6"));
      break;
  }
  const bool is_final = phase == Phase::Fill || phase == Phase::Draw || phase == Phase::Over;
  const bool has_picked_up = is_simplified() && (phase == Phase::Return || phase == Phase::Gas);
  asked(!is_simplified() || phase == Phase::Over || !open.display.empty(),
        "must be over: the display is empty", "CF-6");
  validator.require(is_final || open.passes < players_, "passes", open.passes,
                    "the game ends once all players have passed", "CL-22");
  validator.require(!has_picked_up || free.empty(), "free_cards", free,
                    "must be empty once free cards are picked up", "CF-8");
  validator.require(has_picked_up || hand <= hand_limit, "hand_size", open.hand_size[player],
                    "must be at most 3", "CL-3");

  // Promise: playable. The records of the running turn can be undone.
  if (is_final) {
    const auto forgotten = [&](const char* field, const auto& value, bool fits, const char* rule) {
      validator.require(fits, field, value, "must be cleared once the turn is final", rule);
    };
    forgotten("formed", open.formed, open.formed.empty(), "CL-14");
    forgotten("dissolved", open.dissolved, open.dissolved.empty(), "CL-14");
    forgotten("taken", open.taken, !open.taken, "CL-14");
    forgotten("returned", open.returned, !open.returned, "CL-14");
    forgotten("laid_off", open.laid_off, laid_off.empty(), "CL-11");
    forgotten("undone", open.undone, !open.undone, "CL-20");
    forgotten("free_cards", free, free.empty(), "CL-13");
    return validator.error();
  }
  validator.require(!open.taken || open.taken->is_multiplier(), "taken", open.taken,
                    "must be a multiplier", "CL-5");
  validator.require(!open.returned || open.multipliers.count(*open.returned) > 0, "returned",
                    open.returned, "must be a multiplier on its stack", "CL-5");
  validator.require(!open.taken || !open.returned, "returned", open.returned,
                    "must be empty if a multiplier was taken", "CL-9");
  validator.require(open.minus[player].contains(laid_off), "laid_off", open.laid_off,
                    "must be on the minus pile", "CL-11");
  validator.require((laid_off.kinds() - (is_simplified() ? dead(open) : expired(open))).empty(),
                    "laid_off", open.laid_off, "must be cards of kinds that leave in this turn",
                    by_ruleset("CL-11", "CF-4"));
  validator.require(!open.undone || phase == Phase::Return || phase == Phase::LayOff, "undone",
                    open.undone, "must not be set in this phase", "CL-20");
  validator.require(
      !open.undone ||
          (open.formed.empty() && open.dissolved.empty() && !open.taken && free.empty()),
      "undone", open.undone, "must not be set in a turn in which cards were moved", "CL-20");
  if (!validator.ok()) return validator.error();

  // The turn can be undone until a noble gas is used.
  const bool undoable = Undo::legal_phases.contains(phase);
  int before = hand;
  const CardSet buried = dead(open);
  kinds_.for_each([&](Card card) {
    int freed = open.taken == card ? 1 : 0;
    open.dissolved.for_each([&](Card c) { freed += needs(c.compound()).count(card.index); });
    validator.require(free.count(card) <= freed, "free_cards", free,
                      "more copies of a card than were taken or dissolved",
                      card.is_multiplier() ? "CL-9" : "CL-5");
    validator.require(!is_simplified() || laid_off.count(card) <= freed, "laid_off", open.laid_off,
                      "more copies of a card than were dissolved", "CF-4");
    const int taken = taken_from_hand(open, card);
    // Free cards are picked up before Undo only after step 1 of the simplified rules.
    validator.require(!undoable || taken >= 0 || has_picked_up, "free_cards", free,
                      "too few cards to undo the turn", "CL-20");
    validator.require(!has_picked_up || taken >= 0 || !buried.contains(card), "laid_off",
                      open.laid_off, "must contain the free dead cards, which are not picked up",
                      "CF-4");
    before += taken;
  });
  validator.require(!undoable || (before >= 0 && before <= hand_limit), "hand_size",
                    open.hand_size[player], "the turn must have begun with at most 3 cards",
                    "CL-3");
  return validator.error();
}

// Validates the public state during the deal.
std::optional<InputError> Rules::deal_error(const Public& open) const {
  Validator validator(*this);
  const Public& start = start_.open;
  const bool dealing_gases = open.phase == Phase::DealGases;
  const int dealt = start.draw_pile_size - open.draw_pile_size;
  int gases = 0;
  for (Player p = 0; p < players_; ++p) gases += open.gases[p].size();
  // Promise: playable. The deal ends, and leaves no card elsewhere.
  validator.require(
      dealing_gases ? dealt == 0 : dealt < players_ * hand_limit, "phase", open.phase,
      dealing_gases ? "noble gases are dealt before elements" : "all hands have been dealt",
      "CL-2");
  validator.require(!dealing_gases || gases < players_, "phase", open.phase,
                    "all noble gases have been dealt", "CL-1");
  const auto unchanged = [&](const char* field, const auto& value, const auto& at_start,
                             const char* rule) {
    validator.require(value == at_start, field, value, "must be unchanged until the first turn",
                      rule);
  };
  unchanged("display", open.display, start.display, "CL-1");
  unchanged("multipliers", open.multipliers, start.multipliers, "CL-1");
  unchanged("discard_pile", open.discard_pile, start.discard_pile, "CF-2");
  unchanged("passes", open.passes, start.passes, "CL-22");
  unchanged("turns", open.turns, start.turns, "CL-22");
  unchanged("undone", open.undone, start.undone, "CL-20");
  unchanged("taken", open.taken, start.taken, "CL-5");
  unchanged("returned", open.returned, start.returned, "CL-5");
  unchanged("formed", open.formed, start.formed, "CL-14");
  unchanged("laid_off", open.laid_off, start.laid_off, "CL-11");
  // Gases are dealt in turn, so the last `gases` seats before the current player have one.
  for (int i = 0; i < players_; ++i) {
    const Player p = (open.current_player + i) % players_;
    const bool has_gas = !dealing_gases || i >= players_ - gases;
    validator.require(open.gases[p].size() == (has_gas ? 1 : 0), "gases", open.gases,
                      "noble gases must be dealt one to each player, in turn order", "CL-1");
  }
  if (!validator.ok()) return validator.error();
  const Player first = dealing_gases ? Player{open.current_player} : who_begins(open);
  for (Player p = 0; p < players_; ++p) {
    validator.require(open.hand_size[p] == dealt_to(p, first, dealt), "hand_size",
                      open.hand_size[p], "must match a deal in turn order", "CL-2");
  }
  validator.require(open.current_player == (first + dealt) % players_, "current_player",
                    open.current_player, "must be the next player in the deal", "CL-2");
  return validator.error();
}

std::optional<InputError> Rules::validate(const Public& open, const Private& own,
                                          Player player) const {
  Validator validator(*this);
  // Promise: determinizable. The belief relies on it, and so does Undo.
  validator.require(!is_simplified() || (own.hand.kinds() & dead_before(open)).empty(), "hand",
                    own.hand, "must not contain dead cards", "CF-4");
  const bool undoable = open.current_player == player && Undo::legal_phases.contains(open.phase);
  kinds_.for_each([&](Card card) {
    validator.require(!undoable || own.hand.count(card) + taken_from_hand(open, card) >= 0, "hand",
                      own.hand, "must contain the cards picked up in this turn", "CL-20");
  });
  return validator.error();
}

bool Rules::is_consistent(const Table& table) const {
  if (!(table.hidden.draw_pile.kinds() & multipliers).empty()) return false;
  for (Player p = 0; p < players_; ++p) {
    if (validate(table.open, table.own[p], p)) return false;
  }
  return true;
}

std::optional<InputError> Rules::validation_error(const Table& table,
                                                  const Knowledge& knowledge) const {
  const Public& open = table.open;
  Validator validator(*this);
  validator.add(card_location_error(*this, table, deck_->all_cards(), "CL-1", "CL-2"));
  if (validator.ok()) validator.add(validate(open));
  for (Player p = 0; p < players_ && validator.ok(); ++p) {
    validator.add(validate(open, table.own[p], p));
  }
  if (validator.ok()) validator.add(log_entry_error(*this, knowledge.log));
  return validator.error();
}

std::optional<InputError> Rules::validation_error(const Observation& seen) const {
  return observation_error(*this, seen, deck_->all_cards(), "CL-1", "CL-2",
                           [&](const auto&... part) { return validate(part...); });
}

}  // namespace chemix::classic
