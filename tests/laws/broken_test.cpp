// SPDX-License-Identifier: Apache-2.0
// The laws are tested too: games that are broken on purpose, each caught by its law.
#include "chemix/games/chemuno.hpp"
#include "laws/suite.hpp"
#include "small/flask.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace chemix::laws {
namespace {

/// The rules of `Base`, of which `Derived` breaks something.
template <class Derived, class Base>
struct Broken : Base {
  explicit Broken(const Base& base) : Base(base) {}
  static Result<Derived> create(const std::shared_ptr<const ChemixDeck>& deck,
                                const typename Base::Options& options, int players) {
    auto rules = Base::create(deck, options, players);
    if (!rules) return tl::unexpected(rules.error());
    return Derived(*rules);
  }
};

/// A stage on which events happen otherwise than the rules say.
template <class Stage>
struct ChangedStage {
  Stage& stage;
  void (*change)(Event&);
  [[nodiscard]] const auto& open() const { return stage.open(); }
  [[nodiscard]] const auto& own(Player player) const { return stage.own(player); }
  [[nodiscard]] const auto& hidden() const { return stage.hidden(); }
  void emit(const Event& event) {
    Event changed = event;
    change(changed);
    stage.emit(changed);
  }
};

/// Rules whose events `Derived::change` changes.
template <class Derived, class Base>
struct ChangedEvents : Broken<Derived, Base> {
  using Broken<Derived, Base>::Broken;
  template <class Stage>
  void perform(Stage& stage, Player player, const typename Base::Action& action) const {
    ChangedStage<Stage> changed{stage, &Derived::change};
    perform_action<Base>(*this, changed, player, action);
  }
  template <class Stage>
  void resolve(Stage& stage, const typename Base::ChanceAction& action) const {
    ChangedStage<Stage> changed{stage, &Derived::change};
    Base::resolve(changed, action);
  }
};

using Chemuno = chemuno::Rules;
using Flask = flask::Rules;

template <class Rules>
std::string breach_of(const std::string& law, int games = 200) {
  const Breaches breaches = Suite<GameOf<Rules>>({.games = games, .seed = 7}).run(law);
  const auto found = breaches.find(law);
  return found == breaches.end() ? "" : found->second;
}

// ---- What leaks ----

struct ShowsDrawnCards : ChangedEvents<ShowsDrawnCards, Chemuno> {
  using ChangedEvents::ChangedEvents;
  static void change(Event& event) {
    if (event.verb == Verb::Move && event.to.is_hand()) event.seen_by = ViewerSet::everyone();
  }
};

struct TellsDrawnCardsInFacts : Broken<TellsDrawnCardsInFacts, Chemuno> {
  using Broken::Broken;
  void learn(Facts& facts, const Public& open, const Event& event) const {
    Chemuno::learn(facts, open, event);
    if (event.verb == Verb::Move && event.to.is_hand())
      facts.pile_lacks.insert(Card::of(*event.kind));
  }
};

struct KeepsFactsTogether : Broken<KeepsFactsTogether, Flask> {
  using Broken::Broken;
  [[nodiscard]] static Facts facts_of(const Facts& facts, Viewer) { return facts; }
};

struct MarksForWhoDidNotSee : Broken<MarksForWhoDidNotSee, Flask> {
  using Broken::Broken;
  void learn(Facts& facts, const Public& open, const Event& event) const {
    Event shown = event;
    if (event.verb == Verb::Show) shown.seen_by = ViewerSet::everyone();
    Flask::learn(facts, open, shown);
  }
};

struct TellsThePileInPublic : Broken<TellsThePileInPublic, Flask> {
  using Broken::Broken;
  template <class View>
  void fold(View& view, const Event& event) const {
    Flask::fold(view, event);
    const Hidden* hidden = view.shown_hidden();
    if (hidden == nullptr || hidden->pile.empty() || view.open.phase != Phase::Peek) return;
    view.open.victim = Seat::of(hidden->pile.nth(0).index % player_count());
  }
};

struct AsksByPrivateFact : Broken<AsksByPrivateFact, Chemuno> {
  using Broken::Broken;
  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const {
    perform_action<Chemuno>(*this, stage, player, action);
    const Public& open = stage.open();
    if (open.phase != Phase::Penalty) return;
    const Player next = open.current_player;
    if (stage.own(next).hand.count(*open.top) > 0) return;
    Chemuno::perform(stage, next, chemuno::DrawPenalty{});
  }
};

struct ShowsSealedPicks : ChangedEvents<ShowsSealedPicks, Flask> {
  using ChangedEvents::ChangedEvents;
  static void change(Event& event) {
    if (event.verb == Verb::Seal) event.seen_by = ViewerSet::everyone();
  }
};

struct TellsWhoHasPicked : Broken<TellsWhoHasPicked, Flask> {
  using Broken::Broken;
  template <class View>
  void fold(View& view, const Event& event) const {
    Flask::fold(view, event);
    if (event.verb == Verb::Seal) view.open.victim = Seat::of(event.player);
  }
};

TEST_CASE("laws catch what leaks") {
  CHECK(breach_of<ShowsDrawnCards>("determinizing_is_honest") != "");
  CHECK(breach_of<TellsDrawnCardsInFacts>("nothing_leaks") != "");
  CHECK(breach_of<KeepsFactsTogether>("nothing_leaks") != "");
  CHECK(breach_of<MarksForWhoDidNotSee>("events_fold") != "");
  CHECK(breach_of<TellsThePileInPublic>("nothing_leaks") != "");
  CHECK(breach_of<AsksByPrivateFact>("nothing_leaks") != "");
  CHECK(breach_of<ShowsSealedPicks>("sealed_is_unnoticed") != "");
  CHECK(breach_of<TellsWhoHasPicked>("nothing_leaks") != "");
}

// ---- What is played wrongly ----

struct DuplicatesACard : Broken<DuplicatesACard, Chemuno> {
  using Broken::Broken;
  template <class View>
  void fold(View& view, const Event& event) const {
    Chemuno::fold(view, event);
    Hidden* hidden = view.shown_hidden();
    if (hidden == nullptr || event.verb != Verb::Shuffle) return;
    if (hidden->draw_pile.count(*view.open.top) == 0) hidden->draw_pile.add(*view.open.top);
  }
};

struct LosesACard : Broken<LosesACard, Flask> {
  using Broken::Broken;
  template <class View>
  void fold(View& view, const Event& event) const {
    Flask::fold(view, event);
    if (event.verb == Verb::Score) view.open.laid = CardBag();
  }
};

struct AcceptsAnIllegalAction : Broken<AcceptsAnIllegalAction, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const {
    const auto refused = check_action<Chemuno>(*this, open, own, player, action);
    if (refused && refused->rule == "CU-4") return std::nullopt;
    return refused;
  }
};

