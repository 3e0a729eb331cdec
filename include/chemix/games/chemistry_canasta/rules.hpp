// SPDX-License-Identifier: Apache-2.0
// Chemistry Canasta: compounds and runs of elements. Rules: docs/rules/en/chemistry_canasta.md
#pragma once

// Players   1 to 6, the basic deck with one or two expansion decks.
// A turn    two cards as in Compound Capture; Main → a capture as there, or a run (its lowest
//           number → Run, its wild cards), or neither; meanwhile any number of wild cards claimed
//           from runs; a discard.
// Visible   to all: the compounds, runs, the discard pile, sizes and the sources of cards; to each
//           player: their own hand.
// Ends      with an empty hand or all compounds captured; when play stalls; after
//           `max_turns` turns.

#include "chemix/cards/expansion_set.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/games/chemistry_canasta/runs.hpp"
#include "chemix/games/expansion/match.hpp"
#include "chemix/games/expansion/position.hpp"
#include "chemix/games/expansion/table_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

namespace chemix::chemistry_canasta {

// ---- Options (CN-1, CN-2, CN-7, CN-8) ----

inline constexpr int min_players = 1;
inline constexpr int max_players = expansion::max_players;
inline constexpr int run_card_points = 10;  // CN-7

/// Which published expansion decks are in play.
enum class Decks : std::uint8_t { Covalent, Ionic, Both };

constexpr std::array<std::string_view, 3> names_of(Decks) { return {"covalent", "ionic", "both"}; }

/// Which players may lay a run: only those who could capture nothing, or all.
enum class Runs : std::uint8_t { WithoutCapture, AnyTurn };

constexpr std::array<std::string_view, 2> names_of(Runs) { return {"without_capture", "always"}; }

struct Options {
  Decks decks = Decks::Both;         // CN-1 (ruling)
  Runs runs = Runs::WithoutCapture;  // CN-2
  int max_turns = 1000;              // CN-8 (ruling)

  bool operator==(const Options&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"decks", "CN-1", "the expansion decks in play"}, self.decks);
    visit(OptionField{"runs", "CN-2", "when a run may be laid"}, self.runs);
    visit(OptionField{"max_turns", "CN-8", "turns after which the round ends", 1, 10000},
          self.max_turns);
  }
};

struct MatchOptions {
  Decks decks = Options().decks;
  Runs runs = Options().runs;
  int max_turns = Options().max_turns;
  int target = 250;     // CN-7
  int max_rounds = 50;  // CN-7

  static constexpr std::string_view match_name = "chemistry_canasta_match";

  bool operator==(const MatchOptions&) const = default;

  [[nodiscard]] Options round() const { return {decks, runs, max_turns}; }

  static constexpr void visit_options(auto& self, auto&& visit) {
    Options::visit_options(self, visit);
    expansion::visit_match_options(self, visit);
  }
};

// ---- Actions (CN-1 – CN-5) ----

/// The phases of the table, plus Run, in which the wild cards of a run are chosen.
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
  Run
};

constexpr std::array<std::string_view, 11> names_of(Phase) {
  std::array<std::string_view, 11> names;
  std::copy(expansion::phase_names.begin(), expansion::phase_names.end(), names.begin());
  names.back() = "run";
  return names;
}
static_assert(static_cast<int>(Phase::Over) == static_cast<int>(expansion::Phase::Over));

using expansion::Capture;
using expansion::Discard;
using expansion::Draw;
using expansion::Skip;
using expansion::TakeDiscard;
using expansion::Top;
using expansion::Wilds;

/// Ends a turn with a capture, without a discard.
struct End : NoFields<End> {
  static constexpr std::string_view name = "end";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Main};
};
/// Begins a run with this lowest element.
struct LayRun {
  Card lowest;
  static constexpr std::string_view name = "run";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Main};
  constexpr bool operator==(const LayRun&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("lowest", self.lowest, KindsFrom{0, run_count});
  }
};
/// Says which places of the run hold wild cards: the sum of 1, 2 and 4 for the first, second and
/// third place.
struct RunWilds {
  std::uint8_t places = 0;
  static constexpr std::string_view name = "run_wilds";
  static constexpr PhaseSet legal_phases{Phase::Run};
  constexpr bool operator==(const RunWilds&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("places", self.places, numbers(0, static_cast<int>(all_wild) - 1));
  }
};
/// Claims a wild card in a run of `owner` with the element that it stands for. `wilds` are the
/// places with wild cards before the replacement, encoded as in RunWilds.
struct Replace {
  Seat owner;
  Card lowest;
  std::uint8_t wilds = 0;
  Card element;
  static constexpr std::string_view name = "replace";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Main};
  constexpr bool operator==(const Replace&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("owner", self.owner);
    visit("lowest", self.lowest);
    visit("wilds", self.wilds);
    visit("element", self.element);
  }
};

