// SPDX-License-Identifier: Apache-2.0
// Policies: who plays by what one player sees and knows, and by nothing else.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// A decision as the player who takes it sees it. It holds the observation alone: whoever is given
/// it has no way to a state. The game must outlive it.
class Decision {
 public:
  /// Of what `observation` shows; refuses one whose viewer may do nothing now.
  static Result<Decision> of(const AnyGame& game, ConstBlock observation);
  /// Of what `player` sees in `state`; refuses a player who may do nothing now.
  static Result<Decision> in(const AnyGame& game, ConstBlock state, Player player);

  [[nodiscard]] const AnyGame& game() const { return *game_; }
  [[nodiscard]] Player player() const { return player_; }
  /// What the player sees and knows.
  [[nodiscard]] ConstBlock observation() const {
    return std::as_bytes(std::span(words_)).first(game_->observation_size());
  }
  /// What the player may do: ids, ascending, at least one.
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

/// What a policy thinks of one of the legal actions.
struct ActionValue {
  int action = 0;
  /// What it expects of it: the higher, the better; only to be compared with those of the same
  /// decision.
  double value = 0;
  /// How often it was looked at, for policies that look ahead; else 0.
  std::int64_t visits = 0;
};

/// Why an action is advised.
enum class HintReason : std::uint8_t {
  /// Nothing else is allowed.
  Only,
  /// Another is as good, or nearly.
  Alike,
  /// It is ahead at the end of the turn.
  Points,
  /// It is ahead in the mean of the games that were looked ahead.
  LookedAhead,
  /// It is ahead with perfect play of both.
  Solved,
};
/// Such as `looked_ahead`.
[[nodiscard]] std::string_view name_of(HintReason reason);

/// Chooses for any player of a game. It keeps nothing between decisions: what it does is a function
/// of the decision and of `random`. Different threads may use it at once.
class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  /// What it thinks of each of the legal actions, the best first; of equal ones that with the
  /// lowest id.
  [[nodiscard]] virtual std::vector<ActionValue> action_values(const Decision& decision,
                                                               Generator& random) const = 0;
  /// One of the legal actions: by default any of the best, each alike.
  [[nodiscard]] virtual int choose(const Decision& decision, Generator& random) const;
  /// What an action is better by that was not looked at in games ahead.
  [[nodiscard]] virtual HintReason reason() const { return HintReason::Points; }
};

/// A policy that there is, with its parameters as options are described.
struct PolicyDescription {
  std::string name;
  std::string meaning;
  std::vector<OptionDescription> parameters;
};
[[nodiscard]] const std::vector<PolicyDescription>& policy_descriptions();

/// The policy that a text names, such as `random` or `search iterations=2000`; or what of it is
/// wrong.
[[nodiscard]] Result<std::shared_ptr<const Policy>> make_policy(std::string_view text);

/// What is drawn from a seed for players who play by policies; chance has streams of its own.
class PolicyStreams {
 public:
  explicit PolicyStreams(const Seed& seed) : streams_(SeedSequence(seed), Domain::Agents) {}

  /// Who of several acts first.
  [[nodiscard]] Generator players() const { return streams_.generator(1); }
  /// What a policy draws for the decision that is the `nth` of the game, counted from 0.
  [[nodiscard]] Generator decision(std::uint64_t nth) const { return streams_.generator(2 + nth); }

 private:
  RandomStream streams_;
};

/// Plays on in `state` until the end, seat by seat by a policy of its own; chance and who of
/// several acts first are drawn from the seed, and what policies draw as well. The same for the
/// same seed. Precondition: there is a policy for each seat. Returns the number of steps.
std::int64_t play(const AnyGame& game, Block state,
                  const std::vector<std::shared_ptr<const Policy>>& policies, const Seed& seed);

}  // namespace chemix
