# SPDX-License-Identifier: Apache-2.0
"""Chemistry Canasta, written slowly and plainly from the numbered rules (CN-1 to CN-8).

Set-up, drawing, capturing and the match are those of Compound Capture and come from there.
A run is a pair (lowest atomic number, mask): bit 0 of the mask says that a wild card stands
for the lowest number, bit 1 for the middle one, bit 2 for the highest.
"""

import copy
from fractions import Fraction
from typing import Any

from games.bags import Action, Bag, Game, State
from games.compound_capture.reference import WILD, Decks

from games.compound_capture import reference as cc

SYMBOLS = (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As "
    "Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe"
)
BASIC = SYMBOLS.split()  # DK-7

RUN_LENGTH = 3  # CN-3
RUN_CARD_POINTS = 10  # CN-7


def new_game(players: int, decks_json: Decks, match: bool = False, **options: Any) -> Game:
    """Fix the decks, the number of players and the options of a game."""
    defaults = {
        "decks": "both",  # CN-1 (ruling)
        "runs": "without_capture",  # CN-2
        "max_turns": 1000,  # CN-8 (ruling)
    }
    game = cc.make_game(players, decks_json, BASIC, match, defaults, options)
    if game["runs"] not in ("without_capture", "always"):
        raise ValueError("CN-2: runs is without_capture or always")  # CN-2
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    return cc.initial_state(game, start_player)


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def _symbol(number: int) -> str:
    return BASIC[number - 1]


def _number(symbol: str) -> int:
    return BASIC.index(symbol) + 1


def _run_cards(lowest: int, mask: int) -> Bag:
    """Give the three cards of a run."""
    cards: Bag = {}
    for place in range(RUN_LENGTH):
        wild = mask & (1 << place) != 0
        cc.add(cards, WILD if wild else _symbol(lowest + place))
    return cards


def _masks(hand: Bag, lowest: int) -> list[int]:
    """List the masks with which the hand can lay the run with that lowest number."""
    masks: list[int] = []
    for mask in range(7):  # at least one element card: not 7  # CN-3 (ruling)
        cards = _run_cards(lowest, mask)
        if all(hand.get(card, 0) >= count for card, count in cards.items()):
            masks.append(mask)  # CN-3
    return masks


def _run_actions(hand: Bag) -> list[Action]:
    """List the lowest numbers of the runs that the hand can lay."""
    actions: list[Action] = []
    for lowest in range(1, len(BASIC) - RUN_LENGTH + 2):  # CN-3 (ruling)
        if _masks(hand, lowest):
            actions.append(("run", _symbol(lowest)))  # CN-2, CN-3
    return actions


def _may_run(game: Game, state: State) -> bool:
    """Say whether the player may lay a run, as far as captures are concerned."""
    return game["runs"] == "always" or not cc.capture_actions(game, state)  # CN-2 (ruling)


def _replace_actions(state: State, hand: Bag) -> list[Action]:
    """List the wild cards in runs that an element card of the hand can replace."""
    actions: set[Action] = set()
    for seat, runs in enumerate(state["runs"]):
        for lowest, mask in runs:
            for place in range(RUN_LENGTH):
                symbol = _symbol(lowest + place)
                if mask & (1 << place) != 0 and symbol in hand:
                    actions.add(("replace", str(seat), _symbol(lowest), str(mask), symbol))  # CN-5
    return sorted(actions)


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", a set with the one player who decides, or None at the end."""
    return cc.acting(game, state)


def chance_outcomes(game: Game, state: State) -> list[tuple[Action, int]]:
    """List the cards that chance may turn up, deal or draw now, each with its number."""
    return cc.chance_outcomes(game, state)


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    phase = state["phase"]
    hand = state["hands"][player]
    if phase == "source":
        return sorted(cc.draw_actions(state))
    if phase in ("wilds", "top"):
        return cc.staged_actions(game, state)
    if phase == "run":
        return sorted(("run_wilds", str(mask)) for mask in _masks(hand, state["chosen"]))  # CN-3

    actions = _replace_actions(state, hand)  # CN-5
    if state["done"] is None:
        actions += cc.capture_actions(game, state)  # CN-2
        if _may_run(game, state):
            actions += _run_actions(hand)  # CN-2
    if state["done"] == "capture":
        actions.append(("end",))  # CN-4
    if state["done"] != "capture" or cc.size(hand) == 1:
        for card in hand:
            actions.append(("discard", card))  # CN-4 (ruling)
    if not actions:
        actions.append(("pass",))  # cannot be: an empty hand ends the round  # CN-6
    return sorted(actions)


