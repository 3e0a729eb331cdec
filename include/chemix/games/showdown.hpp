// SPDX-License-Identifier: Apache-2.0
// ChemiX Showdown: lay compounds, collect stacks, finish elements. Rules: docs/rules/showdown.md
#pragma once

// Players   2 to 4, one ChemiX deck.
// A round   laying: Lay (a compound or a pass) [→ Finish …] [→ Swap … → Take] until all have
//           passed [→ Give …]; collecting: Collect until no stack is left.
// Who sees  everybody what is laid and collected; a player the own hand; who swaps the whole
//           hand of who passed; these two the cards swapped.
// Ends      after the laying round in which enough elements are finished, or in which nobody lays.

#include "chemix/cards/card.hpp"
#include "chemix/cards/card_codec.hpp"
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

namespace chemix::showdown {

// ---- Constants ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 4;
inline constexpr int elements_to_end = 3;             // SD-19
inline constexpr int elements_to_end_simplified = 1;  // SD-4
inline constexpr int swapped_cards = 2;               // SD-12
inline constexpr int last_patient_round = 2;          // SD-25 (ruling)

// ---- Options (SD-4) ----

/// Two kinds of element that the simplified variant is played without.
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
  CaFe,
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
    visit(OptionField{"simplified", "SD-4", "without two elements, and one finished element ends"},
          self.simplified);
    visit(OptionField{"removed_elements", "SD-4", "the two elements of the simplified variant"},
          self.removed_elements);
  }
};

// ---- Actions (SD-8 – SD-20) ----

/// Lays a compound; the numbers say how many multipliers come from the stacks of the display.
struct Lay {
  Card compound;
  std::uint8_t twos = 0;
  std::uint8_t threes = 0;
  std::uint8_t fours = 0;
  static constexpr std::string_view name = "lay";
  constexpr bool operator==(const Lay&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("compound", self.compound);
    visit("twos", self.twos);
    visit("threes", self.threes);
    visit("fours", self.fours);
  }
};
/// Is out of the laying round.
struct Pass : NoFields<Pass> {
  static constexpr std::string_view name = "pass";
};
/// Gives a noble gas for cards of the player who passed.
struct Swap : NoFields<Swap> {
  static constexpr std::string_view name = "swap";
};
/// Keeps the noble gas.
struct Decline : NoFields<Decline> {
  static constexpr std::string_view name = "decline";
};
/// Takes two cards of the hand that is shown, the only one if there is no other.
struct Take {
  Card first;
  std::optional<Card> second;
  static constexpr std::string_view name = "take";
  constexpr bool operator==(const Take&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("first", self.first);
    visit("second", self.second);
  }
};
/// Moves a card of the finished element to the own points.
struct SetAside : NoFields<SetAside> {
  static constexpr std::string_view name = "set_aside";
};
/// Leaves it on its stack.
struct Leave : NoFields<Leave> {
  static constexpr std::string_view name = "leave";
};
/// Gives a noble gas away.
struct Give {
  Seat receiver;
  static constexpr std::string_view name = "give";
  constexpr bool operator==(const Give&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("receiver", self.receiver); }
};
/// Takes the cards of a stack into the hand.
struct Collect {
  Card compound;
  static constexpr std::string_view name = "collect";
  constexpr bool operator==(const Collect&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("compound", self.compound); }
};

using Action = std::variant<Lay, Pass, Swap, Decline, Take, SetAside, Leave, Give, Collect>;
using ChanceAction = std::variant<Drawn>;
using LegalActions = IdSet<448>;

// ---- State ----

/// In the two deals chance acts.
enum class Phase : std::uint8_t { DealGases, Deal, Lay, Finish, Swap, Take, Give, Collect, Over };

constexpr std::array<std::string_view, 9> names_of(Phase) {
  return {"deal_gases", "deal", "lay", "finish", "swap", "take", "give", "collect", "over"};
}

/// Asked: the finished element that is asked about, as a kind.
enum class Counter : std::uint8_t { Round, Asked };

constexpr std::array<std::string_view, 2> names_of(Counter) { return {"round", "asked"}; }

struct Public {
  Phase phase = Phase::DealGases;
  /// Who decides, or gets the next card of a deal.
  Seat current_player;
  /// Who began the running round.
  Seat beginner;
  /// The number of the laying round, from 1.
  std::uint8_t round = 0;
  /// Who was the last to lay a compound or, in a collecting round, to take a stack (SD-7).
  std::optional<Seat> last_player;
  /// Who passed and may be asked for cards.
  Seat passer;
  /// The compound laid last, and the finished element that is asked about.
  std::optional<Card> last_laid;
  std::optional<Card> asked;
  PerPlayer<bool, max_players> passed;
  PerPlayer<std::uint8_t, max_players> hand_size;
  /// Noble gases held at the beginning of the laying round, without those given away since.
  PerPlayer<std::uint8_t, max_players> gases_due;
  PerPlayer<CardBag, max_players> gases;
  std::uint8_t draw_pile_size = 0;
  /// Noble gases that are not dealt yet.
  CardBag gas_pile;
  /// The compounds that can be laid, and the stacks of multipliers.
  CardBag display;
  CardBag multipliers;
  /// The compounds that lie on their stacks, by who laid them, and all small cards there.
  PerPlayer<CardBag, max_players> stacks;
  CardBag stack_cards;
  /// Won compounds, and elements set aside.
  PerPlayer<CardBag, max_players> points;
  /// Who finished an element, and with which compound.
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
  /// The hand of who passed, while two of its cards are chosen (SD-12).
  ShownCards shown;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("hand", self.hand);
    visit("shown", self.shown);
  }
};

struct Hidden {
  /// Elements that are not dealt yet.
  CardBag draw_pile;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("draw_pile", self.draw_pile);
  }
};

struct Facts {
  CommonKnowledge<HeldCards, max_players> held;

  constexpr bool operator==(const Facts&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("held", self.held); }
};

// ---- Contract ----

class Rules : public DeckRules<ChemixDeck, Options> {
 public:
  static constexpr std::string_view name = "showdown";
  static constexpr std::string_view default_deck = "chemix";
  static constexpr int revision = 1;
  static constexpr int min_players = showdown::min_players;
  static constexpr int max_players = showdown::max_players;
  static constexpr std::size_t max_table_bytes = 512;
  // A compound has no more tokens than the deck has elements and multipliers; stacks have no more
  // cards, nor hands, nor are there more stacks. All elements may be finished.
  static constexpr std::size_t max_step_events = 64;

