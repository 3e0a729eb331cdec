// SPDX-License-Identifier: Apache-2.0
// How far counts may be from what is expected.
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
