// SPDX-License-Identifier: Apache-2.0
// KindsInPlay: the kinds of cards that a game is played with, prepared for vectorized tensor code.
#pragma once

#include "chemix/cards/card.hpp"
#include "chemix/core/bits.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace chemix {

/// The block size: the number of kinds that branch-free loops process at once.
inline constexpr std::size_t kinds_at_once = 16;
/// The size of arrays by kind, with room for a whole block after the last kind.
inline constexpr std::size_t kinds_with_room = 96;
static_assert(max_card_kind_count + kinds_at_once - 1 <= kinds_with_room &&
              kinds_with_room % kinds_at_once == 0);

/// Counts or other small numbers by kind.
using CountsByKind = std::array<std::uint8_t, kinds_with_room>;
/// The same as numbers of a tensor.
using NumbersByKind = std::array<float, kinds_with_room>;
/// By small kind and by count, up to the maximum of a lane.
using SmallParts = std::array<std::array<float, SmallBag::lane_mask + 1>, small_kind_count>;
/// The counts of one block of kinds.
using KindsAtOnce = std::array<std::uint8_t, kinds_at_once>;

/// The kinds of some cards, with the number of cards of each.
class KindsInPlay {
 public:
  KindsInPlay() = default;
  /// Precondition: all kinds with cards are below `max_card_kind_count`.
  KindsInPlay(const auto& cards, int kind_count) {
    // Whole blocks are divided, including kinds that are not in play; the quotients of those are
    // not used.
    copies_.fill(1);
    divisors_.fill(1);
    std::uint8_t before = 0;
    for (int kind = 0; kind < kind_count; ++kind) {
      const int copies = cards.count(Card::of(kind));
      before_[static_cast<std::size_t>(kind)] = before;
      before = static_cast<std::uint8_t>(before + copies);
      if (copies == 0) continue;
      mask_[static_cast<std::size_t>(kind) / 64] |= std::uint64_t{1} << (kind % 64);
      places_[static_cast<std::size_t>(kind)] = size_++;
      copies_[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(copies);
      divisors_[static_cast<std::size_t>(kind)] = static_cast<float>(copies);
    }
    for (std::size_t kind = 0; kind < small_parts_.size(); ++kind) {
      for (std::size_t count = 0; count < small_parts_[kind].size(); ++count) {
        small_parts_[kind][count] = static_cast<float>(count) / divisors_[kind];
      }
    }
  }

  /// Whether some kind may satisfy both `Kinds` and `others`; definite only if false.
  template <class Kinds>
  static constexpr bool may_take(bool (Card::*others)() const) {
    if constexpr (std::is_empty_v<Kinds>) {
      for (int kind = 0; kind < max_card_kind_count; ++kind) {
        if (Kinds()(Card::of(kind)) && (Card::of(kind).*others)()) return true;
      }
      return false;
    } else {
      return true;
    }
  }

  /// The number of cards by kind; 1 for kinds that are not in play.
  [[nodiscard]] const CountsByKind& copies() const { return copies_; }
  /// By kind: the number of cards of all lower kinds.
  [[nodiscard]] const CountsByKind& before() const { return before_; }
  /// The same as `copies`, as divisors.
  [[nodiscard]] const NumbersByKind& divisors() const { return divisors_; }
  /// By small kind and count: the fraction of all cards of the kind. A look-up is faster than a
  /// division.
  [[nodiscard]] const SmallParts& small_parts() const { return small_parts_; }

  /// Calls `use(first, end)` for the maximal runs of consecutive kinds in play that `kinds`
  /// selects, ascending.
  template <class Kinds>
  void for_each_run(const Kinds& kinds, auto&& use) const {
    const Mask taken = taken_of(kinds);
    for (std::size_t i = 0; i < taken.size(); ++i) {
      for (std::uint64_t rest = taken[i]; rest != 0;) {
        const int first = std::countr_zero(rest);
        const int count = std::countr_one(rest >> first);
        use(64 * i + static_cast<std::size_t>(first),
            64 * i + static_cast<std::size_t>(first + count));
        // The addition carries through the lowest run of set bits and clears it.
        rest &= rest + (std::uint64_t{1} << first);
      }
    }
  }
  /// The number of kinds in play that `kinds` selects.
  template <class Kinds>
  [[nodiscard]] std::size_t size(const Kinds& kinds) const {
    if constexpr (takes_all<Kinds>()) return size_;
    return size_of(taken_of(kinds));
  }
  /// The index of a kind among them; nothing if `kinds` does not select it or it is not in play.
  template <class Kinds>
  [[nodiscard]] std::optional<std::size_t> place(const Kinds& kinds, Card card) const {
    const std::size_t word = card.index / 64;
    const std::uint64_t bit = std::uint64_t{1} << (card.index % 64);
    if (card.index >= max_card_kind_count || (mask_[word] & bit) == 0) return std::nullopt;
    if constexpr (takes_all<Kinds>()) return places_[card.index];
    if (!kinds(card)) return std::nullopt;
    Mask before = taken_of(kinds);
    before[word] &= bit - 1;
    if (word == 0) before[1] = 0;
    return size_of(before);
  }

 private:
  // One bit per kind.
  using Mask = std::array<std::uint64_t, 2>;

  static constexpr Mask mask_of(const auto& kinds) {
    Mask mask{};
    for (int kind = 0; kind < max_card_kind_count; ++kind) {
      if (!kinds(Card::of(kind))) continue;
      mask[static_cast<std::size_t>(kind) / 64] |= std::uint64_t{1} << (kind % 64);
    }
    return mask;
  }
  // Whether `Kinds` selects every kind, if that is known from its type.
  template <class Kinds>
  static constexpr bool takes_all() {
    if constexpr (std::is_empty_v<Kinds>) {
      for (int kind = 0; kind < max_card_kind_count; ++kind) {
        if (!Kinds()(Card::of(kind))) return false;
      }
      return true;
    } else {
      return false;
    }
  }
  static std::size_t size_of(const Mask& mask) {
    const int size = popcount(mask[0]) + popcount(mask[1]);
    return static_cast<std::size_t>(size);
  }
  template <class Kinds>
  [[nodiscard]] Mask taken_of(const Kinds& kinds) const {
    Mask taken = mask_;
    const auto keep = [&taken](const Mask& mask) {
      for (std::size_t i = 0; i < taken.size(); ++i) taken[i] &= mask[i];
    };
    if constexpr (std::is_empty_v<Kinds>) {
      static constexpr Mask mask = mask_of(Kinds());
      keep(mask);
    } else {
      keep(mask_of(kinds));
    }
    return taken;
  }

  Mask mask_{};
  CountsByKind copies_{};
  CountsByKind before_{};
  CountsByKind places_{};
  NumbersByKind divisors_{};
  SmallParts small_parts_{};
  std::uint8_t size_ = 0;
};

}  // namespace chemix
