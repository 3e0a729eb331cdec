// SPDX-License-Identifier: Apache-2.0
// Mutation tests of the laws: leaks of hidden information fail their laws.
#include "laws/mutation.hpp"

#include <doctest/doctest.h>

namespace chemix::laws {
namespace {

// ---- Leaks ----

struct ShowsDrawnCards : ChangedEvents<ShowsDrawnCards, Chemuno> {
  using ChangedEvents::ChangedEvents;
  static void change(Event& event) {
    if (event.verb == Verb::Move && event.to.is_hand()) event.seen_by = ViewerSet::everyone();
  }
};

struct TellsDrawnCardsInKnowledge : Mutant<TellsDrawnCardsInKnowledge, Chemuno> {
  using Mutant::Mutant;
  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    Chemuno::learn(knowledge, open, event);
    if (event.verb == Verb::Move && event.to.is_hand()) knowledge.pile.add(Card::of(*event.kind));
  }
};

struct KeepsKnowledgeTogether : Mutant<KeepsKnowledgeTogether, Flask> {
  using Mutant::Mutant;
  [[nodiscard]] static Knowledge knowledge_of(const Knowledge& knowledge, Viewer) {
    return knowledge;
  }
};

struct MarksForWhoDidNotSee : Mutant<MarksForWhoDidNotSee, Flask> {
  using Mutant::Mutant;
  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    Event shown = event;
    if (event.verb == Verb::Show) shown.seen_by = ViewerSet::everyone();
    Flask::learn(knowledge, open, shown);
  }
};

struct TellsThePileInPublic : Mutant<TellsThePileInPublic, Flask> {
  using Mutant::Mutant;
  template <class View>
  void fold(View& view, const Event& event) const {
    Flask::fold(view, event);
    const Hidden* hidden = view.shown_hidden();
    if (hidden == nullptr || hidden->pile.empty() || view.open.phase != Phase::Peek) return;
    view.open.victim = Seat::of(hidden->pile.nth(0).index % player_count());
  }
};

struct AsksByPrivateFact : Mutant<AsksByPrivateFact, Chemuno> {
  using Mutant::Mutant;
  template <class StepContext>
  void perform(StepContext& step, Player player, const Action& action) const {
    take_action<Chemuno>(*this, step, player, action);
    const Public& open = step.open();
    if (open.phase != Phase::Penalty) return;
    const Player next = open.current_player;
    if (step.own(next).hand.count(*open.top) > 0) return;
    Chemuno::perform(step, next, chemuno::DrawPenalty{});
  }
};

struct ShowsSealedPicks : ChangedEvents<ShowsSealedPicks, Flask> {
  using ChangedEvents::ChangedEvents;
  static void change(Event& event) {
    if (event.verb == Verb::Seal) event.seen_by = ViewerSet::everyone();
  }
};

struct TellsWhoHasPicked : Mutant<TellsWhoHasPicked, Flask> {
  using Mutant::Mutant;
  template <class View>
  void fold(View& view, const Event& event) const {
    Flask::fold(view, event);
    if (event.verb == Verb::Seal) view.open.victim = Seat::of(event.player);
  }
};

TEST_CASE("laws catch leaks of hidden information") {
  CHECK(failure_of<ShowsDrawnCards>("determinization_is_calibrated") != "");
  CHECK(failure_of<TellsDrawnCardsInKnowledge>("nothing_leaks") != "");
  CHECK(failure_of<KeepsKnowledgeTogether>("nothing_leaks") != "");
  CHECK(failure_of<MarksForWhoDidNotSee>("events_fold") != "");
  CHECK(failure_of<TellsThePileInPublic>("nothing_leaks") != "");
  CHECK(failure_of<AsksByPrivateFact>("nothing_leaks") != "");
  CHECK(failure_of<ShowsSealedPicks>("sealed_is_unnoticed") != "");
  CHECK(failure_of<TellsWhoHasPicked>("nothing_leaks") != "");
}

}  // namespace
}  // namespace chemix::laws
