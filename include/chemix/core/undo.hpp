// SPDX-License-Identifier: Apache-2.0
// Taking back: whether a player may, since nobody has learned anything that cannot be unlearned.
#pragma once

#include "chemix/core/function_ref.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/player.hpp"

#include <cstddef>

namespace chemix {

/// Of so many states it is looked what may come of them, before a way back is given up.
inline constexpr std::size_t most_undo_states = 4096;

namespace undo {

/// What the search for the steps between two states asks of a game, whose states it knows as memory
/// alone.
struct Steps {
  std::size_t state_size = 0;
  /// Calls `visit(next)` for all states that one step of the player leads to, until it returns
  /// false.
  FunctionRef<void(const void* state, FunctionRef<bool(const void* next)> visit)> for_each_next;
  FunctionRef<bool(const void* one, const void* other)> are_equal;
  /// Whether somebody learns something by the step from one to the next.
  FunctionRef<bool(const void* before, const void* after)> teaches;
};
/// Whether steps that teach nobody anything lead from one state to another.
[[nodiscard]] bool lead(const Steps& steps, const void* before, const void* after);

// A card that was hidden is seen, or there are not as many worlds any more, or there are fewer than
// can be counted.
template <class G>
bool teaches(const G& game, const typename G::State& before, const typename G::State& after,
             Viewer viewer) {
  const auto unseen = [](const auto& worlds) -> const auto& {
    if constexpr (requires { worlds.places(); }) {
      return worlds.places().unseen;
    } else {
      return worlds.unseen;
    }
  };
  const auto& rules = game.rules();
  const auto seen_before = game.observation(before, viewer);
  const auto seen_after = game.observation(after, viewer);
  if (rules.forgotten(seen_before) > 0 || rules.forgotten(seen_after) > 0) return true;
  const auto worlds_before = rules.belief_of(seen_before);
  const auto worlds_after = rules.belief_of(seen_after);
  return !unseen(worlds_after).contains(unseen(worlds_before)) ||
         worlds_after.count() != worlds_before.count();
}

}  // namespace undo

/// Whether `player` may take back all that led from `before` to `after`: only decisions of this
/// player did, chance did nothing, and no viewer, the player included, has learned anything of
/// hidden cards: none of them came to be seen, and as many worlds can be as before. So a card laid
/// from a hand is not taken back; what was chosen among open cards is, until somebody else acts. A
/// sealed decision never is: the answer would tell who else has decided; nor is what ends the game:
/// results tell of hands. True is sure; after some thousand other ways to go on, and where a
/// viewer's knowledge is incomplete, the answer is false. It allocates and counts worlds: it is
/// meant for servers, not for search.
template <class G>
[[nodiscard]] bool can_undo(const G& game, const typename G::State& before,
                            const typename G::State& after, Player player) {
  using State = typename G::State;
  const auto state_at = [](const void* state) -> const State& {
    return *static_cast<const State*>(state);
  };
  if (before.chance_count != after.chance_count) return false;
  // Results tell of what was held.
  if (game.acting(after).is_nobody()) return false;
  const auto for_each_next = [&](const void* at, FunctionRef<bool(const void*)> visit) {
    const State& state = state_at(at);
    // Whether a sealed decision can be taken back would tell who else has decided.
    if (game.is_sealed(state.table) || !game.acting(state).contains(player)) return;
    const auto legal = game.legal_actions(state, player);
    for (int i = 0; i < legal.size(); ++i) {
      State next = state;
      game.apply_unchecked(next, player, game.rules().action_of(legal[i]));
      if (!visit(&next)) return;
    }
  };
  const auto are_equal = [&](const void* one, const void* other) {
    return state_at(one) == state_at(other);
  };
  const auto teaches = [&](const void* one, const void* next) {
    if (undo::teaches(game, state_at(one), state_at(next), Viewer::spectator())) return true;
    for (Player p = 0; p < game.player_count(); ++p) {
      if (undo::teaches(game, state_at(one), state_at(next), Viewer::player(p))) return true;
    }
    return false;
  };
  return undo::lead({sizeof(State), for_each_next, are_equal, teaches}, &before, &after);
}

}  // namespace chemix
