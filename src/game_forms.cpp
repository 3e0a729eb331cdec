// SPDX-License-Identifier: Apache-2.0
#include "game_forms_of.hpp"

namespace chemix {

std::optional<InputError> block_fault(const char* field, ConstBlock block, std::size_t size,
                                      std::uint64_t key) {
  if (block.size() != size) {
    return InputError{field, std::to_string(block.size()) + " bytes",
                      "must be " + std::to_string(size), ""};
  }
  if (reinterpret_cast<std::uintptr_t>(block.data()) % AnyGame::alignment != 0) {
    return InputError{field, "", "must be aligned to 8 bytes", ""};
  }
  std::uint64_t found = 0;
  std::memcpy(&found, block.data(), sizeof found);
  if (found == key) return std::nullopt;
  if (found == ~key) {
    const bool is_for_state = std::string_view(field) != "observation";
    return InputError{field, "", is_for_state ? "is an observation" : "is a state", ""};
  }
  return InputError{field, hex(found), "is of another game than " + hex(key), ""};
}

}  // namespace chemix
