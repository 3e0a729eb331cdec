# SPDX-License-Identifier: Apache-2.0
"""ChemiX Classic, written slowly and plainly from the numbered rules (CL-1 to CL-24, CF-1 to CF-8).

A card is a text: "H", "He", "2" or "H2O". A bag of cards is a dict card -> count without zeros.
States are dictionaries and are never changed in place: apply() returns a new one.
"""

import copy
import itertools
from fractions import Fraction
from typing import Any

from games.bags import Action, Bag, Game, State

from games import bags

DEFAULT_OPTIONS: dict[str, Any] = {"ruleset": "booklet"}

RANKS = {"He": 2, "Ne": 10, "Ar": 18, "Rn": 86}  # DK-2
HAND_LIMIT = 3  # CL-3
GAS_POINTS = 3  # CL-24

# The fields that an undo restores.
TURN_KEYS = ("hands", "stacks", "free", "laid", "formed", "dissolved", "minus", "moved")


# ---------------------------------------------------------------------------------------
# Bags of cards
# ---------------------------------------------------------------------------------------


def _contains(bag: Bag, part: Bag) -> bool:
    return all(bag.get(card, 0) >= count for card, count in part.items())  # MT-3 (ruling)


# ---------------------------------------------------------------------------------------
# Game
# ---------------------------------------------------------------------------------------


def new_game(players: int, deck: Any = None, **options: Any) -> Game:
    """Fix the deck (the parsed deck file), the number of players and the rule set of a game."""
    for name in options:
        if name not in DEFAULT_OPTIONS:
            raise ValueError(f"unknown option {name}")
    if deck is None:
        raise ValueError("DK-4: a game needs a deck")  # DK-4 (ruling)
    if players not in (2, 3, 4):
        raise ValueError("ChemiX Classic is for 2 to 4 players")
    game: Game = {
        "players": players,
        **DEFAULT_OPTIONS,
        **options,
        "elements": {},  # bags of the small cards, in the order of the deck file
        "gases": {},
        "multipliers": {},
        "order": [],  # elements and multipliers in card order
        "tokens": {},  # formula -> bag of the cards it is made of
        "points": {},
    }
    if game["ruleset"] not in ("booklet", "simplified"):
        raise ValueError("ruleset is booklet or simplified")
    for entry in deck["elements"]:
        bags.add(game["elements"], entry["symbol"], entry["copies"])
    for entry in deck["noble_gases"]:
        bags.add(game["gases"], entry["symbol"], entry["copies"])
    for entry in deck["multipliers"]:
        bags.add(game["multipliers"], str(entry["value"]), entry["copies"])
    game["order"] = [*game["elements"], *game["multipliers"]]
    for entry in deck["compounds"]:
        tokens: Bag = {}
        for token in entry["tokens"]:
            bags.add(tokens, str(token))  # MT-1
        game["tokens"][entry["formula"]] = tokens
        game["points"][entry["formula"]] = entry["points"]
    if players > bags.size(game["gases"]) or players * HAND_LIMIT > bags.size(game["elements"]):
        raise ValueError("DK-4: the deck has too few cards to deal")  # DK-4 (ruling)
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    n = game["players"]
    if not 0 <= start_player < n:
        raise ValueError("GN-1: start_player is no seat")  # GN-1
    return {
        "phase": "gases",
        "player": start_player,  # whose turn it is; in the deal: who gets the next card
        "gas_bag": dict(game["gases"]),  # SD-2; what is left in it is out of the game
        "gases": [[] for _ in range(n)],
        "pile": dict(game["elements"]),  # CL-2
        "discard": {},
        "hands": [{} for _ in range(n)],
        "stacks": dict(game["multipliers"]),  # CL-1
        "display": list(game["tokens"]),  # CL-1
        "free": {},
        "laid": {},  # formula -> owner: compounds of earlier turns on the free area
        "formed": [],  # compounds formed this turn; their cards still lie in the display
        "dissolved": {},  # formula -> owner: dissolved this turn
        "minus": [{} for _ in range(n)],
        "won": [[] for _ in range(n)],
        "moved": None,  # "take" or "return": the multiplier of this turn
        "acted": False,  # was something done in this turn that can be undone?
        "undone": False,  # was the turn undone?
        "gas_used": False,
        "is_pass": False,  # known when the compound cards are taken
        "start": {},  # the table at the start of the turn
        "passes": 0,
        "turns": 0,
        "spent": {},  # small cards of the compounds that were on the free area at the end
    }


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def _simplified(game: Game) -> bool:
    return bool(game["ruleset"] == "simplified")


