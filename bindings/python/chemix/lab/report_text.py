# SPDX-License-Identifier: Apache-2.0
"""Figures of reports as text."""

from __future__ import annotations

import math

from chemix.lab.report_values import Estimate
from chemix.lab.report_words import SENTENCES


def counted(games: int) -> str:
    """Format an integer with separated thousands."""
    return f"{games:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


class Figures:
    """Formats figures for a language."""

    def __init__(self, language: str) -> None:
        self.point = SENTENCES[language]["point"]
        self.percent = SENTENCES[language]["percent"]

    def number(self, value: float) -> str:
        """Format a number with about three significant digits."""
        if math.isnan(value):
            return "?"
        digits = max(0, 2 - math.floor(math.log10(abs(value)))) if abs(value) >= 0.001 else 3
        return self._decimal(f"{value:.{min(3, digits)}f}")

    def estimate(self, figure: Estimate, *, sign: bool = False) -> str:
        """Format a figure with its interval."""
        plus = "+" if sign and figure["value"] > 0 else ""
        bounds = self._bounds(self.number(figure["low"]), self.number(figure["high"]))
        return f"{plus}{self.number(figure['value'])} {bounds}"

    def share(self, value: float) -> str:
        """Format a share as a percentage."""
        return self._decimal(f"{100 * value:.1f}") + self.percent

    def share_estimate(self, figure: Estimate | None) -> str:
        """Format a share with its interval."""
        if figure is None:
            return ""
        low, high = (self._decimal(f"{100 * figure[end]:.1f}") for end in ("low", "high"))
        return f"{self.share(figure['value'])} {self._bounds(low, high)}"

    def tick(self, value: float) -> str:
        """Format an axis label."""
        return self._decimal(f"{value:g}")

    def _bounds(self, low: str, high: str) -> str:
        return f"[{low}, {high}]" if self.point == "." else f"[{low}; {high}]"

    def _decimal(self, plain: str) -> str:
        return plain.replace("-", "−").replace(".", self.point)


def differs(figure: Estimate) -> bool:
    """Return whether 0 is outside the interval."""
    return figure["low"] > 0 or figure["high"] < 0


def shown(value: object) -> str:
    """Format an option value as the command line accepts it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
