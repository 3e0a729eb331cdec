// SPDX-License-Identifier: Apache-2.0
// Tests all laws on random and guided games of one kind.
#pragma once

#include "chemix/agents/guided.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/function_ref.hpp"
#include "laws/data.hpp"
#include "laws/laws.hpp"
#include "laws/marginals.hpp"
#include "laws/seen_table.hpp"
#include "laws/small_games.hpp"
#include "laws/worlds.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace chemix::laws {

/// The number of games to test: the environment variable LAWS, by default 600.
inline int wanted_games() {
  const char* text = std::getenv("LAWS");
  if (text == nullptr) return 600;
  int games = 0;
  if (parse_number(text, games) && games > 0) return games;
  throw std::runtime_error("LAWS = " + std::string(text) + ": must be a number of games");
}

/// The amount of testing.
struct Effort {
  /// Games of each kind.
  int games = wanted_games();
  /// Maximum number of states per game at which the laws of single states are tested.
  int tried_states = 150;
  /// Number of states per game at which the costly laws are tested.
  int sampled_states = 8;
  std::uint64_t seed = 1;
};

/// The first failure of each law, by its name.
using Failures = std::map<std::string, std::string>;

template <class G>
class PropertySuite {
 public:
  using Rules = typename G::Rules;

  explicit PropertySuite(Effort effort = {})
      : effort_(effort),
        random_(SeedSequence(effort.seed)),
        world_random_(SeedSequence(effort.seed + 1)) {
    using Options = typename Rules::Options;
    const auto deck = *builtin_deck<typename Rules::Deck>(Rules::default_deck);
    for (const std::string& options : pairwise_options<Options>()) {
      add_games(games_, deck, options);
      add_games(again_, deck, options);
    }
    // Small decks reach situations that are rare on large ones: piles and displays run out.
    for (const std::string& options : SmallGames<Rules>::options()) {
      const auto small = SmallGames<Rules>::deck();
      for (std::vector<G>* games : {&games_, &again_, &small_games_}) {
        add_games(*games, small, options);
      }
    }
    if (small_games_.empty()) {
      failures_["small_games"] =
          "the options of the small games (laws/small_games.hpp) fit no game";
    }
  }

  /// Tests all laws, or `only` one.
  Failures run(const std::string& only = "") {
    only_ = only;
    for (const G& game : games_) {
      law("ids_are_a_bijection", game, [&] { return laws::ids_are_a_bijection(game); });
      law("places_are_visited_once", game, [&] { return laws::places_are_visited_once(game); });
      law("data_is_consistent", game, [&] { return PlainData<G>(game).schema_breach(); });
    }
    if (only_.empty() || only_ == "keys_tell_games_apart") {
      const std::string failure = keys_tell_games_apart(games_);
      if (!failure.empty()) failures_["keys_tell_games_apart"] = failure;
    }
    for (int i = 0; i < effort_.games; ++i) {
      try_game(static_cast<int>(row_of(i)), i);
      // Small games have few states, so that different logs often lead to the same one.
      if (i % 10 == 0 && !small_games_.empty()) try_small_game(i / 10);
    }
    if (only_.empty() || only_ == "determinization_is_calibrated") {
      if (!calibration_.samples.is_likely()) {
        failures_.try_emplace("determinization_is_calibrated",
                              "samples are not even: chi-squared " +
                                  std::to_string(calibration_.samples.sum()) + " with " +
                                  std::to_string(calibration_.samples.freedom()) + " degrees");
      }
    }
    return failures_;
  }

  [[nodiscard]] const Calibration& calibration() const { return calibration_; }
  [[nodiscard]] const WorldsTried& worlds() const { return worlds_; }
  [[nodiscard]] std::size_t game_count() const { return games_.size(); }

