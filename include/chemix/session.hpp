// SPDX-License-Identifier: Apache-2.0
// Sessions: a game in progress as a server or a frontend needs it. A session keeps the log of all
// steps, lets chance and policies act, undoes, and keeps what each viewer sees.
#pragma once

#include "chemix/agents/hint.hpp"
#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/core/undo.hpp"
#include "chemix/record.hpp"
#include "chemix/state_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix {

/// A step of a session.
struct SessionStep {
  RecordedStep step;
  /// Whether a policy played for the seat.
  bool by_policy = false;
  /// The number of players who could have acted; 0 if chance did.
  std::uint8_t acting_count = 0;
  /// The time that a policy took, or that the caller noted.
  std::int64_t milliseconds = 0;
};

/// A game in progress. It contains all secrets. A function that fails or runs out of memory leaves
/// the session as it was, and `const` functions may be called by several threads at once.
class Session {
 public:
  /// The maximum number of bytes of a player's name.
  static constexpr std::size_t max_name_size = 63;

  /// Begins a new game, or one that continues from a state. Chance acts by the key of a seed;
  /// without one, the caller supplies chance.
  static Result<Session> begin(std::shared_ptr<const AnyGame> game, Player start_player,
                               std::optional<Key> chance = {});
  static Result<Session> resume(std::shared_ptr<const AnyGame> game, ConstBlock start,
                                std::optional<Key> chance = {});
  /// A session with all steps of a record. From there on persons play for all seats.
  static Session replay(const Replay& record, std::optional<Key> chance = {});
  /// Reads what `save` wrote, and replays it by the rules.
  static Result<Session> load(std::string_view text);
  /// The session as JSON: its record, keys, policies, names and times.
  [[nodiscard]] std::string save() const;
  /// The record of the game so far.
  [[nodiscard]] Replay record() const;

  [[nodiscard]] const std::shared_ptr<const AnyGame>& game() const { return start_.game; }
  [[nodiscard]] ConstBlock state() const { return state_.block(); }
  /// What a viewer sees. Precondition of all functions with a viewer or a seat: it is of this game.
  [[nodiscard]] ConstBlock observation(Viewer viewer) const {
    return observations_[index_of(viewer)].block();
  }
  [[nodiscard]] const std::vector<SessionStep>& log() const { return log_; }

  // -- Seats --

  [[nodiscard]] const std::string& player_name(Player seat) const { return seat_of(seat).name; }
  [[nodiscard]] std::optional<InputError> set_player_name(Player seat, std::string_view name);
  /// The text of the policy that plays for a seat; empty for a person.
  [[nodiscard]] const std::string& policy_text(Player seat) const {
    return seat_of(seat).policy_text;
  }
  /// Lets a policy, made from `text`, play for a seat from now on, or a person, with null. Records
  /// name the policy from the next step on. Fails if the session has no key, or if the text is
  /// invalid.
  [[nodiscard]] std::optional<InputError> set_policy(Player seat,
                                                     std::shared_ptr<const Policy> policy,
                                                     std::string_view text);
  /// Sets the key of the policies. Without one they use that of chance.
  void set_policy_key(const Key& key);
  /// Limits the time that a policy has for a decision; 0: only its own parameters limit it.
  void set_move_time(std::int64_t milliseconds) { move_time_ = milliseconds; }
  [[nodiscard]] bool supplies_chance() const { return chance_key_.has_value(); }

  // -- Play --

  /// The next to act: a player, chance, or nobody at the end. Of several players, one is drawn by
  /// the key of the policies, as in `play`; without a key, the lowest seat. In a sealed decision,
  /// seats with policies come first, then persons by seat: this reveals who has decided.
  [[nodiscard]] std::optional<Actor> next() const;
  /// The number of steps taken, and whether `stop` ended the call.
  struct Advance {
    std::int32_t steps = 0;
    bool is_stopped = false;
  };
  /// Lets chance and policies act while they are next, at most `max_steps` steps, if it is not 0.
  /// `stop` may be null. After an exception the steps that were completed remain.
  Advance advance(std::int32_t max_steps = 0, StopToken* stop = nullptr);
  /// Applies an action, unless the rules refuse it. Preconditions: `action` is in the actor's id
  /// space; chance acts only if the caller supplies it.
  std::optional<RuleError> act(Actor actor, int action);
  /// The action that a policy chooses for a seat, and what it recommends to the seat, from the
  /// stream of the next decision; with null, the policy of the seat. Returns nothing if `stop` is
  /// stopped. Fails if the seat has nothing to decide, or if there is no policy or no key.
  [[nodiscard]] Result<std::optional<int>> choose(Player seat, const Policy* policy = nullptr,
                                                  StopToken* stop = nullptr) const;
  [[nodiscard]] Result<std::optional<Hint>> hint(Player seat, const Policy* policy = nullptr,
                                                 StopToken* stop = nullptr) const;

