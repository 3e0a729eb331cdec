# SPDX-License-Identifier: Apache-2.0
"""Plays by policies: the loop in which all of them are asked, of any game, native or in Python."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

import chemix
from chemix._errors import MOST_OF_64_BITS, cut, expect, quoted, whole, wrong, wrong_choice
from chemix._policies import Native, Policy, function_of

if TYPE_CHECKING:
    from chemix import protocol, values

Bools: TypeAlias = npt.NDArray[np.bool_]
Numbers: TypeAlias = npt.NDArray[np.float32]
Outcome: TypeAlias = tuple[npt.NDArray[np.float64], Bools]


class Batch(Protocol):
    """Plays side by side, as :class:`chemix.Batch` says."""

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


def batch_of(game: protocol.Game, seeds: Sequence[int], threads: int = 1) -> Batch:
    """Deal plays side by side that stay as they are when they are over."""
    if isinstance(game, chemix.Game):
        return chemix.Batch(game, seeds, auto_reset=False, threads=threads)
    return _Plays(game, seeds)


class Asked(NamedTuple):
    """What is decided at once in plays side by side, before it is done.

    Attributes:
        plays: which of them decide, ascending: of shape (n,), as are the others.
        seats: who decides.
        actions: the ids of what was chosen.

    """

    plays: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int32]


# Chooses for a seat of a play, in a state, after so many decisions, the id of what is legal.
Choose: TypeAlias = "Callable[[int, int, protocol.State, int], int]"


def decided(
    batch: Batch, at_random: Bools, choose: Choose, where: Bools | None = None, until: int = -1
) -> Iterator[Asked]:
    """Play on side by side, and give what is decided, step by step.

    Args:
        batch: the plays.
        at_random: by play and seat, who decides at random, as the batch draws.
        choose: is asked for all others, with the play, the seat, the state and how many decisions
            this has given of the play.
        where: which plays go on, by default all.
        until: the seat that plays stop at.

    Yields:
        what the plays that go on do next; it is done when the next is asked for.

    Raises:
        Exception: what ``choose`` raises.

    """
    for nth in count():
        acting = batch.acting
        goes_on = (acting >= 0) & (acting != until)
        if where is not None:
            goes_on &= where
        plays = np.flatnonzero(goes_on)
        if not len(plays):
            return
        seats = acting[plays]
        drawn = np.zeros(len(batch), np.bool_)
        drawn[plays] = at_random[plays, seats]
        actions = batch.random_actions(where=drawn)
        for play in np.flatnonzero(goes_on & ~drawn).tolist():
            actions[play] = choose(play, int(acting[play]), batch[play], nth)
        yield Asked(plays, seats, actions[plays])
        batch.step(actions, where=goes_on)


def choice(policy: Policy, source: np.random.Generator, state: protocol.State, seat: int) -> int:
    """Ask a policy by what a seat sees, and tell the id of what it chose.

    Raises:
        InputError: what is no action, or not legal.
        Exception: what the policy raises.

    """
    chosen = policy(state.observation(seat), source)
    try:
        id = _id_of(state.game, chosen)
        if isinstance(state, chemix.State) and state.check(id, seat) is not None:
            # The rule says why not.
            state.apply(id, seat)
    except (LookupError, TypeError, ValueError) as error:
        raise wrong_choice(policy, seat, chosen, error) from error
    rule = None if isinstance(state, chemix.State) else refusal_of(state, id, seat)
    if rule is not None:
        refused = wrong("action", id, "is not legal", rule)
        raise wrong_choice(policy, seat, chosen, refused)
    return id


def choice_in_play(
    policy: Policy,
    source: np.random.Generator,
    state: protocol.State,
    seat: int,
    seed: int,
    nth: int,
) -> int:
    """Ask a policy as :func:`choice` does, in the play of a seed, after so many decisions.

    One of the library draws as in ``Game.playout`` of this seed.
    """
    if isinstance(policy, Native):
        seen: Any = state.observation(seat)
        return policy.policy.choose(seen, seed, decision=nth).id
    return choice(policy, source, state, seat)


def _id_of(game: protocol.Game, chosen: protocol.Action | int | str) -> int:
    """Tell the id of what a policy returned."""
    if isinstance(chosen, str):
        return game.action(chosen).id
    if isinstance(chosen, chemix.Action) and not _is_of(game, chosen):
        raise wrong("action", chosen, "is no action of a player of this game")
    found: Any = getattr(chosen, "id", chosen)
    id = index(found)
    if not 0 <= id < game.action_count:
        raise wrong("action", id, f"ids are from 0 to {game.action_count - 1}")
    return id


def _is_of(game: protocol.Game, action: chemix.Action) -> bool:
    """Tell whether an action of the library is one of this game's players."""
    return isinstance(game, chemix.Game) and game.action(action.id) == action


