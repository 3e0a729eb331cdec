// SPDX-License-Identifier: Apache-2.0
// Chemistry Canasta: compounds and runs of elements. Rules: docs/rules/chemistry_canasta.md
#pragma once

// Players   1 to 6, the basic deck with one or two expansion decks.
// A turn    two cards as in Compound Capture; Main → a capture as there, or a run (its lowest
//           number → Run, its wild cards), or neither; wild cards of runs claimed meanwhile; a
//           discard.
// Who sees  everybody the compounds, runs, the discard pile, sizes and where cards come from; a
//           player the own hand.
// Ends      with an empty hand or all compounds captured; when play stands still; after
//           `max_turns` turns.

#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/deck_rules.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/expansion_match.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/cards/expansion_table.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/id_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"
#include "chemix/games/chemistry_canasta/runs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace chemix::chemistry_canasta {

// ---- Constants ----

inline constexpr int min_players = 1;
inline constexpr int max_players = expansion::max_players;
inline constexpr int run_card_points = 10;  // CN-7

// ---- Options (CN-1, CN-8) ----

/// Which of the published expansion decks are played with.
enum class Decks : std::uint8_t { Covalent, Ionic, Both };

constexpr std::array<std::string_view, 3> names_of(Decks) { return {"covalent", "ionic", "both"}; }

struct Options {
  Decks decks = Decks::Both;  // CN-1 (ruling)
  int max_turns = 1000;       // CN-8 (ruling)

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"decks", "CN-1", "the expansion decks in play"}, self.decks);
    visit(OptionField{"max_turns", "CN-8", "turns after which the round ends", 1, 10000},
          self.max_turns);
  }
};

// ---- Actions (CN-1 – CN-5) ----

using expansion::Capture;
using expansion::Discard;
using expansion::Draw;
using expansion::Skip;
using expansion::TakeDiscard;
using expansion::Top;
using expansion::Wilds;

/// Begins a run from this element on.
struct LayRun {
  Card lowest;
  static constexpr std::string_view name = "run";
  constexpr bool operator==(const LayRun&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("lowest", self.lowest); }
};
/// Says in which places of the run wild cards stand: the sum of 1, 2 and 4 for the first, second
/// and third.
struct RunWilds {
  std::uint8_t places = 0;
  static constexpr std::string_view name = "run_wilds";
  constexpr bool operator==(const RunWilds&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("places", self.places); }
};
/// Replaces a wild card in the run of `owner` by the element that it stands for. `wilds` are the
/// places with wild cards before.
struct Replace {
  Seat owner;
  Card lowest;
  std::uint8_t wilds = 0;
  Card element;
  static constexpr std::string_view name = "replace";
  constexpr bool operator==(const Replace&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("owner", self.owner);
    visit("lowest", self.lowest);
    visit("wilds", self.wilds);
    visit("element", self.element);
  }
};
/// Ends a turn with a capture without a discard.
struct End : NoFields<End> {
  static constexpr std::string_view name = "end";
};

using Action = std::variant<Draw, TakeDiscard, Skip, Capture, Wilds, Top, Discard, LayRun, RunWilds,
                            Replace, End>;
using ChanceAction = std::variant<Drawn>;

/// The ids of what a player may do, ascending: replacements come last.
class LegalActions {
 public:
  [[nodiscard]] int size() const { return others_.size() + replacement_count_; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The `i`-th id; `i < size()`.
  [[nodiscard]] int operator[](int i) const {
    const int others = others_.size();
    return i < others ? others_[i] : replacements_[static_cast<std::size_t>(i - others)];
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    others_.for_each(visit);
    for (std::size_t i = 0; i < replacement_count_; ++i) {
      visit(static_cast<int>(replacements_[i]));
    }
  }

 private:
  friend class Rules;

  // Each of them takes a wild card from the table, of which there are at most so many.
  static constexpr std::size_t max_replacements = std::size_t{2} * ExpansionDeck::max_size;
  static constexpr int other_count = 256;
  static_assert(expansion::max_action_count + 1 + run_count + static_cast<int>(all_wild) <=
                other_count);

  IdSet<other_count> others_;
  // Not set before they are needed: there are many, and mostly none is.
  std::array<std::uint16_t, max_replacements> replacements_;
  std::uint8_t replacement_count_ = 0;
};

// ---- State ----

/// The phases of the table, and the choice of the wild cards of a run.
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
  Run,
};

