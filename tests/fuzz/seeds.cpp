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

std::string text_of_bytes(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void add_state(Seeds& seeds, const std::string& line, const fuzz::Game& game,
               const fuzz::State& state, std::int32_t viewer) {
  seeds.add("state_bytes", line + text_of_bytes(fuzz::saved_state(state)));
  seeds.add("state_json", line + fuzz::sure_text("a state", fuzz::of(chemix_state_json, state)));
  seeds.add("state_text", line + fuzz::sure_text("a state", fuzz::of(chemix_state_text, state)));
  const fuzz::View view = fuzz::view_of(game, fuzz::observed(game, state, viewer));
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
  fuzz::Error error;
  fuzz::State state = game.new_state();
  fuzz::Session session;
  fuzz::require_ok(chemix_session_create(game.handle, 0, nullptr, &session.handle, &error), error,
                   "a session");
  for (int step = 0; step < steps; ++step) {
    chemix_step next{CHEMIX_CHANCE, 0};
    if (const auto outcomes = fuzz::outcomes(state); !outcomes.empty()) {
      next.action = outcomes[random() % outcomes.size()].action;
    } else {
      const std::uint32_t players = fuzz::acting(state).seats;
      if (players == 0) break;
      for (next.actor = 0; (players >> next.actor & 1U) == 0;) ++next.actor;
      const auto legal = fuzz::legal_actions(state, next.actor);
      next.action = legal[random() % legal.size()];
      if (step % 16 == 15) {
        const std::string text = fuzz::sure_text("an action", [&](auto... out) {
          return chemix_game_action_text(game.handle, next.actor, next.action, out...);
        });
        seeds.add("names", line + text);
      }
    }
    chemix_state_apply(state, next.actor, next.action, nullptr);
    chemix_session_act(session, next.actor, next.action, nullptr);
  }
  const auto viewers = game.viewers();
  add_state(seeds, line, game, state, viewers[random() % viewers.size()]);
  // Programs and records are replayed step by step, so only short games are used, which run
  // quickly.
  if (steps > 20) return;
  add_program(seeds, line, random);
  fuzz::Record record;
  fuzz::require_ok(chemix_session_record(session, &record.handle, &error), error, "a record");
  seeds.add("record", fuzz::sure_text("a record", [&](auto... out) {
              return chemix_record_save(record, out...);
            }));
  seeds.add("record", fuzz::sure_text("what is seen", [&](auto... out) {
              return chemix_record_save_seen(record, 0, out...);
            }));
  seeds.add("record", fuzz::sure_text("a session", [&](auto... out) {
              return chemix_session_save(session, out...);
            }));
}

void add_decks(Seeds& seeds) {
  const char* name = nullptr;
  for (std::int32_t i = 0; (name = chemix_deck_name_at(i)) != nullptr; ++i) {
    fuzz::Deck deck;
    fuzz::Error error;
    fuzz::require_ok(chemix_deck_open(name, &deck.handle, &error), error, "a deck");
    const std::string text =
        fuzz::sure_text("a deck", [&](auto... out) { return chemix_deck_json(deck, out...); });
    for (const chemix::GameDescription& game : chemix::game_descriptions()) {
      if (game.default_deck != name) continue;
      seeds.add("deck", game.name + " " + std::to_string(game.min_players) + "\n" + text);
    }
  }
}

void add_names(Seeds& seeds, const std::string& line, const chemix::GameDescription& game) {
  for (const char* const text :
       {"en", "de_DE.UTF-8", "Anna", "<script>", "H2O", "random", "greedy", "search iterations=4",
        "state", "observation", "catalogue", "chemix"}) {
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
