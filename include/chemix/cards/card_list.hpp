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
  /// Puts a card under the others; a full list takes no more, whatever events come from outside.
  constexpr void push_bottom(Card card) {
    if (size_ < Capacity) cards_[size_++] = card;
  }
  [[nodiscard]] constexpr int count(Card card) const {
    int count = 0;
    for (int i = 0; i < size_; ++i) count += (*this)[i] == card ? 1 : 0;
    return count;
  }
  /// Whether a card of this kind is in the list.
  [[nodiscard]] constexpr bool contains(Card card) const { return count(card) > 0; }
  /// Takes out the uppermost card of this kind; nothing when there is none.
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
  /// Takes the top card, the lowest kind when there is none.
  constexpr Card pop_top() {
    const Card top = cards_[0];
    if (size_ == 0) return top;
    // All places at once. Unused ones hold the default value, so that equal lists are equal bytes.
    std::copy(cards_.begin() + 1, cards_.end(), cards_.begin());
    cards_.back() = Card();
    --size_;
    return top;
  }

 private:
  std::array<Card, static_cast<std::size_t>(Capacity)> cards_{};
  std::uint8_t size_ = 0;
};

/// At most `Capacity` cards in order; the first is on top, where cards come and go. Whatever events
/// come from outside, a full pile takes no more.
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
  /// Puts a card under all others, which is as much work as there are cards.
  constexpr void push_bottom(Card card) {
    if (size_ == Capacity) return;
    for (std::size_t i = size_++; i > 0; --i) cards_[i] = cards_[i - 1];
    cards_[0] = card;
  }
  /// Takes the top card, the lowest kind when there is none.
  constexpr Card pop_top() {
    if (size_ == 0) return {};
    const Card top = cards_[--size_];
    // Unused places hold the default value, so that equal piles are equal bytes.
    cards_[size_] = Card();
    return top;
  }

 private:
  // From the bottom up.
  std::array<Card, static_cast<std::size_t>(Capacity)> cards_{};
  std::uint8_t size_ = 0;
};

}  // namespace chemix
