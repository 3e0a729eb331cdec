# SPDX-License-Identifier: Apache-2.0
"""Chip it, written slowly and plainly from the numbered rules (CI-1 to CI-18).

A card is a text: "g" (green) or "p" (purple) and its value. A bag of cards is a dict
card -> count without zeros. States are dictionaries and are never changed in place.
"""

import copy
from fractions import Fraction
from typing import Any

from games.bags import Action, Bag, Game, State

from games import bags

# All kinds of cards in their order.
KINDS = [f"g{value}" for value in range(2, 22)] + [f"p{value}" for value in range(2, 12)]  # CI-1
COPIES = 2  # CI-1
ALL_POINTS = 108  # CI-2
START_POINTS = 3  # CI-3
HAND_SIZE = {2: 12, 3: 15, 4: 15, 5: 12, 6: 10}  # CI-3, CI-17
MAX_GIVEN_BACK = 2  # CI-10

DUEL_GAMES = 4  # CI-17
DUEL_STARTER_POINTS = 2  # CI-17
DUEL_CARD_POINTS = 3  # CI-17
TOURNAMENT_POINTS = [4, 2, 1]  # CI-16

DEFAULT_OPTIONS: dict[str, dict[str, Any]] = {
    "game": {
        "max_value": 99,  # CI-8 (ruling)
        "placements": False,  # CI-14
        "max_turns": 2000,  # CI-18 (ruling)
    },
    "tournament": {"max_value": 99, "max_turns": 2000},
    "duel": {
        "max_value": 99,
        "max_turns": 2000,
        "second_player_chips": 3,  # CI-17 (ruling)
    },
}


# ---------------------------------------------------------------------------------------
# Bags of cards, costs
# ---------------------------------------------------------------------------------------


def _cost(card: str, value: int) -> int | None:
    """Give the points that raise a card to a value, or None if the card cannot have it."""
    printed = int(card[1:])
    if value < printed:
        return None  # CI-8
    if card[0] == "g":
        return value - printed  # CI-8
    if value % printed != 0:
        return None  # CI-8
    return value // printed - 1  # CI-8


def _can_complete(cards: Bag, count: int, value: int, points: int) -> bool:
    """Say whether so many of the cards can be raised to the value with these points."""
    costs: list[int] = []
    for card, copies in cards.items():
        cost = _cost(card, value)
        if cost is not None:
            costs.extend([cost] * copies)
    return len(costs) >= count and sum(sorted(costs)[:count]) <= points  # CI-8 (ruling)


# ---------------------------------------------------------------------------------------
# Game
# ---------------------------------------------------------------------------------------


def new_game(players: int, variant: str = "game", *, deck: Any = None, **options: Any) -> Game:
    """Fix the variant, the number of players and the options; no deck file is needed."""
    if variant not in DEFAULT_OPTIONS:
        raise ValueError(f"unknown variant {variant}")
    for name in options:
        if name not in DEFAULT_OPTIONS[variant]:
            raise ValueError(f"unknown option {name}")
    game: Game = {"variant": variant, "players": players, **DEFAULT_OPTIONS[variant], **options}
    if variant == "duel":
        if players != 2:
            raise ValueError("CI-17: the match is for 2 players")  # CI-17
    elif players not in (3, 4, 5, 6):
        raise ValueError("CI-3: Chip it is for 3 to 6 players")  # CI-3
    if not 21 <= game["max_value"] <= 127:
        raise ValueError("CI-8: max_value must be 21 to 127")  # CI-8 (ruling)
    if not 1 <= game["max_turns"] <= 10000:
        raise ValueError("CI-18: max_turns must be 1 to 10000")  # CI-18 (ruling)
    if variant == "duel" and not 0 <= game["second_player_chips"] <= 10:
        raise ValueError("CI-17: second_player_chips must be 0 to 10")  # CI-17 (ruling)
    if variant == "game" and game["placements"] not in (False, True):
        raise ValueError("CI-14: placements is true or false")  # CI-14
    if variant != "game":
        game["placements"] = variant == "tournament"  # CI-16
    if variant == "tournament":
        game["games"] = players  # CI-16
    elif variant == "duel":
        game["games"] = DUEL_GAMES  # CI-17
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    if not 0 <= start_player < game["players"]:
        raise ValueError("GN-1: start_player is no seat")  # GN-1
    state = _before_deal(game, start_player)
    state["first_starter"] = start_player
    state["games"] = 0
    state["totals"] = [] if game["variant"] == "game" else [0] * game["players"]
    return state