  // -- Undo --

  /// Whether a seat may take back its last step; `undo` also does so.
  [[nodiscard]] Undo can_undo(Player seat) const;
  Undo undo(Player seat);
  /// Returns to the state before a step. Precondition: `step` is at most the number of steps.
  void rewind(std::size_t step);
  /// Overwrites `state` with the state before a step. Precondition: as for `rewind`.
  void state_at(std::size_t step, Block state) const;
  /// Notes how long a step took. Precondition: there is such a step.
  void set_step_time(std::size_t step, std::int64_t milliseconds) {
    log_[step].milliseconds = milliseconds;
  }

  // -- What viewers have seen --

  // Viewers count only the steps that they notice: the number of all steps would reveal who has
  // decided in a sealed decision.

  /// The number of steps that a viewer has noticed.
  [[nodiscard]] std::size_t seen_count(Viewer viewer) const {
    return noticed_[index_of(viewer)].size();
  }
  /// The events of a step as a viewer saw them. Precondition: `seen` is below the viewer's count.
  [[nodiscard]] std::vector<Event> events(Viewer viewer, std::size_t seen) const;
  /// Overwrites `observation` with what a viewer saw before the step `seen`. Precondition: `seen`
  /// is at most the viewer's count.
  void observe_at(Viewer viewer, std::size_t seen, Block observation) const;
  /// All that a viewer has seen, for `Client::load`.
  [[nodiscard]] std::string save_seen(Viewer viewer) const;
  /// The message about a step, for `Client::receive`. Precondition: `seen` is below the viewer's
  /// count.
  [[nodiscard]] std::string message(Viewer viewer, std::size_t seen) const;

 private:
  struct Seat {
    std::string name;
    std::string policy_text;
    std::shared_ptr<const Policy> policy;
    /// The index of the last handover of this seat plus one, or 0.
    std::size_t noted = 0;
  };
  /// The beginning of the game.
  struct Start {
    std::shared_ptr<const AnyGame> game;
    std::optional<Player> player;
    StateMemory state;
  };

  Session(Start start, std::optional<Key> chance);

  [[nodiscard]] const AnyGame& rules() const { return *start_.game; }
  [[nodiscard]] std::size_t index_of(Viewer viewer) const {
    return viewer.is_spectator() ? observations_.size() - 1
                                 : static_cast<std::size_t>(viewer.seat());
  }
  [[nodiscard]] Viewer viewer_at(std::size_t index) const;
  [[nodiscard]] const Seat& seat_of(Player seat) const {
    return seats_[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] const std::optional<Key>& policy_key() const {
    return policy_key_ ? policy_key_ : chance_key_;
  }
  // Takes a step, or returns why the rules refuse it. Unless it `observes`, observations are left
  // as they were.
  std::optional<RuleError> take(SessionStep entry, bool observes = true);
  void observe_all(ConstBlock state, std::vector<ObservationMemory>& observations) const;
  // The handovers since the last step.
  [[nodiscard]] std::vector<Handover> pending_handovers() const;
  // Returns the policy, or that of the seat, and the random numbers of the next decision.
  [[nodiscard]] Result<std::pair<const Policy*, Generator>> decider(Player seat,
                                                                    const Policy* policy) const;
  // Brings what follows from the log up to date.
  void count_log() noexcept;
  void count(const SessionStep& entry) noexcept;

  Start start_;
  std::optional<Key> chance_key_;
  std::optional<Key> policy_key_;
  std::int64_t move_time_ = 0;
  std::vector<Seat> seats_;

  std::vector<SessionStep> log_;
  std::vector<Handover> handovers_;
  // The states before each `steps_per_checkpoint`-th step but the first.
  std::vector<StateMemory> checkpoints_;
  // By viewer, spectators last: the indices of the steps that the viewer noticed.
  std::vector<std::vector<std::uint32_t>> noticed_;

  StateMemory state_;
  std::vector<ObservationMemory> observations_;
  // Memory for the next step, so that a step that fails changes nothing.
  StateMemory next_state_;
  std::vector<ObservationMemory> next_observations_;

  // These follow from the log.
  std::uint64_t decisions_ = 0;
  std::optional<Generator> players_;
};

}  // namespace chemix
