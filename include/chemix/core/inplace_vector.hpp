// SPDX-License-Identifier: Apache-2.0
// InplaceVector: a few values in place, of which only those in use are constructed or copied; and a
// sort for short ranges.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace chemix {

/// A vector of at most `Capacity` values without heap memory.
template <class T, std::size_t Capacity>
class InplaceVector {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  static constexpr std::size_t capacity = Capacity;

  InplaceVector() {}  // NOLINT: leaves the values uninitialized
  InplaceVector(const InplaceVector& other) : size_(other.size_) {
    std::copy(other.begin(), other.end(), begin());
  }
  InplaceVector& operator=(const InplaceVector& other) {
    size_ = other.size_;
    std::copy(other.begin(), other.end(), begin());
    return *this;
  }
  ~InplaceVector() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* begin() { return values_.data(); }
  [[nodiscard]] T* end() { return values_.data() + size_; }
  [[nodiscard]] const T* begin() const { return values_.data(); }
  [[nodiscard]] const T* end() const { return values_.data() + size_; }
  [[nodiscard]] T& operator[](std::size_t i) { return values_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return values_[i]; }

  void clear() { size_ = 0; }
  /// Precondition: size() < Capacity.
  void add(const T& value) {
    assert(size_ < Capacity);
    values_[size_++] = value;
  }
  /// Adds a value for the caller to set.
  T& add() {
    assert(size_ < Capacity);
    return values_[size_++];
  }
  /// Precondition: size() < Capacity.
  T* insert(T* before, const T& value) {
    std::copy_backward(before, end(), end() + 1);
    ++size_;
    *before = value;
    return before;
  }
  void erase(T* value) { erase(value, value + 1); }
  void erase(T* first, T* last) {
    std::copy(last, end(), first);
    size_ -= static_cast<std::uint32_t>(last - first);
  }

 private:
  // First, to be close to the first values.
  std::uint32_t size_ = 0;
  union {
    std::array<T, Capacity> values_;  // NOLINT: as private as its union
  };
};

/// Sorts a short range by insertion: faster than `std::sort` there, and a tenth of the code.
template <class Iterator, class Before = std::less<>>
void sort_few(Iterator first, Iterator end, Before is_before = {}) {
  for (Iterator next = first; next != end; ++next) {
    auto value = std::move(*next);
    Iterator hole = next;
    for (; hole != first && is_before(value, hole[-1]); --hole) *hole = std::move(hole[-1]);
    *hole = std::move(value);
  }
}

}  // namespace chemix
