// SPDX-License-Identifier: Apache-2.0
// Heuristics for future points in each game: which cards are worth keeping, what can be laid next,
// and what is left for the next player.
#include "chemix/games.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace chemix {
namespace {

// The chance of completing something that lacks `lacking` cards.
template <std::size_t Count>
double chance_of(const std::array<double, Count>& chances, int lacking) {
  const auto at = static_cast<std::size_t>(lacking);
  return at < Count ? chances[at] : 0;
}

// The value of alternatives that share cards: the best in full, all others in part.
class ExpectedPoints {
 public:
  explicit ExpectedPoints(double share_of_others) : share_of_others_(share_of_others) {}

  void add(double hope) {
    best_ = std::max(best_, hope);
    sum_ += hope;
  }
  [[nodiscard]] double value() const { return best_ + share_of_others_ * (sum_ - best_); }

 private:
  double share_of_others_;
  double best_ = 0;
  double sum_ = 0;
};

}  // namespace

// ---- Chemuno: keep what goes on many cards, and leave the next player nothing to lay ----

double chemuno::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double of_noble_gas = 0.6;
  constexpr double of_fitting_all = 0.6;
  constexpr double of_having_to_draw = -1.5;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const Private& own = table.own[player];
  double hope = 0;
  own.hand.kinds().for_each([&](Card card) {
    const double of_each =
        card.is_noble_gas() ? of_noble_gas
                            : of_fitting_all * fit_[card.index].size() / deck_->card_kind_count();
    hope += of_each * own.hand.count(card);
  });
  if (open.current_player != player) return hope;
  if (open.phase == Phase::Penalty && own.hand.count(*open.top) == 0) hope -= open.penalty;
  if (open.phase == Phase::Turn && kinds_to_lay(open, own).empty()) hope += of_having_to_draw;
  return hope;
}

// ---- ChemiX Showdown: lay one compound after another, as long as cards are left ----

double showdown::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double in_this_round = 0.6;
  constexpr double in_the_next = 0.3;
  constexpr double of_a_card = 0.1;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const auto points_of = [&](int compound) {
    return deck_->compound(Card::of_compound(compound)).points;
  };
  SmallBag cards = table.own[player].hand.small() + open_multipliers(open);
  std::uint64_t left = open.display.compounds();
  int points = 0;
  for (;;) {
    int best = -1;
    std::uint64_t compounds = matcher_.layable(cards) & left;
    for (; compounds != 0; compounds &= compounds - 1) {
      const int compound = std::countr_zero(compounds);
      if (best < 0 || points_of(compound) > points_of(best)) best = compound;
    }
    if (best < 0) break;
    points += points_of(best);
    cards -= needs_[static_cast<std::size_t>(best)];
    left &= ~(std::uint64_t{1} << best);
  }
  const bool lays = open.phase != Phase::Collect && !open.passed[player];
  return (lays ? in_this_round : in_the_next) * points + of_a_card * open.hand_size[player];
}

// ---- ChemiX Classic: cards that compounds of the display need are worth more than they cost ----

double classic::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double of_a_card = 1.1;
  constexpr double of_a_compound = 0.05;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const std::uint64_t left = open.display.compounds();
  double hope = 0;
  table.own[player].hand.kinds().for_each([&](Card card) {
    const int compounds = popcount(containing(card) & left);
    if (compounds > 0) {
      hope += (of_a_card + of_a_compound * compounds) * table.own[player].hand.count(card);
    }
  });
  return hope;
}

// ---- REACT!: collect for one of the compounds that lie open ----

double react::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr std::array chances{0.6, 0.3, 0.1, 0.03};
  constexpr double of_a_claim = 0.9;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const Private& own = table.own[player];
  const std::optional<Card> claim = is_sealed(open) ? own.claim : open.claims[player];
  ExpectedPoints expected(0.3);
  double claimed = 0;
  std::uint64_t rest = displayed(open) | open.reserved[player].compounds();
  for (; rest != 0; rest &= rest - 1) {
    const Card compound = Card::of_compound(std::countr_zero(rest));
    // A reserved compound costs its points until it is laid.
    const int points =
        deck_->compound(compound).points * (open.reserved[player].count(compound) > 0 ? 2 : 1);
    if (claim == compound) {
      claimed = of_a_claim * points;
    } else {
      const int lacking = matcher_.missing(own.hand.small(), compound.compound()).size();
      expected.add(points * chance_of(chances, lacking));
    }
  }
  return claimed + expected.value();
}

