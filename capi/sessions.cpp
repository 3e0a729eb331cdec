// SPDX-License-Identifier: Apache-2.0
// The C ABI of sessions and clients. Both keep blocks of what they return, and update them after
// each change.
#include "chemix/client.hpp"
#include "chemix/session.hpp"
#include "records.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

using namespace chemix::capi;

static_assert(CHEMIX_HINT_SOLVED == static_cast<int>(chemix::HintReason::Solved));
static_assert(CHEMIX_NAME_SIZE == chemix::Session::max_name_size + 1);
static_assert(are_without_padding<chemix_log_entry, chemix_handover>);

namespace {

// A block that the library allocates.
template <class Traits>
class Kept {
 public:
  Kept(const chemix_game& game, ConstBlock block)
      : memory_(new_block<Traits>(game, [&](Block made) { copy_block(block, made); })) {}

  [[nodiscard]] const typename Traits::Memory* get() const { return memory_.get(); }
  void assign(ConstBlock block) noexcept {
    copy_block(block, {reinterpret_cast<std::byte*>(memory_.get()) + header_size, block.size()});
  }

 private:
  struct Destroy {
    void operator()(typename Traits::Memory* memory) const { destroy_block(&memory); }
  };
  std::unique_ptr<typename Traits::Memory, Destroy> memory_;
};

}  // namespace

struct chemix_session {
  chemix_session(GameRef handle, chemix::Session made)
      : game(std::move(handle)), session(std::move(made)), state(*game, session.state()) {
    for (int seat = 0; seat < (*game).players; ++seat) keep(Viewer::player(seat));
    keep(Viewer::spectator());
  }

  void keep(Viewer viewer) { observations.emplace_back(*game, session.observation(viewer)); }
  // Updates the blocks.
  void refresh() noexcept {
    state.assign(session.state());
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const bool is_last = i + 1 == observations.size();
      observations[i].assign(
          session.observation(is_last ? Viewer::spectator() : Viewer::player(static_cast<int>(i))));
    }
  }

  GameRef game;
  chemix::Session session;
  Kept<StateTraits> state;
  // By seat, that of a spectator last.
  std::vector<Kept<ObservationTraits>> observations;
};

struct chemix_client {
  chemix_client(GameRef handle, chemix::Client made)
      : game(std::move(handle)),
        client(std::move(made)),
        observation(*game, client.observation()) {}

  void refresh() noexcept { observation.assign(client.observation()); }

  GameRef game;
  chemix::Client client;
  Kept<ObservationTraits> observation;
};

namespace {

// Updates the blocks also if a call ends early.
template <class Object>
class Refresh {
 public:
  explicit Refresh(Object& object) : object_(object) {}
  Refresh(const Refresh&) = delete;
  Refresh& operator=(const Refresh&) = delete;
  ~Refresh() { object_.refresh(); }

 private:
  Object& object_;
};

std::optional<chemix::Key> optional_key(const chemix_seed* seed) {
  if (seed == nullptr) return std::nullopt;
  return key_of(seed);
}

chemix_session& changed(chemix_session* session) { return required(session, "session"); }
const chemix_session& given(const chemix_session* session) { return required(session, "session"); }

int seat_in(const chemix_session& session, std::int32_t player) {
  return seat(*session.game, "seat", player);
}

std::size_t step_in(const chemix_session& session, std::int32_t step) {
  expect_range("step", step, 0, std::ssize(session.session.log()));
  return static_cast<std::size_t>(step);
}

// A viewer, and the number of a step that the viewer has noticed, or that is the next.
std::pair<Viewer, std::size_t> seen_in(const chemix_session& session, std::int32_t viewer,
                                       std::int32_t seen, bool may_be_next) {
  const Viewer seen_by = viewer_of(*session.game, viewer);
  const std::size_t count = session.session.seen_count(seen_by) + (may_be_next ? 1 : 0);
  return {seen_by, index_in("seen", seen, count)};
}

const chemix::Policy* optional_policy(const chemix_policy* policy) {
  return policy == nullptr ? nullptr : policy->policy.get();
}

chemix::StopToken* token_of(chemix_stop* stop) { return stop == nullptr ? nullptr : &stop->token; }

chemix_session* new_session(const chemix_game& game, chemix::Session session) {
  return new chemix_session(GameRef(game), std::move(session));
}

std::int32_t number_of_next(const std::optional<Actor>& actor) {
  return actor ? number_of(*actor) : CHEMIX_NOBODY;
}

}  // namespace

// ---- Sessions ----

