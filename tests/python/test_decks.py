# SPDX-License-Identifier: Apache-2.0
"""Deck files against the published schemas."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import chemix
import chemix._decks
import chemix.openspiel
import jsonschema
import numpy as np
import pyspiel
import pytest
from chemix.lab.deck_facts import deck_facts
from open_spiel.python.algorithms import cfr, exploitability

ROOT = Path(__file__).parents[2]
BROKEN = json.loads((ROOT / "tests" / "cards" / "broken_decks.json").read_text(encoding="utf-8"))


def load(name: str) -> Any:
    return json.loads((ROOT / "decks" / name).read_text(encoding="utf-8"))


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """Apply the few operations of RFC 6902 that the table uses."""
    result = copy.deepcopy(document)
    for operation in patch:
        *path, last = operation["path"].split("/")[1:]
        target = result
        for key in path:
            target = target[int(key)] if isinstance(target, list) else target[key]
        place: Any = int(last) if isinstance(target, list) else last
        if operation["op"] == "remove":
            del target[place]
        else:
            target[place] = operation["value"]
    return result


@pytest.mark.parametrize(
    ("deck", "schema"),
    [
        ("chemix.json", "chemix.schema.json"),
        ("covalent.json", "expansion.schema.json"),
        ("ionic.json", "expansion.schema.json"),
    ],
)
def test_built_in_decks_are_valid(deck: str, schema: str) -> None:
    jsonschema.validate(load(deck), load(schema), cls=jsonschema.Draft202012Validator)


# Errors that a schema cannot detect: sums, and relations between parts.
CONTENT_ONLY = {
    "tokens in another order",
    "name twice",
    "formula twice",
    "formula of other cards",
    "formula of no elements",
    "element twice",
    "too few cards for a compound",
    "element in no compound",
    "too many cards",
    "element missing",
    "too few of an element",
    "needs too many cards",
}


@pytest.mark.parametrize("fault", BROKEN["chemix"], ids=lambda fault: fault["name"])
def test_dk_6_the_schema_rejects_broken_chemix_decks(fault: dict[str, Any]) -> None:
    check(load("chemix.json"), load("chemix.schema.json"), fault)


@pytest.mark.parametrize("fault", BROKEN["expansion"], ids=lambda fault: fault["name"])
def test_dk_10_the_schema_rejects_broken_expansion_decks(fault: dict[str, Any]) -> None:
    check(load("covalent.json"), load("expansion.schema.json"), fault)


def check(deck: Any, schema: Any, fault: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(schema)
    valid = validator.is_valid(patched(deck, fault["patch"]))
    assert valid == (fault["name"] in CONTENT_ONLY)


def test_a_compound_has_one_name_in_all_decks() -> None:
    """Its everyday name is in parentheses, in every language or in none."""
    names: dict[str, dict[str, str]] = {}
    for deck in ("chemix.json", "covalent.json", "ionic.json"):
        content = load(deck)
        for card in content["compounds"]:
            assert names.setdefault(card["formula"], card["names"]) == card["names"]
        for card in content["compounds"] + content.get("wild_cards", []):
            shown = card["names"].values()
            assert all(name[0].isupper() for name in shown), shown
            assert len({" (" in name for name in shown}) == 1, shown


def test_deck_files_are_readable_and_packaged() -> None:
    shipped = Path(chemix.__file__).parent / "decks"
    for name in chemix.decks():
        assert chemix.read_deck(name) == load(f"{name}.json")
        assert json.loads((shipped / f"{name}.json").read_text(encoding="utf-8")) == load(
            f"{name}.json"
        )
    assert sorted(path.name for path in shipped.glob("*.schema.json")) == [
        "chemix.schema.json",
        "expansion.schema.json",
    ]


def test_a_deck_may_be_json_values() -> None:
    deck = chemix.read_deck("chemix")
    game = chemix.load("chemuno", players=3, deck=deck)
    assert game == chemix.load("chemuno", players=3)
    deck["compounds"][0]["points"] = 5
    mine = chemix.load("chemuno", players=3, deck=deck)
    assert mine != game
    assert pickle.loads(pickle.dumps(mine.deal(seed=1))) == mine.deal(seed=1)
    deck["compounds"][0]["points"] = 50
    with pytest.raises(chemix.InputError, match=r"points = 50.*DK-6"):
        chemix.load("chemuno", players=3, deck=deck)
    with pytest.raises(chemix.InputError, match="title"):
        chemix.load("chemuno", players=3, deck={"deck": "mine"})


def test_a_small_deck_contains_what_its_compounds_need() -> None:
    deck = chemix.small_deck(["H2", "O2", "H2O"], copies=2, noble_gases=["He"], name="water")
    assert deck == chemix.small_deck(
        ["H2", "O2", "H2O"], copies=np.int64(2), noble_gases=["He"], name="water"
    )
    jsonschema.validate(deck, load("chemix.schema.json"), cls=jsonschema.Draft202012Validator)
    assert deck["multipliers"] == [{"value": 2, "copies": 2}]
    assert [compound["points"] for compound in deck["compounds"]] == [2, 2, 3]
    game = chemix.load("chemuno", players=2, hand_size=2, deck=deck)
    assert game.deck == "water"
    copies = {card["name"]: card["copies"] for card in game.catalogue["cards"] if card["copies"]}
    assert copies == {"H": 2, "O": 2, "He": 1, "2": 2, "H2": 1, "O2": 1, "H2O": 1}
    assert game.playout(seed=1).is_terminal
    valued = chemix.small_deck({"H2": 4, "NaOH": 1})
    assert [compound["points"] for compound in valued["compounds"]] == [4, 1]
    assert [card["symbol"] for card in valued["elements"]] == ["H", "Na", "O"]
    with pytest.raises(chemix.InputError, match=r"card C = 3 copies: must be from 0 to 2"):
        chemix.load("chemuno", players=2, deck=chemix.small_deck(["CO2", "CH4"], copies=3))
    # No more copies of a card than the ChemiX deck has.
    for card in chemix.read_deck("chemix")["elements"]:
        many = chemix.small_deck([card["symbol"]], copies=9)
        reason = f"card {card['symbol']} = 9 copies: must be from 0 to {card['copies']}"
        with pytest.raises(chemix.InputError, match=reason):
            chemix.load("chemuno", players=2, deck=many)


def test_long_values_are_cut_between_characters() -> None:
    deck = chemix.small_deck(["H2", "O2"]) | {"elements": "é" * 300}
    with pytest.raises(chemix.InputError, match=r'elements = "é+…: must be a list'):
        chemix.load("chemuno", players=2, hand_size=1, deck=deck)


@pytest.mark.parametrize("nothing", [[], {}])
def test_a_small_deck_needs_a_compound(nothing: Any) -> None:
    with pytest.raises(
        chemix.InputError, match=r"^compounds: must name at least one formula"
    ) as caught:
        chemix.small_deck(nothing)
    assert (caught.value.field, caught.value.rule) == ("compounds", "DK-6")


@pytest.mark.parametrize("field", ["compounds", "noble_gases"])
def test_a_small_deck_rejects_unordered_collections(field: str) -> None:
    listed: dict[str, Any] = {"compounds": ["H2O"], "noble_gases": ["He"]}
    with pytest.raises(chemix.InputError, match=rf"{field} = .*must be a list of formulas"):
        chemix.small_deck(**listed | {field: set(listed[field])})


def test_a_small_deck_rejects_duplicate_compounds() -> None:
    with pytest.raises(chemix.InputError, match=r"^compounds = H2: is listed twice") as caught:
        chemix.small_deck(["H2", "O2", "H2"])
    assert caught.value.rule == "DK-6"


@pytest.mark.parametrize(("formula", "token"), [("KBr", "K"), ("HeO", "He"), ("C6", "6")])
def test_a_small_deck_needs_cards_of_the_chemix_deck(formula: str, token: str) -> None:
    with pytest.raises(chemix.InputError, match=f"{token} must be one of H, C, ") as caught:
        chemix.small_deck(["H2", formula])
    assert (caught.value.field, caught.value.value) == ("compounds", formula)


def test_a_small_deck_has_enough_copies_for_each_compound() -> None:
    deck = chemix.small_deck(["H2O2", "HCOOH", "NaOH"], copies=1)
    assert deck["multipliers"] == [{"value": 2, "copies": 2}]
    assert {card["symbol"]: card["copies"] for card in deck["elements"]} == {
        "H": 2,
        "C": 1,
        "O": 2,
        "Na": 1,
    }
    chemix.load("chemuno", players=2, hand_size=1, deck=deck)


def test_other_spellings_are_not_further_formulas() -> None:
    def further(formulas: list[str], copies: int = 2) -> list[str]:
        deck = chemix.small_deck(formulas, copies=copies)
        cards = chemix.load("chemuno", players=2, hand_size=1, deck=deck).catalogue["cards"]
        return deck_facts(cards)["further"]

    assert further(["H2", "O2"]) == ["H2O"]
    assert further(["H2", "O2", "OH2"]) == []
    # Only metals with one usual charge determine the charge of a group; iron has two.
    assert "H2SO4" in further(["H2", "Na2SO4"], 1)
    assert "H2SO4" not in further(["H2", "FeSO4"], 1)


@pytest.mark.parametrize("copies", [0, -5, 1.5, True])
def test_a_small_deck_needs_copies(copies: Any) -> None:
    with pytest.raises(
        chemix.InputError, match=r"copies = .*: must be (a whole number, )?1 or more"
    ):
        chemix.small_deck(["H2"], copies=copies)


@pytest.mark.parametrize("deck", ["", b"chemix", 5, "a\0.json"])
def test_a_deck_name_must_be_a_text(deck: Any) -> None:
    for take in (chemix.read_deck, lambda deck: chemix.load("chemuno", players=2, deck=deck)):
        with pytest.raises(chemix.InputError) as refused:
            take(deck)
        assert refused.value.field == "deck"


def test_a_small_deck_requires_lists() -> None:
    with pytest.raises(chemix.InputError, match=r"must be a list: \['H2O'\]") as caught:
        chemix.small_deck("H2O")
    assert caught.value.field == "compounds"
    with pytest.raises(chemix.InputError, match=r"must be a list: \['He'\]") as caught:
        chemix.small_deck(["H2O"], noble_gases="He")
    assert caught.value.field == "noble_gases"
    wrong: list[Any] = [None, 5, [5], ["H2O", None], {None: 2}]
    for compounds in wrong:
        with pytest.raises(chemix.InputError, match="compounds = ") as caught:
            chemix.small_deck(compounds)
        assert caught.value.rule == "DK-6"


def test_openspiel_solves_a_small_deck(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text(chemix.write_deck(chemix.small_deck(["H2", "O2"])), encoding="utf-8")
    game = pyspiel.load_game(f"chemix_chemuno(deck={path},hand_size=2,max_turns=2)")
    solver = cfr.CFRSolver(game)
    first = exploitability.exploitability(game, solver.average_policy())
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.exploitability(game, solver.average_policy()) < first / 2
