// SPDX-License-Identifier: Apache-2.0
// Benchmarks of all games. Rows: playout/<game>/<players>[/knowledge] for random playouts,
// guided/<game>/<players>[/knowledge] for guided ones, and <function>/<game>/<players>.
#include "chemix/agents/guided.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/cards/matching.hpp"
#include "chemix/games/classic/whole_turns.hpp"
#include "subject.hpp"
#include "support/allocations.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace chemix;
using Clock = std::chrono::steady_clock;

double nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

// Measures the duration of a cycle at the current clock rate: a third of the latency of a
// multiplication in a dependent chain. (Newer cores eliminate chains of constant additions.)
double cycle_now() {
  constexpr int products = 1 << 13;
  double least = 1e9;
  std::uint64_t product = 3;
  for (int round = 0; round < 4; ++round) {
    const auto start = Clock::now();
    for (int i = 0; i < products / 8; ++i) {
      asm volatile(
          "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
          "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
          : "+r"(product));
    }
    least = std::min(least, nanoseconds_since(start) / products);
  }
  return least / 3;
}

// CPU time of this thread in nanoseconds, to exclude time of other threads.
double thread_time() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// The minimum time per item over all runs, since interference only adds time. The cycle duration is
// measured before each run, and is the minimum too.
class Shortest {
 public:
  /// Times `work()`, which returns the number of items processed.
  void time(benchmark::State& run, auto&& work) {
    run.PauseTiming();
    cycle_ = std::min(cycle_, cycle_now());
    run.ResumeTiming();
    const double start = thread_time();
    const auto things = static_cast<double>(work());
    ns_ = std::min(ns_, (thread_time() - start) / things);
  }
  [[nodiscard]] double ns() const { return ns_; }
  [[nodiscard]] double cycles() const { return ns_ / cycle_; }

 private:
  double ns_ = 1e18;
  double cycle_ = 1e18;
};

// Measures `body()`, which processes `items` items, and reports the time of one.
template <class Body>
void measure(benchmark::State& run, int items, Body&& body) {
  constexpr int repeats = 20;
  Shortest shortest;
  for (auto _ : run) {
    shortest.time(run, [&] {
      for (int i = 0; i < repeats; ++i) body();
      return repeats * items;
    });
  }
  run.counters["ns"] = shortest.ns();
  run.counters["cycles"] = shortest.cycles();
}

// Plays different games in each run, since branch predictors learn repeated games, and enough of
// them for differences between games to average out.
template <class G, bool Knowledge, class Choose>
void playouts(benchmark::State& run, const G& game) {
  constexpr std::int64_t min_steps = 50'000;
  FastRandom random(SeedSequence(3));
  PlayoutCount count;
  std::int64_t games = 0;
  Shortest step;
  const std::int64_t before = test::allocation_count();
  for (auto _ : run) {
    step.time(run, [&] {
      const std::int64_t first = count.steps;
      for (; count.steps < first + min_steps; ++games) {
        auto position = bench::start<Knowledge>(game);
        const PlayoutCount more = playout(game, position, random, Choose());
        count.steps += more.steps;
        count.decisions += more.decisions;
        benchmark::DoNotOptimize(position);
      }
      return count.steps - first;
    });
  }
  const auto allocated = static_cast<double>(test::allocation_count() - before);
  const auto steps = static_cast<double>(count.steps);
  const double per_decision = steps / static_cast<double>(count.decisions);
  run.counters["ns_per_decision"] = step.ns() * per_decision;
  run.counters["ns_per_step"] = step.ns();
  run.counters["ns_per_game"] = step.ns() * steps / static_cast<double>(games);
  run.counters["cycles_per_decision"] = step.cycles() * per_decision;
  run.counters["cycles_per_step"] = step.cycles();
  run.counters["allocations_per_step"] = allocated / steps;
  run.counters["table_bytes"] = sizeof(typename G::Table);
  run.counters["state_bytes"] = sizeof(typename G::State);
}

template <class G>
void determinize(benchmark::State& run, const G& game) {
  const auto states = bench::middle_states(game, 1000);
  Generator random(SeedSequence(9).generate_state<8>(), Domain::Sampler, 0);
  std::vector<double> times(states.size(), 1e18);
  for (auto _ : run) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto seen =
          game.observation(states[i], Viewer::player(game.acting(states[i]).players().lowest()));
      const auto start = Clock::now();
      benchmark::DoNotOptimize(game.determinize(seen, random));
      times[i] = std::min(times[i], nanoseconds_since(start));
    }
  }
  std::sort(times.begin(), times.end());
  run.counters["median_ns"] = times[times.size() / 2];
  run.counters["p90_ns"] = times[times.size() * 9 / 10];
  run.counters["p99_ns"] = times[times.size() * 99 / 100];
}

