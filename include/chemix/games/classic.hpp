// SPDX-License-Identifier: Apache-2.0
// ChemiX Classic: dissolve compounds, form new ones, score them. Rules: docs/rules/classic.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A turn    Build × n (dissolve, form, take, return … done or undo) [→ Return] [→ LayOff × n]
//           [→ Gas → Restore × n → Give] [→ Fill → Draw × n]; nothing is final before Fill.
// Who sees  everybody what lies on the table and goes there or comes from there; a player the own
//           hand; nobody the draw pile.
// Ends      when all have passed in turn; in the simplified rule set also with the last compound.

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
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/id_list.hpp"
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

namespace chemix::classic {

// ---- Constants ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int hand_limit = 3;  // CL-3
inline constexpr int gas_points = 3;  // CL-24

// ---- Options (CL-1, CF-1) ----

/// The rules of the booklet, or the simplified ones.
enum class Ruleset : std::uint8_t { Booklet, Simplified };

constexpr std::array<std::string_view, 2> names_of(Ruleset) { return {"booklet", "simplified"}; }

struct Options {
  Ruleset ruleset = Ruleset::Booklet;  // CF-1

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"ruleset", "CF-1", "the rules of the booklet, or the simplified ones"},
          self.ruleset);
  }
};

// ---- Actions (CL-5 – CL-20) ----

/// Cards of a hand, ascending.
using HandCards = CardList<hand_limit>;

/// Forms a compound from these hand cards and free cards for the rest.
struct Form {
  Card compound;
  HandCards from_hand;
  static constexpr std::string_view name = "form";
  constexpr bool operator==(const Form&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound);
    visit("from_hand", self.from_hand);
  }
};
/// Takes a compound of an earlier turn apart.
struct Dissolve {
  Card compound;
  static constexpr std::string_view name = "dissolve";
  constexpr bool operator==(const Dissolve&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("compound", self.compound); }
};
/// Takes a multiplier from its stack.
struct Take {
  Card multiplier;
  static constexpr std::string_view name = "take";
  constexpr bool operator==(const Take&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("multiplier", self.multiplier);
  }
};

/// Where a multiplier comes from that is returned.
enum class Source : std::uint8_t { Free, Hand };

constexpr std::array<std::string_view, 2> names_of(Source) { return {"free", "hand"}; }

/// Puts a multiplier back on its stack.
struct Return {
  Card multiplier;
  Source source = Source::Free;
  static constexpr std::string_view name = "return";
  constexpr bool operator==(const Return&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("multiplier", self.multiplier);
    visit("source", self.source);
  }
};
/// Puts none back, where that is asked.
struct ReturnNothing : NoFields<ReturnNothing> {
  static constexpr std::string_view name = "return_nothing";
};
/// Puts an expired hand card on the own minus pile.
struct LayOff {
  Card card;
  static constexpr std::string_view name = "lay_off";
  constexpr bool operator==(const LayOff&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Goes on to the next part of the turn.
struct Done : NoFields<Done> {
  static constexpr std::string_view name = "done";
};
/// Takes the whole turn back.
struct Undo : NoFields<Undo> {
  static constexpr std::string_view name = "undo";
};
/// Uses a noble gas.
struct Use : NoFields<Use> {
  static constexpr std::string_view name = "use";
};
/// Keeps the noble gas.
struct Keep : NoFields<Keep> {
  static constexpr std::string_view name = "keep";
};
/// Makes a dissolved compound whole again.
struct Restore {
  Card compound;
  static constexpr std::string_view name = "restore";
  constexpr bool operator==(const Restore&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("compound", self.compound); }
};
/// Gives the noble gas that was used away.
struct Give {
  Seat receiver;
  static constexpr std::string_view name = "give";
  constexpr bool operator==(const Give&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("receiver", self.receiver); }
};
/// Fills the hand from the draw pile.
struct Fill : NoFields<Fill> {
  static constexpr std::string_view name = "fill";
};
/// Leaves the hand as it is.
struct Leave : NoFields<Leave> {
  static constexpr std::string_view name = "leave";
};

using Action = std::variant<Form, Dissolve, Take, Return, ReturnNothing, LayOff, Done, Undo, Use,
                            Keep, Restore, Give, Fill, Leave>;
using ChanceAction = std::variant<Drawn>;
using LegalActions = IdList<max_ways>;

// ---- State ----

/// In the two deals and when the hand is filled chance acts.
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
  Over,
};

constexpr std::array<std::string_view, 11> names_of(Phase) {
  return {"deal_gases", "deal", "build", "return", "lay_off", "gas",
          "restore",    "give", "fill",  "draw",   "over"};
}

/// Undone: the running turn was taken back.
enum class Counter : std::uint8_t { Turns, Passes, Undone };

constexpr std::array<std::string_view, 3> names_of(Counter) {
  return {"turns", "passes", "undone"};
}

struct Public {
  Phase phase = Phase::DealGases;
  /// Whose turn it is, or who gets the next card of a deal.
  Seat current_player;
  /// Turns in a row that were passes, with the running one from its filling on.
  std::uint8_t passes = 0;
  /// The running turn was taken back.
  bool undone = false;
  /// Turns that are over.
  std::uint16_t turns = 0;
  /// The multiplier that was taken from a stack in this turn, or returned to one.
  std::optional<Card> taken;
  std::optional<Card> returned;
  PerPlayer<std::uint8_t, max_players> hand_size;
  std::uint8_t draw_pile_size = 0;
  PerPlayer<CardBag, max_players> gases;
  /// Noble gases that nobody got (yet).
  CardBag gas_pile;
  /// The compounds that nobody has laid, with those of them formed in this turn.
  CardBag display;
  CardSet formed;
  CardBag multipliers;
  /// Small cards of the free area that belong to no compound.
  CardBag free_cards;
  /// The compounds of the free area by owner, with those of them dissolved in this turn, and the
  /// small cards of all that are whole, formed ones too.
  PerPlayer<CardBag, max_players> laid;
  CardSet dissolved;
  CardBag laid_cards;
  /// Won compounds, and the minus piles.
  PerPlayer<CardBag, max_players> won;
  PerPlayer<CardBag, max_players> minus;
  /// What came to a minus pile in this turn and could be taken back.
  ShownCards laid_off;
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

struct Private {
  CardBag hand;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("hand", self.hand); }
};

struct Hidden {
  CardBag draw_pile;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
  }
};

/// What is known of hands and of the draw pile.
using Held = HeldCardsOf<1, 38>;

struct Facts {
  CommonKnowledge<Held, max_players, 1> held;

  constexpr bool operator==(const Facts&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("held", self.held); }
};

// ---- Contract ----

class WholeTurns;

class Rules : public DeckRules<ChemixDeck, Options> {
 public:
  static constexpr std::string_view name = "classic";
  static constexpr std::string_view default_deck = "chemix";
  static constexpr int revision = 1;
  static constexpr int min_players = classic::min_players;
  static constexpr int max_players = classic::max_players;
  static constexpr std::size_t max_table_bytes = 512;
  // Taking a turn back moves each of the 26 cards that are no noble gases twice at most, and not
  // more compounds are formed and dissolved in it than there are cards.
  static constexpr std::size_t max_step_events = 128;

