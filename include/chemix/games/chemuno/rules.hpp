// SPDX-License-Identifier: Apache-2.0
// Chemuno: lay matching cards, be the first without any. Rules: docs/rules/en/chemuno.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A turn    [Penalty → drawing_penalty] → Turn → lay, or draw one → Drawn → lay it or keep it;
//           after a lay: [Call → drawing_forgotten] → [Wish] → next player.
// Visible   to all: the laid cards, all sizes, an open penalty or wish; to each player: their own
//           hand. A player who must draw shows that the hand holds no matching card.
// Ends      with an empty hand, after a round of idle turns, or after `max_turns` turns.

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/games/card_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace chemix::chemuno {

// ---- Options (CU-2, CU-5, CU-11, CU-13, CU-17) ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int silence_cost = 2;  // CU-13

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

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"hand_size", "CU-2", "cards dealt to each player", 1, 10}, self.hand_size);
    visit(OptionField{"voluntary_draw", "CU-5", "drawing is allowed even if a card matches"},
          self.voluntary_draw);
    visit(OptionField{"penalty_growth", "CU-11",
                      "how a penalty grows with each further equal multiplier"},
          self.penalty_growth);
    visit(OptionField{"auto_call", "CU-13", "the call before the last card is never forgotten"},
          self.auto_call);
    visit(OptionField{"max_turns", "CU-17", "turns after which the game ends", 1, 10000},
          self.max_turns);
  }
};

// ---- Actions (CU-3 – CU-16) ----

/// The phases of a game. Chance acts in Deal and in the drawing phases.
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
  Over
};

constexpr std::array<std::string_view, 11> names_of(Phase) {
  return {"deal",    "lead",  "penalty", "drawing_penalty",   "turn",
          "drawing", "drawn", "call",    "drawing_forgotten", "wish",
          "over"};
}

/// Lays a card from the hand on the top card.
struct Lay : OneCard<all_kinds> {
  static constexpr std::string_view name = "lay";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Lead, Phase::Turn, Phase::Drawn, Phase::Penalty};
};
/// Draws one card.
struct Draw : NoFields<Draw> {
  static constexpr std::string_view name = "draw";
  static constexpr PhaseSet legal_phases{Phase::Turn};
};
/// Keeps the card just drawn.
struct Keep : NoFields<Keep> {
  static constexpr std::string_view name = "keep";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Drawn};
};
/// Draws all cards of the open penalty.
struct DrawPenalty : NoFields<DrawPenalty> {
  static constexpr std::string_view name = "draw_penalty";
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Penalty};
};
/// Calls “Cheee…” with one card left.
struct Call : NoFields<Call> {
  static constexpr std::string_view name = "call";
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Call};
};
/// Forgets to call.
struct StaySilent : NoFields<StaySilent> {
  static constexpr std::string_view name = "stay_silent";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Call};
};
/// Wishes for an element on the next card.
struct Wish {
  Card element;
  static constexpr std::string_view name = "wish";
  static constexpr PhaseSet legal_phases{Phase::Wish};
  constexpr bool operator==(const Wish&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("element", self.element, element_kinds);
  }
};
/// Passes, when the player can neither lay nor draw.
struct Pass : NoFields<Pass> {
  static constexpr std::string_view name = "pass";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Turn};
};

using Action = std::variant<Lay, Draw, Keep, DrawPenalty, Call, StaySilent, Wish, Pass>;

using ChanceAction = std::variant<DrawnCard>;

/// The ids of the legal actions in ascending order: cards to lay, then other actions.
class LegalActions {
 public:
  static constexpr int id_count = max_card_kind_count + 32;

  constexpr LegalActions() = default;
  /// Starts empty. Actions other than laying have ids from `first_other` on.
  constexpr explicit LegalActions(int first_other) : first_other_(first_other) {}

  constexpr void lay(const CardSet& cards) { lays_ = cards; }
  /// Precondition: `id` is not the id of a Lay.
  constexpr void insert(int id) { others_ |= 1U << (id - first_other_); }

