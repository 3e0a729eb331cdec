// SPDX-License-Identifier: Apache-2.0
// Flask: a small test game that exercises features which other games use rarely. Rules: flask.md
#pragma once

// Players   2 or 3; the element cards of a ChemiX deck.
// A round   Pick (sealed) → Steal [→ stealing] → Peek → Amount → Lay × amount → drawing.
// Seen by   all: the laid cards, all sizes, the bottom of the pile; a player: their own hand;
//           thief and victim: a stolen card; the leader: a hand that is peeked at.
// Ends      after `max_rounds` rounds or with an empty hand after drawing.

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/log_validation.hpp"
#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/beliefs/observation_log_tensor.hpp"
#include "chemix/cards/card_codec.hpp"
#include "chemix/cards/card_tensor.hpp"
#include "chemix/cards/drawn_card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/kind_ranges.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/cards/validation.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/bit_set.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/match.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"
#include "chemix/games/card_rules.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace chemix::flask {

// ---- Options (FK-1, FK-8) ----

inline constexpr int min_players = 2;
inline constexpr int max_players = 3;
inline constexpr int max_lays = 2;       // FK-6
inline constexpr int max_elements = 17;  // DK-1

struct Options {
  int hand_size = 3;
  int max_rounds = 6;

  bool operator==(const Options&) const = default;

  static constexpr void visit_options(auto& self, auto&& visit) {
    visit(OptionField{"hand_size", "FK-1", "cards to which everybody draws", 1, 4}, self.hand_size);
    visit(OptionField{"max_rounds", "FK-8", "rounds after which the game ends", 1, 20},
          self.max_rounds);
  }
};

// ---- Actions (FK-2 – FK-6) ----

enum class Phase : std::uint8_t { Deal, Pick, Steal, Stealing, Peek, Amount, Lay, Drawing, Over };

constexpr std::array<std::string_view, 9> names_of(Phase) {
  return {"deal", "pick", "steal", "stealing", "peek", "amount", "lay", "drawing", "over"};
}

/// Picks a card, which nobody sees until all have picked.
struct Pick : OneCard<element_kinds> {
  static constexpr std::string_view name = "pick";
  static constexpr PhaseSet legal_phases{Phase::Pick};
};
/// Draws blindly from a hand.
struct Steal {
  Seat victim;
  static constexpr std::string_view name = "steal";
  static constexpr PhaseSet legal_phases{Phase::Steal};
  constexpr bool operator==(const Steal&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("victim", self.victim); }
};
/// Looks at a whole hand.
struct Peek {
  Seat victim;
  static constexpr std::string_view name = "peek";
  static constexpr PhaseSet legal_phases{Phase::Peek};
  constexpr bool operator==(const Peek&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("victim", self.victim); }
};
/// Declines to steal or to peek.
struct Decline : NoFields<Decline> {
  static constexpr std::string_view name = "decline";
  static constexpr int preference = 1;
  static constexpr bool is_always_legal = true;
  static constexpr PhaseSet legal_phases{Phase::Steal, Phase::Peek};
};
/// Announces how many cards the leader will lay.
struct Amount {
  std::uint8_t cards = 0;
  static constexpr std::string_view name = "amount";
  static constexpr PhaseSet legal_phases{Phase::Amount};
  constexpr bool operator==(const Amount&) const = default;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("cards", self.cards, numbers(0, max_lays));
  }
};
/// Lays a card.
struct Lay : OneCard<element_kinds> {
  static constexpr std::string_view name = "lay";
  static constexpr int preference = 3;
  static constexpr PhaseSet legal_phases{Phase::Lay};
};

using Action = std::variant<Pick, Decline, Amount, Lay, Steal, Peek>;
using ChanceAction = std::variant<DrawnCard>;
using LegalActions = IdSet<64>;

// ---- State ----

enum class Counter : std::uint8_t { Victim, Lays };

constexpr std::array<std::string_view, 2> names_of(Counter) { return {"victim", "lays"}; }