def tensor_bounds(layout: values.TensorLayoutDict) -> tuple[Numbers, Numbers]:
    """List between what each number of a tensor is, as its layout tells."""
    fields = layout["fields"]
    sizes = np.array([field["size"] for field in fields], np.int64)
    low = np.array([field["low"] for field in fields], np.float32)
    high = np.array([field["high"] for field in fields], np.float32)
    return np.repeat(low, sizes), np.repeat(high, sizes)


def tensor_of(seen: protocol.Observation, low: Numbers, high: Numbers) -> Numbers:
    """Make the tensor of what is seen in a game that may be in Python."""
    if isinstance(seen, chemix.Observation):
        return seen.tensor()
    given: Any = seen.tensor()
    try:
        numbers = np.asarray(given, np.float32)
    except (TypeError, ValueError) as error:
        reason = f"must be numbers: {cut(str(error))}"
        raise wrong("observation.tensor", quoted(given), reason) from error
    if numbers.shape != low.shape:
        reason = f"must be of shape {low.shape}, as tensor_layout says"
        raise wrong("observation.tensor", numbers.shape, reason)
    fits = np.isfinite(numbers) & (low <= numbers) & (numbers <= high)
    if not fits.all():
        i = int(np.argmin(fits))
        reason = f"must be from {low[i]:g} to {high[i]:g}, as tensor_layout says"
        raise wrong(f"observation.tensor[{i}]", numbers[i], reason)
    return numbers


def legal_ids(state: protocol.State, seat: int) -> list[int]:
    """List what a seat that is asked may do, of a game that may be in Python."""
    given: Any = state.legal_action_ids(seat)
    if isinstance(state, chemix.State):
        return list(given)
    try:
        legal = [index(id) for id in given]
    except TypeError:
        legal = []
    most = state.game.action_count - 1
    if not legal or legal != sorted(set(legal)) or legal[0] < 0 or legal[-1] > most:
        reason = f"must be ids from 0 to {most}, ascending, one or more of who is asked"
        raise wrong("state.legal_action_ids", given, reason)
    return legal


def refusal_of(state: protocol.State, action: int, seat: int) -> str | None:
    """Name the rule that refuses an action, of a game that may be in Python."""
    rule = state.check(action, seat)
    if not isinstance(rule, str | None):
        reason = "must be None for what is legal, else the ID of a rule"
        raise wrong("state.check", quoted(rule), reason)
    return rule


def chances_of(state: protocol.State) -> list[tuple[int, float]]:
    """List the ids of what chance may do, with their probabilities."""
    given = state.chance_outcomes()
    try:
        outcomes = [(action.id, float(share)) for action, share in given]
    except (AttributeError, TypeError, ValueError) as error:
        reason = "must be pairs of an action and its probability"
        raise wrong("state.chance_outcomes", given, reason) from error
    if isinstance(state, chemix.State):
        return outcomes
    most = state.game.chance_action_count - 1
    for id, _ in outcomes:
        whole("state.chance_outcomes", id, 0, most)
    shares = [share for _, share in outcomes]
    if not all(share >= 0 for share in shares):
        raise wrong("state.chance_outcomes", shares, "must be probabilities, each 0 or more")
    if not np.isclose(sum(shares), 1):
        reason = f"must be probabilities that sum to 1, not to {sum(shares):g}"
        raise wrong("state.chance_outcomes", shares, reason)
    return outcomes


def applied(state: protocol.State, action: int, player: int | None = None) -> protocol.State:
    """Apply an action, of a game in Python; its states are values, and this one stays as it is."""
    before = state.digest
    after = state.apply(action, player)
    if not hasattr(after, "is_chance") or state.digest != before:
        reason = "must make another state and leave this one as it is"
        raise wrong("state.apply", type(state).__name__, reason)
    return after


