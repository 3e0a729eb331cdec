// SPDX-License-Identifier: Apache-2.0
// Clients: one viewer's side of a session. A client has no state and no secrets of others.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/record.hpp"
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

/// A viewer's observation, and the events that led to it. A function that fails or runs out of
/// memory leaves the client as it was, and `const` functions may be called by several threads at
/// once.
class Client {
 public:
  /// A client from an observation that was made when the viewer had noticed `seen` steps. It does
  /// not have the events of these steps. Fails if `observation` is not one of this game.
  static Result<Client> of(std::shared_ptr<const AnyGame> game, ConstBlock observation,
                           std::size_t seen = 0);
  /// Reads what `Session::save_seen`, `write_seen_record` or `save` wrote. It cannot verify that
  /// the game was really played.
  static Result<Client> load(std::string_view text);
  /// The client as JSON: a record of what one viewer saw.
  [[nodiscard]] std::string save() const;

  [[nodiscard]] const std::shared_ptr<const AnyGame>& game() const { return game_; }
  [[nodiscard]] ConstBlock observation() const { return observation_.block(); }
  /// The number of steps that the viewer has noticed.
  [[nodiscard]] std::size_t seen_count() const { return first_ + steps_.size(); }
  /// The number of steps whose events the client does not have.
  [[nodiscard]] std::size_t first_seen() const { return first_; }

  /// Applies a message of `Session::message`. The error names `seen` if it is not the next one, and
  /// `digest` if the views differ.
  [[nodiscard]] std::optional<InputError> receive(std::string_view message);
  /// Applies the events of the next step; at least one.
  [[nodiscard]] std::optional<InputError> fold(std::span<const Event> events);
  /// Returns to the view before the step `seen`. Precondition of these functions: `seen` is at
  /// least `first_seen` and at most `seen_count`, for `events` less.
  void rewind(std::size_t seen);
  /// The events of a step.
  [[nodiscard]] const std::vector<Event>& events(std::size_t seen) const {
    return steps_[seen - first_];
  }
  /// Overwrites `observation` with what the viewer saw before a step.
  void observe_at(std::size_t seen, Block observation) const;

 private:
  Client(std::shared_ptr<const AnyGame> game, ObservationMemory start, std::size_t first);

  // Folds the events of the next step. Fails if the digest of the view is not the expected one.
  std::optional<InputError> take(std::vector<Event> events,
                                 std::optional<std::uint64_t> expected_digest = {});

  std::shared_ptr<const AnyGame> game_;
  std::size_t first_;
  ObservationMemory start_;
  std::vector<std::vector<Event>> steps_;
  // The observations before each `steps_per_checkpoint`-th step but the first.
  std::vector<ObservationMemory> checkpoints_;
  ObservationMemory observation_;
  // Memory for the next step, so that a step that fails changes nothing.
  ObservationMemory next_;
};

}  // namespace chemix