using Action = std::variant<Discard, Top, Wilds, Draw, TakeDiscard, Skip, Capture, End, LayRun,
                            RunWilds, Replace>;
using ChanceAction = std::variant<DrawnCard>;

/// The ids of the legal actions in ascending order; replacements come last.
class LegalActions {
 public:
  static constexpr int id_count = 65536;

  [[nodiscard]] int size() const { return others_.size() + replacement_count_; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The `i`-th id. Precondition: `i < size()`.
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

  // Each replacement takes a wild card from the table, which holds at most this many.
  static constexpr std::size_t max_replacements = std::size_t{2} * ExpansionDeck::max_size;
  static constexpr int other_count = 256;
  static_assert(2 * payment_kind_count + ExpansionDeck::max_cards + ExpansionSet::max_compounds +
                    run_count + static_cast<int>(all_wild) + 5 <=
                other_count);

  IdSet<other_count> others_;
  // Left uninitialized on purpose: the array is large and usually empty.
  std::array<std::uint16_t, max_replacements> replacements_;
  std::uint8_t replacement_count_ = 0;
};

// ---- State ----

/// The counters of the table, plus Run, the lowest number of the run that is being laid.
enum class Counter : std::uint8_t { Chosen, Wilds, Run };

constexpr std::array<std::string_view, 3> names_of(Counter) {
  return {expansion::counter_names[0], expansion::counter_names[1], "run"};
}

/// Whether the running turn has brought a capture or a run.
enum class Deed : std::uint8_t { Nothing, Capture, Run };

constexpr std::array<std::string_view, 3> names_of(Deed) { return {"none", "capture", "run"}; }

using expansion::Hidden;
using expansion::Knowledge;
using expansion::Private;

/// The lowest element of the run that is being laid, in plain data.
struct LowestOfRun {
  static std::optional<Card> get(const auto&, const auto& open) {
    if (open.run == 0 || open.run > run_count) return std::nullopt;
    return element_card(open.run);
  }
  static void set(const auto&, auto& open, std::optional<Card> lowest) {
    const bool is_lowest = lowest && lowest->index < run_count;
    open.run = static_cast<std::uint8_t>(is_lowest ? lowest->index + 1 : 0);
  }
};

struct Public : expansion::Public {
  Deed deed = Deed::Nothing;
  /// The lowest number of the run that is being laid, otherwise 0.
  std::uint8_t run = 0;
  RunList runs;
  /// Whether a draw was skipped since the last capture or run.
  bool skipped = false;
  /// Consecutive turns without a capture or run, counted up to the number of players.
  std::uint8_t idle_turns = 0;
  /// Completed turns.
  std::uint16_t turns = 0;

  /// The phase of the table, or Run while a run is being laid.
  [[nodiscard]] constexpr Phase shown_phase() const {
    return run > 0 ? Phase::Run : static_cast<Phase>(phase);
  }
  constexpr void show_phase(Phase shown) {
    phase = static_cast<expansion::Phase>(shown == Phase::Run ? Phase::Main : shown);
  }

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    expansion::Public::visit_fields(self, visit);
    visit("deed", self.deed);
    visit("run", self.run, data_as<LowestOfRun>(self));
    visit("runs", self.runs);
    visit("skipped", self.skipped);
    visit("idle_turns", self.idle_turns);
    visit("turns", self.turns);
  }
};

// ---- Rules ----