  [[nodiscard]] constexpr int size() const { return lays_.size() + popcount(others_); }
  [[nodiscard]] constexpr bool empty() const { return size() == 0; }
  /// The `i`-th id. Precondition: `i < size()`.
  [[nodiscard]] constexpr int operator[](int i) const {
    const int lays = lays_.size();
    return i < lays ? lays_[i].index : first_other_ + nth_set_bit(others_, i - lays);
  }
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    lays_.for_each([&](Card card) { visit(static_cast<int>(card.index)); });
    for (std::uint32_t rest = others_; rest != 0; rest &= rest - 1) {
      visit(first_other_ + std::countr_zero(rest));
    }
  }

 private:
  CardSet lays_;
  std::uint32_t others_ = 0;
  int first_other_ = 0;
};

// ---- State ----

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
  /// Whether a card was laid or drawn in this turn.
  bool acted = false;
  std::uint8_t idle_turns = 0;
  /// Completed turns.
  std::uint16_t turns = 0;
  std::uint8_t draw_pile_size = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  /// All laid cards, including the top card.
  CardBag laid;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
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
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("hand", self.hand);
    visit("drawn", self.drawn);
  }
};

using Hidden = DrawPileOf<CardBag>;

using Knowledge = LogPileKnowledge;

// ---- Rules ----

