// SPDX-License-Identifier: Apache-2.0
// The C ABI of policies, which decide from the observation of the acting player alone.
#include "chemix/agents/hint.hpp"
#include "chemix/values.hpp"
#include "chemix/words.hpp"
#include "internal.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace chemix::capi;

namespace {

chemix::Decision decision_of(const AnyGame& game, const void* observation, std::size_t size) {
  return accepted(chemix::Decision::of(game, possible_view_of(game, observation, size)));
}

}  // namespace

chemix_status chemix_policy_list(char* out, size_t capacity, size_t* out_count,
                                 chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_json(chemix::policies_value(), out, capacity, out_count); });
}

chemix_status chemix_policy_create(const char* text, chemix_policy** out_policy,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view named = required_text(text, "text");
    required(out_policy, "out_policy");
    *out_policy = new chemix_policy{accepted(chemix::make_policy(named))};
    return CHEMIX_OK;
  });
}

void chemix_policy_destroy(chemix_policy** policy) {
  if (policy == nullptr) return;
  delete *policy;
  *policy = nullptr;
}

chemix_status chemix_policy_choose(const chemix_policy* policy, const chemix_game* game,
                                   const void* observation, size_t observation_size,
                                   const char* seed, chemix_stop* stop, int32_t* out_action,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = *required(policy, "policy").policy;
    const auto decision = decision_of(game_of(game), observation, observation_size);
    required(out_action, "out_action");
    chemix::Generator random = chemix::PolicyStreams(seed_of(seed)).decision(0);
    chemix::StopPoll poll = poll_of(stop);
    *out_action = unless_stopped(by.choose(decision, random, poll));
    return CHEMIX_OK;
  });
}

chemix_status chemix_policy_action_values(const chemix_policy* policy, const chemix_game* game,
                                          const void* observation, size_t observation_size,
                                          const char* seed, chemix_stop* stop,
                                          chemix_action_value* out, size_t capacity,
                                          size_t* out_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = *required(policy, "policy").policy;
    const auto decision = decision_of(game_of(game), observation, observation_size);
    chemix::Generator random = chemix::PolicyStreams(seed_of(seed)).decision(0);
    const std::size_t count = decision.legal_actions().size();
    const Given given = check_room(capacity, count, out, out_count, count);
    if (given.status != CHEMIX_OK) return given;
    chemix::StopPoll poll = poll_of(stop);
    const auto values = by.action_values(decision, random, poll);
    if (values.empty()) fail_stopped();
    for (const auto& [action, value, visits] : values) {
      *out++ = {value, visits, action, 0};
    }
    return given;
  });
}

chemix_status chemix_policy_hint(const chemix_policy* policy, const chemix_game* game,
                                 const void* observation, size_t observation_size, const char* seed,
                                 const char* language, const char* players, chemix_stop* stop,
                                 char* out, size_t capacity, size_t* out_count,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = *required(policy, "policy").policy;
    const AnyGame& of = game_of(game);
    const auto decision = decision_of(of, observation, observation_size);
    const chemix::Words words = words_of(language, players);
    chemix::Generator random = chemix::PolicyStreams(seed_of(seed)).decision(0);
    chemix::StopPoll poll = poll_of(stop);
    const chemix::Hint hint = unless_stopped(chemix::hint_of(by, decision, random, poll));
    return give_json(chemix::hint_value(of, hint, words), out, capacity, out_count);
  });
}

chemix_status chemix_state_play(const chemix_game* game, const chemix_policy* const* policies,
                                size_t policy_count, const char* seed, chemix_stop* stop,
                                void* state, size_t state_size, int64_t* out_steps,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const AnyGame& of = game_of(game);
    state_of(of, state, state_size);
    const Block block(static_cast<std::byte*>(state), state_size);
    if (policy_count != static_cast<size_t>(of.player_count())) {
      fail(CHEMIX_INVALID_INPUT,
           {"policy_count", std::to_string(policy_count),
            "must be " + std::to_string(of.player_count()) + ", one for each player", "GN-1"});
    }
    required(policies, "policies");
    std::vector<std::shared_ptr<const chemix::Policy>> by_seat;
    for (size_t i = 0; i < policy_count; ++i) {
      by_seat.push_back(
          required(policies[i], ("policies[" + std::to_string(i) + "]").c_str()).policy);
    }
    chemix::StopPoll poll = poll_of(stop);
    const std::int64_t steps =
        unless_stopped(chemix::play(of, block, by_seat, seed_of(seed), poll));
    if (out_steps != nullptr) *out_steps = steps;
    return CHEMIX_OK;
  });
}
