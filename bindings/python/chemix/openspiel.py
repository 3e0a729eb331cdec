# SPDX-License-Identifier: Apache-2.0
"""All games as OpenSpiel games: ``pip install "chemix-engine[openspiel]"``.

Importing this module registers ``chemix_chemuno``, ``chemix_chip_it`` and so on. Players, deck and
the game's options are parameters. Parameter values use a plus sign in place of a comma.

>>> import pyspiel
>>> import chemix.openspiel
>>> game = pyspiel.load_game("chemix_chemuno(players=3,hand_size=5)")
>>> game.num_players()
3
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Chance is explicit, one card per node. A sealed decision is one simultaneous node. If several
players may act in a decision that is not sealed, a chance node selects one of them uniformly. The
information state is that of :meth:`chemix.State.information_state`, tensors are described in
docs/tensors.md, and ``resample_from_infostate`` samples from the belief.

:func:`register` registers a game that is written in Python.
"""

from chemix.adapters.openspiel import ChemixGame, ChemixObserver, ChemixState, register
from chemix.adapters.openspiel import _loaded_again as _loaded_again  # pickles name it
from chemix.adapters.openspiel import _registered_again as _registered_again  # and this

__all__ = ["ChemixGame", "ChemixObserver", "ChemixState", "register"]
