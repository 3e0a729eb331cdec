// SPDX-License-Identifier: Apache-2.0
// The table that the games with expansion decks share: compounds to capture, a draw pile, a discard
// pile and hands; what may be drawn, captured and discarded there, and what is known of it.
#pragma once

// A turn begins with two cards, each Source → draw → Drawing (chance), or the top discard, or
// skipped; then comes Main, in which a game offers to capture: the compound → Wilds × kind → [Top].
// What follows a capture, a discard and a turn is the game's.

#include "chemix/cards/card.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/card_list.hpp"
#include "chemix/cards/cards_left.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/player.hpp"

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
#include <vector>

namespace chemix::expansion {

inline constexpr int max_players = 6;         // CC-1 CN-1
inline constexpr int open_compounds = 6;      // CC-1
inline constexpr int hand_size_at_start = 7;  // CC-2
inline constexpr int cards_drawn = 2;         // CC-3
inline constexpr int element_cost = 1;        // CC-10 CN-7
inline constexpr int wild_cost = 5;           // CC-10 CN-7

// ---- Actions (CC-3 – CC-6) ----

/// Draws a card of the draw pile.
struct Draw : NoFields<Draw> {
  static constexpr std::string_view name = "draw";
};
/// Takes the top card of the discard pile.
struct TakeDiscard : NoFields<TakeDiscard> {
  static constexpr std::string_view name = "take_discard";
};
/// Does without a card where none can be drawn.
struct Skip : NoFields<Skip> {
  static constexpr std::string_view name = "skip";
};
/// Begins to capture an open compound.
struct Capture {
  Card compound;
  static constexpr std::string_view name = "capture";
  constexpr bool operator==(const Capture&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("compound", self.compound); }
};
/// Says how many wild cards stand in for the next kind of the compound.
struct Wilds {
  std::uint8_t cards = 0;
  static constexpr std::string_view name = "wilds";
  constexpr bool operator==(const Wilds&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("cards", self.cards); }
};
/// Says which kind of the cards of a capture lies on top of the discard pile.
struct Top {
  Card card;
  static constexpr std::string_view name = "top";
  constexpr bool operator==(const Top&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Discards a card of the hand.
struct Discard {
  Card card;
  static constexpr std::string_view name = "discard";
  constexpr bool operator==(const Discard&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};

/// Ids of these actions; one for each compound follows, then those of a game.
enum ActionId : int {
  discard_id = 0,
  top_id = discard_id + payment_kind_count,
  wilds_id = top_id + payment_kind_count,
  draw_id = wilds_id + ExpansionDeck::max_cards + 1,
  take_discard_id,
  skip_id,
  capture_id,
  max_action_count = capture_id + ExpansionSet::max_compounds,
};

// ---- State ----

/// In the phases TurnUp, Deal, FirstDiscard, Drawing and Refill chance acts.
enum class Phase : std::uint8_t {
  TurnUp,
  Deal,
  FirstDiscard,
  Source,
  Drawing,
  Main,
  Wilds,
  Top,
  Refill,
  Over,
};

inline constexpr std::array<std::string_view, 10> phase_names = {
    "turn_up", "deal",  "first_discard", "source", "drawing",
    "main",    "wilds", "top",           "refill", "over"};
constexpr const auto& names_of(Phase) { return phase_names; }

/// Chosen: the compound that is being captured, from 1. Wilds: those for its next kind.
enum class Counter : std::uint8_t { Chosen, Wilds };

inline constexpr std::array<std::string_view, 2> counter_names = {"chosen", "wilds"};
constexpr const auto& names_of(Counter) { return counter_names; }

/// Where each compound card is: in the stack, open, or captured by a player.
class CompoundPlaces {
 public:
  using Place = int;
  static constexpr Place stack = 0;
  static constexpr Place open = 1;
  static constexpr Place captured_by(Player player) { return 2 + player; }
  static constexpr int place_count = 2 + max_players;

  constexpr bool operator==(const CompoundPlaces&) const = default;

  [[nodiscard]] constexpr Place of(int compound) const {
    int place = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      place |= static_cast<int>(bits_[i] >> compound & 1) << i;
    }
    return place;
  }
  constexpr void put(int compound, Place place) {
    const std::uint64_t bit = std::uint64_t{1} << compound;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      bits_[i] = (place >> i & 1) != 0 ? bits_[i] | bit : bits_[i] & ~bit;
    }
  }
  /// Those of some compounds, one bit each, that are in a place.
  [[nodiscard]] constexpr std::uint64_t at(Place place, std::uint64_t compounds) const {
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      compounds &= (place >> i & 1) != 0 ? std::uint64_t{bits_[i]} : ~std::uint64_t{bits_[i]};
    }
    return compounds;
  }

 private:
  // The binary digits of the places, one bit a compound: three words for eight places.
  std::array<LooseWord, 3> bits_{};
  static_assert(place_count <= 8);
};

/// How many wild cards were said to stand in, kind by kind.
class WildCounts {
 public:
  constexpr bool operator==(const WildCounts&) const = default;

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr int operator[](int i) const {
    return counts_[static_cast<std::size_t>(i)];
  }
  /// Does nothing when all have been said, whatever events come from outside.
  constexpr void push_back(int count) {
    if (size_ < Price::max_kinds) counts_[size_++] = static_cast<std::uint8_t>(count);
  }

 private:
  std::array<std::uint8_t, Price::max_kinds> counts_{};
  std::uint8_t size_ = 0;
};

/// The cards in play as everybody sees them.
struct Open {
  Phase phase = Phase::TurnUp;
  /// Whose turn it is; during the deal who begins.
  Seat current_player;
  /// Cards drawn, or skipped, in this turn, and whether one was the top discard.
  std::uint8_t draws = 0;
  bool took_discard = false;
  /// The compound that is being captured, from 1; 0 when there is none.
  std::uint8_t chosen = 0;
  WildCounts wilds;
  std::uint8_t draw_pile_size = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  CompoundPlaces compounds;
  CardPile<PaymentBag::max_size> discard_pile;

  constexpr bool operator==(const Open&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("draws", self.draws);
    visit("took_discard", self.took_discard);
    visit("chosen", self.chosen);
    visit("wilds", self.wilds);
    visit("draw_pile_size", self.draw_pile_size);
    visit("hand_size", self.hand_size);
    visit("compounds", self.compounds);
    visit("discard_pile", self.discard_pile);
  }
};

/// What a player holds.
struct Own {
  DeckBag hand;

  constexpr bool operator==(const Own&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("hand", self.hand); }
};

/// What nobody sees. The compound stack is no secret: only its order is unknown.
struct Unseen {
  DeckBag draw_pile;

