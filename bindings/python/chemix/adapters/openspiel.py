# SPDX-License-Identifier: Apache-2.0
"""All games as OpenSpiel games."""

from __future__ import annotations

from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, Any, cast

try:
    import pyspiel
except ImportError as missing:
    message = 'chemix.openspiel needs OpenSpiel: pip install "chemix-engine[openspiel]"'
    raise ImportError(message) from missing

import numpy as np

import chemix
from chemix._errors import cut, encodable, expect, quoted, whole, wrong
from chemix.adapters.games import camel_case, game_of
from chemix.lab.python_games import (
    applied,
    chances_of,
    expect_game,
    gains_of,
    legal_ids,
    tensor_bounds,
    tensor_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from chemix import protocol


# Characters that separate or enclose the parameters in the text of a game.
_NOT_IN_TEXTS = frozenset(",=()\r\n")


def _parameters(name: str) -> dict[str, Any]:
    """Return all parameters of a game with their defaults."""
    about = chemix.describe(name)
    options = {option["name"]: option["default"] for option in about["options"]}
    parameters = {"players": about["min_players"], "deck": about["deck"], **options}
    return {name: _written(value) for name, value in parameters.items()}


def _written(value: Any) -> Any:
    """Replace commas, which separate parameters in OpenSpiel."""
    return value.replace(",", "+") if isinstance(value, str) else value


def _read(value: Any) -> Any:
    return value.replace("+", ",") if isinstance(value, str) else value


def _type_of(game: protocol.Game) -> pyspiel.GameType:
    dynamics = pyspiel.GameType.Dynamics
    utility = pyspiel.GameType.Utility
    title, least, most, parameters = game.name, game.players, game.players, {}
    is_native = isinstance(game, chemix.Game)
    if is_native:
        about = chemix.describe(game.name)
        title = chemix.words(game.name)["title"]
        least, most = about["min_players"], about["max_players"]
        parameters = _parameters(game.name)
    return pyspiel.GameType(
        short_name=f"chemix_{game.name}",
        long_name=title,
        dynamics=dynamics.SIMULTANEOUS if game.has_sealed_decisions else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        # The return of a single player is the score.
        utility=utility.ZERO_SUM if game.players > 1 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=is_native,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
        provides_factored_observation_string=is_native,
    )


class ChemixGame(pyspiel.Game):  # type: ignore[misc]
    """An OpenSpiel game; ``game`` is the chemix game that it wraps.

    >>> import pyspiel
    >>> import chemix.openspiel
    >>> game = pyspiel.load_game("chemix_chemuno(players=3,hand_size=5)")
    >>> game.game.option_values["hand_size"], game.num_distinct_actions() == game.game.action_count
    (5, True)

    Raises:
        NotImplementedError: always in this base class; use ``pyspiel.load_game``.

    """

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.game = self._made(parameters)
        super().__init__(
            _type_of(self.game),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.action_count,
                # Chance also selects the player if several may act.
                max_chance_outcomes=self.game.chance_action_count + self.game.players,
                num_players=self.game.players,
                min_utility=self.game.min_return,
                max_utility=self.game.max_return,
                utility_sum=0.0 if self.game.players > 1 else None,
                max_game_length=self.game.max_steps,
            ),
            parameters,
        )

    @staticmethod
    def _made(parameters: dict[str, Any]) -> protocol.Game:
        """Return the chemix game; each registered class has its own implementation."""
        raise NotImplementedError

    def __copy__(self) -> ChemixGame:
        """Return the game itself, since it is immutable."""
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> ChemixGame:
        """Return the game itself, since it is immutable."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the text of the game, as OpenSpiel does; for a Python game, the game itself."""
        if isinstance(self.game, chemix.Game):
            return _loaded_again, (str(self),)
        return _registered_again, (self.game,)

    def new_initial_state(self) -> ChemixState:
        """Return the state before anything is dealt.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> state = pyspiel.load_game("chemix_chemuno").new_initial_state()
        >>> state.is_chance_node(), state.state.phase
        (True, 'deal')
        """
        return ChemixState(self)

    def deserialize_state(self, text: str) -> ChemixState:
        """Read a state from its text, ``state.serialize()``.

        The text contains a pickle: read only texts that you trust.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> game = pyspiel.load_game("chemix_chemuno")
        >>> state = game.new_initial_state()
        >>> state.apply_action(state.legal_actions()[0])
        >>> game.deserialize_state(state.serialize()).state == state.state
        True

        Raises:
            InputError: it is not such a text, or that of a state of another game.

        """
        try:
            read = cast("ChemixState", super().deserialize_state(text))
            game = read.state.game
        except Exception as error:
            reason = f"must be the text of a state of this game: {cut(encodable(str(error)))}"
            raise wrong("text", quoted(text), reason) from error
        if (game.name, game.key) != (self.game.name, self.game.key):
            raise wrong("text", quoted(game), f"is the game of this state; must be {self.game!r}")
        return read

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> ChemixObserver:
        """Return an observer of everything that a player sees, or of a part of it.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> game = pyspiel.load_game("chemix_chemuno")
        >>> game.make_py_observer().tensor.shape == (game.game.tensor_size,)
        True

        Raises:
            InputError: as for :class:`ChemixObserver`.

        """
        if iig_obs_type is None:
            iig_obs_type = pyspiel.IIGObservationType(perfect_recall=False)
        return ChemixObserver(self.game, iig_obs_type, params)


