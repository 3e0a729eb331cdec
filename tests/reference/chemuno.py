# SPDX-License-Identifier: Apache-2.0
"""Chemuno, slow and plain, from the rules page: a second opinion on the library.

States are dictionaries; cards are texts: "H", "He", "2", "H2O". Where the page leaves a choice:

- the deal is one chance step per card, start player first, round and round (CU-2);
- the call of CU-13 is asked before the wish of CU-8, and the two cards for silence come before it;
- a penalty belongs to the turn of the player who pays it (CU-12), so a turn in which penalty cards
  were drawn is not idle (CU-16), and one in which none could be drawn and the player passes is;
- a shuffle (CU-15) is no chance step: it is done when a card must be drawn and the pile is empty;
- at the end an open penalty is gone (CU-14, CU-17).
"""

from __future__ import annotations

import argparse
import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

State = dict[str, Any]
Game = dict[str, Any]

GASES = ["He", "Ne", "Ar", "Rn"]
MULTIPLIERS = ["2", "3", "4"]


def load_deck(source: Any) -> dict[str, Any]:
    """Read a deck file, or take its content."""
    content = source
    if isinstance(source, str | Path):
        content = json.loads(Path(source).read_text(encoding="utf-8"))
    small = {}
    for card in content["elements"] + content["noble_gases"]:
        small[card["symbol"]] = card["copies"]
    for card in content["multipliers"]:
        small[str(card["value"])] = card["copies"]
    compounds = [
        {"formula": card["formula"], "tokens": card["tokens"], "points": card["points"]}
        for card in content["compounds"]
    ]
    return {"small": small, "compounds": compounds}


def new_game(deck: dict[str, Any], players: int, **options: Any) -> Game:
    """Put a deck, a number of players and options together."""
    game = {
        "deck": deck,
        "players": players,
        "hand_size": 7,
        "voluntary_draw": False,
        "penalty_growth": "doubling",
        "auto_call": False,
        "max_turns": 1000,
    }
    for name, value in options.items():
        assert name in game, name
        game[name] = value
    return game


def all_cards(game: Game) -> list[str]:
    cards = []
    for card, copies in game["deck"]["small"].items():
        cards += [card] * copies
    for compound in game["deck"]["compounds"]:
        cards.append(compound["formula"])
    return cards


def shown(game: Game, card: str) -> set[str]:
    """The elements and numbers on a card (CU-4)."""
    if card in GASES:
        return set()
    if card in game["deck"]["small"]:
        return {card}
    return next(set(c["tokens"]) for c in game["deck"]["compounds"] if c["formula"] == card)


def initial_state(game: Game, start_player: int = 0) -> State:
    """Everything before the deal."""
    return {
        "phase": "deal",
        "player": start_player,
        "start": start_player,
        "hands": [[] for _ in range(game["players"])],
        "pile": all_cards(game),  # CU-2
        "laid": [],  # the last is the top
        "wish": None,
        "penalty": 0,
        "drawn": None,
        "due": 0,
        "why": None,  # what is being drawn for: "turn", "penalty", "silence"
        "turns": 0,
        "idle": 0,
        "active": False,  # a card was laid or drawn in this turn
    }


def acting(game: Game, state: State) -> Any:
    if state["phase"] in ("deal", "drawing"):
        return "chance"
    if state["phase"] == "over":
        return None
    return {state["player"]}


def phase(game: Game, state: State) -> str:
    return str(state["phase"])


