// SPDX-License-Identifier: Apache-2.0
// Chip it: raise cards to a common value, get rid of cards and chips. Rules:
// docs/rules/en/chip_it.md
#pragma once

// Players   3 to 6 (the match for two: 2), 60 numbered cards.
// A turn    the player's cards in front are cleared, then Turn → a pass or a combination: its size
//           (when opening a round) → Value → Cards × size; each further value must be higher.
// Visible   to all: the cards played, all sizes and chips; to each player: their own hand; to
//           nobody: the cards that are not dealt.
// Ends      when a player has neither cards nor chips (with `placements`: when one is left), after
//           `max_turns` turns, or after many idle passes in a row.

#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/plain_deck.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/bits.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games/card_rules.hpp"
#include "chemix/games/chip_it/combinations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace chemix::chip_it {

// ---- Options (CI-8, CI-14, CI-17, CI-18) ----

inline constexpr int min_players = 3;
inline constexpr int max_players = 6;
inline constexpr int duel_players = 2;    // CI-17
inline constexpr int all_points = 108;    // CI-2
inline constexpr int start_points = 3;    // CI-3
inline constexpr int duel_points = 2;     // CI-17
inline constexpr int max_given_back = 2;  // CI-10

struct Options {
  int max_value = 99;       // CI-8 (ruling)
  bool placements = false;  // CI-14
  int max_turns = 2000;     // CI-18 (ruling)

  bool operator==(const Options&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"max_value", "CI-8", "the highest value of a combination", 21, highest_value},
          self.max_value);
    visit(OptionField{"placements", "CI-14", "play continues for the other places"},
          self.placements);
    visit(OptionField{"max_turns", "CI-18", "turns after which the game ends", 1, 10000},
          self.max_turns);
  }
};

// ---- Actions (CI-6 – CI-10) ----

/// The phases of a game. Chance acts in Deal.
enum class Phase : std::uint8_t { Deal, Turn, Value, Cards, Over };

constexpr std::array<std::string_view, 5> names_of(Phase) {
  return {"deal", "turn", "value", "cards", "over"};
}

/// Says the common value of the combination.
struct Value {
  std::uint8_t value = 0;
  static constexpr std::string_view name = "value";
  static constexpr PhaseSet legal_phases{Phase::Turn, Phase::Value};
  constexpr bool operator==(const Value&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("value", self.value,
          numbers(lowest_value, [](const auto& rules) { return rules.options().max_value; }));
  }
};
/// Opens a round with a combination of this many cards.
struct Size {
  std::uint8_t cards = 0;
  static constexpr std::string_view name = "size";
  static constexpr PhaseSet legal_phases{Phase::Turn};
  constexpr bool operator==(const Size&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("cards", self.cards, numbers(1, largest_hand));
  }
};
/// Plays one card of the combination, raised to its value.
struct Play : OneCard<all_kinds> {
  static constexpr std::string_view name = "play";
  static constexpr PhaseSet legal_phases{Phase::Cards};
};
/// Passes and gives points back to the supply.
struct Pass {
  std::uint8_t points = 0;
  static constexpr std::string_view name = "pass";
  static constexpr int preference = 1;
  static constexpr PhaseSet legal_phases{Phase::Turn};
  constexpr bool operator==(const Pass&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("points", self.points, numbers(0, max_given_back));
  }
};

using Action = std::variant<Value, Size, Play, Pass>;
using ChanceAction = std::variant<DrawnCard>;
using LegalActions = IdSet<192>;

// ---- State ----

/// Public counters. Standing is the value to be outbid, 0 when a round is to be opened.
enum class Counter : std::uint8_t { Size, Value, Standing, IdlePasses };

constexpr std::array<std::string_view, 4> names_of(Counter) {
  return {"size", "value", "standing", "idle_passes"};
}

/// In plain data, null when no combination stands.
struct StandingPlayer {
  static std::optional<Seat> get(const auto&, const auto& open) {
    return open.standing_value > 0 ? std::optional(open.standing_player) : std::nullopt;
  }
  static void set(const auto&, auto& open, std::optional<Seat> player) {
    open.standing_player = player.value_or(Seat());
  }
};

