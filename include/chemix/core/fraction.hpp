// SPDX-License-Identifier: Apache-2.0
// Fraction: an exact small rational number, for returns.
#pragma once

#include <cstdint>
#include <numeric>

namespace chemix {

/// A reduced fraction with a positive denominator.
class Fraction {
 public:
  constexpr Fraction() = default;
  /// Precondition: denominator > 0.
  constexpr Fraction(std::int64_t numerator, std::int64_t denominator = 1)  // NOLINT
      : numerator_(numerator / std::gcd(numerator, denominator)),
        denominator_(denominator / std::gcd(numerator, denominator)) {}

  constexpr bool operator==(const Fraction&) const = default;
  friend constexpr Fraction operator+(Fraction lhs, Fraction rhs) {
    return {lhs.numerator_ * rhs.denominator_ + rhs.numerator_ * lhs.denominator_,
            lhs.denominator_ * rhs.denominator_};
  }

  [[nodiscard]] constexpr std::int64_t numerator() const { return numerator_; }
  [[nodiscard]] constexpr std::int64_t denominator() const { return denominator_; }
  [[nodiscard]] constexpr double value() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }

 private:
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
};

}  // namespace chemix
