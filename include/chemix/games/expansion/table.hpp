// SPDX-License-Identifier: Apache-2.0
// The table that the games with expansion decks share: compounds to capture, a draw pile, a discard
// pile and hands. Implements drawing, capturing and discarding, and what viewers know of the cards.
#pragma once

// A turn begins with two cards. Each is drawn (Source → draw → Drawing, by chance), taken as the
// top discard, or skipped. In Main a game then offers to capture: the compound → Wilds × kind →
// [Top]. The game itself defines what follows a capture, a discard and a turn.

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/cards/kind_ranges.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/action_ids.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/player.hpp"
#include "chemix/games/expansion/captures.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace chemix::expansion {

inline constexpr int open_compounds = 6;      // CC-1
inline constexpr int hand_size_at_start = 7;  // CC-2
inline constexpr int cards_drawn = 2;         // CC-3
inline constexpr int element_cost = 1;        // CC-10 CN-7
inline constexpr int wild_cost = 5;           // CC-10 CN-7

// ---- Actions (CC-3 – CC-6) ----

/// The phases of the table, with which the phases of each game begin. Chance acts in TurnUp, Deal,
/// FirstDiscard, Drawing and Refill.
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
  Over
};

inline constexpr std::array<std::string_view, 10> phase_names = {
    "turn_up", "deal",  "first_discard", "source", "drawing",
    "main",    "wilds", "top",           "refill", "over"};
constexpr const auto& names_of(Phase) { return phase_names; }

/// Field ranges: the element and wild cards, and the compounds of the decks.
inline constexpr KindsFrom payment_kinds{0, payment_kind_count};
struct CompoundCards {
  static int count(const auto& rules) { return rules.deck().compound_count(); }
  static int number(const auto& rules, Card card) { return rules.deck().compound_of(card); }
  static Card nth(const auto& rules, int n) { return rules.deck().compound_card(n); }
};
inline constexpr CompoundCards compound_cards;

/// Discards a card from the hand.
struct Discard : OneCard<payment_kinds> {
  static constexpr std::string_view name = "discard";
  static constexpr PhaseSet legal_phases{Phase::Main};
};
/// Says which kind of the cards laid for a capture is on top of the discard pile.
struct Top : OneCard<payment_kinds> {
  static constexpr std::string_view name = "top";
  static constexpr PhaseSet legal_phases{Phase::Top};
};
/// Says how many wild cards stand in for the next kind of the compound.
struct Wilds {
  std::uint8_t cards = 0;
  static constexpr std::string_view name = "wilds";
  static constexpr PhaseSet legal_phases{Phase::Wilds};
  constexpr bool operator==(const Wilds&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("cards", self.cards, numbers(0, ExpansionDeck::max_cards));
  }
};
/// Draws a card from the draw pile.
struct Draw : NoFields<Draw> {
  static constexpr std::string_view name = "draw";
  static constexpr PhaseSet legal_phases{Phase::Source};
};
/// Takes the top card of the discard pile.
struct TakeDiscard : NoFields<TakeDiscard> {
  static constexpr std::string_view name = "take_discard";
  static constexpr PhaseSet legal_phases{Phase::Source};
};
/// Skips a draw when no card can be drawn.
struct Skip : NoFields<Skip> {
  static constexpr std::string_view name = "skip";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Source};
};
/// Begins to capture an open compound.
struct Capture {
  Card compound;
  static constexpr std::string_view name = "capture";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Main};
  constexpr bool operator==(const Capture&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound, compound_cards);
  }
};

// ---- State ----

/// Public counters. Chosen is the compound being captured, from 1. Wilds is the number of wild
/// cards for its next kind.
enum class Counter : std::uint8_t { Chosen, Wilds };

inline constexpr std::array<std::string_view, 2> counter_names = {"chosen", "wilds"};
constexpr const auto& names_of(Counter) { return counter_names; }

