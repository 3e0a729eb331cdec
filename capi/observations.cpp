// SPDX-License-Identifier: Apache-2.0
// The C ABI of observations and beliefs. Except for chemix_state_observe, every function here
// computes from an observation alone, so none can reveal more than its viewer may know.
#include "chemix/state_memory.hpp"
#include "internal.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace chemix::capi;

static_assert(CHEMIX_OTHERS_DECIDED == static_cast<int>(chemix::Others::Decided));
static_assert(CHEMIX_OTHERS_UNDECIDED == static_cast<int>(chemix::Others::Undecided));

namespace {

// The observation of a spectator before the deal.
void give_first_view(const AnyGame& game, Block observation) {
  chemix::StateMemory state(game);
  game.initial_state(0, state.block());
  game.observe(state.block(), Viewer::spectator(), observation);
}

}  // namespace

chemix_status chemix_observation_create(const chemix_game* game,
                                        chemix_observation** out_observation,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    return give_object(out_observation, "out_observation", [&] {
      return new_block<ObservationTraits>(of,
                                          [&](Block block) { give_first_view(*of.game, block); });
    });
  });
}

chemix_status chemix_observation_init(chemix_observation* observation, const chemix_game* game,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    void* const memory = required_memory<ObservationTraits>(observation);
    const chemix_game& of = counted(game);
    // Before the memory is touched, since it allocates.
    chemix::ObservationMemory first(*of.game);
    give_first_view(*of.game, first.block());
    copy_block(first.block(), begin_block<ObservationTraits>(memory, of));
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_copy(const chemix_observation* observation,
                                      chemix_observation** out_observation,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation from = observation_of(observation);
    return give_object(out_observation, "out_observation", [&] {
      return new_block<ObservationTraits>(from.counted,
                                          [&](Block block) { copy_block(from.block, block); });
    });
  });
}

chemix_status chemix_observation_assign(chemix_observation* observation,
                                        const chemix_observation* from, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const ObservationOut to = observation_out(observation);
    const Observation source = observation_of(from, "from");
    expect_same_game(to.counted, source.counted, "from");
    copy_block(source.block, to.block);
    return CHEMIX_OK;
  });
}

void chemix_observation_destroy(chemix_observation** observation) { destroy_block(observation); }

const chemix_game* chemix_observation_game(const chemix_observation* observation) {
  return game_in<ObservationTraits>(observation);
}

chemix_status chemix_state_observe(const chemix_state* state, int32_t viewer,
                                   chemix_observation* out_observation, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    const Viewer who = viewer_of(of.counted, viewer);
    const ObservationOut to = observation_out(out_observation, "out_observation");
    expect_same_game(of.counted, to.counted, "out_observation");
    of.game.observe(of.block, who, to.block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_viewer(const chemix_observation* observation, int32_t* out_viewer,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    const Viewer viewer = of.game.viewer(of.block);
    required(out_viewer, "out_viewer") =
        viewer.is_spectator() ? CHEMIX_SPECTATOR : static_cast<std::int32_t>(viewer.seat());
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_phase(const chemix_observation* observation, int32_t* out_phase,
                                       chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    required(out_phase, "out_phase") = of.game.phase_number_seen(of.block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_acting(const chemix_observation* observation,
                                        chemix_acting* out_acting, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    required(out_acting, "out_acting") =
        to_c(of.game.acting_seen(of.block), [&] { return of.game.is_sealed_seen(of.block); });
    return CHEMIX_OK;
  });
}

chemix_count chemix_observation_legal_actions(const chemix_observation* observation, int32_t* out,
                                              size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    return give_written(
        [&](std::span<int> ids) { return of.game.legal_actions_seen(of.block, ids); }, out,
        capacity);
  });
}

chemix_status chemix_observation_check(const chemix_observation* observation, int32_t action,
                                       chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    const Observation of = observation_of(observation);
    const Viewer who = of.game.viewer(of.block);
    if (who.is_spectator()) {
      fail(CHEMIX_INVALID_INPUT,
           {"observation", "", "must be a player's: a spectator never acts", ""});
    }
    const Actor actor(who.seat());
    const auto error = of.game.refusal_seen(of.block, action_of(of.counted, actor, action));
    return error ? refused(of.game, *error, actor, out_error) : CHEMIX_OK;
  });
}

chemix_count chemix_observation_scores(const chemix_observation* observation, int32_t* out,
                                       size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    std::vector<std::int32_t> scores;
    for (const auto& score : of.game.scores_seen(of.block)) {
      scores.push_back(score.value_or(CHEMIX_ABSENT));
    }
    return give_list(scores, out, capacity);
  });
}

chemix_count chemix_observation_returns(const chemix_observation* observation, double* out,
                                        size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = possible_view_of(observation);
    return give_list(chemix::values_of(of.game.returns_seen(of.block)), out, capacity);
  });
}

