#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what other languages and packages need from chemix.h.

    make_api.py [--check]

- capi/chemix_api.json: constants, structures with their layout, functions and comments
- capi/chemix_cdef.h: the declarations alone, for FFI libraries such as LuaJIT's and cffi
- capi/exports.txt: the functions
- packaging/debian/libchemix0.symbols: the same; functions keep the version that they have

With --check it only compares. It never changes tests/capi/numbers.c, where constants and layouts
are pinned: it prints what is missing there.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
HEADER = ROOT / "capi/include/chemix.h"
SYMBOLS = ROOT / "packaging/debian/libchemix0.symbols"
PINS = ROOT / "tests/capi/numbers.c"
# Sizes, which are also the alignments. Structures of the header have no padding at the end of
# 64-bit fields, so 32-bit systems that align these to 4 bytes have the same layout.
SIZES = {
    "char": 1,
    "uint8_t": 1,
    "int32_t": 4,
    "uint32_t": 4,
    "int64_t": 8,
    "uint64_t": 8,
    "float": 4,
    "double": 8,
    "size_t": None,
}

Entry = dict[str, Any]


def comment_text(comment: str) -> str:
    """Return a comment as text: paragraphs and lists keep their lines apart."""
    lines = [re.sub(r"^ \* ?", "", line) for line in comment.split("\n")]
    text = "\n".join(lines).strip()
    return re.sub(r"(?<!\n)\n(?!\n|- )", " ", text)


