// SPDX-License-Identifier: Apache-2.0
// Classic, by name.
#include "chemix/games/classic.hpp"

#include "any_game_of.hpp"
#include "chemix/games/classic/whole_turns.hpp"

namespace chemix {
namespace {

class ClassicTurnList final : public WholeTurnList {
 public:
  ClassicTurnList(classic::WholeTurns turns, int players)
      : turns_(std::move(turns)), walk_(turns_.walk()), players_(players) {}

  std::int64_t count() const override { return turns_.count(); }
  std::optional<WholeTurn> next() override {
    const auto outcome = walk_.next();
    if (!outcome) return std::nullopt;
    return turn_of(*outcome);
  }
  std::pair<WholeTurn, double> best(const classic::TurnWeights& weights) const override {
    const auto best = turns_.best(weights);
    return {turn_of(best.outcome), best.value};
  }

 private:
  WholeTurn turn_of(const classic::Outcome& outcome) const {
    WholeTurn turn{turns_.steps(outcome), {}};
    for (Player p = 0; p < players_; ++p) turn.points.push_back(outcome.points[p]);
    return turn;
  }

  classic::WholeTurns turns_;
  classic::WholeTurns::Walk walk_;
  int players_;
};

}  // namespace

namespace classic {

// Found by the kind of game, before the one for all others.
static Result<std::unique_ptr<WholeTurnList>> whole_turns_of(const Game& game, const Table& table) {
  auto turns = WholeTurns::create(game, table);
  if (!turns) return tl::unexpected(turns.error());
  return std::make_unique<ClassicTurnList>(std::move(*turns), game.player_count());
}

}  // namespace classic

template GameEntry entry_of<classic::Game>();

}  // namespace chemix
