// SPDX-License-Identifier: Apache-2.0
// The law that determinization is calibrated: worlds that fit the knowledge are those of replayed
// histories, and samples match a full enumeration.
#pragma once

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/beliefs/marginals.hpp"
#include "laws/run.hpp"
#include "support/chi_squared.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace chemix::laws {

/// All tables that fit what one viewer has seen since the start of a game, found by trying every
/// deal and every hidden choice. Shares no code with knowledge and worlds.
template <class G>
class Replay {
 public:
  using Table = typename G::Table;

  Replay(const G& game, Viewer viewer, const Table& start) : game_(game), viewer_(viewer) {
    add(tables_, start);
  }

  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  [[nodiscard]] bool contains(const Table& table) const {
    return tables_.count(game_.table_digest(table)) != 0;
  }

  /// Advances by a step that was taken in `before`.
  void advance(const Table& before, const Step& step) {
    const auto shown = events(game_, before, step, viewer_);
    if (shown.empty()) return;
    add_unnoticed();
    Tables next;
    for (const auto& entry : tables_) {
      const Table& table = entry.second;
      for_each_step(game_, table, [&](const Step& other) {
        if (is_of(viewer_, other) && !(other.actor == step.actor && other.action == step.action))
          return;
        if (!same(events(game_, table, other, viewer_), shown)) return;
        Table after = table;
        apply(game_, after, other);
        add(next, after);
      });
    }
    tables_ = std::move(next);
  }

 private:
  using Tables = std::unordered_map<std::uint64_t, Table>;

  bool add(Tables& tables, const Table& table) {
    return tables.try_emplace(game_.table_digest(table), table).second;
  }

  // Adds tables reached by steps of others that the viewer does not notice, in any order.
  void add_unnoticed() {
    if constexpr (SealedRules<typename G::Rules>) {
      std::vector<Table> open;
      for (const auto& [digest, table] : tables_) open.push_back(table);
      while (!open.empty()) {
        const Table table = open.back();
        open.pop_back();
        for_each_step(game_, table, [&](const Step& step) {
          if (step.actor.is_chance() || is_of(viewer_, step)) return;
          if (!events(game_, table, step, viewer_).empty()) return;
          Table after = table;
          apply(game_, after, step);
          if (add(tables_, after)) open.push_back(after);
        });
      }
    }
  }

  const G& game_;
  Viewer viewer_;
  Tables tables_;
};

/// Calls `visit(world, ways)` for every distribution of the unseen card kinds over the places,
/// ignoring constraints. `ways` is the number of distributions of individual cards.
template <class Bag, class Visit>
void for_each_world(const DealProblemOf<Bag>& problem, Visit&& visit) {
  std::vector<Card> kinds;
  problem.unseen.kinds().for_each([&](Card card) { kinds.push_back(card); });
  WorldOf<Bag> world;
  std::array<int, max_place_count> room{};
  for (int place = 0; place < problem.place_count(); ++place) {
    room[static_cast<std::size_t>(place)] = problem.size(place);
  }
  const auto put = [&](auto& self, std::size_t at, int place, int left, double ways) -> void {
    if (at == kinds.size()) return visit(world, ways);
    if (place == problem.place_count()) {
      if (left > 0) return;
      const int copies = at + 1 < kinds.size() ? problem.unseen.count(kinds[at + 1]) : 0;
      return self(self, at + 1, 0, copies, ways);
    }
    const auto i = static_cast<std::size_t>(place);
    const Bag before = world[i];
    double choose = 1;  // `number` of the `left` copies go to this place
    for (int number = 0; number <= std::min(left, room[i]); ++number) {
      if (number > 0) {
        world[i].add(kinds[at]);
        choose = choose * (left - number + 1) / number;
      }
      room[i] -= number;
      self(self, at, place + 1, left - number, ways * choose);
      room[i] += number;
    }
    world[i] = before;
  };
  put(put, 0, 0, kinds.empty() ? 0 : problem.unseen.count(kinds[0]), 1.0);
}

/// Returns `choices`, or 0 if the world violates a constraint.
template <class Bag>
double weight_of(const DealProblemOf<Bag>& problem, const WorldOf<Bag>& world, double choices) {
  for (int i = 0; i < problem.constraint_count(); ++i) {
    const auto& constraint = problem.constraint(i);
    int cards = 0;
    for (int place = 0; place < problem.place_count(); ++place) {
      if ((constraint.places >> place & 1) == 0) continue;
      constraint.kinds.for_each(
          [&](Card card) { cards += world[static_cast<std::size_t>(place)].count(card); });
    }
    if (cards < constraint.at_least || cards > constraint.at_most) return 0;
  }
  return choices;
}

