# SPDX-License-Identifier: Apache-2.0
"""Text and pictures of the table of any game, as one viewer sees it.

Nothing here is specific to a game: a drawing lists the values of an observation by name, and looks
up card types, names and points in the catalogue.

>>> import chemix
>>> from chemix.drawing import Drawing
>>> game = chemix.load("chemuno", players=2)
>>> print(Drawing(game).text(game.deal(seed=7).observation(0)).splitlines()[0])
== ChemiX Chemuno: the first card
"""

from chemix.lab.drawing import Drawing

__all__ = ["Drawing"]
