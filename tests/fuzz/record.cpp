// SPDX-License-Identifier: Apache-2.0
// The input is a record of a game, or of what one viewer saw of a game.
#include "fuzz.hpp"

namespace {

const std::string_view commitment =
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

void refusal_seen(const char* text, std::size_t size) {
  chemix_seen_record* record = nullptr;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_seen_record_open(text, size, &record, &error), error)) {
    fuzz::require(record == nullptr, "a refused record is not made");
    return;
  }
  chemix_game* made = nullptr;
  std::size_t steps = 0;
  fuzz::require_ok(chemix_seen_record_game(record, &made, &steps, &error), error, "a game");
  const fuzz::Game game(made);
  fuzz::Bytes seen = game.observation_memory();
  fuzz::require_ok(chemix_seen_record_start(record, seen.data(), seen.size(), &error), error,
                   "a start");
  for (std::size_t step = 0; step < steps; ++step) {
    const auto events = fuzz::sure_list<chemix_event>(
        "events", [&](auto... out) { return chemix_seen_record_events(record, step, out...); });
    for (const chemix_event& event : events) {
      fuzz::require_ok(
          chemix_observation_fold(game.handle, &event, seen.data(), seen.size(), &error), error,
          "an event is folded");
    }
  }
  fuzz::view_of(game, seen);
  fuzz::ask_beliefs(game, seen, true);
  chemix_seen_record_destroy(&record);
}

void check_record(const char* text, std::size_t size) {
  chemix_record* record = nullptr;
  fuzz::Error error;
  std::uint64_t digest = 0;
  const bool is_verified = fuzz::is_ok(chemix_record_verify(text, size, &digest, &error), error);
  const bool is_open = fuzz::is_ok(chemix_record_open(text, size, &record, &error), error);
  fuzz::require(is_verified == is_open, "what is verified is opened", error.told());
  const auto json =
      fuzz::text_of([&](auto... out) { return chemix_record_json(text, size, out...); });
  fuzz::require(json.has_value() == is_open, "what is opened is plain data");
  const std::uint8_t secret[CHEMIX_SECRET_SIZE] = {};
  fuzz::require(chemix_deal_verify(commitment.data(), secret, secret, nullptr, 0, text, size,
                                   &digest, &error) == CHEMIX_INVALID_INPUT,
                "nobody guesses a commitment");
  if (!is_open) return;

  chemix_game* made = nullptr;
  std::int32_t start_player = 0;
  fuzz::require_ok(chemix_record_game(record, &made, &start_player, &error), error, "a game");
  const fuzz::Game game(made);
  fuzz::Bytes state = game.state_memory();
  fuzz::require_ok(chemix_record_start(record, state.data(), state.size(), &error), error,
                   "a start");
  const fuzz::Bytes start = state;
  const auto steps = fuzz::sure_list<chemix_step>(
      "steps", [&](auto... out) { return chemix_record_steps(record, out...); });
  for (const chemix_step& step : steps) {
    fuzz::require_ok(chemix_state_apply(game.handle, step.actor, step.action, state.data(),
                                        state.size(), &error),
                     error, "a recorded step is taken");
  }
  fuzz::check_state(game, state);
  std::uint64_t reached = 0;
  fuzz::require_ok(chemix_state_digest(game.handle, state.data(), state.size(), &reached, &error),
                   error, "a digest");
  fuzz::require_ok(chemix_record_verify(text, size, &digest, &error), error, "a digest");
  fuzz::require(reached == digest, "a record leads to its digest");
  const std::string again = fuzz::sure_text("a record is written", [&](auto... out) {
    return start_player == CHEMIX_NOBODY
               ? chemix_record_write_resumed(game.handle, start.data(), start.size(), steps.data(),
                                             steps.size(), out...)
               : chemix_record_write(game.handle, start_player, steps.data(), steps.size(), out...);
  });
  fuzz::require_ok(chemix_record_verify(again.data(), again.size(), &reached, &error), error,
                   "what is written again is read");
  fuzz::require(reached == digest, "what is written again leads to the same digest");
  for (const std::int32_t viewer : game.viewers()) {
    const std::string seen = fuzz::sure_text("what is seen of a record", [&](auto... out) {
      return chemix_record_seen(record, viewer, out...);
    });
    refusal_seen(seen.data(), seen.size());
  }
  chemix_record_destroy(&record);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  const auto* const text = reinterpret_cast<const char*>(data);
  check_record(text, size);
  refusal_seen(text, size);
  return 0;
}
