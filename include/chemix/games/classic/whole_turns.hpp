// SPDX-License-Identifier: Apache-2.0
// Whole turns of ChemiX Classic: everything that can come out of a turn, each once, and the best.
#pragma once

// A turn comes out as a table just before the hand is filled (CL-15, CF-1). It follows from five
// things: the compounds formed and those that stay dissolved, the hand, the cards that came to the
// own minus pile, and who got a noble gas, since every other card then has one place to be. So the
// search runs over sets of compounds, not over orders of steps. For each set of dissolved compounds
// it forms compounds in ascending order as long as the cards suffice, with one multiplier of a
// stack at most, and leaves a branch when too much would be left for a hand and for a noble gas.
// What can then be done with the cards that are left is a short list.

#include "chemix/games/classic.hpp"
#include "chemix/games/classic/turn_weights.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemix::classic {

/// What comes out of a whole turn: the table just before the hand is filled, told shortly.
struct Outcome {
  /// The compounds that are newly formed, and those that stay dissolved.
  CardBag formed;
  CardBag dissolved;
  /// The hand before it is filled.
  CardBag hand;
  /// What came to the minus pile of the player on turn.
  CardBag minus;
  /// Who got the noble gas, if one was used.
  std::optional<Seat> receiver;
  /// How much the turn changes the score of everybody (CL-24).
  PerPlayer<std::int16_t, max_players> points;

  constexpr bool operator==(const Outcome&) const = default;
};

/// An outcome and what it is worth.
struct BestOutcome {
  Outcome outcome;
  double value = 0;
};

/// All outcomes of the turn that begins in a table, each once. Found one after another while they
/// are asked for; the game must outlive this and what it hands out.
class WholeTurns {
 public:
  class Walk;
  class Iterator;
  using Weights = TurnWeights;

  /// Refuses a table in which no turn begins.
  static Result<WholeTurns> create(const Game& game, const Table& table);

  /// A walk over the outcomes; the first is that nothing was done.
  [[nodiscard]] Walk walk() const;
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// How many outcomes there are, at least one.
  [[nodiscard]] std::int64_t count() const;

  /// The table that an outcome stands for, just before the hand is filled.
  [[nodiscard]] Table table(const Outcome& outcome) const;
  /// One of the shortest ways to an outcome, as ids of actions; its last one ends the turn, or
  /// leads to where the hand is filled.
  [[nodiscard]] std::vector<int> steps(const Outcome& outcome) const;

  /// The first of the outcomes that have the highest `value(outcome)`.
  template <class Value>
  [[nodiscard]] BestOutcome best_by(Value&& value) const;
  [[nodiscard]] BestOutcome best(const TurnWeights& weights = {}) const;
  /// What an outcome is worth by weights.
  [[nodiscard]] double value(const Outcome& outcome, const TurnWeights& weights) const;

 private:
  // A multiplier that is taken from a stack, or returned to it.
  struct Move {
    int kind = -1;
    int taken = 0;

    [[nodiscard]] bool none() const { return kind < 0; }
    [[nodiscard]] int change(int of) const { return of == kind ? taken : 0; }
  };
  // A way through a turn.
  struct Plan {
    Move move;
    bool returns_from_hand = false;
    // A compound that is dissolved only to be restored.
    std::optional<Card> lent;
    SmallBag from_hand;
    SmallBag laid_off;
    bool lays_off = false;
    bool is_asked_about_gas = false;
    int cost = std::numeric_limits<int>::max();
  };
  // Kinds as bits at the lowest bit of their lanes in a bag.
  using Lanes = std::uint64_t;

  WholeTurns(const Game& game, const Table& table);

  [[nodiscard]] const Rules& rules() const { return game_->rules(); }
  [[nodiscard]] bool is_simplified() const { return rules().is_simplified(); }
  [[nodiscard]] SmallBag cards_of(std::uint64_t compounds) const;
  // The elements and multipliers that no compound of `display` contains.
  [[nodiscard]] Lanes unneeded(std::uint64_t display) const;
  // The dead elements among them; multipliers never expire (CF-4).
  [[nodiscard]] Lanes dead(std::uint64_t display) const;
  [[nodiscard]] static SmallBag part(const SmallBag& bag, Lanes kinds);
  [[nodiscard]] std::uint64_t layable(const SmallBag& cards, bool may_take) const;
  // Calls `visit(move)` for what may be done with the multipliers of `rest`; when one was taken to
  // form compounds, that is all.
  template <class Visit>
  void for_each_move(const SmallBag& rest, const Move& taken, Visit&& visit) const;
  // Whether some laid compound outside `dissolved` can be dissolved and restored again.
  [[nodiscard]] std::optional<Card> lendable(std::uint64_t dissolved, Lanes expired) const;

