"""Facelet strings: the stickers as text, read without judging, and converted to a cube if they form one.

Reading, diagnosing and solvability are separate: `Facelets.parse` raises an error only if the text cannot be
read; `cubecsp.diagnosis.diagnose` reports all defects of the stickers; `Facelets.to_cube` returns the
assembly of pieces, which turns may still be unable to reach (`Cube.status`).
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.display import ShownAsSvg
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.colour_naming import has_real_pieces, letters_and_scheme
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, nearest_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import COLOUR_OF, FACES
from cubecsp.puzzle.cube.holding import holding_of
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.puzzle.cube.stickers import parse_row

COLOUR_LETTERS = dict(zip("WRGYOB", FACES, strict=True))
"""The standard scheme: white U, red R, green F, yellow D, orange L, blue B."""


@frozen
class Facelets(ShownAsSvg):
    """The stickers of a cube of any size, solvable or not.

    Attributes:
        letters: a letter of `URFDLB` for each facelet, or `.` if it is unknown, in the order of
            facelets: 6·n² for an n×n×n cube.
        scheme: the characters in which people write the six colours, in the order of the faces U R F D L B
            after which `letters` name them. Only messages and pictures depend on it.
    """

    letters: str
    scheme: str = field(default=FACES, compare=False)

    @classmethod
    def parse(cls, text: str, puzzle: CubePuzzle | None = None) -> Facelets:
        """Read stickers in the order of facelets; see `cubecsp.puzzle.cube.stickers.parse_row`.

        `cubecsp.read` reads the same, and every other format.

        Raises:
            InputError: a character is not a sticker, there are too few or too many of them, or nothing
                says which colour is which.
        """
        return cls(*parse_row(text, puzzle))

    @classmethod
    def named(
        cls, stickers: str, puzzle: CubePuzzle, scheme: str | None = None, usual: str | None = None
    ) -> Facelets:
        """Name the colours of stickers; see `cubecsp.puzzle.cube.colour_naming.letters_and_scheme`."""
        return cls(*letters_and_scheme(stickers, puzzle, scheme, usual))

    @classmethod
    def of(cls, cube: State) -> Facelets:
        """Return the stickers of `cube`, in its present orientation."""
        return cls(cube.facelets, cube.holding)

    def __str__(self) -> str:
        return self.letters

    def __repr__(self) -> str:
        scheme = "" if self.scheme == FACES else f", {self.scheme!r}"
        return f"Facelets({self.letters!r}{scheme})"

    @property
    def written(self) -> str:
        """The stickers in the characters of `scheme`, as the user writes them."""
        return self.letters.translate(str.maketrans(FACES, self.scheme))

    @property
    def holding(self) -> str:
        """The whole-cube orientation: for each face U R F D L B the letter of the colour of its centre.

        `FACES` for a cube in the usual orientation, and if `scheme` has no known order of colours.
        """
        return holding_of(self.scheme)

    @property
    def in_letters(self) -> str:
        """The stickers as one sees them, with the names of colours from a solved cube in the usual orientation."""
        return self.letters.translate(str.maketrans(FACES, self.holding))

    def as_dict(self) -> dict[str, str]:
        """Return the data that `--json` prints: the letters of faces, and the user's characters for them."""
        data = {"facelets": self.letters}
        if self.scheme == FACES:
            return data
        return data | {"scheme": self.scheme, "written": self.written}

    @cached_property
    def puzzle(self) -> CubePuzzle:
        """The cube, by the number of stickers."""
        return nearest_puzzle(len(self.letters))

    @cached_property
    def colours(self) -> tuple[int | None, ...]:
        """The colour (0…5) of each facelet, None where unknown."""
        return tuple(map(COLOUR_OF.__getitem__, self.letters))

    @cached_property
    def has_real_pieces(self) -> bool:
        """Whether some pieces are completely visible, and all of these exist, each once."""
        return has_real_pieces(self.letters, self.puzzle)

    def placement(self, orbit: Orbit, slot: int) -> int | None:
        """Return the placement that `slot` of `orbit` shows, None if no piece looks so."""
        colours = tuple(self.colours[facelet] for facelet in orbit.frames[slot])
        return orbit.by_colours.get(colours)

    @cached_property
    def placements(self) -> tuple[bytes, ...] | None:
        """The placements of the slots of each orbit; None unless the stickers form one of each real piece."""
        return self.puzzle.assembly(self.colours)

    def to_cube(self) -> Cube:
        """Return the assembly of pieces that these stickers of a 3×3×3 show.

        Raises:
            InputError: the stickers form no set of twenty real pieces; the message says which.
        """
        cube = self.to_state()
        if not isinstance(cube, Cube):
            raise InputError(
                f"{excerpt(self.letters)} is a {self.puzzle.name}, and a 3×3×3 is needed",
                text=self.letters,
            )
        return cube

    def to_state(self) -> State:
        """Return the assembly of pieces that these stickers show: a `Cube`, `PocketCube` or larger one.

        Raises:
            InputError: the stickers form no set of real pieces; the message names the first that is
                wrong.
        """
        return cube_class(self.puzzle.size).from_letters(self.letters, self.scheme)
