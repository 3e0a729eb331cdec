// SPDX-License-Identifier: Apache-2.0
// Matching: the compounds that a bag of cards can lay (MT-1 – MT-6).
#pragma once

#include "chemix/cards/deck.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace chemix {

/// Answers for all compounds of a ChemiX deck at once, with six table look-ups per query.
class Matcher {
 public:
  explicit Matcher(const ChemixDeck& deck) {
    for (const Compound& compound : deck.compounds()) needs_.push_back(compound.needs());
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
        note(pairs_[pair], bit, needs_[i].word(0) >> shift_of(pair));  // MT-3
      }
      note(multipliers_, bit, needs_[i].word(0) >> multiplier_shift);  // MT-3
    }
  }

  /// The compounds whose cards `bag` contains, one bit each in deck order (MT-1, MT-6).
  [[nodiscard]] std::uint64_t layable(const SmallBag& bag) const {
    return of_elements(bag) & of_multipliers(bag);  // MT-1 MT-6
  }
  /// The same if one more multiplier may be taken from `stacks`.
  [[nodiscard]] std::uint64_t layable(const SmallBag& bag, const SmallBag& stacks) const {
    std::uint64_t compounds = of_multipliers(bag);
    for (int number = 2; number <= 4; ++number) {
      const int kind = Card::of_multiplier(number).index;
      if (stacks.count(kind) == 0) continue;
      SmallBag more = bag;
      more.add(kind);
      compounds |= of_multipliers(more);
    }
    return of_elements(bag) & compounds;
  }

  /// The smallest multiset that, added to `bag`, lays the compound; empty if `bag` can lay it
  /// already.
  [[nodiscard]] SmallBag missing(const SmallBag& bag, int compound) const {
    const SmallBag& needs = needs_[static_cast<std::size_t>(compound)];
    SmallBag missing;
    for (int kind = 0; kind < small_kind_count; ++kind) {
      missing.add(kind, (std::max)(0, needs.count(kind) - bag.count(kind)));  // MT-6
    }
    return missing;
  }

 private:
  // Indexed by the counts of `Kinds` adjacent kinds.
  template <int Kinds>
  using Table = std::array<std::uint64_t, std::size_t{1} << Kinds * SmallBag::lane_width>;

  // Follows the noble gases, which are in no formula.
  static constexpr int multiplier_shift = Card::of_multiplier(2).index * SmallBag::lane_width;
  static constexpr int shift_of(std::size_t pair) {
    return 2 * static_cast<int>(pair) * SmallBag::lane_width;
  }
  // Adds a compound to every entry whose counts cover what it needs.
  template <std::size_t Size>
  static void note(std::array<std::uint64_t, Size>& table, std::uint64_t compound,
                   std::uint64_t needed) {
    for (std::size_t held = 0; held < Size; ++held) {
      bool enough = true;
      for (std::size_t lane = 1; lane < Size; lane <<= SmallBag::lane_width) {
        const std::uint64_t of_kind = needed / lane & SmallBag::lane_mask;
        enough = enough && (held / lane & SmallBag::lane_mask) >= of_kind;
      }
      if (enough) table[held] |= compound;
    }
  }
  template <std::size_t Size>
  static std::uint64_t at(const std::array<std::uint64_t, Size>& table, std::uint64_t held) {
    return table[static_cast<std::size_t>(held & (Size - 1))];
  }
  [[nodiscard]] std::uint64_t of_elements(const SmallBag& bag) const {
    std::uint64_t compounds = ~std::uint64_t{0};
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
      compounds &= at(pairs_[pair], bag.word(0) >> shift_of(pair));
    }
    return compounds;
  }
  [[nodiscard]] std::uint64_t of_multipliers(const SmallBag& bag) const {
    return at(multipliers_, bag.word(0) >> multiplier_shift);
  }

  std::array<Table<2>, element_kind_count / 2> pairs_{};
  Table<multiplier_kind_count> multipliers_{};
  std::vector<SmallBag> needs_;
};

/// A way to pay for an expansion compound: the number of wild cards that replace each required
/// element, in the order of the requirements.
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
  [[nodiscard]] std::uint32_t payable(const PaymentBag& bag) const {
    std::uint32_t compounds = 0;
    for (std::size_t i = 0; i < requirements_.size(); ++i) {
      int short_of = 0;
      int paid = 0;
      for (const Requirement& need : requirements_[i]) {
        const int held = (std::min)(need.cards, bag.count(need.atomic_number - 1));
        short_of += need.cards - held;
        paid += held;
      }
      // At least one element card must be used.
      const bool can_pay = paid > 0 && short_of <= bag.count(wild_lane);  // MT-5
      compounds |= static_cast<std::uint32_t>(can_pay) << i;
    }
    return compounds;
  }

  /// The element cards that `bag` lacks for the compound; wild cards are not counted.
  [[nodiscard]] PaymentBag missing(const PaymentBag& bag, int compound) const {
    PaymentBag missing;
    for (const Requirement& need : requirements_[static_cast<std::size_t>(compound)]) {
      const int lane = need.atomic_number - 1;
      missing.add(lane, (std::max)(0, need.cards - bag.count(lane)));  // MT-6
    }
    return missing;
  }

  /// Every distinguishable way to pay for the compound with exactly `wilds` wild cards, in
  /// ascending order of the split. The list is short, since a compound needs at most 8 cards of 5
  /// kinds.
  [[nodiscard]] std::vector<WildSplit> splits(const PaymentBag& bag, int compound,
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
  [[nodiscard]] int ways(const PaymentBag& bag, int compound, int wilds) const {
    return static_cast<int>(splits(bag, compound, wilds).size());  // MT-6
  }

 private:
  // The recursion depth is the number of kinds, at most 5.
  static void add_splits(std::vector<WildSplit>& all, const PaymentBag& bag,
                         const std::vector<Requirement>& needs, WildSplit& split, std::size_t kind,
                         int wilds) {
    if (kind == needs.size()) {
      if (wilds == 0) all.push_back(split);
      return;
    }
    const Requirement& need = needs[kind];
    const int least = (std::max)(0, need.cards - bag.count(need.atomic_number - 1));
    for (int used = least; used <= (std::min)(need.cards, wilds); ++used) {
      split[kind] = static_cast<std::uint8_t>(used);
      add_splits(all, bag, needs, split, kind + 1, wilds - used);
    }
    split[kind] = 0;
  }

  std::vector<std::vector<Requirement>> requirements_;
};

}  // namespace chemix
