// SPDX-License-Identifier: Apache-2.0
// Chemistry Battle: the highest element wins the round. Rules: docs/rules/chemistry_battle.md
#pragma once

// Players   2 to 6, the basic deck.
// A round   everybody plays one card, from the hand or, when it is used up, the top of the own
//           pile (Play; a card of the kitty is then named by chance, TurningUp) → who played the
//           highest number takes all of them.
// Who sees  everybody the cards played, so the order of the piles; a player the own hand; nobody
//           the kitty.
// Ends      when somebody has no card after a round, or after `max_rounds` rounds.

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/cards_left.hpp"
#include "chemix/cards/deck_rules.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/id_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/options.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace chemix::chemistry_battle {

// ---- Constants ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 6;

// ---- Options (CB-2, CB-6) ----

/// Who plays first in the rounds after the first.
enum class Lead : std::uint8_t { Start, Winner };

constexpr std::array<std::string_view, 2> names_of(Lead) { return {"start", "winner"}; }

struct Options {
  Lead lead = Lead::Start;  // CB-2 (ruling)
  int max_rounds = 500;     // CB-6 (ruling)

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"lead", "CB-2", "who leads a round: always the start player, or the winner"},
          self.lead);
    visit(OptionField{"max_rounds", "CB-6", "rounds after which cards are counted", 1, 10000},
          self.max_rounds);
  }
};

// ---- Actions (CB-2, CB-4) ----

/// Plays a card of the hand.
struct Play {
  Card card;
  static constexpr std::string_view name = "play";
  constexpr bool operator==(const Play&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Plays the next card of the own pile, unseen until then.
struct TurnUp : NoFields<TurnUp> {
  static constexpr std::string_view name = "turn_up";
};

using Action = std::variant<Play, TurnUp>;
using ChanceAction = std::variant<Drawn>;
using LegalActions = IdSet<64>;

// ---- State ----

/// In the phases Deal and TurningUp chance acts.
enum class Phase : std::uint8_t { Deal, Play, TurningUp, Over };

constexpr std::array<std::string_view, 4> names_of(Phase) {
  return {"deal", "play", "turning_up", "over"};
}

enum class Counter : std::uint8_t { Rounds };

constexpr std::array<std::string_view, 1> names_of(Counter) { return {"rounds"}; }

struct Public {
  Phase phase = Phase::Deal;
  Seat current_player;
  /// Who played, or plays, first in this round.
  Seat leader;
  /// Rounds completed.
  std::uint16_t rounds = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  /// The cards played in the running round.
  PerPlayer<CardList<1>, max_players> played;
  /// The cards collected, the next to be played first; without those of the kitty.
  PerPlayer<CardList<basic_deck_size>, max_players> pile;
  /// Cards that nobody has seen: of the draw pile during the deal, then of the kitty.
  std::uint8_t kitty_size = 0;
  /// Whose pile the kitty lies in, once a round is won, and how many cards lie above it there.
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

struct Private {
  BasicDeck::Bag hand;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("hand", self.hand); }
};

struct Hidden {
  /// The draw pile during the deal, then what is left of the kitty.
  BasicDeck::Bag kitty;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("kitty", self.kitty); }
};

/// What was played is on the table, and nothing else shows anything of a hand.
using Facts = NoFacts;

// ---- Contract ----

class Rules : public DeckRules<BasicDeck, Options> {
 public:
  static constexpr std::string_view name = "chemistry_battle";
  static constexpr std::string_view default_deck = BasicCards::key;
  static constexpr int revision = 1;
  static constexpr int min_players = chemistry_battle::min_players;
  static constexpr int max_players = chemistry_battle::max_players;
  static constexpr std::size_t max_table_bytes = 512;
  // A card is played, all are collected, the kitty too, the round is counted, the next begins.
  static constexpr std::size_t max_step_events = max_players + 6;

