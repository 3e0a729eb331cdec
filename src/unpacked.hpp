// SPDX-License-Identifier: Apache-2.0
// Decompression of built-in files (CHEMIX_PACK_FILES).
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace chemix {

/// Inflates raw deflate data (RFC 1951) to a text of `size` bytes. Throws std::bad_alloc.
std::string unpacked(std::span<const char> packed, std::size_t size);

}  // namespace chemix
