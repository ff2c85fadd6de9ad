"""What is wrong with a cube, all of it at once: its stickers, its pieces, and how they were put together.

Layer by layer, and always as far as the known stickers tell:

- stickers: how many there are of each colour, whether the centres fit the other pieces, whether each
  slot can hold a real piece, and each piece have a slot of its own;
- pieces: the three tests of permutation, corner twist and edge flip, of corners or edges alone where
  only these are whole;
- the class of the assembly, one of twelve, and its smallest mends.

When no piece is right because the centres are wrong, that is one defect and not twenty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cubecsp.cube.assembly import Assembly, AssemblyClass, Mend, mends
from cubecsp.cube.centres import assembly_of, centre_defects
from cubecsp.cube.defect import Defect, DefectKind
from cubecsp.cube.geometry import FACES
from cubecsp.cube.orbits import Orbit
from cubecsp.cube.permutation import permutation_parity
from cubecsp.cube.possible import Groups, Possible, crowded, narrowed, possible
from cubecsp.cube.puzzle import CubePuzzle
from cubecsp.cube.words import colours_shown, listed, piece_name

if TYPE_CHECKING:
    from cubecsp.cube.facelets import Facelets
    from cubecsp.cube.state import State

__all__ = [
    "ASSEMBLY_KINDS",
    "Defect",
    "DefectKind",
    "Diagnosis",
    "assembly_defects",
    "piece_defects",
    "sticker_defects",
]

ASSEMBLY_KINDS = frozenset(
    {DefectKind.PERMUTATION_PARITY, DefectKind.CORNER_TWIST, DefectKind.EDGE_FLIP}
)
"""The kinds of defects that real pieces can have, put together wrongly."""

_MENDS_SHOWN = 12  # in JSON; there can be over a hundred, all as good


@dataclass(frozen=True)
class Diagnosis:
    """Everything there is to say about the stickers of a cube, worked out as it is asked for.

    Attributes:
        shown: the stickers.
        known: the class of the assembly, if that has been worked out already.
    """

    shown: Facelets
    known: AssemblyClass | None = None

    @cached_property
    def defects(self) -> tuple[Defect, ...]:
        """All that keeps the stickers from being a reachable cube, from the outside in."""
        return tuple(sticker_defects(self.shown)) if self.first else ()

    @cached_property
    def first(self) -> Defect | None:
        """The first of the defects, which is quicker to find than all of them; None if sound."""
        if self.known is not None and self.known.is_reachable:
            return None
        return next(sticker_defects(self.shown), None)

    @property
    def is_sound(self) -> bool:
        """Whether turns can make the cube."""
        return self.known.is_reachable if self.known else self.first is None

    @property
    def kinds(self) -> frozenset[DefectKind]:
        """The kinds of the defects, to be asked for with `in`."""
        return frozenset(defect.kind for defect in self.defects)

    @cached_property
    def assembly(self) -> Assembly | None:
        """The pieces in their slots; None if the stickers form no cube, or leave several possible."""
        if not self.kinds <= ASSEMBLY_KINDS | {DefectKind.UNKNOWN_STICKER}:
            return None
        return assembly_of(self.shown.puzzle, self.shown.colours)

    @property
    def assembly_class(self) -> AssemblyClass | None:
        """Which of the twelve classes the assembly is in; None if there is no assembly."""
        if self.known is not None:
            return self.known
        return None if self.assembly is None else AssemblyClass.of(self.assembly)

    @cached_property
    def mends(self) -> tuple[Mend, ...]:
        """The smallest mends of the assembly, equally good; empty where there is none or no need."""
        return () if self.assembly is None else mends(self.assembly)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints: defects, and class and mends where there is an assembly."""
        found: dict[str, Any] = {
            "defects": [defect.as_dict(self.shown.puzzle) for defect in self.defects]
        }
        if self.assembly_class is not None:
            found["class"] = self.assembly_class.as_dict()
        if self.mends:
            shown = self.mends[:_MENDS_SHOWN]
            found["mends"] = [mend.as_dict(self.shown.scheme) for mend in shown]
            found["mend_count"] = len(self.mends)
        return found


def sticker_defects(shown: Facelets) -> Iterator[Defect]:
    """Yield all defects of a set of stickers, of whichever layer."""
    if shown.placements is not None:
        known: list[Possible] = [[(v,) for v in held] for held in shown.placements]
    else:
        yield from _unknown(shown)
        yield from _colour_counts(shown)
        found, named = _judged(shown)
        yield from found
        orbits = shown.puzzle.orbits
        known = [_sound(possible(named.colours, orbit), orbit.turns) for orbit in orbits]
    yield from _tests(shown.puzzle, known)


