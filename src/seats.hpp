// SPDX-License-Identifier: Apache-2.0
// Validation of seats from outside.
#pragma once

#include "chemix/any_game.hpp"

#include <optional>
#include <string>

namespace chemix {

[[nodiscard]] inline bool is_seat(const AnyGame& game, Player player) {
  return player >= 0 && player < game.player_count();
}
/// The error of the seat in a field, or nothing.
[[nodiscard]] inline std::optional<InputError> seat_error(const AnyGame& game, const char* field,
                                                          Player player) {
  if (is_seat(game, player)) return std::nullopt;
  return InputError{field, std::to_string(player), "is no seat", "GN-1"};
}

}  // namespace chemix
