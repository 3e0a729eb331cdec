// SPDX-License-Identifier: Apache-2.0
// AnyGame: a game chosen at run time by name. What the C ABI and the Python bindings stand on.
#pragma once

#include "chemix/beliefs/marginals.hpp"
#include "chemix/cards/element.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/fraction.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/returns.hpp"
#include "chemix/core/tensor.hpp"
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

/// What a game is called and what it may be made with.
struct GameDescription {
  std::string name;
  int revision = 0;
  int min_players = 0;
  int max_players = 0;
  /// The built-in deck that is used when none is named.
  std::string default_deck;
  std::vector<OptionDescription> options;
  /// What whole turns are weighed by; empty for a game that does not list them.
  std::vector<OptionDescription> turn_weights;
};

/// What to make a game from.
struct GameRequest {
  std::string name = {};
  int players = 0;
  /// `name=value` pairs separated by blanks; options that are not named keep their default.
  std::string options = {};
  /// A built-in deck by name; empty for the game's default.
  std::string deck = {};
  /// The text of a deck file, used instead of a built-in deck when it is not empty.
  std::string deck_text = {};
  /// What to call that file in messages.
  std::string deck_file = {};
};

/// A piece of memory that holds a state or an observation of one game: the game key, then the
/// value. Given by the caller, aligned to `alignment` bytes, copied with memcpy.
using Block = std::span<std::byte>;
using ConstBlock = std::span<const std::byte>;

/// One way that chance may go.
struct ChanceWay {
  int action = 0;
  std::int64_t weight = 0;
};

/// A field as words take it.
struct MessageArgument {
  std::string name;
  /// Nothing when the field is absent, a seat, a number, the name of a choice, or cards by kind.
  std::variant<std::monostate, Seat, int, std::string, std::vector<int>> value;
};

/// What a card is, for those who name it.
struct CardDescription {
  /// `element`, `noble_gas`, `multiplier`, `compound`, `wild`, or the colour of a numbered card.
  std::string_view type;
  /// The points of a compound, the number of a multiplier or of a numbered card, else 0.
  int number = 0;
  /// By `Language`; empty where the card has no name.
  std::array<std::string, 3> names = {};
};

/// Everything that one turn does: a shortest way to take it, and how it changes everybody's score.
struct WholeTurn {
  std::vector<int> actions;
  std::vector<int> points;

  bool operator==(const WholeTurn&) const = default;
};

/// The turns that can be taken in a state, each outcome once, found one after another. The game
/// must outlive it.
class WholeTurnList {
 public:
  WholeTurnList() = default;
  WholeTurnList(const WholeTurnList&) = delete;
  WholeTurnList& operator=(const WholeTurnList&) = delete;
  virtual ~WholeTurnList() = default;

  /// How many there are in all.
  [[nodiscard]] virtual std::int64_t count() const = 0;
  virtual std::optional<WholeTurn> next() = 0;
  /// The first of the best of all, and what it is worth: the sum of what is weighed, each times its
  /// weight. Weights are given as options are, and those that are not named keep their default.
  [[nodiscard]] virtual Result<std::pair<WholeTurn, double>> best(
      std::string_view weights) const = 0;
};

/// The fields of an event as numbers that somebody else has given: -1 for a kind that is not seen.
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

