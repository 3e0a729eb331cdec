// SPDX-License-Identifier: Apache-2.0
// Whole turns of ChemiX Classic: enumerates all outcomes of a turn, each once, and finds the best.
#pragma once

// The outcome of a turn is the table just before the hand is filled (CL-15, CF-1). Five things
// determine it: the compounds formed, those that stay dissolved, the hand, the cards added to the
// player's minus pile, and the receiver of a noble gas; every other card then has only one possible
// place. The search therefore runs over sets of compounds, not over orders of steps. For each set
// of dissolved compounds it forms compounds in ascending order as long as the cards suffice, with
// at most one multiplier taken from a stack, and prunes a branch that leaves too many cards for a
// hand and for a noble gas. The uses of the cards left over are a short list. The search for the
// best outcome is a branch and bound over the same sets: it prunes those whose remaining cards
// cannot bring enough points.

#include "chemix/core/stop_token.hpp"
#include "chemix/games/classic/rules.hpp"
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

/// The outcome of a whole turn: a compact form of the table just before the hand is filled.
struct Outcome {
  /// The newly formed compounds, and those that stay dissolved.
  CardBag formed;
  CardBag dissolved;
  /// The hand before it is filled.
  CardBag hand;
  /// The cards added to the minus pile of the player on turn.
  CardBag minus;
  /// The player who received the noble gas, if one was used.
  std::optional<Seat> receiver;
  /// Changes of everybody's score by the turn (CL-24).
  PerPlayer<std::int16_t, max_players> points;

  constexpr bool operator==(const Outcome&) const = default;
};

/// An outcome and its value.
struct BestOutcome {
  Outcome outcome;
  double value = 0;
};

/// All outcomes of the turn that begins on a table, each once, found lazily. The game must outlive
/// this object and every walk and iterator obtained from it.
class WholeTurns {
 public:
  class Walk;
  class Iterator;
  using Weights = TurnWeights;

  /// Fails if no turn begins on `table`.
  static Result<WholeTurns> create(const Game& game, const Table& table);

  /// Walks over the outcomes, beginning with the one in which nothing was done.
  [[nodiscard]] Walk walk() const;
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  /// The number of outcomes, at least 1. Enumerates all of them. Means nothing if `stop` ends the
  /// work.
  [[nodiscard]] std::int64_t count(StopPoll& stop) const;
  [[nodiscard]] std::int64_t count() const;

  /// The table that an outcome stands for, just before the hand is filled.
  [[nodiscard]] Table table(const Outcome& outcome) const;
  /// A shortest sequence of action ids that leads to an outcome. The last action ends the turn or
  /// leads to filling the hand.
  [[nodiscard]] std::vector<int> steps(const Outcome& outcome) const;

  /// The first of the outcomes with the highest `value(outcome)`.
  template <class Value>
  [[nodiscard]] BestOutcome best_by(Value&& value) const;
  /// The same by weights. Means nothing if `stop` ends the work.
  [[nodiscard]] BestOutcome best(const TurnWeights& weights, StopPoll& stop) const;
  [[nodiscard]] BestOutcome best(const TurnWeights& weights = {}) const;
  /// The value of an outcome under these weights.
  [[nodiscard]] double value(const Outcome& outcome, const TurnWeights& weights) const;

 private:
  // A multiplier taken from a stack (`taken` 1) or returned to it (−1).
  struct Move {
    int kind = -1;
    int taken = 0;

    [[nodiscard]] bool none() const { return kind < 0; }
    [[nodiscard]] int change(int of) const { return of == kind ? taken : 0; }
    [[nodiscard]] SmallBag applied_to(SmallBag cards) const {
      if (taken > 0) cards.add(kind);
      if (taken < 0) cards.remove(kind);
      return cards;
    }
  };
  static constexpr SmallBag one_of_each_multiplier = [] {
    SmallBag cards;
    for (int i = 0; i < multiplier_kind_count; ++i) cards.add(Card::of_multiplier(i + 2).index);
    return cards;
  }();
  // One way to play a turn, with its cost in steps.
  struct Plan {
    Move move;
    bool returns_from_hand = false;
    // A compound that is dissolved only to be restored.
    std::optional<Card> lent;
    SmallBag from_hand;
    SmallBag laid_off;
    bool lays_off = false;
    bool is_asked_about_gas = false;
    int cost = (std::numeric_limits<int>::max)();
  };
  // A set of kinds, each as the lowest bit of its lane in a bag.
  using Lanes = std::uint64_t;
  class Search;

