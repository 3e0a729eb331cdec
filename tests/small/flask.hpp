// SPDX-License-Identifier: Apache-2.0
// Flask: a small game with what other games do rarely. Rules: flask.md
#pragma once

// Players   2 or 3; the element cards of a ChemiX deck.
// A round   Pick (sealed) → Steal [→ stealing] → Peek → Amount → Lay × amount → drawing.
// Who sees  everybody the laid cards, all sizes and the bottom of the pile; a player the own hand;
//           thief and victim a stolen card; the leader a hand that is peeked at.
// Ends      after `max_rounds` rounds or with an empty hand after drawing.

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/cards_left.hpp"
#include "chemix/cards/deck_rules.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/id_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace chemix::flask {

// ---- Constants ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 3;
inline constexpr int most_lays = 2;       // FK-6
inline constexpr int most_elements = 17;  // DK-1

// ---- Options (FK-1, FK-8) ----

struct Options {
  int hand_size = 3;
  int max_rounds = 6;

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"hand_size", "FK-1", "cards to which everybody draws", 1, 4}, self.hand_size);
    visit(OptionField{"max_rounds", "FK-8", "rounds after which the game ends", 1, 20},
          self.max_rounds);
  }
};

// ---- Actions (FK-2 – FK-6) ----

/// Picks a card, seen by nobody until all have picked.
struct Pick {
  Card card;
  static constexpr std::string_view name = "pick";
  constexpr bool operator==(const Pick&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Draws blindly from a hand.
struct Steal {
  Seat victim;
  static constexpr std::string_view name = "steal";
  constexpr bool operator==(const Steal&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("victim", self.victim); }
};
/// Looks at a whole hand.
struct Peek {
  Seat victim;
  static constexpr std::string_view name = "peek";
  constexpr bool operator==(const Peek&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("victim", self.victim); }
};
/// Declines to steal or to peek.
struct Decline : NoFields<Decline> {
  static constexpr std::string_view name = "decline";
};
/// Says how many cards come.
struct Amount {
  std::uint8_t cards = 0;
  static constexpr std::string_view name = "amount";
  constexpr bool operator==(const Amount&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("cards", self.cards); }
};
/// Lays a card.
struct Lay {
  Card card;
  static constexpr std::string_view name = "lay";
  constexpr bool operator==(const Lay&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};

using Action = std::variant<Pick, Steal, Peek, Decline, Amount, Lay>;

using ChanceAction = std::variant<Drawn>;

// ---- State ----

enum class Phase : std::uint8_t { Deal, Pick, Steal, Stealing, Peek, Amount, Lay, Drawing, Over };

constexpr std::array<std::string_view, 9> names_of(Phase) {
  return {"deal", "pick", "steal", "stealing", "peek", "amount", "lay", "drawing", "over"};
}

enum class Counter : std::uint8_t { Victim, Lays };

constexpr std::array<std::string_view, 2> names_of(Counter) { return {"victim", "lays"}; }

struct Public {
  Phase phase = Phase::Deal;
  Seat leader;
  /// Who is stolen from, while a card is being drawn.
  Seat victim;
  /// Cards still to be laid.
  std::uint8_t lays = 0;
  std::optional<Card> last_laid;
  std::uint8_t rounds = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  PerPlayer<std::uint8_t, max_players> points;
  /// Cards of unknown order that lie above the known bottom.
  std::uint8_t pile_size = 0;
  CardList<most_elements> bottom;
  CardBag laid;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("leader", self.leader);
    visit("victim", self.victim);
    visit("lays", self.lays);
    visit("last_laid", self.last_laid);
    visit("rounds", self.rounds);
    visit("hand_size", self.hand_size);
    visit("points", self.points);
    visit("pile_size", self.pile_size);
    visit("bottom", self.bottom);
    visit("laid", self.laid);
  }
};

struct Private {
  CardBag hand;
  /// The sealed choice, until all have picked.
  std::optional<Card> picked;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("hand", self.hand);
    visit("picked", self.picked);
  }
};

struct Hidden {
  CardBag pile;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("pile", self.pile); }
};

struct Facts {
  CommonKnowledge<HeldCards, max_players> held;

  constexpr bool operator==(const Facts&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("held", self.held); }
};

// ---- Contract ----

