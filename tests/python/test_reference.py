# SPDX-License-Identifier: Apache-2.0
"""Compare the library with slow reference implementations written from the rule pages alone."""

from __future__ import annotations

import importlib
import json
import os
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import chemix
import pytest
from games.comparison import Case, Values
from guided import guided_action, random_action

FOLDERS = sorted(
    file.parent.name for file in (Path(__file__).parents[1] / "games").glob("*/comparison.py")
)
GAMES = int(os.environ.get("REFERENCE_GAMES", "20"))


def tuple_of(action: chemix.Action) -> tuple[str, ...]:
    """Format an action like the references: words, with a dash for a missing value."""

    def word(value: int | str | list[str] | None) -> str:
        if isinstance(value, list):
            return ",".join(value) or "-"
        return "-" if value is None else str(value)

    return (action.kind, *map(word, action.fields.values()))


def as_tuple(action: str | tuple[str, ...]) -> tuple[str, ...]:
    return ("drawn", action) if isinstance(action, str) else action


def parameters() -> list[Any]:
    return [
        pytest.param(
            folder,
            case,
            players,
            options,
            id=f"{case.game}-{players}-{options}" + ("-small" if case.deck else ""),
        )
        for folder in FOLDERS
        for case in importlib.import_module(f"games.{folder}.comparison").CASES
        for players in case.players
        for options in case.options
    ]


@pytest.mark.parametrize(("folder", "case", "players", "options"), parameters())
def test_library_and_reference_agree(
    folder: str, case: Case, players: int, options: dict[str, Any], tmp_path: Path
) -> None:
    reference = importlib.import_module(f"games.{folder}.reference")
    theirs_game = case.make(reference, players, options)
    path = None
    if case.deck is not None:
        path = tmp_path / "deck.json"
        path.write_text(json.dumps(case.deck), encoding="utf-8")
    game = chemix.load(case.game, players=players, deck=path, **options)
    chooser = random.Random(f"{case.game} {players} {options}")
    for number in range(GAMES):
        state = game.initial_state(start_player=number % players)
        theirs = reference.initial_state(theirs_game, number % players)
        choose = chooser.choice([random_action, guided_action])
        while True:
            acting = reference.acting(theirs_game, theirs)
            table = case.table(state, Values(state))
            shown = case.shown(reference.table(theirs_game, theirs))
            assert table == {name: shown[name] for name in table}
            if state.is_terminal:
                assert acting is None
                break
            if state.is_chance:
                assert acting == "chance"
                outcomes = {
                    as_tuple(action): (action, weight)
                    for action, weight in reference.chance_outcomes(theirs_game, theirs)
                }
                total = sum(weight for _, weight in outcomes.values())
                ours = {tuple_of(action): share for action, share in state.chance_outcomes()}
                assert ours == {way: weight / total for way, (_, weight) in outcomes.items()}
                weights = [weight for _, weight in outcomes.values()]
                way = chooser.choices(list(outcomes), weights)[0]
                state = state.apply(" ".join(way))
                theirs = reference.apply(theirs_game, theirs, "chance", outcomes[way][0])
                continue
            assert state.acting == acting
            for player in range(players):
                legal = state.legal_actions(player=player) if player in state.acting else []
                theirs_legal = reference.legal_actions(theirs_game, theirs, player)
                assert sorted(map(tuple_of, legal)) == theirs_legal
            player = chooser.choice(sorted(state.acting))
            action = choose(state.legal_actions(player=player), chooser)
            state = state.apply(action, player=player)
            theirs = reference.apply(theirs_game, theirs, player, tuple_of(action))
        assert state.scores() == reference.scores(theirs_game, theirs)[case.score]
        # Every observation shows the result.
        assert state.observation("spectator").scores() == state.scores()
        returns: list[Fraction] = reference.returns(theirs_game, theirs)
        assert state.returns() == [float(share) for share in returns]