struct ForgetsALegalAction : Broken<ForgetsALegalAction, Flask> {
  using Broken::Broken;
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const {
    const LegalActions all = Flask::legal_actions(open, own, player);
    LegalActions some;
    for (int i = 0; i < all.size(); ++i) {
      if (i != 2) some.insert(all[i]);
    }
    return some;
  }
};

struct LetsOthersAct : Broken<LetsOthersAct, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own, Player,
                                               const Action& action) const {
    return check_action<Chemuno>(*this, open, own, open.current_player, action);
  }
};

struct StatesTooFewLegalActions : Broken<StatesTooFewLegalActions, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] static int max_legal_actions() { return 3; }
};

struct NamesAnUnknownRule : Broken<NamesAnUnknownRule, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const {
    auto refused = check_action<Chemuno>(*this, open, own, player, action);
    if (refused && refused->rule == "CU-4") refused->rule = "CU-99";
    return refused;
  }
};

struct ChangesTheStateByARefusal : Broken<ChangesTheStateByARefusal, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] std::optional<RuleError> check(const Public& open, const Private& own,
                                               Player player, const Action& action) const {
    const auto refused = check_action<Chemuno>(*this, open, own, player, action);
    if (refused) ++const_cast<Public&>(open).turns;  // NOLINT: broken on purpose
    return refused;
  }
};

