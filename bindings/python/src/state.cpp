// SPDX-License-Identifier: Apache-2.0
// States in Python.
#include "chemix/core/playout.hpp"
#include "positions.hpp"

#include <algorithm>

namespace chemix::python {

State initial_state(const GamePointer& game, int start_player) {
  State state{game, BlockMemory(game->state_size()), nullptr};
  game->initial_state(seat_of(*game, "start_player", start_player), state.memory.block());
  return state;
}

State applied(const State& state, Actor actor, int action) {
  State next{state.game, state.memory, nullptr};
  if (const auto refused = next.game->apply(next.memory.block(), actor, action)) {
    raise(state.game, *refused, actor.is_chance());
  }
  next.step = std::make_shared<State::Step>(State::Step{state.memory, actor, action});
  return next;
}

namespace {

py::module_ full_states() { return py::module_::import("chemix._full_state"); }

Policies::Seated seated(const py::handle& given) {
  if (given.is_none()) return {};
  const bool is_text = py::isinstance<py::str>(given);
  if (is_text || py::isinstance<NativePolicy>(given)) {
    const NativePolicy policy =
        is_text ? policy_of(text_of(given, "policies")) : given.cast<NativePolicy>();
    // The random policy equals no policy, however it is given.
    return {policy.text == "random" ? nullptr : policy.policy, {}};
  }
  const py::object full_state = full_states().attr("FullState");
  const bool sees_state = py::isinstance(given, full_state);
  if (PyCallable_Check(given.ptr()) != 0) {
    return {{}, py::reinterpret_borrow<py::object>(given), sees_state};
  }
  raise(InputError{"policies", shown(given),
                   "must be a Policy, the text of one, a function or None", ""});
}

}  // namespace

Policies::Policies(const AnyGame& game, const py::object& given) {
  const auto players = static_cast<std::size_t>(game.player_count());
  if (!py::isinstance<py::sequence>(given) || py::isinstance<py::str>(given)) {
    by_seat_.assign(players, seated(given));
    return;
  }
  const std::size_t count = length_of(given);
  if (count != players) {
    raise(InputError{"policies", std::to_string(count),
                     "must be " + std::to_string(players) + ", one for each player", "GN-1"});
  }
  // By index: iterating over a sequence may never end.
  for (std::size_t seat = 0; seat < players; ++seat)
    by_seat_.push_back(seated(given[py::int_(seat)]));
}

bool Policies::are_none() const {
  return std::all_of(by_seat_.begin(), by_seat_.end(),
                     [](const Seated& one) { return !one.native && !one.function; });
}

std::vector<std::shared_ptr<const Policy>> Policies::native() const {
  std::vector<std::shared_ptr<const Policy>> all;
  for (const Seated& one : by_seat_) {
    if (!one.native) return {};
    all.push_back(one.native);
  }
  return all;
}

namespace {

/// Like played_on, without policies: native and without the GIL.
State played_at_random(State state, const Seed& seed) {
  const Unlocked unlocked;
  const AnyGame& game = *state.game;
  Dealer dealer(seed);
  RandomDraws actions = actions_drawn(seed);
  RandomDraws players = players_drawn(seed);
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  std::shared_ptr<State::Step> last;
  for (;;) {
    const Acting acting = game.acting(state.block());
    if (acting.is_nobody()) break;
    if (!last) {
      last = std::make_shared<State::Step>(State::Step{state.memory, Actor::chance(), 0});
    }
    last->before = state.memory;
    if (acting.is_chance()) {
      last->actor = Actor::chance();
      last->action = dealer.choose(game, state.block());
    } else {
      const Player player = drawn_player(acting.players(), players);
      const std::size_t count = game.legal_actions(state.block(), player, ids);
      last->actor = player;
      last->action = ids[actions.below(count)];
    }
    // Cannot fail: only legal actions are drawn.
    (void)game.apply(state.memory.block(), last->actor, last->action);
  }
  if (last) state.step = std::move(last);
  return state;
}

}  // namespace

namespace {

/// Asks a function for an action of a player; `random` is made on first use.
py::object asked(const Policies::Seated& policy, const py::object& state, Player player,
                 const py::object& seed, py::object& random) {
  if (!random) {
    if (policy.sees_state) random = policy.function.attr("random");
    if (!random || random.is_none()) random = full_states().attr("source_of_seat")(seed, player);
  }
  if (policy.sees_state) return policy.function(state, player, random);
  return policy.function(state.attr("observation")(player), random);
}

}  // namespace

State played_on(State state, const py::object& given_seed, const Policies& policies,
                LongCall& call) {
  const Seed seed = seed_of(given_seed);
  if (policies.are_none()) return played_at_random(std::move(state), seed);
  const AnyGame& game = *state.game;
  if (const auto native = policies.native(); !native.empty()) {
    State end{state.game, state.memory, nullptr};
    (void)call.result_of(
        [&](StopPoll& poll) { return play(game, end.memory.block(), native, seed, poll); });
    return end;
  }
  Dealer dealer(seed);
  const PolicyStreams streams(seed);
  std::uint64_t decisions = 0;
  RandomDraws actions = actions_drawn(seed);
  RandomDraws players = players_drawn(seed);
  std::vector<int> ids(static_cast<std::size_t>(game.max_legal_actions()));
  std::vector<py::object> sources(static_cast<std::size_t>(game.player_count()));
  state = resolved(std::move(state), dealer);
  for (; !game.acting(state.block()).is_nobody(); ++decisions) {
    const Player player = drawn_player(game.acting(state.block()).players(), players);
    const Policies::Seated& policy = policies.of(player);
    if (policy.native) {
      Generator random = streams.decision(decisions);
      const Decision decision = accepted(Decision::in(game, state.block(), player));
      const int action = call.result_of(
          [&](StopPoll& poll) { return policy.native->choose(decision, random, poll); });
      state = applied(state, player, action);
    } else if (!policy.function) {
      const std::size_t count = game.legal_actions(state.block(), player, ids);
      state = applied(state, player, ids[actions.below(count)]);
    } else {
      // Use the bound method, so that a policy may return anything that `apply` accepts.
      const py::object shown = py::cast(state);
      py::object& random = sources[static_cast<std::size_t>(player)];
      const py::object chosen = asked(policy, shown, player, given_seed, random);
      try {
        state = shown.attr("apply")(chosen, player).cast<State>();
      } catch (const py::error_already_set& refused) {
        if (!refused.matches(PyExc_ValueError) && !refused.matches(PyExc_TypeError)) throw;
        raise_choice(policy.function, player, chosen, refused.value());
      }
    }
    state = resolved(std::move(state), dealer);
  }
  return state;
}

std::vector<State> states_of(const Replay& replay) {
  State state{replay.game, BlockMemory(replay.game->state_size()), nullptr};
  std::copy(replay.start.begin(), replay.start.end(), state.memory.block().begin());
  std::vector<State> states{state};
  for (const RecordedStep& step : replay.steps) {
    state = applied(state, step.actor, step.action);
    states.push_back(state);
  }
  return states;
}

int id_of(const AnyGame& game, const ActionWord& word, bool by_chance) {
  if (const auto* action = std::get_if<Action>(&word)) {
    if (action->game->key() != game.key()) {
      raise(InputError{"action", action->text(), "belongs to another game", ""});
    }
    if (action->is_chance != by_chance) {
      raise(InputError{"action", action->text(),
                       by_chance ? "must be an action of chance, which acts now"
                                 : "must be an action of a player: chance does not act now",
                       "GN-2"});
    }
    return action->id;
  }
  if (const auto* text = std::get_if<std::string>(&word)) {
    return accepted(by_chance ? game.parse_chance_action(*text) : game.parse_action(*text));
  }
  return expect_action(game, std::get<Whole<"action">>(word), by_chance);
}

using StepList = std::vector<std::pair<std::optional<Whole<"player">>, Whole<"action">>>;

std::vector<RecordedStep> recorded(const StepList& steps) {
  std::vector<RecordedStep> list;
  for (const auto& [who, action] : steps) {
    if (who && *who < 0) {
      raise(InputError{formatted("steps[{}]", list.size()), std::to_string(*who),
                       "must be a seat, or None where chance acted", "GN-1"});
    }
    list.push_back({who ? Actor(*who) : Actor::chance(), action});
  }
  return list;
}

py::bytes bytes_of(const State& state) {
  std::vector<std::byte> bytes(state.game->save(state.block(), {}));
  state.game->save(state.block(), bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

State state_of_bytes(const GamePointer& game, const py::buffer& bytes) {
  const auto text = copied(bytes).cast<std::string>();
  State state{game, BlockMemory(game->state_size()), nullptr};
  const auto wrong =
      game->load(std::as_bytes(std::span(text.data(), text.size())), state.memory.block());
  if (wrong) raise(*wrong);
  return state;
}

namespace {

// The given viewer, or by default the only acting player.
Viewer asked_viewer(const State& state, const std::optional<ViewerWord<"player">>& asked) {
  return asked ? viewer_of(*state.game, *asked) : Viewer::player(player_of(state, std::nullopt));
}

Observation observe(const State& state, const std::optional<ViewerWord<"player">>& player) {
  Observation seen{state.game, BlockMemory(state.game->observation_size())};
  state.game->observe(state.block(), asked_viewer(state, player), seen.memory.block());
  return seen;
}

std::vector<EventView> events(const State& state,
                              const std::optional<ViewerWord<"player">>& player) {
  const Viewer viewer = asked_viewer(state, player);
  std::vector<EventView> views;
  if (!state.step) return views;
  const auto list =
      state.game->events(state.step->before.block(), state.step->actor, state.step->action, viewer);
  for (const Event& event : *list) views.push_back({state.game, event});
  return views;
}

State determinize(const State& state, const std::optional<ViewerWord<"player">>& player,
                  const py::object& seed, const std::string& others) {
  return determinized(observe(state, player), seed, others);
}

}  // namespace

void bind_state(py::module_& module, Classes& classes) {
  const auto player = whole("player") = py::none();

  bind_position(classes.state);
  classes.state
      .def(
          "acting_seen_by",
          [](const State& state, const std::optional<ViewerWord<"player">>& who) {
            return seats_in(
                state.game->acting_seen_by(state.block(), asked_viewer(state, who)).players());
          },
          player,
          "Return the seats that may act now, as far as a player can tell. During a sealed "
          "decision this includes the other players who have already decided. For the default "
          "player, see observation."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> state.acting_seen_by(1)\n"
          "frozenset({0})")
      .def(
          "can_undo",
          [](const State& state, const State& before, const OptionalPlayer& who) {
            if (before.game->key() != state.game->key()) {
              raise(InputError{"before", "", "belongs to another game", ""});
            }
            return state.game->can_undo(before.block(), state.block(), player_of(before, who)) ==
                   Undo::Allowed;
          },
          py::arg("before"), player,
          "Return whether a player may undo everything since `before`.\n\nThis requires that "
          "only decisions of this player led here, that chance did not act, and that no viewer "
          "has learned anything about hidden cards. A sealed decision can never be undone, since "
          "the answer would reveal who else has decided; nor can a decision that ends the game, "
          "since results reveal hands. True is certain. False may also mean that the limit of "
          "some thousand alternatives was reached, or that a viewer's knowledge is incomplete. "
          "The player defaults to the only one who acts in `before`."
          "\n\n>>> before = chemix.load('chip_it_duel').deal(seed=7)\n"
          ">>> before.apply('size 1').can_undo(before)\n"
          "True")
      .def("observation", &observe, player,
           "Return what a player sees and knows.\n\nThe player is a seat or 'spectator', and "
           "defaults to current_player. Raise InputError if no player is passed and not exactly "
           "one acts."
           "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
           ">>> state.observation(), state.observation('spectator').viewer\n"
           "(<Observation of chemuno by seat 0, phase lead>, 'spectator')")
      .def(
          "observation_tensor",
          [](const State& state, const std::optional<ViewerWord<"player">>& who) {
            return py::cast(observe(state, who)).attr("tensor")().cast<py::array_t<float>>();
          },
          player,
          "Return the observation as a float32 array of shape (game.tensor_size,). For the "
          "default player, see observation."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> tensor = game.deal(seed=7).observation_tensor(1)\n"
          ">>> tensor.shape == (game.tensor_size,), tensor.dtype\n"
          "(True, dtype('float32'))")
      .def(
          "information_state_tensor",
          [](const State& state, const std::optional<ViewerWord<"player">>& who) {
            return py::cast(observe(state, who))
                .attr("information_state_tensor")()
                .cast<py::array_t<float>>();
          },
          player,
          "Return the information state as a float32 array of shape "
          "(game.information_state_tensor_size,). For the default player, see observation."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> tensor = game.deal(seed=7).information_state_tensor(1)\n"
          ">>> tensor.shape == (game.information_state_tensor_size,)\n"
          "True")
      .def(
          "information_state",
          [](const State& state, const std::optional<ViewerWord<"player">>& who) {
            return state.game->observation_text(observe(state, who).memory.block());
          },
          player,
          "Return a text that is equal exactly if the player saw and did the same since the "
          "start of the game. For the default player, see observation."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> state = game.deal(seed=7)\n"
          ">>> state.information_state(1) == state.determinize(1, seed=3).information_state(1)\n"
          "True")
      .def("events", &events, player,
           "Return the events of the step that led here, as a player saw them; empty for a state "
           "that was not reached by `apply`. For the default player, see observation."
           "\n\n>>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')\n"
           ">>> state.events(0), state.events(1)\n"
           "([Event('deal draw_pile hand[0] H2O')], [Event('deal draw_pile hand[0] ?')])")
      .def(
          "event_words",
          [](const State& state, const std::optional<ViewerWord<"player">>& who,
             const std::string& language, bool aloud, const PlayerNames& players) {
            std::vector<Event> told;
            for (const EventView& one : events(state, who)) told.push_back(one.event);
            return words_in(*state.game, language, aloud, players).events(*state.game, told);
          },
          player, py::arg("language") = "en", py::arg("aloud").noconvert() = false,
          py::arg("players") = py::none(),
          "Return the events in sentences, for people. Cards that are shown together are one "
          "sentence, and events that mean nothing to people are left out. For the default player, "
          "see observation.\n\n`players` are the players' names; `aloud` spells out formulas."
          "\n\nRaise InputError for an unknown language, and for more names than seats."
          "\n\n>>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')\n"
          ">>> state.event_words(0, players=['Anna', 'Ben'])\n"
          "['Anna is dealt H2O.']\n"
          ">>> state.event_words('spectator', 'de', players=['Anna', 'Ben'])\n"
          "['Anna bekommt eine Karte.']")
      .def("determinize", &determinize, player, py::kw_only(), py::arg("seed"),
           py::arg("others") = "decided",
           "Sample a state that the player cannot distinguish from this one, with the "
           "probabilities of the player's belief. For the default player, see "
           "observation.\n\nDuring a sealed decision, others='decided' samples the other players' "
           "choices uniformly among those that leave it open. With others='undecided' no other "
           "player has decided yet; use it to search over their choices."
           "\n\nRaise InputError for an invalid seed, and for any other word as `others`."
           "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
           ">>> world = state.determinize(1, seed=3)\n"
           ">>> world.observation(1) == state.observation(1)\n"
           "True")
      .def(
          "prompt",
          [](const State& state, const std::optional<ViewerWord<"player">>& who,
             const std::string& language, bool aloud, const PlayerNames& players) {
            return words_in(*state.game, language, aloud, players)
                .prompt(*state.game, observe(state, who).memory.block());
          },
          player, py::arg("language") = "en", py::arg("aloud").noconvert() = false,
          py::arg("players") = py::none(),
          "Return a sentence for a player: what to decide, who acts instead, or, at the end, who "
          "has won. For the default player, see observation.\n\n`players` are the players' "
          "names; `aloud` spells out formulas."
          "\n\nRaise InputError for an unknown language, and for more names than seats."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> state.prompt(), state.prompt(1, 'de', players=['Anna', 'Ben'])\n"
          "('Player 1, lay any card.', 'Warten auf Anna.')")
      .def(
          "words",
          [](const State& state, const std::string& language, bool aloud,
             const PlayerNames& players) {
            return words_in(*state.game, language, aloud, players)
                .result(*state.game, state.block());
          },
          py::arg("language") = "en", py::arg("aloud").noconvert() = false,
          py::arg("players") = py::none(),
          "Return a sentence with all current scores, and at the end with the "
          "winner.\n\n`players` are the players' names; `aloud` spells out formulas."
          "\n\nRaise InputError for an unknown language, and for more names than seats."
          "\n\n>>> chemix.load('chemuno').deal(seed=7).words(players=['Anna', 'Ben'])\n"
          "'Anna: 7 cards left, Ben: 7 cards left'")
      .def_property_readonly(
          "table", &table_of,
          "The table alone, without the players' knowledge, for search. It shows all cards, as "
          "the state does.")
      .def_property_readonly(
          "digest", [](const State& state) { return state.game->digest(state.block()); },
          "A 64-bit hash of the complete state. Keep it secret.")
      .def_property_readonly(
          "table_digest",
          [](const State& state) { return state.game->table_digest(state.block()); },
          "A 64-bit hash of the table alone, without the players' knowledge, with which a search "
          "can recognize equal tables. Keep it secret.")
      .def(
          "playout",
          [](const State& state, const py::object& seed, const py::object& policies,
             const StopArgument& stop, const TimeBudget& time_budget) {
            LongCall call(stop, time_budget);
            if (!policies.is_none()) {
              return played_on(state, seed, Policies(*state.game, policies), call);
            }
            FastRandom random(SeedSequence(seed_of(seed)));
            State end{state.game, state.memory, nullptr};
            const Unlocked unlocked;
            end.game->playout(end.memory.block(), random);
            return end;
          },
          py::arg("seed"), py::arg("policies") = py::none(), py::kw_only(),
          py::arg("stop") = py::none(), py::arg("time_budget") = py::none(),
          "Play on to the end and return the final state.\n\nPolicies are as for `Game.playout`. "
          "Without policies, all players act at random: this is native, releases the GIL and is "
          "fastest, but draws differ from those of the policy \"random\". The seed determines "
          "chance: with the seed of the game's own deal, a search would foresee its cards. `stop`, "
          "`time_budget` and errors are as for `Game.playout`."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> ends = [state.playout(seed) for seed in range(20)]\n"
          ">>> all(end.is_terminal for end in ends)\n"
          "True\n"
          ">>> state.playout(3, policies=['greedy', 'random']).is_terminal\n"
          "True")
      .def("__bytes__", &bytes_of)
      .def("__hash__", [](const State& state) { return state.game->digest(state.block()); })
      .def("__str__", [](const State& state) { return state.game->text(state.block()); })
      .def("__repr__", [](const State& state) {
        return shown_as("State", *state.game, state.game->phase(state.block()));
      });

  module.def(
      "write_record",
      [](const std::shared_ptr<AnyGame>& game, Whole<"start_player"> start_player,
         const StepList& steps) {
        return accepted(
            write_record(*game, seat_of(*game, "start_player", start_player), recorded(steps)));
      },
      a_game(), whole("start_player"), py::arg("steps"),
      "Write a record from (player, action id) pairs; the player is None for chance."
      "\n\nRaise InputError for an action that is not legal; its field is 'steps[n]'."
      "\n\n>>> game = chemix.load('chemuno')\n"
      ">>> drawn = game.action('drawn H2O', chance=True)\n"
      ">>> record = chemix.write_record(game, 0, [(None, drawn.id)])\n"
      ">>> chemix.read_record(record)[-1] == game.initial_state().apply(drawn)\n"
      "True");
  module.def(
      "write_record",
      [](const State& start, const StepList& steps) {
        return accepted(write_resumed_record(*start.game, start.block(), recorded(steps)));
      },
      py::arg("start"), py::arg("steps"),
      "Write a record of a game that was resumed in the state `start`. The record reveals "
      "that state to its readers.");
}

}  // namespace chemix::python