  static constexpr Lanes all_kinds = SmallBag::every_lane();
  static constexpr Lanes elements = lowest_bits(element_kind_count * SmallBag::lane_width);

  // A kind in the hand. `parts_with_fewer[n]` marks, one bit each, the parts of the hand that have
  // fewer than n cards of it.
  struct HeldKind {
    int kind = 0;
    int count = 0;
    std::array<std::uint64_t, hand_limit + 2> parts_with_fewer{};

    [[nodiscard]] std::uint64_t parts_with(int least, int most) const {
      return parts_with_fewer[static_cast<std::size_t>(most + 1)] &
             ~parts_with_fewer[static_cast<std::size_t>(least)];
    }
  };
  // The amounts that the value of an outcome depends on.
  struct Amounts {
    int own = 0;
    int others = 0;
    int hand = 0;
    int minus = 0;
    int gases = 0;
  };

  WholeTurns(const Game& game, const Table& table);

  [[nodiscard]] static double worth(const TurnWeights& weights, const Amounts& amounts);
  [[nodiscard]] const Rules& rules() const { return game_->rules(); }
  [[nodiscard]] bool is_simplified() const { return rules().is_simplified(); }
  [[nodiscard]] SmallBag cards_of(std::uint64_t compounds) const;
  // The elements and multipliers that no compound of `display` contains.
  [[nodiscard]] Lanes unneeded(std::uint64_t display) const;
  // The dead elements among them; multipliers never expire (CF-4).
  [[nodiscard]] Lanes dead(std::uint64_t display) const;
  [[nodiscard]] static SmallBag only(const SmallBag& bag, Lanes kinds) {
    return bag.only(SmallBag::Set::of_packed({{kinds}}));
  }
  [[nodiscard]] static SmallBag without(const SmallBag& bag, Lanes kinds) {
    return bag - only(bag, kinds);
  }
  // A laid compound outside `dissolved` that can be dissolved and restored again, if there is one.
  [[nodiscard]] std::optional<Card> lendable(std::uint64_t dissolved, Lanes expired) const;

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
  // The kinds that have expired before anything is formed.
  Lanes expired_;
  SmallBag stacks_;
  bool has_gas_;
  // All parts (sub-bags) of the hand, and its kinds.
  std::vector<SmallBag> hand_parts_;
  std::vector<HeldKind> held_kinds_;
};

/// Enumerates the outcomes one by one.
class WholeTurns::Walk {
 public:
  explicit Walk(const WholeTurns& turns) : turns_(&turns) { begin(0); }

  /// Returns the next outcome, or nothing after the last.
  std::optional<Outcome> next();
  /// Consumes and counts the remaining outcomes, unless `stop` ends the work.
  std::int64_t count_rest(StopPoll& stop);

 private:
  friend class Search;

  // A set of formed compounds, the cards left over, and the compounds that can follow.
  struct Node {
    SmallBag rest;
    // The cards and points of the formed compounds, and the kinds that have expired with them.
    SmallBag used;
    int points = 0;
    Lanes expired = 0;
    std::uint64_t formed = 0;
    std::uint64_t candidates = 0;
    // Whether a multiplier was taken from a stack for them.
    bool has_taken = false;
  };
  // The possible moves of a multiplier once nothing more is formed; the first is none.
  class Moves {
   public:
    Moves(const Node& node, const SmallBag& stacks);
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + count_; }

