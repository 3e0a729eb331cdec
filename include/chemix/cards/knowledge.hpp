// SPDX-License-Identifier: Apache-2.0
// What viewers know of hidden cards, as facts about places and kinds.
#pragma once

#include "chemix/cards/card.hpp"

#include <array>
#include <cstdint>

namespace chemix {

/// A set of hidden places, numbered by the game from 0: one bit per place.
using PlaceSet = std::uint16_t;

/// These places together hold at least so many and at most so many cards of these kinds.
/// The one form in which everything known of hidden cards is told.
struct Fact {
  PlaceSet places = 0;
  CardSet kinds;
  std::uint8_t at_least = 0;
  std::uint8_t at_most = no_limit;

  static constexpr std::uint8_t no_limit = 255;

  constexpr bool operator==(const Fact&) const = default;
};

/// What everybody knows of one hand because kinds were proved absent from it at some time: a card
/// of such a kind can only be one of the cards that came later.
///
/// Per kind c it keeps m(c), the number of newest held cards among which cards of kind c can be.
/// A hand fits what was seen iff for every m at most m of its cards are of kinds with m(c) ≤ m;
/// later draws and laid cards keep this exact, since the sets {c : m(c) ≤ m} are nested.
class NewestBounds {
 public:
  /// The bound of a kind that was never proved absent from any held card.
  static constexpr std::uint8_t unbounded = 255;
  /// Different bounds that are kept, the strongest, so that counting worlds stays bounded.
  static constexpr int max_levels = 18;

  constexpr NewestBounds() { bounds_.fill(unbounded); }
  constexpr bool operator==(const NewestBounds&) const = default;

  [[nodiscard]] constexpr std::uint8_t of(Card card) const { return bounds_[card.index]; }
  constexpr void set(Card card, std::uint8_t bound) { bounds_[card.index] = bound; }

  /// The hand is seen to hold none of `kinds`.
  constexpr void exclude(const CardSet& kinds) {
    kinds.for_each([this](Card card) { bounds_[card.index] = 0; });
  }

  /// How many different bounds there are.
  [[nodiscard]] constexpr int level_count() const {
    std::array<bool, unbounded> seen{};
    int count = 0;
    for (const std::uint8_t bound : bounds_) {
      if (bound == unbounded || seen[bound]) continue;
      seen[bound] = true;
      ++count;
    }
    return count;
  }

  /// Forgets the weakest bounds, so that at most `max_levels` different ones are left; returns how
  /// many were forgotten.
  constexpr int forget_weakest() {
    int forgotten = 0;
    for (; level_count() > max_levels; ++forgotten) {
      std::uint8_t weakest = 0;
      for (const std::uint8_t bound : bounds_) {
        if (bound != unbounded && bound > weakest) weakest = bound;
      }
      for (std::uint8_t& bound : bounds_) {
        if (bound == weakest) bound = unbounded;
      }
    }
    return forgotten;
  }

  /// A card that nobody else saw came into the hand.
  constexpr void draw() {
    for (std::uint8_t& bound : bounds_) {
      bound = static_cast<std::uint8_t>(bound + (bound != unbounded));
    }
  }

  /// `card` left a hand that then holds `hand_size` cards; nobody saw when it had come.
  constexpr void play(Card card, int hand_size) {
    const std::uint8_t played = bounds_[card.index];
    const auto size = static_cast<std::uint8_t>(hand_size);
    for (std::uint8_t& bound : bounds_) {
      const auto left = static_cast<std::uint8_t>(bound - (bound >= played && bound != unbounded));
      bound = left >= size ? unbounded : left;
    }
  }

  /// The card drawn last left the hand at once.
  constexpr void play_newest() {
    for (std::uint8_t& bound : bounds_) {
      bound = static_cast<std::uint8_t>(bound - (bound != unbounded));
    }
  }

 private:
  // Padded to whole vector registers; the padding stays unbounded.
  std::array<std::uint8_t, 96> bounds_{};
  static_assert(max_card_kind_count <= 96);
};

}  // namespace chemix