constexpr std::array<std::string_view, 11> names_of(Phase) {
  std::array<std::string_view, 11> names;
  std::copy(expansion::phase_names.begin(), expansion::phase_names.end(), names.begin());
  names.back() = "run";
  return names;
}
static_assert(static_cast<int>(Phase::Over) == static_cast<int>(expansion::Phase::Over));

/// The counters of the table, and the lowest number of the run that is being laid.
enum class Counter : std::uint8_t { Chosen, Wilds, Run };

constexpr std::array<std::string_view, 3> names_of(Counter) {
  return {expansion::counter_names[0], expansion::counter_names[1], "run"};
}

/// What was done in the running turn.
enum class Deed : std::uint8_t { None, Capture, Run };

constexpr std::array<std::string_view, 3> names_of(Deed) { return {"none", "capture", "run"}; }

struct Public {
  expansion::Open table;
  Deed deed = Deed::None;
  /// The lowest number of the run that is being laid, else 0.
  std::uint8_t run = 0;
  RunList runs;
  /// A draw was skipped since the last capture or run.
  bool skipped = false;
  /// Turns in a row without a capture or run, counted up to the number of players.
  std::uint8_t idle_turns = 0;
  /// Turns completed.
  std::uint16_t turns = 0;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    expansion::Open::visit_fields(self.table, visit);
    visit("deed", self.deed);
    visit("run", self.run);
    visit("runs", self.runs);
    visit("skipped", self.skipped);
    visit("idle_turns", self.idle_turns);
    visit("turns", self.turns);
  }
};

using Private = expansion::Own;
using Hidden = expansion::Unseen;
using Facts = expansion::Facts;

// ---- Contract ----

class Rules : public DeckRules<ExpansionSet, Options> {
 public:
  static constexpr std::string_view name = "chemistry_canasta";
  static constexpr std::string_view default_deck = ExpansionSet::published;
  static constexpr int revision = 1;
  static constexpr int min_players = chemistry_canasta::min_players;
  static constexpr int max_players = chemistry_canasta::max_players;
  static constexpr std::size_t max_table_bytes = 512;
  // The last kind is said, its cards are laid, the compound is taken, the turn ends.
  static constexpr std::size_t max_step_events = ExpansionDeck::max_cards + 6;

  using Phase = chemistry_canasta::Phase;
  using Counter = chemistry_canasta::Counter;
  using Public = chemistry_canasta::Public;
  using Private = chemistry_canasta::Private;
  using Hidden = chemistry_canasta::Hidden;
  using Facts = chemistry_canasta::Facts;
  using Action = chemistry_canasta::Action;
  using ChanceAction = chemistry_canasta::ChanceAction;
  using LegalActions = chemistry_canasta::LegalActions;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or decks that the game cannot be played with.
  static Result<Rules> create(const std::shared_ptr<const ExpansionSet>& decks,
                              const Options& options, int players);

