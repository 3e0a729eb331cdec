# SPDX-License-Identifier: Apache-2.0
"""REACT!, written slowly and plainly from the numbered rules (RX-1 to RX-22).

A card is a text: "H", "He", "2" or "H2O". A bag of cards is a dict card -> count without zeros.
States are dictionaries and are never changed in place: apply() returns a new one.
"""

import copy
from fractions import Fraction
from typing import Any

from games.bags import Action, Bag, Game, State

from games import bags

ELEMENTS = ["H", "C", "N", "O", "Na", "P", "S", "Cl", "Ca", "Fe"]  # DK-1
NOBLE_GASES = ["He", "Ne", "Ar", "Rn"]  # DK-2
MULTIPLIERS = ["2", "3", "4"]  # DK-3
SMALL_KINDS = ELEMENTS + NOBLE_GASES + MULTIPLIERS  # RX-9

DEFAULT_OPTIONS: dict[str, Any] = {
    "hand_size": None,  # RX-1: 8, with four players 6
    "market_size": 4,  # RX-2 (ruling)
    "claims": "simultaneous",  # RX-13 (ruling)
    "sweep": "before_turning",  # RX-19 (ruling)
    "target": 5,  # RX-20
    "max_rounds": 200,  # RX-22 (ruling)
}

MAX_SWAPPED = 3  # RX-6, RX-7
OPEN_COMPOUNDS = 3  # RX-11


# ---------------------------------------------------------------------------------------
# Bags of cards
# ---------------------------------------------------------------------------------------


def _sum(first: Bag, second: Bag) -> Bag:
    total = dict(first)
    for card, count in second.items():
        bags.add(total, card, count)
    return total


# ---------------------------------------------------------------------------------------
# Game
# ---------------------------------------------------------------------------------------


def new_game(players: int, deck: Any = None, **options: Any) -> Game:
    """Fix the number of players, the deck (the parsed deck file) and the options of a game."""
    for name in options:
        if name not in DEFAULT_OPTIONS:
            raise ValueError(f"unknown option {name}")
    if players not in (2, 3, 4):
        raise ValueError("REACT! is for 2 to 4 players")
    if deck is None:
        raise ValueError("DK-4: a game is created with a deck")  # DK-4 (ruling)

    game: Game = {"players": players, **DEFAULT_OPTIONS, **options}
    if game["hand_size"] is None:
        game["hand_size"] = 6 if players == 4 else 8  # RX-1
    if not 1 <= game["hand_size"] <= 8:
        raise ValueError("RX-1: hand_size must be 1 to 8")  # RX-1
    if not 4 <= game["market_size"] <= 6:
        raise ValueError("RX-2: market_size must be 4 to 6")  # RX-2 (ruling)
    if game["claims"] not in ("simultaneous", "realtime"):
        raise ValueError("RX-13: claims is simultaneous or realtime")  # RX-13 (ruling)
    if game["sweep"] not in ("before_turning", "before_exchange"):
        raise ValueError("RX-19: sweep is before_turning or before_exchange")  # RX-19 (ruling)
    if not 1 <= game["target"] <= 20:
        raise ValueError("RX-20: target must be 1 to 20")  # RX-20
    if not 1 <= game["max_rounds"] <= 1000:
        raise ValueError("RX-22: max_rounds must be 1 to 1000")  # RX-22 (ruling)

    cards: Bag = {}
    for kind in ("elements", "noble_gases", "multipliers"):
        for entry in deck[kind]:
            card = str(entry["value"]) if kind == "multipliers" else str(entry["symbol"])
            if entry["copies"] > 0:
                cards[card] = entry["copies"]
    game["cards"] = cards
    # The order of the kinds is the order of the deck file.
    game["order"] = {card: place for place, card in enumerate(cards)}
    game["noble_gases"] = [str(entry["symbol"]) for entry in deck["noble_gases"]]
    game["tokens"] = {}
    game["points"] = {}
    for entry in deck["compounds"]:
        game["tokens"][entry["formula"]] = bags.bag_of([str(token) for token in entry["tokens"]])
        game["points"][entry["formula"]] = entry["points"]

    needed = players * game["hand_size"]
    if players > 2:
        needed += game["market_size"]  # RX-2
    if needed > bags.size(cards):
        raise ValueError("DK-4: the deck has too few cards to deal")  # DK-4 (ruling)
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    n = game["players"]
    if not 0 <= start_player < n:
        raise ValueError("GN-1: start_player is no seat")  # GN-1
    return {
        "phase": "deal",
        "player": start_player,  # whose turn it is in the exchange; in the deal: who gets a card
        "decider": None,  # the one seat that decides, where it is one seat
        "leader": (start_player - 1) % n,  # RX-3
        "hands": [{} for _ in range(n)],
        "stack": dict(game["cards"]),
        "discard": {},
        "market": {},
        "put": {},  # cards put down in the current action
        "taken": {},  # cards taken from the market in the current action
        "to_draw": 0,  # cards that chance must still draw for the current action
        "other": None,  # the other player of the current action
        "given": None,  # the card that was handed over on demand
        "after_reserve": None,  # what follows when the reservation is made
        "unknown": {formula: 1 for formula in game["tokens"]},  # compound stack, RX-3
        "bottom": [],  # compounds under it, the first to be turned up first
        "open": [],  # the oldest first
        "reserved": [[] for _ in range(n)],
        "won": [[] for _ in range(n)],
        "claims": [None for _ in range(n)],
        "calls": [],  # seats in the order of their calls
        "open_won": False,  # was an open compound won in this play round?
        "stage": 1,  # first or second play round since the last exchange round
        "sweep_later": False,  # do the open cards go under the compound pile before the turning up?
        "rounds": 0,  # exchange rounds completed
    }


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def _most_put(game: Game, state: State) -> int:
    """Say how many cards the player may put down at most in the current action."""
    most = min(MAX_SWAPPED, game["hand_size"])  # RX-6, RX-7
    if game["players"] == 2:
        # The cards that are being put down are not drawn back.
        return int(
            min(most, bags.size(state["stack"]) + bags.size(state["discard"]))
        )  # RX-6 (ruling)
    return int(min(most, game["market_size"]))  # RX-7


