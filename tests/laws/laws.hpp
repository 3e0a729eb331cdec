// SPDX-License-Identifier: Apache-2.0
// The laws: properties of every game. Each is a function that returns a description of its failure,
// or an empty text.
#pragma once

#include "chemix/beliefs/belief.hpp"
#include "chemix/beliefs/marginals.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/deck_bag.hpp"
#include "chemix/cards/event.hpp"
#include "chemix/cards/places.hpp"
#include "chemix/core/action.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/undo.hpp"
#include "laws/calibration.hpp"
#include "laws/indistinguishable.hpp"
#include "laws/positions.hpp"
#include "laws/run.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>

namespace chemix::laws {

/// A description of how a law fails; empty if it holds.
using Failure = std::string;

/// What the pages of rules print in bold, which includes the IDs of all rules that they state.
inline const std::set<std::string>& known_rules() {
  static const std::set<std::string> all = [] {
    std::set<std::string> found;
    for (const char* folder : {CHEMIX_RULE_DIR, CHEMIX_TEST_DIR "/small"}) {
      for (const auto& page : std::filesystem::directory_iterator(folder)) {
        if (page.path().extension() != ".md") continue;
        std::ifstream file(page.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (std::size_t at = 0; (at = text.find("**", at)) != std::string::npos; at += 2) {
          const std::size_t begin = at + 2;
          at = text.find("**", begin);
          if (at == std::string::npos) break;
          found.insert(text.substr(begin, at - begin));
        }
      }
    }
    return found;
  }();
  return all;
}

// ---- Laws of a game ----

/// Ids, actions, texts and fields correspond one to one.
template <class G>
Failure ids_are_a_bijection(const G& game) {
  const auto& rules = game.rules();
  std::set<std::string> texts;
  for (int id = 0; id < game.action_count(); ++id) {
    const auto action = rules.action_of(id);
    const std::string text = print_action(rules, action);
    typename G::Action parsed;
    if (rules.action_id(action) != id) return "id " + std::to_string(id) + " has another action";
    if (!texts.insert(text).second) return "two actions are called " + text;
    if (!parse_action(text, rules, parsed) || !(parsed == action)) return "not read back: " + text;
  }
  texts.clear();
  for (int id = 0; id < game.chance_action_count(); ++id) {
    const auto action = rules.chance_action_of(id);
    const std::string text = print_action(rules, action);
    typename G::ChanceAction parsed;
    if (rules.chance_action_id(action) != id) return "chance " + std::to_string(id) + " differs";
    if (!texts.insert(text).second) return "two outcomes are called " + text;
    if (!parse_action(text, rules, parsed) || !(parsed == action)) return "not read back: " + text;
  }
  return "";
}

/// Games that differ in deck, options or number of players have different keys.
template <class G>
Failure keys_tell_games_apart(const std::vector<G>& games) {
  std::map<std::uint64_t, std::string> known;
  for (const G& game : games) {
    const auto& rules = game.rules();
    const std::string parts = std::to_string(rules.deck().content_hash()) + ", " +
                              std::to_string(game.player_count()) + " players, " +
                              print_options(rules.options());
    const std::string& first = known.try_emplace(game.key(), parts).first->second;
    if (first != parts) return "equal keys: " + first + " and " + parts;
  }
  return "";
}

// ---- Laws of a state ----

/// The ids that a law probes for `player`: all ids of an acting player. For others, who get the
/// same refusal for all, one id in seven, varying with the state.
template <class G>
std::vector<int> asked_ids(const G& game, const typename G::State& state, Player player) {
  const bool acts = game.acting(state).contains(player);
  const int step = acts ? 1 : 7;
  const int first = acts ? 0 : static_cast<int>(game.digest(state) % 7);
  std::vector<int> ids;
  for (int id = first; id < game.action_count(); id += step) ids.push_back(id);
  return ids;
}

/// The legal actions of an acting player are exactly the ids that `refusal` accepts, ascending, at
/// least one and not too many. Players who do not act, spectators and invalid seats have none.
template <class G>
Failure legal_is_what_check_accepts(const G& game, const typename G::State& state) {
  const Acting acting = game.acting(state);
  for (Player p = -1; p <= game.player_count(); ++p) {
    const bool is_seat = p >= 0 && p < game.player_count();
    std::vector<int> accepted;
    for (const int id : asked_ids(game, state, p)) {
      if (!game.refusal(state, p, game.rules().action_of(id))) accepted.push_back(id);
    }
    const auto seen = game.observation(state, is_seat ? Viewer::player(p) : Viewer::spectator());
    const std::vector<int> seen_ids = ids_of<G>(game.legal_actions(seen));
    if (!acting.contains(p)) {
      if (!accepted.empty() || !seen_ids.empty()) return "somebody who does not act may";
      continue;
    }
    const auto legal = game.legal_actions(state, p);
    const std::vector<int> ids = ids_of<G>(legal);
    if (ids != accepted) return "player " + std::to_string(p) + ": legal actions differ";
    if (ids.empty()) return "a player who acts has no action";
    if (static_cast<int>(ids.size()) > game.max_legal_actions()) return "too many legal actions";
    if (legal.size() != static_cast<int>(ids.size())) return "the number of legal actions is wrong";
    for (int i = 0; i < legal.size(); ++i) {
      if (legal[i] != ids[static_cast<std::size_t>(i)]) return "legal actions are not in order";
    }
    if (seen_ids != ids) return "the player's own view tells other actions";
  }
  return "";
}

/// The canonical actions of an acting player are legal, and there is at least one.
template <class G>
Failure canonical_actions_are_legal([[maybe_unused]] const G& game,
                                    [[maybe_unused]] const typename G::State& state) {
  if constexpr (CanonicalRules<typename G::Rules>) {
    for (Player p = 0; p < game.player_count(); ++p) {
      if (!game.acting(state).contains(p)) continue;
      const auto& table = state.table;
      const auto legal = ids_of<G>(game.legal_actions(state, p));
      const auto canonical = ids_of<G>(game.rules().canonical_actions(table.open, table.own[p], p));
      if (canonical.empty()) return "a player who acts has no canonical action";
      if (!std::includes(legal.begin(), legal.end(), canonical.begin(), canonical.end())) {
        return "a canonical action is not legal";
      }
    }
  }
  return "";
}

/// Whether a refusal because others act names the player whose turn it is, or nobody if several
/// players act.
template <class G>
bool names_whose_turn(const G& game, const typename G::State& state, const RuleError& refused) {
  const bool is_of_others =
      refused.rule == "GN-10" && refused.detail == static_cast<int>(NotLegal::Other);
  if (!is_of_others) return true;
  // Uses the public part only: who has not yet decided in a sealed decision is secret.
  const PlayerSet asked = game.rules().acting(state.table.open).players();
  return refused.arguments[0] == (asked.size() == 1 ? asked.lowest() : -1);
}

/// A refusal changes nothing, names a rule that exists on a rules page, and names whose turn it is.
template <class G>
Failure refusals_change_nothing(const G& game, const typename G::State& state) {
  const std::string before = bytes_of(game, state);
  for (Player p = 0; p < game.player_count(); ++p) {
    for (const int id : asked_ids(game, state, p)) {
      const auto action = game.rules().action_of(id);
      const auto refused = game.refusal(state, p, action);
      if (!refused) continue;
      if (known_rules().count(refused->rule.text()) == 0) {
        return "no page states " + refused->rule.text();
      }
      if (refused->action != id) return "the refusal names another action";
      if (!names_whose_turn(game, state, *refused)) return "the refusal names another turn";
      const auto result = game.apply(state, p, action);
      if (result || !(result.error() == *refused)) return "apply does not refuse alike";
    }
  }
  return bytes_of(game, state) == before ? "" : "a refusal changed the state";
}

/// Sets the first byte of a field, or of the value of an optional field, to an unusual value.
template <class Field>
void make_strange(Field& field, unsigned char strange) {
  if constexpr (requires { field.emplace(); }) {
    make_strange(field.emplace(), strange);
  } else {
    static_assert(std::is_trivially_copyable_v<Field> && !std::is_same_v<Field, bool>);
    std::memcpy(static_cast<void*>(&field), &strange, 1);
  }
}
/// Calls `visit` with actions of all kinds, each with one unusual field.
template <class... Kinds>
void for_each_strange(std::type_identity<std::variant<Kinds...>>, auto&& visit) {
  const auto of_kind = [&]<class Kind>(std::type_identity<Kind>) {
    int fields = 1;
    for (int at = 0; at < fields; ++at) {
      for (const auto strange : std::to_array<unsigned char>({0x07, 0x40, 0x6A, 0xEC, 0xFF})) {
        Kind kind;
        fields = 0;
        Kind::visit_fields(kind, [&](const char*, auto& field, auto...) {
          if (fields++ == at) make_strange(field, strange);
        });
        visit(kind);
      }
    }
  };
  (of_kind(std::type_identity<Kinds>()), ...);
}

/// Invalid actions are refused, for players and for chance.
template <class G>
Failure strange_actions_are_refused(const G& game, const typename G::State& state) {
  const auto seen = game.observation(state, Viewer::player(0));
  Failure failure;
  const auto expect = [&](bool is_refused) {
    if (!is_refused) failure = "what is no action is accepted";
  };
  for_each_strange(std::type_identity<typename G::Action>(), [&](const auto& action) {
    const int id = game.rules().action_id(action);
    if (id < 0 || id > game.action_count()) failure = "what is no action has a strange id";
    if (id != game.action_count()) return;
    for (Player p = 0; p < game.player_count(); ++p) expect(!game.apply(state, p, action));
    expect(game.refusal(seen, action).has_value());
  });
  for_each_strange(std::type_identity<typename G::ChanceAction>(), [&](const auto& action) {
    const int id = game.rules().chance_action_id(action);
    if (id == game.chance_action_count()) expect(!game.apply(state, action));
  });
  return failure;
}

/// Chance weights are positive and sum to the total. Outcomes are enumerated ascending, each as
/// often as its weight, and listed in the same order. Outcomes without weight are refused by GN-2.
template <class G>
Failure chance_is_complete(const G& game, const typename G::State& state) {
  if (!game.acting(state).is_chance()) {
    return game.chance_weight(state.table) == 0 ? "" : "chance does not act but has ways";
  }
  const std::int64_t total = game.chance_weight(state.table);
  if (total <= 0) return "chance acts but has no way";
  std::vector<ChanceOutcome<typename G::ChanceAction>> listed;
  game.for_each_chance_outcome(state.table, [&](const auto& way) { listed.push_back(way); });
  std::size_t outcomes = 0;
  std::int64_t nth = 0;
  for (int id = 0; id < game.chance_action_count(); ++id) {
    const auto action = game.rules().chance_action_of(id);
    const std::int64_t weight = game.rules().chance_weight_of(state.table, action);
    if (weight < 0) return "a weight is negative";
    const auto refused = game.refusal(state, action);
    if (refused.has_value() == (weight > 0)) return "check and weight disagree";
    if (refused && refused->rule != "GN-2") return "chance is refused by another rule";
    if (weight > 0) {
      const bool is_listed = outcomes < listed.size() && listed[outcomes].action == action &&
                             listed[outcomes].weight == weight;
      if (!is_listed) return "an outcome is not listed as it is";
      ++outcomes;
    }
    for (std::int64_t i = 0; i < weight; ++i, ++nth) {
      if (nth >= total || !(game.chance_outcome(state.table, nth) == action)) {
        return "the ways of chance do not follow the weights";
      }
    }
  }
  if (outcomes != listed.size()) return "an outcome is listed that cannot be";
  return nth == total ? "" : "the weights do not add up";
}

// Counts by card kind, which is one byte.
using CardCounts = std::array<int, 256>;

// Fields that hold no cards, though they may name some.
template <class Field>
void count_cards(CardCounts&, const auto&, const Field&) {}
template <class Bag>
requires requires { typename Bag::Set; }
void count_cards(CardCounts& counts, const auto&, const Bag& bag) {
  bag.kinds().for_each([&](Card card) { counts[card.index] += bag.count(card); });
}
template <class Cards>
requires requires(const Cards& cards) {
  for_each_card(cards, [](Card) {});
}
void count_cards(CardCounts& counts, const auto&, const Cards& cards) {
  for_each_card(cards, [&](Card card) { ++counts[card.index]; });
}
inline void count_cards(CardCounts& counts, const auto& rules, const DeckBag& bag) {
  count_cards(counts, rules, rules.deck().layout().counted(bag));
}
template <int Capacity>
void count_cards(CardCounts& counts, const auto&, const CardList<Capacity>& list) {
  for (int i = 0; i < list.size(); ++i) ++counts[list[i].index];
}

template <class Part, int Capacity>
void count_cards(CardCounts& counts, const auto& rules, const PerPlayer<Part, Capacity>& parts) {
  for (Player p = 0; p < Capacity; ++p) count_cards(counts, rules, parts[p]);
}

/// The cards in all fields of a table.
template <class G>
CardCounts cards_of(const G& game, const typename G::Table& table) {
  CardCounts cards{};
  const auto add = [&](const char*, const auto& field, auto...) {
    count_cards(cards, game.rules(), field);
  };
  G::Rules::Public::visit_fields(table.open, add);
  for (Player p = 0; p < game.player_count(); ++p) {
    G::Rules::Private::visit_fields(table.own[p], add);
  }
  G::Rules::Hidden::visit_fields(table.hidden, add);
  return cards;
}

/// No card appears or is lost.
template <class G>
Failure cards_are_conserved(const G& game, const Run<G>& run, std::size_t at) {
  const CardCounts first = cards_of(game, run.states[0].table);
  return cards_of(game, run.states[at].table) == first ? "" : "the cards are not the same any more";
}

/// Adds a card to a container that is not full.
void put_extra(const auto&, auto& cards, Card card) { PutIn{card}(cards); }
template <int Capacity>
void put_extra(const auto&, CardList<Capacity>& list, Card card) {
  if (list.size() < Capacity) PutIn{card}(list);
}
inline void put_extra(const auto& rules, DeckBag& bag, Card card) {
  rules.deck().layout().add(bag, card);
}
template <class Cards>
void put_extra(const auto& rules, HiddenCards<Cards>& hidden, Card card) {
  ++hidden.size;
  put_extra(rules, *hidden.cards, card);
}

/// Each container of cards is visited exactly once.
template <class G>
Failure places_are_visited_once(const G& game) {
  std::string failure;
  if constexpr (!requires { game.rules().inner(); }) {
    auto table = game.rules().initial_table(0);
    std::set<const void*> visited;
    for_each_place(game.rules(), table, [&](Place place, auto& cards, MayLie, Card) {
      if (!visited.insert(address_of(cards)).second) {
        failure = "a place of zone " + std::to_string(static_cast<int>(place.zone)) +
                  " was visited before";
      }
    });
    if (visited.empty()) failure = "no place was visited";
  }
  return failure;
}

/// States that hold one card too many, in any place, are rejected.
template <class G>
Failure extra_cards_are_rejected(const G& game, const typename G::State& state) {
  std::string failure;
  if constexpr (!requires { game.rules().inner(); }) {
    const std::string correct = bytes_of(game, state);
    int places = 0;
    auto copy = state.table;
    for_each_place(game.rules(), copy, [&](auto&&...) { ++places; });
    for (int nth = 0; nth < places && failure.empty(); ++nth) {
      auto changed = state;
      int at = 0;
      for_each_place(game.rules(), changed.table, [&](Place, auto& cards, MayLie, Card card) {
        if (at++ == nth) put_extra(game.rules(), cards, card);
      });
      const std::string bytes = bytes_of(game, changed);
      if (bytes != correct && game.read_state(std::as_bytes(std::span(bytes)))) {
        failure = "a state with an extra card in place " + std::to_string(nth) + " is accepted";
      }
    }
  }
  return failure;
}

/// Round trips: bytes, values and text of states, and bytes and text of observations, read back to
/// equal ones.
template <class G>
Failure forms_read_back(const G& game, const typename G::State& state) {
  const std::string bytes = bytes_of(game, state);
  const auto loaded = game.read_state(std::as_bytes(std::span(bytes)));
  if (!loaded) return "bytes: " + loaded.error().message();
  if (!(*loaded == state)) return "bytes read back to another state";
  const std::string text = notation(game, state);
  const auto parsed = parse_state(game, text);
  if (!parsed) return "text: " + parsed.error().message();
  if (!(*parsed == state)) return "text reads back to another state";
  if (auto failure = data_reads_back(game, state); !failure.empty()) return failure;
  for (const Viewer viewer : viewers(game.player_count())) {
    const auto seen = game.observation(state, viewer);
    const std::string view = bytes_of(game, seen);
    const auto seen_again = game.read_observation(std::as_bytes(std::span(view)));
    if (!seen_again) return "observation: " + seen_again.error().message();
    if (!(*seen_again == seen)) return "bytes read back to another observation";
    const auto parsed_view = parse_observation(game, notation(game, seen));
    if (!parsed_view) return "observation: " + parsed_view.error().message();
    if (!(*parsed_view == seen)) return "text reads back to another observation";
  }
  return "";
}

/// Knowledge is true: it is consistent with the table, for every viewer.
template <class G>
Failure knowledge_is_true(const G& game, const typename G::State& state) {
  if (auto error = game.rules().validation_error(state.table, state.knowledge))
    return error->message();
  for (const Viewer viewer : viewers(game.player_count())) {
    const auto seen = game.observation(state, viewer);
    if (auto error = game.rules().validation_error(seen)) return error->message();
    if (!believes_in(game, seen, state.table)) return "a viewer excludes the true table";
  }
  return "";
}

/// Returns are 0 before the end. At the end they sum to 0, or with one player equal the score, and
/// scores are within the bounds that the rules declare.
template <class G>
Failure returns_are_declared(const G& game, const typename G::State& state) {
  const auto returns = game.returns(state);
  Fraction sum;
  for (Player p = 0; p < game.player_count(); ++p) {
    if (!game.is_terminal(state) && !(returns[p] == Fraction())) return "returns before the end";
    sum = sum + returns[p];
  }
  if constexpr (BoundedRules<typename G::Rules>) {
    const auto bounds = game.rules().points_range();
    const auto scores = game.scores(state);
    for (Player p = 0; game.is_terminal(state) && p < game.player_count(); ++p) {
      if (scores[p] < bounds.least || scores[p] > bounds.most) return "a score is out of range";
    }
  }
  const Fraction declared =
      game.player_count() == 1 && game.is_terminal(state) ? game.scores(state)[0] : 0;
  return sum == declared ? "" : "returns do not add up";
}

/// Scores in observations are true. Players know their own score, and at the end everybody knows
/// all.
template <class G>
Failure scores_seen_are_true(const G& game, const typename G::State& state) {
  const auto scores = game.scores(state);
  for (const Viewer viewer : viewers(game.player_count())) {
    const auto seen = game.scores(game.observation(state, viewer));
    for (Player p = 0; p < game.player_count(); ++p) {
      if (viewer.is(p) && !seen[p]) return "a player cannot tell the own score";
      if (game.is_terminal(state) && !seen[p]) return "a viewer cannot tell a score at the end";
      if (seen[p] && *seen[p] != scores[p]) return "a viewer sees another score";
    }
  }
  return "";
}

/// At the end everybody knows all returns: they are equal in all worlds that a viewer considers
/// possible.
template <class G>
Failure returns_are_seen(const G& game, const typename G::State& state, FastRandom& random) {
  if (!game.is_terminal(state)) return "";
  const auto returns = game.returns(state);
  for (const Viewer viewer : viewers(game.player_count())) {
    const auto end = game.determinize(game.observation(state, viewer), random);
    if (!end) return "no world fits what a viewer saw";
    if (!game.is_terminal(*end) || game.returns(*end) != returns) {
      return "a viewer cannot tell what somebody gets";
    }
  }
  return "";
}

/// Samples during a sealed decision show the viewer the same observation. With Others::Undecided
/// all players act whom the viewer believes to be acting; with Others::Decided exactly one acts.
template <class G>
Failure others_are_undecided(const G& game, const typename G::State& state, FastRandom& random) {
  if (!game.is_sealed(state.table)) return "";
  for (const Viewer viewer : viewers(game.player_count())) {
    const auto seen = game.observation(state, viewer);
    const auto open = game.determinize(seen, random, Others::Undecided);
    const auto last = game.determinize(seen, random, Others::Decided);
    if (!open || !last) return "no world fits what the viewer knows";
    if (!(game.observation(*open, viewer) == seen)) return "who is undecided is seen";
    if (!(game.observation(*last, viewer) == seen)) return "who has decided is seen";
    if (!(game.acting(*open) == game.acting(seen))) return "somebody has decided who should not";
    if (game.acting(*last).players().size() != 1) return "not all others have decided";
  }
  return "";
}

/// The acting players as seen by a viewer match the viewer's observation, and include all players
/// who really act.
template <class G>
Failure acting_is_seen(const G& game, const typename G::State& state) {
  const Acting acting = game.acting(state);
  for (const Viewer viewer : viewers(game.player_count())) {
    const auto seen = game.observation(state, viewer);
    const Acting told = game.acting(state, viewer);
    if (!(told == game.acting(seen))) return "the viewer's own view tells another who acts";
    if (game.is_sealed(seen) != game.is_sealed(state.table)) return "sealed is seen otherwise";
    if (told.is_chance() != acting.is_chance()) return "chance is seen otherwise";
    for (Player p = 0; p < game.player_count(); ++p) {
      if (acting.contains(p) && !told.contains(p)) return "somebody who acts is not told";
      if (viewer.is(p) && told.contains(p) != acting.contains(p)) return "the viewer is told wrong";
    }
    if (!game.is_sealed(state.table) && !(told == acting)) return "an open decision is hidden";
  }
  return "";
}

// ---- Laws of a step ----

/// An undoable step gave nobody new information: in any world that a viewer considered possible,
/// the same player has an action that shows the viewer the same events. Steps of chance and of
/// other players cannot be undone.
template <class G>
Failure undo_unlearns_nothing(const G& game, const Run<G>& run, std::size_t at,
                              FastRandom& random) {
  const auto& before = run.states[at];
  const auto& after = run.states[at + 1];
  const Step& step = run.steps[at];
  for (Player p = 0; p < game.player_count(); ++p) {
    if (can_undo(game, before, after, p) != Undo::Allowed) continue;
    if (step.actor.is_chance() || step.actor.player() != p) return "another's step is taken back";
    if (game.is_sealed(before.table)) return "a sealed decision is taken back";
    for (const Viewer viewer : viewers(game.player_count())) {
      const auto world = game.determinize(game.observation(before, viewer), random);
      if (!world) return "no world fits what the viewer knows";
      const auto shown = events(game, before.table, step, viewer);
      bool is_possible = false;
      for (const int id : ids_of<G>(game.legal_actions(*world, p))) {
        is_possible = is_possible || same(events(game, world->table, Step{p, id}, viewer), shown);
      }
      if (!is_possible) return "a viewer learned from what can be taken back";
    }
  }
  return "";
}

/// `apply`, `apply_unchecked` and stepping the table alone agree; the previous state is unchanged.
template <class G>
Failure applying_is_one(const G& game, const Run<G>& run, std::size_t at) {
  const auto& before = run.states[at];
  const auto& after = run.states[at + 1];
  const Step& step = run.steps[at];
  const std::string bytes = bytes_of(game, before);
  const auto result =
      step.actor.is_chance()
          ? game.apply(before, game.rules().chance_action_of(step.action))
          : game.apply(before, step.actor.player(), game.rules().action_of(step.action));
  if (!result) return "apply refuses a legal action by " + result.error().rule.text();
  if (bytes_of(game, *result) != bytes_of(game, after)) return "apply leads elsewhere";
  if (bytes_of(game, before) != bytes) return "apply changed the state that it was given";
  auto table = before.table;
  apply(game, table, step);
  if (!(table == after.table)) return "the table alone goes elsewhere";
  return "";
}

/// Nobody else notices a sealed decision until all players have decided.
template <class G>
Failure sealed_is_unnoticed(const G& game, const Run<G>& run, std::size_t at) {
  const auto& state = run.states[at];
  const Step& step = run.steps[at];
  if (!game.is_sealed(state.table) || game.acting(state).players().size() < 2) return "";
  for (const Viewer viewer : viewers(game.player_count())) {
    if (is_of(viewer, step)) continue;
    if (!events(game, state.table, step, viewer).empty()) return "others notice who has decided";
  }
  return "";
}

/// Folding the viewer's events into the viewer's old observation gives the new one.
template <class G>
Failure events_fold(const G& game, const Run<G>& run, std::size_t at) {
  for (const Viewer viewer : viewers(game.player_count())) {
    auto seen = game.observation(run.states[at], viewer);
    for (const auto& event : events(game, run.states[at].table, run.steps[at], viewer)) {
      game.fold(seen, event);
    }
    if (!(seen == game.observation(run.states[at + 1], viewer))) {
      return "the events give another observation";
    }
  }
  return "";
}

/// Any event can be folded, since events may come from outside: all queries of the resulting
/// observation remain safe, which the sanitizers verify.
template <class G>
Failure any_event_folds(const G& game, const typename G::State& state, Viewer viewer,
                        FastRandom& random) {
  using Rules = typename G::Rules;
  auto seen = game.observation(state, viewer);
  const auto below = [&](int bound) {
    return static_cast<std::uint8_t>(random.below(static_cast<std::uint64_t>(bound)));
  };
  const auto place = [&] {
    return Place{static_cast<Zone>(below(static_cast<int>(names_of(Zone{}).size()))),
                 below(game.player_count())};
  };
  for (int i = 0; i < 30; ++i) {
    Event event;
    event.verb = static_cast<Verb>(below(static_cast<int>(names_of(Verb{}).size())));
    event.from = place();
    event.to = place();
    event.player = below(game.player_count());
    const std::size_t indexes = event.verb == Verb::Phase ? names_of(typename Rules::Phase{}).size()
                                : event.verb == Verb::Set
                                    ? names_of(typename Rules::Counter{}).size()
                                    : 1;
    event.index = below(static_cast<int>(indexes));
    if (random.below(4) > 0) event.kind = below(game.rules().deck().card_kind_count());
    event.seen_by = ViewerSet::from_bits(random.below(2) == 0 ? 0xFF : below(256));
    // Mostly plausible values, sometimes any.
    event.amount = static_cast<std::int16_t>(random.below(random.below(4) > 0 ? 16 : 65536));
    const auto before = seen;
    if (game.fold_foreign(seen, event) && !(seen == before)) return "a refused event is folded";
    const unsigned asked = game.rules().acting(seen.open).players().bits();
    if ((asked >> game.player_count()) != 0) return "somebody acts who does not play";
    TensorWriter tensor;
    game.encode(tensor, seen);
    if (notation(game, seen).empty()) return "no text";
    if (game.scores(seen)[0] == INT32_MIN) return "no score";
    if (game.legal_actions(seen).size() < 0) return "no number of actions";
    for (int id = below(7); id < game.action_count(); id += 7) {
      (void)game.refusal(seen, game.rules().action_of(id));
    }
  }
  if (game.rules().validation_error(seen)) return "";
  if (game.count_worlds(seen).empty()) return "no number of worlds";
  (void)game.approximations(seen);
  (void)game.determinize(seen, random);
  const Marginals marginals = marginals_of(game.rules(), seen);
  for (const double share : marginals.probabilities) {
    if (!(share >= 0 && share <= 1)) return "a marginal is no probability";
  }
  return "";
}

// ---- Laws of a whole game ----

/// Games end within `max_steps`.
template <class G>
Failure games_end(const Run<G>& run) {
  return run.endless ? "not over within max_steps" : "";
}

/// In a phase whose event announces a number, chance takes at most that many steps: fewer if the
/// cards run out.
template <class G>
Failure no_more_cards_come_than_announced(const G& game, const Run<G>& run) {
  int announced = 0;
  int came = 0;
  for (std::size_t at = 0; at < run.steps.size(); ++at) {
    if (run.steps[at].actor.is_chance()) ++came;
    if (announced > 0 && came > announced) return "more cards come than the phase announced";
    for (const auto& event :
         events(game, run.states[at].table, run.steps[at], Viewer::spectator())) {
      if (event.verb != Verb::Phase) continue;
      announced = event.amount;
      came = 0;
    }
  }
  return "";
}

/// A second game made from the same parts leads by the same actions to the same bytes.
template <class G>
Failure equal_inputs_give_equal_bytes(const G& game, const G& again, const Run<G>& run) {
  if (game.key() != again.key()) return "another key";
  auto state = run.states[0];
  for (std::size_t at = 0; at < run.steps.size(); ++at) {
    apply(again, state, run.steps[at]);
    if (!(state == run.states[at + 1])) return "another state";
    // Within one game equal values have equal bytes; comparing both games now and then suffices.
    const bool looks = at % 16 == 0 || at + 1 == run.steps.size();
    if (looks && bytes_of(again, state) != bytes_of(game, state)) return "other bytes";
  }
  return "";
}

/// Two independent hashes of a sequence of words, practically free of collisions.
class Hashes {
 public:
  bool operator==(const Hashes&) const = default;

  void put(std::uint64_t word) {
    one_ = chain(one_, word);
    two_ = chain(two_, word);
  }
  void put_text(std::string_view text) {
    put(text.size());
    while (!text.empty()) {
      std::uint64_t word = 0;
      const std::size_t bytes = std::min(text.size(), sizeof word);
      std::memcpy(&word, text.data(), bytes);
      put(word);
      text.remove_prefix(bytes);
    }
  }

  struct Hasher {
    std::size_t operator()(const Hashes& hashes) const { return hashes.one_; }
  };

 private:
  std::uint64_t one_ = 1;
  std::uint64_t two_ = 2;
};

/// Perfect recall: information states are equal exactly if the logs of seen events are equal.
template <class G>
class Recall {
 public:
  /// Adds a game that `start_player` started; `number` identifies its rules.
  Failure add(const G& game, int number, Player start_player, const Run<G>& run) {
    for (const Viewer viewer : viewers(game.player_count())) {
      Log log;
      log.put(static_cast<std::uint64_t>(number));
      log.put(static_cast<std::uint64_t>(start_player));
      log.put(viewer.is_spectator() ? 99 : static_cast<std::uint64_t>(viewer.seat()));
      for (std::size_t at = 0; at < run.states.size(); ++at) {
        const auto seen = game.observation(run.states[at], viewer);
        Hashes state;
        state.put(static_cast<std::uint64_t>(number));
        state.put_text(bytes_of(game, seen));
        const Hashes logged = log.hashes();
        if (states_.try_emplace(logged, state).first->second != state) {
          return "equal logs, different information states";
        }
        if (logs_.try_emplace(state, logged).first->second != logged) {
          return "different logs, equal information states";
        }
        if (at == run.steps.size()) break;
        for (const auto& event : events(game, run.states[at].table, run.steps[at], viewer)) {
          log.add(event);
        }
      }
    }
    return "";
  }

 private:
  // All seen events in order, and the multiset of cards dealt to the viewer.
  class Log {
   public:
    void put(std::uint64_t word) { seen_.put(word); }
    void add(const typename G::Event& event) {
      if (event.begins_game()) {
        for (const std::uint64_t card : dealt_) put(card);
        dealt_.clear();
      }
      if (event.enters_as_set() && event.kind.has_value()) {
        dealt_.insert(*event.kind);
        Event unseen = event;
        unseen.kind.reset();
        put_fields(unseen);
      } else {
        put_fields(event);
      }
    }
    [[nodiscard]] Hashes hashes() const {
      Hashes all = seen_;
      for (const std::uint64_t card : dealt_) all.put(card);
      return all;
    }

   private:
    // Field by field, independent of how events are packed.
    void put_fields(const Event& event) {
      for (const int field :
           {static_cast<int>(event.verb), static_cast<int>(event.from.zone),
            static_cast<int>(event.from.owner), static_cast<int>(event.to.zone),
            static_cast<int>(event.to.owner), static_cast<int>(event.player),
            static_cast<int>(event.index), event.kind ? *event.kind : -1,
            static_cast<int>(event.seen_by.bits()), static_cast<int>(event.amount)}) {
        put(static_cast<std::uint64_t>(field));
      }
    }

    Hashes seen_;
    std::multiset<std::uint64_t> dealt_;
  };

  // Information states by log, and logs by information state.
  std::unordered_map<Hashes, Hashes, Hashes::Hasher> states_;
  std::unordered_map<Hashes, Hashes, Hashes::Hasher> logs_;
};

}  // namespace chemix::laws
