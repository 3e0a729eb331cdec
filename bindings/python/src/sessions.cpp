// SPDX-License-Identifier: Apache-2.0
// Sessions and clients in Python.
#include "chemix/client.hpp"
#include "chemix/session.hpp"
#include "positions.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace chemix::python {
namespace {

/// A Policy, the text of one, or None.
using PolicyArgument = Given<struct PolicyOrNone>;
/// A seed, or None.
using SeedArgument = Given<struct SeedOrNone>;
/// A seat or `"chance"`.
using ActorWord = std::variant<Whole<"actor">, std::string>;
constexpr const char* chance_word = "chance";

/// An object whose calls may release the GIL: several may read it, or one may change it. The counts
/// change only under the GIL.
template <class Value>
class Guarded {
 public:
  Guarded(Value value, const char* name) : value_(std::move(value)), name_(name) {}

  /// These raise InputError while another call changes the object; `change` also while one reads.
  [[nodiscard]] const Value& read() const {
    expect(changers_ == 0);
    return value_;
  }
  [[nodiscard]] Value& change() {
    expect(changers_ == 0 && readers_ == 0);
    return value_;
  }
  /// Calls `work` with the value; it may release the GIL.
  template <class Work>
  auto while_read(Work&& work) const {
    const Value& value = read();
    const Use use(readers_);
    return work(value);
  }
  template <class Work>
  auto while_changed(Work&& work) {
    Value& value = change();
    const Use use(changers_);
    return work(value);
  }

 private:
  class Use {
   public:
    explicit Use(int& count) : count_(count) { ++count_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { --count_; }

   private:
    int& count_;
  };
  void expect(bool is_free) const {
    if (is_free) return;
    raise(InputError{name_, "", "is in use by another call, which must end first", ""});
  }

