"""Cubes that look the same after a symmetry: all 33 kinds of subgroups of the 48, and generators.

The kinds are named as in H. Kociemba's Cube Explorer, by Schoenflies symbols with a word where two
kinds share one: axes and mirrors that belong to faces (`a`, `face`) or to edges (`b`, `edge`).
A kind is a class of conjugate groups: `symmetric=C4v` means any one of the three axes.

A cube of even size has no centres that determine its orientation. So it is unchanged by a symmetry if it looks as
before in another orientation: the symmetry may be followed by any rotation of the whole cube. A symmetry
of order k and the rotation together have order k as well, since only the identity changes nothing; this
leaves few of the 24 rotations, at most ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.invariance import generated_group
from cubecsp.models.core.primitives import ColourTable, Primitive, SlotDomain, all_of, any_of
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation
from cubecsp.models.rules.order import orders_under
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.stopping.deadline import looking

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

KINDS: dict[str, str] = {
    "Oh": "x,y,i",
    "O": "x,y",
    "Td": "x2,y2,x*y,mx*z",
    "Th": "x2,y2,x*y,i",
    "T": "x2,y2,x*y",
    "D3d": "x*y,x2*z,i",
    "C3v": "x*y,mx*z",
    "D3": "x*y,x2*z",
    "S6": "x*y,i",
    "C3": "x*y",
    "D4h": "y,x2,i",
    "D4": "y,x2",
    "C4v": "y,mx",
    "C4h": "y,i",
    "D2d-edge": "y*my,mx",
    "D2d-face": "y*my,x2",
    "D2h-edge": "y2,x2*y,i",
    "D2h-face": "y2,x2,i",
    "D2-edge": "y2,x2*y",
    "D2-face": "y2,x2",
    "C4": "y",
    "S4": "y*my",
    "C2v-a1": "y2,mx",
    "C2v-a2": "y2,mx*y",
    "C2v-b": "x2*y,my",
    "C2h-a": "y2,i",
    "C2h-b": "x2*y,i",
    "C2-a": "y2",
    "C2-b": "x2*y",
    "Cs-a": "my",
    "Cs-b": "mx*y",
    "Ci": "i",
    "C1": "",
}
"""The 33 kinds, each with generators of one group of the kind."""

EXAMPLES: dict[str, str] = {
    "Oh": "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
    "Th": "U2 F2 B2 D2 R2 D2 U2 L2 B2 L2 R2 F2",
    "T": "R2 F2 U L2 U2 B2 F2 U2 R2 D B' D U' F2 L' R D2 B F' U'",
    "D3d": "F2 U' F2 L2 D R2 D F' L' B F2 U' R F' L B2 U2 F2 D'",
    "C3v": "B2 D U2 B2 D U F D F D' B2 L' F' D' U' B' R B2 L2",
    "D3": "F D B' U' D R U' L' R F L' B'",
    "S6": "L U D' B' F L R' D'",
    "C3": "F' L' D2 F' B L2 U' F' D' F L2 B2 D2 R' B2 U2 R L2 U'",
    "D4h": "M2",
    "D4": "U D",
    "C4v": "U2",
    "C4h": "M",
    "D2d-edge": "B R L F B D U F",
    "D2d-face": "L2 B' F' U2 B F L2 D U F2 D' U'",
    "D2h-edge": "D B2 F2 D2 L2 R2 D",
    "D2h-face": "L2 B2 F2 R2",
    "D2-edge": "L F B D' U' F' B' R",
    "D2-face": "F B R L",
    "C4": "U",
    "S4": "D' F B U' D L' R' U",
    "C2v-a1": "U2 M2",
    "C2v-a2": "R2 B2 F2 R2 D U' L2 F' L' R D' L2 D' F2 D' B F' L' F2",
    "C2v-b": "U2 B2 U2 F2 D2 F2",
    "C2h-a": "M E2",
    "C2h-b": "U' L2 U' D' L2 D'",
    "C2-a": "U M2",
    "C2-b": "F' U F U' D' B D B'",
    "Cs-a": "U2 R2",
    "Cs-b": "U R' U' R B U'",
    "Ci": "M E",
    "C1": "U R",
}
"""Moves that make a cube of exactly this kind; there are none for O and Td, whose cubes are all of kind Oh."""

_KIND_OF = {re.sub(r"[^a-z0-9]", "", name.lower()): name for name in KINDS}
_FACTOR = re.compile(r"(x|y|z)(2|'|)|(mx|my|mz)|(i)")
_TURNS = {"": 1, "2": 2, "'": 3}

# Where a quarter turn of the whole cube about x (with R), y (with U) and z (with F) takes each face,
# and what the mirrors across the planes x = 0, y = 0 and z = 0 exchange.
_TURNED = {"x": "BRUFLD", "y": "UFLDBR", "z": "RDFLUB"}
_MIRRORED = {"mx": "ULFDRB", "my": "DRFULB", "mz": "URBDLF"}


class Symmetric(Rule):
    """The cube is unchanged by a group of symmetries (colours renamed along), or by more.

    A cube of even size may be turned as a whole after each of them.

    Args:
        group: the name of a kind (see `KINDS`), or generators with commas between: rotations of the
            whole cube `x y z` (with `2` or `'`), mirrors `mx my mz` (which exchange L and R, U and
            D, F and B), the inversion `i`, and products such as `y*my`, the left factor first.
    """

    name = "symmetric"
    summary = "unchanged by symmetries: of one of the 33 kinds, or the ones given"
    scope = "cube"
    parameter = RuleParameter(
        "KIND|GENERATORS",
        "a kind of symmetry or generators",
        examples=(*KINDS, "y", "y2", "x2+my", "i", "y*my", "mx*z'", "x*y"),
    )
    example = "symmetric=C4v"
    declares = True

    def __init__(self, group: str) -> None:
        self.kind = _KIND_OF.get(re.sub(r"[^a-z0-9]", "", group.lower()))
        if self.kind == "Ci" and group.strip() == "i":
            self.kind = None
        if self.kind:
            self.value = self.kind
            self.groups = conjugate_groups(self.kind)
        else:
            words = [word.strip() for word in group.replace("+", ",").split(",")]
            self.groups = ([named_symmetry(word) for word in words],)
            self.value = "+".join(words)

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the kinds, each with the number of its symmetries and groups, and generators of one."""
        kinds = {}
        for kind, generators in KINDS.items():
            groups = conjugate_groups(kind)
            order = len(generated_group(groups[0]))
            symmetries = f"{order} symmetries" if order > 1 else "no symmetry but the identity"
            made = f", for one made of {generators.replace(',', ' and ')}" if generators else ""
            number = f"{len(groups)} such groups" if len(groups) > 1 else "one such group"
            cube = (
                f"; such as {EXAMPLES[kind]}" if kind in EXAMPLES else "; no cube has exactly these"
            )
            kinds[kind] = f"{symmetries}; {number}{made}{cube}"
        return kinds | {
            "x y z": "a quarter turn of the whole cube, as R, U and F turn; 2 for half a turn, ' for the other way",
            "mx my mz": "a mirror, which exchanges L and R, U and D, F and B",
            "i": "the inversion, which exchanges all three pairs of faces",
            "*": "between two of these: first the left one, then the right one",
        }

    def describe(self) -> str:
        """Return the group in words."""
        if self.kind is None:
            return f"the cube is unchanged by {self.value}, colours renamed along"
        order = len(generated_group(self.groups[0]))
        return (
            f"the cube is unchanged by {order} symmetries that form a group {self.kind}, or by more"
        )

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the demand of each generator, or alternatives of these for conjugate groups."""
        alternatives = [
            [p for symmetry in group for p in _relations(symmetry, puzzle)] for group in self.groups
        ]
        if len(alternatives) == 1:
            return alternatives[0]
        return [any_of(map(all_of, alternatives))]

    def impossible(self, puzzle: Puzzle = CUBE) -> None:
        """Return None: the solved cube is unchanged by all."""
        self.require(puzzle)

    def orders(self) -> frozenset[int]:
        """Return what the orbits of pieces allow."""
        return orders_under(generated_group(self.groups[0]))

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return those that map the group, or the kind, onto itself."""
        del puzzle
        if self.kind:
            return SYMMETRIES
        (group,) = self.groups
        members = {member.index for member in generated_group(group)}
        return tuple(
            s for s in SYMMETRIES if all((s.inverse * g * s).index in members for g in group)
        )

    def holds(self, cube: State) -> bool:
        """Return whether the stickers are the same after all generators of a group."""
        return any(all(_differences(cube, s) == () for s in group) for group in self.groups)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether its row is the same after all generators of a group."""
        return cubes.at_least(1, [partial(_unchanged_in, group) for group in self.groups])

    def cost(self, puzzle: Puzzle) -> int:
        """Return about what moving all stickers costs, for each group."""
        return len(self.groups) * puzzle.facelet_count

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers that change under the group that fits best."""
        changed = [
            {facelet for symmetry in group for facelet in _differences(cube, symmetry)}
            for group in self.groups
        ]
        where = min(changed, key=len)
        if not where:
            return []
        return [Violation(tuple(sorted(where)), f"it is not symmetric under {self.value}")]


