// SPDX-License-Identifier: Apache-2.0
// The stepping of a game behind AnyGame, compiled for each game in a source of its own. It derives
// from game_observation_of.hpp and game_serialization_of.hpp.
#pragma once

#include "any_game_list.hpp"
#include "chemix/agents/guided.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/playout.hpp"
#include "game_observation_of.hpp"
#include "game_serialization_of.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

template <class WholeTurns>
class WholeTurnListOf final : public WholeTurnList {
 public:
  WholeTurnListOf(WholeTurns turns, int players)
      : turns_(std::move(turns)), walk_(turns_.walk()), players_(players) {}

  std::int64_t count() const override { return turns_.count(); }
  std::optional<WholeTurn> next() override {
    const auto outcome = walk_.next();
    if (!outcome) return std::nullopt;
    return turn_of(*outcome);
  }
  Result<std::pair<WholeTurn, double>> best(std::string_view weights) const override {
    const auto by = parse_options<typename WholeTurns::Weights>(weights, "weight");
    if (!by) return tl::unexpected(by.error());
    const auto best = turns_.best(*by);
    return std::pair(turn_of(best.outcome), best.value);
  }

 private:
  WholeTurn turn_of(const auto& outcome) const {
    WholeTurn turn{turns_.steps(outcome), {}};
    for (Player p = 0; p < players_; ++p) turn.points.push_back(outcome.points[p]);
    return turn;
  }

  WholeTurns turns_;
  typename WholeTurns::Walk walk_;
  int players_;
};

template <class G>
class AnyGameOf final : public GameObservationOf<G> {
  using Base = GameObservationOf<G>;
  using Base::game;
  using Base::rules;
  using Base::table_in;
  using typename Base::Observation;
  using typename Base::Rules;
  using typename Base::State;
  using typename Base::Table;

 public:
  explicit AnyGameOf(MadeGame<G>&& made)
      : Base(std::move(made)), max_ids_(static_cast<std::size_t>(game().max_legal_actions())) {}

  // -- States --

  void initial_state(int start_player, Block state) const override {
    Keyed<State>::store(state, game().key(), game().initial_state(start_player));
  }
  Acting acting(ConstBlock state) const override { return game().acting(table_in(state)); }
  bool is_sealed(ConstBlock state) const override { return game().is_sealed(table_in(state)); }
  std::size_t legal_actions(ConstBlock state, Player player, std::span<int> ids) const override {
    const Table& table = table_in(state);
    if (!may_act(rules(), table.open, table.own[player], player)) return 0;
    if (ids.size() < max_ids_) return fitting_actions(table, player, ids);
    std::size_t count = 0;
    game().legal_actions(table, player).for_each([&](int id) { ids[count++] = id; });
    return count;
  }
  std::optional<RuleError> refusal(ConstBlock state, Actor actor, int action) const override {
    const Table& table = table_in(state);
    return actor.is_chance()
               ? game().refusal_of_valid(table, rules().chance_action_of(action))
               : game().refusal_of_valid(table, actor.player(), rules().action_of(action));
  }
  std::optional<RuleError> apply(Block state, Actor actor, int action) const override {
    return applied(Keyed<State>::in(state), actor, action);
  }
  void apply_unchecked(Block block, Actor actor, int action) const override {
    State& state = Keyed<State>::in(block);
    if (actor.is_chance()) {
      game().apply_unchecked(state, rules().chance_action_of(action));
    } else {
      game().apply_unchecked(state, actor.player(), rules().action_of(action));
    }
  }
  std::vector<ChanceWay> chance_outcomes(ConstBlock state) const override {
    std::vector<ChanceWay> ways;
    game().for_each_chance_outcome(table_in(state), [&](const auto& outcome) {
      ways.push_back({rules().chance_action_id(outcome.action), outcome.weight});
    });
    return ways;
  }
  std::int64_t chance_weight(ConstBlock state) const override {
    return game().chance_weight(table_in(state));
  }
  int chance_outcome(ConstBlock state, std::int64_t nth) const override {
    return rules().chance_action_id(game().chance_outcome(table_in(state), nth));
  }
  std::uint32_t chance_count(ConstBlock state) const override {
    return Keyed<State>::in(state).chance_count;
  }
  std::uint64_t digest(ConstBlock state) const override {
    return game().digest(Keyed<State>::in(state));
  }
  std::uint64_t table_digest(ConstBlock state) const override {
    return game().table_digest(table_in(state));
  }
  Result<std::unique_ptr<WholeTurnList>> whole_turns(ConstBlock state) const override {
    if constexpr (WholeTurnRules<Rules>) {
      using Turns = typename Rules::WholeTurns;
      auto turns = Turns::create(game(), Keyed<State>::in(state).table);
      if (!turns) return tl::unexpected(turns.error());
      return std::make_unique<WholeTurnListOf<Turns>>(std::move(*turns), game().player_count());
    } else {
      return tl::unexpected(
          InputError{"game", std::string(G::name()), "does not list whole turns", ""});
    }
  }
  std::int64_t playout(Block state, FastRandom& random) const override {
    return chemix::playout(game(), Keyed<State>::in(state), random).steps;
  }