chemix_status chemix_session_create(const chemix_game* game, int32_t start_player,
                                    const chemix_seed* seed, chemix_session** out_session,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_game& of = counted(game);
    const int start = seat(of, "start_player", start_player);
    return give_object(out_session, "out_session", [&] {
      return new_session(of, accepted(chemix::Session::begin(of.game, start, optional_key(seed))));
    });
  });
}

chemix_status chemix_session_resume(const chemix_state* state, const chemix_seed* seed,
                                    chemix_session** out_session, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const State start = state_of(state);
    return give_object(out_session, "out_session", [&] {
      return new_session(start.counted, accepted(chemix::Session::resume(
                                            start.counted.game, start.block, optional_key(seed))));
    });
  });
}

chemix_status chemix_session_replay(const chemix_record* record, const chemix_seed* seed,
                                    chemix_session** out_session, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_record& of = required(record, "record");
    return give_object(out_session, "out_session", [&] {
      return new_session(*of.game,
                         chemix::Session::replay(of.builder.replay(), optional_key(seed)));
    });
  });
}

chemix_status chemix_session_load(const char* text, size_t text_size, chemix_session** out_session,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view saved = required_text(text, text_size, "text");
    return give_object(out_session, "out_session", [&] {
      chemix::Session session = accepted(chemix::Session::load(saved));
      GameRef game = GameRef::made(session.game());
      return new chemix_session(std::move(game), std::move(session));
    });
  });
}

void chemix_session_destroy(chemix_session** session) { destroy(session); }

chemix_count chemix_session_save(const chemix_session* session, char* out, size_t capacity,
                                 chemix_error* out_error) {
  return guarded(out_error,
                 [&] { return give_text(given(session).session.save(), out, capacity); });
}

chemix_status chemix_session_record(const chemix_session* session, chemix_record** out_record,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    return give_object(out_record, "out_record", [&] {
      return record_of(*of.game, chemix::RecordBuilder(of.session.record()));
    });
  });
}

const chemix_game* chemix_session_game(const chemix_session* session) {
  return session == nullptr ? nullptr : session->game.get();
}

const chemix_state* chemix_session_state(const chemix_session* session) {
  return session == nullptr ? nullptr : session->state.get();
}

const chemix_observation* chemix_session_observation(const chemix_session* session,
                                                     int32_t viewer) {
  if (session == nullptr) return nullptr;
  const std::int32_t players = (*session->game).players;
  const std::int32_t index = viewer == CHEMIX_SPECTATOR ? players : viewer;
  if (index < 0 || index > players || viewer == players) return nullptr;
  return session->observations[static_cast<std::size_t>(index)].get();
}

chemix_status chemix_session_set_player(chemix_session* session, int32_t seat, const char* name,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_session& of = changed(session);
    const int player = seat_in(of, seat);
    expect_nothing(of.session.set_player_name(player, required_text(name, "name")));
    return CHEMIX_OK;
  });
}

chemix_count chemix_session_player(const chemix_session* session, int32_t seat, char* out,
                                   size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    return give_text(of.session.player_name(seat_in(of, seat)), out, capacity);
  });
}

chemix_status chemix_session_set_policy(chemix_session* session, int32_t seat,
                                        const chemix_policy* policy, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_session& of = changed(session);
    const int player = seat_in(of, seat);
    expect_nothing(policy == nullptr ? of.session.set_policy(player, nullptr, "")
                                     : of.session.set_policy(player, policy->policy, policy->text));
    return CHEMIX_OK;
  });
}

chemix_count chemix_session_policy(const chemix_session* session, int32_t seat, char* out,
                                   size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    return give_text(of.session.policy_text(seat_in(of, seat)), out, capacity);
  });
}

chemix_status chemix_session_set_policy_seed(chemix_session* session, const chemix_seed* seed,
                                             chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_session& of = changed(session);
    of.session.set_policy_key(key_of(seed));
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_set_move_time(chemix_session* session, int64_t milliseconds,
                                           chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_session& of = changed(session);
    // 0 is no limit in a session, and no time at all in chemix_stop_set_time_budget.
    if (milliseconds == 0) {
      fail(CHEMIX_OUT_OF_RANGE,
           {"milliseconds", "0", "must be at least 1, or negative for no limit", ""});
    }
    of.session.set_move_time(std::max<std::int64_t>(milliseconds, 0));
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_next(const chemix_session* session, int32_t* out_actor,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    required(out_actor, "out_actor") = number_of_next(of.session.next());
    return CHEMIX_OK;
  });
}

chemix_count chemix_session_advance(chemix_session* session, int32_t max_steps, chemix_stop* stop,
                                    int32_t* out_actor, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    chemix_session& of = changed(session);
    expect_range("max_steps", max_steps, 0, std::numeric_limits<std::int32_t>::max());
    const Refresh refresh(of);
    const auto done = of.session.advance(max_steps, token_of(stop));
    if (done.is_stopped) fail_stopped();
    if (out_actor != nullptr) *out_actor = number_of_next(of.session.next());
    return done.steps;
  });
}