  using Phase = classic::Phase;
  using Counter = classic::Counter;
  using Public = classic::Public;
  using Private = classic::Private;
  using Hidden = classic::Hidden;
  using Facts = classic::Facts;
  using Action = classic::Action;
  using ChanceAction = classic::ChanceAction;
  using LegalActions = classic::LegalActions;
  using Event = chemix::Event;
  using WholeTurns = classic::WholeTurns;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or a deck that the game cannot be played with.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);

  [[nodiscard]] int action_count() const { return leave_id() + 1; }
  [[nodiscard]] int chance_action_count() const {
    return element_kind_count + noble_gas_kind_count;
  }
  [[nodiscard]] int action_id(const Action& action) const;
  [[nodiscard]] Action action_of(int id) const;
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  [[nodiscard]] int max_legal_actions() const { return max_legal_actions_; }
  [[nodiscard]] std::int64_t max_steps() const;

  [[nodiscard]] Table initial_table(Player start_player) const;
  [[nodiscard]] Acting acting(const Public& open) const;
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return acting(table.open).is_chance() ? pile(table).size() : 0;
  }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Drawn{pile(table).nth(static_cast<int>(nth))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    return acting(table.open).is_chance() ? pile(table).count(std::get<Drawn>(action).card) : 0;
  }

  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const;
  template <class Stage>
  void resolve(Stage& stage, const ChanceAction& action) const;
  template <class View>
  void fold(View& view, const Event& event) const;
  void learn(Facts& facts, const Public& open, const Event& event) const;
  [[nodiscard]] Facts facts_of(const Facts& facts, Viewer viewer) const {
    return {facts.held.as_known_to(viewer, players_)};
  }
  [[nodiscard]] static int weakened(const Observation& seen) {
    return seen.facts.held.of(seen.viewer).weakened();
  }

  [[nodiscard]] WorldProblem worlds_of(const Observation& seen) const;
  [[nodiscard]] Table table_in(const Observation& seen, const World& world) const;

  [[nodiscard]] PerPlayer<int, max_players> scores(const Table& table) const;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    return mean_returns(scores(table), players_);  // CL-24 CF-7
  }
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;

  // What whole turns are found with.

  [[nodiscard]] bool is_simplified() const { return options_.ruleset == Ruleset::Simplified; }
  /// The small cards of a compound.
  [[nodiscard]] const SmallBag& needs(int compound) const {
    return needs_[static_cast<std::size_t>(compound)];
  }
  /// The compounds that contain an element or a multiplier, one bit each.
  [[nodiscard]] std::uint64_t containing(Card card) const { return containing_[card.index]; }
  /// The elements and multipliers of the deck that no compound of `display` contains.
  [[nodiscard]] CardSet unneeded(std::uint64_t display) const;
  [[nodiscard]] const Matcher& matcher() const { return matcher_; }

 private:
  // Ids: the ways to form compounds, then the other actions in an order in which they are found.
  [[nodiscard]] int dissolve_id() const { return static_cast<int>(forms_.size()); }
  [[nodiscard]] int take_id() const { return dissolve_id() + compound_count(); }
  [[nodiscard]] int return_id() const { return take_id() + multiplier_kind_count; }
  [[nodiscard]] int return_nothing_id() const { return return_id() + 2 * multiplier_kind_count; }
  [[nodiscard]] int lay_off_id() const { return return_nothing_id() + 1; }
  [[nodiscard]] int done_id() const { return lay_off_id() + token_kind_count; }
  [[nodiscard]] int undo_id() const { return done_id() + 1; }
  [[nodiscard]] int use_id() const { return undo_id() + 1; }
  [[nodiscard]] int keep_id() const { return use_id() + 1; }
  [[nodiscard]] int restore_id() const { return keep_id() + 1; }
  [[nodiscard]] int give_id() const { return restore_id() + compound_count(); }
  [[nodiscard]] int fill_id() const { return give_id() + players_; }
  [[nodiscard]] int leave_id() const { return fill_id() + 1; }
  [[nodiscard]] int compound_count() const { return static_cast<int>(needs_.size()); }

  // The places of a compound's kinds in the numbers of its forms; room for each lane of a bag.
  using Strides = std::array<std::uint16_t, SmallBag::lanes_per_word>;
  // No way to form the compound takes so many cards from the hand.
  static constexpr std::uint16_t no_form = 0xFFFF;

  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);
  void add_forms(int compound);
  [[nodiscard]] int most_legal_actions() const;

  [[nodiscard]] static const CardBag& pile(const Table& table) {
    return table.open.phase == Phase::DealGases ? table.open.gas_pile : table.hidden.draw_pile;
  }

  [[nodiscard]] int form_id(const Form& form) const;
  [[nodiscard]] std::optional<Player> owner_of(const Public& open, Card compound) const;
  [[nodiscard]] std::uint64_t laid_whole(const Public& open) const;
  [[nodiscard]] static std::uint64_t available(const Public& open) {
    return open.display.compounds() & ~open.formed.compounds();  // CL-7
  }
  // CL-11: formed compounds do not count, and dissolved ones keep nothing alive (ruling).
  [[nodiscard]] CardSet expired(const Public& open) const { return unneeded(available(open)); }
  [[nodiscard]] CardSet dead(const Public& open) const;
  [[nodiscard]] static bool has_moved(const Public& open) { return open.taken || open.returned; }
  [[nodiscard]] static bool has_acted(const Public& open) {
    return !open.formed.empty() || !open.dissolved.empty() || has_moved(open) ||
           !open.laid_off.cards.empty();
  }
  [[nodiscard]] static bool can_undo(const Public& open) {
    return has_acted(open) && !open.undone;  // CL-20
  }
  [[nodiscard]] bool can_keep(const Public& open, Player player) const {
    return !is_simplified() &&
           open.hand_size[player] + open.free_cards.size() <= hand_limit;  // CL-16 CF-8
  }
  [[nodiscard]] std::uint64_t restorable(const Public& open) const {
    return matcher_.layable(open.free_cards.small()) & open.dissolved.compounds();  // CL-17
  }
  [[nodiscard]] static bool has_multiplier(const CardSet& kinds) {
    for (int number = 2; number <= 4; ++number) {
      if (kinds.contains(Card::of_multiplier(number))) return true;
    }
    return false;
  }

  void add_ways_to_form(LegalActions& legal, const SmallBag& hand, const SmallBag& free,
                        std::uint64_t compounds) const;
  void add_returns(LegalActions& legal, const CardBag& free, const CardBag& hand,
                   const CardSet& kinds) const;
  [[nodiscard]] bool asks_for(const Public& open, const Action& action) const;
  [[nodiscard]] std::optional<RuleError> check_form(const Public& open, const Private& own,
                                                    const Form& form) const;
  [[nodiscard]] std::optional<RuleError> check_return(const Public& open, const Private& own,
                                                      const Return& returned) const;

  template <class Stage>
  void deal_gas(Stage& stage, Card gas) const;
  template <class Stage>
  void deal(Stage& stage, Card card) const;
  template <class Stage>
  void draw(Stage& stage, Card card) const;
  template <class Stage>
  void form(Stage& stage, Player player, const Form& form) const;
  template <class Stage>
  void dissolve(Stage& stage, Player player, Card compound) const;
  template <class Stage>
  void make_whole(Stage& stage, Player player, Card compound) const;
  template <class Stage>
  void undo(Stage& stage, Player player) const;
  template <class Stage>
  void finish_building(Stage& stage) const;
  template <class Stage>
  void finish_returning(Stage& stage) const;
  template <class Stage>
  void finish_laying_off(Stage& stage) const;
  template <class Stage>
  void go_on_restoring(Stage& stage) const;
  template <class Stage>
  void clear_hand(Stage& stage, Player player) const;
  template <class Stage>
  void give(Stage& stage, Player player, Player receiver) const;
  template <class Stage>
  void free_to_minus(Stage& stage, const CardSet& kinds) const;
  template <class Stage>
  void pick_up(Stage& stage) const;
  template <class Stage>
  void bury_dead_cards(Stage& stage) const;
  template <class Stage>
  void take_compound_cards(Stage& stage, bool is_filled) const;
  template <class Stage>
  void go_on_filling(Stage& stage) const;
  template <class Stage>
  void end_turn(Stage& stage) const;
  template <class Stage>
  void end_game(Stage& stage) const;
  // Moves a bag of cards that everybody sees.
  template <class Stage>
  void move_all(Stage& stage, Place from, Place to, const CardBag& cards) const;

  template <class View>
  void fold_from(View& view, const Event& event, Card card) const;
  template <class View>
  void fold_to(View& view, const Event& event, Card card) const;

  [[nodiscard]] CardBag lying(const Public& open) const;
  [[nodiscard]] SmallBag cards_of(std::uint64_t compounds) const;
  // How many cards of a kind the hand had more at the start of the turn than it has now.
  [[nodiscard]] int taken_from_hand(const Public& open, Card card) const;
  [[nodiscard]] std::optional<InputError> deal_fault(const Public& open) const;
  [[nodiscard]] std::optional<InputError> turn_fault(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own,
                                                   Player player) const;
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action, int argument = 0) const {
    return refusal(rule, action_id(action), argument);
  }

  Matcher matcher_;
  std::vector<SmallBag> needs_;
  // All ways to form compounds, compound by compound. What comes from the hand is a number in a
  // mixed base, the lowest kind in the lowest place; these numbers of a compound begin at its
  // `first_number_` in `form_ids_`.
  std::vector<Form> forms_;
  std::vector<std::uint16_t> form_ids_;
  std::vector<std::uint32_t> first_number_;
  std::vector<Strides> strides_;
  std::array<std::uint64_t, small_kind_count> containing_{};
  // Elements and multipliers of the deck.
  CardSet kinds_;
  // What lies there before the deal.
  Table start_;
  int max_legal_actions_ = 0;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, CL-5 – CL-20, CF-2, CF-8) ----

inline Acting Rules::acting(const Public& open) const {
  switch (open.phase) {
    case Phase::DealGases:
    case Phase::Deal:
    case Phase::Draw:
      return Acting::chance();
    case Phase::Over:
      return Acting::nobody();
    default:
      return Acting::one(open.current_player);
  }
}

