"""The defects of a cube: its stickers, its pieces, and how they were put together.

The diagnosis goes layer by layer, as far as the known stickers show:

- stickers: how many there are of each colour, whether the centres fit the other pieces, whether each
  slot can hold a real piece, and each piece can have its own slot;
- pieces: the three tests of permutation, corner twist and edge flip, of corners only or edges only if the
  others are incomplete;
- the coset of the assembly, one of twelve, and its smallest repairs.

When no piece is right because the centres are wrong, that is one defect and not twenty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from cubecsp.diagnosis.assembly import Assembly, Coset, PieceRepair, piece_repairs
from cubecsp.diagnosis.centres import assembly_of, centre_defects
from cubecsp.diagnosis.hints import Hint, hints
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.possible import Groups, Possible, crowds, narrowed, possible
from cubecsp.puzzle.cube.defect import Defect, DefectKind, invariant_defects
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.words import colours_in_words, listed, piece_name, stickers_in_words

__all__ = ["ASSEMBLY_KINDS", "Defect", "DefectKind", "Diagnosis", "diagnose", "sticker_defects"]

ASSEMBLY_KINDS = frozenset(
    {DefectKind.PERMUTATION_PARITY, DefectKind.CORNER_TWIST, DefectKind.EDGE_FLIP}
)
"""The kinds of defects that real pieces can have, put together wrongly."""

_REPAIRS_SHOWN = 12  # in JSON; there can be over a hundred, all as good


def diagnose(cube: Facelets | State) -> Diagnosis:
    """Return all defects of stickers, or of a cube."""
    return Diagnosis(cube if isinstance(cube, Facelets) else Facelets.of(cube))


@frozen
class Diagnosis:
    """The defects of the stickers of a cube, computed when needed.

    Attributes:
        facelets: the stickers.
        known: the coset of the assembly, if it has already been computed.
    """

    facelets: Facelets
    known: Coset | None = None

    @cached_property
    def defects(self) -> tuple[Defect, ...]:
        """All defects that keep the stickers from being a solvable cube, from the outside in."""
        return tuple(sticker_defects(self.facelets)) if self.first else ()

    @cached_property
    def first(self) -> Defect | None:
        """The first of the defects, which is quicker to find than all of them; None if sound."""
        if self.known is not None and self.known.is_reachable:
            return None
        return next(sticker_defects(self.facelets), None)

    @property
    def is_sound(self) -> bool:
        """Whether the cube is solvable."""
        return self.known.is_reachable if self.known else self.first is None

    @property
    def kinds(self) -> frozenset[DefectKind]:
        """The kinds of the defects, for tests with `in`."""
        return frozenset(defect.kind for defect in self.defects)

    @cached_property
    def assembly(self) -> Assembly | None:
        """The pieces in their slots; None if the stickers form no cube, or leave several possible."""
        if not self.kinds <= ASSEMBLY_KINDS | {DefectKind.UNKNOWN_STICKER}:
            return None
        return assembly_of(self.facelets.puzzle, self.facelets.colours)

    @property
    def coset(self) -> Coset | None:
        """The coset of the assembly, one of twelve; None if there is no assembly."""
        if self.known is not None:
            return self.known
        return None if self.assembly is None else Coset.of(self.assembly)

    @cached_property
    def piece_repairs(self) -> tuple[PieceRepair, ...]:
        """The smallest repairs of the assembly, equally good; empty if there is no assembly, or it is solvable."""
        return () if self.assembly is None else piece_repairs(self.assembly)

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """The typing mistakes that would explain everything, the simplest first: see `hints`."""
        return () if self.is_sound else hints(self.facelets)

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints: defects, hints, and coset and repairs of an assembly."""
        entries: dict[str, Any] = {
            "defects": [defect.as_dict(self.facelets.puzzle) for defect in self.defects]
        }
        if self.hints:
            entries["hints"] = [hint.as_dict() for hint in self.hints]
        if self.coset is not None:
            entries["coset"] = self.coset.as_dict()
        if self.piece_repairs:
            listed = self.piece_repairs[:_REPAIRS_SHOWN]
            entries["piece_repairs"] = [repair.as_dict(self.facelets.scheme) for repair in listed]
            entries["piece_repair_count"] = len(self.piece_repairs)
        return entries


