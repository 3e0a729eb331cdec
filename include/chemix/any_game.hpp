// SPDX-License-Identifier: Apache-2.0
// AnyGame: a game chosen at run time by name. The C ABI and the Python bindings are built on it.
#pragma once

#include "chemix/beliefs/marginals.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/pile.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/fraction.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/returns.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/core/tensor.hpp"
#include "chemix/core/undo.hpp"
#include "chemix/core/value.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace chemix {

/// A game and its valid parameters.
struct GameDescription {
  std::string name;
  int revision = 0;
  int min_players = 0;
  int max_players = 0;
  /// The built-in deck that is used if none is named.
  std::string default_deck;
  std::vector<OptionDescription> options;
  /// The weights of whole turns; empty for a game that does not list whole turns.
  std::vector<OptionDescription> turn_weights;
};

/// The parameters from which `make_game` makes a game.
struct GameRequest {
  std::string name = {};
  int players = 0;
  /// `name=value` pairs separated by blanks; options that are not named keep their defaults.
  std::string options = {};
  /// The name of a built-in deck; empty for the game's default.
  std::string deck = {};
  /// The text of a deck file; if not empty, it is used instead of a built-in deck.
  std::string deck_text = {};
  /// The name of that file in messages.
  std::string deck_file = {};
};

/// Memory that holds a state or an observation of one game: the game key, then the value. Owned by
/// the caller, aligned to `alignment` bytes, copied with memcpy.
using Block = std::span<std::byte>;
using ConstBlock = std::span<const std::byte>;

/// One outcome of chance and its weight.
struct ChanceWay {
  int action = 0;
  std::int64_t weight = 0;
};

/// A field of an action or observation, as sentences mention it.
struct MessageArgument {
  std::string name;
  /// An absent field (nothing), a seat, a number, the name of a choice, or cards by kind.
  std::variant<std::monostate, Seat, int, std::string, std::vector<int>> value;
};

/// A description of a card for display.
struct CardDescription {
  /// `element`, `noble_gas`, `multiplier`, `compound`, `wild`, or the color of a numbered card.
  std::string_view type;
  /// The points of a compound; the number of a multiplier or a numbered card; else 0.
  int number = 0;
  /// By `Language`; empty if the card has no name in that language.
  std::array<std::string, 3> names = {};
};

/// A phase and who decides in it.
struct PhaseDescription {
  std::string_view name;
  /// `chance`, `nobody`, `one` player or `several`.
  std::string_view asked;
  /// Whether the decision is sealed.
  bool sealed = false;
};

/// The data of a card that are the same in all languages.
struct CardData {
  CardDescription about;
  /// In the deck.
  int copies = 0;
  /// 0 unless it is an element or a noble gas.
  int atomic_number = 0;
  /// The kinds of the cards that a compound is laid with, in the order of the formula.
  std::vector<int> tokens = {};
  /// The different elements of a compound; of an element or a noble gas, its own kind.
  std::vector<int> elements = {};
  /// Which data of a compound were reconstructed instead of attested; nothing for other cards.
  struct Reconstructed {
    bool formula = false;
    bool points = false;
    bool names = false;
  };
  std::optional<Reconstructed> reconstructed = {};
};

/// A field of an action as a number.
struct ActionField {
  enum class Type : std::uint8_t { Number, Flag, Seat, Card, Choice };

  std::string_view name;
  Type type = Type::Number;
  /// Nothing if the field is absent. A choice is an index into `choice_names(name)`.
  std::optional<int> value;
};

/// Upper bounds for buffers.
struct GameBounds {
  std::size_t step_events = 0;
  std::size_t action_fields = 0;
  std::size_t hidden_places = 0;
  /// The canonical bytes of a state and of an observation.
  std::size_t state_bytes = 0;
  std::size_t observation_bytes = 0;
};

/// The outcome of one turn: a shortest sequence of actions, and the change of each player's score.
struct WholeTurn {
  std::vector<int> actions;
  std::vector<int> points;

  bool operator==(const WholeTurn&) const = default;
};

/// The possible turns of a state, each outcome once, enumerated lazily. The game must outlive it.
class WholeTurnList {
 public:
  /// A turn and its value.
  using Best = std::pair<WholeTurn, double>;

