// SPDX-License-Identifier: Apache-2.0
// The law that beliefs match histories: a viewer's probability of a world is proportional to the
// number of histories that lead to it and show the viewer the same events.
#pragma once

#include "chemix/beliefs/hidden_places.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/big_unsigned.hpp"
#include "chemix/games/react/rules.hpp"
#include "laws/calibration.hpp"
#include "laws/run.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace chemix::laws {

// ---- Histories ----

/// A number of histories. Common factors are divided out, so that long games do not overflow it.
using HistoryCount = BigUnsigned<16>;

/// The number of copies of `card` in a hidden place; 0 in a place that everybody sees.
template <class Rules, class Table>
int hidden_count(const Rules& rules, Table table, Place place, Card card) {
  int count = 0;
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(table.own[0].hand)>, DeckBag>) {
    if (place.is_hand()) count = rules.deck().layout().count(table.own[place.owner].hand, card);
  } else {
    rules.cards_at(table, place, card, [&]<class Cards>(Cards&& cards, auto...) {
      if constexpr (is_hidden_cards<std::remove_cvref_t<Cards>>) {
        std::remove_cvref_t<decltype(rules.deck().all_cards())> bag;
        add_cards(bag, *cards.cards);
        count = bag.count(card);
      }
    });
  }
  return count;
}

/// The number of cards in a hidden place for cards like `card`.
template <class Rules, class Table>
int hidden_size(const Rules& rules, Table table, Place place, Card card) {
  int size = 0;
  rules.cards_at(table, place, card, [&]<class Cards>(Cards&& cards, auto...) {
    if constexpr (is_hidden_cards<std::remove_cvref_t<Cards>>) size = cards.size;
  });
  return size;
}

/// The number of copies of `card` that cannot be taken from a place: a player who takes a card in
/// return does not take the one just given (RX-9).
template <class Table>
int held_back(const Table& table, Place place, Card card) {
  if constexpr (std::is_same_v<Table, react::Table>) {
    const auto& open = table.open;
    const bool stays = open.phase == react::Phase::TakeBack && open.asked == card;
    return stays && place == hand_of(open.current_player) ? 1 : 0;
  }
  return 0;
}

/// All tables that fit what one viewer has seen since the start of a game, with the number of
/// histories that lead to each. Histories distinguish individual cards, and chance takes each with
/// equal weight. An action with a kind of card stands for any individual of that kind in the place;
/// cards that move together in one choice form a set. Shares no code with knowledge and worlds.
template <class G>
class Histories {
 public:
  using Table = typename G::Table;
  struct Entry {
    Table table;
    HistoryCount count;
  };
  using Entries = std::unordered_map<std::uint64_t, Entry>;

  Histories(const G& game, Viewer viewer, const Table& start) : game_(game), viewer_(viewer) {
    add(entries_, start, 1);
  }

