// SPDX-License-Identifier: Apache-2.0
// Chip it: raise cards to a common value, get rid of cards and chips. Rules: docs/rules/chip_it.md
#pragma once

// Players   3 to 6 (the match for two: 2), 60 numbered cards.
// A turn    own cards in front are cleared, then Turn → pass, or a combination: its size (who opens
//           a round) → Value → Cards × size; the next value must be higher.
// Who sees  everybody the cards played, all sizes and chips; a player the own hand; nobody the
//           cards that are not dealt.
// Ends      when somebody has neither cards nor chips (with `placements`: when one is left), after
//           `max_turns` turns or a long row of idle passes.

#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/cards_left.hpp"
#include "chemix/cards/deck_rules.hpp"
#include "chemix/cards/drawn.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/cards/worlds.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/id_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"
#include "chemix/games/chip_it/combinations.hpp"

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

namespace chemix::chip_it {

// ---- Constants ----

inline constexpr int min_players = 3;
inline constexpr int max_players = 6;
inline constexpr int duel_players = 2;     // CI-17
inline constexpr int all_points = 108;     // CI-2
inline constexpr int start_points = 3;     // CI-3
inline constexpr int duel_points = 2;      // CI-17
inline constexpr int most_given_back = 2;  // CI-10

// ---- Options (CI-8, CI-14, CI-17, CI-18) ----

struct Options {
  int max_value = 99;       // CI-8 (ruling)
  bool placements = false;  // CI-14
  int max_turns = 2000;     // CI-18 (ruling)

  bool operator==(const Options&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"max_value", "CI-8", "the highest value of a combination", 21, highest_value},
          self.max_value);
    visit(OptionField{"placements", "CI-14", "play goes on for the other places"}, self.placements);
    visit(OptionField{"max_turns", "CI-18", "turns after which the game ends", 1, 10000},
          self.max_turns);
  }
};

// ---- Actions (CI-6 – CI-10) ----

/// Opens a round with a combination of so many cards.
struct Size {
  std::uint8_t cards = 0;
  static constexpr std::string_view name = "size";
  constexpr bool operator==(const Size&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("cards", self.cards); }
};
/// Says the common value of the combination.
struct Value {
  std::uint8_t value = 0;
  static constexpr std::string_view name = "value";
  constexpr bool operator==(const Value&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("value", self.value); }
};
/// Plays one card of the combination, raised to its value.
struct Play {
  Card card;
  static constexpr std::string_view name = "play";
  constexpr bool operator==(const Play&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("card", self.card); }
};
/// Passes and gives points back to the supply.
struct Pass {
  std::uint8_t points = 0;
  static constexpr std::string_view name = "pass";
  constexpr bool operator==(const Pass&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("points", self.points); }
};

using Action = std::variant<Size, Value, Play, Pass>;
using ChanceAction = std::variant<Drawn>;
using LegalActions = IdSet<192>;

// ---- State ----

/// In the deal chance acts.
enum class Phase : std::uint8_t { Deal, Turn, Value, Cards, Over };

constexpr std::array<std::string_view, 5> names_of(Phase) {
  return {"deal", "turn", "value", "cards", "over"};
}

/// Standing: the value to be outbid, 0 when a round is to be opened.
enum class Counter : std::uint8_t { Size, Value, Standing, IdlePasses };

constexpr std::array<std::string_view, 4> names_of(Counter) {
  return {"size", "value", "standing", "idle_passes"};
}

struct Public {
  Phase phase = Phase::Deal;
  Seat current_player;
  /// The number of cards of the combination that stands or is being played, 0 when there is none.
  std::uint8_t size = 0;
  /// The value of the combination that is being played, else 0.
  std::uint8_t value = 0;
  /// The value and the player of the combination to be outbid; 0 when there is none.
  std::uint8_t standing_value = 0;
  Seat standing_player;
  /// Turns completed.
  std::uint16_t turns = 0;
  /// Passes in a row in which nothing was given back and no combination stood.
  std::uint8_t idle_passes = 0;
  std::uint8_t supply = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  PerPlayer<std::uint8_t, max_players> chips;
  /// Cards lying in front of the players, their value, and the points on them.
  PerPlayer<Bag, max_players> front;
  PerPlayer<std::uint8_t, max_players> front_value;
  PerPlayer<std::uint8_t, max_players> front_chips;
  /// 1 for who finished first and so on, 0 while in the game.
  PerPlayer<std::uint8_t, max_players> place;
  /// Cards that are not dealt.
  std::uint8_t removed_size = 0;
  Bag discard_pile;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("size", self.size);
    visit("value", self.value);
    visit("standing_value", self.standing_value);
    visit("standing_player", self.standing_player);
    visit("turns", self.turns);
    visit("idle_passes", self.idle_passes);
    visit("supply", self.supply);
    visit("hand_size", self.hand_size);
    visit("chips", self.chips);
    visit("front", self.front);
    visit("front_value", self.front_value);
    visit("front_chips", self.front_chips);
    visit("place", self.place);
    visit("removed_size", self.removed_size);
    visit("discard_pile", self.discard_pile);
  }
};

struct Private {
  Bag hand;

  constexpr bool operator==(const Private&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("hand", self.hand); }
};