struct Public {
  Phase phase = Phase::Deal;
  Seat leader;
  /// The victim of a theft, while the stolen card is drawn.
  Seat victim;
  /// Cards still to be laid.
  std::uint8_t lays = 0;
  std::optional<Card> last_laid;
  std::uint8_t rounds = 0;
  PerPlayer<std::uint8_t, max_players> hand_size;
  PerPlayer<std::uint8_t, max_players> points;
  /// Cards of unknown order that lie above the known bottom.
  std::uint8_t pile_size = 0;
  CardList<max_elements> bottom;
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

using Knowledge = LogKnowledge;

// ---- Rules ----

class Rules : public CardRules<Rules, ChemixDeck, Options, Phase, Counter, Action, ChanceAction,
                               LegalActions, Public, Private, Hidden, Knowledge, max_players> {
 public:
  static constexpr std::string_view name = "flask";
  static constexpr int min_players = flask::min_players;
  static constexpr std::size_t max_table_bytes = 128;
  static constexpr std::size_t max_step_events = 24;
  static constexpr PhaseSet chance_phases{Phase::Deal, Phase::Drawing, Phase::Stealing};

  [[nodiscard]] const CardBag& cards_in_play() const { return cards_; }
  [[nodiscard]] const KindsInPlay& kinds_in_play() const { return kinds_in_play_; }
  [[nodiscard]] static int max_legal_actions() { return element_kind_count; }
  // Per round: the picks and draws of all players, a theft and its card, a peek, an amount, lays.
  [[nodiscard]] std::int64_t max_steps() const {
    const std::int64_t draws = std::int64_t{players_} * options_.hand_size;
    return draws + options_.max_rounds * (players_ + draws + 4 + max_lays);
  }

  // ---- What may be done, and what happens then (GN-11, FK-1 – FK-8) ----

  [[nodiscard]] Acting acting(const Public& open) const {
    if (chance_phases.contains(open.phase)) return Acting::chance();
    if (open.phase == Phase::Over) return Acting::nobody();
    if (open.phase != Phase::Pick) return Acting::one(open.leader);
    PlayerSet asked;
    for (Player p = 0; p < players_; ++p) {
      if (open.hand_size[p] > 0) asked.insert(p);  // FK-2
    }
    return Acting::players(asked);
  }
  [[nodiscard]] static bool is_sealed(const Public& open) { return open.phase == Phase::Pick; }
  [[nodiscard]] static bool has_decided(const Private& own) { return own.picked.has_value(); }

  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const {
    LegalActions legal;
    const auto add_others = [&](int first) {
      legal.insert(first_id<Decline>());
      for (Player p = 0; p < players_; ++p) {
        if (can_be_named(open, player, p)) legal.insert(first + p);
      }
    };
    switch (open.phase) {
      case Phase::Pick:
        own.hand.kinds().for_each([&](Card card) { legal.insert(first_id<Pick>() + card.index); });
        break;
      case Phase::Steal:
        add_others(first_id<Steal>());
        break;
      case Phase::Peek:
        add_others(first_id<Peek>());
        break;
      case Phase::Amount:
        for (int cards = 0; cards <= std::min(max_lays, own.hand.size()); ++cards) {
          legal.insert(first_id<Amount>() + cards);
        }
        break;
      case Phase::Lay:
        own.hand.kinds().for_each([&](Card card) {
          if (completes(open, own, card)) legal.insert(first_id<Lay>() + card.index);
        });
        break;
      default:
        break;
    }
    return legal;
  }

  // -- Pick --

  [[nodiscard]] static std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                        const Pick& pick) {
    if (own.hand.count(pick.card) == 0) return refuse("GN-11");  // GN-11
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Pick& pick) const {
    step.post(Event::seal(player, pick.card.index));
    const Public& open = step.open();
    std::array<Card, max_players> picks{};
    std::optional<Player> leader;
    for (int i = 0; i < players_; ++i) {
      const Player p = (open.leader + i) % players_;
      if (open.hand_size[p] == 0) continue;
      if (!has_decided(step.own(p))) return;
      picks[static_cast<std::size_t>(p)] = *step.own(p).picked;
      const bool later =
          !leader || picks[static_cast<std::size_t>(p)] > picks[static_cast<std::size_t>(*leader)];
      if (later) leader = p;  // FK-3
    }
    for (int i = 0; i < players_; ++i) {
      const Player p = (open.leader + i) % players_;
      if (open.hand_size[p] == 0) continue;
      step.post(Event::move(hand_of(p), pile_bottom, picks[static_cast<std::size_t>(p)].index,
                            ViewerSet::everyone()));  // FK-2
    }
    step.post(Event::turn(*leader));
    step.post(Event::phase(Phase::Steal));
  }

  // -- Steal, peek, or decline --

