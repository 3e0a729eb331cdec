// SPDX-License-Identifier: Apache-2.0
// Measures, in C, how long calls take to return after their stop object is set: a line for each
// with the median and the maximum in milliseconds, and the maximum of the thread's processor time,
// which does not depend on what else runs.
#include "chemix.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <pthread.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 25;

void require(chemix_status status, const char* what) {
  if (status == CHEMIX_OK) return;
  std::fprintf(stderr, "%s: %s\n", what, chemix_status_name(status));
  std::exit(1);
}

double milliseconds_of(clockid_t clock) {
  std::timespec now{};
  clock_gettime(clock, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void measure(const std::string& name, const std::function<chemix_status(chemix_stop*)>& call) {
  std::vector<double> times;
  double most_work = 0;
  int ended = 0;
  for (int round = 0; round < rounds; ++round) {
    chemix_stop* stop = nullptr;
    require(chemix_stop_create(&stop, nullptr), "chemix_stop_create");
    Clock::time_point returned;
    double worked = 0;
    std::thread working([&] {
      chemix_status status = CHEMIX_OK;
      // Short calls are repeated.
      while (status == CHEMIX_OK) status = call(stop);
      returned = Clock::now();
      worked = milliseconds_of(CLOCK_THREAD_CPUTIME_ID);
      ended += status == CHEMIX_STOPPED ? 1 : 0;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 3 * round));
    clockid_t clock{};
    pthread_getcpuclockid(working.native_handle(), &clock);
    const double worked_before = milliseconds_of(clock);
    const auto set = Clock::now();
    chemix_stop_set(stop);
    working.join();
    most_work = std::max(most_work, worked - worked_before);
    times.push_back(std::chrono::duration<double, std::milli>(returned - set).count());
    chemix_stop_destroy(&stop);
  }
  if (ended < rounds) {
    std::fprintf(stderr, "%s: failed\n", name.c_str());
    std::exit(1);
  }
  std::sort(times.begin(), times.end());
  std::printf("%s %.3f %.3f %.3f\n", name.c_str(), times[rounds / 2], times.back(), most_work);
}

void measure_game(const char* name) {
  chemix_game* game = nullptr;
  require(chemix_game_create(name, 2, "", nullptr, &game, nullptr), "chemix_game_create");
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  require(chemix_game_limits(game, &limits, nullptr), "chemix_game_limits");
  const std::size_t size = limits.state_size;
  const std::size_t seen_size = limits.observation_size;
  std::vector<std::uint64_t> state(size / 8);
  std::vector<std::uint64_t> seen(seen_size / 8 + 1);
  require(chemix_state_init(game, 0, state.data(), size, nullptr), "chemix_state_init");
  require(chemix_state_resolve(game, "7", state.data(), size, nullptr), "chemix_state_resolve");
  std::uint32_t players = 0;
  bool is_chance = false;
  require(chemix_state_acting(game, state.data(), size, &players, &is_chance, nullptr),
          "chemix_state_acting");
  std::int32_t player = 0;
  while ((players >> player & 1U) == 0) ++player;
  require(chemix_state_observe(game, state.data(), size, player, seen.data(), seen_size, nullptr),
          "chemix_state_observe");
  chemix_policy* search = nullptr;
  require(chemix_policy_create("search iterations=100000000", &search, nullptr),
          "chemix_policy_create");
  const chemix_policy* const seats[] = {search, search};
  std::vector<chemix_action_value> values(static_cast<std::size_t>(limits.max_legal_actions));
  std::vector<char> text(1 << 16);
  std::vector<double> shares(1 << 16);
  constexpr std::size_t batch = 4096;
  std::vector<std::uint64_t> states;
  std::vector<std::uint64_t> seeds;
  for (std::size_t i = 0; i < batch; ++i) {
    states.insert(states.end(), state.begin(), state.end());
    seeds.push_back(i);
  }
  std::size_t count = 0;
  const std::string prefix = name + std::string("/");
  measure(prefix + "evaluate", [&](chemix_stop* stop) {
    return chemix_policy_action_values(search, game, seen.data(), seen_size, "1", stop,
                                       values.data(), values.size(), &count, nullptr);
  });
  measure(prefix + "hint", [&](chemix_stop* stop) {
    return chemix_policy_hint(search, game, seen.data(), seen_size, "1", nullptr, nullptr, stop,
                              text.data(), text.size(), &count, nullptr);
  });
  measure(prefix + "play", [&](chemix_stop* stop) {
    std::vector<std::uint64_t> end = state;
    return chemix_state_play(game, seats, 2, "1", stop, end.data(), size, nullptr, nullptr);
  });
  measure(prefix + "playouts", [&](chemix_stop* stop) {
    std::vector<std::uint64_t> ends = states;
    return chemix_batch_playout(game, seeds.data(), stop, ends.data(), batch * size, batch, nullptr,
                                nullptr);
  });
  measure(prefix + "marginals", [&](chemix_stop* stop) {
    return chemix_observation_marginals(game, seen.data(), seen_size, stop, shares.data(),
                                        shares.size(), &count, nullptr);
  });
  chemix_policy_destroy(&search);
  chemix_game_destroy(&game);
}

}  // namespace

int main(int count, char** names) {
  for (int i = 1; i < count; ++i) measure_game(names[i]);
}
