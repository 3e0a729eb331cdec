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

void require(std::int32_t result, const char* what) {
  if (result >= 0) return;
  std::fprintf(stderr, "%s: %s\n", what, chemix_status_name(result));
  std::exit(1);
}

double milliseconds_of(clockid_t clock) {
  std::timespec now{};
  clock_gettime(clock, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void measure(const std::string& name, const std::function<std::int32_t(chemix_stop*)>& call) {
  std::vector<double> times;
  double most_work = 0;
  int ended = 0;
  for (int round = 0; round < rounds; ++round) {
    chemix_stop* stop = nullptr;
    require(chemix_stop_create(&stop, nullptr), "chemix_stop_create");
    Clock::time_point returned;
    double worked = 0;
    std::thread working([&] {
      // A status or a count.
      std::int32_t status = CHEMIX_OK;
      // Short calls are repeated.
      while (status >= 0) status = call(stop);
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
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_state* state = nullptr;
  chemix_observation* seen = nullptr;
  chemix_policy* search = nullptr;
  chemix_session* session = nullptr;
  chemix_seed seed{};
  chemix_acting acting{};
  chemix_seed_init(&seed, 7);
  require(chemix_game_create(name, 2, nullptr, nullptr, &game, nullptr), "chemix_game_create");
  require(chemix_game_limits(game, &limits, nullptr), "chemix_game_limits");
  require(chemix_state_create(game, 0, &state, nullptr), "chemix_state_create");
  require(chemix_observation_create(game, &seen, nullptr), "chemix_observation_create");
  require(chemix_state_resolve(state, &seed, nullptr), "chemix_state_resolve");
  require(chemix_state_acting(state, &acting, nullptr), "chemix_state_acting");
  std::int32_t player = 0;
  while ((acting.seats >> player & 1U) == 0) ++player;
  require(chemix_state_observe(state, player, seen, nullptr), "chemix_state_observe");
  require(chemix_policy_create("search iterations=100000000", &search, nullptr),
          "chemix_policy_create");
  require(chemix_session_resume(state, &seed, &session, nullptr), "chemix_session_resume");
  for (std::int32_t seat = 0; seat < 2; ++seat) {
    require(chemix_session_set_policy(session, seat, search, nullptr), "chemix_session_set_policy");
  }
  const chemix_policy* const seats[] = {search, search};
  std::vector<chemix_action_value> values(limits.max_legal_actions);
  std::vector<double> shares(1 << 16);
  chemix_hint hint = CHEMIX_HINT_INIT;
  chemix_state* end = nullptr;
  require(chemix_state_copy(state, &end, nullptr), "chemix_state_copy");
  // States in the caller's memory are copied with it. Numbers of 64 bits are aligned as they are.
  constexpr std::size_t batch = 4096;
  const std::size_t words = limits.state_size / 8;
  std::vector<std::uint64_t> states(batch * words);
  std::vector<chemix_seed> seeds(batch);
  const auto block_at = [](std::vector<std::uint64_t>& all, std::size_t at) {
    return reinterpret_cast<chemix_state*>(&all[at]);
  };
  require(chemix_batch_init(block_at(states, 0), batch, game, nullptr, nullptr),
          "chemix_batch_init");
  for (std::size_t i = 0; i < batch; ++i) {
    require(chemix_state_assign(block_at(states, i * words), state, nullptr),
            "chemix_state_assign");
    chemix_seed_init(&seeds[i], i);
  }
  const std::string prefix = name + std::string("/");
  measure(prefix + "evaluate", [&](chemix_stop* stop) {
    return chemix_policy_action_values(search, seen, &seed, stop, values.data(), values.size(),
                                       nullptr);
  });
  measure(prefix + "hint", [&](chemix_stop* stop) {
    return chemix_policy_hint(search, seen, &seed, stop, &hint, nullptr);
  });
  measure(prefix + "play", [&](chemix_stop* stop) {
    require(chemix_state_assign(end, state, nullptr), "chemix_state_assign");
    return chemix_state_play(end, seats, &seed, stop, nullptr, nullptr);
  });
  measure(prefix + "advance", [&](chemix_stop* stop) {
    return chemix_session_advance(session, 0, stop, nullptr, nullptr);
  });
  measure(prefix + "playouts", [&](chemix_stop* stop) {
    std::vector<std::uint64_t> ends = states;
    return chemix_batch_playout(block_at(ends, 0), batch, seeds.data(), stop, nullptr, 0, nullptr);
  });
  measure(prefix + "marginals", [&](chemix_stop* stop) {
    return chemix_observation_marginals(seen, stop, shares.data(), shares.size(), nullptr);
  });
  chemix_state_destroy(&end);
  chemix_session_destroy(&session);
  chemix_policy_destroy(&search);
  chemix_observation_destroy(&seen);
  chemix_state_destroy(&state);
  chemix_game_destroy(&game);
}

}  // namespace

int main(int count, char** names) {
  for (int i = 1; i < count; ++i) measure_game(names[i]);
}
