// SPDX-License-Identifier: Apache-2.0
// Golden files, reviewed like code: `golden check DIR` compares, `golden update DIR` writes. They
// lie in a folder per game; those of a match lie with its game.
//   <game>.perft        positions in notation with perft counts
//   <game>.playthrough  a readable game, the first event and refusal of each kind, and digests of
//                       many games
// `golden play GAME PLAYERS [OPTION=VALUE]...` writes everything that goes into one of the digests.
#include "chemix/games.hpp"
#include "golden/perft.hpp"
#include "golden/playthrough.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

using namespace chemix;
using namespace chemix::golden;

// ---- Playthroughs ----

std::shared_ptr<const AnyGame> game_of(std::string_view name, int players,
                                       const std::string& options) {
  const auto game = make_game({.name = std::string(name), .players = players, .options = options});
  if (!game) throw std::invalid_argument(game.error().message());
  return *game;
}

// The game whose first occurrences a match shares: the match writes only what is new in it.
template <class Rules>
constexpr std::string_view game_of_match() {
  if constexpr (requires { typename Rules::Inner; }) {
    return Rules::Inner::name;
  } else {
    return Rules::name;
  }
}

constexpr std::string_view digest_word = "digest ";

// The arguments of `golden play` for a game.
std::string arguments(const AnyGame& game) {
  return std::string(game.name()) + " " + std::to_string(game.player_count()) + " " +
         game.options();
}

// Writes a readable game: the excerpt and everything that is the first of its kind.
void tell_game(std::ostream& out, const AnyGame& game, FirstOfKind& first) {
  Playthrough played(game, Play::Guided, 0);
  const Excerpt excerpt(played);
  out << "== " << arguments(game) << "\n";
  for (std::size_t number = 0, gap = 0; number <= played.size(); ++number) {
    const auto refused = first.notice_refused(played.moment(number));
    const bool is_new = first.notice_step(played, number) || !refused.empty();
    if (!is_new && !excerpt.holds(number)) {
      ++gap;
      continue;
    }
    if (gap > 0) out << "\n… " << gap << " steps\n";
    gap = 0;
    played.tell(out, number, refused);
    if (excerpt.has_texts(number)) played.tell_texts(out, number);
  }
}

// Returns the digest of the games of one configuration. Writes what is the first of its kind in
// them to `elsewhere`.
std::string digest_line(const AnyGame& game, FirstOfKind& first, std::ostream& elsewhere) {
  Digest digest;
  std::size_t steps = 0;
  for_each_playthrough(game, [&](const std::string& title, Playthrough& played) {
    steps += played.size();
    for (std::size_t number = 0; number <= played.size(); ++number) {
      std::ostringstream text;
      played.log(text, number);
      digest.put_text(text.str());
      const auto refused = first.notice_refused(played.moment(number));
      if (!first.notice_step(played, number) && refused.empty()) continue;
      elsewhere << "\n" << arguments(game) << ", " << title;
      played.tell(elsewhere, number, refused);
    }
  });
  return std::string(digest_word) + arguments(game) + ": " + hex(digest.value()) + " over " +
         std::to_string(steps) + " steps\n";
}

// All numbers of players with the default options, and all rows of the pairwise cover of options.
template <class Rules>
std::vector<std::shared_ptr<const AnyGame>> configurations() {
  std::vector<std::shared_ptr<const AnyGame>> games;
  for (int players = Rules::min_players; players <= Rules::max_players; ++players) {
    games.push_back(game_of(Rules::name, players, ""));
  }
  for (const std::string& row : laws::pairwise_options<typename Rules::Options>()) {
    const auto game = game_of(Rules::name, Rules::min_players, row);
    const bool is_new = std::none_of(
        games.begin(), games.end(), [&](const auto& other) { return other->key() == game->key(); });
    if (is_new) games.push_back(game);
  }
  return games;
}

template <class Rules>
std::string playthrough_text(FirstOfKind& first) {
  std::ostringstream out;
  out << "# Steps that are left out (…) are like those that are told; the digests at the end hold "
         "all.\n";
  tell_game(out, *game_of(Rules::name, std::clamp(3, Rules::min_players, Rules::max_players), ""),
            first);
  std::ostringstream elsewhere;
  std::string digests;
  for (const auto& game : configurations<Rules>()) digests += digest_line(*game, first, elsewhere);
  out << "\n== in other games\n"
      << elsewhere.str() << "\n== all that is said of games\n\n"
      << digests;
  return out.str();
}