inline CardSet Rules::unneeded(std::uint64_t display) const {
  std::uint64_t lanes = 0;
  for (std::size_t kind = 0; kind < containing_.size(); ++kind) {
    const std::uint64_t is_unneeded = (containing_[kind] & display) == 0 ? 1 : 0;
    lanes |= is_unneeded << kind * SmallBag::lane_width;
  }
  return CardSet::of_lanes(lanes) & kinds_;
}

// Elements that no compound card of the display shows; a formed one lies there until step 5.
inline CardSet Rules::dead(const Public& open) const {
  CardSet kinds = unneeded(open.display.compounds());  // CF-4
  for (int number = 2; number <= 4; ++number) kinds.erase(Card::of_multiplier(number));
  return kinds;  // CF-4 (ruling)
}

inline std::optional<Player> Rules::owner_of(const Public& open, Card compound) const {
  for (Player p = 0; p < players_; ++p) {
    if (open.laid[p].count(compound) > 0) return p;
  }
  return std::nullopt;
}

// The compounds of earlier turns that have not been dissolved.
inline std::uint64_t Rules::laid_whole(const Public& open) const {
  std::uint64_t compounds = 0;
  for (Player p = 0; p < players_; ++p) compounds |= open.laid[p].compounds();
  return compounds & ~open.dissolved.compounds();
}

inline LegalActions Rules::legal_actions(const Public& open, const Private& own,
                                         Player player) const {
  LegalActions legal;
  switch (open.phase) {
    case Phase::Build: {
      const SmallBag& hand = own.hand.small();
      const SmallBag& free = open.free_cards.small();
      add_ways_to_form(legal, hand, free,
                       matcher_.layable(hand + free) & available(open));  // CL-7 MT-1
      for (std::uint64_t rest = laid_whole(open); rest != 0; rest &= rest - 1) {
        legal.push_back(dissolve_id() + std::countr_zero(rest));  // CL-5 CL-6
      }
      if (!has_moved(open)) {  // CL-9
        for (int number = 2; number <= 4; ++number) {
          const bool lies = open.multipliers.count(Card::of_multiplier(number)) > 0;
          if (lies) legal.push_back(take_id() + number - 2);  // CL-5
        }
        if (!is_simplified()) add_returns(legal, open.free_cards, own.hand, kinds_);  // CL-5 CF-8
      }
      legal.push_back(done_id());                      // CL-5 CL-21
      if (can_undo(open)) legal.push_back(undo_id());  // CL-20
      break;
    }
    case Phase::Return:
      add_returns(legal, open.free_cards, own.hand,
                  is_simplified() ? kinds_ : expired(open));  // CL-12 CF-8
      legal.push_back(return_nothing_id());
      if (can_undo(open)) legal.push_back(undo_id());  // CL-20
      break;
    case Phase::LayOff:
      (own.hand.kinds() & expired(open)).for_each([&](Card card) {
        legal.push_back(lay_off_id() + card.token());  // CL-11
      });
      legal.push_back(done_id());
      if (can_undo(open)) legal.push_back(undo_id());  // CL-20
      break;
    case Phase::Gas:
      if (can_undo(open)) legal.push_back(undo_id());              // CL-20
      if (!open.gases[player].empty()) legal.push_back(use_id());  // CL-16 CF-2
      if (can_keep(open, player)) legal.push_back(keep_id());      // CL-16
      break;
    case Phase::Restore:
      for (std::uint64_t rest = restorable(open); rest != 0; rest &= rest - 1) {
        legal.push_back(restore_id() + std::countr_zero(rest));  // CL-17
      }
      break;
    case Phase::Give:
      for (Player p = 0; p < players_; ++p) {
        if (p != player) legal.push_back(give_id() + p);  // CL-19
      }
      break;
    case Phase::Fill:
      legal.push_back(fill_id());  // CL-15
      legal.push_back(leave_id());
      break;
    default:
      break;
  }
  return legal;
}

// All ways to form `compounds`, which hand and free cards suffice for: of each kind that the hand
// holds, as many come from it as the free cards lack, or more.
inline void Rules::add_ways_to_form(LegalActions& legal, const SmallBag& hand, const SmallBag& free,
                                    std::uint64_t compounds) const {
  // So many kinds are in a hand at most (CL-3); what is missing to so many is in no compound.
  std::array<int, hand_limit> kinds;
  kinds.fill(Card::of(element_kind_count).index);
  std::size_t count = 0;
  for (std::uint64_t left = SmallBag::occupied(hand.word(0)); left != 0 && count < kinds.size();
       left &= left - 1) {
    kinds[count++] = std::countr_zero(left) / SmallBag::lane_width;
  }
  for (; compounds != 0; compounds &= compounds - 1) {
    const auto compound = static_cast<std::size_t>(std::countr_zero(compounds));
    const std::uint16_t* ids = &form_ids_[first_number_[compound]];
    std::array<int, hand_limit> stride{};
    std::array<int, hand_limit> most{};
    int first = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const int needed = needs_[compound].count(kinds[i]);
      const int least = std::max(0, needed - free.count(kinds[i]));
      stride[i] = strides_[compound][static_cast<std::size_t>(kinds[i])];
      most[i] = std::max(0, std::min(needed, hand.count(kinds[i])) - least);
      first += stride[i] * least;
    }
    for (int c = 0; c <= most[2]; ++c) {
      for (int b = 0; b <= most[1]; ++b) {
        for (int a = 0; a <= most[0]; ++a) {
          const int id = ids[first + a * stride[0] + b * stride[1] + c * stride[2]];
          // A view made of events that cannot be may hold more cards.
          if (id != no_form) legal.push_back(id);  // CL-8 MT-4
        }
      }
    }
  }
}

inline void Rules::add_returns(LegalActions& legal, const CardBag& free, const CardBag& hand,
                               const CardSet& kinds) const {
  for (int i = 0; i < multiplier_kind_count; ++i) {
    const Card card = Card::of_multiplier(i + 2);
    if (!kinds.contains(card)) continue;
    if (free.count(card) > 0) legal.push_back(return_id() + 2 * i);
    if (hand.count(card) > 0) legal.push_back(return_id() + 2 * i + 1);  // CL-5 (ruling)
  }
}

