// SPDX-License-Identifier: Apache-2.0
// REACT!: exchange cards, claim compounds first. Rules: docs/rules/react.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A round   exchange: everybody in turn one action: nothing; Put … [→ Draw … or Swap …];
//           DrawBlind → [ReserveDrawn →] Give [→ ReserveGiven]; an asked card [→ ReserveAsked →]
//           TakeBack; then play: TurnUp → Claim [→ Call …], perhaps twice.
// Who sees  everybody what lies open, asked kinds and the cards of claims; a player the own hand;
//           two players a card that goes between them; who was asked the hand of who asked.
// Ends      when somebody has enough compounds, when none lies open, or after `max_rounds`.

#include "chemix/cards/card.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/card_list.hpp"
#include "chemix/cards/cards_left.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/deck_rules.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/knowledge.hpp"
#include "chemix/cards/matching.hpp"
#include "chemix/cards/placed_cards.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/id_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace chemix::react {

// ---- Constants ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int hand_size_of_few = 8;   // RX-1
inline constexpr int hand_size_of_four = 6;  // RX-1
inline constexpr int most_hand_size = 8;     // RX-1
inline constexpr int least_market = 4;       // RX-2
inline constexpr int most_market = 6;        // RX-2
inline constexpr int most_exchanged = 3;     // RX-6 RX-7
inline constexpr int open_compounds = 3;     // RX-11

// ---- Options (RX-1, RX-2, RX-13, RX-19, RX-20, RX-22) ----

/// How the order of those who claim comes about (RX-13).
enum class Claims : std::uint8_t { Simultaneous, Realtime };

constexpr std::array<std::string_view, 2> names_of(Claims) { return {"simultaneous", "realtime"}; }

/// When open compounds that nobody won go under the stack after a second play round (RX-19).
enum class Sweep : std::uint8_t { BeforeTurning, BeforeExchange };

constexpr std::array<std::string_view, 2> names_of(Sweep) {
  return {"before_turning", "before_exchange"};
}

struct Options {
  int hand_size = 0;                     // RX-1
  int market_size = least_market;        // RX-2 (ruling)
  Claims claims = Claims::Simultaneous;  // RX-13 (ruling)
  Sweep sweep = Sweep::BeforeTurning;    // RX-19 (ruling)
  int target = 5;                        // RX-20
  int max_rounds = 200;                  // RX-22 (ruling)

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"hand_size", "RX-1", "cards in a hand; 0: eight, with four players six", 0,
                      most_hand_size},
          self.hand_size);
    visit(OptionField{"market_size", "RX-2", "cards in the market of three or four players",
                      least_market, most_market},
          self.market_size);
    visit(OptionField{"claims", "RX-13", "whether chance or the order of calls orders the claims"},
          self.claims);
    visit(OptionField{"sweep", "RX-19", "when compounds twice not won go under the stack"},
          self.sweep);
    visit(OptionField{"target", "RX-20", "compounds that end the game", 1, 20}, self.target);
    visit(OptionField{"max_rounds", "RX-22", "exchange rounds after which the game ends", 1, 1000},
          self.max_rounds);
  }
};

// ---- Actions (RX-5 – RX-13) ----

/// Exchanges nothing.
struct Nothing : NoFields<Nothing> {
  static constexpr std::string_view name = "nothing";
};
/// Puts a card down: on the discard pile, or into the market.
struct Put {
  Card card;
  static constexpr std::string_view name = "put";
  constexpr bool operator==(const Put&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Puts no more down.
struct Done : NoFields<Done> {
  static constexpr std::string_view name = "done";
};
/// Takes a card of the market, or in return for a card asked for.
struct Take {
  Card card;
  static constexpr std::string_view name = "take";
  constexpr bool operator==(const Take&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Draws blindly from a hand.
struct DrawFrom {
  Seat player;
  static constexpr std::string_view name = "draw_from";
  constexpr bool operator==(const DrawFrom&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("player", self.player); }
};
/// Gives a card for the one drawn blindly.
struct Give {
  Card card;
  static constexpr std::string_view name = "give";
  constexpr bool operator==(const Give&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Asks a player for a card.
struct Ask {
  Seat player;
  Card card;
  static constexpr std::string_view name = "ask";
  constexpr bool operator==(const Ask&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("player", self.player);
    visit("card", self.card);
  }
};
/// Takes an open compound for later.
struct Reserve {
  Card compound;
  static constexpr std::string_view name = "reserve";
  constexpr bool operator==(const Reserve&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("compound", self.compound); }
};
/// Claims a compound.
struct Claim {
  Card compound;
  static constexpr std::string_view name = "claim";
  constexpr bool operator==(const Claim&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("compound", self.compound); }
};
/// Claims nothing in this play round.
struct ClaimNothing : NoFields<ClaimNothing> {
  static constexpr std::string_view name = "claim_nothing";
};
/// Closes the play round.
struct Close : NoFields<Close> {
  static constexpr std::string_view name = "close";
};

using Action = std::variant<Nothing, Put, Done, Take, DrawFrom, Give, Ask, Reserve, Claim,
                            ClaimNothing, Close>;

/// Chance: who of those left called first.
struct Called {
  Seat player;
  static constexpr std::string_view name = "called";
  constexpr bool operator==(const Called&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("player", self.player); }
};

using ChanceAction = std::variant<Drawn, Called>;
using LegalActions = IdSet<320>;

// ---- State ----

/// In Deal, Market, Draw, DrawBlind, TurnUp and Call chance acts.
enum class Phase : std::uint8_t {
  Deal,
  Market,
  Exchange,
  Put,
  Draw,
  Swap,
  DrawBlind,
  /// Who drew a noble gas blindly reserves.
  ReserveDrawn,
  Give,
  /// Who was given a noble gas reserves.
  ReserveGiven,
  /// Who asked for a noble gas reserves.
  ReserveAsked,
  /// Who was asked takes a card in return.
  TakeBack,
  TurnUp,
  Claim,
  Call,
  Over,
};

constexpr std::array<std::string_view, 16> names_of(Phase) {
  return {"deal",       "market",        "exchange", "put",           "draw",          "swap",
          "draw_blind", "reserve_drawn", "give",     "reserve_given", "reserve_asked", "take_back",
          "turn_up",    "claim",         "call",     "over"};
}

/// Partner: the other player of an action. SecondTry and SweepDue are 1 when it is so.
enum class Counter : std::uint8_t { Rounds, Partner, Leader, SecondTry, SweepDue };

constexpr std::array<std::string_view, 5> names_of(Counter) {
  return {"rounds", "partner", "leader", "second_try", "sweep_due"};
}

struct Public {
  Phase phase = Phase::Deal;
  Seat leader;
  /// Whose exchange it is, or who gets the next card of the deal.
  Seat current_player;
  /// Who is drawn from or asked, in the steps of these actions.
  Seat partner;
  /// The kind that was asked for.
  std::optional<Card> asked;
  /// Exchange rounds completed.
  std::uint16_t rounds = 0;
  /// Whether this is the second play round after an exchange round (RX-18).
  bool second_try = false;
  /// Whether the open compounds go under the stack after the exchange round (RX-19).
  bool sweep_due = false;
  PerPlayer<std::uint8_t, max_players> hand_size;
  std::uint8_t draw_pile_size = 0;
  std::uint8_t discard_pile_size = 0;
  /// Cards put down face down in the running action.
  std::uint8_t aside_size = 0;
  CardBag market;
  /// Cards put into the market in the running action, and the card taken last.
  CardList<most_exchanged> put;
  std::optional<Card> last_taken;
  /// Compounds of unknown order, and those below them in known order.
  CardBag compound_pile;
  CardList<max_compound_count> bottom;
  /// Open compounds, the oldest first.
  CardList<open_compounds> display;
  PerPlayer<CardBag, max_players> reserved;
  PerPlayer<CardBag, max_players> won;
  /// The claims that are open, and who claims nothing.
  PerPlayer<std::optional<Card>, max_players> claims;
  PerPlayer<bool, max_players> passed;
  /// Whose calls have been heard, and the first of them.
  PerPlayer<bool, max_players> called;
  std::optional<Seat> first_caller;
  /// Whether an open compound was won in this play round.
  bool open_won = false;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("leader", self.leader);
    visit("current_player", self.current_player);
    visit("partner", self.partner);
    visit("asked", self.asked);
    visit("rounds", self.rounds);
    visit("second_try", self.second_try);
    visit("sweep_due", self.sweep_due);
    visit("hand_size", self.hand_size);
    visit("draw_pile_size", self.draw_pile_size);
    visit("discard_pile_size", self.discard_pile_size);
    visit("aside_size", self.aside_size);
    visit("market", self.market);
    visit("put", self.put);
    visit("last_taken", self.last_taken);
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
  /// Cards put down face down in the running action.
  CardList<most_exchanged> aside;
  /// The hand of who asked, while a card of it is chosen in return.
  ShownCards shown;
  /// The sealed decision, until all have decided.
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
  /// Small cards that are not dealt or were drawn from last, and those put down face down.
  CardBag draw_pile;
  CardBag discard_pile;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
    visit("discard_pile", self.discard_pile);
  }
};

struct Facts {
  CommonKnowledge<PlacedCards, max_players> placed;

  constexpr bool operator==(const Facts&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("placed", self.placed); }
};

// ---- Contract ----

class Rules : public DeckRules<ChemixDeck, Options> {
 public:
  static constexpr std::string_view name = "react";
  static constexpr std::string_view default_deck = "chemix";
  static constexpr int revision = 1;
  static constexpr int min_players = react::min_players;
  static constexpr int max_players = react::max_players;
  static constexpr std::size_t max_table_bytes = 512;
  // Four claims with the kinds of their cards, and what follows a play round.
  static constexpr std::size_t max_step_events = 96;

  using Phase = react::Phase;
  using Counter = react::Counter;
  using Public = react::Public;
  using Private = react::Private;
  using Hidden = react::Hidden;
  using Facts = react::Facts;
  using Action = react::Action;
  using ChanceAction = react::ChanceAction;
  using LegalActions = react::LegalActions;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or a deck that the game cannot be played with.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);

  [[nodiscard]] int action_count() const { return close_id() + 1; }
  [[nodiscard]] int chance_action_count() const { return deck_->card_kind_count() + players_; }
  [[nodiscard]] int action_id(const Action& action) const;
  [[nodiscard]] Action action_of(int id) const;
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    if (const auto* drawn = std::get_if<Drawn>(&action)) return drawn->card.index;
    return deck_->card_kind_count() + std::get<Called>(action).player;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const {
    const int kinds = deck_->card_kind_count();
    if (id < kinds) return Drawn{Card::of(id)};
    return Called{Seat::of(id - kinds)};
  }
  // All in an exchange; the open compounds, all others reserved, and nothing.
  [[nodiscard]] int max_legal_actions() const {
    return std::max(1 + small_kind_count + (players_ - 1) * (1 + small_kind_count),
                    compound_count() + 1);
  }
  [[nodiscard]] std::int64_t max_steps() const;

  [[nodiscard]] Table initial_table(Player start_player) const;
  [[nodiscard]] Acting acting(const Public& open) const;
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] bool is_sealed(const Public& open) const {
    return open.phase == Phase::Claim && options_.claims == Claims::Simultaneous;  // RX-13
  }
  [[nodiscard]] static bool has_decided(const Private& own) { return own.decided; }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const;
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const;
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table, const ChanceAction& action) const;

  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const;
  template <class Stage>
  void resolve(Stage& stage, const ChanceAction& action) const;
  template <class View>
  void fold(View& view, const Event& event) const;
  void learn(Facts& facts, const Public& open, const Event& event) const;
  [[nodiscard]] Facts facts_of(const Facts& facts, Viewer viewer) const {
    return {facts.placed.as_known_to(viewer, players_)};
  }
  [[nodiscard]] int weakened(const Observation& seen) const;

  [[nodiscard]] WorldProblem worlds_of(const Observation& seen) const;
  [[nodiscard]] Table table_in(const Observation& seen, const World& world) const;

  [[nodiscard]] PerPlayer<int, max_players> scores(const Table& table) const;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    return mean_returns(scores(table), players_);  // RX-21
  }
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;

 private:
  // Ids: the actions in their order, each with all its cards or seats.
  static constexpr int nothing_id = 0;
  static constexpr int put_id = 1;
  static constexpr int done_id = put_id + small_kind_count;
  static constexpr int take_id = done_id + 1;
  static constexpr int give_id = take_id + small_kind_count;
  static constexpr int draw_from_id = give_id + small_kind_count;
  [[nodiscard]] int ask_id() const { return draw_from_id + players_; }
  [[nodiscard]] int reserve_id() const { return ask_id() + players_ * small_kind_count; }
  [[nodiscard]] int claim_id() const { return reserve_id() + compound_count(); }
  [[nodiscard]] int claim_nothing_id() const { return claim_id() + compound_count(); }
  [[nodiscard]] int close_id() const { return claim_nothing_id() + 1; }
  [[nodiscard]] int compound_count() const { return static_cast<int>(needs_.size()); }

  // Places of what is known: hands, then what else is hidden. With three or four players nothing
  // goes into or out of the draw pile once the market lies.
  static constexpr int draw_place_of_two = 2;
  static constexpr int discard_place = 3;
  [[nodiscard]] int place_of(Place place) const;

  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);

