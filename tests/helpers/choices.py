"""Random rules that combine others, as texts, each with a function that decides it from colours by itself."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable

import numpy as np

from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

Decide = Callable[[np.ndarray], np.ndarray]
"""Returns for each cube whether a rule holds, from the colours of the facelets: shape (facelets, n)."""

_COMPARED = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}


def simple(draw: random.Random, puzzle: CubePuzzle) -> tuple[str, Decide]:
    """Return a rule that combines nothing: about two stickers, one, or a face."""
    kind, sign = draw.randrange(4), draw.choice([*_COMPARED])
    compare, number = _COMPARED[sign], draw.randrange(1, 4)
    face, colour = draw.sample(range(6), 2)
    if kind < 2:
        a, b = sorted(draw.sample(range(puzzle.facelet_count), 2))
        sign, compare = ("==", np.equal) if number > 1 else ("!=", np.not_equal)
        if kind:
            return f"{puzzle.names[a]}{sign}{FACES[colour]}", lambda shown: compare(
                shown[a], colour
            )
        return f"{puzzle.names[a]}{sign}{puzzle.names[b]}", lambda shown: compare(
            shown[a], shown[b]
        )
    facelets = [*puzzle.face(face)]
    if kind == 2:
        return (
            f"count({FACES[face]}, {FACES[colour]}){sign}{number}",
            lambda shown: compare((shown[facelets] == colour).sum(axis=0), number),
        )
    return (
        f"colours({FACES[face]}){sign}{number}",
        lambda shown: compare(
            sum((shown[facelets] == one).any(axis=0).astype(int) for one in range(6)), number
        ),
    )


def choice(
    draw: random.Random, puzzle: CubePuzzle, most: int, depth: int = 1
) -> tuple[str, Decide]:
    """Return a rule that combines two to `most` others."""
    parts: dict[str, Decide] = {}
    while len(parts) < draw.randrange(2, most + 1):
        nested = depth and draw.random() < 0.25
        text, decide = choice(draw, puzzle, 2, depth - 1) if nested else simple(draw, puzzle)
        parts[text] = decide
    texts, number = ", ".join(parts), draw.randrange(1, len(parts) + 1)

    def times(shown: np.ndarray) -> np.ndarray:
        return sum(decide(shown).astype(int) for decide in parts.values())

    sign = draw.choice([*_COMPARED])
    forms: list[tuple[str, Decide]] = [
        (f"any({texts})", lambda shown: times(shown) >= 1),
        (f"not any({texts})", lambda shown: times(shown) == 0),
        (f"not all({texts})", lambda shown: times(shown) < len(parts)),
        (f"at-least({number}, {texts})", lambda shown: times(shown) >= number),
        (f"how-many({texts}){sign}{number}", lambda shown: _COMPARED[sign](times(shown), number)),
    ]
    return draw.choice(forms)
