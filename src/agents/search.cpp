// SPDX-License-Identifier: Apache-2.0
// Information-set Monte Carlo tree search. Each iteration descends the tree in a sampled world,
// adds one node, continues with turn search and a guided playout, and backs up the results.
#include "agents/policies.hpp"
#include "agents/solver.hpp"
#include "agents/turns.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace chemix {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// The number of worlds in which the heuristic policy evaluates the actions of the decision.
constexpr int heuristic_worlds = 4;
// The number of sequences tried to evaluate a later decision, and for each turn of a playout.
constexpr int evaluation_tries = 100;
constexpr int playing_tries = 30;
// Progressive widening: a later decision has at least this number of actions, times the square root
// of its visits.
constexpr double width = 0.5;
// The weight of the lead some turns later, against the returns at the end of the game.
constexpr double lead_share = 0.3;
// The weight of preferences, as in the heuristic policy.
constexpr double preference_weight = HeuristicPolicy::Parameters{}.preference;
// The memory of a position that the solver examined, in bytes.
constexpr std::uint64_t bytes_per_position = 96;
// The work of a playout, in units of `StopPoll`.
constexpr int units_per_playout = 64;

// An action and its results for its actor. Siblings are a linked list, the latest first.
struct Node {
  int action = 0;
  Actor actor = Actor::chance();
  std::uint32_t first_child = none;
  std::uint32_t next_sibling = none;
  /// The number of other actions that the heuristic policy ranked higher.
  int rank = 0;
  std::int64_t visits = 0;
  /// The number of visits to the parent in whose worlds the action was legal.
  std::int64_t available = 0;
  double payoffs = 0;
  double leads = 0;
};

constexpr std::uint64_t bytes_of(const SearchPolicy::Parameters& parameters) {
  return static_cast<std::uint64_t>(parameters.memory) << 20U;
}
// The maximum number of nodes: a vector that grows holds them twice. All actions of the decision
// fit in any case.
std::size_t max_nodes(const SearchPolicy::Parameters& parameters, std::size_t actions) {
  const std::uint64_t most =
      std::min<std::uint64_t>(bytes_of(parameters) / (2 * sizeof(Node)), none);
  return std::max(static_cast<std::size_t>(most), actions + 1);
}

// The range of the values seen so far, and the position of a value in it, from 0 to 1.
class Span {
 public:
  void include(double value) {
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
  }
  [[nodiscard]] double place(double value) const {
    return most_ > least_ ? (value - least_) / (most_ - least_) : 0;
  }

 private:
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

class Tree {
 public:
  /// `values` are the heuristic policy's values of the decision.
  Tree(const Decision& decision, const SearchPolicy::Parameters& parameters,
       std::vector<ActionValue> values, FastRandom& random, StopPoll& stop)
      : game_(decision.game()),
        root_player_(decision.player()),
        parameters_(parameters),
        max_nodes_(max_nodes(parameters, decision.legal_actions().size())),
        root_values_(std::move(values)),
        random_(random),
        stop_(stop),
        turns_(game_, Aim::HeuristicValue, stop),
        legal_(static_cast<std::size_t>(game_.max_legal_actions())) {
    nodes_.emplace_back();
  }

  /// Plays one game to its end from a table, and adds its results to the tree, unless the work is
  /// ended before.
  void play(Block table) {
    path_.assign(1, 0);
    bool is_new = false;
    while (!is_new) {
      const Acting acting = game_.acting(table);
      if (acting.is_nobody()) break;
      if (stop_.spend()) return;
      is_new = acting.is_chance() ? go_to(Actor::chance(), draw_chance(game_, table, random_))
                                  : follow_player(table, acting.players());
    }
    turns_.play(table, parameters_.turns, playing_tries, random_);
    if (stop_.spend(units_per_playout)) return;
    for (Player p = 0; p < game_.player_count(); ++p) {
      leads_[static_cast<std::size_t>(p)] = turns_.value(table, p);
    }
    game_.playout_table(table, random_, parameters_.guided);
    keep(game_.returns(table));
  }

