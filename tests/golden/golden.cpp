// SPDX-License-Identifier: Apache-2.0
// Golden files, reviewed like code: `golden check DIR` compares, `golden update DIR` writes.
//   <game>.perft        positions in notation with what can be reached from them
//   <game>.playthrough  whole games with all that the library says of them
#include "chemix/any_game.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/core/notation.hpp"
#include "chemix/core/perft.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/random.hpp"
#include "chemix/games.hpp"
#include "chemix/record.hpp"
#include "laws/trial.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

using namespace chemix;

// ---- Perft ----

// Deepens until there is more to count than this, and not further than that, nor where the next
// depth would have far more.
constexpr std::int64_t enough_paths = 5000;
constexpr std::int64_t too_many_paths = 20'000;
constexpr int deepest = 10;

template <class G>
void add_position(std::ostream& out, const G& game, const std::string& id,
                  const typename G::State& state) {
  const std::string line = notation(game, state);
  out << "id " << id << "\noptions " << game.player_count() << " "
      << print_options(game.rules().options()) << "\nstate " << line << "\n";
  const auto parsed = *parse_state(game, line);
  std::int64_t before = 1;
  for (int depth = 1; depth <= deepest; ++depth) {
    const std::int64_t paths = perft(game, parsed, depth);
    out << "perft " << depth << " " << paths << "\n";
    const auto counts = infoset_counts(game, parsed, depth);
    for (std::size_t player = 0; player < counts.size(); ++player) {
      out << "infosets " << player << " " << depth << " " << counts[player] << "\n";
    }
    if (paths == 0 || paths > enough_paths || paths * paths / before > too_many_paths) break;
    before = paths;
  }
  out << "\n";
}

// Goes on at random until a player decides, then takes `steps` more.
template <class G>
typename G::State position(const G& game, FastRandom& random, int steps) {
  auto state = game.initial_state();
  while (game.acting(state).is_chance()) random_step(game, state, random);
  for (int i = 0; i < steps && !game.is_terminal(state); ++i) {
    const auto before = state;
    random_step(game, state, random);
    if (game.is_terminal(state)) return before;
  }
  return state;
}

template <class G>
std::string perft_text() {
  using Rules = typename G::Rules;
  const auto deck = *builtin_deck<typename Rules::Deck>(Rules::default_deck);
  std::ostringstream out;
  out << "# deck " << deck->key() << " " << hex(deck->content_hash()) << "\n\n";
  FastRandom random(SeedSequence(17));
  const auto make = [&](const std::string& options, int players) {
    return G(*Rules::create(deck, *parse_options<typename Rules::Options>(options), players));
  };
  for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
    const G game = make("", players);
    const std::string count = std::to_string(players) + " players";
    add_position(out, game, count + " after the deal", position(game, random, 0));
    for (const int steps : {15, 30, 60}) {
      add_position(out, game, count + " in mid-game", position(game, random, steps));
    }
  }
  for (const std::string& options : laws::pairwise_options<typename Rules::Options>()) {
    if (options.empty()) continue;
    const G game = make(options, Rules::min_players);
    add_position(out, game, "options after the deal", position(game, random, 0));
  }
  return out.str();
}

// ---- Playthrough ----

// Long lines stand at every so manyth state only, and of a long game's end only what is done.
constexpr int between_long_lines = 40;
constexpr int told_states = 120;
// Of a longer list of legal actions only the first and the last are told.
constexpr std::size_t long_list = 16;

std::string viewer_name(Viewer viewer) {
  return viewer.is_spectator() ? "spectator" : "player " + std::to_string(viewer.seat());
}

// Writes down one game as it is played.
class Playthrough {
 public:
  Playthrough(std::ostream& out, const AnyGame& game, std::uint64_t seed)
      : out_(out),
        game_(game),
        random_(SeedSequence(seed)),
        state_memory_(game.state_size() / 8 + 1),
        view_memory_(game.observation_size() / 8 + 1),
        state_(std::as_writable_bytes(std::span(state_memory_)).first(game.state_size())),
        view_(std::as_writable_bytes(std::span(view_memory_)).first(game.observation_size())) {}

  void play() {
    out_ << "== " << game_.name() << " " << game_.player_count() << " " << game_.options()
         << "\nkey " << hex(game_.key()) << "\n";
    game_.initial_state(0, state_);
    for (;; ++number_) {
      const Acting acting = game_.acting(state_);
      if (is_told() || acting.is_nobody()) tell_state();
      if (acting.is_nobody()) break;
      const auto [actor, action] =
          acting.is_chance() ? chance() : choose(acting.players().lowest());
      if (is_told()) tell_events(actor, action);
      if (game_.apply(state_, actor, action)) throw std::logic_error("a legal action is refused");
    }
    tell_end();
  }

 private:
  [[nodiscard]] bool is_told() const { return number_ < told_states; }
  [[nodiscard]] bool has_long_lines() const {
    return number_ % between_long_lines == 0 && is_told();
  }

  // The digests of all views are told as one.
  void tell_state() {
    Digest views;
    std::ostringstream texts;
    for (const Viewer viewer : laws::viewers(game_.player_count())) {
      game_.observe(state_, viewer, view_);
      views.put(game_.observation_digest(view_), 8);
      texts << viewer_name(viewer) << " sees " << game_.observation_text(view_) << "\n";
    }
    out_ << "\n-- state " << number_ << ": " << game_.phase(state_) << "\ndigest "
         << hex(game_.digest(state_)) << " table " << hex(game_.table_digest(state_)) << " views "
         << hex(views.value()) << "\n";
    if (has_long_lines()) out_ << game_.text(state_) << "\n" << texts.str();
  }

