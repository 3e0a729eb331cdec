// SPDX-License-Identifier: Apache-2.0
// Replaces operator new by one that counts its calls.
#include "support/allocations.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::int64_t count = 0;
}  // namespace

std::int64_t chemix::test::allocation_count() { return count; }

void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