def sticker_defects(facelets: Facelets) -> Iterator[Defect]:
    """Yield all defects of a set of stickers, of whichever layer."""
    if facelets.placements is not None:
        known: list[Possible] = [[(v,) for v in held] for held in facelets.placements]
    else:
        yield from _unknown_stickers(facelets)
        yield from _colour_counts(facelets)
        defects, named = _defects_and_stickers(facelets)
        yield from defects
        orbits = facelets.puzzle.orbits
        known = [_sound(possible(named.colours, orbit), orbit.turns) for orbit in orbits]
    yield from invariant_defects(facelets.puzzle, known)


def _defects_and_stickers(facelets: Facelets) -> tuple[list[Defect], Facelets]:
    """Return the defects of centres and pieces, and the stickers with colours named after the right centres."""
    pieces = _all_pieces(facelets)
    wrong_slots = {slot for defect in pieces for slot in defect.slots}
    centres, named = centre_defects(facelets, len(wrong_slots))
    if named != facelets:
        pieces = _all_pieces(named)
    return [*centres, *pieces], named


def _all_pieces(facelets: Facelets) -> list[Defect]:
    return [defect for orbit in facelets.puzzle.orbits for defect in _pieces(facelets, orbit)]


def _unknown_stickers(facelets: Facelets) -> Iterator[Defect]:
    many = facelets.colours.count(None)
    if many:
        unknown = tuple(i for i, colour in enumerate(facelets.colours) if colour is None)
        message = "1 sticker is unknown" if many == 1 else f"{many} stickers are unknown"
        yield Defect(DefectKind.UNKNOWN_STICKER, message, unknown)


def _colour_counts(stickers: Facelets) -> Iterator[Defect]:
    right, unknown = stickers.puzzle.size**2, stickers.colours.count(None)
    for colour in range(6):
        many = stickers.colours.count(colour)
        most = many + unknown
        if many <= right <= most:
            continue
        at_most = "at most " if unknown and most < right else ""
        number = most if most < right else many
        shown = colours_in_words([colour], stickers.scheme)
        message = f"colour {shown} is on {at_most}{stickers_in_words(number)} instead of {right}"
        facelets = tuple(i for i, c in enumerate(stickers.colours) if c == colour)
        yield Defect(DefectKind.COLOUR_COUNT, message, facelets)


