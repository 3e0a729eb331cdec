// SPDX-License-Identifier: Apache-2.0
// ChemiX Showdown: lay compounds, collect stacks, finish elements. Rules: docs/rules/en/showdown.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A round   laying: Lay (a compound or a pass) [→ Finish …] [→ Swap … → Take] until all have
//           passed [→ Give …]; collecting: Collect until no stack is left.
// Visible   to all: cards laid and collected; to each player: their own hand; in a swap, to the
//           player who accepts: the passer's whole hand, and to both: the cards taken.
// Ends      after the laying round in which enough elements are finished, or in which nobody lays.

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/matching.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/games/card_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace chemix::showdown {

// ---- Options (SD-4) ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int elements_to_end = 3;             // SD-19
inline constexpr int elements_to_end_simplified = 1;  // SD-4
inline constexpr int swapped_cards = 2;               // SD-12
inline constexpr int last_patient_round = 2;          // SD-25 (ruling)

/// The two kinds of element that the simplified variant leaves out.
enum class RemovedElements : std::uint8_t {
  NNa,
  NP,
  NS,
  NCl,
  NCa,
  NFe,
  NaP,
  NaS,
  NaCl,
  NaCa,
  NaFe,
  PS,
  PCl,
  PCa,
  PFe,
  SCl,
  SCa,
  SFe,
  ClCa,
  ClFe,
  CaFe
};

constexpr std::array<std::string_view, 21> names_of(RemovedElements) {
  return {"N,Na", "N,P",   "N,S",   "N,Cl",  "N,Ca",  "N,Fe",  "Na,P",
          "Na,S", "Na,Cl", "Na,Ca", "Na,Fe", "P,S",   "P,Cl",  "P,Ca",
          "P,Fe", "S,Cl",  "S,Ca",  "S,Fe",  "Cl,Ca", "Cl,Fe", "Ca,Fe"};
}

struct Options {
  bool simplified = false;                                  // SD-4
  RemovedElements removed_elements = RemovedElements::PCl;  // SD-4 (ruling)

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"simplified", "SD-4",
                      "without two elements; one finished element ends the game"},
          self.simplified);
    visit(OptionField{"removed_elements", "SD-4",
                      "the two elements that the simplified variant removes"},
          self.removed_elements);
  }
};

// ---- Actions (SD-8 – SD-20) ----

/// The phases of a game. Chance acts in DealGases and Deal.
enum class Phase : std::uint8_t { DealGases, Deal, Lay, Finish, Swap, Take, Give, Collect, Over };

constexpr std::array<std::string_view, 9> names_of(Phase) {
  return {"deal_gases", "deal", "lay", "finish", "swap", "take", "give", "collect", "over"};
}

/// Lays a compound. The numbers are the multipliers taken from the stacks of the display.
struct Lay {
  Card compound;
  std::uint8_t twos = 0;
  std::uint8_t threes = 0;
  std::uint8_t fours = 0;
  static constexpr std::string_view name = "lay";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Lay};
  constexpr bool operator==(const Lay&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound);
    visit("twos", self.twos);
    visit("threes", self.threes);
    visit("fours", self.fours);
  }
};
/// Passes and is out of the laying round.
struct Pass : NoFields<Pass> {
  static constexpr std::string_view name = "pass";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Lay};
};
/// Gives a noble gas for two cards of the player who passed.
struct Swap : NoFields<Swap> {
  static constexpr std::string_view name = "swap";
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Swap};
};
/// Declines the swap and keeps the noble gas.
struct Decline : NoFields<Decline> {
  static constexpr std::string_view name = "decline";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Swap};
};
/// Sets one card of the finished element aside, from the stack to the player's own points.
struct SetAside : NoFields<SetAside> {
  static constexpr std::string_view name = "set_aside";
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Finish};
};
/// Leaves the card on its stack.
struct Leave : NoFields<Leave> {
  static constexpr std::string_view name = "leave";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Finish};
};
/// Gives a surplus noble gas to another player.
struct Give {
  Seat receiver;
  static constexpr std::string_view name = "give";
  static constexpr PhaseSet legal_phases{Phase::Give};
  constexpr bool operator==(const Give&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("receiver", self.receiver); }
};
/// Takes two cards of the hand that is shown, or its only card.
struct Take {
  Card first;
  std::optional<Card> second;
  static constexpr std::string_view name = "take";
  static constexpr PhaseSet legal_phases{Phase::Take};
  constexpr bool operator==(const Take&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("first", self.first);
    visit("second", self.second);
  }
};
/// Collects the small cards of a stack into the hand.
struct Collect {
  Card compound;
  static constexpr std::string_view name = "collect";
  static constexpr PhaseSet legal_phases{Phase::Collect};
  constexpr bool operator==(const Collect&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound, compound_kinds);
  }
};

