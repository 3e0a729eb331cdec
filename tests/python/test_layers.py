# SPDX-License-Identifier: Apache-2.0
"""The modules of the Python package import each other in one direction only.

Every import counts: also those in functions, and those that only type checkers read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "bindings/python/chemix"
# `chemix.report` is imported on first use; all other modules may import `chemix`.
LAZY = ("chemix", "chemix.reports")
# By package: the packages that it may import, besides modules of `chemix` itself.
MAY_IMPORT = {
    "chemix.lab": {"chemix.lab"},
    "chemix.adapters": {"chemix.adapters", "chemix.lab"},
    "chemix.cli": {"chemix.cli", "chemix.lab"},
}

Graph = dict[str, set[str]]


def imports(package: Path) -> Graph:
    """Return the modules of the package that each of its modules imports."""
    files = {}
    for file in [*package.rglob("*.py"), *package.rglob("*.pyi")]:
        parts = file.relative_to(package.parent).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return {
        name: {module for module in imported(file, files) if module in files} - {name}
        for name, file in files.items()
    }


def imported(file: Path, modules: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None and not node.level, f"{file}: a relative import"
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield submodule if submodule in modules else node.module


def cycle(graph: Graph) -> list[str]:
    """Return the modules of a cycle, the first one also as the last, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


@pytest.fixture(name="graph", scope="module")
def _graph() -> Graph:
    graph = imports(PACKAGE)
    importing, lazy = LAZY
    graph[importing].remove(lazy)
    return graph


def test_no_imports_form_a_cycle(graph: Graph) -> None:
    assert not cycle(graph), " imports ".join(reversed(cycle(graph)))


def package_of(module: str) -> str:
    return next((name for name in MAY_IMPORT if f"{module}.".startswith(f"{name}.")), "chemix")


def reexporting(graph: Graph) -> set[str]:
    """Return the modules of `chemix` itself that import a package."""
    return {
        module
        for module, others in graph.items()
        if package_of(module) == "chemix" and any(package_of(other) != "chemix" for other in others)
    }


def test_packages_import_only_what_is_below_them(graph: Graph) -> None:
    above = reexporting(graph)
    found = [
        f"{module} imports {other}"
        for module, others in graph.items()
        if package_of(module) != "chemix"
        for other in others
        if other in above or package_of(other) not in {"chemix", *MAY_IMPORT[package_of(module)]}
    ]
    assert not found, "\n".join(found)


def test_public_classes_name_the_module_that_reexports_them(graph: Graph) -> None:
    for name in reexporting(graph) - {"chemix.__main__"}:
        module = import_module(name)
        for public in (getattr(module, each) for each in module.__all__):
            if isinstance(public, type):
                assert public.__module__ == name, public


@pytest.mark.parametrize(
    "back",
    [
        "import package.first\n",
        "from package import first\n",
        "from package.first import name\n",
        "def function():\n    import package.first\n",
        "if TYPE_CHECKING:\n    from package.first import name\n",
    ],
)
def test_cycles_are_found(back: str, tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    for name, text in {
        "__init__": "",
        "first": "import package.second\n",
        "second": "import package.third\n",
        "third": back,
    }.items():
        (tmp_path / f"package/{name}.py").write_text(text, encoding="utf-8")
    found = cycle(imports(tmp_path / "package"))
    assert set(found) == {f"package.{name}" for name in ("first", "second", "third")}
    (tmp_path / "package/third.py").write_text("", encoding="utf-8")
    assert not cycle(imports(tmp_path / "package"))
