// SPDX-License-Identifier: Apache-2.0
// Counts heap allocations. Link allocations.cpp, which replaces operator new.
#pragma once

#include <cstdint>

namespace chemix::test {

/// The number of calls of operator new so far. Not thread-safe.
std::int64_t allocation_count();

}  // namespace chemix::test
