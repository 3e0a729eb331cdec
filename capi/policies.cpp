// SPDX-License-Identifier: Apache-2.0
// The C ABI of policies, which decide from the observation of the acting player alone.
#include "chemix/agents/hint.hpp"
#include "chemix/values.hpp"
#include "internal.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace chemix::capi;

static_assert(CHEMIX_HINT_ONLY == static_cast<int>(chemix::HintReason::Only));
static_assert(CHEMIX_HINT_ALIKE == static_cast<int>(chemix::HintReason::Alike));
static_assert(CHEMIX_HINT_POINTS == static_cast<int>(chemix::HintReason::Points));
static_assert(CHEMIX_HINT_LOOKED_AHEAD == static_cast<int>(chemix::HintReason::LookedAhead));
static_assert(CHEMIX_HINT_SOLVED == static_cast<int>(chemix::HintReason::Solved));

namespace {

const chemix::Policy& policy_of(const chemix_policy* policy) {
  return *required(policy, "policy").policy;
}

// Holds a copy of the observation, not of the game.
chemix::Decision decision_of(const chemix_observation* observation) {
  const Observation of = possible_view_of(observation);
  return accepted(chemix::Decision::of(of.game, of.block));
}

chemix::Generator random_of(const chemix_seed* seed) {
  return chemix::PolicyStreams(key_of(seed)).decision(0);
}

}  // namespace

const char* chemix_policy_name_at(int32_t index) {
  const auto& policies = chemix::policy_descriptions();
  if (index < 0 || static_cast<std::size_t>(index) >= policies.size()) return nullptr;
  return policies[static_cast<std::size_t>(index)].name.c_str();
}

chemix_count chemix_policy_describe(const char* name, char* out, size_t capacity,
                                    chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const std::string_view named = required_text(name, "name");
    std::string known;
    const auto& policies = chemix::policy_descriptions();
    for (std::size_t i = 0; i < policies.size(); ++i) {
      if (policies[i].name == named) {
        const chemix::Value all = chemix::policies_value();
        return give_json((*all.as<chemix::Value::List>())[i], out, capacity);
      }
      known += (known.empty() ? "" : ", ") + policies[i].name;
    }
    fail(CHEMIX_INVALID_INPUT, {"name", named, "must be one of " + known, ""});
  });
}

chemix_status chemix_policy_create(const char* text, chemix_policy** out_policy,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view named = required_text(text, "text");
    required(out_policy, "out_policy");
    if (named.size() >= CHEMIX_POLICY_SIZE) {
      fail(CHEMIX_INVALID_INPUT,
           {"text", std::to_string(named.size()) + " bytes",
            "must be shorter than " + std::to_string(CHEMIX_POLICY_SIZE), ""});
    }
    auto made = accepted(chemix::make_policy(named));
    return give_object(out_policy, "out_policy", [&] {
      return new chemix_policy{std::string(named), std::move(made)};
    });
  });
}

void chemix_policy_destroy(chemix_policy** policy) { destroy(policy); }

chemix_count chemix_policy_text(const chemix_policy* policy, char* out, size_t capacity,
                                chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_text(required(policy, "policy").text, out, capacity); });
}

chemix_status chemix_policy_choose(const chemix_policy* policy,
                                   const chemix_observation* observation, const chemix_seed* seed,
                                   chemix_stop* stop, int32_t* out_action,
                                   chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = policy_of(policy);
    const auto decision = decision_of(observation);
    chemix::Generator random = random_of(seed);
    required(out_action, "out_action");
    chemix::StopPoll poll = poll_of(stop);
    *out_action = unless_stopped(by.choose(decision, random, poll));
    return CHEMIX_OK;
  });
}

chemix_count chemix_policy_action_values(const chemix_policy* policy,
                                         const chemix_observation* observation,
                                         const chemix_seed* seed, chemix_stop* stop,
                                         chemix_action_value* out, size_t capacity,
                                         chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const chemix::Policy& by = policy_of(policy);
    const auto decision = decision_of(observation);
    chemix::Generator random = random_of(seed);
    const std::size_t count = decision.legal_actions().size();
    // Before the search, which may take long.
    Given given(CHEMIX_OK);
    if (!has_room_for(count, count, out, capacity, given)) return given;
    chemix::StopPoll poll = poll_of(stop);
    const auto values = by.action_values(decision, random, poll);
    if (values.empty()) fail_stopped();
    for (const auto& [action, value, visits] : values) *out++ = {value, visits, action, 0};
    return given;
  });
}

chemix_status chemix_policy_hint(const chemix_policy* policy, const chemix_observation* observation,
                                 const chemix_seed* seed, chemix_stop* stop, chemix_hint* out_hint,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix::Policy& by = policy_of(policy);
    const auto decision = decision_of(observation);
    chemix::Generator random = random_of(seed);
    chemix_hint& to = required_structure(out_hint, "out_hint");
    chemix::StopPoll poll = poll_of(stop);
    const chemix::Hint found = unless_stopped(chemix::hint_of(by, decision, random, poll));
    write_known(to, to_c(found));
    return CHEMIX_OK;
  });
}

chemix_status chemix_state_play(chemix_state* state, const chemix_policy* const* policies,
                                const chemix_seed* seed, chemix_stop* stop, int32_t* out_steps,
                                chemix_error* out_error) {
  return guarded(out_error, [&] {
    const StateOut of = state_out(state);
    required(policies, "policies");
    std::vector<std::shared_ptr<const chemix::Policy>> by_seat;
    by_seat.reserve(static_cast<std::size_t>(of.counted.players));
    for (int i = 0; i < of.counted.players; ++i) {
      by_seat.push_back(
          required(policies[i], ("policies[" + std::to_string(i) + "]").c_str()).policy);
    }
    const chemix::Key key = key_of(seed);
    chemix::StopPoll poll = poll_of(stop);
    const std::int64_t steps = unless_stopped(chemix::play(of.game, of.block, by_seat, key, poll));
    if (out_steps != nullptr) *out_steps = static_cast<std::int32_t>(steps);
    return CHEMIX_OK;
  });
}
