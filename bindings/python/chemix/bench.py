# SPDX-License-Identifier: Apache-2.0
"""Benchmark of steps per second, also against other frameworks: ``python -m chemix.bench --peers``.

All subjects are measured in one run, in alternating turns, so that a temporary slowdown of the
machine affects all of them alike; a figure is the median over the turns. Single-threaded figures
use CPU time, which depends less on the load of the machine; the gain from two threads uses
wall-clock time. A step is one decision: a random legal action is applied, chance acts, and the
tensor and action mask of the next player are written.

>>> from chemix import bench
>>> rates = bench.measured({"chemuno": bench.single("chemuno")}, rounds=1, seconds=0.001)
>>> rates["chemuno"].cpu > 0
True
"""

from chemix.lab.bench import Rate, batch, main, measured, peers, single, turns

__all__ = ["Rate", "batch", "main", "measured", "peers", "single", "turns"]

if __name__ == "__main__":
    main()
