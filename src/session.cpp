// SPDX-License-Identifier: Apache-2.0
// Sessions. Every change prepares all that may fail in spare memory, and then swaps.
#include "chemix/session.hpp"

#include "chemix/core/codec.hpp"
#include "chemix/core/playout.hpp"
#include "chemix/core/value.hpp"
#include "record_file.hpp"
#include "seats.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

namespace chemix {
namespace {

constexpr int session_version = 1;
// The work of a step of chance, in units of `StopPoll`.
constexpr int units_per_step = 4;

// Ends a decision with the caller's token, or when the time for the move is up.
class MoveToken final : public StopToken {
 public:
  MoveToken(StopToken* outer, std::int64_t milliseconds) : outer_(outer) {
    set_time_budget(milliseconds);
  }
  void on_poll(std::int64_t work) override {
    if (outer_ == nullptr) return;
    outer_->on_poll(work);
    if (outer_->is_stopped()) stop();
    if (outer_->is_late()) set_time_budget(0);
  }

 private:
  StopToken* outer_;
};

// Calls `decide` with a poll of `stop` and of the time for a move, if it is limited.
template <class Decide>
auto within(std::int64_t move_time, StopToken* stop, Decide&& decide) {
  if (move_time == 0) {
    StopPoll poll(stop);
    return decide(poll);
  }
  MoveToken token(stop, move_time);
  StopPoll poll(&token);
  return decide(poll);
}

// ---- Keys in files: two hexadecimal digits per byte, the lowest byte first ----

std::string key_text(const Key& key) {
  std::string text;
  for (const std::uint32_t word : key) {
    for (int byte = 0; byte < 4; ++byte) {
      const std::uint32_t bits = word >> (8 * byte) & 0xFF;
      text += "0123456789abcdef"[bits / 16];
      text += "0123456789abcdef"[bits % 16];
    }
  }
  return text;
}

std::optional<Key> parse_key(std::string_view text) {
  Key key{};
  if (text.size() != 8 * key.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    const std::size_t shift = 8 * (i / 2 % 4) + (i % 2 == 0 ? 4U : 0U);
    key[i / 8] |= static_cast<std::uint32_t>(digit) << shift;
  }
  return key;
}

Value key_value(const std::optional<Key>& key) { return key ? Value(key_text(*key)) : Value(); }

// Reads a key or null. Errors do not show it, since it is secret.
std::optional<InputError> read_key(const Value& file, const char* field, std::optional<Key>& key) {
  const Value* value = file.find(field);
  if (value != nullptr && value->is_null()) return std::nullopt;
  const auto* text = value == nullptr ? nullptr : value->as<std::string>();
  if (text != nullptr) key = parse_key(*text);
  if (key) return std::nullopt;
  return InputError{field, "", "must be 64 hexadecimal digits or null", ""};
}

// ---- Files ----

// The fields of a session, in the order of its file.
constexpr std::array<std::string_view, 8> session_fields = {
    "chemix_session", "record",  "chance_key", "policy_key",
    "move_time",      "players", "policies",   "times"};

std::optional<InputError> fields_error(const Value& file) {
  const auto* map = file.as<Value::Map>();
  if (map == nullptr) return InputError{"session", "", "must be an object", ""};
  for (const std::string_view field : session_fields) {
    if (file.find(field) == nullptr) return InputError{field, "", "is missing", ""};
  }
  for (const Value::Field& field : *map) {
    if (!index_of(session_fields, field.name)) {
      return InputError{field.name, "", "is not a field of a session", ""};
    }
    if (file.find(field.name) != &field.value) {
      return InputError{field.name, "", "given twice", ""};
    }
  }
  const Value& version = *file.find("chemix_session");
  if (version == Value(session_version)) return std::nullopt;
  return InputError{"chemix_session", json_text(version), "this library reads format 1", ""};
}

InputError no_key_error() {
  return {"policy", "", "needs a session with a seed, of chance or of its policies", ""};
}

}  // namespace

// ---- Begin, save and load ----

Session::Session(Start start, std::optional<Key> chance)
    : start_(std::move(start)),
      chance_key_(chance),
      seats_(static_cast<std::size_t>(rules().player_count())),
      noticed_(seats_.size() + 1),
      state_(start_.state),
      observations_(seats_.size() + 1, ObservationMemory(rules())),
      next_state_(rules()),
      next_observations_(observations_) {
  observe_all(state(), observations_);
  count_log();
}

Result<Session> Session::begin(std::shared_ptr<const AnyGame> game, Player start_player,
                               std::optional<Key> chance) {
  if (auto wrong = seat_error(*game, "start_player", start_player)) return tl::unexpected(*wrong);
  StateMemory state(*game);
  game->initial_state(start_player, state.block());
  return Session({std::move(game), start_player, std::move(state)}, chance);
}

Result<Session> Session::resume(std::shared_ptr<const AnyGame> game, ConstBlock start,
                                std::optional<Key> chance) {
  if (auto wrong = game->expect_state(start)) return tl::unexpected(*wrong);
  StateMemory state(*game);
  copy_block(start, state.block());
  return Session({std::move(game), std::nullopt, std::move(state)}, chance);
}

Session Session::replay(const Replay& record, std::optional<Key> chance) {
  StateMemory start(*record.game);
  record.state_at(0, start.block());
  Session session({record.game, record.start_player, std::move(start)}, chance);
  std::vector<bool> has_policy(session.seats_.size());
  auto handover = record.handovers.begin();
  for (std::size_t i = 0; i < record.steps.size(); ++i) {
    for (; handover != record.handovers.end() && handover->step <= i; ++handover) {
      has_policy[static_cast<std::size_t>(handover->player)] = !handover->policy.empty();
    }
    SessionStep entry{record.steps[i]};
    const Actor actor = entry.step.actor;
    entry.by_policy = !actor.is_chance() && has_policy[static_cast<std::size_t>(actor.player())];
    // The steps of a record are legal.
    (void)session.take(entry, false);
  }
  session.handovers_ = record.handovers;
  session.observe_all(session.state(), session.observations_);
  session.count_log();
  return session;
}

Result<Session> Session::load(std::string_view text) {
  const auto file = read_json(text, "session", max_record_bytes);
  if (!file) return tl::unexpected(file.error());
  if (auto wrong = fields_error(*file)) return tl::unexpected(*wrong);
  auto record = read_record_file(*file->find("record"));
  if (!record) {
    if (record.error().field != "record") record.error().field.insert(0, "record.");
    return tl::unexpected(record.error());
  }
  std::optional<Key> chance;
  if (auto wrong = read_key(*file, "chance_key", chance)) return tl::unexpected(*wrong);
  Session session = replay(*record, chance);
  if (auto wrong = read_key(*file, "policy_key", session.policy_key_)) {
    return tl::unexpected(*wrong);
  }
  session.count_log();

  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::optional<InputError> error;
  const auto reader = [&](const char* field) {
    return ValueReader(*file->find(field), field, error);
  };
  // Reports an error of a seat's text at the place of the text.
  const auto accept = [](const ValueReader& entry, const std::optional<InputError>& wrong) {
    return !wrong || entry.refuse(wrong->reason);
  };
  (void)(reader("move_time").number(session.move_time_, 0, most) &&
         reader("players").each_of(session.seats_.size(),
                                   [&](const ValueReader& entry, std::size_t seat) {
                                     std::string_view name;
                                     return entry.text(name) &&
                                            accept(entry, session.set_player_name(
                                                              static_cast<Player>(seat), name));
                                   }) &&
         reader("policies")
             .each_of(session.seats_.size(),
                      [&](const ValueReader& entry, std::size_t seat) {
                        if (entry.is_null()) return true;
                        std::string_view policy;
                        if (!entry.text(policy)) return false;
                        const auto made = make_policy(policy);
                        if (!made) return accept(entry, made.error());
                        return accept(entry,
                                      session.set_policy(static_cast<Player>(seat), *made, policy));
                      }) &&
         reader("times").each_of(session.log_.size(),
                                 [&](const ValueReader& entry, std::size_t step) {
                                   return entry.number(session.log_[step].milliseconds, 0, most);
                                 }));
  if (error) return tl::unexpected(*error);
  return session;
}

std::string Session::save() const {
  Value players = Value::list();
  Value policies = Value::list();
  Value times = Value::list();
  for (const Seat& seat : seats_) {
    players.push_back(seat.name);
    policies.push_back(seat.policy == nullptr ? Value() : Value(seat.policy_text));
  }
  for (const SessionStep& entry : log_) times.push_back(entry.milliseconds);
  Value file = Value::map()
                   .add("chemix_session", session_version)
                   .add("record", record_file(record()))
                   .add("chance_key", key_value(chance_key_))
                   .add("policy_key", key_value(policy_key_))
                   .add("move_time", move_time_)
                   .add("players", std::move(players))
                   .add("policies", std::move(policies))
                   .add("times", std::move(times));
  return json_text(file) + "\n";
}

Replay Session::record() const {
  const ConstBlock start = start_.state.block();
  Replay record{start_.game, start_.player, {start.begin(), start.end()}, {}, 0, handovers_};
  record.steps.reserve(log_.size());
  for (const SessionStep& entry : log_) record.steps.push_back(entry.step);
  record.digest = rules().digest(state());
  return record;
}

// ---- Seats ----

std::optional<InputError> Session::set_player_name(Player seat, std::string_view name) {
  if (auto wrong = name_error("name", name, max_name_size)) return wrong;
  seats_[static_cast<std::size_t>(seat)].name = std::string(name);
  return std::nullopt;
}

std::optional<InputError> Session::set_policy(Player seat, std::shared_ptr<const Policy> policy,
                                              std::string_view text) {
  std::string kept;
  if (policy != nullptr) {
    if (!policy_key()) return no_key_error();
    if (text.empty()) return InputError{"policy", "", "must not be empty", ""};
    if (auto wrong = name_error("policy", text, max_policy_text_size)) return wrong;
    kept = text;
  }
  Seat& changed = seats_[static_cast<std::size_t>(seat)];
  changed.policy_text = std::move(kept);
  changed.policy = std::move(policy);
  return std::nullopt;
}

void Session::set_policy_key(const Key& key) {
  policy_key_ = key;
  count_log();
}

std::vector<Handover> Session::pending_handovers() const {
  std::vector<Handover> pending;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    const Seat& seat = seats_[i];
    std::string_view noted;
    if (seat.noted > 0) noted = handovers_[seat.noted - 1].policy;
    if (seat.policy_text == noted) continue;
    pending.push_back({log_.size(), static_cast<Player>(i), seat.policy_text});
  }
  return pending;
}

