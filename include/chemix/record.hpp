// SPDX-License-Identifier: Apache-2.0
// Records: a whole game as text, which replays to the same digest on every platform; records of
// what one viewer saw; and the dealer, which resolves chance from a seed.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"
#include "chemix/state_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// An actor and the action taken: its id in the actor's id space.
struct RecordedStep {
  Actor actor;
  int action = 0;

  bool operator==(const RecordedStep&) const = default;
};

/// A seat that is handed over before a step.
struct Handover {
  /// The number of steps before it.
  std::size_t step = 0;
  Player player = 0;
  /// The text of the policy that plays for the seat from then on; empty for a person.
  std::string policy;

  bool operator==(const Handover&) const = default;
};

/// The maximum number of bytes of a policy's text in a handover.
inline constexpr std::size_t max_policy_text_size = 127;

/// A record that has been read, replayed and verified.
struct Replay {
  std::shared_ptr<const AnyGame> game;
  /// Empty if the game was resumed from a saved state.
  std::optional<Player> start_player;
  /// The state before the first step, as a block; copy it to aligned memory before use.
  std::vector<std::byte> start;
  std::vector<RecordedStep> steps;
  /// The digest of the state after the last step.
  std::uint64_t digest = 0;
  /// In the order of their steps. At first persons play for all seats.
  std::vector<Handover> handovers = {};

  /// Overwrites `state` with the state before a step. Precondition: `step` is at most the number of
  /// steps.
  void state_at(std::size_t step, Block state) const;
};

/// A step that the rules refuse: its index and the reason.
struct RefusedStep {
  std::size_t index = 0;
  RuleError error;
};

/// Builds a record step by step. Its `replay` is always complete.
class RecordBuilder {
 public:
  /// Begins the record of a new game; fails if `start_player` is not a seat.
  static Result<RecordBuilder> begin(std::shared_ptr<const AnyGame> game, Player start_player);
  /// Begins the record of a game that is resumed; fails if `start` is not a state of it.
  static Result<RecordBuilder> resume(std::shared_ptr<const AnyGame> game, ConstBlock start);
  /// Continues a record.
  explicit RecordBuilder(Replay replay);

  [[nodiscard]] const Replay& replay() const { return replay_; }
  /// The state after the last step.
  [[nodiscard]] ConstBlock state() const { return state_.block(); }
  /// Adds steps, all or none. Precondition: actors and actions are in the range of the game.
  [[nodiscard]] std::optional<RefusedStep> add(std::span<const RecordedStep> steps);
  /// Notes that from here on `player` is played by a policy, given by its text, or, if it is empty,
  /// by a person. Fails if there is no such seat, or if the text is invalid.
  [[nodiscard]] std::optional<InputError> hand_over(Player player, std::string_view policy);

 private:
  Replay replay_;
  StateMemory state_;
};

/// Writes a record as JSON, one step per line. Without handovers, the same as `write_record` or
/// `write_resumed_record`.
[[nodiscard]] std::string write_replay(const Replay& replay);

/// Writes a record as JSON, one step per line. Fails if the game refuses a step.
[[nodiscard]] Result<std::string> write_record(const AnyGame& game, Player start_player,
                                               const std::vector<RecordedStep>& steps);

/// The same for a game that was saved and resumed: the steps begin in the state `start`.
[[nodiscard]] Result<std::string> write_resumed_record(const AnyGame& game, ConstBlock start,
                                                       const std::vector<RecordedStep>& steps);

/// Reads a record and replays it. Fails on malformed text, an unknown game or revision, a step that
/// the rules refuse, or a final digest that differs.
[[nodiscard]] Result<Replay> read_record(std::string_view text);

/// The events of a game as one viewer saw them. Contains this viewer's secrets and nobody else's.
struct SeenReplay {
  std::shared_ptr<const AnyGame> game;
  /// The viewer's observation before the first step, a block as in `Replay`.
  std::vector<std::byte> start;
  /// For each step that the viewer noticed, the events that the viewer saw.
  std::vector<std::vector<Event>> steps;
  /// The digest of the viewer's observation after the last step.
  std::uint64_t digest = 0;
  /// The number of steps that the viewer had noticed before `start`.
  std::size_t seen = 0;
};

/// Writes what `viewer` saw of a game as JSON, so that it can be followed event by event without a
/// state. An event is 16 hexadecimal digits, its `Event::packed`.
[[nodiscard]] std::string write_seen_record(const Replay& replay, Viewer viewer);

/// The same for a replay of it, for viewers who store what they saw.
[[nodiscard]] std::string write_seen_replay(const SeenReplay& replay);

/// Reads such a record, folds all events and verifies the final digest. Fails like `read_record`.
/// It cannot verify that the game was really played.
[[nodiscard]] Result<SeenReplay> read_seen_record(std::string_view text);

/// Resolves chance from a seed. The i-th chance action of a game uses the i-th draw of the seed's
/// deal stream, so games can be resumed or undone without state in the dealer.
class Dealer {
 public:
  explicit Dealer(const Key& key) : stream_(key) {}
  explicit Dealer(const Seed& seed) : Dealer(SeedSequence(seed).key()) {}

  /// The id of the chance action drawn in `state`. Precondition: chance acts.
  [[nodiscard]] int choose(const AnyGame& game, ConstBlock state) {
    return choose(game, state, game.chance_count(state));
  }
  /// The same for a state or table that is preceded by `count` chance actions.
  [[nodiscard]] int choose(const AnyGame& game, ConstBlock position, std::uint32_t count) {
    const auto ways = static_cast<std::uint64_t>(game.chance_weight(position));
    const std::uint64_t nth = stream_.draw(count, ways);
    return game.chance_outcome(position, static_cast<std::int64_t>(nth));
  }
  /// Resolves chance in place until a player acts or the game is over.
  void resolve(const AnyGame& game, Block state) { game.resolve(state, stream_); }

 private:
  DealStream stream_;
};

}  // namespace chemix