  [[nodiscard]] std::vector<ActionValue> values(const std::vector<int>& legal) const {
    std::vector<ActionValue> values;
    for (const int id : legal) {
      ActionValue& its = values.emplace_back(ActionValue{id, 0, 0});
      for_each_child(0, [&](std::uint32_t at) {
        const Node& child = nodes_[at];
        if (child.action != id || child.visits == 0) return;
        its.visits = child.visits;
        its.value = child.payoffs / static_cast<double>(child.visits);
      });
    }
    return values;
  }

 private:
  void for_each_child(std::uint32_t of, auto&& visit) const {
    for (std::uint32_t at = nodes_[of].first_child; at != none; at = nodes_[at].next_sibling) {
      visit(at);
    }
  }
  [[nodiscard]] bool is_full() const { return nodes_.size() >= max_nodes_; }
  std::uint32_t add_child(std::uint32_t of, Actor actor, int action, int rank) {
    const auto added = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({action, actor, none, nodes_[of].first_child, rank, 0, 1, 0, 0});
    nodes_[of].first_child = added;
    return added;
  }

  // Returns whether the node is new, or the tree has no room for it.
  bool go_to(Actor actor, int action) {
    const std::uint32_t at = path_.back();
    std::uint32_t child = none;
    for_each_child(at, [&](std::uint32_t child_at) {
      if (nodes_[child_at].action == action && nodes_[child_at].actor == actor) child = child_at;
    });
    if (child == none && is_full()) return true;
    path_.push_back(child == none ? add_child(at, actor, action, 0) : child);
    return child == none;
  }

  // Chooses the child with the highest promise, or adds an untried action: at the root until all
  // are tried, at later decisions as far as progressive widening allows. Returns whether the child
  // is new, or the tree has no room for one.
  bool follow_player(Block table, PlayerSet players) {
    const std::uint32_t at = path_.back();
    const Player player = at == 0 ? root_player_ : players.lowest();
    const auto count =
        static_cast<std::ptrdiff_t>(at == 0 ? game_.legal_actions(table, player, legal_)
                                            : game_.canonical_actions(table, player, legal_));
    untried_.assign(legal_.begin(), legal_.begin() + count);
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
    const auto tried = static_cast<double>(count) - static_cast<double>(untried_.size());
    if (best == none && at != 0 && is_full()) return true;
    const bool widens =
        !untried_.empty() && (at == 0 || !is_full()) &&
        (at == 0 || tried < 1 + width * std::sqrt(static_cast<double>(nodes_[at].visits)));
    if (widens) {
      const auto [action, rank] = best_untried(at, table, player);
      best = add_child(at, player, action, rank);
    }
    game_.apply_to_table(table, player, nodes_[best].action);
    path_.push_back(best);
    return widens;
  }

  // The untried action with the highest heuristic value, ties broken at random, and its rank.
  std::pair<int, int> best_untried(std::uint32_t at, ConstBlock table, Player player) {
    if (at != 0) evaluate_later(table, player);
    const std::vector<ActionValue>& values = at == 0 ? root_values_ : later_values_;
    int best = 0;
    int rank = 0;
    double most = -std::numeric_limits<double>::infinity();
    std::uint64_t alike = 0;
    for (const auto& [action, value, visits] : values) {
      if (std::find(untried_.begin(), untried_.end(), action) == untried_.end()) continue;
      if (value < most) continue;
      alike = value > most ? 1 : alike + 1;
      most = value;
      if (random_.below(alike) == 0) best = action;
    }
    for (const ActionValue& its : values) rank += its.value > most ? 1 : 0;
    return {best, rank};
  }
  void evaluate_later(ConstBlock table, Player player) {
    later_values_.clear();
    const std::size_t count = game_.canonical_actions(table, player, legal_);
    const int tries = std::max(2, evaluation_tries / static_cast<int>(count));
    const FastRandom chance(SeedSequence(Seed(random_.next())));
    for (std::size_t i = 0; i < count; ++i) {
      const double value = turns_.best_after(legal_[i], table, player, tries, chance) +
                           preference_weight * turns_.preference(legal_[i]);
      later_values_.push_back({legal_[i], value, 0});
    }
  }

