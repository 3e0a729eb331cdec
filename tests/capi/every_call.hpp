// SPDX-License-Identifier: Apache-2.0
// A valid call of every function of the C ABI, in the middle of a game. Tests vary these calls:
// misuse.cpp their arguments, out_of_memory.cpp the memory that they get.
#ifndef CHEMIX_TESTS_EVERY_CALL_HPP
#define CHEMIX_TESTS_EVERY_CALL_HPP

#include "chemix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace every_call {

inline std::int32_t ok(std::int32_t result, const chemix_error& error) {
  if (result >= 0) return result;
  std::printf("%s: %s: %s\n", chemix_status_name(result), error.field, error.message);
  std::exit(1);
}

inline std::string file_text(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) {
    std::printf("%s cannot be read\n", path);
    std::exit(1);
  }
  return text;
}

/// The names of a function's parameters, from its declaration in chemix_cdef.h.
inline std::vector<std::string> parameter_names(const std::string& cdef, const std::string& name) {
  std::size_t begin = cdef.find(name + "(");
  if (begin == std::string::npos) {
    std::printf("%s is not declared\n", name.c_str());
    std::exit(1);
  }
  begin += name.size() + 1;
  std::istringstream inside(cdef.substr(begin, cdef.find(')', begin) - begin));
  std::vector<std::string> names;
  for (std::string parameter; std::getline(inside, parameter, ',');) {
    parameter = parameter.substr(0, parameter.find('['));
    names.push_back(parameter.substr(parameter.find_last_of(" *") + 1));
  }
  return names;
}

/// A game in progress, with an object of every kind.
struct Fixture {
  chemix_error error{};
  chemix_game* game = nullptr;
  chemix_limits limits = CHEMIX_LIMITS_INIT;
  chemix_seed seed{};
  chemix_deck* deck = nullptr;
  chemix_stop* stop = nullptr;
  chemix_policy* policy = nullptr;
  chemix_state* state = nullptr;
  chemix_state* after = nullptr;
  chemix_state* out_state = nullptr;
  chemix_state* start = nullptr;
  chemix_observation* seen = nullptr;
  chemix_observation* out_seen = nullptr;
  chemix_session* session = nullptr;
  chemix_client* client = nullptr;
  chemix_record* record = nullptr;
  chemix_words* words = nullptr;
  chemix_turns* turns = nullptr;
  chemix_deal deal = CHEMIX_DEAL_INIT;
  /// A legal action of the player who acts, and the refusal of an illegal one.
  chemix_step step{};
  chemix_error refusal{};
  std::string deck_text, words_text, action_text, card_name;
  std::string state_bytes, state_text, state_json, seen_bytes;
  std::string record_text, deal_record_text, session_text, client_text, message;
  std::vector<chemix_event> events;
  std::vector<const chemix_policy*> policies;
  chemix_option option = CHEMIX_OPTION_INIT;
  chemix_phase phase = CHEMIX_PHASE_INIT;
  chemix_card card = CHEMIX_CARD_INIT;
  chemix_hint hint = CHEMIX_HINT_INIT;
  chemix_pile pile{};
  chemix_field field{};
  chemix_acting acting{};
  /// Outputs.
  std::vector<char> text = std::vector<char>(1U << 22U);
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(1U << 16U);
  std::vector<std::int32_t> ids = std::vector<std::int32_t>(1U << 14U);
  std::vector<float> floats = std::vector<float>(1U << 16U);
  std::vector<double> doubles = std::vector<double>(1U << 16U);
  std::vector<chemix_event> out_events = std::vector<chemix_event>(512);
  std::vector<chemix_outcome> outcomes = std::vector<chemix_outcome>(4096);
  std::vector<chemix_field> fields = std::vector<chemix_field>(512);
  std::vector<chemix_pile> piles = std::vector<chemix_pile>(128);
  std::vector<chemix_card_group> groups = std::vector<chemix_card_group>(4096);
  std::vector<chemix_place> places = std::vector<chemix_place>(64);
  std::vector<chemix_action_value> values = std::vector<chemix_action_value>(4096);
  std::vector<chemix_step> steps = std::vector<chemix_step>(4096);
  std::vector<chemix_handover> handovers = std::vector<chemix_handover>(16);
  std::vector<chemix_log_entry> log = std::vector<chemix_log_entry>(4096);
  std::int32_t number = 0;
  std::int32_t number2 = 0;
  std::int64_t large = 0;
  std::uint64_t digest = 0;
  double value = 0;
  chemix_undo undo = 0;
  std::uint8_t secret[CHEMIX_SECRET_SIZE] = {1};
  /// A batch of two states.
  static constexpr std::size_t batch_count = 2;
  std::vector<std::uint64_t> batch;
  std::vector<std::uint64_t> views;
  std::vector<chemix_acting> actings = std::vector<chemix_acting>(batch_count);
  std::vector<std::uint8_t> masks = std::vector<std::uint8_t>(1U << 16U);
  std::vector<std::int32_t> starts, actors, actions, viewers;
  std::vector<chemix_seed> seeds;

