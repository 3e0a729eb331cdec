# SPDX-License-Identifier: Apache-2.0
"""PettingZoo environments of all games: ``pip install chemix[pettingzoo]``.

>>> from chemix.pettingzoo import env
>>> table = env("chemuno", players=3)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     seen, reward, terminated, truncated, info = table.last()
...     over = terminated or truncated
...     table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))

An agent is told what its seat sees, and what it may do only while it is asked: the mask of anybody
else is empty. Everybody gets 0 until the game is over, then ``State.returns``. With ``reset(seed)``
the cards are those of ``Game.deal(seed)``; without, of a seed that is drawn, the first time at
random, then following from the seed given last. Who of several decides next is drawn for the seed.
A play in which nobody is asked is passed over; InputError says when 1,000 are.

What happens with an action that is not legal, ``illegal`` says; never is another one taken for it:

- ``"end"``: the episode ends with -1 for who tried it, 0 for the others;
- ``"refuse"``: nothing changes, and the same agent is asked again;
- ``"raise"``: InputError.

In the first two cases ``infos[agent]["illegal"]`` is the ID of the rule that refuses it, such as
``"CU-11"``, or ``""`` for a number that is no action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

try:
    import pettingzoo
except ImportError as missing:
    message = "chemix.pettingzoo needs PettingZoo: pip install chemix[pettingzoo]"
    raise ImportError(message) from missing

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import chemix
from chemix._adapters import camel_case, expect_game, game_of
from chemix._environments import (
    ILLEGAL,
    Rendered,
    View,
    action_id,
    box_of,
    expect_dealt,
    expect_on,
    expect_seed,
    refusal,
    render_modes,
    seed_drawn,
    view_space,
)
from chemix._errors import cut, encodable, expect, quoted, whole, wrong
from chemix._plays import Batch, batch_of, legal_ids, tensor_of

if TYPE_CHECKING:
    from os import PathLike

    from chemix import protocol

__all__ = ["ParallelTable", "Table", "env", "parallel_env"]


class _Play(Rendered):
    """A play at a table, who sits there, and what each of them sees."""

    def __init__(
        self,
        game: protocol.Game,
        idle_actions: int,
        illegal: str,
        render_mode: str | None,
        viewer: int | str,
    ) -> None:
        expect_game(game)
        whole("idle_actions", idle_actions, 0, 1)
        super().__init__(game, render_mode, viewer)
        expect("illegal", illegal, ILLEGAL)
        self.illegal = illegal
        self.metadata: dict[str, Any] = {
            "name": f"chemix/{camel_case(game.name)}-v1",
            "render_modes": render_modes(game),
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        actions = game.action_count + idle_actions
        self.observation_spaces = {a: view_space(game, actions) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(actions) for a in self.possible_agents}
        if isinstance(game, chemix.Game):
            self.state_space = box_of(game.state_tensor_layout())
        self._random: np.random.Generator | None = None
        self._batch: Batch | None = None

    def _tensor(self, state: Any, seat: int) -> npt.NDArray[np.float32]:
        space: Any = self.observation_spaces[self.possible_agents[seat]]["observation"]
        return tensor_of(state.observation(seat), space.low, space.high)

    @property
    def batch(self) -> Any:
        """The play, as a batch of one: a :class:`chemix.Batch` if the game is of the library."""
        self._expect_play()
        return self._batch

    def _expect_play(self) -> None:
        expect_dealt(self._batch is not None)

    def _expect_agents(self) -> None:
        self._expect_play()
        expect_on(bool(self.agents))

    def deal(self, seed: int | None) -> None:
        """Deal a play of its own; raise InputError for a seed that is none."""
        seed = expect_seed(seed)
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        for _ in range(1000):
            self._batch = batch_of(self.game, [seed_drawn(self._random) if seed is None else seed])
            if self.asked() >= 0:
                self.agents = list(self.possible_agents)
                return
            seed = None
        self._batch = None
        raise wrong("game", self.game.name, "asks nobody in 1,000 plays")

    def asked(self) -> int:
        """Tell the seat that decides next, or -1 when the play is over."""
        return int(self.batch.acting[0])

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Make the mask of a seat that is asked."""
        seat = whole("seat", seat, 0, self.game.players - 1)
        mask = np.zeros(self.game.action_count, np.int8)
        mask[legal_ids(self.batch[0], seat)] = 1
        return mask

    def refusal(self, seat: int, action: int) -> str | None:
        """Tell what refuses an action, or None when it is legal; raises when that is asked for."""
        seat = whole("seat", seat, 0, self.game.players - 1)
        field = f"action of player_{seat}"
        action = action_id(field, action)
        return refusal(self.batch[0], seat, action, self.illegal, field)

    # ---- What both kinds of environments have ----

    def observation_space(self, agent: str) -> spaces.Dict:
        """Give the space of ``{"observation": float32, "action_mask": int8}``.

        Raises:
            InputError: no agent of this name.

        """
        expect("agent", agent, tuple(self.possible_agents))
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Give the space of action ids.

        Raises:
            InputError: no agent of this name.

        """
        expect("agent", agent, tuple(self.possible_agents))
        return self.action_spaces[agent]

    def state(self) -> npt.NDArray[np.float32]:
        """Make the state tensor, from seat 0 on: it shows all hands and is secret.

        Raises:
            NotImplementedError: of a game in Python, which has none.

        """
        state = self.batch[0]
        if not isinstance(state, chemix.State):
            raise NotImplementedError(f"{self.game.name} has no state tensor")
        return state.state_tensor()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Tell or draw the table as ``viewer`` sees it, or print it in mode "human"."""
        return self._rendered(self.batch[0])

    def close(self) -> None:
        """Do nothing: nothing is open."""