  void add_points(Outcome& outcome) const;
  [[nodiscard]] std::vector<Move> moves_for(const Outcome& outcome) const;
  [[nodiscard]] Plan plan(const Outcome& outcome, const Move& move, bool from_hand, bool hand_first,
                          bool lends) const;
  [[nodiscard]] std::vector<int> simplified_steps(const Outcome& outcome) const;
  void add_forms(std::vector<int>& steps, const Outcome& outcome, SmallBag from_hand) const;

  const Game* game_;
  Table start_;
  Player player_;
  SmallBag hand_;
  std::vector<Card> laid_;
  std::uint64_t laid_set_ = 0;
  std::uint64_t display_;
  SmallBag stacks_;
  bool has_gas_;
  // All parts of the hand.
  std::vector<SmallBag> hand_parts_;
};

/// Goes from one outcome to the next.
class WholeTurns::Walk {
 public:
  explicit Walk(const WholeTurns& turns) : turns_(&turns) { begin_subset(); }

  /// The next outcome, or nothing after the last.
  std::optional<Outcome> next();
  /// The number of all that are left.
  std::int64_t count_rest();

 private:
  // The compounds formed so far and what can follow them.
  struct Node {
    SmallBag rest;
    std::uint64_t formed = 0;
    std::uint64_t candidates = 0;
    Move taken;
  };

  void begin_subset();
  // Adds the node, if something can come of it or follow it, and its outcomes.
  void enter(Node node);
  bool advance();
  [[nodiscard]] bool is_hopeless(const Node& node) const;
  void add_outcomes(const Node& node);
  void add_kept(const Node& node, Lanes expired);
  void add_kept(const Node& node, const SmallBag& rest, Lanes expired);
  void add_given(const Node& node, Lanes expired);
  void add_simplified(const Node& node);
  void add_to_all(Outcome outcome);
  void add(Outcome outcome);

  const WholeTurns* turns_;
  std::uint32_t subset_ = 0;
  std::uint64_t dissolved_ = 0;
  std::vector<Node> path_;
  std::vector<Outcome> found_;
  std::size_t given_ = 0;
};

/// An input iterator over the outcomes.
class WholeTurns::Iterator {
 public:
  using value_type = Outcome;
  using difference_type = std::ptrdiff_t;
  using iterator_concept = std::input_iterator_tag;

  explicit Iterator(const WholeTurns& turns) : walk_(turns), outcome_(walk_.next()) {}
  const Outcome& operator*() const { return *outcome_; }
  const Outcome* operator->() const { return &*outcome_; }
  Iterator& operator++() {
    outcome_ = walk_.next();
    return *this;
  }
  void operator++(int) { ++*this; }
  friend bool operator==(const Iterator& at, std::default_sentinel_t) { return !at.outcome_; }

 private:
  Walk walk_;
  std::optional<Outcome> outcome_;
};

// ---- Making ----

inline Result<WholeTurns> WholeTurns::create(const Game& game, const Table& table) {
  const Public& open = table.open;
  const bool begins = open.phase == Phase::Build && open.formed.empty() && open.dissolved.empty() &&
                      !open.taken && !open.returned;
  if (begins) return WholeTurns(game, table);
  return tl::unexpected(
      InputError{"state", std::string(name_of(open.phase)), "no turn begins in it", "CL-5"});
}