  template <class Call>
  std::string text_of(Call call) {
    const std::int32_t size = ok(call(text.data(), text.size(), &error), error);
    return {text.data(), static_cast<std::size_t>(size)};
  }
  template <class Call>
  std::string bytes_of(Call call) {
    const std::int32_t size = ok(call(bytes.data(), bytes.size(), &error), error);
    return {bytes.begin(), bytes.begin() + size};
  }

  Fixture(const char* name, std::int32_t players, int decisions, const char* words_file) {
    words_text = file_text(words_file);
    chemix_seed_init(&seed, 7);
    ok(chemix_game_create(name, players, nullptr, nullptr, &game, &error), error);
    ok(chemix_game_limits(game, &limits, &error), error);
    ok(chemix_deck_open("chemix", &deck, &error), error);
    ok(chemix_stop_create(&stop, &error), error);
    ok(chemix_policy_create("random", &policy, &error), error);
    policies.assign(static_cast<std::size_t>(limits.players), policy);
    make_session(decisions);
    ok(chemix_session_next(session, &step.actor, &error), error);
    ok(chemix_state_create(game, 0, &start, &error), error);
    ok(chemix_state_create(game, 0, &out_state, &error), error);
    ok(chemix_state_copy(chemix_session_state(session), &state, &error), error);
    ok(chemix_state_copy(state, &after, &error), error);
    ok(chemix_observation_create(game, &out_seen, &error), error);
    ok(chemix_observation_create(game, &seen, &error), error);
    ok(chemix_state_observe(state, step.actor, seen, &error), error);
    ok(chemix_observation_legal_actions(seen, ids.data(), ids.size(), &error), error);
    step.action = ids[0];
    refusal.size = sizeof refusal;
    std::int32_t illegal = 0;
    while (chemix_state_check(state, step.actor, illegal, &refusal) != CHEMIX_REFUSED) ++illegal;
    ok(chemix_state_apply(after, step.actor, step.action, &error), error);
    out_events.resize(limits.max_step_events);
    events.resize(limits.max_step_events);
    events.resize(static_cast<std::size_t>(
        ok(chemix_state_events(state, &step, step.actor, events.data(), events.size(), &error),
           error)));
    ok(chemix_observation_piles(seen, piles.data(), piles.size(), &error), error);
    pile = piles[0];
    ok(chemix_observation_fields(seen, fields.data(), fields.size(), &error), error);
    field = fields[0];
    ok(chemix_policy_hint(policy, seen, &seed, nullptr, &hint, &error), error);
    make_texts();
    make_client();
    make_record();
    make_words();
    make_turns();
    make_batch();
  }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;
  ~Fixture() {
    chemix_turns_destroy(&turns);
    chemix_words_destroy(&words);
    chemix_record_destroy(&record);
    chemix_client_destroy(&client);
    chemix_session_destroy(&session);
    chemix_observation_destroy(&out_seen);
    chemix_observation_destroy(&seen);
    chemix_state_destroy(&start);
    chemix_state_destroy(&out_state);
    chemix_state_destroy(&after);
    chemix_state_destroy(&state);
    chemix_policy_destroy(&policy);
    chemix_stop_destroy(&stop);
    chemix_deck_destroy(&deck);
    chemix_game_destroy(&game);
  }