  Value value_;
  const char* name_;
  mutable int readers_ = 0;
  int changers_ = 0;
};

using PySession = Guarded<Session>;
using PyClient = Guarded<Client>;

template <class Work>
auto without_gil(Work&& work) {
  const Unlocked unlocked;
  return work();
}

std::unique_ptr<PySession> made(Session session) {
  return std::make_unique<PySession>(std::move(session), "session");
}
std::unique_ptr<PyClient> made(Client client) {
  return std::make_unique<PyClient>(std::move(client), "client");
}

void expect_none(const std::optional<InputError>& wrong) {
  if (wrong) raise(*wrong);
}

Key key_of(const py::object& seed) { return SeedSequence(seed_of(seed)).key(); }
std::optional<Key> optional_key(const py::object& seed) {
  if (seed.is_none()) return std::nullopt;
  return key_of(seed);
}

/// A policy from an argument that is not None.
NativePolicy native_policy(const py::object& given) {
  if (py::isinstance<NativePolicy>(given)) return given.cast<NativePolicy>();
  if (py::isinstance<py::str>(given)) return policy_of(text_of(given, "policy"));
  raise(InputError{"policy", shown(given), "must be a Policy, the text of one, or None", ""});
}

std::variant<int, std::string> word_of(Actor actor) {
  if (actor.is_chance()) return chance_word;
  return actor.player();
}

Actor actor_of(const AnyGame& game, const ActorWord& given) {
  if (const auto* seat = std::get_if<Whole<"actor">>(&given)) return seat_of(game, "actor", *seat);
  const auto& word = std::get<std::string>(given);
  if (word == chance_word) return Actor::chance();
  raise(InputError{"actor", word, "must be a seat or 'chance'", ""});
}

std::size_t expect_range(const char* name, int number, std::size_t least, std::size_t most) {
  if (number >= 0 && static_cast<std::size_t>(number) >= least &&
      static_cast<std::size_t>(number) <= most) {
    return static_cast<std::size_t>(number);
  }
  raise(InputError{name, std::to_string(number), formatted("must be from {} to {}", least, most),
                   ""});
}

int expect_not_negative(const char* name, int number) {
  if (number >= 0) return number;
  raise(InputError{name, std::to_string(number), "must be 0 or more", ""});
}

/// The number of a step with events, below `end`.
std::size_t step_below(const char* name, int number, std::size_t least, std::size_t end) {
  if (end > least) return expect_range(name, number, least, end - 1);
  raise(InputError{name, std::to_string(number), "must be the number of a step: there is none yet",
                   ""});
}

std::vector<EventView> views_of(const GamePointer& game, const std::vector<Event>& events) {
  std::vector<EventView> views;
  for (const Event& event : events) views.push_back({game, event});
  return views;
}

template <class Write>
Observation observed(const GamePointer& game, Write&& write) {
  Observation seen{game, BlockMemory(game->observation_size())};
  write(seen.memory.block());
  return seen;
}

std::string name_of(Undo undo) {
  return std::string(names_of(Undo{})[static_cast<std::size_t>(undo)]);
}

// ---- Sessions ----

int advance(PySession& session, Whole<"max_steps"> max_steps, const StopArgument& stop,
            const TimeBudget& time_budget) {
  expect_not_negative("max_steps", max_steps);
  LongCall call(stop, time_budget);
  return session.while_changed([&](Session& changed) {
    Session::Advance done;
    call.do_on_threads([&](StopToken& token) {
      done = changed.advance(max_steps, &token);
      return !done.is_stopped;
    });
    return done.steps;
  });
}

void act(PySession& session, const ActorWord& given, const ActionWord& word) {
  Session& changed = session.change();
  const GamePointer& game = changed.game();
  const Actor actor = actor_of(*game, given);
  if (actor.is_chance() && changed.supplies_chance()) {
    raise(InputError{"actor", chance_word, "must be a seat: chance acts by the seed of the session",
                     ""});
  }
  const int id = id_of(*game, word, actor.is_chance());
  if (const auto refused = changed.act(actor, id)) raise(game, *refused, actor.is_chance());
}

/// The advice of a policy to a seat: `ask(session, player, policy, token)` returns it.
template <class Ask>
auto advice(const PySession& session, int seat, const py::object& given, const StopArgument& stop,
            const TimeBudget& time_budget, Ask&& ask) {
  const Session& of = session.read();
  const Player player = seat_of(*of.game(), "seat", seat);
  std::optional<NativePolicy> policy;
  if (!given.is_none()) {
    policy = native_policy(given);
  } else if (of.policy_text(player).empty()) {
    raise(InputError{"policy", "None", "must be a policy: none plays for this seat", ""});
  }
  LongCall call(stop, time_budget);
  return session.while_read([&](const Session& read) {
    std::optional<decltype(ask(read, player, nullptr, nullptr))> result;
    call.do_on_threads([&](StopToken& token) {
      result.emplace(ask(read, player, policy ? policy->policy.get() : nullptr, &token));
      return !*result || (*result)->has_value();
    });
    return *accepted(*std::move(result));
  });
}

Action choose(const PySession& session, Whole<"seat"> seat, const PolicyArgument& policy,
              const StopArgument& stop, const TimeBudget& time_budget) {
  const int chosen = advice(session, seat, policy, stop, time_budget,
                            [](const Session& of, Player player, const Policy* asked,
                               StopToken* token) { return of.choose(player, asked, token); });
  return {session.read().game(), chosen, false};
}

py::dict hint(const PySession& session, Whole<"seat"> seat, const PolicyArgument& policy,
              const std::string& language, bool aloud, const PlayerNames& players,
              const StopArgument& stop, const TimeBudget& time_budget) {
  const GamePointer game = session.read().game();
  const Words words = words_in(*game, language, aloud, players);
  const Hint given = advice(session, seat, policy, stop, time_budget,
                            [](const Session& of, Player player, const Policy* asked,
                               StopToken* token) { return of.hint(player, asked, token); });
  return hint_dict(game, given, words);
}

void set_policy(PySession& session, Whole<"seat"> seat, const PolicyArgument& given) {
  Session& changed = session.change();
  const Player player = seat_of(*changed.game(), "seat", seat);
  if (given.is_none()) return expect_none(changed.set_policy(player, nullptr, ""));
  const NativePolicy policy = native_policy(given);
  expect_none(changed.set_policy(player, policy.policy, policy.text));
}

std::vector<py::dict> log_of(const PySession& session) {
  const Session& of = session.read();
  std::vector<py::dict> log;
  for (const SessionStep& entry : of.log()) {
    const Actor actor = entry.step.actor;
    py::dict told;
    told["actor"] = word_of(actor);
    told["action"] = Action{of.game(), entry.step.action, actor.is_chance()};
    told["by_policy"] = entry.by_policy;
    told["milliseconds"] = entry.milliseconds;
    log.push_back(std::move(told));
  }
  return log;
}

std::vector<DictOf<"Handover">> handovers(const PySession& session) {
  std::vector<DictOf<"Handover">> list;
  for (const Handover& one : session.read().record().handovers) {
    py::dict told;
    told["step"] = one.step;
    told["player"] = one.player;
    told["policy"] = one.policy.empty() ? py::object(py::none()) : py::str(one.policy);
    list.emplace_back(std::move(told));
  }
  return list;
}

State state_at(const PySession& session, Whole<"step"> step) {
  const Session& of = session.read();
  const std::size_t index = expect_range("step", step, 0, of.log().size());
  State state{of.game(), BlockMemory(of.game()->state_size()), nullptr};
  of.state_at(index, state.memory.block());
  return state;
}

using ViewerArgument = ViewerWord<"viewer">;

std::vector<EventView> events(const PySession& session, const ViewerArgument& given,
                              Whole<"seen"> seen) {
  const Session& of = session.read();
  const Viewer viewer = viewer_of(*of.game(), given);
  const std::size_t step = step_below("seen", seen, 0, of.seen_count(viewer));
  return views_of(of.game(), of.events(viewer, step));
}

// ---- Clients ----

Observation observe_at(const PyClient& client, Whole<"seen"> seen) {
  const Client& of = client.read();
  const std::size_t step = expect_range("seen", seen, of.first_seen(), of.seen_count());
  return observed(of.game(), [&](Block block) { of.observe_at(step, block); });
}

void fold(PyClient& client, const std::vector<EventView>& given) {
  Client& changed = client.change();
  std::vector<Event> events;
  for (const EventView& view : given) {
    if (view.game->key() != changed.game()->key()) {
      raise(InputError{formatted("events[{}]", events.size()), view.game->event_text(view.event),
                       "belongs to another game", ""});
    }
    events.push_back(view.event);
  }
  expect_none(changed.fold(events));
}

std::string viewer_text(const Client& client) {
  const Viewer viewer = client.game()->viewer(client.observation());
  return viewer.is_spectator() ? spectator_word : formatted("seat {}", viewer.seat());
}

}  // namespace
}  // namespace chemix::python

