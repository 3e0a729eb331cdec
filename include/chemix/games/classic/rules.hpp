// SPDX-License-Identifier: Apache-2.0
// ChemiX Classic: dissolve compounds, form new ones, score them. Rules: docs/rules/en/classic.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A turn    Build × n (dissolve, form, take, return … done or undo) [→ Return] [→ LayOff × n]
//           [→ Gas → Restore × n → Give] [→ Fill → Draw × n]; nothing is final before Fill.
// Visible   to all: the cards on the table and all moves to and from it; to each player: their own
//           hand; to nobody: the draw pile.
// Ends      when all players have passed in a row; in the simplified rule set also when the display
//           is empty.

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/deck.hpp"
#include "chemix/cards/matching.hpp"
#include "chemix/core/id_list.hpp"
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

namespace chemix::classic {

// ---- Options (CL-1, CF-1) ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int hand_limit = 3;  // CL-3
inline constexpr int gas_points = 3;  // CL-24

/// The rule set: that of the booklet or the simplified one.
enum class Ruleset : std::uint8_t { Booklet, Simplified };

constexpr std::array<std::string_view, 2> names_of(Ruleset) { return {"booklet", "simplified"}; }

struct Options {
  Ruleset ruleset = Ruleset::Booklet;  // CF-1

  bool operator==(const Options&) const = default;
  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"ruleset", "CF-1", "the rules of the booklet, or the simplified ones"},
          self.ruleset);
  }
};

// ---- Actions (CL-5 – CL-20) ----

/// The phases of a game. Chance acts in DealGases, Deal and Draw.
enum class Phase : std::uint8_t {
  DealGases,
  Deal,
  Build,
  Return,
  LayOff,
  Gas,
  Restore,
  Give,
  Fill,
  Draw,
  Over
};

constexpr std::array<std::string_view, 11> names_of(Phase) {
  return {"deal_gases", "deal", "build", "return", "lay_off", "gas",
          "restore",    "give", "fill",  "draw",   "over"};
}

/// Cards of a hand, in ascending order.
using HandCards = CardList<hand_limit>;

/// Forms a compound from these hand cards; free cards supply the rest.
struct Form {
  Card compound;
  HandCards from_hand;
  static constexpr std::string_view name = "form";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Build};
  constexpr bool operator==(const Form&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound);
    visit("from_hand", self.from_hand);
  }
};
/// Dissolves a compound that was laid in an earlier turn.
struct Dissolve {
  Card compound;
  static constexpr std::string_view name = "dissolve";
  static constexpr PhaseSet legal_phases{Phase::Build};
  constexpr bool operator==(const Dissolve&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound, compound_kinds);
  }
};
/// Takes a multiplier from its stack; it becomes a free card.
struct Take {
  Card multiplier;
  static constexpr std::string_view name = "take";
  static constexpr PhaseSet legal_phases{Phase::Build};
  constexpr bool operator==(const Take&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("multiplier", self.multiplier, multiplier_kinds);
  }
};

/// Where a returned multiplier comes from.
enum class Source : std::uint8_t { Free, Hand };

constexpr std::array<std::string_view, 2> names_of(Source) { return {"free", "hand"}; }

/// Returns a multiplier to its stack.
struct Return {
  Card multiplier;
  Source source = Source::Free;
  static constexpr std::string_view name = "return";
  static constexpr PhaseSet legal_phases{Phase::Build, Phase::Return};
  constexpr bool operator==(const Return&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("multiplier", self.multiplier, multiplier_kinds);
    visit("source", self.source);
  }
};
/// Declines to return a multiplier in the phase Return.
struct ReturnNothing : NoFields<ReturnNothing> {
  static constexpr std::string_view name = "return_nothing";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Return};
};
/// Lays an expired hand card off to the player's own minus pile.
struct LayOff : OneCard<token_kinds> {
  static constexpr std::string_view name = "lay_off";
  static constexpr PhaseSet legal_phases{Phase::LayOff};
};
/// Ends the current part of the turn.
struct Done : NoFields<Done> {
  static constexpr std::string_view name = "done";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Build, Phase::LayOff};
};
/// Takes back the whole turn.
struct Undo : NoFields<Undo> {
  static constexpr std::string_view name = "undo";
  static constexpr int preference = 0;
  static constexpr PhaseSet legal_phases{Phase::Build, Phase::Return, Phase::LayOff, Phase::Gas};
};
/// Uses a noble gas.
struct Use : NoFields<Use> {
  static constexpr std::string_view name = "use";
  static constexpr PhaseSet legal_phases{Phase::Gas};
};
/// Keeps the noble gas.
struct Keep : NoFields<Keep> {
  static constexpr std::string_view name = "keep";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Gas};
};
/// Restores a dissolved compound from the free cards.
struct Restore {
  Card compound;
  static constexpr std::string_view name = "restore";
  static constexpr PhaseSet legal_phases{Phase::Restore};
  constexpr bool operator==(const Restore&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound, compound_kinds);
  }
};
/// Gives the used noble gas to another player.
struct Give {
  Seat receiver;
  static constexpr std::string_view name = "give";
  static constexpr PhaseSet legal_phases{Phase::Give};
  constexpr bool operator==(const Give&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("receiver", self.receiver); }
};
/// Fills the hand from the draw pile.
struct Fill : NoFields<Fill> {
  static constexpr std::string_view name = "fill";
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Fill};
};
/// Leaves the hand as it is.
struct Leave : NoFields<Leave> {
  static constexpr std::string_view name = "leave";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Fill};
};

