// SPDX-License-Identifier: Apache-2.0
// CardBits: cards of a known deck, one bit per card.
#pragma once

#include "chemix/cards/card.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// A subset of known cards: these are laid out by ascending kind, one bit each. So a small deck
/// needs few bits, whatever its kinds; the type has room for the largest deck.
using CardBits = std::array<std::uint64_t, 3>;

/// Packs `cards`, a subset of `all`.
template <class Bag>
constexpr CardBits bits_of(const Bag& cards, const Bag& all) {
  CardBits bits{};
  std::size_t first = 0;
  all.kinds().for_each([&](Card card) {
    const auto copies = static_cast<std::size_t>(cards.count(card));
    const auto lane = static_cast<std::size_t>(all.count(card));
    for (std::size_t i = first; i < first + copies && i < first + lane; ++i) {
      bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    first += lane;
  });
  return bits;
}

/// Unpacks a subset of `all`.
template <class Bag>
constexpr Bag bag_of(const CardBits& bits, const Bag& all) {
  Bag cards;
  std::size_t at = 0;
  all.kinds().for_each([&](Card card) {
    for (int copies = all.count(card); copies > 0; --copies, ++at) {
      if ((bits[at / 64] >> (at % 64) & 1U) != 0) cards.add(card);
    }
  });
  return cards;
}

}  // namespace chemix
