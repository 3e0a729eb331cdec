// SPDX-License-Identifier: Apache-2.0
// CardsLeft: whether the cards of several places are all there are, and none twice.
#pragma once

namespace chemix {

/// What is left of some cards when parts of them are found in their places.
template <class Bag>
class CardsLeft {
 public:
  explicit constexpr CardsLeft(const Bag& cards) : left_(cards) {}

  /// Takes a part away, if it was still there.
  constexpr void take(const Bag& part) {
    found_ = found_ && left_.contains(part);
    if (found_) left_ -= part;
  }
  /// Whether all parts were there.
  [[nodiscard]] constexpr bool had_all() const { return found_; }
  /// What no part took; the cards before the first that was not there.
  [[nodiscard]] constexpr const Bag& left() const { return left_; }

 private:
  Bag left_;
  bool found_ = true;
};

}  // namespace chemix
