// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest are the bytes of a saved state.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  const auto bytes = input.rest_bytes();
  fuzz::State state = game->new_state();
  const fuzz::State before = state;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_state_load(state, bytes.data(), bytes.size(), &error), error)) {
    fuzz::require(state == before, "refused bytes change nothing", error.told());
    return 0;
  }
  const auto saved = fuzz::saved_state(state);
  fuzz::require(std::equal(saved.begin(), saved.end(), bytes.begin(), bytes.end()),
                "no other bytes than the saved ones are loaded");
  fuzz::check_state(*game, state);
  return 0;
}
