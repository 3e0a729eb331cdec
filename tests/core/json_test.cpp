// SPDX-License-Identifier: Apache-2.0
// Writing JSON with escapes, and reading untrusted JSON within a size limit.
#include "chemix/core/value.hpp"
#include "support/printing.hpp"

#include <cstddef>
#include <string>

#include <doctest/doctest.h>

using namespace chemix;

TEST_SUITE("JSON") {
  TEST_CASE("strings and keys are escaped") {
    CHECK(json_text("plain text") == R"("plain text")");
    CHECK(json_text(R"(a "b" c\d)") == R"("a \"b\" c\\d")");
    CHECK(json_text(R"(\)") == R"("\\")");
    CHECK(json_text(R"(C:\new)") == R"("C:\\new")");
    CHECK(json_text("a\nb\tc\x01") == R"("a\nb\tc\u0001")");
    CHECK(json_text(Value::map().add(R"(a\b)", 1)) == R"({"a\\b":1})");
  }

  TEST_CASE("a string of any characters survives the round trip through JSON") {
    std::string all = "é…";
    for (int letter = 0; letter < 128; ++letter) {
      all += static_cast<char>(letter);
      const std::string alone(1, static_cast<char>(letter));
      const auto read = read_json(json_text(alone), "text");
      CAPTURE(letter);
      REQUIRE(read.has_value());
      CHECK(*read == Value(alone));
    }
    for (const Value& value : {Value(all), Value::map().add(all, all)}) {
      const auto read = read_json(json_text(value, 2), "text");
      REQUIRE(read.has_value());
      CHECK(*read == value);
    }
  }

  TEST_CASE("JSON over the size limit is rejected without being parsed") {
    const auto refusal = [](const std::string& text, std::size_t max_bytes) {
      const auto read = read_json(text, "notes", max_bytes);
      return read ? "" : read.error().message();
    };
    CHECK(refusal("[1, 2]", 6) == "");
    CHECK(refusal("[1, 2]", 5) == "notes = 6 bytes: must be at most 5 bytes");
    CHECK(refusal("[1, 2", 4) == "notes = 5 bytes: must be at most 4 bytes");
    // Whitespace counts. The default limit is one mebibyte.
    const std::string longest = "1" + std::string((1 << 20) - 1, ' ');
    CHECK(read_json(longest, "notes").has_value());
    const auto longer = read_json(longest + " ", "notes");
    REQUIRE(!longer.has_value());
    CHECK(longer.error().message() == "notes = 1048577 bytes: must be at most 1048576 bytes");
  }

  TEST_CASE("a NUL is rejected anywhere in JSON") {
    const std::string nul(1, '\0');
    for (const std::string& text :
         {"1" + nul, "1" + nul + "2", nul + "1", "\"a" + nul + "\"", nul}) {
      const auto read = read_json(text, "notes");
      REQUIRE(!read.has_value());
      CHECK(read.error().message() == "notes: is not valid JSON: contains a NUL character");
    }
    CHECK(!read_json("1 2", "notes").has_value());
    CHECK(!read_json("", "notes").has_value());
  }
}
