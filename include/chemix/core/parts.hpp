// SPDX-License-Identifier: Apache-2.0
// The parts of states and observations as type-erased fields, from which their bytes, texts and
// plain data are produced by code compiled once for all games.
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

/// The parts of a state, which must outlive them. The same holds for `SeenParts` and its
/// observation.
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
  /// The digests of everything seen.
  Fields history;
};

template <class Table, class Knowledge, int Capacity>
struct StateOf;
template <class Public, class Private, class Knowledge>
struct ObservationOf;

namespace parts {

// Wrappers that refer to single fields of a state or an observation.
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

/// The game that serialized data belongs to; text and plain data begin with its name and key.
struct GameName {
  std::string_view name;
  std::uint64_t key = 0;
};

// ---- Bytes: the key, then all fields ----

/// Writes as many bytes as fit and returns the full number.
std::size_t write_parts(std::span<std::byte> bytes, std::uint64_t key, const StateParts& parts);
std::size_t write_parts(std::span<std::byte> bytes, std::uint64_t key, const SeenParts& parts);
/// Reads the parts, or returns why the bytes are invalid.
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

// `open` is visible to everybody, `own` is what each player holds, `hidden` is visible to nobody,
// and `knowledge` is what is known. An observation has the same parts except those that it does not
// show; a spectator has no own part.

[[nodiscard]] Value parts_value(const GameName& game, const StateParts& parts);
[[nodiscard]] Value parts_value(const GameName& game, const SeenParts& parts, bool plays);
[[nodiscard]] Value parts_schema(const GameName& game, const StateParts& parts);
[[nodiscard]] Value parts_schema(const GameName& game, const SeenParts& parts);
/// Reads the named fields; calls `named(begin, size)` with the address and size of each.
[[nodiscard]] std::optional<InputError> read_named(
    const Value& value, const GameName& game, const StateParts& parts,
    FunctionRef<void(const void*, std::size_t)> named);

}  // namespace chemix
