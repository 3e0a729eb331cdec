# SPDX-License-Identifier: Apache-2.0
"""The figures of a report, computed from its counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

import chemix
from chemix.lab.deck_facts import deck_facts
from chemix.lab.intervals import interval, share_interval, student
from chemix.lab.report_counts import CHECKED, Counts, Tally, limits_of
from chemix.lab.report_values import Bar, Change, Effect, Estimate, Frequency, GameReport
from chemix.lab.study import Result, Study, bounds_of
from chemix.values import CatalogueOption

_BARS = 24


def report_of(
    label: str, study: Study, tally: Tally, bars: dict[str, list[Bar]], sample: int
) -> GameReport:
    """Compute the figures of a report from its counts."""
    game, about, games = study.game, study.game.catalogue, study.games
    returns = tally.rows["returns"]
    is_best = returns == returns.max(axis=1, keepdims=True)
    won = is_best & (is_best.sum(axis=1, keepdims=True) == 1)
    result = Result(study, np.arange(games), tally.rows)
    checked = min(sample, CHECKED)
    means = partial(_frequencies, tally.counts)
    cards = [card for card in about["cards"] if card["copies"]]
    names = dict.fromkeys(card["name"] for card in cards)
    drawn = {one["name"]: one for one in means("drawn", names, sample)}
    laid = {one["name"]: one for one in means("laid", names, sample)}
    chosen = {one["name"]: one for one in means("chosen", names, games)}
    finished = {one["name"]: one for one in means("finished", names, sample)}
    can_finish = any(what == "finished" for what, _ in tally.counts)
    limits = {one["name"]: one for one in means("limit", dict.fromkeys(limits_of(game)), games)}
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


def histograms(tallies: Sequence[Tally]) -> list[dict[str, list[Bar]]]:
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


def effect_of(
    label: str, option: CatalogueOption, study: Study, after: Tally, base: Tally
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
        "measures": changes_of(after.measures(), base.measures()),
    }


def changes_of(
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
