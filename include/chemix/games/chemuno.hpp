// SPDX-License-Identifier: Apache-2.0
// Chemuno: lay matching cards, be the first without any. Rules: docs/rules/chemuno.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A turn    [Penalty → drawing_penalty] → Turn → lay, or draw one → Drawn → lay it or keep it;
//           a lay goes on: [Call → drawing_forgotten] → [Wish] → next player.
// Who sees  everybody the laid cards, all sizes, an open penalty or wish; a player the own hand.
//           Who draws for want of a matching card shows that none is held.
// Ends      with an empty hand, after a round of idle turns, or after `max_turns` turns.

#include "chemix/cards/card.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/cards_left.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/deck_rules.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/knowledge.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace chemix::chemuno {

// ---- Constants ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int silence_cost = 2;  // CU-13

// ---- Options (CU-2, CU-5, CU-11, CU-13, CU-17) ----

/// How an open penalty grows with each further equal multiplier.
enum class PenaltyGrowth : std::uint8_t { Doubling, Additive };

constexpr std::array<std::string_view, 2> names_of(PenaltyGrowth) {
  return {"doubling", "additive"};
}

struct Options {
  int hand_size = 7;                                       // CU-2
  bool voluntary_draw = false;                             // CU-5 (ruling)
  PenaltyGrowth penalty_growth = PenaltyGrowth::Doubling;  // CU-11 (ruling)
  bool auto_call = false;                                  // CU-13 (ruling)
  int max_turns = 1000;                                    // CU-17 (ruling)

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"hand_size", "CU-2", "cards dealt to each player", 1, 10}, self.hand_size);
    visit(OptionField{"voluntary_draw", "CU-5", "drawing is allowed also when a card matches"},
          self.voluntary_draw);
    visit(OptionField{"penalty_growth", "CU-11", "growth with each further equal multiplier"},
          self.penalty_growth);
    visit(OptionField{"auto_call", "CU-13", "the call before the last card is never forgotten"},
          self.auto_call);
    visit(OptionField{"max_turns", "CU-17", "turns after which the game ends", 1, 10000},
          self.max_turns);
  }
};

// ---- Actions (CU-3 – CU-16) ----

/// Lays a card of the hand on the top card.
struct Lay {
  Card card;
  static constexpr std::string_view name = "lay";
  constexpr bool operator==(const Lay&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("card", self.card);
  }
};
/// Draws one card.
struct Draw : NoFields<Draw> {
  static constexpr std::string_view name = "draw";
};
/// Keeps the card just drawn.
struct Keep : NoFields<Keep> {
  static constexpr std::string_view name = "keep";
};
/// Draws all cards of the open penalty.
struct DrawPenalty : NoFields<DrawPenalty> {
  static constexpr std::string_view name = "draw_penalty";
};
/// Says “Cheee…” with one card left.
struct Call : NoFields<Call> {
  static constexpr std::string_view name = "call";
};
/// Forgets to say it.
struct StaySilent : NoFields<StaySilent> {
  static constexpr std::string_view name = "stay_silent";
};
/// Wishes for an element on the next card.
struct Wish {
  Card element;
  static constexpr std::string_view name = "wish";
  constexpr bool operator==(const Wish&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("element", self.element);
  }
};
/// Can neither lay nor draw.
struct Pass : NoFields<Pass> {
  static constexpr std::string_view name = "pass";
};

using Action = std::variant<Lay, Draw, Keep, DrawPenalty, Call, StaySilent, Wish, Pass>;

using ChanceAction = std::variant<Drawn>;

/// The ids of what a player may do, ascending: cards to lay, then other actions.
class LegalActions {
 public:
  constexpr LegalActions() = default;
  constexpr explicit LegalActions(const CardSet& lays) : lays_(lays) {}

  [[nodiscard]] constexpr int size() const { return lays_.size() + std::popcount(others_); }
  [[nodiscard]] constexpr bool empty() const { return size() == 0; }
  /// The `i`-th id; `i < size()`.
  [[nodiscard]] constexpr int operator[](int i) const {
    const int lays = lays_.size();
    return i < lays ? lays_.nth(i).index : first_other_ + nth_set_bit(others_, i - lays);
  }
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    lays_.for_each([&](Card card) { visit(static_cast<int>(card.index)); });
    for (std::uint32_t rest = others_; rest != 0; rest &= rest - 1) {
      visit(first_other_ + std::countr_zero(rest));
    }
  }

 private:
  friend class Rules;

  CardSet lays_;
  std::uint32_t others_ = 0;
  int first_other_ = 0;
};

// ---- State ----

/// Where a turn stands; in the drawing phases chance acts.
enum class Phase : std::uint8_t {
  Deal,
  Lead,
  Penalty,
  DrawingPenalty,
  Turn,
  Drawing,
  Drawn,
  Call,
  DrawingForgotten,
  Wish,
  Over,
};

constexpr std::array<std::string_view, 11> names_of(Phase) {
  return {"deal",    "lead",  "penalty", "drawing_penalty",   "turn",
          "drawing", "drawn", "call",    "drawing_forgotten", "wish",
          "over"};
}

enum class Counter : std::uint8_t { Penalty };

