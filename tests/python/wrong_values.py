# SPDX-License-Identifier: Apache-2.0
"""Calls all public names with wrong values: the program that test_wrong_values.py starts.

Introspection finds every public function, class, method and operator. Each call starts with valid
arguments, looked up by parameter name, and replaces some of them.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import inspect
import io
import itertools
import json
import mmap
import operator
import os
import pickle
import random
import re
import sys
import time
import traceback
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

MODULES = (
    "chemix",
    *(
        f"chemix.{name}"
        for name in (
            *("bench", "drawing", "executors", "gymnasium", "openspiel", "pettingzoo"),
            *("protocol", "reports", "study", "tournament", "values"),
        )
    ),
)
PAGE = 2**16
CANARY_EVERY = 50
# A message quotes 200 characters of a value; the rest of it is signatures and lists of known words.
MAX_QUOTED = 200
MAX_OF_MESSAGE = 6000


class Own(Exception):
    """Raised by methods of the caller's own objects; the package lets it pass."""


# ---- Wrong values ----


def _raising(name: str) -> Any:
    """Make an object whose method of this name raises."""

    def fail(self: object, *_: object, **__: object) -> Any:
        raise Own(name)

    members: dict[str, Any] = {name: fail}
    if name == "__eq__":
        members["__hash__"] = object.__hash__
    return type("Hostile", (), members)()


HOSTILE = (
    *("__str__", "__repr__", "__index__", "__len__", "__iter__", "__eq__", "__hash__", "__bool__"),
    *("__int__", "__float__", "__getitem__", "__getattr__", "__call__", "__array__", "__fspath__"),
    *(
        "__bytes__",
        "__contains__",
        "__next__",
        "__reduce_ex__",
        "__deepcopy__",
        "__class_getitem__",
    ),
)


def _subclass(base: type, *raising: str) -> Any:
    def fail(self: object, *_: object, **__: object) -> Any:
        raise Own

    return type("Derived", (base,), dict.fromkeys(raising, fail))


def _deep(levels: int, kind: type) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = {"a": value} if kind is dict else kind([value])
    return value


def _recursive(kind: type) -> Any:
    value: Any = {} if kind is dict else []
    if kind is dict:
        value["a"] = value
    else:
        value.append(value)
    return value


def _read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    array.flags.writeable = False
    return array


def _released() -> memoryview:
    view = memoryview(b"x" * 32)
    view.release()
    return view


def _callable(*_: object, **__: object) -> Any:
    raise Own


NUMBERS: list[Any] = [
    *(-1, 0, 1, 2, 3, 127, 128, 255, 256, 2**15, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63),
    *(
        2**64 - 1,
        2**64,
        -(2**31) - 1,
        -(2**63),
        -(2**63) - 1,
        10**30,
        10**400,
        -(10**400),
        10**5000,
    ),
    *(0.0, -0.5, 1.5, 1e300, float("nan"), float("inf"), float("-inf"), 1e400, 1j, True, False),
]
TEXTS: list[str] = [
    *(
        "",
        " ",
        "x",
        "lay H",
        "random",
        "heuristic",
        "en",
        "0",
        "-1",
        "spectator",
        "a=b",
        "a b",
        "%s{}",
    ),
    *(
        "\0",
        "a\0b",
        "\ud800",
        "a\udfffb",
        "é",
        "水",
        "\u202e",
        "🧪",
        "\n",
        "x:y",
        ":",
        ".",
        "..x:y",
    ),
    *("x" * 201, "x" * 300, "x" * 5000, "x" * 100_000, "é" * 300, "\ud800" * 300, "7" * 5000),
]
FRESH: list[Callable[[], Any]] = [
    *(lambda v=value: v for value in (None, *NUMBERS, *TEXTS)),
    *(lambda v=value: v for value in (..., NotImplemented, int, dict, object, type, Own, len)),
    *(lambda v=value: v for value in (b"", b"x" * 31, b"x" * 32, b"\xff\0", b"x" * 5000)),
    *(lambda n=name: _raising(n) for name in HOSTILE),
    lambda: _callable,
    lambda: lambda *_: 0,
    lambda: bytearray(b"x" * 32),
    lambda: memoryview(b"x" * 32),
    lambda: memoryview(b"x" * 32)[::2],
    _released,
    object,
    io.StringIO,
    io.BytesIO,
    lambda: Path("x"),
    lambda: Path("y" * 300),
    list,
    tuple,
    dict,
    set,
    lambda: [None],
    lambda: [1, 2],
    lambda: (1, 2, 3),
    lambda: [0.5, "x", None],
    lambda: ["x" * 5000],
    lambda: ["random"] * 5000,
    lambda: [10**400],
    lambda: {"a": 10**400},
    lambda: {"a": "\ud800"},
    lambda: {"\ud800": 1},
    lambda: {"x" * 5000: "x" * 5000},
    lambda: {1: 2},
    lambda: {None: None},
    lambda: {(): []},
    lambda: {"deck": 10**400},
    lambda: {"open": {"phase": 2**63}},
    lambda: {"open": [[]]},
    lambda: {1, 2},
    lambda: frozenset(["x"]),
    lambda: range(3),
    lambda: range(10**400),
    lambda: range(2**40),
    lambda: (i for i in range(2)),
    lambda: iter([]),
    lambda: map(_callable, [1]),
    lambda: _deep(40, list),
    lambda: _deep(40, dict),
    lambda: _deep(3000, list),
    lambda: _deep(3000, tuple),
    lambda: _recursive(list),
    lambda: _recursive(dict),
    lambda: _subclass(str, "__str__", "__repr__")("x"),
    lambda: _subclass(int, "__index__", "__int__", "__repr__")(1),
    lambda: _subclass(list, "__iter__", "__len__", "__getitem__")([1]),
    lambda: _subclass(dict, "__iter__", "items", "keys", "__getitem__")({"a": 1}),
    lambda: _subclass(list, "__repr__")([1]),
    lambda: types.SimpleNamespace(id=10**400),
    lambda: types.SimpleNamespace(name="x", players=2),
    lambda: types.SimpleNamespace(submit=3),
    lambda: np.array([]),
    lambda: np.array(0),
    lambda: np.array(1.5),
    lambda: np.array("x"),
    lambda: np.zeros(2),
    lambda: np.zeros(1, np.int64),
    lambda: np.zeros(2, np.bool_),
    lambda: np.zeros(4, np.int64)[::2],
    lambda: np.zeros(2, np.uint64) + 2**63,
    lambda: np.zeros(2, ">i4"),
    lambda: np.zeros((2, 2)),
    lambda: np.zeros((2, 0, 2)),
    lambda: np.zeros(2, np.complex128),
    lambda: np.full(2, np.nan),
    lambda: np.array([None, "x"]),
    lambda: np.array([_raising("__index__"), 1], object),
    lambda: np.array(["a", "b"]),
    lambda: np.zeros(2, "M8[s]"),
    lambda: np.zeros(2, [("a", "i4")]),
    lambda: _read_only(np.zeros((2, 4), np.bool_)),
    lambda: np.zeros((4, 4), np.float32, "F"),
    lambda: np.int64(1),
    lambda: np.uint64(2**64 - 1),
    lambda: np.float32(1),
    lambda: np.bool_(True),
    lambda: np.str_("x"),
    lambda: np.random.default_rng(1),
]