inline WholeTurns::WholeTurns(const Game& game, const Table& table)
    : game_(&game),
      start_(table),
      player_(table.open.current_player),
      hand_(table.own[player_].hand.small()),
      display_(table.open.display.compounds()),
      stacks_(table.open.multipliers.small()),
      has_gas_(!table.open.gases[player_].empty()) {
  for (Player p = 0; p < game.player_count(); ++p) {
    table.open.laid[p].kinds().for_each([&](Card compound) { laid_.push_back(compound); });
    laid_set_ |= table.open.laid[p].compounds();
  }
  hand_parts_.emplace_back();
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const std::size_t before = hand_parts_.size();
    for (int copies = 1; copies <= hand_.count(kind); ++copies) {
      for (std::size_t i = 0; i < before; ++i) {
        hand_parts_.push_back(hand_parts_[i]);
        hand_parts_.back().add(kind, copies);
      }
    }
  }
}

// ---- Cards ----

inline SmallBag WholeTurns::cards_of(std::uint64_t compounds) const {
  SmallBag cards;
  for (; compounds != 0; compounds &= compounds - 1) {
    cards += rules().needs(std::countr_zero(compounds));
  }
  return cards;
}

inline WholeTurns::Lanes WholeTurns::unneeded(std::uint64_t display) const {
  Lanes kinds = 0;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const bool is_needed = (rules().containing(Card::of(kind)) & display) != 0;
    kinds |= Lanes{is_needed ? 0U : 1U} << kind * SmallBag::lane_width;
  }
  return kinds;
}

inline WholeTurns::Lanes WholeTurns::dead(std::uint64_t display) const {
  constexpr Lanes elements = (Lanes{1} << element_kind_count * SmallBag::lane_width) - 1;
  return unneeded(display) & elements;
}

inline SmallBag WholeTurns::part(const SmallBag& bag, Lanes kinds) {
  SmallBag some;
  for (Lanes left = SmallBag::occupied(bag.word(0)) & kinds; left != 0; left &= left - 1) {
    const int kind = std::countr_zero(left) / SmallBag::lane_width;
    some.add(kind, bag.count(kind));
  }
  return some;
}

// The compounds that cards can form, with a multiplier of a stack if one may be taken.
inline std::uint64_t WholeTurns::layable(const SmallBag& cards, bool may_take) const {
  std::uint64_t compounds = rules().matcher().layable(cards);
  for (int number = 2; may_take && number <= 4; ++number) {
    const int kind = Card::of_multiplier(number).index;
    if (stacks_.count(kind) == 0) continue;
    SmallBag more = cards;
    more.add(kind);
    compounds |= rules().matcher().layable(more);
  }
  return compounds;
}

template <class Visit>
void WholeTurns::for_each_move(const SmallBag& rest, const Move& taken, Visit&& visit) const {
  visit(taken);
  if (!taken.none()) return;
  for (int number = 2; number <= 4; ++number) {
    const int kind = Card::of_multiplier(number).index;
    if (stacks_.count(kind) > 0) visit(Move{kind, 1});
    if (rest.count(kind) > 0) visit(Move{kind, -1});
  }
}

inline std::optional<Card> WholeTurns::lendable(std::uint64_t dissolved, Lanes expired) const {
  for (const Card compound : laid_) {
    if ((dissolved >> compound.compound() & 1) != 0) continue;
    const SmallBag& cards = rules().needs(compound.compound());
    if ((SmallBag::occupied(cards.word(0)) & expired) == 0) return compound;
  }
  return std::nullopt;
}

// ---- Finding outcomes ----

inline WholeTurns::Walk WholeTurns::walk() const { return Walk(*this); }
inline WholeTurns::Iterator WholeTurns::begin() const { return Iterator(*this); }
inline std::int64_t WholeTurns::count() const { return walk().count_rest(); }

inline std::optional<Outcome> WholeTurns::Walk::next() {
  while (given_ == found_.size()) {
    found_.clear();
    given_ = 0;
    if (!advance()) return std::nullopt;
  }
  return found_[given_++];
}

inline std::int64_t WholeTurns::Walk::count_rest() {
  auto count = static_cast<std::int64_t>(found_.size() - given_);
  do {
    found_.clear();
    given_ = 0;
    if (!advance()) return count;
    count += static_cast<std::int64_t>(found_.size());
  } while (true);
}

inline void WholeTurns::Walk::begin_subset() {
  dissolved_ = 0;
  for (std::size_t i = 0; i < turns_->laid_.size(); ++i) {
    if ((subset_ >> i & 1) != 0) dissolved_ |= std::uint64_t{1} << turns_->laid_[i].compound();
  }
  enter({turns_->hand_ + turns_->cards_of(dissolved_), 0, turns_->display_, {}});
}

