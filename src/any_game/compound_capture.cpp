// SPDX-License-Identifier: Apache-2.0
// Compound Capture and its match, by name.
#include "chemix/games/compound_capture.hpp"

#include "any_game_of.hpp"

namespace chemix {

template GameEntry entry_of<compound_capture::Game>();
template GameEntry entry_of<compound_capture::MatchGame>();

}  // namespace chemix
