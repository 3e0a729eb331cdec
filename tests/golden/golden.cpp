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
#include "laws/trial.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

using namespace chemix;

// ---- Perft ----

// Deepens until there is more to count than this.
constexpr std::int64_t enough_paths = 5000;

template <class G>
void add_position(std::ostream& out, const G& game, const std::string& id,
                  const typename G::State& state) {
  const std::string line = notation(game, state);
  out << "id " << id << "\noptions " << game.player_count() << " "
      << print_options(game.rules().options()) << "\nstate " << line << "\n";
  const auto parsed = *parse_state(game, line);
  for (int depth = 1;; ++depth) {
    const std::int64_t paths = perft(game, parsed, depth);
    out << "perft " << depth << " " << paths << "\n";
    const auto counts = infoset_counts(game, parsed, depth);
    for (std::size_t player = 0; player < counts.size(); ++player) {
      out << "infosets " << player << " " << depth << " " << counts[player] << "\n";
    }
    if (paths == 0 || paths > enough_paths) break;
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
  const auto deck = *builtin_chemix_deck(Rules::default_deck);
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
    add_position(out, game, count + " in mid-game", position(game, random, 40));
  }
  for (const std::string& options : laws::pairwise_options<typename Rules::Options>()) {
    if (options.empty()) continue;
    const G game = make(options, Rules::min_players);
    add_position(out, game, "options after the deal", position(game, random, 0));
  }
  return out.str();
}

// ---- Playthrough ----

// Long lines stand at every so manyth state only.
constexpr int between_long_lines = 20;

std::string viewer_name(Viewer viewer) {
  return viewer.is_spectator() ? "spectator" : "player " + std::to_string(viewer.seat());
}

void add_playthrough(std::ostream& out, const AnyGame& game, std::uint64_t seed) {
  out << "== " << game.name() << " " << game.player_count() << " " << game.options() << "\nkey "
      << hex(game.key()) << "\n";
  FastRandom random{SeedSequence(seed)};
  const auto memory_of = [](std::size_t bytes) {
    return std::vector<std::uint64_t>(bytes / 8 + 1);
  };
  auto state_memory = memory_of(game.state_size());
  auto view_memory = memory_of(game.observation_size());
  const Block state = std::as_writable_bytes(std::span(state_memory)).first(game.state_size());
  const Block view = std::as_writable_bytes(std::span(view_memory)).first(game.observation_size());
  game.initial_state(0, state);
  std::vector<int> ids(256);
  for (int number = 0;; ++number) {
    out << "\n-- state " << number << ": " << game.phase(state) << "\ndigest "
        << hex(game.digest(state)) << " table " << hex(game.table_digest(state)) << "\n";
    const bool long_lines = number % between_long_lines == 0;
    if (long_lines) out << game.text(state) << "\n";
    for (const Viewer viewer : laws::viewers(game.player_count())) {
      game.observe(state, viewer, view);
      out << viewer_name(viewer) << " sees " << hex(game.observation_digest(view)) << "\n";
      if (long_lines) out << game.observation_text(view) << "\n";
    }
    const Acting acting = game.acting(state);
    if (acting.is_nobody()) break;
    Actor actor = Actor::chance();
    int action = 0;
    if (acting.is_chance()) {
      out << "chance:";
      for (const ChanceWay& way : game.chance_outcomes(state)) {
        out << " " << game.chance_action_text(way.action) << " x" << way.weight << ";";
      }
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state));
      action = game.chance_outcome(state, static_cast<std::int64_t>(random.below(ways)));
      out << "\n> " << game.chance_action_text(action) << "\n";
    } else {
      const Player player = acting.players().lowest();
      actor = player;
      const std::size_t count = game.legal_actions(state, player, ids);
      out << "player " << player << " may:";
      for (std::size_t i = 0; i < count; ++i) {
        out << " " << ids[i] << " " << game.action_text(ids[i]) << ";";
      }
      action = ids[random.below(count)];
      out << "\n> player " << player << ": " << game.action_text(action) << "\n";
    }
    for (const Viewer viewer : laws::viewers(game.player_count())) {
      out << viewer_name(viewer) << ":";
      const auto events = game.events(state, actor, action, viewer);
      for (const Event& event : events.value()) {
        out << " " << game.event_text(event) << ";";
      }
      out << "\n";
    }
    if (game.apply(state, actor, action)) return;
  }
  out << "scores";
  for (const int score : game.scores(state)) out << " " << score;
  out << "\nreturns";
  for (const Fraction& share : game.returns(state)) {
    out << " " << share.numerator() << "/" << share.denominator();
  }
  out << "\n\n";
}

template <class G>
std::string playthrough_text() {
  using Rules = typename G::Rules;
  std::ostringstream out;
  out << "# Texts of states and observations stand at every " << between_long_lines
      << "th state.\n";
  // The default with few players, and the last of the covering options with many.
  const auto options = laws::pairwise_options<typename Rules::Options>();
  const auto play = [&](const std::string& row, int players, std::uint64_t seed) {
    const auto game =
        make_game({.name = std::string(Rules::name), .players = players, .options = row});
    add_playthrough(out, *game.value(), seed);
  };
  play("", Rules::min_players, 23);
  play(options.back(), Rules::max_players, 24);
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
