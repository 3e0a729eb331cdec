# SPDX-License-Identifier: Apache-2.0
"""The entry point of the command line: ``chemix``, or ``python -m chemix``."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command line."""
    try:
        from chemix.cli import commands
    except ImportError as missing:
        print(f'chemix: {missing}: pip install "chemix-engine[cli]"', file=sys.stderr)
        raise SystemExit(1) from None
    # Replace characters that the terminal's encoding lacks.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    # Import policies from the working directory, as with `python -m`.
    if "" not in sys.path:
        sys.path.insert(0, "")
    commands(prog_name="chemix")


if __name__ == "__main__":
    main()
