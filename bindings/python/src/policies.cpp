// SPDX-License-Identifier: Apache-2.0
// Policies in Python.
#include "bindings.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemix::python {

NativePolicy policy_of(const std::string& text) { return {text, accepted(make_policy(text))}; }

py::dict hint_dict(const GamePointer& game, const Hint& hint, const Words& words) {
  py::dict told = object_of(hint_value(*game, hint, words));
  told["action"] = Action{game, hint.action, false};
  // The action already contains the id.
  told.attr("pop")("id");
  return told;
}

namespace {

Decision decision_of(const Observation& seen) {
  if (const auto wrong = seen.game->observation_error(seen.memory.block())) raise(*wrong);
  return accepted(Decision::of(*seen.game, seen.memory.block()));
}

Action choose(const NativePolicy& policy, const Observation& seen, const py::object& seed,
              Whole<"decision"> nth, const StopArgument& stop, const TimeBudget& time_budget) {
  if (nth < 0) raise(InputError{"decision", std::to_string(nth), "must be 0 or more", ""});
  const Decision decision = decision_of(seen);
  Generator random = PolicyStreams(seed_of(seed)).decision(static_cast<std::uint64_t>(nth));
  const int chosen = LongCall(stop, time_budget).result_of([&](StopPoll& poll) {
    return policy.policy->choose(decision, random, poll);
  });
  return {seen.game, chosen, false};
}

std::vector<std::tuple<Action, double, std::int64_t>> action_values(const NativePolicy& policy,
                                                                    const Observation& seen,
                                                                    const py::object& seed,
                                                                    const StopArgument& stop,
                                                                    const TimeBudget& time_budget) {
  const Decision decision = decision_of(seen);
  Generator random = PolicyStreams(seed_of(seed)).decision(0);
  std::vector<std::tuple<Action, double, std::int64_t>> values;
  const auto found = LongCall(stop, time_budget).result_of([&](StopPoll& poll) {
    auto all = policy.policy->action_values(decision, random, poll);
    return all.empty() ? std::nullopt : std::optional(std::move(all));
  });
  for (const auto& [action, value, visits] : found) {
    values.emplace_back(Action{seen.game, action, false}, value, visits);
  }
  return values;
}

py::dict hint(const NativePolicy& policy, const Observation& seen, const py::object& seed,
              const std::string& language, bool aloud, const PlayerNames& players,
              const StopArgument& stop, const TimeBudget& time_budget) {
  const Decision decision = decision_of(seen);
  const Words words = words_in(*seen.game, language, aloud, players);
  Generator random = PolicyStreams(seed_of(seed)).decision(0);
  const Hint given = LongCall(stop, time_budget).result_of([&](StopPoll& poll) {
    return hint_of(*policy.policy, decision, random, poll);
  });
  return hint_dict(seen.game, given, words);
}

}  // namespace

void bind_policies(py::module_& module, Classes& classes) {
  classes.policy.def(py::init(&policy_of), py::arg("text"))
      .def_property_readonly(
          "text", [](const NativePolicy& policy) { return policy.text; },
          "The text that specifies the policy, such as 'search iterations=2000'.")
      .def("choose", &choose, py::arg("observation"), py::arg("seed"), py::kw_only(),
           whole("decision") = 0, py::arg("stop") = py::none(), py::arg("time_budget") = py::none(),
           "Return one of the viewer's legal actions.\n\nThe observation, the seed and `decision` "
           "determine the choice. With the seed of a `Game.playout`, and with the number of "
           "decisions that all players have made before, it equals the choice in that playout. "
           "Raise InputError if the viewer has no decision to make, and if `decision` is "
           "negative.\n\n`time_budget` is in seconds: when it is used up, the policy returns the "
           "best that it has found. `stop` is an object with is_set(), such as a threading.Event: "
           "once it is set, the call raises chemix.Stopped within 0.2 s."
           "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation()\n"
           ">>> policy = chemix.Policy('heuristic')\n"
           ">>> policy.choose(seen, seed=1) in seen.legal_actions()\n"
           "True\n"
           ">>> policy.choose(seen, seed=1) == policy.choose(seen, seed=1)\n"
           "True")
      .def("action_values", &action_values, py::arg("observation"), py::arg("seed"), py::kw_only(),
           py::arg("stop") = py::none(), py::arg("time_budget") = py::none(),
           "Return (action, value, visits) for each legal action, the best first.\n\nHigher "
           "values are better; compare only values of the same decision. Policies that search "
           "count in `visits` how often they tried the action; otherwise it is 0. `stop`, "
           "`time_budget` and errors are as for choose."
           "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation()\n"
           ">>> values = chemix.Policy('heuristic').action_values(seen, seed=1)\n"
           ">>> len(values) == len(seen.legal_actions())\n"
           "True\n"
           ">>> action, value, visits = values[0]\n"
           ">>> value == max(value for _, value, _ in values)\n"
           "True")
      .def("hint", &hint, py::arg("observation"), py::arg("seed"), py::kw_only(),
           py::arg("language") = "en", py::arg("aloud").noconvert() = false,
           py::arg("players") = py::none(), py::arg("stop") = py::none(),
           py::arg("time_budget") = py::none(),
           "Return the action that the policy would choose, and why, as a dict.\n\n`action`; "
           "`reason`: 'only' (no other action is legal), 'alike' (another action is as good, or "
           "nearly so), 'points' (at the end of the turn), 'looked_ahead' or 'solved' (perfect "
           "play); `choices`, the number of legal actions; `margin`, by how much its value "
           "exceeds that of any other action; `gain`, by how many points the lead grows by the "
           "end of the turn; `visits`, the total number of games searched; `words`, a sentence "
           "with the reason in points. Raise InputError as choose does, and for an unknown "
           "language. `stop` and `time_budget` are as for choose."
           "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation()\n"
           ">>> hint = chemix.Policy('heuristic').hint(seen, seed=1)\n"
           ">>> hint['choices'] == len(seen.legal_actions()), hint['action'] in "
           "seen.legal_actions()\n"
           "(True, True)\n"
           ">>> sorted(hint)\n"
           "['action', 'choices', 'gain', 'margin', 'reason', 'visits', 'words']")
      .def("__eq__",
           [](const NativePolicy& policy, const py::object& other) {
             return py::isinstance<NativePolicy>(other) &&
                    policy.text == other.cast<const NativePolicy&>().text;
           })
      .def("__hash__", [](const NativePolicy& policy) { return py::hash(py::str(policy.text)); })
      .def("__repr__",
           [](const NativePolicy& policy) {
             return "Policy(" + py::repr(py::str(policy.text)).cast<std::string>() + ")";
           })
      .def("__reduce__", [](const NativePolicy& policy) {
        return py::make_tuple(py::type::of<NativePolicy>(), py::make_tuple(policy.text));
      });

  module.def(
      "policies", [] { return object_of(policies_value()); },
      "Return the built-in policies as dicts of name, meaning and parameters, which are "
      "described in the same form as options of games."
      "\n\n>>> [policy['name'] for policy in chemix.policies()]\n"
      "['random', 'greedy', 'heuristic', 'search', 'solver']");
}

}  // namespace chemix::python