class Rules : public DeckRules<ChemixDeck, Options> {
 public:
  static constexpr std::string_view name = "flask";
  static constexpr std::string_view default_deck = "chemix";
  static constexpr int revision = 1;
  static constexpr int min_players = flask::min_players;
  static constexpr int max_players = flask::max_players;
  static constexpr std::size_t max_table_bytes = 128;
  static constexpr std::size_t max_step_events = 24;

  using Phase = flask::Phase;
  using Counter = flask::Counter;
  using Public = flask::Public;
  using Private = flask::Private;
  using Hidden = flask::Hidden;
  using Facts = flask::Facts;
  using Action = flask::Action;
  using ChanceAction = flask::ChanceAction;
  using LegalActions = IdSet<64>;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players) {
    if (auto fault = players_fault(players, min_players, max_players)) {
      return tl::unexpected(*fault);
    }
    if (auto fault = option_fault(options)) return tl::unexpected(*fault);
    Rules rules(std::move(deck), options, players);
    if (players * options.hand_size <= rules.cards_.size()) return rules;
    return tl::unexpected(InputError{"hand_size", std::to_string(options.hand_size),
                                     "the deck has too few element cards", "FK-1"});
  }

  [[nodiscard]] int action_count() const { return peek_id() + players_; }
  [[nodiscard]] int chance_action_count() const { return element_kind_count; }
  [[nodiscard]] int action_id(const Action& action) const;
  [[nodiscard]] Action action_of(int id) const;
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  [[nodiscard]] int max_legal_actions() const { return element_kind_count; }
  // A round: everybody picks and draws a hand; a theft and its card, a look, an amount, the lays.
  [[nodiscard]] std::int64_t max_steps() const {
    const std::int64_t draws = std::int64_t{players_} * options_.hand_size;
    return draws + options_.max_rounds * (players_ + draws + 4 + most_lays);
  }

  [[nodiscard]] Table initial_table(Player start_player) const {
    Table table;
    table.open.leader = Seat::of(start_player);
    table.open.pile_size = static_cast<std::uint8_t>(cards_.size());
    table.hidden.pile = cards_;
    return table;
  }
  [[nodiscard]] Acting acting(const Public& open) const;
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] static bool is_sealed(const Public& open) { return open.phase == Phase::Pick; }
  [[nodiscard]] static bool has_decided(const Private& own) { return own.picked.has_value(); }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return source(table).size();
  }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Drawn{source(table).nth(static_cast<int>(nth))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    return source(table).count(std::get<Drawn>(action).card);
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
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const;
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;

 private:
  // Ids: cards to pick, then what follows; a seat each to steal from and to peek at.
  static constexpr int decline_id = element_kind_count;
  static constexpr int amount_id = decline_id + 1;
  static constexpr int lay_id = amount_id + most_lays + 1;
  static constexpr int steal_id = lay_id + element_kind_count;
  [[nodiscard]] int peek_id() const { return steal_id + players_; }

  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
      : DeckRules(std::move(deck), options, players) {
    deck_->all_cards().kinds().for_each([&](Card card) {
      if (!card.is_element()) return;
      for (int i = 0; i < deck_->all_cards().count(card); ++i) cards_.add(card);
    });
  }

  [[nodiscard]] static const CardBag& source(const Table& table) {
    return table.open.phase == Phase::Stealing ? table.own[table.open.victim].hand
                                               : table.hidden.pile;
  }
  // The first player from the leader on of whom `is_one` holds, if any.
  template <class Test>
  [[nodiscard]] std::optional<Player> first_from_leader(const Public& open, Test&& is_one) const {
    for (int i = 0; i < players_; ++i) {
      const Player player = (open.leader + i) % players_;
      if (is_one(player)) return player;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Player> next_to_draw(const Public& open) const {
    return first_from_leader(open,
                             [&](Player p) { return open.hand_size[p] < options_.hand_size; });
  }
  // Whether the leader can lay `card` and after it as many as are due, ascending.
  [[nodiscard]] static bool completes(const Public& open, const Private& own, Card card);
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action) const {
    return refusal(rule, action_id(action));
  }
  template <class Stage>
  void open_picks(Stage& stage) const;
  template <class Stage>
  void go_on_laying(Stage& stage) const;
  template <class Stage>
  void go_on_drawing(Stage& stage) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own,
                                                   Player player) const;

  CardBag cards_;
};

using Game = GameOf<Rules>;

// ---- What may be done (GN-10, GN-11, FK-2 – FK-6) ----

