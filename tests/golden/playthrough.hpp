// SPDX-License-Identifier: Apache-2.0
// Whole games with all output of the library: in full, as a readable excerpt, and as a digest.
#pragma once

#include "chemix/agents/guided.hpp"
#include "chemix/any_game.hpp"
#include "chemix/beliefs/belief.hpp"
#include "chemix/core/codec.hpp"
#include "chemix/core/digest.hpp"
#include "chemix/core/random.hpp"
#include "chemix/record.hpp"
#include "laws/run.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace chemix::golden {

/// How players choose their actions.
enum class Play : std::uint8_t { Random, Guided };

inline std::string_view name_of(Play play) {
  return play == Play::Random ? "at random" : "with a purpose";
}

/// An action that was probed and refused.
struct Refused {
  Actor actor;
  RuleError error;
};

/// A state of a game, its actions, and the step from it.
struct Moment {
  std::vector<std::uint64_t> state;
  /// Ids, ascending; empty where chance acts.
  std::vector<int> legal;
  std::vector<Refused> refused;
  /// Nullopt at the end.
  std::optional<RecordedStep> step;
};

/// One game from its start to its end.
class Playthrough {
 public:
  Playthrough(const AnyGame& game, Play play, int nth)
      : game_(game),
        random_(SeedSequence(seed_of(game), {static_cast<std::uint64_t>(nth)})),
        view_(game.observation_size() / 8) {
    moments_.push_back({std::vector<std::uint64_t>(game.state_size() / 8), {}, {}, {}});
    game.initial_state(0, block(moments_[0]));
    for (int id = 0; id < game.action_count(); ++id) {
      ids_of_kind_[game.action_kind(id)].push_back(id);
    }
    while (!game.acting(state(size())).is_nobody()) take_step(play);
  }

  /// The number of steps, which is also the number of the final state.
  [[nodiscard]] std::size_t size() const { return moments_.size() - 1; }
  [[nodiscard]] const Moment& moment(std::size_t number) const { return moments_[number]; }
  [[nodiscard]] bool is_of_chance(std::size_t number) const {
    return moments_[number].step && moments_[number].step->actor.is_chance();
  }
  [[nodiscard]] std::string_view phase(std::size_t number) const {
    return game_.phase(state(number));
  }
  [[nodiscard]] std::string_view kind(std::size_t number) const {
    return game_.action_kind(moments_[number].step->action);
  }
  /// The events of a step, as a viewer sees them.
  [[nodiscard]] std::vector<Event> events(std::size_t number, Viewer viewer) const {
    const auto& [actor, action] = *moments_[number].step;
    return game_.events(state(number), actor, action, viewer).value();
  }

  /// Writes the log that goes into digests: everything about a state and the step from it. In the
  /// rest of a long game most states log only their digest and the action.
  void log(std::ostream& out, std::size_t number) {
    out << "-- state " << number << ": " << phase(number) << "\ndigest "
        << hex(game_.digest(state(number))) << "\n";
    if (number > in_full && number < size() && number % between_full != 0) {
      tell_action(out, number);
      return;
    }
    out << "table " << hex(game_.table_digest(state(number))) << "\n";
    if (number % between_full == 0) {
      tell_texts(out, number);
      log_worlds_and_tensors(out, number);
      for (const ChanceWay& way : game_.chance_outcomes(state(number))) {
        out << game_.chance_action_text(way.action) << " x" << way.weight << "\n";
      }
    }
    for (const Viewer viewer : viewers()) {
      game_.observe(state(number), viewer, view());
      out << viewer_name(viewer) << " sees " << hex(game_.observation_digest(view())) << "\n";
    }
    out << "legal";
    for (const int id : moments_[number].legal) out << " " << id;
    out << "\n";
    for (const Refused& refused : moments_[number].refused) tell_refused(out, refused);
    tell_step(out, number);
  }

  /// Writes a readable account of a state and its step, with the given refusals.
  void tell(std::ostream& out, std::size_t number, const std::vector<Refused>& refused) {
    out << "\n-- state " << number << ": " << phase(number) << "\n";
    const auto& [memory, legal, all_refused, step] = moments_[number];
    if (!legal.empty()) {
      out << "player " << step->actor.player() << " may:";
      for (std::size_t i = 0; i < legal.size(); ++i) {
        if (legal.size() > long_list && i == long_list / 2) {
          i = legal.size() - long_list / 2;
          out << " … of " << legal.size() << ";";
        }
        out << " " << legal[i] << " " << game_.action_text(legal[i]) << ";";
      }
      out << "\n";
    }
    for (const Refused& one : refused) tell_refused(out, one);
    tell_step(out, number);
  }

  /// Writes the notation of a state and of its observations.
  void tell_texts(std::ostream& out, std::size_t number) {
    out << game_.text(state(number)) << "\n";
    for (const Viewer viewer : viewers()) {
      game_.observe(state(number), viewer, view());
      out << viewer_name(viewer) << " sees " << game_.observation_text(view()) << "\n";
    }
  }