struct Hidden {
  /// Cards that are not dealt, or not yet.
  Bag removed;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("removed", self.removed); }
};

/// What was played is on the table. A combination that is being played says of the hand that it can
/// be completed, which shows from the table too.
using Facts = NoFacts;

// ---- Contract ----

class Rules : public DeckRules<ChipItDeck, Options> {
 public:
  static constexpr std::string_view name = "chip_it";
  static constexpr std::string_view default_deck = ChipItCards::key;
  static constexpr int revision = 1;
  static constexpr int min_players = chip_it::min_players;
  static constexpr int max_players = chip_it::max_players;
  static constexpr std::size_t max_table_bytes = 256;
  // A card is raised and played, the combination stands, a place is taken; those who have finished
  // and who comes next clear what lies in front.
  static constexpr std::size_t max_step_events = 2 * max_players + 12;

  using Phase = chip_it::Phase;
  using Counter = chip_it::Counter;
  using Public = chip_it::Public;
  using Private = chip_it::Private;
  using Hidden = chip_it::Hidden;
  using Facts = chip_it::Facts;
  using Action = chip_it::Action;
  using ChanceAction = chip_it::ChanceAction;
  using LegalActions = chip_it::LegalActions;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, max_players>;
  using Observation = ObservationOf<Public, Private, Facts>;

  /// Refuses a number of players, an option or a deck that the game cannot be played with.
  static Result<Rules> create(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                              int players);
  /// The game of a match for two, in which the second player starts with so many points.
  static Result<Rules> create_duel(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                                   int second_player_points);

  [[nodiscard]] int action_count() const { return pass_id() + most_given_back + 1; }
  [[nodiscard]] int chance_action_count() const { return ChipItCards::kind_count; }
  [[nodiscard]] int action_id(const Action& action) const;
  [[nodiscard]] Action action_of(int id) const;
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return std::get<Drawn>(action).card.index;
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return Drawn{Card::of(id)}; }
  [[nodiscard]] int max_legal_actions() const {
    return std::max(options_.max_value, largest_hand) + most_given_back + 1;
  }
  // The deal; in a turn a size, a value and cards, each of which is played once.
  [[nodiscard]] std::int64_t max_steps() const {
    return std::int64_t{2} * (deck_->size() + options_.max_turns);  // CI-18 (ruling)
  }

  [[nodiscard]] Table initial_table(Player start_player) const;
  [[nodiscard]] Acting acting(const Public& open) const;
  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const;
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return table.open.phase == Phase::Deal ? table.open.removed_size : 0;
  }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Drawn{table.hidden.removed.nth(static_cast<int>(nth))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    return table.hidden.removed.count(std::get<Drawn>(action).card);
  }

  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const;
  template <class Stage>
  void resolve(Stage& stage, const ChanceAction& action) const;
  template <class View>
  void fold(View& view, const Event& event) const;
  void learn(Facts&, const Public&, const Event&) const {}
  [[nodiscard]] Facts facts_of(const Facts& facts, Viewer) const { return facts; }
  [[nodiscard]] int weakened(const Observation& seen) const;

  [[nodiscard]] WorldProblemOf<Bag> worlds_of(const Observation& seen) const;
  [[nodiscard]] Table table_in(const Observation& seen, const WorldOf<Bag>& world) const;
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random& random) const;

  /// Cards in hand and points, those on played cards too: the fewest win (CI-18).
  [[nodiscard]] PerPlayer<int, max_players> scores(const Table& table) const;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const;
  /// At the end everybody's place, 1 for the best; who share places have the best of them.
  [[nodiscard]] PerPlayer<int, max_players> places(const Table& table) const;
  /// Whether a player has neither cards nor points.
  [[nodiscard]] static bool is_out(const Public& open, Player player) {
    return left(open, player) == 0;  // CI-13
  }
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const;
  [[nodiscard]] std::optional<InputError> fault(const Observation& seen) const;

 private:
  // Ids: values from 2 on, then sizes from 1 on, cards, points given back.
  [[nodiscard]] int size_id() const { return options_.max_value - lowest_value + 1; }
  [[nodiscard]] int card_id() const { return size_id() + largest_hand; }
  [[nodiscard]] int pass_id() const { return card_id() + ChipItCards::kind_count; }

  Rules(std::shared_ptr<const ChipItDeck> deck, const Options& options, int players, int dealt_each,
        int first_points, int other_points)
      : DeckRules(std::move(deck), options, players),
        dealt_each_(dealt_each),
        first_points_(first_points),
        other_points_(other_points) {}

  static int left(const Public& open, Player player) {
    return open.hand_size[player] + open.chips[player] + open.front_chips[player];
  }
  [[nodiscard]] bool has_finished(const Public& open, Player player) const {
    return open.place[player] != 0;
  }
  [[nodiscard]] int finished_count(const Public& open) const;
  // Cards of the running combination still to be played, and those that may follow.
  [[nodiscard]] int cards_due(const Public& open) const {
    return open.size - open.front[open.current_player].size();
  }
  [[nodiscard]] Kinds playable(const Public& open, const Bag& hand) const;

  template <class Stage>
  void play(Stage& stage, Player player, Card card) const;
  template <class Stage>
  void end_turn(Stage& stage, Player player) const;
  template <class Stage>
  void clear_front(Stage& stage, Player player) const;
  [[nodiscard]] std::optional<RuleError> check_value(const Public& open, const Bag& hand,
                                                     int value) const;
  [[nodiscard]] std::optional<RuleError> check_play(const Public& open, const Bag& hand,
                                                    Card card) const;
  [[nodiscard]] bool asks_for(const Public& open, const Action& action) const;
  [[nodiscard]] bool can_go_on(const Public& open, const Bag& hand) const;
  [[nodiscard]] Bag lying(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open) const;
  [[nodiscard]] std::optional<InputError> fault_of(const Public& open, const Private& own,
                                                   Player player) const;
  [[nodiscard]] RuleError refuse(RuleId rule, const Action& action, int argument = 0) const {
    return refusal(rule, action_id(action), argument);
  }

  int dealt_each_;
  int first_points_;
  int other_points_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- What may be done (GN-10, GN-11, CI-6 – CI-12) ----

