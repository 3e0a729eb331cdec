# SPDX-License-Identifier: Apache-2.0
"""Compound Capture, written slowly and plainly from the numbered rules (CC-1 to CC-12).

A card is a text: an element ("H"), "wild", or the formula of a compound ("CO2"). A bag of cards
is a dict card -> count without zeros. The discard pile is a list with the top card first.
States are dictionaries and are never changed in place: apply() returns a new one.
The functions without a leading underscore that other games share: set-up, drawing, capturing,
the end of a round and the match.
"""

import copy
from fractions import Fraction
from typing import Any

from games.bags import Action, Bag, Game, State

Decks = dict[str, Any]

WILD = "wild"
HAND_SIZE = 7  # CC-2
OPEN_COMPOUNDS = 6  # CC-1
DRAWS = 2  # CC-3
SOLO_STALL_TURNS = 5  # CC-8 (ruling)
ELEMENT_COST = 1  # CC-10
WILD_COST = 5  # CC-10
MATCH_OPTIONS = {"target": 250, "max_rounds": 50}  # CC-11, CC-12 (ruling)

RANGES = {
    "stall_turns": ("CC-8", 1, 100),
    "max_turns": ("CN-8", 1, 10000),
    "target": ("CC-11", 1, 10000),
    "max_rounds": ("CC-12", 1, 1000),
}


# ---------------------------------------------------------------------------------------
# Bags of cards
# ---------------------------------------------------------------------------------------


def add(bag: Bag, card: str, count: int = 1) -> None:
    """Put cards of one kind into a bag."""
    if count > 0:
        bag[card] = bag.get(card, 0) + count


def remove(bag: Bag, card: str, count: int = 1) -> None:
    """Take cards of one kind out of a bag."""
    if count == 0:
        return
    if bag[card] < count:
        raise AssertionError("a card is missing")
    bag[card] -= count
    if bag[card] == 0:
        del bag[card]


def size(bag: Bag) -> int:
    """Count the cards of a bag."""
    return sum(bag.values())


# ---------------------------------------------------------------------------------------
# Game
# ---------------------------------------------------------------------------------------


def make_game(
    players: int,
    decks_json: Decks,
    basic: list[str],
    match: bool,
    defaults: dict[str, Any],
    options: dict[str, Any],
) -> Game:
    """Check players and options and collect the cards; "basic" are further element cards."""
    allowed = dict(defaults)
    if match:
        allowed.update(MATCH_OPTIONS)
    for name in options:
        if name not in allowed:
            raise ValueError(f"unknown option {name}")
    game: Game = {"players": players, "match": match, **allowed, **options}
    if players not in (1, 2, 3, 4, 5, 6):
        raise ValueError("CC-1: the game is for 1 to 6 players")  # CC-1, CN-1
    if game["decks"] not in ("covalent", "ionic", "both"):
        raise ValueError("CC-1: decks is covalent, ionic or both")  # CC-1, CN-1
    for name, (rule, lowest, highest) in RANGES.items():
        if name in game and not lowest <= game[name] <= highest:
            raise ValueError(f"{rule}: {name} must be {lowest} to {highest}")

    names = ["covalent", "ionic"] if game["decks"] == "both" else [game["decks"]]
    game["order"] = {}  # for each compound the elements as its deck file lists them
    game["small_cards"] = {}
    game["compound_cards"] = {}
    game["needs"] = {}
    game["points"] = {}
    for symbol in basic:
        add(game["small_cards"], symbol)  # DK-7
    for name in names:
        deck = decks_json[name]
        for entry in deck["elements"]:
            add(game["small_cards"], entry["symbol"], entry["copies"])  # DK-8
        for entry in deck["wild_cards"]:
            add(game["small_cards"], WILD, entry["copies"])  # DK-8 (ruling)
        for entry in deck["compounds"]:
            formula = entry["formula"]
            add(game["compound_cards"], formula)  # CC-1
            if formula not in game["needs"]:
                game["needs"][formula] = dict(entry["requires"])  # DK-9
                game["order"][formula] = [listed["symbol"] for listed in deck["elements"]]
                game["points"][formula] = entry["points"]  # CC-10
    if size(game["small_cards"]) < players * HAND_SIZE + 1:
        raise ValueError("CC-2: there are too few cards to deal")  # CC-2
    return game


