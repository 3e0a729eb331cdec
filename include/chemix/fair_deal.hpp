// SPDX-License-Identifier: Apache-2.0
// Fair dealing: a server commits to a seed before a game and reveals it after, so that everybody
// can check the whole deal. See docs/fair_dealing.md.
#pragma once

#include "chemix/any_game.hpp"
#include "chemix/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace chemix {

/// A seed or a salt: to be drawn by a random source that is good for secrets, and kept until the
/// game is over.
using Bytes32 = std::array<std::uint8_t, 32>;

/// What players add to the seed, by seat, up to 32 bytes each; who is left out or empty adds
/// nothing.
using Contributions = std::vector<std::vector<std::uint8_t>>;
inline constexpr std::size_t max_contribution_size = 32;

/// What a server shows after the game.
struct Reveal {
  Bytes32 seed{};
  Bytes32 salt{};
  Contributions contributions = {};
};

/// The commitment to be published before the game: 64 hexadecimal digits. It binds the seed, the
/// salt and all that a record says before its first step: game, revision, options, players, deck
/// and who begins. Precondition: `start_player` is a seat.
[[nodiscard]] std::string commit(const AnyGame& game, Player start_player, const Bytes32& seed,
                                 const Bytes32& salt);

/// The seed to deal with, by `Seed::from_bytes`: of the server's seed and the contributions, which
/// are asked for when the commitment is out. Refuses one that is too long, and those of more
/// players than any game has.
[[nodiscard]] Result<Bytes32> dealing_seed(const Bytes32& seed, const Contributions& contributions);

/// The number that these bytes are as a seed, in hexadecimal digits after `0x`.
[[nodiscard]] std::string seed_text(const Bytes32& seed);

/// Reads a record as `read_record` does, and refuses it where what was revealed does not fit: by
/// `record` where it is not letter for letter what `write_record` writes, by `commitment` where
/// seed, salt, game or start player are not those committed to, by `steps[n]` where chance did not
/// go as the dealing seed draws. Of a game that is not over it tells the same of what was dealt so
/// far. Replays the game three times.
[[nodiscard]] Result<Replay> verify_deal(std::string_view commitment, const Reveal& reveal,
                                         std::string_view record);

}  // namespace chemix