def piece_defects(shown: Facelets) -> list[Defect]:
    """Return what keeps stickers from forming one each of the real pieces around the right centres."""
    if shown.placements is not None:
        return []
    return [*_unknown(shown), *_colour_counts(shown), *_judged(shown)[0]]


def assembly_defects(cube: State) -> list[Defect]:
    """Return the reasons why turns cannot make this assembly of real pieces: at most three."""
    from cubecsp.cube.facelets import Facelets

    return list(sticker_defects(Facelets.of(cube)))


def _judged(shown: Facelets) -> tuple[list[Defect], Facelets]:
    """Return the defects of centres and pieces, and the stickers named after the right centres."""
    pieces = _all_pieces(shown)
    wrong_slots = {slot for defect in pieces for slot in defect.slots}
    centres, named = centre_defects(shown, len(wrong_slots))
    if named != shown:
        pieces = _all_pieces(named)
    return [*centres, *pieces], named


def _all_pieces(shown: Facelets) -> list[Defect]:
    return [defect for orbit in shown.puzzle.orbits for defect in _pieces(shown, orbit)]


def _unknown(shown: Facelets) -> Iterator[Defect]:
    many = shown.colours.count(None)
    if many:
        unknown = tuple(i for i, colour in enumerate(shown.colours) if colour is None)
        message = "1 sticker is unknown" if many == 1 else f"{many} stickers are unknown"
        yield Defect(DefectKind.UNKNOWN_STICKER, message, unknown)


def _colour_counts(shown: Facelets) -> Iterator[Defect]:
    right, unknown = shown.puzzle.size**2, shown.colours.count(None)
    for colour in range(6):
        many = shown.colours.count(colour)
        most = many + unknown
        if many <= right <= most:
            continue
        at_most = "at most " if unknown and most < right else ""
        number = most if most < right else many
        told = "no sticker" if not number else "1 sticker" if number == 1 else f"{number} stickers"
        message = f"colour {shown.scheme[colour]} is on {at_most}{told} instead of {right}"
        facelets = tuple(i for i, c in enumerate(shown.colours) if c == colour)
        yield Defect(DefectKind.COLOUR_COUNT, message, facelets)