  constexpr bool operator==(const Unseen&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
  }
};

/// What is remembered.
///
/// Cards that everybody saw going into a hand are known there until they are played; a card of a
/// kind that is known is taken to be the known one when it is played, which is as likely. After a
/// reshuffle everybody knows what is in the draw pile, and each player which of it the own hand
/// got. What it says of several hidden hands that one of them has drawn from such a pile is not
/// kept.
struct Facts {
  /// Cards that everybody knows to be in each hand.
  PerPlayer<DeckBag, max_players> known;
  /// Cards that the draw pile was made without at the last reshuffle; none before the first.
  DeckBag pile_lacks;
  /// Cards that each player has drawn since then: seen by that player alone.
  PerPlayer<DeckBag, max_players> drawn;
  /// How often each player has drawn since the first reshuffle.
  PerPlayer<std::uint16_t, max_players> draws_known_in_part;
  /// Kinds that the draw pile may have too few of, which is not kept of more than
  /// `max_bounded_kinds`.
  std::uint16_t bounds_forgotten = 0;

  static constexpr int max_bounded_kinds = 30;

  constexpr bool operator==(const Facts&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("known", self.known);
    visit("pile_lacks", self.pile_lacks);
    visit("drawn", self.drawn);
    visit("draws_known_in_part", self.draws_known_in_part);
    visit("bounds_forgotten", self.bounds_forgotten);
  }
};

// ---- Rules ----

/// Why one of two decks cannot be chosen with this option where there is only one.
template <class Decks>
InputError no_choice(Decks decks, const char* rule) {
  return {"decks", std::string(name_of(decks)),
          "chooses among the published decks, but the game has one of its own", rule};
}

/// The least and the most wild cards that may be said next; none when `least > most`.
struct WildRange {
  int least = 0;
  int most = -1;

  [[nodiscard]] constexpr bool contains(int wilds) const { return wilds >= least && wilds <= most; }
};

/// What may be done on this table and what happens then. `View` and `Stage` show it as
/// `open().table`.
class Table {
 public:
  Table(std::shared_ptr<const ExpansionSet> deck, int players)
      : deck_(std::move(deck)), players_(players) {}

  /// Refuses a deck that cannot be dealt to so many.
  static std::optional<InputError> fault_of_deal(const ExpansionSet& deck, int players) {
    const int needed = players * hand_size_at_start + 1;
    if (deck.all_cards().size() >= needed) return std::nullopt;
    return InputError{"deck", std::to_string(deck.all_cards().size()) + " element and wild cards",
                      std::to_string(players) + " players need " + std::to_string(needed), "CC-2"};
  }

  [[nodiscard]] const ExpansionSet& deck() const { return *deck_; }

  // -- Ids --

  [[nodiscard]] static int id_of(const Discard& action) { return discard_id + action.card.index; }
  [[nodiscard]] static int id_of(const Top& action) { return top_id + action.card.index; }
  [[nodiscard]] static int id_of(const Wilds& action) { return wilds_id + action.cards; }
  [[nodiscard]] static int id_of(const Draw&) { return draw_id; }
  [[nodiscard]] static int id_of(const TakeDiscard&) { return take_discard_id; }
  [[nodiscard]] static int id_of(const Skip&) { return skip_id; }
  [[nodiscard]] int id_of(const Capture& action) const {
    return capture_id + deck_->compound_of(action.compound);
  }
  /// The first id that is none of these.
  [[nodiscard]] int action_count() const { return capture_id + deck_->compound_count(); }
  /// Precondition: `id < action_count()`.
  template <class Action>
  [[nodiscard]] Action action_of(int id) const;

  // -- Who acts --

  /// Whether no turn has begun yet.
  [[nodiscard]] static bool is_before_turns(Phase phase) {
    return phase == Phase::TurnUp || phase == Phase::Deal || phase == Phase::FirstDiscard;
  }
  [[nodiscard]] static Acting acting(const Open& open) {
    constexpr unsigned chance =
        1U << static_cast<unsigned>(Phase::TurnUp) | 1U << static_cast<unsigned>(Phase::Deal) |
        1U << static_cast<unsigned>(Phase::FirstDiscard) |
        1U << static_cast<unsigned>(Phase::Drawing) | 1U << static_cast<unsigned>(Phase::Refill);
    if ((chance >> static_cast<unsigned>(open.phase) & 1U) != 0) return Acting::chance();
    if (open.phase == Phase::Over) return Acting::nobody();
    return Acting::one(open.current_player);
  }
  [[nodiscard]] std::int64_t chance_weight(const Open& open) const {
    return turns_up(open) ? std::popcount(in_stack(open)) : open.draw_pile_size;
  }
  [[nodiscard]] Drawn chance_outcome(const Open& open, const Unseen& unseen,
                                     std::int64_t nth) const {
    const int i = static_cast<int>(nth);
    if (turns_up(open)) return Drawn{deck_->compound_card(nth_set_bit(in_stack(open), i))};
    return Drawn{deck_->layout().nth(unseen.draw_pile, i)};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Open& open, const Unseen& unseen,
                                              Card card) const {
    if (turns_up(open) == is_payment(card)) return 0;
    if (is_payment(card)) return deck_->layout().count(unseen.draw_pile, card);
    return in_stack(open) >> deck_->compound_of(card) & 1;
  }

  // -- What may be done --

  /// A card can be drawn when one is left or can be shuffled back (CC-9).
  [[nodiscard]] static bool can_draw(const Open& open) {
    return open.draw_pile_size > 0 || open.discard_pile.size() > 1;
  }
  [[nodiscard]] static bool can_take_discard(const Open& open) {
    return !open.discard_pile.empty() && !open.took_discard;
  }
  [[nodiscard]] std::uint64_t open_ones(const Open& open) const {
    return open.compounds.at(CompoundPlaces::open, deck_->all_compounds());
  }
  [[nodiscard]] std::uint64_t in_stack(const Open& open) const {
    return open.compounds.at(CompoundPlaces::stack, deck_->all_compounds());
  }
  [[nodiscard]] bool all_captured(const Open& open) const {
    return (open_ones(open) | in_stack(open)) == 0;
  }
  [[nodiscard]] bool holds(const Own& own, Card card) const {
    return is_payment(card) && deck_->layout().count(own.hand, card) > 0;
  }
  [[nodiscard]] int wilds_held(const Own& own) const {
    return deck_->layout().count(own.hand, wild_card);
  }
  /// The open compounds that a hand with so many wild cards can pay for, one bit each.
  [[nodiscard]] std::uint64_t capturable(const Open& open, const Own& own, int wilds) const {
    std::uint64_t compounds = 0;
    for (std::uint64_t rest = open_ones(open); rest != 0; rest &= rest - 1) {
      const int compound = std::countr_zero(rest);
      if (deck_->price(compound).is_payable(own.hand, wilds)) compounds |= rest & (0 - rest);
    }
    return compounds;
  }
  /// How many wild cards may be said for the next kind of the chosen compound (CC-4).
  [[nodiscard]] WildRange wild_range(const Open& open, const Own& own) const;
  /// The kinds that are laid for the chosen compound (CC-5).
  [[nodiscard]] BagLayout::Set laid_kinds(const Open& open) const;

