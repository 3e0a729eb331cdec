// SPDX-License-Identifier: Apache-2.0
// Binomial coefficients, in one table for each number type.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// The largest n that the table covers.
inline constexpr int max_chosen_from = 160;

/// The number of entries in the stored halves of the rows before row `n`.
constexpr std::size_t half_rows_before(std::size_t n) { return (n + 1) * (n + 1) / 4; }

/// The number of ways to choose `k` of `n` individuals; 0 ≤ k ≤ n ≤ `max_chosen_from`. Wraps
/// around if `Number` is too narrow. O(1); the first call builds the table.
template <class Number>
const Number& choose(int n, int k) {
  // Stores half of each row, since rows are symmetric. Not a constant expression: computing all
  // rows takes compilers 0.6 GiB.
  struct Rows {
    static std::size_t place_of(std::size_t n, std::size_t k) {
      return half_rows_before(n) + (std::min)(k, n - k);
    }
    Rows() {
      for (std::size_t n = 0; n <= max_chosen_from; ++n) {
        ways[half_rows_before(n)] = Number(1);
        for (std::size_t k = 1; k <= n / 2; ++k) {
          Number& here = ways[place_of(n, k)];
          here = ways[place_of(n - 1, k - 1)];
          here += ways[place_of(n - 1, k)];
        }
      }
    }
    std::array<Number, half_rows_before(max_chosen_from + 1)> ways;
  };
  static const Rows rows;
  return rows.ways[Rows::place_of(static_cast<std::size_t>(n), static_cast<std::size_t>(k))];
}

/// The same without a table, for small numbers: the result must fit into 64 bits.
constexpr std::uint64_t choose_few(int n, int k) {
  std::uint64_t ways = 1;
  for (int i = 0; i < k; ++i) {
    ways = ways * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
  }
  return ways;
}

}  // namespace chemix
