// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest are numbers, used as events, ids, seats, errors, secrets
// and batches. Events need not belong to the step: queries of an unreachable observation must be
// safe.
#include "fuzz.hpp"

namespace {

/// A mostly small number.
std::int32_t number(fuzz::Input& input) {
  const auto small = input.number<std::int8_t>();
  return small == 127 ? input.number<std::int32_t>() : small;
}

void check_events(const fuzz::Game& game, const fuzz::Bytes& state, fuzz::Input& input) {
  const auto viewers = game.viewers();
  fuzz::Bytes seen = fuzz::observed(game, state, viewers[input.byte() % viewers.size()]);
  fuzz::Error error;
  for (int count = input.byte() % 16; count > 0; --count) {
    chemix_event event{};
    std::int32_t* const fields[] = {
        &event.verb,   &event.from_zone, &event.from_owner, &event.to_zone, &event.to_owner,
        &event.player, &event.index,     &event.kind,       &event.amount,  &event.seen_by};
    for (std::int32_t* const field : fields) *field = number(input);
    const fuzz::Bytes before = seen;
    if (!fuzz::is_ok(chemix_observation_fold(game.handle, &event, seen.data(), seen.size(), &error),
                     error)) {
      fuzz::require(seen == before, "a refused event changes nothing");
      continue;
    }
    fuzz::sure_text("an event is a line",
                    [&](auto... out) { return chemix_event_text(game.handle, &event, out...); });
    fuzz::sure_text("an event is JSON",
                    [&](auto... out) { return chemix_event_json(game.handle, &event, out...); });
    fuzz::sure_text("an event is a sentence", [&](auto... out) {
      return chemix_event_words(game.handle, &event, "fr", "", out...);
    });
  }
  fuzz::view_of(game, seen);
  fuzz::ask_beliefs(game, seen, true);
  fuzz::drawn(game, seen, 0, CHEMIX_OTHERS_DECIDED);
}

void check_ids(const fuzz::Game& game, const fuzz::Bytes& state, fuzz::Input& input) {
  const std::int32_t actor = number(input);
  const std::int32_t action = number(input);
  const std::int32_t viewer = number(input);
  const auto ask = [&](auto call) {
    fuzz::text_of([&](auto... out) { return call(game.handle, actor, action, out...); });
  };
  ask(chemix_action_text);
  ask(chemix_action_json);
  fuzz::text_of([&](auto... out) {
    return chemix_action_words(game.handle, actor, action, "de", nullptr, out...);
  });
  fuzz::text_of([&](auto... out) { return chemix_card_name(game.handle, action, out...); });
  fuzz::text_of(
      [&](auto... out) { return chemix_card_words(game.handle, action, nullptr, out...); });
  fuzz::Error error;
  fuzz::Bytes seen = game.observation_memory();
  fuzz::is_ok(chemix_state_observe(game.handle, state.data(), state.size(), viewer, seen.data(),
                                   seen.size(), &error),
              error);
  fuzz::list_of<chemix_event>([&](auto... out) {
    return chemix_state_events(game.handle, state.data(), state.size(), actor, action, viewer,
                               out...);
  });
  bool may = false;
  fuzz::is_ok(chemix_state_can_undo(game.handle, state.data(), state.data(), state.size(), viewer,
                                    &may, &error),
              error);
  fuzz::Bytes begun = game.state_memory();
  fuzz::is_ok(chemix_state_init(game.handle, viewer, begun.data(), begun.size(), &error), error);
  std::string name(chemix_status_name(action));
  fuzz::require(!name.empty(), "every status has a name");
}

/// Callers may pass in errors with any numbers.
void check_errors(const fuzz::Game& game, fuzz::Input& input) {
  fuzz::Error told;
  told.status = number(input);
  told.detail = number(input);
  told.action = number(input);
  for (std::int32_t& argument : told.arguments) argument = number(input);
  for (char& sign : told.rule) sign = static_cast<char>(input.byte());
  fuzz::text_of(
      [&](auto... out) { return chemix_error_words(game.handle, &told, "en", nullptr, out...); });
  const std::int32_t actor = number(input);
  fuzz::text_of(
      [&](auto... out) { return chemix_refusal_json(game.handle, actor, &told, out...); });
}

void check_secrets(const fuzz::Game& game, fuzz::Input& input) {
  std::uint8_t seed[CHEMIX_SECRET_SIZE];
  for (std::uint8_t& byte : seed) byte = input.byte();
  std::vector<chemix_contribution> contributions(input.byte() % 9);
  for (chemix_contribution& contribution : contributions) {
    contribution.byte_count = input.byte();
    for (std::uint8_t& byte : contribution.bytes) byte = input.byte();
  }
  fuzz::text_of([&](auto... out) {
    return chemix_deal_seed(seed, contributions.data(), contributions.size(), out...);
  });
  const std::int32_t start_player = input.byte();
  fuzz::text_of([&](auto... out) {
    return chemix_deal_commit(game.handle, start_player, seed, seed, out...);
  });
}

/// A batch does the same as single calls, and a failure changes no state.
void check_batches(const fuzz::Game& game, fuzz::Input& input) {
  const std::size_t count = input.byte() % 5;
  const std::size_t size = game.limits.state_size;
  std::vector<std::int32_t> numbers(count);
  for (std::int32_t& start : numbers) start = number(input);
  fuzz::Bytes states(count * size);
  const fuzz::Bytes nothing = states;
  fuzz::Error error;
  if (!fuzz::is_ok(chemix_batch_init(game.handle, numbers.data(), states.data(), states.size(),
                                     count, &error),
                   error)) {
    fuzz::require(states == nothing, "a refused batch is unchanged");
    fuzz::require_ok(
        chemix_batch_init(game.handle, nullptr, states.data(), states.size(), count, &error), error,
        "a batch begins");
  }
  std::vector<std::uint64_t> seeds(count);
  for (std::uint64_t& seed : seeds) seed = input.number<std::uint16_t>();
  fuzz::require_ok(
      chemix_batch_resolve(game.handle, seeds.data(), states.data(), states.size(), count, &error),
      error, "a batch is dealt");

  std::vector<std::int32_t> actors(count);
  std::vector<std::int32_t> actions(count);
  for (std::size_t i = 0; i < count; ++i) {
    actors[i] = number(input);
    actions[i] = number(input);
  }
  fuzz::Bytes after = states;
  const bool applied = fuzz::is_ok(chemix_batch_apply(game.handle, actors.data(), actions.data(),
                                                      after.data(), after.size(), count, &error),
                                   error);
  fuzz::require(applied || after == states, "a refused batch is unchanged", error.told());
  bool all_taken = true;
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(i * size);
    const auto end = begin + static_cast<std::ptrdiff_t>(size);
    fuzz::Bytes one(states.begin() + begin, states.begin() + end);
    if (actions[i] == CHEMIX_NO_ACTION) {
      // Actors must be in range even where no action is taken.
      all_taken &= actors[i] >= CHEMIX_CHANCE && actors[i] < game.limits.players;
    } else {
      all_taken &= chemix_state_apply(game.handle, actors[i], actions[i], one.data(), one.size(),
                                      nullptr) == CHEMIX_OK;
    }
    fuzz::require(!applied || std::equal(one.begin(), one.end(), after.begin() + begin),
                  "a batch does what single calls do");
  }
  fuzz::require(applied == all_taken, "a batch is refused where a single call is", error.told());

