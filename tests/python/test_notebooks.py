# SPDX-License-Identifier: Apache-2.0
"""The notebooks run from first to last cell, and their outputs come from such a run."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from make_notebooks import NOTEBOOKS, run
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_notebook, new_output

FILES = sorted(NOTEBOOKS.glob("*.ipynb"))
# These need no shortened run, and their outputs are reproducible.
SAME = ("first_steps", "own_deck")


def faults_of(notebook: nbformat.NotebookNode) -> list[str]:
    """Return the problems of a notebook's outputs and imports."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    faults = []
    for nth, cell in enumerate(cells, start=1):
        if cell.execution_count != nth:
            faults.append(f"{cell.id} was not run in order: tools/make_notebooks.py runs all")
        if any(output.output_type == "error" for output in cell.outputs):
            faults.append(f"{cell.id} shows an error")
        if re.search(r"\bchemix\.?\w*\._|import _|from chemix import _", cell.source):
            faults.append(f"{cell.id} uses what is not public")
    if not any(cell.outputs for cell in cells):
        faults.append("nothing is shown")
    return faults


def told(notebook: nbformat.NotebookNode) -> list[str]:
    """Return the text outputs of a notebook."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.text if "text" in output else output.data["text/plain"] for output in outputs]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHEMIX_QUICK", "1")
    ran = run(file, tmp_path)
    assert faults_of(ran) == []
    if file.stem in SAME:
        assert told(ran) == told(nbformat.read(file, as_version=4))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_notebook_outputs_come_from_one_full_run(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    assert faults_of(notebook) == []


def test_notebooks_are_listed_in_the_documentation() -> None:
    for page in (NOTEBOOKS.parents[1] / "README.md", NOTEBOOKS / "README.md"):
        listed = re.findall(r"\((?:examples/notebooks/)?(\w+)\.ipynb\)", page.read_text("utf-8"))
        assert sorted(listed) == [file.stem for file in FILES], page


def test_a_cell_that_fails_is_found(tmp_path: Path) -> None:
    notebook = new_notebook(cells=[new_code_cell("1 + 1"), new_code_cell("1 / 0")])
    nbformat.write(notebook, tmp_path / "broken.ipynb")
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        run(tmp_path / "broken.ipynb", tmp_path)


def test_partial_runs_are_found() -> None:
    error = new_output("error", ename="ValueError", evalue="", traceback=[])
    cells = [
        new_code_cell("1", id="first", execution_count=1, outputs=[error]),
        new_code_cell("2", id="second", execution_count=3),
        new_code_cell("from chemix import _core", id="third", execution_count=3),
    ]
    assert faults_of(new_notebook(cells=cells)) == [
        "first shows an error",
        "second was not run in order: tools/make_notebooks.py runs all",
        "third uses what is not public",
    ]
    assert faults_of(new_notebook()) == ["nothing is shown"]