constexpr std::array<std::string_view, 1> names_of(Counter) { return {"penalty"}; }

struct Public {
  Phase phase = Phase::Deal;
  Seat current_player;
  /// Cards still to be drawn in a drawing phase.
  std::uint8_t draws_due = 0;
  /// Cards of the open penalty; 0 when none is open.
  std::uint8_t penalty = 0;
  std::optional<Card> wish;
  std::optional<Card> top;
  /// Somebody's card was laid or drawn in this turn.
  bool acted = false;
  std::uint8_t idle_turns = 0;
  /// Turns completed.
  std::uint16_t turns = 0;
  std::uint8_t draw_pile_size = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  /// All laid cards, the top card too.
  CardBag laid;

  constexpr bool operator==(const Public&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("draws_due", self.draws_due);
    visit("penalty", self.penalty);
    visit("wish", self.wish);
    visit("top", self.top);
    visit("acted", self.acted);
    visit("idle_turns", self.idle_turns);
    visit("turns", self.turns);
    visit("draw_pile_size", self.draw_pile_size);
    visit("hand_size", self.hand_size);
    visit("laid", self.laid);
  }
};

struct Private {
  CardBag hand;
  /// The card just drawn, while it may be laid (CU-6).
  std::optional<Card> drawn;

  constexpr bool operator==(const Private&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("hand", self.hand);
    visit("drawn", self.drawn);
  }
};

struct Hidden {
  CardBag draw_pile;

  constexpr bool operator==(const Hidden&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
  }
};

/// What everybody knows; nobody knows more than that and the own hand.
struct Facts {
  /// Which kinds each hand can hold only among its newest cards.
  PerPlayer<NewestBounds, max_players> newest;
  /// Kinds that the draw pile was made without (CU-15).
  CardSet pile_lacks;
  /// How often something seen could be kept only in part: a reshuffled pile whose kinds lie in
  /// hands too says how many of them are where, and that is not kept.
  std::uint16_t weakened = 0;

  constexpr bool operator==(const Facts&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("newest", self.newest);
    visit("pile_lacks", self.pile_lacks);
    visit("weakened", self.weakened);
  }
};

// ---- Contract ----

class Rules : public DeckRules<ChemixDeck, Options> {
 public:
  static constexpr std::string_view name = "chemuno";
  static constexpr std::string_view default_deck = "chemix";
  static constexpr int revision = 1;
  static constexpr int min_players = chemuno::min_players;
  static constexpr int max_players = chemuno::max_players;
  static constexpr std::size_t max_table_bytes = 128;
  static constexpr std::size_t max_step_events = 12;

  using Phase = chemuno::Phase;
  using Counter = chemuno::Counter;
  using Public = chemuno::Public;
  using Private = chemuno::Private;
  using Hidden = chemuno::Hidden;
  using Facts = chemuno::Facts;
  using Action = chemuno::Action;
  using ChanceAction = chemuno::ChanceAction;
  using LegalActions = chemuno::LegalActions;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or a deck that Chemuno cannot be played with.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);

  [[nodiscard]] int action_count() const { return first_other() + other_count; }
  [[nodiscard]] int chance_action_count() const { return deck_->card_kind_count(); }
  [[nodiscard]] int action_id(const Action& action) const;
  [[nodiscard]] Action action_of(int id) const;
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  [[nodiscard]] int max_legal_actions() const;
  [[nodiscard]] std::int64_t max_steps() const;

  [[nodiscard]] Table initial_table(Player start_player) const;
  [[nodiscard]] Acting acting(const Public& open) const;
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return table.open.draw_pile_size;
  }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Drawn{table.hidden.draw_pile.nth(static_cast<int>(nth))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    return table.hidden.draw_pile.count(std::get<Drawn>(action).card);
  }

  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const;
  template <class Stage>
  void resolve(Stage& stage, const ChanceAction& action) const;
  template <class View>
  void fold(View& view, const Event& event) const;
  void learn(Facts& facts, const Public& open, const Event& event) const;
  [[nodiscard]] Facts facts_of(const Facts& facts, Viewer) const { return facts; }
  [[nodiscard]] static int weakened(const Observation& seen) { return seen.facts.weakened; }

  [[nodiscard]] WorldProblem worlds_of(const Observation& seen) const;
  [[nodiscard]] Table table_in(const Observation& seen, const World& world) const;

  [[nodiscard]] PerPlayer<int, max_players> scores(const Table& table) const;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const;
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;

 private:
  // Ids after the cards that can be laid, in the order of the actions.
  enum Other : std::uint8_t {
    draw_id,
    keep_id,
    draw_penalty_id,
    call_id,
    stay_silent_id,
    wish_id,
    pass_id = wish_id + element_kind_count,
    other_count,
  };

  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);

  [[nodiscard]] int first_other() const { return deck_->card_kind_count(); }
  [[nodiscard]] const CardSet& fitting(const Public& open) const;
  [[nodiscard]] static bool can_draw(const Public& open);
  [[nodiscard]] CardSet kinds_to_lay(const Public& open, const Private& own) const;

  [[nodiscard]] std::optional<RuleError> check_lay(const Public& open, const Private& own,
                                                   Card card) const;
  [[nodiscard]] std::optional<RuleError> check_draw(const Public& open, const Private& own) const;
  [[nodiscard]] std::optional<RuleError> check_pass(const Public& open, const Private& own) const;
  [[nodiscard]] std::optional<RuleError> check_wish(Card element) const;
  [[nodiscard]] static bool asks_for(Phase phase, const Action& action);
  [[nodiscard]] int max_penalty() const;
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action, int argument = 0) const;

  template <class Stage>
  void lay(Stage& stage, Player player, Card card) const;
  template <class Stage>
  void deal_card(Stage& stage, Card card) const;
  template <class Stage>
  void grow_penalty(Stage& stage, int multiplier) const;
  template <class Stage>
  void start_drawing(Stage& stage, Phase phase, int cards) const;
  template <class Stage>
  void go_on_drawing(Stage& stage) const;
  template <class Stage>
  void after_drawing(Stage& stage) const;
  template <class Stage>
  void after_call(Stage& stage) const;
  template <class Stage>
  void end_turn(Stage& stage) const;
  template <class Stage>
  void end_game(Stage& stage) const;

  void exclude(Facts& facts, const Public& open, Player player, const CardSet& kinds) const;
  void add_hand(WorldProblem& problem, const Observation& seen, Player player, int newest) const;
  [[nodiscard]] static bool holds_drawn(const Public& open, Player player) {
    return open.phase == Phase::Drawn && open.current_player == player;
  }
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own,
                                                   Player player) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Facts& facts) const;
  [[nodiscard]] CardBag unseen_by(const Observation& seen) const;

  CardSet wishes_;
  // By top card, and by wished element: the kinds that may be laid.
  std::array<CardSet, max_card_kind_count> fit_top_;
  std::array<CardSet, max_card_kind_count> fit_wish_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, CU-3 – CU-16) ----

