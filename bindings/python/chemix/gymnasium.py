# SPDX-License-Identifier: Apache-2.0
"""Gymnasium environments for all games: one seat against opponents.

Install with ``pip install "chemix-engine[gymnasium]"``. Importing this module registers
``chemix/Chemuno-v2``, ``chemix/ChipIt-v2`` and so on, each with a vector environment that steps all
episodes natively.

>>> import gymnasium
>>> import chemix.gymnasium
>>> table = gymnasium.make("chemix/Chemuno-v2", players=3, illegal="raise")
>>> seen, info = table.reset(seed=7)
>>> seen, reward, *_ = table.step(table.action_space.sample(seen["action_mask"]))
>>> tables = gymnasium.make_vec("chemix/Chemuno-v2", num_envs=64, players=3, illegal="raise")
>>> seen, info = tables.reset(seed=7)
>>> seen["observation"].shape[0]
64

A step applies the action of the seat and continues, through chance and the opponents, to the next
decision of the seat or the end. The reward is 0 until the end, then ``State.returns`` of the seat,
divided by the largest return with ``scale_rewards=True``. ``reset(seed)`` deals the cards of
``Game.deal(seed)``; later episodes follow from that seed. An episode in which the seat never acts
is skipped; after 1,000 of them in a row, InputError is raised.

The action mask is never empty: once the episode is over it allows every action. So learners may
sample in the steps in which a vector with automatic resets ignores their actions.

Opponents play at random, seeded by the episode, or by a policy as in studies: a built-in one such
as ``"heuristic"`` (:class:`chemix.Policy`), or a function ``policy(observation, random)``. The
function takes the observation of its player, a :class:`chemix.Observation`, and a
:class:`numpy.random.Generator` of its own for each episode, and returns an action, its id or its
text. It sees nothing else, unless it is wrapped by :func:`chemix.full_state`.

``illegal`` selects how an illegal action is handled. No other action ever replaces it. Pass
``"raise"`` to train a policy that uses the mask: an illegal action is then a bug.

- ``"end"``: the episode ends with the least return of the game, ``Game.min_return``, so that no
  result of legal play is worse. It is the default, since Gymnasium's checks act without a mask;
- ``"refuse"``: nothing changes;
- ``"raise"``: InputError.

In the first two cases ``info["illegal"]`` is the ID of the rule that refuses the action, such as
``"CU-11"``, or ``""`` for a number that is not an action id.
"""

from chemix.adapters.gymnasium import Policy, SeatEnv, SeatVectorEnv
from chemix.adapters.gymnasium import _Seat as _Seat  # pickles name it

__all__ = ["Policy", "SeatEnv", "SeatVectorEnv"]