struct Public {
  Phase phase = Phase::Deal;
  Seat current_player;
  /// Number of cards of the combination that stands or is being played, 0 when there is none.
  std::uint8_t size = 0;
  /// Value of the combination that is being played, otherwise 0.
  std::uint8_t value = 0;
  /// Value and player of the combination to be outbid; the value is 0 when there is none.
  std::uint8_t standing_value = 0;
  Seat standing_player;
  /// Completed turns.
  std::uint16_t turns = 0;
  /// Consecutive passes in which nothing was given back while no combination stood.
  std::uint8_t idle_passes = 0;
  std::uint8_t supply = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  PerPlayer<std::uint8_t, max_players> chips;
  /// Cards in front of each player, their common value, and the points on them.
  PerPlayer<Bag, max_players> front;
  PerPlayer<std::uint8_t, max_players> front_value;
  PerPlayer<std::uint8_t, max_players> front_chips;
  /// Order of finishing, 1 for the first; 0 while still in the game.
  PerPlayer<std::uint8_t, max_players> place;
  /// Number of cards that are not dealt, or not yet.
  std::uint8_t removed_size = 0;
  Bag discard_pile;

  constexpr bool operator==(const Public&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("phase", self.phase);
    visit("current_player", self.current_player);
    visit("size", self.size);
    visit("value", self.value, data_as<NullIfZero<&Public::value>>(self));
    visit("standing_value", self.standing_value,
          data_as<NullIfZero<&Public::standing_value>>(self));
    visit("standing_player", self.standing_player, data_as<StandingPlayer>(self));
    visit("turns", self.turns);
    visit("idle_passes", self.idle_passes);
    visit("supply", self.supply);
    visit("hand_size", self.hand_size);
    visit("chips", self.chips);
    visit("front", self.front);
    visit("front_value", self.front_value, data_as<NullIfZero<&Public::front_value>>(self));
    visit("front_chips", self.front_chips);
    visit("place", self.place, data_as<NullIfZero<&Public::place>>(self));
    visit("removed_size", self.removed_size);
    visit("discard_pile", self.discard_pile);
  }
};

using Private = HandOf<Bag>;

struct Hidden {
  /// Cards that are not dealt, or not yet.
  Bag removed;

  constexpr bool operator==(const Hidden&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("removed", self.removed); }
};

/// Nothing needs remembering: played cards lie on the table, and the table also shows that the hand
/// behind a combination being played can complete it.
using Knowledge = NoKnowledge;

// ---- Rules ----