   private:
    std::array<Move, 1 + 2 * multiplier_kind_count> moves_;
    std::size_t count_ = 1;
  };

  // Skips the nodes that `search` prunes.
  Walk(const WholeTurns& turns, Search& search) : turns_(&turns), search_(&search) {}

  // Starts a set of dissolved compounds, given as one bit per laid compound.
  void begin(std::uint32_t subset);
  // Adds the outcomes of a node and pushes it onto the path, unless it can be pruned.
  void enter(Node node);
  // Advances to the next set of formed compounds; returns false after the last.
  bool advance();
  // Like `advance`, but continues with the next set of dissolved compounds.
  bool advance_all();
  void form(Node& node, int compound) const;
  [[nodiscard]] bool is_hopeless(const Node& node, Lanes usable) const;
  void add_outcomes(const Node& node);
  void add_kept(const Node& node);
  void add_kept(const Node& node, const SmallBag& rest);
  [[nodiscard]] bool restores(const SmallBag& free) const;
  [[nodiscard]] bool is_restored(const Node& node, SmallBag free) const;
  void add_given(const Node& node);
  void add_simplified(const Node& node);
  void add_to_all(const Node& node, const SmallBag& hand, const SmallBag& minus);
  void add(const Node& node, const SmallBag& hand, const SmallBag& minus,
           std::optional<Seat> receiver = std::nullopt);

  const WholeTurns* turns_;
  Search* search_ = nullptr;
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

// Branch and bound for the best outcome by weights. It begins with the largest sets of dissolved
// compounds, which free the most cards to form from. Among equal outcomes, that of the earlier set
// wins, because a walk reaches it first.
class WholeTurns::Search {
 public:
  Search(const WholeTurns& turns, const TurnWeights& weights);

  [[nodiscard]] BestOutcome best(StopPoll& stop);
  // Whether an outcome of this set of dissolved compounds can beat the best so far if it forms the
  // compounds of the node and further ones of `usable` kinds only.
  [[nodiscard]] bool may_follow(const Walk::Node& node, std::uint32_t subset, Lanes usable);
  // Whether an outcome of the node itself can beat the best so far.
  [[nodiscard]] bool may_come(const Walk::Node& node, std::uint32_t subset);

 private:
  [[nodiscard]] int max_points(int cards) const { return cards * rate_points_ / rate_cards_; }
  [[nodiscard]] bool may_beat(std::uint32_t subset, int points, int left);
  // Upper bound on the value of outcomes whose formed compounds bring at most `points` points and
  // in which, unless a noble gas is used, at least `left` cards are left over.
  [[nodiscard]] double bound(int points, int left);
  [[nodiscard]] double max_with(int points, int left) const;

  const WholeTurns* turns_;
  const TurnWeights* weights_;
  // Whether fewer points or more minus cards may be better under these weights.
  bool likes_loss_;
  BestOutcome best_;
  std::uint32_t subset_ = 0;
  // The number of cards that a turn can involve, and the highest ratio of points to cards of any
  // compound.
  int cards_;
  int rate_points_ = 0;
  int rate_cards_ = 1;
  // Cached results of `bound`, by points and cards left.
  std::vector<std::optional<double>> bounds_;
};

// ---- Making ----

inline Result<WholeTurns> WholeTurns::create(const Game& game, const Table& table) {
  const Public& open = table.open;
  const bool begins = open.phase == Phase::Build && open.formed.empty() && open.dissolved.empty() &&
                      !open.taken && !open.returned;
  if (begins) return WholeTurns(game, table);
  return tl::unexpected(InputError{"state", std::string(name_of(open.phase)),
                                   "must be at the beginning of a turn", "CL-5"});
}