inline void WholeTurns::Walk::enter(Node node) {
  node.candidates &= turns_->layable(node.rest, node.taken.none());
  if (is_hopeless(node)) return;
  add_outcomes(node);
  if (node.candidates != 0) path_.push_back(node);
}

// Goes on to the next set of compounds; false after the last.
inline bool WholeTurns::Walk::advance() {
  if (path_.empty()) {
    if (++subset_ >> turns_->laid_.size() != 0) return false;
    begin_subset();
    return true;
  }
  Node& node = path_.back();
  const int compound = std::countr_zero(node.candidates);
  node.candidates &= node.candidates - 1;
  Node next = node;
  if (node.candidates == 0) path_.pop_back();
  const SmallBag& needs = turns_->rules().needs(compound);
  if (!next.rest.contains(needs)) {
    // One multiplier is missing, and one may be taken.
    for (int number = 2; number <= 4; ++number) {
      const int kind = Card::of_multiplier(number).index;
      if (next.rest.count(kind) < needs.count(kind)) next.taken = {kind, 1};
    }
    next.rest.add(next.taken.kind);
  }
  next.rest -= needs;
  next.formed |= std::uint64_t{1} << compound;
  enter(next);
  return true;
}

// Whether so many cards will be left, whatever is formed, that no hand can hold them and no noble
// gas helps.
inline bool WholeTurns::Walk::is_hopeless(const Node& node) const {
  if (turns_->has_gas_) return false;
  // Cards of kinds that nothing more will be formed of stay, unless they expire.
  Lanes usable = 0;
  for (std::uint64_t rest = node.candidates; rest != 0; rest &= rest - 1) {
    usable |= SmallBag::occupied(turns_->rules().needs(std::countr_zero(rest)).word(0));
  }
  const Lanes held = SmallBag::occupied(node.rest.word(0)) & ~usable;
  if (held == 0) return false;
  const Lanes expired = turns_->unneeded(turns_->display_ & ~node.formed);
  // One multiplier may be returned.
  return part(node.rest, held & ~expired).size() > hand_limit + 1;
}

inline void WholeTurns::Walk::add_outcomes(const Node& node) {
  if (turns_->is_simplified()) return add_simplified(node);
  const Lanes expired = turns_->unneeded(turns_->display_ & ~node.formed);
  add_kept(node, expired);
  if (turns_->has_gas_) add_given(node, expired);
}

// Outcomes without a noble gas: what is left is the hand.
inline void WholeTurns::Walk::add_kept(const Node& node, Lanes expired) {
  // The free and the hand cards of a kind are not told apart: what is left of them is at most what
  // the hand had, if it is not to expire.
  if (part(node.rest, ~expired).size() > hand_limit + 1) return;
  turns_->for_each_move(node.rest, node.taken, [&](const Move& move) {
    SmallBag rest = node.rest;
    if (node.taken.none() && move.taken > 0) rest.add(move.kind);
    if (move.taken < 0) rest.remove(move.kind);
    add_kept(node, rest, expired);
  });
}

inline void WholeTurns::Walk::add_kept(const Node& node, const SmallBag& rest, Lanes expired) {
  const SmallBag living = part(rest, ~expired);
  const int room = hand_limit - living.size();
  if (room < 0) return;
  const SmallBag going = rest - living;
  Outcome outcome;
  outcome.formed = CardBag(SmallBag(), node.formed);
  outcome.dissolved = CardBag(SmallBag(), dissolved_);
  if (going.empty()) {
    outcome.hand = CardBag(living, 0);
    return add(outcome);
  }
  // Expired cards stay only in the hand (CL-11).
  for (const SmallBag& kept : turns_->hand_parts_) {
    if (kept.size() > room || !going.contains(kept)) continue;
    outcome.hand = CardBag(living + kept, 0);
    outcome.minus = CardBag(going - kept, 0);
    add(outcome);
  }
}

