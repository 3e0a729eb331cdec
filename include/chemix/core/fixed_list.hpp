// SPDX-License-Identifier: Apache-2.0
// FixedList: the list type of states.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {

/// At most `Capacity` values in order. A full list ignores further values, so that untrusted events
/// are safe. Unused places hold the default value, so that equal lists have equal bytes.
template <class T, int Capacity>
class FixedList {
  static_assert(Capacity <= 255);

 public:
  using value_type = T;
  static constexpr int capacity = Capacity;

  constexpr bool operator==(const FixedList&) const = default;

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  /// Precondition: 0 ≤ i < size().
  [[nodiscard]] constexpr const T& operator[](int i) const {
    return values_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] constexpr const T* begin() const { return values_.data(); }
  [[nodiscard]] constexpr const T* end() const { return values_.data() + size_; }
  [[nodiscard]] constexpr int count(T value) const {
    return static_cast<int>(std::count(begin(), end(), value));
  }
  [[nodiscard]] constexpr bool contains(T value) const {
    return std::find(begin(), end(), value) != end();
  }

  constexpr void push_back(T value) {
    if (size_ < Capacity) values_[size_++] = value;
  }
  constexpr void push_front(T value) { insert(0, value); }
  /// Inserts into an ascending list.
  constexpr void insert_sorted(T value) {
    insert(std::upper_bound(begin(), end(), value) - begin(), value);
  }
  /// Removes the first such value, if there is one.
  constexpr void remove(T value) {
    if (value == values_[0]) {
      pop_front();
      return;
    }
    for (std::size_t i = 1; i < size_; ++i) {
      if (values_[i] != value) continue;
      for (std::size_t j = i + 1; j < size_; ++j) values_[j - 1] = values_[j];
      values_[--size_] = T();
      return;
    }
  }
  /// Removes and returns the first value; returns the default value if the list is empty.
  constexpr T pop_front() {
    const T first = values_[0];
    if (size_ == 0) return first;
    // A move of fixed size is faster than one of the values in use.
    std::copy(values_.begin() + 1, values_.end(), values_.begin());
    values_.back() = T();
    --size_;
    return first;
  }

 private:
  constexpr void insert(std::ptrdiff_t at, T value) {
    if (size_ == Capacity) return;
    T* const place = values_.data() + at;
    std::copy_backward(place, values_.data() + size_, values_.data() + size_ + 1);
    *place = value;
    ++size_;
  }

  std::array<T, static_cast<std::size_t>(Capacity)> values_{};
  std::uint8_t size_ = 0;
};

}  // namespace chemix
