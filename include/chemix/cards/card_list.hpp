// SPDX-License-Identifier: Apache-2.0
// CardList and CardPile: cards in an order that everybody has seen.
#pragma once

#include "chemix/cards/card.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// At most `Capacity` cards in order; the first is on top.
template <int Capacity>
class CardList {
 public:
  static constexpr int capacity = Capacity;

  constexpr bool operator==(const CardList&) const = default;

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  /// Precondition: 0 ≤ i < size().
  [[nodiscard]] constexpr Card operator[](int i) const {
    return cards_[static_cast<std::size_t>(i)];
  }
  /// Puts a card under the others. A full list ignores it, so that untrusted events are safe.
  constexpr void push_bottom(Card card) {
    if (size_ < Capacity) cards_[size_++] = card;
  }
  [[nodiscard]] constexpr int count(Card card) const {
    int count = 0;
    for (int i = 0; i < size_; ++i) count += (*this)[i] == card ? 1 : 0;
    return count;
  }
  /// Whether the list contains a card of this kind.
  [[nodiscard]] constexpr bool contains(Card card) const { return count(card) > 0; }
  /// Removes the uppermost card of this kind, if there is one.
  constexpr void remove(Card card) {
    if (card == cards_[0]) {
      pop_top();
      return;
    }
    for (std::size_t i = 1; i < size_; ++i) {
      if (cards_[i] != card) continue;
      for (std::size_t j = i + 1; j < size_; ++j) cards_[j - 1] = cards_[j];
      cards_[--size_] = Card();
      return;
    }
  }
  /// Removes and returns the top card; returns the lowest kind if the list is empty.
  constexpr Card pop_top() {
    const Card top = cards_[0];
    if (size_ == 0) return top;
    // Moves all places at once. Unused ones hold the default value, so that equal lists have equal
    // bytes.
    std::copy(cards_.begin() + 1, cards_.end(), cards_.begin());
    cards_.back() = Card();
    --size_;
    return top;
  }

 private:
  std::array<Card, static_cast<std::size_t>(Capacity)> cards_{};
  std::uint8_t size_ = 0;
};

/// At most `Capacity` cards in order; the first is on top, where adding and removing is cheap. A
/// full pile ignores further cards, so that untrusted events are safe.
template <int Capacity>
class CardPile {
 public:
  static constexpr int capacity = Capacity;

  constexpr bool operator==(const CardPile&) const = default;

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  /// Precondition: 0 ≤ i < size().
  [[nodiscard]] constexpr Card operator[](int i) const {
    return cards_[static_cast<std::size_t>(size_ - 1 - i)];
  }
  constexpr void push_top(Card card) {
    if (size_ < Capacity) cards_[size_++] = card;
  }
  /// Puts a card under all others, in time proportional to the number of cards.
  constexpr void push_bottom(Card card) {
    if (size_ == Capacity) return;
    for (std::size_t i = size_++; i > 0; --i) cards_[i] = cards_[i - 1];
    cards_[0] = card;
  }
  /// Removes and returns the top card; returns the lowest kind if the pile is empty.
  constexpr Card pop_top() {
    if (size_ == 0) return {};
    const Card top = cards_[--size_];
    // Unused places hold the default value, so that equal piles have equal bytes.
    cards_[size_] = Card();
    return top;
  }

 private:
  // From the bottom up.
  std::array<Card, static_cast<std::size_t>(Capacity)> cards_{};
  std::uint8_t size_ = 0;
};

}  // namespace chemix
