# SPDX-License-Identifier: Apache-2.0
"""Gymnasium environments for all games: one seat against opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

try:
    import gymnasium
except ImportError as missing:
    message = 'chemix.gymnasium needs Gymnasium: pip install "chemix-engine[gymnasium]"'
    raise ImportError(message) from missing

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import chemix
from chemix._errors import MAX_OF_64_BITS, expect, length, quoted, whole, wrong
from chemix._full_state import source_of_seat
from chemix.adapters.environments import (
    ILLEGAL,
    RENDER_MODES,
    Rendered,
    View,
    action_id,
    array_of,
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
from chemix.lab.episodes import batch_of, choice, decided, spawned_seeds
from chemix.lab.policies import function_of, policies_of

if TYPE_CHECKING:
    from os import PathLike

    from chemix import protocol
    from chemix.lab import policies

# A built-in policy, or a function as in studies.
Policy: TypeAlias = "str | chemix.Policy | policies.Policy"
Bools: TypeAlias = npt.NDArray[np.bool_]
# The observation space allocates arrays of bounds for every environment.
_MAX_ENVS = 2**16


def _expect_options(options: Mapping[str, Any] | None, *known: str) -> None:
    """Raise InputError for unknown options of ``reset``."""
    if not isinstance(options, Mapping | None):
        raise wrong("options", quoted(options), "must be values by name, or None")
    for name in options or {}:
        if name not in known:
            reason = f"known: {', '.join(known)}" if known else "reset has no options"
            raise wrong("options", name, reason)


class _Seat:
    """One seat of a batch of episodes, whose other seats play by themselves."""

    def __init__(
        self,
        game: protocol.Game,
        episodes: int,
        seat: int,
        opponents: Policy | Mapping[int, Policy] | None,
        illegal: str,
        threads: int,
        scale_rewards: bool,
    ) -> None:
        seat = whole("seat", seat, 0, game.players - 1)
        expect("illegal", illegal, ILLEGAL)
        expect("scale_rewards", scale_rewards, (True, False))
        others = [other for other in range(game.players) if other != seat]
        are_none = opponents is None or (isinstance(opponents, Mapping) and not opponents)
        if not others and not are_none:
            reason = "a game for one player has no opponents: leave them out, or pass players"
            raise wrong("opponents", quoted(opponents), reason)
        if not isinstance(opponents, Mapping):
            opponents = {} if opponents is None else dict.fromkeys(others, opponents)
        # By seat, the policies that are not random; by episode and seat, their random numbers.
        self._policies: dict[int, policies.Policy] = {}
        self._sources: dict[tuple[int, int], np.random.Generator] = {}
        for other, policy in opponents.items():
            expect("opponents", other, tuple(others))
            if isinstance(policy, str | chemix.Policy):
                function = function_of(policies_of(policy, game)[other])
                if function is not None:
                    self._policies[other] = function
            elif callable(policy):
                self._policies[other] = policy
            elif policy is not None:
                reason = (
                    "must be a policy's text or a function, or a mapping of them by seat, "
                    f"such as {{{other}: 'heuristic'}}"
                )
                raise wrong("opponents", quoted(policy), reason)
        self._seat = seat
        self._illegal = illegal
        self._least_reward = least_reward(game, scale_rewards)
        self._batch = batch_of(game, range(episodes), threads, scale_rewards=scale_rewards)
        self.is_dealt = False
        at_random = [seat not in self._policies for seat in range(game.players)]
        self._at_random = np.tile(at_random, (episodes, 1))
        self.over: Bools = np.ones(episodes, np.bool_)

    def deal(
        self, random: Sequence[np.random.Generator], seeds: Sequence[int | None], where: Bools
    ) -> None:
        """Start new episodes where selected, and advance them to the seat's first decision."""
        given = [
            seed_drawn(random[i]) if chosen and seed is None else int(seed or 0)
            for i, (seed, chosen) in enumerate(zip(seeds, where, strict=True))
        ]
        self.is_dealt = True
        self.over[where] = False
        for _ in range(1000):
            self._batch.reset(given, where=where)
            self._sources |= {
                (i, seat): source_of_seat(given[i], seat)
                for i in np.flatnonzero(where).tolist()
                for seat in self._policies
            }
            self._play_others(where)
            where = where & (self._batch.acting != self._seat)
            if not where.any():
                return
            for i in np.flatnonzero(where).tolist():
                given[i] = seed_drawn(random[i])
        raise wrong("seat", self._seat, "never decides in 1,000 episodes")

    def step(
        self, actions: npt.NDArray[np.integer[Any]], where: Bools
    ) -> tuple[npt.NDArray[np.float64], Bools, dict[int, str]]:
        """Apply actions of the seat; return rewards, ended episodes and refusals by episode."""
        if actions.dtype.kind not in "iu" or actions.shape != where.shape:
            reason = f"must be {len(where)} ids"
            raise chemix.InputError(f"actions: {reason}", "actions", "", reason, "")
        refused = {}
        for i in np.flatnonzero(where & ~self._legal(actions)).tolist():
            rule = refusal(self._batch[i], self._seat, int(actions[i]), self._illegal)
            refused[i] = rule or ""
        legal = where.copy()
        legal[list(refused)] = False
        own, _ = self._batch.step(actions, where=legal)
        others, over = self._play_others(legal)
        rewards = (own + others)[:, self._seat]
        over &= legal
        if self._illegal == "end":
            rewards[where & ~legal] = self._least_reward
            over |= where & ~legal
        self.over |= over
        return rewards, over, refused

    def views(self) -> View:
        """Return the seat's views of all episodes.

        No mask is empty: learners sample from the masks of episodes that are over, too.
        """
        asked = (self._batch.acting == self._seat) & ~self.over
        mask = self._batch.masks() | ~asked[:, None]
        return {
            "observation": self._batch.tensors(seat=self._seat),
            "action_mask": mask.view(np.int8),
        }

    def state(self, i: int) -> Any:
        """Return the state of an episode; raise RuntimeError before the first reset."""
        expect_dealt(self.is_dealt)
        return self._batch[i]

    def _legal(self, actions: npt.NDArray[np.integer[Any]]) -> Bools:
        """Return which of the actions are legal."""
        masks = self._batch.masks()
        known = (actions >= 0) & (actions < masks.shape[1])
        may: Bools = masks[np.arange(len(actions)), np.where(known, actions, 0)] & known
        return may

    def _play_others(self, where: Bools) -> tuple[npt.NDArray[np.float64], Bools]:
        """Let the opponents play, where selected, until the seat decides."""
        rewards = np.zeros((len(where), self._at_random.shape[1]))
        if self._policies:
            for _ in decided(
                self._batch, self._at_random, self._chosen, where, self._seat, rewards
            ):
                pass
        rest, over = self._batch.play_to(self._seat, where=where)
        return rewards + rest, over

    def _chosen(self, i: int, seat: int, state: protocol.State, _: int) -> int:
        return choice(self._policies[seat], state, seat, self._sources[i, seat])


