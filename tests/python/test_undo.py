# SPDX-License-Identifier: Apache-2.0
"""Undo in Python and at the terminal."""

from __future__ import annotations

import chemix
import pytest
from chemix.cli import commands
from click.testing import CliRunner


def test_only_the_player_who_decided_can_undo() -> None:
    before = chemix.load("classic", players=2).deal(seed=3)
    assert before.acting == {1}
    # The turn continues, or passes to the other player.
    for action, acting in (("take 2", 1), ("done", 0)):
        after = before.apply(action)
        assert after.acting == {acting}
        assert after.can_undo(before)
        assert after.can_undo(before, 1)
        assert not after.can_undo(before, 0)
        # No step leads backward.
        assert not before.can_undo(after)


def test_several_decisions_are_undone_at_once() -> None:
    start = chemix.load("classic", players=2).deal(seed=3)
    states = [start]
    for action in ("take 2", "undo"):
        states.append(states[-1].apply(action))
    for before in states[:-1]:
        assert states[-1].can_undo(before)
    # A molecule reveals cards of the hand.
    formed = states[1].apply("form H2 H")
    assert not formed.can_undo(states[1])
    assert not formed.can_undo(start)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_exchange_is_undone_until_it_is_complete(players: int) -> None:
    states = [chemix.load("react", players=players).deal(seed=7)]
    (player,) = states[0].acting
    for kind in ("put", "put", "take"):
        legal = [action for action in states[-1].legal_actions() if action.kind == kind]
        if players == 2 and kind == "take":
            break
        # The highest card first.
        states.append(states[-1].apply(legal[-1] if len(states) == 1 else legal[0]))
        for before in states[:-1]:
            assert states[-1].can_undo(before)
            assert not states[-1].can_undo(before, (player + 1) % players)


def test_the_default_player_acts_alone() -> None:
    game = chemix.load("react", players=3)
    dealer, sealed = chemix.Dealer(seed=7), game.deal(seed=7)
    while len(sealed.acting) < 2:
        player = min(sealed.acting)
        sealed = dealer.resolve(sealed.apply(sealed.legal_actions(player)[0], player))
    player = min(sealed.acting)
    after = sealed.apply(sealed.legal_actions(player)[0], player)
    with pytest.raises(chemix.InputError, match="player"):
        after.can_undo(sealed)
    assert not after.can_undo(sealed, player)


def test_events_after_an_undo_are_shown() -> None:
    arguments = ("play", "classic", "--seed", "7", "--hot-seat")
    # The first line confirms that the player has the screen.
    said = "\ntake 2\nundo\ntake 3\nquit\n"
    shown = CliRunner(env={"COLUMNS": "100"}).invoke(commands, arguments, input=said).output
    assert "Undone." in shown
    before, after = shown.split("Undone.")
    taken = "What happened:\n   A {} is taken from its stack."
    assert taken.format(2) in before
    assert taken.format(3) in after
    assert after.count("What happened:") == 1
