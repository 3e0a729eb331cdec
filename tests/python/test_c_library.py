# SPDX-License-Identifier: Apache-2.0
"""The C library plays the same games and returns the same results at every step."""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chemix
import pytest
from configurations import CONFIGURATIONS, Configuration

# Number of games of each name, which alternate between configurations.
GAMES = int(os.environ.get("GAMES", "3"))
LIBRARY = Path(
    os.environ.get("CHEMIX_LIBRARY", Path(__file__).parents[2] / "build/dev/libchemix.so")
)
LANGUAGES = ("de", "en aloud", "fr")

pytestmark = pytest.mark.skipif(
    not LIBRARY.exists(), reason=f"{LIBRARY} is not built: cmake --build --preset dev"
)


class CEvent(ctypes.Structure):
    """A chemix_event: ten numbers."""

    _fields_ = (("numbers", ctypes.c_int32 * 10),)


class CGame:
    """A game of the C library, with its state and its latest observation."""

    library: ctypes.CDLL
    room = ctypes.create_string_buffer(1 << 18)
    ids = (ctypes.c_int32 * 4096)()
    reals = (ctypes.c_double * 16)()
    events = (CEvent * 4096)()

    def __init__(self, at: Configuration) -> None:
        self.library = ctypes.CDLL(str(LIBRARY))
        options = at.load().options
        self.game = ctypes.c_void_p()
        made = ctypes.byref(self.game)
        self.call("game_create", at.name.encode(), at.players, options.encode(), None, made)
        limits = json.loads(self.text("game_catalogue", self.game))["limits"]
        self.state = self.memory(limits["state_memory"])
        self.seen = self.memory(limits["observation_memory"])
        self.call("state_init", self.game, 0, *self.state)

    def close(self) -> None:
        self.library.chemix_game_destroy(ctypes.byref(self.game))

    @staticmethod
    def memory(size: int) -> tuple[Any, ctypes.c_size_t]:
        # An array of 64-bit numbers has the alignment of states.
        return (ctypes.c_uint64 * (-(-size // 8)))(), ctypes.c_size_t(size)

    def call(self, name: str, *arguments: object) -> None:
        status = getattr(self.library, f"chemix_{name}")(*arguments, None)
        assert status == 0, (name, status)

    def given(self, out: Any, name: str, *arguments: object) -> int:
        """Call a function that writes a list; return the number of entries."""
        count = ctypes.c_size_t()
        self.call(name, *arguments, out, ctypes.c_size_t(len(out)), ctypes.byref(count))
        return count.value

    def bytes(self, name: str, *arguments: object) -> bytes:
        return ctypes.string_at(self.room, self.given(self.room, name, *arguments))

    def text(self, name: str, *arguments: object) -> str:
        return self.bytes(name, *arguments).decode()

    def json(self, name: str, *arguments: object) -> Any:
        return json.loads(self.text(name, *arguments))

    def number(self, name: str, *arguments: object, kind: Any = ctypes.c_uint64) -> int:
        out = kind()
        self.call(name, *arguments, ctypes.byref(out))
        return int(out.value)

    def legal(self, player: int) -> list[int]:
        count = self.given(self.ids, "state_legal_actions", self.game, *self.state, player)
        return self.ids[:count]

    def acting(self) -> tuple[frozenset[int], bool]:
        players, chance = ctypes.c_uint32(), ctypes.c_bool()
        of_both = (ctypes.byref(players), ctypes.byref(chance))
        self.call("state_acting", self.game, *self.state, *of_both)
        return frozenset(p for p in range(32) if players.value >> p & 1), chance.value

    def events_of(self, actor: int, action: int, viewer: int) -> list[CEvent]:
        step = (actor, action, viewer)
        count = self.given(self.events, "state_events", self.game, *self.state, *step)
        return list(self.events[:count])


def expect_told(c: CGame, state: chemix.State, viewer: int, language: str) -> None:
    """Compare the results for a state and for its observation by a viewer."""
    words = (language.encode(), None)
    spoken: dict[str, Any] = {"language": language[:2], "aloud": language.endswith(" aloud")}
    assert c.bytes("state_save", c.game, *c.state) == bytes(state)
    assert c.json("state_json", c.game, *c.state) == state.to_dict()
    assert c.text("state_text", c.game, *c.state) == str(state)
    assert c.text("state_words", c.game, *c.state, *words) == state.words(**spoken)

    c.call("state_observe", c.game, *c.state, viewer, *c.seen)
    seen = state.observation(viewer if viewer >= 0 else "spectator")
    assert c.bytes("observation_save", c.game, *c.seen) == bytes(seen)
    assert c.json("observation_json", c.game, *c.seen) == seen.to_dict()
    assert c.text("observation_text", c.game, *c.seen) == str(seen)
    assert c.text("observation_words", c.game, *c.seen, *words) == seen.prompt(**spoken)
    assert c.number("observation_digest", c.game, *c.seen) == seen.digest


def expect_events(
    c: CGame, before: list[CEvent], after: chemix.State, viewer: int, language: str
) -> None:
    """Compare the events of a step, as a viewer saw them."""
    seen = after.events(viewer if viewer >= 0 else "spectator")
    assert len(before) == len(seen)
    for event, expected in zip(map(ctypes.byref, before), seen, strict=True):
        assert c.text("event_text", c.game, event) == str(expected)
        assert c.json("event_json", c.game, event) == expected.to_dict()
        said = c.text("event_words", c.game, event, language.encode(), None)
        assert said == expected.words(language[:2], language.endswith(" aloud"))


def play(at: Configuration, seed: int) -> None:
    c, state = CGame(at), at.load().initial_state()
    dealer, chooser = chemix.Dealer(seed), random.Random(seed)
    # Change viewer and language after each step.
    views: Iterator[tuple[int, str]] = itertools.cycle(
        itertools.product((*range(at.players), -2), LANGUAGES)
    )
    while True:
        viewer, language = next(views)
        assert c.acting() == (state.acting, state.is_chance)
        assert c.number("state_digest", c.game, *c.state) == state.digest
        expect_told(c, state, viewer, language)
        if state.is_chance:
            actor, action = -1, dealer.choose(state)
            drawn = ("state_draw", c.game, *c.state, str(seed).encode())
            assert c.number(*drawn, kind=ctypes.c_int32) == action.id
        elif state.acting:
            legal = {seat: state.legal_action_ids(seat) for seat in state.acting}
            assert {seat: c.legal(seat) for seat in state.acting} == legal
            actor = chooser.choice(sorted(legal))
            action = state.game.action(chooser.choice(legal[actor]))
        else:
            break
        assert c.text("action_text", c.game, actor, action.id) == str(action)
        assert c.json("action_json", c.game, actor, action.id) == action.to_dict()
        said = c.text("action_words", c.game, actor, action.id, language.encode(), None)
        assert said == action.words(language[:2], language.endswith(" aloud"))
        events = c.events_of(actor, action.id, viewer)
        c.call("state_apply", c.game, actor, action.id, *c.state)
        state = state.apply(action, None if actor < 0 else actor)
        expect_events(c, events, state, viewer, language)
    scores = c.given(c.ids, "state_scores", c.game, *c.state)
    assert c.ids[:scores] == state.scores()
    returns = c.given(c.reals, "observation_returns", c.game, *c.seen)
    assert c.reals[:returns] == state.returns()
    c.close()


@pytest.mark.parametrize("name", chemix.games())
def test_c_and_python_agree_on_every_step(name: str) -> None:
    configurations = [at for at in CONFIGURATIONS if at.name == name]
    for seed in range(GAMES):
        play(configurations[seed % len(configurations)], seed)
