# SPDX-License-Identifier: Apache-2.0
"""Plots as inline SVG, in the colors of the page's style sheet."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from chemix.lab.report_values import Bar, Estimate

# Placeholder colors: Matplotlib has no style sheet variables, so `_inside` replaces these.
_INK, _SOFT, _LINE = "#010101", "#010102", "#010103"
_SERIES = ("#020200", "#020201", "#020202", "#020203")
_VARIABLES = {_INK: "--ink", _SOFT: "--soft", _LINE: "--line"} | {
    color: f"--c{number}" for number, color in enumerate(_SERIES)
}
_STYLE: dict[Any, Any] = {
    "axes.edgecolor": _LINE,
    "axes.labelcolor": _SOFT,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9,
    "svg.fonttype": "none",
    "text.color": _INK,
    "text.parse_math": False,  # deck names may contain dollar signs
    "xtick.color": _SOFT,
    "ytick.color": _INK,
}
_WIDTH = 4.4  # inches; text stays legible on a phone


def intervals(
    title: str,
    rows: Sequence[tuple[str, Sequence[Estimate | None]]],
    *,
    tick: Callable[[float], str],
    unit: str = "%",
    zero: bool = False,
    percent: bool = False,
) -> dict[str, str]:
    """Draw figures with their intervals, row by row.

    Args:
        title: the title of the plot.
        rows: the name of each row, and its figure in each series.
        tick: formats a number of the axis.
        unit: the percent sign, with a space where the language has one.
        zero: whether to draw a line at 0.
        percent: whether the figures are shares.

    """
    many = len(rows[0][1])
    names = [name for name, _ in rows]
    with _figure(title, 0.55 + (0.14 + 0.06 * many) * len(rows), names) as (axes, made):
        for series in range(many):
            shift = 0.7 * ((series + 0.5) / many - 0.5)
            for row, (_, figures) in enumerate(rows):
                figure = figures[series]
                if figure is not None:
                    color = _SERIES[series % len(_SERIES)]
                    factor = 100 if percent else 1
                    axes.plot(
                        [factor * figure["low"], factor * figure["high"]],
                        [row + shift] * 2,
                        color=color,
                        linewidth=1.6,
                    )
                    axes.plot(factor * figure["value"], row + shift, "o", color=color, ms=3.5)
        if zero:
            axes.axvline(0, color=_SOFT, linewidth=0.8, zorder=0)
        axes.set_yticks(range(len(rows)), names)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x", color=_LINE, linewidth=0.5)
        axes.locator_params(axis="x", nbins=6)
        axes.xaxis.set_major_formatter(lambda x, _: tick(x) + unit * percent)
    return made


def histogram(
    title: str,
    series: Sequence[Sequence[Bar]],
    label: str,
    *,
    tick: Callable[[float], str],
    unit: str = "%",
) -> dict[str, str]:
    """Draw a histogram, as shares of each series."""
    with _figure(title, 2.1, [label]) as (axes, made):
        for number, bars in enumerate(series):
            whole = sum(bar["times"] for bar in bars)
            edges = [bar["least"] - 0.5 for bar in bars] + [bars[-1]["most"] + 0.5]
            shares = [100 * bar["times"] / whole for bar in bars]
            color = _SERIES[number % len(_SERIES)]
            axes.stairs(shares, edges, color=color, fill=len(series) == 1, linewidth=1.4)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(label)
        axes.yaxis.set_major_formatter(lambda x, _: tick(x) + unit)
        axes.grid(axis="y", color=_LINE, linewidth=0.5)
        axes.set_axisbelow(True)
    return made


@contextmanager
def _figure(title: str, height: float, names: list[str]) -> Iterator[tuple[Any, dict[str, str]]]:
    """Yield axes, and the dict that gets the title and SVG of the finished plot."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise ImportError('plots need Matplotlib: pip install "chemix-engine[report]"') from missing
    made = {"title": title}
    # This salt makes SVG ids reproducible, and distinct between the plots of a page.
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": " ".join([title, *names])}):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        yield figure.add_subplot(), made
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    made["svg"] = _inside(file.getvalue(), title)


def _inside(svg: str, title: str) -> str:
    """Convert an SVG file to an element that can stand in a page beside others."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{html.escape(title)}" ', 1)
    return re.sub("|".join(_VARIABLES), lambda color: f"var({_VARIABLES[color[0]]})", svg)