class ChemixState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state; ``state`` is the chemix state that it wraps.

    >>> import pyspiel
    >>> import chemix.openspiel
    >>> state = pyspiel.load_game("chemix_chemuno").new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), state.state.phase
    (0, 'lead')
    """

    def __init__(self, game: ChemixGame) -> None:
        if not isinstance(game, ChemixGame):
            raise wrong("game", quoted(game), "must be a ChemixGame")
        super().__init__(game)
        self.state: protocol.State = game.game.initial_state()
        # The player that a chance node selected, if several may act.
        self._drawn: int | None = None

    def current_player(self) -> int:
        """Return the acting player, or the ``PlayerId`` of a chance, simultaneous or final node.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> state = pyspiel.load_game("chemix_chemuno").new_initial_state()
        >>> state.current_player() == pyspiel.PlayerId.CHANCE
        True
        """
        state = self.state
        if state.is_terminal:
            return int(pyspiel.PlayerId.TERMINAL)
        if state.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        acting = state.acting
        if len(acting) == 1:
            return min(acting)
        if state.is_sealed:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.CHANCE) if self._drawn is None else self._drawn

    def _legal_actions(self, player: int) -> list[int]:
        decides = self.current_player() in (player, int(pyspiel.PlayerId.SIMULTANEOUS))
        return legal_ids(self.state, player) if decides and player in self.state.acting else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance: dealing a card, or selecting the player to act.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> state = pyspiel.load_game("chemix_chemuno").new_initial_state()
        >>> round(sum(probability for _, probability in state.chance_outcomes()), 9)
        1.0
        """
        if self.state.is_chance:
            return chances_of(self.state)
        first = self.state.game.chance_action_count
        acting = sorted(self.state.acting)
        return [(first + player, 1 / len(acting)) for player in acting]

    def _apply_action(self, action: int) -> None:
        first = self.state.game.chance_action_count
        player = self.current_player()
        if player == int(pyspiel.PlayerId.CHANCE) and not self.state.is_chance:
            expect("action", action, tuple(first + acting for acting in sorted(self.state.acting)))
            self._drawn = action - first
            return
        self.state = _applied(self.state, action, None if player < 0 else player)
        self._drawn = None

    def _apply_actions(self, actions: Sequence[int]) -> None:
        state = self.state
        for player in sorted(state.acting):
            state = _applied(state, actions[player], player)
        self.state = state

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.state.game
        if player != int(pyspiel.PlayerId.CHANCE):
            return str(game.action(action))
        if action >= game.chance_action_count:
            return f"player {action - game.chance_action_count} acts"
        return str(game.action(action, chance=True))

    def is_terminal(self) -> bool:
        """Return whether the game is over.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> pyspiel.load_game("chemix_chemuno").new_initial_state().is_terminal()
        False
        """
        return self.state.is_terminal

    def returns(self) -> list[float]:
        """Return the return of each player; 0 before the end.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> pyspiel.load_game("chemix_chemuno").new_initial_state().returns()
        [0.0, 0.0]
        """
        return gains_of(self.state) if self.state.is_terminal else [0.0] * self.state.game.players

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> ChemixState:
        """Sample a state from the player's belief, indistinguishable from this one to the player.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> state = pyspiel.load_game("chemix_chemuno").new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.legal_actions()[0])
        >>> sample = state.resample_from_infostate(1, lambda: 0.5)
        >>> sample.information_state_string(1) == state.information_state_string(1)
        True

        Raises:
            InputError: the player is unknown, or the sampler returns a number outside [0, 1).
            NotImplementedError: the game is written in Python.

        """
        if not isinstance(self.state, chemix.State):
            raise NotImplementedError("only built-in games have beliefs")
        sample = cast("ChemixState", self.clone())
        drawn = probability_sampler()
        if not isinstance(drawn, Real) or not 0 <= drawn < 1:
            raise wrong(
                "probability_sampler", quoted(drawn), "must return numbers from 0 to below 1"
            )
        seed = int(drawn * 2**53)
        sample.state = self.state.determinize(player, seed=seed, others="undecided")
        return sample

    def __str__(self) -> str:
        return str(self.state)


