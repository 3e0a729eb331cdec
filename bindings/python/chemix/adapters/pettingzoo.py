# SPDX-License-Identifier: Apache-2.0
"""PettingZoo environments for all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

try:
    import pettingzoo
except ImportError as missing:
    message = 'chemix.pettingzoo needs PettingZoo: pip install "chemix-engine[pettingzoo]"'
    raise ImportError(message) from missing

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import chemix
from chemix._errors import cut, encodable, expect, quoted, whole, wrong
from chemix.adapters.environments import (
    ILLEGAL,
    Rendered,
    View,
    action_id,
    box_of,
    expect_dealt,
    expect_in_progress,
    expect_seed,
    least_reward,
    refusal,
    render_modes,
    seed_drawn,
    view_space,
)
from chemix.adapters.games import camel_case, game_of
from chemix.lab.episodes import Batch, batch_of
from chemix.lab.python_games import expect_game, legal_ids, tensor_of

if TYPE_CHECKING:
    from os import PathLike

    from chemix import protocol


class _Episode(Rendered):
    """One episode at a table, with its agents and their views: the base of both environments."""

    def __init__(
        self,
        game: protocol.Game,
        idle_actions: int,
        illegal: str,
        render_mode: str | None,
        viewer: int | str,
        scale_rewards: bool = False,
    ) -> None:
        expect_game(game)
        whole("idle_actions", idle_actions, 0, 1)
        super().__init__(game, render_mode, viewer)
        expect("illegal", illegal, ILLEGAL)
        expect("scale_rewards", scale_rewards, (True, False))
        self.illegal = illegal
        self.scale_rewards = scale_rewards
        self.least_reward = least_reward(game, scale_rewards)
        self.metadata: dict[str, Any] = {
            "name": f"chemix/{camel_case(game.name)}-v2",
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
        """The episode as a batch of one; a :class:`chemix.Batch` for built-in games."""
        self._expect_episode()
        return self._batch

    def _expect_episode(self) -> None:
        expect_dealt(self._batch is not None)

    def _expect_agents(self) -> None:
        self._expect_episode()
        expect_in_progress(bool(self.agents))

    def deal(self, seed: int | None) -> None:
        """Start a new episode; raise InputError for an invalid seed.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> table.deal(7)
        >>> table.batch[0] == table.game.deal(7)
        True
        """
        seed = expect_seed(seed)
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        for _ in range(1000):
            drawn = seed_drawn(self._random) if seed is None else seed
            self._batch = batch_of(self.game, [drawn], scale_rewards=self.scale_rewards)
            if self.asked() >= 0:
                self.agents = list(self.possible_agents)
                return
            seed = None
        self._batch = None
        raise wrong("game", self.game.name, "has no decision in 1,000 episodes")

    def asked(self) -> int:
        """Return the seat that decides next, or -1 when the episode is over.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> table.reset(seed=7)
        >>> table.asked()
        0
        """
        return int(self.batch.acting[0])

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return the action mask of a seat that is to decide.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> table.reset(seed=7)
        >>> table.mask(0).nonzero()[0].tolist() == table.batch[0].legal_action_ids(0)
        True
        """
        seat = whole("seat", seat, 0, self.game.players - 1)
        mask = np.zeros(self.game.action_count, np.int8)
        mask[legal_ids(self.batch[0], seat)] = 1
        return mask

    def refusal(self, seat: int, action: int) -> str | None:
        """Return the rule that refuses an action, or None; raise if ``illegal`` is "raise".

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno", illegal="refuse")
        >>> table.reset(seed=7)
        >>> table.refusal(0, table.game.action("pass").id)
        'GN-10'
        """
        seat = whole("seat", seat, 0, self.game.players - 1)
        field = f"action of player_{seat}"
        action = action_id(field, action)
        return refusal(self.batch[0], seat, action, self.illegal, field)

    # ---- Methods of both kinds of environments ----

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of ``{"observation": float32, "action_mask": int8}``.

        >>> from chemix.pettingzoo import env
        >>> space = env("chemuno").observation_space("player_0")
        >>> sorted(space), space["observation"].dtype
        (['action_mask', 'observation'], dtype('float32'))

        Raises:
            InputError: there is no agent of this name.

        """
        expect("agent", agent, tuple(self.possible_agents))
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of action ids.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> int(table.action_space("player_0").n) == table.game.action_count
        True

        Raises:
            InputError: there is no agent of this name.

        """
        expect("agent", agent, tuple(self.possible_agents))
        return self.action_spaces[agent]

    def state(self) -> npt.NDArray[np.float32]:
        """Return the state tensor, from seat 0 on. Keep it from agents: it shows all hands.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> table.reset(seed=7)
        >>> table.state().shape == (table.game.state_tensor_size,)
        True

        Raises:
            NotImplementedError: the game is written in Python, and so has no state tensor.
            RuntimeError: there was no reset yet.

        """
        state = self.batch[0]
        if not isinstance(state, chemix.State):
            raise NotImplementedError(f"{self.game.name} has no state tensor")
        return state.state_tensor()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as ``viewer`` sees it, as text or picture; print it in mode "human".

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno", render_mode="ansi", viewer=0)
        >>> table.reset(seed=7)
        >>> print(table.render().splitlines()[0])
        == ChemiX Chemuno: the first card
        """
        return self._rendered(self.batch[0])

    def close(self) -> None:
        """Do nothing: there are no resources to release.

        >>> from chemix.pettingzoo import env
        >>> env("chemuno").close()
        """


class Table(_Episode, pettingzoo.AECEnv):  # type: ignore[misc]
    """A game whose agents act one after another; see :func:`env`.

    >>> from chemix.pettingzoo import env
    >>> table = env("chemuno", players=2)
    >>> table.reset(seed=7)
    >>> table.agent_selection, table.rewards
    ('player_0', {'player_0': 0.0, 'player_1': 0.0})
    """

    agent_selection: str

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new episode; ``options`` are ignored.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> table.reset(seed=7)
        >>> table.batch[0] == table.game.deal(seed=7)
        True

        Raises:
            InputError: the seed is not from 0 to 2**64 - 1.

        """
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.asked()]

    def last(self, observe: bool = True) -> tuple[View | None, float, bool, bool, dict[str, Any]]:
        """Return view, reward, termination, truncation and info of the agent to act.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> table.reset(seed=7)
        >>> view, reward, terminated, truncated, info = table.last()
        >>> sorted(view), reward, terminated, truncated, info
        (['action_mask', 'observation'], 0.0, False, False, {})

        Raises:
            InputError: ``observe`` is neither true nor false.
            RuntimeError: there was no reset yet, or no agent is left.

        """
        expect("observe", observe, (True, False))
        self._expect_agents()
        told: tuple[View | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def observe(self, agent: str) -> View:
        """Return the view of an agent: a float32 observation and an int8 mask, both of one axis.

        The mask allows nothing to agents that are not to act, as is the custom of PettingZoo, and
        every action once the episode is over, where learners may still sample from it.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno")
        >>> table.reset(seed=7)
        >>> view = table.observe("player_1")
        >>> view["observation"].shape == (table.game.tensor_size,), int(view["action_mask"].sum())
        (True, 0)

        Raises:
            InputError: there is no agent of this name.
            RuntimeError: there was no reset yet.

        """
        expect("agent", agent, tuple(self.possible_agents))
        state = self.batch[0]
        seat = self.possible_agents.index(agent)
        if any(self.terminations.values()):
            mask = np.ones(self.game.action_count, dtype=np.int8)
        elif agent == self.agent_selection:
            mask = self.mask(seat)
        else:
            mask = np.zeros(self.game.action_count, dtype=np.int8)
        return {"observation": self._tensor(state, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Apply an action of the agent to act; None if the agent is terminated.

        >>> from chemix.pettingzoo import env
        >>> table = env("chemuno", illegal="raise")
        >>> table.reset(seed=7)
        >>> view, *_ = table.last()
        >>> table.step(view["action_mask"].argmax())
        >>> table.rewards
        {'player_0': 0.0, 'player_1': 0.0}

        Raises:
            InputError: the action is not an integer, or it is illegal and ``illegal`` is "raise".
            RuntimeError: there was no reset yet, or no agent is left.

        """
        self._expect_agents()
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                reason = "must be None: the episode is over for this agent"
                raise wrong("action", quoted(action), reason)
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
                self.rewards[agent] = self.least_reward
        self._accumulate_rewards()
        self._deads_step_first()


class ParallelTable(_Episode, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """A game in which every agent submits an action at each step; see :func:`parallel_env`.

    >>> from chemix.pettingzoo import parallel_env
    >>> table = parallel_env("chemuno")
    >>> table.wait == table.game.action_count
    True
    """

    def __init__(
        self,
        game: protocol.Game,
        idle_actions: int,
        illegal: str,
        render_mode: str | None,
        viewer: int | str,
        scale_rewards: bool = False,
        *,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__(game, idle_actions, illegal, render_mode, viewer, scale_rewards)
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        self.wait = self.game.action_count
        self._waiting = np.zeros(self.wait + 1, dtype=np.int8)
        self._waiting[self.wait] = 1

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, View], dict[str, dict[str, Any]]]:
        """Start a new episode, and return views and infos by agent; ``options`` are ignored.

        >>> from chemix.pettingzoo import parallel_env
        >>> views, infos = parallel_env("chemuno").reset(seed=7)
        >>> sorted(views), infos
        (['player_0', 'player_1'], {'player_0': {}, 'player_1': {}})

        Raises:
            InputError: the seed is not from 0 to 2**64 - 1.

        """
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
        """Apply one action of every agent; agents that are not to decide pass ``wait``.

        >>> from chemix.pettingzoo import parallel_env
        >>> table = parallel_env("chemuno", illegal="raise")
        >>> views, infos = table.reset(seed=7)
        >>> choose = {agent: int(views[agent]["action_mask"].argmax()) for agent in table.agents}
        >>> views, rewards, terminations, truncations, infos = table.step(choose)
        >>> rewards, terminations
        ({'player_0': 0.0, 'player_1': 0.0}, {'player_0': False, 'player_1': False})

        Raises:
            InputError: the actions are not ids by agent, or an action is illegal and ``illegal``
                is "raise".

        """
        agents = self.agents
        if not isinstance(actions, Mapping) or actions.keys() != set(agents):
            reason = (
                f"must be of {', '.join(agents)}"
                if agents
                else "no agent is left: call reset first"
            )
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
                    rewards[agent] = self.least_reward
        is_refused = any(infos.values())
        if not is_refused:
            gains = sum(self.batch.step([said[self.asked()]])[0] for _ in asked)
            rewards = dict(zip(agents, gains[0].tolist(), strict=True))
        self._cycles += 1
        ends = self.asked() < 0 or (is_refused and self.illegal == "end")
        stops = not ends and self.max_cycles is not None and self._cycles >= self.max_cycles
        if ends or stops:
            self.agents = []
        views = self._views(agents, frozenset() if ends or stops else self._all_asked())
        return views, rewards, dict.fromkeys(agents, ends), dict.fromkeys(agents, stops), infos

    def _all_asked(self) -> frozenset[int]:
        """Return the seats that decide in this step: all in a sealed decision, otherwise one."""
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
    scale_rewards: bool = False,
    render_mode: str | None = None,
    viewer: int | str = "spectator",
    **options: float | bool | str,
) -> Table:
    """Make an AEC environment.

    >>> from chemix.pettingzoo import env
    >>> table = env("chemuno", players=3, illegal="raise", scale_rewards=True)
    >>> table.reset(seed=7)
    >>> table.agents, table.agent_selection
    (['player_0', 'player_1', 'player_2'], 'player_0')

    Args:
        game: a game or the name of one. A Python game (:mod:`chemix.protocol`) is accepted too; it
            has no state tensor and cannot be rendered as a picture.
        players: the number of players; by default the minimum.
        deck: as in :func:`chemix.load`.
        illegal: how an illegal action is handled. "end" ends the episode: the agent gets the least
            return of the game, so that no result of legal play is worse, and the others get 0.
            "refuse" changes nothing, and "raise" raises InputError. Train with "raise": then a
            policy that ignores its mask is noticed.
        scale_rewards: whether rewards are divided by the largest absolute return of the game,
            ``max(-game.min_return, game.max_return)``; they are then from -1 to 1.
        render_mode: "ansi" for text, "rgb_array" for a picture, "human" to print the text.
        viewer: the viewer whose observation is rendered: a seat or "spectator".
        **options: the game's options.

    Raises:
        InputError: as :func:`chemix.load`, or a word is unknown.

    """
    made = game_of(game, players, deck, options)
    return Table(made, 0, illegal, render_mode, viewer, scale_rewards)


def parallel_env(
    game: str | protocol.Game,
    *,
    players: int | None = None,
    deck: str | PathLike[str] | Mapping[str, Any] | None = None,
    illegal: str = "end",
    scale_rewards: bool = False,
    render_mode: str | None = None,
    viewer: int | str = "spectator",
    max_cycles: int | None = None,
    **options: float | bool | str,
) -> ParallelTable:
    """Make a Parallel environment, in which a sealed decision is one step of all its players.

    Agents that are not to decide pass ``wait``, an additional action after those of the game and
    the only one that their mask allows. With ``illegal="refuse"``, a step with any illegal action
    changes nothing. All agents are truncated after ``max_cycles`` steps. Everything else is as in
    :func:`env`.

    >>> from chemix.pettingzoo import parallel_env
    >>> table = parallel_env("react", players=3, illegal="raise")
    >>> views, infos = table.reset(seed=7)
    >>> list(views), int(views["player_2"]["action_mask"][table.wait])
    (['player_0', 'player_1', 'player_2'], 1)

    Raises:
        InputError: as :func:`env`, or ``max_cycles`` is below 1.

    """
    made = game_of(game, players, deck, options)
    return ParallelTable(
        made, 1, illegal, render_mode, viewer, scale_rewards, max_cycles=max_cycles
    )


def _register() -> None:
    for name in chemix.games():
        environment = f"chemix/{camel_case(name)}-v2"
        pettingzoo.register("aec", environment, env, kwargs={"game": name})
        pettingzoo.register("parallel", environment, parallel_env, kwargs={"game": name})


_register()


# Pickles name the public module.
for _public in (Table, ParallelTable, env, parallel_env):
    _public.__module__ = "chemix.pettingzoo"
