# SPDX-License-Identifier: Apache-2.0
"""Test the bounds of each extra: install its oldest and its newest releases, and run its tests.

Each goes into an environment of its own in build/extras. Dependencies of dependencies are the
newest that fit. `tools/extras.py gymnasium cli --python python3.12` tests two with another Python.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import tomllib

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build/extras"
EXAMPLES = "test_adapters.py::test_documented_examples_run"
# By extra: other extras that its tests need, and the tests.
TESTS: dict[str, tuple[list[str], list[str]]] = {
    "cli": (["report", "study"], ["test_cli.py"]),
    "gymnasium": (["pictures"], ["test_gymnasium.py", f"{EXAMPLES}[gymnasium]"]),
    "mcp": ([], ["test_mcp.py"]),
    "openspiel": ([], ["test_openspiel.py"]),
    "pettingzoo": (["cli", "pictures"], ["test_pettingzoo.py"]),
    "pictures": ([], [f"{EXAMPLES}[drawing]"]),
    "report": (["cli", "study"], ["test_reports.py"]),
    "study": (["cli"], ["test_study.py", "test_tournament.py"]),
}


def run(*command: str | Path, stdout: TextIO | None = None) -> None:
    subprocess.run(command, check=True, stdout=stdout)


def main() -> None:
    """Test the extras that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("extras", nargs="*", choices=[[], *TESTS], metavar="EXTRA")
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("--wheel", type=Path, help="test this wheel instead of building one")
    given = parser.parse_args()
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]

    run(sys.executable, "-m", "venv", WORK / "tools")
    run(WORK / "tools/bin/pip", "install", "--quiet", "--disable-pip-version-check", "uv")
    uv = WORK / "tools/bin/uv"
    wheel = given.wheel
    if wheel is None:
        folder = WORK / Path(given.python).name
        run(uv, "build", "--quiet", "--wheel", "--python", given.python, "--out-dir", folder, ROOT)
        (wheel,) = folder.glob("*.whl")

    failed = []
    for extra in given.extras or TESTS:
        others, tests = TESTS[extra]
        optional = project["optional-dependencies"]
        wanted = [*project["dependencies"], *optional[extra]]
        for resolution in ("lowest-direct", "highest"):
            print(f"== {extra}, {resolution}", flush=True)
            place = WORK / f"{extra}-{resolution}"
            python = place / "bin/python"
            run(uv, "venv", "--quiet", "--clear", "--python", given.python, place)
            install: list[str | Path] = [
                uv,
                "pip",
                "install",
                "--quiet",
                "--no-build",
                "--python",
                python,
            ]
            run(*install, "--resolution", resolution, wheel, *wanted)
            # Further packages for the tests must not change the versions that are tested.
            frozen = place / "installed.txt"
            with frozen.open("w", encoding="utf-8") as file:
                run(uv, "pip", "freeze", "--python", python, stdout=file)
            more = [name for other in others for name in optional[other]]
            run(*install, "--constraint", frozen, "pytest", "pytest-xdist", *more)
            print(frozen.read_text(encoding="utf-8"), flush=True)
            command: list[str | Path] = [
                python,
                "-m",
                "pytest",
                "-q",
                "-n",
                "2",
                "-p",
                "no:cacheprovider",
            ]
            # Warnings about what later releases remove are no errors here.
            command += ["-W", "default", *(f"tests/python/{test}" for test in tests)]
            if subprocess.run(command, cwd=ROOT, env={**os.environ, "ADAPTERS": "1"}).returncode:
                failed.append(f"{extra}, {resolution}")
    if failed:
        raise SystemExit("failed: " + "; ".join(failed))


if __name__ == "__main__":
    main()
