// SPDX-License-Identifier: Apache-2.0
// THE CONTRACT. Above the line: what a game's rules must give. Below: what every game then has.
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

/// What lies on the table and in the hands, without what anybody remembers: enough to play on.
template <class Public, class Private, class Hidden, int Capacity>
struct TableOf {
  /// What everybody sees.
  Public open;
  /// What one player holds or is being shown.
  PerPlayer<Private, Capacity> own;
  /// What nobody sees.
  Hidden hidden;

  constexpr bool operator==(const TableOf&) const = default;
  /// The part that a player holds, if this view shows it: a table shows all.
  constexpr Private* shown(Player player) { return &own[player]; }
  constexpr Hidden* shown_hidden() { return &hidden; }
};

/// What is known where nothing is to be remembered: all that was ever seen of a card shows from
/// where it lies.
struct NoKnowledge {
  constexpr bool operator==(const NoKnowledge&) const = default;
  static constexpr void visit_fields(auto&, auto&&) {}
};

/// A digest of everything that was seen, by everybody and by each player, chained event by event.
template <int Capacity>
struct HistoryDigests {
  std::uint64_t open = 0;
  /// What a player saw beyond what everybody saw.
  PerPlayer<std::uint64_t, Capacity> own;

  constexpr bool operator==(const HistoryDigests&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("history", self.open);
    visit("own_history", self.own);
  }
};

/// Everything at one point of a game: a small regular value, copied with memcpy.
template <class Table, class Knowledge, int Capacity>
struct StateOf {
  Table table;
  /// What the viewers remember of hidden cards.
  Knowledge knowledge;
  HistoryDigests<Capacity> history;
  /// How many chance actions were taken so far: the number of the next draw of a dealer.
  std::uint32_t chance_count = 0;

  constexpr bool operator==(const StateOf&) const = default;
};

/// What one viewer sees and knows. Built only from the public part, the own part and the
/// viewer's knowledge; it says nothing else, and all that the viewer may know it says. Like tables
/// and states it is begun as `T()`, which clears what lies between fields too: as a block of
/// memory, which may be handed on, it says nothing of what lay there before.
template <class Public, class Private, class Knowledge>
struct ObservationOf {
  Viewer viewer;
  Public open;
  /// The own part; empty for a spectator.
  Private own;
  Knowledge knowledge;
  /// The chained digest of all that the viewer has seen: with it, an information state.
  std::uint64_t history = 0;
  std::uint64_t own_history = 0;

  constexpr bool operator==(const ObservationOf&) const = default;
  constexpr Private* shown(Player player) { return viewer.is(player) ? &own : nullptr; }
  constexpr std::nullptr_t shown_hidden() { return nullptr; }
};

/// The seats that a state has room for: `R::capacity`, or as many as may play.
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

/// The table of a table or of a state.
template <class Public, class Private, class Hidden, int Capacity>
constexpr const auto& table_of(const TableOf<Public, Private, Hidden, Capacity>& table) {
  return table;
}
template <class Table, class Knowledge, int Capacity>
constexpr const Table& table_of(const StateOf<Table, Knowledge, Capacity>& state) {
  return state.table;
}

/// A chance outcome: what may come, and in how many of the equally likely ways.
template <class Action>
struct ChanceOutcome {
  Action action;
  std::int64_t weight = 0;

  constexpr bool operator==(const ChanceOutcome&) const = default;
};

/// Where a step happens: rules look at the table, and change it only by saying what happens.
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

  /// Lets `event` happen: whoever watches sees it first, then the table changes.
  [[gnu::always_inline]] constexpr void post(const typename Rules::Event& event) {
    observer_(std::as_const(table_), event);
    rules_.fold(table_, event);
  }

 private:
  const Rules& rules_;
  Table<Rules>& table_;
  Observer observer_;
};

/// Watches a step and remembers nothing.
struct NullObserver {
  constexpr void operator()(const auto&, const auto&) const {}
};

/// Random numbers that are none.
struct ZeroRandom {
  static constexpr std::uint64_t below(std::uint64_t) { return 0; }
};

