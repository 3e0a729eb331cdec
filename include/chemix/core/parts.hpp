// SPDX-License-Identifier: Apache-2.0
// The parts of which states and observations are made, as fields: their bytes, texts and plain data
// follow from these alone, compiled once for all games.
#pragma once

#include "chemix/core/codec.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/value.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix {

/// The parts of a state. The state must outlive them, as an observation must those of it.
struct StateParts {
  Fields open;
  /// By seat.
  std::vector<Fields> own;
  Fields hidden;
  Fields knowledge;
  Fields history;
  Fields chance_count;
};

/// The parts of an observation.
struct SeenParts {
  Fields viewer;
  Fields open;
  Fields own;
  Fields knowledge;
  /// The digests of what was seen.
  Fields history;
};

template <class Table, class Knowledge, int Capacity>
struct StateOf;
template <class Public, class Private, class Knowledge>
struct ObservationOf;

namespace parts {

// What lies apart in a state or an observation, by reference.
struct ChanceCount {
  const std::uint32_t& chance_count;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("chance_count", self.chance_count);
  }
};
struct ViewerOf {
  const Viewer& viewer;
  static constexpr void visit_fields(auto& self, auto&& visit) { visit("viewer", self.viewer); }
};
struct Digests {
  const std::uint64_t& history;
  const std::uint64_t& own_history;
  static constexpr void visit_fields(auto& self, auto&& visit) {
    visit("history", self.history);
    visit("own_history", self.own_history);
  }
};

}  // namespace parts

template <class Table, class Knowledge, int Capacity>
StateParts parts_of(const auto& rules, const StateOf<Table, Knowledge, Capacity>& state) {
  std::vector<Fields> own;
  for (Player p = 0; p < rules.player_count(); ++p) {
    own.push_back(fields_in(rules, state.table.own[p]));
  }
  return {fields_in(rules, state.table.open),
          std::move(own),
          fields_in(rules, state.table.hidden),
          fields_in(rules, state.knowledge),
          fields_in(rules, state.history),
          fields_in(rules, parts::ChanceCount{state.chance_count})};
}

template <class Public, class Private, class Knowledge>
SeenParts parts_of(const auto& rules, const ObservationOf<Public, Private, Knowledge>& seen) {
  return {fields_in(rules, parts::ViewerOf{seen.viewer}), fields_in(rules, seen.open),
          fields_in(rules, seen.own), fields_in(rules, seen.knowledge),
          fields_in(rules, parts::Digests{seen.history, seen.own_history})};
}

/// The game that a form belongs to, which begins with both.
struct GameName {
  std::string_view name;
  std::uint64_t key = 0;
};

// ---- Bytes: the key, then all fields ----

/// Writes as many as fit, and returns how many there are.
std::size_t write_parts(std::span<std::byte> bytes, std::uint64_t key, const StateParts& parts);
std::size_t write_parts(std::span<std::byte> bytes, std::uint64_t key, const SeenParts& parts);
/// Reads the parts, or tells what is wrong with the bytes.
[[nodiscard]] std::optional<InputError> read_parts(std::span<const std::byte> bytes,
                                                   std::uint64_t key, const StateParts& parts);
[[nodiscard]] std::optional<InputError> read_parts(std::span<const std::byte> bytes,
                                                   std::uint64_t key, const SeenParts& parts);

// ---- Text: one line, in which all parts but digests and counts stand behind a bar ----

[[nodiscard]] std::string print_parts(const GameName& game, const StateParts& parts);
[[nodiscard]] std::string print_parts(const GameName& game, const SeenParts& parts);
[[nodiscard]] std::optional<InputError> parse_parts(std::string_view text, const GameName& game,
                                                    const StateParts& parts);
[[nodiscard]] std::optional<InputError> parse_parts(std::string_view text, const GameName& game,
                                                    const SeenParts& parts);

// ---- Plain data: maps of their fields ----

// `open` is what all see, `own` what each player holds, `hidden` what nobody sees, `knowledge` what
// is known. Those of an observation are the same but for what it does not show; a spectator has no
// own part.

[[nodiscard]] Value parts_value(const GameName& game, const StateParts& parts);
[[nodiscard]] Value parts_value(const GameName& game, const SeenParts& parts, bool plays);
[[nodiscard]] Value parts_schema(const GameName& game, const StateParts& parts);
[[nodiscard]] Value parts_schema(const GameName& game, const SeenParts& parts);
/// Reads what is named; calls `named(begin, size)` with where each field is kept.
[[nodiscard]] std::optional<InputError> read_named(
    const Value& value, const GameName& game, const StateParts& parts,
    FunctionRef<void(const void*, std::size_t)> named);

}  // namespace chemix
