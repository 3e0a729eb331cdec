# SPDX-License-Identifier: Apache-2.0
"""Error messages about wrong arguments never show cards."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import chemix
import pytest
from chemix import _core

# Classic has all types of values, including whole turns.
GAME = chemix.load("classic", players=3)
DEALER = chemix.Dealer(seed=7)
STATE = GAME.deal(seed=7)
DEALING = GAME.initial_state()
DEALT = DEALER.resolve(DEALING)


def step_of_chance() -> chemix.State:
    return DEALING.apply(DEALER.choose(DEALING))


def refusal() -> chemix.RuleError:
    with pytest.raises(chemix.RuleError) as caught:
        STATE.apply(GAME.action_count - 1)
    return caught.value


def wrong_input() -> chemix.InputError:
    with pytest.raises(chemix.InputError) as caught:
        STATE.observation(9)
    return caught.value


VALUES: list[Any] = [
    GAME,
    DEALER,
    STATE,
    DEALING,
    STATE.observation(0),
    STATE.observation("spectator"),
    STATE.table,
    STATE.legal_actions()[0],
    DEALER.choose(DEALING),
    step_of_chance().events(0)[0],
    STATE.whole_turns(),
    iter(STATE.whole_turns()),
    next(iter(STATE.whole_turns())),
    chemix.Policy("random"),
    chemix.Batch(GAME, [7]),
    refusal(),
    wrong_input(),
    chemix.Stopped(),
]


SESSION = chemix.Session(GAME, seed=7)
SESSION.advance()
VALUES += [SESSION, chemix.Client(SESSION.observation(0))]


def cards_of(state: chemix.State) -> set[str]:
    """Return the compounds that a message has no other reason to mention."""
    words = str(state).replace("=", ",").replace(" ", ",").split(",")
    return {word for word in words if any(c.isdigit() for c in word) and word[0].isupper()}


SECRETS = cards_of(STATE) | {"hand="}

WRONG_ARGUMENTS: list[tuple[Any, ...]] = [
    (),
    (object(),),
    (object(), object()),
    (None, None, None, None),
    (3.5,),
    (-1,),
    (10**6, 10**6),
    ("no such word",),
    ("no such word", "nor this"),
    *((value,) for value in VALUES),
    *((value, value) for value in VALUES),
    *((value, value, value) for value in VALUES),
]


def members() -> Iterator[tuple[str, Any]]:
    yield from ((name, getattr(chemix, name)) for name in chemix.__all__)
    yield from inspect.getmembers(_core)


def callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    for value in VALUES:
        for name, _ in inspect.getmembers(type(value)):
            # pybind11 would abort in the last of these; pickle calls __reduce_ex__.
            if name in ("__class__", "__new__", "with_traceback", "__reduce__"):
                continue
            method = getattr(value, name, None)
            if callable(method):
                yield f"{type(value).__name__}.{name}", method
    yield from ((name, value) for name, value in members() if callable(value))


def test_every_class_is_covered() -> None:
    classes = {member for _, member in members() if inspect.isclass(member)}
    assert classes == {type(value) for value in VALUES}


def test_there_is_something_to_hide() -> None:
    assert len(SECRETS) > 20
    assert all(secret in str(STATE) for secret in SECRETS)


def test_repr_shows_no_cards() -> None:
    for value in VALUES:
        assert not any(secret in repr(value) for secret in SECRETS), type(value)
        assert not any(secret in repr([value]) for secret in SECRETS), type(value)
    assert repr(STATE) == f"<State of classic, phase {STATE.phase}, digest {STATE.digest:#018x}>"
    assert "NaHCO3" in str(STATE)


def test_no_message_about_wrong_arguments_shows_cards() -> None:
    tried = 0
    for name, function in callables():
        for arguments in WRONG_ARGUMENTS:
            for keywords in ({}, {"player": object()}, {"language": arguments}):
                try:
                    function(*arguments, **keywords)
                except Exception as error:
                    tried += 1
                    said = [str(error), repr(error), *getattr(error, "__notes__", [])]
                    for secret in SECRETS:
                        assert not any(secret in words for words in said), (name, secret, said)
    assert tried > 10_000
