// SPDX-License-Identifier: Apache-2.0
// The adapter from a game to AnyGame, made for each game in a source file of its own.
#pragma once

#include "any_game_list.hpp"
#include "card_description.hpp"
#include "catalogue_of.hpp"
#include "chemix/any_game.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/cards/position.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/structured.hpp"
#include "chemix/core/undo.hpp"
#include "chemix/core/value.hpp"
#include "said_fields.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

/// Rules that name what lists the outcomes of a turn: `WholeTurns`, made from a game and a table,
/// is walked through, tells the steps to an outcome and finds the best by `WholeTurns::Weights`,
/// which are options.
template <class Rules>
concept ListsWholeTurns = requires {
  typename Rules::WholeTurns;
};

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

template <class Value>
struct Keyed {
  std::uint64_t key = 0;
  Value value;
};

template <class G>
class AnyGameOf final : public AnyGame {
  using Rules = typename G::Rules;
  using State = typename G::State;
  using Observation = typename G::Observation;

  static_assert(alignof(Keyed<State>) <= alignment && alignof(Keyed<Observation>) <= alignment);

 public:
  static constexpr std::size_t state_bytes = sizeof(Keyed<State>);

  using Deck = typename Rules::Deck;

  /// `deck` is what the game was made with, of which it may play with a part.
  AnyGameOf(G game, std::shared_ptr<const Deck> deck, std::string deck_text)
      : game_(std::move(game)), deck_(std::move(deck)), deck_text_(std::move(deck_text)) {
    TensorWriter seen;
    game_.encode(seen, nothing_seen());
    tensor_size_ = seen.size();
    TensorWriter with_digests;
    game_.encode_information_state(with_digests, nothing_seen());
    information_state_tensor_size_ = with_digests.size();
    TensorWriter all;
    game_.encode(all, typename G::Table(), Viewer::player(0));
    state_tensor_size_ = all.size();
  }

  // -- The game --

  std::string_view name() const override { return G::name(); }
  int revision() const override { return Rules::revision; }
  int player_count() const override { return game_.player_count(); }
  std::uint64_t key() const override { return game_.key(); }
  std::string options() const override { return print_options(rules().options()); }
  std::string deck_name() const override { return std::string(rules().deck().key()); }
  std::string deck_text() const override { return deck_text_; }
  int action_count() const override { return game_.action_count(); }
  int chance_action_count() const override { return game_.chance_action_count(); }
  int max_legal_actions() const override { return game_.max_legal_actions(); }
  std::int64_t max_steps() const override { return game_.max_steps(); }
  std::size_t state_size() const override { return state_bytes; }
  std::size_t observation_size() const override { return sizeof(Keyed<Observation>); }
  std::size_t tensor_size() const override { return tensor_size_; }
  std::size_t information_state_tensor_size() const override {
    return information_state_tensor_size_;
  }
  std::size_t state_tensor_size() const override { return state_tensor_size_; }
  int card_kind_count() const override { return rules().deck().card_kind_count(); }
  int phase_count() const override {
    return static_cast<int>(names_of(typename Rules::Phase{}).size());
  }
  int counter_count() const override {
    return static_cast<int>(names_of(typename Rules::Counter{}).size());
  }

  // -- Words --