inline bool Rules::asks_for(const Public& open, const Action& action) const {
  switch (open.phase) {
    case Phase::Build:
      return is_any_of<Form, Dissolve, Take, Return, Done, Undo>(action);
    case Phase::Return:
      return is_any_of<Return, ReturnNothing, Undo>(action);
    case Phase::LayOff:
      return is_any_of<LayOff, Done, Undo>(action);
    case Phase::Gas:
      return is_any_of<Undo, Use, Keep>(action);
    case Phase::Restore:
      return std::holds_alternative<Restore>(action);
    case Phase::Give:
      return std::holds_alternative<Give>(action);
    case Phase::Fill:
      return is_any_of<Fill, Leave>(action);
    default:
      return false;
  }
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  if (!acting(open).contains(player) || !asks_for(open, action)) {
    return refuse("GN-10", action);  // GN-10
  }
  if (const auto* form = std::get_if<Form>(&action)) return check_form(open, own, *form);
  if (const auto* returned = std::get_if<Return>(&action))
    return check_return(open, own, *returned);
  if (const auto* dissolve = std::get_if<Dissolve>(&action)) {
    const Card compound = dissolve->compound;
    if (open.formed.contains(compound)) return refuse("CL-6", action, compound.index);  // CL-6
    if (!owner_of(open, compound) || open.dissolved.contains(compound)) {
      return refuse("CL-5", action, compound.index);  // CL-5
    }
  } else if (const auto* take = std::get_if<Take>(&action)) {
    if (!take->multiplier.is_multiplier() || open.multipliers.count(take->multiplier) == 0) {
      return refuse("CL-5", action, take->multiplier.index);  // CL-5
    }
    if (has_moved(open)) return refuse("CL-9", action);  // CL-9
  } else if (const auto* laid_off = std::get_if<LayOff>(&action)) {
    if (!laid_off->card.is_token() || own.hand.count(laid_off->card) == 0) {
      return refuse("GN-11", action, laid_off->card.index);  // GN-11
    }
    if (!expired(open).contains(laid_off->card)) {
      return refuse("CL-11", action, laid_off->card.index);  // CL-11
    }
  } else if (std::holds_alternative<Undo>(action)) {
    if (!can_undo(open)) return refuse("CL-20", action);  // CL-20
  } else if (std::holds_alternative<Use>(action)) {
    if (open.gases[player].empty()) return refuse("CL-16", action);  // CL-16 CF-2
  } else if (std::holds_alternative<Keep>(action)) {
    if (!can_keep(open, player)) return refuse("CL-16", action, open.hand_size[player]);  // CL-16
  } else if (const auto* restore = std::get_if<Restore>(&action)) {
    const Card compound = restore->compound;
    if (!compound.is_compound() || (restorable(open) >> compound.compound() & 1) == 0) {
      return refuse("CL-17", action, compound.index);  // CL-17
    }
  } else if (const auto* give = std::get_if<Give>(&action)) {
    if (give->receiver >= players_ || give->receiver == player) {
      return refuse("CL-19", action, give->receiver);  // CL-19
    }
  }
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_form(const Public& open, const Private& own,
                                                  const Form& form) const {
  const Card compound = form.compound;
  if (!compound.is_compound() || (available(open) >> compound.compound() & 1) == 0) {
    return refuse("CL-7", form, compound.index);  // CL-7
  }
  const SmallBag& needs = needs_[static_cast<std::size_t>(compound.compound())];
  SmallBag from_hand;
  for (int i = 0; i < form.from_hand.size(); ++i) from_hand.add(form.from_hand[i].index);
  if (form_id(form) == action_count() || !own.hand.small().contains(from_hand) ||
      !open.free_cards.small().contains(needs - from_hand)) {
    return refuse("CL-8", form, compound.index);  // CL-8 MT-1 MT-4
  }
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_return(const Public& open, const Private& own,
                                                    const Return& returned) const {
  const Card card = returned.multiplier;
  if (is_simplified() && open.phase == Phase::Build) return refuse("CF-8", returned);  // CF-8
  const CardBag& place = returned.source == Source::Hand ? own.hand : open.free_cards;
  if (!card.is_multiplier() || place.count(card) == 0) {
    return refuse("CL-5", returned, card.index);  // CL-5
  }
  if (has_moved(open)) return refuse("CL-9", returned);  // CL-9
  if (open.phase == Phase::Return && !is_simplified() && !expired(open).contains(card)) {
    return refuse("CL-12", returned, card.index);  // CL-12
  }
  return std::nullopt;
}

// ---- What happens then (CL-2 – CL-23, CF-1 – CF-8) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  if (const auto* formed = std::get_if<Form>(&action)) {
    form(stage, player, *formed);
  } else if (const auto* dissolved = std::get_if<Dissolve>(&action)) {
    dissolve(stage, player, dissolved->compound);
  } else if (const auto* taken = std::get_if<Take>(&action)) {
    stage.emit(Event::move(multiplier_stacks, free_area, taken->multiplier.index,
                           ViewerSet::everyone()));  // CL-5
  } else if (const auto* returned = std::get_if<Return>(&action)) {
    stage.emit(Event::move(returned->source == Source::Hand ? hand_of(player) : free_area,
                           multiplier_stacks, returned->multiplier.index,
                           ViewerSet::everyone()));  // CL-5 CL-12
    if (stage.open().phase == Phase::Return) finish_returning(stage);
  } else if (std::holds_alternative<ReturnNothing>(action)) {
    finish_returning(stage);
  } else if (const auto* laid_off = std::get_if<LayOff>(&action)) {
    stage.emit(Event::move(hand_of(player), stack_of(player), laid_off->card.index,
                           ViewerSet::everyone()));  // CL-11
  } else if (std::holds_alternative<Done>(action)) {
    if (stage.open().phase == Phase::Build) return finish_building(stage);
    finish_laying_off(stage);
  } else if (std::holds_alternative<Undo>(action)) {
    undo(stage, player);
    finish_building(stage);  // CL-20 (ruling)
  } else if (std::holds_alternative<Use>(action)) {
    if (is_simplified()) return clear_hand(stage, player);
    go_on_restoring(stage);
  } else if (std::holds_alternative<Keep>(action)) {
    pick_up(stage);
    take_compound_cards(stage, true);
  } else if (const auto* restored = std::get_if<Restore>(&action)) {
    make_whole(stage, player, restored->compound);  // CL-17
    go_on_restoring(stage);
  } else if (const auto* given = std::get_if<Give>(&action)) {
    give(stage, player, given->receiver);
  } else if (std::holds_alternative<Fill>(action)) {
    go_on_filling(stage);  // CL-15
  } else if (std::holds_alternative<Leave>(action)) {
    end_turn(stage);
  }
}

template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const Card card = std::get<Drawn>(action).card;
  switch (stage.open().phase) {
    case Phase::DealGases:
      return deal_gas(stage, card);
    case Phase::Deal:
      return deal(stage, card);
    default:
      return draw(stage, card);
  }
}

template <class Stage>
void Rules::deal_gas(Stage& stage, Card gas) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  stage.emit(Event::move(draw_pile, tableau_of(player), gas.index, ViewerSet::everyone()));  // CL-1
  if (open.gases[next(player)].empty()) return stage.emit(Event::turn(next(player)));
  Player highest = 0;
  for (Player p = 1; p < players_; ++p) {
    if (open.gases[p].nth(0) > open.gases[highest].nth(0)) highest = p;  // CL-4
  }
  stage.emit(Event::turn(highest));
  stage.emit(Event::phase(Phase::Deal));
}

template <class Stage>
void Rules::deal(Stage& stage, Card card) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  stage.emit(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));  // CL-2
  // After whole rounds it is the turn of who got the first card.
  const Player after = next(player);
  stage.emit(Event::turn(after));
  if (open.hand_size[after] == hand_limit) stage.emit(Event::phase(Phase::Build));
}

template <class Stage>
void Rules::draw(Stage& stage, Card card) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  if (is_simplified() && dead(open).contains(card)) {
    stage.emit(Event::move(draw_pile, stack_of(player), card.index,
                           ViewerSet::everyone()));  // CF-1 (ruling) CF-4
  } else {
    stage.emit(Event::move(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
  }
  go_on_filling(stage);
}

template <class Stage>
void Rules::form(Stage& stage, Player player, const Form& form) const {
  SmallBag from_hand;
  for (int i = 0; i < form.from_hand.size(); ++i) from_hand.add(form.from_hand[i].index);
  for (const Card token : deck_->compound(form.compound).tokens) {
    const bool of_hand = from_hand.count(token.index) > 0;
    if (of_hand) from_hand.remove(token.index);
    stage.emit(Event::move(of_hand ? hand_of(player) : free_area, tableau_of(player), token.index,
                           ViewerSet::everyone()));  // CL-8
  }
  stage.emit(Event::form(player, form.compound.index, true));  // CL-14
}

template <class Stage>
void Rules::dissolve(Stage& stage, Player player, Card compound) const {
  const Player owner = *owner_of(stage.open(), compound);
  for (const Card token : deck_->compound(compound).tokens) {
    stage.emit(
        Event::move(tableau_of(owner), free_area, token.index, ViewerSet::everyone()));  // CL-5
  }
  stage.emit(Event::dissolve(player, compound.index, true));  // CL-14
}

// A dissolved compound lies there as before.
template <class Stage>
void Rules::make_whole(Stage& stage, Player player, Card compound) const {
  const Player owner = *owner_of(stage.open(), compound);
  for (const Card token : deck_->compound(compound).tokens) {
    stage.emit(Event::move(free_area, tableau_of(owner), token.index, ViewerSet::everyone()));
  }
  stage.emit(Event::dissolve(player, compound.index, false));
}

template <class Stage>
void Rules::move_all(Stage& stage, Place from, Place to, const CardBag& cards) const {
  cards.kinds().for_each([&](Card card) {
    for (int i = cards.count(card); i > 0; --i) {
      stage.emit(Event::move(from, to, card.index, ViewerSet::everyone()));
    }
  });
}

// All that was moved in this turn goes to the free area, and from there back to where it was.
template <class Stage>
void Rules::undo(Stage& stage, Player player) const {
  const Public& open = stage.open();
  const CardSet formed = open.formed;
  formed.for_each([&](Card compound) {
    for (const Card token : deck_->compound(compound).tokens) {
      stage.emit(Event::move(tableau_of(player), free_area, token.index, ViewerSet::everyone()));
    }
    stage.emit(Event::form(player, compound.index, false));
  });
  move_all(stage, stack_of(player), free_area, CardBag(open.laid_off.cards));
  const auto taken = open.taken;
  const auto returned = open.returned;
  const auto move = [&](Place from, Place to, Card card) {
    stage.emit(Event::move(from, to, card.index, ViewerSet::everyone()));
  };
  if (returned) move(multiplier_stacks, free_area, *returned);
  // Free cards may have been picked up already.
  const CardSet dissolved = open.dissolved;
  SmallBag needed = cards_of(dissolved.compounds());
  if (taken) needed.add(taken->index);
  if (is_simplified()) {
    kinds_.for_each([&](Card card) {
      for (int i = needed.count(card.index) - open.free_cards.count(card); i > 0; --i) {
        move(hand_of(player), free_area, card);
      }
    });
  }
  dissolved.for_each([&](Card compound) { make_whole(stage, player, compound); });
  if (taken) move(free_area, multiplier_stacks, *taken);
  pick_up(stage);
  stage.emit(Event::count(Counter::Undone, 1));  // CL-20
}

// Step 1 is over.
template <class Stage>
void Rules::finish_building(Stage& stage) const {
  const Public& open = stage.open();
  bool asks = !has_moved(open);
  if (is_simplified()) {
    free_to_minus(stage, dead(open));  // CF-4 CF-8
    pick_up(stage);                    // CF-8
  } else {
    asks = asks && has_multiplier(expired(open));  // CL-12 (ruling)
  }
  if (!asks) return finish_returning(stage);
  if (open.phase != Phase::Return) stage.emit(Event::phase(Phase::Return));  // CL-12 CF-8
}

template <class Stage>
void Rules::finish_returning(Stage& stage) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  if (is_simplified()) {
    if (open.hand_size[player] > hand_limit) return stage.emit(Event::phase(Phase::Gas));  // CF-8
    return take_compound_cards(stage, true);
  }
  const CardSet kinds = expired(open);
  free_to_minus(stage, kinds);  // CL-11
  if (kinds.empty() || open.hand_size[player] == 0) return finish_laying_off(stage);
  if (open.phase != Phase::LayOff) stage.emit(Event::phase(Phase::LayOff));  // CL-12 (ruling)
}

