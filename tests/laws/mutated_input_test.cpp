// SPDX-License-Identifier: Apache-2.0
// Tests mutated observations and states. Randomly mutated observations are either rejected or
// playable: an accepted observation has worlds, each of which is accepted as a state, and all
// observations of an accepted state are accepted. MUTATIONS=n tests n mutated observations of each
// game, and as many states; WORLDS=n samples n states from each observation; GAME=name tests one
// game.
#include "chemix/agents/guided.hpp"
#include "chemix/any_game.hpp"
#include "chemix/cards/deck_file.hpp"
#include "chemix/games.hpp"
#include "chemix/state_memory.hpp"
#include "games/classic/small_games.hpp"
#include "games/react/small_games.hpp"
#include "games/showdown/small_games.hpp"
#include "laws/small_games.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace chemix {
namespace {

/// A number from the environment, by default `fallback`.
int wanted(const char* name, int fallback) {
  const char* text = std::getenv(name);
  if (text == nullptr) return fallback;
  int number = 0;
  if (parse_number(text, number) && number > 0) return number;
  throw std::runtime_error(std::string(name) + " = " + text + ": must be a number");
}

/// The games to test: all, or the one that the environment names.
std::vector<GameDescription> wanted_games() {
  const char* name = std::getenv("GAME");
  if (name == nullptr) return game_descriptions();
  for (const GameDescription& described : game_descriptions()) {
    if (described.name == name) return {described};
  }
  throw std::runtime_error(std::string("GAME = ") + name + ": is no game");
}

using Bytes = std::vector<std::byte>;

Bytes saved_observation(const AnyGame& game, ConstBlock seen) {
  Bytes bytes(game.save_observation(seen, {}));
  game.save_observation(seen, bytes);
  return bytes;
}

// ---- Games ----

/// Small deck files by game; games whose decks cannot be files are missing.
std::map<std::string, std::string, std::less<>> small_deck_texts() {
  std::map<std::string, std::string, std::less<>> texts;
  const auto add = [&]<class G>(const G*) {
    const auto deck = laws::SmallGames<typename G::Rules>::deck();
    if constexpr (requires { deck_text(*deck); }) {
      texts.emplace(G::name(), deck_text(*deck));
    }
  };
  std::apply([&](const auto*... games) { (add(games), ...); },
             []<class... G>(std::type_identity<std::tuple<G...>>) {
               return std::tuple<const G*...>();
             }(std::type_identity<AllGames>()));
  return texts;
}

/// Games for each number of players and each option value, with the built-in and the small deck.
std::vector<std::shared_ptr<const AnyGame>> games_of(const GameDescription& described) {
  static const auto small_decks = small_deck_texts();
  std::vector<std::string> options = {""};
  for (const OptionDescription& option : described.options) {
    std::vector<std::string> values = option.choices;
    if (values.empty()) values = {std::to_string(option.least), std::to_string(option.most)};
    for (const std::string& value : values) {
      if (value != option.default_value) options.push_back(option.name + "=" + value);
    }
  }
  std::vector<std::shared_ptr<const AnyGame>> games;
  const auto small = small_decks.find(described.name);
  for (int players = described.min_players; players <= described.max_players; ++players) {
    for (const std::string& some : options) {
      GameRequest request = {.name = described.name, .players = players, .options = some};
      if (auto game = make_game(request)) games.push_back(*game);
      if (small == small_decks.end()) continue;
      request.deck_text = small->second;
      if (auto game = make_game(request)) games.push_back(*game);
    }
  }
  return games;
}

Bytes saved_state(const AnyGame& game, ConstBlock state) {
  Bytes bytes(game.save(state, {}));
  game.save(state, bytes);
  return bytes;
}

/// Calls `note(state)` for each state of a random or guided game.
void for_each_state(const AnyGame& game, FastRandom& random, auto&& note) {
  BlockMemory memory(game.state_size());
  const Block state = memory.block();
  const auto seats = static_cast<std::uint64_t>(game.player_count());
  game.initial_state(static_cast<int>(random.below(seats)), state);
  const bool is_guided = random.below(2) == 0;
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  for (;;) {
    note(state);
    const Acting acting = game.acting(state);
    if (acting.is_nobody()) return;
    if (acting.is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state));
      const auto nth = static_cast<std::int64_t>(random.below(ways));
      game.apply(state, Actor::chance(), game.chance_outcome(state, nth));
      continue;
    }
    const PlayerSet players = acting.players();
    const Player player =
        players.nth(static_cast<int>(random.below(static_cast<std::uint64_t>(players.size()))));
    const std::size_t count = game.legal_actions(state, player, ids);
    const auto legal = std::span<const int>(ids).first(count);
    game.apply(state, player,
               is_guided ? guided_action(game, legal, random) : legal[random.below(count)]);
  }
}