# ---- Public names, and valid calls ----


class World:
    """Valid values by parameter name; replaced from time to time."""

    def __init__(self) -> None:
        import chemix
        from chemix import (
            bench,
            drawing,
            gymnasium,
            pettingzoo,
            reports,
            study,
            tournament,
        )

        self.game = game = chemix.load("chemuno", players=2)
        self.other = chemix.load("classic", players=2)
        self.state = state = game.deal(seed=7).apply(game.deal(seed=7).legal_actions()[0])
        self.before = game.deal(seed=7)
        self.seen = self.before.observation(0)
        self.dealer = chemix.Dealer(3)
        self.chance = game.initial_state()
        self.contributions = [b"a"]
        dealt = chemix.Dealer(chemix.dealing_seed(b"x" * 32, self.contributions))
        self.commitment = chemix.commit(game, b"x" * 32, b"x" * 32)
        steps = [(None, dealt.choose(self.chance).id)]
        self.steps = steps
        self.record = chemix.write_record(game, 0, steps)
        self.seen_record = chemix.write_seen_record(self.record, 0)
        self.deck = chemix.read_deck("chemix")
        self.session = chemix.Session(game, seed=7)
        self.session.advance()
        self.acting = self.session.next
        self.session_text = self.session.save()
        self.client = chemix.Client(self.session.observe_at(0, 0))
        self.client.receive(self.session.message(0, 0))
        self.events = self.session.events(0, 1)
        self.batch = chemix.Batch(game, [1, 2])
        self.policy = chemix.Policy("random")
        deals = (self.other.deal(seed) for seed in range(100))
        self.turns_state = next(state for state in deals if _turns_of(state) is not None)
        self.turns = self.turns_state.whole_turns()
        self.study = study.Study(game, "random", games=4, seed=7, seats="paired")
        self.result = self.study.run()
        self.tournament = tournament.Tournament(game, ["random", "heuristic"], games=2, seed=7)
        self.standings = self.tournament.run()
        self.report = _once(lambda: reports.report(game, games=4, vary={}))
        self.table = pettingzoo.env(game)
        self.table.reset(seed=7)
        self.parallel = pettingzoo.parallel_env(game)
        self.parallel.reset(seed=7)
        self.seat = gymnasium.SeatEnv(game)
        self.seat.reset(seed=7)
        self.seats = gymnasium.SeatVectorEnv(game, 2)
        self.seats.reset(seed=7)
        import_module("chemix.openspiel")
        spiel = import_module("pyspiel").load_game("chemix_chemuno(players=2)")
        self.spiel = spiel
        self.spiel_state = spiel.new_initial_state()
        while self.spiel_state.is_chance_node():
            self.spiel_state.apply_action(self.spiel_state.chance_outcomes()[0][0])
        self.observer = spiel.make_py_observer()
        self.drawing = drawing.Drawing(game)
        self.rate = bench.Rate(1.0, 1.0)
        try:
            state.apply(_refused(state))
        except chemix.RuleError as error:
            self.refusal = error
        try:
            chemix.load("x", players=2)
        except chemix.InputError as error:
            self.error = error
        self.receivers: dict[str, list[Any]] = {
            "Action": [state.legal_actions()[0], self.dealer.choose(self.chance)],
            "Batch": [self.batch],
            "ChemixGame": [spiel],
            "ChemixObserver": [self.observer],
            "ChemixState": [self.spiel_state],
            "Client": [self.client],
            "Dealer": [self.dealer],
            "Decisions": [next(self.study.decisions())],
            "Drawing": [self.drawing],
            "Event": list(state.events(0)),
            "Failure": [study.Failure(0, 1, "x")],
            "Game": [game],
            "InputError": [self.error],
            "Observation": [self.seen, state.observation("spectator")],
            "ParallelTable": [self.parallel],
            "Policy": [self.policy],
            "Rate": [self.rate],
            "RayExecutor": [],
            "Report": [self.report],
            "Result": [self.result],
            "RuleError": [self.refusal],
            "SeatEnv": [self.seat],
            "SeatVectorEnv": [self.seats],
            "Session": [self.session],
            "Standings": [self.standings],
            "State": [state, self.before, self.chance, self.turns_state],
            "Stopped": [chemix.Stopped()],
            "Study": [self.study],
            "Table": [self.before.table, self.table],
            "Tournament": [self.tournament],
            "WholeTurn": [next(iter(self.turns))],
            "WholeTurnIterator": [iter(self.turns)],
            "WholeTurns": [self.turns],
        }
        self.foreign = [
            *(
                self.other,
                self.other.deal(1),
                self.other.deal(1).observation(0),
                self.other.deal(1).table,
            ),
            *self.other.deal(1).apply(self.other.deal(1).legal_actions()[0]).events(0)[:2],
            self.other.deal(1).legal_actions()[0],
            *itertools.chain(*self.receivers.values()),
            type(game).__base__,
            chemix.Policy,
            chemix.Game,
        ]

    def asked(self) -> Any:
        """Let chance act in the session, and return whose turn it is."""
        self.session.advance()
        return self.session.next


