// SPDX-License-Identifier: Apache-2.0
// Compound Capture: pay elements for compounds. Rules: docs/rules/compound_capture.md
#pragma once

// Players   1 to 6, one or two expansion decks.
// A turn    two cards, each Source → Drawing (chance), the top discard or nothing; Main → a capture
//           (the compound → Wilds for each of its kinds → [Top]) → Refill (chance), or a discard.
// Who sees  everybody the compounds, the discard pile, sizes and where cards come from; a player
//           the own hand.
// Ends      when all compounds are captured, or after `stall_turns` turns without a capture.

#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/deck_rules.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/expansion_match.hpp"
#include "chemix/cards/expansion_set.hpp"
#include "chemix/cards/expansion_table.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/id_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace chemix::compound_capture {

// ---- Constants ----

inline constexpr int min_players = 1;
inline constexpr int max_players = expansion::max_players;
inline constexpr int most_with_one_deck = 3;  // CC-1
inline constexpr int stall_turns_alone = 5;   // CC-8 (ruling)

// ---- Options (CC-1, CC-8) ----

/// Which of the published decks are in play; by the number of players it is the covalent deck for
/// up to three and both for more.
enum class Decks : std::uint8_t { ByPlayers, Covalent, Ionic, Both };

constexpr std::array<std::string_view, 4> names_of(Decks) {
  return {"by_players", "covalent", "ionic", "both"};
}

struct Options {
  Decks decks = Decks::ByPlayers;  // CC-1 (ruling)
  int stall_turns = 0;             // CC-8 (ruling)

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"decks", "CC-1", "the expansion decks in play"}, self.decks);
    visit(
        OptionField{"stall_turns", "CC-8",
                    "turns without a capture that end the round; 0: one a player, alone 5", 0, 100},
        self.stall_turns);
  }
};

// ---- Actions (CC-3 – CC-6) ----

using expansion::Capture;
using expansion::Discard;
using expansion::Draw;
using expansion::Skip;
using expansion::TakeDiscard;
using expansion::Top;
using expansion::Wilds;

/// Has captured nothing and has no card to discard.
struct Pass : NoFields<Pass> {
  static constexpr std::string_view name = "pass";
};

using Action = std::variant<Draw, TakeDiscard, Skip, Capture, Wilds, Top, Discard, Pass>;
using ChanceAction = std::variant<Drawn>;
using LegalActions = IdSet<192>;

// ---- State ----

using expansion::Counter;
using expansion::Phase;

struct Public {
  expansion::Open table;
  /// A compound was captured in this turn.
  bool captured = false;
  /// Turns in a row without a capture.
  std::uint8_t idle_turns = 0;
  /// Turns completed.
  std::uint16_t turns = 0;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    expansion::Open::visit_fields(self.table, visit);
    visit("captured", self.captured);
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
  static constexpr std::string_view name = "compound_capture";
  static constexpr std::string_view default_deck = ExpansionSet::published;
  static constexpr int revision = 1;
  static constexpr int min_players = compound_capture::min_players;
  static constexpr int max_players = compound_capture::max_players;
  static constexpr std::size_t max_table_bytes = 512;
  // The last kind is said, its cards are laid, the compound is taken, the turn ends.
  static constexpr std::size_t max_step_events = ExpansionDeck::max_cards + 6;

  using Phase = compound_capture::Phase;
  using Counter = compound_capture::Counter;
  using Public = compound_capture::Public;
  using Private = compound_capture::Private;
  using Hidden = compound_capture::Hidden;
  using Facts = compound_capture::Facts;
  using Action = compound_capture::Action;
  using ChanceAction = compound_capture::ChanceAction;
  using LegalActions = compound_capture::LegalActions;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or decks that the game cannot be played with.
  static Result<Rules> create(const std::shared_ptr<const ExpansionSet>& decks,
                              const Options& options, int players);