using Action = std::variant<Lay, Pass, Swap, Decline, SetAside, Leave, Give, Take, Collect>;
using ChanceAction = std::variant<DrawnCard>;
using LegalActions = IdSet<448>;

// ---- State ----

/// Public counters. Asked is the kind of the finished element that the player is asked about.
enum class Counter : std::uint8_t { Round, Asked };

constexpr std::array<std::string_view, 2> names_of(Counter) { return {"round", "asked"}; }

struct Public {
  Phase phase = Phase::DealGases;
  /// The player who decides or, during a deal, the player who gets the next card.
  Seat current_player;
  /// The player who began the running round.
  Seat beginner;
  /// The number of the laying round, from 1.
  std::uint8_t round = 0;
  /// The last player to lay a compound or, in a collecting round, to take a stack (SD-7).
  std::optional<Seat> last_player;
  /// The player who passed last and may be asked for a swap.
  Seat passer;
  /// The compound laid last, and the finished element that the player is asked about.
  std::optional<Card> last_laid;
  std::optional<Card> asked;
  PerPlayer<bool, max_players> passed;
  PerPlayer<std::uint8_t, max_players> hand_size;
  /// Noble gases held when the laying round began, minus those given away since.
  PerPlayer<std::uint8_t, max_players> gases_due;
  PerPlayer<CardBag, max_players> gases;
  std::uint8_t draw_pile_size = 0;
  /// Noble gases that are not dealt yet.
  CardBag gas_pile;
  /// Compounds that can be laid, and the stacks of multipliers.
  CardBag display;
  CardBag multipliers;
  /// Compounds on stacks, by the player who laid them, and the small cards of all stacks.
  PerPlayer<CardBag, max_players> stacks;
  CardBag stack_cards;
  /// Won compounds, and elements set aside.
  PerPlayer<CardBag, max_players> points;
  /// The player who finished an element, and the compound that finished it.
  PerElement<std::optional<Seat>> finished_by;
  PerElement<std::optional<Card>> finished_with;
  /// Cards that are out of the game.
  CardBag removed;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("beginner", self.beginner);
    visit("round", self.round);
    visit("last_player", self.last_player);
    visit("passer", self.passer);
    visit("last_laid", self.last_laid);
    visit("asked", self.asked);
    visit("passed", self.passed);
    visit("hand_size", self.hand_size);
    visit("gases_due", self.gases_due);
    visit("gases", self.gases);
    visit("draw_pile_size", self.draw_pile_size);
    visit("gas_pile", self.gas_pile);
    visit("display", self.display);
    visit("multipliers", self.multipliers);
    visit("stacks", self.stacks);
    visit("stack_cards", self.stack_cards);
    visit("points", self.points);
    visit("finished_by", self.finished_by);
    visit("finished_with", self.finished_with);
    visit("removed", self.removed);
  }
};

struct Private {
  CardBag hand;
  /// The hand of the player who passed, while two of its cards are chosen (SD-12).
  NotedCards shown;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("hand", self.hand);
    visit("shown", self.shown);
  }
};

/// Elements that are not dealt yet.
using Hidden = DrawPileOf<CardBag>;

using Knowledge = LogKnowledge;

// ---- Rules ----