  WholeTurnList() = default;
  WholeTurnList(const WholeTurnList&) = delete;
  WholeTurnList& operator=(const WholeTurnList&) = delete;
  virtual ~WholeTurnList() = default;

  /// The total number of turns; nothing if `stop` ends the work.
  [[nodiscard]] virtual std::optional<std::int64_t> count(StopPoll& stop) const = 0;
  virtual std::optional<WholeTurn> next() = 0;
  /// The first of the best turns and its value: the weighted sum of its quantities. Weights are
  /// given like options; those that are not named keep their defaults. Returns nothing if `stop`
  /// ends the work.
  [[nodiscard]] virtual Result<std::optional<Best>> best(std::string_view weights,
                                                         StopPoll& stop) const = 0;
  /// The same without an end.
  [[nodiscard]] std::int64_t count() const {
    StopPoll never;
    return *count(never);
  }
  [[nodiscard]] Result<Best> best(std::string_view weights) const {
    StopPoll never;
    auto found = best(weights, never);
    if (!found) return tl::unexpected(std::move(found.error()));
    return **std::move(found);
  }
};

/// The fields of an event as untrusted numbers; `kind` is -1 if the kind is not seen.
struct EventNumbers {
  int verb = 0;
  int from_zone = 0;
  int from_owner = 0;
  int to_zone = 0;
  int to_owner = 0;
  int player = 0;
  int index = 0;
  int kind = -1;
  int amount = 0;
  int seen_by = 0;
};

/// A game behind one interface. Immutable; may be used by several threads at once. Validate every
/// block from elsewhere: `expect_state` and its like reject memory of the wrong size or alignment,
/// or of another game, with an `InputError`, and never read past its end.
class AnyGame {
 public:
  /// Blocks of any game must be aligned to this many bytes.
  static constexpr std::size_t alignment = 8;

  AnyGame() = default;
  AnyGame(const AnyGame&) = delete;
  AnyGame& operator=(const AnyGame&) = delete;
  virtual ~AnyGame() = default;

  // -- The game --

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual int revision() const = 0;
  [[nodiscard]] virtual int player_count() const = 0;
  [[nodiscard]] virtual std::uint64_t key() const = 0;
  /// All options as `name=value`.
  [[nodiscard]] virtual std::string options() const = 0;
  /// The name of the deck.
  [[nodiscard]] virtual std::string deck_name() const = 0;
  /// The deck as a deck file; empty if it plays like the built-in deck of its name.
  [[nodiscard]] virtual std::string deck_text() const = 0;
  [[nodiscard]] virtual int action_count() const = 0;
  [[nodiscard]] virtual int chance_action_count() const = 0;
  [[nodiscard]] virtual int max_legal_actions() const = 0;
  [[nodiscard]] virtual std::int64_t max_steps() const = 0;
  /// Whether the most points win, or the fewest.
  [[nodiscard]] virtual BestScore best_score() const = 0;
  [[nodiscard]] virtual std::size_t state_size() const = 0;
  [[nodiscard]] virtual std::size_t observation_size() const = 0;
  /// The sizes of tensors, in numbers: of an observation, an information state and a whole state.
  [[nodiscard]] virtual std::size_t tensor_size() const = 0;
  [[nodiscard]] virtual std::size_t information_state_tensor_size() const = 0;
  [[nodiscard]] virtual std::size_t state_tensor_size() const = 0;
  [[nodiscard]] virtual int card_kind_count() const = 0;
  [[nodiscard]] virtual int phase_count() const = 0;
  [[nodiscard]] virtual int counter_count() const = 0;
  [[nodiscard]] virtual GameBounds bounds() const = 0;

  // -- Words --