inline Acting Rules::acting(const Public& open) const {
  // A look-up: this is asked before every step, and the phase is hard to predict.
  constexpr unsigned chance = 1U << static_cast<unsigned>(Phase::Deal) |
                              1U << static_cast<unsigned>(Phase::DrawingPenalty) |
                              1U << static_cast<unsigned>(Phase::Drawing) |
                              1U << static_cast<unsigned>(Phase::DrawingForgotten);
  if ((chance >> static_cast<unsigned>(open.phase) & 1U) != 0) return Acting::chance();
  if (open.phase == Phase::Over) return Acting::nobody();
  return Acting::one(open.current_player);
}

// The kinds that match the top card or the wish; a noble gas always does.
inline const CardSet& Rules::fitting(const Public& open) const {
  return open.wish ? fit_wish_[open.wish->index] : fit_top_[open.top->index];
}

// A card can be drawn when one is left or can be shuffled back (CU-15).
inline bool Rules::can_draw(const Public& open) {
  return open.draw_pile_size > 0 || open.laid.size() > 1;
}

inline CardSet Rules::kinds_to_lay(const Public& open, const Private& own) const {
  return own.hand.kinds() & fitting(open);
}

inline LegalActions Rules::legal_actions(const Public& open, const Private& own, Player) const {
  LegalActions legal;
  legal.first_other_ = first_other();
  switch (open.phase) {
    case Phase::Lead:
      legal.lays_ = own.hand.kinds();  // CU-3
      break;
    case Phase::Turn:
      legal.lays_ = kinds_to_lay(open, own);  // CU-4
      if (legal.lays_.empty()) {
        legal.others_ = 1U << (can_draw(open) ? draw_id : pass_id);  // CU-5
      } else if (options_.voluntary_draw && can_draw(open)) {
        legal.others_ = 1U << draw_id;
      }
      break;
    case Phase::Drawn:
      legal.lays_ = CardSet::of(*own.drawn) & fitting(open);  // CU-6
      legal.others_ = 1U << keep_id;
      break;
    case Phase::Penalty:
      if (own.hand.count(*open.top) > 0) legal.lays_ = CardSet::of(*open.top);  // CU-10
      legal.others_ = 1U << draw_penalty_id;
      break;
    case Phase::Call:
      legal.others_ = 1U << call_id | 1U << stay_silent_id;  // CU-13
      break;
    case Phase::Wish:
      wishes_.for_each([&](Card element) {
        legal.others_ |= 1U << (wish_id + element.index);  // CU-8
      });
      break;
    default:
      break;
  }
  return legal;
}