  using Phase = chemistry_battle::Phase;
  using Counter = chemistry_battle::Counter;
  using Public = chemistry_battle::Public;
  using Private = chemistry_battle::Private;
  using Hidden = chemistry_battle::Hidden;
  using Facts = chemistry_battle::Facts;
  using Action = chemistry_battle::Action;
  using ChanceAction = chemistry_battle::ChanceAction;
  using LegalActions = chemistry_battle::LegalActions;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or a deck that the game cannot be played with.
  static Result<Rules> create(std::shared_ptr<const BasicDeck> deck, const Options& options,
                              int players);

  [[nodiscard]] int action_count() const { return turn_up_id + 1; }
  [[nodiscard]] int chance_action_count() const { return basic_deck_size; }
  [[nodiscard]] int action_id(const Action& action) const {
    const auto* play = std::get_if<Play>(&action);
    return play != nullptr ? play->card.index : turn_up_id;
  }
  [[nodiscard]] Action action_of(int id) const {
    return id == turn_up_id ? Action(TurnUp{}) : Action(Play{Card::of(id)});
  }
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  [[nodiscard]] int max_legal_actions() const { return deck_->size() / players_; }
  // The deal, the rounds, and chance for every card of the kitty.
  [[nodiscard]] std::int64_t max_steps() const {
    return deck_->size() + std::int64_t{options_.max_rounds} * players_;  // CB-6 (ruling)
  }

  [[nodiscard]] Table initial_table(Player start_player) const;
  [[nodiscard]] Acting acting(const Public& open) const;
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return table.open.kitty_size;
  }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Drawn{table.hidden.kitty.nth(static_cast<int>(nth))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    return table.hidden.kitty.count(std::get<Drawn>(action).card);
  }

  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const;
  template <class Stage>
  void resolve(Stage& stage, const ChanceAction& action) const;
  template <class View>
  void fold(View& view, const Event& event) const;
  void learn(Facts&, const Public&, const Event&) const {}
  [[nodiscard]] Facts facts_of(const Facts& facts, Viewer) const { return facts; }
  [[nodiscard]] static int weakened(const Observation&) { return 0; }

  [[nodiscard]] WorldProblemOf<BasicDeck::Bag> worlds_of(const Observation& seen) const;
  [[nodiscard]] Table table_in(const Observation& seen, const WorldOf<BasicDeck::Bag>& world) const;

  [[nodiscard]] PerPlayer<int, max_players> scores(const Table& table) const;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const;
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;

 private:
  static constexpr int turn_up_id = basic_deck_size;

  using DeckRules::DeckRules;

  // Cards dealt to each player; what is left over is the kitty (CB-1).
  [[nodiscard]] int dealt_each() const { return deck_->size() / players_; }
  [[nodiscard]] int kitty_at_start() const { return deck_->size() % players_; }
  // Cards that a player has, but for one in the running round.
  [[nodiscard]] static int cards_of(const Public& open, Player player) {
    const bool kitty = open.kitty_owner && *open.kitty_owner == player;
    return open.hand_size[player] + open.pile[player].size() + (kitty ? open.kitty_size : 0);
  }
  // Whether the next card of the pile is one of the kitty.
  [[nodiscard]] static bool kitty_is_next(const Public& open, Player player) {
    return open.kitty_size > 0 && open.kitty_owner && *open.kitty_owner == player &&
           open.above_kitty == 0;
  }

  template <class Stage>
  void play(Stage& stage, Place from, Player player, Card card) const;
  template <class Stage>
  void end_round(Stage& stage) const;

  [[nodiscard]] BasicDeck::Bag lying(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own,
                                                   Player player) const;
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action, int argument = 0) const {
    return refusal(rule, action_id(action), argument);
  }
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, CB-2, CB-4) ----

inline Acting Rules::acting(const Public& open) const {
  switch (open.phase) {
    case Phase::Play:
      return Acting::one(open.current_player);
    case Phase::Over:
      return Acting::nobody();
    default:
      return Acting::chance();
  }
}

