# SPDX-License-Identifier: Apache-2.0
"""Reports on games: what is played for a report, and the report itself."""

from __future__ import annotations

import copy
import html
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import combinations
from typing import Any

import chemix
from chemix._errors import length, quoted, whole, wrong
from chemix._shared import varied
from chemix.lab.policies import RANDOM, Policy
from chemix.lab.report_counts import SMALL, tally_of
from chemix.lab.report_figures import changes_of, effect_of, histograms, report_of
from chemix.lab.report_page import Contents, page
from chemix.lab.report_values import Comparison, ReportDict
from chemix.lab.study import Study
from chemix.lab.tasks import expect_executor, progress_bar
from chemix.values import CatalogueOption, OptionValue

_CHUNK = 2000
# An option with this many other choices or more is varied only on request.
_CHOICES = 6
# Each value costs a full series of games.
_MAX_VARIED = 1000


class Report:
    """The result of :func:`chemix.report`: ``str`` is a summary, notebooks show the full page.

    >>> report = chemix.report(chemix.load("classic"), games=20, vary={})
    >>> report, sorted(report.to_dict())
    (<Report on ChemiX Classic>, ['comparisons', 'effects', 'games'])
    """

    _said: ReportDict

    def __init__(self) -> None:
        raise TypeError("use chemix.report to make a Report")

    @classmethod
    def _of(cls, said: ReportDict) -> Report:
        report = cls.__new__(cls)
        report._said = said
        return report

    def __repr__(self) -> str:
        return f"<{str(self).partition(chr(10))[0]}>"

    def __str__(self) -> str:
        return "\n".join(Contents(self._said, "en").summary())

    def to_dict(self) -> ReportDict:
        """Return the report as JSON-compatible values.

        >>> data = chemix.report(chemix.load("classic"), games=20, vary={}).to_dict()
        >>> sorted(data), data["games"][0]["sample"]
        (['comparisons', 'effects', 'games'], 20)
        """
        return copy.deepcopy(self._said)

    def to_html(self, language: str = "en") -> str:
        """Return a self-contained HTML page with plots.

        >>> report = chemix.report(chemix.load("classic"), games=20, vary={})
        >>> report.to_html("de").startswith("<!doctype html>")
        True

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

    >>> game = chemix.load("chemuno")
    >>> report = chemix.report(game, games=20, vary={"hand_size": [5]}, vary_games=20)
    >>> [effect["option"] for effect in report.to_dict()["effects"]]
    ['hand_size']

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
    size = chunk if chunk is not None else _CHUNK if is_native else min(SMALL, -(-games // 256))
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
        run = partial(tally_of, executor=executor, chunk=size, bar=bar)
        tallies = [run(study, min(games, sample)) for study in studies]
        effects = [
            effect_of(labels[number], option, study, run(study, 0), tallies[number])
            for number, option, study in trials
        ]
    told = [
        report_of(label, study, tally, bars, min(games, sample))
        for label, study, tally, bars in zip(
            labels, studies, tallies, histograms(tallies), strict=True
        )
    ]
    comparisons: list[Comparison] = [
        {
            "label": labels[one],
            "than": labels[other],
            "differences": {
                name: change["difference"]
                for name, change in changes_of(
                    tallies[one].measures(), tallies[other].measures()
                ).items()
            },
        }
        for other, one in combinations(range(len(tables)), 2)
        if tables[one].name == tables[other].name
    ]
    return Report._of({"games": told, "effects": effects, "comparisons": comparisons})


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


# Pickles name the public module.
for _public in (Report, report):
    _public.__module__ = "chemix.reports"
