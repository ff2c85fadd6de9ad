"""The three tests of solvability, counted piece by piece so that people can follow them on a cube.

The numbers are those of "Rubik's Cube AI, Part 1: Parity" and of docs/check-and-repair.md. In the letters of
the standard colours, edges RW RG RB RY GW GY GO YB YO BW BO OW are 0…11 and corners RGW RBW RGY RBY GOW GOY
YOB BOW are 0…7. Positions are places around the centres, so that on a
cube of other colours only the names change. Three things are made exact here that the text leaves loose:

- It calls the number of swaps that sort a list the number of inversions. An inversion is a pair in the
  wrong order; sorting by swapping neighbours takes just as many swaps, other swaps may do with fewer,
  but odd stays odd.
- It numbers a twist both by the way the corner was twisted and by how many clockwise turns correct it.
  Here it is the former; the latter counts 1 as 2 and 2 as 1, with the same verdict.
- Its rule for flips compares pairs of opposite colours, and is silent where an edge sits between two pairs of
  faces of which only one pair bears its colours. Here flips are counted after H. Kociemba, which agrees with
  its argument about turns of the front and back faces. An edge's leading sticker is its U or D colour, or its
  F or B colour if it has neither, the leading face of a slot likewise. The edge is flipped when the one is
  not on the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from cubecsp.diagnosis.assembly import Assembly, Coset
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.words import colours_in_words

_LETTERS = dict(zip("WRGYOB", FACES, strict=True))
_CORNERS = "RGW RBW RGY RBY GOW GOY YOB BOW"
_EDGES = "RW RG RB RY GW GY GO YB YO BW BO OW"


def _order(orbit: Orbit, text: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return, number by number, the slot that `text` means and its colours in the order of `text`."""
    results = []
    for word in text.split():
        faces = [_LETTERS[letter] for letter in word]
        slot = next(i for i, name in enumerate(orbit.names) if set(name) == set(faces))
        results.append((slot, tuple(FACES.index(face) for face in faces)))
    return tuple(results)


CORNER_ORDER = _order(CUBE.corners, _CORNERS)
"""For each number 0…7 the corner slot, and the colours of its piece in the order they are named in."""

EDGE_ORDER = _order(CUBE.edges, _EDGES)
"""For each number 0…11 the edge slot, and the colours of its piece in the order they are named in."""


@frozen
class PositionCounts:
    """The counts at one position.

    Attributes:
        slot: the name of the slot, by faces; the position in the list is its number.
        home: the colours of the piece that belongs there.
        piece: the colours of the piece that is there.
        number: the number of that piece.
        inversions: the smaller numbers that come later in the list, in order.
        turn: the twist (0…2, clockwise) of a corner, or the flip (0, 1) of an edge.
    """

    slot: str
    home: str
    piece: str
    number: int
    inversions: tuple[int, ...]
    turn: int