 private:
  // The first `in_full` states are logged in full, and after them every `between_full`-th. Texts,
  // worlds and tensors are logged only at every `between_full`-th state.
  static constexpr std::size_t in_full = 400;
  static constexpr std::size_t between_full = 40;
  // A longer list of legal actions is shortened to its first and last entries.
  static constexpr std::size_t long_list = 16;
  // The number of ids of each kind of action that are probed in a state.
  static constexpr std::size_t probes = 2;

  static Block block(Moment& moment) { return std::as_writable_bytes(std::span(moment.state)); }
  [[nodiscard]] ConstBlock state(std::size_t number) const {
    return std::as_bytes(std::span(moments_[number].state));
  }
  Block view() { return std::as_writable_bytes(std::span(view_)); }
  [[nodiscard]] std::vector<Viewer> viewers() const { return laws::viewers(game_.player_count()); }
  static std::string viewer_name(Viewer viewer) {
    return viewer.is_spectator() ? "spectator" : "player " + std::to_string(viewer.seat());
  }

  // Every configuration plays different games, even where options change little. This is FNV-1a
  // rather than the library's digest, so that the games stay the same if the digest changes.
  static std::uint64_t seed_of(const AnyGame& game) {
    const std::string options = game.options();
    std::string bytes{static_cast<char>(game.player_count())};
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(options.size() >> (8 * i));
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char byte : bytes + options) {
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    }
    return mix(hash);
  }

  void take_step(Play play) {
    Moment& last = moments_.back();
    const Acting acting = game_.acting(block(last));
    if (acting.is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game_.chance_weight(block(last)));
      const auto nth = static_cast<std::int64_t>(random_.below(ways));
      last.step = {Actor::chance(), game_.chance_outcome(block(last), nth)};
    } else {
      const PlayerSet players = acting.players();
      const auto nth = random_.below(static_cast<std::uint64_t>(players.size()));
      const Player player = players.nth(static_cast<int>(nth));
      last.legal.resize(static_cast<std::size_t>(game_.max_legal_actions()));
      last.legal.resize(game_.legal_actions(block(last), player, last.legal));
      const int action = play == Play::Random ? last.legal[random_.below(last.legal.size())]
                                              : guided_action(game_, last.legal, random_);
      last.step = {player, action};
      probe(last, player);
    }
    Moment next{last.state, {}, {}, {}};
    if (game_.apply(block(next), last.step->actor, last.step->action)) {
      throw std::logic_error("a legal action is refused");
    }
    moments_.push_back(std::move(next));
  }

  // Collects refusals. Probes for the acting player some ids of every kind of action, moving on
  // with each state, and the neighbors of legal ids; also one id for the next seat and one for
  // chance.
  void probe(Moment& moment, Player player) {
    const auto ask = [&](Actor actor, int action) {
      const auto error = game_.refusal(block(moment), actor, action);
      if (error) moment.refused.push_back({actor, *error});
    };
    const std::size_t first = probes * size();
    for (const auto& [kind, ids] : ids_of_kind_) {
      for (std::size_t i = 0; i < probes; ++i) ask(player, ids[(first + i) % ids.size()]);
    }
    for (const int id : moment.legal) {
      if (id > 0) ask(player, id - 1);
      if (id + 1 < game_.action_count()) ask(player, id + 1);
    }
    const int number = static_cast<int>(size());
    ask((player + 1) % game_.player_count(), number % game_.action_count());
    ask(Actor::chance(), number % game_.chance_action_count());
  }

  void log_worlds_and_tensors(std::ostream& out, std::size_t number) {
    std::vector<float> numbers(game_.tensor_size());
    for (const Viewer viewer : viewers()) {
      game_.observe(state(number), viewer, view());
      game_.tensor(view(), numbers);
      Digest tensor;
      for (const float one : numbers) tensor.put(std::bit_cast<std::uint32_t>(one), 4);
      out << viewer_name(viewer) << " has " << game_.count_worlds(view()) << " worlds, tensor "
          << hex(tensor.value()) << "\n";
    }
  }

  void tell_refused(std::ostream& out, const Refused& refused) const {
    const auto& [actor, error] = refused;
    out << "refused: ";
    if (actor.is_chance()) {
      out << "chance " << game_.chance_action_text(error.action);
    } else {
      out << "player " << actor.player() << " " << error.action << " "
          << game_.action_text(error.action);
    }
    out << " [" << error.rule.text() << "]";
    if (error.detail != 0) out << " detail " << int{error.detail};
    std::size_t used = error.arguments.size();
    while (used > 0 && error.arguments[used - 1] == 0) --used;
    for (std::size_t i = 0; i < used; ++i) out << " " << error.arguments[i];
    out << "\n";
  }

  void tell_action(std::ostream& out, std::size_t number) const {
    const auto& [actor, action] = *moments_[number].step;
    if (actor.is_chance()) {
      out << "> " << game_.chance_action_text(action)
          << " (ways: " << game_.chance_weight(state(number)) << ")\n";
    } else {
      out << "> player " << actor.player() << ": " << game_.action_text(action) << "\n";
    }
  }

  // Writes the step and what every viewer sees of it, or the result of the game.
  void tell_step(std::ostream& out, std::size_t number) const {
    const auto& step = moments_[number].step;
    if (!step) {
      tell_end(out);
      return;
    }
    tell_action(out, number);
    // Group viewers who see the same.
    std::map<std::string, std::string> who;
    for (const Viewer viewer : viewers()) {
      std::string text;
      for (const Event& event : events(number, viewer)) text += " " + game_.event_text(event) + ";";
      std::string& names = who[text];
      names += (names.empty() ? "" : ", ") + viewer_name(viewer);
    }
    for (const auto& [text, names] : who) {
      out << (who.size() == 1 ? "all" : names) << ":" << text << "\n";
    }
  }

  void tell_end(std::ostream& out) const {
    out << "scores";
    for (const int score : game_.scores(state(size()))) out << " " << score;
    out << "\nreturns";
    for (const Fraction& share : game_.returns(state(size()))) {
      out << " " << share.numerator() << "/" << share.denominator();
    }
    out << "\n";
  }

  const AnyGame& game_;
  FastRandom random_;
  std::vector<std::uint64_t> view_;
  std::vector<Moment> moments_;
  std::map<std::string_view, std::vector<int>> ids_of_kind_;
};