// Step 3 of the booklet's rules.
template <class Stage>
void Rules::finish_laying_off(Stage& stage) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  const bool may_use = !open.gases[player].empty() && !open.free_cards.empty();
  if (may_use || !can_keep(open, player)) {
    return stage.emit(Event::phase(Phase::Gas));  // CL-13 CL-16
  }
  pick_up(stage);
  take_compound_cards(stage, true);
}

template <class Stage>
void Rules::free_to_minus(Stage& stage, const CardSet& kinds) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  const CardBag free = open.free_cards;
  (free.kinds() & kinds).for_each([&](Card card) {
    for (int i = free.count(card); i > 0; --i) {
      stage.emit(
          Event::move(free_area, stack_of(player), card.index, ViewerSet::everyone()));  // CL-11
    }
  });
}

template <class Stage>
void Rules::pick_up(Stage& stage) const {
  const Public& open = stage.open();
  move_all(stage, free_area, hand_of(open.current_player), CardBag(open.free_cards));  // CL-13
}

template <class Stage>
void Rules::go_on_restoring(Stage& stage) const {
  const Public& open = stage.open();
  if (restorable(open) != 0) {
    if (open.phase != Phase::Restore) stage.emit(Event::phase(Phase::Restore));  // CL-17
    return;
  }
  const CardBag free = open.free_cards;
  bool any_element = false;
  free.kinds().for_each([&](Card card) {
    any_element = any_element || card.is_element();
    for (int i = free.count(card); i > 0; --i) {
      stage.emit(Event::move(free_area, card.is_element() ? draw_pile : multiplier_stacks,
                             card.index, ViewerSet::everyone()));  // CL-18
    }
  });
  if (any_element) {
    stage.emit(Event::shuffle(draw_pile, draw_pile, open.draw_pile_size));  // CL-18
  }
  stage.emit(Event::phase(Phase::Give));  // CL-19
}

// All cards of the hand, the free cards among them, leave it.
template <class Stage>
void Rules::clear_hand(Stage& stage, Player player) const {
  const CardBag hand = stage.own(player).hand;
  hand.kinds().for_each([&](Card card) {
    for (int i = hand.count(card); i > 0; --i) {
      stage.emit(Event::move(hand_of(player), card.is_element() ? discard_pile : multiplier_stacks,
                             card.index, ViewerSet::everyone()));  // CF-2
    }
  });
  stage.emit(Event::phase(Phase::Give));  // CF-2
}

template <class Stage>
void Rules::give(Stage& stage, Player player, Player receiver) const {
  const Card gas = stage.open().gases[player].nth(0);
  stage.emit(Event::move(tableau_of(player), tableau_of(receiver), gas.index,
                         ViewerSet::everyone()));  // CL-19 CF-2
  take_compound_cards(stage, !is_simplified());    // CF-2
}

template <class Stage>
void Rules::bury_dead_cards(Stage& stage) const {
  const CardSet kinds = dead(stage.open());
  for (Player p = 0; p < players_; ++p) {
    const CardBag hand = stage.own(p).hand;
    (hand.kinds() & kinds).for_each([&](Card card) {
      for (int i = hand.count(card); i > 0; --i) {
        stage.emit(
            Event::move(hand_of(p), stack_of(p), card.index, ViewerSet::everyone()));  // CF-4
      }
    });
  }
}

// Steps 4 and 5: what was formed and dissolved is final. Then the hand is filled, if it may be.
template <class Stage>
void Rules::take_compound_cards(Stage& stage, bool is_filled) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  const CardSet formed = open.formed;
  const CardSet dissolved = open.dissolved;
  dissolved.for_each([&](Card compound) {
    const Player owner = *owner_of(open, compound);
    stage.emit(Event::move(tableau_of(owner), stack_of(owner), compound.index,
                           ViewerSet::everyone()));  // CL-14 CF-5
  });
  formed.for_each([&](Card compound) {
    stage.emit(Event::move(display, tableau_of(player), compound.index,
                           ViewerSet::everyone()));  // CL-14
  });
  if (is_simplified()) bury_dead_cards(stage);  // CF-4 CF-8
  const bool passed = formed.empty() && dissolved.empty();
  stage.emit(Event::count(Counter::Passes, passed ? open.passes + 1 : 0));  // CL-21
  stage.emit(Event::phase(Phase::Fill));
  if (!is_simplified()) {
    const bool asks = open.hand_size[player] < hand_limit && open.draw_pile_size > 0;
    if (!asks) end_turn(stage);  // CL-15
    return;
  }
  if (!is_filled || open.display.empty()) return end_turn(stage);  // CF-1 CF-2
  go_on_filling(stage);                                            // CF-1
}

template <class Stage>
void Rules::go_on_filling(Stage& stage) const {
  const Public& open = stage.open();
  if (open.hand_size[open.current_player] >= hand_limit) return end_turn(stage);  // CL-15 CF-1
  if (open.draw_pile_size == 0 && !open.discard_pile.empty()) {
    stage.emit(Event::shuffle(discard_pile, draw_pile, open.discard_pile.size()));  // CF-3
  }
  if (open.draw_pile_size == 0) return end_turn(stage);  // CL-15 CF-3
  if (open.phase != Phase::Draw) stage.emit(Event::phase(Phase::Draw));
}

template <class Stage>
void Rules::end_turn(Stage& stage) const {
  const Public& open = stage.open();
  stage.emit(Event::count(Counter::Turns, open.turns + 1));
  const bool all_laid = is_simplified() && open.display.empty();
  if (open.passes == players_ || all_laid) return end_game(stage);  // CL-22 CF-6
  stage.emit(Event::turn(next(open.current_player)));
  stage.emit(Event::phase(Phase::Build));
}

template <class Stage>
void Rules::end_game(Stage& stage) const {
  for (Player p = 0; p < players_; ++p) {
    const CardBag laid = stage.open().laid[p];
    move_all(stage, tableau_of(p), stack_of(p), laid);  // CL-23
  }
  stage.emit(Event::phase(Phase::Over));
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
    case Verb::Form:
    case Verb::Dissolve: {
      if (!card.is_compound()) break;
      CardSet& noted = event.verb == Verb::Form ? open.formed : open.dissolved;
      if (event.amount != 0) {
        noted.insert(card);
      } else {
        noted.erase(card);
      }
      break;
    }
    case Verb::Shuffle:
      if (event.from.zone != Zone::DiscardPile) break;
      open.draw_pile_size = static_cast<std::uint8_t>(event.amount);
      if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile = open.discard_pile;
      open.discard_pile = {};
      break;
    case Verb::Turn:
      open.current_player = Seat::of(event.player);
      break;
    case Verb::Count:
      switch (static_cast<Counter>(event.index)) {
        case Counter::Turns:
          open.turns = static_cast<std::uint16_t>(event.amount);
          break;
        case Counter::Passes:
          open.passes = static_cast<std::uint8_t>(event.amount);
          break;
        case Counter::Undone:
          open.undone = true;
          open.taken.reset();
          open.returned.reset();
          open.laid_off = {};
          break;
      }
      break;
    case Verb::Phase:
      open.phase = static_cast<Phase>(event.index);
      if (open.phase != Phase::Fill) break;
      // What was done in the turn is final.
      open.undone = false;
      open.taken.reset();
      open.returned.reset();
      open.laid_off = {};
      break;
    default:
      break;
  }
}

