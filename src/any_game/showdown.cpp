// SPDX-License-Identifier: Apache-2.0
// Showdown, by name.
#include "chemix/games/showdown.hpp"

#include "any_game_of.hpp"

namespace chemix {

template GameEntry entry_of<showdown::Game>();

}  // namespace chemix