/// What rules give for a kind of action: in which phases it is asked for, and `perform`, which says
/// what happens then. Where a rule can refuse it there is also
/// `refusal(open, own, player, action) -> std::optional<RuleError>`, which is asked only of a
/// player who acts in such a phase, and says nothing or `refuse(rule, argument)`.
template <class R, class Kind>
concept TakesAction = requires(const R& rules, StepContext<R, NullObserver>& step, Player player,
                               const Kind& action, typename R::Phase phase) {
  { Kind::name } -> std::convertible_to<std::string_view>;
  { Kind::legal_phases.contains(phase) } -> std::same_as<bool>;
  rules.perform(step, player, action);
};

/// Whether rules take all kinds of actions of a variant, or the variant as a whole, as rules around
/// other rules do.
template <class R, class Action>
inline constexpr bool takes_actions = false;
template <class R, class... Kinds>
inline constexpr bool takes_actions<R, std::variant<Kinds...>> =
    (TakesAction<R, Kinds> && ...) ||
    requires(const R& rules, StepContext<R, NullObserver>& step, Player player,
             const typename R::Public& open, const typename R::Private& own,
             const std::variant<Kinds...>& action) {
  rules.perform(step, player, action);
  { rules.refusal(open, own, player, action) } -> std::same_as<std::optional<RuleError>>;
};

/// What the rules of a game must give. `Rules` is an immutable value made from deck, options and
/// number of players. Every function is const, allocates nothing, and knows no clock, no random
/// numbers and no I/O. The laws in the comments are tested for every game. Rules of card games get
/// the most of it from `CardRules` (games/card_rules.hpp).
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
  // The four parts of a state are regular, trivially copyable and hold no pointer. Caps: a table
  // 512 bytes unless its game says another number, knowledge 512.
  requires std::is_trivially_copyable_v<State<R>> && std::regular<State<R>>;
  requires std::is_trivially_copyable_v<typename R::Action> && sizeof(typename R::Action) <= 8;
  requires sizeof(typename R::Knowledge) + sizeof(HistoryDigests<capacity_of<R>>) <= 512 &&
      sizeof(Table<R>) <= R::max_table_bytes;
  // Phases and counters are enumerations with names; events speak of them by number.
  requires NamedEnum<typename R::Phase> && NamedEnum<typename R::Counter>;

  { R::name } -> std::convertible_to<std::string_view>;
  { R::default_deck } -> std::convertible_to<std::string_view>;
  // Raised whenever the same actions may lead elsewhere.
  { R::revision } -> std::convertible_to<int>;
  // Who may play.
  { R::min_players } -> std::convertible_to<int>;
  { R::max_players } -> std::convertible_to<int>;
  // No step has more events.
  { R::max_step_events } -> std::convertible_to<std::size_t>;

  // Refuses a number of players, an option or a deck that the game cannot be played with. A deck
  // there is.
  { R::create(deck, typename R::Options(), id)->player_count() } -> std::same_as<int>;
  { rules.player_count() } -> std::same_as<int>;
  { rules.deck() } -> std::same_as<const typename R::Deck&>;
  { rules.options() } -> std::same_as<const typename R::Options&>;
  // Covers deck, options and everything else that play depends on.
  { rules.content_digest() } -> std::same_as<std::uint64_t>;

  // Ids are dense, 0 to count − 1, and fixed for these rules; id and action are a bijection. What
  // is no action of these rules has the id `count`.
  { rules.action_count() } -> std::same_as<int>;
  { rules.chance_action_count() } -> std::same_as<int>;
  { rules.action_id(action) } -> std::same_as<int>;
  { rules.action_of(id) } -> std::same_as<typename R::Action>;
  { rules.chance_action_id(chance) } -> std::same_as<int>;
  { rules.chance_action_of(id) } -> std::same_as<typename R::ChanceAction>;
  // No decision has more than max_legal_actions ≤ 256; no play has more than max_steps (GN-8).
  { rules.max_legal_actions() } -> std::same_as<int>;
  { rules.max_steps() } -> std::same_as<std::int64_t>;

  { rules.initial_table(player) } -> std::same_as<Table<R>>;
  // Whose decision it is and in which phase: depends on public knowledge only (GN-3). In a decision
  // that several take at the same time, all who are asked.
  { rules.acting(open) } -> std::same_as<Acting>;
  { rules.phase_of(open) } -> std::same_as<typename R::Phase>;
  // Exactly the ids that are not refused, ascending; never empty for a player who acts (GN-5).
  // By their signatures this and `refusal` read nothing that the actor may not know.
  { rules.legal_actions(open, own, player) } -> std::same_as<typename R::LegalActions>;
  { legal.size() } -> std::same_as<int>;
  { legal[id] } -> std::same_as<int>;
  legal.for_each([](int) {});
  // The outcomes of a chance decision in ascending id, each as often as its weight: their number,
  // the `nth` of them, and each once with its weight. Weights are positive and complete.
  { rules.chance_weight(table) } -> std::same_as<std::int64_t>;
  { rules.chance_outcome(table, nth) } -> std::same_as<typename R::ChanceAction>;
  { rules.chance_weight_of(table, chance) } -> std::same_as<std::int64_t>;
  rules.for_each_chance_outcome(table, [](const typename R::ChanceAction&, std::int64_t) {});

  // What happens then is said as events, when a player acts and when chance does; fold makes it
  // so. An observation folds the events that its viewer sees (one code path).
  requires takes_actions<R, typename R::Action>;
  rules.resolve(step, chance);
  rules.fold(changed, event);
  rules.fold(seen, event);
  // What the viewers learn from an event, seen from just before it.
  rules.learn(knowledge, open, event);
  // What one viewer knows, and knows that others know.
  { rules.knowledge_of(knowledge, Viewer{}) } -> std::same_as<typename R::Knowledge>;
  // How often something that the viewer saw could be kept only in part; 0 says that the knowledge
  // are all that can be known.
  { rules.forgotten(seen) } -> std::same_as<int>;

  // Points by the rulebook, and what everybody finally gets: exact, and summing as the page says.
  // `scores` takes an observation too, or else `score_seen(seen, player)` says what a viewer can
  // tell of one score, nothing where it depends on what the viewer does not see.
  { rules.scores(table) } -> std::same_as<PerPlayer<int, capacity_of<R>>>;
  { rules.returns(table) } -> std::same_as<PerPlayer<Fraction, capacity_of<R>>>;
  // What makes a table or a view impossible for these rules, or nothing: no accepted text or bytes
  // can lead to undefined behaviour later.
  { rules.validation_error(table, knowledge) } -> std::same_as<std::optional<InputError>>;
  { rules.validation_error(seen) } -> std::same_as<std::optional<InputError>>;
};