// A card leaves where it was.
template <class View>
CHEMIX_INLINE_FOLD void Rules::fold_from(View& view, const Event& event, Card card) const {
  Public& open = view.open;
  const Player owner = event.from.owner;
  switch (event.from.zone) {
    case Zone::DrawPile:
      if (card.is_noble_gas()) {
        open.gas_pile.remove(card);
      } else {
        --open.draw_pile_size;
        if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile.remove(card);
      }
      break;
    case Zone::Hand:
      --open.hand_size[owner];
      if (Private* own = view.shown(owner)) own->hand.remove(card);
      break;
    case Zone::FreeArea:
      open.free_cards.remove(card);
      break;
    case Zone::MultiplierStacks:
      open.multipliers.remove(card);
      if (card.is_multiplier()) open.taken = card;
      break;
    case Zone::Display:
      open.display.remove(card);
      if (card.is_compound()) open.formed.erase(card);
      break;
    case Zone::Tableau:
      if (card.is_noble_gas()) {
        open.gases[owner].remove(card);
      } else if (card.is_compound()) {
        open.laid[owner].remove(card);
        open.dissolved.erase(card);
      } else {
        open.laid_cards.remove(card);
      }
      break;
    case Zone::Stack:
      open.minus[owner].remove(card);
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
    case Zone::DrawPile:
      ++open.draw_pile_size;
      if (Hidden* hidden = view.shown_hidden()) hidden->draw_pile.add(card);
      break;
    case Zone::DiscardPile:
      open.discard_pile.add(card);
      break;
    case Zone::Hand:
      ++open.hand_size[owner];
      if (Private* own = view.shown(owner)) own->hand.add(card);
      break;
    case Zone::FreeArea:
      open.free_cards.add(card);
      break;
    case Zone::MultiplierStacks:
      open.multipliers.add(card);
      // A noble gas moves any number of them.
      if (card.is_multiplier() && (open.phase == Phase::Build || open.phase == Phase::Return)) {
        open.returned = card;
      }
      break;
    case Zone::Tableau:
      if (card.is_noble_gas()) {
        open.gases[owner].add(card);
      } else if (card.is_compound()) {
        open.laid[owner].add(card);
      } else {
        open.laid_cards.add(card);
      }
      break;
    case Zone::Stack:
      if (card.is_compound()) {
        open.won[owner].add(card);
      } else {
        open.minus[owner].add(card);
        const bool undoable = open.phase == Phase::Build || open.phase == Phase::Return ||
                              open.phase == Phase::LayOff || open.phase == Phase::Gas;
        if (undoable && open.current_player == owner) open.laid_off.cards.add(card);
      }
      break;
    default:
      break;
  }
}

// Every group knows what all of it saw (GN-9). Only draws are secret, and each is seen by one.
inline void Rules::learn(Facts& facts, const Public& open, const Event& event) const {
  const Card card = Card::of(event.kind.value_or(0));
  if (event.verb == Verb::Shuffle && event.from.zone == Zone::DiscardPile) {
    facts.held.for_each_group(players_, [&](Held& held, ViewerSet) {
      open.discard_pile.kinds().for_each([&](Card kind) {
        for (int i = open.discard_pile.count(kind); i > 0; --i) held.enter(Held::pile, kind);
      });
    });
    return;
  }
  if (event.verb != Verb::Deal && event.verb != Verb::Move) return;
  if (card.is_noble_gas()) return;
  const bool of_pile = event.from.zone == Zone::DrawPile;
  const bool to_pile = event.to.zone == Zone::DrawPile;
  const bool leaves = event.from.is_hand();
  const bool enters = event.to.is_hand();
  if (!of_pile && !to_pile && !leaves && !enters) return;
  // A dead card would have been shown (CF-4).
  const CardSet staying = of_pile && enters && is_simplified() ? dead(open) : CardSet();
  facts.held.for_each_group(players_, [&](Held& held, ViewerSet group) {
    const bool sees = event.kind.has_value() && event.seen_by.contains(group);
    if (of_pile && !sees) {
      held.move_unseen(Held::pile, event.to.owner, staying);
    } else {
      if (of_pile || leaves) held.leave(of_pile ? Held::pile : int{event.from.owner}, card);
      if (to_pile || enters) held.enter(to_pile ? Held::pile : int{event.to.owner}, card);
    }
    if (of_pile && open.draw_pile_size == 1) held.empty(Held::pile);
  });
}

// ---- Scoring and end (CL-23, CL-24, CF-7) ----

/// The points that everybody would have if the game ended now and nothing of the running turn
/// counted but where its cards lie.
inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  const Public& open = table.open;
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

// ---- Hidden worlds ----

// All cards that everybody sees.
inline CardBag Rules::lying(const Public& open) const {
  CardBag cards = open.gas_pile;
  for (const CardBag* bag :
       {&open.display, &open.multipliers, &open.free_cards, &open.laid_cards, &open.discard_pile}) {
    cards += *bag;
  }
  for (Player p = 0; p < players_; ++p) {
    cards += open.gases[p] + open.laid[p] + open.won[p] + open.minus[p];
  }
  return cards;
}

// The places are the hands of the others by seat, then the draw pile.
inline WorldProblem Rules::worlds_of(const Observation& seen) const {
  const Public& open = seen.open;
  WorldProblem problem;
  problem.unseen = deck_->all_cards() - lying(open) - seen.own.hand;
  std::array<PlaceSet, Held::place_count> place_of{};
  PlaceSet hands = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    place_of[static_cast<std::size_t>(p)] = problem.add_place(open.hand_size[p]);
    hands = static_cast<PlaceSet>(hands | place_of[static_cast<std::size_t>(p)]);
  }
  place_of[Held::pile] = problem.add_place(open.draw_pile_size);
  const CardSet buried = is_simplified() ? dead(open) : CardSet();
  if (!buried.empty()) problem.add_fact({hands, buried, 0, 0});  // CF-4
  add_held(problem, seen.facts.held.of(seen.viewer), place_of,
           [&](int, Card kind) { return seen.own.hand.count(kind); });
  return problem;
}

inline Table Rules::table_in(const Observation& seen, const World& world) const {
  Table table;
  table.open = seen.open;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) {
      table.own[p] = seen.own;
    } else {
      table.own[p].hand = world[place++];
    }
  }
  table.hidden.draw_pile = world[place];
  return table;
}

// ---- Making a game, and refusing what is none (DK-4, CL-1, CL-2) ----

inline Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                                   int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  int gases = 0;
  int elements = 0;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const Card card = Card::of(kind);
    const int copies = deck->all_cards().count(card);
    gases += card.is_noble_gas() ? copies : 0;
    elements += card.is_element() ? copies : 0;
  }
  if (gases < players) {
    return tl::unexpected(InputError{"deck", std::to_string(gases) + " noble gases",
                                     "everybody gets one", "DK-4"});  // DK-4 (ruling)
  }
  if (elements < players * hand_limit) {
    return tl::unexpected(InputError{"deck", std::to_string(elements) + " elements",
                                     "everybody gets three", "DK-4"});  // DK-4 (ruling)
  }
  Rules rules(std::move(deck), options, players);
  if (auto fault = ways_fault(rules.max_legal_actions())) return tl::unexpected(*fault);
  return rules;
}

inline Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : DeckRules(std::move(deck), options, players), matcher_(*deck_) {
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const Card card = Card::of(kind);
    if (card.is_token() && deck_->all_cards().count(card) > 0) kinds_.insert(card);
  }
  deck_->all_cards().kinds().for_each([&](Card card) {
    CardBag& pile = card.is_element()     ? start_.hidden.draw_pile  // CL-2
                    : card.is_noble_gas() ? start_.open.gas_pile
                    : card.is_compound()  ? start_.open.display  // CL-1
                                          : start_.open.multipliers;
    for (int i = 0; i < deck_->all_cards().count(card); ++i) pile.add(card);
  });
  start_.open.draw_pile_size = static_cast<std::uint8_t>(start_.hidden.draw_pile.size());
  for (const Compound& compound : deck_->compounds()) {
    const auto index = static_cast<int>(needs_.size());
    needs_.push_back(compound.needs());
    for (const Card token : compound.tokens) {
      containing_[token.index] |= std::uint64_t{1} << index;
    }
    add_forms(index);
  }
  max_legal_actions_ = most_legal_actions();
}

