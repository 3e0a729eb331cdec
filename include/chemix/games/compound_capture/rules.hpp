// SPDX-License-Identifier: Apache-2.0
// Compound Capture: pay elements for compounds. Rules: docs/rules/en/compound_capture.md
#pragma once

// Players   1 to 6, one or two expansion decks.
// A turn    two cards, each Source → Drawing (chance), the top discard or nothing; Main → a capture
//           (the compound → Wilds for each of its kinds → [Top]) → Refill (chance), or a discard.
// Visible   to all: the compounds, the discard pile, sizes and the sources of cards; to each
//           player: their own hand.
// Ends      when all compounds are captured, or after `stall_turns` turns without a capture.

#include "chemix/cards/expansion_set.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/games/expansion/match.hpp"
#include "chemix/games/expansion/position.hpp"
#include "chemix/games/expansion/table_rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

namespace chemix::compound_capture {

// ---- Options (CC-1, CC-8, CC-11, CC-12) ----

inline constexpr int min_players = 1;
inline constexpr int max_players = expansion::max_players;
inline constexpr int max_with_one_deck = 3;  // CC-1
inline constexpr int stall_turns_alone = 5;  // CC-8 (ruling)

/// Which published decks are in play. ByPlayers is the covalent deck for up to three players and
/// both decks for more.
enum class Decks : std::uint8_t { ByPlayers, Covalent, Ionic, Both };

constexpr std::array<std::string_view, 4> names_of(Decks) {
  return {"by_players", "covalent", "ionic", "both"};
}

struct Options {
  Decks decks = Decks::ByPlayers;  // CC-1 (ruling)
  int stall_turns = 0;             // CC-8 (ruling)

  bool operator==(const Options&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"decks", "CC-1", "the expansion decks in play"}, self.decks);
    visit(OptionField{"stall_turns", "CC-8",
                      "turns without a capture that end the round; 0: one per player, or 5 alone",
                      0, 100},
          self.stall_turns);
  }
};

struct MatchOptions {
  Decks decks = Options().decks;
  int stall_turns = Options().stall_turns;
  int target = 250;     // CC-11
  int max_rounds = 50;  // CC-12 (ruling)

  static constexpr std::string_view match_name = "compound_capture_match";

  bool operator==(const MatchOptions&) const = default;

  [[nodiscard]] Options round() const { return {decks, stall_turns}; }

  static constexpr void visit_options(auto& self, auto&& visit) {
    Options::visit_options(self, visit);
    expansion::visit_match_options(self, visit);
  }
};

// ---- Actions (CC-3 – CC-6) ----

using expansion::Capture;
using expansion::Discard;
using expansion::Draw;
using expansion::Phase;
using expansion::Skip;
using expansion::TakeDiscard;
using expansion::Top;
using expansion::Wilds;

/// Passes, when nothing was captured and there is no card to discard.
struct Pass : NoFields<Pass> {
  static constexpr std::string_view name = "pass";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Main};
};

using Action = std::variant<Discard, Top, Wilds, Draw, TakeDiscard, Skip, Capture, Pass>;
using ChanceAction = std::variant<DrawnCard>;
using LegalActions = IdSet<192>;

// ---- State ----

using expansion::Counter;
using expansion::Hidden;
using expansion::Knowledge;
using expansion::Private;

struct Public : expansion::Public {
  /// Whether a compound was captured in this turn.
  bool captured = false;
  /// Consecutive turns without a capture.
  std::uint8_t idle_turns = 0;
  /// Completed turns.
  std::uint16_t turns = 0;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    expansion::Public::visit_fields(self, visit);
    visit("captured", self.captured);
    visit("idle_turns", self.idle_turns);
    visit("turns", self.turns);
  }
};

// ---- Rules ----