def _refusal(game: Game, state: State, player: int, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10
    phase = state["phase"]
    kind = action[0] if action else ""
    if phase == "source":
        return cc.draw_refusal(state, action)
    if phase == "run" and kind == "run_wilds":
        return "CN-3: the hand does not have the cards for this run"  # CN-3
    if phase != "main":
        return cc.capture_refusal(state, action)
    if kind in ("capture", "run") and state["done"] is not None:
        return "CN-2: there is one capture or one run in a turn"  # CN-2
    if kind == "run" and not _may_run(game, state):
        return "CN-2: a run is for a player who cannot capture"  # CN-2
    if kind == "run":
        return "CN-3: the hand does not have the cards for this run"  # CN-3
    if kind == "replace":
        return "CN-5: there is no such wild card, or not the element card for it"  # CN-5
    if kind == "discard" and len(action) == 2 and action[1] in state["hands"][player]:
        return "CN-4: after a capture only the last card may be discarded"  # CN-4
    if kind == "discard":
        return "GN-11: the card is not in the hand"  # GN-11
    if kind in ("end", "pass"):
        return "CN-4: a card must be discarded"  # CN-4
    return cc.capture_refusal(state, action)


# ---------------------------------------------------------------------------------------
# Steps
# ---------------------------------------------------------------------------------------


def apply(game: Game, state: State, actor: Any, action: Any) -> State:
    """Give the state after an action of chance or of a player; ValueError if not allowed."""
    new = copy.deepcopy(state)
    action = tuple(action)
    if actor == "chance":
        cc.chance_step(game, new, action)
        if new["phase"] == "captured":
            new["phase"] = "main"  # CN-4, CN-5
        return new

    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    kind = action[0]
    if kind in ("draw", "take_discard", "skip"):
        cc.draw_step(new, kind)
    elif kind == "run":
        new["chosen"] = _number(action[1])  # CN-3
        new["phase"] = "run"
    elif kind == "run_wilds":
        _lay_run(game, new, int(action[1]))
    elif kind in ("capture", "wilds", "top"):
        cc.capture_step(game, new, action)
        if new["phase"] == "captured":
            _after_capture(game, new)
    elif kind == "replace":
        _replace(new, action)
    elif kind == "discard":
        cc.discard_step(new, action[1])  # CN-4
        _end_turn(game, new)
    elif kind in ("end", "pass"):
        _end_turn(game, new)  # CN-4
    return new


def _round_is_won(state: State) -> bool:
    """Say whether all compounds are captured or the player's hand is empty."""
    return cc.all_captured(state) or cc.size(state["hands"][state["player"]]) == 0  # CN-6


def _after_capture(game: Game, state: State) -> None:
    state["skipped"] = False  # CN-8 (ruling)
    if _round_is_won(state):
        _end_turn(game, state)  # CN-6
        return
    state["phase"] = "main"
    cc.refill(state)  # CC-7


def _lay_run(game: Game, state: State, mask: int) -> None:
    player = state["player"]
    lowest = state["chosen"]
    for card, count in _run_cards(lowest, mask).items():
        cc.remove(state["hands"][player], card, count)
    state["runs"][player].append((lowest, mask))  # CN-3
    state["chosen"] = None
    state["done"] = "run"
    state["skipped"] = False  # CN-8 (ruling)
    state["phase"] = "main"
    if _round_is_won(state):
        _end_turn(game, state)  # CN-6


def _replace(state: State, action: Action) -> None:
    """Swap a wild card of a run for the element card it stands for."""
    runs = state["runs"][int(action[1])]
    lowest = _number(action[2])
    mask = int(action[3])
    place = _number(action[4]) - lowest
    runs.remove((lowest, mask))
    runs.append((lowest, mask - (1 << place)))  # CN-5
    hand = state["hands"][state["player"]]
    cc.remove(hand, action[4])
    cc.add(hand, WILD)  # CN-5


def _end_turn(game: Game, state: State) -> None:
    cc.count_turn(state)
    stalled = state["skipped"] and state["idle_turns"] >= game["players"]  # CN-8 (ruling)
    too_long = state["turns"] >= game["max_turns"]  # CN-8 (ruling)
    if _round_is_won(state) or stalled or too_long:
        cc.end_round(game, state, _points(game, state))
        return
    state["player"] = (state["player"] + 1) % game["players"]  # GN-1
    cc.start_turn(state)


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands too) in plain values."""
    result = cc.table(game, state)
    result["runs"] = []
    for runs in state["runs"]:
        result["runs"].append(sorted([_symbol(lowest), mask] for lowest, mask in runs))
    return result


def _points(game: Game, state: State) -> list[int]:
    points = cc.compound_points(game, state)  # CN-7
    for player in range(game["players"]):
        points[player] += RUN_CARD_POINTS * RUN_LENGTH * len(state["runs"][player])  # CN-7
    return points


def scores(game: Game, state: State) -> dict[str, list[int]]:
    """Give the points of the round, or the totals of a match."""
    if game["match"]:
        return {"totals": list(state["totals"])}  # CN-7, CC-11
    return {"points": _points(game, state)}  # CN-7


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return; all 0 before the end."""
    return cc.returns_of(game, state, next(iter(scores(game, state).values())))