  [[nodiscard]] bool has_market() const { return players_ > 2; }
  [[nodiscard]] int most_put(const Public& open) const;
  [[nodiscard]] static int put_count(const Public& open) {
    return open.put.size() + open.aside_size;
  }
  [[nodiscard]] bool can_put_after(const Public& open, const Private& own, Card card) const;
  [[nodiscard]] bool can_swap_for(const Public& open, Card card) const;
  [[nodiscard]] static bool can_take_back(const Public& open, const Private& own, Card card);
  [[nodiscard]] std::uint64_t claimable(const Public& open, const Private& own,
                                        Player player) const;
  [[nodiscard]] Player decider(const Public& open) const;
  [[nodiscard]] bool asks_for(const Public& open, const Action& action) const;
  [[nodiscard]] PlayerSet uncalled(const Public& open) const;
  [[nodiscard]] static const CardBag& source(const Table& table);

  template <class Stage>
  void put(Stage& stage, Player player, Card card) const;
  template <class Stage>
  void end_putting(Stage& stage) const;
  template <class Stage>
  void go_on_drawing(Stage& stage) const;
  template <class Stage>
  void ask(Stage& stage, Player player, const Ask& ask) const;
  template <class Stage>
  void ask_for_return(Stage& stage) const;
  template <class Stage>
  void reserve(Stage& stage, Player player, Card compound) const;
  template <class Stage>
  void end_action(Stage& stage) const;
  template <class Stage>
  void begin_exchange(Stage& stage) const;
  template <class Stage>
  void go_on_turning(Stage& stage) const;
  template <class Stage>
  void begin_turning(Stage& stage) const;
  template <class Stage>
  void show_claim(Stage& stage, Player player, Card compound) const;
  template <class Stage>
  void open_claims(Stage& stage) const;
  template <class Stage>
  void award(Stage& stage, Player player) const;
  template <class Stage>
  void end_play(Stage& stage) const;
  template <class Stage>
  void sweep(Stage& stage) const;

  template <class View>
  void fold_from(View& view, const Event& event, Card card) const;
  template <class View>
  void fold_to(View& view, const Event& event, Card card) const;
  template <class View>
  void fold_phase(View& view, Phase phase) const;
  static void fold_count(Public& open, const Event& event);

  [[nodiscard]] CardSet movable_kinds(const Public& open) const;
  [[nodiscard]] PlacedCounts counts_of(const Public& open) const;
  [[nodiscard]] static bool is_shown(const Observation& seen, Player player);
  // Calls `visit(fact)` for all that is known of the places, the strongest first.
  void for_each_fact(const Observation& seen, auto&& visit) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> phase_fault(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own,
                                                   Player player) const;
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action, int argument = 0) const {
    return refusal(rule, action_id(action), argument);
  }

  Matcher matcher_;
  std::vector<SmallBag> needs_;
  // By player: what may be done in an exchange whatever the hand.
  std::array<LegalActions, max_players> exchanges_{};
  CardSet small_kinds_ = all_small_kinds();
  CardSet gases_ = noble_gas_kinds();
  CardBag small_cards_;
  CardBag compounds_;
  int hand_size_ = 0;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, RX-4 – RX-13) ----

inline Acting Rules::acting(const Public& open) const {
  switch (open.phase) {
    case Phase::Deal:
    case Phase::Market:
    case Phase::Draw:
    case Phase::DrawBlind:
    case Phase::TurnUp:
    case Phase::Call:
      return Acting::chance();
    case Phase::Over:
      return Acting::nobody();
    case Phase::Claim: {
      if (is_sealed(open)) return Acting::players(PlayerSet::first(players_));  // RX-12
      PlayerSet players = PlayerSet::of(open.leader);
      for (Player p = 0; p < players_; ++p) {
        if (!open.claims[p] && !open.passed[p]) players.insert(p);  // RX-13 (ruling)
      }
      return Acting::players(players);
    }
    default:
      return Acting::one(decider(open));
  }
}

// Who decides outside of claims.
inline Player Rules::decider(const Public& open) const {
  const bool is_partner = open.phase == Phase::ReserveGiven || open.phase == Phase::TakeBack;
  return is_partner ? open.partner : open.current_player;
}