  [[nodiscard]] int action_count() const {
    return replace_id() + players_ * run_count * wild_places;
  }
  [[nodiscard]] int chance_action_count() const { return deck_->card_kind_count(); }
  [[nodiscard]] int action_id(const Action& action) const {
    return std::visit([this](const auto& taken) { return id_of(taken); }, action);
  }
  [[nodiscard]] Action action_of(int id) const;
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  // Discards of all kinds, captures, runs, and a replacement for every wild card.
  [[nodiscard]] int max_legal_actions() const {
    return payment_kind_count + expansion::open_compounds + run_count +
           deck_->all_cards().count(wild_card);
  }
  // Turning up and dealing; two cards in two steps each, a capture of five kinds with its top card
  // and the next compound, a discard; a wild card is replaced once at most for each time it is
  // laid, and runs lie to the end.
  [[nodiscard]] std::int64_t max_steps() const {
    const int cards = deck_->all_cards().size();
    return expansion::open_compounds + 2 * cards +
           std::int64_t{options_.max_turns} *
               (2 * expansion::cards_drawn + Price::max_kinds + 4);  // CN-8 (ruling)
  }

  [[nodiscard]] Table initial_table(Player start_player) const {
    Table table;
    table_.set_up(table.open.table, table.hidden, start_player);
    return table;
  }
  [[nodiscard]] static Acting acting(const Public& open) {
    return expansion::Table::acting(open.table);
  }
  [[nodiscard]] static Phase phase_of(const Public& open) {
    return open.run > 0 ? Phase::Run : static_cast<Phase>(open.table.phase);
  }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const auto& table) const {
    return table_.chance_weight(table.open.table);
  }
  [[nodiscard]] ChanceAction chance_outcome(const auto& table, std::int64_t nth) const {
    return table_.chance_outcome(table.open.table, table.hidden, nth);
  }
  [[nodiscard]] std::int64_t chance_weight_of(const auto& table, const ChanceAction& action) const {
    return table_.chance_weight_of(table.open.table, table.hidden, std::get<Drawn>(action).card);
  }

  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const;
  template <class Stage>
  void resolve(Stage& stage, const ChanceAction& action) const;
  template <class View>
  void fold(View& view, const Event& event) const;
  void learn(Facts& facts, const Public& open, const Event& event) const {
    table_.learn(facts, open.table, event);
  }
  [[nodiscard]] static Facts facts_of(const Facts& facts, Viewer viewer) {
    return expansion::Table::facts_of(facts, viewer);
  }
  [[nodiscard]] int weakened(const Observation& seen) const {
    return table_.weakened(seen.facts, seen.viewer);
  }

  [[nodiscard]] WorldProblemOf<PaymentBag> worlds_of(const Observation& seen) const;
  [[nodiscard]] Table table_in(const Observation& seen, const WorldOf<PaymentBag>& world) const;

  /// Points of the round as they stand.
  [[nodiscard]] PerPlayer<int, max_players> scores(const Table& table) const;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    return mean_returns(scores(table), players_);
  }
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;
  /// The most points that a player can lose in a round.
  [[nodiscard]] int max_cost() const { return table_.max_cost(); }

 private:
  // The wild cards of a run and one of their places: 1, 2, 3 by its first and second, and so on.
  static constexpr int wild_places = 9;
  struct WildPlace {
    std::uint8_t wilds;
    std::uint8_t place;
  };
  static constexpr std::array<WildPlace, wild_places> wild_place_list = {
      {{1, 0}, {2, 1}, {3, 0}, {3, 1}, {4, 2}, {5, 0}, {5, 2}, {6, 1}, {6, 2}}};
  // Where the places of such wild cards begin in the list.
  static constexpr std::array<std::uint8_t, all_wild> first_wild_place = {0, 0, 1, 2, 4, 5, 7};

  Rules(std::shared_ptr<const ExpansionSet> deck, const Options& options, int players)
      : DeckRules(std::move(deck), options, players), table_(deck_, players) {
    for (int lowest = 1; lowest <= run_count; ++lowest) {
      run_prices_[static_cast<std::size_t>(lowest)] =
          Price({{lowest, 1}, {lowest + 1, 1}, {lowest + 2, 1}}, deck_->layout(),
                {lowest, lowest + 1, lowest + 2});
    }
  }

  // Ids after those of the table.
  [[nodiscard]] int end_id() const { return table_.action_count(); }
  [[nodiscard]] int run_id() const { return end_id() + 1; }
  [[nodiscard]] int run_wilds_id() const { return run_id() + run_count; }
  [[nodiscard]] int replace_id() const { return run_wilds_id() + static_cast<int>(all_wild); }

  template <class TableAction>
  [[nodiscard]] int id_of(const TableAction& action) const {
    return table_.id_of(action);
  }
  [[nodiscard]] int id_of(const End&) const { return end_id(); }
  [[nodiscard]] int id_of(const LayRun& action) const { return run_id() + action.lowest.index; }
  [[nodiscard]] int id_of(const RunWilds& action) const { return run_wilds_id() + action.places; }
  [[nodiscard]] int id_of(const Replace& action) const {
    const Run run = run_of(action);
    const int place = action.element.index - action.lowest.index;
    for (int i = 0; i < wild_places; ++i) {
      const WildPlace& entry = wild_place_list[static_cast<std::size_t>(i)];
      if (entry.wilds == action.wilds && entry.place == place) return id_of(run, i);
    }
    return -1;
  }
  [[nodiscard]] int id_of(const Run& run, int wild_place) const {
    return replace_id() + (run.owner() * run_count + run.lowest() - 1) * wild_places + wild_place;
  }
  static Run run_of(const Replace& action) {
    return {action.owner, action.lowest.index + 1, action.wilds & all_wild};
  }

  static constexpr std::uint64_t all_elements = lowest_bits(basic_deck_size);
  // The elements of a hand, one bit each from hydrogen in bit 0.
  [[nodiscard]] std::uint64_t elements_of(const Private& own) const {
    return table_.kinds_held(own) & all_elements;
  }
  [[nodiscard]] bool may_discard(const Public& open, const Private& own) const {
    return open.deed != Deed::Capture || own.hand.size() == 1;  // CN-4 (ruling)
  }
  void add_replacements(LegalActions& legal, const Public& open, std::uint64_t elements) const;

  [[nodiscard]] static bool asks_for(const Public& open, const RunWilds&) { return open.run > 0; }
  template <class OtherAction>
  [[nodiscard]] static bool asks_for(const Public& open, const OtherAction& action) {
    if (open.run > 0) return false;
    if constexpr (requires { expansion::Table::asks_for(open.table.phase, action); }) {
      return expansion::Table::asks_for(open.table.phase, action);
    } else {
      return open.table.phase == expansion::Phase::Main;
    }
  }
  template <class SomeAction>
  [[nodiscard]] std::optional<RuleError> check_taken(const Public& open, const Private& own,
                                                     const SomeAction& action) const;
  [[nodiscard]] std::optional<RuleError> check_run(const Public& open, const Private& own,
                                                   const LayRun& action) const;
  [[nodiscard]] std::optional<RuleError> check_replace(const Public& open, const Private& own,
                                                       const Replace& action) const;

  template <class Stage>
  void lay_run(Stage& stage, Player player, unsigned wilds) const;
  template <class Stage>
  void replace(Stage& stage, Player player, const Replace& action) const;
  template <class Stage>
  void end_turn(Stage& stage) const;
  // Whether all compounds are captured or somebody has no card left.
  [[nodiscard]] bool is_won(const Public& open) const;
  [[nodiscard]] bool has_ended(const Public& open) const;

  [[nodiscard]] static PaymentBag laid(const Public& open) {
    PaymentBag cards;
    open.runs.for_each_card([&](Card card) { cards.add(card); });
    return cards;
  }
  [[nodiscard]] const Price* price_of(const Public& open) const {
    return open.run > 0 ? &run_prices_[open.run] : table_.price_of(open.table);
  }
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own) const;
  template <class SomeAction>
  [[nodiscard]] RuleError refuse(RuleId rule, const SomeAction& action, int argument = 0) const {
    return refusal(rule, id_of(action), argument);
  }

  expansion::Table table_;
  // By the lowest number.
  std::array<Price, run_count + 1> run_prices_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, CN-1 – CN-5) ----

