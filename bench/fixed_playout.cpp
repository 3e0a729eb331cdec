// SPDX-License-Identifier: Apache-2.0
// Plays fixed games, for counting instructions: fixed_playout GAME PLAYERS PATH GAMES prints the
// number of steps. Run it in callgrind and collect in `measured`. Without arguments, it prints the
// games and numbers of players.
//
// All paths except `guided` play the same random games. `table` and `knowledge` are playouts
// without and with knowledge; `lists` uses lists of legal actions and chance outcomes; `tensor`
// writes tensor and action mask at each decision; `any_game` and `c` use these interfaces. `apply`
// and `legal_actions` make only this call, in every state of random games, by static type;
// `any_apply` and `any_legal_actions` make it through AnyGame, `c_apply` and `c_legal_actions`
// through the C ABI.
#include "chemix.h"
#include "chemix/agents/guided.hpp"
#include "chemix/any_game.hpp"
#include "chemix/core/function_ref.hpp"
#include "lists.hpp"
#include "subject.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// Instructions are counted only inside this function.
extern "C" [[gnu::noipa]] std::int64_t measured(
    chemix::FunctionRef<std::int64_t(chemix::FastRandom&)> play, long games) {
  chemix::FastRandom random(chemix::SeedSequence(5));
  std::int64_t steps = 0;
  for (long i = 0; i < games; ++i) steps += play(random);
  return steps;
}

namespace {

using namespace chemix;
using bench::below;

// ---- Games by static type ----

// Chooses a random legal action after writing the action mask.
template <class G>
struct Masked {
  std::vector<std::uint8_t>& mask;

  int operator()(const G&, const typename G::LegalActions& legal, FastRandom& random) const {
    std::fill(mask.begin(), mask.end(), std::uint8_t{0});
    legal.for_each([&](int id) { mask[static_cast<std::size_t>(id)] = 1; });
    return legal[below(random, static_cast<std::size_t>(legal.size()))];
  }
};

template <class G>
std::int64_t play_tensor(const G& game, FastRandom& random) {
  std::vector<float> numbers(4096);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(game.rules().action_count()));
  auto state = game.initial_state();
  for (std::int64_t steps = 0;; ++steps) {
    const Acting acting = game.acting(state);
    if (acting.is_nobody()) return steps;
    if (!acting.is_chance()) {
      TensorWriter writer(numbers);
      game.encode(writer, game.observation(state, Viewer::player(acting.players().lowest())));
    }
    random_step(game, state, random, Masked<G>{mask});
  }
}

// ---- Single calls, in every state of random games ----

using Play = std::vector<chemix_step>;

template <class G>
Play random_play(const G& game, FastRandom& random) {
  Play steps;
  auto state = game.initial_state();
  for (;;) {
    const Acting acting = game.acting(state);
    if (acting.is_nobody()) return steps;
    if (acting.is_chance()) {
      const auto ways = static_cast<std::uint64_t>(game.chance_weight(state.table));
      const auto nth = static_cast<std::int64_t>(random.below(ways));
      const auto action = game.chance_outcome(state.table, nth);
      steps.push_back({CHEMIX_CHANCE, game.rules().chance_action_id(action)});
      game.apply_unchecked(state, action);
      continue;
    }
    const Player player = drawn_player(acting.players(), random);
    const auto legal = game.legal_actions(state, player);
    const int id = legal[below(random, static_cast<std::size_t>(legal.size()))];
    steps.push_back({player, id});
    game.apply_unchecked(state, player, game.rules().action_of(id));
  }
}

/// Applies validated actions in place and lists legal actions, by static type.
template <class G>
struct CppBinding {
  using State = typename G::State;

  const G& game;
  std::vector<std::int32_t> ids;

  explicit CppBinding(const G& of)
      : game(of), ids(static_cast<std::size_t>(of.max_legal_actions())) {}
  State start() const { return game.initial_state(); }
  bool apply(State& state, const chemix_step& step) const {
    if (step.actor == CHEMIX_CHANCE) {
      const auto action = game.rules().chance_action_of(step.action);
      if (game.refusal(state, action)) return false;
      game.apply_unchecked(state, action);
    } else {
      const auto action = game.rules().action_of(step.action);
      if (game.refusal(state, step.actor, action)) return false;
      game.apply_unchecked(state, step.actor, action);
    }
    return true;
  }
  std::size_t legal_actions(const State& state, std::int32_t player) {
    std::size_t count = 0;
    game.legal_actions(state, player).for_each([&](int id) { ids[count++] = id; });
    return count;
  }
};

