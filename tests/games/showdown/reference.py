# SPDX-License-Identifier: Apache-2.0
"""ChemiX Showdown, written slowly and plainly from the numbered rules (SD-1 to SD-25).

A card is a text: "H", "He", "2" or "H2O". A bag of cards is a dict card -> count without zeros.
States are dictionaries and are never changed in place: apply() returns a new one.
"""

import copy
from fractions import Fraction
from typing import Any

from games.bags import Action, Bag, Game, State

from games import bags

DEFAULT_OPTIONS: dict[str, Any] = {
    "simplified": False,  # SD-4
    "removed_elements": "P,Cl",  # SD-4
}

MULTIPLIERS = ("2", "3", "4")  # DK-3
FIRST_ROUND = {"2": 1, "3": 2, "4": 3}  # SD-9: the round from which a stack is open
NO_CARD = "-"  # SD-12: in place of a second card taken
LAST_SURE_ROUND = 2  # SD-25 (ruling)


# ---------------------------------------------------------------------------------------
# Deck and game
# ---------------------------------------------------------------------------------------


def new_game(players: int, deck: Any = None, **options: Any) -> Game:
    """Fix the number of players, the deck (the parsed deck file) and the options of a game."""
    for name in options:
        if name not in DEFAULT_OPTIONS:
            raise ValueError(f"unknown option {name}")
    chosen = {**DEFAULT_OPTIONS, **options}
    if players not in (2, 3, 4):
        raise ValueError("ChemiX Showdown is for 2 to 4 players")
    if deck is None:
        raise ValueError("DK-4: a game is created with a deck")  # DK-4 (ruling)
    if not isinstance(chosen["simplified"], bool):
        raise ValueError("SD-4: simplified is true or false")  # SD-4

    removed: list[str] = []
    if chosen["simplified"]:
        symbols = [entry["symbol"] for entry in deck["elements"]]
        removed = str(chosen["removed_elements"]).split(",")
        if len(removed) != 2 or any(symbol not in symbols for symbol in removed):
            raise ValueError("SD-4: removed_elements names two elements of the deck")  # SD-4
        if symbols.index(removed[0]) >= symbols.index(removed[1]):
            raise ValueError("SD-4: removed_elements are different, in deck order")  # SD-4
        if any(symbol in ("H", "C", "O") for symbol in removed):
            raise ValueError("SD-4: H, C and O cannot be removed")  # SD-4

    game: Game = {
        "players": players,
        **chosen,
        "elements": {},  # bag of the element cards in play
        "gases": {},
        "rank": {},  # noble gas -> atomic number
        "multipliers": {},
        "compounds": [],
        "tokens": {},  # formula -> bag of the cards needed
        "formula_order": {},  # formula -> the elements in the order they first stand in it
        "points": {},
        "order": [],  # all kinds of cards in the order of the deck file
        "elements_to_end": 1 if chosen["simplified"] else 3,  # SD-4, SD-19
    }
    for entry in deck["elements"]:
        if entry["symbol"] not in removed and entry["copies"] > 0:
            game["elements"][entry["symbol"]] = entry["copies"]
    for entry in deck["noble_gases"]:
        if entry["copies"] > 0:
            game["gases"][entry["symbol"]] = entry["copies"]
            game["rank"][entry["symbol"]] = entry["atomic_number"]  # DK-2
    for entry in deck["multipliers"]:
        if entry["copies"] > 0:
            game["multipliers"][str(entry["value"])] = entry["copies"]
    for entry in deck["compounds"]:
        tokens = [str(token) for token in entry["tokens"]]
        if any(symbol in tokens for symbol in removed):
            continue  # SD-4
        formula = entry["formula"]
        game["compounds"].append(formula)
        game["tokens"][formula] = bags.bag_of(tokens)  # DK-5
        elements = [token for token in tokens if token not in MULTIPLIERS]
        game["formula_order"][formula] = list(dict.fromkeys(elements))
        game["points"][formula] = entry["points"]
    for kind in ("elements", "gases", "multipliers", "compounds"):
        game["order"] += list(game[kind])
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    n = game["players"]
    if not 0 <= start_player < n:
        raise ValueError("GN-1: start_player is no seat")  # GN-1
    return {
        "phase": "deal_gases",
        "player": start_player,  # who decides; in the deals: who gets the next card
        "round": 0,
        "gas_pile": dict(game["gases"]),  # SD-2
        "element_pile": dict(game["elements"]),  # SD-3
        "display": list(game["compounds"]),  # SD-1
        "multipliers": dict(game["multipliers"]),  # SD-1
        "hands": [{} for _ in range(n)],
        "gases": [[] for _ in range(n)],
        "stacks": {},
        "points": [{"compounds": [], "elements": {}} for _ in range(n)],
        "finished": {},
        "out": {},  # cards that have left the game
        "beginner": None,  # who began the running round
        "last": None,  # who was the last to lay or to collect in the running round
        "passed": [],
        "gases_at_start": [0] * n,  # noble gases held when the laying round began
        "swapped_away": [0] * n,  # noble gases swapped away in the laying round
        "surplus": [0] * n,  # noble gases that must be given away now
        "laid": None,  # the compound just laid, while elements are being finished
        "to_finish": [],
        "passer": None,  # who has just passed
        "to_ask": [],  # who is still to be asked about a swap
    }


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", a set with the one player who decides, or None at the end."""
    if state["phase"] == "over":
        return None
    if state["phase"] in ("deal_gases", "deal"):
        return "chance"  # GN-2
    return {state["player"]}


