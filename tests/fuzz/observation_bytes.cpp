// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest are the bytes of a saved observation.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  const auto bytes = input.rest_bytes();
  fuzz::Seen seen = game->new_observation();
  const fuzz::Seen before = seen;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_observation_load(seen, bytes.data(), bytes.size(), &error), error)) {
    fuzz::require(seen == before, "refused bytes change nothing", error.told());
    return 0;
  }
  const fuzz::View view = fuzz::view_of(*game, seen);
  fuzz::require(std::equal(view.saved.begin(), view.saved.end(), bytes.begin(), bytes.end()),
                "no other bytes than the saved ones are loaded");
  std::int32_t forgotten = 0;
  std::int32_t approximations = 0;
  fuzz::require_ok(chemix_observation_exactness(seen, &forgotten, &approximations, &error), error,
                   "how far the belief is exact");
  // Only an exact belief is guaranteed to have a possible state.
  const bool may_fail = forgotten != 0 || approximations != 0;
  fuzz::ask_beliefs(seen, may_fail);
  const auto state = fuzz::drawn(*game, seen, 0, CHEMIX_OTHERS_DECIDED);
  fuzz::require(state || may_fail, "a state fits what is loaded");
  if (state) {
    fuzz::require(fuzz::view_of(*game, fuzz::observed(*game, *state, view.viewer)) == view,
                  "a drawn state shows the viewer the same");
  }
  return 0;
}
