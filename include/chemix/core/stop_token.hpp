// SPDX-License-Identifier: Apache-2.0
// Ending long calls early: a token that any thread may set, and the counter by which a call polls
// it. Polls are spaced by counted work instead of time, so that their number is reproducible.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <utility>

namespace chemix {

/// Ends the calls to which it is passed: when any thread calls `stop`, or after a time budget.
/// Several calls may share a token, which must outlive them.
class StopToken {
 public:
  StopToken() = default;
  StopToken(const StopToken&) = delete;
  StopToken& operator=(const StopToken&) = delete;
  virtual ~StopToken() = default;

  /// Ends the calls at their next poll, within 5 ms, and later calls at once. May be called from
  /// any thread and from signal handlers.
  void stop() noexcept { is_stopped_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_stopped() const noexcept {
    return is_stopped_.load(std::memory_order_relaxed);
  }

  /// Undoes `stop` and removes the time budget. Precondition: no call uses the token.
  void clear() noexcept;

  /// Lets the calls take `milliseconds` from now; negative: without limit. Afterwards, policies
  /// return the best that they have found, and other calls end as if stopped.
  void set_time_budget(std::int64_t milliseconds) noexcept;
  /// Whether the time budget is used up.
  [[nodiscard]] bool is_late() const noexcept;

  /// Called on the thread of a call at each of its polls, with the units of work since the last.
  virtual void on_poll(std::int64_t work);

 private:
  static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

  std::atomic<bool> is_stopped_ = false;
  // In nanoseconds of the steady clock.
  std::atomic<std::int64_t> deadline_ = never;
};

/// Ends a call after an amount of work, in units of `StopPoll`, which is the same on every machine.
class WorkLimit : public StopToken {
 public:
  explicit WorkLimit(std::int64_t units) : left_(units) {}
  void on_poll(std::int64_t work) override {
    left_ -= work;
    if (left_ < 0) stop();
  }

 private:
  std::int64_t left_;
};

/// Counts the work of a call on one thread, and polls a token after every `units_per_poll` units.
class StopPoll {
 public:
  /// A unit takes about a microsecond, such as a step of a game.
  static constexpr std::int64_t units_per_poll = 256;

  /// Never ends.
  StopPoll() = default;
  /// Polls `token` for the first time at once; never ends if it is null.
  explicit StopPoll(StopToken* token) : token_(token) { (void)poll(); }

  /// Counts work, and polls if it is due. Returns whether to end: the work then returns soon, with
  /// a result that means nothing.
  [[nodiscard]] bool spend(std::int64_t units = 1) {
    work_ += units;
    return work_ < units_per_poll ? is_ended() : poll();
  }
  /// Polls now.
  bool poll();

  [[nodiscard]] bool is_ended() const { return is_stopped_ || (is_late_ && !is_patient_); }
  /// Whether the token was stopped, rather than its time budget used up.
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }

  /// While it exists, the time budget does not end the work: for work that every result needs.
  class Patience {
   public:
    explicit Patience(StopPoll& poll, bool is_patient = true)
        : poll_(poll), before_(std::exchange(poll.is_patient_, poll.is_patient_ || is_patient)) {}
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;
    ~Patience() { poll_.is_patient_ = before_; }

   private:
    StopPoll& poll_;
    bool before_;
  };

 private:
  StopToken* token_ = nullptr;
  std::int64_t work_ = 0;
  bool is_stopped_ = false;
  bool is_late_ = false;
  bool is_patient_ = false;
};

}  // namespace chemix