def _pile(state: State) -> Bag:
    """Give the bag that cards are being dealt from."""
    if state["phase"] == "deal_gases":
        return dict(state["gas_pile"])
    if state["phase"] == "deal":
        return dict(state["element_pile"])
    return {}


def chance_outcomes(game: Game, state: State) -> list[tuple[Action, int]]:
    """List the cards that chance may deal now, each with its number in the pile."""
    return sorted((("drawn", card), count) for card, count in _pile(state).items())


def _from_the_left(game: Game, player: int) -> list[int]:
    """List all the seats in turn order, from the next player to the player."""
    n = game["players"]
    return [(player + step) % n for step in range(1, n + 1)]  # GN-1


def _hand_size(state: State, player: int) -> int:
    """Count the cards for the question who begins."""
    return bags.size(state["hands"][player]) + len(state["gases"][player])  # SD-6


def _open_stacks(state: State) -> Bag:
    """Give the multiplier cards that may be taken from the display in this round."""
    result: Bag = {}
    for card, count in state["multipliers"].items():
        if state["round"] >= FIRST_ROUND[card]:
            result[card] = count  # SD-9
    return result


def _ways_to_lay(game: Game, state: State, player: int, formula: str) -> list[Action]:
    """List the actions that lay one compound of the display."""
    needed = game["tokens"][formula]
    hand = state["hands"][player]
    stacks = _open_stacks(state)
    for card, count in needed.items():
        if card not in MULTIPLIERS and hand.get(card, 0) < count:
            return []  # SD-8, MT-1
    choices: list[list[int]] = []
    for card in MULTIPLIERS:
        choice: list[int] = []
        for taken in range(needed.get(card, 0) + 1):
            from_hand = needed.get(card, 0) - taken
            if taken <= stacks.get(card, 0) and from_hand <= hand.get(card, 0):
                choice.append(taken)  # MT-4 (ruling), SD-9 (ruling)
        choices.append(choice)
    actions: list[Action] = []
    for twos in choices[0]:
        for threes in choices[1]:
            for fours in choices[2]:
                actions.append(("lay", formula, str(twos), str(threes), str(fours)))
    return actions


def _ways_to_take(game: Game, hand: Bag) -> list[Action]:
    """List the actions that take two cards (the only one, if there is one) from a hand."""
    if bags.size(hand) == 1:
        return [("take", card, NO_CARD) for card in hand]  # SD-12
    cards = sorted(hand, key=game["order"].index)
    actions: list[Action] = []
    for place, first in enumerate(cards):
        for second in cards[place:]:
            if first != second or hand[first] > 1:
                actions.append(("take", first, second))  # SD-12
    return actions


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    phase = state["phase"]
    actions: list[Action] = []

    if phase == "lay":
        actions.append(("pass",))  # SD-8
        for formula in state["display"]:
            actions += _ways_to_lay(game, state, player, formula)  # SD-8

    elif phase == "finish":
        actions.append(("set_aside",))  # SD-17
        actions.append(("leave",))  # SD-17

    elif phase == "swap":
        actions.append(("swap",))  # SD-12
        actions.append(("decline",))  # SD-12

    elif phase == "take":
        actions += _ways_to_take(game, state["hands"][state["passer"]])  # SD-12

    elif phase == "give":
        for seat in range(game["players"]):
            if len(state["gases"][seat]) == 0:
                actions.append(("give", str(seat)))  # SD-15

    elif phase == "collect":
        for formula in state["stacks"]:
            actions.append(("collect", formula))  # SD-20

    return sorted(actions)