@frozen
class Explanation:
    """The three tests, made on an assembly of real pieces.

    Attributes:
        assembly: the pieces in their slots.
        scheme: the user's characters for the colours, in the order of faces.
    """

    assembly: Assembly
    scheme: str = FACES

    @cached_property
    def corners(self) -> tuple[PositionCounts, ...]:
        """The corners, position by position."""
        return self._lines(0, CORNER_ORDER)

    @cached_property
    def edges(self) -> tuple[PositionCounts, ...]:
        """The edges, position by position; none on a cube of even size."""
        return self._lines(1, EDGE_ORDER) if self.assembly.puzzle.size % 2 else ()

    def _lines(
        self, kind: int, order: tuple[tuple[int, tuple[int, ...]], ...]
    ) -> tuple[PositionCounts, ...]:
        pieces, turned = self.assembly.pieces(kind), self.assembly.turns_of(kind)
        number_of = {slot: number for number, (slot, _) in enumerate(order)}
        held = [number_of[pieces[slot]] for slot, _ in order]
        return tuple(
            PositionCounts(
                self.assembly.puzzle.orbits[kind].names[slot],
                self._letters(colours),
                self._letters(order[held[i]][1]),
                held[i],
                tuple(other for other in held[i + 1 :] if other < held[i]),
                turned[slot],
            )
            for i, (slot, colours) in enumerate(order)
        )

    def _letters(self, colours: Iterable[int]) -> str:
        return "-".join(self.scheme[colour] for colour in colours)

    @property
    def edge_inversions(self) -> int:
        """The number of pairs of edges in the wrong order."""
        return sum(len(line.inversions) for line in self.edges)

    @property
    def corner_inversions(self) -> int:
        """The number of pairs of corners in the wrong order."""
        return sum(len(line.inversions) for line in self.corners)

    @property
    def twists(self) -> int:
        """The sum of the twists of the corners."""
        return sum(line.turn for line in self.corners)

    @property
    def flips(self) -> int:
        """The number of flipped edges."""
        return sum(line.turn for line in self.edges)

    @property
    def verdicts(self) -> tuple[str, ...]:
        """One sentence for each test: permutation, corners, edges."""
        has = Coset.of(self.assembly)
        if not self.edges:
            return (
                "Permutation test: passed by every 2×2×2, since turns can put its corners in any order.",
                self._twist_verdict(has),
            )
        inversions = self.edge_inversions + self.corner_inversions
        sums = f"{self.edge_inversions} inversions of edges and {self.corner_inversions} of corners"
        passed, failed = "an even number: passed.", "an odd number: failed."
        parity = f"{failed} Two pieces have been exchanged." if has.parity else passed
        flip = f"{failed} An edge has been flipped." if has.flip else passed
        return (
            f"Permutation test: {sums} make {inversions}, {parity}",
            self._twist_verdict(has),
            f"Edge test: {self.flips} flipped, {flip}",
        )

    def _twist_verdict(self, has: Coset) -> str:
        if not has.twist:
            return f"Corner test: the twists add up to {self.twists}, divisible by 3: passed."
        direction = "clockwise" if has.twist == 1 else "counter-clockwise"
        return (
            f"Corner test: the twists add up to {self.twists}, which leaves {has.twist} when divided "
            f"by 3: failed. A corner has been twisted {direction}."
        )

    def __str__(self) -> str:
        lines = [_TELL_NUMBERS, ""]
        colours = [colours_in_words([colour], self.scheme) for colour in range(len(FACES))]
        if self.edges:
            lines += [_TELL_EDGES.format(*colours), *_table("edges", self.edges, "flip"), ""]
        lines += [_TELL_CORNERS.format(*colours), *_table("corners", self.corners, "twist"), ""]
        return "\n".join([*lines, *self.verdicts])

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints for this explanation."""
        return {
            "edges": [_as_dict(line, "flip") for line in self.edges],
            "corners": [_as_dict(line, "twist") for line in self.corners],
            "edge_inversions": self.edge_inversions,
            "corner_inversions": self.corner_inversions,
            "twists": self.twists,
            "flips": self.flips,
            "verdicts": list(self.verdicts),
        }


_TELL_NUMBERS = """\
Every piece has a number, and every position the number of the piece that belongs there. Going down a
list, count for each piece the later ones with a smaller number: these are its inversions."""

_TELL_EDGES = """\
Edges. The leading sticker of an edge is {0} or {3} or, if it has neither, {2} or {5}; the leading face of
a position is U or D or, if it has neither, F or B. Flip is 1 where the leading sticker is not on the
leading face."""

_TELL_CORNERS = """\
Corners. Twist is 0 where the {0} or {3} sticker of the corner is on face U or D, 1 where it is one step
clockwise from there, 2 where it is one step counter-clockwise, looking at the corner from outside."""


def _table(name: str, lines: tuple[PositionCounts, ...], turn: str) -> list[str]:
    """Return a table with a line for each position, and the sums."""
    rows = [("", "position", "home of", "holds", "number", turn, "inversions")]
    rows += [
        (
            str(position),
            line.slot,
            line.home,
            line.piece,
            str(line.number),
            str(line.turn),
            f"{len(line.inversions)}" + _smaller(line.inversions),
        )
        for position, line in enumerate(lines)
    ]
    turns, inversions = sum(line.turn for line in lines), sum(len(x.inversions) for x in lines)
    rows.append(("", "sum", "", "", "", str(turns), f"{inversions} among {name}"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    numeric = {0, 4, 5}
    return [
        "  ".join(
            cell.rjust(width) if column in numeric else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _smaller(numbers: tuple[int, ...]) -> str:
    return f" ({' '.join(map(str, numbers))})" if numbers else ""


def _as_dict(line: PositionCounts, turn: str) -> dict[str, Any]:
    return {
        "slot": line.slot,
        "home": line.home,
        "piece": line.piece,
        "number": line.number,
        "inversions": list(line.inversions),
        turn: line.turn,
    }