// How many cards may be put down in one action, as it began.
inline int Rules::most_put(const Public& open) const {
  const int most = std::min(most_exchanged, hand_size_);                // RX-6 RX-7
  if (has_market()) return std::min(most, options_.market_size);        // RX-7
  return std::min(most, open.draw_pile_size + open.discard_pile_size);  // RX-6 (ruling)
}

// Whether `card` is not below what was put down before it.
inline bool Rules::can_put_after(const Public& open, const Private& own, Card card) const {
  const auto& put = has_market() ? open.put : own.aside;
  return put.empty() || !(card < put[put.size() - 1]);  // GN-12
}

// Whether `card` lay in the market before and leaves as many above it as are still to be taken.
inline bool Rules::can_swap_for(const Public& open, Card card) const {
  if (open.market.count(card) == 0) return false;
  if (open.last_taken && card < *open.last_taken) return false;  // GN-12
  int left = 0;
  open.market.kinds().for_each([&](Card other) {
    if (!(other < card)) left += open.market.count(other);
  });
  return left >= hand_size_ - open.hand_size[open.current_player];  // GN-12
}

// Whether `card` may be taken of the hand that is shown: not the one just given.
inline bool Rules::can_take_back(const Public& open, const Private& own, Card card) {
  const int given = open.asked && *open.asked == card ? 1 : 0;
  return own.shown.cards.count(card) > given;  // RX-9
}

// The compounds that a player may claim, one bit each.
inline std::uint64_t Rules::claimable(const Public& open, const Private& own, Player player) const {
  std::uint64_t lying = open.reserved[player].compounds();
  for (int i = 0; i < open.display.size(); ++i) {
    lying |= std::uint64_t{1} << open.display[i].compound();
  }
  return lying & matcher_.layable(own.hand.small());  // RX-12 MT-1
}

inline LegalActions Rules::legal_actions(const Public& open, const Private& own,
                                         Player player) const {
  LegalActions legal;
  switch (open.phase) {
    case Phase::Exchange:
      legal = exchanges_[static_cast<std::size_t>(player)];  // RX-5 RX-8 RX-9
      if (most_put(open) == 0) break;
      own.hand.kinds().for_each([&](Card card) { legal.insert(put_id + card.index); });
      break;
    case Phase::Put:
      own.hand.kinds().for_each([&](Card card) {
        if (can_put_after(open, own, card)) legal.insert(put_id + card.index);  // RX-6 RX-7
      });
      legal.insert(done_id);
      break;
    case Phase::Swap:
      open.market.kinds().for_each([&](Card card) {
        if (can_swap_for(open, card)) legal.insert(take_id + card.index);  // RX-7
      });
      break;
    case Phase::Give:
      own.hand.kinds().for_each([&](Card card) { legal.insert(give_id + card.index); });  // RX-8
      break;
    case Phase::TakeBack:
      own.shown.cards.kinds().for_each([&](Card card) {
        if (can_take_back(open, own, card)) legal.insert(take_id + card.index);  // RX-9
      });
      break;
    case Phase::ReserveDrawn:
    case Phase::ReserveGiven:
    case Phase::ReserveAsked:
      for (int i = 0; i < open.display.size(); ++i) {
        legal.insert(reserve_id() + open.display[i].compound());  // RX-10
      }
      break;
    case Phase::Claim: {
      const bool may_close = !is_sealed(open) && open.leader == player;
      if (!open.claims[player]) {
        std::uint64_t compounds = claimable(open, own, player);  // RX-12
        for (; compounds != 0; compounds &= compounds - 1) {
          legal.insert(claim_id() + std::countr_zero(compounds));
        }
        if (!may_close) legal.insert(claim_nothing_id());  // RX-12 GN-4
      }
      if (may_close) legal.insert(close_id());  // RX-13 (ruling)
      break;
    }
    default:
      break;
  }
  return legal;
}

inline bool Rules::asks_for(const Public& open, const Action& action) const {
  switch (open.phase) {
    case Phase::Exchange:
      return is_any_of<Nothing, Put, DrawFrom, Ask>(action);
    case Phase::Put:
      return is_any_of<Put, Done>(action);
    case Phase::Swap:
    case Phase::TakeBack:
      return std::holds_alternative<Take>(action);
    case Phase::Give:
      return std::holds_alternative<Give>(action);
    case Phase::ReserveDrawn:
    case Phase::ReserveGiven:
    case Phase::ReserveAsked:
      return std::holds_alternative<Reserve>(action);
    case Phase::Claim:
      return is_any_of<Claim, ClaimNothing>(action) ||
             (!is_sealed(open) && std::holds_alternative<Close>(action));
    default:
      return false;
  }
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  if (!acting(open).contains(player) || has_decided(own) || !asks_for(open, action)) {
    return refuse("GN-10", action);  // GN-10
  }
  const bool may_close = !is_sealed(open) && open.leader == player;
  if (const auto* put = std::get_if<Put>(&action)) {
    if (own.hand.count(put->card) == 0) return refuse("GN-11", action);        // GN-11
    if (most_put(open) == 0) return refuse("RX-6", action);                    // RX-6
    if (!can_put_after(open, own, put->card)) return refuse("GN-12", action);  // GN-12
  } else if (const auto* take = std::get_if<Take>(&action)) {
    const int card = take->card.index;
    if (open.phase == Phase::TakeBack) {
      if (!can_take_back(open, own, take->card)) return refuse("RX-9", action, card);  // RX-9
    } else if (open.market.count(take->card) == 0) {
      return refuse("RX-7", action, card);  // RX-7
    } else if (!can_swap_for(open, take->card)) {
      return refuse("GN-12", action);  // GN-12
    }
  } else if (const auto* draw = std::get_if<DrawFrom>(&action)) {
    if (draw->player == player || draw->player >= players_) return refuse("RX-8", action);  // RX-8
  } else if (const auto* give = std::get_if<Give>(&action)) {
    if (own.hand.count(give->card) == 0) return refuse("GN-11", action);
  } else if (const auto* asked = std::get_if<Ask>(&action)) {
    const bool other = asked->player != player && asked->player < players_;
    if (!other || !asked->card.is_small()) return refuse("RX-9", action);
  } else if (const auto* reserved = std::get_if<Reserve>(&action)) {
    if (!open.display.contains(reserved->compound)) return refuse("RX-10", action);  // RX-10
  } else if (const auto* claim = std::get_if<Claim>(&action)) {
    const Card compound = claim->compound;
    if (open.claims[player]) return refuse("RX-13", action);  // RX-13
    if (!compound.is_compound() || (claimable(open, own, player) >> compound.compound() & 1) == 0) {
      return refuse("RX-12", action, compound.index);  // RX-12
    }
  } else if (std::holds_alternative<ClaimNothing>(action)) {
    if (may_close) return refuse("RX-13", action);
  } else if (std::holds_alternative<Close>(action)) {
    if (!may_close) return refuse("RX-13", action);
  }
  return std::nullopt;
}

// Where the next card comes from.
inline const CardBag& Rules::source(const Table& table) {
  if (table.open.phase == Phase::TurnUp) return table.open.compound_pile;               // RX-11
  if (table.open.phase == Phase::DrawBlind) return table.own[table.open.partner].hand;  // RX-8
  return table.hidden.draw_pile;
}

// Those whose claims are not called yet.
inline PlayerSet Rules::uncalled(const Public& open) const {
  PlayerSet players;
  for (Player p = 0; p < players_; ++p) {
    if (open.claims[p] && !open.called[p]) players.insert(p);
  }
  return players;
}

inline std::int64_t Rules::chance_weight(const Table& table) const {
  if (table.open.phase == Phase::Call) return uncalled(table.open).size();  // RX-13 (ruling)
  return source(table).size();
}

inline ChanceAction Rules::chance_outcome(const Table& table, std::int64_t nth) const {
  const int i = static_cast<int>(nth);
  if (table.open.phase == Phase::Call) return Called{Seat::of(uncalled(table.open).nth(i))};
  return Drawn{source(table).nth(i)};
}

inline std::int64_t Rules::chance_weight_of(const Table& table, const ChanceAction& action) const {
  const auto* called = std::get_if<Called>(&action);
  if ((called != nullptr) != (table.open.phase == Phase::Call)) return 0;
  if (called != nullptr) return uncalled(table.open).contains(called->player) ? 1 : 0;
  return source(table).count(std::get<Drawn>(action).card);
}

