// SPDX-License-Identifier: Apache-2.0
// Beliefs that were calculated by hand, and beliefs that are wrong on purpose.
#include "games/chemuno/small_games.hpp"
#include "games/classic/small_games.hpp"
#include "laws/belief_frequencies.hpp"
#include "laws/mutation.hpp"
#include "small/small_games.hpp"
#include "support/chemuno_position.hpp"
#include "support/part_of_deck.hpp"
#include "support/play.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// The probability, by histories, that seat 1 holds a card that matches the top card, after seat 0
// laid a card and seat 1, lacking a match, drew a card and kept it.
std::uint64_t fitting_share(const laws::Histories<chemuno::Game>& histories,
                            const chemuno::Rules& rules, std::uint64_t parts) {
  laws::HistoryCount fitting;
  for (const auto& [digest, entry] : histories.entries()) {
    const CardSet& kinds = rules.fitting(entry.table.open);
    if (!(entry.table.own[1].hand.kinds() & kinds).empty()) fitting += entry.count;
  }
  return static_cast<std::uint64_t>(
      std::llround(fitting.share_of(histories.all()) * static_cast<double>(parts)));
}

// The same calculated by hand: seat 1 held no match, so all matching unseen cards are among the
// others, one of which was drawn.
struct ByHand {
  std::uint64_t fitting = 0;
  std::uint64_t others = 0;
};
ByHand by_hand(const chemuno::Game& game, const chemuno::Observation& seen) {
  const CardBag unseen = game.rules().deck().all_cards() - seen.open.laid - seen.own.hand;
  ByHand found;
  game.rules().fitting(seen.open).for_each(
      [&](Card card) { found.fitting += static_cast<std::uint64_t>(unseen.count(card)); });
  found.others = static_cast<std::uint64_t>(unseen.size() - (seen.open.hand_size[1] - 1));
  return found;
}

// The state after seat 0 of two lays `card`, and seat 1 draws and keeps a card. The published deck
// is dealt with this seed.
chemuno::State kept_after(const chemuno::Game& game, std::uint64_t seed, const std::string& card) {
  DealStream stream(SeedSequence(seed).key());
  auto state = game.initial_state();
  for (const std::string& action :
       {std::string(), "lay " + card, std::string("draw"), std::string("keep")}) {
    if (!action.empty()) state = test::after(game, state, {action});
    while (game.acting(state).is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.table));
      const auto nth = static_cast<std::int64_t>(stream.draw(state.chance_count, ways));
      state = *game.apply(state, game.chance_outcome(state.table, nth));
    }
  }
  return state;
}

// ---- Beliefs that are wrong on purpose ----

struct TakesSeenCardsAsUnseen : laws::Mutant<TakesSeenCardsAsUnseen, flask::Rules> {
  using Mutant::Mutant;
  void learn(flask::Knowledge& knowledge, const flask::Public& open, const Event& event) const {
    if (event.from.is_hand() || !event.to.is_hand()) flask::Rules::learn(knowledge, open, event);
  }
};

struct ForgetsWhenCardsCame : laws::Mutant<ForgetsWhenCardsCame, chemuno::Rules> {
  using Mutant::Mutant;
  void learn(chemuno::Knowledge& knowledge, const chemuno::Public& open, const Event& event) const {
    if (event.verb != Verb::Lack) chemuno::Rules::learn(knowledge, open, event);
  }
};

struct ForgetsReshuffles : laws::Mutant<ForgetsReshuffles, classic::Rules> {
  using Mutant::Mutant;
  void learn(classic::Knowledge& knowledge, const classic::Public& open, const Event& event) const {
    if (event.verb != Verb::Shuffle) classic::Rules::learn(knowledge, open, event);
  }
};

/// Doubles the weight of worlds whose first hidden hand has a hydrogen.
struct Leaning : Belief {
  [[nodiscard]] TotalWeight weight_of(const World& world) const {
    return Belief::weight_of(world) * (world[0].count(Card()) > 0 ? 2 : 1);
  }
};

struct LeansTowardsASeat : laws::Mutant<LeansTowardsASeat, flask::Rules> {
  using Mutant::Mutant;
  [[nodiscard]] Leaning belief_of(const flask::Rules::Observation& seen) const {
    return {flask::Rules::belief_of(seen)};
  }
};

