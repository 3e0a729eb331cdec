// SPDX-License-Identifier: Apache-2.0
// The C ABI of records, and of fair dealing: commitments to a seed, contributions of players and
// verification.
#include "records.hpp"

#include "chemix/fair_deal.hpp"
#include "chemix/values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace chemix::capi;

static_assert(CHEMIX_SECRET_SIZE == chemix::max_contribution_size);
static_assert(CHEMIX_SECRET_SIZE == sizeof(chemix::Bytes32));
static_assert(CHEMIX_POLICY_SIZE == chemix::max_policy_text_size + 1);

namespace {

const chemix::Replay& replay_of(const chemix_record* record) {
  return required(record, "record").builder.replay();
}

std::vector<chemix::RecordedStep> steps_of(const chemix_game& game, const chemix_step* steps,
                                           chemix_count count) {
  expect_range("step_count", count, 0, std::numeric_limits<chemix_count>::max());
  if (count > 0) required(steps, "steps");
  std::vector<chemix::RecordedStep> list;
  for (chemix_count i = 0; i < count; ++i) {
    try {
      const Actor actor = actor_of(game, steps[i].actor);
      list.push_back({actor, action_of(game, actor, steps[i].action)});
    } catch (Failure& failure) {
      failure.error.field = "steps[" + std::to_string(i) + "]." + failure.error.field;
      throw;
    }
  }
  return list;
}

chemix::Bytes32 secret_of(const uint8_t (&secret)[CHEMIX_SECRET_SIZE]) {
  chemix::Bytes32 bytes{};
  std::copy_n(secret, bytes.size(), bytes.begin());
  return bytes;
}

// The contributions up to the last one that is not empty.
chemix::Contributions contributions_of(const chemix_deal& deal) {
  chemix::Contributions contributions;
  for (std::size_t i = 0; i < CHEMIX_MAX_SEATS; ++i) {
    const chemix_contribution& one = deal.contributions[i];
    const std::string field = "contributions[" + std::to_string(i) + "].byte_count";
    expect_range(field.c_str(), one.byte_count, 0, CHEMIX_SECRET_SIZE);
    if (one.byte_count == 0) continue;
    contributions.resize(i + 1);
    contributions[i].assign(one.bytes, one.bytes + one.byte_count);
  }
  return contributions;
}

chemix_deal deal_of(const chemix_deal* deal) {
  return read_known(required_structure(deal, "deal"));
}

}  // namespace

// ---- Records ----

chemix_status chemix_record_create(const chemix_game* game, int32_t start_player,
                                   chemix_record** out_record, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const int start = seat(of, "start_player", start_player);
    return give_object(out_record, "out_record", [&] {
      return record_of(of, accepted(chemix::RecordBuilder::begin(of.game, start)));
    });
  });
}

chemix_status chemix_record_resume(const chemix_state* state, chemix_record** out_record,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State start = state_of(state);
    return give_object(out_record, "out_record", [&] {
      return record_of(start.counted,
                       accepted(chemix::RecordBuilder::resume(start.counted.game, start.block)));
    });
  });
}

chemix_status chemix_record_load(const char* text, size_t text_size, chemix_record** out_record,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view record = required_text(text, text_size, "text");
    return give_object(out_record, "out_record", [&] {
      return record_of(chemix::RecordBuilder(accepted(chemix::read_record(record))));
    });
  });
}

void chemix_record_destroy(chemix_record** record) { destroy(record); }

chemix_status chemix_record_add(chemix_record* record, const chemix_step* steps,
                                chemix_count step_count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    chemix_record& grown = required(record, "record");
    const auto list = steps_of(*grown.game, steps, step_count);
    const auto refusal = grown.builder.add(list);
    if (!refusal) return CHEMIX_OK;
    return refused(*(*grown.game).game, refusal->error, list[refusal->index].actor, out_error,
                   "steps[" + std::to_string(refusal->index) + "]");
  });
}

chemix_status chemix_record_hand_over(chemix_record* record, int32_t seat, const char* policy,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_record& grown = required(record, "record");
    const int player = chemix::capi::seat(*grown.game, "seat", seat);
    expect_nothing(grown.builder.hand_over(player, policy == nullptr ? "" : policy));
    return CHEMIX_OK;
  });
}