  std::string_view card_name(int kind) const override {
    return rules().deck().name(Card::of(kind));
  }
  CardDescription card(int kind) const override {
    return describe_card(rules().deck(), Card::of(kind));
  }
  std::string_view phase_name(int phase) const override {
    return name_of(static_cast<typename Rules::Phase>(phase));
  }
  std::string_view counter_name(int counter) const override {
    return name_of(static_cast<typename Rules::Counter>(counter));
  }
  std::string action_text(int action) const override {
    return print_action(rules(), rules().action_of(action));
  }
  std::string chance_action_text(int action) const override {
    return print_action(rules(), rules().chance_action_of(action));
  }
  std::string_view action_kind(int action) const override {
    return action_name(rules().action_of(action));
  }
  std::string_view chance_action_kind(int action) const override {
    return action_name(rules().chance_action_of(action));
  }
  std::vector<SaidField> action_said(int action) const override {
    return said_fields(rules().action_of(action));
  }
  std::vector<SaidField> chance_action_said(int action) const override {
    return said_fields(rules().chance_action_of(action));
  }
  Result<int> parse_action(std::string_view text) const override {
    typename G::Action action;
    if (chemix::parse_action(text, rules(), action)) {
      // Numbers that are too large have no id of their own.
      const int id = rules().action_id(action);
      if (id >= 0 && id < action_count() && rules().action_of(id) == action) return id;
    }
    return tl::unexpected(InputError{"action", std::string(text), "no action of this game", ""});
  }
  Result<int> parse_chance_action(std::string_view text) const override {
    typename G::ChanceAction action;
    if (chemix::parse_action(text, rules(), action)) return rules().chance_action_id(action);
    return tl::unexpected(
        InputError{"action", std::string(text), "no chance action of this game", ""});
  }

  // -- Plain data --

  Value options_value() const override { return chemix::options_value(rules().options()); }
  Value action_fields(int action) const override {
    return fields_of(rules(), rules().action_of(action));
  }
  Value chance_action_fields(int action) const override {
    return fields_of(rules(), rules().chance_action_of(action));
  }
  Value rules_value() const override { return chemix::rules_value(game_, deck_); }
  Value state_schema() const override { return chemix::state_schema(game_); }
  Value observation_schema() const override { return chemix::observation_schema(game_); }

  // -- States --

  std::optional<InputError> expect_state(ConstBlock block) const override {
    return expect("state", block, sizeof(Keyed<State>));
  }
  std::optional<InputError> expect_observation(ConstBlock block) const override {
    return expect("observation", block, sizeof(Keyed<Observation>));
  }