def _expired_kinds(game: Game, state: State) -> list[str]:
    """List the elements and multipliers that no compound in the display needs any more."""
    kinds = []
    for card in game["order"]:
        # CL-11 (ruling), CF-4 (ruling)
        open_compounds = [f for f in state["display"] if f not in state["formed"]]
        if not any(card in game["tokens"][formula] for formula in open_compounds):
            kinds.append(card)  # CL-11
    return kinds


def _dead_elements(game: Game, state: State) -> list[str]:
    """List the expired kinds but for the multipliers, which never die."""
    return [card for card in _expired_kinds(game, state) if card in game["elements"]]  # CF-4


def _can_undo(state: State) -> bool:
    """Say whether the turn may be undone; asked only in steps 1 to 3 before a gas is used."""
    return bool(state["acted"] and not state["undone"])  # CL-20


def _restorable(game: Game, state: State) -> list[str]:
    """List the compounds dissolved this turn that the free cards suffice for."""
    return [f for f in state["dissolved"] if _contains(state["free"], game["tokens"][f])]  # CL-17


def _cards_text(game: Game, bag: Bag) -> str:
    """Write a bag in card order, "H,H,2", or "-" for an empty one."""
    cards = []
    for card in game["order"]:
        cards.extend([card] * bag.get(card, 0))
    return ",".join(cards) if cards else "-"


def _hand_parts(game: Game, state: State, formula: str) -> list[Bag]:
    """List the bags that may come from the hand to form a compound, the rest being free cards."""
    hand = state["hands"][state["player"]]
    tokens = game["tokens"][formula]
    kinds = list(tokens)
    choices = []
    for card in kinds:
        least = max(0, tokens[card] - state["free"].get(card, 0))
        most = min(tokens[card], hand.get(card, 0))
        choices.append(range(least, most + 1))  # MT-4 (ruling)
    parts = []
    for counts in itertools.product(*choices):
        part: Bag = {}
        for card, count in zip(kinds, counts, strict=True):
            bags.add(part, card, count)
        parts.append(part)
    return parts


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", a set with the one player who decides, or None at the end."""
    if state["phase"] == "over":
        return None
    if state["phase"] in ("gases", "deal", "drawing"):
        return "chance"  # GN-2
    return {state["player"]}


