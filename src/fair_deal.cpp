// SPDX-License-Identifier: Apache-2.0
// Commitments to a seed, and verification of records against them.
#include "chemix/fair_deal.hpp"

#include "chemix/core/codec.hpp"
#include "chemix/core/sha256.hpp"
#include "chemix/state_memory.hpp"
#include "concat.hpp"

#include <algorithm>
#include <optional>

namespace chemix {
namespace {

// Domain separation: hashes for different uses begin differently, and neither tag is a prefix of
// the other.
constexpr std::string_view commitment_tag = "chemix commitment 1\n";
constexpr std::string_view dealing_tag = "chemix dealing seed 1\n";

// Two hexadecimal digits per byte.
std::string hex_of(const Bytes32& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += digits[byte / 16];
    text += digits[byte % 16];
  }
  return text;
}

// Rejects changes that reading would ignore, such as blanks. The texts of a custom deck are written
// exactly as read; the commitment binds them.
std::optional<InputError> spelling_error(const Replay& replay, std::string_view record) {
  const std::string written = write_replay(replay);
  if (written == record) return std::nullopt;
  const auto differs =
      std::mismatch(record.begin(), record.end(), written.begin(), written.end()).first;
  return InputError{
      "record", "",
      concat({"must be exactly what write_record writes, but differs from it at byte ",
              std::to_string(differs - record.begin())}),
      ""};
}

std::optional<InputError> dealing_error(const Replay& replay, Dealer dealer) {
  const AnyGame& game = *replay.game;
  StateMemory memory(game);
  replay.state_at(0, memory.block());
  for (std::size_t i = 0; i < replay.steps.size(); ++i) {
    const RecordedStep& step = replay.steps[i];
    if (step.actor.is_chance() && step.action != dealer.choose(game, memory.block())) {
      return InputError{concat({"steps[", std::to_string(i), "]"}),
                        game.chance_action_text(step.action),
                        concat({"does not match what the seed draws as number ",
                                std::to_string(game.chance_count(memory.block()))}),
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
  return hex_of(hash.value());
}

Result<Bytes32> dealing_seed(const Bytes32& seed, const Contributions& contributions) {
  if (contributions.size() > max_player_count) {
    return tl::unexpected(InputError{
        "contributions", std::to_string(contributions.size()),
        concat({"must be at most ", std::to_string(max_player_count), ", one for each player"}),
        ""});
  }
  Sha256 hash;
  hash.put_text(dealing_tag);
  hash.put_bytes(seed);
  for (std::size_t seat = 0; seat < contributions.size(); ++seat) {
    const auto& bytes = contributions[seat];
    if (bytes.size() > max_contribution_size) {
      return tl::unexpected(InputError{
          concat({"contributions[", std::to_string(seat), "]"}),
          concat({std::to_string(bytes.size()), " bytes"}),
          concat({"must be at most ", std::to_string(max_contribution_size), " bytes"}), ""});
    }
    if (bytes.empty()) continue;
    hash.put(static_cast<std::uint8_t>(seat));
    hash.put(static_cast<std::uint8_t>(bytes.size()));
    hash.put_bytes(bytes);
  }
  return hash.value();
}

std::string seed_text(const Bytes32& seed) {
  Bytes32 highest_first{};
  std::reverse_copy(seed.begin(), seed.end(), highest_first.begin());
  return "0x" + hex_of(highest_first);
}

Result<Replay> verify_deal(std::string_view commitment, const Reveal& reveal,
                           std::string_view record) {
  auto replay = read_record(record);
  if (!replay) return replay;
  if (!replay->start_player) {
    return tl::unexpected(InputError{
        "start_state", "", "must not be given: the record must begin before the deal", ""});
  }
  if (const auto error = spelling_error(*replay, record)) return tl::unexpected(*error);
  if (commitment != commit(*replay->game, *replay->start_player, reveal.seed, reveal.salt)) {
    return tl::unexpected(InputError{
        "commitment",
        commitment.size() == 64 ? std::string(commitment)
                                : concat({std::to_string(commitment.size()), " characters"}),
        "does not match the seed, the salt and the start of the record", ""});
  }
  const auto players = static_cast<std::size_t>(replay->game->player_count());
  if (reveal.contributions.size() > players) {
    return tl::unexpected(InputError{
        "contributions", std::to_string(reveal.contributions.size()),
        concat({"must be at most ", std::to_string(players), ", one for each player"}), ""});
  }
  const auto seed = dealing_seed(reveal.seed, reveal.contributions);
  if (!seed) return tl::unexpected(seed.error());
  if (const auto error = dealing_error(*replay, Dealer(Seed::from_bytes(*seed)))) {
    return tl::unexpected(*error);
  }
  return replay;
}

}  // namespace chemix
