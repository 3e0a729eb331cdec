// SPDX-License-Identifier: Apache-2.0
// THE CONTRACT between a game's rules and the library: what rules must provide (`GameRules`,
// `WorldRules`), and what they may provide. `GameOf` (core/game.hpp) turns such rules into a game.
#pragma once

#include "chemix/core/action.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/fraction.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/returns.hpp"
#include "chemix/core/state.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace chemix {

struct Place;
class SeenPile;
class TableBuilder;
class FieldList;

/// A random source that always returns 0.
struct ZeroRandom {
  static constexpr std::uint64_t below(std::uint64_t) { return 0; }
};

// ---- What an action provides ----

/// A kind of action that no rule refuses in its phases: `static constexpr bool is_always_legal`.
template <class Kind>
concept AlwaysLegal = requires {
  requires Kind::is_always_legal;
};

/// Rules that can refuse a kind of action. `refusal` is called only for a player who acts, in a
/// phase of the action's `legal_phases`, and returns nothing or `refuse(rule, argument)`.
template <class R, class Kind>
concept RefusesAction = requires(const R& rules, const typename R::Public& open,
                                 const typename R::Private& own, Player player,
                                 const Kind& action) {
  { rules.refusal(open, own, player, action) } -> std::same_as<std::optional<RuleError>>;
};

/// Rules that say when a kind of action is legal, or need not.
template <class R, class Kind>
concept DecidesLegality = RefusesAction<R, Kind> || AlwaysLegal<Kind>;

template <class Kind>
concept HasName = requires {
  { Kind::name } -> std::convertible_to<std::string_view>;
};
template <class Phase, class Kind>
concept HasLegalPhases = requires(Phase phase) {
  { Kind::legal_phases.contains(phase) } -> std::same_as<bool>;
};
template <class R, class Action>
concept PerformsAction = requires(const R& rules, StepContext<R, NullObserver>& step, Player player,
                                  const Action& action) {
  rules.perform(step, player, action);
};

/// What rules provide for one kind of action. The action lists the phases in which it is legal, and
/// `perform` posts what happens.
template <class R, class Kind>
concept TakesAction = HasName<Kind> && HasLegalPhases<typename R::Phase, Kind> &&
    PerformsAction<R, Kind> && DecidesLegality<R, Kind>;

/// Whether rules accept every kind of action of a variant, or the variant as a whole, as rules that
/// wrap other rules do.
template <class R, class Action>
inline constexpr bool takes_actions = false;
template <class R, class... Kinds>
inline constexpr bool takes_actions<R, std::variant<Kinds...>> =
    (TakesAction<R, Kinds> && ...) ||
    (PerformsAction<R, std::variant<Kinds...>> && RefusesAction<R, std::variant<Kinds...>>);

// ---- What rules must provide ----