chemix_status chemix_session_act(chemix_session* session, int32_t actor, int32_t action,
                                 chemix_error* out_error) {
  return guarded(out_error, [&]() -> chemix_status {
    chemix_session& of = changed(session);
    const Actor by = actor_of(*of.game, actor);
    const int id = action_of(*of.game, by, action);
    if (by.is_chance() && of.session.supplies_chance()) {
      fail(CHEMIX_INVALID_INPUT, {"actor", "CHEMIX_CHANCE",
                                  "must be a seat: chance acts by the seed of the session", ""});
    }
    const auto refusal = of.session.act(by, id);
    if (refusal) return refused(*(*of.game).game, *refusal, by, out_error);
    of.refresh();
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_choose(const chemix_session* session, int32_t seat,
                                    const chemix_policy* policy, chemix_stop* stop,
                                    int32_t* out_action, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    const int player = seat_in(of, seat);
    required(out_action, "out_action");
    *out_action = unless_stopped(
        accepted(of.session.choose(player, optional_policy(policy), token_of(stop))));
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_hint(const chemix_session* session, int32_t seat,
                                  const chemix_policy* policy, chemix_stop* stop,
                                  chemix_hint* out_hint, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    const int player = seat_in(of, seat);
    chemix_hint& out = required_structure(out_hint, "out_hint");
    const chemix::Hint hint =
        unless_stopped(accepted(of.session.hint(player, optional_policy(policy), token_of(stop))));
    write_known(out, chemix_hint{sizeof(chemix_hint), hint.action,
                                 static_cast<chemix_hint_reason>(hint.reason), hint.choices,
                                 hint.margin, hint.gain, hint.visits});
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_can_undo(const chemix_session* session, int32_t seat,
                                      chemix_undo* out_undo, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    const int player = seat_in(of, seat);
    required(out_undo, "out_undo") = static_cast<chemix_undo>(of.session.can_undo(player));
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_undo(chemix_session* session, int32_t seat, chemix_undo* out_undo,
                                  chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_session& of = changed(session);
    const int player = seat_in(of, seat);
    required(out_undo, "out_undo");
    *out_undo = static_cast<chemix_undo>(of.session.undo(player));
    of.refresh();
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_rewind(chemix_session* session, int32_t step,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_session& of = changed(session);
    of.session.rewind(step_in(of, step));
    of.refresh();
    return CHEMIX_OK;
  });
}

chemix_count chemix_session_log(const chemix_session* session, chemix_log_entry* out,
                                size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    std::vector<chemix_log_entry> log;
    for (const chemix::SessionStep& entry : given(session).session.log()) {
      log.push_back({entry.milliseconds, number_of(entry.step.actor), entry.step.action,
                     entry.by_policy ? 1 : 0, 0});
    }
    return give_list(log, out, capacity);
  });
}

chemix_status chemix_session_set_step_time(chemix_session* session, int32_t step,
                                           int64_t milliseconds, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_session& of = changed(session);
    const std::size_t index = index_in("step", step, of.session.log().size());
    expect_range("milliseconds", milliseconds, 0, std::numeric_limits<std::int64_t>::max());
    of.session.set_step_time(index, milliseconds);
    return CHEMIX_OK;
  });
}

chemix_status chemix_session_state_at(const chemix_session* session, int32_t step,
                                      chemix_state* out_state, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    const std::size_t index = step_in(of, step);
    const StateOut out = state_out(out_state, "out_state");
    expect_same_game(*of.game, out.counted, "out_state");
    of.session.state_at(index, out.block);
    return CHEMIX_OK;
  });
}

chemix_count chemix_session_seen_count(const chemix_session* session, int32_t viewer,
                                       chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    const chemix_session& of = given(session);
    return static_cast<chemix_count>(of.session.seen_count(viewer_of(*of.game, viewer)));
  });
}

chemix_count chemix_session_events(const chemix_session* session, int32_t viewer, int32_t seen,
                                   chemix_event* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    const auto [by, index] = seen_in(of, viewer, seen, false);
    return give_list(to_c(of.session.events(by, index)), out, capacity);
  });
}

chemix_status chemix_session_observe_at(const chemix_session* session, int32_t viewer, int32_t seen,
                                        chemix_observation* out_observation,
                                        chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    const auto [by, index] = seen_in(of, viewer, seen, true);
    const ObservationOut out = observation_out(out_observation, "out_observation");
    expect_same_game(*of.game, out.counted, "out_observation");
    of.session.observe_at(by, index, out.block);
    return CHEMIX_OK;
  });
}

