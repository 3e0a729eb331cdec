# SPDX-License-Identifier: Apache-2.0
"""Docstrings: every public name has an example, and all examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import subprocess
import sys
from typing import TYPE_CHECKING, Any, is_typeddict

import chemix
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

# The public modules, with the packages that their examples need.
NEEDED: dict[str, tuple[str, ...]] = {
    "chemix": (),
    "chemix.bench": (),
    "chemix.drawing": ("PIL", "rich"),
    "chemix.executors": ("ray",),
    "chemix.gymnasium": ("gymnasium",),
    "chemix.openspiel": ("pyspiel",),
    "chemix.pettingzoo": ("pettingzoo",),
    "chemix.protocol": (),
    "chemix.reports": ("jinja2", "matplotlib", "scipy"),
    "chemix.study": ("pandas", "scipy"),
    "chemix.tournament": ("choix", "pandas", "scipy"),
}


def imported(module: str) -> Any:
    for package in NEEDED[module]:
        pytest.importorskip(package)
    return importlib.import_module(module)


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties that a class has from chemix."""
    own = [base for base in owner.__mro__ if base.__module__.split(".")[0] == "chemix"]
    for name in sorted({name for base in own for name in vars(base)}):
        member = getattr(owner, name)
        if not name.startswith("_") and (callable(member) or hasattr(member, "__get__")):
            yield name, member


def documented(module: Any) -> Iterator[tuple[str, Any, bool]]:
    """Yield the public names of a module, what they name, and whether they need an example."""
    yield module.__name__, module, True
    for name in module.__all__:
        value = getattr(module, name)
        # Data have no docstrings, and chemix.report is a function of chemix.reports.
        is_elsewhere = getattr(value, "__module__", "") in NEEDED.keys() - {module.__name__}
        if not (inspect.isroutine(value) or inspect.isclass(value)) or is_elsewhere:
            continue
        yield f"{module.__name__}.{name}", value, not is_typeddict(value)
        if inspect.isclass(value) and not is_typeddict(value):
            for part, member in members(value):
                # The classes of chemix show how to call the members of the protocols.
                needs = callable(member) and not getattr(value, "_is_protocol", False)
                yield f"{module.__name__}.{name}.{part}", member, needs


def failures(module: Any) -> list[str]:
    """Run all examples of a module, in a namespace where only chemix is imported."""
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for name, value, _ in documented(module):
        names = {"chemix": chemix, "__name__": "__main__"}
        text = inspect.getdoc(value) or ""
        runner.run(doctest.DocTestParser().get_doctest(text, names, name, None, 0), out=told.append)
    return told


@pytest.mark.parametrize("name", NEEDED)
def test_every_public_name_has_an_example(name: str) -> None:
    lacking = [
        public
        for public, value, needs_example in documented(imported(name))
        if not (text := inspect.getdoc(value)) or (needs_example and ">>> " not in text)
    ]
    assert lacking == []


@pytest.mark.parametrize("name", [name for name in NEEDED if name != "chemix.executors"])
def test_all_examples_run(name: str) -> None:
    told = failures(imported(name))
    assert not told, "".join(told)


def test_the_examples_of_executors_run() -> None:
    imported("chemix.executors")
    # In a process of its own, which ends Ray.
    subprocess.run([sys.executable, __file__], check=True)


def test_examples_of_the_native_module_are_found() -> None:
    names = [name for name, _, needs_example in documented(chemix) if needs_example]
    assert {"chemix.games", "chemix.State.apply", "chemix.Session.load"} <= set(names)


if __name__ == "__main__":
    import ray

    ray.init(object_store_memory=100 * 2**20, log_to_driver=False, include_dashboard=False)
    sys.exit("".join(failures(importlib.import_module("chemix.executors"))) or None)
