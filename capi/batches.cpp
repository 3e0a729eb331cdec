// SPDX-License-Identifier: Apache-2.0
// Batches: each call steps, observes or encodes many states, stored one after another. The
// functions that change states validate all arguments and allocate all memory first, so that a call
// that fails leaves every state as it was.
#include "internal.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

using namespace chemix::capi;

namespace {

// The work of a playout, in units of `StopPoll`.
constexpr int units_per_playout = 64;

// Names an entry of a list for error messages.
std::string entry(const char* list, std::size_t i) {
  return list + ("[" + std::to_string(i) + "]");
}

// A contiguous array of states or observations.
template <class Byte>
struct Blocks {
  Byte* first;
  std::size_t size;

  std::span<Byte> operator[](std::size_t i) const { return {first + i * size, size}; }
};

// Validates memory for `count` blocks of `one` bytes each; its contents do not matter.
template <class Void>
auto blocks_of(const char* name, Void* data, std::size_t size, std::size_t count, std::size_t one) {
  using Byte = std::conditional_t<std::is_const_v<Void>, const std::byte, std::byte>;
  if (count == 0 && size == 0) return Blocks<Byte>{nullptr, one};
  required(static_cast<Byte*>(data), name);
  if (size % one != 0 || size / one != count) {
    fail(CHEMIX_WRONG_MEMORY,
         {name, std::to_string(size) + " bytes",
          "must be " + std::to_string(count) + " blocks of " + std::to_string(one) + " bytes", ""});
  }
  if (reinterpret_cast<std::uintptr_t>(data) % AnyGame::alignment != 0) {
    fail(CHEMIX_WRONG_MEMORY, {name, "", "must be aligned to 8 bytes", ""});
  }
  return Blocks<Byte>{static_cast<Byte*>(data), one};
}

template <class Void>
auto states_of(const AnyGame& game, Void* states, std::size_t size, std::size_t count) {
  const auto blocks = blocks_of("states", states, size, count, game.state_size());
  for (std::size_t i = 0; i < count; ++i) {
    if (auto wrong = game.expect_state(blocks[i])) {
      wrong->field = entry("states", i);
      fail(CHEMIX_WRONG_MEMORY, *wrong);
    }
  }
  return blocks;
}

// Fails unless each entry is a seat or the value `other`, which `instead` names in messages.
void expect_seats(const AnyGame& game, const char* list, const std::int32_t* players,
                  std::size_t count, std::int32_t other, const char* instead = "") {
  if (count > 0) required(players, list);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_seat = players[i] >= 0 && players[i] < game.player_count();
    // Building the name of an entry allocates, so only do so for an error.
    if (!is_seat && players[i] != other) seat(game, entry(list, i).c_str(), players[i], instead);
  }
}

}  // namespace