_MADE: dict[Any, Any] = {}


def _once(make: Callable[[], Any]) -> Any:
    return _MADE.setdefault("report", None) or _MADE.update(report=make()) or _MADE["report"]


def _turns_of(state: Any) -> Any:
    with contextlib.suppress(ValueError):
        return state.whole_turns()
    return None


def _refused(state: Any) -> int:
    ids = set(range(state.game.action_count)) - set(state.legal_action_ids())
    return min(ids)


# Valid arguments, by parameter name or by callable and parameter name.
VALID: dict[str, Callable[[World], Any]] = {
    "action": lambda w: w.state.legal_action_ids()[0],
    "actions": lambda w: w.batch.random_actions(),
    "_": lambda w: {},
    "actor": lambda w: w.acting,
    "agent": lambda w: "player_0",
    "aloud": lambda w: True,
    "arg0": lambda w: None,
    "arguments": lambda w: ["chemuno", "--episodes", "1", "--rounds", "1", "--seconds", "0"],
    "at_least": lambda w: 1,
    "auto_reset": lambda w: True,
    "scale_rewards": lambda w: True,
    "autoreset_mode": lambda w: "NextStep",
    "before": lambda w: w.before,
    "bytes": lambda w: bytes(w.state),
    "card": lambda w: w.game.catalogue["cards"][0]["name"],
    "chance": lambda w: False,
    "chunk": lambda w: 2,
    "commitment": lambda w: w.commitment,
    "compounds": lambda w: ["H2O", "O2"],
    "contributions": lambda w: [b"a"],
    "copies": lambda w: 1,
    "count": lambda w: 9,
    "data": lambda w: {},
    "decision": lambda w: 0,
    "deck": lambda w: "chemix",
    "detail": lambda w: 0,
    "deviation": lambda w: 1.0,
    "error": lambda w: "x",
    "event": lambda w: w.state.events(0)[0],
    "events": lambda w: w.events,
    "executor": lambda w: None,
    "failed": lambda w: (),
    "field": lambda w: "returns",
    "file": lambda w: "table.csv",
    "first": lambda w: 0,
    "folder": lambda w: "folder",
    "format": lambda w: "npz",
    "game": lambda w: w.game,
    "games": lambda w: 2,
    "i": lambda w: 0,
    "idle_actions": lambda w: 0,
    "iig_obs_type": lambda w: None,
    "illegal": lambda w: "end",
    "kind": lambda w: __import__("pyspiel").IIGObservationType(perfect_recall=False),
    "language": lambda w: "de",
    "max_cycles": lambda w: 5,
    "max_steps": lambda w: 1,
    "mean": lambda w: 1.0,
    "memo": lambda w: {},
    "message": lambda w: "x",
    "milliseconds": lambda w: 0,
    "name": lambda w: "chemuno",
    "noble_gases": lambda w: [],
    "num_envs": lambda w: 2,
    "observation": lambda w: w.seen,
    "observe": lambda w: True,
    "opponents": lambda w: {1: "heuristic"},
    "options": lambda w: {},
    "other": lambda w: w.state,
    "others": lambda w: "decided",
    "out": lambda w: None,
    "parameters": lambda w: {"players": 2, "deck": "chemix"},
    "params": lambda w: None,
    "phase": lambda w: w.state.phase,
    "place": lambda w: w.seen.hidden_places[0],
    "player": lambda w: 0,
    "players": lambda w: 2,
    "episodes": lambda w: 2,
    "policies": lambda w: ["random", "heuristic"],
    "probability_sampler": lambda w: lambda: 0.5,
    "program": lambda w: "bench",
    "progress": lambda w: False,
    "guided": lambda w: True,
    "random": lambda w: np.random.default_rng(1),
    "reason": lambda w: "x",
    "record": lambda w: w.record,
    "render_mode": lambda w: "ansi",
    "results": lambda w: w.standings.results,
    "resume": lambda w: None,
    "rounds": lambda w: 1,
    "rows": lambda w: w.result.rows,
    "rule": lambda w: "CU-1",
    "salt": lambda w: b"x" * 32,
    "sample": lambda w: 2,
    "seat": lambda w: 0,
    "seats": lambda w: "rotated",
    "seconds": lambda w: 0.0,
    "seed": lambda w: 7,
    "seeds": lambda w: [3, 4],
    "seen": lambda w: w.seen,
    "some": lambda w: 3,
    "start": lambda w: w.chance,
    "start_player": lambda w: 0,
    "state": lambda w: w.chance,
    "step": lambda w: 0,
    "steps": lambda w: w.steps,
    "stop": lambda w: None,
    "study": lambda w: w.study,
    "table": lambda w: w.chance.table,
    "text": lambda w: w.record,
    "threads": lambda w: 1,
    "time_budget": lambda w: 1e9,
    "tournament": lambda w: w.tournament,
    "value": lambda w: {"a": [1]},
    "values": lambda w: w.state.to_dict(),
    "vary": lambda w: {},
    "vary_games": lambda w: 2,
    "viewer": lambda w: 0,
    "weights": lambda w: None,
    "what": lambda w: "seat",
    "where": lambda w: None,
    # Parameters whose name has another meaning elsewhere.
    "chemix.Action.words.players": lambda w: ["A", "B"],
    "chemix.Batch.games": lambda w: w.game,
    "chemix.Client.events.seen": lambda w: 0,
    "chemix.Client.load.text": lambda w: w.seen_record,
    "chemix.Client.observe_at.seen": lambda w: 0,
    "chemix.Client.receive.message": lambda w: w.session.message(0, w.client.seen_count),
    "chemix.Client.rewind.seen": lambda w: 1,
    "chemix.Client.seen": lambda w: 1,
    "chemix.Event.words.players": lambda w: ["A", "B"],
    "chemix.Game.load_observation.bytes": lambda w: bytes(w.seen),
    "chemix.Game.parse_state.text": lambda w: str(w.state),
    "chemix.Game.schema.what": lambda w: "state",
    "chemix.InputError.field": lambda w: "x",
    "chemix.InputError.value": lambda w: "x",
    "chemix.Observation.prompt.players": lambda w: ["A", "B"],
    "chemix.Policy.hint.players": lambda w: ["A", "B"],
    "chemix.Policy.text": lambda w: "heuristic",
    "chemix.RuleError.action": lambda w: "x",
    "chemix.RuleError.arguments": lambda w: (0, 0, 0),
    "chemix.RuleError.words.players": lambda w: ["A", "B"],
    "chemix.Session.act.action": lambda w: w.session.observation(w.asked()).legal_action_ids()[0],
    "chemix.Session.act.actor": lambda w: w.asked(),
    "chemix.Session.choose.policy": lambda w: "random",
    "chemix.Session.choose.seat": lambda w: w.asked(),
    "chemix.Session.events.seen": lambda w: 0,
    "chemix.Session.hint.players": lambda w: ["A", "B"],
    "chemix.Session.hint.policy": lambda w: "random",
    "chemix.Session.hint.seat": lambda w: w.asked(),
    "chemix.Session.load.text": lambda w: w.session_text,
    "chemix.Session.message.seen": lambda w: 0,
    "chemix.Session.observe_at.seen": lambda w: 0,
    "chemix.Session.rewind.step": lambda w: 1,
    "chemix.Session.set_player.name": lambda w: "A",
    "chemix.Session.set_policy.policy": lambda w: "random",
    "chemix.State.apply.player": lambda w: None,
    "chemix.State.apply.action": lambda w: "draw",
    "chemix.State.check.action": lambda w: "draw",
    "chemix.Table.apply.action": lambda w: w.before.legal_action_ids()[0],
    "chemix.Table.apply.player": lambda w: None,
    "chemix.State.event_words.players": lambda w: ["A", "B"],
    "chemix.State.prompt.players": lambda w: ["A", "B"],
    "chemix.State.words.players": lambda w: ["A", "B"],
    "chemix.commit.seed": lambda w: b"x" * 32,
    "chemix.dealing_seed.seed": lambda w: b"x" * 32,
    "chemix.read_seen_record.text": lambda w: w.seen_record,
    "chemix.report.policies": lambda w: "random",
    "chemix.reports.report.policies": lambda w: "random",
    "chemix.small_deck.name": lambda w: "mine",
    "chemix.verify_deal.seed": lambda w: b"x" * 32,
    "chemix.write_deck.deck": lambda w: w.deck,
    "chemix.bench.turns.subjects": lambda w: {"x": itertools.repeat(1)},
    "chemix.bench.measured.subjects": lambda w: {"x": itertools.repeat(1)},
    "chemix.drawing.Drawing.styled.players": lambda w: ["A", "B"],
    "chemix.gymnasium.SeatEnv.deck": lambda w: None,
    "chemix.gymnasium.SeatEnv.players": lambda w: None,
    "chemix.gymnasium.SeatVectorEnv.deck": lambda w: None,
    "chemix.pettingzoo.env.deck": lambda w: None,
    "chemix.pettingzoo.parallel_env.deck": lambda w: None,
    "chemix.pettingzoo.ParallelTable.idle_actions": lambda w: 1,
    "chemix.gymnasium.SeatVectorEnv.players": lambda w: None,
    "chemix.gymnasium.SeatVectorEnv.step.actions": lambda w: np.zeros(2, np.int64),
    "chemix.openspiel.ChemixState.game": lambda w: w.spiel,
    "chemix.full_state.policy": lambda w: max,
    "chemix.openspiel.ChemixGame.deserialize_state.text": lambda w: w.spiel_state.serialize(),
    "chemix.openspiel.ChemixObserver.set_from.state": lambda w: w.spiel_state,
    "chemix.openspiel.ChemixObserver.string_from.state": lambda w: w.spiel_state,
    "chemix.pettingzoo.ParallelTable.step.actions": lambda w: {
        "player_0": w.parallel.wait,
        "player_1": w.parallel.wait,
    },
    "chemix.pettingzoo.env.players": lambda w: None,
    "chemix.pettingzoo.parallel_env.players": lambda w: None,
    "chemix.study.Study.record.game": lambda w: 1,
    "chemix.study.Study.seed_of.game": lambda w: 1,
    "chemix.study.Study.policies_by_seat.game": lambda w: 1,
    "chemix.study.Decisions.action": lambda w: np.zeros(1, np.int32),
    "chemix.study.Result.games": lambda w: w.result.games,
    "chemix.study.bounds_of.what": lambda w: "seat",
    "chemix.study.interval.values": lambda w: np.array([1.0, 2.0]),
    "chemix.study.interval.bounds": lambda w: (0.0, 3.0),
    "chemix.tournament.ratings.wins": lambda w: np.ones((3, 2, 2)),
    "clock": lambda w: 1.0,
    "cpu": lambda w: 1.0,
    "batch": lambda w: w.batch,
    "policy": lambda w: np.zeros(1, np.int8),
}