def _pieces(facelets: Facelets, orbit: Orbit) -> list[Defect]:
    """Return the defects of the pieces of one kind: impossible, doubled, or missing."""
    if orbit.alike:
        return _alike(facelets, orbit)
    choices = possible(facelets.colours, orbit)
    empty = [slot for slot, values in enumerate(choices) if not values]
    groups = crowds(choices, orbit.turns)
    held = {value // orbit.turns for values in narrowed(choices, orbit.turns) for value in values}
    missing = [piece for piece in range(len(orbit.names)) if piece not in held]
    return [
        *(_no_such_piece(facelets, orbit, slot) for slot in empty),
        *(_twice(facelets, orbit, slots, pieces) for slots, pieces in groups),
        *_missing(facelets, orbit, missing, empty, groups),
    ]


def _alike(stickers: Facelets, orbit: Orbit) -> list[Defect]:
    """Return which pieces of a kind that look alike occur too often, or not often enough."""
    at: dict[tuple[int | None, ...], list[int]] = {}
    for slot, frame in enumerate(orbit.frames):
        at.setdefault(tuple(stickers.colours[facelet] for facelet in frame), []).append(slot)
    unknown = sum(len(slots) for colours, slots in at.items() if None in colours)
    many_orbits = sum(other.alike for other in stickers.puzzle.orbits) > 1
    kind = f"{orbit.name}s like {orbit.names[0]}" if many_orbits else f"{orbit.name}s"
    results = []
    for home, right in Counter(orbit.homes).items():
        slots = at.get(home, [])
        if len(slots) <= right <= len(slots) + unknown:
            continue
        names = tuple(orbit.names[slot] for slot in slots)
        colour = colours_in_words(home, stickers.scheme)
        message = f"{len(slots) or 'no'} {kind} show {colour}, and there are {right}"
        if len(slots) > right:
            message += f": at {listed(names)}"
        else:
            names = ()
        facelets = tuple(f for slot in slots for f in orbit.frames[slot]) if names else ()
        pieces = tuple(orbit.names[p] for p, other in enumerate(orbit.homes) if other == home)
        twice = DefectKind.PIECE_TWICE if names else DefectKind.PIECE_MISSING
        results.append(Defect(twice, message, facelets, names, pieces))
    return results


def _no_such_piece(stickers: Facelets, orbit: Orbit, slot: int) -> Defect:
    facelets = orbit.frames[slot]
    colours = [stickers.colours[facelet] for facelet in facelets]
    message = (
        f"the {orbit.name} at {orbit.names[slot]} shows {colours_in_words(colours, stickers.scheme)}, "
        f"and no piece does: {_why_no_piece(colours, orbit, stickers.scheme)}"
    )
    return Defect(DefectKind.NO_SUCH_PIECE, message, facelets, (orbit.names[slot],))


def _why_no_piece(colours: Sequence[int | None], orbit: Orbit, scheme: str) -> str:
    """Return why stickers with these colours form no piece."""
    colour, times = Counter(c for c in colours if c is not None).most_common(1)[0]
    if times > 1:
        often = "twice" if times == 2 else "three times"
        return f"one colour {often}, {colours_in_words([colour], scheme)}"
    for a in range(3):
        if a in colours and a + 3 in colours:
            opposite = listed([colours_in_words([colour], scheme) for colour in (a, a + 3)])
            return f"{opposite} are opposite colours, which never meet"
    twin = next(
        piece
        for piece, name in enumerate(orbit.names)
        if sorted(FACES.index(face) for face in name) == sorted(c for c in colours if c is not None)
    )
    return f"it is a mirror image of the {orbit.name} {piece_name(orbit, twin, scheme)}"


def _twice(stickers: Facelets, orbit: Orbit, slots: list[int], pieces: list[int]) -> Defect:
    """Return the defect of slots that have too few pieces to choose from."""
    names = tuple(orbit.names[slot] for slot in slots)
    called = [piece_name(orbit, piece, stickers.scheme) for piece in pieces]
    if len(pieces) == 1:
        often = "twice" if len(slots) == 2 else f"{len(slots)} times"
        message = f"the {orbit.name} {called[0]} occurs {often}: at {listed(names)}"
    else:
        message = (
            f"the {len(slots)} {orbit.name}s at {listed(names)} can only be "
            f"{listed(called, 'or')}, which are {len(pieces)}"
        )
    facelets = tuple(facelet for slot in slots for facelet in orbit.frames[slot])
    return Defect(
        DefectKind.PIECE_TWICE, message, facelets, names, tuple(orbit.names[p] for p in pieces)
    )


def _missing(
    facelets: Facelets, orbit: Orbit, pieces: list[int], empty: list[int], groups: Groups
) -> list[Defect]:
    """Return the defect of missing pieces, with the place of one if that is certain."""
    if not pieces:
        return []
    called = listed([piece_name(orbit, piece, facelets.scheme) for piece in pieces])
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


def _sound(choices: Possible, turns: int) -> Possible:
    """Return the possible contents of the slots, narrowed down; none at all if they are contradictory."""
    if not all(choices) or crowds(choices, turns):
        return []
    return narrowed(choices, turns)
