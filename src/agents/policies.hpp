// SPDX-License-Identifier: Apache-2.0
// The built-in policies.
#pragma once

#include "chemix/agents/policy.hpp"
#include "chemix/core/options.hpp"
#include "chemix/state_memory.hpp"

#include <string_view>
#include <vector>

namespace chemix {

/// Sorts by visits, then by value, both descending, then by ascending id.
void sort_by_value(std::vector<ActionValue>& values);
/// One of the best actions, uniformly. Precondition: `values` are sorted.
[[nodiscard]] int best_of(const std::vector<ActionValue>& values, Generator& random);

/// Samples tables that the player of a decision cannot tell from the true one.
class Worlds {
 public:
  explicit Worlds(const Decision& decision);

  /// Samples another table from the player's belief; nobody else has decided in a sealed decision.
  /// Returns false if no table fits, which never happens in a real game.
  [[nodiscard]] bool draw(Generator& random);
  /// The last table sampled.
  [[nodiscard]] ConstBlock table() const { return table_.block(); }

 private:
  const AnyGame& game_;
  ConstBlock observation_;
  StateMemory state_;
  TableMemory table_;
};

/// Maximizes the points at the end of the turn, averaged over sampled worlds.
class GreedyPolicy final : public Policy {
 public:
  struct Parameters {
    int worlds = 2;

    static constexpr void visit_options(auto& self, auto&& visit) {
      visit(OptionField{"worlds", "", "the number of sampled worlds in which a turn is tried", 1,
                        10000},
            self.worlds);
    }
  };
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view meaning =
      "maximizes the points at the end of the turn, averaged over sampled worlds";

  explicit GreedyPolicy(const Parameters& parameters) : parameters_(parameters) {}
  std::vector<ActionValue> action_values(const Decision& decision, Generator& random,
                                         StopPoll& stop) const override;

 private:
  Parameters parameters_;
};

/// A sensible player: maximizes points at the end of the turn, a heuristic for future points, and a
/// preference for actions that advance the game.
class HeuristicPolicy final : public Policy {
 public:
  struct Parameters : GreedyPolicy::Parameters {
    double preference = 0.05;

    static constexpr void visit_options(auto& self, auto&& visit) {
      GreedyPolicy::Parameters::visit_options(self, visit);
      visit(
          OptionField{"preference", "",
                      "points added for each of three levels at which an action advances the game",
                      0, 1000},
          self.preference);
    }
  };
  static constexpr std::string_view name = "heuristic";
  static constexpr std::string_view meaning =
      "maximizes the points at the end of the turn, a heuristic for future points, and a "
      "preference for actions that advance the game";

  explicit HeuristicPolicy(const Parameters& parameters) : parameters_(parameters) {}
  std::vector<ActionValue> action_values(const Decision& decision, Generator& random,
                                         StopPoll& stop) const override;

 private:
  Parameters parameters_;
};

/// Information-set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse
/// 2012) in worlds sampled from the player's belief. The heuristic policy orders the actions and
/// plays on from the leaves.
class SearchPolicy : public Policy {
 public:
  struct Parameters {
    int iterations = 1000;
    int milliseconds = 0;
    int worlds = 250;
    double exploration = 1.2;
    int turns = 20;
    bool guided = true;
    int positions = 2000;
    int memory = 1024;

    static constexpr void visit_options(auto& self, auto&& visit) {
      visit(OptionField{"iterations", "", "the number of games simulated from the tree", 1,
                        100000000},
            self.iterations);
      visit(OptionField{"milliseconds", "",
                        "a time limit instead of the number of iterations; choices are then not "
                        "reproducible",
                        0, 3600000},
            self.milliseconds);
      visit(OptionField{"worlds", "", "the approximate number of worlds sampled", 1, 1000000},
            self.worlds);
      visit(
          OptionField{"exploration", "", "how strongly rarely tried actions are preferred", 0, 100},
          self.exploration);
      visit(
          OptionField{"turns", "",
                      "turns of a simulation that maximize points, before the rest of the game is "
                      "played out",
                      0, 1000},
          self.turns);
      visit(OptionField{"guided", "",
                        "whether playouts prefer actions that advance the game, instead of being "
                        "purely random"},
            self.guided);
      visit(OptionField{"positions", "",
                        "the maximum number of positions examined for perfect play if two players "
                        "see everything",
                        0, 100000000},
            self.positions);
      visit(OptionField{"memory", "",
                        "a limit in MiB for the tree and the positions; a full tree grows no more, "
                        "but its values still improve",
                        1, 1048576},
            self.memory);
    }
  };
  static constexpr std::string_view name = "search";
  static constexpr std::string_view meaning =
      "information-set Monte Carlo tree search: looks ahead in many sampled worlds";

  explicit SearchPolicy(const Parameters& parameters) : parameters_(parameters) {}
  std::vector<ActionValue> action_values(const Decision& decision, Generator& random,
                                         StopPoll& stop) const override;
  [[nodiscard]] HintReason reason() const override { return HintReason::Solved; }

 private:
  Parameters parameters_;
};

/// Plays perfectly if two players know everything and there are few enough positions. Otherwise it
/// searches, and its values have visit counts.
class SolverPolicy final : public SearchPolicy {
 public:
  struct Parameters : SearchPolicy::Parameters {
    // About 0.2 s in two-player Showdown. A count rather than a time, so that results are
    // reproducible.
    Parameters() { positions = 100000; }
  };
  static constexpr std::string_view name = "solver";
  static constexpr std::string_view meaning =
      "plays perfectly if two players see everything and positions are few; otherwise searches";

  explicit SolverPolicy(const Parameters& parameters) : SearchPolicy(parameters) {}
};

}  // namespace chemix
