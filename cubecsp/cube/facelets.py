"""Facelet strings: 54 stickers as text, read without judging, and turned into a cube when they form one.

Reading, finding defects and being solvable are three things: `Facelets.parse` raises only when the
text cannot be read; `Facelets.defects` lists all that is wrong with what was read; `Facelets.to_cube`
gives the assembly of pieces, which may still be out of reach of turns (`Cube.status`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cubecsp.cube.geometry import CUBE, FACES, Orbit
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError, excerpt

if TYPE_CHECKING:
    from cubecsp.cube.diagnosis import Defect

__all__ = ["COLOUR_LETTERS", "UNKNOWN", "Facelets"]

UNKNOWN = "."

COLOUR_LETTERS = dict(zip("WRGYOB", FACES, strict=True))
"""The standard scheme: white U, red R, green F, yellow D, orange L, blue B."""

_IGNORED = frozenset(" \t\r\n|/,")


@dataclass(frozen=True)
class Facelets:
    """Fifty-four stickers, real cube or not.

    Attributes:
        letters: 54 letters of `URFDLB`, or `.` for an unknown sticker, in the order of facelets.
    """

    letters: str

    @classmethod
    def parse(cls, text: str) -> Facelets:
        """Read 54 letters; blanks, line breaks and the marks `| / ,` between them are skipped.

        Letters name faces (U R F D L B) or, where no letter is U, F, D or L, the standard colours
        (W R G Y O B). Case does not matter. `.`, `-` and `?` stand for an unknown sticker.

        Raises:
            InputError: a character is neither, or there are not 54 of them.
        """
        found = [(i, char.upper()) for i, char in enumerate(text) if char not in _IGNORED]
        letters = {char for _, char in found}
        in_colours = not letters & set("UFDL") and bool(letters & set("WGYO"))
        known = COLOUR_LETTERS if in_colours else {face: face for face in FACES}
        read = []
        for position, char in found:
            if char in ".-?":
                read.append(UNKNOWN)
            elif char in known:
                read.append(known[char])
            else:
                raise InputError(
                    f"cube {excerpt(text, position)}: {text[position]!r} at character {position + 1} "
                    "is no sticker",
                    f"write {CUBE.facelet_count} of {' '.join(known)}, or . for unknown",
                    text=text,
                    position=position,
                )
        if len(read) != CUBE.facelet_count:
            off = CUBE.facelet_count - len(read)
            raise InputError(
                f"cube {excerpt(text)}: {len(read)} stickers, "
                f"{abs(off)} too {'few' if off > 0 else 'many'}",
                f"a cube has {CUBE.facelet_count}: nine for each face in the order U R F D L B",
                text=text,
            )
        return cls("".join(read))

    @classmethod
    def of(cls, cube: Cube) -> Facelets:
        """Return the stickers of `cube`."""
        return cls(cube.facelets)

    def __str__(self) -> str:
        return self.letters

    @cached_property
    def colours(self) -> tuple[int | None, ...]:
        """The colour (0…5) of each facelet, None where unknown."""
        return tuple(FACES.index(c) if c != UNKNOWN else None for c in self.letters)

    def placement(self, orbit: Orbit, slot: int) -> int | None:
        """Return the placement (0…23) that `slot` of `orbit` shows, None if no piece looks so."""
        shown = tuple(self.colours[facelet] for facelet in orbit.facelets[slot])
        return _PLACEMENT_OF[orbit.name].get(shown)

    def defects(self) -> list[Defect]:
        """Return everything that keeps these stickers from being a reachable cube."""
        from cubecsp.cube.diagnosis import sticker_defects

        return sticker_defects(self)

    def piece_defects(self) -> list[Defect]:
        """Return everything that keeps these stickers from being an assembly of real pieces."""
        from cubecsp.cube.diagnosis import piece_defects

        return piece_defects(self)

    def to_cube(self) -> Cube:
        """Return the assembly of pieces that these stickers show.

        Raises:
            InputError: the stickers form no set of twenty real pieces; the message says which.
        """
        defects = self.piece_defects()
        if defects:
            more = f" (and {len(defects) - 1} more defects)" if len(defects) > 1 else ""
            raise InputError(
                f"cube {excerpt(self.letters)}: {defects[0].message}{more}",
                "`check` lists every defect",
                text=self.letters,
            )
        placements = [
            [self.placement(orbit, slot) for slot in range(len(orbit.names))]
            for orbit in CUBE.orbits
        ]
        return Cube.from_placements(*placements)  # type: ignore[arg-type]  # no defect, so no None


_PLACEMENT_OF: dict[str, dict[tuple[int | None, ...], int]] = {
    orbit.name: {colours: value for value, colours in enumerate(orbit.colours)}
    for orbit in CUBE.orbits
}
