// SPDX-License-Identifier: Apache-2.0
// The C ABI of whole turns.
#include "chemix/core/options.hpp"
#include "internal.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

using namespace chemix::capi;

struct chemix_turns {
  GameRef game;
  std::unique_ptr<chemix::WholeTurnList> list;
  std::optional<chemix::WholeTurn> current;
};

namespace {

const chemix::WholeTurn& current_of(const chemix_turns* turns) {
  const chemix_turns& of = required(turns, "turns");
  if (!of.current) {
    fail(CHEMIX_INVALID_INPUT, {"turns", "", "must have been moved to a turn", ""});
  }
  return *of.current;
}

}  // namespace

chemix_status chemix_turns_create(const chemix_state* state, chemix_turns** out_turns,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State of = state_of(state);
    required(out_turns, "out_turns");
    auto list = accepted(of.game.whole_turns(of.block));
    return give_object(out_turns, "out_turns", [&] {
      return new chemix_turns{GameRef(of.counted), std::move(list), std::nullopt};
    });
  });
}

void chemix_turns_destroy(chemix_turns** turns) { destroy(turns); }

chemix_status chemix_turns_count(const chemix_turns* turns, chemix_stop* stop, int64_t* out_count,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_turns& of = required(turns, "turns");
    required(out_count, "out_count");
    chemix::StopPoll poll = poll_of(stop);
    *out_count = unless_stopped(of.list->count(poll));
    return CHEMIX_OK;
  });
}

chemix_count chemix_turns_next(chemix_turns* turns, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_turns& of = required(turns, "turns");
    auto next = of.list->next();
    const bool is_found = next.has_value();
    if (is_found) of.current = std::move(next);
    return Given(is_found ? 1 : 0, 0, 0);
  });
}

chemix_status chemix_turns_find_best(chemix_turns* turns, const char* weights, chemix_stop* stop,
                                     double* out_value, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_turns& of = required(turns, "turns");
    const std::string pairs =
        accepted(chemix::option_pairs(weights == nullptr ? "" : weights, "weights"));
    chemix::StopPoll poll = poll_of(stop);
    auto [turn, value] = unless_stopped(accepted(of.list->best(pairs, poll)));
    of.current = std::move(turn);
    if (out_value != nullptr) *out_value = value;
    return CHEMIX_OK;
  });
}

chemix_count chemix_turns_actions(const chemix_turns* turns, int32_t* out, size_t capacity,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] { return give_list(current_of(turns).actions, out, capacity); });
}

chemix_count chemix_turns_points(const chemix_turns* turns, int32_t* out, size_t capacity,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] { return give_list(current_of(turns).points, out, capacity); });
}
