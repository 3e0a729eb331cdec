// SPDX-License-Identifier: Apache-2.0
// GameOf: a game made from rules that meet the contract (core/contract.hpp), with every operation
// that follows from them.
#pragma once

#include "chemix/core/action.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/contract.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/fraction.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/parts.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/state.hpp"
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
  /// This phase does not ask for actions of this kind. The arguments are the phase, and as a bit
  /// mask the kinds of action that the player may take instead.
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
  if constexpr (SealedRules<R>) return !rules.has_decided(own);
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

/// The refusal of an action that `player` is not asked for. Precondition: `may_act` is true.
template <class R>
[[gnu::cold, gnu::noinline]] RuleError refuse_kind(const R& rules, const typename R::Public& open,
                                                   const typename R::Private& own, Player player) {
  static_assert(std::variant_size_v<typename R::Action> <= 15, "the mask of kinds has 15 bits");
  int kinds = 0;
  rules.legal_actions(open, own, player).for_each([&](int id) {
    kinds |= 1 << rules.action_of(id).index();
  });
  return refuse_for("GN-10", static_cast<int>(NotLegal::Kind),
                    static_cast<int>(rules.phase_of(open)), kinds);
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
    if (!refused) return refused;
    // Rules that refuse a kind of action themselves name only GN-10.
    if (*refused == refuse(NotLegal::Kind)) *refused = refuse_kind(rules, open, own, player);
    refused->action = static_cast<std::uint16_t>(rules.action_id(action));
    return refused;
  }
}

/// Performs an action of a player or of chance: the rules post the resulting events.
template <class R>
CHEMIX_INLINE void take_action(const R& rules, auto& step, Player player,
                               const typename R::Action& action) {
  if constexpr (PerformsAction<R, typename R::Action>) {
    rules.perform(step, player, action);
  } else {
    with_action(action, [&](const auto& taken) { rules.perform(step, player, taken); });
  }
}
template <class R>
void take_action(const R& rules, auto& step, const typename R::ChanceAction& action) {
  rules.resolve(step, action);
}