/// The requirements on the rules of a game. `Rules` is an immutable value made from the deck, the
/// options and the number of players. Every function is const and allocates nothing; none uses a
/// clock, random numbers or I/O. The properties stated in the comments are tested for every game.
/// Rules of card games inherit most of them from `CardRules` (games/card_rules.hpp).
template <class R>
concept GameRules = requires(const R& rules, const typename R::Public& open,
                             const typename R::Private& own, const Table<R>& table, Player player,
                             const typename R::Action& action,
                             const typename R::ChanceAction& chance, const typename R::Event& event,
                             const typename R::LegalActions& legal,
                             StepContext<R, NullObserver>& step, Table<R>& changed,
                             Observation<R>& seen, typename R::Knowledge& knowledge,
                             std::shared_ptr<const typename R::Deck> deck, int id,
                             std::int64_t nth) {
  // The four parts of a state are regular and trivially copyable and hold no pointer. Size limits:
  // a table `max_table_bytes` (512 unless the game sets another limit), knowledge with its digests
  // 512, an action 8 and 4 more for libc++, which numbers the alternatives of a variant by an int.
  requires std::is_trivially_copyable_v<State<R>> && std::regular<State<R>>;
  requires std::is_trivially_copyable_v<typename R::Action> && sizeof(typename R::Action) <= 12;
  requires sizeof(typename R::Knowledge) + sizeof(HistoryDigests<R::capacity>) <= 512 &&
      sizeof(Table<R>) <= R::max_table_bytes;
  // Phases and counters are enumerations with names; events refer to them by number.
  requires NamedEnum<typename R::Phase> && NamedEnum<typename R::Counter>;

  { R::name } -> std::convertible_to<std::string_view>;
  { R::default_deck } -> std::convertible_to<std::string_view>;
  // Incremented whenever the same actions may lead to another result.
  { R::revision } -> std::convertible_to<int>;
  // The permitted numbers of players.
  { R::min_players } -> std::convertible_to<int>;
  { R::max_players } -> std::convertible_to<int>;
  // The number of seats that a state has room for.
  { R::capacity } -> std::convertible_to<int>;
  // Whether the most or the fewest points win.
  { R::best_score } -> std::same_as<const BestScore&>;
  // The maximum number of events in a step.
  { R::max_step_events } -> std::convertible_to<std::size_t>;

  // Rejects a player count, an option or a deck that the game does not support. Precondition:
  // `deck` is not null.
  { R::create(deck, typename R::Options(), id)->player_count() } -> std::same_as<int>;
  { rules.player_count() } -> std::same_as<int>;
  { rules.deck() } -> std::same_as<const typename R::Deck&>;
  { rules.options() } -> std::same_as<const typename R::Options&>;
  // Covers the deck, the options and everything else that the game depends on, except the number of
  // players.
  { rules.content_digest() } -> std::same_as<std::uint64_t>;

  // Ids are dense, 0 to count − 1, and fixed for these rules; ids and actions are in bijection. An
  // action that does not belong to these rules maps to `count`.
  { rules.action_count() } -> std::same_as<int>;
  { rules.chance_action_count() } -> std::same_as<int>;
  { rules.action_id(action) } -> std::same_as<int>;
  { rules.action_of(id) } -> std::same_as<typename R::Action>;
  { rules.chance_action_id(chance) } -> std::same_as<int>;
  { rules.chance_action_of(id) } -> std::same_as<typename R::ChanceAction>;
  // No decision has more than max_legal_actions ≤ 256 actions; no game takes more than max_steps
  // steps (GN-8).
  { rules.max_legal_actions() } -> std::same_as<int>;
  { rules.max_steps() } -> std::same_as<std::int64_t>;

  { rules.initial_table(player) } -> std::same_as<Table<R>>;
  // The players who decide, or chance, and the phase. Both depend on public information only
  // (GN-3). In a simultaneous decision: all players who take part in it.
  { rules.acting(open) } -> std::same_as<Acting>;
  { rules.phase_of(open) } -> std::same_as<typename R::Phase>;
  // Exactly the ids that `refusal` accepts, ascending; never empty for a player who acts (GN-5).
  // The signatures of both functions exclude everything that the actor may not know.
  { rules.legal_actions(open, own, player) } -> std::same_as<typename R::LegalActions>;
  { legal.size() } -> std::same_as<int>;
  { legal[id] } -> std::same_as<int>;
  legal.for_each([](int) {});
  // The number of ids that fit; more actions would be lost.
  { R::LegalActions::id_count } -> std::convertible_to<int>;
  // The outcomes of a chance decision: the total weight, the `nth` outcome (in ascending id, each
  // repeated as often as its weight), the weight of one, and an enumeration of all with their
  // weights, also in ascending id. Weights are positive, and the enumeration is complete.
  { rules.chance_weight(table) } -> std::same_as<std::int64_t>;
  { rules.chance_outcome(table, nth) } -> std::same_as<typename R::ChanceAction>;
  { rules.chance_weight_of(table, chance) } -> std::same_as<std::int64_t>;
  rules.for_each_chance_outcome(table, [](const typename R::ChanceAction&, std::int64_t) {});

  // Steps of players and of chance post events, and `fold` applies them. Observations fold the
  // events that their viewer sees through the same code.
  requires takes_actions<R, typename R::Action>;
  rules.resolve(step, chance);
  rules.fold(changed, event);
  rules.fold(seen, event);
  // Records what the viewers learn from an event; `open` is the public part just before it.
  rules.learn(knowledge, open, event);
  // The knowledge of one viewer, including what that viewer knows about the knowledge of others.
  { rules.knowledge_of(knowledge, Viewer{}) } -> std::same_as<typename R::Knowledge>;
  // The same or more, if the tensor of the viewer ignores the rest: saves a copy.
  {
    rules.knowledge_to_encode(knowledge, Viewer{})
    } -> std::convertible_to<const typename R::Knowledge&>;
  // How many observations could be kept only in part; 0 means that the knowledge is complete.
  { rules.forgotten(seen) } -> std::same_as<int>;

  // Points by the rulebook, and the final returns: exact fractions that sum as the rule page says.
  // `score_seen` is one score as far as the viewer can tell it, or nothing if it depends on cards
  // that the viewer does not see; `scores_so_far` is what policies compare before the end.
  { rules.scores(table) } -> std::same_as<PerPlayer<int, R::capacity>>;
  { rules.score_seen(seen, player) } -> std::same_as<std::optional<int>>;
  rules.scores_so_far(table);
  { rules.returns(table) } -> std::same_as<PerPlayer<Fraction, R::capacity>>;
  // The reason why a table or an observation is impossible under these rules, or nothing. No
  // accepted text or bytes can lead to undefined behavior later.
  { rules.validation_error(table, knowledge) } -> std::same_as<std::optional<InputError>>;
  { rules.validation_error(seen) } -> std::same_as<std::optional<InputError>>;
};