class Rules : public CardRules<Rules, ChemixDeck, Options, Phase, Counter, Action, ChanceAction,
                               LegalActions, Public, Private, Hidden, Knowledge, max_players> {
 public:
  static constexpr std::string_view name = "showdown";
  static constexpr int min_players = showdown::min_players;
  // A step moves at most the elements and multipliers of the deck, which bound the tokens of a
  // compound, the cards of a stack or hand, and the number of stacks; a lay may finish every
  // element.
  static constexpr std::size_t max_step_events = 64;
  static constexpr std::array verbs{Verb::Deal, Verb::Move, Verb::Set,    Verb::Phase,
                                    Verb::Turn, Verb::Show, Verb::Finish, Verb::Pass};
  static constexpr PhaseSet chance_phases{Phase::DealGases, Phase::Deal};

  /// Fails if the game cannot be played with this deck, these options or this number of players.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);
  [[nodiscard]] Table initial_table(Player start_player) const;
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  [[nodiscard]] int max_legal_actions() const { return (std::max)(lay_count() + 1, take_count); }
  [[nodiscard]] std::int64_t max_steps() const;
  /// The element that the counter Asked stands for (SD-17).
  [[nodiscard]] static SeenKind kind_counted(Counter counter, int number) {
    if (counter != Counter::Asked || number < 0 || number >= element_kind_count) return {};
    return static_cast<std::uint8_t>(number);
  }
  /// The kinds of the deck, without those that the simplified variant removes (SD-4).
  [[nodiscard]] const KindsInPlay& kinds_in_play() const { return kinds_in_play_; }
  /// The compounds in play that contain an element, as a bit mask in the order of the deck.
  [[nodiscard]] std::uint64_t compounds_with(Card element) const {
    return containing_[element.index];
  }

  // ---- What may be done, and what happens then (GN-11, SD-2 – SD-22) ----

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const {
    LegalActions legal;
    switch (open.phase) {
      case Phase::Lay:
        add_lays(legal, open, own.hand.small_cards());
        legal.insert(first_id<Pass>());  // SD-8
        break;
      case Phase::Finish:
        legal.insert(first_id<SetAside>());  // SD-17
        legal.insert(first_id<Leave>());
        break;
      case Phase::Swap:
        legal.insert(first_id<Swap>());  // SD-12
        legal.insert(first_id<Decline>());
        break;
      case Phase::Take:
        add_takes(legal, own.shown.cards);
        break;
      case Phase::Give:
        for (Player p = 0; p < players_; ++p) {
          if (p != player && open.gases[p].empty()) legal.insert(first_id<Give>() + p);  // SD-15
        }
        break;
      case Phase::Collect:
        legal.insert_bits(first_id<Collect>(), compounds_on_stacks(open));  // SD-20
        break;
      default:
        break;
    }
    return legal;
  }

  // -- Lay --

  // The multipliers that may be taken from the stacks in this round.
  [[nodiscard]] static SmallBag open_multipliers(const Public& open) {
    SmallBag multipliers;
    const int highest = (std::min)(4, open.round + 1);
    for (int number = 2; number <= highest; ++number) {
      const Card card = Card::of_multiplier(number);
      multipliers.add(card.index, open.multipliers.count(card));  // SD-9
    }
    return multipliers;
  }

  void add_lays(LegalActions& legal, const Public& open, const SmallBag& hand) const {
    const SmallBag stacks = open_multipliers(open);
    const std::uint64_t display = open.display.compounds();
    std::uint64_t compounds = matcher_.layable(hand + stacks) & display & with_multipliers_;
    if (compounds != 0) {
      for (; compounds != 0; compounds &= compounds - 1) {
        legal |= with_stacks_[static_cast<std::size_t>(std::countr_zero(compounds))];
      }
      for (std::size_t i = 0; i < multiplier_kind_count; ++i) {
        const int kind = Card::of_multiplier(static_cast<int>(i) + 2).index;
        legal &= stacks_give_[i][static_cast<std::size_t>(stacks.count(kind))];  // SD-9
        legal &= hand_gives_[i][static_cast<std::size_t>(hand.count(kind))];     // MT-4
      }
    }
    // Lays from the hand alone are inserted last: reading the whole set right after writing one
    // word would stall.
    legal.insert_bits(first_id<Lay>(), matcher_.layable(hand) & display);  // SD-8 MT-2
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Lay& lay) const {
    if (open.display.count(lay.compound) == 0) return refuse("SD-8", lay.compound.index);  // MT-2
    const SmallBag& needs = needs_[static_cast<std::size_t>(lay.compound.compound())];
    const std::array<int, 3> from_stacks = {lay.twos, lay.threes, lay.fours};
    std::optional<Card> closed;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const Card card = Card::of(kind);
      const int share =
          card.is_multiplier() ? from_stacks[static_cast<std::size_t>(card.multiplier() - 2)] : 0;
      const int on_stack = open_multipliers(open).count(kind);
      if (needs.count(kind) - share > own.hand.count(card)) {
        const bool can_take = needs.count(kind) - own.hand.count(card) <= on_stack;
        return refuse_for("SD-8", can_take ? 3 : 2, lay.compound.index, kind);  // SD-8 MT-1
      }
      if (!closed && share > on_stack) closed = card;
    }
    if (!closed) return std::nullopt;
    const bool too_early = closed->multiplier() > open.round + 1;
    return refuse_for("SD-9", too_early ? 1 : 0, closed->index, open.round);  // SD-9
  }
  void perform(auto& step, Player player, const Lay& lay) const {
    const Public& open = step.open();
    std::array<int, 3> from_stacks = {lay.twos, lay.threes, lay.fours};
    for (const Card token : deck_->compound(lay.compound).tokens) {
      const bool of_stack = token.is_multiplier() &&
                            from_stacks[static_cast<std::size_t>(token.multiplier() - 2)]-- > 0;
      step.post(Event::move(of_stack ? multiplier_stacks : hand_of(player), tableau_of(player),
                            token.index, ViewerSet::everyone()));  // SD-8
    }
    step.post(Event::move(display, tableau_of(player), lay.compound.index,
                          ViewerSet::everyone()));  // SD-10
    bool finishes = false;
    deck_->contents(lay.compound).for_each([&](Card card) {
      if (!card.is_element() || (containing_[card.index] & open.display.compounds()) != 0) return;
      step.post(Event::finish_element(player, card.index));  // SD-16
      finishes = true;
    });
    if (finishes) return ask_about_elements(step);
    go_on_laying(step, player);
  }

  // -- Set aside, leave --

  // The next finished element of the compound laid last to ask about, after `open.asked`.
  [[nodiscard]] std::optional<Card> next_asked(const Public& open) const {
    if (!open.last_laid) return std::nullopt;
    bool after = !open.asked;
    // A formula may contain an element more than once.
    CardSet before;
    for (const Card token : deck_->compound(*open.last_laid).tokens) {
      if (!token.is_element() || open.finished_with[token] != open.last_laid) continue;
      if (before.contains(token)) continue;
      before.insert(token);
      if (after) return token;
      after = open.asked == token;
    }
    return std::nullopt;
  }
  void ask_about_elements(auto& step) const {
    const auto asked = next_asked(step.open());
    if (!asked) return go_on_laying(step, step.open().current_player);
    step.post(Event::set(Counter::Asked, asked->index));  // SD-17 (ruling)
    if (step.open().phase != Phase::Finish) step.post(Event::phase(Phase::Finish));
  }

  void perform(auto& step, Player player, const SetAside&) const {
    step.post(Event::move(tableau_of(player), stack_of(player), step.open().asked->index,
                          ViewerSet::everyone()));  // SD-17
    ask_about_elements(step);
  }
  void perform(auto& step, Player, const Leave&) const { ask_about_elements(step); }

  // -- Pass, and what is swapped with who passed --

  void perform(auto& step, Player player, const Pass&) const {
    step.post(Event::pass(player));                                              // SD-11
    if (step.open().hand_size[player] > 0) return ask_about_swap(step, player);  // SD-12 (ruling)
    go_on_laying(step, player);
  }

  // The next player to ask about a swap after `after`, in turn from the left of the passer.
  [[nodiscard]] std::optional<Player> next_to_ask(const Public& open, Player after) const {
    auto can_swap = PlayerSet::of_first(players_, [&](Player p) {
      return !open.gases[p].empty() && !open.passed[p];  // SD-12
    });
    can_swap.insert(open.passer);
    const Player asked = can_swap.first_after(after);
    return asked == open.passer ? std::nullopt : std::optional(asked);
  }
  void ask_about_swap(auto& step, Player after) const {
    const auto asked = next_to_ask(step.open(), after);
    if (!asked) return go_on_laying(step, step.open().passer);
    step.post(Event::turn(*asked));
    if (step.open().phase != Phase::Swap) step.post(Event::phase(Phase::Swap));
  }

  void perform(auto& step, Player player, const Swap&) const {
    const Player passer = step.open().passer;
    const CardBag hand = step.own(passer).hand;
    hand.kinds().for_each([&](Card card) {
      for (int shown = 1; shown <= hand.count(card); ++shown) {
        step.post(Event::show(hand_of(passer), card.index, shown,
                              ViewerSet::both(player, passer)));  // SD-12
      }
    });
    step.post(Event::phase(Phase::Take));
  }
  void perform(auto& step, Player player, const Decline&) const { ask_about_swap(step, player); }

  void add_takes(LegalActions& legal, const CardBag& shown) const {
    std::uint64_t kinds = 0;
    shown.kinds().for_each([&](Card card) { kinds |= std::uint64_t{1} << card.token(); });
    for (; kinds != 0; kinds &= kinds - 1) {
      const int first = std::countr_zero(kinds);
      const int alone = first_id<Take>() + take_number(first);
      const bool both = shown.count(Card::of_token(first)) >= swapped_cards;
      const std::uint64_t seconds = both ? kinds : kinds & (kinds - 1);
      legal.insert_bits(alone + 1, seconds >> first);         // SD-12
      if (shown.size() < swapped_cards) legal.insert(alone);  // SD-12 (ruling)
    }
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                 const Take& take) const {
    const CardBag& shown = own.shown.cards;
    const bool can_take = take.second
                              ? !(*take.second < take.first) && shown.count(take.first) > 0 &&
                                    shown.count(*take.second) > (*take.second == take.first ? 1 : 0)
                              : shown.size() == 1 && shown.count(take.first) > 0;
    if (can_take) return std::nullopt;
    const bool too_few = !take.second && shown.size() > 1;
    return refuse_for("SD-12", too_few ? 1 : 0, take.first.index);  // SD-12
  }
  void perform(auto& step, Player player, const Take& take) const {
    const Public& open = step.open();
    const Player passer = open.passer;
    const auto move = [&](Card card) {
      step.post(Event::move(hand_of(passer), hand_of(player), card.index,
                            ViewerSet::both(player, passer)));
    };
    move(take.first);
    if (take.second) move(*take.second);
    step.post(Event::move(tableau_of(player), tableau_of(passer), open.gases[player].nth(0).index,
                          ViewerSet::everyone()));  // SD-12 (ruling)
    go_on_laying(step, passer);
  }

  // -- Give --

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const Give& give) const {
    const Player receiver = give.receiver;
    if (receiver >= players_ || receiver == player) return refuse_for("SD-15", 1);  // SD-15
    if (!open.gases[receiver].empty()) return refuse("SD-15", receiver);            // SD-15
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Give& give) const {
    step.post(Event::move(tableau_of(player), tableau_of(give.receiver),
                          step.open().gases[player].nth(0).index,
                          ViewerSet::everyone()));  // SD-15
    go_on_giving(step);
  }

  // The next player to give away a noble gas, from the round's beginner on: one who held more than
  // one and did not swap the surplus.
  [[nodiscard]] std::optional<Player> next_to_give(const Public& open) const {
    Player player = open.beginner;
    for (int i = 0; i < players_; ++i, player = next(player)) {
      if (open.gases_due[player] > 1) return player;  // SD-15 (ruling)
    }
    return std::nullopt;
  }
  void go_on_giving(auto& step) const {
    const Public& open = step.open();
    if (const auto giver = next_to_give(open)) {
      step.post(Event::turn(*giver));
      if (open.phase != Phase::Give) step.post(Event::phase(Phase::Give));
      return;
    }
    const Player beginner = who_begins(open);
    if (!any_stack(open)) return begin_laying(step, beginner);  // SD-21 (ruling)
    step.post(Event::turn(beginner));
    step.post(Event::phase(Phase::Collect));  // SD-20
  }

  // -- Collect --

  [[nodiscard]] std::optional<Player> owner_of(const Public& open, Card compound) const {
    const auto owners =
        PlayerSet::of_first(players_, [&](Player p) { return open.stacks[p].count(compound) > 0; });
    return owners.empty() ? std::nullopt : std::optional(owners.lowest());
  }
  // The compounds that lie on stacks, as a bit mask.
  [[nodiscard]] std::uint64_t compounds_on_stacks(const Public& open) const {
    std::uint64_t compounds = 0;
    for (Player p = 0; p < players_; ++p) compounds |= open.stacks[p].compounds();
    return compounds;
  }
  [[nodiscard]] bool any_stack(const Public& open) const { return compounds_on_stacks(open) != 0; }
  // The cards under a laid compound, without those set aside.
  [[nodiscard]] SmallBag on_stack(const Public& open, Card compound) const {
    SmallBag cards = needs_[static_cast<std::size_t>(compound.compound())];
    deck_->contents(compound).for_each([&](Card card) {
      if (!card.is_element() || open.finished_with[card] != compound) return;
      if (open.points[*open.finished_by[card]].count(card) > 0) cards.remove(card.index);  // SD-17
    });
    return cards;
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const Collect& collect) const {
    if (owner_of(open, collect.compound)) return std::nullopt;
    return refuse("SD-20", collect.compound.index);  // SD-20
  }
  void perform(auto& step, Player player, const Collect& collect) const {
    const Public& open = step.open();
    const Card compound = collect.compound;
    const Player owner = *owner_of(open, compound);
    SmallBag cards = on_stack(open, compound);
    for (const Card token : deck_->compound(compound).tokens) {
      if (cards.count(token.index) == 0) continue;
      cards.remove(token.index);
      step.post(Event::move(tableau_of(owner), hand_of(player), token.index,
                            ViewerSet::everyone()));  // SD-20
    }
    step.post(Event::move(tableau_of(owner), stack_of(owner), compound.index,
                          ViewerSet::everyone()));  // SD-20
    if (any_stack(open)) return step.post(Event::turn(next(player)));
    begin_laying(step, who_begins(open));
  }

  // -- Chance: the deals --

  [[nodiscard]] static const CardBag& source(const auto& table) {
    return table.open.phase == Phase::DealGases ? table.open.gas_pile : table.hidden.draw_pile;
  }
  [[nodiscard]] static constexpr int drawn_kind_count() {
    return element_kind_count + noble_gas_kind_count;
  }
  void resolve(auto& step, const ChanceAction& action) const {
    const Public& open = step.open();
    const Card card = std::get<DrawnCard>(action).card;
    if (open.phase == Phase::DealGases) return deal_gas(step, card);
    const Player player = open.current_player;
    step.post(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
    if (open.draw_pile_size == 0) return begin_laying(step, open.beginner);
    step.post(Event::turn(next(player)));  // SD-3 (ruling)
  }
  void deal_gas(auto& step, Card gas) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    step.post(
        Event::move(draw_pile, tableau_of(player), gas.index, ViewerSet::everyone()));  // SD-2
    if (open.gases[next(player)].empty()) return step.post(Event::turn(next(player)));
    const CardBag rest = open.gas_pile;
    rest.kinds().for_each([&](Card card) {
      step.post(Event::move(draw_pile, removed_pile, card.index, ViewerSet::everyone()));
    });
    Player highest = 0;
    for (Player p = 1; p < players_; ++p) {
      if (open.gases[p].nth(0) > open.gases[highest].nth(0)) highest = p;  // SD-6
    }
    step.post(Event::turn(highest));
    if (open.draw_pile_size == 0) return begin_laying(step, highest);
    step.post(Event::phase(Phase::Deal));
    step.post(Event::turn(next(highest)));  // SD-3 (ruling)
  }

  // -- Rounds --

  // The player with the fewest cards. Among several, the first to the left of the last player to
  // lay or take a stack, who comes last.
  [[nodiscard]] Player who_begins(const Public& open) const {
    const Player before = open.last_player ? *open.last_player : open.beginner;  // SD-7 (ruling)
    const auto cards = [&](Player p) { return open.hand_size[p] + open.gases[p].size(); };
    Player found = next(before);
    for (Player p = next(found); p != next(before); p = next(p)) {
      if (cards(p) < cards(found)) found = p;  // SD-6 SD-7
    }
    return found;
  }
  void begin_laying(auto& step, Player beginner) const {
    step.post(Event::turn(beginner));
    step.post(Event::set(Counter::Round, step.open().round + 1));  // SD-5
    step.post(Event::phase(Phase::Lay));
  }
  void go_on_laying(auto& step, Player after) const {
    const Public& open = step.open();
    const auto laying = PlayerSet::of_first(players_, [&](Player p) { return !open.passed[p]; });
    if (laying.empty()) return end_laying(step);        // SD-14
    step.post(Event::turn(laying.first_after(after)));  // SD-13
    if (open.phase != Phase::Lay) step.post(Event::phase(Phase::Lay));
  }
  void end_laying(auto& step) const {
    if (is_last_round(step.open())) return end_game(step);
    go_on_giving(step);
  }

  // ---- Scoring and end (SD-19, SD-22 – SD-25) ----

  // Whether the game ends with the laying round just completed.
  [[nodiscard]] bool is_last_round(const Public& open) const {
    int finished = 0;
    for (int kind = 0; kind < element_kind_count; ++kind) {
      finished += open.finished_by[Card::of(kind)] ? 1 : 0;
    }
    const int needed = options_.simplified ? elements_to_end_simplified : elements_to_end;
    if (finished >= needed) return true;                          // SD-19
    return open.round > last_patient_round && !open.last_player;  // SD-25
  }
  void end_game(auto& step) const {
    for (Player p = 0; p < players_; ++p) {
      const CardBag won = step.open().stacks[p];
      won.kinds().for_each([&](Card compound) {
        step.post(Event::move(tableau_of(p), stack_of(p), compound.index,
                              ViewerSet::everyone()));  // SD-22
      });
    }
    step.post(Event::phase(Phase::Over));
  }

  /// Lower and upper bound of the scores.
  [[nodiscard]] PointsRange points_range() const { return {0, 2 * deck_->all_points()}; }
  /// The points of the compounds that each player would get if the game ended now. The highest
  /// score wins (SD-24).
  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    const Public& open = view.open;
    PerPlayer<int, max_players> scores;
    for (Player p = 0; p < players_; ++p) {
      (open.points[p] + open.stacks[p]).kinds().for_each([&](Card card) {
        if (!card.is_compound()) return;
        bool doubled = false;
        deck_->contents(card).for_each([&](Card token) {
          doubled = doubled || (token.is_element() && open.finished_by[token] &&
                                *open.finished_by[token] == p);
        });
        scores[p] += deck_->compound(card).points * (doubled ? 2 : 1);  // SD-23
      });
    }
    return scores;
  }
  /// Heuristic value of a position beyond the points scored, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;

  // ---- What is seen and known ----

  CHEMIX_INLINE static void cards_at(auto& view, Place place, Card card, auto&& use) {
    Public& open = view.open;
    switch (place.zone) {
      case Zone::DrawPile:
        if (card.is_noble_gas()) return use(open.gas_pile, &Card::is_noble_gas);
        return use(hidden_pile(view, open.draw_pile_size, &Hidden::draw_pile), &Card::is_element);
      case Zone::Hand: {
        auto hand = held_by(view, place.owner, open.hand_size[place.owner], &Private::hand);
        if (open.phase == Phase::Take && open.passer == place.owner) {
          if (Private* own = view.shown(open.current_player)) hand.shown = &own->shown.cards;
        }
        return use(hand, &Card::is_token);
      }
      case Zone::Tableau:
        if (card.is_noble_gas()) return use(open.gases[place.owner], &Card::is_noble_gas);
        if (card.is_compound()) return use(open.stacks[place.owner], &Card::is_compound);
        return use(open.stack_cards, &Card::is_token);
      case Zone::Stack:
        return use(open.points[place.owner]);
      case Zone::Display:
        return use(open.display, &Card::is_compound);
      case Zone::MultiplierStacks:
        return use(open.multipliers, &Card::is_multiplier);
      case Zone::Removed:
        return use(open.removed, &Card::is_noble_gas);
      default:
        return;
    }
  }

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    const Card card = Card::of(event.kind.value_or(0));
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move:
        move_card(*this, view, event);
        if (event.from.zone == Zone::Tableau && card.is_noble_gas()) {
          --open.gases_due[event.from.owner];
        }
        if (event.to.zone == Zone::Tableau && card.is_compound()) {
          open.last_laid = card;
          open.last_player = Seat::of(event.to.owner);
        }
        if (event.to.zone == Zone::Stack && open.phase == Phase::Collect) {
          open.last_player = open.current_player;
        }
        break;
      case Verb::Show:
        if (!card.is_token()) break;
        if (Private* own = view.shown(open.current_player)) own->shown.cards.add(card);
        break;
      case Verb::Pass:
        open.passed[event.player] = true;
        open.passer = Seat::of(event.player);
        break;
      case Verb::Finish:
        if (!card.is_element()) break;
        open.finished_by[card] = Seat::of(event.player);
        open.finished_with[card] = open.last_laid;
        break;
      case Verb::Turn:
        open.current_player = Seat::of(event.player);
        break;
      case Verb::Set:
        if (static_cast<Counter>(event.index) == Counter::Asked) {
          if (const SeenKind asked = kind_counted(Counter::Asked, event.amount)) {
            open.asked = Card::of(*asked);
          }
          break;
        }
        open.beginner = open.current_player;
        open.round = static_cast<std::uint8_t>(event.amount);
        open.last_player.reset();
        open.passed = {};
        for (Player p = 0; p < players_; ++p) {
          open.gases_due[p] = static_cast<std::uint8_t>(open.gases[p].size());
        }
        break;
      case Verb::Phase:
        open.phase = static_cast<Phase>(event.index);
        if (open.phase == Phase::Deal || open.phase == Phase::Collect) {
          open.beginner = open.current_player;
        }
        if (open.phase != Phase::Finish) open.asked.reset();
        if (open.phase != Phase::Finish && open.phase != Phase::Lay) open.last_laid.reset();
        if (open.phase == Phase::Take) break;
        for (Player p = 0; p < players_; ++p) {
          if (Private* own = view.shown(p)) own->shown = {};
        }
        break;
      default:
        break;
    }
  }

  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    knowledge.log.learn(event, hidden_place(event.from), hidden_place(event.to),
                        event.from.is_hand() ? open.hand_size[event.from.owner] : 0);
  }
  [[nodiscard]] Belief belief_of(const Observation& seen) const;
  [[nodiscard]] Table table_from_world(const Observation& seen, const World& world) const {
    Table table = chemix::table_from_world(*this, seen, world);
    const Public& open = table.open;
    if (open.phase == Phase::Take) {
      table.own[open.current_player].shown.cards = table.own[open.passer].hand;
    }
    return table;
  }

  // ---- Ids of actions that are no product of ranges ----

  // Lays are numbered by a list: those from the hand alone, then those with stacks, by compound.
  [[nodiscard]] int lay_count() const { return static_cast<int>(lays_.size()); }
  [[nodiscard]] int count_of(std::type_identity<Lay>) const { return lay_count(); }
  [[nodiscard]] Lay nth_of(std::type_identity<Lay>, int n) const {
    return lays_[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] int number_of(const Lay& lay) const {
    const auto found = std::find(lays_.begin(), lays_.end(), lay);
    return found == lays_.end() ? -1 : static_cast<int>(found - lays_.begin());
  }

  // Takes are numbered by the first kind: it alone, then with each second kind from the same on.
  static constexpr int take_count = token_kind_count * (token_kind_count + 3) / 2;
  static constexpr int take_number(int first) {
    return first * (token_kind_count + 1) - first * (first - 1) / 2;
  }
  [[nodiscard]] static int count_of(std::type_identity<Take>) { return take_count; }
  [[nodiscard]] static Take nth_of(std::type_identity<Take>, int n) {
    static constexpr std::array<Take, take_count> takes = [] {
      std::array<Take, take_count> all;
      auto* next = all.data();
      for (int first = 0; first < token_kind_count; ++first) {
        *next++ = {Card::of_token(first), std::nullopt};
        for (int second = first; second < token_kind_count; ++second) {
          *next++ = {Card::of_token(first), Card::of_token(second)};
        }
      }
      return all;
    }();
    return takes[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] static int number_of(const Take& take) {
    if (!take.first.is_token()) return -1;
    const int first = take.first.token();
    if (!take.second) return take_number(first);
    if (!take.second->is_token() || *take.second < take.first) return -1;
    return take_number(first) + 1 + take.second->token() - first;
  }

 private:
  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);
  void add_lay(const Lay& lay);
  [[nodiscard]] std::optional<InputError> deal_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open, const Private& own,
                                                   Player player) const;

  Matcher matcher_;
  std::vector<SmallBag> needs_;
  std::vector<Lay> lays_;
  // By compound: the lays that take multipliers from the stacks. Then the mask of compounds with
  // such lays.
  std::vector<LegalActions> with_stacks_;
  std::uint64_t with_multipliers_ = 0;
  // By multiplier and number available: the lays that take no more than that from this source.
  using LaysByNumber =
      std::array<std::array<LegalActions, SmallBag::lane_mask + 1>, multiplier_kind_count>;
  LaysByNumber stacks_give_{};
  LaysByNumber hand_gives_{};
  // By element: the compounds that contain it.
  std::array<std::uint64_t, element_kind_count> containing_{};
  // All cards that are dealt or laid out.
  CardBag cards_;
  KindsInPlay kinds_in_play_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

/// The games that this header defines.
using Games = std::tuple<Game>;

}  // namespace chemix::showdown