/// Does the same through AnyGame.
struct AnyGameBinding {
  using State = std::vector<std::uint64_t>;

  std::shared_ptr<const AnyGame> game;
  std::vector<int> ids;

  AnyGameBinding(const std::string& name, int players) {
    GameRequest request;
    request.name = name;
    request.players = players;
    game = *make_game(request);
    ids.resize(static_cast<std::size_t>(game->max_legal_actions()));
  }

  [[nodiscard]] Block block(State& state) const {
    return std::as_writable_bytes(std::span(state)).first(game->state_size());
  }
  [[nodiscard]] State start() const {
    State state(game->state_size() / 8);
    game->initial_state(0, block(state));
    return state;
  }
  bool apply(State& state, const chemix_step& step) const {
    const Actor actor = step.actor == CHEMIX_CHANCE ? Actor::chance() : Actor(step.actor);
    return !game->apply(block(state), actor, step.action);
  }
  std::size_t legal_actions(State& state, std::int32_t player) {
    return game->legal_actions(block(state), player, ids);
  }
};

/// Does the same through the C ABI.
struct CBinding {
  using State = std::vector<std::uint64_t>;

  chemix_game* game = nullptr;
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  std::vector<std::int32_t> ids;

  CBinding(const std::string& name, int players) {
    chemix_game_create(name.c_str(), players, nullptr, nullptr, &game, nullptr);
    chemix_game_limits(game, &limits, nullptr);
    ids.resize(limits.max_legal_actions);
  }
  CBinding(const CBinding&) = delete;
  CBinding& operator=(const CBinding&) = delete;
  ~CBinding() { chemix_game_destroy(&game); }

  // States in the caller's memory, which are copied with it.
  static chemix_state* block(State& state) { return reinterpret_cast<chemix_state*>(state.data()); }
  State start() const {
    State state(limits.state_size / 8);
    chemix_state_init(block(state), game, 0, nullptr);
    return state;
  }
  bool apply(State& state, const chemix_step& step) const {
    return chemix_state_apply(block(state), step.actor, step.action, nullptr) == CHEMIX_OK;
  }
  std::size_t legal_actions(State& state, std::int32_t player) {
    return static_cast<std::size_t>(
        chemix_state_legal_actions(block(state), player, ids.data(), ids.size(), nullptr));
  }
};

template <class Binding>
std::int64_t call(Binding&& binding, const std::vector<Play>& plays, bool is_apply) {
  std::vector<typename std::remove_reference_t<Binding>::State> states;
  Play steps;
  for (const Play& play : plays) {
    auto state = binding.start();
    for (const chemix_step& step : play) {
      if (is_apply || step.actor != CHEMIX_CHANCE) {
        states.push_back(state);
        steps.push_back(step);
      }
      if (!binding.apply(state, step)) return -1;
    }
  }
  const auto applied = [&](FastRandom&) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < steps.size(); ++i)
      count += binding.apply(states[i], steps[i]) ? 1 : 0;
    return count;
  };
  const auto listed = [&](FastRandom&) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      count += binding.legal_actions(states[i], steps[i].actor) > 0 ? 1 : 0;
    }
    return count;
  };
  return is_apply ? measured(applied, 1) : measured(listed, 1);
}

template <class G>
std::int64_t play(const G& game, std::string_view path, long games) {
  const bool is_c = path.starts_with("c_");
  const bool is_any = path.starts_with("any_");
  const std::string_view called = path.substr(is_c ? 2 : is_any ? 4 : 0);
  if (called == "apply" || called == "legal_actions") {
    FastRandom random(SeedSequence(5));
    std::vector<Play> plays;
    for (long i = 0; i < games; ++i) plays.push_back(random_play(game, random));
    const bool is_apply = called == "apply";
    const std::string name(G::name());
    if (is_any) return call(AnyGameBinding(name, game.player_count()), plays, is_apply);
    if (is_c) return call(CBinding(name, game.player_count()), plays, is_apply);
    return call(CppBinding<G>(game), plays, is_apply);
  }
  const auto playouts = [&](auto start, auto choose) {
    const auto one = [&](FastRandom& random) {
      auto position = start();
      return playout(game, position, random, choose).steps;
    };
    return measured(one, games);
  };
  const auto tables = [&] { return bench::start<false>(game); };
  if (path == "table") return playouts(tables, AnyLegal());
  if (path == "guided") return playouts(tables, Guided());
  if (path == "knowledge") return playouts([&] { return bench::start<true>(game); }, AnyLegal());
  const auto with = [&](auto play_one) {
    const auto one = [&](FastRandom& random) { return play_one(game, random); };
    return measured(one, games);
  };
  if (path == "lists") return with(bench::play_lists<G>);
  if (path == "tensor") return with(play_tensor<G>);
  return -1;
}

