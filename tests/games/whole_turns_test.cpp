// SPDX-License-Identifier: Apache-2.0
// Whole turns of Classic, compared with a brute-force walk over all sequences of steps.
#include "chemix/games/classic/whole_turns.hpp"

#include "chemix/agents/guided.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "support/classic_position.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;
using namespace chemix::test;
using classic::Outcome;
using classic::WholeTurns;

namespace {

using Classic = classic::Game;
using Rules = classic::Rules;

// An observer that copies the table just before the hand is filled, in the middle of a step.
struct FillWatch {
  std::optional<Classic::Table>& filled;
  bool& begins;

  void operator()(const Classic::Table& before, const Event& event) const {
    if (begins && !filled) filled = before;
    begins = begins || (event.verb == Verb::Phase &&
                        event.index == static_cast<std::uint8_t>(classic::Phase::Fill));
  }
};

// Applies a step. Returns the table just before the hand is filled, if the step gets there.
std::optional<Classic::Table> filled_after(const Classic& game, Classic::Table& table, int id) {
  std::optional<Classic::Table> filled;
  bool begins = false;
  StepContext<Rules, FillWatch> step(game.rules(), table, FillWatch{filled, begins});
  const Player player = table.open.current_player;
  take_action(game.rules(), step, player, game.rules().action_of(id));
  if (begins && !filled) filled = table;
  return filled;
}

// The minimum number of steps to each table just before the hand is filled, by digest.
using Found = std::unordered_map<std::uint64_t, std::size_t>;

// Tries all sequences of steps. Returns nothing if that takes more than `most` tables.
std::optional<Found> walk_all_steps(const Classic& game, const Classic::Table& start,
                                    std::size_t most) {
  Found found;
  std::unordered_set<std::uint64_t> seen = {game.table_digest(start)};
  std::vector<Classic::Table> tables = {start};
  for (std::size_t steps = 1; !tables.empty(); ++steps) {
    std::vector<Classic::Table> next;
    for (const Classic::Table& table : tables) {
      game.legal_actions(table, table.open.current_player).for_each([&](int id) {
        Classic::Table after = table;
        if (const auto filled = filled_after(game, after, id)) {
          found.try_emplace(game.table_digest(*filled), steps);
        } else if (seen.insert(game.table_digest(after)).second) {
          next.push_back(after);
        }
      });
      if (seen.size() > most) return std::nullopt;
    }
    tables = std::move(next);
  }
  return found;
}

struct Difference {
  int missing = 0;
  int extra = 0;
  int twice = 0;
  int wrong_steps = 0;
  int too_long = 0;
  int wrong_points = 0;
};

// Compares the listed whole turns with those found by the walk.
Difference compare(const Classic& game, const Classic::State& state, const Found& found) {
  const auto turns = *WholeTurns::create(game, state.table);
  const auto before = game.scores(state);
  Difference differs;
  std::unordered_set<std::uint64_t> listed;
  std::int64_t count = 0;
  for (const Outcome& outcome : turns) {
    ++count;
    const Classic::Table table = turns.table(outcome);
    const std::uint64_t digest = game.table_digest(table);
    differs.twice += listed.insert(digest).second ? 0 : 1;
    const auto there = found.find(digest);
    if (there == found.end()) {
      ++differs.extra;
      continue;
    }
    const auto scores = game.rules().scores(table);
    for (Player p = 0; p < game.player_count(); ++p) {
      differs.wrong_points += scores[p] - before[p] == outcome.points[p] ? 0 : 1;
    }
    const std::vector<int> steps = turns.steps(outcome);
    Classic::Table reached = state.table;
    std::optional<Classic::Table> filled;
    bool legal = true;
    for (const int id : steps) {
      legal =
          legal && !filled && game.legal_actions(reached, reached.open.current_player).contains(id);
      if (legal) filled = filled_after(game, reached, id);
    }
    if (!legal || !filled || !(*filled == table)) {
      ++differs.wrong_steps;
    } else if (steps.size() != there->second) {
      ++differs.too_long;
    }
  }
  differs.missing =
      static_cast<int>(found.size()) - (static_cast<int>(listed.size()) - differs.extra);
  if (turns.count() != count) ++differs.twice;
  return differs;
}

// Fails unless the whole turns of a state are exactly those that its steps reach. Returns their
// number, or nothing if there are too many steps to try.
std::optional<std::size_t> check_turn(const Classic& game, const Classic::State& state,
                                      std::size_t most) {
  const auto found = walk_all_steps(game, state.table, most);
  if (!found) return std::nullopt;
  const Difference differs = compare(game, state, *found);
  INFO(notation(game, state));
  CHECK(differs.missing == 0);
  CHECK(differs.extra == 0);
  CHECK(differs.twice == 0);
  CHECK(differs.wrong_steps == 0);
  CHECK(differs.too_long == 0);
  CHECK(differs.wrong_points == 0);
  return found->size();
}

// Plays on to the next state at which whole turns begin.
void go_to_turn(const Classic& game, Classic::State& state, FastRandom& random) {
  while (!game.is_terminal(state) && !WholeTurns::create(game, state.table)) {
    if (phase_of(state) == "fill") {
      game.apply_unchecked(state, *game.current_player(state), classic::Fill{});
    } else {
      random_step(game, state, random);
    }
  }
}

// A random outcome in which something is laid, if there is one.
Outcome any_outcome(const WholeTurns& turns, FastRandom& random) {
  Outcome chosen = *turns.begin();
  std::uint64_t seen = 0;
  for (const Outcome& outcome : turns) {
    if (!outcome.formed.empty() && random.below(++seen) == 0) chosen = outcome;
  }
  return chosen;
}

// The first outcome of the highest value.
classic::BestOutcome first_of_the_best(const WholeTurns& turns,
                                       const classic::TurnWeights& weights) {
  std::optional<classic::BestOutcome> best;
  for (const Outcome& outcome : turns) {
    const double value = turns.value(outcome, weights);
    if (!best || value > best->value) best = {outcome, value};
  }
  return *best;
}

// Weights for tests: plausible ones, ones that round in a sum, zeros, ones that reward losses, and
// random ones.
std::vector<classic::TurnWeights> all_kinds_of_weights(FastRandom& random) {
  std::vector<classic::TurnWeights> kinds = {{},
                                             {0.1, -0.3, 0.1, 0.7, 0.2},
                                             {0.1, 0.1, 0.1, 0.1, 0.1},
                                             {0, 0, 0, 0, 0},
                                             {0, 0, 1, 0, 0},
                                             {1, 5, 0, 0, -2},
                                             {-1, 0, 1, 2, 1}};
  const auto any = [&] { return static_cast<double>(random.below(201)) / 10 - 10; };
  kinds.push_back({any(), any(), any(), any(), any()});
  return kinds;
}

void take(const Classic& game, Classic::State& state, const std::vector<int>& steps) {
  const Player player = state.table.open.current_player;
  for (const int id : steps) game.apply_unchecked(state, player, game.rules().action_of(id));
}

}  // namespace

