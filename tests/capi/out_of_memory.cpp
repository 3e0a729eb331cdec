// SPDX-License-Identifier: Apache-2.0
// Fails the first allocation of a call, then the second, and so on until the call succeeds: every
// function that allocates must return its status, change nothing and leak nothing. Beyond a hundred
// allocations only increasingly sparse ones are failed, unless OUT_OF_MEMORY=all. Functions of the
// given list that are not tested are reported. This is a separate program, since it replaces
// operator new for the library too.
#include "chemix.h"
#include "tried.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

namespace {

std::int64_t live = 0;
// The number of allocations that still succeed; below 0: all do.
std::int64_t granted = -1;
// Whether all later allocations fail too.
bool is_lasting = false;
bool was_refused = false;

}  // namespace

void* operator new(std::size_t size) {
  if (granted == 0) {
    was_refused = true;
    if (!is_lasting) granted = -1;
    throw std::bad_alloc();
  }
  if (granted > 0) --granted;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  ++live;
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) --live;
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace {

const bool tries_all = std::getenv("OUT_OF_MEMORY") != nullptr;

// The next allocation to fail after this one.
int next_number(int number) { return tries_all ? number + 1 : number + 1 + number / 100 * 5; }

int failures = 0;
int tried_calls = 0;
int refused_allocations = 0;

void expect(bool is_so, const char* call, const char* what, int number) {
  if (is_so) return;
  std::printf("%s: %s, allocation %d\n", call, what, number);
  ++failures;
}
void require(chemix_status status, const char* what) {
  if (status == CHEMIX_OK) return;
  std::printf("%s: %s\n", what, chemix_status_name(status));
  std::exit(1);
}
#define REQUIRE_OK(call) require((call), #call)

/// A state in mid-game, an observation of it, and buffers for all outputs.
struct Play {
  chemix_game* game = nullptr;
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  std::vector<std::uint64_t> state;
  std::vector<std::uint64_t> seen;
  std::vector<chemix_step> steps;
  // The next action of the player who acts.
  std::int32_t player = 0;
  std::int32_t action = 0;

  std::vector<char> text = std::vector<char>(1U << 22U);
  std::vector<std::int32_t> ids = std::vector<std::int32_t>(512);
  std::vector<float> numbers = std::vector<float>(1U << 16U);
  std::vector<double> reals = std::vector<double>(1U << 16U);
  std::size_t count = 0;

  Play(const char* name, int players, int turns) {
    REQUIRE_OK(chemix_game_create(name, players, "", nullptr, &game, nullptr));
    REQUIRE_OK(chemix_game_limits(game, &limits, nullptr));
    state.resize(limits.state_size / 8);
    seen.resize(limits.observation_size / 8);
    REQUIRE_OK(chemix_state_init(game, 0, state.data(), limits.state_size, nullptr));
    for (int turn = 0;; ++turn) {
      std::uint32_t acting = 0;
      bool is_chance = true;
      for (;;) {
        REQUIRE_OK(chemix_state_acting(game, state.data(), limits.state_size, &acting, &is_chance,
                                       nullptr));
        if (!is_chance) break;
        std::int32_t drawn = 0;
        REQUIRE_OK(chemix_state_draw(game, state.data(), limits.state_size, "7", &drawn, nullptr));
        take(CHEMIX_CHANCE, drawn);
      }
      while ((acting >> player & 1U) == 0) player = (player + 1) % limits.players;
      REQUIRE_OK(chemix_state_legal_actions(game, state.data(), limits.state_size, player,
                                            ids.data(), ids.size(), &count, nullptr));
      action = ids[static_cast<std::size_t>(turn) % count];
      if (turn == turns) break;
      take(player, action);
    }
    REQUIRE_OK(chemix_state_observe(game, state.data(), limits.state_size, player, seen.data(),
                                    limits.observation_size, nullptr));
  }
  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;
  ~Play() { chemix_game_destroy(&game); }

  void take(std::int32_t actor, std::int32_t taken) {
    REQUIRE_OK(chemix_state_apply(game, actor, taken, state.data(), limits.state_size, nullptr));
    steps.push_back({actor, taken});
  }

  /// Calls `call`, which returns a status, once for each of its allocations, making that one fail.
  template <class Call>
  void try_call(const char* name, Call&& call) {
    ++tried_calls;
    mark_tried(name);
    const auto old_state = state;
    const auto old_seen = seen;
    const auto with_refused = [&](int number) {
      was_refused = false;
      granted = number;
      const chemix_status status = call();
      granted = -1;
      if (was_refused) {
        ++refused_allocations;
        expect(status == CHEMIX_OUT_OF_MEMORY, name, chemix_status_name(status), number);
        expect(state == old_state, name, "the state is changed", number);
        expect(seen == old_seen, name, "the observation is changed", number);
      } else {
        expect(status == CHEMIX_OK, name, chemix_status_name(status), number);
      }
      state = old_state;
      seen = old_seen;
      return was_refused;
    };
    // Data that the first call initializes must not be left incomplete.
    is_lasting = false;
    for (int number = 0; with_refused(number); number = next_number(number)) {
    }
    for (const bool lasting : {false, true}) {
      is_lasting = lasting;
      for (int number = 0;; number = next_number(number)) {
        const std::int64_t before = live;
        const bool continues = with_refused(number);
        expect(live == before, name, "memory is lost", number);
        if (!continues) break;
      }
    }
  }
};

#define TRY(call) play.try_call(#call, [&] { return call; })
// Arguments for a state, an observation, a text or a list.
#define GAME play.game
#define STATE play.state.data(), play.limits.state_size
#define SEEN play.seen.data(), play.limits.observation_size
#define TEXT play.text.data(), play.text.size(), &play.count, nullptr
#define IDS play.ids.data(), play.ids.size(), &play.count, nullptr
#define NUMBERS play.numbers.data(), play.numbers.size(), &play.count, nullptr
#define REALS play.reals.data(), play.reals.size(), &play.count, nullptr

/// The text that the last call wrote.
std::string given(const Play& play) { return {play.text.data(), play.count}; }

void try_games(Play& play, const char* name) {
  TRY(chemix_game_names(TEXT));
  TRY(chemix_game_describe(name, TEXT));
  TRY(chemix_game_description(name, TEXT));
  TRY(chemix_game_words(name, "de", TEXT));
  TRY(chemix_word_languages(TEXT));
  TRY(chemix_deck_names(TEXT));
  play.try_call("chemix_game_create", [&] {
    chemix_game* game = nullptr;
    const auto status = chemix_game_create(name, play.limits.players, "", nullptr, &game, nullptr);
    expect((game != nullptr) == (status == CHEMIX_OK), "chemix_game_create", "a game is given", 0);
    chemix_game_destroy(&game);
    return status;
  });
  TRY(chemix_deck_json("chemix", TEXT));
  const std::string deck_text = given(play);
  play.try_call("chemix_deck_create", [&] {
    chemix_deck* deck = nullptr;
    const auto status =
        chemix_deck_create(deck_text.data(), deck_text.size(), "deck.json", &deck, nullptr);
    expect((deck != nullptr) == (status == CHEMIX_OK), "chemix_deck_create", "a deck is given", 0);
    chemix_deck_destroy(&deck);
    return status;
  });
  chemix_deck* deck = nullptr;
  REQUIRE_OK(chemix_deck_create(deck_text.data(), deck_text.size(), "deck.json", &deck, nullptr));
  TRY(chemix_deck_text(deck, TEXT));
  chemix_deck_destroy(&deck);
  TRY(chemix_game_limits(GAME, &play.limits, nullptr));
  TRY(chemix_game_catalogue(GAME, TEXT));
  TRY(chemix_game_schema(GAME, "observation", TEXT));
  TRY(chemix_game_tensor_layout(GAME, TEXT));
  TRY(chemix_game_information_state_tensor_layout(GAME, TEXT));
  TRY(chemix_game_state_tensor_layout(GAME, TEXT));
  TRY(chemix_card_name(GAME, 0, TEXT));
  TRY(chemix_card_words(GAME, 0, "fr aloud", TEXT));
  TRY(chemix_action_text(GAME, play.player, play.action, TEXT));
  const std::string action_text = given(play);
  TRY(chemix_action_parse(GAME, play.player, action_text.c_str(), play.ids.data(), nullptr));
  TRY(chemix_action_json(GAME, play.player, play.action, TEXT));
  TRY(chemix_action_words(GAME, play.player, play.action, "en", "Ada\nBen\n", TEXT));
}

void try_states(Play& play) {
  std::uint32_t players = 0;
  bool is_chance = false;
  std::uint64_t digest = 0;
  std::int64_t number = 0;
  TRY(chemix_state_init(GAME, 0, STATE, nullptr));
  TRY(chemix_state_acting(GAME, STATE, &players, &is_chance, nullptr));
  TRY(chemix_state_acting_seen(GAME, STATE, 0, &players, &is_chance, nullptr));
  TRY(chemix_state_phase(GAME, STATE, TEXT));
  TRY(chemix_state_legal_actions(GAME, STATE, play.player, IDS));
  TRY(chemix_state_check(GAME, STATE, play.player, play.action, nullptr));
  TRY(chemix_state_apply(GAME, play.player, play.action, STATE, nullptr));
  TRY(chemix_state_resolve(GAME, "7", STATE, nullptr));
  TRY(chemix_state_playout(GAME, "7", STATE, &number, nullptr));
  TRY(chemix_state_scores(GAME, STATE, IDS));
  TRY(chemix_state_returns(GAME, STATE, REALS));
  TRY(chemix_state_tensor(GAME, STATE, 0, NUMBERS));
  TRY(chemix_state_digest(GAME, STATE, &digest, nullptr));
  TRY(chemix_state_words(GAME, STATE, "en", nullptr, TEXT));
  TRY(chemix_state_text(GAME, STATE, TEXT));
  const std::string line = given(play);
  TRY(chemix_state_parse(GAME, line.c_str(), STATE, nullptr));
  TRY(chemix_state_json(GAME, STATE, TEXT));
  const std::string json = given(play);
  TRY(chemix_state_from_json(GAME, json.data(), json.size(), STATE, nullptr));
  TRY(chemix_state_save(GAME, STATE, TEXT));
  const std::string bytes = given(play);
  TRY(chemix_state_load(GAME, bytes.data(), bytes.size(), STATE, nullptr));
  bool may = false;
  auto after = play.state;
  REQUIRE_OK(chemix_state_apply(GAME, play.player, play.action, after.data(),
                                play.limits.state_size, nullptr));
  TRY(chemix_state_can_undo(GAME, play.state.data(), after.data(), play.limits.state_size,
                            play.player, &may, nullptr));
  std::vector<chemix_event> events(256);
  TRY(chemix_state_events(GAME, STATE, play.player, play.action, CHEMIX_SPECTATOR, events.data(),
                          events.size(), &play.count, nullptr));
  TRY(chemix_event_text(GAME, &events[0], TEXT));
  TRY(chemix_event_json(GAME, &events[0], TEXT));
  TRY(chemix_event_words(GAME, &events[0], "de", nullptr, TEXT));
  TRY(chemix_observation_fold(GAME, &events[0], SEEN, nullptr));

  // A refused action and its error.
  chemix_error error = CHEMIX_ERROR_INIT;
  const std::int32_t other = (play.player + 1) % play.limits.players;
  if (chemix_state_check(GAME, STATE, other, play.action, &error) != CHEMIX_REFUSED) return;
  TRY(chemix_error_words(GAME, &error, "en", nullptr, TEXT));
  TRY(chemix_refusal_json(GAME, other, &error, TEXT));

  // The state before the deal, where chance acts.
  auto start = play.state;
  play.try_call("chemix_state_draw", [&] {
    auto status = chemix_state_init(GAME, 0, start.data(), play.limits.state_size, nullptr);
    if (status != CHEMIX_OK) return status;
    status = chemix_state_draw(GAME, start.data(), play.limits.state_size, "7", play.ids.data(),
                               nullptr);
    return status;
  });
  std::vector<chemix_chance> ways(static_cast<std::size_t>(play.limits.chance_action_count));
  REQUIRE_OK(chemix_state_init(GAME, 0, start.data(), play.limits.state_size, nullptr));
  TRY(chemix_state_chance_outcomes(GAME, start.data(), play.limits.state_size, ways.data(),
                                   ways.size(), &play.count, nullptr));
}

void try_observations(Play& play) {
  std::uint32_t players = 0;
  bool is_chance = false;
  bool is_sealed = false;
  std::uint64_t digest = 0;
  std::int32_t number = 0;
  TRY(chemix_state_observe(GAME, STATE, play.player, SEEN, nullptr));
  TRY(chemix_observation_viewer(GAME, SEEN, &number, nullptr));
  TRY(chemix_observation_phase(GAME, SEEN, TEXT));
  TRY(chemix_observation_acting(GAME, SEEN, &players, &is_chance, &is_sealed, nullptr));
  TRY(chemix_observation_scores(GAME, SEEN, IDS));
  TRY(chemix_observation_returns(GAME, SEEN, REALS));
  TRY(chemix_observation_legal_actions(GAME, SEEN, IDS));
  TRY(chemix_observation_check(GAME, SEEN, play.action, nullptr));
  TRY(chemix_observation_digest(GAME, SEEN, &digest, nullptr));
  TRY(chemix_observation_text(GAME, SEEN, TEXT));
  TRY(chemix_observation_json(GAME, SEEN, TEXT));
  TRY(chemix_observation_words(GAME, SEEN, "en", nullptr, TEXT));
  TRY(chemix_observation_save(GAME, SEEN, TEXT));
  const std::string bytes = given(play);
  TRY(chemix_observation_load(GAME, bytes.data(), bytes.size(), SEEN, nullptr));
  TRY(chemix_observation_tensor(GAME, SEEN, NUMBERS));
  TRY(chemix_observation_information_state_tensor(GAME, SEEN, NUMBERS));
  TRY(chemix_observation_determinize(GAME, SEEN, "7", 0, CHEMIX_OTHERS_DECIDED, STATE, nullptr));
  TRY(chemix_observation_count_worlds(GAME, SEEN, TEXT));
  TRY(chemix_observation_exactness(GAME, SEEN, &number, play.ids.data(), nullptr));
  std::vector<chemix_place> places(64);
  TRY(chemix_observation_hidden_places(GAME, SEEN, places.data(), places.size(), &play.count,
                                       nullptr));
  TRY(chemix_observation_marginals(GAME, SEEN, nullptr, REALS));
}

void try_batches(Play& play) {
  const std::size_t count = 3;
  std::vector<std::uint64_t> batch;
  for (std::size_t i = 0; i < count; ++i) {
    batch.insert(batch.end(), play.state.begin(), play.state.end());
  }
  const std::vector<std::int32_t> actors(count, play.player);
  const std::vector<std::int32_t> actions(count, play.action);
  const std::vector<std::uint64_t> seeds(count, 7);
  std::vector<std::uint64_t> views(count * play.seen.size());
  std::vector<std::uint32_t> acting(count);
  bool chance[count];
  std::vector<std::uint8_t> masks(count * static_cast<std::size_t>(play.limits.action_count));
  const std::size_t size = batch.size() * sizeof batch[0];
  const auto old = batch;
  // A failed batch is unchanged.
  const auto unchanged = [&](chemix_status status) {
    expect(status == CHEMIX_OK || batch == old, "chemix_batch", "the batch is changed", 0);
    batch = old;
    return status;
  };
#define BATCH batch.data(), size, count
  TRY(unchanged(chemix_batch_init(GAME, nullptr, BATCH, nullptr)));
  TRY(unchanged(chemix_batch_apply(GAME, actors.data(), actions.data(), BATCH, nullptr)));
  TRY(unchanged(chemix_batch_resolve(GAME, seeds.data(), BATCH, nullptr)));
  play.try_call("chemix_stop_create", [&] {
    chemix_stop* made = nullptr;
    const auto status = chemix_stop_create(&made, nullptr);
    expect((made != nullptr) == (status == CHEMIX_OK), "chemix_stop_create", "one is given", 0);
    chemix_stop_destroy(&made);
    return status;
  });
  chemix_stop* stop = nullptr;
  REQUIRE_OK(chemix_stop_create(&stop, nullptr));
  TRY(unchanged(chemix_batch_playout(GAME, seeds.data(), stop, BATCH, nullptr, nullptr)));
  chemix_stop_destroy(&stop);
  TRY(chemix_batch_acting(GAME, BATCH, acting.data(), chance, nullptr));
  TRY(chemix_batch_legal_masks(GAME, BATCH, actors.data(), masks.data(), masks.size(), &play.count,
                               nullptr));
  TRY(chemix_batch_observe(GAME, BATCH, actors.data(), views.data(), views.size() * sizeof views[0],
                           nullptr));
  TRY(chemix_batch_tensors(GAME, BATCH, actors.data(), NUMBERS));
  TRY(chemix_batch_returns(GAME, BATCH, REALS));
}

void try_policies(Play& play) {
  TRY(chemix_policy_list(TEXT));
  for (const char* text :
       {"random", "greedy worlds=2", "heuristic worlds=1", "search iterations=5"}) {
    play.try_call("chemix_policy_create", [&] {
      chemix_policy* made = nullptr;
      const auto status = chemix_policy_create(text, &made, nullptr);
      expect((made != nullptr) == (status == CHEMIX_OK), "chemix_policy_create", "one is given", 0);
      chemix_policy_destroy(&made);
      return status;
    });
    chemix_policy* policy = nullptr;
    REQUIRE_OK(chemix_policy_create(text, &policy, nullptr));
    std::int32_t action = 0;
    std::vector<chemix_action_value> values(512);
    TRY(chemix_policy_choose(policy, GAME, SEEN, "3", nullptr, &action, nullptr));
    TRY(chemix_policy_action_values(policy, GAME, SEEN, "3", nullptr, values.data(), values.size(),
                                    &play.count, nullptr));
    TRY(chemix_policy_hint(policy, GAME, SEEN, "3", "de", NULL, nullptr, TEXT));
    chemix_policy_destroy(&policy);
  }
  chemix_policy* policy = nullptr;
  REQUIRE_OK(chemix_policy_create("random", &policy, nullptr));
  const std::vector<const chemix_policy*> policies(static_cast<std::size_t>(play.limits.players),
                                                   policy);
  TRY(chemix_state_play(GAME, policies.data(), policies.size(), "3", nullptr, STATE, nullptr,
                        nullptr));
  chemix_policy_destroy(&policy);
}

void try_seen_record(Play& play, const std::string& text) {
  play.try_call("chemix_seen_record_open", [&] {
    chemix_seen_record* opened = nullptr;
    const auto status = chemix_seen_record_open(text.data(), text.size(), &opened, nullptr);
    expect((opened != nullptr) == (status == CHEMIX_OK), "chemix_seen_record_open", "one is given",
           0);
    chemix_seen_record_destroy(&opened);
    return status;
  });
  chemix_seen_record* opened = nullptr;
  REQUIRE_OK(chemix_seen_record_open(text.data(), text.size(), &opened, nullptr));
  play.try_call("chemix_seen_record_game", [&] {
    chemix_game* game = nullptr;
    const auto status = chemix_seen_record_game(opened, &game, &play.count, nullptr);
    expect((game != nullptr) == (status == CHEMIX_OK), "chemix_seen_record_game", "one is given",
           0);
    chemix_game_destroy(&game);
    return status;
  });
  std::vector<chemix_event> events(512);
  TRY(chemix_seen_record_start(opened, SEEN, nullptr));
  TRY(chemix_seen_record_events(opened, 0, events.data(), events.size(), &play.count, nullptr));
  chemix_seen_record_destroy(&opened);
}

void try_records(Play& play) {
  TRY(chemix_record_write(GAME, 0, play.steps.data(), play.steps.size(), TEXT));
  const std::string record = given(play);
  std::uint64_t digest = 0;
  TRY(chemix_record_verify(record.data(), record.size(), &digest, nullptr));
  TRY(chemix_record_json(record.data(), record.size(), TEXT));
  play.try_call("chemix_record_open", [&] {
    chemix_record* opened = nullptr;
    const auto status = chemix_record_open(record.data(), record.size(), &opened, nullptr);
    expect((opened != nullptr) == (status == CHEMIX_OK), "chemix_record_open", "one is given", 0);
    chemix_record_destroy(&opened);
    return status;
  });
  chemix_record* opened = nullptr;
  REQUIRE_OK(chemix_record_open(record.data(), record.size(), &opened, nullptr));
  play.try_call("chemix_record_game", [&] {
    chemix_game* game = nullptr;
    const auto status = chemix_record_game(opened, &game, play.ids.data(), nullptr);
    expect((game != nullptr) == (status == CHEMIX_OK), "chemix_record_game", "one is given", 0);
    chemix_game_destroy(&game);
    return status;
  });
  std::vector<chemix_step> steps(play.steps.size());
  TRY(chemix_record_steps(opened, steps.data(), steps.size(), &play.count, nullptr));
  TRY(chemix_record_start(opened, STATE, nullptr));
  TRY(chemix_record_seen(opened, 0, TEXT));
  const std::string seen = given(play);
  chemix_record_destroy(&opened);
  TRY(chemix_record_write_resumed(GAME, STATE, nullptr, 0, TEXT));
  try_seen_record(play, seen);

  const std::uint8_t seed[CHEMIX_SECRET_SIZE] = {1};
  const std::uint8_t salt[CHEMIX_SECRET_SIZE] = {2};
  const chemix_contribution contribution = {4, {3}};
  TRY(chemix_deal_commit(GAME, 0, seed, salt, TEXT));
  const std::string commitment = given(play);
  TRY(chemix_deal_seed(seed, &contribution, 1, TEXT));
  const std::string dealt = given(play);
  std::vector<std::uint64_t> start = play.state;
  REQUIRE_OK(chemix_state_init(GAME, 0, start.data(), play.limits.state_size, nullptr));
  std::vector<chemix_step> deal(1, {CHEMIX_CHANCE, 0});
  REQUIRE_OK(chemix_state_draw(GAME, start.data(), play.limits.state_size, dealt.c_str(),
                               &deal[0].action, nullptr));
  REQUIRE_OK(chemix_record_write(GAME, 0, deal.data(), deal.size(), TEXT));
  const std::string proof = given(play);
  TRY(chemix_deal_verify(commitment.c_str(), seed, salt, &contribution, 1, proof.data(),
                         proof.size(), &digest, nullptr));
}

void try_turns(Play& play) {
  std::int64_t turns = 0;
  TRY(chemix_state_count_turns(GAME, STATE, &turns, nullptr));
  double value = 0;
  TRY(chemix_state_best_turn(GAME, STATE, "", play.ids.data(), play.ids.size(), &play.count, &value,
                             nullptr));
  play.try_call("chemix_turns_next", [&] {
    chemix_turns* list = nullptr;
    auto status = chemix_turns_create(GAME, STATE, &list, nullptr);
    expect((list != nullptr) == (status == CHEMIX_OK), "chemix_turns_create", "one is given", 0);
    if (status == CHEMIX_OK) status = chemix_turns_next(list, nullptr, IDS);
    chemix_turns_destroy(&list);
    return status;
  });
  mark_tried("chemix_turns_create");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: out_of_memory FUNCTIONS\n");
    return 2;
  }
  for (const char* const name : {"classic", "react"}) {
    Play play(name, 2, std::strcmp(name, "classic") == 0 ? 0 : 30);
    try_games(play, name);
    try_states(play);
    try_observations(play);
    try_batches(play);
    try_policies(play);
    try_records(play);
    if (std::strcmp(name, "classic") == 0) try_turns(play);
  }
  // These return no status.
  for (const char* const name :
       {"chemix_abi_version", "chemix_version", "chemix_status_name", "chemix_deck_destroy",
        "chemix_game_destroy", "chemix_policy_destroy", "chemix_record_destroy",
        "chemix_seen_record_destroy", "chemix_stop_destroy", "chemix_stop_set",
        "chemix_stop_set_time_budget", "chemix_turns_destroy"}) {
    mark_tried(name);
  }
  failures += count_untried(argv[1]);
  std::printf("%d calls, %d allocations refused, %d failures\n", tried_calls, refused_allocations,
              failures);
  return failures == 0 ? 0 : 1;
}
