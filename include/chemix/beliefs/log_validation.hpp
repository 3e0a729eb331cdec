// SPDX-License-Identifier: Apache-2.0
// Validation of the observation logs of states and observations from outside.
#pragma once

#include "chemix/beliefs/observation_log.hpp"
#include "chemix/beliefs/observation_log_codec.hpp"
#include "chemix/cards/validation.hpp"
#include "chemix/core/error.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace chemix {

template <class Rules, class Log>
InputError log_error(const Rules& rules, const Log& log, const char* reason) {
  std::string text;
  Codec<Log>::print(text, in_play(rules), log);
  return {"log", text, reason, "GN-9"};
}
/// Promise: memory. Rejects entries that are impossible at any table.
template <class Rules, class Log>
std::optional<InputError> log_entry_error(const Rules& rules, const Log& log) {
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.type(i) == LogEntry::Type::Pile) continue;
    const LogEntry entry = log[i];
    const bool is_among = entry.type != LogEntry::Type::Move || !entry.kind ||
                          !rules.not_among(entry.constraint).contains(Card::of(*entry.kind));
    if (!is_among || entry.size > rules.deck().all_cards().size()) {
      return log_error(rules, log, "contains an entry that is impossible in this game");
    }
  }
  return std::nullopt;
}
/// Promise: determinizable. Rejects the log of an observation if it holds more than the viewer can
/// have seen. The log may contradict the table: see `without_contradiction`.
template <class Rules>
std::optional<InputError> log_error(const Rules& rules, const typename Rules::Observation& seen) {
  if (!(rules.knowledge_of(seen.knowledge, seen.viewer) == seen.knowledge)) {
    return log_error(rules, seen.knowledge.log, "contains what the viewer cannot have seen");
  }
  return log_entry_error(rules, seen.knowledge.log);
}

/// The first validation error of an observation, or nothing. `validate` checks the public part or,
/// given a player, the public part and what that player holds.
template <class Rules, class Bag, class Validate>
std::optional<InputError> observation_error(const Rules& rules,
                                            const typename Rules::Observation& seen, const Bag& all,
                                            const char* rule, const char* hidden_rule,
                                            const Validate& validate) {
  Validator validator(rules);
  validator.add(card_location_error(rules, seen, all, rule, hidden_rule));
  if (validator.ok()) validator.add(validate(seen.open));
  if (!validator.ok()) return validator.error();
  validator.add(seen.viewer.is_spectator() ? spectator_error(rules, seen)
                                           : validate(seen.open, seen.own, seen.viewer.seat()));
  if (validator.ok()) validator.add(log_error(rules, seen));
  return validator.error();
}

}  // namespace chemix
