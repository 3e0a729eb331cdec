// SPDX-License-Identifier: Apache-2.0
// RecycledVector: a vector for what is worked out again and again, so that it seldom needs new
// memory.
#pragma once

#include <vector>

namespace chemix {

/// A vector whose memory is used again by the next one of the thread.
template <class T>
class RecycledVector : public std::vector<T> {
 public:
  RecycledVector() { this->swap(spare()); }
  RecycledVector(const RecycledVector&) = delete;
  RecycledVector& operator=(const RecycledVector&) = delete;
  ~RecycledVector() {
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
