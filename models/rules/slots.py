"""Slots by name, and the base class of rules about the pieces in some slots."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.primitives import Primitive, SlotDomain
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.suggestions import alternatives, nearest

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import Piece

_CORNERS, _EDGES = (orbit.names for orbit in CUBE.orbits)
_ALL = (*_CORNERS, *_EDGES)

SETS: dict[str, tuple[str, ...]] = {
    "all": _ALL,
    "corners": _CORNERS,
    "edges": _EDGES,
    "last-layer": tuple(name for name in _ALL if "U" in name),
    "F2L": tuple(name for name in _ALL if "U" not in name),
    "cross": tuple(name for name in _EDGES if "D" in name),
    **{f"{face}-layer": tuple(name for name in _ALL if face in name) for face in FACES},
    **{
        f"{slice_}-slice": tuple(n for n in _EDGES if not set(n) & set(axis))
        for slice_, axis in (("M", "LR"), ("E", "UD"), ("S", "FB"))
    },
}
"""Slots by name. The last layer is U, so F2L is the two below it and the cross lies on D."""

_BY_NAME = {name.lower(): name for name in SETS}
_BY_LETTERS = {frozenset(name): name for name in _ALL}


def slots_of(text: str) -> str:
    """Return a list of slots in its canonical form: names of sets and slots with + between.

    Raises:
        InputError: a name is not known.
    """
    results = []
    for word in text.replace(",", "+").split("+"):
        name = "-".join(word.split()).lower()
        slot = _BY_LETTERS.get(frozenset(name.upper()))
        if name in _BY_NAME:
            results.append(_BY_NAME[name])
        elif slot and len(slot) == len(name):
            results.append(slot)
        else:
            raise InputError(
                f"unknown slots {excerpt(word.strip())}",
                f"did you mean {alternatives(near)}?"
                if (near := nearest(name, SETS, 3))
                else f"write slots (URF, UF, …) or {alternatives(SETS)}, with + between",
            )
    order = {name: number for number, name in enumerate((*SETS, *_ALL))}
    return "+".join(sorted(set(results), key=order.__getitem__))


def slots_on(text: str, puzzle: Puzzle) -> str:
    """Return a list of slots of some puzzle in its canonical form.

    Raises:
        InputError: a name is not known.
    """
    if puzzle.is_cube_of(ANY_SIZE):
        return slots_of(text)
    from cubecsp.models.rules.named_slots import canonical_slots

    return canonical_slots(text, puzzle)


def require_slots(text: str, puzzle: Puzzle) -> None:
    """Make sure that a puzzle has the slots that a list stands for.

    Raises:
        InputError: it lacks one.
    """
    if isinstance(puzzle, CubePuzzle):
        names_of(text, puzzle)
    else:
        slots_on(text, puzzle)


def names_in_words() -> dict[str, str]:
    """Return the sets of slots and the slots, with the slots or the stickers of each."""
    slots = {
        name: f"stickers {' '.join(CUBE.names[f] for f in facelets)}"
        for orbit in CUBE.orbits
        for name, facelets in zip(orbit.names, orbit.frames, strict=True)
    }
    return {name: f"slots {' '.join(some)}" for name, some in SETS.items()} | slots


def names_of(text: str, puzzle: CubePuzzle) -> list[str]:
    """Return the slots of `puzzle` that a list stands for.

    Raises:
        InputError: it has none of them, or lacks one that is listed by name.
    """
    there = {name for orbit in puzzle.orbits for name in orbit.names}
    n = puzzle.size
    for word in text.split("+"):
        if not there & set(SETS.get(word, (word,))):
            raise InputError(f"the {n}×{n}×{n} has no slots {word}", "it has corners only")
    names = {name for word in text.split("+") for name in SETS.get(word, (word,))}
    return [name for name in _ALL if name in names & there]


class OnSlots(Rule):
    """A rule about each of some slots.

    Args:
        slots: names of slots and of sets of slots (see `SETS`), with `+` or commas between.
    """

    scope = "pieces"
    parameter = RuleParameter(
        "SLOTS",
        "some slots: all, last-layer, F2L, cross, corners, URF+UF …",
        examples=(*SETS, "URF+UF", "fur,dl", "DRB", "F2L+corners"),
    )
    sizes = (2, 3)
    limits = "the slots of other cubes have no names"
    other_puzzles = "pieces"

    def __init__(self, slots: str, puzzle: Puzzle = CUBE) -> None:
        self.slots = self.value = slots_on(slots, puzzle)

    @classmethod
    def _on(cls, value: str, puzzle: Puzzle) -> Rule:
        return cls(value, puzzle)

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the sets of slots and the slots."""
        return names_in_words()

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the slots."""
        super().require(puzzle)
        require_slots(self.slots, puzzle)

    def describe(self) -> str:
        """Return the summary with the slots in it."""
        return self.summary.replace("these slots", f"the slots {self.slots}")

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot."""
        self.require(puzzle)
        if not isinstance(puzzle, CubePuzzle):
            from cubecsp.models.rules.named_slots import each_slot

            yield from each_slot(self.slots, puzzle, self._fits_other_puzzles)
            return
        names = names_of(self.slots, puzzle)
        for index, orbit in enumerate(puzzle.orbits):
            for slot, name in enumerate(orbit.names):
                if name in names:
                    placements = (
                        value
                        for value in range(orbit.placements)
                        if self._fits(slot, *divmod(value, orbit.turns))
                    )
                    yield SlotDomain(index, slot, frozenset(placements))

    @abstractmethod
    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        """Return whether the slot may hold this piece, turned this way."""

    def _fits_other_puzzles(self, own: Piece, piece: Piece) -> bool:
        """Return the same for a puzzle that is not a cube, whose pieces are numbered."""
        return self._fits(own.number, piece.number, (piece.turned - own.turned) % piece.modulus)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per slot, on its stickers."""
        if not isinstance(cube, State):
            from cubecsp.models.rules.named_slots import misplacements

            return misplacements(self.slots, cube, self._fits_other_puzzles)
        results = []
        for name, facelets, colours in shown_in(cube, self.slots):
            message = self._fault(name, colours)
            if message:
                results.append(Violation(tuple(sorted(facelets)), message))
        return results

    @abstractmethod
    def _fault(self, name: str, colours: str) -> str | None:
        """Return the fault of a slot that shows these colours, in the order of its name."""


def shown_in(cube: State, slots: str) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Yield name, facelets and shown letters of each slot that a list stands for."""
    names, letters = names_of(slots, cube.puzzle), cube.facelets
    for orbit in cube.puzzle.orbits:
        for name, facelets in zip(orbit.names, orbit.frames, strict=True):
            if name in names:
                yield name, facelets, "".join(letters[f] for f in facelets)
