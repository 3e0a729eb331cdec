// SPDX-License-Identifier: Apache-2.0
// Matching: which compounds can a bag of cards lay (MT-1 – MT-6).
#pragma once

#include "chemix/cards/deck.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace chemix {

/// Answers for all compounds of a ChemiX deck at once. Seven table look-ups per question.
class Matcher {
 public:
  explicit Matcher(const ChemixDeck& deck) {
    for (const Compound& compound : deck.compounds()) needs_.push_back(compound.needs());
    for (std::size_t pair = 0; pair < first_lanes.size(); ++pair) {
      for (std::uint64_t held = 0; held < pair_states; ++held) {
        for (std::size_t i = 0; i < needs_.size(); ++i) {
          const std::uint64_t needed = pair_of(needs_[i], first_lanes[pair]);
          const bool enough = (held & SmallBag::lane_mask) >= (needed & SmallBag::lane_mask) &&
                              held >> SmallBag::lane_width >= needed >> SmallBag::lane_width;
          if (enough)
            table_[pair][static_cast<std::size_t>(held)] |= std::uint64_t{1} << i;  // MT-3
        }
      }
    }
  }

  /// The compounds whose cards `bag` contains, one bit each in the order of the deck (MT-1, MT-6).
  [[nodiscard]] std::uint64_t layable(const SmallBag& bag) const {
    std::uint64_t compounds = ~std::uint64_t{0};
    for (std::size_t pair = 0; pair < first_lanes.size(); ++pair) {
      compounds &=
          table_[pair][static_cast<std::size_t>(pair_of(bag, first_lanes[pair]))];  // MT-1 MT-6
    }
    return compounds;
  }

  /// The fewest cards with which `bag` could lay the compound; empty when it can already.
  [[nodiscard]] SmallBag missing(const SmallBag& bag, int compound) const {
    const SmallBag& needs = needs_[static_cast<std::size_t>(compound)];
    SmallBag missing;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      missing.add(kind, std::max(0, needs.count(kind) - bag.count(kind)));  // MT-6
    }
    return missing;
  }

 private:
  static constexpr std::size_t pair_states = std::size_t{1} << (2 * SmallBag::lane_width);
  // Noble gases are in no formula; the multiplier 4 shares its pair with nothing.
  static constexpr std::array<int, 7> first_lanes = {0, 2, 4, 6, 8, 14, 16};

  static constexpr std::uint64_t pair_of(const SmallBag& bag, int first_lane) {
    return bag.word(0) >> (first_lane * SmallBag::lane_width) & (pair_states - 1);
  }

  std::array<std::array<std::uint64_t, pair_states>, first_lanes.size()> table_{};
  std::vector<SmallBag> needs_;
};

/// A way to pay for an expansion compound: how many wild cards stand in for each required element,
/// in the order of the requirements.
using WildSplit = std::array<std::uint8_t, ExpansionDeck::max_kinds>;

/// Answers for all compounds of an expansion deck.
class ExpansionMatcher {
 public:
  explicit ExpansionMatcher(const ExpansionDeck& deck) {
    for (const ExpansionCompound& compound : deck.compounds()) {
      requirements_.push_back(compound.requires_cards);
    }
  }

  /// The compounds that `bag` can pay for, with wild cards where needed, one bit each (MT-5).
  [[nodiscard]] std::uint32_t payable(const ExpansionBag& bag) const {
    std::uint32_t compounds = 0;
    for (std::size_t i = 0; i < requirements_.size(); ++i) {
      int short_of = 0;
      int paid = 0;
      for (const Requirement& need : requirements_[i]) {
        const int held = std::min(need.cards, bag.count(need.atomic_number - 1));
        short_of += need.cards - held;
        paid += held;
      }
      // At least one element card must be used.
      const bool can_pay = paid > 0 && short_of <= bag.count(wild_lane);  // MT-5
      compounds |= static_cast<std::uint32_t>(can_pay) << i;
    }
    return compounds;
  }

  /// The element cards that `bag` lacks for the compound, wild cards not counted.
  [[nodiscard]] ExpansionBag missing(const ExpansionBag& bag, int compound) const {
    ExpansionBag missing;
    for (const Requirement& need : requirements_[static_cast<std::size_t>(compound)]) {
      const int lane = need.atomic_number - 1;
      missing.add(lane, std::max(0, need.cards - bag.count(lane)));  // MT-6
    }
    return missing;
  }

  /// Every distinguishable way to pay for the compound with exactly `wilds` wild cards, in
  /// ascending order of the split. At most 8 cards of 5 kinds make the list short.
  [[nodiscard]] std::vector<WildSplit> splits(const ExpansionBag& bag, int compound,
                                              int wilds) const {
    std::vector<WildSplit> all;
    const auto& needs = requirements_[static_cast<std::size_t>(compound)];
    int cards = 0;
    for (const Requirement& need : needs) cards += need.cards;
    if (wilds < 0 || wilds > bag.count(wild_lane) || wilds >= cards) return all;  // MT-5
    WildSplit split{};
    add_splits(all, bag, needs, split, 0, wilds);
    return all;
  }

  /// The number of those ways.
  [[nodiscard]] int ways(const ExpansionBag& bag, int compound, int wilds) const {
    return static_cast<int>(splits(bag, compound, wilds).size());  // MT-6
  }

 private:
  // Depth is the number of kinds, at most 5.
  static void add_splits(std::vector<WildSplit>& all, const ExpansionBag& bag,
                         const std::vector<Requirement>& needs, WildSplit& split, std::size_t kind,
                         int wilds) {
    if (kind == needs.size()) {
      if (wilds == 0) all.push_back(split);
      return;
    }
    const Requirement& need = needs[kind];
    const int least = std::max(0, need.cards - bag.count(need.atomic_number - 1));
    for (int used = least; used <= std::min(need.cards, wilds); ++used) {
      split[kind] = static_cast<std::uint8_t>(used);
      add_splits(all, bag, needs, split, kind + 1, wilds - used);
    }
    split[kind] = 0;
  }

  std::vector<std::vector<Requirement>> requirements_;
};

}  // namespace chemix