  /// Puts in what may be done in the phases Source, Wilds and Top.
  template <class Legal>
  void add_legal(Legal& legal, const Open& open, const Own& own) const;
  template <class Legal>
  void add_captures(Legal& legal, const Open& open, const Own& own, int wilds) const {
    legal.insert_bits(capture_id, capturable(open, own, wilds));  // CC-4
  }
  /// The kinds of cards in a hand, one bit each: the ids of its discards from `discard_id` on.
  [[nodiscard]] std::uint64_t kinds_held(const Own& own) const {
    return deck_->layout().kinds(own.hand).bits();
  }

  /// Whether such an action is asked for.
  [[nodiscard]] static bool asks_for(Phase phase, const Draw&) { return phase == Phase::Source; }
  [[nodiscard]] static bool asks_for(Phase phase, const TakeDiscard&) {
    return phase == Phase::Source;
  }
  [[nodiscard]] static bool asks_for(Phase phase, const Skip&) { return phase == Phase::Source; }
  [[nodiscard]] static bool asks_for(Phase phase, const Capture&) { return phase == Phase::Main; }
  [[nodiscard]] static bool asks_for(Phase phase, const Wilds&) { return phase == Phase::Wilds; }
  [[nodiscard]] static bool asks_for(Phase phase, const Top&) { return phase == Phase::Top; }
  [[nodiscard]] static bool asks_for(Phase phase, const Discard&) { return phase == Phase::Main; }

  /// What refuses an action that is asked for, or nothing.
  [[nodiscard]] std::optional<RuleError> check(const Open& open, const Own&,
                                               const Draw& action) const {
    if (!can_draw(open)) return refuse("CC-9", action);  // CC-9 (ruling)
    return std::nullopt;
  }
  [[nodiscard]] std::optional<RuleError> check(const Open& open, const Own&,
                                               const TakeDiscard& action) const {
    if (open.took_discard) return refuse("CC-3", action);          // CC-3
    if (open.discard_pile.empty()) return refuse("CC-9", action);  // CC-9 (ruling)
    return std::nullopt;
  }
  [[nodiscard]] std::optional<RuleError> check(const Open& open, const Own&,
                                               const Skip& action) const {
    if (can_draw(open)) return refuse("CC-9", action);  // CC-9 (ruling)
    return std::nullopt;
  }
  [[nodiscard]] std::optional<RuleError> check(const Open& open, const Own& own,
                                               const Capture& action) const {
    const int compound = deck_->compound_of(action.compound);
    if (is_payment(action.compound) || open.compounds.of(compound) != CompoundPlaces::open) {
      return refuse("CC-4", action, action.compound.index);  // CC-4
    }
    if (deck_->price(compound).is_payable(own.hand, wilds_held(own))) return std::nullopt;
    return refuse("MT-5", action, action.compound.index);  // MT-5
  }
  [[nodiscard]] std::optional<RuleError> check(const Open& open, const Own& own,
                                               const Wilds& action) const {
    const WildRange range = wild_range(open, own);
    if (!range.contains(action.cards)) return refuse("MT-5", action, range.most);  // MT-5
    return std::nullopt;
  }
  [[nodiscard]] std::optional<RuleError> check(const Open& open, const Own&,
                                               const Top& action) const {
    if (is_payment(action.card) && laid_kinds(open).contains(action.card)) return std::nullopt;
    return refuse("CC-5", action, action.card.index);  // CC-5 (ruling)
  }
  [[nodiscard]] std::optional<RuleError> check(const Open&, const Own& own,
                                               const Discard& action) const {
    if (holds(own, action.card)) return std::nullopt;
    return refuse("GN-11", action, action.card.index);  // GN-11
  }

  // -- What happens then --

  template <class Stage>
  void perform(Stage& stage, Player, const Draw&) const {
    const Open& open = stage.open().table;
    if (open.draw_pile_size == 0) {
      stage.emit(Event::shuffle(discard_pile, draw_pile, open.discard_pile.size() - 1));  // CC-9
    }
    stage.emit(Event::phase(Phase::Drawing, 1));
  }
  template <class Stage>
  void perform(Stage& stage, Player player, const TakeDiscard&) const {
    const Card top = stage.open().table.discard_pile[0];
    stage.emit(Event::move(discard_pile, hand_of(player), top.index, ViewerSet::everyone()));
    after_draw(stage);
  }
  template <class Stage>
  void perform(Stage& stage, Player player, const Skip&) const {
    stage.emit(Event::pass(player));
    after_draw(stage);
  }
  template <class Stage>
  void perform(Stage& stage, Player, const Capture& action) const {
    stage.emit(Event::count(Counter::Chosen, deck_->compound_of(action.compound) + 1));
    stage.emit(Event::phase(Phase::Wilds));
  }
  /// The last kind completes a capture of cards of one kind; else their top card is asked for.
  template <class Stage>
  void perform(Stage& stage, Player player, const Wilds& action) const;
  template <class Stage>
  void perform(Stage& stage, Player player, const Top& action) const {
    lay(stage, player, action.card);
  }
  template <class Stage>
  void perform(Stage& stage, Player player, const Discard& action) const {
    stage.emit(
        Event::move(hand_of(player), discard_pile, action.card.index, ViewerSet::everyone()));
  }
  /// The next compound is turned up, if there is one; false when there is none (CC-7).
  template <class Stage>
  [[nodiscard]] bool refill(Stage& stage) const {
    if (in_stack(stage.open().table) == 0) return false;
    stage.emit(Event::phase(Phase::Refill, 1));  // CC-7
    return true;
  }
  template <class Stage>
  void begin_turn(Stage& stage, Player player) const {
    stage.emit(Event::turn(player));
    stage.emit(Event::phase(Phase::Source));  // CC-3
  }
  /// What chance turns up, deals or draws. In the phase Refill the game goes on.
  template <class Stage>
  void resolve(Stage& stage, Card card) const;

  /// Folds an event into `open`; `view` shows the hands and the draw pile that are seen.
  template <class View>
  void fold(Open& open, View& view, const Event& event) const;
  void learn(Facts& facts, const Open& open, const Event& event) const;
  [[nodiscard]] static Facts facts_of(const Facts& facts, Viewer viewer) {
    Facts seen = facts;
    for (Player p = 0; p < max_players; ++p) {
      if (!viewer.is(p)) seen.drawn[p] = DeckBag();
    }
    return seen;
  }

  // -- Points --

