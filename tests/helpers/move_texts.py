"""Every way to name layers of a cube, and random texts of moves over them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence


def bases(size: int) -> Iterator[str]:
    """Yield every way to name layers of a cube, and rotations."""
    for face in "URFDLB":
        yield face
        yield from (f"{layer}{face}" for layer in range(1, size + 1))
        if size > 2:
            yield from (f"{face}w", face.lower())
        for last in range(1, size + 1):
            if last < size:
                yield from (f"{last}{face}w", f"{last}{face.lower()}")
            for first in range(1, last + 1):
                if (first, last) != (1, size):
                    yield from (f"{first}-{last}{face}w", f"{first}-{last}{face.lower()}")
    yield from "xyz"
    if size % 2:
        yield from "MES"


def random_text(rng: random.Random, names: Sequence[str], depth: int = 0) -> str:
    """Return a text of moves over some bases: with counts and primes, groups in groups and comments."""
    items = []
    for _ in range(rng.randrange(3 - depth, 12 - 4 * depth)):
        item = rng.choice(names)
        if depth < 2 and rng.random() < 0.15:
            first, second = (random_text(rng, names, depth + 1) for _ in range(2))
            item = rng.choice([f"({first})", f"[{first}, {second}]", f"[{first}: {second}]"])
        items.append(item + rng.choice(["", "", "2", "'", "2'", "3", "3'"]))
    return rng.choice([" ", " ", "\n", " // so far\n"]).join(items)
