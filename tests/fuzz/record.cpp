// SPDX-License-Identifier: Apache-2.0
// The input is a record of a game, what one viewer saw of a game, or a session.
#include "fuzz.hpp"

namespace {

void check_client(const char* text, std::size_t size) {
  fuzz::Client client;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_client_load(text, size, &client.handle, &error), error)) {
    fuzz::require(client == nullptr, "a refused client is not made");
    return;
  }
  chemix_game* made = nullptr;
  fuzz::require_ok(chemix_game_copy(chemix_client_game(client), &made, &error), error, "a game");
  const fuzz::Game game(made);
  fuzz::Seen seen = game.new_observation();
  fuzz::require_ok(chemix_client_observe_at(client, 0, seen, &error), error, "a start");
  const chemix_count steps = chemix_client_seen_count(client, &error);
  for (std::int32_t step = 0; step < steps; ++step) {
    const auto events = fuzz::sure_list<chemix_event>(
        "events", [&](auto... out) { return chemix_client_events(client, step, out...); });
    fuzz::require_ok(chemix_observation_fold(seen, events.data(),
                                             static_cast<chemix_count>(events.size()), &error),
                     error, "events are folded");
  }
  std::uint64_t digests[2] = {0, 1};
  chemix_observation_digest(seen, &digests[0], nullptr);
  chemix_observation_digest(chemix_client_observation(client), &digests[1], nullptr);
  fuzz::require(digests[0] == digests[1], "events lead to the observation of the client");
  fuzz::view_of(game, seen);
  fuzz::ask_beliefs(seen, true);
  fuzz::sure_text("a client is saved",
                  [&](auto... out) { return chemix_client_save(client, out...); });
  fuzz::is_ok(chemix_client_receive(client, text, size, &error), error);
}

void check_record(const char* text, std::size_t size) {
  fuzz::Record record;
  fuzz::Error error;
  const bool is_open = fuzz::is_ok(chemix_record_load(text, size, &record.handle, &error), error);
  chemix_deal deal = CHEMIX_DEAL_INIT;
  std::memset(deal.commitment, 'a', sizeof deal.commitment - 1);
  std::uint64_t digest = 0;
  fuzz::require(chemix_deal_verify(&deal, text, size, &digest, &error) == CHEMIX_INVALID_INPUT,
                "nobody guesses a commitment");
  if (!is_open) return;

  fuzz::sure_text("a record is plain data",
                  [&](auto... out) { return chemix_record_json(record, out...); });
  chemix_game* made = nullptr;
  std::int32_t start_player = 0;
  fuzz::require_ok(chemix_game_copy(chemix_record_game(record), &made, &error), error, "a game");
  const fuzz::Game game(made);
  fuzz::require_ok(chemix_record_start_player(record, &start_player, &error), error, "a start");
  fuzz::State state = game.new_state();
  fuzz::require_ok(chemix_record_state(record, 0, state, &error), error, "a start");
  fuzz::Record again;
  fuzz::require_ok(start_player == CHEMIX_NOBODY
                       ? chemix_record_resume(state, &again.handle, &error)
                       : chemix_record_create(game.handle, start_player, &again.handle, &error),
                   error, "a record begins");
  const auto steps = fuzz::sure_list<chemix_step>(
      "steps", [&](auto... out) { return chemix_record_steps(record, out...); });
  for (const chemix_step& step : steps) {
    fuzz::require_ok(chemix_state_apply(state, step.actor, step.action, &error), error,
                     "a recorded step is taken");
  }
  fuzz::check_state(game, state);
  fuzz::require_ok(chemix_record_digest(record, &digest, &error), error, "a digest");
  fuzz::require(fuzz::digest_of(state) == digest, "a record leads to its digest");
  fuzz::require_ok(
      chemix_record_add(again, steps.data(), static_cast<chemix_count>(steps.size()), &error),
      error, "steps are added");
  std::uint64_t reached = 0;
  fuzz::require_ok(chemix_record_digest(again, &reached, &error), error, "a digest");
  fuzz::require(reached == digest, "what is recorded again leads to the same digest");
  fuzz::sure_list<chemix_handover>(
      "handovers", [&](auto... out) { return chemix_record_handovers(record, out...); });
  const std::string saved = fuzz::sure_text(
      "a record is saved", [&](auto... out) { return chemix_record_save(record, out...); });
  fuzz::Record third;
  fuzz::require_ok(chemix_record_load(saved.data(), saved.size(), &third.handle, &error), error,
                   "a saved record is read");
  for (const std::int32_t viewer : game.viewers()) {
    const std::string seen = fuzz::sure_text("what is seen of a record", [&](auto... out) {
      return chemix_record_save_seen(record, viewer, out...);
    });
    check_client(seen.data(), seen.size());
  }
}

void check_session(const char* text, std::size_t size) {
  fuzz::Session session;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_session_load(text, size, &session.handle, &error), error)) {
    fuzz::require(session == nullptr, "a refused session is not made");
    return;
  }
  const std::string saved = fuzz::sure_text(
      "a session is saved", [&](auto... out) { return chemix_session_save(session, out...); });
  fuzz::Session again;
  fuzz::require_ok(chemix_session_load(saved.data(), saved.size(), &again.handle, &error), error,
                   "a saved session is loaded");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  const auto* const text = reinterpret_cast<const char*>(data);
  check_record(text, size);
  check_client(text, size);
  check_session(text, size);
  return 0;
}
