# SPDX-License-Identifier: Apache-2.0
"""Studies: many games between policies, on one machine or a cluster.

Install with ``pip install "chemix-engine[study]"``.

>>> import chemix
>>> from chemix.study import Study
>>> study = Study(chemix.load("classic", players=2), "random", games=100, seed=7)
>>> result = study.run()
>>> result.is_complete, len(result.rows)
(True, 100)

The result depends only on game, options, policies, games, seats and seed. The executor, the chunk
size, the order of execution and resumption make no difference. See docs/scale.md for how to run on
a cluster. Only tables, intervals and the progress bar need the extra.

Game *i* has the seed ``numpy.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1,
numpy.uint64)[0]``. If all policies are built in, game *i* equals ``game.playout`` of this seed with
the same policies by seat. In games with Python functions, chance, the choice among several acting
players and the draws of the built-in policies follow from the seed in the same way.
``study.record(i)`` replays any game.

A function that is policy number *p* gets its own random numbers for game *i*, derived from a hash
of seed, *i* and *p*. It cannot infer the deal from them unless it guesses the seed. If you run
untrusted policies, use an unguessable seed such as ``secrets.randbits(128)``.
"""

from chemix.lab.intervals import interval as interval
from chemix.lab.intervals import share_interval as share_interval
from chemix.lab.intervals import student as student
from chemix.lab.policies import Policy
from chemix.lab.study import SEATS as SEATS
from chemix.lab.study import TABLES as TABLES
from chemix.lab.study import Decisions as Decisions
from chemix.lab.study import Failure, Result, Study
from chemix.lab.study import bounds_of as bounds_of
from chemix.lab.study_files import FORMATS as FORMATS

__all__ = ["Failure", "Policy", "Result", "Study"]
