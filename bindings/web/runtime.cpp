// SPDX-License-Identifier: Apache-2.0
// Parts of the runtime as they are needed here. Emscripten's `strtod` computes with numbers of 128
// bits, and its clock brings the texts of all errors of systems along.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <string>

namespace {

/// A decimal number, exactly: 0.123 times a power of ten.
class Decimal {
 public:
  /// No more digits say which number is the nearest, but whether others follow.
  static constexpr std::size_t most_digits = 800;

  /// Adds a digit, before the point or behind it.
  void add(int digit, bool is_whole) {
    if (digits_.empty() && digit == 0) {
      point_ -= is_whole ? 0 : 1;
    } else {
      point_ += is_whole ? 1 : 0;
      if (digits_.size() < most_digits) {
        digits_ += static_cast<char>(digit);
      } else if (digit != 0) {
        digits_.back() |= 1;
      }
    }
  }
  void move_point(int places) { point_ += places; }

  /// The nearest number, and of two the even one.
  [[nodiscard]] double value() {
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
    if (digits_.empty() || point_ < -330) return 0;
    if (point_ > 310) return std::numeric_limits<double>::infinity();
    constexpr int least_exponent = -1074;
    constexpr auto end = std::uint64_t{1} << 53;
    int exponent = 0;
    for (; point_ > 16 || whole() >= end; ++exponent) halve();
    for (; exponent > least_exponent && whole() < end / 2; --exponent) twice();
    std::uint64_t bits = whole();
    const int half = compare_rest_with_half();
    if (half > 0 || (half == 0 && bits % 2 == 1)) ++bits;
    return std::ldexp(static_cast<double>(bits), exponent);
  }

 private:
  [[nodiscard]] int digit(int place) const {
    const auto at = static_cast<std::size_t>(place);
    return place >= 0 && at < digits_.size() ? digits_[at] : 0;
  }
  // The whole part. Precondition: it has 16 digits at most.
  [[nodiscard]] std::uint64_t whole() const {
    std::uint64_t number = 0;
    for (int place = 0; place < point_; ++place) {
      number = 10 * number + static_cast<std::uint64_t>(digit(place));
    }
    return number;
  }
  [[nodiscard]] int compare_rest_with_half() const {
    const int first = digit(point_) - 5;
    const auto behind = static_cast<std::size_t>(std::max(point_ + 1, 0));
    return first == 0 && behind < digits_.size() ? 1 : first;
  }
  void twice() {
    int carried = 0;
    for (std::size_t at = digits_.size(); at-- > 0;) {
      const int sum = 2 * digits_[at] + carried;
      digits_[at] = static_cast<char>(sum % 10);
      carried = sum / 10;
    }
    if (carried != 0) {
      digits_.insert(digits_.begin(), static_cast<char>(carried));
      ++point_;
    }
    while (digits_.back() == 0) digits_.pop_back();
  }
  void halve() {
    int left = 0;
    for (char& digit : digits_) {
      left = 10 * left + digit;
      digit = static_cast<char>(left / 2);
      left %= 2;
    }
    if (left != 0) digits_ += static_cast<char>(5);
    if (digits_.front() == 0) {
      digits_.erase(digits_.begin());
      --point_;
    }
  }

  // The first is not 0.
  std::string digits_;
  int point_ = 0;
};

bool is_digit(char sign) { return sign >= '0' && sign <= '9'; }

}  // namespace

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  std::timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec));
}

/// `strtod` of decimal numbers, which the linker puts in its place.
extern "C" double __wrap_strtod(const char* text, char** end) {
  const char* at = text;
  const bool is_negative = *at == '-';
  if (is_negative) ++at;
  Decimal number;
  const char* const first = at;
  for (; is_digit(*at); ++at) number.add(*at - '0', true);
  bool has_digits = at != first;
  if (*at == '.') {
    const char* const behind = ++at;
    for (; is_digit(*at); ++at) number.add(*at - '0', false);
    has_digits = has_digits || at != behind;
  }
  if (has_digits && (*at == 'e' || *at == 'E')) {
    const char* power = at + 1;
    const bool is_small = *power == '-';
    if (*power == '-' || *power == '+') ++power;
    int places = 0;
    if (is_digit(*power)) {
      for (; is_digit(*power); ++power) places = std::min(10 * places + (*power - '0'), 10000000);
      number.move_point(is_small ? -places : places);
      at = power;
    }
  }
  if (end != nullptr) *end = const_cast<char*>(has_digits ? at : text);
  return is_negative ? -number.value() : number.value();
}
