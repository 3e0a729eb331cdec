# SPDX-License-Identifier: Apache-2.0
"""The rules pages agree with the deck files and with played games, in every language."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chemix
import pytest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs/rules"
# The heading of the summary that opens each game's page.
SUMMARY = {"de": "## Kurz gesagt", "en": "## In short", "fr": "## En bref"}
LANGUAGES = sorted(folder.name for folder in PAGES.iterdir())


def deck(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((ROOT / f"decks/{name}.json").read_text(encoding="utf-8"))
    return content


def listed_cards(language: str) -> list[list[str]]:
    """Return the rows of the tables of cards."""
    text = (PAGES / language / "cards.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [row for row in rows if re.search(r"\d", " ".join(row))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_list_the_cards_of_the_decks(language: str) -> None:
    points: dict[int, list[str]] = {}
    for compound in deck("chemix")["compounds"]:
        points.setdefault(compound["points"], []).append(compound["formula"])
    expected = [[str(number), ", ".join(points[number])] for number in sorted(points)]
    for name in ("covalent", "ionic"):
        content = deck(name)
        assert {compound["points"] for compound in content["compounds"]} == {25}
        expected.append(
            [
                ", ".join(compound["formula"] for compound in content["compounds"]),
                ", ".join(f"{one['symbol']} × {one['copies']}" for one in content["elements"]),
                str(sum(wild["copies"] for wild in content["wild_cards"])),
            ]
        )
    found = [row[1:] if len(row) == 4 else row for row in listed_cards(language)]
    assert found == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_name_the_attested_cards(language: str) -> None:
    def attested(part: str, *decks: str) -> list[str]:
        compounds = [one for name in decks for one in deck(name)["compounds"]]
        return [one["formula"] for one in compounds if one["marks"][part] == "attested"]

    expansion = ("covalent", "ionic")
    assert attested("points", *expansion) == [
        one["formula"] for name in expansion for one in deck(name)["compounds"]
    ]
    assert attested("names", "chemix", *expansion) == []
    text = (PAGES / language / "cards.md").read_text(encoding="utf-8")
    (paragraph,) = [part for part in text.split("\n\n") if "decks.md" in part]
    assert re.findall(r"\b(?:[A-Z]\w*\d\w*)", paragraph) == [
        *attested("formula", "chemix"),
        *attested("points", "chemix"),
        *attested("formula", *expansion),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_open_with_a_summary(language: str) -> None:
    games = sorted(
        header.parent.name for header in (ROOT / "include/chemix/games").glob("*/rules.hpp")
    )
    assert games
    for game in games:
        text = (PAGES / language / f"{game}.md").read_text(encoding="utf-8")
        headings = re.findall(r"^##.*", text, re.M)
        assert headings[0] == SUMMARY[language], game
        assert headings.count(SUMMARY[language]) == 1, game
        summary = text.split(f"{SUMMARY[language]}\n", 1)[1].split("\n## ", 1)[0]
        assert 80 <= len(summary.split()) <= 300, (game, len(summary.split()))
        # A reader who does not know the game yet should not need the rules.
        assert not re.search(r"\b[A-Z]{2}-\d|`", summary), game


# ---- Who knows what ----

PLACES = ("source", "target")
SECTION = {"de": "## Wer was weiß", "en": "## Who knows what", "fr": "## Qui sait quoi"}
# What may happen to a card, and who may see it then, as the pages say it in these languages.
MOVES = {
    ("deal", "draw_pile", "hand"): ("ausgeteilt", "dealt", "distribuée"),
    ("move", "draw_pile", "hand"): ("gezogen", "drawn", "piochée"),
    ("move", "hand", "aside"): ("weggelegt", "put down", "mise de côté"),
    ("move", "aside", "discard_pile"): (
        "von den weggelegten auf den Ablagestapel gelegt",
        "moved from the cards put down to the discard pile",
        "défaussée après avoir été mise de côté",
    ),
    ("move", "hand", "hand"): (
        "von Hand zu Hand gegeben",
        "passed from hand to hand",
        "passée de main en main",
    ),
    ("show", "hand", ""): ("auf der Hand gezeigt", "shown in a hand", "montrée dans une main"),
    ("", "", ""): ("anders bewegt", "moved in any other way", "déplacée autrement"),
}
VIEWERS = {
    ("target",): (
        "die Person, die sie bekommt",
        "the player who gets it",
        "le joueur qui la reçoit",
    ),
    ("source",): (
        "die Person, die sie weglegt",
        "the player who puts it down",
        "le joueur qui la met de côté",
    ),
    ("other",): (
        "die Person, die sie weggelegt hat",
        "the player who put it down",
        "le joueur qui l’avait mise de côté",
    ),
    ("both",): ("beide Personen", "both players", "les deux joueurs"),
    ("both", "everybody"): (
        "beide Personen oder alle",
        "both players, or everybody",
        "les deux joueurs, ou tous",
    ),
    ("everybody",): ("alle", "everybody", "tous"),
}


def seen_moves(game: chemix.Game, seed: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """Play a game at random; yield how each card moves, and who sees it."""
    viewers: list[Any] = [*range(game.players), "spectator"]
    dealer, chooser = chemix.Dealer(seed), random.Random(seed)
    state = game.initial_state()
    for _ in range(400):
        if state.is_terminal:
            return
        if state.is_chance:
            state = state.apply(dealer.choose(state))
        else:
            player = chooser.choice(sorted(state.acting))
            state = state.apply(chooser.choice(state.legal_actions(player=player)), player=player)
        seen = [[event.to_dict() for event in state.events(viewer)] for viewer in viewers]
        # Others do not notice a sealed decision.
        told = [[event for event in events if event["verb"] != "seal"] for events in seen]
        for views in zip(*told, strict=True):
            event: Any = views[-1]
            if event["verb"] not in ("deal", "move", "show"):
                continue
            places = [event.get(place) or {"zone": "", "player": None} for place in PLACES]
            seeing = {who for who, view in zip(viewers, views, strict=True) if view.get("card")}
            move = (event["verb"], *(place["zone"] for place in places))
            if len(seeing) == len(viewers):
                yield move, "everybody"
            elif len(seeing) == 2:
                yield move, "both"
            else:
                (one,) = seeing
                owners = [place["player"] for place in places]
                yield move, PLACES[owners.index(one)] if one in owners else "other"


GAMES = [name for name in chemix.games() if (PAGES / f"en/{name}.md").is_file()]


@pytest.mark.parametrize("name", GAMES)
def test_pages_say_who_sees_which_cards(name: str) -> None:
    about = chemix.describe(name)
    found: dict[tuple[str, ...], set[str]] = {}
    for players in sorted({about["min_players"], min(4, about["max_players"])}):
        for seed in range(6):
            for move, seen in seen_moves(chemix.load(name, players=players), seed):
                found.setdefault(move, set()).add(seen)
    assert any(seen == {"everybody"} for seen in found.values())
    expected = {
        (move, tuple(sorted(seen))) for move, seen in found.items() if seen != {"everybody"}
    }
    expected.add((("", "", ""), ("everybody",)))
    for index, language in enumerate(SECTION):
        text = (PAGES / language / f"{name}.md").read_text(encoding="utf-8")
        section = text.split(f"{SECTION[language]}\n", 1)[1].split("\n## ", 1)[0]
        rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
        moves = {words[index]: move for move, words in MOVES.items()}
        viewers = {words[index]: seen for seen, words in VIEWERS.items()}
        assert {(moves[what], viewers[who]) for what, who in rows[2:]} == expected, language