RULE = Symmetric


def named_symmetry(text: str) -> Symmetry:
    """Return the symmetry that a product of `x y z` (with 2 or '), `mx my mz` and `i` names.

    Raises:
        InputError: a factor is none of these.
    """
    product = SYMMETRIES[0]
    for word in text.split("*"):
        match = _FACTOR.fullmatch(word.strip())
        if not match:
            raise InputError(
                f"{excerpt(word)} is neither a kind nor a symmetry",
                f"kinds are {' '.join(KINDS)}; symmetries x y z (with 2 or '), mx my mz, i",
            )
        axis, turns, mirror, _ = match.groups()
        if axis:
            for _ in range(_TURNS[turns]):
                product = product * _by_faces(_TURNED[axis])
        else:
            for name in [mirror] if mirror else _MIRRORED:
                product = product * _by_faces(_MIRRORED[name])
    return product


def _by_faces(images: str) -> Symmetry:
    permutation = tuple(map(FACES.index, images))
    return next(symmetry for symmetry in SYMMETRIES if symmetry.faces == permutation)


@cache
def conjugate_groups(kind: str) -> tuple[list[Symmetry], ...]:
    """Return generators of each group of a kind (a name of `KINDS`)."""
    words = KINDS[kind].split(",") if KINDS[kind] else []
    generators = [named_symmetry(word) for word in words]
    entries: dict[frozenset[int], list[Symmetry]] = {}
    for symmetry in SYMMETRIES:
        moved = [symmetry.inverse * generator * symmetry for generator in generators]
        entries.setdefault(frozenset(member.index for member in generated_group(moved)), moved)
    return tuple(entries.values())


