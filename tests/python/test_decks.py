# SPDX-License-Identifier: Apache-2.0
"""Deck files against the published schemas."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import chemix
import jsonschema
import pytest

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


# What a schema cannot say: sums, and what one part says of another.
CONTENT_ONLY = {
    "tokens in another order",
    "name twice",
    "formula twice",
    "element twice",
    "too few cards for a compound",
    "element in no compound",
    "too many cards",
    "element missing",
    "too few of an element",
    "needs too many cards",
}


@pytest.mark.parametrize("fault", BROKEN["chemix"], ids=lambda fault: fault["name"])
def test_dk_6_broken_chemix_decks_are_refused_by_the_schema(fault: dict[str, Any]) -> None:
    check(load("chemix.json"), load("chemix.schema.json"), fault)


@pytest.mark.parametrize("fault", BROKEN["expansion"], ids=lambda fault: fault["name"])
def test_dk_10_broken_expansion_decks_are_refused_by_the_schema(fault: dict[str, Any]) -> None:
    check(load("covalent.json"), load("expansion.schema.json"), fault)


def check(deck: Any, schema: Any, fault: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(schema)
    valid = validator.is_valid(patched(deck, fault["patch"]))
    assert valid == (fault["name"] in CONTENT_ONLY)


def test_deck_files_are_read_and_come_with_the_package() -> None:
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