template <>
struct pybind11::detail::handle_type_name<chemix::python::PolicyArgument> {
  static constexpr auto name = const_name("chemix._core.Policy | str | None");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::SeedArgument> {
  static constexpr auto name = const_name("typing.SupportsIndex | bytes | None");
};

namespace chemix::python {
namespace {

void bind_session(py::module_& module) {
  py::class_<PySession> type(
      module, "Session",
      "A game in progress, as a server or a frontend needs it: its log, its chance, the policies "
      "that play for seats, and what each viewer has seen. It contains all secrets: show players "
      "only observations, events and messages.\n\n"
      ">>> import chemix\n"
      ">>> game = chemix.load('chemuno', players=2)\n"
      ">>> session = chemix.Session(game, seed=7)\n"
      ">>> session.set_policy(1, 'heuristic')\n"
      ">>> steps = session.advance()\n"
      ">>> while (seat := session.next) is not None:\n"
      "...     action = session.observation(seat).legal_actions()[0]\n"
      "...     session.act(seat, action)\n"
      "...     steps += session.advance()\n"
      ">>> session.state.is_terminal, session.next\n"
      "(True, None)\n"
      ">>> chemix.Session.load(session.save()).state == session.state\n"
      "True\n\n"
      "Viewers are seats or 'spectator'. They count only the steps that they notice, since the "
      "number of all steps would reveal who has decided in a sealed decision.\n\nLong calls "
      "release the GIL. While a call changes the session, all other calls raise InputError; while "
      "one only reads it, such as `choose`, `hint` or `save`, others may read it too. Pickle and "
      "copy use the text of `save`.");
  expect_made(type);
  type.def(py::init([](const std::shared_ptr<AnyGame>& game, const SeedArgument& seed,
                       Whole<"start_player"> start_player) {
             return made(accepted(Session::begin(game, seat_of(*game, "start_player", start_player),
                                                 optional_key(seed))));
           }),
           a_game(), py::arg("seed") = py::none(), whole("start_player") = 0,
           "Begin a new game before the deal.\n\nWith a seed, `advance` lets chance act by it, as "
           "`Game.deal` does. With None the caller supplies chance: `act('chance', action)`. Raise "
           "InputError for an invalid seed (see Dealer), and for a seat that does not exist.")
      .def_static(
          "resume",
          [](const State& state, const SeedArgument& seed) {
            return made(accepted(Session::resume(state.game, state.block(), optional_key(seed))));
          },
          py::arg("state"), py::arg("seed") = py::none(),
          "Begin a session that continues from a state; its records contain this state. The seed "
          "is as for a new session."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> session = chemix.Session.resume(state, seed=8)\n"
          ">>> session.next, session.log, session.state == state\n"
          "(0, [], True)")
      .def_static(
          "replay",
          [](const std::string& record, const SeedArgument& seed) {
            const std::optional<Key> chance = optional_key(seed);
            const Replay replay = accepted(read_record(record));
            return made(without_gil([&] { return Session::replay(replay, chance); }));
          },
          py::arg("record"), py::arg("seed") = py::none(),
          "Make a session with all steps of a record, to watch the game or to continue it. People "
          "then play for all seats.\n\nRaise InputError if the record is invalid."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> chemix.Session.replay(session.record()).state == session.state\n"
          "True")
      .def_static(
          "load",
          [](const std::string& text) {
            return made(accepted(without_gil([&] { return Session::load(text); })));
          },
          py::arg("text"),
          "Read what `save` returned, and replay it by the rules.\n\nRaise InputError if the text "
          "is not a session."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> chemix.Session.load(session.save()).state == session.state\n"
          "True")
      .def(
          "save",
          [](const PySession& session) {
            return session.while_read(
                [](const Session& of) { return without_gil([&] { return of.save(); }); });
          },
          "Return the session as JSON: its record, seeds, policies, names and times. Keep it "
          "secret."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> session.set_player(0, 'Anna')\n"
          ">>> chemix.Session.load(session.save()).player(0)\n"
          "'Anna'")
      .def("__reduce__",
           [](const PySession& session) {
             return py::make_tuple(restored("session"), py::make_tuple(session.read().save()));
           })
      .def(
          "record", [](const PySession& session) { return write_replay(session.read().record()); },
          "Return the record of the game so far, for `read_record`, with its handovers."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> chemix.read_record(session.record())[-1] == session.state\n"
          "True")
      .def("handovers", &handovers,
           "Return the handovers so far, as in `record_to_dict`: before which step a policy took "
           "over a seat, or a person, where the policy is None. A handover is recorded with the "
           "next step."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
           ">>> session.set_policy(1, 'heuristic')\n"
           ">>> steps = session.advance()\n"
           ">>> session.handovers()\n"
           "[{'step': 0, 'player': 1, 'policy': 'heuristic'}]")
      .def_property_readonly(
          "game",
          [](const PySession& session) {
            return std::const_pointer_cast<AnyGame>(session.read().game());
          },
          "The game.")
      .def_property_readonly(
          "state",
          [](const PySession& session) {
            const Session& of = session.read();
            return state_at(session, {static_cast<int>(of.log().size())});
          },
          "The current state. Keep it secret.")
      .def_property_readonly(
          "log", &log_of,
          "All steps, as dicts: `actor` (a seat or 'chance'), `action`, `by_policy` (whether a "
          "policy played for the seat) and `milliseconds` (how long the policy took, or "
          "set_step_time). Keep it secret.")
      .def_property_readonly(
          "next",
          [](const PySession& session) -> std::optional<std::variant<int, std::string>> {
            const auto actor = session.read().next();
            if (!actor) return std::nullopt;
            return word_of(*actor);
          },
          "The next to act: a seat, 'chance', or None at the end.\n\nIf several players may act, "
          "one is drawn by the seed of the policies; without a seed, it is the lowest seat. Other "
          "players may act as well. In a sealed decision policies come first, then people by seat: "
          "show it to nobody else, since it reveals who has decided.")
      .def(
          "player",
          [](const PySession& session, Whole<"seat"> seat) {
            const Session& of = session.read();
            return of.player_name(seat_of(*of.game(), "seat", seat));
          },
          whole("seat"),
          "Return the name of a player, '' if none was set."
          "\n\nRaise InputError for a seat that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> session.set_player(1, 'Zoë')\n"
          ">>> session.player(0), session.player(1)\n"
          "('', 'Zoë')")
      .def(
          "set_player",
          [](PySession& session, Whole<"seat"> seat, const std::string& name) {
            Session& changed = session.change();
            const Player player = seat_of(*changed.game(), "seat", seat);
            expect_none(changed.set_player_name(player, name));
          },
          whole("seat"), py::arg("name"),
          "Set the name of a player, which is saved with the session.\n\nRaise InputError for a "
          "name of more than 63 bytes in UTF-8, and for one with control characters."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> session.set_player(1, 'Zoë')\n"
          ">>> session.player(1)\n"
          "'Zoë'")
      .def(
          "policy",
          [](const PySession& session, Whole<"seat"> seat) -> std::optional<std::string> {
            const Session& of = session.read();
            const std::string& text = of.policy_text(seat_of(*of.game(), "seat", seat));
            if (text.empty()) return std::nullopt;
            return text;
          },
          whole("seat"),
          "Return the text of the policy that plays for a seat; None for a person."
          "\n\nRaise InputError for a seat that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> session.set_policy(1, 'search iterations=100')\n"
          ">>> session.policy(0), session.policy(1)\n"
          "(None, 'search iterations=100')")
      .def("set_policy", &set_policy, whole("seat"), py::arg("policy").none(true),
           "Let a Policy, or the text of one, play for a seat from now on; with None, a "
           "person.\n\nRaise InputError for an invalid policy, and if the session has no seed, "
           "neither of chance nor of its policies. Functions are not policies here: call them, "
           "and pass their choice to `act`."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
           ">>> for seat in range(session.game.players):\n"
           "...     session.set_policy(seat, 'heuristic')\n"
           ">>> steps = session.advance()\n"
           ">>> session.state.is_terminal\n"
           "True")
      .def(
          "set_policy_seed",
          [](PySession& session, const py::object& seed) {
            Session& changed = session.change();
            changed.set_policy_key(key_of(seed));
          },
          py::arg("seed"),
          "Set the seed of the policies. Without one they use the seed of chance, in a stream of "
          "their own."
          "\n\nRaise InputError for an invalid seed; see Dealer."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'))\n"
          ">>> session.set_policy_seed(3)\n"
          ">>> session.set_policy(1, 'heuristic')\n"
          ">>> session.next\n"
          "'chance'")
      .def(
          "set_move_time",
          [](PySession& session, Whole<"milliseconds"> milliseconds) {
            session.change().set_move_time(expect_not_negative("milliseconds", milliseconds));
          },
          whole("milliseconds"),
          "Limit the time that a policy has for each decision, in milliseconds; 0 for no limit "
          "except its own parameters. With a limit, the same seed may lead to other choices."
          "\n\nRaise InputError for a negative time."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> session.set_policy(0, 'search')\n"
          ">>> session.set_move_time(20)\n"
          ">>> dealt = session.advance(max_steps=14)\n"
          ">>> session.advance(max_steps=1), session.log[-1]['by_policy']\n"
          "(1, True)")
      .def("advance", &advance, whole("max_steps") = 0, py::kw_only(), py::arg("stop") = py::none(),
           py::arg("time_budget") = py::none(),
           "Let chance and policies act while they are next, at most `max_steps` steps (0 for no "
           "limit), and return the number of steps. Then `next` is the seat of a person, 'chance' "
           "if the caller supplies it, or None.\n\nRaise Stopped if `stop`, an object with "
           "is_set() such as a threading.Event, is set, or if `time_budget` seconds are used up "
           "meanwhile. The steps that were completed remain, also after Ctrl-C."
           "\n\n>>> game = chemix.load('chemuno')\n"
           ">>> session = chemix.Session(game, seed=7)\n"
           ">>> session.advance() == len(session.log)\n"
           "True\n"
           ">>> session.next, session.state == game.deal(seed=7)\n"
           "(0, True)")
      .def("act", &act, whole("actor"), whole("action"),
           "Apply an action of a seat, or of 'chance' if the session has no seed.\n\nThe action "
           "is an Action, its id or its text. Raise RuleError if a rule refuses it; the session is "
           "then unchanged. Raise InputError if there is no such actor or action."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'))\n"
           ">>> session.act('chance', 'drawn H2O')\n"
           ">>> session.log[0]['actor'], str(session.log[0]['action'])\n"
           "('chance', 'drawn H2O')\n"
           ">>> session.act(0, 'lay H2O')\n"
           "Traceback (most recent call last):\n"
           "    ...\n"
           "chemix.RuleError: lay H2O: Chance decides now. [GN-10]")
      .def("choose", &choose, whole("seat"), py::arg("policy") = py::none(), py::kw_only(),
           py::arg("stop") = py::none(), py::arg("time_budget") = py::none(),
           "Return the action that a policy chooses for a seat, without applying it; by default "
           "the policy of the seat. It is the choice that `advance` would make.\n\n`time_budget` "
           "is in seconds: when it is used up, the policy returns the best that it has found. "
           "Raise Stopped if `stop` is set, and InputError if the seat has no decision to make, "
           "or if there is no policy or no seed."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
           ">>> steps = session.advance()\n"
           ">>> session.choose(0, 'heuristic') in session.observation(0).legal_actions()\n"
           "True")
      .def("hint", &hint, whole("seat"), py::arg("policy") = py::none(), py::kw_only(),
           py::arg("language") = "en", py::arg("aloud").noconvert() = false,
           py::arg("players") = py::none(), py::arg("stop") = py::none(),
           py::arg("time_budget") = py::none(),
           "Return what a policy recommends to a seat, a dict as of `Policy.hint`; by default the "
           "policy of the seat. Other arguments and errors are as for `choose` and `Policy.hint`."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
           ">>> steps = session.advance()\n"
           ">>> session.hint(0, 'heuristic')['action'] in session.observation(0).legal_actions()\n"
           "True")
      .def(
          "can_undo",
          [](const PySession& session, Whole<"seat"> seat) {
            const Player player = seat_of(*session.read().game(), "seat", seat);
            return session.while_read([&](const Session& of) {
              return without_gil([&] { return of.can_undo(player); }) == Undo::Allowed;
            });
          },
          whole("seat"),
          "Return whether a seat may take back its last step."
          "\n\nSee `undo` for what prevents it. Raise InputError for a seat that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chip_it_duel'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> session.can_undo(0)\n"
          "False\n"
          ">>> session.act(0, 'size 1')\n"
          ">>> session.can_undo(0)\n"
          "True")
      .def(
          "undo",
          [](PySession& session, Whole<"seat"> seat) -> std::optional<std::string> {
            const Player player = seat_of(*session.read().game(), "seat", seat);
            const Undo undo = session.while_changed([&](Session& changed) {
              return without_gil([&] { return changed.undo(player); });
            });
            if (undo == Undo::Allowed) return std::nullopt;
            return name_of(undo);
          },
          whole("seat"),
          "Take back the last step of a seat and return None, or return why it may not be: "
          "'nothing' (the seat has not acted), 'others_acted', 'chance_acted', 'sealed', "
          "'game_over', or 'learned' (a viewer may have learned something about hidden cards). "
          "Viewers then have noticed fewer steps: let their clients `rewind`."
          "\n\nRaise InputError for a seat that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chip_it_duel'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> session.act(0, 'size 1')\n"
          ">>> print(session.undo(0), session.undo(0))\n"
          "None nothing")
      .def(
          "rewind",
          [](PySession& session, Whole<"step"> step) {
            Session& changed = session.change();
            changed.rewind(expect_range("step", step, 0, changed.log().size()));
          },
          whole("step"),
          "Return to the state before a step, from 0 to len(log), even if somebody has learned "
          "something since."
          "\n\nRaise InputError for a step out of this range."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> session.rewind(0)\n"
          ">>> len(session.log), session.next\n"
          "(0, 'chance')")
      .def("state_at", &state_at, whole("step"),
           "Return the state before a step, from 0 to len(log). Keep it secret."
           "\n\nRaise InputError for a step out of this range."
           "\n\n>>> game = chemix.load('chemuno')\n"
           ">>> session = chemix.Session(game, seed=7)\n"
           ">>> steps = session.advance()\n"
           ">>> session.state_at(0) == game.initial_state(), session.state_at(steps) == "
           "session.state\n"
           "(True, True)")
      .def(
          "set_step_time",
          [](PySession& session, Whole<"step"> step, Whole<"milliseconds"> milliseconds) {
            Session& changed = session.change();
            const std::size_t index = step_below("step", step, 0, changed.log().size());
            changed.set_step_time(index, expect_not_negative("milliseconds", milliseconds));
          },
          whole("step"), whole("milliseconds"),
          "Set in the log how many milliseconds a person took for a step."
          "\n\nRaise InputError for a step that is not in the log, and for a negative time."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> session.act(0, session.observation(0).legal_actions()[0])\n"
          ">>> session.set_step_time(steps, 1500)\n"
          ">>> session.log[steps]['milliseconds']\n"
          "1500")
      .def(
          "observation",
          [](const PySession& session, const ViewerArgument& given) {
            const Session& of = session.read();
            const Viewer viewer = viewer_of(*of.game(), given);
            return observed(of.game(), [&](Block block) {
              of.observe_at(viewer, of.seen_count(viewer), block);
            });
          },
          whole("viewer"),
          "Return what a viewer sees now. Its `legal_actions` are those of the seat."
          "\n\nRaise InputError for a viewer that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> session.observation(1).viewer, session.observation('spectator').viewer\n"
          "(1, 'spectator')")
      .def(
          "seen_count",
          [](const PySession& session, const ViewerArgument& given) {
            const Session& of = session.read();
            return of.seen_count(viewer_of(*of.game(), given));
          },
          whole("viewer"),
          "Return the number of steps that a viewer has noticed."
          "\n\nRaise InputError for a viewer that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> session.advance() == session.seen_count(0) == session.seen_count('spectator')\n"
          "True")
      .def("events", &events, whole("viewer"), whole("seen"),
           "Return the events of a step as a viewer saw them; `seen` counts the steps that the "
           "viewer noticed, from 0 to seen_count - 1."
           "\n\nRaise InputError for a viewer or a step that does not exist."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
           ">>> steps = session.advance()\n"
           ">>> event = session.events(1, 0)[0]\n"
           ">>> event.verb, event.source, event.target\n"
           "('deal', 'draw_pile', 'hand[0]')")
      .def(
          "observe_at",
          [](const PySession& session, const ViewerArgument& given, Whole<"seen"> seen) {
            const Session& of = session.read();
            const Viewer viewer = viewer_of(*of.game(), given);
            const std::size_t step = expect_range("seen", seen, 0, of.seen_count(viewer));
            return observed(of.game(), [&](Block block) { of.observe_at(viewer, step, block); });
          },
          whole("viewer"), whole("seen"),
          "Return what a viewer saw before the step `seen`, from 0 to seen_count."
          "\n\nRaise InputError for a viewer or a step that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> session.observe_at(0, 0).phase, session.observe_at(0, steps).phase\n"
          "('deal', 'lead')")
      .def(
          "save_seen",
          [](const PySession& session, const ViewerArgument& given) {
            const Viewer viewer = viewer_of(*session.read().game(), given);
            return session.while_read([&](const Session& of) {
              return without_gil([&] { return of.save_seen(viewer); });
            });
          },
          whole("viewer"),
          "Return all that a viewer has seen, for `Client.load` or `read_seen_record`, without "
          "the secrets of others."
          "\n\nRaise InputError for a viewer that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> seen = chemix.read_seen_record(session.save_seen(1))\n"
          ">>> len(seen) == steps + 1\n"
          "True")
      .def(
          "message",
          [](const PySession& session, const ViewerArgument& given, Whole<"seen"> seen) {
            const Session& of = session.read();
            const Viewer viewer = viewer_of(*of.game(), given);
            return of.message(viewer, step_below("seen", seen, 0, of.seen_count(viewer)));
          },
          whole("viewer"), whole("seen"),
          "Return the message about a step for a viewer, for `Client.receive`; `seen` is as for "
          "`events`."
          "\n\nRaise InputError for a viewer or a step that does not exist."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> client = chemix.Client(session.observation(0))\n"
          ">>> steps = session.advance(max_steps=1)\n"
          ">>> client.receive(session.message(0, 0))\n"
          ">>> client.observation == session.observation(0)\n"
          "True")
      .def("__repr__", [](const PySession& session) {
        const Session& of = session.read();
        return formatted("<Session of {}, {} steps>", of.game()->name(), of.log().size());
      });
}

void bind_client(py::module_& module) {
  py::class_<PyClient> type(
      module, "Client",
      "One viewer's side of a session: the observation, and the events that led to it. It has no "
      "state and no secrets of others.\n\n"
      ">>> import chemix\n"
      ">>> session = chemix.Session(chemix.load('chemuno', players=2), seed=7)\n"
      ">>> client = chemix.Client(session.observation(1))\n"
      ">>> steps = session.advance()\n"
      ">>> for seen in range(client.seen_count, session.seen_count(1)):\n"
      "...     client.receive(session.message(1, seen))\n"
      ">>> client.observation == session.observation(1)\n"
      "True\n\n"
      "Pickle and copy use the text of `save`.");
  expect_made(type);
  type.def(py::init([](const Observation& observation, Whole<"seen"> seen) {
             expect_not_negative("seen", seen);
             return made(accepted(Client::of(observation.game, observation.memory.block(),
                                             static_cast<std::size_t>(seen))));
           }),
           py::arg("observation"), whole("seen") = 0,
           "Make a client from an observation when the viewer had noticed `seen` steps. It does "
           "not have the events of these steps.")
      .def_static(
          "load",
          [](const std::string& text) {
            return made(accepted(without_gil([&] { return Client::load(text); })));
          },
          py::arg("text"),
          "Read what `save`, `Session.save_seen` or `write_seen_record` returned.\n\nRaise "
          "InputError if the text is invalid. Success does not prove that such a game was played."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> client = chemix.Client.load(session.save_seen(1))\n"
          ">>> client.observation == session.observation(1), client.seen_count == steps\n"
          "(True, True)")
      .def(
          "save", [](const PyClient& client) { return client.read().save(); },
          "Return the client as JSON: a record of what one viewer saw."
          "\n\n>>> client = chemix.Client(chemix.load('chemuno').deal(seed=7).observation(1))\n"
          ">>> chemix.Client.load(client.save()).observation == client.observation\n"
          "True")
      .def("__reduce__",
           [](const PyClient& client) {
             return py::make_tuple(restored("client"), py::make_tuple(client.read().save()));
           })
      .def_property_readonly(
          "game",
          [](const PyClient& client) {
            return std::const_pointer_cast<AnyGame>(client.read().game());
          },
          "The game.")
      .def_property_readonly(
          "observation",
          [](const PyClient& client) {
            return observe_at(client, {static_cast<int>(client.read().seen_count())});
          },
          "What the viewer sees now.")
      .def_property_readonly(
          "seen_count", [](const PyClient& client) { return client.read().seen_count(); },
          "The number of steps that the viewer has noticed.")
      .def_property_readonly(
          "first_seen", [](const PyClient& client) { return client.read().first_seen(); },
          "The number of steps whose events the client does not have.")
      .def(
          "receive",
          [](PyClient& client, const std::string& message) {
            expect_none(client.change().receive(message));
          },
          py::arg("message"),
          "Apply a message of `Session.message`.\n\nRaise InputError, whose field is 'seen' if "
          "the message is not the next one, and 'digest' if the views differ: then make the client "
          "again. The client is unchanged after an error."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> client = chemix.Client(session.observation(0))\n"
          ">>> for seen in range(session.advance()):\n"
          "...     client.receive(session.message(0, seen))\n"
          ">>> client.observation == session.observation(0)\n"
          "True")
      .def("fold", &fold, py::arg("events"),
           "Apply the events of the next step, a list of at least one Event.\n\nRaise InputError "
           "for an event that cannot be applied; the client is then unchanged."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
           ">>> client = chemix.Client(session.observation(1))\n"
           ">>> steps = session.advance(max_steps=1)\n"
           ">>> client.fold(session.events(1, 0))\n"
           ">>> client.seen_count, client.observation == session.observation(1)\n"
           "(1, True)")
      .def(
          "rewind",
          [](PyClient& client, Whole<"seen"> seen) {
            Client& changed = client.change();
            changed.rewind(expect_range("seen", seen, changed.first_seen(), changed.seen_count()));
          },
          whole("seen"),
          "Return to the view before the step `seen`, after an undo: from first_seen to "
          "seen_count."
          "\n\nRaise InputError for a step out of this range."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> client = chemix.Client.load(session.save_seen(0))\n"
          ">>> client.rewind(steps - 2)\n"
          ">>> client.observation == session.observe_at(0, steps - 2)\n"
          "True")
      .def(
          "events",
          [](const PyClient& client, Whole<"seen"> seen) {
            const Client& of = client.read();
            const std::size_t step = step_below("seen", seen, of.first_seen(), of.seen_count());
            return views_of(of.game(), of.events(step));
          },
          whole("seen"),
          "Return the events of a step as the viewer saw them; `seen` is from first_seen to "
          "seen_count - 1."
          "\n\nRaise InputError for a step out of this range."
          "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
          ">>> steps = session.advance()\n"
          ">>> client = chemix.Client.load(session.save_seen(1))\n"
          ">>> client.events(0) == session.events(1, 0)\n"
          "True")
      .def("observe_at", &observe_at, whole("seen"),
           "Return what the viewer saw before the step `seen`, from first_seen to seen_count."
           "\n\nRaise InputError for a step out of this range."
           "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
           ">>> steps = session.advance()\n"
           ">>> client = chemix.Client.load(session.save_seen('spectator'))\n"
           ">>> client.observe_at(0).phase, client.observe_at(steps).phase\n"
           "('deal', 'lead')")
      .def("__repr__", [](const PyClient& client) {
        const Client& of = client.read();
        return formatted("<Client of {}, {}, {} steps seen>", of.game()->name(), viewer_text(of),
                         of.seen_count());
      });
}

}  // namespace

void bind_sessions(py::module_& module) {
  bind_session(module);
  bind_client(module);
}

}  // namespace chemix::python
