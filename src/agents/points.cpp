// SPDX-License-Identifier: Apache-2.0
// Policies that look at points at the end of a turn.
#include "agents/policies.hpp"
#include "chemix/agents/purposeful.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <vector>

namespace chemix {
namespace {

// By how much the points are in the player's favour: the own ones, against those of the others in
// the mean.
double lead(const AnyGame& game, ConstBlock table, Player player) {
  const std::vector<int> points = game.scores(table);
  double others = 0;
  for (const int theirs : points) others += theirs;
  const double own = points[static_cast<std::size_t>(player)];
  others -= own;
  const double ahead =
      own - (points.size() > 1 ? others / static_cast<double>(points.size() - 1) : 0);
  return game.best_score() == BestScore::Most ? ahead : -ahead;
}

int preference(const AnyGame& game, int action) {
  return preference_of_kind(game.action_kind(action));
}

// The best turns of a player, found by trying what may be done until somebody else decides: the
// first way is by what furthers the game most, so that it is a good one where not all can be tried.
class BestTurn {
 public:
  BestTurn(const AnyGame& game, Player player) : game_(game), player_(player) {}

  /// What the best way to go on from a table is worth to the player whose turn it is.
  double from(ConstBlock table) {
    tries_ = most_tries;
    return best(table, 0);
  }

 private:
  static constexpr int most_tries = 200;
  static constexpr std::size_t most_steps = 16;

  double best(ConstBlock table, std::size_t depth) {
    const Acting acting = game_.acting(table);
    const bool goes_on = acting.contains(player_) && acting.players().size() == 1;
    if (!goes_on || depth == most_steps) return lead(game_, table, player_);
    if (depth == levels_.size()) levels_.emplace_back(game_);
    auto& [legal, next] = levels_[depth];
    legal.resize(static_cast<std::size_t>(game_.max_legal_actions()));
    legal.resize(game_.legal_actions(table, player_, legal));
    std::sort(legal.begin(), legal.end(), [&](int one, int other) {
      const int more = preference(game_, one) - preference(game_, other);
      return more != 0 ? more > 0 : one < other;
    });
    double most = -std::numeric_limits<double>::infinity();
    for (const int id : legal) {
      if (id != legal.front() && --tries_ < 0) break;
      std::copy(table.begin(), table.end(), next.block().begin());
      game_.apply_to_table(next.block(), player_, id);
      most = std::max(most, best(next.block(), depth + 1));
    }
    return most;
  }

  // What each step of a turn needs, kept for the next turn.
  struct Level {
    explicit Level(const AnyGame& game) : next(game) {}
    std::vector<int> legal;
    TableMemory next;
  };

  const AnyGame& game_;
  Player player_;
  int tries_ = 0;
  // A deeper level moves none of those above.
  std::deque<Level> levels_;
};

// What the best turn that begins with each of the legal actions is worth, in the mean of some
// worlds.
std::vector<Judgement> judged_turns(const Decision& decision, int worlds, double preference_weight,
                                    Generator& random) {
  const AnyGame& game = decision.game();
  std::vector<Judgement> judged;
  for (const int id : decision.legal_actions()) judged.push_back({id, 0, 0});
  TableMemory table(game);
  Worlds drawn(decision);
  BestTurn turn(game, decision.player());
  for (int i = 0; i < worlds && drawn.draw(random); ++i) {
    for (Judgement& its : judged) {
      std::copy(drawn.table().begin(), drawn.table().end(), table.block().begin());
      game.apply_to_table(table.block(), decision.player(), its.action);
      its.value += turn.from(table.block()) / worlds;
    }
  }
  for (Judgement& its : judged) its.value += preference_weight * preference(game, its.action);
  sort_by_value(judged);
  return judged;
}

}  // namespace

std::vector<Judgement> GreedyPolicy::judge(const Decision& decision, Generator& random) const {
  return judged_turns(decision, parameters_.worlds, 0, random);
}

std::vector<Judgement> ThumbPolicy::judge(const Decision& decision, Generator& random) const {
  return judged_turns(decision, parameters_.worlds, parameters_.preference, random);
}

}  // namespace chemix
