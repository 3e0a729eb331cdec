// SPDX-License-Identifier: Apache-2.0
// Batches: each call steps, observes or encodes many states, stored one after another. The
// functions that change states validate all arguments and allocate all memory first, so that a call
// that fails leaves every state as it was.
#include "chemix/record.hpp"
#include "internal.hpp"
#include "playout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

using namespace chemix::capi;

namespace {

// Names an entry of a list for error messages.
std::string entry(const char* list, std::size_t i) {
  return list + ("[" + std::to_string(i) + "]");
}

// An array of blocks of one game, each behind its header.
template <class Traits, class Byte>
class Blocks {
 public:
  Blocks(const chemix_game& counted, Byte* first)
      : counted_(&counted), first_(first), stride_(whole_size<Traits>(counted)) {}

  [[nodiscard]] const chemix_game& counted() const { return *counted_; }
  [[nodiscard]] const AnyGame& game() const { return *counted_->game; }
  // AnyGame's block of an entry.
  std::span<Byte> operator[](std::size_t i) const {
    return {first_ + i * stride_ + header_size, stride_ - header_size};
  }
  [[nodiscard]] Byte* at(std::size_t i) const { return first_ + i * stride_; }

 private:
  const chemix_game* counted_;
  Byte* first_;
  std::size_t stride_;
};

// Validates `count` initialized blocks, at least one. The first one says which game they are of.
template <class Traits, class Memory>
auto blocks_of(Memory* memory, std::size_t count, const char* name) {
  using Byte = std::conditional_t<std::is_const_v<Memory>, const std::byte, std::byte>;
  const chemix_game* game = game_in<Traits>(memory);
  if (game == nullptr) fail_for_block<Traits>(memory, name);
  const Blocks<Traits, Byte> blocks(*game, reinterpret_cast<Byte*>(memory));
  for (std::size_t i = 1; i < count; ++i) {
    const auto* one = reinterpret_cast<const typename Traits::Memory*>(blocks.at(i));
    const chemix_game* other = game_in<Traits>(one);
    if (other == nullptr) fail_for_block<Traits>(one, entry(name, i).c_str());
    if (other->key != game->key) fail_for_game(entry(name, i).c_str());
  }
  return blocks;
}

template <class Memory>
auto states_of(Memory* states, std::size_t count) {
  return blocks_of<StateTraits>(states, count, "states");
}

// Writes the headers of `count` blocks in memory that is aligned, and fills them.
template <class Traits, class Fill>
void begin_blocks(typename Traits::Memory* memory, std::size_t count, const chemix_game& game,
                  const char* name, Fill&& fill) {
  if (count == 0) return;
  auto* bytes = static_cast<std::byte*>(required_memory<Traits>(memory, name));
  for (std::size_t i = 0; i < count; ++i, bytes += whole_size<Traits>(game)) {
    fill(begin_block<Traits>(bytes, game), i);
  }
}

// Fails unless each entry is a seat or the value `other`, which `instead` names in messages.
void expect_seats(const chemix_game& game, const char* list, const std::int32_t* players,
                  std::size_t count, std::int32_t other, const char* instead = "") {
  if (count > 0) required(players, list);
  for (std::size_t i = 0; i < count; ++i) {
    // Building the name of an entry allocates, so only do so for an error.
    if (!is_below(players[i], game.players) && players[i] != other) {
      seat(game, entry(list, i).c_str(), players[i], instead);
    }
  }
}

// Returns CHEMIX_OK if `count` rows of `row` entries fit.
Given room_for(std::size_t count, std::size_t row, const void* out, std::size_t capacity) {
  if (out == nullptr && capacity > 0) fail_for_null("out");
  Given given(CHEMIX_OK);
  // Compares without multiplying, which may overflow.
  if (row > 0 && count > capacity / row) {
    const std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
    given = Given(0, capacity, count > most / row ? most : count * row);
    given.count = CHEMIX_BUFFER_TOO_SMALL;
  }
  return given;
}

}  // namespace