  using Phase = showdown::Phase;
  using Counter = showdown::Counter;
  using Public = showdown::Public;
  using Private = showdown::Private;
  using Hidden = showdown::Hidden;
  using Facts = showdown::Facts;
  using Action = showdown::Action;
  using ChanceAction = showdown::ChanceAction;
  using LegalActions = showdown::LegalActions;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or a deck that the game cannot be played with.
  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players);

  [[nodiscard]] int action_count() const { return collect_id() + compound_count(); }
  [[nodiscard]] int chance_action_count() const {
    return element_kind_count + noble_gas_kind_count;
  }
  [[nodiscard]] int action_id(const Action& action) const;
  [[nodiscard]] Action action_of(int id) const;
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  [[nodiscard]] int max_legal_actions() const { return std::max(lay_count() + 1, take_count); }
  [[nodiscard]] std::int64_t max_steps() const;

  [[nodiscard]] Table initial_table(Player start_player) const;
  [[nodiscard]] Acting acting(const Public& open) const;
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const { return pile(table).size(); }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Drawn{pile(table).nth(static_cast<int>(nth))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    return pile(table).count(std::get<Drawn>(action).card);
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
    return mean_returns(scores(table), players_);  // SD-24
  }
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;

 private:
  // The ways to take one or two of the cards that a hand can hold.
  static constexpr int take_count = token_kind_count * (token_kind_count + 3) / 2;
  // Ids: lays, then the other actions in their order.
  [[nodiscard]] int lay_count() const { return static_cast<int>(lays_.size()); }
  [[nodiscard]] int pass_id() const { return lay_count(); }
  [[nodiscard]] int swap_id() const { return pass_id() + 1; }
  [[nodiscard]] int decline_id() const { return swap_id() + 1; }
  [[nodiscard]] int set_aside_id() const { return decline_id() + 1; }
  [[nodiscard]] int leave_id() const { return set_aside_id() + 1; }
  [[nodiscard]] int give_id() const { return leave_id() + 1; }
  [[nodiscard]] int take_id() const { return give_id() + players_; }
  // Of a first kind alone; with a second card, from the same kind on, come the next ids.
  [[nodiscard]] int take_id(int first) const {
    return take_id() + first * (token_kind_count + 1) - first * (first - 1) / 2;
  }
  [[nodiscard]] int collect_id() const { return take_id() + take_count; }
  [[nodiscard]] int compound_count() const { return static_cast<int>(deck_->compounds().size()); }

  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players);
  void add_lay(const Lay& lay);

  [[nodiscard]] static const CardBag& pile(const Table& table) {
    return table.open.phase == Phase::DealGases ? table.open.gas_pile : table.hidden.draw_pile;
  }

  [[nodiscard]] SmallBag open_multipliers(const Public& open) const;
  [[nodiscard]] SmallBag on_stack(const Public& open, Card compound) const;
  [[nodiscard]] std::optional<Player> owner_of(const Public& open, Card compound) const;
  [[nodiscard]] bool owner_of_any(const Public& open) const;
  [[nodiscard]] std::optional<Card> next_asked(const Public& open) const;
  [[nodiscard]] std::optional<Player> next_to_ask(const Public& open, Player after) const;
  [[nodiscard]] std::optional<Player> next_to_give(const Public& open) const;
  [[nodiscard]] Player who_begins(const Public& open) const;
  [[nodiscard]] int finished_count(const Public& open) const;
  [[nodiscard]] bool asks_for(Phase phase, const Action& action) const;
  [[nodiscard]] std::optional<RuleError> check_lay(const Public& open, const Private& own,
                                                   const Lay& lay) const;
  [[nodiscard]] bool can_take(const Private& own, const Take& take) const;

  template <class Stage>
  void deal_gas(Stage& stage, Card gas) const;
  template <class Stage>
  void begin_laying(Stage& stage, Player beginner) const;
  template <class Stage>
  void lay(Stage& stage, Player player, const Lay& lay) const;
  template <class Stage>
  void ask_about_elements(Stage& stage) const;
  template <class Stage>
  void ask_about_swap(Stage& stage, Player after) const;
  template <class Stage>
  void show_hand(Stage& stage, Player player) const;
  template <class Stage>
  void take(Stage& stage, Player player, const Take& take) const;
  template <class Stage>
  void go_on_laying(Stage& stage, Player after) const;
  template <class Stage>
  void end_laying(Stage& stage) const;
  template <class Stage>
  void go_on_giving(Stage& stage) const;
  template <class Stage>
  void collect(Stage& stage, Player player, Card compound) const;
  template <class Stage>
  void end_game(Stage& stage) const;

  template <class View>
  void fold_from(View& view, const Event& event, Card card) const;
  template <class View>
  void fold_to(View& view, const Event& event, Card card) const;

  [[nodiscard]] static bool is_shown(const Observation& seen, Player player);
  [[nodiscard]] CardBag lying(const Public& open) const;
  [[nodiscard]] std::optional<InputError> deal_fault(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own,
                                                   Player player) const;
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action, int argument = 0) const {
    return refusal(rule, action_id(action), argument);
  }

  Matcher matcher_;
  std::vector<SmallBag> needs_;
  // The ways to lay: every compound from the hand alone, then compound by compound with multipliers
  // from the stacks.
  std::vector<Lay> lays_;
  std::vector<LegalActions> with_stacks_;
  // The compounds that contain a multiplier.
  std::uint64_t with_multipliers_ = 0;
  // By multiplier and how many there are: the lays whose shares of it are no more.
  using LaysByNumber =
      std::array<std::array<LegalActions, SmallBag::lane_mask + 1>, multiplier_kind_count>;
  LaysByNumber stacks_give_{};
  LaysByNumber hand_gives_{};
  // By element: the compounds that contain it.
  std::array<std::uint64_t, element_kind_count> containing_{};
  // What is dealt and laid out.
  CardBag cards_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, SD-8 – SD-20) ----

inline Acting Rules::acting(const Public& open) const {
  if (open.phase == Phase::DealGases || open.phase == Phase::Deal) return Acting::chance();
  if (open.phase == Phase::Over) return Acting::nobody();
  return Acting::one(open.current_player);
}

