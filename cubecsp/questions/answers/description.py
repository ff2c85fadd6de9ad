"""The description of a cube without a search: order, cycles, symmetry and parity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cubecsp.frozen import fixed, frozen
from cubecsp.models.rules.symmetric import kind_of
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern


@frozen
class Cycle:
    """Pieces of a kind that change places in a cycle, or a piece that is turned in its slot.

    Attributes:
        kind: the kind of the pieces: corner, edge, wing or centre; for another puzzle, the orbit.
        slots: the piece of each slot is in the next one, that of the last in the first.
        turns: the turn of each piece once it is back in its slot: the clockwise thirds of a corner, 1 for a
            flipped edge.
        ways: the number of ways in which such a piece can be turned.
    """

    kind: str
    slots: tuple[str, ...]
    turns: int
    ways: int

    def __str__(self) -> str:
        back = self.turns - self.ways if 2 * self.turns > self.ways else self.turns
        sign = "" if not back else "+" if back > 0 else "-"
        sign += str(abs(back)) if abs(back) > 1 else ""
        return f"({','.join(self.slots)}){sign}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return {"kind": self.kind, "slots": list(self.slots), "turns": self.turns}


@frozen
class Description:
    """The description of a cube without a search.

    Attributes:
        order: the number of times that its moves must be applied to restore everything; None if pieces look
            alike, and stickers do not show which is where.
        cycles: the cycles of the pieces that are not solved; if the order is None, without those that look
            alike.
        symmetry: the kind of the group of symmetries that leave it unchanged, as in the rule `symmetric`
            (`cubecsp.models.rules.symmetric.KINDS`). A cube of even size may be turned as a whole for this.
        class_size: the number of different cubes that the 48 symmetries make from it.
        parity: for each kind of pieces of which there are several the parity of their permutation, "even" or "odd".
        reachable: whether it is solvable.

    For a puzzle that is not a cube there is no symmetry, and `check` decides whether it is solvable.
    """

    order: int | None
    cycles: tuple[Cycle, ...]
    symmetry: str | None
    class_size: int | None
    parity: Mapping[str, str]
    reachable: bool | None

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        of_cube = {
            "symmetry": self.symmetry,
            "class_size": self.class_size,
            "parity": self.parity,
            "reachable": self.reachable,
        }
        return {
            "order": self.order,
            "cycles": [cycle.as_dict() for cycle in self.cycles],
            **{name: value for name, value in of_cube.items() if value is not None},
        }


def description_of(
    cube: State | KPattern, held: KPattern | None = None, parts: Sequence[Orbit] = ()
) -> Description:
    """Return the description of a cube, or of a state of another puzzle, without a search.

    Args:
        cube: the cube, or the state.
        held: the state before the rotation of the whole puzzle, whose pieces the cycles and parities are about.
        parts: orbits to use instead of those of the puzzle if these do not have all of its pieces.
    """
    order = cube.order() if cube.labelled and not _has_blocked_moves(cube) else None
    cube = held or cube
    orbits = _placements(cube, cube.puzzle.orbits, parts)
    description = Description(
        order=order,
        cycles=tuple(cycle for orbit, held in orbits for cycle in _cycles(orbit, held)),
        symmetry=None,
        class_size=None,
        parity=fixed(_parities(orbits)),
        reachable=None,
    )
    if not isinstance(cube, State):
        return description
    group = [symmetry for symmetry in SYMMETRIES if symmetry.of(cube) == cube]
    return replace(
        description,
        symmetry=kind_of(group),
        class_size=len(SYMMETRIES) // len(group),
        reachable=cube.is_reachable,
    )


def _placements(cube: State | KPattern, *choices: Sequence[Orbit]) -> list[tuple[Orbit, bytes]]:
    """Return the placements of the first orbits that have the pieces of all their slots; none if none have them."""
    for orbits in choices:
        with suppress(KeyError):
            return [
                (orbit, orbit.placements_of(cube.stickers))
                for orbit in orbits
                if orbit.placements > 1 and (cube.labelled or not orbit.alike)
            ]
    return []


def _has_blocked_moves(cube: State | KPattern) -> bool:
    """Return whether some moves of the puzzle are possible in some states only, so that they cannot be repeated."""
    return not isinstance(cube, State) and bool(cube.puzzle.requires)


def _cycles(orbit: Orbit, placements: bytes) -> list[Cycle]:
    """Return the cycles of an orbit's pieces that are not solved, in the order of slots."""
    pieces, turned = orbit.pieces(placements), orbit.turns_of(placements)
    now = {piece: slot for slot, piece in enumerate(pieces)}
    cycles, left = [], set(now)
    for start in range(len(pieces)):
        slots, at = [], start
        while at in left:
            left.remove(at)
            slots.append(at)
            at = now[at]
        turns = sum(turned[slot] for slot in slots) % orbit.turns
        if len(slots) > 1 or turns:
            names = tuple(orbit.names[slot] for slot in slots)
            cycles.append(Cycle(orbit.name, names, turns, orbit.turns))
    return cycles


def _parities(orbits: list[tuple[Orbit, bytes]]) -> dict[str, str]:
    several = [(orbit, held) for orbit, held in orbits if len(orbit.names) > 1]
    names = [orbit.name for orbit, _ in several]
    data = {}
    for number, (orbit, held) in enumerate(several):
        name = f"{orbit.name}s" if orbit.name.islower() else orbit.name
        if names.count(orbit.name) > 1:
            name += f" {names[: number + 1].count(orbit.name)}"
        data[name] = "odd" if permutation_parity(orbit.pieces(held)) else "even"
    return data