using Action = std::variant<Form, Dissolve, Take, Return, ReturnNothing, LayOff, Done, Undo, Use,
                            Keep, Restore, Give, Fill, Leave>;
using ChanceAction = std::variant<DrawnCard>;
using LegalActions = IdList<legal_action_limit>;

// ---- State ----

/// Public counters. Undone is 1 once the running turn has been taken back.
enum class Counter : std::uint8_t { Turns, Passes, Undone };

constexpr std::array<std::string_view, 3> names_of(Counter) {
  return {"turns", "passes", "undone"};
}

struct Public {
  Phase phase = Phase::DealGases;
  /// The player whose turn it is or, during a deal, the player who gets the next card.
  Seat current_player;
  /// Consecutive turns that were passes. Includes the running turn from its phase Fill on.
  std::uint8_t passes = 0;
  /// Whether the running turn was taken back.
  bool undone = false;
  /// Completed turns.
  std::uint16_t turns = 0;
  /// The multiplier taken from a stack in this turn, and the one returned to a stack.
  std::optional<Card> taken;
  std::optional<Card> returned;
  PerPlayer<std::uint8_t, max_players> hand_size;
  std::uint8_t draw_pile_size = 0;
  PerPlayer<CardBag, max_players> gases;
  /// Noble gases that have not been dealt.
  CardBag gas_pile;
  /// Compounds that nobody has laid yet, including those formed in this turn, which `formed` marks.
  CardBag display;
  CardSet formed;
  CardBag multipliers;
  /// Small cards on the free area that belong to no compound.
  CardBag free_cards;
  /// The compounds on the free area by owner. `dissolved` marks those dissolved in this turn;
  /// `laid_cards` holds the small cards of all intact compounds, including those just formed.
  PerPlayer<CardBag, max_players> laid;
  CardSet dissolved;
  CardBag laid_cards;
  /// Won compounds, and the minus piles.
  PerPlayer<CardBag, max_players> won;
  PerPlayer<CardBag, max_players> minus;
  /// Cards laid off to a minus pile in this turn, which an undo takes back.
  NotedCards laid_off;
  CardBag discard_pile;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("passes", self.passes);
    visit("undone", self.undone);
    visit("turns", self.turns);
    visit("taken", self.taken);
    visit("returned", self.returned);
    visit("hand_size", self.hand_size);
    visit("draw_pile_size", self.draw_pile_size);
    visit("gases", self.gases);
    visit("gas_pile", self.gas_pile);
    visit("display", self.display);
    visit("formed", self.formed);
    visit("multipliers", self.multipliers);
    visit("free_cards", self.free_cards);
    visit("laid", self.laid);
    visit("dissolved", self.dissolved);
    visit("laid_cards", self.laid_cards);
    visit("won", self.won);
    visit("minus", self.minus);
    visit("laid_off", self.laid_off);
    visit("discard_pile", self.discard_pile);
  }
};

using Private = HandOf<CardBag>;
using Hidden = DrawPileOf<CardBag>;

using Knowledge = LogPileKnowledge;

// ---- Rules ----

class WholeTurns;

