// SPDX-License-Identifier: Apache-2.0
// Decompression of built-in files with zlib.
#include "unpacked.hpp"

#include <new>

#define ZLIB_CONST
#include <zlib.h>

namespace chemix {

std::string unpacked(std::span<const char> packed, std::size_t size) {
  std::string text(size, '\0');
  z_stream stream{};
  stream.next_in = reinterpret_cast<const Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(size);
  // The build made the data, so inflating fails only for lack of memory.
  const bool begun = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
  const bool ended = begun && inflate(&stream, Z_FINISH) == Z_STREAM_END;
  inflateEnd(&stream);
  if (!ended) throw std::bad_alloc();
  return text;
}

}  // namespace chemix