def chance_outcomes(game: Game, state: State) -> list[tuple[Action, int]]:
    """List the cards that chance may deal or draw now, each with its number in the bag."""
    if acting(game, state) != "chance":
        return []
    bag = state["gas_bag"] if state["phase"] == "gases" else state["pile"]
    return sorted((("drawn", card), count) for card, count in bag.items())


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    hand = state["hands"][player]
    phase = state["phase"]
    actions: list[Action] = []

    if phase == "build":
        actions.append(("done",))  # CL-5
        for formula in state["laid"]:
            actions.append(("dissolve", formula))  # CL-5, CL-6
        for formula in state["display"]:
            if formula not in state["formed"]:  # CL-7
                for part in _hand_parts(game, state, formula):  # CL-8
                    actions.append(("form", formula, _cards_text(game, part)))
        if state["moved"] is None:  # CL-9
            for card in state["stacks"]:
                actions.append(("take", card))  # CL-5
            if not _simplified(game):  # CF-8
                for card in game["multipliers"]:
                    if card in state["free"]:
                        actions.append(("return", card, "free"))  # CL-5
                    if card in hand:
                        actions.append(("return", card, "hand"))  # CL-5 (ruling)

    elif phase == "return":
        actions.append(("return_nothing",))  # CL-12, CF-8
        if _simplified(game):
            for card in game["multipliers"]:
                if card in hand:
                    actions.append(("return", card, "hand"))  # CF-8
        else:
            for card in _expired_kinds(game, state):
                if card in game["multipliers"]:
                    if card in state["free"]:
                        actions.append(("return", card, "free"))  # CL-12
                    if card in hand:
                        actions.append(("return", card, "hand"))  # CL-12 (ruling)

    elif phase == "lay_off":
        actions.append(("done",))  # CL-12 (ruling)
        for card in _expired_kinds(game, state):
            if card in hand:
                actions.append(("lay_off", card))  # CL-11

    elif phase == "gas":
        if state["gases"][player]:
            actions.append(("use",))  # CL-16, CF-2
        if not _simplified(game) and bags.size(hand) + bags.size(state["free"]) <= HAND_LIMIT:
            actions.append(("keep",))  # CL-16

    elif phase == "restore":
        for formula in _restorable(game, state):
            actions.append(("restore", formula))  # CL-17

    elif phase == "give":
        for other in range(game["players"]):
            if other != player:
                actions.append(("give", str(other)))  # CL-19, CF-2

    elif phase == "fill":
        actions.append(("fill",))  # CL-15
        actions.append(("leave",))  # CL-15

    if phase in ("build", "return", "lay_off", "gas") and _can_undo(state):
        actions.append(("undo",))  # CL-20
    return sorted(actions)