// ---- Play ----

Viewer Session::viewer_at(std::size_t index) const {
  return index == seats_.size() ? Viewer::spectator() : Viewer::player(static_cast<Player>(index));
}

void Session::observe_all(ConstBlock state, std::vector<ObservationMemory>& observations) const {
  for (std::size_t i = 0; i < observations.size(); ++i) {
    rules().observe(state, viewer_at(i), observations[i].block());
  }
}

void Session::count_log() noexcept {
  for (Seat& seat : seats_) seat.noted = 0;
  for (std::size_t i = 0; i < handovers_.size(); ++i) {
    seats_[static_cast<std::size_t>(handovers_[i].player)].noted = i + 1;
  }
  players_.reset();
  if (policy_key()) players_ = PolicyStreams(*policy_key()).players();
  decisions_ = 0;
  for (const SessionStep& entry : log_) count(entry);
}

void Session::count(const SessionStep& entry) noexcept {
  if (entry.acting_count > 0) ++decisions_;
  // `drawn_player` draws no number for a single player.
  if (players_ && entry.acting_count > 1) (void)players_->below(entry.acting_count);
}

std::optional<RuleError> Session::take(SessionStep entry, bool observes) {
  const AnyGame& game = rules();
  const Actor actor = entry.step.actor;
  const Acting acting = game.acting(state());
  copy_block(state(), next_state_.block());
  if (const auto refused = game.apply(next_state_.block(), actor, entry.step.action)) {
    return refused;
  }
  entry.acting_count =
      actor.is_chance() ? std::uint8_t{0} : static_cast<std::uint8_t>(acting.players().size());
  std::vector<Handover> handovers = pending_handovers();
  reserve_more(handovers_, handovers.size());
  reserve_more(log_, 1);
  std::optional<StateMemory> checkpoint;
  if ((log_.size() + 1) % steps_per_checkpoint == 0) {
    checkpoint = next_state_;
    reserve_more(checkpoints_, 1);
  }
  std::array<bool, max_player_count + 1> notices{};
  for (std::size_t i = 0; i < noticed_.size(); ++i) {
    notices[i] = !game.events(state(), actor, entry.step.action, viewer_at(i))->empty();
    reserve_more(noticed_[i], 1);
  }
  if (observes) observe_all(next_state_.block(), next_observations_);

  // Nothing fails from here on.
  for (Handover& handover : handovers) {
    handovers_.push_back(std::move(handover));
    seats_[static_cast<std::size_t>(handovers_.back().player)].noted = handovers_.size();
  }
  for (std::size_t i = 0; i < noticed_.size(); ++i) {
    if (notices[i]) noticed_[i].push_back(static_cast<std::uint32_t>(log_.size()));
  }
  if (checkpoint) checkpoints_.push_back(*std::move(checkpoint));
  log_.push_back(entry);
  count(entry);
  std::swap(state_, next_state_);
  if (observes) std::swap(observations_, next_observations_);
  return std::nullopt;
}

