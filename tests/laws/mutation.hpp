// SPDX-License-Identifier: Apache-2.0
// Mutation tests of the laws: helpers for games that are broken on purpose.
#pragma once

#include "chemix/games/chemuno/rules.hpp"
#include "chemix/games/chemuno/tensor.hpp"
#include "laws/property_suite.hpp"
#include "small/flask.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace chemix::laws {

/// The rules of `Base`, one aspect of which `Derived` breaks.
template <class Derived, class Base>
struct Mutant : Base {
  /// The correct rules.
  using Right = Base;

  explicit Mutant(const Base& base) : Base(base) {}
  static Result<Derived> create(const std::shared_ptr<const ChemixDeck>& deck,
                                const typename Base::Options& options, int players) {
    auto rules = Base::create(deck, options, players);
    if (!rules) return tl::unexpected(rules.error());
    return Derived(*rules);
  }
};

/// A step context that changes the events of the rules.
template <class StepContext>
struct ChangedStep {
  StepContext& step;
  void (*change)(Event&);
  [[nodiscard]] const auto& open() const { return step.open(); }
  [[nodiscard]] const auto& own(Player player) const { return step.own(player); }
  [[nodiscard]] const auto& hidden() const { return step.hidden(); }
  void post(const Event& event) {
    Event changed = event;
    change(changed);
    step.post(changed);
  }
};

/// Rules whose events are modified by `Derived::change`.
template <class Derived, class Base>
struct ChangedEvents : Mutant<Derived, Base> {
  using Mutant<Derived, Base>::Mutant;
  template <class StepContext>
  void perform(StepContext& step, Player player, const typename Base::Action& action) const {
    ChangedStep<StepContext> changed{step, &Derived::change};
    take_action<Base>(*this, changed, player, action);
  }
  template <class StepContext>
  void resolve(StepContext& step, const typename Base::ChanceAction& action) const {
    ChangedStep<StepContext> changed{step, &Derived::change};
    Base::resolve(changed, action);
  }
};

using Chemuno = chemuno::Rules;
using Flask = flask::Rules;

template <class Rules>
std::string failure_of(const std::string& law, int games = 200) {
  const Failures failures = PropertySuite<GameOf<Rules>>({.games = games, .seed = 7}).run(law);
  const auto found = failures.find(law);
  return found == failures.end() ? "" : found->second;
}

}  // namespace chemix::laws
