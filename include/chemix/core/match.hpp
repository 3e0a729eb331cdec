// SPDX-License-Identifier: Apache-2.0
// Match: several games in a row, with accumulated totals and a rotating start player. A match is
// itself a game; everything but the totals is delegated to the rules of the inner game.
#pragma once

#include "chemix/core/codec.hpp"
#include "chemix/core/contract.hpp"
#include "chemix/core/error.hpp"
#include "chemix/core/game.hpp"
#include "chemix/core/inline.hpp"
#include "chemix/core/options.hpp"
#include "chemix/core/random.hpp"
#include "chemix/core/returns.hpp"
#include "chemix/core/tensor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace chemix {

/// The public part of a match: that of the current game, and the totals.
template <class InnerPublic, int Capacity>
struct MatchPublic {
  InnerPublic game;
  /// Games finished before the current one; at the end of the match, the current one is the last.
  std::uint8_t games = 0;
  /// The start player of the first game; the start moves on by one seat with each game.
  Seat first_start;
  PerPlayer<std::int16_t, Capacity> totals;

  constexpr bool operator==(const MatchPublic&) const = default;
  template <class Self>
  static constexpr void visit_fields(Self& self, auto&& visit) {
    visit("games", self.games);
    visit("first_start", self.first_start);
    visit("totals", self.totals);
    InnerPublic::visit_fields(self.game, visit);
  }
};

/// The rules of a match, made from its terms and the rules of one game.
template <MatchTerms Terms>
class MatchRules {
 public:
  using Inner = typename Terms::Inner;

  static constexpr std::string_view name = Terms::name;
  static constexpr std::string_view default_deck = Inner::default_deck;
  static constexpr int revision = Terms::revision * 1000 + Inner::revision;
  static constexpr int min_players = Terms::min_players;
  static constexpr int max_players = Terms::max_players;
  static constexpr int capacity = Inner::capacity;
  static constexpr std::size_t max_table_bytes =
      Inner::max_table_bytes + sizeof(MatchPublic<char, capacity>);
  // The end of a game posts the points of every player and begins the next game.
  static constexpr std::size_t max_step_events = Inner::max_step_events + capacity + 1;

  static constexpr BestScore best_score = Terms::best_score;

  using Deck = typename Inner::Deck;
  using Options = typename Terms::Options;
  using Phase = typename Inner::Phase;
  using Counter = typename Inner::Counter;
  using Public = MatchPublic<typename Inner::Public, capacity>;
  using Private = typename Inner::Private;
  using Hidden = typename Inner::Hidden;
  using Knowledge = typename Inner::Knowledge;
  using Action = typename Inner::Action;
  using ChanceAction = typename Inner::ChanceAction;
  using LegalActions = typename Inner::LegalActions;
  using Event = typename Inner::Event;
  using Table = TableOf<Public, Private, Hidden, capacity>;
  using Observation = ObservationOf<Public, Private, Knowledge>;

  MatchRules(Terms terms, Inner inner) : terms_(std::move(terms)), inner_(std::move(inner)) {}

  /// Rejects what the terms or the inner game reject.
  static Result<MatchRules> create(std::shared_ptr<const Deck> deck, const Options& options,
                                   int players) {
    auto inner = Terms::inner(std::move(deck), options, players);
    if (!inner) return tl::unexpected(inner.error());
    return MatchRules(Terms(options), std::move(*inner));
  }

  /// The rules of one game.
  [[nodiscard]] const Inner& inner() const { return inner_; }
  [[nodiscard]] const Terms& terms() const { return terms_; }
  /// The observation of the current game.
  [[nodiscard]] static chemix::Observation<Inner> game_of(const Observation& seen) {
    return {seen.viewer, seen.open.game, seen.own, seen.knowledge, seen.history, seen.own_history};
  }
  [[nodiscard]] const auto& deck() const { return inner_.deck(); }
  [[nodiscard]] const auto& kinds_in_play() const { return inner_.kinds_in_play(); }
  [[nodiscard]] const Options& options() const { return terms_.options(); }
  [[nodiscard]] int player_count() const { return inner_.player_count(); }
  [[nodiscard]] std::uint64_t content_digest() const {
    Digest digest;
    digest.put(inner_.content_digest(), 8);
    digest.put_text(print_options(options()));
    return digest.value();
  }