/// A game behind one interface. Immutable; may be used by several threads at once. A block that
/// comes from elsewhere is asked about first: `expect_state` and its like refuse memory of the
/// wrong size or alignment, or of another game, by an `InputError`, and never read past it.
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
  /// The deck as a deck file; empty when it plays like the built-in one of its name.
  [[nodiscard]] virtual std::string deck_text() const = 0;
  [[nodiscard]] virtual int action_count() const = 0;
  [[nodiscard]] virtual int chance_action_count() const = 0;
  [[nodiscard]] virtual int max_legal_actions() const = 0;
  [[nodiscard]] virtual std::int64_t max_steps() const = 0;
  /// Whether who has the most points is best, or the fewest.
  [[nodiscard]] virtual BestScore best_score() const = 0;
  [[nodiscard]] virtual std::size_t state_size() const = 0;
  [[nodiscard]] virtual std::size_t observation_size() const = 0;
  /// Numbers in the tensor of an observation, of an information state, and of a whole state.
  [[nodiscard]] virtual std::size_t tensor_size() const = 0;
  [[nodiscard]] virtual std::size_t information_state_tensor_size() const = 0;
  [[nodiscard]] virtual std::size_t state_tensor_size() const = 0;
  [[nodiscard]] virtual int card_kind_count() const = 0;
  [[nodiscard]] virtual int phase_count() const = 0;
  [[nodiscard]] virtual int counter_count() const = 0;

  // -- Words --

  /// Precondition of all with an index: it is one of the game's.
  [[nodiscard]] virtual std::string_view card_name(int kind) const = 0;
  [[nodiscard]] virtual CardDescription card(int kind) const = 0;
  [[nodiscard]] virtual std::string_view phase_name(int phase) const = 0;
  [[nodiscard]] virtual std::string action_text(int action) const = 0;
  [[nodiscard]] virtual std::string chance_action_text(int action) const = 0;
  /// The kind of an action, such as `lay`.
  [[nodiscard]] virtual std::string_view action_kind(int action) const = 0;
  [[nodiscard]] virtual std::string_view chance_action_kind(int action) const = 0;
  /// What it is done with, by name, for words.
  [[nodiscard]] virtual std::vector<MessageArgument> action_arguments(int action) const = 0;
  [[nodiscard]] virtual std::vector<MessageArgument> chance_action_arguments(int action) const = 0;
  /// Events name counters by number.
  [[nodiscard]] virtual std::string_view counter_name(int counter) const = 0;
  /// The kind of card that an event tells of, also where the number of a counter stands for it.
  [[nodiscard]] virtual SeenKind kind_of(const Event& event) const = 0;
  /// The id of an action given as text, or why there is none.
  [[nodiscard]] virtual Result<int> parse_action(std::string_view text) const = 0;
  [[nodiscard]] virtual Result<int> parse_chance_action(std::string_view text) const = 0;
  /// One line, such as `move draw_pile hand[1] ?`.
  [[nodiscard]] std::string event_text(const Event& event) const;

  // -- Plain data; see values.hpp for whole values --

  /// The options by name: numbers, truth values and the names of choices.
  [[nodiscard]] virtual Value options_value() const = 0;
  /// What an action is done with, by name.
  [[nodiscard]] virtual Value action_fields(int action) const = 0;
  [[nodiscard]] virtual Value chance_action_fields(int action) const = 0;
  /// What the catalogue of the game says that only its rules know (catalogue.hpp).
  [[nodiscard]] virtual Value rules_value() const = 0;
  /// What the data of states and of observations looks like, as JSON schemas.
  [[nodiscard]] virtual Value state_schema() const = 0;
  [[nodiscard]] virtual Value observation_schema() const = 0;

  // -- States --

  /// What makes `block` no state (no observation) of this game, or nothing.
  [[nodiscard]] virtual std::optional<InputError> expect_state(ConstBlock block) const = 0;
  [[nodiscard]] virtual std::optional<InputError> expect_observation(ConstBlock block) const = 0;

  // Precondition of all below: blocks are what `expect_…` accepts (those written to need only have
  // size and alignment), players are seats, ids are below their count.

  virtual void initial_state(int start_player, Block state) const = 0;
  /// Of a sealed decision, those who have not decided yet: to show it would tell the others who
  /// has. What a viewer may know says `acting_seen_by`.
  [[nodiscard]] virtual Acting acting(ConstBlock state) const = 0;
  /// Whether what is asked is sealed: nobody sees the others' decisions until all are in.
  [[nodiscard]] virtual bool is_sealed(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::string_view phase(ConstBlock state) const = 0;
  /// Writes as many ids as fit, ascending, and returns how many there are; none for a player who
  /// does not act.
  virtual std::size_t legal_actions(ConstBlock state, Player player, std::span<int> ids) const = 0;
  [[nodiscard]] virtual std::optional<RuleError> refusal(ConstBlock state, Actor actor,
                                                         int action) const = 0;
  /// Applies the action in place; a refusal changes nothing.
  virtual std::optional<RuleError> apply(Block state, Actor actor, int action) const = 0;
  /// Precondition: `refusal` refuses nothing.
  virtual void apply_unchecked(Block state, Actor actor, int action) const = 0;
  [[nodiscard]] virtual std::vector<ChanceWay> chance_outcomes(ConstBlock state) const = 0;
  /// How many equally likely ways chance has, 0 when it does not act, and the `nth` of them.
  [[nodiscard]] virtual std::int64_t chance_weight(ConstBlock state) const = 0;
  [[nodiscard]] virtual int chance_outcome(ConstBlock state, std::int64_t nth) const = 0;
  /// How many chance actions led here.
  [[nodiscard]] virtual std::uint32_t chance_count(ConstBlock state) const = 0;
  /// What happens when `actor` takes `action` in `before`, as `viewer` sees it; a refusal when
  /// that cannot be.
  [[nodiscard]] virtual tl::expected<std::vector<Event>, RuleError> events(ConstBlock before,
                                                                           Actor actor, int action,
                                                                           Viewer viewer) const = 0;
  [[nodiscard]] virtual std::vector<int> scores(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::vector<Fraction> returns(ConstBlock state) const = 0;
  /// By how many points a player is ahead of the others in the mean, were the game over now; in a
  /// match the running game counts too.
  [[nodiscard]] virtual double lead(ConstBlock state, Player player) const = 0;
  /// What a sensible person hopes for besides, against what the others may: in points too.
  [[nodiscard]] virtual double heuristic_value(ConstBlock state, Player player) const = 0;
  [[nodiscard]] virtual bool equal(ConstBlock lhs, ConstBlock rhs) const = 0;
  /// Secret, as everything of a whole state.
  [[nodiscard]] virtual std::uint64_t digest(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::uint64_t table_digest(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::string text(ConstBlock state) const = 0;
  [[nodiscard]] virtual std::optional<InputError> parse(std::string_view text,
                                                        Block state) const = 0;
  /// Everything by name; secret too.
  [[nodiscard]] virtual Value state_value(ConstBlock state) const = 0;
  /// The reverse. What is not named follows: it is as before the deal, sizes are those of the
  /// cards, and all other cards lie where they lay then (cards/position.hpp).
  [[nodiscard]] virtual std::optional<InputError> read_state(const Value& value,
                                                             Block state) const = 0;
  /// The canonical bytes; returns how many there are and writes those that fit.
  virtual std::size_t save(ConstBlock state, std::span<std::byte> bytes) const = 0;
  [[nodiscard]] virtual std::optional<InputError> load(std::span<const std::byte> bytes,
                                                       Block state) const = 0;
  /// The whole turns that can be taken; refused where no turn begins, and by games that do not list
  /// them.
  [[nodiscard]] virtual Result<std::unique_ptr<WholeTurnList>> whole_turns(
      ConstBlock state) const = 0;
  /// The whole state as numbers, the seat of `from` first: writes as many as fit and returns how
  /// many there are, the same for every state. Secret, as it shows all hands and piles.
  virtual std::size_t state_tensor(ConstBlock state, Viewer from,
                                   std::span<float> numbers) const = 0;
  [[nodiscard]] virtual TensorLayout state_tensor_layout() const = 0;
  /// Plays on at random until the end; returns the number of steps. Where several players may act,
  /// one of them is drawn, each alike.
  virtual std::int64_t playout(Block state, FastRandom& random) const = 0;

  // -- Tables, for search --

  // A table is a state without what anybody remembers: all that the rules look at, several times
  // faster to copy and to play on. `acting`, `phase`, `legal_actions`, `refusal`, what is asked of
  // chance but `chance_count`, `scores`, `returns`, `lead`, `heuristic_value`, `table_digest`,
  // `state_tensor` and, of two tables, `equal` take one in the place of a state.

  [[nodiscard]] virtual std::size_t table_size() const = 0;
  [[nodiscard]] virtual std::optional<InputError> expect_table(ConstBlock block) const = 0;
  virtual void table_of(ConstBlock state, Block table) const = 0;
  /// Writes a state with this table, in which nobody remembers anything and as many chance actions
  /// were as are counted.
  virtual void state_of(ConstBlock table, std::uint32_t chance_count, Block state) const = 0;
  /// As `apply` does.
  virtual std::optional<RuleError> apply_to_table(Block table, Actor actor, int action) const = 0;
  /// As `playout` does; or guided (chemix/agents/guided.hpp).
  virtual std::int64_t playout_table(Block table, FastRandom& random,
                                     bool is_guided = false) const = 0;

  // -- What a viewer may know, for servers --

  /// Who acts as far as `viewer` can tell: of a sealed decision also the others who have decided.
  [[nodiscard]] virtual Acting acting_seen_by(ConstBlock state, Viewer viewer) const = 0;
  /// Whether `player` may take back all that led from `before` to `after`: see `can_undo` in
  /// core/undo.hpp.
  [[nodiscard]] virtual bool can_undo(ConstBlock before, ConstBlock after, Player player) const = 0;

  // -- Observations --

  virtual void observe(ConstBlock state, Viewer viewer, Block observation) const = 0;
  [[nodiscard]] virtual Viewer viewer(ConstBlock observation) const = 0;
  [[nodiscard]] virtual Acting acting_seen(ConstBlock observation) const = 0;
  [[nodiscard]] virtual std::string_view phase_seen(ConstBlock observation) const = 0;
  /// Whether what is asked is sealed: nobody sees the others' decisions until all are in.
  [[nodiscard]] virtual bool is_sealed_seen(ConstBlock observation) const = 0;
  /// The points as they stand, one per seat; nothing where one depends on cards that the viewer
  /// does not see.
  [[nodiscard]] virtual std::vector<std::optional<int>> scores_seen(
      ConstBlock observation) const = 0;
  /// What everybody gets, which the end shows to all; 0 before it. Precondition: a possible view.
  [[nodiscard]] std::vector<Fraction> returns_seen(ConstBlock observation) const;
  /// What the viewer may do, from the viewer's own view alone; none when the viewer does not act.
  virtual std::size_t legal_actions_seen(ConstBlock observation, std::span<int> ids) const = 0;
  /// Precondition: the viewer is no spectator.
  [[nodiscard]] virtual std::optional<RuleError> check_seen(ConstBlock observation,
                                                            int action) const = 0;
  /// Makes an observation what follows when its viewer sees `event`. Refuses an event after which
  /// a field names a seat that does not exist, and leaves the observation as it is.
  virtual std::optional<InputError> fold(Block observation, const Event& event) const = 0;
  [[nodiscard]] virtual std::uint64_t observation_digest(ConstBlock observation) const = 0;
  [[nodiscard]] virtual std::string observation_text(ConstBlock observation) const = 0;
  [[nodiscard]] virtual std::optional<InputError> parse_observation(std::string_view text,
                                                                    Block observation) const = 0;
  /// Everything by name: what all see, the own part and what is known.
  [[nodiscard]] virtual Value observation_value(ConstBlock observation) const = 0;
  virtual std::size_t save_observation(ConstBlock observation,
                                       std::span<std::byte> bytes) const = 0;
  [[nodiscard]] virtual std::optional<InputError> load_observation(std::span<const std::byte> bytes,
                                                                   Block observation) const = 0;
  /// Writes as many numbers as fit and returns how many there are, the same for every observation.
  virtual std::size_t tensor(ConstBlock observation, std::span<float> numbers) const = 0;
  /// The same of what `viewer` sees in a state, without making the observation. Where the states of
  /// one play are written one after another, notes of its own for each viewer, and of this game
  /// alone, save much of the work.
  virtual std::size_t tensor(ConstBlock state, Viewer viewer, std::span<float> numbers,
                             TensorNotes* notes = nullptr) const = 0;
  /// What these numbers are, and what of an observation is not among them.
  [[nodiscard]] virtual TensorLayout tensor_layout() const = 0;
  /// The same with digests of all that the viewer saw and did: different for any two information
  /// states.
  virtual std::size_t information_state_tensor(ConstBlock observation,
                                               std::span<float> numbers) const = 0;
  [[nodiscard]] virtual TensorLayout information_state_tensor_layout() const = 0;

  // -- Beliefs (docs/beliefs.md) --

  /// What makes it a view that no state has, or nothing: events of another step may make one. Ask
  /// before what follows, which needs a possible view.
  [[nodiscard]] virtual std::optional<InputError> observation_error(
      ConstBlock observation) const = 0;
  /// Writes a state that fits all that the viewer knows, drawn as believed; false when none fits.
  [[nodiscard]] virtual bool determinize(ConstBlock observation, Generator& random, Others others,
                                         Block state) const = 0;
  /// How many worlds fit what the viewer knows, in decimal digits, in the weights of the belief:
  /// each as often as it is likely, in whole numbers that may have a divisor in common.
  [[nodiscard]] virtual std::string count_worlds(ConstBlock observation) const = 0;
  /// The places that the viewer does not see into: hands by seat, then piles.
  [[nodiscard]] virtual std::vector<Place> hidden_places(ConstBlock observation) const = 0;
  /// How likely each hidden place holds so many cards of each kind: see `marginals_of`.
  [[nodiscard]] virtual Marginals marginals(ConstBlock observation) const = 0;
  /// The most copies of a kind that the deck has.
  [[nodiscard]] virtual int max_copies() const = 0;
  /// How often something that the viewer saw could be kept only in part, and how often something
  /// was left out in going through what is kept; where both are 0 the belief is exact.
  [[nodiscard]] virtual int forgotten(ConstBlock observation) const = 0;
  [[nodiscard]] virtual int approximations(ConstBlock observation) const = 0;
  /// The single values of an observation for words: no hands, and nothing by player.
  [[nodiscard]] virtual std::vector<MessageArgument> observation_arguments(
      ConstBlock observation) const = 0;
};

[[nodiscard]] EventNumbers numbers_of(const Event& event);
/// The event that has these numbers, or which of them is none that an event of this game can have.
[[nodiscard]] Result<Event> event_of(const AnyGame& game, const EventNumbers& numbers);

/// Returns as floating-point numbers.
[[nodiscard]] std::vector<double> values_of(const std::vector<Fraction>& returns);

/// A place as text, such as `draw_pile` or `hand[1]`.
[[nodiscard]] std::string place_text(Place place);

/// All games by name, with what they may be made with.
[[nodiscard]] const std::vector<GameDescription>& game_descriptions();
/// The game of this name, or which games there are.
[[nodiscard]] Result<GameDescription> game_description(std::string_view name);

/// Makes a game, or says what of the request is wrong.
[[nodiscard]] Result<std::shared_ptr<const AnyGame>> make_game(const GameRequest& request);

/// The size of the largest state of any game with its key: room for every state.
[[nodiscard]] std::size_t max_state_size();

}  // namespace chemix
