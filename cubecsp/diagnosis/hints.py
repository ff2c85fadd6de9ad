"""Hints: the commonest typing mistakes that would explain why a cube is not solvable.

A face may have been turned or mirrored while it was copied; two faces exchanged; all of them written column
by column, in another order, or by the rows of a net. There is one change that is not a typing mistake: the
caps of four centres have each been put back on the next face. Then the other stickers agree much better with
the centres once this is undone. Each such change is undone on the stickers as they were typed, the simplest
first, and reported if the result is a solvable cube. So that cube is always solvable, though the actual
mistake may have been another. None of these mistakes changes how often a colour appears, so most cubes with a
wrong sticker are rejected at once. The corners of each arrangement are checked first, which leaves next to
none of the 750 to be judged. Cubes whose colours are arranged as in no named scheme are only reported if
there is no other.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from cubecsp.errors import InputError
from cubecsp.interface import on_the_command_line
from cubecsp.puzzle.core.possible import Possible
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.defect import invariant_defects
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.schemes import SCHEMES
from cubecsp.puzzle.cube.stickers import by_rows_of_a_net

MOST_SHOWN = 3
"""The number of hints that people see: more, such as orders of faces of one colour each, do not help."""

_RINGS = {"E": "RFLB", "M": "UFDB", "S": "URDL"}  # the faces around which each slice turns
_CLEARLY_MORE = 16  # stickers like their centres, four for each of four faces

_Faces = tuple[str, ...]  # the stickers of each face, in the order U R F D L B


class Hint(NamedTuple):
    """A solvable cube that was typed with one mistake.

    Attributes:
        mistake: the mistake, a clause: `F were turned a quarter clockwise`.
        meant: the cube that was meant.
    """

    mistake: str
    meant: Facelets

    def __str__(self) -> str:
        return f"this looks like a solvable cube typed as if {self.mistake}: {self.meant.written}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return {"as_if": self.mistake, **self.meant.as_dict()}


def hints(facelets: Facelets) -> tuple[Hint, ...]:
    """Return every mistake of the kinds above that would explain stickers, the simplest first.

    Args:
        facelets: stickers of a cube that is not solvable; if some are unknown, there are no hints.
    """
    typed, puzzle = facelets.written, facelets.puzzle
    area = puzzle.size**2
    if UNKNOWN in typed or set(Counter(typed).values()) != {area}:
        return ()
    typed_faces = tuple(typed[i : i + area] for i in range(0, len(typed), area))
    entries: dict[str, Hint] = {}
    unusual: dict[
        str, Hint
    ] = {}  # with colours as on no cube that is sold: if nothing else explains it
    for mistake, faces in _changes(typed_faces, puzzle.size):
        stickers = "".join(faces)
        if stickers in entries or stickers == typed or not _may_be_real(stickers, puzzle):
            continue
        meant = _real(stickers, puzzle)
        if meant is not None:
            found = entries if _is_usual(meant.scheme) else unusual
            found.setdefault(stickers, Hint(mistake, meant))
    return tuple((entries or unusual).values())


def in_words(found: Sequence[Hint]) -> list[str]:
    """Return the first few of some hints, a line for each, and a line that says how many others there are."""
    lines = [f"hint: {hint}" for hint in found[:MOST_SHOWN]]
    if left := len(found) - len(lines):
        others = "another mistake" if left == 1 else f"{left} other mistakes"
        where = "--json" if on_the_command_line() else "`hints`"
        lines.append(f"hint: {others} of this kind would explain it, too ({where} lists all)")
    return lines


def _changes(typed_faces: _Faces, size: int) -> Iterator[tuple[str, _Faces]]:
    """Yield every mistake, and the faces without it, the simplest first."""
    turned, mirrored = _squares(size)
    if size == CUBE.size:
        yield from _caps(typed_faces)
    for at, face in enumerate(FACES):
        for words, stickers in turned.items():
            yield f"{face} were {words}", _with(typed_faces, at, stickers(typed_faces[at]))
    for a, b in itertools.combinations(range(6), 2):
        faces = _with(_with(typed_faces, a, typed_faces[b]), b, typed_faces[a])
        yield f"{FACES[a]} and {FACES[b]} were exchanged", faces
    for at, face in enumerate(FACES):
        for words, stickers in mirrored.items():
            yield f"{face} were {words}", _with(typed_faces, at, stickers(typed_faces[at]))
    for words, stickers in mirrored.items():
        yield f"every face were {words}", tuple(map(stickers, typed_faces))
    in_net = by_rows_of_a_net("".join(typed_faces), size)  # U L F R B D
    faces = tuple(in_net["ULFRBD".index(face)] for face in FACES)
    yield "the rows of its net were written one after another", faces
    for order in itertools.permutations(FACES):
        faces = tuple(typed_faces[order.index(face)] for face in FACES)
        yield f"faces were written in the order {' '.join(order)}", faces


def _caps(typed_faces: _Faces) -> Iterator[tuple[str, _Faces]]:
    """Yield the ways to move four caps of centres back by one after which the faces look much more solved."""
    middle = CUBE.size**2 // 2
    for slice_, ring in _RINGS.items():
        for next_ in (ring[1:] + ring[:1], ring[-1:] + ring[:-1]):
            faces = typed_faces
            for face, other in zip(ring, next_, strict=True):
                at, cap = FACES.index(face), typed_faces[FACES.index(other)][middle]
                faces = _with(faces, at, faces[at][:middle] + cap + faces[at][middle + 1 :])
            if _like_centres(faces) >= _like_centres(typed_faces) + _CLEARLY_MORE:
                around = ", ".join(ring[:-1])
                yield (
                    f"the caps of the centres of {around} and {ring[-1]} were moved on by one (slice {slice_})",
                    faces,
                )


def _like_centres(faces: _Faces) -> int:
    """Return the number of stickers with the colour of the centre of their face."""
    return sum(face.count(face[len(face) // 2]) for face in faces)


def _with(faces: _Faces, at: int, face: str) -> _Faces:
    return (*faces[:at], face, *faces[at + 1 :])


class _Rearrangement:
    """Puts the stickers of a face in another arrangement."""

    def __init__(self, places: list[int]) -> None:
        self._chosen = itemgetter(*places)

    def __call__(self, face: str) -> str:
        return "".join(self._chosen(face))


@lru_cache(maxsize=4)
def _squares(size: int) -> tuple[dict[str, _Rearrangement], dict[str, _Rearrangement]]:
    """Return the permutations that undo a face typed turned, and those that undo a face typed mirrored."""
    last = size - 1
    every = [divmod(place, size) for place in range(size**2)]

    def rearrangement(row_and_column: list[tuple[int, int]]) -> _Rearrangement:
        return _Rearrangement([row * size + column for row, column in row_and_column])

    turned = {  # typed turned clockwise, row r and column c of what was meant are at (c, last - r)
        "turned a quarter clockwise": rearrangement([(c, last - r) for r, c in every]),
        "turned a quarter counter-clockwise": rearrangement([(last - c, r) for r, c in every]),
        "turned a half turn": rearrangement([(last - r, last - c) for r, c in every]),
    }
    mirrored = {
        "written from right to left": rearrangement([(r, last - c) for r, c in every]),
        "written from bottom to top": rearrangement([(last - r, c) for r, c in every]),
        "written column by column": rearrangement([(c, r) for r, c in every]),
    }
    return turned, mirrored


def _may_be_real(stickers: str, puzzle: CubePuzzle) -> bool:
    """Return whether every corner shows three colours, and no other corner the same."""
    seen = set()
    for frame in puzzle.corners.frames:
        colours = frozenset([stickers[facelet] for facelet in frame])
        if len(colours) < len(frame) or colours in seen:
            return False
        seen.add(colours)
    return True


def _real(stickers: str, puzzle: CubePuzzle) -> Facelets | None:
    """Return stickers as they would be read; None if the cube is not solvable."""
    try:
        meant = Facelets.named(stickers, puzzle)
    except InputError:
        return None
    if meant.placements is None:
        return None
    known: list[Possible] = [[(value,) for value in held] for held in meant.placements]
    return None if any(invariant_defects(puzzle, known)) else meant


@lru_cache(maxsize=16)
def _is_usual(scheme: str) -> bool:
    """Return whether letters of faces, or of a named scheme, are as on a cube in some orientation.

    Other letters are always usual.
    """
    usual = {known for known in (FACES, *SCHEMES.values()) if set(known) == set(scheme)}
    held = {"".join(known[FACES.index(f)] for f in way) for known in usual for way in HOLDINGS}
    return not held or scheme in held