// The multipliers that may be taken from the stacks in this round.
inline SmallBag Rules::open_multipliers(const Public& open) const {
  SmallBag multipliers;
  const int highest = std::min(4, open.round + 1);
  for (int number = 2; number <= highest; ++number) {
    const Card card = Card::of_multiplier(number);
    multipliers.add(card.index, open.multipliers.count(card));  // SD-9
  }
  return multipliers;
}

inline LegalActions Rules::legal_actions(const Public& open, const Private& own,
                                         Player player) const {
  LegalActions legal;
  switch (open.phase) {
    case Phase::Lay: {
      const SmallBag& hand = own.hand.small();
      const SmallBag stacks = open_multipliers(open);
      const std::uint64_t display = open.display.compounds();
      legal.insert_bits(0, matcher_.layable(hand) & display);  // SD-8 MT-2
      std::uint64_t compounds = matcher_.layable(hand + stacks) & display & with_multipliers_;
      for (; compounds != 0; compounds &= compounds - 1) {
        legal |= with_stacks_[static_cast<std::size_t>(std::countr_zero(compounds))];
      }
      for (std::size_t i = 0; i < multiplier_kind_count; ++i) {
        const int kind = Card::of_multiplier(static_cast<int>(i) + 2).index;
        legal &= stacks_give_[i][static_cast<std::size_t>(stacks.count(kind))];  // SD-9
        legal &= hand_gives_[i][static_cast<std::size_t>(hand.count(kind))];     // MT-4
      }
      legal.insert(pass_id());  // SD-8
      break;
    }
    case Phase::Finish:
      legal.insert(set_aside_id());  // SD-17
      legal.insert(leave_id());
      break;
    case Phase::Swap:
      legal.insert(swap_id());  // SD-12
      legal.insert(decline_id());
      break;
    case Phase::Take: {
      const CardBag& shown = own.shown.cards;
      std::uint64_t kinds = 0;
      shown.kinds().for_each([&](Card card) { kinds |= std::uint64_t{1} << card.token(); });
      for (; kinds != 0; kinds &= kinds - 1) {
        const int first = std::countr_zero(kinds);
        const bool both = shown.count(Card::of_token(first)) >= swapped_cards;
        const std::uint64_t seconds = both ? kinds : kinds & (kinds - 1);
        legal.insert_bits(take_id(first) + 1, seconds >> first);         // SD-12
        if (shown.size() < swapped_cards) legal.insert(take_id(first));  // SD-12 (ruling)
      }
      break;
    }
    case Phase::Give:
      for (Player p = 0; p < players_; ++p) {
        if (p != player && open.gases[p].empty()) legal.insert(give_id() + p);  // SD-15
      }
      break;
    case Phase::Collect:
      for (Player p = 0; p < players_; ++p) {
        legal.insert_bits(collect_id(), open.stacks[p].compounds());  // SD-20
      }
      break;
    default:
      break;
  }
  return legal;
}

inline bool Rules::can_take(const Private& own, const Take& take) const {
  const CardBag& shown = own.shown.cards;
  if (shown.count(take.first) == 0) return false;
  if (!take.second) return shown.size() == 1;
  if (*take.second < take.first) return false;
  return shown.count(*take.second) > (*take.second == take.first ? 1 : 0);
}

inline bool Rules::asks_for(Phase phase, const Action& action) const {
  switch (phase) {
    case Phase::Lay:
      return is_any_of<Lay, Pass>(action);
    case Phase::Finish:
      return is_any_of<SetAside, Leave>(action);
    case Phase::Swap:
      return is_any_of<Swap, Decline>(action);
    case Phase::Take:
      return std::holds_alternative<Take>(action);
    case Phase::Give:
      return std::holds_alternative<Give>(action);
    case Phase::Collect:
      return std::holds_alternative<Collect>(action);
    default:
      return false;
  }
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  if (!acting(open).contains(player) || !asks_for(open.phase, action)) {
    return refuse("GN-10", action);  // GN-10
  }
  if (const auto* lay = std::get_if<Lay>(&action)) return check_lay(open, own, *lay);
  if (const auto* take = std::get_if<Take>(&action)) {
    if (!can_take(own, *take)) return refuse("SD-12", action, take->first.index);  // SD-12
  } else if (const auto* give = std::get_if<Give>(&action)) {
    const Player receiver = give->receiver;
    if (receiver >= players_ || receiver == player || !open.gases[receiver].empty()) {
      return refuse("SD-15", action, receiver);  // SD-15
    }
  } else if (const auto* collect = std::get_if<Collect>(&action)) {
    if (!owner_of(open, collect->compound)) {
      return refuse("SD-20", action, collect->compound.index);  // SD-20
    }
  }
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_lay(const Public& open, const Private& own,
                                                 const Lay& lay) const {
  if (open.display.count(lay.compound) == 0)
    return refuse("SD-8", lay, lay.compound.index);  // MT-2
  const SmallBag& needs = needs_[static_cast<std::size_t>(lay.compound.compound())];
  const std::array<int, 3> from_stacks = {lay.twos, lay.threes, lay.fours};
  bool open_stacks = true;
  for (int kind = 0; kind < small_kind_count; ++kind) {
    const Card card = Card::of(kind);
    const int share =
        card.is_multiplier() ? from_stacks[static_cast<std::size_t>(card.multiplier() - 2)] : 0;
    if (share > needs.count(kind) || needs.count(kind) - share > own.hand.count(card)) {
      return refuse("SD-8", lay, kind);  // SD-8 MT-1
    }
    open_stacks = open_stacks && share <= open_multipliers(open).count(kind) + (share == 0 ? 1 : 0);
  }
  if (!open_stacks) return refuse("SD-9", lay, open.round);  // SD-9
  return std::nullopt;
}

// ---- What happens then (SD-2 – SD-22) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  const Public& open = stage.open();
  if (const auto* laid = std::get_if<Lay>(&action)) {
    lay(stage, player, *laid);
  } else if (std::holds_alternative<Pass>(action)) {
    stage.emit(Event::pass(player));                                       // SD-11
    if (open.hand_size[player] > 0) return ask_about_swap(stage, player);  // SD-12 (ruling)
    go_on_laying(stage, player);
  } else if (std::holds_alternative<Swap>(action)) {
    show_hand(stage, player);
    stage.emit(Event::phase(Phase::Take));
  } else if (std::holds_alternative<Decline>(action)) {
    ask_about_swap(stage, player);
  } else if (const auto* taken = std::get_if<Take>(&action)) {
    take(stage, player, *taken);
  } else if (std::holds_alternative<SetAside>(action)) {
    stage.emit(Event::move(tableau_of(player), stack_of(player), open.asked->index,
                           ViewerSet::everyone()));  // SD-17
    ask_about_elements(stage);
  } else if (std::holds_alternative<Leave>(action)) {
    ask_about_elements(stage);
  } else if (const auto* given = std::get_if<Give>(&action)) {
    stage.emit(Event::move(tableau_of(player), tableau_of(given->receiver),
                           open.gases[player].nth(0).index, ViewerSet::everyone()));  // SD-15
    go_on_giving(stage);
  } else if (const auto* collected = std::get_if<Collect>(&action)) {
    collect(stage, player, collected->compound);
  }
}

