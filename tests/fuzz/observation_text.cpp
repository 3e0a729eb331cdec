// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest is the text of an observation, which only the C++ API
// reads.
#include "fuzz.hpp"
#include "internal.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  fuzz::Seen seen = game->new_observation();
  const fuzz::Seen before = seen;
  // The block of the C++ API follows the header of 16 bytes.
  auto* const block = reinterpret_cast<std::byte*>(static_cast<chemix_observation*>(seen)) + 16;
  const std::span<std::byte> inner(block, game->limits.observation_size - 16);
  if (const auto error = game->handle->game->parse_observation(input.rest(), inner)) {
    fuzz::require(seen == before, "a refused text changes nothing", error->message());
    return 0;
  }
  fuzz::view_of(*game, seen);
  fuzz::check_saved_observation(*game, seen);
  return 0;
}