def _refusal(game: Game, state: State, player: int, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    phase = state["phase"]
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10

    kinds = {
        "build": ["dissolve", "form", "take", "return", "done", "undo"],
        "return": ["return", "return_nothing", "undo"],
        "lay_off": ["lay_off", "done", "undo"],
        "gas": ["use", "keep", "undo"],
        "restore": ["restore"],
        "give": ["give"],
        "fill": ["fill", "leave"],
    }[phase]
    if len(action) == 0:
        return "GN-10: another kind of action is asked for"  # GN-10
    kind = action[0]
    if kind == "undo":
        return "CL-20: there is nothing to undo, or it is too late for it"  # CL-20
    if kind not in kinds:
        return "GN-10: another kind of action is asked for"  # GN-10
    sizes = {"dissolve": 2, "form": 3, "take": 2, "return": 3, "lay_off": 2, "restore": 2}
    if len(action) != {**sizes, "give": 2}.get(kind, 1):
        return "GN-10: the action has a wrong form"  # GN-10

    hand = state["hands"][player]
    if kind == "dissolve":
        if action[1] in state["formed"]:
            return "CL-6: a compound laid in this turn is not dissolved in it"  # CL-6
        return "GN-11: the compound does not lie on the free area"  # GN-11
    if kind == "form":
        if action[1] not in state["display"] or action[1] in state["formed"]:
            return "CL-7: the compound card is not available"  # CL-7
        return "CL-8: these cards with free ones do not make the compound exactly"  # CL-8
    if kind == "take":
        if state["moved"] is not None:
            return "CL-9: a multiplier was taken or returned in this turn"  # CL-9
        return "GN-11: there is no such multiplier on a stack"  # GN-11
    if kind == "return":
        if _simplified(game) and phase == "build":
            return "CF-8: multipliers are returned after step 1"  # CF-8
        if state["moved"] is not None:
            return "CL-9: a multiplier was taken or returned in this turn"  # CL-9
        place = {"free": state["free"], "hand": hand}.get(action[2], {})
        if action[1] not in game["multipliers"] or action[1] not in place:
            return "GN-11: there is no such multiplier"  # GN-11
        return "CL-12: only an expired multiplier is returned in step 2"  # CL-12
    if kind == "lay_off":
        if action[1] not in hand:
            return "GN-11: the card is not in the hand"  # GN-11
        return "CL-11: the card is not expired"  # CL-11
    if kind == "use":
        if _simplified(game):
            return "CF-2: there is no noble gas to use"  # CF-2
        return "CL-16: there is no noble gas to use"  # CL-16
    if kind == "keep":
        if _simplified(game):
            return "CF-8: a hand over 3 needs a noble gas or an undo"  # CF-8
        return "CL-16: hand and free cards are more than 3"  # CL-16
    if kind == "restore":
        return "CL-17: the compound cannot be restored from the free cards"  # CL-17
    if kind == "give":
        return "CL-19: the noble gas is given to another player"  # CL-19
    return "GN-10: not allowed"


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
        if state["phase"] == "gases":
            _deal_gas(game, new, action[1])
        elif state["phase"] == "deal":
            _deal(game, new, action[1])
        else:
            _draw(game, new, action[1])
        return new

    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    kind = action[0]
    hand = new["hands"][new["player"]]
    if kind == "dissolve":
        new["dissolved"][action[1]] = new["laid"].pop(action[1])
        for card, count in game["tokens"][action[1]].items():
            bags.add(new["free"], card, count)  # CL-5
        new["acted"] = True
    elif kind == "form":
        from_hand = [] if action[2] == "-" else action[2].split(",")
        for card, count in game["tokens"][action[1]].items():
            bags.remove(hand, card, from_hand.count(card))  # CL-8
            bags.remove(new["free"], card, count - from_hand.count(card))  # CL-8
        new["formed"].append(action[1])
        new["acted"] = True
    elif kind == "take":
        bags.remove(new["stacks"], action[1])
        bags.add(new["free"], action[1])  # CL-5
        new["moved"] = "take"  # CL-9
        new["acted"] = True
    elif kind == "return":
        bags.remove(new["free"] if action[2] == "free" else hand, action[1])
        bags.add(new["stacks"], action[1])
        new["moved"] = "return"  # CL-9
        new["acted"] = True
        if state["phase"] == "return":
            _after_return(game, new)
    elif kind == "return_nothing":
        _after_return(game, new)
    elif kind == "lay_off":
        bags.remove(hand, action[1])
        bags.add(new["minus"][new["player"]], action[1])  # CL-11
        new["acted"] = True
    elif kind == "done":
        if state["phase"] == "build":
            _after_building(game, new)
        else:
            _after_expired_cards(game, new)
    elif kind == "undo":
        for key in TURN_KEYS:
            new[key] = copy.deepcopy(new["start"][key])  # CL-20
        new["undone"] = True  # CL-20 (ruling)
        _after_building(game, new)  # CL-20 (ruling)
    elif kind == "use":
        new["gas_used"] = True
        if _simplified(game):
            _clear_hand(game, new)  # CF-2
        else:
            _go_on_restoring(game, new)  # CL-17
    elif kind == "keep":
        _pick_up(new)  # CL-13
        _take_compound_cards(game, new)
    elif kind == "restore":
        new["laid"][action[1]] = new["dissolved"].pop(action[1])  # CL-17
        for card, count in game["tokens"][action[1]].items():
            bags.remove(new["free"], card, count)
        _go_on_restoring(game, new)
    elif kind == "give":
        gas = new["gases"][new["player"]].pop(0)  # the lowest, if there are several
        receiver = new["gases"][int(action[1])]
        receiver.append(gas)  # CL-19, CF-2
        receiver.sort(key=lambda card: RANKS[card])
        _take_compound_cards(game, new)
    elif kind == "fill":
        new["phase"] = "drawing"  # CL-15
    elif kind == "leave":
        _end_turn(game, new)  # CL-15
    return new


def _deal_gas(game: Game, state: State, gas: str) -> None:
    """Deal one noble gas; after the last one the holder of the highest begins."""
    bags.remove(state["gas_bag"], gas)
    state["gases"][state["player"]].append(gas)  # SD-2, CL-1
    state["player"] = (state["player"] + 1) % game["players"]
    if all(state["gases"]):
        ranks = [RANKS[gases[0]] for gases in state["gases"]]
        state["player"] = ranks.index(max(ranks))  # CL-4
        state["phase"] = "deal"


def _deal(game: Game, state: State, card: str) -> None:
    """Deal one element card; the beginner gets the first one."""
    bags.remove(state["pile"], card)
    bags.add(state["hands"][state["player"]], card)
    state["player"] = (state["player"] + 1) % game["players"]
    if all(bags.size(hand) == HAND_LIMIT for hand in state["hands"]):  # CL-2
        # After whole rounds it is the beginner again.
        _start_turn(state)  # CL-4


def _start_turn(state: State) -> None:
    state["phase"] = "build"  # CL-5
    state["moved"] = None
    state["acted"] = False
    state["undone"] = False
    state["gas_used"] = False
    state["start"] = {key: copy.deepcopy(state[key]) for key in TURN_KEYS}  # CL-20


def _pick_up(state: State) -> None:
    for card, count in state["free"].items():
        bags.add(state["hands"][state["player"]], card, count)  # CL-13
    state["free"] = {}


def _free_to_minus(state: State, cards: list[str]) -> None:
    for card in cards:
        bags.add(state["minus"][state["player"]], card, state["free"].pop(card, 0))


def _bury_dead_cards(game: Game, state: State) -> None:
    """Move the dead element cards of all hands to their players' minus piles."""
    for player in range(game["players"]):
        for card in _dead_elements(game, state):
            count = state["hands"][player].pop(card, 0)
            bags.add(state["minus"][player], card, count)  # CF-4 (ruling)


def _after_building(game: Game, state: State) -> None:
    """Go on after step 1, also when it counts as ended because the turn was undone."""
    if _simplified(game):
        _free_to_minus(state, _dead_elements(game, state))  # CF-4 (ruling), CF-8
        _pick_up(state)  # CF-8
        if state["moved"] is None:
            state["phase"] = "return"  # CF-8
        else:
            _after_return(game, state)
        return
    expired = _expired_kinds(game, state)
    if state["moved"] is None and any(card in game["multipliers"] for card in expired):
        state["phase"] = "return"  # CL-12 (ruling)
    else:
        _after_return(game, state)


def _after_return(game: Game, state: State) -> None:
    hand = state["hands"][state["player"]]
    if _simplified(game):
        if bags.size(hand) > HAND_LIMIT:
            state["phase"] = "gas"  # CF-8
        else:
            _take_compound_cards(game, state)
        return
    expired = _expired_kinds(game, state)
    _free_to_minus(state, expired)  # CL-11
    if expired and bags.size(hand) > 0:
        state["phase"] = "lay_off"  # CL-12 (ruling)
    else:
        _after_expired_cards(game, state)


def _after_expired_cards(game: Game, state: State) -> None:
    """Start step 3 of the booklet's rules."""
    has_gas = len(state["gases"][state["player"]]) > 0
    count = bags.size(state["hands"][state["player"]]) + bags.size(state["free"])
    if count > HAND_LIMIT or (has_gas and bags.size(state["free"]) > 0):
        state["phase"] = "gas"  # CL-13, CL-16
    else:
        _pick_up(state)  # CL-13
        _take_compound_cards(game, state)


def _go_on_restoring(game: Game, state: State) -> None:
    if _restorable(game, state):
        state["phase"] = "restore"  # CL-17
        return
    for card, count in state["free"].items():
        bags.add(
            state["stacks"] if card in game["multipliers"] else state["pile"], card, count
        )  # CL-18
    state["free"] = {}
    state["phase"] = "give"  # CL-19


def _clear_hand(game: Game, state: State) -> None:
    """Throw the whole hand away (the free cards are in it by now)."""
    for card, count in state["hands"][state["player"]].items():
        if card in game["multipliers"]:
            bags.add(state["stacks"], card, count)  # CF-2
        else:
            bags.add(state["discard"], card, count)  # CF-2
    state["hands"][state["player"]] = {}
    state["phase"] = "give"  # CF-2


def _take_compound_cards(game: Game, state: State) -> None:
    """Do steps 4 and 5, then see to the filling of the hand."""
    state["is_pass"] = not state["formed"] and not state["dissolved"]  # CL-21 (ruling)
    for formula, owner in state["dissolved"].items():
        state["won"][owner].append(formula)  # CL-14, CF-5
    for formula in state["formed"]:
        state["display"].remove(formula)  # CL-14
        state["laid"][formula] = state["player"]  # CL-14
    state["dissolved"] = {}
    state["formed"] = []

    if _simplified(game):
        _bury_dead_cards(game, state)  # CF-4 (ruling), CF-8
        if not state["display"] or state["gas_used"]:
            _end_turn(game, state)  # CF-1 (ruling), CF-2
        else:
            _go_on_filling(game, state)  # CF-1
    elif bags.size(state["hands"][state["player"]]) < HAND_LIMIT and bags.size(state["pile"]) > 0:
        state["phase"] = "fill"  # CL-15
    else:
        _end_turn(game, state)


def _go_on_filling(game: Game, state: State) -> None:
    """Wait for the next drawn card, or end the turn when no card is to be drawn."""
    if bags.size(state["hands"][state["player"]]) >= HAND_LIMIT:
        _end_turn(game, state)  # CL-15, CF-1
        return
    if bags.size(state["pile"]) == 0:
        state["pile"] = state["discard"]  # CF-3
        state["discard"] = {}
    if bags.size(state["pile"]) == 0:
        _end_turn(game, state)  # CL-15, CF-3
    else:
        state["phase"] = "drawing"


def _draw(game: Game, state: State, card: str) -> None:
    """Put one drawn card into the hand of the player whose turn it is."""
    bags.remove(state["pile"], card)
    bags.add(state["hands"][state["player"]], card)
    if _simplified(game):
        _bury_dead_cards(game, state)  # CF-1 (ruling), CF-4 (ruling)
    _go_on_filling(game, state)


def _end_turn(game: Game, state: State) -> None:
    state["turns"] += 1
    state["passes"] = state["passes"] + 1 if state["is_pass"] else 0  # CL-21
    if state["passes"] == game["players"]:
        _end_game(game, state)  # CL-22, CF-6
        return
    if _simplified(game) and not state["display"]:
        _end_game(game, state)  # CF-6
        return
    state["player"] = (state["player"] + 1) % game["players"]  # GN-1
    _start_turn(state)


def _end_game(game: Game, state: State) -> None:
    for formula, owner in state["laid"].items():
        state["won"][owner].append(formula)  # CL-23
        for card, count in game["tokens"][formula].items():
            bags.add(state["spent"], card, count)
    state["laid"] = {}
    state["phase"] = "over"


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands too) in plain values."""
    who = acting(game, state)
    return {
        "phase": state["phase"],
        "current_player": state["player"] if isinstance(who, set) else None,
        "display": sorted(state["display"]),
        "multipliers": {card: state["stacks"].get(card, 0) for card in ("2", "3", "4")},
        "hands": [dict(hand) for hand in state["hands"]],
        "gases": [list(gases) for gases in state["gases"]],
        "free": dict(state["free"]),
        "laid": dict(state["laid"]),
        "formed": sorted(state["formed"]),
        "dissolved": dict(state["dissolved"]),
        "minus": [dict(bag) for bag in state["minus"]],
        "won": [sorted(formulas) for formulas in state["won"]],
        "draw_pile": dict(state["pile"]),
        "discard": dict(state["discard"]),
        "passes": state["passes"],
        "turns": state["turns"],
    }


def scores(game: Game, state: State) -> dict[str, list[int]]:
    """Give the points of every player, counting the own compounds on the free area too."""
    points = []
    for player in range(game["players"]):
        own = list(state["won"][player])
        for bag in (state["laid"], state["dissolved"]):
            own.extend(formula for formula, owner in bag.items() if owner == player)  # CL-23
        total = sum(game["points"][formula] for formula in own)  # CL-24
        total -= bags.size(state["hands"][player])  # CL-24
        total -= bags.size(state["minus"][player])  # CL-24
        total += GAS_POINTS * len(state["gases"][player])  # CL-24
        points.append(total)
    return {"points": points}


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return; all 0 before the end."""
    n = int(game["players"])
    if state["phase"] != "over":
        return [Fraction(0) for _ in range(n)]
    points = scores(game, state)["points"]
    return [points[player] - Fraction(sum(points), n) for player in range(n)]  # GN-7
