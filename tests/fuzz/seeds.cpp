// SPDX-License-Identifier: Apache-2.0
// Writes the seed corpus of the fuzzers from short seeded games of every kind: `chemix_fuzz_seeds
// DIR` creates DIR/<fuzzer>/<number>.
#include "chemix/any_game.hpp"
#include "fuzz.hpp"

#include <filesystem>
#include <fstream>
#include <random>

namespace {

class Seeds {
 public:
  explicit Seeds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& fuzzer, std::string_view input) {
    const auto folder = folder_ / fuzzer;
    std::filesystem::create_directories(folder);
    std::ofstream file(folder / std::to_string(counts_[fuzzer]++), std::ios::binary);
    file << input;
  }

 private:
  std::filesystem::path folder_;
  std::map<std::string, int> counts_;
};

std::string text_of_bytes(const fuzz::Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void add_state(Seeds& seeds, const std::string& line, const fuzz::Game& game,
               const fuzz::Bytes& state, std::int32_t viewer) {
  const auto in_state = [&](auto call) {
    return fuzz::sure_text("a state", [&](auto... out) {
      return call(game.handle, static_cast<const void*>(state.data()), state.size(), out...);
    });
  };
  seeds.add("state_bytes", line + text_of_bytes(fuzz::saved_state(game, state)));
  seeds.add("state_json", line + in_state(chemix_state_json));
  seeds.add("state_text", line + in_state(chemix_state_text));
  const fuzz::Bytes seen = fuzz::observed(game, state, viewer);
  const fuzz::View view = fuzz::view_of(game, seen);
  seeds.add("observation_bytes", line + text_of_bytes(view.saved));
  seeds.add("observation_text", line + view.text);
}

void add_program(Seeds& seeds, const std::string& line, std::mt19937& random) {
  // Any bytes are a valid program, and any numbers a valid input. These take mostly legal actions.
  std::string program(1, '\0');
  std::string numbers;
  program += "\x80\x07";
  for (int i = 0; i < 30; ++i) {
    program += static_cast<char>(random() % (i % 4 == 3 ? 256 : 128));
    numbers += static_cast<char>(random() % 16);
  }
  seeds.add("play", line + program);
  seeds.add("numbers", line + numbers);
}

/// Plays at random for some steps, and writes the states in all forms.
void add_play(Seeds& seeds, const std::string& line, const fuzz::Game& game, unsigned seed,
              int steps) {
  std::mt19937 random(seed);
  fuzz::Bytes state = game.state_memory();
  chemix_state_init(game.handle, 0, state.data(), state.size(), nullptr);
  std::vector<chemix_step> taken;
  for (int step = 0; step < steps; ++step) {
    chemix_step next{CHEMIX_CHANCE, 0};
    if (const auto ways = fuzz::chances(game, state); !ways.empty()) {
      next.action = ways[random() % ways.size()].action;
    } else {
      const std::uint32_t players = fuzz::acting(game, state).players;
      if (players == 0) break;
      for (next.actor = 0; (players >> next.actor & 1U) == 0;) ++next.actor;
      const auto legal = fuzz::legal_actions(game, state, next.actor);
      next.action = legal[random() % legal.size()];
      if (step % 16 == 15) {
        const std::string text = fuzz::sure_text("an action", [&](auto... out) {
          return chemix_action_text(game.handle, next.actor, next.action, out...);
        });
        seeds.add("names", line + text);
      }
    }
    chemix_state_apply(game.handle, next.actor, next.action, state.data(), state.size(), nullptr);
    taken.push_back(next);
  }
  const auto viewers = game.viewers();
  add_state(seeds, line, game, state, viewers[random() % viewers.size()]);
  // Programs and records are replayed step by step, so only short games are used, which run
  // quickly.
  if (steps > 20) return;
  add_program(seeds, line, random);
  const std::string record = fuzz::sure_text("a record", [&](auto... out) {
    return chemix_record_write(game.handle, 0, taken.data(), taken.size(), out...);
  });
  seeds.add("record", record);
  chemix_record* opened = nullptr;
  chemix_record_open(record.data(), record.size(), &opened, nullptr);
  seeds.add("record", fuzz::sure_text("what is seen", [&](auto... out) {
              return chemix_record_seen(opened, 0, out...);
            }));
  chemix_record_destroy(&opened);
}

void add_decks(Seeds& seeds) {
  std::string names =
      fuzz::sure_text("names", [](auto... out) { return chemix_deck_names(out...); });
  names += ' ';
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = names.find(' ', at);
    const std::string name = names.substr(at, end - at);
    at = end + 1;
    const std::string text = fuzz::sure_text(
        "a deck", [&](auto... out) { return chemix_deck_json(name.c_str(), out...); });
    for (const chemix::GameDescription& game : chemix::game_descriptions()) {
      if (game.default_deck != name) continue;
      seeds.add("deck", game.name + " " + std::to_string(game.min_players) + "\n" + text);
    }
  }
}

void add_names(Seeds& seeds, const std::string& line, const chemix::GameDescription& game) {
  for (const char* const text :
       {"en", "de aloud", "Anna\nBen\n", "0x1F", "99999999999999999999", "random", "greedy",
        "search iterations=4", "state", "observation", "catalogue", "chemix"}) {
    seeds.add("names", line + text);
  }
  std::string weights;
  for (const auto& weight : game.turn_weights) weights += weight.name + "=2 ";
  if (!weights.empty()) seeds.add("names", line + weights);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  Seeds seeds(arguments[1]);
  add_decks(seeds);
  for (const chemix::GameDescription& described : chemix::game_descriptions()) {
    std::vector<std::string> options = {""};
    for (const auto& option : described.options) {
      std::vector<std::string> values = option.choices;
      if (values.empty()) values = {std::to_string(option.least), std::to_string(option.most)};
      for (const std::string& value : values) {
        if (value != option.default_value) options.push_back(option.name + "=" + value);
      }
    }
    unsigned seed = 0;
    for (int players = described.min_players; players <= described.max_players; ++players) {
      for (const std::string& some : options) {
        if (!some.empty() && players != described.min_players) continue;
        const std::string line = described.name + " " + std::to_string(players) + " " + some;
        const auto game = fuzz::make_game(line, nullptr);
        if (game == nullptr) continue;
        ++seed;
        add_play(seeds, line + "\n", *game, seed, seed % 3 == 0 ? 10 : 60);
        if (players == described.min_players && some.empty()) {
          add_names(seeds, line + "\n", described);
        }
      }
    }
  }
  return 0;
}
