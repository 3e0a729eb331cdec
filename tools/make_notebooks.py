#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs notebooks from the first cell to the last, and writes their outputs into them.

`tools/make_notebooks.py` runs all in examples/notebooks, which takes some minutes;
`tools/make_notebooks.py examples/notebooks/cfr.ipynb` runs one.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"


def run(file: Path, folder: Path) -> nbformat.NotebookNode:
    """Run a notebook in a folder, and return it with its outputs.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell fails.

    """
    notebook: nbformat.NotebookNode = nbformat.read(file, as_version=4)
    # Leave out times and merge output chunks, which differ in every run.
    NotebookClient(
        notebook, timeout=3600, kernel_name="python3", record_timing=False, coalesce_streams=True
    ).execute(cwd=str(folder))
    # Remove the version of the kernel.
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def main() -> None:
    """Run the named notebooks, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "notebooks", nargs="*", type=Path, default=sorted(NOTEBOOKS.glob("*.ipynb"))
    )
    for file in parser.parse_args().notebooks:
        print(file)
        nbformat.write(run(file, file.parent), file)


if __name__ == "__main__":
    main()
