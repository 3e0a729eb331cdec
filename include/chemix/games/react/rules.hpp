// SPDX-License-Identifier: Apache-2.0
// REACT!: exchange cards, claim compounds first. Rules: docs/rules/en/react.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A round   exchange: each player in turn takes one action: nothing; Put … [→ Draw …]; with a
//           market Put … [→ Swap …], where cards are also taken; DrawBlind → [ReserveDrawn →] Give
//           [→ ReserveGiven]; an asked card [→ ReserveAsked →] TakeBack; then play: TurnUp → Claim
//           [→ Call …], perhaps twice.
// Visible   to all: open cards, kinds asked for and the cards of claims; to each player: their own
//           hand; to both players: a card that goes between them; to a player who hands over a card
//           asked for: the asker's hand.
// Ends      when a player has enough compounds, when none lies open, or after `max_rounds` rounds.

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/matching.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/games/card_rules.hpp"

#include <algorithm>
#include <array>
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

namespace chemix::react {

// ---- Options (RX-1, RX-2, RX-13, RX-19, RX-20, RX-22) ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int hand_size_of_few = 8;   // RX-1
inline constexpr int hand_size_of_four = 6;  // RX-1
inline constexpr int max_hand_size = 8;      // RX-1
inline constexpr int min_market = 4;         // RX-2
inline constexpr int max_market = 6;         // RX-2
inline constexpr int max_exchanged = 3;      // RX-6 RX-7
inline constexpr int open_compounds = 3;     // RX-11

/// How the order of claims is determined (RX-13).
enum class Claims : std::uint8_t { Simultaneous, Realtime };

constexpr std::array<std::string_view, 2> names_of(Claims) { return {"simultaneous", "realtime"}; }

/// When open compounds that nobody won in a second play round go under the compound pile (RX-19).
enum class Sweep : std::uint8_t { BeforeTurning, BeforeExchange };

constexpr std::array<std::string_view, 2> names_of(Sweep) {
  return {"before_turning", "before_exchange"};
}

struct Options {
  int hand_size = 0;                     // RX-1
  int market_size = min_market;          // RX-2 (ruling)
  Claims claims = Claims::Simultaneous;  // RX-13 (ruling)
  Sweep sweep = Sweep::BeforeTurning;    // RX-19 (ruling)
  int target = 5;                        // RX-20
  int max_rounds = 200;                  // RX-22 (ruling)

  bool operator==(const Options&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"hand_size", "RX-1", "cards in a hand; 0: eight, or six with four players", 0,
                      max_hand_size},
          self.hand_size);
    visit(OptionField{"market_size", "RX-2", "cards in the market with three or four players",
                      min_market, max_market},
          self.market_size);
    visit(OptionField{"claims", "RX-13",
                      "whether chance or the order of calls decides between claims"},
          self.claims);
    visit(OptionField{"sweep", "RX-19",
                      "when compounds that nobody won in two rounds go under the compound pile"},
          self.sweep);
    visit(OptionField{"target", "RX-20", "compounds that end the game", 1, 20}, self.target);
    visit(OptionField{"max_rounds", "RX-22", "exchange rounds after which the game ends", 1, 1000},
          self.max_rounds);
  }
};

// ---- Actions (RX-5 – RX-13) ----

/// The phases of a game. Chance acts in Deal, Market, Draw, DrawBlind, TurnUp and Call. In the
/// phases ReserveDrawn, ReserveGiven and ReserveAsked, the player who drew a noble gas blindly, was
/// given one or asked for one reserves a compound. In TakeBack, the player who was asked takes a
/// card in return.
enum class Phase : std::uint8_t {
  Deal,
  Market,
  Exchange,
  Put,
  Draw,
  Swap,
  DrawBlind,
  ReserveDrawn,
  Give,
  ReserveGiven,
  ReserveAsked,
  TakeBack,
  TurnUp,
  Claim,
  Call,
  Over
};

constexpr std::array<std::string_view, 16> names_of(Phase) {
  return {"deal",       "market",        "exchange", "put",           "draw",          "swap",
          "draw_blind", "reserve_drawn", "give",     "reserve_given", "reserve_asked", "take_back",
          "turn_up",    "claim",         "call",     "over"};
}

/// Exchanges nothing.
struct Nothing : NoFields<Nothing> {
  static constexpr std::string_view name = "nothing";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Exchange};
};
/// Puts a card down face down, for the discard pile or for the market.
struct Put : OneCard<small_kinds> {
  static constexpr std::string_view name = "put";
  static constexpr PhaseSet legal_phases{Phase::Exchange, Phase::Put};
};
/// Stops putting cards down.
struct Done : NoFields<Done> {
  static constexpr std::string_view name = "done";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Put};
};
/// Takes a card from the market, or in return for a card asked for.
struct Take : OneCard<small_kinds> {
  static constexpr std::string_view name = "take";
  static constexpr PhaseSet legal_phases{Phase::Exchange, Phase::Put, Phase::Swap, Phase::TakeBack};
};
/// Gives a card for the one drawn blindly.
struct Give : OneCard<small_kinds> {
  static constexpr std::string_view name = "give";
  static constexpr PhaseSet legal_phases{Phase::Give};
};
/// Draws a card blindly from another player's hand.
struct DrawFrom {
  Seat player;
  static constexpr std::string_view name = "draw_from";
  static constexpr PhaseSet legal_phases{Phase::Exchange};
  constexpr bool operator==(const DrawFrom&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("player", self.player); }
};
/// Asks another player for a kind of card.
struct Ask {
  Seat player;
  Card card;
  static constexpr std::string_view name = "ask";
  static constexpr PhaseSet legal_phases{Phase::Exchange};
  constexpr bool operator==(const Ask&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("player", self.player);
    visit("card", self.card, small_kinds);
  }
};
/// Reserves an open compound.
struct Reserve {
  Card compound;
  static constexpr std::string_view name = "reserve";
  static constexpr PhaseSet legal_phases{Phase::ReserveDrawn, Phase::ReserveGiven,
                                         Phase::ReserveAsked};
  constexpr bool operator==(const Reserve&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound, compound_kinds);
  }
};
/// Claims a compound.
struct Claim {
  Card compound;
  static constexpr std::string_view name = "claim";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Claim};
  constexpr bool operator==(const Claim&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound, compound_kinds);
  }
};
/// Claims nothing in this play round.
struct ClaimNothing : NoFields<ClaimNothing> {
  static constexpr std::string_view name = "claim_nothing";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Claim};
};
/// Closes the play round.
struct Close : NoFields<Close> {
  static constexpr std::string_view name = "close";
  static constexpr PhaseSet legal_phases{Phase::Claim};
};