inline Acting Rules::acting(const Public& open) const {
  switch (open.phase) {
    case Phase::Over:
      return Acting::nobody();
    case Phase::Deal:
    case Phase::Drawing:
    case Phase::Stealing:
      return Acting::chance();
    case Phase::Pick: {
      PlayerSet asked;
      for (Player p = 0; p < players_; ++p) {
        if (open.hand_size[p] > 0) asked.insert(p);  // FK-2
      }
      return Acting::players(asked);
    }
    default:
      return Acting::one(open.leader);
  }
}

inline bool Rules::completes(const Public& open, const Private& own, Card card) {
  if (open.last_laid && card < *open.last_laid) return false;
  int left = 0;
  own.hand.kinds().for_each([&](Card other) {
    if (other >= card) left += own.hand.count(other);
  });
  return left >= open.lays;
}

inline Rules::LegalActions Rules::legal_actions(const Public& open, const Private& own,
                                                Player player) const {
  LegalActions legal;
  const auto add_others = [&](int first_id) {
    legal.insert(decline_id);
    for (Player p = 0; p < players_; ++p) {
      if (p != player && open.hand_size[p] > 0) legal.insert(first_id + p);
    }
  };
  switch (open.phase) {
    case Phase::Pick:
      own.hand.kinds().for_each([&](Card card) { legal.insert(card.index); });
      break;
    case Phase::Steal:
      add_others(steal_id);
      break;
    case Phase::Peek:
      add_others(peek_id());
      break;
    case Phase::Amount:
      for (int cards = 0; cards <= std::min(most_lays, own.hand.size()); ++cards) {
        legal.insert(amount_id + cards);
      }
      break;
    case Phase::Lay:
      own.hand.kinds().for_each([&](Card card) {
        if (completes(open, own, card)) legal.insert(lay_id + card.index);
      });
      break;
    default:
      break;
  }
  return legal;
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  static constexpr std::array<Phase, 6> phases = {Phase::Pick,   Phase::Steal,  Phase::Peek,
                                                  Phase::Amount, Phase::Amount, Phase::Lay};
  const bool declines = std::holds_alternative<Decline>(action);
  const bool asked = declines ? open.phase == Phase::Steal || open.phase == Phase::Peek
                              : open.phase == phases[action.index()];
  if (!asked || !acting(open).contains(player) || has_decided(own)) {
    return refuse("GN-10", action);  // GN-10
  }
  const auto can_be_named = [&](Player victim) {
    return victim != player && victim < players_ && open.hand_size[victim] > 0;
  };
  if (const auto* pick = std::get_if<Pick>(&action)) {
    if (own.hand.count(pick->card) == 0) return refuse("GN-11", action);  // GN-11
  } else if (const auto* steal = std::get_if<Steal>(&action)) {
    if (!can_be_named(steal->victim)) return refuse("FK-4", action);  // FK-4
  } else if (const auto* peek = std::get_if<Peek>(&action)) {
    if (!can_be_named(peek->victim)) return refuse("FK-5", action);  // FK-5
  } else if (const auto* amount = std::get_if<Amount>(&action)) {
    if (amount->cards > own.hand.size()) return refuse("FK-6", action);  // FK-6
  } else if (const auto* lay = std::get_if<Lay>(&action)) {
    if (own.hand.count(lay->card) == 0) return refuse("GN-11", action);
    if (!completes(open, own, lay->card)) return refuse("FK-6", action);  // GN-12
  }
  return std::nullopt;
}

// ---- What happens then (FK-1 – FK-8) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  if (const auto* pick = std::get_if<Pick>(&action)) {
    stage.emit(Event::seal(player, pick->card.index));
    open_picks(stage);
  } else if (const auto* steal = std::get_if<Steal>(&action)) {
    stage.emit(Event::count(Counter::Victim, steal->victim));
    stage.emit(Event::phase(Phase::Stealing));
  } else if (const auto* peek = std::get_if<Peek>(&action)) {
    const CardBag hand = stage.own(peek->victim).hand;
    hand.kinds().for_each([&](Card card) {
      for (int shown = 1; shown <= hand.count(card); ++shown) {
        stage.emit(Event::show(hand_of(peek->victim), card.index, shown,
                               ViewerSet::both(player, peek->victim)));  // FK-5
      }
    });
    stage.emit(Event::phase(Phase::Amount));
  } else if (const auto* amount = std::get_if<Amount>(&action)) {
    stage.emit(Event::count(Counter::Lays, amount->cards));
    go_on_laying(stage);
  } else if (const auto* lay = std::get_if<Lay>(&action)) {
    stage.emit(Event::move(hand_of(player), discard_pile, lay->card.index, ViewerSet::everyone()));
    stage.emit(Event::score(player, stage.open().points[player] + 1));
    go_on_laying(stage);
  } else {
    stage.emit(Event::phase(stage.open().phase == Phase::Steal ? Phase::Peek : Phase::Amount));
  }
}