/// What rules give besides to who asks for worlds: the hidden places with what the viewer knows of
/// them, and the table in one of their worlds. Apart from the others since who asks includes what
/// worlds are, beliefs/belief.hpp for most games, and who only plays does without.
template <class R>
concept WorldRules = GameRules<R> &&
    requires(const R& rules, const Observation<R>& seen, ZeroRandom& random) {
  { rules.table_from_world(seen, *rules.belief_of(seen).sample(random)) } -> std::same_as<Table<R>>;
};

/// What rules with sealed decisions give besides: decisions that several players take at the same
/// time, each seen by nobody else, until the last of them opens all. NullObserver sees either who
/// has decided.
template <class R>
concept SealedRules = GameRules<R> &&
    requires(const R& rules, const typename R::Public& open, const typename R::Private& own) {
  // Whether what is asked now is sealed.
  { rules.is_sealed(open) } -> std::same_as<bool>;
  // Whether this part holds a decision that waits for the others.
  { rules.has_decided(own) } -> std::same_as<bool>;
};

// ---- Required above, provided below ----

/// Where a state is drawn for a viewer while a decision is sealed: how far the others are.
enum class Others : std::uint8_t {
  /// All others have decided, each uniformly among what may be done, but as many as keep the
  /// decision open: what the viewer does next opens it.
  Decided,
  /// NullObserver else has decided: all their decisions are still to come, for who searches them.
  Undecided,
};