chemix_count chemix_session_save_seen(const chemix_session* session, int32_t viewer, char* out,
                                      size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    return give_text(of.session.save_seen(viewer_of(*of.game, viewer)), out, capacity);
  });
}

chemix_count chemix_session_message(const chemix_session* session, int32_t viewer, int32_t seen,
                                    char* out, size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_session& of = given(session);
    const auto [by, index] = seen_in(of, viewer, seen, false);
    return give_text(of.session.message(by, index), out, capacity);
  });
}

// ---- Clients ----

namespace {

chemix_client& changed(chemix_client* client) { return required(client, "client"); }
const chemix_client& given(const chemix_client* client) { return required(client, "client"); }

// The number of a step whose view the client has; for `needs_events`, also its events.
std::size_t seen_in(const chemix_client& client, std::int32_t seen, bool needs_events) {
  const auto first = static_cast<std::int64_t>(client.client.first_seen());
  const auto count = static_cast<std::int64_t>(client.client.seen_count());
  const std::int64_t most = needs_events ? count - 1 : count;
  if (first > most) {
    fail(CHEMIX_OUT_OF_RANGE,
         {"seen", std::to_string(seen), "has no events: the client has none yet", ""});
  }
  expect_range("seen", seen, first, most);
  return static_cast<std::size_t>(seen);
}

}  // namespace

chemix_status chemix_client_create(const chemix_observation* observation, int32_t seen,
                                   chemix_client** out_client, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const Observation view = observation_of(observation);
    expect_range("seen", seen, 0, std::numeric_limits<std::int32_t>::max());
    return give_object(out_client, "out_client", [&] {
      return new chemix_client(GameRef(view.counted),
                               accepted(chemix::Client::of(view.counted.game, view.block,
                                                           static_cast<std::size_t>(seen))));
    });
  });
}

chemix_status chemix_client_load(const char* text, size_t text_size, chemix_client** out_client,
                                 chemix_error* out_error) {
  return guarded(out_error, [&] {
    const std::string_view saved = required_text(text, text_size, "text");
    return give_object(out_client, "out_client", [&] {
      chemix::Client client = accepted(chemix::Client::load(saved));
      GameRef game = GameRef::made(client.game());
      return new chemix_client(std::move(game), std::move(client));
    });
  });
}

void chemix_client_destroy(chemix_client** client) { destroy(client); }

chemix_count chemix_client_save(const chemix_client* client, char* out, size_t capacity,
                                chemix_error* out_error) {
  return guarded(out_error, [&] { return give_text(given(client).client.save(), out, capacity); });
}

const chemix_game* chemix_client_game(const chemix_client* client) {
  return client == nullptr ? nullptr : client->game.get();
}

const chemix_observation* chemix_client_observation(const chemix_client* client) {
  return client == nullptr ? nullptr : client->observation.get();
}

chemix_status chemix_client_receive(chemix_client* client, const char* text, size_t text_size,
                                    chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_client& of = changed(client);
    expect_nothing(of.client.receive(required_text(text, text_size, "text")));
    of.refresh();
    return CHEMIX_OK;
  });
}

chemix_status chemix_client_fold(chemix_client* client, const chemix_event* events,
                                 chemix_count event_count, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_client& of = changed(client);
    expect_nothing(of.client.fold(from_c(*(*of.game).game, events, event_count)));
    of.refresh();
    return CHEMIX_OK;
  });
}

chemix_status chemix_client_rewind(chemix_client* client, int32_t seen, chemix_error* out_error) {
  return guarded(out_error, [&] {
    chemix_client& of = changed(client);
    of.client.rewind(seen_in(of, seen, false));
    of.refresh();
    return CHEMIX_OK;
  });
}

chemix_count chemix_client_seen_count(const chemix_client* client, chemix_error* out_error) {
  return guarded(out_error, [&]() -> Given {
    return static_cast<chemix_count>(given(client).client.seen_count());
  });
}

chemix_count chemix_client_events(const chemix_client* client, int32_t seen, chemix_event* out,
                                  size_t capacity, chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_client& of = given(client);
    return give_list(to_c(of.client.events(seen_in(of, seen, true))), out, capacity);
  });
}

chemix_status chemix_client_observe_at(const chemix_client* client, int32_t seen,
                                       chemix_observation* out_observation,
                                       chemix_error* out_error) {
  return guarded(out_error, [&] {
    const chemix_client& of = given(client);
    const std::size_t index = seen_in(of, seen, false);
    const ObservationOut out = observation_out(out_observation, "out_observation");
    expect_same_game(*of.game, out.counted, "out_observation");
    of.client.observe_at(index, out.block);
    return CHEMIX_OK;
  });
}