  void make_texts() {
    deck_text = text_of([&](auto... out) { return chemix_deck_json(deck, out...); });
    action_text = text_of([&](auto... out) {
      return chemix_game_action_text(game, step.actor, step.action, out...);
    });
    ok(chemix_game_card(game, 0, &card, &error), error);
    card_name = card.name;
    state_bytes = bytes_of([&](auto... out) { return chemix_state_save(state, out...); });
    state_text = text_of([&](auto... out) { return chemix_state_text(state, out...); });
    state_json = text_of([&](auto... out) { return chemix_state_json(state, out...); });
    seen_bytes = bytes_of([&](auto... out) { return chemix_observation_save(seen, out...); });
    session_text = text_of([&](auto... out) { return chemix_session_save(session, out...); });
    client_text =
        text_of([&](auto... out) { return chemix_session_save_seen(session, step.actor, out...); });
    ok(chemix_session_record(session, &record, &error), error);
    record_text = text_of([&](auto... out) { return chemix_record_save(record, out...); });
    chemix_record_destroy(&record);
    // What the session tells its client about the next step.
    ok(chemix_session_act(session, step.actor, step.action, &error), error);
    const std::int32_t last = ok(chemix_session_seen_count(session, step.actor, &error), error) - 1;
    message = text_of(
        [&](auto... out) { return chemix_session_message(session, step.actor, last, out...); });
    renew(session);
    // A deal, of which only the first card is played.
    ok(chemix_deal_commit(&deal, game, 0, &error), error);
    ok(chemix_deal_seed(&deal, secret, &error), error);
    chemix_seed dealt{};
    chemix_step first = {CHEMIX_CHANCE, 0};
    ok(chemix_seed_init_bytes(&dealt, secret, sizeof secret, &error), error);
    ok(chemix_state_draw_outcome(start, &dealt, &first.action, &error), error);
    ok(chemix_record_create(game, 0, &record, &error), error);
    ok(chemix_record_add(record, &first, 1, &error), error);
    deal_record_text = text_of([&](auto... out) { return chemix_record_save(record, out...); });
    chemix_record_destroy(&record);
  }

  void make_session(int decisions) {
    ok(chemix_session_create(game, 0, &seed, &session, &error), error);
    ok(chemix_session_set_policy_seed(session, &seed, &error), error);
    for (int decision = 0;; ++decision) {
      std::int32_t seat = 0;
      ok(chemix_session_advance(session, 0, nullptr, &seat, &error), error);
      if (decision == decisions) return;
      const std::int32_t count =
          ok(chemix_observation_legal_actions(chemix_session_observation(session, seat), ids.data(),
                                              ids.size(), &error),
             error);
      ok(chemix_session_act(session, seat, ids[static_cast<std::size_t>(decision % count)], &error),
         error);
    }
  }
  void make_client() {
    ok(chemix_client_load(client_text.data(), client_text.size(), &client, &error), error);
  }
  void make_record() {
    ok(chemix_record_load(record_text.data(), record_text.size(), &record, &error), error);
  }
  void make_words() { ok(chemix_words_create(game, "de", &words, &error), error); }
  void make_turns() {
    if (limits.turn_weight_count == 0) return;
    ok(chemix_turns_create(state, &turns, &error), error);
    ok(chemix_turns_next(turns, &error), error);
  }
  void make_batch() {
    const std::size_t words_of_state = limits.state_size / 8;
    batch.assign(batch_count * words_of_state, 0);
    views.assign(batch_count * limits.observation_size / 8, 0);
    const auto states = reinterpret_cast<chemix_state*>(batch.data());
    starts.assign(batch_count, 0);
    ok(chemix_batch_init(states, batch_count, game, starts.data(), &error), error);
    for (std::size_t i = 0; i < batch_count; ++i) {
      ok(chemix_state_assign(reinterpret_cast<chemix_state*>(&batch[i * words_of_state]), state,
                             &error),
         error);
    }
    ok(chemix_batch_init_observations(reinterpret_cast<chemix_observation*>(views.data()),
                                      batch_count, game, &error),
       error);
    actors.assign(batch_count, step.actor);
    actions.assign(batch_count, step.action);
    viewers.assign(batch_count, step.actor);
    seeds.assign(batch_count, seed);
  }
  chemix_state* states() { return reinterpret_cast<chemix_state*>(batch.data()); }
  chemix_observation* observations() { return reinterpret_cast<chemix_observation*>(views.data()); }

  /// Makes an object anew that a call may have changed. Other arguments are never changed.
  void renew(chemix_session*) {
    chemix_session_destroy(&session);
    ok(chemix_session_load(session_text.data(), session_text.size(), &session, &error), error);
  }
  void renew(chemix_client*) {
    chemix_client_destroy(&client);
    make_client();
  }
  void renew(chemix_record*) {
    chemix_record_destroy(&record);
    make_record();
  }
  void renew(chemix_words*) {
    chemix_words_destroy(&words);
    make_words();
  }
  void renew(chemix_turns*) {
    chemix_turns_destroy(&turns);
    make_turns();
  }
  template <class T>
  void renew(T&&) {}

