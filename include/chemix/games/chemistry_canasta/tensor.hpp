// SPDX-License-Identifier: Apache-2.0
// What a tensor of Chemistry Canasta holds.
#pragma once

#include "chemix/games/chemistry_canasta.hpp"
#include "chemix/games/expansion/tensor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix::chemistry_canasta {

/// Of the lowest number of each run that the cards in play can form, a number that no more such
/// runs than can be; 0 where they can form none.
[[nodiscard]] std::array<int, run_count + 1> most_runs(const auto& rules) {
  const auto& all = rules.deck().all_cards();
  std::array<int, run_count + 1> most{};
  for (int lowest = 1; lowest <= run_count; ++lowest) {
    for (int place = 0; place < run_length; ++place) {
      most[static_cast<std::size_t>(lowest)] += all.count(element_card(lowest + place));
    }
  }
  return most;
}

void encode_open(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  tensor.choice("phase", open.phase, "what is asked, or what chance does");
  encode_table(tensor, open);
  tensor.choice("deed", open.deed, "what was done in the running turn");
  encode_runs(tensor, open);
  tensor.flag("skipped", open.skipped, "a draw was skipped since the last capture or run");
  tensor.number("idle_turns", open.idle_turns, tensor.players(),
                "turns in a row without a capture or run");
  tensor.number("turns", open.turns, rules.options().max_turns, "turns completed");
}

void encode_runs(auto& tensor, const Public& open) {
  const auto& rules = tensor.rules();
  const std::array<int, run_count + 1> most = most_runs(rules);
  const auto for_each_run = [&](auto&& use) {
    for (std::size_t lowest = 1; lowest < most.size(); ++lowest) {
      if (most[lowest] > 0) use(lowest);
    }
  };
  const auto name_runs = [&](auto&& add) {
    for_each_run([&](std::size_t lowest) {
      add(rules.deck().name(element_card(static_cast<int>(lowest))));
    });
  };
  tensor.begin("run", "the run that is being laid, by its lowest element", {}, name_runs);
  for_each_run(
      [&](std::size_t lowest) { tensor.put(open.run == static_cast<int>(lowest) ? 1 : 0); });
  // So many runs from each number on, by owner and by which of their cards are wild; from 0 on, all
  // of them.
  std::array<std::array<std::uint8_t, run_count + 1>, max_players> owned{};
  std::array<std::array<std::uint8_t, run_count + 1>, all_wild> with_wilds{};
  for (int i = 0; i < open.runs.size(); ++i) {
    const Run& run = open.runs[i];
    if (!run.is_possible(tensor.players())) continue;
    const auto lowest = static_cast<std::size_t>(run.lowest());
    for (const std::size_t from : {std::size_t{0}, lowest}) {
      ++owned[static_cast<std::size_t>(run.owner())][from];
      ++with_wilds[run.wilds()][from];
    }
  }
  std::size_t run_kinds = 0;
  for_each_run([&](std::size_t) { ++run_kinds; });
  const auto put_runs = [&](const auto& counts) {
    if (counts[0] == 0) return tensor.put_one_hot(run_kinds, run_kinds);
    for_each_run([&](std::size_t lowest) {
      tensor.put(static_cast<double>(counts[lowest]) / most[lowest]);
    });
  };
  tensor.begin("runs", "runs of each, by their lowest element", tensor.players(), name_runs);
  for (int i = 0; i < tensor.players(); ++i) {
    put_runs(owned[static_cast<std::size_t>(tensor.seat(i))]);
  }
  tensor.begin(
      "runs.wilds",
      "runs by which of their cards are wild: the first, the second, these two, the third, "
      "the first and third, the last two",
      all_wild - 1, name_runs);
  for (std::size_t wilds = 1; wilds < all_wild; ++wilds) put_runs(with_wilds[wilds]);
  if (tensor.players() > 1) {
    tensor.leave_out("runs",
                     "of several players' runs with the same numbers, in whose which cards "
                     "are wild");
  }
}

}  // namespace chemix::chemistry_canasta