  /// Precondition of all functions with an index: it is in the range of the game.
  [[nodiscard]] virtual std::string_view card_name(int kind) const = 0;
  [[nodiscard]] virtual CardDescription card(int kind) const = 0;
  [[nodiscard]] virtual CardData card_data(int kind) const = 0;
  [[nodiscard]] virtual std::string_view phase_name(int phase) const = 0;
  [[nodiscard]] virtual PhaseDescription phase_description(int phase) const = 0;
  [[nodiscard]] virtual std::string action_text(int action) const = 0;
  [[nodiscard]] virtual std::string chance_action_text(int action) const = 0;
  /// The kind of an action, such as `lay`.
  [[nodiscard]] virtual std::string_view action_kind(int action) const = 0;
  /// The number of this kind, by which refusals name kinds (NotLegal::Kind).
  [[nodiscard]] virtual int action_kind_number(int action) const = 0;
  /// How much an action advances the game, from 0 to 3 (chemix/agents/guided.hpp).
  [[nodiscard]] virtual int action_preference(int action) const = 0;
  [[nodiscard]] virtual std::string_view chance_action_kind(int action) const = 0;
  /// The fields of an action, by name, for sentences.
  [[nodiscard]] virtual std::vector<MessageArgument> action_arguments(int action) const = 0;
  [[nodiscard]] virtual std::vector<MessageArgument> chance_action_arguments(int action) const = 0;
  /// Events refer to counters by number.
  [[nodiscard]] virtual std::string_view counter_name(int counter) const = 0;
  /// The fields of an action as numbers; the first is the choice `kind`. A field with several cards
  /// has an entry for each.
  [[nodiscard]] virtual std::vector<ActionField> action_numbers(int action) const = 0;
  [[nodiscard]] virtual std::vector<ActionField> chance_action_numbers(int action) const = 0;
  /// The names of the choices of a field of actions or observations, by number; empty if no such
  /// field is a choice. For `kind`, the kinds of players' actions, then those of chance.
  [[nodiscard]] virtual std::span<const std::string_view> choice_names(
      std::string_view field) const = 0;
  /// The index of the pile in which cards of this kind lie at `place` or, without a kind, of the
  /// pile that hides its cards; nothing if there is none. Shared places have the owner 0.
  [[nodiscard]] virtual std::optional<int> find_pile(Place place,
                                                     std::optional<int> kind) const = 0;
  /// The kind of card in an event, including a kind that the value of a counter stands for.
  [[nodiscard]] virtual SeenKind kind_of(const Event& event) const = 0;
  /// The id of an action given as text; fails if the text is not an action.
  [[nodiscard]] virtual Result<int> parse_action(std::string_view text) const = 0;
  [[nodiscard]] virtual Result<int> parse_chance_action(std::string_view text) const = 0;
  /// The event in one line, such as `move draw_pile hand[1] ?`.
  [[nodiscard]] std::string event_text(const Event& event) const;

  // -- Values; see values.hpp for actions, events and more --

  /// The options by name: numbers, booleans and names of choices.
  [[nodiscard]] virtual Value options_value() const = 0;
  /// The fields of an action, by name.
  [[nodiscard]] virtual Value action_fields(int action) const = 0;
  [[nodiscard]] virtual Value chance_action_fields(int action) const = 0;
  /// The part of the catalogue that only the rules know (catalogue.hpp).
  [[nodiscard]] virtual Value rules_value() const = 0;
  /// The JSON schemas of state and observation values.
  [[nodiscard]] virtual Value state_schema() const = 0;
  [[nodiscard]] virtual Value observation_schema() const = 0;

  // -- States --

  /// Returns an error if `block` is not a state (an observation) of this game.
  [[nodiscard]] virtual std::optional<InputError> expect_state(ConstBlock block) const = 0;
  [[nodiscard]] virtual std::optional<InputError> expect_observation(ConstBlock block) const = 0;

  // Precondition of all functions below: `expect_…` accepts the blocks (output blocks only need the
  // right size and alignment), players are seats, ids are below their count.