// Forms of fields in plain data: the phase as the rules name it, the compound by its name, and no
// points before hands are counted.
struct ShownPhase {
  static auto get(const auto&, const auto& open) { return open.shown_phase(); }
  static void set(const auto&, auto& open, auto phase) { open.show_phase(phase); }
};
struct ChosenCompound {
  static std::optional<Card> get(const auto& rules, const auto& open) {
    const auto& deck = rules.deck();
    if (open.chosen == 0 || open.chosen > deck.compound_count()) return std::nullopt;
    return deck.compound_card(open.chosen - 1);
  }
  static void set(const auto& rules, auto& open, std::optional<Card> card) {
    const bool is_compound = card && !is_payment(*card);
    open.chosen = static_cast<std::uint8_t>(is_compound ? rules.deck().compound_of(*card) + 1 : 0);
  }
};
struct CountedPoints {
  using Points = PerPlayer<std::int16_t, max_players>;
  static std::optional<Points> get(const auto&, const auto& open) {
    return open.phase == Phase::Over ? std::optional(open.points) : std::nullopt;
  }
  static void set(const auto&, auto& open, const std::optional<Points>& points) {
    open.points = points.value_or(Points());
  }
};

/// The cards in play as everybody sees them. The public part of each game begins with these fields.
struct Public {
  Phase phase = Phase::TurnUp;
  /// The player on turn or, before the first turn, the start player.
  Seat current_player;
  /// Cards drawn or skipped in this turn, and whether one of them was the top discard.
  std::uint8_t draws = 0;
  bool took_discard = false;
  /// The compound being captured, from 1; 0 when there is none.
  std::uint8_t chosen = 0;
  WildCounts wilds;
  std::uint8_t draw_pile_size = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  CompoundPlaces compounds;
  CardList<max_payment_cards> discard_pile;
  /// Everybody's points once the round is over and hands are counted; 0 before.
  PerPlayer<std::int16_t, max_players> points;

  [[nodiscard]] constexpr Phase shown_phase() const { return phase; }
  constexpr void show_phase(Phase shown) { phase = shown; }

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase, data_as<ShownPhase>(self));
    visit("current_player", self.current_player);
    visit("draws", self.draws);
    visit("took_discard", self.took_discard);
    visit("chosen", self.chosen, data_as<ChosenCompound>(self));
    visit("wilds", self.wilds);
    visit("draw_pile_size", self.draw_pile_size);
    visit("hand_size", self.hand_size);
    visit("compounds", self.compounds);
    visit("discard_pile", self.discard_pile);
    visit("points", self.points, data_as<CountedPoints>(self));
  }
};

struct Private {
  DeckBag hand;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("hand", self.hand); }
};

/// Holds no compound stack: its contents are public, and only its order is unknown.
struct Hidden {
  DeckBag draw_pile;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
  }
};

/// The knowledge about hidden cards that viewers remember, kept in an observation log.
using Log = LargeObservationLog;
static_assert(Log::hand_count == max_players);
using Knowledge = LogPileKnowledgeOf<Log, DeckBag>;

using PaymentBelief = BeliefOf<PaymentBag>;

/// One viewer's view of the table. `laid` are cards that lie open beside the discard pile.
struct Seen {
  Viewer viewer;
  const Public& open;
  const Private& own;
  PaymentBag laid;
};

// ---- Rules ----

/// Range of the wild cards that may be said next; empty when `least > most`.
struct WildRange {
  int least = 0;
  int most = -1;

  [[nodiscard]] constexpr bool contains(int wilds) const { return wilds >= least && wilds <= most; }
};

/// The rules of this table: legal actions and their effects.
class Table {
 public:
  Table(std::shared_ptr<const ExpansionSet> deck, int players)
      : deck_(std::move(deck)),
        players_(players),
        all_cards_(deck_->layout().packed(deck_->all_cards())) {}

  /// Rejects a deck that cannot be dealt to this number of players.
  static std::optional<InputError> deal_error(const ExpansionSet& deck, int players);
  /// Returns the error for choosing one of two decks when only one is given.
  static InputError no_choice(std::string_view chosen, const char* rule);

  [[nodiscard]] const ExpansionSet& deck() const { return *deck_; }
  [[nodiscard]] int player_count() const { return players_; }

  // -- What lies there --

