// SPDX-License-Identifier: Apache-2.0
// THE CONTRACT between a game's rules and the library. Above the line: what rules must provide
// (`GameRules`). Below it: what every game then offers (`GameOf`).
#pragma once

#include "chemix/core/action.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/fraction.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/parts.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/tensor.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <tl/expected.hpp>

namespace chemix {

/// The cards and markers in play, without anybody's memory: all that is needed to continue a game.
template <class Public, class Private, class Hidden, int Capacity>
struct TableOf {
  /// Visible to everybody.
  Public open;
  /// Per player: what that player holds or is being shown.
  PerPlayer<Private, Capacity> own;
  /// Visible to nobody.
  Hidden hidden;

  constexpr bool operator==(const TableOf&) const = default;
  /// The part that `player` holds, or null if this view does not show it; a table shows all parts.
  constexpr Private* shown(Player player) { return &own[player]; }
  constexpr Hidden* shown_hidden() { return &hidden; }
};

/// The knowledge type of games without memory: the table already shows all that viewers have
/// learned.
struct NoKnowledge {
  constexpr bool operator==(const NoKnowledge&) const = default;
  static constexpr void visit_fields(auto&, auto&&) {}
};

/// Digests of everything seen, by all viewers and by each player, chained event by event.
template <int Capacity>
struct HistoryDigests {
  std::uint64_t open = 0;
  /// Per player: what that player saw beyond what everybody saw.
  PerPlayer<std::uint64_t, Capacity> own;

  constexpr bool operator==(const HistoryDigests&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("history", self.open);
    visit("own_history", self.own);
  }
};

/// A complete point of a game: a small regular value that can be copied with memcpy.
template <class Table, class Knowledge, int Capacity>
struct StateOf {
  Table table;
  /// The viewers' memory of hidden cards.
  Knowledge knowledge;
  HistoryDigests<Capacity> history;
  /// The number of chance actions taken so far, which is the index of the dealer's next draw.
  std::uint32_t chance_count = 0;

  constexpr bool operator==(const StateOf&) const = default;
};

/// All that one viewer sees and knows, and nothing else: built only from the public part, the
/// viewer's own part and the viewer's knowledge. Create observations, tables and states as `T()`,
/// which also clears the padding: a copy of the raw bytes then reveals nothing of what that memory
/// held before.
template <class Public, class Private, class Knowledge>
struct ObservationOf {
  Viewer viewer;
  Public open;
  /// The viewer's own part; empty for a spectator.
  Private own;
  Knowledge knowledge;
  /// The chained digest of all that everybody saw. With `own_history`, the observation is an
  /// information state.
  std::uint64_t history = 0;
  std::uint64_t own_history = 0;

  constexpr bool operator==(const ObservationOf&) const = default;
  constexpr Private* shown(Player player) { return viewer.is(player) ? &own : nullptr; }
  constexpr std::nullptr_t shown_hidden() { return nullptr; }
};

/// The number of seats that a state has room for: `R::capacity` if defined, else `R::max_players`.
template <class R>
inline constexpr int capacity_of = [] {
  if constexpr (requires { R::capacity; }) {
    return R::capacity;
  } else {
    return R::max_players;
  }
}();

template <class R>
using Table = TableOf<typename R::Public, typename R::Private, typename R::Hidden, capacity_of<R>>;
template <class R>
using State = StateOf<Table<R>, typename R::Knowledge, capacity_of<R>>;
template <class R>
using Observation = ObservationOf<typename R::Public, typename R::Private, typename R::Knowledge>;

/// Returns the table of a state; a table is returned as it is.
template <class Public, class Private, class Hidden, int Capacity>
constexpr const auto& table_of(const TableOf<Public, Private, Hidden, Capacity>& table) {
  return table;
}
template <class Table, class Knowledge, int Capacity>
constexpr const Table& table_of(const StateOf<Table, Knowledge, Capacity>& state) {
  return state.table;
}

/// A chance outcome and its weight: the number of equally likely ways that lead to it.
template <class Action>
struct ChanceOutcome {
  Action action;
  std::int64_t weight = 0;

  constexpr bool operator==(const ChanceOutcome&) const = default;
};

/// The context of a step. Rules read the table through it, and change it only by posting events.
template <class Rules, class Observer>
class StepContext {
 public:
  constexpr StepContext(const Rules& rules, Table<Rules>& table, Observer observer)
      : rules_(rules), table_(table), observer_(std::move(observer)) {}

  [[nodiscard]] constexpr const typename Rules::Public& open() const { return table_.open; }
  [[nodiscard]] constexpr const typename Rules::Private& own(Player player) const {
    return table_.own[player];
  }
  [[nodiscard]] constexpr const typename Rules::Hidden& hidden() const { return table_.hidden; }

  /// Posts `event`: the observer sees it first, then `fold` changes the table.
  [[gnu::always_inline]] constexpr void post(const typename Rules::Event& event) {
    observer_(std::as_const(table_), event);
    rules_.fold(table_, event);
  }