/// The additional requirements of determinization: the belief over the hidden places, given what
/// the viewer knows, the table that corresponds to one sampled world, and a sampled table that the
/// viewer cannot tell from the true one. A separate concept, since only callers that ask for worlds
/// need the definition of worlds (for most games beliefs/belief.hpp).
template <class R>
concept WorldRules = GameRules<R> && requires(const R& rules, const Observation<R>& seen,
                                              const Table<R>& table, ZeroRandom& random) {
  { rules.table_from_world(seen, *rules.belief_of(seen).sample(random)) } -> std::same_as<Table<R>>;
  { rules.belief_of(seen).count() } -> std::same_as<std::string>;
  { rules.belief_of(seen).approximations() } -> std::same_as<int>;
  // Whether a table sampled from `belief_of` is possible; others are sampled again.
  { rules.is_consistent(table) } -> std::same_as<bool>;
  { rules.determinize(seen, random) } -> std::same_as<std::optional<Table<R>>>;
};

// ---- What rules may provide ----

/// Rules with sealed decisions. Several players take such a decision at the same time; the last one
/// reveals all choices. Until then nobody sees the choice of another player, nor who has already
/// decided.
template <class R>
concept SealedRules = requires(const R& rules, const typename R::Public& open,
                               const typename R::Private& own) {
  // Whether the pending decision is sealed.
  { rules.is_sealed(open) } -> std::same_as<bool>;
  // Whether this player has decided and waits for the others.
  { rules.has_decided(own) } -> std::same_as<bool>;
};

/// Rules that bound the scores of one game. Returns are then scores minus their mean, otherwise
/// shares of winning (GN-7).
template <class R>
concept BoundedRules = requires(const R& rules) {
  { rules.points_range() } -> std::same_as<PointsRange>;
};

/// Rules that value a position beyond the points scored, for policies: about as many points as it
/// is worth to the player.
template <class R>
concept HeuristicRules = requires(const R& rules, const Table<R>& table, Player player) {
  { rules.heuristic_value(table, player) } -> std::same_as<double>;
};

/// Rules with choices that can be made in several orders. The canonical actions are those of the
/// legal actions that policies consider within a turn: they reach every result of a choice that is
/// begun with them, mostly in one order only. Never empty for a player who acts.
template <class R>
concept CanonicalRules = requires(const R& rules, const typename R::Public& open,
                                  const typename R::Private& own, Player player) {
  { rules.canonical_actions(open, own, player) } -> std::same_as<typename R::LegalActions>;
};

/// Rules that know events from which `viewer` learns nothing about hidden cards. Undo then need not
/// compare worlds, which hidden choices multiply.
template <class R>
concept SilentEventRules = requires(const typename R::Event& event, Viewer viewer) {
  { R::tells_nothing(event, viewer) } -> std::same_as<bool>;
};

/// Rules with a type `WholeTurns`, which lists the outcomes of a turn. It is constructed from a
/// game and a table, iterates over the outcomes, returns the steps to an outcome, and finds the
/// best one by the options `WholeTurns::Weights`.
template <class R>
concept WholeTurnRules = requires {
  typename R::WholeTurns;
};

/// Rules with knowledge that the constraints of a deal cannot express. `R::Dealer(rules, seen)`
/// then samples tables: `sample(random)`.
template <class R>
concept DealerRules = requires {
  typename R::Dealer;
};

