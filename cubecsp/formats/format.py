"""The interface of formats: how texts are recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cubecsp.errors import InputError
from cubecsp.formats.order import WrittenStickers, facelets_of
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.sizes import ANY_SIZE, sizes_in_words


@frozen
class Format:
    """A way to write a cube.

    Attributes:
        name: its name for users.
        summary: its summary, one line.
        example: a text in it.
        evidence: returns the reason why a text is in the format, "" if it is not.
        parse: reads a text; the puzzle, if given, is the cube that it must describe.
        write: returns stickers as a text; None if that needs a search for moves.
        notes: returns notes about a text that was read; None if there are none.
        sizes: the sizes of the cubes that it is for.
        distribution: the package that it uses, as PyPI calls it; None for our own code.
        faces: reads a text as stickers face by face, for formats that write them so; None for others.
        moves: returns the moves in a text, for formats of moves; None for others.
        from_moves: writes moves that make the cube as a text; None if `write` needs no moves.
        shows_holding: whether its texts record whole-cube orientation.
        spelt: whether its texts name colours or faces by words, which may be misspelt.
    """

    name: str
    summary: str
    example: str
    evidence: Callable[[str], str]
    parse: Callable[[str, CubePuzzle | None], Facelets]
    write: Callable[[Facelets], str] | None
    notes: Callable[[str, CubePuzzle | None], tuple[str, ...]] | None = None
    sizes: Sequence[int] = ANY_SIZE
    distribution: str | None = None
    faces: Callable[[str, CubePuzzle | None], WrittenStickers] | None = None
    moves: Callable[[str], str] | None = None
    from_moves: Callable[[str, CubePuzzle], str] | None = None
    shows_holding: bool = True
    spelt: bool = False

    @classmethod
    def by_faces(
        cls,
        name: str,
        summary: str,
        example: str,
        evidence: Callable[[str], str],
        faces: Callable[[str, CubePuzzle | None], WrittenStickers],
        write: Callable[[Facelets], str],
        **more: Any,
    ) -> Format:
        """Return a format whose texts are read as stickers face by face."""

        def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
            return facelets_of(faces(text, puzzle))

        return cls(name, summary, example, evidence, parse, write, faces=faces, **more)

    @property
    def limits(self) -> str:
        """Its limits: a clause, or empty if it has none."""
        return "" if self.write else "it can be read only: writing a cube in it takes a search"

    def takes(self, puzzle: CubePuzzle | None) -> bool:
        """Return whether the format is for a cube; None stands for a cube of any size."""
        return puzzle is None or puzzle.size in self.sizes

    def check(self, puzzle: CubePuzzle | None) -> None:
        """Make sure that the format is for a cube.

        Raises:
            InputError: it is not for cubes of this size.
        """
        if puzzle is not None and not self.takes(puzzle):
            raise InputError(
                f"the format {self.name} is for {sizes_in_words(self.sizes)}, and this is a "
                f"{puzzle.name}",
                "`facelets`, `colours` and `net` are for cubes of every size",
            )