class Rules : public CardRules<Rules, ChipItDeck, Options, Phase, Counter, Action, ChanceAction,
                               LegalActions, Public, Private, Hidden, Knowledge, max_players> {
 public:
  static constexpr std::string_view name = "chip_it";
  static constexpr int min_players = chip_it::min_players;
  static constexpr BestScore best_score = BestScore::Fewest;
  static constexpr std::size_t max_table_bytes = 256;
  // The longest step plays the last card of a combination, which then stands, and finishes the
  // player; then the finished players who are passed over and the next player clear the cards in
  // front of them.
  static constexpr std::size_t max_step_events = 2 * max_players + 12;
  static constexpr std::array verbs{Verb::Deal, Verb::Move, Verb::Set,   Verb::Phase,
                                    Verb::Turn, Verb::Pay,  Verb::Sweep, Verb::Finish};
  static constexpr PhaseSet chance_phases{Phase::Deal};

  /// Fails if the game cannot be played with this deck, these options or this number of players.
  static Result<Rules> create(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                              int players);
  /// Creates a game of the match for two, in which the second player starts with
  /// `second_player_points`.
  static Result<Rules> create_duel(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                                   int second_player_points);
  [[nodiscard]] Table initial_table(Player start_player) const;
  /// Returns why a table or a view is impossible, or nothing if it is valid.
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const;
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const;
  [[nodiscard]] int max_legal_actions() const {
    return (std::max)(options_.max_value, largest_hand) + max_given_back + 1;
  }
  [[nodiscard]] std::int64_t max_steps() const;

  // ---- What may be done, and what happens then (GN-11, CI-3 – CI-14, CI-18) ----

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const {
    LegalActions legal;
    switch (open.phase) {
      case Phase::Turn: {
        if (open.standing_value > 0) {
          legal = values_to_say(open, own.hand);  // CI-7
        } else {
          const int most = max_cards(own.hand, open.supply, options_.max_value);
          legal.insert_bits(first_id<Size>(), lowest_bits(most));  // CI-7
        }
        const int max_back = std::min<int>(max_given_back, open.chips[player]);
        legal.insert_bits(first_id<Pass>(), lowest_bits(max_back + 1));  // CI-10 CI-12 (ruling)
        break;
      }
      case Phase::Value:
        legal = values_to_say(open, own.hand);
        break;
      case Phase::Cards:
        legal.insert_kinds(first_id<Play>(), playable(open, own.hand));
        break;
      default:
        break;
    }
    return legal;
  }

  // -- Size --

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Size& size) const {
    if (open.standing_value > 0) return refuse("GN-10");                       // GN-10
    if (own.hand.size() == 0) return refuse("CI-12");                          // CI-12
    if (size.cards > own.hand.size()) return refuse("CI-7", own.hand.size());  // CI-7
    if (size.cards > max_cards(own.hand, open.supply, options_.max_value)) {
      return refuse("CI-8");  // CI-8
    }
    return std::nullopt;
  }
  void perform(auto& step, Player, const Size& size) const {
    step.post(Event::set(Counter::Size, size.cards));
    step.post(Event::phase(Phase::Value));
  }

  // -- Value --

  [[nodiscard]] LegalActions values_to_say(const Public& open, const Bag& hand) const {
    const auto words =
        values_of(hand, open.size, open.supply, open.standing_value + 1, options_.max_value)
            .packed()
            .words;
    // Values have the first ids, from `lowest_value` on.
    return LegalActions::of_packed({{words[0] >> lowest_value | words[1] << (64 - lowest_value),
                                     words[1] >> lowest_value, 0}});
  }

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Value& said) const {
    const bool opens = open.standing_value == 0;
    if (open.phase == Phase::Turn && opens) return refuse("GN-10");  // GN-10
    if (said.value <= open.standing_value) {
      return refuse_for("CI-7", 1, open.standing_value);  // CI-7
    }
    if (own.hand.size() < open.size) return refuse_for("CI-7", 2, open.size);
    if (can_have(own.hand, open.size, said.value, open.supply)) return std::nullopt;
    if (own.hand.only(suiting_for_any_points(said.value)).size() < open.size) {
      return refuse_for("CI-8", 5, open.size, said.value);  // CI-8
    }
    return refuse_for("CI-8", 1, open.supply);  // CI-8 (ruling)
  }
  void perform(auto& step, Player, const Value& said) const {
    step.post(Event::set(Counter::Value, said.value));
    step.post(Event::phase(Phase::Cards));
  }

  // -- Play --

  // To tell a lack of cards from a lack of points.
  [[nodiscard]] static Kinds suiting_for_any_points(int value) {
    return suiting(value, cannot_have - 1);
  }

  // The cards of the running combination still to be played, and the last card played.
  [[nodiscard]] static int cards_due(const Public& open) {
    return open.size - open.front[open.current_player].size();
  }
  [[nodiscard]] static Card last_played(const Public& open) {
    const Bag& front = open.front[open.current_player];
    return front.empty() ? Card() : front.highest();
  }
  // The cards that may be played next.
  [[nodiscard]] static Kinds playable(const Public& open, const Bag& hand) {
    return next_cards(hand, last_played(open), cards_due(open), open.value, open.supply);
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Play& play) const {
    const Card card = play.card;
    if (own.hand.count(card) == 0) return refuse("GN-11", card.index);  // GN-11
    const Card last = last_played(open);
    if (card < last) return refuse_for("CI-7", 3, last.index);  // CI-7 (ruling)
    if (playable(open, own.hand).contains(card)) return std::nullopt;
    if (cost(card, open.value) == cannot_have) {
      const bool is_higher = ChipItCards::value(card) > open.value;
      return refuse_for("CI-8", is_higher ? 3 : 4, card.index, open.value);  // CI-8
    }
    const Bag following = own.hand.only(suiting_for_any_points(open.value)).from(card);
    if (following.size() < cards_due(open)) return refuse_for("CI-7", 4, cards_due(open));
    return refuse_for("CI-8", 2, open.supply, open.value);  // CI-8 (ruling)
  }
  void perform(auto& step, Player player, const Play& play) const {
    const Public& open = step.open();
    const int points = known_cost(play.card, open.value);
    step.post(
        Event::move(hand_of(player), tableau_of(player), play.card.index, ViewerSet::everyone()));
    // CI-8 CI-9 (ruling)
    if (points > 0) step.post(Event::pay(supply, tableau_of(player), points));
    if (cards_due(open) > 0) return;
    step.post(Event::set(Counter::Standing, open.value));
    if (open.idle_passes > 0) step.post(Event::set(Counter::IdlePasses, 0));
    end_turn(step, player);
  }

  // -- Pass --

  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const Pass& pass) const {
    if (pass.points <= open.chips[player]) return std::nullopt;
    return refuse("CI-10", open.chips[player]);  // CI-10
  }
  void perform(auto& step, Player player, const Pass& pass) const {
    const Public& open = step.open();
    const int points = pass.points;
    if (points > 0) step.post(Event::pay(chips_of(player), supply, points));  // CI-10
    const bool idle = points == 0 && open.standing_value == 0;
    const int idle_passes = idle ? open.idle_passes + 1 : 0;
    if (idle_passes != open.idle_passes) {
      step.post(Event::set(Counter::IdlePasses, idle_passes));
    }
    end_turn(step, player);
  }

  // -- Chance: the deal, one card at a time from the start player on --

  [[nodiscard]] static const Bag& source(const auto& table) { return table.hidden.removed; }
  void resolve(auto& step, const ChanceAction& action) const {
    const Public& open = step.open();
    const Card card = std::get<DrawnCard>(action).card;
    const int dealt = deck_->size() - open.removed_size;
    const Player player = (open.current_player + dealt) % players_;
    step.post(Event::deal(draw_pile, hand_of(player), card.index, ViewerSet::only(player)));
    if (dealt + 1 == players_ * dealt_each_) step.post(Event::phase(Phase::Turn));  // CI-3
  }

  // -- Turns --

  void end_turn(auto& step, Player player) const {
    const Public& open = step.open();
    if (is_out(open, player)) {  // CI-13
      const int place = finished_count(open) + 1;
      step.post(Event::finish(player, place));
      if (!options_.placements) return step.post(Event::phase(Phase::Over));
      if (place + 1 == players_) {  // CI-14 (ruling)
        for (Player p = 0; p < players_; ++p) {
          if (!has_finished(open, p)) step.post(Event::finish(p, players_));
        }
        return step.post(Event::phase(Phase::Over));
      }
    }
    Player following = next(player);
    while (has_finished(open, following)) following = next(following);  // CI-14
    step.post(Event::turn(following));                                  // CI-4
    if (open.turns >= options_.max_turns || open.idle_passes >= max_idle_passes()) {
      return step.post(Event::phase(Phase::Over));  // CI-18 (ruling)
    }
    for (Player p = player;;) {
      p = next(p);
      clear_front(step, p);  // CI-5
      if (p == following) break;
    }
    step.post(Event::phase(Phase::Turn));
  }
  // Clears the cards in front of a player. A combination that nobody has outbid ends the round
  // (CI-11).
  void clear_front(auto& step, Player player) const {
    const Public& open = step.open();
    if (open.front[player].empty()) return;
    if (open.front_chips[player] > 0) {
      step.post(Event::pay(tableau_of(player), chips_of(player), open.front_chips[player]));
    }
    step.post(Event::sweep(tableau_of(player), discard_pile, open.front[player].size()));
    if (open.standing_value > 0 && open.standing_player == player) {
      step.post(Event::set(Counter::Standing, 0));  // CI-11
    }
  }

  // ---- Scoring and end (CI-13 – CI-15, CI-18) ----

  [[nodiscard]] int max_idle_passes() const { return 2 * players_; }  // CI-18 (ruling)
  static int left(const Public& open, Player player) {
    return open.hand_size[player] + open.chips[player] + open.front_chips[player];
  }
  /// Whether a player has neither cards nor points.
  [[nodiscard]] static bool is_out(const Public& open, Player player) {
    return left(open, player) == 0;  // CI-13
  }
  [[nodiscard]] static bool has_finished(const Public& open, Player player) {
    return open.place[player] != 0;
  }
  [[nodiscard]] int finished_count(const Public& open) const {
    int count = 0;
    for (Player p = 0; p < players_; ++p) count += has_finished(open, p) ? 1 : 0;
    return count;
  }

  /// Cards in hand plus points, including those on played cards; the fewest win (CI-18).
  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    PerPlayer<int, max_players> scores;
    for (Player p = 0; p < players_; ++p) scores[p] = left(view.open, p);
    return scores;
  }
  /// Heuristic value of a position beyond the score, in points.
  [[nodiscard]] double heuristic_value(const Table& table, Player player) const;
  /// Everybody's place at the end, 1 for the best. Players who tie all get the best of their
  /// places.
  [[nodiscard]] PerPlayer<int, max_players> places(const Table& table) const {
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
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    const PerPlayer<int, max_players> places = this->places(table);
    if (!options_.placements) {
      PlayerSet winners;
      for (Player p = 0; p < players_; ++p) {
        if (places[p] == 1) winners.insert(p);
      }
      return win_share_returns<max_players>(winners, players_);  // CI-15 (ruling)
    }
    PerPlayer<Fraction, max_players> returns;
    for (Player p = 0; p < players_; ++p) {
      int sharing = 0;
      for (Player other = 0; other < players_; ++other) {
        sharing += places[other] == places[p] ? 1 : 0;
      }
      // Players who share places get their mean.
      const int twice_before = 2 * (places[p] - 1) + sharing - 1;
      returns[p] = Fraction(players_ - 1 - twice_before, players_ - 1);  // CI-15 (ruling)
    }
    return returns;
  }

  // ---- What is seen and known ----

  CHEMIX_INLINE static void cards_at(auto& view, Place place, Card, auto&& use) {
    Public& open = view.open;
    switch (place.zone) {
      case Zone::Hand:
        return use(held_by(view, place.owner, open.hand_size[place.owner], &Private::hand));
      case Zone::Tableau:
        return use(open.front[place.owner]);
      case Zone::DrawPile:
        return use(hidden_pile(view, open.removed_size, &Hidden::removed));
      case Zone::DiscardPile:
        return use(open.discard_pile);
      default:
        return;
    }
  }
  static constexpr std::array<std::string_view, 1> marked_fields{"front_chips"};
  CHEMIX_INLINE static std::uint8_t& points_at(Public& open, Place place) {
    if (place.zone == Zone::Chips) return open.chips[place.owner];
    if (place.zone == Zone::Tableau) return open.front_chips[place.owner];
    return open.supply;
  }

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    const auto amount = static_cast<std::uint8_t>(event.amount);
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move:
        move_card(*this, view, event);
        if (event.to.zone == Zone::Tableau) open.front_value[event.to.owner] = open.value;
        break;
      case Verb::Sweep:
        open.discard_pile += open.front[event.from.owner];
        open.front[event.from.owner] = Bag();
        open.front_value[event.from.owner] = 0;
        break;
      case Verb::Pay: {
        std::uint8_t& from = points_at(open, event.from);
        std::uint8_t& to = points_at(open, event.to);
        from = static_cast<std::uint8_t>(from - amount);
        to = static_cast<std::uint8_t>(to + amount);
        break;
      }
      case Verb::Set:
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

  [[nodiscard]] int forgotten(const Observation& seen) const;
  [[nodiscard]] DealProblemOf<Bag> belief_of(const Observation& seen) const;
  /// Samples tables that the viewer cannot tell from the true one. While another player plays a
  /// combination, that player's hand is sampled among those that can complete it. `rules` and
  /// `seen` must outlive the dealer.
  class Dealer {
   public:
    Dealer(const Rules& rules, const Observation& seen);
    [[nodiscard]] std::optional<Table> sample(RandomRef random);

   private:
    const Rules& rules_;
    const Observation& seen_;
    std::optional<CompletingHands> hands_;
  };
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, RandomRef random) const {
    return Dealer(*this, seen).sample(random);
  }

 private:
  Rules(std::shared_ptr<const ChipItDeck> deck, const Options& options, int players, int dealt_each,
        int first_points, int other_points);
  // Whether a combination has been begun.
  [[nodiscard]] static bool is_said(const Public& open) {
    return open.phase == Phase::Value || open.phase == Phase::Cards;
  }
  [[nodiscard]] std::optional<InputError> deal_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> points_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> places_error(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open) const;
  [[nodiscard]] std::optional<InputError> validate(const Public& open, const Bag& hand) const;

  int dealt_each_;
  int first_points_;
  int other_points_;
};

