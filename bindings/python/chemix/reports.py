# SPDX-License-Identifier: Apache-2.0
"""Reports on games, for game designers and teachers: ``pip install chemix[report]``.

>>> import chemix
>>> report = chemix.report(chemix.load("classic", players=2), games=50, seed=7, vary={})
>>> said = report.to_dict()["games"][0]
>>> said["sample"], len(said["never_laid"]), len(said["never_named"])
(50, 27, 23)

Figures come from the games of a :class:`chemix.study.Study` and do not depend on the executor or
the chunk size. All games count for outcomes, lengths, numbers of legal actions and chosen actions.
Only the first games, the sample, are replayed from their decisions to count what happens at the
table: cards drawn and laid, and phases. Refusals by rules are counted in the first games of the
sample.

Intervals are 95 % intervals: Student's for means and for differences between games with the same
seed, Wilson's for shares.
"""

from __future__ import annotations

import copy
import html
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt

import chemix
from chemix._deck_facts import DeckFacts, deck_facts
from chemix._errors import length, quoted, whole, wrong
from chemix._report_page import Contents, page
from chemix._shared import varied
from chemix.lab.intervals import interval, share_interval, student
from chemix.lab.policies import RANDOM, Policy
from chemix.lab.study import Result, Study, bounds_of
from chemix.lab.tasks import chunks_of, expect_executor, outcomes, progress_bar
from chemix.values import CatalogueOption, OptionValue

__all__ = ["Report", "ReportDict", "report"]

# Number of games of the sample in which every illegal action is tried.
_CHECKED = 100
_CHUNK = 2000
# Default chunk size where Python code plays or counts.
_SMALL = 100
_BARS = 24
_MOVES = ("deal", "move")
# An option with this many other choices or more is varied only on request.
_CHOICES = 6
# Each value costs a full series of games.
_MAX_VARIED = 1000

# By category and name: occurrences, the sum of their squares by game, and games with any.
Counts: TypeAlias = dict[tuple[str, str], npt.NDArray[np.int64]]


# ---- Contents of a report ----


class Estimate(TypedDict):
    """A figure with its 95 % interval; the ends are NaN if there are too few games."""

    value: float
    low: float
    high: float


class Bar(TypedDict):
    """A histogram bar: how many numbers from ``least`` to ``most`` occurred."""

    least: int
    most: int
    times: int


SeatDict = TypedDict(
    "SeatDict", {"seat": int, "return": Estimate, "score": Estimate, "wins": Estimate}
)
PolicyDict = TypedDict("PolicyDict", {"policy": str, "return": Estimate, "score": Estimate})


class Frequency(TypedDict):
    """How often something happens per game, and in which share of games.

    ``words`` holds its texts by language, as far as there are any.
    """

    name: str
    words: dict[str, str]
    times: Estimate
    games: Estimate


class Limit(TypedDict):
    """An option that limits the length of games, and the share of games that reached the limit."""

    option: str
    rule: str
    value: OptionValue
    games: Estimate


class CardFrequency(TypedDict):
    """How often a card is drawn to a hand and laid, per game.

    ``games`` is the share of games in which it is laid. ``finished`` is the share of games in which
    an element is finished, in games that have this event. ``chosen`` exists for compounds: the
    share of all games, not only of the sample, in which an action names the compound.
    """

    card: str
    names: dict[str, str] | None
    type: str
    copies: int
    drawn: Estimate
    laid: Estimate
    games: Estimate
    finished: Estimate | None
    chosen: Estimate | None


