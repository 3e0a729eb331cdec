// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest is the text of a state.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  fuzz::State state = game->new_state();
  const fuzz::State before = state;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_state_load_text(state, input.rest().data(), input.rest().size(), &error),
                   error)) {
    fuzz::require(state == before, "a refused text changes nothing", error.told());
    return 0;
  }
  fuzz::check_state(*game, state);
  return 0;
}