template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const Public& open = stage.open();
  const Card card = std::get<Drawn>(action).card;
  if (open.phase == Phase::DealGases) return deal_gas(stage, card);
  const Player player = open.current_player;
  stage.emit(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
  if (open.draw_pile_size == 0) return begin_laying(stage, open.beginner);
  stage.emit(Event::turn(next(player)));  // SD-3 (ruling)
}

template <class Stage>
void Rules::deal_gas(Stage& stage, Card gas) const {
  const Public& open = stage.open();
  const Player player = open.current_player;
  stage.emit(Event::move(draw_pile, tableau_of(player), gas.index, ViewerSet::everyone()));  // SD-2
  if (open.gases[next(player)].empty()) return stage.emit(Event::turn(next(player)));
  const CardBag rest = open.gas_pile;
  rest.kinds().for_each([&](Card card) {
    stage.emit(Event::move(draw_pile, removed_pile, card.index, ViewerSet::everyone()));
  });
  Player highest = 0;
  for (Player p = 1; p < players_; ++p) {
    if (open.gases[p].nth(0) > open.gases[highest].nth(0)) highest = p;  // SD-6
  }
  stage.emit(Event::turn(highest));
  if (open.draw_pile_size == 0) return begin_laying(stage, highest);
  stage.emit(Event::phase(Phase::Deal));
  stage.emit(Event::turn(next(highest)));  // SD-3 (ruling)
}

template <class Stage>
void Rules::begin_laying(Stage& stage, Player beginner) const {
  stage.emit(Event::turn(beginner));
  stage.emit(Event::count(Counter::Round, stage.open().round + 1));  // SD-5
  stage.emit(Event::phase(Phase::Lay));
}

template <class Stage>
void Rules::lay(Stage& stage, Player player, const Lay& lay) const {
  const Public& open = stage.open();
  std::array<int, 3> from_stacks = {lay.twos, lay.threes, lay.fours};
  for (const Card token : deck_->compound(lay.compound).tokens) {
    const bool of_stack = token.is_multiplier() &&
                          from_stacks[static_cast<std::size_t>(token.multiplier() - 2)]-- > 0;
    stage.emit(Event::move(of_stack ? multiplier_stacks : hand_of(player), tableau_of(player),
                           token.index, ViewerSet::everyone()));  // SD-8
  }
  stage.emit(Event::move(display, tableau_of(player), lay.compound.index,
                         ViewerSet::everyone()));  // SD-10
  bool finishes = false;
  deck_->contents(lay.compound).for_each([&](Card card) {
    if (!card.is_element() || (containing_[card.index] & open.display.compounds()) != 0) return;
    stage.emit(Event::finish_element(player, card.index));  // SD-16
    finishes = true;
  });
  if (finishes) return ask_about_elements(stage);
  go_on_laying(stage, player);
}

