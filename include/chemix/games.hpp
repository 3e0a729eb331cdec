// SPDX-License-Identifier: Apache-2.0
// The list of games: the only existing source file that a new game edits.
#pragma once

#include "chemix/games/chemistry_battle.hpp"
#include "chemix/games/chemistry_canasta.hpp"
#include "chemix/games/chemuno.hpp"
#include "chemix/games/chip_it.hpp"
#include "chemix/games/classic.hpp"
#include "chemix/games/compound_capture.hpp"
#include "chemix/games/react.hpp"
#include "chemix/games/showdown.hpp"

#include <tuple>

namespace chemix {

/// Everything that works on all games (run-time choice, laws, goldens, benchmarks) reads this list.
using AllGames =
    std::tuple<chemuno::Game, showdown::Game, react::Game, classic::Game, chemistry_battle::Game,
               chip_it::Game, chip_it::TournamentGame, chip_it::DuelGame, compound_capture::Game,
               compound_capture::MatchGame, chemistry_canasta::Game, chemistry_canasta::MatchGame>;

}  // namespace chemix
