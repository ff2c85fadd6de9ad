"""What a defect of a cube is: its kind, a sentence, and the stickers, slots and pieces concerned."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from cubecsp.cube.puzzle import CubePuzzle

__all__ = ["Defect", "DefectKind"]


class DefectKind(Enum):
    """The kinds of defects, from the outside in; the last three are those of an assembly."""

    UNKNOWN_STICKER = "unknown-sticker"
    COLOUR_COUNT = "colour-count"
    CENTRE = "centre"
    NO_SUCH_PIECE = "no-such-piece"
    PIECE_TWICE = "piece-twice"
    PIECE_MISSING = "piece-missing"
    PERMUTATION_PARITY = "permutation-parity"
    CORNER_TWIST = "corner-twist"
    EDGE_FLIP = "edge-flip"


@dataclass(frozen=True)
class Defect:
    """One thing that is wrong.

    Attributes:
        kind: what sort of thing.
        message: one sentence for people, without the final full stop.
        facelets: the facelets concerned, empty when it is the cube as a whole.
        slots: the names of the slots concerned, as URF or UR; those of centres are the facelets.
        pieces: the names of the pieces concerned: a piece is called after its home slot.
    """

    kind: DefectKind
    message: str
    facelets: tuple[int, ...] = ()
    slots: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def as_dict(self, puzzle: CubePuzzle) -> dict[str, Any]:
        """Return what `--json` prints for this defect of a cube of kind `puzzle`."""
        return {
            "kind": self.kind.value,
            "message": self.message,
            "stickers": [puzzle.names[facelet] for facelet in self.facelets],
            "slots": list(self.slots),
            "pieces": list(self.pieces),
        }