  std::vector<std::uint32_t> players(count);
  const std::unique_ptr<bool[]> chance(new bool[count]);
  fuzz::require_ok(chemix_batch_acting(game.handle, after.data(), after.size(), count,
                                       players.data(), chance.get(), &error),
                   error, "who acts in a batch");
  fuzz::list_of<std::uint8_t>([&](auto... out) {
    return chemix_batch_legal_masks(game.handle, after.data(), after.size(), count, numbers.data(),
                                    out...);
  });
  fuzz::list_of<float>([&](auto... out) {
    return chemix_batch_tensors(game.handle, after.data(), after.size(), count, numbers.data(),
                                out...);
  });
  fuzz::Bytes seen(count * game.limits.observation_size);
  fuzz::is_ok(chemix_batch_observe(game.handle, after.data(), after.size(), count, numbers.data(),
                                   seen.data(), seen.size(), &error),
              error);
  fuzz::sure_list<double>("returns of a batch", [&](auto... out) {
    return chemix_batch_returns(game.handle, after.data(), after.size(), count, out...);
  });
  std::vector<std::int64_t> steps(count);
  fuzz::require_ok(chemix_batch_playout(game.handle, seeds.data(), nullptr, after.data(),
                                        after.size(), count, steps.data(), &error),
                   error, "a batch is played out");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game == nullptr) return 0;
  const std::string seed = std::to_string(input.byte());
  fuzz::Error error;
  fuzz::Bytes state = game->state_memory();
  fuzz::require_ok(chemix_state_init(game->handle, 0, state.data(), state.size(), &error), error,
                   "a game begins");
  fuzz::require_ok(
      chemix_state_resolve(game->handle, seed.c_str(), state.data(), state.size(), &error), error,
      "cards are dealt");
  switch (input.byte() % 5) {
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
    default:
      check_batches(*game, input);
      break;
  }
  return 0;
}
