// SPDX-License-Identifier: Apache-2.0
// Records, for the functions of records and sessions.
#pragma once

#include "chemix/record.hpp"
#include "internal.hpp"

#include <utility>

struct chemix_record {
  // Keeps the game.
  chemix::capi::GameRef game;
  chemix::RecordBuilder builder;
};

namespace chemix::capi {

inline chemix_step to_c(const chemix::RecordedStep& step) {
  return {number_of(step.actor), step.action};
}

// A record of a game that has a handle already, or gets one.
inline chemix_record* record_of(const chemix_game& game, chemix::RecordBuilder builder) {
  return new chemix_record{GameRef(game), std::move(builder)};
}
inline chemix_record* record_of(chemix::RecordBuilder builder) {
  GameRef game = GameRef::made(builder.replay().game);
  return new chemix_record{std::move(game), std::move(builder)};
}

}  // namespace chemix::capi
