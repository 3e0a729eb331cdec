// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest are the bytes of a saved state.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  const auto bytes = input.rest_bytes();
  fuzz::Bytes state = game->state_memory();
  const fuzz::Bytes before = state;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_state_load(game->handle, bytes.data(), bytes.size(), state.data(),
                                     state.size(), &error),
                   error)) {
    fuzz::require(state == before, "refused bytes change nothing", error.told());
    return 0;
  }
  const fuzz::Bytes saved = fuzz::saved_state(*game, state);
  fuzz::require(std::equal(saved.begin(), saved.end(), bytes.begin(), bytes.end()),
                "no other bytes than the saved ones are loaded");
  fuzz::check_state(*game, state);
  return 0;
}
