"""What is wrong with a cube: defects of stickers, of pieces, and of the way they were put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from cubecsp.cube.geometry import FACES

if TYPE_CHECKING:
    from cubecsp.cube.facelets import Facelets
    from cubecsp.cube.pocket import AnyCube

__all__ = ["Defect", "DefectKind", "assembly_defects", "piece_defects", "sticker_defects"]


class DefectKind(Enum):
    """The kinds of defects, from the outside in."""

    UNKNOWN_STICKER = "unknown-sticker"
    COLOUR_COUNT = "colour-count"
    CENTRE = "centre"
    NO_SUCH_PIECE = "no-such-piece"
    PIECE_TWICE = "piece-twice"
    PERMUTATION_PARITY = "permutation-parity"
    CORNER_TWIST = "corner-twist"
    EDGE_FLIP = "edge-flip"


@dataclass(frozen=True)
class Defect:
    """One thing that is wrong.

    Attributes:
        kind: what sort of thing.
        message: one sentence for people, without the final full stop.
        facelets: the facelets concerned (0…53), empty when it is the cube as a whole.
    """

    kind: DefectKind
    message: str
    facelets: tuple[int, ...] = ()


def sticker_defects(shown: Facelets) -> list[Defect]:
    """Return all defects of a set of stickers: of the pieces or, when these are whole, of the assembly."""
    return piece_defects(shown) or assembly_defects(shown.to_any_cube())


def piece_defects(shown: Facelets) -> list[Defect]:
    """Return what keeps stickers from forming one each of the twenty pieces around fixed centres."""
    unknown = tuple(i for i, colour in enumerate(shown.colours) if colour is None)
    if unknown:
        return [Defect(DefectKind.UNKNOWN_STICKER, f"{len(unknown)} stickers are unknown", unknown)]
    return [*_colour_counts(shown), *_centres(shown), *_pieces(shown)]


def assembly_defects(cube: AnyCube) -> list[Defect]:
    """Return the reasons why turns cannot make this assembly of real pieces: at most three."""
    defects = []
    corners, edges = cube.puzzle.orbits
    if cube.parity:
        defects.append(
            Defect(
                DefectKind.PERMUTATION_PARITY,
                "an odd number of swaps separates the pieces from solved, and turns only ever make "
                "an even number: two pieces have been exchanged",
            )
        )
    twist = sum(cube.corner_twists) % 3
    if twist:
        direction = "clockwise" if twist == 1 else "counter-clockwise"
        twisted = [corners.facelets[i] for i, turn in enumerate(cube.corner_twists) if turn]
        defects.append(
            Defect(
                DefectKind.CORNER_TWIST,
                f"the corner twists add up to one third of a turn {direction}, not to whole turns: "
                "a corner has been twisted",
                tuple(facelet for slot in twisted for facelet in slot),
            )
        )
    if sum(cube.edge_flips) % 2:
        flipped = [edges.facelets[i] for i, flip in enumerate(cube.edge_flips) if flip]
        defects.append(
            Defect(
                DefectKind.EDGE_FLIP,
                "an odd number of edges is flipped: an edge has been flipped",
                tuple(facelet for slot in flipped for facelet in slot),
            )
        )
    return defects


def _colour_counts(shown: Facelets) -> list[Defect]:
    defects = []
    for face in FACES:
        facelets = tuple(i for i, letter in enumerate(shown.letters) if letter == face)
        if len(facelets) != shown.puzzle.size**2:
            message = (
                f"colour {face} is on {len(facelets)} stickers instead of {shown.puzzle.size**2}"
            )
            defects.append(Defect(DefectKind.COLOUR_COUNT, message, facelets))
    return defects


def _centres(shown: Facelets) -> list[Defect]:
    defects = []
    for face, facelet in zip(FACES, shown.puzzle.centres, strict=False):
        letter = shown.letters[facelet]
        if letter != face:
            message = f"the centre of face {face} shows {letter}; colours are named after centres"
            defects.append(Defect(DefectKind.CENTRE, message, (facelet,)))
    return defects


def _pieces(shown: Facelets) -> list[Defect]:
    defects = []
    for orbit in shown.puzzle.orbits:
        holders: dict[int, list[int]] = {}
        for slot, facelets in enumerate(orbit.facelets):
            placement = shown.placement(orbit, slot)
            if placement is None:
                letters = "".join(shown.letters[facelet] for facelet in facelets)
                message = (
                    f"the {orbit.name} at {orbit.names[slot]} shows {letters}, and no piece does"
                )
                hint = _why_no_piece(letters, {"".join(sorted(name)) for name in orbit.names})
                defects.append(Defect(DefectKind.NO_SUCH_PIECE, message + hint, facelets))
            else:
                holders.setdefault(placement // orbit.turns, []).append(slot)
        for piece, slots in holders.items():
            if len(slots) > 1:
                places = " and ".join(orbit.names[slot] for slot in slots)
                message = f"the {orbit.name} piece {orbit.names[piece]} is there more than once: at {places}"
                concerned = tuple(f for slot in slots for f in orbit.facelets[slot])
                defects.append(Defect(DefectKind.PIECE_TWICE, message, concerned))
    return defects


def _why_no_piece(letters: str, pieces: set[str]) -> str:
    """Return a clause that says why stickers with these letters form no piece."""
    opposite = [f"{a} and {b}" for a, b in zip("URF", "DLB", strict=True) if {a, b} <= set(letters)]
    if max(Counter(letters).values()) > 1:
        return ": one colour twice"
    if opposite:
        return f": {opposite[0]} are opposite faces"
    if "".join(sorted(letters)) in pieces:
        return ": it is a mirror image of one"
    return ""