  [[nodiscard]] const Entries& entries() const { return entries_; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// The total number of histories.
  [[nodiscard]] HistoryCount all() const {
    HistoryCount all;
    for (const auto& [digest, entry] : entries_) all += entry.count;
    return all;
  }

  /// Advances by a step that was taken in `before`. The actor is no secret, except in a sealed
  /// decision, where the order of decisions does not affect the tables.
  void advance(const Table& before, const Step& step) {
    const auto shown = events(game_, before, step, viewer_);
    Entries next;
    for (const auto& found : entries_) {
      const Entry& entry = found.second;
      if (step.actor.is_chance()) {
        game_.for_each_chance_outcome(entry.table, [&](const auto& outcome) {
          const Step drawn{Actor::chance(), game_.rules().chance_action_id(outcome.action)};
          follow(next, entry, drawn, static_cast<std::uint64_t>(outcome.weight), shown);
        });
      } else if (is_of(viewer_, step)) {
        follow(next, entry, step, 1, shown);
      } else {
        game_.legal_actions(entry.table, step.actor.player()).for_each([&](int id) {
          follow(next, entry, Step{step.actor, id}, 1, shown);
        });
      }
    }
    entries_ = std::move(next);
    shorten();
  }

 private:
  // The number of choices of individuals for a step, as a fraction: cards that move as a set are
  // counted in one order only.
  struct Meant {
    std::uint64_t ways = 1;
    std::uint64_t orders = 1;
  };

  static void add(Entries& entries, const G& game, const Table& table, const HistoryCount& count) {
    entries.try_emplace(game.table_digest(table), Entry{table, {}}).first->second.count += count;
  }
  void add(Entries& entries, const Table& table, const HistoryCount& count) {
    add(entries, game_, table, count);
  }

  void follow(Entries& next, const Entry& entry, const Step& step, std::uint64_t weight,
              const typename G::Events& shown) {
    Table table = entry.table;
    typename G::Events seen;
    Meant meant;
    std::vector<Event> moves;
    const auto watch = [&](const Table& before, const Event& event) {
      if (event.is_noticed_by(viewer_)) seen.add(event.as_seen_by(viewer_));
      if (!step.actor.is_chance()) mean(meant, moves, before, event);
    };
    const auto& rules = game_.rules();
    StepContext context(rules, table, watch);
    if (step.actor.is_chance()) {
      rules.resolve(context, rules.chance_action_of(step.action));
    } else {
      take_action(rules, context, step.actor.player(), rules.action_of(step.action));
    }
    if (!same(seen, shown)) return;
    // Counts in fractions of a history, so that the division is exact.
    constexpr std::uint64_t parts = 256U * 81 * 5 * 7;
    if (parts % meant.orders != 0) throw std::logic_error("too many cards went in one choice");
    add(next, table, entry.count * (weight * meant.ways * (parts / meant.orders)));
  }

  // Cards set aside were moved there one by one, in any order, in one choice (GN-12).
  void mean(Meant& meant, std::vector<Event>& moves, const Table& before,
            const Event& event) const {
    if (event.verb != Verb::Move && event.verb != Verb::Show) return;
    // The rules determine the individual: the card just drawn is laid (CU-6).
    if constexpr (requires { before.own[0].drawn; }) {
      if (event.from.is_hand() && before.own[event.from.owner].drawn) return;
    }
    const Card card = Card::of(event.kind.value_or(0));
    const int back = event.verb == Verb::Move ? held_back(before, event.from, card) : 0;
    const int held = hidden_count(game_.rules(), before, event.from, card) - back;
    if (held <= 0) return;
    if (event.verb == Verb::Show) {
      // Consecutive shows in one step show different individuals.
      int shown = 0;
      for (const Event& other : moves) {
        if (other.kind == event.kind && other.from == event.from) shown = other.amount;
      }
      for (moves.push_back(event); shown < event.amount; ++shown) {
        meant.ways *= static_cast<std::uint64_t>(held - shown);
        meant.orders *= static_cast<std::uint64_t>(shown + 1);
      }
      return;
    }
    moves.push_back(event);
    const auto alike =
        event.to == aside
            ? hidden_size(game_.rules(), before, aside, card) + 1
            : std::count_if(moves.begin(), moves.end(), [&](const Event& other) {
                return other.kind == event.kind && other.from == event.from && other.to == event.to;
              });
    meant.ways *= static_cast<std::uint64_t>(held);
    meant.orders *= static_cast<std::uint64_t>(alike);
  }

  // Divides out common factors, which are small primes since they come from counts of cards.
  void shorten() {
    for (const auto prime : std::to_array<std::uint64_t>({2, 3, 5, 7, 11, 13})) {
      const auto divides = [&] {
        return std::all_of(entries_.begin(), entries_.end(), [&](const auto& found) {
          HistoryCount count = found.second.count;
          return count.divide(prime) == 0;
        });
      };
      while (!entries_.empty() && divides()) {
        for (auto& [digest, entry] : entries_) entry.count.divide(prime);
      }
    }
  }

  const G& game_;
  Viewer viewer_;
  Entries entries_;
};

// ---- Causes ----

/// Reasons why a viewer's worlds are not all equally likely per choice of individual cards.
enum class Cause : std::uint8_t {
  /// None of the others: dealing, drawing and open laying leave all hidden cards equally likely.
  Nothing,
  /// A card was seen entering a hidden place.
  Entered,
  /// Another player was shown to lack a requested card.
  Lacked,
  /// Cards seen before became a draw pile.
  Reshuffled,
  /// A card moved unseen from hand to hand.
  Transferred,
  /// A card was discarded face down.
  FaceDown,
  /// Cards of a hidden hand were shown.
  Shown,
  /// A score revealed how many cards of a kind hidden hands hold.
  Counted,
};
constexpr std::array<std::string_view, 8> names_of(Cause) {
  return {"nothing",     "entered",   "lacked", "reshuffled",
          "transferred", "face_down", "shown",  "counted"};
}
inline constexpr std::size_t cause_count = names_of(Cause()).size();

/// The causes that one viewer has seen in a game.
class Causes {
 public:
  explicit Causes(Viewer viewer) : viewer_(viewer) {}

  [[nodiscard]] bool contains(Cause cause) const {
    return cause == Cause::Nothing ? bits_ == 0 : (bits_ >> static_cast<int>(cause) & 1) != 0;
  }