  /// Points of the compounds captured less the costs of the hand.
  [[nodiscard]] int points(const Open& open, const Own& own, Player player) const {
    const int wilds = wilds_held(own);
    int points = -element_cost * (own.hand.size() - wilds) - wild_cost * wilds;  // CC-10 CN-7
    std::uint64_t rest =
        open.compounds.at(CompoundPlaces::captured_by(player), deck_->all_compounds());
    for (; rest != 0; rest &= rest - 1) points += deck_->points(std::countr_zero(rest));  // CC-10
    return points;
  }
  /// The most that one round can cost a player.
  [[nodiscard]] int max_cost() const {
    const int wilds = deck_->all_cards().count(wild_card);
    return wild_cost * wilds + element_cost * (deck_->all_cards().size() - wilds);
  }

  // -- Hidden worlds --

  /// How often something that the viewer saw could be kept only in part: of one hidden hand all is
  /// known that can be.
  [[nodiscard]] int weakened(const Facts& facts, Viewer viewer) const {
    int times = facts.bounds_forgotten;
    for (Player p = 0; p < players_ && hidden_hands(viewer) > 1; ++p) {
      if (!viewer.is(p)) times += facts.draws_known_in_part[p];
    }
    return times;
  }
  /// The places are the hands of the others by seat, then the draw pile; cards known in a hand are
  /// not among the unseen ones. `laid` are cards that lie open beside the discard pile, `price` is
  /// what the current player is paying with `said` wild cards for the first kinds.
  [[nodiscard]] WorldProblemOf<PaymentBag> worlds_of(const Open& open, const Own& own,
                                                     const Facts& facts, Viewer viewer,
                                                     const PaymentBag& laid, const Price* price,
                                                     const WildCounts& said) const;
  /// Deals a world out to a table.
  template <class SomeTable>
  void deal_out(SomeTable& table, const Open& open, const Own& own, const Facts& facts,
                Viewer viewer, const PaymentBag& laid, const WorldOf<PaymentBag>& world) const;
  /// What is being paid, if a compound is.
  [[nodiscard]] const Price* price_of(const Open& open) const {
    const bool paying = open.phase == Phase::Wilds || open.phase == Phase::Top;
    return paying && open.chosen > 0 ? &deck_->price(open.chosen - 1) : nullptr;
  }

  // -- What is none --

  void set_up(Open& open, Unseen& unseen, Player start_player) const {
    open.current_player = Seat::of(start_player);
    open.draw_pile_size = static_cast<std::uint8_t>(deck_->all_cards().size());
    unseen.draw_pile = deck_->layout().packed(deck_->all_cards());
  }
  /// What cannot be in what everybody sees; `laid` as in `worlds_of`.
  [[nodiscard]] std::optional<InputError> fault_of(const Open& open, const PaymentBag& laid) const;
  /// What cannot be in a player's part.
  [[nodiscard]] std::optional<InputError> fault_of(const Open& open, const Own& own,
                                                   Player player) const;
  /// What cannot be known, given what everybody sees.
  [[nodiscard]] std::optional<InputError> fault_of(const Open& open, const Facts& facts,
                                                   const PaymentBag& laid) const;
  /// Whether the cards of all places are those of the deck, and the facts true.
  template <class OwnParts>
  [[nodiscard]] std::optional<InputError> fault_of(const Open& open, const OwnParts& own,
                                                   const Unseen& unseen, const Facts& facts,
                                                   const PaymentBag& laid) const;
  /// Whether a viewer can hold this hand.
  [[nodiscard]] std::optional<InputError> fault_of_view(const Open& open, const Own& own,
                                                        const Facts& facts, Viewer viewer,
                                                        const PaymentBag& laid) const;