// The finished element of the compound laid last that is to be asked about, after the one that is.
inline std::optional<Card> Rules::next_asked(const Public& open) const {
  if (!open.last_laid) return std::nullopt;
  bool after = !open.asked;
  // An element may stand in a formula more than once.
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

template <class Stage>
void Rules::ask_about_elements(Stage& stage) const {
  const auto asked = next_asked(stage.open());
  if (!asked) return go_on_laying(stage, stage.open().current_player);
  stage.emit(Event::count(Counter::Asked, asked->index));  // SD-17 (ruling)
  if (stage.open().phase != Phase::Finish) stage.emit(Event::phase(Phase::Finish));
}

// Who is asked about a swap after `after`: from the left of who passed on.
inline std::optional<Player> Rules::next_to_ask(const Public& open, Player after) const {
  for (Player p = next(after); p != open.passer; p = next(p)) {
    if (!open.gases[p].empty() && !open.passed[p]) return p;  // SD-12
  }
  return std::nullopt;
}

template <class Stage>
void Rules::ask_about_swap(Stage& stage, Player after) const {
  const auto asked = next_to_ask(stage.open(), after);
  if (!asked) return go_on_laying(stage, stage.open().passer);
  stage.emit(Event::turn(*asked));
  if (stage.open().phase != Phase::Swap) stage.emit(Event::phase(Phase::Swap));
}

template <class Stage>
void Rules::show_hand(Stage& stage, Player player) const {
  const Player passer = stage.open().passer;
  const CardBag hand = stage.own(passer).hand;
  hand.kinds().for_each([&](Card card) {
    for (int shown = 1; shown <= hand.count(card); ++shown) {
      stage.emit(Event::show(hand_of(passer), card.index, shown,
                             ViewerSet::both(player, passer)));  // SD-12
    }
  });
}

template <class Stage>
void Rules::take(Stage& stage, Player player, const Take& take) const {
  const Public& open = stage.open();
  const Player passer = open.passer;
  const auto move = [&](Card card) {
    stage.emit(
        Event::move(hand_of(passer), hand_of(player), card.index, ViewerSet::both(player, passer)));
  };
  move(take.first);
  if (take.second) move(*take.second);
  stage.emit(Event::move(tableau_of(player), tableau_of(passer), open.gases[player].nth(0).index,
                         ViewerSet::everyone()));  // SD-12 (ruling)
  go_on_laying(stage, passer);
}

template <class Stage>
void Rules::go_on_laying(Stage& stage, Player after) const {
  const Public& open = stage.open();
  Player player = after;
  for (int i = 0; i < players_; ++i) {
    player = next(player);
    if (open.passed[player]) continue;
    stage.emit(Event::turn(player));  // SD-13
    if (open.phase != Phase::Lay) stage.emit(Event::phase(Phase::Lay));
    return;
  }
  end_laying(stage);  // SD-14
}

inline int Rules::finished_count(const Public& open) const {
  int count = 0;
  for (int kind = 0; kind < element_kind_count; ++kind) {
    count += open.finished_by[Card::of(kind)] ? 1 : 0;
  }
  return count;
}

template <class Stage>
void Rules::end_laying(Stage& stage) const {
  const Public& open = stage.open();
  const int needed = options_.simplified ? elements_to_end_simplified : elements_to_end;
  if (finished_count(open) >= needed) return end_game(stage);                        // SD-19
  if (open.round > last_patient_round && !open.last_player) return end_game(stage);  // SD-25
  go_on_giving(stage);
}

// Who gives a noble gas away next: from the round's beginner on, who held more than one and did not
// swap it.
inline std::optional<Player> Rules::next_to_give(const Public& open) const {
  Player player = open.beginner;
  for (int i = 0; i < players_; ++i, player = next(player)) {
    if (open.gases_due[player] > 1) return player;  // SD-15 (ruling)
  }
  return std::nullopt;
}

template <class Stage>
void Rules::go_on_giving(Stage& stage) const {
  const Public& open = stage.open();
  if (const auto giver = next_to_give(open)) {
    stage.emit(Event::turn(*giver));
    if (open.phase != Phase::Give) stage.emit(Event::phase(Phase::Give));
    return;
  }
  const Player beginner = who_begins(open);
  if (!owner_of_any(open)) return begin_laying(stage, beginner);  // SD-21 (ruling)
  stage.emit(Event::turn(beginner));
  stage.emit(Event::phase(Phase::Collect));  // SD-20
}

// Who has the fewest cards; of several, the first after the last to lay or take, who comes last.
inline Player Rules::who_begins(const Public& open) const {
  const Player before = open.last_player ? *open.last_player : open.beginner;  // SD-7 (ruling)
  const auto cards = [&](Player p) { return open.hand_size[p] + open.gases[p].size(); };
  Player found = next(before);
  for (Player p = next(found); p != next(before); p = next(p)) {
    if (cards(p) < cards(found)) found = p;  // SD-6 SD-7
  }
  return found;
}

inline std::optional<Player> Rules::owner_of(const Public& open, Card compound) const {
  for (Player p = 0; p < players_; ++p) {
    if (open.stacks[p].count(compound) > 0) return p;
  }
  return std::nullopt;
}

inline bool Rules::owner_of_any(const Public& open) const {
  for (Player p = 0; p < players_; ++p) {
    if (!open.stacks[p].empty()) return true;
  }
  return false;
}

// What lies under a laid compound: its cards without those set aside.
inline SmallBag Rules::on_stack(const Public& open, Card compound) const {
  SmallBag cards = needs_[static_cast<std::size_t>(compound.compound())];
  deck_->contents(compound).for_each([&](Card card) {
    if (!card.is_element() || open.finished_with[card] != compound) return;
    if (open.points[*open.finished_by[card]].count(card) > 0) cards.remove(card.index);  // SD-17
  });
  return cards;
}

template <class Stage>
void Rules::collect(Stage& stage, Player player, Card compound) const {
  const Public& open = stage.open();
  const Player owner = *owner_of(open, compound);
  SmallBag cards = on_stack(open, compound);
  for (const Card token : deck_->compound(compound).tokens) {
    if (cards.count(token.index) == 0) continue;
    cards.remove(token.index);
    stage.emit(Event::move(tableau_of(owner), hand_of(player), token.index,
                           ViewerSet::everyone()));  // SD-20
  }
  stage.emit(Event::move(tableau_of(owner), stack_of(owner), compound.index,
                         ViewerSet::everyone()));  // SD-20
  if (owner_of_any(open)) return stage.emit(Event::turn(next(player)));
  begin_laying(stage, who_begins(open));
}

template <class Stage>
void Rules::end_game(Stage& stage) const {
  for (Player p = 0; p < players_; ++p) {
    const CardBag won = stage.open().stacks[p];
    won.kinds().for_each([&](Card compound) {
      stage.emit(Event::move(tableau_of(p), stack_of(p), compound.index,
                             ViewerSet::everyone()));  // SD-22
    });
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
    case Verb::Show:
      if (!card.is_small() || card.is_noble_gas()) break;
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
    case Verb::Count:
      if (static_cast<Counter>(event.index) == Counter::Asked) {
        if (event.amount >= 0 && event.amount < element_kind_count) {
          open.asked = Card::of(event.amount);
        }
      } else {
        open.beginner = open.current_player;
        open.round = static_cast<std::uint8_t>(event.amount);
        open.last_player.reset();
        open.passed = {};
        for (Player p = 0; p < players_; ++p) {
          open.gases_due[p] = static_cast<std::uint8_t>(open.gases[p].size());
        }
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
    case Zone::Tableau:
      if (card.is_noble_gas()) {
        open.gases[owner].remove(card);
        --open.gases_due[owner];
      } else if (card.is_compound()) {
        open.stacks[owner].remove(card);
      } else {
        open.stack_cards.remove(card);
      }
      break;
    case Zone::Display:
      open.display.remove(card);
      break;
    case Zone::MultiplierStacks:
      open.multipliers.remove(card);
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
    case Zone::Tableau:
      if (card.is_noble_gas()) {
        open.gases[owner].add(card);
      } else if (card.is_compound()) {
        open.stacks[owner].add(card);
        open.last_laid = card;
        open.last_player = Seat::of(owner);
      } else {
        open.stack_cards.add(card);
      }
      break;
    case Zone::Stack:
      open.points[owner].add(card);
      if (open.phase == Phase::Collect) open.last_player = open.current_player;
      break;
    case Zone::Removed:
      open.removed.add(card);
      break;
    default:
      break;
  }
}

// Every group knows what all of it saw (GN-9).
inline void Rules::learn(Facts& facts, const Public&, const Event& event) const {
  facts.held.for_each_group(players_, [&](HeldCards& held, ViewerSet group) {
    const bool sees = event.kind.has_value() && event.seen_by.contains(group);
    const Card card = Card::of(event.kind.value_or(0));
    if (event.verb == Verb::Show) {
      if (sees) held.show(event.from.owner, card, event.amount);
      return;
    }
    if (event.verb != Verb::Deal && event.verb != Verb::Move) return;
    const bool leaves = event.from.is_hand();
    const bool enters = event.to.is_hand();
    if (leaves && enters && !sees) {
      held.move_unseen(event.from.owner, event.to.owner);
      return;
    }
    if (leaves) held.leave(event.from.owner, card);
    if (enters && sees) held.enter(event.to.owner, card);
  });
}

// ---- Scoring and end (SD-22 – SD-24) ----

/// The points of the compounds that a player would get if the game ended now.
inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  const Public& open = table.open;
  PerPlayer<int, max_players> scores;
  for (Player p = 0; p < players_; ++p) {
    (open.points[p] + open.stacks[p]).kinds().for_each([&](Card card) {
      if (!card.is_compound()) return;
      bool doubled = false;
      deck_->contents(card).for_each([&](Card token) {
        doubled = doubled ||
                  (token.is_element() && open.finished_by[token] && *open.finished_by[token] == p);
      });
      scores[p] += deck_->compound(card).points * (doubled ? 2 : 1);  // SD-23
    });
  }
  return scores;
}

// ---- Hidden worlds ----

// All cards that everybody sees.
inline CardBag Rules::lying(const Public& open) const {
  CardBag cards = open.gas_pile;
  for (const CardBag* bag : {&open.display, &open.multipliers, &open.stack_cards, &open.removed}) {
    cards += *bag;
  }
  for (Player p = 0; p < players_; ++p) cards += open.gases[p] + open.stacks[p] + open.points[p];
  return cards;
}

// The places are the hands of the others by seat, without one that is shown to the viewer, then the
// draw pile.
inline WorldProblem Rules::worlds_of(const Observation& seen) const {
  const Public& open = seen.open;
  WorldProblem problem;
  problem.unseen = cards_ - lying(open) - seen.own.hand - seen.own.shown.cards;
  std::array<PlaceSet, HeldCards::place_count> place_of{};
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p) || is_shown(seen, p)) continue;
    place_of[static_cast<std::size_t>(p)] = problem.add_place(open.hand_size[p]);
  }
  problem.add_place(open.draw_pile_size);
  add_held(problem, seen.facts.held.of(seen.viewer), place_of, [&](Player p, Card kind) {
    return (seen.viewer.is(p) ? seen.own.hand : seen.own.shown.cards).count(kind);
  });
  return problem;
}