def new_game(players: int, decks_json: Decks, match: bool = False, **options: Any) -> Game:
    """Fix the decks, the number of players and the options of a game."""
    defaults = {
        "decks": "covalent" if players <= 3 else "both",  # CC-1 (ruling)
        "stall_turns": players if players > 1 else SOLO_STALL_TURNS,  # CC-8 (ruling)
    }
    game = make_game(players, decks_json, [], match, defaults, options)
    if players > 3 and game["decks"] != "both":
        raise ValueError("CC-1: with 4 to 6 players both decks are needed")  # CC-1
    return game


def initial_state(game: Game, start_player: int = 0) -> State:
    """Give the state before any card is dealt."""
    if not 0 <= start_player < game["players"]:
        raise ValueError("GN-1: start_player is no seat")  # GN-1
    state: State = {
        "first_start": start_player,
        "games": 0,  # rounds that are over
        "totals": [0 for _ in range(game["players"])],
    }
    start_round(game, state)
    return state


def start_round(game: Game, state: State) -> None:
    """Put everything back to the state before the deal of a round."""
    n = game["players"]
    state["phase"] = "turn_up"
    # Whose turn it is; in the deal: who gets the next card.
    state["player"] = (state["first_start"] + state["games"]) % n  # CC-11 (ruling)
    state["hands"] = [{} for _ in range(n)]
    state["pile"] = dict(game["small_cards"])
    state["discard"] = []
    state["open"] = {}
    state["stack"] = dict(game["compound_cards"])
    state["captured"] = [[] for _ in range(n)]
    state["runs"] = [[] for _ in range(n)]  # for Canasta: pairs (lowest number, mask)
    state["draws"] = 0  # cards drawn or skipped in the current turn
    state["took_discard"] = False
    state["done"] = None  # "capture" or "run" in the current turn
    state["chosen"] = None  # the compound or the lowest number being laid
    state["wilds"] = []  # wild cards chosen so far for the kinds of the compound
    state["skipped"] = False  # was a draw skipped since the last capture or run?
    state["turns"] = 0
    state["idle_turns"] = 0


# ---------------------------------------------------------------------------------------
# Questions about a state
# ---------------------------------------------------------------------------------------


def acting(game: Game, state: State) -> str | set[int] | None:
    """Say who acts: "chance", a set with the one player who decides, or None at the end."""
    if state["phase"] == "over":
        return None
    if state["phase"] in ("turn_up", "deal", "first_discard", "drawing", "refill"):
        return "chance"  # GN-2
    return {state["player"]}


def chance_outcomes(game: Game, state: State) -> list[tuple[Action, int]]:
    """List the cards that chance may turn up, deal or draw now, each with its number."""
    if acting(game, state) != "chance":
        return []
    bag = state["stack"] if state["phase"] in ("turn_up", "refill") else state["pile"]
    return sorted((("drawn", card), count) for card, count in bag.items())


def draw_actions(state: State) -> list[Action]:
    """List the sources of the next card."""
    actions: list[Action] = []
    can_draw = size(state["pile"]) > 0 or len(state["discard"]) > 1  # CC-9 (ruling)
    if can_draw:
        actions.append(("draw",))  # CC-3
    else:
        actions.append(("skip",))  # CC-9 (ruling)
    if len(state["discard"]) > 0 and not state["took_discard"]:
        actions.append(("take_discard",))  # CC-3, CC-9 (ruling)
    return actions


def splits(game: Game, state: State, formula: str) -> list[tuple[int, ...]]:
    """List all ways to lay a compound: for each of its kinds the number of wild cards."""
    needs = game["needs"][formula]
    hand = state["hands"][state["player"]]
    ways: list[tuple[int, ...]] = [()]
    for kind, count in needs.items():
        longer: list[tuple[int, ...]] = []
        for way in ways:
            for wilds in range(count + 1):
                if hand.get(kind, 0) >= count - wilds:
                    longer.append((*way, wilds))  # MT-5
        ways = longer
    result: list[tuple[int, ...]] = []
    for way in ways:
        enough_wilds = sum(way) <= hand.get(WILD, 0)
        some_element = sum(way) < size(needs)  # MT-5
        if enough_wilds and some_element:
            result.append(way)
    return result