using Action = std::variant<Nothing, Put, Done, Take, Give, DrawFrom, Ask, Reserve, Claim,
                            ClaimNothing, Close>;

/// Chance action: the player who called first among those not called yet.
struct Called {
  Seat player;
  static constexpr std::string_view name = "called";
  constexpr bool operator==(const Called&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("player", self.player); }
};

using ChanceAction = std::variant<DrawnCard, Called>;
using LegalActions = IdSet<320>;

// ---- State ----

/// Public counters. Partner is the other player of an action. SecondTry and SweepDue are flags, 0
/// or 1.
enum class Counter : std::uint8_t { Rounds, Partner, Leader, SecondTry, SweepDue };

constexpr std::array<std::string_view, 5> names_of(Counter) {
  return {"rounds", "partner", "leader", "second_try", "sweep_due"};
}

/// The phases in which another player is drawn from or asked.
inline constexpr PhaseSet pair_phases{Phase::DrawBlind,    Phase::ReserveDrawn, Phase::Give,
                                      Phase::ReserveGiven, Phase::ReserveAsked, Phase::TakeBack};

/// In plain data, null when nobody is drawn from or asked.
struct ShownPartner {
  static std::optional<Seat> get(const auto&, const auto& open) {
    return pair_phases.contains(open.phase) ? std::optional(open.partner) : std::nullopt;
  }
  static void set(const auto&, auto& open, std::optional<Seat> partner) {
    open.partner = partner.value_or(Seat());
  }
};

struct Public {
  Phase phase = Phase::Deal;
  Seat leader;
  /// The player whose exchange it is or, during the deal, the player who gets the next card.
  Seat current_player;
  /// The player who is drawn from or asked, during these actions.
  Seat partner;
  /// The kind that was asked for.
  std::optional<Card> asked;
  /// Completed exchange rounds.
  std::uint16_t rounds = 0;
  /// Whether this is the second play round after an exchange round (RX-18).
  bool second_try = false;
  /// Whether the open compounds go under the compound pile after the exchange round (RX-19).
  bool sweep_due = false;
  PerPlayer<std::uint8_t, max_players> hand_size;
  std::uint8_t draw_pile_size = 0;
  std::uint8_t discard_pile_size = 0;
  /// Number of cards put down face down in the running action.
  std::uint8_t aside_size = 0;
  CardBag market;
  /// Cards taken from the market in the running action, in ascending order. They lie in front of
  /// the player.
  CardList<max_exchanged> taken;
  /// Face-down compounds in unknown order, and those below them in known order, the next first.
  CardBag compound_pile;
  CardList<max_compound_count> bottom;
  /// Open compounds, the oldest first.
  CardList<open_compounds> display;
  PerPlayer<CardBag, max_players> reserved;
  PerPlayer<CardBag, max_players> won;
  /// Claims that have been opened, and the players who claim nothing.
  PerPlayer<std::optional<Card>, max_players> claims;
  PerPlayer<bool, max_players> passed;
  /// Players whose calls have been heard, and the first of them.
  PerPlayer<bool, max_players> called;
  std::optional<Seat> first_caller;
  /// Whether an open compound was won in this play round.
  bool open_won = false;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("leader", self.leader);
    visit("current_player", self.current_player);
    visit("partner", self.partner, data_as<ShownPartner>(self));
    visit("asked", self.asked);
    visit("rounds", self.rounds);
    visit("second_try", self.second_try);
    visit("sweep_due", self.sweep_due);
    visit("hand_size", self.hand_size);
    visit("draw_pile_size", self.draw_pile_size);
    visit("discard_pile_size", self.discard_pile_size);
    visit("aside_size", self.aside_size);
    visit("market", self.market);
    visit("taken", self.taken);
    visit("compound_pile", self.compound_pile);
    visit("bottom", self.bottom);
    visit("display", self.display);
    visit("reserved", self.reserved);
    visit("won", self.won);
    visit("claims", self.claims);
    visit("passed", self.passed);
    visit("called", self.called);
    visit("first_caller", self.first_caller);
    visit("open_won", self.open_won);
  }
};

struct Private {
  CardBag hand;
  /// Cards put down face down in the running action, in ascending order.
  CardList<max_exchanged> aside;
  /// The asker's hand, while this player chooses a card of it in return.
  NotedCards shown;
  /// This player's sealed decision, until all have decided.
  bool decided = false;
  std::optional<Card> claim;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("hand", self.hand);
    visit("aside", self.aside);
    visit("shown", self.shown);
    visit("decided", self.decided);
    visit("claim", self.claim);
  }
};

struct Hidden {
  /// Small cards that were not dealt or drawn (with a market, they are out of play), and the cards
  /// put down face down.
  CardBag draw_pile;
  CardBag discard_pile;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
    visit("discard_pile", self.discard_pile);
  }
};

using Knowledge = LogKnowledge;

// ---- Rules ----

