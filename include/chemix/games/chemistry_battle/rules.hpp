// SPDX-License-Identifier: Apache-2.0
// Chemistry Battle: the highest element wins the round. Rules: docs/rules/en/chemistry_battle.md
#pragma once

// Players   2 to 6, the basic deck.
// A round   each player plays one card, from the hand or, when it is used up, the top of their
//           pile (Play; chance names a card of the kitty, TurningUp) → the player of the highest
//           number collects all of them.
// Visible   to all: the cards played and thus the order of the piles; to each player: their own
//           hand; to nobody: the kitty.
// Ends      when a player has no card after a round, or after `max_rounds` rounds.

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/games/card_rules.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

namespace chemix::chemistry_battle {

// ---- Options (CB-2, CB-6) ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 6;

/// The player who leads the rounds after the first: the start player or the last winner.
enum class Lead : std::uint8_t { Start, Winner };

constexpr std::array<std::string_view, 2> names_of(Lead) { return {"start", "winner"}; }

struct Options {
  Lead lead = Lead::Start;  // CB-2 (ruling)
  int max_rounds = 500;     // CB-6 (ruling)

  bool operator==(const Options&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"lead", "CB-2",
                      "the player who leads a round: always the start player, or the last winner"},
          self.lead);
    visit(OptionField{"max_rounds", "CB-6", "rounds after which cards are counted", 1, 10000},
          self.max_rounds);
  }
};

// ---- Actions (CB-2, CB-4) ----

/// The phases of a game. Chance acts in Deal and TurningUp.
enum class Phase : std::uint8_t { Deal, Play, TurningUp, Over };

constexpr std::array<std::string_view, 4> names_of(Phase) {
  return {"deal", "play", "turning_up", "over"};
}

/// Plays a card from the hand.
struct Play : OneCard<all_kinds> {
  static constexpr std::string_view name = "play";
  static constexpr PhaseSet legal_phases{Phase::Play};
};
/// Plays the next card of the player's own pile, unseen until then.
struct TurnUp : NoFields<TurnUp> {
  static constexpr std::string_view name = "turn_up";
  static constexpr PhaseSet legal_phases{Phase::Play};
};

using Action = std::variant<Play, TurnUp>;
using ChanceAction = std::variant<DrawnCard>;
using LegalActions = IdSet<64>;

// ---- State ----

enum class Counter : std::uint8_t { Rounds };

constexpr std::array<std::string_view, 1> names_of(Counter) { return {"rounds"}; }

struct Public {
  Phase phase = Phase::Deal;
  Seat current_player;
  /// The player who leads the running round.
  Seat leader;
  /// Completed rounds.
  std::uint16_t rounds = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  /// The cards played in the running round.
  PerPlayer<CardList<1>, max_players> played;
  /// Collected cards in the order in which they will be played, except those of the kitty.
  PerPlayer<CardList<basic_deck_size>, max_players> pile;
  /// Number of cards that nobody has seen: the draw pile during the deal, then the kitty.
  std::uint8_t kitty_size = 0;
  /// The player whose pile holds the kitty, once a round is won, and the number of cards above it
  /// there.
  std::optional<Seat> kitty_owner;
  std::uint8_t above_kitty = 0;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("leader", self.leader);
    visit("rounds", self.rounds);
    visit("hand_size", self.hand_size);
    visit("played", self.played);
    visit("pile", self.pile);
    visit("kitty_size", self.kitty_size);
    visit("kitty_owner", self.kitty_owner);
    visit("above_kitty", self.above_kitty);
  }
};

using Private = HandOf<BasicDeck::Bag>;

struct Hidden {
  /// The draw pile during the deal, then what is left of the kitty.
  BasicDeck::Bag kitty;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("kitty", self.kitty); }
};

/// Nothing needs remembering: played cards lie on the table, and nothing else reveals a hand.
using Knowledge = NoKnowledge;