  [[nodiscard]] auto kind_counted(Counter counter, int number) const {
    return inner_.kind_counted(counter, number);
  }

  [[nodiscard]] int action_count() const { return inner_.action_count(); }
  [[nodiscard]] int chance_action_count() const { return inner_.chance_action_count(); }
  [[nodiscard]] int action_id(const Action& action) const { return inner_.action_id(action); }
  [[nodiscard]] Action action_of(int id) const { return inner_.action_of(id); }
  [[nodiscard]] int chance_action_id(const ChanceAction& action) const {
    return inner_.chance_action_id(action);
  }
  [[nodiscard]] ChanceAction chance_action_of(int id) const { return inner_.chance_action_of(id); }
  [[nodiscard]] int max_legal_actions() const { return inner_.max_legal_actions(); }
  [[nodiscard]] std::int64_t max_steps() const {
    return inner_.max_steps() * terms_.max_games(inner_);
  }

  [[nodiscard]] Table initial_table(Player start_player) const {
    const auto game = inner_.initial_table(start_player);
    auto table = Table();
    table.open.game = game.open;
    table.open.first_start = Seat::of(start_player);
    table.own = game.own;
    table.hidden = game.hidden;
    return table;
  }
  [[nodiscard]] Acting acting(const Public& open) const { return inner_.acting(open.game); }
  [[nodiscard]] Phase phase_of(const Public& open) const { return inner_.phase_of(open.game); }
  [[nodiscard]] auto asked_card(const Public& open) const requires AsksAboutCard<Inner> {
    return inner_.asked_card(open.game);
  }
  [[nodiscard]] bool is_sealed(const Public& open) const requires SealedRules<Inner> {
    return inner_.is_sealed(open.game);
  }
  [[nodiscard]] bool has_decided(const Private& own) const requires SealedRules<Inner> {
    return inner_.has_decided(own);
  }
  [[nodiscard]] LegalActions legal_actions(const Public& open, const Private& own,
                                           Player player) const {
    return inner_.legal_actions(open.game, own, player);
  }
  [[nodiscard]] std::optional<RuleError> refusal(const Public& open, const Private& own,
                                                 Player player, const Action& action) const {
    return action_refusal(inner_, open.game, own, player, action);
  }
  [[nodiscard]] std::int64_t chance_weight(const Table& table) const {
    return inner_.chance_weight(InnerTable{table});
  }
  [[nodiscard]] ChanceAction chance_outcome(const Table& table, std::int64_t nth) const {
    return inner_.chance_outcome(InnerTable{table}, nth);
  }
  [[nodiscard]] std::int64_t chance_weight_of(const Table& table,
                                              const ChanceAction& action) const {
    return inner_.chance_weight_of(InnerTable{table}, action);
  }
  void for_each_chance_outcome(const Table& table, auto&& visit) const {
    inner_.for_each_chance_outcome(InnerTable{table}, visit);
  }

  void perform(auto& step, Player player, const Action& action) const {
    step_inner(step, player, action);
    after_step(step);
  }
  void resolve(auto& step, const ChanceAction& action) const {
    step_inner(step, action);
    after_step(step);
  }

  template <class View>
  CHEMIX_INLINE void fold(View& view, const Event& event) const {
    if (event.verb == decltype(event.verb)::Begin) return begin(view, event.player);
    if (event.verb == decltype(event.verb)::Total) {
      view.open.totals[event.player] = event.amount;
      return;
    }
    InnerView<View> game{view, view.open.game};
    inner_.fold(game, event);
  }
  void learn(Knowledge& knowledge, const Public& open, const Event& event) const {
    if (event.verb == decltype(event.verb)::Begin) {
      knowledge = Knowledge();
    } else if (event.verb != decltype(event.verb)::Total) {
      inner_.learn(knowledge, open.game, event);
    }
  }
  [[nodiscard]] Knowledge knowledge_of(const Knowledge& knowledge, Viewer viewer) const {
    return inner_.knowledge_of(knowledge, viewer);
  }
  [[nodiscard]] decltype(auto) knowledge_to_encode(const Knowledge& knowledge,
                                                   Viewer viewer) const {
    return inner_.knowledge_to_encode(knowledge, viewer);
  }

  [[nodiscard]] int forgotten(const Observation& seen) const {
    return inner_.forgotten(game_of(seen));
  }

