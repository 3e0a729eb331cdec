// SPDX-License-Identifier: Apache-2.0
// CardRules: what the rules of all games of cards have alike; with it come the words that rules are
// made of (events, places, hands, kinds, options, returns).
#pragma once

#include "chemix/beliefs/hidden_places.hpp"
#include "chemix/beliefs/log_entry.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/cards/drawn_card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/hands.hpp"
#include "chemix/cards/kind_ranges.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/action_ids.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/returns.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace chemix {

/// The most ways that a decision may have (GN-8).
inline constexpr int max_ways = 256;

/// Refuses a deck with which a decision could have more ways.
inline std::optional<InputError> ways_error(int ways) {
  if (ways <= max_ways) return std::nullopt;
  return InputError{"deck", std::to_string(ways) + " ways",
                    "no decision may have more than " + std::to_string(max_ways), "DK-4"};
}

/// Deck, options and number of players of a game, immutable, the deck being shared; and what
/// follows from what every game says of itself. `Rules` are derived from it. What is not so in a
/// game, its rules say themselves.
template <class Rules, class D, class O, class Ph, class C, class A, class CA, class L, class Pu,
          class Pr, class H, class F, int Capacity>
class CardRules {
 public:
  using Deck = D;
  using Options = O;
  using Phase = Ph;
  using Counter = C;
  using Action = A;
  using ChanceAction = CA;
  using LegalActions = L;
  using Public = Pu;
  using Private = Pr;
  using Hidden = H;
  using Knowledge = F;
  using Event = chemix::Event;
  using Table = TableOf<Public, Private, Hidden, Capacity>;
  using Observation = ObservationOf<Public, Private, Knowledge>;

  static constexpr std::string_view default_deck = Deck::published;
  static constexpr int revision = 1;
  static constexpr int max_players = Capacity;
  static constexpr std::size_t max_table_bytes = 512;
  static constexpr PhaseSet chance_phases{Phase::Deal};

  /// Refuses a number of players or an option that the game cannot be played with.
  static Result<Rules> create(std::shared_ptr<const Deck> deck, const Options& options,
                              int players) {
    if (auto error = players_error(players, Rules::min_players, Rules::max_players)) {
      return tl::unexpected(*error);
    }
    if (auto error = option_error(options)) return tl::unexpected(*error);
    Rules rules(std::move(deck), options, players);
    rules.number_actions();
    return rules;
  }

  [[nodiscard]] const Deck& deck() const { return *deck_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] int player_count() const { return players_; }
  /// Covers what play depends on, but for the players.
  [[nodiscard]] std::uint64_t content_digest() const {
    Digest digest;
    digest.put(deck_->content_hash(), 8);
    digest.put_text(print_options(options_));
    return digest.value();
  }

  /// The kind of card that the number of a counter stands for: of most counters none.
  [[nodiscard]] static SeenKind kind_counted(Counter, int) { return {}; }

  // -- Ids: they follow from the kinds of actions and the ranges of their fields --

  [[nodiscard]] int action_count() const { return ids_.count(); }
  [[nodiscard]] int action_id(const Action& action) const { return ids_.id_of(rules(), action); }
  [[nodiscard]] Action action_of(int id) const { return ids_.action_of(rules(), id); }
  [[nodiscard]] int chance_action_count() const { return chance_ids_.count(); }
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return chance_ids_.id_of(rules(), action);
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const {
    return chance_ids_.action_of(rules(), id);
  }
  /// The number of kinds that chance can bring.
  [[nodiscard]] int drawn_kind_count() const { return deck_->card_kind_count(); }

  /// No decision has more ways.
  [[nodiscard]] static int max_legal_actions() { return max_ways; }

