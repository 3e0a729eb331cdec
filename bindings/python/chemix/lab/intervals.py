# SPDX-License-Identifier: Apache-2.0
"""95 % confidence intervals of means and shares."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from chemix._errors import MAX_OF_64_BITS, quoted, whole, wrong


def interval(
    values: npt.NDArray[np.float64], bounds: tuple[float, float] | None = None
) -> tuple[float, float, float]:
    """Return the mean of independent observations and its 95 % confidence interval.

    The interval is Student's t interval, clipped to the bounds. Equal observations have no sample
    variance to build on: there, the Clopper-Pearson interval bounds the share of differing values,
    which are all assumed to lie at one end of the bounds.

    Raises:
        InputError: the values are not a one-dimensional array of finite floats, or the bounds are
            not two finite ascending numbers.

    """
    expect_array("values", values, np.dtype(np.float64))
    if not np.isfinite(values).all():
        raise wrong("values", quoted(values), "must be finite")
    if bounds is not None:
        if not isinstance(bounds, tuple | list) or len(bounds) != 2:
            raise wrong("bounds", quoted(bounds), "must be two numbers, or None")
        bounds = _number("bounds", bounds[0]), _number("bounds", bounds[1])
        if not bounds[0] <= bounds[1] or not math.isfinite(bounds[1] - bounds[0]):
            raise wrong("bounds", quoted(bounds), "must be finite and ascending")
    count = len(values)
    if not count:
        return float("nan"), float("nan"), float("nan")
    mean = float(values.mean())
    if bounds and (values == values[0]).all():
        least, most = bounds
        others = 1 - 0.025 ** (1 / count)
        return mean, mean + others * (least - mean), mean + others * (most - mean)
    low, high = student(mean, float(values.std(ddof=1)) if count > 1 else float("nan"), count)
    return (mean, max(bounds[0], low), min(bounds[1], high)) if bounds else (mean, low, high)


def student(mean: float, deviation: float, count: int) -> tuple[float, float]:
    """Return Student's 95 % confidence interval of the mean of ``count`` observations.

    ``deviation`` is their sample standard deviation. Both ends are NaN if ``count`` is below 2.

    Raises:
        InputError: ``mean`` or ``deviation`` is not a number, or ``count`` is not a nonnegative
            integer.

    """
    mean, deviation = _number("mean", mean), _number("deviation", deviation)
    count = whole("count", count, 0, MAX_OF_64_BITS)
    if count < 2:
        return float("nan"), float("nan")
    wide = float(_scipy().stdtrit(count - 1, 0.975)) * deviation / math.sqrt(count)
    return mean - wide, mean + wide


def share_interval(some: int, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a share of independent cases.

    Raises:
        InputError: ``count`` is not a positive integer, or ``some`` not an integer from 0 to
            ``count``.

    """
    count = whole("count", count, 1, MAX_OF_64_BITS)
    some = whole("some", some, 0, count)
    square = float(_scipy().ndtri(0.975)) ** 2
    share = some / count
    middle = (share + square / (2 * count)) / (1 + square / count)
    wide = math.sqrt(square * (share * (1 - share) / count + square / (4 * count**2)))
    wide /= 1 + square / count
    return max(0.0, middle - wide), min(1.0, middle + wide)


def expect_array(field: str, value: object, dtype: np.dtype[Any]) -> None:
    """Raise InputError unless the value is a one-dimensional array of this type."""
    if not isinstance(value, np.ndarray) or value.dtype != dtype or value.ndim != 1:
        raise wrong(field, quoted(value), f"must be a one-dimensional array of {dtype}")


def _number(field: str, value: Any) -> float:
    """Convert a real number to a float; raise InputError for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise wrong(field, quoted(value), "must be a number")
    try:
        return float(value)
    except OverflowError:
        raise wrong(field, quoted(value), "must be a number within the range of a float") from None


def _scipy() -> Any:
    try:
        from scipy import special
    except ImportError as missing:
        raise ImportError('intervals need SciPy: pip install "chemix-engine[study]"') from missing
    return special


# Pickles name the public module.
for _public in (interval, student, share_interval):
    _public.__module__ = "chemix.study"
