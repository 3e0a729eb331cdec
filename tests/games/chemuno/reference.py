# SPDX-License-Identifier: Apache-2.0
"""Chemuno, written slowly and plainly from the numbered rules (CU-1 to CU-18).

A card is a text: "H", "He", "2" or "H2O". A bag of cards is a dict card -> count without zeros.
States are dictionaries and are never changed in place: apply() returns a new one.
"""

import copy
import json
import os
from fractions import Fraction
from typing import Any

from games.bags import Action, Game, State

from games import bags

Deck = dict[str, Any]

SMALL_CARDS = {
    "elements": {
        "H": 4,
        "O": 4,
        "C": 2,
        "N": 1,
        "Na": 1,
        "P": 1,
        "S": 1,
        "Cl": 1,
        "Ca": 1,
        "Fe": 1,
    },  # DK-1
    "noble_gases": {"He": 1, "Ne": 1, "Ar": 1, "Rn": 1},  # DK-2
    "multipliers": {"2": 4, "3": 3, "4": 2},  # DK-3
}

DEFAULT_OPTIONS: dict[str, Any] = {
    "hand_size": 7,  # CU-2
    "voluntary_draw": False,  # CU-5 (ruling)
    "penalty_growth": "doubling",  # CU-11 (ruling)
    "auto_call": False,  # CU-13 (ruling)
    "max_turns": 1000,  # CU-17 (ruling)
}

SILENCE_CARDS = 2  # CU-13


# ---------------------------------------------------------------------------------------
# Deck and game
# ---------------------------------------------------------------------------------------


def load_deck(source: Any) -> Deck:
    """Read a deck file (a path, or the parsed JSON) and check it; ValueError if refused.

    The result has "elements", "noble_gases", "multipliers" (lists of card texts), "contents"
    (card -> the set of elements and multiplier numbers on it), "cards" (the bag of all cards).
    """
    if isinstance(source, str | os.PathLike):
        with open(source, encoding="utf-8") as file:
            data = json.load(file)
    else:
        data = source

    deck: Deck = {
        "elements": [],
        "noble_gases": [],
        "multipliers": [],
        "compounds": [],
        "contents": {},
        "cards": {},
    }

    for kind in ("elements", "noble_gases", "multipliers"):
        for entry in data[kind]:
            card = str(entry["value"]) if kind == "multipliers" else entry["symbol"]
            copies = entry["copies"]
            if card not in SMALL_CARDS[kind]:
                raise ValueError(f"DK-6: unknown card {card} in {kind}")  # DK-6 (ruling)
            if card in deck["cards"]:
                raise ValueError(f"DK-6: {card} is listed twice")  # DK-6 (ruling)
            if copies < 0 or copies > SMALL_CARDS[kind][card]:
                raise ValueError(f"DK-4: bad number of {card} cards")  # DK-4 (ruling)
            if copies == 0:
                continue
            deck[kind].append(card)
            deck["cards"][card] = copies
            deck["contents"][card] = {card}  # CU-4

    if not 1 <= len(data["compounds"]) <= 64:
        raise ValueError("DK-6: there must be 1 to 64 compounds")  # DK-6 (ruling)
    names: set[tuple[str, str]] = set()
    for entry in data["compounds"]:
        formula = entry["formula"]
        tokens = [str(token) for token in entry["tokens"]]
        if formula in deck["cards"]:
            raise ValueError(f"DK-6: the formula {formula} is not unique")  # DK-6 (ruling)
        if formula.replace("(", "").replace(")", "") != "".join(tokens):
            raise ValueError(f"DK-6: {formula}: formula and tokens differ")  # DK-6 (ruling)
        for token in tokens:
            if token not in deck["elements"] and token not in deck["multipliers"]:
                raise ValueError(f"DK-6: {formula}: no such card {token}")  # DK-6 (ruling)
            if tokens.count(token) > deck["cards"][token]:
                raise ValueError(f"DK-6: {formula}: too few cards {token}")  # DK-6 (ruling)
        if not 1 <= entry["points"] <= 20:
            raise ValueError(f"DK-6: {formula}: points not in 1..20")  # DK-6 (ruling)
        for language, name in entry.get("names", {}).items():
            if (language, name) in names:
                raise ValueError(f"DK-6: the name {name} occurs twice")  # DK-6 (ruling)
            names.add((language, name))
        deck["compounds"].append(formula)
        deck["cards"][formula] = 1  # MT-2
        deck["contents"][formula] = set(tokens)  # CU-4

    for element in deck["elements"]:
        if not any(element in deck["contents"][formula] for formula in deck["compounds"]):
            raise ValueError(f"DK-6: {element} occurs in no compound")  # DK-6 (ruling)
    return deck