  [[nodiscard]] int action_count() const { return pass_id() + 1; }
  [[nodiscard]] int chance_action_count() const { return deck_->card_kind_count(); }
  [[nodiscard]] int action_id(const Action& action) const {
    return std::visit(
        [this](const auto& taken) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(taken)>, Pass>) {
            return pass_id();
          } else {
            return table_.id_of(taken);
          }
        },
        action);
  }
  [[nodiscard]] Action action_of(int id) const {
    return id == pass_id() ? Action(Pass{}) : table_.action_of<Action>(id);
  }
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  // Discards of all kinds, and captures.
  [[nodiscard]] int max_legal_actions() const {
    return payment_kind_count + expansion::open_compounds;
  }
  // Turning up and dealing; two cards in two steps each, a capture of five kinds with its top card
  // and the next compound.
  [[nodiscard]] std::int64_t max_steps() const {
    const std::int64_t turns = std::int64_t{stall_turns_} * (deck_->compound_count() + 1);
    return expansion::open_compounds + deck_->all_cards().size() +
           turns * (2 * expansion::cards_drawn + Price::max_kinds + 3);  // CC-8 (ruling)
  }

  [[nodiscard]] Table initial_table(Player start_player) const {
    Table table;
    table_.set_up(table.open.table, table.hidden, start_player);
    return table;
  }
  [[nodiscard]] static Acting acting(const Public& open) {
    return expansion::Table::acting(open.table);
  }
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.table.phase; }
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
  Rules(std::shared_ptr<const ExpansionSet> deck, const Options& options, int players)
      : DeckRules(std::move(deck), options, players),
        table_(deck_, players),
        stall_turns_(options.stall_turns > 0 ? options.stall_turns
                     : players == 1          ? stall_turns_alone
                                             : players) {}

  [[nodiscard]] int pass_id() const { return table_.action_count(); }

  template <class Stage>
  void end_turn(Stage& stage) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;

  expansion::Table table_;
  int stall_turns_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, CC-3 – CC-6, CC-9) ----

inline LegalActions Rules::legal_actions(const Public& open, const Private& own, Player) const {
  LegalActions legal;
  if (open.table.phase != Phase::Main) {
    table_.add_legal(legal, open.table, own);
    return legal;
  }
  if (own.hand.empty()) {
    legal.insert(pass_id());
    return legal;
  }
  legal.insert_bits(expansion::discard_id, table_.kinds_held(own));     // CC-6
  table_.add_captures(legal, open.table, own, table_.wilds_held(own));  // CC-4
  return legal;
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  const auto refused = [&](const auto& taken) -> std::optional<RuleError> {
    using Taken = std::remove_cvref_t<decltype(taken)>;
    const auto none = [&](RuleId rule) { return refusal(rule, action_id(action)); };
    if (!acting(open).contains(player)) return none("GN-10");  // GN-10
    if constexpr (std::is_same_v<Taken, Pass>) {
      if (open.table.phase != Phase::Main) return none("GN-10");
      if (!own.hand.empty()) return refusal("CC-6", pass_id(), own.hand.size());  // CC-6
      return std::nullopt;
    } else {
      if (!expansion::Table::asks_for(open.table.phase, taken)) return none("GN-10");
      return table_.check(open.table, own, taken);
    }
  };
  return std::visit(refused, action);
}

// ---- What happens then (CC-1 – CC-9) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  const Public& open = stage.open();
  std::visit(
      [&](const auto& taken) {
        using Taken = std::remove_cvref_t<decltype(taken)>;
        if constexpr (std::is_same_v<Taken, Pass>) {
          end_turn(stage);
        } else {
          table_.perform(stage, player, taken);
          if constexpr (std::is_same_v<Taken, Discard>) end_turn(stage);
        }
      },
      action);
  // A capture is complete: no discard follows (CC-6).
  if (!open.captured || open.table.phase == Phase::Refill) return;
  if (!table_.refill(stage)) end_turn(stage);
}

template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const bool refilled = stage.open().table.phase == Phase::Refill;
  table_.resolve(stage, std::get<Drawn>(action).card);
  if (refilled) end_turn(stage);
}

template <class Stage>
void Rules::end_turn(Stage& stage) const {
  const Public& open = stage.open();
  table_.begin_turn(stage, next(open.table.current_player));
  if (table_.all_captured(open.table) || open.idle_turns >= stall_turns_) {
    stage.emit(Event::phase(Phase::Over));  // CC-8
  }
}

template <class View>
CHEMIX_INLINE_FOLD void Rules::fold(View& view, const Event& event) const {
  Public& open = view.open;
  table_.fold(open.table, view, event);
  if (event.verb == Verb::Move && event.to.zone == Zone::Tableau) open.captured = true;
  if (event.verb != Verb::Turn) return;
  open.idle_turns =
      open.captured ? std::uint8_t{0} : static_cast<std::uint8_t>(open.idle_turns + 1);
  open.captured = false;
  ++open.turns;
}

