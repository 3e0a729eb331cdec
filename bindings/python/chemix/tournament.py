# SPDX-License-Identifier: Apache-2.0
"""Tournaments: rate policies against each other, with confidence intervals.

Install with ``pip install "chemix-engine[study]"``.

>>> import chemix
>>> from chemix.tournament import Tournament
>>> game = chemix.load("classic", players=2)
>>> Tournament(game, ["random"], games=100, seed=7)
Traceback (most recent call last):
    ...
chemix.InputError: policies = 1: must be at least as many as players: 2

Every combination of as many policies as there are players plays a match, a paired
:class:`chemix.study.Study`: each deal is played once for each rotation of the seats. All matches
use the same deals, so the result of a match does not depend on the other participants.

Ratings are a Bradley-Terry fit (by choix) on the Elo scale: a policy rated 400 points above another
beats it ten times as often as it loses to it, with a draw counted as half of each. At a table of
several players every pair is compared. In games for one player, policies are compared by their
returns on the same deal. The mean rating is 0.
"""

from chemix.lab.tournament import Standings, Tournament
from chemix.lab.tournament import ratings as ratings

__all__ = ["Standings", "Tournament"]
