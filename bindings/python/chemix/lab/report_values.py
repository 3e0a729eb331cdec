# SPDX-License-Identifier: Apache-2.0
"""The contents of a report, as JSON-compatible values."""

from __future__ import annotations

from typing import Any, TypedDict

from chemix.lab.deck_facts import DeckFacts
from chemix.values import OptionValue


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


# Pickles name the public module.
for _public in (ReportDict,):
    _public.__module__ = "chemix.reports"
