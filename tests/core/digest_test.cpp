// SPDX-License-Identifier: Apache-2.0
// The 64-bit digest of states: a function of the bytes alone, the same on all platforms, with no
// simple collisions.
#include "chemix/core/digest.hpp"

#include "support/printing.hpp"

#include <cstddef>
#include <cstdint>
#include <set>

#include <doctest/doctest.h>

namespace chemix {
namespace {

TEST_CASE("a digest depends only on the bytes, not on how they are grouped") {
  Digest by_byte;
  for (int i = 1; i <= 40; ++i) by_byte.put(static_cast<std::uint64_t>(i), 1);
  for (int size = 1; size <= 8; ++size) {
    CAPTURE(size);
    Digest digest;
    for (int first = 1; first <= 40; first += size) {
      const int bytes = first + size > 41 ? 41 - first : size;
      std::uint64_t value = 0;
      for (int i = 0; i < bytes; ++i) value |= static_cast<std::uint64_t>(first + i) << (8 * i);
      digest.put(value, bytes);
    }
    CHECK(digest.value() == by_byte.value());
  }
}

TEST_CASE("a digest uses only the lowest bytes of a value") {
  Digest whole;
  whole.put(0xFFFF'FFFF'FFFF'FFFE, 2);
  Digest cut;
  cut.put(0xFFFE, 2);
  CHECK(whole.value() == cut.value());
}

TEST_CASE("each byte and the number of bytes change the digest") {
  std::set<std::uint64_t> digests;
  for (int size = 0; size <= 40; ++size) {
    for (int changed = 0; changed <= size; ++changed) {
      Digest digest;
      for (int i = 0; i < size; ++i) digest.put(i == changed ? 1 : 0, 1);
      digests.insert(digest.value());
    }
  }
  // For each size: one digest for each changed byte, and one for all zeros.
  CHECK(digests.size() == 41 * 42 / 2);
}

TEST_CASE("changes of two bytes do not cancel out") {
  std::set<std::uint64_t> digests;
  int count = 0;
  for (int one = 0; one < 40; ++one) {
    for (int other = one; other < 40; ++other) {
      for (const std::uint64_t value : {1U, 4U, 64U, 128U}) {
        Digest digest;
        for (int i = 0; i < 40; ++i) digest.put(i == one || i == other ? value : 0, 1);
        digests.insert(digest.value());
        ++count;
      }
    }
  }
  CHECK(digests.size() == static_cast<std::size_t>(count));
}

TEST_CASE("a digest is the same on all platforms") {
  CHECK(Digest().value() == 0x13B8C60890E43E86);
  Digest digest;
  digest.put_text("chemix");
  CHECK(digest.value() == 0xA3B2C310C670EC32);
}

}  // namespace
}  // namespace chemix
