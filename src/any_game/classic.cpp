// SPDX-License-Identifier: Apache-2.0
// Classic, by name.
#include "chemix/games/classic.hpp"

#include "any_game_of.hpp"
#include "chemix/games/classic/whole_turns.hpp"

namespace chemix {

template GameEntry entry_of<classic::Game>();

}  // namespace chemix
