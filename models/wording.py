"""What a pattern means, in words and figures: for `rules --explain`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cubecsp.models.pattern import Pattern
from cubecsp.models.primitives import (
    AtLeast,
    Count,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Placed,
    Primitive,
    Table,
)
from cubecsp.puzzle.puzzle import CubePuzzle
from cubecsp.puzzle.symmetry import SYMMETRIES

__all__ = ["Meaning", "explained", "touched"]


@dataclass(frozen=True)
class Meaning:
    """What a pattern comes to.

    Attributes:
        meaning: for each rule its text and a clause.
        facelets: the stickers that engines look at, ascending.
        kinds: how many primitives there are of each kind, those inside others included.
        symmetries: how many of the 48 symmetries preserve the pattern, as far as can be seen.
        holding: a sentence about the ways to hold the cube.
        notes: what is worth knowing, see `Pattern.notes`.
    """

    meaning: dict[str, str]
    facelets: tuple[int, ...]
    kinds: dict[str, int]
    symmetries: int
    holding: str
    notes: tuple[str, ...]

    def as_dict(self, puzzle: CubePuzzle) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {
            "meaning": self.meaning,
            "stickers": [puzzle.names[facelet] for facelet in self.facelets],
            "primitives": self.kinds,
            "symmetries": self.symmetries,
            "holding": self.holding,
            "notes": list(self.notes),
        }


def explained(pattern: Pattern) -> Meaning:
    """Return what `pattern` comes to."""
    group = pattern.symmetries
    kinds: Counter[str] = Counter()
    facelets: set[int] = set()
    for primitive in pattern.primitives:
        _gather(primitive, pattern.puzzle, kinds, facelets)
    return Meaning(
        meaning={str(rule): rule.describe() for rule in pattern.rules},
        facelets=tuple(sorted(facelets)),
        kinds=dict(sorted(kinds.items())),
        symmetries=len(group),
        holding=_holding([symmetry.index for symmetry in group]),
        notes=tuple(pattern.notes()),
    )


def touched(primitive: Primitive, puzzle: CubePuzzle) -> frozenset[int]:
    """Return the stickers that a primitive looks at."""
    found: set[int] = set()
    _gather(primitive, puzzle, Counter(), found)
    return frozenset(found)


def _gather(
    primitive: Primitive, puzzle: CubePuzzle, kinds: Counter[str], facelets: set[int]
) -> None:
    waiting = [primitive]
    while waiting:
        part = waiting.pop()
        kinds[type(part).__name__] += 1
        if isinstance(part, AtLeast):
            waiting += part.parts
        elif isinstance(part, Linear):
            waiting += [each for each, _ in part.terms]
        else:
            facelets.update(_facelets(part, puzzle))


def _facelets(primitive: Primitive, puzzle: CubePuzzle) -> Iterable[int]:
    match primitive:
        case Differ(a, b) | Equal(a, b):
            return (a, b)
        case Count(facelets, _, _, _):
            return facelets
        case Table(row, _, _):
            return row
        case Placed(orbit, slot, _):
            return puzzle.orbits[orbit].frames[slot]
        case FacePatterns(a, b, _):
            return (*puzzle.face(a), *puzzle.face(b))
    raise AssertionError(f"unknown primitive {primitive!r}")


def _holding(indices: list[int]) -> str:
    if len(indices) == len(SYMMETRIES):
        return "it means the same however the cube is held, and in a mirror"
    if set(range(24)) <= set(indices):
        return "it means the same however the cube is held, but not in a mirror"
    if len(indices) == 1:
        return "it depends on how the cube is held"
    return f"it depends on how the cube is held; {len(indices)} of the 48 symmetries keep it"
