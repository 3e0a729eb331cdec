# SPDX-License-Identifier: Apache-2.0
"""The command line: ``chemix``, or ``python -m chemix``."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command that the arguments say."""
    try:
        from chemix._cli import commands
    except ImportError as missing:
        print(f"chemix: {missing}: pip install 'chemix[cli]'", file=sys.stderr)
        raise SystemExit(1) from None
    # A terminal that lacks a sign shows another one in its place.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    # Policies are found where the command is given, as python -m finds them.
    if "" not in sys.path:
        sys.path.insert(0, "")
    commands(prog_name="chemix")


if __name__ == "__main__":
    main()