inline bool Rules::asks_for(Phase phase, const Action& action) {
  switch (phase) {
    case Phase::Lead:
      return std::holds_alternative<Lay>(action);
    case Phase::Turn:
      return is_any_of<Lay, Draw, Pass>(action);
    case Phase::Drawn:
      return is_any_of<Lay, Keep>(action);
    case Phase::Penalty:
      return is_any_of<Lay, DrawPenalty>(action);
    case Phase::Call:
      return is_any_of<Call, StaySilent>(action);
    case Phase::Wish:
      return std::holds_alternative<Wish>(action);
    default:
      return false;
  }
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  if (!acting(open).contains(player) || !asks_for(open.phase, action)) {
    return refuse("GN-10", action);  // GN-10
  }
  if (const auto* lay = std::get_if<Lay>(&action)) return check_lay(open, own, lay->card);
  if (std::holds_alternative<Draw>(action)) return check_draw(open, own);
  if (std::holds_alternative<Pass>(action)) return check_pass(open, own);
  if (const auto* wish = std::get_if<Wish>(&action)) return check_wish(wish->element);
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_lay(const Public& open, const Private& own,
                                                 Card card) const {
  const Action action = Lay{card};
  if (own.hand.count(card) == 0) return refuse("GN-11", action, card.index);  // GN-11
  if (open.phase == Phase::Lead) return std::nullopt;                         // CU-3
  if (open.phase == Phase::Penalty) {
    if (card != *open.top) return refuse("CU-11", action, open.top->index);  // CU-11 (ruling)
    return std::nullopt;
  }
  const bool fits = fitting(open).contains(card);
  if (!fits && !open.wish) return refuse("CU-4", action, open.top->index);  // CU-4
  if (open.phase == Phase::Drawn && card != *own.drawn) {
    return refuse("CU-6", action, own.drawn->index);  // CU-6 (ruling)
  }
  if (!fits) return refuse("CU-8", action, open.wish->index);  // CU-8 (ruling)
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_draw(const Public& open, const Private& own) const {
  const bool can_lay = !kinds_to_lay(open, own).empty();
  if (can_lay && !(options_.voluntary_draw && can_draw(open))) {
    return refuse("CU-5", Draw{});  // CU-5
  }
  if (!can_draw(open)) return refuse("CU-16", Draw{});  // CU-16 (ruling)
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_pass(const Public& open, const Private& own) const {
  if (can_draw(open) || !kinds_to_lay(open, own).empty()) return refuse("CU-5", Pass{});
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_wish(Card element) const {
  if (!wishes_.contains(element)) return refuse("CU-8", Wish{element}, element.index);
  return std::nullopt;
}

inline RuleError Rules::refuse(RuleId rule, const Action& action, int argument) const {
  return refusal(rule, action_id(action), argument);
}

// ---- What happens then (CU-2 – CU-17) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  std::visit(
      [&](const auto& taken) {
        using Taken = std::remove_cvref_t<decltype(taken)>;
        if constexpr (std::is_same_v<Taken, Lay>) {
          lay(stage, player, taken.card);
        } else if constexpr (std::is_same_v<Taken, Draw>) {
          if (!options_.voluntary_draw) stage.emit(Event::lack(player));
          start_drawing(stage, Phase::Drawing, 1);
        } else if constexpr (std::is_same_v<Taken, DrawPenalty>) {
          const int cards = stage.open().penalty;
          stage.emit(Event::count(Counter::Penalty, 0));
          start_drawing(stage, Phase::DrawingPenalty, cards);
        } else if constexpr (std::is_same_v<Taken, Call>) {
          stage.emit(Event::call(player, true));
          after_call(stage);
        } else if constexpr (std::is_same_v<Taken, StaySilent>) {
          stage.emit(Event::call(player, false));
          start_drawing(stage, Phase::DrawingForgotten, silence_cost);  // CU-13
        } else if constexpr (std::is_same_v<Taken, Wish>) {
          stage.emit(Event::wish(player, taken.element.index));
          end_turn(stage);
        } else if constexpr (std::is_same_v<Taken, Keep>) {
          end_turn(stage);
        } else {
          static_assert(std::is_same_v<Taken, Pass>);
          stage.emit(Event::lack(player));
          end_turn(stage);
        }
      },
      action);
}

template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const Card card = std::get<Drawn>(action).card;
  if (stage.open().phase == Phase::Deal) return deal_card(stage, card);
  const Player player = stage.open().current_player;
  stage.emit(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
  go_on_drawing(stage);
}

// Cards are dealt one at a time, from the start player on, round and round.
template <class Stage>
void Rules::deal_card(Stage& stage, Card card) const {
  const Public& open = stage.open();
  const int dealt = deck_->size() - open.draw_pile_size;
  const Player player = (open.current_player + dealt) % players_;
  stage.emit(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
  if (dealt + 1 == players_ * options_.hand_size) stage.emit(Event::phase(Phase::Lead));  // CU-2
}

template <class Stage>
void Rules::lay(Stage& stage, Player player, Card card) const {
  stage.emit(Event::move(hand_of(player), discard_pile, card.index, ViewerSet::everyone()));
  const int left = stage.open().hand_size[player];
  if (left == 0) return end_game(stage);                             // CU-9 (ruling) CU-14
  if (card.is_multiplier()) grow_penalty(stage, card.multiplier());  // CU-10
  if (left > 1) return after_call(stage);
  if (!options_.auto_call) return stage.emit(Event::phase(Phase::Call));  // CU-13
  stage.emit(Event::call(player, true));
  after_call(stage);
}

template <class Stage>
void Rules::grow_penalty(Stage& stage, int multiplier) const {
  const int open = stage.open().penalty;
  const bool doubles = options_.penalty_growth == PenaltyGrowth::Doubling && open > 0;
  stage.emit(Event::count(Counter::Penalty, doubles ? 2 * open : open + multiplier));  // CU-11
}

template <class Stage>
void Rules::start_drawing(Stage& stage, Phase phase, int cards) const {
  stage.emit(Event::phase(phase, cards));
  go_on_drawing(stage);
}

// Leads to the next draw, or on when all cards are drawn or no more can be.
template <class Stage>
void Rules::go_on_drawing(Stage& stage) const {
  const Public& open = stage.open();
  if (open.draws_due == 0 || !can_draw(open)) return after_drawing(stage);
  if (open.draw_pile_size > 0) return;
  stage.emit(Event::shuffle(discard_pile, draw_pile, open.laid.size() - 1));  // CU-15 (ruling)
}

template <class Stage>
void Rules::after_drawing(Stage& stage) const {
  switch (stage.open().phase) {
    case Phase::Drawing:
      return stage.emit(Event::phase(Phase::Drawn));  // CU-6
    case Phase::DrawingPenalty:
      return stage.emit(Event::phase(Phase::Turn));  // CU-12
    default:
      return after_call(stage);
  }
}

template <class Stage>
void Rules::after_call(Stage& stage) const {
  if (!stage.open().top->is_noble_gas()) return end_turn(stage);
  stage.emit(Event::phase(Phase::Wish));  // CU-8 (ruling)
}

template <class Stage>
void Rules::end_turn(Stage& stage) const {
  const Public& open = stage.open();
  stage.emit(Event::turn(next(open.current_player)));
  if (open.idle_turns == players_) return end_game(stage);       // CU-16 (ruling)
  if (open.turns >= options_.max_turns) return end_game(stage);  // CU-17 (ruling)
  stage.emit(Event::phase(open.penalty > 0 ? Phase::Penalty : Phase::Turn));
}

template <class Stage>
void Rules::end_game(Stage& stage) const {
  // Whatever is due is not drawn any more (CU-14, CU-17).
  if (stage.open().penalty > 0) stage.emit(Event::count(Counter::Penalty, 0));
  stage.emit(Event::phase(Phase::Over));
}

template <class View>
CHEMIX_INLINE_FOLD void Rules::fold(View& view, const Event& event) const {
  Public& open = view.open;
  switch (event.verb) {
    case Verb::Deal:
    case Verb::Move: {
      const bool drawn = event.to.is_hand();
      const Player player = drawn ? event.to.owner : event.from.owner;
      const Card card = Card::of(event.kind.value_or(0));
      Private* own = view.shown(player);
      if (drawn) {
        if (open.draws_due > 0) --open.draws_due;
        --open.draw_pile_size;
        ++open.hand_size[player];
        if (own != nullptr) own->hand.add(card);
        if (own != nullptr && open.phase == Phase::Drawing) own->drawn = card;
        if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile.remove(card);
      } else {
        --open.hand_size[player];
        if (own != nullptr) own->hand.remove(card);
        if (own != nullptr) own->drawn.reset();
        open.laid.add(card);
        open.top = card;
        open.wish.reset();  // CU-8 (ruling)
      }
      open.acted = event.verb == Verb::Move;
      break;
    }
    case Verb::Shuffle: {
      CardBag kept;
      kept.add(*open.top);
      if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile += open.laid - kept;
      open.draw_pile_size = static_cast<std::uint8_t>(event.amount);
      open.laid = kept;
      break;
    }
    case Verb::Wish:
      open.wish = Card::of(event.kind.value_or(0));
      break;
    case Verb::Count:
      open.penalty = static_cast<std::uint8_t>(event.amount);
      break;
    case Verb::Phase:
      open.phase = static_cast<Phase>(event.index);
      open.draws_due = static_cast<std::uint8_t>(event.amount);
      break;
    case Verb::Turn:
      if (Private* own = view.shown(open.current_player)) own->drawn.reset();
      open.current_player = Seat::of(event.player);
      open.idle_turns =
          open.acted ? std::uint8_t{0} : static_cast<std::uint8_t>(open.idle_turns + 1);
      ++open.turns;
      open.acted = false;
      break;
    default:
      break;
  }
}

// The hand of `player` holds none of `kinds`.
inline void Rules::exclude(Facts& facts, const Public& open, Player player,
                           const CardSet& kinds) const {
  NewestBounds& newest = facts.newest[player];
  newest.exclude(kinds);
  if (open.hand_size[player] <= NewestBounds::max_levels) return;
  facts.weakened = static_cast<std::uint16_t>(facts.weakened + newest.forget_weakest());
}

// Everybody remembers all of it (GN-9).
inline void Rules::learn(Facts& facts, const Public& open, const Event& event) const {
  switch (event.verb) {
    case Verb::Lack:
      exclude(facts, open, event.player, fitting(open));
      break;
    case Verb::Move:
      if (event.to.is_hand()) {
        facts.newest[event.to.owner].draw();
      } else if (open.phase == Phase::Drawn) {
        facts.newest[event.from.owner].play_newest();
      } else {
        const Player player = event.from.owner;
        facts.newest[player].play(Card::of(event.kind.value_or(0)), open.hand_size[player] - 1);
      }
      break;
    case Verb::Shuffle: {
      CardBag pile = open.laid;
      pile.remove(*open.top);
      CardSet all_in_pile;
      bool split = false;
      pile.kinds().for_each([&](Card card) {
        const int elsewhere = deck_->all_cards().count(card) - pile.count(card);
        if (elsewhere == (card == *open.top ? 1 : 0)) {
          all_in_pile.insert(card);
        } else {
          split = true;
        }
      });
      facts.pile_lacks = deck_->all_cards().kinds() - pile.kinds();
      for (Player p = 0; p < players_; ++p) exclude(facts, open, p, all_in_pile);
      if (split) ++facts.weakened;
      break;
    }
    default:
      break;
  }
}

// ---- Scoring and end (CU-14, CU-16, CU-18) ----

/// Cards left per player: the fewest win.
inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  PerPlayer<int, max_players> cards_left;
  for (Player p = 0; p < players_; ++p) cards_left[p] = table.open.hand_size[p];
  return cards_left;
}

inline PerPlayer<Fraction, max_players> Rules::returns(const Table& table) const {
  int fewest = table.open.hand_size[0];
  for (Player p = 1; p < players_; ++p) fewest = std::min<int>(fewest, table.open.hand_size[p]);
  PlayerSet winners;
  for (Player p = 0; p < players_; ++p) {
    if (table.open.hand_size[p] == fewest) winners.insert(p);  // CU-16 (ruling)
  }
  return named_winner_returns<max_players>(winners, players_);  // CU-18 (ruling)
}

// ---- Hidden worlds (CU-5, CU-15) ----

inline CardBag Rules::unseen_by(const Observation& seen) const {
  return deck_->all_cards() - seen.open.laid - seen.own.hand;
}

// The places are the hands of the others by seat, then the draw pile. While a drawn card is being
// asked about (CU-6) it is a place of its own, after the rest of the hand that it belongs to.
inline WorldProblem Rules::worlds_of(const Observation& seen) const {
  WorldProblem problem;
  problem.unseen = unseen_by(seen);
  const auto add_place_without = [&](int size, const CardSet& kinds) {
    const PlaceSet place = problem.add_place(size);
    if (!kinds.empty()) problem.add_fact({place, kinds, 0, 0});
  };
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    const int newest = holds_drawn(seen.open, p) ? 1 : 0;
    add_hand(problem, seen, p, newest);
    if (newest > 0) add_place_without(newest, seen.facts.pile_lacks);
  }
  add_place_without(seen.open.draw_pile_size, seen.facts.pile_lacks);
  return problem;
}

// The hand of `player` without its `newest` cards.
inline void Rules::add_hand(WorldProblem& problem, const Observation& seen, Player player,
                            int newest) const {
  const int size = seen.open.hand_size[player] - newest;
  const PlaceSet place = problem.add_place(size);
  std::array<CardSet, NewestBounds::unbounded + 1> by_bound{};
  problem.unseen.kinds().for_each(
      [&](Card card) { by_bound[seen.facts.newest[player].of(card)].insert(card); });
  CardSet kinds;
  for (int bound = newest; bound < size + newest; ++bound) {
    const CardSet& more = by_bound[static_cast<std::size_t>(bound)];
    if (more.empty()) continue;
    kinds = kinds | more;
    problem.add_fact({place, kinds, 0, static_cast<std::uint8_t>(bound - newest)});
  }
}

inline Table Rules::table_in(const Observation& seen, const World& world) const {
  Table table;
  table.open = seen.open;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) {
      table.own[p] = seen.own;
      continue;
    }
    table.own[p].hand = world[place++];
    if (!holds_drawn(seen.open, p)) continue;
    table.own[p].drawn = world[place++].nth(0);
    table.own[p].hand.add(*table.own[p].drawn);
  }
  table.hidden.draw_pile = world[place];
  return table;
}