  // The average result, plus a bonus that is higher for rarely tried and highly ranked actions.
  [[nodiscard]] double promise_of(const Node& child) const {
    const auto visits = static_cast<double>(child.visits);
    return (1 - lead_share) * payoff_span_.place(child.payoffs / visits) +
           lead_share * lead_span_.place(child.leads / visits) +
           parameters_.exploration * std::sqrt(static_cast<double>(child.available)) /
               ((1 + visits) * (1 + child.rank));
  }

  void keep(const std::vector<Fraction>& returns) {
    for (const Fraction& payoff : returns) payoff_span_.include(payoff.value());
    for (const double lead : leads_) lead_span_.include(lead);
    for (const std::uint32_t at : path_) {
      Node& node = nodes_[at];
      ++node.visits;
      if (node.actor.is_chance()) continue;
      const auto player = static_cast<std::size_t>(node.actor.player());
      node.payoffs += returns[player].value();
      node.leads += leads_[player];
    }
  }

  const AnyGame& game_;
  Player root_player_;
  const SearchPolicy::Parameters& parameters_;
  std::size_t max_nodes_;
  std::vector<ActionValue> root_values_;
  FastRandom& random_;
  StopPoll& stop_;
  Turns turns_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<int> legal_;
  std::vector<int> untried_;
  std::vector<ActionValue> later_values_;
  // By seat, the leads some turns after leaving the tree.
  std::vector<double> leads_ = std::vector<double>(static_cast<std::size_t>(game_.player_count()));
  Span payoff_span_;
  Span lead_span_;
};

}  // namespace

std::vector<ActionValue> SearchPolicy::action_values(const Decision& decision, Generator& random,
                                                     StopPoll& stop) const {
  const auto start = Clock::now();
  const std::chrono::milliseconds allowed(parameters_.milliseconds);
  const bool is_timed = parameters_.milliseconds > 0;
  // Leaves half of the time for searching if solving fails.
  const Deadline half = is_timed ? Deadline(start + allowed / 2) : std::nullopt;
  const auto positions =
      static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(parameters_.positions),
                                               bytes_of(parameters_) / bytes_per_position));
  if (auto solved = solve(decision, positions, half, stop)) {
    sort_by_value(*solved);
    return *std::move(solved);
  }
  FastRandom fast(SeedSequence(Seed(random.next())));
  HeuristicPolicy::Parameters heuristic;
  heuristic.worlds = heuristic_worlds;
  std::vector<ActionValue> ranked =
      HeuristicPolicy(heuristic).action_values(decision, random, stop);
  if (stop.is_stopped()) return {};
  Tree tree(decision, parameters_, std::move(ranked), fast, stop);
  Worlds worlds(decision);
  TableMemory table(decision.game());
  // The number of games played in each world, one world after another.
  const int games = std::max(1, parameters_.iterations / parameters_.worlds);
  const auto continues = [&](int played) {
    return is_timed ? Clock::now() < start + allowed : played < parameters_.iterations;
  };
  for (int i = 0; continues(i) && (i == 0 || !stop.poll()); ++i) {
    // At least one game is played, whatever the time budget.
    const StopPoll::Patience patience(stop, i == 0);
    if (i % games == 0 && !worlds.draw(random)) break;
    std::copy(worlds.table().begin(), worlds.table().end(), table.block().begin());
    tree.play(table.block());
  }
  if (stop.is_stopped()) return {};
  std::vector<ActionValue> values = tree.values(decision.legal_actions());
  sort_by_value(values);
  return values;
}

}  // namespace chemix
