// SPDX-License-Identifier: Apache-2.0
// The first line names the game; the rest is a program. Each byte is a call, some with operands in
// the bytes after it; a byte below 128 takes that legal action. After each call the invariants are
// checked, and each viewer's observation is updated from events alone.
#include "fuzz.hpp"

namespace {

using fuzz::Bytes;
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
      : game_(game), input_(input), state_(game.state_memory()) {
    Error error;
    start_player_ = input_.byte() % game_.limits.players;
    require_ok(chemix_state_init(game_.handle, start_player_, state_.data(), state_.size(), &error),
               error, "a game begins");
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

  /// Continues from the current state: observations, undo and the record restart.
  void begin() {
    marked_ = start_ = state_;
    steps_.clear();
    views_.clear();
    for (const std::int32_t viewer : game_.viewers()) {
      views_.push_back(fuzz::observed(game_, state_, viewer));
    }
  }

  [[nodiscard]] std::int32_t any_viewer() {
    const auto viewers = game_.viewers();
    return viewers[input_.byte() % viewers.size()];
  }

  /// A random acting player, if any.
  [[nodiscard]] std::int32_t any_acting() {
    const std::uint32_t players = fuzz::acting(game_, state_).players;
    std::vector<std::int32_t> acting;
    for (std::int32_t seat = 0; seat < game_.limits.players; ++seat) {
      if ((players >> seat & 1U) != 0) acting.push_back(seat);
    }
    if (acting.empty()) return CHEMIX_NOBODY;
    return acting[acting.size() == 1 ? 0 : input_.byte() % acting.size()];
  }

  void act(std::size_t nth) {
    if (const auto ways = fuzz::chances(game_, state_); !ways.empty()) {
      take(CHEMIX_CHANCE, ways[nth % ways.size()].action);
      return;
    }
    const std::int32_t player = any_acting();
    if (player == CHEMIX_NOBODY) return;
    const auto legal = fuzz::legal_actions(game_, state_, player);
    if (legal.size() > 128) nth += std::size_t{128} * input_.byte();
    take(player, legal[nth % legal.size()]);
  }

  void resolve() {
    const std::string seed = std::to_string(input_.byte());
    for (int steps = 0; steps < 200 && fuzz::acting(game_, state_).is_chance; ++steps) {
      Error error;
      std::int32_t action = 0;
      require_ok(chemix_state_draw(game_.handle, state_.data(), state_.size(), seed.c_str(),
                                   &action, &error),
                 error, "chance acts by a seed");
      take(CHEMIX_CHANCE, action);
    }
  }

  /// Takes a legal action; every viewer's observation is updated by its events alone.
  void take(std::int32_t actor, std::int32_t action) {
    const Bytes before = state_;
    Error error;
    require_ok(
        chemix_state_check(game_.handle, state_.data(), state_.size(), actor, action, &error),
        error, "what is listed is legal");
    require_ok(
        chemix_state_apply(game_.handle, actor, action, state_.data(), state_.size(), &error),
        error, "what is legal is taken");
    steps_.push_back({actor, action});
    std::size_t at = 0;
    for (const std::int32_t viewer : game_.viewers()) {
      Bytes& view = views_[at++];
      const auto events = fuzz::sure_list<chemix_event>("events", [&](auto... out) {
        return chemix_state_events(game_.handle, before.data(), before.size(), actor, action,
                                   viewer, out...);
      });
      for (const chemix_event& event : events) {
        require_ok(chemix_observation_fold(game_.handle, &event, view.data(), view.size(), &error),
                   error, "an event is folded");
      }
      require(fuzz::saved_observation(game_, view) ==
                  fuzz::saved_observation(game_, fuzz::observed(game_, state_, viewer)),
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
    Error told;
    Error told_by_apply;
    Bytes after = state_;
    const chemix_status checked =
        chemix_state_check(game_.handle, state_.data(), state_.size(), actor, action, &told);
    const chemix_status applied =
        chemix_state_apply(game_.handle, actor, action, after.data(), after.size(), &told_by_apply);
    require(checked == applied && told == told_by_apply, "apply does what check says", told.told());
    const auto events = fuzz::list_of<chemix_event>([&](auto... out) {
      return chemix_state_events(game_.handle, state_.data(), state_.size(), actor, action,
                                 CHEMIX_SPECTATOR, out...);
    });
    require(events.has_value() == (checked == CHEMIX_OK), "events are refused as by check");
    if (actor >= 0 && actor < game_.limits.players) {
      const Bytes seen = fuzz::observed(game_, state_, actor);
      Error told_by_view;
      const chemix_status by_view =
          chemix_observation_check(game_.handle, seen.data(), seen.size(), action, &told_by_view);
      require(by_view == checked && told == told_by_view, "an observation refuses as the state",
              told.told());
    }
    if (fuzz::is_ok(checked, told)) {
      take(actor, action);
      return;
    }
    require(after == state_, "a refusal changes nothing", told.told());
    if (checked != CHEMIX_REFUSED) return;
    fuzz::sure_text("a refusal in words", [&](auto... out) {
      return chemix_error_words(game_.handle, &told, "en", "Anna\nBen", out...);
    });
    fuzz::sure_text("a refusal as JSON", [&](auto... out) {
      return chemix_refusal_json(game_.handle, actor, &told, out...);
    });
  }

  void check_observations() {
    for (const Bytes& view : views_) {
      fuzz::check_saved_observation(game_, view);
      fuzz::ask_beliefs(game_, view, false);
    }
  }

  /// A state sampled for a viewer looks the same to this viewer: output for the viewer does not
  /// depend on hidden information.
  void check_secrecy() {
    const std::int32_t viewer = any_viewer();
    const std::uint8_t choice = input_.byte();
    const Bytes seen = fuzz::observed(game_, state_, viewer);
    const auto other = fuzz::drawn(
        game_, seen, choice / 2, choice % 2 == 0 ? CHEMIX_OTHERS_DECIDED : CHEMIX_OTHERS_UNDECIDED);
    require(other.has_value(), "a state fits what is seen");
    const Bytes seen_there = fuzz::observed(game_, *other, viewer);
    require(fuzz::view_of(game_, seen_there) == fuzz::view_of(game_, seen),
            "a viewer sees nothing that is hidden");
    fuzz::check_view(game_, *other, viewer);
    if (viewer >= 0) {
      const std::int32_t action = input_.number<std::uint16_t>() % game_.limits.action_count;
      Error here;
      Error there;
      chemix_state_check(game_.handle, state_.data(), state_.size(), viewer, action, &here);
      chemix_state_check(game_.handle, other->data(), other->size(), viewer, action, &there);
      require(here == there, "refusals tell nothing that is hidden", here.told());
    }
    fuzz::check_forms(game_, *other);
    drawn_ = other;
  }

  void check_undo() {
    Error error;
    for (std::int32_t seat = 0; seat < game_.limits.players; ++seat) {
      bool may = false;
      require_ok(chemix_state_can_undo(game_.handle, marked_.data(), state_.data(), state_.size(),
                                       seat, &may, &error),
                 error, "whether may be undone");
    }
  }

  void go_on_elsewhere() {
    if (!drawn_) return;
    state_ = *drawn_;
    is_resumed_ = true;
    begin();
  }

  void play_out() {
    Error error;
    Bytes end = state_;
    std::int64_t steps = 0;
    const std::string seed = std::to_string(input_.byte());
    require_ok(
        chemix_state_playout(game_.handle, seed.c_str(), end.data(), end.size(), &steps, &error),
        error, "a game is played to its end");
    require(steps <= game_.limits.max_steps, "no play is longer than the limit");
    const fuzz::Acting act = fuzz::acting(game_, end);
    require(act.players == 0 && !act.is_chance, "a game that is played out is over");
    fuzz::check_state(game_, end);
  }

  void ask_policies() {
    static chemix_policy* const policies[] = {policy_of("random"), policy_of("greedy"),
                                              policy_of("search iterations=4")};
    const chemix_policy* const policy = policies[input_.byte() % std::size(policies)];
    const std::int32_t player = any_acting();
    if (player == CHEMIX_NOBODY) return;
    Error error;
    const Bytes seen = fuzz::observed(game_, state_, player);
    std::int32_t action = -1;
    chemix_stop* stop = nullptr;
    require_ok(chemix_stop_create(&stop, &error), error, "a stop object is created");
    require_ok(chemix_policy_choose(policy, game_.handle, seen.data(), seen.size(), "3", stop,
                                    &action, &error),
               error, "a policy chooses");
    require(chemix_state_check(game_.handle, state_.data(), state_.size(), player, action,
                               &error) == CHEMIX_OK,
            "a policy chooses what is legal", error.told());
    const auto values = fuzz::sure_list<chemix_action_value>("action values", [&](auto... out) {
      return chemix_policy_action_values(policy, game_.handle, seen.data(), seen.size(), "3", stop,
                                         out...);
    });
    require(values.size() == fuzz::legal_actions(game_, state_, player).size(),
            "a policy judges all that is legal");
    chemix_stop_set_time_budget(stop, input_.byte());
    chemix_stop_set(stop);
    require(chemix_policy_choose(policy, game_.handle, seen.data(), seen.size(), "3", stop, &action,
                                 &error) == CHEMIX_STOPPED,
            "a stopped policy does not choose", error.told());
    chemix_stop_destroy(&stop);
    fuzz::sure_text("a hint", [&](auto... out) {
      return chemix_policy_hint(policy, game_.handle, seen.data(), seen.size(), "3", "fr", nullptr,
                                nullptr, out...);
    });
    const std::vector<const chemix_policy*> everybody(
        static_cast<std::size_t>(game_.limits.players), policies[0]);
    Bytes end = state_;
    std::int64_t steps = 0;
    require_ok(chemix_state_play(game_.handle, everybody.data(), everybody.size(), "5", nullptr,
                                 end.data(), end.size(), &steps, &error),
               error, "policies play to the end");
  }

  void list_turns() {
    Error error;
    std::int64_t count = 0;
    if (!fuzz::is_ok(
            chemix_state_count_turns(game_.handle, state_.data(), state_.size(), &count, &error),
            error)) {
      return;
    }
    chemix_turns* turns = nullptr;
    require_ok(chemix_turns_create(game_.handle, state_.data(), state_.size(), &turns, &error),
               error, "turns that are counted are listed");
    std::vector<std::int32_t> points(static_cast<std::size_t>(game_.limits.players));
    for (std::int64_t i = 0; i < std::min<std::int64_t>(count, 20); ++i) {
      const auto ids = fuzz::sure_list<std::int32_t>(
          "a turn", [&](auto... out) { return chemix_turns_next(turns, points.data(), out...); });
      Bytes after = state_;
      const std::int32_t player = first_acting();
      for (const std::int32_t id : ids) {
        require_ok(chemix_state_apply(game_.handle, player, id, after.data(), after.size(), &error),
                   error, "a listed turn is taken");
      }
    }
    chemix_turns_destroy(&turns);
    const auto best = fuzz::sure_list<std::int32_t>("the best turn",
                                                    [&](auto... out) { return best_turn(out...); });
    require(!best.empty(), "the best turn does something");
  }

  chemix_status best_turn(std::int32_t* out, std::size_t capacity, std::size_t* out_count,
                          chemix_error* out_error) const {
    double value = 0;
    return chemix_state_best_turn(game_.handle, state_.data(), state_.size(), "", out, capacity,
                                  out_count, &value, out_error);
  }

  [[nodiscard]] std::int32_t first_acting() const {
    const std::uint32_t players = fuzz::acting(game_, state_).players;
    std::int32_t seat = 0;
    while ((players >> seat & 1U) == 0) ++seat;
    return seat;
  }

  void check_record() {
    const std::string text = fuzz::sure_text("a record", [&](auto... out) {
      return is_resumed_ ? chemix_record_write_resumed(game_.handle, start_.data(), start_.size(),
                                                       steps_.data(), steps_.size(), out...)
                         : chemix_record_write(game_.handle, start_player_, steps_.data(),
                                               steps_.size(), out...);
    });
    Error error;
    std::uint64_t recorded = 0;
    std::uint64_t digest = 0;
    require_ok(chemix_record_verify(text.data(), text.size(), &recorded, &error), error,
               "a record is read");
    require_ok(chemix_state_digest(game_.handle, state_.data(), state_.size(), &digest, &error),
               error, "a digest");
    require(recorded == digest, "a record leads to its state");
    chemix_record* record = nullptr;
    require_ok(chemix_record_open(text.data(), text.size(), &record, &error), error, "a record");
    const std::int32_t viewer = any_viewer();
    const std::string seen_text = fuzz::sure_text(
        "what is seen", [&](auto... out) { return chemix_record_seen(record, viewer, out...); });
    chemix_record_destroy(&record);
    chemix_seen_record* seen = nullptr;
    require_ok(chemix_seen_record_open(seen_text.data(), seen_text.size(), &seen, &error), error,
               "what is seen is read");
    chemix_seen_record_destroy(&seen);
  }

  void ask_marginals() {
    const Bytes seen = fuzz::observed(game_, state_, any_viewer());
    const auto places = fuzz::sure_list<chemix_place>("hidden places", [&](auto... out) {
      return chemix_observation_hidden_places(game_.handle, seen.data(), seen.size(), out...);
    });
    const auto kinds = static_cast<std::size_t>(game_.limits.card_kind_count);
    const auto copies = static_cast<std::size_t>(game_.limits.max_copies);
    std::vector<double> likely(places.size() * kinds * copies);
    std::size_t count = 0;
    Error error;
    // Exact beliefs can take seconds.
    chemix_stop* stop = nullptr;
    require_ok(chemix_stop_create(&stop, &error), error, "a stop object");
    chemix_stop_set_time_budget(stop, 200);
    const chemix_status status = chemix_observation_marginals(
        game_.handle, seen.data(), seen.size(), stop, likely.data(), likely.size(), &count, &error);
    chemix_stop_destroy(&stop);
    if (status == CHEMIX_STOPPED) return;
    require_ok(status, error, "marginals");
    require(count == likely.size(), "marginals have a number for each place, kind and copy");
    for (const double share : likely) require(share >= 0 && share <= 1, "shares are from 0 to 1");
  }

  const fuzz::Game& game_;
  fuzz::Input& input_;
  std::int32_t start_player_ = 0;
  Bytes state_;
  Bytes start_;
  Bytes marked_;
  std::optional<Bytes> drawn_;
  bool is_resumed_ = false;
  std::vector<chemix_step> steps_;
  std::vector<Bytes> views_;
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
