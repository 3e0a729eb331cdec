// SPDX-License-Identifier: Apache-2.0
// Mutation test of the fuzzers: wraps a few functions of the library (the linker's --wrap) and
// plants the bug that the environment variable INJECTED names: `read`, `leak`, `refusal` or `time`.
// `tools/fuzz.py injected` checks that the fuzzer finds each.
#include "fuzz.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier): --wrap requires these names.
extern "C" {
decltype(chemix_state_load) __real_chemix_state_load, __wrap_chemix_state_load;
decltype(chemix_state_observe) __real_chemix_state_observe, __wrap_chemix_state_observe;
decltype(chemix_observation_json) __real_chemix_observation_json, __wrap_chemix_observation_json;
decltype(chemix_state_apply) __real_chemix_state_apply, __wrap_chemix_state_apply;
decltype(chemix_state_playout) __real_chemix_state_playout, __wrap_chemix_state_playout;
}

namespace {

bool is_injected(std::string_view error) {
  static const char* const injected = std::getenv("INJECTED");
  return injected != nullptr && injected == error;
}

/// For the injected leak: the hands behind each observation, by its address.
std::map<const void*, std::string> leaked;

}  // namespace

/// Reads one byte beyond the input.
chemix_status __wrap_chemix_state_load(chemix_state* state, const std::uint8_t* bytes,
                                       std::size_t byte_count, chemix_error* out_error) {
  if (is_injected("read")) {
    const volatile std::uint8_t* const first = bytes;
    (void)first[byte_count];
  }
  return __real_chemix_state_load(state, bytes, byte_count, out_error);
}

chemix_status __wrap_chemix_state_observe(const chemix_state* state, std::int32_t viewer,
                                          chemix_observation* out_observation,
                                          chemix_error* out_error) {
  if (is_injected("leak")) {
    const std::string json = fuzz::sure_text(
        "a state is JSON", [&](auto... out) { return chemix_state_json(state, out...); });
    const std::size_t hands = json.find("\"own\"");
    leaked[out_observation] = json.substr(hands, json.find("\"knowledge\"") - hands);
  }
  return __real_chemix_state_observe(state, viewer, out_observation, out_error);
}

/// Adds all hands to the output.
chemix_count __wrap_chemix_observation_json(const chemix_observation* observation, char* out,
                                            std::size_t capacity, chemix_error* out_error) {
  const auto real = [&](auto... rest) {
    return __real_chemix_observation_json(observation, rest...);
  };
  if (!is_injected("leak")) return real(out, capacity, out_error);
  const std::string json = fuzz::sure_text("JSON", real) + leaked[observation];
  const auto count = static_cast<chemix_count>(json.size());
  if (capacity == 0) return count;
  if (capacity <= json.size()) return CHEMIX_BUFFER_TOO_SMALL;
  std::memcpy(out, json.c_str(), json.size() + 1);
  return count;
}

/// Changes the state although some actions are refused.
chemix_status __wrap_chemix_state_apply(chemix_state* state, std::int32_t actor,
                                        std::int32_t action, chemix_error* out_error) {
  const chemix_status status = __real_chemix_state_apply(state, actor, action, out_error);
  if (is_injected("refusal") && status == CHEMIX_REFUSED && action % 8 == 5) {
    chemix_limits limits = CHEMIX_LIMITS_INIT;
    chemix_game_limits(chemix_state_game(state), &limits, nullptr);
    reinterpret_cast<std::uint8_t*>(state)[limits.state_size - 1] ^= 1;
  }
  return status;
}

/// Takes longer than the time limit for some playouts.
chemix_status __wrap_chemix_state_playout(chemix_state* state, const chemix_seed* seed,
                                          chemix_stop* stop, std::int32_t* out_steps,
                                          chemix_error* out_error) {
  const chemix_status status = __real_chemix_state_playout(state, seed, stop, out_steps, out_error);
  const std::clock_t begin = std::clock();
  while (is_injected("time") && *out_steps % 8 == 5 && std::clock() - begin < 3 * CLOCKS_PER_SEC) {
  }
  return status;
}
// NOLINTEND(bugprone-reserved-identifier)