  void initial_state(int start_player, Block state) const override {
    store(state, game_.initial_state(start_player));
  }
  Acting acting(ConstBlock state) const override { return game_.acting(read<State>(state)); }
  std::string_view phase(ConstBlock state) const override {
    return name_of(rules().phase_of(read<State>(state).table.open));
  }
  std::size_t legal_actions(ConstBlock state, Player player, std::span<int> ids) const override {
    if (!acting(state).contains(player)) return 0;
    return list(game_.legal_actions(read<State>(state), player), ids);
  }
  std::optional<RuleError> check(ConstBlock state, Actor actor, int action) const override {
    const State& value = read<State>(state);
    return actor.is_chance() ? game_.check(value, rules().chance_action_of(action))
                             : game_.check(value, actor.player(), rules().action_of(action));
  }
  std::optional<RuleError> apply(Block state, Actor actor, int action) const override {
    if (const auto refused = check(state, actor, action)) return refused;
    State& value = *mutable_value<State>(state);
    if (actor.is_chance()) {
      game_.apply_unchecked(value, rules().chance_action_of(action));
    } else {
      game_.apply_unchecked(value, actor.player(), rules().action_of(action));
    }
    return std::nullopt;
  }
  std::vector<ChanceWay> chance_outcomes(ConstBlock state) const override {
    std::vector<ChanceWay> ways;
    game_.for_each_chance_outcome(read<State>(state).table, [&](const auto& outcome) {
      ways.push_back({rules().chance_action_id(outcome.action), outcome.weight});
    });
    return ways;
  }
  std::int64_t chance_weight(ConstBlock state) const override {
    return game_.chance_weight(read<State>(state).table);
  }
  int chance_outcome(ConstBlock state, std::int64_t nth) const override {
    return rules().chance_action_id(game_.chance_outcome(read<State>(state).table, nth));
  }
  std::uint32_t chance_count(ConstBlock state) const override {
    return read<State>(state).chance_count;
  }
  tl::expected<std::vector<Event>, RuleError> events(ConstBlock before, Actor actor, int action,
                                                     Viewer viewer) const override {
    if (const auto refused = check(before, actor, action)) return tl::unexpected(*refused);
    const auto& table = read<State>(before).table;
    const auto list = actor.is_chance()
                          ? game_.events(table, rules().chance_action_of(action), viewer)
                          : game_.events(table, actor.player(), rules().action_of(action), viewer);
    return std::vector<Event>(list.begin(), list.end());
  }
  std::vector<int> scores(ConstBlock state) const override {
    return in_play(game_.scores(read<State>(state)));
  }
  std::vector<Fraction> returns(ConstBlock state) const override {
    return in_play(game_.returns(read<State>(state)));
  }
  bool equal(ConstBlock lhs, ConstBlock rhs) const override {
    return read<State>(lhs) == read<State>(rhs);
  }
  std::uint64_t digest(ConstBlock state) const override { return game_.digest(read<State>(state)); }
  std::uint64_t table_digest(ConstBlock state) const override {
    return game_.table_digest(read<State>(state).table);
  }
  std::string text(ConstBlock state) const override { return notation(game_, read<State>(state)); }
  std::optional<InputError> parse(std::string_view text, Block state) const override {
    return store_result(state, parse_state(game_, text));
  }
  Value state_value(ConstBlock state) const override { return value_of(game_, read<State>(state)); }
  std::optional<InputError> read_state(const Value& value, Block state) const override {
    return store_result(state, state_from(game_, value));
  }
  std::size_t save(ConstBlock state, std::span<std::byte> bytes) const override {
    ByteWriter writer(bytes);
    game_.write(writer, read<State>(state));
    return writer.size();
  }
  std::optional<InputError> load(std::span<const std::byte> bytes, Block state) const override {
    return store_result(state, game_.read_state(bytes));
  }
  Result<std::unique_ptr<WholeTurnList>> whole_turns(ConstBlock state) const override {
    if constexpr (ListsWholeTurns<Rules>) {
      using Turns = typename Rules::WholeTurns;
      auto turns = Turns::create(game_, read<State>(state).table);
      if (!turns) return tl::unexpected(turns.error());
      return std::make_unique<WholeTurnListOf<Turns>>(std::move(*turns), player_count());
    } else {
      return tl::unexpected(
          InputError{"game", std::string(name()), "does not list whole turns", ""});
    }
  }
  std::size_t state_tensor(ConstBlock state, Viewer from, std::span<float> numbers) const override {
    TensorWriter writer(numbers);
    game_.encode(writer, read<State>(state).table, from);
    return writer.size();
  }
  TensorLayout state_tensor_layout() const override {
    TensorLayout layout;
    TensorWriter writer(layout);
    game_.encode(writer, typename G::Table(), Viewer::player(0));
    return layout;
  }
  std::int64_t playout(Block state, FastRandom& random) const override {
    return chemix::playout(game_, *mutable_value<State>(state), random).steps;
  }

  // -- What a viewer may know, for servers --

  Acting acting_seen_by(ConstBlock state, Viewer viewer) const override {
    return game_.acting(read<State>(state), viewer);
  }
  bool can_undo(ConstBlock before, ConstBlock after, Player player) const override {
    return chemix::can_undo(game_, read<State>(before), read<State>(after), player);
  }

  // -- Observations --