// ---- Scoring and end (CC-8, CC-10) ----

inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  PerPlayer<int, max_players> scores;
  for (Player p = 0; p < players_; ++p) {
    scores[p] = table_.points(table.open.table, table.own[p], p);  // CC-10
  }
  return scores;
}

// ---- Hidden worlds (CC-3, CC-9) ----

inline WorldProblemOf<PaymentBag> Rules::worlds_of(const Observation& seen) const {
  const expansion::Open& open = seen.open.table;
  return table_.worlds_of(open, seen.own, seen.facts, seen.viewer, {}, table_.price_of(open),
                          open.wilds);
}

inline Table Rules::table_in(const Observation& seen, const WorldOf<PaymentBag>& world) const {
  Table table;
  table.open = seen.open;
  table_.deal_out(table, seen.open.table, seen.own, seen.facts, seen.viewer, {}, world);
  return table;
}

// ---- Making a game, and refusing what is none (CC-1, CC-2) ----

inline Result<Rules> Rules::create(const std::shared_ptr<const ExpansionSet>& decks,
                                   const Options& options, int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  const bool chosen = options.decks == Decks::Covalent || options.decks == Decks::Ionic;
  if (chosen && decks->decks().size() == 1) {
    return tl::unexpected(expansion::no_choice(options.decks, "CC-1"));
  }
  if (chosen && players > most_with_one_deck) {
    return tl::unexpected(InputError{"decks", std::string(name_of(options.decks)),
                                     "more than three players take both decks", "CC-1"});  // CC-1
  }
  const bool all = options.decks == Decks::Both || decks->decks().size() == 1 ||
                   (!chosen && players > most_with_one_deck);  // CC-1 (ruling)
  const std::size_t first = options.decks == Decks::Ionic ? 1 : 0;
  auto in_play = decks->in_play(first, all ? decks->decks().size() : 1, false);
  if (auto fault = expansion::Table::fault_of_deal(*in_play, players)) {
    return tl::unexpected(*fault);
  }
  return Rules(std::move(in_play), options, players);
}

// What cannot be in what everybody sees.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  if (auto fault = table_.fault_of(open.table, {})) return fault;
  const Phase phase = open.table.phase;
  if (open.captured != (phase == Phase::Refill)) {
    return InputError{"captured", open.captured ? "yes" : "no",
                      "the next compound is turned up after a capture", "CC-7"};
  }
  const bool ended = table_.all_captured(open.table) || open.idle_turns >= stall_turns_;
  const bool begun = !expansion::Table::is_before_turns(phase);
  if (open.idle_turns > std::min<int>(open.turns, stall_turns_) || (open.turns > 0 && !begun) ||
      (phase == Phase::Over) != ended) {
    return InputError{"idle_turns", std::to_string(open.idle_turns),
                      "the round is over just when something ends it", "CC-8"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts& facts) const {
  if (auto fault = fault_of(table.open)) return fault;
  if (auto fault = table_.fault_of(table.open.table, facts, {})) return fault;
  return table_.fault_of(table.open.table, table.own, table.hidden, facts, {});
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  if (auto fault = table_.fault_of(seen.open.table, seen.facts, {})) return fault;
  if (seen.viewer.is_spectator()) {
    if (auto fault = spectator_fault(seen)) return fault;
  }
  return table_.fault_of_view(seen.open.table, seen.own, seen.facts, seen.viewer, {});
}

// ---- Matches (CC-11, CC-12) ----

struct MatchOptions {
  Decks decks = Options().decks;
  int stall_turns = Options().stall_turns;
  int target = 250;     // CC-11
  int max_rounds = 50;  // CC-12 (ruling)

  static constexpr std::string_view match_name = "compound_capture_match";

  bool operator==(const MatchOptions&) const = default;

  [[nodiscard]] Options round() const { return {decks, stall_turns}; }

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    Options::visit_options(self, visit);
    expansion::visit_match_options(self, visit);
  }
};

using MatchGame = Match<expansion::RoundsToTarget<Rules, MatchOptions>>;

}  // namespace chemix::compound_capture