inline LegalActions Rules::legal_actions(const Public& open, const Private& own, Player) const {
  LegalActions legal;
  if (open.run > 0) {
    const unsigned ways = ways_to_lay(elements_of(own), table_.wilds_held(own), open.run);
    legal.others_.insert_bits(run_wilds_id(), ways);  // CN-3
    return legal;
  }
  if (open.table.phase != expansion::Phase::Main) {
    table_.add_legal(legal.others_, open.table, own);
    return legal;
  }
  const std::uint64_t kinds = table_.kinds_held(own);
  const std::uint64_t elements = kinds & all_elements;
  if (may_discard(open, own)) legal.others_.insert_bits(expansion::discard_id, kinds);  // CN-4
  if (open.deed == Deed::None) {
    const int wilds = table_.wilds_held(own);
    legal.others_.insert_bits(run_id(), possible_runs(elements, wilds));  // CN-2 CN-3
    table_.add_captures(legal.others_, open.table, own, wilds);           // CN-2
  }
  if (open.deed == Deed::Capture) legal.others_.insert(end_id());  // CN-4
  add_replacements(legal, open, elements);
  return legal;
}

// Equal runs give equal actions, and lie side by side.
inline void Rules::add_replacements(LegalActions& legal, const Public& open,
                                    std::uint64_t elements) const {
  for (int i = 0; i < open.runs.size(); ++i) {
    const Run& run = open.runs[i];
    unsigned claimed = static_cast<unsigned>(elements >> (run.lowest() - 1)) & run.wilds();
    if (claimed == 0 || (i > 0 && open.runs[i - 1] == run)) continue;
    for (; claimed != 0; claimed &= claimed - 1) {
      if (legal.replacement_count_ == LegalActions::max_replacements) return;
      const unsigned before = run.wilds() & ((claimed & (0 - claimed)) - 1);
      legal.replacements_[legal.replacement_count_++] = static_cast<std::uint16_t>(
          id_of(run, first_wild_place[run.wilds()] + std::popcount(before)));  // CN-5
    }
  }
}