  [[nodiscard]] std::uint64_t open_ones(const Public& open) const {
    return open.compounds.at(CompoundPlaces::open, deck_->all_compounds());
  }
  [[nodiscard]] std::uint64_t in_stack(const Public& open) const {
    return open.compounds.at(CompoundPlaces::stack, deck_->all_compounds());
  }
  [[nodiscard]] bool all_captured(const Public& open) const {
    return (open_ones(open) | in_stack(open)) == 0;
  }
  [[nodiscard]] int wilds_held(const Private& own) const {
    return deck_->layout().count(own.hand, wild_card);
  }
  /// The kinds of cards in a hand, as a bit mask.
  [[nodiscard]] std::uint64_t kinds_held(const Private& own) const {
    return deck_->layout().kinds(own.hand).mask();
  }
  /// The price of the compound being captured, or null if none is.
  [[nodiscard]] const Price* price_of(const Public& open) const {
    const bool paying = open.phase == Phase::Wilds || open.phase == Phase::Top;
    return paying && open.chosen > 0 ? &deck_->price(open.chosen - 1) : nullptr;
  }
  /// Whether chance turns up a compound; otherwise it draws a card of the draw pile.
  [[nodiscard]] static bool turns_up(const Public& open) {
    return open.phase == Phase::TurnUp || open.phase == Phase::Refill;
  }
  /// Whether no turn has begun yet.
  [[nodiscard]] static bool is_before_turns(const Public& open) {
    return open.phase == Phase::TurnUp || open.phase == Phase::Deal ||
           open.phase == Phase::FirstDiscard;
  }

  // -- Draw, take the top discard, skip --

  /// Whether a card is left to draw or can be shuffled back (CC-9).
  [[nodiscard]] static bool can_draw(const Public& open) {
    return open.draw_pile_size > 0 || open.discard_pile.size() > 1;
  }
  [[nodiscard]] static bool can_take_discard(const Public& open) {
    return !open.discard_pile.empty() && !open.took_discard;
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&,
                                                 const Draw&) const {
    if (can_draw(open)) return std::nullopt;
    return refuse_for("CC-9", can_take_discard(open) ? 0 : 3);  // CC-9 (ruling)
  }
  void perform(auto& step, Player, const Draw&) const {
    const Public& open = step.open();
    if (open.draw_pile_size == 0) {
      step.post(Event::shuffle(discard_pile, draw_pile, open.discard_pile.size() - 1));  // CC-9
    }
    step.post(Event::phase(Phase::Drawing, 1));
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&,
                                                 const TakeDiscard&) const {
    // The pile is empty only if its last card was taken in this turn.
    if (!open.took_discard) return std::nullopt;
    return refuse_for("CC-3", can_draw(open) ? 0 : 1);  // CC-3
  }
  void perform(auto& step, Player player, const TakeDiscard&) const {
    const Card top = step.open().discard_pile[0];
    step.post(Event::move(discard_pile, hand_of(player), top.index, ViewerSet::everyone()));
    after_draw(step);
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&,
                                                 const Skip&) const {
    if (can_draw(open)) return refuse_for("CC-9", 2);  // CC-9 (ruling)
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Skip&) const {
    step.post(Event::pass(player));
    after_draw(step);
  }

  // -- Capture --

  /// The open compounds that a hand with this many wild cards can pay for, as a bit mask.
  [[nodiscard]] std::uint64_t capturable(const Public& open, const Private& own, int wilds) const {
    std::uint64_t compounds = 0;
    for (std::uint64_t rest = open_ones(open); rest != 0; rest &= rest - 1) {
      // Branch-free, because a branch would be unpredictable.
      const int compound = std::countr_zero(rest);
      const bool is_payable = deck_->price(compound).is_payable(own.hand, wilds);
      compounds |= std::uint64_t{is_payable} << compound;
    }
    return compounds;
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 const Capture& capture) const {
    const int compound = deck_->compound_of(capture.compound);
    if (is_payment(capture.compound) || open.compounds.of(compound) != CompoundPlaces::open) {
      return refuse("CC-4", capture.compound.index);  // CC-4
    }
    if (deck_->price(compound).is_payable(own.hand, wilds_held(own))) return std::nullopt;
    return refuse("MT-5", capture.compound.index);  // MT-5
  }
  void perform(auto& step, Player, const Capture& capture) const {
    step.post(Event::set(Counter::Chosen, deck_->compound_of(capture.compound) + 1));
    step.post(Event::phase(Phase::Wilds));
  }

  // -- Wilds, top: what completes a capture --