// ---- What happens then (RX-1 – RX-20) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  const Public& open = stage.open();
  if (const auto* put_down = std::get_if<Put>(&action)) {
    put(stage, player, put_down->card);
  } else if (const auto* take = std::get_if<Take>(&action)) {
    if (open.phase == Phase::TakeBack) {
      stage.emit(Event::move(hand_of(open.current_player), hand_of(player), take->card.index,
                             ViewerSet::both(open.current_player, player)));  // RX-9
      return end_action(stage);                                               // RX-10 (ruling)
    }
    stage.emit(Event::move(market, hand_of(player), take->card.index, ViewerSet::everyone()));
    if (open.hand_size[player] == hand_size_) end_action(stage);  // RX-7
  } else if (const auto* drawn = std::get_if<DrawFrom>(&action)) {
    stage.emit(Event::count(Counter::Partner, drawn->player));
    stage.emit(Event::phase(Phase::DrawBlind, 1));  // RX-8
  } else if (const auto* give = std::get_if<Give>(&action)) {
    const Player receiver = open.partner;
    // The phase comes first: whether a noble gas moves is seen by all.
    const bool reserves = give->card.is_noble_gas() && !open.display.empty();
    if (reserves) stage.emit(Event::phase(Phase::ReserveGiven));  // RX-10
    stage.emit(Event::move(hand_of(player), hand_of(receiver), give->card.index,
                           ViewerSet::both(player, receiver)));  // RX-8
    if (!reserves) end_action(stage);
  } else if (const auto* asked = std::get_if<Ask>(&action)) {
    ask(stage, player, *asked);
  } else if (const auto* reserved = std::get_if<Reserve>(&action)) {
    reserve(stage, player, reserved->compound);
  } else if (const auto* claim = std::get_if<Claim>(&action)) {
    if (is_sealed(open)) {
      stage.emit(Event::seal(player, claim->compound.index));
      return open_claims(stage);
    }
    show_claim(stage, player, claim->compound);
    award(stage, player);  // RX-13 (ruling)
    for (Player p = 0; p < players_; ++p) {
      if (!open.claims[p]) return;
    }
    end_play(stage);  // RX-13 (ruling)
  } else if (std::holds_alternative<ClaimNothing>(action)) {
    if (!is_sealed(open)) return stage.emit(Event::pass(player));
    stage.emit(Event::seal(player, {}));
    open_claims(stage);
  } else if (std::holds_alternative<Done>(action)) {
    end_putting(stage);
  } else if (std::holds_alternative<Close>(action)) {
    end_play(stage);  // RX-13 (ruling)
  } else {
    end_action(stage);  // RX-5
  }
}

template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const Public& open = stage.open();
  if (const auto* called = std::get_if<Called>(&action)) {
    award(stage, called->player);  // RX-13 (ruling)
    if (uncalled(open).empty()) end_play(stage);
    return;
  }
  const Card card = std::get<Drawn>(action).card;
  const Player player = open.current_player;
  switch (open.phase) {
    case Phase::Deal: {
      stage.emit(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
      stage.emit(Event::turn(next(player)));
      if (open.hand_size[open.current_player] < hand_size_) return;  // RX-1
      if (has_market()) return stage.emit(Event::phase(Phase::Market, options_.market_size));
      return begin_exchange(stage);
    }
    case Phase::Market:
      stage.emit(Event::move(draw_pile, market, card.index, ViewerSet::everyone()));  // RX-2
      if (open.market.size() == options_.market_size) begin_exchange(stage);
      return;
    case Phase::Draw:
      stage.emit(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
      return go_on_drawing(stage);
    case Phase::DrawBlind: {
      // The phase comes first: whether a noble gas moves is seen by all.
      const Player other = open.partner;
      const bool reserves = card.is_noble_gas() && !open.display.empty();
      stage.emit(Event::phase(reserves ? Phase::ReserveDrawn : Phase::Give));  // RX-10
      stage.emit(Event::move(hand_of(other), hand_of(player), card.index,
                             ViewerSet::both(player, other)));  // RX-8
      return;
    }
    default:
      stage.emit(Event::move(draw_pile, display, card.index, ViewerSet::everyone()));
      go_on_turning(stage);
  }
}

template <class Stage>
void Rules::put(Stage& stage, Player player, Card card) const {
  const Public& open = stage.open();
  if (open.phase != Phase::Put) stage.emit(Event::phase(Phase::Put));
  const int most = most_put(open);
  stage.emit(has_market()
                 ? Event::move(hand_of(player), market, card.index, ViewerSet::everyone())
                 : Event::move(hand_of(player), aside, card.index, ViewerSet::only(player)));
  if (put_count(open) == most) end_putting(stage);
}

template <class Stage>
void Rules::end_putting(Stage& stage) const {
  const int cards = put_count(stage.open());
  if (has_market()) return stage.emit(Event::phase(Phase::Swap, cards));  // RX-7
  stage.emit(Event::phase(Phase::Draw, cards));                           // RX-6
  go_on_drawing(stage);
}

template <class Stage>
void Rules::go_on_drawing(Stage& stage) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  if (open.hand_size[player] < hand_size_) {
    if (open.draw_pile_size > 0) return;
    // Without the cards just put down, which lie aside.
    stage.emit(Event::shuffle(discard_pile, draw_pile, open.discard_pile_size));  // RX-6 (ruling)
    return;
  }
  while (open.aside_size > 0) {
    stage.emit(Event::move(aside, discard_pile, stage.own(player).aside[0].index,
                           ViewerSet::only(player)));  // RX-6 (ruling)
  }
  end_action(stage);
}

template <class Stage>
void Rules::ask(Stage& stage, Player player, const Ask& ask) const {
  const Public& open = stage.open();
  stage.emit(Event::count(Counter::Partner, ask.player));
  stage.emit(Event::wish(player, ask.card.index));
  if (stage.own(ask.player).hand.count(ask.card) == 0) {
    stage.emit(Event::lack(ask.player));
    return end_action(stage);  // RX-9
  }
  stage.emit(Event::move(hand_of(ask.player), hand_of(player), ask.card.index,
                         ViewerSet::everyone()));  // RX-9
  if (ask.card.is_noble_gas() && !open.display.empty()) {
    return stage.emit(Event::phase(Phase::ReserveAsked));  // RX-10
  }
  ask_for_return(stage);
}

// Who was asked sees the whole hand of who asked and takes a card of it.
template <class Stage>
void Rules::ask_for_return(Stage& stage) const {
  const Player asker = stage.open().current_player;
  const Player asked = stage.open().partner;
  stage.emit(Event::phase(Phase::TakeBack));
  const CardBag hand = stage.own(asker).hand;
  // Card by card, so that others cannot tell from it how many kinds there are.
  hand.kinds().for_each([&](Card card) {
    for (int shown = 1; shown <= hand.count(card); ++shown) {
      stage.emit(
          Event::show(hand_of(asker), card.index, shown, ViewerSet::both(asker, asked)));  // RX-9
    }
  });
}

template <class Stage>
void Rules::reserve(Stage& stage, Player player, Card compound) const {
  const Phase phase = stage.open().phase;
  stage.emit(Event::move(display, tableau_of(player), compound.index, ViewerSet::everyone()));
  if (phase == Phase::ReserveDrawn) return stage.emit(Event::phase(Phase::Give));  // RX-10 (ruling)
  if (phase == Phase::ReserveAsked) return ask_for_return(stage);
  end_action(stage);
}

// The next player exchanges, or after the leader the next play round begins.
template <class Stage>
void Rules::end_action(Stage& stage) const {
  const Public& open = stage.open();
  if (open.current_player != open.leader) {
    stage.emit(Event::turn(next(open.current_player)));  // RX-4
    if (open.phase != Phase::Exchange) stage.emit(Event::phase(Phase::Exchange));
    return;
  }
  stage.emit(Event::count(Counter::Rounds, open.rounds + 1));
  if (open.rounds >= options_.max_rounds) return stage.emit(Event::phase(Phase::Over));  // RX-22
  if (open.sweep_due) sweep(stage);  // RX-19 (ruling)
  begin_turning(stage);              // RX-11
}

template <class Stage>
void Rules::begin_exchange(Stage& stage) const {
  stage.emit(Event::turn(next(stage.open().leader)));  // RX-4
  stage.emit(Event::phase(Phase::Exchange));
}

template <class Stage>
void Rules::begin_turning(Stage& stage) const {
  const Public& open = stage.open();
  stage.emit(Event::phase(Phase::TurnUp, open_compounds - open.display.size()));
  go_on_turning(stage);
}

template <class Stage>
void Rules::go_on_turning(Stage& stage) const {
  const Public& open = stage.open();
  if (open.display.size() < open_compounds && !open.compound_pile.empty()) return;  // RX-17
  while (open.display.size() < open_compounds && !open.bottom.empty()) {
    stage.emit(Event::move(pile_bottom, display, open.bottom[0].index,
                           ViewerSet::everyone()));  // RX-18 (ruling)
  }
  stage.emit(Event::phase(open.display.empty() ? Phase::Over : Phase::Claim));  // RX-22 RX-12
}

