// SPDX-License-Identifier: Apache-2.0
// Taking back: whether a player may, since nobody has learned anything that cannot be unlearned.
#pragma once

#include "chemix/core/game.hpp"
#include "chemix/core/player.hpp"

#include <cstddef>
#include <vector>

namespace chemix {

/// Of so many states it is looked what may come of them, before a way back is given up.
inline constexpr std::size_t most_undo_states = 4096;

/// Finds the steps of one player that lead from a state to another, and what was learned by them.
template <class G>
class UndoSearch {
 public:
  using Rules = typename G::Rules;
  using State = typename G::State;

  UndoSearch(const G& game, Player player) : game_(game), player_(player) {}

  /// See `can_undo`.
  [[nodiscard]] bool leads(const State& before, const State& after) {
    if (before.chance_count != after.chance_count) return false;
    // Results tell of what was held.
    if (game_.acting(after).is_nobody()) return false;
    reached_ = {{before, 0}};
    for (std::size_t at = 0; at < reached_.size(); ++at) {
      const State& state = reached_[at].state;
      // Whether a sealed decision can be taken back would tell who else has decided.
      if (game_.is_sealed(state.table) || !game_.acting(state).contains(player_)) continue;
      const auto legal = game_.legal_actions(state, player_);
      for (int i = 0; i < legal.size(); ++i) {
        State next = reached_[at].state;
        game_.apply_unchecked(next, player_, game_.rules().action_of(legal[i]));
        const bool found = next == after;
        if (!found && reached_.size() == most_undo_states) return false;
        reached_.push_back({next, at});
        if (found) return !teaches();
      }
    }
    return false;
  }

 private:
  struct Reached {
    State state;
    /// The number of the state before.
    std::size_t from;
  };

  // Whether somebody learned something by one of the steps to the last state.
  [[nodiscard]] bool teaches() const {
    for (std::size_t at = reached_.size() - 1; at != 0; at = reached_[at].from) {
      const State& before = reached_[reached_[at].from].state;
      const State& after = reached_[at].state;
      if (teaches(before, after, Viewer::spectator())) return true;
      for (Player p = 0; p < game_.player_count(); ++p) {
        if (teaches(before, after, Viewer::player(p))) return true;
      }
    }
    return false;
  }
  // A card that was hidden is seen, or there are not as many worlds any more, or there are fewer
  // than can be counted.
  [[nodiscard]] bool teaches(const State& before, const State& after, Viewer viewer) const {
    const Rules& rules = game_.rules();
    const auto seen_before = game_.observation(before, viewer);
    const auto seen_after = game_.observation(after, viewer);
    if (rules.weakened(seen_before) > 0 || rules.weakened(seen_after) > 0) return true;
    const auto worlds_before = rules.worlds_of(seen_before);
    const auto worlds_after = rules.worlds_of(seen_after);
    return !unseen_in(worlds_after).contains(unseen_in(worlds_before)) ||
           worlds_after.count() != worlds_before.count();
  }
  static const auto& unseen_in(const auto& worlds) {
    if constexpr (requires { worlds.places(); }) {
      return worlds.places().unseen;
    } else {
      return worlds.unseen;
    }
  }

  const G& game_;
  Player player_;
  std::vector<Reached> reached_;
};

/// Whether `player` may take back all that led from `before` to `after`: only decisions of this
/// player did, chance did nothing, and no viewer, the player included, has learned anything of
/// hidden cards: none of them came to be seen, and as many worlds can be as before. So a card laid
/// from a hand is not taken back; what was chosen among open cards is, until somebody else acts. A
/// sealed decision never is: the answer would tell who else has decided; nor is what ends the game:
/// results tell of hands. True is sure; after some thousand other ways to go on, and where a
/// viewer's knowledge is weakened, the answer is false. It allocates and counts worlds: it is meant
/// for servers, not for search.
template <class G>
[[nodiscard]] bool can_undo(const G& game, const typename G::State& before,
                            const typename G::State& after, Player player) {
  return UndoSearch<G>(game, player).leads(before, after);
}

}  // namespace chemix