struct GivesTwoActionsOneId : Broken<GivesTwoActionsOneId, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] Action action_of(int id) const {
    return Chemuno::action_of(id == action_count() - 1 ? 0 : id);
  }
};

struct WeighsWrongly : Broken<WeighsWrongly, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    const std::int64_t weight = Chemuno::chance_weight_of(table, action);
    return weight > 1 ? weight - 1 : weight;
  }
};

struct DrawsUnevenly : Broken<DrawsUnevenly, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return Chemuno::chance_outcome(table, nth / 2);
  }
};

struct RemembersCalls : Broken<RemembersCalls, Chemuno> {
  using Broken::Broken;
  template <class Stage>
  void perform(Stage& stage, Player player, const Action& action) const {
    static int calls = 0;
    perform_action<Chemuno>(*this, stage, player, action);
    if (++calls % 50 == 0) stage.emit(Event::turn(stage.open().current_player));
  }
};

struct DependsOnWhenItWasMade : Broken<DependsOnWhenItWasMade, Chemuno> {
  explicit DependsOnWhenItWasMade(const Chemuno& base) : Broken(base) {
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

struct NeverEndsInTime : Broken<NeverEndsInTime, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] static std::int64_t max_steps() { return 30; }
};

struct ReturnsDoNotSum : Broken<ReturnsDoNotSum, Chemuno> {
  using Broken::Broken;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    auto returns = Chemuno::returns(table);
    returns[0] = returns[0] + Fraction(1, 7);
    return returns;
  }
};

struct ReadsBackOtherwise : Broken<ReadsBackOtherwise, Chemuno> {
  using Broken::Broken;
  using Chemuno::fault;
  [[nodiscard]] std::optional<InputError> fault(const Table& table, const Facts& facts) const {
    if (table.open.phase == Phase::Wish) return InputError{"phase", "wish", "is not", ""};
    return Chemuno::fault(table, facts);
  }
};

TEST_CASE("laws catch what is played wrongly") {
  CHECK(breach_of<DuplicatesACard>("cards_are_conserved") != "");
  CHECK(breach_of<LosesACard>("cards_are_conserved") != "");
  CHECK(breach_of<AcceptsAnIllegalAction>("legal_is_what_check_accepts") != "");
  CHECK(breach_of<ForgetsALegalAction>("legal_is_what_check_accepts") != "");
  CHECK(breach_of<LetsOthersAct>("legal_is_what_check_accepts") != "");
  CHECK(breach_of<StatesTooFewLegalActions>("legal_is_what_check_accepts") != "");
  CHECK(breach_of<NamesAnUnknownRule>("refusals_change_nothing") != "");
  CHECK(breach_of<ChangesTheStateByARefusal>("refusals_change_nothing") != "");
  CHECK(breach_of<GivesTwoActionsOneId>("ids_are_a_bijection") != "");
  CHECK(breach_of<WeighsWrongly>("chance_is_complete") != "");
  CHECK(breach_of<DrawsUnevenly>("chance_is_complete") != "");
  CHECK(breach_of<RemembersCalls>("applying_is_one") != "");
  CHECK(breach_of<DependsOnWhenItWasMade>("equal_inputs_give_equal_bytes") != "");
  CHECK(breach_of<NeverEndsInTime>("games_end") != "");
  CHECK(breach_of<ReturnsDoNotSum>("returns_are_declared") != "");
  CHECK(breach_of<ReadsBackOtherwise>("forms_read_back") != "");
}

// ---- What is remembered or guessed wrongly ----

