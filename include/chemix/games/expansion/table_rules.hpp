// SPDX-License-Identifier: Apache-2.0
// TableRules: the base class of the rules of the games with expansion decks.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/drawn_card.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/player.hpp"
#include "chemix/games/card_rules.hpp"
#include "chemix/games/expansion/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace chemix::expansion {

/// Base of rules that are played on the shared table. `Phase` begins with the phases of the table,
/// `Counter` with its counters and `Public` with its fields; `Action` includes its actions. Rules
/// that declare a `refusal` or `perform` of their own need `using TableRules::refusal` or `using
/// TableRules::perform`, respectively.
template <class Rules, class Options, class Phase, class Counter, class Action, class ChanceAction,
          class LegalActions, class Public>
class TableRules
    : public CardRules<Rules, ExpansionSet, Options, Phase, Counter, Action, ChanceAction,
                       LegalActions, Public, Private, Hidden, Knowledge, max_players> {
  using Base = CardRules<Rules, ExpansionSet, Options, Phase, Counter, Action, ChanceAction,
                         LegalActions, Public, Private, Hidden, Knowledge, max_players>;

 public:
  using Observation = typename Base::Observation;
  static constexpr PhaseSet chance_phases{expansion::Phase::TurnUp, expansion::Phase::Deal,
                                          expansion::Phase::FirstDiscard, expansion::Phase::Drawing,
                                          expansion::Phase::Refill};

  [[nodiscard]] auto initial_table(Player start_player) const {
    auto table = typename Base::Table();
    table_.set_up(table.open, table.hidden, start_player);
    return table;
  }
  /// The compound that the counter Chosen stands for (CC-4).
  [[nodiscard]] SeenKind kind_counted(Counter counter, int number) const {
    if (counter != static_cast<Counter>(expansion::Counter::Chosen)) return {};
    if (number <= 0 || number > table_.deck().compound_count()) return {};
    return table_.deck().compound_card(number - 1).index;
  }
  /// The element for which the player is asked how many wild cards stand in (CC-4), for prompts.
  [[nodiscard]] std::optional<Card> asked_card(const Public& open) const {
    return table_.next_wild_kind(open);
  }
  /// Maximum number of points that a hand can cost a player in one round.
  [[nodiscard]] int max_cost() const { return table_.max_cost(); }

  // -- Actions of the table --

  /// Returns why an action of the table is illegal, or nothing if it is legal.
  template <class Kind>
  [[nodiscard]] auto refusal(const Public& open, const Private& own, Player,
                             const Kind& action) const
      -> decltype(std::declval<const Table&>().refusal(open, own, action)) {
    return table_.refusal(open, own, action);
  }
  /// Performs an action after which the table itself continues the turn.
  template <class StepContext, class Kind>
  auto perform(StepContext& step, Player player, const Kind& action) const
      -> decltype(std::declval<const Table&>().perform(step, player, action)) {
    table_.perform(step, player, action);
  }

  // -- Chance --

  [[nodiscard]] std::int64_t chance_weight(const auto& table) const {
    if (table_.turns_up(table.open)) return popcount(table_.in_stack(table.open));
    return table.open.draw_pile_size;
  }
  [[nodiscard]] ChanceAction chance_outcome(const auto& table, std::int64_t nth) const {
    const ExpansionSet& deck = table_.deck();
    const int i = static_cast<int>(nth);
    if (!table_.turns_up(table.open))
      return DrawnCard{deck.layout().nth(table.hidden.draw_pile, i)};
    return DrawnCard{deck.compound_card(nth_set_bit(table_.in_stack(table.open), i))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const auto& table, const ChanceAction& action) const {
    const ExpansionSet& deck = table_.deck();
    const Card card = std::get<DrawnCard>(action).card;
    if (table_.turns_up(table.open) == is_payment(card)) return 0;
    if (is_payment(card)) return deck.layout().count(table.hidden.draw_pile, card);
    return table_.in_stack(table.open) >> deck.compound_of(card) & 1;
  }
  void for_each_chance_outcome(const auto& table, auto&& visit) const {
    const BagLayout& layout = table_.deck().layout();
    const DeckBag& pile = table.hidden.draw_pile;
    if (!table_.turns_up(table.open)) {
      return layout.kinds(pile).for_each([&](Card card) {
        visit(ChanceAction(DrawnCard{card}), std::int64_t{layout.count(pile, card)});
      });
    }
    for (std::uint64_t rest = table_.in_stack(table.open); rest != 0; rest &= rest - 1) {
      const Card card = table_.deck().compound_card(std::countr_zero(rest));
      visit(ChanceAction(DrawnCard{card}), std::int64_t{1});
    }
  }

  // -- Points: `score(open, own, player)` of the game, from the table and the cost of a hand --

  [[nodiscard]] PerPlayer<int, max_players> scores(const typename Base::Table& table) const {
    PerPlayer<int, max_players> scores;
    for (Player p = 0; p < this->players_; ++p) scores[p] = score(table.open, table.own[p], p);
    return scores;
  }
  /// Empty if the score depends on a hand that the viewer does not see and that is not counted yet.
  [[nodiscard]] std::optional<int> score_seen(const Observation& seen, Player player) const {
    if (is_counted(seen.open)) return seen.open.points[player];
    if (seen.viewer.is(player)) return score(seen.open, seen.own, player);
    if (seen.open.hand_size[player] > 0) return std::nullopt;
    return score(seen.open, Private(), player);
  }

  /// Counts the hands, announces the points to everybody and ends the round.
  void end_round(auto& step) const {
    for (Player p = 0; p < this->players_; ++p) {
      step.post(Event::score(p, score(step.open(), step.own(p), p)));  // CC-10 CN-7
    }
    step.post(Event::phase(expansion::Phase::Over));
  }

  // -- Card places, for the catalogue: the table keeps its cards packed, and a compound card only
  // as the number of its place --

  static constexpr std::array hidden_zones{Zone::DrawPile, Zone::Hand};
  static constexpr std::array open_zones{Zone::DiscardPile, Zone::Tableau, Zone::Display,
                                         Zone::CompoundStack};

  void list_piles(const Observation& seen, auto& table) const {
    const Public& open = seen.open;
    const ExpansionSet& deck = table_.deck();
    const auto compounds = [&](auto& pile, CompoundPlaces::Place place, Face face) {
      std::uint64_t rest = open.compounds.at(place, deck.all_compounds());
      for (; rest != 0; rest &= rest - 1) {
        const int compound = std::countr_zero(rest);
        auto& group = pile.add(deck.compound_card(compound).index, 1, face);
        if (open.chosen == compound + 1) group.mark(CardMark::Chosen);
      }
    };
    for (Player p = 0; p < this->players_; ++p) {
      table.add_pile(Zone::Hand, p, "hand", false, [&](auto& pile) {
        if (!seen.viewer.is(p)) return pile.add_unseen(open.hand_size[p]);
        pile.add_all(deck.layout().counted(seen.own.hand), Face::Own, false);
      });
      table.add_pile(Zone::Tableau, p, "compounds.captured", false, [&](auto& pile) {
        compounds(pile, CompoundPlaces::captured_by(p), Face::Up);
      });
    }
    table.add_pile(Zone::DrawPile, {}, "draw_pile", false,
                   [&](auto& pile) { pile.add_unseen(open.draw_pile_size); });
    table.add_pile(Zone::DiscardPile, {}, "discard_pile", true,
                   [&](auto& pile) { pile.add_all(open.discard_pile, Face::Up, true); });
    table.add_pile(Zone::Display, {}, "compounds.open", false,
                   [&](auto& pile) { compounds(pile, CompoundPlaces::open, Face::Up); });
    table.add_pile(Zone::CompoundStack, {}, "compounds.stack", false,
                   [&](auto& pile) { compounds(pile, CompoundPlaces::stack, Face::Down); });
  }
  [[nodiscard]] static std::string_view pile_name_at(Place place, std::optional<Card> kind) {
    switch (place.zone) {
      case Zone::Hand:
        return "hand";
      case Zone::DrawPile:
        return "draw_pile";
      case Zone::DiscardPile:
        return "discard_pile";
      case Zone::Tableau:
        return kind && is_payment(*kind) ? "runs" : "compounds.captured";
      case Zone::Display:
        return "compounds.open";
      case Zone::CompoundStack:
        return "compounds.stack";
      default:
        return "";
    }
  }
  /// The wild cards said for each element.
  void list_fields(const Observation& seen, auto& fields) const {
    const Price* price = table_.price_of(seen.open);
    const int said = price == nullptr ? 0 : (std::min)(price->kind_count(), seen.open.wilds.size());
    for (int element = 0; element < wild_card.index; ++element) {
      std::optional<int> wilds;
      for (int i = 0; i < said; ++i) {
        if (price->kind(i).index == element) wilds = seen.open.wilds[i];
      }
      fields.add_number("wilds", Card::of(element), wilds);
    }
  }

  // -- Knowledge --

  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    if (event.verb == Verb::Shuffle) {
      DeckBag pile;
      for (int i = 1; i < open.discard_pile.size(); ++i) {
        table_.deck().layout().add(pile, open.discard_pile[i]);
      }
      knowledge.reshuffle(pile, this->deck_->all_cards(), this->players_,
                          [&](HiddenPlace hand) { return open.hand_size[hand]; });
    } else {
      knowledge.log.learn(
          event, Base::hidden_place(event.from), Base::hidden_place(event.to),
          event.from.is_hand() ? open.hand_size[event.from.owner] : open.draw_pile_size);
    }
  }
  [[nodiscard]] static auto lacked(Card kind) { return PaymentBag::Set::of(kind); }
  [[nodiscard]] static PaymentBag::Set not_among(LogEntry::Constraint) { return {}; }
  auto hidden_places(const Observation& seen, const PaymentBag& all, auto&& found) const {
    return table_.hidden_places(rules().on_table(seen), all, found);
  }
  [[nodiscard]] PaymentBelief belief_of(const Observation& seen) const {
    PaymentBelief belief{*this,
                         seen,
                         seen.knowledge.log,
                         this->deck_->all_cards(),
                         table_.pile_of(seen.knowledge),
                         {},
                         rules().held_to_pay(seen.open)};
    if (!is_counted(seen.open)) return belief;
    for (Player p = 0; p < this->players_; ++p) {
      const int laid = score(seen.open, Private(), p);
      belief.count_hand(p, wild_card, Table::wilds_counted(seen.open, laid, p));
    }
    return belief;
  }
  [[nodiscard]] auto table_from_world(const Observation& seen,
                                      const WorldOf<PaymentBag>& world) const {
    auto table = typename Base::Table();
    table.open = seen.open;
    table_.deal_out(rules().on_table(seen), world, table.own, table.hidden);
    return table;
  }
  [[nodiscard]] WorldOf<PaymentBag> world_from_table(const Observation& seen,
                                                     const typename Base::Table& table) const {
    return table_.world_from_table(rules().on_table(seen), table.own, table.hidden);
  }

  // -- Hooks for games with more on the table --

  /// The viewer's view of the table.
  [[nodiscard]] static Seen on_table(const Observation& seen) {
    return {seen.viewer, seen.open, seen.own, {}};
  }
  /// The cards that the current player surely holds while paying.
  [[nodiscard]] PaymentBelief::SurelyHeld held_to_pay(const Public& open) const {
    return table_.held_to_pay(open, table_.price_of(open), open.wilds);
  }

 protected:
  /// Whether hands have been counted.
  [[nodiscard]] static bool is_counted(const Public& open) {
    return open.phase == expansion::Phase::Over;
  }
  /// Returns why the points of the players are impossible, or nothing if they are valid.
  [[nodiscard]] std::optional<InputError> points_error(const typename Base::Table& table) const {
    return points_error(table.open, [&](Player p) { return &table.own[p]; });
  }
  [[nodiscard]] std::optional<InputError> points_error(const Observation& seen) const {
    return points_error(seen.open,
                        [&](Player p) { return seen.viewer.is(p) ? &seen.own : nullptr; });
  }

  TableRules(std::shared_ptr<const ExpansionSet> deck, const Options& options, int players)
      : Base(std::move(deck), options, players), table_(this->deck_, players) {}

  /// Adds the legal actions of the phases Source, Wilds and Top.
  void add_legal(auto& legal, const Public& open, const Private& own) const {
    switch (open.phase) {
      case expansion::Phase::Source:
        if (Table::can_take_discard(open)) legal.insert(id<TakeDiscard>());  // CC-3
        legal.insert(Table::can_draw(open) ? id<Draw>() : id<Skip>());       // CC-9 (ruling)
        break;
      case expansion::Phase::Wilds: {
        const WildRange range = table_.wild_range(open, own);
        for (int i = range.least; i <= range.most; ++i) legal.insert(id<Wilds>() + i);
        break;
      }
      case expansion::Phase::Top:
        legal.insert_kinds(id<Top>(), table_.laid_kinds(open));  // CC-5 (ruling)
        break;
      default:
        break;
    }
  }

  Table table_;

 private:
  [[nodiscard]] const Rules& rules() const { return static_cast<const Rules&>(*this); }
  [[nodiscard]] int score(const Public& open, const Private& own, Player player) const {
    return rules().score(open, own, player);
  }
  // `own(player)` is a hand, or null if it is not seen.
  [[nodiscard]] std::optional<InputError> points_error(const Public& open, const auto& own) const {
    for (Player p = 0; p < this->players_; ++p) {
      const int laid = score(open, Private(), p);
      if (auto error = table_.points_error(open, laid, p, own(p))) return error;
    }
    return std::nullopt;
  }
  template <class Kind>
  [[nodiscard]] int id() const {
    return Base::template first_id<Kind>();
  }
};

}  // namespace chemix::expansion
