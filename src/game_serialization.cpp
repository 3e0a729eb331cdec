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

namespace {

/// Skips the first word of both texts if it is the same.
bool skip_word(std::string_view& notation, std::string_view& text) {
  std::string_view rest = text;
  std::string_view own = notation;
  if (split_off(rest, " ") != split_off(own, " ")) return false;
  text = rest;
  notation = own;
  return true;
}

}  // namespace

InputError no_action(const AnyGame& game, std::string_view text, bool by_chance) {
  const std::string none =
      by_chance ? "not a chance action of this game" : "not an action of this game";
  const int count = by_chance ? game.chance_action_count() : game.action_count();
  // The actions that agree with the most words of the text, and what they have next.
  std::size_t agreed = 0;
  int like = -1;
  std::vector<std::string> nexts;
  for (int id = 0; id < count; ++id) {
    const std::string notation = by_chance ? game.chance_action_text(id) : game.action_text(id);
    std::string_view own = notation;
    std::string_view rest = text;
    std::size_t words = 0;
    while (!own.empty() && skip_word(own, rest)) ++words;
    if (words < agreed) continue;
    if (words > agreed) nexts.clear();
    agreed = words;
    like = id;
    const std::string next(split_off(own, " "));
    if (std::find(nexts.begin(), nexts.end(), next) == nexts.end()) nexts.push_back(next);
  }
  constexpr std::size_t most_listed = 40;
  const std::string known = nexts.size() <= most_listed
                                ? "one of " + with_commas(nexts)
                                : concat({"one of ", std::to_string(nexts.size()),
                                          " possible ones, such as ", nexts.front()});
  if (agreed == 0) {
    return {"action", std::string(text), concat({none, "; known: ", with_commas(nexts)}), ""};
  }
  const Value value = by_chance ? game.chance_action_fields(like) : game.action_fields(like);
  const auto* fields = value.as<Value::Map>();
  if (fields == nullptr || agreed > fields->size()) {
    const std::string valid = by_chance ? game.chance_action_text(like) : game.action_text(like);
    return {"action", std::string(text), concat({none, "; a valid one is ", valid}), ""};
  }
  const std::string& field = (*fields)[agreed - 1].name;
  return {"action", std::string(text), concat({none, "; ", field, " must be ", known}), ""};
}

}  // namespace chemix