// Outcomes in which a noble gas is given away: the hand is a part of what it was, all other cards
// that have not expired go to the pile and the stacks (CL-18). What was dissolved and restored
// counts as never dissolved, so that only what stays dissolved is looked at.
inline void WholeTurns::Walk::add_given(const Node& node, Lanes expired) {
  const bool lends = turns_->lendable(dissolved_, expired).has_value();
  const SmallBag needs = turns_->cards_of(node.formed);
  for (const SmallBag& hand : turns_->hand_parts_) {
    // Moves of expired multipliers show in the minus pile; of the others one is enough.
    bool found = false;
    turns_->for_each_move(node.rest, node.taken, [&](const Move& move) {
      const bool is_taken_now = node.taken.none() && move.taken > 0;
      const bool shows = !move.none() && (expired >> move.kind * SmallBag::lane_width & 1) != 0 &&
                         node.taken.none();
      if (found && !shows) return;
      SmallBag rest = node.rest;
      if (is_taken_now) rest.add(move.kind);
      if (move.taken < 0) rest.remove(move.kind);
      if (!rest.contains(hand)) return;
      rest -= hand;
      // Hand cards leave the hand only into compounds, to a stack and, expired, to the minus pile.
      const SmallBag gone = turns_->hand_ - hand;
      for (Lanes left = SmallBag::occupied(gone.word(0)) & ~expired; left != 0; left &= left - 1) {
        const int kind = std::countr_zero(left) / SmallBag::lane_width;
        const int returned = move.taken < 0 && move.kind == kind ? 1 : 0;
        if (gone.count(kind) > needs.count(kind) + returned) return;
      }
      const SmallBag free = part(rest, ~expired);
      if (free.empty() && !lends) return;
      // What can be restored is (CL-17).
      if ((turns_->rules().matcher().layable(free) & dissolved_) != 0) return;
      if (!shows) found = true;
      Outcome outcome;
      outcome.formed = CardBag(SmallBag(), node.formed);
      outcome.dissolved = CardBag(SmallBag(), dissolved_);
      outcome.hand = CardBag(hand, 0);
      outcome.minus = CardBag(rest - free, 0);
      add_to_all(outcome);
    });
  }
}

inline void WholeTurns::Walk::add_simplified(const Node& node) {
  const SmallBag dead = part(node.rest, turns_->dead(turns_->display_ & ~node.formed));
  const SmallBag living = node.rest - dead;
  // Dead cards of the hand count as such until step 5, and no compound needs these.
  const SmallBag used = turns_->cards_of(node.formed);
  SmallBag stuck;
  for (int kind = 0; kind < element_kind_count; ++kind) {
    if (dead.count(kind) == 0) continue;
    stuck.add(kind, std::max(0, turns_->hand_.count(kind) - used.count(kind)));
  }
  Outcome outcome;
  outcome.formed = CardBag(SmallBag(), node.formed);
  outcome.dissolved = CardBag(SmallBag(), dissolved_);
  outcome.minus = CardBag(dead, 0);
  int most = 0;
  turns_->for_each_move(living, node.taken, [&](const Move& move) {
    SmallBag hand = living;
    if (node.taken.none() && move.taken > 0) hand.add(move.kind);
    if (move.taken < 0) hand.remove(move.kind);
    most = std::max(most, hand.size());
    if (hand.size() + stuck.size() > hand_limit) return;
    outcome.hand = CardBag(hand, 0);
    add(outcome);
  });
  if (!turns_->has_gas_) return;
  // Free dead cards go to the minus pile, those of the hand with it to the discard pile (CF-2).
  outcome.hand = {};
  for (const SmallBag& kept : turns_->hand_parts_) {
    if (!dead.contains(kept) || !kept.contains(stuck)) continue;
    if (most + kept.size() <= hand_limit) continue;
    outcome.minus = CardBag(dead - kept, 0);
    add_to_all(outcome);
  }
}

inline void WholeTurns::Walk::add_to_all(Outcome outcome) {
  for (Player p = 0; p < turns_->game_->player_count(); ++p) {
    if (p == turns_->player_) continue;
    outcome.receiver = Seat::of(p);
    outcome.points = {};
    add(outcome);
  }
}

inline void WholeTurns::Walk::add(Outcome outcome) {
  turns_->add_points(outcome);
  found_.push_back(outcome);
}