  void observe(ConstBlock state, Viewer viewer, Block observation) const override {
    store(observation, game_.observation(read<State>(state), viewer));
  }
  Viewer viewer(ConstBlock observation) const override {
    return read<Observation>(observation).viewer;
  }
  Acting acting_seen(ConstBlock observation) const override {
    return game_.acting(read<Observation>(observation));
  }
  std::string_view phase_seen(ConstBlock observation) const override {
    return name_of(rules().phase_of(read<Observation>(observation).open));
  }
  bool is_sealed_seen(ConstBlock observation) const override {
    return game_.is_sealed(read<Observation>(observation));
  }
  std::vector<std::optional<int>> scores_seen(ConstBlock observation) const override {
    return in_play(game_.scores(read<Observation>(observation)));
  }
  std::size_t legal_actions_seen(ConstBlock observation, std::span<int> ids) const override {
    const Observation& seen = read<Observation>(observation);
    if (seen.viewer.is_spectator() || !game_.acting(seen).contains(seen.viewer.seat())) return 0;
    return list(game_.legal_actions(seen), ids);
  }
  std::optional<RuleError> check_seen(ConstBlock observation, int action) const override {
    return game_.check(read<Observation>(observation), rules().action_of(action));
  }
  void fold(Block observation, const Event& event) const override {
    game_.fold(*mutable_value<Observation>(observation), event);
  }
  std::uint64_t observation_digest(ConstBlock observation) const override {
    return game_.observation_digest(read<Observation>(observation));
  }
  std::string observation_text(ConstBlock observation) const override {
    return notation(game_, read<Observation>(observation));
  }
  std::optional<InputError> parse_observation(std::string_view text,
                                              Block observation) const override {
    return store_result(observation, chemix::parse_observation(game_, text));
  }
  Value observation_value(ConstBlock observation) const override {
    return value_of(game_, read<Observation>(observation));
  }
  std::size_t save_observation(ConstBlock observation, std::span<std::byte> bytes) const override {
    ByteWriter writer(bytes);
    game_.write(writer, read<Observation>(observation));
    return writer.size();
  }
  std::optional<InputError> load_observation(std::span<const std::byte> bytes,
                                             Block observation) const override {
    return store_result(observation, game_.read_observation(bytes));
  }
  std::size_t tensor(ConstBlock observation, std::span<float> numbers) const override {
    TensorWriter writer(numbers);
    game_.encode(writer, read<Observation>(observation));
    return writer.size();
  }
  TensorLayout tensor_layout() const override {
    TensorLayout layout;
    TensorWriter writer(layout);
    game_.encode(writer, nothing_seen());
    return layout;
  }
  std::size_t information_state_tensor(ConstBlock observation,
                                       std::span<float> numbers) const override {
    TensorWriter writer(numbers);
    game_.encode_information_state(writer, read<Observation>(observation));
    return writer.size();
  }
  TensorLayout information_state_tensor_layout() const override {
    TensorLayout layout;
    TensorWriter writer(layout);
    game_.encode_information_state(writer, nothing_seen());
    return layout;
  }

  // -- Beliefs --

  std::optional<InputError> view_fault(ConstBlock observation) const override {
    return rules().fault(read<Observation>(observation));
  }
  bool determinize(ConstBlock observation, Generator& random, Others others,
                   Block state) const override {
    const auto sample = game_.determinize(read<Observation>(observation), random, others);
    if (sample) store(state, *sample);
    return sample.has_value();
  }
  std::string count_worlds(ConstBlock observation) const override {
    return game_.count_worlds(read<Observation>(observation));
  }
  std::vector<Place> hidden_places(ConstBlock observation) const override {
    return unseen_places(rules(), read<Observation>(observation));
  }
  Marginals marginals(ConstBlock observation) const override {
    return marginals_of(rules(), read<Observation>(observation));
  }
  int max_copies() const override { return most_copies(rules().deck().all_cards()); }
  int weakened(ConstBlock observation) const override {
    return game_.weakened(read<Observation>(observation));
  }
  int approximated(ConstBlock observation) const override {
    return game_.approximated(read<Observation>(observation));
  }
  std::vector<SaidField> observation_said(ConstBlock observation) const override {
    std::vector<SaidField> fields;
    for_each_field(read<Observation>(observation),
                   [&](const char* name, const auto& field) { add_said(fields, name, field); });
    return fields;
  }

 private:
  const Rules& rules() const { return game_.rules(); }
  static Observation nothing_seen() {
    Observation seen;
    seen.viewer = Viewer::player(0);
    return seen;
  }

  template <class Value>
  static const Value& read(ConstBlock block) {
    return std::launder(reinterpret_cast<const Keyed<Value>*>(block.data()))->value;
  }
  template <class Value>
  static Value* mutable_value(Block block) {
    return &std::launder(reinterpret_cast<Keyed<Value>*>(block.data()))->value;
  }
  template <class Value>
  void store(Block block, const Value& value) const {
    // Padding is cleared, so that equal values are equal memory.
    std::memset(block.data(), 0, sizeof(Keyed<Value>));
    new (block.data()) Keyed<Value>{game_.key(), value};
  }
  template <class Value>
  std::optional<InputError> store_result(Block block, const Result<Value>& result) const {
    if (!result) return result.error();
    store(block, *result);
    return std::nullopt;
  }

