// SPDX-License-Identifier: Apache-2.0
// The thread pool: callers share its workers, exceptions reach the caller,
// and the pool survives them.
#include "chemix/thread_pool.hpp"

#include "support/printing.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using chemix::ThreadPool;

TEST_SUITE("unit") {
  TEST_CASE("a pool does each piece of work once, on as many threads as requested") {
    // Never destroyed: in Python the pool lives as long as the process.
    ThreadPool& pool = *new ThreadPool();
    CHECK(pool.size() == 0);
    for (const std::size_t threads : {1U, 2U, 3U, 200U, 2U}) {
      for (const std::size_t size : {0U, 1U, 2U, 7U, 1000U}) {
        std::vector<int> done(size);
        pool.share(size, threads, [&](std::size_t i) { ++done[i]; });
        CHECK(std::count(done.begin(), done.end(), 1) == static_cast<std::ptrdiff_t>(size));
      }
    }
    CHECK(pool.size() == 199);
  }

  TEST_CASE("threads of a pool run concurrently and are reused") {
    ThreadPool& pool = *new ThreadPool();
    for (int work = 0; work < 100; ++work) {
      std::atomic<int> working = 0;
      // Neither thread can finish before the other has started.
      pool.share(2, 2, [&](std::size_t) {
        ++working;
        while (working < 2) std::this_thread::yield();
      });
    }
    CHECK(pool.size() == 1);
  }

  TEST_CASE("an exception reaches the caller, and the pool stays usable") {
    ThreadPool& pool = *new ThreadPool();
    for (const std::size_t culprit : {0U, 3U, 9U}) {
      const auto fails = [&](std::size_t i) {
        if (i == culprit) throw std::runtime_error("no");
      };
      CHECK_THROWS_AS(pool.share(10, 3, fails), std::runtime_error);
      CHECK_THROWS_AS(pool.share(10, 1, fails), std::runtime_error);
      std::atomic<int> done = 0;
      pool.share(10, 3, [&](std::size_t) { ++done; });
      CHECK(done == 10);
    }
  }

  TEST_CASE("concurrent callers share a pool without making it grow") {
    ThreadPool& pool = *new ThreadPool();
    std::atomic<int> done = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 8; ++caller) {
      callers.emplace_back([&] {
        for (int work = 0; work < 200; ++work) pool.share(16, 3, [&](std::size_t) { ++done; });
      });
    }
    for (std::thread& caller : callers) caller.join();
    CHECK(done == 8 * 200 * 16);
    CHECK(pool.size() == 2);
  }
}
