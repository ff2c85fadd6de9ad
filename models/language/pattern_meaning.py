"""The meaning of a pattern, in words and numbers: for `rules --explain`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cubecsp.frozen import fixed, frozen
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Primitive,
    SlotDomain,
)
from cubecsp.models.core.sticker_scope import facelets_of, parts_of
from cubecsp.models.programs.program import Program
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.symmetry import SYMMETRIES


@frozen
class PatternMeaning:
    """The meaning of a pattern, in words and numbers.

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
        """Return the data that `--json` prints."""
        return {
            "meaning": self.meaning,
            "stickers": [puzzle.names[facelet] for facelet in self.facelets],
            "primitives": self.kinds,
            "relations": self.relations,
            "symmetries": self.symmetries,
            "holding": self.holding,
            "notes": list(self.notes),
        }


def meaning_of(pattern: Pattern) -> PatternMeaning:
    """Return the meaning of a pattern."""
    group = pattern.symmetries
    stated = [p for p in pattern.with_programs if not isinstance(p, Program)]
    parts = [part for primitive in stated for part in parts_of(primitive)]
    facelets = {facelet for part in parts for facelet in facelets_of(part, cube_of(pattern.puzzle))}
    kinds = Counter(type(part).__name__ for part in parts)
    relations_in_words = Counter(_in_words(part, cube_of(pattern.puzzle)) for part in parts)
    return PatternMeaning(
        meaning=fixed({str(rule): rule.describe() for rule in pattern.rules}),
        facelets=tuple(sorted(facelets)),
        kinds=fixed(dict(sorted(kinds.items()))),
        symmetries=len(group),
        holding=_holding([symmetry.index for symmetry in group]),
        notes=tuple(pattern.notes()),
        relations=fixed({words[n > 1]: n for words, n in relations_in_words.most_common()}),
    )


def _in_words(primitive: Primitive, puzzle: CubePuzzle) -> tuple[str, str]:
    """Return the kind of a relation, in words: singular and plural."""
    match primitive:
        case Differ():
            return "pair of stickers that differ", "pairs of stickers that differ"
        case Equal():
            return "pair of stickers of one colour", "pairs of stickers of one colour"
        case ColourCount(facelets, _, _, _) if len(facelets) == 1:
            return "sticker limited to some colours", "stickers limited to some colours"
        case ColourCount(facelets, _, _, _):
            faces = {puzzle.face_of(facelet) for facelet in facelets}
            where = "a face" if len(facelets) == len(faces) * puzzle.size**2 else "some stickers"
            return f"limit on a colour on {where}", f"limits on a colour on {where}"
        case ColourTable():
            return "list of colours for some stickers", "lists of colours for some stickers"
        case Diagram():
            return "decision diagram on some stickers", "decision diagrams on some stickers"
        case SlotDomain():
            return "slot limited to some pieces", "slots limited to some pieces"
        case FacePatterns():
            return "comparison of patterns of two faces", "comparisons of patterns of two faces"
        case AtLeast(needed, parts) if needed == len(parts):
            return "group of conditions", "groups of conditions"
        case AtLeast():
            return "choice between conditions", "choices between conditions"
        case Linear():
            return "comparison of counts of stickers", "comparisons of counts of stickers"
    raise AssertionError(f"unknown primitive {primitive!r}")


def _holding(indices: list[int]) -> str:
    if len(indices) == len(SYMMETRIES):
        return "it means the same in every whole-cube orientation, and in a mirror"
    if set(range(24)) <= set(indices):
        return "it means the same in every whole-cube orientation, but not in a mirror"
    if len(indices) == 1:
        return "it depends on the whole-cube orientation"
    return f"it depends on the whole-cube orientation; it means the same under {len(indices)} of the 48 symmetries"
