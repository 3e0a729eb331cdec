// SPDX-License-Identifier: Apache-2.0
// The parts of game_serialization_of.hpp that do not depend on the type of the game.
#include "concat.hpp"
#include "game_serialization_of.hpp"

namespace chemix {

std::optional<InputError> block_error(const char* field, ConstBlock block, std::size_t size,
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
    return InputError{
        field, "",
        is_for_state ? "must not be an observation" : "must be an observation, not a state", ""};
  }
  return InputError{field, hex(found), "belongs to another game; expected " + hex(key), ""};
}

InputError no_action(const AnyGame& game, std::string_view text, bool by_chance) {
  const auto kind_of = [](std::string_view notation) {
    return notation.substr(0, notation.find(' '));
  };
  std::vector<std::string> kinds;
  const char* none = by_chance ? "not a chance action of this game" : "not an action of this game";
  const int count = by_chance ? game.chance_action_count() : game.action_count();
  for (int id = 0; id < count; ++id) {
    const std::string notation = by_chance ? game.chance_action_text(id) : game.action_text(id);
    const std::string_view kind = kind_of(notation);
    if (kind == kind_of(text)) {
      return {"action", std::string(text), concat({none, "; a valid one is ", notation}), ""};
    }
    if (kinds.empty() || kinds.back() != kind) kinds.emplace_back(kind);
  }
  return {"action", std::string(text), concat({none, "; known: ", with_commas(kinds)}), ""};
}

}  // namespace chemix
