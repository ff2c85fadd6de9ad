"""The words of the logic program: its names of faces, colours, stickers, slots, pieces and looks.

All are constants of answer set programming: lower case letters, digits and `_`. A *look* is what a slot
can be seen to hold, called by the initials of the colours along its frame: `wrg` in the slot `urf` shows
white on U, red on R and green on F. A piece is called by its look in its solved position. If another kind of
piece shows the same colours, as the wings beside the edges of a 5×5×5 do, the kind is part of the name.

Of puzzles that are not cubes there are slots and pieces only, and no stickers: slots are called `corners_3`, by
orbit and number, and a look by the slot that the piece is in when solved, and how far it is turned: `corners_5_1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import COLOURS
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.slot_words import slot_words

WAYS = tuple(f"{kind}_{angle}" for angle in (0, 90, 180, 270) for kind in ("turned", "mirrored"))
"""The turns and mirrors of a face, in the order of `square_maps`."""

TOUCHES = ("side", "diagonal", "across")
"""The ways in which two stickers may touch."""

WORDS = {
    ("face", 1): ("face",),
    ("colour", 1): ("colour",),
    ("at", 3): ("face", "", "sticker"),
    ("centre", 2): ("sticker", "colour"),
    ("slot", 2): ("slot", "kind"),
    ("sticker", 3): ("slot", "", "sticker"),
    ("piece", 2): ("piece", "kind"),
    ("look", 3): ("look", "piece", ""),
    ("paint", 3): ("look", "", "colour"),
    ("rank", 2): ("slot or piece", ""),
    ("copies", 2): ("piece", ""),
    ("put", 2): ("slot", "look"),
    ("shows", 2): ("sticker", "colour"),
    ("touch", 3): ("way to touch", "sticker", "sticker"),
}
"""The words that the user's rules may use, by name and number of arguments: what each argument names, "" a number."""

WORKINGS = frozenset(
    [
        "adds",
        "alike",
        "arc",
        "asks",
        "before",
        "closed",
        "compare",
        "compared",
        "copies",
        "cost",
        "couple",
        "crosses",
        "equal",
        "fits",
        "holds",
        "image",
        "invariant",
        "odd",
        "order",
        "pair",
        "part",
        "prefer",
        "reach",
        "row",
        "same",
        "seen",
        "sum",
        "tie",
        "turned",
        "unlike",
        "up_to",
        "wrong",
    ]
)
"""Further words that the program itself uses."""


def slot_places(puzzle: CubePuzzle) -> Iterator[str]:
    """Yield the text of each slot, orbit by orbit: the faces that it touches (URF).

    If pieces look alike, on cubes larger than 3×3×3, it is its stickers (U2-B3): faces would not distinguish
    slots.
    """
    for orbit in puzzle.orbits:
        for name, frame in zip(orbit.names, orbit.frames, strict=True):
            stickers = "-".join(puzzle.names[facelet] for facelet in frame)
            yield stickers if puzzle.alike else name


class Vocabulary:
    """The names of everything on one puzzle.

    Attributes:
        faces: by number; empty if the puzzle is not a cube.
        stickers: by facelet; empty if the puzzle is not a cube.
        kinds: of pieces, by orbit: `corner`, `edge`, `wing`, `wing2`.
        slots: for each orbit the names of its slots.
        looks: for each orbit and placement the name of what it looks like.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.faces: tuple[str, ...] = ()
        self.stickers: tuple[str, ...] = ()
        self.looks: list[list[str]] = []
        if isinstance(puzzle, CubePuzzle):
            self._name_cube(puzzle)
        elif isinstance(puzzle, KPuzzle):
            self._name_pieces(puzzle)

    def _name_pieces(self, puzzle: KPuzzle) -> None:
        words = slot_words(puzzle)
        self.slots = [
            [words[puzzle.slot_at[frame[0]]] for frame in orbit.frames] for orbit in puzzle.orbits
        ]
        self.kinds = _numbered([slots[0].rpartition("_")[0] for slots in self.slots], "_")
        for slots, orbit in zip(self.slots, puzzle.orbits, strict=True):
            self.looks.append([f"{slot}_{turn}" for slot in slots for turn in range(orbit.turns)])

    def _name_cube(self, puzzle: CubePuzzle) -> None:
        self.faces = tuple(FACES.lower())
        self.stickers = tuple(name.lower() for name in puzzle.names)
        self.kinds = _numbered([orbit.name for orbit in puzzle.orbits])
        places = iter(slot_places(puzzle))
        self.slots = [
            [next(places).lower().replace("-", "_") for _ in orbit.names] for orbit in puzzle.orbits
        ]
        taken: set[str] = set()
        for kind, orbit in zip(self.kinds, puzzle.orbits, strict=True):
            named = ["".join(COLOURS[c][0] for c in colours) for colours in orbit.colours]
            if not taken.isdisjoint(named):
                named = [f"{name}_{kind}" for name in named]
            taken.update(named)
            self.looks.append(named)

    @cached_property
    def things(self) -> dict[str, tuple[str, ...]]:
        """The names of each sort that arguments of `WORDS` may be."""
        slots = tuple(slot for slots in self.slots for slot in slots)
        looks = tuple(
            looks[value]
            for looks, orbit in zip(self.looks, self._puzzle.orbits, strict=True)
            for value in orbit.firsts
        )
        pieces = tuple(
            looks[piece * orbit.turns]
            for looks, orbit in zip(self.looks, self._puzzle.orbits, strict=True)
            for piece, copies in enumerate(orbit.copies)
            if copies
        )
        return {
            "face": self.faces,
            "colour": COLOURS,
            "sticker": self.stickers,
            "kind": tuple(self.kinds),
            "slot": slots,
            "piece": pieces,
            "slot or piece": slots + pieces,
            "look": looks,
            "way to touch": TOUCHES,
        }

    @cached_property
    def positions(self) -> dict[tuple[str, str], tuple[int, int]]:
        """For each slot and look, by their names, the number of the slot in a row, and the placement."""
        numbers: dict[tuple[str, str], tuple[int, int]] = {}
        for row, slots, looks, orbit in zip(
            self._puzzle.rows, self.slots, self.looks, self._puzzle.orbits, strict=True
        ):
            for number, slot in enumerate(slots, row.start):
                numbers |= {(slot, looks[value]): (number, value) for value in orbit.firsts}
        return numbers


def _numbered(names: list[str], before: str = "") -> list[str]:
    """Return names with repeated ones numbered: `wing`, `wing2`; something may stand before the number."""
    results: list[str] = []
    for number, name in enumerate(names):
        times = names[: number + 1].count(name)
        results.append(name if times == 1 else f"{name}{before}{times}")
    return results