struct ForgetsToShowALaidCard : ChangedEvents<ForgetsToShowALaidCard, Chemuno> {
  using ChangedEvents::ChangedEvents;
  static void change(Event& event) {
    if (event.verb == Verb::Move && event.from.is_hand()) {
      event.seen_by = ViewerSet::only(event.from.owner);
    }
  }
};

// An event that cannot be told from others in the history of what was seen.
struct BluntEvent : Event {
  BluntEvent() = default;
  BluntEvent(const Event& event) : Event(event) {}  // NOLINT: stands for it
  [[nodiscard]] BluntEvent as_seen_by(Viewer viewer) const { return Event::as_seen_by(viewer); }
  [[nodiscard]] std::uint64_t packed() const {
    Event blunt = *this;
    if (verb == Verb::Move || verb == Verb::Name) blunt.kind = SeenKind(0);
    return blunt.packed();
  }
};

struct ForgetsWhichCardItWas : Broken<ForgetsWhichCardItWas, Chemuno> {
  using Broken::Broken;
  using Event = BluntEvent;
};

struct GuessesWhatIsHeld : Broken<GuessesWhatIsHeld, Chemuno> {
  using Broken::Broken;
  void learn(Facts& facts, const Public& open, const Event& event) const {
    // A drawn card may be of any kind, but here what is absent stays absent.
    if (event.verb == Verb::Move && event.to.is_hand()) return;
    Chemuno::learn(facts, open, event);
  }
};

struct ForgetsWhatIsLacking : Broken<ForgetsWhatIsLacking, Chemuno> {
  using Broken::Broken;
  void learn(Facts& facts, const Public& open, const Event& event) const {
    if (event.verb != Verb::Lack) Chemuno::learn(facts, open, event);
  }
};

struct ForgetsTheKnownBottom : Broken<ForgetsTheKnownBottom, Flask> {
  using Broken::Broken;
  void learn(Facts& facts, const Public& open, const Event& event) const {
    if (event.from != pile_bottom) Flask::learn(facts, open, event);
  }
};

struct SamplesAlwaysTheSame : Broken<SamplesAlwaysTheSame, Chemuno> {
  using Broken::Broken;
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random&) const {
    FastRandom fixed(SeedSequence(1));
    return determinized<Chemuno>(*this, seen, fixed);
  }
};

struct SamplesUnevenly : Broken<SamplesUnevenly, Flask> {
  using Broken::Broken;
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random& random) const {
    const auto one = determinized<Flask>(*this, seen, random);
    const auto other = determinized<Flask>(*this, seen, random);
    const bool lower = one && other->own[0].hand.small().word(0) < one->own[0].hand.small().word(0);
    return lower ? other : one;
  }
};

struct IgnoresFacts : Broken<IgnoresFacts, Chemuno> {
  using Broken::Broken;
  template <class Random>
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, Random& random) const {
    Observation ignorant = seen;
    ignorant.facts = Facts();
    return determinized<Chemuno>(*this, ignorant, random);
  }
};

// Notes what it sees of hidden cards when something happens, and knows it when asked.
struct Peeks : Broken<Peeks, Flask> {
  using Broken::Broken;
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

TEST_CASE("laws catch what is remembered or guessed wrongly") {
  CHECK(breach_of<ForgetsToShowALaidCard>("events_fold") != "");
  CHECK(breach_of<ForgetsWhichCardItWas>("recall_is_perfect", 12000) != "");
  CHECK(breach_of<GuessesWhatIsHeld>("facts_are_true") != "");
  CHECK(breach_of<ForgetsWhatIsLacking>("determinizing_is_honest") != "");
  CHECK(breach_of<ForgetsTheKnownBottom>("determinizing_is_honest") != "");
  CHECK(breach_of<SamplesAlwaysTheSame>("determinizing_is_honest") != "");
  CHECK(breach_of<SamplesUnevenly>("determinizing_is_honest") != "");
  CHECK(breach_of<IgnoresFacts>("determinizing_is_honest") != "");
  CHECK(breach_of<Peeks>("determinizing_is_honest") != "");
}

}  // namespace
}  // namespace chemix::laws