class Rules : public CardRules<Rules, ChemixDeck, Options, Phase, Counter, Action, ChanceAction,
                               LegalActions, Public, Private, Hidden, Knowledge, max_players> {
 public:
  using WholeTurns = classic::WholeTurns;

  static constexpr std::string_view name = "classic";
  static constexpr int revision = 2;
  static constexpr int min_players = classic::min_players;
  // Bounded by undo, which moves each of the 26 small cards that are not noble gases at most twice
  // and reverts at most as many formed and dissolved compounds as there are cards.
  static constexpr std::size_t max_step_events = 128;
  static constexpr std::array verbs{Verb::Deal,  Verb::Move, Verb::Shuffle, Verb::Set,
                                    Verb::Phase, Verb::Turn, Verb::Form,    Verb::Dissolve};
  static constexpr PhaseSet chance_phases{Phase::DealGases, Phase::Deal, Phase::Draw};

  /// Fails if the game cannot be played with this deck, these options or this number of players.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);
  [[nodiscard]] Table initial_table(Player start_player) const;
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  [[nodiscard]] int max_legal_actions() const { return max_legal_actions_; }
  [[nodiscard]] std::int64_t max_steps() const;

  [[nodiscard]] bool is_simplified() const { return options_.ruleset == Ruleset::Simplified; }
  [[nodiscard]] const Matcher& matcher() const { return matcher_; }
  /// The small cards that a compound needs.
  [[nodiscard]] const SmallBag& needs(int compound) const {
    return needs_[static_cast<std::size_t>(compound)];
  }
  /// The compounds that contain an element or a multiplier, as a bit mask.
  [[nodiscard]] std::uint64_t containing(Card card) const { return containing_[card.index]; }
  /// The elements and multipliers of the deck that no compound of the mask `display` contains.
  [[nodiscard]] CardSet unneeded(std::uint64_t display) const {
    std::uint64_t lanes = 0;
    for (std::size_t kind = 0; kind < containing_.size(); ++kind) {
      const std::uint64_t is_unneeded = (containing_[kind] & display) == 0 ? 1 : 0;
      lanes |= is_unneeded << kind * SmallBag::lane_width;
    }
    return CardSet::of_packed({{lanes, 0}}) & kinds_;
  }

  // ---- What may be done, and what happens then (GN-11, CL-2 – CL-22, CF-1 – CF-8) ----

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const {
    LegalActions legal;
    switch (open.phase) {
      case Phase::Build:
        add_forms(legal, open, own.hand.small_cards());
        add_compounds(legal, first_id<Dissolve>(), laid_whole(open));  // CL-5 CL-6
        if (!has_moved(open)) {                                        // CL-9
          for (int i = 0; i < multiplier_kind_count; ++i) {
            const bool lies = open.multipliers.count(Card::of_multiplier(i + 2)) > 0;
            legal.push_back_if(lies, first_id<Take>() + i);  // CL-5
          }
          if (!is_simplified()) add_returns(legal, open.free_cards, own.hand, kinds_);  // CL-5 CF-8
        }
        legal.push_back(first_id<Done>());                     // CL-5 CL-21
        legal.push_back_if(can_undo(open), first_id<Undo>());  // CL-20
        break;
      case Phase::Return:
        add_returns(legal, open.free_cards, own.hand,
                    is_simplified() ? kinds_ : expired(open));  // CL-12 CF-8
        legal.push_back(first_id<ReturnNothing>());
        legal.push_back_if(can_undo(open), first_id<Undo>());  // CL-20
        break;
      case Phase::LayOff:
        (own.hand.kinds() & expired(open)).for_each([&](Card card) {
          legal.push_back(first_id<LayOff>() + card.token());  // CL-11
        });
        legal.push_back(first_id<Done>());
        legal.push_back_if(can_undo(open), first_id<Undo>());  // CL-20
        break;
      case Phase::Gas:
        legal.push_back_if(can_undo(open), first_id<Undo>());               // CL-20
        if (!open.gases[player].empty()) legal.push_back(first_id<Use>());  // CL-16 CF-2
        if (can_keep(open, player)) legal.push_back(first_id<Keep>());      // CL-16
        break;
      case Phase::Restore:
        add_compounds(legal, first_id<Restore>(), restorable(open));  // CL-17
        break;
      case Phase::Give:
        for (Player p = 0; p < players_; ++p) {
          if (p != player) legal.push_back(first_id<Give>() + p);  // CL-19
        }
        break;
      case Phase::Fill:
        legal.push_back(first_id<Fill>());  // CL-15
        legal.push_back(first_id<Leave>());
        break;
      default:
        break;
    }
    return legal;
  }
  static void add_compounds(LegalActions& legal, int first_id, std::uint64_t compounds) {
    for (; compounds != 0; compounds &= compounds - 1) {
      legal.push_back(first_id + std::countr_zero(compounds));
    }
  }

  // -- Form --

  [[nodiscard]] static std::uint64_t available(const Public& open) {
    return open.display.compounds() & ~open.formed.compounds();  // CL-7
  }

  // Adds every way to form the compounds that hand and free cards suffice for. For each kind in the
  // hand, the hand gives at least as many as the free cards lack, and at most as many as are needed
  // and held.
  void add_forms(LegalActions& legal, const Public& open, const SmallBag& hand) const {
    const SmallBag& free = open.free_cards.small_cards();
    std::uint64_t compounds = matcher_.layable(hand + free) & available(open);  // CL-7 MT-1
    if (compounds == 0) return;
    // A hand holds at most this many kinds (CL-3). Unused slots get lanes that no compound needs.
    std::array<int, hand_limit> kinds;
    std::uint64_t left = SmallBag::occupied(hand.word(0)) |
                         SmallBag::every_lane() << small_kind_count * SmallBag::lane_width;
    for (int& kind : kinds) {
      kind = std::countr_zero(left) / SmallBag::lane_width;
      left &= left - 1;
    }
    for (; compounds != 0; compounds &= compounds - 1) {
      const auto compound = static_cast<std::size_t>(std::countr_zero(compounds));
      const std::uint16_t* ids = &form_ids_[first_number_[compound]];
      std::array<int, hand_limit> stride{};
      std::array<int, hand_limit> most{};
      int number = 0;
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        const int needed = needs_[compound].count(kinds[i]);
        const int least = (std::max)(0, needed - free.count(kinds[i]));
        stride[i] = strides_[compound][static_cast<std::size_t>(kinds[i])];
        most[i] = (std::max)(0, (std::min)(needed, hand.count(kinds[i])) - least);
        number += stride[i] * least;
      }
      // Usually there is one way. Further ways are counted up like digits, lowest kind first.
      std::array<int, hand_limit> more{};
      for (std::size_t i = 0; i < more.size();) {
        // A view folded from impossible events may hold more cards than a hand can.
        if (ids[number] != no_form) legal.push_back(ids[number]);  // CL-8 MT-4
        for (i = 0; i < more.size() && more[i] == most[i]; ++i) {
          number -= stride[i] * more[i];
          more[i] = 0;
        }
        if (i < more.size()) {
          number += stride[i];
          ++more[i];
        }
      }
    }
  }

  [[nodiscard]] static SmallBag bag_of(const HandCards& cards) {
    SmallBag bag;
    for (int i = 0; i < cards.size(); ++i) bag.add(cards[i].index);
    return bag;
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Form& form) const {
    const Card compound = form.compound;
    if (!compound.is_compound() || (available(open) >> compound.compound() & 1) == 0) {
      const bool just_formed = open.formed.contains(compound);
      return refuse_for("CL-7", just_formed ? 1 : 0, compound.index);  // CL-7
    }
    const SmallBag from_hand = bag_of(form.from_hand);
    if (!own.hand.small_cards().contains(from_hand))
      return refuse_for("CL-8", 1, compound.index);  // CL-8
    if (!open.free_cards.small_cards().contains(needs(compound.compound()) - from_hand)) {
      return refuse("CL-8", compound.index);  // CL-8 MT-1 MT-4
    }
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Form& form) const {
    SmallBag from_hand = bag_of(form.from_hand);
    for (const Card token : deck_->compound(form.compound).tokens) {
      const bool of_hand = from_hand.count(token.index) > 0;
      if (of_hand) from_hand.remove(token.index);
      step.post(Event::move(of_hand ? hand_of(player) : free_area, tableau_of(player), token.index,
                            ViewerSet::everyone()));  // CL-8
    }
    step.post(Event::form(player, form.compound.index, true));  // CL-14
  }

  // -- Dissolve --

  void move_cards_of(auto& step, Card compound, Place from, Place to) const {
    for (const Card token : deck_->compound(compound).tokens) {
      step.post(Event::move(from, to, token.index, ViewerSet::everyone()));
    }
  }
  [[nodiscard]] std::optional<Player> owner_of(const Public& open, Card compound) const {
    for (Player p = 0; p < players_; ++p) {
      if (open.laid[p].count(compound) > 0) return p;
    }
    return std::nullopt;
  }
  // The compounds of earlier turns that are not dissolved, as a bit mask.
  [[nodiscard]] std::uint64_t laid_whole(const Public& open) const {
    std::uint64_t compounds = 0;
    for (Player p = 0; p < players_; ++p) compounds |= open.laid[p].compounds();
    return compounds & ~open.dissolved.compounds();
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const Dissolve& dissolve) const {
    const Card compound = dissolve.compound;
    if (open.formed.contains(compound)) return refuse("CL-6", compound.index);            // CL-6
    if (open.dissolved.contains(compound)) return refuse_for("CL-5", 4, compound.index);  // CL-5
    if (!owner_of(open, compound)) return refuse("CL-5", compound.index);                 // CL-5
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Dissolve& dissolve) const {
    const Card compound = dissolve.compound;
    const Player owner = *owner_of(step.open(), compound);
    move_cards_of(step, compound, tableau_of(owner), free_area);  // CL-5
    step.post(Event::dissolve(player, compound.index, true));     // CL-14
  }

  // -- Take, return, return nothing --

  [[nodiscard]] static bool has_moved(const Public& open) { return open.taken || open.returned; }
  // Precondition: has_moved(open).
  [[nodiscard]] static RuleError second_move(const Public& open) {
    return open.taken ? refuse("CL-9", open.taken->index)
                      : refuse_for("CL-9", 1, open.returned->index);  // CL-9
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const Take& take) const {
    if (open.multipliers.count(take.multiplier) == 0) {
      return refuse_for("CL-5", 1, take.multiplier.index);  // CL-5
    }
    if (has_moved(open)) return second_move(open);  // CL-9
    return std::nullopt;
  }
  void perform(auto& step, Player, const Take& take) const {
    step.post(Event::move(multiplier_stacks, free_area, take.multiplier.index,
                          ViewerSet::everyone()));  // CL-5
  }

  void add_returns(LegalActions& legal, const CardBag& free, const CardBag& hand,
                   const CardSet& kinds) const {
    for (int i = 0; i < multiplier_kind_count; ++i) {
      const Card card = Card::of_multiplier(i + 2);
      const bool may_go = kinds.contains(card);
      const int id = first_id<Return>() + 2 * i;
      legal.push_back_if(may_go && free.count(card) > 0, id);
      legal.push_back_if(may_go && hand.count(card) > 0, id + 1);  // CL-5 (ruling)
    }
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Return& returned) const {
    const Card card = returned.multiplier;
    if (is_simplified() && open.phase == Phase::Build) return refuse("CF-8");  // CF-8
    const CardBag& place = returned.source == Source::Hand ? own.hand : open.free_cards;
    if (!card.is_multiplier() || place.count(card) == 0) {
      return refuse_for("CL-5", returned.source == Source::Hand ? 3 : 2, card.index);  // CL-5
    }
    if (has_moved(open)) return second_move(open);  // CL-9
    if (open.phase == Phase::Return && !is_simplified() && !expired(open).contains(card)) {
      return refuse("CL-12", card.index);  // CL-12
    }
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Return& returned) const {
    step.post(Event::move(returned.source == Source::Hand ? hand_of(player) : free_area,
                          multiplier_stacks, returned.multiplier.index,
                          ViewerSet::everyone()));  // CL-5 CL-12
    if (step.open().phase == Phase::Return) finish_returning(step);
  }
  void perform(auto& step, Player, const ReturnNothing&) const { finish_returning(step); }

  // -- Lay off --

  // CL-11: compounds just formed do not count, and dissolved ones keep nothing alive (ruling).
  [[nodiscard]] CardSet expired(const Public& open) const { return unneeded(available(open)); }
  [[nodiscard]] CardSet dead(const Public& open) const {
    return expired(open) - multipliers;  // CF-4
  }
  // Elements that were dead when the turn began. Hand cards that die during it stay until step 5.
  [[nodiscard]] CardSet dead_before(const Public& open) const {
    return unneeded(open.display.compounds()) - multipliers;  // CF-4 (ruling)
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const LayOff& lay_off) const {
    const Card card = lay_off.card;
    if (own.hand.count(card) == 0) return refuse("GN-11", card.index);      // GN-11
    if (!expired(open).contains(card)) return refuse("CL-11", card.index);  // CL-11
    return std::nullopt;
  }
  void perform(auto& step, Player player, const LayOff& lay_off) const {
    step.post(Event::move(hand_of(player), stack_of(player), lay_off.card.index,
                          ViewerSet::everyone()));  // CL-11
  }

  // -- Done, and the steps of a turn --

  // Moves all cards of these kinds from one place to another.
  void move_all(auto& step, Place from, Place to, CardBag cards, const CardSet& kinds) const {
    (cards.kinds() & kinds).for_each([&](Card card) {
      for (int i = cards.count(card); i > 0; --i) {
        step.post(Event::move(from, to, card.index, ViewerSet::everyone()));
      }
    });
  }
  void pick_up(auto& step) const {
    const Public& open = step.open();
    move_all(step, free_area, hand_of(open.current_player), open.free_cards, kinds_);  // CL-13
  }

  void perform(auto& step, Player, const Done&) const {
    if (step.open().phase == Phase::Build) return finish_building(step);
    finish_laying_off(step);
  }
  // Ends step 1.
  void finish_building(auto& step) const {
    const Public& open = step.open();
    if (is_simplified()) {
      move_all(step, free_area, stack_of(open.current_player), open.free_cards,
               dead(open));  // CF-4 CF-8
      pick_up(step);         // CF-8
    }
    const bool may_return = is_simplified() || !(expired(open) & multipliers).empty();
    if (has_moved(open) || !may_return) return finish_returning(step);        // CL-12 (ruling)
    if (open.phase != Phase::Return) step.post(Event::phase(Phase::Return));  // CL-12 CF-8
  }
  void finish_returning(auto& step) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    if (is_simplified()) {
      if (open.hand_size[player] > hand_limit) return step.post(Event::phase(Phase::Gas));  // CF-8
      return take_compound_cards(step);
    }
    const CardSet kinds = expired(open);
    move_all(step, free_area, stack_of(player), open.free_cards, kinds);  // CL-11
    if (kinds.empty() || open.hand_size[player] == 0) return finish_laying_off(step);
    if (open.phase != Phase::LayOff) step.post(Event::phase(Phase::LayOff));  // CL-12 (ruling)
  }
  // Ends step 2 of the booklet's rules and begins step 3.
  void finish_laying_off(auto& step) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    const bool may_use = !open.gases[player].empty() && !open.free_cards.empty();
    if (may_use || !can_keep(open, player)) {
      return step.post(Event::phase(Phase::Gas));  // CL-13 CL-16
    }
    pick_up(step);
    take_compound_cards(step);
  }
  // Steps 4 and 5: makes formed and dissolved compounds final, then moves on to filling the hand,
  // if that is allowed.
  void take_compound_cards(auto& step) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    const CardSet formed = open.formed;
    const CardSet dissolved = open.dissolved;
    const bool was_cleared = is_simplified() && open.phase == Phase::Give;
    dissolved.for_each([&](Card compound) {
      const Player owner = *owner_of(open, compound);
      step.post(Event::move(tableau_of(owner), stack_of(owner), compound.index,
                            ViewerSet::everyone()));  // CL-14 CF-5
    });
    formed.for_each([&](Card compound) {
      step.post(Event::move(display, tableau_of(player), compound.index,
                            ViewerSet::everyone()));  // CL-14
    });
    if (is_simplified()) {
      const CardSet kinds = dead(open);
      for (Player p = 0; p < players_; ++p) {
        move_all(step, hand_of(p), stack_of(p), step.own(p).hand, kinds);  // CF-4 CF-8
      }
    }
    const bool passed = formed.empty() && dissolved.empty();
    step.post(Event::set(Counter::Passes, passed ? open.passes + 1 : 0));  // CL-21
    step.post(Event::phase(Phase::Fill));
    const bool can_draw = open.hand_size[player] < hand_limit && open.draw_pile_size > 0;
    if (!is_simplified() && can_draw) return;  // CL-15
    if (!is_simplified() || was_cleared || open.display.empty()) {
      return end_turn(step);  // CL-15 CF-1 CF-2
    }
    go_on_filling(step);  // CF-1
  }

  // -- Undo --

  [[nodiscard]] static bool can_undo(const Public& open) {
    const bool has_acted = !open.formed.empty() || !open.dissolved.empty() || has_moved(open) ||
                           !open.laid_off.cards.empty();
    return has_acted && !open.undone;  // CL-20
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const Undo&) const {
    if (can_undo(open)) return std::nullopt;
    return refuse_for("CL-20", open.undone ? 1 : 0);  // CL-20
  }
  // Moves all cards that were moved in this turn to the free area, and from there back to where
  // they were.
  void perform(auto& step, Player player, const Undo&) const {
    const Public& open = step.open();
    const auto move = [&](Place from, Place to, Card card) {
      step.post(Event::move(from, to, card.index, ViewerSet::everyone()));
    };
    const CardSet formed = open.formed;
    formed.for_each([&](Card compound) {
      move_cards_of(step, compound, tableau_of(player), free_area);
      step.post(Event::form(player, compound.index, false));
    });
    move_all(step, stack_of(player), free_area, open.laid_off.cards, kinds_);
    const auto taken = open.taken;
    const auto returned = open.returned;
    if (returned) move(multiplier_stacks, free_area, *returned);
    // Free cards may already have been picked up; fetch them back from the hand.
    const CardSet dissolved = open.dissolved;
    SmallBag needed;
    dissolved.for_each([&](Card compound) { needed += needs(compound.compound()); });
    if (taken) needed.add(taken->index);
    if (is_simplified()) {
      kinds_.for_each([&](Card card) {
        for (int i = needed.count(card.index) - open.free_cards.count(card); i > 0; --i) {
          move(hand_of(player), free_area, card);
        }
      });
    }
    dissolved.for_each([&](Card compound) { make_whole(step, player, compound); });
    if (taken) move(free_area, multiplier_stacks, *taken);
    pick_up(step);
    step.post(Event::set(Counter::Undone, 1));  // CL-20
    finish_building(step);                      // CL-20 (ruling)
  }

  // -- Use, keep --

  [[nodiscard]] bool can_keep(const Public& open, Player player) const {
    return !is_simplified() &&
           open.hand_size[player] + open.free_cards.size() <= hand_limit;  // CL-16 CF-8
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const Use&) const {
    if (!open.gases[player].empty()) return std::nullopt;
    if (is_simplified()) return refuse("CF-2");  // CF-2
    // Without a noble gas, this phase begins only with more cards than a hand may hold.
    return refuse_for("CL-16", 2);  // CL-16
  }
  void perform(auto& step, Player player, const Use&) const {
    if (!is_simplified()) return go_on_restoring(step);
    // The hand includes the free cards that were just picked up.
    const CardBag hand = step.own(player).hand;
    move_all(step, hand_of(player), discard_pile, hand, kinds_ - multipliers);  // CF-2
    move_all(step, hand_of(player), multiplier_stacks, hand, multipliers);      // CF-2
    step.post(Event::phase(Phase::Give));                                       // CF-2
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const Keep&) const {
    if (can_keep(open, player)) return std::nullopt;
    const int cards = open.hand_size[player] + open.free_cards.size();
    const bool has_gas = !open.gases[player].empty();
    if (is_simplified()) return refuse_for("CF-8", has_gas ? 1 : 2, cards);  // CF-8
    return refuse_for("CL-16", has_gas ? 1 : 3, cards);                      // CL-16
  }
  void perform(auto& step, Player, const Keep&) const {
    pick_up(step);
    take_compound_cards(step);
  }

  // -- Restore --

  [[nodiscard]] std::uint64_t restorable(const Public& open) const {
    return matcher_.layable(open.free_cards.small_cards()) & open.dissolved.compounds();  // CL-17
  }
  // Moves the cards of a dissolved compound back, so that it is laid as before.
  void make_whole(auto& step, Player player, Card compound) const {
    const Player owner = *owner_of(step.open(), compound);
    move_cards_of(step, compound, free_area, tableau_of(owner));
    step.post(Event::dissolve(player, compound.index, false));
  }
  void go_on_restoring(auto& step) const {
    const Public& open = step.open();
    if (restorable(open) != 0) {
      if (open.phase != Phase::Restore) step.post(Event::phase(Phase::Restore));  // CL-17
      return;
    }
    const CardBag free = open.free_cards;
    const CardSet elements = free.kinds() - multipliers;
    move_all(step, free_area, draw_pile, free, elements);             // CL-18
    move_all(step, free_area, multiplier_stacks, free, multipliers);  // CL-18
    if (!elements.empty()) {
      step.post(Event::shuffle(draw_pile, draw_pile, open.draw_pile_size));  // CL-18
    }
    step.post(Event::phase(Phase::Give));  // CL-19
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const Restore& restore) const {
    const Card compound = restore.compound;
    if (!compound.is_compound() || (restorable(open) >> compound.compound() & 1) == 0) {
      const bool lacks_cards = open.dissolved.contains(compound);
      return refuse_for("CL-17", lacks_cards ? 1 : 0, compound.index);  // CL-17
    }
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Restore& restore) const {
    make_whole(step, player, restore.compound);  // CL-17
    go_on_restoring(step);
  }

  // -- Give --

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private&, Player player,
                                                 const Give& give) const {
    if (give.receiver < players_ && give.receiver != player) return std::nullopt;
    return refuse("CL-19", give.receiver);  // CL-19
  }
  void perform(auto& step, Player player, const Give& give) const {
    const Card gas = step.open().gases[player].nth(0);
    step.post(Event::move(tableau_of(player), tableau_of(give.receiver), gas.index,
                          ViewerSet::everyone()));  // CL-19 CF-2
    take_compound_cards(step);
  }

  // -- Fill, leave --

  void perform(auto& step, Player, const Fill&) const {
    go_on_filling(step);  // CL-15
  }
  void perform(auto& step, Player, const Leave&) const { end_turn(step); }
  void go_on_filling(auto& step) const {
    const Public& open = step.open();
    if (open.hand_size[open.current_player] >= hand_limit) return end_turn(step);  // CL-15 CF-1
    if (open.draw_pile_size == 0 && !open.discard_pile.empty()) {
      step.post(Event::shuffle(discard_pile, draw_pile, open.discard_pile.size()));  // CF-3
    }
    if (open.draw_pile_size == 0) return end_turn(step);  // CL-15 CF-3
    if (open.phase != Phase::Draw) step.post(Event::phase(Phase::Draw));
  }

  // -- Chance: the deals and the draw pile --

  [[nodiscard]] static const CardBag& source(const auto& table) {
    return table.open.phase == Phase::DealGases ? table.open.gas_pile : table.hidden.draw_pile;
  }
  [[nodiscard]] static constexpr int drawn_kind_count() {
    return element_kind_count + noble_gas_kind_count;
  }
  void resolve(auto& step, const ChanceAction& action) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    const Card card = std::get<DrawnCard>(action).card;
    if (open.phase == Phase::DealGases) return deal_gas(step, card);
    if (open.phase == Phase::Deal) {
      step.post(
          Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));  // CL-2
      // The deal goes around, so the turn returns to the player who got the first card.
      const Player after = next(player);
      step.post(Event::turn(after));
      if (open.hand_size[after] == hand_limit) step.post(Event::phase(Phase::Build));
      return;
    }
    if (is_simplified() && dead(open).contains(card)) {
      step.post(Event::move(draw_pile, stack_of(player), card.index,
                            ViewerSet::everyone()));  // CF-1 (ruling) CF-4
    } else {
      step.post(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
    }
    go_on_filling(step);
  }
  void deal_gas(auto& step, Card gas) const {
    const Public& open = step.open();
    const Player player = open.current_player;
    step.post(
        Event::move(draw_pile, tableau_of(player), gas.index, ViewerSet::everyone()));  // CL-1
    if (open.gases[next(player)].empty()) return step.post(Event::turn(next(player)));
    step.post(Event::turn(who_begins(open)));
    step.post(Event::phase(Phase::Deal));
  }
  // The player with the highest noble gas. Precondition: everybody has been dealt one.
  [[nodiscard]] Player who_begins(const Public& open) const {
    Player highest = 0;
    for (Player p = 1; p < players_; ++p) {
      if (open.gases[p].nth(0) > open.gases[highest].nth(0)) highest = p;  // CL-4
    }
    return highest;
  }

  // ---- Scoring and end (CL-21 – CL-24, CF-6, CF-7) ----

  // Whether the game ends with the turn just completed.
  [[nodiscard]] bool is_last_turn(const Public& open) const {
    return open.passes == players_ || (is_simplified() && open.display.empty());  // CL-22 CF-6
  }
  void end_turn(auto& step) const {
    const Public& open = step.open();
    step.post(Event::set(Counter::Turns, open.turns + 1));
    if (is_last_turn(open)) {
      for (Player p = 0; p < players_; ++p) {
        const CardBag& laid = open.laid[p];
        move_all(step, tableau_of(p), stack_of(p), laid, laid.kinds());  // CL-23
      }
      return step.post(Event::phase(Phase::Over));
    }
    step.post(Event::turn(next(open.current_player)));
    step.post(Event::phase(Phase::Build));
  }

  /// Lower and upper bound of the scores.
  [[nodiscard]] PointsRange points_range() const {
    int gases = 0;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      const Card card = Card::of(kind);
      gases += card.is_noble_gas() ? deck_->all_cards().count(card) : 0;
    }
    return {-deck_->size(), deck_->all_points() + gas_points * gases};
  }
  /// Everybody's points if the game ended now; cards moved in the running turn count where they
  /// lie. The highest score wins (CF-7).
  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    const Public& open = view.open;
    PerPlayer<int, max_players> scores;
    for (Player p = 0; p < players_; ++p) {
      (open.won[p] + open.laid[p]).kinds().for_each([&](Card compound) {
        scores[p] += deck_->compound(compound).points;  // CL-23 CL-24
      });
      scores[p] += gas_points * open.gases[p].size();         // CL-24
      scores[p] -= open.hand_size[p] + open.minus[p].size();  // CL-24
    }
    return scores;
  }
  /// Heuristic value of a position beyond the points scored, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;

  // ---- What is seen and known ----

  template <class View, class User>
  CHEMIX_INLINE static void cards_at(View& view, Place place, Card card, User&& use) {
    Public& open = view.open;
    const Player owner = place.owner;
    switch (place.zone) {
      case Zone::DrawPile:
        if (card.is_noble_gas()) return use(open.gas_pile, &Card::is_noble_gas);
        return use(hidden_pile(view, open.draw_pile_size, &Hidden::draw_pile), &Card::is_element);
      case Zone::DiscardPile:
        return use(open.discard_pile, &Card::is_element);
      case Zone::Hand:
        return use(held_by(view, owner, open.hand_size[owner], &Private::hand), &Card::is_token);
      case Zone::FreeArea:
        return use(open.free_cards, &Card::is_token);
      case Zone::MultiplierStacks:
        return use(open.multipliers, &Card::is_multiplier);
      case Zone::Display:
        return use(open.display, &Card::is_compound);
      case Zone::Tableau:
        if (card.is_noble_gas()) return use(open.gases[owner], &Card::is_noble_gas);
        if (card.is_compound()) return use(open.laid[owner], &Card::is_compound);
        return use(open.laid_cards, &Card::is_token);
      case Zone::Stack:
        if (card.is_compound()) return use(open.won[owner], &Card::is_compound);
        return use(open.minus[owner], &Card::is_token);
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
        note_move(open, event, card);
        break;
      case Verb::Form:
      case Verb::Dissolve:
        if (card.is_compound()) {
          CardSet& noted = event.verb == Verb::Form ? open.formed : open.dissolved;
          event.amount != 0 ? noted.insert(card) : noted.erase(card);
        }
        break;
      case Verb::Shuffle:
        if (event.from.zone != Zone::DiscardPile) break;
        open.draw_pile_size = static_cast<std::uint8_t>(event.amount);
        if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile = open.discard_pile;
        open.discard_pile = {};
        break;
      case Verb::Turn:
        open.current_player = Seat::of(event.player);
        break;
      case Verb::Set: {
        const auto counter = static_cast<Counter>(event.index);
        if (counter == Counter::Turns) open.turns = static_cast<std::uint16_t>(event.amount);
        if (counter == Counter::Passes) open.passes = static_cast<std::uint8_t>(event.amount);
        if (counter == Counter::Undone) forget_turn(open, true);
        break;
      }
      case Verb::Phase:
        open.phase = static_cast<Phase>(event.index);
        if (open.phase == Phase::Fill) forget_turn(open, false);
        break;
      default:
        break;
    }
  }
  // Records what the running turn did with the cards that it moves.
  CHEMIX_INLINE static void note_move(Public& open, const Event& event, Card card) {
    if (event.from.zone == Zone::Display && card.is_compound()) open.formed.erase(card);
    if (event.from.zone == Zone::Tableau && card.is_compound()) open.dissolved.erase(card);
    if (event.from.zone == Zone::MultiplierStacks && card.is_multiplier()) open.taken = card;
    // Only returns count: using a noble gas also moves multipliers, in any number.
    if (event.to.zone == Zone::MultiplierStacks && card.is_multiplier() &&
        Return::legal_phases.contains(open.phase)) {
      open.returned = card;
    }
    if (event.to.zone == Zone::Stack && !card.is_compound() &&
        event.to.owner == open.current_player && Undo::legal_phases.contains(open.phase)) {
      open.laid_off.cards.add(card);
    }
  }
  static void forget_turn(Public& open, bool undone) {
    open.undone = undone;
    open.taken.reset();
    open.returned.reset();
    open.laid_off = {};
  }

  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    if (event.verb == Verb::Shuffle && event.from == discard_pile) {
      return knowledge.reshuffle(open.discard_pile, deck_->all_cards(), players_,
                                 [&](HiddenPlace hand) { return open.hand_size[hand]; });
    }
    // Noble gases come from a public pile.
    if (event.kind && Card::of(*event.kind).is_noble_gas()) return;
    const bool is_held = event.from.is_hand();
    knowledge.log.learn(event, hidden_place(event.from), hidden_place(event.to),
                        is_held ? open.hand_size[event.from.owner] : open.draw_pile_size);
  }
  [[nodiscard]] Belief belief_of(const Observation& seen) const;
  // Whether the draw pile holds only elements and the hands are possible at this point of the turn.
  // The observation log of a long game may have lost what rules the other deals out.
  [[nodiscard]] bool is_consistent(const Table& table) const;

  // ---- Ids of actions that are no product of ranges ----

  // Forms are numbered by a list and come first, so their numbers are also their ids.
  [[nodiscard]] int count_of(std::type_identity<Form>) const {
    return static_cast<int>(forms_.size());
  }
  [[nodiscard]] Form nth_of(std::type_identity<Form>, int n) const {
    return forms_[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] int number_of(const Form& form) const {
    if (!form.compound.is_compound()) return -1;
    const auto compound = static_cast<std::size_t>(form.compound.compound());
    if (compound >= needs_.size()) return -1;
    SmallBag rest = needs_[compound];
    std::uint32_t number = first_number_[compound];
    for (int i = 0; i < form.from_hand.size(); ++i) {
      const Card card = form.from_hand[i];
      const bool ascends = i == 0 || form.from_hand[i - 1] <= card;
      if (!ascends || !card.is_small() || rest.count(card.index) == 0) return -1;
      rest.remove(card.index);
      number += strides_[compound][card.index];
    }
    return form_ids_[number];
  }

 private:
  // The place value of each kind in the form numbers of a compound, with an entry for each lane of
  // a bag.
  using Strides = std::array<std::uint16_t, SmallBag::lanes_per_word>;
  // Marks a number of hand cards with which the compound cannot be formed.
  static constexpr std::uint16_t no_form = 0xFFFF;

  static constexpr CardSet multipliers = [] {
    CardSet kinds;
    for (int i = 0; i < multiplier_kind_count; ++i) kinds.insert(Card::of_multiplier(i + 2));
    return kinds;
  }();

  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);
  void number_forms(int compound);
  [[nodiscard]] int count_legal_actions() const;
  // How many cards of this kind the hand held at the start of the turn beyond those it holds now.
  [[nodiscard]] int taken_from_hand(const Public& open, Card card) const;
  [[nodiscard]] std::optional<InputError> deal_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> turn_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open, const Private& own,
                                                   Player player) const;

  Matcher matcher_;
  std::vector<SmallBag> needs_;
  // All ways to form compounds, compound by compound. The cards from the hand are encoded as a
  // mixed-radix number, lowest kind first; `form_ids_` maps it to an id, and the numbers of a
  // compound start there at its `first_number_`.
  std::vector<Form> forms_;
  std::vector<std::uint16_t> form_ids_;
  std::vector<std::uint32_t> first_number_;
  std::vector<Strides> strides_;
  std::array<std::uint64_t, small_kind_count> containing_{};
  // Elements and multipliers of the deck.
  CardSet kinds_;
  // The table before the deal.
  Table start_ = Table();
  int max_legal_actions_ = 0;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

/// The games that this header defines.
using Games = std::tuple<Game>;

}  // namespace chemix::classic