// The cards of a claim are seen by all, whether it succeeds or not.
template <class Stage>
void Rules::show_claim(Stage& stage, Player player, Card compound) const {
  stage.emit(Event::wish(player, compound.index));
  const SmallBag& needs = needs_[static_cast<std::size_t>(compound.compound())];
  for (int kind = 0; kind < small_kind_count; ++kind) {
    if (needs.count(kind) == 0) continue;
    stage.emit(Event::show(hand_of(player), static_cast<std::uint8_t>(kind), needs.count(kind),
                           ViewerSet::everyone()));  // RX-15 (ruling)
  }
}

// Opens the sealed claims once all have decided.
template <class Stage>
void Rules::open_claims(Stage& stage) const {
  for (Player p = 0; p < players_; ++p) {
    if (!stage.own(p).decided) return;  // RX-12
  }
  bool any = false;
  for (Player p = 0; p < players_; ++p) {
    const std::optional<Card> claim = stage.own(p).claim;
    any = any || claim;
    if (claim) {
      show_claim(stage, p, *claim);
    } else {
      stage.emit(Event::pass(p));
    }
  }
  if (!any) return end_play(stage);
  stage.emit(Event::phase(Phase::Call, uncalled(stage.open()).size()));  // RX-13 (ruling)
}

template <class Stage>
void Rules::award(Stage& stage, Player player) const {
  const Public& open = stage.open();
  const Card compound = *open.claims[player];
  stage.emit(Event::call(player, true));
  if (open.display.contains(compound)) {
    stage.emit(Event::move(display, stack_of(player), compound.index,
                           ViewerSet::everyone()));  // RX-14
  } else if (open.reserved[player].count(compound) > 0) {
    stage.emit(Event::move(tableau_of(player), stack_of(player), compound.index,
                           ViewerSet::everyone()));  // RX-14
  }
}

template <class Stage>
void Rules::end_play(Stage& stage) const {
  const Public& open = stage.open();
  if (open.first_caller) {
    stage.emit(Event::count(Counter::Leader, *open.first_caller));  // RX-16
  }
  for (Player p = 0; p < players_; ++p) {
    if (open.won[p].size() >= options_.target) {
      return stage.emit(Event::phase(Phase::Over));  // RX-20
    }
  }
  if (!open.open_won && !open.second_try) {
    // An empty stack has nothing to turn up.
    if (!open.compound_pile.empty() || !open.bottom.empty()) {  // RX-18 (ruling)
      sweep(stage);                                             // RX-18
      stage.emit(Event::count(Counter::SecondTry, 1));
      return begin_turning(stage);  // RX-18
    }
  } else if (!open.open_won) {
    if (options_.sweep == Sweep::BeforeExchange) {
      sweep(stage);  // RX-19 (ruling)
    } else {
      stage.emit(Event::count(Counter::SweepDue, 1));  // RX-19 (ruling)
    }
  }
  begin_exchange(stage);  // RX-16 RX-19
}

// The open compounds go under the stack, the oldest first.
template <class Stage>
void Rules::sweep(Stage& stage) const {
  stage.emit(Event::sweep(display, pile_bottom, stage.open().display.size()));
}

template <class View>
CHEMIX_INLINE_FOLD void Rules::fold(View& view, const Event& event) const {
  Public& open = view.open;
  const Card card = Card::of(event.kind.value_or(0));
  switch (event.verb) {
    case Verb::Deal:
    case Verb::Move:
      fold_from(view, event, card);
      fold_to(view, event, card);
      break;
    case Verb::Shuffle:
      open.draw_pile_size = open.discard_pile_size;
      open.discard_pile_size = 0;
      if (Hidden* hidden = view.shown_hidden()) {
        hidden->draw_pile = hidden->discard_pile;
        hidden->discard_pile = {};
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
    case Verb::Wish:
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
      while (!open.display.empty()) open.bottom.push_bottom(open.display.pop_top());
      open.sweep_due = false;
      break;
    case Verb::Turn:
      open.current_player = Seat::of(event.player);
      open.partner = Seat();
      open.asked.reset();
      break;
    case Verb::Count:
      fold_count(open, event);
      break;
    case Verb::Phase:
      fold_phase(view, static_cast<Phase>(event.index));
      break;
    default:
      break;
  }
}

inline void Rules::fold_count(Public& open, const Event& event) {
  switch (static_cast<Counter>(event.index)) {
    case Counter::Rounds:
      open.rounds = static_cast<std::uint16_t>(event.amount);
      break;
    case Counter::Partner:
      if (event.amount >= 0 && event.amount < max_players) open.partner = Seat::of(event.amount);
      break;
    case Counter::Leader:
      if (event.amount >= 0 && event.amount < max_players) open.leader = Seat::of(event.amount);
      break;
    case Counter::SecondTry:
      open.second_try = event.amount != 0;
      break;
    case Counter::SweepDue:
      open.sweep_due = event.amount != 0;
      break;
  }
}

template <class View>
void Rules::fold_phase(View& view, Phase phase) const {
  Public& open = view.open;
  const Phase before = open.phase;
  open.phase = phase;
  if (before == Phase::Swap) {
    for (int i = 0; i < open.put.size(); ++i) open.market.add(open.put[i]);
    open.put = {};
    open.last_taken.reset();
  }
  if (before == Phase::TakeBack) {
    for (Player p = 0; p < players_; ++p) {
      if (Private* own = view.shown(p)) own->shown = {};
    }
  }
  if (phase == Phase::TurnUp) open.current_player = open.leader;
  if (phase == Phase::TurnUp || phase == Phase::Over) {
    open.partner = Seat();
    open.asked.reset();
  }
  if (before == Phase::Claim || before == Phase::Call) {
    for (Player p = 0; p < players_; ++p) {
      Private* own = view.shown(p);
      if (own == nullptr) continue;
      own->decided = false;
      own->claim.reset();
    }
    if (phase != Phase::Call) {
      open.claims = {};
      open.passed = {};
      open.called = {};
      open.first_caller.reset();
      open.open_won = false;
    }
  }
  if (phase == Phase::Exchange) open.second_try = false;  // RX-19 (ruling)
}

// A card leaves where it was.
template <class View>
CHEMIX_INLINE_FOLD void Rules::fold_from(View& view, const Event& event, Card card) const {
  Public& open = view.open;
  const Player owner = event.from.owner;
  switch (event.from.zone) {
    case Zone::DrawPile:
      if (card.is_compound()) {
        open.compound_pile.remove(card);
        break;
      }
      --open.draw_pile_size;
      if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile.remove(card);
      break;
    case Zone::Hand:
      --open.hand_size[owner];
      if (Private* own = view.shown(owner)) own->hand.remove(card);
      break;
    case Zone::Aside:
      --open.aside_size;
      if (Private* own = view.shown(open.current_player)) own->aside.remove(card);
      break;
    case Zone::Market:
      open.market.remove(card);
      open.last_taken = card;
      break;
    case Zone::PileBottom:
      open.bottom.pop_top();
      break;
    case Zone::Display:
      open.display.remove(card);
      break;
    case Zone::Tableau:
      open.reserved[owner].remove(card);
      break;
    default:
      break;
  }
}

// It comes to where it goes.
template <class View>
CHEMIX_INLINE_FOLD void Rules::fold_to(View& view, const Event& event, Card card) const {
  Public& open = view.open;
  const Player owner = event.to.owner;
  switch (event.to.zone) {
    case Zone::Hand:
      ++open.hand_size[owner];
      if (Private* own = view.shown(owner)) own->hand.add(card);
      break;
    case Zone::Aside:
      ++open.aside_size;
      if (!card.is_small()) break;
      if (Private* own = view.shown(open.current_player)) own->aside.push_bottom(card);
      break;
    case Zone::DiscardPile:
      ++open.discard_pile_size;
      if (Hidden* hidden = view.shown_hidden()) hidden->discard_pile.add(card);
      break;
    case Zone::Market:
      if (!card.is_small()) break;
      if (open.phase == Phase::Put) {
        open.put.push_bottom(card);
      } else {
        open.market.add(card);
      }
      break;
    case Zone::Display:
      if (card.is_compound()) open.display.push_bottom(card);
      break;
    case Zone::Tableau:
      open.reserved[owner].add(card);
      break;
    case Zone::Stack:
      open.won[owner].add(card);
      if (event.from.zone == Zone::Display) open.open_won = true;
      break;
    default:
      break;
  }
}

inline int Rules::place_of(Place place) const {
  switch (place.zone) {
    case Zone::Hand:
      return place.owner;
    case Zone::DrawPile:
      return has_market() ? PlacedCards::last_place : draw_place_of_two;
    case Zone::DiscardPile:
      return discard_place;
    case Zone::Aside:
      return PlacedCards::last_place;
    default:
      return -1;
  }
}

// What can be the kind of a card that goes from hand to hand: who gets a noble gas must reserve.
inline CardSet Rules::movable_kinds(const Public& open) const {
  if (open.phase == Phase::ReserveDrawn || open.phase == Phase::ReserveGiven) return gases_;
  if (open.phase == Phase::Give && !open.display.empty()) return small_kinds_ - gases_;
  return small_kinds_;
}

inline PlacedCounts Rules::counts_of(const Public& open) const {
  PlacedCounts counts;
  counts.cards = small_cards_.small() - open.market.small();
  for (int i = 0; i < open.put.size(); ++i) counts.cards.remove(open.put[i].index);
  for (Player p = 0; p < players_; ++p)
    counts.size[static_cast<std::size_t>(p)] = open.hand_size[p];
  counts.size[static_cast<std::size_t>(place_of(draw_pile))] = open.draw_pile_size;
  if (has_market()) return counts;
  counts.size[static_cast<std::size_t>(discard_place)] = open.discard_pile_size;
  counts.size[static_cast<std::size_t>(place_of(aside))] = open.aside_size;
  return counts;
}

// Every group knows what all of it saw.
inline void Rules::learn(Facts& facts, const Public& open, const Event& event) const {
  const Card card = Card::of(event.kind.value_or(0));
  const int from = place_of(event.from);
  const int to = place_of(event.to);
  const bool moves = event.verb == Verb::Deal || event.verb == Verb::Move;
  const bool shuffles = event.verb == Verb::Shuffle;
  const bool shows = event.verb == Verb::Show && event.from.is_hand() && card.is_small();
  const bool lacks = event.verb == Verb::Lack && open.asked;
  if ((!moves || (from < 0 && to < 0)) && !shuffles && !shows && !lacks) return;
  const bool returns = moves && open.phase == Phase::TakeBack && open.asked;
  PlacedCounts counts;
  if (moves && !event.is_public() && event.verb != Verb::Deal) counts = counts_of(open);
  facts.placed.for_each_group(players_, [&](PlacedCards& placed, ViewerSet group) {
    const bool sees = event.kind.has_value() && event.seen_by.contains(group);
    if (moves && sees) {
      if (!card.is_small()) return;
      if (from >= 0) placed.leave(from, card);
      if (to >= 0) placed.enter(to, card, small_cards_.count(card));
    } else if (event.verb == Verb::Move && from >= 0 && to >= 0) {
      if (!returns) return placed.move_unseen(from, to, movable_kinds(open), counts);
      // The card just given stays.
      const Card given = *open.asked;
      PlacedCounts others = counts;
      --others.size[static_cast<std::size_t>(from)];
      others.cards.remove(given.index);
      placed.leave(from, given);
      placed.move_unseen(from, to, small_kinds_, others);
      placed.enter(from, given, small_cards_.count(given));
    } else if (shuffles) {
      placed.move_all(discard_place, draw_place_of_two);
    } else if (shows && sees) {
      placed.show(from, card, event.amount);
    } else if (lacks) {
      placed.lack(event.player, *open.asked);
    }
  });
}

// ---- Scoring and end (RX-20 – RX-22) ----

/// The points of won compounds less those of reserved ones.
inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  PerPlayer<int, max_players> scores;
  for (Player p = 0; p < players_; ++p) {
    const auto points = [&](Card card) { return deck_->compound(card).points; };
    table.open.won[p].kinds().for_each([&](Card card) { scores[p] += points(card); });  // RX-21
    table.open.reserved[p].kinds().for_each(
        [&](Card card) { scores[p] -= points(card); });  // RX-21
  }
  return scores;
}

