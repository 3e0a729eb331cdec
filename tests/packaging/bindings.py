# SPDX-License-Identifier: Apache-2.0
"""The declarations in docs/bindings.md are those of the C header, in C and in C#, word by word.

    bindings.py [PROGRAM.cpp]

With a file name the C++ code of the page is written there, to be compiled.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = (ROOT / "capi/include/chemix.h").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/bindings.md").read_text(encoding="utf-8")
EXPORTS = (ROOT / "capi/exports.txt").read_text(encoding="utf-8").split()

# The C# types that a C parameter or field may have.
TEXT = "[MarshalAs(UnmanagedType.LPUTF8Str)] string?"
IN_C_SHARP = {
    "const char*": {TEXT, "byte[]"},
    "char*": {"byte[]?"},
    "const void*": {"IntPtr", "byte[]"},
    "void*": {"IntPtr", "byte[]?"},
    "size_t": {"nuint"},
    "size_t*": {"out nuint"},
    "int32_t": {"int"},
    "int32_t*": {"out int"},
    "int32_t* out": {"int[]?"},
    "double* out": {"double[]?"},
    "int64_t": {"long"},
    "uint32_t": {"uint"},
    "uint32_t*": {"out uint"},
    "uint64_t": {"ulong"},
    "uint64_t*": {"out ulong"},
    "bool*": {"[MarshalAs(UnmanagedType.I1)] out bool"},
    "chemix_status": {"int"},
    "chemix_limits*": {"ref ChemixLimits"},
    "chemix_error*": {"ref ChemixError"},
    "const chemix_error*": {"in ChemixError"},
    "chemix_event*": {"[Out] ChemixEvent[]?"},
    "const chemix_event*": {"in ChemixEvent"},
    "const chemix_step*": {"ChemixStep[]"},
    "const chemix_game*": {"IntPtr"},
    "const chemix_deck*": {"IntPtr"},
    "chemix_game**": {"out IntPtr", "ref IntPtr"},
}
FIXED_IN_C_SHARP = {"char": "byte", "int32_t": "int", "uint8_t": "byte"}

faults: list[str] = []


def require(holds: bool, what: str) -> None:
    """Note a fault, and go on."""
    if not holds:
        faults.append(what)


def one_line(code: str) -> str:
    """Code without comments, lines for the preprocessor and line breaks."""
    code = re.sub(r"^#(.*\\\n)*.*\n", "", code, flags=re.M)
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/|//[^\n]*", "", code, flags=re.S)).strip()


def blocks(language: str) -> list[str]:
    """The code of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def functions(code: str) -> dict[str, str]:
    """Declarations in C by name."""
    found = re.findall(r"([\w* ]+?\b(chemix_\w+)\([^;{}]*\));", one_line(code))
    return {name: declared.replace("CHEMIX_API ", "").strip() for declared, name in found}


def parameters(declaration: str) -> list[tuple[str, str]]:
    """Types and names of the parameters of a declaration in C."""
    inside = declaration[declaration.index("(") + 1 : declaration.rindex(")")]
    if inside == "void":
        return []
    pairs = []
    for part in inside.split(","):
        match = re.fullmatch(r"(.*[ *])(\w+)", part.strip())
        assert match, part
        pairs.append((match[1].strip(), match[2]))
    return pairs


def check_c(declared: dict[str, str]) -> None:
    """The declarations in C."""
    given = functions("".join(blocks("c")))
    require(len(given) > 30, "the page declares hardly anything in C")
    for name, declaration in given.items():
        require(name in EXPORTS, f"{name} is not exported")
        require(declared.get(name) == declaration, f"{name} is declared otherwise: {declaration}")


def check_c_sharp(declared: dict[str, str]) -> None:
    """Functions and structures in C#."""
    code = one_line("".join(blocks("csharp")))
    given = re.findall(r"static extern (\w+) (chemix_\w+)\(([^;]*)\);", code)
    require(
        {name for _, name, _ in given} == set(functions("".join(blocks("c")))),
        "C and C# do not declare the same functions",
    )
    for returned, name, inside in given:
        wanted = parameters(declared.get(name, "f(void)"))
        parts = [part.strip().rsplit(" ", 1) for part in inside.split(",")] if inside else []
        # Some names mean something to C#.
        own = {"out": "@out", "event": "@event"}
        require(
            [part[1] for part in parts]
            == [own.get(parameter, parameter) for _, parameter in wanted],
            f"{name} in C# has other parameters",
        )
        for (kind, parameter), part in zip(wanted, parts, strict=False):
            # A parameter named `out` is a list with a capacity.
            known = IN_C_SHARP.get(f"{kind} {parameter}") or IN_C_SHARP.get(kind, set())
            require(
                part[0] in known,
                f"{name} in C#: {parameter} is {part[0]}, in C {kind}",
            )
        result = declared.get(name, "").split(name)[0].strip()
        expected = {"chemix_status": "int", "uint32_t": "uint", "void": "void"}
        require(returned == expected.get(result, "IntPtr"), f"{name} in C# returns {returned}")
    for name, inside in re.findall(r"struct (Chemix\w+) \{ (.*?) \}", code):
        in_c = "chemix_" + name.removeprefix("Chemix").lower()
        fields = re.search(rf"typedef struct {in_c} {{(.*?)}} {in_c};", one_line(HEADER))
        require(fields is not None, f"there is no {in_c}")
        if fields is None:
            continue
        translated = []
        for field in fields[1].split(";")[:-1]:
            kind, rest = field.split()
            if "[" in rest:
                translated.append(f"public fixed {FIXED_IN_C_SHARP[kind]} {rest};")
            else:
                translated.append(f"public {next(iter(IN_C_SHARP[kind]))} {rest};")
        require(inside.split() == " ".join(translated).split(), f"{name} is not {in_c}: {inside}")


def check_names() -> None:
    """Whatever the page mentions is in the header, and what it calls is declared."""
    declared = functions("".join(blocks("c")))
    for name in sorted(set(re.findall(r"\b(?:chemix|CHEMIX)_\w+", PAGE))):
        require(re.search(rf"\b{name}\b", HEADER) is not None, f"the header has no {name}")
        require(name in declared or name not in EXPORTS, f"{name} is not declared in C")


def main() -> int:
    """Check everything; 1 when something is wrong."""
    declared = functions(HEADER[HEADER.index("#ifdef __cplusplus") :])
    require(sorted(declared) == EXPORTS, "the declarations of the header were not understood")
    check_c(declared)
    check_c_sharp(declared)
    check_names()
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text("".join(blocks("cpp")[:1]), encoding="utf-8")
    for fault in faults:
        print(f"docs/bindings.md: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
