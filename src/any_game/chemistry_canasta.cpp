// SPDX-License-Identifier: Apache-2.0
// Chemistry Canasta and its match, by name.
#include "chemix/games/chemistry_canasta.hpp"

#include "any_game_of.hpp"

namespace chemix {

template GameEntry entry_of<chemistry_canasta::Game>();
template GameEntry entry_of<chemistry_canasta::MatchGame>();

}  // namespace chemix
