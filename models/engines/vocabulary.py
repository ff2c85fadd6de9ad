"""The words of the logic program: what faces, colours, stickers, slots, pieces and looks are called in it.

All are constants of answer set programming: lower case letters, digits and `_`. A *look* is what a slot
can be seen to hold, called by the initials of the colours along its frame: `wrg` in the slot `urf` shows
white on U, red on R and green on F. A piece is called by what it looks like at home. If another kind of
piece shows the same colours, as the wings beside the edges of a 5×5×5 do, the kind is part of the name.
"""

from __future__ import annotations

from functools import cached_property

from cubecsp.models.engines.places import slot_places
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

__all__ = ["COLOURS", "TOUCHES", "WAYS", "WORDS", "WORKINGS", "Vocabulary"]

COLOURS = ("white", "red", "green", "yellow", "orange", "blue")
"""The colours by their numbers; no two begin with the same letter."""

WAYS = tuple(f"{kind}_{angle}" for angle in (0, 90, 180, 270) for kind in ("turned", "mirrored"))
"""The turns and mirrors of a face, in the order of `square_maps`."""

TOUCHES = ("side", "diagonal", "across")
"""How two stickers may touch."""

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
        "equal",
        "fits",
        "holds",
        "image",
        "odd",
        "order",
        "pair",
        "part",
        "prefer",
        "reach",
        "row",
        "same",
        "seen",
        "tie",
        "turned",
        "unlike",
        "up_to",
        "wrong",
    ]
)
"""Further words that the program itself uses."""


class Vocabulary:
    """The names of everything on one puzzle.

    Attributes:
        faces: by number.
        stickers: by facelet.
        kinds: of pieces, by orbit: `corner`, `edge`, `wing`, `wing2`.
        slots: for each orbit the names of its slots.
        looks: for each orbit and placement the name of what it looks like.
    """

    def __init__(self, puzzle: CubePuzzle) -> None:
        self._puzzle = puzzle
        self.faces = tuple(FACES.lower())
        self.stickers = tuple(name.lower() for name in puzzle.names)
        self.kinds = _numbered([orbit.name for orbit in puzzle.orbits])
        places = iter(slot_places(puzzle))
        self.slots = [
            [next(places).lower().replace("-", "_") for _ in orbit.names] for orbit in puzzle.orbits
        ]
        self.looks: list[list[str]] = []
        taken: set[str] = set()
        for kind, orbit in zip(self.kinds, puzzle.orbits, strict=True):
            named = _initials(orbit)
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


def _numbered(names: list[str]) -> list[str]:
    """Return names with repeated ones numbered: `wing`, `wing2`."""
    found: list[str] = []
    for number, name in enumerate(names):
        times = names[: number + 1].count(name)
        found.append(name if times == 1 else f"{name}{times}")
    return found


def _initials(orbit: Orbit) -> list[str]:
    return ["".join(COLOURS[colour][0] for colour in shown) for shown in orbit.colours]
