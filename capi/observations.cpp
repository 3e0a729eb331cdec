// SPDX-License-Identifier: Apache-2.0
// The C ABI of observations and beliefs. Except for chemix_state_observe, every function here
// computes from an observation alone, so none can reveal more than its viewer may know.
#include "internal.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace chemix::capi;

chemix_status chemix_state_observe(const chemix_game* game, const void* state, size_t state_size,
                                   int32_t viewer, void* out_observation, size_t observation_size,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = state_of(of, state, state_size);
    const Viewer who = viewer_of(of, viewer);
    of.observe(block, who,
               memory("out_observation", out_observation, observation_size, of.observation_size()));
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_viewer(const chemix_game* game, const void* observation,
                                        size_t observation_size, int32_t* out_viewer,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const Viewer viewer = of.viewer(observation_of(of, observation, observation_size));
    required(out_viewer, "out_viewer") =
        viewer.is_spectator() ? CHEMIX_SPECTATOR : static_cast<std::int32_t>(viewer.seat());
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_phase(const chemix_game* game, const void* observation,
                                       size_t observation_size, char* out, size_t capacity,
                                       size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.phase_seen(observation_of(of, observation, observation_size)), out,
                     capacity, out_count);
  });
}

chemix_status chemix_observation_acting(const chemix_game* game, const void* observation,
                                        size_t observation_size, uint32_t* out_players,
                                        bool* out_chance, bool* out_sealed,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    required(out_sealed, "out_sealed");
    give_acting(of.acting_seen(block), out_players, out_chance);
    *out_sealed = of.is_sealed_seen(block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_scores(const chemix_game* game, const void* observation,
                                        size_t observation_size, int32_t* out, size_t capacity,
                                        size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    std::vector<std::int32_t> scores;
    for (const auto& score : of.scores_seen(observation_of(of, observation, observation_size))) {
      scores.push_back(score.value_or(CHEMIX_UNKNOWN_SCORE));
    }
    return give_list(scores, out, capacity, out_count);
  });
}

chemix_status chemix_observation_returns(const chemix_game* game, const void* observation,
                                         size_t observation_size, double* out, size_t capacity,
                                         size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    return give_list(chemix::values_of(of.returns_seen(block)), out, capacity, out_count);
  });
}

chemix_status chemix_observation_fold(const chemix_game* game, const chemix_event* event,
                                      void* observation, size_t observation_size,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const chemix::Event seen = from_c(of, required(event, "event"));
    observation_of(of, observation, observation_size);
    const auto wrong = of.fold({static_cast<std::byte*>(observation), observation_size}, seen);
    if (wrong) fail(CHEMIX_INVALID_INPUT, *wrong);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_legal_actions(const chemix_game* game, const void* observation,
                                               size_t observation_size, int32_t* out,
                                               size_t capacity, size_t* out_count,
                                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_written([&](std::span<int> ids) { return of.legal_actions_seen(block, ids); }, out,
                        capacity, out_count);
  });
}

chemix_status chemix_observation_check(const chemix_game* game, const void* observation,
                                       size_t observation_size, int32_t action,
                                       chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    const Viewer who = of.viewer(block);
    if (who.is_spectator()) {
      fail(CHEMIX_INVALID_INPUT,
           {"observation", "", "must be a player's: a spectator never acts", ""});
    }
    const Actor actor(who.seat());
    const auto error = of.refusal_seen(block, action_of(of, actor, action));
    return error ? refused(of, *error, actor, out_error) : CHEMIX_OK;
  });
}

chemix_status chemix_observation_digest(const chemix_game* game, const void* observation,
                                        size_t observation_size, uint64_t* out_digest,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    required(out_digest, "out_digest") = of.observation_digest(block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_text(const chemix_game* game, const void* observation,
                                      size_t observation_size, char* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.observation_text(observation_of(of, observation, observation_size)), out,
                     capacity, out_count);
  });
}

chemix_status chemix_observation_save(const chemix_game* game, const void* observation,
                                      size_t observation_size, void* out, size_t capacity,
                                      size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_written(
        [&](std::span<std::byte> bytes) { return of.save_observation(block, bytes); },
        static_cast<std::byte*>(out), capacity, out_count);
  });
}

chemix_status chemix_observation_load(const chemix_game* game, const void* bytes, size_t byte_count,
                                      void* out_observation, size_t observation_size,
                                      chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock saved(&required(static_cast<const std::byte*>(bytes), "bytes"), byte_count);
    const Block block =
        memory("out_observation", out_observation, observation_size, of.observation_size());
    if (auto wrong = of.load_observation(saved, block)) fail(CHEMIX_INVALID_INPUT, *wrong);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_tensor(const chemix_game* game, const void* observation,
                                        size_t observation_size, float* out, size_t capacity,
                                        size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_numbers(
        of.tensor_size(), [&](auto numbers) { of.tensor(block, numbers); }, out, capacity,
        out_count);
  });
}

chemix_status chemix_observation_information_state_tensor(const chemix_game* game,
                                                          const void* observation,
                                                          size_t observation_size, float* out,
                                                          size_t capacity, size_t* out_count,
                                                          chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = observation_of(of, observation, observation_size);
    return give_numbers(
        of.information_state_tensor_size(),
        [&](auto numbers) { of.information_state_tensor(block, numbers); }, out, capacity,
        out_count);
  });
}

chemix_status chemix_observation_determinize(const chemix_game* game, const void* observation,
                                             size_t observation_size, const char* seed,
                                             uint64_t draw, int32_t others, void* out_state,
                                             size_t state_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    const chemix::SeedSequence sequence(seed_of(seed));
    auto random = chemix::RandomStream(sequence, chemix::Domain::Sampler).generator(draw);
    expect_range("others", others, CHEMIX_OTHERS_DECIDED, CHEMIX_OTHERS_UNDECIDED);
    const Block state = memory("out_state", out_state, state_size, of.state_size());
    if (!of.determinize(block, random, static_cast<chemix::Others>(others), state)) {
      fail(CHEMIX_INVALID_INPUT, {"observation", "", "no deal is consistent with it", ""});
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_count_worlds(const chemix_game* game, const void* observation,
                                              size_t observation_size, char* out, size_t capacity,
                                              size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    return give_text(of.count_worlds(possible_view_of(of, observation, observation_size)), out,
                     capacity, out_count);
  });
}

chemix_status chemix_observation_exactness(const chemix_game* game, const void* observation,
                                           size_t observation_size, int32_t* out_forgotten,
                                           int32_t* out_approximations, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    required(out_forgotten, "out_forgotten");
    required(out_approximations, "out_approximations");
    *out_forgotten = of.forgotten(block);
    *out_approximations = of.approximations(block);
    return CHEMIX_OK;
  });
}

chemix_status chemix_observation_hidden_places(const chemix_game* game, const void* observation,
                                               size_t observation_size, chemix_place* out,
                                               size_t capacity, size_t* out_count,
                                               chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    std::vector<chemix_place> places;
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    for (const chemix::Place place : of.hidden_places(block)) {
      places.push_back({static_cast<std::int32_t>(place.zone), place.owner});
    }
    return give_list(places, out, capacity, out_count);
  });
}

chemix_status chemix_observation_marginals(const chemix_game* game, const void* observation,
                                           size_t observation_size, chemix_stop* stop, double* out,
                                           size_t capacity, size_t* out_count,
                                           chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const ConstBlock block = possible_view_of(of, observation, observation_size);
    chemix::StopPoll poll = poll_of(stop);
    const chemix::Marginals marginals = unless_stopped(of.marginals(block, poll));
    return give_list(marginals.probabilities, out, capacity, out_count);
  });
}
