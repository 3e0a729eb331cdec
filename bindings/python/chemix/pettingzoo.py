# SPDX-License-Identifier: Apache-2.0
"""PettingZoo environments for all games: ``pip install "chemix-engine[pettingzoo]"``.

>>> from chemix.pettingzoo import env
>>> table = env("chemuno", players=3, illegal="raise")
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     seen, reward, terminated, truncated, info = table.last()
...     over = terminated or truncated
...     table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))

An agent observes what its seat sees. Its action mask is empty while another agent is to act, as is
the custom of PettingZoo. Once the episode is over, the mask allows every action. Rewards are 0
until the game is over, then ``State.returns``, divided by the largest return with
``scale_rewards=True``. ``reset(seed)`` deals the cards of ``Game.deal(seed)``. Without a seed,
``reset`` draws one: at random if no seed was ever given, otherwise following from the seed given
last. If several players may act, the seed determines which one is next. An episode in which nobody
acts is skipped; after 1,000 of them in a row, InputError is raised.

``illegal`` selects how an illegal action is handled. No other action ever replaces it. Pass
``"raise"`` to train policies that use the mask: an illegal action is then a bug.

- ``"end"``: the episode ends. The agent that tried it gets the least return of the game,
  ``Game.min_return``, so that no result of legal play is worse; the others get 0. It is the
  default, since PettingZoo's tests act without a mask;
- ``"refuse"``: nothing changes, and the same agent is to act again;
- ``"raise"``: InputError.

In the first two cases ``infos[agent]["illegal"]`` is the ID of the rule that refuses the action,
such as ``"CU-11"``, or ``""`` for a number that is not an action id.
"""

from chemix.adapters.pettingzoo import ParallelTable, Table, env, parallel_env

__all__ = ["ParallelTable", "Table", "env", "parallel_env"]