def _refusal(game: Game, state: State, player: int, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10
    forms = {
        "lay": {"lay": 5, "pass": 1},
        "finish": {"set_aside": 1, "leave": 1},
        "swap": {"swap": 1, "decline": 1},
        "take": {"take": 3},
        "give": {"give": 2},
        "collect": {"collect": 2},
    }[state["phase"]]
    if len(action) == 0 or action[0] not in forms:
        return "GN-10: another kind of action is asked for"  # GN-10
    if len(action) != forms[action[0]]:
        return "GN-10: the action has a wrong form"  # GN-10

    if action[0] == "lay":
        formula = action[1]
        if formula not in state["display"]:
            return "MT-2: the compound is not in the display"  # MT-2
        for card, text in zip(MULTIPLIERS, action[2:], strict=True):
            if not text.isdecimal() or text != str(int(text)):
                return "GN-10: the action has a wrong form"  # GN-10
            if int(text) > game["tokens"][formula].get(card, 0):
                return "MT-1: the compound needs fewer multipliers"  # MT-1
            if int(text) > 0 and card not in _open_stacks(state):
                return "SD-9: this stack of multipliers is not open (or empty)"  # SD-9
        return "SD-8: the cards for the compound are not there"  # SD-8
    if action[0] == "take":
        hand = state["hands"][state["passer"]]
        cards = bags.bag_of([card for card in action[1:] if card != NO_CARD])
        if any(hand.get(card, 0) < count for card, count in cards.items()):
            return "GN-11: the cards are not in that hand"  # GN-11
        return "SD-12: two cards are taken (or the only one), in the order of the deck"  # SD-12
    if action[0] == "give":
        return "SD-15: it is given to a player without a noble gas"  # SD-15
    if action[0] == "collect":
        return "SD-20: there is no such stack"  # SD-20
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
            raise ValueError("GN-2: no such card in the pile")  # GN-2
        if state["phase"] == "deal_gases":
            _deal_gas(game, new, action[1])
        else:
            _deal_element(game, new, action[1])
        return new

    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    kind = action[0]
    if kind == "lay":
        _lay(game, new, action[1], [int(text) for text in action[2:]])
    elif kind == "pass":
        _pass(game, new)
    elif kind in ("set_aside", "leave"):
        _finish(game, new, kind == "set_aside")
    elif kind == "swap":
        _accept_swap(new)
    elif kind == "decline":
        _ask_next(game, new)  # SD-12
    elif kind == "take":
        _take(game, new, [card for card in action[1:] if card != NO_CARD])
    elif kind == "give":
        _give(game, new, int(action[1]))
    elif kind == "collect":
        _collect(game, new, action[1])
    return new


def _sort_gases(game: Game, gases: list[str]) -> list[str]:
    return sorted(gases, key=lambda gas: (game["rank"][gas], gas))


def _deal_gas(game: Game, state: State, gas: str) -> None:
    """Deal one noble gas; after the last one the others leave the game."""
    bags.remove(state["gas_pile"], gas)
    state["gases"][state["player"]] = [gas]  # SD-2
    state["player"] = (state["player"] + 1) % game["players"]
    if any(len(gases) == 0 for gases in state["gases"]):
        return
    for card, count in state["gas_pile"].items():
        bags.add(state["out"], card, count)  # SD-2
    state["gas_pile"] = {}
    # The holder of the highest noble gas deals, and begins the first round.
    seats = range(game["players"])
    state["beginner"] = max(seats, key=lambda seat: game["rank"][state["gases"][seat][0]])  # SD-6
    state["player"] = (state["beginner"] + 1) % game["players"]  # SD-3 (ruling)
    state["phase"] = "deal"
    if bags.size(state["element_pile"]) == 0:
        _start_laying(game, state, state["beginner"])


def _deal_element(game: Game, state: State, card: str) -> None:
    bags.remove(state["element_pile"], card)
    bags.add(state["hands"][state["player"]], card)  # SD-3
    state["player"] = (state["player"] + 1) % game["players"]
    if bags.size(state["element_pile"]) == 0:
        _start_laying(game, state, state["beginner"])  # SD-5, SD-6


def _who_begins(game: Game, state: State) -> int:
    """Say who begins the next round, from what happened in the round just played."""
    sizes = [_hand_size(state, seat) for seat in range(game["players"])]
    # Start left of the last player to lay or collect, or of the last beginner if nobody did:
    # that player comes last and so begins only when not tied with another one.
    before = state["beginner"] if state["last"] is None else state["last"]  # SD-7 (ruling)
    for seat in _from_the_left(game, before):
        if sizes[seat] == min(sizes):
            return seat  # SD-6, SD-7
    raise AssertionError("somebody has the fewest cards")


def _start_laying(game: Game, state: State, beginner: int) -> None:
    state["phase"] = "lay"
    state["round"] += 1
    state["player"] = beginner
    state["beginner"] = beginner
    state["last"] = None
    state["passed"] = []
    state["gases_at_start"] = [len(gases) for gases in state["gases"]]  # SD-15 (ruling)
    state["swapped_away"] = [0] * game["players"]


def _lay(game: Game, state: State, formula: str, taken: list[int]) -> None:
    player = state["player"]
    needed = game["tokens"][formula]
    from_stacks = dict(zip(MULTIPLIERS, taken, strict=True))
    for card, count in needed.items():
        from_stack = from_stacks.get(card, 0)
        if from_stack > 0:
            bags.remove(state["multipliers"], card, from_stack)  # SD-8, SD-9
        if count - from_stack > 0:
            bags.remove(state["hands"][player], card, count - from_stack)  # SD-8
    state["display"].remove(formula)  # MT-2
    state["stacks"][formula] = {"owner": player, "cards": dict(needed)}  # SD-10
    state["last"] = player  # SD-7

    state["laid"] = formula
    state["to_finish"] = []
    for element in game["formula_order"][formula]:
        if not any(element in game["tokens"][other] for other in state["display"]):
            state["finished"][element] = player  # SD-16
            state["to_finish"].append(element)  # SD-17
    _go_on_finishing(game, state)


def _go_on_finishing(game: Game, state: State) -> None:
    if state["to_finish"]:
        state["phase"] = "finish"  # SD-17 (ruling)
    else:
        state["laid"] = None
        _next_layer(game, state, state["player"])


def _finish(game: Game, state: State, set_aside: bool) -> None:
    """Move one card of a finished element to the points pile, or leave it in the stack."""
    element = state["to_finish"].pop(0)
    if set_aside:
        bags.remove(state["stacks"][state["laid"]]["cards"], element)  # SD-17
        bags.add(state["points"][state["player"]]["elements"], element)  # SD-17
    _go_on_finishing(game, state)


def _next_layer(game: Game, state: State, before: int) -> None:
    """Pass the turn on to the next player who has not passed, or end the laying round."""
    for seat in _from_the_left(game, before):
        if seat not in state["passed"]:
            state["phase"] = "lay"
            state["player"] = seat  # SD-13
            return
    _end_laying(game, state)  # SD-14


def _pass(game: Game, state: State) -> None:
    passer = state["player"]
    state["passed"].append(passer)  # SD-11
    state["passer"] = passer
    state["to_ask"] = []
    if bags.size(state["hands"][passer]) > 0:  # SD-12 (ruling), GN-6
        for seat in _from_the_left(game, passer):
            if seat not in state["passed"] and len(state["gases"][seat]) > 0:
                state["to_ask"].append(seat)  # SD-12
    _ask_next(game, state)


def _ask_next(game: Game, state: State) -> None:
    """Ask the next player about a swap, or go on when there is none."""
    if state["to_ask"]:
        state["phase"] = "swap"
        state["player"] = state["to_ask"].pop(0)  # SD-12
    else:
        _end_asking(game, state)


def _end_asking(game: Game, state: State) -> None:
    passer = state["passer"]
    state["passer"] = None
    state["to_ask"] = []
    _next_layer(game, state, passer)  # SD-13


def _accept_swap(state: State) -> None:
    state["phase"] = "take"
    state["to_ask"] = []  # SD-12 (ruling)


def _take(game: Game, state: State, cards: list[str]) -> None:
    """Take the cards from the player who passed and give the noble gas for them."""
    player = state["player"]
    passer = state["passer"]
    for card in cards:
        bags.remove(state["hands"][passer], card)  # SD-12
        bags.add(state["hands"][player], card)  # SD-12
    gas = state["gases"][player].pop(0)  # SD-12 (ruling): the lowest
    state["gases"][passer] = _sort_gases(game, [*state["gases"][passer], gas])
    state["swapped_away"][player] += 1  # SD-15 (ruling)
    _end_asking(game, state)


def _end_laying(game: Game, state: State) -> None:
    state["passed"] = []
    if len(state["finished"]) >= game["elements_to_end"]:
        _end_game(state)  # SD-19
        return
    if state["last"] is None and state["round"] > LAST_SURE_ROUND:
        _end_game(state)  # SD-25 (ruling)
        return
    for seat in range(game["players"]):
        used = state["swapped_away"][seat]
        state["surplus"][seat] = max(0, state["gases_at_start"][seat] - used - 1)  # SD-15 (ruling)
    _go_on_giving(game, state)


def _go_on_giving(game: Game, state: State) -> None:
    """Ask the next player with a surplus of noble gases, or begin the collecting round."""
    n = game["players"]
    for step in range(n):
        seat = (state["beginner"] + step) % n  # SD-15 (ruling)
        if state["surplus"][seat] > 0:
            state["phase"] = "give"
            state["player"] = seat
            return
    beginner = _who_begins(game, state)
    if not state["stacks"]:
        _start_laying(game, state, beginner)  # SD-21 (ruling)
        return
    state["phase"] = "collect"  # SD-5
    state["player"] = beginner  # SD-20
    state["beginner"] = beginner
    state["last"] = None


def _give(game: Game, state: State, receiver: int) -> None:
    giver = state["player"]
    gas = state["gases"][giver].pop(0)  # SD-15 (ruling): the lowest
    state["gases"][receiver] = [gas]
    state["surplus"][giver] -= 1
    _go_on_giving(game, state)


def _collect(game: Game, state: State, formula: str) -> None:
    player = state["player"]
    stack = state["stacks"].pop(formula)
    for card, count in stack["cards"].items():
        bags.add(state["hands"][player], card, count)  # SD-20
    state["points"][stack["owner"]]["compounds"].append(formula)  # SD-20
    state["last"] = player  # SD-7
    if state["stacks"]:
        state["player"] = (player + 1) % game["players"]  # SD-20
    else:
        _start_laying(game, state, _who_begins(game, state))  # SD-5, SD-6


def _end_game(state: State) -> None:
    """Give the compounds on the stacks to their owners; all other cards are out."""
    state["phase"] = "over"
    left = [state["multipliers"], *state["hands"]]
    for formula, stack in state["stacks"].items():
        state["points"][stack["owner"]]["compounds"].append(formula)  # SD-22
        left.append(stack["cards"])
    left.append(bags.bag_of(state["display"]))
    for gases in state["gases"]:
        left.append(bags.bag_of(gases))
    for bag in left:
        for card, count in bag.items():
            bags.add(state["out"], card, count)  # SD-22
    state["stacks"] = {}
    state["display"] = []
    state["multipliers"] = {}
    state["hands"] = [{} for _ in state["hands"]]
    state["gases"] = [[] for _ in state["gases"]]


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands too) in plain values."""
    who = acting(game, state)
    stacks: dict[str, Any] = {}
    for formula, stack in state["stacks"].items():
        stacks[formula] = {"owner": stack["owner"], "cards": dict(stack["cards"])}
    points: list[dict[str, Any]] = []
    for pile in state["points"]:
        entry = {"compounds": sorted(pile["compounds"]), "elements": dict(pile["elements"])}
        points.append(entry)
    return {
        "phase": state["phase"],
        "current_player": state["player"] if isinstance(who, set) else None,
        "round": state["round"],
        "display": sorted(state["display"]),
        "multipliers": {card: state["multipliers"].get(card, 0) for card in MULTIPLIERS},
        "hands": [dict(hand) for hand in state["hands"]],
        "gases": [_sort_gases(game, gases) for gases in state["gases"]],
        "stacks": stacks,
        "points": points,
        "finished": dict(state["finished"]),
        "passed": sorted(state["passed"]),
        "pile": _pile(state),
    }


def scores(game: Game, state: State) -> dict[str, list[int]]:
    """Give the points per player; before the end, as if the game ended now."""
    result: list[int] = []
    for player in range(game["players"]):
        compounds = list(state["points"][player]["compounds"])
        for formula, stack in state["stacks"].items():
            if stack["owner"] == player:
                compounds.append(formula)  # SD-22
        total = 0
        for formula in compounds:
            own = [state["finished"].get(card) == player for card in game["tokens"][formula]]
            total += game["points"][formula] * (2 if any(own) else 1)  # SD-23
        result.append(total)
    return {"points": result}


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return, the score minus the mean of all; all 0 before the end."""
    n = int(game["players"])
    if state["phase"] != "over":
        return [Fraction(0) for _ in range(n)]
    points = scores(game, state)["points"]
    return [Fraction(score) - Fraction(sum(points), n) for score in points]  # SD-24, GN-7
