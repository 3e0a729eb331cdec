# SPDX-License-Identifier: Apache-2.0
"""Behavior that all adapters share: imports, and errors if a framework is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

ADAPTERS = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_missing_frameworks_name_what_to_install(adapter: str) -> None:
    program = f"import sys; sys.modules['{ADAPTERS[adapter]}'] = None; import chemix.{adapter}"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert told.returncode == 1
    assert f"ImportError: chemix.{adapter} needs" in told.stderr
    assert f'pip install "chemix-engine[{adapter}]"' in told.stderr


def test_without_pillow_only_pictures_fail() -> None:
    program = (
        "import sys; sys.modules['PIL'] = None; import chemix; from chemix.drawing import Drawing; "
        "seen = chemix.load('chemuno', players=2).deal(seed=7).observation(0); "
        "drawing = Drawing(seen.game); print(drawing.text(seen)); drawing.picture(seen)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "ChemiX Chemuno" in told.stdout
    assert 'ImportError: pictures need Pillow: pip install "chemix-engine[pictures]"' in told.stderr
