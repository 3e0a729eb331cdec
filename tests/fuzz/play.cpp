// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest is a program. Each byte is a call, some with operands in
// the bytes after it; a byte below 128 takes that legal action. After each call the invariants are
// checked, and each viewer's observation is updated from events alone.
#include "fuzz.hpp"

namespace {

using fuzz::Error;
using fuzz::require;
using fuzz::require_ok;

chemix_policy* policy_of(const char* text) {
  chemix_policy* made = nullptr;
  Error error;
  require_ok(chemix_policy_create(text, &made, &error), error, "a policy");
  return made;
}

class Play {
 public:
  Play(const fuzz::Game& game, fuzz::Input& input)
      : game_(game),
        input_(input),
        state_(game.new_state(input_.byte() % game.limits.players)),
        marked_(state_) {
    begin();
  }

  void run() {
    while (!input_.is_empty()) {
      const std::uint8_t op = input_.byte();
      if (op < 128) {
        act(op);
      } else {
        call(op);
      }
    }
  }

 private:
  void call(std::uint8_t op) {
    switch (op % 16) {
      case 0:
      case 1:
        resolve();
        break;
      case 2:
      case 3:
        try_any();
        break;
      case 4:
        fuzz::check_forms(game_, state_);
        break;
      case 5:
        fuzz::check_state(game_, state_);
        break;
      case 6:
        check_observations();
        break;
      case 7:
        check_secrecy();
        break;
      case 8:
        marked_ = state_;
        break;
      case 9:
        check_undo();
        break;
      case 10:
        if (afford(1)) go_on_elsewhere();
        break;
      case 11:
        if (afford(2)) play_out();
        break;
      case 12:
        if (afford(2)) ask_policies();
        break;
      case 13:
        if (afford(2)) list_turns();
        break;
      case 14:
        if (afford(2)) check_record();
        break;
      default:
        if (afford(4)) ask_marginals();
        break;
    }
  }

  /// Limits the number of expensive calls, so that every input is quick.
  bool afford(int price) {
    if (price > budget_) return false;
    budget_ -= price;
    return true;
  }

  /// Continues from the current state: observations, undo, record and session restart.
  void begin() {
    marked_ = state_;
    steps_.clear();
    views_.clear();
    for (const std::int32_t viewer : game_.viewers()) {
      views_.push_back(fuzz::observed(game_, state_, viewer));
    }
    Error error;
    chemix_record_destroy(&record_.handle);
    require_ok(chemix_record_resume(state_, &record_.handle, &error), error, "a record begins");
    chemix_session_destroy(&session_.handle);
    // The caller supplies chance.
    require_ok(chemix_session_resume(state_, nullptr, &session_.handle, &error), error,
               "a session begins");
  }

  [[nodiscard]] std::int32_t any_viewer() {
    const auto viewers = game_.viewers();
    return viewers[input_.byte() % viewers.size()];
  }

  /// A random acting player, if any.
  [[nodiscard]] std::int32_t any_acting() {
    const std::uint32_t players = fuzz::acting(state_).seats;
    std::vector<std::int32_t> acting;
    for (std::int32_t seat = 0; seat < game_.limits.players; ++seat) {
      if ((players >> seat & 1U) != 0) acting.push_back(seat);
    }
    if (acting.empty()) return CHEMIX_NOBODY;
    return acting[acting.size() == 1 ? 0 : input_.byte() % acting.size()];
  }

  void act(std::size_t nth) {
    if (const auto outcomes = fuzz::outcomes(state_); !outcomes.empty()) {
      const chemix_outcome& chosen = outcomes[nth % outcomes.size()];
      expect_way(outcomes, chosen);
      take(CHEMIX_CHANCE, chosen.action);
      return;
    }
    const std::int32_t player = any_acting();
    if (player == CHEMIX_NOBODY) return;
    const auto legal = fuzz::legal_actions(state_, player);
    if (legal.size() > 128) nth += std::size_t{128} * input_.byte();
    take(player, legal[nth % legal.size()]);
  }

  /// The last way of an outcome is the one before those of the next outcome.
  void expect_way(const std::vector<chemix_outcome>& outcomes, const chemix_outcome& chosen) {
    std::int64_t sum = 0;
    std::int64_t end = 0;
    for (const chemix_outcome& outcome : outcomes) {
      sum += outcome.weight;
      if (outcome.action <= chosen.action) end = sum;
    }
    Error error;
    std::int64_t weight = 0;
    std::int32_t action = -1;
    require_ok(chemix_state_chance_weight(state_, &weight, &error), error, "chance has a weight");
    require(weight == sum, "the weight of chance is that of its outcomes");
    require_ok(chemix_state_chance_outcome(state_, end - 1, &action, &error), error,
               "every way has an outcome");
    require(action == chosen.action, "ways are those of the listed outcomes");
    for (const std::int64_t none : {std::int64_t{-1}, weight}) {
      require(chemix_state_chance_outcome(state_, none, &action, &error) == CHEMIX_OUT_OF_RANGE,
              "no other way has an outcome");
    }
  }