/// All viewers: the players, then a spectator.
std::vector<Viewer> viewers(const AnyGame& game) {
  std::vector<Viewer> all;
  for (Player p = 0; p < game.player_count(); ++p) all.push_back(Viewer::player(p));
  all.push_back(Viewer::spectator());
  return all;
}

/// Observations from one game: for each state that of a random viewer.
std::vector<Bytes> observations(const AnyGame& game, FastRandom& random) {
  std::vector<Bytes> all;
  BlockMemory view(game.observation_size());
  const std::vector<Viewer> any = viewers(game);
  for_each_state(game, random, [&](ConstBlock state) {
    game.observe(state, any[random.below(any.size())], view.block());
    all.push_back(saved_observation(game, view.block()));
  });
  return all;
}

std::vector<Bytes> states(const AnyGame& game, FastRandom& random) {
  std::vector<Bytes> all;
  for_each_state(game, random, [&](ConstBlock state) { all.push_back(saved_state(game, state)); });
  return all;
}

// ---- Mutations ----

constexpr std::size_t key_bytes = 8;
// The last bytes are two history digests, for which any value is valid.
constexpr std::size_t digest_bytes = 16;

/// Returns the bytes with one to three mutations: a byte is replaced, mostly by a small number, or
/// a bit moves to the same position of another word, as a card moves between bags.
Bytes with_other_bytes(Bytes bytes, FastRandom& random) {
  const std::size_t size = bytes.size() - key_bytes - digest_bytes;
  for (std::uint64_t left = 1 + random.below(3); left > 0; --left) {
    const std::size_t at = random.below(size);
    std::byte& byte = bytes[key_bytes + at];
    const auto value = static_cast<unsigned>(byte);
    switch (random.below(5)) {
      case 0:
        byte = static_cast<std::byte>(value ^ 1U << random.below(8));
        break;
      case 1:
        byte = static_cast<std::byte>(value + 1);
        break;
      case 2:
        byte = static_cast<std::byte>(value - 1);
        break;
      case 3: {
        const std::size_t words = (size - at % 8 + 7) / 8;
        const unsigned some = value & 255U << random.below(8);
        const auto bit = static_cast<std::byte>(some & (~some + 1));
        byte &= ~bit;
        bytes[key_bytes + at % 8 + 8 * random.below(words)] |= bit;
        break;
      }
      default:
        byte = static_cast<std::byte>(random.below(random.below(2) == 0 ? 8 : 256));
    }
  }
  return bytes;
}

/// The words of a line of notation, including `|`.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  while (!line.empty()) words.emplace_back(split_off(line, " "));
  return words;
}

/// The notation of an observation with one to three fields taken from another one.
std::string with_other_fields(const std::string& line, const std::string& other,
                              FastRandom& random) {
  std::vector<std::string> words = words_of(line);
  const std::vector<std::string> others = words_of(other);
  for (std::uint64_t left = 1 + random.below(3); left > 0; --left) {
    const std::size_t at = 1 + random.below(std::min(words.size(), others.size()) - 1);
    words[at] = others[at];
  }
  std::string changed;
  for (const std::string& word : words) changed += (changed.empty() ? "" : " ") + word;
  return changed;
}

// ---- The law ----

constexpr const char* written_otherwise = "the bytes that were read are written as others";

struct Tried {
  /// Records a failure of a state or an observation.
  void failure(const AnyGame& game, const std::string& what, const std::string& notation) {
    auto& [times, example] = failures[what];
    if (++times > 1) return;
    example = std::to_string(game.player_count()) + " players, " + game.options() + ", deck " +
              game.deck_name() + ": " + notation;
  }

  int accepted = 0;
  int without_world = 0;
  int refused = 0;
  /// Failures by description, with the number of occurrences and an example.
  std::map<std::string, std::pair<int, std::string>> failures;
};

/// Tests the observations of all viewers of an accepted state.
void try_views(const AnyGame& game, ConstBlock state, Tried& tried) {
  BlockMemory memory(game.observation_size());
  for (const Viewer viewer : viewers(game)) {
    game.observe(state, viewer, memory.block());
    const auto error = game.observation_error(memory.block());
    if (!error) continue;
    ++tried.refused;
    return tried.failure(game, error->field + " " + error->reason, game.text(state));
  }
}