// ---- Hidden worlds ----

// Whether the viewer is looking at the hand of `player`.
inline bool Rules::is_shown(const Observation& seen, Player player) {
  return seen.open.phase == Phase::TakeBack && seen.open.current_player == player &&
         seen.viewer.is(seen.open.partner);
}

// The places are the hands of the others by seat, without one that is shown to the viewer, then the
// draw pile; with two players also the discard pile and the cards that the other has put aside.
inline WorldProblem Rules::worlds_of(const Observation& seen) const {
  const Public& open = seen.open;
  WorldProblem problem;
  problem.unseen = small_cards_ - CardBag(open.market.small(), 0) - seen.own.hand;
  for (int i = 0; i < open.put.size(); ++i) problem.unseen.remove(open.put[i]);
  for (int i = 0; i < seen.own.aside.size(); ++i) problem.unseen.remove(seen.own.aside[i]);
  if (open.phase == Phase::TakeBack) problem.unseen -= seen.own.shown.cards;
  for (Player p = 0; p < players_; ++p) {
    if (!seen.viewer.is(p) && !is_shown(seen, p)) problem.add_place(open.hand_size[p]);
  }
  problem.add_place(open.draw_pile_size);
  if (!has_market()) {
    problem.add_place(open.discard_pile_size);
    if (!seen.viewer.is(open.current_player)) problem.add_place(open.aside_size);
  }
  for_each_fact(seen, [&](const Fact& fact) {
    if (problem.fact_count() < WorldProblem::max_fact_count) problem.add_fact(fact);
  });
  return problem;
}

// A viewer knows what every group knows that the viewer is of: of a bound that was weakened,
// another group may have kept more.
inline void Rules::for_each_fact(const Observation& seen, auto&& visit) const {
  const Public& open = seen.open;
  // The places as they are numbered in what is known, in the order of `worlds_of`.
  std::array<int, PlacedCards::place_count> places{};
  std::size_t count = 0;
  for (Player p = 0; p < players_; ++p) {
    if (!seen.viewer.is(p) && !is_shown(seen, p)) places[count++] = p;
  }
  places[count++] = place_of(draw_pile);
  if (!has_market()) {
    places[count++] = discard_place;
    if (!seen.viewer.is(open.current_player)) places[count++] = place_of(aside);
  }
  PlacedCards known;
  seen.facts.placed.for_each_group(players_, [&](const PlacedCards& placed, ViewerSet group) {
    if (group.contains(seen.viewer)) known.add(placed);
  });
  for (std::size_t i = 0; i < count; ++i) {
    Fact lacked{static_cast<PlaceSet>(1U << i), {}, 0, 0};
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const Card card = Card::of(kind);
      if (known.at_most(places[i], card) == 0) lacked.kinds.insert(card);
    }
    if (!lacked.kinds.empty()) visit(lacked);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<PlaceSet>(1U << i);
    const int gases = known.gases_at_least(places[i]);
    if (gases > 0) visit(Fact{place, gases_, static_cast<std::uint8_t>(gases), Fact::no_limit});
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const Card card = Card::of(kind);
      const int least = known.at_least(places[i], card);
      const int most = known.at_most(places[i], card);
      const bool limits =
          most > 0 && most < PlacedCards::no_limit && most < small_cards_.count(card);
      if (least == 0 && !limits) continue;
      visit(Fact{place, CardSet::of(card), static_cast<std::uint8_t>(least),
                 limits ? static_cast<std::uint8_t>(most) : Fact::no_limit});
    }
  }
}

// Facts that there is no room for are not told.
inline int Rules::weakened(const Observation& seen) const {
  int facts = 0;
  for_each_fact(seen, [&](const Fact&) { ++facts; });
  return seen.facts.placed.of(seen.viewer).weakened() +
         std::max(0, facts - WorldProblem::max_fact_count);
}

inline Table Rules::table_in(const Observation& seen, const World& world) const {
  const Public& open = seen.open;
  Table table;
  table.open = open;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    table.own[p].hand = is_shown(seen, p) ? seen.own.shown.cards : world[place++];
  }
  if (!seen.viewer.is_spectator()) table.own[seen.viewer.seat()] = seen.own;
  table.hidden.draw_pile = world[place++];
  if (!has_market()) {
    table.hidden.discard_pile = world[place++];
    if (!seen.viewer.is(open.current_player)) {
      const CardBag& aside_cards = world[place];
      for (int i = 0; i < open.aside_size; ++i) {
        table.own[open.current_player].aside.push_bottom(aside_cards.nth(i));  // GN-12
      }
    }
  }
  if (open.phase == Phase::TakeBack) {
    table.own[open.partner].shown.cards = table.own[open.current_player].hand;
  }
  return table;
}

// ---- Making a game, and refusing what is none (RX-1, DK-4) ----