// Compounds count where they lie (CL-23), so that dissolving one changes nothing.
inline void WholeTurns::add_points(Outcome& outcome) const {
  int own = hand_.size() - outcome.hand.size() - outcome.minus.size();
  for (std::uint64_t rest = outcome.formed.compounds(); rest != 0; rest &= rest - 1) {
    own += rules().deck().compound(Card::of_compound(std::countr_zero(rest))).points;
  }
  if (outcome.receiver) {
    own -= gas_points;
    outcome.points[*outcome.receiver] = gas_points;
  }
  outcome.points[player_] = static_cast<std::int16_t>(own);
}

// ---- The best ----

template <class Value>
BestOutcome WholeTurns::best_by(Value&& value) const {
  Walk all = walk();
  BestOutcome best{*all.next(), 0};
  best.value = value(best.outcome);
  while (const auto outcome = all.next()) {
    const double worth = value(*outcome);
    if (worth > best.value) best = {*outcome, worth};
  }
  return best;
}

inline double WholeTurns::value(const Outcome& outcome, const TurnWeights& weights) const {
  int others = 0;
  for (Player p = 0; p < game_->player_count(); ++p) {
    if (p != player_) others += outcome.points[p];
  }
  const int gases = start_.open.gases[player_].size() - (outcome.receiver ? 1 : 0);
  return weights.points * outcome.points[player_] + weights.points_to_others * others +
         weights.cards_kept * outcome.hand.size() + weights.minus_cards * outcome.minus.size() +
         weights.noble_gases * gases;
}

inline BestOutcome WholeTurns::best(const TurnWeights& weights) const {
  return best_by([&](const Outcome& outcome) { return value(outcome, weights); });
}

// ---- The table of an outcome ----

inline Table WholeTurns::table(const Outcome& outcome) const {
  Table table = start_;
  Public& open = table.open;
  const std::uint64_t dissolved = outcome.dissolved.compounds();
  // What has no other place is in the pile or on the stacks.
  const SmallBag rest = hand_ + cards_of(dissolved) + stacks_;
  const SmallBag placed =
      cards_of(outcome.formed.compounds()) + outcome.hand.small() + outcome.minus.small();
  open.multipliers = {};
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const Card card = Card::of(kind);
    for (int i = rest.count(kind) - placed.count(kind); i > 0; --i) {
      if (card.is_multiplier()) {
        open.multipliers.add(card);
      } else if (is_simplified()) {
        open.discard_pile.add(card);
      } else {
        table.hidden.draw_pile.add(card);
        ++open.draw_pile_size;
      }
    }
  }
  for (Player p = 0; p < game_->player_count(); ++p) {
    const CardBag own(SmallBag(), open.laid[p].compounds() & dissolved);
    open.laid[p] -= own;
    open.won[p] += own;
  }
  open.laid[player_] += outcome.formed;
  open.display -= outcome.formed;
  open.laid_cards = CardBag(
      open.laid_cards.small() + cards_of(outcome.formed.compounds()) - cards_of(dissolved), 0);
  open.minus[player_] += outcome.minus;
  table.own[player_].hand = outcome.hand;
  open.hand_size[player_] = static_cast<std::uint8_t>(outcome.hand.size());
  if (outcome.receiver) {
    const Card gas = open.gases[player_].nth(0);
    open.gases[player_].remove(gas);
    open.gases[*outcome.receiver].add(gas);
  }
  if (is_simplified()) {
    const Lanes dead_now = dead(open.display.compounds());
    for (Player p = 0; p < game_->player_count(); ++p) {
      CardBag& hand = table.own[p].hand;
      const CardBag buried(part(hand.small(), dead_now), 0);
      hand -= buried;
      open.minus[p] += buried;
      open.hand_size[p] = static_cast<std::uint8_t>(hand.size());
    }
  }
  const bool passed = outcome.formed.empty() && outcome.dissolved.empty();
  open.passes = static_cast<std::uint8_t>(passed ? open.passes + 1 : 0);
  open.phase = Phase::Fill;
  return table;
}

// ---- A shortest way to an outcome ----