 private:
  static bool turns_up(const Open& open) {
    return open.phase == Phase::TurnUp || open.phase == Phase::Refill;
  }
  template <class Action>
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action, int argument = 0) const {
    return refusal(rule, id_of(action), argument);
  }
  [[nodiscard]] int dealt(const Open& open) const {
    return deck_->all_cards().size() - open.draw_pile_size;
  }
  [[nodiscard]] bool all_turned_up(const Open& open) const {
    return std::popcount(open_ones(open)) == open_compounds || in_stack(open) == 0;
  }
  [[nodiscard]] PaymentBag discarded(const Open& open) const {
    PaymentBag cards;
    for (int i = 0; i < open.discard_pile.size(); ++i) cards.add(open.discard_pile[i]);
    return cards;
  }
  static void add_payment(WorldProblemOf<PaymentBag>& problem, PlaceSet place,
                          const PaymentBag& known, const Price& price, const WildCounts& said);
  void add_pile(WorldProblemOf<PaymentBag>& problem, PlaceSet pile, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault_of_capture(const Open& open) const;
  [[nodiscard]] int hidden_hands(Viewer viewer) const {
    return players_ - (viewer.is_spectator() ? 0 : 1);
  }
  // The cards in hands and draw pile.
  [[nodiscard]] PaymentBag face_down(const Open& open, const PaymentBag& laid) const {
    return deck_->all_cards() - laid - discarded(open);
  }
  // What a viewer knows of the cards that lie face down: those that are in a hidden hand for
  // certain, and all others.
  struct FaceDown {
    PerPlayer<PaymentBag, max_players> known;
    PaymentBag unseen;
  };
  [[nodiscard]] FaceDown face_down_to(const Open& open, const Own& own, const Facts& facts,
                                      Viewer viewer, const PaymentBag& laid) const;
  // How many cards of each kind can be in the draw pile at most, as far as it is known.
  [[nodiscard]] PaymentBag most_in_pile(const Facts& facts) const;

  template <class View>
  void leave_hand(Open& open, View& view, Player player, Card card) const {
    --open.hand_size[player];
    if (auto* own = view.shown(player)) deck_->layout().remove(own->hand, card);
  }
  template <class View>
  void enter_hand(Open& open, View& view, Player player, Card card) const {
    ++open.hand_size[player];
    if (auto* own = view.shown(player)) deck_->layout().add(own->hand, card);
  }
  template <class Stage>
  void after_draw(Stage& stage) const {
    const bool done = stage.open().table.draws >= cards_drawn;
    stage.emit(Event::phase(done ? Phase::Main : Phase::Source));  // CC-3 (ruling)
  }
  template <class Stage>
  void lay(Stage& stage, Player player, Card top) const;

  std::shared_ptr<const ExpansionSet> deck_;
  int players_;
};

template <class Action>
Action Table::action_of(int id) const {
  if (id >= capture_id) return Capture{deck_->compound_card(id - capture_id)};
  if (id == skip_id) return Skip{};
  if (id == take_discard_id) return TakeDiscard{};
  if (id == draw_id) return Draw{};
  if (id >= wilds_id) return Wilds{static_cast<std::uint8_t>(id - wilds_id)};
  if (id >= top_id) return Top{Card::of(id - top_id)};
  return Discard{Card::of(id - discard_id)};
}

inline WildRange Table::wild_range(const Open& open, const Own& own) const {
  const Price* price = price_of(open);
  const int next = open.wilds.size();
  if (price == nullptr || next >= price->kind_count()) return {};
  const auto held = [&](int i) {
    return std::min(price->cards(i), deck_->layout().count(own.hand, price->kind(i)));
  };
  int wilds = wilds_held(own);
  bool element_used = false;
  for (int i = 0; i < next; ++i) {
    wilds -= open.wilds[i];
    element_used = element_used || open.wilds[i] < price->cards(i);
  }
  for (int i = next + 1; i < price->kind_count(); ++i) {
    wilds -= price->cards(i) - held(i);
    element_used = element_used || held(i) > 0;
  }
  const int cards = price->cards(next);
  // An element card must be used, here if nowhere else.
  const int most = element_used ? cards : cards - 1;   // MT-5
  return {cards - held(next), std::min(most, wilds)};  // CC-4
}

inline BagLayout::Set Table::laid_kinds(const Open& open) const {
  BagLayout::Set kinds;
  const Price* price = price_of(open);
  if (price == nullptr) return kinds;
  for (int i = 0; i < std::min(price->kind_count(), open.wilds.size()); ++i) {
    if (open.wilds[i] < price->cards(i)) kinds.insert(price->kind(i));
    if (open.wilds[i] > 0) kinds.insert(wild_card);
  }
  return kinds;
}

template <class Legal>
void Table::add_legal(Legal& legal, const Open& open, const Own& own) const {
  switch (open.phase) {
    case Phase::Source:
      if (can_take_discard(open)) legal.insert(take_discard_id);  // CC-3
      legal.insert(can_draw(open) ? draw_id : skip_id);           // CC-9 (ruling)
      break;
    case Phase::Wilds: {
      const WildRange range = wild_range(open, own);
      for (int wilds = range.least; wilds <= range.most; ++wilds) legal.insert(wilds_id + wilds);
      break;
    }
    case Phase::Top:
      legal.insert_bits(top_id, laid_kinds(open).bits());  // CC-5 (ruling)
      break;
    default:
      break;
  }
}

template <class Stage>
void Table::perform(Stage& stage, Player player, const Wilds& action) const {
  const Open& open = stage.open().table;
  stage.emit(Event::count(Counter::Wilds, action.cards));
  if (open.wilds.size() < price_of(open)->kind_count()) return;
  const BagLayout::Set kinds = laid_kinds(open);
  if (kinds.size() > 1) return stage.emit(Event::phase(Phase::Top));  // CC-5 (ruling)
  lay(stage, player, kinds.nth(0));
}

// On the discard pile lie the chosen kind, beneath it the wild cards, then the other kinds in the
// order of their deck. Cards are laid from the bottom up.
template <class Stage>
void Table::lay(Stage& stage, Player player, Card top) const {
  const Open& open = stage.open().table;
  const Price& price = *price_of(open);
  int wilds = 0;
  int of_top = 0;
  const auto move = [&](Card card, int cards) {
    for (int i = 0; i < cards; ++i) {
      stage.emit(Event::move(hand_of(player), discard_pile, card.index, ViewerSet::everyone()));
    }
  };
  for (int place = price.kind_count() - 1; place >= 0; --place) {
    const int i = price.in_deck_order(place);
    const int cards = price.cards(i) - open.wilds[i];
    wilds += open.wilds[i];
    if (price.kind(i) == top) {
      of_top = cards;
    } else {
      move(price.kind(i), cards);  // CC-5 (ruling)
    }
  }
  move(wild_card, wilds);
  move(top, of_top);
  const Card compound = deck_->compound_card(open.chosen - 1);
  stage.emit(
      Event::move(display, tableau_of(player), compound.index, ViewerSet::everyone()));  // CC-4
}

template <class Stage>
void Table::resolve(Stage& stage, Card card) const {
  const Open& open = stage.open().table;
  const auto everyone = ViewerSet::everyone();
  switch (open.phase) {
    case Phase::TurnUp:
      stage.emit(Event::move(compound_stack, display, card.index, everyone));
      if (all_turned_up(open)) stage.emit(Event::phase(Phase::Deal));  // CC-1
      break;
    case Phase::Deal: {
      // One card at a time, from the start player on, round and round.
      const Player player = (open.current_player + dealt(open)) % players_;
      stage.emit(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
      if (dealt(open) == players_ * hand_size_at_start) {
        stage.emit(Event::phase(Phase::FirstDiscard));  // CC-2
      }
      break;
    }
    case Phase::FirstDiscard:
      stage.emit(Event::move(draw_pile, discard_pile, card.index, everyone));  // CC-2
      stage.emit(Event::phase(Phase::Source));
      break;
    case Phase::Drawing: {
      const Player player = open.current_player;
      stage.emit(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
      after_draw(stage);
      break;
    }
    default:
      stage.emit(Event::move(compound_stack, display, card.index, everyone));
      break;
  }
}

template <class View>
CHEMIX_INLINE_FOLD void Table::fold(Open& open, View& view, const Event& event) const {
  const Card card = Card::of(event.kind.value_or(0));
  switch (event.verb) {
    case Verb::Deal:
    case Verb::Move:
      if (!is_payment(card)) {
        const bool captured = event.to.zone == Zone::Tableau;
        open.compounds.put(
            deck_->compound_of(card),
            captured ? CompoundPlaces::captured_by(event.to.owner) : CompoundPlaces::open);
        if (captured) open.chosen = 0;
        if (captured) open.wilds = WildCounts();
        break;
      }
      if (event.from == draw_pile) {
        --open.draw_pile_size;
        if (Unseen* unseen = view.shown_hidden()) deck_->layout().remove(unseen->draw_pile, card);
      } else if (event.from == discard_pile) {
        open.discard_pile.pop_top();
        open.took_discard = true;
      } else if (event.from.is_hand()) {
        leave_hand(open, view, event.from.owner, card);
      }
      if (event.to.is_hand()) {
        enter_hand(open, view, event.to.owner, card);
        const bool drawn = event.verb == Verb::Move && event.from.zone != Zone::Tableau;
        if (drawn) ++open.draws;
      } else if (event.to == discard_pile) {
        open.discard_pile.push_top(card);
      }
      break;
    case Verb::Shuffle: {
      const Card top = open.discard_pile.pop_top();
      if (Unseen* unseen = view.shown_hidden()) {
        for (int i = 0; i < open.discard_pile.size(); ++i) {
          deck_->layout().add(unseen->draw_pile, open.discard_pile[i]);
        }
      }
      open.draw_pile_size = static_cast<std::uint8_t>(event.amount);
      open.discard_pile = {};
      open.discard_pile.push_top(top);
      break;
    }
    case Verb::Pass:
      ++open.draws;
      break;
    case Verb::Count:
      if (event.index == static_cast<std::uint8_t>(Counter::Chosen)) {
        const bool known = event.amount > 0 && event.amount <= deck_->compound_count();
        open.chosen = known ? static_cast<std::uint8_t>(event.amount) : std::uint8_t{0};
      } else if (event.index == static_cast<std::uint8_t>(Counter::Wilds)) {
        open.wilds.push_back(event.amount & 15);
      }
      break;
    case Verb::Phase:
      if (event.index < phase_names.size()) open.phase = static_cast<Phase>(event.index);
      break;
    case Verb::Turn:
      open.current_player = Seat::of(event.player);
      open.draws = 0;
      open.took_discard = false;
      break;
    default:
      break;
  }
}

// Everybody remembers all of it (GN-9).
inline void Table::learn(Facts& facts, const Open& open, const Event& event) const {
  const BagLayout& layout = deck_->layout();
  if (event.verb == Verb::Shuffle) {
    // The top card stays where it is.
    PaymentBag others = deck_->all_cards();
    for (int i = 1; i < open.discard_pile.size(); ++i) {
      if (others.count(open.discard_pile[i]) > 0) others.remove(open.discard_pile[i]);
    }
    int bounded = 0;
    const PaymentBag& all = deck_->all_cards();
    all.kinds().for_each([&](Card card) {
      const bool is_bounded = others.count(card) > 0 && others.count(card) < all.count(card);
      if (!is_bounded || ++bounded <= Facts::max_bounded_kinds) return;
      while (others.count(card) > 0) others.remove(card);
      ++facts.bounds_forgotten;
    });
    facts.pile_lacks = layout.packed(others);
    facts.drawn = {};
    return;
  }
  if (event.verb != Verb::Move) return;
  const Card card = Card::of(event.kind.value_or(0));
  if (event.from == draw_pile && event.to.is_hand()) {
    if (facts.pile_lacks.empty()) return;
    ++facts.draws_known_in_part[event.to.owner];
    if (event.kind) layout.add(facts.drawn[event.to.owner], card);
  } else if (event.to.is_hand()) {
    layout.add(facts.known[event.to.owner], card);
  } else if (event.from.is_hand()) {
    layout.remove(facts.known[event.from.owner], card);
  }
}

inline PaymentBag Table::most_in_pile(const Facts& facts) const {
  const BagLayout& layout = deck_->layout();
  PaymentBag most = deck_->all_cards() - layout.counted(facts.pile_lacks);
  for (Player p = 0; p < players_; ++p) most -= layout.counted(facts.drawn[p]);
  return most;
}

inline Table::FaceDown Table::face_down_to(const Open& open, const Own& own, const Facts& facts,
                                           Viewer viewer, const PaymentBag& laid) const {
  const BagLayout& layout = deck_->layout();
  FaceDown cards;
  cards.unseen = face_down(open, laid) - layout.counted(own.hand);
  Player hidden = 0;
  for (Player p = 0; p < players_; ++p) {
    if (viewer.is(p)) continue;
    hidden = p;
    cards.known[p] = layout.counted(facts.known[p]);
    cards.unseen -= cards.known[p];
  }
  if (hidden_hands(viewer) != 1 || facts.pile_lacks.empty()) return cards;
  // What the draw pile cannot hold is in the only other place.
  const PaymentBag most = most_in_pile(facts);
  cards.unseen.kinds().for_each([&](Card card) {
    const int surplus = cards.unseen.count(card) - most.count(card);
    if (surplus <= 0) return;
    cards.known[hidden].add(card, surplus);
    cards.unseen.remove(card, surplus);
  });
  return cards;
}

inline WorldProblemOf<PaymentBag> Table::worlds_of(const Open& open, const Own& own,
                                                   const Facts& facts, Viewer viewer,
                                                   const PaymentBag& laid, const Price* price,
                                                   const WildCounts& said) const {
  const auto [known, unseen] = face_down_to(open, own, facts, viewer, laid);
  WorldProblemOf<PaymentBag> problem;
  problem.unseen = unseen;
  PlaceSet paying = 0;
  for (Player p = 0; p < players_; ++p) {
    if (viewer.is(p)) continue;
    const PlaceSet place = problem.add_place(open.hand_size[p] - known[p].size());
    if (price != nullptr && open.current_player == p) paying = place;
  }
  const PlaceSet pile = problem.add_place(open.draw_pile_size);
  if (paying != 0) add_payment(problem, paying, known[open.current_player], *price, said);
  add_pile(problem, pile, facts);
  return problem;
}

// Who has said some wild cards holds the rest of these kinds. Of the other kinds, what is short of
// any of them is not more than the wild cards that are left: for each choice of them, they and the
// wild cards are together enough.
inline void Table::add_payment(WorldProblemOf<PaymentBag>& problem, PlaceSet place,
                               const PaymentBag& known, const Price& price,
                               const WildCounts& said) {
  const auto add = [&](BagLayout::Set kinds, int at_least) {
    kinds.for_each([&](Card card) { at_least -= known.count(card); });
    if (at_least > 0) problem.add_fact({place, kinds, static_cast<std::uint8_t>(at_least)});
  };
  int wilds = 0;
  bool element_used = false;
  for (int i = 0; i < said.size(); ++i) {
    wilds += said[i];
    element_used = element_used || said[i] < price.cards(i);
    add(BagLayout::Set::of(price.kind(i)), price.cards(i) - said[i]);
  }
  const int others = price.kind_count() - said.size();
  BagLayout::Set all;
  for (unsigned chosen = 0; chosen < 1U << others; ++chosen) {
    BagLayout::Set kinds = BagLayout::Set::of(wild_card);
    int needed = wilds;
    for (int i = 0; i < others; ++i) {
      const int kind = said.size() + i;
      all.insert(price.kind(kind));
      if ((chosen >> i & 1) == 0) continue;
      kinds.insert(price.kind(kind));
      needed += price.cards(kind);
    }
    add(kinds, needed);
  }
  if (!element_used) add(all, 1);  // MT-5
}

inline void Table::add_pile(WorldProblemOf<PaymentBag>& problem, PlaceSet pile,
                            const Facts& facts) const {
  if (facts.pile_lacks.empty()) return;
  const PaymentBag most = most_in_pile(facts);
  BagLayout::Set lacking;
  problem.unseen.kinds().for_each([&](Card card) {
    const int limit = most.count(card);
    if (limit == 0) lacking.insert(card);
    if (limit == 0 || limit >= problem.unseen.count(card)) return;
    // Only facts from outside can be so many.
    if (problem.fact_count() + 1 == WorldProblemOf<PaymentBag>::max_fact_count) return;
    problem.add_fact({pile, BagLayout::Set::of(card), 0, static_cast<std::uint8_t>(limit)});
  });
  if (!lacking.empty()) problem.add_fact({pile, lacking, 0, 0});
}

template <class SomeTable>
void Table::deal_out(SomeTable& table, const Open& open, const Own& own, const Facts& facts,
                     Viewer viewer, const PaymentBag& laid,
                     const WorldOf<PaymentBag>& world) const {
  const BagLayout& layout = deck_->layout();
  const auto known = face_down_to(open, own, facts, viewer, laid).known;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    table.own[p].hand = viewer.is(p) ? own.hand : layout.packed(known[p] + world[place++]);
  }
  table.hidden.draw_pile = layout.packed(world[place]);
}

// ---- Refusing what is none ----

inline std::optional<InputError> Table::fault_of(const Open& open, const PaymentBag& laid) const {
  const auto wrong = [](const char* field, const std::string& value, const char* reason,
                        const char* rule) {
    return InputError{field, value, reason, rule};
  };
  for (int i = 0; i < open.discard_pile.size(); ++i) {
    if (is_payment(open.discard_pile[i])) continue;
    return wrong("discard_pile", std::string(deck_->name(open.discard_pile[i])),
                 "a compound is never discarded", "CC-4");
  }
  const PaymentBag lying = discarded(open) + laid;
  int cards = open.draw_pile_size + lying.size();
  for (Player p = 0; p < players_; ++p) cards += open.hand_size[p];
  // A bag that is too full holds less than it was given.
  if (lying.size() != open.discard_pile.size() + laid.size() ||
      !deck_->all_cards().contains(lying) || cards != deck_->all_cards().size()) {
    return wrong("draw_pile_size", std::to_string(open.draw_pile_size),
                 "hands, piles and cards laid do not add up to the deck", "CC-2");
  }
  const std::uint64_t captured = deck_->all_compounds() & ~(open_ones(open) | in_stack(open));
  const int turned_up = std::popcount(open_ones(open));
  const int most = std::min(open_compounds, turned_up + std::popcount(in_stack(open)));
  const bool before_deal = open.phase == Phase::TurnUp;
  const bool before_turns = is_before_turns(open.phase);
  const bool one_is_missing =
      open.phase == Phase::Refill || (open.phase == Phase::Over && turned_up != most);
  if (before_deal ? turned_up >= most : turned_up != most - (one_is_missing ? 1 : 0)) {
    return wrong("compounds", std::to_string(turned_up) + " open",
                 "six lie open while there are enough", "CC-7");
  }
  if (before_turns && captured != 0) {
    return wrong("compounds", "", "nobody has captured one yet", "CC-4");
  }
  if (before_turns) {
    const int all = open.phase == Phase::FirstDiscard ? players_ * hand_size_at_start : dealt(open);
    for (Player p = 0; p < players_; ++p) {
      if (open.hand_size[p] == dealt_to(p, open.current_player, all, players_)) continue;
      return wrong("hand_size", std::to_string(open.hand_size[p]), "not dealt in turn", "CC-2");
    }
    const bool goes_on = before_deal ? all == 0 : all < players_ * hand_size_at_start;
    if (!lying.empty() || (open.phase != Phase::FirstDiscard && !goes_on)) {
      return wrong("discard_pile", "", "begins when all cards are dealt", "CC-2");
    }
  }
  const bool drawing = open.phase == Phase::Source || open.phase == Phase::Drawing;
  const bool between_turns = before_turns || open.phase == Phase::Over;
  if (drawing ? open.draws >= cards_drawn : open.draws != (between_turns ? 0 : cards_drawn)) {
    return wrong("draws", std::to_string(open.draws), "two cards are drawn in a turn", "CC-3");
  }
  if (open.took_discard && open.draws == 0) {
    return wrong("took_discard", "yes", "no card was drawn yet", "CC-3");
  }
  if (open.phase == Phase::Drawing && open.draw_pile_size == 0) {
    return wrong("draw_pile_size", "0", "there is no card to draw", "CC-9");
  }
  return fault_of_capture(open);
}

inline std::optional<InputError> Table::fault_of_capture(const Open& open) const {
  const auto wrong = [](const char* field, int value, const char* reason, const char* rule) {
    return InputError{field, std::to_string(value), reason, rule};
  };
  const bool capturing = open.phase == Phase::Wilds || open.phase == Phase::Top;
  if ((open.chosen > 0) != capturing || open.chosen > deck_->compound_count() ||
      (capturing && open.compounds.of(open.chosen - 1) != CompoundPlaces::open)) {
    return wrong("chosen", open.chosen, "no open compound is being captured", "CC-4");
  }
  if (!capturing) {
    if (open.wilds.size() == 0) return std::nullopt;
    return wrong("wilds", open.wilds.size(), "nothing is being captured", "CC-4");
  }
  const Price& price = *price_of(open);
  const int said = open.wilds.size();
  int elements_laid = 0;
  bool fits = open.phase == Phase::Top ? said == price.kind_count() : said < price.kind_count();
  for (int i = 0; i < said && fits; ++i) {
    fits = open.wilds[i] <= price.cards(i);
    elements_laid += price.cards(i) - open.wilds[i];
  }
  if (!fits || (open.phase == Phase::Top && elements_laid == 0)) {
    return wrong("wilds", said, "not a way to pay for the compound", "MT-5");
  }
  if (open.phase == Phase::Top && laid_kinds(open).size() < 2) {
    return wrong("wilds", said, "cards of one kind need no top card", "CC-5");
  }
  return std::nullopt;
}

inline std::optional<InputError> Table::fault_of(const Open& open, const Own& own,
                                                 Player player) const {
  if (own.hand.size() != open.hand_size[player]) {
    return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                      "must be " + std::to_string(open.hand_size[player]), "CC-2"};
  }
  const Price* price = price_of(open);
  if (price == nullptr || open.current_player != player) return std::nullopt;
  int wilds = wilds_held(own);
  bool holds = true;
  for (int i = 0; i < open.wilds.size(); ++i) {
    wilds -= open.wilds[i];
    holds =
        holds && deck_->layout().count(own.hand, price->kind(i)) >= price->cards(i) - open.wilds[i];
  }
  const bool goes_on = open.phase == Phase::Top;
  const WildRange range = goes_on ? WildRange() : wild_range(open, own);
  if (holds && wilds >= 0 && (goes_on || range.least <= range.most)) return std::nullopt;
  return InputError{"hand", "", "cannot complete the capture", "CC-4"};
}

inline std::optional<InputError> Table::fault_of(const Open& open, const Facts& facts,
                                                 const PaymentBag& laid) const {
  const BagLayout& layout = deck_->layout();
  CardsLeft<PaymentBag> hands(face_down(open, laid));
  CardsLeft<PaymentBag> pile(deck_->all_cards());
  pile.take(layout.counted(facts.pile_lacks));
  int draws = 0;
  for (Player p = 0; p < players_; ++p) {
    hands.take(layout.counted(facts.known[p]));
    pile.take(layout.counted(facts.drawn[p]));
    draws += facts.draws_known_in_part[p] + facts.drawn[p].size();
    if (facts.known[p].size() > open.hand_size[p] || !hands.had_all()) {
      return InputError{"known", std::to_string(facts.known[p].size()) + " cards",
                        "not in this hand", "CC-3"};
    }
  }
  if (!pile.had_all() || pile.left().size() < open.draw_pile_size ||
      (facts.pile_lacks.empty() && draws + facts.bounds_forgotten > 0)) {
    return InputError{"pile_lacks", "", "the draw pile would have too few cards", "CC-9"};
  }
  return std::nullopt;
}

template <class OwnParts>
std::optional<InputError> Table::fault_of(const Open& open, const OwnParts& own,
                                          const Unseen& unseen, const Facts& facts,
                                          const PaymentBag& laid) const {
  const BagLayout& layout = deck_->layout();
  CardsLeft<PaymentBag> rest(face_down(open, laid));
  rest.take(layout.counted(unseen.draw_pile));
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(open, own[p], p)) return fault;
    rest.take(layout.counted(own[p].hand));
    if (own[p].hand.contains(facts.known[p])) continue;
    return InputError{"known", "", "not true of the hand", "CC-3"};
  }
  if (unseen.draw_pile.size() != open.draw_pile_size || !rest.had_all()) {
    return InputError{"draw_pile", "", "the cards of all places are not the deck", "CC-2"};
  }
  const bool known =
      facts.pile_lacks.empty() || most_in_pile(facts).contains(layout.counted(unseen.draw_pile));
  if (known) return std::nullopt;
  return InputError{"pile_lacks", "", "not true of the draw pile", "CC-9"};
}