inline Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                                   int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  Rules rules(std::move(deck), options, players);
  const int market_size = rules.has_market() ? options.market_size : 0;
  const int needed = players * rules.hand_size_ + market_size;
  const int cards = rules.small_cards_.size();
  if (needed <= cards) return rules;
  return tl::unexpected(InputError{"deck", std::to_string(cards) + " small cards",
                                   "hands and market need " + std::to_string(needed),
                                   "DK-4"});  // DK-4 (ruling)
}

inline Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : DeckRules(std::move(deck), options, players),
      matcher_(*deck_),
      small_cards_(deck_->all_cards().small(), 0),
      compounds_(SmallBag(), deck_->all_cards().compounds()),
      hand_size_(options.hand_size > 0    ? options.hand_size
                 : players == max_players ? hand_size_of_four
                                          : hand_size_of_few) {
  for (const Compound& compound : deck_->compounds()) needs_.push_back(compound.needs());
  for (Player player = 0; player < players_; ++player) {
    LegalActions& legal = exchanges_[static_cast<std::size_t>(player)];
    legal.insert(nothing_id);
    for (Player other = 0; other < players_; ++other) {
      if (other == player) continue;
      legal.insert(draw_from_id + other);
      for (int kind = 0; kind < small_kind_count; ++kind) {
        legal.insert(ask_id() + other * small_kind_count + kind);
      }
    }
  }
}

inline int Rules::action_id(const Action& action) const {
  // What no id stands for gets one that no action has.
  const auto small = [&](int first, Card card) {
    return card.is_small() ? first + card.index : action_count();
  };
  const auto compound = [&](int first, Card card) {
    return card.is_compound() ? first + card.compound() : action_count();
  };
  if (const auto* put = std::get_if<Put>(&action)) return small(put_id, put->card);
  if (const auto* take = std::get_if<Take>(&action)) return small(take_id, take->card);
  if (const auto* give = std::get_if<Give>(&action)) return small(give_id, give->card);
  if (const auto* draw = std::get_if<DrawFrom>(&action)) {
    return draw->player < players_ ? draw_from_id + draw->player : action_count();
  }
  if (const auto* asked = std::get_if<Ask>(&action)) {
    if (asked->player >= players_) return action_count();
    return small(ask_id() + asked->player * small_kind_count, asked->card);
  }
  if (const auto* reserved = std::get_if<Reserve>(&action)) {
    return compound(reserve_id(), reserved->compound);
  }
  if (const auto* claim = std::get_if<Claim>(&action)) {
    return compound(claim_id(), claim->compound);
  }
  if (std::holds_alternative<Nothing>(action)) return nothing_id;
  if (std::holds_alternative<Done>(action)) return done_id;
  return std::holds_alternative<ClaimNothing>(action) ? claim_nothing_id() : close_id();
}

inline Action Rules::action_of(int id) const {
  if (id == nothing_id) return Nothing{};
  if (id < done_id) return Put{Card::of(id - put_id)};
  if (id == done_id) return Done{};
  if (id < give_id) return Take{Card::of(id - take_id)};
  if (id < draw_from_id) return Give{Card::of(id - give_id)};
  if (id < ask_id()) return DrawFrom{Seat::of(id - draw_from_id)};
  if (id < reserve_id()) {
    const int asked = id - ask_id();
    return Ask{Seat::of(asked / small_kind_count), Card::of(asked % small_kind_count)};
  }
  if (id < claim_id()) return Reserve{Card::of_compound(id - reserve_id())};
  if (id < claim_nothing_id()) return Claim{Card::of_compound(id - claim_id())};
  if (id == claim_nothing_id()) return ClaimNothing{};
  return Close{};
}

// An exchange round: of each player at most three cards put down and as many drawn or taken. Two
// play rounds, of each: three compounds, a decision and a call of everybody, a closing.
inline std::int64_t Rules::max_steps() const {
  const std::int64_t deal = players_ * hand_size_ + (has_market() ? options_.market_size : 0);
  const std::int64_t exchange = std::int64_t{players_} * 2 * most_exchanged;
  const std::int64_t play = open_compounds + 2 * players_ + 1;
  return deal + options_.max_rounds * (exchange + 2 * play);
}

inline Table Rules::initial_table(Player start_player) const {
  Table table;
  table.open.leader = Seat::of((start_player + players_ - 1) % players_);  // RX-3
  table.open.current_player = Seat::of(start_player);
  table.open.compound_pile = compounds_;  // RX-3
  table.open.draw_pile_size = static_cast<std::uint8_t>(small_cards_.size());
  table.hidden.draw_pile = small_cards_;
  return table;
}

// What cannot be in what everybody sees.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  const auto wrong = [](const char* field, int value, const char* reason, const char* rule) {
    return InputError{field, std::to_string(value), reason, rule};
  };
  CardsLeft<CardBag> compounds(compounds_);
  CardsLeft<CardBag> smalls(small_cards_);
  const auto take_list = [](CardsLeft<CardBag>& rest, const auto& list) {
    CardBag card;
    for (int i = 0; i < list.size(); ++i) {
      card = {};
      card.add(list[i]);
      rest.take(card);
    }
  };
  compounds.take(open.compound_pile);
  take_list(compounds, open.bottom);
  take_list(compounds, open.display);
  for (Player p = 0; p < players_; ++p) {
    compounds.take(open.reserved[p]);
    compounds.take(open.won[p]);
  }
  if (!compounds.had_all() || !compounds.left().empty()) {
    return wrong("compound_pile", compounds.left().size(), "the compounds are not the deck's",
                 "RX-3");
  }
  smalls.take(open.market);
  take_list(smalls, open.put);
  int hidden = open.draw_pile_size + open.discard_pile_size + open.aside_size;
  for (Player p = 0; p < players_; ++p) {
    hidden += open.hand_size[p];
    if (open.hand_size[p] > hand_size_ + 1) {
      return wrong("hand_size", open.hand_size[p], "too many cards", "RX-4");
    }
  }
  if (!smalls.had_all() || smalls.left().size() != hidden) {
    return wrong("draw_pile_size", open.draw_pile_size, "the cards of all places are not the deck",
                 "RX-1");
  }
  const bool over = open.phase == Phase::Over;
  if (open.rounds > options_.max_rounds || (open.rounds == options_.max_rounds && !over)) {
    return wrong("rounds", open.rounds, "the game is over by then", "RX-22");
  }
  for (Player p = 0; p < players_; ++p) {
    const bool claiming = open.phase == Phase::Claim || open.phase == Phase::Call;
    if (open.won[p].size() >= options_.target && !over && !claiming) {
      return wrong("won", open.won[p].size(), "the game is over by then", "RX-20");
    }
  }
  return phase_fault(open);
}