template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const Public& open = stage.open();
  const Card card = std::get<Drawn>(action).card;
  if (open.phase == Phase::Stealing) {
    stage.emit(Event::move(hand_of(open.victim), hand_of(open.leader), card.index,
                           ViewerSet::both(open.victim, open.leader)));  // FK-4
    return stage.emit(Event::phase(Phase::Peek));
  }
  const Player player = *next_to_draw(open);
  const ViewerSet viewers = ViewerSet::only(player);
  stage.emit(open.phase == Phase::Deal
                 ? Event::deal(draw_pile, hand_of(player), card.index, viewers)
                 : Event::move(draw_pile, hand_of(player), card.index, viewers));
  go_on_drawing(stage);
}

template <class Stage>
void Rules::open_picks(Stage& stage) const {
  const Public& open = stage.open();
  std::array<Card, max_players> picks{};
  std::optional<Player> leader;
  for (int i = 0; i < players_; ++i) {
    const Player player = (open.leader + i) % players_;
    if (open.hand_size[player] == 0) continue;
    if (!has_decided(stage.own(player))) return;
    picks[static_cast<std::size_t>(player)] = *stage.own(player).picked;
    const bool later = !leader || picks[static_cast<std::size_t>(player)] >
                                      picks[static_cast<std::size_t>(*leader)];
    if (later) leader = player;  // FK-3
  }
  for (int i = 0; i < players_; ++i) {
    const Player player = (open.leader + i) % players_;
    if (open.hand_size[player] == 0) continue;
    stage.emit(Event::move(hand_of(player), pile_bottom,
                           picks[static_cast<std::size_t>(player)].index,
                           ViewerSet::everyone()));  // FK-2
  }
  stage.emit(Event::turn(*leader));
  stage.emit(Event::phase(Phase::Steal));
}

template <class Stage>
void Rules::go_on_laying(Stage& stage) const {
  if (stage.open().lays > 0) {
    if (stage.open().phase != Phase::Lay) stage.emit(Event::phase(Phase::Lay));
    return;
  }
  stage.emit(Event::phase(Phase::Drawing));
  go_on_drawing(stage);
}

template <class Stage>
void Rules::go_on_drawing(Stage& stage) const {
  const Public& open = stage.open();
  for (;;) {
    const auto player = next_to_draw(open);
    if (!player || (open.pile_size == 0 && open.bottom.empty())) break;
    if (open.pile_size > 0) return;
    stage.emit(Event::move(pile_bottom, hand_of(*player), open.bottom[0].index,
                           ViewerSet::everyone()));  // FK-7
  }
  const bool over = open.rounds >= options_.max_rounds ||
                    first_from_leader(open, [&](Player p) { return open.hand_size[p] == 0; });
  stage.emit(Event::phase(over ? Phase::Over : Phase::Pick));  // FK-8
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
        if (Private* own = view.shown(event.from.owner)) {
          own->hand.remove(card);
          own->picked.reset();
        }
      } else if (event.from == pile_bottom) {
        open.bottom.pop_top();
      } else {
        --open.pile_size;
        if (Hidden* hidden = view.shown_hidden()) hidden->pile.remove(card);
      }
      if (event.to.is_hand()) {
        ++open.hand_size[event.to.owner];
        if (Private* own = view.shown(event.to.owner)) own->hand.add(card);
      } else if (event.to == pile_bottom) {
        open.bottom.push_bottom(card);
      } else {
        open.laid.add(card);
        open.last_laid = card;
        --open.lays;
      }
      break;
    case Verb::Seal:
      if (Private* own = view.shown(event.player)) own->picked = card;
      break;
    case Verb::Count:
      (event.index == 0 ? open.victim.index : open.lays) = static_cast<std::uint8_t>(event.amount);
      break;
    case Verb::Score:
      open.points[event.player] = static_cast<std::uint8_t>(event.amount);
      break;
    case Verb::Turn:
      open.leader = Seat::of(event.player);
      ++open.rounds;
      break;
    case Verb::Phase:
      open.phase = static_cast<Phase>(event.index);
      if (open.phase != Phase::Stealing) open.victim = Seat();
      if (open.phase != Phase::Lay) open.last_laid.reset();
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
    if (event.from.is_hand() && event.to.is_hand()) {
      if (sees) {
        held.move(event.from.owner, event.to.owner, card);
      } else {
        held.move_unseen(event.from.owner, event.to.owner);
      }
    } else if (event.from.is_hand()) {
      held.leave(event.from.owner, card);
    } else if (sees) {
      held.enter(event.to.owner, card);
    }
  });
}

