// SPDX-License-Identifier: Apache-2.0
// A game behind AnyGame: steps, views, tensors and sampling, which release builds optimize for
// speed. The rest is in game_serialization_of.hpp. In one source, both would take 27 % more space
// at -O2, and 77 % more instructions per step at -Os.
#pragma once

#include "any_game_list.hpp"
#include "chemix/agents/guided.hpp"
#include "chemix/any_game.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/tensor.hpp"
#include "game_serialization_of.hpp"

#include <algorithm>
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

  std::optional<std::int64_t> count(StopPoll& stop) const override {
    const std::int64_t counted = turns_.count(stop);
    if (stop.is_ended()) return std::nullopt;
    return counted;
  }
  std::optional<WholeTurn> next() override {
    const auto outcome = walk_.next();
    if (!outcome) return std::nullopt;
    return turn_of(*outcome);
  }
  Result<std::optional<Best>> best(std::string_view weights, StopPoll& stop) const override {
    const auto by = parse_options<typename WholeTurns::Weights>(weights, "weight");
    if (!by) return tl::unexpected(by.error());
    const auto best = turns_.best(*by, stop);
    if (stop.is_ended()) return std::optional<Best>();
    return std::optional<Best>(std::in_place, turn_of(best.outcome), best.value);
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

/// Builds that define CHEMIX_WITHOUT_TENSORS are about a twentieth smaller; their tensors and
/// layouts are empty.
#ifdef CHEMIX_WITHOUT_TENSORS
inline constexpr bool has_tensors = false;
#else
inline constexpr bool has_tensors = true;
#endif

template <class G>
class AnyGameOf final : public GameSerializationOf<G> {
  using Base = GameSerializationOf<G>;
  using Base::game;
  using Base::observation_key;
  using Base::rules;
  using Base::table_in;
  using typename Base::Observation;
  using typename Base::Rules;
  using typename Base::State;
  using typename Base::Table;

 public:
  explicit AnyGameOf(MadeGame<G>&& made)
      : Base(std::move(made)),
        max_ids_(static_cast<std::size_t>(game().max_legal_actions())),
        tensor_size_(written({}, [&](auto& to) { encode_nothing_seen(to); })),
        information_state_tensor_size_(written({}, [&](auto& to) { encode_nothing_known(to); })),
        state_tensor_size_(written({}, [&](auto& to) { encode_no_state(to); })) {}

  // -- The game --

  std::size_t tensor_size() const override { return tensor_size_; }
  std::size_t information_state_tensor_size() const override {
    return information_state_tensor_size_;
  }
  std::size_t state_tensor_size() const override { return state_tensor_size_; }

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
  std::size_t canonical_actions(ConstBlock state, Player player,
                                std::span<int> ids) const override {
    if constexpr (CanonicalRules<Rules>) {
      const Table& table = table_in(state);
      const auto& own = table.own[player];
      if (!may_act(rules(), table.open, own, player)) return 0;
      return list(rules().canonical_actions(table.open, own, player), ids);
    } else {
      return legal_actions(state, player, ids);
    }
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
  void apply_unchecked(Block state, Actor actor, int action) const override {
    if (actor.is_chance()) {
      game().apply_unchecked(Keyed<State>::in(state), rules().chance_action_of(action));
    } else {
      game().apply_unchecked(Keyed<State>::in(state), actor.player(), rules().action_of(action));
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
  void resolve(Block block, DealStream& draws) const override {
    State& state = Keyed<State>::in(block);
    while (game().acting(state).is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game().chance_weight(state.table));
      const auto nth = static_cast<std::int64_t>(draws.draw(state.chance_count, ways));
      game().apply_unchecked(state, game().chance_outcome(state.table, nth));
    }
  }
  std::uint32_t chance_count(ConstBlock state) const override {
    return Keyed<State>::in(state).chance_count;
  }
  double lead(ConstBlock state, Player player) const override {
    const double ahead = ahead_of_others(player, rules().scores_so_far(table_in(state)));
    return Rules::best_score == BestScore::Most ? ahead : -ahead;
  }
  double heuristic_value(ConstBlock state, Player player) const override {
    if constexpr (HeuristicRules<Rules>) {
      PerPlayer<double, Rules::capacity> heuristic_value;
      for (Player p = 0; p < this->player_count(); ++p)
        heuristic_value[p] = rules().heuristic_value(table_in(state), p);
      return ahead_of_others(player, heuristic_value);
    } else {
      return 0;
    }
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
  std::size_t state_tensor(ConstBlock state, Viewer from, std::span<float> numbers) const override {
    return written(numbers, [&](auto& to) { game().encode(to, table_in(state), from); });
  }
  TensorLayout state_tensor_layout() const override {
    return layout_of([&](auto& to) { encode_no_state(to); });
  }
  std::int64_t playout(Block state, FastRandom& random) const override {
    return chemix::playout(game(), Keyed<State>::in(state), random).steps;
  }

  // -- Tables, for search --

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

  // -- For servers: what a viewer may know --

  Acting acting_seen_by(ConstBlock state, Viewer viewer) const override {
    return game().acting(Keyed<State>::in(state), viewer);
  }

  // -- Observations --

  void observe(ConstBlock state, Viewer viewer, Block observation) const override {
    Keyed<Observation>::store(observation, observation_key(),
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
  std::size_t tensor(ConstBlock observation, std::span<float> numbers) const override {
    return written(numbers,
                   [&](auto& to) { game().encode(to, Keyed<Observation>::in(observation)); });
  }
  std::size_t tensor(ConstBlock state, Viewer viewer, std::span<float> numbers,
                     TensorCache* notes) const override {
    TensorWriter writer(numbers, notes);
    if constexpr (has_tensors) game().encode_seen(writer, Keyed<State>::in(state), viewer);
    return writer.size();
  }
  TensorLayout tensor_layout() const override {
    return layout_of([&](auto& to) { encode_nothing_seen(to); });
  }
  std::size_t information_state_tensor(ConstBlock observation,
                                       std::span<float> numbers) const override {
    return written(numbers, [&](auto& to) {
      game().encode_information_state(to, Keyed<Observation>::in(observation));
    });
  }
  TensorLayout information_state_tensor_layout() const override {
    return layout_of([&](auto& to) { encode_nothing_known(to); });
  }

  // -- Beliefs (docs/beliefs.md) --

  bool determinize(ConstBlock observation, Generator& random, Others others,
                   Block state) const override {
    const auto sample = game().determinize(Keyed<Observation>::in(observation), random, others);
    if (sample) Keyed<State>::store(state, game().key(), *sample);
    return sample.has_value();
  }

 private:
  std::optional<RuleError> applied(auto& position, Actor actor, int action) const {
    std::optional<RuleError> refused;
    const auto take = [&](const auto&... taken) {
      refused = game().refusal_of_valid(position, taken...);
      if (!refused) game().apply_unchecked(position, taken...);
    };
    if (actor.is_chance()) {
      take(rules().chance_action_of(action));
    } else {
      take(actor.player(), rules().action_of(action));
    }
    return refused;
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
  std::size_t fitting_actions(const Table& table, Player player, std::span<int> ids) const {
    return list(game().legal_actions(table, player), ids);
  }

  // A player's number minus the mean of the others'.
  double ahead_of_others(Player player, const auto& has) const {
    const int players = game().player_count();
    double others = 0;
    for (Player p = 0; p < players; ++p) others += p == player ? 0 : static_cast<double>(has[p]);
    return static_cast<double>(has[player]) - others / std::max(1, players - 1);
  }

  // Writes as many of the numbers of `encode(writer)` as fit, and returns their total number.
  template <class Encode>
  static std::size_t written(std::span<float> numbers, Encode&& encode) {
    TensorWriter writer(numbers);
    if constexpr (has_tensors) encode(writer);
    return writer.size();
  }
  template <class Encode>
  static TensorLayout layout_of(Encode&& encode) {
    TensorLayout layout;
    TensorWriter writer(layout);
    if constexpr (has_tensors) encode(writer);
    return layout;
  }
  static Observation nothing_seen() {
    auto seen = Observation();
    seen.viewer = Viewer::player(0);
    return seen;
  }

  void encode_nothing_seen(TensorWriter& to) const { game().encode(to, nothing_seen()); }
  void encode_nothing_known(TensorWriter& to) const {
    game().encode_information_state(to, nothing_seen());
  }
  void encode_no_state(TensorWriter& to) const { game().encode(to, Table(), Viewer::player(0)); }

  // Cached, since they are asked for with each state.
  std::size_t max_ids_;
  std::size_t tensor_size_;
  std::size_t information_state_tensor_size_;
  std::size_t state_tensor_size_;
};

template <class Deck>
struct FoundDeck {
  std::shared_ptr<const Deck> deck;
  /// The deck file; empty if the deck equals the built-in one of its name.
  std::string text;
};

template <class Deck>
Result<FoundDeck<Deck>> find_deck(const GameRequest& request, std::string_view default_deck) {
  if (request.deck_text.empty()) {
    auto deck = builtin_deck<Deck>(request.deck.empty() ? default_deck : request.deck);
    if (!deck) {
      // The name is wrong, not a field of a file.
      InputError error = deck.error();
      error.field = "deck";
      return tl::unexpected(error);
    }
    return FoundDeck<Deck>{*deck, ""};
  }
  if (!request.deck.empty()) {
    return tl::unexpected(
        InputError{"deck", request.deck, "given both by name and as a file", "DK-4"});
  }
  auto deck = read_deck<Deck>(request.deck_text, request.deck_file);
  if (!deck) return tl::unexpected(deck.error());
  const auto builtin = builtin_deck<Deck>((*deck)->key());
  const bool same = builtin && (*builtin)->content_hash() == (*deck)->content_hash();
  return FoundDeck<Deck>{*deck, same ? "" : chemix::deck_text(**deck)};
}

template <class G>
Result<std::shared_ptr<const AnyGame>> made_of(const GameRequest& request) {
  using Rules = typename G::Rules;
  auto options = parse_options<typename Rules::Options>(request.options);
  if (!options) return tl::unexpected(options.error());
  auto deck = find_deck<typename Rules::Deck>(request, Rules::default_deck);
  if (!deck) return tl::unexpected(deck.error());
  auto rules = Rules::create(deck->deck, *options, request.players);
  if (!rules) return tl::unexpected(rules.error());
  return std::make_shared<AnyGameOf<G>>(
      MadeGame<G>{G(std::move(*rules)), std::move(deck->deck), std::move(deck->text)});
}

template <class G>
GameDescription description_of() {
  using Rules = typename G::Rules;
  GameDescription game{std::string(Rules::name),
                       Rules::revision,
                       Rules::min_players,
                       Rules::max_players,
                       std::string(Rules::default_deck),
                       describe_options<typename Rules::Options>(),
                       {}};
  if constexpr (WholeTurnRules<Rules>) {
    game.turn_weights = describe_options<typename Rules::WholeTurns::Weights>();
  }
  return game;
}

template <class Games>
std::vector<GameEntry> entries_of() {
  return []<class... G>(std::type_identity<std::tuple<G...>>) {
    return std::vector<GameEntry>{
        {description_of<G>(), &made_of<G>, sizeof(Keyed<typename G::State>)}...};
  }(std::type_identity<Games>());
}

}  // namespace chemix