  [[nodiscard]] bool can_be_named(const Public& open, Player player, Player victim) const {
    return victim != player && victim < players_ && open.hand_size[victim] > 0;
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const Steal& steal) const {
    if (!can_be_named(open, player, steal.victim)) return refuse("FK-4");  // FK-4
    return std::nullopt;
  }
  void perform(auto& step, Player, const Steal& steal) const {
    step.post(Event::set(Counter::Victim, steal.victim));
    step.post(Event::phase(Phase::Stealing));
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private&, Player player,
                                                 const Peek& peek) const {
    if (!can_be_named(open, player, peek.victim)) return refuse("FK-5");  // FK-5
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Peek& peek) const {
    const CardBag hand = step.own(peek.victim).hand;
    hand.kinds().for_each([&](Card card) {
      for (int shown = 1; shown <= hand.count(card); ++shown) {
        step.post(Event::show(hand_of(peek.victim), card.index, shown,
                              ViewerSet::both(player, peek.victim)));  // FK-5
      }
    });
    step.post(Event::phase(Phase::Amount));
  }
  void perform(auto& step, Player, const Decline&) const {
    step.post(Event::phase(step.open().phase == Phase::Steal ? Phase::Peek : Phase::Amount));
  }

  // -- Amount, lay --

  [[nodiscard]] static std::optional<RuleError> refusal(const Public&, const Private& own, Player,
                                                        const Amount& amount) {
    if (amount.cards > own.hand.size()) return refuse("FK-6");  // FK-6
    return std::nullopt;
  }
  void perform(auto& step, Player, const Amount& amount) const {
    step.post(Event::set(Counter::Lays, amount.cards));
    go_on_laying(step);
  }
  // Whether the leader can lay `card` and then, in ascending order, the rest of what is due.
  [[nodiscard]] static bool completes(const Public& open, const Private& own, Card card) {
    if (open.last_laid && card < *open.last_laid) return false;
    int left = 0;
    own.hand.kinds().for_each([&](Card other) {
      if (other >= card) left += own.hand.count(other);
    });
    return left >= open.lays;
  }
  [[nodiscard]] static std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                        Player, const Lay& lay) {
    if (own.hand.count(lay.card) == 0) return refuse("GN-11");
    if (!completes(open, own, lay.card)) return refuse("FK-6");  // GN-12
    return std::nullopt;
  }
  void perform(auto& step, Player player, const Lay& lay) const {
    step.post(Event::move(hand_of(player), discard_pile, lay.card.index, ViewerSet::everyone()));
    step.post(Event::score(player, step.open().points[player] + 1));
    go_on_laying(step);
  }
  void go_on_laying(auto& step) const {
    if (step.open().lays > 0) {
      if (step.open().phase != Phase::Lay) step.post(Event::phase(Phase::Lay));
      return;
    }
    step.post(Event::phase(Phase::Drawing));
    go_on_drawing(step);
  }

  // -- Chance: what is dealt, drawn and stolen --

  [[nodiscard]] static const CardBag& source(const auto& table) {
    return table.open.phase == Phase::Stealing ? table.own[table.open.victim].hand
                                               : table.hidden.pile;
  }
  [[nodiscard]] static int drawn_kind_count() { return element_kind_count; }
  void resolve(auto& step, const ChanceAction& action) const {
    const Public& open = step.open();
    const Card card = std::get<DrawnCard>(action).card;
    if (open.phase == Phase::Stealing) {
      step.post(Event::move(hand_of(open.victim), hand_of(open.leader), card.index,
                            ViewerSet::both(open.victim, open.leader)));  // FK-4
      return step.post(Event::phase(Phase::Peek));
    }
    const Player player = *next_to_draw(open);
    const ViewerSet viewers = ViewerSet::only(player);
    step.post(open.phase == Phase::Deal
                  ? Event::deal(draw_pile, hand_of(player), card.index, viewers)
                  : Event::move(draw_pile, hand_of(player), card.index, viewers));
    go_on_drawing(step);
  }
  // The first player, from the leader on, for whom `is_one` returns true.
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
  void go_on_drawing(auto& step) const {
    const Public& open = step.open();
    for (;;) {
      const auto player = next_to_draw(open);
      if (!player || (open.pile_size == 0 && open.bottom.empty())) break;
      if (open.pile_size > 0) return;
      step.post(Event::move(pile_bottom, hand_of(*player), open.bottom[0].index,
                            ViewerSet::everyone()));  // FK-7
    }
    const bool over = open.rounds >= options_.max_rounds ||
                      first_from_leader(open, [&](Player p) { return open.hand_size[p] == 0; });
    step.post(Event::phase(over ? Phase::Over : Phase::Pick));  // FK-8
  }

  // ---- Scoring and end (FK-8) ----

  [[nodiscard]] PerPlayer<int, max_players> scores(const auto& view) const {
    PerPlayer<int, max_players> scores;
    for (Player p = 0; p < players_; ++p) scores[p] = view.open.points[p];
    return scores;
  }
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    return mean_centered_returns(scores(table), players_);
  }

  // ---- What is seen and known ----

  CHEMIX_INLINE static void cards_at(auto& view, Place place, Card, auto&& use) {
    Public& open = view.open;
    switch (place.zone) {
      case Zone::DrawPile:
        return use(hidden_pile(view, open.pile_size, &Hidden::pile), &Card::is_element);
      case Zone::Hand:
        return use(held_by(view, place.owner, open.hand_size[place.owner], &Private::hand),
                   &Card::is_element);
      case Zone::PileBottom:
        return use(open.bottom, &Card::is_element);
      case Zone::DiscardPile:
        return use(open.laid, &Card::is_element);
      default:
        return;
    }
  }

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    Public& open = view.open;
    const Card card = Card::of(event.kind.value_or(0));
    switch (event.verb) {
      case Verb::Deal:
      case Verb::Move:
        move_card(*this, view, event);
        if (event.from.is_hand()) {
          if (Private* own = view.shown(event.from.owner)) own->picked.reset();
        }
        if (event.to.zone != Zone::DiscardPile) break;
        open.last_laid = card;
        --open.lays;
        break;
      case Verb::Seal:
        if (Private* own = view.shown(event.player)) own->picked = card;
        break;
      case Verb::Set:
        (event.index == 0 ? open.victim.index : open.lays) =
            static_cast<std::uint8_t>(event.amount);
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

  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    knowledge.log.learn(event, hidden_place(event.from), hidden_place(event.to),
                        event.from.is_hand() ? open.hand_size[event.from.owner] : open.pile_size);
  }
  [[nodiscard]] Belief belief_of(const Observation& seen) const {
    // A leader who must lay more surely holds enough cards that are not lower (GN-12).
    Belief::SurelyHeld held;
    if (seen.open.phase == Phase::Lay && seen.open.last_laid && !seen.viewer.is(seen.open.leader)) {
      held.player = seen.open.leader.index;
      CardSet kinds;
      for (int kind = seen.open.last_laid->index; kind < element_kind_count; ++kind) {
        kinds.insert(Card::of(kind));
      }
      held.cards.add({kinds, seen.open.lays});
    }
    return {*this, seen, seen.knowledge.log, cards_, {}, {}, held};
  }

  // ---- Creation and validation ----

  static Result<Rules> create(std::shared_ptr<const ChemixDeck> deck, const Options& options,
                              int players) {
    if (auto error = players_error(players, min_players, max_players)) {
      return tl::unexpected(*error);
    }
    if (auto error = option_error(options)) return tl::unexpected(*error);
    Rules rules(std::move(deck), options, players);
    if (players * options.hand_size <= rules.cards_.size()) return rules;
    return tl::unexpected(InputError{"hand_size", std::to_string(options.hand_size),
                                     "the deck has too few element cards", "FK-1"});
  }
  [[nodiscard]] Table initial_table(Player start_player) const {
    Table table;
    table.open.leader = Seat::of(start_player);
    table.open.pile_size = static_cast<std::uint8_t>(cards_.size());
    table.hidden.pile = cards_;
    return table;
  }

  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const {
    Validator validator(*this);
    validator.add(card_location_error(*this, table, cards_, "FK-1"));
    validator.add(validate(table.open));
    bool undecided = false;
    for (Player p = 0; p < players_; ++p) {
      if (validator.ok()) validator.add(validate(table.open, table.own[p], p));
      undecided = undecided || !has_decided(table.own[p]);
    }
    validator.require(undecided, "picked", table.own[0].picked, "all have picked", "FK-2");
    if (validator.ok()) validator.add(log_entry_error(*this, knowledge.log));
    return validator.error();
  }
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const {
    if (auto error = card_location_error(*this, seen, cards_, "FK-1")) return error;
    if (auto error = validate(seen.open)) return error;
    if (seen.viewer.is_spectator()) {
      if (auto error = spectator_error(*this, seen)) return error;
    } else if (auto error = validate(seen.open, seen.own, seen.viewer.seat())) {
      return error;
    }
    return log_error(*this, seen);
  }

 private:
  Rules(std::shared_ptr<const ChemixDeck> deck, const Options& options, int players)
      : CardRules(std::move(deck), options, players) {
    deck_->all_cards().kinds().for_each([&](Card card) {
      if (!card.is_element()) return;
      for (int i = 0; i < deck_->all_cards().count(card); ++i) cards_.add(card);
    });
    kinds_in_play_ = KindsInPlay(cards_, deck_->card_kind_count());
    pool_ = CardPool(cards_);
    number_actions();
  }

  [[nodiscard]] std::optional<InputError> validate(const Public& open) const {
    Validator validator(*this);
    int points = 0;
    bool empty_hand = false;
    for (Player p = 0; p < players_; ++p) {
      validator.require(open.hand_size[p] <= options_.hand_size + 1, "hand_size", open.hand_size[p],
                        "too large", "FK-7");
      points += open.points[p];
      empty_hand = empty_hand || open.hand_size[p] == 0;
    }
    validator.require(points == open.laid.size(), "points", open.points, "one for each card laid",
                      "FK-6");
    validator.require(open.rounds <= options_.max_rounds, "rounds", open.rounds,
                      "the game is over by then", "FK-8");
    const bool laying = open.phase == Phase::Lay;
    const bool drawing = open.phase == Phase::Deal || open.phase == Phase::Drawing;
    validator.require((open.lays > 0) == laying && open.lays <= max_lays &&
                          (!laying || open.lays <= open.hand_size[open.leader]),
                      "lays", open.lays, "not so many are to be laid", "FK-6");
    validator.require(laying || !open.last_laid, "last_laid", open.last_laid, "nothing is laid now",
                      "FK-6");
    validator.require(!drawing || (open.pile_size > 0 && next_to_draw(open)), "phase", open.phase,
                      "nobody draws any more", "FK-7");
    validator.require(open.phase != Phase::Pick || !empty_hand, "hand_size", open.hand_size,
                      "the game ends with an empty hand", "FK-8");
    validator.require(open.phase == Phase::Stealing ? can_be_named(open, open.leader, open.victim)
                                                    : open.victim == 0,
                      "victim", open.victim, "nobody can be stolen from so", "FK-4");
    return validator.error();
  }
  [[nodiscard]] std::optional<InputError> validate(const Public& open, const Private& own,
                                                   Player player) const {
    Validator validator(*this);
    validator.require(!own.picked || (open.phase == Phase::Pick && own.hand.count(*own.picked) > 0),
                      "picked", own.picked, "must be a held card while picks are sealed", "FK-2");
    const bool lays = open.phase == Phase::Lay && open.leader == player;
    validator.require(!lays || completes(open, own, open.last_laid.value_or(Card())), "lays",
                      open.lays, "the hand cannot complete them", "FK-6");
    return validator.error();
  }

  CardBag cards_;
  KindsInPlay kinds_in_play_;
};