inline WholeTurns::WholeTurns(const Game& game, const Table& table)
    : game_(&game),
      start_(table),
      player_(table.open.current_player),
      hand_(table.own[player_].hand.small_cards()),
      display_(table.open.display.compounds()),
      expired_(unneeded(display_)),
      stacks_(table.open.multipliers.small_cards()),
      has_gas_(!table.open.gases[player_].empty()) {
  for (Player p = 0; p < game.player_count(); ++p) {
    table.open.laid[p].kinds().for_each([&](Card compound) { laid_.push_back(compound); });
    laid_set_ |= table.open.laid[p].compounds();
  }
  hand_parts_.emplace_back();
  for (int kind = 0; kind < small_kind_count; ++kind) {
    if (hand_.count(kind) == 0) continue;
    HeldKind& held = held_kinds_.emplace_back();
    held.kind = kind;
    held.count = hand_.count(kind);
    const std::size_t before = hand_parts_.size();
    for (int copies = 1; copies <= held.count; ++copies) {
      for (std::size_t i = 0; i < before; ++i) {
        hand_parts_.push_back(hand_parts_[i]);
        hand_parts_.back().add(kind, copies);
      }
    }
  }
  for (HeldKind& held : held_kinds_) {
    for (std::size_t count = 0; count < held.parts_with_fewer.size(); ++count) {
      for (std::size_t i = 0; i < hand_parts_.size(); ++i) {
        const auto has = static_cast<std::size_t>(hand_parts_[i].count(held.kind));
        const std::uint64_t has_fewer = has < count ? 1 : 0;
        held.parts_with_fewer[count] |= has_fewer << i;
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
  return unneeded(display) & elements;
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
inline std::int64_t WholeTurns::count(StopPoll& stop) const { return walk().count_rest(stop); }
inline std::int64_t WholeTurns::count() const {
  StopPoll never;
  return count(never);
}

inline std::optional<Outcome> WholeTurns::Walk::next() {
  while (given_ == found_.size()) {
    found_.clear();
    given_ = 0;
    if (!advance_all()) return std::nullopt;
  }
  return found_[given_++];
}

inline std::int64_t WholeTurns::Walk::count_rest(StopPoll& stop) {
  auto count = static_cast<std::int64_t>(found_.size() - given_);
  do {
    found_.clear();
    given_ = 0;
    if (stop.spend() || !advance_all()) return count;
    count += static_cast<std::int64_t>(found_.size());
  } while (true);
}

inline void WholeTurns::Walk::begin(std::uint32_t subset) {
  subset_ = subset;
  dissolved_ = 0;
  for (std::size_t i = 0; i < turns_->laid_.size(); ++i) {
    if ((subset_ >> i & 1) != 0) dissolved_ |= std::uint64_t{1} << turns_->laid_[i].compound();
  }
  Node node;
  node.rest = turns_->hand_ + turns_->cards_of(dissolved_);
  node.expired = turns_->expired_;
  node.candidates = turns_->display_;
  enter(node);
}

inline void WholeTurns::Walk::enter(Node node) {
  if (search_ != nullptr && !search_->may_follow(node, subset_, all_kinds)) return;
  const Matcher& matcher = turns_->rules().matcher();
  node.candidates &=
      node.has_taken ? matcher.layable(node.rest) : matcher.layable(node.rest, turns_->stacks_);
  Lanes usable = 0;
  for (std::uint64_t rest = node.candidates; rest != 0; rest &= rest - 1) {
    usable |= SmallBag::occupied(turns_->rules().needs(std::countr_zero(rest)).word(0));
  }
  if (search_ != nullptr && !search_->may_follow(node, subset_, usable)) return;
  if (is_hopeless(node, usable)) return;
  if (search_ == nullptr || search_->may_come(node, subset_)) add_outcomes(node);
  if (node.candidates != 0) path_.push_back(node);
}

inline bool WholeTurns::Walk::advance_all() {
  if (advance()) return true;
  if ((subset_ + 1) >> turns_->laid_.size() != 0) return false;
  begin(subset_ + 1);
  return true;
}

inline bool WholeTurns::Walk::advance() {
  if (path_.empty()) return false;
  Node& node = path_.back();
  const int compound = std::countr_zero(node.candidates);
  node.candidates &= node.candidates - 1;
  Node next = node;
  if (node.candidates == 0) path_.pop_back();
  form(next, compound);
  enter(next);
  return true;
}

inline void WholeTurns::Walk::form(Node& node, int compound) const {
  const Rules& rules = turns_->rules();
  const SmallBag& needs = rules.needs(compound);
  if (!node.rest.contains(needs)) {
    // One multiplier is missing; take it from its stack.
    for (int number = 2; number <= 4; ++number) {
      const int kind = Card::of_multiplier(number).index;
      if (node.rest.count(kind) < needs.count(kind)) node.rest.add(kind);
    }
    node.has_taken = true;
  }
  node.rest -= needs;
  node.used += needs;
  node.points += rules.deck().compound(Card::of_compound(compound)).points;
  node.formed |= std::uint64_t{1} << compound;
  const std::uint64_t display = turns_->display_ & ~node.formed;
  for (Lanes left = SmallBag::occupied(needs.word(0)); left != 0; left &= left - 1) {
    const int kind = std::countr_zero(left) / SmallBag::lane_width;
    if ((rules.containing(Card::of(kind)) & display) == 0) node.expired |= left & -left;
  }
}

// Whether neither a node nor its successors, which form more of the usable kinds, have outcomes:
// more cards will be left than a hand can hold, and a noble gas does not help.
inline bool WholeTurns::Walk::is_hopeless(const Node& node, Lanes usable) const {
  if (turns_->has_gas_ && turns_->is_simplified()) return false;
  // All other cards stay unless they expire; one multiplier may be returned.
  const SmallBag staying = without(node.rest, node.expired | usable);
  return staying.size() > hand_limit + 1 && (!turns_->has_gas_ || is_restored(node, staying));
}

inline WholeTurns::Walk::Moves::Moves(const Node& node, const SmallBag& stacks) {
  if (node.has_taken) return;
  for (int number = 2; number <= 4; ++number) {
    const int kind = Card::of_multiplier(number).index;
    if (stacks.count(kind) > 0) moves_[count_++] = {kind, 1};
    if (node.rest.count(kind) > 0) moves_[count_++] = {kind, -1};
  }
}

inline void WholeTurns::Walk::add_outcomes(const Node& node) {
  if (turns_->is_simplified()) return add_simplified(node);
  add_kept(node);
  if (turns_->has_gas_) add_given(node);
}

// Adds the outcomes without a noble gas, in which the cards left over become the hand.
inline void WholeTurns::Walk::add_kept(const Node& node) {
  // Free and hand cards of a kind need not be distinguished, except that expired cards can stay
  // only up to the number that the hand held.
  if (without(node.rest, node.expired).size() > hand_limit + 1) return;
  for (const Move& move : Moves(node, turns_->stacks_)) add_kept(node, move.applied_to(node.rest));
}

inline void WholeTurns::Walk::add_kept(const Node& node, const SmallBag& rest) {
  const SmallBag living = without(rest, node.expired);
  const int room = hand_limit - living.size();
  if (room < 0) return;
  const SmallBag going = rest - living;
  if (going.empty()) return add(node, living, going);
  // Expired cards stay only in the hand (CL-11).
  for (const SmallBag& kept : turns_->hand_parts_) {
    if (kept.size() > room || !going.contains(kept)) continue;
    add(node, living + kept, going - kept);
  }
}

// Whether free cards restore a dissolved compound, as they must if they can (CL-17).
inline bool WholeTurns::Walk::restores(const SmallBag& free) const {
  return (turns_->rules().matcher().layable(free) & dissolved_) != 0;
}

// Whether these cards restore a dissolved compound, however many of them stay in the hand and
// whichever multiplier is returned.
inline bool WholeTurns::Walk::is_restored(const Node& node, SmallBag free) const {
  if (!restores(free)) return false;
  const SmallBag going = turns_->hand_ + (node.has_taken ? SmallBag() : one_of_each_multiplier);
  for (Lanes left = SmallBag::occupied(going.word(0)); left != 0; left &= left - 1) {
    const int kind = std::countr_zero(left) / SmallBag::lane_width;
    free.remove(kind, (std::min)(free.count(kind), going.count(kind)));
  }
  return restores(free);
}

// Adds the outcomes in which a noble gas is given away. The hand is a part of what it was; all
// other cards that have not expired go to the pile and the stacks (CL-18). A restored compound
// counts as never dissolved, so only sets that stay dissolved are considered.
inline void WholeTurns::Walk::add_given(const Node& node) {
  if (is_restored(node, without(node.rest, node.expired))) return;
  const SmallBag moved = node.has_taken ? SmallBag() : one_of_each_multiplier;
  // Hand cards leave the hand only into compounds, to a stack or, if expired, to the minus pile.
  const SmallBag used = node.used + moved;
  const SmallBag held = node.rest + moved;
  std::uint64_t parts = lowest_bits(static_cast<int>(turns_->hand_parts_.size()));
  for (const HeldKind& of : turns_->held_kinds_) {
    const bool is_expired = (node.expired >> of.kind * SmallBag::lane_width & 1) != 0;
    const int least = is_expired ? 0 : (std::max)(0, of.count - used.count(of.kind));
    const int most = (std::min)(of.count, held.count(of.kind));
    parts &= of.parts_with(least, most);
  }
  if (parts == 0) return;
  const bool any_shows = (node.expired & SmallBag::occupied(moved.word(0))) != 0;
  const Moves moves(node, turns_->stacks_);
  for (; parts != 0; parts &= parts - 1) {
    const SmallBag& hand = turns_->hand_parts_[static_cast<std::size_t>(std::countr_zero(parts))];
    const SmallBag gone = without(turns_->hand_ - hand, node.expired);
    // Moving an expired multiplier shows in the minus pile; among the other moves, one is enough.
    bool found = false;
    for (const Move& move : moves) {
      const bool shows =
          !move.none() && (node.expired >> move.kind * SmallBag::lane_width & 1) != 0;
      if (found && !shows) continue;
      SmallBag rest = move.applied_to(node.rest);
      SmallBag spent = node.used;
      if (move.taken < 0) spent.add(move.kind);
      if (!rest.contains(hand) || !spent.contains(gone)) continue;
      rest -= hand;
      const SmallBag free = without(rest, node.expired);
      if (free.empty() && !turns_->lendable(dissolved_, node.expired)) continue;
      if (restores(free)) continue;
      add_to_all(node, hand, rest - free);
      if (!any_shows) break;
      if (!shows) found = true;
    }
  }
}

inline void WholeTurns::Walk::add_simplified(const Node& node) {
  const SmallBag dead = only(node.rest, node.expired & elements);
  const SmallBag living = node.rest - dead;
  // Dead hand cards remain hand cards until step 5; `stuck` are those that no formed compound uses.
  SmallBag stuck;
  for (Lanes left = SmallBag::occupied(dead.word(0)); left != 0; left &= left - 1) {
    const int kind = std::countr_zero(left) / SmallBag::lane_width;
    stuck.add(kind, (std::max)(0, turns_->hand_.count(kind) - node.used.count(kind)));
  }
  int most = 0;
  for (const Move& move : Moves(node, turns_->stacks_)) {
    const SmallBag hand = move.applied_to(living);
    most = (std::max)(most, hand.size());
    if (hand.size() + stuck.size() <= hand_limit) add(node, hand, dead);
  }
  if (!turns_->has_gas_) return;
  // Free dead cards go to the minus pile; those of the hand go with it to the discard pile (CF-2).
  for (const SmallBag& kept : turns_->hand_parts_) {
    if (!dead.contains(kept) || !kept.contains(stuck)) continue;
    if (most + kept.size() <= hand_limit) continue;
    add_to_all(node, SmallBag(), dead - kept);
  }
}

inline void WholeTurns::Walk::add_to_all(const Node& node, const SmallBag& hand,
                                         const SmallBag& minus) {
  for (Player p = 0; p < turns_->game_->player_count(); ++p) {
    if (p != turns_->player_) add(node, hand, minus, Seat::of(p));
  }
}

inline void WholeTurns::Walk::add(const Node& node, const SmallBag& hand, const SmallBag& minus,
                                  std::optional<Seat> receiver) {
  // Compounds score where they lie (CL-23), so dissolving one changes nothing.
  int own = node.points + turns_->hand_.size() - hand.size() - minus.size();
  Outcome& outcome = found_.emplace_back();
  outcome.formed = CardBag(SmallBag(), node.formed);
  outcome.dissolved = CardBag(SmallBag(), dissolved_);
  outcome.hand = CardBag(hand, 0);
  outcome.minus = CardBag(minus, 0);
  outcome.receiver = receiver;
  if (receiver) {
    own -= gas_points;
    outcome.points[*receiver] = gas_points;
  }
  outcome.points[turns_->player_] = static_cast<std::int16_t>(own);
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

// Not inlined, so that every caller gets the same rounding.
inline double WholeTurns::worth(const TurnWeights& weights, const Amounts& amounts) {
  return weights.points * amounts.own + weights.points_to_others * amounts.others +
         weights.cards_kept * amounts.hand + weights.minus_cards * amounts.minus +
         weights.noble_gases * amounts.gases;
}

inline double WholeTurns::value(const Outcome& outcome, const TurnWeights& weights) const {
  Amounts amounts;
  amounts.own = outcome.points[player_];
  for (Player p = 0; p < game_->player_count(); ++p) {
    if (p != player_) amounts.others += outcome.points[p];
  }
  amounts.hand = outcome.hand.size();
  amounts.minus = outcome.minus.size();
  amounts.gases = start_.open.gases[player_].size() - (outcome.receiver ? 1 : 0);
  return worth(weights, amounts);
}

inline BestOutcome WholeTurns::best(const TurnWeights& weights, StopPoll& stop) const {
  return Search(*this, weights).best(stop);
}
inline BestOutcome WholeTurns::best(const TurnWeights& weights) const {
  StopPoll never;
  return best(weights, never);
}

inline WholeTurns::Search::Search(const WholeTurns& turns, const TurnWeights& weights)
    : turns_(&turns),
      weights_(&weights),
      likes_loss_(weights.points < 0 || weights.minus_cards > 0),
      cards_(turns.hand_.size() + 1) {
  for (const Card compound : turns.laid_) cards_ += turns.rules().needs(compound.compound()).size();
  for (std::uint64_t rest = turns.display_; rest != 0; rest &= rest - 1) {
    const int compound = std::countr_zero(rest);
    const int points = turns.rules().deck().compound(Card::of_compound(compound)).points;
    const int cards = turns.rules().needs(compound).size();
    if (points * rate_cards_ <= rate_points_ * cards) continue;
    rate_points_ = points;
    rate_cards_ = cards;
  }
  bounds_.resize(static_cast<std::size_t>((max_points(cards_) + 1) * (cards_ + 1)));
}

inline BestOutcome WholeTurns::Search::best(StopPoll& stop) {
  best_.outcome = *turns_->begin();
  best_.value = turns_->value(best_.outcome, *weights_);
  Walk walk(*turns_, *this);
  for (std::uint32_t subset = std::uint32_t{1} << turns_->laid_.size(); subset-- > 0;) {
    walk.begin(subset);
    do {
      for (const Outcome& outcome : walk.found_) {
        const double value = turns_->value(outcome, *weights_);
        if (value > best_.value || (value == best_.value && subset < subset_)) {
          best_ = {outcome, value};
          subset_ = subset;
        }
      }
      walk.found_.clear();
      if (stop.spend()) return best_;
    } while (walk.advance());
  }
  return best_;
}

inline bool WholeTurns::Search::may_follow(const Walk::Node& node, std::uint32_t subset,
                                           Lanes usable) {
  const int moved = node.has_taken ? 0 : 1;
  const int more = only(node.rest, usable).size();
  const int left = (std::max)(0, node.rest.size() - more - moved);
  const int points = node.points + (more == 0 ? 0 : max_points(more + moved));
  return may_beat(subset, points, left);
}

inline bool WholeTurns::Search::may_come(const Walk::Node& node, std::uint32_t subset) {
  const int moved = node.has_taken ? 0 : 1;
  return may_beat(subset, node.points, (std::max)(0, node.rest.size() - moved));
}

inline bool WholeTurns::Search::may_beat(std::uint32_t subset, int points, int left) {
  const double most = bound(points, left);
  return subset < subset_ ? most >= best_.value : most > best_.value;
}

inline double WholeTurns::Search::bound(int points, int left) {
  std::optional<double>& known = bounds_[static_cast<std::size_t>(points * (cards_ + 1) + left)];
  if (!known) {
    known = max_with(points, left);
    if (likes_loss_ && points > 0) known = (std::max)(*known, bound(points - 1, left));
  }
  return *known;
}

// Tries every combination of amounts that an outcome may have, with the same rounded sum that
// values outcomes. Rounded addition is monotonic, so unless the weights may favor a loss, only the
// fewest minus cards and the most points need to be tried.
inline double WholeTurns::Search::max_with(int points, int left) const {
  const int used = points == 0 ? 0 : (points * rate_cards_ + rate_points_ - 1) / rate_points_;
  double most = -std::numeric_limits<double>::infinity();
  for (int given = 0; given <= (turns_->has_gas_ ? 1 : 0); ++given) {
    for (int hand = 0; hand <= hand_limit; ++hand) {
      // Without a noble gas, the cards left over are in the hand or on the minus pile.
      const int fewest = given > 0 ? 0 : (std::max)(0, left - hand);
      const int last = likes_loss_ ? cards_ - used - hand : fewest;
      for (int minus = fewest; minus <= last; ++minus) {
        Amounts amounts;
        amounts.own = points + turns_->hand_.size() - hand - minus - given * gas_points;
        amounts.others = given * gas_points;
        amounts.hand = hand;
        amounts.minus = minus;
        amounts.gases = turns_->start_.open.gases[turns_->player_].size() - given;
        most = (std::max)(most, worth(*weights_, amounts));
      }
    }
  }
  return most;
}

// ---- The table of an outcome ----

inline Table WholeTurns::table(const Outcome& outcome) const {
  Table table = start_;
  Public& open = table.open;
  const std::uint64_t dissolved = outcome.dissolved.compounds();
  // Cards without another place are in the pile or on the stacks.
  const SmallBag rest = hand_ + cards_of(dissolved) + stacks_;
  const SmallBag placed = cards_of(outcome.formed.compounds()) + outcome.hand.small_cards() +
                          outcome.minus.small_cards();
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
      open.laid_cards.small_cards() + cards_of(outcome.formed.compounds()) - cards_of(dissolved),
      0);
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
      const CardBag buried(only(hand.small_cards(), dead_now), 0);
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

// The moves of a multiplier that are consistent with the outcome.
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

// Plans a turn that reaches the outcome with a given move of a multiplier. `from_hand`: it is
// returned from the hand. `hand_first`: compounds use hand cards before free cards. `lends`: a
// compound is dissolved and restored. The cost keeps its maximum if there is no such turn.
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
    const int least = (std::max)(0, needs.count(kind) - free.count(kind));
    const int most = (std::min)(needs.count(kind), held);
    const int kept = outcome.hand.count(card);
    // If the outcome determines the hand exactly, so does the number used; otherwise use as few or
    // as many hand cards as possible.
    int used = expires            ? (std::min)(most, held - kept)
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
      const int used = (std::min)(needs.count(kind), from_hand.count(kind));
      from_hand.remove(kind, used);
      for (int i = 0; i < used; ++i) form.from_hand.push_back(Card::of(kind));
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
  const Card moved = Card::of((std::max)(0, best.move.kind));
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
    // A noble gas is used only with too many cards, and any move that leaves too many will do.
    if (outcome.receiver && left + other.taken <= hand_limit) continue;
    move = other;
    break;
  }
  SmallBag free = cards_of(outcome.dissolved.compounds());
  if (move.taken > 0) free.add(move.kind);
  // Use as many hand cards as possible, so that no dead ones stay. With a noble gas, the free dead
  // cards that do not go to the minus pile must be used up as well.
  const Lanes dead_now = dead(display_ & ~outcome.formed.compounds());
  SmallBag from_hand;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const bool told = outcome.receiver && (dead_now >> kind * SmallBag::lane_width & 1) != 0;
    const int to_minus = outcome.minus.count(Card::of(kind));
    from_hand.add(kind, told ? needs.count(kind) - free.count(kind) + to_minus
                             : (std::min)(needs.count(kind), hand_.count(kind)));
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