def _puttable(game: Game, state: State, player: int) -> list[str]:
    """List the cards that may be put down next, in any order."""
    if bags.size(state["put"]) >= _most_put(game, state):
        return []
    return list(state["hands"][player])  # RX-6, RX-7


def _takeable(game: Game, state: State) -> list[str]:
    """List the market cards that may be taken next, in any order."""
    if bags.size(state["taken"]) >= _most_put(game, state):
        return []  # RX-7 (ruling)
    return list(state["market"])  # RX-7


def _may_stop(state: State) -> bool:
    """Say whether the player may put no more down."""
    put = bags.size(state["put"])
    return put > 0 and put >= bags.size(state["taken"])  # RX-7 (ruling)


def _can_build(game: Game, hand: Bag, formula: str) -> bool:
    """Say whether the hand holds every card of the compound."""
    needed = game["tokens"][formula].items()
    return all(hand.get(token, 0) >= count for token, count in needed)  # MT-1, MT-3


def _claimable(game: Game, state: State, player: int) -> list[str]:
    """List the compounds that a player may claim now."""
    result: list[str] = []
    for formula in state["open"] + state["reserved"][player]:
        if _can_build(game, state["hands"][player], formula):  # RX-12
            result.append(formula)
    return result


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", the set of the seats that may act, or None at the end."""
    phase = state["phase"]
    if phase == "over":
        return None
    if phase in ("deal", "market", "draw", "draw_blind", "turning", "calls"):
        return "chance"  # GN-2
    if phase == "claims":
        undecided = {p for p in range(game["players"]) if state["claims"][p] is None}
        if game["claims"] == "realtime":
            undecided.add(state["leader"])  # RX-13 (ruling): the leader may close
        return undecided  # RX-12
    return {state["decider"]}