inline std::optional<InputError> Table::fault_of_view(const Open& open, const Own& own,
                                                      const Facts& facts, Viewer viewer,
                                                      const PaymentBag& laid) const {
  CardsLeft<PaymentBag> rest(face_down(open, laid));
  for (Player p = 0; p < players_; ++p) {
    if (viewer.is(p)) continue;
    rest.take(deck_->layout().counted(facts.known[p]));
    if (facts.drawn[p].empty()) continue;
    return InputError{"drawn", std::to_string(facts.drawn[p].size()) + " cards",
                      "seen by another player only", "CC-9"};
  }
  rest.take(deck_->layout().counted(own.hand));
  if (!rest.had_all()) return InputError{"hand", "", "more cards than the deck has", "CC-2"};
  if (viewer.is_spectator()) return std::nullopt;
  if (!own.hand.contains(facts.known[viewer.seat()])) {
    return InputError{"known", "", "not true of the hand", "CC-3"};
  }
  return fault_of(open, own, viewer.seat());
}

}  // namespace chemix::expansion

namespace chemix {

/// Text is the compounds in the stack, those open and those captured by each seat, separated by
/// `/`; a byte a compound says where it is.
template <>
struct Codec<expansion::CompoundPlaces> {
  using Places = expansion::CompoundPlaces;

