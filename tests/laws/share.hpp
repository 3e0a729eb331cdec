// SPDX-License-Identifier: Apache-2.0
// A share of a list of games: the build compiles laws of many games in several parts.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace chemix::laws {

template <class Tuple, class Numbers, std::size_t Part, std::size_t Parts>
struct ShareOf;
template <class... Games, std::size_t... I, std::size_t Part, std::size_t Parts>
struct ShareOf<std::tuple<Games...>, std::index_sequence<I...>, Part, Parts> {
  using Type = decltype(std::tuple_cat(
      std::declval<std::conditional_t<I % Parts == Part, std::tuple<Games>, std::tuple<>>>()...));
};

/// Every game of the list whose place is `Part` mod `Parts`.
template <class Games, std::size_t Part, std::size_t Parts>
using Share =
    typename ShareOf<Games, std::make_index_sequence<std::tuple_size_v<Games>>, Part, Parts>::Type;

}  // namespace chemix::laws
