// SPDX-License-Identifier: Apache-2.0
// Files that are built in packed (CHEMIX_PACK_FILES).
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace chemix {

/// A text of so many bytes from what deflate (RFC 1951) made of it. Throws std::bad_alloc.
std::string unpacked(std::span<const char> packed, std::size_t size);

}  // namespace chemix
