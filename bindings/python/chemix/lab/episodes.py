# SPDX-License-Identifier: Apache-2.0
"""The loop in which policies play batches of episodes, of built-in games and of Python games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

import chemix
from chemix._errors import MAX_OF_64_BITS, expect, whole, wrong, wrong_choice
from chemix._full_state import FullState, source_of_seat
from chemix.lab.policies import Native, Policy, function_of
from chemix.lab.python_games import (
    applied,
    chances_of,
    gains_of,
    largest_return,
    legal_ids,
    refusal_of,
    tensor_bounds,
    tensor_of,
)
from chemix.lab.stopping import current

if TYPE_CHECKING:
    from chemix import protocol

Bools: TypeAlias = npt.NDArray[np.bool_]
Outcome: TypeAlias = tuple[npt.NDArray[np.float64], Bools]


class Batch(Protocol):
    """A batch of episodes; see :class:`chemix.Batch`."""

    def __len__(self) -> int: ...
    def __getitem__(self, i: int) -> protocol.State: ...
    @property
    def acting(self) -> npt.NDArray[np.int8]: ...
    @property
    def digests(self) -> npt.NDArray[np.uint64]: ...
    def masks(self) -> Bools: ...
    def tensors(self, *, seat: int | None = None) -> npt.NDArray[np.float32]: ...
    def legal(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]: ...
    def random_actions(self, *, where: Bools | None = None) -> npt.NDArray[np.int32]: ...
    def step(self, actions: npt.ArrayLike, *, where: Bools | None = None) -> Outcome: ...
    def play_to(self, seat: int, *, where: Bools | None = None) -> Outcome: ...
    def reset(self, seeds: Sequence[int], *, where: Bools | None = None) -> None: ...


def batch_of(
    game: protocol.Game, seeds: Sequence[int], threads: int = 1, *, scale_rewards: bool = False
) -> Batch:
    """Deal a batch of episodes without automatic reset."""
    if isinstance(game, chemix.Game):
        return chemix.Batch(
            game, seeds, auto_reset=False, threads=threads, scale_rewards=scale_rewards
        )
    return _PythonBatch(game, seeds, scale_rewards)


def spawned_seeds(seed: int, count: int) -> list[int]:
    """Return the seeds that a seed spawns for the episodes of a batch, as chemix.Batch does."""
    sequences = (np.random.SeedSequence(seed, spawn_key=(i,), pool_size=8) for i in range(count))
    return [int(sequence.generate_state(1, np.uint64)[0]) for sequence in sequences]


class Asked(NamedTuple):
    """The decisions of one step of a batch, before they are applied.

    Attributes:
        episodes: indices of the episodes that decide, ascending. All arrays have shape (n,).
        seats: the deciding seats.
        actions: the ids of the chosen actions.

    """

    episodes: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int32]


# Takes the index of an episode, a seat, the state and the number of decisions so far; returns the
# id of a legal action.
Choose: TypeAlias = "Callable[[int, int, protocol.State, int], int]"


def decided(
    batch: Batch,
    at_random: Bools,
    choose: Choose,
    where: Bools | None = None,
    until: int = -1,
    rewards: npt.NDArray[np.float64] | None = None,
) -> Iterator[Asked]:
    """Play a batch of episodes, and yield the decisions step by step.

    Args:
        batch: the episodes.
        at_random: by episode and seat, whether the seat decides at random, drawn by the batch.
        choose: called for all other seats, with the index of the episode, the seat, the state and
            the number of decisions of the episode that this call has yielded.
        where: the episodes to play; by default all.
        until: episodes stop when this seat is to decide.
        rewards: an array by episode and seat, to which the rewards of all steps are added.

    Yields:
        the next decisions. They are applied when the next item is requested.

    Raises:
        Exception: anything that ``choose`` raises.

    """
    for nth in count():
        acting = batch.acting
        deciding = (acting >= 0) & (acting != until)
        if where is not None:
            deciding &= where
        episodes = np.flatnonzero(deciding)
        if not len(episodes):
            return
        seats = acting[episodes]
        drawn = np.zeros(len(batch), np.bool_)
        drawn[episodes] = at_random[episodes, seats]
        actions = batch.random_actions(where=drawn)
        for i in np.flatnonzero(deciding & ~drawn).tolist():
            actions[i] = choose(i, int(acting[i]), batch[i], nth)
        yield Asked(episodes, seats, actions[episodes])
        gained, _ = batch.step(actions, where=deciding)
        if rewards is not None:
            rewards += gained


def choice(policy: Policy, state: protocol.State, seat: int, source: np.random.Generator) -> int:
    """Call a policy with what it may see, and return the id of the action that it chose.

    Raises:
        InputError: the choice is not an action, or not legal.
        Exception: anything that the policy raises.

    """
    if isinstance(policy, FullState):
        chosen = policy(state, seat, source)
    else:
        chosen = policy(state.observation(seat), source)
    try:
        id = _id_of(state.game, chosen)
        if isinstance(state, chemix.State) and state.check(id, seat) is not None:
            # Raises RuleError with the reason.
            state.apply(id, seat)
    except (LookupError, TypeError, ValueError) as error:
        raise wrong_choice(policy, seat, chosen, error) from error
    rule = None if isinstance(state, chemix.State) else refusal_of(state, id, seat)
    if rule is not None:
        refused = wrong("action", id, "is not legal", rule)
        raise wrong_choice(policy, seat, chosen, refused)
    return id


def choice_in_episode(
    policy: Policy,
    source: np.random.Generator,
    state: protocol.State,
    seat: int,
    seed: int,
    nth: int,
) -> int:
    """Call a policy as :func:`choice` does, for decision number ``nth`` of the episode of a seed.

    A built-in policy draws the same random numbers as in ``Game.playout`` of this seed.
    """
    if isinstance(policy, Native):
        seen: Any = state.observation(seat)
        return policy.policy.choose(seen, seed, decision=nth, stop=current()).id
    return choice(policy, state, seat, source)


def _id_of(game: protocol.Game, chosen: protocol.Action | int | str) -> int:
    """Return the id of the action that a policy returned."""
    if isinstance(chosen, str):
        return game.action(chosen).id
    if isinstance(chosen, chemix.Action) and not _is_of(game, chosen):
        raise wrong("action", chosen, "is not a player action of this game")
    found: Any = getattr(chosen, "id", chosen)
    # A comparison that was returned by mistake, not action 0 or 1.
    if isinstance(found, bool):
        raise wrong("action", found, "must be an action, its id or its text")
    id = index(found)
    if not 0 <= id < game.action_count:
        raise wrong("action", id, f"must be an id from 0 to {game.action_count - 1}")
    return id


def _is_of(game: protocol.Game, action: chemix.Action) -> bool:
    """Return whether a chemix.Action is a player action of this game."""
    return isinstance(game, chemix.Game) and game.action(action.id) == action


# ---- One episode, step by step ----


class Step(NamedTuple):
    """A step: the action, the resulting state, and the player, which is None for chance."""

    player: int | None
    action: chemix.Action
    state: chemix.State


def sources_of(seed: int, players: int) -> list[np.random.Generator]:
    """Return random numbers for the policies of a single episode, by seat."""
    return [source_of_seat(seed, player) for player in range(players)]


def decision(
    policy: str | Policy, state: chemix.State, player: int, source: np.random.Generator
) -> chemix.Action:
    """Let a policy decide once; the random policy draws from ``source`` too."""
    function = function_of(policy)
    if function is None:
        legal = state.legal_actions(player)
        return legal[int(source.integers(len(legal)))]
    return state.game.action(choice(function, state, player, source))


def steps(
    game: chemix.Game,
    policies: Sequence[str | Policy],
    sources: Sequence[np.random.Generator],
    seed: int,
) -> Iterator[Step]:
    """Yield each step of an episode, which equals :meth:`chemix.Game.playout` with its sources.

    Args:
        game: the game.
        policies: the policies by seat.
        sources: random numbers for the policies, by seat.
        seed: the seed of the episode, below 2**64.

    """
    functions = [function_of(policy) for policy in policies]
    dealer = chemix.Dealer(seed)

    def choose(_: int, seat: int, state: protocol.State, nth: int) -> int:
        function = functions[seat]
        assert function is not None
        return choice_in_episode(function, sources[seat], state, seat, seed, nth)

    def dealt(state: chemix.State) -> Iterator[Step]:
        while state.is_chance:
            action = dealer.choose(state)
            state = state.apply(action)
            yield Step(None, action, state)

    state = game.initial_state()
    for step in dealt(state):
        state = step.state
        yield step
    at_random = np.array([[function is None for function in functions]])
    for _, seats, actions in decided(batch_of(game, [seed]), at_random, choose):
        seat, action = int(seats[0]), game.action(int(actions[0]))
        state = state.apply(action, seat)
        yield Step(seat, action, state)
        for step in dealt(state):
            state = step.state
            yield step


# ---- Games in Python ----

# The number of steps of chance, and of players, that are validated in each episode: that a step
# leaves the previous state unchanged, and that the acting player observes the legal actions.
STEPS_VALIDATED = 8


class _Episode:
    """A Python game in progress.

    Its seed determines chance, the acting player where several may act, and random actions.
    """

    def __init__(self, game: protocol.Game, seed: int) -> None:
        # Spawned: `default_rng([seed, 0])` would equal `default_rng(seed)`, which agents may use.
        self.chance, self.actions, self.players = (
            np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream,), pool_size=8))
            for stream in range(3)
        )
        self.steps = 0
        self.validated = {False: 0, True: 0}
        self.max_steps = game.max_steps
        self.state = game.initial_state()
        self.advance()

    def step(self, action: int) -> None:
        """Apply a legal action of the acting player, then advance to the next decision."""
        self.apply(action, self.acting)
        self.advance()

    def apply(self, action: int, player: int | None = None) -> None:
        """Apply an action of a player or of chance."""
        self.steps += 1
        if self.steps > self.max_steps:
            raise wrong("game.max_steps", self.max_steps, "an episode has more steps")
        # A game that wrongly mutates its states mostly does so in the first steps.
        is_chance = player is None
        self.validated[is_chance] += 1
        if self.validated[is_chance] <= STEPS_VALIDATED:
            self.state = applied(self.state, action, player)
        else:
            self.state = self.state.apply(action, player)

    def advance(self) -> None:
        """Let chance act, and set ``acting`` to the next seat to decide, or -1 at the end."""
        while self.state.is_chance:
            outcomes = chances_of(self.state)
            sums = np.cumsum([share for _, share in outcomes])
            nth = int(np.searchsorted(sums, self.chance.random() * sums[-1], "right"))
            self.apply(outcomes[nth][0])
        state = self.state
        given: Any = state.acting
        acting = sorted(given) if isinstance(given, Iterable) else [given]
        if state.is_terminal == bool(acting) or not set(acting) <= set(range(state.game.players)):
            most = state.game.players - 1
            reason = f"must be empty when the game is over, and otherwise seats from 0 to {most}"
            raise wrong("state.acting", given, reason)
        # The legal action ids; empty when the game is over.
        self.legal: list[int] = []
        self.gains: list[float] = []
        self.acting = -1
        if not acting:
            self._end()
        else:
            self.acting = acting[int(self.players.integers(len(acting))) if acting[1:] else 0]
            self.legal = legal_ids(state, self.acting)
            if self.validated[False] < STEPS_VALIDATED:
                self._expect_seen()

    def _end(self) -> None:
        """Read and validate the returns and scores of a terminal state."""
        self.gains = gains_of(self.state)
        scores, players = self.state.scores(), self.state.game.players
        if np.shape(scores) != (players,):
            raise wrong("state.scores", scores, f"must be {players} whole numbers")
        for score in scores:
            whole("state.scores", score, -(2**63), 2**63 - 1)
        whole("state.digest", self.state.digest, 0, MAX_OF_64_BITS)

    def _expect_seen(self) -> None:
        """Raise InputError if the acting player does not observe the legal actions."""
        actions = self.state.observation(self.acting).legal_actions()
        seen = [action.id for action in actions]
        if seen != self.legal:
            reason = f"must be those in state.legal_action_ids: {self.legal}"
            raise wrong("observation.legal_actions", seen, reason)

    def random_action(self) -> int:
        """Draw a legal action; return -1 when the game is over."""
        return self.legal[int(self.actions.integers(len(self.legal)))] if self.legal else -1


class _PythonBatch:
    """A :class:`Batch` of a Python game."""

    def __init__(self, game: protocol.Game, seeds: Sequence[int], scale_rewards: bool) -> None:
        self._game = game
        self._unit = largest_return(game) if scale_rewards else 1.0
        self._bounds = tensor_bounds(game.tensor_layout())
        self._episodes = [_Episode(game, seed) for seed in seeds]

    def __len__(self) -> int:
        return len(self._episodes)

    def __getitem__(self, i: int) -> protocol.State:
        return self._episodes[i].state

    @property
    def acting(self) -> npt.NDArray[np.int8]:
        return np.array([episode.acting for episode in self._episodes], np.int8)

    @property
    def digests(self) -> npt.NDArray[np.uint64]:
        return np.array([episode.state.digest for episode in self._episodes], np.uint64)

    def masks(self) -> Bools:
        masks = np.zeros((len(self), self._game.action_count), np.bool_)
        for row, episode in zip(masks, self._episodes, strict=True):
            row[episode.legal if episode.acting >= 0 else slice(None)] = True
        return masks

    def tensors(self, *, seat: int | None = None) -> npt.NDArray[np.float32]:
        tensors = np.zeros((len(self), len(self._bounds[0])), np.float32)
        for row, episode in zip(tensors, self._episodes, strict=True):
            viewer = max(episode.acting, 0) if seat is None else seat
            row[:] = tensor_of(episode.state.observation(viewer), *self._bounds)
        return tensors

    def legal(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        lists = [episode.legal for episode in self._episodes]
        offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        return offsets, np.array([id for ids in lists for id in ids], np.int32)

    def random_actions(self, *, where: Bools | None = None) -> npt.NDArray[np.int32]:
        drawn = np.full(len(self), -1, np.int32)
        for i in self._chosen(where):
            drawn[i] = self._episodes[i].random_action()
        return drawn

    def step(self, actions: npt.ArrayLike, *, where: Bools | None = None) -> Outcome:
        ids = np.asarray(actions)
        if ids.dtype.kind not in "iu" or ids.shape != (len(self),):
            raise wrong("actions", "", f"must be {len(self)} ids")
        chosen = [i for i in self._chosen(where) if self._episodes[i].acting >= 0]
        for i in chosen:
            id, episode = int(ids[i]), self._episodes[i]
            if not 0 <= id < self._game.action_count:
                reason = f"must be an id from 0 to {self._game.action_count - 1}"
                raise wrong(f"actions[{i}]", id, reason)
            rule = refusal_of(episode.state, id, episode.acting)
            if rule is not None:
                reason = f"{self._game.action(id)} is not legal"
                raise wrong(f"actions[{i}]", id, reason, rule)
        for i in chosen:
            self._episodes[i].step(int(ids[i]))
        return self._outcome(chosen)

    def play_to(self, seat: int, *, where: Bools | None = None) -> Outcome:
        expect("seat", seat, tuple(range(self._game.players)))
        chosen = [i for i in self._chosen(where) if self._episodes[i].acting >= 0]
        for i in chosen:
            episode = self._episodes[i]
            while episode.acting not in (-1, seat):
                episode.step(episode.random_action())
        return self._outcome(chosen)

    def reset(self, seeds: Sequence[int], *, where: Bools | None = None) -> None:
        if len(seeds) != len(self):
            raise wrong("seeds", len(seeds), f"must be {len(self)} seeds")
        for i in self._chosen(where):
            self._episodes[i] = _Episode(self._game, seeds[i])

    def _chosen(self, where: Bools | None) -> Sequence[int]:
        chosen: Sequence[int] = range(len(self))
        if where is not None:
            chosen = np.flatnonzero(where).tolist()
        return chosen

    def _outcome(self, stepped: Sequence[int]) -> Outcome:
        """Return the rewards and ends of a step; only episodes that it ended pay rewards."""
        rewards = np.zeros((len(self), self._game.players))
        over = self.acting < 0
        for i in stepped:
            if over[i]:
                rewards[i] = np.array(self._episodes[i].gains) / self._unit
        return rewards, over