// Whether the viewer is looking at the hand of `player`.
inline bool Rules::is_shown(const Observation& seen, Player player) {
  return seen.open.phase == Phase::Take && seen.open.passer == player &&
         seen.viewer.is(seen.open.current_player);
}

inline Table Rules::table_in(const Observation& seen, const World& world) const {
  Table table;
  table.open = seen.open;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) {
      table.own[p] = seen.own;
    } else {
      table.own[p].hand = is_shown(seen, p) ? seen.own.shown.cards : world[place++];
    }
  }
  table.hidden.draw_pile = world[place];
  if (seen.open.phase == Phase::Take) {
    table.own[seen.open.current_player].shown.cards = table.own[seen.open.passer].hand;
  }
  return table;
}

// ---- Making a game, and refusing what is none (SD-2, SD-4, DK-4) ----

inline Result<Rules> Rules::create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                                   int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  int gases = 0;
  deck->all_cards().kinds().for_each([&](Card card) { gases += card.is_noble_gas() ? 1 : 0; });
  if (gases < players) {
    return tl::unexpected(InputError{"deck", std::to_string(gases) + " noble gases",
                                     "everybody gets one", "DK-4"});  // DK-4 (ruling)
  }
  Rules rules(std::move(deck), options, players);
  if (auto fault = ways_fault(rules.max_legal_actions())) return tl::unexpected(*fault);
  return rules;
}

inline Rules::Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
    : DeckRules(std::move(deck), options, players), matcher_(*deck_), cards_(deck_->all_cards()) {
  CardSet removed;
  if (options_.simplified) {
    std::string_view symbols = name_of(options_.removed_elements);
    while (!symbols.empty()) removed.insert(*deck_->card(split_off(symbols, ",")));  // SD-4
  }
  deck_->all_cards().kinds().for_each([&](Card card) {
    const bool out = removed.contains(card) ||
                     (card.is_compound() && !(deck_->contents(card) & removed).empty());
    for (int i = deck_->all_cards().count(card); out && i > 0; --i) cards_.remove(card);
  });
  for (const Compound& compound : deck_->compounds()) {
    const auto index = static_cast<int>(needs_.size());
    needs_.push_back(compound.needs());
    add_lay({Card::of_compound(index)});
    if (cards_.count(Card::of_compound(index)) == 0) continue;  // SD-18 (ruling)
    for (const Card token : compound.tokens) {
      if (token.is_element()) containing_[token.index] |= std::uint64_t{1} << index;
    }
  }
  for (int index = 0; index < compound_count(); ++index) {
    const SmallBag& needs = needs_[static_cast<std::size_t>(index)];
    const auto needed = [&](int number) {
      return static_cast<std::uint8_t>(needs.count(Card::of_multiplier(number).index));
    };
    LegalActions& with_stacks = with_stacks_.emplace_back();
    for (std::uint8_t twos = 0; twos <= needed(2); ++twos) {
      for (std::uint8_t threes = 0; threes <= needed(3); ++threes) {
        for (std::uint8_t fours = 0; fours <= needed(4); ++fours) {
          if (twos + threes + fours == 0) continue;
          with_stacks.insert(lay_count());
          add_lay({Card::of_compound(index), twos, threes, fours});
        }
      }
    }
    if (!with_stacks.empty()) with_multipliers_ |= std::uint64_t{1} << index;
  }
}

inline void Rules::add_lay(const Lay& lay) {
  const std::array<int, multiplier_kind_count> of_stacks = {lay.twos, lay.threes, lay.fours};
  const SmallBag& needs = needs_[static_cast<std::size_t>(lay.compound.compound())];
  for (std::size_t i = 0; i < of_stacks.size(); ++i) {
    const int of_hand =
        needs.count(Card::of_multiplier(static_cast<int>(i) + 2).index) - of_stacks[i];
    for (std::size_t there = 0; there <= SmallBag::lane_mask; ++there) {
      if (of_stacks[i] <= static_cast<int>(there)) stacks_give_[i][there].insert(lay_count());
      if (of_hand <= static_cast<int>(there)) hand_gives_[i][there].insert(lay_count());
    }
  }
  lays_.push_back(lay);
}

