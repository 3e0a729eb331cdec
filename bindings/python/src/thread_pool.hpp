// SPDX-License-Identifier: Apache-2.0
// ThreadPool: threads that stay, and share work that can be done in any order.
#pragma once

#include "chemix/core/function_ref.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace chemix::python {

/// Threads that help whoever has work, and sleep when nobody has. They are made when they are first
/// needed, as many as were ever wanted at once, and last as long as the process.
class ThreadPool {
 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// That of this process: one that was forked has its own, since threads are not copied.
  static ThreadPool& of_process();

  /// Calls `work(i)` for all numbers below `size`, on as many threads as are free, the caller's
  /// among `threads` at most, and returns when all are done. Throws something that `work` threw;
  /// then the rest may be undone. Several callers may share work at the same time.
  void share(std::size_t size, std::size_t threads, FunctionRef<void(std::size_t)> work);
  /// How many threads there are.
  [[nodiscard]] std::size_t size();

 private:
  class Job;

  void start_threads(std::size_t helpers);
  [[noreturn]] void wait_for_work();
  [[nodiscard]] Job* open_job() const;

  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable left_;
  // Counts jobs, so that who has just helped sees the next one without being woken.
  std::atomic<std::size_t> calls_ = 0;
  // These may be looked at under the mutex.
  std::vector<Job*> jobs_;
  std::size_t size_ = 0;
};

}  // namespace chemix::python
