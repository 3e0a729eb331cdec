# SPDX-License-Identifier: Apache-2.0
"""Plays the games of a report, and counts what happens in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

import chemix
from chemix.lab.study import Study
from chemix.lab.tasks import chunks_of, outcomes

# Number of games of the sample in which every illegal action is tried.
CHECKED = 100
# Default chunk size where Python code plays or counts.
SMALL = 100
_MOVES = ("deal", "move")

# By category and name: occurrences, the sum of their squares by game, and games with any.
Counts: TypeAlias = dict[tuple[str, str], npt.NDArray[np.int64]]


class Tally:
    """The counts of some games of a study."""

    def __init__(self, study: Study, games: int) -> None:
        self.rows = np.zeros(games, study.row)
        self.decisions = np.zeros(games, np.int64)
        self.turns = np.zeros(games, np.int64)
        self.legal = np.zeros(games, np.int64)
        self.forced = np.zeros(games, np.int64)
        self.choices = np.zeros(study.game.max_legal_actions + 1, np.int64)
        self.counts: Counts = {}

    def put(self, first: int, other: Tally) -> None:
        """Merge the counts of the games from ``first`` on."""
        for name in ("rows", "decisions", "turns", "legal", "forced"):
            part = getattr(other, name)
            getattr(self, name)[first : first + len(part)] = part
        self.choices += other.choices
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count

    def count(self, what: str, by_game: Mapping[str, npt.NDArray[np.int64]]) -> None:
        """Add the occurrences of named things by game."""
        for name, times in by_game.items():
            if times.any():
                three = (times.sum(), (times * times).sum(), np.count_nonzero(times))
                self.counts[what, name] = np.array(three, np.int64)

    def measures(self) -> dict[str, npt.NDArray[np.float64]]:
        """Return the measures of each game; docs/reports.md explains their names."""
        scores, returns = self.rows["scores"], self.rows["returns"]
        measured = {
            "decisions": self.decisions.astype(np.float64),
            "turns": self.turns.astype(np.float64),
            "choices": self.legal / np.maximum(self.decisions, 1),
            "score": scores.mean(axis=1),
        }
        if scores.shape[1] > 1:
            measured["spread"] = (scores.max(axis=1) - scores.min(axis=1)).astype(np.float64)
            measured["first_seat"] = returns[:, 0].astype(np.float64)
        return measured

    def numbers(self, name: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the distinct numbers of a histogram, and how often each occurred."""
        if name == "choices":
            came = np.flatnonzero(self.choices)
            return came, self.choices[came]
        values = self.decisions if name == "decisions" else self.rows["scores"].ravel()
        return np.unique(values, return_counts=True)


def tally_of(study: Study, sample: int, executor: Executor | None, chunk: int, bar: Any) -> Tally:
    """Play all games of a study."""
    parts = chunks_of(0, sample, min(chunk, SMALL))
    parts += chunks_of(sample, study.games - sample, chunk)
    whole = Tally(study, study.games)
    for (first, count), outcome in outcomes(_tally, study, parts, executor, sample):
        if isinstance(outcome, Exception):
            raise outcome
        whole.put(first, outcome)
        bar.update(count)
    return whole


def _tally(study: Study, first: int, games: int, sample: int) -> Tally:
    """Play games as one batch, and count."""
    tally = Tally(study, games)
    last = np.full(games, -1, np.int8)
    steps: list[tuple[npt.NDArray[Any], ...]] = []
    batch = None
    for batch, episodes, seat, _, action in study.decisions(first, games):
        offsets, _ids = batch.legal()
        legal = np.diff(offsets)[episodes]
        tally.decisions[episodes] += 1
        tally.turns[episodes] += seat != last[episodes]
        tally.legal[episodes] += legal
        tally.forced[episodes] += legal == 1
        tally.choices += np.bincount(legal, minlength=len(tally.choices))
        last[episodes] = seat
        steps.append((episodes, seat, action))
    assert batch is not None
    finals: list[Any] = [batch[i] for i in range(games)]
    for i, final in enumerate(finals):
        tally.rows[i] = (final.digest, final.returns(), final.scores())
    for option, field in limits_of(study.game).items():
        # A match counts completed games, without the final one.
        played = np.array([final.to_dict()["open"][field] for final in finals]) + (field == "games")
        came = played >= study.game.option_values[option]
        tally.count("limit", {option: came.astype(np.int64)})
    episodes, seats, actions = (np.concatenate(column) for column in zip(*steps, strict=True))
    by_action = np.zeros((games, study.game.action_count), np.int64)
    np.add.at(by_action, (episodes, actions), 1)
    for what, groups in _groups(study.game).items():
        counted = {name: by_action[:, ids].sum(axis=1) for name, ids in groups.items()}
        tally.count(what, counted)
    mine = np.flatnonzero(episodes < sample - first)
    mine = mine[np.argsort(episodes[mine], kind="stable")]
    decided = list(zip(seats[mine].tolist(), actions[mine].tolist(), strict=True))
    ends = np.cumsum(tally.decisions).tolist()
    told = [
        _told(study, first + i, decided[end - tally.decisions[i] : end])
        for i, end in enumerate(ends[: max(0, sample - first)])
    ]
    for what, name in sorted({key for counter in told for key in counter}):
        times = np.array([counter[what, name] for counter in told], np.int64)
        tally.count(what, {name: times})
    return tally