def chance_outcomes(game: Game, state: State) -> list[tuple[Action, int]]:
    """List what chance may do now, with weights proportional to the probabilities."""
    phase = state["phase"]
    if phase in ("deal", "market", "draw"):
        bag = state["stack"]
    elif phase == "draw_blind":
        bag = state["hands"][state["other"]]  # RX-8
    elif phase == "turning":
        bag = state["unknown"]  # RX-11
    elif phase == "calls":
        outcomes: list[tuple[Action, int]] = []
        for player in range(game["players"]):
            if state["claims"][player] != "nothing" and player not in state["calls"]:
                outcomes.append((("called", str(player)), 1))  # RX-13 (ruling)
        return outcomes
    else:
        return []
    return sorted((("drawn", card), count) for card, count in bag.items())


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    phase = state["phase"]
    hand = state["hands"][player]
    actions: list[Action] = []

    if phase == "exchange":
        actions.append(("nothing",))  # RX-5
        for card in _puttable(game, state, player):
            actions.append(("put", card))  # RX-6, RX-7
        for card in _takeable(game, state):
            actions.append(("take", card))  # RX-7 (ruling)
        for other in range(game["players"]):
            if other != player:
                actions.append(("draw_from", str(other)))  # RX-8
                for card in SMALL_KINDS:
                    actions.append(("ask", str(other), card))  # RX-9

    elif phase == "put":
        if _may_stop(state):
            actions.append(("done",))  # RX-6, RX-7
        for card in _puttable(game, state, player):
            actions.append(("put", card))  # RX-6, RX-7
        for card in _takeable(game, state):
            actions.append(("take", card))  # RX-7 (ruling)

    elif phase == "swap":
        for card in _takeable(game, state):
            actions.append(("take", card))  # RX-7

    elif phase == "give":
        for card in hand:
            actions.append(("give", card))  # RX-8

    elif phase == "return":
        asker = dict(state["hands"][state["player"]])
        bags.remove(asker, state["given"])  # RX-9: not the card just given
        for card in asker:
            actions.append(("take", card))  # RX-9

    elif phase == "reserve":
        for formula in state["open"]:
            actions.append(("reserve", formula))  # RX-10

    elif phase == "claims":
        if state["claims"][player] is None:
            for formula in _claimable(game, state, player):
                actions.append(("claim", formula))  # RX-12
        if game["claims"] == "realtime" and player == state["leader"]:
            actions.append(("close",))  # RX-13 (ruling)
        else:
            actions.append(("claim_nothing",))  # RX-12, GN-4

    return sorted(actions)