  void resolve() {
    const chemix_seed seed = fuzz::seed_of(input_.byte());
    for (int steps = 0; steps < 200; ++steps) {
      if (fuzz::acting(state_).asked != CHEMIX_ASKED_CHANCE) return;
      Error error;
      std::int32_t action = 0;
      require_ok(chemix_state_draw_outcome(state_, &seed, &action, &error), error,
                 "chance acts by a seed");
      take(CHEMIX_CHANCE, action);
    }
  }

  /// Takes a legal action; every viewer's observation is updated by its events alone.
  void take(std::int32_t actor, std::int32_t action) {
    const fuzz::State before = state_;
    const chemix_step step = {actor, action};
    Error error;
    require_ok(chemix_state_check(state_, actor, action, &error), error, "what is listed is legal");
    require_ok(chemix_state_apply(state_, actor, action, &error), error, "what is legal is taken");
    require_ok(chemix_session_act(session_, actor, action, &error), error,
               "what is legal is taken in a session");
    steps_.push_back(step);
    std::size_t at = 0;
    for (const std::int32_t viewer : game_.viewers()) {
      fuzz::Seen& view = views_[at++];
      const auto events = fuzz::events_of(before, step, viewer);
      require(events.size() <= game_.limits.max_step_events, "no step has more events");
      require_ok(chemix_observation_fold(view, events.data(),
                                         static_cast<chemix_count>(events.size()), &error),
                 error, "events are folded");
      require(fuzz::saved_observation(view) ==
                  fuzz::saved_observation(fuzz::observed(game_, state_, viewer)),
              "folded events lead to what is observed");
    }
  }

  /// Tries any actor and action: a refusal changes nothing, and all functions agree on it.
  void try_any() {
    const std::int32_t actor = input_.byte() % (game_.limits.players + 2) - 1;
    std::int32_t action = input_.number<std::uint16_t>();
    const std::int32_t count =
        actor == CHEMIX_CHANCE ? game_.limits.chance_action_count : game_.limits.action_count;
    if (action < 0xF000) action %= count;
    const chemix_step step = {actor, action};
    Error told;
    Error told_by_apply;
    fuzz::State after = state_;
    const chemix_status checked = chemix_state_check(state_, actor, action, &told);
    const chemix_status applied = chemix_state_apply(after, actor, action, &told_by_apply);
    require(checked == applied && told == told_by_apply, "apply does what check says", told.told());
    const auto events = fuzz::list_of<chemix_event>(
        [&](auto... out) { return chemix_state_events(state_, &step, CHEMIX_SPECTATOR, out...); });
    require(events.has_value() == (checked == CHEMIX_OK), "events are refused as by check");
    if (actor >= 0 && actor < game_.limits.players) {
      Error told_by_view;
      const chemix_status by_view =
          chemix_observation_check(fuzz::observed(game_, state_, actor), action, &told_by_view);
      require(by_view == checked && told == told_by_view, "an observation refuses as the state",
              told.told());
    }
    if (fuzz::is_ok(checked, told)) {
      take(actor, action);
      return;
    }
    require(after == state_, "a refusal changes nothing", told.told());
    if (checked != CHEMIX_REFUSED) return;
    require(told.actor == actor && told.action == action, "a refusal names the step");
    Error by_session;
    require(chemix_session_act(session_, actor, action, &by_session) == CHEMIX_REFUSED &&
                told == by_session,
            "a session refuses as the state");
    fuzz::sure_text("a refusal in words", [&](auto... out) {
      return chemix_words_refusal(game_.words, &told, views_.back(), out...);
    });
    fuzz::sure_text("a refusal as JSON", [&](auto... out) {
      return chemix_game_refusal_json(game_.handle, &told, out...);
    });
  }

  void check_observations() {
    for (const fuzz::Seen& view : views_) {
      fuzz::check_saved_observation(game_, view);
      fuzz::ask_beliefs(view, false);
    }
  }