def new_game(deck: Deck, players: int, **options: Any) -> Game:
    """Fix the deck, the number of players and the options of a game."""
    for name in options:
        if name not in DEFAULT_OPTIONS:
            raise ValueError(f"unknown option {name}")
    game: Game = {"deck": deck, "players": players, **DEFAULT_OPTIONS, **options}
    if players not in (2, 3, 4):
        raise ValueError("Chemuno is for 2 to 4 players")
    if not 1 <= game["hand_size"] <= 10:
        raise ValueError("CU-2: hand_size must be 1 to 10")  # CU-2
    if players * game["hand_size"] > bags.size(deck["cards"]):
        raise ValueError("DK-4: the deck has too few cards to deal")  # DK-4 (ruling)
    if game["penalty_growth"] not in ("doubling", "additive"):
        raise ValueError("CU-11: penalty_growth is doubling or additive")  # CU-11 (ruling)
    if game["max_turns"] < 1:
        raise ValueError("CU-17: max_turns must be at least 1")  # CU-17 (ruling)
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    if not 0 <= start_player < game["players"]:
        raise ValueError("GN-1: start_player is no seat")  # GN-1
    return {
        "phase": "deal",
        "player": start_player,  # whose turn it is; in the deal: who gets the next card
        "hands": [{} for _ in range(game["players"])],
        "pile": dict(game["deck"]["cards"]),
        "laid": {},
        "top": None,
        "wish": None,
        "penalty": 0,  # cards of the open penalty
        "chain": 0,  # equal multipliers laid for the open penalty
        "to_draw": 0,  # cards that chance must still draw
        "draw_reason": None,  # "turn", "penalty" or "silence"
        "drawn": None,
        "active": False,  # was a card laid or drawn in the current turn?
        "turns": 0,
        "idle_turns": 0,
    }


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def _matches(game: Game, state: State, card: str) -> bool:
    """Say whether a card may be laid on the top card in a normal turn."""
    deck = game["deck"]
    if card in deck["noble_gases"]:
        return True  # CU-7
    if state["wish"] is not None:
        return bool(state["wish"] in deck["contents"][card])  # CU-8
    return bool(deck["contents"][card] & deck["contents"][state["top"]])  # CU-4


def _can_draw(state: State) -> bool:
    """Say whether there is a card to draw, if need be after a shuffle of the laid cards."""
    return bool(bags.size(state["pile"]) > 0 or bags.size(state["laid"]) > 1)  # CU-15 (ruling)


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", a set with the one player who decides, or None at the end."""
    if state["phase"] == "over":
        return None
    if state["phase"] in ("deal", "drawing"):
        return "chance"  # GN-2
    return {state["player"]}


def chance_outcomes(game: Game, state: State) -> list[tuple[str, int]]:
    """List the cards that chance may deal or draw now, each with its number in the pile."""
    if acting(game, state) != "chance":
        return []
    return sorted(state["pile"].items())


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    deck = game["deck"]
    hand = state["hands"][player]
    phase = state["phase"]
    actions: list[Action] = []

    if phase == "lead":
        for card in hand:
            actions.append(("lay", card))  # CU-3

    elif phase == "penalty":
        actions.append(("draw_penalty",))  # CU-10
        if state["top"] in hand:
            actions.append(("lay", state["top"]))  # CU-10, CU-11

    elif phase == "turn":
        for card in hand:
            if _matches(game, state, card):
                actions.append(("lay", card))  # CU-4, CU-7, CU-8
        can_lay = len(actions) > 0
        if _can_draw(state) and (not can_lay or game["voluntary_draw"]):
            actions.append(("draw",))  # CU-5
        if not can_lay and not _can_draw(state):
            actions.append(("pass",))  # CU-16 (ruling)

    elif phase == "drawn":
        actions.append(("keep",))  # CU-6
        if _matches(game, state, state["drawn"]):
            actions.append(("lay", state["drawn"]))  # CU-6 (ruling)

    elif phase == "call":
        actions.append(("call",))  # CU-13
        actions.append(("stay_silent",))  # CU-13 (ruling)

    elif phase == "wish":
        for element in deck["elements"]:
            actions.append(("wish", element))  # CU-8 (ruling)

    return sorted(actions)


