// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of Compound Capture.
#pragma once

#include "chemix/games/compound_capture/rules.hpp"
#include "chemix/games/expansion/tensor.hpp"

namespace chemix::compound_capture {

void encode_open(auto& tensor, const Public& open) {
  tensor.choice("phase", open.phase, "what is asked, or what chance does");
  encode_table(tensor, open);
  tensor.flag("captured", open.captured, "a compound was captured in this turn");
  tensor.number("idle_turns", open.idle_turns, tensor.rules().stall_turns(),
                "turns in a row without a capture");
  tensor.unbounded_number("turns", open.turns, 50, "turns completed");
}

}  // namespace chemix::compound_capture
