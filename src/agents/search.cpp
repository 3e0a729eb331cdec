// SPDX-License-Identifier: Apache-2.0
#include "agents/policies.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace chemix {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// What was done, and how it went for who did it. Siblings are a list, in the order in which they
// were first tried.
struct Node {
  int action = 0;
  Actor actor = Actor::chance();
  std::uint32_t first_child = none;
  std::uint32_t next_sibling = none;
  std::int64_t visits = 0;
  /// In how many of the worlds that came by it was legal.
  std::int64_t available = 0;
  double payoffs = 0;
};

class Tree {
 public:
  Tree(const Decision& decision, const SearchPolicy::Parameters& parameters, FastRandom& random)
      : game_(decision.game()),
        root_player_(decision.player()),
        parameters_(parameters),
        random_(random),
        legal_(static_cast<std::size_t>(game_.max_legal_actions())) {
    nodes_.emplace_back();
  }

  /// Plays one game on from a table, and keeps how it went.
  void play(Block table) {
    path_.assign(1, 0);
    bool is_new = false;
    while (!is_new) {
      const Acting acting = game_.acting(table);
      if (acting.is_nobody()) break;
      is_new = acting.is_chance() ? follow_chance(table) : follow_player(table, acting.players());
    }
    game_.playout_table(table, random_, parameters_.purposeful);
    keep(game_.returns(table));
  }

  [[nodiscard]] std::vector<Judgement> judged(const std::vector<int>& legal) const {
    std::vector<Judgement> judged;
    for (const int id : legal) {
      Judgement& its = judged.emplace_back(Judgement{id, 0, 0});
      for_each_child(0, [&](std::uint32_t at) {
        const Node& child = nodes_[at];
        if (child.action != id || child.visits == 0) return;
        its.visits = child.visits;
        its.value = child.payoffs / static_cast<double>(child.visits);
      });
    }
    return judged;
  }

 private:
  void for_each_child(std::uint32_t of, auto&& visit) const {
    for (std::uint32_t at = nodes_[of].first_child; at != none; at = nodes_[at].next_sibling) {
      visit(at);
    }
  }
  std::uint32_t add_child(std::uint32_t of, Actor actor, int action) {
    const auto added = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({action, actor, none, nodes_[of].first_child, 0, 0, 0});
    nodes_[of].first_child = added;
    return added;
  }
  [[nodiscard]] std::uint32_t child_of(std::uint32_t of, Actor actor, int action) const {
    std::uint32_t found = none;
    for_each_child(of, [&](std::uint32_t at) {
      if (nodes_[at].action == action && nodes_[at].actor == actor) found = at;
    });
    return found;
  }

  // Chance goes its way; returns whether that is new.
  bool follow_chance(Block table) {
    const auto ways = static_cast<std::uint64_t>(game_.chance_weight(table));
    const int action = game_.chance_outcome(table, static_cast<std::int64_t>(random_.below(ways)));
    game_.apply_to_table(table, Actor::chance(), action);
    return go_to(Actor::chance(), action);
  }
  bool go_to(Actor actor, int action) {
    const std::uint32_t at = path_.back();
    const std::uint32_t child = child_of(at, actor, action);
    path_.push_back(child == none ? add_child(at, actor, action) : child);
    return child == none;
  }

  // A player does what was not tried yet in such a world, any of it; else what promises most.
  bool follow_player(Block table, PlayerSet players) {
    const std::uint32_t at = path_.back();
    const Player player = at == 0 ? root_player_ : players.lowest();
    const std::size_t count = game_.legal_actions(table, player, legal_);
    untried_.assign(legal_.begin(), legal_.begin() + static_cast<std::ptrdiff_t>(count));
    std::uint32_t best = none;
    double promised = 0;
    for_each_child(at, [&](std::uint32_t child_at) {
      Node& child = nodes_[child_at];
      const auto found = std::find(untried_.begin(), untried_.end(), child.action);
      if (!(child.actor == Actor(player)) || found == untried_.end()) return;
      *found = untried_.back();
      untried_.pop_back();
      ++child.available;
      const double promise = promise_of(child);
      if (best != none && promise <= promised) return;
      best = child_at;
      promised = promise;
    });
    if (!untried_.empty()) {
      const int action = untried_[random_.below(untried_.size())];
      best = add_child(at, player, action);
      nodes_[best].available = 1;
    }
    game_.apply_to_table(table, player, nodes_[best].action);
    path_.push_back(best);
    return !untried_.empty();
  }
  [[nodiscard]] double promise_of(const Node& child) const {
    const auto visits = static_cast<double>(child.visits);
    const double span = most_ > least_ ? most_ - least_ : 1;
    return (child.payoffs / visits - least_) / span +
           parameters_.exploration *
               std::sqrt(std::log(static_cast<double>(child.available)) / visits);
  }

  void keep(const std::vector<Fraction>& returns) {
    for (const Fraction& payoff : returns) {
      least_ = std::min(least_, payoff.value());
      most_ = std::max(most_, payoff.value());
    }
    for (const std::uint32_t at : path_) {
      Node& node = nodes_[at];
      ++node.visits;
      if (!node.actor.is_chance()) {
        node.payoffs += returns[static_cast<std::size_t>(node.actor.player())].value();
      }
    }
  }

  const AnyGame& game_;
  Player root_player_;
  const SearchPolicy::Parameters& parameters_;
  FastRandom& random_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<int> legal_;
  std::vector<int> untried_;
  // The payoffs met so far lie between these.
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

std::vector<Judgement> SearchPolicy::judge(const Decision& decision, Generator& random) const {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(parameters_.milliseconds);
  FastRandom fast(SeedSequence(Seed(random.next())));
  Tree tree(decision, parameters_, fast);
  Worlds worlds(decision);
  TableMemory table(decision.game());
  // So many games are played in each world, one after another.
  const int games = std::max(1, parameters_.iterations / parameters_.worlds);
  for (int i = 0; parameters_.milliseconds > 0 ? Clock::now() < end : i < parameters_.iterations;
       ++i) {
    if (i % games == 0 && !worlds.draw(random)) break;
    std::copy(worlds.table().begin(), worlds.table().end(), table.block().begin());
    tree.play(table.block());
  }
  std::vector<Judgement> judged = tree.judged(decision.legal_actions());
  sort_by_value(judged);
  return judged;
}

}  // namespace chemix