/// Calls `visit(title, playthrough)` for the games of a configuration: for each kind of play, as
/// many as it takes to reach enough steps.
template <class Visit>
void for_each_playthrough(const AnyGame& game, Visit&& visit) {
  constexpr std::size_t enough_steps = 600;
  for (const Play play : {Play::Random, Play::Guided}) {
    std::size_t steps = 0;
    for (int nth = 0; steps < enough_steps; ++nth) {
      Playthrough played(game, play, nth);
      steps += played.size();
      visit(std::string(name_of(play)) + ", game " + std::to_string(nth), played);
    }
  }
}

/// Detects actions, events and refusals that are the first of their kind.
class FirstOfKind {
 public:
  /// Returns whether the step has an action or an event of a new kind.
  bool notice_step(const Playthrough& played, std::size_t number) {
    const auto& step = played.moment(number).step;
    if (!step) return false;
    bool is_first = false;
    if (!step->actor.is_chance()) {
      const std::string action(played.kind(number));
      is_first = actions_.insert(action + " in " + std::string(played.phase(number))).second;
    }
    const Viewer viewer =
        step->actor.is_chance() ? Viewer::spectator() : Viewer::player(step->actor.player());
    for (const Event& event : played.events(number, viewer)) {
      const EventKind kind(event.verb, event.from.zone, event.to.zone, event.index,
                           event.kind.has_value(), event.amount == 0);
      is_first = events_.insert(kind).second || is_first;
    }
    return is_first;
  }
  /// Returns the refusals that are the first with their rule and detail.
  std::vector<Refused> notice_refused(const Moment& moment) {
    std::vector<Refused> first;
    for (const Refused& refused : moment.refused) {
      const auto& error = refused.error;
      const bool is_first = rules_.emplace(error.rule.text(), error.detail).second;
      if (is_first) first.push_back(refused);
    }
    return first;
  }

 private:
  using EventKind = std::tuple<Verb, Zone, Zone, std::uint8_t, bool, bool>;

  std::set<std::string> actions_;
  std::set<EventKind> events_;
  std::set<std::pair<std::string, int>> rules_;
};

/// The states of a game that are always written: the opening (in a match that of the second game),
/// some from the middle, and the end.
class Excerpt {
 public:
  explicit Excerpt(const Playthrough& played) : end_(played.size()) {
    const auto begins = [&](std::size_t number) {
      const auto events = played.events(number, Viewer::spectator());
      return std::any_of(events.begin(), events.end(),
                         [](const Event& event) { return event.verb == Verb::Begin; });
    };
    std::size_t second_game = 0;
    while (second_game < end_ && !begins(second_game)) ++second_game;
    if (second_game < end_) {
      deal_ = second_game;
      middle_ = end_;
    }
    first_decision_ = deal_ + 1;
    while (played.is_of_chance(first_decision_)) ++first_decision_;
  }

  [[nodiscard]] bool holds(std::size_t number) const {
    return is_in(number, deal_, 3) || is_in(number, first_decision_, 20) ||
           is_in(number, middle_, 12) || number + 6 >= end_;
  }
  /// Whether the state is written with its notation.
  [[nodiscard]] bool has_texts(std::size_t number) const {
    return number == first_decision_ || number == end_;
  }

 private:
  static bool is_in(std::size_t number, std::size_t first, std::size_t size) {
    return first <= number && number < first + size;
  }

  std::size_t end_;
  std::size_t deal_ = 0;
  std::size_t first_decision_ = 0;
  std::size_t middle_ = end_ / 2;
};

}  // namespace chemix::golden
