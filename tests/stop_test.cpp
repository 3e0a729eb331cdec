// SPDX-License-Identifier: Apache-2.0
// Long calls poll their token often enough, and end soon after it is stopped. Work is counted in
// units instead of time.
#include "chemix/agents/hint.hpp"
#include "chemix/agents/policy.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/stop_token.hpp"
#include "chemix/record.hpp"
#include "chemix/state_memory.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// Records the work between polls, and is stopped at one of them, counted from 1.
class CountingToken final : public StopToken {
 public:
  explicit CountingToken(std::int64_t stopped_at = std::numeric_limits<std::int64_t>::max())
      : stopped_at_(stopped_at) {}

  void on_poll(std::int64_t work) override {
    most_ = std::max(most_, work);
    all_ += work;
    if (++polls_ == stopped_at_) stop();
  }
  [[nodiscard]] std::int64_t polls() const { return polls_; }
  [[nodiscard]] std::int64_t most_work() const { return most_; }
  [[nodiscard]] std::int64_t work() const { return all_; }

 private:
  std::int64_t stopped_at_;
  std::int64_t polls_ = 0;
  std::int64_t most_ = 0;
  std::int64_t all_ = 0;
};

struct Position {
  explicit Position(const char* name, int decisions = 0)
      : game(*make_game({.name = name, .players = 2})), state(*game) {
    game->initial_state(0, state.block());
    Dealer dealer(Seed(7));
    FastRandom random(SeedSequence(7));
    std::vector<int> legal(static_cast<std::size_t>(game->max_legal_actions()));
    dealer.resolve(*game, state.block());
    for (int i = 0; i < decisions; ++i) {
      const Player acting = player();
      const std::size_t count = game->legal_actions(state.block(), acting, legal);
      REQUIRE(!game->apply(state.block(), acting, legal[random.below(count)]));
      dealer.resolve(*game, state.block());
    }
  }

  [[nodiscard]] Player player() const { return game->acting(state.block()).players().lowest(); }
  [[nodiscard]] Decision decision() const { return *Decision::in(*game, state.block(), player()); }

  std::shared_ptr<const AnyGame> game;
  StateMemory state;
};

Generator drawn() { return PolicyStreams(Seed(1)).decision(0); }

// A long call, which returns whether it has a result.
struct LongCall {
  std::string name;
  std::function<bool(StopPoll&)> call;
};

