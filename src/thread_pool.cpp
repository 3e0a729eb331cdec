// SPDX-License-Identifier: Apache-2.0
#include "chemix/thread_pool.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>

#if __has_include(<pthread.h>)
#include <pthread.h>
#endif

namespace chemix {
namespace {

// Never destroyed: idle threads may wait on it until the process ends.
std::atomic<ThreadPool*> pool_of_process = nullptr;

// Spins briefly for a condition that usually holds soon, since waking up takes longer; yields the
// core to other threads meanwhile. Returns whether the condition holds.
template <class Condition>
bool is_soon(Condition&& is_so) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds a_little{50};
  for (const auto end = Clock::now() + a_little; !is_so();) {
    if (Clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace

/// The items of one loop. Each thread starts with a part of its own, so that it finds the same
/// items in its cache in consecutive jobs, and then steals from the parts of the others.
class ThreadPool::Job {
 public:
  Job(std::size_t size, std::size_t threads, FunctionRef<void(std::size_t)> work)
      : work_(work),
        at_once_(std::clamp<std::size_t>(size / (64 * threads), 1, max_at_once)),
        parts_(threads) {
    for (std::size_t i = 0; i < threads; ++i) {
      parts_[i].next = size * i / threads;
      parts_[i].end = size * (i + 1) / threads;
    }
  }

  [[nodiscard]] bool has_room() const { return joined_ < parts_.size(); }
  /// Registers a thread; returns the number of the part that it starts with.
  [[nodiscard]] std::size_t join() {
    ++helping_;
    return joined_++;
  }
  /// Returns whether this was the last helping thread.
  bool leave() { return --helping_ == 0; }
  [[nodiscard]] bool is_left() const { return helping_ == 0; }

  void work_from(std::size_t part) noexcept {
    try {
      for (std::size_t i = 0; i < parts_.size(); ++i) work_on(parts_[(part + i) % parts_.size()]);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      thrown_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  // Aligned to cache lines to avoid false sharing.
  struct alignas(64) Part {
    std::atomic<std::size_t> next;
    std::size_t end;
  };

  void work_on(Part& part) {
    for (std::size_t i = 0; (i = part.next.fetch_add(at_once_)) < part.end;) {
      const std::size_t end = std::min(i + at_once_, part.end);
      for (; i < end; ++i) work_(i);
    }
  }

  // Few enough that all threads finish soon after each other.
  static constexpr std::size_t max_at_once = 64;

  FunctionRef<void(std::size_t)> work_;
  std::size_t at_once_;
  std::vector<Part> parts_;
  // Part 0 belongs to the caller.
  std::size_t joined_ = 1;
  std::atomic<std::size_t> helping_ = 0;
  std::mutex mutex_;
  std::exception_ptr thrown_;
};

ThreadPool& ThreadPool::of_process() {
  if (ThreadPool* const pool = pool_of_process) return *pool;
#if __has_include(<pthread.h>)
  static const int forgotten_in_children =
      pthread_atfork(nullptr, nullptr, [] { pool_of_process = nullptr; });
  (void)forgotten_in_children;
#endif
  auto made = std::make_unique<ThreadPool>();
  ThreadPool* before = nullptr;
  return pool_of_process.compare_exchange_strong(before, made.get()) ? *made.release() : *before;
}

void ThreadPool::share(std::size_t size, std::size_t threads, FunctionRef<void(std::size_t)> work) {
  threads = std::min(threads, size);
  if (threads <= 1) {
    for (std::size_t i = 0; i < size; ++i) work(i);
    return;
  }
  Job job(size, threads, work);
  {
    const std::scoped_lock lock(mutex_);
    start_threads(threads - 1);
    jobs_.push_back(&job);
    ++calls_;
  }
  for (std::size_t i = 1; i < threads; ++i) called_.notify_one();
  job.work_from(0);
  {
    const std::scoped_lock lock(mutex_);
    jobs_.erase(std::find(jobs_.begin(), jobs_.end(), &job));
  }
  if (!is_soon([&] { return job.is_left(); })) {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [&] { return job.is_left(); });
  }
  job.rethrow();
}

std::size_t ThreadPool::size() {
  const std::scoped_lock lock(mutex_);
  return size_;
}

void ThreadPool::start_threads(std::size_t helpers) {
  try {
    for (; size_ < helpers; ++size_) std::thread(&ThreadPool::wait_for_work, this).detach();
  } catch (const std::system_error&) {
    // No more threads can be started; the existing ones do the work.
  }
}

void ThreadPool::wait_for_work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    Job* const job = open_job();
    if (job == nullptr) {
      const std::size_t seen = calls_;
      lock.unlock();
      is_soon([&] { return calls_ != seen; });
      lock.lock();
      called_.wait(lock, [&] { return open_job() != nullptr; });
      continue;
    }
    const std::size_t part = job->join();
    lock.unlock();
    job->work_from(part);
    lock.lock();
    if (job->leave()) left_.notify_all();
  }
}

ThreadPool::Job* ThreadPool::open_job() const {
  const auto open =
      std::find_if(jobs_.begin(), jobs_.end(), [](const Job* job) { return job->has_room(); });
  return open == jobs_.end() ? nullptr : *open;
}

}  // namespace chemix
