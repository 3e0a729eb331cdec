// SPDX-License-Identifier: Apache-2.0
// Guided play: a biased playout that mostly prefers kinds of actions that advance the game. Games
// get as far as real ones do, while random games end early.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/core/game.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace chemix {

/// How much a kind of action advances a game, from 0 (undoes something) to 3 (scores). A kind that
/// says nothing has preference 2.
template <class Kind>
constexpr int preference_of_kind() {
  if constexpr (HasPreference<Kind>) {
    static_assert(Kind::preference >= 0 && Kind::preference <= 3);
    return Kind::preference;
  } else {
    return 2;
  }
}

/// How much an action advances a game; the table is built at compile time.
template <class... Kinds>
constexpr int preference_of(const std::variant<Kinds...>& action) {
  constexpr std::array<int, sizeof...(Kinds)> preferences = {preference_of_kind<Kinds>()...};
  return preferences[action.index()];
}

/// The index of one of `count` legal actions. With probability 1/8 it is uniform over all of them,
/// else uniform over those with the highest `preference(nth)`.
template <class Random, class Preference>
int guided_choice(int count, Random& random, Preference&& preference) {
  const auto any_of = [&](int some) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(some)));
  };
  if (any_of(8) == 0) return any_of(count);
  int highest = preference(0);
  int preferred = 0;
  for (int nth = 0; nth < count; ++nth) {
    const int its = preference(nth);
    if (its > highest) {
      highest = its;
      preferred = 0;
    }
    if (its == highest) ++preferred;
  }
  int left = any_of(preferred);
  int nth = 0;
  while (preference(nth) != highest || left-- > 0) ++nth;
  return nth;
}

/// The id of the action chosen among the legal actions of a game.
template <class G, class Random>
int guided_action(const G& game, const typename G::LegalActions& legal, Random& random) {
  return legal[guided_choice(legal.size(), random, [&](int nth) {
    return preference_of(game.rules().action_of(legal[nth]));
  })];
}

/// The same for a game chosen by name.
template <class Random>
int guided_action(const AnyGame& game, std::span<const int> legal, Random& random) {
  const int nth = guided_choice(static_cast<int>(legal.size()), random, [&](int at) {
    return game.action_preference(legal[static_cast<std::size_t>(at)]);
  });
  return legal[static_cast<std::size_t>(nth)];
}

/// The same as a function object, for playouts and property tests.
struct Guided {
  template <class G, class Random>
  int operator()(const G& game, const typename G::LegalActions& legal, Random& random) const {
    return guided_action(game, legal, random);
  }
};

}  // namespace chemix
