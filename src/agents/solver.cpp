// SPDX-License-Identifier: Apache-2.0
// Alpha-beta search with a transposition table. It applies only if both players know the whole
// table, so that there is only one world to search.
#include "agents/solver.hpp"

#include "agents/policies.hpp"
#include "agents/turns.hpp"
#include "chemix/state_memory.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace chemix {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// The tolerance for probabilities that are sums of rounded numbers.
constexpr double rounding = 1e-9;

// Alpha-beta search for the return of one of two players, where nothing is hidden.
class Solver {
 public:
  Solver(const AnyGame& game, Player player, int positions, Deadline deadline, StopPoll& stop)
      : game_(game),
        player_(player),
        left_(positions),
        deadline_(deadline),
        stop_(stop),
        turns_(game, Aim::Points, stop) {}

  /// The value of an action; nothing if the search gives up.
  std::optional<double> after(ConstBlock state, int action) {
    const double value = value_after(state, player_, action, 0, -infinity, infinity);
    if (gives_up_) return std::nullopt;
    return value;
  }

  /// Whether everybody sees which of these actions is taken.
  bool is_seen(ConstBlock state, Player actor, const std::vector<int>& actions) const {
    if (actions.size() < 2) return true;
    for (Player viewer = 0; viewer < game_.player_count(); ++viewer) {
      if (viewer == actor) continue;
      std::vector<std::vector<Event>> seen;
      for (const int action : actions) {
        auto events = game_.events(state, actor, action, Viewer::player(viewer));
        if (!events || std::find(seen.begin(), seen.end(), *events) != seen.end()) return false;
        seen.push_back(std::move(*events));
      }
    }
    return true;
  }

 private:
  // The work of a position, in units of `StopPoll`.
  static constexpr int units_per_position = 8;
  // The search is recursive, and thread stacks are small.
  static constexpr std::size_t max_steps = 300;

  // A lower and an upper bound on a value; equal if it is known exactly.
  struct Bounds {
    double least = -infinity;
    double most = infinity;
  };
  // Buffers of one depth, reused.
  struct Level {
    explicit Level(const AnyGame& game) : next(game) {}
    std::vector<int> legal;
    StateMemory next;
  };

  [[nodiscard]] bool is_late() const {
    return deadline_ && left_ % 64 == 0 && Clock::now() >= *deadline_;
  }
  double give_up() {
    gives_up_ = true;
    return 0;
  }
  Level& level(std::size_t depth) {
    while (depth >= levels_.size()) levels_.emplace_back(game_);
    return levels_[depth];
  }

  // Returns the exact value if it lies between the bounds; else a bound at most `least` or at least
  // `most`.
  double value_of(ConstBlock state, std::size_t depth, double least, double most) {
    const Acting acting = game_.acting(state);
    if (acting.is_nobody()) return game_.returns(state)[static_cast<std::size_t>(player_)].value();
    const std::uint64_t digest = game_.table_digest(state);
    if (const auto found = known_.find(digest); found != known_.end()) {
      const Bounds& known = found->second;
      if (known.least == known.most || known.least >= most) return known.least;
      if (known.most <= least) return known.most;
      least = std::max(least, known.least);
      most = std::min(most, known.most);
    } else if (--left_ < 0 || is_late() || stop_.spend(units_per_position)) {
      return give_up();
    }
    if (depth == max_steps || (!acting.is_chance() && acting.players().size() != 1)) {
      return give_up();
    }
    const double value = acting.is_chance() ? value_of_chance(state, depth, least, most)
                                            : value_of_decision(state, acting.players().lowest(),
                                                                depth, least, most);
    if (gives_up_) return 0;
    Bounds& known = known_[digest];
    if (value < most) known.most = value;
    if (value > least) known.least = value;
    return value;
  }

  double value_of_chance(ConstBlock state, std::size_t depth, double least, double most) {
    const std::vector<ChanceWay> ways = game_.chance_outcomes(state);
    // If several cards may be drawn, one player does not see which one it was.
    if (ways.size() != 1) return give_up();
    return value_after(state, Actor::chance(), ways[0].action, depth, least, most);
  }

  double value_of_decision(ConstBlock state, Player player, std::size_t depth, double least,
                           double most) {
    std::vector<int>& legal = level(depth).legal;
    turns_.ask(state, player, legal);
    if (!is_seen(state, player, legal)) return give_up();
    turns_.sort(legal);
    const bool is_own = player == player_;
    double best = is_own ? -infinity : infinity;
    for (const int action : legal) {
      const double value = value_after(state, player, action, depth, least, most);
      if (gives_up_) return 0;
      best = is_own ? std::max(best, value) : std::min(best, value);
      (is_own ? least : most) = is_own ? std::max(least, best) : std::min(most, best);
      if (least >= most) break;
    }
    return best;
  }

  double value_after(ConstBlock state, Actor actor, int action, std::size_t depth, double least,
                     double most) {
    const Block next = level(depth).next.block();
    std::copy(state.begin(), state.end(), next.begin());
    game_.apply(next, actor, action);
    return value_of(next, depth + 1, least, most);
  }

  const AnyGame& game_;
  Player player_;
  int left_;
  Deadline deadline_;
  StopPoll& stop_;
  bool gives_up_ = false;
  Turns turns_;
  std::map<std::uint64_t, Bounds> known_;
  // A deque, so that growing does not move shallower levels.
  std::deque<Level> levels_;
};

// Whether only one world is possible; `count_worlds` may count it more than once. Two sampled
// worlds usually differ if there are others, and this is faster to check than the marginals.
bool knows_all(const AnyGame& game, ConstBlock observation, StopPoll& stop) {
  Generator random(SeedSequence(Seed(0)).key(), Domain::Sampler, 0);
  std::array<std::uint64_t, 2> drawn{};
  StateMemory state(game);
  for (std::uint64_t& digest : drawn) {
    if (!game.determinize(observation, random, Others::Undecided, state.block())) return false;
    digest = game.digest(state.block());
  }
  if (drawn[0] != drawn[1]) return false;
  const std::optional<Marginals> marginals = game.marginals(observation, stop);
  if (!marginals) return false;
  return std::all_of(marginals->probabilities.begin(), marginals->probabilities.end(),
                     [](double p) { return p < rounding || p > 1 - rounding; });
}

}  // namespace

std::optional<std::vector<ActionValue>> solve(const Decision& decision, int positions,
                                              Deadline deadline, StopPoll& stop) {
  const AnyGame& game = decision.game();
  if (positions == 0 || game.player_count() != 2 ||
      !knows_all(game, decision.observation(), stop)) {
    return std::nullopt;
  }
  // There is only one world, so the random source does not matter.
  Generator unused(SeedSequence(Seed(0)).key(), Domain::Sampler, 0);
  StateMemory state(game);
  ObservationMemory theirs(game);
  if (!game.determinize(decision.observation(), unused, Others::Undecided, state.block())) {
    return std::nullopt;
  }
  game.observe(state.block(), Viewer::player(1 - decision.player()), theirs.block());
  const Acting acting = game.acting(state.block());
  if (!knows_all(game, theirs.block(), stop) || acting.players().size() != 1) return std::nullopt;
  Solver solver(game, decision.player(), positions, deadline, stop);
  if (!solver.is_seen(state.block(), decision.player(), decision.legal_actions())) {
    return std::nullopt;
  }
  std::vector<ActionValue> solved;
  for (const int action : decision.legal_actions()) {
    const std::optional<double> value = solver.after(state.block(), action);
    if (!value) return std::nullopt;
    solved.push_back({action, *value, 0});
  }
  return solved;
}

}  // namespace chemix
