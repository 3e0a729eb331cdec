# SPDX-License-Identifier: Apache-2.0
"""What README.md and the package show works as shown."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import chemix

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
