# SPDX-License-Identifier: Apache-2.0
"""Shared parts of the PettingZoo and Gymnasium environments: spaces, views and rendering."""

from __future__ import annotations

from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import chemix
from chemix._errors import MAX_OF_64_BITS, expect, quoted, whole, wrong
from chemix.lab.drawing import Drawing
from chemix.lab.python_games import largest_return, tensor_bounds

if TYPE_CHECKING:
    from chemix import protocol, values

View: TypeAlias = dict[str, npt.NDArray[Any]]

# Python games lack the last mode: a picture needs the catalogue of a built-in game.
RENDER_MODES = ("human", "ansi", "rgb_array")
ILLEGAL = ("end", "refuse", "raise")


def box_of(layout: values.TensorLayoutDict) -> spaces.Box:
    """Return the space of a tensor, with the bounds of its layout."""
    return spaces.Box(*tensor_bounds(layout), dtype=np.float32)


def view_space(game: protocol.Game, actions: int) -> spaces.Dict:
    """Return the space of a seat's view: observation and action mask."""
    mask = spaces.Box(0, 1, (actions,), dtype=np.int8)
    return spaces.Dict({"observation": box_of(game.tensor_layout()), "action_mask": mask})


def least_reward(game: protocol.Game, scale_rewards: bool) -> float:
    """Return the reward of a seat that ends an episode by an illegal action.

    It is the least return of the game, so that no legal result is worse.
    """
    return float(game.min_return) / (largest_return(game) if scale_rewards else 1.0)


def render_modes(game: protocol.Game) -> list[str]:
    """Return the render modes of a game."""
    return list(RENDER_MODES if isinstance(game, chemix.Game) else RENDER_MODES[:-1])


def seed_drawn(random: np.random.Generator) -> int:
    """Draw the seed of an episode."""
    return int(random.integers(2**63))


def expect_seed(seed: int | None) -> int | None:
    """Validate the optional seed of an episode; raise InputError if it is not one."""
    return None if seed is None else whole("seed", seed, 0, MAX_OF_64_BITS)


def action_id(field: str, action: Any) -> int:
    """Convert the id of an action to an int; raise InputError if it is not an integer."""
    try:
        if not isinstance(action, bool):
            return index(action)
    except TypeError:
        pass
    raise wrong(field, quoted(action), "must be an action id")


def array_of(field: str, value: Any) -> npt.NDArray[Any]:
    """Convert a value to an array; raise InputError if that fails."""
    try:
        return np.asarray(value)
    except Exception as error:
        raise wrong(field, quoted(value), "must be an array") from error


def refusal(
    state: protocol.State, seat: int, action: int, illegal: str, field: str = "action"
) -> str | None:
    """Return the rule that refuses an action, "" if it is not an action id, None if it is legal.

    Raises:
        InputError: the action is illegal and ``illegal`` is "raise"; names the ``field``.

    """
    is_action = 0 <= action < state.game.action_count
    rule = state.check(action, seat) if is_action else ""
    if rule is not None and illegal == "raise":
        raise wrong(field, action, f"is refused by {rule}" if rule else "is not an action id", rule)
    return rule


def expect_dealt(is_dealt: bool) -> None:
    """Raise RuntimeError before the first reset."""
    if not is_dealt:
        message = "there is no episode yet: call reset first"
        raise RuntimeError(message)


def expect_in_progress(is_in_progress: bool) -> None:
    """Raise RuntimeError unless an episode is in progress."""
    if not is_in_progress:
        message = "no episode is in progress: call reset first"
        raise RuntimeError(message)


class Rendered:
    """An environment whose table can be rendered as one viewer sees it."""

    render_mode: str | None

    def __init__(self, game: protocol.Game, render_mode: str | None, viewer: int | str) -> None:
        expect("render_mode", render_mode, (None, *render_modes(game)))
        expect("viewer", viewer, (*range(game.players), "spectator"))
        self.game: Any = game
        self.render_mode = render_mode
        self.viewer = viewer

    @cached_property
    def _drawing(self) -> Drawing | None:
        return Drawing(self.game) if isinstance(self.game, chemix.Game) else None

    def _rendered(self, state: protocol.State) -> str | npt.NDArray[np.uint8] | None:
        """Render a state in the render mode."""
        seen = state.observation(self.viewer)
        if self._drawing is None or not isinstance(seen, chemix.Observation):
            text = str(seen)
        elif self.render_mode == "rgb_array":
            return self._drawing.picture(seen)
        else:
            text = self._drawing.text(seen)
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None