 private:
  const Rules& rules_;
  Table<Rules>& table_;
  Observer observer_;
};

/// An observer that ignores every event.
struct NullObserver {
  constexpr void operator()(const auto&, const auto&) const {}
};

/// A random source that always returns 0.
struct ZeroRandom {
  static constexpr std::uint64_t below(std::uint64_t) { return 0; }
};

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
template <class R, class Kind>
concept HasLegalPhases = requires(typename R::Phase phase) {
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
concept TakesAction =
    HasName<Kind> && HasLegalPhases<R, Kind> && PerformsAction<R, Kind> && DecidesLegality<R, Kind>;

/// Whether rules accept every kind of action of a variant, or the variant as a whole, as rules that
/// wrap other rules do.
template <class R, class Action>
inline constexpr bool takes_actions = false;
template <class R, class... Kinds>
inline constexpr bool takes_actions<R, std::variant<Kinds...>> =
    (TakesAction<R, Kinds> && ...) ||
    (PerformsAction<R, std::variant<Kinds...>> && RefusesAction<R, std::variant<Kinds...>>);

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
  // 512.
  requires std::is_trivially_copyable_v<State<R>> && std::regular<State<R>>;
  requires std::is_trivially_copyable_v<typename R::Action> && sizeof(typename R::Action) <= 8;
  requires sizeof(typename R::Knowledge) + sizeof(HistoryDigests<capacity_of<R>>) <= 512 &&
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
  // How many observations could be kept only in part; 0 means that the knowledge is complete.
  { rules.forgotten(seen) } -> std::same_as<int>;

  // Points by the rulebook, and the final returns: exact fractions that sum as the rule page says.
  // `scores` also accepts an observation; otherwise `score_seen(seen, player)` returns one score as
  // far as the viewer can tell it, or nothing if it depends on cards that the viewer does not see.
  { rules.scores(table) } -> std::same_as<PerPlayer<int, capacity_of<R>>>;
  { rules.returns(table) } -> std::same_as<PerPlayer<Fraction, capacity_of<R>>>;
  // The reason why a table or an observation is impossible under these rules, or nothing. No
  // accepted text or bytes can lead to undefined behavior later.
  { rules.validation_error(table, knowledge) } -> std::same_as<std::optional<InputError>>;
  { rules.validation_error(seen) } -> std::same_as<std::optional<InputError>>;
};

/// The additional requirements of determinization: the belief over the hidden places, given what
/// the viewer knows, and the table that corresponds to one sampled world. A separate concept, since
/// only callers that ask for worlds need the definition of worlds (for most games
/// beliefs/belief.hpp).
template <class R>
concept WorldRules = GameRules<R> &&
    requires(const R& rules, const Observation<R>& seen, ZeroRandom& random) {
  { rules.table_from_world(seen, *rules.belief_of(seen).sample(random)) } -> std::same_as<Table<R>>;
};

/// The additional requirements on rules with sealed decisions. Several players take such a decision
/// at the same time; the last one reveals all choices. Until then nobody sees the choice of another
/// player, nor who has already decided.
template <class R>
concept SealedRules = GameRules<R> &&
    requires(const R& rules, const typename R::Public& open, const typename R::Private& own) {
  // Whether the pending decision is sealed.
  { rules.is_sealed(open) } -> std::same_as<bool>;
  // Whether this player has decided and waits for the others.
  { rules.has_decided(own) } -> std::same_as<bool>;
};

// ---- Required above, provided below ----

/// In a state sampled for a viewer during a sealed decision: how far the other players are.
enum class Others : std::uint8_t {
  /// All others have decided, each uniformly among the choices that leave the decision open: the
  /// viewer's next choice reveals it. If the viewer does not take part or has already decided, one
  /// of the others is left to decide.
  Decided,
  /// Nobody else has decided. For search, which enumerates the others' choices itself.
  Undecided,
};

/// Why an action is not legal now: the detail of GN-10.
enum class NotLegal : std::uint8_t {
  /// This phase does not ask for actions of this kind.
  Kind,
  /// Chance acts, not a player.
  Chance,
  /// Another seat acts: the argument is that seat, or −1 if there are several.
  Other,
  /// The game is over.
  Over,
  /// The player has already decided and waits for the others.
  Decided,
};

constexpr RuleError refuse(NotLegal why, int argument = 0) {
  return refuse_for("GN-10", static_cast<int>(why), argument);
}

/// Whether `player` may take any action now (GN-10).
template <class R>
bool may_act(const R& rules, const typename R::Public& open, const typename R::Private& own,
             Player player) {
  if (!rules.acting(open).contains(player)) return false;
  if constexpr (requires { rules.has_decided(own); }) return !rules.has_decided(own);
  return true;
}

/// Why `player` may not act. Precondition: `may_act` is false.
template <class R>
RuleError refuse_turn(const R& rules, const typename R::Public& open, Player player) {
  const Acting acting = rules.acting(open);
  if (acting.is_chance()) return refuse(NotLegal::Chance);  // GN-10
  if (acting.is_nobody()) return refuse(NotLegal::Over);
  if (acting.contains(player)) return refuse(NotLegal::Decided);
  const PlayerSet others = acting.players();
  return refuse(NotLegal::Other, others.size() == 1 ? others.lowest() : -1);
}

/// Why `action` of `player` is refused, or nothing: GN-10 if this player is not asked for it now,
/// else the refusal of the rules for this kind of action. Rules that wrap other rules check the
/// whole action themselves.
template <class R>
std::optional<RuleError> action_refusal(const R& rules, const typename R::Public& open,
                                        const typename R::Private& own, Player player,
                                        const typename R::Action& action) {
  if constexpr (RefusesAction<R, typename R::Action>) {
    return rules.refusal(open, own, player, action);
  } else {
    std::optional<RuleError> refused;
    if (!may_act(rules, open, own, player)) {
      refused = refuse_turn(rules, open, player);
    } else {
      with_action(action, [&](const auto& taken) {
        if (!taken.legal_phases.contains(rules.phase_of(open))) {
          refused = refuse(NotLegal::Kind);  // GN-10
        } else if constexpr (RefusesAction<R, std::remove_cvref_t<decltype(taken)>>) {
          // Copied only on refusal: moving an empty optional costs more than most checks.
          if (const auto why = rules.refusal(open, own, player, taken)) refused = *why;
        }
      });
    }
    if (refused) refused->action = static_cast<std::uint16_t>(rules.action_id(action));
    return refused;
  }
}

/// Performs an action of `player`: the rules post the resulting events.
template <class R, class StepContext>
[[gnu::always_inline]] constexpr void perform_action(const R& rules, StepContext& step,
                                                     Player player,
                                                     const typename R::Action& action) {
  if constexpr (requires { rules.perform(step, player, action); }) {
    rules.perform(step, player, action);
  } else {
    with_action(action, [&](const auto& taken) { rules.perform(step, player, taken); });
  }
}

/// Samples a table from the belief of the viewer of `seen`; nothing if none fits. Rules may define
/// `is_consistent(table)` to reject sampled tables; a rejected one is sampled again, up to 1,024
/// times.
template <WorldRules R>
std::optional<Table<R>> sampled_table(const R& rules, const Observation<R>& seen,
                                      RandomRef random) {
  constexpr int max_draws = 1024;
  const auto worlds = rules.belief_of(seen);
  for (int i = 0; i < max_draws; ++i) {
    const auto world = worlds.sample(random);
    if (!world) break;
    const Table<R> table = rules.table_from_world(seen, *world);
    if constexpr (requires { rules.is_consistent(table); }) {
      if (!rules.is_consistent(table)) continue;
    }
    return table;
  }
  return std::nullopt;
}

/// `seen` without what its viewer remembers.
template <class Observation>
Observation without_knowledge(Observation seen) {
  seen.knowledge = {};
  return seen;
}

/// `seen`, without what its viewer remembers if that contradicts the table. A state sampled from an
/// inexact belief, and every state that follows from it, may be one that some player knows to be
/// impossible. The belief of that player then rests on the table alone.
template <WorldRules R>
Observation<R> without_contradiction(const R& rules, const Observation<R>& seen) {
  FastRandom random(SeedSequence(0));
  return sampled_table(rules, seen, random) ? seen : without_knowledge(seen);
}

/// Samples a table that the viewer of `seen` cannot tell from the true one; nothing if none fits.
/// Falls back to the table alone if the viewer's memory contradicts it. Rules whose `belief_of`
/// cannot express everything that is known define `determinize` themselves.
template <class R>
std::optional<Table<R>> determinized(const R& rules, const Observation<R>& seen, RandomRef random) {
  if constexpr (requires { rules.determinize(seen, random); }) {
    return rules.determinize(seen, random);
  } else {
    static_assert(WorldRules<R>, "include chemix/beliefs/belief.hpp to ask for worlds");
    if (auto table = sampled_table(rules, seen, random)) return table;
    return sampled_table(rules, without_knowledge(seen), random);
  }
}

/// The events of one step, at most `Rules::max_step_events`.
template <class Rules>
class EventList {
 public:
  using Event = typename Rules::Event;