// What does not fit the phase.
inline std::optional<InputError> Rules::phase_fault(const Public& open) const {
  const Phase phase = open.phase;
  const Player player = open.current_player;
  const bool dealing = phase == Phase::Deal || phase == Phase::Market;
  const bool pair = phase == Phase::DrawBlind || phase == Phase::ReserveDrawn ||
                    phase == Phase::Give || phase == Phase::ReserveGiven ||
                    phase == Phase::ReserveAsked || phase == Phase::TakeBack;
  const bool asked = phase == Phase::ReserveAsked || phase == Phase::TakeBack;
  const bool claiming = phase == Phase::Claim || phase == Phase::Call;
  const bool playing = claiming || phase == Phase::TurnUp;
  const bool putting = phase == Phase::Put || phase == Phase::Draw || phase == Phase::Swap;

  bool fits = pair ? open.partner != player : open.partner == 0;
  fits = fits && open.asked.has_value() == asked && (!asked || open.asked->is_small());
  if (playing) fits = fits && player == open.leader;
  // Hands, and what is being exchanged.
  const int put = put_count(open);
  for (Player p = 0; p < players_; ++p) {
    int size = hand_size_;
    if (phase == Phase::Deal) continue;
    const bool has_drawn = phase == Phase::ReserveDrawn || phase == Phase::Give || asked;
    if (has_drawn) size += (p == player ? 1 : 0) - (p == open.partner ? 1 : 0);
    if (putting && p == player) {
      fits = fits && open.hand_size[p] >= size - put &&
             (phase == Phase::Put ? open.hand_size[p] == size - put : open.hand_size[p] < size);
    } else {
      fits = fits && open.hand_size[p] == size;
    }
  }
  fits = fits && (put > 0) == putting && put <= std::min(most_exchanged, hand_size_);
  fits = fits && (open.put.empty() || has_market()) && (open.aside_size == 0 || !has_market());
  for (int i = 0; i < open.put.size(); ++i) {
    fits = fits && open.put[i].is_small() && (i == 0 || !(open.put[i] < open.put[i - 1]));
  }
  if (phase == Phase::Put) {
    const int most = most_put(open);
    fits = fits && put < most;
  }
  if (phase == Phase::Draw) {
    fits = fits && !has_market() && open.draw_pile_size > 0 &&
           hand_size_ - open.hand_size[player] <= open.draw_pile_size + open.discard_pile_size;
  }
  const bool swapping = phase == Phase::Swap;
  fits = fits && (!open.last_taken || (swapping && open.last_taken->is_small()));
  if (swapping) {
    fits = fits && has_market() &&
           open.last_taken.has_value() == (open.hand_size[player] > hand_size_ - put);
    bool any = false;
    open.market.kinds().for_each([&](Card card) { any = any || can_swap_for(open, card); });
    fits = fits && any;
  }
  const int given = swapping ? open.hand_size[player] - (hand_size_ - put) : 0;
  const int market_size = has_market() && !dealing ? options_.market_size - given : 0;
  if (phase == Phase::Market) {
    fits = fits && has_market() && open.market.size() < options_.market_size;
  } else {
    fits = fits && open.market.size() == market_size;
  }
  if (has_market()) fits = fits && open.discard_pile_size == 0;
  if (dealing) {
    const Table start = initial_table(next(open.leader));
    fits = fits && open.compound_pile == start.open.compound_pile && open.rounds == 0 &&
           !open.second_try && !open.sweep_due && open.discard_pile_size == 0;
    int dealt = 0;
    for (Player p = 0; p < players_; ++p) dealt += open.hand_size[p];
    const Player first = next(open.leader);
    for (Player p = 0; p < players_; ++p) {
      fits = fits && open.hand_size[p] == dealt_to(p, first, dealt);
    }
    fits = fits && player == (first + dealt) % players_;
    fits = fits && (phase == Phase::Market || dealt < players_ * hand_size_);
  }
  // Compounds.
  const bool has_stack = !open.compound_pile.empty() || !open.bottom.empty();
  if (phase == Phase::TurnUp) {
    fits = fits && open.display.size() < open_compounds && !open.compound_pile.empty();
  }
  const bool reserving =
      phase == Phase::ReserveDrawn || phase == Phase::ReserveGiven || phase == Phase::ReserveAsked;
  if (reserving) fits = fits && !open.display.empty();
  fits = fits && (!open.second_try || playing || phase == Phase::Over);
  fits = fits && (!open.sweep_due || (!playing && !dealing));
  // Claims.
  bool all = true;
  bool any_called = false;
  bool any_claim = false;
  for (Player p = 0; p < players_; ++p) {
    const bool decided = open.claims[p].has_value() || open.passed[p];
    all = all && (phase == Phase::Call ? decided : open.claims[p].has_value());
    any_claim = any_claim || open.claims[p].has_value();
    any_called = any_called || open.called[p];
    fits = fits && (!decided || claiming) && !(open.claims[p] && open.passed[p]) &&
           (!open.called[p] || open.claims[p].has_value()) &&
           (!open.claims[p] || open.claims[p]->is_compound());
    if (phase != Phase::Claim) continue;
    fits = fits && open.called[p] == open.claims[p].has_value() && (!decided || !is_sealed(open));
    fits = fits && !(open.passed[p] && open.leader == p);
  }
  if (phase == Phase::Claim) fits = fits && !all;
  if (phase == Phase::Call) {
    fits = fits && options_.claims == Claims::Simultaneous && all && !uncalled(open).empty();
  }
  fits = fits && open.first_caller.has_value() == any_called &&
         (!open.first_caller || open.called[*open.first_caller]) && (!open.open_won || any_called);
  if (phase == Phase::Claim && !any_claim) {
    fits = fits && !open.display.empty() && (open.display.size() == open_compounds || !has_stack);
  }
  if (fits) return std::nullopt;
  return InputError{"phase", std::string(name_of(phase)), "does not fit the rest", "RX-4"};
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own,
                                                 Player player) const {
  bool small = own.hand.size() == open.hand_size[player];
  (own.hand + own.shown.cards).kinds().for_each([&](Card card) {
    small = small && card.is_small();
  });
  if (!small) {
    return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                      "must be " + std::to_string(open.hand_size[player]), "RX-1"};
  }
  const bool puts = open.current_player == player;
  bool ascend = own.aside.size() == (puts ? open.aside_size : 0);
  for (int i = 0; i < own.aside.size(); ++i) {
    ascend = ascend && own.aside[i].is_small() && (i == 0 || !(own.aside[i] < own.aside[i - 1]));
  }
  if (!ascend) {
    return InputError{"aside", std::to_string(own.aside.size()) + " cards",
                      "must be what was put down, ascending", "RX-6"};
  }
  const bool looks = open.phase == Phase::TakeBack && open.partner == player;
  const int shown = looks ? open.hand_size[open.current_player] : 0;
  const bool can_take = !looks || own.shown.cards.count(*open.asked) > 0;
  if (own.shown.cards.size() != shown || !can_take) {
    return InputError{"shown", std::to_string(own.shown.cards.size()) + " cards",
                      "must be the hand of who asked", "RX-9"};
  }
  const bool claims = own.decided && own.claim;
  if ((own.decided && !is_sealed(open)) || (own.claim && !own.decided) ||
      (claims && (!own.claim->is_compound() ||
                  (claimable(open, own, player) >> own.claim->compound() & 1) == 0))) {
    return InputError{"claim", "", "must be a sealed decision that is possible", "RX-12"};
  }
  if (open.claims[player] &&
      !own.hand.small().contains(
          needs_[static_cast<std::size_t>(open.claims[player]->compound())])) {
    return InputError{"claims", "", "the hand cannot build it", "RX-12"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts& facts) const {
  const Public& open = table.open;
  if (auto fault = fault_of(open)) return fault;
  CardsLeft<CardBag> rest(small_cards_);
  rest.take(open.market);
  const auto bag_of = [&](const auto& list) {
    CardBag bag;
    for (int i = 0; i < list.size(); ++i) bag.add(list[i]);
    return bag;
  };
  rest.take(bag_of(open.put));
  rest.take(table.hidden.draw_pile);
  rest.take(table.hidden.discard_pile);
  bool undecided = !is_sealed(open);
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(open, table.own[p], p)) return fault;
    rest.take(table.own[p].hand);
    rest.take(bag_of(table.own[p].aside));
    undecided = undecided || !table.own[p].decided;
  }
  if (table.hidden.draw_pile.size() != open.draw_pile_size ||
      table.hidden.discard_pile.size() != open.discard_pile_size || !rest.had_all()) {
    return InputError{"hand", "", "the cards of all places are not the deck", "RX-1"};
  }
  if (!undecided) return InputError{"decided", "", "all have decided", "RX-12"};
  if (open.phase == Phase::TakeBack &&
      !(table.own[open.partner].shown.cards == table.own[open.current_player].hand)) {
    return InputError{"shown", "", "must be the hand of who asked", "RX-9"};
  }
  std::optional<Card> untrue;
  facts.placed.for_each_group(players_, [&](const PlacedCards& placed, ViewerSet) {
    for (int place = 0; place < PlacedCards::place_count && !untrue; ++place) {
      CardBag cards;
      if (place < players_) {
        cards = table.own[place].hand;
      } else if (place == place_of(draw_pile)) {
        cards = table.hidden.draw_pile;
      } else if (!has_market() && place == discard_place) {
        cards = table.hidden.discard_pile;
      } else if (!has_market()) {
        cards = bag_of(table.own[open.current_player].aside);
      }
      int gases = 0;
      gases_.for_each([&](Card card) { gases += cards.count(card); });
      if (gases < placed.gases_at_least(place)) untrue = gases_.nth(0);
      for (int kind = 0; kind < small_kind_count; ++kind) {
        const Card card = Card::of(kind);
        const int most = placed.at_most(place, card);
        const bool holds = cards.count(card) >= placed.at_least(place, card) &&
                           (most == PlacedCards::no_limit || cards.count(card) <= most);
        if (!holds && !untrue) untrue = card;
      }
    }
  });
  if (!untrue) return std::nullopt;
  return InputError{"placed", std::string(deck_->name(*untrue)), "not true", "GN-9"};
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  if (seen.viewer.is_spectator()) return spectator_fault(seen);
  if (auto fault = fault_of(seen.open, seen.own, seen.viewer.seat())) return fault;
  CardsLeft<CardBag> rest(small_cards_);
  rest.take(CardBag(seen.open.market.small(), 0));
  CardBag lists;
  for (int i = 0; i < seen.open.put.size(); ++i) lists.add(seen.open.put[i]);
  for (int i = 0; i < seen.own.aside.size(); ++i) lists.add(seen.own.aside[i]);
  rest.take(lists);
  rest.take(seen.own.hand);
  rest.take(seen.own.shown.cards);
  if (rest.had_all()) return std::nullopt;
  return InputError{"hand", "", "more cards than the deck has", "RX-1"};
}

}  // namespace chemix::react