  static void write(auto& sink, const auto& rules, const Places& places) {
    for (int i = 0; i < rules.deck().compound_count(); ++i) {
      sink.put(static_cast<std::uint64_t>(places.of(i)), 1);
    }
  }
  static bool read(ByteReader& source, const auto& rules, Places& places) {
    places = Places();
    bool valid = true;
    for (int i = 0; i < rules.deck().compound_count(); ++i) {
      const auto place = static_cast<Places::Place>(source.take(1));
      valid = valid && place < Places::captured_by(rules.player_count());
      if (valid) places.put(i, place);
    }
    return source.ok() && valid;
  }
  static void print(std::string& text, const auto& rules, const Places& places) {
    for (int place = 0; place < Places::captured_by(rules.player_count()); ++place) {
      if (place > 0) text += '/';
      const char* separator = "";
      for (int i = 0; i < rules.deck().compound_count(); ++i) {
        if (places.of(i) != place) continue;
        text += separator;
        Codec<Card>::print(text, rules, rules.deck().compound_card(i));
        separator = ",";
      }
      if (*separator == '\0') text += '-';
    }
  }
  static bool parse(std::string_view text, const auto& rules, Places& places) {
    places = Places();
    if (text.ends_with('/')) return false;
    std::uint64_t found = 0;
    for (int place = 0; place < Places::captured_by(rules.player_count()); ++place) {
      if (place > 0 && text.empty()) return false;
      std::string_view list = split_off(text, "/");
      if (list == "-") continue;
      int last = -1;
      bool more = true;
      while (more) {
        more = list.find(',') != std::string_view::npos;
        Card card;
        if (!Codec<Card>::parse(split_off(list, ","), rules, card) || is_payment(card)) {
          return false;
        }
        const int compound = rules.deck().compound_of(card);
        if (compound <= last || (found >> compound & 1) != 0) return false;
        last = compound;
        found |= std::uint64_t{1} << compound;
        places.put(compound, place);
      }
    }
    return text.empty() && std::popcount(found) == rules.deck().compound_count();
  }
  static void encode(TensorWriter& tensor, const auto& rules, const Places& places,
                     const Perspective& perspective) {
    for (int i = 0; i < rules.deck().compound_count(); ++i) {
      const int place = places.of(i);
      const int captured = Places::captured_by(0);
      tensor.put_one_hot(
          place < captured ? place : captured + perspective.distance(place - captured),
          Places::captured_by(rules.player_count()));
    }
  }
};

/// Text is the numbers separated by commas, `-` when there is none.
template <>
struct Codec<expansion::WildCounts> {
  using Counts = expansion::WildCounts;