template <class SomeAction>
std::optional<RuleError> Rules::check_taken(const Public& open, const Private& own,
                                            const SomeAction& action) const {
  if constexpr (std::is_same_v<SomeAction, End>) {
    if (open.deed != Deed::Capture) return refuse("CN-4", action);  // CN-4
    return std::nullopt;
  } else if constexpr (std::is_same_v<SomeAction, LayRun>) {
    return check_run(open, own, action);
  } else if constexpr (std::is_same_v<SomeAction, RunWilds>) {
    const unsigned ways = ways_to_lay(elements_of(own), table_.wilds_held(own), open.run);
    if (action.places >= all_wild || (ways >> action.places & 1) == 0) {
      return refuse("CN-3", action, open.run);  // CN-3
    }
    return std::nullopt;
  } else if constexpr (std::is_same_v<SomeAction, Replace>) {
    return check_replace(open, own, action);
  } else {
    if constexpr (std::is_same_v<SomeAction, Capture>) {
      if (open.deed != Deed::None) return refuse("CN-2", action);  // CN-2
    }
    auto refused = table_.check(open.table, own, action);
    if constexpr (std::is_same_v<SomeAction, Discard>) {
      if (!refused && !may_discard(open, own)) {
        return refuse("CN-4", action, own.hand.size());  // CN-4
      }
    }
    return refused;
  }
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  return std::visit(
      [&](const auto& taken) -> std::optional<RuleError> {
        if (!acting(open).contains(player) || !asks_for(open, taken)) {
          return refuse("GN-10", taken);  // GN-10
        }
        return check_taken(open, own, taken);
      },
      action);
}

