// SPDX-License-Identifier: Apache-2.0
// SpareVector: a vector for what is worked out again and again, so that it seldom needs new memory.
#pragma once

#include <vector>

namespace chemix {

/// A vector whose memory is used again by the next one of the thread.
template <class T>
class SpareVector : public std::vector<T> {
 public:
  SpareVector() { this->swap(spare()); }
  SpareVector(const SpareVector&) = delete;
  SpareVector& operator=(const SpareVector&) = delete;
  ~SpareVector() {
    this->clear();
    if (this->capacity() > spare().capacity()) this->swap(spare());
  }

 private:
  static std::vector<T>& spare() {
    thread_local std::vector<T> spare;
    return spare;
  }
};

}  // namespace chemix
