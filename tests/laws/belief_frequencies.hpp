// SPDX-License-Identifier: Apache-2.0
// Compares beliefs with counted histories. BELIEF_TABLE=1 prints the differences by game and by
// cause.
#pragma once

#include "chemix/agents/guided.hpp"
#include "chemix/core/options.hpp"
#include "laws/beliefs.hpp"
#include "laws/small_games.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace chemix::laws {

// Results for the positions with one cause.
struct Tally {
  int positions = 0;
  int exact = 0;
  /// Positions whose observation log had dropped entries.
  int forgotten = 0;
  double distance = 0;
  double max_distance = 0;
  /// The largest distance among the other positions.
  double max_unsaid_distance = 0;
  double max_impossible = 0;
  int missing = 0;

  void add(const Difference& difference, bool is_forgotten) {
    ++positions;
    forgotten += is_forgotten ? 1 : 0;
    if (!is_forgotten) max_unsaid_distance = std::max(max_unsaid_distance, difference.distance);
    exact += difference.is_exact ? 1 : 0;
    distance += difference.distance;
    max_distance = std::max(max_distance, difference.distance);
    max_impossible = std::max(max_impossible, difference.impossible);
    missing += difference.misses ? 1 : 0;
  }
};

// Limits on the number of tables and steps, beyond which a game is no longer followed.
inline constexpr std::size_t max_tables = 3000;
inline constexpr std::size_t max_steps = 300;

// The correct rules behind broken ones; other rules are unchanged.
template <class Rules>
struct RightOf {
  using Type = Rules;
};
template <class Rules>
requires requires { typename Rules::Right; }
struct RightOf<Rules> {
  using Type = typename Rules::Right;
};

// Follows small games from the view of each viewer.
template <class G>
class Beliefs {
 public:
  using Rules = typename G::Rules;

  Beliefs() : random_(SeedSequence(1)) {
    using Right = typename RightOf<Rules>::Type;
    const auto deck = SmallGames<Right>::belief_deck();
    for (const std::string& options : SmallGames<Right>::belief_options()) {
      for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
        auto rules = Rules::create(deck, *parse_options<typename Rules::Options>(options), players);
        if (rules) games_.push_back(G(*rules));
      }
    }
  }

  void try_games(int count) {
    for (int i = 0; i < count; ++i) {
      const G& game = games_[static_cast<std::size_t>(i) % games_.size()];
      const Player start = i % game.player_count();
      const auto run = random_.below(2) == 0 ? Run<G>(game, start, random_, AnyLegal())
                                             : Run<G>(game, start, random_, Guided());
      for (const Viewer viewer : viewers(game.player_count())) follow(game, run, viewer);
    }
  }

  struct Kind {
    Cause cause;
    int players;
    bool is_spectator;
    auto operator<=>(const Kind&) const = default;
  };
  using Tallies = std::map<Kind, Tally>;
  [[nodiscard]] const Tallies& tallies() const { return tallies_; }

 private:
  void follow(const G& game, const Run<G>& run, Viewer viewer) {
    Histories<G> histories(game, viewer, run.states[0].table);
    Causes causes(viewer);
    const std::size_t stride = std::max<std::size_t>(1, run.steps.size() / 16);
    for (std::size_t at = 0; at < std::min(run.steps.size(), max_steps); ++at) {
      const auto& state = run.states[at];
      const auto seen = game.observation(state, viewer);
      // Skip sealed decisions in progress: worlds do not include decisions already made.
      const bool open = game.acting(state) == game.rules().acting(state.table.open);
      if (open && random_.below(stride) == 0) tally(game, causes, seen, histories);
      auto view = seen;
      for (const auto& event : events(game, state.table, run.steps[at], viewer)) {
        causes.see(game.rules(), view, event);
        game.fold(view, event);
      }
      histories.advance(state.table, run.steps[at]);
      if (histories.size() > max_tables) return;
    }
    // Scoring at the end may reveal counts of hands.
    if (run.steps.size() > max_steps || !causes.contains(Cause::Counted)) return;
    tally(game, causes, game.observation(run.states.back(), viewer), histories);
  }

  void tally(const G& game, const Causes& causes, const typename G::Observation& seen,
             const Histories<G>& histories) {
    const Difference difference = difference_of(game, seen, histories);
    const bool is_forgotten =
        game.rules().forgotten(seen) > 0 || game.rules().belief_of(seen).approximations() > 0;
    for (std::size_t i = 0; i < cause_count; ++i) {
      const auto cause = static_cast<Cause>(i);
      if (!causes.contains(cause)) continue;
      tallies_[{cause, game.player_count(), seen.viewer.is_spectator()}].add(difference,
                                                                             is_forgotten);
    }
  }

  FastRandom random_;
  std::vector<G> games_;
  Tallies tallies_;
};

template <class G>
void print(const Beliefs<G>& beliefs) {
  for (const auto& [key, tally] : beliefs.tallies()) {
    std::printf("| %s | %s | %d%s | %d | %d | %d | %.4f | %.4f | %.4f |\n",
                std::string(G::name()).c_str(), std::string(name_of(key.cause)).c_str(),
                key.players, key.is_spectator ? ", watched" : "", tally.positions, tally.exact,
                tally.forgotten, tally.distance / tally.positions, tally.max_distance,
                tally.max_impossible);
  }
}

}  // namespace chemix::laws
