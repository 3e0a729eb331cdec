# SPDX-License-Identifier: Apache-2.0
"""What README.md, the package and the examples show works as shown."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import chemix
import pytest

README = Path(__file__).parents[2] / "README.md"


def test_the_example_of_the_readme_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert blocks
    for block in blocks:
        names: dict[str, object] = {}
        exec(compile(block, "README.md", "exec"), names)
        state = names["state"]
        assert isinstance(state, chemix.State)
        assert state.is_terminal


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(chemix).attempted > 0
    assert doctest.testmod(chemix).failed == 0


@pytest.mark.parametrize("game", chemix.games())
def test_every_game_can_be_watched(game: str) -> None:
    program = README.parent / "examples" / "python" / "watch.py"
    told = subprocess.run(
        [sys.executable, str(program), game, "--viewer", "0"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "hand[0]" in told
    assert "return" in told.splitlines()[-1]
