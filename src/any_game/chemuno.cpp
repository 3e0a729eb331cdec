// SPDX-License-Identifier: Apache-2.0
// Chemuno, by name.
#include "chemix/games/chemuno.hpp"

#include "any_game_of.hpp"

namespace chemix {

template GameEntry entry_of<chemuno::Game>();

}  // namespace chemix