  RecordedStep chance() {
    const auto outcomes = game_.chance_outcomes(state_);
    const std::int64_t ways = game_.chance_weight(state_);
    if (is_told()) out_ << "chance: " << outcomes.size() << " of " << ways << " ways";
    for (const ChanceWay& way : outcomes) {
      if (!has_long_lines()) break;
      out_ << "; " << game_.chance_action_text(way.action) << " x" << way.weight;
    }
    const auto nth = static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(ways)));
    const int action = game_.chance_outcome(state_, nth);
    out_ << (is_told() ? "\n> " : "> ") << game_.chance_action_text(action) << "\n";
    return {Actor::chance(), action};
  }

  RecordedStep choose(Player player) {
    std::array<int, 256> ids{};
    const std::size_t count = game_.legal_actions(state_, player, ids);
    if (is_told()) {
      out_ << "player " << player << " may:";
      for (std::size_t i = 0; i < count; ++i) {
        if (count > long_list && i == long_list / 2) {
          i = count - long_list / 2;
          out_ << " … of " << count << ";";
        }
        out_ << " " << ids[i] << " " << game_.action_text(ids[i]) << ";";
      }
      out_ << "\n";
    }
    const int action = ids[random_.below(count)];
    out_ << "> player " << player << ": " << game_.action_text(action) << "\n";
    return {player, action};
  }

  // Who sees the same is told of together.
  void tell_events(Actor actor, int action) {
    const auto viewers = laws::viewers(game_.player_count());
    std::map<std::string, std::string> who;
    for (const Viewer viewer : viewers) {
      std::string text;
      const auto events = game_.events(state_, actor, action, viewer);
      for (const Event& event : events.value()) text += " " + game_.event_text(event) + ";";
      std::string& names = who[text];
      names += (names.empty() ? "" : ", ") + viewer_name(viewer);
    }
    for (const auto& [text, names] : who) {
      out_ << (who.size() == 1 ? "all" : names) << ":" << text << "\n";
    }
  }

  void tell_end() {
    out_ << "scores";
    for (const int score : game_.scores(state_)) out_ << " " << score;
    out_ << "\nreturns";
    for (const Fraction& share : game_.returns(state_)) {
      out_ << " " << share.numerator() << "/" << share.denominator();
    }
    out_ << "\n\n";
  }

  std::ostream& out_;
  const AnyGame& game_;
  FastRandom random_;
  std::vector<std::uint64_t> state_memory_;
  std::vector<std::uint64_t> view_memory_;
  Block state_;
  Block view_;
  int number_ = 0;
};

template <class G>
std::string playthrough_text() {
  using Rules = typename G::Rules;
  std::ostringstream out;
  out << "# Texts of states and observations, and the outcomes of chance, stand at every "
      << between_long_lines << "th state; from state " << told_states << " on only what is done.\n";
  // The default with every number of players, and the last of the covering options.
  const auto options = laws::pairwise_options<typename Rules::Options>();
  const auto play = [&](const std::string& row, int players, std::uint64_t seed) {
    const auto game =
        make_game({.name = std::string(Rules::name), .players = players, .options = row});
    Playthrough(out, *game.value(), seed).play();
  };
  for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
    play("", players, 23 + static_cast<std::uint64_t>(players));
  }
  play(options.back(), Rules::min_players, 23);
  return out.str();
}

// ---- Files ----

using Files = std::map<std::string, std::string>;

template <class... Games>
Files all_files(std::type_identity<std::tuple<Games...>>) {
  Files files;
  const auto add = [&]<class G>(std::type_identity<G>) {
    files[std::string(G::name()) + ".perft"] = perft_text<G>();
    files[std::string(G::name()) + ".playthrough"] = playthrough_text<G>();
  };
  (add(std::type_identity<Games>()), ...);
  return files;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool check(const std::filesystem::path& file, const std::string& expected) {
  std::istringstream golden(expected.empty() ? "" : read(file));
  std::istringstream now(expected);
  std::string golden_line;
  std::string line;
  for (int number = 1;; ++number) {
    const bool more_golden = static_cast<bool>(std::getline(golden, golden_line));
    const bool more = static_cast<bool>(std::getline(now, line));
    if (!more_golden && !more) return true;
    if (more_golden && more && golden_line == line) continue;
    std::cerr << file.string() << ":" << number
              << ":\n  golden: " << (more_golden ? golden_line : "(ends)")
              << "\n  now:    " << (more ? line : "(ends)")
              << "\nIf the rules changed on purpose: make golden, and review the difference.\n";
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc == 3 ? argv[1] : "";
  if (command != "check" && command != "update") {
    std::cerr << "usage: golden check|update DIR\n";
    return 2;
  }
  const std::filesystem::path folder = argv[2];
  const Files files = all_files(std::type_identity<AllGames>());
  bool good = true;
  for (const auto& [name, text] : files) {
    if (command == "update") {
      std::ofstream(folder / name, std::ios::binary) << text;
    } else {
      good = check(folder / name, text) && good;
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".perft" && extension != ".playthrough") continue;
    if (files.count(entry.path().filename().string()) > 0) continue;
    std::cerr << entry.path().string() << ": is of no game; remove it\n";
    good = false;
  }
  return good ? 0 : 1;
}