# Names that are not called, with the reasons.
LEFT_OUT = {
    "chemix.executors.RayExecutor": "starts the processes of Ray",
    "chemix.executors.end_with_driver": "ends the process once its parent is gone",
    "chemix.bench.peers": "loads other frameworks",
}
# Arguments that are never replaced, with the reasons.
KEPT = {
    "chemix.bench.main.arguments": "without any, all games are measured; a test of its own",
    "seconds": "the call takes as long as it is told; wrong numbers have a test of their own",
    "subjects": "what is measured may run without end; it has a test of its own",
}


@dataclass
class Target:
    """A callable with its parameters."""

    name: str
    call: Callable[..., Any]
    positional: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    receiver: Any = None
    seconds: float = 1e-5
    doc: str = ""
    protocol: tuple[type[Exception], ...] = ()

    @property
    def has_parameters(self) -> bool:
        """Whether the call has arguments that can be wrong."""
        return bool(self.named) or not {"self", "any"}.issuperset(self.positional)


def _parameters(name: str, callable_: Any) -> tuple[list[str], list[str]]:
    """Return the positional and the keyword-only parameters."""
    doc = getattr(callable_, "__doc__", None) or ""
    if re.match(r"^[\w.]+\(", doc):
        listed = re.search(r"^(?:\d+\. )?[\w.]+\((.*)\) ->", doc, re.M)
        names = _split(listed[1]) if listed else []
        star = names.index("*") if "*" in names else len(names)
        positional = [one for one in names[:star] if one not in ("self", "/") and "*" not in one]
        return positional, [one for one in names[star + 1 :] if not one.startswith("*")]
    positional, named = [], []
    with contextlib.suppress(ValueError, TypeError):
        for one in inspect.signature(callable_).parameters.values():
            if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD):
                positional.append(one.name)
            elif one.kind == one.KEYWORD_ONLY:
                named.append(one.name)
    return positional, named