class SeatEnv(Rendered, gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a game.

    >>> from chemix.gymnasium import SeatEnv
    >>> table = SeatEnv("chemuno", players=3, opponents="heuristic", illegal="raise")
    >>> seen, info = table.reset(seed=7)
    >>> seen["action_mask"].shape == (table.action_space.n,), bool(seen["action_mask"].any())
    (True, True)

    Args:
        game: a game or the name of one. A Python game (:mod:`chemix.protocol`) is accepted too; it
            cannot be rendered as a picture.
        players: the number of players; by default the minimum.
        deck: as in :func:`chemix.load`.
        seat: the agent's seat.
        opponents: the policy of all other seats, or policies by seat, such as
            ``{1: "heuristic"}``; a seat without a policy plays at random. A game for one player,
            which some games are by default, has none.
        illegal: how an illegal action is handled. "end" ends the episode with the least return of
            the game, so that no result of legal play is worse; "refuse" changes nothing; "raise"
            raises InputError. Train with "raise": then a policy that ignores its mask is noticed.
        scale_rewards: whether rewards are divided by the largest absolute return of the game,
            ``max(-game.min_return, game.max_return)``; they are then from -1 to 1.
        render_mode: "ansi" for text, "rgb_array" for a picture, "human" to print the text.
        **options: the game's options.

    Raises:
        InputError: as :func:`chemix.load`, or a seat or a word is unknown, or there are opponents
            in a game for one player.

    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | protocol.Game,
        *,
        players: int | None = None,
        deck: str | PathLike[str] | Mapping[str, Any] | None = None,
        seat: int = 0,
        opponents: Policy | Mapping[int, Policy] | None = None,
        illegal: str = "end",
        scale_rewards: bool = False,
        render_mode: str | None = None,
        **options: float | bool | str,
    ) -> None:
        made = game_of(game, players, deck, options)
        self._seat = _Seat(made, 1, seat, opponents, illegal, 1, scale_rewards)
        super().__init__(made, render_mode, seat)
        self.metadata = {**self.metadata, "render_modes": render_modes(made)}
        self.observation_space = view_space(made, made.action_count)
        self.action_space = spaces.Discrete(made.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[View, dict[str, Any]]:
        """Start a new episode.

        >>> from chemix.gymnasium import SeatEnv
        >>> seen, info = SeatEnv("chemuno").reset(seed=7)
        >>> sorted(seen), info
        (['action_mask', 'observation'], {})

        Raises:
            InputError: ``options`` is not empty, since there are none, or the seed is invalid.

        """
        _expect_options(options)
        seed = expect_seed(seed)
        super().reset(seed=seed)
        self._seat.deal([self.np_random], [seed], np.ones(1, np.bool_))
        return self._view(), {}

    def step(self, action: int | np.integer[Any]) -> tuple[View, float, bool, bool, dict[str, Any]]:
        """Apply an action of the seat, by its id, and advance to the seat's next decision.

        >>> from chemix.gymnasium import SeatEnv
        >>> table = SeatEnv("chemuno", illegal="refuse")
        >>> seen, info = table.reset(seed=7)
        >>> seen, reward, terminated, truncated, info = table.step(table.game.action("pass").id)
        >>> reward, terminated, info
        (0.0, False, {'illegal': 'GN-10'})

        Raises:
            InputError: the action is not an integer, or it is illegal and ``illegal`` is "raise".
            RuntimeError: there was no reset yet, or the episode is over.

        """
        expect_in_progress(not self._seat.over[0])
        # Clamp to what the array can hold: such a number is not an action id anyway.
        id = min(max(action_id("action", action), -(2**63)), 2**63 - 1)
        rewards, over, refused = self._seat.step(np.array([id]), np.ones(1, np.bool_))
        info = {"illegal": refused[0]} if refused else {}
        return self._view(), float(rewards[0]), bool(over[0]), False, info

    def action_masks(self) -> Bools:
        """Return the action mask as a bool array of shape (game.action_count,).

        MaskablePPO and similar learners call this method.

        >>> from chemix.gymnasium import SeatEnv
        >>> table = SeatEnv("chemuno")
        >>> seen, info = table.reset(seed=7)
        >>> table.action_masks().dtype, (table.action_masks() == seen["action_mask"]).all().item()
        (dtype('bool'), True)
        """
        return self._view()["action_mask"].view(np.bool_)

    def render(self) -> Any:
        """Return the table as the seat sees it, as text or picture; print it in mode "human".

        >>> from chemix.gymnasium import SeatEnv
        >>> table = SeatEnv("chemuno", render_mode="ansi")
        >>> seen, info = table.reset(seed=7)
        >>> print(table.render().splitlines()[0])
        == ChemiX Chemuno: the first card

        Raises:
            RuntimeError: there was no reset yet.

        """
        return self._rendered(self._seat.state(0))

    def _view(self) -> View:
        return {name: rows[0] for name, rows in self._seat.views().items()}


class SeatVectorEnv(VectorEnv[View, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """One seat in many episodes of a game, stepped natively.

    Each episode equals that of a :class:`SeatEnv` with the same seed. ``reset(seed=7)`` spawns an
    independent seed for each environment, as :class:`chemix.Batch` does. Gymnasium's own vectors
    give environment i the seed 7 + i, so that runs with seeds 7 and 8 share all games but one;
    ``reset(seed=range(7, 7 + num_envs))`` does the same here. ``infos["illegal"]`` holds the rule
    IDs of refused actions, for the environments that ``infos["_illegal"]`` marks.

    >>> from chemix.gymnasium import SeatVectorEnv
    >>> tables = SeatVectorEnv("chemuno", 16, players=3, illegal="raise")
    >>> seen, infos = tables.reset(seed=7)
    >>> seen["action_mask"].shape == (16, tables.single_action_space.n)
    True

    Args:
        game: as in :class:`SeatEnv`, as are all arguments that are not listed here.
        num_envs: the number of environments, at most 65,536.
        autoreset_mode: when an ended episode restarts: in the next step, which ignores its action;
            in the same step, which reports the last view in ``infos["final_obs"]``; or only by
            ``reset(options={"reset_mask": ...})`` with a bool array.
        threads: the number of threads that step the environments; Python games use only one.

    """

    def __init__(
        self,
        game: str | protocol.Game,
        num_envs: int = 1,
        *,
        players: int | None = None,
        deck: str | PathLike[str] | Mapping[str, Any] | None = None,
        seat: int = 0,
        opponents: Policy | Mapping[int, Policy] | None = None,
        illegal: str = "end",
        scale_rewards: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        **options: float | bool | str,
    ) -> None:
        num_envs = whole("num_envs", num_envs, 1, _MAX_ENVS)
        threads = whole("threads", threads, 1, 256)
        made = game_of(game, players, deck, options)
        if not isinstance(autoreset_mode, AutoresetMode):
            expect("autoreset_mode", autoreset_mode, tuple(mode.value for mode in AutoresetMode))
        self._mode = AutoresetMode(autoreset_mode)
        self._seat = _Seat(made, num_envs, seat, opponents, illegal, threads, scale_rewards)
        self._random = [np_random()[0] for _ in range(num_envs)]
        self.metadata = {"autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.single_observation_space = view_space(made, made.action_count)
        self.single_action_space = spaces.Discrete(made.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[View, dict[str, Any]]:
        """Start new episodes everywhere, or where the bool array ``options["reset_mask"]`` is true.

        >>> import numpy as np
        >>> from chemix.gymnasium import SeatVectorEnv
        >>> tables = SeatVectorEnv("chemuno", 2)
        >>> seen, infos = tables.reset(seed=[7, 8])
        >>> seen, infos = tables.reset(options={"reset_mask": np.array([False, True])})
        >>> seen["observation"].shape[0], infos
        (2, {})

        Raises:
            InputError: the mask or the seeds do not fit, or there are other options.

        """
        _expect_options(options, "reset_mask")
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        where = array_of("reset_mask", mask)
        if where.dtype != np.bool_ or where.shape != (self.num_envs,):
            reason = f"must be a bool array of shape ({self.num_envs},)"
            raise wrong("reset_mask", f"an array of {where.dtype}, shape {where.shape}", reason)
        seeds: list[int | None] = [None] * self.num_envs
        if isinstance(seed, Sequence | np.ndarray):
            if length(seed) != self.num_envs:
                raise wrong("seed", length(seed), f"must be {self.num_envs} seeds")
            seeds = [expect_seed(one) for one in seed]
        elif seed is not None:
            seeds = list(spawned_seeds(whole("seed", seed, 0, MAX_OF_64_BITS), self.num_envs))
        for i, (one, chosen) in enumerate(zip(seeds, where, strict=True)):
            if chosen and one is not None:
                self._random[i] = np_random(one)[0]
        self._seat.deal(self._random, seeds, where)
        return self._seat.views(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[View, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Apply an action in each environment, by its id.

        >>> from chemix.gymnasium import SeatVectorEnv
        >>> tables = SeatVectorEnv("chemuno", 4, illegal="raise")
        >>> seen, infos = tables.reset(seed=7)
        >>> actions = seen["action_mask"].argmax(axis=1)
        >>> seen, rewards, ends, truncations, infos = tables.step(actions)
        >>> rewards.shape, ends.dtype
        ((4,), dtype('bool'))

        Raises:
            InputError: the actions are not an array of one id per environment, or an action is
                illegal and ``illegal`` is "raise".
            RuntimeError: there was no reset yet, or an episode is over and automatic resets are
                disabled.

        """
        before = self._seat.over.copy()
        resets = self._mode == AutoresetMode.NEXT_STEP and self._seat.is_dealt
        if before.any() and not resets:
            message = "an episode is over, or there is none yet: call reset first"
            raise RuntimeError(message)
        rewards, over, refused = self._seat.step(array_of("actions", actions), ~before)
        ends = over if self._mode == AutoresetMode.SAME_STEP else np.zeros_like(over)
        infos = self._infos_of({i: rule for i, rule in refused.items() if not ends[i]})
        reset = over if self._mode == AutoresetMode.SAME_STEP else before
        if ends.any():
            last = self._seat.views()
            infos["final_obs"] = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(over).tolist():
                infos["final_obs"][i] = {name: rows[i] for name, rows in last.items()}
            infos["_final_obs"] = over.copy()
            infos["final_info"] = self._infos_of(
                {i: rule for i, rule in refused.items() if ends[i]}
            )
            infos["_final_info"] = over.copy()
        if reset.any() and self._mode != AutoresetMode.DISABLED:
            self._seat.deal(self._random, [None] * self.num_envs, reset)
        return self._seat.views(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _infos_of(self, refused: dict[int, str]) -> dict[str, Any]:
        """Return the infos with the rules that refused actions, by environment."""
        if not refused:
            return {}
        rules = np.full(self.num_envs, None, dtype=object)
        rules[list(refused)] = list(refused.values())
        return {"illegal": rules, "_illegal": np.isin(np.arange(self.num_envs), list(refused))}


def _register() -> None:
    for name in chemix.games():
        gymnasium.register(
            f"chemix/{camel_case(name)}-v2",
            entry_point="chemix.gymnasium:SeatEnv",
            vector_entry_point="chemix.gymnasium:SeatVectorEnv",
            kwargs={"game": name},
        )


_register()


# Pickles name the public module.
for _public in (SeatEnv, SeatVectorEnv, _Seat):
    _public.__module__ = "chemix.gymnasium"