/// Samples a table from the belief of the viewer of `seen`; nothing if none fits. A table that
/// `is_consistent` rejects is sampled again, up to 1,024 times.
template <class R>
std::optional<Table<R>> sampled_table(const R& rules, const Observation<R>& seen,
                                      RandomRef random) {
  constexpr int max_draws = 1024;
  const auto worlds = rules.belief_of(seen);
  for (int i = 0; i < max_draws; ++i) {
    const auto world = worlds.sample(random);
    if (!world) break;
    const Table<R> table = rules.table_from_world(seen, *world);
    if (rules.is_consistent(table)) return table;
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
template <class R>
Observation<R> without_contradiction(const R& rules, const Observation<R>& seen) {
  FastRandom random(SeedSequence(0));
  return sampled_table(rules, seen, random) ? seen : without_knowledge(seen);
}

/// Samples a table that the viewer of `seen` cannot tell from the true one; nothing if none fits.
/// Falls back to the table alone if the viewer's memory contradicts it.
template <class R>
std::optional<Table<R>> determinized(const R& rules, const Observation<R>& seen, RandomRef random) {
  if (auto table = sampled_table(rules, seen, random)) return table;
  return sampled_table(rules, without_knowledge(seen), random);
}

// Where the fields of the game lie in a tensor; the rules of a match have others (core/match.hpp).
template <class R>
const TensorFields<R>& fields_of_game(const TensorFields<R>& fields) {
  return fields;
}
template <class Public>
const Public& public_of_game(const Public& open) {
  return open;
}
void encode_known(auto&, const NoKnowledge&, const auto&) {}

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
  /// The events of one step.
  using Events = InplaceVector<Event, R::max_step_events>;

  explicit GameOf(R rules) : rules_(std::move(rules)) {
    expect_actions(std::type_identity<typename R::Action>());
    static_assert(GameRules<R>);
    static_assert(names_in<typename R::Phase>.size() > static_cast<std::size_t>(R::Phase::Over),
                  "names_of(Phase) does not name every phase");
    assert(rules_.action_count() <= R::LegalActions::id_count);
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
    return is_one ? refusal_of_valid(table, action) : refused_outcome(table, action);
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
    return possible ? std::nullopt : refused_outcome(table, action);
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
  CHEMIX_INLINE void apply_unchecked(State& state, Player player, const Action& action) const {
    step(state.table, KnowledgeUpdater{rules_, state}, player, action);
  }
  CHEMIX_INLINE void apply_unchecked(State& state, const ChanceAction& action) const {
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
    return events_of(before, viewer, player, action);
  }
  [[nodiscard]] Events events(const Table& before, const ChanceAction& action,
                              Viewer viewer) const {
    return events_of(before, viewer, action);
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
    static_assert(WorldRules<R>, "include chemix/beliefs/belief.hpp to ask for worlds");
    std::optional<Table> table = rules_.determinize(seen, random);
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
  [[nodiscard]] int approximations(const Observation& seen) const {
    const Observation fitting = without_contradiction(rules_, seen);
    const int times = rules_.belief_of(fitting).approximations();
    return fitting.knowledge == seen.knowledge ? times : times + 1;
  }

  // -- Result --

  /// Points by the rulebook at this point of the game, in any phase.
  [[nodiscard]] PerPlayer<int, R::capacity> scores(const Table& table) const {
    return rules_.scores(table);
  }
  [[nodiscard]] PerPlayer<int, R::capacity> scores(const State& state) const {
    return scores(state.table);
  }
  /// The same as far as the viewer can tell: nothing for a score that depends on cards that the
  /// viewer does not see.
  [[nodiscard]] PerPlayer<std::optional<int>, R::capacity> scores(const Observation& seen) const {
    PerPlayer<std::optional<int>, R::capacity> scores;
    for (Player p = 0; p < player_count(); ++p) scores[p] = rules_.score_seen(seen, p);
    return scores;
  }
  /// The final returns; all 0 before the end.
  [[nodiscard]] PerPlayer<Fraction, R::capacity> returns(const Table& table) const {
    return is_terminal(table) ? rules_.returns(table) : PerPlayer<Fraction, R::capacity>{};
  }
  [[nodiscard]] PerPlayer<Fraction, R::capacity> returns(const State& state) const {
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
  /// Promise: determinizable.
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
    encode(tensor, viewer, table.open, own, rules_.knowledge_to_encode(state.knowledge, viewer));
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
    auto game = fields_of_game(fields);
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
    static_assert(HasLegalPhases<typename R::Phase, Kind>, "the action has no legal_phases");
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
  std::optional<RuleError> refused_none() const {
    RuleError error = refuse(NotLegal::Kind);  // GN-10
    error.action = static_cast<std::uint16_t>(action_count());
    return error;
  }
  std::optional<RuleError> refused_outcome(const Table& table, const ChanceAction& action) const {
    RuleError error = refuse_for("GN-2", acting(table).is_chance() ? 1 : 0);  // GN-2
    error.action = static_cast<std::uint16_t>(rules_.chance_action_id(action));
    return error;
  }

  Events events_of(const Table& before, Viewer viewer, const auto&... taken) const {
    Table table = before;
    Events events;
    const auto post = [&](const Event& event) {
      if (event.is_noticed_by(viewer)) events.add(event.as_seen_by(viewer));
      rules_.fold(table, event);
    };
    AnyStepContext<R> step(table.open, table.own, table.hidden, post);
    take_action(rules_, step, taken...);
    return events;
  }

  /// Updates the knowledge and digests of all viewers; equivalent to folding each observation.
  struct KnowledgeUpdater {
    const R& rules;
    State& state;
    CHEMIX_INLINE void operator()(const Table& before, const Event& event) const {
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

  // Performs one action of a player or of chance and reports its events to `observer`. Builds for
  // size share the code of a step among all observers.
  CHEMIX_INLINE void step(Table& table, const auto& observer, const auto&... taken) const {
#ifdef CHEMIX_SMALL
    const auto post = [&](const Event& event) {
      observer(std::as_const(table), event);
      rules_.fold(table, event);
    };
    AnyStepContext<R> context(table.open, table.own, table.hidden, post);
#else
    StepContext context(rules_, table, observer);
#endif
    take_action(rules_, context, taken...);
  }

  void encode(TensorWriter& tensor, Viewer viewer, const typename R::Public& open,
              const typename R::Private& own, const typename R::Knowledge& knowledge) const {
    TensorFields<R> fields(rules_, Perspective{viewer, player_count()}, tensor);
    encode_open(fields, open);
    auto game = fields_of_game(fields);
    encode_own(game, own);
    encode_known(game, knowledge, public_of_game(open));
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