def _refusal(game: Game, state: State, player: int, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    phase = state["phase"]
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10

    kinds = {
        "lead": ["lay"],
        "penalty": ["draw_penalty", "lay"],
        "turn": ["lay", "draw", "pass"],
        "drawn": ["lay", "keep"],
        "call": ["call", "stay_silent"],
        "wish": ["wish"],
    }[phase]
    if len(action) == 0 or action[0] not in kinds:
        return "GN-10: another kind of action is asked for"  # GN-10
    kind = action[0]
    if len(action) != (2 if kind in ("lay", "wish") else 1):
        return "GN-10: the action has a wrong form"  # GN-10

    if kind == "lay":
        card = action[1]
        if card not in state["hands"][player]:
            return "GN-11: the card is not in the hand"  # GN-11
        if phase == "penalty":
            return "CU-11: only an equal multiplier may be laid on an open penalty"  # CU-11
        if phase == "drawn" and card != state["drawn"]:
            return "CU-6: only the card just drawn may be laid"  # CU-6 (ruling)
        if state["wish"] is not None:
            return "CU-8: the card does not contain the wished element"  # CU-8
        return "CU-4: the card does not match the top card"  # CU-4
    if kind == "draw":
        if not _can_draw(state):
            return "CU-15: there is no card to draw"  # CU-15 (ruling)
        return "CU-5: who can lay a card must lay one"  # CU-5
    if kind == "pass":
        return "CU-16: only who can neither lay nor draw passes"  # CU-16 (ruling)
    if kind == "wish":
        return "CU-8: the wish is for a non-noble element of the deck"  # CU-8 (ruling)
    return "GN-10: not allowed"


# ---------------------------------------------------------------------------------------
# Steps
# ---------------------------------------------------------------------------------------


def apply(game: Game, state: State, actor: Any, action: Any) -> State:
    """Give the state after an action of chance or of a player; ValueError if not allowed."""
    new = copy.deepcopy(state)
    if actor == "chance":
        if acting(game, state) != "chance":
            raise ValueError("GN-10: chance does not act now")  # GN-10
        if action not in state["pile"]:
            raise ValueError("GN-2: no such card in the draw pile")  # GN-2
        if state["phase"] == "deal":
            _deal(game, new, action)
        else:
            _draw(game, new, action)
        return new

    action = tuple(action)
    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    kind = action[0]
    if kind == "lay":
        _lay(game, new, action[1])
    elif kind == "draw":
        _start_drawing(game, new, 1, "turn")  # CU-5
    elif kind == "keep":
        _end_turn(game, new)  # CU-6
    elif kind == "draw_penalty":
        _start_drawing(game, new, new["penalty"], "penalty")  # CU-10
    elif kind == "call":
        _after_call(game, new)
    elif kind == "stay_silent":
        _start_drawing(game, new, SILENCE_CARDS, "silence")  # CU-13
    elif kind == "wish":
        new["wish"] = action[1]  # CU-8
        _end_turn(game, new)
    elif kind == "pass":
        _end_turn(game, new)  # CU-16 (ruling)
    return new


def _deal(game: Game, state: State, card: str) -> None:
    """Deal one card; the start player gets the first one and later leads."""
    bags.remove(state["pile"], card)
    bags.add(state["hands"][state["player"]], card)
    state["player"] = (state["player"] + 1) % game["players"]
    dealt = sum(bags.size(hand) for hand in state["hands"])
    if dealt == game["players"] * game["hand_size"]:  # CU-2
        # After whole rounds it is the start player again.
        state["phase"] = "lead"  # CU-3


def _start_drawing(game: Game, state: State, count: int, reason: str) -> None:
    state["to_draw"] = count
    state["draw_reason"] = reason
    state["phase"] = "drawing"
    _continue_drawing(game, state)


def _continue_drawing(game: Game, state: State) -> None:
    """Wait for the next drawn card, or go on when there is no card left to draw."""
    if state["to_draw"] > 0 and bags.size(state["pile"]) == 0:
        # All laid cards but the top one become the draw pile.
        state["pile"] = dict(state["laid"])  # CU-15 (ruling)
        if state["top"] is not None:
            bags.remove(state["pile"], state["top"])  # CU-15 (ruling)
            state["laid"] = {state["top"]: 1}  # CU-15 (ruling)
        if bags.size(state["pile"]) == 0:
            state["to_draw"] = 0  # CU-15 (ruling)
    if state["to_draw"] > 0:
        return

    reason = state["draw_reason"]
    state["draw_reason"] = None
    if reason == "turn":
        state["phase"] = "drawn"  # CU-6
    elif reason == "penalty":
        state["penalty"] = 0  # CU-10, CU-15
        state["chain"] = 0  # CU-12 (ruling)
        state["phase"] = "turn"  # CU-12
    else:
        _after_call(game, state)  # CU-13 (ruling)


def _draw(game: Game, state: State, card: str) -> None:
    """Put one drawn card into the hand of the player whose turn it is."""
    bags.remove(state["pile"], card)
    bags.add(state["hands"][state["player"]], card)
    state["active"] = True  # CU-16 (ruling)
    state["to_draw"] -= 1
    if state["draw_reason"] == "turn":
        state["drawn"] = card  # CU-6
    _continue_drawing(game, state)


def _lay(game: Game, state: State, card: str) -> None:
    hand = state["hands"][state["player"]]
    bags.remove(hand, card)
    bags.add(state["laid"], card)
    state["top"] = card
    state["wish"] = None  # CU-8
    state["drawn"] = None
    state["active"] = True  # CU-16 (ruling)

    if bags.size(hand) == 0:
        state["turns"] += 1
        state["idle_turns"] = 0
        _end_game(state)  # CU-1, CU-9, CU-14
        return

    if card in game["deck"]["multipliers"]:
        number = int(card)
        state["chain"] += 1  # CU-11
        if game["penalty_growth"] == "doubling":
            state["penalty"] = number * 2 ** (state["chain"] - 1)  # CU-10, CU-11
        else:
            state["penalty"] = number * state["chain"]  # CU-11 (ruling)

    if bags.size(hand) == 1 and not game["auto_call"]:
        state["phase"] = "call"  # CU-13
    else:
        _after_call(game, state)


def _after_call(game: Game, state: State) -> None:
    """Go on after a laid card when the question about the call is settled."""
    if state["top"] in game["deck"]["noble_gases"]:
        state["phase"] = "wish"  # CU-8 (ruling)
    else:
        _end_turn(game, state)


def _end_turn(game: Game, state: State) -> None:
    state["drawn"] = None
    state["turns"] += 1
    if state["active"]:
        state["idle_turns"] = 0
    else:
        state["idle_turns"] += 1  # CU-16 (ruling)
    state["active"] = False
    if state["idle_turns"] >= game["players"]:
        _end_game(state)  # CU-16 (ruling)
        return
    if state["turns"] >= game["max_turns"]:
        _end_game(state)  # CU-17 (ruling)
        return
    state["player"] = (state["player"] + 1) % game["players"]  # GN-1
    if state["penalty"] > 0:
        state["phase"] = "penalty"  # CU-10
    else:
        state["phase"] = "turn"  # CU-4


def _end_game(state: State) -> None:
    state["phase"] = "over"
    state["penalty"] = 0  # CU-14, CU-17 (ruling)
    state["chain"] = 0
    state["drawn"] = None


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands too) in plain values."""
    who = acting(game, state)
    return {
        "phase": state["phase"],
        "current_player": state["player"] if isinstance(who, set) else None,
        "top": state["top"],
        "laid": dict(state["laid"]),
        "draw_pile": dict(state["pile"]),
        "hands": [dict(hand) for hand in state["hands"]],
        "wish": state["wish"],
        "penalty": state["penalty"],
        "drawn": state["drawn"],
        "turns": state["turns"],
        "idle_turns": state["idle_turns"],
    }


def scores(game: Game, state: State) -> dict[str, list[int]]:
    """Give the number of cards left per player, and the winners (none before the end)."""
    cards_left = [bags.size(hand) for hand in state["hands"]]  # CU-18
    winners: list[int] = []
    if state["phase"] == "over":
        for player in range(game["players"]):
            if cards_left[player] == min(cards_left):
                winners.append(player)  # CU-14, CU-16, GN-7
    return {"cards_left": cards_left, "winners": winners}


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return; all 0 before the end."""
    n = int(game["players"])
    winners = scores(game, state)["winners"]
    w = len(winners)
    if w == 0 or w == n:
        return [Fraction(0) for _ in range(n)]  # GN-7
    result: list[Fraction] = []
    for player in range(n):
        if player in winners:
            result.append(Fraction(n - w, w * (n - 1)))  # CU-18, GN-7
        else:
            result.append(Fraction(-1, n - 1))  # CU-18, GN-7
    return result