inline std::optional<RuleError> Rules::check_run(const Public& open, const Private& own,
                                                 const LayRun& action) const {
  if (open.deed != Deed::None) return refuse("CN-2", action);  // CN-2
  const std::uint64_t runs = possible_runs(elements_of(own), table_.wilds_held(own));
  if (is_payment(action.lowest) && (runs >> action.lowest.index & 1) != 0) return std::nullopt;
  return refuse("CN-3", action, action.lowest.index);  // CN-3
}

inline std::optional<RuleError> Rules::check_replace(const Public& open, const Private& own,
                                                     const Replace& action) const {
  if (action.element == wild_card || !table_.holds(own, action.element)) {
    return refuse("GN-11", action, action.element.index);  // GN-11
  }
  if (id_of(action) < 0 || !open.runs.contains(run_of(action))) {
    return refuse("CN-5", action, action.element.index);  // CN-5
  }
  return std::nullopt;
}

// ---- What happens then (CN-1 – CN-6, CN-8) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  const Public& open = stage.open();
  const Deed before = open.deed;
  std::visit(
      [&](const auto& taken) {
        using Taken = std::remove_cvref_t<decltype(taken)>;
        if constexpr (std::is_same_v<Taken, End>) {
          end_turn(stage);
        } else if constexpr (std::is_same_v<Taken, LayRun>) {
          stage.emit(Event::count(Counter::Run, taken.lowest.index + 1));
        } else if constexpr (std::is_same_v<Taken, RunWilds>) {
          lay_run(stage, player, taken.places);
        } else if constexpr (std::is_same_v<Taken, Replace>) {
          replace(stage, player, taken);
        } else {
          table_.perform(stage, player, taken);
          if constexpr (std::is_same_v<Taken, Discard>) end_turn(stage);
        }
      },
      action);
  if (open.deed == before || open.deed == Deed::None) return;
  // A capture or a run is complete.
  if (is_won(open)) return end_turn(stage);  // CN-6
  if (open.deed == Deed::Capture && !table_.refill(stage)) {
    stage.emit(Event::phase(Phase::Main));
  }
}

template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const bool refilled = stage.open().table.phase == expansion::Phase::Refill;
  table_.resolve(stage, std::get<Drawn>(action).card);
  if (refilled) stage.emit(Event::phase(Phase::Main));  // CN-5
}

template <class Stage>
void Rules::lay_run(Stage& stage, Player player, unsigned wilds) const {
  const Run run(player, stage.open().run, wilds);
  for (int place = 0; place < run_length; ++place) {
    stage.emit(Event::move(hand_of(player), tableau_of(player), run.card(place).index,
                           ViewerSet::everyone()));  // CN-3
  }
  stage.emit(Event::run(player, run.element(0).index, static_cast<int>(all_wild),
                        static_cast<int>(wilds)));
}

template <class Stage>
void Rules::replace(Stage& stage, Player player, const Replace& action) const {
  const unsigned place = action.element.index - unsigned{action.lowest.index};
  const Place tableau = tableau_of(action.owner);
  const auto everyone = ViewerSet::everyone();
  stage.emit(Event::move(hand_of(player), tableau, action.element.index, everyone));
  stage.emit(Event::move(tableau, hand_of(player), wild_card.index, everyone));  // CN-5
  stage.emit(Event::run(action.owner, action.lowest.index, action.wilds,
                        static_cast<int>(action.wilds & ~(1U << place))));
}

inline bool Rules::is_won(const Public& open) const {
  bool won = table_.all_captured(open.table);
  for (Player p = 0; p < players_; ++p) won = won || open.table.hand_size[p] == 0;
  return won;
}

inline bool Rules::has_ended(const Public& open) const {
  const bool stalled = open.skipped && open.idle_turns >= players_;
  return is_won(open) || stalled || open.turns >= options_.max_turns;  // CN-6 CN-8 (ruling)
}

