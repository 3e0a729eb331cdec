# SPDX-License-Identifier: Apache-2.0
"""Error messages about wrong arguments never show cards."""

from __future__ import annotations

import inspect
import pickle
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
        # Actions and events show what they are.
        if isinstance(value, chemix.Action | chemix.Event):
            continue
        assert not any(secret in repr(value) for secret in SECRETS), type(value)
        assert not any(secret in repr([value]) for secret in SECRETS), type(value)
    assert "NaHCO3" in str(STATE)


def test_repr_shows_no_digest_of_hidden_cards() -> None:
    # A digest confirms a guess of the hidden cards.
    assert repr(STATE) == f"<State of classic, phase {STATE.phase}>"
    assert repr(STATE.table) == f"<Table of classic, phase {STATE.phase}>"
    digests = [STATE.digest, STATE.table_digest, hash(STATE), hash(STATE.table)]
    shown = [form for digest in digests for form in (str(digest), f"{digest:x}")]
    for value in (STATE, STATE.table, SESSION, chemix.Batch(GAME, [7])):
        assert not any(form in repr(value) for form in shown), type(value)


def test_repr_shows_what_actions_and_events_are() -> None:
    for action in STATE.legal_actions():
        assert repr(action) == f"Action({str(action)!r})"
        assert GAME.action(eval(repr(action), {"Action": str})) == action
    dealt = DEALER.choose(DEALING)
    assert repr(dealt) == f"Action({str(dealt)!r}, chance=True)"
    for viewer in (0, 1, "spectator"):
        for event in step_of_chance().events(viewer):
            assert repr(event) == f"Event({str(event)!r})"
    for viewer, by in ((1, "seat 1"), ("spectator", "spectator")):
        seen = STATE.observation(viewer)
        assert repr(seen) == f"<Observation of classic by {by}, phase {seen.phase}>"


def test_exceptions_are_named_as_they_are_imported() -> None:
    for kind in (chemix.InputError, chemix.RuleError, chemix.Stopped):
        assert f"{kind.__module__}.{kind.__qualname__}" == f"chemix.{kind.__name__}"
        assert pickle.loads(pickle.dumps(kind)) is kind


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
