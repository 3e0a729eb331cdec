// SPDX-License-Identifier: Apache-2.0
// Counts what a program allocates: link allocations.cpp, which replaces operator new.
#pragma once

#include <cstdint>

namespace chemix::test {

/// How often operator new was called so far. Not for several threads.
std::int64_t allocation_count();

}  // namespace chemix::test
