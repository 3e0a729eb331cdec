// SPDX-License-Identifier: Apache-2.0
// Policies: agents that decide only by what one player sees and knows.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/stop_token.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// A decision as seen by the player who takes it. It holds only the observation, so that a policy
/// has no access to the state. The game must outlive it.
class Decision {
 public:
  /// Makes a decision from an observation; fails if its viewer has no legal action.
  static Result<Decision> of(const AnyGame& game, ConstBlock observation);
  /// Makes a decision from what `player` sees in `state`; fails if `player` has no legal action.
  static Result<Decision> in(const AnyGame& game, ConstBlock state, Player player);

  [[nodiscard]] const AnyGame& game() const { return *game_; }
  [[nodiscard]] Player player() const { return player_; }
  /// The player's observation.
  [[nodiscard]] ConstBlock observation() const {
    return std::as_bytes(std::span(words_)).first(game_->observation_size());
  }
  /// The ids of the player's legal actions, ascending; at least one.
  [[nodiscard]] const std::vector<int>& legal_actions() const { return legal_; }

 private:
  explicit Decision(const AnyGame& game);
  [[nodiscard]] Block block() {
    return std::as_writable_bytes(std::span(words_)).first(game_->observation_size());
  }
  [[nodiscard]] std::optional<InputError> ask();

  const AnyGame* game_;
  std::vector<std::uint64_t> words_;
  Player player_ = 0;
  std::vector<int> legal_;
};

/// A policy's evaluation of one legal action.
struct ActionValue {
  int action = 0;
  /// The value that the policy expects; higher is better. Comparable only within one decision.
  double value = 0;
  /// The number of visits, for policies that search; else 0.
  std::int64_t visits = 0;
};

/// Why an action is recommended.
enum class HintReason : std::uint8_t {
  /// No other action is legal.
  Only,
  /// Another action is as good, or nearly.
  Alike,
  /// It leads to the best lead at the end of the turn.
  Points,
  /// It is best on average over the simulated games.
  LookedAhead,
  /// It is best if both players play perfectly.
  Solved,
};
/// The name as text, such as `looked_ahead`.
[[nodiscard]] std::string_view name_of(HintReason reason);

/// Chooses actions for any player of a game. A policy keeps no state between decisions: its choice
/// is a function of the decision and `random`. It may be used by several threads at once.
class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  /// Evaluates each legal action, best first; ties are in order of ascending id. Returns nothing if
  /// `stop` is stopped. When its time budget is used up, returns what has been found so far, after
  /// a minimum of work.
  [[nodiscard]] virtual std::vector<ActionValue> action_values(const Decision& decision,
                                                               Generator& random,
                                                               StopPoll& stop) const = 0;
  /// Chooses a legal action: one of the best, uniformly. Returns nothing if `stop` is stopped.
  [[nodiscard]] std::optional<int> choose(const Decision& decision, Generator& random,
                                          StopPoll& stop) const;
  /// The same without an end.
  [[nodiscard]] std::vector<ActionValue> action_values(const Decision& decision,
                                                       Generator& random) const {
    StopPoll never;
    return action_values(decision, random, never);
  }
  [[nodiscard]] int choose(const Decision& decision, Generator& random) const {
    StopPoll never;
    return *choose(decision, random, never);
  }
  /// The reason given for the best action when the policy did not search.
  [[nodiscard]] virtual HintReason reason() const { return HintReason::Points; }
};

/// A built-in policy and its parameters, which are described like options.
struct PolicyDescription {
  std::string name;
  std::string meaning;
  std::vector<OptionDescription> parameters;
};
[[nodiscard]] const std::vector<PolicyDescription>& policy_descriptions();

/// Makes a policy from text such as `random` or `search iterations=2000`; fails if the name or a
/// parameter is invalid.
[[nodiscard]] Result<std::shared_ptr<const Policy>> make_policy(std::string_view text);

/// The random streams, derived from a seed, of players who use policies. Chance has its own
/// streams.
class PolicyStreams {
 public:
  explicit PolicyStreams(const Key& key) : key_(key) {}
  explicit PolicyStreams(const Seed& seed) : PolicyStreams(SeedSequence(seed).key()) {}

  /// Decides which of several players acts first.
  [[nodiscard]] Generator players() const { return {key_, Domain::Agents, 1}; }
  /// The generator for a policy at the `nth` decision of the game, counted from 0.
  [[nodiscard]] Generator decision(std::uint64_t nth) const {
    return {key_, Domain::Agents, 2 + nth};
  }

 private:
  Key key_;
};

/// Plays `state` to the end in place, with one policy per seat. Chance, the order of several acting
/// players and the draws of policies all derive from the key of a seed, so that the same seed gives
/// the same game. Precondition: there is a policy for each seat. Returns the number of steps;
/// nothing if `stop` ends the game, which leaves the state as it was.
std::optional<std::int64_t> play(const AnyGame& game, Block state,
                                 const std::vector<std::shared_ptr<const Policy>>& policies,
                                 const Key& key, StopPoll& stop);
std::optional<std::int64_t> play(const AnyGame& game, Block state,
                                 const std::vector<std::shared_ptr<const Policy>>& policies,
                                 const Seed& seed, StopPoll& stop);
/// The same without an end.
std::int64_t play(const AnyGame& game, Block state,
                  const std::vector<std::shared_ptr<const Policy>>& policies, const Seed& seed);

}  // namespace chemix
