// SPDX-License-Identifier: Apache-2.0
// The C ABI of records, of records as one viewer saw the game, and of fair dealing: commitments to
// a seed, contributions of players and verification.
#include "chemix/fair_deal.hpp"
#include "chemix/record.hpp"
#include "internal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace chemix::capi;

static_assert(CHEMIX_SECRET_SIZE == chemix::max_contribution_size);
static_assert(CHEMIX_SECRET_SIZE == sizeof(chemix::Bytes32));

namespace {

std::vector<chemix::RecordedStep> steps_of(const AnyGame& game, const chemix_step* steps,
                                           std::size_t count) {
  if (count > 0) required(steps, "steps");
  std::vector<chemix::RecordedStep> list;
  for (std::size_t i = 0; i < count; ++i) {
    try {
      const Actor who = actor_of(game, steps[i].actor);
      list.push_back({who, action_of(game, who, steps[i].action)});
    } catch (Failure& failure) {
      failure.error.field = "steps[" + std::to_string(i) + "]." + failure.error.field;
      throw;
    }
  }
  return list;
}

chemix::Bytes32 secret_of(const uint8_t* secret, const char* name) {
  chemix::Bytes32 bytes{};
  std::copy_n(&required(secret, name), bytes.size(), bytes.begin());
  return bytes;
}

chemix::Contributions contributions_of(const chemix_contribution* given, std::size_t count) {
  if (count > 0) required(given, "contributions");
  expect_range("contribution_count", static_cast<std::int64_t>(count), 0, chemix::max_player_count);
  chemix::Contributions contributions;
  for (std::size_t i = 0; i < count; ++i) {
    const chemix_contribution& one = given[i];
    const std::string field = "contributions[" + std::to_string(i) + "].byte_count";
    expect_range(field.c_str(), one.byte_count, 0, CHEMIX_SECRET_SIZE);
    contributions.emplace_back(one.bytes, one.bytes + one.byte_count);
  }
  return contributions;
}

}  // namespace

// ---- Records ----

chemix_status chemix_record_write(const chemix_game* game, int32_t start_player,
                                  const chemix_step* steps, size_t step_count, char* out,
                                  size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const int start = seat(of, "start_player", start_player);
    const auto list = steps_of(of, steps, step_count);
    return give_text(accepted(chemix::write_record(of, start, list)), out, capacity, out_count);
  });
}

chemix_status chemix_record_write_resumed(const chemix_game* game, const void* start,
                                          size_t state_size, const chemix_step* steps,
                                          size_t step_count, char* out, size_t capacity,
                                          size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock from = state_of(of, start, state_size, "start");
    const auto list = steps_of(of, steps, step_count);
    return give_text(accepted(chemix::write_resumed_record(of, from, list)), out, capacity,
                     out_count);
  });
}

chemix_status chemix_record_open(const char* text, size_t text_size, chemix_record** out_record,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    required(out_record, "out_record");
    *out_record = new chemix_record{accepted(chemix::read_record(record))};
    return CHEMIX_OK;
  });
}

chemix_status chemix_record_game(const chemix_record* record, chemix_game** out_game,
                                 int32_t* out_start_player, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = required(record, "record").replay;
    required(out_game, "out_game");
    required(out_start_player, "out_start_player") = replay.start_player.value_or(CHEMIX_NOBODY);
    *out_game = new chemix_game{replay.game};
    return CHEMIX_OK;
  });
}

chemix_status chemix_record_start(const chemix_record* record, void* out_state, size_t state_size,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = required(record, "record").replay;
    const AnyGame& of = *replay.game;
    const Block block = memory("out_state", out_state, state_size, of.state_size());
    std::copy(replay.start.begin(), replay.start.end(), block.begin());
    return CHEMIX_OK;
  });
}