// ---- Making a game, and refusing what is none (CU-2, DK-4) ----

inline Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                                   int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  if (players * options.hand_size > deck->size()) {
    return tl::unexpected(InputError{"hand_size", std::to_string(options.hand_size),
                                     std::to_string(players) + " hands need " +
                                         std::to_string(players * options.hand_size) +
                                         " cards but the deck has " + std::to_string(deck->size()),
                                     "DK-4"});  // DK-4 (ruling)
  }
  return Rules(std::move(deck), options, players);
}

inline Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : DeckRules(std::move(deck), options, players) {
  const CardSet kinds = deck_->all_cards().kinds();
  CardSet noble_gases;
  kinds.for_each([&](Card card) {
    if (card.is_noble_gas()) noble_gases.insert(card);
    if (card.is_element()) wishes_.insert(card);
  });
  kinds.for_each([&](Card top) {
    CardSet& fit = fit_top_[top.index];
    fit = noble_gases;  // CU-7
    kinds.for_each([&](Card card) {
      if (!(deck_->contents(top) & deck_->contents(card)).empty()) fit.insert(card);  // CU-4
    });
  });
  wishes_.for_each([&](Card element) {
    CardSet& fit = fit_wish_[element.index];
    fit = noble_gases;
    kinds.for_each([&](Card card) {
      if (deck_->contents(card).contains(element)) fit.insert(card);  // CU-8 (ruling)
    });
  });
}

