// SPDX-License-Identifier: Apache-2.0
// Events and observations in Python.
#include "bindings.hpp"
#include "positions.hpp"

#include <algorithm>

#include <pybind11/numpy.h>

namespace chemix::python {
namespace {

// The block of an observation for belief queries; raises InputError if no state can have it.
ConstBlock possible(const Observation& seen) {
  if (const auto wrong = seen.game->observation_error(seen.memory.block())) raise(*wrong);
  return seen.memory.block();
}

std::vector<int> legal_ids_seen(const Observation& seen) {
  std::vector<int> ids(static_cast<std::size_t>(seen.game->max_legal_actions()));
  ids.resize(seen.game->legal_actions_seen(seen.memory.block(), ids));
  return ids;
}

Marginals marginals_in(const Observation& seen, LongCall&& call) {
  const ConstBlock block = possible(seen);
  return call.result_of([&](StopPoll& poll) { return seen.game->marginals(block, poll); });
}

double probability(const Observation& seen, const std::string& place, const std::string& card,
                   Whole<"at_least"> at_least) {
  const int kind = kind_of(*seen.game, card);
  if (at_least < 1) {
    raise(InputError{"at_least", std::to_string(at_least), "must be at least 1", ""});
  }
  const Marginals marginals = marginals_in(seen, LongCall());
  for (std::size_t i = 0; i < marginals.places.size(); ++i) {
    if (place_text(marginals.places[i]) == place) return marginals.at(i, kind, at_least);
  }
  raise(InputError{"place", place, "is not a hidden place; see hidden_places", ""});
}

py::bytes saved(const Observation& seen) {
  const ConstBlock block = seen.memory.block();
  std::string bytes(seen.game->save_observation(block, {}), '\0');
  seen.game->save_observation(block, std::as_writable_bytes(std::span(bytes)));
  return {bytes};
}

Others others_of(const std::string& word) {
  if (word == "decided") return Others::Decided;
  if (word == "undecided") return Others::Undecided;
  raise(InputError{"others", word, "must be 'decided' or 'undecided'", ""});
}

}  // namespace

State determinized(const Observation& seen, const py::object& seed, const std::string& others) {
  Generator random(SeedSequence(seed_of(seed)).key(), Domain::Sampler, 0);
  State sample{seen.game, BlockMemory(seen.game->state_size()), nullptr};
  if (!seen.game->determinize(seen.memory.block(), random, others_of(others),
                              sample.memory.block())) {
    raise(InputError{"observation", "", "no deal is consistent with it", ""});
  }
  return sample;
}

void bind_observation(Classes& classes) {
  classes.game.def(
      "load_observation",
      [](const std::shared_ptr<AnyGame>& game, const py::buffer& bytes) {
        Observation seen{game, BlockMemory(game->observation_size())};
        const auto text = copied(bytes).cast<std::string>();
        const auto given = std::as_bytes(std::span(text.data(), text.size()));
        if (const auto wrong = game->load_observation(given, seen.memory.block())) raise(*wrong);
        return seen;
      },
      py::arg("bytes"),
      "Read an observation from its canonical bytes, `bytes(observation)`, or from any other "
      "buffer; the content is validated.\n\nRaise InputError if the bytes are not an "
      "observation of this game."
      "\n\n>>> game = chemix.load('chemuno')\n"
      ">>> seen = game.deal(seed=7).observation(1)\n"
      ">>> game.load_observation(bytes(seen)) == seen\n"
      "True");

  classes.event
      .def_property_readonly(
          "verb", [](const EventView& view) { return std::string(name_of(view.event.verb)); },
          "The kind of the event, such as 'deal', 'move' or 'turn'.")
      .def_property_readonly(
          "source", [](const EventView& view) { return place_text(view.event.from); },
          "The place that cards or points come from, such as 'hand[1]'.")
      .def_property_readonly(
          "target", [](const EventView& view) { return place_text(view.event.to); },
          "The place that cards or points go to.")
      .def_property_readonly(
          "player", [](const EventView& view) { return view.event.player; },
          "The seat of the player who acts or whom the event concerns.")
      .def_property_readonly(
          "card",
          [](const EventView& view) -> std::optional<std::string> {
            const SeenKind kind = view.game->kind_of(view.event);
            if (!kind) return std::nullopt;
            return std::string(view.game->card_name(*kind));
          },
          "The card, or None if there is none or the viewer does not see it. For a counter, the "
          "card that its number stands for.")
      .def_property_readonly(
          "amount", [](const EventView& view) { return view.event.amount; },
          "The number of cards or points, or the new value of a counter, score or total.")
      .def(
          "words",
          [](const EventView& view, const std::string& language, bool aloud,
             const PlayerNames& players) {
            return words_in(*view.game, language, aloud, players).event(*view.game, view.event);
          },
          py::arg("language") = "en", py::arg("aloud").noconvert() = false,
          py::arg("players") = py::none(),
          "Return a sentence that describes the event; empty for a counter that means nothing to "
          "people.\n\n`players` are the players' names; "
          "`aloud` spells out formulas."
          "\n\nRaise InputError for an unknown language, and for more names than seats."
          "\n\n>>> state = chemix.load('chemuno').initial_state().apply('drawn H2O')\n"
          ">>> state.events(0)[0].words(players=['Anna', 'Ben'])\n"
          "'Anna is dealt H2O.'\n"
          ">>> state.events(1)[0].words(players=['Anna', 'Ben'])\n"
          "'Anna is dealt a card.'")
      .def("__str__", [](const EventView& view) { return view.game->event_text(view.event); })
      .def("__repr__", [](const EventView& view) {
        const py::str text = view.game->event_text(view.event);
        return formatted("Event({})", py::repr(text).cast<std::string>());
      });

  classes.observation
      .def_property_readonly(
          "game",
          [](const Observation& seen) { return std::const_pointer_cast<AnyGame>(seen.game); },
          "The game.")
      .def_property_readonly(
          "viewer",
          [](const Observation& seen) -> std::variant<int, std::string> {
            const Viewer viewer = seen.game->viewer(seen.memory.block());
            if (viewer.is_spectator()) return spectator_word;
            return viewer.seat();
          },
          "The seat, or 'spectator'.")
      .def_property_readonly(
          "phase",
          [](const Observation& seen) {
            return std::string(seen.game->phase_seen(seen.memory.block()));
          },
          "The name of the phase.")
      .def_property_readonly(
          "acting",
          [](const Observation& seen) {
            return seats_in(seen.game->acting_seen(seen.memory.block()).players());
          },
          "The seats that may act now, as far as the viewer can tell; empty if chance acts or "
          "the game is over. During a sealed decision this includes the other players who have "
          "already decided.")
      .def_property_readonly(
          "is_chance",
          [](const Observation& seen) {
            return seen.game->acting_seen(seen.memory.block()).is_chance();
          },
          "Whether chance acts.")
      .def_property_readonly(
          "is_terminal",
          [](const Observation& seen) {
            return seen.game->acting_seen(seen.memory.block()).is_nobody();
          },
          "Whether the game is over.")
      .def_property_readonly(
          "is_sealed",
          [](const Observation& seen) { return seen.game->is_sealed_seen(seen.memory.block()); },
          "Whether the decision is sealed: choices, and who has already chosen, stay hidden "
          "until all players have chosen.")
      .def(
          "scores",
          [](const Observation& seen) { return seen.game->scores_seen(seen.memory.block()); },
          "Return each player's current score by the rulebook; None if it depends on cards that "
          "the viewer does not see."
          "\n\n>>> chemix.load('chemuno', players=3).deal(seed=7).observation(1).scores()\n"
          "[7, 7, 7]")
      .def(
          "returns",
          [](const Observation& seen) {
            return values_of(seen.game->returns_seen(possible(seen)));
          },
          "Return each player's return, which is public at the end; 0 before the end.\n\nRaise "
          "InputError if no state can have this observation."
          "\n\n>>> chemix.load('chemuno').deal(seed=7).observation(1).returns()\n"
          "[0.0, 0.0]")
      .def(
          "legal_actions",
          [](const Observation& seen) {
            std::vector<Action> actions;
            for (const int id : legal_ids_seen(seen)) actions.push_back({seen.game, id, false});
            return actions;
          },
          "Return the viewer's legal actions, by ascending id; empty if the viewer cannot act."
          "\n\n>>> state = chemix.load('chemuno').deal(seed=7)\n"
          ">>> state.observation(0).legal_actions() == state.legal_actions(0)\n"
          "True\n"
          ">>> state.observation(1).legal_actions()\n"
          "[]")
      .def("legal_action_ids", &legal_ids_seen,
           "Return the ids of the viewer's legal actions, ascending; empty if the viewer cannot "
           "act."
           "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation(0)\n"
           ">>> seen.legal_action_ids() == [action.id for action in seen.legal_actions()]\n"
           "True")
      .def(
          "legal_action_mask",
          [](const Observation& seen) { return mask_of(*seen.game, legal_ids_seen(seen)); },
          "Return a bool array of shape (game.action_count,), true for the viewer's legal "
          "actions."
          "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation(0)\n"
          ">>> seen.legal_action_mask().nonzero()[0].tolist() == seen.legal_action_ids()\n"
          "True")
      .def(
          "fold",
          [](const Observation& seen, const EventView& view) {
            if (view.game->key() != seen.game->key()) {
              raise(InputError{"event", "", "belongs to another game", ""});
            }
            Observation next = seen;
            if (const auto wrong = next.game->fold(next.memory.block(), view.event)) raise(*wrong);
            return next;
          },
          py::arg("event"),
          "Return the observation after the viewer sees an event.\n\nRaise InputError for an "
          "event of another game, and if a field would name a seat that does not exist. Events "
          "of another step may lead to an observation that no state can have; belief queries on "
          "such an observation raise InputError too."
          "\n\n>>> before = chemix.load('chemuno').deal(seed=7)\n"
          ">>> after = before.apply(before.legal_actions()[0])\n"
          ">>> seen = before.observation(1)\n"
          ">>> for event in after.events(1):\n"
          "...     seen = seen.fold(event)\n"
          ">>> seen == after.observation(1)\n"
          "True")
      .def(
          "tensor",
          [](const Observation& seen) {
            return array_of(seen.game->tensor_size(), [&](std::span<float> numbers) {
              seen.game->tensor(seen.memory.block(), numbers);
            });
          },
          "Return a float32 array of shape (game.tensor_size,), own seat first, within the "
          "bounds of game.tensor_layout()."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> tensor = game.deal(seed=7).observation(1).tensor()\n"
          ">>> tensor.shape == (game.tensor_size,), tensor.dtype\n"
          "(True, dtype('float32'))")
      .def(
          "information_state_tensor",
          [](const Observation& seen) {
            return array_of(seen.game->information_state_tensor_size(),
                            [&](std::span<float> numbers) {
                              seen.game->information_state_tensor(seen.memory.block(), numbers);
                            });
          },
          "Return a float32 array of shape (game.information_state_tensor_size,): the tensor, "
          "and 16 further numbers with a digest of all that the viewer saw and did. It differs "
          "between any two information states."
          "\n\n>>> game = chemix.load('chemuno')\n"
          ">>> tensor = game.deal(seed=7).observation().information_state_tensor()\n"
          ">>> tensor.shape == (game.information_state_tensor_size,), tensor.dtype\n"
          "(True, dtype('float32'))")
      .def(
          "prompt",
          [](const Observation& seen, const std::string& language, bool aloud,
             const PlayerNames& players) {
            return words_in(*seen.game, language, aloud, players)
                .prompt(*seen.game, seen.memory.block());
          },
          py::arg("language") = "en", py::arg("aloud").noconvert() = false,
          py::arg("players") = py::none(),
          "Return a sentence for the viewer: what to decide, who acts instead, or, at the end, "
          "who has won, with the scores.\n\n`players` are the players' names; `aloud` spells out "
          "formulas."
          "\n\nRaise InputError for an unknown language, and for more names than seats."
          "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation(1)\n"
          ">>> seen.prompt('fr', players=['Zoë', 'Ben'])\n"
          "'On attend Zoë.'")
      .def_property_readonly(
          "digest",
          [](const Observation& seen) {
            return seen.game->observation_digest(seen.memory.block());
          },
          "A 64-bit hash, with which a client and a server can compare their observations.")
      .def(
          "count_worlds",
          [](const Observation& seen) {
            return py::int_(py::str(seen.game->count_worlds(possible(seen))));
          },
          "Return the exact total weight of the worlds that are consistent with the viewer's "
          "knowledge.\n\nEach world has an integer weight in proportion to its probability; the "
          "weights may have a common divisor. If all worlds are equally likely, the total is the "
          "number of deals of the unseen cards. A single remaining world may count more than "
          "once: use `marginals` to find out whether everything is known."
          "\n\n>>> deck = chemix.small_deck(['H2', 'O2', 'H2O'], copies=2)\n"
          ">>> game = chemix.load('chemuno', hand_size=1, deck=deck)\n"
          ">>> game.deal(seed=7).observation().count_worlds() > 1\n"
          "True")
      .def_property_readonly(
          "forgotten", [](const Observation& seen) { return seen.game->forgotten(possible(seen)); },
          "The number of observations that could be kept only in part. If it is not 0, the "
          "belief still covers every possible state, but is less sharp than it could be.")
      .def_property_readonly(
          "approximations",
          [](const Observation& seen) { return seen.game->approximations(possible(seen)); },
          "How often the belief was simplified to bound the work. The belief is exact if this "
          "and forgotten are both 0.")
      .def_property_readonly(
          "hidden_places",
          [](const Observation& seen) {
            std::vector<std::string> names;
            for (const Place place : seen.game->hidden_places(possible(seen))) {
              names.push_back(place_text(place));
            }
            return names;
          },
          "The places whose cards the viewer does not see, named as in events, such as "
          "'hand[1]': hands by seat, then piles.")
      .def(
          "marginals",
          [](const Observation& seen, const StopArgument& stop, const TimeBudget& time_budget) {
            const Marginals marginals = marginals_in(seen, LongCall(stop, time_budget));
            py::array_t<double> array({static_cast<py::ssize_t>(marginals.places.size()),
                                       static_cast<py::ssize_t>(marginals.kinds),
                                       static_cast<py::ssize_t>(marginals.most)});
            std::copy(marginals.probabilities.begin(), marginals.probabilities.end(),
                      array.mutable_data());
            return array;
          },
          py::kw_only(), py::arg("stop") = py::none(), py::arg("time_budget") = py::none(),
          "Return a float64 array of shape (places, kinds, game.max_copies): the probabilities "
          "that each of the hidden_places holds at least 1, 2, ... cards of each kind.\n\nKinds "
          "are in the order of game.catalogue[\"cards\"]. The probabilities are exact, except in "
          "Chip it while another player announces a combination: then they are frequencies in "
          "some thousand samples, equal on each call. Raise Stopped when `stop`, an object with "
          "is_set() such as a threading.Event, is set, or when `time_budget` seconds are used up."
          "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation(0)\n"
          ">>> places, kinds, copies = seen.marginals().shape\n"
          ">>> places == len(seen.hidden_places), copies == seen.game.max_copies\n"
          "(True, True)\n"
          ">>> hand = seen.marginals()[seen.hidden_places.index('hand[1]')]\n"
          ">>> round(hand.sum())\n"
          "7")
      .def(
          "determinize",
          [](const Observation& seen, const py::object& seed, const std::string& others) {
            possible(seen);
            return determinized(seen, seed, others);
          },
          py::kw_only(), py::arg("seed"), py::arg("others") = "decided",
          "Sample a state that the viewer cannot distinguish from the true one, with the "
          "probabilities of the viewer's belief, as State.determinize does. It serves policies, "
          "which have no state.\n\nRaise InputError if no state can have this observation; see "
          "fold."
          "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation()\n"
          ">>> world = seen.determinize(seed=1)\n"
          ">>> world.observation(0) == seen\n"
          "True")
      .def("probability", &probability, py::arg("place"), py::arg("card"), whole("at_least") = 1,
           "Return the probability that one of the hidden_places holds at least `at_least` copies "
           "of a card, such as 'H2O'.\n\nFor many probabilities use marginals. Raise InputError "
           "for an unknown place or card, and if `at_least` is below 1."
           "\n\n>>> seen = chemix.load('chemuno').deal(seed=7).observation(0)\n"
           ">>> 0 <= seen.probability('hand[1]', 'H', at_least=2) <= seen.probability('hand[1]', "
           "'H') <= 1\n"
           "True\n"
           ">>> seen.probability('table', 'H')\n"
           "Traceback (most recent call last):\n"
           "    ...\n"
           "chemix.InputError: place = table: is not a hidden place; see hidden_places")
      .def("__bytes__", &saved)
      .def("__eq__",
           [](const Observation& seen, const py::object& other) {
             if (!py::isinstance<Observation>(other)) return false;
             const auto& rhs = other.cast<const Observation&>();
             return seen.game->key() == rhs.game->key() &&
                    seen.game->observation_text(seen.memory.block()) ==
                        rhs.game->observation_text(rhs.memory.block());
           })
      .def("__hash__",
           [](const Observation& seen) {
             return seen.game->observation_digest(seen.memory.block());
           })
      .def("__str__",
           [](const Observation& seen) { return seen.game->observation_text(seen.memory.block()); })
      .def("__repr__", [](const Observation& seen) {
        const ConstBlock block = seen.memory.block();
        const Viewer viewer = seen.game->viewer(block);
        const std::string by =
            viewer.is_spectator() ? spectator_word : formatted("seat {}", viewer.seat());
        return formatted("<Observation of {} by {}, phase {}>", seen.game->name(), by,
                         seen.game->phase_seen(block));
      });
}

}  // namespace chemix::python