template <class Stage>
void Rules::end_turn(Stage& stage) const {
  const Public& open = stage.open();
  table_.begin_turn(stage, next(open.table.current_player));
  if (has_ended(open)) stage.emit(Event::phase(Phase::Over));
}

template <class View>
CHEMIX_INLINE_FOLD void Rules::fold(View& view, const Event& event) const {
  Public& open = view.open;
  table_.fold(open.table, view, event);
  const auto done = [&](Deed deed) {
    open.deed = deed;
    open.skipped = false;  // CN-8 (ruling)
  };
  switch (event.verb) {
    case Verb::Move:
      if (event.from == display) done(Deed::Capture);
      break;
    case Verb::Run: {
      const auto wilds = static_cast<unsigned>(event.amount);
      const int lowest = event.kind.value_or(0) + 1;
      const Run before(event.player, lowest, wilds >> run_length & all_wild);
      const Run after(event.player, lowest, wilds & all_wild);
      if (!after.is_possible(players_)) break;
      if (before.wilds() == all_wild) {
        open.run = 0;
        done(Deed::Run);
      } else {
        open.runs.erase(before);
      }
      open.runs.insert(after);
      break;
    }
    case Verb::Pass:
      open.skipped = true;
      break;
    case Verb::Count:
      if (event.index != static_cast<std::uint8_t>(Counter::Run)) break;
      open.run = event.amount > 0 && event.amount <= run_count
                     ? static_cast<std::uint8_t>(event.amount)
                     : std::uint8_t{0};
      break;
    case Verb::Turn: {
      const int idle = open.deed == Deed::None ? open.idle_turns + 1 : 0;
      open.idle_turns = static_cast<std::uint8_t>(std::min(idle, players_));
      open.deed = Deed::None;
      ++open.turns;
      break;
    }
    default:
      break;
  }
}

// ---- Scoring and end (CN-6 – CN-8) ----

inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  PerPlayer<int, max_players> scores;
  for (Player p = 0; p < players_; ++p) {
    scores[p] = table_.points(table.open.table, table.own[p], p) +
                run_card_points * run_length * table.open.runs.count_of(p);  // CN-7
  }
  return scores;
}

// ---- Hidden worlds (CN-1, CN-5) ----

inline WorldProblemOf<PaymentBag> Rules::worlds_of(const Observation& seen) const {
  const expansion::WildCounts nothing_said;
  return table_.worlds_of(seen.open.table, seen.own, seen.facts, seen.viewer, laid(seen.open),
                          price_of(seen.open),
                          seen.open.run > 0 ? nothing_said : seen.open.table.wilds);
}

inline Table Rules::table_in(const Observation& seen, const WorldOf<PaymentBag>& world) const {
  Table table;
  table.open = seen.open;
  table_.deal_out(table, seen.open.table, seen.own, seen.facts, seen.viewer, laid(seen.open),
                  world);
  return table;
}

// ---- Making a game, and refusing what is none (CN-1) ----

inline Result<Rules> Rules::create(const std::shared_ptr<const ExpansionSet>& decks,
                                   const Options& options, int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  const std::size_t count = decks->decks().size();
  const bool all = options.decks == Decks::Both;
  if (!all && count == 1) return tl::unexpected(expansion::no_choice(options.decks, "CN-1"));
  auto in_play = decks->in_play(options.decks == Decks::Ionic ? 1 : 0, all ? count : 1, true);
  if (auto fault = expansion::Table::fault_of_deal(*in_play, players)) {
    return tl::unexpected(*fault);
  }
  return Rules(std::move(in_play), options, players);
}