TEST_SUITE("whole turns") {
  TEST_CASE("CL-14: whole turns of random mid-game states are exactly those that all steps reach") {
    for (const auto ruleset : {classic::Ruleset::Booklet, classic::Ruleset::Simplified}) {
      for (int players = 2; players <= 4; ++players) {
        const auto game = classic_game(players, ruleset);
        FastRandom random(SeedSequence(static_cast<std::uint64_t>(players)));
        int compared = 0;
        std::size_t outcomes = 0;
        for (int number = 0; compared < 60; ++number) {
          REQUIRE(number < 1000);
          auto state = game.initial_state();
          go_to_turn(game, state, random);
          const auto turns = random.below(7);
          for (std::uint64_t i = 0; i < turns && !game.is_terminal(state); ++i) {
            const auto whole = *WholeTurns::create(game, state.table);
            take(game, state, whole.steps(any_outcome(whole, random)));
            go_to_turn(game, state, random);
          }
          if (game.is_terminal(state)) continue;
          if (const auto count = check_turn(game, state, 6000)) {
            ++compared;
            outcomes += *count;
          }
        }
        CHECK(outcomes > 1000);
      }
    }
  }

  TEST_CASE(
      "CL-14: whole turns of all states of small games are exactly those that all steps reach") {
    const std::vector<std::shared_ptr<const ChemixDeck>> decks = {
        part_of_deck({"H", "H", "C", "O", "Na", "Cl", "He", "Ne", "2"},
                     {"H2", "NaCl", "CO", "HCl"}),
        part_of_deck({"H", "H", "C", "O", "O", "Na", "Cl", "He", "Ne", "2"},
                     {"H2", "NaCl", "CO", "HCl"}),
    };
    for (const auto& deck : decks) {
      for (const auto ruleset : {classic::Ruleset::Booklet, classic::Ruleset::Simplified}) {
        const Classic game(*Rules::create(deck, {ruleset}, 2));
        // All tables that whole turns can reach from one deal.
        FastRandom random(SeedSequence(3));
        auto state = game.initial_state();
        go_to_turn(game, state, random);
        std::deque<Classic::State> open = {state};
        std::unordered_set<std::uint64_t> seen;
        int compared = 0;
        while (!open.empty()) {
          state = open.front();
          open.pop_front();
          if (game.is_terminal(state)) continue;
          if (game.acting(state).is_chance()) {
            for (int id = 0; id < game.chance_action_count(); ++id) {
              const auto drawn = game.rules().chance_action_of(id);
              if (game.rules().chance_weight_of(state.table, drawn) == 0) continue;
              open.push_back(*game.apply(state, drawn));
            }
            continue;
          }
          if (phase_of(state) == "fill") {
            for (const char* text : {"fill", "leave"}) open.push_back(after(game, state, {text}));
            continue;
          }
          // The number of the turn only affects the end of the game.
          auto table = state.table;
          table.open.turns = 0;
          if (!seen.insert(game.table_digest(table)).second) continue;
          CHECK(check_turn(game, state, 100000).has_value());
          ++compared;
          const auto turns = *WholeTurns::create(game, state.table);
          for (const Outcome& outcome : turns) {
            auto next = state;
            take(game, next, turns.steps(outcome));
            open.push_back(next);
          }
        }
        CHECK(compared > 1000);
      }
    }
  }

  TEST_CASE("CF-4: whole turns in which elements die are exactly those that all steps reach") {
    const Classic game(
        *Rules::create(part_of_deck({"H", "H", "H", "C", "C", "O", "Na", "Cl", "He", "Ne", "2"},
                                    {"H2", "HCl", "CO", "CO2", "NaCl"}),
                       {classic::Ruleset::Simplified}, 2));
    // H2 is the last compound with hydrogen. Two H are in the hand, and one can be freed.
    auto state = laid_out(game, {"H,H,C", "Na"}, {"HCl", "CO2"}, 1);
    CHECK(check_turn(game, state, 100000).has_value());
    auto& gases = state.table.open.gases;
    gases[1] += gases[0];
    gases[0] = {};
    CHECK(check_turn(game, state, 100000).has_value());
  }

  TEST_CASE("CL-5: whole turns are listed only at the start of a turn") {
    const auto game = classic_game();
    auto state = dealt_state(game, {"He", "Rn"}, {"H,O,C", "H,O,Na"});
    CHECK(WholeTurns::create(game, state.table).has_value());
    // After any step there are no whole turns.
    const auto later = laid_out(game, {"C,O,2", "H,O,S"}, {"NaCl"}, 1);
    CHECK(WholeTurns::create(game, later.table).has_value());
    for (const auto& begun :
         {after(game, state, {"take 2"}), after(game, later, {"return 2 hand"}),
          after(game, later, {"form CO C,O"}), after(game, later, {"dissolve NaCl"})}) {
      const auto refused = WholeTurns::create(game, begun.table);
      REQUIRE(!refused.has_value());
      CHECK(refused.error().field == "state");
      CHECK(refused.error().rule == "CL-5");
    }
  }

  TEST_CASE("CL-21: the first outcome is to do nothing") {
    const auto game = classic_game();
    const auto state = dealt_state(game, {"He", "Rn"}, {"H,O,C", "H,O,Na"});
    const auto turns = *WholeTurns::create(game, state.table);
    const Outcome first = *turns.begin();
    CHECK(first.formed.empty());
    CHECK(first.dissolved.empty());
    CHECK(first.points == PerPlayer<std::int16_t, classic::max_players>());
    CHECK(turns.steps(first) == std::vector<int>{game.rules().action_id(classic::Done{})});
    CHECK(turns.table(first).open.passes == 1);
  }

  TEST_CASE("CL-19: an outcome includes the receiver of the noble gas and the change of points") {
    const auto game = classic_game();
    const auto state = laid_out(game, {"P,O,H", "N,S,Ca"}, {"NaCl", "H2O", "CH4"}, 1);
    const auto turns = *WholeTurns::create(game, state.table);
    const auto worked_example = cards_of(game, "P4,NaOH");
    int found = 0;
    for (const Outcome& outcome : turns) {
      const bool is_worked_example = outcome.formed == worked_example &&
                                     outcome.dissolved == cards_of(game, "NaCl,CH4") &&
                                     outcome.receiver && outcome.hand.empty();
      if (!is_worked_example) continue;
      ++found;
      // 2 and 3 points for the compounds, 3 for hand cards used, minus 3 for the noble gas.
      CHECK(outcome.points[0] == 2 + 3 + 3 - 3);
      CHECK(outcome.points[1] == 3);
      CHECK(text_of(game, turns.table(outcome).open.laid[1]) == "H2O");
    }
    CHECK(found == 1);
  }

  TEST_CASE("CL-24: the value weighs the player's own points and those of the others separately") {
    const auto game = classic_game(3);
    const auto state = laid_out(game, {"P,O,H", "N,S,Ca", "H,O,Fe"}, {"NaCl", "CO2", "CH4"}, 1);
    int own = 0;
    int to_others = 0;
    const auto turns = *WholeTurns::create(game, state.table);
    for (const Outcome& outcome : turns) {
      const int others = outcome.points[1] + outcome.points[2];
      own += outcome.points[0] != others ? 1 : 0;
      to_others += others != 0 ? 1 : 0;
      REQUIRE(turns.value(outcome, {1, 0, 0, 0, 0}) == outcome.points[0]);
      REQUIRE(turns.value(outcome, {0, 1, 0, 0, 0}) == others);
    }
    CHECK(own > 0);
    CHECK(to_others > 0);
  }

  TEST_CASE("CL-24: the best outcome has the highest value") {
    for (const auto ruleset : {classic::Ruleset::Booklet, classic::Ruleset::Simplified}) {
      const auto game = classic_game(3, ruleset);
      const auto state = laid_out(game, {"P,O,H", "N,S,Ca", "H,O,Fe"}, {"NaCl", "CO2", "CH4"}, 1);
      const auto turns = *WholeTurns::create(game, state.table);
      for (const classic::TurnWeights weights :
           {classic::TurnWeights{}, classic::TurnWeights{0, 0, 1, 0, 0},
            classic::TurnWeights{0, 1, 0, 0, 0}, classic::TurnWeights{0, 0, 0, 1, 0},
            classic::TurnWeights{1, -1, 0, -2, 5}}) {
        const auto best = turns.best(weights);
        CHECK(best.value == turns.value(best.outcome, weights));
        int better = 0;
        for (const Outcome& outcome : turns) {
          better += turns.value(outcome, weights) > best.value ? 1 : 0;
        }
        CHECK(better == 0);
      }
      const auto most = turns.best_by([](const Outcome& outcome) { return outcome.formed.size(); });
      CHECK(most.value == most.outcome.formed.size());
      CHECK(most.value >= 2);
    }
  }

  TEST_CASE("CL-11: the best turn has minus cards if the weights reward them") {
    const auto game = small_classic();
    // Once CO is formed, the other O can be laid off.
    const auto state = laid_out(game, {"C,O,O", "H,H,Cl"}, {}, 1);
    const auto turns = *WholeTurns::create(game, state.table);
    for (const classic::TurnWeights weights :
         {classic::TurnWeights{0, 0, 0, 1, 0}, classic::TurnWeights{1, 0, 0, 3, 0},
          classic::TurnWeights{0, 0, 0.1, 1, 0}}) {
      const auto best = turns.best(weights);
      CHECK(text_of(game, best.outcome.formed) == "CO");
      CHECK(text_of(game, best.outcome.minus) == "O");
      CHECK(best.value == turns.value(best.outcome, weights));
      CHECK(best.outcome == first_of_the_best(turns, weights).outcome);
    }
  }

  TEST_CASE(
      "CL-24: the best outcome is the first listed one of the highest value, for every player") {
    for (const auto ruleset : {classic::Ruleset::Booklet, classic::Ruleset::Simplified}) {
      for (int players = 2; players <= 4; ++players) {
        const auto game = classic_game(players, ruleset);
        FastRandom random(SeedSequence(static_cast<std::uint64_t>(10 + players)));
        int laid = 0;
        const auto compare = [&](const Classic::State& state) {
          const auto turns = *WholeTurns::create(game, state.table);
          for (Player p = 0; p < players; ++p) laid += state.table.open.laid[p].size();
          for (const auto& weights : all_kinds_of_weights(random)) {
            const auto best = turns.best(weights);
            const auto listed = first_of_the_best(turns, weights);
            INFO(notation(game, state));
            REQUIRE(best.value == listed.value);
            REQUIRE(best.outcome == listed.outcome);
          }
        };
        // Whole turns of any kind, random steps, and guided ones.
        for (int played = 0; played < 12; ++played) {
          auto state = game.initial_state();
          for (int turn = 0; turn < 12; ++turn) {
            go_to_turn(game, state, random);
            if (game.is_terminal(state)) break;
            compare(state);
            const auto turns = *WholeTurns::create(game, state.table);
            if (played % 3 == 0) {
              take(game, state, turns.steps(any_outcome(turns, random)));
              continue;
            }
            const int before = state.table.open.turns;
            while (!game.is_terminal(state) && state.table.open.turns == before) {
              played % 3 == 1 ? random_step(game, state, random)
                              : random_step(game, state, random, Guided());
            }
          }
        }
        CHECK(laid > 100);
      }
    }
  }
}
