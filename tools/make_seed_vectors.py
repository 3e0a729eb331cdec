#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/core/seed_vectors.txt: NumPy's SeedSequence outputs for seeds and spawn keys."""

import random
from pathlib import Path

from numpy.random import SeedSequence

ENTROPIES = [0, 1, 7, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64, 2**128 + 5, 2**255 + 3, 2**300 + 1]
SPAWN_KEYS: list[tuple[int, ...]] = [(), (0,), (1,), (1, 2), (2**32,), (2**40, 3), (0, 0, 0)]


def main() -> None:
    pairs = [(entropy, spawn) for entropy in ENTROPIES for spawn in SPAWN_KEYS]
    chooser = random.Random(1)
    pairs += [(chooser.getrandbits(chooser.randrange(1, 600)), ()) for _ in range(20)]
    lines = []
    for entropy, spawn in pairs:
        sequence = SeedSequence(entropy, spawn_key=spawn, pool_size=8)
        key = ",".join(str(number) for number in spawn) or "-"
        words = " ".join(str(word) for word in sequence.generate_state(8))
        lines.append(f"{entropy} {key} {words}\n")
    path = Path(__file__).parent.parent / "tests" / "core" / "seed_vectors.txt"
    path.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
