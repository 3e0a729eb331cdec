# SPDX-License-Identifier: Apache-2.0
"""OpenSpiel games of all games: ``pip install chemix[openspiel]``.

Importing this module registers ``chemix_chemuno``, ``chemix_chip_it`` and so on; players, deck and
the game's options are parameters, with a plus in the place of a comma.

>>> import pyspiel
>>> import chemix.openspiel
>>> game = pyspiel.load_game("chemix_chemuno(players=3,hand_size=5)")
>>> game.num_players()
3
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Chance is explicit, one card at a node. A sealed decision of several is one simultaneous node; where
several may act and it is not sealed, a chance node says who does, each alike. The information state
is that of :meth:`chemix.State.information_state`, tensors are those of docs/tensors.md, and
``resample_from_infostate`` draws from the belief.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

try:
    import pyspiel
except ImportError as missing:
    message = "chemix.openspiel needs OpenSpiel: pip install chemix[openspiel]"
    raise ImportError(message) from missing

import numpy as np

import chemix
from chemix._adapters import camel_case, game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

__all__ = ["ChemixGame", "ChemixObserver", "ChemixState"]


def _parameters(name: str) -> dict[str, Any]:
    """List all parameters of a game with their defaults."""
    about = chemix.describe(name)
    options = {option["name"]: option["default"] for option in about["options"]}
    parameters = {"players": about["min_players"], "deck": about["deck"], **options}
    return {name: _written(value) for name, value in parameters.items()}


def _written(value: Any) -> Any:
    """Write a choice without commas, which separate parameters in OpenSpiel."""
    return value.replace(",", "+") if isinstance(value, str) else value


def _read(value: Any) -> Any:
    return value.replace("+", ",") if isinstance(value, str) else value


def _type_of(game: chemix.Game) -> pyspiel.GameType:
    about = chemix.describe(game.name)
    dynamics = pyspiel.GameType.Dynamics
    utility = pyspiel.GameType.Utility
    has_sealed = any(phase["sealed"] for phase in game.catalogue["phases"])
    return pyspiel.GameType(
        short_name=f"chemix_{game.name}",
        long_name=chemix.words(game.name)["title"],
        dynamics=dynamics.SIMULTANEOUS if has_sealed else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        # A player alone gets the score.
        utility=utility.ZERO_SUM if game.players > 1 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=about["max_players"],
        min_num_players=about["min_players"],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game.name),
        provides_factored_observation_string=True,
    )


class ChemixGame(pyspiel.Game):  # type: ignore[misc]
    """A game of chemix in OpenSpiel; ``game`` is that game."""

    _name: str

    def __init__(self, parameters: dict[str, Any]) -> None:
        given = {
            option: _read(value) for option, value in (_parameters(self._name) | parameters).items()
        }
        self.game = game_of(self._name, given.pop("players"), given.pop("deck"), given)
        scores = self.game.catalogue["scores"]
        super().__init__(
            _type_of(self.game),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.action_count,
                # Who acts is drawn too where several may.
                max_chance_outcomes=self.game.chance_action_count + self.game.players,
                num_players=self.game.players,
                min_utility=scores["least_return"],
                max_utility=scores["most_return"],
                utility_sum=0.0 if self.game.players > 1 else None,
                max_game_length=self.game.max_steps,
            ),
            parameters,
        )

    def new_initial_state(self) -> ChemixState:
        """Make the state before anything is dealt."""
        return ChemixState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> ChemixObserver:
        """Make what writes observations: with all that a player sees, or a part of it."""
        return ChemixObserver(
            self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class ChemixState(pyspiel.State):  # type: ignore[misc]
    """A state in OpenSpiel; ``state`` is that of chemix."""

    def __init__(self, game: ChemixGame) -> None:
        super().__init__(game)
        self.state = game.game.initial_state()
        # Who was drawn to act, where several may.
        self._drawn: int | None = None

    def current_player(self) -> int:
        """Tell who acts: a player, chance, all of a sealed decision, or nobody."""
        state = self.state
        if state.is_terminal:
            return int(pyspiel.PlayerId.TERMINAL)
        if state.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if len(state.acting) > 1 and state.is_sealed:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        if state.current_player is not None:
            return state.current_player
        return int(pyspiel.PlayerId.CHANCE) if self._drawn is None else self._drawn

    def _legal_actions(self, player: int) -> list[int]:
        if self.current_player() in (player, int(pyspiel.PlayerId.SIMULTANEOUS)):
            return self.state.legal_action_ids(player)
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance may do: deal a card, or say who acts."""
        if self.state.is_chance:
            return [(action.id, share) for action, share in self.state.chance_outcomes()]
        first = self.state.game.chance_action_count
        acting = sorted(self.state.acting)
        return [(first + player, 1 / len(acting)) for player in acting]

    def _apply_action(self, action: int) -> None:
        first = self.state.game.chance_action_count
        player = self.current_player()
        if player == int(pyspiel.PlayerId.CHANCE) and not self.state.is_chance:
            self._drawn = action - first
            return
        self.state = self.state.apply(action, None if player < 0 else player)
        self._drawn = None

    def _apply_actions(self, actions: Sequence[int]) -> None:
        for player in sorted(self.state.acting):
            self.state = self.state.apply(actions[player], player)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.state.game
        if player != int(pyspiel.PlayerId.CHANCE):
            return str(game.action(action))
        if action >= game.chance_action_count:
            return f"player {action - game.chance_action_count} acts"
        return str(game.action(action, chance=True))

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.state.is_terminal

    def returns(self) -> list[float]:
        """List what everybody gets; 0 before the end."""
        return self.state.returns()

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> ChemixState:
        """Make a state that the player cannot tell from this one, drawn from the belief."""
        sample = cast("ChemixState", self.clone())
        seed = int(probability_sampler() * 2**53)
        sample.state = self.state.determinize(player, seed=seed, others="undecided")
        return sample

    def __str__(self) -> str:
        return str(self.state)