  /// Precondition: size() < Rules::max_step_events, which the rules guarantee for every step.
  constexpr void push_back(const Event& event) { events_[size_++] = event; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr const Event& operator[](std::size_t i) const { return events_[i]; }
  [[nodiscard]] constexpr const Event* begin() const { return events_.data(); }
  [[nodiscard]] constexpr const Event* end() const { return events_.data() + size_; }

 private:
  std::array<Event, Rules::max_step_events> events_{};
  std::size_t size_ = 0;
};

/// A game: rules as an immutable value, with every operation that follows from them.
template <class R>
class GameOf {
 public:
  using Rules = R;
  using Table = chemix::Table<R>;
  using State = chemix::State<R>;
  using Observation = chemix::Observation<R>;
  using Action = typename R::Action;
  using ChanceAction = typename R::ChanceAction;
  using LegalActions = typename R::LegalActions;
  using Event = typename R::Event;
  using Events = EventList<R>;

  explicit GameOf(R rules) : rules_(std::move(rules)) {
    expect_actions(std::type_identity<typename R::Action>());
    static_assert(GameRules<R>);
    static_assert(names_in<typename R::Phase>.size() > static_cast<std::size_t>(R::Phase::Over),
                  "names_of(Phase) does not name every phase");
    if constexpr (requires { R::LegalActions::id_count; }) {
      assert(rules_.action_count() <= R::LegalActions::id_count);
    }
    Digest digest;
    digest.put_text(R::name);
    digest.put(static_cast<std::uint64_t>(R::revision), 4);
    digest.put(static_cast<std::uint64_t>(rules_.player_count()), 1);
    digest.put(rules_.content_digest(), 8);
    key_ = digest.value();
  }