class Rules : public expansion::TableRules<Rules, Options, Phase, Counter, Action, ChanceAction,
                                           LegalActions, Public> {
 public:
  static constexpr std::string_view name = "compound_capture";
  static constexpr int revision = 2;
  static constexpr int min_players = compound_capture::min_players;
  // The longest step says the last kind, lays the cards, takes the compound, ends the turn and
  // counts the hands.
  static constexpr std::size_t max_step_events = ExpansionDeck::max_cards + 6 + max_players;
  static constexpr std::array verbs{Verb::Deal,  Verb::Move, Verb::Shuffle, Verb::Set,
                                    Verb::Phase, Verb::Turn, Verb::Pass,    Verb::Score};

  /// Fails if the game cannot be played with these decks, these options or this number of players.
  static Result<Rules> create(const std::shared_ptr<const ExpansionSet>& decks,
                              const Options& options, int players);
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  [[nodiscard]] int max_legal_actions() const;
  [[nodiscard]] std::int64_t max_steps() const;
  /// Number of turns without a capture that ends the round (CC-8).
  [[nodiscard]] int stall_turns() const { return stall_turns_; }

  // ---- What may be done, and what happens then (GN-11, CC-1 – CC-9) ----

  // The shared table implements drawing and capturing.
  using TableRules::perform;
  using TableRules::refusal;

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own, Player) const {
    LegalActions legal;
    if (open.phase != Phase::Main) {
      add_legal(legal, open, own);
      return legal;
    }
    if (own.hand.empty()) {
      legal.insert(first_id<Pass>());
      return legal;
    }
    legal.insert_bits(first_id<Discard>(), table_.kinds_held(own));  // CC-6
    legal.insert_bits(first_id<Capture>(),
                      table_.capturable(open, own, table_.wilds_held(own)));  // CC-4
    return legal;
  }

  // -- Wilds, top: a capture is complete --

  void perform(auto& step, Player player, const Wilds& wilds) const {
    if (table_.say(step, player, wilds)) end_capture(step);
  }
  void perform(auto& step, Player player, const Top& top) const {
    table_.lay(step, player, top);
    end_capture(step);
  }
  // Ends a capture, which no discard follows (CC-6).
  void end_capture(auto& step) const {
    if (!table_.refill(step)) end_turn(step);
  }

  // -- Discard, pass --

  void perform(auto& step, Player player, const Discard& discard) const {
    table_.lay(step, player, discard);
    end_turn(step);
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                 const Pass&) const {
    if (own.hand.empty()) return std::nullopt;
    return refuse("CC-6", own.hand.size());  // CC-6
  }
  void perform(auto& step, Player, const Pass&) const { end_turn(step); }

  // -- Chance: compounds turned up, the deal, cards drawn --

  void resolve(auto& step, const ChanceAction& action) const {
    const bool refilled = step.open().phase == Phase::Refill;
    table_.resolve(step, std::get<DrawnCard>(action).card);
    if (refilled) end_turn(step);
  }

  // ---- Scoring and end (CC-8, CC-10) ----

  [[nodiscard]] bool has_ended(const Public& open) const {
    return table_.all_captured(open) || open.idle_turns >= stall_turns_;  // CC-8
  }
  void end_turn(auto& step) const {
    const Public& open = step.open();
    table_.begin_turn(step, next(open.current_player));
    if (has_ended(open)) end_round(step);
  }

  /// Lower and upper bound of the scores.
  [[nodiscard]] PointsRange points_range() const {
    return {-table_.max_cost(), deck_->all_points()};
  }
  /// A player's points if the round ended now.
  [[nodiscard]] int score(const Public& open, const Private& own, Player player) const {
    return table_.points(open, own, player);  // CC-10
  }
  /// Heuristic value of a position beyond the points scored, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;

  // ---- What is seen and known ----

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    table_.fold(view, event);
    if (event.verb == Verb::Move && event.to.zone == Zone::Tableau) open.captured = true;
    if (event.verb != Verb::Turn) return;
    open.idle_turns =
        open.captured ? std::uint8_t{0} : static_cast<std::uint8_t>(open.idle_turns + 1);
    open.captured = false;
    ++open.turns;
  }

 private:
  Rules(std::shared_ptr<const ExpansionSet> deck, const Options& options, int players);
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;

  int stall_turns_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;
using MatchGame = Match<expansion::RoundsToTarget<Rules, MatchOptions>>;

/// The game and the match that this header defines.
using Games = std::tuple<Game, MatchGame>;

}  // namespace chemix::compound_capture