// What may have been done with the multipliers, as far as the outcome shows.
inline std::vector<WholeTurns::Move> WholeTurns::moves_for(const Outcome& outcome) const {
  const SmallBag before = hand_ + cards_of(outcome.dissolved.compounds());
  const SmallBag used = cards_of(outcome.formed.compounds());
  const Lanes expired = unneeded(display_ & ~outcome.formed.compounds());
  std::vector<Move> moves;
  const auto add = [&](const Move& move) {
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const int rest = before.count(kind) - used.count(kind) + move.change(kind);
      const int told = outcome.hand.count(Card::of(kind)) + outcome.minus.count(Card::of(kind));
      const bool all_told = !outcome.receiver ||
                            (!is_simplified() && (expired >> kind * SmallBag::lane_width & 1) != 0);
      if (rest < told || (all_told && rest > told)) return;
    }
    moves.push_back(move);
  };
  add({});
  for (int number = 2; number <= 4; ++number) {
    const int kind = Card::of_multiplier(number).index;
    if (stacks_.count(kind) > 0) add({kind, 1});
    add({kind, -1});
  }
  return moves;
}

// How a turn comes to the outcome with a move of a multiplier, from the hand or not, where
// compounds are formed of hand cards first or of free cards first, and with a compound that is
// dissolved and restored or without.
inline WholeTurns::Plan WholeTurns::plan(const Outcome& outcome, const Move& move, bool from_hand,
                                         bool hand_first, bool lends) const {
  Plan plan;
  plan.move = move;
  plan.returns_from_hand = from_hand;
  const std::uint64_t dissolved = outcome.dissolved.compounds();
  const std::uint64_t display = display_ & ~outcome.formed.compounds();
  const SmallBag needs = cards_of(outcome.formed.compounds());
  SmallBag free = cards_of(dissolved);
  SmallBag hand = hand_;
  if (!move.none()) {
    SmallBag& place = from_hand ? hand : free;
    if (move.taken > 0) {
      free.add(move.kind);
    } else if (place.count(move.kind) > 0) {
      place.remove(move.kind);
    } else {
      return plan;
    }
  }
  Lanes expired = 0;
  bool any_expired = false;
  bool asks_to_return = false;
  int left_in_hand = 0;
  SmallBag left_free;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const Card card = Card::of(kind);
    if (card.is_noble_gas() || rules().deck().all_cards().count(card) == 0) continue;
    const bool expires = (rules().containing(card) & display) == 0;
    any_expired = any_expired || expires;
    asks_to_return = asks_to_return || (expires && card.is_multiplier() && move.none());
    if (expires) expired |= Lanes{1} << kind * SmallBag::lane_width;
    const int held = hand.count(kind);
    const int least = std::max(0, needs.count(kind) - free.count(kind));
    const int most = std::min(needs.count(kind), held);
    const int kept = outcome.hand.count(card);
    // Of a hand that is told exactly so many are used; else as few or as many as can be.
    int used = expires            ? std::min(most, held - kept)
               : outcome.receiver ? held - kept
               : hand_first       ? most
                                  : least;
    if (used < least || used > most) return plan;
    plan.from_hand.add(kind, used);
    left_in_hand += held - used;
    if (expires) {
      plan.laid_off.add(kind, held - used - kept);
    } else {
      left_free.add(kind, free.count(kind) - needs.count(kind) + used);
    }
  }
  plan.lays_off = any_expired && left_in_hand > 0;
  if (lends) plan.lent = lendable(dissolved, expired);
  if (outcome.receiver) {
    if (lends ? !plan.lent : left_free.empty()) return plan;
    if ((rules().matcher().layable(left_free) & dissolved) != 0) return plan;
  }
  plan.is_asked_about_gas = has_gas_ && !left_free.empty() && !outcome.receiver;
  plan.cost = (move.none() ? 0 : 1) + (asks_to_return ? 1 : 0) +
              (plan.lays_off ? 1 + plan.laid_off.size() : 0) + (plan.lent ? 2 : 0) +
              (plan.is_asked_about_gas ? 1 : 0);
  return plan;
}