inline int Rules::action_id(const Action& action) const {
  // What no id stands for gets one that no action has.
  if (const auto* lay = std::get_if<Lay>(&action)) {
    const auto found = std::find(lays_.begin(), lays_.end(), *lay);
    return found == lays_.end() ? action_count() : static_cast<int>(found - lays_.begin());
  }
  if (const auto* take = std::get_if<Take>(&action)) {
    if (!take->first.is_token()) return action_count();
    const int first = take->first.token();
    if (!take->second) return take_id(first);
    if (!take->second->is_token() || *take->second < take->first) return action_count();
    return take_id(first) + 1 + take->second->token() - first;
  }
  if (const auto* give = std::get_if<Give>(&action)) {
    return give->receiver < players_ ? give_id() + give->receiver : action_count();
  }
  if (const auto* collect = std::get_if<Collect>(&action)) {
    return collect->compound.is_compound() ? collect_id() + collect->compound.compound()
                                           : action_count();
  }
  if (std::holds_alternative<Pass>(action)) return pass_id();
  if (std::holds_alternative<Swap>(action)) return swap_id();
  if (std::holds_alternative<Decline>(action)) return decline_id();
  return std::holds_alternative<SetAside>(action) ? set_aside_id() : leave_id();
}

inline Action Rules::action_of(int id) const {
  if (id < pass_id()) return lays_[static_cast<std::size_t>(id)];
  if (id == pass_id()) return Pass{};
  if (id == swap_id()) return Swap{};
  if (id == decline_id()) return Decline{};
  if (id == set_aside_id()) return SetAside{};
  if (id == leave_id()) return Leave{};
  if (id < take_id()) return Give{Seat::of(id - give_id())};
  if (id >= collect_id()) return Collect{Card::of_compound(id - collect_id())};
  int rest = id - take_id();
  int first = 0;
  for (; rest > token_kind_count - first; ++first) rest -= token_kind_count + 1 - first;
  const Card card = Card::of_token(first);
  if (rest == 0) return Take{card, std::nullopt};
  return Take{card, Card::of_token(first + rest - 1)};
}

// Rounds: in all but two or three a compound is laid. In each everybody passes, with everybody else
// asked about a swap and taking cards; gases are given away.
inline std::int64_t Rules::max_steps() const {
  const std::int64_t compounds = compound_count();
  const std::int64_t rounds = compounds + last_patient_round + 1;
  const std::int64_t a_round = players_ * (1 + players_) + noble_gas_kind_count;
  return cards_.size() + 2 * compounds + element_kind_count + rounds * a_round;
}

inline Table Rules::initial_table(Player start_player) const {
  Table table;
  Public& open = table.open;
  open.current_player = Seat::of(start_player);
  cards_.kinds().for_each([&](Card card) {
    CardBag& pile = card.is_element()     ? table.hidden.draw_pile
                    : card.is_noble_gas() ? open.gas_pile
                    : card.is_compound()  ? open.display
                                          : open.multipliers;  // SD-1
    for (int i = 0; i < cards_.count(card); ++i) pile.add(card);
  });
  open.draw_pile_size = static_cast<std::uint8_t>(table.hidden.draw_pile.size());
  return table;
}

// What cannot be in what everybody sees.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  const auto wrong = [](const char* field, int value, const char* reason, const char* rule) {
    return InputError{field, std::to_string(value), reason, rule};
  };
  // Cards lie where cards of their kind can.
  CardsLeft<CardBag> rest(cards_);
  bool conserved = true;
  const auto take = [&](const CardBag& part, auto&& may_lie) {
    rest.take(part);
    part.kinds().for_each([&](Card card) { conserved = conserved && may_lie(card); });
  };
  const auto is_gas = [](Card card) { return card.is_noble_gas(); };
  const auto is_compound = [](Card card) { return card.is_compound(); };
  const auto is_token = [](Card card) { return card.is_token(); };
  take(open.gas_pile, is_gas);
  take(open.removed, is_gas);
  take(open.display, is_compound);
  take(open.multipliers, [](Card card) { return card.is_multiplier(); });
  take(open.stack_cards, is_token);
  int hands = open.draw_pile_size;
  bool any_stack = false;
  for (Player p = 0; p < players_; ++p) {
    take(open.gases[p], is_gas);
    take(open.stacks[p], is_compound);
    take(open.points[p], [&](Card card) {
      return card.is_compound() ||
             (card.is_element() && open.finished_by[card] && *open.finished_by[card] == p);
    });
    for (int kind = 0; kind < element_kind_count; ++kind) {
      conserved = conserved && open.points[p].count(Card::of(kind)) <= 1;
    }
    hands += open.hand_size[p];
    any_stack = any_stack || !open.stacks[p].empty();
  }
  if (!conserved || !rest.had_all() || rest.left().size() != hands) {
    return wrong("display", rest.left().size(), "the cards of all places are not the deck", "SD-1");
  }
  const bool over = open.phase == Phase::Over;
  const bool dealing = open.phase == Phase::DealGases || open.phase == Phase::Deal;
  SmallBag on_stacks;
  bool finishes = true;
  for (Player p = 0; p < players_; ++p) {
    open.stacks[p].kinds().for_each([&](Card compound) { on_stacks += on_stack(open, compound); });
  }
  for (int kind = 0; kind < element_kind_count; ++kind) {
    const Card element = Card::of(kind);
    const auto& by = open.finished_by[element];
    const auto& with = open.finished_with[element];
    const std::uint64_t compounds = containing_[static_cast<std::size_t>(kind)];
    const bool gone = compounds != 0 && (compounds & open.display.compounds()) == 0;
    finishes = finishes && by.has_value() == gone && with.has_value() == gone;
    if (!finishes || !gone) continue;
    finishes = with->is_compound() && (compounds >> with->compound() & 1) != 0 &&
               (open.stacks[*by] + open.points[*by]).count(*with) > 0;
  }
  if (!finishes) return wrong("finished_by", 0, "who laid the last compound with it", "SD-16");
  if (!over && !(on_stacks == open.stack_cards.small())) {
    return wrong("stack_cards", open.stack_cards.size(), "not those of the stacks", "SD-10");
  }
  for (Player p = 0; p < players_; ++p) {
    if (open.gases_due[p] > (dealing ? 0 : open.gases[p].size())) {
      return wrong("gases_due", open.gases_due[p], "more than are held", "SD-15");
    }
  }
  const Player player = open.current_player;
  if (dealing) return deal_fault(open);
  if (open.draw_pile_size > 0 || !open.gas_pile.empty() || open.round == 0 ||
      open.round > compound_count() + last_patient_round + 1) {
    return wrong("round", open.round, "not one in which compounds are laid", "SD-5");
  }
  bool all_passed = true;
  for (Player p = 0; p < players_; ++p) all_passed = all_passed && open.passed[p];
  const int needed = options_.simplified ? elements_to_end_simplified : elements_to_end;
  const bool ended =
      finished_count(open) >= needed || (open.round > last_patient_round && !open.last_player);
  const bool laying = open.phase == Phase::Lay || open.phase == Phase::Finish ||
                      open.phase == Phase::Swap || open.phase == Phase::Take;
  const Player owner = open.last_laid ? owner_of(open, *open.last_laid).value_or(-1) : -1;
  bool fits = laying != all_passed || open.phase == Phase::Swap || open.phase == Phase::Take;
  fits = fits && (laying || over == ended);
  if (!over && open.phase != Phase::Collect)
    fits = fits && open.last_player.has_value() == any_stack;
  if (open.phase == Phase::Collect) fits = fits && any_stack;
  if (open.phase == Phase::Lay || open.phase == Phase::Finish) {
    fits = fits && !open.passed[player] && open.last_laid.has_value() == (owner >= 0);
    if (owner >= 0) fits = fits && open.last_player && *open.last_player == owner;
  } else {
    fits = fits && !open.last_laid;
  }
  if (open.phase == Phase::Swap || open.phase == Phase::Take) {
    fits = fits && open.passed[open.passer] && !open.passed[player] && player != open.passer &&
           !open.gases[player].empty() && open.hand_size[open.passer] > 0;
  }
  if (open.phase == Phase::Give) fits = fits && next_to_give(open) == player;
  if (open.phase == Phase::Finish) {
    fits = fits && owner == player && open.asked && open.asked->is_element() &&
           open.finished_with[*open.asked] == open.last_laid &&
           open.points[player].count(*open.asked) == 0;
  } else {
    fits = fits && !open.asked;
  }
  if (over) fits = fits && !any_stack;
  if (fits) return std::nullopt;
  return InputError{"phase", std::string(name_of(open.phase)), "does not fit the rest", "SD-5"};
}

