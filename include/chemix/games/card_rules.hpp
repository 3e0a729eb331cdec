// SPDX-License-Identifier: Apache-2.0
// CardRules: the base class (CRTP) of the rules of every card game. This header also includes the
// vocabulary that rules are written in: events, places, hands, card kinds, options, returns.
#pragma once

#include "chemix/beliefs/hidden_places.hpp"
#include "chemix/beliefs/log_entry.hpp"
#include "chemix/beliefs/observation_log.hpp"
#include "chemix/cards/drawn_card.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/hands.hpp"
#include "chemix/cards/kind_ranges.hpp"
#include "chemix/cards/kinds_in_play.hpp"
#include "chemix/cards/pile.hpp"
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

/// Maximum number of actions in one decision (GN-8).
inline constexpr int legal_action_limit = 256;

/// Rejects a deck with which a decision could have more than `legal_action_limit` actions.
inline std::optional<InputError> legal_action_limit_error(int ways) {
  if (ways <= legal_action_limit) return std::nullopt;
  return InputError{"deck", std::to_string(ways) + " legal actions in one decision",
                    "must be at most " + std::to_string(legal_action_limit), "DK-4"};
}

/// Holds the immutable deck (shared), options and player count of a game, and implements what
/// follows from the declarations that every game makes. `Rules` derives from it and overrides what
/// differs.
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
  static constexpr int capacity = Capacity;
  static constexpr BestScore best_score = BestScore::Most;
  static constexpr std::size_t max_table_bytes = 512;
  static constexpr PhaseSet chance_phases{Phase::Deal};

  /// Fails if the game cannot be played with this number of players or these options.
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
  /// Digest of everything that play depends on, except the number of players.
  [[nodiscard]] std::uint64_t content_digest() const {
    Digest digest;
    digest.put(deck_->content_hash(), 8);
    digest.put_text(print_options(options_));
    return digest.value();
  }

  /// The kind of card that a counter value stands for; empty for most counters.
  [[nodiscard]] static SeenKind kind_counted(Counter, int) { return {}; }

  // -- Ids: derived from the kinds of actions and the ranges of their fields --

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
  /// The kinds that the game is played with.
  [[nodiscard]] const KindsInPlay& kinds_in_play() const { return deck_->kinds_in_play(); }
  /// The number of card kinds that a chance action can draw.
  [[nodiscard]] int drawn_kind_count() const { return deck_->card_kind_count(); }

  /// Upper bound on the number of legal actions in any decision.
  [[nodiscard]] static int max_legal_actions() { return legal_action_limit; }

  // -- Acting: chance in `Rules::chance_phases`, nobody in the phase Over, otherwise one player --

  [[nodiscard]] static Phase phase_of(const Public& open) { return open.phase; }
  [[nodiscard]] static Acting acting(const Public& open) {
    const Phase phase = Rules::phase_of(open);
    // A lookup instead of a branch: this runs before every step, and the phase is hard to predict.
    if (Rules::chance_phases.contains(phase)) return Acting::chance();
    if (phase == Phase::Over) return Acting::nobody();
    return Acting::one(open.current_player);
  }

  // -- Chance: draws one card of `source(table)`, each card equally likely --

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
  /// Calls `visit(action, weight)` for every outcome, in ascending order of id.
  void for_each_chance_outcome(const auto& table, auto&& visit) const {
    for_each_kind(rules().source(table), [&](Card card, int copies) {
      visit(ChanceAction(DrawnCard{card}), std::int64_t{copies});
    });
  }

  // -- Returns (GN-7): scores minus their mean if the rules define `points_range`, otherwise shares
  // of winning for the players with the best score --

  [[nodiscard]] PerPlayer<Fraction, Capacity> returns(const Table& table) const {
    const auto scores = rules().scores(table);
    if constexpr (BoundedRules<Rules>) {
      return mean_centered_returns(scores, players_);
    } else {
      const int sign = Rules::best_score == BestScore::Most ? 1 : -1;
      return win_share_returns<Capacity>(with_most(scores, players_, sign), players_);
    }
  }

  /// The score as far as the viewer can tell; by default, scores depend on public information only.
  [[nodiscard]] std::optional<int> score_seen(const Observation& seen, Player player) const {
    return rules().scores(seen)[player];
  }
  /// The points that policies compare before the end.
  [[nodiscard]] auto scores_so_far(const Table& table) const { return rules().scores(table); }

  // -- Card places: by default, a draw pile and hands --

  CHEMIX_INLINE static void cards_at(auto& view, Place place, Card, auto&& use) {
    auto& open = view.open;
    if (place == draw_pile) return use(hidden_pile(view, open.draw_pile_size, &Hidden::draw_pile));
    if (!place.is_hand()) return;
    use(held_by(view, place.owner, open.hand_size[place.owner], &Private::hand));
  }

  // -- Events: by default, they move cards and begin turns and phases --

  CHEMIX_INLINE void fold(auto& view, const Event& event) const {
    if (event.verb == Verb::Deal || event.verb == Verb::Move) move_card(rules(), view, event);
    if (event.verb == Verb::Turn) view.open.current_player = Seat::of(event.player);
    if (event.verb == Verb::Phase) view.open.phase = static_cast<Phase>(event.index);
  }

  // -- Knowledge: what the table shows, plus what is remembered if `Knowledge` has a `log` --

  /// Maps a place to the numbering that an observation log uses.
  [[nodiscard]] static constexpr HiddenPlace hidden_place(Place place) {
    if (place.is_hand()) return place.owner;
    return place.zone == Zone::DrawPile ? place_draw_pile : place_public;
  }

  void learn(Knowledge&, const Public&, const Event&) const {}
  /// Builds the deal problem of an observation; see `chemix::hidden_places`.
  auto hidden_places(const Observation& seen, const auto& all, auto&& found) const {
    return chemix::hidden_places(rules(), seen, all, found);
  }
  /// The cards of the game as beliefs lay them out.
  [[nodiscard]] const CardPool& pool() const { return pool_; }
  /// The kinds that a hand cannot hold after its player was seen to lack `kind`.
  [[nodiscard]] static auto lacked(Card kind) { return CardSet::of(kind); }
  /// The kinds ruled out for a card that is publicly known to satisfy `among`.
  [[nodiscard]] static CardSet not_among(LogEntry::Constraint among) {
    if (among == LogEntry::Constraint::NobleGas) return all_small_kinds() - noble_gas_kinds();
    return among == LogEntry::Constraint::NotNobleGas ? noble_gas_kinds() : CardSet();
  }
  [[nodiscard]] Knowledge knowledge_of(const Knowledge& knowledge, Viewer viewer) const {
    Knowledge seen = knowledge;
    if constexpr (KeepsLog<Knowledge>) seen.log = knowledge.log.as_seen_by(viewer);
    return seen;
  }
  /// A log is encoded as it is: only the viewer's own entries are written.
  [[nodiscard]] decltype(auto) knowledge_to_encode(const Knowledge& knowledge,
                                                   Viewer viewer) const {
    if constexpr (KeepsLog<Knowledge>) {
      return (knowledge);
    } else {
      return rules().knowledge_of(knowledge, viewer);
    }
  }
  /// Number of forgotten log entries; 0 if they no longer matter for where cards lie now.
  [[nodiscard]] int forgotten([[maybe_unused]] const Observation& seen) const {
    if constexpr (KeepsLog<Knowledge>) {
      const int forgotten = seen.knowledge.log.forgotten();
      const bool is_settled = forgotten == 0 || rules().belief_of(seen).places().is_settled();
      return is_settled ? 0 : forgotten;
    }
    return 0;
  }
  [[nodiscard]] auto belief_of(const Observation& seen) const {
    return rules().hidden_places(seen, deck_->all_cards(), [](auto...) {});
  }
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, RandomRef random) const {
    return determinized(rules(), seen, random);
  }
  /// Whether a table sampled from `belief_of` is possible; others are sampled again.
  [[nodiscard]] static bool is_consistent(const Table&) { return true; }
  [[nodiscard]] Table table_from_world(const Observation& seen, const auto& world) const {
    return chemix::table_from_world(rules(), seen, world);
  }
  /// Returns the world that yields `table` from this observation, the inverse of
  /// `table_from_world`. Precondition: `table` looks the same to the viewer of `seen`.
  [[nodiscard]] auto world_from_table(const Observation& seen, const Table& table) const {
    return chemix::world_from_table<std::remove_cvref_t<decltype(deck_->all_cards())>>(rules(),
                                                                                       seen, table);
  }

  // -- Validation: each game implements `validate(view)` with cards/validation.hpp --

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
      : deck_(std::move(deck)), options_(options), players_(players), pool_(deck_->all_cards()) {}

  /// Numbers the actions. Call it once everything that their ranges depend on is set.
  void number_actions() {
    ids_ = ActionIds<Action>(rules());
    chance_ids_ = ActionIds<ChanceAction>(rules());
  }
  /// The lowest id of this kind of action.
  template <class Kind>
  [[nodiscard]] int first_id() const {
    return ids_.template first<Kind>();
  }

  /// The player to the left, who takes the next turn.
  [[nodiscard]] Player next(Player player) const { return player + 1 < players_ ? player + 1 : 0; }
  [[nodiscard]] int dealt_to(Player player, Player first, int dealt) const {
    return chemix::dealt_to(player, first, dealt, players_);
  }

  // -- Places whose cards not everybody sees --

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

 protected:
  CardPool pool_;
};

}  // namespace chemix