inline void WholeTurns::add_forms(std::vector<int>& steps, const Outcome& outcome,
                                  SmallBag from_hand) const {
  outcome.formed.kinds().for_each([&](Card compound) {
    const SmallBag& needs = rules().needs(compound.compound());
    Form form{compound, {}};
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const int used = std::min(needs.count(kind), from_hand.count(kind));
      from_hand.remove(kind, used);
      for (int i = 0; i < used; ++i) form.from_hand.push_bottom(Card::of(kind));
    }
    steps.push_back(rules().action_id(form));
  });
}

inline std::vector<int> WholeTurns::steps(const Outcome& outcome) const {
  if (is_simplified()) return simplified_steps(outcome);
  Plan best;
  for (const Move& move : moves_for(outcome)) {
    for (int way = 0; way < 8; ++way) {
      const bool from_hand = (way & 1) != 0;
      const bool lends = (way & 4) != 0;
      if ((from_hand && move.taken >= 0) || (lends && !outcome.receiver)) continue;
      const Plan other = plan(outcome, move, from_hand, (way & 2) != 0, lends);
      if (other.cost < best.cost) best = other;
    }
  }
  std::vector<int> steps;
  const auto add = [&](const Action& action) { steps.push_back(rules().action_id(action)); };
  const Card moved = Card::of(std::max(0, best.move.kind));
  outcome.dissolved.kinds().for_each([&](Card compound) { add(Dissolve{compound}); });
  if (best.lent) add(Dissolve{*best.lent});
  if (best.move.taken > 0) add(Take{moved});
  add_forms(steps, outcome, best.from_hand);
  if (best.move.taken < 0) {
    add(Return{moved, best.returns_from_hand ? Source::Hand : Source::Free});
  }
  add(Done{});
  const CardSet expired = rules().unneeded(display_ & ~outcome.formed.compounds());
  bool asks_to_return = false;
  for (int number = 2; number <= 4; ++number) {
    asks_to_return = asks_to_return || expired.contains(Card::of_multiplier(number));
  }
  if (best.move.none() && asks_to_return) add(ReturnNothing{});
  if (best.lays_off) {
    for (int kind = 0; kind < small_kind_count; ++kind) {
      for (int i = best.laid_off.count(kind); i > 0; --i) add(LayOff{Card::of(kind)});
    }
    add(Done{});
  }
  if (best.is_asked_about_gas) add(Keep{});
  if (outcome.receiver) {
    add(Use{});
    if (best.lent) add(Restore{*best.lent});
    add(Give{*outcome.receiver});
  }
  return steps;
}

inline std::vector<int> WholeTurns::simplified_steps(const Outcome& outcome) const {
  const SmallBag before = hand_ + cards_of(outcome.dissolved.compounds());
  const SmallBag needs = cards_of(outcome.formed.compounds());
  const int left = before.size() - needs.size() - outcome.minus.size();
  Move move;
  for (const Move& other : moves_for(outcome)) {
    // A noble gas is used only with too many cards, and any move that brings so many will do.
    if (outcome.receiver && left + other.taken <= hand_limit) continue;
    move = other;
    break;
  }
  SmallBag free = cards_of(outcome.dissolved.compounds());
  if (move.taken > 0) free.add(move.kind);
  // As many hand cards as can be, so that no dead ones stay; but for a noble gas the free dead ones
  // that do not go to the minus pile are needed too.
  const Lanes dead_now = dead(display_ & ~outcome.formed.compounds());
  SmallBag from_hand;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const bool told = outcome.receiver && (dead_now >> kind * SmallBag::lane_width & 1) != 0;
    const int to_minus = outcome.minus.count(Card::of(kind));
    from_hand.add(kind, told ? needs.count(kind) - free.count(kind) + to_minus
                             : std::min(needs.count(kind), hand_.count(kind)));
  }
  std::vector<int> steps;
  const auto add = [&](const Action& action) { steps.push_back(rules().action_id(action)); };
  outcome.dissolved.kinds().for_each([&](Card compound) { add(Dissolve{compound}); });
  if (move.taken > 0) add(Take{Card::of(move.kind)});
  add_forms(steps, outcome, from_hand);
  add(Done{});
  if (move.taken < 0) add(Return{Card::of(move.kind), Source::Hand});
  if (move.none()) add(ReturnNothing{});
  if (outcome.receiver) {
    add(Use{});
    add(Give{*outcome.receiver});
  }
  return steps;
}

}  // namespace chemix::classic
