// SPDX-License-Identifier: Apache-2.0
// REACT!, by name.
#include "chemix/games/react.hpp"

#include "any_game_of.hpp"

namespace chemix {

template GameEntry entry_of<react::Game>();

}  // namespace chemix