inline int Rules::action_id(const Action& action) const {
  if (const auto* lay = std::get_if<Lay>(&action)) return lay->card.index;
  if (const auto* wish = std::get_if<Wish>(&action)) {
    return first_other() + wish_id + wish->element.index;
  }
  if (std::holds_alternative<Pass>(action)) return first_other() + pass_id;
  return first_other() + static_cast<int>(action.index()) - 1;
}

inline Action Rules::action_of(int id) const {
  if (id < first_other()) return Lay{Card::of(id)};
  const int other = id - first_other();
  switch (other) {
    case draw_id:
      return Draw{};
    case keep_id:
      return Keep{};
    case draw_penalty_id:
      return DrawPenalty{};
    case call_id:
      return Call{};
    case stay_silent_id:
      return StaySilent{};
    case pass_id:
      return Pass{};
    default:
      return Wish{Card::of(other - wish_id)};
  }
}

// A hand of all kinds, and drawing; or all wishes.
inline int Rules::max_legal_actions() const { return first_other() + 1; }

// Besides the deal, a turn is at most: a penalty taken and drawn, a draw, the question about it,
// the call, the cards for silence, the wish. No more cards are drawn at a time than the deck has.
inline std::int64_t Rules::max_steps() const {
  const std::int64_t cards = deck_->size();
  return cards + options_.max_turns * (1 + cards + 1 + 1 + 1 + 1 + silence_cost + 1);
}