// ---- Games by name ----

std::int64_t play_any_game(const AnyGame& game, long games) {
  std::vector<std::uint64_t> words(game.state_size() / 8 + 1);
  const Block state = std::as_writable_bytes(std::span(words)).first(game.state_size());
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  const auto one = [&](FastRandom& random) {
    game.initial_state(0, state);
    for (std::int64_t steps = 0;; ++steps) {
      const Acting acting = game.acting(state);
      if (acting.is_nobody()) return steps;
      if (acting.is_chance()) {
        const auto nth = random.below(static_cast<std::uint64_t>(game.chance_weight(state)));
        const int outcome = game.chance_outcome(state, static_cast<std::int64_t>(nth));
        (void)game.apply(state, Actor::chance(), outcome);
        continue;
      }
      const Player player = drawn_player(acting.players(), random);
      const std::size_t count = game.legal_actions(state, player, ids);
      (void)game.apply(state, player, ids[static_cast<std::size_t>(below(random, count))]);
    }
  };
  return measured(one, games);
}

// A seat of a mask, drawn like `drawn_player`.
Player any_seat(std::uint32_t seats, FastRandom& random) {
  if ((seats & (seats - 1)) == 0) return std::countr_zero(seats);
  auto nth = random.below(static_cast<std::uint64_t>(std::popcount(seats)));
  for (; nth > 0; --nth) seats &= seats - 1;
  return std::countr_zero(seats);
}

std::int64_t play_c(const chemix_game* game, long games) {
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_game_limits(game, &limits, nullptr);
  chemix_state* state = nullptr;
  chemix_state_create(game, 0, &state, nullptr);
  std::vector<std::int32_t> ids(limits.max_legal_actions);
  const auto one = [&](FastRandom& random) {
    chemix_state_init(state, game, 0, nullptr);
    for (std::int64_t steps = 0;; ++steps) {
      chemix_acting acting{};
      chemix_state_acting(state, &acting, nullptr);
      if (acting.asked == CHEMIX_ASKED_NOBODY) return steps;
      if (acting.asked == CHEMIX_ASKED_CHANCE) {
        std::int64_t weight = 0;
        chemix_state_chance_weight(state, &weight, nullptr);
        const auto nth = random.below(static_cast<std::uint64_t>(weight));
        std::int32_t outcome = 0;
        chemix_state_chance_outcome(state, static_cast<std::int64_t>(nth), &outcome, nullptr);
        chemix_state_apply(state, CHEMIX_CHANCE, outcome, nullptr);
        continue;
      }
      const Player player = any_seat(acting.seats, random);
      const auto count = static_cast<std::size_t>(
          chemix_state_legal_actions(state, player, ids.data(), ids.size(), nullptr));
      const std::int32_t id = ids[static_cast<std::size_t>(below(random, count))];
      chemix_state_apply(state, player, id, nullptr);
    }
  };
  const std::int64_t steps = measured(one, games);
  chemix_state_destroy(&state);
  return steps;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    bench::for_each_label(
        [](const std::string& label, auto) { std::printf("%s\n", label.c_str()); });
    return 0;
  }
  if (argc != 5) {
    std::fprintf(stderr, "usage: fixed_playout GAME PLAYERS PATH GAMES\n");
    return 2;
  }
  const std::string_view path = argv[3];
  const long games = std::atol(argv[4]);
  std::int64_t steps = -1;
  if (path == "any_game") {
    GameRequest request;
    request.name = argv[1];
    request.players = std::atoi(argv[2]);
    if (const auto game = make_game(request)) steps = play_any_game(**game, games);
  } else if (path == "c") {
    chemix_game* game = nullptr;
    if (chemix_game_create(argv[1], std::atoi(argv[2]), nullptr, nullptr, &game, nullptr) ==
        CHEMIX_OK) {
      steps = play_c(game, games);
    }
    chemix_game_destroy(&game);
  } else {
    const std::string wanted = std::string(argv[1]) + "/" + argv[2];
    bench::for_each_label([&](const std::string& label, auto make) {
      if (label == wanted) steps = play(make(), path, games);
    });
  }
  if (steps < 0) {
    std::fprintf(stderr, "no such game or path: %s %s %s\n", argv[1], argv[2], argv[3]);
    return 2;
  }
  std::printf("%lld\n", static_cast<long long>(steps));
}