def _before_deal(game: Game, start_player: int) -> State:
    """Give that part of the state that is new in every game of a match."""
    n = game["players"]
    chips = [START_POINTS] * n  # CI-3
    if game["variant"] == "duel":
        chips = [game["second_player_chips"]] * n  # CI-17 (ruling)
        chips[start_player] = DUEL_STARTER_POINTS  # CI-17
    return {
        "phase": "deal",
        "player": start_player,  # whose turn it is; in the deal: who gets the next card
        "hands": [{} for _ in range(n)],
        "removed": dict.fromkeys(KINDS, COPIES),  # not dealt
        "supply": ALL_POINTS - sum(chips),  # CI-2
        "chips": chips,
        "front": [_nothing_in_front() for _ in range(n)],
        "discard": {},
        "standing": None,  # the combination to be outbid
        "size": 0,  # of the combination being played
        "value": 0,  # of the combination being played
        "to_lay": 0,  # cards that the player must still lay
        "last_card": None,  # the last card laid for the combination being played
        "turns": 0,
        "idle_turns": 0,  # passes in a row without points and without a combination
        "places": [],
        "ranking": [],  # at the end: a list of seats for each place
    }


def _nothing_in_front() -> dict[str, Any]:
    return {"cards": {}, "value": 0, "chips": 0}


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", a set with the one player who decides, or None at the end."""
    if state["phase"] == "over":
        return None
    if state["phase"] == "deal":
        return "chance"  # GN-2
    return {state["player"]}


def chance_outcomes(game: Game, state: State) -> list[tuple[Action, int]]:
    """List the cards that may be dealt now, each with its number."""
    if acting(game, state) != "chance":
        return []
    return sorted((("drawn", card), count) for card, count in state["removed"].items())


def _values(game: Game, state: State, player: int, size: int) -> list[int]:
    """List the values that a combination of so many cards of the player can have."""
    lowest = 2
    if state["standing"] is not None:
        lowest = state["standing"]["value"] + 1  # CI-7
    values: list[int] = []
    for value in range(lowest, game["max_value"] + 1):  # CI-8 (ruling)
        if _can_complete(state["hands"][player], size, value, state["supply"]):
            values.append(value)
    return values


def _next_cards(state: State, player: int) -> list[str]:
    """List the cards that may be laid next for the chosen value, so that the rest can follow."""
    hand = state["hands"][player]
    first = 0
    if state["last_card"] is not None:
        first = KINDS.index(state["last_card"])
    cards: list[str] = []
    for place in range(first, len(KINDS)):
        card = KINDS[place]
        cost = _cost(card, state["value"])
        if card not in hand or cost is None or cost > state["supply"]:
            continue
        rest = {other: hand[other] for other in KINDS[place:] if other in hand}
        bags.remove(rest, card)
        if _can_complete(rest, state["to_lay"] - 1, state["value"], state["supply"] - cost):
            cards.append(card)  # GN-12
    return cards


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    actions: list[Action] = []

    if state["phase"] == "turn":
        for points in range(min(MAX_GIVEN_BACK, state["chips"][player]) + 1):
            actions.append(("pass", str(points)))  # CI-6, CI-10, CI-12
        if state["standing"] is None:
            for size in range(1, bags.size(state["hands"][player]) + 1):
                if _values(game, state, player, size):
                    actions.append(("size", str(size)))  # CI-7
        else:
            for value in _values(game, state, player, state["standing"]["size"]):
                actions.append(("value", str(value)))  # CI-7

    elif state["phase"] == "value":
        for value in _values(game, state, player, state["size"]):
            actions.append(("value", str(value)))  # CI-7, CI-8

    elif state["phase"] == "cards":
        for card in _next_cards(state, player):
            actions.append(("play", card))  # CI-7, CI-8

    return sorted(actions)


