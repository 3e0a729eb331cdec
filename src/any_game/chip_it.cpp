// SPDX-License-Identifier: Apache-2.0
// Chip it, its tournament and its match for two, by name.
#include "chemix/games/chip_it.hpp"

#include "any_game_of.hpp"

namespace chemix {

template GameEntry entry_of<chip_it::Game>();
template GameEntry entry_of<chip_it::TournamentGame>();
template GameEntry entry_of<chip_it::DuelGame>();

}  // namespace chemix