// What cannot be while cards are dealt.
inline std::optional<InputError> Rules::deal_fault(const Public& open) const {
  const Table start = initial_table(0);
  bool fits = open.round == 0 && open.display == start.open.display &&
              open.multipliers == start.open.multipliers && open.passed == start.open.passed &&
              !open.last_player && !open.last_laid && !open.asked && open.passer == 0;
  const int dealt = start.open.draw_pile_size - open.draw_pile_size;
  int gases = 0;
  for (Player p = 0; p < players_; ++p) gases += open.gases[p].size();
  const Player first =
      open.phase == Phase::Deal ? next(open.beginner) : Player{open.current_player};
  for (int i = 0; i < players_; ++i) {
    const Player player = (first + i) % players_;
    fits = fits && open.hand_size[player] == dealt_to(player, first, dealt);
    // The last so many before the current player have got a gas.
    const bool has_gas = open.phase == Phase::Deal || i >= players_ - gases;
    fits = fits && open.gases[player].size() == (has_gas ? 1 : 0);
  }
  if (open.phase == Phase::Deal) {
    fits = fits && open.gas_pile.empty() && open.draw_pile_size > 0 &&
           open.current_player == (first + dealt) % players_;
    for (Player p = 0; fits && p < players_; ++p) {
      fits = open.gases[p].nth(0) <= open.gases[open.beginner].nth(0);
    }
  } else {
    fits = fits && dealt == 0 && gases < players_ && open.removed.empty() && open.beginner == 0;
  }
  if (fits) return std::nullopt;
  return InputError{"phase", std::string(name_of(open.phase)), "not dealt in turn", "SD-3"};
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own,
                                                 Player player) const {
  bool hand_cards = own.hand.size() == open.hand_size[player];
  (own.hand + own.shown.cards).kinds().for_each([&](Card card) {
    hand_cards = hand_cards && card.is_token();
  });
  if (!hand_cards) {
    return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                      "must be " + std::to_string(open.hand_size[player]), "SD-3"};
  }
  const bool looks = open.phase == Phase::Take && open.current_player == player;
  if (own.shown.cards.size() != (looks ? open.hand_size[open.passer] : 0)) {
    return InputError{"shown", std::to_string(own.shown.cards.size()) + " cards",
                      "must be the hand of who passed", "SD-12"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts& facts) const {
  const Public& open = table.open;
  if (auto fault = fault_of(open)) return fault;
  CardsLeft<CardBag> rest(cards_ - lying(open));
  rest.take(table.hidden.draw_pile);
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(open, table.own[p], p)) return fault;
    rest.take(table.own[p].hand);
  }
  if (table.hidden.draw_pile.size() != open.draw_pile_size || !rest.had_all()) {
    return InputError{"hand", "", "the cards of all places are not the deck", "SD-3"};
  }
  if (open.phase == Phase::Take &&
      !(table.own[open.current_player].shown.cards == table.own[open.passer].hand)) {
    return InputError{"shown", "", "must be the hand of who passed", "SD-12"};
  }
  return held_fault(facts.held, players_, *deck_,
                    [&](Player p, Card kind) { return table.own[p].hand.count(kind); });
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  if (seen.viewer.is_spectator()) return spectator_fault(seen);
  if (auto fault = fault_of(seen.open, seen.own, seen.viewer.seat())) return fault;
  const CardBag rest = cards_ - lying(seen.open);
  if (rest.contains(seen.own.hand) && (rest - seen.own.hand).contains(seen.own.shown.cards)) {
    return std::nullopt;
  }
  return InputError{"hand", "", "more cards than the deck has", "SD-3"};
}

}  // namespace chemix::showdown
