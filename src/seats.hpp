// SPDX-License-Identifier: Apache-2.0
// Seats that are given from outside.
#pragma once

#include "chemix/any_game.hpp"

#include <optional>
#include <string>

namespace chemix {

[[nodiscard]] inline bool is_seat(const AnyGame& game, Player player) {
  return player >= 0 && player < game.player_count();
}
/// What is wrong with the seat that a field names, or nothing.
[[nodiscard]] inline std::optional<InputError> seat_error(const AnyGame& game, const char* field,
                                                          Player player) {
  if (is_seat(game, player)) return std::nullopt;
  return InputError{field, std::to_string(player), "is no seat", "GN-1"};
}

}  // namespace chemix
