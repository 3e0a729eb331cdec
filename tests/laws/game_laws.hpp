// SPDX-License-Identifier: Apache-2.0
// The test cases of the games of one header, `GamesHere`: all laws, tensors, and beliefs. LAWS=n
// plays n games of each; LAW=name tests only this law.
#pragma once

#include "chemix/cards/deck_file.hpp"
#include "laws/belief_frequencies.hpp"
#include "laws/property_suite.hpp"
#include "laws/small_games.hpp"
#include "laws/tensors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <doctest/doctest.h>

namespace chemix::laws {

/// The games that are no match.
template <class Games>
struct WithoutMatches;
template <class... Games>
struct WithoutMatches<std::tuple<Games...>> {
  template <class G>
  using Kept = std::conditional_t<RulesOfMatch<typename G::Rules>, std::tuple<>, std::tuple<G>>;
  using Type = decltype(std::tuple_cat(std::declval<Kept<Games>>()...));
};

// The number of runs after which an unchanged number of a tensor is a failure.
inline constexpr int max_games = 400;

template <class G>
bool is_rare(std::string_view field, RareField::Rare how) {
  const auto& rare_fields = SmallGames<typename G::Rules>::rare_fields;
  return std::any_of(rare_fields.begin(), rare_fields.end(), [&](const RareField& rare) {
    return how <= rare.rare &&
           (field == rare.field || field.ends_with("." + std::string(rare.field)));
  });
}

/// Plays some games, whose tensors must be right; all numbers must change in some.
template <class G>
void try_tensors(const G& game, int plays, bool all_change) {
  INFO(G::name() << ", " << game.player_count() << " players, "
                 << print_options(game.rules().options()));
  Tensors<G> tensors(game);
  REQUIRE(tensors.layout_breach() == "");
  FastRandom random(SeedSequence(16));
  const auto unchanged = [&] {
    using Rare = RareField::Rare;
    return tensors.unchanged([](const std::string& name) { return is_rare<G>(name, Rare::Some); },
                             [](const std::string& name) { return is_rare<G>(name, Rare::All); });
  };
  for (int play = 0; play < plays; ++play) {
    if (all_change && play % 20 == 19 && unchanged().empty()) break;
    const Player start = play % game.player_count();
    const auto run = play % 2 == 0 ? Run<G>(game, start, random, AnyLegal())
                                   : Run<G>(game, start, random, Guided());
    REQUIRE(tensors.add(run, random) == "");
  }
  if (all_change) CHECK(unchanged() == "");
}

}  // namespace chemix::laws

using namespace chemix;

TEST_SUITE("laws") {
  TEST_CASE_TEMPLATE_DEFINE("all laws hold", G, all_laws) {
    laws::PropertySuite<G> suite;
    const char* const only = std::getenv("LAW");
    for (const auto& [law, failure] : suite.run(only == nullptr ? "" : only)) {
      FAIL_CHECK(law << ": " << failure);
    }
    const laws::Calibration& calibration = suite.calibration();
    if (only == nullptr) CHECK(calibration.compared > 0);
    MESSAGE(std::string(G::name())
            << ": " << suite.game_count()
            << " games by players and options; knowledge forgotten in "
            << calibration.sampled_inexact << " of " << calibration.sampled
            << " views; small games: in " << calibration.compared_inexact << " of "
            << calibration.compared << ", samples chi-squared " << calibration.samples.sum()
            << " with " << calibration.samples.freedom()
            << " degrees of freedom; worlds played on: " << suite.worlds().exact
            << " of exact beliefs, " << suite.worlds().inexact << " of others");
  }
  TEST_CASE_TEMPLATE_APPLY(all_laws, laws::GamesHere);

  TEST_CASE_TEMPLATE_DEFINE("tensors encode exactly the observation, within bounds", G, tensors) {
    using Rules = typename G::Rules;
    const auto large = *builtin_deck<typename Rules::Deck>(Rules::default_deck);
    using Small = laws::SmallGames<Rules>;
    const auto small = Small::deck();
    for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
      for (const std::string& options : laws::pairwise_options<typename Rules::Options>()) {
        const auto parsed = *parse_options<typename Rules::Options>(options);
        const auto rules = Rules::create(large, parsed, players);
        if (!rules) continue;
        const G game(*rules);
        const std::size_t size = laws::tensor_of(game, typename G::Observation()).size();
        CHECK(size <= Small::max_tensor_size);
        CHECK(laws::tensor_of(game, typename G::Table(), Viewer()).size() <= 1500);
        laws::try_tensors(game, options.empty() ? laws::max_games : 10, options.empty());
      }
      for (const std::string& options : Small::options()) {
        const auto parsed = *parse_options<typename Rules::Options>(options);
        const auto rules = Rules::create(small, parsed, players);
        if (rules) laws::try_tensors(G(*rules), 10, false);
      }
    }
  }
  TEST_CASE_TEMPLATE_APPLY(tensors, laws::GamesHere);
}

TEST_SUITE("beliefs") {
  TEST_CASE_TEMPLATE_DEFINE("beliefs equal the frequencies of histories", G, beliefs_of) {
    laws::Beliefs<G> beliefs;
    beliefs.try_games(laws::SmallGames<typename G::Rules>::belief_games * laws::wanted_games() /
                      600);
    for (const auto& [key, all] : beliefs.tallies()) {
      std::string where(G::name());
      where.append(", ").append(name_of(key.cause)).append(", ");
      where.append(std::to_string(key.players)).append(" players");
      if (key.is_spectator) where.append(", watched");
      CHECK_MESSAGE(all.missing == 0, where << ": a world that can be is never sampled");
      CHECK_MESSAGE(all.max_unsaid_distance == 0, where);
      // With two players only one hand is uncertain, so that beliefs are exact. (Canasta is an
      // exception: the log does not keep what beginning a run implies, CN-2.)
      const bool is_certain = G::name() != "chemistry_canasta";
      if (is_certain && key.players == 2 && !key.is_spectator) {
        CHECK_MESSAGE(all.max_impossible == 0, where);
      }
    }
    if (std::getenv("BELIEF_TABLE") != nullptr) print(beliefs);
  }
  using NoMatches = laws::WithoutMatches<laws::GamesHere>::Type;
  TEST_CASE_TEMPLATE_APPLY(beliefs_of, NoMatches);
}