def _split(listed: str) -> list[str]:
    names, depth, word = [], 0, ""
    for letter in listed + ",":
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            names.append(word.strip().split(":")[0].split("=")[0].strip())
            word = ""
        else:
            word += letter
    return [name for name in names if name]


def _is_ours(value: Any) -> bool:
    return str(getattr(value, "__module__", "")).split(".")[0] == "chemix"


def _public(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    names = set(getattr(module, "__all__", ())) | {
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    }
    for name in sorted(names):
        yield f"{module.__name__}.{name}", getattr(module, name)


def _members(kind: type) -> Iterator[str]:
    """Yield the public and special members of a class that chemix defines."""
    plain = {"__init__", "__new__", "__module__", "__doc__", "__dict__", "__weakref__"}
    plain |= {"__annotations__", "__dataclass_fields__", "__dataclass_params__", "__match_args__"}
    plain |= {"__slots__", "__getattribute__", "__setattr__", "__delattr__", "__post_init__"}
    plain |= {"__orig_bases__", "__parameters__", "__type_params__", "__firstlineno__"}
    seen = set()
    for base in kind.__mro__:
        if not _is_ours(base):
            continue
        for name in vars(base):
            is_private = name.startswith("_") and not name.startswith("__")
            if name not in plain and not is_private and name not in seen:
                seen.add(name)
                yield name


OPERATORS: dict[str, Callable[..., Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">=": operator.ge,
    "+": operator.add,
    "in": operator.contains,
    "[]": operator.getitem,
    "format": format,
    "getattr": getattr,
    "reduce_ex": lambda value, protocol: value.__reduce_ex__(protocol),
    "object.reduce_ex": object.__reduce_ex__,
}
PLAIN: dict[str, Callable[..., Any]] = {
    "reduce": lambda value: value.__reduce__(),
    **{f"pickle {p}": lambda value, p=p: pickle.loads(pickle.dumps(value, p)) for p in range(6)},
    **{f"reduce_ex({p})": lambda value, p=p: value.__reduce_ex__(p) for p in range(6)},
    **{
        f"object.reduce_ex({p})": lambda value, p=p: object.__reduce_ex__(value, p)
        for p in range(6)
    },
    "object.reduce": object.__reduce__,
    "getstate": lambda value: value.__getstate__() if hasattr(value, "__getstate__") else None,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "iter": lambda value: list(itertools.islice(iter(value), 3)),
    "next": next,
    "len": len,
    "hash": hash,
    "bool": bool,
    "int": int,
    "float": float,
    "index": operator.index,
    "str": str,
    "repr": repr,
    "bytes": bytes,
    "dir": dir,
    "reversed": reversed,
    "call": lambda value: value(),
    "class call": lambda value: type(value)(),
}
# Exceptions that Python itself raises.
PROTOCOL: dict[str, tuple[type[Exception], ...]] = {
    "getattr": (AttributeError,),
    "setattr": (AttributeError,),
    "delattr": (AttributeError,),
    "next": (StopIteration,),
    "__next__": (StopIteration,),
    # Raised for an invalid protocol number.
    "reduce_ex": (ValueError, OverflowError),
    "object.reduce_ex": (ValueError, OverflowError),
    "[]": (IndexError,),
    "__getitem__": (IndexError,),
}


def targets(world: World) -> list[Target]:
    """Return all public callables, with valid arguments."""
    found: list[Target] = []
    done: set[int] = set()
    for module in map(import_module, MODULES):
        for name, value in _public(module):
            if name in LEFT_OUT or id(value) in done:
                continue
            done.add(id(value))
            if not callable(value) or isinstance(value, types.GenericAlias):
                continue
            if isinstance(value, type):
                found += _of_class(name, value, world)
            elif inspect.isfunction(value) or inspect.isbuiltin(value):
                found.append(_target(name, value))
    return found


def _target(name: str, call: Any, receiver: Any = None, of: Any = None) -> Target:
    positional, named = _parameters(name, call)
    doc = f"{getattr(of, '__doc__', '') or ''}\n{getattr(call, '__doc__', '') or ''}"
    last = name.rpartition(".")[2]
    return Target(name, call, positional, named, receiver, 1e-5, doc, PROTOCOL.get(last, ()))


def _of_class(name: str, kind: type, world: World) -> list[Target]:
    is_typed_dict = hasattr(kind, "__total__")
    if is_typed_dict or getattr(kind, "_is_protocol", False) or not _is_ours(kind):
        # These exist for type checkers; calling one calls dict, or does nothing.
        return []
    found = []
    creates = getattr(kind, "__init__", None)
    doc = getattr(creates, "__doc__", "") or ""
    target = _target(name, kind)
    if re.match(r"^__init__\(", doc):
        target.positional, target.named = _parameters(name, creates)
        target.positional = [p for p in target.positional if p != "self"]
    target.doc = f"{kind.__doc__ or ''}\n{doc}"
    found.append(target)
    receivers = [one for one in world.receivers[kind.__name__] if isinstance(one, kind)]
    for receiver in receivers:
        for member in _members(kind):
            method = getattr(kind, member)
            if isinstance(method, property) or not callable(method):
                found.append(_property(f"{name}.{member}", member, receiver))
                continue
            bound = getattr(receiver, member)
            if callable(bound):
                found.append(_target(f"{name}.{member}", bound, receiver, kind))
        if kind.__module__ == "chemix._core" and "WholeTurn" not in name:
            reduced: Any = receiver.__reduce__()
            restore, saved = reduced
            parameters = [f"saved {i}" for i in range(len(saved))]
            found.append(Target(f"{name} restored", restore, parameters, [], receiver))
        if isinstance(receiver, tuple):
            # Operators of tuples are Python's own.
            continue
        for sign, act in OPERATORS.items():
            if "openspiel" in name and sign in ("==", "!="):
                # OpenSpiel defines it.
                continue
            found.append(
                Target(
                    f"{name} {sign}",
                    act,
                    ["self", "any"],
                    [],
                    receiver,
                    protocol=PROTOCOL.get(sign, ()),
                )
            )
        for sign, act in PLAIN.items():
            found.append(
                Target(
                    f"{name} {sign}", act, ["self"], [], receiver, protocol=PROTOCOL.get(sign, ())
                )
            )
    # Methods of the library with another object for self.
    if kind.__module__ == "chemix._core":
        for member in _members(kind):
            method = getattr(kind, member)
            if callable(method):
                found.append(Target(f"{name}.{member} unbound", method, ["any", "any"]))
        found.append(Target(f"{name}.__new__", kind.__new__, ["any"]))
        found.append(
            Target(f"{name} new", lambda *given: repr(kind.__new__(kind, *given)), ["any"])
        )
    return found


def _property(name: str, member: str, receiver: Any) -> Target:
    def change(self: Any, value: Any) -> Any:
        getattr(self, member)
        # A property without a setter; plain attributes of Python hold anything.
        if isinstance(getattr(type(self), member, None), property):
            setattr(self, member, value)

    return Target(name, change, ["self", "any"], [], receiver, protocol=(AttributeError,))


def valid(world: World, target: Target, parameter: str) -> Any:
    """Look up a valid argument for a parameter."""
    if parameter == "self":
        return target.receiver
    if parameter == "any":
        return world.state
    if parameter.startswith("saved "):
        return target.receiver.__reduce__()[1][int(parameter.removeprefix("saved "))]
    for name in (f"{target.name}.{parameter}", parameter):
        if name in VALID:
            return VALID[name](world)
    raise LookupError(f"{target.name}: say in wrong_values.py what a valid {parameter} is")


# ---- Calls ----


@dataclass
class Call:
    """A call with its arguments."""

    target: Target
    arguments: list[Any]
    named: dict[str, Any]

    def __str__(self) -> str:
        from chemix._errors import quoted

        shown = [quoted(one, 80) for one in self.arguments]
        shown += [f"{quoted(name, 80)}={quoted(one, 80)}" for name, one in self.named.items()]
        return f"{self.target.name}({', '.join(shown)})"


def wrong_value(random: random.Random, world: World, depth: int = 0) -> Any:
    """Return a random wrong value."""
    pick = random.random()
    if pick < 0.12:
        return random.choice(world.foreign)
    if pick < 0.2 and depth < 3:
        parts = [wrong_value(random, world, depth + 1) for _ in range(random.randrange(4))]
        kind = random.randrange(4)
        if kind == 0:
            return tuple(parts)
        if kind == 1:
            return {random.choice(TEXTS): part for part in parts}
        return parts
    return random.choice(FRESH)()


def mangled(random: random.Random, world: World, value: Any, depth: int = 0) -> Any:
    """Replace a part of a valid container."""
    if random.random() < 0.3 or depth > 4:
        return wrong_value(random, world)
    if isinstance(value, dict) and value:
        changed = dict(value)
        name = random.choice(list(changed))
        if random.random() < 0.15:
            changed[random.choice(TEXTS)] = changed.pop(name)
        else:
            changed[name] = mangled(random, world, changed[name], depth + 1)
        return changed
    if isinstance(value, list | tuple) and value:
        parts = list(value)
        i = random.randrange(len(parts))
        if random.random() < 0.2:
            parts *= 2
        else:
            parts[i] = mangled(random, world, parts[i], depth + 1)
        return type(value)(parts) if type(value) in (list, tuple) else parts
    if isinstance(value, str) and value and random.random() < 0.7:
        i = random.randrange(len(value))
        return value[:i] + random.choice(["", "0", "9", " ", "\n", "\ud800", "é"]) + value[i + 1 :]
    if isinstance(value, bytes) and value and random.random() < 0.7:
        i = random.randrange(len(value))
        return value[:i] + bytes([random.randrange(256)]) + value[i + random.randrange(2) :]
    return wrong_value(random, world)


def drawn_call(random: random.Random, world: World, target: Target) -> Call:
    """Make a call of a target with a wrong argument."""
    arguments = [valid(world, target, name) for name in target.positional]
    named = {name: valid(world, target, name) for name in target.named}
    own = bool(target.positional) and target.positional[0] == "self"
    kept = {name for name in target.positional if {name, f"{target.name}.{name}"} & KEPT.keys()}
    changeable = [i for i, name in enumerate(target.positional) if name not in kept][own:]
    keys = [name for name in named if name not in KEPT]
    changes = random.choice([1, 1, 1, 2, 3])
    while changes > 0:
        changes -= 1
        pick = random.randrange(len(changeable) + len(keys) + 1)
        if pick < len(changeable):
            i = changeable[pick]
            if i < len(arguments):
                arguments[i] = mangled(random, world, arguments[i])
        elif pick < len(changeable) + len(keys):
            key = keys[pick - len(changeable)]
            named[key] = mangled(random, world, named.get(key))
        elif target.positional[:2] != ["self", "any"] and target.positional != ["self"]:
            if random.random() < 0.5 and len(arguments) > own:
                arguments = arguments[: random.randrange(own, len(arguments))]
            elif random.random() < 0.5:
                arguments += [wrong_value(random, world) for _ in range(random.randrange(1, 4))]
            else:
                named[random.choice(["x", "self", "seed", "\ud800", "players", ""])] = wrong_value(
                    random, world
                )
    return Call(target, arguments, named)


def fault_of(call: Call, error: BaseException) -> str | None:
    """Return the problem with an exception that left the package, or None."""
    import chemix

    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, Own):
            return None
        seen = seen.__cause__ or seen.__context__
    kind = type(error)
    by_array = any(isinstance(one, np.ndarray) for one in call.arguments)
    if by_array and call.target.name.rpartition(" ")[2] in ("==", "!=", "<", ">=", "+"):
        # An array does the work.
        return None
    allowed = isinstance(error, TypeError) or kind in (
        chemix.InputError,
        chemix.RuleError,
        chemix.Stopped,
    )
    allowed = allowed or isinstance(error, call.target.protocol)
    # Exceptions that the docstring documents.
    documented = (OSError, ImportError, RuntimeError, NotImplementedError, SystemExit, IndexError)
    for known in documented:
        is_known = kind is known or (known is OSError and isinstance(error, OSError))
        allowed = allowed or (is_known and known.__name__ in call.target.doc)
    if not allowed:
        return f"raised {kind.__module__}.{kind.__name__}"
    if kind is TypeError and "pybind11" in str(error) and "Unable to" in str(error):
        return "could not convert its own value"
    try:
        message = str(error)
        if isinstance(error, chemix.InputError | chemix.RuleError):
            message.encode()
            json.dumps(error.to_dict())
    except Own:
        return None
    except UnicodeEncodeError:
        return "cannot be printed"
    if call.target.name.startswith(("chemix.InputError", "chemix.RuleError")):
        return None
    if call.target.name.endswith(" getattr"):
        # Python's own message repeats the name.
        return None
    long = re.search(rf"([^ -])\1{{{MAX_QUOTED + 20}}}", message)
    if long or (len(message) > MAX_OF_MESSAGE and kind is not SystemExit):
        return f"quotes too much: {len(message)} characters"
    return None


class Canary:
    """Valid and wrong calls whose results must not depend on earlier calls."""

    def __init__(self) -> None:
        self.first = self.answers()

    def answers(self) -> list[Any]:
        """Ask."""
        import chemix

        game = chemix.load("chemuno", players=2)
        told: list[Any] = [game.deal(seed=7).digest, chemix.Batch(game, [1, 2]).digests.tolist()]
        for call in (
            lambda: chemix.write_deck({"deck": 5}),
            lambda: game.state_from_dict({"open": {"phase": -1.0}}),
            lambda: game.deal(seed=-1),
            lambda: chemix.Policy("rnadom"),
            lambda: game.action(game),  # type: ignore[arg-type]
        ):
            try:
                told.append(call())
            except (ValueError, TypeError) as error:
                told.append(re.sub("0x[0-9a-f]+", "0x", str(error)))
        return told


def run(seed: int, calls: int, note: mmap.mmap | bytearray, only: str = "") -> dict[str, Any]:
    """Make calls; return the problems, and the number of calls of each name."""
    warnings.simplefilter("ignore")
    source = random.Random(seed)
    world = World()
    all_targets = [one for one in targets(world) if only in one.name]
    faults: dict[str, str] = {}
    counts: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    missing = []
    refused: dict[str, str] = {}
    accepted: set[str] = set()
    for target in all_targets:
        try:
            arguments = [valid(world, target, name) for name in target.positional]
            named = {name: valid(world, target, name) for name in target.named}
        except LookupError as error:
            missing.append(str(error))
            continue
        _write(note, 0, str(Call(target, arguments, named)))
        began = time.perf_counter()
        try:
            made = target.call(*arguments, **named)
            if isinstance(made, types.GeneratorType):
                next(made, None)
        except BaseException as error:
            is_plain = " " not in target.name and "__" not in target.name
            fault = fault_of(Call(target, arguments, named), error)
            told = "".join(traceback.format_exception(error))[-1500:]
            if fault:
                faults[f"{target.name}: a valid call {fault}"] = told
            elif is_plain and target.name not in NOT_MADE and "any" not in target.positional:
                refused[target.name] = told
        else:
            accepted.add(target.name)
        target.seconds = time.perf_counter() - began
    for name in refused.keys() - accepted:
        faults[f"{name}: a valid call is refused"] = refused[name]
    if missing:
        return {"faults": {one: "" for one in missing}, "calls": 0}
    canary = Canary()
    world = World()
    targets_now = {
        (t.name, i): t for i, t in enumerate(t for t in targets(world) if only in t.name)
    }
    by_name = {target.name: target.seconds for target in all_targets}
    seconds = {key: by_name.get(key[0], 1e-5) for key in targets_now}
    done = 0
    order = list(targets_now)
    first_round = True
    assert order, only
    while done < calls:
        source.shuffle(order)
        for key in order:
            if done >= calls:
                break
            # Call slow targets less often.
            target = targets_now[key]
            rate = 0.0005 / max(seconds[key], 1e-6) if target.has_parameters else 0.1
            if not first_round and source.random() > rate:
                continue
            try:
                call = drawn_call(source, world, target)
            except Own:
                # Mangling called a method that raises.
                continue
            done += 1
            counts[target.name] = counts.get(target.name, 0) + 1
            _write(note, done, str(call))
            began = time.perf_counter()
            caught: BaseException | None = None
            try:
                made = target.call(*call.arguments, **call.named)
                if isinstance(made, types.GeneratorType | itertools.islice):
                    next(made, None)
            except BaseException as raised:
                caught = raised
            took = time.perf_counter() - began
            seconds[key] = max(seconds[key] * 0.9, took) if took > 0.01 else seconds[key]
            name = "returned" if caught is None else type(caught).__name__
            outcomes[name] = outcomes.get(name, 0) + 1
            if caught is not None:
                fault = fault_of(call, caught)
                if fault:
                    told = "".join(traceback.format_exception(caught, limit=-4))
                    faults.setdefault(
                        f"{target.name}: {fault}", f"{call}\n{str(caught)[:200]!r}\n{told[-1500:]}"
                    )
            if took > 30:
                faults.setdefault(f"{target.name}: takes {took:.0f} s", str(call))
            if done % CANARY_EVERY == 0 and (now := canary.answers()) != canary.first:
                faults.setdefault("canary", f"after {call}: {now} instead of {canary.first}")
            if done % 4000 == 0:
                # Batches, iterators and environments have changed.
                world = World()
                fresh = [t for t in targets(world) if only in t.name]
                targets_now = {(t.name, i): t for i, t in enumerate(fresh)}
                order = list(targets_now)
                seconds = {key: seconds.get(key, by_name.get(key[0], 1e-5)) for key in order}
                first_round = done % 40_000 == 0
                break
        else:
            first_round = False
    return {"faults": faults, "calls": done, "names": len(counts), "outcomes": outcomes}


# Names without a valid call: classes without a constructor, and functions that require a Python
# game.
NOT_MADE = {
    f"chemix.{name}"
    for name in (
        *("Action", "Event", "Game", "Observation", "State", "Table", "WholeTurn", "WholeTurns"),
        *("openspiel.ChemixGame", "openspiel.register", "reports.Report"),
    )
}


def _write(note: mmap.mmap | bytearray, number: int, text: str) -> None:
    """Print each call before it is made, so that a crash can be attributed."""
    line = f"{number} {text}".encode("utf-8", "backslashreplace")[: PAGE - 1] + b"\n"
    note[: len(line)] = line


def main() -> None:
    """Run as requested by test_wrong_values.py."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--note", default="")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    note: mmap.mmap | bytearray = bytearray(PAGE)
    if given.note:
        descriptor = os.open(given.note, os.O_RDWR)
        note = mmap.mmap(descriptor, PAGE)
    with (
        open(os.devnull, "w", encoding="utf-8", errors="backslashreplace") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        told = run(given.seed, given.calls, note, given.only)
    print(json.dumps(told))
    # Exit without running interpreter shutdown.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