inline Table Rules::initial_table(Player start_player) const {
  Table table;
  table.open.current_player = Seat::of(start_player);
  table.open.draw_pile_size = static_cast<std::uint8_t>(deck_->size());
  table.hidden.draw_pile = deck_->all_cards();
  return table;
}

// What cannot be in what everybody sees, given that sizes and sets are within the deck's.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  const auto wrong = [](const char* field, const std::string& value, const char* reason,
                        const char* rule) {
    return InputError{field, value, reason, rule};
  };
  const auto phase = std::string(name_of(open.phase));
  int hands = 0;
  for (Player p = 0; p < players_; ++p) hands += open.hand_size[p];
  const int laid = open.laid.size();
  if (hands + laid + open.draw_pile_size != deck_->size()) {
    return wrong("draw_pile_size", std::to_string(open.draw_pile_size),
                 "hands, laid cards and draw pile do not add up to the deck", "CU-2");
  }
  const bool before_lead = open.phase == Phase::Deal || open.phase == Phase::Lead;
  if (open.top.has_value() == before_lead || (laid == 0) != before_lead ||
      (open.top && open.laid.count(*open.top) == 0)) {
    return wrong("top", "", "must be one of the laid cards from the first lay on", "CU-3");
  }
  if (open.phase == Phase::Deal) {
    const int dealt = deck_->size() - open.draw_pile_size;
    for (Player p = 0; p < players_; ++p) {
      if (open.hand_size[p] != dealt_to(p, open.current_player, dealt)) {
        return wrong("hand_size", std::to_string(open.hand_size[p]), "not dealt in turn", "CU-2");
      }
    }
    if (dealt >= players_ * options_.hand_size) {
      return wrong("phase", phase, "all cards are dealt", "CU-2");
    }
  }
  if (open.phase == Phase::Lead) {
    for (Player p = 0; p < players_; ++p) {
      if (open.hand_size[p] == options_.hand_size) continue;
      return wrong("hand_size", std::to_string(open.hand_size[p]), "not what is dealt", "CU-2");
    }
  }
  int without_cards = 0;
  for (Player p = 0; p < players_; ++p) without_cards += open.hand_size[p] == 0 ? 1 : 0;
  if (open.phase != Phase::Deal && without_cards > (open.phase == Phase::Over ? 1 : 0)) {
    return wrong("hand_size", "0", "the game ends with the first empty hand", "CU-14");
  }
  const bool drawing = open.phase == Phase::Drawing || open.phase == Phase::DrawingPenalty ||
                       open.phase == Phase::DrawingForgotten;
  const int most_due = open.phase == Phase::Drawing            ? 1
                       : open.phase == Phase::DrawingForgotten ? silence_cost
                                                               : max_penalty();
  if (drawing ? open.draws_due == 0 || open.draws_due > most_due || open.draw_pile_size == 0
              : open.draws_due != 0) {
    return wrong("draws_due", std::to_string(open.draws_due), "not due in this phase", "CU-10");
  }
  const bool may_be_due = open.phase == Phase::Penalty || open.phase == Phase::Call ||
                          open.phase == Phase::DrawingForgotten;
  const bool multiplier_laid = open.top && open.top->is_multiplier();
  const bool must_be_due = open.phase == Phase::Penalty || (may_be_due && multiplier_laid);
  if ((open.penalty > 0) != must_be_due || (must_be_due && !multiplier_laid) ||
      open.penalty > max_penalty() ||
      (open.penalty > 0 && open.penalty % open.top->multiplier() != 0)) {
    return wrong("penalty", std::to_string(open.penalty), "not due on this top card", "CU-10");
  }
  const bool gas_laid = open.top && open.top->is_noble_gas();
  const bool may_wish = gas_laid && open.phase != Phase::Call && open.phase != Phase::Wish &&
                        open.phase != Phase::DrawingForgotten && open.phase != Phase::Over;
  if (open.phase != Phase::Over && open.wish.has_value() != may_wish) {
    return wrong("wish", "", "stands while a noble gas is on top", "CU-8");
  }
  if (open.wish && (!wishes_.contains(*open.wish) || !gas_laid)) {
    return wrong("wish", std::string(deck_->name(*open.wish)), "not an element to wish for",
                 "CU-8");
  }
  if (open.phase == Phase::Wish && !gas_laid) {
    return wrong("phase", phase, "no noble gas is on top", "CU-8");
  }
  const int own_cards = open.hand_size[open.current_player];
  if (open.phase == Phase::Call && (own_cards != 1 || options_.auto_call)) {
    return wrong("phase", phase, "asked with one card left", "CU-13");
  }
  if (open.turns > options_.max_turns ||
      (open.turns == options_.max_turns && open.phase != Phase::Over)) {
    return wrong("turns", std::to_string(open.turns), "the game is over by then", "CU-17");
  }
  if (open.idle_turns > std::min<int>(players_, open.turns) ||
      (open.idle_turns == players_ && open.phase != Phase::Over)) {
    return wrong("idle_turns", std::to_string(open.idle_turns), "the game is over by then",
                 "CU-16");
  }
  if (open.phase == Phase::Over && without_cards == 0 && open.idle_turns < players_ &&
      open.turns < options_.max_turns) {
    return wrong("phase", phase, "nothing has ended the game", "CU-14");
  }
  return std::nullopt;
}