def _refusal(game: Game, state: State, player: int, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10
    if state["phase"] == "value":
        kinds = ["value"]
    elif state["phase"] == "cards":
        kinds = ["play"]
    elif state["standing"] is None:
        kinds = ["pass", "size"]
    else:
        kinds = ["pass", "value"]
    if len(action) != 2 or action[0] not in kinds:
        return "GN-10: another kind of action is asked for"  # GN-10

    kind, what = action
    if kind == "play":
        if what not in state["hands"][player]:
            return "GN-11: the card is not in the hand"  # GN-11
        last = state["last_card"]
        if last is not None and KINDS.index(what) < KINDS.index(last):
            return "GN-12: the cards are laid in ascending order"  # GN-12
        return "CI-8: the combination cannot be completed at this value"  # CI-8
    if kind == "pass":
        return "CI-10: 0, 1 or 2 own points can be given back"  # CI-10
    if kind == "value":
        standing = state["standing"]
        if standing is not None and str(what).isdecimal() and int(what) <= standing["value"]:
            return "CI-7: the value must be higher"  # CI-7
        return "CI-8: the cards cannot be raised to this value"  # CI-8
    return "CI-7: no combination of so many cards is possible"  # CI-7


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
        _deal(game, new, action[1])
        return new

    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    kind, what = action
    if kind == "pass":
        _pass(game, new, int(what))
    elif kind == "size":
        new["size"] = int(what)
        new["phase"] = "value"  # GN-12
    elif kind == "value":
        if new["standing"] is not None:
            new["size"] = new["standing"]["size"]  # CI-7
        new["value"] = int(what)
        new["to_lay"] = new["size"]
        new["phase"] = "cards"  # GN-12
    elif kind == "play":
        _play(game, new, what)
    return new


def _deal(game: Game, state: State, card: str) -> None:
    """Deal one card; the start player gets the first one and later opens."""
    bags.remove(state["removed"], card)
    bags.add(state["hands"][state["player"]], card)
    state["player"] = (state["player"] + 1) % game["players"]  # GN-1
    dealt = sum(bags.size(hand) for hand in state["hands"])
    if dealt == game["players"] * HAND_SIZE[game["players"]]:  # CI-3, CI-17
        # After whole rounds it is the start player again; what is left is out of the game.
        state["phase"] = "turn"  # CI-4


def _pass(game: Game, state: State, points: int) -> None:
    state["chips"][state["player"]] -= points  # CI-10
    state["supply"] += points  # CI-10
    if points == 0 and state["standing"] is None:
        state["idle_turns"] += 1  # CI-18 (ruling)
    else:
        state["idle_turns"] = 0
    _end_turn(game, state)


def _play(game: Game, state: State, card: str) -> None:
    """Lay one card of the combination and take the points that raise it."""
    player = state["player"]
    cost = _cost(card, state["value"])
    if cost is None:
        raise AssertionError("CI-8: the card cannot have this value")  # CI-8
    bags.remove(state["hands"][player], card)
    front = state["front"][player]
    bags.add(front["cards"], card)
    front["value"] = state["value"]
    front["chips"] += cost  # CI-8, CI-9
    state["supply"] -= cost  # CI-8
    state["last_card"] = card
    state["to_lay"] -= 1
    if state["to_lay"] > 0:
        return

    state["standing"] = {"player": player, "size": state["size"], "value": state["value"]}
    state["size"] = 0
    state["value"] = 0
    state["last_card"] = None
    state["idle_turns"] = 0
    _end_turn(game, state)


def _left(state: State, player: int) -> int:
    """Count the hand cards and the points that a player has not got rid of."""
    points = state["chips"][player] + state["front"][player]["chips"]  # CI-9 (ruling)
    return int(bags.size(state["hands"][player]) + points)


def _end_turn(game: Game, state: State) -> None:
    state["turns"] += 1
    player = state["player"]
    if _left(state, player) == 0:
        state["places"].append(player)  # CI-13, CI-14
        still_in = [p for p in range(game["players"]) if p not in state["places"]]
        if not game["placements"]:
            _end_game(game, state)  # CI-13
            return
        if len(still_in) == 1:
            state["places"].append(still_in[0])  # CI-14 (ruling)
            _end_game(game, state)
            return
    if state["turns"] >= game["max_turns"]:
        _end_game(game, state)  # CI-18 (ruling)
        return
    if state["idle_turns"] >= 2 * game["players"]:
        _end_game(game, state)  # CI-18 (ruling)
        return
    _next_turn(game, state)


def _next_turn(game: Game, state: State) -> None:
    """Let the turn come to the next player who is still in."""
    while True:
        state["player"] = (state["player"] + 1) % game["players"]  # CI-4
        player = state["player"]
        front = state["front"][player]
        for card, count in front["cards"].items():
            bags.add(state["discard"], card, count)  # CI-5
        state["chips"][player] += front["chips"]  # CI-5
        state["front"][player] = _nothing_in_front()
        if state["standing"] is not None and state["standing"]["player"] == player:
            state["standing"] = None  # CI-11, CI-14 (ruling)
        if player not in state["places"]:
            state["phase"] = "turn"  # CI-6
            return
        # A finished player is passed over.  # CI-14


def _end_game(game: Game, state: State) -> None:
    """End a game; in a match write down its points and begin the next game, if any."""
    state["ranking"] = _ranking(game, state)
    if game["variant"] == "game":
        state["phase"] = "over"
        return

    if game["variant"] == "tournament":
        place = 0
        for seats in state["ranking"]:
            for player in seats:
                if place < len(TOURNAMENT_POINTS):
                    state["totals"][player] += TOURNAMENT_POINTS[place]  # CI-16
            place += len(seats)
    else:
        # The winner has nothing left; after CI-18 both count.
        for player in range(game["players"]):
            cards = bags.size(state["hands"][player])
            points = _left(state, player) - cards
            state["totals"][player] += DUEL_CARD_POINTS * cards + points  # CI-17, CI-18 (ruling)

    state["games"] += 1
    if state["games"] == game["games"]:
        state["phase"] = "over"  # CI-16, CI-17
        return
    starter = (state["first_starter"] + state["games"]) % game["players"]  # CI-16, CI-17
    state.update(_before_deal(game, starter))


def _ranking(game: Game, state: State) -> list[list[int]]:
    """List the seats of each place, the first place first."""
    rest = [p for p in range(game["players"]) if p not in state["places"]]
    if game["placements"]:
        ranking = [[player] for player in state["places"]]  # CI-14
        for left in sorted({_left(state, player) for player in rest}):
            ranking.append([p for p in rest if _left(state, p) == left])  # CI-18 (ruling)
        return ranking
    winners = list(state["places"])  # CI-13
    if not winners:
        fewest = min(_left(state, player) for player in rest)
        winners = [p for p in rest if _left(state, p) == fewest]  # CI-18 (ruling)
    others = [p for p in range(game["players"]) if p not in winners]
    return [winners, others] if others else [winners]


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands too) in plain values."""
    who = acting(game, state)
    standing = state["standing"]
    return {
        "phase": state["phase"],
        "current_player": state["player"] if isinstance(who, set) else None,
        "hands": [dict(hand) for hand in state["hands"]],
        "removed": dict(state["removed"]),
        "supply": state["supply"],
        "chips": list(state["chips"]),
        "front": [{**front, "cards": dict(front["cards"])} for front in state["front"]],
        "discard": dict(state["discard"]),
        "standing": None if standing is None else dict(standing),
        "turns": state["turns"],
        "places": list(state["places"]),
        "games": state["games"],
        "totals": list(state["totals"]),
    }


def scores(game: Game, state: State) -> dict[str, Any]:
    """Give cards and chips left and the places (none before the end), or the match totals."""
    if game["variant"] != "game":
        return {"totals": list(state["totals"])}  # CI-16, CI-17
    left = [_left(state, player) for player in range(game["players"])]  # CI-15 (ruling)
    return {"left": left, "places": [list(seats) for seats in state["ranking"]]}


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return; all 0 before the end."""
    n = int(game["players"])
    result = [Fraction(0) for _ in range(n)]
    if state["phase"] != "over":
        return result

    if game["variant"] != "game":
        sign = 1 if game["variant"] == "tournament" else -1  # CI-16, CI-17
        points = [sign * total for total in state["totals"]]
        return [Fraction(own) - Fraction(sum(points), n) for own in points]  # GN-7

    if game["placements"]:
        place = 0
        for seats in state["ranking"]:
            last = place + len(seats) - 1
            for player in seats:
                result[player] = 1 - Fraction(place + last, n - 1)  # CI-15 (ruling)
            place = last + 1
        return result

    winners = state["ranking"][0]
    w = len(winners)
    if w == n:
        return result  # GN-7
    for player in range(n):
        if player in winners:
            result[player] = Fraction(n - w, w * (n - 1))  # CI-15 (ruling), GN-7
        else:
            result[player] = Fraction(-1, n - 1)  # CI-15 (ruling), GN-7
    return result