class GameReport(TypedDict):
    """The report on one game.

    Attributes:
        label: a name that is unique in the report.
        title: the title by language.
        study: the study that was played, as :meth:`chemix.study.Study.to_dict` returns it.
        seats: the results by seat; a win is a return above that of everybody else.
        policies: the results by policy.
        measures: the measures of a game, by the names that docs/reports.md explains.
        score_meaning: the meaning of scores, by language.
        undecided: the share of games without a single winner.
        forced: the share of decisions with only one legal action.
        limits: options that limit the length of games, and the share that reached the limit.
        bars: histograms of decisions per game, legal actions per decision, and scores.
        actions: frequencies of the kinds of actions, in all games.
        sample: the number of games in which phases and cards are counted.
        phases: frequencies of the phases of the catalogue.
        cards: frequencies of the cards of the catalogue.
        never_laid: compounds that were not laid in the sample.
        never_named: compounds that no action named in any game.
        checked: the number of games in which refusals are counted.
        rules: rules that refused an action, by the number of decisions per game; without general
            refusals, such as an action out of phase or a card that is not in the hand.
        deck: facts about the compounds that the cards can form.

    """

    label: str
    title: dict[str, str]
    study: dict[str, Any]
    seats: list[SeatDict]
    policies: list[PolicyDict]
    measures: dict[str, Estimate]
    score_meaning: dict[str, str]
    undecided: Estimate
    forced: Estimate
    limits: list[Limit]
    bars: dict[str, list[Bar]]
    actions: list[Frequency]
    sample: int
    phases: list[Frequency]
    cards: list[CardFrequency]
    never_laid: list[str]
    never_named: list[str]
    checked: int
    rules: list[Frequency]
    deck: DeckFacts


class Change(TypedDict):
    """A measure after a change, and its difference from the value before."""

    value: Estimate
    difference: Estimate


class Effect(TypedDict):
    """The effect of one option, measured in games that are paired by their seeds."""

    label: str
    option: str
    rule: str
    meaning: dict[str, str]
    before: OptionValue
    value: OptionValue
    games: int
    measures: dict[str, Change]


class Comparison(TypedDict):
    """The differences of one game's measures from another's, in games paired by their seeds."""

    label: str
    than: str
    differences: dict[str, Estimate]


class ReportDict(TypedDict):
    """A report as JSON-compatible values."""

    games: list[GameReport]
    effects: list[Effect]
    comparisons: list[Comparison]


class Report:
    """The result of :func:`chemix.report`: ``str`` is a summary, notebooks show the full page."""

    _said: ReportDict

    def __init__(self) -> None:
        raise TypeError("use chemix.report to make a Report")

    @classmethod
    def _of(cls, said: ReportDict) -> Report:
        report = cls.__new__(cls)
        report._said = said
        return report

    def __repr__(self) -> str:
        return f"<Report on {', '.join(game['label'] for game in self._said['games'])}>"

    def __str__(self) -> str:
        return "\n".join(Contents(self._said, "en").summary())

    def to_dict(self) -> ReportDict:
        """Return the report as JSON-compatible values."""
        return copy.deepcopy(self._said)

    def to_html(self, language: str = "en") -> str:
        """Return a self-contained HTML page with plots.

        Raises:
            InputError: the language is unknown.
            ImportError: Matplotlib or Jinja is missing.

        """
        return page(self._said, language)

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.to_html())}" '
            'style="width: 100%; height: 40rem; border: 0"></iframe>'
        )