  [[nodiscard]] auto belief_of(const Observation& seen) const {
    return inner_.belief_of(game_of(seen));
  }
  [[nodiscard]] Table table_from_world(const Observation& seen, const auto& world) const {
    return with_totals(inner_.table_from_world(game_of(seen), world), seen.open);
  }
  [[nodiscard]] auto world_from_table(const Observation& seen, const Table& table) const {
    return inner_.world_from_table(game_of(seen), game_of(table));
  }
  [[nodiscard]] bool is_consistent(const Table& table) const {
    return inner_.is_consistent(game_of(table));
  }
  [[nodiscard]] std::optional<Table> determinize(const Observation& seen, RandomRef random) const {
    const auto game = inner_.determinize(game_of(seen), random);
    if (!game) return std::nullopt;
    return with_totals(*game, seen.open);
  }

  /// The bounds of the totals.
  [[nodiscard]] PointsRange points_range() const requires BoundedTerms<Terms> ||
      BoundedRules<Inner> {
    const PointsRange points = [&] {
      if constexpr (BoundedTerms<Terms>) {
        return terms_.points_range(inner_);
      } else {
        return inner_.points_range();
      }
    }();
    const int games = terms_.max_games(inner_);
    return {games * points.least, games * points.most};
  }
  /// The totals of the finished games.
  [[nodiscard]] PerPlayer<int, capacity> scores(const auto& view) const {
    PerPlayer<int, capacity> scores;
    for (Player p = 0; p < player_count(); ++p) scores[p] = view.open.totals[p];
    return scores;
  }
  [[nodiscard]] static std::optional<int> score_seen(const Observation& seen, Player player) {
    return seen.open.totals[player];
  }
  /// The totals, plus what the current game would add if it ended now.
  [[nodiscard]] PerPlayer<double, capacity> scores_so_far(const Table& table) const {
    PerPlayer<double, capacity> scores;
    for (Player p = 0; p < player_count(); ++p) scores[p] = table.open.totals[p];
    if (inner_.acting(table.open.game).is_nobody()) return scores;  // The totals include it.
    const auto game = game_of(table);
    if constexpr (WeighedTerms<Terms>) {
      const auto points = inner_.scores(game);
      const double worth =
          best_score == Inner::best_score ? Terms::worth_so_far : -Terms::worth_so_far;
      for (Player p = 0; p < player_count(); ++p) scores[p] += worth * points[p];
    } else {
      const auto points = terms_.points(inner_, game);
      for (Player p = 0; p < player_count(); ++p) scores[p] += points[p];
    }
    return scores;
  }
  /// The heuristic value of the current game.
  [[nodiscard]] double heuristic_value(const Table& table,
                                       Player player) const requires HeuristicRules<Inner> {
    return inner_.heuristic_value(game_of(table), player);
  }
  [[nodiscard]] PerPlayer<Fraction, capacity> returns(const Table& table) const {
    return terms_.returns(inner_, table.open.totals);
  }
  [[nodiscard]] std::optional<InputError> validation_error(const Table& table,
                                                           const Knowledge& knowledge) const {
    if (auto error = validate(table.open)) return error;
    return inner_.validation_error(game_of(table), knowledge);
  }
  [[nodiscard]] std::optional<InputError> validation_error(const Observation& seen) const {
    if (auto error = validate(seen.open)) return error;
    return inner_.validation_error(game_of(seen));
  }

 private:
  // Refers to the table of the inner game in place, so that rules which accept any table type need
  // no copy.
  struct InnerTable {
    explicit InnerTable(const Table& table)
        : open(table.open.game), own(table.own), hidden(table.hidden) {}
    operator chemix::Table<Inner>() const { return {open, own, hidden}; }

    const typename Inner::Public& open;
    const PerPlayer<Private, capacity>& own;
    const Hidden& hidden;
  };
  template <class View>
  struct InnerView {
    View& view;
    typename Inner::Public& open;
    auto shown(Player player) { return view.shown(player); }
    auto shown_hidden() { return view.shown_hidden(); }
  };

  static chemix::Table<Inner> game_of(const Table& table) { return InnerTable{table}; }
  static Table with_totals(const chemix::Table<Inner>& game, const Public& open) {
    auto table = Table();
    table.open = open;
    table.open.game = game.open;
    table.own = game.own;
    table.hidden = game.hidden;
    return table;
  }