class ChemixObserver:
    """Writes what a player sees into ``tensor``, and gives it as text."""

    def __init__(self, game: chemix.Game, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            message = f"there are no parameters of observations: {params}"
            raise ValueError(message)
        private = pyspiel.PrivateInfoType
        self._shows_public = bool(kind.public_info)
        self._shows_own = kind.private_info == private.SINGLE_PLAYER
        self._perfect_recall = bool(kind.perfect_recall)
        if kind.private_info == private.ALL_PLAYERS or not (self._shows_public or self._shows_own):
            message = "observations show what is public, what one player has, or both"
            raise ValueError(message)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not (self._shows_public and self._shows_own):
            return
        layout = (
            game.information_state_tensor_layout() if self._perfect_recall else game.tensor_layout()
        )
        self.tensor = np.zeros(sum(field["size"] for field in layout["fields"]), np.float32)
        for field in layout["fields"]:
            part = self.tensor[field["offset"] : field["offset"] + field["size"]]
            self.dict[field["name"]] = part.reshape(field["shape"] or [1])

    def set_from(self, state: ChemixState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is None:
            return
        seen = state.state.observation(player)
        self.tensor[:] = seen.information_state_tensor() if self._perfect_recall else seen.tensor()

    def string_from(self, state: ChemixState, player: int) -> str:
        """Give what a player sees, or the part of it that is asked for, as text."""
        if not self._shows_own:
            return str(state.state.observation("spectator"))
        seen = state.state.observation(player)
        return str(seen) if self._shows_public else str(seen.to_dict()["own"])


def _register() -> None:
    for name in chemix.games():
        # A class, as OpenSpiel's own: a function would be destroyed after the interpreter.
        game = type(f"{camel_case(name)}Game", (ChemixGame,), {"_name": name})
        pyspiel.register_game(_type_of(game_of(name, None, None, {})), game)


_register()