  std::optional<InputError> expect(const char* field, ConstBlock block, std::size_t size) const {
    if (block.size() != size) {
      return InputError{field, std::to_string(block.size()) + " bytes",
                        "must be " + std::to_string(size), ""};
    }
    if (reinterpret_cast<std::uintptr_t>(block.data()) % alignment != 0) {
      return InputError{field, "", "must be aligned to 8 bytes", ""};
    }
    std::uint64_t key = 0;
    std::memcpy(&key, block.data(), sizeof key);
    if (key == game_.key()) return std::nullopt;
    return InputError{field, hex(key), "is of another game than " + hex(game_.key()), ""};
  }

  static std::size_t list(const typename G::LegalActions& legal, std::span<int> ids) {
    std::size_t count = 0;
    legal.for_each([&](int id) {
      if (count < ids.size()) ids[count] = id;
      ++count;
    });
    return count;
  }

  template <class Values>
  std::vector<typename Values::value_type> in_play(const Values& values) const {
    std::vector<typename Values::value_type> list(static_cast<std::size_t>(player_count()));
    for (Player p = 0; p < player_count(); ++p) list[static_cast<std::size_t>(p)] = values[p];
    return list;
  }

  template <class Visit>
  static void for_each_field(const Observation& seen, Visit&& visit) {
    Rules::Public::visit_fields(seen.open, visit);
    Rules::Private::visit_fields(seen.own, visit);
    Rules::Facts::visit_fields(seen.facts, visit);
  }

  G game_;
  std::shared_ptr<const Deck> deck_;
  std::string deck_text_;
  std::size_t tensor_size_ = 0;
  std::size_t information_state_tensor_size_ = 0;
  std::size_t state_tensor_size_ = 0;
};

template <class Deck>
struct FoundDeck {
  std::shared_ptr<const Deck> deck;
  /// The deck file, unless a built-in deck of that name plays alike.
  std::string text;
};

template <class Deck>
Result<FoundDeck<Deck>> find_deck(const GameRequest& request, std::string_view default_deck) {
  if (request.deck_text.empty()) {
    auto deck = builtin_deck<Deck>(request.deck.empty() ? default_deck : request.deck);
    if (!deck) return tl::unexpected(deck.error());
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
Result<std::shared_ptr<const AnyGame>> make(const GameRequest& request) {
  using Rules = typename G::Rules;
  auto options = parse_options<typename Rules::Options>(request.options);
  if (!options) return tl::unexpected(options.error());
  auto deck = find_deck<typename Rules::Deck>(request, Rules::default_deck);
  if (!deck) return tl::unexpected(deck.error());
  auto rules = Rules::create(deck->deck, *options, request.players);
  if (!rules) return tl::unexpected(rules.error());
  return std::make_shared<AnyGameOf<G>>(G(std::move(*rules)), deck->deck, std::move(deck->text));
}

template <class G>
GameDescription describe() {
  using Rules = typename G::Rules;
  GameDescription game{std::string(Rules::name),
                       Rules::revision,
                       Rules::min_players,
                       Rules::max_players,
                       std::string(Rules::default_deck),
                       describe_options<typename Rules::Options>(),
                       {}};
  if constexpr (ListsWholeTurns<Rules>) {
    game.turn_weights = describe_options<typename Rules::WholeTurns::Weights>();
  }
  return game;
}

template <class Games>
std::vector<GameEntry> entries_of() {
  return []<class... G>(std::type_identity<std::tuple<G...>>) {
    return std::vector<GameEntry>{{describe<G>(), &make<G>, AnyGameOf<G>::state_bytes}...};
  }(std::type_identity<Games>());
}

}  // namespace chemix
