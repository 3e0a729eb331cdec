# SPDX-License-Identifier: Apache-2.0
"""The library against second, slow implementations written from the rules pages alone."""

from __future__ import annotations

import functools
import importlib
import json
import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import chemix
import pytest
from guided import guided_action, random_action

ROOT = Path(__file__).parents[2]
GAMES = int(os.environ.get("REFERENCE_GAMES", "60"))

Table = dict[str, Any]


@functools.cache
def expansion_decks() -> Any:
    """The expansion decks, requirements in the order of the files."""
    return {
        name: json.loads((ROOT / "decks" / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("covalent", "ionic")
    }


@functools.cache
def chemix_deck() -> Any:
    deck = json.loads((ROOT / "decks" / "chemix.json").read_text(encoding="utf-8"))
    for gas in deck["noble_gases"]:
        gas["atomic_number"] = {"He": 2, "Ne": 10, "Ar": 18, "Rn": 86}[gas["symbol"]]
    return deck


@functools.cache
def small_deck() -> Any:
    """A few compounds and their elements, which are soon needed no more."""
    deck = json.loads((ROOT / "decks" / "chemix.json").read_text(encoding="utf-8"))
    few = {"H2", "CO", "HCl", "NaCl", "H2O", "CO2"}
    deck["compounds"] = [card for card in deck["compounds"] if card["formula"] in few]
    needed = {token for card in deck["compounds"] for token in card["tokens"]}
    deck["elements"] = [card for card in deck["elements"] if card["symbol"] in needed]
    return deck


# ---- A state as values ----


class Values:
    """What everybody sees of a state, each player's part, what nobody sees."""

    def __init__(self, state: chemix.State) -> None:
        values: Any = state.to_dict()
        self.open: Table = values["open"]
        self.own: list[Table] = values["own"]
        self.hidden: Table = values["hidden"]


def listed(cards: dict[str, int]) -> list[str]:
    return list(Counter(cards).elements())


def tuple_of(action: chemix.Action) -> tuple[str, ...]:
    """Write an action as the references do: all in words, with a dash for nothing."""

    def word(value: int | str | list[str] | None) -> str:
        if isinstance(value, list):
            return ",".join(value) or "-"
        return "-" if value is None else str(value)

    return (action.kind, *map(word, action.fields.values()))


def as_tuple(action: str | tuple[str, ...]) -> tuple[str, ...]:
    return ("drawn", action) if isinstance(action, str) else action


# ---- Tables as the references show them ----


def chemuno_table(state: chemix.State, at: Values) -> Table:
    drawn = [own["drawn"] for own in at.own if own["drawn"] is not None]
    phase = at.open["phase"]
    table = {
        "phase": "drawing" if phase.startswith("drawing") else phase,
        "current_player": state.current_player,
        "top": at.open["top"],
        "laid": at.open["laid"],
        "draw_pile": at.hidden["draw_pile"],
        "hands": [own["hand"] for own in at.own],
        "wish": at.open["wish"],
        "penalty": at.open["penalty"],
        "drawn": drawn[0] if drawn else None,
        "turns": at.open["turns"],
        "idle_turns": at.open["idle_turns"],
    }
    # Details that the rules leave open, and that both sides may show differently:
    if table["phase"] == "drawing":
        # A penalty that is being drawn is shown until it is paid, or no more.
        del table["penalty"]
    if phase == "over" and not all(own["hand"] for own in at.own):
        # Whether the turn that ends the game by an empty hand counts as completed.
        del table["turns"], table["idle_turns"]
    return table


def chemistry_battle_table(state: chemix.State, at: Values) -> Table:
    players = state.game.players
    piles = at.open["pile"]
    owner = at.open["kitty_owner"]
    if owner is not None:
        above = at.open["above_kitty"]
        piles[owner][above:above] = ["?"] * at.open["kitty_size"]
    played = at.open["played"]
    order = [(at.open["leader"] + i) % players for i in range(players)]
    return {
        "phase": at.open["phase"],
        "current_player": state.current_player,
        "leader": at.open["leader"],
        "hands": [own["hand"] for own in at.own],
        "piles": piles,
        "kitty": at.hidden["kitty"],
        "played": [[seat, *played[seat]] for seat in order if played[seat]],
        "rounds": at.open["rounds"],
    }


def chip_it_table(state: chemix.State, at: Values) -> Table:
    phase = at.open["phase"]
    over = phase == "over"
    stands = at.open["standing_value"] > 0
    place = at.open["place"]
    front = zip(at.open["front"], at.open["front_value"], at.open["front_chips"], strict=True)
    table = {
        "phase": phase,
        "current_player": state.current_player,
        "hands": [own["hand"] for own in at.own],
        "removed": at.hidden["removed"],
        "supply": at.open["supply"],
        "chips": at.open["chips"],
        "front": [
            {"cards": lying, "value": value, "chips": chips} for lying, value, chips in front
        ],
        "discard": at.open["discard_pile"],
        "standing": {
            "player": at.open["standing_player"],
            "size": at.open["size"],
            "value": at.open["standing_value"],
        }
        if stands
        else None,
        "turns": at.open["turns"],
        "places": sorted((p for p, n in enumerate(place) if n > 0), key=lambda p: place[p]),
        # The library counts the games before the running one.
        "games": at.open["games"] + over if "games" in at.open else 0,
        "totals": at.open.get("totals", []),
    }
    if over:
        # Whether the turn that ends the game by an empty hand counts as completed.
        del table["turns"]
    return table


def showdown_table(state: chemix.State, at: Values) -> Table:
    phase = at.open["phase"]
    names = {element["symbol"] for element in chemix_deck()["elements"]}
    points = [listed(points) for points in at.open["points"]]
    finished = at.open["finished_by"]
    stacks: dict[str, dict[str, Any]] = {}
    for seat, laid in enumerate(at.open["stacks"]):
        for formula in listed(laid):
            stacks[formula] = {"owner": seat}
    table: Table = {
        "phase": phase,
        "current_player": state.current_player,
        "round": at.open["round"],
        "points": [
            {
                "compounds": sorted(card for card in own if card not in names),
                "elements": {card: 1 for card in own if card in names},
            }
            for own in points
        ],
        "finished": {element: by for element, by in finished.items() if by is not None},
    }
    if phase == "over":
        # Removed cards need not be in any place.
        return table
    passed = [seat for seat, out in enumerate(at.open["passed"]) if out]
    return table | {
        "display": sorted(listed(at.open["display"])),
        "multipliers": {n: at.open["multipliers"].get(n, 0) for n in ("2", "3", "4")},
        "hands": [own["hand"] for own in at.own],
        "gases": [listed(gases) for gases in at.open["gases"]],
        "stacks": stacks,
        "passed": [] if phase in ("give", "collect") else passed,
        "pile": at.open["gas_pile"] if phase == "deal_gases" else at.hidden["draw_pile"],
    }


def showdown_shown(shown: Table) -> Table:
    # The library keeps no bag for each stack: the cards of all lie together.
    stacks = {formula: {"owner": stack["owner"]} for formula, stack in shown["stacks"].items()}
    return shown | {"stacks": stacks}


def classic_table(state: chemix.State, at: Values) -> Table:
    phase = at.open["phase"]
    formed = at.open["formed"]
    dissolved = at.open["dissolved"]
    owners = {compound: seat for seat, laid in enumerate(at.open["laid"]) for compound in laid}
    table = {
        "phase": {"deal_gases": "gases", "draw": "drawing"}.get(phase, phase),
        "current_player": state.current_player,
        "display": sorted(listed(at.open["display"])),
        "multipliers": {n: at.open["multipliers"].get(n, 0) for n in ("2", "3", "4")},
        "hands": [own["hand"] for own in at.own],
        "gases": [listed(gases) for gases in at.open["gases"]],
        "free": at.open["free_cards"],
        "laid": {compound: by for compound, by in owners.items() if compound not in dissolved},
        "formed": sorted(formed),
        "dissolved": {compound: by for compound, by in owners.items() if compound in dissolved},
        "minus": at.open["minus"],
        "won": [sorted(listed(won)) for won in at.open["won"]],
        "draw_pile": at.hidden["draw_pile"],
        "discard": at.open["discard_pile"],
        "passes": at.open["passes"],
        "turns": at.open["turns"],
    }
    if phase in ("fill", "draw"):
        # The library counts a pass as soon as the turn's compounds are final.
        del table["passes"]
    return table


def react_table(state: chemix.State, at: Values) -> Table:
    market: Counter[str] = Counter(at.open["market"]) + Counter(at.open["put"])
    discard: Counter[str] = Counter(at.hidden["discard_pile"])
    for own in at.own:
        discard += Counter(own["aside"])
    # Claims are open, or sealed in the players' parts.
    claims: list[str | None] = []
    for claim, passed, own in zip(at.open["claims"], at.open["passed"], at.own, strict=True):
        silent = passed or own["decided"]
        claims.append(claim or own["claim"] or ("nothing" if silent else None))
    return {
        "acting": sorted(state.acting),
        "leader": at.open["leader"],
        "hands": [own["hand"] for own in at.own],
        "stack": at.hidden["draw_pile"],
        "discard": dict(discard),
        "market": dict(market),
        "compound_stack": sorted(listed(at.open["compound_pile"])),
        "bottom": at.open["bottom"],
        "open": sorted(at.open["display"]),
        "reserved": [sorted(listed(reserved)) for reserved in at.open["reserved"]],
        "won": [sorted(listed(won)) for won in at.open["won"]],
        "claims": claims,
        "rounds": at.open["rounds"],
    }


def expansion_table(state: chemix.State, at: Values) -> Table:
    compounds = at.open["compounds"]
    phase = at.open["phase"]
    runs: list[list[Any]] = [[] for _ in range(state.game.players)]
    for run in at.open.get("runs", []):
        wilds = sum(1 << place for place, card in enumerate(run["cards"]) if card == "wild")
        runs[run["owner"]].append([run["lowest"], wilds])
    table: Table = {
        "phase": "run" if at.open.get("run", 0) > 0 else phase,
        "current_player": state.current_player,
        "hands": [own["hand"] for own in at.own],
        "draw_pile": at.hidden["draw_pile"],
        "discard_pile": at.open["discard_pile"],
        "open": sorted(compounds["open"]),
        "compound_stack": dict.fromkeys(compounds["stack"], 1),
        "captured": [sorted(own) for own in compounds["captured"]],
        "turns": at.open["turns"],
    }
    if "runs" in at.open:
        table["runs"] = [sorted(own) for own in runs]
    if "totals" in at.open:
        # The library counts the games before the running one.
        table["games"] = at.open["games"] + (phase == "over")
        table["totals"] = at.open["totals"]
    return table


# ---- Comparing ----


@dataclass
class Case:
    """A game of the library and how its reference is called."""

    game: str
    players: list[int]
    table: Callable[[chemix.State, Values], Table]
    # The key of the reference's scores that the library gives.
    score: str
    options: list[dict[str, Any]] = field(default_factory=lambda: [{}])
    # Makes the reference's game.
    make: Callable[[ModuleType, int, dict[str, Any]], Any] = lambda reference, players, options: (
        reference.new_game(players, **options)
    )
    # The deck, if it is not the game's own.
    deck: Any = None
    # The module, if it has another name than the game.
    module: str = ""
    # Selects the compared part of the reference's table.
    shown: Callable[[Table], Table] = lambda shown: shown


CASES = [
    Case(
        game="chemuno",
        players=[2, 3, 4],
        table=chemuno_table,
        score="cards_left",
        options=[
            {},
            {"voluntary_draw": True},
            {"penalty_growth": "additive", "auto_call": True},
            {"hand_size": 2, "max_turns": 40},
        ],
        make=lambda reference, players, options: reference.new_game(
            reference.load_deck(chemix_deck()), players, **options
        ),
    ),
    Case(
        game="showdown",
        players=[2, 3, 4],
        table=showdown_table,
        shown=showdown_shown,
        score="points",
        options=[
            {},
            {"simplified": True},
            {"simplified": True, "removed_elements": "N,Fe"},
        ],
        make=lambda reference, players, options: reference.new_game(
            players, chemix_deck(), **options
        ),
    ),
    Case(
        game="classic",
        players=[2, 3, 4],
        table=classic_table,
        score="points",
        options=[{}, {"ruleset": "simplified"}],
        make=lambda reference, players, options: reference.new_game(
            players, chemix_deck(), **options
        ),
    ),
    Case(
        game="classic",
        players=[2, 3],
        table=classic_table,
        score="points",
        options=[{}, {"ruleset": "simplified"}],
        deck=small_deck(),
        make=lambda reference, players, options: reference.new_game(
            players, small_deck(), **options
        ),
    ),
    Case(
        game="react",
        players=[2, 3, 4],
        table=react_table,
        score="points",
        options=[
            {},
            {"claims": "realtime", "market_size": 5},
            {"sweep": "before_exchange", "hand_size": 4, "target": 2, "max_rounds": 40},
        ],
        make=lambda reference, players, options: reference.new_game(
            players, chemix_deck(), **options
        ),
    ),
    Case(
        game="chemistry_battle",
        players=[2, 3, 4, 5, 6],
        table=chemistry_battle_table,
        score="cards",
        options=[{"max_rounds": 60}, {"lead": "winner", "max_rounds": 40}],
    ),
]


CHIP_IT_PARTS: list[tuple[str, str, list[int], str, list[dict[str, Any]]]] = [
    (
        "chip_it",
        "game",
        [3, 4, 5, 6],
        "left",
        [
            {"max_turns": 300},
            {"placements": True, "max_turns": 400},
            {"max_value": 30, "max_turns": 150},
        ],
    ),
    ("chip_it_tournament", "tournament", [3, 4], "totals", [{"max_turns": 120}]),
    (
        "chip_it_duel",
        "duel",
        [2],
        "totals",
        [{"max_turns": 200}, {"max_value": 24, "second_player_chips": 0, "max_turns": 60}],
    ),
]

CASES += [
    Case(
        game=game,
        module="chip_it",
        players=players,
        table=chip_it_table,
        score=score,
        options=options,
        make=lambda reference, players, options, variant=variant: reference.new_game(  # type: ignore[misc]
            players, variant, **options
        ),
    )
    for game, variant, players, score, options in CHIP_IT_PARTS
]


def expansion_maker(match: bool) -> Callable[[Any, int, dict[str, Any]], Any]:
    """Make games with the expansion decks, or matches of them."""
    return lambda reference, players, options: reference.new_game(
        players, expansion_decks(), match, **options
    )


EXPANSION_PARTS: list[tuple[str, str, list[int], list[dict[str, Any]]]] = [
    (
        "compound_capture",
        "points",
        [1, 2, 3],
        [{}, {"decks": "ionic", "stall_turns": 20}, {"decks": "both", "stall_turns": 12}],
    ),
    ("compound_capture", "points", [4, 5, 6], [{}, {"decks": "both", "stall_turns": 25}]),
    (
        "chemistry_canasta",
        "points",
        [1, 2, 3, 4, 5, 6],
        [
            {"max_turns": 60},
            {"decks": "covalent", "runs": "always"},
            {"decks": "ionic", "max_turns": 90},
        ],
    ),
    ("compound_capture_match", "totals", [1, 2, 3], [{"target": 30, "stall_turns": 9}]),
    ("compound_capture_match", "totals", [4, 5, 6], [{"max_rounds": 3}]),
    (
        "chemistry_canasta_match",
        "totals",
        [1, 3, 6],
        [{"max_turns": 25, "max_rounds": 4}, {"runs": "always", "max_turns": 20, "max_rounds": 2}],
    ),
]

CASES += [
    Case(
        game=game,
        module=game.removesuffix("_match"),
        players=players,
        table=expansion_table,
        score=score,
        options=options,
        make=expansion_maker(game.endswith("_match")),
    )
    for game, score, players, options in EXPANSION_PARTS
]


def parameters() -> list[Any]:
    return [
        pytest.param(
            case,
            players,
            options,
            id=f"{case.game}-{players}-{options}" + ("-small" if case.deck else ""),
        )
        for case in CASES
        for players in case.players
        for options in case.options
    ]


@pytest.mark.parametrize(("case", "players", "options"), parameters())
def test_library_and_reference_agree(
    case: Case, players: int, options: dict[str, Any], tmp_path: Path
) -> None:
    reference = importlib.import_module(case.module or case.game)
    theirs_game = case.make(reference, players, options)
    path = None
    if case.deck is not None:
        path = tmp_path / "deck.json"
        path.write_text(json.dumps(case.deck), encoding="utf-8")
    game = chemix.load(case.game, players=players, deck=path, **options)
    chooser = random.Random(f"{case.game} {players} {options}")
    for number in range(GAMES):
        state = game.initial_state(start_player=number % players)
        theirs = reference.initial_state(theirs_game, number % players)
        choose = chooser.choice([random_action, guided_action])
        while True:
            acting = reference.acting(theirs_game, theirs)
            table = case.table(state, Values(state))
            shown = case.shown(reference.table(theirs_game, theirs))
            assert table == {name: shown[name] for name in table}
            if state.is_terminal:
                assert acting is None
                break
            if state.is_chance:
                assert acting == "chance"
                outcomes = {
                    as_tuple(action): (action, weight)
                    for action, weight in reference.chance_outcomes(theirs_game, theirs)
                }
                total = sum(weight for _, weight in outcomes.values())
                ours = {tuple_of(action): share for action, share in state.chance_outcomes()}
                assert ours == {way: weight / total for way, (_, weight) in outcomes.items()}
                weights = [weight for _, weight in outcomes.values()]
                way = chooser.choices(list(outcomes), weights)[0]
                state = state.apply(" ".join(way))
                theirs = reference.apply(theirs_game, theirs, "chance", outcomes[way][0])
                continue
            assert state.acting == acting
            for player in range(players):
                legal = state.legal_actions(player=player) if player in state.acting else []
                theirs_legal = reference.legal_actions(theirs_game, theirs, player)
                assert sorted(map(tuple_of, legal)) == theirs_legal
            player = chooser.choice(sorted(state.acting))
            action = choose(state.legal_actions(player=player), chooser)
            state = state.apply(action, player=player)
            theirs = reference.apply(theirs_game, theirs, player, tuple_of(action))
        assert state.scores() == reference.scores(theirs_game, theirs)[case.score]
        # Everybody can tell who has won.
        assert state.observation("spectator").scores() == state.scores()
        returns: list[Fraction] = reference.returns(theirs_game, theirs)
        assert state.returns() == [float(share) for share in returns]