// Numbers all ways to take some of a compound's cards from the hand.
inline void Rules::add_forms(int compound) {
  const SmallBag& needs = needs_[static_cast<std::size_t>(compound)];
  Strides strides{};
  int numbers = 1;
  kinds_.for_each([&](Card card) {
    strides[card.index] = static_cast<std::uint16_t>(numbers);
    numbers *= needs.count(card.index) + 1;
  });
  first_number_.push_back(static_cast<std::uint32_t>(form_ids_.size()));
  strides_.push_back(strides);
  for (int number = 0; number < numbers; ++number) {
    Form form{Card::of_compound(compound), {}};
    int cards = 0;
    kinds_.for_each([&](Card card) {
      const int copies = number / strides[card.index] % (needs.count(card.index) + 1);
      for (int i = 0; i < copies; ++i, ++cards) form.from_hand.push_bottom(card);
    });
    const bool fits = cards <= hand_limit;  // CL-3
    form_ids_.push_back(fits ? static_cast<std::uint16_t>(forms_.size()) : no_form);
    if (fits) forms_.push_back(form);
  }
}

// How many actions step 1 may have at most, over all hands: it has the most of all decisions.
inline int Rules::most_legal_actions() const {
  std::vector<Card> kinds;
  kinds_.for_each([&](Card card) { kinds.push_back(card); });
  int most = compound_count();
  const auto ways = [&](const SmallBag& hand) {
    int sum = 0;
    for (const SmallBag& needs : needs_) {
      int product = 1;
      for (const Card card : kinds) {
        const int held = hand.count(card.index);
        const int needed = needs.count(card.index);
        const int others = deck_->all_cards().count(card) - held;
        product *= std::min(needed, held) - std::max(0, needed - others) + 1;
      }
      // Laid, it could be dissolved.
      sum += std::max(1, product);
    }
    return sum;
  };
  const auto add = [&](auto& self, SmallBag hand, std::size_t first, int size) -> void {
    most = std::max(most, ways(hand));
    for (std::size_t i = first; size < hand_limit && i < kinds.size(); ++i) {
      if (hand.count(kinds[i].index) == deck_->all_cards().count(kinds[i])) continue;
      SmallBag larger = hand;
      larger.add(kinds[i].index);
      self(self, larger, i, size + 1);
    }
  };
  add(add, SmallBag(), 0, 0);
  // Taken, returned, done, undone.
  return most + 3 * multiplier_kind_count + 2;
}

inline int Rules::form_id(const Form& form) const {
  // What no id stands for gets one that no action has.
  if (!form.compound.is_compound() || form.compound.compound() >= compound_count()) {
    return action_count();
  }
  const auto compound = static_cast<std::size_t>(form.compound.compound());
  SmallBag rest = needs_[compound];
  std::uint32_t number = first_number_[compound];
  for (int i = 0; i < form.from_hand.size(); ++i) {
    const Card card = form.from_hand[i];
    const bool ascends = i == 0 || form.from_hand[i - 1] <= card;
    if (!ascends || !card.is_small() || rest.count(card.index) == 0) return action_count();
    rest.remove(card.index);
    number += strides_[compound][card.index];
  }
  return form_ids_[number];
}

inline int Rules::action_id(const Action& action) const {
  const auto of_compound = [&](int first, Card card) {
    const bool is_one = card.is_compound() && card.compound() < compound_count();
    return is_one ? first + card.compound() : action_count();
  };
  const auto of_multiplier = [&](int first, int stride, Card card) {
    return card.is_multiplier() ? first + stride * (card.multiplier() - 2) : action_count();
  };
  if (const auto* form = std::get_if<Form>(&action)) return form_id(*form);
  if (const auto* dissolve = std::get_if<Dissolve>(&action)) {
    return of_compound(dissolve_id(), dissolve->compound);
  }
  if (const auto* take = std::get_if<Take>(&action)) {
    return of_multiplier(take_id(), 1, take->multiplier);
  }
  if (const auto* returned = std::get_if<Return>(&action)) {
    return of_multiplier(return_id() + (returned->source == Source::Hand ? 1 : 0), 2,
                         returned->multiplier);
  }
  if (const auto* laid_off = std::get_if<LayOff>(&action)) {
    return laid_off->card.is_token() ? lay_off_id() + laid_off->card.token() : action_count();
  }
  if (const auto* restore = std::get_if<Restore>(&action)) {
    return of_compound(restore_id(), restore->compound);
  }
  if (const auto* give = std::get_if<Give>(&action)) {
    return give->receiver < players_ ? give_id() + give->receiver : action_count();
  }
  if (std::holds_alternative<ReturnNothing>(action)) return return_nothing_id();
  if (std::holds_alternative<Done>(action)) return done_id();
  if (std::holds_alternative<Undo>(action)) return undo_id();
  if (std::holds_alternative<Use>(action)) return use_id();
  if (std::holds_alternative<Keep>(action)) return keep_id();
  return std::holds_alternative<Fill>(action) ? fill_id() : leave_id();
}

inline Action Rules::action_of(int id) const {
  if (id < dissolve_id()) return forms_[static_cast<std::size_t>(id)];
  if (id < take_id()) return Dissolve{Card::of_compound(id - dissolve_id())};
  if (id < return_id()) return Take{Card::of_multiplier(id - take_id() + 2)};
  if (id < return_nothing_id()) {
    const int way = id - return_id();
    return Return{Card::of_multiplier(way / 2 + 2), way % 2 == 1 ? Source::Hand : Source::Free};
  }
  if (id == return_nothing_id()) return ReturnNothing{};
  if (id < done_id()) return LayOff{Card::of_token(id - lay_off_id())};
  if (id == done_id()) return Done{};
  if (id == undo_id()) return Undo{};
  if (id == use_id()) return Use{};
  if (id == keep_id()) return Keep{};
  if (id < give_id()) return Restore{Card::of_compound(id - restore_id())};
  if (id < fill_id()) return Give{Seat::of(id - give_id())};
  if (id == fill_id()) return Fill{};
  return Leave{};
}

// Turns: each compound makes two of them no passes, and n passes in a row end the game. In a turn
// each compound is formed or dissolved and restored once; hand cards are laid off, before and after
// it is taken back; in the simplified rule set dead cards that are drawn leave the game for good.
inline std::int64_t Rules::max_steps() const {
  const std::int64_t compounds = compound_count();
  const std::int64_t turns = (2 * compounds + 1) * players_;  // CL-22 (ruling)
  const std::int64_t elements = deck_->all_cards().size() - compounds;
  const std::int64_t dealt = 1 + hand_limit;
  return players_ * dealt + elements + turns * (2 * compounds + 24);
}

inline Table Rules::initial_table(Player start_player) const {
  Table table = start_;
  table.open.current_player = Seat::of(start_player);
  return table;
}

inline SmallBag Rules::cards_of(std::uint64_t compounds) const {
  SmallBag cards;
  for (; compounds != 0; compounds &= compounds - 1) {
    cards += needs_[static_cast<std::size_t>(std::countr_zero(compounds))];
  }
  return cards;
}

inline int Rules::taken_from_hand(const Public& open, Card card) const {
  int cards = open.free_cards.count(card) + open.laid_off.cards.count(card);
  const auto count_in = [&](const CardSet& compounds) {
    int copies = 0;
    compounds.for_each([&](Card compound) {
      copies += needs_[static_cast<std::size_t>(compound.compound())].count(card.index);
    });
    return copies;
  };
  cards += count_in(open.formed) - count_in(open.dissolved);
  cards += (open.returned == card ? 1 : 0) - (open.taken == card ? 1 : 0);
  return cards;
}