inline int Rules::max_penalty() const {
  int most = 0;
  for (int number = 2; number <= 4; ++number) {
    const int copies = deck_->all_cards().count(Card::of_multiplier(number));
    if (copies == 0) continue;
    const bool doubles = options_.penalty_growth == PenaltyGrowth::Doubling;
    most = std::max(most, doubles ? number << (copies - 1) : number * copies);
  }
  return most;
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own,
                                                 Player player) const {
  if (own.hand.size() != open.hand_size[player]) {
    return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                      "must be " + std::to_string(open.hand_size[player]), "CU-2"};
  }
  const bool asked = holds_drawn(open, player);
  if (own.drawn.has_value() != asked || (asked && own.hand.count(*own.drawn) == 0)) {
    return InputError{"drawn", "", "must be a held card just when it is asked about", "CU-6"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Facts& facts) const {
  for (Player p = 0; p < players_; ++p) {
    const int least = holds_drawn(open, p) ? 1 : 0;
    for (int kind = 0; kind < deck_->card_kind_count(); ++kind) {
      const int bound = facts.newest[p].of(Card::of(kind));
      if (bound == NewestBounds::unbounded) continue;
      if (bound >= least && bound < open.hand_size[p]) continue;
      return InputError{"newest", std::to_string(bound), "not a part of the hand", "CU-5"};
    }
    if (facts.newest[p].level_count() > NewestBounds::max_levels) {
      return InputError{"newest", std::to_string(facts.newest[p].level_count()) + " bounds",
                        "at most 15 are kept", "CU-5"};
    }
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts& facts) const {
  const Public& open = table.open;
  if (auto fault = fault_of(open)) return fault;
  if (auto fault = fault_of(open, facts)) return fault;
  CardsLeft<CardBag> rest(deck_->all_cards());
  rest.take(table.hidden.draw_pile);
  rest.take(open.laid);
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(open, table.own[p], p)) return fault;
    rest.take(table.own[p].hand);
  }
  const bool conserved = table.hidden.draw_pile.size() == open.draw_pile_size && rest.had_all();
  if (!conserved || !rest.left().empty()) {
    return InputError{"draw_pile", "", "the cards of all places are not the deck", "CU-2"};
  }
  // The facts must be true of the table.
  for (Player p = 0; p < players_; ++p) {
    CardBag hand = table.own[p].hand;
    const int newest = holds_drawn(open, p) ? 1 : 0;
    if (newest > 0) hand.remove(*table.own[p].drawn);
    for (int most = 0; most < hand.size(); ++most) {
      int held = 0;
      hand.kinds().for_each([&](Card card) {
        if (facts.newest[p].of(card) <= most + newest) held += hand.count(card);
      });
      if (held > most) return InputError{"newest", "", "not true of the hand", "CU-5"};
    }
  }
  // The card that is being asked about came out of the pile last.
  CardBag pile = table.hidden.draw_pile;
  if (open.phase == Phase::Drawn) pile.add(*table.own[open.current_player].drawn);
  if (!(pile.kinds() & facts.pile_lacks).empty()) {
    return InputError{"pile_lacks", "", "not true of the draw pile", "CU-15"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  const Public& open = seen.open;
  if (auto fault = fault_of(open)) return fault;
  if (auto fault = fault_of(open, seen.facts)) return fault;
  if (seen.viewer.is_spectator()) return spectator_fault(seen);
  if (auto fault = fault_of(open, seen.own, seen.viewer.seat())) return fault;
  if (!(deck_->all_cards() - open.laid).contains(seen.own.hand)) {
    return InputError{"hand", "", "more cards than the deck has", "CU-2"};
  }
  return std::nullopt;
}

}  // namespace chemix::chemuno