def gains_of(state: protocol.State) -> list[float]:
    """List what everybody gets, of a game that may be in Python."""
    gains = state.returns()
    if isinstance(state, chemix.State):
        return list(gains)
    game = state.game
    try:
        numbers = np.array(gains, np.float64)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    fits = numbers.shape == (game.players,) and bool(np.isfinite(numbers).all())
    if fits and game.players > 1:
        fits = bool(np.isclose(numbers.sum(), 0, atol=1e-6))
    # Rounding is nobody's fault.
    least, most = game.least_return - 1e-6, game.most_return + 1e-6
    if not fits or numbers.min() < least or numbers.max() > most:
        zero = " that sum to 0" if game.players > 1 else ""
        reason = (
            f"must be {game.players} numbers from {game.least_return} to {game.most_return}{zero}"
        )
        raise wrong("state.returns", gains, reason)
    return [float(number) for number in numbers]


# ---- One play, step by step ----


class Step(NamedTuple):
    """What was done: the player is None where chance acted."""

    player: int | None
    action: chemix.Action
    state: chemix.State


def source_of(*numbers: int) -> np.random.Generator:
    """Make random numbers for a policy; who has them cannot tell the numbers they come of.

    Of the seed of a play the policy could work out the deal.
    """
    told = "chemix policy " + " ".join(map(str, numbers))
    return np.random.default_rng(int.from_bytes(hashlib.sha256(told.encode()).digest(), "little"))


def sources_of(seed: int, players: int) -> list[np.random.Generator]:
    """Make random numbers for policies, by seat, for a play alone."""
    return [source_of(seed, player) for player in range(players)]


def decision(
    policy: str | Policy, state: chemix.State, player: int, source: np.random.Generator
) -> chemix.Action:
    """Let a policy decide once; at random is drawn from the source too."""
    function = function_of(policy)
    if function is None:
        legal = state.legal_actions(player)
        return legal[int(source.integers(len(legal)))]
    return state.game.action(choice(function, source, state, player))


def steps(
    game: chemix.Game,
    policies: Sequence[str | Policy],
    sources: Sequence[np.random.Generator],
    seed: int,
) -> Iterator[Step]:
    """Play as :meth:`chemix.Game.playout` does with policies of the library, and give each step.

    Args:
        game: what is played.
        policies: by seat.
        sources: random numbers for the policies, by seat.
        seed: below 2**64.

    """
    functions = [function_of(policy) for policy in policies]
    dealer = chemix.Dealer(seed)

    def choose(_: int, seat: int, state: protocol.State, nth: int) -> int:
        function = functions[seat]
        assert function is not None
        return choice_in_play(function, sources[seat], state, seat, seed, nth)

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

# Of each play, whether so many steps of chance and of players leave the state before as it was, and
# whether who decides sees what may be done.
STEPS_LOOKED_AT = 8


class _Play:
    """A play: what chance does, who of several decides and what is drawn follow from its seed."""

    def __init__(self, game: protocol.Game, seed: int) -> None:
        self.chance, self.actions, self.players = (
            np.random.default_rng([seed, stream]) for stream in range(3)
        )
        self.steps = 0
        self.looked_at = {False: 0, True: 0}
        self.most_steps = game.max_steps
        self.state = game.initial_state()
        self.go_on()

    def take(self, action: int) -> None:
        """Let who decides take an action, which is legal."""
        self.apply(action, self.acting)
        self.go_on()

    def apply(self, action: int, player: int | None = None) -> None:
        """Take a step."""
        self.steps += 1
        if self.steps > self.most_steps:
            raise wrong("game.max_steps", self.most_steps, "a play has more")
        # A game that changes its states mostly does so with the first steps.
        is_chance = player is None
        self.looked_at[is_chance] += 1
        if self.looked_at[is_chance] <= STEPS_LOOKED_AT:
            self.state = applied(self.state, action, player)
        else:
            self.state = self.state.apply(action, player)

    def go_on(self) -> None:
        """Let chance act, and tell who decides then: -1 when the play is over."""
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
            reason = f"must be nobody when the game is over, and seats from 0 to {most} before"
            raise wrong("state.acting", given, reason)
        # The ids of what may be done next; nothing when the play is over.
        self.legal: list[int] = []
        self.gains: list[float] = []
        self.acting = -1
        if not acting:
            self._end()
        else:
            self.acting = acting[int(self.players.integers(len(acting))) if acting[1:] else 0]
            self.legal = legal_ids(state, self.acting)
            if self.looked_at[False] < STEPS_LOOKED_AT:
                self._expect_seen()

    def _end(self) -> None:
        """Tell what everybody gets, of a state in which the game is over."""
        self.gains = gains_of(self.state)
        scores, players = self.state.scores(), self.state.game.players
        if np.shape(scores) != (players,):
            raise wrong("state.scores", scores, f"must be {players} whole numbers")
        for score in scores:
            whole("state.scores", score, -(2**63), 2**63 - 1)
        whole("state.digest", self.state.digest, 0, MOST_OF_64_BITS)

    def _expect_seen(self) -> None:
        """Raise InputError when who decides does not see what may be done."""
        actions = self.state.observation(self.acting).legal_actions()
        seen = [action.id for action in actions]
        if seen != self.legal:
            reason = f"must be those of state.legal_action_ids: {self.legal}"
            raise wrong("observation.legal_actions", seen, reason)

    def random_action(self) -> int:
        """Draw one of what may be done, -1 when the play is over."""
        return self.legal[int(self.actions.integers(len(self.legal)))] if self.legal else -1


