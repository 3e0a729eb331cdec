// SPDX-License-Identifier: Apache-2.0
// The games that the laws (properties of every game) are checked on: all of the library, and the
// small ones kept for tests.
#pragma once

#include "chemix/games.hpp"
#include "small/small_games.hpp"

#include <tuple>
#include <utility>

namespace chemix::laws {

using Games = decltype(std::tuple_cat(std::declval<AllGames>(), std::declval<SmallTestGames>()));

}  // namespace chemix::laws
