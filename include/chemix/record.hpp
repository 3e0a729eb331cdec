// SPDX-License-Identifier: Apache-2.0
// Records: a whole game as text, which replays to the same digest anywhere, and what one viewer saw
// of it; and the dealer.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// Who did what: the id is of the actor's id space.
struct RecordedStep {
  Actor actor;
  int action = 0;

  bool operator==(const RecordedStep&) const = default;
};

/// A record that was read, replayed and verified.
struct Replay {
  std::shared_ptr<const AnyGame> game;
  /// Who began; nobody where the steps go on from a state that was saved.
  std::optional<Player> start_player;
  /// The state in which the first step is taken, a block to be copied to where it is aligned.
  std::vector<std::byte> start;
  std::vector<RecordedStep> steps;
  /// The digest of the state after the last step.
  std::uint64_t digest = 0;
};

/// Writes a record as JSON, one step a line; refuses steps that the game refuses.
[[nodiscard]] Result<std::string> write_record(const AnyGame& game, Player start_player,
                                               const std::vector<RecordedStep>& steps);

/// The same of a game that was saved and resumed: its steps go on from the state `start`.
[[nodiscard]] Result<std::string> write_resumed_record(const AnyGame& game, ConstBlock start,
                                                       const std::vector<RecordedStep>& steps);

/// Reads a record and replays it. Refuses what is no record, games and revisions of rules that this
/// library does not know, steps that the rules refuse, and a digest that is not reached.
[[nodiscard]] Result<Replay> read_record(std::string_view text);

/// What one viewer saw of a game: it shows this viewer's secrets and nobody else's.
struct SeenReplay {
  std::shared_ptr<const AnyGame> game;
  /// What the viewer saw before the first step, a block as in `Replay`.
  std::vector<std::byte> start;
  /// Of each step of which the viewer noticed something, what that was.
  std::vector<std::vector<Event>> steps;
  /// The digest of what the viewer saw after the last step.
  std::uint64_t digest = 0;
};

/// Writes what `viewer` saw of a game as JSON, so that it can be followed event by event without
/// any state. An event is 16 hexadecimal digits, its `Event::packed`.
[[nodiscard]] std::string write_seen_record(const Replay& replay, Viewer viewer);

/// Reads that, folds all events and compares the digest at the end. Refuses what is none, as
/// `read_record` does; it cannot tell whether it is of a game that was played.
[[nodiscard]] Result<SeenReplay> read_seen_record(std::string_view text);

/// Resolves chance from a seed: the i-th chance action of a game is the i-th draw of the seed's
/// deal stream, so a game can be resumed or undone without the dealer knowing.
class Dealer {
 public:
  explicit Dealer(const Seed& seed) : stream_(SeedSequence(seed), Domain::Deal) {}

  /// The id of what chance does in `state`. Precondition: chance acts.
  [[nodiscard]] int choose(const AnyGame& game, ConstBlock state) const {
    return choose(game, state, game.chance_count(state));
  }
  /// The same of a state or a table before which so many chance actions were.
  [[nodiscard]] int choose(const AnyGame& game, ConstBlock position, std::uint32_t count) const {
    const auto ways = static_cast<std::uint64_t>(game.chance_weight(position));
    const std::uint64_t nth = stream_.draw(count, ways);
    return game.chance_outcome(position, static_cast<std::int64_t>(nth));
  }
  /// Lets chance act, in place, until a player does, or nobody.
  void resolve(const AnyGame& game, Block state) const {
    while (game.acting(state).is_chance()) {
      // What is chosen is possible.
      game.apply_unchecked(state, Actor::chance(), choose(game, state));
    }
  }

 private:
  RandomStream stream_;
};

}  // namespace chemix