class _Plays:
    """Plays of a game in Python, as :class:`Batch` says."""

    def __init__(self, game: protocol.Game, seeds: Sequence[int]) -> None:
        self._game = game
        self._bounds = tensor_bounds(game.tensor_layout())
        self._plays = [_Play(game, seed) for seed in seeds]

    def __len__(self) -> int:
        return len(self._plays)

    def __getitem__(self, i: int) -> protocol.State:
        return self._plays[i].state

    @property
    def acting(self) -> npt.NDArray[np.int8]:
        return np.array([play.acting for play in self._plays], np.int8)

    @property
    def digests(self) -> npt.NDArray[np.uint64]:
        return np.array([play.state.digest for play in self._plays], np.uint64)

    def masks(self) -> Bools:
        masks = np.zeros((len(self), self._game.action_count), np.bool_)
        for row, play in zip(masks, self._plays, strict=True):
            row[play.legal] = True
        return masks

    def tensors(self, *, seat: int | None = None) -> npt.NDArray[np.float32]:
        tensors = np.zeros((len(self), len(self._bounds[0])), np.float32)
        for row, play in zip(tensors, self._plays, strict=True):
            viewer = max(play.acting, 0) if seat is None else seat
            row[:] = tensor_of(play.state.observation(viewer), *self._bounds)
        return tensors

    def legal(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        lists = [play.legal for play in self._plays]
        offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        return offsets, np.array([id for ids in lists for id in ids], np.int32)

    def random_actions(self, *, where: Bools | None = None) -> npt.NDArray[np.int32]:
        drawn = np.full(len(self), -1, np.int32)
        for i in self._chosen(where):
            drawn[i] = self._plays[i].random_action()
        return drawn

    def step(self, actions: npt.ArrayLike, *, where: Bools | None = None) -> Outcome:
        ids = np.asarray(actions)
        if ids.dtype.kind not in "iu" or ids.shape != (len(self),):
            raise wrong("actions", "", f"must be {len(self)} ids")
        chosen = [i for i in self._chosen(where) if self._plays[i].acting >= 0]
        for i in chosen:
            id, play = int(ids[i]), self._plays[i]
            if not 0 <= id < self._game.action_count:
                reason = f"ids are from 0 to {self._game.action_count - 1}"
                raise wrong(f"actions[{i}]", id, reason)
            rule = refusal_of(play.state, id, play.acting)
            if rule is not None:
                reason = f"{self._game.action(id)} is not legal"
                raise wrong(f"actions[{i}]", id, reason, rule)
        for i in chosen:
            self._plays[i].take(int(ids[i]))
        return self._outcome()

    def play_to(self, seat: int, *, where: Bools | None = None) -> Outcome:
        expect("seat", seat, tuple(range(self._game.players)))
        for i in self._chosen(where):
            play = self._plays[i]
            while play.acting not in (-1, seat):
                play.take(play.random_action())
        return self._outcome()

    def reset(self, seeds: Sequence[int], *, where: Bools | None = None) -> None:
        if len(seeds) != len(self):
            raise wrong("seeds", len(seeds), f"must be {len(self)} numbers")
        for i in self._chosen(where):
            self._plays[i] = _Play(self._game, seeds[i])

    def _chosen(self, where: Bools | None) -> Sequence[int]:
        chosen: Sequence[int] = range(len(self))
        if where is not None:
            chosen = np.flatnonzero(where).tolist()
        return chosen

    def _outcome(self) -> Outcome:
        rewards = np.zeros((len(self), self._game.players))
        over = self.acting < 0
        for i in np.flatnonzero(over).tolist():
            rewards[i] = self._plays[i].gains
        return rewards, over