using Game = GameOf<Rules>;

// ---- Tensor ----

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const int cards = rules.cards_in_play().size();
  tensor.choice("phase", open.phase, "what is asked, or what chance does");
  tensor.seat("leader", open.leader, "who leads the round");
  tensor.seat("victim", open.victim, "who is stolen from, while a card is being drawn");
  tensor.number("lays", open.lays, max_lays, "cards still to be laid");
  // The last card laid is shown only while another of the same or a higher kind can follow.
  const auto can_be_followed = [&](Card card) {
    int followers = -1;
    for_each_kind(rules, any_kind, [&](Card other, int copies) {
      if (other >= card) followers += copies;
    });
    return followers > 0;
  };
  card_kind(tensor, "last_laid", open.last_laid, can_be_followed, "the card laid last");
  tensor.number("rounds", open.rounds, rules.options().max_rounds, "rounds completed");
  tensor.numbers("hand_size", open.hand_size, cards, "cards in each hand");
  tensor.unbounded_numbers("points", open.points, 10, "points of each: x / (x + 10)");
  tensor.number("pile_size", open.pile_size, cards, "cards of unknown order in the pile");
  card_places(tensor, "bottom", open.bottom, any_kind, "the place of each card below them");
  card_counts(tensor, "laid", open.laid, any_kind, "cards that are laid");
}
void encode_own(auto& tensor, const Private& own) {
  card_counts(tensor, "hand", own.hand, any_kind, "cards in the hand");
  card_kind(tensor, "picked", own.picked, any_kind, "the sealed choice");
}
void encode_hidden(auto& tensor, const Hidden& hidden) {
  card_counts(tensor, "pile", hidden.pile, any_kind, "cards of unknown order in the pile");
}
void encode_known(auto& tensor, const Knowledge& knowledge, const Public&) {
  with_sure<SurelyHeld>(tensor, knowledge.log, [&](const SurelyHeld& sure) {
    surely_held(tensor, "log.held", sure, any_kind);
  });
  tensor.leave_out("log", "a log: what is sure by it now is in log.held");
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
  static constexpr const char* games_rule = "FK-9";
  static constexpr const char* totals_rule = "FK-9";
  static constexpr BestScore best_score = BestScore::Most;
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
    return mean_centered_returns(totals, rules.player_count());
  }

 private:
  Options options_;
};

using MatchGame = Match<Terms>;

}  // namespace chemix::flask