  /// Adds the causes in an event, as seen by the viewer of `before`.
  template <class Rules, class Observation>
  void see(const Rules& rules, const Observation& before, const Event& event) {
    if (event.begins_game()) bits_ = 0;
    if (event.verb == Verb::Shuffle) insert(Cause::Reshuffled);
    if (event.verb == Verb::Lack && !viewer_.is(event.player)) insert(Cause::Lacked);
    if (event.verb == Verb::Score && !viewer_.is(event.player)) insert(Cause::Counted);
    if (event.verb == Verb::Show && event.kind && is_hidden(rules, before, event.from)) {
      insert(Cause::Shown);
    }
    if (event.verb != Verb::Move || !is_hidden(rules, before, event.to)) return;
    if (event.kind) {
      insert(Cause::Entered);
    } else if (event.from != draw_pile) {
      insert(event.to.is_hand() ? Cause::Transferred : Cause::FaceDown);
    }
  }

 private:
  void insert(Cause cause) { bits_ |= 1U << static_cast<int>(cause); }

  template <class Rules, class Observation>
  static bool is_hidden(const Rules& rules, Observation seen, Place place) {
    bool hidden = false;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(seen.own.hand)>, DeckBag>) {
      hidden = place == draw_pile || (place.is_hand() && !seen.viewer.is(place.owner));
    } else {
      rules.cards_at(seen, place, Card(), [&]<class Cards>(Cards&& cards, auto...) {
        if constexpr (is_hidden_cards<std::remove_cvref_t<Cards>>) {
          hidden = cards.cards == nullptr && cards.shown == nullptr;
        }
      });
    }
    return hidden;
  }

  Viewer viewer_;
  unsigned bits_ = 0;
};

// ---- Comparing ----

/// The difference between a belief and the histories.
struct Difference {
  bool is_exact = true;
  /// The total variation distance.
  double distance = 0;
  /// The probability that the belief gives to impossible worlds.
  double impossible = 0;
  /// A possible table has probability 0, or does not equal the table of its world.
  bool misses = false;
};

/// The weights by which `rules` sample tables that fit an observation: of each table, and in total.
template <class Rules>
class Belief {
 public:
  using Observation = typename Rules::Observation;
  using Table = typename Rules::Table;

  Belief(const Rules& rules, const Observation& seen)
      : rules_(rules), seen_(seen), worlds_(rules.belief_of(seen)), all_(worlds_.total_weight()) {
    if (!samples_itself()) return;
    // Rules with their own sampler sample all valid tables by their weight.
    all_ = {};
    for_each_belief(worlds_, [&](const auto& world, double) {
      if (!rules_.validation_error(rules_.table_from_world(seen_, world), seen_.knowledge))
        all_ += worlds_.weight_of(world);
    });
  }

  [[nodiscard]] const auto& all() const { return all_; }
  [[nodiscard]] auto of(const Table& table) const {
    if (samples_itself() && rules_.validation_error(table, seen_.knowledge)) return Ways();
    return worlds_.weight_of(rules_.world_from_table(seen_, table));
  }
  /// Whether converting a table to a world and back returns the same table.
  [[nodiscard]] bool reads_back(const Table& table) const {
    return rules_.table_from_world(seen_, rules_.world_from_table(seen_, table)) == table;
  }

 private:
  using Worlds = decltype(std::declval<const Rules&>().belief_of(std::declval<Observation>()));
  using Ways = std::remove_cvref_t<decltype(std::declval<const Worlds&>().total_weight())>;

  [[nodiscard]] bool samples_itself() const { return deals_itself(rules_, seen_); }

  const Rules& rules_;
  const Observation& seen_;
  Worlds worlds_;
  Ways all_;
};

/// Compares the belief of an observation with the histories.
template <class G>
Difference difference_of(const G& game, const typename G::Observation& seen,
                         const Histories<G>& histories) {
  // Holds the product of a history count and a world weight.
  using Product = BigUnsigned<24>;
  const Belief<typename G::Rules> belief(game.rules(), seen);
  const auto& ways_of_all = belief.all();
  const HistoryCount all = histories.all();
  Difference found;
  double believed = 0;
  for (const auto& [digest, entry] : histories.entries()) {
    const auto ways = belief.of(entry.table);
    found.misses = found.misses || ways == decltype(ways)() || ways > ways_of_all ||
                   !belief.reads_back(entry.table);
    found.is_exact = found.is_exact &&
                     Product(entry.count) * Product(ways_of_all) == Product(ways) * Product(all);
    const double share = ways.share_of(ways_of_all);
    believed += share;
    found.distance += std::max(0.0, entry.count.share_of(all) - share);
  }
  if (found.is_exact) found.distance = 0;
  found.impossible = found.is_exact ? 0 : std::max(0.0, 1 - believed);
  return found;
}

}  // namespace chemix::laws
