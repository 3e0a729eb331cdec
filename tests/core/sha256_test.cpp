// SPDX-License-Identifier: Apache-2.0
// SHA-256 against the standard's messages and Python's hashlib.
#include "chemix/core/sha256.hpp"

#include "support/printing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using chemix::Sha256;

namespace {

constexpr std::array<std::uint8_t, 32> hash_of(std::string_view text) {
  Sha256 hash;
  hash.put_text(text);
  return hash.value();
}

std::string hex(const std::array<std::uint8_t, 32>& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

// Hashing works at compile time.
static_assert(hash_of("abc")[0] == 0xBA && hash_of("abc")[31] == 0xAD);

}  // namespace

TEST_SUITE("sha256") {
  TEST_CASE("FIPS 180-4: the standard's messages") {
    CHECK(hex(hash_of("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hex(hash_of("abc")) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hex(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(hex(hash_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                      "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")) ==
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    CHECK(hex(hash_of(std::string(1'000'000, 'a'))) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }

  TEST_CASE("hashes of every length up to three blocks, chained, equal those of Python's hashlib") {
    Sha256 chained;
    for (std::size_t size = 0; size < 192; ++size) {
      chained.put_bytes(hash_of(std::string(size, static_cast<char>(size))));
    }
    CHECK(hex(chained.value()) ==
          "9c921e0c15aa06cbe0c5a950920164ba5227b6ada07068d7b2c5f4f50f199d37");
  }

  TEST_CASE("the value hashes the input so far, and more input may follow") {
    Sha256 hash;
    hash.put_text("a");
    CHECK(hash.value() == hash_of("a"));
    hash.put('b');
    hash.put_text("");
    hash.put_text("c");
    CHECK(hash.value() == hash_of("abc"));
    CHECK(hash.value() == hash_of("abc"));
  }
}
