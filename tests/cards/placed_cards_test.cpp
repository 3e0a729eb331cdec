// SPDX-License-Identifier: Apache-2.0
#include "chemix/cards/placed_cards.hpp"

#include "chemix/core/random.hpp"

#include <array>
#include <cstddef>
#include <set>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

constexpr Card hydrogen = Card::of(0);
constexpr Card carbon = Card::of(1);
constexpr Card helium = Card::of(10);
constexpr Card neon = Card::of(11);

// Places of these sizes that together hold these cards.
PlacedCounts counts_of(const std::array<int, 5>& sizes, const std::vector<Card>& cards) {
  PlacedCounts counts;
  counts.size = sizes;
  for (const Card card : cards) counts.cards.add(card.index);
  return counts;
}

// What lies in three places, by kind: those of `kinds` alone.
constexpr std::array<Card, 4> kinds = {hydrogen, carbon, helium, neon};
using Layout = std::array<std::array<int, kinds.size()>, 3>;

// All layouts that these bounds allow.
std::set<Layout> allowed(const PlacedCards& placed, const PlacedCounts& counts) {
  std::set<Layout> all;
  Layout layout{};
  const auto fits = [&] {
    for (int place = 0; place < 3; ++place) {
      const auto& lying = layout[static_cast<std::size_t>(place)];
      int size = 0;
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        size += lying[i];
        const int most = placed.at_most(place, kinds[i]);
        if (lying[i] < placed.at_least(place, kinds[i])) return false;
        if (most != PlacedCards::no_limit && lying[i] > most) return false;
      }
      if (size != counts.size[static_cast<std::size_t>(place)]) return false;
      if (lying[2] + lying[3] < placed.gases_at_least(place)) return false;
    }
    return true;
  };
  const auto spread = [&](auto& self, std::size_t kind) -> void {
    if (kind == kinds.size()) {
      if (fits()) all.insert(layout);
      return;
    }
    const int copies = counts.cards.count(kinds[kind].index);
    for (int first = 0; first <= copies; ++first) {
      for (int second = 0; first + second <= copies; ++second) {
        layout[0][kind] = first;
        layout[1][kind] = second;
        layout[2][kind] = copies - first - second;
        self(self, kind + 1);
      }
    }
  };
  spread(spread, 0);
  return all;
}

// Where one card of `moved` may have gone from one place to another.
std::set<Layout> moved_on(const std::set<Layout>& before, std::size_t from, std::size_t to,
                          const CardSet& moved) {
  std::set<Layout> after;
  for (const Layout& layout : before) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (!moved.contains(kinds[i]) || layout[from][i] == 0) continue;
      Layout next = layout;
      --next[from][i];
      ++next[to][i];
      after.insert(next);
    }
  }
  return after;
}

}  // namespace