chemix_status chemix_record_steps(const chemix_record* record, chemix_step* out, size_t capacity,
                                  size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::vector<chemix_step> steps;
    for (const chemix::RecordedStep& step : required(record, "record").replay.steps) {
      steps.push_back({step.actor.is_chance() ? CHEMIX_CHANCE : step.actor.player(), step.action});
    }
    return give_list(steps, out, capacity, out_count);
  });
}

chemix_status chemix_record_seen(const chemix_record* record, int32_t viewer, char* out,
                                 size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = required(record, "record").replay;
    return give_text(chemix::write_seen_record(replay, viewer_of(*replay.game, viewer)), out,
                     capacity, out_count);
  });
}

void chemix_record_destroy(chemix_record** record) {
  if (record == nullptr) return;
  delete *record;
  *record = nullptr;
}

chemix_status chemix_record_verify(const char* text, size_t text_size, uint64_t* out_digest,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    required(out_digest, "out_digest");
    *out_digest = accepted(chemix::read_record(record)).digest;
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_open(const char* text, size_t text_size,
                                      chemix_seen_record** out_record, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record(&required(text, "text"), text_size);
    required(out_record, "out_record");
    *out_record = new chemix_seen_record{accepted(chemix::read_seen_record(record))};
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_game(const chemix_seen_record* record, chemix_game** out_game,
                                      size_t* out_step_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::SeenReplay& replay = required(record, "record").replay;
    required(out_game, "out_game");
    required(out_step_count, "out_step_count") = replay.steps.size();
    *out_game = new chemix_game{replay.game};
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_start(const chemix_seen_record* record, void* out_observation,
                                       size_t observation_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::SeenReplay& replay = required(record, "record").replay;
    const AnyGame& of = *replay.game;
    const Block block =
        memory("out_observation", out_observation, observation_size, of.observation_size());
    std::copy(replay.start.begin(), replay.start.end(), block.begin());
    return CHEMIX_OK;
  });
}

chemix_status chemix_seen_record_events(const chemix_seen_record* record, size_t step,
                                        chemix_event* out, size_t capacity, size_t* out_count,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto& steps = required(record, "record").replay.steps;
    if (step >= steps.size()) {
      fail(CHEMIX_OUT_OF_RANGE,
           {"step", std::to_string(step), "must be below " + std::to_string(steps.size()), ""});
    }
    std::vector<chemix_event> list;
    for (const chemix::Event& event : steps[step]) list.push_back(to_c(event));
    return give_list(list, out, capacity, out_count);
  });
}

void chemix_seen_record_destroy(chemix_seen_record** record) {
  if (record == nullptr) return;
  delete *record;
  *record = nullptr;
}

// ---- Fair dealing ----

chemix_status chemix_deal_commit(const chemix_game* game, int32_t start_player, const uint8_t* seed,
                                 const uint8_t* salt, char* out, size_t capacity, size_t* out_count,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(chemix::commit(of, seat(of, "start_player", start_player),
                                    secret_of(seed, "seed"), secret_of(salt, "salt")),
                     out, capacity, out_count);
  });
}

chemix_status chemix_deal_seed(const uint8_t* seed, const chemix_contribution* contributions,
                               size_t contribution_count, char* out, size_t capacity,
                               size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const auto dealing = accepted(chemix::dealing_seed(
        secret_of(seed, "seed"), contributions_of(contributions, contribution_count)));
    return give_text(chemix::seed_text(dealing), out, capacity, out_count);
  });
}

chemix_status chemix_deal_verify(const char* commitment, const uint8_t* seed, const uint8_t* salt,
                                 const chemix_contribution* contributions,
                                 size_t contribution_count, const char* text, size_t text_size,
                                 uint64_t* out_digest, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Reveal reveal{secret_of(seed, "seed"), secret_of(salt, "salt"),
                                contributions_of(contributions, contribution_count)};
    const std::string_view record(&required(text, "text"), text_size);
    const std::string_view committed = required_text(commitment, "commitment");
    required(out_digest, "out_digest");
    *out_digest = accepted(chemix::verify_deal(committed, reveal, record)).digest;
    return CHEMIX_OK;
  });
}
