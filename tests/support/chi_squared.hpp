// SPDX-License-Identifier: Apache-2.0
// The limit of Pearson's chi-squared statistic in tests of random samples.
#pragma once

#include <cmath>

namespace chemix::test {

/// The value that chi-squared exceeds with probability 0.001 (Wilson and Hilferty).
inline double chi_squared_limit(double degrees) {
  const double term = 2.0 / (9.0 * degrees);
  const double root = 1.0 - term + 3.0902 * std::sqrt(term);
  return degrees * root * root * root;
}

}  // namespace chemix::test