// ---- Scoring and end (FK-8) ----

inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  PerPlayer<int, max_players> scores;
  for (Player p = 0; p < players_; ++p) scores[p] = table.open.points[p];
  return scores;
}

inline PerPlayer<Fraction, max_players> Rules::returns(const Table& table) const {
  return mean_returns(scores(table), players_);
}

// ---- Hidden worlds ----

// The places are the hands of the others by seat, then the draw pile.
inline WorldProblem Rules::worlds_of(const Observation& seen) const {
  WorldProblem problem;
  problem.unseen = cards_ - seen.open.laid - seen.own.hand;
  for (int i = 0; i < seen.open.bottom.size(); ++i) problem.unseen.remove(seen.open.bottom[i]);
  std::array<PlaceSet, HeldCards::place_count> place_of{};
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    place_of[static_cast<std::size_t>(p)] = problem.add_place(seen.open.hand_size[p]);
  }
  problem.add_place(seen.open.pile_size);
  add_held(problem, seen.facts.held.of(seen.viewer), place_of,
           [&](Player, Card kind) { return seen.own.hand.count(kind); });
  // Who may go on laying holds another card that is not lower (GN-12).
  if (seen.open.phase == Phase::Lay && seen.open.last_laid && !seen.viewer.is(seen.open.leader)) {
    CardSet higher;
    for (int kind = seen.open.last_laid->index; kind < element_kind_count; ++kind) {
      higher.insert(Card::of(kind));
    }
    problem.add_fact(
        {place_of[static_cast<std::size_t>(seen.open.leader.index)], higher, seen.open.lays});
  }
  return problem;
}

inline Rules::Table Rules::table_in(const Observation& seen, const World& world) const {
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
  table.hidden.pile = world[place];
  return table;
}

// ---- Making a game, and refusing what is none ----

inline int Rules::action_id(const Action& action) const {
  if (const auto* pick = std::get_if<Pick>(&action)) return pick->card.index;
  if (const auto* steal = std::get_if<Steal>(&action)) return steal_id + steal->victim;
  if (const auto* peek = std::get_if<Peek>(&action)) return peek_id() + peek->victim;
  if (const auto* amount = std::get_if<Amount>(&action)) return amount_id + amount->cards;
  if (const auto* lay = std::get_if<Lay>(&action)) return lay_id + lay->card.index;
  return decline_id;
}

inline Action Rules::action_of(int id) const {
  if (id >= peek_id()) return Peek{Seat::of(id - peek_id())};
  if (id >= steal_id) return Steal{Seat::of(id - steal_id)};
  if (id >= lay_id) return Lay{Card::of(id - lay_id)};
  if (id >= amount_id) return Amount{static_cast<std::uint8_t>(id - amount_id)};
  return id == decline_id ? Action(Decline{}) : Action(Pick{Card::of(id)});
}

inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  int cards = open.pile_size + open.bottom.size() + open.laid.size();
  int points = 0;
  bool empty_hand = false;
  for (Player p = 0; p < players_; ++p) {
    if (open.hand_size[p] > options_.hand_size + 1) {
      return InputError{"hand_size", std::to_string(open.hand_size[p]), "too large", "FK-7"};
    }
    cards += open.hand_size[p];
    points += open.points[p];
    empty_hand = empty_hand || open.hand_size[p] == 0;
  }
  if (cards != cards_.size() || points != open.laid.size()) {
    return InputError{"laid", "", "the cards of all places are not the deck", "FK-1"};
  }
  if (open.rounds > options_.max_rounds) {
    return InputError{"rounds", std::to_string(open.rounds), "the game is over by then", "FK-8"};
  }
  const bool laying = open.phase == Phase::Lay;
  const bool refills = open.pile_size > 0 && next_to_draw(open).has_value();
  const bool drawing = open.phase == Phase::Deal || open.phase == Phase::Drawing;
  const bool stealing = open.phase == Phase::Stealing;
  if ((open.lays > 0) != laying || open.lays > most_lays || (open.last_laid && !laying) ||
      (laying && open.lays > open.hand_size[open.leader]) || (drawing && !refills) ||
      (open.phase == Phase::Pick && empty_hand) || (!stealing && open.victim != 0) ||
      (stealing && (open.victim == open.leader || open.hand_size[open.victim] == 0))) {
    return InputError{"phase", std::string(name_of(open.phase)), "does not fit the rest", "FK-2"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own,
                                                 Player player) const {
  if (own.hand.size() != open.hand_size[player] || !cards_.contains(own.hand)) {
    return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                      "must be " + std::to_string(open.hand_size[player]), "FK-1"};
  }
  if (own.picked && (open.phase != Phase::Pick || own.hand.count(*own.picked) == 0)) {
    return InputError{"picked", "", "must be a held card while picks are sealed", "FK-2"};
  }
  const bool lays = open.phase == Phase::Lay && open.leader == player;
  if (lays && !completes(open, own, open.last_laid.value_or(Card()))) {
    return InputError{"lays", "", "the hand cannot complete them", "FK-6"};
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts& facts) const {
  if (auto fault = fault_of(table.open)) return fault;
  CardsLeft<CardBag> rest(cards_);
  bool conserved = table.hidden.pile.size() == table.open.pile_size;
  rest.take(table.hidden.pile);
  rest.take(table.open.laid);
  CardBag bottom;
  for (int i = 0; i < table.open.bottom.size(); ++i) {
    const Card card = table.open.bottom[i];
    conserved = conserved && bottom.count(card) < cards_.count(card);
    if (conserved) bottom.add(card);
  }
  rest.take(bottom);
  bool undecided = false;
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(table.open, table.own[p], p)) return fault;
    rest.take(table.own[p].hand);
    undecided = undecided || !has_decided(table.own[p]);
  }
  if (!conserved || !rest.had_all()) {
    return InputError{"pile", "", "the cards of all places are not the deck", "FK-1"};
  }
  if (!undecided) return InputError{"picked", "", "all have picked", "FK-2"};
  return held_fault(facts.held, players_, *deck_,
                    [&](Player p, Card kind) { return table.own[p].hand.count(kind); });
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  if (seen.viewer.is_spectator()) return spectator_fault(seen);
  CardBag rest = cards_;
  bool conserved = rest.contains(seen.open.laid);
  if (conserved) rest -= seen.open.laid;
  for (int i = 0; i < seen.open.bottom.size(); ++i) {
    conserved = conserved && rest.count(seen.open.bottom[i]) > 0;
    if (conserved) rest.remove(seen.open.bottom[i]);
  }
  if (!conserved || !rest.contains(seen.own.hand)) {
    return InputError{"hand", "", "more cards than the deck has", "FK-1"};
  }
  return fault_of(seen.open, seen.own, seen.viewer.seat());
}

// ---- The match (FK-9) ----

/// As many games as players.
class Terms {
 public:
  using Inner = Rules;
  using Options = flask::Options;
  using Totals = PerPlayer<std::int16_t, flask::max_players>;
  static constexpr std::string_view name = "flask_match";
  static constexpr int revision = 1;
  static constexpr int min_players = flask::min_players;
  static constexpr int max_players = flask::max_players;

  explicit Terms(const Options& options) : options_(options) {}
  static Result<Rules> inner(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                             int players) {
    return Rules::create(std::move(deck), options, players);
  }

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] int max_games(const Rules& rules) const { return rules.player_count(); }
  [[nodiscard]] bool is_over(const Rules& rules, const Totals&, int games) const {
    return games == rules.player_count();  // FK-9
  }
  [[nodiscard]] PerPlayer<int, max_players> points(const Rules& rules,
                                                   const Rules::Table& table) const {
    return rules.scores(table);
  }
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Rules& rules,
                                                         const Totals& totals) const {
    return mean_returns(totals, rules.player_count());
  }

 private:
  Options options_;
};

using MatchGame = Match<Terms>;

}  // namespace chemix::flask