def kind_of(group: Iterable[Symmetry]) -> str:
    """Return the kind of a group of symmetries, given all of its members."""
    return _kinds()[frozenset(member.index for member in group)]


@cache
def _kinds() -> dict[frozenset[int], str]:
    """Return the kind of each of the 98 groups, by the numbers of its members."""
    return {
        frozenset(member.index for member in generated_group(group)): kind
        for kind in KINDS
        for group in conjugate_groups(kind)
    }


def _relations(symmetry: Symmetry, puzzle: CubePuzzle) -> Iterable[Primitive]:
    """Return the primitive that a symmetry leaves a cube unchanged, however it is then held if `puzzle` has no centres."""
    ways = [[*_images(symmetry, after, puzzle)] for after in _after(symmetry, puzzle)]
    return ways[0] if len(ways) == 1 else [any_of(map(all_of, ways))]


@cache
def _after(symmetry: Symmetry, puzzle: CubePuzzle) -> list[Symmetry]:
    """Return how stickers can be moved if colours are renamed as by a symmetry: first by the symmetry itself."""
    if puzzle.size % 2:
        return [symmetry]
    order = len(generated_group([symmetry]))
    moved = [symmetry * rotation for rotation in SYMMETRIES[:24]]
    return [way for way in moved if len(generated_group([way])) == order]


def _images(colours: Symmetry, places: Symmetry, puzzle: CubePuzzle) -> Iterable[Primitive]:
    """Yield, for each slot, that its image holds the image of what it holds."""
    to = places.facelets_of(puzzle)
    for index, orbit in enumerate(looking(puzzle.orbits)):
        renamed_rows = _row_pairs(orbit.colours, colours)
        rows = frozenset((*before, *after) for before, after in renamed_rows)
        turned_rows = frozenset((*after, *before) for before, after in renamed_rows)
        for slot, here in enumerate(orbit.frames):
            there = tuple(to[facelet] for facelet in here)
            if set(there) == set(here):
                at = [here.index(facelet) for facelet in there]
                fixed = (
                    v
                    for v, (a, b) in enumerate(renamed_rows)
                    if all(a[p] == c for p, c in zip(at, b, strict=True))
                )
                yield SlotDomain(index, slot, frozenset(fixed))
            elif here < there:
                yield ColourTable((*here, *there), rows)
            else:  # nearly sorted, as tables want them, of which there are many
                yield ColourTable((*there, *here), turned_rows)


@cache
def _row_pairs(
    rows: tuple[tuple[int, ...], ...], colours: Symmetry
) -> list[tuple[tuple[int, ...], ...]]:
    """Return rows of colours, each together with what a symmetry makes of it."""
    return [(row, tuple(colours.faces[colour] for colour in row)) for row in rows]


def _unchanged_in(group: list[Symmetry], cubes: Batch) -> Flags:
    return cubes.passing([partial(_same_after, symmetry) for symmetry in group])


def _same_after(symmetry: Symmetry, cubes: Batch) -> Flags:
    return cubes.same_as(cubes.moved(symmetry))


def _differences(cube: State, symmetry: Symmetry) -> tuple[int, ...]:
    """Return the facelets that look different after a symmetry; the fewest, if the cube may be turned as a whole."""
    letters = cube.facelets
    renamed = letters.translate(str.maketrans(FACES, "".join(FACES[f] for f in symmetry.faces)))
    results = []
    for places in _after(symmetry, cube.puzzle):
        to = places.facelets_of(cube.puzzle)
        results.append(tuple(to[f] for f, letter in enumerate(renamed) if letters[to[f]] != letter))
    return min(results, key=len)
