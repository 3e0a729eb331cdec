// SPDX-License-Identifier: Apache-2.0
// A game behind AnyGame, all but its play: names, texts, values, bytes, and what is asked about
// states and observations outside the path of a step. Optimized for size in release builds.
#pragma once

#include "action_numbers.hpp"
#include "card_description.hpp"
#include "catalogue_of.hpp"
#include "chemix/agents/guided.hpp"
#include "chemix/any_game.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/marginals.hpp"
#include "chemix/cards/position.hpp"
#include "chemix/cards/seen_table.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/state_values.hpp"
#include "chemix/core/undo.hpp"
#include "chemix/core/value.hpp"
#include "message_arguments.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace chemix {

/// A state or an observation in a block, behind the key of its game.
template <class Value>
struct Keyed {
  std::uint64_t key = 0;
  Value value;

  static const Value& in(ConstBlock block) {
    return std::launder(reinterpret_cast<const Keyed*>(block.data()))->value;
  }
  static Value& in(Block block) {
    return std::launder(reinterpret_cast<Keyed*>(block.data()))->value;
  }
  static void store(Block block, std::uint64_t key, const Value& value) {
    // Clear the padding, so that equal values are equal memory.
    std::memset(block.data(), 0, sizeof(Keyed));
    new (block.data()) Keyed{key, value};
  }
};

/// Returns an error unless a block has this size, is aligned and belongs to the game with this key.
std::optional<InputError> block_error(const char* field, ConstBlock block, std::size_t size,
                                      std::uint64_t key);

/// The error for a text that is not an action of the game (of chance); it suggests valid ones.
InputError no_action(const AnyGame& game, std::string_view text, bool by_chance);

/// A game with what it was made from.
template <class G>
struct MadeGame {
  G game;
  /// The deck that the game was made with; the game may use only a part of it.
  std::shared_ptr<const typename G::Rules::Deck> deck;
  std::string deck_text;
};

template <class G>
class GameSerializationOf : public AnyGame {
 protected:
  using Rules = typename G::Rules;
  using Deck = typename Rules::Deck;
  using Table = typename G::Table;
  using State = typename G::State;
  using Observation = typename G::Observation;

  static_assert(alignof(Keyed<State>) <= alignment && alignof(Keyed<Observation>) <= alignment);

  explicit GameSerializationOf(MadeGame<G>&& made) : made_(std::move(made)) {}

  [[nodiscard]] const G& game() const { return made_.game; }
  [[nodiscard]] const Rules& rules() const { return game().rules(); }
  // The table of a state block or a table block: both begin with the key and the table.
  static const Table& table_in(ConstBlock block) { return Keyed<Table>::in(block); }
  // The key in front of an observation differs from that of states, so that neither is taken for
  // the other.
  [[nodiscard]] std::uint64_t observation_key() const { return ~game().key(); }

 public:
  // -- The game --

  std::string_view name() const override { return G::name(); }
  int revision() const override { return Rules::revision; }
  int player_count() const override { return game().player_count(); }
  std::uint64_t key() const override { return game().key(); }
  std::string options() const override { return print_options(rules().options()); }
  std::string deck_name() const override { return std::string(rules().deck().key()); }
  std::string deck_text() const override { return made_.deck_text; }
  int action_count() const override { return game().action_count(); }
  int chance_action_count() const override { return game().chance_action_count(); }
  int max_legal_actions() const override { return game().max_legal_actions(); }
  std::int64_t max_steps() const override { return game().max_steps(); }
  BestScore best_score() const override { return Rules::best_score; }
  std::size_t state_size() const override { return sizeof(Keyed<State>); }
  std::size_t observation_size() const override { return sizeof(Keyed<Observation>); }
  int card_kind_count() const override { return rules().deck().card_kind_count(); }
  int phase_count() const override {
    return static_cast<int>(names_of(typename Rules::Phase{}).size());
  }
  int counter_count() const override {
    return static_cast<int>(names_of(typename Rules::Counter{}).size());
  }
  GameBounds bounds() const override { return bounds_of(game()); }

  // -- Words --

