#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes bindings/python/chemix/values.py, the types of JSON-compatible values, from the schemas.

Run it with the package installed; --check only compares.
"""

from __future__ import annotations

import difflib
import json
import keyword
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import chemix

ROOT = Path(__file__).parent.parent
COMMITTED = ROOT / "bindings/python/chemix/values.py"
HEAD = '''# SPDX-License-Identifier: Apache-2.0
"""Types of the JSON-compatible values of ``to_dict`` and similar functions, for type checkers.

Written by tools/make_types.py from the schemas, which also contain bounds and the names of cards.
"""

from __future__ import annotations

from typing import Literal, TypedDict

'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
SHARED = (
    "action",
    "event",
    "refusal",
    "error",
    "description",
    "record",
    "tensor_layout",
    "catalogue",
)


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


class Types:
    """Classes and unions by name, each after those that it refers to."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.definitions: dict[str, Any] = {}
        self.cards: set[str] = set()

    def expression(self, schema: dict[str, Any], name: str) -> str:
        """Return the type of a schema; `name` is the name for its class, if it needs one."""
        if "$ref" in schema:
            return self.defined(schema["$ref"].rsplit("/", 1)[1])
        if "anyOf" in schema:
            parts = [self.expression(part, name) for part in schema["anyOf"]]
            return " | ".join(dict.fromkeys(parts))
        words = schema.get("enum", [schema["const"]] if "const" in schema else None)
        if words is not None:
            is_open = name == "Key" or set(words) <= self.cards
            return "str" if is_open else f"Literal[{', '.join(map(json.dumps, words))}]"
        if schema["type"] == "array":
            singular = re.sub("(ie)?s$", lambda plural: "y" if plural[1] else "", name)
            return f"list[{self.expression(schema['items'], singular)}]"
        if schema["type"] != "object":
            return PLAIN[schema["type"]]
        fields = schema.get("properties")
        if fields is None:
            return f"dict[str, {self.expression(schema['additionalProperties'], name)}]"
        if fields and set(fields) <= self.cards:
            return f"dict[str, {self.expression(next(iter(fields.values())), name)}]"
        return self.made(name, schema)

    def defined(self, name: str) -> str:
        """Return the type of a definition that schemas share."""
        schema = self.definitions[name]
        called = camel(name) + ("Dict" if name in SHARED else "")
        if "anyOf" not in schema:
            return self.expression(schema, called)
        if called not in self.texts:
            self.texts[called] = f"{called} = {self.expression(schema, called)}\n"
        return called

    def made(self, name: str, schema: dict[str, Any], **named: str) -> str:
        """Add a class with fields of the `named` types, or else of the types of their schemas.

        Reuses an equal class of another game; a different one gets a number.
        """
        fields = {
            field: named.get(field) or self.expression(part, camel(field))
            for field, part in schema["properties"].items()
        }
        called, number = name, 2
        while called in self.texts and self.texts[called] != class_text(called, fields, schema):
            called, number = f"{name}{number}", number + 1
        self.texts[called] = class_text(called, fields, schema)
        return called

    def of_game(self, game: chemix.Game, what: str) -> str:
        """Add the class of a state or an observation, and of each of its parts."""
        schema = game.schema(what)
        title = camel(game.name)
        parts = {}
        for part in ("open", "own", "hidden", "knowledge"):
            if part not in schema["properties"]:
                continue
            is_seen = (what, part) == ("observation", "knowledge")
            name = f"{title}{'Seen' if is_seen else ''}{camel(part)}"
            parts[part] = self.expression(schema["properties"][part], name)
        return self.made(f"{title}{camel(what)}Dict", schema, **parts)


def class_text(name: str, fields: dict[str, str], schema: dict[str, Any]) -> str:
    if any(map(keyword.iskeyword, fields)):
        # The class syntax cannot have fields named by keywords, such as `from`.
        parts = ", ".join(
            f"{json.dumps(field)}: {json.dumps(kind)}" for field, kind in fields.items()
        )
        return f'{name} = TypedDict("{name}", {{{parts}}})\n'
    about = schema.get("description", "JSON-compatible values, described in docs/notation.md")
    lines = "".join(f"    {field}: {kind}\n" for field, kind in fields.items())
    return f'class {name}(TypedDict):\n    """{about}."""\n\n{lines}\n'


def types_of_all() -> str:
    types = Types()
    games = [
        chemix.load(name, players=chemix.describe(name)["max_players"]) for name in chemix.games()
    ]
    types.definitions = games[0].schema("catalogue")["$defs"]
    for name in SHARED:
        types.defined(name)
    for what in ("state", "observation"):
        parts = []
        for game in games:
            types.cards = {card["name"] for card in game.catalogue["cards"]}
            parts.append(types.of_game(game, what))
        union = f"{camel(what)}Dict"
        types.texts[union] = f"{union} = ({' | '.join(parts)})\n"
    text = HEAD + "\n\n".join(types.texts.values())
    formatter = [sys.executable, "-m", "ruff", "format", "-", "--stdin-filename", str(COMMITTED)]
    return subprocess.run(
        formatter, input=text, text=True, check=True, capture_output=True, cwd=ROOT
    ).stdout


def main() -> None:
    made = types_of_all()
    if "--check" not in sys.argv:
        COMMITTED.write_text(made, encoding="utf-8")
        return
    committed = COMMITTED.read_text(encoding="utf-8")
    sys.stdout.writelines(difflib.unified_diff(committed.splitlines(True), made.splitlines(True)))
    sys.exit(committed != made)


if __name__ == "__main__":
    main()