std::optional<Actor> Session::next() const {
  const Acting acting = rules().acting(state());
  if (acting.is_nobody()) return std::nullopt;
  if (acting.is_chance()) return Actor::chance();
  PlayerSet players = acting.players();
  if (players.size() > 1 && rules().is_sealed(state())) {
    const PlayerSet automatic = PlayerSet::of_first(rules().player_count(), [&](Player seat) {
      return players.contains(seat) && seat_of(seat).policy != nullptr;
    });
    if (automatic.empty()) return players.lowest();
    players = automatic;
  }
  if (!players_) return players.lowest();
  Generator draws = *players_;
  return drawn_player(players, draws);
}

Session::Advance Session::advance(std::int32_t max_steps, StopToken* stop) {
  Advance done;
  StopPoll poll(stop);
  // Kept for all steps, since several draws share a block.
  std::optional<Dealer> dealer;
  if (chance_key_) dealer.emplace(*chance_key_);
  while (max_steps == 0 || done.steps < max_steps) {
    const auto actor = next();
    if (!actor) break;
    SessionStep entry{{*actor, 0}};
    if (actor->is_chance() ? !dealer : seat_of(actor->player()).policy == nullptr) break;
    if (actor->is_chance() ? poll.spend(units_per_step) : poll.poll()) {
      done.is_stopped = true;
      break;
    }
    if (actor->is_chance()) {
      entry.step.action = dealer->choose(rules(), state());
    } else {
      const auto begin = std::chrono::steady_clock::now();
      // Neither the policy nor the decision is missing.
      const auto action = choose(actor->player(), nullptr, stop).value();
      if (!action) {
        done.is_stopped = true;
        break;
      }
      const auto duration = std::chrono::steady_clock::now() - begin;
      entry.step.action = *action;
      entry.by_policy = true;
      entry.milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
    }
    // Dealers and policies choose only legal actions.
    (void)take(entry);
    ++done.steps;
  }
  return done;
}