  std::string_view card_name(int kind) const override {
    return rules().deck().name(Card::of(kind));
  }
  CardDescription card(int kind) const override {
    return describe_card(rules().deck(), Card::of(kind));
  }
  CardData card_data(int kind) const override {
    return chemix::card_data(rules().deck(), Card::of(kind));
  }
  std::string_view phase_name(int phase) const override {
    return name_of(static_cast<typename Rules::Phase>(phase));
  }
  PhaseDescription phase_description(int phase) const override {
    bool sealed = false;
    const std::string_view asked =
        catalogue_part::asked(game(), static_cast<typename Rules::Phase>(phase), sealed);
    return {phase_name(phase), asked, sealed};
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
  int action_kind_number(int action) const override {
    return static_cast<int>(rules().action_of(action).index());
  }
  int action_preference(int action) const override {
    return preference_of(rules().action_of(action));
  }
  std::string_view chance_action_kind(int action) const override {
    return action_name(rules().chance_action_of(action));
  }
  std::vector<MessageArgument> action_arguments(int action) const override {
    return message_arguments(rules().action_of(action));
  }
  std::vector<MessageArgument> chance_action_arguments(int action) const override {
    return message_arguments(rules().chance_action_of(action));
  }
  std::vector<ActionField> action_numbers(int action) const override {
    return chemix::action_numbers(rules().action_of(action), 0);
  }
  std::vector<ActionField> chance_action_numbers(int action) const override {
    return chemix::action_numbers(rules().chance_action_of(action),
                                  std::variant_size_v<typename G::Action>);
  }
  std::span<const std::string_view> choice_names(std::string_view field) const override {
    constexpr std::type_identity<typename G::Action> by_player{};
    constexpr std::type_identity<typename G::ChanceAction> by_chance{};
    if (field == "kind") return names_of_kinds(by_player, by_chance);
    for (const auto names :
         {choices_in(by_player, field), choices_in(by_chance, field),
          choices_in<typename Rules::Public>(field), choices_in<typename Rules::Private>(field)}) {
      if (!names.empty()) return names;
    }
    return {};
  }
  std::string_view counter_name(int counter) const override {
    return name_of(static_cast<typename Rules::Counter>(counter));
  }
  std::optional<int> find_pile(Place place, std::optional<int> kind) const override {
    return chemix::find_pile(rules(), place, kind ? std::optional(Card::of(*kind)) : std::nullopt);
  }
  SeenKind kind_of(const Event& event) const override {
    if (event.verb != Verb::Set) return event.kind;
    return rules().kind_counted(static_cast<typename Rules::Counter>(event.index), event.amount);
  }
  Result<int> parse_action(std::string_view text) const override {
    const auto id_of = [this](const auto& action) { return rules().action_id(action); };
    const auto action_of = [this](int id) { return rules().action_of(id); };
    return parsed<typename G::Action>(text, action_count(), id_of, action_of);
  }
  Result<int> parse_chance_action(std::string_view text) const override {
    const auto id_of = [this](const auto& action) { return rules().chance_action_id(action); };
    const auto action_of = [this](int id) { return rules().chance_action_of(id); };
    return parsed<typename G::ChanceAction>(text, chance_action_count(), id_of, action_of);
  }

  // -- Values; see values.hpp for actions, events and more --

  Value options_value() const override { return chemix::options_value(rules().options()); }
  Value action_fields(int action) const override {
    return fields_in(rules(), rules().action_of(action)).value();
  }
  Value chance_action_fields(int action) const override {
    return fields_in(rules(), rules().chance_action_of(action)).value();
  }
  Value rules_value() const override { return chemix::rules_value(*this, game(), made_.deck); }
  Value state_schema() const override { return chemix::state_schema(game()); }
  Value observation_schema() const override { return chemix::observation_schema(game()); }

  // -- States --

  std::optional<InputError> expect_state(ConstBlock block) const override {
    return block_error("state", block, sizeof(Keyed<State>), game().key());
  }
  std::optional<InputError> expect_observation(ConstBlock block) const override {
    return block_error("observation", block, sizeof(Keyed<Observation>), observation_key());
  }
  int phase_number(ConstBlock state) const override {
    return static_cast<int>(rules().phase_of(table_in(state).open));
  }
  tl::expected<std::vector<Event>, RuleError> events(ConstBlock before, Actor actor, int action,
                                                     Viewer viewer) const override {
    if (const auto refused = refusal(before, actor, action)) return tl::unexpected(*refused);
    const auto& table = Keyed<State>::in(before).table;
    const auto list = actor.is_chance()
                          ? game().events(table, rules().chance_action_of(action), viewer)
                          : game().events(table, actor.player(), rules().action_of(action), viewer);
    return std::vector<Event>(list.begin(), list.end());
  }
  std::vector<int> scores(ConstBlock state) const override {
    return by_seat(game().scores(table_in(state)));
  }
  std::vector<Fraction> returns(ConstBlock state) const override {
    return by_seat(game().returns(table_in(state)));
  }
  bool equal(ConstBlock lhs, ConstBlock rhs) const override {
    if (lhs.size() == sizeof(Keyed<Table>)) return table_in(lhs) == table_in(rhs);
    return Keyed<State>::in(lhs) == Keyed<State>::in(rhs);
  }
  std::string text(ConstBlock state) const override {
    return notation(game(), Keyed<State>::in(state));
  }
  std::optional<InputError> parse(std::string_view text, Block state) const override {
    return stored(state, parse_state(game(), text));
  }
  Value state_value(ConstBlock state) const override {
    return value_of(game(), Keyed<State>::in(state));
  }
  std::optional<InputError> read_state(const Value& value, Block state) const override {
    return stored(state, state_from(game(), value));
  }
  std::size_t save(ConstBlock state, std::span<std::byte> bytes) const override {
    return write_parts(bytes, game().key(), parts_of(rules(), Keyed<State>::in(state)));
  }
  std::optional<InputError> load(std::span<const std::byte> bytes, Block state) const override {
    return stored(state, game().read_state(bytes));
  }

  // -- Tables, for search --

  std::size_t table_size() const override { return sizeof(Keyed<Table>); }
  std::optional<InputError> expect_table(ConstBlock block) const override {
    return block_error("table", block, sizeof(Keyed<Table>), game().key());
  }

  // -- For servers: what a viewer may know --

  Undo can_undo(ConstBlock before, ConstBlock after, Player player) const override {
    return chemix::can_undo(game(), Keyed<State>::in(before), Keyed<State>::in(after), player);
  }

  // -- Observations --

  Viewer viewer(ConstBlock observation) const override {
    return Keyed<Observation>::in(observation).viewer;
  }
  int phase_number_seen(ConstBlock observation) const override {
    return static_cast<int>(rules().phase_of(Keyed<Observation>::in(observation).open));
  }
  std::vector<std::optional<int>> scores_seen(ConstBlock observation) const override {
    return by_seat(game().scores(Keyed<Observation>::in(observation)));
  }
  std::string observation_text(ConstBlock observation) const override {
    return notation(game(), Keyed<Observation>::in(observation));
  }
  std::optional<InputError> parse_observation(std::string_view text,
                                              Block observation) const override {
    return stored(observation, chemix::parse_observation(game(), text));
  }
  Value observation_value(ConstBlock observation) const override {
    return value_of(game(), Keyed<Observation>::in(observation));
  }
  SeenTable table_seen(ConstBlock observation) const override {
    return seen_table(rules(), Keyed<Observation>::in(observation));
  }
  std::vector<SeenField> fields(ConstBlock observation) const override {
    return seen_fields(rules(), Keyed<Observation>::in(observation));
  }
  std::size_t save_observation(ConstBlock observation, std::span<std::byte> bytes) const override {
    return write_parts(bytes, game().key(), parts_of(rules(), Keyed<Observation>::in(observation)));
  }
  std::optional<InputError> load_observation(std::span<const std::byte> bytes,
                                             Block observation) const override {
    return stored(observation, game().read_observation(bytes));
  }

  // -- Beliefs (docs/beliefs.md) --

  std::optional<InputError> observation_error(ConstBlock observation) const override {
    return rules().validation_error(Keyed<Observation>::in(observation));
  }
  std::string count_worlds(ConstBlock observation) const override {
    return game().count_worlds(Keyed<Observation>::in(observation));
  }
  std::vector<Place> hidden_places(ConstBlock observation) const override {
    return unseen_places(rules(), Keyed<Observation>::in(observation));
  }
  std::optional<Marginals> marginals(ConstBlock observation, StopPoll& stop) const override {
    const auto& seen = Keyed<Observation>::in(observation);
    Marginals made = marginals_of(rules(), without_contradiction(rules(), seen), stop);
    if (stop.is_ended()) return std::nullopt;
    return made;
  }
  int max_copies() const override { return max_copies_in(rules().deck().all_cards()); }
  int forgotten(ConstBlock observation) const override {
    return game().forgotten(Keyed<Observation>::in(observation));
  }
  int approximations(ConstBlock observation) const override {
    return game().approximations(Keyed<Observation>::in(observation));
  }
  std::vector<MessageArgument> observation_arguments(ConstBlock observation) const override {
    std::vector<MessageArgument> fields;
    for_each_field(
        Keyed<Observation>::in(observation),
        [&](const char* name, const auto& field, auto...) { add_argument(fields, name, field); });
    if constexpr (AsksAboutCard<Rules>) {
      const auto& open = Keyed<Observation>::in(observation).open;
      add_argument(fields, "asked_card", rules().asked_card(open));
    }
    return fields;
  }

 private:
  template <class Values>
  std::vector<typename Values::value_type> by_seat(const Values& values) const {
    std::vector<typename Values::value_type> list(static_cast<std::size_t>(game().player_count()));
    for (Player p = 0; p < game().player_count(); ++p)
      list[static_cast<std::size_t>(p)] = values[p];
    return list;
  }

  // Fails for an action without an id of its own, such as one with a number that is too large.
  template <class Action>
  Result<int> parsed(std::string_view text, int count, auto id_of, auto action_of) const {
    Action action;
    if (chemix::parse_action(text, rules(), action)) {
      const int id = id_of(action);
      if (id >= 0 && id < count && action_of(id) == action) return id;
    }
    constexpr bool by_chance = std::is_same_v<Action, typename G::ChanceAction>;
    return tl::unexpected(no_action(*this, text, by_chance));
  }

  template <class Value>
  std::optional<InputError> stored(Block block, const Result<Value>& result) const {
    if (!result) return result.error();
    constexpr bool is_observation = std::is_same_v<Value, Observation>;
    Keyed<Value>::store(block, is_observation ? observation_key() : game().key(), *result);
    return std::nullopt;
  }

  template <class Visit>
  static void for_each_field(const Observation& seen, Visit&& visit) {
    Rules::Public::visit_fields(seen.open, visit);
    Rules::Private::visit_fields(seen.own, visit);
    Rules::Knowledge::visit_fields(seen.knowledge, visit);
  }

  MadeGame<G> made_;
};

}  // namespace chemix