class Rules : public expansion::TableRules<Rules, Options, Phase, Counter, Action, ChanceAction,
                                           LegalActions, Public> {
 public:
  static constexpr std::string_view name = "chemistry_canasta";
  static constexpr int revision = 3;
  static constexpr int min_players = chemistry_canasta::min_players;
  // The longest step says the last kind, lays the cards, takes the compound, ends the turn and
  // counts the hands.
  static constexpr std::size_t max_step_events = ExpansionDeck::max_cards + 6 + max_players;
  static constexpr std::array verbs{Verb::Deal, Verb::Move, Verb::Shuffle, Verb::Set, Verb::Phase,
                                    Verb::Turn, Verb::Pass, Verb::Score,   Verb::Run};

  /// Fails if the game cannot be played with these decks, these options or this number of players.
  static Result<Rules> create(const std::shared_ptr<const ExpansionSet>& decks,
                              const Options& options, int players);
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  [[nodiscard]] int max_legal_actions() const;
  [[nodiscard]] std::int64_t max_steps() const;

  /// As for the table; the counter Run stands for the lowest element of the run being laid (CN-3).
  [[nodiscard]] SeenKind kind_counted(Counter counter, int number) const {
    if (counter != Counter::Run) return TableRules::kind_counted(counter, number);
    if (number <= 0 || number > run_count) return {};
    return static_cast<std::uint8_t>(number - 1);
  }
  /// The runs that the cards in play can form, by lowest element, each counted with an upper bound
  /// on the number of such runs.
  [[nodiscard]] const KindsInPlay& runs_in_play() const { return runs_in_play_; }

  [[nodiscard]] static Phase phase_of(const Public& open) { return open.shown_phase(); }

  // ---- What may be done, and what happens then (GN-11, CN-1 – CN-5) ----

  // The shared table implements drawing and capturing.
  using TableRules::perform;
  using TableRules::refusal;

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own, Player) const {
    LegalActions legal;
    if (phase_of(open) != Phase::Main) {
      add_legal(legal.others_, open, own);
      if (open.run > 0)
        legal.others_.insert_bits(first_id<RunWilds>(), run_ways(open, own));  // CN-3
      return legal;
    }
    const std::uint64_t kinds = table_.kinds_held(own);
    if (may_discard(open, own)) legal.others_.insert_bits(first_id<Discard>(), kinds);  // CN-4
    if (open.deed == Deed::Nothing) {
      const int wilds = table_.wilds_held(own);
      const std::uint64_t capturable = table_.capturable(open, own, wilds);
      legal.others_.insert_bits(first_id<Capture>(), capturable);  // CN-2
      if (may_run(capturable)) {
        legal.others_.insert_bits(first_id<LayRun>(),
                                  possible_runs(kinds & all_elements, wilds));  // CN-2 CN-3
      }
    }
    if (open.deed == Deed::Capture) legal.others_.insert(first_id<End>());  // CN-4
    add_replacements(legal, open, kinds & all_elements);
    return legal;
  }

  // The elements of a hand as a bit mask, with hydrogen in bit 0.
  static constexpr std::uint64_t all_elements = lowest_bits(basic_deck_size);
  [[nodiscard]] std::uint64_t elements_of(const Private& own) const {
    return table_.kinds_held(own) & all_elements;
  }

  // -- Capture, wilds, top --

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Capture& capture) const {
    if (open.deed != Deed::Nothing) return refuse("CN-2");  // CN-2
    return table_.refusal(open, own, capture);
  }
  void perform(auto& step, Player player, const Wilds& wilds) const {
    if (table_.say(step, player, wilds)) end_capture(step);
  }
  void perform(auto& step, Player player, const Top& top) const {
    table_.lay(step, player, top);
    end_capture(step);
  }
  void end_capture(auto& step) const {
    if (is_won(step.open())) return end_turn(step);  // CN-6
    if (!table_.refill(step)) step.post(Event::phase(Phase::Main));
  }

  // -- Run --

  // Whether a player who could capture the compounds of the mask `capturable` may lay a run.
  [[nodiscard]] bool may_run(std::uint64_t capturable) const {
    return capturable == 0 || options_.runs == Runs::AnyTurn;  // CN-2
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const LayRun& run) const {
    if (open.deed != Deed::Nothing) return refuse("CN-2");  // CN-2
    const int wilds = table_.wilds_held(own);
    if (!may_run(table_.capturable(open, own, wilds))) return refuse_for("CN-2", 1);  // CN-2
    const std::uint64_t runs = possible_runs(elements_of(own), wilds);
    if (is_payment(run.lowest) && (runs >> run.lowest.index & 1) != 0) return std::nullopt;
    return refuse("CN-3", run.lowest.index);  // CN-3
  }
  void perform(auto& step, Player, const LayRun& run) const {
    step.post(Event::set(Counter::Run, run.lowest.index + 1));
  }

  [[nodiscard]] unsigned run_ways(const Public& open, const Private& own) const {
    return ways_to_lay(elements_of(own), table_.wilds_held(own), open.run);
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const RunWilds& wilds) const {
    const unsigned ways = run_ways(open, own);
    if (wilds.places < all_wild && (ways >> wilds.places & 1) != 0) return std::nullopt;
    return refuse_for("CN-3", 1, open.run - 1);  // CN-3
  }
  void perform(auto& step, Player player, const RunWilds& wilds) const {
    const Run run(player, step.open().run, wilds.places);
    for (int place = 0; place < run_length; ++place) {
      step.post(Event::move(hand_of(player), tableau_of(player), run.card(place).index,
                            ViewerSet::everyone()));  // CN-3
    }
    step.post(Event::run(player, run.element(0).index, static_cast<int>(all_wild), wilds.places));
    if (is_won(step.open())) end_turn(step);  // CN-6
  }

  // -- Replace --

  static Run run_of(const Replace& replace) {
    return {replace.owner, replace.lowest.index + 1, replace.wilds & all_wild};
  }
  // Equal runs are adjacent and give equal actions; only the first of them adds any.
  void add_replacements(LegalActions& legal, const Public& open, std::uint64_t elements) const {
    for (int i = 0; i < open.runs.size(); ++i) {
      const Run& run = open.runs[i];
      unsigned claimed = static_cast<unsigned>(elements >> (run.lowest() - 1)) & run.wilds();
      if (claimed == 0 || (i > 0 && open.runs[i - 1] == run)) continue;
      for (; claimed != 0; claimed &= claimed - 1) {
        if (legal.replacement_count_ == LegalActions::max_replacements) return;
        const unsigned before = run.wilds() & ((claimed & (0 - claimed)) - 1);
        const int wild_place = first_wild_place[run.wilds()] + popcount(before);
        legal.replacements_[legal.replacement_count_++] = static_cast<std::uint16_t>(
            first_id<Replace>() + replace_number(run, wild_place));  // CN-5
      }
    }
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Replace& replace) const {
    const int element = replace.element.index;
    if (replace.element == wild_card || !table_.holds(own, replace.element)) {
      return refuse("GN-11", element);  // GN-11
    }
    if (!open.runs.contains(run_of(replace))) {
      return refuse("CN-5", element);  // CN-5
    }
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Replace& replace) const {
    const unsigned place = replace.element.index - unsigned{replace.lowest.index};
    const Place tableau = tableau_of(replace.owner);
    const auto everyone = ViewerSet::everyone();
    step.post(Event::move(hand_of(player), tableau, replace.element.index, everyone));
    step.post(Event::move(tableau, hand_of(player), wild_card.index, everyone));  // CN-5
    step.post(Event::run(replace.owner, replace.lowest.index, replace.wilds,
                         static_cast<int>(replace.wilds & ~(1U << place))));
  }

  // -- Discard, end --

  [[nodiscard]] bool may_discard(const Public& open, const Private& own) const {
    return open.deed != Deed::Capture || own.hand.size() == 1;  // CN-4 (ruling)
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Discard& discard) const {
    if (auto refused = table_.refusal(open, own, discard)) return refused;
    if (may_discard(open, own)) return std::nullopt;
    return refuse("CN-4", own.hand.size());  // CN-4
  }
  void perform(auto& step, Player player, const Discard& discard) const {
    table_.lay(step, player, discard);
    end_turn(step);
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player,
                                                 const End&) const {
    if (open.deed == Deed::Capture) return std::nullopt;
    return refuse_for("CN-4", 1);  // CN-4
  }
  void perform(auto& step, Player, const End&) const { end_turn(step); }

  // -- Chance: compounds turned up, the deal, cards drawn --

  void resolve(auto& step, const ChanceAction& action) const {
    const bool refilled = step.open().phase == expansion::Phase::Refill;
    table_.resolve(step, std::get<DrawnCard>(action).card);
    if (refilled) step.post(Event::phase(Phase::Main));  // CN-5
  }

  // ---- Scoring and end (CN-6 – CN-8) ----

  // Whether all compounds are captured or some player has no card left.
  [[nodiscard]] bool is_won(const Public& open) const {
    bool won = table_.all_captured(open);
    for (Player p = 0; p < players_; ++p) won = won || open.hand_size[p] == 0;
    return won;
  }
  [[nodiscard]] bool has_ended(const Public& open) const {
    const bool stalled = open.skipped && open.idle_turns >= players_;
    return is_won(open) || stalled || open.turns >= options_.max_turns;  // CN-6 CN-8 (ruling)
  }
  void end_turn(auto& step) const {
    const Public& open = step.open();
    table_.begin_turn(step, next(open.current_player));
    if (has_ended(open)) end_round(step);
  }

  /// Lower and upper bound of the scores.
  [[nodiscard]] PointsRange points_range() const {
    const int runs = run_card_points * run_length * RunList::capacity;
    return {-table_.max_cost(), deck_->all_points() + runs};
  }
  /// A player's points if the round ended now.
  [[nodiscard]] int score(const Public& open, const Private& own, Player player) const {
    return table_.points(open, own, player) +
           run_card_points * run_length * runs_of(open.runs, player);  // CN-7
  }
  /// Heuristic value of a position beyond the points scored, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;

  // ---- What is seen and known ----

  void list_piles(const Observation& seen, auto& table) const {
    TableRules::list_piles(seen, table);
    for (Player p = 0; p < players_; ++p) {
      table.add_pile(Zone::Tableau, p, "runs", false, [&](auto& pile) {
        int set = 0;
        for (const Run& run : seen.open.runs) {
          if (run.owner() != p) continue;
          for (int place = 0; place < run_length; ++place) {
            auto& group = pile.add(run.card(place).index, 1, Face::Up);
            group.set = set;
            if (run.card(place) == wild_card) group.stands_for = run.element(place).index;
          }
          ++set;
        }
      });
    }
  }

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    table_.fold(view, event);
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
          open.runs.remove(before);
        }
        open.runs.insert_sorted(after);
        break;
      }
      case Verb::Pass:
        open.skipped = true;
        break;
      case Verb::Set:
        if (event.index != static_cast<std::uint8_t>(Counter::Run)) break;
        open.run = event.amount > 0 && event.amount <= run_count
                       ? static_cast<std::uint8_t>(event.amount)
                       : std::uint8_t{0};
        break;
      case Verb::Turn: {
        const int idle = open.deed == Deed::Nothing ? open.idle_turns + 1 : 0;
        open.idle_turns = static_cast<std::uint8_t>((std::min)(idle, players_));
        open.deed = Deed::Nothing;
        ++open.turns;
        break;
      }
      default:
        break;
    }
  }

  [[nodiscard]] int forgotten(const Observation& seen) const;
  [[nodiscard]] static expansion::Seen on_table(const Observation& seen);
  [[nodiscard]] expansion::PaymentBelief::SurelyHeld held_to_pay(const Public& open) const;

  // ---- Ids of actions that are no product of ranges ----

  // Replacements are numbered by owner, lowest number, and wild places of the run with one of them.
  static constexpr int wild_places = 9;
  struct WildPlace {
    std::uint8_t wilds;
    std::uint8_t place;
  };
  static constexpr std::array<WildPlace, wild_places> wild_place_list = {
      {{1, 0}, {2, 1}, {3, 0}, {3, 1}, {4, 2}, {5, 0}, {5, 2}, {6, 1}, {6, 2}}};
  // By wild places of a run: the index of their first entry in `wild_place_list`.
  static constexpr std::array<std::uint8_t, all_wild> first_wild_place = {0, 0, 1, 2, 4, 5, 7};

  static constexpr int replace_number(const Run& run, int wild_place) {
    return (run.owner() * run_count + run.lowest() - 1) * wild_places + wild_place;
  }
  [[nodiscard]] int count_of(std::type_identity<Replace>) const {
    return players_ * run_count * wild_places;
  }
  [[nodiscard]] static Replace nth_of(std::type_identity<Replace>, int n) {
    const WildPlace& entry = wild_place_list[static_cast<std::size_t>(n % wild_places)];
    const int lowest = n / wild_places % run_count;
    return {Seat::of(n / (wild_places * run_count)), Card::of(lowest), entry.wilds,
            Card::of(lowest + entry.place)};
  }
  [[nodiscard]] int number_of(const Replace& replace) const {
    if (replace.owner >= player_count() || replace.lowest.index >= run_count) return -1;
    const int place = replace.element.index - replace.lowest.index;
    for (int i = 0; i < wild_places; ++i) {
      const WildPlace& entry = wild_place_list[static_cast<std::size_t>(i)];
      if (entry.wilds == replace.wilds && entry.place == place) {
        return replace_number(run_of(replace), i);
      }
    }
    return -1;
  }

 private:
  Rules(std::shared_ptr<const ExpansionSet> deck, const Options& options, int players);
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open, const Private& own) const;

  // The price of each run, by its lowest number.
  std::array<Price, run_count + 1> run_prices_;
  KindsInPlay runs_in_play_;
};

/// See `chemix::for_each_bag`: the piles of all these games, and the runs.
void for_each_pile(const Rules& rules, auto table, auto&& visit) {
  expansion::for_each_pile(rules, table, visit);
  PaymentBag cards;
  for_each_card(table.open.runs, [&](Card card) { cards.add(card); });
  visit(cards, &table.open.runs, nullptr);
}

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;
using MatchGame = Match<expansion::RoundsToTarget<Rules, MatchOptions>>;

/// The game and the match that this header defines.
using Games = std::tuple<Game, MatchGame>;

}  // namespace chemix::chemistry_canasta
