"""Random turns of outer layers, the same for a seed."""

from __future__ import annotations

import random

from cubecsp import Moves


def random_moves(seed: int, length: int) -> Moves:
    rng = random.Random(seed)
    return Moves.of(rng.randrange(18) for _ in range(length))