def counted(cards: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def chance_outcomes(game: Game, state: State) -> list[tuple[str, int]]:
    if acting(game, state) != "chance":
        return []
    return sorted(counted(state["pile"]).items())


def fits(game: Game, state: State, card: str) -> bool:
    """Whether a card may be laid in a normal turn."""
    if card in GASES:
        return True  # CU-7
    if state["wish"] is not None:
        return card not in MULTIPLIERS and state["wish"] in shown(game, card)  # CU-8
    return bool(shown(game, card) & shown(game, state["laid"][-1]))  # CU-4


def can_draw(state: State) -> bool:
    return len(state["pile"]) > 0 or len(state["laid"]) > 1  # CU-15


def legal_actions(game: Game, state: State, player: int) -> list[tuple[str, ...]]:
    if acting(game, state) != {player}:
        return []  # GN-10
    hand = sorted(set(state["hands"][player]))
    actions: list[tuple[str, ...]] = []
    if state["phase"] == "lead":
        actions = [("lay", card) for card in hand]  # CU-3
    elif state["phase"] == "turn":
        actions = [("lay", card) for card in hand if fits(game, state, card)]
        if can_draw(state) and (not actions or game["voluntary_draw"]):
            actions.append(("draw",))  # CU-5
        if not actions:
            actions.append(("pass",))  # CU-16
    elif state["phase"] == "drawn":
        actions = [("keep",)]  # CU-6
        if fits(game, state, state["drawn"]):
            actions.append(("lay", state["drawn"]))
    elif state["phase"] == "penalty":
        actions = [("draw_penalty",)]  # CU-10
        if state["laid"][-1] in hand:
            actions.append(("lay", state["laid"][-1]))  # CU-11
    elif state["phase"] == "call":
        actions = [("call",), ("stay_silent",)]  # CU-13
    elif state["phase"] == "wish":
        for card in game["deck"]["small"]:
            if card not in GASES and card not in MULTIPLIERS:
                actions.append(("wish", card))  # CU-8
    return sorted(actions)


def apply(game: Game, state: State, actor: Any, action: Any) -> State:
    """The state after an action of a player or, for "chance", a drawn card."""
    after = {
        **state,
        "hands": [list(hand) for hand in state["hands"]],
        "pile": list(state["pile"]),
        "laid": list(state["laid"]),
    }
    if actor == "chance":
        if acting(game, state) != "chance" or action not in state["pile"]:
            raise ValueError("GN-2")
        take_card(game, after, action)
        return after
    if action not in legal_actions(game, state, actor):
        raise ValueError(f"GN-10, GN-11 or a rule of the page refuses {action}")
    kind = action[0]
    if kind == "lay":
        lay(game, after, action[1])
    elif kind == "draw":
        start_drawing(game, after, 1, "turn")
    elif kind == "keep" or kind == "pass":
        end_turn(game, after)
    elif kind == "draw_penalty":
        cards = after["penalty"]
        after["penalty"] = 0
        start_drawing(game, after, cards, "penalty")
    elif kind == "call":
        after_call(game, after)
    elif kind == "stay_silent":
        start_drawing(game, after, 2, "silence")  # CU-13
    elif kind == "wish":
        after["wish"] = action[1]
        end_turn(game, after)
    return after


def take_card(game: Game, state: State, card: str) -> None:
    state["pile"].remove(card)
    if state["phase"] == "deal":
        dealt = sum(len(hand) for hand in state["hands"])
        state["hands"][(state["start"] + dealt) % game["players"]].append(card)
        if dealt + 1 == game["players"] * game["hand_size"]:
            state["phase"] = "lead"  # CU-3
        return
    state["hands"][state["player"]].append(card)
    state["active"] = True
    state["due"] -= 1
    if state["why"] == "turn":
        state["drawn"] = card
    go_on_drawing(game, state)


def start_drawing(game: Game, state: State, cards: int, why: str) -> None:
    state["phase"] = "drawing"
    state["due"] = cards
    state["why"] = why
    go_on_drawing(game, state)


def go_on_drawing(game: Game, state: State) -> None:
    if state["due"] > 0 and not state["pile"] and len(state["laid"]) > 1:
        state["pile"] = state["laid"][:-1]  # CU-15
        state["laid"] = state["laid"][-1:]
    if state["due"] > 0 and state["pile"]:
        return
    state["due"] = 0
    if state["why"] == "turn":
        state["phase"] = "drawn"  # CU-6
    elif state["why"] == "penalty":
        state["phase"] = "turn"  # CU-12
    else:
        after_call(game, state)


def lay(game: Game, state: State, card: str) -> None:
    hand = state["hands"][state["player"]]
    in_penalty = state["phase"] == "penalty"
    hand.remove(card)
    state["laid"].append(card)
    state["active"] = True
    state["wish"] = None  # CU-8
    state["drawn"] = None
    if not hand:
        end_game(state)  # CU-14, CU-9
        return
    if card in MULTIPLIERS:
        if in_penalty and game["penalty_growth"] == "doubling":
            state["penalty"] *= 2  # CU-11
        elif in_penalty:
            state["penalty"] += int(card)  # CU-11
        else:
            state["penalty"] = int(card)  # CU-10
    if len(hand) == 1 and not game["auto_call"]:
        state["phase"] = "call"  # CU-13
    else:
        after_call(game, state)


def after_call(game: Game, state: State) -> None:
    if state["laid"][-1] in GASES:
        state["phase"] = "wish"  # CU-8
    else:
        end_turn(game, state)


def end_turn(game: Game, state: State) -> None:
    state["turns"] += 1
    state["idle"] = 0 if state["active"] else state["idle"] + 1
    state["active"] = False
    state["drawn"] = None
    state["player"] = (state["player"] + 1) % game["players"]  # GN-1
    if state["idle"] >= game["players"] or state["turns"] >= game["max_turns"]:  # CU-16
        end_game(state)
    elif state["penalty"] > 0:
        state["phase"] = "penalty"  # CU-10
    else:
        state["phase"] = "turn"


def end_game(state: State) -> None:
    state["phase"] = "over"
    state["penalty"] = 0


def table(game: Game, state: State) -> dict[str, Any]:
    deciding = acting(game, state)
    return {
        "phase": state["phase"],
        "current_player": state["player"] if isinstance(deciding, set) else None,
        "top": state["laid"][-1] if state["laid"] else None,
        "laid": counted(state["laid"]),
        "draw_pile": counted(state["pile"]),
        "hands": [counted(hand) for hand in state["hands"]],
        "wish": state["wish"],
        "penalty": state["penalty"],
        "drawn": state["drawn"],
        "turns": state["turns"],
        "idle_turns": state["idle"],
    }


def scores(game: Game, state: State) -> dict[str, list[int]]:
    left = [len(hand) for hand in state["hands"]]
    winners = []
    if state["phase"] == "over":
        winners = [player for player in range(game["players"]) if left[player] == min(left)]
    return {"cards_left": left, "winners": winners}


def returns(game: Game, state: State) -> list[Fraction]:
    """Shares of named winners (GN-7, CU-18)."""
    players = game["players"]
    winners = scores(game, state)["winners"]
    if not winners or len(winners) == players:
        return [Fraction(0)] * players
    share = Fraction(players - len(winners), len(winners) * (players - 1))
    return [share if p in winners else Fraction(-1, players - 1) for p in range(players)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays random games and prints how they went.")
    parser.add_argument("deck", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = new_game(load_deck(arguments.deck), arguments.players)
    chooser = random.Random(arguments.seed)
    turns = []
    for _ in range(arguments.games):
        state = initial_state(game)
        while (deciding := acting(game, state)) is not None:
            if deciding == "chance":
                state = apply(game, state, "chance", chooser.choice(state["pile"]))
                continue
            (player,) = deciding
            action = chooser.choice(legal_actions(game, state, player))
            state = apply(game, state, player, action)
        turns.append(state["turns"])
    print(f"{len(turns)} games, {sum(turns) / len(turns):.1f} turns on average")


if __name__ == "__main__":
    main()