inline Acting Rules::acting(const Public& open) const {
  if (open.phase == Phase::Deal) return Acting::chance();
  if (open.phase == Phase::Over) return Acting::nobody();
  return Acting::one(open.current_player);
}

inline Kinds Rules::playable(const Public& open, const Bag& hand) const {
  const Bag& front = open.front[open.current_player];
  const Card last = front.empty() ? Card() : front.highest();
  return next_cards(hand, last, cards_due(open), open.value, open.supply);
}

inline LegalActions Rules::legal_actions(const Public& open, const Private& own,
                                         Player player) const {
  LegalActions legal;
  const auto add_values = [&] {
    const auto words =
        values_of(own.hand, open.size, open.supply, open.standing_value + 1, options_.max_value)
            .words();
    legal = LegalActions::of_words(
        {words[0] >> lowest_value | words[1] << (64 - lowest_value), words[1] >> lowest_value, 0});
  };
  switch (open.phase) {
    case Phase::Turn: {
      if (open.standing_value > 0) {
        add_values();  // CI-7
      } else {
        const int most = most_cards(own.hand, open.supply, options_.max_value);
        legal.insert_bits(size_id(), lowest_bits(most));  // CI-7
      }
      const int most_back = std::min<int>(most_given_back, open.chips[player]);
      legal.insert_bits(pass_id(), lowest_bits(most_back + 1));  // CI-10 CI-12 (ruling)
      break;
    }
    case Phase::Value:
      add_values();
      break;
    case Phase::Cards:
      playable(open, own.hand).for_each([&](Card card) { legal.insert(card_id() + card.index); });
      break;
    default:
      break;
  }
  return legal;
}

inline bool Rules::asks_for(const Public& open, const Action& action) const {
  switch (open.phase) {
    case Phase::Turn:
      if (std::holds_alternative<Pass>(action)) return true;
      return open.standing_value > 0 ? std::holds_alternative<Value>(action)
                                     : std::holds_alternative<Size>(action);
    case Phase::Value:
      return std::holds_alternative<Value>(action);
    case Phase::Cards:
      return std::holds_alternative<Play>(action);
    default:
      return false;
  }
}

