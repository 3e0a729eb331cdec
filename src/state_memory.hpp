// SPDX-License-Identifier: Apache-2.0
// Memory for one state of a game.
#pragma once

#include "chemix/any_game.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chemix {

class StateMemory {
 public:
  explicit StateMemory(const AnyGame& game)
      : words_((game.state_size() + 7) / 8), size_(game.state_size()) {}
  [[nodiscard]] Block block() { return std::as_writable_bytes(std::span(words_)).first(size_); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_;
};

}  // namespace chemix