class Rules : public CardRules<Rules, ChemixDeck, Options, Phase, Counter, Action, ChanceAction,
                               LegalActions, Public, Private, Hidden, Knowledge, max_players> {
 public:
  static constexpr std::string_view name = "chemuno";
  static constexpr int min_players = chemuno::min_players;
  static constexpr BestScore best_score = BestScore::Fewest;  // CU-16 CU-18 (ruling)
  static constexpr std::size_t max_table_bytes = 128;
  static constexpr std::size_t max_step_events = 12;
  static constexpr std::array verbs{Verb::Deal, Verb::Move, Verb::Shuffle, Verb::Lack, Verb::Call,
                                    Verb::Name, Verb::Set,  Verb::Phase,   Verb::Turn};
  static constexpr PhaseSet chance_phases{Phase::Deal, Phase::DrawingPenalty, Phase::Drawing,
                                          Phase::DrawingForgotten};

  /// Fails if the game cannot be played with this deck, these options or this number of players.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);
  [[nodiscard]] Table initial_table(Player start_player) const;
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  // A Lay for every kind, plus Draw; wishes are never more.
  [[nodiscard]] int max_legal_actions() const { return deck_->card_kind_count() + 1; }
  [[nodiscard]] std::int64_t max_steps() const;
  /// Maximum size of a penalty of this multiplier (CU-11).
  [[nodiscard]] int max_penalty(Card top) const;
  /// Maximum size of any penalty.
  [[nodiscard]] int max_penalty() const { return max_penalty_; }

  // ---- What may be done, and what happens then (GN-11, CU-2 – CU-17) ----

  // The card or wish that the next card must match. Precondition: a card lies open.
  [[nodiscard]] static Card wanted(const Public& open) {
    return open.wish ? *open.wish : *open.top;
  }
  // The kinds that match the top card or the wish; noble gases always match.
  [[nodiscard]] const CardSet& fitting(const Public& open) const {
    static constexpr CardSet nothing;
    return open.top ? fit_[wanted(open).index] : nothing;
  }
  [[nodiscard]] CardSet kinds_to_lay(const Public& open, const Private& own) const {
    return own.hand.kinds() & fitting(open);
  }
  // Whether a card is left to draw or can be shuffled back (CU-15).
  [[nodiscard]] static bool can_draw(const Public& open) {
    return open.draw_pile_size > 0 || open.laid.size() > 1;
  }

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own, Player) const {
    LegalActions legal(first_id<Draw>());
    switch (open.phase) {
      case Phase::Lead:
        legal.lay(own.hand.kinds());  // CU-3
        break;
      case Phase::Turn: {
        const CardSet kinds = kinds_to_lay(open, own);
        legal.lay(kinds);  // CU-4
        if (kinds.empty()) {
          legal.insert(can_draw(open) ? first_id<Draw>() : first_id<Pass>());  // CU-5
        } else if (options_.voluntary_draw && can_draw(open)) {
          legal.insert(first_id<Draw>());
        }
        break;
      }
      case Phase::Drawn:
        legal.lay(CardSet::of(*own.drawn) & fitting(open));  // CU-6
        legal.insert(first_id<Keep>());
        break;
      case Phase::Penalty:
        if (own.hand.count(*open.top) > 0) legal.lay(CardSet::of(*open.top));  // CU-10
        legal.insert(first_id<DrawPenalty>());
        break;
      case Phase::Call:
        legal.insert(first_id<Call>());  // CU-13
        legal.insert(first_id<StaySilent>());
        break;
      case Phase::Wish:
        wishes_.for_each([&](Card element) {
          legal.insert(first_id<Wish>() + element.index);  // CU-8
        });
        break;
      default:
        break;
    }
    return legal;
  }

  // -- Lay --

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Lay& lay) const {
    const Card card = lay.card;
    if (own.hand.count(card) == 0) return refuse("GN-11", card.index);  // GN-11
    if (open.phase == Phase::Lead) return std::nullopt;                 // CU-3
    if (open.phase == Phase::Penalty) {
      if (card == *open.top) return std::nullopt;
      return refuse("CU-11", open.top->index, open.penalty);  // CU-11 (ruling)
    }
    const CardSet fitting = this->fitting(open);
    if (open.phase == Phase::Drawn && card != *own.drawn) {
      return refuse_for("CU-6", fitting.contains(*own.drawn) ? 0 : 1,
                        own.drawn->index);  // CU-6 (ruling)
    }
    if (fitting.contains(card)) return std::nullopt;
    // What else the player may do: lay another card, draw, pass or keep the card.
    const bool can_lay = !kinds_to_lay(open, own).empty();
    const int instead = open.phase == Phase::Drawn ? 3 : can_lay ? 0 : can_draw(open) ? 1 : 2;
    if (open.wish) return refuse_for("CU-8", instead, open.wish->index);  // CU-8 (ruling)
    return refuse_for("CU-4", instead, open.top->index);                  // CU-4
  }
  void perform(auto& step, Player player, const Lay& lay) const {
    const Card card = lay.card;
    step.post(Event::move(hand_of(player), discard_pile, card.index, ViewerSet::everyone()));
    const int left = step.open().hand_size[player];
    if (left == 0) return end_game(step);                             // CU-9 (ruling) CU-14
    if (card.is_multiplier()) grow_penalty(step, card.multiplier());  // CU-10
    if (left > 1) return after_call(step);
    if (!options_.auto_call) return step.post(Event::phase(Phase::Call));  // CU-13
    step.post(Event::call(player, true));
    after_call(step);
  }
  void grow_penalty(auto& step, int multiplier) const {
    const int open = step.open().penalty;
    const bool doubles = options_.penalty_growth == PenaltyGrowth::Doubling && open > 0;
    step.post(Event::set(Counter::Penalty, doubles ? 2 * open : open + multiplier));  // CU-11
  }

  // -- Draw, and keep what was drawn --

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Draw&) const {
    const bool can_lay = !kinds_to_lay(open, own).empty();
    if (can_lay && !(options_.voluntary_draw && can_draw(open))) return refuse("CU-5");  // CU-5
    if (!can_draw(open)) return refuse("CU-16");  // CU-16 (ruling)
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Draw&) const {
    if (!options_.voluntary_draw) step.post(Event::lack(player));
    start_drawing(step, Phase::Drawing, 1);
  }
  void perform(auto& step, Player, const Keep&) const { end_turn(step); }

  // -- Draw the penalty --

  void perform(auto& step, Player, const DrawPenalty&) const {
    const int cards = step.open().penalty;
    step.post(Event::set(Counter::Penalty, 0));
    start_drawing(step, Phase::DrawingPenalty, cards);
  }

  // -- Call, or stay silent --

  void perform(auto& step, Player player, const Call&) const {
    step.post(Event::call(player, true));
    after_call(step);
  }
  void perform(auto& step, Player player, const StaySilent&) const {
    step.post(Event::call(player, false));
    start_drawing(step, Phase::DrawingForgotten, silence_cost);  // CU-13
  }
  void after_call(auto& step) const {
    if (!step.open().top->is_noble_gas()) return end_turn(step);
    step.post(Event::phase(Phase::Wish));  // CU-8 (ruling)
  }

  // -- Wish --

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private&, Player,
                                                 const Wish& wish) const {
    if (!wishes_.contains(wish.element)) return refuse_for("CU-8", 4, wish.element.index);
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Wish& wish) const {
    step.post(Event::name(player, wish.element.index));
    end_turn(step);
  }

  // -- Pass --

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Pass&) const {
    if (!kinds_to_lay(open, own).empty()) return refuse("CU-5");
    if (can_draw(open)) return refuse_for("CU-5", 1);
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Pass&) const {
    step.post(Event::lack(player));
    end_turn(step);
  }

  // -- Chance: the deal, and what is drawn --

  [[nodiscard]] static const CardBag& source(const auto& table) { return table.hidden.draw_pile; }
  [[nodiscard]] static std::int64_t chance_weight(const auto& table) {
    return table.open.draw_pile_size;
  }
  void resolve(auto& step, const ChanceAction& action) const {
    const Card card = std::get<DrawnCard>(action).card;
    if (step.open().phase == Phase::Deal) return deal_card(step, card);
    const Player player = step.open().current_player;
    step.post(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
    go_on_drawing(step);
  }
  // Deals one card at a time around the table, beginning with the start player.
  void deal_card(auto& step, Card card) const {
    const Public& open = step.open();
    const int dealt = deck_->size() - open.draw_pile_size;
    const Player player = (open.current_player + dealt) % players_;
    step.post(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
    if (dealt + 1 == players_ * options_.hand_size) step.post(Event::phase(Phase::Lead));  // CU-2
  }
  void start_drawing(auto& step, Phase phase, int cards) const {
    step.post(Event::phase(phase, cards));
    go_on_drawing(step);
  }
  // Prepares the next draw, or moves on when all cards are drawn or no more can be.
  void go_on_drawing(auto& step) const {
    const Public& open = step.open();
    if (open.draws_due == 0 || !can_draw(open)) return after_drawing(step);
    if (open.draw_pile_size > 0) return;
    step.post(Event::shuffle(discard_pile, draw_pile, open.laid.size() - 1));  // CU-15 (ruling)
  }
  void after_drawing(auto& step) const {
    switch (step.open().phase) {
      case Phase::Drawing:
        return step.post(Event::phase(Phase::Drawn));  // CU-6
      case Phase::DrawingPenalty:
        return step.post(Event::phase(Phase::Turn));  // CU-12
      default:
        return after_call(step);
    }
  }

  // ---- Scoring and end (CU-14, CU-16 – CU-18) ----

  void end_turn(auto& step) const {
    const Public& open = step.open();
    step.post(Event::turn(next(open.current_player)));
    if (open.idle_turns == players_) return end_game(step);       // CU-16 (ruling)
    if (open.turns >= options_.max_turns) return end_game(step);  // CU-17 (ruling)
    step.post(Event::phase(open.penalty > 0 ? Phase::Penalty : Phase::Turn));
  }
  void end_game(auto& step) const {
    // Cards that are still due are no longer drawn (CU-14, CU-17).
    if (step.open().penalty > 0) step.post(Event::set(Counter::Penalty, 0));
    step.post(Event::phase(Phase::Over));
  }

  /// Cards left per player; the fewest win.
  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    PerPlayer<int, max_players> cards_left;
    for (Player p = 0; p < players_; ++p) cards_left[p] = view.open.hand_size[p];
    return cards_left;
  }
  /// Heuristic value of a position beyond the score, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;

  // ---- What is seen and known (CU-5, CU-15) ----

  CHEMIX_INLINE static void cards_at(auto& view, Place place, Card, auto&& use) {
    Public& open = view.open;
    switch (place.zone) {
      case Zone::DrawPile:
        return use(hidden_pile(view, open.draw_pile_size, &Hidden::draw_pile));
      case Zone::Hand:
        return use(held_by(view, place.owner, open.hand_size[place.owner], &Private::hand));
      case Zone::DiscardPile:
        return use(open.laid);
      default:
        return;
    }
  }

  static constexpr std::array<std::string_view, 2> marked_fields{"top", "drawn"};
  static void describe_pile(const Observation& seen, SeenPile& pile);

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move: {
        move_card(*this, view, event);
        const bool drawn = event.to.is_hand();
        Private* own = view.shown(drawn ? event.to.owner : event.from.owner);
        const Card card = Card::of(event.kind.value_or(0));
        if (drawn) {
          if (open.draws_due > 0) --open.draws_due;
          if (own != nullptr && open.phase == Phase::Drawing) own->drawn = card;
        } else {
          if (own != nullptr) own->drawn.reset();
          open.top = card;
          open.wish.reset();  // CU-8 (ruling)
        }
        open.acted = event.verb == Verb::Move;
        break;
      }
      case Verb::Shuffle: {
        if (!open.top) break;
        CardBag kept;
        kept.add(*open.top);
        if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile += open.laid - kept;
        open.draw_pile_size = static_cast<std::uint8_t>(event.amount);
        open.laid = kept;
        break;
      }
      case Verb::Name:
        open.wish = Card::of(event.kind.value_or(0));
        break;
      case Verb::Set:
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

  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    switch (event.verb) {
      case Verb::Lack:
        if (open.top) knowledge.log.lack(event.player, wanted(open), open.hand_size[event.player]);
        return;
      case Verb::Shuffle: {
        if (!open.top) return;
        CardBag pile = open.laid;
        pile.remove(*open.top);
        return knowledge.reshuffle(pile, deck_->all_cards(), players_,
                                   [&](HiddenPlace hand) { return open.hand_size[hand]; });
      }
      case Verb::Deal:
      case Verb::Move: {
        const bool is_held = event.from.is_hand();
        return knowledge.log.learn(event, hidden_place(event.from), hidden_place(event.to),
                                   is_held ? open.hand_size[event.from.owner] : open.draw_pile_size,
                                   open.phase == Phase::Drawn ? LogEntry::Constraint::Newest
                                                              : LogEntry::Constraint::AnyCard);
      }
      default:
        return;
    }
  }
  // The kinds that a hand cannot hold after its player had nothing to lay on `kind`, the top card
  // or the wish.
  [[nodiscard]] CardSet lacked(Card kind) const { return fit_[kind.index]; }

  // While the player decides about a drawn card (CU-6), that card is a place of its own, after the
  // rest of the hand that it belongs to.
  [[nodiscard]] static bool holds_drawn(const Public& open, Player player) {
    return open.phase == Phase::Drawn && open.current_player == player;
  }
  DealProblem hidden_places(const Observation& seen, const CardBag& all, auto&& found) const {
    DealProblem problem;
    problem.unseen = all - seen.open.laid - seen.own.hand;
    const CardBag* unseen = nullptr;
    for (Player p = 0; p < players_; ++p) {
      if (seen.viewer.is(p)) {
        found(hand_of(p), PlaceSet{0}, &seen.own.hand);
        continue;
      }
      const int drawn = holds_drawn(seen.open, p) ? 1 : 0;
      found(hand_of(p), problem.add_place(seen.open.hand_size[p] - drawn), unseen);
      if (drawn > 0) problem.add_place(drawn);
    }
    found(draw_pile, problem.add_place(seen.open.draw_pile_size), unseen);
    return problem;
  }
  [[nodiscard]] Belief belief_of(const Observation& seen) const;
  [[nodiscard]] Table table_from_world(const Observation& seen, const World& world) const;
  [[nodiscard]] World world_from_table(const Observation& seen, const Table& table) const;

 private:
  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);
  [[nodiscard]] bool is_penalty(Card top, int cards) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;
  [[nodiscard]] std::optional<InputError> turn_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open, const Private& own,
                                                   Player player) const;

  CardSet wishes_;
  // By top card or wished element: the kinds that may be laid.
  std::array<CardSet, max_card_kind_count> fit_;
  int max_penalty_ = 0;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

/// The games that this header defines.
using Games = std::tuple<Game>;

}  // namespace chemix::chemuno
