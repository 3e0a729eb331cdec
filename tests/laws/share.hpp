// SPDX-License-Identifier: Apache-2.0
// Splits a list of games, so that the build compiles their laws in several parts.
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

/// The games whose index in the list is `Part` modulo `Parts`.
template <class Games, std::size_t Part, std::size_t Parts>
using Share =
    typename ShareOf<Games, std::make_index_sequence<std::tuple_size_v<Games>>, Part, Parts>::Type;

}  // namespace chemix::laws
