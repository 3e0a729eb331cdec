# SPDX-License-Identifier: Apache-2.0
"""Reports on games, for game designers and teachers: ``pip install "chemix-engine[report]"``.

>>> import chemix
>>> report = chemix.report(chemix.load("classic", players=2), games=50, seed=7, vary={})
>>> said = report.to_dict()["games"][0]
>>> said["label"], said["sample"]
('chemix', 50)

Figures come from the games of a :class:`chemix.study.Study` and do not depend on the executor or
the chunk size. All games count for outcomes, lengths, numbers of legal actions and chosen actions.
Only the first games, the sample, are replayed from their decisions to count what happens at the
table: cards drawn and laid, and phases. Refusals by rules are counted in the first games of the
sample.

Intervals are 95% intervals: Student's for means and for differences between games with the same
seed, Wilson's for shares.
"""

from chemix.lab.report_values import Bar as Bar
from chemix.lab.report_values import CardFrequency as CardFrequency
from chemix.lab.report_values import Change as Change
from chemix.lab.report_values import Comparison as Comparison
from chemix.lab.report_values import Effect as Effect
from chemix.lab.report_values import Estimate as Estimate
from chemix.lab.report_values import Frequency as Frequency
from chemix.lab.report_values import GameReport as GameReport
from chemix.lab.report_values import Limit as Limit
from chemix.lab.report_values import PolicyDict as PolicyDict
from chemix.lab.report_values import ReportDict
from chemix.lab.report_values import SeatDict as SeatDict
from chemix.lab.reports import Report, report

__all__ = ["Report", "ReportDict", "report"]