inline std::optional<RuleError> Rules::check(const Public& open, const Private& own, Player player,
                                             const Action& action) const {
  if (!acting(open).contains(player) || !asks_for(open, action)) {
    return refuse("GN-10", action);  // GN-10
  }
  if (const auto* value = std::get_if<Value>(&action)) {
    return check_value(open, own.hand, value->value);
  }
  if (const auto* play = std::get_if<Play>(&action)) return check_play(open, own.hand, play->card);
  if (const auto* size = std::get_if<Size>(&action)) {
    if (size->cards > own.hand.size()) return refuse("CI-7", action, own.hand.size());  // CI-7
    if (size->cards > most_cards(own.hand, open.supply, options_.max_value)) {
      return refuse("CI-8", action, open.supply);  // CI-8
    }
    return std::nullopt;
  }
  if (std::get<Pass>(action).points > open.chips[player]) {
    return refuse("CI-10", action, open.chips[player]);  // CI-10
  }
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_value(const Public& open, const Bag& hand,
                                                   int value) const {
  const Action action = Value{static_cast<std::uint8_t>(value)};
  if (value <= open.standing_value) return refuse("CI-7", action, open.standing_value);  // CI-7
  if (hand.size() < open.size) return refuse("CI-7", action, open.size);
  if (!can_have(hand, open.size, value, open.supply)) {
    return refuse("CI-8", action, open.supply);  // CI-8 (ruling)
  }
  return std::nullopt;
}

inline std::optional<RuleError> Rules::check_play(const Public& open, const Bag& hand,
                                                  Card card) const {
  const Action action = Play{card};
  if (hand.count(card) == 0) return refuse("GN-11", action, card.index);  // GN-11
  const Bag& front = open.front[open.current_player];
  const Card last = front.empty() ? Card() : front.highest();
  if (card < last) return refuse("CI-7", action, last.index);  // CI-7 (ruling)
  if (playable(open, hand).contains(card)) return std::nullopt;
  // With points without end: does the card suit the value, and do enough follow?
  const bool suits = cost(card, open.value) != cannot_have;
  const bool enough = next_cards(hand, last, cards_due(open), open.value, 1000).contains(card);
  if (suits && !enough) return refuse("CI-7", action, cards_due(open));
  return refuse("CI-8", action, open.supply);  // CI-8 (ruling)
}

// ---- What happens then (CI-3 – CI-14, CI-18) ----

template <class Stage>
void Rules::perform(Stage& stage, Player player, const Action& action) const {
  const Public& open = stage.open();
  if (const auto* size = std::get_if<Size>(&action)) {
    stage.emit(Event::count(Counter::Size, size->cards));
    return stage.emit(Event::phase(Phase::Value));
  }
  if (const auto* value = std::get_if<Value>(&action)) {
    stage.emit(Event::count(Counter::Value, value->value));
    return stage.emit(Event::phase(Phase::Cards));
  }
  if (const auto* taken = std::get_if<Play>(&action)) return play(stage, player, taken->card);
  const int points = std::get<Pass>(action).points;
  if (points > 0) stage.emit(Event::pay(chips_of(player), supply, points));  // CI-10
  const bool idle = points == 0 && open.standing_value == 0;
  const int idle_passes = idle ? open.idle_passes + 1 : 0;
  if (idle_passes != open.idle_passes) {
    stage.emit(Event::count(Counter::IdlePasses, idle_passes));
  }
  end_turn(stage, player);
}

// Cards are dealt one at a time, from the start player on, round and round.
template <class Stage>
void Rules::resolve(Stage& stage, const ChanceAction& action) const {
  const Public& open = stage.open();
  const Card card = std::get<Drawn>(action).card;
  const int dealt = deck_->size() - open.removed_size;
  const Player player = (open.current_player + dealt) % players_;
  stage.emit(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
  if (dealt + 1 == players_ * dealt_each_) stage.emit(Event::phase(Phase::Turn));  // CI-3
}

template <class Stage>
void Rules::play(Stage& stage, Player player, Card card) const {
  const Public& open = stage.open();
  const int points = known_cost(card, open.value);
  stage.emit(Event::move(hand_of(player), tableau_of(player), card.index, ViewerSet::everyone()));
  if (points > 0) stage.emit(Event::pay(supply, tableau_of(player), points));  // CI-8 CI-9 (ruling)
  if (cards_due(open) > 0) return;
  stage.emit(Event::count(Counter::Standing, open.value));
  if (open.idle_passes > 0) stage.emit(Event::count(Counter::IdlePasses, 0));
  end_turn(stage, player);
}

inline int Rules::finished_count(const Public& open) const {
  int count = 0;
  for (Player p = 0; p < players_; ++p) count += has_finished(open, p) ? 1 : 0;
  return count;
}

template <class Stage>
void Rules::end_turn(Stage& stage, Player player) const {
  const Public& open = stage.open();
  if (is_out(open, player)) {  // CI-13
    const int place = finished_count(open) + 1;
    stage.emit(Event::finish(player, place));
    if (!options_.placements) return stage.emit(Event::phase(Phase::Over));
    if (place + 1 == players_) {  // CI-14 (ruling)
      for (Player p = 0; p < players_; ++p) {
        if (!has_finished(open, p)) stage.emit(Event::finish(p, players_));
      }
      return stage.emit(Event::phase(Phase::Over));
    }
  }
  Player following = next(player);
  while (has_finished(open, following)) following = next(following);  // CI-14
  stage.emit(Event::turn(following));                                 // CI-4
  if (open.turns >= options_.max_turns || open.idle_passes >= 2 * players_) {
    return stage.emit(Event::phase(Phase::Over));  // CI-18 (ruling)
  }
  for (Player p = player;;) {
    p = next(p);
    clear_front(stage, p);  // CI-5
    if (p == following) break;
  }
  stage.emit(Event::phase(Phase::Turn));
}

// A combination that nobody has outbid ends the round (CI-11).
template <class Stage>
void Rules::clear_front(Stage& stage, Player player) const {
  const Public& open = stage.open();
  if (open.front[player].empty()) return;
  if (open.front_chips[player] > 0) {
    stage.emit(Event::pay(tableau_of(player), chips_of(player), open.front_chips[player]));
  }
  stage.emit(Event::sweep(tableau_of(player), discard_pile, open.front[player].size()));
  if (open.standing_value > 0 && open.standing_player == player) {
    stage.emit(Event::count(Counter::Standing, 0));  // CI-11
  }
}

template <class View>
CHEMIX_INLINE_FOLD void Rules::fold(View& view, const Event& event) const {
  Public& open = view.open;
  const Card card = Card::of(event.kind.value_or(0));
  const auto amount = static_cast<std::uint8_t>(event.amount);
  switch (event.verb) {
    case Verb::Deal:
      --open.removed_size;
      ++open.hand_size[event.to.owner];
      if (Private* own = view.shown(event.to.owner)) own->hand.add(card);
      if (Hidden* hidden = view.shown_hidden()) hidden->removed.remove(card);
      break;
    case Verb::Move:
      --open.hand_size[event.from.owner];
      if (Private* own = view.shown(event.from.owner)) own->hand.remove(card);
      open.front[event.to.owner].add(card);
      open.front_value[event.to.owner] = open.value;
      break;
    case Verb::Sweep:
      open.discard_pile += open.front[event.from.owner];
      open.front[event.from.owner] = Bag();
      open.front_value[event.from.owner] = 0;
      break;
    case Verb::Pay: {
      const auto purse = [&](Place place) -> std::uint8_t& {
        if (place.zone == Zone::Chips) return open.chips[place.owner];
        if (place.zone == Zone::Tableau) return open.front_chips[place.owner];
        return open.supply;
      };
      purse(event.from) = static_cast<std::uint8_t>(purse(event.from) - amount);
      purse(event.to) = static_cast<std::uint8_t>(purse(event.to) + amount);
      break;
    }
    case Verb::Count:
      switch (static_cast<Counter>(event.index)) {
        case Counter::Size:
          open.size = amount;
          break;
        case Counter::Value:
          open.value = amount;
          break;
        case Counter::Standing:
          open.standing_value = amount;
          open.standing_player = amount > 0 ? open.current_player : Seat();
          if (amount == 0) open.size = 0;
          open.value = 0;
          break;
        case Counter::IdlePasses:
          open.idle_passes = amount;
          break;
      }
      break;
    case Verb::Finish:
      open.place[event.player] = amount;
      break;
    case Verb::Turn:
      open.current_player = Seat::of(event.player);
      ++open.turns;
      break;
    case Verb::Phase:
      open.phase = static_cast<Phase>(event.index);
      break;
    default:
      break;
  }
}

// ---- Scoring and end (CI-13 – CI-15, CI-18) ----

inline PerPlayer<int, max_players> Rules::scores(const Table& table) const {
  PerPlayer<int, max_players> scores;
  for (Player p = 0; p < players_; ++p) scores[p] = left(table.open, p);
  return scores;
}

inline PerPlayer<int, max_players> Rules::places(const Table& table) const {
  const Public& open = table.open;
  PerPlayer<int, max_players> places;
  for (Player p = 0; p < players_; ++p) {
    places[p] = open.place[p];
    if (places[p] != 0) continue;
    places[p] = 1;
    for (Player other = 0; other < players_; ++other) {
      const bool better = has_finished(open, other) || left(open, other) < left(open, p);
      places[p] += better ? 1 : 0;  // CI-18 (ruling)
    }
  }
  return places;
}

inline PerPlayer<Fraction, max_players> Rules::returns(const Table& table) const {
  const PerPlayer<int, max_players> places = this->places(table);
  if (!options_.placements) {
    PlayerSet winners;
    for (Player p = 0; p < players_; ++p) {
      if (places[p] == 1) winners.insert(p);
    }
    return named_winner_returns<max_players>(winners, players_);  // CI-15 (ruling)
  }
  PerPlayer<Fraction, max_players> returns;
  for (Player p = 0; p < players_; ++p) {
    int sharing = 0;
    for (Player other = 0; other < players_; ++other) sharing += places[other] == places[p] ? 1 : 0;
    // Who share places get their mean.
    const int twice_before = 2 * (places[p] - 1) + sharing - 1;
    returns[p] = Fraction(players_ - 1 - twice_before, players_ - 1);  // CI-15 (ruling)
  }
  return returns;
}

// ---- Hidden worlds ----

// The cards in front of the players and in the discard pile.
inline Bag Rules::lying(const Public& open) const {
  Bag cards = open.discard_pile;
  for (Player p = 0; p < players_; ++p) cards += open.front[p];
  return cards;
}

// The places are the hands of the others by seat, then the cards that are not dealt. Who has said a
// value holds as many cards that can have it as are due. That they can be paid for together, and
// that there is any value for as many as were announced, is no fact of this form.
inline WorldProblemOf<Bag> Rules::worlds_of(const Observation& seen) const {
  const Public& open = seen.open;
  WorldProblemOf<Bag> problem;
  problem.unseen = deck_->all_cards() - lying(open) - seen.own.hand;
  for (Player p = 0; p < players_; ++p) {
    if (seen.viewer.is(p)) continue;
    const PlaceSet place = problem.add_place(open.hand_size[p]);
    if (open.phase != Phase::Cards || open.current_player != p) continue;
    const Bag& front = open.front[p];
    Kinds kinds;
    for (int kind = front.empty() ? 0 : front.highest().index; kind < ChipItCards::kind_count;
         ++kind) {
      if (cost(Card::of(kind), open.value) <= open.supply) kinds.insert(Card::of(kind));
    }
    problem.add_fact({place, kinds, static_cast<std::uint8_t>(cards_due(open))});
  }
  problem.add_place(open.removed_size);
  return problem;
}

inline int Rules::weakened(const Observation& seen) const {
  const Public& open = seen.open;
  if (seen.viewer.is(open.current_player)) return 0;
  if (open.phase == Phase::Value) return open.size > 1 ? 1 : 0;
  if (open.phase != Phase::Cards || cards_due(open) < 2) return 0;
  int dearest = 0;
  for (int kind = 0; kind < ChipItCards::kind_count; ++kind) {
    const int points = cost(Card::of(kind), open.value);
    if (points <= open.supply) dearest = std::max(dearest, points);
  }
  return cards_due(open) * dearest > open.supply ? 1 : 0;
}

inline Table Rules::table_in(const Observation& seen, const WorldOf<Bag>& world) const {
  Table table;
  table.open = seen.open;
  std::size_t place = 0;
  for (Player p = 0; p < players_; ++p) {
    table.own[p].hand = seen.viewer.is(p) ? seen.own.hand : world[place++];
  }
  table.hidden.removed = world[place];
  return table;
}

// While somebody else says a combination, that hand is drawn among those that can complete it.
template <class Random>
std::optional<Table> Rules::determinize(const Observation& seen, Random& random) const {
  const Public& open = seen.open;
  const Player player = open.current_player;
  WorldProblemOf<Bag> problem = worlds_of(seen);
  const bool staging = open.phase == Phase::Value || open.phase == Phase::Cards;
  if (!staging || seen.viewer.is(player)) {
    const auto world = problem.sample(random);
    if (!world) return std::nullopt;
    return table_in(seen, *world);
  }
  const Bag& front = open.front[player];
  CompletingHands hands(problem.unseen, open.hand_size[player],
                        front.empty() ? Card() : front.highest(), cards_due(open), open.supply);
  const int first = open.value > 0 ? open.value : lowest_value;
  const auto hand = hands.sample(first, open.value > 0 ? open.value : options_.max_value, random);
  if (!hand) return std::nullopt;
  // The other places are free.
  Observation without = seen;
  without.open.phase = Phase::Turn;
  without.open.hand_size[player] = 0;
  without.own.hand += *hand;
  const auto world = worlds_of(without).sample(random);
  if (!world) return std::nullopt;
  Table table = table_in(seen, *world);
  table.own[player].hand = *hand;
  return table;
}

// ---- Making a game, and refusing what is none (CI-3, CI-17) ----

inline Result<Rules> Rules::create(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                                   int players) {
  if (auto fault = players_fault(players, min_players, max_players)) return tl::unexpected(*fault);
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  if (deck->size() < max_players) {
    return tl::unexpected(
        InputError{"deck", std::to_string(deck->size()) + " cards", "everybody needs one", "CI-3"});
  }
  // Three get as many as four.
  const int dealt_each = deck->size() / std::max(players, 4);  // CI-3
  return Rules(std::move(deck), options, players, dealt_each, start_points, start_points);
}

inline Result<Rules> Rules::create_duel(std::shared_ptr<const ChipItDeck> deck,
                                        const Options& options, int second_player_points) {
  if (auto fault = option_fault(options)) return tl::unexpected(*fault);
  const int dealt_each = deck->size() / 5;  // CI-17
  return Rules(std::move(deck), options, duel_players, dealt_each, duel_points,
               second_player_points);
}

inline Table Rules::initial_table(Player start_player) const {
  Table table;
  Public& open = table.open;
  open.current_player = Seat::of(start_player);
  open.supply = all_points;
  for (Player p = 0; p < players_; ++p) {
    open.chips[p] = static_cast<std::uint8_t>(p == start_player ? first_points_ : other_points_);
    open.supply = static_cast<std::uint8_t>(open.supply - open.chips[p]);
  }
  open.removed_size = static_cast<std::uint8_t>(deck_->size());
  table.hidden.removed = deck_->all_cards();
  return table;
}

inline int Rules::action_id(const Action& action) const {
  if (const auto* value = std::get_if<Value>(&action)) return value->value - lowest_value;
  if (const auto* size = std::get_if<Size>(&action)) return size_id() + size->cards - 1;
  if (const auto* play = std::get_if<Play>(&action)) return card_id() + play->card.index;
  return pass_id() + std::get<Pass>(action).points;
}

inline Action Rules::action_of(int id) const {
  const auto small = [](int number) { return static_cast<std::uint8_t>(number); };
  if (id >= pass_id()) return Pass{small(id - pass_id())};
  if (id >= card_id()) return Play{Card::of(id - card_id())};
  if (id >= size_id()) return Size{small(id - size_id() + 1)};
  return Value{small(id + lowest_value)};
}

// Whether a combination that has been begun can be completed from `hand`.
inline bool Rules::can_go_on(const Public& open, const Bag& hand) const {
  if (open.phase == Phase::Cards) return !playable(open, hand).empty();
  if (open.phase != Phase::Value) return true;
  return !values_of(hand, open.size, open.supply, lowest_value, options_.max_value).empty();
}

// What cannot be in what everybody sees.
inline std::optional<InputError> Rules::fault_of(const Public& open) const {
  const auto wrong = [](const char* field, int value, const char* reason, const char* rule) {
    return InputError{field, std::to_string(value), reason, rule};
  };
  const bool staged = open.phase == Phase::Cards;
  int points = open.supply;
  int hidden_cards = open.removed_size;
  int lying_cards = open.discard_pile.size();
  int finished = 0;
  unsigned places = 0;
  for (Player p = 0; p < players_; ++p) {
    points += open.chips[p] + open.front_chips[p];
    hidden_cards += open.hand_size[p];
    lying_cards += open.front[p].size();
    if (open.hand_size[p] + open.front[p].size() > dealt_each_) {
      return wrong("hand_size", open.hand_size[p], "more than is dealt", "CI-3");
    }
    int cost_in_front = 0;
    bool suits = true;
    open.front[p].kinds().for_each([&](Card card) {
      const int each = cost(card, open.front_value[p]);
      suits = suits && each != cannot_have;
      cost_in_front += open.front[p].count(card) * each;
    });
    if (!suits || cost_in_front != open.front_chips[p] ||
        open.front[p].empty() != (open.front_value[p] == 0)) {
      return wrong("front_chips", open.front_chips[p], "not what raises the cards", "CI-8");
    }
    if (open.place[p] > players_ || (places >> open.place[p] & 1) != 0) {
      return wrong("place", open.place[p], "must be the next one", "CI-14");
    }
    if (open.place[p] != 0) {
      places |= 1U << open.place[p];
      ++finished;
    }
    const bool out = left(open, p) == 0 && open.phase != Phase::Deal;
    if (out != (open.place[p] != 0) && (out || open.place[p] != players_)) {
      return wrong("place", open.place[p], "goes to who has neither cards nor points", "CI-13");
    }
  }
  if (places != ((1U << finished) - 1) << 1) return wrong("place", 0, "one is left out", "CI-14");
  if (points != all_points) return wrong("supply", open.supply, "points do not add up", "CI-2");
  const Bag lying = this->lying(open);
  // A bag has no room for a third card of a kind.
  if (hidden_cards + lying_cards != deck_->size() || lying.size() != lying_cards ||
      !deck_->all_cards().contains(lying)) {
    return wrong("removed_size", open.removed_size, "cards do not add up to the deck", "CI-3");
  }
  if (open.phase == Phase::Deal) {
    const int dealt = deck_->size() - open.removed_size;
    for (Player p = 0; p < players_; ++p) {
      if (open.hand_size[p] != dealt_to(p, open.current_player, dealt)) {
        return wrong("hand_size", open.hand_size[p], "not dealt in turn", "CI-3");
      }
    }
    const bool begun = !lying.empty() || finished > 0 || open.size > 0 || open.value > 0 ||
                       open.standing_value > 0 || open.turns > 0 || open.idle_passes > 0;
    if (begun || dealt >= players_ * dealt_each_) {
      return wrong("removed_size", open.removed_size, "all cards are dealt", "CI-3");
    }
    return std::nullopt;
  }
  if (open.removed_size != deck_->size() - players_ * dealt_each_) {
    return wrong("removed_size", open.removed_size, "not what is left of the deal", "CI-3");
  }
  const Player standing = open.standing_player;
  const bool stands = open.standing_value > 0;
  if (stands ? open.front[standing].size() != open.size ||
                   open.front_value[standing] != open.standing_value
             : standing != 0) {
    return wrong("standing_value", open.standing_value, "does not lie there", "CI-7");
  }
  const bool over = open.phase == Phase::Over;
  const bool ended = finished == players_ || (finished == 1 && !options_.placements) ||
                     open.turns >= options_.max_turns || open.idle_passes >= 2 * players_;
  if (over != ended || open.turns > options_.max_turns || open.idle_passes > 2 * players_ ||
      (options_.placements ? finished + 1 == players_ : finished > 1)) {
    return wrong("turns", open.turns, "the game is over just when something ends it", "CI-18");
  }
  if (over) {
    if (open.value == 0 && (open.size > 0) == stands) return std::nullopt;
    return wrong("value", open.value, "nothing is being played", "CI-7");
  }
  const Player player = open.current_player;
  const Bag& front = open.front[player];
  const bool opening = open.phase == Phase::Value;
  const bool value_fits = staged ? open.value > open.standing_value &&
                                       open.value <= options_.max_value &&
                                       (front.empty() || open.front_value[player] == open.value) &&
                                       open.size > front.size()
                                 : open.value == 0 && front.empty();
  const bool size_fits = staged || opening
                             ? open.size >= 1 && open.size <= front.size() + open.hand_size[player]
                             : (open.size > 0) == stands;
  if (!value_fits || !size_fits || (opening && stands) || (stands && standing == player) ||
      has_finished(open, player)) {
    return wrong("value", open.value, "does not fit what lies there", "CI-7");
  }
  return std::nullopt;
}

inline std::optional<InputError> Rules::fault_of(const Public& open, const Private& own,
                                                 Player player) const {
  if (own.hand.size() != open.hand_size[player]) {
    return InputError{"hand", std::to_string(own.hand.size()) + " cards",
                      "must be " + std::to_string(open.hand_size[player]), "CI-3"};
  }
  if (open.current_player != player || can_go_on(open, own.hand)) return std::nullopt;
  return InputError{"hand", "", "cannot complete the combination", "CI-7"};
}

inline std::optional<InputError> Rules::fault(const Table& table, const Facts&) const {
  if (auto fault = fault_of(table.open)) return fault;
  CardsLeft<Bag> rest(deck_->all_cards() - lying(table.open));
  rest.take(table.hidden.removed);
  for (Player p = 0; p < players_; ++p) {
    if (auto fault = fault_of(table.open, table.own[p], p)) return fault;
    rest.take(table.own[p].hand);
  }
  if (table.hidden.removed.size() == table.open.removed_size && rest.had_all()) return std::nullopt;
  return InputError{"removed", "", "the cards of all places are not the deck", "CI-3"};
}

inline std::optional<InputError> Rules::fault(const Observation& seen) const {
  if (auto fault = fault_of(seen.open)) return fault;
  if (seen.viewer.is_spectator()) return spectator_fault(seen);
  if (auto fault = fault_of(seen.open, seen.own, seen.viewer.seat())) return fault;
  if ((deck_->all_cards() - lying(seen.open)).contains(seen.own.hand)) return std::nullopt;
  return InputError{"hand", "", "more cards than the deck has", "CI-3"};
}

// ---- Matches (CI-16, CI-17) ----

struct TournamentOptions {
  int max_value = Options().max_value;
  int max_turns = Options().max_turns;

  bool operator==(const TournamentOptions&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    visit(OptionField{"max_value", "CI-8", "the highest value of a combination", 21, highest_value},
          self.max_value);
    visit(OptionField{"max_turns", "CI-18", "turns after which a game ends", 1, 10000},
          self.max_turns);
  }
};

/// As many games as players, for tournament points by place.
class Tournament {
 public:
  using Inner = Rules;
  using Options = TournamentOptions;
  using Totals = PerPlayer<std::int16_t, chip_it::max_players>;
  static constexpr std::string_view name = "chip_it_tournament";
  static constexpr int revision = 1;
  static constexpr int min_players = chip_it::min_players;
  static constexpr int max_players = chip_it::max_players;

  explicit Tournament(const Options& options) : options_(options) {}
  static Result<Rules> inner(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                             int players) {
    return Rules::create(std::move(deck), {options.max_value, true, options.max_turns}, players);
  }

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] static int max_games(const Rules& rules) { return rules.player_count(); }
  [[nodiscard]] static bool is_over(const Rules& rules, const Totals&, int games) {
    return games == rules.player_count();  // CI-16
  }
  [[nodiscard]] static PerPlayer<int, max_players> points(const Rules& rules, const Table& table) {
    constexpr std::array<int, max_players> by_place = {4, 2, 1};  // CI-16
    const auto places = rules.places(table);
    PerPlayer<int, max_players> points;
    for (Player p = 0; p < rules.player_count(); ++p) {
      points[p] = by_place[static_cast<std::size_t>(places[p] - 1)];
    }
    return points;
  }
  [[nodiscard]] static PerPlayer<Fraction, max_players> returns(const Rules& rules,
                                                                const Totals& totals) {
    return mean_returns(totals, rules.player_count());  // CI-16
  }

 private:
  Options options_;
};

struct DuelOptions {
  int max_value = Options().max_value;
  int max_turns = Options().max_turns;
  int second_player_chips = start_points;  // CI-17 (ruling)

  bool operator==(const DuelOptions&) const = default;

  template <class Self>
  static constexpr void visit_options(Self& self, auto&& visit) {
    TournamentOptions::visit_options(self, visit);
    visit(OptionField{"second_player_chips", "CI-17", "points of who does not start", 0, 10},
          self.second_player_chips);
  }
};

/// Four games for two, the fewest points win.
class Duel {
 public:
  using Inner = Rules;
  using Options = DuelOptions;
  using Totals = PerPlayer<std::int16_t, chip_it::max_players>;
  static constexpr std::string_view name = "chip_it_duel";
  static constexpr int revision = 1;
  static constexpr int min_players = duel_players;
  static constexpr int max_players = duel_players;
  static constexpr int games_played = 4;   // CI-17
  static constexpr int points_a_card = 3;  // CI-17

  explicit Duel(const Options& options) : options_(options) {}
  static Result<Rules> inner(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                             int players) {
    if (auto fault = players_fault(players, duel_players, duel_players)) {
      return tl::unexpected(*fault);
    }
    if (auto fault = option_fault(options)) return tl::unexpected(*fault);
    return Rules::create_duel(std::move(deck), {options.max_value, false, options.max_turns},
                              options.second_player_chips);
  }

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] static int max_games(const Rules&) { return games_played; }
  [[nodiscard]] static bool is_over(const Rules&, const Totals&, int games) {
    return games == games_played;
  }
  [[nodiscard]] static PerPlayer<int, chip_it::max_players> points(const Rules&,
                                                                   const Table& table) {
    PerPlayer<int, chip_it::max_players> points;
    for (Player p = 0; p < duel_players; ++p) {
      // Who is out writes nothing; if nobody is, both write their own (CI-18).
      points[p] = points_a_card * table.open.hand_size[p] + table.open.chips[p] +
                  table.open.front_chips[p];  // CI-17 (ruling)
    }
    return points;
  }
  [[nodiscard]] static PerPlayer<Fraction, chip_it::max_players> returns(const Rules&,
                                                                         const Totals& totals) {
    Totals negated;
    for (Player p = 0; p < duel_players; ++p) negated[p] = static_cast<std::int16_t>(-totals[p]);
    return mean_returns(negated, duel_players);  // CI-17
  }

 private:
  Options options_;
};

using TournamentGame = Match<Tournament>;
using DuelGame = Match<Duel>;

}  // namespace chemix::chip_it