// ---- Rules ----

class Rules : public CardRules<Rules, BasicDeck, Options, Phase, Counter, Action, ChanceAction,
                               LegalActions, Public, Private, Hidden, Knowledge, max_players> {
 public:
  static constexpr std::string_view name = "chemistry_battle";
  static constexpr int min_players = chemistry_battle::min_players;
  // The longest step plays a card, collects all cards and the kitty, counts the round and begins
  // the next.
  static constexpr std::size_t max_step_events = max_players + 6;
  static constexpr std::array verbs{Verb::Deal, Verb::Move,  Verb::Shuffle,
                                    Verb::Set,  Verb::Phase, Verb::Turn};
  static constexpr PhaseSet chance_phases{Phase::Deal, Phase::TurningUp};

  /// Fails if the game cannot be played with this deck, these options or this number of players.
  static Result<Rules> create(std::shared_ptr<const BasicDeck> deck, const Options& options,
                              int players);
  [[nodiscard]] Table initial_table(Player start_player) const;
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  [[nodiscard]] int max_legal_actions() const { return dealt_each(); }
  [[nodiscard]] std::int64_t max_steps() const;

  // ---- What may be done, and what happens then (GN-11, CB-1 – CB-6) ----

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own, Player) const {
    LegalActions legal;
    if (open.phase != Phase::Play) return legal;
    if (own.hand.empty()) {
      legal.insert(first_id<TurnUp>());  // CB-4
    } else {
      legal.insert_kinds(first_id<Play>(), own.hand.kinds());  // CB-4
    }
    return legal;
  }

  // -- Play --

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                 const Play& play) const {
    if (own.hand.count(play.card) > 0) return std::nullopt;
    return refuse("GN-11", play.card.index);  // GN-11
  }
  void perform(auto& step, Player player, const Play& play) const {
    play_from(step, hand_of(player), player, play.card);
  }

  // -- Turn up --

  // Whether the next card of the player's pile is one of the kitty.
  [[nodiscard]] static bool kitty_is_next(const Public& open, Player player) {
    return open.kitty_size > 0 && open.kitty_owner && *open.kitty_owner == player &&
           open.above_kitty == 0;
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                 const TurnUp&) const {
    if (own.hand.empty()) return std::nullopt;
    return refuse("CB-4", own.hand.size());  // CB-4
  }
  void perform(auto& step, Player player, const TurnUp&) const {
    if (kitty_is_next(step.open(), player)) return step.post(Event::phase(Phase::TurningUp, 1));
    play_from(step, stack_of(player), player, step.open().pile[player][0]);
  }

  // -- Chance: the deal, one card at a time from the start player on, and the cards of the kitty --

  // Cards dealt to each player; the rest is the kitty (CB-1).
  [[nodiscard]] int dealt_each() const { return deck_->size() / players_; }
  [[nodiscard]] int kitty_at_start() const { return deck_->size() % players_; }
  [[nodiscard]] static const BasicDeck::Bag& source(const auto& table) {
    return table.hidden.kitty;
  }
  void resolve(auto& step, const ChanceAction& action) const {
    const Public& open = step.open();
    const Card card = std::get<DrawnCard>(action).card;
    if (open.phase == Phase::TurningUp) {
      const Player player = open.current_player;
      step.post(Event::phase(Phase::Play));
      return play_from(step, kitty, player, card);
    }
    const int dealt = deck_->size() - open.kitty_size;
    const Player player = (open.leader + dealt) % players_;
    step.post(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
    if (dealt + 1 == players_ * dealt_each()) step.post(Event::phase(Phase::Play));  // CB-1
  }

  // -- Rounds --

  void play_from(auto& step, Place from, Player player, Card card) const {
    step.post(Event::move(from, tableau_of(player), card.index, ViewerSet::everyone()));
    if (next(player) == step.open().leader) return end_round(step);
    step.post(Event::turn(next(player)));  // CB-2
  }
  void end_round(auto& step) const {
    const Public& open = step.open();
    Player winner = 0;
    for (Player p = 1; p < players_; ++p) {
      if (open.played[p][0] > open.played[winner][0]) winner = p;  // CB-3
    }
    for (int i = 0; i < players_; ++i) {
      const Player player = (open.leader + i) % players_;
      step.post(Event::move(tableau_of(player), stack_of(winner), open.played[player][0].index,
                            ViewerSet::everyone()));  // CB-3 (ruling)
    }
    if (open.kitty_size > 0 && !open.kitty_owner) {
      step.post(Event::shuffle(kitty, stack_of(winner), open.kitty_size));  // CB-3
    }
    step.post(Event::set(Counter::Rounds, open.rounds + 1));
    bool over = open.rounds >= options_.max_rounds;                               // CB-6 (ruling)
    for (Player p = 0; p < players_; ++p) over = over || cards_of(open, p) == 0;  // CB-5
    if (over) return step.post(Event::phase(Phase::Over));
    step.post(Event::turn(options_.lead == Lead::Winner ? winner : Player{open.leader}));  // CB-2
  }

  // ---- Scoring and end (CB-5 – CB-7) ----

  // A player's cards, except one that lies in the running round.
  [[nodiscard]] static int cards_of(const Public& open, Player player) {
    const bool kitty = open.kitty_owner && *open.kitty_owner == player;
    return open.hand_size[player] + open.pile[player].size() + (kitty ? open.kitty_size : 0);
  }

  /// Cards in hand and pile; the most win.
  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    PerPlayer<int, max_players> cards;
    for (Player p = 0; p < players_; ++p) cards[p] = cards_of(view.open, p);
    return cards;
  }
  /// Heuristic value of a position beyond the score, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;
  /// A share of 1/n of the cards gives 0, all cards give 1.
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    PerPlayer<Fraction, max_players> returns;
    const std::int64_t all = deck_->size();
    for (Player p = 0; p < players_; ++p) {
      returns[p] = Fraction(players_ * std::int64_t{cards_of(table.open, p)} - all,
                            all * (players_ - 1));  // CB-7 (ruling)
    }
    return returns;
  }

  // ---- What is seen and known ----

  CHEMIX_INLINE static void cards_at(auto& view, Place place, Card, auto&& use) {
    Public& open = view.open;
    if (place.is_hand()) {
      return use(held_by(view, place.owner, open.hand_size[place.owner], &Private::hand));
    }
    if (place.zone == Zone::Tableau) return use(open.played[place.owner]);
    if (place.zone == Zone::Stack) return use(open.pile[place.owner]);
    if (place != draw_pile && place != kitty) return;
    use(hidden_pile(view, open.kitty_size, &Hidden::kitty));
  }
  static void describe_pile(const Observation& seen, SeenPile& pile);

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move:
        move_card(*this, view, event);
        if (event.from.zone == Zone::Stack && open.above_kitty > 0 &&
            event.from.owner == *open.kitty_owner) {
          --open.above_kitty;
        }
        break;
      case Verb::Shuffle:
        open.kitty_owner = Seat::of(event.to.owner);
        open.above_kitty = static_cast<std::uint8_t>(open.pile[event.to.owner].size());
        break;
      case Verb::Set:
        open.rounds = static_cast<std::uint16_t>(event.amount);
        break;
      case Verb::Turn:
        open.current_player = Seat::of(event.player);
        // No card lies on the table when a round begins.
        if (open.played[open.leader].empty()) open.leader = open.current_player;
        break;
      default:
        CardRules::fold(view, event);
    }
  }

 private:
  Rules(std::shared_ptr<const BasicDeck> deck, const Options& options, int players);
  [[nodiscard]] std::optional<InputError> deal_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

/// The games that this header defines.
using Games = std::tuple<Game>;

}  // namespace chemix::chemistry_battle
