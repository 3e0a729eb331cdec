// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest are numbers, used as events, ids, seats, errors, secrets,
// sessions and batches. Events need not belong to the step: queries of an unreachable observation
// must be safe.
#include "fuzz.hpp"

namespace {

/// A mostly small number.
std::int32_t number(fuzz::Input& input) {
  const auto small = input.number<std::int8_t>();
  return small == 127 ? input.number<std::int32_t>() : small;
}

chemix_event event_of(fuzz::Input& input) {
  chemix_event event{};
  std::int32_t* const fields[] = {
      &event.verb,   &event.from.zone, &event.from.owner, &event.to.zone, &event.to.owner,
      &event.player, &event.index,     &event.kind,       &event.amount,  &event.seen_by};
  for (std::int32_t* const field : fields) *field = number(input);
  return event;
}

void tell(const fuzz::Game& game, const chemix_event& event) {
  fuzz::sure_text("an event is a line",
                  [&](auto... out) { return chemix_game_event_text(game.handle, &event, out...); });
  fuzz::sure_text("an event is JSON",
                  [&](auto... out) { return chemix_game_event_json(game.handle, &event, out...); });
  fuzz::sure_text("an event is a sentence",
                  [&](auto... out) { return chemix_words_event(game.words, &event, out...); });
  fuzz::sure_text("events are sentences",
                  [&](auto... out) { return chemix_words_events(game.words, &event, 1, out...); });
}

void check_events(const fuzz::Game& game, const fuzz::State& state, fuzz::Input& input) {
  const auto viewers = game.viewers();
  fuzz::Seen seen = fuzz::observed(game, state, viewers[input.byte() % viewers.size()]);
  fuzz::Error error;
  fuzz::Client client;
  fuzz::require_ok(chemix_client_create(seen, 0, &client.handle, &error), error, "a client");
  std::int32_t folded = 0;
  for (int count = input.byte() % 16; count > 0; --count) {
    const chemix_event event = event_of(input);
    const fuzz::Seen before = seen;
    const bool is_folded = fuzz::is_ok(chemix_observation_fold(seen, &event, 1, &error), error);
    fuzz::require(fuzz::is_ok(chemix_client_fold(client, &event, 1, &error), error) == is_folded,
                  "a client folds what an observation does");
    if (!is_folded) {
      fuzz::require(seen == before, "a refused event changes nothing");
      continue;
    }
    ++folded;
    tell(game, event);
  }
  fuzz::require(chemix_client_seen_count(client, &error) == folded, "a client counts its steps");
  fuzz::is_ok(chemix_client_rewind(client, number(input), &error), error);
  const std::int32_t step = number(input);
  fuzz::list_of<chemix_event>(
      [&](auto... out) { return chemix_client_events(client, step, out...); });
  fuzz::Seen at = game.new_observation();
  fuzz::is_ok(chemix_client_observe_at(client, step, at, &error), error);
  fuzz::text_of([&](auto... out) { return chemix_client_save(client, out...); });
  fuzz::view_of(game, seen);
  fuzz::ask_beliefs(seen, true);
  fuzz::drawn(game, seen, 0, CHEMIX_OTHERS_DECIDED);
}

void check_actions(const fuzz::Game& game, std::int32_t actor, std::int32_t action) {
  const auto ask = [&](auto call) {
    fuzz::text_of([&](auto... out) { return call(game.handle, actor, action, out...); });
  };
  ask(chemix_game_action_text);
  ask(chemix_game_action_json);
  fuzz::text_of(
      [&](auto... out) { return chemix_words_action(game.words, actor, action, out...); });
  const auto fields = fuzz::list_of<chemix_field>(
      [&](auto... out) { return chemix_game_action_fields(game.handle, actor, action, out...); });
  if (!fields) return;
  fuzz::require(!fields->empty() && fields->size() <= game.limits.max_action_fields,
                "an action has fields");
  for (const chemix_field& field : *fields) {
    fuzz::sure_text("a field is a text", [&](auto... out) {
      return chemix_game_field_text(game.handle, &field, out...);
    });
  }
}

/// Descriptions of a game, by any numbers.
void check_descriptions(const fuzz::Game& game, fuzz::Input& input) {
  const std::int32_t id = number(input);
  const std::int32_t other = number(input);
  fuzz::Error error;
  chemix_option option = CHEMIX_OPTION_INIT;
  chemix_phase phase = CHEMIX_PHASE_INIT;
  chemix_card card = CHEMIX_CARD_INIT;
  fuzz::is_ok(chemix_game_option(game.handle, id, &option, &error), error);
  fuzz::is_ok(chemix_game_turn_weight(game.handle, id, &option, &error), error);
  fuzz::is_ok(chemix_game_phase(game.handle, id, &phase, &error), error);
  fuzz::is_ok(chemix_game_card(game.handle, id, &card, &error), error);
  fuzz::text_of(
      [&](auto... out) { return chemix_game_choice_name(game.handle, id, other, out...); });
  fuzz::text_of(
      [&](auto... out) { return chemix_game_card_formula(game.handle, id, other, out...); });
  fuzz::text_of([&](auto... out) { return chemix_game_tensor_layout(game.handle, id, out...); });
  for (const auto call :
       {chemix_words_option, chemix_words_turn_weight, chemix_words_player, chemix_words_phase,
        chemix_words_card_name, chemix_words_card, chemix_words_undo}) {
    fuzz::text_of([&](auto... out) { return call(game.words, id, out...); });
  }
  fuzz::text_of([&](auto... out) { return chemix_words_choice(game.words, id, other, out...); });
  fuzz::text_of([&](auto... out) { return chemix_words_place(game.words, id, other, out...); });
  chemix_place place = {id, other};
  std::int32_t found = -1;
  fuzz::is_ok(chemix_game_find_pile(game.handle, &place, number(input), &found, &error), error);
  chemix_pile pile{};
  pile.place = place;
  for (char& sign : pile.name) sign = static_cast<char>(input.byte());
  fuzz::text_of([&](auto... out) { return chemix_words_pile(game.words, &pile, out...); });
  chemix_field field{};
  for (char& sign : field.name) sign = static_cast<char>(input.byte());
  field.type = number(input);
  field.value = number(input);
  field.owner = number(input);
  field.element = number(input);
  for (const auto call : {chemix_words_field_name, chemix_words_field_value}) {
    fuzz::text_of([&](auto... out) { return call(game.words, &field, out...); });
  }
  fuzz::text_of([&](auto... out) { return chemix_game_field_text(game.handle, &field, out...); });
  chemix_hint hint = CHEMIX_HINT_INIT;
  hint.size = static_cast<std::uint32_t>(sizeof hint);
  hint.action = id;
  hint.reason = other;
  hint.choices = number(input);
  fuzz::text_of([&](auto... out) { return chemix_words_hint(game.words, &hint, out...); });
  chemix_zone_name(id);
  chemix_verb_name(id);
  chemix_game_name_at(id);
  chemix_deck_name_at(id);
  chemix_language_at(id);
  chemix_policy_name_at(id);
}

void check_ids(const fuzz::Game& game, const fuzz::State& state, fuzz::Input& input) {
  const chemix_step step = {number(input), number(input)};
  const std::int32_t viewer = number(input);
  check_actions(game, step.actor, step.action);
  fuzz::Error error;
  fuzz::Seen seen = game.new_observation();
  fuzz::is_ok(chemix_state_observe(state, viewer, seen, &error), error);
  fuzz::list_of<chemix_event>(
      [&](auto... out) { return chemix_state_events(state, &step, viewer, out...); });
  fuzz::list_of<chemix_card_group>(
      [&](auto... out) { return chemix_observation_cards(seen, step.actor, step.action, out...); });
  chemix_undo undo = CHEMIX_UNDO_ALLOWED;
  fuzz::is_ok(chemix_state_can_undo(state, state, viewer, &undo, &error), error);
  fuzz::State begun = game.new_state();
  const bool is_begun = fuzz::is_ok(chemix_state_init(begun, game.handle, viewer, &error), error);
  fuzz::Owned<chemix_state, chemix_state_destroy> created;
  fuzz::require(fuzz::is_ok(chemix_state_create(game.handle, viewer, &created.handle, &error),
                            error) == is_begun,
                "a state is created where it is initialized");
  const char* const name = chemix_status_name(step.action);
  fuzz::require((name != nullptr) == (step.action <= CHEMIX_OK && step.action >= CHEMIX_STOPPED),
                "exactly the statuses have names");
  check_descriptions(game, input);
}

/// Callers may pass in errors with any numbers.
void check_errors(const fuzz::Game& game, fuzz::Input& input) {
  fuzz::Error told;
  told.status = number(input);
  told.actor = number(input);
  told.detail = number(input);
  told.action = number(input);
  for (std::int32_t& argument : told.arguments) argument = number(input);
  for (char& sign : told.rule) sign = static_cast<char>(input.byte());
  fuzz::text_of(
      [&](auto... out) { return chemix_words_refusal(game.words, &told, nullptr, out...); });
  fuzz::text_of([&](auto... out) { return chemix_game_refusal_json(game.handle, &told, out...); });
}

void check_secrets(const fuzz::Game& game, fuzz::Input& input) {
  chemix_deal deal = CHEMIX_DEAL_INIT;
  for (std::uint8_t& byte : deal.seed) byte = input.byte();
  for (std::uint8_t& byte : deal.salt) byte = input.byte();
  for (char& sign : deal.commitment) sign = static_cast<char>(input.byte());
  for (chemix_contribution& contribution : deal.contributions) {
    contribution.byte_count = input.byte() % (CHEMIX_SECRET_SIZE + 2);
    for (std::uint8_t& byte : contribution.bytes) byte = input.byte();
  }
  fuzz::Error error;
  std::uint8_t bytes[CHEMIX_SECRET_SIZE];
  std::uint64_t digest = 0;
  fuzz::is_ok(chemix_deal_verify(&deal, "{}", 2, &digest, &error), error);
  fuzz::is_ok(chemix_deal_seed(&deal, bytes, &error), error);
  fuzz::is_ok(chemix_deal_commit(&deal, game.handle, number(input), &error), error);
  chemix_seed seed = fuzz::seed_of(input.byte());
  chemix_seed_spawn(&seed, &seed, input.byte());
}

/// A session and everything that it takes as numbers.
void check_session(const fuzz::Game& game, const fuzz::State& state, fuzz::Input& input) {
  fuzz::Session session;
  fuzz::Policy policy;
  fuzz::Stop stop;
  fuzz::Error error;
  const chemix_seed seed = fuzz::seed_of(input.byte());
  fuzz::require_ok(chemix_session_resume(state, &seed, &session.handle, &error), error,
                   "a session");
  fuzz::require_ok(chemix_policy_create("random", &policy.handle, &error), error, "a policy");
  fuzz::require_ok(chemix_stop_create(&stop.handle, &error), error, "a stop object");
  chemix_stop_clear(stop);
  fuzz::require_ok(chemix_session_set_policy_seed(session, &seed, &error), error, "a seed");
  for (int count = input.byte() % 24; count > 0; --count) {
    const std::int32_t seat = number(input);
    const std::int32_t id = number(input);
    std::int32_t out = 0;
    chemix_undo undo = CHEMIX_UNDO_ALLOWED;
    chemix_hint hint = CHEMIX_HINT_INIT;
    fuzz::State at = game.new_state();
    fuzz::Seen seen = game.new_observation();
    const auto try_call = [&](std::int32_t result) { return fuzz::is_ok(result, error); };
    switch (input.byte() % 12) {
      case 0:
        try_call(chemix_session_act(session, seat, id, &error));
        break;
      case 1:
        try_call(chemix_session_set_policy(session, seat, id % 2 == 0 ? policy : nullptr, &error));
        break;
      case 2:
        try_call(chemix_session_can_undo(session, seat, &undo, &error));
        try_call(chemix_session_undo(session, seat, &undo, &error));
        break;
      case 3:
        try_call(chemix_session_rewind(session, id, &error));
        break;
      case 4:
        try_call(chemix_session_state_at(session, id, at, &error));
        break;
      case 5:
        try_call(chemix_session_observe_at(session, seat, id, seen, &error));
        break;
      case 6:
        fuzz::list_of<chemix_event>(
            [&](auto... to) { return chemix_session_events(session, seat, id, to...); });
        fuzz::text_of([&](auto... to) { return chemix_session_message(session, seat, id, to...); });
        break;
      case 7:
        try_call(chemix_session_choose(session, seat, policy, stop, &out, &error));
        try_call(chemix_session_hint(session, seat, policy, stop, &hint, &error));
        break;
      case 8:
        try_call(chemix_session_set_step_time(session, seat, id, &error));
        try_call(chemix_session_set_move_time(session, id, &error));
        break;
      case 9:
        fuzz::text_of([&](auto... to) { return chemix_session_policy(session, seat, to...); });
        fuzz::text_of([&](auto... to) { return chemix_session_save_seen(session, seat, to...); });
        try_call(chemix_session_seen_count(session, seat, &error));
        chemix_session_observation(session, seat);
        break;
      case 10:
        try_call(chemix_session_advance(session, id % 32, stop, &out, &error));
        break;
      default:
        try_call(chemix_session_next(session, &out, &error));
        fuzz::sure_list<chemix_log_entry>(
            "a log", [&](auto... to) { return chemix_session_log(session, to...); });
        break;
    }
  }
  // Whatever was done, the session is stored and continues where it was.
  const std::string saved = fuzz::sure_text(
      "a session is saved", [&](auto... out) { return chemix_session_save(session, out...); });
  fuzz::Session again;
  fuzz::require_ok(chemix_session_load(saved.data(), saved.size(), &again.handle, &error), error,
                   "a saved session is loaded");
  std::uint64_t digests[2] = {0, 1};
  chemix_state_digest(chemix_session_state(session), &digests[0], nullptr);
  chemix_state_digest(chemix_session_state(again), &digests[1], nullptr);
  fuzz::require(digests[0] == digests[1], "a loaded session is the saved one");
  fuzz::Record record;
  fuzz::require_ok(chemix_session_record(session, &record.handle, &error), error, "a record");
  fuzz::Session replayed;
  fuzz::require_ok(chemix_session_replay(record, nullptr, &replayed.handle, &error), error,
                   "a record is replayed");
}

/// A batch does the same as single calls, and a failure changes no state.
void check_batches(const fuzz::Game& game, fuzz::Input& input) {
  const std::size_t count = input.byte() % 5;
  const std::size_t size = game.limits.state_size;
  std::vector<std::int32_t> numbers(count);
  for (std::int32_t& start : numbers) start = number(input);
  fuzz::Bytes states(std::max<std::size_t>(count, 1) * size);
  const auto block = [](fuzz::Bytes& memory, std::size_t at) {
    return reinterpret_cast<chemix_state*>(&memory[at]);
  };
  const fuzz::Bytes nothing = states;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_batch_init(block(states, 0), count, game.handle, numbers.data(), &error),
                   error)) {
    fuzz::require(states == nothing, "a refused batch is unchanged");
    fuzz::require_ok(chemix_batch_init(block(states, 0), count, game.handle, nullptr, &error),
                     error, "a batch begins");
  }
  std::vector<chemix_seed> seeds(count);
  for (chemix_seed& seed : seeds) seed = fuzz::seed_of(input.number<std::uint16_t>());
  fuzz::require_ok(chemix_batch_resolve(block(states, 0), count, seeds.data(), &error), error,
                   "a batch is dealt");

  std::vector<std::int32_t> actors(count);
  std::vector<std::int32_t> actions(count);
  for (std::size_t i = 0; i < count; ++i) {
    actors[i] = number(input);
    actions[i] = number(input);
  }
  fuzz::Bytes after = states;
  const bool applied = fuzz::is_ok(
      chemix_batch_apply(block(after, 0), count, actors.data(), actions.data(), &error), error);
  fuzz::require(applied || after == states, "a refused batch is unchanged", error.told());
  bool all_taken = true;
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(i * size);
    const auto end = begin + static_cast<std::ptrdiff_t>(size);
    fuzz::Bytes one(states.begin() + begin, states.begin() + end);
    if (actions[i] == CHEMIX_NONE) {
      // Actors must be in range even where no action is taken.
      all_taken &= actors[i] >= CHEMIX_CHANCE && actors[i] < game.limits.players;
    } else {
      all_taken &= chemix_state_apply(block(one, 0), actors[i], actions[i], nullptr) == CHEMIX_OK;
    }
    fuzz::require(!applied || std::equal(one.begin(), one.end(), after.begin() + begin),
                  "a batch does what single calls do");
  }
  fuzz::require(applied == all_taken, "a batch is refused where a single call is", error.told());

  chemix_state* const batch = block(after, 0);
  std::vector<chemix_acting> acting(count);
  fuzz::require_ok(chemix_batch_acting(batch, count, acting.data(), count, &error), error,
                   "who acts in a batch");
  std::vector<std::uint8_t> masks(count * static_cast<std::size_t>(game.limits.action_count));
  fuzz::is_ok(
      chemix_batch_legal_masks(batch, count, numbers.data(), masks.data(), masks.size(), &error),
      error);
  std::vector<float> tensors(count * game.limits.tensor_size);
  fuzz::is_ok(
      chemix_batch_tensors(batch, count, numbers.data(), tensors.data(), tensors.size(), &error),
      error);
  fuzz::Bytes views(std::max<std::size_t>(count, 1) * game.limits.observation_size);
  const auto seen = reinterpret_cast<chemix_observation*>(views.data());
  fuzz::require_ok(chemix_batch_init_observations(seen, count, game.handle, &error), error,
                   "nothing is seen yet");
  fuzz::is_ok(chemix_batch_observe(batch, count, numbers.data(), seen, &error), error);
  std::vector<double> returns(count * static_cast<std::size_t>(game.limits.players));
  fuzz::require_ok(chemix_batch_returns(batch, count, returns.data(), returns.size(), &error),
                   error, "returns of a batch");
  std::vector<std::int32_t> steps(count);
  fuzz::require_ok(
      chemix_batch_playout(batch, count, seeds.data(), nullptr, steps.data(), count, &error), error,
      "a batch is played out");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  const chemix_seed seed = fuzz::seed_of(input.byte());
  fuzz::Error error;
  fuzz::State state = game->new_state();
  fuzz::require_ok(chemix_state_resolve(state, &seed, &error), error, "cards are dealt");
  switch (input.byte() % 6) {
    case 0:
      check_events(*game, state, input);
      break;
    case 1:
      check_ids(*game, state, input);
      break;
    case 2:
      check_errors(*game, input);
      break;
    case 3:
      check_secrets(*game, input);
      break;
    case 4:
      check_session(*game, state, input);
      break;
    default:
      check_batches(*game, input);
      break;
  }
  return 0;
}