inline LegalActions Rules::legal_actions(const Public& open, const Private& own, Player) const {
  if (open.phase != Phase::Play) return {};
  if (!own.hand.empty()) return LegalActions::of_words({own.hand.kinds().bits()});  // CB-4
  LegalActions legal;
  legal.insert(turn_up_id);
  return legal;
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  if (!acting(open).contains(player)) return refuse("GN-10", action);  // GN-10
  if (const auto* play = std::get_if<Play>(&action)) {
    if (own.hand.count(play->card) == 0) return refuse("GN-11", action, play->card.index);  // GN-11
  } else if (!own.hand.empty()) {
    return refuse("CB-4", action, own.hand.size());  // CB-4
  }
  return std::nullopt;
}

// ---- What happens then (CB-1 – CB-6) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  if (const auto* taken = std::get_if<Play>(&action)) {
    return play(stage, hand_of(player), player, taken->card);
  }
  if (kitty_is_next(stage.open(), player)) return stage.emit(Event::phase(Phase::TurningUp, 1));
  play(stage, stack_of(player), player, stage.open().pile[player][0]);
}

// Cards are dealt one at a time, from the start player on, round and round.
template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const Public& open = stage.open();
  const Card card = std::get<Drawn>(action).card;
  if (open.phase == Phase::TurningUp) {
    const Player player = open.current_player;
    stage.emit(Event::phase(Phase::Play));
    return play(stage, kitty, player, card);
  }
  const int dealt = deck_->size() - open.kitty_size;
  const Player player = (open.leader + dealt) % players_;
  stage.emit(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
  if (dealt + 1 == players_ * dealt_each()) stage.emit(Event::phase(Phase::Play));  // CB-1
}

template <class Stage>
void Rules::play(Stage& stage, Place from, Player player, Card card) const {
  stage.emit(Event::move(from, tableau_of(player), card.index, ViewerSet::everyone()));
  if (next(player) == stage.open().leader) return end_round(stage);
  stage.emit(Event::turn(next(player)));  // CB-2
}

template <class Stage>
void Rules::end_round(Stage& stage) const {
  const Public& open = stage.open();
  Player winner = 0;
  for (Player p = 1; p < players_; ++p) {
    if (open.played[p][0] > open.played[winner][0]) winner = p;  // CB-3
  }
  for (int i = 0; i < players_; ++i) {
    const Player player = (open.leader + i) % players_;
    stage.emit(Event::move(tableau_of(player), stack_of(winner), open.played[player][0].index,
                           ViewerSet::everyone()));  // CB-3 (ruling)
  }
  if (open.kitty_size > 0 && !open.kitty_owner) {
    stage.emit(Event::shuffle(kitty, stack_of(winner), open.kitty_size));  // CB-3
  }
  stage.emit(Event::count(Counter::Rounds, open.rounds + 1));
  bool over = open.rounds >= options_.max_rounds;                               // CB-6 (ruling)
  for (Player p = 0; p < players_; ++p) over = over || cards_of(open, p) == 0;  // CB-5
  if (over) return stage.emit(Event::phase(Phase::Over));
  stage.emit(Event::turn(options_.lead == Lead::Winner ? winner : Player{open.leader}));  // CB-2
}

template <class View>
CHEMIX_INLINE_FOLD void Rules::fold(View& view, const Event& event) const {
  Public& open = view.open;
  const Card card = Card::of(event.kind.value_or(0));
  switch (event.verb) {
    case Verb::Deal:
    case Verb::Move:
      if (event.from.is_hand()) {
        --open.hand_size[event.from.owner];
        if (Private* own = view.shown(event.from.owner)) own->hand.remove(card);
      } else if (event.from == kitty || event.from == draw_pile) {
        --open.kitty_size;
        if (Hidden* hidden = view.shown_hidden()) hidden->kitty.remove(card);
      } else if (event.from.zone == Zone::Stack) {
        open.pile[event.from.owner].pop_top();
        if (open.above_kitty > 0 && event.from.owner == *open.kitty_owner) --open.above_kitty;
      } else {
        open.played[event.from.owner].pop_top();
      }
      if (event.to.is_hand()) {
        ++open.hand_size[event.to.owner];
        if (Private* own = view.shown(event.to.owner)) own->hand.add(card);
      } else if (event.to.zone == Zone::Stack) {
        open.pile[event.to.owner].push_bottom(card);
      } else {
        open.played[event.to.owner].push_bottom(card);
      }
      break;
    case Verb::Shuffle:
      open.kitty_owner = Seat::of(event.to.owner);
      open.above_kitty = static_cast<std::uint8_t>(open.pile[event.to.owner].size());
      break;
    case Verb::Count:
      open.rounds = static_cast<std::uint16_t>(event.amount);
      break;
    case Verb::Phase:
      open.phase = static_cast<Phase>(event.index);
      break;
    case Verb::Turn: {
      // Nothing lies on the table when a round begins.
      bool begins = true;
      for (Player p = 0; p < players_; ++p) begins = begins && open.played[p].empty();
      open.current_player = Seat::of(event.player);
      if (begins) open.leader = open.current_player;
      break;
    }
    default:
      break;
  }
}

