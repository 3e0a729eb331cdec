// SPDX-License-Identifier: Apache-2.0
// The list of built-in games. A new game is registered by adding it to `GamesByHeader`.
#pragma once

#include "chemix/games/chemistry_battle/rules.hpp"
#include "chemix/games/chemistry_battle/tensor.hpp"
#include "chemix/games/chemistry_canasta/rules.hpp"
#include "chemix/games/chemistry_canasta/tensor.hpp"
#include "chemix/games/chemuno/rules.hpp"
#include "chemix/games/chemuno/tensor.hpp"
#include "chemix/games/chip_it/rules.hpp"
#include "chemix/games/chip_it/tensor.hpp"
#include "chemix/games/classic/rules.hpp"
#include "chemix/games/classic/tensor.hpp"
#include "chemix/games/compound_capture/rules.hpp"
#include "chemix/games/compound_capture/tensor.hpp"
#include "chemix/games/react/rules.hpp"
#include "chemix/games/react/tensor.hpp"
#include "chemix/games/showdown/rules.hpp"
#include "chemix/games/showdown/tensor.hpp"

#include <tuple>
#include <utility>

namespace chemix {

/// The games that each header defines; a header may add matches to its game.
using GamesByHeader = std::tuple<chemuno::Games, showdown::Games, react::Games, classic::Games,
                                 chemistry_battle::Games, chip_it::Games, compound_capture::Games,
                                 chemistry_canasta::Games>;

/// All games, flattened. Run-time selection, laws, goldens and benchmarks iterate over this list.
using AllGames = decltype(std::apply([](const auto&... games) { return std::tuple_cat(games...); },
                                     std::declval<GamesByHeader>()));

}  // namespace chemix
