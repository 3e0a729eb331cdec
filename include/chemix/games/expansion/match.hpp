// SPDX-License-Identifier: Apache-2.0
// The terms of the matches with expansion decks: rounds up to a number of points.
#pragma once

#include "chemix/cards/expansion_set.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/returns.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace chemix::expansion {

/// The options that a match has besides those of its rounds.
template <class Self>
constexpr void visit_match_options(Self& self, auto&& visit) {
  visit(OptionField{"target", "CC-11", "points that end the match", 1, 10000}, self.target);
  visit(OptionField{"max_rounds", "CC-12", "rounds after which the match ends", 1, 150},
        self.max_rounds);
}

/// A match of rounds until a player has `target` points in total. `MatchOptions` names the match,
/// and its `round()` returns the options of the rounds.
template <class Rules, class MatchOptions>
class RoundsToTarget {
 public:
  using Inner = Rules;
  using Options = MatchOptions;
  using Totals = PerPlayer<std::int16_t, Rules::max_players>;
  static constexpr std::string_view name = MatchOptions::match_name;
  static constexpr int revision = 1;
  static constexpr const char* games_rule = "CC-12";
  static constexpr const char* totals_rule = "CC-11";
  static constexpr BestScore best_score = BestScore::Most;
  static constexpr int min_players = Rules::min_players;
  static constexpr int max_players = Rules::max_players;

  explicit RoundsToTarget(const Options& options) : options_(options) {}

  /// Fails if the rounds cannot be created, or if totals could overflow with the losses of
  /// `max_rounds` rounds.
  static Result<Rules> inner(const std::shared_ptr<const ExpansionSet>& decks,
                             const Options& options, int players) {
    if (auto error = option_error(options)) return tl::unexpected(*error);
    auto rules = Rules::create(decks, options.round(), players);
    if (!rules) return rules;
    const int most = (std::numeric_limits<std::int16_t>::max)() / (rules->max_cost() + 1);
    if (options.max_rounds <= most) return rules;
    return tl::unexpected(InputError{"max_rounds", std::to_string(options.max_rounds),
                                     "must be at most " + std::to_string(most) + " with this deck",
                                     "CC-12"});  // CC-12 (ruling)
  }

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] int max_games(const Rules&) const { return options_.max_rounds; }
  [[nodiscard]] bool is_over(const Rules& rules, const Totals& totals, int games) const {
    bool over = games >= options_.max_rounds;  // CC-12 (ruling)
    for (Player p = 0; p < rules.player_count(); ++p) {
      over = over || totals[p] >= options_.target;  // CC-11
    }
    return over;
  }
  [[nodiscard]] static PerPlayer<int, max_players> points(const Rules& rules,
                                                          const Table<Rules>& table) {
    return rules.scores(table);
  }
  [[nodiscard]] static PerPlayer<Fraction, max_players> returns(const Rules& rules,
                                                                const Totals& totals) {
    return mean_centered_returns(totals, rules.player_count());  // CC-11
  }

 private:
  Options options_;
};

}  // namespace chemix::expansion
