# SPDX-License-Identifier: Apache-2.0
"""OpenSpiel's own tests, as they come, on all games; and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import unittest
from pathlib import Path

import chemix
import chemix.openspiel
import numpy as np
import pyspiel
import pytest
from configurations import EFFORT, Configuration, suites
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts


def loaded(at: Configuration) -> pyspiel.Game:
    """Load by text, as people do."""
    words = {"players": at.players, **at.options}
    options = ",".join(f"{name}={value}" for name, value in words.items() if "," not in str(value))
    for name, value in at.options.items():
        if "," in str(value):
            options += f",{name}={str(value).replace(',', '+')}"
    return pyspiel.load_game(f"chemix_{at.name}({options})")


def run_random_sim_test(at: Configuration) -> None:
    pyspiel.random_sim_test(loaded(at), num_sims=EFFORT, serialize=True, verbose=False)


def run_api_test(at: Configuration) -> None:
    random.seed(1)
    game = loaded(at)
    case = type(
        "Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": at.name}
    )
    result = unittest.TestResult()
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    tests.run(result)
    assert result.testsRun == 5
    assert not result.skipped
    assert result.wasSuccessful(), [text for _, text in result.failures + result.errors]


test_suite = suites("OpenSpiel", globals())


# ---- What the suites do not look at ----


def played(game: pyspiel.Game, steps: int, seed: int = 1) -> pyspiel.State:
    chooser = random.Random(seed)
    state = game.new_initial_state()
    while steps > 0 and not state.is_terminal():
        steps -= not state.is_chance_node()
        if state.is_simultaneous_node():
            state.apply_actions(
                [chooser.choice(state.legal_actions(p) or [0]) for p in range(game.num_players())]
            )
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
    return state


def dealt(state: pyspiel.State) -> pyspiel.State:
    """Let chance act, until a player does."""
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def test_all_games_are_registered_and_described() -> None:
    names = set(pyspiel.registered_names())
    for name in chemix.games():
        assert f"chemix_{name}" in names
        game = pyspiel.load_game(f"chemix_{name}")
        assert game.get_parameters()["players"] == chemix.describe(name)["min_players"]
    game = pyspiel.load_game("chemix_chemuno(players=3)")
    assert game.num_players() == 3
    assert game.utility_sum() == 0
    alone = pyspiel.load_game("chemix_compound_capture(players=1)")
    assert alone.utility_sum() is None
    with pytest.raises(chemix.InputError, match="players"):
        pyspiel.load_game("chemix_chemuno(players=9)")
    with pytest.raises(chemix.InputError, match="hand_size"):
        pyspiel.load_game("chemix_chemuno(hand_size=99)")


@pytest.mark.parametrize("name", chemix.games())
def test_information_states_are_those_of_the_library(name: str) -> None:
    game = pyspiel.load_game(f"chemix_{name}")
    for steps in (1, 5, 20):
        state = dealt(played(game, steps))
        if state.is_terminal():
            continue
        for player in range(game.num_players()):
            assert state.information_state_string(player) == state.state.information_state(player)
            assert list(state.information_state_tensor(player)) == list(
                state.state.information_state_tensor(player)
            )
            assert list(state.observation_tensor(player)) == list(
                state.state.observation_tensor(player)
            )


def sealed_decisions() -> list[pyspiel.State]:
    """Give states of REACT! in which several players decide at once."""
    game = pyspiel.load_game("chemix_react(players=3)")
    states = [dealt(played(game, steps)) for steps in range(60)]
    sealed = [state for state in states if state.is_simultaneous_node()]
    assert len(sealed) > 3
    return sealed


def test_a_sealed_decision_is_one_node() -> None:
    game = pyspiel.load_game("chemix_react(players=3)")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    for state in sealed_decisions():
        assert state.state.phase == "claim"
        assert all(state.legal_actions(player) for player in range(3))


def test_in_a_sealed_decision_each_player_does_what_it_chose() -> None:
    differ = 0
    for state in sealed_decisions():
        actions = [state.legal_actions(player)[-(player % 2)] for player in range(3)]
        differ += len(set(actions)) > 1
        expected = state.state
        for player, action in enumerate(actions):
            expected = expected.apply(action, player)
        state.apply_actions(actions)
        assert state.state == expected
    assert differ > 3


def test_in_a_resampled_state_all_have_still_to_decide() -> None:
    for state in sealed_decisions():
        for player in range(3):
            sample = state.resample_from_infostate(player, random.Random(1).random)
            assert sample.state.acting == state.state.acting
            assert sample.state.observation(player) == state.state.observation(player)


def test_who_of_several_acts_is_drawn_where_nothing_is_sealed() -> None:
    game = pyspiel.load_game("chemix_react(players=3,claims=realtime)")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    drawn = again = 0
    for steps in range(160):
        state = played(game, steps)
        if state.is_chance_node() and not state.state.is_chance:
            drawn += 1
            outcomes = state.chance_outcomes()
            assert len(outcomes) == len(state.state.acting) > 1
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            assert all(action < game.max_chance_outcomes() for action, _ in outcomes)
            names = [state.action_to_string(-1, action) for action, _ in outcomes]
            assert names == [f"player {seat} acts" for seat in sorted(state.state.acting)]
            state.apply_action(outcomes[1][0])
            assert state.current_player() == sorted(state.state.acting)[1]
            # Nobody else decides, and the draw is for one action.
            deciding = [player for player in range(3) if state.legal_actions(player)]
            assert deciding == [state.current_player()]
            state.apply_action(state.legal_actions()[0])
            if len(state.state.acting) > 1:
                again += 1
                assert state.is_chance_node()
    assert drawn > 3
    assert again > 0


def test_states_are_resampled_from_the_belief_and_saved() -> None:
    game = pyspiel.load_game("chemix_chemuno(players=3)")
    state = dealt(played(game, 6))
    player = state.current_player()
    worlds = {
        str(state.resample_from_infostate(player, random.Random(seed).random)) for seed in range(9)
    }
    assert len(worlds) == 9
    sample = state.resample_from_infostate(player, random.random)
    assert sample.information_state_string(player) == state.information_state_string(player)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, uct_c=2, max_simulations=5, random_state=np.random.RandomState(1)
    )
    assert bot.step(state) in state.legal_actions()


def test_observations_may_be_public_or_private() -> None:
    game = pyspiel.load_game("chemix_chemuno(players=2)")
    state = played(game, 3)
    private = pyspiel.PrivateInfoType
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=private.NONE)
    )
    assert public.tensor is None
    assert public.string_from(state, 0) == str(state.state.observation("spectator"))
    own = game.make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    assert own.string_from(state, 0) != own.string_from(state, 1)
    with pytest.raises(ValueError, match="must show public information"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=private.ALL_PLAYERS)
        )
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"speed": 1})


def test_games_are_saved_as_openspiel_saves_its_own() -> None:
    game = pyspiel.load_game("chemix_showdown(players=3,simplified=true,removed_elements=N+Na)")
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert other == game
        assert other.get_parameters() == game.get_parameters()
        assert str(played(other, 9)) == str(played(game, 9))
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    # A process that has not imported the module finds the game.
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    saved = pickle.dumps(game)
    ran = subprocess.run([sys.executable, "-c", program], input=saved, capture_output=True)
    assert ran.stdout.decode().strip() == str(game)


@pytest.mark.parametrize("letter", [",", "=", "(", ")", "\n"])
def test_decks_whose_path_openspiel_cannot_write_are_refused(tmp_path: Path, letter: str) -> None:
    deck = tmp_path / f"a{letter}b.json"
    deck.write_text(chemix.write_deck(chemix.small_deck(["H2", "O2"])))
    with pytest.raises(chemix.InputError, match="rename the file") as caught:
        pyspiel.load_game("chemix_chemuno", {"deck": str(deck), "hand_size": 2})
    assert caught.value.field == "deck"


@pytest.mark.parametrize("name", ["a+b.json", "a b.json"])
def test_all_other_decks_are_those_of_the_path(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(chemix.write_deck(chemix.small_deck(["H2", "O2"])))
    # A plus sign stands for a comma in options only.
    (tmp_path / name.replace("+", ",")).write_text(chemix.write_deck(chemix.small_deck(["N2"])))
    deck = tmp_path / name
    deck.write_text(chemix.write_deck(chemix.small_deck(["H2", "O2"])))
    game = pyspiel.load_game("chemix_chemuno", {"deck": str(deck), "hand_size": 2})
    assert game.game == chemix.load("chemuno", deck=deck, hand_size=2)
    assert pyspiel.load_game(str(game)).game == game.game


def test_states_of_another_game_are_refused() -> None:
    game, other = (pyspiel.load_game(f"chemix_chemuno(players={n})") for n in (3, 2))
    state = played(game, 30)
    text = state.serialize()
    assert str(game.deserialize_state(text)) == str(state)
    with pytest.raises(chemix.InputError, match=r"players=3.* is the game of this state; must be "):
        other.deserialize_state(text)
    with pytest.raises(chemix.InputError, match="must be the text of a state of this game"):
        game.deserialize_state("nothing")
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), str(same)) == (str(game), str(state))