using Game = GameOf<Rules>;
using Table = Game::Table;
using State = Game::State;
using Observation = Game::Observation;

// ---- Matches (CI-16, CI-17) ----

struct TournamentOptions {
  int max_value = Options().max_value;
  int max_turns = Options().max_turns;

  bool operator==(const TournamentOptions&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"max_value", "CI-8", "the highest value of a combination", 21, highest_value},
          self.max_value);
    visit(OptionField{"max_turns", "CI-18", "turns after which a game ends", 1, 10000},
          self.max_turns);
  }
};

/// The tournament: as many games as players, with tournament points by place.
class Tournament {
 public:
  using Inner = Rules;
  using Options = TournamentOptions;
  using Totals = PerPlayer<std::int16_t, chip_it::max_players>;
  static constexpr std::string_view name = "chip_it_tournament";
  static constexpr int revision = 1;
  static constexpr const char* games_rule = "CI-16";
  static constexpr const char* totals_rule = "CI-16";
  static constexpr BestScore best_score = BestScore::Most;
  static constexpr int min_players = chip_it::min_players;
  static constexpr int max_players = chip_it::max_players;
  static constexpr std::array<int, max_players> by_place = {4, 2, 1};  // CI-16
  // Small, because places change late and depend on the cards and chips left.
  static constexpr double worth_so_far = 0.1;