  [[nodiscard]] const R& rules() const { return rules_; }
  [[nodiscard]] static constexpr std::string_view name() { return R::name; }
  [[nodiscard]] int player_count() const { return rules_.player_count(); }
  /// The game key, equal for games that play alike. Every serialized form starts with it.
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] int action_count() const { return rules_.action_count(); }
  [[nodiscard]] int chance_action_count() const { return rules_.chance_action_count(); }
  [[nodiscard]] int max_legal_actions() const { return rules_.max_legal_actions(); }
  [[nodiscard]] std::int64_t max_steps() const { return rules_.max_steps(); }

  /// The state before anything is dealt. Precondition: `start_player` is a seat (GN-1).
  [[nodiscard]] State initial_state(Player start_player = 0) const {
    auto state = State();
    state.table = rules_.initial_table(start_player);
    return state;
  }

  // -- Who acts, and what they may do --

  /// Whether the pending decision is sealed: nobody sees the others' choices until all are in.
  [[nodiscard]] bool is_sealed(const Table& table) const { return is_sealed(table.open); }
  [[nodiscard]] bool is_sealed(const Observation& seen) const { return is_sealed(seen.open); }

  /// The players who act, or chance. During a sealed decision: the players who have not decided
  /// yet. Do not show this to players, since it reveals who has decided; use `acting(state,
  /// viewer)`.
  [[nodiscard]] Acting acting(const Table& table) const {
    const Acting asked = rules_.acting(table.open);
    if constexpr (SealedRules<R>) {
      if (!is_sealed(table)) return asked;
      PlayerSet left = asked.players();
      for (Player p = 0; p < player_count(); ++p) {
        if (rules_.has_decided(table.own[p])) left.erase(p);
      }
      return Acting::players(left);
    } else {
      return asked;
    }
  }
  [[nodiscard]] Acting acting(const State& state) const { return acting(state.table); }
  /// The same as far as the viewer can tell. During a sealed decision: all players in it, whether
  /// or not they have decided, except a viewer who has.
  [[nodiscard]] Acting acting(const Observation& seen) const {
    return acting_seen(seen.open, seen.own, seen.viewer);
  }
  /// The same without building the observation, for a server that tells `viewer` who acts.
  [[nodiscard]] Acting acting(const State& state, Viewer viewer) const {
    const Player seat = viewer.is_spectator() ? 0 : viewer.seat();
    return acting_seen(state.table.open, state.table.own[seat], viewer);
  }
  [[nodiscard]] bool is_terminal(const Table& table) const { return acting(table).is_nobody(); }
  [[nodiscard]] bool is_terminal(const State& state) const { return is_terminal(state.table); }
  /// The lowest seat that acts; nothing if no player does.
  [[nodiscard]] std::optional<Player> current_player(const State& state) const {
    const PlayerSet players = acting(state).players();
    if (players.empty()) return std::nullopt;
    return players.lowest();
  }

  /// The ids of the legal actions of `player`, ascending. Precondition: `player` acts.
  [[nodiscard]] LegalActions legal_actions(const Table& table, Player player) const {
    return rules_.legal_actions(table.open, table.own[player], player);
  }
  [[nodiscard]] LegalActions legal_actions(const State& state, Player player) const {
    return legal_actions(state.table, player);
  }
  /// The same from the player's own observation: a client needs nothing else. Empty if the viewer
  /// does not act.
  [[nodiscard]] LegalActions legal_actions(const Observation& seen) const {
    const Viewer viewer = seen.viewer;
    if (viewer.is_spectator() || !acting(seen).contains(viewer.seat())) return {};
    return rules_.legal_actions(seen.open, seen.own, viewer.seat());
  }

  /// Nothing if `player` may take `action`, else the rule that refuses it. The rules page of all
  /// games says which one if several do (docs/rules/en/README.md). Accepts any action and any seat:
  /// actions that do not belong to this game are refused by GN-10, and a seat out of range never
  /// acts.
  [[nodiscard]] std::optional<RuleError> refusal(const Table& table, Player player,
                                                 const Action& action) const {
    return is_none(action) ? refused_none() : refusal_of_valid(table, player, action);
  }
  [[nodiscard]] std::optional<RuleError> refusal(const State& state, Player player,
                                                 const Action& action) const {
    return refusal(state.table, player, action);
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Observation& seen,
                                                 const Action& action) const {
    return is_none(action) ? refused_none() : refusal_of_valid(seen, action);
  }
  /// Nothing if chance acts and `action` is a possible outcome, else GN-2.
  [[nodiscard]] std::optional<RuleError> refusal(const Table& table,
                                                 const ChanceAction& action) const {
    const bool is_one = rules_.chance_action_id(action) < chance_action_count();
    return is_one ? refusal_of_valid(table, action) : refused_outcome(action);
  }
  [[nodiscard]] std::optional<RuleError> refusal(const State& state,
                                                 const ChanceAction& action) const {
    return refusal(state.table, action);
  }