chemix_status chemix_observation_fold(chemix_observation* observation, const chemix_event* events,
                                      chemix_count event_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const ObservationOut of = observation_out(observation);
    const auto seen = from_c(of.game, events, event_count);
    chemix::ObservationMemory folded(of.game);
    copy_block(of.block, folded.block());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      auto wrong = of.game.fold(folded.block(), seen[i]);
      if (!wrong) continue;
      wrong->reason += " (events[" + std::to_string(i) + "])";
      fail(CHEMIX_INVALID_INPUT, *wrong);
    }
    copy_block(folded.block(), of.block);
    return CHEMIX_OK;
  });
}

chemix_count chemix_observation_tensor(const chemix_observation* observation, chemix_tensor tensor,
                                       float* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const Observation of = observation_of(observation);
    expect_range("tensor", tensor, CHEMIX_TENSOR_OBSERVATION, CHEMIX_TENSOR_INFORMATION_STATE);
    if (tensor == CHEMIX_TENSOR_OBSERVATION) {
      return give_numbers(
          of.game.tensor_size(), [&](auto numbers) { of.game.tensor(of.block, numbers); }, out,
          capacity);
    }
    return give_numbers(
        of.game.information_state_tensor_size(),
        [&](auto numbers) { of.game.information_state_tensor(of.block, numbers); }, out, capacity);
  });
}

chemix_status chemix_observation_digest(const chemix_observation* observation, uint64_t* out_digest,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    required(out_digest, "out_digest") = of.game.observation_digest(of.block);
    return CHEMIX_OK;
  });
}

chemix_count chemix_observation_save(const chemix_observation* observation, uint8_t* out,
                                     size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    return give_written(
        [&](std::span<std::byte> bytes) { return of.game.save_observation(of.block, bytes); },
        reinterpret_cast<std::byte*>(out), capacity);
  });
}

chemix_status chemix_observation_load(chemix_observation* observation, const uint8_t* bytes,
                                      size_t byte_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const ObservationOut of = observation_out(observation);
    required(bytes, "bytes");
    expect_nothing(of.game.load_observation(std::as_bytes(std::span(bytes, byte_count)), of.block));
    return CHEMIX_OK;
  });
}

chemix_count chemix_observation_text(const chemix_observation* observation, char* out,
                                     size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    return give_text(of.game.observation_text(of.block), out, capacity);
  });
}

chemix_count chemix_observation_json(const chemix_observation* observation, char* out,
                                     size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = observation_of(observation);
    return give_json(of.game.observation_value(of.block), out, capacity);
  });
}

// ---- Beliefs ----

chemix_status chemix_observation_determinize(const chemix_observation* observation,
                                             const chemix_seed* seed, uint64_t index,
                                             chemix_others others, chemix_state* out_state,
                                             chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = possible_view_of(observation);
    chemix::Generator random(key_of(seed), chemix::Domain::Sampler, index);
    expect_range("others", others, CHEMIX_OTHERS_DECIDED, CHEMIX_OTHERS_UNDECIDED);
    const StateOut to = state_out(out_state, "out_state");
    expect_same_game(of.counted, to.counted, "out_state");
    if (!of.game.determinize(of.block, random, static_cast<chemix::Others>(others), to.block)) {
      fail(CHEMIX_INVALID_INPUT, {"observation", "", "no deal is consistent with it", ""});
    }
    return CHEMIX_OK;
  });
}

chemix_count chemix_observation_count_worlds(const chemix_observation* observation, char* out,
                                             size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = possible_view_of(observation);
    return give_text(of.game.count_worlds(of.block), out, capacity);
  });
}

chemix_status chemix_observation_exactness(const chemix_observation* observation,
                                           int32_t* out_forgotten, int32_t* out_approximations,
                                           chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = possible_view_of(observation);
    required(out_forgotten, "out_forgotten");
    required(out_approximations, "out_approximations");
    const std::int32_t approximations = of.game.approximations(of.block);
    *out_forgotten = of.game.forgotten(of.block);
    *out_approximations = approximations;
    return CHEMIX_OK;
  });
}

chemix_count chemix_observation_hidden_places(const chemix_observation* observation,
                                              chemix_place* out, size_t capacity,
                                              chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation of = possible_view_of(observation);
    std::vector<chemix_place> places;
    for (const chemix::Place place : of.game.hidden_places(of.block)) places.push_back(to_c(place));
    return give_list(places, out, capacity);
  });
}

chemix_count chemix_observation_marginals(const chemix_observation* observation, chemix_stop* stop,
                                          double* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const Observation of = possible_view_of(observation);
    // The count alone costs no belief.
    const std::size_t count = of.game.hidden_places(of.block).size() *
                              static_cast<std::size_t>(of.game.card_kind_count()) *
                              static_cast<std::size_t>(of.game.max_copies());
    Given given(CHEMIX_OK);
    if (!has_room_for(count, count, out, capacity, given)) return given;
    chemix::StopPoll poll = poll_of(stop);
    const chemix::Marginals marginals = unless_stopped(of.game.marginals(of.block, poll));
    return give_list(marginals.probabilities, out, capacity);
  });
}
