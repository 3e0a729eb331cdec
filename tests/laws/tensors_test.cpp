// SPDX-License-Identifier: Apache-2.0
// The laws of tensors, for every game.
#include "laws/tensors.hpp"

#include "chemix/cards/deck_file.hpp"
#include "laws/share.hpp"
#include "laws/small_decks.hpp"
#include "small/games.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace chemix;

namespace {

// Upper bounds on tensor sizes; three games have a higher bound.
constexpr std::size_t max_numbers = 1500;
constexpr std::size_t max_numbers_of_small_games = 700;
// The number of runs after which an unchanged number is a failure.
constexpr int max_games = 400;
const std::vector<std::string> small_games = {"chemuno", "chip_it", "chip_it_tournament",
                                              "chip_it_duel", "chemistry_battle"};

// Fields with numbers that hardly ever change in play, though they can: some of them, or all.
enum class Rare { Some, All };
struct RareField {
  std::string_view game;
  std::string_view field;
  Rare rare;
  std::string_view reason;
};
constexpr std::array rare_fields = {
    RareField{"chemuno", "idle_turns", Rare::All, "can be only where all cards are in hands"},
    RareField{"classic", "phase", Rare::Some, "multipliers seldom expire with two players"},
    RareField{"react", "aside", Rare::Some,
              "ascending kinds: the third is seldom the first of all"},
    RareField{"showdown", "asked", Rare::Some, "oxygen and hydrogen are seldom finished"},
    RareField{"showdown", "finished_by", Rare::Some,
              "oxygen and hydrogen are in half of all compounds"},
    RareField{"showdown", "finished_with", Rare::Some,
              "they are seldom finished, with any of these the less"},
    RareField{"showdown", "points", Rare::Some, "nor set aside"},
    RareField{"classic", "display", Rare::Some,
              "large compounds are seldom formed by players at random"},
    RareField{"classic", "formed", Rare::Some,
              "large compounds are seldom formed by players at random"},
    RareField{"classic", "laid", Rare::Some,
              "large compounds are seldom formed by players at random"},
    RareField{"classic", "dissolved", Rare::Some,
              "large compounds are seldom formed by players at random"},
    RareField{"classic", "won", Rare::Some,
              "large compounds are seldom formed by players at random"},
    RareField{"classic", "minus", Rare::Some, "common elements seldom expire"},
    RareField{"classic", "laid_off", Rare::Some, "common elements seldom expire"},
    RareField{"react", "won", Rare::Some, "large compounds are seldom won by players at random"},
    RareField{"react", "claims", Rare::Some, "nor claimed"},
    RareField{"react", "claim", Rare::Some, "nor claimed"},
    RareField{"react", "put", Rare::Some, "ascending kinds: the third is seldom the first of all"},
    RareField{"compound_capture", "discard_pile", Rare::Some, "seldom holds all copies of a kind"},
    RareField{"compound_capture", "pile", Rare::All, "with few players the pile is seldom used up"},
    RareField{"chemistry_canasta", "discard_pile", Rare::Some, "seldom holds all copies of a kind"},
    RareField{"chemistry_canasta", "run", Rare::Some, "there are 52, each seldom laid"},
    RareField{"chemistry_canasta", "runs", Rare::Some, "there are 52 of each player"},
    RareField{"chemistry_canasta", "runs.wilds", Rare::Some,
              "seldom two wild cards are laid in a run"},
};

bool is_rare(std::string_view game, std::string_view field, Rare how) {
  return std::any_of(rare_fields.begin(), rare_fields.end(), [&](const RareField& rare) {
    return game.starts_with(rare.game) && how <= rare.rare &&
           (field == rare.field || field.ends_with("." + std::string(rare.field)));
  });
}

template <class G>
void try_game(const G& game, int plays, bool all_change) {
  INFO(G::name() << ", " << game.player_count() << " players, "
                 << print_options(game.rules().options()));
  laws::Tensors<G> tensors(game);
  REQUIRE(tensors.layout_breach() == "");
  FastRandom random(SeedSequence(16));
  const auto unchanged = [&] {
    return tensors.unchanged(
        [](const std::string& name) { return is_rare(G::name(), name, Rare::Some); },
        [](const std::string& name) { return is_rare(G::name(), name, Rare::All); });
  };
  for (int play = 0; play < plays; ++play) {
    if (all_change && play % 20 == 19 && unchanged().empty()) break;
    const Player start = play % game.player_count();
    const auto run = play % 2 == 0 ? laws::Run<G>(game, start, random, AnyLegal())
                                   : laws::Run<G>(game, start, random, Guided());
    REQUIRE(tensors.add(run, random) == "");
  }
  if (all_change) CHECK(unchanged() == "");
}

}  // namespace

TEST_SUITE("laws") {
  TEST_CASE_TEMPLATE_DEFINE("tensors encode exactly the observation, within bounds", G, tensors) {
    using Rules = typename G::Rules;
    const auto large = *builtin_deck<typename Rules::Deck>(Rules::default_deck);
    const auto small = laws::small_deck_for<Rules>();
    for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
      for (const std::string& options : laws::pairwise_options<typename Rules::Options>()) {
        const auto parsed = *parse_options<typename Rules::Options>(options);
        const auto rules = Rules::create(large, parsed, players);
        if (!rules) continue;
        const G game(*rules);
        const std::size_t size = laws::tensor_of(game, typename G::Observation()).size();
        CHECK(size <= max_numbers);
        CHECK(laws::tensor_of(game, typename G::Table(), Viewer()).size() <= max_numbers);
        if (std::count(small_games.begin(), small_games.end(), std::string(G::name())) > 0) {
          CHECK(size <= max_numbers_of_small_games);
        }
        try_game(game, options.empty() ? max_games : 10, options.empty());
      }
      for (const std::string& options : laws::small_options<typename Rules::Options>()) {
        const auto parsed = *parse_options<typename Rules::Options>(options);
        const auto rules = Rules::create(small, parsed, players);
        if (rules) try_game(G(*rules), 10, false);
      }
    }
  }
  using Share = laws::Share<laws::Games, CHEMIX_LAW_PART, CHEMIX_LAW_PARTS>;
  TEST_CASE_TEMPLATE_APPLY(tensors, Share);
}