 private:
  static void add_games(std::vector<G>& games,
                        const std::shared_ptr<const typename Rules::Deck>& deck,
                        const std::string& options) {
    for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
      auto rules = Rules::create(deck, *parse_options<typename Rules::Options>(options), players);
      if (rules) games.push_back(G(*rules));
    }
  }

  // The game to test: three out of five use a large deck, the others a small deck.
  [[nodiscard]] std::size_t row_of(int number) const {
    const std::size_t small = small_games_.size();
    const std::size_t large = games_.size() - small;
    const auto round = static_cast<std::size_t>(number) / 5;
    const auto nth = static_cast<std::size_t>(number) % 5;
    return nth < 3 ? (3 * round + nth) % large : large + (2 * round + nth - 3) % small;
  }

  // Tests a law unless it has failed before; `where` locates the failure.
  void law(const char* name, const G& game, FunctionRef<Failure()> holds,
           const std::string& where = "") {
    if (!only_.empty() && only_ != name) return;
    if (failures_.count(name) != 0) return;
    const std::string failure = holds();
    if (failure.empty()) return;
    failures_[name] = failure + " (" + std::string(G::name()) + ", " +
                      std::to_string(game.player_count()) + " players, " +
                      print_options(game.rules().options()) + where + ")";
  }

  Run<G> play(const G& game, Player start) {
    if (random_.below(2) == 0) return Run<G>(game, start, random_, AnyLegal());
    return Run<G>(game, start, random_, Guided());
  }

  void try_game(int row, int number) {
    const G& game = games_[static_cast<std::size_t>(row)];
    const G& again = again_[static_cast<std::size_t>(row)];
    const auto start =
        static_cast<Player>(random_.below(static_cast<std::uint64_t>(game.player_count())));
    const Run<G> run = play(game, start);
    const auto where = [&](std::size_t at) {
      return "; game " + std::to_string(number) + ", state " + std::to_string(at);
    };
    law(
        "games_end", game, [&] { return games_end(run); }, where(run.steps.size()));
    law(
        "no_more_cards_come_than_announced", game,
        [&] { return no_more_cards_come_than_announced(game, run); }, where(0));
    law(
        "equal_inputs_give_equal_bytes", game,
        [&] { return equal_inputs_give_equal_bytes(game, again, run); }, where(0));
    const PlainData<G> data(game);
    for (const std::size_t at : states_to_try(run.states.size())) {
      const auto& state = run.states[at];
      const auto try_law = [&](const char* name, FunctionRef<Failure()> holds) {
        law(name, game, holds, where(at));
      };
      try_law("legal_is_what_check_accepts",
              [&] { return legal_is_what_check_accepts(game, state); });
      try_law("canonical_actions_are_legal",
              [&] { return canonical_actions_are_legal(game, state); });
      try_law("chance_is_complete", [&] { return chance_is_complete(game, state); });
      try_law("data_is_consistent", [&] { return data.breach(state); });
      try_law("cards_are_conserved", [&] { return cards_are_conserved(game, run, at); });
      try_law("knowledge_is_true", [&] { return knowledge_is_true(game, state); });
      try_law("returns_are_declared", [&] { return returns_are_declared(game, state); });
      try_law("scores_seen_are_true", [&] { return scores_seen_are_true(game, state); });
      try_law("returns_are_seen", [&] { return returns_are_seen(game, state, random_); });
      try_law("acting_is_seen", [&] { return acting_is_seen(game, state); });
      try_law("others_are_undecided", [&] { return others_are_undecided(game, state, random_); });
      if (at == run.steps.size()) break;
      try_law("applying_is_one", [&] { return applying_is_one(game, run, at); });
      try_law("sealed_is_unnoticed", [&] { return sealed_is_unnoticed(game, run, at); });
      try_law("events_fold", [&] { return events_fold(game, run, at); });
    }
    for (int i = 0; i < effort_.sampled_states; ++i) {
      const auto at = static_cast<std::size_t>(random_.below(run.states.size()));
      const auto& state = run.states[at];
      const auto seen = game.observation(state, Viewer::player(i % game.player_count()));
      ++calibration_.sampled;
      if (at < run.steps.size()) {
        law(
            "undo_unlearns_nothing", game,
            [&] { return undo_unlearns_nothing(game, run, at, random_); }, where(at));
      }
      if (game.rules().forgotten(seen) > 0) ++calibration_.sampled_inexact;
      law(
          "marginals_fit_samples", game, [&] { return marginals_fit_samples(game, seen, random_); },
          where(at));
      law(
          "refusals_change_nothing", game, [&] { return refusals_change_nothing(game, state); },
          where(at));
      law(
          "strange_actions_are_refused", game,
          [&] { return strange_actions_are_refused(game, state); }, where(at));
      law(
          "extra_cards_are_rejected", game, [&] { return extra_cards_are_rejected(game, state); },
          where(at));
      law(
          "forms_read_back", game, [&] { return forms_read_back(game, state); }, where(at));
      law(
          "table_is_the_data", game, [&] { return table_is_the_data(game, run.states[0], state); },
          where(at));
      if (at < run.steps.size()) {
        law(
            "moves_find_piles", game,
            [&] { return moves_find_piles(game, state, run.steps[at], run.states[at + 1]); },
            where(at));
      }
      for (const Viewer viewer : viewers(game.player_count())) {
        law(
            "any_event_folds", game, [&] { return any_event_folds(game, state, viewer, random_); },
            where(at));
        law(
            "nothing_leaks", game, [&] { return no_leak(game, state, viewer, random_); },
            where(at));
      }
    }
    const auto sampled = static_cast<std::size_t>(world_random_.below(run.states.size()));
    law(
        "worlds_can_be_played_on", game,
        [&] {
          const auto all = viewers(game.player_count());
          const Viewer viewer = all[world_random_.below(all.size())];
          return worlds_can_be_played_on(game, run.states[sampled], viewer, world_random_, worlds_);
        },
        where(sampled));
    // Eleven is coprime to the cycle of games, so that all are included.
    if (number % 11 == 0) {
      law(
          "recall_is_perfect", game, [&] { return recall_.add(game, row, start, run); }, where(0));
    }
  }

  // All states of a short game; the first, the last and an even sample of the others of a long one.
  std::vector<std::size_t> states_to_try(std::size_t count) {
    const auto most = static_cast<std::size_t>(effort_.tried_states);
    std::vector<std::size_t> states;
    for (std::size_t i = 0; i < std::min(count, most); ++i) {
      const std::size_t first = i * count / std::min(count, most);
      const std::size_t end = (i + 1) * count / std::min(count, most);
      states.push_back(i == 0 ? 0 : first + random_.below(end - first));
    }
    if (states.back() != count - 1) states.push_back(count - 1);
    return states;
  }

  void try_small_game(int number) {
    const auto row = static_cast<std::size_t>(number) % small_games_.size();
    const G& game = small_games_[row];
    const Run<G> run = play(game, 0);
    const std::string where = "; small game " + std::to_string(number);
    law(
        "recall_is_perfect", game,
        [&] { return recall_.add(game, -1 - static_cast<int>(row), 0, run); }, where);
    law(
        "determinization_is_calibrated", game, [&] { return try_calibration(game, run, number); },
        where);
  }

  // Follows a game from the view of one viewer, and compares at a few states.
  Failure try_calibration(const G& game, const Run<G>& run, int number) {
    const auto all = viewers(game.player_count());
    const Viewer viewer = all[static_cast<std::size_t>(number) / small_games_.size() % all.size()];
    Replay<G> replay(game, viewer, run.states[0].table);
    const std::size_t stride = std::max<std::size_t>(1, run.steps.size() / 8);
    for (std::size_t at = 0; at < run.steps.size(); ++at) {
      if (replay.size() > 2000) return "";
      const auto& state = run.states[at];
      // Skip sealed decisions in progress: worlds do not include decisions already made.
      const bool open = game.acting(state) == game.rules().acting(state.table.open);
      if (open && (at % stride == 0 || random_.below(stride) == 0)) {
        std::string failure =
            calibration_failure(game, state, viewer, replay, random_, calibration_);
        if (failure.empty()) failure = marginals_are_shares(game, game.observation(state, viewer));
        if (!failure.empty()) return failure + ", state " + std::to_string(at);
      }
      replay.advance(state.table, run.steps[at]);
    }
    return "";
  }

  Effort effort_;
  FastRandom random_;
  FastRandom world_random_;
  std::vector<G> games_;
  // Equal games, created a second time.
  std::vector<G> again_;
  // The games on a small deck, which come last in `games_`.
  std::vector<G> small_games_;
  Recall<G> recall_;
  Calibration calibration_;
  WorldsTried worlds_;
  std::string only_;
  Failures failures_;
};

}  // namespace chemix::laws