// ---- Scoring and end (CB-5 – CB-7) ----

/// Cards in hand and pile: the most win.
inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  PerPlayer<int, max_players> cards;
  for (Player p = 0; p < players_; ++p) cards[p] = cards_of(table.open, p);
  return cards;
}

/// A share of 1/n gives 0 and all cards give 1.
inline PerPlayer<Fraction, max_players> Rules::returns(const Table& table) const {
  PerPlayer<Fraction, max_players> returns;
  const std::int64_t all = deck_->size();
  for (Player p = 0; p < players_; ++p) {
    returns[p] = Fraction(players_ * std::int64_t{cards_of(table.open, p)} - all,
                          all * (players_ - 1));  // CB-7 (ruling)
  }
  return returns;
}

// ---- Hidden worlds ----

// The cards in the piles and on the table.
inline BasicDeck::Bag Rules::lying(const Public& open) const {
  BasicDeck::Bag cards;
  for (Player p = 0; p < players_; ++p) {
    for (int i = 0; i < open.pile[p].size(); ++i) cards.add(open.pile[p][i]);
    if (!open.played[p].empty()) cards.add(open.played[p][0]);
  }
  return cards;
}

// The places are the hands of the others by seat, then the kitty.
inline WorldProblemOf<BasicDeck::Bag> Rules::worlds_of(const Observation& seen) const {
  WorldProblemOf<BasicDeck::Bag> problem;
  problem.unseen = deck_->all_cards() - lying(seen.open) - seen.own.hand;
  for (Player p = 0; p < players_; ++p) {
    if (!seen.viewer.is(p)) problem.add_place(seen.open.hand_size[p]);
  }
  problem.add_place(seen.open.kitty_size);
  return problem;
}

inline Table Rules::table_in(const Observation& seen, const WorldOf<BasicDeck::Bag>& world) const {
  Table table;
  table.open = seen.open;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    table.own[p].hand = seen.viewer.is(p) ? seen.own.hand : world[place++];
  }
  table.hidden.kitty = world[place];
  return table;
}

// ---- Making a game, and refusing what is none (CB-1) ----

inline Result<Rules> Rules::create(std::shared_ptr<const BasicDeck> deck, const Options& options,
                                   int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  if (deck->size() < players) {
    return tl::unexpected(
        InputError{"deck", std::to_string(deck->size()) + " cards", "everybody needs one", "CB-1"});
  }
  return Rules(std::move(deck), options, players);
}

inline Table Rules::initial_table(Player start_player) const {
  Table table;
  table.open.leader = table.open.current_player = Seat::of(start_player);
  table.open.kitty_size = static_cast<std::uint8_t>(deck_->size());
  table.hidden.kitty = deck_->all_cards();
  return table;
}