/// Rules that list their zones, since `cards_at` does not show them all: `open_zones` and
/// `hidden_zones`.
template <class R>
concept ZoneRules = requires {
  R::open_zones;
  R::hidden_zones;
};

/// Rules with more to say about the cards of a pile than where they lie: `change` groups of them.
template <class R>
concept DescribesPiles = requires(const R& rules, const Observation<R>& seen, SeenPile& pile) {
  rules.describe_pile(seen, pile);
};

/// Rules that list their piles, since `cards_at` does not show them, and that know in which one the
/// cards of a kind lie.
template <class R>
concept ListsPiles = requires(const R& rules, const Observation<R>& seen, TableBuilder& table,
                              const Place& place) {
  rules.list_piles(seen, table);
  rules.pile_name_at(place, {});
};

/// Rules with points in the supply, with players and on the cards in front of them.
template <class R>
concept KeepsPoints = requires(const R& rules, typename R::Public& open, const Place& place) {
  rules.points_at(open, place);
};

/// Rules with fields that marks of cards and numbers of points show.
template <class R>
concept HasMarkedFields = requires {
  R::marked_fields.size();
};

/// Rules with values whose type does not say what they are about.
template <class R>
concept ListsFields = requires(const R& rules, const Observation<R>& seen, FieldList& fields) {
  rules.list_fields(seen, fields);
};

/// Rules with a decision about one card, which its prompt names.
template <class R>
concept AsksAboutCard = requires(const R& rules, const typename R::Public& open) {
  rules.asked_card(open);
};

/// The rules of a match, played as several games by the rules `inner()` (core/match.hpp).
template <class R>
concept RulesOfMatch = requires(const R& rules) {
  rules.inner();
};

/// A kind of action with a preference in guided play, from 0 (undoes something) to 3 (scores).
template <class Kind>
concept HasPreference = requires {
  { Kind::preference } -> std::convertible_to<int>;
};

// ---- What the terms of a match provide ----

/// The terms of a match: what its rule page adds to the rules of one game. `T::Inner` are the rules
/// of that game; its events have verbs `Begin` and `Total`, made by `Event::begin` and
/// `Event::total`.
template <class T>
concept MatchTerms = std::constructible_from<T, const typename T::Options&> &&
    requires(const T& terms, const typename T::Inner& inner, const Table<typename T::Inner>& table,
             const PerPlayer<std::int16_t, T::Inner::capacity>& totals,
             std::shared_ptr<const typename T::Inner::Deck> deck,
             const typename T::Options& options) {
  { T::name } -> std::convertible_to<std::string_view>;
  { T::revision } -> std::convertible_to<int>;
  // The rules of one game, made from the options of the match; rejects what they do not support.
  { T::inner(deck, options, int{}) } -> std::same_as<Result<typename T::Inner>>;
  // Whether the most or the fewest points win.
  { T::best_score } -> std::same_as<const BestScore&>;
  // The rules by which games and totals are counted.
  { T::games_rule } -> std::convertible_to<const char*>;
  { T::totals_rule } -> std::convertible_to<const char*>;
  // The permitted numbers of players; states of the inner game must have room for them.
  { T::min_players } -> std::convertible_to<int>;
  { T::max_players } -> std::convertible_to<int>;
  { terms.options() } -> std::same_as<const typename T::Options&>;
  // The maximum number of games in a match.
  { terms.max_games(inner) } -> std::same_as<int>;
  // Whether the match ends with these totals after that many games.
  { terms.is_over(inner, totals, int{}) } -> std::same_as<bool>;
  // The points that a finished game adds to the totals.
  { terms.points(inner, table) } -> std::same_as<PerPlayer<int, T::Inner::capacity>>;
  { terms.returns(inner, totals) } -> std::same_as<PerPlayer<Fraction, T::Inner::capacity>>;
};

/// Terms that bound the points of one game.
template <class T>
concept BoundedTerms = requires(const T& terms, const typename T::Inner& inner) {
  { terms.points_range(inner) } -> std::same_as<PointsRange>;
};

/// Terms whose points say little before a game is over. `worth_so_far` is the value until then of
/// one point of the game itself.
template <class T>
concept WeighedTerms = requires {
  { T::worth_so_far } -> std::convertible_to<double>;
};

}  // namespace chemix