TEST_SUITE("placed_cards") {
  TEST_CASE("a card that is seen is known where it lies until it leaves") {
    PlacedCards placed;
    placed.enter(0, hydrogen, 4);
    placed.enter(0, hydrogen, 4);
    CHECK(placed.at_least(0, hydrogen) == 2);
    placed.leave(0, hydrogen);
    CHECK(placed.at_least(0, hydrogen) == 1);
    placed.leave(0, hydrogen);
    placed.leave(0, carbon);
    CHECK(placed == PlacedCards());
  }

  TEST_CASE("a place without a kind has what comes and no more") {
    PlacedCards placed;
    placed.lack(1, hydrogen);
    CHECK(placed.at_most(1, hydrogen) == 0);
    placed.enter(1, hydrogen, 4);
    CHECK(placed.at_least(1, hydrogen) == 1);
    CHECK(placed.at_most(1, hydrogen) == 1);
    placed.leave(1, hydrogen);
    CHECK(placed.at_most(1, hydrogen) == 0);
    CHECK(placed.weakened() == 0);
  }

  TEST_CASE("a card that moves unseen is in one of two places") {
    PlacedCards placed;
    placed.enter(0, carbon, 1);
    placed.move_unseen(
        0, 1, all_small_kinds(),
        counts_of({2, 2, 2, 0, 0}, {hydrogen, hydrogen, hydrogen, hydrogen, Card::of(3), carbon}));
    CHECK(placed.at_least(0, carbon) == 0);
    CHECK(placed.at_most(2, carbon) == 0);
    CHECK(placed.weakened() == 0);
  }

  TEST_CASE("that only one of several kinds left is not kept and is counted") {
    PlacedCards placed;
    placed.enter(0, hydrogen, 2);
    placed.enter(0, carbon, 2);
    placed.move_unseen(
        0, 1, all_small_kinds(),
        counts_of({3, 2, 1, 0, 0}, {hydrogen, hydrogen, carbon, carbon, helium, neon}));
    CHECK(placed.at_least(0, hydrogen) == 0);
    CHECK(placed.at_least(0, carbon) == 0);
    CHECK(placed.weakened() == 1);
  }

  TEST_CASE("a noble gas that moved unseen is counted without its kind") {
    PlacedCards placed;
    placed.move_unseen(
        0, 1, noble_gas_kinds(),
        counts_of({3, 2, 1, 0, 0}, {hydrogen, hydrogen, carbon, carbon, helium, neon}));
    CHECK(placed.gases_at_least(1) == 1);
    CHECK(placed.gases_at_least(0) == 0);
    CHECK(placed.weakened() == 0);
    placed.leave(1, helium);
    CHECK(placed.gases_at_least(1) == 0);
  }

  TEST_CASE("bounds are never wrong and exact until they are weakened") {
    FastRandom random(SeedSequence(17));
    const auto below = [&](int bound) {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
    };
    int exact = 0;
    int weakened = 0;
    for (int trial = 0; trial < 3000; ++trial) {
      // Six to nine cards in three places, and what truly lies where.
      std::vector<Card> cards;
      Layout truth{};
      PlacedCounts counts;
      for (int i = 6 + below(4); i > 0; --i) {
        const auto kind = static_cast<std::size_t>(below(4));
        if (counts.cards.count(kinds[kind].index) == 3) continue;
        const auto place = static_cast<std::size_t>(below(3));
        counts.cards.add(kinds[kind].index);
        ++truth[place][kind];
        ++counts.size[place];
      }
      PlacedCards placed;
      std::set<Layout> possible = allowed(placed, counts);
      for (int step = 0; step < 8; ++step) {
        const auto from = static_cast<std::size_t>(below(3));
        const auto to = (from + 1 + static_cast<std::size_t>(below(2))) % 3;
        const auto kind = static_cast<std::size_t>(below(4));
        const int place = static_cast<int>(from);
        const bool holds = truth[from][kind] > 0;
        CardSet moved = all_small_kinds();
        switch (below(5)) {
          case 0:  // it is asked for
            if (holds) {
              placed.show(place, kinds[kind], truth[from][kind]);
            } else {
              placed.lack(place, kinds[kind]);
            }
            std::erase_if(possible, [&](const Layout& layout) {
              return holds ? layout[from][kind] < truth[from][kind] : layout[from][kind] > 0;
            });
            continue;
          case 1:  // it moves and is seen
            moved = CardSet::of(kinds[kind]);
            break;
          case 2:
            moved = kinds[kind].is_noble_gas() ? noble_gas_kinds()
                                               : all_small_kinds() - noble_gas_kinds();
            break;
          default:
            break;
        }
        if (!holds) continue;
        possible = moved_on(possible, from, to, moved);
        if (moved.size() == 1) {
          placed.leave(place, kinds[kind]);
          placed.enter(static_cast<int>(to), kinds[kind], counts.cards.count(kinds[kind].index));
        } else {
          placed.move_unseen(place, static_cast<int>(to), moved, counts);
        }
        --truth[from][kind];
        ++truth[to][kind];
        --counts.size[from];
        ++counts.size[to];
        const std::set<Layout> told = allowed(placed, counts);
        CHECK(told.count(truth) == 1);
        for (const Layout& layout : possible) REQUIRE(told.count(layout) == 1);
        if (placed.weakened() == 0) {
          REQUIRE(told.size() == possible.size());
          ++exact;
        } else {
          ++weakened;
        }
      }
    }
    CHECK(exact > 1000);
    CHECK(weakened > 1000);
  }
}