/// Tests states sampled from an accepted observation.
void try_worlds(const AnyGame& game, ConstBlock seen, int worlds, std::uint64_t seed,
                Tried& tried) {
  const auto failure = [&](const std::string& what) {
    tried.failure(game, what, game.observation_text(seen));
  };
  BlockMemory memory(game.state_size());
  BlockMemory loaded(game.state_size());
  Generator random(SeedSequence(seed).generate_state<8>(), Domain::Sampler, 0);
  for (int i = 0; i < worlds; ++i) {
    if (!game.determinize(seen, random, i % 2 == 0 ? Others::Decided : Others::Undecided,
                          memory.block())) {
      ++tried.without_world;
      return failure("no world fits");
    }
    if (const auto refusal = game.load(saved_state(game, memory.block()), loaded.block())) {
      ++tried.refused;
      return failure(refusal->field + " " + refusal->reason + " (" + refusal->rule + ")");
    }
    BlockMemory view(game.observation_size());
    game.observe(memory.block(), game.viewer(seen), view.block());
    if (saved_observation(game, view.block()) != saved_observation(game, seen)) {
      return failure("the viewer sees something else");
    }
  }
}

/// The notation of an observation from a real game.
std::string true_text(const AnyGame& game, const Bytes& bytes, Block seen) {
  const auto refusal = game.load_observation(bytes, seen);
  REQUIRE_MESSAGE(!refusal, game.name() << ": " << (refusal ? refusal->message() : ""));
  return game.observation_text(seen);
}

/// Calls `mutate(game, bytes, all)` `mutations` times, with one of the results of `collect(game,
/// random)` for one game after another.
void for_each_mutation(const GameDescription& described, int mutations, FastRandom& random,
                       auto&& collect, auto&& mutate) {
  const auto games = games_of(described);
  for (std::uint64_t round = 0; mutations > 0; ++round) {
    const AnyGame& game = *games[round % games.size()];
    const std::vector<Bytes> all = collect(game, random);
    for (int left = std::min(mutations, 100); left > 0; --left, --mutations) {
      mutate(game, all[random.below(all.size())], all);
    }
  }
}

Tried try_observations(const GameDescription& described, int mutations, int worlds) {
  FastRandom random(SeedSequence(1));
  Tried tried;
  const auto mutate = [&](const AnyGame& game, const Bytes& bytes, const std::vector<Bytes>& all) {
    BlockMemory memory(game.observation_size());
    const Block seen = memory.block();
    std::optional<InputError> refusal;
    if (random.below(2) == 0) {
      const Bytes changed = with_other_bytes(bytes, random);
      refusal = game.load_observation(changed, seen);
      if (!refusal && saved_observation(game, seen) != changed) {
        tried.failure(game, written_otherwise, game.observation_text(seen));
      }
    } else {
      const std::string line = true_text(game, bytes, seen);
      const std::string other = true_text(game, all[random.below(all.size())], seen);
      refusal = game.parse_observation(with_other_fields(line, other, random), seen);
    }
    if (refusal || saved_observation(game, seen) == bytes) return;
    ++tried.accepted;
    try_worlds(game, seen, worlds, random.next(), tried);
  };
  for_each_mutation(described, mutations, random, observations, mutate);
  return tried;
}

Tried try_states(const GameDescription& described, int mutations) {
  FastRandom random(SeedSequence(2));
  Tried tried;
  const auto mutate = [&](const AnyGame& game, const Bytes& bytes, const std::vector<Bytes>&) {
    BlockMemory memory(game.state_size());
    const Bytes changed = with_other_bytes(bytes, random);
    if (changed == bytes || game.load(changed, memory.block())) return;
    if (saved_state(game, memory.block()) != changed) {
      tried.failure(game, written_otherwise, game.text(memory.block()));
    }
    ++tried.accepted;
    try_views(game, memory.block(), tried);
  };
  for_each_mutation(described, mutations, random, states, mutate);
  return tried;
}

/// Prints the failures and the number of tests.
void report(const GameDescription& described, const Tried& tried, int mutations) {
  CHECK(tried.accepted > 0);
  for (const auto& [what, times] : tried.failures) {
    FAIL_CHECK(described.name << ": " << what << ", " << times.first << " times, such as of "
                              << times.second);
  }
  MESSAGE(described.name << ": " << tried.accepted << " of " << mutations << " accepted, "
                         << tried.without_world << " without a world, " << tried.refused
                         << " with something that is refused");
}

TEST_SUITE("mutated input") {
  TEST_CASE("GN-9: every viewer's observation of an accepted state is accepted") {
    const int mutations = wanted("MUTATIONS", 2000);
    for (const GameDescription& described : wanted_games()) {
      report(described, try_states(described, mutations), mutations);
    }
  }

  TEST_CASE("GN-9: every state that fits an accepted observation is accepted") {
    const int mutations = wanted("MUTATIONS", 2000);
    const int worlds = wanted("WORLDS", 20);
    for (const GameDescription& described : wanted_games()) {
      report(described, try_observations(described, mutations, worlds), mutations);
    }
  }
}

}  // namespace
}  // namespace chemix
