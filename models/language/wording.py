"""What a pattern means, in words and figures: for `rules --explain`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.looked_at import facelets_of, parts_of
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import (
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
from cubecsp.models.programs.program import Program
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

__all__ = ["Meaning", "explained"]


@dataclass(frozen=True)
class Meaning:
    """What a pattern amounts to.

    Attributes:
        meaning: for each rule its text and a clause.
        facelets: the stickers that engines look at, ascending.
        kinds: how many primitives there are of each kind, those inside others included.
        symmetries: how many of the 48 symmetries preserve the pattern, as far as can be seen.
        holding: a sentence about the ways to hold the cube.
        notes: what is worth knowing; see `Pattern.notes`.
        relations: the same as `kinds`, in words about stickers and faces, with how many there are.
    """

    meaning: dict[str, str]
    facelets: tuple[int, ...]
    kinds: dict[str, int]
    symmetries: int
    holding: str
    notes: tuple[str, ...]
    relations: dict[str, int]

    def as_dict(self, puzzle: CubePuzzle) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {
            "meaning": self.meaning,
            "stickers": [puzzle.names[facelet] for facelet in self.facelets],
            "primitives": self.kinds,
            "relations": self.relations,
            "symmetries": self.symmetries,
            "holding": self.holding,
            "notes": list(self.notes),
        }


def explained(pattern: Pattern) -> Meaning:
    """Return what `pattern` amounts to."""
    group = pattern.symmetries
    stated = [p for p in pattern.with_programs if not isinstance(p, Program)]
    parts = [part for primitive in stated for part in parts_of(primitive)]
    facelets = {facelet for part in parts for facelet in facelets_of(part, cube_of(pattern.puzzle))}
    kinds = Counter(type(part).__name__ for part in parts)
    told = Counter(_told(part, cube_of(pattern.puzzle)) for part in parts)
    return Meaning(
        meaning={str(rule): rule.describe() for rule in pattern.rules},
        facelets=tuple(sorted(facelets)),
        kinds=dict(sorted(kinds.items())),
        symmetries=len(group),
        holding=_holding([symmetry.index for symmetry in group]),
        notes=tuple(pattern.notes()),
        relations={words[n > 1]: n for words, n in told.most_common()},
    )


def _told(primitive: Primitive, puzzle: CubePuzzle) -> tuple[str, str]:
    """Return what kind of relation it is, in words: singular and plural."""
    match primitive:
        case Differ():
            return "pair of stickers that differ", "pairs of stickers that differ"
        case Equal():
            return "pair of stickers that are alike", "pairs of stickers that are alike"
        case Count(facelets, _, _, _) if len(facelets) == 1:
            return "sticker of given colours", "stickers of given colours"
        case Count(facelets, _, _, _):
            faces = {puzzle.face_of(facelet) for facelet in facelets}
            where = "a face" if len(facelets) == len(faces) * puzzle.size**2 else "some stickers"
            return f"limit to a colour on {where}", f"limits to a colour on {where}"
        case Table():
            return "list of colours for some stickers", "lists of colours for some stickers"
        case Diagram():
            return "diagram of colours of some stickers", "diagrams of colours of some stickers"
        case Placed():
            return "slot with what it may hold", "slots with what they may hold"
        case FacePatterns():
            return "pair of faces with patterns compared", "pairs of faces with patterns compared"
        case AtLeast(needed, parts) if needed == len(parts):
            return "group of conditions", "groups of conditions"
        case AtLeast():
            return "choice of conditions", "choices of conditions"
        case Linear():
            return "comparison of numbers of stickers", "comparisons of numbers of stickers"
    raise AssertionError(f"unknown primitive {primitive!r}")


def _holding(indices: list[int]) -> str:
    if len(indices) == len(SYMMETRIES):
        return "it means the same however the cube is held, and in a mirror"
    if set(range(24)) <= set(indices):
        return "it means the same however the cube is held, but not in a mirror"
    if len(indices) == 1:
        return "it depends on how the cube is held"
    return f"it depends on how the cube is held; it means the same under {len(indices)} of the 48 symmetries"
