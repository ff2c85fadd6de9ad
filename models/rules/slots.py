"""Slots by name, and the base class of rules about the pieces in some slots."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

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
"""Slots by name. The last layer is U, so F2L is all below it and the cross lies on D."""

LARGER_SETS: dict[str, str] = {
    "midges": "the slots in the middle of the edges, of cubes of odd size",
    "wings": "all other slots on the edges, from the 4×4×4 on",
    "centres": "the slots of the centre pieces that move, from the 4×4×4 on",
    **{f"{face}-centres": f"those on face {face}" for face in FACES},
}
"""Sets of slots that larger cubes have, with their meanings."""

_IN_PLURAL = {"corner": "corners", "edge": "midges", "wing": "wings", "centre": "centres"}
_BY_NAME = {name.lower(): name for name in (*SETS, *LARGER_SETS)}
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
                if (near := nearest(name, (*SETS, *LARGER_SETS), 3))
                else f"write slots (URF, UF, …) or {alternatives(SETS)}, of larger cubes also {alternatives(LARGER_SETS)}, with + between",
            )
    order = {name: number for number, name in enumerate((*SETS, *LARGER_SETS, *_ALL))}
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
    sets = {name: f"slots {' '.join(some)}" for name, some in SETS.items()}
    return sets | LARGER_SETS | slots


def names_of(text: str, puzzle: CubePuzzle) -> list[str]:
    """Return the names of the slots of `puzzle` that a list stands for; errors are those of `places_of`."""
    return [puzzle.orbits[orbit].names[slot] for orbit, slot in places_of(text, puzzle)]


def places_of(text: str, puzzle: CubePuzzle) -> list[tuple[int, int]]:
    """Return the slots of `puzzle` that a list stands for: the orbit of each, and its number there.

    From the 4×4×4 on, an edge such as UF has all slots between its corners, wings and the middle edge, and sets that
    have whole layers have their centre pieces too.

    Raises:
        InputError: it has none of them, or lacks one that is listed by name.
    """
    slots = [(o, s) for o, orbit in enumerate(puzzle.orbits) for s in range(len(orbit.names))]
    found: set[tuple[int, int]] = set()
    for word in text.split("+"):
        some = {
            (o, s)
            for o, s in slots
            if _belongs(word, puzzle.orbits[o].name, puzzle.orbits[o].names[s])
        }
        if not some:
            kinds = dict.fromkeys(_IN_PLURAL[orbit.name] for orbit in puzzle.orbits)
            there = "corners only" if len(kinds) == 1 else ", ".join(kinds)
            raise InputError(f"the {puzzle.name} has no slots {word}", f"it has {there}")
        found |= some
    return [place for place in slots if place in found]


def _belongs(word: str, kind: str, name: str) -> bool:
    """Return whether a word stands for a slot of this name, among others."""
    face = name[0]
    if word == _IN_PLURAL[kind]:
        return True
    if kind == "centre":
        layer = "last-layer" if face == "U" else "F2L"
        return word in ("all", layer, f"{face}-layer", f"{face}-centres")
    return any(set(name) == set(one) for one in SETS.get(word, (word,)))


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
        for index, slot in places_of(self.slots, puzzle):
            orbit, looks = puzzle.orbits[index], puzzle.orbits[index].looks
            placements = frozenset(
                value
                for value in range(orbit.placements)
                if self._fits(looks[slot], looks[value // orbit.turns], value % orbit.turns)
            )
            if len(placements) < orbit.placements:
                yield SlotDomain(index, slot, placements)

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
        for shown in shown_in(cube, self.slots):
            message = self._fault(shown)
            if message:
                results.append(Violation(tuple(sorted(shown.facelets)), message))
        return results

    @abstractmethod
    def _fault(self, shown: ShownSlot) -> str | None:
        """Return the fault of a slot that shows these colours."""


class ShownSlot(NamedTuple):
    """A slot of a cube, and what it shows.

    Attributes:
        name: of the slot.
        facelets: its stickers.
        colours: their letters, in that order.
        turnable: whether pieces can be turned in the slot.
    """

    name: str
    facelets: tuple[int, ...]
    colours: str
    turnable: bool

    @property
    def own(self) -> str:
        """The letters that it shows when its own piece is in it, turned right."""
        return self.name.rstrip("0123456789")

    @property
    def is_home(self) -> bool:
        """Whether its own piece is in it, or one that looks like it, however turned."""
        return self.colours == self.own or (self.turnable and set(self.colours) == set(self.own))


def shown_in(cube: State, slots: str) -> Iterator[ShownSlot]:
    """Yield each slot that a list stands for, with what a cube shows there."""
    letters = cube.facelets
    for index, slot in places_of(slots, cube.puzzle):
        orbit = cube.puzzle.orbits[index]
        facelets = orbit.frames[slot]
        colours = "".join(letters[f] for f in facelets)
        yield ShownSlot(orbit.names[slot], facelets, colours, orbit.turns > 1)