  /// All blocks.
  std::string blocks() {
    std::string all;
    const auto add = [&](const void* at, std::size_t size) {
      all.append(static_cast<const char*>(at), size);
    };
    for (const chemix_state* block : {state, out_state, start}) add(block, limits.state_size);
    for (const chemix_observation* block : {seen, out_seen}) add(block, limits.observation_size);
    add(batch.data(), batch.size() * 8);
    add(views.data(), views.size() * 8);
    return all;
  }
  /// All that a failed call must leave unchanged.
  std::string snapshot() {
    std::string all = blocks();
    all += text_of([&](auto... out) { return chemix_session_save(session, out...); });
    all += text_of([&](auto... out) { return chemix_client_save(client, out...); });
    all += text_of([&](auto... out) { return chemix_record_save(record, out...); });
    return all;
  }
  /// Restores the blocks.
  void restore(const std::string& all) {
    const char* at = all.data();
    const auto take = [&](void* to, std::size_t size) {
      std::copy_n(at, size, static_cast<char*>(to));
      at += size;
    };
    for (chemix_state* block : {state, out_state, start}) take(block, limits.state_size);
    for (chemix_observation* block : {seen, out_seen}) take(block, limits.observation_size);
    take(batch.data(), batch.size() * 8);
    take(views.data(), views.size() * 8);
  }
};

// Frees what a call has created.
inline void destroy(chemix_game** made) { chemix_game_destroy(made); }
inline void destroy(chemix_deck** made) { chemix_deck_destroy(made); }
inline void destroy(chemix_stop** made) { chemix_stop_destroy(made); }
inline void destroy(chemix_policy** made) { chemix_policy_destroy(made); }
inline void destroy(chemix_state** made) { chemix_state_destroy(made); }
inline void destroy(chemix_observation** made) { chemix_observation_destroy(made); }
inline void destroy(chemix_session** made) { chemix_session_destroy(made); }
inline void destroy(chemix_client** made) { chemix_client_destroy(made); }
inline void destroy(chemix_record** made) { chemix_record_destroy(made); }
inline void destroy(chemix_words** made) { chemix_words_destroy(made); }
inline void destroy(chemix_turns** made) { chemix_turns_destroy(made); }

/// Where a call puts what it creates.
template <class T>
T** made() {
  static T* object = nullptr;
  return &object;
}

/// Functions without a status: they allocate nothing, and their pointers may be NULL.
inline std::set<std::string> functions_without_status() {
  return {"chemix_abi_version",         "chemix_version",
          "chemix_version_number",      "chemix_status_name",
          "chemix_struct_init",         "chemix_seed_init",
          "chemix_seed_spawn",          "chemix_stop_set",
          "chemix_stop_clear",          "chemix_stop_set_time_budget",
          "chemix_stop_destroy",        "chemix_deck_name_at",
          "chemix_deck_destroy",        "chemix_game_name_at",
          "chemix_game_destroy",        "chemix_zone_name",
          "chemix_verb_name",           "chemix_state_destroy",
          "chemix_state_game",          "chemix_observation_destroy",
          "chemix_observation_game",    "chemix_language_at",
          "chemix_words_destroy",       "chemix_policy_name_at",
          "chemix_policy_destroy",      "chemix_turns_destroy",
          "chemix_record_destroy",      "chemix_session_destroy",
          "chemix_session_game",        "chemix_session_state",
          "chemix_session_observation", "chemix_client_destroy",
          "chemix_client_game",         "chemix_client_observation",
          "chemix_record_game"};
}

/// Functions of a list (one per line) that were not tried.
inline int count_untried(const char* list, const std::set<std::string>& tried) {
  std::istringstream names(file_text(list));
  int untried = 0;
  for (std::string name; std::getline(names, name);) {
    if (tried.count(name) != 0) continue;
    std::printf("%s is not tried\n", name.c_str());
    ++untried;
  }
  return untried;
}