class Api:
    """The declarations of the header, in its order."""

    def __init__(self, header: str) -> None:
        self.constants: list[Entry] = []
        self.types: list[Entry] = []
        self.functions: list[Entry] = []
        self.declarations: list[str] = []
        self.values: dict[str, int] = {}
        self.layouts: dict[str, tuple[int, int]] = {
            name: (size, size) for name, size in SIZES.items() if size
        }
        self.section = ""
        header = header.replace("\\\n", " ")
        start = header.index("/* ---- Version ---- */")
        # Comments, lines of the preprocessor, and declarations up to the semicolon after them.
        tokens = re.compile(r"/\*(.*?)\*/|(#[^\n]*)|((?:[^;{}/#]|\{(?:/\*.*?\*/|[^}])*\})+;)", re.S)
        comment = ""
        at = start
        while match := tokens.search(header, at):
            between = header[at : match.start()].strip()
            if between not in ("", 'extern "C" {', "}"):
                sys.exit(f"not understood: {between!r}")
            # A comment that an empty line follows belongs to no declaration.
            if "\n\n" in header[at : match.start()]:
                comment = ""
            at = match.end()
            if match[1] is not None:
                if title := re.fullmatch(r" ---- (.*) ---- ", match[1]):
                    self.section = title[1]
                else:
                    comment = comment_text(match[1])
                continue
            if match[2] is not None:
                self.read_macro(match[2], comment)
            else:
                self.read_declaration(match[3].strip(), comment)
            # One comment may describe several functions.
            if header[at : at + 2] == "\n\n":
                comment = ""

    def read_macro(self, line: str, comment: str) -> None:
        """Read `#define CHEMIX_NAME number`; other macros have no meaning outside C."""
        if match := re.fullmatch(r"#define (CHEMIX_\w+) (\d+)\s*", line):
            self.add_constant(match[1], match[2], comment, "")
            self.declarations.append(f"enum {{ {match[1]} = {match[2]} }};")

    def add_constant(self, name: str, value: str, comment: str, of: str) -> None:
        number = self.number(value)
        self.values[name] = number
        self.constants.append(self.entry(name, comment, value=number, type=of))

    def entry(self, name: str, comment: str, **more: Any) -> Entry:
        return {"name": name, **more, "section": self.section, "comment": comment}

    def number(self, text: str) -> int:
        """Return the value of a constant or a sum of numbers."""
        if text in self.values:
            return self.values[text]
        return sum(int(part) for part in text.replace("- ", "+ -").split("+"))

    def read_declaration(self, code: str, comment: str) -> None:
        bare = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", " ", code, flags=re.S))
        self.declarations.append(bare.replace("CHEMIX_API ", ""))
        if bare.startswith("enum {"):
            self.read_enumeration(code)
        elif bare.startswith("typedef struct") and "{" in bare:
            self.read_structure(code, comment)
        elif match := re.fullmatch(r"typedef struct (\w+) \1;", bare):
            self.types.append(self.entry(match[1], comment, kind="opaque"))
        elif match := re.fullmatch(r"typedef (\w+) (\w+);", bare):
            self.types.append(self.entry(match[2], comment, kind="number", type=match[1]))
            self.layouts[match[2]] = self.layouts[match[1]]
        elif match := re.fullmatch(r"CHEMIX_API (.+?) ?(chemix_\w+)\((.*)\);", bare):
            parameters = [] if match[3] == "void" else match[3].split(", ")
            self.functions.append(
                self.entry(
                    match[2],
                    comment,
                    returns=match[1],
                    parameters=[self.variable(one) for one in parameters],
                )
            )
        else:
            sys.exit(f"not understood: {bare}")

    def read_enumeration(self, code: str) -> None:
        """Read an anonymous enumeration; it belongs to a type that was declared just before."""
        of = ""
        if self.types and self.types[-1]["kind"] == "number":
            words = self.declarations[-2].split()
            of = self.types[-1]["name"] if words[-1] == f"{self.types[-1]['name']};" else ""
        inside = code[code.index("{") + 1 : code.rindex("}")]
        for comment, name, value in re.findall(
            r"(?:/\*((?:(?!\*/).)*)\*/\s*)?(CHEMIX_\w+) = ([^,]+?)\s*(?:,|$)", inside, re.S
        ):
            self.add_constant(name, value, comment_text(comment), of)

    def variable(self, text: str) -> Entry:
        """Read `const char* name` or `int32_t name[3]`."""
        match = re.fullmatch(r"(.*[ *])(\w+)(?:\[(\w+)\])?", text)
        if match is None:
            sys.exit(f"not understood: {text}")
        read: Entry = {"name": match[2], "type": match[1].strip()}
        if match[3]:
            read["length"] = self.number(match[3])
        return read

    def read_structure(self, code: str, comment: str) -> None:
        name = code.split()[2]
        fields = []
        end = 0
        widest = 1
        inside = code[code.index("{") + 1 : code.rindex("}")]
        for about, text in re.findall(r"(?:/\*((?:(?!\*/).)*)\*/\s*)?([^/;]+);", inside, re.S):
            field = self.variable(text.strip())
            size, alignment = self.layouts[field["type"]]
            if end % alignment:
                sys.exit(f"{name}.{field['name']} has padding before it")
            field |= {"offset": end, "size": size * field.get("length", 1)}
            fields.append(field | {"comment": comment_text(about)})
            end += field["size"]
            widest = max(widest, alignment)
        if end % widest:
            sys.exit(f"{name} has padding at its end")
        self.layouts[name] = (end, widest)
        self.types.append(
            self.entry(name, comment, kind="structure", size=end, alignment=widest, fields=fields)
        )

    # ---- What is written ----

    def json(self) -> str:
        data = {
            "version": ".".join(
                str(self.values[f"CHEMIX_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH")
            ),
            "abi_version": self.values["CHEMIX_ABI_VERSION"],
            "constants": self.constants,
            "types": self.types,
            "functions": self.functions,
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    def cdef(self) -> str:
        head = (
            "/* SPDX-License-Identifier: Apache-2.0 */\n"
            "/* Written by tools/make_api.py from chemix.h, for FFI libraries. */\n"
            "/* clang-format off */\n"
        )
        return head + "\n".join(self.declarations) + "\n"

    def names(self) -> list[str]:
        return sorted(function["name"] for function in self.functions)

    def symbols(self, before: str) -> str:
        head = [line for line in before.splitlines() if not line.startswith(" ")]
        since = dict(re.findall(r"^ (\w+)@Base (\S+)$", before, re.M))
        version = ".".join(
            str(self.values[f"CHEMIX_VERSION_{part}"]) for part in ("MAJOR", "MINOR")
        )
        lines = [f" {name}@Base {since.get(name, version + '.0')}" for name in self.names()]
        return "\n".join(head + lines) + "\n"

    def pins(self) -> list[str]:
        lines = []
        for constant in self.constants:
            value = constant["value"]
            if constant["name"].startswith("CHEMIX_VERSION_"):
                continue
            text = "INT32_MIN" if value == -(2**31) else str(value)
            lines.append(f"PIN({constant['name']}, {text});")
        for kind in self.types:
            if kind["kind"] == "number":
                lines.append(f"PIN_SIZE({kind['name']}, {self.layouts[kind['name']][0]});")
            for field in kind.get("fields", []):
                parts = (kind["name"], field["name"], field["offset"], field["size"])
                lines.append("PIN_FIELD({}, {}, {}, {});".format(*parts))
            if kind["kind"] == "structure":
                lines.append(f"PIN_SIZE({kind['name']}, {kind['size']});")
        return lines


def main() -> int:
    api = Api(HEADER.read_text(encoding="utf-8"))
    written = {
        ROOT / "capi/chemix_api.json": api.json(),
        ROOT / "capi/chemix_cdef.h": api.cdef(),
        ROOT / "capi/exports.txt": "".join(f"{name}\n" for name in api.names()),
        SYMBOLS: api.symbols(SYMBOLS.read_text(encoding="utf-8")),
    }
    status = 0
    for path, text in written.items():
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif before != text:
            name = str(path.relative_to(ROOT))
            lines = (before.splitlines(), text.splitlines())
            print("\n".join(difflib.unified_diff(*lines, name, "as chemix.h says", "", "", 0, "")))
            print(f"{name} is out of date: run tools/make_api.py")
            status = 1
    pinned = re.findall(r"^PIN\w*\(\w+,.*;$", PINS.read_text(encoding="utf-8"), re.M)
    for line in api.pins():
        if line not in pinned:
            print(f"{PINS.relative_to(ROOT)} lacks {line}")
            status = 1
    for line in set(pinned) - set(api.pins()):
        print(f"{PINS.relative_to(ROOT)}: chemix.h does not say {line}")
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
