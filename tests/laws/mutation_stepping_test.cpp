// SPDX-License-Identifier: Apache-2.0
// Mutation tests of the laws: wrong play fails its law.
#include "laws/mutation.hpp"

#include <doctest/doctest.h>

namespace chemix::laws {
namespace {

// ---- Wrong play ----

struct DuplicatesACard : Mutant<DuplicatesACard, Chemuno> {
  using Mutant::Mutant;
  template <class View>
  void fold(View& view, const Event& event) const {
    Chemuno::fold(view, event);
    Hidden* hidden = view.shown_hidden();
    if (hidden == nullptr || event.verb != Verb::Shuffle) return;
    if (hidden->draw_pile.count(*view.open.top) == 0) hidden->draw_pile.add(*view.open.top);
  }
};

struct LosesACard : Mutant<LosesACard, Flask> {
  using Mutant::Mutant;
  template <class View>
  void fold(View& view, const Event& event) const {
    Flask::fold(view, event);
    if (event.verb == Verb::Score) view.open.laid = CardBag();
  }
};

struct KeepsTwoZonesTogether : Mutant<KeepsTwoZonesTogether, Chemuno> {
  using Mutant::Mutant;
  static void cards_at(auto& view, Place place, Card card, auto&& use) {
    if (place.zone == Zone::Stack) place.zone = Zone::DrawPile;
    Chemuno::cards_at(view, place, card, use);
  }
};

struct AcceptsAnIllegalAction : Mutant<AcceptsAnIllegalAction, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 Player player, const Action& action) const {
    const auto refused = action_refusal<Chemuno>(*this, open, own, player, action);
    if (refused && refused->rule == "CU-4") return std::nullopt;
    return refused;
  }
};

struct ForgetsALegalAction : Mutant<ForgetsALegalAction, Flask> {
  using Mutant::Mutant;
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

struct LetsOthersAct : Mutant<LetsOthersAct, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own, Player,
                                                 const Action& action) const {
    return action_refusal<Chemuno>(*this, open, own, open.current_player, action);
  }
};

struct StatesTooFewLegalActions : Mutant<StatesTooFewLegalActions, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] static int max_legal_actions() { return 3; }
};

struct NamesAnUnknownRule : Mutant<NamesAnUnknownRule, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 Player player, const Action& action) const {
    auto refused = action_refusal<Chemuno>(*this, open, own, player, action);
    if (refused && refused->rule == "CU-4") refused->rule = "CU-99";
    return refused;
  }
};

struct NamesAnotherTurn : Mutant<NamesAnotherTurn, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 Player player, const Action& action) const {
    auto refused = action_refusal<Chemuno>(*this, open, own, player, action);
    const bool is_of_other = refused && refused->detail == static_cast<int>(NotLegal::Other);
    if (is_of_other && refused->rule == "GN-10") refused->arguments[0] = -1;
    return refused;
  }
};

struct ChangesTheStateByARefusal : Mutant<ChangesTheStateByARefusal, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 Player player, const Action& action) const {
    const auto refused = action_refusal<Chemuno>(*this, open, own, player, action);
    if (refused) ++const_cast<Public&>(open).turns;  // NOLINT: broken on purpose
    return refused;
  }
};

struct GivesTwoActionsOneId : Mutant<GivesTwoActionsOneId, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] Action action_of(int id) const {
    return Chemuno::action_of(id == action_count() - 1 ? 0 : id);
  }
};

struct NeverEndsInTime : Mutant<NeverEndsInTime, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] static std::int64_t max_steps() { return 30; }
};

struct ReturnsDoNotSum : Mutant<ReturnsDoNotSum, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] PerPlayer<Fraction, max_players> returns(const Table& table) const {
    auto returns = Chemuno::returns(table);
    returns[0] = returns[0] + Fraction(1, 7);
    return returns;
  }
};

struct ReadsBackOtherwise : Mutant<ReadsBackOtherwise, Chemuno> {
  using Chemuno::validation_error;
  using Mutant::Mutant;
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const {
    if (table.open.phase == Phase::Wish) return InputError{"phase", "wish", "is not", ""};
    return Chemuno::validation_error(table, knowledge);
  }
};

struct AcceptsAnyState : Mutant<AcceptsAnyState, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] static std::optional<InputError> validation_error(const Table&, const Knowledge&) {
    return std::nullopt;
  }
  [[nodiscard]] static std::optional<InputError> validation_error(const Observation&) {
    return std::nullopt;
  }
};

struct LeavesOptionsOutOfItsKey : Mutant<LeavesOptionsOutOfItsKey, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] std::uint64_t content_digest() const { return deck().content_hash(); }
};

struct DrawsMoreThanAnnounced : Mutant<DrawsMoreThanAnnounced, Chemuno> {
  using Mutant::Mutant;
  template <class View>
  void fold(View& view, const Event& event) const {
    Chemuno::fold(view, event);
    if (event.verb == Verb::Phase && event.amount > 0) ++view.open.draws_due;
  }
};

struct NamesAnotherPhase : Mutant<NamesAnotherPhase, Flask> {
  using Mutant::Mutant;
  [[nodiscard]] static Phase phase_of(const Public& open) {
    return open.phase == Phase::Over ? Phase::Deal : open.phase;
  }
};

struct CountsCardsByNumber : Mutant<CountsCardsByNumber, Chemuno> {
  using Mutant::Mutant;
  [[nodiscard]] static SeenKind kind_counted(Counter, int) { return std::uint8_t{0}; }
};

TEST_CASE("laws catch wrong play") {
  CHECK(failure_of<DuplicatesACard>("cards_are_conserved") != "");
  CHECK(failure_of<LosesACard>("cards_are_conserved") != "");
  CHECK(failure_of<KeepsTwoZonesTogether>("places_are_visited_once") != "");
  CHECK(failure_of<AcceptsAnIllegalAction>("legal_is_what_check_accepts") != "");
  CHECK(failure_of<ForgetsALegalAction>("legal_is_what_check_accepts") != "");
  CHECK(failure_of<LetsOthersAct>("legal_is_what_check_accepts") != "");
  CHECK(failure_of<StatesTooFewLegalActions>("legal_is_what_check_accepts") != "");
  CHECK(failure_of<NamesAnUnknownRule>("refusals_change_nothing") != "");
  CHECK(failure_of<NamesAnotherTurn>("refusals_change_nothing") != "");
  CHECK(failure_of<ChangesTheStateByARefusal>("refusals_change_nothing") != "");
  CHECK(failure_of<GivesTwoActionsOneId>("ids_are_a_bijection") != "");
  CHECK(failure_of<NeverEndsInTime>("games_end") != "");
  CHECK(failure_of<ReturnsDoNotSum>("returns_are_declared") != "");
  CHECK(failure_of<ReadsBackOtherwise>("forms_read_back") != "");
  CHECK(failure_of<AcceptsAnyState>("extra_cards_are_rejected") != "");
  CHECK(failure_of<LeavesOptionsOutOfItsKey>("keys_tell_games_apart") != "");
  CHECK(failure_of<NamesAnotherPhase>("data_is_consistent") != "");
  CHECK(failure_of<CountsCardsByNumber>("data_is_consistent") != "");
  CHECK(failure_of<DrawsMoreThanAnnounced>("no_more_cards_come_than_announced") != "");
}

}  // namespace
}  // namespace chemix::laws