class ChemixObserver:
    """Writes a player's observation into ``tensor``, and returns it as text.

    >>> import pyspiel
    >>> import chemix.openspiel
    >>> game = pyspiel.load_game("chemix_chemuno")
    >>> observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    >>> observer.tensor.shape == (game.game.information_state_tensor_size,)
    True

    Raises:
        InputError: the game or the ``pyspiel.IIGObservationType`` is not one, the type shows
            nothing or the private information of all players, or there are parameters.

    """

    def __init__(self, game: protocol.Game, kind: Any, params: dict[str, Any] | None) -> None:
        expect_game(game)
        if params is not None and not (isinstance(params, dict) and not params):
            raise wrong("params", quoted(params), "observations have no parameters")
        if not isinstance(kind, pyspiel.IIGObservationType):
            raise wrong("iig_obs_type", quoted(kind), "must be a pyspiel.IIGObservationType")
        private = pyspiel.PrivateInfoType
        self._shows_public = bool(kind.public_info)
        self._shows_own = kind.private_info == private.SINGLE_PLAYER
        self._perfect_recall = bool(kind.perfect_recall)
        if kind.private_info == private.ALL_PLAYERS or not (self._shows_public or self._shows_own):
            reason = "must show public information, that of a single player, or both"
            raise wrong("iig_obs_type", quoted(kind), reason)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not (self._shows_public and self._shows_own):
            return
        layout = game.tensor_layout()
        if self._perfect_recall:
            if not isinstance(game, chemix.Game):
                return
            layout = game.information_state_tensor_layout()
        self._bounds = tensor_bounds(layout)
        self.tensor = np.zeros(len(self._bounds[0]), np.float32)
        for field in layout["fields"]:
            part = self.tensor[field["offset"] : field["offset"] + field["size"]]
            self.dict[field["name"]] = part.reshape(field["shape"] or [1])

    def set_from(self, state: ChemixState, player: int) -> None:
        """Fill the tensor with a player's observation.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> game = pyspiel.load_game("chemix_chemuno")
        >>> observer, state = game.make_py_observer(), game.new_initial_state()
        >>> observer.set_from(state, player=1)
        >>> (observer.tensor == state.state.observation(1).tensor()).all().item()
        True

        Raises:
            InputError: the state is not a :class:`ChemixState`, or the player is unknown.

        """
        player = _expect_state(state, player)
        if self.tensor is None:
            return
        seen = state.state.observation(player)
        if self._perfect_recall and isinstance(seen, chemix.Observation):
            self.tensor[:] = seen.information_state_tensor()
        else:
            self.tensor[:] = tensor_of(seen, *self._bounds)

    def string_from(self, state: ChemixState, player: int) -> str | None:
        """Return a player's observation, or the requested part of it, as text.

        Returns None for the private part of a Python game, which does not separate the parts.

        >>> import pyspiel
        >>> import chemix.openspiel
        >>> game = pyspiel.load_game("chemix_chemuno")
        >>> observer, state = game.make_py_observer(), game.new_initial_state()
        >>> observer.string_from(state, player=1) == str(state.state.observation(1))
        True

        Raises:
            InputError: the state is not a :class:`ChemixState`, or the player is unknown.

        """
        player = _expect_state(state, player)
        if not self._shows_own:
            return str(state.state.observation("spectator"))
        seen = state.state.observation(player)
        if not self._shows_public:
            return str(seen.to_dict()["own"]) if isinstance(seen, chemix.Observation) else None
        return state.state.information_state(player) if self._perfect_recall else str(seen)


