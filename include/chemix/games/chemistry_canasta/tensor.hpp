// SPDX-License-Identifier: Apache-2.0
// Tensor encoding of Chemistry Canasta.
#pragma once

#include "chemix/games/chemistry_canasta/rules.hpp"
#include "chemix/games/expansion/tensor.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace chemix::chemistry_canasta {

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
  const KindsInPlay& in_play = rules.runs_in_play();
  const auto name_runs = [&](auto&& add) {
    in_play.for_each_run(any_kind, [&](std::size_t first, std::size_t end) {
      for (std::size_t kind = first; kind < end; ++kind) {
        add(rules.deck().name(Card::of(static_cast<int>(kind))));
      }
    });
  };
  tensor.begin("run", "the run that is being laid, by its lowest element", {}, name_runs);
  put_kind(tensor, in_play, any_kind,
           open.run > 0 ? std::optional(element_card(open.run)) : std::nullopt);
  // Runs counted by lowest element, grouped by owner and by wild places; `are_any` is false for an
  // empty group.
  struct Counted {
    CountsByKind counts{};
    bool are_any = false;
  };
  std::array<Counted, max_players> owned;
  std::array<Counted, all_wild> with_wilds;
  for (int i = 0; i < open.runs.size(); ++i) {
    const Run& run = open.runs[i];
    if (!run.is_possible(tensor.players())) continue;
    for (Counted* const runs :
         {&owned[static_cast<std::size_t>(run.owner())], &with_wilds[run.wilds()]}) {
      ++runs->counts[element_card(run.lowest()).index];
      runs->are_any = true;
    }
  }
  const auto put_runs = [&](const Counted& runs) {
    if (!runs.are_any) return put_kind(tensor, in_play, any_kind, std::nullopt);
    put_parts(tensor, in_play, any_kind, runs.counts);
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
