// SPDX-License-Identifier: Apache-2.0
// The values of a game: tables, states and observations, composed of the parts that rules define.
#pragma once

#include "chemix/core/function_ref.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/parts.hpp"
#include "chemix/core/player.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace chemix {

/// The cards and markers in play, without anybody's memory: all that is needed to continue a game.
template <class Public, class Private, class Hidden, int Capacity>
struct TableOf {
  /// Visible to everybody.
  Public open;
  /// Per player: what that player holds or is being shown.
  PerPlayer<Private, Capacity> own;
  /// Visible to nobody.
  Hidden hidden;

  constexpr bool operator==(const TableOf&) const = default;
  /// The part that `player` holds, or null if this view does not show it; a table shows all parts.
  constexpr Private* shown(Player player) { return &own[player]; }
  constexpr Hidden* shown_hidden() { return &hidden; }
};

/// The knowledge type of games without memory: the table already shows all that viewers have
/// learned.
struct NoKnowledge {
  constexpr bool operator==(const NoKnowledge&) const = default;
  static constexpr void visit_fields(auto&, auto&&) {}
};

/// Digests of everything seen, by all viewers and by each player, chained event by event.
template <int Capacity>
struct HistoryDigests {
  std::uint64_t open = 0;
  /// Per player: what that player saw beyond what everybody saw.
  PerPlayer<std::uint64_t, Capacity> own;

  constexpr bool operator==(const HistoryDigests&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("history", self.open);
    visit("own_history", self.own);
  }
};

/// A complete point of a game: a small regular value that can be copied with memcpy.
template <class Table, class Knowledge, int Capacity>
struct StateOf {
  Table table;
  /// The viewers' memory of hidden cards.
  Knowledge knowledge;
  HistoryDigests<Capacity> history;
  /// The number of chance actions taken so far, which is the index of the dealer's next draw.
  std::uint32_t chance_count = 0;

  constexpr bool operator==(const StateOf&) const = default;
};

/// All that one viewer sees and knows, and nothing else: built only from the public part, the
/// viewer's own part and the viewer's knowledge. Create observations, tables and states as `T()`,
/// which also clears the padding: a copy of the raw bytes then reveals nothing of what that memory
/// held before.
template <class Public, class Private, class Knowledge>
struct ObservationOf {
  Viewer viewer;
  Public open;
  /// The viewer's own part; empty for a spectator.
  Private own;
  Knowledge knowledge;
  /// The chained digest of all that everybody saw. With `own_history`, the observation is an
  /// information state.
  std::uint64_t history = 0;
  std::uint64_t own_history = 0;

  constexpr bool operator==(const ObservationOf&) const = default;
  constexpr Private* shown(Player player) { return viewer.is(player) ? &own : nullptr; }
  constexpr std::nullptr_t shown_hidden() { return nullptr; }
};

template <class R>
using Table = TableOf<typename R::Public, typename R::Private, typename R::Hidden, R::capacity>;
template <class R>
using State = StateOf<Table<R>, typename R::Knowledge, R::capacity>;
template <class R>
using Observation = ObservationOf<typename R::Public, typename R::Private, typename R::Knowledge>;

/// Returns the table of a state; a table is returned as it is.
template <class Public, class Private, class Hidden, int Capacity>
constexpr const auto& table_of(const TableOf<Public, Private, Hidden, Capacity>& table) {
  return table;
}
template <class Table, class Knowledge, int Capacity>
constexpr const Table& table_of(const StateOf<Table, Knowledge, Capacity>& state) {
  return state.table;
}

/// A chance outcome and its weight: the number of equally likely ways that lead to it.
template <class Action>
struct ChanceOutcome {
  Action action;
  std::int64_t weight = 0;

  constexpr bool operator==(const ChanceOutcome&) const = default;
};

/// The context of a step. Rules read the table through it, and change it only by posting events.
template <class Rules, class Observer>
class StepContext {
 public:
  constexpr StepContext(const Rules& rules, Table<Rules>& table, Observer observer)
      : rules_(rules), table_(table), observer_(std::move(observer)) {}

  [[nodiscard]] constexpr const typename Rules::Public& open() const { return table_.open; }
  [[nodiscard]] constexpr const PerPlayer<typename Rules::Private, Rules::capacity>& own() const {
    return table_.own;
  }
  [[nodiscard]] constexpr const typename Rules::Private& own(Player player) const {
    return table_.own[player];
  }
  [[nodiscard]] constexpr const typename Rules::Hidden& hidden() const { return table_.hidden; }

  /// Posts `event`: the observer sees it first, then `fold` changes the table.
  CHEMIX_INLINE constexpr void post(const typename Rules::Event& event) {
    observer_(std::as_const(table_), event);
    rules_.fold(table_, event);
  }

 private:
  const Rules& rules_;
  Table<Rules>& table_;
  Observer observer_;
};

/// A step context of one type for all observers, and for tables that are part of another. Rules are
/// compiled for it once, so it serves where size matters more than speed. `post` must fold the
/// event.
template <class Rules>
class AnyStepContext {
 public:
  using Event = typename Rules::Event;

  AnyStepContext(const typename Rules::Public& open,
                 const PerPlayer<typename Rules::Private, Rules::capacity>& own,
                 const typename Rules::Hidden& hidden, FunctionRef<void(const Event&)> post)
      : open_(open), own_(own), hidden_(hidden), post_(post) {}

  [[nodiscard]] const typename Rules::Public& open() const { return open_; }
  [[nodiscard]] const PerPlayer<typename Rules::Private, Rules::capacity>& own() const {
    return own_;
  }
  [[nodiscard]] const typename Rules::Private& own(Player player) const { return own_[player]; }
  [[nodiscard]] const typename Rules::Hidden& hidden() const { return hidden_; }

  void post(const Event& event) { post_(event); }

 private:
  const typename Rules::Public& open_;
  const PerPlayer<typename Rules::Private, Rules::capacity>& own_;
  const typename Rules::Hidden& hidden_;
  FunctionRef<void(const Event&)> post_;
};

/// An observer that ignores every event.
struct NullObserver {
  constexpr void operator()(const auto&, const auto&) const {}
};

}  // namespace chemix
