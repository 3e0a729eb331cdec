// SPDX-License-Identifier: Apache-2.0
// Undo: whether a player may take back decisions, because nobody has learned anything from them,
// and otherwise the reason.
#pragma once

#include "chemix/core/contract.hpp"
#include "chemix/core/function_ref.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/player.hpp"
#include "chemix/core/stop_token.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace chemix {

/// Whether a player may take back decisions, and why not. Values are only appended.
enum class Undo : std::uint8_t {
  Allowed,
  /// The player has done nothing that could be taken back.
  Nothing,
  OthersActed,
  ChanceActed,
  /// A sealed decision is binding: any other answer would reveal who else has decided.
  Sealed,
  /// Results reveal hands.
  GameOver,
  /// Somebody has learned something about hidden cards, or it cannot be ruled out.
  Learned
};
constexpr std::array<std::string_view, 7> names_of(Undo) {
  return {"allowed", "nothing", "others_acted", "chance_acted", "sealed", "game_over", "learned"};
}

/// The search for a way back reaches at most this many states before it gives up.
inline constexpr std::size_t max_undo_states = 4096;
/// Comparing what viewers know before and after steps gives up after this work, in units of
/// `StopPoll`: some 50 ms. Without a limit it takes many seconds in games whose players draw and
/// keep cards again and again.
inline constexpr std::int64_t max_undo_work = 50'000;

namespace undo {

/// The type-erased interface of a game to the search for the steps between two states.
struct Steps {
  std::size_t state_size = 0;
  /// Calls `visit(next)` for all states that one step of the player leads to, until it returns
  /// false.
  FunctionRef<void(const void* state, FunctionRef<bool(const void* next)> visit)> for_each_next;
  FunctionRef<bool(const void* one, const void* other)> are_equal;
  /// Whether any viewer learns something from the step.
  FunctionRef<bool(const void* before, const void* after)> teaches;
};
/// Allowed if steps from which nobody learns anything lead from `before` to `after`. OthersActed if
/// no steps of the player lead there, Learned if one of them teaches or if the search gives up.
[[nodiscard]] Undo search(const Steps& steps, const void* before, const void* after);

// Whether the rules say that `viewer` learns nothing from all events of the player's step.
template <class G>
bool is_silent(const G& game, const typename G::State& before, const typename G::State& after,
               Player player, Viewer viewer) {
  if constexpr (SilentEventRules<typename G::Rules>) {
    const auto legal = game.legal_actions(before, player);
    for (int i = 0; i < legal.size(); ++i) {
      const auto action = game.rules().action_of(legal[i]);
      typename G::State next = before;
      game.apply_unchecked(next, player, action);
      if (!(next == after)) continue;
      const auto events = game.events(before.table, player, action, viewer);
      return std::all_of(events.begin(), events.end(),
                         [&](const auto& event) { return G::Rules::tells_nothing(event, viewer); });
    }
  }
  return false;
}

// Whether `viewer` learns something: a hidden card is seen, the number of worlds changes, or the
// viewer's knowledge is incomplete or `poll` ends the counting, so that worlds cannot be compared.
template <class G>
bool teaches(const G& game, const typename G::State& before, const typename G::State& after,
             Player player, Viewer viewer, StopPoll& poll) {
  if (is_silent(game, before, after, player, viewer)) return false;
  const auto& rules = game.rules();
  const auto seen_before = game.observation(before, viewer);
  const auto seen_after = game.observation(after, viewer);
  if (rules.forgotten(seen_before) > 0 || rules.forgotten(seen_after) > 0) return true;
  auto worlds_before = rules.belief_of(seen_before);
  auto worlds_after = rules.belief_of(seen_after);
  worlds_before.poll(poll);
  worlds_after.poll(poll);
  return !worlds_after.places().unseen.contains(worlds_before.places().unseen) ||
         worlds_after.count() != worlds_before.count() || poll.is_ended();
}

}  // namespace undo

/// Whether `player` may take back everything that led from `before` to `after`. That requires that
/// only decisions of this player did, that chance did not act, and that no viewer, the player
/// included, learned anything about hidden cards: none of them was seen, and the number of possible
/// worlds is unchanged, or the rules say that the events tell nothing. So a card laid from a hand
/// cannot be taken back; a choice among open cards can, until somebody else acts, and so can a card
/// put face down until it is shown. A sealed decision never can, since the answer would reveal who
/// else has decided; neither can a step that ends the game, since results reveal hands. Allowed is
/// definite; of several reasons against it, returns one. Allocates and counts worlds: meant for
/// servers, not for search.
template <class G>
[[nodiscard]] Undo can_undo(const G& game, const typename G::State& before,
                            const typename G::State& after, Player player) {
  using State = typename G::State;
  const auto state_at = [](const void* state) -> const State& {
    return *static_cast<const State*>(state);
  };
  if (before.chance_count != after.chance_count) return Undo::ChanceActed;
  if (before == after) return Undo::Nothing;
  if (game.acting(after).is_nobody()) return Undo::GameOver;
  // A state in a sealed decision contains the secret decisions of others.
  if (game.is_sealed(after.table)) return Undo::Sealed;
  bool is_sealed_between = false;
  const auto for_each_next = [&](const void* at, FunctionRef<bool(const void*)> visit) {
    const State& state = state_at(at);
    if (game.is_sealed(state.table)) {
      is_sealed_between = true;
      return;
    }
    if (!game.acting(state).contains(player)) return;
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
  WorkLimit limit(max_undo_work);
  StopPoll poll(&limit);
  const auto teaches = [&](const void* one, const void* next) {
    const auto teaches_to = [&](Viewer viewer) {
      return undo::teaches(game, state_at(one), state_at(next), player, viewer, poll);
    };
    if (teaches_to(Viewer::spectator())) return true;
    for (Player p = 0; p < game.player_count(); ++p) {
      if (teaches_to(Viewer::player(p))) return true;
    }
    return false;
  };
  const Undo found =
      undo::search({sizeof(State), for_each_next, are_equal, teaches}, &before, &after);
  return found == Undo::OthersActed && is_sealed_between ? Undo::Sealed : found;
}

}  // namespace chemix