def limits_of(game: chemix.Game) -> dict[str, str]:
    """Return, by option that limits the length, the field that counts up to it.

    In a match, this is the option that limits the match.
    """
    counted = game.initial_state().to_dict()["open"]
    limits = {"max_turns": "turns", "max_rounds": "rounds"}
    if "games" in counted:
        limits = {"max_rounds": "games"}
    return {option: field for option, field in limits.items() if option in game.option_values}


def _groups(game: chemix.Game) -> dict[str, dict[str, list[int]]]:
    """Group action ids by kind, and by the compounds that they name."""
    kinds: dict[str, list[int]] = {}
    compounds: dict[str, list[int]] = {
        card["name"]: [] for card in game.catalogue["cards"] if card["type"] == "compound"
    }
    for id in range(game.action_count):
        action = game.action(id)
        kinds.setdefault(action.kind, []).append(id)
        for value in action.fields.values():
            if isinstance(value, str) and value in compounds:
                compounds[value].append(id)
    return {"action": kinds, "chosen": compounds}


def _told(study: Study, game: int, decided: list[tuple[int, int]]) -> Counter[tuple[str, str]]:
    """Replay the decisions of a game, and count events at the table and refusals by rule."""
    counted: Counter[tuple[str, str]] = Counter()
    state, dealer = study.game.initial_state(), chemix.Dealer(study.seed_of(game))
    decisions = iter(decided)
    counted["phase", state.phase] += 1
    while not state.is_terminal:
        if state.is_chance:
            state = state.apply(dealer.choose(state))
        else:
            seat, id = next(decisions)
            if game < CHECKED:
                counted.update(("rule", rule) for rule in _refusals(state, seat))
            state = state.apply(id, seat)
        counted.update(_happened(state))
    return counted


def _happened(state: chemix.State) -> Iterator[tuple[str, str]]:
    """Yield the countable events of the step that led to this state."""
    events = state.events("spectator")
    for event in events:
        if event.verb == "phase":
            yield "phase", event.to_dict()["phase"]  # type: ignore[typeddict-item]
        elif event.verb == "finish" and event.card:
            yield "finished", event.card
    moves = [event for event in events if event.verb in _MOVES]
    cards = [event.card for event in moves]
    if None in cards:  # hidden from spectators, but seen by some player
        for player in range(state.game.players):
            seen = (event.card for event in state.events(player) if event.verb in _MOVES)
            cards = [card or other for card, other in zip(cards, seen, strict=True)]
    for event, card in zip(moves, cards, strict=True):
        source, target = (place.partition("[")[0] for place in (event.source, event.target))
        if card is None:
            continue
        if target == "hand" and source != "hand":
            yield "drawn", card
        elif source in ("hand", "display") and target not in ("hand", "removed"):
            yield "laid", card


def _refusals(state: chemix.State, seat: int) -> set[str]:
    """Return the rules of the game that refuse actions of the current phase, without GN rules."""
    legal = set(state.legal_action_ids(seat))
    asked = _asked(state.game)[state.phase]
    rules = {state.check(id, seat) for id in asked if id not in legal}
    return {rule for rule in rules if rule and not rule.startswith("GN-")}


@lru_cache(maxsize=8)
def _asked(game: chemix.Game) -> dict[str, list[int]]:
    """Return the action ids of each phase."""
    by_phase: dict[str, list[int]] = {}
    for kind in game.catalogue["actions"]:
        for phase in kind["phases"]:
            ids = range(kind["first_id"], kind["first_id"] + kind["count"])
            by_phase.setdefault(phase, []).extend(ids)
    return by_phase