std::vector<LongCall> long_calls() {
  std::vector<LongCall> calls;
  for (const char* const text : {"greedy worlds=500", "heuristic worlds=500",
                                 "search iterations=20", "solver iterations=10 positions=1000"}) {
    const std::shared_ptr<const Policy> policy = *make_policy(text);
    calls.push_back({text, [=](StopPoll& stop) {
                       Generator random = drawn();
                       const Position position("chemuno");
                       const Decision decision = position.decision();
                       return !policy->action_values(decision, random, stop).empty();
                     }});
    calls.push_back({std::string("hint of ") + text, [=](StopPoll& stop) {
                       Generator random = drawn();
                       const Position position("chemuno");
                       const Decision decision = position.decision();
                       return hint_of(*policy, decision, random, stop).has_value();
                     }});
  }
  for (const char* const text : {"random", "heuristic"}) {
    const std::shared_ptr<const Policy> policy = *make_policy(text);
    calls.push_back({std::string("play of ") + text, [=](StopPoll& stop) {
                       Position position("chemuno");
                       const std::uint64_t before = position.game->digest(position.state.block());
                       const bool is_played = play(*position.game, position.state.block(),
                                                   {policy, policy}, Seed(3), stop)
                                                  .has_value();
                       const std::uint64_t after = position.game->digest(position.state.block());
                       CHECK((before == after) == !is_played);
                       return is_played;
                     }});
  }
  for (const char* const name : {"chemuno", "react"}) {
    calls.push_back({std::string("marginals of ") + name, [=](StopPoll& stop) {
                       const Position position(name, 6);
                       const Decision decision = position.decision();
                       return position.game->marginals(decision.observation(), stop).has_value();
                     }});
  }
  return calls;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("long calls poll after little work") {
    // A single piece of work may be as large as the interval.
    constexpr std::int64_t most = 2 * StopPoll::units_per_poll;
    for (const LongCall& made : long_calls()) {
      CAPTURE(made.name);
      CountingToken token;
      StopPoll stop(&token);
      CHECK(made.call(stop));
      CHECK(token.polls() > 1);
      CHECK(token.most_work() <= most);
    }
  }

  TEST_CASE("a stopped call ends after little more work") {
    for (const LongCall& made : long_calls()) {
      CountingToken counted;
      StopPoll to_the_end(&counted);
      REQUIRE(made.call(to_the_end));
      REQUIRE(counted.polls() >= 2);
      for (const std::int64_t at : {std::int64_t{1}, counted.polls() / 2}) {
        CAPTURE(made.name);
        CAPTURE(at);
        CountingToken token(at);
        StopPoll stop(&token);
        CHECK_FALSE(made.call(stop));
        CHECK(stop.is_stopped());
        CHECK(token.polls() <= at + 2);
      }
    }
  }

  TEST_CASE("all steps and simulated games count as work") {
    const std::shared_ptr<const Policy> random = *make_policy("random");
    Position position("chemistry_canasta");
    CountingToken token;
    StopPoll stop(&token);
    const auto steps =
        play(*position.game, position.state.block(), {random, random}, Seed(3), stop);
    REQUIRE(steps.has_value());
    CHECK(token.work() + StopPoll::units_per_poll >= *steps);

    CountingToken searched;
    StopPoll other(&searched);
    Generator drawn_by = drawn();
    const Position other_position("chemuno");
    const Decision decision = other_position.decision();
    REQUIRE((*make_policy("search iterations=30 positions=0"))
                ->choose(decision, drawn_by, other)
                .has_value());
    CHECK(searched.work() >= 30 * 64);
  }

  TEST_CASE("policies whose time is up return the best so far; other calls end") {
    for (const char* const name : {"chemuno", "classic", "compound_capture"}) {
      for (const char* const text :
           {"random", "greedy", "heuristic worlds=50", "search", "search iterations=1", "solver"}) {
        CAPTURE(name);
        CAPTURE(text);
        const Position position(name);
        const Decision decision = position.decision();
        StopToken token;
        token.set_time_budget(0);
        StopPoll stop(&token);
        Generator random = drawn();
        const auto policy = *make_policy(text);
        const std::vector<ActionValue> values = policy->action_values(decision, random, stop);
        REQUIRE(values.size() == decision.legal_actions().size());
        CHECK_FALSE(stop.is_stopped());
        const bool searches = std::string(text).starts_with("s");
        const std::int64_t visits = std::accumulate(
            values.begin(), values.end(), std::int64_t{0},
            [](std::int64_t sum, const ActionValue& its) { return sum + its.visits; });
        CHECK(visits == (searches ? 1 : 0));
        CHECK(hint_of(*policy, decision, random, stop).has_value());
        CHECK_FALSE(position.game->marginals(decision.observation(), stop).has_value());
      }
    }
    Position position("chemuno");
    const std::shared_ptr<const Policy> random = *make_policy("random");
    StopToken token;
    token.set_time_budget(0);
    StopPoll stop(&token);
    CHECK_FALSE(play(*position.game, position.state.block(), {random, random}, Seed(3), stop));
  }

  TEST_CASE("a token can be cleared") {
    StopToken token;
    token.stop();
    token.set_time_budget(0);
    CHECK(StopPoll(&token).is_ended());
    token.clear();
    CHECK_FALSE(token.is_stopped());
    CHECK_FALSE(token.is_late());
    CHECK_FALSE(StopPoll(&token).is_ended());
  }

  TEST_CASE("a time budget that is very large or negative never ends") {
    StopToken token;
    for (const std::int64_t endless : {std::numeric_limits<std::int64_t>::max(), std::int64_t{-1},
                                       std::numeric_limits<std::int64_t>::min()}) {
      token.set_time_budget(0);
      CHECK(token.is_late());
      token.set_time_budget(endless);
      CHECK_FALSE(token.is_late());
    }
    token.set_time_budget(0);
    CHECK_FALSE(token.is_stopped());
    StopPoll stop(&token);
    CHECK(stop.is_ended());
    {
      const StopPoll::Patience patience(stop);
      CHECK_FALSE(stop.is_ended());
      const StopPoll::Patience none(stop, false);
      CHECK_FALSE(stop.is_ended());
    }
    CHECK(stop.is_ended());
  }

  TEST_CASE("counting whole turns and finding the best one end when they are stopped") {
    const Position position("classic");
    const auto turns = *position.game->whole_turns(position.state.block());
    CountingToken token;
    StopPoll stop(&token);
    CHECK(turns->count(stop) == turns->count());
    CHECK(*turns->best("", stop) == *turns->best(""));
    CHECK(token.most_work() <= StopPoll::units_per_poll);
    token.stop();
    StopPoll stopped(&token);
    CHECK_FALSE(turns->count(stopped).has_value());
    CHECK_FALSE(turns->best("", stopped)->has_value());
  }

  TEST_CASE("a call without a token never ends") {
    StopPoll never(nullptr);
    CHECK_FALSE(never.spend(10 * StopPoll::units_per_poll));
    CHECK_FALSE(never.poll());
  }
}