def _refusal(game: Game, state: State, player: Any, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    phase = state["phase"]
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10

    kinds = {
        "exchange": ["nothing", "put", "take", "draw_from", "ask"],
        "put": ["put", "take", "done"],
        "swap": ["take"],
        "give": ["give"],
        "return": ["take"],
        "reserve": ["reserve"],
        "claims": ["claim", "claim_nothing"] + (["close"] if game["claims"] == "realtime" else []),
    }[phase]
    if len(action) == 0 or action[0] not in kinds:
        return "GN-10: another kind of action is asked for"  # GN-10
    kind = action[0]
    if len(action) != {"nothing": 1, "done": 1, "claim_nothing": 1, "close": 1, "ask": 3}.get(
        kind, 2
    ):
        return "GN-10: the action has a wrong form"  # GN-10

    if kind == "put":
        if action[1] not in state["hands"][player]:
            return "GN-11: the card is not in the hand"  # GN-11
        return "RX-6: no card can be drawn back"  # RX-6 (ruling)
    if kind == "done":
        return "RX-7: as many cards must be put down as were taken"  # RX-7 (ruling)
    if kind == "draw_from":
        return "RX-8: a card is drawn from another player"  # RX-8
    if kind == "give":
        return "GN-11: the card is not in the hand"  # GN-11
    if kind == "ask":
        return "RX-9: another player is asked for a small card"  # RX-9
    if kind == "take" and phase != "return":
        if game["players"] == 2:
            return "GN-10: there is no market"  # GN-10, RX-2
        if bags.size(state["taken"]) == _most_put(game, state):
            return "RX-7: no more are taken than may be put down"  # RX-7 (ruling)
        return "RX-7: the card did not lie in the market before"  # RX-7
    if kind == "take":
        if action[1] == state["given"]:
            return "RX-9: the card just given is not taken back"  # RX-9
        return "GN-11: the card is not in the asker's hand"  # GN-11
    if kind == "reserve":
        return "RX-10: an open compound is reserved"  # RX-10
    if kind == "claim":
        if state["claims"][player] is not None:
            return "RX-14: a player claims once in a play round"  # RX-14 (ruling)
        return "RX-12: only an open or own reserved compound that the hand can build"  # RX-12
    if kind == "claim_nothing":
        return "RX-13: the leader closes the play round"  # RX-13 (ruling)
    if kind == "close":
        return "RX-13: only the leader closes the play round"  # RX-13 (ruling)
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
            raise ValueError("GN-2: this cannot happen by chance now")  # GN-2
        _chance(game, new, action)
        return new

    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    kind = action[0]
    if kind == "nothing":
        _end_exchange(game, new)  # RX-5
    elif kind == "put":
        _put(game, new, action[1])  # RX-6, RX-7
    elif kind == "done":
        _put_done(game, new)  # RX-6, RX-7
    elif kind == "take" and state["phase"] != "return":
        _take_from_market(game, new, action[1])  # RX-7
    elif kind == "draw_from":
        new["other"] = int(action[1])
        new["phase"] = "draw_blind"  # RX-8
    elif kind == "give":
        _give(game, new, action[1])  # RX-8
    elif kind == "ask":
        _ask(game, new, int(action[1]), action[2])  # RX-9
    elif kind == "take":
        _take_in_return(game, new, action[1])  # RX-9
    elif kind == "reserve":
        _reserve(game, new, action[1])  # RX-10
    elif kind == "claim":
        _claim(game, new, actor, action[1])  # RX-12
    elif kind == "claim_nothing":
        _claim(game, new, actor, "nothing")  # RX-12
    elif kind == "close":
        _end_play_round(game, new)  # RX-13 (ruling)
    return new


def _chance(game: Game, state: State, action: Action) -> None:
    phase = state["phase"]
    if phase == "calls":
        _award(state, int(action[1]))  # RX-13 (ruling), RX-14
        claimers = [claim for claim in state["claims"] if claim != "nothing"]
        if len(state["calls"]) == len(claimers):
            _end_play_round(game, state)
        return

    card = action[1]
    if phase == "deal":
        _deal(game, state, card)
    elif phase == "market":
        bags.remove(state["stack"], card)
        bags.add(state["market"], card)
        if bags.size(state["market"]) == game["market_size"]:  # RX-2
            _start_exchange_round(game, state)
    elif phase == "draw":
        bags.remove(state["stack"], card)
        bags.add(state["hands"][state["player"]], card)
        state["to_draw"] -= 1
        _continue_drawing(game, state)
    elif phase == "draw_blind":
        bags.remove(state["hands"][state["other"]], card)
        bags.add(state["hands"][state["player"]], card)
        # The drawer reserves before giving.
        _reserve_or(game, state, state["player"], card, "give")  # RX-10 (ruling)
    elif phase == "turning":
        bags.remove(state["unknown"], card)
        state["open"].append(card)
        _continue_turning(game, state)


def _deal(game: Game, state: State, card: str) -> None:
    """Deal one card; the start player gets the first one."""
    bags.remove(state["stack"], card)
    bags.add(state["hands"][state["player"]], card)
    state["player"] = (state["player"] + 1) % game["players"]
    dealt = sum(bags.size(hand) for hand in state["hands"])
    if dealt == game["players"] * game["hand_size"]:  # RX-1
        if game["players"] > 2:
            state["phase"] = "market"  # RX-2
        else:
            _start_exchange_round(game, state)


# Exchange round


def _start_exchange_round(game: Game, state: State) -> None:
    state["stage"] = 1  # RX-19 (ruling)
    state["player"] = (state["leader"] + 1) % game["players"]  # RX-4
    state["decider"] = state["player"]
    state["phase"] = "exchange"


def _end_exchange(game: Game, state: State) -> None:
    """End the action of one player: the next one, or the play round after the leader."""
    state["put"] = {}
    state["taken"] = {}
    state["other"] = None
    state["given"] = None
    if state["player"] != state["leader"]:
        state["player"] = (state["player"] + 1) % game["players"]  # RX-4
        state["decider"] = state["player"]
        state["phase"] = "exchange"
        return

    state["rounds"] += 1
    if state["rounds"] >= game["max_rounds"]:
        state["phase"] = "over"  # RX-22 (ruling)
        return
    if state["sweep_later"]:
        _sweep(state)  # RX-19 (ruling)
        state["sweep_later"] = False
    _start_turning(game, state)  # RX-11


def _put(game: Game, state: State, card: str) -> None:
    """Put one hand card down; after the largest possible number, no more are put down."""
    bags.remove(state["hands"][state["player"]], card)
    bags.add(state["put"], card)
    state["phase"] = "put"
    if bags.size(state["put"]) == _most_put(game, state):
        _put_done(game, state)


def _put_done(game: Game, state: State) -> None:
    if game["players"] == 2:
        state["to_draw"] = bags.size(state["put"])  # RX-6
        _continue_drawing(game, state)
    else:
        state["phase"] = "swap"  # RX-7
        _end_swap_if_even(game, state)


def _continue_drawing(game: Game, state: State) -> None:
    """Wait for the next card from the stack, or end the action."""
    if state["to_draw"] == 0:
        state["discard"] = _sum(state["discard"], state["put"])  # RX-6
        _end_exchange(game, state)
        return
    if bags.size(state["stack"]) == 0:
        # The cards just put down are not among these.
        state["stack"] = state["discard"]  # RX-6 (ruling)
        state["discard"] = {}
    state["phase"] = "draw"


def _take_from_market(game: Game, state: State, card: str) -> None:
    """Take one card, which lies open until the exchange is complete."""
    bags.remove(state["market"], card)
    bags.add(state["taken"], card)
    if state["phase"] == "swap":
        _end_swap_if_even(game, state)
    else:
        state["phase"] = "put"


def _end_swap_if_even(game: Game, state: State) -> None:
    """End the exchange if no more are put down and as many are taken."""
    if bags.size(state["taken"]) < bags.size(state["put"]):
        return
    player = state["player"]
    state["market"] = _sum(state["market"], state["put"])  # RX-7
    state["hands"][player] = _sum(state["hands"][player], state["taken"])  # RX-7
    _end_exchange(game, state)


def _give(game: Game, state: State, card: str) -> None:
    bags.remove(state["hands"][state["player"]], card)
    bags.add(state["hands"][state["other"]], card)
    _reserve_or(game, state, state["other"], card, "end")  # RX-10


def _ask(game: Game, state: State, other: int, card: str) -> None:
    if card not in state["hands"][other]:
        _end_exchange(game, state)  # RX-9
        return
    bags.remove(state["hands"][other], card)
    bags.add(state["hands"][state["player"]], card)
    state["other"] = other
    state["given"] = card
    # The asker reserves at once, then the other player takes a card.
    _reserve_or(game, state, state["player"], card, "return")  # RX-10 (ruling)


def _take_in_return(game: Game, state: State, card: str) -> None:
    bags.remove(state["hands"][state["player"]], card)
    bags.add(state["hands"][state["other"]], card)
    _end_exchange(game, state)  # RX-10 (ruling): no noble gas counts here


def _reserve_or(game: Game, state: State, player: int, card: str, then: str) -> None:
    """Ask a player who got a noble gas to reserve, if possible; else go on."""
    if card in game["noble_gases"] and state["open"]:
        state["after_reserve"] = then
        state["decider"] = player
        state["phase"] = "reserve"  # RX-10
    else:
        _go_on(game, state, then)


def _go_on(game: Game, state: State, then: str) -> None:
    if then == "give":
        state["decider"] = state["player"]
        state["phase"] = "give"  # RX-8
    elif then == "return":
        state["decider"] = state["other"]
        state["phase"] = "return"  # RX-9
    else:
        _end_exchange(game, state)


def _reserve(game: Game, state: State, formula: str) -> None:
    state["open"].remove(formula)
    state["reserved"][state["decider"]].append(formula)  # RX-10
    then = state["after_reserve"]
    state["after_reserve"] = None
    _go_on(game, state, then)


# Play round


def _sweep(state: State) -> None:
    """Put the open compounds under the compound pile, the oldest to be turned up first."""
    state["bottom"] = state["bottom"] + state["open"]  # RX-18 (ruling)
    state["open"] = []


def _start_turning(game: Game, state: State) -> None:
    state["decider"] = None
    state["phase"] = "turning"  # RX-11
    _continue_turning(game, state)


def _continue_turning(game: Game, state: State) -> None:
    """Wait for the next compound, turn up those of known order, or start the claims."""
    if len(state["open"]) < OPEN_COMPOUNDS and state["unknown"]:
        return
    while len(state["open"]) < OPEN_COMPOUNDS and state["bottom"]:
        state["open"].append(state["bottom"].pop(0))  # RX-18 (ruling)
    if not state["open"]:
        state["phase"] = "over"  # RX-22 (ruling)
        return
    state["phase"] = "claims"  # RX-12


def _claim(game: Game, state: State, player: int, claim: str) -> None:
    state["claims"][player] = claim
    if game["claims"] == "realtime":
        if claim != "nothing":
            _award(state, player)  # RX-13 (ruling): claimed is called
        if not {None, "nothing"} & set(state["claims"]):
            _end_play_round(game, state)  # RX-13 (ruling): all have claimed
        return
    if None in state["claims"]:
        return
    if all(decided == "nothing" for decided in state["claims"]):
        _end_play_round(game, state)
    else:
        state["phase"] = "calls"  # RX-13 (ruling)


def _award(state: State, player: int) -> None:
    """Note the call of a player, who gets the compound if it is still there."""
    formula = state["claims"][player]
    state["calls"].append(player)
    if formula in state["open"]:
        state["open"].remove(formula)
        state["won"][player].append(formula)  # RX-14
        state["open_won"] = True
    elif formula in state["reserved"][player]:
        state["reserved"][player].remove(formula)
        state["won"][player].append(formula)  # RX-14


def _end_play_round(game: Game, state: State) -> None:
    """Do what follows a play round, in the order of RX-16."""
    open_won = state["open_won"]
    if state["calls"]:
        state["leader"] = state["calls"][0]  # RX-16
    state["claims"] = [None for _ in range(game["players"])]
    state["calls"] = []
    state["open_won"] = False

    if any(len(won) >= game["target"] for won in state["won"]):
        state["phase"] = "over"  # RX-20
        return

    if not open_won and state["stage"] == 1:
        if state["unknown"] or state["bottom"]:
            _sweep(state)  # RX-18
            state["stage"] = 2
            _start_turning(game, state)  # RX-18
            return
        # The stack is empty: no second play round.  RX-18 (ruling)
    elif not open_won:
        if game["sweep"] == "before_exchange":
            _sweep(state)  # RX-19 (ruling)
        else:
            state["sweep_later"] = True  # RX-19 (ruling)
    _start_exchange_round(game, state)  # RX-16, RX-19


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands too) in plain values."""
    who = acting(game, state)
    return {
        "phase": state["phase"],
        "acting": sorted(who) if isinstance(who, set) else [],
        "leader": state["leader"],
        "hands": [dict(hand) for hand in state["hands"]],
        "stack": dict(state["stack"]),
        "discard": dict(state["discard"]),
        "market": dict(state["market"]),
        "put": dict(state["put"]),
        "taken": dict(state["taken"]),
        "compound_stack": sorted(state["unknown"]),
        "bottom": list(state["bottom"]),
        "open": sorted(state["open"]),
        "reserved": [sorted(formulas) for formulas in state["reserved"]],
        "won": [sorted(formulas) for formulas in state["won"]],
        "claims": list(state["claims"]),
        "rounds": state["rounds"],
    }


def scores(game: Game, state: State) -> dict[str, list[int]]:
    """Give the points: won compounds minus reserved ones that were not laid."""
    points: list[int] = []
    for player in range(game["players"]):
        won = sum(game["points"][formula] for formula in state["won"][player])
        lost = sum(game["points"][formula] for formula in state["reserved"][player])
        points.append(won - lost)  # RX-21
    return {"points": points}


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return; all 0 before the end."""
    n = int(game["players"])
    if state["phase"] != "over":
        return [Fraction(0) for _ in range(n)]
    points = scores(game, state)["points"]
    mean = Fraction(sum(points), n)
    return [point - mean for point in points]  # RX-21, GN-7
