// SPDX-License-Identifier: Apache-2.0
// Validation of seats from outside.
#pragma once

#include "chemix/any_game.hpp"

#include <optional>

namespace chemix {

[[nodiscard]] inline bool is_seat(const AnyGame& game, Player player) {
  return player >= 0 && player < game.player_count();
}
/// The error of the seat in a field, or nothing.
[[nodiscard]] inline std::optional<InputError> seat_error(const AnyGame& game, const char* field,
                                                          Player player) {
  if (is_seat(game, player)) return std::nullopt;
  return no_such_seat(field, player, game.player_count());
}

}  // namespace chemix
