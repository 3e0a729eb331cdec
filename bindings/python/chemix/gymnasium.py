# SPDX-License-Identifier: Apache-2.0
"""Gymnasium environments of all games, one seat against others: ``pip install chemix[gymnasium]``.

Importing this module registers ``chemix/Chemuno-v1``, ``chemix/ChipIt-v1`` and so on, each with a
vector environment of its own, which steps all plays natively.

>>> import gymnasium
>>> import chemix.gymnasium
>>> table = gymnasium.make("chemix/Chemuno-v1", players=3)
>>> seen, info = table.reset(seed=7)
>>> seen, reward, *_ = table.step(table.action_space.sample(seen["action_mask"]))
>>> tables = gymnasium.make_vec("chemix/Chemuno-v1", num_envs=64, players=3)
>>> seen, info = tables.reset(seed=7)
>>> seen["observation"].shape[0]
64

The seat is asked again and again until the play is over; what chance and the others do in
between belongs to the step. The reward is 0 until then, and ``State.returns`` of the seat at the
end. With ``reset(seed)`` the cards are those of ``Game.deal(seed)``; later plays follow from that
seed. A play in which the seat is never asked is passed over; InputError says when 1,000 are.

Others decide at random for the seed of the play, or by a policy, as studies take them: one of the
library, such as ``"heuristic"`` (:class:`chemix.Policy`), or a function ``policy(seen, random)`` from
what its player sees, an :class:`chemix.Observation`, and a source of random numbers, a
:class:`numpy.random.Generator` of its own for each play, to an action, its id or its text. It
cannot see more.

What happens with an action that is not legal, ``illegal`` says; never is another one taken for it:

- ``"end"``: the episode ends with -1;
- ``"refuse"``: nothing changes;
- ``"raise"``: InputError.

In the first two cases ``info["illegal"]`` is the ID of the rule that refuses it, such as
``"CU-11"``, or ``""`` for a number that is no action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

try:
    import gymnasium
except ImportError as missing:
    message = "chemix.gymnasium needs Gymnasium: pip install chemix[gymnasium]"
    raise ImportError(message) from missing

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import chemix
from chemix._adapters import camel_case, game_of
from chemix._environments import (
    ILLEGAL,
    RENDER_MODES,
    Rendered,
    View,
    action_id,
    array_of,
    expect_dealt,
    expect_on,
    expect_seed,
    refusal,
    render_modes,
    seed_drawn,
    view_space,
)
from chemix._errors import MOST_OF_64_BITS, expect, length, quoted, whole, wrong
from chemix._plays import batch_of, choice, decided, source_of
from chemix._policies import function_of, policies_of

if TYPE_CHECKING:
    from os import PathLike

    from chemix import _policies, protocol

__all__ = ["Policy", "SeatEnv", "SeatVectorEnv"]

# Of the library, or a function as studies take it.
Policy: TypeAlias = "str | chemix.Policy | _policies.Policy"
Bools: TypeAlias = npt.NDArray[np.bool_]
# The bounds of their observations are arrays, too.
_MOST_ENVS = 2**16


def _expect_options(options: Mapping[str, Any] | None, *known: str) -> None:
    """Raise InputError for options of ``reset`` that there are not."""
    if not isinstance(options, Mapping | None):
        raise wrong("options", quoted(options), "must be values by name, or None")
    for name in options or {}:
        if name not in known:
            reason = f"known: {', '.join(known)}" if known else "there are no options of reset"
            raise wrong("options", name, reason)


class _Seat:
    """One seat of some plays, in which the others decide by themselves."""

    def __init__(
        self,
        game: protocol.Game,
        plays: int,
        seat: int,
        opponents: Policy | Mapping[int, Policy] | None,
        illegal: str,
        threads: int,
    ) -> None:
        seat = whole("seat", seat, 0, game.players - 1)
        expect("illegal", illegal, ILLEGAL)
        others = [other for other in range(game.players) if other != seat]
        if not isinstance(opponents, Mapping):
            opponents = {} if opponents is None else dict.fromkeys(others, opponents)
        # By seat, who does not decide at random; by play and seat, what is drawn from.
        self._policies: dict[int, _policies.Policy] = {}
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
        self._batch = batch_of(game, range(plays), threads)
        self.is_dealt = False
        at_random = [seat not in self._policies for seat in range(game.players)]
        self._at_random = np.tile(at_random, (plays, 1))
        self.over: Bools = np.ones(plays, np.bool_)

    def deal(
        self, random: Sequence[np.random.Generator], seeds: Sequence[int | None], where: Bools
    ) -> None:
        """Begin plays anew, up to where the seat is asked."""
        given = [
            seed_drawn(random[i]) if chosen and seed is None else int(seed or 0)
            for i, (seed, chosen) in enumerate(zip(seeds, where, strict=True))
        ]
        self.is_dealt = True
        self.over[where] = False
        for _ in range(1000):
            self._batch.reset(given, where=where)
            self._sources |= {
                (i, seat): source_of(given[i], seat)
                for i in np.flatnonzero(where).tolist()
                for seat in self._policies
            }
            self._play_others(where)
            where = where & (self._batch.acting != self._seat)
            if not where.any():
                return
            for i in np.flatnonzero(where).tolist():
                given[i] = seed_drawn(random[i])
        raise wrong("seat", self._seat, "is asked in none of 1,000 plays")

    def take(
        self, actions: npt.NDArray[np.integer[Any]], where: Bools
    ) -> tuple[npt.NDArray[np.float64], Bools, dict[int, str]]:
        """Take actions of the seat; give rewards, what is over and by play what refuses."""
        if actions.dtype.kind not in "iu" or actions.shape != where.shape:
            reason = f"must be {len(where)} ids"
            raise chemix.InputError(f"actions: {reason}", "actions", "", reason, "")
        refused = {}
        for i in np.flatnonzero(where & ~self._legal(actions)).tolist():
            rule = refusal(self._batch[i], self._seat, int(actions[i]), self._illegal)
            refused[i] = rule or ""
        legal = where.copy()
        legal[list(refused)] = False
        self._batch.step(actions, where=legal)
        gains, over = self._play_others(legal)
        rewards = np.where(legal, gains[:, self._seat], 0.0)
        over &= legal
        if self._illegal == "end":
            rewards[where & ~legal] = -1.0
            over |= where & ~legal
        self.over |= over
        return rewards, over, refused

    def views(self) -> View:
        """Make what the seat sees, for all plays."""
        asked = (self._batch.acting == self._seat) & ~self.over
        mask = self._batch.masks() & asked[:, None]
        return {
            "observation": self._batch.tensors(seat=self._seat),
            "action_mask": mask.view(np.int8),
        }

    def state(self, play: int) -> Any:
        """Give the state of a play; raise RuntimeError before any was dealt."""
        expect_dealt(self.is_dealt)
        return self._batch[play]

    def _legal(self, actions: npt.NDArray[np.integer[Any]]) -> Bools:
        """Tell which actions may be done."""
        masks = self._batch.masks()
        known = (actions >= 0) & (actions < masks.shape[1])
        may: Bools = masks[np.arange(len(actions)), np.where(known, actions, 0)] & known
        return may

    def _play_others(self, where: Bools) -> tuple[npt.NDArray[np.float64], Bools]:
        """Let the others decide in some plays until the seat is asked."""
        if self._policies:
            for _ in decided(self._batch, self._at_random, self._chosen, where, self._seat):
                pass
        return self._batch.play_to(self._seat, where=where)

    def _chosen(self, play: int, seat: int, state: protocol.State, _: int) -> int:
        return choice(self._policies[seat], self._sources[play, seat], state, seat)


class SeatEnv(Rendered, gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a game.

    Args:
        game: a game, or the name of one; also one in Python (:mod:`chemix.protocol`), which has no
            pictures.
        players: how many play; by default the fewest.
        deck: as in :func:`chemix.load`.
        seat: which seat is played.
        opponents: the policy of all others, or policies by seat, such as ``{1: "heuristic"}``; who has
            none decides at random.
        illegal: what an action that is not legal does: "end", "refuse" or "raise".
        render_mode: "ansi" for text, "rgb_array" for a picture, "human" to print the text.
        **options: the game's options.

    Raises:
        InputError: as :func:`chemix.load`, and for seats and words that there are not.

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
        render_mode: str | None = None,
        **options: float | bool | str,
    ) -> None:
        made = game_of(game, players, deck, options)
        self._seat = _Seat(made, 1, seat, opponents, illegal, threads=1)
        super().__init__(made, render_mode, seat)
        self.metadata = {**self.metadata, "render_modes": render_modes(made)}
        self.observation_space = view_space(made, made.action_count)
        self.action_space = spaces.Discrete(made.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[View, dict[str, Any]]:
        """Deal.

        Raises:
            InputError: any options, since there are none, and a seed that is none.

        """
        _expect_options(options)
        seed = expect_seed(seed)
        super().reset(seed=seed)
        self._seat.deal([self.np_random], [seed], np.ones(1, np.bool_))
        return self._view(), {}

    def step(self, action: int | np.integer[Any]) -> tuple[View, float, bool, bool, dict[str, Any]]:
        """Take an action of the seat, by its id, and go on to its next.

        Raises:
            InputError: what is no id, and an action that is not legal where ``illegal`` is "raise".
            RuntimeError: before the first reset, and when the play is over.

        """
        expect_on(not self._seat.over[0])
        # What fits no array is no action either.
        id = min(max(action_id("action", action), -(2**63)), 2**63 - 1)
        rewards, over, refused = self._seat.take(np.array([id]), np.ones(1, np.bool_))
        info = {"illegal": refused[0]} if refused else {}
        return self._view(), float(rewards[0]), bool(over[0]), False, info

    def action_masks(self) -> Bools:
        """Make the mask as a bool array, as learners with masks ask for it."""
        return self._view()["action_mask"].view(np.bool_)

    def render(self) -> Any:
        """Tell or draw the table as the seat sees it, or print it in mode "human".

        Raises:
            RuntimeError: before the first reset.

        """
        return self._rendered(self._seat.state(0))

    def _view(self) -> View:
        return {name: rows[0] for name, rows in self._seat.views().items()}


class SeatVectorEnv(VectorEnv[View, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """One seat of many plays of a game, stepped natively.

    Each play is that of a :class:`SeatEnv` with the same seed: ``reset(seed=7)`` gives play i the
    seed 7 + i, ``seed`` may be a list too. What is refused is told as ``infos["illegal"]``, an
    array of rule IDs, in the plays that ``infos["_illegal"]`` marks.

    Args:
        game: as in :class:`SeatEnv`, as are all that are not named here.
        num_envs: how many plays, at most 65,536.
        autoreset_mode: when plays that are over begin anew: with the next step, which looks at no
            action of theirs; with the same step, which tells the last view in
            ``infos["final_obs"]``; or never, but by ``reset(options={"reset_mask": ...})``, a bool
            array.
        threads: how many threads step them; those of a game in Python one alone.

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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        **options: float | bool | str,
    ) -> None:
        num_envs = whole("num_envs", num_envs, 1, _MOST_ENVS)
        threads = whole("threads", threads, 1, 256)
        made = game_of(game, players, deck, options)
        if not isinstance(autoreset_mode, AutoresetMode):
            expect("autoreset_mode", autoreset_mode, tuple(mode.value for mode in AutoresetMode))
        self._mode = AutoresetMode(autoreset_mode)
        self._seat = _Seat(made, num_envs, seat, opponents, illegal, threads)
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
        """Deal all plays, or those of the bool array ``options["reset_mask"]``.

        Raises:
            InputError: a mask or seeds that do not fit, and other options.

        """
        _expect_options(options, "reset_mask")
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        where = array_of("reset_mask", mask)
        if where.dtype != np.bool_ or where.shape != (self.num_envs,):
            reason = f"must be a bool array of shape ({self.num_envs},)"
            raise wrong("reset_mask", f"of {where.dtype}, shape {where.shape}", reason)
        seeds: list[int | None] = [None] * self.num_envs
        if isinstance(seed, Sequence | np.ndarray):
            if length(seed) != self.num_envs:
                raise wrong("seed", length(seed), f"must be {self.num_envs}")
            seeds = [expect_seed(one) for one in seed]
        elif seed is not None:
            first = whole("seed", seed, 0, MOST_OF_64_BITS + 1 - self.num_envs)
            seeds = list(range(first, first + self.num_envs))
        for i, (one, chosen) in enumerate(zip(seeds, where, strict=True)):
            if chosen and one is not None:
                self._random[i] = np_random(one)[0]
        self._seat.deal(self._random, seeds, where)
        return self._seat.views(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[View, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Take an action in each play, by its id.

        Raises:
            InputError: actions that are no array of ids, one for each play, and one that is not
                legal where ``illegal`` is "raise".
            RuntimeError: before the first reset, and for a play that is over, where none begins
                anew by itself.

        """
        before = self._seat.over.copy()
        begins = self._mode == AutoresetMode.NEXT_STEP and self._seat.is_dealt
        if before.any() and not begins:
            message = "plays are over, or none was dealt: reset them first"
            raise RuntimeError(message)
        rewards, over, refused = self._seat.take(array_of("actions", actions), ~before)
        ends = over if self._mode == AutoresetMode.SAME_STEP else np.zeros_like(over)
        infos = self._told({i: rule for i, rule in refused.items() if not ends[i]})
        begin = over if self._mode == AutoresetMode.SAME_STEP else before
        if ends.any():
            last = self._seat.views()
            infos["final_obs"] = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(over).tolist():
                infos["final_obs"][i] = {name: rows[i] for name, rows in last.items()}
            infos["_final_obs"] = over.copy()
            infos["final_info"] = self._told({i: rule for i, rule in refused.items() if ends[i]})
            infos["_final_info"] = over.copy()
        if begin.any() and self._mode != AutoresetMode.DISABLED:
            self._seat.deal(self._random, [None] * self.num_envs, begin)
        return self._seat.views(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _told(self, refused: dict[int, str]) -> dict[str, Any]:
        """Make the infos of the plays whose actions were refused, by the rule."""
        if not refused:
            return {}
        rules = np.full(self.num_envs, None, dtype=object)
        rules[list(refused)] = list(refused.values())
        return {"illegal": rules, "_illegal": np.isin(np.arange(self.num_envs), list(refused))}


def _register() -> None:
    for name in chemix.games():
        gymnasium.register(
            f"chemix/{camel_case(name)}-v1",
            entry_point="chemix.gymnasium:SeatEnv",
            vector_entry_point="chemix.gymnasium:SeatVectorEnv",
            kwargs={"game": name},
        )


_register()