// Writes everything that goes into the digest of a configuration.
void play(const AnyGame& game) {
  for_each_playthrough(game, [](const std::string& title, Playthrough& played) {
    std::cout << "== " << title << "\n";
    for (std::size_t number = 0; number <= played.size(); ++number) played.log(std::cout, number);
  });
}

// ---- Files ----

using Files = std::map<std::string, std::string>;

template <class... Games>
Files all_files(std::type_identity<std::tuple<Games...>>) {
  Files files;
  std::map<std::string_view, FirstOfKind> first;
  std::map<std::string, std::future<std::string>> perfts;
  const auto add = [&]<class G>(std::type_identity<G>) {
    using Rules = typename G::Rules;
    const std::string name(G::name());
    const std::string file = std::string(game_of_match<Rules>()) + "/" + name;
    perfts[file + ".perft"] = std::async(std::launch::async, perft_text<G>);
    files[file + ".playthrough"] = playthrough_text<Rules>(first[game_of_match<Rules>()]);
  };
  (add(std::type_identity<Games>()), ...);
  for (auto& [name, text] : perfts) files[name] = text.get();
  return files;
}

std::vector<std::string> lines_of(std::istream&& text) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Prints how to find the first differing step, from the first differing digest.
void tell_how_to_compare(const std::vector<std::string>& golden,
                         const std::vector<std::string>& now) {
  const auto differs = std::find_if(now.begin(), now.end(), [&](const std::string& line) {
    return line.starts_with(digest_word) &&
           std::find(golden.begin(), golden.end(), line) == golden.end();
  });
  if (differs == now.end()) return;
  std::string configuration = differs->substr(0, differs->find(':'));
  configuration.erase(0, digest_word.size());
  std::cerr << "To find the first step that differs, compare what this program and one from before "
               "the change write:\n  chemix_golden play "
            << configuration << "\n";
}

bool check(const std::filesystem::path& file, const std::string& expected) {
  const auto golden = lines_of(std::ifstream(file, std::ios::binary));
  const auto now = lines_of(std::istringstream(expected));
  const auto [at, now_at] = std::mismatch(golden.begin(), golden.end(), now.begin(), now.end());
  if (at == golden.end() && now_at == now.end()) return true;
  std::cerr << file.string() << ":" << at - golden.begin() + 1
            << ":\n  golden: " << (at == golden.end() ? "(ends)" : *at)
            << "\n  now:    " << (now_at == now.end() ? "(ends)" : *now_at) << "\n";
  tell_how_to_compare(golden, now);
  std::cerr << "If the rules changed on purpose: make golden, and review the difference.\n";
  return false;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 3 && words[0] == "play") {
    int players = 0;
    if (!parse_number(words[2], players)) throw std::invalid_argument(words[2] + ": no number");
    std::string options;
    for (std::size_t i = 3; i < words.size(); ++i) options += (i > 3 ? " " : "") + words[i];
    play(*game_of(words[1], players, options));
    return 0;
  }
  const std::string command = words.size() == 2 ? words[0] : "";
  if (command != "check" && command != "update") {
    std::cerr << "usage: golden check|update DIR\n"
                 "       golden play GAME PLAYERS [OPTION=VALUE]...\n";
    return 2;
  }
  const std::filesystem::path folder = words[1];
  const Files files = all_files(std::type_identity<AllGames>());
  bool good = true;
  for (const auto& [name, text] : files) {
    if (command == "update") {
      std::filesystem::create_directories((folder / name).parent_path());
      std::ofstream(folder / name, std::ios::binary) << text;
    } else {
      good = check(folder / name, text) && good;
    }
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".perft" && extension != ".playthrough") continue;
    if (files.count(entry.path().lexically_relative(folder).generic_string()) > 0) continue;
    std::cerr << entry.path().string() << ": belongs to no game; remove it\n";
    good = false;
  }
  return good ? 0 : 1;
} catch (const std::invalid_argument& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