  [[nodiscard]] Player start_of(const Public& open, int game) const {
    return (open.first_start + game) % player_count();
  }

  // A step of the inner game, in code that its own steps share.
  void step_inner(auto& step, const auto&... taken) const {
    const auto post = [&](const Event& event) { step.post(event); };
    AnyStepContext<Inner> game(step.open().game, step.own(), step.hidden(), post);
    take_action(inner_, game, taken...);
  }

  void after_step(auto& step) const {
    const Public& open = step.open();
    if (!inner_.acting(open.game).is_nobody()) return;
    auto table = Table();
    table.open = open;
    table.own = step.own();
    table.hidden = step.hidden();
    const auto points = terms_.points(inner_, game_of(table));
    for (Player p = 0; p < player_count(); ++p) {
      step.post(Event::total(p, open.totals[p] + points[p]));
    }
    if (terms_.is_over(inner_, open.totals, open.games + 1)) return;
    step.post(Event::begin(start_of(open, open.games + 1)));
  }

  template <class View>
  void begin(View& view, Player start_player) const {
    const auto game = inner_.initial_table(start_player);
    view.open.game = game.open;
    ++view.open.games;
    for (Player p = 0; p < player_count(); ++p) {
      if (Private* own = view.shown(p)) *own = game.own[p];
    }
    if (typename Inner::Hidden* hidden = view.shown_hidden()) *hidden = game.hidden;
  }

  [[nodiscard]] std::optional<InputError> validate(const Public& open) const {
    // Promise: playable. Once a game is over, the totals include it; only the last game of a match
    // stays over.
    const bool ended = inner_.acting(open.game).is_nobody();
    const int finished = open.games + (ended ? 1 : 0);
    const bool over = finished > 0 && terms_.is_over(inner_, open.totals, finished);
    if (open.games >= terms_.max_games(inner_) || (ended && !over)) {
      return InputError{"games", std::to_string(open.games),
                        ended ? "must count the game that has ended: the match goes on"
                              : "the match ends before so many games",
                        Terms::games_rule};
    }
    const char* reason = over && !ended ? "the match ends with these totals" : nullptr;
    // Promise: conserved. The totals are the points of that many games.
    for (Player p = 0; p < player_count(); ++p) {
      if (!can_have(open.totals[p], finished))
        reason = "no player can have these after so many games";
    }
    if (reason == nullptr) return std::nullopt;
    InputError error{"totals", "", reason, Terms::totals_rule};
    Codec<PerPlayer<std::int16_t, capacity>>::print(error.value, in_play(*this), open.totals);
    return error;
  }
  // Whether a player can have this total after that many games.
  [[nodiscard]] bool can_have(int total, int games) const {
    if constexpr (BoundedTerms<Terms>) {
      const PointsRange points = terms_.points_range(inner_);
      return total >= games * points.least && total <= games * points.most;
    } else {
      return games > 0 || total == 0;
    }
  }

  Terms terms_;
  Inner inner_;
};

/// The tensor of a match: its own fields, then those of its game.
template <class InnerPublic, int Capacity>
void encode_open(auto& tensor, const MatchPublic<InnerPublic, Capacity>& open) {
  const auto& terms = tensor.rules().terms();
  const auto& inner = tensor.rules().inner();
  const int games = terms.max_games(inner);
  tensor.number("games", open.games, games - 1, "games finished before the running one");
  tensor.seat("first_start", open.first_start, "who started the first game");
  if constexpr (BoundedTerms<std::remove_cvref_t<decltype(terms)>>) {
    tensor.numbers("totals", open.totals, games * terms.points_range(inner).most,
                   "points of each in the finished games");
  } else {
    tensor.unbounded_numbers("totals", open.totals, 100,
                             "points of each in the finished games: x / (|x| + 100)");
  }
  auto game = tensor.with(inner);
  encode_open(game, open.game);
}

template <class Terms>
auto fields_of_game(const TensorFields<MatchRules<Terms>>& fields) {
  return fields.with(fields.rules().inner());
}
template <class InnerPublic, int Capacity>
const InnerPublic& public_of_game(const MatchPublic<InnerPublic, Capacity>& open) {
  return open.game;
}

/// A match as a game.
template <MatchTerms Terms>
using Match = GameOf<MatchRules<Terms>>;

}  // namespace chemix
