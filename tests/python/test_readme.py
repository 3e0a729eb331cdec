# SPDX-License-Identifier: Apache-2.0
"""The examples of README.md, the pages and the package work as shown."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import chemix
import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [
    page
    for page in sorted(ROOT.rglob("*.md"))
    if not {".venv", "build", "node_modules"} & set(page.relative_to(ROOT).parts)
]


def test_the_examples_of_the_readme_run_one_after_another() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    state = names["state"]
    assert isinstance(state, chemix.State)
    assert state.is_terminal
    assert isinstance(names["batch"], chemix.Batch)


def test_the_transcript_of_the_readme_is_a_real_game() -> None:
    text = README.read_text(encoding="utf-8")
    (transcript,) = re.findall(r"```console\n\$ python (.*?)\n…\n(.*?)…\n```", text, re.S)
    command, told = transcript
    run = subprocess.run(
        [sys.executable, *command.split()], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told
    assert told in run.stdout


def test_the_readme_lists_every_game() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*?\| (\d)(?:–(\d))? \|", README.read_text("utf-8"), re.M)
    listed = {name: (int(least), int(most or least)) for name, least, most in rows}
    about = {name: chemix.describe(name) for name in chemix.games()}
    assert listed == {
        name: (game["min_players"], game["max_players"]) for name, game in about.items()
    }


def test_the_examples_of_the_page_on_scale_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They write files.
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/scale.md").read_text("utf-8"), re.S)
    names: dict[str, object] = {}
    for block in blocks:
        if "MPIPoolExecutor" not in block:
            exec(compile(block, "scale.md", "exec"), names)
    told = capsys.readouterr().out
    assert "draws late" in told
    assert "rating" in told


@pytest.mark.parametrize(
    "page",
    [
        *("notation.md", "beliefs.md", "fair_dealing.md", "policies.md", "reports.md"),
        *("python_games.md", "search.md", "coming_from.md"),
    ],
)
def test_the_examples_of_a_page_run(page: str) -> None:
    tested = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert tested.attempted > 0
    assert tested.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_has_a_target(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("game", chemix.games())
def test_the_table_of_every_game_is_drawn(game: str) -> None:
    program = ROOT / "examples" / "python" / "draw_table.py"
    for language in chemix.languages():
        told = subprocess.run(
            [sys.executable, str(program), game, "--viewer", "0", "--language", language],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert chemix.words(game, language)["title"] in told
        assert "   hand " in told
        assert "-> " in told


@pytest.mark.parametrize("game", chemix.games())
def test_every_game_can_be_watched(game: str) -> None:
    program = ROOT / "examples" / "python" / "watch.py"
    told = subprocess.run(
        [sys.executable, str(program), game, "--viewer", "0"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "hand[0]" in told
    assert "return" in told.splitlines()[-1]
