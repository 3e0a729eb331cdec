# SPDX-License-Identifier: Apache-2.0
"""The table of places in docs/bindings.md is complete and matches played games."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chemix
import pytest
from guided import guided_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (Path(__file__).parents[2] / "docs/bindings.md").read_text(encoding="utf-8")
TITLES = {
    "chemuno": "Chemuno",
    "showdown": "Showdown",
    "classic": "Classic",
    "react": "REACT!",
    "chip_it": "Chip it",
    "chip_it_duel": "Chip it",
    "chemistry_battle": "Chemistry Battle",
    "compound_capture": "Compound Capture",
    "chemistry_canasta": "Chemistry Canasta",
}
# Places that are emptied at the end of a turn without an event.
ENDING = {("classic", "tableau")}


def fields_by_place(title: str) -> dict[str, set[str]]:
    """Return the fields that the page names for each place of a game."""
    table = PAGE.split("## Where cards lie")[1].split("\n## ")[0]
    found: dict[str, set[str]] = {}
    places: list[str] = []
    fields: list[str] = []
    for line in re.findall(r"^\| .*\|$", table, re.M)[2:]:
        place, games, field = (cell.strip() for cell in line.strip("|").split("|"))
        places = re.findall(r"`(\w+)`", place) or places
        same = {"the same"} & {part.strip() for part in field.split(";")}
        fields = (fields if same else []) + re.findall(r"`(\w+)`", field)
        if title not in re.split(r", | or ", re.sub(r" of [\w ]+$", "", games)):
            continue
        for nth, name in enumerate(places):
            own = fields if len(places) == 1 else [fields[nth]]
            found.setdefault(name, set()).update(own)
    return found


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, held in value.items():
            yield name
            yield from names_in(held)
    elif isinstance(value, list):
        for held in value:
            yield from names_in(held)


def cards_in(value: Any) -> Counter[str]:
    cards: Counter[str] = Counter()
    if isinstance(value, str):
        cards[value] += 1
    elif isinstance(value, list):
        for held in value:
            cards += cards_in(held)
    elif isinstance(value, dict):
        for name, held in value.items():
            if isinstance(held, int) and not isinstance(held, bool):
                cards[name] += held
            else:
                cards += cards_in(held)
    return cards


def cards_at(shown: Any, fields: set[str], zone: str, owner: int | None) -> Counter[str] | None:
    """Return the cards of a place, or None if some are hidden."""
    open_ = shown["open"]
    nested = open_["compounds"] if "compounds" in fields else {}
    cards: Counter[str] = Counter()
    for field in fields - {"compounds", "top"}:
        value = nested.get(field, open_.get(field))
        if field == "runs":
            value = [run["cards"] for run in value if run["owner"] == owner]
        elif field not in open_ and field not in nested:
            return None
        elif owner is not None and field not in {"laid_cards", "stack_cards", "taken"}:
            value = value[owner]
        if isinstance(value, int):
            if zone in {"supply", "chips"} or field == "front_chips":
                continue
            return None
        cards += cards_in(value)
    return cards


@pytest.mark.parametrize("name", TITLES)
def test_fields_hold_the_cards_of_documented_places(name: str) -> None:
    page = fields_by_place(TITLES[name])
    for players in {chemix.describe(name)[end] for end in ("min_players", "max_players")}:
        game = chemix.load(name, players=players)
        zones = {place["zone"] for place in game.catalogue["places"]}
        assert zones - {"hand"} <= set(page), players
        fields = set(names_in(game.initial_state().observation(0).to_dict()))
        assert set().union(*page.values()) <= fields
        counters = {"standing_value" if c == "standing" else c for c in game.catalogue["counters"]}
        assert counters <= fields


@pytest.mark.parametrize("name", TITLES)
def test_events_match_the_moved_cards(name: str) -> None:
    page = fields_by_place(TITLES[name])
    game = chemix.load(name, players=chemix.describe(name)["min_players"] + (name == "react"))
    seen: set[str] = set()
    for seed in range(8):
        for before, _, after in guided_steps(game, seed):
            events = [event.to_dict() for event in after.events(0)]
            if any(event["verb"] in {"sweep", "shuffle", "begin"} for event in events):
                continue
            moved: dict[tuple[str, int | None], Counter[str]] = {}
            for event in events:
                if event["verb"] in {"deal", "move"}:
                    for place, number in ((event["source"], -1), (event["target"], 1)):
                        at = moved.setdefault((place["zone"], place["player"]), Counter())
                        at[event["card"] or ""] += number
            for (zone, owner), expected in moved.items():
                if zone == "hand" or (name, zone) in ENDING:
                    continue
                was, now = (
                    cards_at(state.observation(0).to_dict(), page[zone], zone, owner)
                    for state in (before, after)
                )
                if was is None or now is None:
                    continue
                seen.add(zone)
                assert now - was == +expected
                assert was - now == -expected
    assert seen