// ---- Chemistry Battle: win rounds with low cards, and keep the high ones in the hand ----

double chemistry_battle::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double in_the_hand = 0.6;
  constexpr double in_the_pile = 0.3;
  const Public& open = table.open;
  if (open.phase == Phase::Over) return 0;
  const auto strength = [&](Card card) { return (card.index + 1.0) / basic_deck_size; };
  double hope = 0;
  table.own[player].hand.kinds().for_each([&](Card card) { hope += in_the_hand * strength(card); });
  for (int i = 0; i < open.pile[player].size(); ++i) {
    hope += in_the_pile * strength(open.pile[player][i]);
  }
  // The winner of the running round, if everybody who follows wins where possible.
  std::optional<Player> winner;
  Card highest;
  for (int i = 0; i < players_; ++i) {
    const Player p = (open.leader + i) % players_;
    std::optional<Card> its;
    if (!open.played[p].empty()) {
      its = open.played[p][0];
    } else if (!table.own[p].hand.empty()) {
      its = table.own[p].hand.highest();
    } else if (open.pile[p].size() > 0) {
      its = open.pile[p][0];
    }
    if (!its || (winner && *its < highest)) continue;
    winner = p;
    highest = *its;
  }
  const bool runs = !open.played[open.leader].empty();
  return runs && winner == player ? hope + players_ : hope;
}

// ---- Chip it: keep the high cards, which outbid others without chips ----

double chip_it::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr double of_a_value = 0.004;
  if (table.open.phase == Phase::Over) return 0;
  const Bag& hand = table.own[player].hand;
  double hope = 0;
  hand.kinds().for_each(
      [&](Card card) { hope += of_a_value * ChipItCards::value(card) * hand.count(card); });
  return hope;
}

// ---- Compound Capture: collect for an open compound, and leave nobody a good card on top ----

double expansion::Table::heuristic_value(const Public& open, const Private& own,
                                         Player player) const {
  constexpr std::array chances{0.75, 0.35, 0.15, 0.05};
  // The cost of cards at the end, counted as a value while there is time to use them.
  constexpr double of_a_card = 0.5;
  constexpr double of_a_wild = 4;
  DeckBag hand = own.hand;
  const bool may_take = open.phase == Phase::Source && open.current_player == player;
  if (may_take && can_take_discard(open)) deck_->layout().add(hand, open.discard_pile[0]);
  const int wilds = deck_->layout().count(hand, wild_card);
  ExpectedPoints expected(0.3);
  for (std::uint64_t rest = open_ones(open); rest != 0; rest &= rest - 1) {
    const int compound = std::countr_zero(rest);
    const Price& price = deck_->price(compound);
    const int lacking = std::max(0, price.size() - price.paid_by(hand) - wilds);
    expected.add(deck_->points(compound) * chance_of(chances, lacking));
  }
  return in_stack(open) == 0 ? expected.value()
                             : expected.value() + of_a_card * (own.hand.size() - wilds_held(own)) +
                                   of_a_wild * wilds_held(own);
}

double compound_capture::Rules::heuristic_value(const Table& table, Player player) const {
  if (table.open.phase == Phase::Over) return 0;
  return table_.heuristic_value(table.open, table.own[player], player);
}

// ---- Chemistry Canasta: and for runs ----

double chemistry_canasta::Rules::heuristic_value(const Table& table, Player player) const {
  constexpr std::array chances{0.6, 0.3};
  const Public& open = table.open;
  if (phase_of(open) == Phase::Over) return 0;
  const Private& own = table.own[player];
  const int wilds = table_.wilds_held(own);
  int lacking = 0;
  while (lacking < 2 && possible_runs(elements_of(own), wilds + lacking) == 0) ++lacking;
  return table_.heuristic_value(open, own, player) +
         run_card_points * run_length * chance_of(chances, lacking);
}

}  // namespace chemix
