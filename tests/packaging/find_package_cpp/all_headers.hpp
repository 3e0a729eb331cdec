// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <chemix/batch.hpp>
#include <chemix/cards/deck_file.hpp>
#include <chemix/catalogue.hpp>
#include <chemix/core/playout.hpp>
#include <chemix/games.hpp>
#include <chemix/record.hpp>
#include <chemix/values.hpp>
#include <chemix/words.hpp>

// The digest at the end of a game of Chemuno with this seed, through the game's own type.
std::uint64_t digest_by_type(std::uint64_t seed);