def used_cards(game: Game, state: State) -> Bag:
    """Give the cards of the capture whose numbers of wild cards are all chosen."""
    used: Bag = {}
    kinds = list(game["needs"][state["chosen"]].items())
    for (kind, count), wilds in zip(kinds, state["wilds"], strict=True):
        add(used, kind, count - wilds)
        add(used, WILD, wilds)  # MT-5
    return used


def capture_actions(game: Game, state: State) -> list[Action]:
    """List the compounds that the player can capture."""
    return [("capture", card) for card in state["open"] if splits(game, state, card)]  # CC-4


def staged_actions(game: Game, state: State) -> list[Action]:
    """List the next choices of a capture that has been begun."""
    actions: set[Action] = set()
    if state["phase"] == "top":
        for kind in used_cards(game, state):
            actions.add(("top", kind))  # CC-5 (ruling)
    else:
        chosen = tuple(state["wilds"])
        for way in splits(game, state, state["chosen"]):
            if way[: len(chosen)] == chosen:
                actions.add(("wilds", str(way[len(chosen)])))  # CC-4, GN-12
    return sorted(actions)


def legal_actions(game: Game, state: State, player: int) -> list[Action]:
    """List the actions of a player in sorted order; empty if the player does not act."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return []  # GN-10
    if state["phase"] == "source":
        return sorted(draw_actions(state))
    if state["phase"] in ("wilds", "top"):
        return staged_actions(game, state)
    actions = capture_actions(game, state)
    for card in state["hands"][player]:
        actions.append(("discard", card))  # CC-6
    if size(state["hands"][player]) == 0:
        actions.append(("pass",))  # CC-6
    return sorted(actions)


def draw_refusal(state: State, action: Action) -> str:
    """Name the rule that forbids a source of the next card."""
    if action == ("take_discard",):
        return "CC-3: only one card a turn may come from the discard pile"  # CC-3
    if action == ("draw",):
        return "CC-9: there is no card to draw"  # CC-9 (ruling)
    if action == ("skip",):
        return "CC-9: a draw is skipped only when no card can be drawn"  # CC-9 (ruling)
    return "GN-10: another kind of action is asked for"  # GN-10


def capture_refusal(state: State, action: Action) -> str:
    """Name the rule that forbids a capture or a choice within it."""
    kind = action[0] if action else ""
    if kind == "capture" and len(action) == 2 and action[1] not in state["open"]:
        return "CC-4: the compound does not lie open"  # CC-4
    if kind == "capture":
        return "MT-5: the hand does not have the cards for it"  # MT-5
    if kind == "wilds" and state["phase"] == "wilds":
        return "MT-5: the capture cannot be completed so"  # MT-5
    if kind == "top" and state["phase"] == "top":
        return "CC-5: the top card is of a kind that was laid"  # CC-5 (ruling)
    return "GN-10: another kind of action is asked for"  # GN-10


def _refusal(game: Game, state: State, player: int, action: Action) -> str:
    """Name the rule that forbids an action that is not legal."""
    who = acting(game, state)
    if not isinstance(who, set) or player not in who:
        return "GN-10: it is not this player's decision"  # GN-10
    if state["phase"] == "source":
        return draw_refusal(state, action)
    kind = action[0] if action else ""
    if state["phase"] == "main" and kind == "discard":
        return "GN-11: the card is not in the hand"  # GN-11
    if state["phase"] == "main" and kind == "pass":
        return "CC-6: who captures nothing must discard a card"  # CC-6
    return capture_refusal(state, action)


# ---------------------------------------------------------------------------------------
# Steps
# ---------------------------------------------------------------------------------------


def apply(game: Game, state: State, actor: Any, action: Any) -> State:
    """Give the state after an action of chance or of a player; ValueError if not allowed."""
    new = copy.deepcopy(state)
    action = tuple(action)
    if actor == "chance":
        chance_step(game, new, action)
        if new["phase"] == "captured":
            _end_turn(game, new)  # CC-7
        return new

    if action not in legal_actions(game, state, actor):
        raise ValueError(_refusal(game, state, actor, action))
    kind = action[0]
    if kind in ("draw", "take_discard", "skip"):
        draw_step(new, kind)
    elif kind in ("capture", "wilds", "top"):
        capture_step(game, new, action)
        if new["phase"] == "captured":
            refill(new)  # CC-7
        if new["phase"] == "captured":
            _end_turn(game, new)  # CC-6
    elif kind == "discard":
        discard_step(new, action[1])  # CC-6
        _end_turn(game, new)
    elif kind == "pass":
        _end_turn(game, new)  # CC-6
    return new


def chance_step(game: Game, state: State, action: Action) -> None:
    """Turn up, deal or draw one card; after a refill the phase is "captured"."""
    if acting(game, state) != "chance":
        raise ValueError("GN-10: chance does not act now")  # GN-10
    if action not in [outcome for outcome, _ in chance_outcomes(game, state)]:
        raise ValueError("GN-2: no such card can be drawn")  # GN-2
    card = action[1]
    hand = state["hands"][state["player"]]
    phase = state["phase"]
    if phase in ("turn_up", "refill"):
        remove(state["stack"], card)
        add(state["open"], card)  # CC-1, CC-7
        if phase == "refill":
            state["phase"] = "captured"
        elif size(state["open"]) == OPEN_COMPOUNDS or size(state["stack"]) == 0:
            state["phase"] = "deal"  # CC-1
        return

    remove(state["pile"], card)
    if phase == "deal":
        add(hand, card)
        # After whole rounds it is the start player again.
        state["player"] = (state["player"] + 1) % game["players"]
        if sum(size(cards) for cards in state["hands"]) == game["players"] * HAND_SIZE:
            state["phase"] = "first_discard"  # CC-2
    elif phase == "first_discard":
        state["discard"].insert(0, card)  # CC-2
        start_turn(state)  # CC-3
    else:
        add(hand, card)
        _next_draw(state)


def start_turn(state: State) -> None:
    """Let the player whose turn it is choose the source of the first card."""
    state["draws"] = 0
    state["took_discard"] = False
    state["done"] = None
    state["phase"] = "source"  # CC-3


def _next_draw(state: State) -> None:
    state["draws"] += 1
    state["phase"] = "source" if state["draws"] < DRAWS else "main"  # CC-3 (ruling), CC-4


def draw_step(state: State, kind: str) -> None:
    """Do what was chosen for the next card: draw, take_discard or skip."""
    if kind == "draw":
        if size(state["pile"]) == 0:
            for card in state["discard"][1:]:
                add(state["pile"], card)  # CC-9 (ruling)
            state["discard"] = state["discard"][:1]  # CC-9 (ruling)
        state["phase"] = "drawing"
        return
    if kind == "take_discard":
        add(state["hands"][state["player"]], state["discard"].pop(0))  # CC-3
        state["took_discard"] = True
    else:
        state["skipped"] = True  # CC-9 (ruling)
    _next_draw(state)


def discard_step(state: State, card: str) -> None:
    """Put a card of the hand on the discard pile."""
    remove(state["hands"][state["player"]], card)
    state["discard"].insert(0, card)


def capture_step(game: Game, state: State, action: Action) -> None:
    """Make one choice of a capture; after the last one the phase is "captured"."""
    if action[0] == "capture":
        state["chosen"] = action[1]
        state["wilds"] = []
        state["phase"] = "wilds"  # CC-4
        return
    if action[0] == "wilds":
        state["wilds"].append(int(action[1]))
        if len(state["wilds"]) < len(game["needs"][state["chosen"]]):
            return
        kinds = list(used_cards(game, state))
        if len(kinds) > 1:
            state["phase"] = "top"  # CC-5 (ruling)
            return
        top = kinds[0]
    else:
        top = action[1]

    used = used_cards(game, state)
    for card, count in used.items():
        remove(state["hands"][state["player"]], card, count)  # CC-4
    laid = [top] * used.pop(top)  # CC-5 (ruling)
    for card in [WILD, *game["order"][state["chosen"]]]:
        laid += [card] * used.pop(card, 0)  # CC-5 (ruling)
    if used:
        raise AssertionError("a card has no place in the order")
    state["discard"] = laid + state["discard"]

    remove(state["open"], state["chosen"])
    state["captured"][state["player"]].append(state["chosen"])  # CC-4
    state["chosen"] = None
    state["wilds"] = []
    state["done"] = "capture"
    state["phase"] = "captured"


def refill(state: State) -> None:
    """Let chance turn up a new compound if there is one."""
    if size(state["stack"]) > 0:
        state["phase"] = "refill"  # CC-7


def all_captured(state: State) -> bool:
    """Say whether no compound is left."""
    return size(state["open"]) + size(state["stack"]) == 0


def count_turn(state: State) -> None:
    """Count the turn that ends now."""
    state["turns"] += 1
    if state["done"] is None:
        state["idle_turns"] += 1  # CC-8
    else:
        state["idle_turns"] = 0  # CC-8


def _end_turn(game: Game, state: State) -> None:
    count_turn(state)
    if all_captured(state) or state["idle_turns"] >= game["stall_turns"]:
        end_round(game, state, _points(game, state))  # CC-8
        return
    state["player"] = (state["player"] + 1) % game["players"]  # GN-1
    start_turn(state)


def end_round(game: Game, state: State, points: list[int]) -> None:
    """End the game, or in a match count the points and perhaps start the next round."""
    state["phase"] = "over"
    if not game["match"]:
        return
    state["games"] += 1
    for player in range(game["players"]):
        state["totals"][player] += points[player]  # CC-11
    if max(state["totals"]) >= game["target"]:
        return  # CC-11
    if state["games"] >= game["max_rounds"]:
        return  # CC-12 (ruling)
    start_round(game, state)


# ---------------------------------------------------------------------------------------
# The table, results
# ---------------------------------------------------------------------------------------


def table(game: Game, state: State) -> dict[str, Any]:
    """Show the whole state (open hands too) in plain values."""
    who = acting(game, state)
    open_cards: list[str] = []
    for card, count in state["open"].items():
        open_cards += [card] * count
    result: dict[str, Any] = {
        "phase": state["phase"],
        "current_player": state["player"] if isinstance(who, set) else None,
        "hands": [dict(hand) for hand in state["hands"]],
        "draw_pile": dict(state["pile"]),
        "discard_pile": list(state["discard"]),
        "open": sorted(open_cards),
        "compound_stack": dict(state["stack"]),
        "captured": [sorted(cards) for cards in state["captured"]],
        "turns": state["turns"],
    }
    if game["match"]:
        result["games"] = state["games"]
        result["totals"] = list(state["totals"])
    return result


def compound_points(game: Game, state: State) -> list[int]:
    """Count the captured compounds and the hands of the current round."""
    points: list[int] = []
    for player in range(game["players"]):
        hand = state["hands"][player]
        wilds = hand.get(WILD, 0)
        total = sum(game["points"][formula] for formula in state["captured"][player])  # CC-10
        total -= ELEMENT_COST * (size(hand) - wilds)  # CC-10
        total -= WILD_COST * wilds  # CC-10
        points.append(total)
    return points


def _points(game: Game, state: State) -> list[int]:
    return compound_points(game, state)


def scores(game: Game, state: State) -> dict[str, list[int]]:
    """Give the points of the round, or the totals of a match."""
    if game["match"]:
        return {"totals": list(state["totals"])}  # CC-11
    return {"points": _points(game, state)}  # CC-10


def returns_of(game: Game, state: State, results: list[int]) -> list[Fraction]:
    """Give the returns for the points of a round or the totals of a match."""
    n = int(game["players"])
    if state["phase"] != "over":
        return [Fraction(0) for _ in range(n)]
    if n == 1:
        return [Fraction(results[0])]  # GN-7
    return [Fraction(result) - Fraction(sum(results), n) for result in results]  # GN-7, CC-11


def returns(game: Game, state: State) -> list[Fraction]:
    """Give each player's return; all 0 before the end."""
    return returns_of(game, state, next(iter(scores(game, state).values())))