  /// A state sampled for a viewer looks the same to this viewer: output for the viewer does not
  /// depend on hidden information.
  void check_secrecy() {
    const std::int32_t viewer = any_viewer();
    const std::uint8_t choice = input_.byte();
    const fuzz::Seen seen = fuzz::observed(game_, state_, viewer);
    const auto other = fuzz::drawn(
        game_, seen, choice / 2, choice % 2 == 0 ? CHEMIX_OTHERS_DECIDED : CHEMIX_OTHERS_UNDECIDED);
    require(other.has_value(), "a state fits what is seen");
    const fuzz::Seen seen_there = fuzz::observed(game_, *other, viewer);
    require(fuzz::view_of(game_, seen_there) == fuzz::view_of(game_, seen),
            "a viewer sees nothing that is hidden");
    fuzz::check_view(game_, *other, viewer);
    if (viewer >= 0) {
      const std::int32_t action = input_.number<std::uint16_t>() % game_.limits.action_count;
      Error here;
      Error there;
      chemix_state_check(state_, viewer, action, &here);
      chemix_state_check(*other, viewer, action, &there);
      require(here == there, "refusals tell nothing that is hidden", here.told());
    }
    fuzz::check_forms(game_, *other);
    drawn_ = other;
  }

  void check_undo() {
    Error error;
    for (std::int32_t seat = 0; seat < game_.limits.players; ++seat) {
      chemix_undo undo = CHEMIX_UNDO_ALLOWED;
      require_ok(chemix_state_can_undo(marked_, state_, seat, &undo, &error), error,
                 "whether may be undone");
      fuzz::sure_text("the answer in words",
                      [&](auto... out) { return chemix_words_undo(game_.words, undo, out...); });
    }
  }

  void go_on_elsewhere() {
    if (!drawn_) return;
    state_ = *drawn_;
    begin();
  }

  void play_out() {
    Error error;
    fuzz::State end = game_.new_state();
    require_ok(chemix_state_assign(end, state_, &error), error, "a state is copied");
    std::int32_t steps = 0;
    const chemix_seed seed = fuzz::seed_of(input_.byte());
    require_ok(chemix_state_playout(end, &seed, nullptr, &steps, &error), error,
               "a game is played to its end");
    require(steps <= game_.limits.max_steps, "no play is longer than the limit");
    require(fuzz::acting(end).asked == CHEMIX_ASKED_NOBODY, "a game that is played out is over");
    fuzz::check_state(game_, end);
  }

  void ask_policies() {
    static chemix_policy* const policies[] = {policy_of("random"), policy_of("greedy"),
                                              policy_of("search iterations=4")};
    const chemix_policy* const policy = policies[input_.byte() % std::size(policies)];
    const std::int32_t player = any_acting();
    if (player == CHEMIX_NOBODY) return;
    Error error;
    const chemix_seed seed = fuzz::seed_of(3);
    const fuzz::Seen seen = fuzz::observed(game_, state_, player);
    std::int32_t action = -1;
    fuzz::Stop stop;
    require_ok(chemix_stop_create(&stop.handle, &error), error, "a stop object is created");
    require_ok(chemix_policy_choose(policy, seen, &seed, stop, &action, &error), error,
               "a policy chooses");
    require(chemix_state_check(state_, player, action, &error) == CHEMIX_OK,
            "a policy chooses what is legal", error.told());
    const auto values = fuzz::sure_list<chemix_action_value>("action values", [&](auto... out) {
      return chemix_policy_action_values(policy, seen, &seed, stop, out...);
    });
    require(values.size() == fuzz::legal_actions(state_, player).size(),
            "a policy judges all that is legal");
    chemix_hint hint = CHEMIX_HINT_INIT;
    require_ok(chemix_policy_hint(policy, seen, &seed, stop, &hint, &error), error, "a hint");
    fuzz::sure_text("a hint in words",
                    [&](auto... out) { return chemix_words_hint(game_.words, &hint, out...); });
    chemix_stop_set_time_budget(stop, input_.byte());
    chemix_stop_set(stop);
    require(chemix_policy_choose(policy, seen, &seed, stop, &action, &error) == CHEMIX_STOPPED,
            "a stopped policy does not choose", error.told());
    const std::vector<const chemix_policy*> everybody(
        static_cast<std::size_t>(game_.limits.players), policies[0]);
    fuzz::State end = state_;
    std::int32_t steps = 0;
    require_ok(chemix_state_play(end, everybody.data(), &seed, nullptr, &steps, &error), error,
               "policies play to the end");
  }