// What cannot be in what everybody sees.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  const auto wrong = [](const char* field, const std::string& value, const char* reason,
                        const char* rule) {
    return InputError{field, value, reason, rule};
  };
  const BasicDeck::Bag lying = this->lying(open);
  int cards = open.kitty_size;
  int lying_count = 0;
  for (Player p = 0; p < players_; ++p) {
    lying_count += open.pile[p].size() + open.played[p].size();
    cards += open.hand_size[p];
  }
  // A bag holds a card once only.
  if (lying.size() != lying_count || !deck_->all_cards().contains(lying)) {
    return wrong("pile", "", "a card lies twice or is not in the deck", "CB-1");
  }
  if (cards + lying_count != deck_->size()) {
    return wrong("kitty_size", std::to_string(open.kitty_size),
                 "hands, piles, played cards and kitty do not add up to the deck", "CB-1");
  }
  if (open.phase == Phase::Deal) {
    const int dealt = deck_->size() - open.kitty_size;
    for (Player p = 0; p < players_; ++p) {
      if (open.hand_size[p] != dealt_to(p, open.leader, dealt)) {
        return wrong("hand_size", std::to_string(open.hand_size[p]), "not dealt in turn", "CB-1");
      }
    }
    const bool begun = !lying.empty() || open.rounds > 0 || open.kitty_owner.has_value() ||
                       open.current_player != open.leader;
    if (begun || dealt >= players_ * dealt_each()) {
      return wrong("phase", "deal", "all cards are dealt", "CB-1");
    }
    return std::nullopt;
  }
  // Who has played in this round are the leader and those after, up to the current player.
  const bool over = open.phase == Phase::Over;
  const int due = (open.current_player - open.leader + players_) % players_;
  for (int i = 0; i < players_; ++i) {
    const Player player = (open.leader + i) % players_;
    if (open.played[player].empty() == (over || i >= due)) continue;
    return wrong("played", "", "cards are played in turn from the leader on", "CB-2");
  }
  const bool won = open.rounds > 0;
  if (open.kitty_owner.has_value() != (won && kitty_at_start() > 0) ||
      open.kitty_size > kitty_at_start() || (!won && open.kitty_size != kitty_at_start())) {
    return wrong("kitty_size", std::to_string(open.kitty_size),
                 "the winner of the first round gets the kitty", "CB-3");
  }
  const int over_kitty = open.kitty_owner ? open.pile[*open.kitty_owner].size() : 0;
  if (open.above_kitty > over_kitty || (open.kitty_size == 0 && open.above_kitty > 0)) {
    return wrong("above_kitty", std::to_string(open.above_kitty), "more than lie there", "CB-3");
  }
  const bool ended = open.rounds >= options_.max_rounds;
  bool somebody_out = false;
  for (Player p = 0; p < players_; ++p) {
    somebody_out = somebody_out || (cards_of(open, p) == 0 && open.played[p].empty());
  }
  if (open.rounds > options_.max_rounds || over != (ended || somebody_out)) {
    return wrong("phase", std::string(name_of(open.phase)),
                 "the game is over when somebody has no card or all rounds are played", "CB-5");
  }
  if (open.phase == Phase::TurningUp &&
      (open.hand_size[open.current_player] > 0 || !kitty_is_next(open, open.current_player))) {
    return wrong("phase", "turning_up", "no card of the kitty is next", "CB-4");
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own,
                                                 Player player) const {
  if (own.hand.size() == open.hand_size[player]) return std::nullopt;
  return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                    "must be " + std::to_string(open.hand_size[player]), "CB-1"};
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts&) const {
  if (auto fault = fault_of(table.open)) return fault;
  CardsLeft<BasicDeck::Bag> rest(deck_->all_cards() - lying(table.open));
  rest.take(table.hidden.kitty);
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(table.open, table.own[p], p)) return fault;
    rest.take(table.own[p].hand);
  }
  if (table.hidden.kitty.size() == table.open.kitty_size && rest.had_all()) return std::nullopt;
  return InputError{"kitty", "", "the cards of all places are not the deck", "CB-1"};
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  if (seen.viewer.is_spectator()) return spectator_fault(seen);
  if (auto fault = fault_of(seen.open, seen.own, seen.viewer.seat())) return fault;
  if ((deck_->all_cards() - lying(seen.open)).contains(seen.own.hand)) return std::nullopt;
  return InputError{"hand", "", "more cards than the deck has", "CB-1"};
}

}  // namespace chemix::chemistry_battle
