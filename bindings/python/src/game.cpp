// SPDX-License-Identifier: Apache-2.0
// Games, actions and dealers in Python.
#include "chemix/core/playout.hpp"
#include "positions.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <pybind11/functional.h>

namespace chemix::python {
namespace {

py::dict described_in_words(const std::string& name, const std::string& language) {
  const Words words = words_in(language, false);
  const GameDescription game = accepted(game_description(name));
  py::dict options;
  for (const OptionDescription& option : game.options) {
    py::dict choices;
    for (const std::string& choice : option.choices) {
      choices[py::str(choice)] = words.choice(name, option.name, choice);
    }
    py::dict about;
    about["meaning"] = words.option(name, option.name);
    about["choices"] = choices;
    options[py::str(option.name)] = about;
  }
  py::dict weights;
  for (const OptionDescription& weight : game.turn_weights) {
    weights[py::str(weight.name)] = words.turn_weight(name, weight.name);
  }
  py::dict all;
  all["title"] = words.title(name);
  all["scores"] = words.score_meaning(name);
  all["options"] = options;
  all["turn_weights"] = weights;
  return all;
}

GamePointer make(const std::string& name, int players, const std::string& options,
                 const std::string& deck, const std::string& deck_text,
                 const std::string& deck_file) {
  return accepted(make_game({name, players, options, deck, deck_text, deck_file}));
}

Action action_of(const GamePointer& game, const std::variant<Whole<"action">, std::string>& word,
                 bool is_chance) {
  if (const auto* text = std::get_if<std::string>(&word)) {
    return {game,
            accepted(is_chance ? game->parse_chance_action(*text) : game->parse_action(*text)),
            is_chance};
  }
  return {game, expect_action(*game, std::get<Whole<"action">>(word), is_chance), is_chance};
}

/// A value from the rules' own description, by its name there.
template <class T>
T known_by_rules(const AnyGame& game, const char* name) {
  const Value known = game.rules_value();
  return *known.find(name)->as<T>();
}

template <class Position>
Action choose(PyDealer& dealer, const Position& position) {
  if (!position.game->acting(position.block()).is_chance()) {
    raise(InputError{"state", "", "must be a state in which chance acts", "GN-2"});
  }
  return {position.game, chosen(dealer.dealer, position), true};
}

}  // namespace

void bind_game(py::module_& module, Classes& classes) {
  module.def(
      "games",
      [] {
        std::vector<std::string> names;
        for (const GameDescription& game : game_descriptions()) names.push_back(game.name);
        return names;
      },
      "Return the names of all games."
      "\n\n>>> {'chemuno', 'classic', 'react'} <= set(chemix.games())\n"
      "True");
  module.def(
      "describe", [](const std::string& name) -> DictOf<"DescriptionDict"> {
        return object_of(description_value(accepted(game_description(name))));
      },
      py::arg("name"),
      "Describe a game: its numbers of players, deck, options and turn weights.\n\nAn option "
      "has a type, least and most or choices, a default, a rule and a meaning. So have turn "
      "weights, which value whole turns; they are empty for a game without whole turns. "
      "Raise InputError for an unknown name."
      "\n\n>>> about = chemix.describe('chemuno')\n"
      ">>> about['min_players'], about['max_players'], about['deck']\n"
      "(2, 4, 'chemix')\n"
      ">>> about['options'][0]['name'], about['options'][0]['least'], about['options'][0]['most']\n"
      "('hand_size', 1, 10)");
  module.def("languages", &Words::languages,
             "Return the codes of the supported languages, such as 'en'."
             "\n\n>>> chemix.languages()\n"
             "['de', 'en', 'fr']");
  module.def("words", &described_in_words, py::arg("name"), py::arg("language") = "en",
             "Return the words of a game in a language: its title, and the meanings of its options "
             "and their choices, its scores and its turn weights.\n\nRaise InputError for an "
             "unknown name or language."
             "\n\n>>> words = chemix.words('compound_capture', 'de')\n"
             ">>> words['title'], sorted(words)\n"
             "('Compound Capture', ['options', 'scores', 'title', 'turn_weights'])");
  module.def(
      "refusal_words",
      [](const std::shared_ptr<AnyGame>& game, const std::string& rule, int detail,
         const std::array<std::int16_t, 3>& arguments, const std::string& language, bool aloud,
         const PlayerNames& players) {
        return words_in(*game, language, aloud, players).refusal(*game, rule, detail, arguments);
      },
      a_game(), py::arg("rule"), py::arg("detail"), py::arg("arguments"), py::arg("language"),
      py::arg("aloud"), py::arg("players"),
      "Return a sentence on why a rule refuses an action. Use RuleError.words instead.");
  module.def(
      "input_error_words",
      [](const std::string& field, const std::string& value, const std::string& reason,
         const std::string& rule, const std::string& language) {
        return words_in(language, false).input_error(InputError{field, value, reason, rule});
      },
      py::arg("field"), py::arg("value"), py::arg("reason"), py::arg("rule"), py::arg("language"),
      "Return a sentence on why input is rejected. Use InputError.words instead.");
  module.def(
      "make_game",
      [](const std::string& name, Whole<"players"> players, const py::dict& options,
         const std::string& deck, const std::string& deck_text, const std::string& deck_file) {
        return std::const_pointer_cast<AnyGame>(
            make(name, players, options_text(options), deck, deck_text, deck_file));
      },
      py::arg("name"), whole("players"), py::arg("options"), py::arg("deck"), py::arg("deck_text"),
      py::arg("deck_file"), "Make a game from options and texts. Use chemix.load instead.");

  classes.action
      .def_property_readonly(
          "id", [](const Action& action) { return action.id; },
          "The id, from 0 to action_count - 1. Chance actions have ids of their own, from 0 to "
          "chance_action_count - 1.")
      .def_property_readonly(
          "is_chance", [](const Action& action) { return action.is_chance; },
          "Whether this is an action of chance.")
      .def_property_readonly("kind", &Action::kind, "The kind of the action, such as 'lay'.")
      .def(
          "words",
          [](const Action& action, const std::string& language, bool aloud,
             const PlayerNames& players) {
            const Words words = words_in(*action.game, language, aloud, players);
            return action.is_chance ? words.chance_action(*action.game, action.id)
                                    : words.action(*action.game, action.id);
          },
          py::arg("language") = "en", py::arg("aloud").noconvert() = false,
          py::arg("players") = py::none(),
          "Return a phrase that describes the action, such as 'lay H2O'.\n\n`players` are the "
          "players' names; `aloud` spells out formulas."
          "\n\nRaise InputError for an unknown language, and for more names than seats."
          "\n\n>>> action = chemix.load('chemuno').action('lay H2O')\n"
          ">>> action.words('de'), action.words(aloud=True)\n"
          "('H2O legen', 'lay H two O')")
      .def("__str__", &Action::text)
      .def("__repr__", &Action::repr)
      .def("__eq__",
           [](const Action& action, const py::object& other) {
             return py::isinstance<Action>(other) && action == other.cast<const Action&>();
           })
      .def("__hash__", [](const Action& action) {
        return py::hash(py::make_tuple(action.id, action.is_chance));
      });

  classes.game
      .def_property_readonly(
          "name", [](const AnyGame& game) { return std::string(game.name()); },
          "The name of the game.")
      .def_property_readonly("players", &AnyGame::player_count,
                             "The number of players; seats are 0 to players - 1.")
      .def_property_readonly("key", &AnyGame::key,
                             "A 64-bit hash, equal for games that play identically.")
      .def_property_readonly("revision", &AnyGame::revision, "The revision of the rules.")
      .def_property_readonly("options", &AnyGame::options,
                             "All options as text: name=value, separated by spaces.")
      .def_property_readonly("deck", &AnyGame::deck_name, "The name of the deck.")
      .def_property_readonly("action_count", &AnyGame::action_count,
                             "The number of action ids of players.")
      .def_property_readonly("chance_action_count", &AnyGame::chance_action_count,
                             "The number of action ids of chance.")
      .def_property_readonly("max_legal_actions", &AnyGame::max_legal_actions,
                             "The maximum number of legal actions of a decision.")
      .def_property_readonly("max_steps", &AnyGame::max_steps,
                             "The maximum number of actions in a game, chance included.")
      .def_property_readonly(
          "best_score",
          [](const AnyGame& game) {
            return game.best_score() == BestScore::Most ? "most" : "fewest";
          },
          "Which scores are best, 'most' or 'fewest'. The highest return is always best.")
      .def_property_readonly(
          "min_return",
          [](const AnyGame& game) { return known_by_rules<double>(game, "min_return"); },
          "A lower bound on any player's return. Recomputed on each access; cache it.")
      .def_property_readonly(
          "max_return",
          [](const AnyGame& game) { return known_by_rules<double>(game, "max_return"); },
          "An upper bound on any player's return. Recomputed on each access; cache it.")
      .def_property_readonly(
          "has_sealed_decisions",
          [](const AnyGame& game) {
            const Value known = game.rules_value();
            const Value::List& phases = *known.find("phases")->as<Value::List>();
            return std::any_of(phases.begin(), phases.end(), [](const Value& phase) {
              return *phase.find("sealed")->as<bool>();
            });
          },
          "Whether some decisions are sealed; see State.is_sealed.")
      .def_property_readonly("max_copies", &AnyGame::max_copies,
                             "The largest number of copies of any card in the deck.")
      .def_property_readonly("tensor_size", &AnyGame::tensor_size,
                             "The number of elements of an observation tensor.")
      .def_property_readonly("information_state_tensor_size",
                             &AnyGame::information_state_tensor_size,
                             "The number of elements of an information-state tensor.")
      .def_property_readonly("state_tensor_size", &AnyGame::state_tensor_size,
                             "The number of elements of a state tensor.")
      .def(
          "tensor_layout", [](const AnyGame& game) -> DictOf<"TensorLayoutDict"> {
            return object_of(tensor_layout_value(game.tensor_layout()));
          },
          "Describe the observation tensor as a dict of 'fields' and 'left_out'.\n\nA field is a "
          "dict of name, offset, size, shape (row-major; [] for a single number), labels (of the "
          "last axis; [] if it runs over the seats, own seat first), low and high (bounds of all "
          "its numbers) and meaning. An entry of 'left_out' has a name and a reason."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> fields = game.tensor_layout()['fields']\n"
          ">>> sum(field['size'] for field in fields) == game.tensor_size\n"
          "True\n"
          ">>> sorted(fields[0])\n"
          "['high', 'labels', 'low', 'meaning', 'name', 'offset', 'shape', 'size']")
      .def(
          "information_state_tensor_layout", [](const AnyGame& game) -> DictOf<"TensorLayoutDict"> {
            return object_of(tensor_layout_value(game.information_state_tensor_layout()));
          },
          "Describe the information-state tensor in the same form as tensor_layout()."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> fields = game.information_state_tensor_layout()['fields']\n"
          ">>> sum(field['size'] for field in fields) == game.information_state_tensor_size\n"
          "True")
      .def(
          "state_tensor_layout", [](const AnyGame& game) -> DictOf<"TensorLayoutDict"> {
            return object_of(tensor_layout_value(game.state_tensor_layout()));
          },
          "Describe the state tensor in the same form as tensor_layout()."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> fields = game.state_tensor_layout()['fields']\n"
          ">>> sum(field['size'] for field in fields) == game.state_tensor_size\n"
          "True")
      .def(
          "card_words",
          [](const AnyGame& game, const std::string& card, const std::string& language,
             bool aloud) { return words_in(language, aloud).card(game, kind_of(game, card)); },
          py::arg("card"), py::arg("language") = "en", py::arg("aloud").noconvert() = false,
          "Return a card with its name and points, such as 'H2O, water, 3 points'; with "
          "aloud=True 'H two O, water, three points'.\n\nRaise InputError for an unknown card or "
          "language."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> game.card_words('H2O'), game.card_words('H2O', 'de', aloud=True)\n"
          "('H2O, water, 3 points', 'H zwei O, Wasser, drei Punkte')")
      .def(
          "phase_words",
          [](const AnyGame& game, const std::string& phase, const std::string& language) {
            std::string said = words_in(language, false).phase(game.name(), phase);
            if (said.empty()) raise(InputError{"phase", phase, "is not a phase of the game", ""});
            return said;
          },
          py::arg("phase"), py::arg("language") = "en",
          "Return a phrase that describes a phase.\n\nRaise InputError for an unknown phase or "
          "language."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> game.phase_words('lead'), game.phase_words('lead', 'de')\n"
          "('the first card', 'die erste Karte')")
      .def(
          "initial_state",
          [](const std::shared_ptr<AnyGame>& game, Whole<"start_player"> start_player) {
            return initial_state(game, start_player);
          },
          whole("start_player") = 0,
          "Return the state before anything is dealt."
          "\n\nChance acts first: let a Dealer resolve it, or apply one of chance_outcomes at a "
          "time. Raise InputError for a seat that does not exist."
          "\n\n>>> state = chemix.load('chemuno').initial_state()\n"
          ">>> state.phase, state.is_chance, state.current_player\n"
          "('deal', True, None)")
      .def(
          "deal",
          [](const std::shared_ptr<AnyGame>& game, const py::object& seed,
             Whole<"start_player"> start_player) {
            Dealer dealer(seed_of(seed));
            return resolved(initial_state(game, start_player), dealer);
          },
          py::arg("seed"), whole("start_player") = 0,
          "Return the state at the first decision of a player; the seed determines all chance "
          "before it."
          "\n\nRaise InputError for an invalid seed (see Dealer), and for a seat that does not "
          "exist."
          "\n\n>>> game = chemix.load('chemuno', players=3)\n"
          ">>> state = game.deal(seed=7, start_player=2)\n"
          ">>> state.current_player, state == game.deal(seed=7, start_player=2)\n"
          "(2, True)\n"
          ">>> game.deal(seed=bytes(32)).is_chance\n"
          "False")
      .def(
          "playout",
          [](const std::shared_ptr<AnyGame>& game, const py::object& seed,
             const py::object& policies, Whole<"start_player"> start_player,
             const StopArgument& stop, const TimeBudget& time_budget) {
            LongCall call(stop, time_budget);
            return played_on(initial_state(game, start_player), seed, Policies(*game, policies),
                             call);
          },
          py::arg("seed"), py::arg("policies") = py::none(), whole("start_player") = 0,
          py::kw_only(), py::arg("stop") = py::none(), py::arg("time_budget") = py::none(),
          "Play a game to its end and return the final state.\n\nA policy is a Policy, its text, "
          "such as 'heuristic', or a function `policy(observation, random)`, which takes the "
          "observation of its player and a numpy.random.Generator, and returns an action in any "
          "form that `apply` accepts. The generator follows from the seed and the seat. A policy "
          "that sees the complete state must be wrapped by chemix.full_state. A single policy "
          "plays for all players; a list has one for each seat, with None or 'random' for random "
          "play. Without "
          "policies, every legal action is equally likely. Without functions, the playout is "
          "native and releases the GIL. If several players may act, one of them is drawn "
          "uniformly.\n\nRaise InputError for an invalid policy, for a list whose length is not "
          "the number of players, and for a function that returns an illegal action; the message "
          "then contains its name, the seat and the choice. Raise Stopped if built-in policies "
          "are still playing when `stop`, an object with is_set() such as a threading.Event, is "
          "set, or when `time_budget` seconds are used up."
          "\n\n>>> game = chemix.load('chemuno', players=3)\n"
          ">>> def last(observation, random):\n"
          "...     return observation.legal_actions()[-1]\n"
          ">>> end = game.playout(seed=7, policies=[last, 'heuristic', 'random'])\n"
          ">>> end.is_terminal, len(end.returns())\n"
          "(True, 3)")
      .def(
          "action",
          [](const std::shared_ptr<AnyGame>& game,
             const std::variant<Whole<"action">, std::string>& word,
             bool chance) { return action_of(game, word, chance); },
          whole("action"), py::kw_only(), py::arg("chance").noconvert() = false,
          "Return the action with this id or text, such as 'lay H2O'; with chance=True a chance "
          "action, such as 'drawn H2O'.\n\nRaise InputError if there is no such action."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> action = game.action('lay H2O')\n"
          ">>> game.action(action.id) == action\n"
          "True\n"
          ">>> game.action('drawn H2O', chance=True).is_chance\n"
          "True")
      .def(
          "parse_state",
          [](const std::shared_ptr<AnyGame>& game, const std::string& text) {
            State state{game, BlockMemory(game->state_size()), nullptr};
            if (const auto wrong = game->parse(text, state.memory.block())) raise(*wrong);
            return state;
          },
          py::arg("text"),
          "Read a state from its notation, `str(state)`.\n\nRaise InputError if the text is not "
          "a state of this game."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> state = game.deal(seed=7)\n"
          ">>> game.parse_state(str(state)) == state\n"
          "True")
      .def(
          "load_state",
          [](const std::shared_ptr<AnyGame>& game, const py::buffer& bytes) {
            return state_of_bytes(game, bytes);
          },
          py::arg("bytes"),
          "Read a state from its canonical bytes, `bytes(state)`, or from any other buffer; the "
          "content is validated.\n\nRaise InputError if the bytes are not a state of this game."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> state = game.deal(seed=7)\n"
          ">>> game.load_state(bytes(state)) == state\n"
          "True\n"
          ">>> game.load_state(bytes(state)[:-1])\n"
          "Traceback (most recent call last):\n"
          "    ...\n"
          "chemix.InputError: chance_count: the bytes end too early")
      .def("__eq__",
           [](const AnyGame& game, const py::object& other) {
             return py::isinstance<AnyGame>(other) && game.key() == other.cast<AnyGame&>().key();
           })
      .def("__hash__", &AnyGame::key)
      .def("__repr__", [](const AnyGame& game) {
        return "Game('" + std::string(game.name()) +
               "', players=" + std::to_string(game.player_count()) + ", " + game.options() + ")";
      });

  classes.dealer
      .def(py::init([](const py::object& seed) { return PyDealer{seed_of(seed)}; }),
           py::arg("seed"))
      .def(
          "resolve",
          [](PyDealer& dealer, const State& state) { return resolved(state, dealer.dealer); },
          py::arg("state"),
          "Apply chance actions until a player acts or the game is over."
          "\n\n>>> game, dealer = chemix.load('chemuno'), chemix.Dealer(seed=7)\n"
          ">>> state = dealer.resolve(game.initial_state())\n"
          ">>> while not state.is_terminal:\n"
          "...     state = dealer.resolve(state.apply(state.legal_actions()[0]))\n"
          ">>> state.phase\n"
          "'over'")
      .def(
          "resolve",
          [](PyDealer& dealer, const Table& table) { return resolved(table, dealer.dealer); },
          py::arg("table"), "Do the same for a table.")
      .def("choose", &choose<State>, py::arg("state"),
           "Return the next chance action without applying it.\n\nRaise InputError if chance does "
           "not act."
           "\n\n>>> state = chemix.load('chemuno').initial_state()\n"
           ">>> action = chemix.Dealer(seed=7).choose(state)\n"
           ">>> action.is_chance, action.kind\n"
           "(True, 'drawn')")
      .def("choose", &choose<Table>, py::arg("table"), "Do the same for a table.");

  module.def(
      "read_record", [](const std::string& text) { return states_of(accepted(read_record(text))); },
      py::arg("text"),
      "Replay and verify a record; return all its states, the first before the deal, or "
      "where the game was resumed.\n\nRaise InputError if the record is invalid."
      "\n\n>>> game = chemix.load('chemuno')\n"
      ">>> record = chemix.write_record(game, 0, [(None, game.action('drawn H2O', "
      "chance=True).id)])\n"
      ">>> states = chemix.read_record(record)\n"
      ">>> len(states), states[0] == game.initial_state()\n"
      "(2, True)");
  module.def(
      "write_seen_record",
      [](const std::string& record, const ViewerWord<"viewer">& viewer) {
        const Replay replay = accepted(read_record(record));
        return write_seen_record(replay, viewer_of(*replay.game, viewer));
      },
      py::arg("record"), whole("viewer"),
      "Write what a seat or 'spectator' saw of a recorded game: a text for this viewer, "
      "without the secrets of other players.\n\nRaise InputError for an invalid record or "
      "viewer."
      "\n\n>>> record = chemix.Session(chemix.load('chemuno'), seed=7).record()\n"
      ">>> chemix.Client.load(chemix.write_seen_record(record, 'spectator')).observation.viewer\n"
      "'spectator'");
  module.def(
      "read_seen_record",
      [](const std::string& text) {
        const SeenReplay replay = accepted(read_seen_record(text));
        Observation seen{replay.game, BlockMemory(replay.game->observation_size())};
        std::copy(replay.start.begin(), replay.start.end(), seen.memory.block().begin());
        std::vector<std::pair<std::vector<EventView>, Observation>> steps{{{}, seen}};
        for (const std::vector<Event>& events : replay.steps) {
          std::vector<EventView> views;
          for (const Event& event : events) {
            views.push_back({replay.game, event});
            replay.game->fold(seen.memory.block(), event);
          }
          steps.emplace_back(std::move(views), seen);
        }
        return steps;
      },
      py::arg("text"),
      "Read what a viewer saw of a game; return pairs of the events of a step and the "
      "observation after it, the first without events.\n\nRaise InputError if the text is "
      "invalid. Success proves that the digest matches, not that such a game was played."
      "\n\n>>> session = chemix.Session(chemix.load('chemuno'), seed=7)\n"
      ">>> steps = session.advance()\n"
      ">>> seen = chemix.read_seen_record(session.save_seen(1))\n"
      ">>> events, observation = seen[-1]\n"
      ">>> len(seen) == steps + 1, observation == session.observation(1)\n"
      "(True, True)");
}

}  // namespace chemix::python