class Table(_Play, pettingzoo.AECEnv):  # type: ignore[misc]
    """A game whose players are asked one after another; see :func:`env`."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal; ``options`` are there for PettingZoo and change nothing."""
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.asked()]

    def last(self, observe: bool = True) -> tuple[View | None, float, bool, bool, dict[str, Any]]:
        """Tell the agent that is asked what it sees, its reward and whether the play is over.

        Raises:
            InputError: an ``observe`` that is neither true nor false.
            RuntimeError: before the first reset, and when nobody is asked any more.

        """
        expect("observe", observe, (True, False))
        self._expect_agents()
        told: tuple[View | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def observe(self, agent: str) -> View:
        """Make what an agent sees; the mask is empty but for who is asked."""
        expect("agent", agent, tuple(self.possible_agents))
        state = self.batch[0]
        seat = self.possible_agents.index(agent)
        may_act = agent == self.agent_selection and not any(self.terminations.values())
        mask = self.mask(seat) if may_act else np.zeros(self.game.action_count, dtype=np.int8)
        return {"observation": self._tensor(state, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take an action of the agent that is asked; None when the play is over for it.

        Raises:
            InputError: what is no id, and an action that is not legal where ``illegal`` is "raise".
            RuntimeError: before the first reset, and when nobody is asked any more.

        """
        self._expect_agents()
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise wrong(
                    "action", quoted(action), "must be None: the play is over for the agent"
                )
            self._was_dead_step(action)
            return
        action = action_id(f"action of {agent}", action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        rule = self.refusal(self.possible_agents.index(agent), action)
        if rule is None:
            rewards, _ = self.batch.step([action])
            self.rewards = dict(zip(self.agents, rewards[0].tolist(), strict=True))
            if self.asked() >= 0:
                self.agent_selection = self.possible_agents[self.asked()]
        else:
            self.infos[agent]["illegal"] = rule
        if self.asked() < 0 or (rule is not None and self.illegal == "end"):
            self.terminations = dict.fromkeys(self.agents, True)
            if rule is not None:
                self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()


class ParallelTable(_Play, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """A game whose players all say something at each step; see :func:`parallel_env`."""

    def __init__(
        self,
        game: protocol.Game,
        idle_actions: int,
        illegal: str,
        render_mode: str | None,
        viewer: int | str,
        *,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__(game, idle_actions, illegal, render_mode, viewer)
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        self.wait = self.game.action_count
        self._waiting = np.zeros(self.wait + 1, dtype=np.int8)
        self._waiting[self.wait] = 1

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, View], dict[str, dict[str, Any]]]:
        """Deal; ``options`` are there for PettingZoo and change nothing."""
        self.deal(seed)
        self._cycles = 0
        return self._views(self.agents, self._all_asked()), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, View],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take an action of every agent: of who is asked, and ``wait`` of the others.

        Raises:
            InputError: what are no ids by agent, and one that is not legal where ``illegal`` is
                "raise".

        """
        agents = self.agents
        if not isinstance(actions, Mapping) or actions.keys() != set(agents):
            reason = f"must be of {', '.join(agents) or 'nobody: call reset first'}"
            given = quoted(actions)
            if isinstance(actions, Mapping):
                given = ", ".join(a if isinstance(a, str) else quoted(a) for a in actions)
            what = f"actions of {cut(encodable(given))}" if given else "no actions"
            raise chemix.InputError(f"{what}: {reason}", "actions", given, reason, "")
        said = [action_id(f"action of {agent}", actions[agent]) for agent in agents]
        asked = self._all_asked()
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat, agent in enumerate(agents):
            if seat not in asked and said[seat] == self.wait:
                continue
            rule = self.refusal(seat, said[seat])
            if rule is not None:
                infos[agent]["illegal"] = rule
                if self.illegal == "end":
                    rewards[agent] = -1.0
        is_refused = any(infos.values())
        if not is_refused:
            for _ in asked:
                gains, _ = self.batch.step([said[self.asked()]])
            rewards = dict(zip(agents, gains[0].tolist(), strict=True))
        self._cycles += 1
        ends = self.asked() < 0 or (is_refused and self.illegal == "end")
        stops = not ends and self.max_cycles is not None and self._cycles >= self.max_cycles
        if ends or stops:
            self.agents = []
        views = self._views(agents, frozenset() if ends or stops else self._all_asked())
        return views, rewards, dict.fromkeys(agents, ends), dict.fromkeys(agents, stops), infos

    def _all_asked(self) -> frozenset[int]:
        """Tell who decides in this step: all of a sealed decision, else one."""
        state = self.batch[0]
        return frozenset(state.acting if state.is_sealed else {self.asked()})

    def _views(self, agents: list[str], asked: frozenset[int]) -> dict[str, View]:
        state = self.batch[0]
        return {
            agent: {
                "observation": self._tensor(state, seat),
                "action_mask": np.append(self.mask(seat), np.int8(0))
                if seat in asked
                else self._waiting.copy(),
            }
            for seat, agent in enumerate(agents)
        }


def env(
    game: str | protocol.Game,
    *,
    players: int | None = None,
    deck: str | PathLike[str] | Mapping[str, Any] | None = None,
    illegal: str = "end",
    render_mode: str | None = None,
    viewer: int | str = "spectator",
    **options: float | bool | str,
) -> Table:
    """Make an AEC environment.

    Args:
        game: a game, or the name of one; also one in Python (:mod:`chemix.protocol`), which has no
            state tensor and no pictures.
        players: how many play; by default the fewest.
        deck: as in :func:`chemix.load`.
        illegal: what an action that is not legal does: "end", "refuse" or "raise".
        render_mode: "ansi" for text, "rgb_array" for a picture, "human" to print the text.
        viewer: who sees what is rendered: a seat or "spectator".
        **options: the game's options.

    Raises:
        InputError: as :func:`chemix.load`, and for unknown words.

    """
    return Table(game_of(game, players, deck, options), 0, illegal, render_mode, viewer)


def parallel_env(
    game: str | protocol.Game,
    *,
    players: int | None = None,
    deck: str | PathLike[str] | Mapping[str, Any] | None = None,
    illegal: str = "end",
    render_mode: str | None = None,
    viewer: int | str = "spectator",
    max_cycles: int | None = None,
    **options: float | bool | str,
) -> ParallelTable:
    """Make a Parallel environment, in which a sealed decision is one step of all that take it.

    Where one is asked alone, the others say ``wait``, one more action after those of the game,
    which is all that their mask allows. With ``illegal="refuse"`` a step in which anybody says
    something that is not legal changes nothing. After ``max_cycles`` steps everybody is truncated.
    All else is as in :func:`env`.
    """
    made = game_of(game, players, deck, options)
    return ParallelTable(made, 1, illegal, render_mode, viewer, max_cycles=max_cycles)


def _register() -> None:
    for name in chemix.games():
        environment = f"chemix/{camel_case(name)}-v1"
        pettingzoo.register("aec", environment, env, kwargs={"game": name})
        pettingzoo.register("parallel", environment, parallel_env, kwargs={"game": name})


_register()
