// SPDX-License-Identifier: Apache-2.0
// ThreadPool: persistent threads that share the items of parallel loops.
#pragma once

#include "chemix/core/function_ref.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace chemix {

/// Threads that help callers with their work, and sleep when there is none. They are started on
/// demand, up to the largest number requested at once, and live as long as the process. So a
/// plug-in must stay loaded once it has shared work. The C ABI never does.
class ThreadPool {
 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// The pool of this process. A forked process gets its own, since fork does not copy threads.
  static ThreadPool& of_process();

  /// Calls `work(i)` for all i below `size` in any order, on at most `threads` threads including
  /// the caller's, as far as they are free. Returns when all calls are done. If a call throws,
  /// rethrows one of the exceptions, and some items may be left out. Several callers may share work
  /// at the same time.
  void share(std::size_t size, std::size_t threads, FunctionRef<void(std::size_t)> work);
  /// The number of threads, without the callers'.
  [[nodiscard]] std::size_t size();

 private:
  class Job;

  void start_threads(std::size_t helpers);
  [[noreturn]] void wait_for_work();
  [[nodiscard]] Job* open_job() const;

  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable left_;
  // Counts jobs, so that a thread that has just finished one sees the next without being woken.
  std::atomic<std::size_t> calls_ = 0;
  // Guarded by the mutex.
  std::vector<Job*> jobs_;
  std::size_t size_ = 0;
};

}  // namespace chemix
