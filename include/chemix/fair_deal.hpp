// SPDX-License-Identifier: Apache-2.0
// Fair dealing: a server commits to a seed before a game and reveals it afterwards, so that
// everybody can verify the whole deal. See docs/fair_dealing.md.
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

/// A seed or a salt. Draw it from a cryptographically secure source, and keep it secret until the
/// game is over.
using Bytes32 = std::array<std::uint8_t, 32>;

/// The players' contributions to the seed, by seat, at most `max_contribution_size` bytes each. A
/// seat that is missing or empty contributes nothing.
using Contributions = std::vector<std::vector<std::uint8_t>>;
inline constexpr std::size_t max_contribution_size = 32;

/// The values that a server publishes after the game.
struct Reveal {
  Bytes32 seed{};
  Bytes32 salt{};
  Contributions contributions = {};
};

/// The commitment to publish before the game: 64 hexadecimal digits. It binds the seed, the salt
/// and everything in a record before its first step: game, revision, options, players, deck and
/// start player. Precondition: `start_player` is a seat.
[[nodiscard]] std::string commit(const AnyGame& game, Player start_player, const Bytes32& seed,
                                 const Bytes32& salt);

/// The seed to deal with (see `Seed::from_bytes`), derived from the server's seed and the
/// contributions. Collect contributions only after publishing the commitment. Fails if a
/// contribution is too long, or if there are more contributions than any game has players.
[[nodiscard]] Result<Bytes32> dealing_seed(const Bytes32& seed, const Contributions& contributions);

/// The seed as a number, in hexadecimal digits after `0x`.
[[nodiscard]] std::string seed_text(const Bytes32& seed);

/// Reads a record as `read_record` does and verifies it against the reveal. The error names the
/// mismatch: `record` if the text is not exactly what `write_replay` writes, `commitment` if seed,
/// salt, game or start player differ from those committed to, `steps[n]` if a chance action differs
/// from the draw of the dealing seed. For an unfinished game, verifies what was dealt so far. A
/// record may contain handovers: chance has a stream of its own, so they change no deal. Cost:
/// replays the game twice.
[[nodiscard]] Result<Replay> verify_deal(std::string_view commitment, const Reveal& reveal,
                                         std::string_view record);

}  // namespace chemix
