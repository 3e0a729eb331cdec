// SPDX-License-Identifier: Apache-2.0
// Commitments to a seed, and what they prove of a record.
#include "chemix/fair_deal.hpp"

#include "chemix/core/sha256.hpp"
#include "state_memory.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace chemix {
namespace {

// Hashes for different uses begin differently; neither text begins the other.
constexpr std::string_view commitment_tag = "chemix commitment 1\n";
constexpr std::string_view dealing_tag = "chemix dealing seed 1\n";

// So that nothing in a record can be changed that reading does not care about, such as blanks. (The
// texts of a deck of one's own are written as they are read: these the commitment binds.)
std::optional<InputError> spelling_fault(const Replay& replay, std::string_view record) {
  const std::string written = *write_record(*replay.game, *replay.start_player, replay.steps);
  if (written == record) return std::nullopt;
  const auto differs =
      std::mismatch(record.begin(), record.end(), written.begin(), written.end()).first;
  return InputError{
      "record", "",
      fmt::format("must be letter for letter what is written of the same game; byte {} is not",
                  differs - record.begin()),
      ""};
}

std::optional<InputError> dealing_fault(const Replay& replay, const Dealer& dealer) {
  const AnyGame& game = *replay.game;
  StateMemory memory(game);
  std::copy(replay.start.begin(), replay.start.end(), memory.block().begin());
  for (std::size_t i = 0; i < replay.steps.size(); ++i) {
    const RecordedStep& step = replay.steps[i];
    if (step.actor.is_chance() && step.action != dealer.choose(game, memory.block())) {
      return InputError{
          fmt::format("steps[{}]", i), game.chance_action_text(step.action),
          fmt::format("is not what the seed draws as number {}", game.chance_count(memory.block())),
          ""};
    }
    game.apply(memory.block(), step.actor, step.action);
  }
  return std::nullopt;
}

}  // namespace

std::string commit(const AnyGame& game, Player start_player, const Bytes32& seed,
                   const Bytes32& salt) {
  Sha256 hash;
  hash.put_text(commitment_tag);
  hash.put_bytes(seed);
  hash.put_bytes(salt);
  hash.put_text(*write_record(game, start_player, {}));
  return fmt::format("{:02x}", fmt::join(hash.value(), ""));
}

Result<Bytes32> dealing_seed(const Bytes32& seed, const Contributions& contributions) {
  if (contributions.size() > max_player_count) {
    return tl::unexpected(InputError{"contributions", std::to_string(contributions.size()),
                                     fmt::format("must be of at most {} players", max_player_count),
                                     ""});
  }
  Sha256 hash;
  hash.put_text(dealing_tag);
  hash.put_bytes(seed);
  for (std::size_t seat = 0; seat < contributions.size(); ++seat) {
    const auto& bytes = contributions[seat];
    if (bytes.size() > max_contribution_size) {
      return tl::unexpected(
          InputError{fmt::format("contributions[{}]", seat), fmt::format("{} bytes", bytes.size()),
                     fmt::format("must be at most {} bytes", max_contribution_size), ""});
    }
    if (bytes.empty()) continue;
    hash.put(static_cast<std::uint8_t>(seat));
    hash.put(static_cast<std::uint8_t>(bytes.size()));
    hash.put_bytes(bytes);
  }
  return hash.value();
}

std::string seed_text(const Bytes32& seed) {
  return fmt::format("0x{:02x}", fmt::join(seed.rbegin(), seed.rend(), ""));
}

Result<Replay> verify_deal(std::string_view commitment, const Reveal& reveal,
                           std::string_view record) {
  auto replay = read_record(record);
  if (!replay) return replay;
  if (!replay->start_player) {
    return tl::unexpected(
        InputError{"start_state", "", "is after the deal, which must be there too", ""});
  }
  if (const auto fault = spelling_fault(*replay, record)) return tl::unexpected(*fault);
  if (commitment != commit(*replay->game, *replay->start_player, reveal.seed, reveal.salt)) {
    return tl::unexpected(InputError{
        "commitment",
        commitment.size() == 64 ? std::string(commitment)
                                : fmt::format("{} characters", commitment.size()),
        "is not of this seed, this salt and what this record says before its first step", ""});
  }
  const auto players = static_cast<std::size_t>(replay->game->player_count());
  if (reveal.contributions.size() > players) {
    return tl::unexpected(InputError{"contributions", std::to_string(reveal.contributions.size()),
                                     fmt::format("must be of at most {} players", players), ""});
  }
  const auto seed = dealing_seed(reveal.seed, reveal.contributions);
  if (!seed) return tl::unexpected(seed.error());
  if (const auto fault = dealing_fault(*replay, Dealer(Seed::from_bytes(*seed)))) {
    return tl::unexpected(*fault);
  }
  return replay;
}

}  // namespace chemix
