// SPDX-License-Identifier: Apache-2.0
// Mutation tests of the laws: wrong chance outcomes, and play that depends on more than the state,
// fail their laws.
#include "laws/mutation.hpp"

#include <doctest/doctest.h>

namespace chemix::laws {
namespace {

struct WeighsWrongly : Mutant<WeighsWrongly, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    const std::int64_t weight = Chemuno::chance_weight_of(table, action);
    return weight > 1 ? weight - 1 : weight;
  }
};

struct DrawsUnevenly : Mutant<DrawsUnevenly, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Chemuno::chance_outcome(table, nth / 2);
  }
};

struct RemembersCalls : Mutant<RemembersCalls, Chemuno> {
  using Mutant::Mutant;
  template <class StepContext>
  void perform(StepContext& step, Player player, const Action& action) const {
    static int calls = 0;
    take_action<Chemuno>(*this, step, player, action);
    if (++calls % 50 == 0) step.post(Event::turn(step.open().current_player));
  }
};

struct DependsOnWhenItWasMade : Mutant<DependsOnWhenItWasMade, Chemuno> {
  explicit DependsOnWhenItWasMade(const Chemuno& base) : Mutant(base) {
    static int made = 0;
    odd_ = ++made % 2 == 1;
  }
  template <class View>
  void fold(View& view, const Event& event) const {
    Chemuno::fold(view, event);
    if (event.verb == Verb::Turn && odd_) ++view.open.turns;
  }
  bool odd_;
};

TEST_CASE("laws catch wrong chance outcomes, and play that depends on more than the state") {
  CHECK(failure_of<WeighsWrongly>("chance_is_complete") != "");
  CHECK(failure_of<DrawsUnevenly>("chance_is_complete") != "");
  CHECK(failure_of<RemembersCalls>("applying_is_one") != "");
  CHECK(failure_of<DependsOnWhenItWasMade>("equal_inputs_give_equal_bytes") != "");
}

}  // namespace
}  // namespace chemix::laws