  // -- Tables --

  void table_of(ConstBlock state, Block table) const override {
    Keyed<Table>::store(table, game().key(), table_in(state));
  }
  void state_of(ConstBlock table, std::uint32_t chance_count, Block state) const override {
    auto made = State();
    made.table = table_in(table);
    made.chance_count = chance_count;
    Keyed<State>::store(state, game().key(), made);
  }
  std::optional<RuleError> apply_to_table(Block table, Actor actor, int action) const override {
    return applied(Keyed<Table>::in(table), actor, action);
  }
  std::int64_t playout_table(Block block, FastRandom& random, bool is_guided) const override {
    Table& table = Keyed<Table>::in(block);
    if (is_guided) return chemix::playout(game(), table, random, Guided()).steps;
    return chemix::playout(game(), table, random).steps;
  }

  // -- For servers --

  Acting acting_seen_by(ConstBlock state, Viewer viewer) const override {
    return game().acting(Keyed<State>::in(state), viewer);
  }

  // -- Observations --

  void observe(ConstBlock state, Viewer viewer, Block observation) const override {
    Keyed<Observation>::store(observation, this->observation_key(),
                              game().observation(Keyed<State>::in(state), viewer));
  }
  Acting acting_seen(ConstBlock observation) const override {
    return game().acting(Keyed<Observation>::in(observation));
  }
  bool is_sealed_seen(ConstBlock observation) const override {
    return game().is_sealed(Keyed<Observation>::in(observation));
  }
  std::size_t legal_actions_seen(ConstBlock observation, std::span<int> ids) const override {
    // After impossible events, there may be more actions than in any state.
    return list(game().legal_actions(Keyed<Observation>::in(observation)), ids);
  }
  std::optional<RuleError> refusal_seen(ConstBlock observation, int action) const override {
    return game().refusal_of_valid(Keyed<Observation>::in(observation), rules().action_of(action));
  }
  std::optional<InputError> fold(Block observation, const Event& event) const override {
    return game().fold_foreign(Keyed<Observation>::in(observation), event);
  }
  std::uint64_t observation_digest(ConstBlock observation) const override {
    return game().observation_digest(Keyed<Observation>::in(observation));
  }

 private:
  template <class Position>
  std::optional<RuleError> applied(Position& position, Actor actor, int action) const {
    if (actor.is_chance()) return applied_action(position, rules().chance_action_of(action));
    return applied_action(position, actor.player(), rules().action_of(action));
  }
  std::optional<RuleError> applied_action(auto& position, const auto&... taken) const {
    if (const auto refused = game().refusal_of_valid(position, taken...)) return refused;
    game().apply_unchecked(position, taken...);
    return std::nullopt;
  }

  static std::size_t list(const typename G::LegalActions& legal, std::span<int> ids) {
    std::size_t count = 0;
    legal.for_each([&](int id) {
      if (count < ids.size()) ids[count] = id;
      ++count;
    });
    return count;
  }
  // A function of its own, so that the fast path need not check whether each id fits.
  [[gnu::cold, gnu::noinline]] std::size_t fitting_actions(const Table& table, Player player,
                                                           std::span<int> ids) const {
    return list(game().legal_actions(table, player), ids);
  }

  // The cached `max_legal_actions`.
  std::size_t max_ids_;
};

template <class Games>
std::vector<GameEntry> entries_of() {
  return []<class... G>(std::type_identity<std::tuple<G...>>) {
    return std::vector<GameEntry>{
        {GameMakerOf<G>::describe(), &GameMakerOf<G>::make, sizeof(Keyed<typename G::State>)}...};
  }(std::type_identity<Games>());
}

}  // namespace chemix
