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
PLAIN, ALOUD = 0, 3

pytestmark = pytest.mark.skipif(
    not LIBRARY.exists(), reason=f"{LIBRARY} is not built: cmake --build --preset dev"
)


class CEvent(ctypes.Structure):
    """A chemix_event: ten numbers."""

    _fields_ = (("numbers", ctypes.c_int32 * 10),)


class CStep(ctypes.Structure):
    """A chemix_step."""

    _fields_ = (("actor", ctypes.c_int32), ("action", ctypes.c_int32))


class CActing(ctypes.Structure):
    """A chemix_acting."""

    _fields_ = (("asked", ctypes.c_int32), ("seats", ctypes.c_uint32))


class CGame:
    """A game of the C library, with its state, its latest observation, and its words."""

    library: ctypes.CDLL
    room = ctypes.create_string_buffer(1 << 18)
    ids = (ctypes.c_int32 * 4096)()
    reals = (ctypes.c_double * 16)()
    events = (CEvent * 4096)()

    def __init__(self, at: Configuration, seed: int) -> None:
        self.library = ctypes.CDLL(str(LIBRARY))
        self.seed = (ctypes.c_uint8 * 32)()
        self.library.chemix_seed_init(ctypes.byref(self.seed), ctypes.c_uint64(seed))
        options = at.load().options.encode()
        self.game = self.made("game_create", at.name.encode(), at.players, options, None)
        self.state = self.made("state_create", self.game, 0)
        self.seen = self.made("observation_create", self.game)
        self.words = {}
        for language in LANGUAGES:
            code, *style = language.split()
            words = self.made("words_create", self.game, code.encode())
            self.call("words_set_style", words, ALOUD if style else PLAIN)
            self.words[language] = words

    def close(self) -> None:
        for words in self.words.values():
            self.library.chemix_words_destroy(ctypes.byref(words))
        self.library.chemix_observation_destroy(ctypes.byref(self.seen))
        self.library.chemix_state_destroy(ctypes.byref(self.state))
        self.library.chemix_game_destroy(ctypes.byref(self.game))

    def call(self, name: str, *arguments: object) -> int:
        """Call a function that returns a status or a count."""
        result: int = getattr(self.library, f"chemix_{name}")(*arguments, None)
        assert result >= 0, (name, result)
        return result

    def made(self, name: str, *arguments: object) -> ctypes.c_void_p:
        made = ctypes.c_void_p()
        self.call(name, *arguments, ctypes.byref(made))
        return made

    def given(self, out: Any, name: str, *arguments: object) -> int:
        """Call a function that writes a list; return the number of entries."""
        return self.call(name, *arguments, out, ctypes.c_size_t(len(out)))

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
        count = self.given(self.ids, "state_legal_actions", self.state, player)
        return self.ids[:count]

    def acting(self) -> tuple[frozenset[int], bool]:
        acting = CActing()
        self.call("state_acting", self.state, ctypes.byref(acting))
        return frozenset(p for p in range(32) if acting.seats >> p & 1), acting.asked == 1

    def events_of(self, actor: int, action: int, viewer: int) -> list[CEvent]:
        step = ctypes.byref(CStep(actor, action))
        count = self.given(self.events, "state_events", self.state, step, viewer)
        return list(self.events[:count])


def expect_told(c: CGame, state: chemix.State, viewer: int, language: str) -> None:
    """Compare the results for a state and for its observation by a viewer."""
    words = c.words[language]
    spoken: dict[str, Any] = {"language": language[:2], "aloud": language.endswith(" aloud")}
    assert c.bytes("state_save", c.state) == bytes(state)
    assert c.json("state_json", c.state) == state.to_dict()
    assert c.text("state_text", c.state) == str(state)
    assert c.text("words_state_scores", words, c.state) == state.words(**spoken)

    c.call("state_observe", c.state, viewer, c.seen)
    seen = state.observation(viewer if viewer >= 0 else "spectator")
    assert c.bytes("observation_save", c.seen) == bytes(seen)
    assert c.json("observation_json", c.seen) == seen.to_dict()
    assert c.text("observation_text", c.seen) == str(seen)
    assert c.text("words_prompt", words, c.seen) == seen.prompt(**spoken)
    assert c.number("observation_digest", c.seen) == seen.digest


def expect_events(
    c: CGame, before: list[CEvent], after: chemix.State, viewer: int, language: str
) -> None:
    """Compare the events of a step, as a viewer saw them."""
    seen = after.events(viewer if viewer >= 0 else "spectator")
    assert len(before) == len(seen)
    for event, expected in zip(map(ctypes.byref, before), seen, strict=True):
        assert c.text("game_event_text", c.game, event) == str(expected)
        assert c.json("game_event_json", c.game, event) == expected.to_dict()
        said = c.text("words_event", c.words[language], event)
        assert said == expected.words(language[:2], language.endswith(" aloud"))


def play(at: Configuration, seed: int) -> None:
    c, state = CGame(at, seed), at.load().initial_state()
    dealer, chooser = chemix.Dealer(seed), random.Random(seed)
    # Change viewer and language after each step.
    views: Iterator[tuple[int, str]] = itertools.cycle(
        itertools.product((*range(at.players), -2), LANGUAGES)
    )
    while True:
        viewer, language = next(views)
        assert c.acting() == (state.acting, state.is_chance)
        assert c.number("state_digest", c.state) == state.digest
        expect_told(c, state, viewer, language)
        if state.is_chance:
            actor, action = -1, dealer.choose(state)
            drawn = ("state_draw_outcome", c.state, ctypes.byref(c.seed))
            assert c.number(*drawn, kind=ctypes.c_int32) == action.id
        elif state.acting:
            legal = {seat: state.legal_action_ids(seat) for seat in state.acting}
            assert {seat: c.legal(seat) for seat in state.acting} == legal
            actor = chooser.choice(sorted(legal))
            action = state.game.action(chooser.choice(legal[actor]))
        else:
            break
        assert c.text("game_action_text", c.game, actor, action.id) == str(action)
        assert c.json("game_action_json", c.game, actor, action.id) == action.to_dict()
        said = c.text("words_action", c.words[language], actor, action.id)
        assert said == action.words(language[:2], language.endswith(" aloud"))
        events = c.events_of(actor, action.id, viewer)
        c.call("state_apply", c.state, actor, action.id)
        state = state.apply(action, None if actor < 0 else actor)
        expect_events(c, events, state, viewer, language)
    scores = c.given(c.ids, "state_scores", c.state)
    assert c.ids[:scores] == state.scores()
    returns = c.given(c.reals, "observation_returns", c.seen)
    assert c.reals[:returns] == state.returns()
    c.close()


@pytest.mark.parametrize("name", chemix.games())
def test_c_and_python_agree_on_every_step(name: str) -> None:
    configurations = [at for at in CONFIGURATIONS if at.name == name]
    for seed in range(GAMES):
        play(configurations[seed % len(configurations)], seed)
