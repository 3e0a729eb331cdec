# SPDX-License-Identifier: Apache-2.0
"""Chemistry Battle, written slowly and plainly from the numbered rules (CB-1 to CB-7).

A card is the symbol of its element; a card of the kitty that nobody has seen yet is "?" in a pile.
States are dictionaries and are never changed in place: apply() returns a new one.
"""

import copy
from fractions import Fraction
from typing import Any

from games.bags import Action, Game, State

from games import bags

# The place in this list, from 1 on, is the atomic number.
SYMBOLS = (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar "
    "K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr "
    "Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe"
)
ELEMENTS = SYMBOLS.split()  # DK-7

HAND_SIZE = {2: 27, 3: 18, 4: 13, 5: 10, 6: 9}  # CB-1

UNKNOWN = "?"

DEFAULT_OPTIONS: dict[str, Any] = {
    "lead": "start",  # CB-2 (ruling)
    "max_rounds": 500,  # CB-6 (ruling)
}


def _atomic_number(card: str) -> int:
    return ELEMENTS.index(card) + 1


# ---------------------------------------------------------------------------------------
# Game
# ---------------------------------------------------------------------------------------


def new_game(players: int, deck: Any = None, **options: Any) -> Game:
    """Fix the number of players and the options of a game; no deck file is needed."""
    for name in options:
        if name not in DEFAULT_OPTIONS:
            raise ValueError(f"unknown option {name}")
    game: Game = {"players": players, **DEFAULT_OPTIONS, **options}
    if players not in HAND_SIZE:
        raise ValueError("CB-1: Chemistry Battle is for 2 to 6 players")  # CB-1
    if game["lead"] not in ("start", "winner"):
        raise ValueError("CB-2: lead is start or winner")  # CB-2 (ruling)
    if not 1 <= game["max_rounds"] <= 10000:
        raise ValueError("CB-6: max_rounds must be 1 to 10000")  # CB-6 (ruling)
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    if not 0 <= start_player < game["players"]:
        raise ValueError("GN-1: start_player is no seat")  # GN-1
    return {
        "phase": "deal",
        "player": start_player,  # whose turn it is; in the deal: who gets the next card
        "leader": start_player,  # CB-2
        "hands": [{} for _ in range(game["players"])],
        "piles": [[] for _ in range(game["players"])],  # the next card to be played comes first
        "kitty": dict.fromkeys(ELEMENTS, 1),  # not dealt; later: not identified yet
        "played": [],
        "rounds": 0,
    }


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", a set with the one player who decides, or None at the end."""
    if state["phase"] == "over":
        return None
    if state["phase"] in ("deal", "turning_up"):
        return "chance"  # GN-2
    return {state["player"]}


def chance_outcomes(game: Game, state: State) -> list[tuple[Action, int]]:
    """List the cards that may be dealt or turned up now, each with its number."""
    if acting(game, state) != "chance":
        return []
    return sorted((("drawn", card), count) for card, count in state["kitty"].items())


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    hand = state["hands"][player]
    if bags.size(hand) == 0:
        return [("turn_up",)]  # CB-4, GN-4
    return sorted(("play", card) for card in hand)  # CB-4


def _refusal(game: Game, state: State, player: int, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10
    if len(action) == 1 and action[0] == "turn_up":
        return "CB-4: the pile is played only when the hand is used up"  # CB-4
    if len(action) == 2 and action[0] == "play":
        if bags.size(state["hands"][player]) == 0:
            return "CB-4: the hand is used up, the pile must be played in its order"  # CB-4
        return "GN-11: the card is not in the hand"  # GN-11
    return "GN-10: another kind of action is asked for"  # GN-10


# ---------------------------------------------------------------------------------------
# Steps
# ---------------------------------------------------------------------------------------


def apply(game: Game, state: State, actor: Any, action: Any) -> State:
    """Give the state after an action of chance or of a player; ValueError if not allowed."""
    new = copy.deepcopy(state)
    action = tuple(action)
    if actor == "chance":
        if acting(game, state) != "chance":
            raise ValueError("GN-10: chance does not act now")  # GN-10
        if action not in [outcome for outcome, _ in chance_outcomes(game, state)]:
            raise ValueError("GN-2: no such card can be drawn")  # GN-2
        card = action[1]
        bags.remove(new["kitty"], card)
        if state["phase"] == "deal":
            _deal(game, new, card)
        else:
            new["piles"][new["player"]].pop(0)  # the unknown card
            _lay(game, new, card)
        return new

    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    if action[0] == "play":
        bags.remove(new["hands"][actor], action[1])
        _lay(game, new, action[1])
    elif new["piles"][actor][0] == UNKNOWN:
        new["phase"] = "turning_up"  # GN-2
    else:
        _lay(game, new, new["piles"][actor].pop(0))  # CB-4
    return new


def _deal(game: Game, state: State, card: str) -> None:
    """Deal one card; the start player gets the first one and later leads."""
    state["hands"][state["player"]][card] = 1
    state["player"] = (state["player"] + 1) % game["players"]  # GN-1
    dealt = sum(bags.size(hand) for hand in state["hands"])
    if dealt == game["players"] * HAND_SIZE[game["players"]]:  # CB-1
        # After whole rounds it is the start player again; what is left is the kitty.
        state["phase"] = "play"  # CB-2


def _lay(game: Game, state: State, card: str) -> None:
    """Put a card of the player whose turn it is on the table, face up."""
    state["played"].append([state["player"], card])
    state["phase"] = "play"
    state["player"] = (state["player"] + 1) % game["players"]  # CB-2
    if len(state["played"]) == game["players"]:
        _end_round(game, state)


def _end_round(game: Game, state: State) -> None:
    winner, _ = max(state["played"], key=lambda entry: _atomic_number(entry[1]))  # CB-3
    pile = state["piles"][winner]
    for _, card in state["played"]:
        pile.append(card)  # CB-3 (ruling)
    if state["rounds"] == 0:
        pile.extend([UNKNOWN] * bags.size(state["kitty"]))  # CB-3
    state["played"] = []
    state["rounds"] += 1

    if min(_cards(state)) == 0:
        state["phase"] = "over"  # CB-5
        return
    if state["rounds"] >= game["max_rounds"]:
        state["phase"] = "over"  # CB-6 (ruling)
        return
    if game["lead"] == "winner":
        state["leader"] = winner  # CB-2 (ruling)
    state["player"] = state["leader"]  # CB-2


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def _cards(state: State) -> list[int]:
    """Count each player's cards in hand and pile."""
    pairs = zip(state["hands"], state["piles"], strict=True)
    return [bags.size(hand) + len(pile) for hand, pile in pairs]


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands and piles too) in plain values."""
    who = acting(game, state)
    return {
        "phase": state["phase"],
        "current_player": state["player"] if isinstance(who, set) else None,
        "leader": state["leader"],
        "hands": [dict(hand) for hand in state["hands"]],
        "piles": [list(pile) for pile in state["piles"]],
        "kitty": dict(state["kitty"]),
        "played": [list(entry) for entry in state["played"]],
        "rounds": state["rounds"],
    }


def scores(game: Game, state: State) -> dict[str, Any]:
    """Give the number of cards in hand and pile per player."""
    return {"cards": _cards(state)}


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return; all 0 before the end."""
    n = int(game["players"])
    if state["phase"] != "over":
        return [Fraction(0) for _ in range(n)]
    even = Fraction(1, n)
    result: list[Fraction] = []
    for cards in _cards(state):
        share = Fraction(cards, len(ELEMENTS))
        result.append((share - even) / (1 - even))  # CB-7 (ruling)
    return result