template <class Make>
void add_rows(const std::string& label, Make make) {
  using G = decltype(make());
  // Created on first use, since a run seldom includes all rows.
  const auto game = std::make_shared<std::optional<G>>();
  const auto row = [&](const std::string& name, auto&& body) {
    benchmark::RegisterBenchmark(name.c_str(), [game, make, body](benchmark::State& run) {
      if (!*game) game->emplace(make());
      body(run, **game);
    });
  };
  row("playout/" + label, playouts<G, false, AnyLegal>);
  row("playout/" + label + "/knowledge", playouts<G, true, AnyLegal>);
  row("guided/" + label, playouts<G, false, Guided>);
  row("guided/" + label + "/knowledge", playouts<G, true, Guided>);

  constexpr int count = 1000;
  using State = typename G::State;
  // Calls `use(game, state)` for each of a thousand states.
  const auto each = [](auto use) {
    return [use](benchmark::State& run, const G& played) {
      std::vector<State> states = bench::middle_states(played, count);
      measure(run, count, [&] {
        for (State& state : states) use(played, state);
      });
    };
  };
  row("legal_actions/" + label, each([](const G& played, State& state) {
        benchmark::DoNotOptimize(played.legal_actions(state, *played.current_player(state)));
      }));
  // Includes copying the state and finding the first legal action.
  row("apply_unchecked/" + label, each([](const G& played, State& state) {
        State next = state;
        const Player player = *played.current_player(state);
        const int id = played.legal_actions(state, player)[0];
        played.apply_unchecked(next, player, played.rules().action_of(id));
        benchmark::DoNotOptimize(next);
      }));
  row("copy_table/" + label, each([](const G&, State& state) {
        auto copy = state.table;
        benchmark::DoNotOptimize(copy);
      }));
  row("copy_state/" + label, each([](const G&, State& state) {
        State copy = state;
        benchmark::DoNotOptimize(copy);
      }));
  row("digest/" + label,
      each([](const G& played, State& state) { benchmark::DoNotOptimize(played.digest(state)); }));
  row("observation/" + label, each([](const G& played, State& state) {
        benchmark::DoNotOptimize(played.observation(state, Viewer::player(0)));
      }));
  // The acting player's tensors, written into one buffer.
  const auto tensors = [](auto write) {
    return [write](benchmark::State& run, const G& played) {
      std::vector<typename G::Observation> seen;
      const std::vector<State> states = bench::middle_states(played, count);
      for (const State& state : states) {
        seen.push_back(played.observation(state, Viewer::player(*played.current_player(state))));
      }
      std::vector<float> numbers(4096);
      std::size_t size = 0;
      measure(run, count, [&] {
        for (std::size_t i = 0; i < states.size(); ++i) {
          TensorWriter writer(numbers);
          write(played, writer, states[i], seen[i]);
          size = writer.size();
          benchmark::DoNotOptimize(numbers.data());
        }
      });
      run.counters["numbers"] = static_cast<double>(size);
    };
  };
  row("tensor/" + label, tensors([](const G& played, TensorWriter& writer, const State&,
                                    const auto& seen) { played.encode(writer, seen); }));
  row("state_tensor/" + label,
      tensors([](const G& played, TensorWriter& writer, const State& state, const auto& seen) {
        played.encode(writer, state.table, seen.viewer);
      }));
  row("determinize/" + label, determinize<G>);
}

// States of ChemiX Classic at the beginning of a turn, each from the middle third of another game.
// Players take a random whole turn that forms more compounds than it dissolves, or else the best
// one: random steps would mostly undo each other, and greedy players leave little on the table.
std::vector<classic::State> turn_states(const classic::Game& game, int count) {
  std::vector<classic::State> states;
  FastRandom random(SeedSequence(12));
  while (static_cast<int>(states.size()) < count) {
    auto state = game.initial_state();
    std::vector<classic::State> turns;
    while (!game.is_terminal(state)) {
      const auto whole = classic::WholeTurns::create(game, state.table);
      if (!whole) {
        if (game.acting(state).is_chance()) {
          random_step(game, state, random);
        } else {
          game.apply_unchecked(state, *game.current_player(state), classic::Fill{});
        }
        continue;
      }
      turns.push_back(state);
      classic::Outcome chosen = whole->best().outcome;
      std::uint64_t seen = 0;
      for (const classic::Outcome& outcome : *whole) {
        const bool lays_more = outcome.formed.size() > outcome.dissolved.size();
        if (lays_more && random.below(++seen) == 0) chosen = outcome;
      }
      const Player player = *game.current_player(state);
      for (const int id : whole->steps(chosen)) {
        game.apply_unchecked(state, player, game.rules().action_of(id));
      }
    }
    const std::size_t third = turns.size() / 3;
    states.push_back(turns[third + random.below(third + 1)]);
  }
  return states;
}

