// SPDX-License-Identifier: Apache-2.0
// Decisions, the registry of policies, and games played by one policy per seat.
#include "chemix/agents/policy.hpp"

#include "agents/policies.hpp"
#include "chemix/core/inplace_vector.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/record.hpp"
#include "chemix/state_memory.hpp"
#include "concat.hpp"
#include "seats.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemix {

// ---- Decisions ----

Decision::Decision(const AnyGame& game) : game_(&game), words_((game.observation_size() + 7) / 8) {}

std::optional<InputError> Decision::ask() {
  const Viewer viewer = game_->viewer(observation());
  if (!viewer.is_spectator()) {
    player_ = viewer.seat();
    legal_.resize(static_cast<std::size_t>(game_->max_legal_actions()));
    legal_.resize(game_->legal_actions_seen(observation(), legal_));
  }
  if (!legal_.empty()) return std::nullopt;
  return InputError{"observation", "", "the viewer has no decision to make", "GN-10"};
}

Result<Decision> Decision::of(const AnyGame& game, ConstBlock observation) {
  if (auto wrong = game.expect_observation(observation)) return tl::unexpected(*wrong);
  Decision decision(game);
  std::copy(observation.begin(), observation.end(), decision.block().begin());
  if (auto wrong = decision.ask()) return tl::unexpected(*wrong);
  return decision;
}

Result<Decision> Decision::in(const AnyGame& game, ConstBlock state, Player player) {
  if (auto wrong = game.expect_state(state)) return tl::unexpected(*wrong);
  if (auto wrong = seat_error(game, "player", player)) return tl::unexpected(*wrong);
  Decision decision(game);
  game.observe(state, Viewer::player(player), decision.block());
  if (auto wrong = decision.ask()) return tl::unexpected(*wrong);
  return decision;
}

// ---- Policies ----

std::optional<int> Policy::choose(const Decision& decision, Generator& random,
                                  StopPoll& stop) const {
  if (stop.is_stopped()) return std::nullopt;
  if (decision.legal_actions().size() == 1) return decision.legal_actions()[0];
  const std::vector<ActionValue> values = action_values(decision, random, stop);
  if (values.empty()) return std::nullopt;
  return best_of(values, random);
}

int best_of(const std::vector<ActionValue>& values, Generator& random) {
  std::uint64_t best = 1;
  while (best < values.size() && values[best].value == values[0].value &&
         values[best].visits == values[0].visits) {
    ++best;
  }
  return values[best == 1 ? 0 : random.below(best)].action;
}

void sort_by_value(std::vector<ActionValue>& values) {
  sort_few(values.begin(), values.end(), [](const ActionValue& one, const ActionValue& other) {
    if (one.visits != other.visits) return one.visits > other.visits;
    if (one.value != other.value) return one.value > other.value;
    return one.action < other.action;
  });
}

namespace {

/// Chooses uniformly among the legal actions.
class RandomPolicy final : public Policy {
 public:
  struct Parameters : NoOptions {};
  static constexpr std::string_view name = "random";
  static constexpr std::string_view meaning = "any of the legal actions, each alike";

  explicit RandomPolicy(const Parameters&) {}
  std::vector<ActionValue> action_values(const Decision& decision, Generator&,
                                         StopPoll& stop) const override {
    std::vector<ActionValue> values;
    if (stop.is_stopped()) return values;
    for (const int id : decision.legal_actions()) values.push_back({id, 0, 0});
    return values;
  }
};

// The work of a step of a game between policies, besides theirs, in units of `StopPoll`.
constexpr int units_per_step = 4;

struct PolicyEntry {
  PolicyDescription description;
  std::function<Result<std::shared_ptr<const Policy>>(std::string_view)> make;
};

template <class P>
PolicyEntry entry_of() {
  using Parameters = typename P::Parameters;
  return {{std::string(P::name), std::string(P::meaning), describe_options<Parameters>()},
          [](std::string_view text) -> Result<std::shared_ptr<const Policy>> {
            const auto parameters = parse_options<Parameters>(text, "parameter");
            if (!parameters) return tl::unexpected(parameters.error());
            return std::make_shared<P>(*parameters);
          }};
}

const std::vector<PolicyEntry>& entries() {
  static const std::vector<PolicyEntry> all = {entry_of<RandomPolicy>(), entry_of<GreedyPolicy>(),
                                               entry_of<HeuristicPolicy>(),
                                               entry_of<SearchPolicy>(), entry_of<SolverPolicy>()};
  return all;
}

}  // namespace

const std::vector<PolicyDescription>& policy_descriptions() {
  static const std::vector<PolicyDescription> all = [] {
    std::vector<PolicyDescription> made;
    for (const PolicyEntry& entry : entries()) made.push_back(entry.description);
    return made;
  }();
  return all;
}

Result<std::shared_ptr<const Policy>> make_policy(std::string_view text) {
  // Results are keyed by this text, so a trailing blank must not make another name for the same
  // policy.
  if (text.ends_with(' ')) {
    return tl::unexpected(InputError{"policy", std::string(text), "must not end with a blank", ""});
  }
  std::string_view parameters = text;
  const std::string_view name = split_off(parameters, " ");
  std::vector<std::string_view> names;
  for (const PolicyEntry& entry : entries()) {
    if (entry.description.name == name) return entry.make(parameters);
    names.push_back(entry.description.name);
  }
  return tl::unexpected(
      InputError{"policy", std::string(name), concat({"must be one of ", with_commas(names)}), ""});
}

std::optional<std::int64_t> play(const AnyGame& game, Block played,
                                 const std::vector<std::shared_ptr<const Policy>>& policies,
                                 const Key& key, StopPoll& stop) {
  // Plays on a copy, so that running out of memory, or an early end, leaves the state as it was.
  StateMemory memory(game);
  const Block state = memory.block();
  std::copy(played.begin(), played.end(), state.begin());
  Dealer dealer(key);
  const PolicyStreams streams(key);
  Generator players = streams.players();
  std::int64_t steps = 0;
  for (std::uint64_t decisions = 0;; ++steps) {
    const Acting acting = game.acting(state);
    if (acting.is_nobody()) {
      std::copy(state.begin(), state.end(), played.begin());
      return steps;
    }
    if (stop.spend(units_per_step)) return std::nullopt;
    if (acting.is_chance()) {
      game.apply(state, Actor::chance(), dealer.choose(game, state));
      continue;
    }
    const Player player = drawn_player(acting.players(), players);
    Generator random = streams.decision(decisions++);
    const Policy& policy = *policies[static_cast<std::size_t>(player)];
    const auto action = policy.choose(*Decision::in(game, state, player), random, stop);
    if (!action) return std::nullopt;
    game.apply(state, player, *action);
  }
}

std::optional<std::int64_t> play(const AnyGame& game, Block state,
                                 const std::vector<std::shared_ptr<const Policy>>& policies,
                                 const Seed& seed, StopPoll& stop) {
  return play(game, state, policies, SeedSequence(seed).key(), stop);
}

std::int64_t play(const AnyGame& game, Block state,
                  const std::vector<std::shared_ptr<const Policy>>& policies, const Seed& seed) {
  StopPoll never;
  return *play(game, state, policies, seed, never);
}

}  // namespace chemix
