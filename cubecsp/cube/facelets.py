"""Facelet strings: the stickers as text, read without judging, and turned into a cube when they form one.

Reading, finding defects and being solvable are three things: `Facelets.parse` raises only when the
text cannot be read; `Facelets.defects` lists all that is wrong with what was read; `Facelets.to_cube`
gives the assembly of pieces, which may still be out of reach of turns (`Cube.status`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cubecsp.cube.display import ShownAsSvg
from cubecsp.cube.geometry import FACES
from cubecsp.cube.orbits import Orbit
from cubecsp.cube.puzzle import CUBE, PUZZLES, CubePuzzle
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError, excerpt

if TYPE_CHECKING:
    from cubecsp.cube.diagnosis import Defect
    from cubecsp.cube.state import AnyCube, State

__all__ = [
    "COLOUR_LETTERS",
    "IGNORED",
    "UNKNOWN",
    "UNKNOWN_MARKS",
    "Facelets",
    "check_count",
    "no_sticker",
]

UNKNOWN = "."

UNKNOWN_MARKS = ".-?"
"""What may be written for an unknown sticker."""

COLOUR_LETTERS = dict(zip("WRGYOB", FACES, strict=True))
"""The standard scheme: white U, red R, green F, yellow D, orange L, blue B."""

IGNORED = frozenset(" \t\r\n|/,")
"""What may stand between stickers."""

_COLOUR_OF: dict[str, int | None] = {UNKNOWN: None, **{face: i for i, face in enumerate(FACES)}}


@dataclass(frozen=True)
class Facelets(ShownAsSvg):
    """The stickers of a cube of either size, real or not.

    Attributes:
        letters: a letter of `URFDLB` for each facelet, or `.` where it is unknown, in the order of
            facelets: 54, or 24 of a 2×2×2.
        scheme: how people write the six colours, in the order of the faces U R F D L B that `letters`
            name them after. Only messages and pictures depend on it.
    """

    letters: str
    scheme: str = field(default=FACES, compare=False)

    @classmethod
    def parse(cls, text: str, puzzle: CubePuzzle | None = None) -> Facelets:
        """Read 54 stickers, or 24; blanks, line breaks and the marks `| / ,` between them are skipped.

        Stickers are letters of faces (U R F D L B) or any six characters, such as those of the
        standard colours (W R G Y O B); `cubecsp.cube.naming` says which colour belongs to which
        face, however the cube is held. Case does not matter. `.`, `-` and `?` stand for an unknown
        sticker. `cubecsp.read` reads the same, and every other format.

        Args:
            text: the stickers.
            puzzle: the cube that it has to be; left out, the number of stickers decides.

        Raises:
            InputError: a character is no sticker, there are too few or too many of them, or nothing
                says which colour is which.
        """
        if cls.is_plain(text, puzzle):
            return cls(text)
        from cubecsp.cube.stickers import parse_row  # names the colours of a `Facelets`

        return parse_row(text, puzzle)

    @staticmethod
    def is_plain(text: str, puzzle: CubePuzzle | None = None) -> bool:
        """Return whether `text` is a facelet string of a 3×3×3 as programs write it, centres at home.

        That is quick to tell, and `parse` would change nothing about it.
        """
        return (
            len(text) == CUBE.facelet_count
            and not text.strip(FACES)
            and text[4::9] == FACES
            and puzzle in (None, CUBE)
        )

    @classmethod
    def of(cls, cube: State) -> Facelets:
        """Return the stickers of `cube`."""
        return cls(cube.facelets)

    def __str__(self) -> str:
        return self.letters

    @property
    def puzzle(self) -> CubePuzzle:
        """The cube that has as many stickers."""
        return next(p for p in PUZZLES if p.facelet_count == len(self.letters))

    @cached_property
    def colours(self) -> tuple[int | None, ...]:
        """The colour (0…5) of each facelet, None where unknown."""
        return tuple(map(_COLOUR_OF.__getitem__, self.letters))

    def placement(self, orbit: Orbit, slot: int) -> int | None:
        """Return the placement (0…23) that `slot` of `orbit` shows, None if no piece looks so."""
        shown = tuple(self.colours[facelet] for facelet in orbit.facelets[slot])
        return orbit.by_colours.get(shown)

    @cached_property
    def placements(self) -> tuple[bytes, bytes] | None:
        """What corner and edge slots hold; None unless the stickers form one of each real piece."""
        for face, centre in enumerate(self.puzzle.centres):
            if self.colours[centre] != face:
                return None
        held = []
        for orbit in self.puzzle.orbits:
            values = bytearray()
            for slot in range(len(orbit.names)):
                value = self.placement(orbit, slot)
                if value is None:
                    return None
                values.append(value)
            if len({value // orbit.turns for value in values}) != len(orbit.names):
                return None
            held.append(bytes(values))
        return held[0], held[1]

    def defects(self) -> list[Defect]:
        """Return everything that keeps these stickers from being a reachable cube."""
        from cubecsp.cube.diagnosis import sticker_defects

        return list(sticker_defects(self))

    def piece_defects(self) -> list[Defect]:
        """Return everything that keeps these stickers from being an assembly of real pieces."""
        from cubecsp.cube.diagnosis import piece_defects

        return piece_defects(self)

    def to_cube(self) -> Cube:
        """Return the assembly of pieces that these stickers of a 3×3×3 show.

        Raises:
            InputError: the stickers form no set of twenty real pieces; the message says which.
        """
        cube = self.to_any_cube()
        if not isinstance(cube, Cube):
            raise InputError(
                f"{excerpt(self.letters)} is a 2×2×2, and a 3×3×3 is needed", text=self.letters
            )
        return cube

    def to_any_cube(self) -> AnyCube:
        """Return the assembly of pieces that these stickers show: a `Cube` or a `PocketCube`.

        Raises:
            InputError: the stickers form no set of real pieces; the message says which.
        """
        placements = self.placements
        if placements is None:
            defects = self.piece_defects()
            more = f" (and {len(defects) - 1} more defects)" if len(defects) > 1 else ""
            raise InputError(
                f"cube {excerpt(self.letters)}: {defects[0].message}{more}",
                "`check` lists every defect",
                text=self.letters,
            )
        corners, edges = placements
        if edges:
            return Cube.from_placements(corners, edges)
        from cubecsp.cube.state import PocketCube  # made of a `Cube`'s moves

        return PocketCube(corners)


def no_sticker(text: str, position: int, right: str) -> InputError:
    """Return the error that says which character of a text is no sticker, and what would be right."""
    return InputError(
        f"cube {excerpt(text, position)}: {text[position]!r} at character {position + 1} "
        "is no sticker",
        f"write {right}, or . for unknown",
        text=text,
        position=position,
    )


def check_count(text: str, count: int, puzzle: CubePuzzle) -> None:
    """Make sure that a text with `count` stickers has as many as `puzzle`.

    Raises:
        InputError: it has not; the message says how many are missing or too many.
    """
    off = puzzle.facelet_count - count
    if off:
        raise InputError(
            f"cube {excerpt(text)}: {count} stickers, "
            f"{abs(off)} too {'few' if off > 0 else 'many'}",
            f"a {puzzle.name} has {puzzle.facelet_count}: {puzzle.size**2} for each face in the "
            "order U R F D L B",
            text=text,
        )