  // -- Who acts: chance in `Rules::chance_phases`, nobody in the phase Over, else one player --

  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] static Acting acting(const Public& open) {
    const Phase phase = Rules::phase_of(open);
    // A look-up: this is asked before every step, and the phase is hard to predict.
    if (Rules::chance_phases.contains(phase)) return Acting::chance();
    if (phase == Phase::Over) return Acting::nobody();
    return Acting::one(open.current_player);
  }

  // -- Chance: one card of `source(table)`, each as likely --

  [[nodiscard]] static const auto& source(const auto& table) { return table.hidden.draw_pile; }
  [[nodiscard]] std::int64_t chance_weight(const auto& table) const {
    return rules().source(table).size();
  }
  [[nodiscard]] ChanceAction chance_outcome(const auto& table, std::int64_t nth) const {
    return DrawnCard{rules().source(table).nth(static_cast<int>(nth))};
  }
  [[nodiscard]] std::int64_t chance_weight_of(const auto& table, const ChanceAction& action) const {
    return rules().source(table).count(std::get<DrawnCard>(action).card);
  }
  /// Calls `visit(action, weight)` for all outcomes, ascending by id.
  void for_each_chance_outcome(const auto& table, auto&& visit) const {
    for_each_kind(rules().source(table), [&](Card card, int copies) {
      visit(ChanceAction(DrawnCard{card}), std::int64_t{copies});
    });
  }

  // -- What a play is worth (GN-7): scores against their mean where the rules give `points_range`,
  // else a share of winning for those with the best score --

  [[nodiscard]] PerPlayer<Fraction, Capacity> returns(const Table& table) const {
    const auto scores = rules().scores(table);
    if constexpr (requires { rules().points_range(); }) {
      return mean_returns(scores, players_);
    } else {
      const int sign = best_score_of<Rules> == BestScore::Most ? 1 : -1;
      return named_winner_returns<Capacity>(with_most(scores, players_, sign), players_);
    }
  }

  // -- Where cards lie: in a draw pile and in hands, if in nothing else --

  CHEMIX_INLINE_FOLD static void cards_at(auto& view, Place place, Card, auto&& use) {
    auto& open = view.open;
    if (place == draw_pile) return use(hidden_pile(view, open.draw_pile_size, &Hidden::draw_pile));
    if (!place.is_hand()) return;
    use(held_by(view, place.owner, open.hand_size[place.owner], &Private::hand));
  }

  // -- What events do: they move cards, and begin turns and phases --

  CHEMIX_INLINE_FOLD void fold(auto& view, const Event& event) const {
    if (event.verb == Verb::Deal || event.verb == Verb::Move) move_card(rules(), view, event);
    if (event.verb == Verb::Turn) view.open.current_player = Seat::of(event.player);
    if (event.verb == Verb::Phase) view.open.phase = static_cast<Phase>(event.index);
  }

  // -- What is known: what the table shows, and what is remembered if the knowledge have a `log` --

  /// Where cards lie hidden, as a log numbers it.
  [[nodiscard]] static constexpr HiddenPlace hidden_place(Place place) {
    if (place.is_hand()) return place.owner;
    return place.zone == Zone::DrawPile ? place_draw_pile : place_public;
  }

  void learn(Knowledge&, const Public&, const Event&) const {}
  /// The hidden places of what a viewer sees, as `chemix::hidden_places` finds them.
  auto hidden_places(const Observation& seen, const auto& all, auto&& found) const {
    return chemix::hidden_places(rules(), seen, all, found);
  }
  /// The kinds of which a hand holds none that was seen to lack a kind.
  [[nodiscard]] static auto lacked(Card kind) { return CardSet::of(kind); }
  /// The kinds that a card is not of which everybody knows so much.
  [[nodiscard]] static CardSet not_among(LogEntry::Constraint among) {
    if (among == LogEntry::Constraint::NobleGas) return all_small_kinds() - noble_gas_kinds();
    return among == LogEntry::Constraint::NotNobleGas ? noble_gas_kinds() : CardSet();
  }
  [[nodiscard]] Knowledge knowledge_of(const Knowledge& knowledge, Viewer viewer) const {
    Knowledge seen = knowledge;
    if constexpr (requires { knowledge.log; }) seen.log = knowledge.log.as_seen_by(viewer);
    return seen;
  }
  /// What was forgotten, if it says anything of where cards lie now.
  [[nodiscard]] int forgotten([[maybe_unused]] const Observation& seen) const {
    if constexpr (requires { seen.knowledge.log; }) {
      const int forgotten = seen.knowledge.log.forgotten();
      const bool is_settled = forgotten == 0 || rules().belief_of(seen).places().is_settled();
      return is_settled ? 0 : forgotten;
    }
    return 0;
  }
  [[nodiscard]] auto belief_of(const Observation& seen) const {
    return rules().hidden_places(seen, deck_->all_cards(), [](auto...) {});
  }
  [[nodiscard]] Table table_from_world(const Observation& seen, const auto& world) const {
    return chemix::table_from_world(rules(), seen, world);
  }
  /// The world that makes `table` of what is seen. Precondition: `table` shows the viewer the same.
  [[nodiscard]] auto world_from_table(const Observation& seen, const Table& table) const {
    return chemix::world_from_table<std::remove_cvref_t<decltype(deck_->all_cards())>>(rules(),
                                                                                       seen, table);
  }

  // -- What is none: rules say what cannot be seen, `validate(view)`, with validator.hpp --

  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge&) const {
    return rules().validate(table);
  }
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const {
    if (auto error = rules().validate(seen)) return error;
    return seen.viewer.is_spectator() ? spectator_error(rules(), seen) : std::nullopt;
  }

 protected:
  CardRules(std::shared_ptr<const Deck> deck, const Options& options, int players)
      : deck_(std::move(deck)), options_(options), players_(players) {}

  /// Numbers the actions. To be called once all that their ranges depend on is known.
  void number_actions() {
    ids_ = ActionIds<Action>(rules());
    chance_ids_ = ActionIds<ChanceAction>(rules());
  }
  /// The lowest id of a kind of action.
  template <class Kind>
  [[nodiscard]] int first_id() const {
    return ids_.template first<Kind>();
  }

  /// The player to the left, whose turn is next.
  [[nodiscard]] Player next(Player player) const { return player + 1 < players_ ? player + 1 : 0; }
  [[nodiscard]] int dealt_to(Player player, Player first, int dealt) const {
    return chemix::dealt_to(player, first, dealt, players_);
  }

  // -- Where cards lie that not everybody sees --

  template <class View, class Cards>
  [[nodiscard]] static constexpr HiddenCards<Cards> hidden_pile(View& view, std::uint8_t& size,
                                                                Cards Hidden::*cards) {
    Hidden* hidden = view.shown_hidden();
    return {size, hidden == nullptr ? nullptr : &(hidden->*cards)};
  }
  template <class View, class Cards>
  [[nodiscard]] static constexpr HiddenCards<Cards> held_by(View& view, Player player,
                                                            std::uint8_t& size,
                                                            Cards Private::*cards) {
    Private* own = view.shown(player);
    return {size, own == nullptr ? nullptr : &(own->*cards)};
  }

  std::shared_ptr<const Deck> deck_;
  Options options_;
  int players_;

 private:
  [[nodiscard]] const Rules& rules() const { return static_cast<const Rules&>(*this); }

  ActionIds<Action> ids_;
  ActionIds<ChanceAction> chance_ids_;
};

}  // namespace chemix
