// SPDX-License-Identifier: Apache-2.0
// Mutation test of the fuzzers: wraps a few functions of the library (the linker's --wrap) and
// plants the bug that the environment variable INJECTED names: `read`, `leak`, `refusal` or `time`.
// `tools/fuzz.py injected` checks that the fuzzer finds each.
#include "fuzz.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier): --wrap requires these names.
extern "C" {
chemix_status __real_chemix_state_load(const chemix_game*, const void*, std::size_t, void*,
                                       std::size_t, chemix_error*);
chemix_status __real_chemix_state_observe(const chemix_game*, const void*, std::size_t,
                                          std::int32_t, void*, std::size_t, chemix_error*);
chemix_status __real_chemix_observation_json(const chemix_game*, const void*, std::size_t, char*,
                                             std::size_t, std::size_t*, chemix_error*);
chemix_status __real_chemix_state_apply(const chemix_game*, std::int32_t, std::int32_t, void*,
                                        std::size_t, chemix_error*);
chemix_status __real_chemix_state_playout(const chemix_game*, const char*, void*, std::size_t,
                                          std::int64_t*, chemix_error*);
chemix_status __wrap_chemix_state_load(const chemix_game*, const void*, std::size_t, void*,
                                       std::size_t, chemix_error*);
chemix_status __wrap_chemix_state_observe(const chemix_game*, const void*, std::size_t,
                                          std::int32_t, void*, std::size_t, chemix_error*);
chemix_status __wrap_chemix_observation_json(const chemix_game*, const void*, std::size_t, char*,
                                             std::size_t, std::size_t*, chemix_error*);
chemix_status __wrap_chemix_state_apply(const chemix_game*, std::int32_t, std::int32_t, void*,
                                        std::size_t, chemix_error*);
chemix_status __wrap_chemix_state_playout(const chemix_game*, const char*, void*, std::size_t,
                                          std::int64_t*, chemix_error*);
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
chemix_status __wrap_chemix_state_load(const chemix_game* game, const void* bytes,
                                       std::size_t byte_count, void* out_state,
                                       std::size_t state_size, chemix_error* out_error) {
  if (is_injected("read")) {
    const auto* const first = static_cast<const volatile std::uint8_t*>(bytes);
    (void)first[byte_count];
  }
  return __real_chemix_state_load(game, bytes, byte_count, out_state, state_size, out_error);
}

chemix_status __wrap_chemix_state_observe(const chemix_game* game, const void* state,
                                          std::size_t state_size, std::int32_t viewer,
                                          void* out_observation, std::size_t observation_size,
                                          chemix_error* out_error) {
  if (is_injected("leak")) {
    const std::string json = fuzz::sure_text("a state is JSON", [&](auto... out) {
      return chemix_state_json(game, state, state_size, out...);
    });
    const std::size_t hands = json.find("\"own\"");
    leaked[out_observation] = json.substr(hands, json.find("\"knowledge\"") - hands);
  }
  return __real_chemix_state_observe(game, state, state_size, viewer, out_observation,
                                     observation_size, out_error);
}

/// Adds all hands to the output.
chemix_status __wrap_chemix_observation_json(const chemix_game* game, const void* observation,
                                             std::size_t observation_size, char* out,
                                             std::size_t capacity, std::size_t* out_count,
                                             chemix_error* out_error) {
  const auto real = [&](auto... rest) {
    return __real_chemix_observation_json(game, observation, observation_size, rest...);
  };
  if (!is_injected("leak")) return real(out, capacity, out_count, out_error);
  const std::string json = fuzz::sure_text("JSON", real) + leaked[observation];
  *out_count = json.size();
  if (capacity <= json.size()) return CHEMIX_BUFFER_TOO_SMALL;
  std::memcpy(out, json.c_str(), json.size() + 1);
  return CHEMIX_OK;
}

/// Changes the state although some actions are refused.
chemix_status __wrap_chemix_state_apply(const chemix_game* game, std::int32_t actor,
                                        std::int32_t action, void* state, std::size_t state_size,
                                        chemix_error* out_error) {
  const chemix_status status =
      __real_chemix_state_apply(game, actor, action, state, state_size, out_error);
  if (is_injected("refusal") && status == CHEMIX_REFUSED && action % 8 == 5) {
    static_cast<std::uint8_t*>(state)[state_size - 1] ^= 1;
  }
  return status;
}

/// Takes longer than the time limit for some playouts.
chemix_status __wrap_chemix_state_playout(const chemix_game* game, const char* seed, void* state,
                                          std::size_t state_size, std::int64_t* out_steps,
                                          chemix_error* out_error) {
  const chemix_status status =
      __real_chemix_state_playout(game, seed, state, state_size, out_steps, out_error);
  const std::clock_t begin = std::clock();
  while (is_injected("time") && *out_steps % 8 == 5 && std::clock() - begin < 3 * CLOCKS_PER_SEC) {
  }
  return status;
}
// NOLINTEND(bugprone-reserved-identifier)
