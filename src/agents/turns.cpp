// SPDX-License-Identifier: Apache-2.0
#include "agents/turns.hpp"

#include "chemix/agents/purposeful.hpp"

#include <algorithm>
#include <limits>

namespace chemix {
namespace {

constexpr std::int8_t unknown = -1;

}  // namespace

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

int draw_chance(const AnyGame& game, Block table, FastRandom& random) {
  const auto ways = static_cast<std::uint64_t>(game.chance_weight(table));
  const int action = game.chance_outcome(table, static_cast<std::int64_t>(random.below(ways)));
  game.apply_to_table(table, Actor::chance(), action);
  return action;
}

Turns::Turns(const AnyGame& game)
    : game_(game),
      preferences_(static_cast<std::size_t>(game.action_count()), unknown),
      after_(game) {}

int Turns::preference(int action) {
  std::int8_t& known = preferences_[static_cast<std::size_t>(action)];
  if (known == unknown) {
    known = static_cast<std::int8_t>(preference_of_kind(game_.action_kind(action)));
  }
  return known;
}

void Turns::ask(ConstBlock table, Player player, std::vector<int>& legal) const {
  legal.resize(static_cast<std::size_t>(game_.max_legal_actions()));
  legal.resize(game_.legal_actions(table, player, legal));
}

double Turns::best(ConstBlock table, Player player, int tries) {
  player_ = player;
  tries_ = tries;
  return search(table, 0);
}

double Turns::best_after(int action, ConstBlock table, Player player, int tries) {
  std::copy(table.begin(), table.end(), after_.block().begin());
  game_.apply_to_table(after_.block(), player, action);
  return best(after_.block(), player, tries);
}

double Turns::search(ConstBlock table, std::size_t depth) {
  if (depth == levels_.size()) levels_.emplace_back(game_);
  auto& [legal, way, next] = levels_[depth];
  way.clear();
  const Acting acting = game_.acting(table);
  const bool goes_on = acting.contains(player_) && acting.players().size() == 1;
  if (!goes_on || depth == most_steps) return lead(game_, table, player_);
  ask(table, player_, legal);
  std::sort(legal.begin(), legal.end(), [&](int one, int other) {
    const int more = preference(one) - preference(other);
    return more != 0 ? more > 0 : one < other;
  });
  double most = -std::numeric_limits<double>::infinity();
  for (const int id : legal) {
    if (id != legal.front() && --tries_ < 0) break;
    std::copy(table.begin(), table.end(), next.block().begin());
    game_.apply_to_table(next.block(), player_, id);
    const double found = search(next.block(), depth + 1);
    if (found <= most) continue;
    most = found;
    const std::vector<int>& rest = levels_[depth + 1].way;
    way.assign(1, id);
    way.insert(way.end(), rest.begin(), rest.end());
  }
  return most;
}

void Turns::play(Block table, int turns, int tries, FastRandom& random) {
  while (turns > 0) {
    const Acting acting = game_.acting(table);
    if (acting.is_nobody()) return;
    if (acting.is_chance()) {
      draw_chance(game_, table, random);
      continue;
    }
    const int several = acting.players().size();
    const Player player = acting.players().nth(
        several == 1 ? 0 : static_cast<int>(random.below(static_cast<std::uint64_t>(several))));
    if (several > 1 || random.below(8) == 0) {
      ask(table, player, legal_);
      game_.apply_to_table(table, player, purposeful_action(game_, legal_, random));
      continue;
    }
    best(table, player, tries);
    for (const int action : levels_.front().way) game_.apply_to_table(table, player, action);
    --turns;
  }
}

}  // namespace chemix
