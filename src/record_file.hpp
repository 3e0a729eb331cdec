// SPDX-License-Identifier: Apache-2.0
// Shared by records, sessions and clients.
#pragma once

#include "chemix/core/value.hpp"
#include "chemix/record.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// The maximum size of a record, and of a session.
inline constexpr std::size_t max_record_bytes = 1 << 26;

/// Sessions and clients keep states and observations at this distance: enough to rewind fast, and
/// few enough for long matches.
inline constexpr std::size_t steps_per_checkpoint = 64;

/// Makes room for `count` more elements, so that adding them cannot fail.
template <class T>
void reserve_more(std::vector<T>& list, std::size_t count) {
  const std::size_t needed = list.size() + count;
  if (list.capacity() < needed) list.reserve(std::max(needed, 2 * list.capacity()));
}

inline void copy_block(ConstBlock from, Block to) {
  std::copy(from.begin(), from.end(), to.begin());
}

/// A record as the value that its file contains, and back.
[[nodiscard]] Value record_file(const Replay& replay);
[[nodiscard]] Result<Replay> read_record_file(const Value& record);

/// The handovers of a record as a list.
[[nodiscard]] Value handovers_value(const std::vector<Handover>& handovers);

/// Parses an event of 16 hexadecimal digits. Errors have no field.
[[nodiscard]] Result<Event> parse_packed_event(const AnyGame& game, std::string_view text);

/// Returns the error of a name or a policy's text, or nothing: too long, not UTF-8, or with control
/// characters.
[[nodiscard]] std::optional<InputError> name_error(std::string_view field, std::string_view text,
                                                   std::size_t max_bytes);

}  // namespace chemix