/// Why an action is not asked for: the detail of GN-10.
enum class NotLegal : std::uint8_t {
  /// Actions of this kind are not asked for in this phase.
  Kind,
  /// Chance acts, and no player.
  Chance,
  /// It is the turn of the seat in the first argument; −1: of several others.
  Other,
  /// The game is over.
  Over,
  /// The player has decided, and waits for the others.
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

/// Why not. Precondition: `may_act` says so.
template <class R>
RuleError refuse_turn(const R& rules, const typename R::Public& open, Player player) {
  const Acting acting = rules.acting(open);
  if (acting.is_chance()) return refuse(NotLegal::Chance);  // GN-10
  if (acting.is_nobody()) return refuse(NotLegal::Over);
  if (acting.contains(player)) return refuse(NotLegal::Decided);
  const PlayerSet others = acting.players();
  return refuse(NotLegal::Other, others.size() == 1 ? others.lowest() : -1);
}

/// What refuses `action` of `player`, or nothing: GN-10 if it is not asked of this player now, else
/// what the rules say of this kind of action. Rules around other rules hand the whole action on.
template <class R>
std::optional<RuleError> action_refusal(const R& rules, const typename R::Public& open,
                                        const typename R::Private& own, Player player,
                                        const typename R::Action& action) {
  if constexpr (requires { rules.refusal(open, own, player, action); }) {
    return rules.refusal(open, own, player, action);
  } else {
    std::optional<RuleError> refused;
    if (!may_act(rules, open, own, player)) {
      refused = refuse_turn(rules, open, player);
    } else {
      with_action(action, [&](const auto& taken) {
        if (!taken.legal_phases.contains(rules.phase_of(open))) {
          refused = refuse(NotLegal::Kind);  // GN-10
        } else if constexpr (requires { rules.refusal(open, own, player, taken); }) {
          // Copied only if it refuses: moving nothing about costs more than most checks.
          if (const auto why = rules.refusal(open, own, player, taken)) refused = *why;
        }
      });
    }
    if (refused) refused->action = static_cast<std::uint16_t>(rules.action_id(action));
    return refused;
  }
}

/// Lets `player` take an action: the rules post what happens then.
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

/// A table drawn from what the viewer of `seen` believes; nothing when none fits. Rules may say of
/// a table that was drawn whether it `is_consistent`; one that cannot is drawn anew.
template <WorldRules R>
std::optional<Table<R>> sampled_table(const R& rules, const Observation<R>& seen,
                                      RandomRef random) {
  constexpr int most_draws = 1024;
  const auto worlds = rules.belief_of(seen);
  for (int i = 0; i < most_draws; ++i) {
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

/// `seen`, without what its viewer remembers.
template <class Observation>
Observation without_knowledge(Observation seen) {
  seen.knowledge = {};
  return seen;
}

/// `seen`, without what its viewer remembers where that contradicts what lies on the table. A state
/// that was sampled from an inexact belief can be one that some player knows to be impossible, and
/// so can all that follow from it; there that player believes what the table shows.
template <WorldRules R>
Observation<R> without_contradiction(const R& rules, const Observation<R>& seen) {
  FastRandom random(SeedSequence(0));
  return sampled_table(rules, seen, random) ? seen : without_knowledge(seen);
}

/// A table that the viewer of `seen` cannot tell from the true one, as believed; nothing when none
/// fits. Rules whose `belief_of` cannot say all that is known have a `determinize` of their own.
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

/// What is wrong with an observation of such a viewer.
[[gnu::cold, gnu::noinline]] inline InputError wrong_viewer(Viewer viewer, const char* reason,
                                                            const char* rule) {
  return {"viewer", viewer.is_spectator() ? "-" : std::to_string(viewer.seat()), reason, rule};
}

/// At most `Rules::max_step_events` events of one step.
template <class Rules>
class EventList {
 public:
  using Event = typename Rules::Event;

  /// Precondition: size() < Rules::max_step_events, which the rules promise of every step.
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

/// A game: rules as an immutable value, and everything that follows from them.
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
    static_assert(GameRules<R>);
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
  /// The game key: equal for games that play alike; every serialised form starts with it.
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

  /// Whether what is asked is sealed: nobody sees the others' decisions until all are in.
  [[nodiscard]] bool is_sealed(const Table& table) const { return is_sealed(table.open); }
  [[nodiscard]] bool is_sealed(const Observation& seen) const { return is_sealed(seen.open); }

  /// Of a sealed decision, those who have not decided yet: to show it would tell the others who
  /// has decided. What a viewer may know says `acting(state, viewer)`.
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
  /// Who acts as far as the viewer can tell: of a sealed decision, all others who are asked.
  [[nodiscard]] Acting acting(const Observation& seen) const {
    return acting_seen(seen.open, seen.own, seen.viewer);
  }
  /// The same without making the observation, for a server that tells `viewer` who acts.
  [[nodiscard]] Acting acting(const State& state, Viewer viewer) const {
    const Player seat = viewer.is_spectator() ? 0 : viewer.seat();
    return acting_seen(state.table.open, state.table.own[seat], viewer);
  }
  [[nodiscard]] bool is_terminal(const Table& table) const { return acting(table).is_nobody(); }
  [[nodiscard]] bool is_terminal(const State& state) const { return is_terminal(state.table); }
  /// The lowest player who acts, if a player does.
  [[nodiscard]] std::optional<Player> current_player(const State& state) const {
    const PlayerSet players = acting(state).players();
    if (players.empty()) return std::nullopt;
    return players.lowest();
  }

  /// The ids of what `player` may do, ascending; precondition: `player` acts.
  [[nodiscard]] LegalActions legal_actions(const Table& table, Player player) const {
    return rules_.legal_actions(table.open, table.own[player], player);
  }
  [[nodiscard]] LegalActions legal_actions(const State& state, Player player) const {
    return legal_actions(state.table, player);
  }
  /// The same from the player's own view: a client needs no more to know its rules. Nothing when
  /// the viewer does not act.
  [[nodiscard]] LegalActions legal_actions(const Observation& seen) const {
    const Viewer viewer = seen.viewer;
    if (viewer.is_spectator() || !acting(seen).contains(viewer.seat())) return {};
    return rules_.legal_actions(seen.open, seen.own, viewer.seat());
  }

  /// Nothing when `player` may take `action`, else the rule that refuses it (GN-10, GN-11, then
  /// the lowest of the page). Any action may be asked about: what is none of this game is refused
  /// by GN-10, and a seat that is none never acts.
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
  /// Nothing when chance may take `action`: when it acts and the outcome is possible.
  [[nodiscard]] std::optional<RuleError> refusal(const Table& table,
                                                 const ChanceAction& action) const {
    const bool is_one = rules_.chance_action_id(action) < chance_action_count();
    return is_one ? refusal_of_valid(table, action) : refused_outcome(action);
  }
  [[nodiscard]] std::optional<RuleError> refusal(const State& state,
                                                 const ChanceAction& action) const {
    return refusal(state.table, action);
  }

  /// The same of an action that this game has, as one that was made of its id.
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

  /// The number of equally likely ways that chance has, 0 when chance does not act (GN-2).
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return acting(table).is_chance() ? rules_.chance_weight(table) : 0;
  }
  /// The `nth` of these ways; precondition: 0 ≤ nth < chance_weight(table).
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

  /// Precondition: refusal(table, player, action) refuses nothing; else the table is unspecified.
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

  /// The state after `player` takes `action`, or why not; `state` is untouched.
  [[nodiscard]] tl::expected<State, RuleError> apply(const State& state, Player player,
                                                     const Action& action) const {
    if (const auto refused = refusal(state, player, action)) return tl::unexpected(*refused);
    State next = state;
    apply_unchecked(next, player, action);
    return next;
  }
  /// The state after chance takes `action`, or why not; `state` is untouched.
  [[nodiscard]] tl::expected<State, RuleError> apply(const State& state,
                                                     const ChanceAction& action) const {
    if (const auto refused = refusal(state, action)) return tl::unexpected(*refused);
    State next = state;
    apply_unchecked(next, action);
    return next;
  }

  // -- What is seen and known --

  /// What happens when `action` (of a player or of chance) is taken in `before`, as `viewer` sees
  /// it; none when the viewer does not notice it. Precondition: it may be taken.
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

  /// What `viewer`, a spectator or a player of the game, sees and knows of a state.
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

  /// Makes `seen` what its viewer sees after `event`, which the viewer saw happen.
  void fold(Observation& seen, const Event& event) const {
    rules_.learn(seen.knowledge, seen.open, event);
    extend(seen.history, event);
    if (event.begins_anew() && !seen.viewer.is_spectator()) {
      seen.own_history = chain(seen.own_history, seen.history);
    }
    if (event.shows_secret()) extend(seen.own_history, event, seen.history);
    rules_.fold(seen, event);
  }

  /// The same for an event that may come from anywhere. Refuses one after which a field names a
  /// seat that does not exist, and leaves `seen` as it is; any other may lead to a view that no
  /// state has.
  [[nodiscard]] std::optional<InputError> fold_foreign(Observation& seen,
                                                       const Event& event) const {
    Observation next = seen;
    fold(next, event);
    auto error = missing_seat(next.open, player_count());
    if (!error) seen = next;
    return error;
  }

  /// A state that the viewer of `seen` cannot tell from the true one: the unseen cards are dealt
  /// to the hidden places as likely as the viewer believes them to lie (docs/beliefs.md). What
  /// others know in it is what the viewer knows that they know. `others` says whether they have
  /// taken a sealed decision in it; where none is sealed it changes nothing. Nothing when no way
  /// fits, which never happens for an observation of a real game. This and what else asks for
  /// worlds wants beliefs/belief.hpp included.
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

  /// How many worlds fit what the viewer knows, in decimal digits. It counts in the weights of the
  /// belief (docs/beliefs.md): each world as often as it is likely, in whole numbers that may have
  /// a divisor in common. Where all are alike these are the ways to deal the unseen cards, as
  /// individuals. So the last world that is left may count more than once.
  [[nodiscard]] std::string count_worlds(const Observation& seen) const {
    return rules_.belief_of(without_contradiction(rules_, seen)).count();
  }
  /// How often something that the viewer saw could be kept only in part: the belief promises then
  /// that nothing is left out that can be, and no probabilities. It costs as much as a sample where
  /// there is something.
  [[nodiscard]] int forgotten(const Observation& seen) const { return rules_.forgotten(seen); }
  /// How often something was left out in going through what is kept, so that it stays little work;
  /// at least 1 where what is remembered contradicts the table, and is set aside. Where this and
  /// `forgotten` are 0, a belief is exact. 0 for rules whose beliefs are always exact. Costs two
  /// samples.
  [[nodiscard]] int approximations([[maybe_unused]] const Observation& seen) const {
    if constexpr (requires { rules_.belief_of(seen).approximations(); }) {
      const Observation fitting = without_contradiction(rules_, seen);
      const int times = rules_.belief_of(fitting).approximations();
      return fitting.knowledge == seen.knowledge ? times : times + 1;
    }
    return 0;
  }

  // -- Result --

  /// Points by the rulebook as they stand, whatever the phase.
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
  /// What everybody gets; all 0 before the end.
  [[nodiscard]] PerPlayer<Fraction, capacity_of<R>> returns(const Table& table) const {
    return is_terminal(table) ? rules_.returns(table) : PerPlayer<Fraction, capacity_of<R>>{};
  }
  [[nodiscard]] PerPlayer<Fraction, capacity_of<R>> returns(const State& state) const {
    return returns(state.table);
  }

  // -- Canonical forms --

  /// A hash of the canonical form; secret, since it depends on hidden cards.
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
  /// A hash of all that the viewer sees and knows; players may compare theirs with a server's.
  [[nodiscard]] std::uint64_t observation_digest(const Observation& seen) const {
    Digest digest;
    write(digest, seen);
    return digest.value();
  }

  /// Puts the canonical bytes: game key, then fields in order, lowest byte first.
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

  /// The state whose canonical bytes these are, or what is wrong with them.
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

  /// The observation whose canonical bytes these are, or what is wrong with them.
  [[nodiscard]] Result<Observation> read_observation(std::span<const std::byte> bytes) const {
    auto seen = Observation();
    if (auto error = read_parts(bytes, key_, parts_of(rules_, seen))) {
      return tl::unexpected(*error);
    }
    if (auto error = this->validation_error(seen)) return tl::unexpected(*error);
    return seen;
  }

  /// Why `seen` is not accepted, or nothing: what the rules say of it, and of a state that is drawn
  /// from it. What its viewer remembers may contradict the table. Costs a sample and the validation
  /// of a state.
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const {
    if (const Viewer viewer = seen.viewer; !viewer.is_spectator() && !is_seat(viewer.seat())) {
      return wrong_viewer(viewer, "is no seat", "GN-1");
    }
    if (auto wrong = rules_.validation_error(seen)) return wrong;
    FastRandom random(SeedSequence(0));
    const auto state = determinize(seen, random, Others::Undecided);
    if (!state) return InputError{"observation", "", "no table fits it", "GN-9"};
    return rules_.validation_error(state->table, state->knowledge);
  }

  // -- Tensors --

  // What a game writes stands in `games/<game>/tensor.hpp`, which is to be included for these.

  /// Writes the observation as numbers, own seat first; of a spectator from seat 0 on. The work is
  /// proportional to the numbers, and nothing is allocated.
  void encode(TensorWriter& tensor, const Observation& seen) const {
    encode(tensor, seen.viewer, seen.open, seen.own, seen.knowledge);
  }
  /// The same of what `viewer` sees in a state, without making the observation.
  void encode_seen(TensorWriter& tensor, const State& state, Viewer viewer) const {
    static constexpr typename R::Private nothing{};
    const Table& table = state.table;
    const auto& own = viewer.is_spectator() ? nothing : table.own[viewer.seat()];
    const typename R::Knowledge& knowledge = state.knowledge;
    if constexpr (requires { knowledge.log; }) {
      // Of a log only what the viewer saw is written.
      encode(tensor, viewer, table.open, own, knowledge);
    } else {
      encode(tensor, viewer, table.open, own, rules_.knowledge_of(knowledge, viewer));
    }
  }
  /// The same and, of all that the viewer saw and did, two digests: equal where the information
  /// states are equal, and else different.
  void encode_information_state(TensorWriter& tensor, const Observation& seen) const {
    encode(tensor, seen);
    TensorFields<R> fields(rules_, Perspective{seen.viewer, player_count()}, tensor);
    fields.digest("history", seen.history, "a digest of all that everybody saw, byte by byte");
    fields.digest("own_history", seen.own_history,
                  "a digest of what else the viewer saw, byte by byte");
  }
  /// Writes the whole table as numbers, for those who may see all: what everybody sees, what each
  /// player holds, from the seat of `from` on (of a spectator: from seat 0), and what nobody sees.
  /// Not what anybody remembers.
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

  /// Folds every viewer's events into what they know; the same as folding their observations.
  struct KnowledgeUpdater {
    const R& rules;
    State& state;
    CHEMIX_INLINE_FOLD void operator()(const Table& before, const Event& event) const {
      rules.learn(state.knowledge, before.open, event);
      extend(state.history.open, event);
      if (event.begins_anew()) {
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

  // Lets a player or chance take an action, while somebody watches.
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

  // The fields of the game of a match, which know its rules.
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
  // `own` is looked at if the viewer is a player.
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

  // What everybody sees of an event.
  static constexpr void extend(std::uint64_t& history, const Event& event) {
    if (!event.is_noticed_by(Viewer::spectator())) return;
    history = chain(history, event.packed_openly());
  }
  // A private sight is chained with what everybody saw until then, which fixes when it was; but
  // dealt cards enter as a set, so they are added up.
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
    // Somebody must be left to decide: the viewer, else any of the others.
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

/// What everything that plays games needs of one.
template <class G>
concept Game = std::same_as<G, GameOf<typename G::Rules>> && GameRules<typename G::Rules>;

}  // namespace chemix