chemix_status chemix_batch_init(const chemix_game* game, const int32_t* start_players,
                                void* out_states, size_t states_size, size_t count,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = blocks_of("out_states", out_states, states_size, count, of.state_size());
    if (start_players != nullptr) expect_seats(of, "start_players", start_players, count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      of.initial_state(start_players == nullptr ? 0 : start_players[i], blocks[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_acting(const chemix_game* game, const void* states, size_t states_size,
                                  size_t count, uint32_t* out_players, bool* out_chance,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    if (count > 0) required(out_players, "out_players");
    if (count > 0) required(out_chance, "out_chance");
    for (std::size_t i = 0; i < count; ++i) {
      give_acting(of.acting(blocks[i]), out_players + i, out_chance + i);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_legal_masks(const chemix_game* game, const void* states,
                                       size_t states_size, size_t count, const int32_t* players,
                                       uint8_t* out, size_t capacity, size_t* out_count,
                                       chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "players", players, count, CHEMIX_CHANCE, ", or CHEMIX_CHANCE");
    const auto row = static_cast<std::size_t>(of.action_count());
    const Given given = check_room(capacity, count * row, out, out_count, count * row);
    if (given.status != CHEMIX_OK) return given;
    std::vector<int> ids(static_cast<std::size_t>(of.max_legal_actions()));
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t* const mask = out + i * row;
      std::fill_n(mask, row, std::uint8_t{0});
      if (players[i] == CHEMIX_CHANCE) continue;
      const std::size_t legal = of.legal_actions(blocks[i], players[i], ids);
      for (std::size_t k = 0; k < legal; ++k) mask[ids[k]] = 1;
    }
    return given;
  });
}

chemix_status chemix_batch_apply(const chemix_game* game, const int32_t* actors,
                                 const int32_t* actions, void* states, size_t states_size,
                                 size_t count, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "actors", actors, count, CHEMIX_CHANCE, ", or CHEMIX_CHANCE");
    if (count > 0) required(actions, "actions");
    const auto actor = [&](std::size_t i) {
      return actors[i] == CHEMIX_CHANCE ? Actor::chance() : Actor(actors[i]);
    };
    for (std::size_t i = 0; i < count; ++i) {
      if (actions[i] == CHEMIX_NO_ACTION) continue;
      const Actor who = actor(i);
      const int ids = who.is_chance() ? of.chance_action_count() : of.action_count();
      if (actions[i] < 0 || actions[i] >= ids) {
        expect_range(entry("actions", i).c_str(), actions[i], 0, ids - 1, ", or CHEMIX_NO_ACTION");
      }
      if (const auto error = of.refusal(blocks[i], who, actions[i])) {
        return refused(of, *error, who, out_error, entry("actions", i));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (actions[i] != CHEMIX_NO_ACTION) of.apply(blocks[i], actor(i), actions[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_resolve(const chemix_game* game, const uint64_t* seeds, void* states,
                                   size_t states_size, size_t count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    if (count > 0) required(seeds, "seeds");
    // Allocate before touching any state, since memory may run out here.
    const std::vector<chemix::Dealer> dealers(seeds, seeds + count);
    for (std::size_t i = 0; i < count; ++i) {
      if (of.acting(blocks[i]).is_chance()) dealers[i].resolve(of, blocks[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_playout(const chemix_game* game, const uint64_t* seeds,
                                   chemix_stop* stop, void* states, size_t states_size,
                                   size_t count, int64_t* out_steps, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    if (count > 0) required(seeds, "seeds");
    // Allocate before touching any state, since memory may run out here.
    std::vector<chemix::FastRandom> randoms;
    randoms.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      randoms.emplace_back(chemix::SeedSequence(chemix::Seed(seeds[i])));
    }
    std::vector<std::int64_t> steps(count);
    // A call that may be stopped plays on copies.
    std::vector<std::uint64_t> words(stop == nullptr ? 0 : states_size / sizeof(std::uint64_t));
    const Blocks<std::byte> played{
        stop == nullptr ? blocks.first : reinterpret_cast<std::byte*>(words.data()), blocks.size};
    if (stop != nullptr && count > 0) std::memcpy(words.data(), states, states_size);
    chemix::StopPoll poll = poll_of(stop);
    for (std::size_t i = 0; i < count; ++i) {
      if (poll.spend(units_per_playout)) fail_stopped();
      steps[i] = of.playout(played[i], randoms[i]);
    }
    if (stop != nullptr && count > 0) std::memcpy(states, words.data(), states_size);
    if (out_steps != nullptr) std::copy(steps.begin(), steps.end(), out_steps);
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_observe(const chemix_game* game, const void* states, size_t states_size,
                                   size_t count, const int32_t* viewers, void* out_observations,
                                   size_t observations_size, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "viewers", viewers, count, CHEMIX_SPECTATOR, ", or CHEMIX_SPECTATOR");
    const auto seen = blocks_of("out_observations", out_observations, observations_size, count,
                                of.observation_size());
    for (std::size_t i = 0; i < count; ++i) {
      of.observe(blocks[i], viewer_of(of, viewers[i]), seen[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_tensors(const chemix_game* game, const void* states, size_t states_size,
                                   size_t count, const int32_t* viewers, float* out,
                                   size_t capacity, size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    expect_seats(of, "viewers", viewers, count, CHEMIX_SPECTATOR, ", or CHEMIX_SPECTATOR");
    const std::size_t row = of.tensor_size();
    const Given given = check_room(capacity, count * row, out, out_count, count * row);
    if (given.status != CHEMIX_OK) return given;
    for (std::size_t i = 0; i < count; ++i) {
      of.tensor(blocks[i], viewer_of(of, viewers[i]), std::span(out + i * row, row));
    }
    return given;
  });
}

chemix_status chemix_batch_returns(const chemix_game* game, const void* states, size_t states_size,
                                   size_t count, double* out, size_t capacity, size_t* out_count,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    const auto blocks = states_of(of, states, states_size, count);
    const auto row = static_cast<std::size_t>(of.player_count());
    const Given given = check_room(capacity, count * row, out, out_count, count * row);
    if (given.status != CHEMIX_OK) return given;
    for (std::size_t i = 0; i < count; ++i) {
      for (const auto& share : of.returns(blocks[i])) *out++ = share.value();
    }
    return given;
  });
}