  void list_turns() {
    Error error;
    fuzz::Turns turns;
    std::int64_t count = 0;
    double value = 0;
    if (!fuzz::is_ok(chemix_turns_create(state_, &turns.handle, &error), error)) return;
    require_ok(chemix_turns_count(turns, nullptr, &count, &error), error, "turns are counted");
    const auto actions = [&] {
      return fuzz::sure_list<std::int32_t>(
          "a turn", [&](auto... out) { return chemix_turns_actions(turns, out...); });
    };
    for (std::int64_t i = 0; i < std::min<std::int64_t>(count, 20); ++i) {
      require(chemix_turns_next(turns, &error) == 1, "turns that are counted are listed");
      fuzz::sure_list<std::int32_t>(
          "points", [&](auto... out) { return chemix_turns_points(turns, out...); });
      fuzz::State after = state_;
      const std::int32_t player = first_acting();
      for (const std::int32_t id : actions()) {
        require_ok(chemix_state_apply(after, player, id, &error), error, "a listed turn is taken");
      }
    }
    require_ok(chemix_turns_find_best(turns, nullptr, nullptr, &value, &error), error,
               "there is a best turn");
    require(!actions().empty(), "the best turn does something");
  }

  [[nodiscard]] std::int32_t first_acting() const {
    const std::uint32_t players = fuzz::acting(state_).seats;
    std::int32_t seat = 0;
    while ((players >> seat & 1U) == 0) ++seat;
    return seat;
  }

  /// The record, the session and a client end where the game is.
  void check_record() {
    Error error;
    const auto known = fuzz::sure_list<chemix_step>(
        "steps", [&](auto... out) { return chemix_record_steps(record_, out...); });
    require_ok(chemix_record_add(record_, steps_.data() + known.size(),
                                 static_cast<chemix_count>(steps_.size() - known.size()), &error),
               error, "steps are recorded");
    const std::string text = fuzz::sure_text(
        "a record", [&](auto... out) { return chemix_record_save(record_, out...); });
    fuzz::Record record;
    std::uint64_t recorded = 0;
    require_ok(chemix_record_load(text.data(), text.size(), &record.handle, &error), error,
               "a record is read");
    require_ok(chemix_record_digest(record, &recorded, &error), error, "a digest");
    require(recorded == fuzz::digest_of(state_), "a record leads to its state");
    std::uint64_t reached = 0;
    require_ok(chemix_state_digest(chemix_session_state(session_), &reached, &error), error,
               "a digest");
    require(recorded == reached, "a session leads to its state");
    const std::int32_t viewer = any_viewer();
    for (const bool by_session : {false, true}) {
      const std::string seen = fuzz::sure_text("what is seen", [&](auto... out) {
        return by_session ? chemix_session_save_seen(session_, viewer, out...)
                          : chemix_record_save_seen(record, viewer, out...);
      });
      fuzz::Client client;
      require_ok(chemix_client_load(seen.data(), seen.size(), &client.handle, &error), error,
                 "what is seen is read");
    }
  }

  void ask_marginals() {
    const fuzz::Seen seen = fuzz::observed(game_, state_, any_viewer());
    const auto places = fuzz::sure_list<chemix_place>(
        "hidden places", fuzz::of(chemix_observation_hidden_places, seen));
    const auto kinds = static_cast<std::size_t>(game_.limits.card_kind_count);
    const auto copies = static_cast<std::size_t>(game_.limits.max_copies);
    std::vector<double> likely(places.size() * kinds * copies);
    Error error;
    // Exact beliefs can take seconds.
    chemix_stop* stop = nullptr;
    require_ok(chemix_stop_create(&stop, &error), error, "a stop object");
    chemix_stop_set_time_budget(stop, 200);
    const chemix_count count =
        chemix_observation_marginals(seen, stop, likely.data(), likely.size(), &error);
    chemix_stop_destroy(&stop);
    if (count == CHEMIX_STOPPED) return;
    require_ok(count, error, "marginals");
    require(static_cast<std::size_t>(count) == likely.size(),
            "marginals have a number for each place, kind and copy");
    for (const double share : likely) require(share >= 0 && share <= 1, "shares are from 0 to 1");
  }

  const fuzz::Game& game_;
  fuzz::Input& input_;
  fuzz::State state_;
  fuzz::State marked_;
  std::optional<fuzz::State> drawn_;
  std::vector<chemix_step> steps_;
  std::vector<fuzz::Seen> views_;
  fuzz::Record record_;
  fuzz::Session session_;
  int budget_ = 6;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::TimeLimit limit;
  fuzz::Input input(data, size);
  const auto game = fuzz::game_of(input);
  if (game != nullptr) Play(*game, input).run();
  return 0;
}