  static void write(auto& sink, const auto&, const Counts& counts) {
    sink.put(static_cast<std::uint64_t>(counts.size()), 1);
    for (int i = 0; i < counts.size(); ++i) sink.put(static_cast<std::uint64_t>(counts[i]), 1);
  }
  static bool read(ByteReader& source, const auto&, Counts& counts) {
    counts = Counts();
    const auto size = static_cast<int>(source.take(1));
    if (size > Price::max_kinds) return false;
    for (int i = 0; i < size; ++i) counts.push_back(static_cast<int>(source.take(1)));
    return source.ok();
  }
  static void print(std::string& text, const auto&, const Counts& counts) {
    if (counts.size() == 0) text += '-';
    for (int i = 0; i < counts.size(); ++i) {
      if (i > 0) text += ',';
      text += std::to_string(counts[i]);
    }
  }
  static bool parse(std::string_view text, const auto&, Counts& counts) {
    counts = Counts();
    if (text == "-") return true;
    bool more = true;
    while (more) {
      more = text.find(',') != std::string_view::npos;
      std::uint8_t count = 0;
      if (counts.size() == Price::max_kinds || !parse_number(split_off(text, ","), count)) {
        return false;
      }
      counts.push_back(count);
    }
    return true;
  }
  static void encode(TensorWriter& tensor, const auto&, const Counts& counts, const Perspective&) {
    tensor.put(counts.size());
    for (int i = 0; i < Price::max_kinds; ++i) tensor.put(i < counts.size() ? counts[i] : 0);
  }
};

}  // namespace chemix