chemix_status chemix_batch_init(chemix_state* states, size_t count, const chemix_game* game,
                                const int32_t* start_players, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    if (start_players != nullptr) expect_seats(of, "start_players", start_players, count, 0);
    begin_blocks<StateTraits>(states, count, of, "states", [&](Block block, std::size_t i) {
      of.game->initial_state(start_players == nullptr ? 0 : start_players[i], block);
    });
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_init_observations(chemix_observation* observations, size_t count,
                                             const chemix_game* game, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    // Before the memory is touched, since it allocates.
    chemix::StateMemory state(*of.game);
    chemix::ObservationMemory first(*of.game);
    of.game->initial_state(0, state.block());
    of.game->observe(state.block(), Viewer::spectator(), first.block());
    begin_blocks<ObservationTraits>(
        observations, count, of, "observations",
        [&](Block block, std::size_t) { copy_block(first.block(), block); });
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_acting(const chemix_state* states, size_t count, chemix_acting* out,
                                  size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    const Given given = room_for(count, 1, out, capacity);
    if (given.count != CHEMIX_OK) return given;
    for (std::size_t i = 0; i < count; ++i) {
      out[i] =
          to_c(blocks.game().acting(blocks[i]), [&] { return blocks.game().is_sealed(blocks[i]); });
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_legal_masks(const chemix_state* states, size_t count,
                                       const int32_t* players, uint8_t* out, size_t capacity,
                                       chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    const AnyGame& game = blocks.game();
    expect_seats(blocks.counted(), "players", players, count, CHEMIX_CHANCE, ", or CHEMIX_CHANCE");
    const auto row = static_cast<std::size_t>(blocks.counted().actions);
    const Given given = room_for(count, row, out, capacity);
    if (given.count != CHEMIX_OK) return given;
    std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t* const mask = out + i * row;
      std::fill_n(mask, row, std::uint8_t{0});
      if (players[i] == CHEMIX_CHANCE) continue;
      const std::size_t legal = game.legal_actions(blocks[i], players[i], ids);
      for (std::size_t k = 0; k < legal; ++k) mask[ids[k]] = 1;
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_apply(chemix_state* states, size_t count, const int32_t* actors,
                                 const int32_t* actions, chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    const chemix_game& counted = blocks.counted();
    const AnyGame& game = blocks.game();
    expect_seats(counted, "actors", actors, count, CHEMIX_CHANCE, ", or CHEMIX_CHANCE");
    required(actions, "actions");
    const auto actor = [&](std::size_t i) {
      return actors[i] == CHEMIX_CHANCE ? Actor::chance() : Actor(actors[i]);
    };
    for (std::size_t i = 0; i < count; ++i) {
      if (actions[i] == CHEMIX_NONE) continue;
      const Actor who = actor(i);
      const std::int32_t ids = who.is_chance() ? counted.chance_actions : counted.actions;
      if (!is_below(actions[i], ids)) {
        fail_for_range(entry("actions", i).c_str(), actions[i], 0, ids - 1, ", or CHEMIX_NONE");
      }
      if (const auto error = game.refusal(blocks[i], who, actions[i])) {
        return refused(game, *error, who, out_error, entry("actions", i));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (actions[i] != CHEMIX_NONE) game.apply(blocks[i], actor(i), actions[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_resolve(chemix_state* states, size_t count, const chemix_seed* seeds,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    required(seeds, "seeds");
    for (std::size_t i = 0; i < count; ++i) {
      chemix::Dealer(chemix::key_of(seeds[i].key)).resolve(blocks.game(), blocks[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_playout(chemix_state* states, size_t count, const chemix_seed* seeds,
                                   chemix_stop* stop, int32_t* out, size_t capacity,
                                   chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    const AnyGame& game = blocks.game();
    required(seeds, "seeds");
    if (out != nullptr || capacity > 0) {
      const Given given = room_for(count, 1, out, capacity);
      if (given.count != CHEMIX_OK) return given;
    }
    const auto random_of = [&](std::size_t i) {
      return chemix::FastRandom(chemix::key_of(seeds[i].key));
    };
    const auto note = [&](std::size_t i, std::int64_t steps) {
      if (out != nullptr) out[i] = static_cast<std::int32_t>(steps);
    };
    if (stop == nullptr) {
      for (std::size_t i = 0; i < count; ++i) {
        chemix::FastRandom random = random_of(i);
        note(i, game.playout(blocks[i], random));
      }
      return CHEMIX_OK;
    }
    // A call that may be stopped plays on copies.
    std::vector<std::byte> played(count * game.state_size());
    std::vector<std::int64_t> steps(count);
    chemix::StateMemory memory(game);
    chemix::StopPoll poll = poll_of(stop);
    for (std::size_t i = 0; i < count; ++i) {
      chemix::FastRandom random = random_of(i);
      copy_block(blocks[i], memory.block());
      steps[i] = unless_stopped(stoppable_playout(game, memory.block(), random, poll));
      std::copy(memory.block().begin(), memory.block().end(),
                played.begin() + static_cast<std::ptrdiff_t>(i * game.state_size()));
    }
    for (std::size_t i = 0; i < count; ++i) {
      copy_block({played.data() + i * game.state_size(), game.state_size()}, blocks[i]);
      note(i, steps[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_observe(const chemix_state* states, size_t count, const int32_t* viewers,
                                   chemix_observation* out_observations, chemix_error* out_error) {
  return guarded(out_error, [&] {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    expect_seats(blocks.counted(), "viewers", viewers, count, CHEMIX_SPECTATOR,
                 ", or CHEMIX_SPECTATOR");
    const auto seen = blocks_of<ObservationTraits>(out_observations, count, "out_observations");
    expect_same_game(blocks.counted(), seen.counted(), "out_observations");
    for (std::size_t i = 0; i < count; ++i) {
      blocks.game().observe(blocks[i], viewer_of(blocks.counted(), viewers[i]), seen[i]);
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_tensors(const chemix_state* states, size_t count, const int32_t* viewers,
                                   float* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    expect_seats(blocks.counted(), "viewers", viewers, count, CHEMIX_SPECTATOR,
                 ", or CHEMIX_SPECTATOR");
    const std::size_t row = blocks.game().tensor_size();
    const Given given = room_for(count, row, out, capacity);
    if (given.count != CHEMIX_OK) return given;
    for (std::size_t i = 0; i < count; ++i) {
      blocks.game().tensor(blocks[i], viewer_of(blocks.counted(), viewers[i]),
                           std::span(out + i * row, row));
    }
    return CHEMIX_OK;
  });
}

chemix_status chemix_batch_returns(const chemix_state* states, size_t count, double* out,
                                   size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    if (count == 0) return CHEMIX_OK;
    const auto blocks = states_of(states, count);
    const auto row = static_cast<std::size_t>(blocks.counted().players);
    const Given given = room_for(count, row, out, capacity);
    if (given.count != CHEMIX_OK) return given;
    for (std::size_t i = 0; i < count; ++i) {
      for (const auto& share : blocks.game().returns(blocks[i])) *out++ = share.value();
    }
    return CHEMIX_OK;
  });
}