std::optional<RuleError> Session::act(Actor actor, int action) {
  SessionStep entry{{actor, action}};
  entry.by_policy = !actor.is_chance() && seat_of(actor.player()).policy != nullptr;
  return take(entry);
}

Result<std::pair<const Policy*, Generator>> Session::decider(Player seat,
                                                             const Policy* policy) const {
  if (policy == nullptr) policy = seat_of(seat).policy.get();
  if (policy == nullptr) {
    return tl::unexpected(
        InputError{"policy", "", "must not be NULL: no policy plays for this seat", ""});
  }
  if (!policy_key()) return tl::unexpected(no_key_error());
  return std::pair(policy, PolicyStreams(*policy_key()).decision(decisions_));
}

Result<std::optional<int>> Session::choose(Player seat, const Policy* policy,
                                           StopToken* stop) const {
  auto by = decider(seat, policy);
  if (!by) return tl::unexpected(by.error());
  const auto decision = Decision::of(rules(), observation(Viewer::player(seat)));
  if (!decision) return tl::unexpected(decision.error());
  return within(move_time_, stop,
                [&](StopPoll& poll) { return by->first->choose(*decision, by->second, poll); });
}

Result<std::optional<Hint>> Session::hint(Player seat, const Policy* policy,
                                          StopToken* stop) const {
  auto by = decider(seat, policy);
  if (!by) return tl::unexpected(by.error());
  const auto decision = Decision::of(rules(), observation(Viewer::player(seat)));
  if (!decision) return tl::unexpected(decision.error());
  return within(move_time_, stop,
                [&](StopPoll& poll) { return hint_of(*by->first, *decision, by->second, poll); });
}