chemix_count chemix_record_save(const chemix_record* record, char* out, size_t capacity,
                                chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_text(chemix::write_replay(replay_of(record)), out, capacity); });
}

chemix_count chemix_record_json(const chemix_record* record, char* out, size_t capacity,
                                chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_json(chemix::record_value(replay_of(record)), out, capacity); });
}

chemix_count chemix_record_save_seen(const chemix_record* record, int32_t viewer, char* out,
                                     size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = replay_of(record);
    const Viewer seen_by = viewer_of(*record->game, viewer);
    return give_text(chemix::write_seen_record(replay, seen_by), out, capacity);
  });
}

const chemix_game* chemix_record_game(const chemix_record* record) {
  return record == nullptr ? nullptr : record->game.get();
}

chemix_status chemix_record_start_player(const chemix_record* record, int32_t* out_start_player,
                                         chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = replay_of(record);
    required(out_start_player, "out_start_player") = replay.start_player.value_or(CHEMIX_NOBODY);
    return CHEMIX_OK;
  });
}

chemix_count chemix_record_steps(const chemix_record* record, chemix_step* out, size_t capacity,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::vector<chemix_step> steps;
    for (const chemix::RecordedStep& step : replay_of(record).steps) steps.push_back(to_c(step));
    return give_list(steps, out, capacity);
  });
}

chemix_count chemix_record_handovers(const chemix_record* record, chemix_handover* out,
                                     size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::vector<chemix_handover> handovers;
    for (const chemix::Handover& handover : replay_of(record).handovers) {
      chemix_handover made{static_cast<std::int32_t>(handover.step), handover.player, {}};
      copy_text(made.policy, handover.policy);
      handovers.push_back(made);
    }
    return give_list(handovers, out, capacity);
  });
}

chemix_status chemix_record_state(const chemix_record* record, int32_t step,
                                  chemix_state* out_state, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = replay_of(record);
    expect_range("step", step, 0, std::ssize(replay.steps));
    const StateOut out = state_out(out_state, "out_state");
    expect_same_game(*record->game, out.counted, "out_state");
    replay.state_at(static_cast<std::size_t>(step), out.block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_record_digest(const chemix_record* record, uint64_t* out_digest,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Replay& replay = replay_of(record);
    required(out_digest, "out_digest") = replay.digest;
    return CHEMIX_OK;
  });
}

// ---- Fair dealing ----

chemix_status chemix_deal_commit(chemix_deal* deal, const chemix_game* game, int32_t start_player,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_deal known = deal_of(deal);
    const chemix_game& of = counted(game);
    const int start = seat(of, "start_player", start_player);
    copy_text(known.commitment,
              chemix::commit(*of.game, start, secret_of(known.seed), secret_of(known.salt)));
    write_known(*deal, known);
    return CHEMIX_OK;
  });
}

chemix_status chemix_deal_seed(const chemix_deal* deal, uint8_t out_bytes[CHEMIX_SECRET_SIZE],
                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_deal known = deal_of(deal);
    required(out_bytes, "out_bytes");
    const chemix::Bytes32 seed =
        accepted(chemix::dealing_seed(secret_of(known.seed), contributions_of(known)));
    std::copy(seed.begin(), seed.end(), out_bytes);
    return CHEMIX_OK;
  });
}

chemix_status chemix_deal_verify(const chemix_deal* deal, const char* record, size_t record_size,
                                 uint64_t* out_digest, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_deal known = deal_of(deal);
    const std::string_view text = required_text(record, record_size, "record");
    required(out_digest, "out_digest");
    // The caller may have filled it without a NUL.
    const std::string_view filled(known.commitment, sizeof known.commitment);
    const std::string_view commitment = filled.substr(0, filled.find('\0'));
    const chemix::Reveal reveal{secret_of(known.seed), secret_of(known.salt),
                                contributions_of(known)};
    *out_digest = accepted(chemix::verify_deal(commitment, reveal, text)).digest;
    return CHEMIX_OK;
  });
}
