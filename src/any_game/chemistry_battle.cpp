// SPDX-License-Identifier: Apache-2.0
// Chemistry Battle, by name.
#include "chemix/games/chemistry_battle.hpp"

#include "any_game_of.hpp"

namespace chemix {

template GameEntry entry_of<chemistry_battle::Game>();

}  // namespace chemix
