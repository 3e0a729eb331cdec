#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs notebooks from their first cell to their last and writes what they show into them.

`tools/make_notebooks.py` runs all in examples/notebooks, which takes some minutes;
`tools/make_notebooks.py examples/notebooks/cfr.ipynb` one.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"


def run(file: Path, folder: Path) -> nbformat.NotebookNode:
    """Run a notebook in a folder and return it with what it shows.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell that fails.

    """
    notebook: nbformat.NotebookNode = nbformat.read(file, as_version=4)
    # Times, and where the kernel cuts what is printed, would make every run differ.
    NotebookClient(
        notebook, timeout=3600, kernel_name="python3", record_timing=False, coalesce_streams=True
    ).execute(cwd=str(folder))
    # The kernel tells its own version.
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def main() -> None:
    """Run the notebooks that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "notebooks", nargs="*", type=Path, default=sorted(NOTEBOOKS.glob("*.ipynb"))
    )
    for file in parser.parse_args().notebooks:
        print(file)
        nbformat.write(run(file, file.parent), file)


if __name__ == "__main__":
    main()
