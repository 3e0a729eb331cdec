# SPDX-License-Identifier: Apache-2.0
"""The server of examples/server, which lies to each client once; the first argument is the lie."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "server"))

import rooms
import server

LIE = sys.argv.pop(1)
honest = rooms.Room.told
deceived: set[tuple[str, int]] = set()


def told(self: rooms.Room, seat: int, language: str, since: int) -> dict[str, Any]:
    """Return the honest update, changed once by the lie."""
    message = honest(self, seat, language, since)
    reveal = message.get("reveal", {})
    if LIE == "seed" and reveal:
        reveal["seed"] = "00" + reveal["seed"][2:]
    elif LIE == "record" and reveal:
        reveal["record"] = reveal["record"].replace('"steps"', '"steps" ')
    elif LIE == "reveal" and reveal:
        del message["reveal"]
    elif LIE == "damage" and reveal:
        reveal["record"] = "{"
    elif LIE == "cards" and message["messages"] and (self.code, seat) not in deceived:
        deceived.add((self.code, seat))
        view = json.loads(message["messages"][0]) | {"digest": "0123456789abcdef"}
        message["messages"][0] = json.dumps(view)
    return message


rooms.Room.told = told  # type: ignore[method-assign]
server.main()