// Calls `tester(name, function, optional, arguments)`: `optional` are the names of parameters that
// may be NULL, `arguments` returns a tuple of all arguments but `out_error`.
#define CALL(name, optional, ...) \
  tester(#name, name, optional, [&] { return std::make_tuple(__VA_ARGS__); })
#define OUT(buffer) f.buffer.data(), f.buffer.size()

template <class Tester>
void games(Fixture& f, const char* name, Tester& tester) {
  CALL(chemix_stop_create, "", made<chemix_stop>());
  CALL(chemix_seed_init_bytes, "", &f.seed, f.secret, sizeof f.secret);
  CALL(chemix_deck_open, "", "chemix", made<chemix_deck>());
  CALL(chemix_deck_load, "", f.deck_text.data(), f.deck_text.size(), "deck.json",
       made<chemix_deck>());
  CALL(chemix_deck_json, "", f.deck, OUT(text));
  CALL(chemix_game_create, "options deck", name, f.limits.players, "", nullptr,
       made<chemix_game>());
  CALL(chemix_game_copy, "", f.game, made<chemix_game>());
  CALL(chemix_game_name, "", f.game, OUT(text));
  CALL(chemix_game_limits, "", f.game, &f.limits);
  CALL(chemix_game_option, "", f.game, 0, &f.option);
  CALL(chemix_game_phase, "", f.game, 0, &f.phase);
  CALL(chemix_game_field_text, "", f.game, &f.field, OUT(text));
  CALL(chemix_game_describe, "", name, OUT(text));
  CALL(chemix_game_catalogue, "", f.game, OUT(text));
  CALL(chemix_game_schema, "", f.game, "observation", OUT(text));
  CALL(chemix_game_tensor_layout, "", f.game, CHEMIX_TENSOR_STATE, OUT(text));
  CALL(chemix_game_card, "", f.game, 0, &f.card);
  CALL(chemix_game_find_card, "", f.game, f.card_name.c_str(), &f.number);
  CALL(chemix_game_card_formula, "", f.game, 0, CHEMIX_STYLE_UNICODE, OUT(text));
  CALL(chemix_game_action_text, "", f.game, f.step.actor, f.step.action, OUT(text));
  CALL(chemix_game_find_action, "", f.game, f.step.actor, f.action_text.c_str(), &f.number);
  CALL(chemix_game_action_json, "", f.game, f.step.actor, f.step.action, OUT(text));
  CALL(chemix_game_action_fields, "", f.game, f.step.actor, f.step.action, OUT(fields));
  CALL(chemix_game_event_text, "", f.game, f.events.data(), OUT(text));
  CALL(chemix_game_event_json, "", f.game, f.events.data(), OUT(text));
  CALL(chemix_game_refusal_json, "", f.game, &f.refusal, OUT(text));
  CALL(chemix_game_find_pile, "", f.game, &f.pile.place, CHEMIX_UNSEEN, &f.number);
}

/// The first option with choices; REACT! has none.
template <class Tester>
void choices(Fixture& f, Tester& tester) {
  for (std::int32_t option = 0; option < f.limits.option_count; ++option) {
    chemix_option described = CHEMIX_OPTION_INIT;
    ok(chemix_game_option(f.game, option, &described, &f.error), f.error);
    if (described.choice_count == 0) continue;
    CALL(chemix_game_choice_name, "", f.game, option, 0, OUT(text));
    CALL(chemix_words_choice, "", f.words, option, 0, OUT(text));
    return;
  }
}

template <class Tester>
void states(Fixture& f, Tester& tester) {
  const std::int32_t player = f.step.actor;
  CALL(chemix_state_create, "", f.game, 0, made<chemix_state>());
  CALL(chemix_state_init, "", f.out_state, f.game, 0);
  CALL(chemix_state_copy, "", f.state, made<chemix_state>());
  CALL(chemix_state_assign, "", f.out_state, f.state);
  CALL(chemix_state_acting, "", f.state, &f.acting);
  CALL(chemix_state_acting_seen, "", f.state, player, &f.acting);
  CALL(chemix_state_phase, "", f.state, &f.number);
  CALL(chemix_state_legal_actions, "", f.state, player, OUT(ids));
  CALL(chemix_state_check, "", f.state, player, f.step.action);
  CALL(chemix_state_apply, "", f.state, player, f.step.action);
  CALL(chemix_state_outcomes, "", f.start, OUT(outcomes));
  CALL(chemix_state_chance_weight, "", f.start, &f.large);
  CALL(chemix_state_chance_outcome, "", f.start, 0, &f.number);
  CALL(chemix_state_draw_outcome, "", f.start, &f.seed, &f.number);
  CALL(chemix_state_resolve, "", f.start, &f.seed);
  CALL(chemix_state_playout, "stop out_steps", f.state, &f.seed, f.stop, &f.number);
  CALL(chemix_state_scores, "", f.state, OUT(ids));
  CALL(chemix_state_returns, "", f.state, OUT(doubles));
  CALL(chemix_state_tensor, "", f.state, player, OUT(floats));
  CALL(chemix_state_digest, "", f.state, &f.digest);
  CALL(chemix_state_save, "", f.state, OUT(bytes));
  CALL(chemix_state_load, "", f.out_state,
       reinterpret_cast<const std::uint8_t*>(f.state_bytes.data()), f.state_bytes.size());
  CALL(chemix_state_text, "", f.state, OUT(text));
  CALL(chemix_state_load_text, "", f.out_state, f.state_text.data(), f.state_text.size());
  CALL(chemix_state_json, "", f.state, OUT(text));
  CALL(chemix_state_load_json, "", f.out_state, f.state_json.data(), f.state_json.size());
  CALL(chemix_state_events, "", f.state, &f.step, player, OUT(out_events));
  CALL(chemix_state_can_undo, "", f.state, f.after, player, &f.undo);
  CALL(chemix_state_observe, "", f.state, player, f.out_seen);
  CALL(chemix_state_play, "stop out_steps", f.state, f.policies.data(), &f.seed, f.stop, &f.number);
}

template <class Tester>
void observations(Fixture& f, Tester& tester) {
  CALL(chemix_observation_create, "", f.game, made<chemix_observation>());
  CALL(chemix_observation_init, "", f.out_seen, f.game);
  CALL(chemix_observation_copy, "", f.seen, made<chemix_observation>());
  CALL(chemix_observation_assign, "", f.out_seen, f.seen);
  CALL(chemix_observation_viewer, "", f.seen, &f.number);
  CALL(chemix_observation_phase, "", f.seen, &f.number);
  CALL(chemix_observation_acting, "", f.seen, &f.acting);
  CALL(chemix_observation_legal_actions, "", f.seen, OUT(ids));
  CALL(chemix_observation_check, "", f.seen, f.step.action);
  CALL(chemix_observation_scores, "", f.seen, OUT(ids));
  CALL(chemix_observation_returns, "", f.seen, OUT(doubles));
  CALL(chemix_observation_fold, "", f.seen, f.events.data(),
       static_cast<chemix_count>(f.events.size()));
  CALL(chemix_observation_tensor, "", f.seen, CHEMIX_TENSOR_OBSERVATION, OUT(floats));
  CALL(chemix_observation_digest, "", f.seen, &f.digest);
  CALL(chemix_observation_save, "", f.seen, OUT(bytes));
  CALL(chemix_observation_load, "", f.out_seen,
       reinterpret_cast<const std::uint8_t*>(f.seen_bytes.data()), f.seen_bytes.size());
  CALL(chemix_observation_text, "", f.seen, OUT(text));
  CALL(chemix_observation_json, "", f.seen, OUT(text));
  CALL(chemix_observation_piles, "", f.seen, OUT(piles));
  CALL(chemix_observation_cards, "", f.seen, CHEMIX_ANY, CHEMIX_ANY, OUT(groups));
  CALL(chemix_observation_fields, "", f.seen, OUT(fields));
  CALL(chemix_observation_determinize, "", f.seen, &f.seed, std::uint64_t{0}, CHEMIX_OTHERS_DECIDED,
       f.out_state);
  CALL(chemix_observation_count_worlds, "", f.seen, OUT(text));
  CALL(chemix_observation_exactness, "", f.seen, &f.number, &f.number2);
  CALL(chemix_observation_hidden_places, "", f.seen, OUT(places));
  CALL(chemix_observation_marginals, "stop", f.seen, f.stop, OUT(doubles));
}

template <class Tester>
void texts(Fixture& f, Tester& tester) {
  const std::int32_t player = f.step.actor;
  CALL(chemix_words_create, "language", f.game, "de", made<chemix_words>());
  CALL(chemix_words_load, "", f.game, f.words_text.data(), f.words_text.size(), "en.json",
       made<chemix_words>());
  CALL(chemix_words_set_player, "name", f.words, player, "Ada");
  CALL(chemix_words_set_style, "", f.words, CHEMIX_STYLE_MARKUP);
  CALL(chemix_words_language_name, "", f.words, OUT(text));
  CALL(chemix_words_title, "", f.words, OUT(text));
  CALL(chemix_words_scoring, "", f.words, OUT(text));
  CALL(chemix_words_option, "", f.words, 0, OUT(text));
  CALL(chemix_words_player, "", f.words, player, OUT(text));
  CALL(chemix_words_phase, "", f.words, 0, OUT(text));
  CALL(chemix_words_pile, "", f.words, &f.pile, OUT(text));
  CALL(chemix_words_place, "", f.words, CHEMIX_ZONE_HAND, player, OUT(text));
  CALL(chemix_words_field_name, "", f.words, &f.field, OUT(text));
  CALL(chemix_words_field_value, "", f.words, &f.field, OUT(text));
  CALL(chemix_words_card_name, "", f.words, 0, OUT(text));
  CALL(chemix_words_card, "", f.words, 0, OUT(text));
  CALL(chemix_words_action, "", f.words, player, f.step.action, OUT(text));
  CALL(chemix_words_legal_actions, "", f.words, f.seen, OUT(text));
  CALL(chemix_words_event, "", f.words, f.events.data(), OUT(text));
  CALL(chemix_words_events, "", f.words, f.events.data(),
       static_cast<chemix_count>(f.events.size()), OUT(text));
  CALL(chemix_words_prompt, "", f.words, f.seen, OUT(text));
  CALL(chemix_words_refusal, "observation", f.words, &f.refusal, f.seen, OUT(text));
  CALL(chemix_words_undo, "", f.words, CHEMIX_UNDO_LEARNED, OUT(text));
  CALL(chemix_words_scores, "", f.words, f.seen, OUT(text));
  CALL(chemix_words_state_scores, "", f.words, f.state, OUT(text));
  CALL(chemix_words_hint, "", f.words, &f.hint, OUT(text));
}

template <class Tester>
void policies(Fixture& f, Tester& tester) {
  CALL(chemix_policy_describe, "", "search", OUT(text));
  CALL(chemix_policy_create, "", "search iterations=4", made<chemix_policy>());
  CALL(chemix_policy_text, "", f.policy, OUT(text));
  CALL(chemix_policy_choose, "stop", f.policy, f.seen, &f.seed, f.stop, &f.number);
  CALL(chemix_policy_action_values, "stop", f.policy, f.seen, &f.seed, f.stop, OUT(values));
  CALL(chemix_policy_hint, "stop", f.policy, f.seen, &f.seed, f.stop, &f.hint);
}

/// For games with whole turns.
template <class Tester>
void turns(Fixture& f, Tester& tester) {
  CALL(chemix_game_turn_weight, "", f.game, 0, &f.option);
  CALL(chemix_words_turn_weight, "", f.words, 0, OUT(text));
  CALL(chemix_turns_create, "", f.state, made<chemix_turns>());
  CALL(chemix_turns_count, "stop", f.turns, f.stop, &f.large);
  CALL(chemix_turns_next, "", f.turns);
  CALL(chemix_turns_find_best, "weights stop out_value", f.turns, "points=2", f.stop, &f.value);
  CALL(chemix_turns_actions, "", f.turns, OUT(ids));
  CALL(chemix_turns_points, "", f.turns, OUT(ids));
}

template <class Tester>
void records(Fixture& f, Tester& tester) {
  CALL(chemix_record_create, "", f.game, 0, made<chemix_record>());
  CALL(chemix_record_resume, "", f.state, made<chemix_record>());
  CALL(chemix_record_load, "", f.record_text.data(), f.record_text.size(), made<chemix_record>());
  CALL(chemix_record_add, "", f.record, &f.step, 1);
  CALL(chemix_record_hand_over, "policy", f.record, f.step.actor, "random");
  CALL(chemix_record_save, "", f.record, OUT(text));
  CALL(chemix_record_json, "", f.record, OUT(text));
  CALL(chemix_record_save_seen, "", f.record, f.step.actor, OUT(text));
  CALL(chemix_record_start_player, "", f.record, &f.number);
  CALL(chemix_record_steps, "", f.record, OUT(steps));
  CALL(chemix_record_handovers, "", f.record, OUT(handovers));
  CALL(chemix_record_state, "", f.record, 0, f.out_state);
  CALL(chemix_record_digest, "", f.record, &f.digest);
  CALL(chemix_deal_commit, "", &f.deal, f.game, 0);
  CALL(chemix_deal_seed, "", &f.deal, f.secret);
  CALL(chemix_deal_verify, "", &f.deal, f.deal_record_text.data(), f.deal_record_text.size(),
       &f.digest);
}

template <class Tester>
void sessions(Fixture& f, Tester& tester) {
  const std::int32_t seat = f.step.actor;
  CALL(chemix_session_create, "seed", f.game, 0, &f.seed, made<chemix_session>());
  CALL(chemix_session_resume, "seed", f.state, &f.seed, made<chemix_session>());
  CALL(chemix_session_replay, "seed", f.record, &f.seed, made<chemix_session>());
  CALL(chemix_session_load, "", f.session_text.data(), f.session_text.size(),
       made<chemix_session>());
  CALL(chemix_session_save, "", f.session, OUT(text));
  CALL(chemix_session_record, "", f.session, made<chemix_record>());
  CALL(chemix_session_set_player, "name", f.session, seat, "Ada");
  CALL(chemix_session_player, "", f.session, seat, OUT(text));
  CALL(chemix_session_set_policy, "policy", f.session, seat, f.policy);
  CALL(chemix_session_policy, "", f.session, seat, OUT(text));
  CALL(chemix_session_set_policy_seed, "", f.session, &f.seed);
  CALL(chemix_session_set_move_time, "", f.session, std::int64_t{1000});
  CALL(chemix_session_next, "", f.session, &f.number);
  CALL(chemix_session_advance, "stop out_actor", f.session, 4, f.stop, &f.number);
  CALL(chemix_session_act, "", f.session, seat, f.step.action);
  CALL(chemix_session_choose, "policy stop", f.session, seat, f.policy, f.stop, &f.number);
  CALL(chemix_session_hint, "policy stop", f.session, seat, f.policy, f.stop, &f.hint);
  CALL(chemix_session_can_undo, "", f.session, seat, &f.undo);
  CALL(chemix_session_undo, "", f.session, seat, &f.undo);
  CALL(chemix_session_rewind, "", f.session, 0);
  CALL(chemix_session_log, "", f.session, OUT(log));
  CALL(chemix_session_set_step_time, "", f.session, 0, std::int64_t{5});
  CALL(chemix_session_state_at, "", f.session, 0, f.out_state);
  CALL(chemix_session_seen_count, "", f.session, seat);
  CALL(chemix_session_events, "", f.session, seat, 0, OUT(out_events));
  CALL(chemix_session_observe_at, "", f.session, seat, 0, f.out_seen);
  CALL(chemix_session_save_seen, "", f.session, seat, OUT(text));
  CALL(chemix_session_message, "", f.session, seat, 0, OUT(text));
}

template <class Tester>
void clients(Fixture& f, Tester& tester) {
  CALL(chemix_client_create, "", f.seen, 0, made<chemix_client>());
  CALL(chemix_client_load, "", f.client_text.data(), f.client_text.size(), made<chemix_client>());
  CALL(chemix_client_save, "", f.client, OUT(text));
  CALL(chemix_client_receive, "", f.client, f.message.data(), f.message.size());
  CALL(chemix_client_fold, "", f.client, f.events.data(),
       static_cast<chemix_count>(f.events.size()));
  CALL(chemix_client_rewind, "", f.client, 0);
  CALL(chemix_client_seen_count, "", f.client);
  CALL(chemix_client_events, "", f.client, 0, OUT(out_events));
  CALL(chemix_client_observe_at, "", f.client, 0, f.out_seen);
}

template <class Tester>
void batches(Fixture& f, Tester& tester) {
  const std::size_t count = Fixture::batch_count;
  CALL(chemix_batch_init, "start_players", f.states(), count, f.game, f.starts.data());
  CALL(chemix_batch_init_observations, "", f.observations(), count, f.game);
  CALL(chemix_batch_acting, "", f.states(), count, OUT(actings));
  CALL(chemix_batch_legal_masks, "", f.states(), count, f.viewers.data(), OUT(masks));
  CALL(chemix_batch_apply, "", f.states(), count, f.actors.data(), f.actions.data());
  CALL(chemix_batch_resolve, "", f.states(), count, f.seeds.data());
  CALL(chemix_batch_playout, "stop", f.states(), count, f.seeds.data(), f.stop, OUT(ids));
  CALL(chemix_batch_observe, "", f.states(), count, f.viewers.data(), f.observations());
  CALL(chemix_batch_tensors, "", f.states(), count, f.viewers.data(), OUT(floats));
  CALL(chemix_batch_returns, "", f.states(), count, OUT(doubles));
}

/// Every call that is possible in this game.
template <class Tester>
void all(Fixture& f, const char* name, Tester& tester) {
  games(f, name, tester);
  choices(f, tester);
  states(f, tester);
  observations(f, tester);
  texts(f, tester);
  policies(f, tester);
  if (f.turns != nullptr) turns(f, tester);
  records(f, tester);
  sessions(f, tester);
  clients(f, tester);
  batches(f, tester);
}

#undef OUT
#undef CALL

}  // namespace every_call

#endif
