// SPDX-License-Identifier: Apache-2.0
#include "chemix/core/codec.hpp"

#include "chemix/core/structured.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace chemix {

std::optional<InputError> key_fault(ByteReader& source, std::uint64_t key) {
  const std::uint64_t found = source.take(8);
  if (!source.ok()) return InputError{"bytes", "", "too short to be of any game", ""};
  if (found == key) return std::nullopt;
  return InputError{"game key", hex(found), "is of another game than " + hex(key), ""};
}

InputError bad_bytes(const ByteReader& source, std::string_view field) {
  return {field, "", source.ok() ? "not a value of this field" : "the bytes end too early", ""};
}

std::optional<InputError> end_fault(const ByteReader& source) {
  if (!source.ok()) return InputError{"bytes", "", "the bytes end too early", ""};
  if (source.left() == 0) return std::nullopt;
  return InputError{"bytes", "", std::to_string(source.left()) + " bytes too many", ""};
}

Value structured::head(std::string_view game, std::uint64_t key) {
  return Value::map().add("game", game).add("key", hex(key));
}

Value structured::head_schema(std::string_view game, std::uint64_t key) {
  const auto only = [](Value text) { return Value::map().add("const", std::move(text)); };
  return Value::map().add("game", only(game)).add("key", only(hex(key)));
}

}  // namespace chemix