def report(
    game: chemix.Game | Sequence[chemix.Game],
    *,
    games: int = 1000,
    policies: str | Policy | Sequence[str | Policy] = "random",
    seed: int = 7,
    sample: int = 500,
    vary: Mapping[str, Sequence[OptionValue]] | None = None,
    vary_games: int = 1000,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: bool | None = None,
) -> Report:
    """Play a game many times, and report how it plays.

    Args:
        game: one game, or several to compare, for instance with different decks.
        games: the number of games to play of each.
        policies: the policies, as for :class:`chemix.study.Study`; several policies rotate seats
            from game to game.
        seed: a nonnegative integer.
        sample: the maximum number of games in which cards and phases are counted.
        vary: option values to try, by option name, each compared with the unchanged game. By
            default some values of every option are tried; ``{}`` tries none.
        vary_games: the maximum number of games to play for each of these values.
        executor: as for :meth:`chemix.study.Study.run`.
        chunk: the number of games per task, which are played as one batch.
        progress: as for :meth:`chemix.study.Study.run`.

    Raises:
        InputError: as for ``Study``; or a game is not a built-in game, an option or a policy is
            unknown, a number is below 1, or the executor is not one.
        ImportError: SciPy is missing.
        Exception: a policy raised it, and again on a retry.

    """
    tables: Any = [game] if isinstance(game, chemix.Game) else game
    is_list = isinstance(tables, Sequence) and length(tables) <= _MAX_VARIED
    if not is_list or not all(isinstance(table, chemix.Game) for table in tables):
        reason = "must be a built-in game, as returned by chemix.load, or a list of them"
        raise wrong("game", quoted(game), reason)
    if not tables:
        raise wrong("game", "[]", "must be at least one")
    seats = "rotated"
    studies = [Study(table, policies, games, seed, seats) for table in tables]
    is_native = all(name == RANDOM for name in studies[0].names)
    games = whole("games", games, 1)
    size = chunk if chunk is not None else _CHUNK if is_native else min(_SMALL, -(-games // 256))
    sample, vary_games = whole("sample", sample, 1), whole("vary_games", vary_games, 1)
    size = whole("chunk", size, 1)
    expect_executor(executor)
    labels = _labels(tables)
    few = min(games, vary_games)
    trials = [
        (number, option, Study(varied(table, {option["name"]: value}), policies, few, seed, seats))
        for number, table in enumerate(tables)
        for option, value in _variations(table, vary)
    ]
    with progress_bar(games * len(tables) + few * len(trials), 0, progress) as bar:
        run = partial(_run, executor=executor, chunk=size, bar=bar)
        tallies = [run(study, min(games, sample)) for study in studies]
        effects = [
            _effect(labels[number], option, study, run(study, 0), tallies[number])
            for number, option, study in trials
        ]
    told = [
        _said(label, study, tally, bars, min(games, sample))
        for label, study, tally, bars in zip(labels, studies, tallies, _bars(tallies), strict=True)
    ]
    comparisons: list[Comparison] = [
        {
            "label": labels[one],
            "than": labels[other],
            "differences": {
                name: change["difference"]
                for name, change in _changes(
                    tallies[one].measures(), tallies[other].measures()
                ).items()
            },
        }
        for other, one in combinations(range(len(tables)), 2)
        if tables[one].name == tables[other].name
    ]
    return Report._of({"games": told, "effects": effects, "comparisons": comparisons})


# ---- Playing and counting ----


class _Tally:
    """The counts of some games of a study."""

    def __init__(self, study: Study, games: int) -> None:
        self.rows = np.zeros(games, study.row)
        self.decisions = np.zeros(games, np.int64)
        self.turns = np.zeros(games, np.int64)
        self.legal = np.zeros(games, np.int64)
        self.forced = np.zeros(games, np.int64)
        self.choices = np.zeros(study.game.max_legal_actions + 1, np.int64)
        self.counts: Counts = {}

    def put(self, first: int, other: _Tally) -> None:
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


def _run(study: Study, sample: int, executor: Executor | None, chunk: int, bar: Any) -> _Tally:
    """Play all games of a study."""
    parts = chunks_of(0, sample, min(chunk, _SMALL))
    parts += chunks_of(sample, study.games - sample, chunk)
    whole = _Tally(study, study.games)
    for (first, count), outcome in outcomes(_tally, study, parts, executor, sample):
        if isinstance(outcome, Exception):
            raise outcome
        whole.put(first, outcome)
        bar.update(count)
    return whole


def _tally(study: Study, first: int, games: int, sample: int) -> _Tally:
    """Play games as one batch, and count."""
    tally = _Tally(study, games)
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
    for option, field in _limits(study.game).items():
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


def _limits(game: chemix.Game) -> dict[str, str]:
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
            if game < _CHECKED:
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


# ---- From counts to figures ----


def _said(
    label: str, study: Study, tally: _Tally, bars: dict[str, list[Bar]], sample: int
) -> GameReport:
    """Compute the figures of a report from its counts."""
    game, about, games = study.game, study.game.catalogue, study.games
    returns = tally.rows["returns"]
    is_best = returns == returns.max(axis=1, keepdims=True)
    won = is_best & (is_best.sum(axis=1, keepdims=True) == 1)
    result = Result(study, np.arange(games), tally.rows)
    checked = min(sample, _CHECKED)
    means = partial(_frequencies, tally.counts)
    cards = [card for card in about["cards"] if card["copies"]]
    names = dict.fromkeys(card["name"] for card in cards)
    drawn = {one["name"]: one for one in means("drawn", names, sample)}
    laid = {one["name"]: one for one in means("laid", names, sample)}
    chosen = {one["name"]: one for one in means("chosen", names, games)}
    finished = {one["name"]: one for one in means("finished", names, sample)}
    can_finish = any(what == "finished" for what, _ in tally.counts)
    limits = {one["name"]: one for one in means("limit", dict.fromkeys(_limits(game)), games)}
    compounds = dict.fromkeys(card["name"] for card in cards if card["type"] == "compound")
    rules: dict[str, dict[str, str]] = {}
    for language in chemix.languages():
        for one in chemix.rules(language=language):
            if ("rule", one["rule"]) in tally.counts:
                rules.setdefault(one["rule"], {})[language] = one["text"]
    return {
        "label": label,
        "title": about["title"],
        "study": study.to_dict(),
        "seats": [
            {
                "seat": seat,
                "return": _mean(returns[:, seat], bounds_of(study, "seat")),
                "score": _mean(tally.rows["scores"][:, seat]),
                "wins": _share(int(won[:, seat].sum()), games),
            }
            for seat in range(game.players)
        ],
        "policies": [
            {
                "policy": str(policy),
                "return": _mean(
                    result.by_deal("policy", "returns")[policy][2], bounds_of(study, "policy")
                ),
                "score": _mean(result.by_deal("policy", "scores")[policy][2]),
            }
            for policy in dict.fromkeys(study.names)
        ],
        "measures": {name: _mean(values) for name, values in tally.measures().items()},
        "score_meaning": about["scores"]["meaning"],
        "undecided": _share(int((~won.any(axis=1)).sum()), games),
        "forced": _mean(tally.forced / np.maximum(tally.decisions, 1)),
        "limits": [
            {
                "option": option["name"],
                "rule": option["rule"],
                "value": option["value"],
                "games": limits[option["name"]]["games"],
            }
            for option in about["options"]
            if option["name"] in limits
        ],
        "bars": bars,
        "actions": means("action", dict.fromkeys(kind["kind"] for kind in about["actions"]), games),
        "sample": sample,
        "phases": means("phase", {one["name"]: one["words"] for one in about["phases"]}, sample),
        "cards": [
            {
                "card": name,
                "names": card["names"],
                "type": card["type"],
                "copies": card["copies"],
                "drawn": drawn[name]["times"],
                "laid": laid[name]["times"],
                "games": laid[name]["games"],
                "finished": finished[name]["games"] if can_finish else None,
                "chosen": chosen[name]["games"] if name in compounds else None,
            }
            for card in cards
            for name in [card["name"]]
        ],
        "never_laid": [name for name in compounds if not laid[name]["games"]["value"]],
        "never_named": [name for name in compounds if not chosen[name]["games"]["value"]],
        "checked": checked,
        "rules": means("rule", rules, checked),
        "deck": deck_facts(about["cards"]),
    }


def _frequencies(
    counts: Counts, what: str, names: Mapping[str, dict[str, str] | None], games: int
) -> list[Frequency]:
    """Return the frequencies of named things of one category."""
    told: list[Frequency] = []
    for name, words in names.items():
        times, squares, some = (int(n) for n in counts.get((what, name), np.zeros(3, np.int64)))
        mean = times / games
        spread = max(0.0, squares - times * mean) / max(1, games - 1)
        low, high = student(mean, spread**0.5, games)
        told.append(
            {
                "name": name,
                "words": words or {},
                "times": {"value": mean, "low": low, "high": high},
                "games": _share(some, games),
            }
        )
    return told


def _mean(values: npt.NDArray[Any], bounds: tuple[float, float] | None = None) -> Estimate:
    mean, low, high = interval(values.astype(np.float64), bounds)
    return {"value": mean, "low": low, "high": high}


def _share(some: int, games: int) -> Estimate:
    low, high = share_interval(some, games)
    return {"value": some / games, "low": low, "high": high}


def _bars(tallies: Sequence[_Tally]) -> list[dict[str, list[Bar]]]:
    """Return histograms with at most `_BARS` equal bars, with the same edges for all games."""
    told: list[dict[str, list[Bar]]] = [{} for _ in tallies]
    for name in ("decisions", "choices", "score"):
        numbers = [tally.numbers(name) for tally in tallies]
        least = min(int(values.min()) for values, _ in numbers)
        width = max(int(values.max()) - least for values, _ in numbers) // _BARS + 1
        for said, (values, times) in zip(told, numbers, strict=True):
            counts = np.bincount((values - least) // width, times).astype(int).tolist()
            said[name] = [
                {"least": least + width * i, "most": least + width * (i + 1) - 1, "times": count}
                for i, count in enumerate(counts)
            ]
    return told


# ---- Comparing ----


def _labels(games: Sequence[chemix.Game]) -> list[str]:
    """Name games by game or deck, whichever differs; number equal names."""
    kinds = {game.name for game in games}
    names = [game.name if len(kinds) > 1 else game.deck for game in games]
    return [
        name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}"
        for i, name in enumerate(names)
    ]


def _variations(
    game: chemix.Game, vary: Mapping[str, Sequence[OptionValue]] | None
) -> list[tuple[CatalogueOption, OptionValue]]:
    """Return the option values to try: the requested ones, or by default values nearby."""
    options = {option["name"]: option for option in game.catalogue["options"]}
    if vary is None:
        return [(one, value) for one in options.values() for value in _near(one)]
    if not isinstance(vary, Mapping):
        raise wrong("vary", quoted(vary), "must map option names to lists of values")
    for name, values in vary.items():
        shown = f"{name if isinstance(name, str) else quoted(name)}: {quoted(values)}"
        if isinstance(values, str) or not isinstance(values, Sequence):
            raise wrong("vary", shown, "must be a list of values")
        if length(values) > _MAX_VARIED:
            raise wrong("vary", shown, f"must be at most {_MAX_VARIED} values")
        if name not in options:
            known = ", ".join(options)
            raise wrong("vary", name, f"unknown option; known: {known}")
    return [(options[name], value) for name, values in vary.items() for value in values]


def _near(option: CatalogueOption) -> list[OptionValue]:
    """Return other values to try: all choices if they are few, numbers a quarter below and above.

    A number that is 0 is not varied: it stands for a default that depends on something else, such
    as the number of players.
    """
    now = option["value"]
    if option["type"] == "switch":
        return [not now]
    if option["type"] == "choice":
        others = [value for value in option["choices"] or [] if value != now]
        return others if len(others) < _CHOICES else []
    least, most = option["least"], option["most"]
    assert least is not None and most is not None and not isinstance(now, str)
    step = max(1, int(now) // 4)
    near = (now - step, now + step)
    return [value for value in near if now and value and least <= value <= most]


def _effect(
    label: str, option: CatalogueOption, study: Study, after: _Tally, base: _Tally
) -> Effect:
    """Return the effect of an option value."""
    return {
        "label": label,
        "option": option["name"],
        "rule": option["rule"],
        "meaning": option["meaning"],
        "before": option["value"],
        "value": study.game.option_values[option["name"]],
        "games": study.games,
        "measures": _changes(after.measures(), base.measures()),
    }


def _changes(
    changed: Mapping[str, npt.NDArray[np.float64]], base: Mapping[str, npt.NDArray[np.float64]]
) -> dict[str, Change]:
    """Compare games with equal seeds, as far as both series have them."""
    pairs = {
        name: (values, base[name][: len(values)])
        for name, values in changed.items()
        if name in base
    }
    return {
        name: {"value": _mean(after), "difference": _mean(after[: len(before)] - before)}
        for name, (after, before) in pairs.items()
    }
