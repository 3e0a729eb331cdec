// SPDX-License-Identifier: Apache-2.0
// Parts of record files.
#pragma once

#include "chemix/core/value.hpp"
#include "chemix/record.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// The maximum size of a record, and of a session.
inline constexpr std::size_t max_record_bytes = 1 << 26;

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