/// The number of positions, in some games, whose belief differs from the histories.
template <class Rules>
int wrong_positions(int games = 60) {
  laws::Beliefs<GameOf<Rules>> beliefs;
  beliefs.try_games(games);
  int wrong = 0;
  for (const auto& [key, tally] : beliefs.tallies()) wrong += tally.positions - tally.exact;
  return wrong;
}

}  // namespace

TEST_SUITE("beliefs") {
  TEST_CASE("counted histories after a forced draw match the calculation by hand") {
    const auto deck =
        test::part_of_deck({"H", "H", "H", "C", "C", "O", "O", "Cl", "He", "2"}, {"CO", "HCl"});
    const chemuno::Game game(*chemuno::Rules::create(deck, {.hand_size = 3}, 2));
    auto state = game.initial_state();
    laws::Histories<chemuno::Game> histories(game, Viewer::player(0), state.table);
    const auto take = [&](const laws::Step& step) {
      histories.advance(state.table, step);
      laws::apply(game, state, step);
    };
    const auto draw = [&](const std::string& card) {
      const chemuno::ChanceAction drawn = DrawnCard{*game.rules().deck().card(card)};
      take({Actor::chance(), game.rules().chance_action_id(drawn)});
    };
    const auto act = [&](Player player, const std::string& text) {
      take({player, game.rules().action_id(test::action_of(game, text))});
    };
    for (const char* card : {"C", "H", "He", "O", "H", "O"}) draw(card);
    act(0, "lay C");
    act(1, "draw");
    draw("Cl");
    act(1, "keep");
    const auto [fitting, others] = by_hand(game, game.observation(state, Viewer::player(0)));
    // Among the nine unseen cards only C and CO match; seat 1 held three of the others.
    CHECK(fitting == 2);
    CHECK(others == 6);
    CHECK(fitting_share(histories, game.rules(), others) == fitting);
  }

  TEST_CASE("wrong beliefs are caught") {
    CHECK(wrong_positions<flask::Rules>() == 0);
    CHECK(wrong_positions<classic::Rules>() == 0);
    CHECK(wrong_positions<TakesSeenCardsAsUnseen>() > 0);
    CHECK(wrong_positions<LeansTowardsASeat>() > 0);
    CHECK(wrong_positions<ForgetsReshuffles>(300) > 0);
    CHECK(wrong_positions<ForgetsWhenCardsCame>() > wrong_positions<chemuno::Rules>());
  }

  TEST_CASE("the belief after a forced draw matches the calculation by hand") {
    const chemuno::Game game = test::chemuno_game();
    FastRandom random{SeedSequence(1)};
    const auto believed = [&](std::uint64_t seed, const char* card, std::uint64_t of_58) {
      const auto state = kept_after(game, seed, card);
      const auto seen = game.observation(state, Viewer::player(0));
      const auto [fitting, others] = by_hand(game, seen);
      CHECK(fitting == of_58);
      CHECK(others == 58);
      constexpr int samples = 4000;
      int holding = 0;
      for (int i = 0; i < samples; ++i) {
        const auto hand = game.determinize(seen, random)->table.own[1].hand;
        holding += (hand.kinds() & game.rules().fitting(seen.open)).empty() ? 0 : 1;
      }
      const double expected = static_cast<double>(fitting) / static_cast<double>(others);
      // Only the card just drawn can match, so at most one card does.
      const Marginals marginals = marginals_of(game.rules(), seen);
      double sum = 0;
      game.rules().fitting(seen.open).for_each(
          [&](Card kind) { sum += marginals.at(0, kind.index, 1); });
      CHECK(marginals.places[0] == hand_of(1));
      CHECK(sum == doctest::Approx(expected).epsilon(1e-12));
      const double share = static_cast<double>(holding) / samples;
      MESSAGE("seed " << seed << ": " << share << " instead of " << expected);
      return std::abs(share - expected) < 0.03;
    };
    CHECK(believed(7, "N", 8));
    CHECK(believed(17, "O", 30));
  }
}
