#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/core/seed_vectors.txt: what NumPy makes of seeds and spawn keys."""

import random
from pathlib import Path

from numpy.random import SeedSequence

# Around the ends of one word, of the pool (8 words) and of what a seed may be (64 words).
ENTROPIES = [0, 1, 7, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64, 2**128 + 5, 2**224, 2**255 + 3]
ENTROPIES += [2**256 - 1, 2**256, 2**300, 2**300 + 1, 2**2048 - 1]
SPAWN_KEYS: list[tuple[int, ...]] = [(), (0,), (1,), (1, 2), (2**32 - 1,), (2**32,), (2**40,)]
SPAWN_KEYS += [(2**40, 3), (2**64 - 1,), (0, 0, 0), tuple(range(20))]


def main() -> None:
    pairs = [(entropy, spawn) for entropy in ENTROPIES for spawn in SPAWN_KEYS]
    chooser = random.Random(1)
    pairs += [(chooser.getrandbits(chooser.randrange(1, 600)), ()) for _ in range(20)]
    lines = []
    for entropy, spawn in pairs:
        sequence = SeedSequence(entropy, spawn_key=spawn, pool_size=8)
        number = str(entropy) if entropy < 2**300 else hex(entropy)
        key = ",".join(str(number) for number in spawn) or "-"
        words = " ".join(str(word) for word in sequence.generate_state(8))
        lines.append(f"{number} {key} {words}\n")
    path = Path(__file__).parent.parent / "tests" / "core" / "seed_vectors.txt"
    path.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