  explicit Tournament(const Options& options) : options_(options) {}
  static Result<Rules> inner(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                             int players);

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] static int max_games(const Rules& rules) { return rules.player_count(); }  // CI-16
  [[nodiscard]] static bool is_over(const Rules& rules, const Totals&, int games) {
    return games == max_games(rules);
  }
  [[nodiscard]] static PerPlayer<int, max_players> points(const Rules& rules, const Table& table);
  [[nodiscard]] static PointsRange points_range(const Rules&) { return {0, by_place[0]}; }
  [[nodiscard]] static PerPlayer<Fraction, max_players> returns(const Rules& rules,
                                                                const Totals& totals);

 private:
  Options options_;
};

struct DuelOptions {
  int max_value = Options().max_value;
  int max_turns = Options().max_turns;
  int second_player_chips = start_points;  // CI-17 (ruling)

  bool operator==(const DuelOptions&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    TournamentOptions::visit_options(self, visit);
    visit(OptionField{"second_player_chips", "CI-17", "points of the player who does not start", 0,
                      10},
          self.second_player_chips);
  }
};

/// The match for two: four games, the fewest points win.
class Duel {
 public:
  using Inner = Rules;
  using Options = DuelOptions;
  using Totals = PerPlayer<std::int16_t, chip_it::max_players>;
  static constexpr std::string_view name = "chip_it_duel";
  static constexpr int revision = 1;
  static constexpr const char* games_rule = "CI-17";
  static constexpr const char* totals_rule = "CI-17";
  static constexpr int min_players = duel_players;
  static constexpr int max_players = duel_players;
  static constexpr BestScore best_score = BestScore::Fewest;
  static constexpr int games_played = 4;   // CI-17
  static constexpr int points_a_card = 3;  // CI-17

  explicit Duel(const Options& options) : options_(options) {}
  static Result<Rules> inner(std::shared_ptr<const ChipItDeck> deck, const Options& options,
                             int players);

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] static int max_games(const Rules&) { return games_played; }
  [[nodiscard]] static bool is_over(const Rules&, const Totals&, int games) {
    return games == games_played;
  }
  [[nodiscard]] static PerPlayer<int, chip_it::max_players> points(const Rules& rules,
                                                                   const Table& table);
  [[nodiscard]] static PointsRange points_range(const Rules&) {
    return {0, points_a_card * largest_hand + all_points};
  }
  [[nodiscard]] static PerPlayer<Fraction, chip_it::max_players> returns(const Rules& rules,
                                                                         const Totals& totals);

 private:
  Options options_;
};

using TournamentGame = Match<Tournament>;
using DuelGame = Match<Duel>;

/// The games and matches that this header defines.
using Games = std::tuple<Game, TournamentGame, DuelGame>;

}  // namespace chemix::chip_it