inline Action Rules::action_of(int id) const {
  if (id < end_id()) return table_.action_of<Action>(id);
  if (id == end_id()) return End{};
  if (id < run_wilds_id()) return LayRun{Card::of(id - run_id())};
  if (id < replace_id()) return RunWilds{static_cast<std::uint8_t>(id - run_wilds_id())};
  const int code = id - replace_id();
  const WildPlace& entry = wild_place_list[static_cast<std::size_t>(code % wild_places)];
  const int lowest = code / wild_places % run_count;
  return Replace{Seat::of(code / (wild_places * run_count)), Card::of(lowest), entry.wilds,
                 Card::of(lowest + entry.place)};
}

// What cannot be in what everybody sees.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  const auto wrong = [](const char* field, const std::string& value, const char* reason,
                        const char* rule) {
    return InputError{field, value, reason, rule};
  };
  if (auto fault = table_.fault_of(open.table, laid(open))) return fault;
  const auto phase = open.table.phase;
  const bool main = phase == expansion::Phase::Main;
  const bool refilling = phase == expansion::Phase::Refill;
  if (refilling ? open.deed != Deed::Capture : !main && open.deed != Deed::None) {
    return wrong("deed", std::string(name_of(open.deed)), "not in this phase", "CN-2");
  }
  if (open.deed == Deed::Run && open.runs.count_of(open.table.current_player) == 0) {
    return wrong("deed", "run", "no run lies there", "CN-3");
  }
  if (open.run > run_count || (open.run > 0 && (!main || open.deed != Deed::None))) {
    return wrong("run", std::to_string(open.run), "no run is being laid", "CN-3");
  }
  const bool begun = open.turns > 0 || open.skipped || open.idle_turns > 0 || open.runs.size() > 0;
  if (expansion::Table::is_before_turns(phase)) {
    if (!begun) return std::nullopt;
    return wrong("turns", std::to_string(open.turns), "no turn has begun", "CN-1");
  }
  // Whether play stands still is looked at between turns: a skip in this one comes too late.
  const bool ended = has_ended(open) && (open.table.draws == 0 || is_won(open));
  if ((phase == expansion::Phase::Over) != ended || open.turns > options_.max_turns ||
      open.idle_turns > std::min<int>(players_, open.turns)) {
    return wrong("turns", std::to_string(open.turns),
                 "the round is over just when something ends it", "CN-8");
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own) const {
  if (open.run == 0) return std::nullopt;
  if (run_prices_[open.run].is_payable(own.hand, table_.wilds_held(own))) return std::nullopt;
  return InputError{"hand", "", "cannot complete the run", "CN-3"};
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts& facts) const {
  const Public& open = table.open;
  if (auto fault = fault_of(open)) return fault;
  const PaymentBag laid = Rules::laid(open);
  if (auto fault = table_.fault_of(open.table, facts, laid)) return fault;
  if (auto fault = fault_of(open, table.own[open.table.current_player])) return fault;
  return table_.fault_of(open.table, table.own, table.hidden, facts, laid);
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  const PaymentBag laid = Rules::laid(seen.open);
  if (auto fault = table_.fault_of(seen.open.table, seen.facts, laid)) return fault;
  if (seen.viewer.is_spectator()) {
    if (auto fault = spectator_fault(seen)) return fault;
  }
  if (seen.viewer.is(seen.open.table.current_player)) {
    if (auto fault = fault_of(seen.open, seen.own)) return fault;
  }
  return table_.fault_of_view(seen.open.table, seen.own, seen.facts, seen.viewer, laid);
}

// ---- Matches (CN-7) ----

struct MatchOptions {
  Decks decks = Options().decks;
  int max_turns = Options().max_turns;
  int target = 250;     // CN-7
  int max_rounds = 50;  // CN-7

  static constexpr std::string_view match_name = "chemistry_canasta_match";

  bool operator==(const MatchOptions&) const = default;

  [[nodiscard]] Options round() const { return {decks, max_turns}; }

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    Options::visit_options(self, visit);
    expansion::visit_match_options(self, visit);
  }
};

using MatchGame = Match<expansion::RoundsToTarget<Rules, MatchOptions>>;

}  // namespace chemix::chemistry_canasta