def _pieces(shown: Facelets, orbit: Orbit) -> list[Defect]:
    """Return what is wrong with the pieces of one kind: impossible, there twice, or missing."""
    choices = possible(shown.colours, orbit)
    empty = [slot for slot, values in enumerate(choices) if not values]
    groups = crowded(choices, orbit.turns)
    held = {value // orbit.turns for values in narrowed(choices, orbit.turns) for value in values}
    missing = [piece for piece in range(len(orbit.names)) if piece not in held]
    return [
        *(_no_such_piece(shown, orbit, slot) for slot in empty),
        *(_twice(shown, orbit, slots, pieces) for slots, pieces in groups),
        *_missing(shown, orbit, missing, empty, groups),
    ]


def _no_such_piece(shown: Facelets, orbit: Orbit, slot: int) -> Defect:
    facelets = orbit.facelets[slot]
    colours = [shown.colours[facelet] for facelet in facelets]
    message = (
        f"the {orbit.name} at {orbit.names[slot]} shows {colours_shown(colours, shown.scheme)}, "
        f"and no piece does: {_why_no_piece(colours, orbit, shown.scheme)}"
    )
    return Defect(DefectKind.NO_SUCH_PIECE, message, facelets, (orbit.names[slot],))


def _why_no_piece(colours: Sequence[int | None], orbit: Orbit, scheme: str) -> str:
    """Return why stickers with these colours form no piece."""
    colour, times = Counter(c for c in colours if c is not None).most_common(1)[0]
    if times > 1:
        return f"one colour {'twice' if times == 2 else 'three times'}, {scheme[colour]}"
    for a in range(3):
        if a in colours and a + 3 in colours:
            return f"{scheme[a]} and {scheme[a + 3]} are opposite colours, which never meet"
    twin = next(
        piece
        for piece, name in enumerate(orbit.names)
        if sorted(FACES.index(face) for face in name) == sorted(c for c in colours if c is not None)
    )
    return f"it is a mirror image of the {orbit.name} {piece_name(orbit, twin, scheme)}"


def _twice(shown: Facelets, orbit: Orbit, slots: list[int], pieces: list[int]) -> Defect:
    """Return the defect of slots that have too few pieces to choose from."""
    names = tuple(orbit.names[slot] for slot in slots)
    called = [piece_name(orbit, piece, shown.scheme) for piece in pieces]
    if len(pieces) == 1:
        often = "twice" if len(slots) == 2 else f"{len(slots)} times"
        message = f"the {orbit.name} {called[0]} is there {often}: at {listed(names)}"
    else:
        message = (
            f"the {len(slots)} {orbit.name}s at {listed(names)} can only be "
            f"{listed(called, 'or')}, which are {len(pieces)}"
        )
    facelets = tuple(facelet for slot in slots for facelet in orbit.facelets[slot])
    return Defect(
        DefectKind.PIECE_TWICE, message, facelets, names, tuple(orbit.names[p] for p in pieces)
    )


def _missing(
    shown: Facelets, orbit: Orbit, pieces: list[int], empty: list[int], groups: Groups
) -> list[Defect]:
    """Return the defect of pieces that are nowhere, with the place of one where that is certain."""
    if not pieces:
        return []
    called = listed([piece_name(orbit, piece, shown.scheme) for piece in pieces])
    message = f"the {orbit.name}s {called} are missing"
    if len(pieces) == 1:
        message = f"the {orbit.name} {called} is missing"
        if len(empty) == 1:
            message += f": it must be the one at {orbit.names[empty[0]]}"
        elif not empty and len(groups) == 1:
            places = listed([orbit.names[slot] for slot in groups[0][0]])
            message += f": it must be one of those at {places}"
    names = tuple(orbit.names[piece] for piece in pieces)
    return [Defect(DefectKind.PIECE_MISSING, message, pieces=names)]


def _tests(puzzle: CubePuzzle, known: Sequence[Possible]) -> list[Defect]:
    """Return which of the tests of parity, twist and flip fail, as far as they can be made.

    Args:
        puzzle: which cube it is.
        known: what corner and edge slots may hold; nothing where that is contradictory.
    """
    corners, edges = known
    defects = []
    if puzzle.edges.names and _parity(corners, 3) ^ _parity(edges, 2) == 1:
        defects.append(_ODD)
    twist, twisted = _sum(corners, puzzle.corners)
    if twist % 3:
        direction = "clockwise" if twist % 3 == 1 else "counter-clockwise"
        message = (
            f"the corner twists add up to one third of a turn {direction}, not to whole turns: "
            "a corner has been twisted"
        )
        defects.append(_turned(DefectKind.CORNER_TWIST, message, puzzle.corners, twisted))
    flip, flipped = _sum(edges, puzzle.edges)
    if flip % 2:
        message = "an odd number of edges is flipped: an edge has been flipped"
        defects.append(_turned(DefectKind.EDGE_FLIP, message, puzzle.edges, flipped))
    return defects


_ODD = Defect(
    DefectKind.PERMUTATION_PARITY,
    "an odd number of swaps separates the pieces from solved, and turns only ever make an even "
    "number: two pieces have been exchanged",
)


def _turned(kind: DefectKind, message: str, orbit: Orbit, slots: list[int]) -> Defect:
    facelets = tuple(facelet for slot in slots for facelet in orbit.facelets[slot])
    return Defect(kind, message, facelets, tuple(orbit.names[slot] for slot in slots))


def _sound(choices: Possible, turns: int) -> Possible:
    """Return what the slots may hold, narrowed; nothing at all if that is contradictory."""
    if not all(choices) or crowded(choices, turns):
        return []
    return narrowed(choices, turns)


def _parity(choices: Possible, turns: int) -> int:
    """Return the parity of a permutation; 2, which makes no odd sum, if it is not known."""
    if not choices or any(len(values) > 1 for values in choices):
        return 2
    return permutation_parity([values[0] // turns for values in choices])


def _sum(choices: Possible, orbit: Orbit) -> tuple[int, list[int]]:
    """Return the sum of the turns of one kind of pieces, and the slots of those that are turned.

    The sum is 0 where unknown stickers leave it open.
    """
    turns = [{value % orbit.turns for value in values} for values in choices]
    if any(len(some) != 1 for some in turns):
        return 0, []
    known = [some.pop() for some in turns]
    return sum(known), [slot for slot, turn in enumerate(known) if turn]
