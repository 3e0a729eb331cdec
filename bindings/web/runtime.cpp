// SPDX-License-Identifier: Apache-2.0
// Small replacements for parts of the library and the C runtime. Emscripten's `strtod` uses 128-bit
// floats, its `snprintf` supports all formats, and its clock pulls in the texts of all system
// errors.
#include "builtin_files.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdarg>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <span>
#include <vector>

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  std::timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec));
}

/// Parses a number in JavaScript; declared in runtime.js, implemented in src/index.ts.
extern "C" double chemix_number(const char* text, std::size_t size);

/// Replaces `strtod`, by the linker option --wrap. Supports decimal numbers only.
extern "C" double __wrap_strtod(const char* text, char** end) {
  const char* at = text + (*text == '-' ? 1 : 0);
  // Skips digits; returns whether there were any.
  const auto skip_digits = [&] {
    const char* const first = at;
    while (*at >= '0' && *at <= '9') ++at;
    return at != first;
  };
  bool has_digits = skip_digits();
  if (*at == '.') {
    ++at;
    has_digits = skip_digits() || has_digits;
  }
  if (!has_digits) {
    at = text;
  } else if (*at == 'e' || *at == 'E') {
    const char* const mantissa_end = at++;
    if (*at == '-' || *at == '+') ++at;
    if (!skip_digits()) at = mantissa_end;
  }
  if (end != nullptr) *end = const_cast<char*>(at);
  return has_digits ? chemix_number(text, static_cast<std::size_t>(at - text)) : 0;
}

/// Replaces `snprintf`, by the linker option --wrap. Supports only the formats that the JSON
/// library uses for unprintable characters: `%04x` in texts and `%.4X` in messages.
extern "C" int __wrap_snprintf(char* to, std::size_t size, const char* format, ...) {
  std::va_list codes;
  va_start(codes, format);
  std::size_t written = 0;
  const auto put = [&](char letter) {
    if (written + 1 < size) to[written] = letter;
    ++written;
  };
  for (; *format != '\0'; ++format) {
    if (*format != '%') {
      put(*format);
      continue;
    }
    format += std::strlen("04x");
    const char* const digits = *format == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    const auto code = va_arg(codes, unsigned);
    for (int shift = 12; shift >= 0; shift -= 4) put(digits[code >> shift & 15]);
  }
  va_end(codes);
  if (size > 0) to[std::min(written, size - 1)] = '\0';
  return static_cast<int>(written);
}

namespace chemix {
namespace {

// The files of decks/, words/ and schemas/, in this order.
std::array<std::vector<BuiltinFile>, 3>& files() {
  static std::array<std::vector<BuiltinFile>, 3> all;
  return all;
}

const char* kept(const char* text) { return std::strcpy(new char[std::strlen(text) + 1], text); }

}  // namespace

std::span<const BuiltinFile> builtin_deck_files() { return files()[0]; }
std::span<const BuiltinFile> builtin_word_files() { return files()[1]; }
std::span<const BuiltinFile> builtin_schema_files() { return files()[2]; }

}  // namespace chemix

/// Registers a file: its folder, the stem of its name, and its text, which are copied. Call it
/// before any other function.
extern "C" void chemix_take_file(int folder, const char* name, const char* text) {
  chemix::files()[static_cast<std::size_t>(folder)].push_back(
      {chemix::kept(name), chemix::kept(text)});
}
