// SPDX-License-Identifier: Apache-2.0
// Mutation tests of the laws: wrong knowledge and wrong samples fail their laws.
#include "laws/mutation.hpp"

#include <doctest/doctest.h>

namespace chemix::laws {
namespace {

// ---- Wrong knowledge and samples ----

struct ForgetsToShowALaidCard : ChangedEvents<ForgetsToShowALaidCard, Chemuno> {
  using ChangedEvents::ChangedEvents;
  static void change(Event& event) {
    if (event.verb == Verb::Move && event.from.is_hand()) {
      event.seen_by = ViewerSet::only(event.from.owner);
    }
  }
};

// An event whose digest does not distinguish it from others.
struct BluntEvent : Event {
  BluntEvent() = default;
  BluntEvent(const Event& event) : Event(event) {}  // NOLINT: stands for it
  [[nodiscard]] BluntEvent as_seen_by(Viewer viewer) const { return Event::as_seen_by(viewer); }
  [[nodiscard]] std::uint64_t packed() const { return blunt().packed(); }
  [[nodiscard]] std::uint64_t packed_public() const { return blunt().packed_public(); }

 private:
  [[nodiscard]] Event blunt() const {
    Event event = *this;
    if (verb == Verb::Move || verb == Verb::Name) event.kind = SeenKind(0);
    return event;
  }
};

struct ForgetsWhichCardItWas : Mutant<ForgetsWhichCardItWas, Chemuno> {
  using Mutant::Mutant;
  using Event = BluntEvent;
};

struct GuessesWhatIsHeld : Mutant<GuessesWhatIsHeld, Chemuno> {
  using Mutant::Mutant;
  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    // A drawn card may be of any kind, but here the facts about absent kinds are kept.
    if (event.verb == Verb::Move && event.to.is_hand()) return;
    Chemuno::learn(knowledge, open, event);
  }
};

struct ForgetsWhatIsLacking : Mutant<ForgetsWhatIsLacking, Chemuno> {
  using Mutant::Mutant;
  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    if (event.verb != Verb::Lack) Chemuno::learn(knowledge, open, event);
  }
};

struct ForgetsTheKnownBottom : Mutant<ForgetsTheKnownBottom, Flask> {
  using Mutant::Mutant;
  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    if (event.from != pile_bottom) Flask::learn(knowledge, open, event);
  }
};

struct SamplesAlwaysTheSame : Mutant<SamplesAlwaysTheSame, Chemuno> {
  using Mutant::Mutant;
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random&) const {
    FastRandom fixed(SeedSequence(1));
    return determinized<Chemuno>(*this, seen, fixed);
  }
};

struct SamplesUnevenly : Mutant<SamplesUnevenly, Flask> {
  using Mutant::Mutant;
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random& random) const {
    const auto one = determinized<Flask>(*this, seen, random);
    const auto other = determinized<Flask>(*this, seen, random);
    const bool lower =
        one && other->own[0].hand.small_cards().word(0) < one->own[0].hand.small_cards().word(0);
    return lower ? other : one;
  }
};

struct IgnoresKnowledge : Mutant<IgnoresKnowledge, Chemuno> {
  using Mutant::Mutant;
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random& random) const {
    Observation ignorant = seen;
    ignorant.knowledge = Knowledge();
    return determinized<Chemuno>(*this, ignorant, random);
  }
};

// Reads hidden cards when an event happens, and uses them in its knowledge.
struct Peeks : Mutant<Peeks, Flask> {
  using Mutant::Mutant;
  template <class View>
  void fold(View& view, const Event& event) const {
    Flask::fold(view, event);
    if (view.shown_hidden() == nullptr) return;
    truth().open = view.open;
    for (Player p = 0; p < player_count(); ++p) truth().own[p] = *view.shown(p);
    truth().hidden = *static_cast<Hidden*>(view.shown_hidden());
  }
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random& random) const {
    if (truth().open == seen.open) return truth();
    return determinized<Flask>(*this, seen, random);
  }
  static Table& truth() {
    static Table table;
    return table;
  }
};

TEST_CASE("laws catch wrong knowledge and wrong samples") {
  CHECK(failure_of<ForgetsToShowALaidCard>("events_fold") != "");
  CHECK(failure_of<ForgetsWhichCardItWas>("recall_is_perfect", 12000) != "");
  CHECK(failure_of<GuessesWhatIsHeld>("knowledge_is_true") != "");
  CHECK(failure_of<ForgetsWhatIsLacking>("determinization_is_calibrated") != "");
  CHECK(failure_of<ForgetsTheKnownBottom>("determinization_is_calibrated") != "");
  CHECK(failure_of<SamplesAlwaysTheSame>("determinization_is_calibrated") != "");
  CHECK(failure_of<SamplesUnevenly>("determinization_is_calibrated") != "");
  CHECK(failure_of<IgnoresKnowledge>("determinization_is_calibrated") != "");
  CHECK(failure_of<Peeks>("determinization_is_calibrated") != "");
}

}  // namespace
}  // namespace chemix::laws