def _expect_state(state: object, player: object) -> int:
    """Return the player as an int; raise InputError for an invalid state or player."""
    if not isinstance(state, ChemixState):
        raise wrong("state", quoted(state), "must be a ChemixState")
    return whole("player", player, 0, state.state.game.players - 1)


def _applied(state: protocol.State, action: int, player: int | None) -> protocol.State:
    """Apply an action; for Python games, verify first that it is legal."""
    if not isinstance(state, chemix.State):
        legal = [id for id, _ in chances_of(state)] if player is None else legal_ids(state, player)
        expect("action", action, tuple(legal))
        return applied(state, action, player)
    return state.apply(action, player)


def register(game: protocol.Game) -> str:
    """Register a Python game, and return its OpenSpiel name: ``chemix_`` followed by its own.

    The game is registered with its options and players and has no parameters. It replaces any game
    already registered under the name.

    >>> import chemix.openspiel
    >>> chemix.openspiel.register(chemix.load("chemuno"))
    Traceback (most recent call last):
        ...
    chemix.InputError: game.name = chemuno: is the name of a built-in game

    Raises:
        InputError: the game does not implement :mod:`chemix.protocol`, or it has the name of a
            built-in game.

    """
    expect_game(game)
    if game.name in chemix.games():
        raise wrong("game.name", game.name, "is the name of a built-in game")
    _register(game, lambda _: game)
    return f"chemix_{game.name}"


def _loaded_again(text: str) -> ChemixGame:
    """Load a pickled game. Unpickling imports this module, which registers the built-in games."""
    return cast("ChemixGame", pyspiel.load_game(text))


def _registered_again(game: protocol.Game) -> ChemixGame:
    """Register and load a pickled Python game."""
    return _loaded_again(register(game))


def _register(game: protocol.Game, made: Callable[[dict[str, Any]], protocol.Game]) -> None:
    # Register a class, as OpenSpiel itself does: OpenSpiel would destroy a function only after the
    # interpreter has shut down.
    members = {"__module__": ChemixGame.__module__, "_made": staticmethod(made)}
    pyspiel.register_game(
        _type_of(game), type(f"{camel_case(game.name)}Game", (ChemixGame,), members)
    )


def _loaded(name: str, parameters: dict[str, Any]) -> chemix.Game:
    """Load a built-in game from the parameters that OpenSpiel parsed."""
    given = _parameters(name) | parameters
    players, deck = given.pop("players"), given.pop("deck")
    if isinstance(deck, str) and set(deck) & _NOT_IN_TEXTS:
        reason = (
            "must not contain commas, '=', parentheses or line breaks: OpenSpiel could not read "
        )
        raise wrong("deck", deck, reason + "the text of the game; rename the file")
    made = game_of(name, players, deck, {name: _read(value) for name, value in given.items()})
    return cast("chemix.Game", made)


for _name in chemix.games():
    _register(game_of(_name, None, None, {}), partial(_loaded, _name))


# Pickles name the public module.
for _public in (
    *(ChemixGame, ChemixObserver, ChemixState, register),
    *(_loaded_again, _registered_again),
):
    _public.__module__ = "chemix.openspiel"