class Rules : public CardRules<Rules, ChemixDeck, Options, Phase, Counter, Action, ChanceAction,
                               LegalActions, Public, Private, Hidden, Knowledge, max_players> {
 public:
  static constexpr std::string_view name = "react";
  static constexpr int revision = 2;
  static constexpr int min_players = react::min_players;
  // The longest step opens four claims, shows the kinds of their cards and ends the play round.
  static constexpr std::size_t max_step_events = 96;
  static constexpr std::array verbs{Verb::Deal, Verb::Move,  Verb::Shuffle, Verb::Lack, Verb::Call,
                                    Verb::Name, Verb::Set,   Verb::Phase,   Verb::Turn, Verb::Show,
                                    Verb::Seal, Verb::Sweep, Verb::Pass};
  static constexpr PhaseSet chance_phases{Phase::Deal,      Phase::Market, Phase::Draw,
                                          Phase::DrawBlind, Phase::TurnUp, Phase::Call};
  // Phases in which the partner of the running action decides.
  static constexpr PhaseSet partner_phases{Phase::ReserveGiven, Phase::TakeBack};

  /// Fails if the game cannot be played with this deck, these options or this number of players.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);
  [[nodiscard]] Table initial_table(Player start_player) const;
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  [[nodiscard]] int max_legal_actions() const;
  [[nodiscard]] std::int64_t max_steps() const;

  // ---- What may be done, and what happens then (GN-10, GN-11, RX-1 – RX-20) ----

  [[nodiscard]] Acting acting(const Public& open) const {
    if (partner_phases.contains(open.phase)) return Acting::one(open.partner);
    if (open.phase != Phase::Claim) return CardRules::acting(open);
    if (is_sealed(open)) return Acting::players(PlayerSet::first(players_));  // RX-12
    PlayerSet players = PlayerSet::of(open.leader);
    for (Player p = 0; p < players_; ++p) {
      if (!open.claims[p] && !open.passed[p]) players.insert(p);  // RX-13 (ruling)
    }
    return Acting::players(players);
  }
  [[nodiscard]] bool is_sealed(const Public& open) const {
    return open.phase == Phase::Claim && options_.claims == Claims::Simultaneous;  // RX-13
  }
  [[nodiscard]] static bool has_decided(const Private& own) { return own.decided; }

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const {
    LegalActions legal;
    const auto insert = [&](int first, const CardBag& cards, auto&& may) {
      cards.kinds().for_each([&](Card card) {
        if (may(card)) legal.insert(first + card.index);
      });
    };
    const auto all = [](Card) { return true; };
    switch (open.phase) {
      case Phase::Exchange:
        legal = exchanges_[static_cast<std::size_t>(player)];  // RX-5 RX-8 RX-9
        if (max_put(open) > 0) insert(first_id<Put>(), own.hand, all);
        insert(first_id<Take>(), open.market, all);  // RX-7
        break;
      case Phase::Put:
        insert(first_id<Put>(), own.hand, all);
        if (open.taken.size() < max_put(open)) insert(first_id<Take>(), open.market, all);  // RX-7
        if (may_stop(open)) legal.insert(first_id<Done>());  // RX-6 RX-7
        break;
      case Phase::Swap:
        insert(first_id<Take>(), open.market, all);  // RX-7
        break;
      case Phase::Give:
        insert(first_id<Give>(), own.hand, all);  // RX-8
        break;
      case Phase::TakeBack:
        insert(first_id<Take>(), own.shown.cards,
               [&](Card card) { return can_take_back(open, own, card); });  // RX-9
        break;
      case Phase::ReserveDrawn:
      case Phase::ReserveGiven:
      case Phase::ReserveAsked:
        legal.insert_bits(first_id<Reserve>(), displayed(open));  // RX-10
        break;
      case Phase::Claim:
        if (!open.claims[player]) {
          legal.insert_bits(first_id<Claim>(), claimable(open, own, player));    // RX-12
          if (!may_close(open, player)) legal.insert(first_id<ClaimNothing>());  // RX-12 GN-4
        }
        if (may_close(open, player)) legal.insert(first_id<Close>());  // RX-13 (ruling)
        break;
      default:
        break;
    }
    return legal;
  }

  // -- Nothing --

  void perform(auto& step, Player, const Nothing&) const {
    end_action(step);  // RX-5
  }

  /// The legal actions without other orders of one exchange: cards are put down in ascending order,
  /// then taken in ascending order. All of them if another order has begun and cannot go on so.
  [[nodiscard]] LegalActions canonical_actions(const Public& open, const Private& own,
                                               Player player) const {
    const LegalActions legal = legal_actions(open, own, player);
    const bool swaps = open.phase == Phase::Swap;
    if (!swaps && open.phase != Phase::Exchange && open.phase != Phase::Put) return legal;
    const auto& named = swaps ? open.taken : own.aside;
    const Card last = named.empty() ? Card() : named[named.size() - 1];
    const int due = open.aside_size - open.taken.size();
    const auto kind_of = [](int id, int first) -> std::optional<Card> {
      if (id < first || id >= first + small_kind_count) return std::nullopt;
      return Card::of(static_cast<std::uint8_t>(id - first));
    };
    LegalActions canonical;
    legal.for_each([&](int id) {
      const auto put = kind_of(id, first_id<Put>());
      const auto take = kind_of(id, first_id<Take>());
      if (put && *put < last) return;
      if (take && (!swaps || *take < last || from(open.market, *take) < due)) return;
      canonical.insert(id);
    });
    return canonical.empty() ? legal : canonical;
  }
  // The number of cards that are not lower than `card`.
  [[nodiscard]] static int from(const CardBag& cards, Card card) {
    int count = 0;
    cards.kinds().for_each([&](Card kind) { count += kind < card ? 0 : cards.count(kind); });
    return count;
  }

  // -- Put, and Done: cards lie face down until the exchange is complete --

  [[nodiscard]] bool has_market() const { return players_ > 2; }
  // Maximum number of cards that may be put down in one action, as of its start.
  [[nodiscard]] int max_put(const Public& open) const {
    const int most = (std::min)(max_exchanged, hand_size_);                 // RX-6 RX-7
    if (has_market()) return (std::min)(most, options_.market_size);        // RX-7
    return (std::min)(most, open.draw_pile_size + open.discard_pile_size);  // RX-6 (ruling)
  }
  // Whether no more cards need to be put down.
  [[nodiscard]] static bool may_stop(const Public& open) {
    return open.aside_size > 0 && open.aside_size >= open.taken.size();  // RX-7
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Put& put) const {
    if (own.hand.count(put.card) == 0) return refuse("GN-11", put.card.index);  // GN-11
    if (max_put(open) == 0) return refuse("RX-6");                              // RX-6
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Put& put) const {
    const Public& open = step.open();
    if (open.phase != Phase::Put) step.post(Event::phase(Phase::Put));
    const int most = max_put(open);
    step.post(Event::move(hand_of(player), aside, put.card.index, ViewerSet::only(player)));
    if (open.aside_size == most) end_putting(step);
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const Done&) const {
    if (may_stop(open)) return std::nullopt;
    return refuse_for("RX-7", 2);  // RX-7
  }
  void perform(auto& step, Player, const Done&) const { end_putting(step); }

  void end_putting(auto& step) const {
    const Public& open = step.open();
    if (!has_market()) {
      step.post(Event::phase(Phase::Draw, open.aside_size));  // RX-6
      return go_on_drawing(step);
    }
    if (open.taken.size() == open.aside_size) return end_swap(step);  // RX-7
    step.post(Event::phase(Phase::Swap));
  }
  // Shows the cards put down, and moves them and those taken to where they belong.
  void end_swap(auto& step) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    while (open.aside_size > 0) {
      step.post(Event::move(aside, market, step.own(player).aside[0].index,
                            ViewerSet::everyone()));  // RX-7
    }
    while (!open.taken.empty()) {
      step.post(Event::move(tableau_of(player), hand_of(player), open.taken[0].index,
                            ViewerSet::everyone()));  // RX-7
    }
    end_action(step);
  }
  void go_on_drawing(auto& step) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    if (open.hand_size[player] < hand_size_) {
      if (open.draw_pile_size > 0) return;
      // The cards just put down lie aside and are not shuffled.
      step.post(Event::shuffle(discard_pile, draw_pile, open.discard_pile_size));  // RX-6 (ruling)
      return;
    }
    while (open.aside_size > 0) {
      step.post(Event::move(aside, discard_pile, step.own(player).aside[0].index,
                            ViewerSet::only(player)));  // RX-6 (ruling)
    }
    end_action(step);
  }

  // -- Take: of the market, or in return --

  // Whether `card` may be taken from the hand that is shown, which excludes the card just given.
  [[nodiscard]] static bool can_take_back(const Public& open, const Private& own, Card card) {
    const int given = open.asked && *open.asked == card ? 1 : 0;
    return own.shown.cards.count(card) > given;  // RX-9
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Take& take) const {
    const int card = take.card.index;
    if (open.phase == Phase::TakeBack) {
      const bool was_given = open.asked && *open.asked == take.card;
      if (!can_take_back(open, own, take.card)) {
        return refuse_for("RX-9", was_given ? 1 : 0, card);  // RX-9
      }
    } else if (!has_market()) {
      return refuse("GN-10");  // GN-10
    } else if (open.taken.size() == max_put(open)) {
      return refuse_for("RX-7", 1);  // RX-7
    } else if (open.market.count(take.card) == 0) {
      return refuse("RX-7", card);  // RX-7
    }
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Take& take) const {
    const Public& open = step.open();
    if (open.phase == Phase::TakeBack) {
      step.post(Event::move(hand_of(open.current_player), hand_of(player), take.card.index,
                            ViewerSet::both(open.current_player, player)));  // RX-9
      return end_action(step);                                               // RX-10 (ruling)
    }
    if (open.phase == Phase::Exchange) step.post(Event::phase(Phase::Put));
    step.post(Event::move(market, tableau_of(player), take.card.index, ViewerSet::everyone()));
    if (open.phase == Phase::Swap && open.taken.size() == open.aside_size) end_swap(step);  // RX-7
  }

  // -- Draw from a hand, and give for it --

  [[nodiscard]] bool is_other(Player player, Seat other) const {
    return other != player && other < players_;
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private&, Player player,
                                                 const DrawFrom& draw) const {
    if (is_other(player, draw.player)) return std::nullopt;
    return refuse("RX-8");  // RX-8
  }
  void perform(auto& step, Player, const DrawFrom& draw) const {
    step.post(Event::set(Counter::Partner, draw.player));
    step.post(Event::phase(Phase::DrawBlind, 1));  // RX-8
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                 const Give& give) const {
    if (own.hand.count(give.card) > 0) return std::nullopt;
    return refuse("GN-11", give.card.index);  // GN-11
  }
  void perform(auto& step, Player player, const Give& give) const {
    const Public& open = step.open();
    const Player receiver = open.partner;
    // Post the phase before the move: everybody sees whether a noble gas moves.
    const bool reserves = must_reserve(open, give.card);
    if (reserves) step.post(Event::phase(Phase::ReserveGiven));  // RX-10
    step.post(Event::move(hand_of(player), hand_of(receiver), give.card.index,
                          ViewerSet::both(player, receiver)));  // RX-8
    if (!reserves) end_action(step);
  }

  // -- Ask --

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private&, Player player,
                                                 const Ask& ask) const {
    if (is_other(player, ask.player)) return std::nullopt;
    return refuse_for("RX-9", 2);  // RX-9
  }
  void perform(auto& step, Player player, const Ask& ask) const {
    step.post(Event::set(Counter::Partner, ask.player));
    step.post(Event::name(player, ask.card.index));
    if (step.own(ask.player).hand.count(ask.card) == 0) {
      step.post(Event::lack(ask.player));
      return end_action(step);  // RX-9
    }
    step.post(Event::move(hand_of(ask.player), hand_of(player), ask.card.index,
                          ViewerSet::everyone()));  // RX-9
    if (must_reserve(step.open(), ask.card)) {
      return step.post(Event::phase(Phase::ReserveAsked));  // RX-10
    }
    ask_for_return(step);
  }

  // Shows the asker's whole hand to the player who was asked, who then takes a card of it.
  void ask_for_return(auto& step) const {
    const Player asker = step.open().current_player;
    const Player asked = step.open().partner;
    step.post(Event::phase(Phase::TakeBack));
    const CardBag hand = step.own(asker).hand;
    // One event per card, so that other viewers cannot count the kinds.
    hand.kinds().for_each([&](Card card) {
      for (int shown = 1; shown <= hand.count(card); ++shown) {
        step.post(
            Event::show(hand_of(asker), card.index, shown, ViewerSet::both(asker, asked)));  // RX-9
      }
    });
  }

  // -- Reserve --

  [[nodiscard]] static std::uint64_t displayed(const Public& open) {
    std::uint64_t compounds = 0;
    for (int i = 0; i < open.display.size(); ++i) {
      compounds |= std::uint64_t{1} << open.display[i].compound();
    }
    return compounds;
  }
  [[nodiscard]] static bool must_reserve(const Public& open, Card card) {
    return card.is_noble_gas() && !open.display.empty();  // RX-10 (ruling)
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const Reserve& reserve) const {
    if (open.display.contains(reserve.compound)) return std::nullopt;
    return refuse("RX-10", reserve.compound.index);  // RX-10
  }
  void perform(auto& step, Player player, const Reserve& reserve) const {
    const Phase phase = step.open().phase;
    step.post(
        Event::move(display, tableau_of(player), reserve.compound.index, ViewerSet::everyone()));
    if (phase == Phase::ReserveDrawn) return step.post(Event::phase(Phase::Give));
    if (phase == Phase::ReserveAsked) return ask_for_return(step);  // RX-10 (ruling)
    end_action(step);
  }

  // -- Claim, claim nothing, close --

  // The compounds that a player may claim, as a bit mask.
  [[nodiscard]] std::uint64_t claimable(const Public& open, const Private& own,
                                        Player player) const {
    const std::uint64_t lying = displayed(open) | open.reserved[player].compounds();
    return lying & matcher_.layable(own.hand.small_cards());  // RX-12 MT-1
  }
  [[nodiscard]] bool may_close(const Public& open, Player player) const {
    return !is_sealed(open) && open.leader == player;  // RX-13 (ruling)
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 Player player, const Claim& claim) const {
    const Card compound = claim.compound;
    if (open.claims[player]) return refuse("RX-13");  // RX-13
    if (!compound.is_compound() || (claimable(open, own, player) >> compound.compound() & 1) == 0) {
      const bool lies =
          open.display.contains(compound) || open.reserved[player].count(compound) > 0;
      if (lies) return refuse_for("RX-12", 1, compound.index);  // RX-12
      for (Player p = 0; p < players_; ++p) {
        if (open.claims[p] == compound) return refuse("RX-14", compound.index, p);  // RX-14
      }
      return refuse("RX-12", compound.index);  // RX-12
    }
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Claim& claim) const {
    const Public& open = step.open();
    if (is_sealed(open)) {
      step.post(Event::seal(player, claim.compound.index));
      return open_claims(step);
    }
    show_claim(step, player, claim.compound);
    award(step, player);  // RX-13 (ruling)
    for (Player p = 0; p < players_; ++p) {
      if (!open.claims[p]) return;
    }
    end_play(step);  // RX-13 (ruling)
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const ClaimNothing&) const {
    if (may_close(open, player)) return refuse_for("RX-13", 1);  // RX-13
    return std::nullopt;
  }
  void perform(auto& step, Player player, const ClaimNothing&) const {
    if (!is_sealed(step.open())) return step.post(Event::pass(player));
    step.post(Event::seal(player, {}));
    open_claims(step);
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const Close&) const {
    if (is_sealed(open)) return refuse("GN-10");                               // GN-10
    if (!may_close(open, player)) return refuse_for("RX-13", 2, open.leader);  // RX-13
    return std::nullopt;
  }
  void perform(auto& step, Player, const Close&) const {
    end_play(step);  // RX-13 (ruling)
  }

  // Shows the cards of a claim to everybody, whether or not it succeeds.
  void show_claim(auto& step, Player player, Card compound) const {
    step.post(Event::name(player, compound.index));
    const SmallBag& needs = needs_[static_cast<std::size_t>(compound.compound())];
    for (int kind = 0; kind < small_kind_count; ++kind) {
      if (needs.count(kind) == 0) continue;
      step.post(Event::show(hand_of(player), static_cast<std::uint8_t>(kind), needs.count(kind),
                            ViewerSet::everyone()));  // RX-15 (ruling)
    }
  }
  // Opens the sealed claims once all players have decided.
  void open_claims(auto& step) const {
    for (Player p = 0; p < players_; ++p) {
      if (!step.own(p).decided) return;  // RX-12
    }
    bool any = false;
    for (Player p = 0; p < players_; ++p) {
      const std::optional<Card> claim = step.own(p).claim;
      any = any || claim;
      if (claim) {
        show_claim(step, p, *claim);
      } else {
        step.post(Event::pass(p));
      }
    }
    if (!any) return end_play(step);
    step.post(Event::phase(Phase::Call, uncalled(step.open()).size()));  // RX-13 (ruling)
  }
  void award(auto& step, Player player) const {
    const Public& open = step.open();
    const Card compound = *open.claims[player];
    step.post(Event::call(player, true));
    const bool lies_open = open.display.contains(compound);
    if (!lies_open && open.reserved[player].count(compound) == 0) return;  // RX-14
    step.post(Event::move(lies_open ? display : tableau_of(player), stack_of(player),
                          compound.index, ViewerSet::everyone()));  // RX-14
  }

  // -- Chance: the deal, what is drawn and turned up, and who called first --

  [[nodiscard]] static const CardBag& source(const Table& table) {
    if (table.open.phase == Phase::TurnUp) return table.open.compound_pile;               // RX-11
    if (table.open.phase == Phase::DrawBlind) return table.own[table.open.partner].hand;  // RX-8
    return table.hidden.draw_pile;
  }
  // Players with claims that have not been called yet.
  [[nodiscard]] PlayerSet uncalled(const Public& open) const {
    PlayerSet players;
    for (Player p = 0; p < players_; ++p) {
      if (open.claims[p] && !open.called[p]) players.insert(p);
    }
    return players;
  }
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    if (table.open.phase == Phase::Call) return uncalled(table.open).size();  // RX-13 (ruling)
    return CardRules::chance_weight(table);
  }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    if (table.open.phase != Phase::Call) return CardRules::chance_outcome(table, nth);
    return Called{Seat::of(uncalled(table.open).nth(static_cast<int>(nth)))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    const auto* called = std::get_if<Called>(&action);
    if ((called != nullptr) != (table.open.phase == Phase::Call)) return 0;
    if (called != nullptr) return uncalled(table.open).contains(called->player) ? 1 : 0;
    return CardRules::chance_weight_of(table, action);
  }
  void for_each_chance_outcome(const Table& table, auto&& visit) const {
    if (table.open.phase != Phase::Call) return CardRules::for_each_chance_outcome(table, visit);
    const PlayerSet players = uncalled(table.open);
    for (int i = 0; i < players.size(); ++i) {
      visit(ChanceAction(Called{Seat::of(players.nth(i))}), std::int64_t{1});
    }
  }

  void resolve(auto& step, const ChanceAction& action) const {
    with_action(action, [&](const auto& taken) { resolve(step, taken); });
  }
  void resolve(auto& step, const Called& called) const {
    award(step, called.player);  // RX-13 (ruling)
    if (uncalled(step.open()).empty()) end_play(step);
  }
  void resolve(auto& step, const DrawnCard& drawn) const {
    const Public& open = step.open();
    const Card card = drawn.card;
    const Player player = open.current_player;
    switch (open.phase) {
      case Phase::Deal:
        step.post(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
        step.post(Event::turn(next(player)));
        if (open.hand_size[open.current_player] < hand_size_) return;  // RX-1
        if (has_market()) return step.post(Event::phase(Phase::Market, options_.market_size));
        return begin_exchange(step);
      case Phase::Market:
        step.post(Event::move(draw_pile, market, card.index, ViewerSet::everyone()));  // RX-2
        if (open.market.size() == options_.market_size) begin_exchange(step);
        return;
      case Phase::Draw:
        step.post(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
        return go_on_drawing(step);
      case Phase::DrawBlind: {
        // Post the phase before the move: everybody sees whether a noble gas moves.
        const Player other = open.partner;
        step.post(
            Event::phase(must_reserve(open, card) ? Phase::ReserveDrawn : Phase::Give));  // RX-10
        step.post(Event::move(hand_of(other), hand_of(player), card.index,
                              ViewerSet::both(player, other)));  // RX-8
        return;
      }
      default:
        step.post(Event::move(draw_pile, display, card.index, ViewerSet::everyone()));
        go_on_turning(step);
    }
  }

  // -- Rounds --

  void begin_exchange(auto& step) const {
    step.post(Event::turn(next(step.open().leader)));  // RX-4
    step.post(Event::phase(Phase::Exchange));
  }
  // Ends an exchange action. The next player exchanges or, after the lab leader, the next play
  // round begins.
  void end_action(auto& step) const {
    const Public& open = step.open();
    if (open.current_player != open.leader) {
      step.post(Event::turn(next(open.current_player)));  // RX-4
      if (open.phase != Phase::Exchange) step.post(Event::phase(Phase::Exchange));
      return;
    }
    step.post(Event::set(Counter::Rounds, open.rounds + 1));
    if (open.rounds >= options_.max_rounds) return step.post(Event::phase(Phase::Over));  // RX-22
    if (open.sweep_due) sweep(step);  // RX-19 (ruling)
    begin_turning(step);              // RX-11
  }
  // Moves the open compounds under the compound pile, the oldest first.
  void sweep(auto& step) const {
    step.post(Event::sweep(display, pile_bottom, step.open().display.size()));
  }
  void begin_turning(auto& step) const {
    step.post(Event::phase(Phase::TurnUp, open_compounds - step.open().display.size()));
    go_on_turning(step);
  }
  void go_on_turning(auto& step) const {
    const Public& open = step.open();
    if (open.display.size() < open_compounds && !open.compound_pile.empty()) return;  // RX-17
    while (open.display.size() < open_compounds && !open.bottom.empty()) {
      step.post(Event::move(pile_bottom, display, open.bottom[0].index,
                            ViewerSet::everyone()));  // RX-18 (ruling)
    }
    step.post(Event::phase(open.display.empty() ? Phase::Over : Phase::Claim));  // RX-22 RX-12
  }
  void end_play(auto& step) const {
    const Public& open = step.open();
    if (open.first_caller) {
      step.post(Event::set(Counter::Leader, *open.first_caller));  // RX-16
    }
    if (has_winner(open)) return step.post(Event::phase(Phase::Over));  // RX-20
    if (!open.open_won && !open.second_try) {
      if (has_stack(open)) {  // RX-18 (ruling)
        sweep(step);          // RX-18
        step.post(Event::set(Counter::SecondTry, 1));
        return begin_turning(step);  // RX-18
      }
    } else if (!open.open_won) {
      if (options_.sweep == Sweep::BeforeExchange) {
        sweep(step);  // RX-19 (ruling)
      } else {
        step.post(Event::set(Counter::SweepDue, 1));  // RX-19 (ruling)
      }
    }
    begin_exchange(step);  // RX-16 RX-19
  }

  // ---- Scoring and end (RX-20 – RX-22) ----

  // Whether any compounds are left to turn up.
  [[nodiscard]] static bool has_stack(const Public& open) {
    return !open.compound_pile.empty() || !open.bottom.empty();
  }
  [[nodiscard]] bool has_winner(const Public& open) const {
    for (Player p = 0; p < players_; ++p) {
      if (open.won[p].size() >= options_.target) return true;  // RX-20
    }
    return false;
  }

  /// Lower and upper bound of the scores.
  [[nodiscard]] PointsRange points_range() const {
    return {-deck_->all_points(), deck_->all_points()};
  }
  /// Points of won compounds minus those of reserved ones.
  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    PerPlayer<int, max_players> scores;
    for (Player p = 0; p < players_; ++p) {
      const auto points = [&](Card card) {
        // A view folded from impossible events may hold other cards.
        return card.is_compound() ? deck_->compound(card).points : 0;
      };
      view.open.won[p].kinds().for_each([&](Card card) { scores[p] += points(card); });  // RX-21
      view.open.reserved[p].kinds().for_each(
          [&](Card card) { scores[p] -= points(card); });  // RX-21
    }
    return scores;
  }
  /// Heuristic value of a position beyond the points scored, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;

  // ---- What is seen and known ----

  CHEMIX_INLINE void cards_at(auto& view, Place place, Card card, auto&& use) const {
    Public& open = view.open;
    switch (place.zone) {
      case Zone::Hand: {
        auto hand = held_by(view, place.owner, open.hand_size[place.owner], &Private::hand);
        if (open.phase == Phase::TakeBack && open.current_player == place.owner) {
          if (Private* own = view.shown(open.partner)) hand.shown = &own->shown.cards;
        }
        return use(hand, &Card::is_small);
      }
      case Zone::DrawPile:
        if (card.is_compound()) return use(open.compound_pile, &Card::is_compound);
        return use(hidden_pile(view, open.draw_pile_size, &Hidden::draw_pile), &Card::is_small);
      case Zone::DiscardPile:
        if (has_market()) return;
        return use(hidden_pile(view, open.discard_pile_size, &Hidden::discard_pile),
                   &Card::is_small);
      case Zone::Aside:
        if (!card.is_small()) return;
        return use(held_by(view, open.current_player, open.aside_size, &Private::aside),
                   &Card::is_small);
      case Zone::Market:
        return use(open.market, &Card::is_small);
      case Zone::PileBottom:
        return use(open.bottom, &Card::is_compound);
      case Zone::Display:
        if (card.is_compound()) use(open.display, &Card::is_compound);
        return;
      case Zone::Tableau:
        if (!card.is_compound()) {
          if (place.owner == open.current_player) use(open.taken, &Card::is_small);
          return;
        }
        return use(open.reserved[place.owner], &Card::is_compound);
      case Zone::Stack:
        return use(open.won[place.owner], &Card::is_compound);
      default:
        return;
    }
  }

  static void describe_pile(const Observation& seen, SeenPile& pile);

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    const Card card = Card::of(event.kind.value_or(0));
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move:
        move_card(*this, view, event);
        // The order of an exchange leaves no trace.
        if (event.to.zone == Zone::Tableau) sort(open.taken);
        if (event.to == aside) {
          if (Private* own = view.shown(open.current_player)) sort(own->aside);
        }
        if (event.from.zone == Zone::Display && event.to.zone == Zone::Stack) open.open_won = true;
        break;
      case Verb::Shuffle:
        open.draw_pile_size = std::exchange(open.discard_pile_size, std::uint8_t{0});
        if (Hidden* hidden = view.shown_hidden()) {
          hidden->draw_pile = std::exchange(hidden->discard_pile, CardBag());
        }
        break;
      case Verb::Show:
        if (open.phase != Phase::TakeBack || !card.is_small()) break;
        if (Private* own = view.shown(open.partner)) {
          for (int i = own->shown.cards.count(card); i < std::min<int>(event.amount, 4); ++i) {
            own->shown.cards.add(card);
          }
        }
        break;
      case Verb::Name:
        if (card.is_compound()) {
          open.claims[event.player] = card;
        } else {
          open.asked = card;
        }
        break;
      case Verb::Pass:
        open.passed[event.player] = true;
        break;
      case Verb::Call:
        open.called[event.player] = true;
        if (!open.first_caller) open.first_caller = Seat::of(event.player);
        break;
      case Verb::Seal:
        if (Private* own = view.shown(event.player)) {
          own->decided = true;
          if (card.is_compound()) own->claim = card;
        }
        break;
      case Verb::Sweep:
        while (!open.display.empty()) open.bottom.push_back(open.display.pop_front());
        open.sweep_due = false;
        break;
      case Verb::Turn:
        open.current_player = Seat::of(event.player);
        clear_action(view);
        break;
      case Verb::Set:
        fold_count(view, event);
        break;
      case Verb::Phase: {
        const auto phase = static_cast<Phase>(event.index);
        if (open.phase == Phase::Claim || open.phase == Phase::Call) clear_claims(view, phase);
        if (phase == Phase::TurnUp) open.current_player = open.leader;
        if (phase == Phase::Exchange) open.second_try = false;  // RX-19 (ruling)
        open.phase = phase;
        break;
      }
      default:
        break;
    }
  }
  static void sort(CardList<max_exchanged>& cards) {
    CardList<max_exchanged> sorted;
    for (const Card card : cards) sorted.insert_sorted(card);
    cards = sorted;
  }
  CHEMIX_INLINE static void fold_count(auto& view, const Event& event) {
    Public& open = view.open;
    // An out-of-range number must not wrap around to a valid seat.
    const bool fits = event.amount >= 0 && event.amount < 256;
    const Seat seat = Seat::of(fits ? event.amount : 255);
    switch (static_cast<Counter>(event.index)) {
      case Counter::Rounds:
        open.rounds = static_cast<std::uint16_t>(event.amount);
        clear_action(view);
        break;
      case Counter::Partner:
        open.partner = seat;
        break;
      case Counter::Leader:
        open.leader = seat;
        break;
      case Counter::SecondTry:
        open.second_try = event.amount != 0;
        break;
      case Counter::SweepDue:
        open.sweep_due = event.amount != 0;
        break;
    }
  }
  // Clears the state that lasts for one action of an exchange round.
  CHEMIX_INLINE static void clear_action(auto& view) {
    Public& open = view.open;
    if (open.phase == Phase::TakeBack) {
      if (Private* own = view.shown(open.partner)) own->shown = {};
    }
    open.partner = Seat();
    open.asked.reset();
  }
  // Clears the state that lasts for one play round. Sealed decisions end once they are opened.
  void clear_claims(auto& view, Phase next) const {
    for (Player p = 0; p < players_; ++p) {
      Private* own = view.shown(p);
      if (own == nullptr) continue;
      own->decided = false;
      own->claim.reset();
    }
    if (next == Phase::Call) return;
    Public& open = view.open;
    open.claims = {};
    open.passed = {};
    open.called = {};
    open.first_caller.reset();
    open.open_won = false;
  }

  /// While an exchange is not complete, everybody sees only how many cards are put down, and which
  /// cards of the open market are taken.
  [[nodiscard]] static bool tells_nothing(const Event& event, Viewer viewer) {
    constexpr PhaseSet exchanging{Phase::Put, Phase::Swap, Phase::Draw};
    if (event.verb == Verb::Phase) return exchanging.contains(static_cast<Phase>(event.index));
    if (event.verb != Verb::Move) return false;
    if (event.from == market) return true;
    return event.to == aside && (!event.kind || viewer.is(event.from.owner));
  }
  [[nodiscard]] static constexpr HiddenPlace hidden_place(Place place) {
    if (place == discard_pile) return place_discarded;
    return place == aside ? place_set_aside : CardRules::hidden_place(place);
  }
  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    const HiddenPlace from = hidden_place(event.from);
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move:
        // Compounds come from a pile whose contents everybody knows.
        if (event.kind && Card::of(*event.kind).is_compound()) return;
        // Cards put down for the market are recorded when everybody sees them.
        if (has_market() && event.to == aside) return;
        if (has_market() && event.from == aside) {
          const Place hand = hand_of(open.current_player);
          return knowledge.log.learn(event, hidden_place(hand), hidden_place(event.to),
                                     size_at(open, hand) + open.aside_size);
        }
        // A card put aside counts as discarded at once, unless the discard pile was shuffled
        // meanwhile.
        if (event.from == aside) return knowledge.log.put_back(event, open.aside_size);
        return knowledge.log.learn(event, from,
                                   event.to == aside ? place_discarded : hidden_place(event.to),
                                   size_at(open, event.from), moved_among(open));
      case Verb::Show:
        return knowledge.log.learn(event, from, place_public, size_at(open, event.from));
      case Verb::Lack:
        if (open.asked) knowledge.log.lack(event.player, *open.asked, open.hand_size[event.player]);
        return;
      case Verb::Shuffle:
        knowledge.log.set_aside(open.aside_size);
        return knowledge.log.move_all(place_discarded, place_draw_pile);
      default:
        return;
    }
  }
  /// Calls `use(log)` with the log as it would be if the exchange ended now: with a market, cards
  /// put down enter the log itself only when everybody sees them.
  void with_current_log(const ObservationLog& log, const Public& open, auto&& use) const {
    if (has_market() && open.aside_size > 0) return use(log_with_aside(log, open));
    use(log);
  }
  // The log with the cards that lie aside, which are `own` if the viewer sees them.
  [[nodiscard]] ObservationLog log_with_aside(ObservationLog log, const Public& open,
                                              const CardList<max_exchanged>& own = {}) const;
  [[nodiscard]] int forgotten(const Observation& seen) const;
  [[nodiscard]] Belief belief_of(const Observation& seen) const;
  [[nodiscard]] Table table_from_world(const Observation& seen, const World& world) const {
    Table table = chemix::table_from_world(*this, seen, world);
    const Public& open = table.open;
    if (open.phase == Phase::TakeBack) {
      table.own[open.partner].shown.cards = table.own[open.current_player].hand;
    }
    return table;
  }
  // Whether the phase and the claims allow these hands. The observation log of a long game may have
  // lost what rules the other hands out.
  [[nodiscard]] bool is_consistent(const Table& table) const;

 private:
  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);

  [[nodiscard]] static int size_at(const Public& open, Place place) {
    if (place.is_hand()) return open.hand_size[place.owner];
    return place == draw_pile ? open.draw_pile_size : 0;
  }
  // The constraint on a card that moves between hands. A player who gets a noble gas must reserve
  // (RX-10); a player who takes a card in return does not take the one just given (RX-9).
  [[nodiscard]] static LogEntry::Constraint moved_among(const Public& open) {
    switch (open.phase) {
      case Phase::ReserveDrawn:
      case Phase::ReserveGiven:
        return LogEntry::Constraint::NobleGas;
      case Phase::Give:
        return open.display.empty() ? LogEntry::Constraint::AnyCard
                                    : LogEntry::Constraint::NotNobleGas;
      case Phase::TakeBack:
        return LogEntry::Constraint::NotLast;
      default:
        return LogEntry::Constraint::AnyCard;
    }
  }

  [[nodiscard]] std::optional<InputError> put_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> put_error(const Public& open, const Private& own,
                                                    Player player) const;
  [[nodiscard]] std::optional<InputError> claim_error(const Public& open, const Private& own,
                                                      Player player) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;
  [[nodiscard]] std::optional<InputError> play_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open, const Private& own,
                                                   Player player) const;

  Matcher matcher_;
  std::vector<SmallBag> needs_;
  // By player: the exchange actions that are legal with any hand.
  std::array<LegalActions, max_players> exchanges_{};
  int hand_size_ = 0;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

/// The games that this header defines.
using Games = std::tuple<Game>;

}  // namespace chemix::react