/// Calls `visit(world, ways)` for every world of a problem, with `ways` 0 where a constraint
/// excludes it.
template <class Bag, class Visit>
void for_each_belief(const DealProblemOf<Bag>& problem, Visit&& visit) {
  for_each_world(problem, [&](const auto& world, double choices) {
    visit(world, weight_of(problem, world, choices));
  });
}
/// The same for a belief, where `ways` is the probability of the world.
template <class Bag, class Visit>
void for_each_belief(const BeliefOf<Bag>& belief, Visit&& visit) {
  const auto all = belief.total_weight();
  for_each_world(belief.places(), [&](const auto& world, double) {
    visit(world, belief.weight_of(world).share_of(all));
  });
}

/// A chi-squared test of samples, accumulated over many lists of worlds.
class ChiSquared {
 public:
  /// Adds expected and observed counts of one list.
  void add(const std::vector<double>& expected, const std::vector<double>& counted) {
    double rest_expected = 0;
    double rest_counted = 0;
    int cells = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      rest_expected += expected[i];
      rest_counted += counted[i];
      // Merge cells with small expected counts.
      if (rest_expected < 5) continue;
      sum_ += (rest_counted - rest_expected) * (rest_counted - rest_expected) / rest_expected;
      ++cells;
      rest_expected = 0;
      rest_counted = 0;
    }
    if (cells > 1) freedom_ += cells - 1;
  }
  [[nodiscard]] double freedom() const { return freedom_; }
  [[nodiscard]] double sum() const { return sum_; }
  /// Whether the sum is below the 99.9 % quantile.
  [[nodiscard]] bool is_likely() const {
    return freedom_ == 0 || sum_ < test::chi_squared_limit(freedom_);
  }

 private:
  double sum_ = 0;
  double freedom_ = 0;
};

/// Statistics on the knowledge of a game.
struct Calibration {
  ChiSquared samples;
  /// The number of compared views of small games, and how many of them were inexact.
  int compared = 0;
  int compared_inexact = 0;
  /// The same for sampled views of all games.
  int sampled = 0;
  int sampled_inexact = 0;
};

/// Whether the belief of `seen` gives `table` a positive probability; true for games whose beliefs
/// keep no log.
template <class G>
bool believes_in(const G& game, const typename G::Observation& seen,
                 const typename G::Table& table) {
  const auto& rules = game.rules();
  if constexpr (requires {
                  rules.belief_of(seen).is_possible(rules.world_from_table(seen, table));
                }) {
    return rules.belief_of(seen).is_possible(rules.world_from_table(seen, table));
  }
  return true;
}

/// Checks for a viewer of `state`: that the worlds which fit the knowledge are those of `replay`,
/// that the count of worlds matches a full enumeration, and adds samples to the chi-squared test.
template <class G>
std::string calibration_failure(const G& game, const typename G::State& state, Viewer viewer,
                                const Replay<G>& replay, FastRandom& random,
                                Calibration& calibration) {
  const auto& rules = game.rules();
  const auto seen = game.observation(state, viewer);
  if (!replay.contains(state.table)) return "the true table is not among those replayed";
  const bool exact = rules.forgotten(seen) == 0 && game.approximations(seen) == 0;
  ++calibration.compared;
  if (!exact) ++calibration.compared_inexact;

  std::unordered_map<std::uint64_t, std::size_t> index;
  std::vector<double> ways;
  double all_ways = 0;
  double ways_by_constraints = 0;
  std::size_t replayed = 0;
  std::string failure;
  const auto problem = rules.belief_of(seen);
  for_each_belief(problem, [&](const auto& world, double world_ways) {
    const bool by_constraints = world_ways > 0;
    ways_by_constraints += world_ways;
    const auto table = rules.table_from_world(seen, world);
    const bool accepted = !rules.validation_error(table, seen.knowledge);
    const bool happened = replay.contains(table);
    if (happened) ++replayed;
    if (happened && !(accepted && by_constraints))
      failure = "a world that can be is excluded by the constraints";
    if (by_constraints && !accepted && exact) failure = "the constraints say less than is known";
    if (by_constraints && !happened && exact)
      failure = "a world that cannot be fits the constraints";
    if (!(deals_itself(rules, seen) ? accepted : by_constraints)) return;
    index.emplace(game.table_digest(table), ways.size());
    ways.push_back(world_ways);
    all_ways += world_ways;
  });
  if (!failure.empty()) return failure;
  if (replayed != replay.size()) return "a replayed table is no world";
  const std::string count = std::to_string(static_cast<std::int64_t>(ways_by_constraints));
  constexpr bool counts_individuals = requires { problem.constraint_count(); };
  if (counts_individuals && game.count_worlds(seen) != count) {
    return "count_worlds says " + game.count_worlds(seen) + " instead of " + count;
  }

  const double samples = 8.0 * static_cast<double>(ways.size()) + 40;
  std::vector<double> counted(ways.size());
  for (double i = 0; i < samples; ++i) {
    const auto sample = rules.determinize(seen, random);
    if (!sample) return "no world is found";
    const auto found = index.find(game.table_digest(*sample));
    if (found == index.end()) return "a sample is no world";
    ++counted[found->second];
  }
  for (double& share : ways) share *= samples / all_ways;
  calibration.samples.add(ways, counted);
  return "";
}

}  // namespace chemix::laws
