// SPDX-License-Identifier: Apache-2.0
// Compares Chemuno with Crazy Eights in OpenSpiel's C++, both compiled with the same flags and
// playing random games. OpenSpiel always lists legal actions and chance outcomes and keeps the
// history; each of our ways to play is compared with that one. The two sides run in alternating
// turns, measured in CPU time of the thread.
#include "lists.hpp"
#include "open_spiel/spiel.h"
#include "subject.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace {

using namespace chemix;
using Chemuno = chemuno::Game;

constexpr int players = 4;
constexpr auto crazy_eights = "crazy_eights(players=4,use_special_cards=true,reshuffle=true)";
constexpr int rounds = 15;
constexpr double seconds = 0.1;
// Steps between reads of the clock, since one read takes as long as many steps.
constexpr std::int64_t steps_unseen = 10'000;
constexpr int copied_states = 500;

// ---- OpenSpiel ----

open_spiel::Action drawn_outcome(const open_spiel::State& state, FastRandom& random) {
  const auto ways = state.ChanceOutcomes();
  double left = static_cast<double>(random.next() >> 11) * 0x1p-53;
  std::size_t nth = 0;
  for (; nth + 1 < ways.size() && left >= ways[nth].second; ++nth) left -= ways[nth].second;
  return ways[nth].first;
}

open_spiel::Action drawn_action(const open_spiel::State& state, FastRandom& random) {
  if (state.IsChanceNode()) return drawn_outcome(state, random);
  const auto ids = state.LegalActions();
  return ids[static_cast<std::size_t>(bench::below(random, ids.size()))];
}

std::int64_t play_peer(const open_spiel::Game& game, FastRandom& random) {
  const auto state = game.NewInitialState();
  std::int64_t steps = 0;
  for (; !state->IsTerminal(); ++steps) state->ApplyAction(drawn_action(*state, random));
  return steps;
}

// A state and one of its legal actions.
template <class State, class Id>
struct Decision {
  State state = {};
  Id action = {};
};
using PeerDecision = Decision<std::unique_ptr<open_spiel::State>, open_spiel::Action>;
using OurDecision = Decision<Chemuno::State, int>;

// Like `bench::middle_states`. Copies only chosen states, since each contains its whole history.
std::vector<PeerDecision> peer_decisions(const open_spiel::Game& game, int count) {
  std::vector<PeerDecision> middle;
  FastRandom random(SeedSequence(11));
  while (static_cast<int>(middle.size()) < count) {
    PeerDecision chosen;
    std::uint64_t seen = 0;
    for (const auto state = game.NewInitialState(); !state->IsTerminal();) {
      const open_spiel::Action action = drawn_action(*state, random);
      if (!state->IsChanceNode() && random.below(++seen) == 0) chosen = {state->Clone(), action};
      state->ApplyAction(action);
    }
    middle.push_back(std::move(chosen));
  }
  return middle;
}

// ---- Both ----

// A benchmark subject: performs one unit of work, and returns its number of steps.
using Subject = std::function<std::int64_t()>;

double nanoseconds_now() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double nanoseconds_a_step(const Subject& subject) {
  std::int64_t steps = 0;
  double taken = 0;
  for (const double start = nanoseconds_now(); taken < seconds * 1e9;) {
    for (const std::int64_t until = steps + steps_unseen; steps < until;) steps += subject();
    taken = nanoseconds_now() - start;
  }
  return taken / static_cast<double>(steps);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_row(const char* name, const Subject& ours, const Subject& peer) {
  std::vector<double> our_times;
  std::vector<double> peer_times;
  std::vector<double> ratios;
  for (int round = 0; round <= rounds; ++round) {
    const double our_time = nanoseconds_a_step(ours);
    const double peer_time = nanoseconds_a_step(peer);
    if (round == 0) continue;  // warms up
    our_times.push_back(our_time);
    peer_times.push_back(peer_time);
    ratios.push_back(peer_time / our_time);
  }
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  std::printf("| %s | %.1f | %.1f | %.1f | %.1f–%.1f |\n", name, median(our_times),
              median(peer_times), median(ratios), *least, *most);
}

}  // namespace

int main() {
  const auto ours = bench::make<Chemuno>(players);
  const auto peer = open_spiel::LoadGame(crazy_eights);
  std::printf("chemuno, %d players, beside %s: %d turns each of %g s\n\n", players, crazy_eights,
              rounds, seconds);
  std::printf("| nanoseconds a step | chemix | OpenSpiel | ratio | range |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: |\n");

  FastRandom random(SeedSequence(3));
  const Subject peer_plays = [&] { return play_peer(*peer, random); };
  const auto plays = [&](auto start) {
    return [&, start] {
      auto position = start(ours);
      return playout(ours, position, random).steps;
    };
  };
  print_row("masks, on tables", plays(bench::start<false, Chemuno>), peer_plays);
  print_row(
      "ids and outcomes as lists", [&] { return bench::play_lists(ours, random); }, peer_plays);
  print_row("masks, with knowledge", plays(bench::start<true, Chemuno>), peer_plays);

  std::vector<OurDecision> decisions;
  for (const auto& state : bench::middle_states(ours, copied_states)) {
    decisions.push_back({state, ours.legal_actions(state, *ours.current_player(state))[0]});
  }
  const auto peer_middle = peer_decisions(*peer, copied_states);
  std::uint64_t seen = 0;
  print_row(
      "copy a state and apply",
      [&] {
        for (const auto& [state, id] : decisions) {
          Chemuno::State next = state;
          ours.apply_unchecked(next, *ours.current_player(state), ours.rules().action_of(id));
          seen += next.knowledge.history.open;
        }
        return copied_states;
      },
      [&] {
        for (const auto& [state, action] : peer_middle) {
          const auto next = state->Clone();
          next->ApplyAction(action);
          seen += static_cast<std::uint64_t>(next->MoveNumber());
        }
        return copied_states;
      });
  // Printed to keep the compiler from removing the work.
  std::fprintf(stderr, "%llu\n", static_cast<unsigned long long>(seen));
}
