// SPDX-License-Identifier: Apache-2.0
// Turn search: depth-first over the actions of one turn, preferred actions first, until the budget
// of sequences is used up.
#include "agents/turns.hpp"

#include "chemix/agents/guided.hpp"
#include "chemix/core/inplace_vector.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace chemix {
namespace {

constexpr std::int8_t unknown = -1;

}  // namespace

int draw_chance(const AnyGame& game, Block table, FastRandom& random) {
  const auto ways = static_cast<std::uint64_t>(game.chance_weight(table));
  const int action = game.chance_outcome(table, static_cast<std::int64_t>(random.below(ways)));
  game.apply_to_table(table, Actor::chance(), action);
  return action;
}

Turns::Turns(const AnyGame& game, Aim aim, StopPoll& stop)
    : game_(game),
      aim_(aim),
      stop_(stop),
      preferences_(static_cast<std::size_t>(game.action_count()), unknown),
      after_(game) {}

int Turns::preference(int action) {
  std::int8_t& known = preferences_[static_cast<std::size_t>(action)];
  if (known == unknown) {
    known = static_cast<std::int8_t>(game_.action_preference(action));
  }
  return known;
}

void Turns::sort(std::vector<int>& legal) {
  sort_few(legal.begin(), legal.end(), [&](int one, int other) {
    const int more = preference(one) - preference(other);
    return more != 0 ? more > 0 : one < other;
  });
}

void Turns::ask(ConstBlock table, Player player, std::vector<int>& legal) const {
  legal.resize(static_cast<std::size_t>(game_.max_legal_actions()));
  legal.resize(game_.legal_actions(table, player, legal));
}

void Turns::ask_canonical(ConstBlock table, Player player, std::vector<int>& legal) const {
  legal.resize(static_cast<std::size_t>(game_.max_legal_actions()));
  legal.resize(game_.canonical_actions(table, player, legal));
}

double Turns::value(ConstBlock table, Player player) const {
  const double lead = game_.lead(table, player);
  return aim_ == Aim::Points ? lead : lead + game_.heuristic_value(table, player);
}

double Turns::best(ConstBlock table, Player player, int tries, const FastRandom& chance) {
  player_ = player;
  tries_ = tries;
  chance_ = &chance;
  return search(table, 0);
}

double Turns::best_after(int action, ConstBlock table, Player player, int tries,
                         const FastRandom& chance) {
  std::copy(table.begin(), table.end(), after_.block().begin());
  game_.apply_to_table(after_.block(), player, action);
  return best(after_.block(), player, tries, chance);
}

double Turns::search(ConstBlock table, std::size_t depth) {
  if (depth == levels_.size()) levels_.emplace_back(game_);
  auto& [legal, way, next] = levels_[depth];
  way.clear();
  if (stop_.spend()) return 0;
  const Acting acting = game_.acting(table);
  if (acting.is_chance() && depth < max_steps) return search_after_chance(table, depth);
  const bool continues = acting.contains(player_) && acting.players().size() == 1;
  if (!continues || depth == max_steps) return value(table, player_);
  ask_canonical(table, player_, legal);
  sort(legal);
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

double Turns::search_after_chance(ConstBlock table, std::size_t depth) {
  const Block next = levels_[depth].next.block();
  std::copy(table.begin(), table.end(), next.begin());
  FastRandom chance = *chance_;
  for (int drawn = 0; game_.acting(next).is_chance(); ++drawn) {
    if (drawn == max_drawn) return value(table, player_);
    draw_chance(game_, next, chance);
  }
  return search(next, depth + 1);
}

void Turns::play(Block table, int turns, int tries, FastRandom& random) {
  while (turns > 0 && !stop_.spend()) {
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
      game_.apply_to_table(table, player, guided_action(game_, legal_, random));
      continue;
    }
    // A generator of its own, so that the search cannot foresee the chance events of the playout.
    best(table, player, tries, FastRandom(SeedSequence(Seed(random.next()))));
    for (const int action : levels_.front().way) game_.apply_to_table(table, player, action);
    --turns;
  }
}

}  // namespace chemix
