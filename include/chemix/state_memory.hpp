// SPDX-License-Identifier: Apache-2.0
// Owned memory for one state, table or observation of a game.
#pragma once

#include "chemix/any_game.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chemix {

class BlockMemory {
 public:
  explicit BlockMemory(std::size_t size) : words_((size + 7) / 8), size_(size) {}
  [[nodiscard]] Block block() { return std::as_writable_bytes(std::span(words_)).first(size_); }
  [[nodiscard]] ConstBlock block() const { return std::as_bytes(std::span(words_)).first(size_); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_;
};

struct StateMemory : BlockMemory {
  explicit StateMemory(const AnyGame& game) : BlockMemory(game.state_size()) {}
};
struct TableMemory : BlockMemory {
  explicit TableMemory(const AnyGame& game) : BlockMemory(game.table_size()) {}
};
struct ObservationMemory : BlockMemory {
  explicit ObservationMemory(const AnyGame& game) : BlockMemory(game.observation_size()) {}
};

}  // namespace chemix