  /// The same for an action known to belong to this game, such as one made from its id.
  [[nodiscard]] std::optional<RuleError> refusal_of_valid(const Table& table, Player player,
                                                          const Action& action) const {
    static constexpr typename R::Private nothing{};
    const auto& own = is_seat(player) ? table.own[player] : nothing;
    return action_refusal(rules_, table.open, own, player, action);
  }
  [[nodiscard]] std::optional<RuleError> refusal_of_valid(const State& state, Player player,
                                                          const Action& action) const {
    return refusal_of_valid(state.table, player, action);
  }
  [[nodiscard]] std::optional<RuleError> refusal_of_valid(const Observation& seen,
                                                          const Action& action) const {
    return action_refusal(rules_, seen.open, seen.own, seen.viewer.seat(), action);
  }
  [[nodiscard]] std::optional<RuleError> refusal_of_valid(const Table& table,
                                                          const ChanceAction& action) const {
    const bool possible = acting(table).is_chance() && rules_.chance_weight_of(table, action) > 0;
    return possible ? std::nullopt : refused_outcome(action);
  }
  [[nodiscard]] std::optional<RuleError> refusal_of_valid(const State& state,
                                                          const ChanceAction& action) const {
    return refusal_of_valid(state.table, action);
  }

  /// The number of equally likely chance outcomes; 0 if chance does not act (GN-2).
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return acting(table).is_chance() ? rules_.chance_weight(table) : 0;
  }
  /// The `nth` of them. Precondition: 0 ≤ nth < chance_weight(table).
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return rules_.chance_outcome(table, nth);
  }
  /// Calls `visit(ChanceOutcome)` for every possible outcome in ascending id.
  template <class Visit>
  void for_each_chance_outcome(const Table& table, Visit&& visit) const {
    if (!acting(table).is_chance()) return;
    rules_.for_each_chance_outcome(table, [&](const ChanceAction& action, std::int64_t weight) {
      visit(ChanceOutcome<ChanceAction>{action, weight});
    });
  }

  // -- Steps --

  /// Precondition: refusal(table, player, action) returns nothing; else the table is unspecified.
  void apply_unchecked(Table& table, Player player, const Action& action) const {
    step(table, NullObserver(), player, action);
  }
  /// Precondition: chance acts and `action` is a possible outcome.
  void apply_unchecked(Table& table, const ChanceAction& action) const {
    step(table, NullObserver(), action);
  }
  void apply_unchecked(State& state, Player player, const Action& action) const {
    step(state.table, KnowledgeUpdater{rules_, state}, player, action);
  }
  void apply_unchecked(State& state, const ChanceAction& action) const {
    step(state.table, KnowledgeUpdater{rules_, state}, action);
    ++state.chance_count;
  }

  /// Returns the state after `player` takes `action`, or the refusal; `state` is unchanged.
  [[nodiscard]] tl::expected<State, RuleError> apply(const State& state, Player player,
                                                     const Action& action) const {
    if (const auto refused = refusal(state, player, action)) return tl::unexpected(*refused);
    State next = state;
    apply_unchecked(next, player, action);
    return next;
  }
  /// Returns the state after chance takes `action`, or the refusal; `state` is unchanged.
  [[nodiscard]] tl::expected<State, RuleError> apply(const State& state,
                                                     const ChanceAction& action) const {
    if (const auto refused = refusal(state, action)) return tl::unexpected(*refused);
    State next = state;
    apply_unchecked(next, action);
    return next;
  }

  // -- What is seen and known --

  /// The events of taking `action` (of a player or of chance) in `before`, as `viewer` sees them;
  /// empty if the viewer notices nothing. Precondition: the action is legal.
  [[nodiscard]] Events events(const Table& before, Player player, const Action& action,
                              Viewer viewer) const {
    Table table = before;
    Events events;
    step(table, EventRecorder{viewer, events}, player, action);
    return events;
  }
  [[nodiscard]] Events events(const Table& before, const ChanceAction& action,
                              Viewer viewer) const {
    Table table = before;
    Events events;
    step(table, EventRecorder{viewer, events}, action);
    return events;
  }

  /// All that `viewer` sees and knows of a state. Precondition: a spectator or a player of the
  /// game.
  [[nodiscard]] Observation observation(const State& state, Viewer viewer) const {
    auto seen = Observation();
    seen.viewer = viewer;
    seen.open = state.table.open;
    seen.knowledge = rules_.knowledge_of(state.knowledge, viewer);
    seen.history = state.history.open;
    if (!viewer.is_spectator()) {
      seen.own = state.table.own[viewer.seat()];
      seen.own_history = state.history.own[viewer.seat()];
    }
    return seen;
  }

  /// Updates `seen` by `event`, in the form in which its viewer saw it.
  void fold(Observation& seen, const Event& event) const {
    rules_.learn(seen.knowledge, seen.open, event);
    extend(seen.history, event);
    if (event.begins_game() && !seen.viewer.is_spectator()) {
      seen.own_history = chain(seen.own_history, seen.history);
    }
    if (event.shows_secret()) extend(seen.own_history, event, seen.history);
    rules_.fold(seen, event);
  }

  /// The same for an event from an untrusted source. If a field would then name a seat that does
  /// not exist, rejects the event and leaves `seen` unchanged. Other unexpected events are safe,
  /// but the result may not correspond to any reachable state.
  [[nodiscard]] std::optional<InputError> fold_foreign(Observation& seen,
                                                       const Event& event) const {
    Observation next = seen;
    fold(next, event);
    auto error = missing_seat(next.open, player_count());
    if (!error) seen = next;
    return error;
  }

  /// Samples a state that the viewer of `seen` cannot tell from the true one. The unseen cards are
  /// dealt to the hidden places with the probabilities that the viewer believes in
  /// (docs/beliefs.md). The other players know in it what the viewer knows that they know. `others`
  /// sets whether they have taken a pending sealed decision; otherwise it has no effect. Returns
  /// nothing if no deal fits, which never happens for an observation of a real game. This function
  /// and all others that ask for worlds need beliefs/belief.hpp.
  [[nodiscard]] std::optional<State> determinize(
      const Observation& seen, RandomRef random,
      [[maybe_unused]] Others others = Others::Decided) const {
    std::optional<Table> table = determinized(rules_, seen, random);
    if (!table) return std::nullopt;
    auto state = State();
    state.table = *table;
    state.knowledge = seen.knowledge;
    state.history.open = seen.history;
    if (!seen.viewer.is_spectator()) {
      state.history.own[seen.viewer.seat()] = seen.own_history;
    }
    if constexpr (SealedRules<R>) {
      if (others == Others::Decided) decide_for_others(state.table, seen.viewer, random);
    }
    return state;
  }

  /// The weighted number of worlds that fit what the viewer knows, in decimal digits. Each world
  /// counts by its weight in the belief (docs/beliefs.md), an integer proportional to its
  /// likelihood; the weights may have a common divisor, so a single remaining world may count more
  /// than once. If all worlds are equally likely, this is the number of ways to deal the unseen
  /// cards as individuals.
  [[nodiscard]] std::string count_worlds(const Observation& seen) const {
    return rules_.belief_of(without_contradiction(rules_, seen)).count();
  }
  /// How many observations could be kept only in part. If this is not 0, the belief still covers
  /// every possible world, but does not guarantee probabilities. Costs as much as a sample unless
  /// it is 0.
  [[nodiscard]] int forgotten(const Observation& seen) const { return rules_.forgotten(seen); }
  /// How often the belief was simplified to bound the work; at least 1 if the viewer's memory
  /// contradicts the table and is set aside. A belief is exact if this and `forgotten` are both 0.
  /// Always 0 for rules whose beliefs are exact. Costs two samples.
  [[nodiscard]] int approximations([[maybe_unused]] const Observation& seen) const {
    if constexpr (requires { rules_.belief_of(seen).approximations(); }) {
      const Observation fitting = without_contradiction(rules_, seen);
      const int times = rules_.belief_of(fitting).approximations();
      return fitting.knowledge == seen.knowledge ? times : times + 1;
    }
    return 0;
  }

  // -- Result --

  /// Points by the rulebook at this point of the game, in any phase.
  [[nodiscard]] PerPlayer<int, capacity_of<R>> scores(const Table& table) const {
    return rules_.scores(table);
  }
  [[nodiscard]] PerPlayer<int, capacity_of<R>> scores(const State& state) const {
    return scores(state.table);
  }
  /// The same as far as the viewer can tell: nothing for a score that depends on cards that the
  /// viewer does not see.
  [[nodiscard]] PerPlayer<std::optional<int>, capacity_of<R>> scores(
      const Observation& seen) const {
    PerPlayer<std::optional<int>, capacity_of<R>> scores;
    if constexpr (requires { rules_.score_seen(seen, Player{}); }) {
      for (Player p = 0; p < player_count(); ++p) scores[p] = rules_.score_seen(seen, p);
    } else {
      const auto all = rules_.scores(seen);
      for (Player p = 0; p < player_count(); ++p) scores[p] = all[p];
    }
    return scores;
  }
  /// The final returns; all 0 before the end.
  [[nodiscard]] PerPlayer<Fraction, capacity_of<R>> returns(const Table& table) const {
    return is_terminal(table) ? rules_.returns(table) : PerPlayer<Fraction, capacity_of<R>>{};
  }
  [[nodiscard]] PerPlayer<Fraction, capacity_of<R>> returns(const State& state) const {
    return returns(state.table);
  }

  // -- Canonical forms --

  /// A hash of the canonical form. Keep it secret: it depends on hidden cards.
  [[nodiscard]] std::uint64_t digest(const State& state) const {
    Digest digest;
    write(digest, state);
    return digest.value();
  }
  /// The same for the table alone: equal for positions that play alike.
  [[nodiscard]] std::uint64_t table_digest(const Table& table) const {
    Digest digest;
    write(digest, table);
    return digest.value();
  }
  /// A hash of all that the viewer sees and knows. Players may compare theirs with a server's.
  [[nodiscard]] std::uint64_t observation_digest(const Observation& seen) const {
    Digest digest;
    write(digest, seen);
    return digest.value();
  }

  /// Writes the canonical bytes: the game key, then the fields in order, lowest byte first.
  void write(auto& sink, const Table& table) const {
    sink.put(key_, 8);
    write_fields(sink, in_play(rules_), table.open);
    for (Player p = 0; p < player_count(); ++p) write_fields(sink, in_play(rules_), table.own[p]);
    write_fields(sink, in_play(rules_), table.hidden);
  }
  void write(auto& sink, const State& state) const {
    write(sink, state.table);
    write_fields(sink, in_play(rules_), state.knowledge);
    write_fields(sink, in_play(rules_), state.history);
    sink.put(state.chance_count, 4);
  }
  void write(auto& sink, const Observation& seen) const {
    sink.put(key_, 8);
    Codec<Viewer>::write(sink, in_play(rules_), seen.viewer);
    write_fields(sink, in_play(rules_), seen.open);
    write_fields(sink, in_play(rules_), seen.own);
    write_fields(sink, in_play(rules_), seen.knowledge);
    sink.put(seen.history, 8);
    sink.put(seen.own_history, 8);
  }

  /// Reads a state from its canonical bytes, or returns why they are invalid.
  [[nodiscard]] Result<State> read_state(std::span<const std::byte> bytes) const {
    auto state = State();
    if (auto error = read_parts(bytes, key_, parts_of(rules_, state))) {
      return tl::unexpected(*error);
    }
    if (auto error = rules_.validation_error(state.table, state.knowledge)) {
      return tl::unexpected(*error);
    }
    return state;
  }

  /// Reads an observation from its canonical bytes, or returns why they are invalid.
  [[nodiscard]] Result<Observation> read_observation(std::span<const std::byte> bytes) const {
    auto seen = Observation();
    if (auto error = read_parts(bytes, key_, parts_of(rules_, seen))) {
      return tl::unexpected(*error);
    }
    if (auto error = this->validation_error(seen)) return tl::unexpected(*error);
    return seen;
  }

  /// Why `seen` is rejected, or nothing. Validates the observation, and a state sampled from it.
  /// The viewer's memory may contradict the table. Costs a sample and the validation of a state.
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const {
    if (const Viewer viewer = seen.viewer; !viewer.is_spectator() && !is_seat(viewer.seat())) {
      return no_such_seat("viewer", viewer.seat(), player_count());
    }
    if (auto wrong = rules_.validation_error(seen)) return wrong;
    FastRandom random(SeedSequence(0));
    const auto state = determinize(seen, random, Others::Undecided);
    if (!state) return InputError{"observation", "", "no deal is consistent with it", "GN-9"};
    return rules_.validation_error(state->table, state->knowledge);
  }

  // -- Tensors --

  // Each game encodes its parts in `games/<game>/tensor.hpp`; include it to use these functions.

  /// Writes the observation as numbers, own seat first; for a spectator from seat 0 on. Takes time
  /// proportional to the size of the tensor and allocates nothing.
  void encode(TensorWriter& tensor, const Observation& seen) const {
    encode(tensor, seen.viewer, seen.open, seen.own, seen.knowledge);
  }
  /// The same for what `viewer` sees of a state, without building the observation.
  void encode_seen(TensorWriter& tensor, const State& state, Viewer viewer) const {
    static constexpr typename R::Private nothing{};
    const Table& table = state.table;
    const auto& own = viewer.is_spectator() ? nothing : table.own[viewer.seat()];
    const typename R::Knowledge& knowledge = state.knowledge;
    if constexpr (requires { knowledge.log; }) {
      // From a log, only the viewer's own entries are written.
      encode(tensor, viewer, table.open, own, knowledge);
    } else {
      encode(tensor, viewer, table.open, own, rules_.knowledge_of(knowledge, viewer));
    }
  }
  /// The same, followed by two digests of all that the viewer saw and did: equal exactly if the
  /// information states are equal.
  void encode_information_state(TensorWriter& tensor, const Observation& seen) const {
    encode(tensor, seen);
    TensorFields<R> fields(rules_, Perspective{seen.viewer, player_count()}, tensor);
    fields.digest("history", seen.history, "a digest of all that everybody saw, byte by byte");
    fields.digest("own_history", seen.own_history,
                  "a digest of what else the viewer saw, byte by byte");
  }
  /// Writes the whole table as numbers, for programs that may see everything: the public part, what
  /// each player holds, from the seat of `from` on (for a spectator from seat 0), and the hidden
  /// part. Contains nobody's knowledge.
  void encode(TensorWriter& tensor, const Table& table, Viewer from) const {
    TensorFields<R> fields(rules_, Perspective{from, player_count()}, tensor);
    encode_open(fields, table.open);
    auto game = of_one_game(fields);
    for (int i = 0; i < player_count(); ++i) {
      if (game.describes()) game.name_after("own[" + std::to_string(i) + "].");
      encode_own(game, table.own[game.seat(i)]);
    }
    if (game.describes()) game.name_after("hidden.");
    encode_hidden(game, table.hidden);
  }

 private:
  // Names the kind of action and what it lacks, where the concept would only say that it fails.
  template <class... Kinds>
  static constexpr void expect_actions(std::type_identity<std::variant<Kinds...>>) {
    if constexpr (!takes_actions<R, std::variant<Kinds...>>) (expect_action<Kinds>(), ...);
  }
  template <class Kind>
  static constexpr void expect_action() {
    static_assert(HasName<Kind>, "the action has no name");
    static_assert(HasLegalPhases<R, Kind>, "the action has no legal_phases");
    static_assert(PerformsAction<R, Kind>,
                  "the rules have no perform(step, player, action) for the action");
    static_assert(DecidesLegality<R, Kind>,
                  "the rules have no refusal(open, own, player, action) for the action; if no rule "
                  "refuses it, declare is_always_legal = true in it");
  }

  [[nodiscard]] bool is_seat(Player player) const { return player >= 0 && player < player_count(); }

  [[nodiscard]] bool is_none(const Action& action) const {
    return rules_.action_id(action) == action_count();
  }
  [[gnu::cold]] std::optional<RuleError> refused_none() const {
    RuleError error = refuse(NotLegal::Kind);  // GN-10
    error.action = static_cast<std::uint16_t>(action_count());
    return error;
  }
  std::optional<RuleError> refused_outcome(const ChanceAction& action) const {
    RuleError error{"GN-2"};  // GN-2
    error.action = static_cast<std::uint16_t>(rules_.chance_action_id(action));
    return error;
  }

  struct EventRecorder {
    Viewer viewer;
    Events& events;
    void operator()(const Table&, const Event& event) const {
      if (event.is_noticed_by(viewer)) events.push_back(event.as_seen_by(viewer));
    }
  };

  /// Updates the knowledge and digests of all viewers; equivalent to folding each observation.
  struct KnowledgeUpdater {
    const R& rules;
    State& state;
    CHEMIX_INLINE_FOLD void operator()(const Table& before, const Event& event) const {
      rules.learn(state.knowledge, before.open, event);
      extend(state.history.open, event);
      if (event.begins_game()) {
        for (Player p = 0; p < rules.player_count(); ++p) {
          state.history.own[p] = chain(state.history.own[p], state.history.open);
        }
      }
      if (!event.shows_secret()) return;
      for (unsigned seats = event.seen_by.bits(); seats != 0; seats &= seats - 1) {
        extend(state.history.own[std::countr_zero(seats)], event, state.history.open);
      }
    }
  };

  // Performs one action of a player or of chance and reports its events to `observer`.
  template <class Observer>
  [[gnu::always_inline]] void step(Table& table, const Observer& observer,
                                   const auto&... taken) const {
#ifdef CHEMIX_SMALL
    StepContext<R, FunctionRef<void(const Table&, const Event&)>> context(rules_, table, observer);
#else
    StepContext context(rules_, table, observer);
#endif
    take(context, taken...);
  }
  CHEMIX_INLINE_STEP void take(auto& context, Player player, const Action& action) const {
    perform_action(rules_, context, player, action);
  }
  CHEMIX_INLINE_STEP void take(auto& context, const ChanceAction& action) const {
    rules_.resolve(context, action);
  }

  // The fields under the rules of the inner game, if these are the rules of a match.
  static auto of_one_game(const TensorFields<R>& fields) {
    if constexpr (requires { fields.rules().inner(); }) {
      return fields.with(fields.rules().inner());
    } else {
      return fields;
    }
  }
  void encode(TensorWriter& tensor, Viewer viewer, const typename R::Public& open,
              const typename R::Private& own, const typename R::Knowledge& knowledge) const {
    TensorFields<R> fields(rules_, Perspective{viewer, player_count()}, tensor);
    encode_open(fields, open);
    auto game = of_one_game(fields);
    encode_own(game, own);
    const auto& open_of_game = [&]() -> const auto& {
      if constexpr (requires { open.game; }) {
        return open.game;
      } else {
        return open;
      }
    }
    ();
    if constexpr (requires { encode_known(game, knowledge, open_of_game); }) {
      encode_known(game, knowledge, open_of_game);
    }
  }

  [[nodiscard]] bool is_sealed(const typename R::Public& open) const {
    if constexpr (SealedRules<R>) {
      return rules_.is_sealed(open);
    } else {
      return false;
    }
  }
  // `own` is read only if the viewer is a player.
  [[nodiscard]] Acting acting_seen(const typename R::Public& open,
                                   [[maybe_unused]] const typename R::Private& own,
                                   [[maybe_unused]] Viewer viewer) const {
    const Acting asked = rules_.acting(open);
    if constexpr (SealedRules<R>) {
      if (viewer.is_spectator() || !rules_.has_decided(own)) return asked;
      PlayerSet left = asked.players();
      left.erase(viewer.seat());
      return Acting::players(left);
    } else {
      return asked;
    }
  }

  // Chains what everybody sees of an event.
  static constexpr void extend(std::uint64_t& history, const Event& event) {
    if (!event.is_noticed_by(Viewer::spectator())) return;
    history = chain(history, event.packed_public());
  }
  // A private sight is chained with the public history, which fixes its time. Dealt cards enter as
  // a set, so they are added instead.
  static constexpr void extend(std::uint64_t& history, const Event& event, std::uint64_t open) {
    if (event.enters_as_set()) {
      history += mix(event.packed() + 1);
    } else {
      history = chain(chain(history, event.packed()), open);
    }
  }

  void decide_for_others(Table& table, Viewer viewer, RandomRef random) const {
    if (!is_sealed(table)) return;
    PlayerSet others = acting(table).players();
    // One player must be left to decide: the viewer, else a random one of the others.
    Player last = viewer.is_spectator() ? -1 : viewer.seat();
    if (!others.contains(last))
      last = others.nth(static_cast<int>(random.below(static_cast<std::uint64_t>(others.size()))));
    others.erase(last);
    for (; !others.empty(); others.erase(others.lowest())) {
      const Player player = others.lowest();
      const auto legal = legal_actions(table, player);
      const auto choice = random.below(static_cast<std::uint64_t>(legal.size()));
      apply_unchecked(table, player, rules_.action_of(legal[static_cast<int>(choice)]));
    }
  }

  R rules_;
  std::uint64_t key_ = 0;
};

/// The requirement on `G` of code that plays any game.
template <class G>
concept Game = std::same_as<G, GameOf<typename G::Rules>> && GameRules<typename G::Rules>;

}  // namespace chemix
