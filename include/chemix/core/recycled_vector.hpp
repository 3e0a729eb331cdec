// SPDX-License-Identifier: Apache-2.0
// RecycledVector: a vector for temporary results that are computed again and again, which rarely
// allocates.
#pragma once

#include <vector>

namespace chemix {

/// A vector whose memory is reused by the next one of the same thread.
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