  /// The number of wild cards that may be said for the next kind of the chosen compound (CC-4).
  [[nodiscard]] WildRange wild_range(const Public& open, const Private& own) const {
    const Price* price = price_of(open);
    const int next = open.wilds.size();
    if (price == nullptr || next >= price->kind_count()) return {};
    const auto held = [&](int i) {
      return (std::min)(price->cards(i), deck_->layout().count(own.hand, price->kind(i)));
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
    // At least one element card must be used; if none is used elsewhere, one must be used here.
    const int most = element_used ? cards : cards - 1;     // MT-5
    return {cards - held(next), (std::min)(most, wilds)};  // CC-4
  }
  /// The element of the chosen compound that `wild_range` is about.
  [[nodiscard]] std::optional<Card> next_wild_kind(const Public& open) const {
    const Price* price = price_of(open);
    if (price == nullptr || open.wilds.size() >= price->kind_count()) return std::nullopt;
    return price->kind(open.wilds.size());
  }
  /// The kinds laid for the chosen compound (CC-5).
  [[nodiscard]] BagLayout::Set laid_kinds(const Public& open) const {
    BagLayout::Set kinds;
    const Price* price = price_of(open);
    if (price == nullptr) return kinds;
    for (int i = 0; i < (std::min)(price->kind_count(), open.wilds.size()); ++i) {
      if (open.wilds[i] < price->cards(i)) kinds.insert(price->kind(i));
      if (open.wilds[i] > 0) kinds.insert(wild_card);
    }
    return kinds;
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 const Wilds& wilds) const {
    const WildRange range = wild_range(open, own);
    if (range.contains(wilds.cards)) return std::nullopt;
    const int detail = range.least == range.most ? 2 : 1;
    return refuse_for("MT-5", detail, range.least, range.most);  // MT-5
  }
  /// Returns whether the capture is complete. It is after the last kind if all cards laid are of
  /// one kind; otherwise the player is asked for the top card.
  [[nodiscard]] bool say(auto& step, Player player, const Wilds& wilds) const {
    const Public& open = step.open();
    step.post(Event::set(Counter::Wilds, wilds.cards));
    if (open.wilds.size() < price_of(open)->kind_count()) return false;
    const BagLayout::Set kinds = laid_kinds(open);
    if (kinds.size() > 1) {
      step.post(Event::phase(Phase::Top));  // CC-5 (ruling)
      return false;
    }
    lay(step, player, Top{kinds[0]});
    return true;
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&,
                                                 const Top& top) const {
    if (is_payment(top.card) && laid_kinds(open).contains(top.card)) return std::nullopt;
    return refuse("CC-5", top.card.index);  // CC-5 (ruling)
  }
  /// Completes the capture. On the discard pile, the chosen kind lies on top, beneath it the wild
  /// cards, then the other kinds in the order of their deck. Cards are laid from the bottom up.
  void lay(auto& step, Player player, const Top& top) const {
    const Public& open = step.open();
    const Price& price = *price_of(open);
    int wilds = 0;
    int of_top = 0;
    const auto move = [&](Card card, int cards) {
      for (int i = 0; i < cards; ++i) {
        step.post(Event::move(hand_of(player), discard_pile, card.index, ViewerSet::everyone()));
      }
    };
    for (int place = price.kind_count() - 1; place >= 0; --place) {
      const int i = price.in_deck_order(place);
      const int cards = price.cards(i) - open.wilds[i];
      wilds += open.wilds[i];
      if (price.kind(i) == top.card) {
        of_top = cards;
      } else {
        move(price.kind(i), cards);  // CC-5 (ruling)
      }
    }
    move(wild_card, wilds);
    move(top.card, of_top);
    const Card compound = deck_->compound_card(open.chosen - 1);
    step.post(
        Event::move(display, tableau_of(player), compound.index, ViewerSet::everyone()));  // CC-4
  }
  /// Begins to turn up the next compound; returns false if there is none (CC-7).
  [[nodiscard]] bool refill(auto& step) const {
    if (in_stack(step.open()) == 0) return false;
    step.post(Event::phase(Phase::Refill, 1));  // CC-7
    return true;
  }

  // -- Discard, and the next turn --

  [[nodiscard]] bool holds(const Private& own, Card card) const {
    return is_payment(card) && deck_->layout().count(own.hand, card) > 0;
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private& own,
                                                 const Discard& discard) const {
    if (holds(own, discard.card)) return std::nullopt;
    return refuse("GN-11", discard.card.index);  // GN-11
  }
  void lay(auto& step, Player player, const Discard& discard) const {
    const Card card = discard.card;
    step.post(Event::move(hand_of(player), discard_pile, card.index, ViewerSet::everyone()));
  }
  void begin_turn(auto& step, Player player) const {
    step.post(Event::turn(player));
    step.post(Event::phase(Phase::Source));  // CC-3
  }

  // -- Chance --

  /// Applies what chance turns up, deals or draws. In the phase Refill, the game continues the
  /// turn.
  void resolve(auto& step, Card card) const {
    const Public& open = step.open();
    const auto everyone = ViewerSet::everyone();
    switch (open.phase) {
      case Phase::TurnUp:
        step.post(Event::move(compound_stack, display, card.index, everyone));
        if (all_turned_up(open)) step.post(Event::phase(Phase::Deal));  // CC-1
        break;
      case Phase::Deal: {
        // Deals one card at a time around the table, beginning with the start player.
        const Player player = (open.current_player + dealt(open)) % players_;
        step.post(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
        if (dealt(open) == players_ * hand_size_at_start) {
          step.post(Event::phase(Phase::FirstDiscard));  // CC-2
        }
        break;
      }
      case Phase::FirstDiscard:
        step.post(Event::move(draw_pile, discard_pile, card.index, everyone));  // CC-2
        step.post(Event::phase(Phase::Source));
        break;
      case Phase::Drawing: {
        const Player player = open.current_player;
        step.post(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
        after_draw(step);
        break;
      }
      default:
        step.post(Event::move(compound_stack, display, card.index, everyone));
        break;
    }
  }

  // -- Points --

  /// Points of captured compounds minus the cost of the hand.
  [[nodiscard]] int points(const Public& open, const Private& own, Player player) const {
    const int wilds = wilds_held(own);
    int points = -element_cost * (own.hand.size() - wilds) - wild_cost * wilds;  // CC-10 CN-7
    std::uint64_t rest =
        open.compounds.at(CompoundPlaces::captured_by(player), deck_->all_compounds());
    for (; rest != 0; rest &= rest - 1) points += deck_->points(std::countr_zero(rest));  // CC-10
    return points;
  }
  /// The number of wild cards in a counted hand, derived from the points of its player, who laid
  /// cards worth `laid` points. Negative if no hand leaves these points.
  [[nodiscard]] static int wilds_counted(const Public& open, int laid, Player player) {
    constexpr int more = wild_cost - element_cost;  // CC-10 CN-7
    const int size = open.hand_size[player];
    const int for_wilds = laid - open.points[player] - element_cost * size;
    const int wilds = for_wilds / more;
    return for_wilds % more == 0 && wilds <= size ? wilds : -1;
  }
  /// Heuristic value of the captures that a hand may still bring, in points.
  [[nodiscard]] double heuristic_value(const Public& open, const Private& own, Player player) const;
  /// Maximum number of points that a hand can cost a player in one round.
  [[nodiscard]] int max_cost() const;

  // -- What is seen and known --

  /// Moves cards without `move_card`, because hands and the draw pile are packed in the deck's
  /// layout and a compound card is only the number of its place.
  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
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
          if (Hidden* hidden = view.shown_hidden()) {
            deck_->layout().remove(hidden->draw_pile, card);
          }
        } else if (event.from == discard_pile) {
          open.discard_pile.pop_front();
          open.took_discard = true;
        } else if (event.from.is_hand()) {
          --open.hand_size[event.from.owner];
          if (Private* own = view.shown(event.from.owner)) deck_->layout().remove(own->hand, card);
        }
        if (event.to.is_hand()) {
          ++open.hand_size[event.to.owner];
          if (Private* own = view.shown(event.to.owner)) deck_->layout().add(own->hand, card);
          const bool drawn = event.verb == Verb::Move && event.from.zone != Zone::Tableau;
          if (drawn) ++open.draws;
        } else if (event.to == discard_pile) {
          open.discard_pile.push_front(card);
        }
        break;
      case Verb::Shuffle: {
        const Card top = open.discard_pile.pop_front();
        if (Hidden* hidden = view.shown_hidden()) {
          for (int i = 0; i < open.discard_pile.size(); ++i) {
            deck_->layout().add(hidden->draw_pile, open.discard_pile[i]);
          }
        }
        open.draw_pile_size = static_cast<std::uint8_t>(event.amount);
        open.discard_pile = {};
        open.discard_pile.push_front(top);
        break;
      }
      case Verb::Pass:
        ++open.draws;
        break;
      case Verb::Set:
        if (event.index == static_cast<std::uint8_t>(Counter::Chosen)) {
          const bool known = event.amount > 0 && event.amount <= deck_->compound_count();
          open.chosen = known ? static_cast<std::uint8_t>(event.amount) : std::uint8_t{0};
        } else if (event.index == static_cast<std::uint8_t>(Counter::Wilds)) {
          open.wilds.push_back(static_cast<std::uint8_t>(event.amount & 15));
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
      case Verb::Score:
        open.points[event.player] = event.amount;
        break;
      default:
        break;
    }
  }

  /// The deal problem of a view: the hands of the other players by seat, then the draw pile. Its
  /// unseen cards are those of `all` that the viewer does not see.
  DealProblemOf<PaymentBag> hidden_places(const Seen& seen, const PaymentBag& all,
                                          auto&& found) const {
    DealProblemOf<PaymentBag> problem;
    const PaymentBag own = deck_->layout().counted(seen.own.hand);
    const PaymentBag* shown = nullptr;
    for (Player p = 0; p < players_; ++p) {
      const bool is_own = seen.viewer.is(p);
      found(hand_of(p), is_own ? PlaceSet{0} : problem.add_place(seen.open.hand_size[p]),
            is_own ? &own : shown);
    }
    found(draw_pile, problem.add_place(seen.open.draw_pile_size), shown);
    problem.unseen = all - own - discarded(seen.open) - seen.laid;
    return problem;
  }
  /// The cards that the current player surely holds while paying `price`, having said the wild
  /// cards `said` for the first kinds.
  [[nodiscard]] PaymentBelief::SurelyHeld held_to_pay(const Public& open, const Price* price,
                                                      const WildCounts& said) const;
  /// The contents of the draw pile when it was last reshuffled, by kind.
  [[nodiscard]] PaymentBag pile_of(const Knowledge& knowledge) const {
    return deck_->layout().counted(knowledge.pile);
  }
  /// Deals a world out to hands and draw pile.
  void deal_out(const Seen& seen, const WorldOf<PaymentBag>& world,
                PerPlayer<Private, max_players>& own, Hidden& hidden) const;
  /// The world that `deal_out` deals to these hands and this draw pile.
  [[nodiscard]] WorldOf<PaymentBag> world_from_table(const Seen& seen,
                                                     const PerPlayer<Private, max_players>& own,
                                                     const Hidden& hidden) const;

  // -- Set-up and validation --

  void set_up(Public& open, Hidden& hidden, Player start_player) const;
  /// Returns why a table or a view is impossible, or nothing if it is valid; `laid` as in `Seen`.
  [[nodiscard]] std::optional<InputError> validation_error(
      const Public& open, const PerPlayer<Private, max_players>& own, const Hidden& hidden,
      const PaymentBag& laid) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Seen& seen) const;
  /// Returns why the points of a player who laid cards worth `laid` points are impossible, or
  /// nothing. `own` is null if the hand is not seen.
  [[nodiscard]] std::optional<InputError> points_error(const Public& open, int laid, Player player,
                                                       const Private* own) const;

 private:
  [[nodiscard]] int dealt(const Public& open) const {
    return deck_->all_cards().size() - open.draw_pile_size;
  }
  [[nodiscard]] bool all_turned_up(const Public& open) const {
    return popcount(open_ones(open)) == open_compounds || in_stack(open) == 0;
  }
  void after_draw(auto& step) const {
    const bool done = step.open().draws >= cards_drawn;
    step.post(Event::phase(done ? Phase::Main : Phase::Source));  // CC-3 (ruling)
  }
  static PaymentBag discarded(const Public& open) {
    PaymentBag cards;
    add_cards(cards, open.discard_pile);
    return cards;
  }
  // The cards in hands and draw pile.
  [[nodiscard]] PaymentBag face_down(const Public& open, const PaymentBag& laid) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open,
                                                   const PaymentBag& laid) const;
  [[nodiscard]] std::optional<InputError> deal_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> capture_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> hand_error(const Public& open, const Private& own,
                                                     Player player) const;

  std::shared_ptr<const ExpansionSet> deck_;
  int players_;
  DeckBag all_cards_;
};

}  // namespace chemix::expansion