  virtual void initial_state(int start_player, Block state) const = 0;
  /// During a sealed decision: the players who have not decided yet. Do not show this to players:
  /// it reveals who has decided. Use `acting_seen_by` instead.
  [[nodiscard]] virtual Acting acting(ConstBlock state) const = 0;
  /// Whether the pending decision is sealed: nobody sees the others' decisions until all are made.
  [[nodiscard]] virtual bool is_sealed(ConstBlock state) const = 0;
  [[nodiscard]] std::string_view phase(ConstBlock state) const {
    return phase_name(phase_number(state));
  }
  [[nodiscard]] virtual int phase_number(ConstBlock state) const = 0;
  /// Writes as many ids as fit, ascending, and returns the total number: 0 for a player who does
  /// not act.
  virtual std::size_t legal_actions(ConstBlock state, Player player, std::span<int> ids) const = 0;
  /// The same without those that only repeat a choice in another order (`CanonicalRules`).
  virtual std::size_t canonical_actions(ConstBlock state, Player player,
                                        std::span<int> ids) const = 0;
  [[nodiscard]] virtual std::optional<RuleError> refusal(ConstBlock state, Actor actor,
                                                         int action) const = 0;
  /// Applies the action in place. A refused action changes nothing.
  virtual std::optional<RuleError> apply(Block state, Actor actor, int action) const = 0;
  /// Precondition: `refusal` returns nothing.
  virtual void apply_unchecked(Block state, Actor actor, int action) const = 0;
  [[nodiscard]] virtual std::vector<ChanceWay> chance_outcomes(ConstBlock state) const = 0;
  /// The number of equally likely ways of chance, 0 if it does not act; and the outcome of the
  /// `nth`.
  [[nodiscard]] virtual std::int64_t chance_weight(ConstBlock state) const = 0;
  [[nodiscard]] virtual int chance_outcome(ConstBlock state, std::int64_t nth) const = 0;
  /// Resolves chance in place by numbered draws, until a player acts or the game is over.
  virtual void resolve(Block state, DealStream& draws) const = 0;
  /// The number of chance actions before this state.
  [[nodiscard]] virtual std::uint32_t chance_count(ConstBlock state) const = 0;
  /// The events of `action` by `actor` in `before`, as `viewer` sees them; fails if the rules
  /// refuse the action.
  [[nodiscard]] virtual tl::expected<std::vector<Event>, RuleError> events(ConstBlock before,
                                                                           Actor actor, int action,
                                                                           Viewer viewer) const = 0;
  [[nodiscard]] virtual std::vector<int> scores(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::vector<Fraction> returns(ConstBlock state) const = 0;
  /// By how many points a player is ahead of the mean of the others, as if the game ended now. In a
  /// match, the running game is included.
  [[nodiscard]] virtual double lead(ConstBlock state, Player player) const = 0;
  /// A heuristic for future points, minus the mean of the others'; add it to `lead`.
  [[nodiscard]] virtual double heuristic_value(ConstBlock state, Player player) const = 0;
  [[nodiscard]] virtual bool equal(ConstBlock lhs, ConstBlock rhs) const = 0;
  /// Secret, like everything that is derived from a whole state.
  [[nodiscard]] virtual std::uint64_t digest(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::uint64_t table_digest(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::string text(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::optional<InputError> parse(std::string_view text,
                                                        Block state) const = 0;
  /// All fields by name; secret too.
  [[nodiscard]] virtual Value state_value(ConstBlock state) const = 0;
  /// The reverse. Fields that are missing get defaults: the values before the deal, sizes that
  /// match the cards, and all other cards where they lay before the deal (cards/position.hpp).
  [[nodiscard]] virtual std::optional<InputError> read_state(const Value& value,
                                                             Block state) const = 0;
  /// Writes as many of the canonical bytes as fit, and returns their total number.
  virtual std::size_t save(ConstBlock state, std::span<std::byte> bytes) const = 0;
  [[nodiscard]] virtual std::optional<InputError> load(std::span<const std::byte> bytes,
                                                       Block state) const = 0;
  /// The possible whole turns. Fails where no turn begins, and for games that do not list whole
  /// turns.
  [[nodiscard]] virtual Result<std::unique_ptr<WholeTurnList>> whole_turns(
      ConstBlock state) const = 0;
  /// Writes the whole state as numbers, with the seat of `from` first: as many as fit. Returns the
  /// total number, the same for every state. Secret, since it contains all hands and piles.
  virtual std::size_t state_tensor(ConstBlock state, Viewer from,
                                   std::span<float> numbers) const = 0;
  [[nodiscard]] virtual TensorLayout state_tensor_layout() const = 0;
  /// Plays uniformly at random to the end, and returns the number of steps. If several players may
  /// act, one of them is drawn uniformly.
  virtual std::int64_t playout(Block state, FastRandom& random) const = 0;

  // -- Tables, for search --

  // A table is a state without knowledge and digests: all that the rules read, and several times
  // faster to copy and to step. These functions accept a table instead of a state: `acting`,
  // `phase`, `legal_actions`, `canonical_actions`, `refusal`, all functions about chance except
  // `chance_count`, `scores`, `returns`, `lead`, `heuristic_value`, `table_digest`, `state_tensor`
  // and, for two tables, `equal`.

  [[nodiscard]] virtual std::size_t table_size() const = 0;
  [[nodiscard]] virtual std::optional<InputError> expect_table(ConstBlock block) const = 0;
  virtual void table_of(ConstBlock state, Block table) const = 0;
  /// Writes a state with this table and no knowledge, preceded by `chance_count` chance actions.
  virtual void state_of(ConstBlock table, std::uint32_t chance_count, Block state) const = 0;
  /// Like `apply`.
  virtual std::optional<RuleError> apply_to_table(Block table, Actor actor, int action) const = 0;
  /// Like `playout`, or guided (chemix/agents/guided.hpp).
  virtual std::int64_t playout_table(Block table, FastRandom& random,
                                     bool is_guided = false) const = 0;

  // -- For servers: what a viewer may know --

  /// The acting players as far as `viewer` knows. In a sealed decision, these include the others
  /// who have decided.
  [[nodiscard]] virtual Acting acting_seen_by(ConstBlock state, Viewer viewer) const = 0;
  /// Whether `player` may undo everything from `before` to `after`: see `can_undo` in
  /// core/undo.hpp.
  [[nodiscard]] virtual Undo can_undo(ConstBlock before, ConstBlock after, Player player) const = 0;

  // -- Observations --

  virtual void observe(ConstBlock state, Viewer viewer, Block observation) const = 0;
  [[nodiscard]] virtual Viewer viewer(ConstBlock observation) const = 0;
  [[nodiscard]] virtual Acting acting_seen(ConstBlock observation) const = 0;
  [[nodiscard]] std::string_view phase_seen(ConstBlock observation) const {
    return phase_name(phase_number_seen(observation));
  }
  [[nodiscard]] virtual int phase_number_seen(ConstBlock observation) const = 0;
  /// Whether the pending decision is sealed: nobody sees the others' decisions until all are made.
  [[nodiscard]] virtual bool is_sealed_seen(ConstBlock observation) const = 0;
  /// The current points, one per seat; nothing for a seat whose points depend on cards that the
  /// viewer does not see.
  [[nodiscard]] virtual std::vector<std::optional<int>> scores_seen(
      ConstBlock observation) const = 0;
  /// The returns, which the end of a game reveals to all; 0 before it. Precondition: a possible
  /// observation.
  [[nodiscard]] std::vector<Fraction> returns_seen(ConstBlock observation) const;
  /// The viewer's legal actions, from the observation alone; none if the viewer does not act.
  virtual std::size_t legal_actions_seen(ConstBlock observation, std::span<int> ids) const = 0;
  /// Precondition: the viewer is not a spectator.
  [[nodiscard]] virtual std::optional<RuleError> refusal_seen(ConstBlock observation,
                                                              int action) const = 0;
  /// Updates an observation by an event that its viewer sees. Rejects an event after which a field
  /// would name a seat that does not exist, and then changes nothing.
  virtual std::optional<InputError> fold(Block observation, const Event& event) const = 0;
  [[nodiscard]] virtual std::uint64_t observation_digest(ConstBlock observation) const = 0;
  [[nodiscard]] virtual std::string observation_text(ConstBlock observation) const = 0;
  [[nodiscard]] virtual std::optional<InputError> parse_observation(std::string_view text,
                                                                    Block observation) const = 0;
  /// All fields by name: the public part, the viewer's private part and the viewer's knowledge.
  [[nodiscard]] virtual Value observation_value(ConstBlock observation) const = 0;
  /// The piles and cards as the viewer sees them.
  [[nodiscard]] virtual SeenTable table_seen(ConstBlock observation) const = 0;
  [[nodiscard]] std::vector<Pile> piles(ConstBlock observation) const {
    return table_seen(observation).piles;
  }
  [[nodiscard]] std::vector<CardGroup> cards(ConstBlock observation) const {
    return table_seen(observation).cards;
  }
  /// All other values that the viewer sees but the phase. The fields and their order are the same
  /// for all observations.
  [[nodiscard]] virtual std::vector<SeenField> fields(ConstBlock observation) const = 0;
  virtual std::size_t save_observation(ConstBlock observation,
                                       std::span<std::byte> bytes) const = 0;
  [[nodiscard]] virtual std::optional<InputError> load_observation(std::span<const std::byte> bytes,
                                                                   Block observation) const = 0;
  /// Writes as many numbers as fit and returns the total number, the same for every observation.
  virtual std::size_t tensor(ConstBlock observation, std::span<float> numbers) const = 0;
  /// The same for what `viewer` sees in a state, without making the observation. If the states of
  /// one episode are written one after another, `notes` saves much of the work; use one object per
  /// viewer and game.
  virtual std::size_t tensor(ConstBlock state, Viewer viewer, std::span<float> numbers,
                             TensorCache* notes = nullptr) const = 0;
  /// The meaning of these numbers, and the fields of observations that are left out.
  [[nodiscard]] virtual TensorLayout tensor_layout() const = 0;
  /// The same with digests of all that the viewer saw and did: distinct for any two information
  /// states.
  virtual std::size_t information_state_tensor(ConstBlock observation,
                                               std::span<float> numbers) const = 0;
  [[nodiscard]] virtual TensorLayout information_state_tensor_layout() const = 0;

  // -- Beliefs (docs/beliefs.md) --

  /// Returns an error if no state has this observation, as after events of another step. Call it
  /// before the functions below, which require a possible observation.
  [[nodiscard]] virtual std::optional<InputError> observation_error(
      ConstBlock observation) const = 0;
  /// Samples a state that fits all that the viewer knows, by belief; returns false if none fits.
  [[nodiscard]] virtual bool determinize(ConstBlock observation, Generator& random, Others others,
                                         Block state) const = 0;
  /// The number of worlds that fit the viewer's knowledge, in decimal digits. Each counts by its
  /// weight in the belief, in integers that may have a common divisor.
  [[nodiscard]] virtual std::string count_worlds(ConstBlock observation) const = 0;
  /// The places hidden from the viewer: hands by seat, then piles.
  [[nodiscard]] virtual std::vector<Place> hidden_places(ConstBlock observation) const = 0;
  /// How likely each hidden place holds at least n cards of each kind: see `marginals_of`. Returns
  /// nothing if `stop` ends the work.
  [[nodiscard]] virtual std::optional<Marginals> marginals(ConstBlock observation,
                                                           StopPoll& stop) const = 0;
  /// The same without an end.
  [[nodiscard]] Marginals marginals(ConstBlock observation) const {
    StopPoll never;
    return *marginals(observation, never);
  }
  /// The maximum number of copies of a kind in the deck.
  [[nodiscard]] virtual int max_copies() const = 0;
  /// How often an observation could be kept only in part, and how often beliefs were approximated
  /// in evaluating the rest. If both are 0, the belief is exact.
  [[nodiscard]] virtual int forgotten(ConstBlock observation) const = 0;
  [[nodiscard]] virtual int approximations(ConstBlock observation) const = 0;
  /// The scalar fields of an observation, for sentences: no hands, and no fields per player.
  [[nodiscard]] virtual std::vector<MessageArgument> observation_arguments(
      ConstBlock observation) const = 0;
};

[[nodiscard]] EventNumbers numbers_of(const Event& event);
/// Converts numbers to an event; fails with the number that no event of this game can have.
[[nodiscard]] Result<Event> event_of(const AnyGame& game, const EventNumbers& numbers);

/// Returns as floating-point numbers; each is rounded.
[[nodiscard]] std::vector<double> values_of(const std::vector<Fraction>& returns);

/// Upper bounds for any observation of a game.
struct TableBounds {
  std::size_t piles = 0;
  std::size_t card_groups = 0;
  std::size_t fields = 0;
};
[[nodiscard]] TableBounds table_bounds(const AnyGame& game);

/// A place as text, such as `draw_pile` or `hand[1]`.
[[nodiscard]] std::string place_text(Place place);

/// All built-in games with their valid parameters.
[[nodiscard]] const std::vector<GameDescription>& game_descriptions();
/// The game of this name; fails with the names of all games.
[[nodiscard]] Result<GameDescription> game_description(std::string_view name);

/// Makes a game; fails if a parameter is invalid.
[[nodiscard]] Result<std::shared_ptr<const AnyGame>> make_game(const GameRequest& request);

/// The size in bytes of the largest state of any game, with its key: room for every state.
[[nodiscard]] std::size_t max_state_size();

}  // namespace chemix