// What cannot be in what everybody sees.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  const auto wrong = [](const char* field, int value, const char* reason, const char* rule) {
    return InputError{field, std::to_string(value), reason, rule};
  };
  // Cards lie where cards of their kind can.
  CardsLeft<CardBag> rest(deck_->all_cards());
  bool conserved = true;
  const auto take = [&](const CardBag& part, auto&& may_lie) {
    rest.take(part);
    part.kinds().for_each([&](Card card) { conserved = conserved && may_lie(card); });
  };
  const auto is_gas = [](Card card) { return card.is_noble_gas(); };
  const auto is_compound = [](Card card) { return card.is_compound(); };
  const auto is_token = [](Card card) { return card.is_token(); };
  take(open.gas_pile, is_gas);
  take(open.display, is_compound);
  take(open.multipliers, [](Card card) { return card.is_multiplier(); });
  take(open.free_cards, is_token);
  take(open.laid_cards, is_token);
  take(open.discard_pile, [&](Card card) { return card.is_element() && is_simplified(); });
  int hidden = open.draw_pile_size;
  std::uint64_t laid = 0;
  for (Player p = 0; p < players_; ++p) {
    take(open.gases[p], is_gas);
    take(open.laid[p], is_compound);
    take(open.won[p], is_compound);
    take(open.minus[p], is_token);
    hidden += open.hand_size[p];
    laid |= open.laid[p].compounds();
  }
  if (!conserved || !rest.had_all() || rest.left().size() != hidden) {
    return wrong("display", rest.left().size(), "the cards of all places are not the deck", "CL-1");
  }
  if (open.formed.size() != std::popcount(open.formed.compounds()) ||
      open.dissolved.size() != std::popcount(open.dissolved.compounds()) ||
      (open.formed.compounds() & ~open.display.compounds()) != 0 ||
      (open.dissolved.compounds() & ~laid) != 0) {
    return wrong("formed", open.formed.size(), "of the display, and dissolved ones laid", "CL-14");
  }
  if (open.phase == Phase::DealGases || open.phase == Phase::Deal) return deal_fault(open);
  bool fits = open.passes <= players_ && open.turns <= (2 * compound_count() + 1) * players_;
  for (Player p = 0; p < players_; ++p) {
    fits = fits && (p == open.current_player || open.hand_size[p] <= hand_limit);
  }
  if (!fits) return wrong("passes", open.passes, "more than there can be", "CL-22");
  // Whole compounds have their cards.
  CardsLeft<SmallBag> whole(open.laid_cards.small());
  const std::uint64_t compounds = (laid & ~open.dissolved.compounds()) | open.formed.compounds();
  for (std::uint64_t left = compounds; left != 0; left &= left - 1) {
    whole.take(needs_[static_cast<std::size_t>(std::countr_zero(left))]);
  }
  if (!whole.had_all() || (open.phase != Phase::Over && !whole.left().empty())) {
    return wrong("laid_cards", open.laid_cards.size(), "not those of the compounds", "CL-8");
  }
  return turn_fault(open);
}

// What cannot be in a turn.
inline std::optional<InputError> Rules::turn_fault(const Public& open) const {
  const Player player = open.current_player;
  const Phase phase = open.phase;
  const int hand = open.hand_size[player];
  const int free = open.free_cards.size();
  bool fits = true;
  const bool is_final = phase == Phase::Fill || phase == Phase::Draw || phase == Phase::Over;
  if (is_final) {
    fits = !has_acted(open) && !open.undone && free == 0 && hand <= hand_limit;
  } else {
    fits = open.passes < players_ && !(open.taken && open.returned) &&
           (!open.taken || open.taken->is_multiplier()) &&
           (!open.returned || open.returned->is_multiplier()) &&
           open.minus[player].contains(open.laid_off.cards);
  }
  // Until a noble gas is used the turn can be taken back.
  int before = hand;
  if (!is_final && phase != Phase::Restore && phase != Phase::Give) {
    kinds_.for_each([&](Card card) {
      const int taken = taken_from_hand(open, card);
      // Free cards are picked up only after step 1 of the simplified rules.
      fits = fits && (taken >= 0 || (is_simplified() && phase != Phase::Build));
      before += taken;
    });
    fits = fits && before >= 0 && before <= hand_limit;
    if (open.undone) {
      fits = fits && open.formed.empty() && open.dissolved.empty() && !open.taken && free == 0 &&
             phase != Phase::Build;
    }
  }
  const CardSet kinds = expired(open);
  const bool no_expired_free = (open.free_cards.kinds() & kinds).empty();
  switch (phase) {
    case Phase::Build:
      fits = fits && hand <= hand_limit && open.laid_off.cards.empty();
      break;
    case Phase::Return:
      fits = fits && !has_moved(open) && (is_simplified() ? free == 0 : has_multiplier(kinds));
      fits = fits && (is_simplified() || open.laid_off.cards.empty());
      break;
    case Phase::LayOff:
      fits = fits && !is_simplified() && !kinds.empty() && no_expired_free && hand <= hand_limit;
      break;
    case Phase::Gas:
      fits = fits && no_expired_free | is_simplified();
      fits = fits &&
             (is_simplified() ? free == 0 && hand > hand_limit : (hand <= hand_limit && free > 0));
      // Something must be possible.
      fits = fits && (!open.gases[player].empty() || (can_undo(open) && hand + free > hand_limit));
      break;
    case Phase::Restore:
      fits = fits && !is_simplified() && restorable(open) != 0 && !open.gases[player].empty() &&
             hand <= hand_limit && no_expired_free;
      break;
    case Phase::Give:
      fits = fits && free == 0 && !open.gases[player].empty() &&
             hand <= (is_simplified() ? 0 : hand_limit);
      break;
    case Phase::Fill:
      fits = fits && !is_simplified() && hand < hand_limit && open.draw_pile_size > 0;
      break;
    case Phase::Draw:
      fits = fits && hand < hand_limit && open.draw_pile_size > 0 &&
             !(is_simplified() && open.display.empty());
      break;
    case Phase::Over:
      for (Player p = 0; p < players_; ++p) fits = fits && open.laid[p].empty();
      fits = fits && (open.passes == players_ || (is_simplified() && open.display.empty()));
      break;
    default:
      break;
  }
  if (is_simplified() && phase != Phase::Over) fits = fits && !open.display.empty();
  if (fits) return std::nullopt;
  return InputError{"phase", std::string(name_of(phase)), "does not fit the rest", "CL-5"};
}

// What cannot be while cards are dealt.
inline std::optional<InputError> Rules::deal_fault(const Public& open) const {
  const Table start = initial_table(0);
  bool fits = open.display == start.open.display && open.multipliers == start.open.multipliers &&
              open.passes == 0 && open.turns == 0 && !has_acted(open) && !open.undone;
  const int dealt = start.open.draw_pile_size - open.draw_pile_size;
  int gases = 0;
  Player highest = 0;
  for (Player p = 0; p < players_; ++p) {
    gases += open.gases[p].size();
    const bool holds = !open.gases[p].empty();
    if (holds && (open.gases[highest].empty() || open.gases[p].nth(0) > open.gases[highest].nth(0)))
      highest = p;
  }
  const bool dealing = open.phase == Phase::Deal;
  const Player first = dealing ? highest : Player{open.current_player};
  for (int i = 0; i < players_; ++i) {
    const Player player = (first + i) % players_;
    fits = fits && open.hand_size[player] == dealt_to(player, first, dealt);
    // The last so many before the current player have got a gas.
    const bool has_gas = dealing || i >= players_ - gases;
    fits = fits && open.gases[player].size() == (has_gas ? 1 : 0);
  }
  if (dealing) {
    fits =
        fits && dealt < players_ * hand_limit && open.current_player == (first + dealt) % players_;
  } else {
    fits = fits && dealt == 0 && gases < players_;
  }
  if (fits) return std::nullopt;
  return InputError{"phase", std::string(name_of(open.phase)), "not dealt in turn", "CL-2"};
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own,
                                                 Player player) const {
  bool hand_cards = own.hand.size() == open.hand_size[player];
  own.hand.kinds().for_each([&](Card card) { hand_cards = hand_cards && card.is_token(); });
  if (!hand_cards) {
    return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                      "must be " + std::to_string(open.hand_size[player]), "CL-2"};
  }
  if (is_simplified() && !(own.hand.kinds() & dead(open)).empty()) {
    return InputError{"hand", "", "holds dead cards", "CF-4"};
  }
  const bool undoable = open.phase == Phase::Build || open.phase == Phase::Return ||
                        open.phase == Phase::LayOff || open.phase == Phase::Gas;
  if (undoable && open.current_player == player) {
    bool holds = true;
    kinds_.for_each([&](Card card) {
      holds = holds && own.hand.count(card) + taken_from_hand(open, card) >= 0;
    });
    if (!holds) return InputError{"hand", "", "does not hold what was picked up", "CL-20"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts& facts) const {
  const Public& open = table.open;
  if (auto fault = fault_of(open)) return fault;
  CardsLeft<CardBag> rest(deck_->all_cards() - lying(open));
  rest.take(table.hidden.draw_pile);
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(open, table.own[p], p)) return fault;
    rest.take(table.own[p].hand);
  }
  if (table.hidden.draw_pile.size() != open.draw_pile_size || !rest.had_all()) {
    return InputError{"hand", "", "the cards of all places are not the deck", "CL-2"};
  }
  return held_fault(facts.held, players_, *deck_, [&](int place, Card kind) {
    return place == Held::pile ? table.hidden.draw_pile.count(kind)
                               : table.own[place].hand.count(kind);
  });
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  if (seen.viewer.is_spectator()) return spectator_fault(seen);
  if (auto fault = fault_of(seen.open, seen.own, seen.viewer.seat())) return fault;
  const CardBag rest = deck_->all_cards() - lying(seen.open);
  if (rest.contains(seen.own.hand)) return std::nullopt;
  return InputError{"hand", "", "more cards than the deck has", "CL-2"};
}

}  // namespace chemix::classic