// ---- Undo ----

Undo Session::can_undo(Player seat) const {
  const AnyGame& game = rules();
  const auto last = std::find_if(log_.rbegin(), log_.rend(), [&](const SessionStep& entry) {
    return entry.step.actor == Actor(seat);
  });
  if (last == log_.rend()) return Undo::Nothing;
  StateMemory before(game);
  state_at(log_.size() - 1 - static_cast<std::size_t>(last - log_.rbegin()), before.block());
  // Whether others have decided since must not matter.
  if (game.is_sealed(before.block()) || game.is_sealed(state())) return Undo::Sealed;
  if (std::any_of(log_.rbegin(), last,
                  [](const SessionStep& entry) { return !entry.step.actor.is_chance(); })) {
    return Undo::OthersActed;
  }
  if (last != log_.rbegin()) return Undo::ChanceActed;
  if (game.acting(state()).is_nobody()) return Undo::GameOver;
  return game.can_undo(before.block(), state(), seat);
}

Undo Session::undo(Player seat) {
  const Undo undo = can_undo(seat);
  if (undo == Undo::Allowed) rewind(log_.size() - 1);
  return undo;
}

void Session::rewind(std::size_t step) {
  if (step == log_.size()) return;
  state_at(step, next_state_.block());
  observe_all(next_state_.block(), next_observations_);
  // Nothing fails from here on.
  const auto keep = [](auto& list, std::size_t count) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(count), list.end());
  };
  keep(log_, step);
  keep(checkpoints_, step / steps_per_checkpoint);
  for (auto& steps : noticed_) {
    steps.erase(std::lower_bound(steps.begin(), steps.end(), step), steps.end());
  }
  // A handover is noted with the step after it.
  std::erase_if(handovers_, [&](const Handover& handover) { return handover.step >= step; });
  std::swap(state_, next_state_);
  std::swap(observations_, next_observations_);
  count_log();
}

void Session::state_at(std::size_t step, Block state) const {
  if (step == log_.size()) return copy_block(this->state(), state);
  const std::size_t checkpoint = step / steps_per_checkpoint;
  copy_block((checkpoint == 0 ? start_.state : checkpoints_[checkpoint - 1]).block(), state);
  for (std::size_t i = checkpoint * steps_per_checkpoint; i < step; ++i) {
    rules().apply_unchecked(state, log_[i].step.actor, log_[i].step.action);
  }
}

// ---- What viewers have seen ----

std::vector<Event> Session::events(Viewer viewer, std::size_t seen) const {
  const std::size_t step = noticed_[index_of(viewer)][seen];
  StateMemory before(rules());
  state_at(step, before.block());
  const RecordedStep& taken = log_[step].step;
  return *rules().events(before.block(), taken.actor, taken.action, viewer);
}

void Session::observe_at(Viewer viewer, std::size_t seen, Block observation) const {
  if (seen == seen_count(viewer)) return copy_block(this->observation(viewer), observation);
  StateMemory before(rules());
  state_at(noticed_[index_of(viewer)][seen], before.block());
  rules().observe(before.block(), viewer, observation);
}

std::string Session::save_seen(Viewer viewer) const { return write_seen_record(record(), viewer); }

std::string Session::message(Viewer viewer, std::size_t seen) const {
  Value packed = Value::list();
  for (const Event& event : events(viewer, seen)) packed.push_back(hex(event.packed()));
  // Steps that the viewer does not notice change no observation.
  ObservationMemory after(rules());
  observe_at(viewer, seen + 1, after.block());
  return json_text(Value::map()
                       .add("seen", seen)
                       .add("events", std::move(packed))
                       .add("digest", hex(rules().observation_digest(after.block()))));
}

}  // namespace chemix