// The number of distinct pairs of formed and dissolved compound sets among the outcomes.
double compound_sets(const classic::WholeTurns& turns) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> sets;
  for (const classic::Outcome& outcome : turns) {
    sets.emplace(outcome.formed.compounds(), outcome.dissolved.compounds());
  }
  return static_cast<double>(sets.size());
}

// The number of cards that a whole turn can use: those laid on the table, and the hand.
int cards_in_turn(const classic::State& state) {
  const classic::Public& open = state.table.open;
  return open.laid_cards.size() + open.hand_size[open.current_player];
}

// Times `use(turns)` for all states, taking the minimum over runs for each. Reports quantiles over
// all states, and means for groups of states by number of cards, four at a time.
template <class Use>
void whole_turns(benchmark::State& run, const classic::Game& game, Use&& use) {
  const auto states = turn_states(game, 1000);
  std::vector<double> times(states.size(), 1e18);
  std::vector<double> outcomes;
  std::vector<double> sets;
  for (const auto& state : states) {
    const auto turns = *classic::WholeTurns::create(game, state.table);
    outcomes.push_back(static_cast<double>(turns.count()));
    sets.push_back(compound_sets(turns));
  }
  for (auto _ : run) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const double start = thread_time();
      const auto turns = *classic::WholeTurns::create(game, states[i].table);
      use(turns);
      times[i] = std::min(times[i], thread_time() - start);
    }
  }
  const auto report = [&](const std::string& unit, std::vector<double> values) {
    std::sort(values.begin(), values.end());
    run.counters["median_" + unit] = values[values.size() / 2];
    run.counters["p90_" + unit] = values[values.size() * 9 / 10];
    run.counters["p99_" + unit] = values[values.size() * 99 / 100];
    run.counters["most_" + unit] = values.back();
  };
  report("ns", times);
  report("outcomes", outcomes);
  report("compound_sets", sets);
  for (int most = 4; most <= 28; most += 4) {
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const int cards = cards_in_turn(states[i]);
      if (cards > most - 4 && cards <= most) some.push_back(i);
    }
    const auto report_mean = [&](const std::string& unit, const std::vector<double>& values) {
      double sum = 0;
      for (const std::size_t i : some) sum += values[i];
      run.counters["mean_" + unit + "_of_" + std::to_string(most)] =
          sum / static_cast<double>(some.size());
    };
    if (some.empty()) continue;
    run.counters["states_of_" + std::to_string(most)] = static_cast<double>(some.size());
    report_mean("ns", times);
    report_mean("outcomes", outcomes);
    report_mean("compound_sets", sets);
  }
}

void add_whole_turn_rows() {
  for (const auto ruleset : {classic::Ruleset::Booklet, classic::Ruleset::Simplified}) {
    for (int players = classic::min_players; players <= classic::max_players; ++players) {
      const auto game = std::make_shared<const classic::Game>(
          *classic::Rules::create(*builtin_deck<ChemixDeck>("chemix"), {ruleset}, players));
      const std::string label =
          "/classic/" + std::to_string(players) + "/" + std::string(name_of(ruleset));
      benchmark::RegisterBenchmark(("whole_turns" + label).c_str(), [game](benchmark::State& run) {
        whole_turns(run, *game, [](const classic::WholeTurns& turns) {
          auto walk = turns.walk();
          while (const auto outcome = walk.next()) benchmark::DoNotOptimize(*outcome);
        });
      });
      benchmark::RegisterBenchmark(("best_turn" + label).c_str(), [game](benchmark::State& run) {
        whole_turns(run, *game, [](const classic::WholeTurns& turns) {
          benchmark::DoNotOptimize(turns.best());
        });
      });
    }
  }
}

// Finds the compounds of the deck that can be laid from a bag of ten cards.
void matching(benchmark::State& run) {
  const auto deck = *builtin_deck<ChemixDeck>("chemix");
  const Matcher matcher(*deck);
  constexpr int count = 1000;
  FastRandom random(SeedSequence(4));
  std::vector<SmallBag> bags(count);
  for (SmallBag& bag : bags) {
    CardBag rest(deck->all_cards().small_cards(), 0);
    for (int i = 0; i < 10; ++i) {
      const Card card =
          rest.nth(static_cast<int>(random.below(static_cast<std::uint64_t>(rest.size()))));
      rest.remove(card);
      bag.add(card.index);
    }
  }
  measure(run, count, [&] {
    for (const SmallBag& bag : bags) benchmark::DoNotOptimize(matcher.layable(bag));
  });
}

}  // namespace

int main(int argc, char** argv) {
  bench::for_each_label([](const std::string& label, auto make) { add_rows(label, make); });
  add_whole_turn_rows();
  benchmark::RegisterBenchmark("matching/chemix", matching);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
